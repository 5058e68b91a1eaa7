"""Work on one output: what is left to do, and what stands in the way."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field

from ..errors import FileError, ResumeError
from ..files.resumable import AWAY, held, job_path
from ..files.state import read_state, write_state
from .job import Job, Wish, differences, plan
from .parts import Done, check_inputs, damaged_parts, missing_parts, result_of
from .sinks import check_schema

__all__ = ["Work", "load_job", "started"]


@dataclass(frozen=True)
class Work:
    """What is left to do.

    Either `job` with the parts in `missing`, which `fastmcr.datasets.parts` does and finishes, or nothing, and `done`
    tells what the output holds.
    """

    job: Job | None
    missing: list[int]
    damaged: list[int] = field(default_factory=list)
    """Those of `missing` that were done before, and that the disk has damaged."""
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
    with held(wish.output, asdict(wish), restart=restart, overwrite=overwrite) as finished:
        yield _work(wish) if finished is None else Work(None, [], done=Done(**finished))


def _work(wish: Wish) -> Work:
    path = job_path(wish.folder)
    if os.path.lexists(path):
        job = _loaded(wish)
    else:
        job = plan(wish)
        check_schema(wish.to, result_of(job))
        write_state(path, job.to_dict())
    return Work(job, missing_parts(job), damaged_parts(job))


def load_job(folder: str) -> Job:
    """Return the job whose work is in a folder.

    Raises
    ------
    FileError
        If the folder holds none.
    ResumeError
        If another version of this package made it, or it is damaged.
    """
    path = job_path(folder)
    try:
        return Job.from_dict(read_state(path))
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}", path=path) from None


def _loaded(wish: Wish) -> Job:
    """Return the job that the folder of a wish holds, if it is the one that the wish would make."""
    try:
        job = load_job(wish.folder)
    except (FileError, ResumeError) as error:
        raise ResumeError(f"{wish.folder} holds unfinished work that cannot be read ({error}); {AWAY}") from None
    found = differences(job.wish, wish)
    if found:
        raise ResumeError(
            f"{wish.folder} holds unfinished work that is not this: {'; '.join(found)}. Finish it, or {AWAY}"
        )
    check_inputs(job)
    return job
