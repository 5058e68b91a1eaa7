"""What several tests need: sizes by mode, rows as batches, the slow twin on a row, other Python processes."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import oracle
from populations import Rows

from fastmcr import HandBatch, ScoreBatch

ROOT = Path(__file__).resolve().parents[2]
PRESETS = tuple(oracle.PRESETS)
COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")


# Fans that the kernel holds found because others imply them, and the oracle does not: they are barred in any case.
FOUND_WITH = {38: {9}, 54: {10}, 69: {13}, 70: {29}, 72: {13, 29}, 73: {1}}


def scaled(n: int) -> int:
    """Return how many random hands to try: all when compiled, fewer with bounds checks, few as plain Python."""
    return n if COMPILED and not BOUNDS_CHECKED else max(50, n // (2 if COMPILED else 20))


def as_batch(rows: Rows) -> HandBatch:
    """Return rows of a population as a batch."""
    return HandBatch(**rows._asdict())


def meld_pairs(codes: Sequence[int]) -> list[tuple[str, int]]:
    """Return the melds of a row as the oracle takes them."""
    melds = [oracle.meld_of(int(code)) for code in codes if code]
    return [meld for meld in melds if meld is not None]


def oracle_score(rows: Rows, i: int, rules: str | oracle.Switches = "default") -> oracle.Result | None:
    """Return what the oracle makes of a row."""
    conditions = int(rows.conditions[i])
    return oracle.score(
        rows.take(slice(i, i + 1)).beside_win()[0].tolist(),
        meld_pairs(rows.melds[i]),
        int(rows.win[i]),
        *(bool(conditions >> bit & 1) for bit in range(5)),
        int(rows.prevalent[i]),
        int(rows.seat[i]),
        int(rows.flowers[i]),
        oracle.PRESETS[rules] if isinstance(rules, str) else rules,
    )


def oracle_status(
    concealed: Sequence[int], melds: Sequence[int], win: int, *rest: int, switches: oracle.Switches | None = None
) -> int:
    """Return the status that the oracle, which takes the winning tile apart, gives a row."""
    beside_win = list(concealed)
    if max(beside_win) > 4 or min(beside_win) < 0:
        return oracle.TILE
    if 0 <= win < 34:
        beside_win[win] -= 1  # one that is not held leaves -1, which is no count
    return oracle.status(beside_win, melds, win, *rest, switches=switches)


def found_fans(words: Sequence[int]) -> set[int]:
    """Return the fans of two flag words."""
    mask = int(words[0]) | int(words[1]) << 64
    return {fan for fan in range(1, 83) if mask >> (fan - 1) & 1}


def difference(result: ScoreBatch, i: int, wanted: oracle.Result | None) -> str | None:
    """Say in what a row of a batch differs from the oracle; None if in nothing.

    The oracle's `found` may hold more than ours: it tests every fan by its definition, while ours leaves out what its
    tables never form.
    """
    if wanted is None:
        return None if result.status[i] == 8 else f"not a win, but status {result.status[i]}"
    counts = {int(fan): count for fan, count in result.fans(i).items()}
    got = (int(result.status[i]), int(result.points[i]), counts, tuple(result.reading[i].tolist()))
    if got != (0, wanted.points, wanted.counts, wanted.reading):
        return f"{got}, the oracle says {wanted}"
    if result.found is not None:
        found = found_fans(result.found[i])
        if not set(counts) <= found:
            return f"{set(counts) - found} count, but were not found"
        extra = found - set(wanted.found)
        if any(not FOUND_WITH.get(fan, set()) & found for fan in extra):
            return f"{extra} are found, but not by the oracle"
    return None


# Lowest tiles of chows, tiles of pungs, tiles of pairs: hands made of these bring the fans that chance seldom does.
_HONORS, _ENDS = range(27, 34), (0, 8, 9, 17, 18, 26)
THEMES: tuple[tuple[Sequence[int], Sequence[int], Sequence[int]], ...] = (
    ((0, 15), range(27, 31), (27, 28, 29, 30, 33, 4)),
    ((3,), (31, 32, 33, 0, 9), (31, 32, 33, 4)),
    ((), _HONORS, _HONORS),
    ((), (*_ENDS, *_HONORS), (*_ENDS, *_HONORS)),
    ((), _ENDS, _ENDS),
    ((0, 6, 9, 15), (*_ENDS, *_HONORS), (*_ENDS, *_HONORS)),
    ((19,), (19, 20, 21, 23, 25, 32), (19, 23, 25, 32)),
    ((), (1, 3, 5, 7, 10, 12, 14, 16, 19, 21, 23, 25), (1, 3, 5, 7, 12, 23)),
    ((2, 3, 4, 11, 12, 13, 20, 21, 22), (4, 13, 22), (4, 13, 22)),
    ((6, 15, 24), (5, 6, 7, 8, 14, 15, 16, 17, 23, 24, 25, 26), (5, 6, 7, 8, 15, 25)),
    ((3, 12, 21), (3, 4, 5, 12, 13, 14, 21, 22, 23), (3, 4, 5, 13, 22)),
    ((0, 9, 18), (0, 1, 2, 3, 9, 10, 11, 12, 18, 19, 20, 21), (0, 1, 2, 3, 10, 21)),
    ((9, 10, 11, 21), (*range(9, 14), 16, 17, 19, 21, 22, 23, 25, 26, 33), (9, 12, 22, 33)),
    ((), range(9), range(9)),
    ((0, 1, 2, 3, 4, 5, 6), (0, 4, 8, 31), (*range(9), 30)),
    ((0, 1, 9, 10, 18, 19), (27,), range(9)),
    ((0, 6, 9, 15, 0, 6, 9, 15), (), (4, 13, 22)),
    ((0, 2, 4, 6), (31,), (0, 4, 13, 31)),
    ((0, 12, 24, 3, 15, 18), (28,), (1, 13, 32)),
)


def themed_wins(n: int, seed: int) -> Rows:
    """Return n wins of the dear fans: four sets and a pair, seven pairs and nine gates out of few tiles."""
    rng = random.Random(seed)
    rows: list[list[int]] = []
    while len(rows) < n:
        row = _themed_row(rng)
        if row is not None:
            rows.append(row)
    table = np.array(rows)
    single = [table[:, column].astype(np.uint8) for column in (38, 40, 41, 42)]
    return Rows(
        table[:, :34].astype(np.uint8),
        table[:, 34:38].astype(np.uint8),
        single[0],
        table[:, 39].astype(np.uint16),
        *single[1:],
    )


def _themed_row(rng: random.Random) -> list[int] | None:
    chows, pungs, pairs = rng.choice(THEMES)
    concealed: list[int] = []
    codes: list[int] = []
    kind_of_hand = rng.random()
    if kind_of_hand < 0.03:
        suit = 9 * rng.randrange(3)
        concealed = [suit + rank for rank in (0, 0, 0, *range(1, 8), 8, 8, 8, rng.randrange(9))]
    elif kind_of_hand < 0.08:
        first = 9 * rng.randrange(3) + rng.randrange(3)
        shifted = rng.random() < 0.3
        tiles = range(first, first + 7) if shifted else rng.choices((*pungs, *pairs), k=7)
        concealed = [tile for tile in tiles for _ in range(2)]
    else:
        openness, kongs = rng.choice((0, 0.3, 1)), rng.choice((0, 0.2, 1))
        for _ in range(4):
            tile = rng.choice((*chows, *chows, *pungs))
            kind = 0 if tile in chows and (tile not in pungs or rng.random() < 0.5) else 1
            if kind == 1 and rng.random() < kongs:
                kind = rng.choice((2, 3)) if rng.random() < openness else 4
            if kind > 1 or rng.random() < openness:
                codes.append(1 + 34 * kind + tile)
            else:
                concealed += oracle.tiles_of(oracle.KINDS[kind], tile)
        concealed += [rng.choice(pairs)] * 2
    win = rng.choice(concealed)
    held = [tile for pair in meld_pairs(codes) for tile in oracle.tiles_of(*pair)]
    if any((concealed + held).count(tile) > 4 for tile in range(34)):
        return None
    drawn, last, wall, kong = (rng.random() < share for share in (0.5, 0.15, 0.15, 0.3))
    last = last and concealed.count(win) == 1
    replacement = kong and drawn and any(code > 68 for code in codes)
    robbed = kong and not drawn and not wall and (concealed + held).count(win) == 1
    conditions = drawn | last << 1 | wall << 2 | replacement << 3 | robbed << 4
    counts = [concealed.count(tile) for tile in range(34)]
    codes += [0] * (4 - len(codes))
    return [*counts, *codes, win, conditions, rng.randrange(4), rng.randrange(4), rng.choice((0, 0, 1, 8))]


def random_rows(n: int, seed: int) -> Rows:
    """Return rows of plausible nonsense: every column now and then out of range, most of them hands of 14 tiles."""
    rng = np.random.default_rng(seed)
    melds = np.where(rng.random((n, 4)) < 0.25, rng.integers(0, 175, (n, 4)), 0).astype(np.uint8)
    held = 13 - 3 * (melds > 0).sum(axis=1)
    concealed = np.zeros((n, 34), np.uint8)
    every = np.arange(n)
    wide = rng.choice([5, 9, 34], n)
    for place in range(13):
        tile = (rng.random(n) * wide).astype(np.intp)
        concealed[every, tile] += (place < held).astype(np.uint8)
    win = rng.integers(0, wide, n)
    concealed[every, win] += 1
    odd = rng.random((6, n)) < 0.03
    concealed[odd[0], 3] += 1
    return Rows(
        concealed,
        melds,
        np.where(odd[1], rng.integers(0, 256, n), win).astype(np.uint8),
        np.where(odd[2], rng.integers(0, 65536, n), rng.choice([0, 1, 2, 4, 8, 9, 16, 20], n)).astype(np.uint16),
        np.where(odd[3], rng.integers(0, 256, n), rng.integers(0, 4, n)).astype(np.uint8),
        np.where(odd[4], rng.integers(0, 256, n), rng.integers(0, 4, n)).astype(np.uint8),
        np.where(odd[5], rng.integers(0, 256, n), rng.integers(0, 9, n)).astype(np.uint8),
    )


def python(code: str, check: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a Python process of its own, in the root of the project."""
    return subprocess.run(
        [sys.executable, "-P", "-W", "error", "-c", code],
        env=os.environ | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=check,
        timeout=300,
    )
