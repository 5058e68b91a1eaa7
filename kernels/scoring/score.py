"""Score one row: every reading in turn, its fans, and the best one kept."""

import numpy as np

from .. import layout
from ..jit import Bytes, Int, Ints, Word, Words, helper, inlined
from ..layout.fans import FLOWER_TILES, KNITTED_STRAIGHT, MELDED_HAND, NINE_GATES, TILE_HOG
from ..nibbles import copies, presence
from ..tables.load import Tables
from ..tables.words import (  # fmt: skip
    alternatives_of,
    claimed_in,
    concealed_kongs_in,
    exposed_in,
    kongs_in,
    melded_kongs_in,
    melds_in,
)
from .fans_tiles import fours, tile_fans
from .fans_win import kong_fans, win_fans
from .forms import score_pairs, score_singles
from .pack import COUNTS, DONE, FIRST, HELD, INDEX, REPEATS, TOTAL, WAITS, WORD0, WORD1, check_row, last_of_kind
from .readings import BODY_INDEX, knitted_body, one_pair, straight_class
from .sets import score_sets

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_POW5 = tuple(5**rank for rank in range(9))
_NINE_GATES_INDEX = sum(count * 5**rank for rank, count in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)))


@inlined
def look_ahead(win: Int, tables: Tables, work: Words) -> None:
    """Look up the first reading of each suit of a checked row, and take the winning tile out, for `score_checked`.

    A step of its own so that the look-ups of many rows can be under way at once.
    """
    for place in range(4):
        work[FIRST + place] = np.uint64(tables.first[work[INDEX + place]])
    suit = win // 9
    work[INDEX + suit] -= np.uint64(_POW5[win - 9 * suit])


@inlined
def look_further(tables: Tables, work: Words) -> None:
    """Replace what `look_ahead` found by the first reading of each suit; that of m plus 1, 0 if no win of sets."""
    r0, r1, r2, r3 = one_pair(
        np.int64(work[FIRST]), np.int64(work[FIRST + 1]), np.int64(work[FIRST + 2]), np.int64(work[FIRST + 3]),
        tables.readings,
    )  # fmt: skip
    work[FIRST], work[FIRST + 1], work[FIRST + 2], work[FIRST + 3] = (
        np.uint64(r0 + 1), np.uint64(r1), np.uint64(r2), np.uint64(r3)
    )  # fmt: skip


@helper
def score_row(
    concealed: Bytes, melds: Bytes, first: Int, i: Int, win: Int, conditions: Int, prevalent: Int, seat: Int,
    flowers: Int, tables: Tables, bars: Words, points: Ints, switches: Ints, work: Words,
) -> Int:  # fmt: skip
    """Check and score one row; the results are left in the work vector.

    Parameters
    ----------
    concealed : (n, at least 34) uint8
        Counts of all concealed tiles, the winning one among them.
    melds : (n, at least first + 4) uint8
        Meld codes.
    first, i : int
        Column of the first meld, and the row.
    win, conditions, prevalent, seat, flowers : int
        As in the row formats; any value.
    tables : Tables
        From `load_tables`.
    bars : (83, 2) uint64
        Row f: the fans that fan f bars; row 0: the fans that bar any.
    points : (83,) int64
        Points by fan.
    switches : (10,) int64
        Switch values in the order of `layout`.
    work : (40,) uint64
        Scratch and results: slots `POINTS`, `FLAGS0`, `FLAGS1`, `COUNTED`, `FOUND0`, `FOUND1`, `READING` of `check`.

    Returns
    -------
    int
        Status code; results are meaningful only with `OK`.
    """
    status = check_row(
        concealed, melds, first, i, win, conditions, prevalent, seat, flowers, switches[layout.SW_ROB_ON_LAST_TILE],
        tables.melds, work,
    )  # fmt: skip
    if status != layout.OK:
        return status
    look_ahead(win, tables, work)
    look_further(tables, work)
    return score_checked(win, conditions, prevalent, seat, flowers, tables, bars, points, switches, work)


@inlined
def score_checked(
    win: Int, conditions: Int, prevalent: Int, seat: Int, flowers: Int, tables: Tables, bars: Words, points: Ints,
    switches: Ints, work: Words,
) -> Int:  # fmt: skip
    """Score a row that `check_row`, `look_ahead` and `look_further` have prepared; otherwise as `score_row`."""
    work[DONE] = _ZERO
    work[WAITS] = _ZERO
    hand_fans(win, conditions, flowers, switches, work)
    word0 = work[WORD0]
    number = melds_in(work[COUNTS])
    suit = win // 9
    if number == 0 and suit < 3 and np.int64(work[INDEX + suit]) == _NINE_GATES_INDEX:
        work[WORD0] = word0 | NINE_GATES
    r0: Int = np.int64(work[FIRST]) - 1
    r1: Int = np.int64(work[FIRST + 1])
    r2: Int = np.int64(work[FIRST + 2])
    r3: Int = np.int64(work[FIRST + 3])
    shape = np.int64(layout.SHAPE_SETS)
    base = _ZERO
    body: Int = np.int64(0)
    if r0 < 0 and number <= 1:  # a meld is no part of a knitted body
        arrangement, body = body_of(win, work)
        if arrangement >= 0:
            shape = np.int64(layout.SHAPE_STRAIGHT + arrangement)
            base, r0, r1, r2, r3 = beside_body(arrangement, win, tables, work)
            work[WORD0] |= KNITTED_STRAIGHT
    if r0 >= 0:
        readings = tables.readings
        for s0 in range(r0, r0 + alternatives_of(readings[r0, 1])):
            for s1 in range(r1, r1 + alternatives_of(readings[r1, 1])):
                for s2 in range(r2, r2 + alternatives_of(readings[r2, 1])):
                    score_sets(
                        s0, s1, s2, r3, win, conditions, prevalent, seat, shape, base, body, tables, bars, points,
                        switches, work,
                    )  # fmt: skip
    if number == 0:
        work[WORD0] = word0
        score_pairs(work, switches, bars, points)
        if work[DONE] == _ZERO:
            m, p, s, h = work[TOTAL], work[TOTAL + 1], work[TOTAL + 2], work[TOTAL + 3]
            score_singles(work, presence(m), presence(p), presence(s), presence(h), bars, points)
    return layout.OK if work[DONE] != _ZERO else layout.NOT_A_WIN


@inlined
def hand_fans(win: Int, conditions: Int, flowers: Int, switches: Ints, work: Words) -> None:
    """Write the fans that do not depend on the reading, and their repeats: tiles, win, kongs, flowers."""
    counts = work[COUNTS]
    m, p, s, h = work[TOTAL], work[TOTAL + 1], work[TOTAL + 2], work[TOTAL + 3]
    word0, word1 = tile_fans(presence(m), presence(p), presence(s), presence(h))
    suit = win // 9
    last_tile = conditions & layout.LAST_OF_KIND != 0
    if switches[layout.SW_LAST_TILE_AUTO] == 0:
        # In own melds: of the tiles that are there, what is neither held nor the winning one.
        step = np.uint64(4 * (win - 9 * suit))
        last_tile |= last_of_kind(copies(work[TOTAL + suit], step) - copies(work[HELD + suit], step) - 1)
    exposed = exposed_in(counts)
    won0, won1 = win_fans(conditions, exposed == 0, last_tile)
    of_kongs0, of_kongs1 = kong_fans(
        melded_kongs_in(counts), concealed_kongs_in(counts), switches[layout.SW_MIXED_KONG_PAIR]
    )
    word0 |= won0 | of_kongs0
    word1 |= won1 | of_kongs1
    claimed = claimed_in(counts) == 4 or switches[layout.SW_MELDED_HAND_PROMOTED] == 1
    if exposed == 4 and claimed and not conditions & layout.SELF_DRAWN:
        word0 |= MELDED_HAND
    repeats = np.uint64(flowers) << np.uint64(28)
    if flowers > 0:
        word1 |= FLOWER_TILES
    hogs = fours(m, p, s, h) - kongs_in(counts)
    if hogs > 0:
        word0 |= TILE_HOG
        repeats |= np.uint64(hogs)
    work[WORD0], work[WORD1], work[REPEATS] = word0, word1, repeats


@inlined
def body_of(win: Int, work: Words) -> tuple[Int, Int]:
    """Return the arrangement of the knitted body among the concealed tiles, or -1, and `body` of `score_sets`."""
    suit = win // 9
    rank = win - 9 * suit
    step = np.uint64(4 * rank)
    bit = _ONE << step
    arrangement = knitted_body(
        presence(work[HELD] + (bit if suit == 0 else _ZERO)),
        presence(work[HELD + 1] + (bit if suit == 1 else _ZERO)),
        presence(work[HELD + 2] + (bit if suit == 2 else _ZERO)),
    )
    body = np.int64(0)
    if arrangement >= 0 and suit < 3 and rank % 3 == straight_class(arrangement, suit):
        body = np.int64(1 if copies(work[HELD + suit], step) == 0 else 2)
    return arrangement, body


@inlined
def beside_body(arrangement: Int, win: Int, tables: Tables, work: Words) -> tuple[Word, Int, Int, Int, Int]:
    """Return `base` of `wait_is_single`, and the first reading of each suit beside a body as of `one_pair`."""
    suit = win // 9
    power = _POW5[win - 9 * suit]
    k0, k1, k2 = straight_class(arrangement, 0), straight_class(arrangement, 1), straight_class(arrangement, 2)
    base = np.uint64(BODY_INDEX[k0]) | (np.uint64(BODY_INDEX[k1]) << np.uint64(21))
    base |= np.uint64(BODY_INDEX[k2]) << np.uint64(42)
    index0 = np.int64(work[INDEX]) - BODY_INDEX[k0] + (power if suit == 0 else 0)
    index1 = np.int64(work[INDEX + 1]) - BODY_INDEX[k1] + (power if suit == 1 else 0)
    index2 = np.int64(work[INDEX + 2]) - BODY_INDEX[k2] + (power if suit == 2 else 0)
    index3 = np.int64(work[INDEX + 3]) + (power if suit == 3 else 0)
    first = tables.first
    r0, r1, r2, r3 = one_pair(
        np.int64(first[index0]), np.int64(first[index1]), np.int64(first[index2]), np.int64(first[index3]),
        tables.readings,
    )  # fmt: skip
    return base, r0, r1, r2, r3
