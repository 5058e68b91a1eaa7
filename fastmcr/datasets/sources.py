"""What the reader of a format does, and the readers of the formats made of columns: Parquet, Arrow IPC, ``.npy``.

A file is a row of *units* that can be read one without the other: row groups, record batches, stretches of lines. Where
a format has none, the file is one unit. A unit is read as a stream of record batches, so that its size does not matter.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import numpy as np

from .._optional import need
from ..errors import FileError, McrError
from .npy import read_npy

pa = need("pyarrow", extra="bulk")
ipc = need("pyarrow.ipc", extra="bulk")
pq = need("pyarrow.parquet", extra="bulk")

__all__ = ["COLUMN_READERS", "Batches", "Reader", "Scan", "Schema", "bits_of", "read_group", "reading"]

Schema = Any  # pyarrow has no types
Batches = Iterator[Any]

BUFFER = 1 << 20  # bytes of a column of a Parquet file read at a time, so that a row group of any size does


class Scan(NamedTuple):
    """What one look through a file tells."""

    schema: Schema
    units: list[tuple[int, int]]
    """Rows, and roughly the bytes they take when read, of each unit."""
    details: Any = None
    """What the reader wants to find again, as JSON can hold it."""


class Reader(Protocol):
    """Reads the files of a format."""

    def scan(self, path: str) -> Scan:
        """Return what is in a file; raise FileError or InputError if it cannot be read."""

    def stream(self, path: str, units: range, details: Any, schema: Schema, rows: int) -> Batches:
        """Yield the rows of some units as record batches of at most so many rows.

        `schema` is that of all files together, which formats without types of their own take over.
        """


@contextmanager
def reading(path: str) -> Iterator[None]:
    """Say what cannot be read in our own class, with the name of the file."""
    try:
        yield
    except McrError:
        raise
    except (pa.ArrowException, OSError, EOFError) as error:
        words = " ".join(str(error).split())
        raise FileError(f"{path} cannot be read: {words}", path=path) from error


def _sliced(batch: Any, rows: int) -> Batches:
    for start in range(0, batch.num_rows, rows):
        yield batch.slice(start, rows)


class _Parquet:
    """Row groups are the units."""

    def scan(self, path: str) -> Scan:
        with reading(path):
            metadata = _metadata(path, *_state(path))
            schema = pq.ParquetFile(path, metadata=metadata).schema_arrow
            groups = [metadata.row_group(place) for place in range(metadata.num_row_groups)]
        width = sum(bits_of(field.type) for field in schema) // 8
        return Scan(schema, [(group.num_rows, max(group.total_byte_size, width * group.num_rows)) for group in groups])

    def stream(self, path: str, units: range, details: Any, schema: Schema, rows: int) -> Batches:
        with reading(path):
            metadata = _metadata(path, *_state(path))
            file = pq.ParquetFile(path, metadata=metadata, buffer_size=BUFFER, pre_buffer=False)
            with file:
                yield from file.iter_batches(rows, row_groups=list(units), use_threads=False)


def read_group(path: str, group: int, columns: list[str], rows: int) -> Batches:
    """Yield some columns of a row group of a Parquet file as record batches of at most so many rows."""
    with reading(path):
        metadata = _metadata(path, *_state(path))
        with pq.ParquetFile(path, metadata=metadata, buffer_size=BUFFER, pre_buffer=False) as file:
            yield from file.iter_batches(rows, row_groups=[group], columns=columns, use_threads=False)


def _state(path: str) -> tuple[int, int]:
    """Return what tells a file from a later one of the same name."""
    state = os.stat(path)
    return state.st_size, state.st_mtime_ns


@lru_cache(maxsize=16)
def _metadata(path: str, size: int, modified: int) -> Any:
    return pq.read_metadata(path)


def bits_of(kind: Any) -> int:
    """Return the bits of a value, as far as its type tells; 0 where they differ from value to value."""
    if pa.types.is_fixed_size_list(kind):
        return int(kind.list_size) * bits_of(kind.value_type)
    return int(kind.bit_width) if pa.types.is_primitive(kind) else 0


class _Arrow:
    """Record batches of an IPC file are the units; an IPC stream is one.

    Files are mapped into memory. A record batch that is compressed is read whole.
    """

    def scan(self, path: str) -> Scan:
        with reading(path), pa.memory_map(path) as mapped:
            schema = self._open(mapped).schema
            some = ipc.IpcReadOptions(included_fields=[0] if len(schema) else None)
            mapped.seek(0)
            reader = self._open(mapped, some)
            lengths = [batch.num_rows for batch in self._batches(reader, None)]
            whole = isinstance(reader, ipc.RecordBatchFileReader)
        size = sum(lengths) * sum(bits_of(field.type) for field in schema) // 8
        if not whole:
            return Scan(schema, [(sum(lengths), size)])
        return Scan(schema, [(length, size * length // max(sum(lengths), 1)) for length in lengths])

    def stream(self, path: str, units: range, details: Any, schema: Schema, rows: int) -> Batches:
        with reading(path), pa.memory_map(path) as mapped:
            for batch in self._batches(self._open(mapped), units):
                yield from _sliced(batch, rows)

    def _open(self, mapped: Any, options: Any = None) -> Any:
        is_file = mapped.read(6) == b"ARROW1"
        mapped.seek(0)
        return (ipc.open_file if is_file else ipc.open_stream)(mapped, options=options)

    def _batches(self, reader: Any, units: range | None) -> Batches:
        if isinstance(reader, ipc.RecordBatchFileReader):
            chosen = range(reader.num_record_batches) if units is None else units
            return (reader.get_batch(place) for place in chosen)
        return iter(reader)


class _Npy:
    """Counts of concealed tiles, any integer type and memory order; the file is one unit."""

    def scan(self, path: str) -> Scan:
        with reading(path):
            array = read_npy(path)
        kind = pa.list_(pa.from_numpy_dtype(array.dtype.newbyteorder("=")), 34)
        return Scan(pa.schema([("concealed", kind)]), [(len(array), array.nbytes)])

    def stream(self, path: str, units: range, details: Any, schema: Schema, rows: int) -> Batches:
        with reading(path):
            array = read_npy(path)
        native = array.dtype.newbyteorder("=")
        for start in range(0, len(array), rows):
            part = np.ascontiguousarray(array[start : start + rows], dtype=native)
            lists = pa.FixedSizeListArray.from_arrays(pa.array(part.reshape(-1)), 34)
            yield pa.record_batch({"concealed": lists})


COLUMN_READERS: dict[str, Reader] = {"parquet": _Parquet(), "arrow": _Arrow(), "npy": _Npy()}
