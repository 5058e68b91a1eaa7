"""Find the numbers that are found once: ``python -m fastmcr.kernels.tables.build [--check]``.

Plain, slow, obvious Python. Writes ``data/*.npy`` and their digests, or with ``--check`` rebuilds everything in memory
and compares. Reads nothing but this file and `layout`.

`tables.words` has the drawings of all words.
"""

import hashlib
import io
import itertools
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ... import layout
from .distances import distance_tables
from .fan_distances import fan_distance_tables

Edge = tuple[int, tuple[int, ...]]  # fan, the sets it joins
Array = npt.NDArray[np.generic]
DATA = Path(__file__).parents[1] / "data"

# Points under which the best combination is chosen; no switch changes them.
POINTS = {
    1: 88, 2: 88, 14: 48, 15: 48, 16: 32, 23: 24, 24: 24, 28: 16, 30: 16, 32: 16, 38: 12, 39: 8, 41: 8, 42: 8, 51: 6,
    54: 6, 59: 2, 65: 2, 69: 1, 70: 1, 71: 1, 72: 1, 13: 64, 29: 16,
}  # fmt: skip
CHOWS = [(suit, start) for suit in range(3) for start in range(7)]


# --- one suit -------------------------------------------------------------------------------------------------------


def suit_parts(honors: bool) -> list[tuple[str, int]]:
    """List the sets of a suit: chows by lowest rank, pungs by rank."""
    chows = [] if honors else [("chow", rank) for rank in range(7)]
    return chows + [("pung", rank) for rank in range(7 if honors else 9)]


def all_readings(honors: bool) -> Iterator[tuple[list[int], tuple[list[int], list[int], int]]]:
    """Yield (counts, (chows, pungs, pair or -1)) for every choice of at most four sets and maybe a pair."""
    kinds = 7 if honors else 9
    for size in range(5):
        for sets in itertools.combinations_with_replacement(suit_parts(honors), size):
            chows = [rank for name, rank in sets if name == "chow"]
            pungs = [rank for name, rank in sets if name == "pung"]
            for pair in range(-1, kinds):
                counts = [0] * kinds
                for rank in chows:
                    for step in range(3):
                        counts[rank + step] += 1
                for rank in pungs:
                    counts[rank] += 3
                if pair >= 0:
                    counts[pair] += 2
                yield counts, (chows, pungs, pair)


def index_of(counts: Sequence[int]) -> int:
    """Return the base-5 index of a suit."""
    return sum(count * 5**rank for rank, count in enumerate(counts))


def reading_words(chows: list[int], pungs: list[int], pair: int, honors: bool) -> tuple[int, int, int]:
    """Pack one reading of a suit as the module docstring draws it."""
    sets = sum((rank + 1) << 8 * place for place, rank in enumerate(chows))
    sets |= sum((rank + 1) << 8 * (4 + place) for place, rank in enumerate(pungs))
    parts = [[rank, rank + 1, rank + 2] for rank in chows] + [[rank] for rank in pungs]
    parts += [[pair]] if pair >= 0 else []
    info = (pair + 1) | len(chows) << 4 | len(pungs) << 7
    if honors:
        info |= 1 << 13 | sum(1 << 16 + rank for rank in pungs)
        if not parts:
            info |= 1 << 14 | 1 << 15
    else:
        info |= sum(rank in (0, 8) for rank in pungs) << 10
        info |= all({0, 8} & set(part) for part in parts) << 13
        info |= all(4 in part for part in parts) << 14
        info |= all(len(part) == 1 and part[0] in (1, 3, 5, 7) for part in parts) << 15
    places = [0] * 9
    if pair >= 0:
        places[pair] |= 1
    for rank in chows:
        places[rank + 1] |= 2
        places[rank + 2] |= 4 if rank == 0 else 8
        places[rank] |= 4 if rank == 6 else 8
    for rank in pungs:
        places[rank] |= 16
    return sets, info, sum(place << 5 * rank for rank, place in enumerate(places))


def suit_tables() -> dict[str, Array]:
    """Complete states with their readings, and the states one tile short of complete with the tiles they wait for.

    States are those of a suit, then, from index `SUIT_STATES` on, those of the honors. A fifth copy is a formal wait.
    """
    readings: dict[int, list[tuple[int, int, int]]] = {}
    waits: dict[int, int] = {}
    for honors in (False, True):
        base = layout.SUIT_STATES if honors else 0
        for counts, (chows, pungs, pair) in all_readings(honors):
            if max(counts) <= 4 and len(set(pungs)) == len(pungs):
                words = reading_words(chows, pungs, pair, honors)
                readings.setdefault(base + index_of(counts), []).append(words)
            for rank in range(len(counts)):
                before = [*counts[:rank], counts[rank] - 1, *counts[rank + 1 :]]
                if min(before) >= 0 and max(before) <= 4 and sum(before) <= 13:
                    state = base + index_of(before)
                    waits[state] = waits.get(state, 0) | 1 << rank
    states = sorted(readings)
    rows: list[tuple[int, int, int]] = []
    first: list[int] = []
    for state in states:
        first.append(len(rows))
        ordered = sorted(readings[state])
        rows += [(sets, info | (len(ordered) - place) << 23, win) for place, (sets, info, win) in enumerate(ordered)]
    return {
        "suit_states": np.array(states, np.uint32),
        "suit_readings": np.array(first, np.uint16),
        "readings": np.array(rows, np.uint64),
        "wait_states": np.array(sorted(waits), np.uint32),
        "wait_masks": np.array([waits[state] for state in sorted(waits)], np.uint16),
    }


# --- combinations of sets: non-repeat, non-separation, non-identical, account once (rules 2, 3, 5) --------------------


def best_choice(edges: Sequence[Edge], size: int) -> dict[int, int]:
    """Choose hyperedges without a cycle and without a set twice in one fan: the most points, then the largest list.

    A hyperedge of k sets may be added only if its sets lie in k different components of what is already chosen.
    """
    best: tuple[int, tuple[int, ...]] = (0, (0,) * layout.FANS)

    def extend(first: int, component: list[int], used: frozenset[tuple[int, int]], counts: tuple[int, ...]) -> None:
        nonlocal best
        best = max(best, (sum(POINTS[fan] * count for fan, count in enumerate(counts) if count), counts))
        for number in range(first, len(edges)):
            fan, sets = edges[number]
            roots = {component[index] for index in sets}
            if len(roots) < len(sets) or any((fan, index) in used for index in sets):
                continue
            joined = [min(roots) if root in roots else root for root in component]
            more = (*counts[:fan], counts[fan] + 1, *counts[fan + 1 :])
            extend(number + 1, joined, used | {(fan, index) for index in sets}, more)

    extend(0, list(range(size)), frozenset(), best[1])
    return {fan: count for fan, count in enumerate(best[1]) if count}


def chow_edges(chows: Sequence[tuple[int, int]]) -> Iterator[Edge]:
    """Yield every fan that some of the chows (suit, lowest rank) make together."""
    for indexes in itertools.combinations(range(len(chows)), 2):
        (suit, low), (suit2, low2) = sorted(chows[index] for index in indexes)
        if suit == suit2 and low == low2:
            yield 69, indexes
        elif suit != suit2 and low == low2:
            yield 70, indexes
        elif suit == suit2 and low2 - low == 3:
            yield 71, indexes
        elif suit == suit2 and low2 - low == 6:
            yield 72, indexes
    for three in itertools.combinations(range(len(chows)), 3):
        suits = {chows[index][0] for index in three}
        lows = sorted(chows[index][1] for index in three)
        steps = (lows[1] - lows[0], lows[2] - lows[1])
        fans = {(1, (0, 0)): 23, (1, (3, 3)): 28, (1, (1, 1)): 30, (1, (2, 2)): 30}
        fans |= {(3, (3, 3)): 39, (3, (0, 0)): 41, (3, (1, 1)): 51}
        if (len(suits), steps) in fans:
            yield fans[len(suits), steps], three
    if len(chows) == 4 and len({suit for suit, _ in chows}) == 1:
        lows = sorted(low for _, low in chows)
        steps4 = {lows[place + 1] - lows[place] for place in range(3)}
        if steps4 == {0}:
            yield 14, (0, 1, 2, 3)
        elif steps4 in ({1}, {2}):
            yield 16, (0, 1, 2, 3)


def chow_fans(chows: Sequence[tuple[int, int]]) -> tuple[dict[int, int], int]:
    """Return the best fans of at most four chows, and the word of the fan that a pair of fives would add."""
    special = 0
    if len(chows) == 4:
        lows = sorted(low for _, low in chows)
        suits = sorted({suit for suit, _ in chows})
        if lows == [0, 0, 6, 6]:
            if len(suits) == 1:
                special = (9 * suits[0] + 5) | 13 << 8
            elif len(suits) == 2 and len(set(chows)) == 4:
                special = (9 * (3 - sum(suits)) + 5) | 29 << 8
    return best_choice(list(chow_edges(chows)), len(chows)), special


def pung_edges(pungs: Sequence[int]) -> Iterator[Edge]:
    """Yield every fan that some of the suit pungs make together."""
    for size in (2, 3, 4):
        for indexes in itertools.combinations(range(len(pungs)), size):
            tiles = [pungs[index] for index in indexes]
            suits = {tile // 9 for tile in tiles}
            ranks = sorted(tile % 9 for tile in tiles)
            run = all(ranks[place + 1] - ranks[place] == 1 for place in range(size - 1))
            same = len(set(ranks)) == 1
            if size == 2 and same:
                yield 65, indexes
            elif size == 3 and same:
                yield 32, indexes
            elif size == 3 and run and len(suits) == 1:
                yield 24, indexes
            elif size == 3 and run and len(suits) == 3:
                yield 42, indexes
            elif size == 4 and run and len(suits) == 1:
                yield 15, indexes


def pung_fans(pungs: Sequence[int]) -> dict[int, int]:
    """Return the best fans of at most four pungs; winds and dragons count by number (1, 38 and 2, 54, 59)."""
    suit_pungs = [tile for tile in pungs if tile < layout.HONORS]
    fans = best_choice(list(pung_edges(suit_pungs)), len(suit_pungs))
    winds = sum(layout.HONORS <= tile < layout.DRAGONS for tile in pungs)
    dragons = sum(tile >= layout.DRAGONS for tile in pungs)
    for number, table in ((winds, {4: 1, 3: 38}), (dragons, {3: 2, 2: 54, 1: 59})):
        if number in table:
            fans[table[number]] = 1
    return fans


def outcome_words(fans: dict[int, int], special: int) -> tuple[int, int, int, int]:
    """Pack fans and counts into flag words, repeats and the special word."""
    flags = sum(1 << fan - 1 for fan in fans)
    repeats = sum(fans.get(fan, 0) << 4 * place for place, fan in enumerate(layout.REPEATABLE))
    return flags & (1 << 64) - 1, flags >> 64, repeats, special


def ranks_table() -> Array:
    """Return what each set adds to a combination index: row k for the k-th smallest of four, 0 meaning no set.

    Rows 0-3 number the multisets of four out of 22 (no set and 21 chows), rows 4-7 the subsets of at most four of 34.
    """
    table = np.zeros((8, 40), np.int32)
    for place in range(4):
        for number in range(40):
            table[place, number] = _choose(number + place, place + 1)
            table[4 + place, number] = _choose(number + 3, place + 1) if number else 0
    return table


def _choose(n: int, k: int) -> int:
    result = 1
    for step in range(k):
        result = result * (n - step) // (step + 1)
    return result


def combination_index(ranks: Array, sets: Iterable[int], first_row: int) -> int:
    """Return the index of a combination given as set numbers from 1."""
    padded = sorted(sets)
    padded = [0] * (4 - len(padded)) + padded
    return sum(int(ranks[first_row + place, number]) for place, number in enumerate(padded))


def set_tables() -> dict[str, Array]:
    """Solve every multiset of at most four chows and every set of at most four pungs."""
    codes: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 0}
    ranks = ranks_table()
    chow_codes = np.zeros(12650, np.uint8)
    pung_codes = np.zeros(int(ranks[4:, 34].sum()) + 1, np.uint8)  # gaps stay 0 and are never asked for
    for size in range(5):
        for chows in itertools.combinations_with_replacement(range(21), size):
            words = outcome_words(*chow_fans([CHOWS[chow] for chow in chows]))
            index = combination_index(ranks, [chow + 1 for chow in chows], 0)
            chow_codes[index] = codes.setdefault(words, len(codes))
        for pungs in itertools.combinations(range(34), size):
            words = outcome_words(pung_fans(pungs), 0)
            index = combination_index(ranks, [tile + 1 for tile in pungs], 4)
            pung_codes[index] = codes.setdefault(words, len(codes))
    return {
        "ranks": ranks,
        "chow_codes": chow_codes,
        "pung_codes": pung_codes,
        "outcomes": np.array(list(codes), np.uint64),
    }


# --- melds ----------------------------------------------------------------------------------------------------------


def meld_words(kind: int, tile: int) -> tuple[int, int, int]:
    """Pack one meld code as the module docstring draws it; zeros for a chow that does not exist."""
    suit, rank = (3, tile - 27) if tile >= 27 else divmod(tile, 9)
    chow = kind == layout.CHOW
    if chow and (suit == 3 or rank > 6):
        return 0, 0, 0
    concealed = kind == layout.CONCEALED_KONG
    kong = concealed or kind in (layout.CLAIMED_KONG, layout.PROMOTED_KONG)
    ends = not chow and suit < 3 and rank in (0, 8)
    info = suit | 1 << 35
    if chow:
        info |= (7 * suit + rank + 1) << 8 | (rank in (0, 6)) << 32 | (2 <= rank <= 4) << 33
    else:
        info |= (tile + 1) << 16 | (1 << 24 + rank if suit == 3 else 0) | (ends or suit == 3) << 32
        info |= (suit < 3 and rank == 4) << 33 | (suit < 3 and rank in (1, 3, 5, 7)) << 34
    claimed = kind in (layout.CHOW, layout.PUNG, layout.CLAIMED_KONG)
    flags = (True, chow, not chow, kong and not concealed, concealed, not concealed, claimed, ends)
    tiles = 0x111 if chow else 4 if kong else 3
    return tiles << 4 * rank, info, sum(flag << 8 * place for place, flag in enumerate(flags))


def meld_table() -> Array:
    """Return the words of every byte that can stand in a meld column."""
    table = np.zeros((256, 3), np.uint64)
    table[0, 1] = 7 << 32 | 1 << 35
    for code in range(1, layout.MELD_CODES):
        table[code] = meld_words(*divmod(code - 1, 34))
    return table


# --- writing and checking -------------------------------------------------------------------------------------------


def build() -> dict[str, Array]:
    """Build every table."""
    return suit_tables() | set_tables() | {"melds": meld_table()} | distance_tables() | fan_distance_tables()


def file_bytes(table: Array) -> bytes:
    """Return the bytes of a table's ``.npy`` file."""
    buffer = io.BytesIO()
    np.save(buffer, np.ascontiguousarray(table), allow_pickle=False)
    return buffer.getvalue()


def manifest_of(files: dict[str, bytes], tables: dict[str, Array]) -> dict[str, dict[str, object]]:
    """Describe each table file: dtype, shape, SHA-256."""
    return {
        name: {
            "dtype": tables[name].dtype.str,
            "shape": list(tables[name].shape),
            "sha256": hashlib.sha256(files[name]).hexdigest(),
        }
        for name in sorted(files)
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the tables, or with ``--check`` compare them with what is on disk; 0 if equal."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given not in ([], ["--check"]):
        print("usage: python -m fastmcr.kernels.tables.build [--check]", file=sys.stderr)
        return 2
    tables = build()
    files = {name: file_bytes(table) for name, table in tables.items()}
    manifest = json.dumps(manifest_of(files, tables), indent=1) + "\n"
    if not given:
        DATA.mkdir(exist_ok=True)
        for name, content in files.items():
            (DATA / f"{name}.npy").write_bytes(content)
        (DATA / "MANIFEST.json").write_text(manifest, encoding="utf-8")
        print(f"wrote {len(files)} tables, {sum(map(len, files.values())):,} bytes")
        return 0
    wrong = [name for name, content in files.items() if (DATA / f"{name}.npy").read_bytes() != content]
    if (DATA / "MANIFEST.json").read_text(encoding="utf-8") != manifest:
        wrong.append("MANIFEST.json")
    print(
        "tables: " + (f"differ from a fresh build: {', '.join(wrong)}" if wrong else f"{len(files)} rebuilt, all equal")
    )
    return 1 if wrong else 0
