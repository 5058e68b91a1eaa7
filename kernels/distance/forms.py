"""Tiles missing to the forms without four sets, worth so many points: seven pairs, orphans, knitted forms."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .. import layout
from ..analysis.beside_melds import FAR
from ..analysis.straight import class_in
from ..jit import Int, Ints, Word, Words, helper, inlined, ones
from ..layout import numbers as fan_no
from ..layout.fans import (
    FULLY_CONCEALED_HAND,
    GREATER_KNITTED,
    KNITTED_STRAIGHT,
    LESSER_KNITTED,
    RANGE_FANS,
    SELF_DRAWN_FAN,
    SEVEN_PAIRS,
    SEVEN_SHIFTED_PAIRS,
    THIRTEEN_ORPHANS,
    TILE_HOG,
)
from ..nibbles import missing_of, presence
from ..scoring.fans_tiles import fours, tile_fans
from ..scoring.pack import COUNTS, HELD, eaten_in
from ..tables.load import Tables
from ..tables.words import melds_in
from .points import Rulings, points_left, target_points
from .targets import add_info

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

# Places of the state of a look through seven pairs, behind the 34 kinds.
AT, TAKEN, COST = 34, 35, 36  # the kind to go on with, the pairs taken, the tiles that they miss


@helper
def worth(word0: Word, word1: Word, repeats: Word, rulings: Rulings) -> tuple[Int, Int]:
    """Return the points of a concealed hand in the open and in the concealed reading."""
    open_points = points_left(word0, word1, repeats, rulings.bars, rulings.points)
    drawn = points_left(word0 | FULLY_CONCEALED_HAND, word1 | SELF_DRAWN_FAN, repeats, rulings.bars, rulings.points)
    return open_points, drawn


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
def pairs_fans(m: Word, p: Word, s: Word, h: Word, rulings: Rulings) -> tuple[Word, Word, Word]:
    """Return the flag words and repeats of seven pairs, given as nibbles."""
    alike = fours(m, p, s, h)
    if rulings.switches[layout.SW_TILE_HOG_HONORS] == 1:
        alike = fours(m, p, s, _ZERO)
    word0, word1 = tile_fans(presence(m), presence(p), presence(s), presence(h))
    word0 |= SEVEN_PAIRS
    if rulings.switches[layout.SW_PAIRS_RANGE_FANS] == 1:
        word0 &= ~RANGE_FANS
    suit = m | p | s
    one_suit = h == _ZERO and np.int64(m != _ZERO) + np.int64(p != _ZERO) + np.int64(s != _ZERO) == 1
    side_by_side = suit == _SEVEN_TWOS or suit == _SEVEN_TWOS << np.uint64(4) or suit == _SEVEN_TWOS << np.uint64(8)
    if one_suit and side_by_side:
        word0 |= SEVEN_SHIFTED_PAIRS
    if alike > 0:
        word0 |= TILE_HOG
    return word0, word1, np.uint64(alike)


@helper
def first_pairs(state: Ints) -> None:
    """Set out to look through seven pairs."""
    state[0], state[AT], state[TAKEN], state[COST] = -1, 0, 0, 0


@helper
def next_pairs(budget: Int, four_alike: bool, work: Words, state: Ints) -> bool:
    """Go on to the next seven pairs that miss exactly `budget` tiles; return False if there are no more.

    Parameters
    ----------
    budget : int
    four_alike : bool
        Whether four alike may serve as two pairs.
    work : (40,) uint64
        The packed row.
    state : (40,) int64
        At each kind how many pairs are taken of it, and places `AT`, `TAKEN`, `COST`; set by `first_pairs`.
    """
    most = np.int64(2 if four_alike else 1)
    kind, pairs, cost = state[AT], state[TAKEN], state[COST]
    while kind >= 0:
        suit = kind // 9
        held = np.int64((work[HELD + suit] >> np.uint64(4 * (kind - 9 * suit))) & _NIBBLE)
        taken = state[kind]
        if taken >= 0:  # take back what was tried
            pairs -= taken
            cost -= max(2 * taken - held, 0)
        taken += 1
        more = max(2 * taken - held, 0)
        if taken > most or pairs + taken > 7 or cost + more > budget:
            kind -= 1
            continue
        state[kind] = taken
        pairs += taken
        cost += more
        last = kind
        if pairs < 7 and kind < layout.KINDS - 1:
            kind += 1
            state[kind] = -1
        if pairs == 7 and cost == budget:
            for rest in range(last + 1, layout.KINDS):
                state[rest] = 0
            state[AT], state[TAKEN], state[COST] = kind, pairs, cost
            return True
    return False


@inlined
def pairs_in(suit: Int, state: Ints) -> Word:
    """Return the nibbles of the pairs taken of a suit."""
    tiles = _ZERO
    for rank in range(7 if suit == 3 else 9):
        tiles |= np.uint64(2 * state[9 * suit + rank]) << np.uint64(4 * rank)
    return tiles


@helper
def pairs_of_worth(budget: Int, points: Int, asked: Int, rulings: Rulings, work: Words, state: Ints) -> Int:
    """Look through seven pairs that miss exactly `budget` tiles; return the readings found, bit 0 open, 1 concealed.

    Parameters
    ----------
    state : (40,) int64
        Scratch.
    """
    four_alike = rulings.switches[layout.SW_PAIRS_FOUR_ALIKE] == 0
    found = np.int64(0)
    first_pairs(state)
    while found & asked != asked and next_pairs(budget, four_alike, work, state):
        m, p, s, h = pairs_in(0, state), pairs_in(1, state), pairs_in(2, state), pairs_in(3, state)
        word0, word1, repeats = pairs_fans(m, p, s, h, rulings)
        open_points, concealed_points = worth(word0, word1, repeats, rulings)
        found |= np.int64(open_points >= points) | np.int64(concealed_points >= points) << 1
    return found


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
                if one.cost >= cap_open and one.cost >= cap_concealed:
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
    points: Int, winds: Int, pairs: Int, orphans: Int, straight: Int, sets: Word, info: Word, tables: Tables,
    table: npt.NDArray[np.uint64], rulings: Rulings, work: Words,
) -> tuple[Int, Int]:  # fmt: skip
    """Return the tiles missing to the nearest form without four sets that is worth enough, in both readings.

    Seven pairs are among them only if all are worth enough; else `pairs_of_worth` looks for those that are.

    Parameters
    ----------
    points : int
        Fewest points.
    winds : int
        Prevalent wind + 4 * seat wind.
    pairs, orphans, straight : int
        Tiles missing to these forms whatever they are worth; `FAR` or more if melds bar them.
    sets, info : uint64
        Columns 0 and 2 of the melds.
    """
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
        else:
            cap_open, cap_concealed = straights_of_worth(
                points, cap_open, cap_concealed, winds, sets, info, tables, table, rulings, work
            )
    if melds == 0 and rulings.points[fan_no.SEVEN_PAIRS] >= points:
        return min(cap_open, pairs), min(cap_concealed, pairs)
    return cap_open, cap_concealed
