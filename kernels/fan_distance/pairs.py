"""Distances to the fans of seven pairs: the cheapest pairs of the kinds that a fan allows."""

import numpy as np

from .. import layout
from ..jit import Int, Ints, Word, Words, helper, inlined, ones
from ..layout import numbers as fan_no
from ..nibbles import copies, missing_of
from .words import FAR, lacking

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_NIBBLE = np.uint64(15)
_ONES = np.uint64(0x111111111)
_HONORS = np.uint64(0x1111111)
_WINDS, _DRAGONS = np.uint64(0x1111), np.uint64(0x1110000)
_ENDS, _INNER = np.uint64(0x100000001), np.uint64(0x011111110)
_SEVEN_TWOS = np.uint64(0x2222222)

_RANGES = (
    (fan_no.ALL_SIMPLES, np.uint64(0x011111110)), (fan_no.UPPER_TILES, np.uint64(0x111000000)),
    (fan_no.MIDDLE_TILES, np.uint64(0x000111000)), (fan_no.LOWER_TILES, np.uint64(0x000000111)),
)  # fmt: skip
_FOURS, _SIXES = np.uint64(1 << 12), np.uint64(1 << 20)
_GREEN, _GREEN_HONOR = np.uint64(0x010101110), np.uint64(1 << 20)
_REVERSIBLE_P, _REVERSIBLE_S, _REVERSIBLE_HONOR = np.uint64(0x110011111), np.uint64(0x110111010), np.uint64(1 << 24)

Counts = tuple[Int, Int, Int]


@inlined
def pairs_in(m: Word, p: Word, s: Word, h: Word, twice: bool, own: Words) -> Counts:
    """Return how many pairs of some kinds miss nothing and one tile, and how many there can be.

    Parameters
    ----------
    m, p, s, h : uint64
        Bit 4 * r for each kind allowed.
    twice : bool
        Whether four alike are two pairs.
    own : (n,) uint64
        Begins with the nibbles of the tiles held.
    """
    whole, half, kinds = np.int64(0), np.int64(0), np.int64(0)
    for suit in range(4):
        allowed = m if suit == 0 else p if suit == 1 else s if suit == 2 else h
        held = own[suit]
        bit0, bit1, bit2 = held & allowed, (held >> _ONE) & allowed, (held >> _TWO) & allowed
        whole += ones(bit1 | bit2)
        half += ones(bit0 & ~bit1)
        kinds += ones(allowed)
        if twice:
            whole += ones(bit2)
            half += ones(bit0 & bit1)
    return whole, half, kinds * (2 if twice else 1)


@inlined
def one_pair(counts: Counts) -> Int:
    """Return the tiles missing to one pair."""
    whole, half, room = counts
    return np.int64(0 if whole > 0 else 1 if half > 0 else 2 if room > 0 else FAR)


@inlined
def cheapest(pairs: Int, counts: Counts, whole_used: Int, half_used: Int, used: Int) -> Int:
    """Return the tiles missing to so many more pairs, some being used already."""
    whole, half, room = counts
    if room - used < pairs:
        return np.int64(FAR)
    left = max(pairs - (whole - whole_used), 0)
    ones_missing = min(left, half - half_used)
    return ones_missing + 2 * (left - ones_missing)


@helper
def with_each(first: Counts, second: Counts, every: Counts) -> Int:
    """Return the tiles missing to seven pairs of some kinds, one at least of each of two groups."""
    one, other = one_pair(first), one_pair(second)
    return (
        one
        + other
        + cheapest(
            np.int64(5),
            every,
            np.int64(one == 0) + np.int64(other == 0),
            np.int64(one == 1) + np.int64(other == 1),
            np.int64(2),
        )
    )


@helper
def find_pairs(switches: Ints, near: Ints, own: Words) -> None:
    """Write the distances to fans of seven pairs, exclusions between them left out.

    Parameters
    ----------
    near : (84,) int64
    own : (n,) uint64
        As in `pairs_in`.
    """
    twice = switches[layout.SW_PAIRS_FOUR_ALIKE] == 0
    seven = np.int64(7)
    no = np.int64(0)
    every = pairs_in(_ONES, _ONES, _ONES, _HONORS, twice, own)
    suits = pairs_in(_ONES, _ONES, _ONES, _ZERO, twice, own)
    honors = pairs_in(_ZERO, _ZERO, _ZERO, _HONORS, twice, own)
    near[fan_no.ALL_HONORS] = cheapest(seven, honors, no, no, no)
    for fan, ranks in _RANGES:
        if fan == fan_no.ALL_SIMPLES or switches[layout.SW_PAIRS_RANGE_FANS] == 0:
            near[fan] = cheapest(seven, pairs_in(ranks, ranks, ranks, _ZERO, twice, own), no, no, no)
    if switches[layout.SW_PAIRS_RANGE_FANS] == 0:
        # Upper Tiles bar Upper Four, and so below: a six, or a four, among the seven.
        near[fan_no.UPPER_FOUR] = with_some(_SIXES, np.uint64(0x111100000), twice, own)
        near[fan_no.LOWER_FOUR] = with_some(_FOURS, np.uint64(0x000001111), twice, own)
    ends = pairs_in(_ENDS, _ENDS, _ENDS, _ZERO, twice, own)
    near[fan_no.ALL_TERMINALS] = cheapest(seven, ends, no, no, no)
    near[fan_no.ALL_TERMINALS_AND_HONORS] = with_each(ends, honors, pairs_in(_ENDS, _ENDS, _ENDS, _HONORS, twice, own))
    near[fan_no.ALL_GREEN] = cheapest(seven, pairs_in(_ZERO, _ZERO, _GREEN, _GREEN_HONOR, twice, own), no, no, no)
    turned = pairs_in(_ZERO, _REVERSIBLE_P, _REVERSIBLE_S, _REVERSIBLE_HONOR, twice, own)
    near[fan_no.REVERSIBLE_TILES] = cheapest(seven, turned, no, no, no)
    for suit in range(3):
        m, p, s = _ONES if suit == 0 else _ZERO, _ONES if suit == 1 else _ZERO, _ONES if suit == 2 else _ZERO
        here = pairs_in(m, p, s, _ZERO, twice, own)
        near[fan_no.FULL_FLUSH] = min(
            near[fan_no.FULL_FLUSH], not_shifted(own[suit], cheapest(seven, here, no, no, no), twice)
        )
        near[fan_no.HALF_FLUSH] = min(
            near[fan_no.HALF_FLUSH], with_each(here, honors, pairs_in(m, p, s, _HONORS, twice, own))
        )
        for start in range(3):
            near[fan_no.SEVEN_SHIFTED_PAIRS] = min(
                near[fan_no.SEVEN_SHIFTED_PAIRS], missing_of(_SEVEN_TWOS << np.uint64(4 * start), own[suit])
            )
    in_m, in_p, in_s = (
        pairs_in(_ONES, _ZERO, _ZERO, _ZERO, twice, own), pairs_in(_ZERO, _ONES, _ZERO, _ZERO, twice, own),
        pairs_in(_ZERO, _ZERO, _ONES, _ZERO, twice, own),
    )  # fmt: skip
    near[fan_no.ONE_VOIDED_SUIT] = min(
        with_each(in_m, in_p, pairs_in(_ONES, _ONES, _ZERO, _HONORS, twice, own)),
        with_each(in_m, in_s, pairs_in(_ONES, _ZERO, _ONES, _HONORS, twice, own)),
        voided_without_reversible(in_p, in_s, twice, own),
    )
    # Of two suits or honors, or of one but not in a row: Seven Shifted Pairs bar Seven Pairs.
    near[fan_no.SEVEN_PAIRS] = min(
        with_each(in_m, in_p, every), with_each(in_m, in_s, every), with_each(in_p, in_s, every),
        with_each(suits, honors, every), near[fan_no.ALL_HONORS], near[fan_no.FULL_FLUSH],
    )  # fmt: skip
    # A terminal and another tile of another suit: neither simples, nor terminals, nor a flush, which bar No Honors.
    for suit in range(3):
        for other in range(3):
            if suit != other:
                near[fan_no.NO_HONORS] = min(
                    near[fan_no.NO_HONORS],
                    with_each(in_suit(_ENDS, suit, twice, own), in_suit(_INNER, other, twice, own), suits),
                )
    near[fan_no.ALL_TYPES] = of_all_types(every, twice, own)
    near[fan_no.TILE_HOG] = with_four_alike(every, twice, switches[layout.SW_TILE_HOG_HONORS] == 0, own)


@inlined
def in_suit(ranks: Word, suit: Int, twice: bool, own: Words) -> Counts:
    """Return what `pairs_in` does for some ranks of one suit."""
    return pairs_in(
        ranks if suit == 0 else _ZERO, ranks if suit == 1 else _ZERO, ranks if suit == 2 else _ZERO, _ZERO, twice, own
    )


@helper
def voided_without_reversible(in_p: Counts, in_s: Counts, twice: bool, own: Words) -> Int:
    """Return the tiles missing to seven pairs of dots, bamboos and honors that are not all reversible, which bars."""
    every = pairs_in(_ZERO, _ONES, _ONES, _HONORS, twice, own)
    other_p = pairs_in(_ZERO, _ONES & ~_REVERSIBLE_P, _ZERO, _ZERO, twice, own)
    other_s = pairs_in(_ZERO, _ZERO, _ONES & ~_REVERSIBLE_S, _ZERO, twice, own)
    others = pairs_in(_ZERO, _ZERO, _ZERO, _HONORS & ~_REVERSIBLE_HONOR, twice, own)
    best = min(with_each(other_p, in_s, every), with_each(in_p, other_s, every))
    one, two, three = one_pair(in_p), one_pair(in_s), one_pair(others)
    whole = np.int64(one == 0) + np.int64(two == 0) + np.int64(three == 0)
    half = np.int64(one == 1) + np.int64(two == 1) + np.int64(three == 1)
    return min(best, one + two + three + cheapest(np.int64(4), every, whole, half, np.int64(3)))


@helper
def with_some(some: Word, allowed: Word, twice: bool, own: Words) -> Int:
    """Return the tiles missing to seven pairs of some ranks, one at least of some of these."""
    one = one_pair(pairs_in(some, some, some, _ZERO, twice, own))
    every = pairs_in(allowed, allowed, allowed, _ZERO, twice, own)
    return one + cheapest(np.int64(6), every, np.int64(one == 0), np.int64(one == 1), np.int64(1))


@helper
def not_shifted(held: Word, low: Int, twice: bool) -> Int:
    """Return the tiles missing to seven pairs of a suit that are not seven in a row, which bar Full Flush.

    Parameters
    ----------
    held : uint64
    low : int
        The tiles missing to any seven.
    """
    every: Int = np.int64(0)
    for rank in range(9):
        every += lacking(np.int64(2), copies(held, np.uint64(4 * rank)))
    two = np.int64(2)
    best: Int = np.int64(FAR)
    for first in range(9):
        one = copies(held, np.uint64(4 * first))
        if twice:
            # Four alike and five more of the other kinds, the cheapest.
            whole, half = np.int64(0), np.int64(0)
            for rank in range(9):
                beside = copies(held, np.uint64(4 * rank))
                if rank != first:
                    whole += np.int64(beside >= 2) + np.int64(beside == 4)
                    half += np.int64(beside == 1) + np.int64(beside == 3)
            left = lacking(np.int64(5), whole)
            best = min(best, 4 - one + left + lacking(left, half))
        for second in range(first):
            # Seven kinds of nine, in a row only without 8 and 9, 1 and 9, 1 and 2.
            if (second, first) == (7, 8) or (second, first) == (0, 8) or (second, first) == (0, 1):
                continue
            other = copies(held, np.uint64(4 * second))
            best = min(best, every - lacking(two, one) - lacking(two, other))
        if best == low:
            return best
    return best


@helper
def of_all_types(every: Counts, twice: bool, own: Words) -> Int:
    """Return the tiles missing to seven pairs, one of each suit, a wind and a dragon among them."""
    cost, whole, half = np.int64(0), np.int64(0), np.int64(0)
    for kind in range(5):
        one = one_pair(
            pairs_in(
                _ONES if kind == 0 else _ZERO, _ONES if kind == 1 else _ZERO, _ONES if kind == 2 else _ZERO,
                _WINDS if kind == 3 else _DRAGONS if kind == 4 else _ZERO, twice, own,
            )
        )  # fmt: skip
        cost += one
        whole += np.int64(one == 0)
        half += np.int64(one == 1)
    return cost + cheapest(np.int64(2), every, whole, half, np.int64(5))


@helper
def with_four_alike(every: Counts, twice: bool, honors: bool, own: Words) -> Int:
    """Return the tiles missing to seven pairs of which two are alike."""
    best = np.int64(FAR)
    if not twice:
        return best
    for kind in range(layout.KINDS if honors else layout.HONORS):
        suit = kind // 9
        held = np.int64((own[suit] >> np.uint64(4 * (kind - 9 * suit))) & _NIBBLE)
        whole = np.int64(held >= 2) + np.int64(held == 4)
        half = np.int64(held == 1) + np.int64(held == 3)
        best = min(best, 4 - held + cheapest(np.int64(5), every, whole, half, np.int64(2)))
    return best
