"""The sheets of a results book: one for each player, one for each team."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ...rulebook.tiles import WINDS
from .book_boards import team_rows
from .book_parts import Book, Cell, ending, figure, gain, loss, number, plural, table_html
from .model import TableResult
from .outcome import SeatLine, Standing
from .page import escaped, joined


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


def players_html(book: Book) -> str:
    """Return the sheets of all players, by name.

    Parameters
    ----------
    book : Book
        A scored event.

    Returns
    -------
    str
        HTML; a section for each.
    """
    return joined(_player_html(book, name, anchor) for name, anchor in book.players.items())


def _player_html(book: Book, name: str, anchor: str) -> str:
    lines = book.lines_of_player.get(name, [])
    facts = []
    if name in book.team_of:
        facts.append(f"team {book.link(book.team_of[name]) if book.is_team else escaped(book.team_of[name])}")
    standing = None if book.is_team else book.standing.get(name)
    if standing is not None:
        facts += [f"rank <b>{rank_text(standing)}</b> of {len(book.standing)}", f"<b>{figure(standing.total)}</b> IMP"]
    facts.append(plural(len(lines), "board"))
    parts = [_head(name, facts), _player_table(book, name, lines, standing) if lines else "<p>No board was played.</p>"]
    return f'<section class="sheet" id="{anchor}">\n{joined([*parts, book.foot()])}\n</section>'


def _head(name: str, facts: list[str]) -> str:
    nav = '<nav class="top"><a href="#top">Contents</a></nav>'
    return f"<header>{nav}<h2>{escaped(name)}</h2><p>{' · '.join(facts)}</p></header>"


def _player_table(book: Book, name: str, lines: list[SeatLine], standing: Standing | None) -> str:
    converted = any(line.imp is not None for line in lines)
    datum = any(line.datum is not None for line in lines)
    costly = any(line.false_hu_imp or line.penalty_imp for line in lines)
    heads = ["#Board", "Wind", *(["Group"] * book.many_groups), "Table", "Opponents", "How it ended", "#Points"]
    heads += ["#Datum"] * datum + ["#Dev.", "#IMP"] * converted + ["#Penalty"] * costly
    rows: list[list[Cell | str]] = []
    for line in lines:
        table = book.tables[line.board, line.group, line.table]
        row: list[Cell | str] = [Cell(book.board_link(line.board), "n"), line.wind.english]
        row += [escaped(line.group)] * book.many_groups
        row += [escaped(line.table), Cell(_opponents(table, line), "words"), Cell(_story(table, line), "words")]
        row.append(number(line.score))
        row += [number(line.datum)] * datum + [number(line.deviation), gain(line.imp)] * converted
        rows.append([*row, *[loss(line.false_hu_imp + line.penalty_imp)] * costly])
    return table_html(heads, rows, kind="player") + _sums(book, name, lines, standing)


def _opponents(table: TableResult, line: SeatLine) -> str:
    others = [f'<span class="nowrap"><i>{wind}</i> {escaped(table.players[wind])}</span>' for wind in WINDS
              if wind is not line.wind]  # fmt: skip
    return " ".join(others)


def _story(table: TableResult, line: SeatLine) -> str:
    parts = [escaped(ending(table))]
    if line.substitute:
        parts.append(f"{escaped(line.substitute)} played")
    penalties = [penalty.reason or "penalty" for penalty in table.penalties if penalty.wind is line.wind]
    if penalties:
        parts.append(f"penalty: {escaped(', '.join(penalties))}")
    return "; ".join(parts)


def _sums(book: Book, name: str, lines: list[SeatLine], standing: Standing | None) -> str:
    """Return how the total comes about."""
    points = sum(line.score for line in lines)
    rows: list[tuple[str, str]] = [("Points", figure(points))]
    if standing is None:
        rows += _seat_sums(lines)
        rows += [(f"Penalty of the event: {reason}", figure(-imp)) for reason, imp in _event_penalties(book, name)]
        return _sums_html(rows)
    return _sums_html([*rows, *_standing_sums(book, standing)])


def _seat_sums(lines: list[SeatLine]) -> Iterator[tuple[str, str]]:
    if any(line.imp is not None for line in lines):
        yield "IMP", figure(sum((line.imp for line in lines if line.imp is not None), Fraction(0)))
    lost = sum((line.false_hu_imp + line.penalty_imp for line in lines), Fraction(0))
    if lost:
        yield "False hu and penalties at the table", figure(-lost)


def _standing_sums(book: Book, standing: Standing) -> Iterator[tuple[str, str]]:
    yield "IMP", figure(standing.imp)
    if standing.false_hu:
        yield f"{standing.false_hu} false hu", figure(-standing.false_hu_imp)
    named = _event_penalties(book, standing.name)
    rest = standing.penalty_imp - sum(imp for _, imp in named)
    if rest:
        yield "Penalties at the table", figure(-rest)
    for reason, imp in named:
        yield f"Penalty: {reason}", figure(-imp)
    if standing.carried:
        yield "Carried over", figure(standing.carried)
    yield "Total IMP", figure(standing.total)


def _event_penalties(book: Book, name: str) -> list[tuple[str, Fraction]]:
    return [(penalty.reason or "no reason told", penalty.imp) for penalty in book.result.event.penalties
            if penalty.who == name]  # fmt: skip


def _sums_html(rows: list[tuple[str, str]]) -> str:
    items = "".join(f"<div><dt>{escaped(label)}</dt><dd>{text}</dd></div>" for label, text in rows)
    return f'<dl class="sums">{items}</dl>'


# --- teams ------------------------------------------------------------------------------------------------------------


def teams_html(book: Book) -> str:
    """Return the sheets of all teams, by name; empty in an individual event.

    Parameters
    ----------
    book : Book
        A scored event.

    Returns
    -------
    str
        HTML; a section for each.
    """
    return joined(_team_html(book, name, anchor) for name, anchor in book.teams.items())


def _team_html(book: Book, team: str, anchor: str) -> str:
    lines = book.lines_of_team.get(team, [])
    standing = book.standing.get(team)
    facts = [plural(len(lines), "board")]
    if standing is not None:
        facts = [f"rank <b>{rank_text(standing)}</b> of {len(book.standing)}", f"<b>{figure(standing.total)}</b> IMP",
                 *facts]  # fmt: skip
    members = [name for name in book.players if book.team_of.get(name) == team]
    parts = [_head(team, facts), f"<p>Members: {', '.join(map(book.player_link, members))}</p>"]
    if lines:
        heads, rows = team_rows(book, lines, [book.board_link(line.board) for line in lines], "#Board")
        parts.append(table_html(heads, [[Cell(str(row[0]), "n"), *row[1:]] for row in rows]))
    parts.append(_meetings_html(book, team))
    if standing is not None:
        parts.append(_sums_html([("Points", figure(standing.points)), *_team_sums(book, standing, members)]))
    return f'<section class="sheet" id="{anchor}">\n{joined([*parts, book.foot()])}\n</section>'


def _team_sums(book: Book, standing: Standing, members: list[str]) -> Iterator[tuple[str, str]]:
    yield "IMP", figure(standing.imp)
    if standing.false_hu:
        yield f"{standing.false_hu} false hu", figure(-standing.false_hu_imp)
    named = [(who, reason, imp) for who in (standing.name, *members) for reason, imp in _event_penalties(book, who)]
    rest = standing.penalty_imp - sum(imp for *_, imp in named)
    if rest:
        yield "Penalties at the table", figure(-rest)
    for who, reason, imp in named:
        yield f"Penalty: {reason}" + ("" if who == standing.name else f" ({who})"), figure(-imp)
    if standing.carried:
        yield "Carried over", figure(standing.carried)
    yield "Total IMP", figure(standing.total)


def _meetings_html(book: Book, team: str) -> str:
    """Return the head-to-head matches of a team, the boards of each together."""
    met: dict[str, list[tuple[int, Fraction]]] = {}
    for line in book.matches_of_team.get(team, []):
        first = line.teams[0] == team
        met.setdefault(line.teams[1 if first else 0], []).append((line.board, line.imp if first else -line.imp))
    if not met:
        return ""
    rows: list[list[Cell | str]] = []
    for other, boards in met.items():
        each = ", ".join(f"{book.board_link(board)}:&nbsp;{figure(imp)}" for board, imp in boards)
        rows.append([book.link(other), each, gain(sum((imp for _, imp in boards), Fraction(0)))])
    return "<h3>Matches</h3>" + table_html(["Against", "Board: IMP", "#IMP"], rows)
