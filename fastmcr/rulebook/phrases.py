"""Words about fans and rules that need no tiles, so that a help text loads no numpy."""

from __future__ import annotations

from functools import lru_cache

from .rules import Rules
from .switches import PRESETS, Value


def value_word(value: Value) -> str:
    """Return the value of a switch as it is written on a command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@lru_cache(maxsize=64)
def rules_text(rules: Rules) -> str:
    """Return the closest preset and what differs from it, ``mil, minimum=6``; nothing for the default rules."""
    if rules == Rules():
        return ""
    presets = [(name, rules.differences(name)) for name in PRESETS]
    name, differences = min(presets, key=lambda item: len(item[1]))
    return ", ".join([name, *(f"{switch}={value_word(here)}" for switch, (here, _) in differences.items())])
