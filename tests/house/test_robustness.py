"""Threads, forks, first imports, caches that are broken or cannot be written."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import numpy as np
import pytest
from populations import random_wins
from support import BOUNDS_CHECKED, COMPILED, ROOT, as_batch, python

from fastmcr import HandBatch, score, score_batch
from fastmcr.kernels.jit.stamp import machine_stamp

TEXT = "[123m,1][EEEE]55p45678s6s|EW1000|2"
TOTAL = score(TEXT).total
compiled = pytest.mark.skipif(not COMPILED or BOUNDS_CHECKED, reason="the cache is tested in the usual mode only")


# Threads and processes


def test_eight_threads_at_once() -> None:
    wins = as_batch(random_wins(3_000 if COMPILED else 100, seed=61))
    wanted = score_batch(wins)
    start = threading.Barrier(8)

    def work(number: int) -> None:
        start.wait()
        for _ in range(5):
            result = score_batch(wins, threads=1 + number % 3)
            np.testing.assert_array_equal(result.flags, wanted.flags)
            np.testing.assert_array_equal(result.points, wanted.points)
            assert score(wins.hand(number)).total == wanted.total[number]
            assert HandBatch.from_strings([TEXT] * 10).win.tolist() == [23] * 10

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))


EIGHT_THREADS = f"""
import threading
start, totals = threading.Barrier(8), []
def work():
    start.wait()
    import fastmcr
    batch = fastmcr.HandBatch.from_strings([{TEXT!r}] * 3)
    totals.append((fastmcr.score({TEXT!r}).total, fastmcr.score_batch(batch).total.tolist()))
threads = [threading.Thread(target=work) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(totals == [({TOTAL}, [{TOTAL}] * 3)] * 8)
"""

FORK = f"""
import os, sys
import numba
import numpy as np
from fastmcr import HandBatch, score_batch
from fastmcr.hands import batch as arrays
batch = HandBatch.from_strings([{TEXT!r}])[np.zeros(3 * arrays.CHUNK, int)]
assert (score_batch(batch, threads=2).total == {TOTAL}).all()
child = os.fork()
total = score_batch(batch, threads=2).total
if child == 0:
    os._exit(0 if (total == {TOTAL}).all() else 1)
print(os.waitpid(child, 0)[1], (total == {TOTAL}).all())
"""

ONE_TEXT = f"from fastmcr import HandBatch; print(HandBatch.from_strings([{TEXT!r}]).win.tolist())"
PROBE_AND_TEXT = ["jit.probe.probe", "scoring.text.text_rows"]
ONE_SCORE = f"import fastmcr; print(fastmcr.score({TEXT!r}).total)"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache folder that eight threads filled on their first import, all at once."""
    folder = tmp_path_factory.mktemp("cache")
    if COMPILED and not BOUNDS_CHECKED:
        assert python(EIGHT_THREADS, FASTMCR_CACHE_DIR=str(folder)).stdout == "True\n"
    return folder


def kernel_files(folder: Path) -> list[Path]:
    """Return the files in a cache folder."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


@compiled
def test_eight_threads_on_the_first_import(filled: Path) -> None:
    names = [path.name for path in kernel_files(filled)]
    assert [name.partition("-")[0] for name in names] == [
        "jit.probe.probe",
        "scoring.one.score_one",
        "scoring.rows.score_rows",
        "scoring.text.text_rows",
    ]
    assert [path.name for path in filled.iterdir()] == [f"{numba.__version__}-{machine_stamp()}"]


@compiled
def test_the_cache_serves_the_next_process(filled: Path) -> None:
    before = [path.stat().st_mtime_ns for path in kernel_files(filled)]
    done = python(f"{ONE_SCORE}\n{ONE_TEXT}", FASTMCR_CACHE_DIR=str(filled), FASTMCR_QUIET="")
    assert (done.stdout, done.stderr) == (f"{TOTAL}\n[23]\n", "")
    assert [path.stat().st_mtime_ns for path in kernel_files(filled)] == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_fork_after_a_batch(filled: Path) -> None:
    assert python(FORK, FASTMCR_CACHE_DIR=str(filled)).stdout == "0 True\n"


@compiled
def test_six_cold_processes_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", "-c", ONE_TEXT]
    environment = os.environ | {"FASTMCR_CACHE_DIR": str(tmp_path)}
    processes = [
        subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(6)
    ]
    assert [process.communicate(timeout=300)[0] for process in processes] == ["[23]\n"] * 6
    assert [process.returncode for process in processes] == [0] * 6
    assert [path.name.partition("-")[0] for path in kernel_files(tmp_path)] == PROBE_AND_TEXT
    assert python(ONE_TEXT, FASTMCR_CACHE_DIR=str(tmp_path)).stdout == "[23]\n"


@compiled
def test_cache_files_cut_short_and_empty(filled: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    shutil.copytree(filled, folder)
    probe, one, rows, text = kernel_files(folder)
    probe.write_bytes(b"")
    one.write_bytes(one.read_bytes()[:-1000])
    rows_before, text_before = rows.read_bytes(), text.read_bytes()
    text.write_bytes(b"")
    done = python(f"{ONE_SCORE}\n{ONE_TEXT}", FASTMCR_CACHE_DIR=str(folder), FASTMCR_QUIET="")
    assert done.stdout == f"{TOTAL}\n[23]\n"
    assert done.stderr.count("\n") == 1
    assert "compiling for this machine" in done.stderr
    for path in (probe, one, text):
        content = path.read_bytes()
        assert hashlib.sha256(content[32:]).digest() == content[:32]
    assert len(text.read_bytes()) > len(text_before) // 2
    assert rows.read_bytes() == rows_before


def made_files() -> set[Path]:
    """Return the files beside the sources that are no sources, Python's own byte code aside."""
    paths = [*(ROOT / "fastmcr").rglob("*"), *(ROOT / "kernels").rglob("*")]
    return {path for path in paths if path.suffix != ".py" and "__pycache__" not in path.parts}


@compiled
def test_nothing_can_be_written(tmp_path: Path) -> None:
    """The home is below a regular file; the package folders stay as they are."""
    regular = tmp_path / "file"
    regular.write_text("")
    before = made_files()
    nowhere = str(regular / "home")
    done = python(ONE_SCORE, FASTMCR_CACHE_DIR="", HOME=nowhere, XDG_CACHE_HOME="", LOCALAPPDATA=nowhere)
    assert (done.stdout, done.stderr) == (f"{TOTAL}\n", "")
    assert made_files() == before
    assert regular.read_text() == ""
