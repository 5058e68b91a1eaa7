"""The sheets of a results book: one for each player, one for each team."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ...rulebook.tiles import WINDS
from ...show.html import Column, Grid, Piece, Pieces, grid
from .book_boards import costs, team_columns
from .book_parts import Book, ending, figure, gain, plural
from .model import TableResult
from .outcome import SeatLine, Standing, TeamLine


class Sheet(NamedTuple):
    """A sheet; a table is None where there is nothing to show in it."""

    name: str
    anchor: str
    facts: list[Pieces]
    members: list[Piece]
    grid: Grid | None
    matches: Grid | None
    sums: list[tuple[str, str]]
    """How the total comes about."""


def rank_text(line: Standing) -> str:
    """Return a rank, with ``=`` where others have it too.

    Parameters
    ----------
    line : Standing
        A line of the standings.

    Returns
    -------
    str
        For example ``2=``.
    """
    return f"{line.rank}{'=' if line.shared else ''}"


def _rank_facts(book: Book, standing: Standing) -> list[Pieces]:
    rank: Pieces = ["rank ", Piece(rank_text(standing), "strong"), f" of {len(book.standing)}"]
    return [rank, [Piece(figure(standing.total), "strong"), " IMP"]]


def player_sheets(book: Book) -> Iterator[Sheet]:
    """Yield the sheets of all players, by name.

    Parameters
    ----------
    book : Book
        A scored event.
    """
    for name, anchor in book.players.items():
        lines = book.lines_of_player.get(name, [])
        standing = None if book.is_team else book.standing.get(name)
        facts: list[Pieces] = []
        if name in book.team_of:
            team = book.team_of[name]
            facts.append(["team ", book.link(team) if book.is_team else team])
        facts += [] if standing is None else _rank_facts(book, standing)
        facts.append(plural(len(lines), "board"))
        sums = list(_player_sums(book, name, lines, standing)) if lines else []
        table = grid(_player_columns(book, lines), lines, kind="player") if lines else None
        yield Sheet(name, anchor, facts, [], table, None, sums)


def _player_columns(book: Book, lines: Sequence[SeatLine]) -> Iterator[Column[SeatLine]]:
    yield Column("Board", lambda line: book.board_link(line.board), number=True)
    yield Column("Wind", lambda line: line.wind.english)
    if book.many_groups:
        yield Column("Group", lambda line: line.group)
    yield Column("Table", lambda line: line.table)
    yield Column("Opponents", lambda line: Piece(_opponents(_table(book, line), line), "words"))
    yield Column("How it ended", lambda line: Piece(_story(_table(book, line), line), "words"))
    yield Column("Points", lambda line: figure(line.score), number=True)
    if any(line.datum is not None for line in lines):
        yield Column("Datum", lambda line: figure(line.datum), number=True)
    if any(line.imp is not None for line in lines):
        yield Column("Dev.", lambda line: figure(line.deviation), number=True)
        yield Column("IMP", lambda line: gain(line.imp), number=True)
    yield from costs("Penalty", lines)


def _table(book: Book, line: SeatLine) -> TableResult:
    return book.tables[line.board, line.group, line.table]


def _opponents(table: TableResult, line: SeatLine) -> list[str | Piece]:
    found: list[str | Piece] = []
    for wind in WINDS:
        if wind is not line.wind:
            found += [" "] if found else []
            found.append(Piece((Piece(str(wind), "wind"), f" {table.players[wind]}"), "nowrap"))
    return found


def _story(table: TableResult, line: SeatLine) -> str:
    parts = [ending(table)]
    if line.substitute:
        parts.append(f"{line.substitute} played")
    penalties = [penalty.reason or "penalty" for penalty in table.penalties if penalty.wind is line.wind]
    if penalties:
        parts.append(f"penalty: {', '.join(penalties)}")
    return "; ".join(parts)


def team_sheets(book: Book) -> Iterator[Sheet]:
    """Yield the sheets of all teams, by name; none in an individual event.

    Parameters
    ----------
    book : Book
        A scored event.
    """
    for team, anchor in book.teams.items():
        lines = book.lines_of_team.get(team, [])
        standing = book.standing.get(team)
        facts = [*([] if standing is None else _rank_facts(book, standing)), plural(len(lines), "board")]
        names = [name for name in book.players if book.team_of.get(name) == team]
        board = Column[TeamLine]("Board", lambda line: book.board_link(line.board), number=True)
        table = grid(team_columns(lines, board), lines) if lines else None
        sums = [] if standing is None else list(_standing_sums(book, standing, names))
        yield Sheet(team, anchor, facts, [book.player_link(name) for name in names], table, _meetings(book, team), sums)


def _meetings(book: Book, team: str) -> Grid | None:
    """Return the head-to-head matches of a team, the boards of each together."""
    met: dict[str, list[tuple[int, Fraction]]] = {}
    for line in book.matches_of_team.get(team, []):
        first = line.teams[0] == team
        met.setdefault(line.teams[1 if first else 0], []).append((line.board, line.imp if first else -line.imp))
    columns: list[Column[tuple[str, list[tuple[int, Fraction]]]]] = [
        Column("Against", lambda meeting: book.link(meeting[0])),
        Column("Board: IMP", lambda meeting: _each(book, meeting[1])),
        Column("IMP", lambda meeting: gain(sum((imp for _, imp in meeting[1]), Fraction(0))), number=True),
    ]
    return grid(columns, met.items()) if met else None


def _each(book: Book, boards: Sequence[tuple[int, Fraction]]) -> list[str | Piece]:
    found: list[str | Piece] = []
    for board, imp in boards:
        found += [", "] if found else []
        found += [book.board_link(board), f":\N{NO-BREAK SPACE}{figure(imp)}"]
    return found


# --- sums -------------------------------------------------------------------------------------------------------------


def _player_sums(
    book: Book, name: str, lines: Sequence[SeatLine], standing: Standing | None
) -> Iterator[tuple[str, str]]:
    if standing is not None:
        yield from _standing_sums(book, standing)
        return
    yield "Points", figure(sum(line.score for line in lines))
    if any(line.imp is not None for line in lines):
        yield "IMP", figure(sum((line.imp for line in lines if line.imp is not None), Fraction(0)))
    lost = sum((line.false_hu_imp + line.penalty_imp for line in lines), Fraction(0))
    if lost:
        yield "False hu and penalties at the table", figure(-lost)
    for _, reason, imp in _penalties(book, name):
        yield f"Penalty of the event: {reason}", figure(-imp)


def _standing_sums(book: Book, standing: Standing, members: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    yield "Points", figure(standing.points)
    yield "IMP", figure(standing.imp)
    if standing.false_hu:
        yield f"{standing.false_hu} false hu", figure(-standing.false_hu_imp)
    named = _penalties(book, standing.name, *members)
    rest = standing.penalty_imp - sum(imp for *_, imp in named)
    if rest:
        yield "Penalties at the table", figure(-rest)
    for who, reason, imp in named:
        yield f"Penalty: {reason}" + ("" if who == standing.name else f" ({who})"), figure(-imp)
    if standing.carried:
        yield "Carried over", figure(standing.carried)
    yield "Total IMP", figure(standing.total)


def _penalties(book: Book, *names: str) -> list[tuple[str, str, Fraction]]:
    """Return who lost how much for what beside the tables."""
    return [(name, penalty.reason or "no reason told", penalty.imp) for name in names
            for penalty in book.result.event.penalties if penalty.who == name]  # fmt: skip
