"""Distances to fans that some sets make together: those sets, and the nearest other sets and pair beside them."""

import numpy as np
import numpy.typing as npt

from . import layout
from .fan_distance_parts import (
    ALL,
    BARRED,
    BARRED_RANKS,
    BESIDE,
    CHOSEN,
    CHOWS,
    FREE,
    HONORS,
    KONGS,
    LAST,
    OWN,
    PLAIN,
    PUNGS,
    SUIT,
    SUITS,
    lane_of,
)
from .fan_distance_tables import FIRST_TAKER, NEXT_TAKER, ONCE_TERMINAL, TAKEN, UNTAKEN
from .fan_distance_words import (
    FAR,
    copies,
    exact_word,
    fits,
    join,
    lacking,
    lane,
    less,
    read_suit,
    whole_of,
)
from .fans_tiles import presence
from .jit import Int, Ints, Word, Words, helper, inlined, lowest, ones
from .targets import missing_of

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_FOUR = np.uint64(4)
_EIGHT = np.uint64(8)
_NIBBLE = np.uint64(15)
_ONES = np.uint64(0x111111111)
_CHOW = np.uint64(0x111)
_PAIR = np.uint64(2)

# Arguments that are numbers, as numba would make one function for True and one for False.
HONORS_TOO, SUITS_ONLY = np.int64(1), np.int64(0)
AT_MOST, AT_LEAST = np.int64(1), np.int64(0)


@inlined
def meet(m: Word, p: Word, s: Word, touched: Int, left: Int, pair: Int, honors: Int, w: Words) -> Int:
    """Return the tiles missing to the other sets and pair, from the words of the suits.

    Parameters
    ----------
    m, p, s : uint64
        Words of the suits beside the sets chosen; only those touched are looked at.
    touched : int
        Bits of the suits that hold chosen sets.
    left, pair : int
        Sets and pairs wanted.
    honors : int
        `HONORS_TOO` or `SUITS_ONLY`.
    """
    if touched == 0:
        return lane_of(w[ALL] if honors == HONORS_TOO else w[SUITS], left, pair)
    if touched & (touched - 1) == 0:
        suit = touched >> 1
        word = m if suit == 0 else p if suit == 1 else s
        return whole_of(word, w[BESIDE + suit] if honors == HONORS_TOO else w[PLAIN + suit], left, pair)
    one = m if touched & 1 != 0 else p
    other = s if touched & 4 != 0 else p
    joined = join(one, other, left)
    if touched == 7:
        rest = join(p, w[HONORS], left) if honors == HONORS_TOO else p
        return whole_of(joined, rest, left, pair)
    third = 2 if touched == 3 else 1 if touched == 5 else 0
    return whole_of(joined, w[LAST + third] if honors == HONORS_TOO else w[SUIT + third], left, pair)


@helper
def beside(
    best: Int, left: Int, pair: Int, honors: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64],
    w: Words,
) -> Int:  # fmt: skip
    """Return the tiles missing to the tiles in `CHOSEN` and the nearest rest, or `best` if that is lower.

    The rest has no set of `BARRED`. As if copies never ran out and no set were barred, it misses at least so much;
    without any kind that is used or barred, at most so much. Where these differ it is found set by set.
    """
    cost = np.int64(0)
    touched = np.int64(0)
    if left < 0:
        return best
    for suit in range(3):
        tiles = w[CHOSEN + suit]
        if tiles | w[BARRED + suit] != _ZERO:
            touched |= 1 << suit
            if not fits(tiles, w[FREE + suit]):
                return best
            cost += missing_of(tiles, w[OWN + suit])
    if cost + lane_of(w[ALL] if honors == HONORS_TOO else w[SUITS], left, pair) >= best:
        return best
    fewest = cost + read_beside(touched, left, pair, honors, AT_LEAST, steps, vectors, w)
    if fewest >= best:
        return best
    keep_what_matters(best - cost, left, pair, honors, w)
    most = cost + read_beside(touched, left, pair, honors, AT_MOST, steps, vectors, w)
    if most == fewest:
        return most
    best = min(best, most)
    word0, word1, word2 = _ZERO, _ZERO, _ZERO
    for suit in range(3):
        if (touched >> suit) & 1 == 0:
            continue
        tiles = w[CHOSEN + suit]
        word = exact_word(less(w[OWN + suit], tiles), w[FREE + suit] - tiles, left, w[BARRED + suit], best - cost)
        word0 = word if suit == 0 else word0
        word1 = word if suit == 1 else word1
        word2 = word if suit == 2 else word2
    return min(best, cost + meet(word0, word1, word2, touched, left, pair, honors, w))


@helper
def read_beside(
    touched: Int, left: Int, pair: Int, honors: Int, certain: Int, steps: npt.NDArray[np.uint16],
    vectors: npt.NDArray[np.uint64], w: Words,
) -> Int:  # fmt: skip
    """Return the tiles missing to the rest as the automata read it: at least so many, or at most if it is `certain`."""
    word0, word1, word2 = _ZERO, _ZERO, _ZERO
    for suit in range(3):
        if (touched >> suit) & 1 == 0:
            continue
        tiles = w[CHOSEN + suit]
        free = w[FREE + suit] - tiles
        none = _ONES & ~presence(free)
        if certain == AT_MOST:
            none |= (((~free) >> _TWO) & _ONES) | w[BARRED_RANKS + suit]
        word = read_suit(less(w[OWN + suit], tiles), none, np.int64(0), steps, vectors)
        word0 = word if suit == 0 else word0
        word1 = word if suit == 1 else word1
        word2 = word if suit == 2 else word2
    return meet(word0, word1, word2, touched, left, pair, honors, w)


@helper
def keep_what_matters(limit: Int, left: Int, pair: Int, honors: Int, w: Words) -> None:
    """Take from the barred sets those that no rest missing fewer than `limit` tiles can have."""
    rest = lane_of(w[ALL] if honors == HONORS_TOO else w[SUITS], max(left - 1, 0), pair)
    for suit in range(3):
        sets = w[BARRED + suit]
        if sets == _ZERO:
            continue
        held, free = less(w[OWN + suit], w[CHOSEN + suit]), w[FREE + suit] - w[CHOSEN + suit]
        ranks = _ZERO
        while sets != _ZERO:
            number = lowest(sets)
            tiles = _CHOW << np.uint64(4 * number) if number < 16 else _THREE << np.uint64(4 * (number - 16))
            if left > 0 and fits(tiles, free) and missing_of(tiles, held) + rest < limit:
                ranks |= presence(tiles)
            else:
                w[BARRED + suit] &= ~(sets & (~sets + _ONE))
            sets &= sets - _ONE
        w[BARRED_RANKS + suit] = ranks


@helper
def choose_tiles(m: Word, p: Word, s: Word, w: Words) -> None:
    """Write the tiles that a combination uses, no set being barred beside it."""
    w[CHOSEN], w[CHOSEN + 1], w[CHOSEN + 2] = m, p, s
    for suit in range(3):
        w[BARRED + suit] = w[BARRED_RANKS + suit] = _ZERO


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
def sum_groups(row: Int, combinations: npt.NDArray[np.int64], members: Ints) -> Int:
    """Return the tiles missing to the sets of a combination + 64 * their number."""
    one, other, third = combinations[row, 1], combinations[row, 2], combinations[row, 3]
    return np.int64(members[one] + members[other] + members[third])


@helper
def note_least(
    sets: Int, groups: Int, combinations: npt.NDArray[np.int64], w: Words, members: Ints, nearest: Int
) -> None:
    """Write how many tiles the combinations miss at least, and at `nearest` of each fan the one that misses fewest."""
    for fan in range(layout.FANS):
        members[nearest + fan] = -1
    for row in range(combinations.shape[0]):
        fan = combinations[row, 0]
        total = sum_groups(np.int64(row), combinations, members)
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
    sets: Int, groups: npt.NDArray[np.uint64], combinations: npt.NDArray[np.int64], ranks: npt.NDArray[np.uint64],
    steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words, tiles: Words, members: Ints,
) -> None:  # fmt: skip
    """Write the distances to the fans of combinations of chows and of pungs.

    Parameters
    ----------
    tiles : (g,) uint64
    members : (g + c + 83,) int64
        Scratch: of the groups and the combinations what they miss, of each fan the combination looked at first.
    """
    measure_groups(groups, w, tiles, members)
    least, nearest = groups.shape[0], groups.shape[0] + combinations.shape[0]
    note_least(sets, np.int64(least), combinations, w, members, np.int64(nearest))
    for fan in range(layout.FANS):
        row = members[nearest + fan]
        if row >= 0 and members[least + row] < near[fan]:
            near[fan] = complete(near[fan], row, sets, groups, combinations, ranks, steps, vectors, w, tiles, members)
    taker = np.int64(FAR)
    safe = True
    for row in range(combinations.shape[0]):
        fan = combinations[row, 0]
        if NEXT_TAKER <= fan <= FIRST_TAKER:
            taker = min(np.int64(FAR) if fan == FIRST_TAKER else taker, members[least + row])
            continue
        if fan >= TAKEN and safe:
            continue
        if fan >= UNTAKEN:
            safe = safe or fan < TAKEN  # as long as nothing else is found of a row as if nothing took its sets
        untaken = UNTAKEN <= fan < TAKEN
        fan = fan % 100 if fan >= UNTAKEN else fan
        if members[least + row] >= near[fan] or row == members[nearest + fan]:
            continue
        if fan == ONCE_TERMINAL and near[72] < min(near[13], near[29]):
            continue
        found = complete(near[fan], np.int64(row), sets, groups, combinations, ranks, steps, vectors, w, tiles, members)
        if untaken and taker <= found < near[fan]:
            safe = False
        else:
            near[fan] = found


@helper
def complete(
    best: Int, row: Int, sets: Int, groups: npt.NDArray[np.uint64], combinations: npt.NDArray[np.int64],
    ranks: npt.NDArray[np.uint64], steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], w: Words,
    tiles: Words, members: Ints,
) -> Int:  # fmt: skip
    """Return the tiles missing to a combination and the nearest rest, or `best` if that is lower."""
    w[CHOSEN] = w[CHOSEN + 1] = w[CHOSEN + 2] = _ZERO
    for place in range(3):
        barred = np.uint64(combinations[row, 5 + place])
        w[BARRED + place] = barred
        w[BARRED_RANKS + place] = ranks[row, place]
        if barred != _ZERO and melded(barred, combinations, row, np.int64(place), groups, w):
            return best
    for place in range(1, 4):
        group = combinations[row, place]
        w[CHOSEN + np.int64(groups[group, 2])] |= tiles[group]
    pair = combinations[row, 4]
    if pair > 0:
        suit = (pair - 1) // 9
        w[CHOSEN + suit] += _PAIR << np.uint64(4 * (pair - 1 - 9 * suit))
    left = sets - (sum_groups(row, combinations, members) >> 6)
    return beside(best, left, np.int64(0 if pair > 0 else 1), HONORS_TOO, steps, vectors, w)


@helper
def melded(
    barred: Word, combinations: npt.NDArray[np.int64], row: Int, suit: Int, groups: npt.NDArray[np.uint64], w: Words
) -> bool:
    """Say whether a set that is barred beside a combination lies in the melds, those of the combination apart."""
    chows, pungs = w[CHOWS + suit], w[PUNGS + suit]
    for place in range(1, 4):
        group = combinations[row, place]
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
            near[64] = min(near[64], lane_of(w[ALL], sets, 1))
            continue
        for pung in range(2):
            for pair in range(2):
                chows = wanted - 3 * pung - 2 * pair
                left = sets - pung - chows
                if chows < 0 or left < 0:
                    continue
                least = lacking(wanted, held) + lacking(2 * chows, around)
                if least + lane_of(w[ALL], left, 1 - pair) >= near[64]:
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
                        if missing + lane_of(w[ALL], left, 1 - pair) >= near[64]:
                            continue
                        w[CHOSEN + suit] = tiles
                        near[64] = beside(near[64], left, np.int64(1 - pair), HONORS_TOO, steps, vectors, w)
