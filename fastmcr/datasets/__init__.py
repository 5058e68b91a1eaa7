"""Hands and records in bulk: Arrow, Parquet, a cluster, and reports about them.

Every name is loaded on first use; most need pyarrow, ``pip install 'fastmcr[bulk]'``.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .arrow import annotate
    from .make import write_hands
    from .parquet import Summary, bulk
    from .populations import make_hands
    from .report import write_report
    from .schemas import hand_schema, hand_string_schema, result_schema

_HOME_OF = {
    "Summary": "parquet",
    "annotate": "arrow",
    "bulk": "parquet",
    "hand_schema": "schemas",
    "hand_string_schema": "schemas",
    "make_hands": "populations",
    "result_schema": "schemas",
    "write_hands": "make",
    "write_report": "report",
}

__all__ = [
    "Summary",
    "annotate",
    "bulk",
    "hand_schema",
    "hand_string_schema",
    "make_hands",
    "result_schema",
    "write_hands",
    "write_report",
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
