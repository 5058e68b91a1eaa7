"""An example event, filled in, to start one's own from: 8 players and 8 boards, individual or two teams."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...rulebook.tiles import WINDS
from .boards import Board
from .files import EVENT_FILE, PLAYERS_FILE, RESULTS_FILE
from .files_csv import players_csv, results_csv
from .files_json import event_json
from .model import Event, Penalty, Player, TableResult, Team
from .settings import EventRules

__all__ = ["example_event", "example_files"]

_NAMES = ("Anna", "Boris", "Chen", "Dagmar", "Emil", "Fatima", "Goro", "Helle")
_TEAMS = ("Bamboos", "Dots")
# East, South, West, North at two tables for each board. Tables are the planes of the affine space of 3 bits: everybody
# meets everybody else three or four times, and has each wind twice.
_SEATING = (
    ((0, 4, 2, 6), (7, 3, 5, 1)),
    ((4, 1, 0, 5), (6, 7, 3, 2)),
    ((3, 0, 4, 7), (5, 2, 1, 6)),
    ((2, 3, 1, 0), (6, 5, 7, 4)),
    ((2, 7, 5, 0), (1, 6, 4, 3)),
    ((7, 0, 6, 1), (4, 5, 3, 2)),
    ((3, 6, 0, 5), (1, 4, 2, 7)),
    ((0, 2, 6, 4), (5, 1, 7, 3)),
)
# What happened at the two tables: winners with points, and from whom; wall for a self-drawn win, nothing for a draw.
_DEALS = (
    ("E9 wall", "S20 E"),
    ("W16 N", "W12 S"),
    ("N10 wall", ""),
    ("S20 W10 E", "S24 E"),
    ("E31 S", "E28 wall"),
    ("N8 W", "S13 N"),
    ("", "W48 E"),
    ("S18 wall", "S22 N"),
)


def example_event(teams: bool = False) -> Event:
    """Return an event of 8 players, 2 tables and 8 boards with everything that files can tell.

    Parameters
    ----------
    teams : bool, default False
        Two teams of four, else an individual event.

    Returns
    -------
    Event
        It passes the check.

    Examples
    --------
    >>> event = example_event()
    >>> len(event.results), len(event.boards), len(event.all_players)
    (16, 8, 8)
    """
    more: dict[tuple[int, int], dict[str, Any]] = {
        (2, 1): {"false_hu": [("N", True)], "remarks": "false hu: 6 points"},
        (5, 0): {"substitutes": {"W": "Ines"}},
        (6, 1): {"penalties": [("E", 1)]},
    }
    results = []
    for number, deals in enumerate(_DEALS, start=1):
        for place, deal in enumerate(deals):
            seats = _team_seats(number, place) if teams else _SEATING[number - 1][place]
            players = tuple(_NAMES[seat] for seat in seats)
            told = {**_deal(deal), **more.get((number, place), {})}
            results.append(TableResult(number, str(place + 1), players, **told))
    entered = [Player(name, _TEAMS[place // 4] if teams else "") for place, name in enumerate(_NAMES)]
    return Event(
        results,
        EventRules(kind="team" if teams else "individual"),
        name="Example teams" if teams else "Example event",
        date="2024-05-04",
        place="Club",
        boards=[Board(number, WINDS[(number - 1) // 2], WINDS[(number - 1) % 4]) for number in range(1, 9)],
        players=entered,
        teams=[Team(name) for name in _TEAMS] if teams else [],
        penalties=[Penalty(_TEAMS[1] if teams else _NAMES[7], 1, "late")],
    )


def _team_seats(number: int, place: int) -> tuple[int, ...]:
    """Return the seats of the two teams: East and West for one, South and North for the other, then the other way."""
    first = [(number + step) % 4 for step in range(4)]
    second = [4 + (number // 4 + step) % 4 for step in range(4)]
    if place == 0:
        return first[0], second[0], first[1], second[1]
    return second[2], first[2], second[3], first[3]


def _deal(deal: str) -> dict[str, Any]:
    """Return winners and source of a text such as ``S20 W10 E``."""
    *wins, source = deal.split() or [""]
    return {
        "wins": {win[0]: int(win[1:]) for win in wins},
        "source": None if source in ("", "wall") else source,
    }


def example_files(teams: bool = False) -> dict[str, str]:
    """Return the example as the files of a folder: file name to text.

    Parameters
    ----------
    teams : bool, default False
        Two teams of four, else an individual event.

    Returns
    -------
    dict of str to str
        Results and players as CSV, everything else as JSON.

    Examples
    --------
    >>> files = example_files()
    >>> sorted(files)
    ['event.json', 'players.csv', 'results.csv']
    >>> print(files["results.csv"].splitlines()[1])
    1,1,Anna,Emil,Chen,Goro,E,9,wall,,,,
    """
    event = example_event(teams)
    return {
        RESULTS_FILE: results_csv(event),
        PLAYERS_FILE: players_csv(event.players),
        EVENT_FILE: event_json(replace(event, results=(), players=())),
    }
