"""Results of one wind of one board against each other: datum, deviation and IMP, exact."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from .numbers import ROUNDINGS
from .scale import Scale
from .settings import EventRules


class Compared(NamedTuple):
    """What comparing one result gives."""

    datum: Fraction | None
    """None where nothing is left to compare it with."""
    deviation: Fraction | None
    imp: Fraction


_NOTHING = Compared(None, None, Fraction(0))


def compared(results: Sequence[int], rules: EventRules, scale: Scale) -> dict[int, Compared]:
    """Return the comparison for each different result.

    Parameters
    ----------
    results : sequence of int
        All results that are compared, one for each table or team.
    rules : EventRules
        datum, trim and datum_rounding are used.
    scale : Scale
        The IMP scale.

    Returns
    -------
    dict of int to Compared
        By result: the datum does not depend on who of equals asks.

    Notes
    -----
    duplicate.md 2.2: mean of all or of the others, after the k best and k worst are left out, perhaps rounded.

    Examples
    --------
    >>> from fastmcr.tournament.duplicate import EventRules, Scale
    >>> for score, found in compared([33, -8, -16, 0], EventRules(), Scale.shipped("wbf-bridge-div10")).items():
    ...     print(score, found.datum, found.deviation, found.imp)
    -16 9/4 -73/4 -5
    -8 9/4 -41/4 -3
    0 9/4 -9/4 -1
    33 9/4 123/4 7
    """
    ordered = sorted(results)
    sums = list(accumulate(ordered, initial=0))
    rounding = ROUNDINGS[rules.datum_rounding]
    everybody: tuple[int, int] | None = None
    if rules.datum == "all":
        low, high = rules.trim, len(ordered) - rules.trim
        everybody = (sums[high] - sums[low], high - low) if high > low else (0, 0)
    found = {}
    for score in dict.fromkeys(ordered):
        total, count = everybody or _others(ordered, sums, score, rules.trim)
        if count <= 0:
            found[score] = _NOTHING
            continue
        datum = rounding(Fraction(total, count))
        deviation = score - datum
        found[score] = Compared(datum, deviation, scale.imp_of_ratio(deviation.numerator, deviation.denominator))
    return found


def _others(ordered: Sequence[int], sums: Sequence[int], score: int, trim: int) -> tuple[int, int]:
    """Return sum and number of the results but one of this score, the `trim` best and worst left out."""
    count = len(ordered) - 1 - 2 * trim
    if count <= 0:
        return 0, 0
    own = bisect_left(ordered, score)
    low, high = trim, trim + count  # places among the others; those from `own` on stand one place higher
    if own < low:
        return sums[high + 1] - sums[low + 1], count
    if own >= high:
        return sums[high] - sums[low], count
    return sums[high + 1] - sums[low] - score, count
