"""Seven pairs that may be worth so many points, by the tiles that they miss.

There are more than five million; what pairs share and which suits are there bounds what they can still become.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from .. import layout
from ..jit import Int, Ints, Word, Words, helper, inlined, ones
from ..layout import numbers as fan_no
from ..layout.fans import FULLY_CONCEALED_HAND, RANGE_FANS, SELF_DRAWN_FAN, SEVEN_PAIRS, SEVEN_SHIFTED_PAIRS, TILE_HOG
from ..nibbles import copies, presence
from ..scoring.fans_tiles import fours, tile_fans
from ..scoring.forms import are_shifted_pairs
from ..scoring.pack import HELD
from .points import Rulings, points_left
from .worthy import Wanted

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_ONES = np.uint64(0x111111111)
_OF_PAIRS = np.int64(0xFF8)  # bits of `SHARED_FANS` but for the first three fans, which ask for sets

# Columns of the stack, a row for each number of pairs taken: the kind to go on with, the last kind to go to, the kind
# taken last, tiles missing, what all share, what is there, fours, and the nibbles of the four suits. Kinds ascend from
# row to row, and within one are gone through from the last to the first.
_NEXT, _FLOOR, _LAST, _COST, _SHARED, _THERE, _FOURS, _TILES = 0, 1, 2, 3, 4, 5, 6, 7
_ROW = 11


@helper
def worth(word0: Word, word1: Word, repeats: Word, rulings: Rulings) -> tuple[Int, Int]:
    """Return the points of a concealed hand in the open and in the concealed reading."""
    open_points = points_left(word0, word1, repeats, rulings.bars, rulings.points)
    drawn = points_left(word0 | FULLY_CONCEALED_HAND, word1 | SELF_DRAWN_FAN, repeats, rulings.bars, rulings.points)
    return open_points, drawn


@helper
def missing_to_unlike_pairs(work: Words) -> Int:
    """Return the tiles missing to seven pairs of different kinds."""
    kinds: Int = np.int64(0)
    twos: Int = np.int64(0)
    for suit in range(4):
        held = work[HELD + suit]
        kinds += ones(presence(held))
        twos += ones(((held >> _ONE) | (held >> np.uint64(2))) & _ONES)
    return np.int64(7) - min(twos, np.int64(7)) + max(np.int64(7) - kinds, np.int64(0))


@helper
def pairs_fans(m: Word, p: Word, s: Word, h: Word, switches: Ints) -> tuple[Word, Word, Word]:
    """Return the flag words and repeats of seven pairs, given as nibbles."""
    alike = fours(m, p, s, h if switches[layout.SW_TILE_HOG_HONORS] == 0 else _ZERO)
    word0, word1 = tile_fans(presence(m), presence(p), presence(s), presence(h))
    word0 |= SEVEN_PAIRS
    if switches[layout.SW_PAIRS_RANGE_FANS] == 1:
        word0 &= ~RANGE_FANS
    if are_shifted_pairs(m, p, s, h):
        word0 |= SEVEN_SHIFTED_PAIRS
    if alike > 0:
        word0 |= TILE_HOG
    return word0, word1, np.uint64(alike)


@inlined
def most_of_pairs(left: Int, shared: Int, there: Int, alike: Int, four_alike: bool, rulings: Rulings) -> Int:
    """Return points that seven pairs do not exceed in the open reading.

    Parameters
    ----------
    left : int
        Pairs still to be taken.
    shared, there, alike : int
        What those taken share, which of m, p, s, winds and dragons are there, and how many fours.
    """
    points = rulings.points
    most = points[fan_no.SEVEN_PAIRS] + rulings.shared[shared & _OF_PAIRS] + rulings.present_left[there]
    if four_alike:
        most += points[fan_no.TILE_HOG] * (alike + (left + 1) // 2)
    if there == 1 or there == 2 or there == 4:
        most += points[fan_no.SEVEN_SHIFTED_PAIRS]
    return np.int64(most)


@helper
def seven_pairs(
    budget: Int, least: Int, table: npt.NDArray[np.uint64], rulings: Rulings, work: Words, stack: Ints
) -> Iterator[tuple[Word, Word, Word, Word]]:
    """Yield seven pairs, as nibbles of m, p, s and honors, that miss exactly `budget` tiles and may be worth enough.

    Parameters
    ----------
    budget : int
    least : int
        Fewest points in the open reading; fewer are yielded where the bound is not sharp.
    table : (128, 3) uint64
        `target_words`.
    rulings : Rulings
    work : (40,) uint64
        The packed row.
    stack : (at least 88,) int64
        Scratch.
    """
    four_alike = rulings.switches[layout.SW_PAIRS_FOUR_ALIKE] == 0
    depth = np.int64(0)
    for column in range(_ROW):
        stack[column] = 0
    stack[_NEXT], stack[_LAST], stack[_SHARED] = layout.KINDS - 1, -1, 0xFFF
    while depth >= 0:
        row = _ROW * depth
        kind = stack[row + _NEXT]
        if kind < stack[row + _FLOOR]:
            depth -= 1
            continue
        stack[row + _NEXT] = kind - 1
        suit = kind // 9
        rank = kind - 9 * suit
        again = np.int64(stack[row + _LAST] == kind)
        held = copies(work[HELD + suit], np.uint64(4 * rank))
        cost = stack[row + _COST] + max(2 + 2 * again - held, 0) - again * max(2 - held, 0)
        left = 6 - depth
        if cost > budget or cost + 2 * left < budget:
            continue
        info = table[32 * suit + 16 + rank, 2]
        shared = stack[row + _SHARED] & np.int64(info >> np.uint64(40))
        there = stack[row + _THERE] | np.int64((info >> np.uint64(32)) & np.uint64(31))
        alike = stack[row + _FOURS] + again
        if most_of_pairs(left, shared, there, alike, four_alike, rulings) < least:
            continue
        new = row + _ROW
        stack[new + _TILES], stack[new + _TILES + 1] = stack[row + _TILES], stack[row + _TILES + 1]
        stack[new + _TILES + 2], stack[new + _TILES + 3] = stack[row + _TILES + 2], stack[row + _TILES + 3]
        stack[new + _TILES + suit] += 2 << 4 * rank
        if left > 0:
            stack[new + _NEXT], stack[new + _FLOOR] = layout.KINDS - 1, kind if four_alike and not again else kind + 1
            stack[new + _LAST], stack[new + _COST], stack[new + _FOURS] = kind, cost, alike
            stack[new + _SHARED], stack[new + _THERE] = shared, there
            depth += 1
        elif cost == budget:
            yield (
                np.uint64(stack[new + _TILES]), np.uint64(stack[new + _TILES + 1]),
                np.uint64(stack[new + _TILES + 2]), np.uint64(stack[new + _TILES + 3]),
            )  # fmt: skip


@helper
def pairs_of_worth(
    budget: Int, asked: Int, wanted: Wanted, table: npt.NDArray[np.uint64], rulings: Rulings, work: Words, stack: Ints
) -> Int:
    """Look through seven pairs that miss exactly `budget` tiles; return the readings found, bit 0 open, 1 concealed."""
    found = np.int64(0)
    points = wanted.points
    least = np.int64(points - (wanted.drawn if asked & 2 else 0))
    for m, p, s, h in seven_pairs(budget, least, table, rulings, work, stack):
        word0, word1, repeats = pairs_fans(m, p, s, h, rulings.switches)
        open_points, concealed_points = worth(word0, word1, repeats, rulings)
        found |= np.int64(open_points >= points) | np.int64(concealed_points >= points) << 1
        if found & asked == asked:
            break
    return found
