"""Hands read from the columns of a record batch: arrays for the kernels, and what is wrong with each row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..files.optional import need
from ..hands.batch import HandBatch, narrowed, win_status
from ..hands.hand import NO_TILE
from ..kernels import layout
from .columns import Faults, Flags, Integers, array_of, check_columns, integers, lines_of
from .schemas import (
    COLUMNS,
    FAULT_STATUS,
    SEEN,
    TEXT,
    VISIBLE,
    WIN_ALONE,
    WIN_NOT_HELD,
    fault,
    hand_schema,
)

pa = need("pyarrow", extra="bulk")

__all__ = ["Hands", "arrow_of", "batch_of", "read_hands", "record_batch_of"]


@dataclass(frozen=True, slots=True)
class Hands:
    """Rows of hands as they stand in a record batch.

    Attributes
    ----------
    batch : HandBatch
        The rows; ``win`` is 255 where there is none.
    visible : (n, 34) integers or None
    faults : dict of str to (n,) uint8
        By column what is wrong with it, 0 in good rows; columns that are good throughout are left out.
    """

    batch: HandBatch
    visible: Integers | None
    faults: dict[str, Faults]

    def __len__(self) -> int:
        return len(self.batch)

    def first_fault(self, columns: Iterable[str]) -> Faults | None:
        """Return of each row the fault of the first bad column; None where all are good."""
        found: Faults | None = None
        for column in (TEXT, *columns):
            faults = self.faults.get(column)
            if faults is not None:
                found = faults if found is None else np.where(found, found, faults)
        return found

    def no_win(self) -> Flags:
        """Return which rows have no winning tile."""
        return np.asarray(self.batch.win == NO_TILE)

    def win_faults(self) -> Faults | None:
        """Return of which rows the winning tile contradicts the concealed tiles; None where it never does."""
        if self.batch.win.strides[0] == 0:
            return None  # no column of winning tiles
        status = win_status(narrowed(self.batch.concealed, 0, len(self)), narrowed(self.batch.win, 0, len(self)))
        return _WIN_FAULTS[status] if status.any() else None


_WIN_FAULTS = np.zeros(len(FAULT_STATUS), np.uint8)
_WIN_FAULTS[[layout.BAD_TILE, layout.TILE_COUNT]] = fault(WIN_NOT_HELD), fault(WIN_ALONE)


def read_hands(batch: Any, columns: Sequence[str]) -> Hands:
    """Return the hands of a record batch.

    Parameters
    ----------
    batch : pyarrow.RecordBatch
        Whatever it holds.
    columns : sequence of str
        The columns to look at, as `check_columns` returns them.

    Returns
    -------
    Hands
        Columns that are not there or not looked at have their defaults.
    """
    faults: dict[str, Faults] = {}
    visible: Integers | None = None
    if VISIBLE in columns:
        visible = _kept(VISIBLE, batch, SEEN.width, faults)
    if TEXT in columns:
        return Hands(_from_text(batch.column(TEXT), faults), visible, faults)
    given = {name: _kept(name, batch, COLUMNS[name].width, faults) for name in columns if name != VISIBLE}
    given["win"] = _winning(given.get("win"), faults.get("win"), batch.num_rows)
    return Hands(HandBatch(**given), visible, faults)


def _winning(given: Integers | None, faults: Faults | None, rows: int) -> npt.NDArray[np.uint8]:
    """Return winning tiles as bytes, 255 where there is none."""
    if given is None:
        return np.broadcast_to(np.uint8(NO_TILE), (rows,))
    win: npt.NDArray[np.uint8] = narrowed(given, 0, rows)
    return win if faults is None else np.where(faults, np.uint8(NO_TILE), win)


def _kept(name: str, batch: Any, width: int, faults: dict[str, Faults]) -> Integers:
    values, bad = integers(name, batch.column(name), width)
    if bad is not None:
        faults[name] = bad
    return values


def _from_text(column: Any, faults: dict[str, Faults]) -> HandBatch:
    text, ends, bad = lines_of(column)
    hands, status = HandBatch._from_lines(text, ends)
    if bad is not None:
        status = np.where(bad, bad, status)
    if status.any():
        faults[TEXT] = status
    return hands


# --- containers ------------------------------------------------------------------------------------------------------


def arrow_of(given: Any) -> Any:
    """Return what was given as a pyarrow RecordBatch, Table or RecordBatchReader.

    Parameters
    ----------
    given : object
        One of these, or anything with the Arrow C interface.

    Raises
    ------
    InputError
        If it is nothing of the kind.
    """
    if isinstance(given, pa.RecordBatch | pa.Table | pa.RecordBatchReader):
        return given
    convert = next((made for method, made in _INTERFACES if hasattr(given, method)), None)
    if convert is None or isinstance(given, type):
        raise InputError(
            "a batch is a pyarrow RecordBatch or Table, or a data frame that hands out Arrow, "
            f"not {type(given).__name__}"
        )
    try:
        return convert(given)
    except (TypeError, ValueError, pa.ArrowException) as error:
        raise InputError(f"this {type(given).__name__} cannot be read as Arrow columns: {error}") from None


_INTERFACES = (("__arrow_c_stream__", pa.table), ("__arrow_c_array__", pa.record_batch))


def batch_of(given: Any) -> HandBatch:
    """Return the hands of a batch or table; `HandBatch.from_arrow` describes it."""
    source = arrow_of(given)
    if isinstance(source, pa.RecordBatchReader):
        source = source.read_all()
    columns = check_columns(source.schema, set(COLUMNS))
    chosen = source.select(columns)
    parts = [chosen] if isinstance(chosen, pa.RecordBatch) else chosen.to_batches()
    read = [_with_status(read_hands(part, columns)) for part in parts or [_no_rows(chosen.schema)]]
    return read[0] if len(read) == 1 else _joined(read)


def _no_rows(schema: Any) -> Any:
    return pa.RecordBatch.from_arrays([pa.array([], field.type) for field in schema], schema=schema)


def _joined(batches: list[HandBatch]) -> HandBatch:
    columns = {name: np.concatenate([getattr(batch, name) for batch in batches]) for name in COLUMNS}
    marks = [np.zeros(len(batch), np.uint8) if batch.status is None else batch.status for batch in batches]
    status = np.concatenate(marks)
    return HandBatch(**columns, status=status if status.any() else None)


def _with_status(hands: Hands) -> HandBatch:
    faults = hands.first_fault(COLUMNS)
    if faults is not None:
        hands.batch.status = FAULT_STATUS[faults]
    return hands.batch


def record_batch_of(batch: HandBatch) -> Any:
    """Return a batch as Arrow; `HandBatch.to_arrow` describes it."""
    schema = hand_schema()
    good = None if batch.status is None else batch.status == 0
    arrays = []
    for name, column in COLUMNS.items():
        values = getattr(batch, name)
        dtype = np.uint16 if name == "conditions" else np.uint8
        arrays.append(
            array_of(column.type, narrowed(values, 0, len(batch), dtype), good if name == "concealed" else None)
        )
    return pa.RecordBatch.from_arrays(arrays, schema=schema)
