"""Slow, obvious twin of hand analysis: shanten, useful tiles, waits and discards by listing complete hands.

It shares no code and no table with the library. The distance of a hand to a form is the smallest number of tiles
missing from it, over the complete hands of that form which can exist: no kind more than four times, the tiles in
one's own melds counted. Shanten is one less. Only the regular form and the knitted straight have too many complete
hands for one list; there the tiles of each suit are listed apart and the lists joined by sets and pairs.

`concealed` and `eaten` are counts of the 34 kinds; `eaten` are the tiles in own melds, all zero for sets unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement

import numpy as np
import numpy.typing as npt
from oracle_sets import KNITTED, ORPHANS, completing_tiles

FORMS = ("regular", "seven_pairs", "thirteen_orphans", "honors_and_knitted", "knitted_straight")
UNREACHABLE = 127

Counts = Sequence[int]
Targets = npt.NDArray[np.int8]  # (kinds, hands): a column is what a hand holds when it is complete
Needs = dict[tuple[int, int], int]  # tiles missing to (sets, pairs)

GROUPS = tuple(slice(first, min(first + 9, 34)) for first in (0, 9, 18, 27))


def fewest_missing(targets: Targets, held: Counts, eaten: Counts) -> int:
    """Count the tiles that `held` lacks to the nearest target; a target that needs a fifth copy is none."""
    missing = np.maximum(targets - np.array(held, np.int8)[:, None], 0).sum(axis=0, dtype=np.int8)
    possible = (targets <= 4 - np.array(eaten, np.int8)[:, None]).all(axis=0) if any(eaten) else True
    return int(missing.min(initial=UNREACHABLE, where=possible))


def sets_of(kinds: int) -> Targets:
    """List the sets of one suit (9 kinds) or of the honors (7 kinds)."""
    pungs = [[3 * (kind == tile) for kind in range(kinds)] for tile in range(kinds)]
    chows = [[int(first <= kind < first + 3) for kind in range(9)] for first in range(7)]
    return np.array(pungs + (chows if kinds == 9 else []), np.int8)


@cache
def targets_of(kinds: int, body: tuple[int, ...], most_sets: int) -> dict[tuple[int, int], Targets]:
    """List all tiles of a suit, or of the honors, that are some sets, maybe a pair, and the given single tiles."""
    singles = np.array([kind in body for kind in range(kinds)], np.int8)
    pairs = 2 * np.eye(kinds, dtype=np.int8)
    found = {}
    for n_sets in range(most_sets + 1):
        chosen = list(combinations_with_replacement(sets_of(kinds), n_sets))
        sets = singles + np.array(chosen, np.int8).reshape(len(chosen), n_sets, kinds).sum(axis=1, dtype=np.int8)
        with_pair = (sets[:, None] + pairs).reshape(-1, kinds)
        for n_pairs, hands in enumerate((sets, with_pair)):
            possible = hands[hands.max(axis=1) <= 4]
            found[n_sets, n_pairs] = np.ascontiguousarray(np.unique(possible, axis=0).T)
    return found


@lru_cache(maxsize=200_000)
def needs(held: tuple[int, ...], eaten: tuple[int, ...], body: tuple[int, ...], most_sets: int) -> Needs:
    """Count the tiles missing in one suit, or the honors, to each number of sets and pairs beside the body."""
    targets = targets_of(len(held), body, most_sets)
    return {wanted: fewest_missing(listed, held, eaten) for wanted, listed in targets.items()}


def sets_and_pair(concealed: Counts, eaten: Counts, body: Sequence[int], n_sets: int) -> int:
    """Count the tiles missing to the body, so many sets and a pair, over all ways to share them among the suits."""
    totals: Needs = {(0, 0): 0}
    for group in GROUPS:
        part = tuple(tile - group.start for tile in body if group.start <= tile < group.stop)
        options = needs(tuple(concealed[group]), tuple(eaten[group]), part, n_sets)
        joined: Needs = {}
        for (sets, pairs), missing in totals.items():
            for (more_sets, more_pairs), more in options.items():
                wanted = (sets + more_sets, pairs + more_pairs)
                if wanted[0] <= n_sets and wanted[1] <= 1 and missing + more < joined.get(wanted, UNREACHABLE):
                    joined[wanted] = missing + more
        totals = joined
    return totals.get((n_sets, 1), UNREACHABLE)


# The five forms


def distance_regular(concealed: Counts, n_melds: int, eaten: Counts) -> int:
    """Shanten to sets and a pair."""
    return sets_and_pair(concealed, eaten, (), 4 - n_melds) - 1


def distance_knitted_straight(concealed: Counts, n_melds: int, eaten: Counts) -> int:
    """Shanten to nine knitted tiles, a set (it may be the one meld) and a pair."""
    if n_melds > 1:
        return UNREACHABLE
    return min(sets_and_pair(concealed, eaten, body, 1 - n_melds) for body in KNITTED) - 1


def distance_seven_pairs(concealed: Counts, n_melds: int, eaten: Counts) -> int:
    """Shanten to seven pairs; four of a kind are two, and the second pair of a kind costs at least the first."""
    if n_melds:
        return UNREACHABLE
    costs = [cost for held in concealed for cost in (max(2 - held, 0), min(4 - held, 2))]
    return sum(sorted(costs)[:7]) - 1


@cache
def orphan_hands() -> Targets:
    """List the thirteen hands of all orphans and one of them again."""
    hands = [[(tile in ORPHANS) + (tile == twice) for tile in range(34)] for twice in ORPHANS]
    return np.ascontiguousarray(np.array(hands, np.int8).T)


@cache
def honors_and_knitted_hands() -> Targets:
    """List the choices of fourteen different tiles out of a knitted pattern and the honors."""
    chosen = [tiles for body in KNITTED for tiles in combinations((*body, *range(27, 34)), 14)]
    return np.ascontiguousarray(np.array([[tile in tiles for tile in range(34)] for tiles in chosen], np.int8).T)


def distance_orphans(concealed: Counts, n_melds: int, eaten: Counts) -> int:
    """Shanten to thirteen orphans."""
    return UNREACHABLE if n_melds else fewest_missing(orphan_hands(), concealed, eaten) - 1


def distance_honors_and_knitted(concealed: Counts, n_melds: int, eaten: Counts) -> int:
    """Shanten to fourteen different honors and knitted tiles."""
    return UNREACHABLE if n_melds else fewest_missing(honors_and_knitted_hands(), concealed, eaten) - 1


DISTANCES = (
    distance_regular,
    distance_seven_pairs,
    distance_orphans,
    distance_honors_and_knitted,
    distance_knitted_straight,
)


# Analysis


@lru_cache(maxsize=200_000)
def five_forms(concealed: tuple[int, ...], n_melds: int, eaten: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shanten of the five forms and the best of them."""
    if sum(concealed) not in (13 - 3 * n_melds, 14 - 3 * n_melds):
        raise ValueError(f"{sum(concealed)} concealed tiles with {n_melds} melds")
    found = [distance(concealed, n_melds, eaten) for distance in DISTANCES]
    return (*found, min(found))


def shanten(concealed: Counts, n_melds: int, eaten: Counts) -> tuple[int, ...]:
    """Return the shanten of the five forms in the order of FORMS, then the best."""
    return five_forms(tuple(map(int, concealed)), n_melds, tuple(map(int, eaten)))


def with_one(concealed: Counts, tile: int) -> list[int]:
    """Return the counts after a draw."""
    return [count + (kind == tile) for kind, count in enumerate(concealed)]


def without(concealed: Counts, tile: int) -> list[int]:
    """Return the counts after a discard."""
    return [count - (kind == tile) for kind, count in enumerate(concealed)]


def useful_tiles(concealed: Counts, n_melds: int, eaten: Counts, form: str | None = None) -> set[int]:
    """Name the tiles whose draw lowers the shanten of the form, or the best shanten.

    Of 3n + 2 tiles: after some discard that keeps the shanten.
    """
    column = 5 if form is None else FORMS.index(form)
    before = shanten(concealed, n_melds, eaten)[column]
    if sum(concealed) % 3 == 2:
        rests = [without(concealed, tile) for tile in range(34) if concealed[tile]]
        kept = [rest for rest in rests if shanten(rest, n_melds, eaten)[column] == before]
        return set().union(*(useful_tiles(rest, n_melds, eaten, form) for rest in kept))
    draws = [tile for tile in range(34) if concealed[tile] + eaten[tile] < 4]
    return {tile for tile in draws if shanten(with_one(concealed, tile), n_melds, eaten)[column] < before}


def formal_waits(concealed: Counts, n_melds: int) -> set[int]:
    """Name the kinds that complete any shape with these 3n + 1 tiles; a fifth copy counts."""
    return set(completing_tiles(tuple(map(int, concealed)), n_melds, True))


def live_waits(concealed: Counts, n_melds: int, eaten: Counts, visible: Counts = (0,) * 34) -> set[int]:
    """Name the formal waits of which a copy is left outside the own tiles and those seen elsewhere."""
    waits = formal_waits(concealed, n_melds)
    return {tile for tile in waits if concealed[tile] + eaten[tile] + visible[tile] < 4}


def discards(concealed: Counts, n_melds: int, eaten: Counts) -> dict[int, tuple[tuple[int, ...], set[int]]]:
    """Map each tile that can be discarded from 3n + 2 to the shanten and the useful tiles of what is left."""
    rests = {tile: without(concealed, tile) for tile in range(34) if concealed[tile]}
    return {tile: (shanten(rest, n_melds, eaten), useful_tiles(rest, n_melds, eaten)) for tile, rest in rests.items()}
