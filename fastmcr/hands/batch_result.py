"""What functions over many hands return: arrays of one row a hand, that are looked at, cut and printed alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Generic, Self, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ..errors import InputError, shown
from ..rulebook.tiles import as_index
from .batch import STATUS_WORDS, Status, as_positions, as_row

__all__ = ["BadRow", "BatchResult"]

RowT = TypeVar("RowT")

SHOWN_ROWS = 5  # that are printed


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that has no result, in the place of one.

    Attributes
    ----------
    row : int
        Its place in the batch.
    status : int
        Its status code.

    Examples
    --------
    >>> print(BadRow(3, 8))
    not a complete hand
    """

    row: int
    status: int

    @property
    def reason(self) -> str:
        """What is wrong with it."""
        return STATUS_WORDS[self.status]

    def __str__(self) -> str:
        return self.reason


class BatchResult(Generic[RowT]):
    """Arrays with one row a hand.

    One row, by its number, is a small value that reads well, or a `BadRow`; by a slice, a mask or positions some rows
    are a result of the same class. Printing shows the first rows.

    Attributes
    ----------
    status : (n,) uint8
        0 OK, or why the row has no result.
    """

    __slots__ = ()

    status: Status

    def __len__(self) -> int:
        return len(self.status)

    def __iter__(self) -> Iterator[RowT | BadRow]:
        return (self[row] for row in range(len(self)))

    @overload
    def __getitem__(self, rows: int) -> RowT | BadRow: ...
    @overload
    def __getitem__(self, rows: slice | list[int] | list[bool] | npt.NDArray[Any]) -> Self: ...
    def __getitem__(self, rows: Any) -> Any:
        """Return one row as a value, or some rows, by slice, positions or mask, as the same class."""
        if isinstance(rows, slice):
            return self._some(rows)
        if isinstance(rows, bool | np.bool_ | tuple | str):
            raise InputError(f"rows of a {type(self).__name__} are an int, a slice, positions or a mask: {shown(rows)}")
        if as_index(rows) is None:
            return self._some(as_positions(rows, len(self)))
        row = as_row(rows, len(self))
        return BadRow(row, int(self.status[row])) if self.status[row] else self._row(row)

    def _some(self, rows: Any) -> Self:
        """Return some rows: of every array, what is no array stays."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]  # a dataclass
        arrays = {name: value[rows] for name, value in values.items() if isinstance(value, np.ndarray)}
        return replace(self, **arrays)  # type: ignore[type-var]  # a dataclass

    def _row(self, row: int) -> RowT:
        """Return a good row."""
        raise NotImplementedError

    def iter_bad(self) -> Iterator[tuple[int, str]]:
        """Yield row and reason of every bad row."""
        for row in np.flatnonzero(self.status):
            yield int(row), STATUS_WORDS[self.status[row]]

    def __repr__(self) -> str:
        number, bad = len(self), int(np.count_nonzero(self.status))
        faults = f", {bad:,} of them bad" if bad else ""
        lines = [f"<{type(self).__name__} of {number:,} hand{'' if number == 1 else 's'}{faults}>"]
        lines += [f"  row {row}: {self[row]}" for row in range(min(number, SHOWN_ROWS))]
        if number > SHOWN_ROWS:
            lines.append(f"  and {number - SHOWN_ROWS:,} more")
        return "\n".join(lines)
