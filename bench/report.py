"""Make the README's table of speeds: ``python bench/report.py``, or from a file of ``--benchmark-json``.

With ``--quick`` every benchmark runs once on few hands, to see that all of them run.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

from peers import peer_version

BENCH = Path(__file__).resolve().parent
SCALES = {"ns": 1e9, "µs": 1e6, "s": 1.0}
PEERS = ("PyMahjongGB", "xiangting")

# Row of the table -> what it must reach and what it aims at, in words.
GOALS: dict[str, tuple[str, str]] = {
    "score_batch, random wins, one thread": ("15x", "30x"),
    "score_batch, two threads against one": ("1.7", "1.9"),
    "score(hand), one prepared hand": ("0.5x", "1x"),
    "HandBatch.from_strings": ("2 µs", "0.4 µs"),
    "memory for a million uint8 rows, results included": ("80 MB", "45 MB"),
    "memory for a million int64 rows, results included": ("80 MB", "45 MB"),
    "import fastmcr": ("60 ms", "30 ms"),
    "first score, nothing compiled yet": ("20 s", "10 s"),
    "`fastmcr score HAND`, the whole process": ("1.2 s", "0.8 s"),
    "shanten, regular form, random 14 tiles": ("40x", "60x"),
    "shanten, five forms, random 14 tiles": ("90x", "140x"),
    "shanten, 1 melds, 13 tiles": ("3x the concealed", "1.5x"),
    "shanten, 2 melds, 13 tiles": ("3x the concealed", "1.5x"),
    "shanten, 3 melds, 13 tiles": ("3x the concealed", "1.5x"),
    "shanten and useful tiles, 0 melds, 13 tiles": ("500 ns", "200 ns"),
    "shanten and useful tiles, 1 melds, 13 tiles": ("3x the concealed", "1.5x"),
    "shanten and useful tiles, 2 melds, 13 tiles": ("3x the concealed", "1.5x"),
    "shanten and useful tiles, 3 melds, 13 tiles": ("3x the concealed", "1.5x"),
    "formal and live waits of random wins": ("400 ns", "150 ns"),
    "all discards with useful tiles, 14 tiles": ("8 µs", "2.5 µs"),
    "waits(hand) with scores, one hand": ("1x", "5x"),
    "bulk shanten, two threads, against a copy": ("1.3", "0.8"),
    "bulk score, two threads, against a copy": ("1.6", "1.0"),
    "memory of bulk score, 5 million rows": ("1000 MB", "500 MB"),
    "memory of bulk score, 20 million rows": ("1000 MB", "500 MB"),
    "memory of bulk shanten, 5 million rows": ("1000 MB", "500 MB"),
    "memory of bulk shanten, 20 million rows": ("1000 MB", "500 MB"),
    "memory of bulk score, 5 million rows in one row group": ("1000 MB", "500 MB"),
    "duplicate event of 25,000 table results, read from CSV and scored": ("5 s", "2 s"),
    "random legal play, duplicate deals, claims scored": ("1,000 ns", "333 ns"),
    "random legal play, ordinary deals, claims scored": ("1,000 ns", "333 ns"),
    "distance to 8 points, 0 melds, 13 tiles": ("200 µs", "20 µs"),
    "distance to 8 points, middle of deals": ("", "10 µs"),
    "distance to every fan, 0 melds, 13 tiles": ("50 µs", ""),
    "replay of records, personal walls, one thread": ("500 µs", "100 µs"),
    "replay of records, one wall, flowers, one thread": ("500 µs", "100 µs"),
    "reading and replaying competition text, one thread": ("500 µs", "100 µs"),
}


def measure(quick: bool) -> dict[str, Any]:
    """Run all benchmarks and return what pytest-benchmark wrote."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "benchmarks.json"
        command = [sys.executable, "-m", "pytest", str(BENCH), "--benchmark-only", f"--benchmark-json={path}", "-q"]
        environment = os.environ | ({"FASTMCR_BENCH_QUICK": "1"} if quick else {})
        subprocess.run(command, check=True, cwd=BENCH.parent, env=environment, stdout=sys.stderr)
        measured: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return measured


def value_of(benchmark: dict[str, Any]) -> float:
    """Return the number of one benchmark in its unit."""
    info = benchmark["extra_info"]
    if "value" in info:
        return float(info["value"])
    if info["unit"].endswith("/s"):
        return float(info["per"]) / float(benchmark["stats"]["median"])
    return float(benchmark["stats"]["median"]) / float(info["per"]) * SCALES[info["unit"].split()[0]]


def shown(value: float | None, unit: str) -> str:
    """Return a number with its unit, three digits of it."""
    if value is None:
        return ""
    digits = f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
    return f"{digits} {unit}"


def table(measured: dict[str, Any]) -> list[str]:
    """Return the lines of the table."""
    rows: dict[str, dict[str, float]] = {}
    units: dict[str, str] = {}
    for benchmark in measured["benchmarks"]:
        info = benchmark["extra_info"]
        if "what" in info:
            rows.setdefault(info["what"], {})[info["library"]] = value_of(benchmark)
            units[info["what"]] = info["unit"]
    lines = ["| what | ours | peer | ratio | must | aim |", "|---|---|---|---|---|---|"]
    for what, values in rows.items():
        ours = values.get("fastmcr")
        peer = min((values[name] for name in PEERS if name in values), default=None)
        ratio = f"{peer / ours:.1f}" if ours and peer else ""
        must, aim = GOALS.get(what, ("", ""))
        cells = (what, shown(ours, units[what]), shown(peer, units[what]), ratio, must, aim)
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def machine(measured: dict[str, Any]) -> str:
    """Say on what all this was measured."""
    processor = measured.get("machine_info", {}).get("cpu", {}).get("brand_raw") or platform.machine()
    cpus = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    packages = [f"{name} {version(name)}" for name in ("fastmcr", "numba", "numpy")]
    packages += [f"{name} {peer_version(name)}" for name in PEERS if peer_version(name)]
    return f"{processor}, {cpus} CPUs usable; Python {platform.python_version()}, {', '.join(packages)}"


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="a file that pytest --benchmark-json wrote; else all is measured now")
    parser.add_argument("--quick", action="store_true", help="few hands, one round: no numbers to believe")
    given = parser.parse_args()
    measured = json.loads(given.json.read_text(encoding="utf-8")) if given.json else measure(given.quick)
    print("\n".join([*table(measured), "", machine(measured)]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
