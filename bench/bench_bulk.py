"""`fastmcr bulk` from Parquet to Parquet, beside a plain copy of the same file with pyarrow; its memory.

Both sides read and write the same columns (id, concealed, melds, win, conditions, prevalent, seat, flowers of random
wins) in zstd and row groups of the same size. The copy is `ParquetFile.iter_batches` and `ParquetWriter.write_batch`,
as their documentation shows, and may use all threads of pyarrow's; `bulk` has two.

Row groups of 131,072 rows, as the input has them, are taken over by `bulk` as they are, and columns added to them. With
row groups of 100,000 rows it has to write all columns anew: those rows of the table say so.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from populations import random_wins
from settings import QUICK, SEED, note, sized

pa = pytest.importorskip("pyarrow", reason="the extra `bulk` is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra `bulk` is not installed")

from fastmcr.datasets import bulk  # noqa: E402 - needs pyarrow

DRAWN = sized(1_000_000, 20_000)  # different wins; the files repeat them
ROWS = sized(5_000_000, 40_000)
MANY = sized(20_000_000, 80_000)
GROUP = 1 << 17
ROUNDS = sized(5, 1)
THREADS = 2


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bulk")


def lists(values: Any, width: int) -> Any:
    return pa.FixedSizeListArray.from_arrays(pa.array(values.reshape(-1)), width)


def write_wins(path: Path, rows: int) -> Path:
    """Write a file of random wins, in whole row groups but for the last."""
    if path.exists():
        return path
    drawn = random_wins(DRAWN, SEED)
    table = pa.table(drawn._asdict() | {"concealed": lists(drawn.concealed, 34), "melds": lists(drawn.melds, 4)})
    schema = pa.schema([("id", pa.int64()), *table.schema])
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for start in range(0, rows, GROUP):
            ids = np.arange(start, min(start + GROUP, rows))
            part = table.take(pa.array(ids % DRAWN))
            writer.write_table(part.add_column(0, "id", pa.array(ids)), row_group_size=GROUP)
    return path


def copy(given: Path, out: Path, group: int = GROUP) -> None:
    file = pq.ParquetFile(given)
    with pq.ParquetWriter(out, file.schema_arrow, compression="zstd") as writer:
        for batch in file.iter_batches(batch_size=group):
            writer.write_batch(batch, row_group_size=group)


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


@pytest.mark.parametrize("group", [GROUP, 100_000], ids=["kept", "anew"])
@pytest.mark.parametrize("what", ["shanten", "score"])
def test_against_a_copy(benchmark: Any, folder: Path, what: str, group: int) -> None:
    """Take turns, so that whatever else the machine does hits both alike."""
    given, out, copied = write_wins(folder / "in.parquet", ROWS), folder / "out.parquet", folder / "copy.parquet"

    def run() -> None:
        bulk(given, out, what, threads=THREADS, row_group_size=group, compression="zstd", overwrite=True)

    run()  # compiles, or loads what is compiled
    ratios = []
    for _ in range(ROUNDS):
        copying = seconds(lambda: copy(given, copied, group))
        ratios.append(seconds(run) / copying)
    benchmark.pedantic(run, rounds=1)
    assert pq.read_metadata(out).num_rows == ROWS
    assert pq.read_table(out, columns=["id"])["id"].equals(pq.read_table(copied, columns=["id"])["id"])
    name = f"bulk {what}, two threads, against a copy{'' if group == GROUP else ', all written anew'}"
    note(benchmark, name, "fastmcr", "times the copy", value=statistics.median(ratios))


MEMORY = """
import ctypes, gc, sys
import pyarrow.parquet
from fastmcr.datasets import bulk
given, out, small, what = sys.argv[1:]
bulk(small, out, what, threads=2, overwrite=True)

def peak(what):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(what))

gc.collect()
getattr(ctypes.CDLL(None), "malloc_trim", int)(0)
with open("/proc/self/clear_refs", "w") as file:
    file.write("5")
before = peak("VmRSS")
bulk(given, out, what, threads=2, overwrite=True)
print((peak("VmHWM") - before) / 1024)
"""


@pytest.fixture(scope="module")
def one_group(folder: Path) -> Iterator[Path]:
    """Lend a file of all rows in one row group."""
    path = folder / "one.parquet"
    table = pq.read_table(write_wins(folder / "in.parquet", ROWS))
    pq.write_table(table, path, compression="zstd", row_group_size=ROWS)
    yield path
    path.unlink()


def megabytes(given: Path, folder: Path, what: str) -> float:
    small = write_wins(folder / "small.parquet", 1_000)
    command = [sys.executable, "-c", MEMORY, str(given), str(folder / "memory.parquet"), str(small), what]
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | {"FASTMCR_QUIET": "1"})
    return float(told.stdout)


needs_proc = pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(), reason="peak memory is read from Linux's /proc"
)


@needs_proc
@pytest.mark.parametrize("rows", [ROWS, MANY])
@pytest.mark.parametrize("what", ["shanten", "score"])
def test_memory(benchmark: Any, folder: Path, rows: int, what: str) -> None:
    """What a run takes above the start, at its peak and in a fresh process."""
    given = write_wins(folder / ("in.parquet" if rows == ROWS else "many.parquet"), rows)
    found = benchmark.pedantic(lambda: megabytes(given, folder, what), rounds=1)
    assert QUICK or found > 0
    note(benchmark, f"memory of bulk {what}, {rows / 1e6:g} million rows", "fastmcr", "MB", value=found)


@needs_proc
def test_memory_of_one_row_group(benchmark: Any, folder: Path, one_group: Path) -> None:
    found = benchmark.pedantic(lambda: megabytes(one_group, folder, "score"), rounds=1)
    assert QUICK or found > 0
    note(benchmark, f"memory of bulk score, {ROWS / 1e6:g} million rows in one row group", "fastmcr", "MB", value=found)
