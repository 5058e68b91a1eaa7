"""Distances of a suit to sets and a pair, as small automata: the tables of hand analysis, found once.

A suit is read rank by rank. What matters of the ranks read so far is a *profile*: for each number of sets begun, each
pair or none, and each number of chows that still need the next one or two ranks, the fewest tiles missing. Only a few
thousand profiles exist, so the automaton over them is small, and following it for every state of a suit gives the class
of each: states of one class are equally far from every target. Only 126 classes of suits exist and 55 of the honors.

A *vector* is what a class stands for: entry ``2 * k + p`` is the fewest tiles missing to k sets and p pairs, k = 0..4.
"""

import itertools
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

FAR = 30  # more than any hand can miss
Array = npt.NDArray[np.generic]
Profile = npt.NDArray[np.uint8]
Transitions = list[npt.NDArray[np.uint16]]


class Automaton(NamedTuple):
    """Transitions of each rank by count 0..4, and the vector each last profile stands for."""

    steps: Transitions
    vectors: list[tuple[int, ...]]


def automaton(
    ranks: int, sets: int, most: int, *, honors: bool = False, body: int = -1, excluding: bool = False
) -> Automaton:
    """Read every suit of a number of ranks.

    Parameters
    ----------
    ranks : int
        1..9; no chow reaches beyond them.
    sets : int
        Most sets of a target.
    most : int
        Most tiles of one kind in a target: 4, or 3 where one copy may lie elsewhere.
    honors : bool
        No chows.
    body : int
        0, 1, 2: a target also holds one tile of each rank r with ``r % 3 == body``; -1: none.
    excluding : bool
        Add a sixth symbol: a rank that no target may use.
    """
    places: dict[tuple[int, int, int, int], int] = {}
    for begun, pair, one_left, two_left in itertools.product(
        range(sets + 1), range(2), range(sets + 1), range(sets + 1)
    ):
        if one_left + two_left <= begun:
            places[begun, pair, two_left, one_left] = len(places)
    first = np.full(len(places), FAR, np.uint8)
    first[places[0, 0, 0, 0]] = 0
    profiles = [first]
    steps: Transitions = []
    for rank in range(ranks):
        needed = int(body >= 0 and rank % 3 == body)
        chows = 0 if honors or rank > ranks - 3 else sets
        moves = _moves(places, sets, chows, needed, most)
        found: dict[bytes, int] = {}
        after: list[Profile] = []
        table = np.zeros((len(profiles), 6 if excluding else 5), np.uint16)
        for number, profile in enumerate(profiles):
            for symbol in range(table.shape[1]):
                new = _step(profile, moves, symbol)
                if new.tobytes() not in found:
                    found[new.tobytes()] = len(after)
                    after.append(new)
                table[number, symbol] = found[new.tobytes()]
        steps.append(table)
        profiles = after
    ends = [places.get((k, p, 0, 0), -1) for k in range(5) for p in range(2)]
    vectors = [tuple(int(profile[end]) if end >= 0 else FAR for end in ends) for profile in profiles]
    return Automaton(steps, vectors)


def _moves(
    places: dict[tuple[int, int, int, int], int], sets: int, chows: int, needed: int, most: int
) -> npt.NDArray[np.intp]:
    """List (to, from, tiles of this rank in the target) of every choice at one rank."""
    moves = []
    for (begun, pair, two_left, one_left), number in places.items():
        for chow, pung, new_pair in itertools.product(range(chows + 1), range(2), range(2 - pair)):
            tiles = two_left + one_left + chow + 3 * pung + 2 * new_pair + needed
            to = places.get((begun + chow + pung, pair + new_pair, chow, two_left))
            if tiles <= most and to is not None:
                moves.append((to, number, tiles))
    return np.array(sorted(moves))


def _step(profile: Profile, moves: npt.NDArray[np.intp], symbol: int) -> Profile:
    """Return the profile after a rank of which `symbol` tiles are held; 5 is a rank that may not be used."""
    to, source, tiles = moves.T
    missing = np.maximum(tiles - symbol, 0) if symbol < 5 else np.where(tiles > 0, FAR, 0)
    cost = np.minimum(profile[source] + missing, FAR).astype(np.uint8)
    cuts = np.flatnonzero(np.diff(to, prepend=-1))
    new = np.full(len(profile), FAR, np.uint8)
    new[to[cuts]] = np.minimum.reduceat(cost, cuts)
    return new


def merged(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    """Return the vector of two parts of a hand together."""
    result = [FAR] * 10
    for k, p in itertools.product(range(5), range(2)):
        for sets, pair in itertools.product(range(5 - k), range(2 - p)):
            place = 2 * (k + sets) + p + pair
            result[place] = min(result[place], one[2 * k + p] + other[2 * sets + pair])
    return tuple(min(FAR, value) for value in result)


class Classes:
    """Vectors numbered in the order in which they are met."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[int, ...], int] = {}

    def of(self, vectors: Sequence[tuple[int, ...]]) -> npt.NDArray[np.uint16]:
        """Return the number of each vector."""
        return np.array([self.numbers.setdefault(vector, len(self.numbers)) for vector in vectors], np.uint16)

    def table(self) -> npt.NDArray[np.uint8]:
        """Return all vectors by number."""
        return np.array(list(self.numbers), np.uint8)


def _labelled(read: Automaton, classes: Classes) -> Transitions:
    """Return the transitions of an automaton, the last rank leading straight to classes."""
    labels = classes.of(read.vectors)
    return [*read.steps[:-1], labels[read.steps[-1]]]


def distance_tables() -> dict[str, Array]:
    """Build the automata, the vectors of their classes, and the tables that join two classes into one.

    The automata, in the order of `layout.AUTOMATA`: ``suit`` and ``honor`` are the plain ones; ``body0`` to ``body2``
    have a knitted body's tiles on top. For hands whose melds eat tiles: ``part1`` to ``part9``, stretches of a suit
    between two kinds that no target may use, no kind used more than three times; ``bare``, the honors with some kinds
    left out.
    """
    suits, honors, bodies, parts, bare = Classes(), Classes(), Classes(), Classes(), Classes()
    read = [_labelled(automaton(9, 4, 4), suits), _labelled(automaton(7, 4, 4, honors=True), honors)]
    read += [_labelled(automaton(9, 1, 4, body=body), bodies) for body in range(3)]
    read += [_labelled(automaton(ranks, 3, 3), parts) for ranks in range(1, 10)]
    read += [_labelled(automaton(7, 3, 4, honors=True, excluding=True), bare)]
    sizes = np.zeros((len(read), 9), np.uint16)
    for number, steps in enumerate(read):
        sizes[number, : len(steps)] = [len(table) for table in steps]
    padded = [np.pad(table, ((0, 0), (0, 6 - table.shape[1]))) for steps in read for table in steps]
    tables: dict[str, Array] = {"automaton_steps": np.concatenate(padded), "automaton_sizes": sizes}
    for name, classes in (("suit", suits), ("honor", honors), ("part", parts), ("bare", bare)):
        tables[f"{name}_vectors"] = classes.table()
    tables |= _joined("plain", suits, honors, sets=4, places=(1, 3, 5, 7, 9))
    tables |= _joined("knitted", bodies, honors, sets=1, places=(3,))
    return tables


def _joined(name: str, suits: Classes, honors: Classes, sets: int, places: tuple[int, ...]) -> dict[str, Array]:
    """Join two suits, a suit and the honors, and these two halves; of the whole keep some places of the vector."""

    def join(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
        return (*merged(one, other)[: 2 * sets + 2], *(FAR,) * (8 - 2 * sets))

    halves, others = Classes(), Classes()
    first = [halves.of([join(a, b) for b in suits.numbers]) for a in suits.numbers]
    second = [others.of([join(a, b) for b in honors.numbers]) for a in suits.numbers]
    whole = [[[join(a, b)[place] for place in places] for b in others.numbers] for a in halves.numbers]
    if max(len(halves.numbers), len(others.numbers)) > 256:
        raise OverflowError(f"{name} classes do not fit a byte")
    return {
        f"{name}_halves": np.array(first, np.uint8),
        f"{name}_others": np.array(second, np.uint8),
        f"{name}_whole": np.array(whole, np.uint8),
        **_rests(name, join, (suits, honors, halves, others), places),
    }


def _rests(
    name: str,
    join: Callable[[Sequence[int], Sequence[int]], tuple[int, ...]],
    parts: tuple[Classes, Classes, Classes, Classes],
    places: tuple[int, ...],
) -> dict[str, Array]:
    """Join all parts of a hand but one, and each of these *rests* with what the last part may be.

    The rest of a tile that is drawn stays as it is, so that one look-up tells what the draw brings. Rests that give the
    same with every suit and all honors are one; there are few of them.
    """
    suits, honors, halves, others = (list(classes.numbers) for classes in parts)
    found: dict[tuple[tuple[int, ...], ...], int] = {}
    drawn: dict[tuple[int, ...], tuple[tuple[int, ...], ...]] = {}

    def number(one: Sequence[int], other: Sequence[int]) -> int:
        rest = join(one, other)
        if rest not in drawn:
            whole = [[join(rest, last) for last in lasts] for lasts in (suits, honors)]
            drawn[rest] = tuple(tuple(vector[place] for vector in vectors) for vectors in whole for place in places)
        return found.setdefault(drawn[rest], len(found))

    rests = np.zeros((3, len(halves), max(len(others), len(suits), len(honors))), np.uint8)
    for kind, (firsts, seconds) in enumerate(((suits, others), (halves, honors), (halves, suits))):
        for place, first in enumerate(firsts):
            rests[kind, place, : len(seconds)] = [number(first, second) for second in seconds]
    wide = np.full((2 * len(places), len(found), 1 << (len(suits) - 1).bit_length()), FAR, np.uint8)
    for rest, rows in enumerate(found):
        for row, values in enumerate(rows):
            wide[row, rest, : len(values)] = values
    return {f"{name}_rests": rests, f"{name}_drawn": wide}
