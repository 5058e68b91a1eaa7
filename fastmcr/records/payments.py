"""What each seat wins or pays under the settlements that records follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

__all__ = ["FAULT", "SETTLEMENTS", "Four", "paid"]

Four: TypeAlias = tuple[int, int, int, int]

SETTLEMENTS = ("ordinary", "duplicate", "cross-pay", "no-cross-pay")
FAULT = 30  # what a program that fails pays on Botzone, a third to each of the others


def paid(totals: Mapping[int, int], giver: int | None, settlement: str, base: int = 8) -> Four:
    """Return what each seat wins or pays.

    Parameters
    ----------
    totals : mapping of seat to total with flowers
        The winners.
    giver : int or None
        Who gave the winning tile; None if self-drawn.
    settlement : {"ordinary", "duplicate", "cross-pay", "no-cross-pay"}
        ``ordinary`` and ``duplicate`` differ for self-drawn wins only. ``no-cross-pay``: winners pay nobody, and the
        giver pays the sum of the totals and his 8 once.
    base : int, default 8
        What losers pay beside or instead of the points.

    Returns
    -------
    tuple of 4 int
        Points of E, S, W, N.

    Notes
    -----
    The rules pay 8; other numbers are a setting of some sites. See section 3 of the notes on duplicate play for the
    self-drawn win, section 4 for several winners.

    Examples
    --------
    >>> paid({1: 12, 3: 12}, 0, "no-cross-pay"), paid({1: 12, 3: 12}, 0, "cross-pay")
    ((-32, 36, -8, 36), (-40, 28, -16, 28))
    >>> paid({0: 10}, None, "duplicate"), paid({0: 10}, None, "ordinary")
    ((34, -12, -12, -12), (54, -18, -18, -18))
    """
    scores = [0, 0, 0, 0]
    for winner, total in totals.items():
        if giver is None:
            each = base + (-(-total // 3) if settlement == "duplicate" else total)
            for seat in range(4):
                scores[seat] -= each if seat != winner else 0
            scores[winner] += total + 3 * base if settlement == "duplicate" else 3 * each
            continue
        scores[winner] += total + 3 * base
        scores[giver] -= total
        if settlement != "no-cross-pay":
            for seat in range(4):
                scores[seat] -= base if seat != winner else 0
    if totals and giver is not None and settlement == "no-cross-pay":
        for seat in range(4):
            scores[seat] -= base if seat not in totals else 0
    east, south, west, north = scores
    return east, south, west, north
