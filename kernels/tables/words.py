"""Packed words of the scoring tables: how they are drawn, and what reads each field.

Words of a reading, ``readings[r]``::

    column 0   byte 0-3  chows, 1 + lowest rank, ascending, 0 none;  byte 4-7  pungs, 1 + rank, ascending, 0 none
    column 1   bits 0-3 pair, 1 + rank | 4-6 number of chows | 7-9 number of pungs | 10-12 pungs of rank 1 or 9
               13 every part holds a terminal or honor | 14 every part holds a five | 15 only pungs and pair of 2 4 6 8
               16-22 honors only: mask of the pungs | 23-25 readings of this state from this one on
    column 2   5 bits a rank r at 5 * r: what a tile of that rank can be in this reading:
               1 the pair | 2 the middle of a chow | 4 the 3 of 123 or the 7 of 789 | 8 elsewhere in a chow | 16 a pung

Words of an outcome, ``outcomes[code]``: flag word 0, flag word 1, repeats, and (pair tile + 1) | (fan << 8) where a fan
needs that pair on top of its four chows.

Words of a meld code, ``melds[code]``; code 0, no meld, has a row that changes nothing::

    column 0   the nibbles it adds to its suit: count of rank r at bit 4 * r
    column 1   bits 0-1 suit (3 honors) | 8-12 chow number 1..21 | 16-21 1 + tile of a pung | 24-30 mask of an honor
               32 outside | 33 fives | 34 even (as above) | 35 this code exists
    column 2   a byte each, 0 or 1: meld | chow | pung or kong | melded kong | concealed kong | exposed |
               claimed whole | pung of 1 or 9
"""

import numpy as np

from ..jit import Int, Word, inlined

_BYTE = np.uint64(255)
_NIBBLE = np.uint64(15)
_SEVEN = np.uint64(7)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)

# --- column 0 of a reading, and sets of other sources in the same manner ----------------------------------------------


@inlined
def chow_bytes(sets: Word) -> Word:
    """Return the chows of a reading, a byte each."""
    return sets & _LOW


@inlined
def pung_bytes(sets: Word) -> Word:
    """Return the pungs of a reading, a byte each."""
    return sets >> _HALF


# --- column 1 of a reading --------------------------------------------------------------------------------------------


@inlined
def pair_of(word: Word) -> Word:
    """Return 1 + the rank of the pair, 0 if there is none."""
    return word & _NIBBLE


@inlined
def chows_of(word: Word) -> Word:
    """Return the number of chows."""
    return (word >> np.uint64(4)) & _SEVEN


@inlined
def pungs_of(word: Word) -> Word:
    """Return the number of pungs."""
    return (word >> np.uint64(7)) & _SEVEN


@inlined
def end_pungs_of(word: Word) -> Word:
    """Return the number of pungs of terminals."""
    return (word >> np.uint64(10)) & _SEVEN


@inlined
def all_parts_of(word: Word) -> Word:
    """Return what every part has: `ALL_OUTSIDE`, `ALL_FIVE` and `ALL_EVEN` as bits."""
    return (word >> np.uint64(13)) & _SEVEN


@inlined
def honor_pungs_of(word: Word) -> Word:
    """Return the mask of the pungs of honors, in a reading of the honors."""
    return (word >> np.uint64(16)) & np.uint64(127)


@inlined
def alternatives_of(word: Word) -> Int:
    """Return how many readings of this state there are from this one on."""
    return np.int64((word >> np.uint64(23)) & _SEVEN)


# --- column 2 of a reading --------------------------------------------------------------------------------------------

# What the winning tile can be in a reading; the body of a knitted straight is one more.
AS_PAIR, AS_CLOSED, AS_EDGE, AS_OPEN, AS_PUNG, AS_BODY = 1, 2, 4, 8, 16, 32


@inlined
def places_of(word: Word, rank: Int) -> Int:
    """Return what a tile of a rank can be."""
    return np.int64((word >> np.uint64(5 * rank)) & np.uint64(31))


# --- column 1 of a meld code; those of several melds are joined by ``&`` ----------------------------------------------

ALL_OUTSIDE, ALL_FIVE, ALL_EVEN = np.uint64(1), np.uint64(2), np.uint64(4)
NO_MELD = np.uint64(15 << 32)  # what joins with anything


@inlined
def suit_of_meld(word: Word) -> Int:
    """Return the suit, 3 for the honors."""
    return np.int64(word & np.uint64(3))


@inlined
def chow_of_meld(word: Word) -> Word:
    """Return the number of the chow, 0 if it is none."""
    return (word >> np.uint64(8)) & _BYTE


@inlined
def pung_of_meld(word: Word) -> Word:
    """Return 1 + the tile of the pung or kong, 0 if it is none."""
    return (word >> np.uint64(16)) & _BYTE


@inlined
def honor_of_meld(word: Word) -> Word:
    """Return the mask of the honor."""
    return (word >> np.uint64(24)) & np.uint64(127)


@inlined
def all_parts_of_melds(word: Word) -> Word:
    """Return what every meld has, as `all_parts_of`."""
    return (word >> _HALF) & _SEVEN


@inlined
def exists(word: Word) -> bool:
    """Say whether the code means something."""
    return bool((word >> np.uint64(35)) & np.uint64(1) != np.uint64(0))


# --- column 2 of a meld code; those of several melds are added up -----------------------------------------------------


@inlined
def melds_in(counts: Word) -> Int:
    """Return the number of melds."""
    return np.int64(counts & _BYTE)


@inlined
def chows_in(counts: Word) -> Int:
    """Return the number of chows."""
    return np.int64((counts >> np.uint64(8)) & _BYTE)


@inlined
def melded_kongs_in(counts: Word) -> Int:
    """Return the number of melded kongs."""
    return np.int64((counts >> np.uint64(24)) & _BYTE)


@inlined
def concealed_kongs_in(counts: Word) -> Int:
    """Return the number of concealed kongs."""
    return np.int64((counts >> _HALF) & _BYTE)


@inlined
def kongs_in(counts: Word) -> Int:
    """Return the number of kongs."""
    return melded_kongs_in(counts) + concealed_kongs_in(counts)


@inlined
def exposed_in(counts: Word) -> Int:
    """Return the number of exposed melds: all but concealed kongs."""
    return np.int64((counts >> np.uint64(40)) & _BYTE)


@inlined
def claimed_in(counts: Word) -> Int:
    """Return the number of melds that were claimed as they lie there."""
    return np.int64((counts >> np.uint64(48)) & _BYTE)


@inlined
def end_pungs_in(counts: Word) -> Int:
    """Return the number of pungs and kongs of terminals."""
    return np.int64(counts >> np.uint64(56))


# --- column 3 of an outcome -------------------------------------------------------------------------------------------


@inlined
def fan_of_pair(word: Word, pair: Int) -> Int:
    """Return the fan that four chows make with a pair, 0 if they make none with it."""
    return np.int64(word >> np.uint64(8)) if np.int64(word & _BYTE) == pair + 1 else np.int64(0)
