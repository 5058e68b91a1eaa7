"""What is kept of the target hands of a hand: the best of each main fan."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .. import layout
from ..jit import Bytes, Int, Ints, Word, Words, helper, inlined, lowest
from ..layout.fans import FULLY_CONCEALED_HAND, SELF_DRAWN_FAN
from ..nibbles import less
from ..scoring.choose import exclude, sum_points
from ..scoring.pack import HELD
from .points import Rulings
from .worthy import Wanted

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_NIBBLE = np.uint64(15)


class Asked(NamedTuple):
    """What is asked of target hands, and where the best are kept.

    Attributes
    ----------
    wanted : Wanted
        As in `distance`.
    concealed : bool
        Whether the concealed reading counts.
    left : (34,) uint8
        Copies of each tile that can still be drawn.
    groups : (83, 4) uint64
    targets : (83, k, 13) uint64
        Written; drawn in `layout`.
    """

    wanted: Wanted
    concealed: bool
    left: Bytes
    groups: npt.NDArray[np.uint64]
    targets: npt.NDArray[np.uint64]


@inlined
def ways_to_take(copies: Int, tiles: Int) -> Int:
    """Return in how many ways some tiles can be taken from so many copies."""
    ways = np.int64(1)
    for taken in range(tiles):
        ways = ways * max(copies - taken, 0) // (taken + 1)
    return ways


@helper
def ways_to(m: Word, p: Word, s: Word, h: Word, left: Bytes, work: Words) -> tuple[Int, Word]:
    """Return in how many ways what a target lacks can be taken from the copies left, and the mask of these tiles.

    Parameters
    ----------
    m, p, s, h : uint64
        Nibbles of its concealed tiles.
    left : (34,) uint8
    work : (40,) uint64
        The packed row.
    """
    ways: Int = np.int64(1)
    mask = _ZERO
    for suit in range(4):
        tiles = m if suit == 0 else p if suit == 1 else s if suit == 2 else h
        lacking = less(tiles, work[HELD + suit])
        while lacking != _ZERO:
            rank = lowest(lacking) // 4
            step = np.uint64(4 * rank)
            tile = 9 * suit + rank
            ways *= ways_to_take(np.int64(left[tile]), np.int64((lacking >> step) & _NIBBLE))
            mask |= _ONE << np.uint64(tile)
            lacking &= ~(_NIBBLE << step)
    return ways, mask


@helper
def main_fan(word0: Word, word1: Word, points: Ints) -> Int:
    """Return the dearest fan, the first of several; those that only say how a hand is won if there is no other."""
    fan = 0
    for chosen in range(2):
        left0 = word0 & FULLY_CONCEALED_HAND if chosen else word0 & ~FULLY_CONCEALED_HAND
        left1 = word1 & SELF_DRAWN_FAN if chosen else word1 & ~SELF_DRAWN_FAN
        while left0 | left1 != _ZERO:
            one = lowest(left0) + 1 if left0 != _ZERO else lowest(left1) + 65
            if fan == 0 or points[one] > points[fan]:
                fan = one
            if left0 != _ZERO:
                left0 &= left0 - _ONE
            else:
                left1 &= left1 - _ONE
        if fan > 0:
            break
    return fan


@inlined
def better(rank: tuple[Word, Word, Word], one: Words) -> bool:
    """Say whether a target of this cost, ways and points comes before one that is kept."""
    cost, ways, points = rank
    if cost != one[layout.TARGET_MISSING]:
        return bool(cost < one[layout.TARGET_MISSING])
    if ways != one[layout.TARGET_WAYS]:
        return bool(ways > one[layout.TARGET_WAYS])
    return bool(points > one[layout.TARGET_POINTS])


@inlined
def copy_row(rows: npt.NDArray[np.uint64], source: Int, target: Int) -> None:
    """Copy a row over another."""
    for column in range(rows.shape[1]):
        rows[target, column] = rows[source, column]


@helper
def keep_target(
    cost: Int, shape: Int, word0: Word, word1: Word, repeats: Word, sets: Word, info: Word, m: Word, p: Word, s: Word,
    h: Word, asked: Asked, rulings: Rulings, work: Words,
) -> Int:  # fmt: skip
    """Note a target if it is worth enough and its tiles are left; return whether it is.

    Parameters
    ----------
    cost : int
        Tiles missing; never fewer than at the call before.
    shape : int
        As in a reading row.
    word0, word1, repeats : uint64
        Fans found.
    sets, info : uint64
        Columns 0 and 2 of the whole hand.
    m, p, s, h : uint64
        Nibbles of its concealed tiles.
    asked : Asked
    rulings : Rulings
    work : (40,) uint64
        The packed row.
    """
    flags0, flags1, counted = exclude(word0, word1, repeats, rulings.bars)
    worth = sum_points(flags0, flags1, counted, rulings.points)
    if worth < asked.wanted.points:
        return 0
    ways, mask = ways_to(m, p, s, h, asked.left, work)
    if ways == 0:
        return 0
    fan = main_fan(flags0, flags1, rulings.points)
    group, kept = asked.groups[fan], asked.targets[fan]
    if group[layout.GROUP_NUMBER] == _ZERO:
        group[layout.GROUP_MISSING] = np.uint64(cost)
    group[layout.GROUP_NUMBER] += _ONE
    if group[layout.GROUP_MISSING] == np.uint64(cost):
        group[layout.GROUP_TILES] |= mask
    number: Int = np.int64(group[layout.GROUP_KEPT])
    most = np.int64(kept.shape[0])
    rank = np.uint64(cost), np.uint64(ways), np.uint64(worth)
    if number == most and not better(rank, kept[most - 1]):
        return 1
    for place in range(number):  # another reading of the same tiles: the dearer one stays
        one = kept[place]
        if one[layout.TARGET_M] == m and one[layout.TARGET_P] == p and one[layout.TARGET_S] == s:
            if one[layout.TARGET_H] != h:
                continue
            if not better(rank, one):
                return 1
            for behind in range(place, number - 1):
                copy_row(kept, np.int64(behind + 1), np.int64(behind))
            number -= 1
            break
    at = number
    while at > 0 and better(rank, kept[at - 1]):
        at -= 1
    for behind in range(min(number, most - 1), at, -1):
        copy_row(kept, np.int64(behind - 1), np.int64(behind))
    one = kept[at]
    one[layout.TARGET_MISSING], one[layout.TARGET_WAYS], one[layout.TARGET_POINTS] = rank
    one[layout.TARGET_FLAGS0], one[layout.TARGET_FLAGS1], one[layout.TARGET_REPEATS] = flags0, flags1, counted
    one[layout.TARGET_SETS], one[layout.TARGET_PAIR] = sets, (info >> np.uint64(8)) & np.uint64(63)
    one[layout.TARGET_SHAPE] = np.uint64(shape)
    one[layout.TARGET_M], one[layout.TARGET_P], one[layout.TARGET_S], one[layout.TARGET_H] = m, p, s, h
    group[layout.GROUP_KEPT] = np.uint64(min(number + 1, most))
    return 1
