"""Match sheets as CSV, in and out: the columns, how a line is read, and how it is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ...errors import Problem, shown
from ...files.csv import SEPARATORS, CsvRow, csv_rows, csv_text, guarded, separator_of, unguarded
from ...rulebook.tiles import WINDS
from .hands import Match
from .json_sheets import hands_data
from .sheet import FORMAT, VERSION, Line, Sheet, raise_problems, whole

SEATS = tuple(seat.english.lower() for seat in WINDS)

# Word before the header -> what its value is.
SETTINGS: dict[str, str] = {
    FORMAT: f"version of the format, {VERSION}",
    "rules": "ordinary or duplicate",
    "multiple_winners": "nearest or all: who wins if several claim a tile",
    "variant": "cross-pay or no-cross-pay: how several winners are paid",
    "minimum": "points without flowers that a win needs, 8 if left out",
}
# Column -> what stands in it. Players are given by name, or by their seat in the hand: E, S, W, N.
COLUMNS: dict[str, str] = {
    "hand": "number of the hand, 1..16",
    "prevalent": "prevalent wind, checked against the number of the hand",
    **{seat: f"who sat {seat.capitalize()} in this hand, checked against the change of seats" for seat in SEATS},
    "winner": "the winner; Bela+Dora for two on one tile; draw, or nothing",
    "value": "what the hand is worth, flowers included; 20+10 for two winners, in their order",
    "flowers": "how many points of the value are flowers, which the minimum does not count; 2+0 for two winners",
    "from": "who discarded the tile, or whose kong was robbed; wall or self for a self-drawn win",
    "robbed": "yes if a kong was robbed",
    "false_hu": "Dora=below-minimum, also wrong-tile, ready, one-short, two-short, in duplicate structure or "
    "no-structure, or the cost (10, 20; 4, 8); several apart by |",
    "penalty": "Dora=10: points that the referee took, apart from the points of the hand; several apart by |",
    "remarks": "anything",
}
_NEEDED = ("hand", "winner", "value", "from")
_FALSE_HU_COLUMN, _PENALTY_COLUMN = "false_hu", "penalty"
_NAMES = (*SEATS, "winner", "from", _FALSE_HU_COLUMN, _PENALTY_COLUMN, "remarks")  # columns whose cells begin with one


def _first_seats(lines: Sequence[Line], file: str, problems: list[Problem]) -> list[object]:
    """Return who sat East, South, West and North in the first hand."""
    for line in lines:
        if whole(line.hand) == 1:
            return [line.seats[seat] for seat in SEATS]
    problems.append(
        Problem("hand 1 is missing, and with it the players: east, south, west, north", file, column="hand")
    )
    return []


def from_csv(text: str, file: str, problems: list[Problem]) -> Sheet:
    """Return what a sheet in CSV says; what cannot be read is added to the problems."""
    separator = separator_of(text, COLUMNS, 2 * len(SETTINGS) + 10)
    rows = list(csv_rows(text, separator, file, problems))
    start = next((place for place, row in enumerate(rows) if "hand" in map(str.lower, row.cells)), None)
    if start is None:
        problems.append(Problem(f"has no header; one line must name the columns {', '.join(_NEEDED)}", file))
        raise_problems(problems)
    assert start is not None
    rules = _settings(rows[:start], file, problems)
    titles = list(map(unguarded, rows[start].cells))
    while not titles[-1]:  # a spreadsheet pads lines to the longest
        titles = titles[:-1]
    names = [title.lower() if title.lower() in COLUMNS else title for title in titles]
    players = _header(names, rows[start].line, file, problems)
    raise_problems(problems)  # what follows would only be told wrong because of them
    lines = [line for row in rows[start + 1 :] if (line := _line(row, names, players, file, problems)) is not None]
    if not players and not problems:
        players = _first_seats(lines, file, problems)
    notes = (f"the columns are separated by {SEPARATORS[separator]}",) if separator != "," else ()
    return Sheet(players, rules, lines, notes)


def _settings(rows: Sequence[CsvRow], file: str, problems: list[Problem]) -> dict[str, Any]:
    """Return the rules that stand above the header."""
    told: dict[str, str] = {}
    for row in rows:
        word, value = row.cells[0].lower(), row.cells[1] if len(row.cells) > 1 else ""
        where = f"line {row.line}"
        if word not in SETTINGS or any(row.cells[2:]):
            message = f"{shown(row.cells[0])} is no setting; above the header there may be {', '.join(SETTINGS)}"
            problems.append(Problem(message, file, where, value=row.cells[0]))
        elif word in told:
            problems.append(Problem(f"{word} is set twice", file, where, value=value))
        else:
            told[word] = value
            message = _setting_fault(word, value)
            if message:
                problems.append(Problem(message, file, where, value=value))
    if problems:
        return {}
    rules: dict[str, Any] = {name: told[name].lower() for name in ("multiple_winners", "variant") if name in told}
    rules |= {"minimum": int(told["minimum"])} if "minimum" in told else {}
    return rules | ({"duplicate": told["rules"].lower() == "duplicate"} if "rules" in told else {})


_ALLOWED = {
    FORMAT: (str(VERSION),),
    "rules": ("ordinary", "duplicate"),
    "multiple_winners": ("nearest", "all"),
    "variant": ("cross-pay", "no-cross-pay"),
}


def _setting_fault(word: str, value: str) -> str:
    """Say what is wrong with a setting; nothing if it is right."""
    if word == "minimum":
        return "" if re.fullmatch("[0-9]{1,6}", value) else f"minimum must be a whole number, not {shown(value)}"
    if value.lower() in _ALLOWED[word]:
        return ""
    if word == FORMAT:
        return f"version {shown(value)} of the format is not known; this program reads {VERSION}"
    return f"{word} must be {' or '.join(_ALLOWED[word])}, not {shown(value)}"


def _header(names: Sequence[str], line: int, file: str, problems: list[Problem]) -> list[object]:
    """Return the players that the header names, none if it names none."""
    where = f"line {line}"
    for name in dict.fromkeys(names):
        if not name:
            problems.append(Problem("a column has no name", file, where))
        elif names.count(name) > 1:
            problems.append(Problem(f"the column {name} stands {names.count(name)} times", file, where, value=name))
    lacking = [name for name in _NEEDED if name not in names]
    if lacking:
        message = f"the header lacks the column{'s' if len(lacking) > 1 else ''} {', '.join(lacking)}"
        problems.append(Problem(message, file, where))
    players: list[object] = [name for name in names if name not in COLUMNS and name]
    seats = [seat for seat in SEATS if seat in names]
    if players and len(players) != 4:
        message = (
            f"{', '.join(map(str, players))}: a sheet has four columns for the players, or none, not {len(players)};"
            f" the others are {', '.join(COLUMNS)}"
        )
        problems.append(Problem(message, file, where))
    elif not players and len(seats) != 4:
        message = (
            "the players are not named: four columns are headed by their names, or east, south, west, north tell them"
        )
        problems.append(Problem(message, file, where))
    return players


def _line(
    row: CsvRow, names: Sequence[str], players: Sequence[object], file: str, problems: list[Problem]
) -> Line | None:
    """Return the line of a hand, or None if its cells do not fit the header."""
    where = f"line {row.line}"
    cells = row.cells
    if len(cells) > len(names) and not any(cells[len(names) :]):
        cells = cells[: len(names)]
    if len(cells) != len(names):
        message = f"{len(cells)} cells, but the header has {len(names)} columns"
        problems.append(Problem(message, file, where, value=str(len(cells))))
        return None
    told = {name: unguarded(cell) if name in _NAMES else cell for name, cell in zip(names, cells, strict=True)}
    winner = told["winner"]
    return Line(
        where,
        told["hand"],
        told.get("prevalent"),
        {seat: told[seat] for seat in SEATS if seat in told},
        [] if winner.lower() in ("", "draw") else list(_split(winner)),
        list(_split(told["value"])),
        list(_split(told.get("flowers", ""))),
        told["from"],
        told.get("robbed"),
        _pairs(told.get(_FALSE_HU_COLUMN, ""), _FALSE_HU_COLUMN, where, file, problems),
        _pairs(told.get(_PENALTY_COLUMN, ""), _PENALTY_COLUMN, where, file, problems),
        {str(player): told[str(player)] for player in players},
    )


def _split(cell: str) -> list[str]:
    return [part.strip() for part in cell.split("+")] if cell.strip() else []


def _pairs(cell: str, column: str, where: str, file: str, problems: list[Problem]) -> list[tuple[object, object]]:
    found: list[tuple[object, object]] = []
    for part in filter(None, (part.strip() for part in cell.split("|"))):
        player, equals, what = part.rpartition("=")
        if not equals or not player.strip() or not what.strip():
            message = f"{shown(part)} is not PLAYER={'KIND' if column == _FALSE_HU_COLUMN else 'POINTS'}"
            problems.append(Problem(message, file, where, column, part))
        else:
            found.append((player.strip(), what.strip()))
    return found


def match_csv(match: Match) -> str:
    """Return a match as a CSV sheet, with the scores of each hand.

    Parameters
    ----------
    match : Match

    Returns
    -------
    str
        `fastmcr.tournament.match.parse_match` gives the same match again.

    Examples
    --------
    >>> match = Match(["Anna", "Bela", "Chen", "Dora"]).record({"Bela": 12}, discarder="Chen")
    >>> print(match_csv(match).splitlines()[-1])
    1,E,Bela,12,,Chen,,-8,36,-20,-8,,
    """
    rows: list[list[object]] = [
        [FORMAT, VERSION],
        ["rules", "duplicate" if match.duplicate else "ordinary"],
        ["multiple_winners", match.multiple_winners],
        ["variant", match.variant],
        ["minimum", match.minimum],
        ["hand", "prevalent", "winner", "value", "flowers", "from", "robbed", *map(guarded, match.players),
         _FALSE_HU_COLUMN, _PENALTY_COLUMN],
    ]  # fmt: skip
    for told, hand in zip(hands_data(match), match.hands, strict=True):
        wins = told["wins"]
        rows.append([
            told["hand"],
            told["prevalent"],
            guarded("+".join(win["player"] for win in wins)) or "draw",
            "+".join(str(win["value"]) for win in wins),
            "+".join(str(win["flowers"]) for win in wins) if any(win["flowers"] for win in wins) else "",
            guarded(told["from"] or ""),
            "yes" if told["robbed"] else "",
            *hand.points,
            guarded("|".join(f"{false['player']}={false['kind']}" for false in told["false_hu"])),
            guarded("|".join(f"{player}={points}" for player, points in told["penalties"].items())),
        ])  # fmt: skip
    return csv_text(rows)
