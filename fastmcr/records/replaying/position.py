"""Where a record stands in the engine while it is followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kernels.layout import play as lay
from .. import events as ev
from ..model import Record
from .profiles import Profile

if TYPE_CHECKING:
    from ...play.engine import Deals

__all__ = ["Position"]


class Position:
    """A record and the deal in the engine that follows it; `before` is the deal before the last tile was given."""

    def __init__(self, record: Record, profile: Profile, wall: list[int]) -> None:
        from ...play.engine import Deals

        self.record, self.profile = record, profile
        self.deals: Deals = Deals(1, profile.game, profile.rules)
        self.state = self.deals.state[0]
        self.state[lay.WALL : lay.WALL + len(wall)] = wall
        self.deals.prevalent[0] = record.prevalent
        self.deals.run(lay.START_FROM_WALL)
        self.before = self.state.copy()  # before the last discard or promoted kong
        self.offered = ev.NO_TILE
        self.giver = 0

    def slot(self, column: int) -> int:
        """Return one byte of the state."""
        return int(self.state[column])
