"""Exact and fast Mahjong Competition Rules (MCR, Guobiao): scoring and analysis, one hand or millions.

Every name is loaded on first use, so that importing the package costs little and loads no compiler.
"""

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .analysis import UNREACHABLE, Discard, Shanten, Wait, Waits, discards, shanten, useful_tiles, waits
    from .analysis_batch import discards_batch, shanten_batch, useful_tiles_batch, wait_points_batch, waits_batch
    from .arrays import HandBatch
    from .distances import Distance, distance, distance_batch
    from .errors import (
        ConditionError,
        HandError,
        InputError,
        McrError,
        NotationError,
        NotAWinError,
        RowsError,
        RulesError,
        TableError,
    )
    from .fan_distance import fan_distance_batch
    from .fans import Fan
    from .hand import Hand, Meld
    from .rules import Rules
    from .scoring import Score, ScoreBatch, score, score_batch
    from .settlement import Settlement, settle, settle_batch
    from .targets import Route, Routes, Target, routes
    from .tiles import Tile, Wind, reorder

_HOMES = {
    "analysis": (
        "UNREACHABLE", "Discard", "Shanten", "Wait", "Waits", "discards", "shanten", "useful_tiles", "waits",
    ),
    "analysis_batch": (
        "discards_batch", "shanten_batch", "useful_tiles_batch", "wait_points_batch", "waits_batch",
    ),
    "arrays": ("HandBatch",),
    "distances": ("Distance", "distance", "distance_batch"),
    "fan_distance": ("fan_distance_batch",),
    "errors": (
        "ConditionError", "HandError", "InputError", "McrError", "NotAWinError", "NotationError", "RowsError",
        "RulesError", "TableError",
    ),
    "fans": ("Fan",),
    "hand": ("Hand", "Meld"),
    "rules": ("Rules",),
    "scoring": ("Score", "ScoreBatch", "score", "score_batch"),
    "settlement": ("Settlement", "settle", "settle_batch"),
    "targets": ("Route", "Routes", "Target", "routes"),
    "tiles": ("Tile", "Wind", "reorder"),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "UNREACHABLE",
    "ConditionError",
    "Discard",
    "Distance",
    "Fan",
    "Hand",
    "HandBatch",
    "HandError",
    "InputError",
    "McrError",
    "Meld",
    "NotAWinError",
    "NotationError",
    "Route",
    "Routes",
    "RowsError",
    "Rules",
    "RulesError",
    "Score",
    "ScoreBatch",
    "Settlement",
    "Shanten",
    "TableError",
    "Target",
    "Tile",
    "Wait",
    "Waits",
    "Wind",
    "__version__",
    "discards",
    "discards_batch",
    "distance",
    "distance_batch",
    "fan_distance_batch",
    "reorder",
    "routes",
    "score",
    "score_batch",
    "settle",
    "settle_batch",
    "shanten",
    "shanten_batch",
    "useful_tiles",
    "useful_tiles_batch",
    "wait_points_batch",
    "waits",
    "waits_batch",
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
