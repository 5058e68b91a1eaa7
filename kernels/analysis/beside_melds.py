"""The regular form beside melds that eat tiles: exact, if slower than with all copies there.

What a suit misses is a *vector* in one word: byte 2 * k + p is the tiles missing to k sets and p pairs, k = 0..3. Two
kinds of vector are bounds of the true one: the *free* one, as if no tile were eaten, is never above it, and the *spare*
one, of targets that stay away from eaten kinds, never below. Where both are the same nothing more needs to be done.
"""

import numpy as np

from .. import layout
from ..jit import Int, Ints, Word, Words, eight, helper, inlined, lowest
from ..scoring.pack import HELD, INDEX, eaten_in
from ..tables.load import AnalysisTables, PartTables

# Places in the scratch vector.
SPARE = 0  # 0-3 spare vectors of the suits
EXACT = 4  # 4-7 exact ones, once `EXACT_KNOWN`
EXACT_KNOWN = 8
SAME = 9  # mask of the suits whose free and spare vectors are the same
FREE_MISSING = 10  # tiles missing as if no meld ate a tile
HALVES = 11  # 11 vector of m and p, 12 of s and the honors
LANES = 16  # 16-23 a vector written entry by entry
ROOM = 32  # 256 entries of `true_word`

FAR = 30  # more than any hand misses; also in the tables, where a target is impossible

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_BYTE = np.uint64(255)
_NIBBLE = np.uint64(15)
_ONES = np.uint64(0x111111111)
_S8, _S16, _S32 = np.uint64(8), np.uint64(16), np.uint64(32)
_BYTES2 = np.uint64(0x00FF00FF00FF00FF)
_BYTES4 = np.uint64(0x0000FFFF0000FFFF)
_EACH = np.uint64(0x0101010101010101)
_TOPS = np.uint64(0x8080808080808080)
_FAR = np.uint64(0x1E1E1E1E1E1E1E1E)
_FAR_WITHOUT_PAIR = np.uint64(0x001E001E001E001E)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_PART_START = layout.PART_START
_POW5 = tuple(5**rank for rank in range(10))


@inlined
def lower(one: Word, other: Word) -> Word:
    """Return the lower of each pair of bytes, all below 128."""
    not_below = ((one | _TOPS) - other) & _TOPS
    chosen = (not_below - (not_below >> np.uint64(7))) | not_below
    return (other & chosen) | (one & ~chosen)


@inlined
def lanes_of(sets: Int) -> Word:
    """Return ones in the bytes of a vector up to a number of sets, 0..3."""
    return _ALL >> np.uint64(48 - 16 * sets)


@inlined
def join(one: Word, other: Word, sets: Int) -> Word:
    """Return the vector of two parts together, right up to a number of sets, 0..3."""
    joined = _FAR
    without_pair = (other & _BYTES2) << _S8
    for own in range(sets + 1):
        shift = np.uint64(16 * own)
        below = _FAR & ((_ONE << shift) - _ONE)
        bare = (one >> shift) & _BYTE
        with_pair = (one >> (shift + _S8)) & _BYTE
        joined = lower(joined, ((other << shift) | below) + bare * _EACH)
        joined = lower(joined, ((without_pair << shift) | _FAR_WITHOUT_PAIR | below) + with_pair * _EACH)
    return joined


@inlined
def whole_of(one: Word, other: Word, sets: Int) -> Int:
    """Return the tiles missing to exactly some sets and one pair, of two parts together."""
    turned = ((other & _BYTES2) << _S8) | ((other >> _S8) & _BYTES2)
    turned = ((turned & _BYTES4) << _S16) | ((turned >> _S16) & _BYTES4)
    turned = (turned << _S32) | (turned >> _S32)
    # Byte 2 * k + p of one part meets byte 2 * (sets - k) + 1 - p of the other.
    sums = one + (turned >> np.uint64(48 - 16 * sets) | (_FAR & ~lanes_of(sets)))
    sums = lower(sums, sums >> _S32 | _FAR << _S32)
    sums = lower(sums, sums >> _S16)
    return np.int64(lower(sums, sums >> _S8) & _BYTE)


@inlined
def free_word(suit: Int, index: Int, tables: PartTables) -> Word:
    """Return the vector of a suit 0..3 by its base-5 index, as if no tile were eaten."""
    row = np.int64(tables.regular[index]) if suit < 3 else layout.SUIT_CLASSES + np.int64(tables.honors[index])
    return eight(tables.vectors, row, np.int64(0))


@inlined
def spare_word(suit: Int, index: Int, nibbles: Word, eaten: Word, sets: Int, tables: PartTables) -> Word:
    """Return a vector of a suit that the true one is never above: targets stay away from kinds that melds eat.

    Parameters
    ----------
    suit : int
        0..3; for the honors the vector is the true one.
    index : int
        Base-5 index of the concealed tiles; that of the honors starts at 0.
    nibbles, eaten : uint64
        Concealed tiles, and tiles in melds.
    sets : int
        Most sets that matter, 0..3.
    tables : PartTables

    Notes
    -----
    A kind of which two copies or more are eaten is left out altogether, and no kind is used four times. Whatever such a
    target misses is possible, so if it misses no more than the free distance, both are exact.
    """
    if eaten == _ZERO:
        return free_word(suit, index, tables)
    if suit == 3:
        base6 = np.int64(0)
        for rank in range(6, -1, -1):
            step = np.uint64(4 * rank)
            digit = np.int64((nibbles >> step) & _NIBBLE)
            base6 = 6 * base6 + (5 if (eaten >> step) & _NIBBLE != _ZERO else digit)
        return eight(tables.vectors, np.int64(tables.bare[base6]), np.int64(0))
    barred = ((eaten >> _ONE) | (eaten >> _TWO)) & _ONES
    if barred == _ZERO:
        return eight(tables.vectors, np.int64(tables.parts[_PART_START[9] + index]), np.int64(0))
    word = _ZERO
    parts: Int = np.int64(0)
    left: Int = np.int64(0)
    rest = np.int64(index)
    while left < 10:
        end: Int = np.int64(9)
        if barred != _ZERO:
            end = np.int64(lowest(barred) >> 2)
            barred &= barred - _ONE
        length = end - left
        power = _POW5[length]
        if length > 0:
            row = np.int64(tables.parts[_PART_START[length] + rest % power])
            part = eight(tables.vectors, row, np.int64(0))
            word = part if parts == 0 else join(word, part, sets)
            parts += 1
        rest //= power * 5
        left = end + 1
    return word


@helper
def true_word(nibbles: Word, eaten: Word, sets: Int, limit: Int, scratch: Ints) -> Word:
    """Return the exact vector of a suit (not the honors) whose melds eat tiles, by reading it rank by rank.

    Parameters
    ----------
    nibbles, eaten : uint64
        Concealed tiles, and tiles in melds.
    sets : int
        Most sets, 0..3.
    limit : int
        What misses this many tiles or more does not matter.
    scratch : (384,) int64
        256 entries from `ROOM` are written.

    Notes
    -----
    Entry ``((k * 2 + p) * 4 + two) * 4 + one`` of a profile: k sets begun, p pairs, `two` chows that need two ranks
    more and `one` that need one.
    """
    old = np.int64(ROOM)
    new = np.int64(ROOM + 128)
    used = 32 * (sets + 1)
    for place in range(used):
        scratch[old + place] = FAR
    scratch[old] = 0
    for rank in range(9):
        step = np.uint64(4 * rank)
        held = np.int64((nibbles >> step) & _NIBBLE)
        most = 4 - np.int64((eaten >> step) & _NIBBLE)
        for place in range(used):
            scratch[new + place] = FAR
        for begun in range(sets + 1):
            for pair in range(2):
                for two in range(begun + 1):
                    for one in range(begun + 1 - two):
                        cost = scratch[old + ((begun * 2 + pair) * 4 + two) * 4 + one]
                        if cost >= limit:
                            continue
                        tall = 0 if rank > 6 else sets - begun
                        begin_sets(begun, pair, two, one, cost, held, most, sets, tall, new, scratch)
        old, new = new, old
    word = _FAR & ~lanes_of(sets)
    for k in range(sets + 1):
        for pair in range(2):
            word |= np.uint64(scratch[old + (k * 2 + pair) * 16]) << np.uint64(8 * (2 * k + pair))
    return word


@inlined
def begin_sets(
    begun: Int, pair: Int, two: Int, one: Int, cost: Int, held: Int, most: Int, sets: Int, chows: Int, new: Int,
    scratch: Ints,
) -> None:  # fmt: skip
    """Write what is reached from an entry of a profile by the chows, the pung and the pair that begin at a rank.

    Parameters
    ----------
    begun, pair, two, one, cost : int
        The entry, and what it misses.
    held, most : int
        Copies held, and most that a target can have.
    sets, chows : int
        Most sets of all, and most chows that begin here.
    new : int
        Place of the next profile.
    """
    for chow in range(chows + 1):
        for pung in range(min(1, sets - begun - chow) + 1):
            for more in range(2 - pair):
                tiles = two + one + chow + 3 * pung + 2 * more
                if tiles <= most:
                    to = new + (((begun + chow + pung) * 2 + pair + more) * 4 + chow) * 4 + two
                    scratch[to] = min(scratch[to], cost + max(tiles - held, 0))


@inlined
def through_pung(index: Int, nibbles: Word, eaten: Word, sets: Int, rest: Word, tables: PartTables) -> Int:
    """Return the tiles missing if one chow of a suit uses the last copy of the one kind that the melds hold as a pung.

    Parameters
    ----------
    index, nibbles, eaten, tables
        As in `spare_word`; not for the honors.
    sets : int
        Sets of the whole target, 1..3.
    rest : uint64
        Vector of the other suits.

    Notes
    -----
    Beside that chow no target part uses the kind or reaches across it, and none uses a kind four times: what is found
    is possible. `FAR` where this is not the case of the suit.
    """
    best = np.int64(FAR)
    barred = ((eaten >> _ONE) | (eaten >> _TWO)) & _ONES
    kind = np.int64(lowest(barred) >> 2 if barred != _ZERO else 0)
    if barred == _ZERO or barred & (barred - _ONE) != _ZERO or (eaten >> np.uint64(4 * kind)) & _NIBBLE != np.uint64(3):
        return best
    power = _POW5[kind]
    for begin in range(3):
        low = kind - begin
        if low < 0 or low > 6:
            continue
        cost = np.int64(0)
        left = np.int64(index)
        for rank in range(low, low + 3):
            if (nibbles >> np.uint64(4 * rank)) & _NIBBLE != _ZERO:
                left -= _POW5[rank]
            else:
                cost += 1
        right = left // (power * 5)
        length = 8 - kind if kind < 8 else np.int64(1)
        word = eight(tables.vectors, np.int64(tables.parts[_PART_START[length] + right]), np.int64(0))
        if kind > 0:
            part = eight(tables.vectors, np.int64(tables.parts[_PART_START[kind] + left % power]), np.int64(0))
            word = join(word, part, sets) if kind < 8 else part
        best = min(best, cost + whole_of(word, rest, sets - 1))
    return best


@inlined
def rest_of(suit: Int, start: Int, sets: Int, scratch: Ints) -> Word:
    """Return the vector of the suits other than one, from four at `start`, after `join_halves`."""
    other_half = np.uint64(scratch[HALVES + (1 if suit < 2 else 0)])
    return join(np.uint64(scratch[start + (suit ^ 1)]), other_half, sets)


@inlined
def join_halves(start: Int, sets: Int, scratch: Ints) -> None:
    """Write the vectors of both pairs of suits, from the four at `start`."""
    for half in range(2):
        one, other = np.uint64(scratch[start + 2 * half]), np.uint64(scratch[start + 2 * half + 1])
        scratch[HALVES + half] = np.int64(join(one, other, sets))


@inlined
def find_exact(limit: Int, sets: Int, work: Words, scratch: Ints) -> None:
    """Write the exact vectors of the suits; those that miss `limit` or more may be too high."""
    for suit in range(4):
        word = np.uint64(scratch[SPARE + suit])
        if suit < 3 and (scratch[SAME] >> suit) & 1 == 0:
            word = true_word(work[HELD + suit], eaten_in(suit, work), sets, limit, scratch)
        scratch[EXACT + suit] = np.int64(word)
    scratch[EXACT_KNOWN] = 1


@helper
def missing_beside_melds(fast: Int, sets: Int, tables: AnalysisTables, work: Words, scratch: Ints) -> Int:
    """Return the exact tiles missing to some sets and a pair beside melds that eat tiles.

    Parameters
    ----------
    fast : int
        `missing_regular`, which no exact value is below.
    sets : int
        0..3.
    tables : AnalysisTables
    work : (40,) uint64
        The packed row.
    scratch : (384,) int64
        The first places are written; `useful_beside_melds` goes on with them.
    """
    parts = PartTables(tables.regular, tables.honors, tables.parts, tables.bare, tables.vectors)
    lanes = lanes_of(sets)
    same = np.int64(0)
    for suit in range(4):
        index = np.int64(work[INDEX + suit]) - (layout.SUIT_STATES if suit == 3 else 0)
        word = spare_word(suit, index, work[HELD + suit], eaten_in(suit, work), sets, parts)
        scratch[SPARE + suit] = np.int64(word)
        same |= np.int64((word ^ free_word(suit, index, parts)) & lanes == _ZERO) << suit
    scratch[SAME] = same
    scratch[FREE_MISSING] = fast
    scratch[EXACT_KNOWN] = 0
    if same == 15:
        return fast
    join_halves(np.int64(SPARE), sets, scratch)
    limit = whole_of(np.uint64(scratch[HALVES]), np.uint64(scratch[HALVES + 1]), sets)
    for suit in range(3):
        if limit > fast and (same >> suit) & 1 == 0 and sets > 0:
            rest = rest_of(suit, np.int64(SPARE), sets, scratch)
            through = through_pung(
                np.int64(work[INDEX + suit]), work[HELD + suit], eaten_in(suit, work), sets, rest, parts
            )
            limit = min(limit, through)
    if limit == fast:
        return fast
    find_exact(limit, sets, work, scratch)
    one = join(np.uint64(scratch[EXACT]), np.uint64(scratch[EXACT + 1]), sets)
    other = join(np.uint64(scratch[EXACT + 2]), np.uint64(scratch[EXACT + 3]), sets)
    return min(limit, whole_of(one, other, sets))
