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
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from ..hands.batch import OnError, Progress, Status, by_pieces, loaded
from ..rulebook.fans import Fan
from ..rulebook.rules import Rules
from .batch import BatchMelds
from .forms import UNREACHABLE, form_tables
from .known_rows import KnownRows
from .min_points import target_words

if TYPE_CHECKING:
    from ..kernels import FanTables

__all__ = ["UNREACHABLE", "fan_distance_batch"]

FanDistances: TypeAlias = npt.NDArray[np.int8]


@overload
def fan_distance_batch(
    concealed: npt.ArrayLike, melds: BatchMelds = ..., *, prevalent: npt.ArrayLike = ..., seat: npt.ArrayLike = ...,
    rules: Rules | str = ..., threads: int | None = ..., on_error: OnError = ..., progress: Progress = ...,
    return_status: Literal[False] = ...,
) -> FanDistances: ...  # fmt: skip
@overload
def fan_distance_batch(
    concealed: npt.ArrayLike, melds: BatchMelds = ..., *, prevalent: npt.ArrayLike = ..., seat: npt.ArrayLike = ...,
    rules: Rules | str = ..., threads: int | None = ..., on_error: OnError = ..., progress: Progress = ...,
    return_status: Literal[True],
) -> tuple[FanDistances, Status]: ...  # fmt: skip
def fan_distance_batch(
    concealed: npt.ArrayLike,
    melds: BatchMelds = None,
    *,
    prevalent: npt.ArrayLike = 0,
    seat: npt.ArrayLike = 0,
    rules: Rules | str = "default",
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Progress = None,
    return_status: bool = False,
) -> FanDistances | tuple[FanDistances, Status]:
    """Return how far many hands are from every fan.

    Parameters
    ----------
    concealed : (n, 34) integers
        Counts of all concealed tiles: 3n+1 or 3n+2, as fits the melds. Any integer dtype and memory order.
    melds : (n, 4) integers, optional
        Meld codes as in `HandBatch`, 0 for none. Sets of unknown tiles make no fans and are refused.
    prevalent, seat : (n,) integers or one integer
        Winds, 0..3 for E S W N.
    rules : Rules or str
        Rules, or the name of a preset: which fans bar which, and what may be seven pairs.
    threads : int, optional
        By default the processors this process may use, and one for fewer than 20,000 rows.
    on_error : {"raise", "mark"}
        Rows that are no hands: an error that names the first of them, or -128 in each place.
    progress : callable or True, optional
        Called with (rows done, rows); True shows a bar.
    return_status : bool
        Also return the status of each row.

    Returns
    -------
    distances : (n, 82) int8
        In column ``fan - 1`` the fewest exchanges to a hand in which the fan is counted: -1 it is, the hand being
        complete; 0 one tile is missing; `UNREACHABLE` (127) where there is no such hand. The last column is fan 82,
        which only some rules have.
    status : (n,) uint8, with ``return_status=True``
        0 OK, 1 tile, 2 meld, 3 fifth copy, 4 number of tiles, 5 wind.

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
    >>> from fastmcr import Fan, HandBatch, fan_distance_batch
    >>> hands = HandBatch.from_strings(["123456m78p99sEEE1s", "[EEE]123m456p78s55s"])
    >>> far = fan_distance_batch(hands.concealed, hands.melds)
    >>> [far[0, Fan[name] - 1].item() for name in ("PURE_STRAIGHT", "MIXED_STRAIGHT", "ALL_CHOWS")]
    [2, 3, 3]
    >>> far[1, Fan.FULL_FLUSH - 1].item()
    127
    """
    applied = Rules.coerce(rules)
    rows = KnownRows(concealed, melds, prevalent, seat, on_error, "fans")
    distances = np.empty((len(rows), len(Fan)), np.int8)
    from .. import kernels

    def chunk(start: int, stop: int) -> int:
        given = (*_prepared(applied), *_scratch())
        out = (rows.status[start:stop], distances[start:stop])
        return by_pieces(kernels.fan_distance_rows, rows.columns(start, stop), given, out)

    rows.run(chunk, threads, progress)
    return (distances, rows.status) if return_status else distances


def _fan_tables() -> FanTables:
    from .. import kernels

    return loaded(kernels.load_fan_tables)


def _scratch() -> tuple[Any, ...]:
    from .. import kernels

    tables = _fan_tables()
    return kernels.fan_scratch(len(tables.groups), len(tables.combinations))


@functools.lru_cache(maxsize=64)
def _prepared(rules: Rules) -> tuple[Any, ...]:
    """Return what the kernel is told of a set of rules."""
    from .. import kernels

    bars, _, switches = rules.compiled
    return (
        form_tables(), loaded(kernels.load_tables), target_words(), *_fan_tables(), bars, switches,
        *kernels.spoilers_of(bars),
    )  # fmt: skip
