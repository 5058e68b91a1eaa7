"""What the analysis of many hands returns: arrays of one row a hand, and a value for one row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..hands.batch import Status
from ..hands.batch_result import BatchResult
from ..rulebook.tiles import TILES, Tile, join_tiles
from .one_hand import FORMS, UNREACHABLE, Shanten, tiles_of

__all__ = [
    "DiscardsBatch",
    "DiscardsRow",
    "ShantenBatch",
    "UsefulTilesBatch",
    "UsefulTilesRow",
    "WaitPointsBatch",
    "WaitPointsRow",
    "WaitsBatch",
    "WaitsRow",
]

_LISTED = 3  # best discards that are printed


def _named(tiles: Iterable[Tile]) -> str:
    return join_tiles(tiles) or "none"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ShantenBatch(BatchResult[Shanten]):
    """The shanten of many hands, from `shanten_batch`. One row is a `Shanten`.

    Attributes
    ----------
    values : (n, 6) int8
        Regular, seven pairs, thirteen orphans, honors and knitted tiles, knitted straight, and the best of them: -1
        complete, 0 ready, `UNREACHABLE` (127) where the melds bar a form; -128 in a bad row.
    status : (n,) uint8
        0 OK, 1 tile, 2 meld, 3 fifth copy, 4 number of tiles; or the status that the row was given with.

    Examples
    --------
    >>> from fastmcr import shanten_batch
    >>> found = shanten_batch(["123456789m1155p", "147m258p369sESWN", "1m"], on_error="mark")
    >>> found
    <ShantenBatch of 3 hands, 1 of them bad>
      row 0: ready (regular); seven pairs 4, thirteen orphans 9, honors and knitted 9, knitted straight 5
      row 1: ready (honors and knitted); regular 8, seven pairs 6, thirteen orphans 7, knitted straight 2
      row 2: the wrong number of concealed tiles
    >>> found[0].best, len(found[found.status == 0])
    (0, 2)
    """

    values: npt.NDArray[np.int8]
    status: Status

    @property
    def best(self) -> npt.NDArray[np.int8]:
        """The best shanten of each hand, (n,) int8."""
        return self.values[:, len(FORMS)]

    def _row(self, row: int) -> Shanten:
        return Shanten(*self.values[row].tolist())


class UsefulTilesRow(NamedTuple):
    """Shanten and useful tiles of one hand of many.

    Attributes
    ----------
    shanten : Shanten
    tiles : tuple of Tile
        Those that lower the best shanten, ascending.
    per_form : dict or None
        Form -> the tiles that lower its shanten, if they were asked for.
    """

    shanten: Shanten
    tiles: tuple[Tile, ...]
    per_form: dict[str, tuple[Tile, ...]] | None

    def __str__(self) -> str:
        return f"{self.shanten}; useful: {_named(self.tiles)}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class UsefulTilesBatch(BatchResult[UsefulTilesRow]):
    """Shanten and useful tiles of many hands, from `useful_tiles_batch`. One row is a `UsefulTilesRow`.

    Attributes
    ----------
    shanten : (n, 6) int8
        As `ShantenBatch.values`.
    masks : (n,) uint64
        Bit t is set if tile t lowers the best shanten and a copy of it is not in the own hand.
    per_form : (n, 5) uint64 or None
        The same for each form, with ``per_form=True``.
    status : (n,) uint8
        As in `ShantenBatch`.
    """

    shanten: npt.NDArray[np.int8]
    masks: npt.NDArray[np.uint64]
    per_form: npt.NDArray[np.uint64] | None
    status: Status

    def _row(self, row: int) -> UsefulTilesRow:
        by_form = None
        if self.per_form is not None:
            by_form = {form: tiles_of(mask) for form, mask in zip(FORMS, self.per_form[row].tolist(), strict=True)}
        return UsefulTilesRow(Shanten(*self.shanten[row].tolist()), tiles_of(int(self.masks[row])), by_form)


class WaitsRow(NamedTuple):
    """The waits of one hand of many.

    Attributes
    ----------
    formal : tuple of Tile
        The tiles that complete it, whether or not a copy is left.
    live : tuple of Tile
        Those of which a copy is left.
    """

    formal: tuple[Tile, ...]
    live: tuple[Tile, ...]

    def __str__(self) -> str:
        gone = [tile for tile in self.formal if tile not in self.live]
        return f"waits: {_named(self.formal)}" + (f" (none left: {join_tiles(gone)})" if gone else "")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WaitsBatch(BatchResult[WaitsRow]):
    """The waits of many hands, from `waits_batch`. One row is a `WaitsRow`.

    Attributes
    ----------
    formal : (n,) uint64
        Bit t is set if tile t completes the hand, whether or not a copy is left.
    live : (n,) uint64
        Those of which a copy is neither own nor visible.
    status : (n,) uint8
        As in `ShantenBatch`.
    """

    formal: npt.NDArray[np.uint64]
    live: npt.NDArray[np.uint64]
    status: Status

    def _row(self, row: int) -> WaitsRow:
        return WaitsRow(tiles_of(int(self.formal[row])), tiles_of(int(self.live[row])))


class DiscardsRow(NamedTuple):
    """The discards of one hand of many.

    Attributes
    ----------
    shanten : dict
        Tile held -> the best shanten after its discard.
    useful : dict
        Tile held -> the tiles that are useful then.
    """

    shanten: dict[Tile, int]
    useful: dict[Tile, tuple[Tile, ...]]

    def __str__(self) -> str:
        order = sorted(self.shanten, key=lambda tile: (self.shanten[tile], -len(self.useful[tile]), tile))
        best = [f"{tile} {self.shanten[tile]} ({_named(self.useful[tile])})" for tile in order[:_LISTED]]
        more = f"; {len(order) - _LISTED} more" if len(order) > _LISTED else ""
        return f"discard, shanten (useful): {', '.join(best)}{more}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DiscardsBatch(BatchResult[DiscardsRow]):
    """What each discard leaves of many hands, from `discards_batch`. One row is a `DiscardsRow`.

    Attributes
    ----------
    shanten : (n, 34) int8
        The best shanten after the discard of each tile; `UNREACHABLE` (127) for tiles not held, -128 in a bad row.
    masks : (n, 34) uint64
        Bit t is set if tile t is useful then; 0 for tiles not held.
    status : (n,) uint8
        As in `ShantenBatch`.
    """

    shanten: npt.NDArray[np.int8]
    masks: npt.NDArray[np.uint64]
    status: Status

    def _row(self, row: int) -> DiscardsRow:
        values, masks = self.shanten[row].tolist(), self.masks[row].tolist()
        held = {tile: value for tile, value in zip(TILES, values, strict=True) if value != UNREACHABLE}
        return DiscardsRow(held, {tile: tiles_of(masks[tile]) for tile in held})


class WaitPointsRow(NamedTuple):
    """What the waits of one hand of many are worth.

    Attributes
    ----------
    points : dict
        Tile of which a copy is left -> points by discard, and self-drawn.
    """

    points: dict[Tile, tuple[int, int]]

    def __str__(self) -> str:
        words = [f"{tile} {by_discard}, {drawn} self-drawn" for tile, (by_discard, drawn) in self.points.items()]
        return f"points: {'; '.join(words) or 'none'}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WaitPointsBatch(BatchResult[WaitPointsRow]):
    """What the waits of many hands are worth, from `wait_points_batch`. One row is a `WaitPointsRow`.

    Attributes
    ----------
    points : (n, 34, 2) int16
        Points without flowers of a win with each tile, by discard and self-drawn; 0 where the tile is no wait or no
        copy of it is left.
    status : (n,) uint8
        As in `ScoreBatch`; a set of unknown tiles is 2.
    """

    points: npt.NDArray[np.int16]
    status: Status

    def _row(self, row: int) -> WaitPointsRow:
        points: list[Any] = self.points[row].tolist()
        return WaitPointsRow({TILES[tile]: (pair[0], pair[1]) for tile, pair in enumerate(points) if any(pair)})
