"""Results and players as CSV: the columns, how a cell is read, and how a line is written.

A line of results is a board at a table. Results may be told by the winner (`winner`, `points`, `from`), by the four
scores, or by both, which must then agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TypeVar

from ...errors import InputError, McrError, Problem, shown
from ...files.csv import CellError, Columns, TableRow, csv_text, guarded, table_rows
from ...rulebook.tiles import WINDS, Wind
from .boards import MAX_BOARD
from .csv_cells import (
    SCORES,
    SEATS,
    board_cell,
    false_hu_cell,
    imp_cell,
    name_cell,
    pairs_cell,
    points_cell,
    scores_cells,
    source_cell,
    substitutes_cell,
    winners_cell,
)
from .model import Event, Player, TableResult, Win
from .numbers import exact
from .values import as_name

__all__ = ["PLAYER_COLUMNS", "RESULT_COLUMNS", "players_csv", "read_players", "read_results", "results_csv"]

TOLD = ("winner", "points", "from")

# Column -> what stands in it.
RESULT_COLUMNS: dict[str, str] = {
    "group": "results are compared within a group; leave it out where there is one",
    "board": f"number of the board, 1..{MAX_BOARD}",
    "table": "name or number of the table",
    **{seat: f"the player entered who had the {seat.capitalize()} wind of this board" for seat in SEATS},
    "winner": "E, S, W or N; S+W for two winners; draw; not played",
    "points": "points of the hand; 20+10 for two winners, in their order",
    "from": "who discarded the tile, or whose kong was robbed: E, S, W or N; wall for a self-drawn win",
    **{score: f"points that {seat.capitalize()} won or lost" for score, seat in zip(SCORES, SEATS, strict=True)},
    "false_hu": "N=4 with hand structure, N=8 without; several apart by blanks",
    "penalty": "IMP that the referee took: W=2; several apart by blanks",
    "substitute": "who sat there instead: E=Zoe Lee; several apart by |",
    "remarks": "anything",
}
PLAYER_COLUMNS: dict[str, str] = {
    "name": "the player, as in the results",
    "team": "the player's team",
    "carry_over": "IMP from before, such as 12, 10.5 or 31/3 (individual events)",
    "previous_rank": "standing before this event, from 1 (individual events)",
}
_RESULTS = Columns(
    ("board", "table", *SEATS),
    ("group", *TOLD, *SCORES, "false_hu", "penalty", "substitute", "remarks"),
    names=("table", *SEATS, "group", "remarks"),
)
_PLAYERS = Columns(("name",), ("team", "carry_over", "previous_rank"), names=("name", "team"))

T = TypeVar("T")


def read_results(text: str, file: str, problems: list[Problem]) -> tuple[list[TableResult], list[int]]:
    r"""Return the results of a CSV text and the line of each; what is wrong is added to the problems.

    Parameters
    ----------
    text : str
        The text of the file.
    file : str
        Its name, for the problems.
    problems : list of Problem
        Is added to.

    Returns
    -------
    results : list of TableResult
        Those of the good lines.
    lines : list of int
        Their lines, from 1.

    Examples
    --------
    >>> problems = []
    >>> head = "board,table,east,south,west,north,winner,points,from"
    >>> text = f"{head}\n1,A,Ann,Bo,Cy,Di,S,20,E\n1,B,Ed,Flo,Gus,Hal,X,9,wall"
    >>> results, lines = read_results(text, "results.csv", problems)
    >>> results[0].wins, lines
    ((Win(wind=Wind.S, points=20),), [2])
    >>> print(problems[0])
    results.csv, line 3, column winner: no wind 'X'; winners are E, S, W, N, several as S+W, or draw, or not played
    """
    results, lines = [], []
    for row in _told_rows(text, file, problems):
        found = _collected(row, file, problems, _result_cells)
        if found is not None:
            results.append(found)
            lines.append(row.line)
    return results, lines


def _told_rows(text: str, file: str, problems: list[Problem]) -> Iterator[TableRow]:
    """Yield the rows of results; the columns must tell winners or scores."""
    first = True
    for row in table_rows(text, _RESULTS, file, problems):
        if first:
            first = False
            for some in (TOLD, SCORES):
                lacking = [name for name in some if name not in row.cells]
                if lacking and len(lacking) < len(some):
                    message = f"the first line lacks {', '.join(lacking)}; {', '.join(some)} belong together"
                    problems.append(Problem(message, file, "line 1"))
                    return
            if TOLD[0] not in row.cells and SCORES[0] not in row.cells:
                message = f"the first line needs the columns {', '.join(TOLD)}, or {', '.join(SCORES)}, or all of them"
                problems.append(Problem(message, file, "line 1"))
                return
        yield row


def _collected(
    row: TableRow, file: str, problems: list[Problem], read: Callable[[dict[str, str], list[CellError]], T]
) -> T | None:
    """Return what a row stands for, or add all that is wrong in it."""
    wrong: list[CellError] = []
    found = None
    try:
        found = read(row.cells, wrong)
    except CellError as error:
        wrong.append(error)
    except McrError as error:
        wrong.append(CellError("", "", str(error)))
    problems += [Problem(error.message, file, f"line {row.line}", error.column, str(error.value)) for error in wrong]
    return None if wrong else found


def _result_cells(cells: dict[str, str], wrong: list[CellError]) -> TableResult:
    """Return the result of a row; cells that are wrong are added, the first that leaves nothing to go on is raised."""

    def cell(column: str, read: Callable[[str, str], T], otherwise: T) -> T:
        try:
            return read(column, cells.get(column, ""))
        except CellError as error:
            wrong.append(error)
            return otherwise

    board = cell("board", board_cell, 1)
    table = cell("table", name_cell, "?")
    players = tuple(cell(seat, name_cell, "?") for seat in SEATS)
    winners = cell("winner", winners_cell, None)
    points: tuple[int, ...] = cell("points", points_cell, ())
    source = cell("from", source_cell, None)
    scores = cell("score_east", lambda _column, _value: scores_cells(cells), None)
    false_hu = cell("false_hu", pairs_cell(false_hu_cell, "N=4 or N=8"), ())
    penalties = cell("penalty", pairs_cell(imp_cell, "W=2"), ())
    substitutes: dict[Wind, str] = cell("substitute", substitutes_cell, {})
    group = cells.get("group", "")
    if wrong:
        raise wrong.pop()
    wins = _wins(cells, winners, points, source) if winners is not None else None
    if winners is None and scores is None:
        raise CellError("winner", "", "neither a winner nor scores; write the winner, draw, or not played")
    if winners == "not played" and scores is not None:
        raise CellError("score_east", cells["score_east"], "scores of a board that was not played; leave them empty")
    return TableResult(
        board, table, players, wins=None if winners == "not played" else wins,
        source=source if isinstance(source, Wind) else None, scores=scores, group=group and as_name(group, "a group"),
        false_hu=false_hu, penalties=penalties, substitutes=substitutes,
        remarks=cells.get("remarks", ""), played=winners != "not played",
    )  # fmt: skip


def _wins(
    cells: dict[str, str], winners: tuple[Wind, ...] | str, points: tuple[int, ...], source: Wind | str | None
) -> tuple[Win, ...]:
    """Return the wins, or say which of the three columns does not fit the others."""
    if isinstance(winners, str) or not winners:
        word = winners or "draw"
        for column in ("points", "from"):
            if cells[column]:
                message = f"{shown(cells[column])} does not go with {word}; leave it empty"
                raise CellError(column, cells[column], message)
        return ()
    if len(points) != len(winners):
        message = f"numbers of points: {len(points)}, winners: {len(winners)}; give one number for each winner"
        raise CellError("points", cells["points"], message)
    if source is None:
        message = "is empty; write who discarded (E, S, W, N), or wall for a self-drawn win"
        raise CellError("from", "", message)
    return tuple(map(Win, winners, points))


# --- players ----------------------------------------------------------------------------------------------------------


def read_players(text: str, file: str, problems: list[Problem]) -> tuple[list[Player], list[int]]:
    r"""Return the players of a CSV text and the line of each; what is wrong is added to the problems.

    Examples
    --------
    >>> read_players("name,team\nAnn,Reds", "players.csv", [])
    ([Player(name='Ann', team='Reds', carry_over=Fraction(0, 1), previous_rank=None)], [2])
    """
    players, lines = [], []
    for row in table_rows(text, _PLAYERS, file, problems):
        found = _collected(row, file, problems, _player_cells)
        if found is not None:
            players.append(found)
            lines.append(row.line)
    return players, lines


def _player_cells(cells: dict[str, str], wrong: list[CellError]) -> Player:
    name = name_cell("name", cells["name"])
    carried, rank = cells.get("carry_over", ""), cells.get("previous_rank", "")
    try:
        carry_over = exact(carried, "IMP carried over") if carried else Fraction(0)
    except InputError as error:
        raise CellError("carry_over", carried, str(error)) from None
    if rank and (not re.fullmatch("[0-9]{1,6}", rank) or not int(rank)):
        raise CellError("previous_rank", rank, f"no rank {shown(rank)}; it is a whole number from 1")
    return Player(name, cells.get("team", ""), carry_over, int(rank) if rank else None)


# --- writing ----------------------------------------------------------------------------------------------------------


def results_csv(event: Event) -> str:
    """Return the results of an event as CSV; `read_results` gives the same back.

    Parameters
    ----------
    event : Event
        Any event. Reasons of penalties have no place in CSV.

    Returns
    -------
    str
        All columns that any result needs.

    Examples
    --------
    >>> from fastmcr.tournament.duplicate import Event, TableResult
    >>> print(results_csv(Event([TableResult(1, "A", ("Ann", "Bo", "Cy", "Di"), wins={"S": 20}, source="E")])), end="")
    board,table,east,south,west,north,winner,points,from
    1,A,Ann,Bo,Cy,Di,S,20,E
    """
    rows = [dict(zip(RESULT_COLUMNS, _cells_of(result), strict=True)) for result in event.results]
    keep = [
        name for name in RESULT_COLUMNS
        if name in _RESULTS.needed or any(row[name] for row in rows)
        or (name in TOLD and any(row["winner"] for row in rows))
        or (name in SCORES and any(row["score_east"] for row in rows))
    ]  # fmt: skip
    return csv_text([keep, *([row[name] for name in keep] for row in rows)])


def _cells_of(result: TableResult) -> list[str]:
    wins = result.wins
    source = "" if not wins else str(result.source) if result.source is not None else "wall"
    winner = "not played" if not result.played else "" if wins is None else "+".join(str(win.wind) for win in wins)
    substitutes = zip(WINDS, result.substitutes, strict=True)
    return [
        guarded(result.group), str(result.board), guarded(result.table), *map(guarded, result.players),
        "draw" if wins == () else winner, "+".join(str(win.points) for win in wins or ()), source,
        *(map(str, result.scores) if result.scores is not None else [""] * 4),
        " ".join(f"{false.wind}={4 if false.structure else 8}" for false in result.false_hu),
        " ".join(f"{penalty.wind}={penalty.imp}" for penalty in result.penalties),
        " | ".join(f"{wind}={name}" for wind, name in substitutes if name), guarded(result.remarks),
    ]  # fmt: skip


def players_csv(players: Iterable[Player]) -> str:
    """Return players as CSV; `read_players` gives the same back.

    Examples
    --------
    >>> from fastmcr.tournament.duplicate import Player
    >>> print(players_csv([Player("Ann", "Reds")]), end="")
    name,team
    Ann,Reds
    """
    rows = [
        [guarded(player.name), guarded(player.team), str(player.carry_over or ""), str(player.previous_rank or "")]
        for player in players
    ]
    keep = [place for place in range(len(PLAYER_COLUMNS)) if not place or any(row[place] for row in rows)]
    names = list(PLAYER_COLUMNS)
    return csv_text([row[place] for place in keep] for row in (names, *rows))
