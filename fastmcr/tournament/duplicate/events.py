"""Scoring an event: check it, settle every table, compare, rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from ...errors import InputError, shown
from .checking import check_event
from .individual import seat_lines
from .missing import missing, natural, of_group, similar_names
from .model import Event, Player, TableResult
from .outcome import EventResult, EventWarning, SeatLine, TeamLine
from .scale import Scale
from .settled import Settled, settled
from .standings import standings
from .team import team_lines

if TYPE_CHECKING:
    from .settings import EventRules

__all__ = ["score_event"]

_FIELDS = tuple(field.name for field in fields(TableResult))


def score_event(event: Event, scale: Scale | str) -> EventResult:
    """Score a duplicate event.

    Parameters
    ----------
    event : Event
        Players, boards, results, and its rules.
    scale : Scale or str
        The IMP scale, or the id of one that comes with the package. There is no default: the official table of
        duplicate MCR is not known, and those that come with the package are unofficial.

    Returns
    -------
    EventResult
        Lines of every seat and team on every board, standings and warnings; exact fractions.

    Raises
    ------
    EventError
        If the event is wrong; all problems are listed.
    ScaleError
        If there is no such scale.
    InputError
        If an argument is of another type.

    Notes
    -----
    duplicate.md 1.4, 2.1 and 2.2. A table that did not play a board is left out of the datum and warned of; the
    datum is then the mean of those that did. A result with nothing to compare it with gets 0 IMP and a warning. A
    team without a result at each wind of a board gets no IMP for it and a warning. False hu and other penalties are
    subtracted after conversion, and are neither in the datum nor in the points. What a substitute scores or loses
    counts for the player entered.

    Examples
    --------
    >>> from fastmcr.tournament.duplicate import Event, TableResult, score_event
    >>> tables = [TableResult(1, "1", ("Ann", "Bo", "Cy", "Di"), wins={"E": 9}),
    ...           TableResult(1, "2", ("Ed", "Flo", "Gus", "Hal"), wins={"S": 20}, source="E")]
    >>> result = score_event(Event(tables), "wbf-bridge-div10")
    >>> for line in result.lines[:2]:
    ...     print(line.player, line.score, line.datum, line.deviation, line.imp)
    Ann 33 5/2 61/2 7
    Ed -28 5/2 -61/2 -7
    >>> result.standings[0].name, str(result.standings[0].total)
    ('Flo', '7')
    """
    if not isinstance(event, Event):
        raise InputError(f"score_event takes an Event, not {shown(event)}; load_results reads one from a file")
    if not isinstance(scale, Scale):
        if not isinstance(scale, str):
            raise InputError(f"the scale must be a Scale or its id, not {shown(scale)}")
        scale = Scale.shipped(scale)
    check_event(event)
    players = {player.name: player for player in event.all_players}
    tables, unchecked = _settled_tables(event)
    if event.rules.kind == "team":
        lines, teams, matches, warnings = team_lines(event, tables, scale, players)
    else:
        lines, warnings = seat_lines(tables, event.rules, scale, players)
        teams, matches = [], []
    placed = standings(event, players, lines, teams, matches)
    said = [
        *missing(event),
        *warnings,
        *unchecked,
        *_few_boards(players.values(), lines, teams),
        *similar_names(players),
    ]
    return EventResult(event, scale, tuple(tables), tuple(lines), tuple(teams), tuple(matches), placed, tuple(said))


def _settled_tables(event: Event) -> tuple[list[TableResult], list[EventWarning]]:
    """Return the tables that played, with winners and scores, and those whose scores no deal gives."""
    tables, unchecked = [], []
    for result in event.results:
        if result.played:
            found = settled(result, event.rules)
            assert isinstance(found, Settled)  # the check of the event has passed it
            tables.append(_filled(result, found))
            if not event.rules.check_scores and not _checked(result, found, event.rules):
                place = f"board {result.board} at table {result.table}{of_group(result.group)}"
                text = f"{place} has scores that no settlement gives; they are taken as they are (check_scores=no)"
                unchecked.append(EventWarning("unchecked-scores", text, result.board, result.group))
    tables.sort(key=lambda result: (result.board, result.group, natural(result.table)))
    unchecked.sort(key=lambda warning: natural(warning.text))
    return tables, unchecked


def _checked(result: TableResult, found: Settled, rules: EventRules) -> bool:
    """Return whether the scores are those of the winners."""
    if found.wins is None:
        return False
    again = settled(_filled(result, Settled(found.wins, found.source, ()), told=False), rules)
    return isinstance(again, Settled) and again.scores == found.scores


def _filled(result: TableResult, found: Settled, told: bool = True) -> TableResult:
    """Return a result with other winners and scores; they are known to be right, so they are not checked again."""
    if (result.wins, result.source, result.scores) == found:
        return result
    filled: TableResult = object.__new__(TableResult)
    for name in _FIELDS:
        object.__setattr__(filled, name, getattr(result, name))
    object.__setattr__(filled, "wins", found.wins)
    object.__setattr__(filled, "source", found.source)
    object.__setattr__(filled, "scores", found.scores if told else None)
    return filled


def _few_boards(
    players: Iterable[Player], lines: Sequence[SeatLine], teams: Sequence[TeamLine]
) -> Iterator[EventWarning]:
    """Yield who has fewer boards than the others; sums of IMP are then not over the same number."""
    is_team = bool(teams)
    counts = Counter(line.team for line in teams) if is_team else Counter(line.player for line in lines)
    names = {player.team if is_team else player.name for player in players}
    most = max(counts.values(), default=0)
    for name in sorted(names):
        if counts[name] < most:
            text = f"{'team ' if is_team else ''}{name} has {counts[name]} of {most} boards"
            yield EventWarning("few-boards", text, player=name)
