"""The targets of four buckets that may be worth enough: most of the others are left before they are put together.

What a part of a target can become is bounded from above: by its own points and the most of those still to come, by what
all its parts share, and by the best combinations of its chows and of its pungs with more of the suits that are left.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from .. import layout
from ..jit import Int, Ints, Word, Words, helper, inlined, ones
from ..layout import numbers as fan_no
from ..scoring.fans_sets import sorted_index
from ..scoring.pack import COUNTS
from ..tables.load import Tables
from ..tables.words import concealed_kongs_in
from .points import Rulings, points_of_hidden
from .targets import COSTS, SUIT_BUCKETS, Entries, own_points

_SEVEN = np.uint64(7)
_EIGHT = np.uint64(8)
_LOW = np.uint64(0xFFFFFFFF)
_HIGH = np.uint64(0xFFFFFFFF00000000)


# Places of the bounds vector: vectors of m, p, s, honors, those of m with p and of s with the honors, then for each
# suit that of the other three; and the stack of a look through seven pairs.
HALVES = 40
RESTS = 60
PAIRS_STATE = 100


class Wanted(NamedTuple):
    """What is asked of targets of a hand.

    Attributes
    ----------
    points : int
        Fewest points.
    winds : int
        Prevalent wind + 4 * seat wind.
    fixed : int
        Points that the melds' kongs bring at most.
    drawn : int
        Points that the concealed reading has at most more, concealed pungs apart.
    sets, info : uint64
        Columns 0 and 2 of the melds.
    """

    points: Int
    winds: Int
    fixed: Int
    drawn: Int
    sets: np.uint64
    info: np.uint64


@inlined
def add_sets(sets: Word, info: Word, more: Word) -> Word:
    """Put further chows and pungs behind those of a part of a hand."""
    chows = (more & _LOW) << (_EIGHT * (info & _SEVEN))
    return sets | chows | ((more & _HIGH) << (_EIGHT * ((info >> np.uint64(3)) & _SEVEN)))


@inlined
def pungs_so_far(info: Word) -> Int:
    """Return the number of pungs and kongs of a part of a hand."""
    return np.int64((info >> np.uint64(3)) & _SEVEN)


@inlined
def beside_sets(b0: Int, b1: Int, b2: Int, b3: Int, wanted: Wanted, rulings: Rulings) -> tuple[Int, Int]:
    """Return what targets of four buckets have at most by what is there and by pairs of honors, and when drawn besides.

    Returns
    -------
    most : int
        With the points of kongs in melds, and of All Pungs or All Chows.
    drawn : int
        Points that the concealed reading has at most more, concealed pungs apart.
    """
    honors = (b3 - 3 * SUIT_BUCKETS) // COSTS
    there = np.int64((wanted.info >> np.uint64(32)) & np.uint64(31)) | np.int64(b0 >= COSTS)
    there |= np.int64(b1 >= SUIT_BUCKETS + COSTS) << 1 | np.int64(b2 >= 2 * SUIT_BUCKETS + COSTS) << 2
    drawn = wanted.drawn
    most = rulings.present[there]
    if honors > 0:
        most = max(rulings.present[there | 8], rulings.present[there | 16], rulings.present[there | 24])
        if honors & 1 and (honors >> 1) + ones((wanted.info >> np.uint64(24)) & np.uint64(127)) >= 2:
            most += rulings.points[fan_no.LITTLE_FOUR_WINDS]
    elif there < 8 and there & (there - 1) == 0:
        drawn += rulings.points[fan_no.NINE_GATES]
    return most + wanted.fixed + max(rulings.points[fan_no.ALL_PUNGS], rulings.points[fan_no.ALL_CHOWS]), drawn


@inlined
def most_with(suits: Int, sets: Word, info: Word, beside: Int, tables: Tables, rulings: Rulings) -> Int:
    """Return points that no target with these sets exceeds in the open reading; `suits` of them are looked at."""
    chows = rulings.chows_left[suits, sorted_index(sets & _LOW, tables.ranks, np.int64(0))]
    pungs = rulings.pungs_left[suits, sorted_index(sets >> np.uint64(32), tables.ranks, np.int64(4))]
    return np.int64(
        beside + own_points(info) + rulings.shared[np.int64(info >> np.uint64(40))] + np.int64(chows) + np.int64(pungs)
    )


@inlined
def bounds_of_buckets(
    b0: Int, b1: Int, b2: Int, b3: Int, wanted: Wanted, rulings: Rulings, work: Words
) -> tuple[bool, Int, Int, Int, Int]:
    """Return what bounds the targets of four buckets, if it is worth its time.

    Returns
    -------
    bounded : bool
        Whether it is; all else is 0 if not.
    beside, drawn : int
        As of `beside_sets`.
    three, two : int
        The most hidden pungs and kongs, but for pungs counted by `pungs_so_far`: where those of m, and where those of
        m and p, are counted.
    """
    if wanted.points < layout.DEAR or rulings.chows_left.size == 0:
        return False, np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    beside, drawn = beside_sets(b0, b1, b2, b3, wanted, rulings)
    two = concealed_kongs_in(work[COUNTS]) - pungs_so_far(wanted.info) + (b3 - 3 * SUIT_BUCKETS) // (2 * COSTS)
    two += (b2 - 2 * SUIT_BUCKETS) // (2 * COSTS)
    return True, beside, drawn, two + (b1 - SUIT_BUCKETS) // (2 * COSTS), two


@inlined
def may_be_worth(most: Int, hidden: Int, drawn: Int, asked: Int, points: Int, rulings: Rulings) -> bool:
    """Say whether `most` points, or in the concealed reading with so many hidden pungs, may be enough."""
    if asked & 1 and most >= points:
        return True
    return bool(asked & 2 != 0 and most + drawn + points_of_hidden(hidden, rulings) >= points)


@helper
def choices_of_buckets(budget: Int, most: Int, bounds: Ints, entries: Entries) -> Iterator[tuple[Int, Int, Int, Int]]:
    """Yield a bucket of each suit in all ways in which they miss exactly `budget` tiles together; some are empty.

    Parameters
    ----------
    budget, most : int
        Tiles missing, and sets.
    bounds : (100,) int64
        As written by `find_bounds`.
    entries : Entries
        As found by `find_all_entries` for this budget.

    Notes
    -----
    A place ``2 * sets + pair`` says what a suit has of the sets and the pair.
    """
    first, limits = entries.first, entries.limits
    for place0 in range(2 * most + 2):
        lo0 = bounds[place0]
        if lo0 > limits[place0]:
            continue
        rest = 2 * most + 1 - place0
        for place1 in range(rest + 1):
            left = rest - place1
            lo1 = bounds[10 + place1]
            if place1 & ~rest & 1 or lo0 + lo1 + bounds[HALVES + 10 + left] > budget:
                continue
            for place2 in range(left + 1):
                lo2, lo3 = bounds[20 + place2], bounds[30 + left - place2]
                slack = budget - lo0 - lo1 - lo2 - lo3
                if place2 & ~left & 1 or slack < 0:
                    continue
                b0, b1 = place0 * COSTS + lo0, SUIT_BUCKETS + place1 * COSTS + lo1
                b2, b3 = 2 * SUIT_BUCKETS + place2 * COSTS + lo2, 3 * SUIT_BUCKETS + (left - place2) * COSTS + lo3
                for x0 in range(slack + 1):
                    for x1 in range(slack - x0 + 1):
                        if first[b0 + x0] == first[b0 + x0 + 1] or first[b1 + x1] == first[b1 + x1 + 1]:
                            continue
                        for x2 in range(slack - x0 - x1 + 1):
                            yield b0 + x0, b1 + x1, b2 + x2, b3 + slack - x0 - x1 - x2
