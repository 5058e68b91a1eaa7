"""Fans that may not count in the nearest sets and pair: targets looked through, nearest first, until they do."""

import numpy as np
import numpy.typing as npt

from ..distance.points import in_open, target_fans
from ..distance.search import find_all_entries
from ..distance.targets import Entries, add_info
from ..distance.worthy import add_sets, choices_of_buckets
from ..jit import Int, Ints, Word, Words, helper
from ..scoring.choose import exclude
from ..scoring.pack import CHOWS, PUNGS, eaten_in
from ..tables.load import Tables

_ZERO = np.uint64(0)
_LOW = np.uint64(0xFFFFFFFF)


@helper
def fans_in_buckets(
    b0: Int, b1: Int, b2: Int, b3: Int, asked0: Word, asked1: Word, sets: Word, info: Word, winds: Int, tables: Tables,
    bars: Words, work: Words, entries: Entries,
) -> tuple[Word, Word]:  # fmt: skip
    """Look through the targets of four buckets of entries; return the fans of `asked` that count in one."""
    words, first = entries.words, entries.first
    found0, found1 = _ZERO, _ZERO
    eaten_m, eaten_p, eaten_s, eaten_h = (
        eaten_in(0, work), eaten_in(1, work), eaten_in(2, work), eaten_in(3, work)
    )  # fmt: skip
    for e0 in range(first[b0], first[b0 + 1]):
        sets0, info0 = add_sets(sets, info, words[e0, 0]), add_info(info, words[e0, 2])
        for e1 in range(first[b1], first[b1 + 1]):
            sets1, info1 = add_sets(sets0, info0, words[e1, 0]), add_info(info0, words[e1, 2])
            for e2 in range(first[b2], first[b2 + 1]):
                sets2, info2 = add_sets(sets1, info1, words[e2, 0]), add_info(info1, words[e2, 2])
                for e3 in range(first[b3], first[b3 + 1]):
                    sets3, info3 = add_sets(sets2, info2, words[e3, 0]), add_info(info2, words[e3, 2])
                    word0, word1, repeats, ends = target_fans(
                        sets3, info3, words[e0, 1] + eaten_m, words[e1, 1] + eaten_p, words[e2, 1] + eaten_s,
                        words[e3, 1] + eaten_h, False, winds, tables, work,
                    )  # fmt: skip
                    word0, word1, repeats = in_open(word0, word1, repeats, ends, work)
                    word0, word1, _ = exclude(word0, word1, repeats, bars)
                    found0 |= word0 & asked0
                    found1 |= word1 & asked1
                    if found0 == asked0 and found1 == asked1:
                        return found0, found1
    return found0, found1


@helper
def fans_at(
    budget: Int, most: Int, asked0: Word, asked1: Word, info: Word, winds: Int, tables: Tables, bars: Words,
    table: npt.NDArray[np.uint64], work: Words, bounds: Ints, entries: Entries,
) -> tuple[Word, Word]:  # fmt: skip
    """Look through all targets that miss exactly `budget` tiles; return the fans of `asked` that count in one.

    Parameters
    ----------
    bounds : (100,) int64
        As written by `find_bounds`.
    info : uint64
        Column 2 of the melds.
    """
    find_all_entries(budget, most, winds, table, work, bounds, entries)
    sets = (work[CHOWS] & _LOW) | (work[PUNGS] << np.uint64(32))
    found0, found1 = _ZERO, _ZERO
    for b0, b1, b2, b3 in choices_of_buckets(budget, most, bounds, entries):
        word0, word1 = fans_in_buckets(
            b0, b1, b2, b3, asked0 & ~found0, asked1 & ~found1, sets, info, winds, tables, bars, work, entries
        )
        found0 |= word0
        found1 |= word1
        if found0 == asked0 and found1 == asked1:
            break
    return found0, found1
