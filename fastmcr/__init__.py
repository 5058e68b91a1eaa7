"""Exact and fast Mahjong Competition Rules (MCR, Guobiao): scoring and analysis, one hand or millions.

Every name is loaded on first use, so that importing the package costs little and loads no compiler.
"""

from typing import TYPE_CHECKING

from .base.lazy import lazily
from .base.version import __version__
from .base.views import register
from .show import VIEWS

if TYPE_CHECKING:
    from .analysis.batch import discards_batch, shanten_batch, useful_tiles_batch, wait_points_batch, waits_batch
    from .analysis.distance import Distance, DistanceBatch, distance, distance_batch
    from .analysis.fan_distance import FanDistanceBatch, fan_distance_batch
    from .analysis.one_hand import (
        UNREACHABLE,
        Discard,
        Discards,
        Shanten,
        Wait,
        Waits,
        discards,
        shanten,
        useful_tiles,
        waits,
    )
    from .analysis.results import DiscardsBatch, ShantenBatch, UsefulTilesBatch, WaitPointsBatch, WaitsBatch
    from .analysis.routes import Route, Routes, Target, routes
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
    from .hands.batch import HandBatch
    from .hands.hand import Hand, Meld
    from .rulebook.fans import Fan
    from .rulebook.rules import Rules
    from .rulebook.tiles import Tile, Wind, reorder
    from .scoring.batch import ScoreBatch, score_batch
    from .scoring.result import Score
    from .scoring.score import score
    from .tournament.settlement import Settlement, settle, settle_batch

_HOMES = {
    "analysis.one_hand": (
        "UNREACHABLE", "Discard", "Discards", "Shanten", "Wait", "Waits", "discards", "shanten", "useful_tiles",
        "waits",
    ),
    "analysis.batch": (
        "discards_batch", "shanten_batch", "useful_tiles_batch", "wait_points_batch", "waits_batch",
    ),
    "analysis.results": (
        "DiscardsBatch", "ShantenBatch", "UsefulTilesBatch", "WaitPointsBatch", "WaitsBatch",
    ),
    "hands.batch": ("HandBatch",),
    "analysis.distance": ("Distance", "DistanceBatch", "distance", "distance_batch"),
    "analysis.fan_distance": ("FanDistanceBatch", "fan_distance_batch",),
    "errors": (
        "ConditionError", "HandError", "InputError", "McrError", "NotAWinError", "NotationError", "RowsError",
        "RulesError", "TableError",
    ),
    "rulebook.fans": ("Fan",),
    "hands.hand": ("Hand", "Meld"),
    "rulebook.rules": ("Rules",),
    "scoring.result": ("Score",),
    "scoring.batch": ("ScoreBatch", "score_batch"),
    "scoring.score": ("score",),
    "tournament.settlement": ("Settlement", "settle", "settle_batch"),
    "analysis.routes": ("Route", "Routes", "Target", "routes"),
    "rulebook.tiles": ("Tile", "Wind", "reorder"),
}  # fmt: skip

__all__ = [
    "UNREACHABLE",
    "ConditionError",
    "Discard",
    "Discards",
    "DiscardsBatch",
    "Distance",
    "DistanceBatch",
    "Fan",
    "FanDistanceBatch",
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
    "ShantenBatch",
    "TableError",
    "Target",
    "Tile",
    "UsefulTilesBatch",
    "Wait",
    "WaitPointsBatch",
    "Waits",
    "WaitsBatch",
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

register(VIEWS)

__getattr__, __dir__ = lazily(
    __name__,
    _HOMES,
    packages=("analysis", "compat", "datasets", "hands", "play", "records", "rulebook", "scoring", "tournament"),
)
