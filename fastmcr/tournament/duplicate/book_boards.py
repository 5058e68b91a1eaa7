"""The pages of a results book that show one board each: every table's result, datum, deviation and IMP."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from ...rulebook.tiles import WINDS, Tile, Wind
from ...show.html import Column, Grid, Piece, Pieces, grid
from .boards import Board
from .book_parts import Book, ending, figure, gain, loss
from .deals import Deal
from .model import TableResult
from .outcome import MatchLine, SeatLine, TeamLine


class WindTable(NamedTuple):
    """The results at a wind, and the datum where all were compared with one."""

    wind: Wind
    datum: str
    grid: Grid


class Group(NamedTuple):
    """What is compared with each other on a board; a table is None where there is nothing to show in it."""

    name: str
    matches: Grid | None
    teams: Grid | None
    winds: list[WindTable]
    tables: Grid


class BoardPage(NamedTuple):
    """The page of a board; it is called by its number."""

    name: str
    anchor: str
    facts: list[Pieces]
    before: int | None
    after: int | None
    warnings: list[str]
    groups: list[Group]
    seats: list[tuple[str, list[Sequence[Tile]]]]
    """Seat wind; hand, and wall in the order of drawing. Empty where the tiles are not known."""


def board_pages(book: Book) -> Iterator[BoardPage]:
    """Yield the pages of all boards.

    Parameters
    ----------
    book : Book
        A scored event.
    """
    numbers = [None, *book.boards, None]
    for place, board in enumerate(book.boards.values()):
        tables = book.tables_of_board.get(board.number, [])
        yield BoardPage(
            str(board.number),
            f"board{board.number}",
            list(_facts(board)),
            numbers[place],
            numbers[place + 2],
            [warning.text for warning in book.warnings_of_board.get(board.number, [])],
            [_group(book, board.number, tables, name) for name in sorted({table.group for table in tables})],
            list(_seats(Deal.from_board(board))) if board.walls else [],
        )


def _facts(board: Board) -> Iterator[Pieces]:
    if board.prevalent is not None:
        yield "prevalent wind ", Piece(board.prevalent.english, "strong")
    if board.walls:  # otherwise East may only mean that nobody told
        yield f"the dealer is at place {board.dealer.english}"


def _seats(deal: Deal) -> Iterator[tuple[str, list[Sequence[Tile]]]]:
    for seat in WINDS:
        hand, first, second = deal.rows(seat)
        yield seat.english, [hand, first + second]


def _group(book: Book, board: int, tables: Sequence[TableResult], name: str) -> Group:
    lines = [line for line in book.lines_of_board.get(board, []) if line.group == name]
    teams = [line for line in book.team_lines_of_board.get(board, []) if line.group == name] if book.is_team else []
    met = [line for line in book.matches_of_board.get(board, []) if line.group == name] if book.is_team else []
    apart = not book.is_team or book.converts_seats
    at_winds = [(wind, [line for line in lines if line.wind is wind]) for wind in WINDS] if apart else []
    return Group(
        name,
        grid(_match_columns(book), met) if met else None,
        grid(team_columns(teams, Column("Team", lambda line: book.link(line.team))), teams) if teams else None,
        [_at_wind(book, wind, some) for wind, some in at_winds if some],
        grid(_table_columns(book), [table for table in tables if table.group == name], kind="tables"),
    )


def _table_columns(book: Book) -> Iterator[Column[TableResult]]:
    yield Column("Table", lambda table: table.table)
    for wind in WINDS:
        yield Column(wind.english, partial(_name, book, wind))
        yield Column("", partial(_score, wind), number=True)
    yield Column("How it ended", _ended)


def _name(book: Book, wind: Wind, table: TableResult) -> Pieces:
    substitute = table.substitutes[wind]
    return book.player_link(table.players[wind]), Piece(f" ({substitute} played)" if substitute else "", "soft")


def _score(wind: Wind, table: TableResult) -> str:
    return figure((table.scores or (0, 0, 0, 0))[wind])


def _ended(table: TableResult) -> Pieces:
    return Piece((ending(table), Piece(f" ({table.remarks})" if table.remarks else "", "soft")), "words")


def _at_wind(book: Book, wind: Wind, lines: Sequence[SeatLine]) -> WindTable:
    shared = len({line.datum for line in lines}) == 1
    datum = figure(lines[0].datum) if shared and lines[0].datum is not None else ""
    return WindTable(wind, datum, grid(_seat_columns(book, lines, datum=not shared), lines))


def _seat_columns(book: Book, lines: Sequence[SeatLine], datum: bool) -> Iterator[Column[SeatLine]]:
    yield Column("Player", lambda line: book.player_link(line.player))
    yield Column("Table", lambda line: line.table)
    yield Column("Points", lambda line: figure(line.score), number=True)
    if datum:
        yield Column("Datum", lambda line: figure(line.datum), number=True)
    yield Column("Dev.", lambda line: figure(line.deviation), number=True)
    yield Column("IMP", lambda line: gain(line.imp), number=True)
    yield from costs("Pen.", lines)


def costs(title: str, lines: Sequence[SeatLine] | Sequence[TeamLine]) -> Iterator[Column[SeatLine | TeamLine]]:
    """Yield the column of what false hu and penalties took off, where they did.

    Parameters
    ----------
    title : str
        Title of the column.
    lines : sequence of SeatLine or TeamLine
        All lines of the table.
    """
    if any(line.false_hu_imp or line.penalty_imp for line in lines):
        yield Column(title, lambda line: loss(line.false_hu_imp + line.penalty_imp), number=True)


# --- teams ------------------------------------------------------------------------------------------------------------


def team_columns(lines: Sequence[TeamLine], first: Column[TeamLine]) -> Iterator[Column[TeamLine]]:
    """Yield the columns for lines of teams: scores at the four winds, their sum, and what became of it.

    Parameters
    ----------
    lines : sequence of TeamLine
        Of a board, or of a team.
    first : Column
        What stands before.
    """
    yield first
    for wind in WINDS:
        yield Column(wind.english, _at(wind), number=True)
    yield Column("Sum", lambda line: figure(line.total), number=True)
    if any(line.datum is not None for line in lines):
        yield Column("Datum", lambda line: figure(line.datum), number=True)
    if any(line.deviation not in (None, line.total) for line in lines):
        yield Column("Converted", lambda line: figure(line.deviation), number=True)
    yield Column("IMP", lambda line: gain(line.imp), number=True)
    yield from costs("Pen.", lines)


def _at(wind: Wind) -> Callable[[TeamLine], str]:
    return lambda line: figure(line.scores[wind])


def _match_columns(book: Book) -> list[Column[MatchLine]]:
    return [
        Column("Team", lambda line: book.link(line.teams[0])),
        Column("Sum", lambda line: figure(line.totals[0]), number=True),
        Column("Against", lambda line: book.link(line.teams[1])),
        Column("Sum", lambda line: figure(line.totals[1]), number=True),
        Column("Converted", lambda line: ", ".join(map(figure, line.differences)), number=True),
        Column("IMP", lambda line: gain(line.imp), number=True),
        Column("Against", lambda line: gain(-line.imp), number=True),
    ]
