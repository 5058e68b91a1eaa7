"""The match of 16 hands: seats, winds, totals, standings, sheets as files. Every name is loaded on first use."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .files import (
        match_csv,
        match_sheet_json,
        parse_match,
        read_match,
    )
    from .hands import (
        HANDS,
        SCALE,
        Match,
        PlayedHand,
        Standing,
        as_hand_number,
        as_scale,
        prevalent_of,
        seating,
        table_points,
    )

_HOMES = {
    "hands": (
        "HANDS",
        "SCALE",
        "Match",
        "PlayedHand",
        "Standing",
        "as_hand_number",
        "as_scale",
        "prevalent_of",
        "seating",
        "table_points",
    ),
    "files": (
        "match_csv",
        "match_sheet_json",
        "parse_match",
        "read_match",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "HANDS",
    "SCALE",
    "Match",
    "PlayedHand",
    "Standing",
    "as_hand_number",
    "as_scale",
    "match_csv",
    "match_sheet_json",
    "parse_match",
    "prevalent_of",
    "read_match",
    "seating",
    "table_points",
]


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
