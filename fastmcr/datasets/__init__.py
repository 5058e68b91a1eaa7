"""Hands and records in bulk: Arrow, Parquet, a cluster, and reports about them.

Every name is loaded on first use; most need pyarrow, ``pip install 'fastmcr[bulk]'``.
"""

from typing import TYPE_CHECKING

from ..base.lazy import lazily

if TYPE_CHECKING:
    from .arrow import annotate
    from .make import write_hands
    from .parquet import Summary, bulk
    from .populations import make_hands
    from .report import write_report
    from .schemas import hand_schema, hand_string_schema, result_schema

_HOMES = {
    "arrow": ("annotate",),
    "make": ("write_hands",),
    "parquet": (
        "Summary",
        "bulk",
    ),
    "populations": ("make_hands",),
    "report": ("write_report",),
    "schemas": (
        "hand_schema",
        "hand_string_schema",
        "result_schema",
    ),
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

__getattr__, __dir__ = lazily(__name__, _HOMES)
