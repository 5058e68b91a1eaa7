"""Distances to the fans of winds and dragons: pungs of some honors, and anything beside them."""

import numpy as np

from ..jit import Int, Ints, Word, Words, helper, inlined, ones
from ..layout import numbers as fan_no
from ..nibbles import copies
from .parts import DRAGON_RANKS, DRAGONS, FREE, OWN, PUNGS, SUITS, WIND_RANKS, WINDS, lane_of
from .words import FAR, NEVER, NOTHING, join, pair_of, pungs_word, whole_of

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_THREE = np.uint64(3)
_NIBBLE = np.uint64(15)


@inlined
def missing_pung(rank: Int, w: Words) -> Int:
    """Return the tiles missing to a pung of an honor: 0 if it is melded, `FAR` if it cannot be had."""
    step = np.uint64(4 * rank)
    if (w[PUNGS + 3] >> step) & _ONE != _ZERO:
        return np.int64(0)
    if (w[FREE + 3] >> step) & _NIBBLE < _THREE:
        return np.int64(FAR)
    return np.int64(max(3 - copies(w[OWN + 3], step), 0))


@inlined
def missing_pair(rank: Int, w: Words) -> Int:
    """Return the tiles missing to a pair of an honor, `FAR` if it cannot be had."""
    step = np.uint64(4 * rank)
    return pair_of((w[OWN + 3] >> step) & _NIBBLE, (w[FREE + 3] >> step) & _NIBBLE)


@helper
def some_but(first: Int, last: Int, left_out: Int, sets: Int, w: Words) -> tuple[Int, Int]:
    """Return the tiles missing to pungs of all honors from `first` to `last` but one, and the sets left; -1 if none."""
    cost = np.int64(0)
    left = sets
    for rank in range(first, last):
        if rank != left_out:
            cost += missing_pung(rank, w)
            left -= 1 - np.int64((w[PUNGS + 3] >> np.uint64(4 * rank)) & _ONE)
    return cost, left if cost < FAR else np.int64(-1)


@helper
def with_wind(wind: Int, beside: Word, left: Int, pair: Int, w: Words) -> Int:
    """Return the tiles missing to a pung of a wind, another one at most, and the rest."""
    cost = missing_pung(wind, w)
    own = np.int64((w[PUNGS + 3] >> np.uint64(4 * wind)) & _ONE)
    others = WIND_RANKS & ~(_ONE << np.uint64(4 * wind))
    allowed = 1 - ones(others & w[PUNGS + 3])
    if cost >= FAR or left - 1 + own < 0 or allowed < 0:
        return np.int64(FAR)
    winds = pungs_word(NOTHING, w[OWN + 3], w[FREE + 3], others)
    winds |= ~((_ONE << np.uint64(12 * allowed + 12)) - _ONE) & NEVER
    return cost + whole_of(beside, winds, left - 1 + own, pair)


@helper
def find_winds(sets: Int, prevalent: Int, seat: Int, near: Ints, w: Words) -> None:
    """Write the distances to Big and Little Four Winds, Big Three Winds, Prevalent and Seat Wind, and wind pungs."""
    beside = join(w[SUITS], w[DRAGONS], sets)
    melded = w[PUNGS + 3] & WIND_RANKS
    cost, left = some_but(np.int64(0), np.int64(4), np.int64(-1), sets, w)
    if left >= 0:
        near[fan_no.BIG_FOUR_WINDS] = cost + lane_of(beside, left, 1)
    for fourth in range(4):
        if (melded >> np.uint64(4 * fourth)) & _ONE != _ZERO:
            continue
        cost, left = some_but(np.int64(0), np.int64(4), np.int64(fourth), sets, w)
        if left >= 0:
            near[fan_no.LITTLE_FOUR_WINDS] = min(
                near[fan_no.LITTLE_FOUR_WINDS], cost + missing_pair(fourth, w) + lane_of(beside, left, 0)
            )
            near[fan_no.BIG_THREE_WINDS] = min(near[fan_no.BIG_THREE_WINDS], cost + lane_of(beside, left, 1))
    for wind in range(4):
        if wind != prevalent and wind != seat:
            # From three winds on a wind counts in Big Three Winds: at most one of the others.
            near[fan_no.PUNG_OF_TERMINALS_OR_HONORS] = min(
                near[fan_no.PUNG_OF_TERMINALS_OR_HONORS], with_wind(np.int64(wind), beside, sets, np.int64(1), w)
            )
            continue
        cost = missing_pung(wind, w)
        own = np.int64((melded >> np.uint64(4 * wind)) & _ONE)
        left = sets - 1 + own
        if cost >= FAR or left < 0:
            continue
        others = WIND_RANKS & ~(_ONE << np.uint64(4 * wind))
        winds = pungs_word(NOTHING, w[OWN + 3], w[FREE + 3], others)
        # Big Four Winds bars the fan: not all of the other three.
        missing = 3 - ones(others & melded)
        winds |= np.uint64(FAR << 12 * missing) | np.uint64(FAR << (12 * missing + 6))
        found = cost + whole_of(beside, winds, left, np.int64(1))
        near[fan_no.PREVALENT_WIND] = (
            min(near[fan_no.PREVALENT_WIND], found) if wind == prevalent else near[fan_no.PREVALENT_WIND]
        )
        near[fan_no.SEAT_WIND] = min(near[fan_no.SEAT_WIND], found) if wind == seat else near[fan_no.SEAT_WIND]


@helper
def find_dragons(sets: Int, near: Ints, w: Words) -> None:
    """Write the distances to Big and Little Three Dragons, Two Dragon Pungs and Dragon Pung."""
    beside = join(w[SUITS], w[WINDS], sets)
    melded = (w[PUNGS + 3] & DRAGON_RANKS) >> np.uint64(16)
    cost, left = some_but(np.int64(4), np.int64(7), np.int64(-1), sets, w)
    if left >= 0:
        near[fan_no.BIG_THREE_DRAGONS] = cost + lane_of(beside, left, 1)
    for third in range(3):
        if (melded >> np.uint64(4 * third)) & _ONE != _ZERO:
            continue
        cost, left = some_but(np.int64(4), np.int64(7), np.int64(4 + third), sets, w)
        if left >= 0:
            near[fan_no.LITTLE_THREE_DRAGONS] = min(
                near[fan_no.LITTLE_THREE_DRAGONS], cost + missing_pair(4 + third, w) + lane_of(beside, left, 0)
            )
            near[fan_no.TWO_DRAGON_PUNGS] = min(near[fan_no.TWO_DRAGON_PUNGS], cost + lane_of(beside, left, 1))
    for dragon in range(3):
        own = np.int64((melded >> np.uint64(4 * dragon)) & _ONE)
        left = sets - 1 + own
        if left < 0 or ones(melded) > own:
            continue
        cost = missing_pung(4 + dragon, w)
        pair = min(missing_pair(4 + (dragon + 1) % 3, w), missing_pair(4 + (dragon + 2) % 3, w))
        found = min(cost + lane_of(beside, left, 1), cost + pair + lane_of(beside, left, 0))
        near[fan_no.DRAGON_PUNG] = min(near[fan_no.DRAGON_PUNG], found)
