"""A scored event as JSON and CSV; every file names the rule variant and the scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from ...files.csv import csv_text, guarded
from ...rulebook.tiles import Wind
from .deals_in_event import published_boards
from .files_json import result_entry
from .numbers import number_data
from .outcome import EventResult, MatchLine, SeatLine, Standing, TeamLine
from .text import board_title, table_words

__all__ = ["RESULT_FORMAT", "result_csv", "result_data"]

RESULT_FORMAT = "fastmcr-duplicate-result"
RESULT_VERSION = 1


def result_data(result: EventResult) -> dict[str, Any]:
    """Return a scored event as plain data.

    Parameters
    ----------
    result : EventResult
        Any.

    Returns
    -------
    dict
        Numbers that may be fractions are ``{"exact": "-41/3", "decimal": "-13.666667"}``.

    Examples
    --------
    >>> from fastmcr.tournament.duplicate import Event, TableResult, score_event
    >>> event = Event([TableResult(1, "A", ("Ann", "Bo", "Cy", "Di"), wins={"E": 9})])
    >>> data = result_data(score_event(event, "wbf-bridge"))
    >>> data["scale"]["official"], data["standings"][0]["total"]
    (False, {'exact': '0', 'decimal': '0'})
    """
    event = result.event
    return {
        "format": RESULT_FORMAT,
        "version": RESULT_VERSION,
        "event": {"name": event.name, "date": event.date, "place": event.place},
        "rules": {"variant": event.rules.variant, "settings": event.rules.to_dict()},
        "scale": {**result.scale.to_dict(), "notice": result.scale.notice},
        "standings": [_standing_data(line) for line in result.standings],
        "boards": list(_boards_data(result)),
        "warnings": [warning._asdict() for warning in result.warnings],
    }


def _standing_data(line: Standing) -> dict[str, Any]:
    data = {name: _plain(value) for name, value in line._asdict().items()}
    return data | {"tie_breaks": {name: number_data(value) for name, value in line.tie_breaks.items()}}


def _boards_data(result: EventResult) -> Iterator[dict[str, Any]]:
    boards = {board.number: board for board in published_boards(result.event)}
    found: dict[tuple[int, str], dict[str, Any]] = {}
    for table in result.tables:
        board = boards[table.board].to_dict()
        place = {"board": board.pop("number"), "group": table.group, **board}
        entry = found.setdefault((table.board, table.group), {**place, "tables": [], "seats": []})
        entry["tables"].append({"text": table_words(table), **result_entry(table)})
    for name, lines in (("seats", result.lines), ("teams", result.team_lines), ("matches", result.match_lines)):
        for line in lines:
            data = {key: _plain(value) for key, value in line._asdict().items() if key not in ("board", "group")}
            found[line.board, line.group].setdefault(name, []).append(data)
    yield from found.values()


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return number_data(value)
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, Wind) else value


# --- CSV --------------------------------------------------------------------------------------------------------------


def result_csv(result: EventResult) -> dict[str, str]:
    """Return a scored event as CSV files.

    Parameters
    ----------
    result : EventResult
        Any.

    Returns
    -------
    dict of str to str
        ``standings.csv``, ``boards.csv`` (a seat a line), ``settings.csv``, and in a team event ``teams.csv`` (a team
        a line for each board) and ``matches.csv``. Numbers are decimals of at most 6 places; where those are rounded,
        the column ``..._exact`` has the number as whole and fraction, ``-13 2/3``.

    Examples
    --------
    >>> from fastmcr.tournament.duplicate import Event, TableResult, score_event
    >>> event = Event([TableResult(1, "A", ("Ann", "Bo", "Cy", "Di"), wins={"E": 9})])
    >>> files = result_csv(score_event(event, "wbf-bridge"))
    >>> sorted(files)
    ['boards.csv', 'settings.csv', 'standings.csv']
    >>> files["boards.csv"].splitlines()[1]
    '1,,A,E,Ann,,,33,1,33,33,0,0,0,0,0,0,duplicate MCR; individual event; several winners: cross-pay; datum: mean of all,wbf-bridge (unofficial)'
    """  # noqa: E501 - a line of the file
    marks = {"rules": result.rules.variant, "scale": _scale_name(result)}
    files = {
        "standings.csv": _csv((_standing_row(line) for line in result.standings), marks),
        "boards.csv": _csv(map(_seat_row, result.lines), marks),
    }
    if result.rules.kind == "team":
        files["teams.csv"] = _csv(map(_team_row, result.team_lines), marks)
    if result.match_lines:
        files["matches.csv"] = _csv(map(_match_row, result.match_lines), marks)
    return {**files, "settings.csv": csv_text((("what", "value"), *_settings_rows(result)))}


def _scale_name(result: EventResult) -> str:
    return guarded(f"{result.scale.id} ({'official' if result.scale.official else 'unofficial'})")


def _csv(rows: Iterable[dict[str, Any]], marks: Mapping[str, str]) -> str:
    lines = [{**row, **marks} for row in rows]
    return csv_text([lines[0] if lines else (), *(line.values() for line in lines)])


def _standing_row(line: Standing) -> dict[str, Any]:
    ties = "; ".join(f"{name}={_mixed(value)}" for name, value in line.tie_breaks.items())
    return {
        "rank": line.rank, "shared": "yes" if line.shared else "no", "name": guarded(line.name),
        "team": guarded(line.team), "boards": line.boards, **_both("imp", line.imp), "false_hu": line.false_hu,
        **_both("false_hu_imp", line.false_hu_imp), **_both("penalty_imp", line.penalty_imp),
        **_both("carried", line.carried), **_both("total", line.total), "points": line.points, "tie_breaks": ties,
    }  # fmt: skip


def _seat_row(line: SeatLine) -> dict[str, Any]:
    return {
        "board": line.board, "group": guarded(line.group), "table": guarded(line.table), "wind": str(line.wind),
        "player": guarded(line.player), "substitute": guarded(line.substitute), "team": guarded(line.team),
        "score": line.score, "results": line.results,
        **_both("datum", line.datum), **_both("deviation", line.deviation), "imp": _decimal(line.imp),
        "false_hu": len(line.false_hu), "false_hu_imp": _decimal(line.false_hu_imp),
        "penalty_imp": _decimal(line.penalty_imp),
    }  # fmt: skip


def _team_row(line: TeamLine) -> dict[str, Any]:
    return {
        "board": line.board, "group": guarded(line.group), "team": guarded(line.team),
        **dict(zip(("east", "south", "west", "north"), line.scores, strict=True)), "sum": line.total,
        **_both("datum", line.datum), **_both("converted", line.deviation), "imp": _decimal(line.imp),
        "false_hu_imp": _decimal(line.false_hu_imp), "penalty_imp": _decimal(line.penalty_imp),
    }  # fmt: skip


def _match_row(line: MatchLine) -> dict[str, Any]:
    return {
        "board": line.board, "group": guarded(line.group),
        "first": guarded(line.teams[0]), "second": guarded(line.teams[1]),
        "first_sum": line.totals[0], "second_sum": line.totals[1],
        "converted": " ".join(map(str, line.differences)), "imp_first": _decimal(line.imp),
        "imp_second": _decimal(-line.imp),
    }  # fmt: skip


def _both(name: str, value: Fraction | None) -> dict[str, str]:
    return {name: _decimal(value), f"{name}_exact": _mixed(value)}


def _decimal(value: Fraction | None) -> str:
    data = number_data(value)
    return "" if data is None else data["decimal"]


def _mixed(value: Fraction | None) -> str:
    """Return whole and fraction: spreadsheets would take 2/3 for a date, but read 0 2/3 rightly."""
    if value is None:
        return ""
    whole, rest = divmod(abs(value), 1)
    return f"{'-' if value < 0 else ''}{whole}{f' {rest}' if rest else ''}"


def _settings_rows(result: EventResult) -> Iterator[tuple[str, str]]:
    event = result.event
    scale = result.scale
    told = {"event": event.name, "date": event.date, "place": event.place, "rules": event.rules.variant,
            "scale": scale.id, "scale_notice": scale.notice, "scale_source": scale.source,
            "scale_official": str(scale.official).lower()}  # fmt: skip
    yield from ((name, guarded(text)) for name, text in told.items())
    for name, value in event.rules.to_dict().items():
        yield name, ",".join(value) if isinstance(value, list) else str(value)
    for board in event.all_boards:
        if board.prevalent is not None:
            yield f"board_{board.number}", board_title(board)
    for warning in result.warnings:
        yield "warning", guarded(warning.text)
