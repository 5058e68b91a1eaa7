"""Fans that need only which tiles are present, not how they are read."""

import numpy as np

from ..jit import Int, Word, helper, inlined, ones
from ..layout.fans import (  # fmt: skip
    ALL_GREEN,
    ALL_HONORS,
    ALL_SIMPLES,
    ALL_TERMINALS,
    ALL_TYPES,
    FULL_FLUSH,
    HALF_FLUSH,
    LOWER_FOUR,
    LOWER_TILES,
    MIDDLE_TILES,
    NO_HONORS,
    ONE_VOIDED,
    REVERSIBLE,
    TERMINALS_AND_HONORS,
    UPPER_FOUR,
    UPPER_TILES,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_ONES = np.uint64(0x111111111)


def _ranks(*ranks: int) -> np.uint64:
    """Return the presence word of ranks of a suit, 1-based: bit 4 * (rank - 1)."""
    return np.uint64(sum(1 << 4 * (rank - 1) for rank in ranks))


_GREEN_S, _GREEN_H = _ranks(2, 3, 4, 6, 8), _ranks(6)
_REVERSIBLE_P, _REVERSIBLE_S, _REVERSIBLE_H = _ranks(1, 2, 3, 4, 5, 8, 9), _ranks(2, 4, 5, 6, 8, 9), _ranks(7)
_UPPER, _MIDDLE, _LOWER = _ranks(7, 8, 9), _ranks(4, 5, 6), _ranks(1, 2, 3)
_UPPER4, _LOWER4 = _ranks(6, 7, 8, 9), _ranks(1, 2, 3, 4)
_ENDS = _ranks(1, 9)
_WINDS, _DRAGONS = _ranks(1, 2, 3, 4), _ranks(5, 6, 7)


@helper
def _when(true: bool, fan: Word) -> Word:
    return fan if true else _ZERO


@inlined
def tile_fans(m: Word, p: Word, s: Word, h: Word) -> tuple[Word, Word]:
    """Return the flag words of the fans that presence alone decides.

    Parameters
    ----------
    m, p, s, h : uint64
        Presence words of the suits and the honors, melds included.

    Returns
    -------
    tuple of uint64
        Word 0 and word 1, before exclusion: fans 3, 8, 11, 18, 22, 25-27, 36, 37, 40, 50, 52 and 68, 75, 76.
    """
    suits = np.int64(m != _ZERO) + np.int64(p != _ZERO) + np.int64(s != _ZERO)
    ranks = m | p | s
    plain = h == _ZERO
    ends = ranks & ~_ENDS == _ZERO
    word0 = _when(plain & (suits == 1), FULL_FLUSH) | _when((not plain) & (suits == 1), HALF_FLUSH)
    word0 |= _when(plain & ends, ALL_TERMINALS) | _when((not plain) & ends & (suits > 0), TERMINALS_AND_HONORS)
    word0 |= _when(suits == 0, ALL_HONORS)
    word0 |= _when((suits == 3) & (h & _WINDS != _ZERO) & (h & _DRAGONS != _ZERO), ALL_TYPES)
    word0 |= _when(plain & (ranks & ~_UPPER4 == _ZERO), UPPER_FOUR)
    word0 |= _when(plain & (ranks & ~_UPPER == _ZERO), UPPER_TILES)
    word0 |= _when(plain & (ranks & ~_MIDDLE == _ZERO), MIDDLE_TILES)
    word0 |= _when(plain & (ranks & ~_LOWER == _ZERO), LOWER_TILES)
    word0 |= _when(plain & (ranks & ~_LOWER4 == _ZERO), LOWER_FOUR)
    if m == _ZERO:
        green = (p == _ZERO) & (s != _ZERO) & (s & ~_GREEN_S == _ZERO) & (h & ~_GREEN_H == _ZERO)
        word0 |= _when(green, ALL_GREEN)
        turned = (p & ~_REVERSIBLE_P == _ZERO) & (s & ~_REVERSIBLE_S == _ZERO) & (h & ~_REVERSIBLE_H == _ZERO)
        word0 |= _when(turned, REVERSIBLE)
    word1 = _when(suits == 2, ONE_VOIDED) | _when(plain, NO_HONORS)
    word1 |= _when(plain & (ranks & _ENDS == _ZERO), ALL_SIMPLES)
    return word0, word1


@helper
def fours(m: Word, p: Word, s: Word, h: Word) -> Int:
    """Count the kinds of which all four copies are there, kongs included; takes nibbles of counts 0..4."""
    top = np.uint64(2)
    spread = ((m >> top) & _ONES) | (((p >> top) & _ONES) << _ONE)
    return ones(spread | (((s >> top) & _ONES) << top) | (((h >> top) & _ONES) << np.uint64(3)))
