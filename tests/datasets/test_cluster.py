"""A Dask cluster does the work of `bulk`: the same bytes, whoever dies; and what keeps it from working is said."""

from __future__ import annotations

import dataclasses
import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from support import COMPILED

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
distributed = pytest.importorskip("distributed", reason="dask and distributed are not installed")

import pyarrow as pa  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

from fastmcr import InputError  # noqa: E402
from fastmcr.cli import cli  # noqa: E402
from fastmcr.datasets import cluster, parquet  # noqa: E402
from fastmcr.datasets.files import find_inputs  # noqa: E402
from fastmcr.datasets.job import Job, plan, wish_for  # noqa: E402
from fastmcr.datasets.make import write_hands  # noqa: E402
from fastmcr.datasets.work import started  # noqa: E402
from fastmcr.errors import ClusterError, FileError  # noqa: E402

pytestmark = pytest.mark.skipif(not COMPILED, reason="worker processes would take minutes without the compiler")

PART = 2_000


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return 30 row groups of hands, some of them bad."""
    path = tmp_path_factory.mktemp("cluster") / "hands.parquet"
    write_hands(path, "wins", 59_000)
    table = pq.read_table(path)
    no_tile = pa.array([40] * 1000, pa.uint8())
    bad = table.slice(0, 1000).set_column(2, table.schema.field("win"), no_tile)
    pq.write_table(pa.concat_tables([bad, table]), path, row_group_size=PART)
    return path


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    """Run a scheduler and two workers, each a process of its own."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0",
        memory_limit=0, silence_logs="CRITICAL",
    ) as running:  # fmt: skip
        yield running


@pytest.fixture
def client(local: Any) -> Iterator[Any]:
    with distributed.Client(local, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        yield client


def by_threads(hands: Path, out: Path, what: str = "score", **options: Any) -> bytes:
    parquet.bulk(hands, out, what, threads=1, **options)
    return out.read_bytes()


@pytest.mark.parametrize("suffix", [".parquet", ".jsonl"])
def test_the_same_bytes_as_threads(client: Any, hands: Path, tmp_path: Path, suffix: str) -> None:
    done: list[tuple[int, int]] = []
    out = tmp_path / f"out{suffix}"
    summary = cluster.bulk(
        hands, out, "score,shanten", rules="mil", cluster=client, part_rows=PART, row_group_size=PART,
        progress=lambda *told: done.append(told),
    )  # fmt: skip
    wanted = by_threads(hands, tmp_path / f"wanted{suffix}", "score,shanten", rules="mil", row_group_size=PART)
    assert out.read_bytes() == wanted
    assert (summary.rows, summary.rows_now, summary.bad) == (
        60_000,
        60_000,
        {"a count above 4, a tile outside 0..33, or a winning tile that is not held": 1000},
    )
    assert [rows for rows, _ in done] == list(range(PART, 60_001, PART))
    assert sorted(os.listdir(tmp_path)) == [f"out{suffix}", f"wanted{suffix}"]
    assert client.status == "running"  # the caller's own


def test_a_worker_killed_in_mid_run_changes_nothing(client: Any, hands: Path, tmp_path: Path) -> None:
    before = client.run(os.getpid)
    killed: list[int] = []

    def kill(done: int, rows: int) -> None:
        if not killed and done < rows / 2:
            killed.append(next(iter(before.values())))
            os.kill(killed[0], signal.SIGKILL)

    out = tmp_path / "out.parquet"
    summary = cluster.bulk(hands, out, cluster=client, part_rows=PART, row_group_size=PART, progress=kill)
    assert killed
    assert out.read_bytes() == by_threads(hands, tmp_path / "wanted.parquet", row_group_size=PART)
    assert summary.rows == 60_000
    client.wait_for_workers(2, timeout=60)
    assert killed[0] not in client.run(os.getpid).values()


def test_a_run_that_is_stopped_goes_on_anywhere(client: Any, hands: Path, tmp_path: Path) -> None:
    def stop(done: int, rows: int) -> None:
        if done >= 3 * PART:
            raise KeyboardInterrupt

    out = tmp_path / "out.parquet"
    options = {"part_rows": PART, "row_group_size": PART}
    with pytest.raises(KeyboardInterrupt, match=r"of 30 parts done; the same command goes on from there"):
        cluster.bulk(hands, out, cluster=client, progress=stop, **options)
    assert not any(client.run(lambda dask_worker: len(dask_worker.state.executing)).values())
    kept = [name for name in os.listdir(f"{out}.parts") if name.endswith(".arrows")]
    assert 3 <= len(kept) < 30
    again = cluster.bulk(hands, out, cluster=client.scheduler.address, **options)
    assert again.rows_now == 60_000 - len(kept) * PART
    assert out.read_bytes() == by_threads(hands, tmp_path / "wanted.parquet", row_group_size=PART)


def test_damaged_parts_are_redone(client: Any, hands: Path, tmp_path: Path) -> None:
    """Damaged after they were done, as a disk does it: the first at a glance, the others only to who reads them."""
    out = tmp_path / "out.parquet"

    def damage(done: int, rows: int) -> None:
        if done < rows:
            return
        for number, place in ((3, 0.5), (4, 0.9)):
            path = Path(f"{out}.parts/{number:06d}.arrows")
            content = bytearray(path.read_bytes())
            content[int(place * len(content))] ^= 1
            path.write_bytes(content)
        Path(f"{out}.parts/000005.json").write_bytes(bytes(100))

    summary = cluster.bulk(hands, out, cluster=client, part_rows=PART, row_group_size=PART, progress=damage)
    assert (summary.rows, summary.redone) == (60_000, 3)
    assert out.read_bytes() == by_threads(hands, tmp_path / "wanted.parquet", row_group_size=PART)


def test_parts_of_one_row_group(client: Any, hands: Path, tmp_path: Path) -> None:
    table = pq.read_table(hands)
    pq.write_table(table, tmp_path / "whole.parquet", row_group_size=100_000)
    out = tmp_path / "out.parquet"
    cluster.bulk(tmp_path / "whole.parquet", out, cluster=client, part_rows=PART, row_group_size=PART)
    assert out.read_bytes() == by_threads(tmp_path / "whole.parquet", tmp_path / "wanted.parquet", row_group_size=PART)


def job_of(hands: Path, out: Path, **options: Any) -> Job:
    return plan(wish_for(find_inputs([str(hands)]), str(out), "score", **options))


def test_runs(hands: Path, tmp_path: Path) -> None:
    job = job_of(hands, tmp_path / "out.parquet", part_rows=PART, row_group_size=PART)
    assert cluster._runs(job, [0, 1, 5], 2) == [[0], [1], [5]]
    pq.write_table(pq.read_table(hands), tmp_path / "whole.parquet", row_group_size=100_000)
    job = job_of(tmp_path / "whole.parquet", tmp_path / "out.parquet", part_rows=6 * PART, row_group_size=PART)
    assert cluster._runs(job, list(range(5)), 2) == [[0, 1, 2], [3, 4]]
    assert cluster._runs(job, [1, 2, 4], 3) == [[1], [2], [4]]
    assert cluster._runs(job, [1, 2, 4], 1) == [[1, 2], [4]]


def test_tasks_ship_names_and_numbers_alone(client: Any, hands: Path, tmp_path: Path) -> None:
    assert len(pickle.dumps((cluster._do, str(tmp_path / "out.parquet.parts"), [1, 2]))) < 400
    cluster.bulk(hands, tmp_path / "out.parquet", cluster=client, part_rows=PART, row_group_size=PART)
    jobs = client.run(lambda: [job.wish.output for _, job in cluster._jobs.values()])
    assert list(jobs.values()) == [[str(tmp_path / "out.parquet")]] * 2


# --- what cannot be --------------------------------------------------------------------------------------------------


def test_a_worker_that_does_not_see_the_files(client: Any, hands: Path, tmp_path: Path) -> None:
    job = job_of(hands, tmp_path / "out.parquet")
    with pytest.raises(ClusterError) as caught:
        cluster._check_workers(client, job)
    folder = tmp_path / "out.parquet.parts"
    address = next(iter(client.scheduler_info()["workers"]))
    assert str(caught.value) == (
        f"worker {address} does not see {folder} ({os.strerror(2)}); the machines of a cluster must see the inputs and "
        "the output at the same paths"
    )
    gone = tmp_path / "gone.parquet"
    gone.write_bytes(hands.read_bytes())
    with started(job_of(gone, tmp_path / "out2.parquet").wish) as work:
        gone.unlink()
        assert work.job is not None
        with pytest.raises(ClusterError) as caught:
            cluster._check_workers(client, work.job)
    assert str(caught.value) == (
        f"worker {address} {gone}: {os.strerror(2)}; the machines of a cluster must see the inputs and the output at "
        "the same paths"
    )


def test_a_worker_of_another_version(hands: Path, tmp_path: Path) -> None:
    wish = dataclasses.replace(job_of(hands, tmp_path / "out.parquet").wish, version="0.0.1")
    from fastmcr import __version__

    with started(wish):
        assert cluster._prepare(wish.folder) == (
            f"has fastmcr {__version__}, and the work is of fastmcr 0.0.1; install the same version"
        )


def test_a_part_that_cannot_be_written(client: Any, hands: Path, tmp_path: Path) -> None:
    """Workers fail again and again at a part whose name is taken by a folder."""

    def spoil(done: int, rows: int) -> None:
        if done == PART:
            os.makedirs(tmp_path / "out.parquet.parts" / "000029.arrows" / "full")

    with pytest.raises(FileError) as caught:
        cluster.bulk(
            hands, tmp_path / "out.parquet", cluster=client, part_rows=PART, row_group_size=PART, progress=spoil
        )
    part = tmp_path / "out.parquet.parts" / "000029.arrows"
    assert str(caught.value) == f"{part} is a folder; what is written must be a file"
    assert "of 30 parts done; the same command goes on from there" in caught.value.__notes__[0]


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere"])
def test_no_scheduler(hands: Path, tmp_path: Path, address: str) -> None:
    with pytest.raises(ClusterError) as caught:
        cluster.bulk(hands, tmp_path / "out.parquet", cluster=address)
    assert str(caught.value).startswith(f"no Dask scheduler answers at '{address}': ")
    assert os.listdir(tmp_path) == []


def test_no_workers(hands: Path, tmp_path: Path) -> None:
    with (
        distributed.LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address="127.0.0.1:0") as empty,
        distributed.Client(empty, set_as_default=False) as client,
        pytest.raises(ClusterError) as caught,
    ):
        cluster.bulk(hands, tmp_path / "out.parquet", cluster=client)
    assert str(caught.value) == f"the Dask scheduler at {empty.scheduler_address} has no workers"


def test_a_cluster_that_goes_away(hands: Path, tmp_path: Path) -> None:
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0",
        memory_limit=0, silence_logs="CRITICAL",
    ) as running:  # fmt: skip

        def close(done: int, rows: int) -> None:
            if done == PART:
                running.close()

        options = {"part_rows": PART, "row_group_size": PART}
        address = running.scheduler_address
        with pytest.raises(ClusterError, match=r"^the cluster was lost: ") as caught:
            cluster.bulk(hands, tmp_path / "out.parquet", cluster=address, progress=close, **options)
    done = re.match(r"(\d+) of 30 parts done; the same command goes on from there", caught.value.__notes__[0])
    assert done is not None
    assert 1 <= int(done[1]) < 30
    summary = parquet.bulk(hands, tmp_path / "out.parquet", threads=1, **options)
    assert summary.rows_now == 60_000 - PART * int(done[1])


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({}, "give either cluster, the address of a scheduler, or workers, a number"),
        ({"cluster": "a:1", "workers": 1}, "give either cluster, the address of a scheduler, or workers, a number"),
        ({"workers": 0}, "workers must be a whole number from 1 to 1024, not 0"),
        ({"workers": "2"}, "workers must be a whole number from 1 to 1024, not '2'"),
        ({"cluster": 5}, "cluster must be the address of a scheduler or a distributed.Client, not 5"),
    ],
)
def test_refused(hands: Path, tmp_path: Path, how: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        cluster.bulk(hands, tmp_path / "out.parquet", **how)
    assert str(caught.value) == message


# --- the command -----------------------------------------------------------------------------------------------------


def test_command_with_workers_of_its_own(hands: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    command = [sys.executable, "-W", "error", "-m", "fastmcr", "bulk", "score", str(hands), str(out), "--workers", "2"]
    run = subprocess.run([*command, "--part-rows", str(PART)], capture_output=True, text=True, timeout=300)
    assert run.stderr == ""
    assert run.returncode == 1  # a thousand rows are bad
    assert run.stdout.startswith(f"{out}: 60,000 rows in ")
    assert out.read_bytes() == by_threads(hands, tmp_path / "wanted.parquet")


def test_command_with_an_address(client: Any, hands: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    result = CliRunner().invoke(cli, ["bulk", "score", str(hands), str(out), "--cluster", client.scheduler.address])
    assert (result.exit_code, result.stderr) == (1, "")
    assert out.read_bytes() == by_threads(hands, tmp_path / "wanted.parquet")


def test_without_distributed(hands: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = CliRunner().invoke(cli, ["bulk", "score", str(hands), str(tmp_path / "out.parquet"), "--workers", "2"])
    assert result.exit_code == 1
    assert result.stderr == "error: this needs the package distributed: pip install 'fastmcr[cluster]'\n"
    assert os.listdir(tmp_path) == []


def test_command_refuses(hands: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "out.parquet")
    both = CliRunner().invoke(cli, ["bulk", "score", str(hands), out, "--workers", "2", "--threads", "2"])
    assert both.exit_code == 2
    assert "--threads and --workers exclude each other" in both.stderr
    none = CliRunner().invoke(cli, ["bulk", "score", str(hands), out, "--cluster", "127.0.0.1:1"])
    assert none.exit_code == 1
    assert none.stderr.startswith("error: no Dask scheduler answers at '127.0.0.1:1': ")
