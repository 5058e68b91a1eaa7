"""Arrays in, arrays out: the compiled core of fastmcr.

Everything the Python face calls is listed, with types, in ``fastmcr/kernels.pyi``. Names are loaded on first use, so
that a program which only scores never compiles what only analysis needs.
"""

import importlib
from typing import Any

_HOMES = {
    "Tables": ".tables.load",
    "load_tables": ".tables.load",
    "direct": ".jit",
    "score_rows": ".scoring.rows",
    "score_one": ".scoring.one",
    "score_row": ".scoring.score",
    "text_rows": ".scoring.text",
    "AnalysisTables": ".tables.load",
    "load_analysis_tables": ".tables.load",
    "shanten_rows": ".analysis.rows_shanten",
    "useful_rows": ".analysis.rows_useful",
    "waits_rows": ".analysis.rows_waits",
    "discards_rows": ".analysis.rows_discards",
    "step_rows": ".play.rows",
    "choose_rows": ".play.random_actions",
    "observe_rows": ".play.observe",
    "decision_rows": ".play.features",
    "plane_rows": ".play.features",
    "Entries": ".distance.targets",
    "Rulings": ".distance.points",
    "empty_entries": ".distance.targets",
    "target_words": ".distance.targets",
    "rulings_of": ".distance.points",
    "distance_rows": ".distance.rows",
    "routes_one": ".distance.routes_one",
    "FanTables": ".fan_distance.tables",
    "load_fan_tables": ".fan_distance.tables",
    "spoilers_of": ".fan_distance.tables",
    "fan_scratch": ".fan_distance.parts",
    "fan_distance_rows": ".fan_distance.rows",
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
