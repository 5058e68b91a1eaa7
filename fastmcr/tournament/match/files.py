"""Match sheets as files: CSV and JSON in, CSV and JSON out, both with a format version.

A CSV sheet may begin with lines of a word and a value, and then has a header and a line for each hand::

    fastmcr match,1
    rules,ordinary
    hand,prevalent,winner,value,from,Anna,Bela,Chen,Dora
    1,E,Bela,12,Chen,-8,36,-20,-8
    2,E,Anna,9,wall,51,-17,-17,-17
    3,E,draw,,,0,0,0,0

`SETTINGS` and `COLUMNS` describe both. Four more columns are the players, headed by their names in the order of the
first hand (East, South, West, North), with the points of each: all four in a line, or none.

What a false hu pays to the opponents in ordinary MCR is part of the points of its hand; IMP for a false hu in duplicate
and the penalties of the referee are not.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...errors import InputError, McrError, Problem, SheetError, shown
from ...files.text import Unreadable, read_text
from .csv_sheets import COLUMNS, SETTINGS, from_csv, match_csv
from .hands import Match
from .json_sheets import from_json, match_sheet_json
from .sheet import FORMAT, RULES, VERSION, checked_match, raise_problems

__all__ = ["COLUMNS", "FORMAT", "SETTINGS", "VERSION", "match_csv", "match_sheet_json", "parse_match", "read_match"]

MAX_BYTES = 1 << 20  # a sheet has 16 lines


def read_match(path: str | os.PathLike[str], *, unfinished: bool = False, **rules: Any) -> Match:
    """Read and check a match sheet.

    Parameters
    ----------
    path : path
        A CSV or JSON file in UTF-8; CSV may be separated by commas, semicolons or tabs.
    unfinished : bool, default False
        Whether the last hands may be missing.
    **rules
        ``duplicate``, ``multiple_winners``, ``variant``, ``minimum``, where the sheet does not say them; a sheet that
        says something else is refused.

    Returns
    -------
    Match
        All that the sheet says is in order: hands, winds, seats, values, scores.

    Raises
    ------
    SheetError
        With the file, line, column and value of everything that is wrong.

    Examples
    --------
    >>> read_match("no_sheet.csv")
    Traceback (most recent call last):
        ...
    fastmcr.errors.SheetError: no_sheet.csv: cannot be read: No such file or directory
    """
    file = str(path)
    try:
        text = read_text(Path(path), MAX_BYTES)
        with Path(path).open("rb") as raw:
            marked = raw.read(3) == b"\xef\xbb\xbf"
    except Unreadable as error:
        raise SheetError([Problem(error.message, file, error.where)]) from None
    return parse_match(("\ufeff" if marked else "") + text, file, unfinished=unfinished, **rules)


def parse_match(text: str, file: str = "", *, unfinished: bool = False, **rules: Any) -> Match:
    r"""Check a match sheet given as text; the arguments are those of `read_match`.

    Parameters
    ----------
    text : str
        CSV, or JSON beginning with ``{``.
    file : str
        Its name, for what is wrong.
    unfinished : bool, default False
        Whether the last hands may be missing.
    **rules
        As in `read_match`.

    Returns
    -------
    Match

    Raises
    ------
    SheetError
        As for `read_match`.

    Examples
    --------
    >>> sheet = "hand,winner,value,from,Ann,Bo,Cy,Di\n1,Bo,12,Cy,-8,36,-20,-8\n2,Ann,7,wall,,,,"
    >>> parse_match(sheet, "sheet.csv", unfinished=True)
    Traceback (most recent call last):
        ...
    fastmcr.errors.SheetError: sheet.csv, line 3, column value: Ann's win of 7 is below the minimum of 8
    """
    problems: list[Problem] = []
    if not isinstance(text, str):
        raise InputError(f"a match sheet must be a str, not {shown(text)}")
    notes = ("the file begins with a byte order mark",) if text.startswith("\ufeff") else ()
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise SheetError([Problem("is empty", file)])
    sheet = (from_json if text.lstrip().startswith("{") else from_csv)(text, file, problems)
    raise_problems(problems)
    try:
        match = Match(sheet.players, **_agreed(sheet.rules, rules))  # type: ignore[arg-type]  # checked by the match
    except McrError as error:
        raise SheetError([Problem(str(error), file)]) from None
    match = checked_match(match, sheet.lines, file, problems, unfinished=unfinished)
    return match._with(notes=(*notes, *sheet.notes))


def _agreed(told: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules of a sheet, completed by those of the caller."""
    for name, value in given.items():
        if name not in RULES:
            raise TypeError(f"read_match() got an unexpected keyword argument {name!r}")
        if value is not None and name in told and told[name] != value:
            raise McrError(f"the sheet says {name} {shown(told[name])}, and {shown(value)} is asked for")
    return {name: value for name, value in {**given, **told}.items() if value is not None}
