"""The script behind the README's table of speeds."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import report
import revision


def benchmark(what: str, library: str, unit: str, median: float, **more: float) -> dict[str, object]:
    return {
        "extra_info": {"what": what, "library": library, "unit": unit, **more},
        "stats": {"median": median, "min": median / 2},
    }


MEASURED = {
    "machine_info": {"cpu": {"brand_raw": "A Processor"}},
    "benchmarks": [
        benchmark("many", "fastmcr", "ns a hand", 0.5, per=1_000_000),
        benchmark("many", "PyMahjongGB", "ns a hand", 0.04, per=20_000),
        benchmark("memory", "fastmcr", "MB", 1.0, value=1234.5),
        benchmark("start", "fastmcr", "s", 0.0301, per=1),
        {"extra_info": {}, "stats": {"median": 1.0}},
    ],
}


def test_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(report.GOALS, "start", ("0.2 s", "0.1 s"))
    assert report.table(MEASURED) == [
        "| what | ours | quiet minimum | peer | ratio | must | aim |",
        "|---|---|---|---|---|---|---|",
        "| many | 500 ns a hand | 250 ns a hand | 2,000 ns a hand | 4.0 |  |  |",
        "| memory | 1,234 MB |  |  |  |  |  |",
        "| start | 0.03 s | 0.02 s |  |  | 0.2 s | 0.1 s |",
    ]


def test_report_from_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "benchmarks.json"
    path.write_text(json.dumps(MEASURED), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["report.py", "--json", str(path)])
    assert report.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:-2] == report.table(MEASURED)
    assert lines[-1].startswith("A Processor, ")
    assert " numba " in lines[-1]


def runs(*medians: float) -> list[dict[str, object]]:
    return [
        {
            "benchmarks": [
                benchmark("many", "fastmcr", "ns a hand", seconds, per=1_000_000),
                benchmark("many", "PyMahjongGB", "ns a hand", 9.0, per=1),
                benchmark("decisions", "fastmcr", "decisions/s", seconds, per=100),
                benchmark("memory", "fastmcr", "MB", 1.0, value=seconds * 1000),
            ]
        }
        for seconds in medians
    ]


def test_the_best_of_several_turns_and_the_median_of_sizes() -> None:
    added: dict[str, object] = {"benchmarks": [benchmark("new", "fastmcr", "s", 1.0, per=1)]}
    assert report.comparison(runs(0.4, 0.2, 0.9), [*runs(0.1, 0.3, 0.8), added]) == [
        "| what | before | now | now / before |",
        "|---|---|---|---|",
        "| many | 100 ns a hand | 50.0 ns a hand | 0.50 |",
        "| decisions | 1,000 decisions/s | 2,000 decisions/s | 2.00 |",
        "| memory | 400 MB | 300 MB | 0.75 |",
    ]


def test_each_revision_is_measured_in_turns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    turns = []

    def measure(options: list[str], quick: bool, root: Path = report.ROOT, python: object = None) -> object:
        turns.append((root, options, quick))
        return runs(0.4 if root == tmp_path else 0.2)[0]

    monkeypatch.setattr(report, "install", lambda revision, root, folder: (tmp_path, tmp_path / "python"))
    monkeypatch.setattr(report, "measure", measure)
    lines = report.compare("v0", 2, ["-k", "many"], True)
    assert turns == [(root, ["-k", "many"], True) for root in (tmp_path, report.ROOT) * 2]
    assert lines[2] == "| many | 200 ns a hand | 100 ns a hand | 0.50 |"


def test_a_revision_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        revision.install("no-such-revision", report.ROOT, tmp_path)
