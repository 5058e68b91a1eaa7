"""How a complete hand is read: its sets and pair, where the winning tile stands, a knitted body."""

from typing import TypeVar

import numpy as np

from .. import layout
from ..jit import Int, Word, Words, helper, inlined, lowest
from ..tables.words import AS_CLOSED, AS_EDGE, AS_OPEN, AS_PAIR, AS_PUNG, pair_of
from .fans_sets import spread_bytes

S = TypeVar("S")

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_BYTE = np.uint64(255)
_BYTE_ONES = np.uint64(0x01010101)
_STEPS = np.uint64(0x80808080)
_CLASS_147 = np.uint64(0x001001001)
_CHOW_CODE, _PUNG_CODE = np.uint64(34 * layout.CONCEALED_CHOW), np.uint64(34 * layout.CONCEALED_PUNG)
BODY_INDEX = tuple(5**k + 5 ** (k + 3) + 5 ** (k + 6) for k in range(3))  # base-5 index of 147, 258, 369


@inlined
def first_chow(chows: Word, hidden_chows: Int, win: Int, rank: Int, wanted: Int) -> Int:
    """Return the place of the first concealed chow in which the winning tile stands as wanted, or 4.

    Parameters
    ----------
    chows : uint64
        Concealed chows, a byte each: 1 + lowest tile.
    hidden_chows : int
        How many.
    win, rank : int
        Winning tile, and its rank 0..8 (honors stand in no chow).
    wanted : int
        Places as in `readings` column 2.

    Notes
    -----
    All four bytes at once: a byte becomes 0x80 + the step from the chow's lowest tile to the winning tile, and a byte
    equal to one of the wanted steps is found as the lowest zero byte of a difference.
    """
    steps = (_STEPS + np.uint64(win + 1) * _BYTE_ONES) - chows
    found = _ZERO
    if wanted & (AS_EDGE if rank == 6 else AS_OPEN):
        found |= zero_bytes(steps ^ _STEPS)
    if wanted & AS_CLOSED:
        found |= zero_bytes(steps ^ (_STEPS + _BYTE_ONES))
    if wanted & (AS_EDGE if rank == 2 else AS_OPEN):
        found |= zero_bytes(steps ^ (_STEPS + _BYTE_ONES + _BYTE_ONES))
    found &= (_ONE << np.uint64(8 * hidden_chows)) - _ONE
    return lowest(found) >> 3 if found != _ZERO else np.int64(4)


@inlined
def zero_bytes(word: Word) -> Word:
    """Return bit 7 of the lowest of four bytes that is zero; higher bits may be set too."""
    low = word & np.uint64(0xFFFFFFFF)
    return ((low | np.uint64(1 << 32)) - _BYTE_ONES) & ~low & np.uint64(0x80808080)


@helper
def place_of_byte(sets: Word, byte: Int) -> Int:
    """Return the place of a byte in a word that holds it."""
    place = np.int64(0)
    while np.int64((sets >> np.uint64(8 * place)) & _BYTE) != byte:
        place += 1
    return place


@inlined
def reading_row(
    codes: Word, number: Int, chows: Word, pungs: Word, hidden_chows: Int, hidden_pungs: Int, win: Int, rank: Int,
    wanted: Int, melded_pung: bool,
) -> Word:  # fmt: skip
    """Return the sets of a reading as four bytes and what the winning tile completed, in byte 5.

    Parameters
    ----------
    codes, number : uint64, int
        The meld codes, and how many they are: they come first.
    chows, pungs, hidden_chows, hidden_pungs
        Concealed sets, a byte each: 1 + lowest tile, ascending, and how many.
    win, rank, wanted
        As in `first_chow`; the first set in which the tile may stand so is named.
    melded_pung : bool
        Whether the winning tile completes a pung and makes it a melded one.
    """
    if melded_pung:
        place = place_of_byte(pungs, win + 1)
        below = (_ONE << np.uint64(8 * place)) - _ONE
        rest = (pungs & below) | ((pungs >> np.uint64(8)) & ~below)
        shown = np.uint64(1 + 34 * layout.PUNG + win)
        hidden = shown | ((chows + spread_bytes(hidden_chows) * _CHOW_CODE) << np.uint64(8))
        hidden |= (rest + spread_bytes(hidden_pungs - 1) * _PUNG_CODE) << np.uint64(8 * (hidden_chows + 1))
        completed = number
    else:
        hidden = chows + spread_bytes(hidden_chows) * _CHOW_CODE
        hidden |= (pungs + spread_bytes(hidden_pungs) * _PUNG_CODE) << np.uint64(8 * hidden_chows)
        completed = np.int64(layout.ON_PAIR if wanted & AS_PAIR else layout.ON_BODY)
        place = first_chow(chows, hidden_chows, win, rank, wanted)
        if place < 4:
            completed = number + place
        elif wanted & AS_PUNG:
            completed = number + hidden_chows + place_of_byte(pungs, win + 1)
    return codes | (hidden << np.uint64(8 * number)) | (np.uint64(completed) << np.uint64(40))


@inlined
def one_pair(first0: Int, first1: Int, first2: Int, first3: Int, readings: Words) -> tuple[Int, Int, Int, Int]:
    """Return the first reading of each suit, the first one -1 unless all four are complete with one pair among them.

    Parameters
    ----------
    first0, first1, first2, first3 : int
        Of `Tables.first`, winning tile included, a knitted body taken off.
    """
    if first0 == 0 or first1 == 0 or first2 == 0 or first3 == 0:
        return np.int64(-1), first1, first2, first3
    r0, r1, r2, r3 = first0 - 1, first1 - 1, first2 - 1, first3 - 1
    pairs = np.int64(pair_of(readings[r0, 1]) != _ZERO) + np.int64(pair_of(readings[r1, 1]) != _ZERO)
    pairs += np.int64(pair_of(readings[r2, 1]) != _ZERO) + np.int64(pair_of(readings[r3, 1]) != _ZERO)
    return r0 if pairs == 1 else np.int64(-1), r1, r2, r3


@helper
def straight_suits(arrangement: Int, m: S, p: S, s: S) -> tuple[S, S, S]:
    """Return the three suits in the order 147, 258, 369 of an arrangement 0..5."""
    if arrangement == 0:
        return m, p, s
    if arrangement == 1:
        return m, s, p
    if arrangement == 2:
        return p, m, s
    if arrangement == 3:
        return p, s, m
    if arrangement == 4:
        return s, m, p
    return s, p, m


@helper
def straight_class(arrangement: Int, suit: Int) -> Int:
    """Return the class 0..2 (147, 258, 369) that a suit 0..2 takes in an arrangement 0..5."""
    first, second, _third = straight_suits(arrangement, 0, 1, 2)
    return 0 if suit == first else 1 if suit == second else 2


@helper
def knitted_body(m: Word, p: Word, s: Word) -> Int:
    """Return the arrangement 0..5 of a whole knitted body among the tiles present, or -1.

    No complete hand holds two: nine tiles of each would need more than fourteen.
    """
    for arrangement in range(6):
        c0, c1, c2 = straight_suits(arrangement, m, p, s)
        missing = (~c0 & _CLASS_147) | (~c1 & (_CLASS_147 << np.uint64(4))) | (~c2 & (_CLASS_147 << np.uint64(8)))
        if missing == _ZERO:
            return arrangement
    return -1
