"""Rows of hands whose melds must be known, with their winds: what batches of distances share."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from ..errors import InputError, shown
from ..hands.batch import OnError, as_column, narrowed
from ..rulebook.tiles import as_index
from .batch import BatchMelds, _Rows

__all__ = ["KnownRows"]


class KnownRows(_Rows):
    """The rows of a call, as in `_Rows`; `what` is what the melds must be known for."""

    def __init__(
        self,
        concealed: npt.ArrayLike,
        melds: BatchMelds,
        prevalent: npt.ArrayLike,
        seat: npt.ArrayLike,
        on_error: OnError,
        what: str,
    ) -> None:
        number = as_index(melds)
        if number is not None and number != 0:
            raise InputError(f"{what} need known melds: melds must be meld codes, not {shown(melds)}")
        super().__init__(concealed, melds, on_error)
        self.winds = [
            as_column(name, given, len(self), ()) for name, given in (("prevalent", prevalent), ("seat", seat))
        ]

    def columns(self, start: int, stop: int) -> tuple[npt.NDArray[Any], ...]:
        """Return concealed tiles, melds, prevalent and seat wind of some rows as the kernels want them."""
        return *self.part(start, stop), *(narrowed(wind, start, stop) for wind in self.winds)
