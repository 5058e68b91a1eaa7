"""``fastmcr rules``."""

from __future__ import annotations

from typing import Any

import click

from ..rulebook.lang import phrase, text_in
from ..rulebook.phrases import value_word
from ..rulebook.rules import Rules
from ..rulebook.switches import PRESETS, SWITCHES, Switch
from ..show.blocks import Block, Table
from .common import as_json, draw, lang_option

_BY_NAME = {switch.name: switch for switch in SWITCHES}


@click.command(name="rules")
@click.argument("name", required=False, metavar="[NAME]")
@lang_option
@click.option("--json", "json_out", is_flag=True, help="The same as JSON.")
def command(name: str | None, lang: str, json_out: bool) -> None:
    """Show the switches of the rules and the presets.

    With the NAME of a preset: how it differs from the default rules. With the NAME of a switch: what it means and
    its values. `--rules` and `--set` of other commands take them.
    """
    switch = _BY_NAME.get((name or "").replace("-", "_"))
    if name is not None and name not in PRESETS and switch is None:
        known = f"presets: {', '.join(PRESETS)}; switches: {', '.join(_BY_NAME)}"
        raise click.BadParameter(f"no preset or switch is called {name!r}; {known}", param_hint="'NAME'")
    if json_out:
        print(as_json(data_of(name, switch), indent=1))
    elif switch is not None:
        draw(switch_card(switch, lang))
    else:
        draw(overview(lang) if name is None else differences(name, lang))


def overview(lang: str) -> Table:
    """Return the values of every switch in every preset; = where it is that of the default rules."""
    rows = []
    for switch in SWITCHES:
        values = [getattr(Rules.preset(preset), switch.name) for preset in PRESETS]
        words = ["=" if place and value == values[0] else value_word(value) for place, value in enumerate(values)]
        rows.append((switch.name, *words, switch.ruling))
    return Table((phrase("switch", lang), *PRESETS, phrase("ruling-of", lang)), list(rows))


def differences(preset: str, lang: str) -> Table:
    """Return the switches in which a preset differs from the default rules."""
    rows = [
        (name, value_word(here), value_word(there), text_in(_BY_NAME[name], "meaning", lang))
        for name, (here, there) in Rules.preset(preset).differences("default").items()
    ]
    return Table((phrase("switch", lang), preset, "default", phrase("meaning", lang)), list(rows))


def switch_card(switch: Switch, lang: str) -> Block:
    """Return what a switch means, its values, and that of each preset."""
    facts = [
        (phrase("values", lang), switch.allowed),
        (phrase("meaning", lang), text_in(switch, "meaning", lang)),
        (phrase("ruling-of", lang), switch.ruling),
    ]
    facts += [(preset, value_word(getattr(Rules.preset(preset), switch.name))) for preset in PRESETS]
    return Block(switch.name, facts, [])


def data_of(name: str | None, switch: Switch | None) -> dict[str, Any]:
    """Return presets, one preset or one switch as plain data."""
    if switch is not None:
        return _switch_data(switch)
    if name is not None:
        rules = Rules.preset(name)
        differing = rules.differences("default").items()
        return {
            "preset": name,
            "switches": _values(rules),
            "differs_from_default": {key: {"here": here, "default": there} for key, (here, there) in differing},
        }
    return {
        "switches": [_switch_data(switch) for switch in SWITCHES],
        "presets": {preset: _values(Rules.preset(preset)) for preset in PRESETS},
    }


def _values(rules: Rules) -> dict[str, Any]:
    return {switch.name: getattr(rules, switch.name) for switch in SWITCHES}


def _switch_data(switch: Switch) -> dict[str, Any]:
    return {
        "name": switch.name,
        "values": list(switch.values),
        "any_from": switch.least,
        "meaning": switch.meaning,
        "meaning_zh": switch.meaning_zh,
        "ruling": switch.ruling,
    }
