"""Make the README's table of speeds: ``python bench/report.py``, or from a file of ``--benchmark-json``.

With ``--against REV`` an older revision is installed beside this one and both are measured in turns; ``docs/speed.md``
says what the figures mean. With ``--quick`` every benchmark runs once on few hands, to see that all of them run.
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
from statistics import median
from typing import Any

from peers import peer_version
from revision import install

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
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


def measure(options: list[str], quick: bool, root: Path = ROOT, python: str | Path = sys.executable) -> dict[str, Any]:
    """Run the benchmarks of a tree and return what pytest-benchmark wrote."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "benchmarks.json"
        command = [str(python), "-m", "pytest", "bench", "--benchmark-only", f"--benchmark-json={path}", "-q", *options]
        environment = os.environ | ({"FASTMCR_BENCH_QUICK": "1"} if quick else {})
        subprocess.run(command, check=True, cwd=root, env=environment, stdout=sys.stderr)
        measured: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return measured


def value_of(benchmark: dict[str, Any], statistic: str = "median") -> float:
    """Return the number of one benchmark in its unit, from the median of its rounds or from the quickest, ``"min"``."""
    info = benchmark["extra_info"]
    if "value" in info:
        return float(info["value"])
    if info["unit"].endswith("/s"):
        return float(info["per"]) / float(benchmark["stats"][statistic])
    return float(benchmark["stats"][statistic]) / float(info["per"]) * SCALES[info["unit"].split()[0]]


def shown(value: float | None, unit: str) -> str:
    """Return a number with its unit, three digits of it."""
    if value is None:
        return ""
    digits = f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
    return f"{digits} {unit}"


def table(measured: dict[str, Any]) -> list[str]:
    """Return the lines of the table: medians, and of ours the quickest round too."""
    rows: dict[str, dict[str, float]] = {}
    quickest: dict[str, str] = {}
    units: dict[str, str] = {}
    for benchmark in measured["benchmarks"]:
        info = benchmark["extra_info"]
        if "what" in info:
            rows.setdefault(info["what"], {})[info["library"]] = value_of(benchmark)
            units[info["what"]] = info["unit"]
            if info["library"] == "fastmcr" and "value" not in info:
                quickest[info["what"]] = shown(value_of(benchmark, "min"), info["unit"])
    lines = ["| what | ours | quiet minimum | peer | ratio | must | aim |", "|---|---|---|---|---|---|---|"]
    for what, values in rows.items():
        ours = values.get("fastmcr")
        peer = min((values[name] for name in PEERS if name in values), default=None)
        ratio = f"{peer / ours:.1f}" if ours and peer else ""
        must, aim = GOALS.get(what, ("", ""))
        cells = (what, shown(ours, units[what]), quickest.get(what, ""), shown(peer, units[what]), ratio, must, aim)
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def best_of(rounds: list[dict[str, Any]]) -> dict[str, tuple[float, str]]:
    """Return the best of several runs by row of the table, with its unit: what noise cannot make better than it is.

    Ratios and sizes, which no noise only worsens, are medians instead.
    """
    found: dict[str, tuple[list[float], bool, str]] = {}
    for measured in rounds:
        for benchmark in measured["benchmarks"]:
            info = benchmark["extra_info"]
            if info.get("library") == "fastmcr":
                values, _, _ = found.setdefault(info["what"], ([], "value" in info, info["unit"]))
                values.append(value_of(benchmark, "min"))
    return {
        what: (median(values) if plain else max(values) if unit.endswith("/s") else min(values), unit)
        for what, (values, plain, unit) in found.items()
    }


def comparison(before: list[dict[str, Any]], now: list[dict[str, Any]]) -> list[str]:
    """Return the lines of the table of two revisions: only rows that both have."""
    old, new = best_of(before), best_of(now)
    lines = ["| what | before | now | now / before |", "|---|---|---|---|"]
    for what, (value, unit) in new.items():
        if what in old and old[what][1] == unit:
            ratio = f"{value / old[what][0]:.2f}" if old[what][0] else ""
            lines.append(f"| {what} | {shown(old[what][0], unit)} | {shown(value, unit)} | {ratio} |")
    return lines


def compare(revision: str, rounds: int, options: list[str], quick: bool) -> list[str]:
    """Measure a revision and this tree in turns, ``rounds`` times each, and return the lines of their table."""
    before, now = [], []
    with tempfile.TemporaryDirectory() as folder:
        tree, python = install(revision, ROOT, Path(folder))
        for _ in range(rounds):
            before.append(measure(options, quick, tree, python))
            now.append(measure(options, quick))
    return comparison(before, now)


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
    parser.add_argument("--against", metavar="REV", help="measure this revision too, in turns, and show both")
    parser.add_argument("--rounds", type=int, default=3, help="how many turns each takes (3)")
    parser.add_argument("-k", dest="only", metavar="EXPRESSION", help="only these benchmarks, as pytest's -k")
    given = parser.parse_args()
    options = ["-k", given.only] if given.only else []
    if given.against:
        print("\n".join(compare(given.against, given.rounds, options, given.quick)))
        return 0
    measured = json.loads(given.json.read_text(encoding="utf-8")) if given.json else measure(options, given.quick)
    print("\n".join([*table(measured), "", machine(measured)]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
