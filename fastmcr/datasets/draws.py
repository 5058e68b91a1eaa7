"""Random numbers that stay the same for ever: a counter-based generator in plain 64-bit arithmetic.

NumPy may change the streams of its generators between versions; rows that anyone can make again must not. So every
number here is a function of (key, row, attempt, place) alone, by additions, multiplications, shifts and exclusive ors
modulo 2**64::

    mix(z)  = the finisher of SplitMix64
    key     = FNV-1a of the text "<name>|<seed>", mixed
    row     = mix(key + (row number + 1) * GOLDEN)
    stream  = mix(row + attempt * STRIDE)
    word    = mix(stream + (place + 1) * GOLDEN)         place = 0, 1, 2, ...

A word's upper 32 bits w give a number below k as w * k >> 32. Where the product's lower 32 bits fall below
2**32 mod k the number would come up too often (Lemire 2019): the word then is drawn again as mix(word + STRIDE).

Notes
-----
SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014). Lemire, "Fast random integer
generation in an interval" (2019).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Draws", "key_of"]

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

GOLDEN = 0x9E3779B97F4A7C15
STRIDE = 0xD1342543DE82EF95  # odd; apart from GOLDEN, so that attempts and places do not meet
_LOW = 0xFFFFFFFF
_WRAP = 0xFFFFFFFFFFFFFFFF


def mix(words: Words) -> Words:
    """Return words scrambled by a bijection of 64 bits."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def key_of(name: str, seed: int) -> int:
    """Return the key of a named family of rows.

    Parameters
    ----------
    name : str
        What is made.
    seed : int
        Any whole number.

    Returns
    -------
    int
        64 bits.

    Examples
    --------
    >>> hex(key_of("wins", 1))
    '0xb5b6d064e80ce40a'
    """
    key = 0xCBF29CE484222325
    for byte in f"{name}|{seed}".encode():
        key = (key ^ byte) * 0x100000001B3 & _WRAP
    return int(mix(np.array([key], np.uint64))[0])


def streams(key: int, first: int, stop: int) -> Words:
    """Return the streams of attempt 0 of rows ``first`` to ``stop - 1``, (n,) uint64."""
    places = np.arange(first + 1, stop + 1, dtype=np.uint64)
    return mix(places * np.uint64(GOLDEN) + np.uint64(key))


class Draws:
    """Independent draws for many rows at once; every draw is one number a row.

    Parameters
    ----------
    rows : (n,) uint64
        Rows as `streams` makes them.
    attempt : int
        Another attempt gives other numbers for the same rows.

    Examples
    --------
    >>> draws = Draws(streams(key_of("example", 1), 0, 5))
    >>> draws.below(6).tolist()
    [4, 4, 1, 3, 0]
    """

    __slots__ = ("_places", "_streams")

    def __init__(self, rows: Words, attempt: int = 0) -> None:
        self._streams = mix(rows + np.uint64(attempt * STRIDE & _WRAP))
        self._places = 0

    def __len__(self) -> int:
        return len(self._streams)

    def words(self) -> Words:
        """Return the next word of every row, (n,) uint64."""
        self._places += 1
        return mix(self._streams + np.uint64(self._places * GOLDEN & _WRAP))

    def below(self, bound: int | npt.NDArray[Any]) -> Numbers:
        """Return numbers 0..bound - 1, each as likely as any other, (n,) int64; `bound` is a number or one a row."""
        return scaled(self.words(), np.asarray(bound).astype(np.uint64))

    def chance(self, times: int | npt.NDArray[Any], of: int) -> npt.NDArray[np.bool_]:
        """Return True with probability ``times / of``, (n,) bool."""
        return np.asarray(self.below(of) < times)

    def pick(self, table: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return an item of a table for every row."""
        return np.asarray(table[self.below(len(table))])


def scaled(words: Words, bound: Words) -> Numbers:
    """Return words as numbers below a bound of at most 2**32, drawing again those that would come up too often."""
    product = (words >> np.uint64(32)) * bound
    # Lower 32 bits below the bound are rare, and only among them can some be below 2**32 mod bound.
    rare = np.flatnonzero((product & np.uint64(_LOW)) < bound)
    if rare.size:
        bounds = np.broadcast_to(bound, product.shape)[rare]
        again = (product[rare] & np.uint64(_LOW)) < np.uint64(2**32) % bounds
        if again.any():
            rows = rare[again]
            redrawn = scaled(mix(words[rows] + np.uint64(STRIDE)), bounds[again])
            product[rows] = redrawn.astype(np.uint64) << np.uint64(32)
    return (product >> np.uint64(32)).astype(np.int64)
