"""Score one row: every reading in turn, its fans, and the best one kept."""

import numpy as np

from .. import layout
from ..jit import Bytes, Int, Ints, Word, Words, helper, inlined, ones
from ..layout.fans import (  # fmt: skip
    ALL_CHOWS,
    ALL_EVEN_PUNGS,
    ALL_FIVES,
    ALL_PUNGS,
    BIG_THREE_WINDS,
    CLOSED_WAIT,
    EDGE_WAIT,
    FLOWER_TILES,
    FOUR_CONCEALED_PUNGS,
    GREATER_KNITTED,
    KNITTED_STRAIGHT,
    LESSER_KNITTED,
    LITTLE_FOUR_WINDS,
    LITTLE_THREE_DRAGONS,
    MELDED_HAND,
    NINE_GATES,
    OUTSIDE_HAND,
    PREVALENT_WIND,
    PUNG_OF_ENDS,
    RANGE_FANS,
    SEAT_WIND,
    SEVEN_PAIRS,
    SEVEN_SHIFTED_PAIRS,
    SINGLE_WAIT_FAN,
    THIRTEEN_ORPHANS,
    THREE_CONCEALED_PUNGS,
    TILE_HOG,
    TWO_CONCEALED_PUNGS,
)
from ..nibbles import copies, presence
from ..tables.load import Tables
from .choose import keep_best
from .fans_sets import sorted_index, spread_bytes
from .fans_tiles import fours, tile_fans
from .fans_win import SINGLE_WAIT, kong_fans, wait_is_single, win_fans
from .pack import (  # fmt: skip
    CHOWS,
    CODES,
    COUNTS,
    DONE,
    FIRST,
    HELD,
    HONORS,
    INDEX,
    PUNGS,
    REPEATS,
    SHARED,
    TOTAL,
    WAITS,
    WORD0,
    WORD1,
    check_row,
    last_of_kind,
)
from .readings import (  # fmt: skip
    AS_BODY,
    AS_CLOSED,
    AS_EDGE,
    AS_PAIR,
    AS_PUNG,
    BODY_INDEX,
    knitted_body,
    one_pair,
    reading_row,
    straight_class,
    straight_suits,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_BYTE = np.uint64(255)
_NIBBLE = np.uint64(15)
_SEVEN = np.uint64(7)
_ONES = np.uint64(0x111111111)
_ENDS_SHIFT = np.uint64(4 * layout.REPEATABLE.index(73))
_ORPHANS_SUIT = np.uint64(0x100000001)
_ORPHANS_HONORS = np.uint64(0x1111111)
_CLASS_147 = np.uint64(0x001001001)
_SEVEN_TWOS = np.uint64(0x2222222)
_POW5 = tuple(5**rank for rank in range(9))
_NINE_GATES_INDEX = sum(count * 5**rank for rank, count in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)))


@inlined
def score_sets(
    r0: Int, r1: Int, r2: Int, r3: Int, win: Int, conditions: Int, prevalent: Int, seat: Int, shape: Int,
    base: Word, body: Int, tables: Tables, bars: Words, points: Ints, switches: Ints, work: Words,
) -> None:  # fmt: skip
    """Find the fans of one reading of sets and a pair and keep it if it is the best.

    Parameters
    ----------
    r0, r1, r2, r3 : int
        Rows of `Tables.readings` for m, p, s and the honors.
    shape : int
        `SHAPE_SETS`, or `SHAPE_STRAIGHT` + arrangement when the sets stand beside a knitted body.
    base : uint64
        As in `wait_is_single`.
    body : int
        Knitted straight only: 0 the winning tile is not of the body, 1 it completes the body, 2 a second copy of it.
    """
    readings = tables.readings
    b0, b1, b2, b3 = readings[r0, 1], readings[r1, 1], readings[r2, 1], readings[r3, 1]
    a0, a1, a2, a3 = readings[r0, 0], readings[r1, 0], readings[r2, 0], readings[r3, 0]
    seven = np.uint64(7)
    four = np.uint64(4)
    low = np.uint64(0xFFFFFFFF)
    half = np.uint64(32)
    n0, n1, n2 = (b0 >> four) & seven, (b1 >> four) & seven, (b2 >> four) & seven
    k0, k1, k2, k3 = (b0 >> seven) & seven, (b1 >> seven) & seven, (b2 >> seven) & seven, (b3 >> seven) & seven
    eight = np.uint64(8)
    chows = a0 & low
    chows |= ((a1 & low) + spread_bytes(n1) * np.uint64(9)) << (eight * n0)
    chows |= ((a2 & low) + spread_bytes(n2) * np.uint64(18)) << (eight * (n0 + n1))
    # A chow's number runs from 1 to 21, seven to a suit; its lowest tile is two more for each suit passed.
    numbers = chows - ((spread_bytes(n1) * np.uint64(2)) << (eight * n0))
    numbers -= (spread_bytes(n2) * np.uint64(4)) << (eight * (n0 + n1))
    pungs = a0 >> half
    pungs |= ((a1 >> half) + spread_bytes(k1) * np.uint64(9)) << (eight * k0)
    pungs |= ((a2 >> half) + spread_bytes(k2) * np.uint64(18)) << (eight * (k0 + k1))
    pungs |= ((a3 >> half) + spread_bytes(k3) * np.uint64(27)) << (eight * (k0 + k1 + k2))
    hidden_chows = np.int64(n0 + n1 + n2)
    hidden_pungs = np.int64(k0 + k1 + k2 + k3)
    counts = work[COUNTS]
    chow_count = hidden_chows + np.int64((counts >> eight) & _BYTE)

    in0, in1, in2, in3 = b0 & _NIBBLE, b1 & _NIBBLE, b2 & _NIBBLE, b3 & _NIBBLE
    pair_suit = np.int64(in1 != _ZERO) + 2 * np.int64(in2 != _ZERO) + 3 * np.int64(in3 != _ZERO)
    pair = 9 * pair_suit + np.int64(in0 | in1 | in2 | in3) - 1

    word0, word1, repeats = work[WORD0], work[WORD1], work[REPEATS]
    outcomes = tables.outcomes
    code = np.int64(
        tables.chow_codes[
            sorted_index(numbers | (work[CHOWS] << (eight * np.uint64(hidden_chows))), tables.ranks, np.int64(0))
        ]
    )
    word0 |= outcomes[code, 0]
    word1 |= outcomes[code, 1]
    repeats |= outcomes[code, 2]
    special = outcomes[code, 3]
    if special != _ZERO and np.int64(special & _BYTE) == pair + 1:
        word0 |= _ONE << ((special >> eight) - _ONE)
    code = np.int64(
        tables.pung_codes[
            sorted_index(pungs | (work[PUNGS] << (eight * np.uint64(hidden_pungs))), tables.ranks, np.int64(4))
        ]
    )
    word0 |= outcomes[code, 0]
    word1 |= outcomes[code, 1]
    repeats |= outcomes[code, 2]

    honors = ((b3 >> np.uint64(16)) | work[HONORS]) & np.uint64(127)
    scoring = _ZERO
    if honors != _ZERO:
        own_prevalent = _ONE << np.uint64(prevalent)
        own_seat = _ONE << np.uint64(seat)
        if honors & own_prevalent != _ZERO:
            word0 |= PREVALENT_WIND
        if honors & own_seat != _ZERO:
            word0 |= SEAT_WIND
        scoring = own_prevalent | own_seat
        if pair >= layout.DRAGONS and ones(honors >> four) == 2:
            word0 |= LITTLE_THREE_DRAGONS
        if word0 & BIG_THREE_WINDS != _ZERO:
            scoring = np.uint64(15)
            if layout.HONORS <= pair < layout.DRAGONS:
                word0 |= LITTLE_FOUR_WINDS
    ends = np.int64(((b0 >> np.uint64(10)) & seven) + ((b1 >> np.uint64(10)) & seven) + ((b2 >> np.uint64(10)) & seven))
    ends += np.int64(counts >> np.uint64(56)) + ones(honors & np.uint64(15) & ~scoring)

    if shape == layout.SHAPE_SETS:
        if word0 & NINE_GATES != _ZERO and switches[layout.SW_NINE_GATES_PUNGS] == 1:
            ends -= 1
        shared = (b0 & b1 & b2 & b3) >> np.uint64(13)
        shared &= work[SHARED] >> half
        if shared & _ONE != _ZERO:
            word0 |= OUTSIDE_HAND
        if shared & np.uint64(2) != _ZERO:
            word0 |= ALL_FIVES
        if chow_count == 0:
            word0 |= ALL_PUNGS
            if shared & np.uint64(4) != _ZERO:
                word0 |= ALL_EVEN_PUNGS
        elif chow_count == 4 and pair < layout.HONORS:
            word0 |= ALL_CHOWS
    elif chow_count == 1 and pair < layout.HONORS:
        word0 |= ALL_CHOWS
    if ends > 0:
        word1 |= PUNG_OF_ENDS
        repeats |= np.uint64(ends) << _ENDS_SHIFT

    # Where the winning tile stands: a place outside a pung keeps that pung concealed and may be a wait of its own.
    suit = win // 9
    rank = win - 9 * suit
    column = readings[r0 if suit == 0 else r1 if suit == 1 else r2 if suit == 2 else r3, 2]
    places: Int = np.int64((column >> np.uint64(5 * rank)) & np.uint64(31))
    if body == 1:
        places = AS_BODY
    elif body == 2:
        places |= AS_BODY
    concealed = hidden_pungs + np.int64((counts >> half) & _BYTE)
    wanted: Int = places
    waited = places & (AS_PAIR | AS_CLOSED | AS_EDGE)
    if shape >= layout.SHAPE_STRAIGHT:
        if switches[layout.SW_KNITTED_BODY_WAIT] == 2:
            waited &= AS_PAIR
        elif body == 2 and switches[layout.SW_KNITTED_BODY_WAIT] == 1:
            waited = 0
    if waited:
        if work[WAITS] == _ZERO:
            single = wait_is_single(
                work, win, pair_suit, base, tables,
                switches[layout.SW_PAIRS_FOUR_ALIKE] == 0, switches[layout.SW_EXHAUSTED_WAITS] == 1,
            )  # fmt: skip
            work[WAITS] = np.uint64(single)
        if work[WAITS] == np.uint64(SINGLE_WAIT):
            if waited & AS_EDGE:
                wanted = AS_EDGE
                word1 |= EDGE_WAIT
            elif waited & AS_CLOSED:
                wanted = AS_CLOSED
                word1 |= CLOSED_WAIT
            else:
                wanted = AS_PAIR
                word1 |= SINGLE_WAIT_FAN
    melded_pung = False
    if not conditions & layout.SELF_DRAWN and places & AS_PUNG:
        if places == AS_PUNG:
            melded_pung = True
        elif wanted == places:
            # Elsewhere is better if the pung then makes a concealed-pung fan; otherwise the smaller row decides.
            melded_pung = concealed == 1
            wanted = places & ~AS_PUNG
    if melded_pung:
        concealed -= 1
    if concealed >= 2:
        if concealed == 2:
            word1 |= TWO_CONCEALED_PUNGS
        elif concealed == 3:
            word0 |= THREE_CONCEALED_PUNGS
        else:
            word0 |= FOUR_CONCEALED_PUNGS
    number = np.int64(counts & _BYTE)
    row = reading_row(work[CODES], number, chows, pungs, hidden_chows, hidden_pungs, win, rank, wanted, melded_pung)
    row |= (np.uint64(pair + 1) << half) | (np.uint64(shape) << np.uint64(48))
    keep_best(word0, word1, repeats, row, bars, points, work)


@helper
def score_pairs(work: Words, switches: Ints, bars: Words, points: Ints) -> None:
    """Score the 14 concealed tiles as seven pairs, if they are."""
    m, p, s, h = work[TOTAL], work[TOTAL + 1], work[TOTAL + 2], work[TOTAL + 3]
    if (m | p | s | h) & _ONES != _ZERO:
        return
    alike = fours(m, p, s, h)
    if alike > 0:
        if switches[layout.SW_PAIRS_FOUR_ALIKE] == 1:
            return
        if switches[layout.SW_TILE_HOG_HONORS] == 1:
            alike = fours(m, p, s, _ZERO)
    word0 = work[WORD0] | SEVEN_PAIRS
    if switches[layout.SW_PAIRS_RANGE_FANS] == 1:
        word0 &= ~RANGE_FANS
    suit = m | p | s
    one_suit = h == _ZERO and np.int64(m != _ZERO) + np.int64(p != _ZERO) + np.int64(s != _ZERO) == 1
    side_by_side = suit == _SEVEN_TWOS or suit == _SEVEN_TWOS << np.uint64(4) or suit == _SEVEN_TWOS << np.uint64(8)
    if one_suit and side_by_side:
        word0 |= SEVEN_SHIFTED_PAIRS
    repeats = work[REPEATS] & ~_NIBBLE
    if alike > 0:
        word0 |= TILE_HOG
        repeats |= np.uint64(alike)
    else:
        word0 &= ~TILE_HOG
    row = np.uint64(layout.ON_HAND << 40 | layout.SHAPE_PAIRS << 48)
    keep_best(word0, work[WORD1], repeats, row, bars, points, work)


@helper
def score_singles(work: Words, m: Word, p: Word, s: Word, h: Word, bars: Words, points: Ints) -> None:
    """Score thirteen orphans, or fourteen different honors and knitted tiles, if the hand is one of them.

    Parameters
    ----------
    m, p, s, h : uint64
        Presence of the 14 concealed tiles.
    """
    word0, word1, repeats = work[WORD0], work[WORD1], work[REPEATS]
    if h == _ORPHANS_HONORS and m == _ORPHANS_SUIT and p == _ORPHANS_SUIT and s == _ORPHANS_SUIT:
        row = np.uint64(layout.ON_HAND << 40 | layout.SHAPE_ORPHANS << 48)
        keep_best(word0 | THIRTEEN_ORPHANS, word1, repeats, row, bars, points, work)
        return
    if ones(m) + ones(p) + ones(s) + ones(h) < 14:
        return
    for arrangement in range(6):
        c0, c1, c2 = straight_suits(arrangement, m, p, s)
        outside = (c0 & ~_CLASS_147) | (c1 & ~(_CLASS_147 << np.uint64(4))) | (c2 & ~(_CLASS_147 << np.uint64(8)))
        if outside != _ZERO:
            continue
        honors = ones(h)
        word0 |= GREATER_KNITTED if honors == 7 else LESSER_KNITTED
        if honors == 5:
            word0 |= KNITTED_STRAIGHT
        row = np.uint64(layout.ON_HAND << 40 | layout.SHAPE_KNITTED << 48)
        keep_best(word0, word1, repeats, row, bars, points, work)
        return


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
    counts = work[COUNTS]
    number = np.int64(counts & _BYTE)
    exposed = np.int64((counts >> np.uint64(40)) & _BYTE)
    melded_kongs = np.int64((counts >> np.uint64(24)) & _BYTE)
    concealed_kongs = np.int64((counts >> np.uint64(32)) & _BYTE)
    m, p, s, h = presence(work[TOTAL]), presence(work[TOTAL + 1]), presence(work[TOTAL + 2]), presence(work[TOTAL + 3])
    word0, word1 = tile_fans(m, p, s, h)

    suit = win // 9
    rank = win - 9 * suit
    step = np.uint64(4 * rank)
    last_tile = conditions & layout.LAST_OF_KIND != 0
    if switches[layout.SW_LAST_TILE_AUTO] == 0:
        # In own melds: of the tiles that are there, what is neither held nor the winning one.
        last_tile |= last_of_kind(copies(work[TOTAL + suit], step) - copies(work[HELD + suit], step) - 1)
    won0, won1 = win_fans(conditions, exposed == 0, last_tile)
    word0 |= won0
    word1 |= won1
    won0, won1 = kong_fans(melded_kongs, concealed_kongs, switches[layout.SW_MIXED_KONG_PAIR])
    word0 |= won0
    word1 |= won1
    if exposed == 4 and not conditions & layout.SELF_DRAWN:
        claimed = np.int64((counts >> np.uint64(48)) & _BYTE)
        if claimed == 4 or switches[layout.SW_MELDED_HAND_PROMOTED] == 1:
            word0 |= MELDED_HAND

    repeats = np.uint64(flowers) << np.uint64(28)
    if flowers > 0:
        word1 |= FLOWER_TILES
    hogs = fours(work[TOTAL], work[TOTAL + 1], work[TOTAL + 2], work[TOTAL + 3]) - melded_kongs - concealed_kongs
    if hogs > 0:
        word0 |= TILE_HOG
        repeats |= np.uint64(hogs)
    work[WORD0], work[WORD1], work[REPEATS] = word0, word1, repeats

    if number == 0 and suit < 3 and np.int64(work[INDEX + suit]) == _NINE_GATES_INDEX:
        work[WORD0] = word0 | NINE_GATES
    r0: Int = np.int64(work[FIRST]) - 1
    r1: Int = np.int64(work[FIRST + 1])
    r2: Int = np.int64(work[FIRST + 2])
    r3: Int = np.int64(work[FIRST + 3])
    shape = np.int64(layout.SHAPE_SETS)
    base = _ZERO
    body = np.int64(0)
    if r0 < 0 and number <= 1:
        # A meld is no part of a knitted body.
        bit = _ONE << step
        arrangement = knitted_body(
            presence(work[HELD] + (bit if suit == 0 else _ZERO)),
            presence(work[HELD + 1] + (bit if suit == 1 else _ZERO)),
            presence(work[HELD + 2] + (bit if suit == 2 else _ZERO)),
        )
        if arrangement >= 0:
            shape = np.int64(layout.SHAPE_STRAIGHT + arrangement)
            k0, k1, k2 = straight_class(arrangement, 0), straight_class(arrangement, 1), straight_class(arrangement, 2)
            base = np.uint64(BODY_INDEX[k0]) | (np.uint64(BODY_INDEX[k1]) << np.uint64(21))
            base |= np.uint64(BODY_INDEX[k2]) << np.uint64(42)
            if suit < 3 and rank % 3 == straight_class(arrangement, suit):
                body = np.int64(1 if (work[HELD + suit] >> step) & _NIBBLE == _ZERO else 2)
            power = _POW5[rank]
            index0 = np.int64(work[INDEX]) - BODY_INDEX[k0] + (power if suit == 0 else 0)
            index1 = np.int64(work[INDEX + 1]) - BODY_INDEX[k1] + (power if suit == 1 else 0)
            index2 = np.int64(work[INDEX + 2]) - BODY_INDEX[k2] + (power if suit == 2 else 0)
            index3 = np.int64(work[INDEX + 3]) + (power if suit == 3 else 0)
            r0, r1, r2, r3 = one_pair(
                np.int64(tables.first[index0]), np.int64(tables.first[index1]), np.int64(tables.first[index2]),
                np.int64(tables.first[index3]), tables.readings,
            )  # fmt: skip
            work[WORD0] |= KNITTED_STRAIGHT
    if r0 >= 0:
        readings = tables.readings
        many = np.uint64(23)
        for s0 in range(r0, r0 + np.int64((readings[r0, 1] >> many) & _SEVEN)):
            for s1 in range(r1, r1 + np.int64((readings[r1, 1] >> many) & _SEVEN)):
                for s2 in range(r2, r2 + np.int64((readings[r2, 1] >> many) & _SEVEN)):
                    score_sets(
                        s0, s1, s2, r3, win, conditions, prevalent, seat, shape, base, body, tables, bars, points,
                        switches, work,
                    )  # fmt: skip
    if number == 0:
        work[WORD0] = word0
        score_pairs(work, switches, bars, points)
        if work[DONE] == _ZERO:
            score_singles(work, m, p, s, h, bars, points)
    return layout.OK if work[DONE] != _ZERO else layout.NOT_A_WIN
