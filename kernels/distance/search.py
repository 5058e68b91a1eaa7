"""Tiles missing to a hand of sets and a pair that is worth so many points: targets put together, nearest first.

Targets that miss one tile more than the nearest are looked at only when no nearer one has the points, and so on. Class
vectors of the suits say beforehand how few tiles every share of the sets can miss, so nothing is built in vain.
"""

import numpy as np
import numpy.typing as npt

from .. import layout
from ..analysis.beside_melds import FAR
from ..analysis.shanten import check_hand, missing_orphans, missing_pairs
from ..analysis.straight import missing_straight, straight_beside_meld
from ..jit import Bytes, Int, Ints, Words, helper, inlined, ones
from ..layout import numbers as fan_no
from ..scoring.fans_sets import sorted_index
from ..scoring.fans_win import concealed_pung_fans, kong_fans
from ..scoring.pack import CHOWS, CODES, COUNTS, HELD, INDEX, PUNGS, WORD0, WORD1, eaten_in
from ..tables.load import AnalysisTables, Tables
from ..tables.words import concealed_kongs_in, melded_kongs_in, melds_in
from .forms import missing_to_forms
from .points import Rulings, gates_left, most_drawn, most_points, target_points
from .seven_pairs import missing_to_unlike_pairs, pairs_of_worth
from .targets import COSTS, Entries, add_info, find_entries
from .worthy import (  # fmt: skip
    HALVES,
    PAIRS_STATE,
    RESTS,
    Wanted,
    add_sets,
    bounds_of_buckets,
    choices_of_buckets,
    may_be_worth,
    most_with,
    pungs_so_far,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_BYTE = np.uint64(255)
_SEVEN = np.uint64(7)
_EIGHT = np.uint64(8)
_LOW = np.uint64(0xFFFFFFFF)
_HIGH = np.uint64(0xFFFFFFFF00000000)


@inlined
def check_worth(
    concealed: Bytes, melds: Bytes, i: Int, prevalent: Int, seat: Int, table: npt.NDArray[np.uint64], work: Words
) -> Int:
    """Pack a row whose melds and winds must be known, and return its status.

    Parameters
    ----------
    concealed, melds, i, table, work
        As in `check_hand`; `table` is that of scoring, in which a set of unknown tiles is no meld.
    prevalent, seat : int
        As given.
    """
    code = check_hand(concealed, melds, i, table, work)
    if code == layout.OK and (prevalent > 3 or seat > 3):
        code = layout.BAD_WIND
    if work[COUNTS] == _ZERO:  # which `check_hand` leaves as they were
        work[CHOWS], work[PUNGS], work[CODES] = _ZERO, _ZERO, _ZERO
    return code


@helper
def join_bounds(bounds: Ints, target: Int, one: Int, other: Int, most: Int) -> None:
    """Write at `target` the vector of the two parts at `one` and `other`, up to a number of sets."""
    for k in range(most + 1):
        bare = np.int64(FAR)
        paired = np.int64(FAR)
        for own in range(k + 1):
            rest = other + 2 * (k - own)
            bare = min(bare, bounds[one + 2 * own] + bounds[rest])
            paired = min(paired, bounds[one + 2 * own + 1] + bounds[rest], bounds[one + 2 * own] + bounds[rest + 1])
        bounds[target + 2 * k] = bare
        bounds[target + 2 * k + 1] = paired


@helper
def find_bounds(most: Int, tables: AnalysisTables, work: Words, bounds: Ints) -> Int:
    """Write what suits and their joins miss at least, and return what a whole target does, as if no tile were eaten."""
    for suit in range(4):
        index = np.int64(work[INDEX + suit]) - (layout.SUIT_STATES if suit == 3 else 0)
        row = np.int64(tables.regular[index]) if suit < 3 else layout.SUIT_CLASSES + np.int64(tables.honors[index])
        for place in range(2 * most + 2):
            bounds[10 * suit + place] = np.int64(tables.vectors[row, place])
    join_bounds(bounds, np.int64(HALVES), np.int64(0), np.int64(10), most)
    join_bounds(bounds, np.int64(HALVES + 10), np.int64(20), np.int64(30), most)
    for suit in range(4):
        other_half = np.int64(HALVES + (10 if suit < 2 else 0))
        join_bounds(bounds, np.int64(RESTS + 10 * suit), np.int64(10 * (suit ^ 1)), other_half, most)
    missing: Int = np.int64(FAR)
    for own in range(most + 1):
        rest = RESTS + 2 * (most - own)
        missing = min(missing, bounds[2 * own] + bounds[rest + 1], bounds[2 * own + 1] + bounds[rest])
    return missing


@helper
def find_all_entries(
    budget: Int, most: Int, winds: Int, table: npt.NDArray[np.uint64], work: Words, bounds: Ints, entries: Entries
) -> None:
    """Find the entries of every suit that a target missing `budget` tiles at most can have."""
    start: Int = np.int64(0)
    for suit in range(4):
        for own in range(most + 1):
            for pair in range(2):
                rest = RESTS + 10 * suit + 2 * (most - own) + 1 - pair
                entries.limits[10 * suit + 2 * own + pair] = min(budget - bounds[rest], np.int64(COSTS - 1))
        start = find_entries(
            np.int64(suit), work[HELD + suit], eaten_in(suit, work), most, winds, start, table, entries
        )


@helper
def search_buckets(
    b0: Int, b1: Int, b2: Int, b3: Int, asked: Int, wanted: Wanted, tables: Tables, rulings: Rulings, work: Words,
    entries: Entries,
) -> Int:  # fmt: skip
    """Look through the targets of four buckets; return the readings of `asked` (bit 0 open, 1 concealed) found.

    Notes
    -----
    `routes.keep_buckets` goes the same way. A generator of these targets for both was up to 2.4 times as slow.
    """
    words, first, own = entries.words, entries.first, entries.own
    found = np.int64(0)
    points = wanted.points
    declared, laid = concealed_kongs_in(work[COUNTS]), pungs_so_far(wanted.info)
    bounded, beside, drawn, last_three, last_two = bounds_of_buckets(b0, b1, b2, b3, wanted, rulings, work)
    for e0 in range(first[b0], first[b0 + 1]):
        sets0 = add_sets(wanted.sets, wanted.info, words[e0, 0])
        info0 = add_info(wanted.info, words[e0, 2])
        if bounded:
            top = most_with(np.int64(1), sets0, info0, beside + own[b1] + own[b2] + own[b3], tables, rulings)
            if not may_be_worth(top, last_three + pungs_so_far(info0), drawn, asked, points, rulings):
                continue
        for e1 in range(first[b1], first[b1 + 1]):
            sets1 = add_sets(sets0, info0, words[e1, 0])
            info1 = add_info(info0, words[e1, 2])
            if bounded:
                top = most_with(np.int64(2), sets1, info1, beside + own[b2] + own[b3], tables, rulings)
                if not may_be_worth(top, last_two + pungs_so_far(info1), drawn, asked, points, rulings):
                    continue
            for e2 in range(first[b2], first[b2 + 1]):
                sets2 = add_sets(sets1, info1, words[e2, 0])
                info2 = add_info(info1, words[e2, 2])
                code = np.int64(tables.chow_codes[sorted_index(sets2 & _LOW, tables.ranks, np.int64(0))])
                chow_points = rulings.codes[code] + wanted.fixed
                special = tables.outcomes[code, 3]
                for e3 in range(first[b3], first[b3 + 1]):
                    sets = add_sets(sets2, info2, words[e3, 0])
                    info = add_info(info2, words[e3, 2])
                    top = most_points(sets, info, chow_points, special, tables, rulings)
                    if asked & 1 == 0 or top < points:
                        more = most_drawn(info, declared, laid, wanted.drawn, rulings)
                        if asked & 2 == 0 or top + more < points:
                            continue
                    m, p = words[e0, 1] + eaten_in(0, work), words[e1, 1] + eaten_in(1, work)
                    s, h = words[e2, 1] + eaten_in(2, work), words[e3, 1] + eaten_in(3, work)
                    surplus = gates_left(words[e0, 1], words[e1, 1], words[e2, 1], work)
                    open_points, concealed_points = target_points(
                        sets, info, m, p, s, h, surplus, False, wanted.winds, tables, rulings, work
                    )
                    found |= np.int64(open_points >= points) | np.int64(concealed_points >= points) << 1
                    if found & asked == asked:
                        return found
    return found


@helper
def search_sets(
    budget: Int, most: Int, asked: Int, wanted: Wanted, tables: Tables, rulings: Rulings, work: Words, bounds: Ints,
    entries: Entries,
) -> Int:  # fmt: skip
    """Look through all targets that miss exactly `budget` tiles; return the readings found, bit 0 open, 1 concealed."""
    found = np.int64(0)
    for b0, b1, b2, b3 in choices_of_buckets(budget, most, bounds, entries):
        found |= search_buckets(b0, b1, b2, b3, asked & ~found, wanted, tables, rulings, work, entries)
        if found & asked == asked:
            break
    return found


@inlined
def melds_wanted(points: Int, winds: Int, table: npt.NDArray[np.uint64], rulings: Rulings, work: Words) -> Wanted:
    """Write the fans of the kongs and return what is asked of targets."""
    counts = work[COUNTS]
    number = melds_in(counts)
    melded, concealed = melded_kongs_in(counts), concealed_kongs_in(counts)
    word0, word1 = kong_fans(melded, concealed, rulings.switches[layout.SW_MIXED_KONG_PAIR])
    own0, own1 = concealed_pung_fans(concealed)
    work[WORD0], work[WORD1] = word0, word1
    fixed = np.int64(0)
    for fan in range(1, layout.FANS):
        word = (word0 | own0) if fan <= 64 else (word1 | own1)
        if (word >> np.uint64((fan - 1) & 63)) & _ONE != _ZERO:
            fixed += rulings.points[fan]
    info = np.uint64(0xFFF << 40)
    hogs: Int = np.int64(0)
    for place in range(number):
        code = np.int64((work[CODES] >> np.uint64(8 * place)) & _BYTE) - 1
        kind, tile = code // 34, code % 34
        suit = tile // 9
        rank = tile - 9 * suit
        info = add_info(info, table[32 * suit + (rank if kind == 0 else 7 + rank), 2])
        if suit == 3 and kind > 0:
            info += np.uint64(2 * (np.int64(rank == winds & 3) + np.int64(rank == winds >> 2))) << np.uint64(16)
    for place in range(4):
        hogs += ones((eaten_in(place, work) >> np.uint64(2)) & np.uint64(0x111111111))
    fixed += rulings.points[fan_no.TILE_HOG] * (hogs - melded - concealed)
    sets = (work[CHOWS] & _LOW) | (work[PUNGS] << np.uint64(32))
    drawn = rulings.points[fan_no.FULLY_CONCEALED_HAND] + rulings.points[fan_no.SELF_DRAWN]
    return Wanted(np.int64(points), np.int64(winds), fixed, drawn, sets, info)


@helper
def missing_to_straight(tables: AnalysisTables, work: Words) -> Int:
    """Return the tiles missing to a knitted straight whatever it is worth; `FAR` or more if melds bar it."""
    melds = melds_in(work[COUNTS])
    if melds == 0:
        m, p = np.int64(tables.suits[np.int64(work[INDEX])]), np.int64(tables.suits[np.int64(work[INDEX + 1])])
        s, h = np.int64(tables.suits[np.int64(work[INDEX + 2])]), np.int64(work[INDEX + 3]) - layout.SUIT_STATES
        return missing_straight(m, p, s, np.int64(tables.honors[h]), tables, work)
    return straight_beside_meld(work) if melds == 1 else np.int64(FAR)


@helper
def missing_for_points(
    points: Int, winds: Int, forms: AnalysisTables, tables: Tables, table: npt.NDArray[np.uint64], rulings: Rulings,
    work: Words, bounds: Ints, entries: Entries,
) -> tuple[Int, Int]:  # fmt: skip
    """Return the tiles missing to a hand worth enough, in the open and in the concealed reading.

    Parameters
    ----------
    points : int
        Fewest points.
    winds : int
        Prevalent wind + 4 * seat wind.
    forms : AnalysisTables
    tables : Tables
    table : (128, 3) uint64
        `target_words`.
    rulings : Rulings
    work : (40,) uint64
        The packed row.
    bounds : (190,) int64
    entries : Entries
        Scratch.

    Returns
    -------
    tuple of int
        `UNREACHABLE` + 1 where no target is worth enough.
    """
    most = 4 - melds_in(work[COUNTS])
    m, p, s, h = work[HELD], work[HELD + 1], work[HELD + 2], work[HELD + 3]
    pairs, orphans, straight = missing_pairs(m, p, s, h), missing_orphans(m, p, s, h), missing_to_straight(forms, work)
    wanted = melds_wanted(points, winds, table, rulings, work)
    if rulings.switches[layout.SW_PAIRS_FOUR_ALIKE] == 1:
        pairs = missing_to_unlike_pairs(work)
    cap_open, cap_concealed = missing_to_forms(wanted, pairs, orphans, straight, tables, table, rulings, work)
    first_sets = find_bounds(most, forms, work, bounds)
    first_pairs = pairs if most == 4 and rulings.points[fan_no.SEVEN_PAIRS] < points else np.int64(FAR)
    budget: Int = min(first_sets, first_pairs)
    asked = np.int64(3)
    while budget <= 3 * most + 2:
        asked &= (1 if budget < cap_open else 0) | (2 if budget < cap_concealed else 0)
        if asked == 0:
            break
        found = np.int64(0)
        if budget >= first_pairs:
            found = pairs_of_worth(budget, asked, wanted, table, rulings, work, bounds[PAIRS_STATE:]) & asked
        if budget >= first_sets and found != asked:
            find_all_entries(budget, most, winds, table, work, bounds, entries)
            found |= search_sets(budget, most, asked & ~found, wanted, tables, rulings, work, bounds, entries) & asked
        cap_open = budget if found & 1 else cap_open
        cap_concealed = budget if found & 2 else cap_concealed
        asked &= ~found
        budget += 1
    return cap_open, cap_concealed
