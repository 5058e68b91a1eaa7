"""Sets, shapes, waits and set combinations for the slow twin of the scorer.

Written from the rules alone and meant to be obviously right. A tile is its index 0..33; counts hold a number per kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise, permutations, product

WINDS = range(27, 31)
DRAGONS = range(31, 34)
ORPHANS = (0, 8, 9, 17, 18, 26, *WINDS, *DRAGONS)

# In the order of (suit of 147, suit of 258, suit of 369).
KNITTED = tuple(
    tuple(9 * suit + start + step for start, suit in enumerate(suits) for step in (0, 3, 6))
    for suits in permutations(range(3))
)

Piece = tuple[str, int]  # "chow" with its lowest tile, or "pung"
Split = tuple[tuple[Piece, ...], int | None]  # sets, tile of the pair
Edge = tuple[int, tuple[int, ...]]  # a fan and the positions of the sets that make it

COMBINATION_POINTS = {
    14: 48, 15: 48, 16: 32, 23: 24, 24: 24, 28: 16, 30: 16, 32: 16, 39: 8,
    41: 8, 42: 8, 51: 6, 65: 2, 69: 1, 70: 1, 71: 1, 72: 1,
}  # fmt: skip


# Readings


@cache
def splits(counts: tuple[int, ...], suited: bool) -> tuple[Split, ...]:
    """Part the tiles of one suit, or the honors, into sets and at most one pair, in every way."""
    if not any(counts):
        return (((), None),)
    lowest = next(rank for rank, count in enumerate(counts) if count)
    found: dict[Split, None] = {}
    pieces = {"pair": {lowest: 2}, "pung": {lowest: 3}, "chow": {lowest + step: 1 for step in range(3)}}
    for kind, taken in pieces.items():
        if kind == "chow" and (not suited or lowest > 6):
            continue
        if any(counts[rank] < number for rank, number in taken.items()):
            continue
        rest = tuple(count - taken.get(rank, 0) for rank, count in enumerate(counts))
        for sets, pair in splits(rest, suited):
            if kind != "pair":
                found[tuple(sorted((*sets, (kind, lowest)))), pair] = None
            elif pair is None:
                found[sets, lowest] = None
    return tuple(found)


def set_readings(counts: Sequence[int]) -> Iterator[tuple[list[Piece], int]]:
    """Yield every way to part all tiles into sets and exactly one pair."""
    groups = [splits(tuple(counts[first : first + 9]), True) for first in (0, 9, 18)]
    groups.append(splits(tuple(counts[27:]), False))
    for parts in product(*groups):
        pairs = [first + pair for first, (_, pair) in zip((0, 9, 18, 27), parts, strict=True) if pair is not None]
        if len(pairs) == 1:
            firsts_and_parts = zip((0, 9, 18, 27), parts, strict=True)
            yield [(kind, first + tile) for first, (sets, _) in firsts_and_parts for kind, tile in sets], pairs[0]


def knitted_readings(counts: Sequence[int], n_melds: int) -> Iterator[tuple[int, list[Piece], int]]:
    """Yield (arrangement, sets, pair) for every reading as a Knitted Straight."""
    if n_melds > 1:
        return
    for arrangement, body in enumerate(KNITTED):
        if all(counts[tile] for tile in body):
            rest = [count - (tile in body) for tile, count in enumerate(counts)]
            for sets, pair in set_readings(rest):
                yield arrangement, sets, pair


# Shapes and waits


def is_seven_pairs(counts: Sequence[int], four_alike: bool = True) -> bool:
    """Whether the tiles are seven pairs; with `four_alike`, four of a kind are two of them."""
    return sum(counts) == 14 and all(count in ((0, 2, 4) if four_alike else (0, 2)) for count in counts)


def is_orphans(counts: Sequence[int]) -> bool:
    """Whether the tiles are one of each terminal and honor and one of them again."""
    return sum(counts) == 14 and all(counts[tile] for tile in ORPHANS) and sum(counts[tile] for tile in ORPHANS) == 14


def is_honors_and_knitted(counts: Sequence[int]) -> bool:
    """Whether the tiles are fourteen different ones out of the honors and one knitted pattern."""
    if sum(counts) != 14 or max(counts) > 1:
        return False
    suited = {tile for tile in range(27) if counts[tile]}
    return any(suited <= set(body) for body in KNITTED)


def shapes(counts: Sequence[int], n_melds: int, four_alike: bool = True) -> set[str]:
    """Name the shapes that the concealed tiles, winning tile included, complete with so many melds."""
    found = set()
    if sum(counts) == 14 - 3 * n_melds:
        if any(True for _ in set_readings(counts)):
            found.add("sets")
        if any(True for _ in knitted_readings(counts, n_melds)):
            found.add("knitted straight")
        if n_melds == 0 and is_seven_pairs(counts, four_alike):
            found.add("seven pairs")
        if n_melds == 0 and is_orphans(counts):
            found.add("orphans")
        if n_melds == 0 and is_honors_and_knitted(counts):
            found.add("honors and knitted")
    return found


@lru_cache(maxsize=10_000)
def completing_tiles(concealed: tuple[int, ...], n_melds: int, four_alike: bool) -> frozenset[int]:
    """Try each of the 34 kinds as one more tile, a fifth copy too."""
    tries = ((tile, [count + (kind == tile) for kind, count in enumerate(concealed)]) for tile in range(34))
    return frozenset(tile for tile, counts in tries if shapes(counts, n_melds, four_alike))


# Combinations


def same_suit(ids: Sequence[int], size: int) -> bool:
    """Whether ids counted `size` to a suit lie in one suit."""
    return len({number // size for number in ids}) == 1


def three_suits(ids: Sequence[int], size: int) -> bool:
    """Whether ids counted `size` to a suit lie in three suits."""
    return len({number // size for number in ids}) == 3


def rising(numbers: Sequence[int], step: int) -> bool:
    """Whether the sorted numbers go up by `step` each time."""
    ordered = sorted(numbers)
    return all(after - before == step for before, after in pairwise(ordered))


def chow_fan(chows: Sequence[int]) -> int | None:
    """Name the fan that two, three or four chows make together; a chow is 7 * suit + rank of its lowest tile - 1."""
    ranks = [chow % 7 for chow in chows]
    one_suit, all_suits = same_suit(chows, 7), three_suits(chows, 7)
    if len(chows) == 2:
        tests = {69: one_suit and rising(ranks, 0), 70: not one_suit and rising(ranks, 0),
                 71: one_suit and rising(ranks, 3), 72: one_suit and rising(ranks, 6)}  # fmt: skip
    elif len(chows) == 3:
        tests = {23: one_suit and rising(ranks, 0), 30: one_suit and (rising(ranks, 1) or rising(ranks, 2)),
                 28: one_suit and rising(ranks, 3), 39: all_suits and rising(ranks, 3),
                 41: all_suits and rising(ranks, 0), 51: all_suits and rising(ranks, 1)}  # fmt: skip
    else:
        tests = {14: one_suit and rising(ranks, 0), 16: one_suit and (rising(ranks, 1) or rising(ranks, 2))}
    return next((fan for fan, holds in tests.items() if holds), None)


def pung_fan(pungs: Sequence[int]) -> int | None:
    """Name the fan that two, three or four pungs or kongs of suit tiles make together."""
    if max(pungs) >= 27:
        return None
    ranks = [pung % 9 for pung in pungs]
    one_suit, all_suits = same_suit(pungs, 9), three_suits(pungs, 9)
    if len(pungs) == 2:
        tests = {65: not one_suit and rising(ranks, 0)}
    elif len(pungs) == 3:
        tests = {24: one_suit and rising(ranks, 1),
                 32: all_suits and rising(ranks, 0), 42: all_suits and rising(ranks, 1)}  # fmt: skip
    else:
        tests = {15: one_suit and rising(ranks, 1)}
    return next((fan for fan, holds in tests.items() if holds), None)


def account_once(edges: Sequence[Edge], n_sets: int) -> bool:
    """Whether each fan joins sets that were apart before it, and no set serves twice in one fan."""
    component = list(range(n_sets))
    for _, members in edges:
        joined = {component[position] for position in members}
        if len(joined) < len(members):
            return False
        component = [min(joined) if label in joined else label for label in component]
    return all(
        fan != other_fan or not set(members) & set(other_members)
        for (fan, members), (other_fan, other_members) in combinations(edges, 2)
    )


def best_combination(sets: Sequence[int], fan_of: Callable[[Sequence[int]], int | None]) -> dict[int, int]:
    """Choose the most valuable legal subset of the fans that the sets make; ties go to the lower fan numbers."""
    edges: list[Edge] = []
    for size in (2, 3, 4):
        for members in combinations(range(len(sets)), size):
            fan = fan_of([sets[position] for position in members])
            if fan is not None:
                edges.append((fan, members))
    best: list[int] = []
    best_key: tuple[int, list[int]] = (0, [])
    for number in range(4):  # four sets are joined by three fans at most
        for chosen in combinations(edges, number):
            if account_once(chosen, len(sets)):
                fans = sorted(fan for fan, _ in chosen)
                key = (sum(COMBINATION_POINTS[fan] for fan in fans), [fans.count(fan) for fan in range(1, 83)])
                if key > best_key:
                    best, best_key = fans, key
    return {fan: best.count(fan) for fan in best}


@cache
def best_chow_fans(chows: tuple[int, ...]) -> dict[int, int]:
    """Return the best legal fans of several chows, ids 7 * suit + rank of the lowest tile - 1, the pair left aside."""
    return best_combination(chows, chow_fan)


def chow_fans(chows: tuple[int, ...], pair: int) -> dict[int, int]:
    """Return `best_chow_fans`, or Pure or Three-Suited Terminal Chows, which use four chows and the pair."""
    suits = sorted(chow // 7 for chow in chows)
    if len(chows) == 4 and pair < 27 and pair % 9 == 4 and all(chow % 7 in (0, 6) for chow in chows):
        if sorted(chows) == [7 * (pair // 9), 7 * (pair // 9), 7 * (pair // 9) + 6, 7 * (pair // 9) + 6]:
            return {13: 1}
        if len(set(chows)) == 4 and len(set(suits)) == 2 and pair // 9 not in suits:
            return {29: 1}
    return best_chow_fans(tuple(sorted(chows)))


@cache
def best_pung_fans(pungs: tuple[int, ...]) -> dict[int, int]:
    """Return the best legal fans of several pungs or kongs, with the dragon and wind fans that need no pair."""
    fans = dict(best_combination(pungs, pung_fan))
    dragons = sum(pung in DRAGONS for pung in pungs)
    winds = sum(pung in WINDS for pung in pungs)
    for fan, holds in ((1, winds == 4), (2, dragons == 3), (38, winds == 3), (54, dragons == 2), (59, dragons == 1)):
        if holds:
            fans[fan] = 1
    return fans


def pung_fans(pungs: tuple[int, ...], pair: int) -> dict[int, int]:
    """Return `best_pung_fans`, made Little Four Winds or Little Three Dragons where the pair completes them."""
    fans = dict(best_pung_fans(tuple(sorted(pungs))))
    if 38 in fans and pair in WINDS:
        del fans[38]
        fans[9] = 1
    if 54 in fans and pair in DRAGONS:
        del fans[54]
        fans[10] = 1
    return fans
