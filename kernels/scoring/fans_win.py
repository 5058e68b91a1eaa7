"""Fans that need how the hand was won, and the formal wait behind the wait fans."""

import numpy as np
import numpy.typing as npt

from .. import layout
from ..jit import Int, Word, Words, helper, inlined, lowest, ones
from ..layout.fans import (  # fmt: skip
    CONCEALED_HAND,
    CONCEALED_KONG,
    FOUR_CONCEALED_PUNGS,
    FOUR_KONGS,
    FULLY_CONCEALED_HAND,
    LAST_TILE,
    LAST_TILE_CLAIM,
    LAST_TILE_DRAW,
    MELDED_KONG,
    MIXED_KONGS,
    REPLACEMENT_TILE,
    ROBBING_THE_KONG,
    SELF_DRAWN_FAN,
    THREE_CONCEALED_PUNGS,
    THREE_KONGS,
    TWO_CONCEALED_KONGS,
    TWO_CONCEALED_PUNGS,
    TWO_MELDED_KONGS,
)
from ..tables.load import Tables
from .pack import COUNTS, HELD, INDEX, TOTAL

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_ONES = np.uint64(0x111111111)
_RANKS = np.uint64(511)

NO_WAIT, MANY_WAITS, SINGLE_WAIT = 0, 1, 2


@helper
def win_fans(conditions: Int, concealed_hand: bool, last_tile: bool) -> tuple[Word, Word]:
    """Return the flag words of fans 44-47, 56, 58, 62, 80.

    Parameters
    ----------
    conditions : int
        Condition bits, checked.
    concealed_hand : bool
        No exposed set.
    last_tile : bool
        The other three copies are visible to all.
    """
    drawn = conditions & layout.SELF_DRAWN != 0
    wall = conditions & layout.WALL_LAST != 0
    word0 = LAST_TILE if last_tile else _ZERO
    word0 |= (FULLY_CONCEALED_HAND if drawn else CONCEALED_HAND) if concealed_hand else _ZERO
    word0 |= (LAST_TILE_DRAW if drawn else LAST_TILE_CLAIM) if wall else _ZERO
    word0 |= REPLACEMENT_TILE if conditions & layout.REPLACEMENT else _ZERO
    word0 |= ROBBING_THE_KONG if conditions & layout.ROBBED_KONG else _ZERO
    return word0, SELF_DRAWN_FAN if drawn else _ZERO


@helper
def kong_fans(melded: Int, concealed: Int, mixed: Int) -> tuple[Word, Word]:
    """Return the flag words of the kong fans 5, 17, 48, 57, 67, 74, 82 (ruling A2).

    Parameters
    ----------
    melded, concealed : int
        Kongs of each sort, four at most together.
    mixed : int
        Switch value of `mixed_kong_pair`.
    """
    word0 = _ZERO
    word1 = _ZERO
    kongs = melded + concealed
    if kongs == 0:
        return word0, word1
    if kongs >= 3:
        word0 |= THREE_KONGS if kongs == 3 else FOUR_KONGS
    if melded == 1 and concealed == 1:
        if mixed == 1:
            word1 |= MIXED_KONGS
        elif mixed == 3:
            word1 |= CONCEALED_KONG | MELDED_KONG
        else:
            word0 |= TWO_MELDED_KONGS
            if mixed == 0:
                word1 |= CONCEALED_KONG
    else:
        if melded == 2:
            word0 |= TWO_MELDED_KONGS
        elif melded == 1:
            word1 |= MELDED_KONG
        if concealed == 2:
            word0 |= TWO_CONCEALED_KONGS
        elif concealed == 1:
            word1 |= CONCEALED_KONG
    return word0, word1


@inlined
def concealed_pung_fans(number: Int) -> tuple[Word, Word]:
    """Return the flag words of so many concealed pungs and kongs."""
    word0 = THREE_CONCEALED_PUNGS if number == 3 else FOUR_CONCEALED_PUNGS if number == 4 else _ZERO
    return word0, TWO_CONCEALED_PUNGS if number == 2 else _ZERO


@helper
def pairs_wait(m: Word, p: Word, s: Word, h: Word, four_alike: bool) -> tuple[Int, Word]:
    """Return the suit and rank bit of the one tile that makes seven pairs of 13 concealed tiles; 0 if none.

    Parameters
    ----------
    m, p, s, h : uint64
        Nibbles of the 13 tiles.
    four_alike : bool
        Whether four alike may serve as two pairs.

    Returns
    -------
    tuple of (int, uint64)
        Suit 0..3 and the mask ``1 << rank``.
    """
    two, three = np.uint64(2), np.uint64(3)
    odd = (m & _ONES) | ((p & _ONES) << _ONE) | ((s & _ONES) << two) | ((h & _ONES) << three)
    if odd == _ZERO or odd & (odd - _ONE) != _ZERO:
        return np.int64(0), _ZERO
    if not four_alike:
        threes = (m & (m >> _ONE)) | (p & (p >> _ONE)) | (s & (s >> _ONE)) | (h & (h >> _ONE))
        if (threes | ((m | p | s | h) >> two)) & _ONES != _ZERO:
            return np.int64(0), _ZERO
    place = lowest(odd)
    return place & 3, _ONE << np.uint64(place >> 2)


@helper
def set_waits(
    before: Int, win_suit: Int, pair_suit: Int, index: Int, first: npt.NDArray[np.uint16],
    waits: npt.NDArray[np.uint16],
) -> tuple[Word, Word]:  # fmt: skip
    """Return the suit of the pair and two rank masks: the formal waits of a hand that is complete with sets and a pair.

    With the winning tile out, either its suit alone lacks a tile (it then holds the pair), or its suit and that of the
    pair both leave two tiles over and each of them may lack one.

    Parameters
    ----------
    before : int
        Index of the winning suit without the winning tile.
    win_suit, pair_suit : int
        Suits 0..3 of the winning tile and of the pair.
    index : int
        Index of the suit of the pair, winning tile left out.
    first, waits : uint16 arrays
        `Tables.first`, `Tables.waits`.

    Returns
    -------
    tuple of uint64
        Ranks waited for in the winning suit and in the suit of the pair (0 when it is the same suit).
    """
    own = np.uint64(waits[before]) & _RANKS
    if win_suit != pair_suit and first[before] != 0:
        return own, np.uint64(waits[index]) & _RANKS
    return own, _ZERO


@helper
def without_held(mask: Word, total: Word) -> Word:
    """Drop from a rank mask the kinds of which the hand held all four copies before the win (`exhausted_waits`)."""
    kept = mask
    for rank in range(9):
        if (total >> np.uint64(4 * rank)) & np.uint64(15) == np.uint64(4):
            kept &= ~(_ONE << np.uint64(rank))
    return kept


@inlined
def wait_is_single(
    work: Words, win: Int, pair_suit: Int, base: Word, tables: Tables, four_alike: bool, own_hand: bool,
) -> Int:  # fmt: skip
    """Return `SINGLE_WAIT` if exactly one kind completes the hand without its winning tile, else `MANY_WAITS`.

    Parameters
    ----------
    work : (40,) uint64
        The packed row.
    win, pair_suit : int
        The winning tile, and the suit 0..3 of the pair of a reading.
    base : uint64
        What a knitted body takes off the index of each suit, 21 bits each; 0 without one.
    tables : Tables
    four_alike, own_hand : bool
        Switches `seven_pairs_four_alike` and ``exhausted_waits = own_hand``.

    Notes
    -----
    A hand complete with sets can wait for nothing but sets and seven pairs: every other shape needs eight tiles or
    more of which no two can share a set, and five parts cannot hold them.
    """
    suit = win // 9
    step = np.uint64(21)
    before = np.int64(work[INDEX + suit]) - np.int64((base >> (step * np.uint64(suit))) & np.uint64(0x1FFFFF))
    other = np.int64(work[INDEX + pair_suit]) - np.int64((base >> (step * np.uint64(pair_suit))) & np.uint64(0x1FFFFF))
    own, pair = set_waits(before, suit, pair_suit, other, tables.first, tables.waits)
    pairs_suit: Int = np.int64(0)
    pairs = _ZERO
    if work[COUNTS] == _ZERO and base == _ZERO:
        pairs_suit, pairs = pairs_wait(work[HELD], work[HELD + 1], work[HELD + 2], work[HELD + 3], four_alike)
        if pairs != _ZERO:
            if pairs_suit == suit:
                own |= pairs
                pairs = _ZERO
            elif pairs_suit == pair_suit:
                pair |= pairs
                pairs = _ZERO
    if own_hand:
        own = without_held(own, work[TOTAL + suit] - (_ONE << np.uint64(4 * (win - 9 * suit))))
        pair = without_held(pair, work[TOTAL + pair_suit])
        pairs = without_held(pairs, work[TOTAL + pairs_suit])
    return SINGLE_WAIT if ones(own) + ones(pair) + ones(pairs) == 1 else MANY_WAITS
