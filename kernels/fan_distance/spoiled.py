"""Fans that may not count in their nearest hands: which these are, and a look through hands until they do."""

import numpy as np
import numpy.typing as npt

from .. import layout
from ..distance.search import find_bounds
from ..distance.targets import Entries
from ..jit import Int, Ints, Word, Words, helper, lowest
from ..tables.load import AnalysisTables, Tables
from .pairs_search import search_pairs
from .parts import MELDS
from .search import fans_at
from .words import FAR

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@helper
def spoiled(near: Ints, spoilers: npt.NDArray[np.int64]) -> tuple[Word, Word]:
    """Return the fans for which a spoiler is no further away."""
    word0, word1 = _ZERO, _ZERO
    for pair in range(spoilers.shape[0]):
        fan, by = spoilers[pair, 0], spoilers[pair, 1]
        if near[by] <= near[fan] < FAR:
            if fan <= 64:
                word0 |= _ONE << np.uint64(fan - 1)
            else:
                word1 |= _ONE << np.uint64(fan - 65)
    return word0, word1


@helper
def nearer(word0: Word, word1: Word, near: Ints, best: Ints, budget: Int) -> tuple[Word, Word, Int]:
    """Return those fans of which `near` is lower than `best`, those of them that may miss `budget`, and the lowest."""
    fans0, fans1 = _ZERO, _ZERO
    low: Int = np.int64(FAR)
    for place in range(2):
        left = word0 if place == 0 else word1
        while left != _ZERO:
            bit = left & (~left + _ONE)
            fan = 64 * place + lowest(left) + 1
            left &= left - _ONE
            if max(near[fan], budget) < best[fan]:
                low = min(low, max(near[fan], budget))
                if near[fan] <= budget:
                    fans0 |= bit if place == 0 else _ZERO
                    fans1 |= bit if place == 1 else _ZERO
    return fans0, fans1, low


@helper
def keep_unspoiled(word0: Word, word1: Word, near: Ints, best: Ints) -> None:
    """Lower `best` by `near` for the fans that are not marked."""
    for fan in range(1, layout.FANS):
        mark = word0 >> np.uint64(fan - 1) if fan <= 64 else word1 >> np.uint64(fan - 65)
        if mark & _ONE == _ZERO:
            best[fan] = min(best[fan], near[fan])


@helper
def lower_best(found0: Word, found1: Word, budget: Int, best: Ints) -> None:
    """Lower `best` to `budget` for some fans."""
    while found0 != _ZERO:
        best[lowest(found0) + 1] = min(best[lowest(found0) + 1], budget)
        found0 &= found0 - _ONE
    while found1 != _ZERO:
        best[lowest(found1) + 65] = min(best[lowest(found1) + 65], budget)
        found1 &= found1 - _ONE


@helper
def look_through_pairs(
    word0: Word, word1: Word, near: Ints, best: Ints, bars: Words, switches: Ints, w: Words, taken: Ints
) -> None:
    """Settle fans of seven pairs that may be spoiled."""
    budget: Int = np.int64(0)
    while True:
        fans0, fans1, budget = nearer(word0, word1, near, best, budget)
        if budget >= FAR:
            return
        if fans0 | fans1 != _ZERO:
            found0, found1 = search_pairs(budget, fans0, fans1, bars, switches, w, taken)
            lower_best(found0, found1, budget, best)
            budget += 1


@helper
def look_through_sets(
    word0: Word, word1: Word, most: Int, winds: Int, near: Ints, best: Ints, bars: Words,
    forms: AnalysisTables, tables: Tables, table: npt.NDArray[np.uint64], work: Words, bounds: Ints, entries: Entries,
    w: Words,
) -> None:  # fmt: skip
    """Settle fans of four sets and a pair that may be spoiled."""
    budget: Int = np.int64(0)
    fans0, fans1, budget = nearer(word0, word1, near, best, budget)
    if budget >= FAR:
        return
    find_bounds(most, forms, work, bounds)
    while budget < FAR:
        if fans0 | fans1 != _ZERO:
            found0, found1 = fans_at(
                budget, most, fans0, fans1, w[MELDS], winds, tables, bars, table, work, bounds, entries,
            )  # fmt: skip
            lower_best(found0, found1, budget, best)
            budget += 1
        fans0, fans1, budget = nearer(word0, word1, near, best, budget)
