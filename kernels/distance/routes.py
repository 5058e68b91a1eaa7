"""Target hands of one hand that are worth enough: all that miss some number of tiles or a few more."""

import numpy as np
import numpy.typing as npt

from .. import layout
from ..analysis.straight import class_in
from ..jit import Bytes, Int, Ints, Word, Words, helper, inlined
from ..layout.fans import FULLY_CONCEALED_HAND, SELF_DRAWN_FAN
from ..nibbles import missing_of
from ..scoring.fans_sets import sorted_index
from ..scoring.pack import COUNTS, HELD, eaten_in
from ..tables.load import AnalysisTables, Tables
from ..tables.words import concealed_kongs_in, melds_in
from .forms import knitted_fans, orphans_fans, straight_target
from .points import Rulings, gates_left, in_concealed, in_open, most_drawn, most_points, target_fans
from .routes_kept import Asked, keep_target
from .search import find_all_entries, find_bounds, melds_wanted
from .seven_pairs import pairs_fans, seven_pairs
from .targets import Entries, add_info
from .worthy import (  # fmt: skip
    PAIRS_STATE,
    add_sets,
    bounds_of_buckets,
    choices_of_buckets,
    may_be_worth,
    most_with,
    pungs_so_far,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LOW = np.uint64(0xFFFFFFFF)
_CLASS_147 = np.uint64(0x001001001)
_ENDS = np.uint64(0x100000001)
_HONORS = np.uint64(0x1111111)


@helper
def fans_in(
    sets: Word, info: Word, m: Word, p: Word, s: Word, h: Word, body: bool, asked: Asked, tables: Tables,
    rulings: Rulings, work: Words,
) -> tuple[Word, Word, Word]:  # fmt: skip
    """Return flag words and repeats of a target of sets and a pair in the reading asked for.

    Parameters
    ----------
    sets, info, body, tables, rulings, work
        As in `target_points`.
    m, p, s, h : uint64
        Nibbles of its concealed tiles.
    asked : Asked
    """
    word0, word1, repeats, ends = target_fans(
        sets, info, m + eaten_in(0, work), p + eaten_in(1, work), s + eaten_in(2, work), h + eaten_in(3, work), body,
        asked.wanted.winds, tables, work,
    )  # fmt: skip
    if not asked.concealed:
        return in_open(word0, word1, repeats, ends, work)
    surplus = gates_left(m, p, s, work)
    return in_concealed(word0, word1, repeats, ends, info, surplus, rulings.switches, work)


@helper
def keep_buckets(
    b0: Int, b1: Int, b2: Int, b3: Int, cost: Int, asked: Asked, tables: Tables, rulings: Rulings, work: Words,
    entries: Entries,
) -> Int:  # fmt: skip
    """Note the targets of four buckets; return the number of those that are worth enough."""
    words, first, own = entries.words, entries.first, entries.own
    found = np.int64(0)
    wanted = asked.wanted
    points = wanted.points
    declared, laid = concealed_kongs_in(work[COUNTS]), pungs_so_far(wanted.info)
    reading = 2 if asked.concealed else 1
    bounded, beside, drawn, last_three, last_two = bounds_of_buckets(b0, b1, b2, b3, wanted, rulings, work)
    for e0 in range(first[b0], first[b0 + 1]):
        sets0 = add_sets(wanted.sets, wanted.info, words[e0, 0])
        info0 = add_info(wanted.info, words[e0, 2])
        if bounded:
            top = most_with(np.int64(1), sets0, info0, beside + own[b1] + own[b2] + own[b3], tables, rulings)
            if not may_be_worth(top, last_three + pungs_so_far(info0), drawn, reading, points, rulings):
                continue
        for e1 in range(first[b1], first[b1 + 1]):
            sets1 = add_sets(sets0, info0, words[e1, 0])
            info1 = add_info(info0, words[e1, 2])
            if bounded:
                top = most_with(np.int64(2), sets1, info1, beside + own[b2] + own[b3], tables, rulings)
                if not may_be_worth(top, last_two + pungs_so_far(info1), drawn, reading, points, rulings):
                    continue
            for e2 in range(first[b2], first[b2 + 1]):
                sets2 = add_sets(sets1, info1, words[e2, 0])
                info2 = add_info(info1, words[e2, 2])
                code = np.int64(tables.chow_codes[sorted_index(sets2 & _LOW, tables.ranks, np.int64(0))])
                chow_points = rulings.codes[code] + wanted.fixed
                special = tables.outcomes[code, 3]
                for e3 in range(first[b3], first[b3 + 1]):
                    sets = add_sets(sets2, info2, words[e3, 0])
                    info = add_info(info2, words[e3, 2])
                    top = most_points(sets, info, chow_points, special, tables, rulings)
                    if asked.concealed:
                        top += most_drawn(info, declared, laid, wanted.drawn, rulings)
                    if top < points:
                        continue
                    m, p, s, h = words[e0, 1], words[e1, 1], words[e2, 1], words[e3, 1]
                    word0, word1, repeats = fans_in(sets, info, m, p, s, h, False, asked, tables, rulings, work)
                    found += keep_target(
                        cost, np.int64(layout.SHAPE_SETS), word0, word1, repeats, sets, info, m, p, s, h, asked,
                        rulings, work,
                    )  # fmt: skip
    return found


@helper
def keep_sets(
    budget: Int, most: Int, asked: Asked, tables: Tables, rulings: Rulings, work: Words, bounds: Ints,
    entries: Entries,
) -> Int:  # fmt: skip
    """Note the targets of sets and a pair that miss exactly `budget` tiles; return their number."""
    found = np.int64(0)
    for b0, b1, b2, b3 in choices_of_buckets(budget, most, bounds, entries):
        found += keep_buckets(b0, b1, b2, b3, budget, asked, tables, rulings, work, entries)
    return found


@inlined
def drawn_if(word0: Word, word1: Word, concealed: bool) -> tuple[Word, Word]:
    """Add the fans of a concealed hand that is drawn, if that reading is asked for."""
    if concealed:
        return word0 | FULLY_CONCEALED_HAND, word1 | SELF_DRAWN_FAN
    return word0, word1


@helper
def keep_orphans(budget: Int, asked: Asked, rulings: Rulings, work: Words) -> Int:
    """Note thirteen orphans that miss exactly `budget` tiles; return their number."""
    found = np.int64(0)
    word0, word1 = orphans_fans()
    word0, word1 = drawn_if(word0, word1, asked.concealed)
    for pair in range(layout.KINDS):
        suit = pair // 9
        rank = pair - 9 * suit
        if suit < 3 and 0 < rank < 8:
            continue
        twice = _ONE << np.uint64(4 * rank)
        m, p = _ENDS + (twice if suit == 0 else _ZERO), _ENDS + (twice if suit == 1 else _ZERO)
        s, h = _ENDS + (twice if suit == 2 else _ZERO), _HONORS + (twice if suit == 3 else _ZERO)
        if missing_in_all(m, p, s, h, work) == budget:
            info = np.uint64(pair + 1) << np.uint64(8)
            found += keep_target(
                budget, np.int64(layout.SHAPE_ORPHANS), word0, word1, _ZERO, _ZERO, info, m, p, s, h, asked, rulings,
                work,
            )  # fmt: skip
    return found


@inlined
def missing_in_all(m: Word, p: Word, s: Word, h: Word, work: Words) -> Int:
    """Return the tiles missing to a target without melds."""
    return (
        missing_of(m, work[HELD]) + missing_of(p, work[HELD + 1]) + missing_of(s, work[HELD + 2])
        + missing_of(h, work[HELD + 3])
    )  # fmt: skip


@helper
def keep_knitted(budget: Int, asked: Asked, rulings: Rulings, work: Words) -> Int:
    """Note knitted tiles and honors that miss exactly `budget` tiles; return their number."""
    found = np.int64(0)
    for arrangement in range(6):
        for one in range(16):  # the two of the sixteen tiles that are left out: nine of the suits, seven honors
            for other in range(one):
                m, p, s, h = _ZERO, _ZERO, _ZERO, _HONORS
                honors = np.int64(7)
                for place in range(3):
                    class_of_suit = class_in(arrangement, place)
                    tiles = _CLASS_147 << np.uint64(4 * class_of_suit)
                    for out in range(2):
                        number = one if out == 0 else other
                        if number // 3 == place and number < 9:
                            tiles &= ~(_ONE << np.uint64(4 * (class_of_suit + 3 * (number - 3 * place))))
                    m, p = tiles if place == 0 else m, tiles if place == 1 else p
                    s = tiles if place == 2 else s
                for out in range(2):
                    number = one if out == 0 else other
                    if number >= 9:
                        h &= ~(_ONE << np.uint64(4 * (number - 9)))
                        honors -= 1
                if missing_in_all(m, p, s, h, work) == budget:
                    word0, word1 = knitted_fans(honors)
                    word0, word1 = drawn_if(word0, word1, asked.concealed)
                    found += keep_target(
                        budget, np.int64(layout.SHAPE_KNITTED), word0, word1, _ZERO, _ZERO, _ZERO, m, p, s, h, asked,
                        rulings, work,
                    )  # fmt: skip
    return found


@helper
def keep_pairs(
    budget: Int, asked: Asked, table: npt.NDArray[np.uint64], rulings: Rulings, work: Words, stack: Ints
) -> Int:
    """Note seven pairs that miss exactly `budget` tiles; return their number."""
    found = np.int64(0)
    least = np.int64(asked.wanted.points - (asked.wanted.drawn if asked.concealed else 0))
    for m, p, s, h in seven_pairs(budget, least, table, rulings, work, stack):
        word0, word1, repeats = pairs_fans(m, p, s, h, rulings.switches)
        word0, word1 = drawn_if(word0, word1, asked.concealed)
        found += keep_target(
            budget, np.int64(layout.SHAPE_PAIRS), word0, word1, repeats, _ZERO, _ZERO, m, p, s, h, asked, rulings, work
        )
    return found


@helper
def keep_straights(
    budget: Int, asked: Asked, tables: Tables, table: npt.NDArray[np.uint64], rulings: Rulings, work: Words
) -> Int:
    """Note knitted straights that miss exactly `budget` tiles; return their number."""
    found = np.int64(0)
    melds = melds_in(work[COUNTS])
    for arrangement in range(6):
        for q in range(128 if melds == 0 else 1):
            if melds == 0 and (table[q, 2] == _ZERO or q & 31 >= 16):
                continue
            for pair in range(layout.KINDS):
                one = straight_target(
                    np.int64(arrangement),
                    np.int64(q),
                    np.int64(pair),
                    asked.wanted.sets,
                    asked.wanted.info,
                    table,
                    work,
                )
                if one.cost != budget:
                    continue
                m, p = one.m - eaten_in(0, work), one.p - eaten_in(1, work)
                s, h = one.s - eaten_in(2, work), one.h - eaten_in(3, work)
                word0, word1, repeats = fans_in(
                    one.sets, one.info, m, p, s, h, True, asked, tables, rulings, work
                )  # fmt: skip
                found += keep_target(
                    budget, np.int64(layout.SHAPE_STRAIGHT + arrangement), word0, word1, repeats, one.sets, one.info, m,
                    p, s, h, asked, rulings, work,
                )  # fmt: skip
    return found


@helper
def find_routes(
    points: Int, winds: Int, concealed: bool, start: Int, slack: Int, left: Bytes, forms: AnalysisTables,
    tables: Tables, table: npt.NDArray[np.uint64], rulings: Rulings, work: Words, bounds: Ints, entries: Entries,
    groups: npt.NDArray[np.uint64], targets: npt.NDArray[np.uint64],
) -> Int:  # fmt: skip
    """Keep the best targets of each main fan, as `routes_one` says.

    Returns
    -------
    int
        Tiles missing to the nearest, or `UNREACHABLE` + 1.
    """
    melds = melds_in(work[COUNTS])
    most = 4 - melds
    wanted = melds_wanted(points, winds, table, rulings, work)
    asked = Asked(wanted, concealed, left, groups, targets)
    nearest: Int = np.int64(layout.UNREACHABLE + 1)
    budget: Int = start
    last: Int = np.int64(14)
    find_bounds(most, forms, work, bounds)
    while budget <= last:
        find_all_entries(budget, most, winds, table, work, bounds, entries)
        found = keep_sets(budget, most, asked, tables, rulings, work, bounds, entries)
        if melds == 0:
            found += keep_orphans(budget, asked, rulings, work)
            found += keep_knitted(budget, asked, rulings, work)
            found += keep_pairs(budget, asked, table, rulings, work, bounds[PAIRS_STATE:])
        if melds <= 1:
            found += keep_straights(budget, asked, tables, table, rulings, work)
        if found > 0 and nearest > last:
            nearest = budget
            last = min(last, budget + slack)
        budget += 1
    return nearest
