"""Scores as text for a terminal and as HTML for a notebook; nothing here depends on the terminal."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..rulebook.lang import check_language, name_in, phrase
from ..rulebook.phrases import rules_text
from ..rulebook.tiles import Tile
from ..scoring.components import WAIT_FANS, counted_fans
from .blocks import Block, Cell, Row, Table, drawn_rich, drawn_text
from .explain import principle_word
from .score_words import (
    fan_names,
    made_of,
    parts_text,
    reading_text,
    total_text,
    win_text,
    winds_text,
)

if TYPE_CHECKING:
    from ..hands.hand import Hand
    from ..scoring.result import Barred, Explanation, Score

__all__ = [
    "Block",
    "Cell",
    "Table",
    "drawn_rich",
    "drawn_text",
    "explanation_block",
    "explanation_html",
    "explanation_text",
    "score_block",
    "score_html",
    "score_text",
]


# --- contents ---------------------------------------------------------------------------------------------------------


def score_block(score: Score, lang: str = "en") -> Block:
    """Return what is shown of a score.

    Parameters
    ----------
    score : Score
        A score.
    lang : {"en", "zh"}
        English or Chinese.

    Returns
    -------
    Block
        To be drawn as text, by rich, or as HTML.

    Examples
    --------
    >>> from fastmcr import score
    >>> score_block(score("123456789m1155p5p")).facts[0]
    ('Reading', 'melded pung 555p; chows 123m 456m 789m; pair 11p')
    """
    check_language(lang)
    facts = [("reading", reading_text(score, lang)), ("won-by", win_text(score, lang))]
    facts.append(("winds", winds_text(score, lang)))
    facts.append(("rules", rules_text(score.rules)))
    rows: list[Row] = []
    for row in counted_fans(score):
        name = name_in(row.fan, lang) + (f" x{row.count}" if row.count > 1 else "")
        groups = row.sets if row.fan not in WAIT_FANS else tuple((part,) for part in row.sets[0])
        rows.append((name, str(row.total), Cell(made_of(row, lang), groups)))
    titles = tuple(phrase(title, lang) for title in ("fan", "points", "made-of"))
    footer = (phrase("total", lang), str(score.total), total_text(score, lang))
    table = Table(titles, rows, right=(1,), footer=footer)
    return Block(str(score.hand), [(phrase(name, lang), text) for name, text in facts if text], [table])


def explanation_block(why: Explanation) -> Block:
    """Return what is shown of an explanation.

    Parameters
    ----------
    why : Explanation
        An explanation, which knows its language.

    Returns
    -------
    Block
        The block of the score, with what does not count and the notes.

    Examples
    --------
    >>> from fastmcr import score
    >>> explanation_block(score("123456789m1155p5p").explain()).tables[1].titles
    ('Not counted', 'Why')
    """
    block = score_block(why.score, why.lang)
    if why.barred:
        rows = [_barred_row(alike, why.lang) for alike in _alike(why.barred)]
        block.tables.append(Table((phrase("not-counted", why.lang), phrase("why", why.lang)), rows))
    notes = [_note_text(note.text_zh if why.lang == "zh" else note.text, note.ruling, why.lang) for note in why.notes]
    return block._replace(notes_label=phrase("notes", why.lang), notes=notes)


def _note_text(text: str, ruling: str | None, lang: str) -> str:
    if ruling is None:
        return text
    return phrase("in-brackets", lang, text=text, more=phrase("ruling", lang, ruling=ruling))


def _alike(barred: Sequence[Barred]) -> list[list[Barred]]:
    """Put together what differs only in its sets."""
    groups: dict[Barred, list[Barred]] = {}
    for row in barred:
        groups.setdefault(row._replace(sets=()), []).append(row)
    return list(groups.values())


def _barred_row(rows: Sequence[Barred], lang: str) -> Row:
    row = rows[0]
    sets = parts_text([row.sets for row in rows], lang)
    by = "" if row.source.startswith("principle") else fan_names(row.by, lang)
    reason = row.reason_zh if lang == "zh" else row.reason
    parts = (sets, by and phrase("barred-by", lang, fans=by), reason)
    words = phrase("colon", lang).join(word for word in parts if word)
    return name_in(row.fan, lang), phrase("in-brackets", lang, text=words, more=principle_word(row, lang))


# --- plain text -------------------------------------------------------------------------------------------------------


def score_text(score: Score, lang: str = "en") -> str:
    """Return a score as plain text without a final line end.

    Parameters
    ----------
    score : Score
        A score.
    lang : {"en", "zh"}
        English or Chinese.

    Returns
    -------
    str
        No colours, no blank line within, the same whatever the terminal.

    Examples
    --------
    >>> from fastmcr import score
    >>> print(score_text(score("[EEE]123m456p789s5s5s|ES1000|2")))
    [EEE]123m456p5789s5s|ES1000|2
    Reading: claimed pung EEE; chows 123m 456p 789s; pair 55s
    Won by:  5s, self-drawn, completing the pair
    Fan              Points  Made of
    ---------------  ------  -----------------------------------
    Mixed Straight        8  123m 456p 789s
    Prevalent Wind        2  EEE
    Single Wait           1  5s+5s
    Self-Drawn            1  5s
    Flower Tiles x2       2
    ---------------  ------  -----------------------------------
    Total                14  legal: 12 without flowers, 8 needed
    """
    return drawn_text(score_block(score, lang))


def explanation_text(why: Explanation) -> str:
    """Return an explanation as plain text.

    Parameters
    ----------
    why : Explanation
        An explanation.

    Returns
    -------
    str
        The text of the score, what does not count, and the notes.

    Examples
    --------
    >>> from fastmcr import score
    >>> for line in explanation_text(score("[123m][456m][789m]555s2p2p|EE0000").explain()).splitlines()[-1:]:
    ...     print(line)
    Two Terminal Chows  123m 789m: the sets lie inside Pure Straight (non-separation; principle 2)
    """
    return drawn_text(explanation_block(why))


# --- HTML -------------------------------------------------------------------------------------------------------------

_TILE_STYLE = "font-size:1.9em;line-height:1.1;font-family:'Segoe UI Symbol','Noto Sans Symbols2',sans-serif"


def score_html(score: Score, lang: str = "en") -> str:
    """Return a score as HTML with Unicode tiles.

    Parameters
    ----------
    score : Score
        A score.
    lang : {"en", "zh"}
        English or Chinese.

    Returns
    -------
    str
        One ``div``.

    Examples
    --------
    >>> from fastmcr import score
    >>> "🀁" in score_html(score("[SSS]123m456p789s5s5s|ES1000|2"))
    True
    """
    return _block_html(score_block(score, lang), score.hand)


def explanation_html(why: Explanation) -> str:
    """Return an explanation as HTML with Unicode tiles.

    Parameters
    ----------
    why : Explanation
        An explanation.

    Returns
    -------
    str
        One ``div``.

    Examples
    --------
    >>> from fastmcr import score
    >>> "Not counted</th>" in explanation_html(score("123456789m1155p5p").explain())
    True
    """
    return _block_html(explanation_block(why), why.score.hand)


def _block_html(block: Block, hand: Hand) -> str:
    parts = [_hand_html(hand), f"<div><code>{html.escape(block.title)}</code></div>"]
    parts += [f"<div>{html.escape(label)}: {html.escape(text)}</div>" for label, text in block.facts]
    parts += [_table_html(table) for table in block.tables]
    if block.notes:
        items = "".join(f"<li>{html.escape(note)}</li>" for note in block.notes)
        parts.append(f"<div><b>{html.escape(block.notes_label)}</b></div><ul>{items}</ul>")
    return f'<div class="fastmcr">{"".join(parts)}</div>'


def _hand_html(hand: Hand) -> str:
    groups = [glyphs(meld.tiles) for meld in hand.melds] + [glyphs(hand.beside_win)]
    groups += [glyphs((hand.win,))] if hand.win is not None else []
    return f'<div style="{_TILE_STYLE}">{"&emsp;".join(group for group in groups if group)}</div>'


def glyphs(tiles: Sequence[Tile]) -> str:
    """Return the Unicode characters of tiles; of the red dragon the plain one, as some fonts have it coloured."""
    return "".join(tile.glyph + ("\ufe0e" if tile is Tile.C else "") for tile in tiles)


def _table_html(table: Table) -> str:
    head = "".join(_cell_html("th", title, place in table.right) for place, title in enumerate(table.titles))
    rows = [_row_html("td", row, table.right) for row in table.rows]
    foot = f"<tfoot>{_row_html('th', table.footer, table.right)}</tfoot>" if table.footer else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>{foot}</table>"


def _row_html(tag: str, row: Row, right: Sequence[int]) -> str:
    return f"<tr>{''.join(_cell_html(tag, cell, place in right) for place, cell in enumerate(row))}</tr>"


def _cell_html(tag: str, cell: Cell | str, right: bool) -> str:
    style = f'style="text-align:{"right" if right else "left"}"'
    if isinstance(cell, Cell) and cell.groups:
        shown = "&emsp;".join("&thinsp;".join(glyphs(part) for part in group) for group in cell.groups)
        return f'<{tag} {style} title="{html.escape(cell.text)}"><span style="{_TILE_STYLE}">{shown}</span></{tag}>'
    return f"<{tag} {style}>{html.escape(str(cell))}</{tag}>"
