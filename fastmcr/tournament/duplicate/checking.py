"""Whether the parts of an event fit together: all that is wrong, each with the part and field it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import NamedTuple, TypeAlias

from ...errors import EventError, Problem, shown
from ...rulebook.tiles import WINDS
from .missing import missing
from .model import Event, TableResult
from .settled import Refused, settled

__all__ = ["MAX_PROBLEMS", "check_event"]

MAX_PROBLEMS = 50  # listed in one error; the others are counted

Part: TypeAlias = tuple[str, int]  # name of a sequence of the event, place in it


OTHER = "\0"  # in no name, as names are printable


class Finding(NamedTuple):
    """Something wrong, before it is known how the reader names the places of the event."""

    part: Part
    field: str
    value: str
    message: str
    """`OTHER` in it stands for the name of the place `other`."""
    other: Part | None = None


def check_event(event: Event) -> None:
    """Raise an error that lists all that is wrong with an event.

    Parameters
    ----------
    event : Event
        Any event.

    Raises
    ------
    EventError
        If anything is wrong; `score_event` raises the same.

    Examples
    --------
    >>> from fastmcr.tournament.duplicate import Event, TableResult
    >>> check_event(Event([TableResult(1, "A", ("Ann", "Bo", "Ann", "Di"), wins={"E": 7})]))
    Traceback (most recent call last):
        ...
    fastmcr.errors.EventError: results[0], column players: 'Ann' sits at table A twice
    results[0], column points: East's win of 7 points is below the minimum of 8
    """
    raise_findings(event, _path, EventError)


def raise_findings(event: Event, place: Callable[[Part, str, str], Problem], error: type[EventError]) -> None:
    """Raise an error of a class if there are findings; `place` gives a problem with everything but the message."""
    problems, total = [], 0
    for finding in findings(event):
        total += 1
        if total <= MAX_PROBLEMS:
            message = finding.message
            if finding.other is not None:
                message = message.replace(OTHER, place(finding.other, "", "").where)
            problems.append(
                place(finding.part, finding.field, finding.value)._replace(message=message, value=finding.value)
            )
    if problems:
        raise error(problems, total)


def _path(part: Part, field: str, _value: str) -> Problem:
    name, index = part
    return Problem("", where=f"{name}[{index}]" if index >= 0 else name, column=field)


def findings(event: Event) -> Iterator[Finding]:
    """Yield all that is wrong."""
    yield from _in_lists(event)
    yield from _in_results(event)
    if event.rules.kind == "team":
        yield from _in_teams(event)
    if event.rules.missing == "refuse":
        for warning in missing(event):
            yield Finding(("results", -1), "", "", f"{warning.text} (missing=refuse)")


# --- lists of players, boards, teams ----------------------------------------------------------------------------------


def _in_lists(event: Event) -> Iterator[Finding]:
    if not event.results:
        yield Finding(("results", -1), "", "", "there are no results; an event has one for each table and board")
        return
    boards, players, teams = (
        [str(board.number) for board in event.boards],
        [player.name for player in event.players],
        [team.name for team in event.teams],
    )
    for name, field, keys in (("boards", "number", boards), ("players", "name", players), ("teams", "name", teams)):
        seen: dict[str, int] = {}
        for index, key in enumerate(keys):
            first = seen.setdefault(key, index)
            if first != index:
                message = f"{shown(key)} stands here and at {OTHER}; each is entered once"
                yield Finding((name, index), field, key, message, (name, first))
    is_team = event.rules.kind == "team"
    for name in () if is_team else ("teams", "matches"):
        if getattr(event, name):
            yield Finding((name, 0), "", "", f"{name} belong to a team event; this is an individual one")
    names = _teams_of(event)
    entries = names if is_team else set()
    if event.penalties:
        entries |= {player.name for player in event.all_players}
    for index, penalty in enumerate(event.penalties):
        if penalty.who not in entries:
            yield Finding(("penalties", index), "who", penalty.who, _unknown(penalty.who, entries))
    if is_team:
        yield from _in_entries(event)
        yield from _in_matches(event, names)


def _in_entries(event: Event) -> Iterator[Finding]:
    if not event.players:
        message = "a team event needs its players with their teams, in a file of players or in the event"
        yield Finding(("players", -1), "", "", message)
    for index, player in enumerate(event.players):
        if not player.team:
            yield Finding(("players", index), "team", "", f"{shown(player.name)} has no team; a team event needs one")
        if player.carry_over or player.previous_rank is not None:
            field = "carry_over" if player.carry_over else "previous_rank"
            message = f"{field} of a player has no meaning in a team event; it is entered for the team"
            yield Finding(("players", index), field, player.name, message)
    names = _teams_of(event)
    for index, team in enumerate(event.teams):
        if team.name not in names:
            yield Finding(("teams", index), "name", team.name, f"no player is of team {shown(team.name)}")


def _in_matches(event: Event, names: set[str]) -> Iterator[Finding]:
    if event.matches and not event.rules.head_to_head:
        yield Finding(("matches", 0), "", "", "matches need the setting head_to_head=yes")
    seen: dict[tuple[frozenset[str], int], int] = {}
    numbers = {board.number for board in event.all_boards}
    for index, match in enumerate(event.matches):
        for team in match.teams:
            if team not in names:
                yield Finding(("matches", index), "teams", team, _unknown(team, names))
        for board in match.boards or sorted(numbers):
            if board not in numbers:
                yield Finding(("matches", index), "boards", str(board), f"there is no board {board}")
            first = seen.setdefault((frozenset(match.teams), board), index)
            if first != index:
                message = f"{' and '.join(match.teams)} meet on board {board} in {OTHER} already"
                yield Finding(("matches", index), "boards", str(board), message, ("matches", first))


def _teams_of(event: Event) -> set[str]:
    return {player.team for player in event.players if player.team}


# --- results ----------------------------------------------------------------------------------------------------------


def _in_results(event: Event) -> Iterator[Finding]:
    boards = {board.number for board in event.boards}
    players = {player.name for player in event.players}
    tables: dict[tuple[str, str, int], int] = {}
    entered: dict[tuple[int, str], int] = {}
    sitting: dict[tuple[int, str], int] = {}
    for index, result in enumerate(event.results):
        part = ("results", index)
        if boards and result.board not in boards:
            yield Finding(part, "board", str(result.board), f"there is no board {result.board} in this event")
        first = tables.setdefault((result.group, result.table, result.board), index)
        if first != index:
            yield _repeated(event, first, index)
            continue
        yield from _at_table(result, part, players)
        if any(result.substitutes):
            yield from _at_seats(result, part)
        yield from _twice(result, index, entered, sitting)
        if result.played:
            found = settled(result, event.rules)
            if isinstance(found, Refused):
                value = ",".join(str(win.points) for win in result.wins or ()) if found.field == "points" else ""
                yield Finding(part, found.field, value, found.message)


def _repeated(event: Event, first: int, index: int) -> Finding:
    result = event.results[index]
    place = f"board {result.board}, table {result.table}{_of_group(result.group)}"
    same = result == event.results[first]
    message = f"the same line as {OTHER} ({place})" if same else f"two results for {place}: here and at {OTHER}"
    return Finding(("results", index), "" if same else "board", str(result.board), message, ("results", first))


def _at_table(result: TableResult, part: Part, players: set[str]) -> Iterator[Finding]:
    names = result.players
    if len(set(names)) < 4:
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield Finding(part, "players", name, f"{shown(name)} sits at table {result.table} twice")
    if players and not players.issuperset(names):
        for name in names:
            if name not in players:
                yield Finding(part, "players", name, _unknown(name, players))


def _at_seats(result: TableResult, part: Part) -> Iterator[Finding]:
    for name, substitute in zip(result.players, result.substitutes, strict=True):
        if substitute == name:
            yield Finding(part, "substitutes", name, f"{shown(name)} is entered there and is no substitute")
        elif substitute and result.sitting.count(substitute) > 1:
            message = f"the substitute {shown(substitute)} sits at table {result.table} twice"
            yield Finding(part, "substitutes", substitute, message)


def _twice(
    result: TableResult, index: int, entered: dict[tuple[int, str], int], sitting: dict[tuple[int, str], int]
) -> Iterator[Finding]:
    """Yield who is entered, or sits, at another table of the board already."""
    for name in result.players:
        first = entered.setdefault((result.board, name), index)
        if first != index:
            yield Finding(("results", index), "players", name, _again(name, result), ("results", first))
    for name in result.sitting:
        first = sitting.setdefault((result.board, name), index)
        told = name in result.players and entered[result.board, name] != index
        if first != index and not told:
            yield Finding(("results", index), "substitutes", name, _again(name, result), ("results", first))


def _again(name: str, result: TableResult) -> str:
    return f"{shown(name)} plays board {result.board} twice: here and at {OTHER}"


def _in_teams(event: Event) -> Iterator[Finding]:
    """Yield teams that have two members at one wind of a board."""
    team_of = {player.name: player.team for player in event.players}
    seen: dict[tuple[int, str, int], int] = {}
    for index, result in enumerate(event.results):
        for wind, name in enumerate(result.players):
            team = team_of.get(name)
            first = seen.setdefault((result.board, team, wind), index) if team else index
            other = event.results[first]
            if first != index and (other.group, other.table) != (result.group, result.table):
                seat = f"{WINDS[wind].english} on board {result.board}"
                message = f"team {shown(team)} has two members at {seat}: here and at {OTHER}"
                yield Finding(("results", index), "players", name, message, ("results", first))


# --- words ------------------------------------------------------------------------------------------------------------


def _of_group(group: str) -> str:
    return f", group {group}" if group else ""


def _unknown(name: str, known: set[str]) -> str:
    near = get_close_matches(name, sorted(known), n=1)
    hint = f"; did you mean {shown(near[0])}?" if near else f"; {len(known)} are entered"
    return f"{shown(name)} is not entered in this event{hint}"
