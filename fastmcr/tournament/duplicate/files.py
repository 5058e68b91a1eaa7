"""Events from files: one JSON, or results as CSV with settings and players beside them, or a folder of these."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...errors import EventFileError, Problem
from ...files.text import Unreadable, parse_json, read_text
from .checking import MAX_PROBLEMS, Part, raise_findings
from .csv_cells import SEATS
from .files_csv import read_players, read_results
from .files_json import read_event
from .model import Event
from .settings import EventRules

__all__ = ["EVENT_FILE", "PLAYERS_FILE", "RESULTS_FILE", "load_results"]

RESULTS_FILE, PLAYERS_FILE, EVENT_FILE = "results.csv", "players.csv", "event.json"  # in a folder
_Lines = dict[str, tuple[str, list[int]]]  # name of a list -> its CSV file, and the line of each entry


def load_results(
    path: str | Path,
    *,
    settings: str | Path | None = None,
    players: str | Path | None = None,
    rules: Mapping[str, Any] | None = None,
) -> Event:
    r"""Read a duplicate event from files and check it.

    Parameters
    ----------
    path : str or Path
        Results as CSV (the columns of `files_csv.RESULT_COLUMNS`), a whole event as JSON, or a folder with
        ``results.csv`` and perhaps ``event.json`` and ``players.csv``. The separator of CSV may be a comma, a
        semicolon or a tab; text is UTF-8, with or without a byte order mark.
    settings : str or Path, optional
        JSON of the event without results, for results as CSV.
    players : str or Path, optional
        Players as CSV: name, team, carry_over, previous_rank.
    rules : mapping, optional
        Settings by name that take the place of those of the file.

    Returns
    -------
    Event
        It can be scored.

    Raises
    ------
    EventFileError
        If a file cannot be read or anything is wrong; it lists all problems with file, line, column and value.
    RulesError
        If `rules` cannot be.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from fastmcr.tournament.duplicate import load_results
    >>> lines = "board;table;east;south;west;north;winner;points;from", "1;A;Ann;Bo;Cy;Di;E;9;wall"
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "results.csv")
    ...     _ = path.write_text("\n".join(lines), encoding="utf-8")
    ...     event = load_results(path)
    >>> event.results[0].players
    ('Ann', 'Bo', 'Cy', 'Di')
    """
    rules = {str(name).replace("-", "_"): value for name, value in (rules or {}).items()}
    path = Path(path)
    if path.is_dir():
        if settings is not None or players is not None:
            raise _one(f"is a folder: {EVENT_FILE} and {PLAYERS_FILE} are looked for in it, not named besides", path)
        settings = _existing(path / EVENT_FILE)
        players = _existing(path / PLAYERS_FILE)
        if (path / RESULTS_FILE).exists() or settings is None:
            path = path / RESULTS_FILE
        else:
            path, settings = settings, None
    text = _read(path, read_text)
    problems: list[Problem] = []
    lines: _Lines = {}
    if path.suffix.lower() == ".json" or text.lstrip().startswith("{"):
        if settings is not None:
            raise _one("is a whole event; its settings stand in it, not in another file", path)
        event = read_event(_parsed(path, text), str(path), problems, rules)
        base = str(path)
    else:
        base = str(settings or path)
        event = _settings(settings, problems, rules)
        results, numbers = read_results(text, str(path), problems)
        if event.results:
            raise _one(f"holds results, and {path} too; one of them must go", settings or path)
        event = replace(event, results=tuple(results))
        lines["results"] = str(path), numbers
        if not results and not problems:
            problems.append(Problem("there are no lines of results below the names of the columns", str(path)))
    if players is not None:
        event = _with_players(event, Path(players), problems, lines)
    if problems:
        raise EventFileError(problems[:MAX_PROBLEMS], len(problems))
    raise_findings(event, _namer(event, base, lines), EventFileError)
    return event


def _existing(path: Path) -> Path | None:
    return path if path.exists() else None


def _one(message: str, path: str | Path, where: str = "") -> EventFileError:
    return EventFileError([Problem(message, str(path), where)])


def _read(path: Path, read: Callable[[Path], Any]) -> Any:
    try:
        return read(path)
    except Unreadable as error:
        raise _one(error.message, path, error.where) from None


def _parsed(path: Path, text: str) -> Any:
    return _read(path, lambda _: parse_json(text))


def _settings(path: str | Path | None, problems: list[Problem], rules: Mapping[str, Any]) -> Event:
    """Return the event of a settings file, or one of which nothing is told."""
    if path is None:
        return Event((), EventRules.from_options(rules))
    path = Path(path)
    return read_event(_parsed(path, _read(path, read_text)), str(path), problems, rules)


def _with_players(event: Event, path: Path, problems: list[Problem], lines: _Lines) -> Event:
    found, numbers = read_players(_read(path, read_text), str(path), problems)
    if event.players:
        raise _one("names the players, and the event too; one of them must go", path)
    if not found and not problems:
        problems.append(Problem("there are no players below the names of the columns", str(path)))
    lines["players"] = str(path), numbers
    return replace(event, players=tuple(found))


# Field of a result -> columns of CSV.
_COLUMNS = {
    "wins": "winner",
    "source": "from",
    "scores": "score_east..score_north",
    "substitutes": "substitute",
}


def _namer(event: Event, base: str, lines: _Lines) -> Callable[[Part, str, str], Problem]:
    """Return a function that says in which file, line and column a part of the event stands."""

    def place(part: Part, field: str, value: str) -> Problem:
        name, index = part
        if index < 0:
            return Problem("", lines[name][0] if name in lines else base)
        if name not in lines:
            return Problem("", base, f"{name}[{index}]", field)
        file, numbers = lines[name]
        if name == "results":
            names = event.results[index].players
            if field == "players":
                field = SEATS[names.index(value)]
            field = _COLUMNS.get(field, field)
        return Problem("", file, f"line {numbers[index]}", field)

    return place
