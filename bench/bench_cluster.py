"""A Dask cluster against one process: two workers of one thread, up and warm, beside ``--threads 1``.

Both score the same Parquet file to the same Parquet file, in turns, so that whatever else the machine does hits both
alike. Needs a machine with two processors to itself.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from settings import SEED, note, sized

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
distributed = pytest.importorskip("distributed", reason="dask and distributed are not installed")

from fastmcr.datasets import cluster, parquet  # noqa: E402
from fastmcr.datasets.make import write_hands  # noqa: E402

ROWS = sized(20_000_000, 200_000)
ROUNDS = sized(3, 1)


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cluster") / "hands.parquet"
    write_hands(path, "wins", ROWS, seed=SEED)
    return path


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0",
            memory_limit=0, silence_logs="ERROR",
        ) as local,
        distributed.Client(local, set_as_default=False) as client,
    ):  # fmt: skip
        client.wait_for_workers(2)
        yield client


def seconds(run: Any, *arguments: Any, **options: Any) -> float:
    start = time.perf_counter()
    assert run(*arguments, overwrite=True, **options).rows == ROWS
    return time.perf_counter() - start


def test_two_workers_against_one_thread(benchmark: Any, client: Any, hands: Path, tmp_path: Path) -> None:
    alone, together = tmp_path / "alone.parquet", tmp_path / "together.parquet"
    few = tmp_path / "few.parquet"
    write_hands(few, "wins", 2_000)
    cluster.bulk(few, tmp_path / "warm.parquet", overwrite=True, cluster=client)
    parquet.bulk(few, tmp_path / "warm.parquet", threads=1, overwrite=True)
    ratio = statistics.median(
        seconds(parquet.bulk, hands, alone, threads=1) / seconds(cluster.bulk, hands, together, cluster=client)
        for _ in range(ROUNDS)
    )
    assert alone.read_bytes() == together.read_bytes()
    benchmark.pedantic(
        cluster.bulk, (hands, together), {"cluster": client, "overwrite": True}, rounds=1, warmup_rounds=0
    )
    what = f"score {ROWS:,} rows, Parquet to Parquet, two cluster workers against one thread"
    note(benchmark, what, "fastmcr", "times as fast", value=ratio)
