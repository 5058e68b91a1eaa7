"""Distances to the fans of hands with a knitted body, and of the hands of single tiles."""

import numpy as np

from ..analysis.straight import class_in
from ..distance.forms import missing_to_knitted
from ..jit import Int, Ints, Word, Words, helper, inlined, lowest
from ..layout import numbers as fan_no
from ..layout.fans import GREATER_KNITTED, KNITTED_STRAIGHT, LESSER_KNITTED, THIRTEEN_ORPHANS
from ..nibbles import copies, fits, less, missing_of
from ..scoring.choose import exclude
from ..scoring.fans_tiles import tile_fans
from .honors import missing_pair, missing_pung
from .parts import BODY, DRAGONS, FREE, FREE_BESIDE, HELD_BESIDE, HONORS, KONGS, MELDS, OWN, PUNGS, WINDS, lane_of
from .words import CHOWS_ALONE, FAR, PUNGS_ALONE, exact_word, join, pair_of, whole_of

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_NIBBLE = np.uint64(15)
_CHOW = np.uint64(0x111)
_CLASS_147 = np.uint64(0x001001001)
_HONORS = np.uint64(0x1111111)
_ENDS = np.uint64(0x100000001)
_WITH_BODY = (35, 52, 59, 60, 61, 63, 64, 73, 76)


@inlined
def note(fan: Int, cost: Int, near: Ints) -> None:
    """Lower the distance to a fan."""
    near[fan] = min(near[fan], cost)


@inlined
def note_wind(wind: Int, cost: Int, prevalent: Int, seat: Int, near: Ints) -> None:
    """Lower the distance to the fan, or the fans, of a pung of a wind."""
    if wind == prevalent:
        note(np.int64(60), cost, near)
    if wind == seat:
        note(np.int64(61), cost, near)
    elif wind != prevalent:
        note(np.int64(73), cost, near)


@helper
def note_words(word0: Word, word1: Word, cost: Int, bars: Words, near: Ints) -> None:
    """Lower the distances to the fans of a target, those that are barred left out."""
    word0, word1, _ = exclude(word0, word1, _ZERO, bars)
    while word0 != _ZERO:
        note(lowest(word0) + 1, cost, near)
        word0 &= word0 - _ONE
    while word1 != _ZERO:
        note(lowest(word1) + 65, cost, near)
        word1 &= word1 - _ONE


@helper
def find_singles(orphans: Int, bars: Words, near: Ints, work: Words) -> None:
    """Lower distances by thirteen orphans and by fourteen honors and knitted tiles.

    Parameters
    ----------
    orphans : int
        Tiles missing to thirteen orphans.
    """
    word0, word1 = tile_fans(_ENDS, _ENDS, _ENDS, _HONORS)
    note_words(word0 | THIRTEEN_ORPHANS, word1, orphans, bars, near)
    for honors in range(5, 8):
        word0, word1 = tile_fans(_CLASS_147, _CLASS_147 << np.uint64(4), _CLASS_147 << np.uint64(8), _HONORS)
        word0 |= GREATER_KNITTED if honors == 7 else LESSER_KNITTED
        if honors == 5:
            word0 |= KNITTED_STRAIGHT
        note_words(word0, word1, missing_to_knitted(np.int64(honors), work), bars, near)


@helper
def find_bodies(sets: Int, prevalent: Int, seat: Int, fixed0: Word, fixed1: Word, near: Ints, w: Words) -> None:
    """Lower distances by hands of a knitted body, a set and a pair.

    Parameters
    ----------
    sets : int
        4 without melds, 3 with one: the set is then the melded one.
    prevalent, seat : int
    fixed0, fixed1 : uint64
        The fans of a melded kong.
    """
    for arrangement in range(6):
        most = np.int64(0)
        for fan in _WITH_BODY:
            most = max(most, near[fan])
        cost = np.int64(0)
        possible = True
        body0 = _CLASS_147 << np.uint64(4 * class_in(arrangement, 0))
        body1 = _CLASS_147 << np.uint64(4 * class_in(arrangement, 1))
        body2 = _CLASS_147 << np.uint64(4 * class_in(arrangement, 2))
        for suit in range(3):
            body = body0 if suit == 0 else body1 if suit == 1 else body2
            possible = possible and fits(body, w[FREE + suit])
            cost += missing_of(body, w[OWN + suit])
        if not possible or cost >= most:
            continue
        for suit in range(3):
            body = body0 if suit == 0 else body1 if suit == 1 else body2
            w[HELD_BESIDE + suit] = less(w[OWN + suit], body)
            w[FREE_BESIDE + suit] = w[FREE + suit] - body
            w[BODY + suit] = body
        if sets == 4:
            beside_body(cost, prevalent, seat, near, w)
        else:
            beside_melded(cost, prevalent, seat, fixed0, fixed1, near, w)


@helper
def body_word(barred: Word, w: Words) -> Word:
    """Return the word of one set and a pair of the suits beside a body."""
    word = join(
        exact_word(w[HELD_BESIDE], w[FREE_BESIDE], np.int64(1), barred, np.int64(FAR)),
        exact_word(w[HELD_BESIDE + 1], w[FREE_BESIDE + 1], np.int64(1), barred, np.int64(FAR)),
        np.int64(1),
    )
    return join(
        word, exact_word(w[HELD_BESIDE + 2], w[FREE_BESIDE + 2], np.int64(1), barred, np.int64(FAR)), np.int64(1)
    )


@helper
def beside_body(cost: Int, prevalent: Int, seat: Int, near: Ints, w: Words) -> None:
    """Lower distances by a body, with a set and a pair that are still to be had."""
    one = np.int64(1)
    suits = body_word(_ZERO, w)
    note(np.int64(35), cost + whole_of(suits, w[HONORS], one, one), near)
    fewest = cost + lane_of(suits, 1, 1)
    if fewest < near[fan_no.ALL_CHOWS]:
        note(np.int64(63), cost + lane_of(body_word(CHOWS_ALONE, w), 1, 1), near)
    if fewest < near[fan_no.NO_HONORS]:
        note(np.int64(76), cost + lane_of(body_word(PUNGS_ALONE, w), 1, 1), near)
    winds, dragons = w[WINDS], w[DRAGONS]
    mixed = min(lane_of(winds, 1, 0) + lane_of(dragons, 0, 1), lane_of(winds, 0, 1) + lane_of(dragons, 1, 0))
    note(np.int64(52), cost + mixed, near)
    pair = lane_of(suits, 0, 1)
    for honor in range(7):
        with_pair = pair
        for other in range(7):
            if other != honor:
                with_pair = min(with_pair, missing_pair(other, w))
        missing = cost + missing_pung(honor, w) + with_pair
        if honor > 3:
            note(np.int64(59), missing, near)
        else:
            note_wind(honor, missing, prevalent, seat, near)
    of_honors = lane_of(w[HONORS], 0, 1)
    for kind in range(27):
        suit = kind // 9
        rank = kind - 9 * suit
        step = np.uint64(4 * rank)
        in_body = (w[BODY + suit] >> step) & _ONE != _ZERO
        if not in_body and rank != 0 and rank != 8:
            continue
        pung = _THREE << step
        if fits(pung, w[FREE_BESIDE + suit]):
            missing = cost + missing_of(pung, w[HELD_BESIDE + suit])
            if missing < near[fan_no.PUNG_OF_TERMINALS_OR_HONORS] or missing < near[fan_no.TILE_HOG]:
                missing += min(of_honors, pair_beside(suit, pung, w))
                note(np.int64(64), missing if in_body else np.int64(FAR), near)
                note(np.int64(73), missing if rank == 0 or rank == 8 else np.int64(FAR), near)
        if in_body:
            for low in range(max(rank - 2, 0), min(rank, 6) + 1):
                tiles = (_CHOW << np.uint64(4 * low)) + (_TWO << step)
                if fits(tiles, w[FREE_BESIDE + suit]):
                    note(np.int64(64), cost + missing_of(tiles, w[HELD_BESIDE + suit]), near)


@inlined
def pair_beside(suit: Int, tiles: Word, w: Words) -> Int:
    """Return the tiles missing to a pair in the suits beside a body and more tiles of one suit."""
    best = pair_of(less(w[HELD_BESIDE + suit], tiles), w[FREE_BESIDE + suit] - tiles)
    for other in range(3):
        if other != suit:
            best = min(best, pair_of(w[HELD_BESIDE + other], w[FREE_BESIDE + other]))
    return best


@helper
def beside_melded(cost: Int, prevalent: Int, seat: Int, fixed0: Word, fixed1: Word, near: Ints, w: Words) -> None:
    """Lower distances by a body beside the one meld, with a pair that is still to be had."""
    pair = min(
        pair_of(w[HELD_BESIDE], w[FREE_BESIDE]),
        pair_of(w[HELD_BESIDE + 1], w[FREE_BESIDE + 1]),
        pair_of(w[HELD_BESIDE + 2], w[FREE_BESIDE + 2]),
    )
    of_honors = lane_of(w[HONORS], 0, 1)
    missing = cost + min(pair, of_honors)
    note(np.int64(35), missing, near)
    left0, left1 = fixed0, fixed1
    while left0 != _ZERO:
        note(lowest(left0) + 1, missing, near)
        left0 &= left0 - _ONE
    while left1 != _ZERO:
        note(lowest(left1) + 65, missing, near)
        left1 &= left1 - _ONE
    honors = w[PUNGS + 3]
    if honors == _ZERO:
        chow = w[MELDS] & np.uint64(7) != _ZERO
        note(np.int64(63 if chow else 76), cost + pair, near)
        ends = (w[PUNGS] | w[PUNGS + 1] | w[PUNGS + 2]) & _ENDS
        note(np.int64(73), missing if ends != _ZERO else np.int64(FAR), near)
        for kind in range(27):
            suit = kind // 9
            step = np.uint64(4 * (kind - 9 * suit))
            if (w[BODY + suit] >> step) & _ONE == _ZERO or (w[KONGS + suit] >> step) & _ONE != _ZERO:
                continue
            free = (w[FREE_BESIDE + suit] >> step) & _NIBBLE
            if free == _ZERO:
                note(np.int64(64), missing, near)
            elif free == _TWO:
                note(np.int64(64), cost + np.int64(max(2 - copies(w[HELD_BESIDE + suit], step), 0)), near)
        return
    honor = lowest(honors) >> 2
    if honor > 3:
        note(np.int64(59), missing, near)
        note(np.int64(52), cost + lane_of(w[WINDS], 0, 1), near)
        return
    note(np.int64(52), cost + lane_of(w[DRAGONS], 0, 1), near)
    note_wind(honor, missing, prevalent, seat, near)
