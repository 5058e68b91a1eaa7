"""Fans that may not count in the nearest sets and pair: targets looked through, nearest first, until they do."""

import numpy as np
import numpy.typing as npt

from . import layout
from .check import CHOWS, COUNTS, PUNGS, eaten_in
from .choose import exclude
from .distance import add_sets, find_all_entries
from .fans_names import (
    ALL_CHOWS,
    ALL_EVEN_PUNGS,
    ALL_FIVES,
    ALL_PUNGS,
    BIG_THREE_WINDS,
    LITTLE_FOUR_WINDS,
    LITTLE_THREE_DRAGONS,
    OUTSIDE_HAND,
    PREVALENT_WIND,
    PUNG_OF_ENDS,
    SEAT_WIND,
    TILE_HOG,
)
from .fans_sets import sorted_index
from .fans_tiles import fours, tile_fans
from .jit import Int, Ints, Word, Words, helper, ones
from .nibbles import presence
from .targets import COSTS, SUIT_BUCKETS, Entries, add_info

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_BYTE = np.uint64(255)
_SEVEN = np.uint64(7)
_LOW = np.uint64(0xFFFFFFFF)
_OUTSIDE, _FIVES, _EVEN = np.uint64(1 << 40), np.uint64(1 << 41), np.uint64(1 << 42)


@helper
def fans_of_sets(
    sets: Word, info: Word, m: Word, p: Word, s: Word, h: Word, winds: Int, fixed0: Word, fixed1: Word, kongs: Int,
    ranks: npt.NDArray[np.int32], chow_codes: npt.NDArray[np.uint8], pung_codes: npt.NDArray[np.uint8], outcomes: Words,
    bars: Words,
) -> tuple[Word, Word]:  # fmt: skip
    """Return the fans that count in a target of four sets and a pair in the open reading.

    Parameters
    ----------
    sets, info : uint64
        Columns 0 and 2 of the whole hand, melds included, as drawn in `targets`.
    m, p, s, h : uint64
        Nibbles of all its tiles.
    winds : int
        Prevalent wind + 4 * seat wind.
    fixed0, fixed1 : uint64
        Fans of kongs and of concealed kongs as concealed pungs, before exclusion.
    kongs : int
        Kinds that are kongs.
    """
    word0, word1 = tile_fans(presence(m), presence(p), presence(s), presence(h))
    word0 |= fixed0
    word1 |= fixed1
    if fours(m, p, s, h) > kongs:
        word0 |= TILE_HOG
    pair = np.int64((info >> np.uint64(8)) & np.uint64(63)) - 1
    code = np.int64(chow_codes[sorted_index(sets & _LOW, ranks, np.int64(0))])
    word0 |= outcomes[code, 0]
    word1 |= outcomes[code, 1]
    special = outcomes[code, 3]
    if special != _ZERO and np.int64(special & _BYTE) == pair + 1:
        word0 |= _ONE << ((special >> np.uint64(8)) - _ONE)
    pungs = sets >> np.uint64(32)
    code = np.int64(pung_codes[sorted_index(pungs, ranks, np.int64(4))])
    word0 |= outcomes[code, 0]
    word1 |= outcomes[code, 1]
    honors = (info >> np.uint64(24)) & np.uint64(127)
    scoring = (_ONE << np.uint64(winds & 3)) | (_ONE << np.uint64(winds >> 2))
    if (honors >> np.uint64(winds & 3)) & _ONE != _ZERO:
        word0 |= PREVALENT_WIND
    if (honors >> np.uint64(winds >> 2)) & _ONE != _ZERO:
        word0 |= SEAT_WIND
    if pair >= layout.DRAGONS and ones(honors >> np.uint64(4)) == 2:
        word0 |= LITTLE_THREE_DRAGONS
    if word0 & BIG_THREE_WINDS != _ZERO:
        scoring = np.uint64(15)
        if layout.HONORS <= pair < layout.DRAGONS:
            word0 |= LITTLE_FOUR_WINDS
    ends = honors & np.uint64(15) & ~scoring != _ZERO
    for place in range(4):
        number = np.int64((pungs >> np.uint64(8 * place)) & _BYTE)
        ends = ends or (0 < number <= layout.HONORS and number % 9 <= 1)
    if ends:
        word1 |= PUNG_OF_ENDS
    if info & _OUTSIDE != _ZERO:
        word0 |= OUTSIDE_HAND
    if info & _FIVES != _ZERO:
        word0 |= ALL_FIVES
    if info & _SEVEN == _ZERO:
        word0 |= ALL_PUNGS
        if info & _EVEN != _ZERO:
            word0 |= ALL_EVEN_PUNGS
    elif info & _SEVEN == np.uint64(4) and pair < layout.HONORS:
        word0 |= ALL_CHOWS
    word0, word1, _ = exclude(word0, word1, _ZERO, bars)
    return word0, word1


@helper
def fans_in_buckets(
    b0: Int, b1: Int, b2: Int, b3: Int, asked0: Word, asked1: Word, sets: Word, info: Word, winds: Int, fixed0: Word,
    fixed1: Word, ranks: npt.NDArray[np.int32], chow_codes: npt.NDArray[np.uint8], pung_codes: npt.NDArray[np.uint8],
    outcomes: Words, bars: Words, work: Words, words: npt.NDArray[np.uint64], first: Ints,
) -> tuple[Word, Word]:  # fmt: skip
    """Look through the targets of four buckets of entries; return the fans of `asked` that count in one."""
    found0, found1 = _ZERO, _ZERO
    eaten_m, eaten_p, eaten_s, eaten_h = (
        eaten_in(0, work), eaten_in(1, work), eaten_in(2, work), eaten_in(3, work)
    )  # fmt: skip
    counts = work[COUNTS]
    kongs = np.int64((counts >> np.uint64(24)) & _BYTE) + np.int64((counts >> np.uint64(32)) & _BYTE)
    for e0 in range(first[b0], first[b0 + 1]):
        sets0, info0 = add_sets(sets, info, words[e0, 0]), add_info(info, words[e0, 2])
        for e1 in range(first[b1], first[b1 + 1]):
            sets1, info1 = add_sets(sets0, info0, words[e1, 0]), add_info(info0, words[e1, 2])
            for e2 in range(first[b2], first[b2 + 1]):
                sets2, info2 = add_sets(sets1, info1, words[e2, 0]), add_info(info1, words[e2, 2])
                for e3 in range(first[b3], first[b3 + 1]):
                    sets3, info3 = add_sets(sets2, info2, words[e3, 0]), add_info(info2, words[e3, 2])
                    word0, word1 = fans_of_sets(
                        sets3, info3, words[e0, 1] + eaten_m, words[e1, 1] + eaten_p, words[e2, 1] + eaten_s,
                        words[e3, 1] + eaten_h, winds, fixed0, fixed1, kongs, ranks, chow_codes, pung_codes, outcomes,
                        bars,
                    )  # fmt: skip
                    found0 |= word0 & asked0
                    found1 |= word1 & asked1
                    if found0 == asked0 and found1 == asked1:
                        return found0, found1
    return found0, found1


@helper
def fans_at(
    budget: Int, most: Int, asked0: Word, asked1: Word, info: Word, winds: Int, fixed0: Word, fixed1: Word,
    ranks: npt.NDArray[np.int32], chow_codes: npt.NDArray[np.uint8], pung_codes: npt.NDArray[np.uint8], outcomes: Words,
    bars: Words, table: npt.NDArray[np.uint64], work: Words, bounds: Ints, entries: Entries,
) -> tuple[Word, Word]:  # fmt: skip
    """Look through all targets that miss exactly `budget` tiles; return the fans of `asked` that count in one.

    Parameters
    ----------
    bounds : (100,) int64
        As written by `find_bounds`.
    info : uint64
        Column 2 of the melds.
    """
    find_all_entries(budget, most, winds, table, work, bounds, entries)
    words, first = entries.words, entries.first
    sets = (work[CHOWS] & _LOW) | (work[PUNGS] << np.uint64(32))
    found0, found1 = _ZERO, _ZERO
    for share in range(4 * 125):
        # Who has the pair, and how many sets m, p and s have; the honors have the rest.
        pair, k0, k1, k2 = share & 3, share // 100, share // 20 % 5, share // 4 % 5
        k3 = most - k0 - k1 - k2
        if k3 < 0:
            continue
        p0, p1, p2, p3 = np.int64(pair == 0), np.int64(pair == 1), np.int64(pair == 2), np.int64(pair == 3)
        lo0, lo1 = bounds[2 * k0 + p0], bounds[10 + 2 * k1 + p1]
        lo2, lo3 = bounds[20 + 2 * k2 + p2], bounds[30 + 2 * k3 + p3]
        slack = budget - lo0 - lo1 - lo2 - lo3
        if slack < 0:
            continue
        b0 = (2 * k0 + p0) * COSTS + lo0
        b1 = SUIT_BUCKETS + (2 * k1 + p1) * COSTS + lo1
        b2 = 2 * SUIT_BUCKETS + (2 * k2 + p2) * COSTS + lo2
        b3 = 3 * SUIT_BUCKETS + (2 * k3 + p3) * COSTS + lo3
        for x0 in range(slack + 1):
            for x1 in range(slack - x0 + 1):
                for x2 in range(slack - x0 - x1 + 1):
                    word0, word1 = fans_in_buckets(
                        b0 + x0, b1 + x1, b2 + x2, b3 + slack - x0 - x1 - x2, asked0 & ~found0, asked1 & ~found1, sets,
                        info, winds, fixed0, fixed1, ranks, chow_codes, pung_codes, outcomes, bars, work, words, first,
                    )  # fmt: skip
                    found0 |= word0
                    found1 |= word1
                    if found0 == asked0 and found1 == asked1:
                        return found0, found1
    return found0, found1
