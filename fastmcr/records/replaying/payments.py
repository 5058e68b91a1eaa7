"""Which settlement reproduces the scores of a record."""

from __future__ import annotations

from collections.abc import Mapping

from ..model import Four, Record

__all__ = ["SETTLEMENTS", "paid", "settlement_of"]

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


def settlement_of(record: Record) -> str | None:
    """Return the name of the settlement that reproduces the scores of a record, None if there is none.

    Parameters
    ----------
    record : Record

    Returns
    -------
    str or None
        As `Record.settlement`.

    Examples
    --------
    >>> from fastmcr.records.model import RecordedResult
    >>> record = Record("fastmcr", "shared", 0, (b"", b"", b"", b""), b"", RecordedResult("draw", (), (0, 0, 0, 0)))
    >>> settlement_of(record)
    'draw'
    """
    result = record.result
    if result.scores is None or result.ending == "unknown":
        return None
    if result.ending == "draw":
        return "draw" if not any(result.scores) else None
    if result.ending == "fault":
        due = [FAULT // 3 if seat != result.fault_seat else -FAULT for seat in range(4)]
        return "fault" if list(result.scores) == due else None
    totals = {win.seat: win.total for win in result.wins if win.total is not None}
    source = record.win_source
    if source is None or len(totals) != len(result.wins) or not (source.self_drawn or source.seat is not None):
        return None
    names = ("ordinary", "duplicate") if source.self_drawn else ("cross-pay", "no-cross-pay")
    for name in names:
        if paid(totals, source.seat, name, record.base) == result.scores:
            return "discard" if len(totals) == 1 and not source.self_drawn else name
    return None
