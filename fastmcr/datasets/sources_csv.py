"""The reader of CSV."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from ..errors import FileError
from ..files.lines import LONGEST_LINE, TOO_LONG, read_stretch, stretches
from ..files.optional import need
from ..rulebook.tiles import NAMES
from .broken import BROKEN, with_broken
from .sources import Batches, Scan, Schema, reading

pa = need("pyarrow", extra="bulk")
pc = need("pyarrow.compute", extra="bulk")
csv = need("pyarrow.csv", extra="bulk")

__all__ = ["CsvReader", "wider"]

HEAD = 1 << 16  # bytes in which the header is looked for
MAX_COLUMNS = 10_000

COUNTS = [str(name) for name in NAMES]
MELDS = [f"meld_{place}" for place in range(1, 5)]
SINGLE = ("win", "conditions", "prevalent", "seat", "flowers")

INTEGER = r"^[+-]?[0-9]{1,18}$"  # of a hand: any way to write it
# Of other columns: the one way that comes out as it went in.
SHORT = r"^-?(0|[1-9][0-9]{0,14})$"
LONG = r"^-?(0|[1-9][0-9]{0,17})$"
NUMBER = r"^-?(0|[1-9][0-9]{0,14})(\.[0-9]+)?([eE][+-]?[0-9]{1,2})?$"


class CsvReader:
    """A header, and lines of values apart by commas. A value in quotes may hold commas and quotes, but no line ends.

    Hands are a column ``hand``; or 34 columns of counts ``1m`` ... ``P`` of all concealed tiles, perhaps four of meld
    codes ``meld_1`` ... ``meld_4``, and ``win``, ``conditions``, ``prevalent``, ``seat``, ``flowers``. A cell of these
    numbers that holds no integer is read as -1, which no hand has, and an empty one as null: the row is bad. Any other
    column holds integers or doubles if all its values are such, else text; numbers with leading zeros are text.

    A line with a quote that is not closed on it, with more or fewer values than the header, or that is no UTF-8, is a
    row all the same, of nulls, and marked in a column `BROKEN`.
    """

    def scan(self, path: str) -> Scan:
        """Count the rows and find the types."""
        with reading(path):
            head = _head(path)
            spread = _spread(path, head.names)
            kinds: dict[str, Any] = dict.fromkeys(head.names, pa.null())
            units, places, line = [], [], head.line
            for start, end, data in stretches(path):
                begin = max(start, head.end)
                if begin >= end:
                    continue
                data = data[begin - start :] if begin > start else data
                cells, _ = _cells(path, data, head.names, line)
                for name in head.names:
                    if name not in spread and name != "hand":
                        kinds[name] = wider(kinds[name], _kind(cells.column(name)))
                units.append((cells.num_rows, 2 * len(data)))
                places.append([begin, end, line])
                line += data.count(b"\n")
        return Scan(_schema(head.names, spread, kinds), units, places)

    def stream(self, path: str, units: range, details: Any, schema: Schema, rows: int) -> Batches:
        """Yield the rows, with the parts of hands that are spread over columns in one."""
        with reading(path):
            names = _head(path).names
            spread = _spread(path, names)
            for unit in units:
                start, end, line = details[unit]
                cells, reasons = _cells(path, read_stretch(path, start, end), names, line)
                whole = pa.record_batch([_column(cells, field, spread) for field in schema], schema=schema)
                if reasons is not None:
                    whole = with_broken(whole, reasons)
                for first in range(0, whole.num_rows, rows):
                    yield whole.slice(first, rows)


class _Head(NamedTuple):
    """The header of a file."""

    names: list[str]
    end: int
    """Where the rows begin."""
    line: int
    """Their first line."""


def _head(path: str) -> _Head:
    """Return the names of the columns."""
    text, end, line = _first_line(path)
    words = _fault(text, None)
    if words:
        raise FileError(f"{path}: the header {words}", path=path)
    names = _read(text + b"\n", None).schema.names
    name, times = Counter(names).most_common(1)[0]
    if times > 1:
        raise FileError(f"{path} has {times} columns {name}", path=path)
    if len(names) > MAX_COLUMNS:
        raise FileError(f"{path} has {len(names):,} columns; at most {MAX_COLUMNS:,} are read", path=path)
    if BROKEN in names:
        raise FileError(f"{path} has a column {BROKEN}; rename or drop it", path=path)
    return _Head(names, end, line + 1)


def _first_line(path: str) -> tuple[bytes, int, int]:
    """Return the first line that is not empty, where it ends, and its number."""
    number = 1
    for stretch in stretches(path, HEAD):
        text = stretch.data.lstrip(b"\r\n")
        passed = len(stretch.data) - len(text)
        number += stretch.data.count(b"\n", 0, passed)
        if text:
            line, end, _ = text[: LONGEST_LINE + 2].partition(b"\n")
            return line.removesuffix(b"\r"), stretch.start + passed + len(line) + len(end), number
    raise FileError(f"{path} is empty; a CSV file begins with a line of column names", path=path)


def _spread(path: str, names: list[str]) -> set[str]:
    """Return the columns that hold parts of a hand as numbers, or say which of them are missing."""
    if "hand" in names:
        return set()
    missing = [name for name in COUNTS if name not in names]
    if missing:
        raise FileError(
            f"{path} has no column hand and not the columns {missing[0]} ... {missing[-1]} of counts"
            if len(missing) > 1 and len(missing) == len(COUNTS)
            else f"{path} has no column hand, and of the 34 columns of counts it lacks {', '.join(missing)}",
            path=path,
        )
    melds = [name for name in MELDS if name in names]
    if 0 < len(melds) < len(MELDS):
        raise FileError(f"{path} has {', '.join(melds)}; of meld_1 ... meld_4 all or none must be there", path=path)
    return {*COUNTS, *melds, *(name for name in SINGLE if name in names)}


# --- cells -----------------------------------------------------------------------------------------------------------


def _cells(path: str, data: bytes, names: list[str], line: int) -> tuple[Any, Any]:
    """Return all cells of some lines as text, and of each row why it cannot be read; None if all can."""
    rows = _plain_rows(data)
    if rows is not None:
        try:
            table = _read(data, names)
        except pa.ArrowException:
            pass
        else:
            if table.num_rows == rows:
                return table, None
    return _line_by_line(path, data, names, line)


def _plain_rows(data: bytes) -> int | None:
    """Return the number of lines that are not empty; None where Arrow's reader could see other lines than these."""
    returns = b"\r" in data
    if returns and data.count(b"\r") != data.count(b"\r\n"):
        return None
    codes = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(codes == ord("\n"))
    if data and not data.endswith(b"\n"):
        ends = np.append(ends, len(codes))
    lengths = np.diff(ends, prepend=-1) - 1
    if returns:
        lengths -= codes[ends - 1] == ord("\r")
    if len(ends) and lengths.max() > LONGEST_LINE:
        return None
    if b'"' in data:  # a quote that is open at the end swallows no row
        end = int(ends[np.flatnonzero(lengths)[-1]])
        if _values(data[data.rfind(b"\n", 0, end) + 1 : end]) == 0:
            return None
    return int(np.count_nonzero(lengths))


def _read(data: bytes, names: list[str] | None) -> Any:
    """Return the cells as text, in one piece; without names, the first line has them."""
    if data[:1] in (b"", b"\r", b"\n") and not data.strip(b"\r\n"):
        return pa.record_batch([pa.array([], pa.string()) for _ in names or ()], names=names or [])
    table = csv.read_csv(
        pa.BufferReader(data),
        read_options=csv.ReadOptions(use_threads=False, block_size=len(data) + 1, column_names=names),
        parse_options=csv.ParseOptions(newlines_in_values=False),
        convert_options=csv.ConvertOptions(
            column_types=dict.fromkeys(names or (), pa.string()), strings_can_be_null=False
        ),
    )
    return table if names is None else table.combine_chunks().to_batches()[0]


def _line_by_line(path: str, data: bytes, names: list[str], line: int) -> tuple[Any, Any]:
    """Look at lines one by one, and put blank ones in the place of those that cannot be read."""
    blank = b"," * (len(names) - 1) or b'""'
    good: list[bytes] = []
    reasons: list[str | None] = []
    for number, text in enumerate(data.split(b"\n"), line):
        text = text.removesuffix(b"\r")
        if text:
            words = _fault(text, len(names))
            good.append(blank if words else text)
            reasons.append(f"line {number} {words}" if words else None)
    cells = _read(b"\n".join(good), names)
    if cells.num_rows != len(good):
        raise FileError(f"{path}: the lines from {line} on cannot be told from each other", path=path)
    return cells, pa.array(reasons, pa.string())


_VALUE = re.compile(rb'"(?:[^"]|"")*+"[^,]*+|(?!")[^,]*+')


def _fault(text: bytes, columns: int | None) -> str | None:
    """Say what is wrong with a line, None if nothing."""
    if len(text) > LONGEST_LINE:
        return TOO_LONG
    try:
        text.decode()
    except UnicodeDecodeError:
        return "is not UTF-8"
    if b"\r" in text:
        return "has a carriage return in its middle"
    values = _values(text)
    if values == 0:
        return "has a quote that is not closed"
    if columns is not None and values != columns:
        return f"has {values} value{'s' if values != 1 else ''} for {columns} columns"
    return None


def _values(text: bytes) -> int:
    """Return the number of values of a line; 0 if a quote is not closed."""
    if b'"' not in text:
        return text.count(b",") + 1
    number = at = 0
    while at <= len(text):
        found = _VALUE.match(text, at)
        if found is None:
            return 0
        number += 1
        at = found.end() + 1
    return number


# --- types -----------------------------------------------------------------------------------------------------------


def _kind(cells: Any) -> Any:
    """Return the type of some cells: null, int64, int64 beyond what a double holds, double, or text."""
    filled = cells.filter(pc.not_equal(cells, ""))
    if len(filled) == 0:
        return pa.null()
    for pattern, kind in ((SHORT, pa.int32()), (LONG, pa.int64()), (NUMBER, pa.float64())):
        if pc.all(pc.match_substring_regex(filled, pattern)).as_py():
            return kind
    return pa.string()


def wider(one: Any, other: Any) -> Any:
    """Return the type that holds the cells of two exactly; int32 stands for integers that a double holds too."""
    for kind in (pa.null(), pa.int32()):
        if kind in (one, other):
            return other if one == kind else one
    return one if one == other else pa.string()


def _schema(names: list[str], spread: set[str], kinds: dict[str, Any]) -> Schema:
    fields = []
    for name in names:
        if name not in spread:
            fields.append((name, pa.string() if name == "hand" else kinds[name]))
        elif name in SINGLE:
            fields.append((name, pa.int64()))
    if spread:
        fields.insert(0, ("concealed", pa.list_(pa.int64(), len(COUNTS))))
    if MELDS[0] in spread:
        fields.insert(1, ("melds", pa.list_(pa.int64(), len(MELDS))))
    return pa.schema(fields)


def _column(batch: Any, field: Any, spread: set[str]) -> Any:
    """Return a column of the result."""
    if spread and field.name == "concealed":
        return _lists(batch, COUNTS)
    if spread and field.name == "melds":
        return _lists(batch, MELDS)
    cells = batch.column(field.name)
    if field.name in spread:
        return _integers(cells)
    return cells if field.type == pa.string() else _blank_is_null(cells).cast(field.type)


def _lists(batch: Any, names: list[str]) -> Any:
    columns = [_integers(batch.column(name)) for name in names]
    values = np.stack([column.fill_null(0).to_numpy() for column in columns], axis=1)
    nulls = np.stack([column.is_null().to_numpy(zero_copy_only=False) for column in columns], axis=1)
    items = pa.array(values.reshape(-1), mask=nulls.reshape(-1))
    return pa.FixedSizeListArray.from_arrays(items, len(names))


def _integers(cells: Any) -> Any:
    cells = pc.utf8_trim_whitespace(cells)
    fine = pc.or_(pc.match_substring_regex(cells, INTEGER), pc.equal(cells, ""))
    return _blank_is_null(pc.if_else(fine, cells, "-1")).cast(pa.int64())


def _blank_is_null(cells: Any) -> Any:
    return pc.if_else(pc.equal(cells, ""), None, cells)


READER = CsvReader()
