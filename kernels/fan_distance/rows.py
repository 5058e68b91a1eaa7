"""Tiles missing to every fan: each fan's nearest target in closed form, and a search for the few that are spoiled.

For every fan the targets that hold its sets and tiles are a family whose nearest member is found without looking at its
members: from words of the suits (`fan_distance.words`) and what the fan asks for. In some members the fan does not
count, as a larger one has its sets or bars it. If every such *spoiler* is further away than the nearest member, the fan
counts there; otherwise, which is seldom, targets are looked through from there on.
"""

import numpy as np
import numpy.typing as npt
from numba import types

from .. import layout
from ..analysis.shanten import missing_orphans
from ..analysis.types import ANALYSIS, SCRATCH_INTS, SIGNED_ROWS
from ..distance.search import check_worth
from ..distance.targets import Entries
from ..distance.types import ENTRIES
from ..jit import (
    BYTES,
    HALVES,
    INTS,
    OUT_BYTES,
    OUT_WORDS,
    ROWS,
    WORD_ROWS,
    WORDS,
    Bytes,
    Int,
    Ints,
    Word,
    Words,
    helper,
    kernel,
    lowest,
)
from ..layout import numbers as fan_no
from ..scoring.choose import exclude
from ..scoring.fans_win import concealed_pung_fans, kong_fans
from ..scoring.pack import COUNTS, WORD0, WORD1
from ..scoring.types import TABLES
from ..tables.load import AnalysisTables, Tables
from ..tables.words import concealed_kongs_in, melded_kongs_in, melds_in
from .groups import find_combinations, find_hogs
from .honors import find_dragons, find_winds
from .no_honors import find_no_honors, settle_no_honors
from .pairs import find_pairs
from .parts import ALL, SETTLED, find_words, lane_of, lay_out_melds
from .pungs import find_pungs, settle_pungs
from .settle import (
    settle_chows,
    settle_flush,
    settle_pung_of_ends,
    settle_simples,
    settle_terminal_chows,
    settle_voided,
)
from .spoiled import keep_unspoiled, look_through_pairs, look_through_sets, spoiled
from .straight import find_bodies, find_singles
from .tables import ONCE_TERMINAL, TWICE_TERMINAL
from .tiles import find_chows, find_fives, find_flushes, find_outside, find_ranges
from .words import FAR

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

PLACES = types.Array(types.int64, 2, "C", readonly=True)


@helper
def note_kongs(mixed: Int, work: Words) -> tuple[Word, Word]:
    """Write the fans of the kongs for `target_fans`; return those of the open reading, before exclusion."""
    counts = work[COUNTS]
    melded, concealed = melded_kongs_in(counts), concealed_kongs_in(counts)
    work[WORD0], work[WORD1] = kong_fans(melded, concealed, mixed)
    own0, own1 = concealed_pung_fans(concealed)
    return work[WORD0] | own0, work[WORD1] | own1


@helper
def find_sets(
    sets: Int, prevalent: Int, seat: Int, left0: Word, left1: Word, groups: npt.NDArray[np.uint64],
    heads: Words, combinations: npt.NDArray[np.int64], ranks: npt.NDArray[np.uint64], steps: npt.NDArray[np.uint16],
    vectors: npt.NDArray[np.uint64], bars: Words, near: Ints, w: Words, tiles: Words, members: Ints,
) -> None:  # fmt: skip
    """Write the tiles missing to the nearest member of each fan's family of four sets and a pair.

    Parameters
    ----------
    left0, left1 : uint64
        Fans that the melded kongs bring to every hand.
    """
    for fan in range(layout.FANS):
        near[fan] = FAR
    w[SETTLED] = w[SETTLED + 1] = _ZERO
    find_words(sets, steps, vectors, w)
    find_ranges(sets, steps, vectors, near, w)
    find_pungs(sets, near, w)
    find_flushes(sets, near, w)
    find_outside(sets, near, w)
    find_fives(sets, near, w)
    find_chows(sets, steps, vectors, near, w)
    find_winds(sets, prevalent, seat, near, w)
    find_dragons(sets, near, w)
    find_combinations(sets, groups, heads, combinations, ranks, steps, vectors, near, w, tiles, members)
    find_hogs(sets, steps, vectors, near, w)
    find_no_honors(sets, steps, vectors, near, w)
    any_hand = lane_of(w[ALL], sets, 1)
    for place in range(2):
        left = left0 if place == 0 else left1
        while left != _ZERO:
            by = 64 * place + lowest(left) + 1
            left &= left - _ONE
            near[by] = any_hand
            if (bars[by, 0] >> np.uint64(48)) & _ONE != _ZERO:  # All Pungs, barred by kongs that lie on the table
                near[fan_no.ALL_PUNGS] = FAR
    settle_pungs(sets, near, w, members)
    settle_simples(sets, steps, vectors, near, w)
    settle_flush(sets, steps, vectors, near, w)
    settle_voided(sets, steps, vectors, near, w)
    settle_chows(sets, steps, vectors, near, w)
    settle_terminal_chows(near, w)
    settle_pung_of_ends(sets, prevalent, seat, steps, vectors, near, w)
    settle_no_honors(sets, steps, vectors, near, w)
    for fan in range(layout.FANS):
        near[fan] = min(near[fan], FAR)


@kernel(
    types.int64(
        ROWS, ROWS, BYTES, BYTES, ANALYSIS, TABLES, WORD_ROWS, HALVES, WORDS, WORD_ROWS, WORDS, PLACES, WORD_ROWS,
        WORD_ROWS, INTS, PLACES, PLACES, OUT_WORDS, OUT_WORDS, OUT_WORDS, SCRATCH_INTS, types.int64[:, ::1],
        SCRATCH_INTS, ENTRIES, OUT_BYTES, SIGNED_ROWS,
    )
)  # fmt: skip
def fan_distance_rows(
    concealed: Bytes, melds: Bytes, prevalent: Bytes, seat: Bytes, forms: AnalysisTables, tables: Tables,
    table: npt.NDArray[np.uint64], steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64],
    groups: npt.NDArray[np.uint64], heads: Words, combinations: npt.NDArray[np.int64],
    ranks: npt.NDArray[np.uint64], bars: Words,
    switches: Ints, spoilers: npt.NDArray[np.int64], spoilers_in_pairs: npt.NDArray[np.int64], work: Words, w: Words,
    tiles: Words, members: Ints, costs: Ints, bounds: Ints, entries: Entries, status: Bytes,
    distances: npt.NDArray[np.int8],
) -> int:  # fmt: skip
    """Write for every hand and fan the tiles to exchange.

    Parameters
    ----------
    concealed, melds, prevalent, seat
        Rows as for scoring, all concealed tiles.
    forms : AnalysisTables
    tables : Tables
    table : (128, 3) uint64
        `target_words`.
    steps, vectors, groups, heads, combinations, ranks
        Of `FanTables`.
    bars, switches
        Of compiled rules.
    spoilers, spoilers_in_pairs : (k, 2) int64
        As from `spoilers_of`.
    work, w, tiles, members, costs, bounds, entries
        Scratch, as made by `fan_scratch`.
    status : (n,) uint8
        Written.
    distances : (n, 82) int8
        Written; `BAD_ROW` for rows that are no hands.

    Returns
    -------
    int
        Number of bad rows.
    """
    bad = 0
    near, best, by_pairs = costs[0], costs[1], costs[2]
    for i in range(concealed.shape[0]):
        round_wind, own_wind = np.int64(prevalent[i]), np.int64(seat[i])
        code = check_worth(concealed, melds, np.int64(i), round_wind, own_wind, tables.melds, work)
        status[i] = code
        if code != layout.OK:
            bad += 1
            for fan in range(1, layout.FANS):
                distances[i, fan - 1] = layout.BAD_ROW
            continue
        number = melds_in(work[COUNTS])
        sets = 4 - number
        lay_out_melds(table, work, w)
        fixed0, fixed1 = note_kongs(switches[layout.SW_MIXED_KONG_PAIR], work)
        left0, left1, _ = exclude(fixed0, fixed1, _ZERO, bars)
        find_sets(
            sets,
            round_wind,
            own_wind,
            left0,
            left1,
            groups,
            heads,
            combinations,
            ranks,
            steps,
            vectors,
            bars,
            near,
            w,
            tiles,
            members,
        )
        spoiled0, spoiled1 = spoiled(near, spoilers)
        spoiled0 &= ~w[SETTLED]
        spoiled1 &= ~w[SETTLED + 1]
        for fan in range(layout.FANS):
            best[fan] = FAR
        keep_unspoiled(spoiled0, spoiled1, near, best)
        if number == 0:
            find_singles(missing_orphans(w[0], w[1], w[2], w[3]), bars, best, work)
            for fan in range(layout.FANS):
                by_pairs[fan] = FAR
            find_pairs(switches, by_pairs, w)
            pairs0, pairs1 = spoiled(by_pairs, spoilers_in_pairs)
            keep_unspoiled(pairs0, pairs1, by_pairs, best)
        if number <= 1:
            find_bodies(sets, round_wind, own_wind, left0, left1, best, w)
        look_through_sets(
            spoiled0, spoiled1, sets, round_wind + 4 * own_wind, near, best, bars, forms, tables, table,
            work, bounds, entries, w,
        )  # fmt: skip
        if number == 0:
            look_through_pairs(pairs0, pairs1, by_pairs, best, bars, switches, w, members)
        for fan in range(TWICE_TERMINAL, ONCE_TERMINAL + 1):
            best[fan] = FAR
        for fan in range(1, layout.FANS):
            distances[i, fan - 1] = best[fan] - 1 if best[fan] < FAR else layout.UNREACHABLE
    return bad
