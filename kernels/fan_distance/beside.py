"""The nearest sets and pair beside tiles already chosen, where copies run out or some sets may not stand there."""

import numpy as np
import numpy.typing as npt

from ..jit import Int, Word, Words, helper, inlined, lowest
from ..nibbles import fits, less, missing_of, presence
from .parts import ALL, BARRED, BARRED_RANKS, BESIDE, CHOSEN, FREE, HONORS, LAST, OWN, PLAIN, SUIT, SUITS, lane_of
from .words import exact_word, join, read_suit, whole_of

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_ONES = np.uint64(0x111111111)
_CHOW = np.uint64(0x111)

# Arguments that are numbers, as numba would make one function for True and one for False.
HONORS_TOO, SUITS_ONLY = np.int64(1), np.int64(0)
AT_MOST, AT_LEAST = np.int64(1), np.int64(0)


@inlined
def meet(m: Word, p: Word, s: Word, touched: Int, left: Int, pair: Int, honors: Int, w: Words) -> Int:
    """Return the tiles missing to the other sets and pair, from the words of the suits.

    Parameters
    ----------
    m, p, s : uint64
        Words of the suits beside the sets chosen; only those touched are looked at.
    touched : int
        Bits of the suits that hold chosen sets.
    left, pair : int
        Sets and pairs wanted.
    honors : int
        `HONORS_TOO` or `SUITS_ONLY`.
    """
    if touched == 0:
        return lane_of(w[ALL] if honors == HONORS_TOO else w[SUITS], left, pair)
    if touched & (touched - 1) == 0:
        suit = touched >> 1
        word = m if suit == 0 else p if suit == 1 else s
        return whole_of(word, w[BESIDE + suit] if honors == HONORS_TOO else w[PLAIN + suit], left, pair)
    one = m if touched & 1 != 0 else p
    other = s if touched & 4 != 0 else p
    joined = join(one, other, left)
    if touched == 7:
        rest = join(p, w[HONORS], left) if honors == HONORS_TOO else p
        return whole_of(joined, rest, left, pair)
    third = 2 if touched == 3 else 1 if touched == 5 else 0
    return whole_of(joined, w[LAST + third] if honors == HONORS_TOO else w[SUIT + third], left, pair)


@helper
def beside(
    best: Int, left: Int, pair: Int, honors: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64],
    w: Words,
) -> Int:  # fmt: skip
    """Return the tiles missing to the tiles in `CHOSEN` and the nearest rest, or `best` if that is lower.

    The rest has no set of `BARRED`. As if copies never ran out and no set were barred, it misses at least so much;
    without any kind that is used or barred, at most so much. Where these differ it is found set by set.
    """
    cost = np.int64(0)
    touched = np.int64(0)
    if left < 0:
        return best
    for suit in range(3):
        tiles = w[CHOSEN + suit]
        if tiles | w[BARRED + suit] != _ZERO:
            touched |= 1 << suit
            if not fits(tiles, w[FREE + suit]):
                return best
            cost += missing_of(tiles, w[OWN + suit])
    if cost + lane_of(w[ALL] if honors == HONORS_TOO else w[SUITS], left, pair) >= best:
        return best
    fewest = cost + read_beside(touched, left, pair, honors, AT_LEAST, steps, vectors, w)
    if fewest >= best:
        return best
    keep_what_matters(best - cost, left, pair, honors, w)
    most = cost + read_beside(touched, left, pair, honors, AT_MOST, steps, vectors, w)
    if most == fewest:
        return most
    best = min(best, most)
    word0, word1, word2 = _ZERO, _ZERO, _ZERO
    for suit in range(3):
        if (touched >> suit) & 1 == 0:
            continue
        tiles = w[CHOSEN + suit]
        word = exact_word(less(w[OWN + suit], tiles), w[FREE + suit] - tiles, left, w[BARRED + suit], best - cost)
        word0 = word if suit == 0 else word0
        word1 = word if suit == 1 else word1
        word2 = word if suit == 2 else word2
    return min(best, cost + meet(word0, word1, word2, touched, left, pair, honors, w))


@helper
def read_beside(
    touched: Int, left: Int, pair: Int, honors: Int, certain: Int, steps: npt.NDArray[np.uint16],
    vectors: npt.NDArray[np.uint64], w: Words,
) -> Int:  # fmt: skip
    """Return the tiles missing to the rest as the automata read it: at least so many, or at most if it is `certain`."""
    word0, word1, word2 = _ZERO, _ZERO, _ZERO
    for suit in range(3):
        if (touched >> suit) & 1 == 0:
            continue
        tiles = w[CHOSEN + suit]
        free = w[FREE + suit] - tiles
        none = _ONES & ~presence(free)
        if certain == AT_MOST:
            none |= (((~free) >> _TWO) & _ONES) | w[BARRED_RANKS + suit]
        word = read_suit(less(w[OWN + suit], tiles), none, np.int64(0), steps, vectors)
        word0 = word if suit == 0 else word0
        word1 = word if suit == 1 else word1
        word2 = word if suit == 2 else word2
    return meet(word0, word1, word2, touched, left, pair, honors, w)


@helper
def keep_what_matters(limit: Int, left: Int, pair: Int, honors: Int, w: Words) -> None:
    """Take from the barred sets those that no rest missing fewer than `limit` tiles can have."""
    rest = lane_of(w[ALL] if honors == HONORS_TOO else w[SUITS], max(left - 1, 0), pair)
    for suit in range(3):
        sets = w[BARRED + suit]
        if sets == _ZERO:
            continue
        held, free = less(w[OWN + suit], w[CHOSEN + suit]), w[FREE + suit] - w[CHOSEN + suit]
        ranks = _ZERO
        while sets != _ZERO:
            number = lowest(sets)
            tiles = _CHOW << np.uint64(4 * number) if number < 16 else _THREE << np.uint64(4 * (number - 16))
            if left > 0 and fits(tiles, free) and missing_of(tiles, held) + rest < limit:
                ranks |= presence(tiles)
            else:
                w[BARRED + suit] &= ~(sets & (~sets + _ONE))
            sets &= sets - _ONE
        w[BARRED_RANKS + suit] = ranks


@helper
def choose_tiles(m: Word, p: Word, s: Word, w: Words) -> None:
    """Write the tiles that a combination uses, no set being barred beside it."""
    w[CHOSEN], w[CHOSEN + 1], w[CHOSEN + 2] = m, p, s
    for suit in range(3):
        w[BARRED + suit] = w[BARRED_RANKS + suit] = _ZERO


@helper
def choose_two(one: Word, suit: Int, more: Word, other: Int, w: Words) -> None:
    """Write the tiles that two parts of suits use."""
    choose_tiles(_ZERO, _ZERO, _ZERO, w)
    w[CHOSEN + suit] = one
    w[CHOSEN + other] += more


@inlined
def inner_part(number: Int) -> Word:
    """Return the tiles 0..20 of a part of a suit that is not of terminals alone: chows, then pungs, then pairs."""
    if number < 7:
        return _CHOW << np.uint64(4 * number)
    return _THREE << np.uint64(4 * (number - 6)) if number < 14 else _TWO << np.uint64(4 * (number - 13))


@inlined
def end_part(number: Int) -> Word:
    """Return the tiles 0..5 of a part with a terminal, of ones and of nines in turn: chows, pungs, pairs."""
    if number < 2:
        return _CHOW << np.uint64(24 * number)
    return _THREE << np.uint64(32 * (number - 2)) if number < 4 else _TWO << np.uint64(32 * (number - 4))


@inlined
def part_of(number: Int) -> Word:
    """Return the tiles 0..24 of a part of a suit: pairs, then pungs, then chows."""
    return (_TWO if number < 9 else _THREE if number < 18 else _CHOW) << np.uint64(4 * (number % 9))
