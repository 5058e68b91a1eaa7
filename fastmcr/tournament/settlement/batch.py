"""Settlement of many hands at once, by the closed forms of the rules on arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import InputError, shown
from ...hands.batch import OnError, as_column, check_on_error, rows_error
from ...kernels.rules.payments import from_discard, self_drawn, to_winners
from .checks import checked_minimum, checked_options
from .parts import FALSE_HU_DUPLICATE, FALSE_HU_ORDINARY, MINIMUM, MultipleWinners, Variant, variant_text

__all__ = ["MAX_VALUE", "STATUS_WORDS", "SettlementBatch", "settle_batch"]

Ints = npt.NDArray[np.int32]

MAX_VALUE = 100_000_000  # far above any hand, and low enough for sums of int32
_CHUNK = 1 << 14  # rows; what is made of them fits the cache
_OFFENCES = 100  # most units of false hu of one seat in a row

OK, VALUE, LOW, SOURCE, OWN_TILE, SELF_DRAWN, NO_WINNER, FLOWERS, FALSE_HU, DEAD_HAND = range(10)
STATUS_WORDS = (
    "OK",
    f"a value below 0 or above {MAX_VALUE:,}",
    "a win below the minimum",
    "a source outside -1..3",
    "the source wins with the own tile",
    "several winners of a self-drawn tile",
    "a source, but no winner",
    "flowers outside 0..8, or more than the value, or without a win, or in duplicate MCR",
    "a false hu that costs something else than the rules say",
    "a win after a false hu",
)
"""What each status code means."""


@dataclass(frozen=True, eq=False)
class SettlementBatch:
    """Settlements of many hands, one row a hand. A row with a status other than 0 has zeros elsewhere.

    Attributes
    ----------
    points : (n, 4) int32
        What E, S, W, N win and pay.
    false_hu_imp : (n, 4) int32
        IMP that each loses for false hu in duplicate, 0 or more, to subtract after conversion.
    status : (n,) uint8
        0 OK; 1 value, 2 below the minimum, 3 source, 4 the source wins, 5 several self-drawn winners, 6 a source
        without a winner, 7 flowers, 8 false hu, 9 a win after a false hu.
        A row with several faults has one of them.
    rules_text : str
        The rule variant in words.
    """

    points: npt.NDArray[np.int32]
    false_hu_imp: npt.NDArray[np.int32]
    status: npt.NDArray[np.uint8]
    rules_text: str

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        bad = int(np.count_nonzero(self.status))
        some = f", {bad:,} of them bad" if bad else ""
        return f"<SettlementBatch of {len(self):,} hands, {self.rules_text}{some}>"


def settle_batch(
    values: npt.ArrayLike,
    source: npt.ArrayLike,
    *,
    flowers: npt.ArrayLike | None = None,
    false_hu: npt.ArrayLike | None = None,
    duplicate: bool = False,
    multiple_winners: MultipleWinners | None = None,
    variant: Variant = "cross-pay",
    minimum: int = MINIMUM,
    on_error: OnError = "raise",
) -> SettlementBatch:
    """Say what each seat wins and pays in many hands.

    Parameters
    ----------
    values : (n, 4) integers
        Worth of the valid wins that E, S, W, N declared, flowers included, in points; 0 for who did not. A row of
        zeros is a draw.
    source : (n,) integers or one integer
        Who discarded the winning tile, or whose kong was robbed, 0..3; -1 for a self-drawn win and for a draw.
    flowers : (n, 4) integers, optional
        How many of the points are flowers, which the minimum does not count.
    false_hu : (n, 4) integers, optional
        What false hu of each seat cost: points to each opponent (10, 20, or a sum of these), in duplicate IMP
        (4, 8, or a sum).
    duplicate, multiple_winners, variant
        As in `settle`, for all rows.
    minimum : int, default 8
        Points without flowers that a win needs.
    on_error : {"raise", "mark"}
        One error that names the first bad rows, or a status for each row.

    Returns
    -------
    SettlementBatch
        Points (n, 4) int32, IMP (n, 4) int32, status (n,) uint8. The arguments are not changed.

    Raises
    ------
    RowsError
        With ``on_error="raise"``, if rows are bad.
    InputError
        If an array has a wrong dtype or shape, or an option does not exist.

    Notes
    -----
    Sources as for `settle`. With k winners of values h the discarder loses the sum of h + 8k, a winner gets
    h + 24 - 8(k - 1), anybody else loses 8k.

    Examples
    --------
    >>> from fastmcr import settle_batch
    >>> settle_batch([[0, 20, 10, 0], [9, 0, 0, 0]], [0, -1], duplicate=True).points.tolist()
    [[-46, 36, 26, -16], [33, -11, -11, -11]]
    >>> settle_batch([[7, 0, 0, 0]], -1, on_error="mark").status.tolist()
    [2]
    """
    check_on_error(on_error)
    if not isinstance(duplicate, bool):
        raise InputError(f"duplicate must be True or False, not {shown(duplicate)}")
    multiple_winners, variant = checked_options(duplicate, multiple_winners, variant)
    least = checked_minimum(minimum)
    worth = as_column("values", values, None, (4,))
    rows = len(worth)
    giver = as_column("source", source, rows, ())
    extra = as_column("flowers", flowers, rows, (4,))
    offences = as_column("false_hu", false_hu, rows, (4,))

    status = np.zeros(rows, np.uint8)
    points, imp = np.zeros((rows, 4), np.int32), np.zeros((rows, 4), np.int32)
    for start in range(0, rows, _CHUNK):
        part = slice(start, start + _CHUNK)
        # Seats first, rows last: sums over four seats are then sums of long arrays.
        columns = worth[part].T, giver[part], extra[part].T, offences[part].T
        status[part] = _statuses(*columns, duplicate, least)
        good = status[part] == OK
        value, seat, _, costs = (np.where(good, column, 0).astype(np.int32) for column in columns)
        drawn, taken = _self_drawn(value, duplicate), _discards(value, seat, multiple_winners, variant)
        points[part] = np.where(seat < 0, drawn, taken).T
        if duplicate:
            imp[part] = costs.T
        else:
            points[part] += (costs.sum(axis=0, dtype=np.int32) - 4 * costs).T
    if on_error == "raise" and status.any():
        raise rows_error(status, lambda row: STATUS_WORDS[status[row]])
    return SettlementBatch(points, imp, status, variant_text(duplicate, multiple_winners, variant, least))


def _self_drawn(value: Ints, duplicate: bool) -> Ints:
    """Return the points of self-drawn wins, and zeros for draws; (4, n)."""
    best = value.max(axis=0)
    win, loss = self_drawn(best, duplicate)
    return np.where(best > 0, np.where(value > 0, win, -loss), 0)


def _discards(value: Ints, source: Ints, multiple_winners: MultipleWinners, variant: Variant) -> Ints:
    """Return the points of wins on a discard, (4, n); 0 for draws, and something that nobody reads for self-drawn."""
    seats = np.arange(4, dtype=np.int32)[:, None]
    wins = value > 0
    if multiple_winners == "nearest":
        after = np.where(wins, (seats - source) & 3, 4)
        wins = wins & (after == after.min(axis=0))
    won = np.where(wins, value, 0)
    count = wins.sum(axis=0, dtype=np.int32)
    crossed = variant == "cross-pay"
    values = np.where(seats == source, won.sum(axis=0, dtype=np.int32), 0)
    points: Ints = np.where(wins, from_discard(won, count - 1, crossed), -to_winners(values, count, crossed))
    return points


def _statuses(
    worth: npt.NDArray[Any],
    giver: npt.NDArray[Any],
    extra: npt.NDArray[Any],
    offences: npt.NDArray[Any],
    duplicate: bool,
    least: int,
) -> npt.NDArray[np.uint8]:
    """Return a fault of each bad row, 0 for the others; seats are the first axis."""
    status = np.zeros(giver.shape, np.uint8)

    def mark(code: int, bad: npt.NDArray[np.bool_] | np.bool_) -> None:
        status[bad & (status == OK)] = code

    mark(VALUE, ((worth < 0) | (worth > MAX_VALUE)).any(axis=0))
    mark(SOURCE, (giver < -1) | (giver > 3))
    mark(FLOWERS, ((extra < 0) | (extra > (0 if duplicate else 8))).any(axis=0))
    rules = FALSE_HU_DUPLICATE if duplicate else FALSE_HU_ORDINARY
    unit = min(rule.cost for rule in rules.values() if rule.cost)
    mark(FALSE_HU, ((offences < 0) | (offences > _OFFENCES * unit) | (offences % unit != 0)).any(axis=0))

    # From here on every number of an unmarked row fits int32; the marked ones may become anything.
    value, flowers, source = worth.astype(np.int32), extra.astype(np.int32), giver.astype(np.int32)
    wins = value > 0
    count = wins.sum(axis=0)
    mark(FLOWERS, np.where(wins, flowers >= value, flowers > 0).any(axis=0))
    mark(LOW, (wins & (value - flowers < least)).any(axis=0))
    mark(OWN_TILE, (wins & (np.arange(4)[:, None] == source)).any(axis=0))
    mark(SELF_DRAWN, (source < 0) & (count > 1))
    mark(NO_WINNER, (source >= 0) & (count == 0))
    mark(DEAD_HAND, (wins & (offences != 0)).any(axis=0))
    return status
