"""Work on one output: who may do it, where it goes on, and what becomes of its folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from ..errors import FileError, ResumeError
from ..files.atomic import written_whole
from .job import Job, Wish, differences, plan
from .lock import Lock
from .parts import Done, check_inputs, finished_before, is_ours, missing_parts, remove_parts, result_of
from .sinks import check_schema

__all__ = ["Work", "load_job", "started"]

LOCK = "lock"
AWAY = "throw it away with --restart (restart=True)"


@dataclass(frozen=True)
class Work:
    """What is left to do.

    Either `job` with the parts in `missing`, which `fastmcr.datasets.parts` does and finishes, or nothing, and `done`
    tells what the output holds.
    """

    job: Job | None
    missing: list[int]
    done: Done | None = None


@contextmanager
def started(wish: Wish, *, restart: bool = False, overwrite: bool = False) -> Iterator[Work]:
    """Begin work on a wish, or go on with it; nobody else can until the block is left.

    Parameters
    ----------
    wish : Wish
        What is asked for.
    restart : bool
        Throw unfinished work away.
    overwrite : bool
        Replace an output that is there, when the new one is whole.

    Yields
    ------
    Work

    Raises
    ------
    FileError
        If the output is there already, or an input or the folder of the work cannot be used.
    ResumeError
        If another process is at this output, or unfinished work there is of another kind.
    """
    folder = wish.folder
    if not os.path.isdir(folder):
        _refuse_existing(wish, overwrite)
    lock = _locked(wish)
    try:
        yield _work(wish, restart, overwrite)
    finally:
        unfinished = os.path.exists(_job_path(folder))
        lock.release(remove=not unfinished)
        if not unfinished:
            with suppress(OSError):  # not empty: someone else has put something there
                os.rmdir(folder)


def _work(wish: Wish, restart: bool, overwrite: bool) -> Work:
    folder = wish.folder
    _refuse_foreign(wish)
    if restart:
        remove_parts(folder)
    _remove_torn(folder)
    done = finished_before(wish)
    if done is not None:
        remove_parts(folder)
        return Work(None, [], done)
    _refuse_existing(wish, overwrite)
    if os.path.exists(_job_path(folder)):
        job = _loaded(wish)
    else:
        job = plan(wish)
        check_schema(wish.to, result_of(job))
        with written_whole(_job_path(folder)) as path, open(path, "w", encoding="utf-8") as file:
            file.write(job.to_json())
    return Work(job, missing_parts(job))


def load_job(folder: str) -> Job:
    """Return the job whose work is in a folder.

    Raises
    ------
    FileError
        If the folder holds none.
    ResumeError
        If another version of this package made it.
    """
    path = _job_path(folder)
    try:
        with open(path, encoding="utf-8") as file:
            return Job.from_json(file.read())
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}", path=path) from None


def _loaded(wish: Wish) -> Job:
    """Return the job that the folder of a wish holds, if it is the one that the wish would make."""
    try:
        job = load_job(wish.folder)
    except ResumeError as error:
        raise ResumeError(f"{wish.folder} holds unfinished work that cannot be read ({error}); {AWAY}") from None
    found = differences(job.wish, wish)
    if found:
        raise ResumeError(
            f"{wish.folder} holds unfinished work that is not this: {'; '.join(found)}. Finish it, or {AWAY}"
        )
    check_inputs(job)
    return job


def _job_path(folder: str) -> str:
    return os.path.join(folder, "job.json")


def _locked(wish: Wish) -> Lock:
    folder = wish.folder
    while True:
        try:
            with suppress(FileExistsError):
                os.mkdir(folder)
        except OSError as error:
            raise FileError(f"cannot write {wish.output}: {folder}: {error.strerror}", path=wish.output) from None
        try:
            return Lock(os.path.join(folder, LOCK))
        except BlockingIOError:
            raise ResumeError(
                f"another process is writing {wish.output}; wait for it, or name another output"
            ) from None
        except FileNotFoundError:
            continue  # another process has just finished and removed the folder


def _refuse_existing(wish: Wish, overwrite: bool) -> None:
    if os.path.exists(wish.output) and not overwrite:
        raise FileError(
            f"{wish.output} is there already; replace it with --overwrite (overwrite=True)", path=wish.output
        )


def _refuse_foreign(wish: Wish) -> None:
    foreign = [name for name in os.listdir(wish.folder) if name != LOCK and not is_ours(name)]
    if foreign:
        raise FileError(
            f"folder {wish.folder} is needed for unfinished work and holds {foreign[0]}; move it away", path=wish.folder
        )


def _remove_torn(folder: str) -> None:
    """Remove what processes that died have left half written."""
    for name in os.listdir(folder):
        if name.endswith(".tmp") and is_ours(name):
            with suppress(FileNotFoundError):
                os.unlink(os.path.join(folder, name))
