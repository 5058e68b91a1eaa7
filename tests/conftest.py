"""Settings of every test run, made before anything is compiled."""

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from shared_files import skip_without, told_at_the_end

# The cache is keyed by a digest of kernels, tables and compiler settings: one folder serves every run and mode.
os.environ.setdefault("FASTMCR_CACHE_DIR", str(Path(tempfile.gettempdir()) / "fastmcr-tests"))
os.environ["FASTMCR_QUIET"] = "1"

# The files of ``-m quick``: each room is looked at, in less than a minute on two cores once kernels are compiled.
# `test_docs` holds the list to what is there. What takes longer, or starts many processes, is left to the whole suite.
QUICK = {
    "test_analysis",
    "test_arrays",
    "test_csv_files",
    "test_display",
    "test_docs",
    "test_fans",
    "test_golden",
    "test_hand",
    "test_kernel_stamp",
    "test_match",
    "test_notation",
    "test_npy",
    "test_package",
    "test_play",
    "test_play_faces",
    "test_records_botzone",
    "test_records_reading",
    "test_records_text",
    "test_rules",
    "test_score_batch",
    "test_scoring",
    "test_settlement",
    "test_stub",
    "test_tiles",
}

settings.register_profile("fastmcr", derandomize=True, deadline=None)
settings.load_profile("fastmcr")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of quick files, but for what is slow in them."""
    for item in items:
        if item.path.stem in QUICK and item.get_closest_marker("slow") is None:
            item.add_marker("quick")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out tests of files that lie beside the project where they are not there."""
    skip_without(item)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say in one line what this run could not compare, as the files are not part of the project."""
    line = told_at_the_end()
    if line is not None:
        terminalreporter.write_line(line)
