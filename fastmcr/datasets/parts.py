"""Parts of a job: each is done by a pure function of the job and its number, and kept as a file until all are there.

Nothing but the folder of the work is shared. A part has been done when the small file beside it says so; that file is
written last, and both appear under their names when they are whole and on the disk. So a process may die anywhere, and
two may do the same part: they write the same bytes.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from .. import __version__
from .._optional import need
from ..arrays import STATUS_WORDS
from ..errors import FileError, InputError, ResumeError
from ..files.atomic import written_whole
from ..files.json_depth import read_json
from ..kernels import layout
from .arrow import annotate
from .columns import check_columns
from .cursors import read_piece
from .job import Job, Wish
from .kept import put_together
from .schemas import NEEDS
from .sinks import SINKS, join_parts
from .sources import read_group
from .sources_text import BROKEN

pa = need("pyarrow", extra="bulk")
pc = need("pyarrow.compute", extra="bulk")
pq = need("pyarrow.parquet", extra="bulk")

__all__ = ["Done", "Stopped", "check_inputs", "finish", "missing_parts", "run_part"]


@dataclass(frozen=True)
class Done:
    """What came of a part, or of all of them."""

    rows: int
    bad: dict[str, int]
    """Bad rows by reason, in words."""

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
    Uses one thread, and memory for a row group of the output. The same part gives the same bytes. Where the row groups
    of an input can be kept (`kept.keeps`), only the columns that the results look at are read, and only those of the
    results written.
    """
    tally = _Tally(stop)
    with written_whole(job.part_path(part)) as path:
        if job.is_kept(part):
            _add_to_kept(job, part, path, tally)
        else:
            _write_anew(job, part, path, tally)
    with written_whole(job.done_path(part)) as path, open(path, "w", encoding="utf-8") as file:
        size = os.path.getsize(job.part_path(part))
        json.dump({"rows": tally.rows, "bytes": size, "bad": tally.done().bad}, file)
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


def _write_anew(job: Job, part: int, path: str, tally: _Tally) -> None:
    """Write the rows of a part, all columns."""
    wish = job.wish
    sink = SINKS[wish.to](path, result_of(job), wish.group_rows, wish.codec)
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


def _add_to_kept(job: Job, part: int, path: str, tally: _Tally) -> None:
    """Write the row groups of a part as they are, and the columns of the results."""
    wish = job.wish
    whole = result_of(job)
    added = pa.schema(list(whole)[len(job.schema) :])
    columns = check_columns(job.schema, {name for result in wish.what for name in NEEDS[result]})
    out, kept = pa.BufferOutputStream(), []
    with pq.ParquetWriter(out, added, compression=wish.codec) as writer:
        for piece in job.parts[part]:
            source = wish.inputs[piece.source].path
            for group in range(piece.first, piece.last + 1):
                results = []
                for batch in read_group(source, group, columns, job.batch_rows):
                    batch, broken = _without_broken(batch)
                    results.append(_results(job, batch, broken).select(added.names))
                    tally.count(results[-1])
                table = pa.Table.from_batches(results, added)
                writer.write_table(table, row_group_size=max(table.num_rows, 1))
                kept.append((source, group))
    if tally.rows != job.rows_of(part):
        raise FileError(f"{source} has other rows than were found before", path=source)
    with open(path, "wb") as file:
        put_together(kept, out.getvalue(), whole, file)


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
    try:
        with open(job.done_path(part), encoding="utf-8") as file:
            data = read_json(file.read())
        if data["bytes"] == os.path.getsize(job.part_path(part)) and data["rows"] == job.rows_of(part):
            return Done(data["rows"], data["bad"])
    except (OSError, ValueError, KeyError):
        pass
    return None


def missing_parts(job: Job) -> list[int]:
    """Return the parts that are still to be done, in order."""
    return [part for part in range(len(job.parts)) if _read_done(job, part) is None]


def check_inputs(job: Job) -> None:
    """Raise an error if an input is not what it was when the job was planned.

    Raises
    ------
    FileError
        If an input is gone.
    ResumeError
        If it has another size or time.
    """
    for source in job.wish.inputs:
        try:
            state = os.stat(source.path)
        except OSError as error:
            raise FileError(f"{source.path}: {error.strerror or error}", path=source.path) from None
        if (state.st_size, state.st_mtime_ns) != (source.size, source.modified):
            raise ResumeError(
                f"{source.path} has changed since the work began; begin anew with --restart (restart=True)"
            )


def finish(job: Job) -> Done:
    """Join all parts to the output, and remove them.

    Parameters
    ----------
    job : Job
        With no part missing.

    Returns
    -------
    Done
        Of all parts together.

    Raises
    ------
    ResumeError
        If a part is missing, or an input has changed.
    FileError
        If the output cannot be written; the parts are kept.

    Notes
    -----
    The output appears under its name when it is whole. A process that dies between that and the last removal leaves
    ``finished.json`` behind, by which the next one sees that nothing is to be done.
    """
    check_inputs(job)
    found = [_read_done(job, part) for part in range(len(job.parts))]
    parts = [part for part in found if part is not None]
    if len(parts) < len(found):
        raise ResumeError(f"{len(found) - len(parts)} of {len(found)} parts are not there yet")
    total = Done.total(parts)
    paths = [job.part_path(part) for part in range(len(job.parts))]
    joined = os.path.join(job.wish.folder, f"joined.{job.wish.to}")
    with written_whole(joined) as path:
        join_parts(job.wish.to, paths, path, job.wish.codec)
    with written_whole(_finished_path(job.wish)) as path, open(path, "w", encoding="utf-8") as file:
        json.dump({"wish": asdict(job.wish), "rows": total.rows, "bad": total.bad, **_look(joined)}, file)
    try:
        os.replace(joined, job.wish.output)
    except OSError as error:
        raise FileError(f"cannot write {job.wish.output}: {error.strerror}", path=job.wish.output) from None
    remove_parts(job.wish.folder)
    return total


def _look(path: str) -> dict[str, int]:
    """Return what a file keeps when it gets another name."""
    state = os.stat(path)
    return {"bytes": state.st_size, "modified": state.st_mtime_ns}


def _finished_path(wish: Wish) -> str:
    return os.path.join(wish.folder, "finished.json")


def finished_before(wish: Wish) -> Done | None:
    """Return what the output holds if this very wish made it, and the folder of the work is still there."""
    try:
        with open(_finished_path(wish), encoding="utf-8") as file:
            data = read_json(file.read())
        same = data["wish"] == json.loads(json.dumps(asdict(wish)))
        if same and _look(wish.output) == {name: data[name] for name in ("bytes", "modified")}:
            return Done(data["rows"], data["bad"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return None


def remove_parts(folder: str) -> None:
    """Remove all files of some work; that which says that it is finished last, so that it can be told till then."""
    for name in sorted(
        filter(is_ours, os.listdir(folder)), key=lambda name: (name == "finished.json", name == "job.json")
    ):
        with suppress(FileNotFoundError):
            os.unlink(os.path.join(folder, name))


_OURS = re.compile(r"(\d{6,}|joined|job|finished)\.(parquet|arrow|jsonl|json)(\..*\.tmp)?")


def is_ours(name: str) -> bool:
    """Return whether a file in the folder of some work was put there by it."""
    return _OURS.fullmatch(name) is not None
