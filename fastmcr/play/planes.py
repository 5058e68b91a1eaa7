"""What a player sees as planes of 34 numbers, the form that networks take."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from ..base.given import as_array, is_one_of
from ..errors import InputError
from ..kernels.layout import play as lay
from ..rulebook.tiles import KINDS, reorder

__all__ = ["PLANES", "observation_planes"]

_WHO = ("own", "next", "opposite", "previous")


def _by_seat(words: str) -> tuple[str, ...]:
    return tuple(f"{words}, {who}" for who in _WHO)


PLANES: Final = (
    "copies in the own hand",
    "copies seen: all discards, melds, the own hand",
    *_by_seat("copies in melds"),
    *_by_seat("copies discarded"),
    *_by_seat("number from 1, among all discards, of the latest of this kind; 0 none"),
    "1 at the tile just drawn",
    "1 at the tile on offer",
    "1 at the prevalent wind",
    "1 at the seat wind",
    *_by_seat("everywhere 1 for the seat in turn"),
    *_by_seat("everywhere tiles left in the wall"),
    *_by_seat("everywhere number of concealed tiles"),
    *_by_seat("everywhere number of flowers"),
    *_by_seat("everywhere number of concealed kongs of unknown tile"),
    *_by_seat("everywhere 1 for a dead hand"),
    "everywhere 1 if a kong can be robbed",
    "everywhere 1 if the tile just drawn replaced a kong",
    "everywhere 1 if it is the last of the wall",
    "everywhere 1 if each seat has its own wall",
)
"""What each plane holds. Seats are counted from the observer: own, next, opposite, previous."""


def observation_planes(
    rows: npt.NDArray[np.uint8], order: str = "mcr", out: npt.NDArray[np.uint8] | None = None
) -> npt.NDArray[np.uint8]:
    """Return observations as planes.

    Parameters
    ----------
    rows : (n, 384 or more) uint8
        `Observations.rows`, or `FeatureBatch.rows`.
    order : str
        Order of the 34 kinds, as `fastmcr.reorder` knows them; ``botzone_wtb`` for most training code of this
        game.
    out : (n, 46, 34) uint8, optional
        Written instead of a new array; only in our own order.

    Returns
    -------
    (n, 46, 34) uint8
        Plane k holds ``PLANES[k]``. An observation of nobody is zeros.

    Raises
    ------
    InputError
        If the rows have another shape or dtype, or there is no such order.

    Examples
    --------
    >>> from fastmcr.play import Deal
    >>> planes = observation_planes(Deal.from_seed(7).observe().rows)
    >>> planes.shape, int(planes[0, 0].sum()), PLANES[14]
    ((1, 46, 34), 14, '1 at the tile just drawn')
    """
    given = np.ascontiguousarray(as_array("observations", rows))
    if given.dtype != np.uint8 or given.ndim != 2 or given.shape[1] < lay.OBSERVATION_BYTES:
        raise InputError(f"observations are uint8 of shape (n, 384), not {given.dtype} of shape {given.shape}")
    planes = np.empty((len(given), len(PLANES), KINDS), np.uint8) if out is None else out
    if planes.dtype != np.uint8 or planes.shape != (len(given), len(PLANES), KINDS) or not planes.flags.c_contiguous:
        raise InputError(
            f"out is uint8 of shape ({len(given)}, {len(PLANES)}, {KINDS}), not {planes.dtype} of shape {planes.shape}"
        )
    from ..kernels import plane_rows

    plane_rows(given, planes)
    return planes if is_one_of(order, ("mcr",)) else reorder(planes, "mcr", order)
