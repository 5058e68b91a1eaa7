"""The script behind the README's table of speeds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import report


def benchmark(what: str, library: str, unit: str, median: float, **more: float) -> dict[str, object]:
    return {"extra_info": {"what": what, "library": library, "unit": unit, **more}, "stats": {"median": median}}


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
        "| what | ours | peer | ratio | must | aim |",
        "|---|---|---|---|---|---|",
        "| many | 500 ns a hand | 2,000 ns a hand | 4.0 |  |  |",
        "| memory | 1,234 MB |  |  |  |  |",
        "| start | 0.03 s |  |  | 0.2 s | 0.1 s |",
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
