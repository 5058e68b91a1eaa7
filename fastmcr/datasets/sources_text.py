"""Readers of the formats made of lines: hand strings and JSON Lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from .._optional import need
from ..errors import FileError, shown
from .sources import Batches, Reader, Scan, Schema, reading

pa = need("pyarrow", extra="bulk")
pc = need("pyarrow.compute", extra="bulk")

__all__ = ["BROKEN", "TEXT_READERS"]

STRETCH = 1 << 23  # bytes of lines that are read at a time
BOM = b"\xef\xbb\xbf"
BROKEN = "__broken_line__"
"""Column in which a batch of JSON Lines says what is wrong with a line; only there if something is."""


def _stretches(path: str) -> Iterator[tuple[int, bytes]]:
    """Yield whole lines, some megabytes at a time, and where they begin; a mark of UTF-8 is left out."""
    with open(path, "rb") as file:
        start = len(BOM) if file.read(len(BOM)) == BOM else 0
        file.seek(start)
        while data := file.read(STRETCH) + file.readline():
            yield start, data
            start += len(data)


def _read(path: str, place: list[int]) -> bytes:
    start, end = place
    with open(path, "rb") as file:
        file.seek(start)
        return file.read(end - start)


def _sliced(table: Any, rows: int) -> Batches:
    yield from table.combine_chunks().to_batches(max_chunksize=rows)


# --- hand strings ----------------------------------------------------------------------------------------------------


class _Text:
    """A hand string a line. Blank lines and lines that begin with # are passed over, as by ``fastmcr score FILE``."""

    def scan(self, path: str) -> Scan:
        units, places = [], []
        with reading(path):
            for start, data in _stretches(path):
                units.append((len(_hands(data)), 2 * len(data)))
                places.append([start, start + len(data)])
        return Scan(pa.schema([("hand", pa.string())]), units, places)

    def stream(self, path: str, units: range, details: Any, schema: Schema, rows: int) -> Batches:
        with reading(path):
            for unit in units:
                hands = _hands(_read(path, details[unit]))
                yield from _sliced(pa.table({"hand": hands}), rows)


def _hands(data: bytes) -> Any:
    """Return the lines that are hands; what is no UTF-8 becomes a character that no hand string has."""
    try:
        data.decode()
    except UnicodeDecodeError:
        data = data.decode(errors="replace").encode()
    if not data.endswith(b"\n"):
        data += b"\n"
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == 10).astype(np.int32) + 1
    offsets = np.concatenate([np.zeros(1, np.int32), ends])
    lines = pa.StringArray.from_buffers(len(ends), pa.py_buffer(offsets), pa.py_buffer(data))
    lines = pc.utf8_rtrim(lines, "\r\n")
    blank = pc.equal(pc.utf8_trim_whitespace(lines), "")
    return lines.filter(pc.invert(pc.or_(blank, pc.starts_with(lines, "#"))))


# --- JSON Lines ------------------------------------------------------------------------------------------------------


class _JsonLines:
    """An object a line; its keys are the columns. Read once to find them, and again for the rows.

    A line that cannot be read is a row all the same, of nulls, and marked in a column `BROKEN`. Numbers that are no
    integers of 64 bits become doubles; text stays text, also where it looks like a time.
    """

    def scan(self, path: str) -> Scan:
        schema, units, places, line = pa.schema([]), [], [], 1
        with reading(path):
            for start, data in _stretches(path):
                table = _objects(path, data, None, line)
                found = pa.schema(
                    [(field.name, _kept_type(field.type)) for field in table.schema if field.name != BROKEN]
                )
                schema = _both(path, schema, found, line)
                units.append((table.num_rows, max(table.nbytes, len(data))))
                places.append([start, start + len(data), line])
                line += data.count(b"\n")
        return Scan(schema, units, places)

    def stream(self, path: str, units: range, details: Any, schema: Schema, rows: int) -> Batches:
        with reading(path):
            for unit in units:
                *place, line = details[unit]
                yield from _sliced(_objects(path, _read(path, place), schema, line), rows)


def _both(path: str, before: Schema, found: Schema, line: int) -> Schema:
    try:
        return pa.unify_schemas([before, found], promote_options="permissive")
    except pa.ArrowException as error:
        raise FileError(f"{path}: from line {line} on a key changes its type: {error}", path=path) from None


def _kept_type(kind: Any) -> Any:
    """Return text for the times that Arrow's reader sees in text."""
    if pa.types.is_timestamp(kind):
        return pa.string()
    if pa.types.is_struct(kind):
        return pa.struct([(field.name, _kept_type(field.type)) for field in kind])
    return pa.list_(_kept_type(kind.value_type)) if pa.types.is_list(kind) else kind


def _objects(path: str, data: bytes, schema: Schema | None, line: int) -> Any:
    """Return the objects of some lines as a table; where Arrow cannot read them, line by line."""
    lines = [text for text in data.split(b"\n") if text.strip()]
    if not lines:
        return pa.table({}) if schema is None else schema.empty_table()
    try:
        data.decode()
        table = _parsed(b"\n".join(lines), schema)
        if table.num_rows == len(lines):
            return table
    except (UnicodeDecodeError, pa.ArrowException):
        pass
    return _line_by_line(path, data, schema, line)


def _parsed(data: bytes, schema: Schema | None) -> Any:
    reader = need("pyarrow.json", extra="bulk")
    return reader.read_json(
        pa.BufferReader(data),
        read_options=reader.ReadOptions(use_threads=False, block_size=len(data) + 1),
        parse_options=reader.ParseOptions(
            explicit_schema=schema, unexpected_field_behavior="infer" if schema is None else "error"
        ),
    )


def _line_by_line(path: str, data: bytes, schema: Schema | None, line: int) -> Any:
    """Read lines one by one, and mark those that are no objects or do not fit the schema."""
    good: list[bytes] = []
    broken: list[str | None] = []
    for number, text in enumerate(data.split(b"\n"), line):
        if text.strip():
            words = _fault(text, schema)
            good.append(b"{}" if words else text)
            broken.append(f"line {number} {words}" if words else None)
    try:
        table = _parsed(b"\n".join(good), schema)
    except pa.ArrowException as error:
        raise FileError(f"{path}: {_place(str(error), data, line)}", path=path) from None
    return table.append_column(BROKEN, pa.array(broken, pa.string())) if any(broken) else table


def _place(words: str, data: bytes, line: int) -> str:
    """Replace the row in an error of Arrow's by the line of the file."""
    found = re.search(r" in row (\d+)", words)
    if found is None:
        return f"near line {line}: {words}"
    numbers = [number for number, text in enumerate(data.split(b"\n"), line) if text.strip()]
    return f"line {numbers[int(found[1])]}: {words[: found.start()]}"


_HAND_TYPES = {"hand": str, "concealed": list, "melds": list} | dict.fromkeys(
    ("win", "conditions", "prevalent", "seat", "flowers"), int
)


def _fault(text: bytes, schema: Schema | None) -> str | None:
    """Say what is wrong with a line of JSON, None if nothing."""
    try:
        found = json.loads(text)
    except ValueError as error:
        return f"is no JSON: {error.msg if isinstance(error, json.JSONDecodeError) else 'not UTF-8'}"
    except RecursionError:
        return "is nested too deep"
    if not isinstance(found, dict):
        return f"is no object but {shown(found)}"
    for key, kind in _HAND_TYPES.items():
        value = found.get(key)
        if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
            return f"has {shown(value)} as {key}"
    try:
        _parsed(text.strip(), schema)
    except pa.ArrowException as error:
        return f"cannot be read: {error}"
    return None


TEXT_READERS: dict[str, Reader] = {"text": _Text(), "jsonl": _JsonLines()}
