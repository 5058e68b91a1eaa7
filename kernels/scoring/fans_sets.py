"""Fans of one reading's sets: the combination is looked up, the rest are counts and shared bits."""

import numpy as np
import numpy.typing as npt

from ..jit import Int, Word, helper

_BYTE = np.uint64(255)


@helper
def sorted_index(sets: Word, ranks: npt.NDArray[np.int32], row: Int) -> Int:
    """Return the combination index of four set numbers, a byte each, in any order; 0 is no set.

    Parameters
    ----------
    sets : uint64
        Four bytes.
    ranks : (8, 40) int32
        `Tables.ranks`.
    row : int
        0 for chows, 4 for pungs.
    """
    a = np.int64(sets & _BYTE)
    b = np.int64((sets >> np.uint64(8)) & _BYTE)
    c = np.int64((sets >> np.uint64(16)) & _BYTE)
    d = np.int64((sets >> np.uint64(24)) & _BYTE)
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return (
        np.int64(ranks[row, a])
        + np.int64(ranks[row + 1, b])
        + np.int64(ranks[row + 2, c])
        + np.int64(ranks[row + 3, d])
    )


@helper
def spread_bytes(number: Int | Word) -> Word:
    """Return a word with byte 1 in its lowest `number` bytes (0..4)."""
    return np.uint64(0x01010101) & ((np.uint64(1) << np.uint64(8 * number)) - np.uint64(1))
