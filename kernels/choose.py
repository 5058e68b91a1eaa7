"""Score one row: every reading in turn, its fans, the exclusions, and the best one under the stated tie rule."""

from typing import TypeVar

import numpy as np

from . import layout
from .check import (
    CHOWS,
    CODES,
    COUNTED,
    COUNTS,
    DONE,
    FIRST,
    FLAGS0,
    FLAGS1,
    FOUND0,
    FOUND1,
    HELD,
    HONORS,
    INDEX,
    POINTS,
    PUNGS,
    READING,
    REPEATS,
    SHARED,
    TOTAL,
    WAITS,
    WORD0,
    WORD1,
    check_row,
)  # fmt: skip
from .fans_names import (
    ALL_CHOWS,
    ALL_EVEN_PUNGS,
    ALL_FIVES,
    ALL_PUNGS,
    BIG_THREE_WINDS,
    CHICKEN_HAND,
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
    word,
)  # fmt: skip
from .fans_sets import sorted_index, spread_bytes
from .fans_tiles import fours, presence, tile_fans
from .fans_win import MANY_WAITS, SINGLE_WAIT, kong_fans, pairs_wait, set_waits, win_fans, without_held
from .jit import Bytes, Int, Ints, Word, Words, helper, inlined, lowest, ones
from .tables import Tables

S = TypeVar("S")

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_BYTE = np.uint64(255)
_NIBBLE = np.uint64(15)
_SEVEN = np.uint64(7)
_ONES = np.uint64(0x111111111)


_SINGLE0 = ~TILE_HOG
_SINGLE1 = word(66, 67, 68, 74, 75, 76, 77, 78, 79, 80, 82)
_ENDS_SHIFT = np.uint64(4 * layout.REPEATABLE.index(73))
_ORPHANS_SUIT = np.uint64(0x100000001)
_ORPHANS_HONORS = np.uint64(0x1111111)
_CLASS_147 = np.uint64(0x001001001)
_BYTE_ONES = np.uint64(0x01010101)
_STEPS = np.uint64(0x80808080)
_SEVEN_TWOS = np.uint64(0x2222222)
_CHOW_CODE, _PUNG_CODE = np.uint64(34 * layout.CONCEALED_CHOW), np.uint64(34 * layout.CONCEALED_PUNG)
_POW5 = tuple(5**rank for rank in range(9))
_BODY_INDEX = tuple(5**k + 5 ** (k + 3) + 5 ** (k + 6) for k in range(3))
_NINE_GATES_INDEX = sum(count * 5**rank for rank, count in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)))

# What the winning tile can be in a reading, as in `readings` column 2; the body of a knitted straight is one more.
_AS_PAIR, _AS_CLOSED, _AS_EDGE, _AS_OPEN, _AS_PUNG, _AS_BODY = 1, 2, 4, 8, 16, 32


@helper
def exclude(word0: Word, word1: Word, repeats: Word, bars: Words) -> tuple[Word, Word, Word]:
    """Apply the exclusions once, in fan order; a fan that is itself barred bars nothing (principle 1).

    Parameters
    ----------
    word0, word1, repeats : uint64
        Fans found.
    bars : (83, 2) uint64
        Row f: the fans that fan f bars. Row 0: the fans whose row is not empty.

    Returns
    -------
    tuple of uint64
        Fans left, and the counts left.
    """
    left = word0 & bars[0, 0]
    while left != _ZERO:
        fan = lowest(left) + 1
        left &= (left - _ONE) & ~bars[fan, 0]
        word0 &= ~bars[fan, 0]
        word1 &= ~bars[fan, 1]
    left = word1 & bars[0, 1]
    while left != _ZERO:
        fan = lowest(left) + 65
        left &= (left - _ONE) & ~bars[fan, 1]
        word1 &= ~bars[fan, 1]
    keep = (word0 >> np.uint64(63)) | ((word1 & _ONE) << np.uint64(4))
    keep |= ((word1 >> np.uint64(4)) & _ONE) << np.uint64(8)
    keep |= ((word1 >> np.uint64(5)) & _ONE) << np.uint64(12)
    keep |= ((word1 >> np.uint64(6)) & _ONE) << np.uint64(16)
    keep |= ((word1 >> np.uint64(7)) & _ONE) << np.uint64(20)
    keep |= ((word1 >> np.uint64(8)) & _ONE) << np.uint64(24)
    keep |= ((word1 >> np.uint64(16)) & _ONE) << np.uint64(28)
    return word0, word1, repeats & (keep * _NIBBLE)


@helper
def sum_points(word0: Word, word1: Word, repeats: Word, points: Ints) -> Int:
    """Add up the points of the fans, flowers left out.

    Parameters
    ----------
    word0, word1, repeats : uint64
        Fans and counts.
    points : (83,) int64
        Points by fan.
    """
    total = (
        points[64] * np.int64(repeats & _NIBBLE)
        + points[65] * np.int64((repeats >> np.uint64(4)) & _NIBBLE)
        + points[69] * np.int64((repeats >> np.uint64(8)) & _NIBBLE)
        + points[70] * np.int64((repeats >> np.uint64(12)) & _NIBBLE)
        + points[71] * np.int64((repeats >> np.uint64(16)) & _NIBBLE)
        + points[72] * np.int64((repeats >> np.uint64(20)) & _NIBBLE)
        + points[73] * np.int64((repeats >> np.uint64(24)) & _NIBBLE)
    )
    left = word0 & _SINGLE0
    while left != _ZERO:
        total += points[lowest(left) + 1]
        left &= left - _ONE
    left = word1 & _SINGLE1
    while left != _ZERO:
        total += points[lowest(left) + 65]
        left &= left - _ONE
    return np.int64(total)


@helper
def larger_list(word0: Word, word1: Word, repeats: Word, than0: Word, than1: Word, than_repeats: Word) -> Int:
    """Compare two fan lists as count vectors in fan order: 1 larger, -1 smaller, 0 equal."""
    for fan in range(1, layout.FANS):
        if fan <= 64:
            one = np.int64((word0 >> np.uint64(fan - 1)) & _ONE)
            other = np.int64((than0 >> np.uint64(fan - 1)) & _ONE)
        else:
            one = np.int64((word1 >> np.uint64(fan - 65)) & _ONE)
            other = np.int64((than1 >> np.uint64(fan - 65)) & _ONE)
        shift = -1
        if fan == 64 or fan == 65:
            shift = 4 * (fan - 64)
        elif 69 <= fan <= 73:
            shift = 4 * (fan - 67)
        if shift >= 0:
            one = np.int64((repeats >> np.uint64(shift)) & _NIBBLE)
            other = np.int64((than_repeats >> np.uint64(shift)) & _NIBBLE)
        if one != other:
            return 1 if one > other else -1
    return 0


@helper
def smaller_row(row: Word, than: Word) -> bool:
    """Compare two reading rows, seven bytes, the first one lowest."""
    differing = row ^ than
    if differing == _ZERO:
        return False
    byte = np.uint64(lowest(differing) & ~7)
    return bool((row >> byte) & _BYTE < (than >> byte) & _BYTE)


@helper
def keep_best(word0: Word, word1: Word, repeats: Word, reading: Word, bars: Words, points: Ints, work: Words) -> None:
    """Exclude, add up, and keep the reading if it beats the one kept so far.

    Parameters
    ----------
    word0, word1, repeats : uint64
        Fans found in this reading.
    reading : uint64
        The reading row, first byte lowest.
    bars, points
        Of the rules.
    work : (32,) uint64
        Result slots.
    """
    flags0, flags1, counted = exclude(word0, word1, repeats, bars)
    if flags0 == _ZERO and flags1 & ~FLOWER_TILES == _ZERO:
        flags0 = CHICKEN_HAND
    total = sum_points(flags0, flags1, counted, points)
    if work[DONE] != _ZERO:
        best = np.int64(work[POINTS])
        if total < best:
            return
        if total == best:
            order = larger_list(flags0, flags1, counted, work[FLAGS0], work[FLAGS1], work[COUNTED])
            if order < 0 or (order == 0 and not smaller_row(reading, work[READING])):
                return
    work[DONE] = _ONE
    work[POINTS] = np.uint64(total)
    work[FLAGS0] = flags0
    work[FLAGS1] = flags1
    work[COUNTED] = counted
    work[FOUND0] = word0 | flags0
    work[FOUND1] = word1
    work[READING] = reading


@inlined
def first_chow(chows: Word, hidden_chows: Int, win: Int, rank: Int, wanted: Int) -> Int:
    """Return the place of the first concealed chow in which the winning tile stands as wanted, or 4.

    Parameters
    ----------
    chows : uint64
        Concealed chows, a byte each: 1 + lowest tile.
    hidden_chows : int
        How many.
    win, rank : int
        Winning tile, and its rank 0..8 (honors stand in no chow).
    wanted : int
        Places as in `readings` column 2.

    Notes
    -----
    All four bytes at once: a byte becomes 0x80 + the step from the chow's lowest tile to the winning tile, and a byte
    equal to one of the wanted steps is found as the lowest zero byte of a difference.
    """
    steps = (_STEPS + np.uint64(win + 1) * _BYTE_ONES) - chows
    found = _ZERO
    if wanted & (_AS_EDGE if rank == 6 else _AS_OPEN):
        found |= zero_bytes(steps ^ _STEPS)
    if wanted & _AS_CLOSED:
        found |= zero_bytes(steps ^ (_STEPS + _BYTE_ONES))
    if wanted & (_AS_EDGE if rank == 2 else _AS_OPEN):
        found |= zero_bytes(steps ^ (_STEPS + _BYTE_ONES + _BYTE_ONES))
    found &= (_ONE << np.uint64(8 * hidden_chows)) - _ONE
    return lowest(found) >> 3 if found != _ZERO else np.int64(4)


@inlined
def zero_bytes(word: Word) -> Word:
    """Return bit 7 of the lowest of four bytes that is zero; higher bits may be set too."""
    low = word & np.uint64(0xFFFFFFFF)
    return ((low | np.uint64(1 << 32)) - _BYTE_ONES) & ~low & np.uint64(0x80808080)


@helper
def place_of_byte(sets: Word, byte: Int) -> Int:
    """Return the place of a byte in a word that holds it."""
    place = np.int64(0)
    while np.int64((sets >> np.uint64(8 * place)) & _BYTE) != byte:
        place += 1
    return place


@inlined
def reading_row(
    codes: Word, number: Int, chows: Word, pungs: Word, hidden_chows: Int, hidden_pungs: Int, win: Int, rank: Int,
    wanted: Int, melded_pung: bool,
) -> Word:  # fmt: skip
    """Return the sets of a reading as four bytes and what the winning tile completed, in byte 5.

    Parameters
    ----------
    codes, number : uint64, int
        The meld codes, and how many they are: they come first.
    chows, pungs, hidden_chows, hidden_pungs
        Concealed sets, a byte each: 1 + lowest tile, ascending, and how many.
    win, rank, wanted
        As in `first_chow`; the first set in which the tile may stand so is named.
    melded_pung : bool
        Whether the winning tile completes a pung and makes it a melded one.
    """
    if melded_pung:
        place = place_of_byte(pungs, win + 1)
        below = (_ONE << np.uint64(8 * place)) - _ONE
        rest = (pungs & below) | ((pungs >> np.uint64(8)) & ~below)
        shown = np.uint64(1 + 34 * layout.PUNG + win)
        hidden = shown | ((chows + spread_bytes(hidden_chows) * _CHOW_CODE) << np.uint64(8))
        hidden |= (rest + spread_bytes(hidden_pungs - 1) * _PUNG_CODE) << np.uint64(8 * (hidden_chows + 1))
        completed = number
    else:
        hidden = chows + spread_bytes(hidden_chows) * _CHOW_CODE
        hidden |= (pungs + spread_bytes(hidden_pungs) * _PUNG_CODE) << np.uint64(8 * hidden_chows)
        completed = np.int64(layout.ON_PAIR if wanted & _AS_PAIR else layout.ON_BODY)
        place = first_chow(chows, hidden_chows, win, rank, wanted)
        if place < 4:
            completed = number + place
        elif wanted & _AS_PUNG:
            completed = number + hidden_chows + place_of_byte(pungs, win + 1)
    return codes | (hidden << np.uint64(8 * number)) | (np.uint64(completed) << np.uint64(40))


@inlined
def wait_is_single(
    work: Words, win: Int, pair_suit: Int, base: Word, tables: Tables, four_alike: bool, own_hand: bool,
) -> Int:  # fmt: skip
    """Return `SINGLE_WAIT` if exactly one kind completes the hand without its winning tile, else `MANY_WAITS`.

    Parameters
    ----------
    work : (32,) uint64
        The packed row.
    win, pair_suit : int
        The winning tile, and the suit 0..3 of the pair of a reading.
    base : uint64
        What a knitted body takes off the index of each suit, 21 bits each; 0 without one.
    tables : Tables
    four_alike, own_hand : bool
        Switches `seven_pairs_four_alike` and ``exhausted_waits = own_hand``.

    Notes
    -----
    A hand complete with sets can wait for nothing but sets and seven pairs: every other shape needs eight tiles or
    more of which no two can share a set, and five parts cannot hold them.
    """
    suit = win // 9
    step = np.uint64(21)
    before = np.int64(work[INDEX + suit]) - np.int64((base >> (step * np.uint64(suit))) & np.uint64(0x1FFFFF))
    other = np.int64(work[INDEX + pair_suit]) - np.int64((base >> (step * np.uint64(pair_suit))) & np.uint64(0x1FFFFF))
    own, pair = set_waits(before, suit, pair_suit, other, tables.first, tables.waits)
    pairs_suit: Int = np.int64(0)
    pairs = _ZERO
    if work[COUNTS] == _ZERO and base == _ZERO:
        pairs_suit, pairs = pairs_wait(work[HELD], work[HELD + 1], work[HELD + 2], work[HELD + 3], four_alike)
        if pairs != _ZERO:
            if pairs_suit == suit:
                own |= pairs
                pairs = _ZERO
            elif pairs_suit == pair_suit:
                pair |= pairs
                pairs = _ZERO
    if own_hand:
        own = without_held(own, work[TOTAL + suit] - (_ONE << np.uint64(4 * (win - 9 * suit))))
        pair = without_held(pair, work[TOTAL + pair_suit])
        pairs = without_held(pairs, work[TOTAL + pairs_suit])
    return SINGLE_WAIT if ones(own) + ones(pair) + ones(pairs) == 1 else MANY_WAITS


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
    np.uint64(3)
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
    hidden_pungs + np.int64((counts >> np.uint64(16)) & _BYTE)

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
        places = _AS_BODY
    elif body == 2:
        places |= _AS_BODY
    concealed = hidden_pungs + np.int64((counts >> half) & _BYTE)
    wanted: Int = places
    if places & (_AS_PAIR | _AS_CLOSED | _AS_EDGE) and not (body == 2 and switches[layout.SW_KNITTED_BODY_WAIT] == 1):
        if work[WAITS] == _ZERO:
            single = wait_is_single(
                work, win, pair_suit, base, tables,
                switches[layout.SW_PAIRS_FOUR_ALIKE] == 0, switches[layout.SW_EXHAUSTED_WAITS] == 1,
            )  # fmt: skip
            work[WAITS] = np.uint64(single)
        if work[WAITS] == np.uint64(SINGLE_WAIT):
            if places & _AS_EDGE:
                wanted = _AS_EDGE
                word1 |= EDGE_WAIT
            elif places & _AS_CLOSED:
                wanted = _AS_CLOSED
                word1 |= CLOSED_WAIT
            else:
                wanted = _AS_PAIR
                word1 |= SINGLE_WAIT_FAN
    melded_pung = False
    if not conditions & layout.SELF_DRAWN and places & _AS_PUNG:
        if places == _AS_PUNG:
            melded_pung = True
        elif wanted == places:
            # Elsewhere is better if the pung then makes a concealed-pung fan; otherwise the smaller row decides.
            melded_pung = concealed == 1
            wanted = places & ~_AS_PUNG
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


@inlined
def one_pair(first0: Int, first1: Int, first2: Int, first3: Int, readings: Words) -> tuple[Int, Int, Int, Int]:
    """Return the first reading of each suit, the first one -1 unless all four are complete with one pair among them.

    Parameters
    ----------
    first0, first1, first2, first3 : int
        Of `Tables.first`, winning tile included, a knitted body taken off.
    """
    if first0 == 0 or first1 == 0 or first2 == 0 or first3 == 0:
        return np.int64(-1), first1, first2, first3
    r0, r1, r2, r3 = first0 - 1, first1 - 1, first2 - 1, first3 - 1
    pairs = np.int64(readings[r0, 1] & _NIBBLE != _ZERO) + np.int64(readings[r1, 1] & _NIBBLE != _ZERO)
    pairs += np.int64(readings[r2, 1] & _NIBBLE != _ZERO) + np.int64(readings[r3, 1] & _NIBBLE != _ZERO)
    return r0 if pairs == 1 else np.int64(-1), r1, r2, r3


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


@helper
def straight_suits(arrangement: Int, m: S, p: S, s: S) -> tuple[S, S, S]:
    """Return the three suits in the order 147, 258, 369 of an arrangement 0..5."""
    if arrangement == 0:
        return m, p, s
    if arrangement == 1:
        return m, s, p
    if arrangement == 2:
        return p, m, s
    if arrangement == 3:
        return p, s, m
    if arrangement == 4:
        return s, m, p
    return s, p, m


@helper
def straight_class(arrangement: Int, suit: Int) -> Int:
    """Return the class 0..2 (147, 258, 369) that a suit 0..2 takes in an arrangement 0..5."""
    first, second, _third = straight_suits(arrangement, 0, 1, 2)
    return 0 if suit == first else 1 if suit == second else 2


@helper
def knitted_body(m: Word, p: Word, s: Word) -> Int:
    """Return the arrangement 0..5 of a whole knitted body among the tiles present, or -1.

    No complete hand holds two: nine tiles of each would need more than fourteen.
    """
    for arrangement in range(6):
        c0, c1, c2 = straight_suits(arrangement, m, p, s)
        missing = (~c0 & _CLASS_147) | (~c1 & (_CLASS_147 << np.uint64(4))) | (~c2 & (_CLASS_147 << np.uint64(8)))
        if missing == _ZERO:
            return arrangement
    return -1


@inlined
def look_ahead(win: Int, tables: Tables, work: Words) -> None:
    """Look up the first reading of each suit of a checked row, for `score_checked`.

    A step of its own so that the look-ups of many rows can be under way at once.
    """
    suit = win // 9
    power = np.uint64(_POW5[win - 9 * suit])
    for place in range(4):
        index = work[INDEX + place] + (power if place == suit else _ZERO)
        work[FIRST + place] = np.uint64(tables.first[np.int64(index)])


@helper
def score_row(
    concealed: Bytes, melds: Bytes, first: Int, i: Int, win: Int, conditions: Int, prevalent: Int, seat: Int,
    flowers: Int, tables: Tables, bars: Words, points: Ints, switches: Ints, work: Words,
) -> Int:  # fmt: skip
    """Check and score one row; the results are left in the work vector.

    Parameters
    ----------
    concealed : (n, at least 34) uint8
        Counts of the concealed tiles without the winning tile.
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
    switches : (16,) int64
        Switch values in the order of `layout`.
    work : (32,) uint64
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
    return score_checked(win, conditions, prevalent, seat, flowers, tables, bars, points, switches, work)


@inlined
def score_checked(
    win: Int, conditions: Int, prevalent: Int, seat: Int, flowers: Int, tables: Tables, bars: Words, points: Ints,
    switches: Ints, work: Words,
) -> Int:  # fmt: skip
    """Score a row that `check_row` and `look_ahead` have prepared; parameters and results as in `score_row`."""
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
        # The other three lie open if all four are there and none is concealed: a kong would be four without the win.
        all_four = (work[TOTAL + suit] >> step) & _NIBBLE == np.uint64(4)
        last_tile |= all_four & ((work[HELD + suit] >> step) & _NIBBLE == _ZERO)
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
    r0, r1, r2, r3 = one_pair(
        np.int64(work[FIRST]),
        np.int64(work[FIRST + 1]),
        np.int64(work[FIRST + 2]),
        np.int64(work[FIRST + 3]),
        tables.readings,
    )
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
            base = np.uint64(_BODY_INDEX[k0]) | (np.uint64(_BODY_INDEX[k1]) << np.uint64(21))
            base |= np.uint64(_BODY_INDEX[k2]) << np.uint64(42)
            if suit < 3 and rank % 3 == straight_class(arrangement, suit):
                body = np.int64(1 if (work[HELD + suit] >> step) & _NIBBLE == _ZERO else 2)
            power = _POW5[rank]
            index0 = np.int64(work[INDEX]) - _BODY_INDEX[k0] + (power if suit == 0 else 0)
            index1 = np.int64(work[INDEX + 1]) - _BODY_INDEX[k1] + (power if suit == 1 else 0)
            index2 = np.int64(work[INDEX + 2]) - _BODY_INDEX[k2] + (power if suit == 2 else 0)
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
