"""What happens in a deal, as four bytes an event: kind, seat, tile, detail.

The events of a record are one ``bytes`` object, so that a million of them cost little; `Event` is the readable form,
made on demand. Seats are 0..3 = E S W N of the deal. Tiles are 0..33 in the order of the package, flowers 34..41.

======================  ==================  ===============================================================
kind                    tile                detail
======================  ==================  ===============================================================
draw                    the tile            1 the format says that it replaces a flower or a tile of a kong
flower                  the flower laid     0
                        aside
discard                 the tile            1 the tile just drawn, 2 from the hand, 0 the format does not say
chow                    middle tile         0; the claimed tile is the last discard
pung, claimed kong      the tile            0
concealed kong          the tile            0
promoted kong           the tile            0
hu                      winning tile, or    0
                        255 not named
false hu                255                 0
passed claim            as for the claim    kind of the claim: chow, pung, claimed kong or hu
no winner               255                 0; the draw of the deal
======================  ==================  ===============================================================

A passed claim lost against the claim that follows it, or against another passed claim; it stands before that claim.
Seat of the last kind is 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import InputError, shown
from ..rulebook.tiles import NAMES, WINDS, Tile, Wind

__all__ = ["NO_TILE", "WIDTH", "Event", "EventKind", "as_array", "count_moves", "events_of", "is_chow", "pack"]

WIDTH = 4  # bytes of an event
NO_TILE = 255
FIRST_FLOWER = 34
TILE_NAMES = (*NAMES, *"abcdefgh")
"""Names of the tiles by code; the letters are the flowers."""
TOLD_NOTHING, JUST_DRAWN, FROM_HAND = 0, 1, 2
REPLACEMENT = 1


class EventKind(IntEnum):
    """What happened; the value is the first byte of an event.

    Examples
    --------
    >>> EventKind.PROMOTED_KONG, str(EventKind.PROMOTED_KONG)
    (<EventKind.PROMOTED_KONG: 7>, 'promoted kong')
    """

    DRAW = 0
    FLOWER = 1
    DISCARD = 2
    CHOW = 3
    PUNG = 4
    CLAIMED_KONG = 5
    CONCEALED_KONG = 6
    PROMOTED_KONG = 7
    HU = 8
    FALSE_HU = 9
    PASSED_CLAIM = 10
    NO_WINNER = 11

    def __str__(self) -> str:
        """Return the kind in words."""
        return self.name.lower().replace("_", " ")


# Plain integers: an IntEnum costs a look-up at each use, and readers make millions of events.
DRAW, FLOWER, DISCARD, CHOW, PUNG, CLAIMED_KONG, CONCEALED_KONG, PROMOTED_KONG = range(8)
HU, FALSE_HU, PASSED_CLAIM, NO_WINNER = range(8, 12)
CLAIMS = (CHOW, PUNG, CLAIMED_KONG, HU)


class Event(NamedTuple):
    """One event in readable form.

    Examples
    --------
    >>> event = Event(EventKind.CHOW, Wind.S, Tile.M2)
    >>> str(event), event.chow
    ('S chow 123m', (Tile.M1, Tile.M2, Tile.M3))
    """

    kind: EventKind
    seat: Wind
    tile: Tile | None = None
    """The tile; the middle one of a chow; None where none is named, and for a flower."""
    flower: str | None = None
    """Letter a..h of a flower that is drawn, laid aside or discarded."""
    detail: int = 0
    """As in the table of this module."""

    @property
    def chow(self) -> tuple[Tile, Tile, Tile] | None:
        """Tiles of a chow that is made or was claimed in vain."""
        claim = self.detail if self.kind is EventKind.PASSED_CLAIM else self.kind
        if claim != CHOW or self.tile is None or not is_chow(self.tile):
            return None
        middle = int(self.tile)
        return Tile(middle - 1), self.tile, Tile(middle + 1)

    def __str__(self) -> str:
        """Return the event in words."""
        if self.kind is EventKind.NO_WINNER:
            return "no winner"
        words = [str(self.seat), str(self.kind)]
        if self.kind is EventKind.PASSED_CLAIM:
            words.append(str(EventKind(self.detail)))
        if self.chow:
            low, middle, high = self.chow
            words.append(f"{low.rank}{middle.rank}{high.rank}{low.suit}")
        elif self.flower:
            words.append(self.flower if self.kind is EventKind.FLOWER else f"flower {self.flower}")
        elif self.tile is not None:
            words.append(str(self.tile))
        if self.kind is EventKind.DISCARD and self.detail == JUST_DRAWN:
            words.append("(just drawn)")
        if self.kind is EventKind.DRAW and self.detail == REPLACEMENT:
            words.append("(replacement)")
        return " ".join(words)


def pack(kind: int, seat: int, tile: int = NO_TILE, detail: int = 0) -> bytes:
    """Return an event as four bytes.

    Parameters
    ----------
    kind, seat, tile, detail : int
        As in the table of this module. Trusted.

    Returns
    -------
    bytes

    Examples
    --------
    >>> list(pack(EventKind.DISCARD, 3, 8, 1))
    [2, 3, 8, 1]
    """
    return bytes((kind, seat, tile, detail))


def as_array(events: bytes) -> npt.NDArray[np.uint8]:
    """Return packed events as an array, one row an event.

    Parameters
    ----------
    events : bytes

    Returns
    -------
    (m, 4) uint8
        Read-only; columns kind, seat, tile, detail.

    Examples
    --------
    >>> as_array(pack(2, 3, 8) + pack(0, 0, 33))
    array([[ 2,  3,  8,  0],
           [ 0,  0, 33,  0]], dtype=uint8)
    """
    return np.frombuffer(events, np.uint8).reshape(-1, WIDTH)


def events_of(events: bytes) -> Iterator[Event]:
    """Yield packed events in readable form.

    Parameters
    ----------
    events : bytes

    Yields
    ------
    Event

    Examples
    --------
    >>> [str(event) for event in events_of(pack(2, 3, 8) + pack(0, 0, 40))]
    ['N discard 9m', 'E draw flower g']
    """
    for place in range(0, len(events), WIDTH):
        kind, seat, tile, detail = events[place : place + WIDTH]
        yield Event(
            EventKind(kind),
            WINDS[seat],
            Tile(tile) if tile < FIRST_FLOWER else None,
            TILE_NAMES[tile] if FIRST_FLOWER <= tile < len(TILE_NAMES) else None,
            detail,
        )


def count_moves(events: bytes) -> int:
    """Return the number of moves: all events but passed claims and the end without a winner.

    Parameters
    ----------
    events : bytes

    Returns
    -------
    int

    Examples
    --------
    >>> count_moves(pack(2, 3, 8) + pack(10, 1, 8, 4) + pack(4, 2, 8))
    2
    """
    kinds = events[::WIDTH]
    return len(kinds) - kinds.count(PASSED_CLAIM) - kinds.count(NO_WINNER)


def is_chow(middle: int) -> bool:
    """Say whether a tile can be the middle one of a chow.

    Parameters
    ----------
    middle : int

    Returns
    -------
    bool

    Examples
    --------
    >>> is_chow(1), is_chow(9), is_chow(28)
    (True, False, False)
    """
    return middle < 27 and 1 <= middle % 9 <= 7


def check_events(events: object) -> bytes:
    """Return bytes that are events, or say at which one they are not.

    Parameters
    ----------
    events : bytes

    Returns
    -------
    bytes

    Raises
    ------
    InputError
        If it is no bytes, or an event does not exist.

    Examples
    --------
    >>> check_events(bytes([2, 4, 8, 0]))
    Traceback (most recent call last):
        ...
    fastmcr.errors.InputError: event 1 is (2, 4, 8, 0); no such kind, seat, tile or detail
    """
    if not isinstance(events, bytes) or len(events) % WIDTH:
        raise InputError(f"events are bytes, four an event, not {shown(events)}")
    for number, (kind, seat, tile, detail) in enumerate(as_array(events).tolist(), 1):
        if not _exists(kind, seat, tile, detail):
            raise InputError(f"event {number} is {(kind, seat, tile, detail)}; no such kind, seat, tile or detail")
    return events


def _exists(kind: int, seat: int, tile: int, detail: int) -> bool:
    if kind > NO_WINNER or seat > 3:
        return False
    if kind in (FALSE_HU, NO_WINNER):
        return tile == NO_TILE and detail == 0
    if kind == PASSED_CLAIM:
        named = is_chow(tile) if detail == CHOW else tile < FIRST_FLOWER
        return detail in CLAIMS and (named or (detail == HU and tile == NO_TILE))
    if kind == CHOW:
        return is_chow(tile) and detail == 0
    if kind == HU:
        return (tile < FIRST_FLOWER or tile == NO_TILE) and detail == 0
    if kind == FLOWER:
        return FIRST_FLOWER <= tile < len(TILE_NAMES) and detail == 0
    if kind in (DRAW, DISCARD):
        return tile < len(TILE_NAMES) and detail <= (REPLACEMENT if kind == DRAW else FROM_HAND)
    return tile < FIRST_FLOWER and detail == 0
