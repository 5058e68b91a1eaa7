"""The knitted straight: a body of 147, 258 and 369 in three suits, all concealed or with one meld beside it."""

import numpy as np

from .. import layout
from ..jit import Int, Word, Words, helper, inlined, ones
from ..nibbles import presence
from ..scoring.pack import HELD, eaten_in
from ..tables.load import AnalysisTables
from .beside_melds import FAR

BEST_BODY = 24  # slot of the work vector: mask of the arrangements that miss least

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_ONES = np.uint64(0x111111111)
_CLASSES = (np.uint64(0x001001001), np.uint64(0x010010010), np.uint64(0x100100100))
_STRAIGHTS = tuple(
    tuple(layout.STRAIGHTS[arrangement].index(suit) for suit in range(3)) for arrangement in range(6)
)  # class 0..2 of each suit


@inlined
def byte_of(entry: Int | np.uint8 | np.uint32, part: Int) -> Int:
    """Return a byte of an entry of a table of classes: in `AnalysisTables.suits` 1 + a class 0..2 of a knitted body."""
    return np.int64(entry >> np.uint32(8 * part)) & 255


@inlined
def missing_straight(in_m: Int, in_p: Int, in_s: Int, honors: Int, tables: AnalysisTables, work: Words) -> Int:
    """Return the tiles missing to a knitted body, one set and a pair, all concealed, and note the best arrangements.

    Parameters
    ----------
    in_m, in_p, in_s : int
        Of `AnalysisTables.suits`.
    honors : int
        Class of the honors.
    tables : AnalysisTables
    work : (40,) uint64
        Slot `BEST_BODY` is written.
    """
    halves, others, whole = tables.knitted_halves, tables.knitted_others, tables.knitted_whole
    m0, m1, m2 = byte_of(in_m, 1), byte_of(in_m, 2), byte_of(in_m, 3)
    p0, p1, p2 = byte_of(in_p, 1), byte_of(in_p, 2), byte_of(in_p, 3)
    s0 = np.int64(others[byte_of(in_s, 1), honors])
    s1 = np.int64(others[byte_of(in_s, 2), honors])
    s2 = np.int64(others[byte_of(in_s, 3), honors])
    # In the order of `layout.STRAIGHTS`: the suits of 147, 258, 369.
    a0 = np.int64(whole[np.int64(halves[m0, p1]), s2])
    a1 = np.int64(whole[np.int64(halves[m0, p2]), s1])
    a2 = np.int64(whole[np.int64(halves[m1, p0]), s2])
    a3 = np.int64(whole[np.int64(halves[m2, p0]), s1])
    a4 = np.int64(whole[np.int64(halves[m1, p2]), s0])
    a5 = np.int64(whole[np.int64(halves[m2, p1]), s0])
    best = min(a0, a1, a2, a3, a4, a5)
    mask = np.int64(a0 == best) | np.int64(a1 == best) << 1 | np.int64(a2 == best) << 2
    mask |= np.int64(a3 == best) << 3 | np.int64(a4 == best) << 4 | np.int64(a5 == best) << 5
    work[BEST_BODY] = np.uint64(mask)
    return best


@inlined
def class_in(arrangement: Int, suit: Int) -> Int:
    """Return the class 0..2 (147, 258, 369) of a suit in an arrangement 0..5."""
    return np.int64(_STRAIGHTS[arrangement][suit])


@inlined
def room_for_pair(eaten: Word) -> Word:
    """Return bit 4 * rank for every kind that one meld, a knitted body and a pair can share: no pung or kong of it."""
    return ~((eaten >> _ONE) | (eaten >> _TWO)) & _ONES


@helper
def body_part(body: Word, held: Word, eaten: Word) -> Int:
    """Return what a suit brings to a knitted body and a pair beside one meld, as counts that can be added.

    Parameters
    ----------
    body : uint64
        Presence word of the body's tiles of this suit; 0 for the honors.
    held, eaten : uint64
        Nibbles of the concealed tiles and of the tiles in the meld.

    Returns
    -------
    int
        bits 0-3 body tiles missing | 4-11 kinds with a copy to spare for the pair | 12-19 with two | 20-23 body tiles
        of which the meld leaves none.

    Notes
    -----
    A body tile needs one copy outside the meld, a pair two, on top of a body tile of its kind.
    """
    room = room_for_pair(eaten)
    one = presence(held)
    two = ((held >> _ONE) | (held >> _TWO)) & _ONES
    three = ((held & (held >> _ONE)) | (held >> _TWO)) & _ONES
    spare = ones(room & ((one & ~body) | (two & body)))
    pairs = ones(room & ((two & ~body) | (three & body)))
    return np.int64(ones(body & ~one) | spare << 4 | pairs << 12 | ones((eaten >> _TWO) & body) << 20)


@inlined
def missing_of(parts: Int) -> Int:
    """Return the tiles missing to a body and a pair from the sum of `body_part` over the suits."""
    missing = np.int64(parts & 15) + (0 if parts >> 12 & 255 > 0 else 1 if parts >> 4 & 255 > 0 else 2)
    return np.int64(FAR if parts >> 20 > 0 else missing)


@helper
def straight_beside_meld(work: Words) -> Int:
    """Return the tiles missing to a knitted body and a pair beside one meld, and note the best arrangements."""
    honors = body_part(_ZERO, work[HELD + 3], eaten_in(3, work))
    m, p, s = work[HELD], work[HELD + 1], work[HELD + 2]
    in_m, in_p, in_s = eaten_in(0, work), eaten_in(1, work), eaten_in(2, work)
    m0, p0, s0 = body_part(_CLASSES[0], m, in_m), body_part(_CLASSES[0], p, in_p), body_part(_CLASSES[0], s, in_s)
    m1, p1, s1 = body_part(_CLASSES[1], m, in_m), body_part(_CLASSES[1], p, in_p), body_part(_CLASSES[1], s, in_s)
    m2, p2, s2 = body_part(_CLASSES[2], m, in_m), body_part(_CLASSES[2], p, in_p), body_part(_CLASSES[2], s, in_s)
    # In the order of `layout.STRAIGHTS`: the suits of 147, 258, 369.
    a0, a1 = missing_of(honors + m0 + p1 + s2), missing_of(honors + m0 + s1 + p2)
    a2, a3 = missing_of(honors + p0 + m1 + s2), missing_of(honors + p0 + s1 + m2)
    a4, a5 = missing_of(honors + s0 + m1 + p2), missing_of(honors + s0 + p1 + m2)
    best = min(a0, a1, a2, a3, a4, a5)
    mask = np.int64(a0 == best) | np.int64(a1 == best) << 1 | np.int64(a2 == best) << 2
    mask |= np.int64(a3 == best) << 3 | np.int64(a4 == best) << 4 | np.int64(a5 == best) << 5
    work[BEST_BODY] = np.uint64(mask)
    return best
