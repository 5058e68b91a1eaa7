"""What a record of one deal holds, whatever format it came from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from ..base.views import Shown
from ..rulebook.fans import Fan
from . import events as ev
from .events import Event, count_moves, events_of
from .formats.registry import FORMATS, check_format
from .payments import FAULT, Four, paid

__all__ = [
    "Conflict",
    "Four",
    "Record",
    "RecordedFalseHu",
    "RecordedFan",
    "RecordedResult",
    "RecordedWin",
    "Source",
    "settlement_of",
    "win_source",
]

Ending: TypeAlias = Literal["win", "draw", "fault", "unknown"]
IDENTITY: Four = (0, 1, 2, 3)


class RecordedFan(NamedTuple):
    """A fan as a record lists it.

    Examples
    --------
    >>> RecordedFan("花龙", 1, 8, Fan.MIXED_STRAIGHT).is_masked
    False
    """

    name: str
    """Name or number as recorded."""
    times: int
    """How often it counts."""
    points: int | None = None
    """Points of one, as recorded; None where the format does not store them."""
    fan: Fan | None = None
    """None if the name is lost or unknown."""

    @property
    def is_masked(self) -> bool:
        """Whether each character of the name was lost and became a question mark."""
        return bool(self.name) and not self.name.strip("?")


class RecordedWin(NamedTuple):
    """A win as a record has it.

    Examples
    --------
    >>> RecordedWin(2, 9).fans is None
    True
    """

    seat: int
    total: int | None = None
    """Points with flowers; None where the format does not store them."""
    fans: tuple[RecordedFan, ...] | None = None


class RecordedFalseHu(NamedTuple):
    """A false hu as a record has it: who, and what each seat was charged or paid, if that is stored.

    Examples
    --------
    >>> RecordedFalseHu(1, (10, -30, 10, 10)).seat
    1
    """

    seat: int
    changes: Four | None = None


class RecordedResult(NamedTuple):
    """How a deal ended as a record has it.

    Examples
    --------
    >>> RecordedResult().ending
    'unknown'
    """

    ending: Ending = "unknown"
    """``unknown``: the format stores none; ``fault``: a program failed or broke a rule, and the deal was stopped."""
    wins: tuple[RecordedWin, ...] = ()
    """In the order recorded."""
    scores: Four | None = None
    """Points of E, S, W, N as recorded; they need not add up to 0."""
    false_hus: tuple[RecordedFalseHu, ...] = ()
    fault: str = ""
    """Word of the fault, for example ``TLE``."""
    fault_seat: int | None = None


NOTHING_RECORDED = RecordedResult()


class Conflict(NamedTuple):
    """Where a record contradicts itself; `replay` reports it as a disagreement.

    Examples
    --------
    >>> Conflict(0, "total", "the fans add up to 8, but the total is 9").kind
    'total'
    """

    move: int
    """Number of the move from 1, 0 where it is about the whole record."""
    kind: str
    text: str


class Source(NamedTuple):
    """Who gave the winning tile.

    Examples
    --------
    >>> Source(True, None, False, 8).self_drawn
    True
    """

    self_drawn: bool
    seat: int | None
    """Who discarded it or added it to a pung; None if self-drawn."""
    robbed: bool
    tile: int
    """255 if there was none."""


@dataclass(frozen=True, slots=True)
class Record(Shown):
    r"""One deal as a record has it. Printing it shows a summary.

    Seats are those of the deal, E S W N; `seats` says which player of the file sits there.

    Attributes
    ----------
    format : str
        Where it came from, one of `fastmcr.records.FORMATS`.
    kind : {"personal", "shared"}
        Walls: four of 34 tiles, or one for all.
    prevalent : int
        0..3.
    hands : tuple of 4 bytes
        Tiles dealt to E, S, W, N before flowers are laid aside: 13, or 14 for East where he needs no first draw.
    events : bytes
        As `fastmcr.records.events` has them; `record.moves` yields them in readable form.
    result : RecordedResult
        As recorded.
    id : str
        As recorded.
    players : tuple of 4 str
        Names of E, S, W, N as recorded.
    seats : tuple of 4 int
        Number that the file gives to the player at E, S, W, N.
    walls : tuple of bytes
        Four personal walls of 34 in the order in which their seats get the tiles; or one of all tiles behind the deal,
        from the front (where `back_pairs` says how it is drawn from behind); empty if not recorded.
    back_pairs : bool
        Replacements leave a recorded shared wall stack by stack: before-last, last, and so on.
    minimum, base : int
        Points without flowers that a win needs; points that losers pay beside or instead of those of the hand.
    game, rules : str
        Names of the presets of `fastmcr.play.Game` and `Rules` it was played under; empty: as usual for its format.
    tags : tuple of (str, str)
        What else the format says of the deal, as recorded.
    notes : tuple of str
        What a reader has to know, for example what the format leaves open.
    conflicts : tuple of Conflict
        Where the record contradicts itself.
    source, place, number
        File, place in it (``line 17``), number of the deal in the file from 1; not compared.

    Examples
    --------
    >>> from fastmcr.records import read_records
    >>> text = b"Match m1\nWind 0\nPlayer 0 Deal " + b" ".join([b"W1", b"W2"] * 6) + b" B1\n"
    >>> [type(found).__name__ for found in read_records(text)]
    ['RecordError']
    """

    format: str
    kind: Literal["personal", "shared"]
    prevalent: int
    hands: tuple[bytes, bytes, bytes, bytes]
    events: bytes
    result: RecordedResult = NOTHING_RECORDED
    id: str = ""
    players: tuple[str, str, str, str] = ("", "", "", "")
    seats: Four = IDENTITY
    walls: tuple[bytes, ...] = ()
    back_pairs: bool = False
    minimum: int = 8
    base: int = 8
    game: str = ""
    rules: str = ""
    tags: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    source: str = field(default="", compare=False)
    place: str = field(default="", compare=False)
    number: int = field(default=1, compare=False)

    def __post_init__(self) -> None:
        """Refuse a format that there is none of."""
        check_format(self.format)

    @property
    def moves(self) -> Iterator[Event]:
        """The events in readable form."""
        return events_of(self.events)

    @property
    def move_count(self) -> int:
        """Number of draws, discards, claims, kongs, flowers and hu."""
        return count_moves(self.events)

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that win, in the order recorded."""
        kinds, found = self.events[:: ev.WIDTH], []
        at = kinds.find(ev.HU)
        while at >= 0:
            found.append(self.events[ev.WIDTH * at + 1])
            at = kinds.find(ev.HU, at + 1)
        return tuple(found)

    @property
    def tag(self) -> dict[str, str]:
        """The tags by name."""
        return dict(self.tags)

    @property
    def win_source(self) -> Source | None:
        """Who gave the winning tile; None if nobody wins."""
        return win_source(self.events)

    @property
    def settlement(self) -> str | None:
        """Name of the settlement that reproduces the recorded scores, None if none does or there is nothing to tell.

        ``draw``; ``discard`` (one winner by another's tile: all rules agree); ``ordinary`` or ``duplicate`` for a
        self-drawn win; ``cross-pay`` or ``no-cross-pay`` for several winners; ``fault``.
        """
        return settlement_of(self)

    @property
    def where(self) -> str:
        """File, number of the deal, place and id, in words."""
        name = FORMATS[self.format].id_words + self.id if self.id else ""
        parts = (self.source, f"deal {self.number}", self.place, name)
        return ", ".join(part for part in parts if part)


def win_source(events: bytes) -> Source | None:
    """Return who gave the winning tile of packed events.

    Parameters
    ----------
    events : bytes

    Returns
    -------
    Source or None
        None if nobody wins. A hu right after the winner's own draw is self-drawn; after a discard or promoted kong of
        another, that player gave the tile.

    Examples
    --------
    >>> win_source(ev.pack(ev.DISCARD, 3, 8) + ev.pack(ev.HU, 1))
    Source(self_drawn=False, seat=3, robbed=False, tile=8)
    """
    first = ev.WIDTH * events[:: ev.WIDTH].find(ev.HU)
    if first < 0:
        return None
    winner = events[first + 1]
    for at in range(first - ev.WIDTH, -1, -ev.WIDTH):
        kind, seat, tile = events[at], events[at + 1], events[at + 2]
        if kind in (ev.PASSED_CLAIM, ev.FALSE_HU):
            continue
        if kind == ev.DRAW and seat == winner:
            return Source(True, None, False, tile)
        if kind in (ev.DISCARD, ev.PROMOTED_KONG) and seat != winner:
            return Source(False, seat, kind == ev.PROMOTED_KONG, tile)
        if kind not in (ev.DRAW, ev.FLOWER):
            return Source(False, None, False, ev.NO_TILE)
    return Source(True, None, False, ev.NO_TILE)  # on the dealt hand, while others replaced their flowers


def settlement_of(record: Record) -> str | None:
    """Return the name of the settlement that reproduces the scores of a record, None if there is none.

    Parameters
    ----------
    record : Record

    Returns
    -------
    str or None
        As `Record.settlement`.

    Examples
    --------
    >>> record = Record("fastmcr", "shared", 0, (b"", b"", b"", b""), b"", RecordedResult("draw", (), (0, 0, 0, 0)))
    >>> settlement_of(record)
    'draw'
    """
    result = record.result
    if result.scores is None or result.ending == "unknown":
        return None
    if result.ending == "draw":
        return "draw" if not any(result.scores) else None
    if result.ending == "fault":
        due = [FAULT // 3 if seat != result.fault_seat else -FAULT for seat in range(4)]
        return "fault" if list(result.scores) == due else None
    totals = {win.seat: win.total for win in result.wins if win.total is not None}
    source = record.win_source
    if source is None or len(totals) != len(result.wins) or not (source.self_drawn or source.seat is not None):
        return None
    names = ("ordinary", "duplicate") if source.self_drawn else ("cross-pay", "no-cross-pay")
    for name in names:
        if paid(totals, source.seat, name, record.base) == result.scores:
            return "discard" if len(totals) == 1 and not source.self_drawn else name
    return None
