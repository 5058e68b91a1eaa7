"""What a duplicate event is made of: its entries, boards, results, penalties and matches.

These are plain values. Single values are checked when they are made; whether they fit together is checked by
`check_event`, which says all that is wrong at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...errors import InputError, shown
from ...rulebook.tiles import as_index
from .boards import Board, as_board_number
from .numbers import Exact, exact
from .settings import EventRules
from .table_result import MAX_SCORE, FalseHu, SeatPenalty, TableResult, Win
from .values import as_name, as_penalty, as_text

__all__ = [
    "MAX_SCORE",
    "Event",
    "FalseHu",
    "Match",
    "Penalty",
    "Player",
    "SeatPenalty",
    "TableResult",
    "Team",
    "Win",
]


@dataclass(frozen=True, slots=True)
class Player:
    """A player entered for an event.

    Parameters
    ----------
    name : str
        Unique in the event.
    team : str
        The team; empty in an individual event, where it is only shown.
    carry_over : exact number
        IMP from before, not yet weighted; for individual events.
    previous_rank : int or None
        Standing before this event, from 1; for tie-breaks.

    Examples
    --------
    >>> Player("Ann", carry_over="10.5").carry_over
    Fraction(21, 2)
    """

    name: str
    team: str = ""
    carry_over: Fraction = Fraction(0)
    previous_rank: int | None = None

    if TYPE_CHECKING:

        def __init__(
            self, name: str, team: str = "", carry_over: Exact = 0, previous_rank: int | None = None
        ) -> None: ...

    def __post_init__(self) -> None:
        """Bring every value to its type, and refuse what cannot be."""
        object.__setattr__(self, "name", as_name(self.name, "a player"))
        if self.team:
            object.__setattr__(self, "team", as_name(self.team, "a team"))
        _check_past(self)


@dataclass(frozen=True, slots=True)
class Team:
    """A team entered for an event, with what it brings from before.

    Parameters
    ----------
    name : str
        As the players name it.
    carry_over : exact number
        IMP from before, not yet weighted.
    previous_rank : int or None
        Standing before this event, from 1.

    Examples
    --------
    >>> Team("Reds").previous_rank is None
    True
    """

    name: str
    carry_over: Fraction = Fraction(0)
    previous_rank: int | None = None

    if TYPE_CHECKING:

        def __init__(self, name: str, carry_over: Exact = 0, previous_rank: int | None = None) -> None: ...

    def __post_init__(self) -> None:
        """Bring every value to its type, and refuse what cannot be."""
        object.__setattr__(self, "name", as_name(self.name, "a team"))
        _check_past(self)


@dataclass(frozen=True, slots=True)
class Penalty:
    """IMP taken from a player or, in a team event, from a team, for the event as a whole.

    Parameters
    ----------
    who : str
        The player or team.
    imp : exact number, above 0
        IMP subtracted from the total.
    reason : str
        Shown in the results.

    Examples
    --------
    >>> Penalty("Ann", 2, "late").imp
    Fraction(2, 1)
    """

    who: str
    imp: Fraction
    reason: str = ""

    if TYPE_CHECKING:

        def __init__(self, who: str, imp: Exact, reason: str = "") -> None: ...

    def __post_init__(self) -> None:
        """Bring every value to its type, and refuse what cannot be."""
        object.__setattr__(self, "who", as_name(self.who, "who gets a penalty"))
        object.__setattr__(self, "imp", as_penalty(self.imp))
        object.__setattr__(self, "reason", as_text(self.reason, "the reason of a penalty"))


@dataclass(frozen=True, slots=True)
class Match:
    """A head-to-head match of two teams.

    Parameters
    ----------
    teams : two str
        The teams.
    boards : sequence of int
        The boards it goes over; empty for all that both played.

    Examples
    --------
    >>> Match(("Reds", "Blues"), (1, 2)).boards
    (1, 2)
    """

    teams: tuple[str, str]
    boards: tuple[int, ...] = ()

    if TYPE_CHECKING:

        def __init__(self, teams: Sequence[str], boards: Sequence[int] = ()) -> None: ...

    def __post_init__(self) -> None:
        """Bring every value to its type, and refuse what cannot be."""
        teams = tuple(as_name(team, "a team") for team in self.teams)
        if len(set(teams)) != 2 or len(teams) != 2:
            raise InputError(f"a match is between two teams, not {shown(list(self.teams))}")
        object.__setattr__(self, "teams", teams)
        object.__setattr__(self, "boards", tuple(map(as_board_number, self.boards)))


@dataclass(frozen=True, slots=True)
class Event:
    """A duplicate event: settings, boards, players and what was scored.

    Parameters
    ----------
    results : sequence of TableResult
        One for each table and board.
    rules : EventRules
        How it is scored.
    name, date, place : str
        For the reader.
    boards : sequence of Board
        Empty: those of the results, with nothing told of them.
    players : sequence of Player
        Empty: those of the results (individual events only).
    teams : sequence of Team
        Needed only for what teams bring from before; the players name their teams.
    penalties : sequence of Penalty
        Those that belong to no board.
    matches : sequence of Match
        Head-to-head matches; empty: every two teams of a group meet on every board.

    Examples
    --------
    >>> event = Event([TableResult(1, "A", ("Ann", "Bo", "Cy", "Di"), wins={"E": 9})])
    >>> event.rules.kind, len(event.results), [board.number for board in event.all_boards]
    ('individual', 1, [1])
    """

    results: tuple[TableResult, ...]
    rules: EventRules = field(default_factory=EventRules)
    name: str = ""
    date: str = ""
    place: str = ""
    boards: tuple[Board, ...] = ()
    players: tuple[Player, ...] = ()
    teams: tuple[Team, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    matches: tuple[Match, ...] = ()

    if TYPE_CHECKING:

        def __init__(
            self,
            results: Sequence[TableResult],
            rules: EventRules = ...,
            name: str = "",
            date: str = "",
            place: str = "",
            boards: Sequence[Board] = (),
            players: Sequence[Player] = (),
            teams: Sequence[Team] = (),
            penalties: Sequence[Penalty] = (),
            matches: Sequence[Match] = (),
        ) -> None: ...

    def __post_init__(self) -> None:
        """Freeze the sequences, and refuse what is no event."""
        if not isinstance(self.rules, EventRules):
            raise InputError(f"the rules of an event are EventRules, not {shown(self.rules)}")
        for name, kind in _PARTS.items():
            parts = tuple(getattr(self, name))
            for part in parts:
                if not isinstance(part, kind):
                    raise InputError(f"the {name} of an event are of {kind.__name__}, not {shown(part)}")
            object.__setattr__(self, name, parts)
        for name in ("name", "date", "place"):
            as_text(getattr(self, name), f"the {name} of an event")

    @property
    def all_boards(self) -> tuple[Board, ...]:
        """The boards by number: those entered, else those of the results."""
        if self.boards:
            return tuple(sorted(self.boards, key=lambda board: board.number))
        return tuple(map(Board, sorted({result.board for result in self.results})))

    @property
    def all_players(self) -> tuple[Player, ...]:
        """The players: those entered, else those of the results by name."""
        if self.players:
            return self.players
        return tuple(map(Player, sorted({name for result in self.results for name in result.players})))


_PARTS: dict[str, type[Any]] = {
    "results": TableResult,
    "boards": Board,
    "players": Player,
    "teams": Team,
    "penalties": Penalty,
    "matches": Match,
}


def _check_past(entry: Player | Team) -> None:
    object.__setattr__(entry, "carry_over", exact(entry.carry_over, f"the carry-over of {entry.name}"))
    if entry.previous_rank is not None and (as_index(entry.previous_rank) or 0) < 1:
        raise InputError(
            f"the previous rank of {entry.name} is a whole number from 1, not {shown(entry.previous_rank)}"
        )
