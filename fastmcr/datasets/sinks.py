"""Writers of the formats that results are written in, and of the parts that they are made of.

A part of a Parquet or Arrow file is a stream of Arrow's record batches: as quick to write and to read again as there
is, so that all that a file has of its own, row groups, encodings and compression, is made once, when parts are joined.
A part of a text file is its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Protocol

from ..errors import InputError
from ..files.optional import need
from .json_lines import json_lines
from .sources import Schema

pa = need("pyarrow", extra="bulk")
ipc = need("pyarrow.ipc", extra="bulk")
pq = need("pyarrow.parquet", extra="bulk")

__all__ = ["PART_SUFFIXES", "Sink", "check_schema", "join_parts", "part_sink"]

COPIED = 1 << 22  # bytes of lines copied at a time
GATHERED = 3 << 25  # bytes of rows after which a row group ends, however few they are


class Sink(Protocol):
    """A file that record batches are added to."""

    def write(self, batch: Any) -> None:
        """Add a record batch."""

    def close(self) -> None:
        """Write what is left, and the end of the file."""

    def abandon(self) -> None:
        """Let go of a file that is not to be, and raise nothing."""


class _InFile:
    """Has a file of its own."""

    file: Any

    def abandon(self) -> None:
        with suppress(OSError):
            self.file.close()


class _StreamSink(_InFile):
    """Record batches as they come, dictionaries among them."""

    def __init__(self, path: str, schema: Schema) -> None:
        self.file = pa.OSFile(path, "wb")
        self.writer = ipc.new_stream(self.file, schema, options=ipc.IpcWriteOptions(compression="lz4"))

    def write(self, batch: Any) -> None:
        self.writer.write_batch(batch)

    def close(self) -> None:
        self.writer.close()
        self.file.close()


class _Grouped:
    """Gathers rows until a row group is full, or takes too much memory."""

    def __init__(self, schema: Schema, size: int) -> None:
        self.schema = schema
        self.size = size
        self.rows = 0
        self.bytes = 0
        self.gathered: list[Any] = []

    def write(self, batch: Any) -> None:
        while self.rows + batch.num_rows >= self.size:
            taken = self.size - self.rows
            self._gather(batch.slice(0, taken))
            self._flush()
            batch = batch.slice(taken)
        if batch.num_rows:
            self._gather(batch)
            if self.bytes >= GATHERED:
                self._flush()

    def _gather(self, batch: Any) -> None:
        self.gathered.append(batch)
        self.rows += batch.num_rows
        self.bytes += batch.nbytes

    def _flush(self) -> None:
        group = pa.Table.from_batches(self.gathered, self.schema)
        self.gathered.clear()
        self.rows = self.bytes = 0
        self.put(group)

    def put(self, group: Any) -> None:
        raise NotImplementedError


class _ParquetSink(_Grouped):
    """Row groups of Parquet."""

    def __init__(self, path: str, schema: Schema, size: int, compression: str) -> None:
        super().__init__(schema, size)
        self.writer = pq.ParquetWriter(path, schema, compression=compression)

    def put(self, group: Any) -> None:
        self.writer.write_table(group, row_group_size=self.size)

    def close(self) -> None:
        if self.rows:
            self._flush()
        self.writer.close()

    def abandon(self) -> None:
        self.writer.is_open = False  # else it would try to write the footer when it is collected, and complain
        with suppress(OSError):
            self.writer.file_handle.close()


class _IpcSink(_Grouped, _InFile):
    """Record batches of an Arrow IPC file.

    Dictionaries are written as the values they stand for: a file has one for each column, and parts have many.
    """

    def __init__(self, path: str, schema: Schema, size: int, compression: str) -> None:
        super().__init__(schema, size)
        self.plain = _plain_schema(schema)
        options = ipc.IpcWriteOptions(compression=None if compression == "none" else compression)
        self.file = pa.OSFile(path, "wb")
        self.writer = ipc.new_file(self.file, self.plain, options=options)

    def put(self, group: Any) -> None:
        plain = group if self.plain == self.schema else group.cast(self.plain)
        for batch in plain.combine_chunks().to_batches():
            self.writer.write_batch(batch)

    def close(self) -> None:
        if self.rows:
            self._flush()
        self.writer.close()
        self.file.close()


def _plain_schema(schema: Schema) -> Schema:
    fields = [
        field.with_type(field.type.value_type) if pa.types.is_dictionary(field.type) else field for field in schema
    ]
    return pa.schema(fields, metadata=schema.metadata)


class _LinesSink(_InFile):
    """JSON Lines."""

    def __init__(self, path: str, schema: Schema) -> None:
        self.file = open(path, "wb")  # noqa: SIM115 - closed by close

    def write(self, batch: Any) -> None:
        self.file.write(json_lines(batch))

    def close(self) -> None:
        self.file.close()


_JOINED: dict[str, Callable[[str, Schema, int, str], Sink]] = {"parquet": _ParquetSink, "arrow": _IpcSink}
"""Format -> what writes a whole file of it: called with path, schema, rows of a row group, compression."""

PART_SUFFIXES = {"parquet": "arrows", "arrow": "arrows", "jsonl": "jsonl"}
"""Format -> ending of its parts."""


def part_sink(to: str, path: str, schema: Schema) -> Sink:
    """Return a new part of a file of a format."""
    return _LinesSink(path, schema) if to == "jsonl" else _StreamSink(path, schema)


def check_schema(to: str, schema: Schema) -> None:
    """Say before any work is done that a column cannot be written.

    Raises
    ------
    InputError
        If the format has no way to hold a column; names it.
    """
    if to != "parquet":
        return
    for field in schema:
        try:
            pq.ParquetWriter(pa.BufferOutputStream(), pa.schema([field])).close()
        except pa.ArrowException as error:
            raise InputError(f"column {field.name} ({field.type}) cannot be written as Parquet: {error}") from None


def join_parts(to: str, parts: Iterable[str], path: str, *, group_rows: int, compression: str) -> int:
    """Write the parts of a file of a format as that file.

    Parameters
    ----------
    to : str
        The format.
    parts : iterable of str
        Paths of whole parts, at least one; all of the same schema. The next one is asked for when one is written.
    path : str
        What to write; a file there is replaced.
    group_rows : int
        Rows of a row group or record batch; the last one has what is left.
    compression : str
        Of the file.

    Returns
    -------
    int
        Its rows.
    """
    if to == "jsonl":
        return _join_lines(parts, path)
    rows = 0
    sink: Sink | None = None
    try:
        for part in parts:
            with pa.OSFile(part) as file, ipc.open_stream(file) as batches:
                sink = sink or _JOINED[to](path, batches.schema, group_rows, compression)
                for batch in batches:
                    rows += batch.num_rows
                    sink.write(batch)
        assert sink is not None, "at least one part"
        sink.close()
    except BaseException:
        if sink is not None:
            sink.abandon()
        raise
    return rows


def _join_lines(parts: Iterable[str], path: str) -> int:
    lines = 0
    with open(path, "wb") as joined:
        for part in parts:
            with open(part, "rb") as file:
                while data := file.read(COPIED):
                    joined.write(data)
                    lines += data.count(b"\n")
    return lines
