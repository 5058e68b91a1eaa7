"""How the cells of a results file are read; a cell that cannot be is told with what is allowed."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ...errors import InputError, shown
from ...files.csv import CellError
from ...rulebook.tiles import WINDS, Wind
from .boards import MAX_BOARD
from .numbers import exact
from .table_result import MAX_SCORE
from .values import as_name

SEATS = ("east", "south", "west", "north")
SCORES = tuple(f"score_{seat}" for seat in SEATS)
_WIND_WORDS = {word.lower(): wind for wind in WINDS for word in (str(wind), wind.english, wind.chinese)}
_FALSE_HU = {"4": True, "structure": True, "8": False, "no-structure": False}
_MINUS = str.maketrans("\u2212", "-")


def board_cell(column: str, value: str) -> int:
    """Read the number of a board."""
    if not re.fullmatch("[0-9]{1,4}", value) or not int(value):
        raise CellError(column, value, f"no board {shown(value)}; the number of a board is 1..{MAX_BOARD}")
    return int(value)


def name_cell(column: str, value: str) -> str:
    """Read the name of a table or a player."""
    what = "table" if column == "table" else "player"
    if not value:
        raise CellError(column, value, f"is empty; it names the {what}")
    try:
        return as_name(value, f"a {what}")
    except InputError as error:
        raise CellError(column, value, str(error)) from None


def wind_cell(column: str, value: str, allowed: str) -> Wind:
    """Read a wind."""
    wind = _WIND_WORDS.get(value.strip().lower())
    if wind is None:
        raise CellError(column, value, f"no wind {shown(value.strip())}; {allowed}")
    return wind


def winners_cell(column: str, value: str) -> tuple[Wind, ...] | str | None:
    """Return the winners, nothing for a draw, ``not played``, or None for an empty cell."""
    word = " ".join(value.lower().split())
    if word in ("", "draw", "not played"):
        return {"": None, "draw": (), "not played": "not played"}[word]
    allowed = "winners are E, S, W, N, several as S+W, or draw, or not played"
    return tuple(wind_cell(column, part, allowed) for part in value.split("+"))


def points_cell(column: str, value: str) -> tuple[int, ...]:
    """Read the points of the winners."""
    parts = [part.strip() for part in value.split("+")] if value else []
    for part in parts:
        if not re.fullmatch("[0-9]{1,6}", part):
            raise CellError(column, value, f"no points {shown(part)}; points are a whole number, several as 20+10")
    return tuple(map(int, parts))


def source_cell(column: str, value: str) -> Wind | str | None:
    """Read where the winning tile came from."""
    word = value.lower()
    if not word:
        return None
    if word in ("wall", "self-drawn"):
        return "wall"
    return wind_cell(column, value, "it is E, S, W or N, or wall for a self-drawn win")


def scores_cells(cells: dict[str, str]) -> tuple[int, ...] | None:
    """Return the four scores, or None where all four cells are empty."""
    given = [cells.get(column, "") for column in SCORES]
    if not any(given):
        return None
    scores = []
    for column, value in zip(SCORES, given, strict=True):
        if not value:
            raise CellError(column, value, "is empty; give all four scores or none")
        plain = value.translate(_MINUS)
        if not re.fullmatch("[+-]?[0-9]{1,7}", plain) or abs(int(plain)) > MAX_SCORE:
            raise CellError(column, value, f"no score {shown(value)}; a score is a whole number such as -16")
        scores.append(int(plain))
    return tuple(scores)


def pairs_cell(read: Callable[[str, str], Any], example: str) -> Callable[[str, str], tuple[Any, ...]]:
    """Return a reader of pairs such as ``N=4 E=8``."""

    def cell(column: str, value: str) -> tuple[tuple[Wind, Any], ...]:
        found = []
        for part in value.split():
            wind, equals, rest = part.partition("=")
            if not equals:
                raise CellError(column, value, f"{shown(part)} is not as {example}; several stand apart by blanks")
            found.append((wind_cell(column, wind, f"write it as {example}"), read(column, rest)))
        return tuple(found)

    return cell


def false_hu_cell(column: str, value: str) -> bool:
    """Read whether a false hu had the structure of a win."""
    if value.lower() not in _FALSE_HU:
        message = f"no false hu {shown(value)}; it is 4 or structure, 8 or no-structure"
        raise CellError(column, value, message)
    return _FALSE_HU[value.lower()]


def imp_cell(column: str, value: str) -> Fraction:
    """Read an exact number of IMP."""
    try:
        imp = exact(value, "IMP")
    except InputError as error:
        raise CellError(column, value, str(error)) from None
    if imp <= 0:
        raise CellError(column, value, f"a penalty is above 0 IMP and is subtracted, not {shown(value)}")
    return imp


def substitutes_cell(column: str, value: str) -> dict[Wind, str]:
    """Read who sat in for whom."""
    found: dict[Wind, str] = {}
    for part in value.split("|") if value else []:
        seat, equals, name = part.strip().partition("=")
        if not equals or not name.strip():
            raise CellError(column, value, f"{shown(part.strip())} is not as E=Zoe Lee; several stand apart by |")
        wind = wind_cell(column, seat, "write it as E=Zoe Lee")
        if wind in found:
            raise CellError(column, value, f"two substitutes for {wind.english}")
        found[wind] = name_cell(column, name.strip())
    return found
