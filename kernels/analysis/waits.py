"""Formal waits: every kind that completes some shape, a fifth copy included (what the wait fans look at)."""

import numpy as np

from ..jit import Halves, Int, Word, Words, helper, inlined, ones
from ..nibbles import presence
from ..scoring.fans_win import pairs_wait
from ..scoring.pack import COUNTS, HELD, INDEX
from ..tables.words import melds_in
from .shanten import most_of_body
from .straight import class_in
from .useful import as_tiles

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_NIBBLE = np.uint64(15)
_RANKS = np.uint64(511)
_ENDS = np.uint64(0x100000001)
_HONORS = np.uint64(0x1111111)
_CLASS_147 = np.uint64(0x001001001)
_POW5 = tuple(5**rank for rank in range(9))


@helper
def regular_waits(m: Int, p: Int, s: Int, h: Int, first: Halves, waits: Halves) -> Word:
    """Return the tiles that complete sets and one pair, as bits, for indices of `Tables.first`.

    One suit alone may lack a tile (its tiles then leave one over when divided by three), or two suits leave two over
    and either lacks the tile of a set while the other holds the pair.
    """
    mask = _ZERO
    ones_left = np.int64(0)
    twos_left = np.int64(0)
    broken = np.int64(0)
    for suit in range(4):
        index = m if suit == 0 else p if suit == 1 else s if suit == 2 else h
        left = np.int64(waits[index]) >> 9
        ones_left += left == 1
        twos_left += left == 2
        broken += left == 0 and first[index] == 0
    if broken > 0:
        return mask
    if ones_left == 1 and twos_left == 0:
        for suit in range(4):
            index = m if suit == 0 else p if suit == 1 else s if suit == 2 else h
            if np.int64(waits[index]) >> 9 == 1:
                mask |= (np.uint64(waits[index]) & _RANKS) << np.uint64(9 * suit)
    elif twos_left == 2 and ones_left == 0:
        for suit in range(4):
            index = m if suit == 0 else p if suit == 1 else s if suit == 2 else h
            if np.int64(waits[index]) >> 9 != 2:
                continue
            for partner in range(4):
                at = m if partner == 0 else p if partner == 1 else s if partner == 2 else h
                if partner != suit and np.int64(waits[at]) >> 9 == 2 and first[at] != 0:
                    mask |= (np.uint64(waits[index]) & _RANKS) << np.uint64(9 * suit)
    return mask


@inlined
def complete(m: Int, p: Int, s: Int, h: Int, first: Halves, waits: Halves) -> bool:
    """Say whether four suits are sets and one pair, for indices of `Tables.first`."""
    pairs = np.int64(0)
    for suit in range(4):
        index = m if suit == 0 else p if suit == 1 else s if suit == 2 else h
        if first[index] == 0:
            return False
        pairs += np.int64(waits[index]) >> 9 == 2
    return bool(pairs == 1)


@helper
def straight_waits(arrangement: Int, work: Words, first: Halves, waits: Halves) -> Word:
    """Return the tiles that complete a knitted straight of one arrangement, as bits."""
    missing = np.int64(-1)
    index = np.int64(work[INDEX]), np.int64(work[INDEX + 1]), np.int64(work[INDEX + 2])
    m, p, s = index
    for suit in range(3):
        off = np.int64(0)
        for step in range(3):
            rank = class_in(arrangement, suit) + 3 * step
            if (work[HELD + suit] >> np.uint64(4 * rank)) & _NIBBLE != _ZERO:
                off += _POW5[rank]
            elif missing >= 0:
                return _ZERO
            else:
                missing = np.int64(9 * suit + rank)
        if suit == 0:
            m -= off
        elif suit == 1:
            p -= off
        else:
            s -= off
    h = np.int64(work[INDEX + 3])
    if missing < 0:
        return regular_waits(m, p, s, h, first, waits)
    return _ONE << np.uint64(missing) if complete(m, p, s, h, first, waits) else _ZERO


@helper
def singles_waits(work: Words) -> Word:
    """Return the tiles that complete thirteen orphans, or fourteen honors and knitted tiles, as bits."""
    m, p, s, h = presence(work[HELD]), presence(work[HELD + 1]), presence(work[HELD + 2]), presence(work[HELD + 3])
    mask = _ZERO
    if (m | p | s) & ~_ENDS == _ZERO:
        kinds = ones(m) + ones(p) + ones(s) + ones(h)
        if kinds == 13:
            mask |= as_tiles(_ENDS, _ENDS, _ENDS, _HONORS)
        elif kinds == 12:
            mask |= as_tiles(_ENDS & ~m, _ENDS & ~p, _ENDS & ~s, _HONORS & ~h)
    if ones(m) + ones(p) + ones(s) + ones(h) == 13:
        for arrangement in range(6):
            in_m = _CLASS_147 << np.uint64(4 * class_in(arrangement, 0))
            in_p = _CLASS_147 << np.uint64(4 * class_in(arrangement, 1))
            in_s = _CLASS_147 << np.uint64(4 * class_in(arrangement, 2))
            if (m & ~in_m) | (p & ~in_p) | (s & ~in_s) == _ZERO:
                mask |= as_tiles(in_m & ~m, in_p & ~p, in_s & ~s, _HONORS & ~h)
    return mask


@inlined
def formal_waits(four_alike: bool, first: Halves, waits: Halves, work: Words) -> Word:
    """Return every tile that completes a packed row of 3n+1 tiles in any of the five shapes, as bits.

    Parameters
    ----------
    four_alike : bool
        Whether four alike may serve as two pairs.
    first, waits : uint16 arrays
        Of `Tables`.
    work : (40,) uint64
        The packed row.
    """
    number = melds_in(work[COUNTS])
    m, p, s, h = np.int64(work[INDEX]), np.int64(work[INDEX + 1]), np.int64(work[INDEX + 2]), np.int64(work[INDEX + 3])
    mask = regular_waits(m, p, s, h, first, waits)
    if number <= 1:
        in_m, in_p, in_s, in_h = work[HELD], work[HELD + 1], work[HELD + 2], work[HELD + 3]
        k_m, k_p, k_s = presence(in_m), presence(in_p), presence(in_s)
        if number == 0:
            suit, rank = pairs_wait(in_m, in_p, in_s, in_h, four_alike)
            mask |= rank << np.uint64(9 * suit)
            if ones(k_m) + ones(k_p) + ones(k_s) + ones(presence(in_h)) >= 12:
                mask |= singles_waits(work)
        if most_of_body(k_m, k_p, k_s) >= 8:  # of nine, of which the drawn tile may be one
            for arrangement in range(6):
                mask |= straight_waits(arrangement, work, first, waits)
    return mask
