"""Score one hand or millions under any rules."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from ..errors import ConditionError, HandError, McrError, NotAWinError
from ..hands.as_batch import HandsGiven, HandsLike, as_batch
from ..hands.as_hand import as_hand
from ..hands.batch import (
    STATUS_WORDS,
    OnError,
    Progress,
    as_row,
    check_on_error,
    in_chunks,
    loaded,
    narrowed,
    rows_error,
)
from ..hands.batch_result import BatchResult
from ..hands.hand import Hand
from ..hands.shared_parameters import with_shared_parameters
from ..kernels import layout
from ..rulebook.fans import Fan
from ..rulebook.lang import check_language
from ..rulebook.rules import Rules
from ..rulebook.tiles import TileLike, WindLike
from .reading import Reading, ReadingSet
from .result import Score, unpack_fans

if TYPE_CHECKING:
    from ..kernels import Tables

__all__ = ["Reading", "ReadingSet", "Score", "ScoreBatch", "ScoreRow", "score", "score_batch"]


class PreparedRules(NamedTuple):
    """All that a call of the one-hand kernel needs for one set of rules."""

    score_one: Any
    arguments: tuple[Any, ...]
    tables: Tables
    rules: Rules


@functools.lru_cache(maxsize=64)
def _prepared(rules: Rules | str) -> PreparedRules:
    from ..kernels import direct, load_tables, score_one

    found = Rules.coerce(rules)
    tables = loaded(load_tables)
    return PreparedRules(direct(score_one), (*tables, *found.compiled), tables, found)


def prepared_rules(rules: Rules | str) -> PreparedRules:
    """Return what the kernel needs for rules or the name of a preset, made once for each."""
    try:
        return _prepared(rules)
    except TypeError:  # not even hashable
        return _prepared(Rules.coerce(rules))


@with_shared_parameters
def score(
    hand: Hand | str,
    rules: Rules | str = "default",
    *,
    win: TileLike | None = None,
    prevalent: WindLike | None = None,
    seat: WindLike | None = None,
    self_drawn: bool | None = None,
    last_tile: bool | None = None,
    wall_last: bool | None = None,
    replacement: bool | None = None,
    robbed_kong: bool | None = None,
    flowers: SupportsIndex | None = None,
) -> Score:
    """Score a winning hand.

    Parameters
    ----------
    hand : Hand or str
        The hand with its winning tile, or a hand string.
    rules : Rules or str
        Rules, or the name of a preset: "default", "wmo2014", "mil", "r98".
    win : Tile, str or int, optional
        The winning tile: one of 3n+2 concealed tiles, in the place of the last, or one more beside 3n+1.
    one_hand_winds
    self_drawn : bool, optional
        The winning tile was drawn by the player.
    conditions_of_a_win
    one_hand_flowers

    Returns
    -------
    Score
        Points, fans, the reading; printing it shows a table.

    Raises
    ------
    NotationError
        If the text is no hand string.
    HandError
        If no player can hold the tiles, or the winning tile is missing.
    ConditionError
        If the conditions contradict each other or the hand.
    InputError
        If a keyword is of another type, or says other than the tails of the hand string.
    NotAWinError
        If the hand is not complete.
    RulesError
        If there are no such rules.

    Notes
    -----
    The best of all readings is taken; among equals the larger list of fans in fan order, then the smaller reading row.
    Keywords say what a hand string leaves open. Where it has a tail, ``|EW1000``, that says all of the situation, and a
    keyword may repeat it but not contradict it. Of a `Hand` they replace what it says.

    Examples
    --------
    >>> from fastmcr import score
    >>> score("123456789m1155p5p").total
    20
    >>> score("123456789m1155p5p", self_drawn=True, flowers=2).total
    24
    """
    # Most calls say nothing besides; a mapping of nothing would cost half of what they cost.
    if (
        win is None and prevalent is None and seat is None and self_drawn is None and last_tile is None
        and wall_last is None and replacement is None and robbed_kong is None and flowers is None
    ):  # fmt: skip
        if type(hand) is not Hand:
            hand = as_hand(hand, {})
    else:
        keywords = {
            "win": win, "prevalent": prevalent, "seat": seat, "self_drawn": self_drawn, "last_tile": last_tile,
            "wall_last": wall_last, "replacement": replacement, "robbed_kong": robbed_kong, "flowers": flowers,
        }  # fmt: skip
        hand = as_hand(hand, keywords)
    prepared = prepared_rules(rules)
    work = np.empty(layout.SLOTS, np.uint64)
    status = prepared.score_one(hand.row.reshape(1, 44), *prepared.arguments, work)
    if status:
        raise refusal(hand, status, prepared.rules)
    return Score(hand, prepared.rules, work.tolist())


def refusal(hand: Hand, status: int, rules: Rules) -> McrError:
    """Return the error that says why a hand cannot be scored."""
    if hand.win is None:
        return HandError(
            f"{hand} has no winning tile; write it last ({14 - 3 * len(hand.melds)} concealed tiles), or give win="
        )
    if status == layout.BAD_CONDITIONS:
        return ConditionError(contradiction(hand, rules))
    if status == layout.NOT_A_WIN:
        return NotAWinError(f"{hand} is not a complete hand")
    return McrError(f"{hand}: {STATUS_WORDS[status]}")  # pragma: no cover - a Hand has been checked


def contradiction(hand: Hand, rules: Rules) -> str:
    """Say which conditions of a hand cannot be true together (rulings A4b, A4e, A4f)."""
    win = hand.win
    kongs = any(meld.is_kong for meld in hand.melds)
    held = win is not None and win in hand.beside_win
    melded = win is not None and any(win in meld.tiles for meld in hand.melds)
    if hand.replacement and not hand.self_drawn:
        return "a replacement tile is drawn by the winner: it needs self-drawn"
    if hand.replacement and not kongs:
        return "a replacement tile needs a kong, and the hand has none"
    if hand.robbed_kong and hand.self_drawn:
        return "a robbed kong is another player's tile: it cannot be self-drawn"
    if hand.robbed_kong and (held or melded):
        return f"robbing the kong: the other three {win} lie in the robbed pung, but the hand holds one"
    if hand.robbed_kong and hand.wall_last and rules.rob_on_last_tile == "reject":
        return "robbing the kong and the last tile of the wall exclude each other: no kong may be made then"
    if hand.last_tile and held:
        return f"last of its kind: the other three {win} lie open, but one is among the concealed tiles"
    return "the conditions contradict each other"  # pragma: no cover - the cases above are all


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
        words = ((fan.chinese if lang == "zh" else fan.english, count) for fan, count in self.fans(row).items())
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
            narrowed(batch.concealed, start, stop),
            narrowed(batch.melds, start, stop),
            narrowed(batch.win, start, stop),
            narrowed(batch.conditions, start, stop, np.uint16),
            narrowed(batch.prevalent, start, stop),
            narrowed(batch.seat, start, stop),
            narrowed(batch.flowers, start, stop),
            narrowed(batch.status, start, stop) if batch.status is not None else _NO_STATUS,
            tables,
            bars,
            worth,
            switches,
            np.empty(layout.SLOTS * layout.BLOCK, np.uint64),
            status[start:stop],
            points[start:stop],
            flags[start:stop],
            repeats[start:stop],
            reading[start:stop],
            found[start:stop],
        )

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
