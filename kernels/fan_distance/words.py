"""Vectors of tiles missing as words: lanes of six bits, lane ``2 * k + p`` for k sets (0..4) and p pairs.

A lane holds at most `FAR`, which no hand misses, so two words can be added lane by lane. Suits are read by the automata
of `build_fan_distances`; where tiles lie in melds or in sets already chosen, so that copies may run out, the words are
found set by set.
"""

import numpy as np
import numpy.typing as npt

from ..jit import Int, Word, helper, inlined, lowest
from ..nibbles import chows_within, fits, less, missing_of, presence, three_or_more, two_or_more

FAR = 15
NOTHING = np.uint64(sum(FAR << 6 * lane for lane in range(1, 10)))  # no set and no pair: nothing is missing
NEVER = np.uint64(sum(FAR << 6 * lane for lane in range(10)))

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_FOUR = np.uint64(4)
_FIVE = np.uint64(5)
_SIX = np.uint64(6)
_LANE = np.uint64(63)
_LANES = np.uint64((1 << 60) - 1)
_EACH = np.uint64(sum(1 << 6 * lane for lane in range(10)))
_GUARDS = np.uint64(sum(32 << 6 * lane for lane in range(10)))
_BARE = np.uint64(sum(63 << 12 * sets for sets in range(5)))
_BARE_FAR = np.uint64(sum(FAR << 12 * sets for sets in range(5)))
_ONES = np.uint64(0x111111111)
_LOWS = np.uint64(0x1111111)
_NIBBLE = np.uint64(15)
_CHOW = np.uint64(0x111)

CHOWS_ALONE, PUNGS_ALONE = np.uint64(511 << 16), np.uint64(127)  # what these leave out


@inlined
def lane(word: Word, place: Int) -> Int:
    """Return one lane."""
    return np.int64((word >> np.uint64(6 * place)) & _LANE)


@inlined
def lacking(wanted: Int, held: Int) -> Int:
    """Return how many of some copies are missing."""
    return np.int64(wanted - held if wanted > held else 0)


@inlined
def lower(one: Word, other: Word) -> Word:
    """Return the lower of two words, lane by lane."""
    above = ((one | _GUARDS) - other) & _GUARDS
    other_wins = above - (above >> _FIVE)
    return (other & other_wins) | (one & ~other_wins)


@helper
def join(one: Word, other: Word, sets: Int) -> Word:
    """Return the word of two parts together, right up to a number of sets."""
    joined = NEVER
    without_pair = ((other & _BARE) << _SIX) | _BARE_FAR
    for own in range(sets + 1):
        shift = np.uint64(12 * own)
        below = NEVER & ((_ONE << shift) - _ONE)
        bare, paired = (one >> shift) & _LANE, (one >> (shift + _SIX)) & _LANE
        joined = lower(joined, (((other << shift) & _LANES) | below) + bare * _EACH)
        joined = lower(joined, (((without_pair << shift) & _LANES) | below) + paired * _EACH)
    return joined


@helper
def whole_of(one: Word, other: Word, sets: Int, pair: Int) -> Int:
    """Return the tiles missing to exactly some sets, and a pair if `pair` is 1, of two parts together."""
    best: Int = np.int64(2 * FAR)
    for own in range(sets + 1):
        place = 2 * (sets - own)
        if pair == 0:
            best = min(best, lane(one, 2 * own) + lane(other, place))
        else:
            best = min(best, lane(one, 2 * own) + lane(other, place + 1), lane(one, 2 * own + 1) + lane(other, place))
    return best


@inlined
def read_suit(
    held: Word, barred: Word, start: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64]
) -> Word:
    """Return the word of a suit whose target parts use no barred rank and may use all four copies of the others.

    Parameters
    ----------
    held : uint64
        Nibbles 0..4.
    barred : uint64
        Bit 4 * r for each rank that no part may use.
    start : int
        0 for sets of both sorts, 1 for chows alone.
    steps, vectors
        As from `build_fan_distances`.
    """
    symbols = (held & ~(barred * _NIBBLE)) | (barred * _FIVE)
    state = np.uint64(start)
    for _ in range(9):
        state = np.uint64(steps[(state << _THREE) | (symbols & _NIBBLE)])
        symbols >>= _FOUR
    return np.uint64(vectors[state])


@inlined
def pair_of(held: Word, free: Word) -> Int:
    """Return the tiles missing to a pair, `FAR` if no kind has two copies free."""
    possible = two_or_more(free)
    if possible & two_or_more(held) != _ZERO:
        return np.int64(0)
    if possible & held != _ZERO:
        return np.int64(1)
    return np.int64(2 if possible != _ZERO else FAR)


@inlined
def with_lane(word: Word, place: Int, cost: Int) -> Word:
    """Return a word with one lane no higher than `cost`."""
    shift = np.uint64(6 * place)
    if cost >= np.int64((word >> shift) & _LANE):
        return word
    return (word & ~(_LANE << shift)) | (np.uint64(cost) << shift)


@helper
def exact_word(held: Word, free: Word, sets: Int, barred: Word, limit: Int) -> Word:
    """Return the word of a suit, set by set: right where copies run out, and slow.

    Parameters
    ----------
    held, free : uint64
        Nibbles of the tiles held beside sets already chosen, and of the copies that further ones may use.
    sets : int
        Most sets, 0..4.
    barred : uint64
        Sets that are left out: chows bit low, pungs bit 16 + rank.
    limit : int
        What misses this many tiles or more does not matter.
    """
    word = with_lane(NOTHING, 1, pair_of(held, free))
    depth, missing = np.int64(0), _ZERO  # what is missing so far, a byte for each set
    held0, held1, held2, held3 = held, _ZERO, _ZERO, _ZERO
    free0, free1, free2, free3 = free, _ZERO, _ZERO, _ZERO
    todo0, todo1, todo2, todo3 = possible_sets(free, barred) if sets > 0 else _ZERO, _ZERO, _ZERO, _ZERO
    while True:
        todo = todo0 if depth == 0 else todo1 if depth == 1 else todo2 if depth == 2 else todo3
        if todo == _ZERO:
            if depth == 0:
                return word
            depth -= 1
            continue
        step = np.uint64(lowest(todo))
        after = todo & (todo - _ONE)
        if depth == 0:
            todo0 = after
        elif depth == 1:
            todo1 = after
        elif depth == 2:
            todo2 = after
        else:
            todo3 = after
        h = held0 if depth == 0 else held1 if depth == 1 else held2 if depth == 2 else held3
        f = free0 if depth == 0 else free1 if depth == 1 else free2 if depth == 2 else free3
        tiles = _CHOW << step if step & _THREE == _ZERO else _THREE << (step - _ONE)
        if not fits(tiles, f):
            continue
        cost = np.int64((missing >> np.uint64(8 * depth)) & np.uint64(255)) + missing_of(tiles, h)
        if cost >= limit:
            continue
        h, f = less(h, tiles), f - tiles
        word = with_lane(word, 2 * depth + 2, cost)
        word = with_lane(word, 2 * depth + 3, cost + pair_of(h, f))
        if depth + 1 < sets:
            depth += 1
            byte = np.uint64(8 * depth)
            missing = (missing & ~(np.uint64(255) << byte)) | (np.uint64(cost) << byte)
            if depth == 1:
                held1, free1, todo1 = h, f, todo
            elif depth == 2:
                held2, free2, todo2 = h, f, todo
            else:
                held3, free3, todo3 = h, f, todo


@inlined
def possible_sets(free: Word, barred: Word) -> Word:
    """Return the sets that copies are left for, chows as bit 4 * low, pungs as bit 4 * rank + 1; others as above."""
    possible = (chows_within(presence(free)) & _LOWS) | (three_or_more(free) << _ONE)
    while barred != _ZERO:
        number = lowest(barred)
        possible &= ~(_ONE << np.uint64(4 * number if number < 16 else 4 * (number - 16) + 1))
        barred &= barred - _ONE
    return possible


@helper
def suit_word(
    held: Word, free: Word, barred: Word, sets: Int, start: Int, steps: npt.NDArray[np.uint16],
    vectors: npt.NDArray[np.uint64],
) -> Word:  # fmt: skip
    """Return the true word of a suit up to a number of sets; other arguments as in `exact_word` and `read_suit`.

    The automaton knows of no copies used elsewhere: as long as it is right without the kinds of which some are, it is.
    """
    spent = ((~free) >> _TWO) & _ONES  # fewer than four copies free
    if spent == _ZERO:
        return read_suit(held, barred, start, steps, vectors)
    free &= ~(barred * _NIBBLE)
    none = _ONES & ~presence(free)
    low = read_suit(held, none, start, steps, vectors)
    high = read_suit(held, none | spent, start, steps, vectors)
    lanes = (_ONE << np.uint64(12 * sets + 12)) - _ONE
    if (low ^ high) & lanes == _ZERO:
        return low
    return exact_word(held, free, sets, CHOWS_ALONE if start == 1 else _ZERO, np.int64(FAR))


@helper
def suit_beside(
    held: Word, free: Word, barred: Word, other: Word, sets: Int, pair: Int, limit: Int,
    steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64],
) -> Int:  # fmt: skip
    """Return the tiles missing to exactly some sets, and a pair if `pair` is 1, of a suit and other parts.

    Parameters
    ----------
    held, free, barred : uint64
        As in `suit_word`.
    other : uint64
        The word of the other parts.
    limit : int
        Returned if as many tiles are missing, or more.
    """
    spent = ((~free) >> _TWO) & _ONES
    free &= ~(barred * _NIBBLE)
    none = _ONES & ~presence(free)
    fewest = whole_of(read_suit(held, none, np.int64(0), steps, vectors), other, sets, pair)
    if fewest >= limit:
        return limit
    most = whole_of(read_suit(held, none | spent, np.int64(0), steps, vectors), other, sets, pair)
    if most == fewest:
        return most
    limit = min(limit, most)
    return min(limit, whole_of(exact_word(held, free, sets, _ZERO, limit), other, sets, pair))


@helper
def pungs_word(word: Word, held: Word, free: Word, ranks: Word) -> Word:
    """Return a word with pungs and pairs of some ranks of a suit added to it.

    Parameters
    ----------
    held, free : uint64
        As in `exact_word`.
    ranks : uint64
        Bit 4 * r for each rank taken in.
    """
    for rank in range(9):
        step = np.uint64(4 * rank)
        if (ranks >> step) & _ONE == _ZERO:
            continue
        most, own = (free >> step) & _NIBBLE, (held >> step) & _NIBBLE
        bare = word & _BARE
        paired = ((bare << _SIX) | _BARE_FAR) + (_TWO - min(own, _TWO)) * _EACH if most >= _TWO else NEVER
        if most >= _THREE:
            more = (((word << np.uint64(12)) & _LANES) | (NEVER & np.uint64(4095))) + (
                _THREE - min(own, _THREE)
            ) * _EACH
            word = lower(word, more)
        word = lower(word, paired)
    return word
