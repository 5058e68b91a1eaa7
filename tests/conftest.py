"""Settings of every test run, made before anything is compiled."""

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from quick import QUICK
from shared_files import skip_without, told_at_the_end

# The cache is keyed by a digest of kernels, tables and compiler settings: one folder serves every run and mode.
os.environ.setdefault("FASTMCR_CACHE_DIR", str(Path(tempfile.gettempdir()) / "fastmcr-tests"))
os.environ["FASTMCR_QUIET"] = "1"

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
