"""One pass over a row: is it a hand that a player can hold and win as stated? The status code, and the hand packed."""

import numpy as np

from .. import layout
from ..jit import Bytes, Int, Word, Words, eight, inlined
from ..rules.conditions import others_lie_open, possible_conditions
from ..tables.words import (  # fmt: skip
    NO_MELD,
    chow_of_meld,
    exists,
    honor_of_meld,
    kongs_in,
    melds_in,
    pung_of_meld,
    suit_of_meld,
)

# Slots of the work vector of one row, all uint64. `score_row` leaves its results in the last ones.
INDEX = 0  # 0-3 base-5 index of the concealed tiles of m, p, s and the honors; `look_ahead` takes out the winning one
HELD = 4  # 4-7 the same as nibbles: count of rank r at bit 4 * r; `check_row` takes out the winning one
TOTAL = 8  # 8-11 nibbles of all tiles, melds and winning tile included
CHOWS = 12  # melded chows, a byte each: 1..21
PUNGS = 13  # melded pungs and kongs, a byte each: 1 + tile
CODES = 14  # the meld codes without gaps, a byte each
COUNTS = 15  # sums of `Tables.melds` column 2
SHARED = 16  # bits of `Tables.melds` column 1 that all melds share
HONORS = 17  # mask of the melded honor pungs
WORD0 = 18  # fans of the whole hand
WORD1 = 19
REPEATS = 20
WAITS = 21  # 0 not looked at yet, 1 more than one formal wait, 2 exactly one
POINTS = layout.SLOT_POINTS
FLAGS0 = layout.SLOT_FLAGS0
FLAGS1 = layout.SLOT_FLAGS1
COUNTED = layout.SLOT_REPEATS
FOUND0 = layout.SLOT_FOUND0
FOUND1 = layout.SLOT_FOUND1
READING = layout.SLOT_READING  # the reading row, seven bytes, the first one lowest
DONE = 29  # 1 once a reading was kept
FIRST = 31  # 31-34 1 + first reading of m, p, s and the honors, winning tile included
OVER = 30  # not 0 if a kind is there more than four times

_ONE = np.uint64(1)
_THREES = np.uint64(0x333333333)
_EIGHTS = np.uint64(0x888888888)
_ZERO = np.uint64(0)
_BYTE = np.uint64(255)
_BYTES2 = np.uint64(0x00FF00FF00FF00FF)
_BYTES4 = np.uint64(0x0000FFFF0000FFFF)
_BYTES8 = np.uint64(0x00000000FFFFFFFF)
_LOW_BITS = np.uint64(0x7F7F7F7F7F7F7F7F)
_TOP_BITS = np.uint64(0x8080808080808080)
_TO_TOP = np.uint64(0x7B7B7B7B7B7B7B7B)  # lifts a byte of 5 or more to its top bit
_S4, _S8, _S16, _S32 = np.uint64(4), np.uint64(8), np.uint64(16), np.uint64(32)
_FIVE, _TWENTY_FIVE, _SIX_HUNDRED_25 = np.uint64(5), np.uint64(25), np.uint64(625)


@inlined
def suit_index(counts: Word) -> Int:
    """Return the base-5 index of eight counts, a byte each, lowest rank in the lowest byte."""
    pairs = (counts & _BYTES2) + _FIVE * ((counts >> _S8) & _BYTES2)
    fours = (pairs & _BYTES4) + _TWENTY_FIVE * ((pairs >> _S16) & _BYTES4)
    return np.int64((fours & _BYTES8) + _SIX_HUNDRED_25 * (fours >> _S32))


@inlined
def suit_nibbles(counts: Word) -> Word:
    """Return eight counts as eight nibbles."""
    pairs = (counts | (counts >> _S4)) & _BYTES2
    fours = (pairs | (pairs >> _S8)) & _BYTES4
    return (fours | (fours >> _S16)) & _BYTES8


@inlined
def count_tiles(m: Word, p: Word, s: Word, h: Word) -> Int:
    """Return the number of tiles in four words of eight counts, a byte each, or -1 if a count is over 4."""
    over = m | p | s | h | ((m & _LOW_BITS) + _TO_TOP) | ((p & _LOW_BITS) + _TO_TOP)
    over |= ((s & _LOW_BITS) + _TO_TOP) | ((h & _LOW_BITS) + _TO_TOP)
    if over & _TOP_BITS != _ZERO:
        return np.int64(-1)
    lanes = m + p + s + h  # bytes of at most 16
    lanes = (lanes & _BYTES2) + ((lanes >> _S8) & _BYTES2)
    lanes = (lanes & _BYTES4) + ((lanes >> _S16) & _BYTES4)
    return np.int64((lanes & _BYTES8) + (lanes >> _S32))


@inlined
def pack_row(counts: Bytes, i: Int, work: Words) -> Int:
    """Write index and nibbles of the concealed tiles; return the number of tiles, or -1 if a count is over 4.

    Parameters
    ----------
    counts : (n, at least 34) uint8
    i : int
        The row.
    work : (40,) uint64
        Slots `INDEX`, `HELD` and `TOTAL` are written.
    """
    m, p, s, h = eight(counts, i, 0), eight(counts, i, 9), eight(counts, i, 18), eight(counts, i, 26)
    m9, p9, s9 = np.uint64(counts[i, 8]), np.uint64(counts[i, 17]), h & _BYTE
    h >>= _S8
    tiles = count_tiles(m, p, s, h)
    if tiles < 0 or max(m9, p9, s9) > _S4:
        return -1
    step = np.int64(390625)
    work[INDEX] = np.uint64(suit_index(m) + step * np.int64(m9))
    work[INDEX + 1] = np.uint64(suit_index(p) + step * np.int64(p9))
    work[INDEX + 2] = np.uint64(suit_index(s) + step * np.int64(s9))
    work[INDEX + 3] = np.uint64(suit_index(h) + layout.SUIT_STATES)
    held_m, held_p = suit_nibbles(m) | (m9 << _S32), suit_nibbles(p) | (p9 << _S32)
    held_s, held_h = suit_nibbles(s) | (s9 << _S32), suit_nibbles(h)
    work[HELD], work[HELD + 1], work[HELD + 2], work[HELD + 3] = held_m, held_p, held_s, held_h
    work[TOTAL], work[TOTAL + 1], work[TOTAL + 2], work[TOTAL + 3] = held_m, held_p, held_s, held_h
    return tiles + np.int64(m9 + p9 + s9)


@inlined
def pack_melds(melds: Bytes, i: Int, first: Int, table: Words, work: Words) -> bool:
    """Add the melds to the packed row; return False if a code means nothing.

    Parameters
    ----------
    melds : (n, at least first + 4) uint8
    i, first : int
        The row, and the column of its first meld.
    table : (256, 3) uint64
        `Tables.melds`.
    work : (40,) uint64
        `TOTAL` grows; `CHOWS`, `PUNGS`, `CODES`, `COUNTS`, `SHARED`, `HONORS`, `OVER` are written.

    Notes
    -----
    Without branches: code 0 has a row that changes nothing. A meld adds at most 4 to a nibble of at most 4, so the
    first nibble to pass 4 is seen before any can spill.
    """
    chows = _ZERO
    pungs = _ZERO
    codes = _ZERO
    counts = _ZERO
    honors = _ZERO
    shared = NO_MELD
    over = (work[TOTAL] + _THREES) | (work[TOTAL + 1] + _THREES)
    over |= (work[TOTAL + 2] + _THREES) | (work[TOTAL + 3] + _THREES)
    for place in range(4):
        code = np.int64(melds[i, first + place])
        info = table[code, 1]
        flags = table[code, 2]
        suit = suit_of_meld(info)
        tiles = work[TOTAL + suit] + table[code, 0]
        work[TOTAL + suit] = tiles
        over |= tiles + _THREES
        codes |= np.uint64(code) << np.uint64(8 * melds_in(counts))
        chows = (chows << (flags >> np.uint64(5) & _S8)) | chow_of_meld(info)
        pungs = (pungs << (flags >> np.uint64(13) & _S8)) | pung_of_meld(info)
        honors |= honor_of_meld(info)
        shared &= info
        counts += flags
    work[CHOWS] = chows
    work[PUNGS] = pungs
    work[CODES] = codes
    work[COUNTS] = counts
    work[SHARED] = shared
    work[HONORS] = honors
    work[OVER] = over & _EIGHTS
    return exists(shared)


possible = inlined(possible_conditions)
last_of_kind = inlined(others_lie_open)


@inlined
def check_row(
    concealed: Bytes, melds: Bytes, first: Int, i: Int, win: Int, conditions: Int, prevalent: Int, seat: Int,
    flowers: Int, rob_on_last: Int, table: Words, work: Words,
) -> Int:  # fmt: skip
    """Pack one row into the work vector and return its status: `OK`, or the first thing that is wrong.

    Parameters
    ----------
    concealed : (n, at least 34) uint8
        Counts of all concealed tiles, the winning one among them.
    melds : (n, at least first + 4) uint8
    first, i : int
        Column of the first meld, and the row.
    win, conditions, prevalent, seat, flowers : int
        As given; any value.
    rob_on_last : int
        Switch value of `rob_on_last_tile`.
    table : (256, 3) uint64
        `Tables.melds`.
    work : (40,) uint64
        Written.

    Returns
    -------
    int
        Status code of `layout`; the packed row is complete only with `OK`. A winning tile that is not among the
        concealed ones is `BAD_TILE`.
    """
    tiles = pack_row(concealed, i, work)
    if tiles < 0 or win >= layout.KINDS:
        return layout.BAD_TILE
    suit = win // 9
    step = np.uint64(4 * (win - 9 * suit))
    held = np.int64((work[HELD + suit] >> step) & np.uint64(15)) - 1
    if held < 0:
        return layout.BAD_TILE
    work[HELD + suit] -= _ONE << step
    if not pack_melds(melds, i, first, table, work):
        return layout.BAD_MELD
    if work[OVER] != _ZERO:
        return layout.FIFTH_COPY
    counts = work[COUNTS]
    if tiles != 14 - 3 * melds_in(counts):
        return layout.TILE_COUNT
    if prevalent > 3 or seat > 3:
        return layout.BAD_WIND
    if flowers > 8:
        return layout.BAD_FLOWERS
    if conditions > layout.SELF_DRAWN:
        in_melds = np.int64((work[TOTAL + suit] >> step) & np.uint64(15)) - held - 1
        if conditions > layout.ALL_CONDITIONS:
            return layout.BAD_CONDITIONS
        if possible(conditions, held, in_melds, kongs_in(counts), rob_on_last == 1) != conditions:
            return layout.BAD_CONDITIONS
    return layout.OK


@inlined
def eaten_in(suit: Int, work: Words) -> Word:
    """Return the nibbles of the tiles of a suit that lie in the melds."""
    return np.uint64(work[TOTAL + suit] - work[HELD + suit])


@inlined
def any_eaten(work: Words) -> bool:
    """Say whether the melds hold known tiles."""
    return bool((eaten_in(0, work) | eaten_in(1, work) | eaten_in(2, work) | eaten_in(3, work)) != _ZERO)
