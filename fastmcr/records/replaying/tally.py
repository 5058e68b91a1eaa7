"""Counts over many replays, by file or by format."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from ...errors import RecordError
from ..formats.registry import FORMATS
from .findings import KINDS, Replayed

__all__ = ["Count", "Tally"]

BY_FILE = 20  # files that are listed one by one; of more, the formats are


@dataclass(slots=True)
class Count:
    """Numbers of one file or format.

    Examples
    --------
    >>> Count().deals
    0
    """

    formats: list[str] = field(default_factory=list)
    deals: int = 0
    moves: int = 0
    wins: int = 0
    compared: int = 0
    draws: int = 0
    disagreeing: int = 0
    """Deals with a disagreement that is not explained."""
    explained: int = 0
    """Deals whose only differences are explained."""
    broken: int = 0

    def add(self, found: Replayed | RecordError) -> None:
        """Count a replay, or a record that could not be read."""
        if isinstance(found, RecordError):
            self.broken += 1
            return
        self.deals += 1
        self.moves += found.moves
        self.wins += len(found.wins)
        self.compared += found.compared
        self.draws += found.scores is not None and not found.wins
        if found.disagreements:
            self.disagreeing += not found.agrees
            self.explained += found.agrees
        if found.record.format not in self.formats:
            self.formats.append(found.record.format)


class Tally:
    """Counts over replays as they come.

    Examples
    --------
    >>> tally = Tally()
    >>> tally.add(RecordError("no tile 'W0'", source="a.txt", number=3))
    >>> tally.total.broken, tally.ok
    (1, False)
    """

    def __init__(self) -> None:
        self.total = Count()
        self.files: dict[str, Count] = {}
        self.formats: dict[str, Count] = {}
        self.kinds: dict[str, list[int]] = {}
        """Disagreements by kind: those that are not explained, and those that are."""
        self.notes: Counter[str] = Counter()

    def add(self, found: Replayed | RecordError) -> None:
        """Count a replay, or a record that could not be read."""
        source = found.source if isinstance(found, RecordError) else found.record.source
        counts = [self.total, self.files.setdefault(source, Count())]
        if isinstance(found, Replayed):
            counts.append(self.formats.setdefault(found.record.format, Count()))
            for one in found.disagreements:
                self.kinds.setdefault(one.kind, [0, 0])[one.explained] += 1
            self.notes.update(found.record.notes)
        for count in counts:
            count.add(found)

    @property
    def ok(self) -> bool:
        """Whether every record could be read and nothing disagrees, explained differences aside."""
        return not self.total.broken and not self.total.disagreeing

    def rows(self) -> list[tuple[str, Count]]:
        """Return the counts by file, or by format if there are many files."""
        named = self.files if len(self.files) <= BY_FILE else self.formats
        return list(named.items())

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as plain data."""
        total = self.total
        return {
            "files": len(self.files),
            "deals": total.deals,
            "moves": total.moves,
            "wins": total.wins,
            "compared": total.compared,
            "draws": total.draws,
            "disagreeing_deals": total.disagreeing,
            "explained_deals": total.explained,
            "broken": total.broken,
            "disagreements": {
                kind: {"unexplained": self.kinds[kind][0], "explained": self.kinds[kind][1]}
                for kind in sorted(self.kinds, key=_place)
            },
            "notes": dict(self.notes),
            "read_as": {name: FORMATS[name].replayed for name in self.formats},
        }


def _place(kind: str) -> int:
    return KINDS.index(kind) if kind in KINDS else len(KINDS)
