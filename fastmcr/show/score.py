"""Scores as text for a terminal and as HTML for a notebook; nothing here depends on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..rulebook.lang import check_language, name_in, phrase, text_in
from ..rulebook.phrases import rules_text
from ..scoring.components import WAIT_FANS, counted_fans
from .blocks import Block, Cell, Row, Table, drawn_rich, drawn_text
from .explain import principle_word
from .html import glyphs, render
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
    notes = [_note_text(text_in(note, "text", why.lang), note.ruling, why.lang) for note in why.notes]
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
    reason = text_in(row, "reason", lang)
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
    groups = [*(meld.tiles for meld in hand.melds), hand.beside_win, () if hand.win is None else (hand.win,)]
    return render("score.html.j2", block=block, hand=[glyphs(group) for group in groups if group])
