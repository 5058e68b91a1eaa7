"""What the pages of a results book share: what is where, links, numbers, words for how a deal ended."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ...show.html import Piece
from .boards import Board
from .deals_in_event import published_boards
from .missing import natural
from .model import TableResult
from .numbers import shown_number
from .outcome import EventResult, EventWarning, MatchLine, SeatLine, Standing, TeamLine

PARTS = ("boards", "teams", "players")  # what a book may leave out


@dataclass(frozen=True)
class Book:
    """A scored event, looked up by board, player and team."""

    result: EventResult
    parts: tuple[str, ...] = PARTS

    @property
    def is_team(self) -> bool:
        """Whether teams are ranked."""
        return self.result.rules.kind == "team"

    @property
    def converts_seats(self) -> bool:
        """Whether each player's result is converted by itself."""
        return any(line.imp is not None for line in self.result.lines)

    @cached_property
    def boards(self) -> dict[int, Board]:
        """The boards by number, ascending, as they may be published."""
        return {board.number: board for board in published_boards(self.result.event)}

    @cached_property
    def players(self) -> dict[str, str]:
        """Name to the id of the sheet, by name."""
        names = sorted((player.name for player in self.result.event.all_players), key=lambda name: natural(name))
        return {name: f"player{place}" for place, name in enumerate(names, 1)}

    @cached_property
    def team_of(self) -> dict[str, str]:
        """Player to team, where there is one."""
        return {player.name: player.team for player in self.result.event.all_players if player.team}

    @cached_property
    def teams(self) -> dict[str, str]:
        """Name to the id of the sheet of a team, in a team event."""
        names = sorted(set(self.team_of.values()), key=natural) if self.is_team else []
        return {name: f"team{place}" for place, name in enumerate(names, 1)}

    @cached_property
    def standing(self) -> dict[str, Standing]:
        """The line of the standings by name."""
        return {line.name: line for line in self.result.standings}

    @cached_property
    def tables(self) -> dict[tuple[int, str, str], TableResult]:
        """What was scored, by board, group and table."""
        return {(table.board, table.group, table.table): table for table in self.result.tables}

    @cached_property
    def tables_of_board(self) -> dict[int, list[TableResult]]:
        """What was scored on a board."""
        return _grouped((table.board, table) for table in self.result.tables)

    @cached_property
    def lines_of_board(self) -> dict[int, list[SeatLine]]:
        """The lines of a board."""
        return _grouped((line.board, line) for line in self.result.lines)

    @cached_property
    def lines_of_player(self) -> dict[str, list[SeatLine]]:
        """The lines of a player, by board."""
        return _grouped((line.player, line) for line in self.result.lines)

    @cached_property
    def team_lines_of_board(self) -> dict[int, list[TeamLine]]:
        """The lines of the teams on a board."""
        return _grouped((line.board, line) for line in self.result.team_lines)

    @cached_property
    def lines_of_team(self) -> dict[str, list[TeamLine]]:
        """The lines of a team, by board."""
        return _grouped((line.team, line) for line in self.result.team_lines)

    @cached_property
    def matches_of_board(self) -> dict[int, list[MatchLine]]:
        """The matches on a board."""
        return _grouped((line.board, line) for line in self.result.match_lines)

    @cached_property
    def matches_of_team(self) -> dict[str, list[MatchLine]]:
        """The matches of a team."""
        return _grouped((team, line) for line in self.result.match_lines for team in line.teams)

    @cached_property
    def warnings_of_board(self) -> dict[int, list[EventWarning]]:
        """What is to be said of a board."""
        return _grouped((said.board, said) for said in self.result.warnings if said.board is not None)

    @cached_property
    def many_groups(self) -> bool:
        """Whether results are compared in more than one group."""
        return len({table.group for table in self.result.tables}) > 1

    def board_link(self, number: int) -> Piece:
        """Return the number of a board, linked to its page."""
        return Piece(str(number), href=f"board{number}" if "boards" in self.parts else "")

    def link(self, name: str) -> Piece:
        """Return the name of a player or team, linked to the sheet."""
        if self.is_team and name in self.teams:
            return Piece(name, href=self.teams[name] if "teams" in self.parts else "")
        return self.player_link(name)

    def player_link(self, name: str) -> Piece:
        """Return the name of a player, linked to the sheet; a team may have the same name."""
        return Piece(name, href=self.players.get(name, "") if "players" in self.parts else "")


def _grouped(pairs: Iterable[tuple[object, object]]) -> dict:  # type: ignore[type-arg]  # of the kind of the pairs
    found = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return found


# --- numbers and words ------------------------------------------------------------------------------------------------


def figure(value: Fraction | int | None, signed: bool = True) -> str:
    """Return a number for print: a real minus, ``≈`` before one that was rounded for it, a dash for none."""
    if value is None:
        return "–"
    return shown_number(value, signed).replace("-", "\N{MINUS SIGN}").replace("~", "≈")


def gain(value: Fraction | int | None) -> Piece:
    """Return a number whose sign has a colour."""
    return Piece(figure(value), "" if not value else "up" if value > 0 else "down")


def loss(value: Fraction | int) -> Piece:
    """Return what is subtracted, empty where nothing is."""
    return Piece(figure(-value) if value else "", "down" if value else "")


def plural(count: int, word: str) -> str:
    """Return ``1 board`` or ``2 boards``."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def ending(table: TableResult) -> str:
    """Return how a deal ended, in words.

    Parameters
    ----------
    table : TableResult
        A table with winners, as scoring leaves it.

    Returns
    -------
    str
        For example ``South 20 and West 10, from East``.

    Examples
    --------
    >>> ending(TableResult(1, "A", ("Ann", "Bo", "Cy", "Di"), wins={"S": 20, "W": 10}, source="E"))
    'South 20 and West 10, from East'
    """
    if table.wins is None:
        words = "scores as entered"
    elif not table.wins:
        words = "draw"
    else:
        winners = [f"{win.wind.english} {win.points}" for win in table.wins]
        words = " and ".join(winners) if len(winners) < 3 else f"{winners[0]}, {winners[1]} and {winners[2]}"
        words += ", self-drawn" if table.source is None else f", from {table.source.english}"
    for false in table.false_hu:
        words += f"; false hu {false.wind.english} ({'with' if false.structure else 'without'} structure)"
    return words
