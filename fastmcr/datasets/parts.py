"""Parts of a job: each is done by a pure function of the job and its number, and kept as a file until all are there.

Nothing but the folder of the work is shared (`fastmcr.files.resumable`). A process may die anywhere, and two may do the
same part: they write the same bytes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..base.version import __version__
from ..errors import FileError, InputError, ResumeError
from ..files.optional import need
from ..files.resumable import RESTART, refuse_changed
from ..hands.batch import STATUS_WORDS
from ..kernels import layout
from .arrow import annotate
from .cursors import read_piece
from .job import Job
from .sinks import join_parts, part_sink
from .sources_text import BROKEN

pa = need("pyarrow", extra="bulk")
pc = need("pyarrow.compute", extra="bulk")

__all__ = ["Done", "Stopped", "check_inputs", "damaged_parts", "finish", "missing_parts", "run_part"]


@dataclass(frozen=True)
class Done:
    """What came of a part, or of all of them."""

    rows: int
    bad: dict[str, int]
    """Bad rows by reason, in words."""
    redone: int = 0
    """Parts that the disk had damaged and that were done again."""

    @classmethod
    def total(cls, parts: Iterable[Done]) -> Done:
        """Return the sum of several."""
        rows, bad = 0, Counter[str]()
        for part in parts:
            rows += part.rows
            bad.update(part.bad)
        return cls(rows, {words: bad[words] for words in STATUS_WORDS if bad[words]})


class Stopped(Exception):  # noqa: N818 - no error: someone wished it
    """A part was left because the work is to stop."""


def run_part(job: Job, part: int, stop: Callable[[], bool] | None = None) -> Done:
    """Do one part: read its rows, annotate them, and write them to its file.

    Parameters
    ----------
    job : Job
        The folder of its work must be there.
    part : int
        Place in ``job.parts``.
    stop : callable, optional
        Asked from time to time whether to give up.

    Returns
    -------
    Done

    Raises
    ------
    FileError
        If an input cannot be read or has changed, or the file cannot be written; nothing is left behind.
    Stopped
        If `stop` said so.

    Notes
    -----
    Uses one thread, and memory for some batches. The same part gives the same bytes.
    """
    tally = _Tally(stop)
    with job.files.writing(part) as new:
        _write(job, part, new.path, tally)
        if tally.rows != job.rows_of(part):
            source = job.wish.inputs[job.parts[part][0].source].path if job.parts[part] else "nothing"
            raise FileError(f"{source} has other rows than were found before", path=source)
        new.told |= {"rows": tally.rows, "bad": tally.done().bad}
    return tally.done()


class _Tally:
    """Counts what has been done, and asks whether to go on."""

    def __init__(self, stop: Callable[[], bool] | None) -> None:
        self.stop = stop
        self.rows = 0
        self.status = np.zeros(len(STATUS_WORDS), np.int64)

    def count(self, batch: Any) -> None:
        if self.stop is not None and self.stop():
            raise Stopped
        self.rows += batch.num_rows
        self.status += np.bincount(batch.column("status").to_numpy(), minlength=len(self.status))

    def done(self) -> Done:
        return Done(
            self.rows, {STATUS_WORDS[code]: int(count) for code, count in enumerate(self.status) if code and count}
        )


def _write(job: Job, part: int, path: str, tally: _Tally) -> None:
    sink = part_sink(job.wish.to, path, result_of(job))
    try:
        for piece in job.parts[part]:
            for batch in read_piece(job, piece):
                result = _annotate(job, batch)
                tally.count(result)
                sink.write(result)
        sink.close()
    except BaseException:
        sink.abandon()
        raise


def _no_rows(job: Job) -> Any:
    return pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in job.schema], schema=job.schema)


def _annotate(job: Job, batch: Any) -> Any:
    batch, broken = _without_broken(batch)
    if batch.schema != job.schema or batch.schema.metadata != job.schema.metadata:
        columns = [_as_type(batch.column(field.name), field.type) for field in job.schema]
        batch = pa.RecordBatch.from_arrays(columns, schema=job.schema)
    result = _results(job, batch, broken)
    return result.replace_schema_metadata({**(result.schema.metadata or {}), **_made_by(job)})


def _without_broken(batch: Any) -> tuple[Any, Any]:
    """Return a batch without the column that tells of rows that could not be read, and that column or None."""
    if BROKEN not in batch.schema.names:
        return batch, None
    return batch.drop_columns([BROKEN]), batch.column(BROKEN)


def _results(job: Job, batch: Any, broken: Any) -> Any:
    result = annotate(batch, job.wish.what, rules=job.rules, threads=1)
    return result if broken is None else _with_broken(result, broken)


def _made_by(job: Job) -> dict[bytes, bytes]:
    """Return what a file says of how it was made; a report reads the rules there."""
    told = {"what": list(job.wish.what), "rules": job.wish.rules, "version": __version__}
    return {b"fastmcr.bulk": json.dumps(told, sort_keys=True).encode()}


def _as_type(column: Any, kind: Any) -> Any:
    return column if column.type == kind else column.cast(kind)


def _with_broken(result: Any, broken: Any) -> Any:
    """Give rows of lines that could not be read their own status and reason."""
    code = pa.scalar(layout.BAD_NOTATION, pa.uint8())
    columns: dict[str, Any] = dict(zip(result.schema.names, result.columns, strict=True))
    columns["status"] = pc.if_else(broken.is_valid(), code, columns["status"])
    columns["reason"] = pc.coalesce(broken, columns["reason"].cast(pa.string())).cast(columns["reason"].type)
    return pa.RecordBatch.from_arrays(list(columns.values()), schema=result.schema)


def result_of(job: Job) -> Any:
    """Return the schema of the result.

    Raises
    ------
    InputError
        If there are no hands among the columns, or one has the name of a result.
    """
    try:
        return _annotate(job, _no_rows(job)).schema
    except InputError as error:
        raise InputError(f"{job.wish.inputs[0].path}: {error}") from None


def warm(job: Job) -> None:
    """Load all that the parts of a job need, and compile it if need be: once in a process, before threads do."""
    rows = {"hand": ["123456789m1155p5p"], "concealed": [[1] * 14 + [0] * 20], "melds": [[0] * 4]}
    given = {field.name: rows.get(field.name, [None]) for field in job.schema}
    try:
        batch = pa.record_batch([pa.array(given[field.name], field.type) for field in job.schema], schema=job.schema)
    except (pa.ArrowException, TypeError):
        return  # a type that Python values do not become: the first part warms up
    _annotate(job, batch)


def _read_done(job: Job, part: int) -> Done | None:
    """Return what a finished part says about itself, None if it is not there or not whole."""
    told = job.files.told(part)
    return None if told is None or told["rows"] != job.rows_of(part) else Done(told["rows"], told["bad"])


def missing_parts(job: Job) -> list[int]:
    """Return the parts that are still to be done, in order."""
    return [part for part in range(len(job.parts)) if _read_done(job, part) is None]


def damaged_parts(job: Job) -> list[int]:
    """Return those of `missing_parts` that were done once, and that the disk has damaged since."""
    return [part for part in range(len(job.parts)) if job.files.is_damaged(part)]


def check_inputs(job: Job) -> None:
    """Raise FileError or ResumeError if an input is not what it was when the job was planned."""
    refuse_changed((source.path, source.size, source.modified) for source in job.wish.inputs)


def finish(job: Job, parts: Iterable[int]) -> Done:
    """Join all parts to the output, and remove them.

    Parameters
    ----------
    job : Job
        The folder of its work must be there.
    parts : iterable of int
        All parts, in order, each when it is done: joining goes on beside the work at the others.

    Returns
    -------
    Done
        Of all parts together.

    Raises
    ------
    ResumeError
        If an input has changed.
    FileError
        If the output cannot be written, or a part is damaged again and again; the parts are kept.

    Notes
    -----
    A part of which the disk has not kept every byte is done again. The output appears under its name when it is whole.
    A process that dies between that and the last removal leaves ``finished.json`` behind, by which the next one sees
    that nothing is to be done.
    """
    wish = job.wish
    redone: list[int] = []

    def redo(part: int) -> None:
        check_inputs(job)
        run_part(job, part)
        redone.append(part)

    def join(path: str) -> dict[str, Any]:
        paths = job.files.whole(parts, redo)
        rows = join_parts(wish.to, paths, path, group_rows=wish.row_group_size, compression=wish.codec)
        check_inputs(job)
        found = (_read_done(job, part) for part in range(len(job.parts)))
        total = Done.total(part for part in found if part is not None)
        if not rows == total.rows == sum(job.input_rows):
            of = max(total.rows, sum(job.input_rows))
            raise ResumeError(f"the parts hold {rows:,} of {of:,} rows; begin anew with {RESTART}")
        return asdict(total)

    return Done(**{**job.files.finish(asdict(wish), join), "redone": len(redone)})
