"""Shanten and useful tiles whatever number of copies is held: what PyMahjongGB says of hands that cannot be.

What it does was found by asking it. A hand is divided into sets, parts of sets and a pair, and the tiles that are
missing are never short, though all copies be held. Yet of each kind it takes at most one pung, one part of a pung and
one pair. A tile of which exactly four are held is useful to a ready hand alone; one of which five are held, to any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import permutations, product

from ..kernels import layout
from ..rulebook.tiles import COPIES, KINDS

__all__ = ["best_shanten", "useful_tiles"]

Counts = tuple[int, ...]
Pieces = tuple[int, int, int]  # how many sets, parts of sets, and pairs
Division = tuple[Pieces, ...]
Measure = Callable[[Counts, int], int]  # of counts and the sets to be made of them

_HONORS = tuple(range(layout.HONORS, KINDS))
_ORPHANS = (0, 8, 9, 17, 18, 26, *_HONORS)
_STRAIGHTS = tuple(
    tuple(9 * suit + first + 3 * step for first, suit in enumerate(suits) for step in range(3))
    for suits in permutations(range(3))
)
_NOTHING: Pieces = (0, 0, 0)


def useful_tiles(counts: Counts, form: int) -> tuple[int, list[int]]:
    """Return the shanten of a form, and the tiles that lower it.

    Parameters
    ----------
    counts : tuple of 34 int
        13, 10, 7, 4 or 1 tiles, as many of each as may be.
    form : int
        0 regular, 1 seven pairs, 2 thirteen orphans, 3 honors and knitted tiles, 4 knitted straight.

    Returns
    -------
    tuple of (int, list of int)
        The shanten, and the tiles in ascending order.

    Examples
    --------
    >>> useful_tiles((1, 1) + (0,) * 31 + (5,), layout.REGULAR)  # a pung, a pair and a part of a chow
    (0, [2])
    """
    sets = sum(counts) // 3
    if form != layout.STRAIGHT:
        return _lowering(_FORMS[form], counts, sets)
    best = _straight(counts, sets)
    found: set[int] = set()
    for straight in _STRAIGHTS:
        left = _without(counts, straight)
        missing = [tile for tile in straight if not counts[tile]]
        if len(missing) + _regular(left, sets - 3) == best:
            found.update(missing, _lowering(_regular, left, sets - 3)[1])
    return best, sorted(found)


def best_shanten(counts: Counts) -> int:
    """Return the shanten by the nearest form that a hand of so many tiles can have; -1 for a win.

    Parameters
    ----------
    counts : tuple of 34 int
        3n+1 tiles, or 3n+2 with the winning tile.

    Returns
    -------
    int
        The shanten.

    Examples
    --------
    >>> best_shanten((1, 1, 1) + (0,) * 30 + (8,))
    0
    """
    sets = sum(counts) // 3
    forms = _FORMS if sets == 4 else (_regular, _straight) if sets == 3 else (_regular,)
    return min(measure(counts, sets) for measure in forms)


def _lowering(measure: Measure, counts: Counts, sets: int) -> tuple[int, list[int]]:
    """Return a shanten and the tiles that lower it."""
    shanten = measure(counts, sets)
    found = []
    for tile, held in enumerate(counts):
        if held == COPIES and shanten > 0:
            continue
        if measure((*counts[:tile], held + 1, *counts[tile + 1 :]), sets) < shanten:
            found.append(tile)
    return shanten, found


# --- forms ----------------------------------------------------------------------------------------------------------


def _regular(counts: Counts, sets: int) -> int:
    left = [(sets - min(found, sets), parts, pairs) for found, parts, pairs in _division_of(counts)]
    return min(2 * missing - min(parts, missing) - pairs for missing, parts, pairs in left)


def _seven_pairs(counts: Counts, _: int) -> int:
    return 6 - sum(held // 2 for held in counts)


def _orphans(counts: Counts, _: int) -> int:
    held = [counts[tile] for tile in _ORPHANS]
    return len(held) - sum(copies > 0 for copies in held) - (max(held) > 1)


def _honors_and_knitted(counts: Counts, _: int) -> int:
    return 13 - max(_kinds(counts, (*straight, *_HONORS)) for straight in _STRAIGHTS)


def _straight(counts: Counts, sets: int) -> int:
    return min(9 - _kinds(counts, straight) + _regular(_without(counts, straight), sets - 3) for straight in _STRAIGHTS)


_FORMS: tuple[Measure, ...] = (_regular, _seven_pairs, _orphans, _honors_and_knitted, _straight)


def _kinds(counts: Counts, tiles: Iterable[int]) -> int:
    return sum(counts[tile] > 0 for tile in tiles)


def _without(counts: Counts, tiles: Iterable[int]) -> Counts:
    """Take one copy of each of these tiles away, where there is one."""
    left = list(counts)
    for tile in tiles:
        left[tile] -= left[tile] > 0
    return tuple(left)


# --- divisions ------------------------------------------------------------------------------------------------------


def _division_of(counts: Counts) -> Division:
    """Return what a hand can be divided into at best, each suit and each honor by itself."""
    suits = [counts[first : first + 9] for first in (0, 9, 18)]
    honors = tuple(sorted(filter(None, counts[layout.HONORS :])))
    whole = _division_of_honors(honors)
    for suit in suits:
        whole = _joined(whole, _divided(suit))
    return whole


@lru_cache(4096)
def _division_of_honors(held: Counts) -> Division:
    whole: Division = (_NOTHING,)
    for copies in held:
        whole = _joined(whole, _divided((copies,)))
    return whole


@lru_cache(1 << 16)
def _divided(counts: Counts) -> Division:
    """Return what neighbouring tiles can be divided into at best: the lowest of them in every way, then the others."""
    if not any(counts):
        return (_NOTHING,)
    found: set[Pieces] = set()
    for pung, part, pair in product((0, 1), repeat=3):
        left = counts[0] - 3 * pung - 2 * part - 2 * pair
        for chows, parts, others in _runs(left, counts[1:]):
            found |= {
                (pung + chows + sets, part + parts + more, pair + pairs)
                for sets, more, pairs in _divided(others)
                if pair + pairs < 2
            }
    return _best(found)


def _runs(left: int, others: Counts) -> Iterator[tuple[int, int, Counts]]:
    """Yield the numbers of chows and of parts of chows that copies of a tile can begin, and what is left of others."""
    second, third, *rest = (*others, 0, 0)
    for chows in range(min(left, second, third) + 1):
        for beside in range(min(left, second) - chows + 1):
            for apart in range(min(left - beside, third) - chows + 1):
                after = (second - chows - beside, third - chows - apart, *rest)
                yield chows, beside + apart, after[: len(others)]


@lru_cache(1 << 16)
def _joined(one: Division, other: Division) -> Division:
    return _best({(a + d, b + e, c + f) for a, b, c in one for d, e, f in other if c + f < 2})


def _best(found: Iterable[Pieces]) -> Division:
    """Leave out what has no more sets and parts than another one with as many pairs."""
    kept: list[Pieces] = []
    for pieces in sorted(found, reverse=True):
        if not any(parts >= pieces[1] and pairs == pieces[2] for _, parts, pairs in kept):
            kept.append(pieces)
    return tuple(kept)
