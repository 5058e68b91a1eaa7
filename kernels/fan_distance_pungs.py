"""Distances to the fans of hands of four pungs and a pair."""

import numpy as np

from .fan_distance_parts import (
    FREE,
    HONORS,
    MELDS,
    OWN,
    PUNGS,
    lane_of,
    melded_kinds,
    part_or_melded,
    shared,
)
from .fan_distance_words import FAR, NOTHING, join, lacking, pungs_word, whole_of
from .jit import Int, Ints, Word, Words, helper, inlined

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_NIBBLE = np.uint64(15)
_SEVEN = np.uint64(7)
_CHOW = np.uint64(0x111)
_ENDS, _EVEN, _ODD = np.uint64(0x100000001), np.uint64(0x010101010), np.uint64(0x001010100)
_EVENS, _ENDS_PLACE = 2, 3  # places in SHARED_FANS


@helper
def suited_pungs(ranks: Word, w: Words) -> Word:
    """Return the word of the pungs and pairs of some ranks of all suits."""
    word = NOTHING
    for suit in range(3):
        word = pungs_word(word, w[OWN + suit], w[FREE + suit], ranks)
    return word


@helper
def find_pungs(sets: Int, near: Ints, w: Words) -> None:
    """Write the distances to All Terminals, All Honors, All Terminals and Honors, All Even Pungs and All Pungs."""
    ends, evens, odds = suited_pungs(_ENDS, w), suited_pungs(_EVEN, w), suited_pungs(_ODD, w)
    kinds = melded_kinds(w)
    if shared(w, np.int64(_ENDS_PLACE)):
        near[8] = lane_of(ends, sets, 1) if kinds < 8 else near[8]
        near[11] = lane_of(w[HONORS], sets, 1) if kinds & 7 == 0 else near[11]
        suited, honor = part_or_melded(ends, bool(kinds & 7 != 0)), part_or_melded(w[HONORS], bool(kinds >= 8))
        near[18] = whole_of(suited, honor, sets, np.int64(1))
    if shared(w, np.int64(_EVENS)):
        near[21] = lane_of(evens, sets, 1)
    if w[MELDS] & _SEVEN != _ZERO:
        return
    # Not of terminals and honors alone, nor of even ranks alone: those fans bar All Pungs.
    in_odds, in_evens, in_ends = melded_in(_ODD, w), melded_in(_EVEN, w), melded_in(_ENDS, w) or bool(kinds >= 8)
    outer = join(ends, w[HONORS], sets)
    rest = join(outer, evens, sets)
    near[49] = whole_of(part_or_melded(odds, in_odds), rest, sets, np.int64(1))
    mixed = join(part_or_melded(outer, in_ends), part_or_melded(evens, in_evens), sets)
    near[49] = min(near[49], whole_of(mixed, odds, sets, np.int64(1)))


@inlined
def melded_in(ranks: Word, w: Words) -> bool:
    """Say whether a pung of some ranks of a suit is melded."""
    return bool((w[32] | w[33] | w[34]) & ranks != _ZERO)


@helper
def settle_pungs(sets: Int, near: Ints, w: Words, costs: Ints) -> None:
    """Raise the distance to All Pungs to hands that are neither Four Pure Shifted Pungs nor Big Four Winds.

    Parameters
    ----------
    costs : (at least 34) int64
        Scratch.
    """
    if near[49] >= FAR or near[49] < min(near[1], near[15]):
        return
    for kind in range(34):
        suit = kind // 9
        step = np.uint64(4 * (kind - 9 * suit))
        free, held = np.int64((w[FREE + suit] >> step) & _NIBBLE), np.int64((w[OWN + suit] >> step) & _NIBBLE)
        costs[kind] = lacking(np.int64(3), held) if free >= 3 else FAR
    for budget in range(near[49], FAR):
        if some_pungs(np.int64(budget), sets, w, costs):
            near[49] = budget
            return
    near[49] = FAR


@helper
def some_pungs(budget: Int, sets: Int, w: Words, costs: Ints) -> bool:
    """Say whether a hand of pungs that misses exactly so much counts as All Pungs, kongs apart."""
    for first in range(34 if sets > 0 else 1):
        cost0 = costs[first] if sets > 0 else np.int64(0)
        for second in range(first + 1 if sets > 1 else 33, 34):
            cost1 = cost0 + (costs[second] if sets > 1 else 0)
            if cost1 > budget:
                continue
            for third in range(second + 1 if sets > 2 else 33, 34):
                cost2 = cost1 + (costs[third] if sets > 2 else 0)
                if cost2 > budget:
                    continue
                for fourth in range(third + 1 if sets > 3 else 33, 34):
                    cost3 = cost2 + (costs[fourth] if sets > 3 else 0)
                    if cost3 > budget or cost3 < budget - 2:
                        continue
                    if pungs_and_pair(budget - cost3, sets, first, second, third, fourth, w):
                        return True
    return False


@helper
def pungs_and_pair(missing: Int, sets: Int, first: Int, second: Int, third: Int, fourth: Int, w: Words) -> bool:
    """Say whether some pair that misses so much makes All Pungs of these pungs and the melded ones."""
    m, p, s, h = w[PUNGS], w[PUNGS + 1], w[PUNGS + 2], w[PUNGS + 3]
    for place in range(sets):
        kind = first if place == 0 else second if place == 1 else third if place == 2 else fourth
        suit = kind // 9
        bit = _ONE << np.uint64(4 * (kind - 9 * suit))
        m |= bit if suit == 0 else _ZERO
        p |= bit if suit == 1 else _ZERO
        s |= bit if suit == 2 else _ZERO
        h |= bit if suit == 3 else _ZERO
    if h & np.uint64(0x1111) == np.uint64(0x1111):
        return False
    suited = m | p | s
    if h == _ZERO and np.int64(m != _ZERO) + np.int64(p != _ZERO) + np.int64(s != _ZERO) == 1:
        lowest_rank = suited & (~suited + _ONE)
        if suited == lowest_rank * np.uint64(0x1111):
            return False
    for kind in range(34):
        suit = kind // 9
        step = np.uint64(4 * (kind - 9 * suit))
        bit = _ONE << step
        taken = (m if suit == 0 else p if suit == 1 else s if suit == 2 else h) & bit
        held = np.int64((w[OWN + suit] >> step) & _NIBBLE)
        if taken != _ZERO or (w[FREE + suit] >> step) & _NIBBLE < _TWO or lacking(np.int64(2), held) != missing:
            continue
        all_honors = h | (bit if suit == 3 else _ZERO)
        all_suited = suited | (bit if suit < 3 else _ZERO)
        if all_suited & ~_ENDS != _ZERO and (all_honors != _ZERO or all_suited & ~_EVEN != _ZERO):
            return True
    return False
