"""Shanten, useful tiles, waits and discards of many hands, one row a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from ..base.given import as_list, is_one_of
from ..errors import InputError, McrError, shown
from ..hands.batch import (
    STATUS_WORDS,
    Column,
    HandBatch,
    OnError,
    Progress,
    Status,
    as_column,
    check_on_error,
    in_chunks,
    narrowed,
    rows_error,
)
from ..hands.hand import Meld, wrong_number
from ..kernels import layout
from ..rulebook.rules import Rules
from ..rulebook.tiles import COPIES, KINDS, NAMES, as_index, fifth_copy
from ..scoring.score import score_batch
from .forms import ALL_FORMS, FORMS, form_tables
from .one_hand import SCRATCH

__all__ = ["discards_batch", "shanten_batch", "useful_tiles_batch", "wait_points_batch", "waits_batch"]

Shantens: TypeAlias = npt.NDArray[np.int8]
Masks: TypeAlias = npt.NDArray[np.uint64]
Points: TypeAlias = npt.NDArray[np.int16]
BatchMelds: TypeAlias = npt.ArrayLike | None

_BEST = 1 << len(FORMS)


@overload
def shanten_batch(
    concealed: npt.ArrayLike, melds: BatchMelds = ..., forms: Iterable[str | int] | str | int | None = ..., *,
    threads: int | None = ..., on_error: OnError = ..., progress: Progress = ..., return_status: Literal[False] = ...,
) -> Shantens: ...  # fmt: skip
@overload
def shanten_batch(
    concealed: npt.ArrayLike, melds: BatchMelds = ..., forms: Iterable[str | int] | str | int | None = ..., *,
    threads: int | None = ..., on_error: OnError = ..., progress: Progress = ..., return_status: Literal[True],
) -> tuple[Shantens, Status]: ...  # fmt: skip
def shanten_batch(
    concealed: npt.ArrayLike,
    melds: BatchMelds = None,
    forms: Iterable[str | int] | str | int | None = None,
    *,
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Progress = None,
    return_status: bool = False,
) -> Shantens | tuple[Shantens, Status]:
    """Return the shanten of many hands in each form.

    Parameters
    ----------
    concealed : (n, 34) integers
        Counts of all concealed tiles: 3n+1 or 3n+2, as fits the melds. Any integer dtype and memory order.
    melds : (n, 4) integers or one integer, optional
        Meld codes as in `HandBatch`, 0 for none and 255 for a set of unknown tiles. One integer k stands for k sets of
        unknown tiles in every row.
    forms : iterable of str or int, optional
        The forms wanted, by name or place in `fastmcr.analysis.one_hand.FORMS`; by default all. The others are
        `UNREACHABLE`.
    threads : int, optional
        By default the processors this process may use, and one for fewer than 20,000 rows.
    on_error : {"raise", "mark"}
        Rows that are no hands: an error that names the first of them, or -128 in each place.
    progress : callable or True, optional
        Called with (rows done, rows); True shows a bar.
    return_status : bool
        Also return the status of each row.

    Returns
    -------
    shanten : (n, 6) int8
        Regular, seven pairs, thirteen orphans, honors and knitted tiles, knitted straight, and the best of them: -1
        complete, 0 ready, `UNREACHABLE` (127) where the melds bar a form.
    status : (n,) uint8, with ``return_status=True``
        0 OK, 1 tile, 2 meld, 3 fifth copy, 4 number of tiles.

    Raises
    ------
    RowsError
        With ``on_error="raise"``, if a row is no hand.
    InputError
        If an argument has a wrong type, dtype or shape.

    Examples
    --------
    >>> from fastmcr import HandBatch, shanten_batch
    >>> hands = HandBatch.from_strings(["123456789m1111p", "147m258p369sESWN"])
    >>> shanten_batch(hands.concealed).tolist()
    [[1, 4, 9, 9, 5, 1], [8, 6, 7, 0, 2, 0]]
    """
    wanted = _wanted(forms)
    rows = _Rows(concealed, melds, on_error)
    shanten = np.empty((len(rows), 6), np.int8)
    from .. import kernels

    def chunk(start: int, stop: int) -> int:
        return kernels.shanten_rows(
            *rows.part(start, stop),
            wanted,
            form_tables(),
            *_scratch(),
            rows.status[start:stop],
            shanten[start:stop],
        )

    rows.run(chunk, threads, progress)
    return (shanten, rows.status) if return_status else shanten


def useful_tiles_batch(
    concealed: npt.ArrayLike,
    melds: BatchMelds = None,
    *,
    per_form: bool = False,
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Progress = None,
    return_status: bool = False,
) -> tuple[npt.NDArray[Any], ...]:
    """Return the shanten of many hands and the tiles that lower the best.

    Parameters
    ----------
    concealed, melds, threads, on_error, progress, return_status
        As for `shanten_batch`.
    per_form : bool
        Also return the tiles that lower the shanten of each form.

    Returns
    -------
    shanten : (n, 6) int8
        As from `shanten_batch`.
    masks : (n,) uint64
        Bit t is set if tile t lowers the best shanten and a copy of it is not in the own hand; of 3n+2 tiles, with some
        discard. `fastmcr.analysis.one_hand.tiles_of` names the tiles of a mask.
    forms : (n, 5) uint64, with ``per_form=True``
        The same for each form.
    status : (n,) uint8, with ``return_status=True``

    Raises
    ------
    RowsError
        With ``on_error="raise"``, if a row is no hand.
    InputError
        If an argument has a wrong type, dtype or shape.

    Examples
    --------
    >>> from fastmcr import HandBatch, useful_tiles_batch
    >>> from fastmcr.analysis.one_hand import tiles_of
    >>> hands = HandBatch.from_strings(["[EEE]123m456p79s55s"])
    >>> shanten, masks = useful_tiles_batch(hands.concealed, hands.melds)
    >>> shanten[0, 5].item(), tiles_of(masks[0])
    (0, (Tile.S8,))
    """
    rows = _Rows(concealed, melds, on_error)
    shanten, masks = np.empty((len(rows), 6), np.int8), np.empty(len(rows), np.uint64)
    by_form = np.empty((len(rows) if per_form else 0, 5), np.uint64)
    from .. import kernels

    def chunk(start: int, stop: int) -> int:
        return kernels.useful_rows(
            *rows.part(start, stop), ALL_FORMS, form_tables(), *_scratch(), rows.status[start:stop],
            shanten[start:stop], masks[start:stop], by_form[start:stop],
        )  # fmt: skip

    rows.run(chunk, threads, progress)
    return (shanten, masks, *([by_form] if per_form else []), *([rows.status] if return_status else []))


def waits_batch(
    concealed: npt.ArrayLike,
    melds: BatchMelds = None,
    visible: npt.ArrayLike | None = None,
    rules: Rules | str = "default",
    *,
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Progress = None,
    return_status: bool = False,
) -> tuple[npt.NDArray[Any], ...]:
    """Return the tiles that many hands wait for.

    Parameters
    ----------
    concealed, melds, threads, on_error, progress, return_status
        As for `shanten_batch`; 3n+1 tiles.
    visible : (n, 34) integers, optional
        What each player sees outside his own tiles.
    rules : Rules or str
        Whether four alike may serve as two pairs depends on them.

    Returns
    -------
    formal : (n,) uint64
        Bit t is set if tile t completes the hand, whether or not a copy is left: what the wait fans look at.
    live : (n,) uint64
        Those of which a copy is neither own nor visible.
    status : (n,) uint8, with ``return_status=True``

    Raises
    ------
    RowsError
        With ``on_error="raise"``, if a row is no hand of 3n+1 tiles, or more than four copies are own or visible.
    InputError
        If an argument has a wrong type, dtype or shape.
    RulesError
        If there are no such rules.

    Examples
    --------
    >>> from fastmcr import HandBatch, waits_batch
    >>> from fastmcr.analysis.one_hand import tiles_of
    >>> hands = HandBatch.from_strings(["234m345s333pEEEE", "[EEE]123m456p78s55s"])
    >>> formal, live = waits_batch(hands.concealed, hands.melds)
    >>> [tiles_of(mask) for mask in formal], [tiles_of(mask) for mask in live]
    ([(Tile.E,), (Tile.S6, Tile.S9)], [(), (Tile.S6, Tile.S9)])
    """
    four_alike = Rules.coerce(rules).seven_pairs_four_alike
    rows = _Rows(concealed, melds, on_error, visible)
    formal, live = np.empty(len(rows), np.uint64), np.empty(len(rows), np.uint64)

    def chunk(start: int, stop: int) -> int:
        return rows.waits(start, stop, four_alike, formal[start:stop], live[start:stop])

    rows.run(chunk, threads, progress, _not_waiting)
    return (formal, live, rows.status) if return_status else (formal, live)


def discards_batch(
    concealed: npt.ArrayLike,
    melds: BatchMelds = None,
    *,
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Progress = None,
    return_status: bool = False,
) -> tuple[npt.NDArray[Any], ...]:
    """Return what every discard leaves of many hands.

    Parameters
    ----------
    concealed, melds, threads, on_error, progress, return_status
        As for `shanten_batch`; 3n+2 tiles.

    Returns
    -------
    shanten : (n, 34) int8
        The best shanten after the discard of each tile; `UNREACHABLE` (127) for tiles not held.
    masks : (n, 34) uint64
        Bit t is set if tile t is useful then; 0 for tiles not held.
    status : (n,) uint8, with ``return_status=True``

    Raises
    ------
    RowsError
        With ``on_error="raise"``, if a row is no hand of 3n+2 tiles.
    InputError
        If an argument has a wrong type, dtype or shape.

    Examples
    --------
    >>> from fastmcr import Tile, discards_batch
    >>> counts = [[0] * 34]
    >>> for tile in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 13, 27):
    ...     counts[0][tile] += 1
    >>> shanten, masks = discards_batch(counts)
    >>> shanten[0, Tile.E].item(), shanten[0, Tile.M1].item(), shanten[0, Tile.W].item()
    (0, 1, 127)
    """
    rows = _Rows(concealed, melds, on_error)
    shanten, masks = np.empty((len(rows), KINDS), np.int8), np.empty((len(rows), KINDS), np.uint64)
    from .. import kernels

    def chunk(start: int, stop: int) -> int:
        return kernels.discards_rows(
            *rows.part(start, stop), form_tables(), *_scratch(), rows.status[start:stop], shanten[start:stop],
            masks[start:stop],
        )  # fmt: skip

    rows.run(chunk, threads, progress, _nothing_to_discard)
    return (shanten, masks, rows.status) if return_status else (shanten, masks)


@overload
def wait_points_batch(
    batch: HandBatch, rules: Rules | str = ..., visible: npt.ArrayLike | None = ..., *, threads: int | None = ...,
    on_error: OnError = ..., progress: Progress = ..., return_status: Literal[False] = ...,
) -> Points: ...  # fmt: skip
@overload
def wait_points_batch(
    batch: HandBatch, rules: Rules | str = ..., visible: npt.ArrayLike | None = ..., *, threads: int | None = ...,
    on_error: OnError = ..., progress: Progress = ..., return_status: Literal[True],
) -> tuple[Points, Status]: ...  # fmt: skip
def wait_points_batch(
    batch: HandBatch,
    rules: Rules | str = "default",
    visible: npt.ArrayLike | None = None,
    *,
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Progress = None,
    return_status: bool = False,
) -> Points | tuple[Points, Status]:
    """Return what each wait of many hands is worth.

    Parameters
    ----------
    batch : HandBatch
        Hands of 3n+1 tiles, or of 3n+2 with their winning tile, which is left out. Winds and conditions count as far as
        they can be true of the win: self-drawn is set for one column and taken from the other, and what contradicts
        that or the hand is dropped.
    rules : Rules or str
        Rules, or the name of a preset.
    visible : (n, 34) integers, optional
        What each player sees outside his own tiles. A tile of which the other three lie there and in the own exposed
        melds is scored as the last of its kind.
    threads, on_error, progress, return_status
        As for `shanten_batch`.

    Returns
    -------
    points : (n, 34, 2) int16
        Points without flowers of a win with each tile, by discard and self-drawn. 0 where the tile is no wait or no
        copy of it is left.
    status : (n,) uint8, with ``return_status=True``
        As in `ScoreBatch`; a set of unknown tiles is 2.

    Raises
    ------
    RowsError
        With ``on_error="raise"``, if a row cannot be used.
    InputError
        If an argument has a wrong type, dtype or shape.
    RulesError
        If there are no such rules.

    Examples
    --------
    >>> from fastmcr import HandBatch, Tile, wait_points_batch
    >>> hands = HandBatch.from_strings(["[EEE]123m456p78s55s|ES0000"])
    >>> wait_points_batch(hands)[0, [Tile.S6, Tile.S9]].tolist()
    [[2, 3], [10, 11]]
    """
    if not isinstance(batch, HandBatch):
        raise InputError(f"batch must be a HandBatch, not {shown(batch)}")
    applied = Rules.coerce(rules)
    batch = batch.before_win()
    rows = _Rows(batch.concealed, batch.melds, on_error, visible)
    points = np.zeros((len(rows), KINDS, 2), np.int16)

    def chunk(start: int, stop: int) -> int:
        formal, live = np.empty(stop - start, np.uint64), np.empty(stop - start, np.uint64)
        rows.waits(start, stop, applied.seven_pairs_four_alike, formal, live)
        status = rows.status[start:stop]
        _check_columns(batch, start, stop, status)
        live[status != layout.OK] = 0
        _score_waits(batch, rows, start, stop, live, applied, points[start:stop])
        return int(np.count_nonzero(status))

    rows.run(chunk, threads, progress, _not_waiting)
    return (points, rows.status) if return_status else points


# --- points of waits --------------------------------------------------------------------------------------------------


def _check_columns(batch: HandBatch, start: int, stop: int, status: Status) -> None:
    """Mark rows that are hands and cannot be scored all the same."""

    def mark(code: int, bad: npt.NDArray[np.bool_]) -> None:
        status[bad & (status == layout.OK)] = code

    prevalent, seat = narrowed(batch.prevalent, start, stop), narrowed(batch.seat, start, stop)
    mark(layout.BAD_MELD, (narrowed(batch.melds, start, stop) == layout.UNKNOWN_SET).any(axis=1))
    mark(layout.BAD_WIND, (prevalent > 3) | (seat > 3))
    mark(layout.BAD_FLOWERS, narrowed(batch.flowers, start, stop) > 8)
    mark(layout.BAD_CONDITIONS, narrowed(batch.conditions, start, stop, np.uint16) > layout.ALL_CONDITIONS)
    if batch.status is not None:
        given = batch.status[start:stop]
        status[given != layout.OK] = given[given != layout.OK]


def _score_waits(
    batch: HandBatch, rows: _Rows, start: int, stop: int, live: Masks, rules: Rules, points: Points
) -> None:
    """Score every wait of some rows by discard and self-drawn."""
    at, tiles = np.nonzero(np.unpackbits(live.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little"))
    if not len(at):
        return
    concealed, melds = (part[at] for part in rows.part(start, stop))
    given = narrowed(batch.conditions, start, stop, np.uint16)[at]
    seen = rows.seen(start, stop)
    others = seen[at, tiles].astype(np.int64) if len(seen) else np.zeros(len(at), np.int64)
    told = len(seen) > 0 or rules.last_tile_auto
    held = concealed[np.arange(len(at)), tiles].astype(np.int64)
    concealed[np.arange(len(at)), tiles] += 1
    for column, conditions in enumerate(_win_conditions(given, held, melds, tiles, others, told, rules)):
        wins = HandBatch(
            concealed=concealed,
            melds=melds,
            win=tiles,
            conditions=conditions,
            prevalent=batch.prevalent[start:stop][at],
            seat=batch.seat[start:stop][at],
        )
        points[at, tiles, column] = score_batch(wins, rules, threads=1).points


def _win_conditions(
    given: npt.NDArray[np.uint16],
    held: npt.NDArray[np.int64],
    melds: npt.NDArray[np.uint8],
    tiles: npt.NDArray[np.int64],
    others: npt.NDArray[np.int64],
    told: bool,
    rules: Rules,
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint16]]:
    """Return the conditions of wins by discard and self-drawn, as `analysis.win_conditions` does for one."""
    kinds, first = np.divmod(melds.astype(np.int64) - 1, KINDS)
    step = tiles[:, None] - first
    in_chow = (kinds == layout.CHOW) & (step >= 0) & (step < 3)
    in_others = (kinds > layout.CHOW) & (step == 0)
    exposed = (in_chow + np.where(in_others, np.where(kinds == layout.PUNG, 3, COPIES), 0)).sum(axis=1)
    last_of_all = given & layout.WALL_LAST != 0
    last_of_kind = (held == 0) & ((given & layout.LAST_OF_KIND != 0) | (told & (exposed + others == COPIES - 1)))
    replacement = (given & layout.REPLACEMENT != 0) & (kinds >= layout.CLAIMED_KONG).any(axis=1)
    robbed = (given & layout.ROBBED_KONG != 0) & (held + exposed == 0)
    if rules.rob_on_last_tile == "reject":
        robbed &= ~last_of_all
    common = layout.WALL_LAST * last_of_all + layout.LAST_OF_KIND * last_of_kind
    by_discard = common + layout.ROBBED_KONG * robbed
    drawn = common + layout.SELF_DRAWN + layout.REPLACEMENT * replacement
    return by_discard.astype(np.uint16), drawn.astype(np.uint16)


# --- rows -------------------------------------------------------------------------------------------------------------


class _Rows:
    """The rows of a call: what was given, and the status of each."""

    def __init__(
        self,
        concealed: npt.ArrayLike,
        melds: BatchMelds,
        on_error: OnError,
        visible: npt.ArrayLike | None = None,
    ) -> None:
        check_on_error(on_error)
        self.on_error = on_error
        self.concealed = as_column("concealed", concealed, None, (KINDS,))
        self.melds = _as_melds(melds, len(self.concealed))
        self.visible: Column = (
            _NOTHING_SEEN if visible is None else as_column("visible", visible, len(self.concealed), (KINDS,))
        )
        self.is_seen = visible is not None
        self.status: Status = np.empty(len(self.concealed), np.uint8)

    def __len__(self) -> int:
        return len(self.concealed)

    def part(self, start: int, stop: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
        """Return concealed tiles and melds of some rows as the kernels want them."""
        return narrowed(self.concealed, start, stop), narrowed(self.melds, start, stop)

    def seen(self, start: int, stop: int) -> npt.NDArray[np.uint8]:
        """Return the visible tiles of some rows, no rows where none were given."""
        seen: npt.NDArray[np.uint8] = narrowed(self.visible, start, stop) if self.is_seen else _NOTHING_SEEN
        return seen

    def waits(self, start: int, stop: int, four_alike: bool, formal: Masks, live: Masks) -> int:
        """Write formal and live waits of some rows; return the number of bad ones."""
        from .. import kernels

        return kernels.waits_rows(
            *self.part(start, stop), self.seen(start, stop), four_alike, form_tables(), _work(),
            self.status[start:stop], formal, live,
        )  # fmt: skip

    def run(
        self,
        chunk: Callable[[int, int], int],
        threads: int | None,
        progress: Progress,
        wrong_kind: Callable[[int, str], str] | None = None,
    ) -> None:
        """Work through all chunks, and raise if a row is bad and that was asked for."""
        bad = in_chunks(chunk, len(self), threads, progress)
        if bad and self.on_error == "raise":
            raise rows_error(self.status, lambda row: self.reason(row, wrong_kind))

    def reason(self, row: int, wrong_kind: Callable[[int, str], str] | None) -> str:
        """Say in one line what is wrong with a row."""
        status = int(self.status[row])
        counts, codes = self.concealed[row].tolist(), [code for code in self.melds[row].tolist() if code]
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


_NOTHING_SEEN = np.zeros((0, KINDS), np.uint8)


def _as_melds(melds: BatchMelds, rows: int) -> Column:
    """Return meld codes, of one integer so many sets of unknown tiles for every row."""
    number = as_index(melds)
    if number is None:
        return as_column("melds", melds, rows, (4,))
    if not 0 <= number <= 4:
        raise InputError(f"melds must be codes, or a number 0..4 of unknown sets, not {shown(number)}")
    unknown = np.zeros(4, np.uint8)
    unknown[:number] = layout.UNKNOWN_SET
    return np.broadcast_to(unknown, (rows, 4))


def _meld_reason(codes: list[int]) -> str:
    for code in codes:
        try:
            Meld.from_code(code)
        except McrError as error:
            if code != layout.UNKNOWN_SET:
                return str(error)
    return "a set of unknown tiles cannot be scored" if layout.UNKNOWN_SET in codes else STATUS_WORDS[layout.BAD_MELD]


def _not_waiting(number: int, words: str) -> str:
    return f"{words}; a hand waits with {number - 1}: leave the last tile out"


def _nothing_to_discard(number: int, words: str) -> str:
    return f"{words}; a discard is chosen from {number + 1}"


def _wanted(forms: object) -> int:
    """Return the mask of the forms asked for."""
    if forms is None:
        return _BEST - 1
    alone = isinstance(forms, str) or not isinstance(forms, Iterable)
    asked = [forms] if alone else as_list("forms", forms, "names or places of forms")
    mask = 0
    for form in asked:
        place = FORMS.index(form) if is_one_of(form, FORMS) else as_index(form)
        if place is None or not 0 <= place < len(FORMS):
            words = ", ".join(f"{name} ({number})" for number, name in enumerate(FORMS))
            raise InputError(f"no form {shown(form)}; the forms are {words}")
        mask |= 1 << place
    return mask


def _work() -> Any:
    return np.empty(layout.SLOTS, np.uint64)


def _scratch() -> tuple[Any, Any]:
    return _work(), np.empty(SCRATCH, np.int64)
