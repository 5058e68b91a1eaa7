"""``fastmcr fans``."""

from __future__ import annotations

import unicodedata
from typing import Any

import click

from ..errors import RulesError
from ..rulebook.fans import Exclusion, Fan
from ..rulebook.lang import name_in, phrase, reason_text, source_text, text_in
from ..rulebook.rules import Rules
from ..show.blocks import Block, Row, Table
from .common import as_json, draw, lang_option, rules_of, rules_options


@click.command(name="fans")
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@click.option("--points", type=click.IntRange(1), multiple=True, help="Only fans worth this; may be repeated.")
@click.option("--full", is_flag=True, help="All that is known of each fan.")
@rules_options
@lang_option
@click.option("--json", "json_out", is_flag=True, help="All that is known of each fan, as a JSON array.")
def command(
    words: tuple[str, ...],
    points: tuple[int, ...],
    full: bool,
    preset: str,
    switches: tuple[str, ...],
    lang: str,
    json_out: bool,
) -> None:
    """Show the fans, or those that FILTER finds.

    FILTER is the name or number of a fan (its definition, what it bars and what bars it are shown), or words that
    all occur in a name: English, Chinese, or pinyin with or without tones.

    \b
    fastmcr fans straight
    fastmcr fans 'Mixed Straight'
    fastmcr fans 花龙 --lang zh
    fastmcr fans --points 8 --rules mil
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
    rules = rules_of(preset, switches)
    found, exact = find(words, rules)
    found = [fan for fan in found if not points or rules.points_of(fan) in points]
    if json_out:
        print(as_json([fan_data(fan, rules) for fan in found], indent=1))
    elif full or (exact and found):
        for place, fan in enumerate(found):
            if place:
                print()
            draw(card(fan, rules, lang))
    else:
        draw(overview(found, rules, lang))


def find(words: tuple[str, ...], rules: Rules) -> tuple[list[Fan], bool]:
    """Return the fans meant, and whether one was named exactly."""
    every = [fan for fan in Fan if fan.number_wmo or rules.mixed_kong_pair == 5]
    if not words:
        return every, False
    try:
        return [Fan.find(" ".join(words))], True
    except RulesError as error:
        keys = [_plain(word) for word in words]
        found = [fan for fan in every if all(any(key in name for name in _names(fan)) for key in keys)]
        if not found:
            raise click.BadParameter(str(error), param_hint="'FILTER'") from None
        return found, False


def _names(fan: Fan) -> list[str]:
    return [_plain(name) for name in (fan.english, fan.chinese, fan.pinyin, *fan.aliases)]


def _plain(text: str) -> str:
    """Return text without tones, blanks and signs, in small letters."""
    return "".join(char for char in unicodedata.normalize("NFKD", text).casefold() if char.isalnum())


def overview(fans: list[Fan], rules: Rules, lang: str) -> Table:
    """Return one line for each fan."""
    titles = tuple(phrase(title, lang) for title in ("number", "points-of", "fan-of"))
    others = ("second-name", "pinyin") if lang == "en" else ("pinyin", "second-name")
    rows = []
    for fan in fans:
        name = name_in(fan, lang)
        more = {"second-name": fan.chinese if name == fan.english else fan.english, "pinyin": fan.pinyin}
        numbers = (str(fan.number_wmo or "-"), str(rules.points_of(fan)))
        rows.append((*numbers, name, *(more[other] for other in others)))
    return Table((*titles, *(phrase(other, lang) for other in others)), list(rows), right=(0, 1))


def card(fan: Fan, rules: Rules, lang: str) -> Block:
    """Return all that is known of a fan."""
    number_1998 = str(fan.number_1998 or "-")
    facts = [
        ("worth", str(rules.points_of(fan))),
        ("definition", text_in(fan, "definition", lang)),
        ("also-called", phrase("enumerated", lang).join(fan.aliases)),
        ("old-number", "" if number_1998 == str(int(fan)) else number_1998),
        ("source", source_text(fan.source, lang)),
    ]
    rows = [row for row in rules.exclusions if row.fan is fan or fan in row.barred]
    bars = [(name_in(barred, lang), _why(row, lang)) for row in rows if row.fan is fan for barred in row.barred]
    barred_by = [(name_in(row.fan, lang), _why(row, lang)) for row in rows if row.fan is not fan]
    tables = [
        Table((phrase(title, lang), phrase("reason", lang)), _shortened(lines, phrase("as-above", lang)))
        for title, lines in (("bars", bars), ("barred-beside", barred_by))
        if lines
    ]
    title = f"{int(fan)}  {fan.english}  {fan.chinese}  {fan.pinyin}"
    return Block(title, [(phrase(label, lang), text) for label, text in facts if text], tables)


def _shortened(lines: list[tuple[str, str]], above: str) -> list[Row]:
    """Return lines in which a reason that repeats is not written out again."""
    before = ["", *(reason for _, reason in lines)]
    return [(name, above if why == before[place] else why) for place, (name, why) in enumerate(lines)]


def _why(row: Exclusion, lang: str) -> str:
    source = source_text(row.source, lang)
    if row.kind == "inside":
        source = phrase("of-same-sets", lang, source=source)
    return phrase("in-brackets", lang, text=reason_text(row.why, lang), more=source)


def fan_data(fan: Fan, rules: Rules) -> dict[str, Any]:
    """Return all that is known of a fan as plain data."""
    return {
        "number": int(fan),
        "name": fan.english,
        "chinese": fan.chinese,
        "pinyin": fan.pinyin,
        "points": rules.points_of(fan),
        "number_1998": fan.number_1998,
        "aliases": list(fan.aliases),
        "definition": fan.definition,
        "definition_zh": fan.definition_zh,
        "source": fan.source,
        "bars": [
            {
                "number": int(barred),
                "name": barred.english,
                "same_sets_only": row.kind == "inside",
                "principle": row.principle,
                "reason": row.reason,
                "source": row.source,
            }
            for row in rules.exclusions
            if row.fan is fan
            for barred in row.barred
        ],
    }
