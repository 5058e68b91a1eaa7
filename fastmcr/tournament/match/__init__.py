"""The match of 16 hands: seats, winds, totals, standings, sheets as files. Every name is loaded on first use."""

from typing import TYPE_CHECKING

from ...base.lazy import lazily

if TYPE_CHECKING:
    from .files import match_csv, match_sheet_json, parse_match, read_match
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

__getattr__, __dir__ = lazily(__name__, _HOMES)
