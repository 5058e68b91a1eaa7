"""What the scoring of a duplicate event gives: lines of seats, teams and matches, standings, warnings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ...base.views import ShownAsData, data_of, view
from ...rulebook.tiles import Wind
from .model import Event, TableResult
from .scale import Scale

if TYPE_CHECKING:
    from .settings import EventRules

__all__ = ["EventResult", "MatchLine", "SeatLine", "Standing", "TeamLine"]


class SeatLine(NamedTuple):
    """The result of one player on one board.

    `datum`, `deviation` and `imp` are those of the comparison at this wind; in a team event they are filled where
    results are converted one by one, and None otherwise.
    """

    board: int
    group: str
    table: str
    wind: Wind
    player: str
    """As entered."""
    substitute: str
    """Who sat there instead; empty for nobody."""
    team: str
    score: int
    """Points of the deal."""
    results: int
    """Number of results at this wind of the board in the group."""
    datum: Fraction | None
    """What the score was compared with, after rounding; None: nothing to compare it with."""
    deviation: Fraction | None
    """Score less datum."""
    imp: Fraction | None
    """The deviation converted; no penalty is in it. None: not converted one by one."""
    false_hu: tuple[bool, ...]
    """One for each false hu: whether it had structure."""
    false_hu_imp: Fraction
    """IMP that the false hu cost, 0 or more."""
    penalty_imp: Fraction
    """IMP of other penalties at this table, 0 or more."""

    @property
    def net_imp(self) -> Fraction | None:
        """IMP less false hu and penalties; None where it is not converted one by one."""
        return None if self.imp is None else self.imp - self.false_hu_imp - self.penalty_imp


class TeamLine(NamedTuple):
    """The result of a team on one board."""

    board: int
    group: str
    team: str
    scores: tuple[int, ...]
    """Points of the members at East, South, West and North."""
    players: tuple[str, ...]
    """The members at East, South, West and North, as entered."""
    total: int
    """Sum of the four scores."""
    datum: Fraction | None
    """The mean it was compared with; None where the team's own result is converted."""
    deviation: Fraction | None
    """What was converted: total, or total less datum; None where each result is converted by itself."""
    imp: Fraction
    """IMP of the board; no penalty is in it."""
    false_hu_imp: Fraction
    """IMP that false hu of its members cost, 0 or more."""
    penalty_imp: Fraction
    """IMP of other penalties of its members at the tables, 0 or more."""


class MatchLine(NamedTuple):
    """A board of a head-to-head match."""

    board: int
    group: str
    teams: tuple[str, str]
    totals: tuple[int, int]
    """Sum of the four scores of each team."""
    differences: tuple[int, ...]
    """What was converted: one difference of sums, or four differences of scores at E, S, W, N."""
    imp: Fraction
    """IMP of the first team; the second has as many with the other sign."""


class Standing(NamedTuple):
    """A line of the standings."""

    rank: int
    """From 1; equal entries share a rank, and the next ranks are left out."""
    shared: bool
    """Whether another has the same rank."""
    name: str
    """The player or team."""
    team: str
    """The team of a player; empty in a team event."""
    boards: int
    """Boards that were scored for it."""
    imp: Fraction
    """Sum of the IMP of the boards or matches."""
    false_hu: int
    """Number of false hu."""
    false_hu_imp: Fraction
    """IMP that they cost, 0 or more."""
    penalty_imp: Fraction
    """IMP of other penalties, 0 or more."""
    carried: Fraction
    """IMP carried over, weighted and rounded."""
    total: Fraction
    """``imp - false_hu_imp - penalty_imp + carried``."""
    points: int
    """Sum of the game points."""
    tie_breaks: Mapping[str, Fraction | None]
    """Values of the tie-breaks that were asked, among equals; empty where the total decides."""


class EventWarning(NamedTuple):
    """Something that the reader of the results must know."""

    kind: str
    """``missing-table``, ``missing-board``, ``few-boards``, ``one-result``, ``no-datum``, ``not-played``,
    ``incomplete-team``, ``no-match``, ``unchecked-scores``, ``similar-names``."""
    text: str
    board: int | None = None
    group: str = ""
    player: str = ""
    """The player or team it is about."""


@dataclass(frozen=True, slots=True)
class EventResult(ShownAsData):
    """A scored event.

    `print` shows standings and boards; `to_dict` and `to_json` give everything; `to_csv` gives tables as text.

    Attributes
    ----------
    event : Event
        What was scored.
    scale : Scale
        The IMP scale.
    tables : tuple of TableResult
        The results with both winners and scores filled, by board, group and table.
    lines : tuple of SeatLine
        By board, group, wind, and then from the best score; equal scores by table.
    team_lines : tuple of TeamLine
        By board, group, and then from the best; empty in an individual event.
    match_lines : tuple of MatchLine
        By board, group and names; empty unless teams meet head to head.
    standings : tuple of Standing
        From the first.
    warnings : tuple of EventWarning
        What was missing or could not be compared.
    """

    event: Event
    scale: Scale
    tables: tuple[TableResult, ...]
    lines: tuple[SeatLine, ...]
    team_lines: tuple[TeamLine, ...]
    match_lines: tuple[MatchLine, ...]
    standings: tuple[Standing, ...]
    warnings: tuple[EventWarning, ...]

    @property
    def rules(self) -> EventRules:
        """The settings of the event."""
        return self.event.rules

    @property
    def notices(self) -> tuple[str, ...]:
        """Rule variant and scale in words; every output shows them."""
        return (f"Rules: {self.rules.variant}.", self.scale.notice)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, exact numbers as text beside a decimal."""
        return data_of(self)

    def to_csv(self) -> dict[str, str]:
        """Return tables as CSV: file name to text."""
        tables: dict[str, str] = view(self, "csv")
        return tables
