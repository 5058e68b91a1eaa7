"""Writers of the formats that results are written in."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from ..errors import InputError
from ..files.optional import need
from .join import join_ipc, join_lines, join_parquet
from .json_lines import json_lines
from .sources import Schema

pa = need("pyarrow", extra="bulk")
ipc = need("pyarrow.ipc", extra="bulk")
pq = need("pyarrow.parquet", extra="bulk")

__all__ = ["SINKS", "Sink", "check_schema", "join_parts"]


class Sink(Protocol):
    """A file that record batches are added to."""

    def write(self, batch: Any) -> None:
        """Add a record batch."""

    def close(self) -> None:
        """Write what is left, and the end of the file."""

    def abandon(self) -> None:
        """Let go of a file that is not to be, and raise nothing."""


class _Grouped:
    """Gathers rows until a row group is full."""

    def __init__(self, schema: Schema, size: int) -> None:
        self.schema = schema
        self.size = size
        self.rows = 0
        self.gathered: list[Any] = []

    def write(self, batch: Any) -> None:
        while self.rows + batch.num_rows >= self.size:
            taken = self.size - self.rows
            self._gather(batch.slice(0, taken))
            self._flush()
            batch = batch.slice(taken)
        if batch.num_rows:
            self._gather(batch)

    def _gather(self, batch: Any) -> None:
        self.gathered.append(batch)
        self.rows += batch.num_rows

    def _flush(self) -> None:
        group = pa.Table.from_batches(self.gathered, self.schema)
        self.gathered.clear()
        self.rows = 0
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


class _IpcSink(_Grouped):
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

    def abandon(self) -> None:
        with suppress(OSError):
            self.file.close()


def _plain_schema(schema: Schema) -> Schema:
    fields = [
        field.with_type(field.type.value_type) if pa.types.is_dictionary(field.type) else field for field in schema
    ]
    return pa.schema(fields, metadata=schema.metadata)


class _LinesSink:
    """JSON Lines."""

    def __init__(self, path: str, schema: Schema, size: int, compression: str) -> None:
        self.file = open(path, "wb")  # noqa: SIM115 - closed by close

    def write(self, batch: Any) -> None:
        self.file.write(json_lines(batch))

    def close(self) -> None:
        self.file.close()

    def abandon(self) -> None:
        with suppress(OSError):
            self.file.close()


SINKS: dict[str, Callable[[str, Schema, int, str], Sink]] = {
    "parquet": _ParquetSink,
    "arrow": _IpcSink,
    "jsonl": _LinesSink,
}
"""Format -> what writes it: called with path, schema, rows of a row group, compression."""


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


def join_parts(to: str, parts: list[str], path: str, compression: str) -> int:
    """Write whole files of a format as one file; return its rows."""
    with open(path, "wb") as joined:
        if to == "parquet":
            return join_parquet(parts, joined)
        if to == "arrow":
            return join_ipc(parts, joined, None if compression == "none" else compression)
        return join_lines(parts, joined)
