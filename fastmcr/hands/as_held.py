"""What analysis is asked about: a hand of 3n+1 or 3n+2 tiles beside its melds, and the tiles its player sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import HandError, InputError, shown
from ..kernels import layout
from ..rulebook.tiles import (
    ALL_TILES,
    COPIES,
    KINDS,
    NAMES,
    TILES,
    Tile,
    TilesLike,
    as_index,
    as_tile,
    as_tiles,
    fifth_copy,
    join_tiles,
)
from .as_hand import reworded
from .hand import Hand, Meld, as_melds, hand_of_text, with_win, wrong_number
from .notation import HandText, MeldText, parse_hand

HandLike: TypeAlias = Hand | TilesLike
MeldsLike: TypeAlias = int | Iterable[Meld] | str | None
VisibleLike: TypeAlias = Mapping[Any, int] | TilesLike | None


@dataclass(frozen=True, slots=True)
class Held:
    """A hand as the kernels want it.

    Attributes
    ----------
    concealed : (1, 34) uint8
        All concealed tiles, the last one of 3n+2 included.
    melds : (1, 4) uint8
        Meld codes, `UNKNOWN_SET` for sets of unknown tiles.
    hand : Hand or None
        The hand, of 3n+2 tiles with the last one as its winning tile; None if sets are unknown.
    last : Tile or None
        Which of 3n+2 tiles came last: in text and lists the one at the end, in counts not known.
    sets : int
        Number of melds.
    number : int
        Number of concealed tiles.
    """

    concealed: npt.NDArray[np.uint8]
    melds: npt.NDArray[np.uint8]
    hand: Hand | None
    last: Tile | None
    sets: int
    number: int

    @property
    def is_drawn(self) -> bool:
        """Whether there are 3n+2 tiles."""
        return self.number % 3 == 2

    @property
    def name(self) -> str:
        """The hand as text; tiles beside unknown sets with the number of these."""
        if self.hand is not None:
            return str(self.hand)
        tiles = [tile for tile, count in zip(TILES, self.concealed[0].tolist(), strict=True) for _ in range(count)]
        return f"{join_tiles(tiles)} + {self.sets} unknown set{'s' if self.sets > 1 else ''}"

    def own(self) -> list[int]:
        """Return the copies of each kind in the concealed tiles and the known melds."""
        own: list[int] = self.concealed[0].tolist()
        for meld in self.hand.melds if self.hand is not None else ():
            for tile in meld.tiles:
                own[tile] += 1
        return own

    def left(self, visible: VisibleLike) -> list[int]:
        """Return the copies of each kind that are neither own nor visible."""
        own = self.own()
        if visible is None:
            return [COPIES - held for held in own]
        return [COPIES - held - seen for held, seen in zip(own, checked_visible(visible, own), strict=True)]


def as_held(given: HandLike, melds: MeldsLike = None) -> Held:
    """Return a hand, hand string, tiles or counts as `Held`, or say what is wrong with it."""
    if isinstance(given, Hand):
        if melds is not None:
            raise InputError("melds= is for tiles given without them; a Hand has its own")
        return _of_hand(given, given.win)
    unknown = _as_number(melds)
    text, last = _as_text(given, () if melds is None or unknown is not None else as_melds(melds))  # type: ignore[arg-type]
    if unknown:
        return _beside_unknown(text, last, unknown)
    return _of_hand(_checked(text, hint=unknown is None), last)


def held_with(held: Held, given: object, keywords: Mapping[str, object]) -> Held:
    """Return a hand with the winds, conditions and flowers that keywords say; `given` is what it was read from."""
    named = [name for name, value in keywords.items() if value is not None]
    if not named:
        return held
    if held.hand is None:
        raise InputError(f"{named[0]}= counts for points, and beside sets of unknown tiles nothing is scored")
    return replace(held, hand=reworded(held.hand, given, keywords))


def _of_hand(hand: Hand, last: Tile | None) -> Held:
    number = 13 if hand.win is None else 14
    melds = hand.row[layout.ROW_MELDS : layout.ROW_WIN]
    sets = len(hand.melds)
    return Held(hand.counts.reshape(1, KINDS), melds.reshape(1, 4), hand, last, sets, number - 3 * sets)


def _as_number(melds: object) -> int | None:
    """Return the number of unknown sets, or None if there is none or the melds are given themselves."""
    number = as_index(melds)
    if number is None:
        if melds is None or (isinstance(melds, Iterable) and not isinstance(melds, np.ndarray)):
            return None
        raise InputError(f"melds must be melds, or a number 0..4 of sets of unknown tiles, not {shown(melds)}")
    if not 0 <= number <= 4:
        raise HandError(f"melds={shown(number)}; a hand has 0..4 sets beside its concealed tiles", count=number)
    return number


def _as_text(given: object, melds: Sequence[Meld]) -> tuple[HandText, Tile | None]:
    """Return the fields of a hand string or of tiles, and the last of 3n+2 tiles if it is known."""
    if isinstance(given, str):
        text = parse_hand(given)
        if melds and text.melds:
            raise InputError("melds= is for tiles given without them; the hand string has its own")
        return text._replace(melds=text.melds or _as_fields(melds)), None if text.win is None else TILES[text.win]
    items = given.tolist() if isinstance(given, np.ndarray) and given.shape == (KINDS,) else given
    if isinstance(items, Iterable) and not isinstance(items, Mapping | np.ndarray):
        items = list(islice(items, ALL_TILES + 1))
    tiles = [int(tile) for tile in as_tiles(items)]  # type: ignore[arg-type]  # which says what it must be
    win = tiles.pop() if len(tiles) % 3 == 2 else None
    counted = isinstance(items, list) and len(items) == KINDS
    text = HandText(tiles, _as_fields(melds), win, 0, 0, 0, 0, winds_given=False)
    return text, None if win is None or counted else TILES[win]


def _as_fields(melds: Sequence[Meld]) -> list[MeldText]:
    return [MeldText(int(meld.kind), int(meld.tile), meld.source) for meld in melds]


def _checked(text: HandText, hint: bool) -> Hand:
    """Return the hand; where only melds are missing, the error says how to leave them out."""
    try:
        return hand_of_text(text)
    except HandError as error:
        count = len(text.beside_win) + (text.win is not None)
        if not hint or error.tile is not None or text.melds or count % 3 == 0 or count > 11:
            raise
        sets = (14 - count) // 3
        words = f"{sets} set{'s' if sets > 1 else ''} of unknown tiles"
        raise HandError(f"{error}; melds={sets} stands for {words} beside them", count=count) from None


def _beside_unknown(text: HandText, last: Tile | None, sets: int) -> Held:
    """Return tiles beside sets of unknown tiles."""
    if text.melds:
        raise InputError(f"melds={sets} is for tiles given without melds; the hand string has its own")
    tiles = [*text.beside_win, *([] if text.win is None else [text.win])]
    counts = np.bincount(np.array(tiles, np.intp), minlength=KINDS)
    for tile in np.flatnonzero(counts > COPIES):
        raise fifth_copy(int(tile), int(counts[tile]))
    if len(tiles) not in (13 - 3 * sets, 14 - 3 * sets):
        raise wrong_number(len(tiles), sets)
    melds = np.zeros((1, 4), np.uint8)
    melds[0, :sets] = layout.UNKNOWN_SET
    return Held(counts.astype(np.uint8).reshape(1, KINDS), melds, None, last, sets, len(tiles))


def before_last(held: Held) -> Held:
    """Return a hand of 3n+1 tiles: itself, or of 3n+2 tiles the one before its last tile."""
    if not held.is_drawn:
        return held
    if held.last is None:
        raise HandError(
            f"{held.number} tiles as counts do not say which came last; leave it out, or give text or a list",
            count=held.number,
        )
    if held.hand is not None:
        return _of_hand(with_win(held.hand, None, held.hand.conditions), None)
    concealed = held.concealed.copy()
    concealed[0, held.last] -= 1
    return Held(concealed, held.melds, None, None, held.sets, held.number - 1)


# --- what the player sees ---------------------------------------------------------------------------------------------


def checked_visible(visible: VisibleLike, own: Sequence[int]) -> list[int]:
    """Return the copies of each kind seen outside the own tiles; with those at most four."""
    seen = _seen(visible)
    for tile, (held, count) in enumerate(zip(own, seen, strict=True)):
        name = NAMES[tile]
        if count < 0:
            raise HandError(f"tile {name} is visible {shown(count)} times; a count is 0..4", tile=name, count=count)
        if held + count > COPIES:
            words = f"{held} in the hand and {shown(count)} visible" if held else f"{shown(count)} visible"
            raise HandError(f"tile {name}: {words}; there are 4", tile=name, count=held + count)
    return seen


def _seen(visible: VisibleLike) -> list[int]:
    """Return counts, a mapping, text or tiles as 34 counts that are still to be checked."""
    if isinstance(visible, Mapping):
        return _of_mapping(visible, as_tile)
    given: object = visible.tolist() if isinstance(visible, np.ndarray) and visible.shape == (KINDS,) else visible
    if isinstance(given, Iterable) and not isinstance(given, str | np.ndarray):
        given = list(islice(given, ALL_TILES + 1))
        if len(given) == KINDS and not any(isinstance(item, Tile | str) for item in given):
            return _of_mapping(dict(enumerate(given)), TILES.__getitem__)
    seen = [0] * KINDS
    for tile in as_tiles(given):  # type: ignore[arg-type]  # which says what it must be
        seen[tile] += 1
    return seen


def _of_mapping(counts: Mapping[Any, object], tile_of: Callable[[Any], Tile]) -> list[int]:
    seen = [0] * KINDS
    for key, value in counts.items():
        tile = tile_of(key)
        count = as_index(value)
        if count is None:
            raise InputError(f"visible: the count of tile {tile} must be an integer 0..4, not {shown(value)}")
        seen[tile] += count
    return seen
