"""Rows that cannot be read: they stay in their places, of nulls, and a column tells why."""

from __future__ import annotations

from typing import Any

from ..files.optional import need

pa = need("pyarrow", extra="bulk")
pc = need("pyarrow.compute", extra="bulk")

__all__ = ["BROKEN", "with_broken"]

BROKEN = "__broken_line__"
"""Column in which a batch says why a row could not be read; only there if there is such a row."""


def with_broken(batch: Any, reasons: Any) -> Any:
    """Return a record batch with nulls in the rows that have a reason, and the reasons in a column `BROKEN`.

    Parameters
    ----------
    batch : pyarrow.RecordBatch
        Whatever it holds.
    reasons : pyarrow.StringArray
        Null where the row is good. If it is null throughout, the batch comes back as it is.
    """
    if reasons.null_count == len(reasons):
        return batch
    places = pa.array(range(len(reasons)), pa.int64())
    kept = pc.if_else(reasons.is_null(), places, pa.scalar(None, pa.int64()))
    fields = [field.with_nullable(True) for field in batch.schema]
    columns = [_taken(column, kept) for column in batch.columns]
    schema = pa.schema([*fields, pa.field(BROKEN, pa.string())], metadata=batch.schema.metadata)
    return pa.RecordBatch.from_arrays([*columns, reasons], schema=schema)


def _taken(column: Any, places: Any) -> Any:
    try:
        return column.take(places)
    except pa.ArrowNotImplementedError:  # views
        return pa.array([None if place is None else column[place] for place in places.to_pylist()], column.type)
