"""Reader of JSON Lines."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import FileError, shown
from ..files.json_depth import TOO_DEEP, deep_lines, is_too_deep
from ..files.lines import BOM, LONGEST_LINE, TOO_LONG, read_stretch, stretches
from ..files.optional import need
from .broken import BROKEN
from .sources import Batches, Scan, Schema, reading

pa = need("pyarrow", extra="bulk")

__all__ = ["JsonLinesReader"]

_BLANKS = b" \t\r"
FIRST = 1 << 15  # bytes of the lines whose keys are looked for first
MAX_KEYS = 1000
"""Different keys of all lines, those of objects in objects too; each of them takes memory for every row."""


class JsonLinesReader:
    """An object a line; its keys are the columns. Read once to find them, and again for the rows.

    A line that cannot be read is a row all the same, of nulls, and marked in a column `BROKEN`. Numbers that are no
    integers of 64 bits become doubles; text stays text, also where it looks like a time.
    """

    def scan(self, path: str) -> Scan:
        """Count the rows and find the columns."""
        schema, units, places, line, reason = pa.schema([]), [], [], 1, None
        with reading(path):
            for start, end, data in stretches(path):
                table = _objects(path, data, None, line, schema)
                schema = _both(path, schema, _kept_types(table), line)
                units.append((table.num_rows, max(table.nbytes, len(data))))
                places.append([start, end, line])
                line += data.count(b"\n")
                reason = reason or _first_reason(table)
        if reason and not schema.names:
            raise FileError(f"{path}: no line is an object with keys; {reason}", path=path)
        return Scan(schema, units, places)

    def stream(self, path: str, units: range, details: Any, schema: Schema, rows: int) -> Batches:
        """Yield the rows."""
        with reading(path):
            for unit in units:
                start, end, line = details[unit]
                table = _objects(path, read_stretch(path, start, end), schema, line)
                yield from table.combine_chunks().to_batches(max_chunksize=rows)


def _first_reason(table: Any) -> str | None:
    if BROKEN not in table.schema.names:
        return None
    words: str = table.column(BROKEN).drop_null()[0].as_py()
    return words


def _both(path: str, before: Schema, found: Schema, line: int) -> Schema:
    try:
        return pa.unify_schemas([before, found], promote_options="permissive")
    except pa.ArrowException as error:
        raise FileError(f"{path}: from line {line} on a key changes its type: {error}", path=path) from None


def _kept_types(table: Any) -> Schema:
    return pa.schema([(field.name, _kept_type(field.type)) for field in table.schema if field.name != BROKEN])


def _kept_type(kind: Any) -> Any:
    """Return text for the times that Arrow's reader sees in text."""
    if pa.types.is_timestamp(kind):
        return pa.string()
    if pa.types.is_struct(kind):
        return pa.struct([(field.name, _kept_type(field.type)) for field in kind])
    return pa.list_(_kept_type(kind.value_type)) if pa.types.is_list(kind) else kind


# --- all lines at once -----------------------------------------------------------------------------------------------


def _objects(path: str, data: bytes, schema: Schema | None, line: int, known: Schema | None = None) -> Any:
    """Return the objects of some lines as a table; where Arrow cannot read them, line by line.

    Without a schema, `known` has the columns that were found before.
    """
    if not data or data.isspace():
        return pa.table({}) if schema is None else schema.empty_table()
    plain, rows = _plain_lines(data)
    if rows and deep_lines(plain) is None:
        try:
            plain.decode()
            table = _parsed(plain, schema) if schema is not None else _inferred(plain, known)
        except (UnicodeDecodeError, pa.ArrowException):
            pass
        else:
            if table.num_rows == rows and _are_hands(table.schema):
                return table
    return _line_by_line(path, data, schema, line, known)


def _inferred(data: bytes, known: Schema | None) -> Any:
    """Return the table of some lines, with the columns they have.

    Arrow keeps a value for every row and key: as many keys as rows would take all memory. So lines are first read with
    the keys of the first of them, and others looked for only if there are such.
    """
    try:
        first = _kept_types(_parsed(data[: data.find(b"\n", FIRST) + 1 or len(data)], None))
        before = known if known is not None else pa.schema([])
        both = pa.unify_schemas([before, first], promote_options="permissive")
        if len(_keys_of(both)) > max(MAX_KEYS, len(_keys_of(before))):
            raise pa.ArrowInvalid("too many keys")
        return _parsed(data, both)
    except pa.ArrowException:
        keys = _Keys(known)
        if all(keys.fault(text) is None for text in data.split(b"\n")):
            return _parsed(data, None)
        raise


def _plain_lines(data: bytes) -> tuple[bytes, int]:
    """Return lines that each begin and end with a brace, and their number; 0 if these are others, or one is too long.

    Between such lines no object can go on: Arrow's reader would take one that runs over several lines.
    """
    number = _braced(data)
    if not number:
        lines = [text for text in (text.strip(_BLANKS) for text in data.split(b"\n")) if text]
        data = b"\n".join(lines)
        number = _braced(data)
    return data, number


def _braced(data: bytes) -> int:
    codes = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(codes == ord("\n"))
    if not data.endswith(b"\n"):
        ends = np.append(ends, len(codes))
    starts = np.concatenate([[0], ends[:-1] + 1])
    good = (codes[starts] == ord("{")).all() and (codes[ends - 1] == ord("}")).all()
    return len(ends) if good and (ends - starts).max() <= LONGEST_LINE else 0


def _parsed(data: bytes, schema: Schema | None) -> Any:
    reader = need("pyarrow.json", extra="bulk")
    return reader.read_json(
        pa.BufferReader(data),
        read_options=reader.ReadOptions(use_threads=False, block_size=len(data) + 1),
        parse_options=reader.ParseOptions(
            explicit_schema=schema, unexpected_field_behavior="infer" if schema is None else "error"
        ),
    )


_INTEGERS = ("win", "conditions", "prevalent", "seat", "flowers")
_LISTS = ("concealed", "melds", "visible")


def _are_hands(schema: Schema) -> bool:
    """Return whether the columns of hands have the types of hands, so that no value in them is of another one."""
    for field in schema:
        kind = field.type
        if field.name in _LISTS and pa.types.is_list(kind):
            kind = kind.value_type
        elif field.name == "hand" and pa.types.is_string(kind):
            kind = pa.null()
        elif field.name not in ("hand", *_INTEGERS, *_LISTS):
            continue
        if not (pa.types.is_integer(kind) or pa.types.is_null(kind)):
            return False
    return True


# --- line by line ----------------------------------------------------------------------------------------------------


def _line_by_line(path: str, data: bytes, schema: Schema | None, line: int, known: Schema | None) -> Any:
    """Read lines one by one, and mark those that are no objects or do not fit the schema."""
    keys = _Keys(known if schema is None else schema)
    good: list[bytes] = []
    broken: list[str | None] = []
    for number, text in enumerate(data.split(b"\n"), line):
        if text.strip(_BLANKS):
            words = keys.fault(text.strip(_BLANKS)) or _arrow_fault(text.strip(_BLANKS), schema)
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
    numbers = [number for number, text in enumerate(data.split(b"\n"), line) if text.strip(_BLANKS)]
    return f"line {numbers[int(found[1])]}: {words[: found.start()]}"


class _Twice(ValueError):  # noqa: N818 - it is caught and told as a fault of the line
    """A key that stands twice in an object."""


class _Keys:
    """The different keys of lines, and what is wrong with a line."""

    def __init__(self, known: Schema | None) -> None:
        self.seen = _keys_of(known if known is not None else pa.schema([]))

    def fault(self, text: bytes) -> str | None:
        """Say what is wrong with a line of JSON, None if nothing."""
        found = self._read(text)
        if isinstance(found, str):
            return found
        wrong = next((key for key in found if not _fits(key, found[key])), None)
        if wrong is not None:
            return f"has {shown(found[wrong])} as {wrong}"
        more = set(_keys_in(found)) - self.seen
        if more and len(self.seen) + len(more) > MAX_KEYS:
            return f"has another key after {MAX_KEYS:,} different ones"
        self.seen |= more
        return None

    def _read(self, text: bytes) -> dict[str, Any] | str:
        """Return the object of a line, or why there is none."""
        if len(text) > LONGEST_LINE:
            return TOO_LONG
        if text.startswith(BOM):
            return "begins with a byte order mark, as where files were put together"
        if is_too_deep(text):
            return TOO_DEEP
        try:
            found = json.loads(text.decode(), object_pairs_hook=_object)
        except UnicodeDecodeError:
            return "is no JSON: not UTF-8"
        except json.JSONDecodeError as error:
            return f"is no JSON: {error.msg}"
        except _Twice as error:
            return f"has the key {error} twice"
        except ValueError:  # Python takes no number of more than 4300 digits
            return "holds a number that is too long"
        if not isinstance(found, dict):
            return f"is no object but {shown(found)}"
        return found


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = Counter(name for name, _ in pairs)
        raise _Twice(shown(names.most_common(1)[0][0]))
    return found


def _keys_in(value: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the keys of objects in objects, each with those around it."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield (*place, key)
            if isinstance(one, dict | list):
                yield from _keys_in(one, (*place, key))
    elif isinstance(value, list):
        for one in value:
            if isinstance(one, dict | list):
                yield from _keys_in(one, place)


def _keys_of(fields: Any, place: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """Return the keys of a schema, or of a type in it, in the same way."""
    found = set()
    for field in fields:
        kind = field.type
        while pa.types.is_list(kind):
            kind = kind.value_type
        found.add((*place, field.name))
        if pa.types.is_struct(kind):
            found |= _keys_of(kind, (*place, field.name))
    return found


def _fits(key: str, value: Any) -> bool:
    """Return whether a value can stand in a column of hands, or the column is another one."""
    if value is None:
        return True
    if key == "hand":
        return isinstance(value, str)
    if key in _INTEGERS:
        return _is_integer(value)
    if key in _LISTS:
        return isinstance(value, list) and all(item is None or _is_integer(item) for item in value)
    return True


def _is_integer(value: Any) -> bool:
    return type(value) is int and -(1 << 63) <= value < 1 << 63


def _arrow_fault(text: bytes, schema: Schema | None) -> str | None:
    try:
        _parsed(text, schema)
    except pa.ArrowException as error:
        words = re.sub(r"^JSON parse error: | in row \d+$", "", str(error))
        return f"cannot be read: {words}"
    return None
