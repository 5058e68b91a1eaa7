"""A whole event as JSON: settings, boards, players, teams, results, penalties, matches; one format version."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from ...errors import InputError, McrError, Problem, shown
from .boards import Board
from .model import Event, FalseHu, Match, Penalty, Player, SeatPenalty, TableResult, Team
from .numbers import exact
from .settings import EventRules

__all__ = ["FORMAT", "VERSION", "event_data", "event_json", "read_event"]

FORMAT = "fastmcr-duplicate-event"
VERSION = 1
_TEXTS = ("name", "date", "place")
_LISTS = ("boards", "players", "teams", "results", "penalties", "matches")
_SEATS = "ESWN"

T = TypeVar("T")


class Entry(NamedTuple):
    """The names that an entry of a list may have, and what makes a value of it."""

    needed: tuple[str, ...]
    optional: tuple[str, ...]
    make: Callable[[dict[str, Any]], Any]


def read_event(data: object, file: str, problems: list[Problem], rules: Mapping[str, Any] | None = None) -> Event:
    """Return the event that JSON data stand for; what is wrong is added to the problems.

    Parameters
    ----------
    data : object
        What a file of the format holds.
    file : str
        Its name, for the problems.
    problems : list of Problem
        Is added to; the event lacks what they are about.
    rules : mapping, optional
        Settings that take the place of those of the file.

    Returns
    -------
    Event
        Not yet checked as a whole.

    Examples
    --------
    >>> from fastmcr.tournament.duplicate import Event, TableResult
    >>> event = Event([TableResult(1, "A", ("Ann", "Bo", "Cy", "Di"), wins={"E": 9})], name="Club")
    >>> read_event(event_data(event), "", []) == event
    True
    """
    if not isinstance(data, dict):
        problems.append(Problem(f"an event is an object of names and values, not {shown(data)}", file))
        return Event(())
    if data.get("format") != FORMAT:
        message = f"format is {shown(data.get('format'))}; a file of an event has {FORMAT!r}"
        problems.append(Problem(message, file, "format"))
        return Event(())
    if data.get("version") != VERSION or isinstance(data.get("version"), bool):
        message = f"version {shown(data.get('version'))} of the format is not known; this program reads {VERSION}"
        problems.append(Problem(message, file, "version"))
        return Event(())
    _unknown(data, ("format", "version", "rules", *_TEXTS, *_LISTS), "", file, problems)
    parts: dict[str, Any] = {name: _entries(name, data.get(name, []), file, problems) for name in _LISTS}
    for name in _TEXTS:
        parts[name] = data.get(name, "")
        if not isinstance(parts[name], str):
            problems.append(Problem(f"{shown(parts[name])} is no text", file, name))
            parts[name] = ""
    return Event(rules=_rules(data.get("rules", {}), rules or {}, file, problems), **parts)


def _rules(given: object, others: Mapping[str, Any], file: str, problems: list[Problem]) -> EventRules:
    if not isinstance(given, dict):
        problems.append(Problem(f"the rules are an object of settings, not {shown(given)}", file, "rules"))
        return EventRules()
    try:
        settings = {name.replace("-", "_"): value for name, value in given.items()}
        return EventRules.from_options({**settings, **others})
    except McrError as error:
        problems.append(Problem(str(error), file, "rules"))
        return EventRules()


def _unknown(data: Mapping[str, Any], known: tuple[str, ...], path: str, file: str, problems: list[Problem]) -> None:
    for name in data:
        if name not in known:
            problems.append(Problem(f"nothing is called {shown(name)} here; there are {', '.join(known)}", file, path))


def _entries(name: str, given: object, file: str, problems: list[Problem]) -> tuple[Any, ...]:
    """Return the values of a list; entries that are wrong are left out and told."""
    if not isinstance(given, list):
        problems.append(Problem(f"{name} are a list, not {shown(given)}", file, name))
        return ()
    entry, found = _ENTRIES[name], []
    for index, data in enumerate(given):
        path, before = f"{name}[{index}]", len(problems)
        if not isinstance(data, dict):
            problems.append(Problem(f"an entry is an object of names and values, not {shown(data)}", file, path))
            continue
        _unknown(data, entry.needed + entry.optional, path, file, problems)
        lacking = [need for need in entry.needed if need not in data]
        if lacking:
            problems.append(Problem(f"{', '.join(lacking)} {'is' if len(lacking) == 1 else 'are'} missing", file, path))
        if len(problems) > before:
            continue
        try:
            found.append(entry.make(data))
        except McrError as error:
            problems.append(Problem(str(error), file, path))
    return tuple(found)


# --- entries ----------------------------------------------------------------------------------------------------------


def _board(data: dict[str, Any]) -> Board:
    walls = _of_kind(data.get("walls", []), list, "walls are a list of four texts of 34 tiles")
    return Board(**{**data, "walls": [_of_kind(wall, str, "a wall is a text of 34 tiles") for wall in walls]})


def _result(data: dict[str, Any]) -> TableResult:
    told = {key: value for key, value in data.items() if key not in ("from", "false_hu", "penalties")}
    if isinstance(told["table"], int) and not isinstance(told["table"], bool):
        told["table"] = str(told["table"])
    _of_kind(told["players"], list, "players are a list of four names: East, South, West, North")
    wins, source = told.get("wins"), data.get("from")
    if wins is not None:
        _of_kind(wins, dict, 'wins are an object such as {"S": 20}; {} for a draw')
        if wins and source is None:
            raise InputError("from is missing: E, S, W or N for who discarded, or wall for a self-drawn win")
    _of_kind(told.get("played", True), bool, "played is true or false")
    _of_kind(told.get("remarks", ""), str, "remarks are text")
    if told.get("group"):
        _of_kind(told["group"], str, "a group is text")
    told["source"] = None if source == "wall" else source
    told["false_hu"] = [_false_hu(one) for one in _of_kind(data.get("false_hu", []), list, "false_hu is a list")]
    told["penalties"] = [_penalty(one) for one in _of_kind(data.get("penalties", []), list, "penalties are a list")]
    _of_kind(told.get("substitutes", {}), dict, 'substitutes are an object such as {"E": "Zoe Lee"}')
    return TableResult(**told)


def _false_hu(data: Any) -> FalseHu:
    allowed = 'a false hu is an object such as {"wind": "N", "structure": true}'
    data = _of_kind(data, dict, allowed)
    if set(data) != {"wind", "structure"} or not isinstance(data["structure"], bool):
        raise InputError(f"{allowed}, not {shown(data)}")
    return FalseHu(**data)


def _penalty(data: Any) -> SeatPenalty:
    allowed = 'a penalty at a table is an object such as {"wind": "N", "imp": 2, "reason": "late"}'
    data = _of_kind(data, dict, allowed)
    if not {"wind", "imp"} <= set(data) <= {"wind", "imp", "reason"} or not isinstance(data.get("reason", ""), str):
        raise InputError(f"{allowed}, not {shown(data)}")
    return SeatPenalty(data["wind"], exact(data["imp"], "a penalty in IMP"), data.get("reason", ""))


def _match(data: dict[str, Any]) -> Match:
    _of_kind(data["teams"], list, "teams are a list of two names")
    _of_kind(data.get("boards", []), list, "boards are a list of numbers")
    return Match(**data)


def _of_kind(value: Any, kind: type, allowed: str) -> Any:
    if not isinstance(value, kind):
        raise InputError(f"{allowed}, not {shown(value)}")
    return value


_PAST = ("carry_over", "previous_rank")
_ENTRIES: dict[str, Entry] = {
    "boards": Entry(("number",), ("prevalent", "dealer", "seed", "walls"), _board),
    "players": Entry(("name",), ("team", *_PAST), lambda data: Player(**data)),
    "teams": Entry(("name",), _PAST, lambda data: Team(**data)),
    "results": Entry(
        ("board", "table", "players"),
        ("group", "wins", "from", "scores", "false_hu", "penalties", "substitutes", "remarks", "played"),
        _result,
    ),
    "penalties": Entry(("who", "imp"), ("reason",), lambda data: Penalty(**data)),
    "matches": Entry(("teams",), ("boards",), _match),
}


# --- writing ----------------------------------------------------------------------------------------------------------


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as plain data of the format; `read_event` gives the same event back.

    Parameters
    ----------
    event : Event
        Any event.

    Returns
    -------
    dict
        Only what is told, and every setting.

    Examples
    --------
    >>> from fastmcr.tournament.duplicate import Event, TableResult
    >>> event = Event([TableResult(1, "A", ("Ann", "Bo", "Cy", "Di"), wins={"E": 9})])
    >>> event_data(event)["results"]
    [{'board': 1, 'table': 'A', 'players': ['Ann', 'Bo', 'Cy', 'Di'], 'wins': {'E': 9}, 'from': 'wall'}]
    """
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    data |= {name: getattr(event, name) for name in _TEXTS if getattr(event, name)}
    data["rules"] = event.rules.to_dict()
    lists = {
        "boards": [board.to_dict() for board in event.boards],
        "players": [{"name": player.name, **({"team": player.team} if player.team else {}), **_past(player)}
                    for player in event.players],
        "teams": [{"name": team.name, **_past(team)} for team in event.teams],
        "results": [result_entry(result) for result in event.results],
        "penalties": [_told({"who": one.who, "imp": str(one.imp), "reason": one.reason}) for one in event.penalties],
        "matches": [_told({"teams": list(match.teams), "boards": list(match.boards)}) for match in event.matches],
    }  # fmt: skip
    return data | {name: entries for name, entries in lists.items() if entries}


def result_entry(result: TableResult) -> dict[str, Any]:
    """Return a result as plain data of the format; only what is told.

    Parameters
    ----------
    result : TableResult
        Any result.

    Returns
    -------
    dict
        As in the list ``results`` of the format.

    Examples
    --------
    >>> result_entry(TableResult(1, "A", ("Ann", "Bo", "Cy", "Di"), played=False))
    {'board': 1, 'table': 'A', 'players': ['Ann', 'Bo', 'Cy', 'Di'], 'played': False}
    """
    data: dict[str, Any] = {"board": result.board, "table": result.table, "players": list(result.players)}
    if result.group:
        data["group"] = result.group
    if result.wins is not None:
        data["wins"] = {str(win.wind): win.points for win in result.wins}
        if result.wins:
            data["from"] = "wall" if result.source is None else str(result.source)
    if result.scores is not None:
        data["scores"] = list(result.scores)
    if result.false_hu:
        data["false_hu"] = [{"wind": str(false.wind), "structure": false.structure} for false in result.false_hu]
    if result.penalties:
        data["penalties"] = [_told({"wind": str(one.wind), "imp": str(one.imp), "reason": one.reason})
                             for one in result.penalties]  # fmt: skip
    if any(result.substitutes):
        data["substitutes"] = {wind: name for wind, name in zip(_SEATS, result.substitutes, strict=True) if name}
    if result.remarks:
        data["remarks"] = result.remarks
    if not result.played:
        data["played"] = False
    return data


def _told(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if value not in ("", [])}


def _past(entry: Player | Team) -> dict[str, Any]:
    data: dict[str, Any] = {"carry_over": str(entry.carry_over)} if entry.carry_over else {}
    return data if entry.previous_rank is None else {**data, "previous_rank": entry.previous_rank}


def event_json(event: Event) -> str:
    """Return an event as the text of a JSON file, an entry a line.

    Parameters
    ----------
    event : Event
        Any event.

    Returns
    -------
    str
        With a line end.

    Examples
    --------
    >>> from fastmcr.tournament.duplicate import Event, TableResult
    >>> event_json(Event([TableResult(1, "A", ("Ann", "Bo", "Cy", "Di"), wins={})])).splitlines()[1]
    '  "format": "fastmcr-duplicate-event",'
    """
    parts = []
    for name, value in event_data(event).items():
        if isinstance(value, list) and value:
            entries = ",\n".join(f"    {json.dumps(entry, ensure_ascii=False)}" for entry in value)
            parts.append(f"  {json.dumps(name)}: [\n{entries}\n  ]")
        else:
            text = json.dumps(value, ensure_ascii=False, indent=2).replace("\n", "\n  ")
            parts.append(f"  {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"
