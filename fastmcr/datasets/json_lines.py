"""Record batches as JSON Lines, column by column: no loop over rows but for nested and rare types."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np

from ..files.optional import need

pa = need("pyarrow", extra="bulk")
pc = need("pyarrow.compute", extra="bulk")

__all__ = ["json_lines"]

ROWS = 1 << 13  # at a time; a column of text holds at most 2 GB
_ESCAPED = r'["\\\x00-\x1f]'


def json_lines(batch: Any) -> bytes:
    r"""Return a record batch as an object a line, its keys in the order of the columns.

    Parameters
    ----------
    batch : pyarrow.RecordBatch
        Of any types.

    Returns
    -------
    bytes
        UTF-8. Floats that are no numbers are null; bytes are in base 64; times are text as ISO 8601 has them.

    Examples
    --------
    >>> import pyarrow as pa
    >>> json_lines(pa.record_batch({"hand": ['1"m', None], "waits": [[1, 2], []]}))
    b'{"hand":"1\\"m","waits":[1,2]}\n{"hand":null,"waits":[]}\n'
    """
    return b"".join(_lines(batch.slice(start, ROWS)) for start in range(0, batch.num_rows, ROWS))


def _lines(batch: Any) -> bytes:
    if not batch.schema.names:
        return b"{}\n" * int(batch.num_rows)
    pieces: list[Any] = []
    for place, name in enumerate(batch.schema.names):
        pieces += [f"{',' if place else '{'}{json.dumps(name, ensure_ascii=False)}:", _text(batch.column(place))]
    lines = pc.binary_join_element_wise(*pieces, "}\n", "")
    _, offsets, data = lines.buffers()
    places = np.frombuffer(offsets, np.int32)
    first, last = places[lines.offset], places[lines.offset + len(lines)]
    text: bytes = memoryview(data)[first:last].tobytes()
    return text


def _text(column: Any) -> Any:
    """Return the JSON of each value as a column of strings without nulls."""
    kind = column.type
    if isinstance(kind, pa.BaseExtensionType):
        return _text(column.storage)
    if pa.types.is_dictionary(kind):
        return _text(column.cast(kind.value_type))
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind):
        found = column.cast(pa.string())
    elif pa.types.is_floating(kind):
        found = _floats(column)
    elif pa.types.is_string(kind) or pa.types.is_large_string(kind):
        found = _strings(column.cast(pa.string()))
    elif pa.types.is_fixed_size_list(kind) or pa.types.is_list(kind) or pa.types.is_large_list(kind):
        found = _lists(column)
    else:
        found = pa.array([_dumped(value.as_py()) for value in column], pa.string())
    return pc.fill_null(found, "null")


def _floats(column: Any) -> Any:
    column = column.cast(pa.float64())
    return pc.if_else(pc.is_finite(column), column, pa.scalar(None, pa.float64())).cast(pa.string())


def _strings(column: Any) -> Any:
    if pc.any(pc.match_substring_regex(column, _ESCAPED)).as_py():
        return pa.array([_dumped(value) for value in column.to_pylist()], pa.string())
    return pc.binary_join_element_wise('"', column, '"', "")


def _lists(column: Any) -> Any:
    lengths = pc.fill_null(pc.list_value_length(column), 0).to_numpy(zero_copy_only=False)
    offsets = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=offsets[1:])
    items = pa.ListArray.from_arrays(pa.array(offsets), _text(_items(column)))
    joined = pc.binary_join_element_wise("[", pc.binary_join(items, ","), "]", "")
    return pc.if_else(column.is_valid(), joined, pa.scalar(None, pa.string()))


def _items(column: Any) -> Any:
    """Return the items of the lists that are not null."""
    return column.drop_null().flatten()


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
