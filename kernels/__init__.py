"""Arrays in, arrays out: the compiled core of fastmcr.

Everything the Python face calls is listed, with types, in ``fastmcr/kernels.pyi``. Names are loaded on first use, so
that a program which only scores never compiles what only analysis needs.
"""

import importlib
from typing import Any

_HOMES = {
    "Tables": ".tables",
    "load_tables": ".tables",
    "direct": ".jit",
    "score_rows": ".rows_score",
    "score_one": ".one_score",
    "score_row": ".score",
    "text_rows": ".rows_text",
    "AnalysisTables": ".tables",
    "load_analysis_tables": ".tables",
    "shanten_rows": ".rows_shanten",
    "useful_rows": ".rows_useful",
    "waits_rows": ".rows_waits",
    "discards_rows": ".rows_discards",
    "step_rows": ".rows_play",
    "choose_rows": ".rows_choose",
    "observe_rows": ".rows_observe",
    "decision_rows": ".rows_features",
    "plane_rows": ".rows_features",
    "Entries": ".targets",
    "Rulings": ".target_points",
    "empty_entries": ".targets",
    "target_words": ".targets",
    "rulings_of": ".target_points",
    "distance_rows": ".rows_distance",
    "routes_one": ".one_routes",
    "FanTables": ".fan_distance_tables",
    "load_fan_tables": ".fan_distance_tables",
    "spoilers_of": ".fan_distance_tables",
    "fan_scratch": ".fan_distance_parts",
    "fan_distance_rows": ".fan_distance",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
