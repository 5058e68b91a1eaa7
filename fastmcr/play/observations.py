"""What one seat of each deal sees, as arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..kernels.layout import play as lay

__all__ = ["Observations"]

Bytes = npt.NDArray[np.uint8]


class Observations(NamedTuple):
    """What one seat of each deal sees; seats are counted from the observer, 0 is he himself, 1 the next player.

    All fields are views of `rows`. A row without an observer is zeros.
    """

    rows: Bytes
    """(n, 384) uint8: everything, columns as in ``kernels/layout/play.py`` (``OBS_*``)."""
    hand: Bytes
    """(n, 34): counts of his concealed tiles, the drawn one included."""
    seen: Bytes
    """(n, 34): copies that he can see: all discards, exposed melds, his own tiles."""
    melds: Bytes
    """(n, 4, 4): meld codes by seat; 255 is a concealed kong of another, whose tile stays hidden."""
    sources: Bytes
    """(n, 4, 4): as `Meld.source`."""
    flowers: Bytes
    """(n, 4)"""
    concealed: Bytes
    """(n, 4): numbers of concealed tiles."""
    dead: Bytes
    """(n, 4): 1 after a false hu."""
    left: Bytes
    """(n, 4): tiles left in the wall that each seat draws from."""
    discards: Bytes
    """(n, 128): all discards in order, tile + 64 * seat; 255 after the last."""
    marks: Bytes
    """(n, 128): of each discard: bit 0 it had just been drawn, bits 1-3 1 + the seat that claimed it, bit 4 won on."""

    @classmethod
    def of(cls, rows: Bytes) -> Observations:
        """Name the parts of observation rows."""
        n = len(rows)

        def part(start: int, stop: int) -> Bytes:
            return rows[:, start:stop]

        return cls(
            rows,
            part(lay.OBS_HAND, lay.OBS_SEEN),
            part(lay.OBS_SEEN, lay.OBS_MELDS),
            part(lay.OBS_MELDS, lay.OBS_SOURCES).reshape(n, 4, 4),
            part(lay.OBS_SOURCES, lay.OBS_FLOWERS).reshape(n, 4, 4),
            part(lay.OBS_FLOWERS, lay.OBS_CONCEALED),
            part(lay.OBS_CONCEALED, lay.OBS_DEAD),
            part(lay.OBS_DEAD, lay.OBS_LEFT),
            part(lay.OBS_LEFT, lay.OBS_PHASE),
            part(lay.OBS_DISCARDS, lay.OBS_MARKS),
            part(lay.OBS_MARKS, lay.OBSERVATION_BYTES),
        )
