"""Tiles missing to a win, form by form: exact, never counting on a fifth copy.

All functions speak of *missing* tiles, one more than shanten: 0 is complete.
"""

import numpy as np

from .. import layout
from ..jit import Bytes, Int, Ints, Word, Words, eight, inlined, ones
from ..nibbles import presence
from ..scoring.pack import COUNTS, HELD, INDEX, OVER, any_eaten, count_tiles, pack_melds, pack_row, suit_index
from ..tables.load import AnalysisTables
from ..tables.words import melds_in
from .beside_melds import missing_beside_melds
from .straight import missing_straight, straight_beside_meld

# Slots of the work vector, after those of `check` that analysis uses too (`INDEX`, `HELD`, `TOTAL`, `COUNTS`).
MISSING = 18  # 18-22 tiles missing in each form, 23 in the best

NO_FORM = layout.UNREACHABLE + 1

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_ONES = np.uint64(0x111111111)
_ENDS = np.uint64(0x100000001)
_HONORS = np.uint64(0x1111111)
_CLASSES = (np.uint64(0x001001001), np.uint64(0x010010010), np.uint64(0x100100100))
_PART_START = layout.PART_START


@inlined
def check_hand(concealed: Bytes, melds: Bytes, i: Int, table: Words, work: Words) -> Int:
    """Pack a row of concealed tiles and melds and return its status.

    Parameters
    ----------
    concealed : (n, 34) uint8
        All concealed tiles.
    melds : (n, 4) uint8
        Meld codes, `UNKNOWN_SET` among them.
    i : int
    table : (256, 3) uint64
        `AnalysisTables.melds`.
    work : (40,) uint64
        Written.
    """
    tiles = pack_row(concealed, i, work)
    if tiles < 0:
        return layout.BAD_TILE
    if melds[i, 0] | melds[i, 1] | melds[i, 2] | melds[i, 3] == 0:
        work[COUNTS] = _ZERO
    elif not pack_melds(melds, i, np.int64(0), table, work):
        return layout.BAD_MELD
    elif work[OVER] != _ZERO:
        return layout.FIFTH_COPY
    ready = 13 - 3 * melds_in(work[COUNTS])
    return layout.OK if ready <= tiles <= ready + 1 else layout.TILE_COUNT


@inlined
def missing_regular(m: Int, p: Int, s: Int, h: Int, sets: Int, tables: AnalysisTables) -> Int:
    """Return the tiles missing to some sets and a pair, from the indices of the suits, as if no meld ate a tile.

    Parameters
    ----------
    m, p, s, h : int
        Base-5 indices; that of the honors starts at 0.
    sets : int
        0..4.
    tables : AnalysisTables
    """
    half = tables.halves[np.int64(tables.regular[m]), np.int64(tables.regular[p])]
    other = tables.others[np.int64(tables.regular[s]), np.int64(tables.honors[h])]
    return np.int64(tables.whole[np.int64(half), np.int64(other), sets])


@inlined
def missing_regular_only(concealed: Bytes, i: Int, tables: AnalysisTables) -> Int:
    """Return the tiles missing to four sets and a pair of a row without melds, or -1 if it has not 13 or 14 tiles."""
    m, p, s, h = eight(concealed, i, 0), eight(concealed, i, 9), eight(concealed, i, 18), eight(concealed, i, 26)
    m9, p9, s9 = np.int64(concealed[i, 8]), np.int64(concealed[i, 17]), np.int64(concealed[i, 26])
    h >>= np.uint64(8)
    tiles = count_tiles(m, p, s, h)
    if tiles < 0 or max(m9, p9, s9) > 4 or not 13 <= tiles + m9 + p9 + s9 <= 14:
        return np.int64(-1)
    step = np.int64(5**8)
    return missing_regular(
        suit_index(m) + step * m9,
        suit_index(p) + step * p9,
        suit_index(s) + step * s9,
        suit_index(h),
        np.int64(4),
        tables,
    )


@inlined
def missing_pairs(m: Word, p: Word, s: Word, h: Word) -> Int:
    """Return the tiles missing to seven pairs, four alike being two, from nibbles."""
    twos = ((m >> _ONE) & _ONES) | (p & np.uint64(0x222222222)) | ((s << _ONE) & np.uint64(0x444444444))
    twos |= (h << _TWO) & np.uint64(0x888888888)
    fours = ((m >> _TWO) & _ONES) | ((p >> _ONE) & np.uint64(0x222222222)) | (s & np.uint64(0x444444444))
    fours |= (h << _ONE) & np.uint64(0x888888888)
    return np.int64(7 - ones(twos) - 2 * ones(fours))


@inlined
def missing_orphans(m: Word, p: Word, s: Word, h: Word) -> Int:
    """Return the tiles missing to thirteen orphans, from nibbles."""
    ends = presence(m) & _ENDS, presence(p) & _ENDS, presence(s) & _ENDS
    kinds = ones(ends[0] | (ends[1] << _ONE) | (ends[2] << _TWO) | (presence(h) << np.uint64(3)))
    more = ((m >> _ONE) | (m >> _TWO) | (p >> _ONE) | (p >> _TWO) | (s >> _ONE) | (s >> _TWO)) & _ENDS
    more |= ((h >> _ONE) | (h >> _TWO)) & _HONORS
    return np.int64(14 - kinds - (1 if more != _ZERO else 0))


@inlined
def most_of_body(m: Word, p: Word, s: Word) -> Int:
    """Return how many kinds of a knitted body of any arrangement are there at most, from presence words."""
    m0, m1, m2 = ones(m & _CLASSES[0]), ones(m & _CLASSES[1]), ones(m & _CLASSES[2])
    p0, p1, p2 = ones(p & _CLASSES[0]), ones(p & _CLASSES[1]), ones(p & _CLASSES[2])
    s0, s1, s2 = ones(s & _CLASSES[0]), ones(s & _CLASSES[1]), ones(s & _CLASSES[2])
    first, second, third = max(p1 + s2, s1 + p2), max(m1 + s2, s1 + m2), max(m1 + p2, p1 + m2)
    return np.int64(max(m0 + first, p0 + second, s0 + third))


@inlined
def missing_knitted(m: Word, p: Word, s: Word, h: Word) -> Int:
    """Return the tiles missing to fourteen different honors and knitted tiles, from presence words."""
    return np.int64(14 - most_of_body(m, p, s) - ones(h))


@inlined
def missing_forms(wanted: Int, tables: AnalysisTables, work: Words, scratch: Ints) -> None:
    """Write the tiles missing in each wanted form, and in the best of them, to slots `MISSING`.

    Parameters
    ----------
    wanted : int
        Mask of forms, bit 0 regular to bit 4 knitted straight.
    tables : AnalysisTables
    work : (40,) uint64
        The packed row.
    scratch : (384,) int64
    """
    number = melds_in(work[COUNTS])
    m, p, s = np.int64(work[INDEX]), np.int64(work[INDEX + 1]), np.int64(work[INDEX + 2])
    h = np.int64(work[INDEX + 3]) - layout.SUIT_STATES
    for form in range(5):
        work[MISSING + form] = np.uint64(NO_FORM)
    if number == 0 and wanted & 16:
        # One look-up a suit serves both forms that need sets.
        in_m, in_p, in_s = np.int64(tables.suits[m]), np.int64(tables.suits[p]), np.int64(tables.suits[s])
        honors = np.int64(tables.honors[h])
        work[MISSING + 4] = np.uint64(missing_straight(in_m, in_p, in_s, honors, tables, work))
        half = np.int64(tables.halves[in_m & 255, in_p & 255])
        other = np.int64(tables.others[in_s & 255, honors])
        work[MISSING] = np.uint64(tables.whole[half, other, 4]) if wanted & 1 else np.uint64(NO_FORM)
    elif wanted & 1:
        missing = missing_regular(m, p, s, h, 4 - number, tables)
        if number > 0 and any_eaten(work):
            missing = missing_beside_melds(missing, 4 - number, tables, work, scratch)
        work[MISSING] = np.uint64(missing)
    if number == 0 and wanted & 30:
        nm, np_, ns, nh = work[HELD], work[HELD + 1], work[HELD + 2], work[HELD + 3]
        if wanted & 2:
            work[MISSING + 1] = np.uint64(missing_pairs(nm, np_, ns, nh))
        if wanted & 4:
            work[MISSING + 2] = np.uint64(missing_orphans(nm, np_, ns, nh))
        if wanted & 8:
            work[MISSING + 3] = np.uint64(missing_knitted(presence(nm), presence(np_), presence(ns), presence(nh)))
    elif number == 1 and wanted & 16:
        work[MISSING + 4] = np.uint64(straight_beside_meld(work))
    best = np.int64(NO_FORM)
    for form in range(5):
        best = min(best, np.int64(work[MISSING + form]))
    work[MISSING + 5] = np.uint64(best)
