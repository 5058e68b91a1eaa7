"""What the kernels of `fan_distance` look up: automata, groups of sets that make a fan, and fans that spoil others."""

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..tables.load import load_file

# Places of distances that are no fans, as no target has these fans of the win: to the chows of Pure Terminal Chows and
# of Three-Suited Terminal Chows with any pair, and to Two Terminal Chows without further chows at one end.
TWICE_TERMINAL, BOTH_TERMINAL, ONCE_TERMINAL = 43, 44, 45

# Rows of `FanTables.heads` that hang together: sets that would take those of the rows after them, the first of
# which is marked; then sets as if nothing took them, added to their fan, to be used where no taker is near enough; else
# the same with sets barred.
FIRST_TAKER, NEXT_TAKER = 101, 100
UNTAKEN, TAKEN = 200, 300

Group = tuple[int, int, int]  # suit, chows as nibbles by lowest rank, pungs as nibbles by rank
Chow = tuple[int, int]  # suit and lowest rank
Barred = dict[int, int]  # by suit: chows, bit low, and pungs, bit 16 + rank


class FanTables(NamedTuple):
    """Read-only arrays.

    Attributes
    ----------
    steps : (n,) uint16
        ``fan_steps`` of `build_fan_distances`, row after row.
    vectors : (k,) uint64
        ``fan_vectors``.
    groups : (g, 3) uint64
        Chows, pungs, and the suit of sets of one suit that stand in `heads`; the first has no sets.
    heads : (c,) uint64
        Sets that make a fan: the fan and its groups (three, 0 for none), 16 bits each.
    combinations : (c, 4) int64
        Of the same sets 1 + the pair that they need, 0 any; then for m, p and s the chows, bit low, and pungs,
        bit 16 + rank, that may not stand beside them.
    ranks : (c, 3) uint64
        The ranks of these, bit 4 * r.
    """

    steps: npt.NDArray[np.uint16]
    vectors: npt.NDArray[np.uint64]
    groups: npt.NDArray[np.uint64]
    heads: npt.NDArray[np.uint64]
    combinations: npt.NDArray[np.int64]
    ranks: npt.NDArray[np.uint64]


@functools.cache
def load_fan_tables() -> FanTables:
    """Return the tables of `fan_distance`; made once a process.

    Returns
    -------
    FanTables

    Raises
    ------
    TableFileError
        If a file is missing or was changed.
    """
    empty = 0
    numbers: dict[Group, int] = {(0, 0, 0): empty}
    heads, rows = [], []
    for fan, groups, pair, barred in combinations():
        places = [numbers.setdefault(group, len(numbers)) for group in groups] + [empty] * (3 - len(groups))
        heads.append(sum(number << 16 * place for place, number in enumerate([fan, *places])))
        rows.append((pair, *(barred.get(suit, 0) for suit in range(3))))
    made = FanTables(
        np.ascontiguousarray(load_file("fan_steps")).reshape(-1),
        load_file("fan_vectors"),
        np.array([(chows, pungs, suit) for suit, chows, pungs in numbers], np.uint64),
        np.array(heads, np.uint64),
        np.array(rows, np.int64),
        np.array([[_ranks_of(sets) for sets in row[1:]] for row in rows], np.uint64),
    )
    for array in made:
        array.setflags(write=False)
    return made


def _ranks_of(sets: int) -> int:
    """Return the ranks, bit 4 * r, of chows and pungs of a suit given as bits."""
    ranks = {low + step for low in range(7) if sets >> low & 1 for step in range(3)}
    ranks |= {rank for rank in range(9) if sets >> 16 + rank & 1}
    return sum(1 << 4 * rank for rank in ranks)


def combinations() -> Iterator[tuple[int, list[Group], int, Barred]]:
    """Yield every combination of sets that makes a fan.

    Yields
    ------
    fan : int
    groups : list of tuple
        Its sets, those of each suit together.
    pair : int
        1 + the pair that it needs, 0 any.
    barred : dict of int to int
        Sets of each suit beside which these sets would make a larger fan instead. Where a larger fan needs two sets
        more, a combination is there once for each way to bar one of every two.
    """
    suits = range(3)
    for suit, low in itertools.product(suits, range(7)):
        yield 14, [chows(suit, [low] * 4)], 0, {}
    for suit in suits:
        one, other = _others(suit)
        yield 13, [chows(suit, [0, 0, 6, 6])], 9 * suit + 5, {}
        yield 29, [chows(one, [0, 6]), chows(other, [0, 6])], 9 * suit + 5, {}
        yield TWICE_TERMINAL, [chows(suit, [0, 0, 6, 6])], 0, {}
        yield BOTH_TERMINAL, [chows(one, [0, 6]), chows(other, [0, 6])], 0, {}
    for suit, low, step in _runs(4):
        yield 16, [chows(suit, range(low, low + 4 * step, step))], 0, {}
    for suit, low in itertools.product(suits, range(6)):
        yield 15, [pungs(suit, range(low, low + 4))], 0, {}
    yield from _of_three_chows()
    yield from _of_three_pungs()
    for suit, low in itertools.product(suits, range(7)):
        one, other = _others(suit)
        far = 1 << 6 - low if low in (0, 6) else 0  # the chows at the other end, which could make terminal chows
        yield 69, [chows(suit, [low] * 2)], 0, {suit: 1 << low | far}
        if far:
            yield 69, [chows(suit, [low, low, 6 - low])], 0, {suit: 1 << low | far}
        yield 70, [chows(one, [low]), chows(other, [low])], 0, {suit: 1 << low, one: far}
        if far:
            yield 70, [chows(one, [low]), chows(other, [low])], 0, {suit: 1 << low, other: far}
    for suit, rank in itertools.product(suits, range(9)):
        one, other = _others(suit)
        yield 65, [pungs(one, [rank]), pungs(other, [rank])], 0, {suit: 1 << 16 + rank}
    for suit, low in itertools.product(suits, range(4)):
        yield from _two_apart(71, suit, low, low + 3)
    for suit in suits:
        yield from _two_apart(72, suit, 0, 6)
        yield from ((73, [pungs(suit, [rank])], 0, {}) for rank in (0, 8))
    for suit, end in itertools.product(suits, (1, 64)):
        for barred in _hit(*_takers(suit, 0, 6)):
            yield ONCE_TERMINAL, [chows(suit, [0, 6])], 0, {other: sets | end for other, sets in barred.items()}


def _others(suit: int) -> tuple[int, int]:
    """Return the other two suits."""
    return (1 if suit == 0 else 0), (1 if suit == 2 else 2)


def _of_three_chows() -> Iterator[tuple[int, list[Group], int, Barred]]:
    suits = range(3)
    for suit, low in itertools.product(suits, range(7)):
        yield 23, [chows(suit, [low] * 3)], 0, {suit: 1 << low}
    for suit in suits:
        yield 28, [chows(suit, [0, 3, 6])], 0, {}
    for suit, low, step in _runs(3):
        further = [number for number in (low - step, low + 3 * step) if 0 <= number < 7]
        yield 30, [chows(suit, range(low, low + 3 * step, step))], 0, {suit: sum(1 << number for number in further)}
    for order in itertools.permutations(suits):
        yield 39, [chows(suit, [3 * place]) for place, suit in enumerate(order)], 0, {}
        yield from ((51, [chows(suit, [low + place]) for place, suit in enumerate(order)], 0, {}) for low in range(5))
    yield from ((41, [chows(suit, [low]) for suit in suits], 0, {}) for low in range(7))


def _of_three_pungs() -> Iterator[tuple[int, list[Group], int, Barred]]:
    for suit, low in itertools.product(range(3), range(7)):
        further = [rank for rank in (low - 1, low + 3) if 0 <= rank < 9]
        yield 24, [pungs(suit, range(low, low + 3))], 0, {suit: sum(1 << 16 + rank for rank in further)}
    for order in itertools.permutations(range(3)):
        yield from ((42, [pungs(suit, [low + place]) for place, suit in enumerate(order)], 0, {}) for low in range(7))
    yield from ((32, [pungs(suit, [rank]) for suit in range(3)], 0, {}) for rank in range(9))


def _two_apart(fan: int, suit: int, low: int, high: int) -> Iterator[tuple[int, list[Group], int, Barred]]:
    """Yield two chows of a suit: what takes them, then as if nothing did, then with every way to bar it."""
    thirds, takers = _takers(suit, low, high)
    for number, taker in enumerate(takers):
        lows = {other: [start for in_suit, start in taker if in_suit == other] for other in range(3)}
        lows[suit] += [low, high]
        yield FIRST_TAKER - (number > 0), [chows(other, lows[other]) for other in range(3) if lows[other]], 0, {}
    yield (fan + UNTAKEN if takers else fan), [chows(suit, [low, high])], 0, _as_barred(thirds)
    if takers:
        yield from ((fan + TAKEN, [chows(suit, [low, high])], 0, barred) for barred in _hit(thirds, takers))


def _takers(suit: int, low: int, high: int) -> tuple[set[Chow], list[set[Chow]]]:
    """Return chows, and couples of chows, that take two chows of a suit into a larger fan or join them otherwise.

    A third chow may make them a Pure Straight, two more Four Pure Shifted Chows; and two chows of the other suits may
    make a Mixed Straight with one of them, which the other then joins as Mixed Double Chow.
    """
    takers = [{(suit, low + step), (suit, low + 2 * step)} for step in (1, 2) if high - low == 3 * step]
    if low % 3 > 0:
        return set(), takers
    one, other = _others(suit)
    third = ({0, 3, 6} - {low, high}).pop()
    for first, second in ((one, other), (other, one)):
        takers += [{(first, third), (second, number)} for number in (low, high)]
    return {(suit, third)}, takers


def _hit(thirds: set[Chow], takers: list[set[Chow]]) -> Iterator[Barred]:
    """Yield the least ways to bar all of some chows and one of every couple."""
    choices = {frozenset(chosen) for chosen in itertools.product(*takers)}
    least = (choice for choice in choices if not any(other < choice for other in choices))
    yield from (_as_barred(thirds | choice) for choice in sorted(least, key=sorted))


def _as_barred(barred: Iterable[Chow]) -> Barred:
    return {number: sum(1 << start for suit, start in barred if suit == number) for number in range(3)}


def _runs(length: int) -> Iterator[tuple[int, int, int]]:
    """Yield suit, lowest rank and step of the chows of one suit that rise by one or two."""
    for suit, step in itertools.product(range(3), (1, 2)):
        for low in range(7 - step * (length - 1)):
            yield suit, low, step


def chows(suit: int, lows: Sequence[int]) -> Group:
    """Return chows of a suit, by lowest rank from 0."""
    return suit, sum(1 << 4 * low for low in lows), 0


def pungs(suit: int, ranks: Sequence[int]) -> Group:
    """Return pungs of a suit, by rank from 0."""
    return suit, 0, sum(1 << 4 * rank for rank in ranks)


# Fans that bar others in the same hand, where nothing else takes care of it.
_BARRED = {
    22: [13], 50: [3], 63: [13, 29], 64: [14], 65: [8], 68: [21, 26, 31], 69: [13], 70: [29], 72: [13, 29],
    73: [1, 8, 9, 11, 18], 75: [2, 10, 14, 15, 16, 38, 40], 76: [25, 27, 36, 37],
}  # fmt: skip
_BARRED_IN_PAIRS = {
    50: [3], 64: [8], 68: [26], 76: [36, 37],
}  # fmt: skip


def spoilers_of(bars: npt.NDArray[np.uint64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return pairs of fans of which the first may not count beside the second, by the rules given.

    Parameters
    ----------
    bars : (83, 2) uint64
        Of compiled rules.

    Returns
    -------
    tuple of (k, 2) int64
        For four sets and a pair, and for seven pairs.
    """

    def barred(table: dict[int, list[int]]) -> list[tuple[int, int]]:
        pairs = [(fan, by) for fan, spoiling in table.items() for by in spoiling]
        return [(fan, by) for fan, by in pairs if int(bars[by, (fan - 1) // 64]) >> (fan - 1) % 64 & 1]

    found = np.array(barred(_BARRED), np.int64), np.array(barred(_BARRED_IN_PAIRS), np.int64)
    for pairs in found:
        pairs.setflags(write=False)
    return found
