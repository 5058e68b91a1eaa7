"""The generator of walls and of random choices: SplitMix64, which anybody can write again in ten lines.

A stream is one 64-bit word. Each draw adds 0x9E3779B97F4A7C15 to it and scrambles the sum (`scrambled`). A whole number
below `bound` is ``(top 32 bits of a draw) * bound // 2**32``, drawn again while the low half of that product is below
``2**32 % bound``, so that all are equally likely. Walls come from a Fisher-Yates shuffle, as `shuffle_wall` says. The
same seed gives the same deal in every version.
"""

import numpy as np
from numba.extending import overload

from ..jit import Bytes, Int, Word, Words, helper, inlined
from ..layout import play as lay

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_LOW = np.uint64(0xFFFFFFFF)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_MASK = (1 << 64) - 1


def times(one: Word, other: Word) -> Word:
    """Multiply modulo 2**64."""
    return np.uint64(int(one) * int(other) & _MASK)


def plus(one: Word, other: Word) -> Word:
    """Add modulo 2**64."""
    return np.uint64(int(one) + int(other) & _MASK)


@overload(times)
def _times(one, other):  # type: ignore[no-untyped-def]
    return lambda one, other: one * other


@overload(plus)
def _plus(one, other):  # type: ignore[no-untyped-def]
    return lambda one, other: one + other


@inlined
def scrambled(word: Word) -> Word:
    """Return the output of SplitMix64 for a state."""
    word = times(word ^ (word >> _S30), _FIRST)
    word = times(word ^ (word >> _S27), _SECOND)
    return word ^ (word >> _S31)


@inlined
def draw_word(streams: Words, i: Int) -> Word:
    """Move stream i on and return 64 random bits."""
    streams[i] = plus(streams[i], GOLDEN)
    return scrambled(streams[i])


@helper
def draw_below(streams: Words, i: Int, bound: Int) -> Int:
    """Return a random whole number 0..bound - 1 of stream i; bound is at most 2**32."""
    limit = np.uint64(bound)
    product = times(draw_word(streams, i) >> _S32, limit)
    if product & _LOW < limit:
        least = (np.uint64(1) << _S32) % limit
        while product & _LOW < least:
            product = times(draw_word(streams, i) >> _S32, limit)
    return np.int64(product >> _S32)


@inlined
def deal_seed(base: Word, row: Int, number: Int) -> Word:
    """Return the seed of the deal that is the `number`-th (from 0) of a row of a batch."""
    word = scrambled(plus(base, times(GOLDEN, np.uint64(row + 1))))
    return scrambled(plus(word, times(GOLDEN, np.uint64(number + 1))))


@helper
def shuffle_wall(state: Bytes, d: Int, length: Int, streams: Words, i: Int) -> None:
    """Write a shuffled wall into a state.

    Parameters
    ----------
    state : (n, 768) uint8
    d : int
        The deal.
    length : int
        136 or, with flowers, 144.
    streams : (m,) uint64
    i : int
        Stream that is used up.

    Notes
    -----
    The tiles lie in order, the four copies of a kind side by side, flowers last. For place = length - 1 down to 1 the
    tile there is exchanged with that at a random place 0..place. A personal wall of seat s is the places 34 * s to
    34 * s + 33.
    """
    for place in range(length):
        tile = place >> 2 if place < lay.TILES else place - lay.TILES + lay.FIRST_FLOWER
        state[d, lay.WALL + place] = tile
    for place in range(length - 1, 0, -1):
        other = draw_below(streams, i, np.int64(place + 1))
        tile = state[d, lay.WALL + place]
        state[d, lay.WALL + place] = state[d, lay.WALL + other]
        state[d, lay.WALL + other] = tile
