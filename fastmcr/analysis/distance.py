"""How many tiles a hand is from one that is worth eight points, or any number: exactly, for one hand and for millions.

A hand that is complete may still not be allowed to win: in MCR a win needs 8 points without flowers. What a win will
be worth depends on how it comes about, so there are two readings of the points of a *target* hand, four sets and a
pair or one of the special forms:

**open**
    Points that hold however the rest is completed, by claims or by draws, by a discard or self-drawn. They come from
    the sets, the pair and the melds of the target alone: fans 1-42, 48-52, 54, 55, 57, 59-61, 63-65, 67-76 and 82.
    Nine Gates (4) is not among them, and Four, Three and Two Concealed Pungs (12, 33, 66) only as far as concealed
    kongs already declared make them.
**concealed**
    The hand stays concealed as far as it is, and wins by self-draw. All of the open reading counts, and besides: the
    pungs still to be made are concealed ones (12, 33, 66); a hand without an exposed set is a Fully Concealed Hand
    (56), or Self-Drawn (80) where that is barred, and any other hand is Self-Drawn; Nine Gates counts if the tile that
    it has over can still be drawn last: it is missing, or nothing is.

Seven pairs, orphans and the knitted forms count in both. Fans of the last tile, the wall, the replacement of a kong,
robbing, waits, the melded and the concealed hand and flowers (43-47, 53, 58, 62, 77-79, 81) never count, and neither
does Chicken Hand. A fan that is barred by another one which counts in the same reading is barred. A complete hand is at
distance -1 only if it reaches the points in that reading; otherwise it is as far as the nearest hand that does.

Distances are counted like shanten: 0 is ready, -1 complete. They are exact: all targets are looked at, none needs a
fifth copy of a tile, and copies in the own melds are gone. Tiles that others show are not looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..base.views import Shown
from ..files.progress import Progress
from ..hands.as_batch import BatchMelds, HandsLike
from ..hands.as_held import HandLike, MeldsLike, as_held
from ..hands.batch import OnError, Status
from ..hands.batch_result import BatchResult
from ..hands.shared_parameters import with_shared_parameters
from ..rulebook.rules import Rules
from .forms import UNREACHABLE
from .min_points import as_worth, distances_of, distances_of_hand, known
from .rows import KnownRows

__all__ = ["UNREACHABLE", "Distance", "DistanceBatch", "distance", "distance_batch"]


@dataclass(frozen=True, slots=True)
class Distance(Shown):
    """How far a hand is from one that is worth enough: 0 is ready, -1 complete, `UNREACHABLE` (127) never.

    Attributes
    ----------
    open : int
        In the open reading: points that hold however the hand is completed.
    concealed : int
        In the concealed reading: the hand stays as concealed as it is and wins by self-draw. Never more than `open`.

    Examples
    --------
    >>> from fastmcr import distance
    >>> print(distance("234m567m234p56p55s", min_points=11))
    ready if self-drawn, else 2 away
    """

    open: int
    concealed: int


def distance(
    hand: HandLike, min_points: int = 8, *, melds: MeldsLike = None, rules: Rules | str = "default"
) -> Distance:
    """Return how many tiles a hand must exchange before it waits for a win of so many points.

    Parameters
    ----------
    hand : Hand, str, tiles or 34 counts
        3n+1 or 3n+2 tiles. The winds of the hand count; by default both are East.
    min_points : int
        Points without flowers, 0 or more. With 0 the distance is the best shanten.
    melds : iterable of Meld or str, optional
        Melds of tiles given without them.
    rules : Rules or str
        Rules, or the name of a preset.

    Returns
    -------
    Distance
        For the open and the concealed reading, which the module `fastmcr.analysis.distance` explains.

    Raises
    ------
    NotationError
        If the text is no hand string.
    HandError
        If no player can hold the tiles, or their number does not fit the melds.
    InputError
        If an argument is of another type, or sets of the hand are unknown: points need known melds.
    RulesError
        If there are no such rules.

    Notes
    -----
    A hand takes about 10 microseconds with 8 points. With 64 or 88 points, which few hands reach, it takes up to a
    tenth of a second. Under ``seven_pairs_four_alike=False`` seven pairs are of seven kinds here, not for `shanten`.

    Examples
    --------
    >>> from fastmcr import distance, shanten
    >>> distance("[EEE]123m456p78s55s|ES0000"), shanten("[EEE]123m456p78s55s").best
    (Distance(open=0, concealed=0), 0)
    >>> distance("[456m][678p]23s88p789s"), shanten("[456m][678p]23s88p789s").best
    (Distance(open=2, concealed=2), 0)
    >>> distance("[456m][678p]23s88p789s", 88)
    Distance(open=127, concealed=127)
    """
    held = known(as_held(hand, melds))
    return Distance(*distances_of_hand(held, as_worth(min_points, rules))[0].tolist())


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DistanceBatch(BatchResult[Distance]):
    """How far many hands are from ones that are worth enough, from `distance_batch`. One row is a `Distance`.

    Attributes
    ----------
    values : (n, 2) int8
        In the open and in the concealed reading: -1 complete, 0 ready, `UNREACHABLE` (127) where no hand has the
        points; -128 in a bad row.
    status : (n,) uint8
        0 OK, 1 tile, 2 meld, 3 fifth copy, 4 number of tiles, 5 wind; or the status that the row was given with.
    """

    values: npt.NDArray[np.int8]
    status: Status

    @property
    def open(self) -> npt.NDArray[np.int8]:
        """Distances in the open reading, (n,) int8."""
        return self.values[:, 0]

    @property
    def concealed(self) -> npt.NDArray[np.int8]:
        """Distances in the concealed reading, (n,) int8."""
        return self.values[:, 1]

    def _row(self, row: int) -> Distance:
        return Distance(*self.values[row].tolist())


@with_shared_parameters
def distance_batch(
    hands: HandsLike,
    melds: BatchMelds = None,
    min_points: int = 8,
    *,
    prevalent: npt.ArrayLike | None = None,
    seat: npt.ArrayLike | None = None,
    rules: Rules | str = "default",
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Progress = None,
) -> DistanceBatch:
    """Return how far many hands are from a win of so many points.

    Parameters
    ----------
    hands
    known_melds
    min_points : int
        Points without flowers, 0 or more, for all rows.
    winds
    rules
    threads
    on_error
    progress

    Returns
    -------
    DistanceBatch
        Its `values` are (n, 2) int8, for the open and the concealed reading, which the module
        `fastmcr.analysis.distance` explains.

    Raises
    ------
    RowsError
        With ``on_error="raise"``, if a row is no hand, or has a set of unknown tiles or a wind outside 0..3.
    InputError
        If an argument has a wrong type, dtype or shape.
    RulesError
        If there are no such rules.

    Notes
    -----
    See `distance` for the time that large `min_points` take.

    Examples
    --------
    >>> from fastmcr import distance_batch
    >>> found = distance_batch(["[EEE]123m456p78s55s|ES0000", "[456m][678p]23s88p789s"])
    >>> found.open.tolist(), found.concealed.tolist(), found[1]
    ([0, 2], [0, 2], Distance(open=2, concealed=2))
    """
    worth = as_worth(min_points, rules)
    rows = KnownRows(hands, melds, prevalent, seat, on_error, "points")
    values = np.empty((len(rows), 2), np.int8)

    def chunk(start: int, stop: int) -> int:
        return distances_of(rows.columns(start, stop), worth, rows.status[start:stop], values[start:stop])

    rows.run(chunk, threads, progress)
    return DistanceBatch(values, rows.status)
