"""Counts of the ranks of a suit in one word: a nibble a rank, 0..4, that of rank r at bit 4 * r."""

import numpy as np

from .jit import Int, Word, helper, inlined

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_FOUR = np.uint64(4)
_SEVEN = np.uint64(7)
_NIBBLE = np.uint64(15)
_ONES = np.uint64(0x111111111)
_EIGHTS = np.uint64(0x888888888)
_LOW = np.uint64(0x0F0F0F0F0F)
_BYTES2 = np.uint64(0x00FF00FF00FF)
_SIXTEEN = np.uint64(0xFFFF)


@inlined
def copies(nibbles: Word, step: Word) -> Int:
    """Return the nibble at a bit."""
    return np.int64((nibbles >> step) & _NIBBLE)


@helper
def presence(nibbles: Word) -> Word:
    """Return bit 4 * r for every rank of which at least one tile is there."""
    return (nibbles | (nibbles >> _ONE) | (nibbles >> _TWO)) & _ONES


@inlined
def tiles_in(nibbles: Word) -> Int:
    """Return the number of tiles, of nine ranks."""
    pairs = (nibbles & _LOW) + ((nibbles >> _FOUR) & _LOW)
    # Byte 3 of the product is the sum of bytes 0 to 3; with byte 4 in the factor the product would be over 64 bits.
    eight = ((pairs * np.uint64(0x01010101)) >> np.uint64(24)) & np.uint64(255)
    return np.int64(eight + (pairs >> np.uint64(32)))


@inlined
def two_or_more(nibbles: Word) -> Word:
    """Return bit 4 * r for every rank of which at least two tiles are there."""
    return ((nibbles >> _ONE) | (nibbles >> _TWO)) & _ONES


@inlined
def three_or_more(nibbles: Word) -> Word:
    """Return bit 4 * r for every rank of which at least three tiles are there."""
    return ((nibbles & (nibbles >> _ONE)) | (nibbles >> _TWO)) & _ONES


@inlined
def chows_within(ranks: Word) -> Word:
    """Return bit 4 * low for every chow whose ranks are all among some, given as bits 4 * r."""
    return ranks & (ranks >> _FOUR) & (ranks >> np.uint64(8))


@inlined
def fits(tiles: Word, free: Word) -> bool:
    """Say whether all nibbles of `tiles` are at most those of `free`."""
    return bool(((free | _EIGHTS) - tiles) & _EIGHTS == _EIGHTS)


@inlined
def less(one: Word, other: Word) -> Word:
    """Subtract nibbles, 0 where nothing is left."""
    left = (one | _EIGHTS) - other
    return np.uint64(left & (((left >> _THREE) & _ONES) * _SEVEN))


@inlined
def missing_of(wanted: Word, held: Word) -> Int:
    """Return how many of some tiles others lack, at most 15."""
    lacking = less(wanted, held)
    pairs = (lacking & _LOW) + ((lacking >> _FOUR) & _LOW)
    fours = (pairs & _BYTES2) + ((pairs >> np.uint64(8)) & _BYTES2)
    return np.int64((fours + (fours >> np.uint64(16)) + (fours >> np.uint64(32))) & _SIXTEEN)
