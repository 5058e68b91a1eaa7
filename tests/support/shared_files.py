"""Hands, logs and notes that lie beside the project and are never part of it; the checkout of a stranger has none.

Tests that read them take `case_rows` as parameters or carry `needs`. Where a file is not there they are skipped, and
one line at the end of the run, made by `told_at_the_end`, says how much that was.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared"
CASES = SHARED / "cases"
LOGS = SHARED / "sample_logs"

ROWS = {
    "cases/field_hands.jsonl": 64,
    "cases/mcr_fan_gbmahjong.jsonl": 129,
    "cases/mcr_hands_mahjong_algorithm.jsonl": 185,
    "cases/mcr_parse_gbmahjong.jsonl": 48,
    "cases/mcr_shanten_five_forms.jsonl": 210,
    "cases/mcr_shanten_gbmahjongjs.jsonl": 13,
    "cases/mcr_waits_gbmahjong.jsonl": 20,
    "cases/shanten_small_sets.jsonl": 126,
    "cases/shanten_useful_tiles_xiangting.jsonl": 52,
    "cases/win_check_mahjongpy.jsonl": 24,
    "cases/worked_hands.jsonl": 350,
    "rules.md": 81,
    "sample_logs/botzone_env/processed_data_sample.jsonl": 3,
    "sample_logs/botzone_text/sample_fan_names_lost.txt": 16,
    "sample_logs/pmn/example_1.pmn": 1,
    "sample_logs/pmn/example_2.pmn": 1,
    "sample_logs/pmn/example_3.pmn": 1,
    "sample_logs/salasasa/guobiao_4_hands.json": 4,
}
"""File -> how many rows it has: hands, fans or deals. `test_shared_files` counts them."""

missing: set[str] = set()  # files that a test of this run asked for in vain


def absent(name: str) -> list[str]:
    """Return what is not there of a file of `ROWS`, or of a folder; the end of the run tells of it."""
    wanted = [file for file in ROWS if file == name or file.startswith(f"{name}/")]
    assert wanted, f"{name} is not among the files that tests know of"
    found = [file for file in wanted if not (SHARED / file).is_file()]
    missing.update(found)
    return found


def needs(*names: str) -> pytest.MarkDecorator:
    """Return the mark of a test that reads files or folders; ``-m shared`` runs these tests alone."""
    return pytest.mark.shared(*names)


def skip_without(item: pytest.Item) -> None:
    """Skip a test whose files are not there."""
    names = {name for mark in item.iter_markers("shared") for name in mark.args}
    if [file for name in names for file in absent(name)]:
        pytest.skip(f"../{SHARED.name}/{', '.join(sorted(names))} is not here")


def rows_of(name: str) -> list[dict[str, Any]]:
    """Return the rows of a file of cases, none where it is not there."""
    path = CASES / name
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def case_rows(*names: str) -> list[Any]:
    """Return the rows of files of cases as test parameters; one skipped parameter for each that is not there."""
    found: list[Any] = []
    for name in names:
        mark = needs(f"cases/{name}")
        rows = [pytest.param(row, id=row["id"], marks=mark) for row in rows_of(name)]
        found += rows or [pytest.param(None, id=name, marks=mark)]
    return found


def told_at_the_end() -> str | None:
    """Return the line that says how many rows were not there for this run; none if all were, or none was asked for."""
    if not missing:
        return None
    rows, where = sum(ROWS[name] for name in missing), f"../{SHARED.name}"
    return (
        f"{rows} rows of {len(missing)} files skipped: {where} (foreign hands, game records, notes) is not here; "
        "it is no part of the project"
    )
