"""Score many random wins and compare each with the slow twin: ``python tests/verify/verify_oracle.py --hands 200000``.

Every hand is compared in points, fans with their counts, and reading; a tenth more hands are drawn for the dear fans.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[2] / name) for name in ("bench", "tests/oracles", "tests/support"))

from populations import Rows, random_wins
from support import PRESETS, as_batch, difference, oracle_score, themed_wins

from fastmcr import score_batch
from fastmcr.hands.batch import usable_cpus

BLOCK = 1_000


def compare(rows: Rows, preset: str) -> list[str]:
    """Return what differs."""
    batch = as_batch(rows)
    result = score_batch(batch, preset, on_error="mark", keep_found=True)
    said = ((i, difference(result, i, oracle_score(rows, i, preset))) for i in range(len(batch)))
    return [f"{batch.hand(i)}: {words}" for i, words in said if words is not None]


def main() -> int:
    """Run the comparison; 0 if nothing differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200_000, help="random wins for each preset")
    parser.add_argument("--preset", choices=[*PRESETS, "all"], default="all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=usable_cpus(), help="processes")
    given = parser.parse_args()
    populations = [random_wins(given.hands, given.seed), themed_wins(given.hands // 10, given.seed)]
    blocks = [
        rows.take(slice(start, start + BLOCK)) for rows in populations for start in range(0, len(rows.win), BLOCK)
    ]
    compare(blocks[0].take(slice(0, 1)), "default")  # compiled before the pool starts
    wrong = 0
    for preset in PRESETS if given.preset == "all" else [given.preset]:
        started = time.perf_counter()
        with ProcessPoolExecutor(given.jobs) as pool:
            found = [words for some in pool.map(partial(compare, preset=preset), blocks) for words in some]
        seconds = time.perf_counter() - started
        hands = sum(len(rows.win) for rows in populations)
        print(f"{preset}: {hands:,} wins (seed {given.seed}), {len(found)} differ from the oracle, {seconds:.0f} s")
        print("".join(f"  {words}\n" for words in found[:20]), end="", flush=True)
        wrong += len(found)
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
