"""Shanten, waits and discards in words, as tables and as plain data; English and Chinese."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..analysis.forms import FORMS, UNREACHABLE
from ..rulebook.fans import Fan
from ..rulebook.lang import check_language, name_in, phrase
from ..rulebook.phrases import rules_text
from .blocks import Block, Row, Table, drawn_text
from .score_data import rules_data
from .score_words import tiles_text, winds_text

if TYPE_CHECKING:
    from ..analysis.one_hand import Discard, Discards, Shanten, Wait, Waits
    from ..rulebook.tiles import Tile
    from ..scoring.result import Score


def form_name(form: str, lang: str = "en") -> str:
    """Return a form in words."""
    return phrase(f"{form.replace('_', '-')}-form", lang)


def distance_word(value: int, lang: str = "en") -> str:
    """Return a shanten in words: complete, ready, 2-shanten, barred."""
    if value == UNREACHABLE:
        return phrase("barred-by-melds", lang)
    if value < 1:
        return phrase("complete" if value < 0 else "ready", lang)
    return phrase("shanten-of", lang, value=value)


def away(value: int, lang: str = "en") -> str:
    """Return a distance to a hand worth enough in words: complete, ready, 2 away, out of reach."""
    if value == UNREACHABLE:
        return phrase("out-of-reach", lang)
    if value < 1:
        return distance_word(value, lang)
    return phrase("away-of", lang, value=value)


def tiles_by_suit(tiles: Iterable[Tile], lang: str = "en") -> str:
    """Return tiles with the suits apart: ``47p 36s E``."""
    return " ".join(tiles_text(tuple(group), lang) for _, group in groupby(tiles, lambda tile: tile.suit))


def useful_text(useful: Mapping[Tile, int], lang: str = "en") -> str:
    """Return useful tiles, those of which none is left apart."""
    there = tiles_by_suit((tile for tile, left in useful.items() if left), lang)
    gone = tiles_by_suit((tile for tile, left in useful.items() if not left), lang)
    if not gone:
        return there
    more = phrase("none-left", lang) + phrase("colon", lang) + gone
    return phrase("in-brackets", lang, text=there, more=more).strip()


# --- shanten ----------------------------------------------------------------------------------------------------------


def shanten_text(shanten: Shanten) -> str:
    """Return shanten in one line: the best and its forms, the other forms, those barred."""
    others = [
        f"{form_name(form)} {value}"
        for form, value in zip(FORMS, shanten, strict=False)
        if shanten.best < value < UNREACHABLE
    ]
    barred = [form for form, value in zip(FORMS, shanten, strict=False) if value == UNREACHABLE]
    if barred:
        others.append("others barred by melds")
    best = f"{distance_word(shanten.best)} ({', '.join(map(form_name, shanten.forms))})"
    return f"{best}; {', '.join(others)}" if others else best


def shanten_block(
    name: str, shanten: Shanten, by_form: Mapping[str, tuple[int, Mapping[Tile, int]]], lang: str = "en"
) -> Block:
    """Return what is shown of a hand: shanten, copies left and useful tiles of each form."""
    check_language(lang)
    forms = phrase("comma", lang).join(form_name(form, lang) for form in shanten.forms)
    best = phrase("in-brackets", lang, text=distance_word(shanten.best, lang), more=forms)
    rows: list[Row] = []
    for form, (value, useful) in by_form.items():
        left = str(sum(useful.values())) if useful else ""
        rows.append((form_name(form, lang), distance_word(value, lang), left, useful_text(useful, lang)))
    titles = tuple(phrase(title, lang) for title in ("form", "shanten", "tiles", "useful-tiles"))
    return Block(name, [(phrase("best", lang), best)], [Table(titles, rows, right=(2,))])


def shanten_data(name: str, shanten: Shanten, by_form: Mapping[str, tuple[int, Mapping[Tile, int]]]) -> dict[str, Any]:
    """Return shanten and useful tiles as plain data; a form that melds bar is null."""
    forms = {
        form: None
        if value == UNREACHABLE
        else {"shanten": value, "useful": _counts(useful), "copies_left": sum(useful.values())}
        for form, (value, useful) in by_form.items()
    }
    return {"hand": name, "shanten": shanten.best, "best_forms": list(shanten.forms), "forms": forms}


def _counts(useful: Mapping[Tile, int]) -> dict[str, int]:
    return {str(tile): left for tile, left in useful.items()}


# --- discards ---------------------------------------------------------------------------------------------------------


def discard_text(discard: Discard) -> str:
    """Return a discard in one line."""
    head = f"discard {discard.tile}: {distance_word(discard.shanten)}"
    if discard.distance is not None:
        head = f"discard {discard.tile}: {away(discard.distance)} ({distance_word(discard.shanten)})"
    return f"{head}, {_tiles(discard.copies_left)}: {useful_text(discard.useful)}"


def discards_text(found: Discards) -> str:
    """Return the discards of a hand as a table, the best first."""
    return drawn_text(discards_block(found.name, found))


def discards_data(found: Discards) -> dict[str, Any]:
    """Return the discards of a hand as plain data; ``fastmcr/analysis.schema.json`` describes it."""
    return {"hand": found.name, "discards": [one.to_dict() for one in found]}


def discards_block(name: str, found: Sequence[Discard], lang: str = "en") -> Block:
    """Return what is shown of the discards of a hand, the best first."""
    check_language(lang)
    with_distance = found[0].distance is not None
    rows: list[Row] = [
        (
            tiles_text((one.tile,), lang),
            *(() if one.distance is None else (away(one.distance, lang),)),
            distance_word(one.shanten, lang),
            str(one.copies_left),
            useful_text(one.useful, lang),
        )
        for one in found
    ]
    titles = ("discard", *(("away",) if with_distance else ()), "shanten", "tiles", "useful-tiles")
    tables = [Table(tuple(phrase(title, lang) for title in titles), rows, right=(len(titles) - 2,))]
    return Block(name, [], tables)


def _tiles(count: int) -> str:
    return f"{count} tile{'' if count == 1 else 's'}"


# --- waits ------------------------------------------------------------------------------------------------------------


def wait_text(wait: Wait) -> str:
    """Return a wait in one line."""
    head = f"{wait.tile}: {wait.copies_left} left"
    if wait.by_discard is None or wait.self_drawn is None:
        return head
    return f"{head}, {wait.by_discard.points} points by discard, {wait.self_drawn.points} self-drawn"


def waits_notes(waits: Waits, lang: str) -> list[str]:
    """Say what is particular about waits."""
    notes = []
    if waits.left_out is not None:
        tile = tiles_text((waits.left_out,), lang)
        notes.append(phrase("last-left-out", lang, tile=tile))
    if waits.of_hand is None:
        notes.append(phrase("sets-unknown", lang))
    gone = tuple(tile for tile, wait in waits.items() if not wait.copies_left)
    if gone:
        notes.append(phrase("no-copy-left", lang, tiles=tiles_by_suit(gone, lang)))
    last = tuple(tile for tile, wait in waits.items() if wait.last_tile)
    if last:
        which = "was-last-of-its-kind" if len(last) == 1 else "were-last-of-their-kinds"
        notes.append(phrase(which, lang, tiles=tiles_by_suit(last, lang)))
    return notes


def waits_text(waits: Waits) -> str:
    """Return waits as plain text."""
    return drawn_text(waits_block(waits))


def waits_note(waits: Waits) -> str:
    """Return what to know about waits in one line."""
    return "; ".join(waits_notes(waits, "en"))


def waits_block(waits: Waits, lang: str = "en") -> Block:
    """Return what is shown of waits."""
    check_language(lang)
    scores = [wait.by_discard for wait in waits.values() if wait.by_discard is not None]
    facts = [("waiting-for", _waiting(waits, lang))]
    facts += [("winds", next((text for score in scores if (text := winds_text(score, lang))), ""))]
    if scores and scores[0].flowers:
        facts.append(("flowers", phrase("flowers-apart", lang, flowers=scores[0].flowers)))
    facts.append(("rules", rules_text(waits.rules)))
    titles = ("tile", "left", "by-discard", "by-own-draw", "fans")[: 5 if waits.of_hand is not None else 2]
    rows: list[Row] = [_wait_row(wait, lang)[: len(titles)] for wait in waits.values()]
    tables = [Table(tuple(phrase(title, lang) for title in titles), rows, right=(1, 2, 3))] if rows else []
    shown = [(phrase(name, lang), text) for name, text in facts if text]
    return Block(waits.name, shown, tables, phrase("notes", lang), waits_notes(waits, lang))


def _waiting(waits: Waits, lang: str) -> str:
    if not waits:
        return phrase("not-ready", lang)
    which = "wait-left" if waits.copies_left == 1 else "waits-left"
    return phrase(which, lang, tiles=tiles_by_suit(waits, lang), number=waits.copies_left)


def _wait_row(wait: Wait, lang: str) -> Row:
    tile, left = tiles_text((wait.tile,), lang), str(wait.copies_left)
    if wait.by_discard is None or wait.self_drawn is None:
        return (tile, left, "", "", "")
    return (tile, left, _points(wait.by_discard, lang), _points(wait.self_drawn, lang), _fans(wait, lang))


def _points(score: Score, lang: str) -> str:
    if score.legal:
        return str(score.points)
    return phrase("in-brackets", lang, text=score.points, more=phrase("short", lang, short=score.shortfall))


def _fans(wait: Wait, lang: str) -> str:
    """Name the fans of a win by discard, and how one self-drawn differs."""
    assert wait.by_discard is not None
    assert wait.self_drawn is not None
    base, drawn = _named(wait.by_discard, lang), _named(wait.self_drawn, lang)
    comma = phrase("comma", lang)
    more = [name for name in drawn if name not in base]
    fewer = [phrase("not", lang, fan=name) for name in base if name not in drawn]
    changed = comma.join([*more, *fewer])
    return comma.join(base) + (phrase("drawn", lang, fans=changed) if changed else "")


def _named(score: Score, lang: str) -> list[str]:
    return [
        name_in(fan, lang) + (f" x{count}" if count > 1 else "")
        for fan, count in score.fans.items()
        if fan is not Fan.FLOWER_TILES
    ]


def waits_data(waits: Waits) -> dict[str, Any]:
    """Return waits as plain data."""
    return {
        "hand": waits.name,
        "winds_given": waits.of_hand is not None and waits.of_hand.winds_given,
        "left_out": None if waits.left_out is None else str(waits.left_out),
        "rules": rules_data(waits.rules),
        "minimum": waits.rules.minimum,
        "copies_left": waits.copies_left,
        "waits": [
            {
                "tile": str(wait.tile),
                "copies_left": wait.copies_left,
                "last_tile": wait.last_tile,
                "by_discard": _score_data(wait.by_discard),
                "self_drawn": _score_data(wait.self_drawn),
            }
            for wait in waits.values()
        ],
    }


_OF_A_SCORE = ("points", "flowers", "total", "legal", "shortfall", "fans")


def _score_data(score: Score | None) -> dict[str, Any] | None:
    """Return the part of a score that differs from wait to wait."""
    if score is None:
        return None
    data = score.to_dict()
    return {name: data[name] for name in _OF_A_SCORE}
