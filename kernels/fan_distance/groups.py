"""Distances to fans that some sets make together: those sets, and the nearest other sets and pair beside them."""

import numpy as np
import numpy.typing as npt

from .. import layout
from ..jit import Int, Ints, Word, Words, helper, inlined, ones
from ..layout import numbers as fan_no
from ..nibbles import copies, fits, less, missing_of
from .beside import HONORS_TOO, beside, choose_tiles
from .parts import ALL, BARRED, BARRED_RANKS, CHOSEN, CHOWS, FREE, KONGS, OWN, PUNGS, lane_of
from .tables import FIRST_TAKER, NEXT_TAKER, ONCE_TERMINAL, TAKEN, UNTAKEN
from .words import FAR, lacking, lane

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_FOUR = np.uint64(4)
_EIGHT = np.uint64(8)
_NIBBLE = np.uint64(15)
_CHOW = np.uint64(0x111)
_PAIR = np.uint64(2)
_GROUP = np.uint64(0xFFFF)


@helper
def measure_groups(groups: npt.NDArray[np.uint64], w: Words, tiles: Words, members: Ints) -> None:
    """Write of each group the tiles, and the tiles missing + 64 * the sets, melded sets apart."""
    for number in range(groups.shape[0]):
        suit = np.int64(groups[number, 2])
        chows = less(groups[number, 0], w[CHOWS + suit])
        pungs = groups[number, 1] & ~w[PUNGS + suit]
        word = chows * _CHOW + pungs * _THREE
        tiles[number] = word
        own = ones(pungs) + np.int64(((chows * np.uint64(0x1111111)) >> np.uint64(24)) & _NIBBLE)
        members[number] = 64 * own + (missing_of(word, w[OWN + suit]) if fits(word, w[FREE + suit]) else FAR)


@inlined
def group_of(head: Word, place: Int) -> Word:
    """Return the number of one of the groups of a combination, from 1."""
    return (head >> np.uint64(16 * place)) & _GROUP


@inlined
def sum_groups(head: Word, members: Ints) -> Int:
    """Return the tiles missing to the sets of a combination + 64 * their number."""
    return np.int64(members[group_of(head, 1)] + members[group_of(head, 2)] + members[group_of(head, 3)])


@helper
def note_least(sets: Int, groups: Int, heads: Words, w: Words, members: Ints, nearest: Int) -> None:
    """Write how many tiles the combinations miss at least, and at `nearest` of each fan the one that misses fewest."""
    members[nearest : nearest + layout.FANS] = -1
    for row in range(heads.shape[0]):
        fan: Int = np.int64(heads[row] & _GROUP)
        total = sum_groups(heads[row], members)
        left = sets - (total >> 6)
        taker = NEXT_TAKER <= fan <= FIRST_TAKER
        rest = FAR if left < 0 else lane(w[ALL], 1) if taker else lane(w[ALL], 2 * left + 1)
        least = (total & 63) + rest
        members[groups + row] = least
        if fan < ONCE_TERMINAL or ONCE_TERMINAL < fan < layout.FANS:
            best = members[nearest + fan]
            if best < 0 or least < members[groups + best]:
                members[nearest + fan] = row


@helper
def find_combinations(
    sets: Int, groups: npt.NDArray[np.uint64], heads: Words, combinations: npt.NDArray[np.int64],
    ranks: npt.NDArray[np.uint64], steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words,
    tiles: Words, members: Ints,
) -> None:  # fmt: skip
    """Write the distances to the fans of combinations of chows and of pungs.

    Parameters
    ----------
    tiles : (g,) uint64
    members : (g + c + 83,) int64
        Scratch: of the groups and the combinations what they miss, of each fan the combination looked at first.
    """
    measure_groups(groups, w, tiles, members)
    least, nearest = groups.shape[0], groups.shape[0] + heads.shape[0]
    note_least(sets, np.int64(least), heads, w, members, np.int64(nearest))
    for fan in range(layout.FANS):
        row = members[nearest + fan]
        if row >= 0 and members[least + row] < near[fan]:
            near[fan] = complete(
                near[fan], row, sets, groups, heads, combinations, ranks, steps, vectors, w, tiles, members
            )
    taker = np.int64(FAR)
    safe = True
    for row in range(heads.shape[0]):
        number: Int = np.int64(heads[row] & _GROUP)
        if NEXT_TAKER <= number <= FIRST_TAKER:
            taker = min(np.int64(FAR) if number == FIRST_TAKER else taker, members[least + row])
            continue
        if number >= TAKEN and safe:
            continue
        if number >= UNTAKEN:
            safe = safe or bool(number < TAKEN)  # as long as nothing else is found of a row as if nothing took its sets
        untaken = UNTAKEN <= number < TAKEN
        counted = number % 100 if number >= UNTAKEN else number
        if members[least + row] >= near[counted] or row == members[nearest + counted]:
            continue
        if counted == ONCE_TERMINAL and near[fan_no.TWO_TERMINAL_CHOWS] < min(
            near[fan_no.PURE_TERMINAL_CHOWS], near[fan_no.THREE_SUITED_TERMINAL_CHOWS]
        ):
            continue
        found = complete(
            near[counted], np.int64(row), sets, groups, heads, combinations, ranks, steps, vectors, w, tiles, members
        )
        if untaken and taker <= found < near[counted]:
            safe = False
        else:
            near[counted] = found


@helper
def complete(
    best: Int, row: Int, sets: Int, groups: npt.NDArray[np.uint64], heads: Words, combinations: npt.NDArray[np.int64],
    ranks: npt.NDArray[np.uint64], steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], w: Words,
    tiles: Words, members: Ints,
) -> Int:  # fmt: skip
    """Return the tiles missing to a combination and the nearest rest, or `best` if that is lower."""
    head = heads[row]
    w[CHOSEN] = w[CHOSEN + 1] = w[CHOSEN + 2] = _ZERO
    for place in range(3):
        barred = np.uint64(combinations[row, 1 + place])
        w[BARRED + place] = barred
        w[BARRED_RANKS + place] = ranks[row, place]
        if barred != _ZERO and melded(barred, head, np.int64(place), groups, w):
            return best
    for place in range(1, 4):
        group = group_of(head, np.int64(place))
        w[CHOSEN + np.int64(groups[group, 2])] |= tiles[group]
    pair = combinations[row, 0]
    if pair > 0:
        suit = (pair - 1) // 9
        w[CHOSEN + suit] += _PAIR << np.uint64(4 * (pair - 1 - 9 * suit))
    left = sets - (sum_groups(head, members) >> 6)
    return beside(best, left, np.int64(0 if pair > 0 else 1), HONORS_TOO, steps, vectors, w)


@helper
def melded(barred: Word, head: Word, suit: Int, groups: npt.NDArray[np.uint64], w: Words) -> bool:
    """Say whether a set that is barred beside a combination lies in the melds, those of the combination apart."""
    chows, pungs = w[CHOWS + suit], w[PUNGS + suit]
    for place in range(1, 4):
        group = group_of(head, np.int64(place))
        if np.int64(groups[group, 2]) == suit:
            chows = less(chows, groups[group, 0])
            pungs &= ~groups[group, 1]
    for low in range(7):
        if (barred >> np.uint64(low)) & _ONE != _ZERO and (chows >> np.uint64(4 * low)) & _NIBBLE != _ZERO:
            return True
    for rank in range(9):
        if (barred >> np.uint64(16 + rank)) & _ONE != _ZERO and (pungs >> np.uint64(4 * rank)) & _ONE != _ZERO:
            return True
    return False


@inlined
def tiles_around(rank: Int, held: Word) -> Int:
    """Return how many tiles are held that can stand beside a rank in a chow."""
    window = (held << _EIGHT) >> np.uint64(4 * rank)  # from two ranks below to two above
    beside = window & np.uint64(0xFF0FF)
    pairs = (beside & np.uint64(0xF0F0F)) + ((beside >> _FOUR) & np.uint64(0xF0F0F))
    return np.int64((pairs + (pairs >> _EIGHT) + (pairs >> np.uint64(16))) & np.uint64(31))


@helper
def find_hogs(sets: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words) -> None:
    """Write the distance to Tile Hog: every way in which sets and pair use what the melds leave of a kind."""
    for kind in range(27):
        suit = kind // 9
        rank = kind - 9 * suit
        step = np.uint64(4 * rank)
        if (w[KONGS + suit] >> step) & _ONE != _ZERO:
            continue
        wanted, held = copies(w[FREE + suit], step), copies(w[OWN + suit], step)
        lows = min(rank, 6) - max(rank - 2, 0) + 1
        around = tiles_around(rank, w[OWN + suit])
        choose_tiles(_ZERO, _ZERO, _ZERO, w)
        if wanted == 0:
            near[fan_no.TILE_HOG] = min(near[fan_no.TILE_HOG], lane_of(w[ALL], sets, 1))
            continue
        for pung in range(2):
            for pair in range(2):
                chows = wanted - 3 * pung - 2 * pair
                left = sets - pung - chows
                if chows < 0 or left < 0:
                    continue
                least = lacking(wanted, held) + lacking(2 * chows, around)
                if least + lane_of(w[ALL], left, 1 - pair) >= near[fan_no.TILE_HOG]:
                    continue
                own = (_THREE * np.uint64(pung) + _TWO * np.uint64(pair)) << step
                for first in range(chows + 1):
                    for second in range(chows - first + 1):
                        third = chows - first - second
                        if (lows < 3 and third > 0) or (lows < 2 and second > 0):
                            continue
                        low = np.uint64(4 * max(rank - 2, 0))
                        counted = (
                            np.uint64(first) | np.uint64(second) << _FOUR | np.uint64(third) << np.uint64(8)
                        ) << low
                        tiles = counted * _CHOW + own
                        missing = missing_of(tiles, w[OWN + suit])
                        if missing + lane_of(w[ALL], left, 1 - pair) >= near[fan_no.TILE_HOG]:
                            continue
                        w[CHOSEN + suit] = tiles
                        near[fan_no.TILE_HOG] = beside(
                            near[fan_no.TILE_HOG], left, np.int64(1 - pair), HONORS_TOO, steps, vectors, w
                        )
