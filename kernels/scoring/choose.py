"""Exclusions, points, and which of two readings is the better one under the stated tie rule."""

import numpy as np

from .. import layout
from ..jit import Int, Ints, Word, Words, helper, lowest
from ..layout import numbers as fan_no
from ..layout.fans import CHICKEN_HAND, FLOWER_TILES, TILE_HOG, word  # fmt: skip
from .pack import COUNTED, DONE, FLAGS0, FLAGS1, FOUND0, FOUND1, POINTS, READING  # fmt: skip

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_BYTE = np.uint64(255)
_NIBBLE = np.uint64(15)
_SINGLE0 = ~TILE_HOG
_SINGLE1 = word(66, 67, 68, 74, 75, 76, 77, 78, 79, 80, 82)


@helper
def exclude(word0: Word, word1: Word, repeats: Word, bars: Words) -> tuple[Word, Word, Word]:
    """Apply the exclusions once, in fan order; a fan that is itself barred bars nothing (principle 1).

    Parameters
    ----------
    word0, word1, repeats : uint64
        Fans found.
    bars : (83, 2) uint64
        Row f: the fans that fan f bars. Row 0: the fans whose row is not empty.

    Returns
    -------
    tuple of uint64
        Fans left, and the counts left.
    """
    left = word0 & bars[0, 0]
    while left != _ZERO:
        fan = lowest(left) + 1
        left &= (left - _ONE) & ~bars[fan, 0]
        word0 &= ~bars[fan, 0]
        word1 &= ~bars[fan, 1]
    left = word1 & bars[0, 1]
    while left != _ZERO:
        fan = lowest(left) + 65
        left &= (left - _ONE) & ~bars[fan, 1]
        word1 &= ~bars[fan, 1]
    keep = (word0 >> np.uint64(63)) | ((word1 & _ONE) << np.uint64(4))
    keep |= ((word1 >> np.uint64(4)) & _ONE) << np.uint64(8)
    keep |= ((word1 >> np.uint64(5)) & _ONE) << np.uint64(12)
    keep |= ((word1 >> np.uint64(6)) & _ONE) << np.uint64(16)
    keep |= ((word1 >> np.uint64(7)) & _ONE) << np.uint64(20)
    keep |= ((word1 >> np.uint64(8)) & _ONE) << np.uint64(24)
    keep |= ((word1 >> np.uint64(16)) & _ONE) << np.uint64(28)
    return word0, word1, repeats & (keep * _NIBBLE)


@helper
def sum_points(word0: Word, word1: Word, repeats: Word, points: Ints) -> Int:
    """Add up the points of the fans, flowers left out.

    Parameters
    ----------
    word0, word1, repeats : uint64
        Fans and counts.
    points : (83,) int64
        Points by fan.
    """
    total = (
        points[fan_no.TILE_HOG] * np.int64(repeats & _NIBBLE)
        + points[fan_no.DOUBLE_PUNG] * np.int64((repeats >> np.uint64(4)) & _NIBBLE)
        + points[fan_no.PURE_DOUBLE_CHOW] * np.int64((repeats >> np.uint64(8)) & _NIBBLE)
        + points[fan_no.MIXED_DOUBLE_CHOW] * np.int64((repeats >> np.uint64(12)) & _NIBBLE)
        + points[fan_no.SHORT_STRAIGHT] * np.int64((repeats >> np.uint64(16)) & _NIBBLE)
        + points[fan_no.TWO_TERMINAL_CHOWS] * np.int64((repeats >> np.uint64(20)) & _NIBBLE)
        + points[fan_no.PUNG_OF_TERMINALS_OR_HONORS] * np.int64((repeats >> np.uint64(24)) & _NIBBLE)
    )
    left = word0 & _SINGLE0
    while left != _ZERO:
        total += points[lowest(left) + 1]
        left &= left - _ONE
    left = word1 & _SINGLE1
    while left != _ZERO:
        total += points[lowest(left) + 65]
        left &= left - _ONE
    return np.int64(total)


@helper
def larger_list(word0: Word, word1: Word, repeats: Word, than0: Word, than1: Word, than_repeats: Word) -> Int:
    """Compare two fan lists as count vectors in fan order: 1 larger, -1 smaller, 0 equal."""
    for fan in range(1, layout.FANS):
        if fan <= 64:
            one = np.int64((word0 >> np.uint64(fan - 1)) & _ONE)
            other = np.int64((than0 >> np.uint64(fan - 1)) & _ONE)
        else:
            one = np.int64((word1 >> np.uint64(fan - 65)) & _ONE)
            other = np.int64((than1 >> np.uint64(fan - 65)) & _ONE)
        shift = -1
        if fan == 64 or fan == 65:
            shift = 4 * (fan - 64)
        elif 69 <= fan <= 73:
            shift = 4 * (fan - 67)
        if shift >= 0:
            one = np.int64((repeats >> np.uint64(shift)) & _NIBBLE)
            other = np.int64((than_repeats >> np.uint64(shift)) & _NIBBLE)
        if one != other:
            return 1 if one > other else -1
    return 0


@helper
def smaller_row(row: Word, than: Word) -> bool:
    """Compare two reading rows, seven bytes, the first one lowest."""
    differing = row ^ than
    if differing == _ZERO:
        return False
    byte = np.uint64(lowest(differing) & ~7)
    return bool((row >> byte) & _BYTE < (than >> byte) & _BYTE)


@helper
def keep_best(word0: Word, word1: Word, repeats: Word, reading: Word, bars: Words, points: Ints, work: Words) -> None:
    """Exclude, add up, and keep the reading if it beats the one kept so far.

    Parameters
    ----------
    word0, word1, repeats : uint64
        Fans found in this reading.
    reading : uint64
        The reading row, first byte lowest.
    bars, points
        Of the rules.
    work : (40,) uint64
        Result slots.
    """
    flags0, flags1, counted = exclude(word0, word1, repeats, bars)
    if flags0 == _ZERO and flags1 & ~FLOWER_TILES == _ZERO:
        flags0 = CHICKEN_HAND
    total = sum_points(flags0, flags1, counted, points)
    if work[DONE] != _ZERO:
        best = np.int64(work[POINTS])
        if total < best:
            return
        if total == best:
            order = larger_list(flags0, flags1, counted, work[FLAGS0], work[FLAGS1], work[COUNTED])
            if order < 0 or (order == 0 and not smaller_row(reading, work[READING])):
                return
    work[DONE] = _ONE
    work[POINTS] = np.uint64(total)
    work[FLAGS0] = flags0
    work[FLAGS1] = flags1
    work[COUNTED] = counted
    work[FOUND0] = word0 | flags0
    work[FOUND1] = word1
    work[READING] = reading
