"""The work of `fastmcr.datasets.parquet` done by a Dask cluster, part by part.

A task is the name of the folder of the work and the numbers of some parts: each worker reads the job from that folder
once, with its rules, and loads its own tables and kernels. Results come back as files in the folder, not over the
network. So **all machines must see the inputs and the output at the same paths**; a worker that does not is named in an
error before the work begins.

A worker may die at any moment: its parts are done again by another, and since a part counts only when its file is
whole, and is the same bytes whoever wrote it, nothing in the result changes. If the client dies, the same call goes on
with the parts that are there, on a cluster or without.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from typing import Any, TypeAlias

from ..base.version import __version__
from ..errors import ClusterError, FileError, InputError, McrError, shown
from ..files.optional import need
from ..files.progress import Progress, reporting
from ..files.resumable import job_path
from ..rulebook.rules import Rules
from .files import find_inputs
from .job import Job, wish_for
from .parquet import Summary, as_paths, kept_words
from .parts import Done, Stopped, check_inputs, finish, run_part, warm
from .work import Work, load_job, started

__all__ = ["bulk"]

Client: TypeAlias = Any  # distributed has no types
Cluster = str | Client

ANSWER = 5  # seconds for a scheduler to answer, and for it to have a worker
RETRIES = 2  # of a part that fails; a worker that dies is another matter, and Dask's own
SEEN = 3.0  # seconds for a file written by one machine to show on another
DRAINED = 15.0  # seconds for parts in work to end when the work is stopped


def bulk(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    what: str | Iterable[str] = "score",
    *,
    cluster: Cluster | None = None,
    workers: int | None = None,
    rules: Rules | str = "default",
    source_format: str | None = None,
    to: str | None = None,
    row_group_size: int | None = None,
    compression: str | None = None,
    restart: bool = False,
    overwrite: bool = False,
    progress: Progress = None,
    part_rows: int | None = None,
) -> Summary:
    """Score or analyse all hands of some files on a Dask cluster, with the result of `fastmcr.datasets.parquet.bulk`.

    Parameters
    ----------
    inputs, output, what, rules, source_format, to, row_group_size, compression, restart, overwrite, progress, part_rows
        As for `fastmcr.datasets.parquet.bulk`. Inputs and output lie on a file system that all workers share.
    cluster : str or distributed.Client, optional
        Address of a scheduler, as ``tcp://host:8786``, or a client of one's own, which is left open.
    workers : int, optional
        Instead: start so many processes of one thread on this machine, and end them afterwards. Scripts that ask for
        this need ``if __name__ == "__main__":``, as processes are started anew.

    Returns
    -------
    Summary

    Raises
    ------
    ClusterError
        If no scheduler answers, it has no workers, or a worker does not see the files or has another fastmcr.
    InputError
        If not exactly one of `cluster` and `workers` is given, or for the reasons of the other `bulk`.
    FileError, ResumeError
        As for the other `bulk`; finished parts are kept.
    MissingPackageError
        If pyarrow, dask or distributed is absent.

    Examples
    --------
    >>> bulk("hands.parquet", "out.parquet", "shanten", cluster="tcp://10.0.0.1:8786")  # doctest: +SKIP
    >>> bulk("hands.parquet", "out.parquet")
    Traceback (most recent call last):
    fastmcr.errors.InputError: give either cluster, the address of a scheduler, or workers, a number
    """
    if (cluster is None) == (workers is None):
        raise InputError("give either cluster, the address of a scheduler, or workers, a number")
    if workers is not None and (type(workers) is not int or not 1 <= workers <= 1024):
        raise InputError(f"workers must be a whole number from 1 to 1024, not {shown(workers)}")
    begun = time.perf_counter()
    need("distributed", extra="cluster")  # before a folder is made
    wish = wish_for(
        find_inputs(as_paths(inputs), source_format), os.fspath(output), what,
        rules=rules, to=to, row_group_size=row_group_size, compression=compression, part_rows=part_rows,
    )  # fmt: skip
    with ExitStack() as stack:
        client = _client(cluster, stack) if workers is None else None
        work = stack.enter_context(started(wish, restart=restart, overwrite=overwrite))
        rows_now = sum(work.job.rows_of(part) for part in work.missing) if work.job else 0
        done = work.done or _all_done(work, client, workers, progress)
    return Summary(os.fspath(output), done.rows, done.bad, time.perf_counter() - begun, rows_now, done.redone)


def _all_done(work: Work, client: Client | None, workers: int | None, progress: Progress) -> Done:
    """Have the missing parts done and join them; say how far it came if that fails."""
    job = work.job
    assert job is not None, "not finished before"
    there = job.rows - sum(map(job.rows_of, work.missing))

    try:
        if work.missing:
            with ExitStack() as stack:
                here = _local_client(job, workers, stack) if client is None else client
                _check_workers(here, job)
                report = stack.enter_context(reporting(progress, there, rows=job.rows))
                for part in _done_parts(here, job, work.missing):
                    report(job.rows_of(part))
        done = finish(job, range(len(job.parts)))
        return replace(done, redone=done.redone + len(work.damaged))
    except KeyboardInterrupt as error:
        error.args = (f"stopped; {kept_words(job)}",)
        raise
    except McrError as error:
        error.add_note(kept_words(job))
        raise


# --- the client ------------------------------------------------------------------------------------------------------


def _client(cluster: Cluster | None, stack: ExitStack) -> Client:
    """Return a client of the cluster that was named; `stack` will close it, unless it is the caller's own."""
    distributed = need("distributed", extra="cluster")
    if isinstance(cluster, distributed.Client):
        return cluster
    if not isinstance(cluster, str):
        raise InputError(f"cluster must be the address of a scheduler or a distributed.Client, not {shown(cluster)}")
    try:
        with ThreadPoolExecutor(1) as thread:  # for a caller who has an event loop of his own
            thread.submit(asyncio.run, _knock(distributed, cluster)).result()
        stack.enter_context(_quiet())
        return stack.enter_context(distributed.Client(cluster, timeout=ANSWER, set_as_default=False))
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(f"no Dask scheduler answers at {shown(cluster)}: {_words(error)}") from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the client from printing tracebacks of its own: what happens to it is told in our errors."""
    log = logging.getLogger("distributed.client")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(before)


async def _knock(distributed: Any, address: str) -> None:
    """Raise an error if no scheduler answers: a client that tried would leave its loop behind."""
    arguments = distributed.Security().get_connection_args("client")
    connection = await distributed.comm.connect(address, timeout=ANSWER, **arguments)
    await connection.close()


def _local_client(job: Job, workers: int | None, stack: ExitStack) -> Client:
    """Return a client of processes of one thread that are started for the purpose."""
    distributed = need("distributed", extra="cluster")
    warm(job)  # so that the workers find the kernels compiled
    local = distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0",
        memory_limit=0, silence_logs="ERROR",
    )  # fmt: skip
    return stack.enter_context(distributed.Client(stack.enter_context(local), set_as_default=False))


def _check_workers(client: Client, job: Job) -> None:
    """Have every worker load the job and its kernels, or say which cannot."""
    distributed = need("distributed", extra="cluster")
    try:
        client.wait_for_workers(1, timeout=ANSWER)
    except (TimeoutError, distributed.TimeoutError):
        raise ClusterError(f"the Dask scheduler at {client.scheduler.address} has no workers") from None
    try:
        answers = client.run(_prepare, job.wish.folder, on_error="return")
    except Exception as error:  # of whatever kind: what the workers could not even load
        raise ClusterError(f"the workers cannot begin: {_words(error)}") from None
    for address, answer in answers.items():
        if isinstance(answer, str):
            raise ClusterError(f"worker {address} {answer}")
        # A worker that is lost just now is replaced, or does without.
        if isinstance(answer, Exception) and not isinstance(answer, OSError):
            raise ClusterError(f"worker {address} cannot begin: {_words(answer)}")


def _words(error: BaseException) -> str:
    text = " ".join(str(error).split())
    if isinstance(error, ImportError):
        return f"{text}; install 'fastmcr[cluster]' there, the same version as here"
    return text or type(error).__name__


def _done_parts(client: Client, job: Job, missing: list[int]) -> Iterator[int]:
    """Yield the numbers of parts as they are done; leave nothing running."""
    distributed = need("distributed", extra="cluster")
    workers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
    runs = _runs(job, missing, workers)
    tasks = client.map(_do, [job.wish.folder] * len(runs), runs, pure=False, retries=RETRIES, key="fastmcr-parts")
    try:
        for task in distributed.as_completed(tasks, loop=client.loop):
            try:
                yield from task.result()
            except distributed.KilledWorker as error:
                raise ClusterError(f"parts were lost again and again with their workers: {_words(error)}") from None
            except (distributed.CancelledError, distributed.comm.CommClosedError, OSError) as error:
                raise ClusterError(f"the cluster was lost: {_words(error)}") from None
    finally:
        _drain(client, tasks)


def _runs(job: Job, missing: list[int], workers: int) -> list[list[int]]:
    """Return what a task does: a part, or parts that read on in a unit where the one before has ended.

    Such parts cost a look through the unit from its beginning, unless one process does them in order: so they are cut
    into no more runs than there are workers.
    """
    chains: list[list[int]] = []
    for part in missing:
        pieces = job.parts[part]
        goes_on = bool(pieces and pieces[0].skip and chains and chains[-1][-1] == part - 1)
        if goes_on:
            chains[-1].append(part)
        else:
            chains.append([part])
    runs = []
    for chain in chains:
        size = -(-len(chain) // workers)
        runs += [chain[start : start + size] for start in range(0, len(chain), size)]
    return runs


def _drain(client: Client, tasks: list[Any]) -> None:
    """Cancel what is not done and wait until no worker is at it, so that the folder is ours alone."""
    if all(task.status == "finished" for task in tasks) or client.status != "running":
        return
    keys = {task.key for task in tasks}
    client.cancel(tasks, force=True)
    end = time.monotonic() + DRAINED
    while time.monotonic() < end:
        busy = client.run(_busy, keys, on_error="ignore")
        if not any(busy.values()):
            return
        time.sleep(0.1)


# --- on the workers --------------------------------------------------------------------------------------------------

_jobs: dict[str, tuple[tuple[int, int], Job]] = {}
_loading = threading.Lock()


def _state(folder: str) -> tuple[int, int]:
    """Return what tells one job in a folder from another one."""
    state = os.stat(job_path(folder))
    return state.st_ino, state.st_mtime_ns


def _loaded(folder: str) -> tuple[tuple[int, int], Job]:
    """Return the job of a folder; a worker reads it, and loads what it needs, once."""
    with _loading:
        end = time.monotonic() + SEEN
        while True:
            try:
                state = _state(folder)
                break
            except OSError as error:
                if time.monotonic() > end:
                    raise FileError(f"does not see {folder} ({os.strerror(error.errno or 0)})", path=folder) from None
                time.sleep(0.2)
        if folder not in _jobs or _jobs[folder][0] != state:
            job = load_job(folder)
            warm(job)
            _jobs.clear()  # one job at a time is the rule; the memory of a worker is not to grow
            _jobs[folder] = state, job
        return _jobs[folder]


def _prepare(folder: str) -> str | None:
    """Return what keeps this worker from doing its part, if anything."""
    try:
        _, job = _loaded(folder)
        check_inputs(job)
    except FileError as error:
        return f"{error}; the machines of a cluster must see the inputs and the output at the same paths"
    if job.wish.version != __version__:
        return f"has fastmcr {__version__}, and the work is of fastmcr {job.wish.version}; install the same version"
    if not os.access(folder, os.W_OK):
        return f"cannot write in {folder}"
    return None


def _do(folder: str, parts: list[int]) -> list[int]:
    """Do some parts, one after the other, and return their numbers."""
    state, job = _loaded(folder)
    done = []
    with suppress(Stopped):
        for part in parts:
            run_part(job, part, _unless(folder, state))
            done.append(part)
    return done


def _unless(folder: str, state: tuple[int, int]) -> Callable[[], bool]:
    """Return a function that says whether the job has meanwhile been given up for another one."""

    def given_up() -> bool:
        try:
            return _state(folder) != state
        except OSError:
            return True

    return given_up


def _busy(keys: set[str], dask_worker: Any) -> bool:
    """Return whether a worker is still at one of the tasks."""
    return any(task.key in keys for task in dask_worker.state.executing)
