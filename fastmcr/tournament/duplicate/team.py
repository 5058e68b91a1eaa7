"""Team events: the four members' results on a board together, alone, against the field, or head to head."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from ...rulebook.tiles import WINDS
from .compare import Compared, compared
from .individual import ZERO, boards_of, cell_warnings, score_at, wind_lines
from .missing import of_group
from .model import Event, Match, Player, TableResult
from .outcome import EventWarning, MatchLine, SeatLine, TeamLine
from .scale import Scale
from .settings import EventRules


class TeamLines(NamedTuple):
    """The lines of a team event."""

    seats: list[SeatLine]
    teams: list[TeamLine]
    matches: list[MatchLine]
    warnings: list[EventWarning]


def team_lines(event: Event, tables: Iterable[TableResult], scale: Scale, players: dict[str, Player]) -> TeamLines:
    """Return the lines of seats, teams and matches of a team event.

    Parameters
    ----------
    event : Event
        A team event, checked.
    tables : iterable of TableResult
        Those that played, with scores.
    scale : Scale
        The IMP scale.
    players : dict
        The players by name.

    Returns
    -------
    TeamLines
        A team without a result at each wind of a board has no line there, and a warning.
    """
    found = TeamLines([], [], [], [])
    for cell in boards_of(tables):
        seats = _seat_lines(cell, event.rules, scale, players)
        found.seats.extend(seats)
        full = dict(_full_teams(seats, found.warnings))
        if event.rules.head_to_head:
            matches = _match_lines(event.matches, full, scale, event.rules)
            found.matches.extend(matches)
            lines = [_met(team, members, matches) for team, members in full.items()]
        else:
            lines = _team_lines(full, event.rules, scale)
            found.warnings.extend(_alone(lines, event.rules, cell, seats))
        lines.sort(key=lambda line: (-line.imp, -line.total, line.team))
        found.teams.extend(lines)
    found.warnings.extend(_not_met(event.matches, found))
    return found


def _seat_lines(cell: list[TableResult], rules: EventRules, scale: Scale, players: dict[str, Player]) -> list[SeatLine]:
    """Return the lines of the seats; with IMP where results are converted one by one."""
    lines: list[SeatLine] = []
    for wind in WINDS:
        scores = [score_at(result, wind) for result in cell]
        found: dict[int, Compared] | None = None
        if rules.team_order == "convert-then-sum" and not rules.head_to_head:
            found = compared(scores, rules, scale) if rules.team_base == "mean" else _alone_converted(scores, scale)
        lines += wind_lines(cell, wind, found, rules, players)
    return lines


def _alone_converted(scores: Iterable[int], scale: Scale) -> dict[int, Compared]:
    return {score: Compared(None, Fraction(score), scale.imp_of_ratio(score, 1)) for score in scores}


def _full_teams(lines: Sequence[SeatLine], warnings: list[EventWarning]) -> Iterator[tuple[str, tuple[SeatLine, ...]]]:
    """Yield the teams that have a result at each wind, by name, and warn of the others."""
    members: dict[str, dict[int, SeatLine]] = {}
    for line in lines:
        members.setdefault(line.team, {})[line.wind] = line
    for team in sorted(members):
        there = members[team]
        if len(there) == len(WINDS):
            yield team, tuple(there[wind] for wind in WINDS)
            continue
        lacking = ", ".join(wind.english for wind in WINDS if wind not in there)
        line = next(iter(there.values()))
        text = (
            f"team {team} has no result at {lacking} on board {line.board}{of_group(line.group)}: no IMP for this board"
        )
        warnings.append(EventWarning("incomplete-team", text, line.board, line.group, team))


def _team_lines(full: dict[str, tuple[SeatLine, ...]], rules: EventRules, scale: Scale) -> list[TeamLine]:
    totals = {team: sum(line.score for line in members) for team, members in full.items()}
    if rules.team_order == "convert-then-sum":
        added = {team: sum((line.imp or ZERO for line in members), ZERO) for team, members in full.items()}
        return [_line(team, members, Compared(None, None, added[team])) for team, members in full.items()]
    if rules.team_base == "mean":
        found = compared(list(totals.values()), rules, scale)
    else:
        found = _alone_converted(totals.values(), scale)
    return [_line(team, members, found[totals[team]]) for team, members in full.items()]


def _line(team: str, members: tuple[SeatLine, ...], found: Compared) -> TeamLine:
    first = members[0]
    return TeamLine(
        first.board,
        first.group,
        team,
        tuple(line.score for line in members),
        tuple(line.player for line in members),
        sum(line.score for line in members),
        found.datum,
        found.deviation,
        found.imp,
        sum((line.false_hu_imp for line in members), ZERO),
        sum((line.penalty_imp for line in members), ZERO),
    )


def _alone(
    lines: list[TeamLine], rules: EventRules, cell: list[TableResult], seats: list[SeatLine]
) -> Iterator[EventWarning]:
    """Yield what to say where there was no other team, or no other result, to compare with."""
    if rules.team_base != "mean":
        return
    if rules.team_order == "convert-then-sum":
        yield from cell_warnings(cell, rules, seats[-1])
    elif lines and (len(lines) == 1 or lines[0].datum is None):
        board, group = lines[0].board, lines[0].group
        text = f"board {board}{of_group(group)} has {len(lines)} complete teams, which leaves no datum: 0 IMP"
        if len(lines) == 1:
            text = f"board {board}{of_group(group)} has one complete team: nothing to compare it with, 0 IMP"
        yield EventWarning("one-result" if len(lines) == 1 else "no-datum", text, board, group)


# --- head to head -----------------------------------------------------------------------------------------------------


def _match_lines(
    matches: Sequence[Match], full: dict[str, tuple[SeatLine, ...]], scale: Scale, rules: EventRules
) -> list[MatchLine]:
    """Return the lines of the matches of a board: those entered, else of every two teams."""
    if not full:
        return []
    board = next(iter(full.values()))[0].board
    pairs = [match.teams for match in matches if not match.boards or board in match.boards]
    if not matches:
        pairs = list(combinations(sorted(full), 2))
    lines = [_match_line(pair, full, scale, rules) for pair in pairs if pair[0] in full and pair[1] in full]
    return sorted(lines, key=lambda line: line.teams)


def _match_line(
    teams: tuple[str, str], full: dict[str, tuple[SeatLine, ...]], scale: Scale, rules: EventRules
) -> MatchLine:
    first, second = (full[team] for team in teams)
    differences = tuple(one.score - other.score for one, other in zip(first, second, strict=True))
    if rules.team_order == "sum-then-convert":
        differences = (sum(differences),)
    return MatchLine(
        first[0].board,
        first[0].group,
        teams,
        (sum(line.score for line in first), sum(line.score for line in second)),
        differences,
        sum((scale.imp_of_ratio(difference, 1) for difference in differences), ZERO),
    )


def _not_met(matches: Sequence[Match], lines: TeamLines) -> Iterator[EventWarning]:
    """Yield boards of entered matches on which the teams have no results in one group that can be compared."""
    met = {(line.board, line.teams) for line in lines.matches}
    played = sorted({line.board for line in lines.seats})
    for match in matches:
        for board in match.boards or played:
            if (board, match.teams) not in met:
                text = f"the match {' - '.join(match.teams)} has no result on board {board}: no IMP for this board"
                yield EventWarning("no-match", text, board)


def _met(team: str, members: tuple[SeatLine, ...], matches: Sequence[MatchLine]) -> TeamLine:
    """Return the line of a team that met others: the IMP of its matches on the board together."""
    imp = sum((line.imp if line.teams[0] == team else -line.imp for line in matches if team in line.teams), ZERO)
    return _line(team, members, Compared(None, None, imp))
