"""Sizes of the benchmarks: full, or with ``FASTMCR_BENCH_QUICK=1`` just enough to see that each runs."""

from __future__ import annotations

import os
from typing import Any

QUICK = os.environ.get("FASTMCR_BENCH_QUICK", "0") not in ("", "0")
SEED = 2024


def sized(full: int, quick: int) -> int:
    """Return a number for the mode."""
    return quick if QUICK else full


def note(benchmark: Any, what: str, library: str, unit: str, **more: Any) -> None:
    """Say what a benchmark measures, for the report: the row, the column, the unit, and ``per`` or ``value``."""
    benchmark.group = what
    benchmark.extra_info.update({"what": what, "library": library, "unit": unit, **more})
