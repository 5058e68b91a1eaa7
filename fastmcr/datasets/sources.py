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

from ..errors import FileError, McrError
from ..files.npy import read_npy
from ..files.optional import need
from .cells import TOGETHER, bounded, check_names

pa = need("pyarrow", extra="bulk")
pc = need("pyarrow.compute", extra="bulk")
ipc = need("pyarrow.ipc", extra="bulk")
pq = need("pyarrow.parquet", extra="bulk")

__all__ = ["COLUMN_READERS", "Batches", "Reader", "Scan", "Schema", "bits_of", "reading"]

Schema = Any  # pyarrow has no types
Batches = Iterator[Any]

ONCE = 1 << 12  # bytes of a value of a dictionary beyond which it counts how many rows have it
WIDE = 1 << 18  # bytes of rows that are read one by one
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
            state = _state(path)
            metadata = _metadata(path, *state)
            schema = pq.ParquetFile(path, metadata=metadata).schema_arrow
            check_names(path, schema)
            groups = [metadata.row_group(place) for place in range(metadata.num_row_groups)]
        width = sum(bits_of(field.type) for field in schema) // 8
        widths = [max(width, _row_bytes(path, *state, place)) for place in range(len(groups))]
        return Scan(
            schema,
            [
                (group.num_rows, max(group.total_byte_size, wide * group.num_rows))
                for group, wide in zip(groups, widths, strict=True)
            ],
        )

    def stream(self, path: str, units: range, details: Any, schema: Schema, rows: int) -> Batches:
        with reading(path):
            state = _state(path)
            metadata = _metadata(path, *state)
            widest = max((_row_bytes(path, *state, group) for group in units), default=0)
            rows = max(1, min(rows, TOGETHER // max(widest, 1)))
            with pq.ParquetFile(path, metadata=metadata, buffer_size=BUFFER, pre_buffer=False) as file:
                for batch in file.iter_batches(rows, row_groups=list(units), use_threads=False):
                    yield from bounded(batch)


@lru_cache(maxsize=1 << 12)
def _row_bytes(path: str, size: int, modified: int, group: int) -> int:
    """Return how many bytes a row of a row group may take: on average, or as much as a value that stands there once.

    The values of a dictionary stand in the file once, and in as many rows as its author likes.
    """
    metadata = _metadata(path, size, modified)
    chunks = metadata.row_group(group)
    average = int(chunks.total_byte_size) // max(int(chunks.num_rows), 1)
    if average > WIDE:
        return int(chunks.total_byte_size)  # no row has more
    columns = [chunks.column(place) for place in range(chunks.num_columns)]
    coded = [
        chunk.path_in_schema
        for chunk in columns
        if chunk.physical_type == "BYTE_ARRAY" and chunk.has_dictionary_page and chunk.total_uncompressed_size > ONCE
    ]
    longest = 0
    if coded:
        longest = _longest_values(path, metadata, group, coded)
        pa.default_memory_pool().release_unused()  # of values as long as their author likes
    return average + longest if longest > ONCE else average


def _longest_values(path: str, metadata: Any, group: int, columns: list[str]) -> int:
    """Return the bytes of the longest values of dictionaries together."""
    try:
        with pq.ParquetFile(path, metadata=metadata, read_dictionary=columns, pre_buffer=False) as file:
            first = next(file.iter_batches(1, row_groups=[group], columns=columns, use_threads=False), None)
    except (pa.ArrowException, OSError):
        return 0  # whoever reads the rows will say it
    found = 0
    for array in first.columns if first is not None else ():
        while hasattr(array, "flatten") and not pa.types.is_dictionary(array.type) and hasattr(array, "values"):
            array = array.values
        if pa.types.is_dictionary(array.type) and len(array.dictionary):
            found += pc.max(pc.binary_length(array.dictionary)).as_py() or 0
    return found


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
            check_names(path, schema)
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
                for part in _sliced(batch, rows):
                    yield from bounded(part)

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
