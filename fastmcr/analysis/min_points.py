"""Hands that must be worth so many points: what every such question shares, and the calls of the kernels."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..base.given import is_one_of
from ..errors import InputError, shown
from ..hands.as_held import Held
from ..hands.batch import by_pieces, loaded
from ..kernels import layout
from ..rulebook.rules import Rules
from ..rulebook.tiles import COPIES, KINDS, as_index
from .forms import form_tables

if TYPE_CHECKING:
    from ..kernels import AnalysisTables, Entries, Rulings, Tables

Reading: TypeAlias = Literal["open", "concealed"]
READINGS: tuple[Reading, Reading] = ("open", "concealed")

MOST_POINTS = 10_000  # beyond every hand; larger minimums need no larger numbers
_ALL_LEFT = np.full(KINDS, COPIES, np.uint8)


class _Prepared(NamedTuple):
    """What the kernels are told of one set of rules."""

    rules: Rules
    forms: AnalysisTables
    tables: Tables
    table: npt.NDArray[np.uint64]
    rulings: Rulings


class Worth(NamedTuple):
    """What is asked: so many points, under these rules."""

    points: int
    prepared: _Prepared

    @property
    def rules(self) -> Rules:
        """The rules asked for."""
        return self.prepared.rules


def as_worth(min_points: object, rules: Rules | str) -> Worth:
    """Return what is asked, or say what is wrong with it."""
    points = as_index(min_points)
    if points is None or points < 0:
        raise InputError(f"min_points must be a whole number from 0 on, not {shown(min_points)}")
    return Worth(min(points, MOST_POINTS), _prepared(Rules.coerce(rules), points >= layout.DEAR))


def as_reading(reading: object) -> Reading:
    """Return the name of a reading, or say what is allowed."""
    for name in READINGS:
        if is_one_of(reading, (name,)):
            return name
    raise InputError(f"reading must be 'open' or 'concealed', not {shown(reading)}")


def known(held: Held) -> Held:
    """Return a hand whose melds are known; others have no points."""
    if held.hand is None:
        raise InputError(f"points need known melds, not {held.sets} set{'s'[: held.sets != 1]} of unknown tiles")
    return held


@functools.cache
def target_words() -> npt.NDArray[np.uint64]:
    """Return the words that targets are read from."""
    from ..kernels import target_words as made_words

    return made_words()


@functools.lru_cache(maxsize=64)
def _prepared(rules: Rules, dear: bool) -> _Prepared:
    from ..kernels import load_tables, rulings_of

    tables = loaded(load_tables)
    return _Prepared(rules, form_tables(), tables, target_words(), rulings_of(*rules.compiled, tables, dear))


def _scratch() -> tuple[Any, Any, Entries]:
    """Return what a thread needs to itself: packed row, bounds, entries."""
    from ..kernels import empty_entries

    return np.empty(layout.SLOTS, np.uint64), np.empty(layout.BOUNDS, np.int64), empty_entries()


def distances_of(
    columns: tuple[npt.NDArray[np.uint8], ...],
    worth: Worth,
    status: npt.NDArray[np.uint8],
    distances: npt.NDArray[np.int8],
) -> int:
    """Write statuses and distances of rows, given as `KnownRows.columns`; return the number of bad ones."""
    from ..kernels import distance_rows

    given = (worth.points, *worth.prepared[1:], *_scratch())
    return by_pieces(distance_rows, columns, given, (status, distances))


def distances_of_hand(held: Held, worth: Worth, more: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.int8]:
    """Return the (1, 2) distances of a hand, or the (n, 2) ones of rows of concealed tiles beside its melds."""
    concealed = held.concealed if more is None else more
    distances = np.empty((len(concealed), 2), np.int8)
    prevalent, seat = (np.full(len(concealed), wind, np.uint8) for wind in _winds(held))
    melds = np.ascontiguousarray(np.broadcast_to(held.melds, (len(concealed), 4)))
    distances_of((concealed, melds, prevalent, seat), worth, np.empty(len(concealed), np.uint8), distances)
    return distances


def _winds(held: Held) -> tuple[int, int]:
    assert held.hand is not None  # `known` has seen to it
    return int(held.hand.row[layout.ROW_PREVALENT]), int(held.hand.row[layout.ROW_SEAT])


class Found(NamedTuple):
    """Target hands of one hand."""

    nearest: int
    """Distance of the nearest, `UNREACHABLE` if there is none."""
    groups: npt.NDArray[np.uint64]
    """By main fan, columns ``GROUP_*`` of `layout`."""
    targets: npt.NDArray[np.uint64]
    """By main fan, the best targets, columns ``TARGET_*`` of `layout`."""


def targets_of(
    held: Held,
    worth: Worth,
    reading: Reading,
    *,
    left: list[int] | None = None,
    start: int = -1,
    slack: int = 0,
    limit: int = 1,
) -> Found:
    """Return the best target hands of each main fan.

    Parameters
    ----------
    held : Held
        With known melds.
    worth : Worth
    reading : {"open", "concealed"}
    left : list of int, optional
        Copies left of each tile; by default only the own ones are gone.
    start : int
        A distance that no target is below.
    slack : int
        How much further than the nearest a target may be.
    limit : int
        Targets kept for each main fan.
    """
    from ..kernels import routes_one

    prevalent, seat = _winds(held)
    groups = np.zeros((layout.FANS, layout.GROUPS), np.uint64)
    targets = np.empty((layout.FANS, limit, layout.TARGETS), np.uint64)
    nearest = routes_one(
        held.concealed, held.melds, _ALL_LEFT if left is None else np.array(left, np.uint8), prevalent,
        seat, worth.points, reading == "concealed", start + 1, slack, *worth.prepared[1:], *_scratch(), groups, targets,
    )  # fmt: skip
    return Found(nearest - 1, groups, targets)


def distance_and_useful(held: Held, worth: Worth, reading: Reading) -> tuple[int, int]:
    """Return the distance of a hand and the mask of the tiles that lower it: those that a nearest target misses.

    Nine gates look at what is drawn last, so for them it is tried which of these tiles do.
    """
    found = targets_of(held, worth, reading)
    at_nearest = (found.groups[:, layout.GROUP_NUMBER] > 0) & (
        found.groups[:, layout.GROUP_MISSING] == found.nearest + 1
    )
    mask = int(np.bitwise_or.reduce(found.groups[at_nearest, layout.GROUP_TILES], initial=np.uint64(0)))
    if reading == "concealed" and at_nearest[_NINE_GATES] and found.nearest > 0:
        mask = _tried(held, worth, found.nearest, mask)
    return found.nearest, mask


_NINE_GATES = 4


def _tried(held: Held, worth: Worth, nearest: int, mask: int) -> int:
    """Return those tiles of a mask that lower the distance in the concealed reading."""
    tiles = [tile for tile in range(KINDS) if mask >> tile & 1]
    spare = range(KINDS) if held.is_drawn else [None]
    rows, drawn = [], []
    for gone in spare:
        if gone is not None and not held.concealed[0, gone]:
            continue
        for tile in tiles:
            row = held.concealed[0].copy()
            row[tile] += 1
            if gone is not None:
                row[gone] -= 1
            rows.append(row)
            drawn.append(tile)
    lower = distances_of_hand(held, worth, np.array(rows))[:, 1] < nearest
    return sum(1 << tile for tile in {tile for tile, good in zip(drawn, lower.tolist(), strict=True) if good})
