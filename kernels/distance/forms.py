"""Tiles missing to the forms without four sets, worth so many points: seven pairs, orphans, knitted forms."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .. import layout
from ..analysis.beside_melds import FAR
from ..analysis.straight import class_in
from ..jit import Int, Word, Words, helper, inlined, ones
from ..layout import numbers as fan_no
from ..layout.fans import (
    GREATER_KNITTED,
    KNITTED_STRAIGHT,
    LESSER_KNITTED,
    THIRTEEN_ORPHANS,
)
from ..nibbles import missing_of, presence
from ..scoring.fans_tiles import tile_fans
from ..scoring.pack import COUNTS, HELD, eaten_in
from ..tables.load import Tables
from ..tables.words import melds_in
from .points import Rulings, points_of_hidden, target_points
from .seven_pairs import worth
from .targets import add_info, own_points
from .worthy import Wanted

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_NIBBLE = np.uint64(15)
_ONES = np.uint64(0x111111111)
_THREES = np.uint64(0x333333333)
_EIGHTS = np.uint64(0x888888888)
_HONORS = np.uint64(0x1111111)
_CLASS_147 = np.uint64(0x001001001)
_SEVEN_TWOS = np.uint64(0x2222222)
_NONE = np.int64(layout.UNREACHABLE + 1)
_OWN_OF_SET = (
    5  # a pung of the wind that is both prevalent and of the seat, with what column 2 of `targets` counts for it
)


@helper
def orphans_fans() -> tuple[Word, Word]:
    """Return the flag words of thirteen orphans."""
    ends = np.uint64(0x100000001)
    word0, word1 = tile_fans(ends, ends, ends, _HONORS)
    return word0 | THIRTEEN_ORPHANS, word1


@helper
def knitted_fans(honors: Int) -> tuple[Word, Word]:
    """Return the flag words of fourteen different knitted tiles and honors, by the number 5..7 of honors."""
    word0, word1 = tile_fans(_CLASS_147, _CLASS_147 << np.uint64(4), _CLASS_147 << np.uint64(8), _HONORS)
    word0 |= GREATER_KNITTED if honors == 7 else LESSER_KNITTED
    if honors == 5:
        word0 |= KNITTED_STRAIGHT
    return word0, word1


@helper
def missing_to_knitted(honors: Int, work: Words) -> Int:
    """Return the tiles missing to fourteen different knitted tiles and honors with so many honors."""
    m, p, s, h = presence(work[HELD]), presence(work[HELD + 1]), presence(work[HELD + 2]), presence(work[HELD + 3])
    most = np.int64(0)
    for arrangement in range(6):
        in_m = _CLASS_147 << np.uint64(4 * class_in(arrangement, 0))
        in_p = _CLASS_147 << np.uint64(4 * class_in(arrangement, 1))
        in_s = _CLASS_147 << np.uint64(4 * class_in(arrangement, 2))
        most = max(most, np.int64(ones(m & in_m) + ones(p & in_p) + ones(s & in_s)))
    return np.int64(14) - min(most, np.int64(14 - honors)) - min(np.int64(ones(h)), np.int64(honors))


class Straight(NamedTuple):
    """A knitted straight with its set and pair.

    Attributes
    ----------
    cost : int
        Tiles missing; `FAR` if it would need a fifth copy.
    sets, info : uint64
        Columns 0 and 2 of set, pair and melds.
    m, p, s, h : uint64
        Nibbles of all its tiles.
    """

    cost: Int
    sets: np.uint64
    info: np.uint64
    m: np.uint64
    p: np.uint64
    s: np.uint64
    h: np.uint64


@helper
def straight_target(
    arrangement: Int, q: Int, pair: Int, sets: Word, info: Word, table: npt.NDArray[np.uint64], work: Words
) -> Straight:
    """Return the knitted straight of an arrangement with a set and a pair.

    Parameters
    ----------
    arrangement : int
        0..5.
    q : int
        Row of `table` of its set; looked at only if there is no meld.
    pair : int
        Tile of the pair.
    sets, info : uint64
        Columns 0 and 2 of the melds, at most one.
    table : (128, 3) uint64
        `target_words`.
    work : (40,) uint64
        The packed row.
    """
    own_set = melds_in(work[COUNTS]) == 0
    pair_suit = pair // 9
    step = np.uint64(4 * (pair - 9 * pair_suit))
    cost: Int = np.int64(0)
    m, p, s, h = _ZERO, _ZERO, _ZERO, _ZERO
    for suit in range(4):
        tiles = _CLASS_147 << np.uint64(4 * class_in(arrangement, suit)) if suit < 3 else _ZERO
        if own_set and suit == q // 32:
            tiles += table[q, 1]
        if suit == pair_suit:
            tiles += np.uint64(2) << step
        total = tiles + eaten_in(suit, work)
        if (total + _THREES) & _EIGHTS != _ZERO:
            return Straight(np.int64(FAR), sets, info, m, p, s, h)
        cost += missing_of(tiles, work[HELD + suit])
        m, p = total if suit == 0 else m, total if suit == 1 else p
        s, h = total if suit == 2 else s, total if suit == 3 else h
    whole = add_info(info, table[32 * pair_suit + 16 + pair - 9 * pair_suit, 2])
    if own_set:
        return Straight(cost, table[q, 0], add_info(whole, table[q, 2]), m, p, s, h)
    return Straight(cost, sets, whole, m, p, s, h)


@inlined
def most_of_straights(info: Word, fixed: Int, rulings: Rulings) -> Int:
    """Return points that no knitted straight exceeds; `info` and `fixed` are those of the melds."""
    points = rulings.points
    most = points[fan_no.KNITTED_STRAIGHT] + points[fan_no.ALL_TYPES] + points[fan_no.ALL_CHOWS] + fixed
    most += points[fan_no.NO_HONORS] + points[fan_no.FULLY_CONCEALED_HAND] + points[fan_no.SELF_DRAWN]
    # A pung of one's own winds or of dragons, as two of such a meld or of a set in hand; and four alike of two kinds.
    most += max(own_points(info), _OWN_OF_SET) + 2 * points[fan_no.TILE_HOG]
    return np.int64(most + points_of_hidden(np.int64(2), rulings))


@helper
def straights_of_worth(
    points: Int, cap_open: Int, cap_concealed: Int, winds: Int, sets: Word, info: Word, tables: Tables,
    table: npt.NDArray[np.uint64], rulings: Rulings, work: Words,
) -> tuple[Int, Int]:  # fmt: skip
    """Return the lower of the caps and the tiles missing to a knitted straight worth enough, in both readings.

    Parameters
    ----------
    sets, info : uint64
        Columns 0 and 2 of the melds, at most one.
    """
    melds = melds_in(work[COUNTS])
    for arrangement in range(6):
        for q in range(128 if melds == 0 else 1):
            if melds == 0 and (table[q, 2] == _ZERO or q & 31 >= 16):
                continue
            for pair in range(layout.KINDS):
                one = straight_target(np.int64(arrangement), np.int64(q), np.int64(pair), sets, info, table, work)
                if one.cost >= FAR or (one.cost >= cap_open and one.cost >= cap_concealed):
                    continue
                open_points, concealed_points = target_points(
                    one.sets, one.info, one.m, one.p, one.s, one.h, False, True, winds, tables, rulings, work
                )
                if open_points >= points:
                    cap_open = min(cap_open, one.cost)
                if concealed_points >= points:
                    cap_concealed = min(cap_concealed, one.cost)
    return cap_open, cap_concealed


@helper
def missing_to_forms(
    wanted: Wanted, pairs: Int, orphans: Int, straight: Int, tables: Tables, table: npt.NDArray[np.uint64],
    rulings: Rulings, work: Words,
) -> tuple[Int, Int]:  # fmt: skip
    """Return the tiles missing to the nearest form without four sets that is worth enough, in both readings.

    Seven pairs are among them only if all are worth enough; else `seven_pairs` looks for those that are.

    Parameters
    ----------
    pairs, orphans, straight : int
        Tiles missing to these forms whatever they are worth; `FAR` or more if melds bar them.
    """
    points = wanted.points
    cap_open: Int = _NONE
    cap_concealed: Int = _NONE
    melds = melds_in(work[COUNTS])
    if melds == 0:
        word0, word1 = orphans_fans()
        open_points, concealed_points = worth(word0, word1, _ZERO, rulings)
        cap_open = orphans if open_points >= points else cap_open
        cap_concealed = orphans if concealed_points >= points else cap_concealed
        for honors in range(5, 8):
            missing = missing_to_knitted(np.int64(honors), work)
            word0, word1 = knitted_fans(np.int64(honors))
            open_points, concealed_points = worth(word0, word1, _ZERO, rulings)
            cap_open = min(cap_open, missing) if open_points >= points else cap_open
            cap_concealed = min(cap_concealed, missing) if concealed_points >= points else cap_concealed
    if melds <= 1 and straight < FAR:
        if rulings.points[fan_no.KNITTED_STRAIGHT] >= points:
            cap_open, cap_concealed = min(cap_open, straight), min(cap_concealed, straight)
        elif most_of_straights(wanted.info, wanted.fixed, rulings) >= points:
            cap_open, cap_concealed = straights_of_worth(
                points, cap_open, cap_concealed, wanted.winds, wanted.sets, wanted.info, tables, table, rulings, work
            )
    if melds == 0 and rulings.points[fan_no.SEVEN_PAIRS] >= points:
        return min(cap_open, pairs), min(cap_concealed, pairs)
    return cap_open, cap_concealed
