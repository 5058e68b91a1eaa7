"""The pages of a results book that show one board each: every table's result, datum, deviation and IMP."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...rulebook.tiles import WINDS, Wind
from .boards import Board
from .book_parts import Book, Cell, ending, figure, gain, loss, number, table_html
from .deals import Deal
from .model import TableResult
from .outcome import SeatLine, TeamLine
from .page import escaped, joined
from .trays import tiles_row_html


def boards_html(book: Book) -> str:
    """Return the pages of all boards.

    Parameters
    ----------
    book : Book
        A scored event.

    Returns
    -------
    str
        HTML; a section for each board, whose id is ``board`` and its number.
    """
    return joined(_board_html(book, board) for board in book.boards.values())


def _board_html(book: Book, board: Board) -> str:
    tables = book.tables_of_board.get(board.number, [])
    groups = sorted({table.group for table in tables})
    said = [f'<p class="warn">{escaped(warning.text)}</p>' for warning in book.warnings_of_board.get(board.number, [])]
    parts = [_head_html(book, board), *said]
    for group in groups:
        if book.many_groups:
            parts.append(f"<h3>Group {escaped(group)}</h3>" if group else "<h3>No group</h3>")
        parts.append(_group_html(book, board.number, [table for table in tables if table.group == group], group))
    parts += [_deal_html(board), book.foot()]
    return f'<section class="sheet" id="board{board.number}">\n{joined(parts)}\n</section>'


def _head_html(book: Book, board: Board) -> str:
    facts = []
    if board.prevalent is not None:
        facts.append(f"prevalent wind <b>{board.prevalent.english}</b>")
    if board.walls:  # otherwise East may only mean that nobody told
        facts.append(f"the dealer is at place {board.dealer.english}")
    numbers = list(book.boards)
    place = numbers.index(board.number)
    around = [(numbers[place - 1], "←") if place else None, (numbers[place + 1], "→") if numbers[place + 1 :] else None]
    links = "".join(f'<a href="#board{other[0]}">{other[1]} {other[0]}</a>' for other in around if other)
    nav = f'<nav class="top">{links}<a href="#top">Contents</a></nav>'
    return f"<header>{nav}<h2>Board {board.number}</h2><p>{' · '.join(facts)}</p></header>"


def _group_html(book: Book, board: int, tables: list[TableResult], group: str) -> str:
    lines = [line for line in book.lines_of_board.get(board, []) if line.group == group]
    parts = []
    if book.is_team:
        parts += [_matches_html(book, board, group), _teams_html(book, board, group)]
    if not book.is_team or book.converts_seats:
        parts.append(_winds_html(book, lines))
    parts.append(_tables_html(book, tables))
    return joined(parts)


# --- tables and winds -------------------------------------------------------------------------------------------------


def _tables_html(book: Book, tables: Sequence[TableResult]) -> str:
    heads = ["Table"]
    for wind in WINDS:
        heads += [wind.english, "#"]
    rows: list[list[Cell | str]] = []
    for table in tables:
        row: list[Cell | str] = [escaped(table.table)]
        for wind in WINDS:
            row += [_name(book, table, wind), number((table.scores or (0, 0, 0, 0))[wind])]
        rows.append([*row, Cell(escaped(ending(table)) + _remarks(table), "words")])
    return "<h3>Tables</h3>" + table_html([*heads, "How it ended"], rows, kind="tables")


def _name(book: Book, table: TableResult, wind: Wind) -> str:
    substitute = table.substitutes[wind]
    stood = f' <span class="soft">({escaped(substitute)} played)</span>' if substitute else ""
    return book.player_link(table.players[wind]) + stood


def _remarks(table: TableResult) -> str:
    return f' <span class="soft">({escaped(table.remarks)})</span>' if table.remarks else ""


def _winds_html(book: Book, lines: Sequence[SeatLine]) -> str:
    parts = [_wind_html(book, wind, [line for line in lines if line.wind is wind]) for wind in WINDS]
    return f'<div class="winds">{joined(parts)}</div>'


def _wind_html(book: Book, wind: Wind, lines: list[SeatLine]) -> str:
    if not lines:
        return ""
    datums = {line.datum for line in lines}
    shared = len(datums) == 1
    costly = any(line.false_hu_imp or line.penalty_imp for line in lines)
    heads = ["Player", "Table", "#Points", *([] if shared else ["#Datum"]), "#Dev.", "#IMP", *(["#Pen."] * costly)]
    rows: list[list[Cell | str]] = []
    for line in lines:
        row: list[Cell | str] = [book.player_link(line.player), escaped(line.table), number(line.score)]
        row += [] if shared else [number(line.datum)]
        row += [number(line.deviation), gain(line.imp)]
        row += [loss(line.false_hu_imp + line.penalty_imp)] * costly
        rows.append(row)
    datum = ""
    if shared and lines[0].datum is not None:
        datum = f' <span class="soft">datum {figure(lines[0].datum)}</span>'
    return f"<div><h3>{wind.english}{datum}</h3>{table_html(heads, rows)}</div>"


# --- teams ------------------------------------------------------------------------------------------------------------


def _teams_html(book: Book, board: int, group: str) -> str:
    lines = [line for line in book.team_lines_of_board.get(board, []) if line.group == group]
    if not lines:
        return ""
    heads, rows = team_rows(book, lines, [book.link(line.team) for line in lines], "Team")
    return "<h3>Teams</h3>" + table_html(heads, rows)


def team_rows(
    book: Book, lines: Sequence[TeamLine], firsts: Sequence[str], first: str
) -> tuple[list[str], list[list[Cell | str]]]:
    """Return titles and rows for lines of teams: scores at the four winds, their sum, and what became of it.

    Parameters
    ----------
    book : Book
        A scored event.
    lines : sequence of TeamLine
        Of a board, or of a team.
    firsts : sequence of str
        HTML of the first cell of each line.
    first : str
        Title of the first column.

    Returns
    -------
    heads : list of str
        Titles.
    rows : list of list of cells
        One for each line.
    """
    datum = any(line.datum is not None for line in lines)
    deviation = any(line.deviation not in (None, line.total) for line in lines)
    costly = any(line.false_hu_imp or line.penalty_imp for line in lines)
    heads = [first, *(f"#{wind.english}" for wind in WINDS), "#Sum", *(["#Datum"] * datum)]
    heads += [*(["#Converted"] * deviation), "#IMP", *(["#Pen."] * costly)]
    rows: list[list[Cell | str]] = []
    for line, name in zip(lines, firsts, strict=True):
        row: list[Cell | str] = [name, *map(number, line.scores), number(line.total)]
        row += [number(line.datum)] * datum + [number(line.deviation)] * deviation + [gain(line.imp)]
        row += [loss(line.false_hu_imp + line.penalty_imp)] * costly
        rows.append(row)
    return heads, rows


def _matches_html(book: Book, board: int, group: str) -> str:
    lines = [line for line in book.matches_of_board.get(board, []) if line.group == group]
    if not lines:
        return ""
    rows: list[list[Cell | str]] = []
    for line in lines:
        first, second = line.teams
        differences = Cell(", ".join(map(figure, line.differences)), "n")
        rows.append([book.link(first), number(line.totals[0]), book.link(second), number(line.totals[1]), differences,
                     gain(line.imp), gain(-line.imp)])  # fmt: skip
    heads = ["Team", "#Sum", "Against", "#Sum", "#Converted", "#IMP", "#Against"]
    return "<h3>Matches</h3>" + table_html(heads, rows)


# --- the deal ---------------------------------------------------------------------------------------------------------


def _deal_html(board: Board) -> str:
    if not board.walls:
        return ""
    about = '<span class="soft">the hand, sorted, and the wall in the order of drawing</span>'
    return f'<div class="deal"><h3>The deal {about}</h3>{joined(_seats(Deal.from_board(board)))}</div>'


def _seats(deal: Deal) -> Iterator[str]:
    for seat in WINDS:
        hand, first, second = deal.rows(seat)
        rows = tiles_row_html("", hand, None) + tiles_row_html("", first + second, None)
        yield f'<div class="seat"><b>{seat.english}</b>{rows}</div>'
