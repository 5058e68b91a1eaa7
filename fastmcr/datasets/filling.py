"""The result columns of `annotate`: what fills them, and what is wrong with each row."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ..analysis.batch import discards_batch, shanten_batch, useful_tiles_batch, wait_points_batch, waits_batch
from ..analysis.distance import distance_batch
from ..analysis.fan_distance import fan_distance_batch
from ..analysis.results import ShantenBatch, UsefulTilesBatch
from ..files.optional import need
from ..hands.batch import HandBatch, OnError, Status
from ..kernels import layout
from ..rulebook.rules import Rules
from ..scoring.batch import ScoreBatch, score_batch
from .columns import Faults, array_of, list_array
from .hands import Hands
from .results import FORM_COLUMNS, RESULTS, ResultColumn
from .schemas import FAULT_STATUS, FAULT_WORDS, fault, result_fields, wrong_number

pa = need("pyarrow", extra="bulk")

__all__ = ["Results", "Unit"]

Out = dict[str, npt.NDArray[Any]]
Items = npt.NDArray[np.uint8]

_NO_WIN = np.uint8(fault("no winning tile"))
_WRONG_NUMBER = {name: np.uint8(fault(wrong_number(name))) for name, result in RESULTS.items() if result.tiles}


class Results:
    """The result columns of all rows, filled piece by piece by several threads."""

    def __init__(self, asked: tuple[str, ...], rows: int) -> None:
        self.asked = asked
        self.faults = np.zeros(rows, np.uint8)
        self.good = {result: np.zeros(rows, np.bool_) for result in asked}
        self.out = {column.name: _room(column, rows) for result in asked for column in RESULTS[result].columns}

    def fill(self, start: int, unit: Unit) -> Items | None:
        """Write the results of some rows; return the items of their lists of fans."""
        part = slice(start, start + len(unit.hands))
        out = {name: column[part] for name, column in self.out.items()}
        items = None
        for result in filter(self.asked.__contains__, RESULTS):
            faults = unit.faults_of(result, _FILL[result](unit, out))
            self.good[result][part] = faults == 0
            if result == "fans":
                items, out["fans"][:] = _fan_lists(unit.scores, faults)
            self.faults[part] = np.where(self.faults[part], self.faults[part], faults)
        return items

    def arrays(self, fans: list[Items]) -> list[Any]:
        """Return the columns as Arrow arrays, of the items of all pieces in order."""
        arrays = [pa.array(FAULT_STATUS[self.faults]), _reasons(self.faults)]
        for result in self.asked:
            good = self.good[result]
            for field in result_fields(result):
                values = self.out[field.name]
                if result == "fans":
                    arrays.append(list_array(field.type, values, np.concatenate([_NO_ITEMS, *fans]), good))
                elif values.ndim == 2:
                    kept = values if good.all() else values[good]
                    arrays.append(list_array(field.type, good * values.shape[1], kept.reshape(-1), good))
                else:
                    arrays.append(array_of(field.type, values, good))
        return arrays


_NO_ITEMS = np.zeros(0, np.uint8)


def _room(column: ResultColumn, rows: int) -> npt.NDArray[Any]:
    """Return an array for a column; for lists of any size of their sizes, for others of as many columns."""
    if column.is_list and not column.items:
        return np.zeros(rows, np.uint8)
    kind = column.type.removeprefix("list<").removesuffix(">")
    return np.empty((rows, column.items) if column.items else rows, kind)


def _reasons(faults: Faults) -> Any:
    if not faults.any():
        return pa.nulls(len(faults), pa.string())
    return pa.array(FAULT_WORDS).take(pa.array(faults, mask=faults == 0))


class Unit:
    """Some rows, and what several results of them share."""

    def __init__(self, hands: Hands, rules: Rules, on_error: OnError = "mark") -> None:
        self.hands = hands
        self.rules = rules
        self.on_error: OnError = on_error

    @cached_property
    def scores(self) -> ScoreBatch:
        """Scores."""
        return score_batch(self.hands.batch, self.rules, threads=1, on_error=self.on_error)

    @cached_property
    def win_faults(self) -> Faults | None:
        """The rows of which the winning tile contradicts the concealed tiles."""
        return self.hands.win_faults()

    @cached_property
    def before_win(self) -> HandBatch:
        """The hands without their winning tiles."""
        return self.hands.batch.before_win()

    @cached_property
    def useful(self) -> UsefulTilesBatch:
        """Shanten and useful tiles."""
        batch = self.hands.batch
        return useful_tiles_batch(batch.concealed, batch.melds, threads=1, on_error=self.on_error)

    def faults_of(self, result: str, status: Status) -> Faults:
        """Return the faults of the rows for a result, of the status that its function gave."""
        columns = RESULTS[result].needs
        faults: Faults = status
        analysed = not RESULTS[result].wins
        if not analysed:
            faults = np.where(self.hands.no_win(), _NO_WIN, status)
        else:
            columns = tuple(name for name in columns if name != "win")
        if result in _WRONG_NUMBER:
            faults = np.where(status == layout.TILE_COUNT, _WRONG_NUMBER[result], faults)
        if (analysed or status.any()) and self.win_faults is not None:
            first = (self.win_faults != 0) & (FAULT_STATUS[self.win_faults] <= status)
            faults = np.where(first | (analysed & (status == layout.OK)), self.win_faults, faults)
        in_columns = self.hands.first_fault(columns)
        return faults if in_columns is None else np.where(in_columns, in_columns, faults)


# --- one function a result: writes its columns, returns the status of each row ---------------------------------------


def fill_score(unit: Unit, out: Out) -> Status:
    scores = unit.scores
    out["points"][:], out["total"][:], out["legal"][:] = scores.points, scores.total, scores.legal
    return scores.status


def fill_fans(unit: Unit, out: Out) -> Status:
    return unit.scores.status  # lists of any size are put together by `_fan_lists`


def fill_shanten(unit: Unit, out: Out) -> Status:
    found: ShantenBatch | UsefulTilesBatch
    if "useful" in out:
        found = unit.useful
        values = found.shanten
    else:
        batch = unit.hands.batch
        found = shanten_batch(batch.concealed, batch.melds, threads=1, on_error=unit.on_error)
        values = found.values
    for place, name in enumerate(FORM_COLUMNS):
        out[name][:] = values[:, place]
    return found.status


def fill_useful(unit: Unit, out: Out) -> Status:
    out["useful"][:] = unit.useful.masks
    return unit.useful.status


def fill_waits(unit: Unit, out: Out) -> Status:
    batch = unit.before_win
    found = waits_batch(batch.concealed, batch.melds, unit.hands.visible, unit.rules, threads=1, on_error=unit.on_error)
    out["waits"][:], out["live_waits"][:] = found.formal, found.live
    return found.status


def fill_wait_points(unit: Unit, out: Out) -> Status:
    found = wait_points_batch(unit.hands.batch, unit.rules, unit.hands.visible, threads=1, on_error=unit.on_error)
    by_discard, drawn = found.points[..., 0], found.points[..., 1]
    out["wait_points_by_discard"][:], out["wait_points_self_drawn"][:] = by_discard, drawn
    return found.status


def fill_discards(unit: Unit, out: Out) -> Status:
    batch = unit.hands.batch
    found = discards_batch(batch.concealed, batch.melds, threads=1, on_error=unit.on_error)
    out["discard_shanten"][:], out["discard_useful"][:] = found.shanten, found.masks
    return found.status


def fill_distance(unit: Unit, out: Out) -> Status:
    batch = unit.hands.batch
    found = distance_batch(
        batch.concealed, batch.melds, min_points=unit.rules.minimum, prevalent=batch.prevalent, seat=batch.seat,
        rules=unit.rules, threads=1, on_error=unit.on_error,
    )  # fmt: skip
    out["distance_open"][:], out["distance_concealed"][:] = found.open, found.concealed
    return found.status


def fill_fan_distances(unit: Unit, out: Out) -> Status:
    batch = unit.hands.batch
    found = fan_distance_batch(
        batch.concealed, batch.melds, prevalent=batch.prevalent, seat=batch.seat, rules=unit.rules, threads=1,
        on_error=unit.on_error,
    )  # fmt: skip
    out["fan_distances"][:] = found.values
    return found.status


def _fan_lists(scores: ScoreBatch, faults: Faults) -> tuple[Items, npt.NDArray[np.uint8]]:
    """Return the fan numbers of all rows, one row after the other, and how many each row has."""
    counts = scores.counts()
    counts[faults != 0] = 0
    places = np.flatnonzero(counts != 0)  # of truth values three times as fast as of bytes
    numbers = (places % counts.shape[1] + 1).astype(np.uint8)
    return np.repeat(numbers, counts.reshape(-1)[places]), counts.sum(axis=1, dtype=np.uint8)


_FILL: dict[str, Callable[[Unit, Out], Status]] = {name: globals()[f"fill_{name}"] for name in RESULTS}
