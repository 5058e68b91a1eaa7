"""Distances to the fans of hands of four pungs and a pair."""

import numpy as np

from ..jit import Int, Ints, Word, Words, helper, inlined, lowest
from ..layout import numbers as fan_no
from ..nibbles import copies
from .parts import FREE, HONORS, MELDS, OWN, PUNGS, lane_of, melded_kinds, part_or_melded, shared
from .words import FAR, NOTHING, join, lacking, pungs_word, whole_of

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_SEVEN = np.uint64(7)
_ENDS, _EVEN, _ODD = np.uint64(0x100000001), np.uint64(0x010101010), np.uint64(0x001010100)
_EVENS, _ENDS_PLACE = 2, 3  # places in SHARED_FANS
# Kinds as bits, by tile.
_WINDS, _HONORS = np.uint64(15 << 27), np.uint64(127 << 27)
_OUTER = _HONORS | np.uint64(sum(1 << 9 * suit + rank for suit in range(3) for rank in (0, 8)))
_EVENS_OF_ALL = np.uint64(sum(1 << 9 * suit + rank for suit in range(3) for rank in (1, 3, 5, 7)))


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
        near[fan_no.ALL_TERMINALS] = lane_of(ends, sets, 1) if kinds < 8 else near[fan_no.ALL_TERMINALS]
        near[fan_no.ALL_HONORS] = lane_of(w[HONORS], sets, 1) if kinds & 7 == 0 else near[fan_no.ALL_HONORS]
        suited, honor = part_or_melded(ends, bool(kinds & 7 != 0)), part_or_melded(w[HONORS], bool(kinds >= 8))
        near[fan_no.ALL_TERMINALS_AND_HONORS] = whole_of(suited, honor, sets, np.int64(1))
    if shared(w, np.int64(_EVENS)):
        near[fan_no.ALL_EVEN_PUNGS] = lane_of(evens, sets, 1)
    if w[MELDS] & _SEVEN != _ZERO:
        return
    # Not of terminals and honors alone, nor of even ranks alone: those fans bar All Pungs.
    in_odds, in_evens, in_ends = melded_in(_ODD, w), melded_in(_EVEN, w), melded_in(_ENDS, w) or bool(kinds >= 8)
    outer = join(ends, w[HONORS], sets)
    rest = join(outer, evens, sets)
    near[fan_no.ALL_PUNGS] = whole_of(part_or_melded(odds, in_odds), rest, sets, np.int64(1))
    mixed = join(part_or_melded(outer, in_ends), part_or_melded(evens, in_evens), sets)
    near[fan_no.ALL_PUNGS] = min(near[fan_no.ALL_PUNGS], whole_of(mixed, odds, sets, np.int64(1)))


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
    if near[fan_no.ALL_PUNGS] >= FAR or near[fan_no.ALL_PUNGS] < min(
        near[fan_no.BIG_FOUR_WINDS], near[fan_no.FOUR_PURE_SHIFTED_PUNGS]
    ):
        return
    melded, whole, half, none = _ZERO, _ZERO, _ZERO, _ZERO
    for kind in range(34):
        suit, bit = kind // 9, _ONE << np.uint64(kind)
        step = np.uint64(4 * (kind - 9 * suit))
        free, held = copies(w[FREE + suit], step), copies(w[OWN + suit], step)
        costs[kind] = lacking(np.int64(3), held) if free >= 3 else FAR
        melded |= bit if (w[PUNGS + suit] >> step) & _ONE != _ZERO else _ZERO
        if free >= 2:
            whole |= bit if held >= 2 else _ZERO
            half |= bit if held == 1 else _ZERO
            none |= bit if held == 0 else _ZERO
    for budget in range(near[fan_no.ALL_PUNGS], FAR):
        if some_pungs(np.int64(budget), sets, melded, whole, half, none, costs):
            near[fan_no.ALL_PUNGS] = budget
            return
    near[fan_no.ALL_PUNGS] = FAR


@helper
def some_pungs(budget: Int, sets: Int, melded: Word, whole: Word, half: Word, none: Word, costs: Ints) -> bool:
    """Say whether a hand of pungs that misses exactly so much counts as All Pungs, kongs apart.

    Parameters
    ----------
    melded : uint64
        Kinds of the melded pungs, bit by tile.
    whole, half, none : uint64
        Kinds that may be the pair and miss no, one and two tiles of it.
    """
    for first in range(34 if sets > 0 else 1):
        cost0 = costs[first] if sets > 0 else np.int64(0)
        kinds0 = melded | (_ONE << np.uint64(first) if sets > 0 else _ZERO)
        for second in range(first + 1 if sets > 1 else 33, 34):
            cost1 = cost0 + (costs[second] if sets > 1 else 0)
            if cost1 > budget:
                continue
            kinds1 = kinds0 | (_ONE << np.uint64(second) if sets > 1 else _ZERO)
            for third in range(second + 1 if sets > 2 else 33, 34):
                cost2 = cost1 + (costs[third] if sets > 2 else 0)
                if cost2 > budget:
                    continue
                kinds2 = kinds1 | (_ONE << np.uint64(third) if sets > 2 else _ZERO)
                for fourth in range(third + 1 if sets > 3 else 33, 34):
                    left = budget - cost2 - (costs[fourth] if sets > 3 else 0)
                    if 0 <= left <= 2:
                        kinds = kinds2 | (_ONE << np.uint64(fourth) if sets > 3 else _ZERO)
                        if counts_with(kinds, whole if left == 0 else half if left == 1 else none):
                            return True
    return False


@inlined
def counts_with(pungs: Word, pairs: Word) -> bool:
    """Say whether four pungs count as All Pungs beside one of some pairs."""
    if pungs & _WINDS == _WINDS or (pungs & _HONORS == _ZERO and shifted(pungs)):
        return False
    pairs &= ~pungs
    if pungs & ~_OUTER == _ZERO:
        pairs &= ~_OUTER
    if pungs & ~_EVENS_OF_ALL == _ZERO:
        pairs &= ~_EVENS_OF_ALL
    return bool(pairs != _ZERO)


@inlined
def shifted(pungs: Word) -> bool:
    """Say whether four pungs of suits are of one suit and side by side."""
    low = lowest(pungs)
    return bool(pungs == np.uint64(15) << np.uint64(low) and low % 9 <= 5)
