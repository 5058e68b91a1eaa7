"""How a win was read, in words: its sets, its pair, and what the winning tile completed."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import NamedTuple

from ..kernels import layout
from ..rulebook.tiles import TILES, Tile

__all__ = ["Reading", "ReadingSet"]

SHAPES = ("sets", "seven_pairs", "thirteen_orphans", "honors_and_knitted", "knitted_straight")
_SET_KINDS = ("chow", "pung", "claimed kong", "promoted kong", "concealed kong", "chow", "pung")


class ReadingSet(NamedTuple):
    """One set of a reading.

    Attributes
    ----------
    kind : str
        "chow", "pung", "claimed kong", "promoted kong" or "concealed kong".
    tile : Tile
        Its tile, the lowest of a chow.
    concealed : bool
        Whether it counts as concealed; a pung completed by a discard does not.
    meld : bool
        Whether it was on the table before the win.
    code : int
        As in the reading row.
    """

    kind: str
    tile: Tile
    concealed: bool
    meld: bool
    code: int

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All its tiles."""
        if self.kind == "chow":
            return tuple(TILES[self.tile + step] for step in range(3))
        return (self.tile,) * (3 if self.kind == "pung" else 4)

    def __str__(self) -> str:
        ranks = "".join(str(tile)[0] for tile in self.tiles)
        return ranks if self.tile.is_honor else ranks + self.tile.suit


@dataclass(frozen=True, slots=True)
class Reading:
    """How the tiles of a win were read.

    Attributes
    ----------
    shape : str
        "sets", "seven_pairs", "thirteen_orphans", "honors_and_knitted" or "knitted_straight".
    sets : tuple of ReadingSet
        Melds first, in the order given; empty for the shapes without sets.
    pair : Tile or None
    completed : ReadingSet or str
        What the winning tile completed: one of `sets`, "pair", "body" (of a knitted straight) or "hand".
    knitted : tuple of Tile
        The nine tiles of a knitted straight, else empty.
    row : tuple of 7 int
        As in `ScoreBatch.reading`.
    """

    shape: str
    sets: tuple[ReadingSet, ...]
    pair: Tile | None
    completed: ReadingSet | str
    knitted: tuple[Tile, ...]
    row: tuple[int, ...]

    @classmethod
    def from_row(cls, row: tuple[int, ...], melds: int) -> Reading:
        """Unpack a reading row of a hand with a number of melds."""
        sets = tuple(_reading_set(code, place < melds) for place, code in enumerate(row[:4]) if code)
        knitted: tuple[Tile, ...] = ()
        if row[6] >= layout.SHAPE_STRAIGHT:
            suits = layout.STRAIGHTS[row[6] - layout.SHAPE_STRAIGHT]
            knitted = tuple(sorted(TILES[9 * suit + k + 3 * step] for k, suit in enumerate(suits) for step in range(3)))
        return cls(
            shape=SHAPES[min(row[6], layout.SHAPE_STRAIGHT)],
            sets=sets,
            pair=TILES[row[4] - 1] if row[4] else None,
            completed=sets[row[5]] if row[5] < layout.ON_PAIR else ("pair", "body", "hand")[row[5] - layout.ON_PAIR],
            knitted=knitted,
            row=row,
        )


@functools.lru_cache(maxsize=256)  # a table asks for the same reading several times
def unpacked_reading(packed: int, melds: int) -> Reading:
    """Return the reading that a kernel packed into seven bytes."""
    return Reading.from_row(tuple(packed.to_bytes(8, "little")[:7]), melds)


@functools.cache  # at most 2 * 238 exist
def _reading_set(code: int, meld: bool) -> ReadingSet:
    kind, tile = divmod(code - 1, layout.KINDS)
    return ReadingSet(_SET_KINDS[kind], TILES[tile], kind >= layout.CONCEALED_KONG, meld, code)
