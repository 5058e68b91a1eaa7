"""Useful tiles: those whose draw leaves fewer tiles missing, of which a copy is not in the player's own hand.

For a hand of 3n+2 tiles a tile is useful if it is after some discard that keeps the distance. That is the same as
lowering the distance of the whole hand: of the tiles a better target leaves over, any can be the discard.
"""

import numpy as np
import numpy.typing as npt

from .. import layout
from ..jit import Bytes, Int, Ints, Word, Words, helper, inlined, lowest, ones
from ..nibbles import presence
from ..scoring.pack import COUNTS, HELD, INDEX, TOTAL, any_eaten, eaten_in
from ..tables.load import AnalysisTables, PartTables
from ..tables.words import melds_in
from .beside_melds import (
    EXACT,
    EXACT_KNOWN,
    FAR,
    FREE_MISSING,
    SAME,
    SPARE,
    find_exact,
    free_word,
    join_halves,
    lanes_of,
    rest_of,
    spare_word,
    through_pung,
    true_word,
    whole_of,
)
from .shanten import MISSING
from .straight import BEST_BODY, byte_of, class_in, room_for_pair

Entries = npt.NDArray[np.uint32]

USEFUL = 30  # slots 30-34 the useful tiles of each form, 35 of the best: bit = tile

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_NIBBLE = np.uint64(15)
_ONES = np.uint64(0x111111111)
_ENDS = np.uint64(0x100000001)
_HONORS = np.uint64(0x1111111)
_CLASS_147 = np.uint64(0x001001001)
_POW5 = tuple(5**rank for rank in range(9))
_NINE = np.uint64(9)


@inlined
def packed(spread: Word) -> Word:
    """Gather bits 0, 4, 8, ... 32 into bits 0 to 8."""
    pairs = (spread | (spread >> np.uint64(3))) & np.uint64(0x303030303)
    fours = (pairs | (pairs >> np.uint64(6))) & np.uint64(0xF000F000F)
    eights = (fours | (fours >> np.uint64(12))) & np.uint64(0xF000000FF)
    return (eights | (eights >> np.uint64(24))) & np.uint64(511)


@inlined
def as_tiles(m: Word, p: Word, s: Word, h: Word) -> Word:
    """Return one bit a tile from bits 4 * rank of each suit."""
    return packed(m) | (packed(p) << _NINE) | (packed(s) << np.uint64(18)) | (packed(h & _HONORS) << np.uint64(27))


@inlined
def free(total: Word) -> Word:
    """Return bit 4 * rank for every kind of which a copy is not in the own hand."""
    return ~(total >> np.uint64(2)) & _ONES


@inlined
def index_with(suit: Int, at: Int, rank: Int, work: Words) -> Int:
    """Return the base-5 index of suit `at` after a draw of a tile of `suit`; that of the honors starts at 0."""
    index = np.int64(work[INDEX + at]) - (layout.SUIT_STATES if at == 3 else 0)
    return index + (_POW5[rank] if at == suit else 0)


@inlined
def room_for(rank: Int, total: Word) -> Int:
    """Return 1 if a copy of a kind is not in the own hand, else 0."""
    return np.int64((~total >> np.uint64(4 * rank + 2)) & _ONE)


@inlined
def lowered(
    classes: Bytes | Entries, part: Int, index: Int, total: Word, ranks: Int, drawn: Bytes, missing: Int
) -> Word:
    """Return the ranks of a suit, or honors, whose draw leaves fewer than `missing` tiles missing.

    Parameters
    ----------
    classes : array
        `AnalysisTables.regular`, `suits` or `honors`.
    part : int
        The byte of its entries to look at: 0, or in `suits` 1 + a class 0..2 of a knitted body.
    index : int
        Base-5 index of what is held.
    total : uint64
        Nibbles of all own tiles.
    ranks : int
        9, or 7 for honors.
    drawn : uint8 array
        Tiles missing by class, the rest of the hand as it is. That of `index` is `missing`, so a tile of which there is
        no room does nothing.
    missing : int
    """
    mask = _ZERO
    for rank in range(ranks):
        after = byte_of(classes[index + room_for(rank, total) * _POW5[rank]], part)
        mask |= np.uint64(np.int64(drawn[after]) < missing) << np.uint64(rank)
    return mask


@helper
def useful_regular(missing: Int, sets: Int, tables: AnalysisTables, work: Words) -> Word:
    """Return the tiles after which fewer than `missing` tiles are missing, as if no meld ate a tile.

    `missing` is what the hand misses now, as if no meld ate a tile.
    """
    m, p, s = np.int64(work[INDEX]), np.int64(work[INDEX + 1]), np.int64(work[INDEX + 2])
    h = np.int64(work[INDEX + 3]) - layout.SUIT_STATES
    regular, rests, drawn = tables.regular, tables.rests, tables.drawn
    in_m, in_p, in_s = np.int64(regular[m]), np.int64(regular[p]), np.int64(regular[s])
    in_h = np.int64(tables.honors[h])
    half = np.int64(tables.halves[in_m, in_p])
    other = np.int64(tables.others[in_s, in_h])
    mask = lowered(regular, 0, m, work[TOTAL], 9, drawn[sets, np.int64(rests[0, in_p, other])], missing)
    mask |= lowered(regular, 0, p, work[TOTAL + 1], 9, drawn[sets, np.int64(rests[0, in_m, other])], missing) << _NINE
    by_s = lowered(regular, 0, s, work[TOTAL + 2], 9, drawn[sets, np.int64(rests[1, half, in_h])], missing)
    by_h = lowered(tables.honors, 0, h, work[TOTAL + 3], 7, drawn[5 + sets, np.int64(rests[2, half, in_s])], missing)
    return mask | (by_s << np.uint64(18)) | (by_h << np.uint64(27))


@helper
def useful_beside_melds(missing: Int, sets: Int, tables: AnalysisTables, work: Words, scratch: Ints) -> Word:
    """Return the tiles after which fewer than `missing` tiles are missing, beside melds that eat tiles.

    Parameters
    ----------
    missing : int
        Exact tiles missing now.
    sets : int
        0..3.
    tables : AnalysisTables
    work : (40,) uint64
        The packed row.
    scratch : (384,) int64
        As `missing_beside_melds` left it.
    """
    # What lowers the exact distance to the free one lowers the free one too.
    candidates = (_ONE << np.uint64(34)) - _ONE
    if scratch[FREE_MISSING] == missing:
        candidates = useful_regular(missing, sets, tables, work)
    parts = PartTables(tables.regular, tables.honors, tables.parts, tables.bare, tables.vectors)
    same = scratch[SAME]
    mask = _ZERO
    unsure = _ZERO
    join_halves(np.int64(SPARE), sets, scratch)
    for suit in range(4):
        here = (candidates >> np.uint64(9 * suit)) & packed(free(work[TOTAL + suit]))
        if here == _ZERO:
            continue
        eaten = eaten_in(suit, work)
        if eaten == _ZERO and scratch[FREE_MISSING] == missing and (same | 1 << suit) == 15:
            mask |= here << np.uint64(9 * suit)  # all vectors are free ones, before the draw and after
            continue
        rest = rest_of(suit, np.int64(SPARE), sets, scratch)
        while here != _ZERO:
            rank = lowest(here)
            here &= here - _ONE
            index = index_with(suit, suit, rank, work)
            nibbles = work[HELD + suit] + (_ONE << np.uint64(4 * rank))
            after = whole_of(spare_word(suit, index, nibbles, eaten, sets, parts), rest, sets)
            if after >= missing and suit < 3 and sets > 0:
                after = through_pung(index, nibbles, eaten, sets, rest, parts)
            if after < missing:
                mask |= _ONE << np.uint64(9 * suit + rank)
            else:
                unsure |= _ONE << np.uint64(9 * suit + rank)
    if unsure == _ZERO:
        return mask
    if scratch[EXACT_KNOWN] == 0:
        find_exact(missing, sets, work, scratch)
    join_halves(np.int64(EXACT), sets, scratch)
    lanes = lanes_of(sets)
    while unsure != _ZERO:
        tile = lowest(unsure)
        unsure &= unsure - _ONE
        suit = tile // 9
        rank = tile - 9 * suit
        index = index_with(suit, suit, rank, work)
        nibbles = work[HELD + suit] + (_ONE << np.uint64(4 * rank))
        eaten = eaten_in(suit, work)
        word = spare_word(suit, index, nibbles, eaten, sets, parts)
        if suit < 3 and (word ^ free_word(suit, index, parts)) & lanes != _ZERO:
            word = true_word(nibbles, eaten, sets, missing, scratch)
        if whole_of(word, rest_of(suit, np.int64(EXACT), sets, scratch), sets) < missing:
            mask |= _ONE << np.uint64(tile)
    return mask


@inlined
def useful_pairs(work: Words) -> Word:
    """Return the tiles of which the hand holds one or three: each makes a pair."""
    m, p, s, h = work[HELD], work[HELD + 1], work[HELD + 2], work[HELD + 3]
    return as_tiles(m & _ONES, p & _ONES, s & _ONES, h & _ONES)


@inlined
def useful_orphans(work: Words) -> Word:
    """Return the terminals and honors not held, and while there is no pair of them the others too."""
    m, p, s, h = work[HELD], work[HELD + 1], work[HELD + 2], work[HELD + 3]
    one, two = _ONE, np.uint64(2)
    more = ((m >> one) | (m >> two) | (p >> one) | (p >> two) | (s >> one) | (s >> two)) & _ENDS
    more |= ((h >> one) | (h >> two)) & _HONORS
    if more == _ZERO:
        return as_tiles(_ENDS, _ENDS, _ENDS, _HONORS)
    return as_tiles(_ENDS & ~presence(m), _ENDS & ~presence(p), _ENDS & ~presence(s), _HONORS & ~presence(h))


@helper
def useful_knitted(missing: Int, work: Words) -> Word:
    """Return the tiles not held of every knitted pattern that misses least, and the honors not held."""
    m, p, s, h = presence(work[HELD]), presence(work[HELD + 1]), presence(work[HELD + 2]), presence(work[HELD + 3])
    mask = _ZERO
    for arrangement in range(6):
        in_m = _CLASS_147 << np.uint64(4 * class_in(arrangement, 0))
        in_p = _CLASS_147 << np.uint64(4 * class_in(arrangement, 1))
        in_s = _CLASS_147 << np.uint64(4 * class_in(arrangement, 2))
        if 14 - ones(m & in_m) - ones(p & in_p) - ones(s & in_s) - ones(h) == missing:
            mask |= as_tiles(in_m & ~m, in_p & ~p, in_s & ~s, _HONORS & ~h)
    return mask


@helper
def useful_straight(missing: Int, tables: AnalysisTables, work: Words) -> Word:
    """Return the tiles after which a concealed knitted straight misses less, over the arrangements that miss least."""
    mask = _ZERO
    m, p, s = np.int64(work[INDEX]), np.int64(work[INDEX + 1]), np.int64(work[INDEX + 2])
    h = np.int64(work[INDEX + 3]) - layout.SUIT_STATES
    in_h = np.int64(tables.honors[h])
    suits, rests, drawn = tables.suits, tables.knitted_rests, tables.knitted_drawn
    for arrangement in range(6):
        if (work[BEST_BODY] >> np.uint64(arrangement)) & _ONE == _ZERO:
            continue
        of_m, of_p, of_s = 1 + class_in(arrangement, 0), 1 + class_in(arrangement, 1), 1 + class_in(arrangement, 2)
        in_m, in_p, in_s = byte_of(suits[m], of_m), byte_of(suits[p], of_p), byte_of(suits[s], of_s)
        half = np.int64(tables.knitted_halves[in_m, in_p])
        other = np.int64(tables.knitted_others[in_s, in_h])
        mask |= lowered(suits, of_m, m, work[TOTAL], 9, drawn[0, np.int64(rests[0, in_p, other])], missing)
        mask |= lowered(suits, of_p, p, work[TOTAL + 1], 9, drawn[0, np.int64(rests[0, in_m, other])], missing) << _NINE
        by_s = lowered(suits, of_s, s, work[TOTAL + 2], 9, drawn[0, np.int64(rests[1, half, in_h])], missing)
        by_h = lowered(tables.honors, 0, h, work[TOTAL + 3], 7, drawn[1, np.int64(rests[2, half, in_s])], missing)
        mask |= (by_s << np.uint64(18)) | (by_h << np.uint64(27))
    return mask


@helper
def useful_beside_meld(work: Words) -> Word:
    """Return the tiles useful for a knitted body and a pair beside one meld, over the arrangements that miss least."""
    mask = _ZERO
    one, two = _ONE, np.uint64(2)
    for arrangement in range(6):
        if (work[BEST_BODY] >> np.uint64(arrangement)) & _ONE == _ZERO:
            continue
        # Kinds that can be the pair, by the copies held beyond the body: none, one, two or more.
        none_held = _ZERO
        one_held = _ZERO
        two_held = _ZERO
        for suit in range(4):
            held = work[HELD + suit]
            kinds = _HONORS if suit == 3 else _ONES
            body = _ZERO if suit == 3 else _CLASS_147 << np.uint64(4 * class_in(arrangement, suit))
            room = room_for_pair(eaten_in(suit, work)) & kinds
            at_least1 = presence(held)
            at_least2 = ((held >> one) | (held >> two)) & _ONES
            at_least3 = ((held & (held >> one)) | (held >> two)) & _ONES
            first = (at_least1 & ~body) | (at_least2 & body)
            second = (at_least2 & ~body) | (at_least3 & body)
            mask |= packed(body & ~at_least1) << np.uint64(9 * suit)
            none_held |= packed(room & ~first) << np.uint64(9 * suit)
            one_held |= packed(room & first & ~second) << np.uint64(9 * suit)
            two_held |= packed(room & second) << np.uint64(9 * suit)
        if two_held == _ZERO:
            mask |= one_held if one_held != _ZERO else none_held
    return mask


@inlined
def useful_forms(every: Int, tables: AnalysisTables, work: Words, scratch: Ints) -> Word:
    """Return the tiles that lower the best distance, and write those of each form.

    Parameters
    ----------
    every : int
        1 to look at every form, 0 for those that are best.
    tables : AnalysisTables
    work : (40,) uint64
        After `missing_forms`; slots `USEFUL` are written: 0 for forms not looked at.
    scratch : (384,) int64
    """
    number = melds_in(work[COUNTS])
    best = np.int64(work[MISSING + 5])
    for form in range(5):
        work[USEFUL + form] = _ZERO
    missing = np.int64(work[MISSING])
    if 0 < missing < FAR and (every == 1 or missing == best):
        if number > 0 and any_eaten(work):
            work[USEFUL] = useful_beside_melds(missing, 4 - number, tables, work, scratch)
        else:
            work[USEFUL] = useful_regular(missing, 4 - number, tables, work)
    missing = np.int64(work[MISSING + 1])
    if 0 < missing < FAR and (every == 1 or missing == best):
        work[USEFUL + 1] = useful_pairs(work)
    missing = np.int64(work[MISSING + 2])
    if 0 < missing < FAR and (every == 1 or missing == best):
        work[USEFUL + 2] = useful_orphans(work)
    missing = np.int64(work[MISSING + 3])
    if 0 < missing < FAR and (every == 1 or missing == best):
        work[USEFUL + 3] = useful_knitted(missing, work)
    missing = np.int64(work[MISSING + 4])
    if 0 < missing < FAR and (every == 1 or missing == best):
        work[USEFUL + 4] = useful_beside_meld(work) if number == 1 else useful_straight(missing, tables, work)
    mask = _ZERO
    for form in range(5):
        if np.int64(work[MISSING + form]) == best:
            mask |= work[USEFUL + form]
    return mask if best > 0 else _ZERO
