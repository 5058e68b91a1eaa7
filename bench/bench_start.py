"""What a user waits for before anything is scored: import, first score cold and warm, the whole command."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from settings import note, sized

TEXT = "[123m,1][EEEE]55p45678s6s|EW1000|2"
ROUNDS = sized(9, 1)
FIRST_SCORE = f"import fastmcr; fastmcr.score({TEXT!r})"


def seconds(*arguments: str, **environment: str) -> float:
    """Run a Python process and return how long all of it took."""
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments], env=os.environ | {"FASTMCR_QUIET": "1"} | environment, check=True,
        capture_output=True,
    )  # fmt: skip
    return time.perf_counter() - start


@pytest.fixture(scope="module")
def bare() -> float:
    """Return the time that Python itself takes."""
    return statistics.median(seconds("-c", "pass") for _ in range(ROUNDS))


def test_import(benchmark: Any, bare: float) -> None:
    times = [seconds("-c", "import fastmcr") for _ in range(ROUNDS)]
    benchmark.pedantic(seconds, ("-c", "import fastmcr"), rounds=1)
    note(benchmark, "import fastmcr", "fastmcr", "s", value=max(0.0, statistics.median(times) - bare))


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"), reason="nothing is compiled")
def test_first_score_cold(benchmark: Any, bare: float, tmp_path: Path) -> None:
    folders = iter(range(10))

    def run() -> float:
        return seconds("-c", FIRST_SCORE, FASTMCR_CACHE_DIR=str(tmp_path / str(next(folders))))

    times = [run() for _ in range(sized(3, 1))]
    benchmark.pedantic(seconds, ("-c", "pass"), rounds=1)
    note(benchmark, "first score, nothing compiled yet", "fastmcr", "s", value=statistics.median(times) - bare)


def test_first_score_warm(benchmark: Any, bare: float) -> None:
    seconds("-c", FIRST_SCORE)
    times = [seconds("-c", FIRST_SCORE) for _ in range(ROUNDS)]
    benchmark.pedantic(seconds, ("-c", FIRST_SCORE), rounds=1)
    note(benchmark, "first score, compiled before", "fastmcr", "s", value=statistics.median(times) - bare)


def test_whole_command(benchmark: Any) -> None:
    arguments = ("-m", "fastmcr", "score", TEXT)
    seconds(*arguments)
    benchmark.pedantic(seconds, arguments, rounds=ROUNDS)
    note(benchmark, "`fastmcr score HAND`, the whole process", "fastmcr", "s", per=1)


def test_help(benchmark: Any) -> None:
    arguments = ("-m", "fastmcr", "--help")
    seconds(*arguments)
    benchmark.pedantic(seconds, arguments, rounds=ROUNDS)
    note(benchmark, "`fastmcr --help`, the whole process", "fastmcr", "s", per=1)
