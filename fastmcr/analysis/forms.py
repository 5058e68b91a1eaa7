"""The forms of a win, and the tables that every question about them looks up."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from ..hands.batch import loaded
from ..kernels import layout

if TYPE_CHECKING:
    from ..kernels import AnalysisTables

__all__ = ["ALL_FORMS", "FORMS", "UNREACHABLE", "form_tables"]

FORMS = ("regular", "seven_pairs", "thirteen_orphans", "honors_and_knitted", "knitted_straight")
ALL_FORMS = (1 << len(FORMS)) - 1
"""All forms as the kernels are told of them, one bit a form."""
UNREACHABLE = layout.UNREACHABLE


@functools.cache
def form_tables() -> AnalysisTables:
    """Return the tables that the kernels of shanten, waits and discards look up, loaded once."""
    from ..kernels import load_analysis_tables

    return loaded(load_analysis_tables)
