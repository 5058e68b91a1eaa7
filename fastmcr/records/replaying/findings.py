"""What a replay finds: wins as the engine has them, and where a record disagrees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ...rulebook.fans import Fan
from ..model import Four, Record

__all__ = ["KINDS", "Disagreement", "Replayed", "ReplayedWin"]

KINDS = (
    "illegal action", "tile not held", "turn", "wall", "end", "fans", "total", "payments", "winds", "not modelled",
)  # fmt: skip
"""Kinds of disagreements."""


class Disagreement(NamedTuple):
    """Where a record and its replay disagree.

    Examples
    --------
    >>> print(Disagreement(12, "tile not held", "E cannot discard 5m: no 5m is in the hand", "E discard 5m"))
    move 12 (E discard 5m), tile not held: E cannot discard 5m: no 5m is in the hand
    """

    move: int
    """Number of the move from 1; 0 where it is about the whole deal."""
    kind: str
    text: str
    event: str = ""
    """The move in words."""
    explained: bool = False
    """Whether the text says why record and rules may differ here; such a difference is no fault."""

    def __str__(self) -> str:
        """Return it as one line."""
        where = f"move {self.move}" if self.move else "result" if self.kind in _ABOUT_RESULT else "deal"
        event = f" ({self.event})" if self.event else ""
        return f"{where}{event}, {self.kind}{' (explained)' if self.explained else ''}: {self.text}"


_ABOUT_RESULT = ("fans", "total", "payments", "end")


class ReplayedWin(NamedTuple):
    """A win as the engine has it.

    Examples
    --------
    >>> ReplayedWin(0, 8, 8, {Fan.MIXED_STRAIGHT: 1}).total
    8
    """

    seat: int
    points: int
    """Without flowers."""
    total: int
    fans: dict[Fan, int]


@dataclass(frozen=True, slots=True)
class Replayed:
    """What the replay of a record found. Printing it shows the disagreements.

    Attributes
    ----------
    record : Record
    disagreements : tuple of Disagreement
        In the order of moves, those about the result last.
    moves : int
        Moves that were followed; fewer than the record has if it could not be followed to its end.
    wins : tuple of ReplayedWin
        As the engine has them, in the order of the record.
    scores : tuple of 4 int, or None
        Points that the engine gives E, S, W, N; None if the deal was not followed to its end.
    compared : int
        Wins whose total or fans were compared with recorded ones.

    Examples
    --------
    >>> Replayed.__slots__[:3]
    ('record', 'disagreements', 'moves')
    """

    record: Record
    disagreements: tuple[Disagreement, ...]
    moves: int
    wins: tuple[ReplayedWin, ...]
    scores: Four | None
    compared: int

    @property
    def agrees(self) -> bool:
        """Whether there is no disagreement, explained differences aside."""
        return all(one.explained for one in self.disagreements)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the format leaves open."""
        return self.record.notes

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        record = self.record
        return {
            "file": record.source,
            "deal": record.number,
            "place": record.place,
            "id": record.id,
            "format": record.format,
            "moves": self.moves,
            "wins": [
                {
                    "seat": "ESWN"[win.seat],
                    "points": win.points,
                    "total": win.total,
                    "fans": [{"fan": int(fan), "name": str(fan), "count": count} for fan, count in win.fans.items()],
                }
                for win in self.wins
            ],
            "scores": None if self.scores is None else list(self.scores),
            "settlement": record.settlement,
            "agrees": self.agrees,
            "disagreements": [one._asdict() for one in self.disagreements],
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        """Return the deal and its disagreements in words."""
        lines = [f"{self.record.where}: {self._words()}"]
        return "\n".join([*lines, *(f"  {one}" for one in self.disagreements)])

    def _words(self) -> str:
        if not self.disagreements:
            return "agrees"
        return f"{len(self.disagreements)} disagreement{'s' if len(self.disagreements) > 1 else ''}"
