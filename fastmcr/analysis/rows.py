"""The rows of a call for many hands: what was given, the status of each, and why one cannot be used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import InputError, McrError, shown
from ..hands.as_batch import BatchMelds, HandsLike, as_batch
from ..hands.batch import (
    STATUS_WORDS,
    Column,
    OnError,
    Progress,
    Status,
    as_column,
    check_on_error,
    in_chunks,
    narrowed,
    rows_error,
    win_status,
)
from ..hands.hand import NO_TILE, Meld, wrong_number
from ..kernels import layout
from ..rulebook.tiles import COPIES, KINDS, NAMES, as_index, fifth_copy
from .forms import form_tables

__all__ = ["KnownRows", "Rows"]

_NO_COUNT = 255  # in the place of counts that are not to be looked at


class Rows:
    """The rows of a call: what was given, and the status of each."""

    def __init__(
        self,
        hands: HandsLike,
        on_error: OnError,
        visible: npt.ArrayLike | None = None,
        *,
        before_win: bool = False,
        **columns: npt.ArrayLike | None,
    ) -> None:
        check_on_error(on_error)
        self.on_error = on_error
        self.given = as_batch(hands, columns)
        self.batch = self.given.batch.before_win() if before_win else self.given.batch
        self._has_wins = self.batch.has_wins()
        # What is wrong beforehand, None where nothing can be; of winning tiles it is found chunk by chunk.
        self._known: Status | None = self.batch.status
        if self._has_wins:
            self._known = np.zeros(len(self.batch), np.uint8) if self._known is None else self._known.copy()
        self.visible: Column = (
            _NOTHING_SEEN if visible is None else as_column("visible", visible, len(self.batch), (KINDS,))
        )
        self.is_seen = visible is not None
        self.status: Status = np.empty(len(self.batch), np.uint8)

    def __len__(self) -> int:
        return len(self.batch)

    def part(self, start: int, stop: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
        """Return concealed tiles and melds of some rows as the kernels want them.

        Rows known to be bad get tiles that no hand has, so that no kernel gives numbers for them.
        """
        concealed, melds = narrowed(self.batch.concealed, start, stop), narrowed(self.batch.melds, start, stop)
        if self._known is not None and self._known[start:stop].any():
            bad = self._known[start:stop, None] != layout.OK
            concealed = np.where(bad, np.uint8(_NO_COUNT), concealed)
        return concealed, melds

    def seen(self, start: int, stop: int) -> npt.NDArray[np.uint8]:
        """Return the visible tiles of some rows, no rows where none were given."""
        seen: npt.NDArray[np.uint8] = narrowed(self.visible, start, stop) if self.is_seen else _NOTHING_SEEN
        return seen

    def waits(
        self, start: int, stop: int, four_alike: bool, formal: npt.NDArray[np.uint64], live: npt.NDArray[np.uint64]
    ) -> int:
        """Write formal and live waits of some rows; return the number of bad ones."""
        from ..kernels import waits_rows

        return waits_rows(
            *self.part(start, stop), self.seen(start, stop), four_alike, form_tables(),
            np.empty(layout.SLOTS, np.uint64), self.status[start:stop], formal, live,
        )  # fmt: skip

    def run(
        self,
        chunk: Callable[[int, int], int],
        threads: int | None,
        progress: Progress,
        wrong_kind: Callable[[int, str], str] | None = None,
    ) -> None:
        """Work through all chunks, and raise if a row is bad and that was asked for."""

        def work(start: int, stop: int) -> int:
            known = None if self._known is None else self._known[start:stop]
            if known is not None and self._has_wins:
                wrong = win_status(narrowed(self.batch.concealed, start, stop), narrowed(self.batch.win, start, stop))
                np.copyto(known, wrong, where=known == layout.OK)
            bad = chunk(start, stop)
            if known is not None:
                np.copyto(self.status[start:stop], known, where=known != layout.OK)
            return bad

        bad = in_chunks(work, len(self), threads, progress)
        if bad and self.on_error == "raise":
            raise rows_error(self.status, lambda row: self.reason(row, wrong_kind))

    def reason(self, row: int, wrong_kind: Callable[[int, str], str] | None) -> str:
        """Say in one line what is wrong with a row."""
        beforehand = self.given.batch.status
        if beforehand is not None and beforehand[row]:
            return self.given.refusal(row)
        status = int(self.status[row])
        counts = self.batch.concealed[row].tolist()
        codes = [code for code in self.batch.melds[row].tolist() if code]
        if status == layout.BAD_TILE:
            kind = next((kind for kind, count in enumerate(counts) if not 0 <= count <= COPIES), None)
            if kind is None:
                return "the winning tile is not among the concealed tiles"
            return str(fifth_copy(kind, counts[kind]))
        if status == layout.BAD_MELD:
            return _meld_reason(codes)
        if status == layout.FIFTH_COPY:
            return self._fifth_copy(row, counts, codes)
        if status == layout.TILE_COUNT:
            number, ready = sum(counts), 13 - 3 * len(codes)
            if number % 3 != 2 and int(self.batch.win[row]) != NO_TILE:
                return str(wrong_number(number - 1, len(codes), win_apart=True))
            words = f"{number} concealed tiles with {len(codes) or 'no'} meld{'' if len(codes) == 1 else 's'}"
            fits = number in (ready, ready + 1) and wrong_kind is not None
            return wrong_kind(number, words) if fits and wrong_kind else str(wrong_number(number, len(codes)))
        return STATUS_WORDS[status]

    def _fifth_copy(self, row: int, counts: list[int], codes: list[int]) -> str:
        for code in codes:
            for tile in Meld.from_code(code).tiles if code != layout.UNKNOWN_SET else ():
                counts[tile] += 1
        for kind, count in enumerate(counts):
            if count > COPIES:
                return str(fifth_copy(kind, count))
        seen = self.visible[row].tolist()
        kind = next(kind for kind in range(KINDS) if not 0 <= seen[kind] <= COPIES - counts[kind])
        return f"tile {NAMES[kind]}: {counts[kind]} in the hand and {seen[kind]} visible; there are 4"


class KnownRows(Rows):
    """Rows whose melds must be known, with their winds; `what` is what the melds must be known for."""

    def __init__(
        self,
        hands: HandsLike,
        melds: BatchMelds,
        prevalent: npt.ArrayLike | None,
        seat: npt.ArrayLike | None,
        on_error: OnError,
        what: str,
    ) -> None:
        number = as_index(melds)
        if number is not None and number != 0:
            raise InputError(f"{what} need known melds: melds must be meld codes, not {shown(melds)}")
        super().__init__(hands, on_error, melds=melds, prevalent=prevalent, seat=seat)

    def columns(self, start: int, stop: int) -> tuple[npt.NDArray[Any], ...]:
        """Return concealed tiles, melds, prevalent and seat wind of some rows as the kernels want them."""
        winds = (self.batch.prevalent, self.batch.seat)
        return *self.part(start, stop), *(narrowed(wind, start, stop) for wind in winds)


_NOTHING_SEEN = np.zeros((0, KINDS), np.uint8)


def _meld_reason(codes: list[int]) -> str:
    for code in codes:
        try:
            Meld.from_code(code)
        except McrError as error:
            if code != layout.UNKNOWN_SET:
                return str(error)
    return "a set of unknown tiles cannot be scored" if layout.UNKNOWN_SET in codes else STATUS_WORDS[layout.BAD_MELD]
