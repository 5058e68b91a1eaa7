"""A scored event as tables of text: standings, then every board with each table's result, datum, deviation, IMP."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TypeVar

from ...rulebook.tiles import WINDS
from ...show.blocks import Block, Row, Table, drawn_text
from .boards import Board
from .model import TableResult
from .numbers import shown_number
from .outcome import EventResult, MatchLine, SeatLine, Standing, TeamLine

__all__ = ["board_blocks", "event_block", "result_text", "standings_table", "table_words", "warnings_block"]

MAX_WARNINGS = 20  # shown in text; JSON has all
Line = TypeVar("Line", TableResult, SeatLine, TeamLine, MatchLine)
_ROUNDED = "~ stands before a number that is rounded to two decimals here; inside it is exact."


def result_text(result: EventResult) -> str:
    """Return a scored event as plain text without a final line end.

    Parameters
    ----------
    result : EventResult
        Any.

    Returns
    -------
    str
        What `print` shows.

    Examples
    --------
    >>> from fastmcr.tournament.duplicate import Event, TableResult, score_event
    >>> tables = [TableResult(1, "1", ("Ann", "Bo", "Cy", "Di"), wins={"E": 9}),
    ...           TableResult(1, "2", ("Ed", "Flo", "Gus", "Hal"), wins={"S": 20}, source="E")]
    >>> text = result_text(score_event(Event(tables), "wbf-bridge-div10"))
    >>> for line in text.splitlines()[6:10]:
    ...     print(line)
    Rank  Player  Boards  IMP  Total  Points  Equal totals decided by
    ----  ------  ------  ---  -----  ------  ---------------------------
    1     Flo          1   +7     +7     +44  same_wind_imp 0, points 44
    2     Ann          1   +7     +7     +33  same_wind_imp 0, points 33
    """
    blocks = [event_block(result), *board_blocks(result), *warnings_block(result)]
    return "\n\n".join(drawn_text(block) for block in blocks)


def event_block(result: EventResult) -> Block:
    """Return the heading with rules and scale, and the standings."""
    event = result.event
    title = ", ".join(word for word in (event.name or "Duplicate event", event.date, event.place) if word)
    rules, scale = (notice.split(": ", 1) for notice in result.notices)
    facts = [(rules[0], rules[1]), (scale[0], scale[1]), ("Numbers", _ROUNDED)]
    boards = len({table.board for table in result.tables})
    counted = f"{_some(len(result.tables), 'result')} of {_some(boards, 'board')}"
    facts.append(("Scored", f"{counted}; {_some(len(result.warnings), 'warning')}"))
    return Block(title, facts, [standings_table(result.standings, event.rules.kind == "team")])


def _some(count: int, word: str) -> str:
    return f"{count or 'no'} {word}{'s' if count != 1 else ''}"


def standings_table(standings: Iterable[Standing], is_team: bool) -> Table:
    """Return the standings; columns that nobody has anything in are left out."""
    lines = list(standings)
    columns: list[tuple[str, list[str], bool]] = [
        ("Rank", [f"{line.rank}{'=' if line.shared else ''}" for line in lines], False),
        ("Team" if is_team else "Player", [line.name for line in lines], False),
        ("Team", [line.team for line in lines], False),
        ("Boards", [str(line.boards) for line in lines], True),
        ("IMP", [signed(line.imp) for line in lines], True),
        ("False hu", [_cost(line.false_hu_imp) for line in lines], True),
        ("Penalties", [_cost(line.penalty_imp) for line in lines], True),
        ("Carried", [signed(line.carried) if line.carried else "" for line in lines], True),
        ("Total", [signed(line.total) for line in lines], True),
        ("Points", [signed(line.points) for line in lines], True),
        ("Equal totals decided by", [tie_words(line) for line in lines], False),
    ]
    columns = [column for column in columns if any(column[1])]
    titles = tuple(title for title, _, _ in columns)
    rows: list[Row] = list(zip(*(cells for _, cells, _ in columns), strict=True))
    return Table(titles, rows, tuple(place for place, column in enumerate(columns) if column[2]))


def tie_words(line: Standing) -> str:
    """Return the tie-breaks that were asked of an entry, with the values it has."""
    return ", ".join(f"{name} {shown_number(value)}" for name, value in line.tie_breaks.items() if value is not None)


def signed(value: Fraction | int | None) -> str:
    """Return a number with its sign."""
    return shown_number(value, signed=True)


def _cost(imp: Fraction) -> str:
    return signed(-imp) if imp else ""


# --- boards -----------------------------------------------------------------------------------------------------------


def board_blocks(result: EventResult, number: int | None = None) -> Iterator[Block]:
    """Yield a block for each board and group, or for one board: deals, teams or matches, and seats."""
    boards = {board.number: board for board in result.event.all_boards}
    tables = _by_board(result.tables)
    lines, teams, matches = _by_board(result.lines), _by_board(result.team_lines), _by_board(result.match_lines)
    for key, played in tables.items():
        board, group = key
        if number is not None and board != number:
            continue
        shown = [_deals(played)]
        if matches.get(key):
            shown.append(_matches(matches[key]))
        if teams.get(key):
            shown.append(_teams(teams[key], bool(result.match_lines)))
        shown.append(_seats(lines[key]))
        yield Block(board_title(boards[board], group), [], shown)


def _by_board(lines: Iterable[Line]) -> dict[tuple[int, str], list[Line]]:
    found: dict[tuple[int, str], list[Line]] = {}
    for line in lines:
        found.setdefault((line.board, line.group), []).append(line)
    return found


def board_title(board: Board, group: str = "") -> str:
    """Return the name of a board with its prevalent wind and the group.

    Examples
    --------
    >>> board_title(Board(3, "S"), "A")
    'Board 3, prevalent wind South, group A'
    """
    words = [f"Board {board.number}"]
    if board.prevalent is not None:
        words.append(f"prevalent wind {board.prevalent.english}")
    return ", ".join([*words, f"group {group}"] if group else words)


def table_words(result: TableResult) -> str:
    """Return what happened at a table in words.

    Examples
    --------
    >>> table_words(TableResult(1, "A", ("Ann", "Bo", "Cy", "Di"), wins={"S": 20, "W": 10}, source="E"))
    'S 20 and W 10 from E'
    """
    if result.wins is None:
        return "scores only"
    if not result.wins:
        return "draw"
    wins = " and ".join(f"{win.wind} {win.points}" for win in result.wins)
    return f"{wins} self-drawn" if result.source is None else f"{wins} from {result.source}"


def _deals(tables: Iterable[TableResult]) -> Table:
    rows = []
    for result in tables:
        notes = [f"false hu {one.wind}" + ("" if one.structure else " without structure") for one in result.false_hu]
        notes += [f"penalty {one.wind} {shown_number(one.imp)} IMP" + (f" ({one.reason})" if one.reason else "")
                  for one in result.penalties]  # fmt: skip
        notes += [result.remarks] if result.remarks else []
        scores = [signed(score) for score in result.scores or ()]
        rows.append((result.table, *scores, table_words(result), "; ".join(notes)))
    return _without_empty(Table(("Table", "E", "S", "W", "N", "Deal", "Remarks"), list(rows), (1, 2, 3, 4)))


def _seats(lines: Iterable[SeatLine]) -> Table:
    rows = []
    for line in lines:
        name = f"{line.player} (played by {line.substitute})" if line.substitute else line.player
        cost = line.false_hu_imp + line.penalty_imp
        compared = (
            ("", "", "") if line.imp is None else (shown_number(line.datum), signed(line.deviation), signed(line.imp))
        )
        rows.append((line.wind.english, line.table, name, line.team, signed(line.score), *compared, _cost(cost)))
    titles = ("Wind", "Table", "Player", "Team", "Score", "Datum", "Deviation", "IMP", "Penalty")
    return _without_empty(Table(titles, list(rows), (4, 5, 6, 7, 8)))


def _teams(lines: Iterable[TeamLine], met: bool) -> Table:
    rows = []
    for line in lines:
        cost = line.false_hu_imp + line.penalty_imp
        compared = ("", "") if line.deviation is None else (shown_number(line.datum), signed(line.deviation))
        scores = [signed(score) for score in line.scores]
        rows.append((line.team, *scores, signed(line.total), *compared, signed(line.imp), _cost(cost)))
    seats = [wind.english for wind in WINDS]
    titles = ("Team", *seats, "Sum", "Datum", "Converted", "IMP of matches" if met else "IMP", "Penalty")
    return _without_empty(Table(titles, list(rows), tuple(range(1, 10))))


def _matches(lines: Iterable[MatchLine]) -> Table:
    rows = [
        (
            " - ".join(line.teams),
            " - ".join(signed(total) for total in line.totals),
            " ".join(signed(difference) for difference in line.differences),
            signed(line.imp),
        )
        for line in lines
    ]
    return Table(("Match", "Sums", "Converted", "IMP of the first"), list(rows), (2, 3))


def _without_empty(table: Table) -> Table:
    """Leave out the columns in which there is nothing, or only the mark of nothing."""
    keep = [place for place in range(len(table.titles)) if any(row[place] not in ("", "-") for row in table.rows)]
    rows: list[Row] = [tuple(row[place] for place in keep) for row in table.rows]
    return Table(
        tuple(table.titles[place] for place in keep), rows,
        tuple(index for index, place in enumerate(keep) if place in table.right),
    )  # fmt: skip


def warnings_block(result: EventResult) -> list[Block]:
    """Return the warnings as a block, or nothing; JSON has those that are left out here."""
    texts = [warning.text for warning in result.warnings[:MAX_WARNINGS]]
    left = len(result.warnings) - len(texts)
    texts += [f"and {left} more"] if left else []
    return [Block(_some(len(result.warnings), "warning"), [], [], "Warnings", texts)] if texts else []
