"""Cells of any size in columns: what is too long makes a bad row, and rows are passed on a few at a time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..files.lines import LONGEST_LINE
from ..files.optional import need
from .broken import BROKEN, with_broken

pa = need("pyarrow", extra="bulk")
pc = need("pyarrow.compute", extra="bulk")

__all__ = ["LONGEST_CELL", "bounded", "check_names"]

LONGEST_CELL = LONGEST_LINE
"""Bytes of a value in a column."""
TOGETHER = 1 << 26  # bytes of rows that are passed on together

Sizes = npt.NDArray[np.int64]


def check_names(path: str, schema: Any) -> None:
    """Raise an error if a file has a column of the name that marks bad rows."""
    if BROKEN in schema.names:
        raise InputError(f"{path} has a column {BROKEN}; rename or drop it")


def bounded(batch: Any) -> Iterator[Any]:
    """Yield the rows of a record batch, some megabytes at a time; those with a cell that is too long are marked.

    Parameters
    ----------
    batch : pyarrow.RecordBatch
        Of any types.

    Yields
    ------
    pyarrow.RecordBatch
        With a column `BROKEN` if there are such rows, whose values are null then.
    """
    total = np.zeros(batch.num_rows, np.int64)
    reasons: list[str | None] | None = None
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        sizes = _sizes(column)
        if sizes is None:
            continue
        long = np.flatnonzero(sizes > LONGEST_CELL)
        if len(long):
            reasons = reasons or [None] * batch.num_rows
            for row in long:
                reasons[row] = reasons[row] or f"{name} has {sizes[row]:,} bytes; a cell has at most {LONGEST_CELL:,}"
            sizes = np.where(sizes > LONGEST_CELL, 0, sizes)
        total += sizes
    if reasons is not None:
        batch = with_broken(_short_dictionaries(batch), pa.array(reasons, pa.string()))
    cuts = np.flatnonzero(np.diff(np.cumsum(total) // TOGETHER)) + 1
    edges = [0, *cuts.tolist(), batch.num_rows]
    for start, end in pairwise(edges):
        yield batch.slice(start, end - start)


def _short_dictionaries(batch: Any) -> Any:
    """Return a batch whose dictionaries have lost the texts that are too long; no good row has one."""
    for place, column in enumerate(batch.columns):
        if pa.types.is_dictionary(column.type) and any(test(column.type.value_type) for test in _TEXTS):
            texts = column.dictionary
            short = pc.if_else(pc.greater(pc.binary_length(texts), LONGEST_CELL), pa.scalar("", texts.type), texts)
            coded = pa.DictionaryArray.from_arrays(column.indices, short, ordered=column.type.ordered)
            batch = batch.set_column(place, batch.schema.field(place), coded)
    return batch


def _sizes(array: Any) -> Sizes | None:
    """Return the bytes of each value, as far as they go beyond some; None where all are of one small size."""
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        return _sizes(array.storage)
    if pa.types.is_dictionary(kind):
        sizes = _sizes(array.dictionary)
        return None if sizes is None else _taken(sizes, array.indices)
    if pa.types.is_run_end_encoded(kind):
        sizes = _sizes(array.values)
        if sizes is None:
            return None
        runs = pa.RunEndEncodedArray.from_arrays(array.run_ends, pa.array(sizes)).slice(array.offset, len(array))
        return _numbers(pc.run_end_decode(runs))
    if array.nbytes <= LONGEST_CELL:
        return None
    return _sizes_of_plain(array)


def _sizes_of_plain(array: Any) -> Sizes | None:
    kind = array.type
    if any(test(kind) for test in _VIEWS):
        array = array.cast(pa.large_binary())
        kind = array.type
    if any(test(kind) for test in _TEXTS):
        return _numbers(pc.binary_length(array))
    if pa.types.is_struct(kind):
        fields = map(_sizes, (array.field(place) for place in range(kind.num_fields)))
        found = [sizes for sizes in fields if sizes is not None]
        return sum(found[1:], found[0]) if found else None
    if pa.types.is_fixed_size_list(kind):
        ends = np.arange(len(array) + 1) * kind.list_size
        return _between(ends, array.values.slice(array.offset * kind.list_size, ends[-1]))
    if any(test(kind) for test in _LISTS):
        ends = array.offsets.to_numpy().astype(np.int64)
        return _between(ends - ends[0], array.values.slice(ends[0], ends[-1] - ends[0]))
    if pa.types.is_list_view(kind) or pa.types.is_large_list_view(kind):
        starts, lengths = array.offsets.to_numpy().astype(np.int64), array.sizes.to_numpy().astype(np.int64)
        sums = _running(array.values)
        return np.asarray(sums[starts + lengths] - sums[starts])
    if pa.types.is_fixed_size_binary(kind):
        return np.full(len(array), kind.byte_width, np.int64)
    return None


def _between(ends: Sizes, items: Any) -> Sizes:
    """Return the bytes of lists that lie one after the other."""
    return np.diff(_running(items)[ends])


def _running(items: Any) -> Sizes:
    """Return the bytes before each of the items of lists, and of all."""
    sizes = _sizes(items)
    if sizes is None:
        try:
            width = max(1, items.type.bit_width // 8)
        except ValueError:  # of different sizes, all small
            width = items.nbytes // max(len(items), 1)
        return np.arange(len(items) + 1, dtype=np.int64) * np.int64(width)
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])


def _taken(sizes: Sizes, places: Any) -> Sizes:
    return _numbers(pa.array(sizes).take(places))


def _numbers(array: Any) -> Sizes:
    numbers: Sizes = pc.fill_null(array, 0).to_numpy(zero_copy_only=False).astype(np.int64)
    return numbers


_VIEWS = (pa.types.is_string_view, pa.types.is_binary_view)
_TEXTS = (pa.types.is_string, pa.types.is_large_string, pa.types.is_binary, pa.types.is_large_binary)
_LISTS = (pa.types.is_list, pa.types.is_large_list, pa.types.is_map)
