"""Score the forms without four sets: seven pairs, thirteen orphans, fourteen different honors and knitted tiles."""

import numpy as np

from .. import layout
from ..jit import Ints, Word, Words, helper, ones
from ..layout.fans import (  # fmt: skip
    GREATER_KNITTED,
    KNITTED_STRAIGHT,
    LESSER_KNITTED,
    RANGE_FANS,
    SEVEN_PAIRS,
    SEVEN_SHIFTED_PAIRS,
    THIRTEEN_ORPHANS,
    TILE_HOG,
)
from .choose import keep_best
from .fans_tiles import fours
from .pack import REPEATS, TOTAL, WORD0, WORD1
from .readings import straight_suits

_ZERO = np.uint64(0)
_NIBBLE = np.uint64(15)
_ONES = np.uint64(0x111111111)
_ORPHANS_SUIT = np.uint64(0x100000001)
_ORPHANS_HONORS = np.uint64(0x1111111)
_CLASS_147 = np.uint64(0x001001001)
_SEVEN_TWOS = np.uint64(0x2222222)


@helper
def are_shifted_pairs(m: Word, p: Word, s: Word, h: Word) -> bool:
    """Say whether seven pairs, given as nibbles, are of one suit and of ranks side by side."""
    suit = m | p | s
    one_suit = h == _ZERO and np.int64(m != _ZERO) + np.int64(p != _ZERO) + np.int64(s != _ZERO) == 1
    side_by_side = suit == _SEVEN_TWOS or suit == _SEVEN_TWOS << np.uint64(4) or suit == _SEVEN_TWOS << np.uint64(8)
    return bool(one_suit and side_by_side)


@helper
def score_pairs(work: Words, switches: Ints, bars: Words, points: Ints) -> None:
    """Score the 14 concealed tiles as seven pairs, if they are."""
    m, p, s, h = work[TOTAL], work[TOTAL + 1], work[TOTAL + 2], work[TOTAL + 3]
    if (m | p | s | h) & _ONES != _ZERO:
        return
    alike = fours(m, p, s, h)
    if alike > 0:
        if switches[layout.SW_PAIRS_FOUR_ALIKE] == 1:
            return
        if switches[layout.SW_TILE_HOG_HONORS] == 1:
            alike = fours(m, p, s, _ZERO)
    word0 = work[WORD0] | SEVEN_PAIRS
    if switches[layout.SW_PAIRS_RANGE_FANS] == 1:
        word0 &= ~RANGE_FANS
    if are_shifted_pairs(m, p, s, h):
        word0 |= SEVEN_SHIFTED_PAIRS
    repeats = work[REPEATS] & ~_NIBBLE
    if alike > 0:
        word0 |= TILE_HOG
        repeats |= np.uint64(alike)
    else:
        word0 &= ~TILE_HOG
    row = np.uint64(layout.ON_HAND << 40 | layout.SHAPE_PAIRS << 48)
    keep_best(word0, work[WORD1], repeats, row, bars, points, work)


@helper
def score_singles(work: Words, m: Word, p: Word, s: Word, h: Word, bars: Words, points: Ints) -> None:
    """Score thirteen orphans, or fourteen different honors and knitted tiles, if the hand is one of them.

    Parameters
    ----------
    m, p, s, h : uint64
        Presence of the 14 concealed tiles.
    """
    word0, word1, repeats = work[WORD0], work[WORD1], work[REPEATS]
    if h == _ORPHANS_HONORS and m == _ORPHANS_SUIT and p == _ORPHANS_SUIT and s == _ORPHANS_SUIT:
        row = np.uint64(layout.ON_HAND << 40 | layout.SHAPE_ORPHANS << 48)
        keep_best(word0 | THIRTEEN_ORPHANS, word1, repeats, row, bars, points, work)
        return
    if ones(m) + ones(p) + ones(s) + ones(h) < 14:
        return
    for arrangement in range(6):
        c0, c1, c2 = straight_suits(arrangement, m, p, s)
        outside = (c0 & ~_CLASS_147) | (c1 & ~(_CLASS_147 << np.uint64(4))) | (c2 & ~(_CLASS_147 << np.uint64(8)))
        if outside != _ZERO:
            continue
        honors = ones(h)
        word0 |= GREATER_KNITTED if honors == 7 else LESSER_KNITTED
        if honors == 5:
            word0 |= KNITTED_STRAIGHT
        row = np.uint64(layout.ON_HAND << 40 | layout.SHAPE_KNITTED << 48)
        keep_best(word0, word1, repeats, row, bars, points, work)
        return
