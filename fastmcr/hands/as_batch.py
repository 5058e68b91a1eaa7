"""What functions over many hands are asked about: a `HandBatch`, counts with columns beside them, or hand strings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import InputError, shown
from ..kernels import layout
from ..rulebook.tiles import KINDS, as_index
from .batch import STATUS_WORDS, Column, HandBatch, as_column, reason_no_hand
from .hand import NO_TILE

__all__ = ["BatchMelds", "HandsGiven", "HandsLike", "as_batch"]

HandsLike: TypeAlias = HandBatch | Sequence[str] | npt.ArrayLike
BatchMelds: TypeAlias = npt.ArrayLike | None

_WHAT = "hands must be a HandBatch, counts of shape (n, 34), or a list of hand strings"


class HandsGiven(NamedTuple):
    """Hands as a batch, and the texts they were read from, if they were."""

    batch: HandBatch
    texts: list[Any] | None = None

    def refusal(self, row: int) -> str:
        """Say in one line why a row was bad beforehand."""
        if self.texts is not None:
            return reason_no_hand(self.texts[row])
        status = 0 if self.batch.status is None else int(self.batch.status[row])
        return STATUS_WORDS[status]


def as_batch(given: HandsLike, columns: Mapping[str, npt.ArrayLike | None], needs_win: bool = False) -> HandsGiven:
    """Return what was given as a batch; text that is no hand string has its status there.

    Parameters
    ----------
    given : HandBatch, (n, 34) integers, or list of str
        The hands.
    columns : mapping
        Columns as of `HandBatch` that stand beside counts, None where they were not given. `melds` may be a number of
        sets of unknown tiles.
    needs_win : bool
        Whether counts are of no use without winning tiles.

    Returns
    -------
    HandsGiven

    Raises
    ------
    InputError
        If it is something else, or a column is given beside hands that have their own.

    Examples
    --------
    >>> as_batch(["123456789m1155p5p", "123x"], {}).batch.status.tolist()
    [0, 10]
    >>> as_batch([[1] * 13 + [0] * 21], {"melds": None}).batch.melds.tolist()
    [[0, 0, 0, 0]]
    """
    beside = {name: column for name, column in columns.items() if column is not None}
    if isinstance(given, HandBatch):
        _refuse(beside, "a HandBatch has its own")
        return HandsGiven(given)
    if isinstance(given, str | bytes):
        raise InputError(f"{_WHAT}, not one {type(given).__name__}; write [text]")
    texts = _as_texts(given)
    if texts is not None:
        _refuse(beside, "hand strings have their own")
        return HandsGiven(HandBatch.from_strings(texts, on_error="mark"), texts)
    concealed = as_column("hands", given, None, (KINDS,))
    if needs_win and "win" not in beside:
        raise InputError("win= must be given beside counts: which of its tiles each hand wins with")
    if "melds" in beside:
        beside["melds"] = _as_melds(beside["melds"], len(concealed))
    return HandsGiven(HandBatch(concealed=concealed, **{"win": NO_TILE, **beside}))


def _refuse(beside: dict[str, Any], why: str) -> None:
    for name in beside:
        raise InputError(f"{name}= stands beside counts; {why}")


def _as_texts(given: Any) -> list[Any] | None:
    """Return hand strings as a list, or None if there is no text in it."""
    if isinstance(given, list | tuple):
        return list(given) if any(isinstance(item, str) for item in given) else None
    kind = getattr(getattr(given, "dtype", None), "kind", "")
    if getattr(given, "ndim", 0) == 1 and kind in ("U", "T", "O"):  # a NumPy array, or the column of a data frame
        items = list(given)
        return items if any(isinstance(item, str) for item in items) else None
    return None


def _as_melds(melds: npt.ArrayLike, rows: int) -> Column:
    """Return meld codes, of one integer so many sets of unknown tiles for every row."""
    number = as_index(melds)
    if number is None:
        return as_column("melds", melds, rows, (4,))
    if not 0 <= number <= 4:
        raise InputError(f"melds must be codes, or a number 0..4 of unknown sets, not {shown(number)}")
    unknown = np.zeros(4, np.uint8)
    unknown[:number] = layout.UNKNOWN_SET
    return np.broadcast_to(unknown, (rows, 4))
