"""Scoring: hands a second in batches and one by one, beside PyMahjongGB on the same wins; memory of a batch.

Run with ``python -m pytest bench --benchmark-only``; the README's table is made by ``python bench/report.py``.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from peers import Call, mahjonggb_calculator, mahjonggb_call, peer_version
from populations import Rows, random_wins
from settings import QUICK, SEED, note, sized

from fastmcr import Hand, HandBatch, score, score_batch

MANY = sized(1_000_000, 20_000)
SOME = sized(20_000, 2_000)
ROUNDS = sized(9, 1)
needs_peer = pytest.mark.skipif(peer_version("PyMahjongGB") is None, reason="PyMahjongGB is not installed")

BATCH_ROW = "score_batch, random wins, one thread"
HAND_ROW = "score(hand), one prepared hand"


@cache
def wins() -> Rows:
    return random_wins(MANY, SEED)


@cache
def batch() -> HandBatch:
    return HandBatch(**wins()._asdict())


@cache
def hands() -> list[Hand]:
    return [batch().hand(i) for i in range(SOME)]


@cache
def calls() -> list[Call]:
    return [mahjonggb_call(wins(), i) for i in range(SOME)]


@pytest.mark.parametrize("size", [SOME, MANY], ids=["some", "many"])
def test_batch(benchmark: Any, size: int) -> None:
    part = batch()[:size]
    score_batch(part[:100])
    result = benchmark.pedantic(score_batch, (part,), {"threads": 1}, rounds=ROUNDS, warmup_rounds=1)
    assert not result.status.any()
    note(benchmark, BATCH_ROW if size == MANY else "score_batch, 20,000 random wins", "fastmcr", "ns a hand", per=size)


@needs_peer
def test_batch_of_the_peer(benchmark: Any) -> None:
    calculator, arguments = mahjonggb_calculator(), calls()

    def run() -> int:
        return sum(len(calculator(*call)) for call in arguments)

    assert benchmark.pedantic(run, rounds=ROUNDS) > 0
    note(benchmark, BATCH_ROW, "PyMahjongGB", "ns a hand", per=SOME)


def test_two_threads_against_one(benchmark: Any) -> None:
    """Take turns, so that whatever else the machine does hits both alike."""
    rows = batch()
    score_batch(rows, threads=2)

    def seconds(threads: int) -> float:
        start = time.perf_counter()
        score_batch(rows, threads=threads)
        return time.perf_counter() - start

    ratio = statistics.median(seconds(1) / seconds(2) for _ in range(ROUNDS))
    benchmark.pedantic(score_batch, (rows,), {"threads": 2}, rounds=1)
    note(benchmark, "score_batch, two threads against one", "fastmcr", "times as fast", value=ratio)


def test_one_hand(benchmark: Any) -> None:
    given = hands()

    def run() -> int:
        return sum(score(hand).points for hand in given)

    assert benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1) > 0
    note(benchmark, HAND_ROW, "fastmcr", "µs a hand", per=SOME)


@needs_peer
def test_one_hand_of_the_peer(benchmark: Any) -> None:
    calculator, arguments = mahjonggb_calculator(), calls()

    def run() -> int:
        return sum(points for call in arguments for points, _ in calculator(*call))

    assert benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1) > 0
    note(benchmark, HAND_ROW, "PyMahjongGB", "µs a hand", per=SOME)


def test_strings(benchmark: Any) -> None:
    texts = [str(hand) for hand in hands()] * sized(10, 1)
    HandBatch.from_strings(texts[:10])
    read = benchmark.pedantic(HandBatch.from_strings, (texts,), rounds=ROUNDS, warmup_rounds=1)
    assert len(read) == len(texts)
    note(benchmark, "HandBatch.from_strings", "fastmcr", "ns a row", per=len(texts))


MEMORY = """
import ctypes, gc, sys
import numpy as np
from fastmcr import HandBatch, score_batch
columns = dict(np.load(sys.argv[1]))
batch = HandBatch(**{name: column.astype(sys.argv[2]) for name, column in columns.items()})
del columns
score_batch(batch[:50_000], threads=2)

def peak(what):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(what))

gc.collect()
getattr(ctypes.CDLL(None), "malloc_trim", int)(0)
with open("/proc/self/clear_refs", "w") as file:
    file.write("5")
before = peak("VmRSS")
result = score_batch(batch)
print((peak("VmHWM") - before) * 1024 / len(result))
"""


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="peak memory is read from Linux's /proc")
@pytest.mark.parametrize("dtype", ["uint8", "int64"])
def test_memory(benchmark: Any, dtype: str, tmp_path: Path) -> None:
    """What a batch call takes on top of its input, results included, at its peak and in a fresh process."""
    rows = wins()
    # Conditions up to 31 fit a byte: one dtype for all columns.
    np.savez(tmp_path / "wins.npz", **rows._asdict())

    def run() -> float:
        command = [sys.executable, "-c", MEMORY, str(tmp_path / "wins.npz"), dtype]
        return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    megabytes = benchmark.pedantic(run, rounds=1)
    if not QUICK:
        assert megabytes > 0
    note(benchmark, f"memory for a million {dtype} rows, results included", "fastmcr", "MB", value=megabytes)
