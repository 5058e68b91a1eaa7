"""Score many hands at once under any rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import McrError
from ..hands.as_batch import HandsGiven, HandsLike, as_batch
from ..hands.batch import (
    STATUS_WORDS,
    OnError,
    Progress,
    as_row,
    check_on_error,
    in_chunks,
    narrowed,
    rows_error,
)
from ..hands.batch_result import BatchResult
from ..hands.shared_parameters import with_shared_parameters
from ..kernels import layout
from ..rulebook.fans import Fan
from ..rulebook.lang import check_language, name_in
from ..rulebook.rules import Rules
from .result import unpack_fans
from .score import prepared_rules, score

if TYPE_CHECKING:
    pass

__all__ = ["ScoreBatch", "ScoreRow", "score_batch"]


class ScoreRow(NamedTuple):
    """The score of one hand of many.

    Attributes
    ----------
    points : int
        Points without flowers.
    flowers : int
        Points for flowers.
    legal : bool
        Whether the hand reaches the minimum of the rules.
    fans : dict
        Fan -> how often it counts, in fan order.
    """

    points: int
    flowers: int
    legal: bool
    fans: dict[Fan, int]

    @property
    def total(self) -> int:
        """Points with flowers."""
        return self.points + self.flowers

    def __str__(self) -> str:
        words = [f"{fan}" if count == 1 else f"{fan} x{count}" for fan, count in self.fans.items()]
        flowers = f" + {self.flowers}" if self.flowers else ""
        return f"{self.points}{flowers} points{'' if self.legal else ' (too few)'}: {', '.join(words)}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ScoreBatch(BatchResult[ScoreRow]):
    """Scores of many hands, one row a hand. A row with a status other than 0 has zeros elsewhere.

    One row is a `ScoreRow`, some rows are a `ScoreBatch`; printing shows the first.

    Attributes
    ----------
    status : (n,) uint8
        0 OK; 1 tile, 2 meld, 3 fifth copy, 4 number of tiles, 5 wind, 6 flowers, 7 conditions, 8 not a win, 9 missing,
        10 text that is no hand string.
    points : (n,) int16
        Points without flowers.
    flags : (n, 2) uint64
        Fan f is bit (f - 1) % 64 of word (f - 1) // 64.
    repeats : (n,) uint64
        Nibble k is the count of fan 64, 65, 69, 70, 71, 72, 73, 81 in this order.
    reading : (n, 7) uint8
        0-3 the sets as meld codes (kinds continued by 5 concealed chow, 6 concealed pung), 4: 1 + tile of the pair,
        5: what the winning tile completed (0-3 that set, 4 pair, 5 knitted body, 6 the whole hand), 6: shape (0 sets,
        1 seven pairs, 2 orphans, 3 honors and knitted, 4.. knitted straight by arrangement).
    found : (n, 2) uint64 or None
        Fans before exclusion, with ``keep_found=True``.
    rules : Rules
        The rules that were applied.
    """

    status: npt.NDArray[np.uint8]
    points: npt.NDArray[np.int16]
    flags: npt.NDArray[np.uint64]
    repeats: npt.NDArray[np.uint64]
    reading: npt.NDArray[np.uint8]
    found: npt.NDArray[np.uint64] | None
    rules: Rules

    def _row(self, row: int) -> ScoreRow:
        fans = self.fans(row)
        return ScoreRow(int(self.points[row]), fans.get(Fan.FLOWER_TILES, 0), bool(self.legal[row]), fans)

    @property
    def flowers(self) -> npt.NDArray[np.int16]:
        """Points for flowers, (n,) int16."""
        return (self.repeats >> np.uint64(28)).astype(np.int16)

    @property
    def total(self) -> npt.NDArray[np.int16]:
        """Points with flowers, (n,) int16."""
        return self.points + self.flowers

    @property
    def legal(self) -> npt.NDArray[np.bool_]:
        """Whether each hand reaches the minimum, (n,) bool; False for bad rows."""
        return np.asarray((self.points >= self.rules.minimum) & (self.status == 0))

    def counts(self) -> npt.NDArray[np.uint8]:
        """Return how often each fan counts.

        Returns
        -------
        (n, 82) uint8
            Column f - 1 is fan f.

        Examples
        --------
        >>> from fastmcr import Fan, HandBatch, score_batch
        >>> counts = score_batch(HandBatch.from_strings(["123456789m1155p5p"])).counts()
        >>> [str(Fan(column + 1)) for column in counts[0].nonzero()[0]]
        ['Pure Straight', 'Concealed Hand', 'One Voided Suit', 'No Honors']
        """
        bits = self.flags.astype("<u8", copy=False).view(np.uint8)
        counts = np.ascontiguousarray(np.unpackbits(bits, axis=1, bitorder="little", count=82))
        for place, fan in enumerate(layout.REPEATABLE):
            counts[:, fan - 1] = (self.repeats >> np.uint64(4 * place)) & np.uint64(15)
        return counts

    def fans(self, row: int) -> dict[Fan, int]:
        """Return the fans of one row and how often each counts, in fan order."""
        place = as_row(row, len(self))
        low, high = (int(word) for word in self.flags[place])
        return unpack_fans(low | high << 64, int(self.repeats[place]))

    def names(self, row: int, lang: str = "en") -> list[str]:
        """Return the fans of one row in words.

        Parameters
        ----------
        row : int
            The row.
        lang : {"en", "zh"}
            English or Chinese.

        Returns
        -------
        list of str
            One item a fan, with "x2" after one that counts twice.

        Examples
        --------
        >>> from fastmcr import HandBatch, score_batch
        >>> score_batch(HandBatch.from_strings(["123456789m1155p5p"])).names(0)
        ['Pure Straight', 'Concealed Hand', 'One Voided Suit', 'No Honors']
        """
        check_language(lang)
        words = ((name_in(fan, lang), count) for fan, count in self.fans(row).items())
        return [name if count == 1 else f"{name} x{count}" for name, count in words]


@with_shared_parameters
def score_batch(
    hands: HandsLike,
    rules: Rules | str = "default",
    *,
    win: npt.ArrayLike | None = None,
    melds: npt.ArrayLike | None = None,
    conditions: npt.ArrayLike | None = None,
    prevalent: npt.ArrayLike | None = None,
    seat: npt.ArrayLike | None = None,
    flowers: npt.ArrayLike | None = None,
    keep_found: bool = False,
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Progress = None,
) -> ScoreBatch:
    """Score many winning hands.

    Parameters
    ----------
    hands
    rules
    win : (n,) integers
        Beside counts, and there it must be given: the winning tiles, 0..33, as in `HandBatch`.
    known_melds
    conditions : (n,) integers, optional
        Beside counts: sum of 1 self-drawn, 2 last of its kind, 4 last of the wall, 8 replacement tile, 16 robbed kong.
    winds
    flowers : (n,) integers or one integer, optional
        Beside counts: 0..8.
    keep_found : bool
        Also return the fans before exclusion.
    threads
    on_error
    progress

    Returns
    -------
    ScoreBatch
        Arrays with one row a hand.

    Raises
    ------
    RowsError
        With ``on_error="raise"``, if a row cannot be scored.
    InputError
        If an argument has a wrong type.
    RulesError
        If there are no such rules.

    Examples
    --------
    >>> from fastmcr import score_batch
    >>> result = score_batch(["123456789m1155p5p", "[EEE]123m456p789s5s5s|ES1000|2"])
    >>> result.points.tolist(), result.total.tolist()
    ([20, 12], [20, 14])
    >>> result
    <ScoreBatch of 2 hands>
      row 0: 20 points: Pure Straight, Concealed Hand, One Voided Suit, No Honors
      row 1: 12 + 2 points: Mixed Straight, Prevalent Wind, Single Wait, Self-Drawn, Flower Tiles x2
    """
    check_on_error(on_error)
    prepared = prepared_rules(rules)
    columns = {
        "win": win, "melds": melds, "conditions": conditions, "prevalent": prevalent, "seat": seat, "flowers": flowers,
    }  # fmt: skip
    given = as_batch(hands, columns, needs_win=True)
    batch = given.batch
    from ..kernels import score_rows

    rows = len(batch)
    status, points = np.empty(rows, np.uint8), np.empty(rows, np.int16)
    flags, repeats = np.empty((rows, 2), np.uint64), np.empty(rows, np.uint64)
    reading = np.empty((rows, 7), np.uint8)
    found = np.empty((rows if keep_found else 0, 2), np.uint64)

    tables = prepared.tables
    bars, worth, switches = prepared.rules.compiled

    def score_chunk(start: int, stop: int) -> int:
        return score_rows(
            narrowed(batch.concealed, start, stop), narrowed(batch.melds, start, stop),
            narrowed(batch.win, start, stop), narrowed(batch.conditions, start, stop, np.uint16),
            narrowed(batch.prevalent, start, stop), narrowed(batch.seat, start, stop),
            narrowed(batch.flowers, start, stop),
            narrowed(batch.status, start, stop) if batch.status is not None else _NO_STATUS,
            tables, bars, worth, switches, np.empty(layout.SLOTS * layout.BLOCK, np.uint64),
            status[start:stop], points[start:stop], flags[start:stop], repeats[start:stop], reading[start:stop],
            found[start:stop],
        )  # fmt: skip

    bad = in_chunks(score_chunk, rows, threads, progress)
    if bad and on_error == "raise":
        raise rows_error(status, lambda row: _row_reason(given, row, int(status[row]), prepared.rules))
    return ScoreBatch(status, points, flags, repeats, reading, found if keep_found else None, prepared.rules)


_NO_STATUS = np.zeros(0, np.uint8)


def _row_reason(given: HandsGiven, row: int, status: int, rules: Rules) -> str:
    """Say in one line what is wrong with a row, with its values where they can be told."""
    if given.batch.status is not None and given.batch.status[row]:
        return given.refusal(row)
    try:
        score(given.batch.hand(row), rules)
    except McrError as error:
        return str(error)
    return STATUS_WORDS[status]  # pragma: no cover - the row was refused
