"""What the result columns of files say, counted in one pass and in bounded memory."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..files.json_depth import read_json
from ..files.optional import need
from ..hands.batch import STATUS_WORDS
from .files import Input, find_inputs
from .results import FORM_COLUMNS
from .sources import reading

pa = need("pyarrow", extra="bulk")
pc = need("pyarrow.compute", extra="bulk")
ipc = need("pyarrow.ipc", extra="bulk")
pq = need("pyarrow.parquet", extra="bulk")

__all__ = ["COLUMNS", "FileFacts", "Summary", "summarise"]

COLUMNS = ("status", "reason", "points", "legal", "fans", *FORM_COLUMNS)
"""Columns that are looked at, where they are there."""

BATCH = 65_536  # rows in memory at a time
MOST_REASONS = 1000  # the package knows some thirty; a column of other texts is not to fill the memory
NULL = -(2**31)  # in columns of integers, outside the range of them all


class FileFacts(NamedTuple):
    """A file that was read."""

    path: str
    format: str
    size: int
    """Bytes."""
    rows: int
    row_groups: int | None
    """Of a Parquet file."""


@dataclass
class Summary:
    """Counts over all rows of some files.

    Attributes
    ----------
    files : list of FileFacts
    columns : list of str
        All columns of the files.
    metadata : dict of str to object
        What the writer of the first file left in its metadata, by key: ``fastmcr.bulk``, ``fastmcr.made``.
    rows : int
    status : Counter of int
        Rows by status; empty without the column.
    reasons : Counter of str
        Bad rows by reason.
    points : Counter of (int, bool or None)
        Rows by points and whether they reach the minimum; None where the column ``legal`` is not there.
    fans, fan_times : (83,) int64
        Rows in which fan f counts, and how often it counts in all.
    scored_fans : int
        Rows whose fans are known.
    shanten : dict of str to Counter of int
        Rows by shanten, for each column of it that is there.
    """

    files: list[FileFacts] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    metadata: dict[str, Any] = field(default_factory=dict)
    rows: int = 0
    status: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    points: Counter[tuple[int, bool | None]] = field(default_factory=Counter)
    fans: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(83, np.int64))
    fan_times: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(83, np.int64))
    scored_fans: int = 0
    shanten: dict[str, Counter[int]] = field(default_factory=dict)

    @property
    def bad(self) -> int:
        """Rows with a status other than 0."""
        return self.status.total() - self.status[0]

    @property
    def scored(self) -> int:
        """Rows with points."""
        return self.points.total()

    @property
    def illegal(self) -> int:
        """Wins that do not reach the minimum."""
        return sum(count for (_, legal), count in self.points.items() if legal is False)

    def add(self, batch: Any) -> None:
        """Count the rows of a record batch that has some of `COLUMNS`."""
        there = {name: batch.column(name) for name in batch.schema.names}
        self.rows += batch.num_rows
        if "status" in there:
            self._add_status(there["status"], there.get("reason"))
        if "points" in there:
            self._add_points(there["points"], there.get("legal"))
        if "fans" in there:
            self._add_fans(there["fans"])
        for name in FORM_COLUMNS:
            if name in there:
                counted = _counted(_integers(name, there[name]))
                counted.pop(NULL, None)
                self.shanten.setdefault(name, Counter()).update(counted)

    def _add_status(self, status: Any, reason: Any) -> None:
        found = _counted(_integers("status", status))
        found[0] += found.pop(NULL, 0)
        self.status.update(found)
        if reason is None:
            words = {code: STATUS_WORDS[code] if 0 < code < len(STATUS_WORDS) else f"status {code}" for code in found}
            self.reasons.update({words[code]: count for code, count in found.items() if code})
            return
        for item in pc.value_counts(_strings("reason", reason)):
            text = item["values"].as_py()
            if text is not None:
                known = text in self.reasons or len(self.reasons) < MOST_REASONS
                self.reasons[text if known else "other reasons"] += item["counts"].as_py()

    def _add_points(self, points: Any, legal: Any) -> None:
        values = _integers("points", points)
        if legal is None:
            self.points.update({(value, None): count for value, count in _counted(values).items() if value != NULL})
            return
        if not pa.types.is_boolean(legal.type):
            raise InputError(f"column legal is {legal.type}; it must be bool")
        flags: npt.NDArray[np.bool_] = pc.fill_null(legal, False).to_numpy(zero_copy_only=False)
        for side in (False, True):
            counted = _counted(values[flags == side])
            self.points.update({(value, side): count for value, count in counted.items() if value != NULL})

    def _add_fans(self, fans: Any) -> None:
        if not (pa.types.is_list(fans.type) or pa.types.is_large_list(fans.type)):
            raise InputError(f"column fans is {fans.type}; it must be lists of fan numbers")
        self.scored_fans += len(fans) - fans.null_count
        numbers = _integers("fans", pc.list_flatten(fans))
        rows = pc.list_parent_indices(fans).to_numpy()
        if len(numbers) and not (numbers.min() >= 1 and numbers.max() <= 82):
            wrong = numbers[(numbers < 1) | (numbers > 82)][0]
            raise InputError(f"column fans holds {'a null' if wrong == NULL else wrong}; fans have numbers 1 to 82")
        self.fan_times += np.bincount(numbers, minlength=83)
        counts = np.zeros((len(fans), 83), np.bool_)
        counts[rows, numbers] = True
        self.fans += np.count_nonzero(counts, axis=0)


def summarise(given: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> Summary:
    """Count what the result columns of Parquet and Arrow files say.

    Parameters
    ----------
    given : path or sequence of paths
        Files, globs or folders, as `fastmcr bulk` takes them.

    Returns
    -------
    Summary

    Raises
    ------
    FileError
        If there is no such file, or one cannot be read.
    InputError
        If a file is of another format, or has none of the columns or one of a wrong type.

    Examples
    --------
    >>> import pyarrow as pa, pyarrow.parquet as pq, tempfile
    >>> table = pa.table({"points": [8, 6, None], "legal": [True, False, None]})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     pq.write_table(table, f"{folder}/scores.parquet")
    ...     summary = summarise(f"{folder}/scores.parquet")
    >>> summary.rows, summary.scored, summary.illegal
    (3, 2, 1)
    """
    paths = [given] if isinstance(given, str | os.PathLike) else list(given)
    summary = Summary()
    for file in find_inputs([os.fspath(path) for path in paths]):
        if file.format not in ("parquet", "arrow"):
            raise InputError(f"{file.path} is {file.format}; a report is made from Parquet and Arrow files")
        with reading(file.path):
            _add_file(summary, file)
    return summary


def _add_file(summary: Summary, file: Input) -> None:
    before = summary.rows
    if file.format == "parquet":
        source = pq.ParquetFile(file.path, pre_buffer=False, buffer_size=1 << 20)
        schema, pieces = source.schema_arrow, source.num_row_groups
        kept = _columns(file.path, schema)
        batches: Iterator[Any] = source.iter_batches(BATCH, columns=kept)
    else:
        source = _opened(file.path)
        schema, pieces = source.schema, None
        kept = _columns(file.path, schema)
        batches = _arrow_batches(source, kept)
    if not summary.files:
        summary.columns, summary.metadata = list(schema.names), _metadata(schema)
    for batch in batches:
        summary.add(batch)
    summary.files.append(FileFacts(file.path, file.format, file.size, summary.rows - before, pieces))


def _opened(path: str) -> Any:
    """Open an Arrow file, or an Arrow stream in a file."""
    memory = pa.memory_map(path)
    try:
        return ipc.open_file(memory)
    except pa.ArrowInvalid:
        memory.seek(0)
        return ipc.open_stream(memory)


def _arrow_batches(source: Any, kept: list[str]) -> Iterator[Any]:
    places = range(source.num_record_batches) if hasattr(source, "get_batch") else None
    for whole in source if places is None else map(source.get_batch, places):
        whole = whole.select(kept)
        for start in range(0, whole.num_rows, BATCH):
            yield whole.slice(start, BATCH)


def _columns(path: str, schema: Any) -> list[str]:
    """Return the columns to read, or say how to come by them."""
    kept = [name for name in COLUMNS if name in schema.names]
    if not set(kept) - {"reason", "legal"}:
        raise InputError(
            f"{path} has no column status, points, fans or shanten to report on; make them with "
            f"`fastmcr bulk score,fans,shanten {path} OUT.parquet` and report on OUT.parquet"
        )
    return kept


def _metadata(schema: Any) -> dict[str, Any]:
    found = {}
    for key, value in (schema.metadata or {}).items():
        if key.startswith(b"fastmcr."):
            try:
                found[key.decode()] = read_json(value)
            except ValueError:
                continue  # not ours after all
    return found


# --- columns ---------------------------------------------------------------------------------------------------------


def _integers(name: str, column: Any) -> npt.NDArray[np.int64]:
    """Return a column of integers, `NULL` for nulls."""
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if not (pa.types.is_integer(kind) or pa.types.is_null(kind)):
        raise InputError(f"column {name} is {column.type}; it must be integers")
    values: npt.NDArray[np.int64] = pc.fill_null(column.cast(pa.int64()), NULL).to_numpy(zero_copy_only=False)
    return values


def _strings(name: str, column: Any) -> Any:
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_null(kind)):
        raise InputError(f"column {name} is {column.type}; it must be strings")
    return column.cast(pa.string())


def _counted(values: npt.NDArray[np.int64]) -> Counter[int]:
    found, counts = np.unique(values, return_counts=True)
    return Counter(dict(zip(found.tolist(), counts.tolist(), strict=True)))
