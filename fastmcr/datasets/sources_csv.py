"""The reader of CSV."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from .._optional import need
from ..errors import FileError, shown
from ..tiles import NAMES
from .sources import Batches, Scan, Schema, reading

pa = need("pyarrow", extra="bulk")
pc = need("pyarrow.compute", extra="bulk")
csv = need("pyarrow.csv", extra="bulk")

__all__ = ["CsvReader", "wider"]

BLOCK = 1 << 22  # bytes read at a time; a record must fit

COUNTS = [str(name) for name in NAMES]
MELDS = [f"meld_{place}" for place in range(1, 5)]
SINGLE = ("win", "conditions", "prevalent", "seat", "flowers")

INTEGER = r"^[+-]?[0-9]{1,18}$"  # of a hand: any way to write it
# Of other columns: the one way that comes out as it went in.
SHORT = r"^-?(0|[1-9][0-9]{0,14})$"
LONG = r"^-?(0|[1-9][0-9]{0,17})$"
NUMBER = r"^-?(0|[1-9][0-9]{0,14})(\.[0-9]+)?([eE][+-]?[0-9]{1,2})?$"


class CsvReader:
    """A header, and lines of values apart by commas; a file is one unit, as quoted values may hold newlines.

    Hands are a column ``hand``; or 34 columns of counts ``1m`` ... ``P``, perhaps four of meld codes ``meld_1`` ...
    ``meld_4``, and ``win``, ``conditions``, ``prevalent``, ``seat``, ``flowers``. A cell of these numbers that holds no
    integer is read as -1, which no hand has, and an empty one as null: the row is bad. Any other column holds integers
    or doubles if all its values are such, else text; numbers with leading zeros are text.
    """

    def scan(self, path: str) -> Scan:
        """Count the rows and find the types."""
        names, rows = _names(path), 0
        kinds: dict[str, Any] = dict.fromkeys(names, pa.null())
        spread = _spread(path, names)
        last = None
        with reading(path):
            for batch in _cells(path, names):
                rows += batch.num_rows
                for name in names:
                    if name not in spread and name != "hand":
                        kinds[name] = wider(kinds[name], _kind(batch.column(name)))
                last = batch.slice(batch.num_rows - 1) if batch.num_rows else last
            _check_end(path, last, rows)
        return Scan(_schema(names, spread, kinds), [(rows, 2 * os.path.getsize(path))])

    def stream(self, path: str, units: range, details: Any, schema: Schema, rows: int) -> Batches:
        """Yield the rows, with the parts of hands that are spread over columns in one."""
        names = _names(path)
        spread = _spread(path, names)
        with reading(path):
            for batch in _cells(path, names):
                whole = pa.record_batch([_column(batch, field, spread) for field in schema], schema=schema)
                for start in range(0, whole.num_rows, rows):
                    yield whole.slice(start, rows)


def _names(path: str) -> list[str]:
    """Return the names of the columns."""
    with reading(path):
        if os.path.getsize(path) == 0:
            raise FileError(f"{path} is empty; a CSV file begins with a line of column names", path=path)
        head = csv.open_csv(
            path,
            read_options=csv.ReadOptions(use_threads=False, block_size=BLOCK),
            parse_options=csv.ParseOptions(newlines_in_values=True, invalid_row_handler=lambda row: "skip"),
        )
        names = list(head.schema.names)
        head.close()
    for name in names:
        if names.count(name) > 1:
            raise FileError(f"{path} has {names.count(name)} columns {name}", path=path)
    return names


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


def _cells(path: str, names: list[str]) -> Batches:
    """Yield all cells as text."""
    bad: list[Any] = []

    def refuse(row: Any) -> str:
        bad.append(row)
        return "error"

    try:
        yield from csv.open_csv(
            path,
            read_options=csv.ReadOptions(use_threads=False, block_size=BLOCK),
            parse_options=csv.ParseOptions(newlines_in_values=True, invalid_row_handler=refuse),
            convert_options=csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False
            ),
        )
    except pa.ArrowInvalid:
        if not bad:
            raise
        row = bad[0]
        found = f"{row.actual_columns} value{'s' if row.actual_columns != 1 else ''}"
        raise FileError(
            f"{path}: row {row.number} (the header is row 1) has {found} for {row.expected_columns} columns: "
            f"{shown(row.text)}",
            path=path,
        ) from None


def _check_end(path: str, last: Any, rows: int) -> None:
    """Refuse a file whose last value begins with a quote and runs on to the end: it has swallowed rows."""
    if last is None or not any("\n" in (value or "") for value in last.to_pylist()[0].values()):
        return
    with open(path, "rb") as file:
        file.seek(max(0, os.path.getsize(path) - 4))
        if not file.read().rstrip(b"\r\n").endswith(b'"'):
            raise FileError(f"{path}: a quote in row {rows + 1} (the header is row 1) is never closed", path=path)


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
