"""What lies beside the project: known by number, and told where it is not there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import shared_files
from record_samples import read
from shared_files import ROWS, SHARED, absent, needs
from support import ROOT


@needs("cases")
@pytest.mark.parametrize("name", [name for name in ROWS if name.startswith("cases/")])
def test_rows_of_cases_are_counted(name: str) -> None:
    assert len((SHARED / name).read_text(encoding="utf-8").splitlines()) == ROWS[name]


@needs("cases")
def test_every_file_of_cases_is_known() -> None:
    assert {f"cases/{path.name}" for path in shared_files.CASES.glob("*.jsonl")} == {
        name for name in ROWS if name.startswith("cases/")
    }


@needs("sample_logs")
def test_deals_of_logs_are_counted() -> None:
    logs = [name for name in ROWS if name.startswith("sample_logs/")]
    assert {name: len(read(SHARED / name)) for name in logs} == {name: ROWS[name] for name in logs}


def test_a_name_that_nobody_knows_is_no_file_that_is_missing() -> None:
    with pytest.raises(AssertionError, match=r"^cases/wrong\.jsonl is not among the files that tests know of"):
        absent("cases/wrong.jsonl")


def _collected(copy: Path, *files: str) -> str:
    """Run files of tests in a copy of the project and return what pytest prints."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files],
        cwd=copy, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the tests with nothing beside it, as a stranger's clone has it."""
    copy = tmp_path_factory.mktemp("clone") / "fastmcr"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "build", "*.egg-info"))
    return copy


def test_a_stranger_can_collect_every_test(stranger: Path) -> None:
    told = _collected(stranger, "--collect-only")
    assert " tests collected" in told
    assert "error" not in told.lower().splitlines()[-1]


def test_a_stranger_is_told_in_one_line_what_was_skipped(stranger: Path) -> None:
    told = _collected(stranger, "tests/hands/test_notation.py", "tests/rulebook/test_rules.py").splitlines()
    expected = "129 rows of 2 files skipped: ../shared (foreign hands, game records, notes) is not here; "
    assert [line for line in told if "rows of" in line] == [expected + "it is no part of the project"]


def test_nothing_is_told_where_nothing_was_asked_for(stranger: Path) -> None:
    assert "rows of" not in _collected(stranger, "tests/rulebook/test_tiles.py")
