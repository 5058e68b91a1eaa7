"""The results book: one HTML file to print and to read, with standings, boards, teams, players and settings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ...errors import InputError, shown
from .book_boards import boards_html
from .book_parts import PARTS, Book, Cell, figure, gain, loss, number, plural, table_html
from .book_sheets import players_html, rank_text, teams_html
from .book_style import STYLE
from .outcome import EventResult, Standing
from .page import escaped, joined, page
from .settings import SETTINGS, EventRules, word_of

__all__ = ["PARTS", "book_html"]

_CLOSE = 24  # links that fit on a few lines; more are folded away
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
    name = title or result.event.name or "Duplicate MCR results"
    pages = [_front_html(book, name)]
    pages += [boards_html(book)] if "boards" in chosen else []
    pages += [teams_html(book)] if "teams" in chosen else []
    pages += [players_html(book)] if "players" in chosen else []
    return page(name, joined([*pages, _notes_html(book)]), STYLE, tiles=_has_tiles(book))


def _has_tiles(book: Book) -> bool:
    return any(board.walls for board in book.boards.values())


# --- front page -------------------------------------------------------------------------------------------------------


def _front_html(book: Book, name: str) -> str:
    event = book.result.event
    when = " · ".join(escaped(text) for text in (event.date, event.place) if text)
    counts = [plural(len(book.teams), "team")] if book.is_team else []
    counts += [plural(len(book.players), "player"), plural(len(book.boards), "board"),
               plural(len({(table.group, table.table) for table in book.result.tables}), "table")]  # fmt: skip
    head = f"""<header class="title">
<p class="kind">Duplicate MCR · {"team" if book.is_team else "individual"} event · results</p>
<h1>{escaped(name)}</h1>
{f'<p class="when">{when}</p>' if when else ""}
<p class="soft">{" · ".join(counts)}</p>
</header>"""
    body = joined([head, _notices_html(book), _contents_html(book), "<h2>Standings</h2>", _standings_html(book)])
    return f'<section class="front" id="top">\n{body}\n</section>'


def _notices_html(book: Book) -> str:
    rules, scale = book.result.notices
    kind = "notice" if book.result.scale.official else "notice unofficial"
    said = len(book.result.warnings)
    more = f'<p><a href="#remarks">{plural(said, "remark")}</a> on these results stand at the end.</p>' if said else ""
    return f'<div class="{kind}"><p>{escaped(rules)}</p><p>{escaped(scale)}</p>{more}</div>'


def _contents_html(book: Book) -> str:
    rows = []
    if "boards" in book.parts:
        rows.append(("Boards", [f'<a href="#board{number}">{number}</a>' for number in book.boards]))
    if "teams" in book.parts and book.teams:
        rows.append(("Teams", [f'<a href="#{anchor}">{escaped(name)}</a>' for name, anchor in book.teams.items()]))
    if "players" in book.parts:
        rows.append(("Players", [f'<a href="#{anchor}">{escaped(name)}</a>' for name, anchor in book.players.items()]))
    rows.append(("Notes", ['<a href="#notes">settings, scale, how to read</a>']))
    lines = "".join(_contents_row(label, links) for label, links in rows)
    return f'<nav class="contents">{lines}</nav>'


def _contents_row(label: str, links: Sequence[str]) -> str:
    kind = ' class="names"' if label in ("Players", "Teams") else ""
    body = f"<div{kind}>{' '.join(links)}</div>"
    if len(links) <= _CLOSE:
        return f"<section><b>{label}</b>{body}</section>"
    return f"<details><summary><b>{label}</b> {len(links)}</summary>{body}</details>"


def _standings_html(book: Book) -> str:
    lines = book.result.standings
    team = not book.is_team and any(line.team for line in lines)
    fouls, penalties, carried = (
        any(line.false_hu for line in lines),
        any(line.penalty_imp for line in lines),
        any(line.carried for line in lines),
    )
    ties = any(line.tie_breaks for line in lines)
    heads = ["#Rank", "Team" if book.is_team else "Player", *(["Team"] * team), "#Total", "#Boards", "#IMP"]
    heads += ["#False hu"] * fouls + ["#Penalties"] * penalties + ["#Carried over"] * carried
    heads += ["#Points", *(["Equal totals decided by"] * ties)]
    rows = []
    for line in lines:
        row: list[Cell | str] = [Cell(rank_text(line), "n rank"), Cell(book.link(line.name), "name")]
        total = gain(line.total)
        row += [escaped(line.team)] * team + [total._replace(kind=f"{total.kind} total")]
        row += [number(line.boards, signed=False), number(line.imp)]
        row += [_fouls(line)] * fouls + [loss(line.penalty_imp)] * penalties + [number(line.carried)] * carried
        rows.append([*row, number(line.points), *[Cell(escaped(_tie_text(line)), "soft ties")] * ties])
    return table_html(heads, rows, kind="standings")


def _fouls(line: Standing) -> Cell:
    if not line.false_hu:
        return Cell("", "n")
    return Cell(f'{figure(-line.false_hu_imp)} <span class="soft">({line.false_hu}×)</span>', "n down")


def _tie_text(line: Standing) -> str:
    """Return the values that were compared among equals; those that nobody told are left out."""
    return ", ".join(
        f"{_TIE_WORDS.get(name, name.replace('_', ' '))} {figure(value, signed=name in _SIGNED)}"
        for name, value in line.tie_breaks.items()
        if value is not None
    )


# --- notes ------------------------------------------------------------------------------------------------------------


def _notes_html(book: Book) -> str:
    rules = book.result.rules
    parts = [
        '<header><nav class="top"><a href="#top">Contents</a></nav><h2>Notes</h2></header>',
        _remarks_html(book),
        "<h3>How to read</h3>",
        f"<ul>{''.join(f'<li>{escaped(line)}</li>' for line in _how_to_read(book))}</ul>",
        "<h3>Settings</h3>",
        _settings_html(rules),
        "<h3>IMP scale</h3>",
        _scale_html(book),
        book.foot(),
    ]
    return f'<section class="sheet" id="notes">\n{joined(parts)}\n</section>'


def _remarks_html(book: Book) -> str:
    said = book.result.warnings
    if not said:
        return ""
    items = "".join(f"<li>{escaped(warning.text)}</li>" for warning in said)
    return f'<h3 id="remarks">Remarks</h3><ul>{items}</ul>'


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


def _settings_html(rules: EventRules) -> str:
    rows = [[f"<code>{name}</code>", escaped(word_of(getattr(rules, name))), escaped(setting.meaning)]
            for name, setting in SETTINGS.items() if setting.kind in ("", rules.kind)]  # fmt: skip
    return table_html(["Setting", "Value", "Meaning"], rows, kind="settings")


def _scale_html(book: Book) -> str:
    scale = book.result.scale
    bands = list(scale.bands)
    ends: list[Fraction | None] = [bound for bound, _ in bands[1:]]
    items = "".join(
        f"<div><dt>{figure(bound, signed=False)}{'' if end is not None else ' and more'}</dt>"
        f"<dd>{figure(imp, signed=False)}</dd></div>"
        for (bound, imp), end in zip(bands, [*ends, None], strict=True)
    )
    about = f"<p>{escaped(scale.notice)} Source: {escaped(scale.source)}.</p>"
    how = f"<p>From so many {escaped(scale.unit)} on, so many IMP, with the sign of the difference.</p>"
    return f'{about}{how}<dl class="scale">{items}</dl>'
