"""Points of a target hand of sets and a pair, in the two readings of `fastmcr.distance`: open and concealed."""

import itertools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .. import layout
from ..jit import Int, Ints, Word, Words, helper, inlined, lowest, ones
from ..layout import numbers as fan_no
from ..layout.fans import (
    ALL_CHOWS,
    ALL_EVEN_PUNGS,
    ALL_FIVES,
    ALL_PUNGS,
    FULLY_CONCEALED_HAND,
    KNITTED_STRAIGHT,
    NINE_GATES,
    OUTSIDE_HAND,
    PUNG_OF_ENDS,
    SELF_DRAWN_FAN,
    TILE_HOG,
)
from ..nibbles import presence
from ..scoring.choose import exclude, sum_points
from ..scoring.fans_sets import sorted_index
from ..scoring.fans_tiles import fours, tile_fans
from ..scoring.fans_win import concealed_pung_fans
from ..scoring.pack import COUNTS, HELD, WORD0, WORD1
from ..scoring.sets import combined_fans, honor_fans
from ..tables.load import Tables
from ..tables.words import chows_in, concealed_kongs_in, exposed_in, kongs_in, melds_in
from .targets import SHARED_FANS

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_BYTE = np.uint64(255)
_LOW = np.uint64(0xFFFFFFFF)
_ENDS_SHIFT = np.uint64(4 * layout.REPEATABLE.index(73))
_ONES = np.uint64(0x111111111)
_EIGHTS = np.uint64(0x888888888)
_GATES = np.uint64(0x311111113)
_OUTSIDE, _FIVES, _EVEN = np.uint64(1 << 40), np.uint64(1 << 41), np.uint64(1 << 42)


class Rulings(NamedTuple):
    """What rules bring to the points of targets; all arrays are read-only.

    Attributes
    ----------
    bars : (83, 2) uint64
    points : (83,) int64
    switches : (10,) int64
        As for scoring.
    shared : (4096,) int64
        By what all parts share: the most points that this brings.
    present : (32,) int64
        By what is there: the most points that this brings.
    present_left : (32,) int64
        The same by what is there so far.
    codes : (k,) int64
        By outcome of a combination of sets: the points of its fans.
    chows_left : (3, 12650) int16
        By the number of suits already looked at, and by the combination of chows so far: the most points of a
        combination that has them and perhaps more of the suits that are left, with that of a pair that fits.
    pungs_left : (4, 73815) int16
        The same for pungs; the honors are the last suit.
    """

    bars: npt.NDArray[np.uint64]
    points: npt.NDArray[np.int64]
    switches: npt.NDArray[np.int64]
    shared: npt.NDArray[np.int64]
    present: npt.NDArray[np.int64]
    present_left: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int64]
    chows_left: npt.NDArray[np.int16]
    pungs_left: npt.NDArray[np.int16]


@helper
def points_left(word0: Word, word1: Word, repeats: Word, bars: Words, points: Ints) -> Int:
    """Return the points of fans found, after exclusion."""
    flags0, flags1, counted = exclude(word0, word1, repeats, bars)
    return sum_points(flags0, flags1, counted, points)


@inlined
def target_fans(
    sets: Word, info: Word, m: Word, p: Word, s: Word, h: Word, body: bool, winds: Int, tables: Tables, work: Words
) -> tuple[Word, Word, Word, Int]:
    """Return the fans of a target that the two readings share.

    Parameters
    ----------
    sets, info, m, p, s, h, body, winds, tables, work
        As in `target_points`.

    Returns
    -------
    tuple of uint64 and int
        Flag words, repeats, and the number of pungs of terminals or honors, which are not among them yet.
    """
    word0, word1 = tile_fans(presence(m), presence(p), presence(s), presence(h))
    pungs = sets >> np.uint64(32)
    pair = np.int64((info >> np.uint64(8)) & np.uint64(63)) - 1
    of_sets0, of_sets1, repeats = combined_fans(sets & _LOW, pungs, pair, tables)
    word0 |= work[WORD0] | of_sets0
    word1 |= work[WORD1] | of_sets1
    hogs = fours(m, p, s, h) - kongs_in(work[COUNTS])
    repeats |= np.uint64(hogs)
    if hogs > 0:
        word0 |= TILE_HOG
    honors = (info >> np.uint64(24)) & np.uint64(127)
    fans, scoring = honor_fans(honors, np.int64(winds & 3), np.int64(winds >> 2), pair, word0)
    word0 |= fans
    ends = ones(honors & np.uint64(15) & ~scoring)
    for place in range(4):
        number = np.int64((pungs >> np.uint64(8 * place)) & _BYTE)
        if 0 < number <= layout.HONORS and number % 9 <= 1:
            ends += 1
    chows = info & np.uint64(7)
    if body:
        word0 |= KNITTED_STRAIGHT
    elif info & _OUTSIDE != _ZERO:
        word0 |= OUTSIDE_HAND
    if info & _FIVES != _ZERO and not body:
        word0 |= ALL_FIVES
    if chows == _ZERO and not body:
        word0 |= ALL_PUNGS
        if info & _EVEN != _ZERO:
            word0 |= ALL_EVEN_PUNGS
    elif chows == np.uint64(1 if body else 4) and pair < layout.HONORS:
        word0 |= ALL_CHOWS
    return word0, word1, repeats, ends


@inlined
def with_ends(word1: Word, repeats: Word, ends: Int) -> tuple[Word, Word]:
    """Add pungs of terminals or honors to flag word 1 and the repeats."""
    return word1 | (PUNG_OF_ENDS if ends > 0 else _ZERO), repeats | (np.uint64(ends) << _ENDS_SHIFT)


@inlined
def in_open(word0: Word, word1: Word, repeats: Word, ends: Int, work: Words) -> tuple[Word, Word, Word]:
    """Return the fans of a target in the open reading, from those of `target_fans`."""
    own0, own1 = concealed_pung_fans(concealed_kongs_in(work[COUNTS]))
    word1, repeats = with_ends(word1 | own1, repeats, ends)
    return word0 | own0, word1, repeats


@inlined
def in_concealed(
    word0: Word, word1: Word, repeats: Word, ends: Int, info: Word, surplus: bool, switches: Ints, work: Words
) -> tuple[Word, Word, Word]:
    """Return the fans of a target in the concealed reading, from those of `target_fans`."""
    counts = work[COUNTS]
    declared = concealed_kongs_in(counts)
    laid = melds_in(counts) - chows_in(counts)
    own0, own1 = concealed_pung_fans(declared + np.int64((info >> np.uint64(3)) & np.uint64(7)) - laid)
    if exposed_in(counts) == 0:
        own0 |= FULLY_CONCEALED_HAND
    if surplus:
        own0 |= NINE_GATES
        if switches[layout.SW_NINE_GATES_PUNGS] == 1:
            ends = max(ends - 1, 0)
    word1, repeats = with_ends(word1 | own1 | SELF_DRAWN_FAN, repeats, ends)
    return word0 | own0, word1, repeats


@helper
def target_points(
    sets: Word, info: Word, m: Word, p: Word, s: Word, h: Word, surplus: bool, body: bool, winds: Int, tables: Tables,
    rulings: Rulings, work: Words,
) -> tuple[Int, Int]:  # fmt: skip
    """Return the points of a target in the open and in the concealed reading.

    Parameters
    ----------
    sets, info : uint64
        Columns 0 and 2 of the whole hand, melds included, as drawn in `targets`.
    m, p, s, h : uint64
        Nibbles of all its tiles.
    surplus : bool
        Whether the last tile drawn can be the one that nine gates have over.
    body : bool
        Whether the set and the pair stand beside a knitted body.
    winds : int
        Prevalent wind + 4 * seat wind.
    tables : Tables
    rulings : Rulings
    work : (40,) uint64
        The packed row, with the fans of its kongs in `WORD0` and `WORD1`.
    """
    word0, word1, repeats, ends = target_fans(sets, info, m, p, s, h, body, winds, tables, work)
    open0, open1, open_repeats = in_open(word0, word1, repeats, ends, work)
    drawn0, drawn1, drawn_repeats = in_concealed(
        word0, word1, repeats, ends, info, surplus, rulings.switches, work
    )  # fmt: skip
    return (
        points_left(open0, open1, open_repeats, rulings.bars, rulings.points),
        points_left(drawn0, drawn1, drawn_repeats, rulings.bars, rulings.points),
    )


@helper
def most_points(sets: Word, info: Word, chow_points: Int, special: Word, tables: Tables, rulings: Rulings) -> Int:
    """Return points that the open reading of a target does not exceed; arguments as in `target_points`."""
    pair = np.int64((info >> np.uint64(8)) & np.uint64(63))
    code = np.int64(tables.pung_codes[sorted_index(sets >> np.uint64(32), tables.ranks, np.int64(4))])
    most = np.int64(chow_points + rulings.codes[code]) + np.int64((info >> np.uint64(16)) & np.uint64(31))
    most += rulings.shared[np.int64(info >> np.uint64(40))]
    most += rulings.present[np.int64((info >> np.uint64(32)) & np.uint64(31))]
    if info & np.uint64(7) == _ZERO:
        most += rulings.points[fan_no.ALL_PUNGS]
    elif info & np.uint64(7) == np.uint64(4):
        most += rulings.points[fan_no.ALL_CHOWS]
    if special != _ZERO and np.int64(special & _BYTE) == pair:
        most += rulings.points[fan_no.PURE_TERMINAL_CHOWS]
    if pair > layout.HONORS and ones((info >> np.uint64(24)) & np.uint64(127)) >= 2:
        most += rulings.points[fan_no.LITTLE_FOUR_WINDS]
    return np.int64(most)


@inlined
def points_of_hidden(number: Int, rulings: Rulings) -> Int:
    """Return the points of so many concealed pungs and kongs."""
    if number < 2:
        return np.int64(0)
    if number == 2:
        return np.int64(rulings.points[fan_no.TWO_CONCEALED_PUNGS])
    return np.int64(rulings.points[fan_no.THREE_CONCEALED_PUNGS if number == 3 else fan_no.FOUR_CONCEALED_PUNGS])


@inlined
def most_drawn(info: Word, declared: Int, laid: Int, drawn: Int, rulings: Rulings) -> Int:
    """Return how many points more the concealed reading of a target has at most.

    Parameters
    ----------
    info : uint64
        As in `target_points`.
    declared, laid : int
        Concealed kongs, and all melds that are no chows.
    drawn : int
        Points of a concealed hand and of self-draw.
    rulings : Rulings
    """
    more = points_of_hidden(declared + np.int64((info >> np.uint64(3)) & np.uint64(7)) - laid, rulings)
    present = (info >> np.uint64(32)) & np.uint64(31)
    more += rulings.points[fan_no.NINE_GATES] if present < np.uint64(8) and ones(present) == 1 else 0
    return np.int64(more + drawn)


@inlined
def gates_over(tiles: Word, held: Word) -> bool:
    """Say whether a suit of 14 tiles is nine gates and one tile over, which can be drawn last.

    Parameters
    ----------
    tiles : uint64
        Nibbles of the suit.
    held : uint64
        Those in hand: the tile over must be lacking, unless nothing is.
    """
    if ((tiles | _EIGHTS) - _GATES) & _EIGHTS != _EIGHTS:
        return False
    over = tiles - _GATES
    if over == _ZERO or over & (over - _ONE) != _ZERO or over & _ONES == _ZERO:
        return False
    rank = np.uint64(lowest(over))
    return bool(tiles == held or (tiles >> rank) & np.uint64(15) > (held >> rank) & np.uint64(15))


@inlined
def gates_left(m: Word, p: Word, s: Word, work: Words) -> bool:
    """Say whether the tile over of nine gates can be drawn last, of a target's tiles beside the melds."""
    return gates_over(m, work[HELD]) or gates_over(p, work[HELD + 1]) or gates_over(s, work[HELD + 2])


def rulings_of(
    bars: npt.NDArray[np.uint64], points: npt.NDArray[np.int64], switches: npt.NDArray[np.int64], tables: Tables,
    dear: bool = True,
) -> Rulings:  # fmt: skip
    """Return compiled rules with the most points that shared traits and combinations bring.

    Without `dear`, for fewer than `layout.DEAR` points, what bounds parts of targets is left empty: it takes time.
    """
    shared = np.array(
        [
            sum(_shared_points(fan, points) for place, fan in enumerate(SHARED_FANS) if bits >> place & 1)
            for bits in range(4096)
        ]
    )
    present = np.zeros(32, np.int64)
    for bits in range(1, 32):
        suits = (bits & 7).bit_count()
        fans = [22 if bits < 8 else 50] if suits == 1 else [75] if suits == 2 else [11] if suits == 0 else []
        fans += [52] if bits == 31 else []
        fans += [76] if bits < 8 else []
        present[bits] = sum(int(points[fan]) for fan in fans)
    codes = np.zeros(len(tables.outcomes), np.int64)
    for code, (word0, word1, repeats, _) in enumerate(tables.outcomes.tolist()):
        flags = word0 | word1 << 64
        for fan in range(1, layout.FANS):
            if flags >> (fan - 1) & 1:
                count = repeats >> 4 * layout.REPEATABLE.index(fan) & 15 if fan in layout.REPEATABLE else 1
                codes[code] += count * int(points[fan])
    of_pair = np.array([points[fan] for fan in (tables.outcomes[:, 3] >> np.uint64(8)).tolist()], np.int64)
    chows_left = pungs_left = np.empty((0, 0), np.int16)
    if dear:
        chows_left = _most_left((codes + of_pair)[tables.chow_codes], tables.ranks[:4], (7, 14, 21))
        pungs_left = _most_left(codes[tables.pung_codes], tables.ranks[4:], (9, 18, 27, 34))
    present_left = np.array([max(present[more] for more in range(32) if more & bits == bits) for bits in range(32)])
    for array in (shared, present, present_left, codes, chows_left, pungs_left):
        array.setflags(write=False)
    return Rulings(bars, points, switches, shared, present, present_left, codes, chows_left, pungs_left)


def _most_left(
    worth: npt.NDArray[np.int64], ranks: npt.NDArray[np.int32], ends: tuple[int, ...]
) -> npt.NDArray[np.int16]:
    """Return the most points of combinations by suits looked at, as `Rulings` says.

    Parameters
    ----------
    worth : (n,) int64
        By combination: its points.
    ranks : (4, 40) int32
        Summands of the number of a combination, for each of four ascending sets; set 0 is none.
    ends : tuple of int
        The last set of each suit.
    """
    smaller = np.array(list(itertools.combinations_with_replacement(range(ends[-1] + 1), 3)))
    smaller = np.hstack([np.zeros((len(smaller), 1), np.int64), smaller])  # those of at most three sets
    found = np.empty((len(ends), len(worth)), np.int16)
    most = worth.copy()
    for suit in reversed(range(len(ends))):
        begin = ends[suit - 1] if suit else 0
        for size in (3, 2, 1, 0):  # of a suit any number may be added: from the largest on
            sets = smaller[(smaller > 0).sum(axis=1) == size]
            numbers = _number(sets, ranks)
            for more in range(begin + 1, ends[suit] + 1):
                larger = np.sort(np.hstack([sets[:, 1:], np.full((len(sets), 1), more)]), axis=1)
                most[numbers] = np.maximum(most[numbers], most[_number(larger, ranks)])
        found[suit] = most
    return found


def _number(sets: npt.NDArray[np.int64], ranks: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """Return the numbers of combinations of four ascending sets."""
    numbers = ranks[np.arange(4), sets].sum(axis=1, dtype=np.int64)
    return np.asarray(numbers, np.int64)


def _shared_points(fan: int, points: npt.NDArray[np.int64]) -> int:
    """Return the most that a shared trait can be worth: only terminals and honors may be only terminals."""
    return (
        int(max(points[fan_no.ALL_TERMINALS], points[fan_no.ALL_TERMINALS_AND_HONORS]))
        if fan == fan_no.ALL_TERMINALS_AND_HONORS
        else int(points[fan])
    )
