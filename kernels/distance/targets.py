"""Parts of target hands: every choice of sets, maybe with a pair, that a suit can bring within a number of tiles.

A *target* is a complete hand of sets and a pair; what a suit brings to it is an *entry*. The entries of a hand lie in
buckets by suit, number of sets, pair and tiles missing, so that targets can be put together in order of what they miss.
Words of an entry::

    column 0   its sets: byte 0-3 chows 1..21, byte 4-7 pungs 1 + tile
    column 1   its tiles: count of rank r at bit 4 * r
    column 2   bits 0-2 chows | 3-5 pungs | 8-13 pair, 1 + tile | 16-20 points of its own, no less than they are
               24-30 honors only: mask of the pungs | 32-36 what is there: m, p, s, winds, dragons
               40-51 what all its parts share, in the order of `SHARED_FANS`

`target_words` writes these words for one set or one pair; those of an entry are their sums, and for the bits from 40 on
what they have in common. Costs are tiles missing.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..jit import Int, Word, helper, inlined, lowest, ones
from ..nibbles import chows_within, less, missing_of, presence, three_or_more, two_or_more

COSTS: Final = 16  # buckets a number of sets and pair: 0..15 tiles missing
SUIT_BUCKETS: Final = 10 * COSTS
BUCKETS: Final = 4 * SUIT_BUCKETS
SUIT_ROOM: Final = 23_600  # a suit has 23,533 entries
ROOM: Final = 3 * SUIT_ROOM + 500  # the honors 498

SHARED_FANS: Final = (55, 31, 21, 18, 68, 25, 26, 27, 36, 37, 40, 3)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_THREE = np.uint64(3)
_ONES = np.uint64(0x111111111)
_THREES = np.uint64(0x333333333)
_SHARED = np.uint64(0xFFF << 40)
_TWO = np.uint64(2)
_SIXTEEN = np.uint64(16)
_COPIES = np.uint64(0x444444444)
_LOWS = np.uint64(0x1111111)
_PUNG_STEP = np.uint64(28)  # set 7 is the first pung
_HONOR_RANKS = np.uint64(0x1111111)
_SUIT_SETS, _HONOR_SETS = np.uint64(0x1111111111111111), np.uint64(0x1111111 << 28)
_PRESENT = np.uint64(31 << 32)


class Entries(NamedTuple):
    """Room for the entries of a hand.

    Attributes
    ----------
    words : (ROOM, 3) uint64
    first : (BUCKETS + 1,) int64
        First entry of each bucket ``((suit * 5 + sets) * 2 + pair) * COSTS + cost``.
    found : (SUIT_ROOM, 4) uint64
        Scratch: entries of a suit before they are sorted, and their buckets.
    limits : (40,) int64
        ``10 * suit + 2 * sets + pair``: most tiles that an entry may miss, -1 for none.
    stack : (5, 4) uint64
        Scratch: columns 0 to 2 of the sets taken so far, and those that may be added: bit 4 * q of set q.
    deepest : (6,) int64
        Scratch: most tiles that so many sets or more may miss.
    own : (BUCKETS,) int64
        The most points of its own that an entry of each bucket has; 0 if there is none.
    """

    words: npt.NDArray[np.uint64]
    first: npt.NDArray[np.int64]
    found: npt.NDArray[np.uint64]
    limits: npt.NDArray[np.int64]
    stack: npt.NDArray[np.uint64]
    deepest: npt.NDArray[np.int64]
    own: npt.NDArray[np.int64]


def target_words() -> npt.NDArray[np.uint64]:
    """Return the words of every set and pair: row 32 * suit + q.

    q = 0..6 are the chows by lowest rank, 7..15 the pungs by rank, 16..24 the pairs; honors have no chows.
    """
    words = np.zeros((128, 3), np.uint64)
    for suit in range(4):
        for q in range(25):
            ranks = range(q, q + 3) if q < 7 else [q - 7] if q < 16 else [q - 16]
            if (suit == 3 and (q < 7 or max(ranks) > 6)) or max(ranks) > 8:
                continue
            copies = 1 if q < 7 else 3 if q < 16 else 2
            tile = 9 * suit + ranks[0]
            chow, pung = q < 7, 7 <= q < 16
            sets = 7 * suit + q + 1 if chow else (tile + 1) << 32 if pung else 0
            info = 1 if chow else 1 << 3 if pung else (tile + 1) << 8
            if pung:
                info |= (tile in (0, 8, 9, 17, 18, 26, 27, 28, 29, 30)) << 16
                info |= (1 << 24 + ranks[0]) if suit == 3 else 0
            info |= 1 << (32 + suit + (suit == 3 and ranks[0] > 3))
            info |= sum(shares(fan, suit, ranks) << 40 + place for place, fan in enumerate(SHARED_FANS))
            words[32 * suit + q] = sets, sum(copies << 4 * rank for rank in ranks), info
    words.setflags(write=False)
    return words


def empty_entries() -> Entries:
    """Return room for the entries of a hand, not shared between threads."""
    return Entries(
        words=np.empty((ROOM, 3), np.uint64),
        first=np.empty(BUCKETS + 1, np.int64),
        found=np.empty((SUIT_ROOM, 4), np.uint64),
        limits=np.empty(40, np.int64),
        stack=np.empty((5, 4), np.uint64),
        deepest=np.empty(6, np.int64),
        own=np.empty(BUCKETS, np.int64),
    )


_REVERSIBLE = ((), (0, 1, 2, 3, 4, 7, 8), (1, 3, 4, 5, 7, 8), (6,))
_GREEN = ((), (), (1, 2, 3, 5, 7), (5,))
_WITHIN = {
    18: (0, 8), 68: range(1, 8), 25: range(6, 9), 26: range(3, 6), 27: range(3), 36: range(5, 9), 37: range(4),
}  # fmt: skip


def shares(fan: int, suit: int, ranks: Sequence[int]) -> bool:
    """Say whether a set or pair of these ranks (from 0) may stand in a hand of a fan that all its parts decide."""
    honor = suit == 3
    if fan == 55:
        return honor or 0 in ranks or 8 in ranks
    if fan == 31:
        return not honor and 4 in ranks
    if fan == 21:
        return not honor and len(ranks) == 1 and ranks[0] % 2 == 1
    if fan in (3, 40):
        return set(ranks) <= set((_GREEN if fan == 3 else _REVERSIBLE)[suit])
    return fan == 18 if honor else set(ranks) <= set(_WITHIN[fan])


@inlined
def own_points(info: Word) -> Int:
    """Return the points of its own of a part of a hand, no less than they are."""
    return np.int64((info >> _SIXTEEN) & np.uint64(31))


@inlined
def add_info(one: Word, other: Word) -> Word:
    """Join column 2 of two parts of a hand."""
    low = np.uint64(0x7FFFFFFF)
    return ((one & low) + (other & low)) | ((one | other) & _PRESENT) | (one & other & _SHARED)


@inlined
def keep_entry(
    at: Int, sets: Word, tiles: Word, info: Word, bucket: Int, eaten: Word, found: npt.NDArray[np.uint64]
) -> Int:
    """Note an entry of a suit; tiles of which all four copies are used count two points more."""
    hogs = ones(((tiles + eaten) >> np.uint64(2)) & presence(tiles))
    found[at, 0] = sets
    found[at, 1] = tiles
    found[at, 2] = info + (np.uint64(2 * hogs) << np.uint64(16))
    found[at, 3] = np.uint64(bucket)
    return at + 1


@helper
def choose_sets(
    suit: Int, held: Word, eaten: Word, most: Int, winds: Int, table: npt.NDArray[np.uint64], entries: Entries
) -> Int:
    """Walk through all choices of sets of a suit, in ascending order, that stay within the limits.

    Parameters
    ----------
    suit, held, eaten, most, winds, table, entries
        As in `find_entries`; `found` and `stack` are written.

    Returns
    -------
    int
        Number of entries found.
    """
    limits, stack, deepest = entries.limits, entries.stack, entries.deepest
    base, row, bucket = np.int64(10 * suit), np.int64(32 * suit), np.int64(suit * SUIT_BUCKETS)
    deepest[most + 1] = -1
    for sets in range(most, -1, -1):
        deepest[sets] = max(deepest[sets + 1], limits[base + 2 * sets], limits[base + 2 * sets + 1])
    number: Int = np.int64(0)
    if deepest[0] < 0:
        return number
    depth = np.int64(0)
    cost: Int = np.int64(0)
    stack[0, 0], stack[0, 1], stack[0, 2] = _ZERO, _ZERO, _SHARED
    allowed = _HONOR_SETS if suit == 3 else _SUIT_SETS
    stack[0, 3] = allowed
    ranks = _HONOR_RANKS if suit == 3 else _ONES
    while True:
        number = keep_node(number, depth, cost, base, row, bucket, ranks, held, eaten, table, entries)
        while stack[depth, 3] == _ZERO:
            if depth == 0:
                return number
            depth -= 1
        left = stack[depth, 3]
        step = lowest(left)
        q = step >> 2
        stack[depth, 3] = left & (left - _ONE)
        more, info = stack[depth, 1] + table[row + q, 1], stack[depth, 2]
        counted = info & np.uint64(7) if q < 7 else (info >> _THREE) & np.uint64(7)
        joined = add_info(info, table[row + q, 2])
        if suit == 3:
            joined += np.uint64(2 * (np.int64(q - 7 == winds & 3) + np.int64(q - 7 == winds >> 2))) << np.uint64(16)
        stack[depth + 1, 0] = stack[depth, 0] | (table[row + q, 0] << (np.uint64(8) * counted))
        stack[depth + 1, 1], stack[depth + 1, 2] = more, joined
        stack[depth + 1, 3] = allowed & ~((_ONE << np.uint64(step)) - _ONE)  # those not before it
        depth += 1
        cost = missing_of(more, held)


@inlined
def at_most(costs: Word, limit: Int) -> Word:
    """Return the bits 4 * r of the nibbles (0..3) that are at most so much."""
    if limit < 0:
        return _ZERO
    return np.uint64(((np.uint64(min(limit, 3) + 8) * _ONES - costs) >> _THREE) & _ONES)


@inlined
def keep_node(
    number: Int, depth: Int, cost: Int, base: Int, row: Int, bucket: Int, ranks: Word, held: Word, eaten: Word,
    table: npt.NDArray[np.uint64], entries: Entries,
) -> Int:  # fmt: skip
    """Note the sets on the stack, alone and with every pair, and leave in its mask the sets that may be added.

    What every set and pair would miss more is found for all ranks at once, as nibbles.
    """
    limits, found, stack = entries.limits, entries.found, entries.stack
    chosen, tiles, info = stack[depth, 0], stack[depth, 1], stack[depth, 2]
    place = bucket + 2 * depth * COSTS
    if cost <= limits[base + 2 * depth]:
        number = keep_entry(number, chosen, tiles, info, place + cost, eaten, found)
    free = _COPIES - eaten - tiles
    spare = less(held, tiles)
    two_spare = two_or_more(spare)
    of_pairs = _ONES * _TWO - ((two_spare << _ONE) | (spare & _ONES & ~two_spare))
    pairs = at_most(of_pairs, limits[base + 2 * depth + 1] - cost) & two_or_more(free) & ranks
    while pairs != _ZERO:
        step = lowest(pairs)
        pairs &= pairs - _ONE
        q = 16 + (step >> 2)
        at = place + COSTS + cost + np.int64((of_pairs >> np.uint64(step)) & _THREE)
        joined = add_info(info, table[row + q, 2])
        number = keep_entry(number, chosen, tiles + table[row + q, 1], joined, at, eaten, found)
    slack = entries.deepest[depth + 1] - cost
    if slack < 0:
        stack[depth, 3] = _ZERO
        return number
    four_spare = (spare >> _TWO) & _ONES
    of_pungs = _ONES * _THREE - ((spare & _THREES) | (four_spare * _THREE))
    none_spare = _ONES & ~presence(spare)
    of_chows = none_spare + (none_spare >> np.uint64(4)) + (none_spare >> np.uint64(8))
    chows = at_most(of_chows, slack) & chows_within(presence(free))
    pungs = at_most(of_pungs, slack) & three_or_more(free)
    stack[depth, 3] &= (chows & _LOWS) | (pungs << _PUNG_STEP)
    return number


@helper
def find_entries(
    suit: Int,
    held: Word,
    eaten: Word,
    most: Int,
    winds: Int,
    start: Int,
    table: npt.NDArray[np.uint64],
    entries: Entries,
) -> Int:
    """Find the entries of a suit within its limits and write them bucket by bucket from `start` on.

    Parameters
    ----------
    suit : int
        0..3.
    held, eaten : uint64
        Nibbles of the concealed tiles, and of the tiles in melds.
    most : int
        Most sets, 0..4.
    winds : int
        Prevalent wind + 4 * seat wind.
    start : int
        Row of `Entries.words`.
    table : (128, 3) uint64
        `target_words`.
    entries : Entries
        `limits` is read, the rest written.

    Returns
    -------
    int
        The row after the last.
    """
    number = choose_sets(suit, held, eaten, most, winds, table, entries)
    first, found = entries.first, entries.found
    bucket = np.int64(suit * SUIT_BUCKETS)
    for place in range(bucket, bucket + SUIT_BUCKETS):
        first[place + 1] = 0
        entries.own[place] = 0
    for at in range(number):
        first[np.int64(found[at, 3]) + 1] += 1
    first[bucket] = start
    for place in range(bucket, bucket + SUIT_BUCKETS):
        first[place + 1] += first[place]
    # Each bucket's start moves to its end as it is filled; then all move back.
    for at in range(number):
        own = np.int64(found[at, 3])
        to = first[own]
        first[own] = to + 1
        for column in range(3):
            entries.words[to, column] = found[at, column]
        entries.own[own] = max(entries.own[own], own_points(found[at, 2]))
    for place in range(bucket + SUIT_BUCKETS - 1, bucket, -1):
        first[place] = first[place - 1]
    first[bucket] = start
    return start + number
