"""Arrow columns to NumPy arrays and back, without copying where the two agree."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import InputError, shown
from ..files.optional import need
from ..hands.notation import MAX_TEXT
from .schemas import COLUMNS, COUNTS, SEEN, TEXT, VISIBLE, fault

pa = need("pyarrow", extra="bulk")
pc = need("pyarrow.compute", extra="bulk")

__all__ = ["array_of", "check_columns", "integers", "lines_of", "list_array"]

ArrowArray: TypeAlias = Any  # pyarrow has no types
ArrowType: TypeAlias = Any
Integers = npt.NDArray[np.integer[Any]]
Faults = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]


# --- types -----------------------------------------------------------------------------------------------------------


def check_columns(schema: Any, needed: set[str]) -> list[str]:
    """Return the columns of hands that a schema has, or say which is missing, ambiguous or of a wrong type.

    Parameters
    ----------
    schema : pyarrow.Schema
        Of the hands.
    needed : set of str
        Columns that will be looked at: some of `COLUMNS`, and ``visible``.

    Returns
    -------
    list of str
        Those of them that are there, or ``hand`` and perhaps ``visible``.

    Raises
    ------
    InputError
        If neither ``hand`` nor ``concealed`` is there, both are, a column is there twice or is of a wrong type.
    """
    names = list(schema.names)
    for name in (TEXT, *COLUMNS, VISIBLE):
        if names.count(name) > 1:
            raise InputError(f"there are {names.count(name)} columns {name}; rename or drop all but one")
    if TEXT not in names and COUNTS not in names:
        there = shown(", ".join(names)) if names else "none"
        raise InputError(f"no column hand (hand strings) or concealed (34 counts of tiles); the columns are {there}")
    if TEXT in names:
        for name in COLUMNS:
            if name in names:
                raise InputError(f"columns hand and {name} both tell of the hand; rename or drop one of them")
        kept = [TEXT, *([VISIBLE] if VISIBLE in needed and VISIBLE in names else [])]
    else:
        kept = [name for name in (*COLUMNS, VISIBLE) if name in needed and name in names]
    for name in kept:
        _check_type(name, schema.field(name).type)
    return kept


def _check_type(name: str, given: ArrowType) -> None:
    kind = _plain_type(given)
    if pa.types.is_null(kind):
        return
    if name == TEXT:
        if not (pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)):
            raise InputError(f"column hand is {given}; it must be strings")
        return
    column = SEEN if name == VISIBLE else COLUMNS[name]
    if column.width == 0:
        if not pa.types.is_integer(kind):
            raise InputError(f"column {name} is {given}; it must be integers, best {column.type}")
        return
    good = _is_list(kind) and (pa.types.is_integer(_plain_type(kind.value_type)) or pa.types.is_null(kind.value_type))
    if not good or (pa.types.is_fixed_size_list(kind) and kind.list_size != column.width):
        raise InputError(
            f"column {name} is {given}; it must be lists of {column.width} integers, "
            f"best fixed_size_list<uint8>[{column.width}]"
        )


def _is_list(kind: ArrowType) -> bool:
    tests = (pa.types.is_fixed_size_list, pa.types.is_list, pa.types.is_large_list, *_VIEWS)
    return any(test(kind) for test in tests)


_VIEWS = (pa.types.is_list_view, pa.types.is_large_list_view)


def _plain_type(kind: ArrowType) -> ArrowType:
    """Return the type of the values, whatever they are wrapped in."""
    while True:
        if isinstance(kind, pa.BaseExtensionType):
            kind = kind.storage_type
        elif pa.types.is_dictionary(kind) or pa.types.is_run_end_encoded(kind):
            kind = kind.value_type
        else:
            return kind


def _plain(array: ArrowArray, short_texts: bool = False) -> ArrowArray:
    """Return the values themselves, whatever they are wrapped in; texts may be shortened before they are repeated."""
    fitted = _short_texts if short_texts else _takeable
    while True:
        kind = array.type
        if isinstance(kind, pa.BaseExtensionType):
            array = array.storage
        elif pa.types.is_dictionary(kind):
            array = fitted(array.dictionary).take(array.indices)
        elif pa.types.is_run_end_encoded(kind):
            values = fitted(array.values)
            array = pa.RunEndEncodedArray.from_arrays(array.run_ends, values).slice(array.offset, len(array))
            array = pc.run_end_decode(array)
        else:
            return array


def _takeable(array: ArrowArray) -> ArrowArray:
    """Return text in the one form that every function of Arrow takes."""
    return array.cast(pa.large_string()) if pa.types.is_string_view(array.type) else array


def _short_texts(array: ArrowArray) -> ArrowArray:
    """Return texts that are no longer than a hand string can be: others, which are none, by a text that is none."""
    array = _takeable(array)
    if not pa.types.is_string(array.type) and not pa.types.is_large_string(array.type):
        return array
    if array.nbytes <= MAX_TEXT * len(array):
        return array  # a single long one does no harm
    return pc.if_else(pc.greater(pc.binary_length(array), MAX_TEXT), pa.scalar("?", array.type), array)


# --- Arrow to NumPy --------------------------------------------------------------------------------------------------


def integers(name: str, given: ArrowArray, width: int) -> tuple[Integers, Faults | None]:
    """Return a column of integers, or of lists of them, and what is wrong with its rows.

    Parameters
    ----------
    name : str
        The column.
    given : pyarrow.Array
        Of a type that `check_columns` has let pass.
    width : int
        Integers a row; 0 for a column that is no list.

    Returns
    -------
    values : (n,) or (n, width) integers
        A view of the Arrow memory wherever the values lie there one after the other. What stands in the place of a
        null is arbitrary.
    faults : (n,) uint8 or None
        0, or the fault of the row; None where all rows are good.
    """
    array = _plain(given)
    if pa.types.is_null(array.type):
        shape = (len(array), width) if width else (len(array),)
        return np.zeros(shape, np.uint8), np.full(len(array), fault(f"{name} is null"), np.uint8)
    if width == 0:
        return _values(array), _mark_nulls(None, array, f"{name} is null")
    values, faults = (
        _fixed(name, array, width) if pa.types.is_fixed_size_list(array.type) else _ragged(name, array, width)
    )
    return values, _mark_nulls(faults, array, f"{name} is null")


def _values(array: ArrowArray) -> Integers:
    """Return the memory of an array of integers; no copy."""
    data = array.buffers()[1]
    dtype = np.dtype(str(array.type))  # the names are the same; the own method of Arrow loads pandas
    if data is None or len(array) == 0:
        return np.zeros(len(array), dtype)
    whole = np.frombuffer(data, dtype, count=array.offset + len(array))
    return whole[array.offset :]


def _nulls(array: ArrowArray) -> Flags | None:
    """Return which values are null, or None."""
    if array.null_count == 0:
        return None
    nulls: Flags = array.is_null().to_numpy(zero_copy_only=False)
    return nulls


def _mark_nulls(faults: Faults | None, array: ArrowArray, words: str) -> Faults | None:
    nulls = _nulls(array)
    if nulls is None:
        return faults
    faults = np.zeros(len(array), np.uint8) if faults is None else faults
    faults[nulls] = fault(words)
    return faults


def _fixed(name: str, array: ArrowArray, width: int) -> tuple[Integers, Faults | None]:
    """Return the rows of lists of fixed size: `values` of these begins before a slice does."""
    items = _plain(array.values.slice(array.offset * width, len(array) * width))
    if pa.types.is_null(items.type):
        return np.zeros((len(array), width), np.uint8), _inside(name, np.ones(len(array), np.bool_))
    nulls = _nulls(items)
    faults = None if nulls is None else _inside(name, np.any(nulls.reshape(-1, width), axis=1))
    return _values(items).reshape(-1, width), faults


def _inside(name: str, rows: Flags) -> Faults | None:
    return rows * np.uint8(fault(f"a null inside {name}")) if rows.any() else None


def _ragged(name: str, array: ArrowArray, width: int) -> tuple[Integers, Faults | None]:
    """Return the rows of lists of any length; melds may be fewer than four."""
    starts, lengths, items = _spans(array)
    nulls = _nulls(items)
    values = np.zeros(len(items), np.uint8) if pa.types.is_null(items.type) else _values(items)
    if nulls is None and _side_by_side(starts, lengths, width):
        begin = int(starts[0]) if len(starts) else 0
        return values[begin : begin + width * len(starts)].reshape(-1, width), None
    good = lengths <= width if name == "melds" else lengths == width
    steps = np.arange(width)
    places = (steps < lengths[:, None]) & good[:, None]
    source = (starts[:, None] + steps)[places]
    rows = np.zeros((len(array), width), values.dtype)
    rows[places] = values[source]
    words = "melds has more than 4 codes" if name == "melds" else f"{name} has not 34 counts"
    faults = np.where(good, 0, fault(words)).astype(np.uint8)
    if nulls is not None:
        holes = np.zeros((len(array), width), np.bool_)
        holes[places] = nulls[source]
        faults[holes.any(axis=1)] = fault(f"a null inside {name}")
    return rows, faults


def _spans(array: ArrowArray) -> tuple[Integers, Integers, ArrowArray]:
    """Return where the list of each row starts among the items, how long it is, and the items."""
    starts = array.offsets.to_numpy().astype(np.int64)
    if any(test(array.type) for test in _VIEWS):
        return starts, array.sizes.to_numpy().astype(np.int64), _plain(array.values)
    lengths, first = np.diff(starts), int(starts[0])
    return starts[:-1] - first, lengths, _plain(array.values.slice(first, int(lengths.sum())))


def _side_by_side(starts: Integers, lengths: Integers, width: int) -> bool:
    """Say whether the lists are of one length and lie one after the other."""
    return bool((lengths == width).all() and (np.diff(starts) == width).all())


def lines_of(given: ArrowArray) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], Faults | None]:
    """Return hand strings as one text, a newline after each, where each ends, and which are null."""
    array = _plain(given, short_texts=True)
    faults = _mark_nulls(None, array, "hand is null")
    kind = pa.large_string()
    texts = pc.fill_null(_short_texts(array).cast(kind), "")
    lines = pc.binary_join_element_wise(texts, pa.scalar("", kind), pa.scalar("\n", kind))
    if len(lines) == 0:
        return np.zeros(0, np.uint8), np.zeros(0, np.int64), None
    _, offsets, data = lines.buffers()
    ends = np.frombuffer(offsets, np.int64)[lines.offset : lines.offset + len(lines) + 1]
    return np.frombuffer(data, np.uint8)[ends[0] : ends[-1]], ends[1:] - ends[0] - 1, faults


# --- NumPy to Arrow --------------------------------------------------------------------------------------------------


def array_of(kind: ArrowType, values: npt.NDArray[Any], good: Flags | None) -> ArrowArray:
    """Return values as an Arrow array, without copying them.

    Parameters
    ----------
    kind : pyarrow.DataType
        Integers, truth values, or lists of fixed size of integers.
    values : (n,) or (n, width) array
        Of that type.
    good : (n,) bool or None
        False where the array is to be null; None for nowhere.

    Returns
    -------
    pyarrow.Array
    """
    rows = len(values)
    validity, nulls = _validity(good)
    if pa.types.is_fixed_size_list(kind):
        items = array_of(kind.value_type, values.reshape(-1), None)
        return pa.Array.from_buffers(kind, rows, [validity], nulls, children=[items])
    packed = np.packbits(values, bitorder="little") if pa.types.is_boolean(kind) else np.ascontiguousarray(values)
    return pa.Array.from_buffers(kind, rows, [validity, pa.py_buffer(packed)], nulls)


def list_array(
    kind: ArrowType, lengths: npt.NDArray[np.integer[Any]], items: npt.NDArray[Any], good: Flags
) -> ArrowArray:
    """Return lists of any length; `lengths` is 0 where `good` is not."""
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    if offsets[-1] > np.iinfo(np.int32).max:
        raise InputError(f"{len(lengths)} rows are too many for one column of lists; give fewer at a time")
    validity, nulls = _validity(good)
    buffers = [validity, pa.py_buffer(offsets.astype(np.int32))]
    children = [array_of(kind.value_type, items, None)]
    return pa.Array.from_buffers(kind, len(lengths), buffers, nulls, children=children)


def _validity(good: Flags | None) -> tuple[Any, int]:
    """Return the bitmap of an Arrow array and the number of nulls."""
    nulls = 0 if good is None else len(good) - int(np.count_nonzero(good))
    if good is None or nulls == 0:
        return None, 0
    return pa.py_buffer(np.packbits(good, bitorder="little")), nulls
