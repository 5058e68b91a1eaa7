"""Tiles missing to a win, form by form: exact, never counting on a fifth copy.

All functions speak of *missing* tiles, one more than shanten: 0 is complete.
"""

import numpy as np

from . import layout
from .check import COUNTS, HELD, INDEX, OVER, TOTAL, count_tiles, pack_melds, pack_row, suit_index
from .fans_tiles import presence
from .jit import Bytes, Int, Ints, Word, Words, eight, helper, inlined, lowest, ones
from .tables import AnalysisTables, PartTables

# Slots of the work vector, after those of `check` that analysis uses too (`INDEX`, `HELD`, `TOTAL`, `COUNTS`).
MISSING = 18  # 18-22 tiles missing in each form, 23 in the best
BEST_BODY = 24  # mask of the arrangements of a knitted straight that miss least

# Places in the scratch vector: vectors of the four suits, then joined ones, then room for `true_vector`.
SUIT_VECTORS = 0
JOINED = 32
ROOM = 128
SCRATCH = ROOM + 256

FAR = 30
NO_FORM = layout.UNREACHABLE + 1

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_BYTE = np.uint64(255)
_NIBBLE = np.uint64(15)
_ONES = np.uint64(0x111111111)
_ENDS = np.uint64(0x100000001)
_HONORS = np.uint64(0x1111111)
_CLASSES = (np.uint64(0x001001001), np.uint64(0x010010010), np.uint64(0x100100100))
_HIGH = np.uint64(2)
_STRAIGHTS = tuple(
    tuple(layout.STRAIGHTS[arrangement].index(suit) for suit in range(3)) for arrangement in range(6)
)  # class 0..2 of each suit
_PART_START = layout.PART_START
_POW5 = tuple(5**rank for rank in range(10))


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
    ready = 13 - 3 * np.int64(work[COUNTS] & _BYTE)
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
def missing_knitted(m: Word, p: Word, s: Word, h: Word) -> Int:
    """Return the tiles missing to fourteen different honors and knitted tiles, from presence words."""
    m0, m1, m2 = ones(m & _CLASSES[0]), ones(m & _CLASSES[1]), ones(m & _CLASSES[2])
    p0, p1, p2 = ones(p & _CLASSES[0]), ones(p & _CLASSES[1]), ones(p & _CLASSES[2])
    s0, s1, s2 = ones(s & _CLASSES[0]), ones(s & _CLASSES[1]), ones(s & _CLASSES[2])
    most = max(m0 + p1 + s2, m0 + s1 + p2, p0 + m1 + s2, p0 + s1 + m2, s0 + m1 + p2, s0 + p1 + m2)
    return np.int64(14 - most - ones(h))


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
    m0, m1, m2 = (in_m >> 8) & 255, (in_m >> 16) & 255, in_m >> 24
    p0, p1, p2 = (in_p >> 8) & 255, (in_p >> 16) & 255, in_p >> 24
    s0 = np.int64(others[(in_s >> 8) & 255, honors])
    s1 = np.int64(others[(in_s >> 16) & 255, honors])
    s2 = np.int64(others[in_s >> 24, honors])
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
def straight_of(arrangement: Int, m: Int, p: Int, s: Int, h: Int, tables: AnalysisTables) -> Int:
    """Return the tiles missing to a knitted straight of one arrangement, all concealed."""
    classes = _STRAIGHTS[arrangement]
    eight = np.uint32(8)
    km = (tables.suits[m] >> (eight * np.uint32(classes[0] + 1))) & np.uint32(255)
    kp = (tables.suits[p] >> (eight * np.uint32(classes[1] + 1))) & np.uint32(255)
    ks = (tables.suits[s] >> (eight * np.uint32(classes[2] + 1))) & np.uint32(255)
    half = tables.knitted_halves[np.int64(km), np.int64(kp)]
    other = tables.knitted_others[np.int64(ks), np.int64(tables.honors[h])]
    return np.int64(tables.knitted_whole[np.int64(half), np.int64(other)])


@inlined
def class_in(arrangement: Int, suit: Int) -> Int:
    """Return the class 0..2 (147, 258, 369) of a suit in an arrangement 0..5."""
    return np.int64(_STRAIGHTS[arrangement][suit])


@inlined
def eaten_in(suit: Int, work: Words) -> Word:
    """Return the nibbles of the tiles of a suit that lie in the melds."""
    return np.uint64(work[TOTAL + suit] - work[HELD + suit])


@inlined
def any_eaten(work: Words) -> bool:
    """Say whether the melds hold known tiles."""
    return bool((eaten_in(0, work) | eaten_in(1, work) | eaten_in(2, work) | eaten_in(3, work)) != _ZERO)


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
def straight_beside_meld(work: Words) -> Int:
    """Return the tiles missing to a knitted body and a pair beside one meld, and note the best arrangements."""
    honors = body_part(_ZERO, work[HELD + 3], eaten_in(3, work))
    best = np.int64(FAR)
    mask = np.int64(0)
    for arrangement in range(6):
        parts = honors
        for suit in range(3):
            parts += body_part(_CLASSES[class_in(arrangement, suit)], work[HELD + suit], eaten_in(suit, work))
        missing = np.int64(parts & 15)
        missing += 0 if parts >> 12 & 255 > 0 else 1 if parts >> 4 & 255 > 0 else 2
        if parts >> 20 > 0:
            missing = np.int64(FAR)
        if missing < best:
            best = missing
            mask = np.int64(0)
        mask |= np.int64(missing == best) << arrangement
    work[BEST_BODY] = np.uint64(mask)
    return best


@helper
def copy_vector(into: Ints, start: Int, vectors: Bytes, row: Int, sets: Int) -> None:
    """Write a row of `AnalysisTables.vectors` at `start`, up to a number of sets."""
    for place in range(2 * sets + 2):
        into[start + place] = np.int64(vectors[row, place])


@helper
def add_vector(into: Ints, start: Int, vectors: Bytes, row: Int, sets: Int) -> None:
    """Join a vector to the one at `start`, in place: fewest tiles missing to k sets and p pairs of both parts.

    Parameters
    ----------
    into : (m,) int64
        Entries ``start`` to ``start + 2 * sets + 1`` are a vector, k = 0..sets.
    vectors : (362, 10) uint8
    row : int
        Row of the vector to join.
    sets : int
        0..3.
    """
    for k in range(sets, -1, -1):
        for pair in range(1, -1, -1):
            best = np.int64(FAR)
            for own in range(k + 1):
                best = min(best, into[start + 2 * own + pair] + np.int64(vectors[row, 2 * (k - own)]))
                if pair == 1:
                    best = min(best, into[start + 2 * own] + np.int64(vectors[row, 2 * (k - own) + 1]))
            into[start + 2 * k + pair] = best


@helper
def spare_vector(
    suit: Int, index: Int, nibbles: Word, eaten: Word, sets: Int, tables: PartTables, into: Ints, start: Int
) -> None:
    """Write a vector of a suit that no true one is below: targets stay away from kinds that the melds eat.

    Parameters
    ----------
    suit : int
        0..3.
    index : int
        Base-5 index of the concealed tiles.
    nibbles, eaten : uint64
        Concealed tiles, and tiles in melds.
    sets : int
        Most sets that matter, 0..3.
    tables : PartTables
    into : (m,) int64
        Entries ``start`` to ``start + 2 * sets + 1`` are written.

    Notes
    -----
    A kind of which two copies or more are eaten is left out altogether, and no kind is used four times. Whatever such a
    target misses is possible, so if it misses no more than the unrestricted distance, both are exact.
    """
    if suit == 3:
        if eaten == _ZERO:
            copy_vector(into, start, tables.vectors, layout.SUIT_CLASSES + np.int64(tables.honors[index]), sets)
            return
        base6 = np.int64(0)
        for rank in range(6, -1, -1):
            step = np.uint64(4 * rank)
            digit = np.int64((nibbles >> step) & _NIBBLE)
            base6 = 6 * base6 + (5 if (eaten >> step) & _NIBBLE != _ZERO else digit)
        copy_vector(into, start, tables.vectors, np.int64(tables.bare[base6]), sets)
        return
    if eaten == _ZERO:
        copy_vector(into, start, tables.vectors, np.int64(tables.regular[index]), sets)
        return
    left = np.int64(0)
    rest = index
    parts = np.int64(0)
    for rank in range(10):
        if rank == 9 or (eaten >> np.uint64(4 * rank)) & _NIBBLE >= _HIGH:
            length = rank - left
            if length > 0:
                row = np.int64(tables.parts[_PART_START[length] + rest % _POW5[length]])
                if parts == 0:
                    copy_vector(into, start, tables.vectors, row, sets)
                else:
                    add_vector(into, start, tables.vectors, row, sets)
                parts += 1
            rest //= _POW5[length + 1] if rank < 9 else 1
            left = np.int64(rank + 1)


@helper
def same_as_free(
    suit: Int, index: Int, nibbles: Word, eaten: Word, sets: Int, tables: PartTables, into: Ints, start: Int
) -> bool:
    """Say whether a suit misses as little staying away from eaten kinds as it would with all copies there.

    Parameters
    ----------
    suit, index, nibbles, eaten, tables, into, start
        As in `spare_vector`; the entries may be written.
    sets : int
        Most sets that matter, 0..3.
    """
    if eaten == _ZERO:
        return True
    vectors = tables.vectors
    if suit < 3 and ((eaten >> _ONE) | (eaten >> _TWO)) & _ONES == _ZERO:
        free = np.int64(tables.regular[index])
        spare = np.int64(tables.parts[_PART_START[9] + index])
        differing = np.int64(0)
        for place in range(2 * sets + 2):
            differing += vectors[free, place] != vectors[spare, place]
        return bool(differing == 0)
    spare_vector(suit, index, nibbles, eaten, sets, tables, into, start)
    row = np.int64(tables.regular[index]) if suit < 3 else layout.SUIT_CLASSES + np.int64(tables.honors[index])
    differing = np.int64(0)
    for place in range(2 * sets + 2):
        differing += into[start + place] != np.int64(vectors[row, place])
    return bool(differing == 0)


@helper
def all_free(sets: Int, tables: PartTables, work: Words, scratch: Ints) -> Int:
    """Return a mask of the suits that `same_as_free` holds for."""
    mask = np.int64(0)
    for suit in range(4):
        index = np.int64(work[INDEX + suit]) - (layout.SUIT_STATES if suit == 3 else 0)
        if same_as_free(suit, index, work[HELD + suit], eaten_in(suit, work), sets, tables, scratch, SUIT_VECTORS):
            mask |= 1 << suit
    return mask


@helper
def true_vector(nibbles: Word, eaten: Word, sets: Int, limit: Int, into: Ints, start: Int, room: Int) -> None:
    """Write the exact vector of a suit (not the honors) whose melds eat tiles, by reading it rank by rank.

    Parameters
    ----------
    nibbles, eaten : uint64
        Concealed tiles, and tiles in melds.
    sets : int
        Most sets, 0..3.
    limit : int
        What misses this many tiles or more does not matter.
    into : (m,) int64
        Entries ``start`` to ``start + 7`` are written.
    room : int
        Where the 256 entries of scratch begin.

    Notes
    -----
    Entry ``((k * 2 + p) * 4 + two) * 4 + one`` of a profile: k sets begun, p pairs, `two` chows that need two ranks
    more and `one` that need one.
    """
    old = room
    new = room + 128
    for place in range(128):
        into[old + place] = FAR
    into[old] = 0
    for rank in range(9):
        step = np.uint64(4 * rank)
        held = np.int64((nibbles >> step) & _NIBBLE)
        most = 4 - np.int64((eaten >> step) & _NIBBLE)
        for place in range(128):
            into[new + place] = FAR
        for begun in range(sets + 1):
            for pair in range(2):
                for two in range(begun + 1):
                    for one in range(begun + 1 - two):
                        cost = into[old + ((begun * 2 + pair) * 4 + two) * 4 + one]
                        if cost >= limit:
                            continue
                        chows = 0 if rank > 6 else sets - begun
                        for chow in range(chows + 1):
                            for pung in range(min(1, sets - begun - chow) + 1):
                                for more in range(2 - pair):
                                    tiles = two + one + chow + 3 * pung + 2 * more
                                    if tiles > most:
                                        continue
                                    to = new + (((begun + chow + pung) * 2 + pair + more) * 4 + chow) * 4 + two
                                    into[to] = min(into[to], cost + max(tiles - held, 0))
        old, new = new, old
    for k in range(4):
        for pair in range(2):
            into[start + 2 * k + pair] = into[old + (k * 2 + pair) * 16] if k <= sets else FAR


@helper
def whole_of(into: Ints, one: Int, other: Int, sets: Int) -> Int:
    """Return the tiles missing to some sets and a pair from two vectors at `one` and `other`."""
    best = np.int64(FAR)
    for k in range(sets + 1):
        best = min(best, into[one + 2 * k] + into[other + 2 * (sets - k) + 1])
        best = min(best, into[one + 2 * k + 1] + into[other + 2 * (sets - k)])
    return best


@helper
def join_vectors(into: Ints, target: Int, one: Int, other: Int, sets: Int) -> None:
    """Write at `target` the vector of the two parts at `one` and `other`, up to a number of sets."""
    for k in range(sets + 1):
        for pair in range(2):
            best = np.int64(FAR)
            for own in range(k + 1):
                best = min(best, into[one + 2 * own + pair] + into[other + 2 * (k - own)])
                if pair == 1:
                    best = min(best, into[one + 2 * own] + into[other + 2 * (k - own) + 1])
            into[target + 2 * k + pair] = best


@helper
def missing_through_pung(
    suit: Int,
    index: Int,
    nibbles: Word,
    eaten: Word,
    sets: Int,
    rest: Int,
    tables: PartTables,
    into: Ints,
    start: Int,
) -> Int:
    """Return the tiles missing if one chow of a suit uses the last copy of the one kind that the melds hold as a pung.

    Parameters
    ----------
    suit, index, nibbles, eaten, tables
        As in `spare_vector`.
    sets : int
        Sets of the whole target, 1..3.
    rest : int
        Where the vector of the other suits begins.
    into : (m,) int64
        Entries ``start`` to ``start + 7`` are scratch.

    Notes
    -----
    Beside that chow no target part uses the kind or reaches across it, and none uses a kind four times: what is found
    is possible. `FAR` where this is not the case of the suit.
    """
    best = np.int64(FAR)
    held_twice = ((eaten >> _ONE) | (eaten >> _TWO)) & _ONES
    if suit == 3 or held_twice == _ZERO or held_twice & (held_twice - _ONE) != _ZERO:
        return best
    kind = lowest(held_twice) >> 2
    if (eaten >> np.uint64(4 * kind)) & _NIBBLE != np.uint64(3):
        return best
    for low in range(max(kind - 2, 0), min(kind, 6) + 1):
        cost = np.int64(0)
        left = np.int64(index)
        for rank in range(low, low + 3):
            if (nibbles >> np.uint64(4 * rank)) & _NIBBLE != _ZERO:
                left -= _POW5[rank]
            else:
                cost += 1
        right = left // _POW5[kind + 1]
        if kind > 0:
            copy_vector(
                into, start, tables.vectors, np.int64(tables.parts[_PART_START[kind] + left % _POW5[kind]]), sets
            )
            if kind < 8:
                add_vector(into, start, tables.vectors, np.int64(tables.parts[_PART_START[8 - kind] + right]), sets)
        else:
            copy_vector(into, start, tables.vectors, np.int64(tables.parts[_PART_START[8] + right]), sets)
        best = min(best, cost + whole_of(into, start, rest, sets - 1))
    return best


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
    """
    parts = PartTables(tables.regular, tables.honors, tables.parts, tables.bare, tables.vectors)
    if all_free(sets, parts, work, scratch) == 15:
        return fast
    for suit in range(4):
        index = np.int64(work[INDEX + suit]) - (layout.SUIT_STATES if suit == 3 else 0)
        spare_vector(
            suit, index, work[HELD + suit], eaten_in(suit, work), sets, parts, scratch, SUIT_VECTORS + 8 * suit
        )
    join_vectors(scratch, JOINED, SUIT_VECTORS, SUIT_VECTORS + 8, sets)
    join_vectors(scratch, JOINED + 8, SUIT_VECTORS + 16, SUIT_VECTORS + 24, sets)
    limit = whole_of(scratch, JOINED, JOINED + 8, sets)
    for suit in range(3):
        if limit > fast:
            # Where the other suit of its half lies, and the half that the suit is not in.
            partner = SUIT_VECTORS + 8 * (suit ^ 1)
            join_vectors(scratch, JOINED + 16, partner, JOINED + (8 if suit < 2 else 0), sets)
            index = np.int64(work[INDEX + suit])
            through = missing_through_pung(
                suit, index, work[HELD + suit], eaten_in(suit, work), sets, JOINED + 16, parts, scratch, JOINED + 24
            )
            limit = min(limit, through)
    if limit == fast:
        return fast
    for suit in range(3):
        eaten = eaten_in(suit, work)
        if eaten != _ZERO:
            true_vector(work[HELD + suit], eaten, sets, limit, scratch, SUIT_VECTORS + 8 * suit, ROOM)
    join_vectors(scratch, JOINED, SUIT_VECTORS, SUIT_VECTORS + 8, sets)
    join_vectors(scratch, JOINED + 8, SUIT_VECTORS + 16, SUIT_VECTORS + 24, sets)
    return min(limit, whole_of(scratch, JOINED, JOINED + 8, sets))


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
    number = np.int64(work[COUNTS] & _BYTE)
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
