"""Threads, forks, first imports, caches that are broken or cannot be written."""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numba import types
from numba.core import config
from populations import random_wins
from support import BOUNDS_CHECKED, COMPILED, ROOT, as_batch, python

from fastmcr import HandBatch, score, score_batch
from fastmcr.kernels import jit

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
import numpy as np
from fastmcr import HandBatch, arrays, score_batch
batch = HandBatch.from_strings([{TEXT!r}])[np.zeros(3 * arrays.CHUNK, int)]
assert (score_batch(batch, threads=2).total == {TOTAL}).all()
child = os.fork()
total = score_batch(batch, threads=2).total
if child == 0:
    os._exit(0 if (total == {TOTAL}).all() else 1)
print(os.waitpid(child, 0)[1], (total == {TOTAL}).all())
"""

ONE_TEXT = f"from fastmcr import HandBatch; print(HandBatch.from_strings([{TEXT!r}]).win.tolist())"
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
    assert names == ["one_score.score_one.kernel", "rows_score.score_rows.kernel", "rows_text.text_rows.kernel"]
    assert [path.name for path in filled.iterdir()] == [f"{jit.numba.__version__}-{jit.stamp()}"]


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
    assert [path.name for path in kernel_files(tmp_path)] == ["rows_text.text_rows.kernel"]
    assert python(ONE_TEXT, FASTMCR_CACHE_DIR=str(tmp_path)).stdout == "[23]\n"


@compiled
def test_cache_files_cut_short_and_empty(filled: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    shutil.copytree(filled, folder)
    one, rows, text = kernel_files(folder)
    one.write_bytes(one.read_bytes()[:-1000])
    rows_before, text_before = rows.read_bytes(), text.read_bytes()
    text.write_bytes(b"")
    done = python(f"{ONE_SCORE}\n{ONE_TEXT}", FASTMCR_CACHE_DIR=str(folder), FASTMCR_QUIET="")
    assert done.stdout == f"{TOTAL}\n[23]\n"
    assert done.stderr.count("\n") == 1
    assert "compiling for this machine" in done.stderr
    for path in (one, text):
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


# The cache in detail, with a kernel that takes no time to compile


def twice(number: int) -> int:
    return 2 * number


@pytest.fixture
def misses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Count the kernels that are not found in the cache, which is an empty folder."""
    missed: list[str] = []
    monkeypatch.setenv("FASTMCR_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(jit, "_announce", lambda: missed.append("miss"))
    return missed


def made() -> int:
    """Compile or load the kernel and use it."""
    result: int = jit.kernel(types.int64(types.int64))(twice)(21)
    return result


def forged(content: object) -> bytes:
    """Return a cache file that has its right digest."""
    body = pickle.dumps(content)
    return hashlib.sha256(body).digest() + body


@compiled
def test_a_kernel_is_compiled_once(misses: list[str], tmp_path: Path) -> None:
    assert [made(), made(), made()] == [42] * 3
    assert misses == ["miss"]
    assert [path.name for path in kernel_files(tmp_path)] == ["test_robustness.twice.kernel"]


@compiled
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 31,
        b"\0" * 1_000,
        forged(None),
        forged(("something else", None)),
        forged(("(int64,) -> int64", (1, 2, 3))),
        forged(b"\0"),
    ],
    ids=range(7),
)
def test_a_file_that_is_no_kernel(content: bytes, misses: list[str], tmp_path: Path) -> None:
    assert made() == 42
    (path,) = kernel_files(tmp_path)
    path.write_bytes(content)
    assert made() == 42
    assert len(misses) == 2
    assert made() == 42
    assert len(misses) == 2


@compiled
def test_every_single_flipped_byte_counts_as_no_file(misses: list[str], tmp_path: Path) -> None:
    assert made() == 42
    (path,) = kernel_files(tmp_path)
    whole = path.read_bytes()
    for place in (0, 31, 32, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert made() == 42
    assert len(misses) == 6


@compiled
def test_a_folder_in_the_place_of_a_file(misses: list[str], tmp_path: Path) -> None:
    assert made() == 42
    (path,) = kernel_files(tmp_path)
    path.unlink()
    path.mkdir()
    assert made() == 42
    assert len(misses) == 2


@compiled
@pytest.mark.parametrize("below", ["file/cache", "file"])
def test_a_cache_that_cannot_be_written(
    below: str, misses: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FASTMCR_CACHE_DIR", str(tmp_path / below))
    assert [made(), made()] == [42, 42]
    assert len(misses) == 2


def test_stamp_covers_all_that_a_kernel_depends_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stamp() -> str:
        return jit.stamp.__wrapped__()

    seen = [stamp()]
    folder = tmp_path / "kernels"
    shutil.copytree(ROOT / "kernels", folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(jit, "_FOLDER", folder)
    assert stamp() == seen[0]
    for name in (*sorted(path.name for path in folder.glob("*.py")), "data/MANIFEST.json"):
        with (folder / name).open("a") as file:
            file.write("\n")
        seen.append(stamp())
    monkeypatch.setattr(config, "BOUNDSCHECK", 0 if config.BOUNDSCHECK else 1)
    seen.append(stamp())
    monkeypatch.setattr(config, "CPU_NAME", "generic" if config.CPU_NAME != "generic" else "other")
    seen.append(stamp())
    monkeypatch.setattr(jit.numba, "__version__", "0.0.1")
    seen.append(stamp())
    assert len(set(seen)) == len(seen)
