"""The results book: one HTML file to print and to read, with standings, boards, teams, players and settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...errors import InputError, shown
from ...show.html import Column, Piece, Pieces, grid, render
from .book_boards import board_pages
from .book_parts import PARTS, Book, figure, gain, loss, plural
from .book_sheets import player_sheets, rank_text, team_sheets
from .outcome import EventResult, Standing
from .settings import SETTINGS, EventRules, word_of

__all__ = ["PARTS", "book_html"]

_TIE_WORDS = {"same_wind_imp": "same-wind IMP", "best_board": "best board IMP", "fewest_penalties": "penalties"}
_SIGNED = ("same_wind_imp", "points", "best_board", "carry_over")


def book_html(result: EventResult, title: str | None = None, parts: Iterable[str] = PARTS) -> str:
    """Return a results book as one HTML file.

    Parameters
    ----------
    result : EventResult
        A scored event.
    title : str, optional
        What stands on top; by default the name of the event.
    parts : iterable of {"boards", "teams", "players"}, default all
        Which pages to print beside the standings and the settings.

    Returns
    -------
    str
        HTML that needs no script, no network and no font of its own. Every page that may hang alone names the rule
        variant and the scale. Sums and comparisons are exact; a number rounded for print has ``≈`` before it.

    Raises
    ------
    InputError
        If there is no such part.

    Examples
    --------
    >>> from fastmcr.tournament.duplicate import Event, TableResult, score_event
    >>> tables = [TableResult(1, "1", ("Ann", "Bo", "Cy", "Di"), wins={"E": 9}),
    ...           TableResult(1, "2", ("Ed", "Flo", "Gus", "Hal"), wins={"S": 20}, source="E")]
    >>> text = book_html(score_event(Event(tables), "wbf-bridge-div10"), "Spring Open")
    >>> text.count('class="sheet"'), "UNOFFICIAL" in text
    (10, True)
    """
    chosen = tuple(parts)
    for part in chosen:
        if part not in PARTS:
            raise InputError(f"no part of a book is called {shown(part)}; there are {', '.join(PARTS)}")
    book = Book(result, chosen)
    rules = result.rules
    settings = [(name, setting) for name, setting in SETTINGS.items() if setting.kind in ("", rules.kind)]
    return render(
        "book.html.j2",
        title=title or result.event.name or "Duplicate MCR results",
        book=book,
        counts=list(_counts(book)),
        remarks=plural(len(result.warnings), "remark"),
        standings=grid(_standings_columns(book), result.standings, kind="standings"),
        boards=list(board_pages(book)) if "boards" in chosen else [],
        teams=list(team_sheets(book)) if "teams" in chosen else [],
        players=list(player_sheets(book)) if "players" in chosen else [],
        how_to_read=_how_to_read(book),
        settings=[(name, word_of(getattr(rules, name)), setting.meaning) for name, setting in settings],
        bands=list(_bands(book)),
    )


# --- front page -------------------------------------------------------------------------------------------------------


def _counts(book: Book) -> Iterator[str]:
    if book.is_team:
        yield plural(len(book.teams), "team")
    yield plural(len(book.players), "player")
    yield plural(len(book.boards), "board")
    yield plural(len({(table.group, table.table) for table in book.result.tables}), "table")


def _standings_columns(book: Book) -> Iterator[Column[Standing]]:
    lines = book.result.standings
    yield Column("Rank", lambda line: Piece(rank_text(line), "rank"), number=True)
    yield Column("Team" if book.is_team else "Player", lambda line: book.link(line.name)._replace(kind="name"))
    if not book.is_team and any(line.team for line in lines):
        yield Column("Team", lambda line: line.team)
    yield Column("Total", _total, number=True)
    yield Column("Boards", lambda line: str(line.boards), number=True)
    yield Column("IMP", lambda line: figure(line.imp), number=True)
    if any(line.false_hu for line in lines):
        yield Column("False hu", _fouls, number=True)
    if any(line.penalty_imp for line in lines):
        yield Column("Penalties", lambda line: loss(line.penalty_imp), number=True)
    if any(line.carried for line in lines):
        yield Column("Carried over", lambda line: figure(line.carried), number=True)
    yield Column("Points", lambda line: figure(line.points), number=True)
    if any(line.tie_breaks for line in lines):
        yield Column("Equal totals decided by", lambda line: Piece(_tie_text(line), "soft ties"))


def _total(line: Standing) -> Piece:
    total = gain(line.total)
    return total._replace(kind=f"{total.kind} total".lstrip())


def _fouls(line: Standing) -> Pieces:
    if not line.false_hu:
        return ""
    return Piece((f"{figure(-line.false_hu_imp)} ", Piece(f"({line.false_hu}×)", "soft")), "down")


def _tie_text(line: Standing) -> str:
    """Return the values that were compared among equals; those that nobody told are left out."""
    return ", ".join(
        f"{_TIE_WORDS.get(name, name.replace('_', ' '))} {figure(value, signed=name in _SIGNED)}"
        for name, value in line.tie_breaks.items()
        if value is not None
    )


# --- notes ------------------------------------------------------------------------------------------------------------


def _how_to_read(book: Book) -> list[str]:
    rules = book.result.rules
    lines = ["Points are what the deal brought at the table by the settlement; self-drawn wins need not sum to zero."]
    if not book.is_team:
        lines.append(f"Datum: {_datum_words(rules)} Dev. is points less datum; IMP is what the scale gives for it.")
    elif rules.head_to_head:
        what = "The difference of the two teams' sums is" if rules.team_order == "sum-then-convert" else \
            "The differences at the four winds are each"  # fmt: skip
        lines.append(f"Teams meet in matches. {what} converted to IMP.")
    else:
        lines.append(_team_words(rules))
    with_structure, without = rules.false_hu_imp
    lines.append(
        f"A false hu costs {with_structure} IMP with hand structure and {without} without; it and other penalties are "
        "personal and are subtracted after conversion, never from points or datum."
    )
    lines.append("≈ stands before a number that was rounded for print; all comparisons and sums use exact fractions.")
    lines.append("= after a rank: others share it.")
    return lines


def _datum_words(rules: EventRules) -> str:
    words = "the mean of all results at this wind of the board, the own one included"
    if rules.datum == "others":
        words = "the mean of the other results at this wind of the board"
    if rules.trim:
        words += f", without the {rules.trim} best and {rules.trim} worst"
    if rules.datum_rounding != "none":
        words += f", rounded ({rules.datum_rounding})"
    return f"{words}."


def _team_words(rules: EventRules) -> str:
    against = " less the datum over the teams" if rules.team_base == "mean" else ""
    if rules.team_order == "sum-then-convert":
        return f"The four members' points on a board are added; this sum{against} is converted to IMP."
    return f"Each member's points{' less the datum at that wind' if against else ''} are converted to IMP, then added."


def _bands(book: Book) -> Iterator[tuple[str, str]]:
    """Yield from which difference on there are how many IMP; the last band is open."""
    bands = book.result.scale.bands
    for place, (bound, imp) in enumerate(bands, 1):
        yield figure(bound, signed=False) + ("" if place < len(bands) else " and more"), figure(imp, signed=False)
