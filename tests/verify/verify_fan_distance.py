"""Compare distances to single fans with the slow twin: ``python tests/verify/verify_fan_distance.py --hands 2000``.

Of the hands, the shares with 0 to 3 melds are given by `--shares`. Without melds the twin first lists all 11.6 million
targets, which takes minutes and is kept in the temporary folder; each hand then takes about a second, and one with a
meld several. With `--write` the twin's answers become the golden file that the tests read.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

sys.path.extend(str(Path(__file__).resolve().parents[2] / name) for name in ("bench", "tests/oracles", "tests/support"))

from cases_fan_distance import Held, hands
from oracle_distance import fan_distances

from fastmcr import fan_distance_batch
from fastmcr.hands.batch import usable_cpus

GOLDEN = Path(__file__).parents[1] / "golden" / "fan_distances.jsonl"
PRESETS = ("default", "default", "wmo2014", "mil", "r98")


def found(held: Held, rules: str) -> list[int]:
    """Return what the library says of a hand."""
    columns = np.array([held.concealed], np.uint8), np.array([held.melds], np.uint8)
    found = fan_distance_batch(*columns, prevalent=held.prevalent, seat=held.seat, rules=rules)
    far: list[int] = found.values[0].tolist()
    return far


def wanted(held: Held, rules: str) -> list[int]:
    """Return what the slow twin says of a hand."""
    return fan_distances(held.concealed, held.melds, held.prevalent, held.seat, rules)[1:]


def compare(held: Held, rules: str) -> dict[str, Any]:
    """Return a hand, its rules and the answers of the twin and of the library."""
    return {**held._asdict(), "rules": rules, "far": wanted(held, rules), "found": found(held, rules)}


def main() -> int:
    """Run the comparison; 0 if nothing differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2_000)
    parser.add_argument("--shares", type=float, nargs=4, default=(0.4, 0.05, 0.25, 0.3), help="with 0, 1, 2, 3 melds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=usable_cpus(), help="processes")
    parser.add_argument("--write", action="store_true", help="write the golden file too")
    given = parser.parse_args()
    asked: list[tuple[Held, str]] = []
    for melds, share in enumerate(given.shares):
        for place, held in enumerate(hands(given.seed, round(given.hands * share), melds, same_winds=melds == 0)):
            asked.append((held, PRESETS[place % 5] if melds else "default"))
    started = time.perf_counter()
    compare(*asked[0])  # compiled and listed before the pool starts
    with ProcessPoolExecutor(given.jobs) as pool:
        rows = list(pool.map(compare, *zip(*asked, strict=True), chunksize=4))
    wrong = [row for row in rows if row["far"] != row["found"]]
    seconds = time.perf_counter() - started
    print(f"{len(rows):,} hands (seed {given.seed}): {len(wrong)} differ from the oracle, {seconds:.0f} s")
    for row in wrong[:20]:
        fans = [fan for fan in range(1, 83) if row["far"][fan - 1] != row["found"][fan - 1]]
        print(f"  {row['concealed']} {row['melds']} {row['prevalent']}{row['seat']} {row['rules']}: fans {fans}")
    if given.write:
        lines = [json.dumps({key: value for key, value in row.items() if key != "found"}) for row in rows]
        GOLDEN.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return int(len(wrong) > 0)


if __name__ == "__main__":
    raise SystemExit(main())
