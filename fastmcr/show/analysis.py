"""Shanten, waits and discards in words, as tables and as plain data; English and Chinese."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..analysis.forms import FORMS, UNREACHABLE
from ..rulebook.fans import Fan
from ..rulebook.lang import check_language
from ..rulebook.phrases import rules_text
from .blocks import Block, Row, Table, drawn_text
from .score_data import rules_data
from .score_words import fan_name, tiles_text, winds_text

if TYPE_CHECKING:
    from ..analysis.one_hand import Discard, Discards, Shanten, Wait, Waits
    from ..rulebook.tiles import Tile
    from ..scoring.result import Score

_FORMS_ZH = ("基本和型", "七对", "十三幺", "全不靠", "组合龙")
_LABELS = {
    "Form": "牌型",
    "Shanten": "向听",
    "Tiles": "张数",
    "Useful tiles": "有效进张",
    "Discard": "打",
    "Away": "距离",
    "Tile": "牌",
    "Left": "余",
    "By discard": "点和",
    "Self-drawn": "自摸",
    "Fans": "番种",
    "Waiting for": "听",
    "Winds": "风圈",
    "Flowers": "花牌",
    "Rules": "规则",
    "Notes": "说明",
    "Best": "最近",
}


def _label(english: str, lang: str) -> str:
    return _LABELS[english] if lang == "zh" else english


def form_name(form: str, lang: str = "en") -> str:
    """Return a form in words."""
    return _FORMS_ZH[FORMS.index(form)] if lang == "zh" else form.replace("_", " ")


def distance_word(value: int, lang: str = "en") -> str:
    """Return a shanten in words: complete, ready, 2-shanten, barred."""
    if value == UNREACHABLE:
        return "有副露，不可" if lang == "zh" else "barred by melds"
    if value < 1:
        return (("和牌", "complete"), ("听牌", "ready"))[value + 1][lang != "zh"]
    return f"{value}向听" if lang == "zh" else f"{value}-shanten"


def away(value: int, lang: str = "en") -> str:
    """Return a distance to a hand worth enough in words: complete, ready, 2 away, out of reach."""
    if value == UNREACHABLE:
        return "无法达到" if lang == "zh" else "out of reach"
    if value < 1:
        return distance_word(value, lang)
    return f"差{value}张听牌" if lang == "zh" else f"{value} away"


def tiles_by_suit(tiles: Iterable[Tile], lang: str = "en") -> str:
    """Return tiles with the suits apart: ``47p 36s E``."""
    return " ".join(tiles_text(tuple(group), lang) for _, group in groupby(tiles, lambda tile: tile.suit))


def useful_text(useful: Mapping[Tile, int], lang: str = "en") -> str:
    """Return useful tiles, those of which none is left apart."""
    there = tiles_by_suit((tile for tile, left in useful.items() if left), lang)
    gone = tiles_by_suit((tile for tile, left in useful.items() if not left), lang)
    if not gone:
        return there
    return f"{there}（已绝：{gone}）" if lang == "zh" else f"{there} (none left: {gone})".strip()


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
    comma = "、" if lang == "zh" else ", "
    forms = comma.join(form_name(form, lang) for form in shanten.forms)
    best = distance_word(shanten.best, lang) + (f"（{forms}）" if lang == "zh" else f" ({forms})")
    rows: list[Row] = []
    for form, (value, useful) in by_form.items():
        left = str(sum(useful.values())) if useful else ""
        rows.append((form_name(form, lang), distance_word(value, lang), left, useful_text(useful, lang)))
    titles = tuple(_label(title, lang) for title in ("Form", "Shanten", "Tiles", "Useful tiles"))
    return Block(name, [(_label("Best", lang), best)], [Table(titles, rows, right=(2,))])


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
    titles = ("Discard", *(("Away",) if with_distance else ()), "Shanten", "Tiles", "Useful tiles")
    tables = [Table(tuple(_label(title, lang) for title in titles), rows, right=(len(titles) - 2,))]
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
        notes.append(f"以最后一张{tile}之前的手牌计" if lang == "zh" else f"the last tile, {tile}, was left out")
    if waits.of_hand is None:
        notes.append("有未知的副露，不计分" if lang == "zh" else "sets are unknown: nothing was scored")
    gone = tuple(tile for tile, wait in waits.items() if not wait.copies_left)
    if gone:
        tiles = tiles_by_suit(gone, lang)
        notes.append(f"{tiles}：已绝，仍算听牌" if lang == "zh" else f"no copy is left of {tiles}; it still is a wait")
    last = tuple(tile for tile, wait in waits.items() if wait.last_tile)
    if last:
        tiles = tiles_by_suit(last, lang)
        were = "was" if len(last) == 1 else "were each"
        english = f"{tiles} {were} scored as the last of its kind: the other three lie open"
        notes.append(f"{tiles}：其余三张已亮明，计和绝张" if lang == "zh" else english)
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
    facts = [("Waiting for", _waiting(waits, lang))]
    facts += [("Winds", next((text for score in scores if (text := winds_text(score, lang))), ""))]
    if scores and scores[0].flowers:
        flowers = scores[0].flowers
        facts.append(("Flowers", f"{flowers}分，另计" if lang == "zh" else f"{flowers}, not in the points below"))
    facts.append(("Rules", rules_text(waits.rules)))
    titles = ("Tile", "Left", "By discard", "Self-drawn", "Fans")[: 5 if waits.of_hand is not None else 2]
    rows: list[Row] = [_wait_row(wait, lang)[: len(titles)] for wait in waits.values()]
    tables = [Table(tuple(_label(title, lang) for title in titles), rows, right=(1, 2, 3))] if rows else []
    shown = [(_label(name, lang), text) for name, text in facts if text]
    return Block(waits.name, shown, tables, _label("Notes", lang), waits_notes(waits, lang))


def _waiting(waits: Waits, lang: str) -> str:
    if not waits:
        return "无，没有听牌" if lang == "zh" else "nothing, the hand is not ready"
    tiles = tiles_by_suit(waits, lang)
    if lang == "zh":
        return f"{tiles}，余{waits.copies_left}张"
    return f"{tiles}, {_tiles(waits.copies_left)} left"


def _wait_row(wait: Wait, lang: str) -> Row:
    tile, left = tiles_text((wait.tile,), lang), str(wait.copies_left)
    if wait.by_discard is None or wait.self_drawn is None:
        return (tile, left, "", "", "")
    return (tile, left, _points(wait.by_discard, lang), _points(wait.self_drawn, lang), _fans(wait, lang))


def _points(score: Score, lang: str) -> str:
    if score.legal:
        return str(score.points)
    return f"{score.points}（差{score.shortfall}）" if lang == "zh" else f"{score.points} ({score.shortfall} short)"


def _fans(wait: Wait, lang: str) -> str:
    """Name the fans of a win by discard, and how one self-drawn differs."""
    assert wait.by_discard is not None
    assert wait.self_drawn is not None
    base, drawn = _named(wait.by_discard, lang), _named(wait.self_drawn, lang)
    comma = "、" if lang == "zh" else ", "
    more = [name for name in drawn if name not in base]
    fewer = [("非" if lang == "zh" else "not ") + name for name in base if name not in drawn]
    label = "；自摸：" if lang == "zh" else "; drawn: "
    return comma.join(base) + (label + comma.join([*more, *fewer]) if more or fewer else "")


def _named(score: Score, lang: str) -> list[str]:
    return [
        fan_name(fan, lang) + (f" x{count}" if count > 1 else "")
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
