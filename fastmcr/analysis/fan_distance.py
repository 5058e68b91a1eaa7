"""How far hands are from every single fan: exact distances as features for learning, 82 numbers a hand.

The distance to a fan is the fewest exchanges to a complete hand in whose open reading (see `analysis.distance`) the fan
is counted: four sets and a pair, seven pairs, orphans, honors and knitted tiles, or a knitted straight, with the melds
that lie there and no fifth copy of a tile. "Counted" is meant as in a score: the sets make the best combination, and
what another fan of the hand bars is not counted. So No Honors is as far as a hand without honors in which it counts,
and a hand of four chows is none.

Fans that no sets, pair and melds decide have no distance: they are `UNREACHABLE` in every hand. These are Nine Gates
(4), Chicken Hand (43), and those of the win, the wait, the concealed hand and flowers (44-47, 53, 56, 58, 62, 77-81).
Four, Three and Two Concealed Pungs (12, 33, 66) and the fans of kongs (5, 17, 48, 57, 67, 74, 82) come from the kongs
that are declared, so they are as far as any complete hand if those are there, and unreachable otherwise. So are fans
that melds bar.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..files.progress import Progress
from ..hands.as_batch import BatchMelds, HandsLike
from ..hands.batch import OnError, Status, by_pieces, loaded
from ..hands.batch_result import BatchResult
from ..hands.shared_parameters import with_shared_parameters
from ..rulebook.fans import Fan
from ..rulebook.rules import Rules
from .forms import UNREACHABLE, form_tables
from .min_points import target_words
from .rows import KnownRows

if TYPE_CHECKING:
    from ..kernels import FanTables

__all__ = ["UNREACHABLE", "FanDistanceBatch", "FanDistanceRow", "fan_distance_batch"]

_LISTED = 5  # nearest fans that are printed


class FanDistanceRow(NamedTuple):
    """How far one hand of many is from every fan.

    Attributes
    ----------
    distances : dict
        Fan -> exchanges to a hand in which it is counted, the nearest first; fans that there is no such hand for are
        left out.
    """

    distances: dict[Fan, int]

    def __str__(self) -> str:
        nearest = [f"{fan} {value}" for fan, value in islice(self.distances.items(), _LISTED)]
        more = f"; {len(self.distances) - _LISTED} more" if len(self.distances) > _LISTED else ""
        return f"fans: {', '.join(nearest) or 'none'}{more}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FanDistanceBatch(BatchResult[FanDistanceRow]):
    """How far many hands are from every fan, from `fan_distance_batch`. One row is a `FanDistanceRow`.

    Attributes
    ----------
    values : (n, 82) int8
        In column ``fan - 1`` the fewest exchanges to a hand in which the fan is counted: -1 it is, the hand being
        complete; 0 one tile is missing; `UNREACHABLE` (127) where there is no such hand; -128 in a bad row.
    status : (n,) uint8
        0 OK, 1 tile, 2 meld, 3 fifth copy, 4 number of tiles, 5 wind; or the status that the row was given with.
    """

    values: npt.NDArray[np.int8]
    status: Status

    def _row(self, row: int) -> FanDistanceRow:
        values = dict(zip(Fan, self.values[row].tolist(), strict=True))
        return FanDistanceRow(
            {fan: values[fan] for fan in sorted(Fan, key=values.__getitem__) if values[fan] != UNREACHABLE}
        )


@with_shared_parameters
def fan_distance_batch(
    hands: HandsLike,
    melds: BatchMelds = None,
    *,
    prevalent: npt.ArrayLike | None = None,
    seat: npt.ArrayLike | None = None,
    rules: Rules | str = "default",
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Progress = None,
) -> FanDistanceBatch:
    """Return how far many hands are from every fan.

    Parameters
    ----------
    hands
    known_melds
    winds
    rules
        They say which fans bar which, and what may be seven pairs.
    threads
    on_error
    progress

    Returns
    -------
    FanDistanceBatch
        Its `values` are (n, 82) int8: in column ``fan - 1`` the fewest exchanges to a hand in which the fan is counted.
        The last column is fan 82, which only some rules have.

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
    Sets are combined as in a score, by the principles of the World Mahjong Organization's rules: no set is used twice
    for one fan, and after some sets are combined each further set joins once. What bars what follows the same rules.
    A hand takes about 30 microseconds, 10 beside three melds.

    Examples
    --------
    >>> from fastmcr import Fan, fan_distance_batch
    >>> far = fan_distance_batch(["123456m78p99sEEE", "[EEE]123m456p78s55s"])
    >>> [far.values[0, Fan[name] - 1].item() for name in ("PURE_STRAIGHT", "MIXED_STRAIGHT", "ALL_CHOWS")]
    [2, 3, 3]
    >>> far[0].distances[Fan.PURE_STRAIGHT], Fan.FULL_FLUSH in far[1].distances
    (2, False)
    """
    applied = Rules.coerce(rules)
    rows = KnownRows(hands, melds, prevalent, seat, on_error, "fans")
    values = np.empty((len(rows), len(Fan)), np.int8)
    from ..kernels import fan_distance_rows

    def chunk(start: int, stop: int) -> int:
        given = (*_prepared(applied), *_scratch())
        out = (rows.status[start:stop], values[start:stop])
        return by_pieces(fan_distance_rows, rows.columns(start, stop), given, out)

    rows.run(chunk, threads, progress)
    return FanDistanceBatch(values, rows.status)


def _fan_tables() -> FanTables:
    from ..kernels import load_fan_tables

    return loaded(load_fan_tables)


def _scratch() -> tuple[Any, ...]:
    from ..kernels import fan_scratch

    tables = _fan_tables()
    return fan_scratch(len(tables.groups), len(tables.combinations))


@functools.lru_cache(maxsize=64)
def _prepared(rules: Rules) -> tuple[Any, ...]:
    """Return what the kernel is told of a set of rules."""
    from ..kernels import load_tables, spoilers_of

    bars, _, switches = rules.compiled
    return (
        form_tables(), loaded(load_tables), target_words(), *_fan_tables(), bars, switches,
        *spoilers_of(bars),
    )  # fmt: skip
