"""Totals of wins beside those of PyMahjongGB."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from peers import mahjonggb_call
from populations import Rows
from support import as_batch

from fastmcr import Rules, score_batch

Calculator = Callable[..., tuple[tuple[int, str], ...]]


def differing(rows: Rows, calculator: Calculator, rules: Rules | str = "mil") -> list[str]:
    """Return the wins whose totals differ."""
    batch = as_batch(rows)
    totals = score_batch(batch, rules).total
    theirs = [sum(points for points, _ in calculator(*mahjonggb_call(rows, i))) for i in range(len(rows.win))]
    return [f"{batch.hand(int(i))}: {totals[i]}, not {theirs[i]}" for i in np.flatnonzero(totals != theirs)]
