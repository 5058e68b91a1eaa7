"""Match sheets as CSV, in and out: the columns, how a line is read, and how it is written."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..errors import Problem, shown
from ..tiles import WINDS
from .hands import Match
from .json_sheets import hands_data
from .sheet import FORMAT, VERSION, Line, Sheet, raise_problems, whole

SEATS = tuple(seat.english.lower() for seat in WINDS)
SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}

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


def _first_seats(lines: Sequence[Line], file: str, problems: list[Problem]) -> list[object]:
    """Return who sat East, South, West and North in the first hand."""
    for line in lines:
        if whole(line.hand) == 1:
            return [line.seats[seat] for seat in SEATS]
    problems.append(
        Problem("hand 1 is missing, and with it the players: east, south, west, north", file, column="hand")
    )
    return []


class _Row(NamedTuple):
    line: int
    cells: list[str]


def from_csv(text: str, file: str, problems: list[Problem]) -> Sheet:
    """Return what a sheet in CSV says; what cannot be read is added to the problems."""
    separator = _separator(text)
    rows = _rows(text, separator, file, problems)
    start = next((place for place, row in enumerate(rows) if "hand" in map(str.lower, row.cells)), None)
    if start is None:
        problems.append(Problem(f"has no header; one line must name the columns {', '.join(_NEEDED)}", file))
        raise_problems(problems)
    assert start is not None
    rules = _settings(rows[:start], file, problems)
    titles = rows[start].cells
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


def _rows(text: str, separator: str, file: str, problems: list[Problem]) -> list[_Row]:
    """Return the rows that are not empty, each with the line it began on."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows, line = [], 1
    try:
        for cells in reader:
            begun, line = line, reader.line_num + 1
            if any(cell.strip() for cell in cells):
                rows.append(_Row(begun, [cell.strip() for cell in cells]))
    except csv.Error as error:
        problems.append(Problem(f"not CSV: {error}", file, f"line {line}"))
    return rows


def _separator(text: str) -> str:
    """Return the separator that makes most known columns of a line."""
    lines = text.splitlines()[: 2 * len(SETTINGS) + 10]

    def known(separator: str) -> int:
        return max(
            (sum(cell.strip(' "').lower() in COLUMNS for cell in line.split(separator)) for line in lines), default=0
        )

    return max(SEPARATORS, key=known)


def _settings(rows: Sequence[_Row], file: str, problems: list[Problem]) -> dict[str, Any]:
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
    row: _Row, names: Sequence[str], players: Sequence[object], file: str, problems: list[Problem]
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
    told = dict(zip(names, cells, strict=True))
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
        `fastmcr.match.parse_match` gives the same match again.

    Examples
    --------
    >>> match = Match(["Anna", "Bela", "Chen", "Dora"]).record({"Bela": 12}, discarder="Chen")
    >>> print(match_csv(match).splitlines()[-1])
    1,E,Bela,12,,Chen,,-8,36,-20,-8,,
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([FORMAT, VERSION])
    writer.writerow(["rules", "duplicate" if match.duplicate else "ordinary"])
    writer.writerow(["multiple_winners", match.multiple_winners])
    writer.writerow(["variant", match.variant])
    writer.writerow(["minimum", match.minimum])
    writer.writerow(["hand", "prevalent", "winner", "value", "flowers", "from", "robbed", *match.players,
                     _FALSE_HU_COLUMN, _PENALTY_COLUMN])  # fmt: skip
    for told, hand in zip(hands_data(match), match.hands, strict=True):
        wins = told["wins"]
        writer.writerow([
            told["hand"],
            told["prevalent"],
            "+".join(win["player"] for win in wins) or "draw",
            "+".join(str(win["value"]) for win in wins),
            "+".join(str(win["flowers"]) for win in wins) if any(win["flowers"] for win in wins) else "",
            told["from"] or "",
            "yes" if told["robbed"] else "",
            *hand.points,
            "|".join(f"{false['player']}={false['kind']}" for false in told["false_hu"]),
            "|".join(f"{player}={points}" for player, points in told["penalties"].items()),
        ])  # fmt: skip
    return file.getvalue()
