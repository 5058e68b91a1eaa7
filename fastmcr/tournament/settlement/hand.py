"""Who pays whom after a hand: ordinary and duplicate MCR, several winners, false hu; exact, with a reason for each.

The single form says who pays whom; `batch` has the closed forms for arrays. A self-drawn win in
duplicate MCR and several winners under ``no-cross-pay`` are not zero-sum: those payments go to or come from no seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...base.views import ShownAsData
from ...errors import InputError, shown
from ...kernels.rules.payments import BASE
from ...rulebook.tiles import Wind, WindLike
from .checks import as_seat, checked_false_hus, checked_options, checked_source, checked_wins
from .parts import (
    FALSE_HU_DUPLICATE,
    FALSE_HU_ORDINARY,
    MINIMUM,
    FalseHu,
    FalseHuKind,
    FalseHuLike,
    FalseHuRule,
    Four,
    MultipleWinners,
    Payment,
    Value,
    Variant,
    Win,
    WinLike,
    variant_text,
)
from .payments import false_hu_payments, win_payments

__all__ = [
    "BASE",
    "FALSE_HU_DUPLICATE",
    "FALSE_HU_ORDINARY",
    "MINIMUM",
    "FalseHu",
    "FalseHuKind",
    "FalseHuLike",
    "FalseHuRule",
    "MultipleWinners",
    "Payment",
    "Settlement",
    "Value",
    "Variant",
    "Win",
    "WinLike",
    "as_seat",
    "settle",
]


@dataclass(frozen=True, slots=True)
class Settlement(ShownAsData):
    """What a hand brings each seat, and why. Printing it shows a table.

    Attributes
    ----------
    points : tuple of 4 int
        Points of E, S, W, N: the sums of their payments.
    payments : tuple of Payment
        In seat order; each seat's amounts add up to its points.
    false_hu_imp : tuple of 4 int
        IMP that E, S, W, N lose for false hu in duplicate, 0 or more; to subtract after conversion, never in `points`.
    wins : tuple of Win
        The wins that are paid, in seat order; empty for a draw.
    passed_over : tuple of Win
        Claims that a nearer winner cut off (ordinary rules with one winner).
    discarder : Wind or None
        Who discarded the winning tile, or whose kong was robbed; None for a self-drawn win or a draw.
    robbed_kong : bool
        Whether a kong was robbed.
    false_hus : tuple of FalseHu
        In seat order.
    duplicate : bool
        Whether the rules of duplicate MCR were used.
    multiple_winners : {"nearest", "all"}
        Which claims of one tile are paid.
    variant : {"cross-pay", "no-cross-pay"}
        How several winners are paid.
    minimum : int
        Points without flowers that a win needed.

    Examples
    --------
    >>> from fastmcr import settle
    >>> result = settle({"S": 20, "W": 10}, discarder="E", duplicate=True)
    >>> result.points, result.sum
    ((-46, 36, 26, -16), 0)
    >>> result.payments[1].reason
    "West's win of 10 on East's discard: 10 + 8"
    """

    points: Four
    payments: tuple[Payment, ...]
    false_hu_imp: Four
    wins: tuple[Win, ...]
    passed_over: tuple[Win, ...]
    discarder: Wind | None
    robbed_kong: bool
    false_hus: tuple[FalseHu, ...]
    duplicate: bool
    multiple_winners: MultipleWinners
    variant: Variant
    minimum: int

    @property
    def is_draw(self) -> bool:
        """Whether nobody won."""
        return not self.wins

    @property
    def self_drawn(self) -> bool:
        """Whether the winning tile was self-drawn."""
        return bool(self.wins) and self.discarder is None

    @property
    def sum(self) -> int:
        """Sum of the four scores.

        0; after a self-drawn win in duplicate 0, -1 or -2; 32 for each winner after the first under ``no-cross-pay``.
        """
        return sum(self.points)

    @property
    def disqualified(self) -> tuple[Wind, ...]:
        """Seats whose false hu disqualifies them."""
        return tuple(dict.fromkeys(false.seat for false in self.false_hus if false.disqualified))

    @property
    def rules_text(self) -> str:
        """The rule variant in words."""
        return variant_text(self.duplicate, self.multiple_winners, self.variant, self.minimum)

    def of(self, seat: WindLike) -> tuple[Payment, ...]:
        """Return the payments of a seat.

        Parameters
        ----------
        seat : Wind, str or int
            The seat.

        Returns
        -------
        tuple of Payment

        Raises
        ------
        SettlementError
            If there is no such seat.

        Examples
        --------
        >>> from fastmcr import settle
        >>> [(str(one.other), one.amount) for one in settle({"S": 8}, discarder="E").of("S")]
        [('E', 16), ('W', 8), ('N', 8)]
        """
        wanted = as_seat(seat)
        return tuple(payment for payment in self.payments if payment.seat is wanted)


def settle(
    wins: Mapping[Any, WinLike] | None = None,
    *,
    discarder: WindLike | None = None,
    self_drawn: bool = False,
    robbed_kong: bool = False,
    duplicate: bool = False,
    multiple_winners: MultipleWinners | None = None,
    variant: Variant = "cross-pay",
    false_hu: Mapping[Any, FalseHuLike] | Iterable[tuple[Any, FalseHuLike]] = (),
    minimum: int | None = None,
) -> Settlement:
    """Say what each seat wins and pays in one hand.

    Parameters
    ----------
    wins : mapping of seat to int, Value or Score, optional
        Who declared a valid win, and its worth. An int is the total that is paid for; a `Value` or a `Score` keep
        flowers apart, which do not count towards the minimum. Nothing for a draw.
    discarder : Wind, str or int, optional
        Who discarded the winning tile, or whose kong was robbed.
    self_drawn : bool
        The winning tile was drawn by the one winner. Every win needs this or `discarder`; a `Score` says it itself.
    robbed_kong : bool
        The tile was added to a pung by `discarder`; the payments are those of a discard.
    duplicate : bool
        Rules of duplicate MCR: every winner is paid, self-drawn wins cost each opponent a third, no flowers.
    multiple_winners : {"nearest", "all"}, optional
        Whether only the nearest claimant after the discarder wins, or all. Default: all in duplicate MCR, else
        the nearest.
    variant : {"cross-pay", "no-cross-pay"}
        Several winners: everyone pays every winner (the specification), or winners pay nobody and the others pay
        their 8 points once.
    false_hu : mapping or pairs of seat and kind, optional
        Ordinary: ``"below-minimum"``, ``"wrong-tile"``, or ``"ready"`` for either (10 points to each opponent),
        ``"one-short"`` (20), ``"two-short"`` (disqualification). Duplicate: ``"structure"`` (4 IMP),
        ``"no-structure"`` (8 IMP). The number alone will do. Each counts; the player can no longer win the hand, and
        pays a later winner as any other.
    minimum : int, optional
        Points without flowers that a win needs; default 8, or that of the rules of the Scores.

    Returns
    -------
    Settlement
        Exact points of each seat with the reason of each payment.

    Raises
    ------
    SettlementError
        If the rules allow no such end of a hand; the seat is named.
    InputError
        If an argument is of another type, or an option does not exist.

    Notes
    -----
    Rules of 1998, Art. 10 and 14.6, and the specification of duplicate MCR. Value x of a discard win: the discarder
    pays x + 8, everybody else 8. Self-drawn: each opponent pays x + 8; in duplicate the winner gets x + 24 and each
    opponent loses 8 + x/3 rounded up, which need not add up to nothing.

    Examples
    --------
    >>> from fastmcr import settle
    >>> settle({"E": 10}, self_drawn=True).points
    (54, -18, -18, -18)
    >>> settle({"E": 10}, self_drawn=True, duplicate=True).points
    (34, -12, -12, -12)
    >>> settle({"S": 20, "W": 10}, discarder="E").points
    (-28, 44, -8, -8)
    >>> settle({"S": 7}, discarder="E")
    Traceback (most recent call last):
        ...
    fastmcr.errors.SettlementError: South's win of 7 points is below the minimum of 8
    """
    for name, flag in (("self_drawn", self_drawn), ("robbed_kong", robbed_kong), ("duplicate", duplicate)):
        if not isinstance(flag, bool):
            raise InputError(f"{name} must be True or False, not {shown(flag)}")
    multiple_winners, variant = checked_options(duplicate, multiple_winners, variant)
    declared, least = checked_wins(wins, duplicate, minimum)
    source = None if discarder is None else as_seat(discarder)
    source = checked_source(declared, source, self_drawn, robbed_kong)
    false_hus = checked_false_hus(false_hu, duplicate, declared)
    paid = declared
    if source is not None and multiple_winners == "nearest":
        paid = (min(declared, key=lambda win: (win.seat - source) % 4),)
    payments = [*win_payments(paid, source, robbed_kong, duplicate, variant), *false_hu_payments(false_hus)]
    payments.sort(key=lambda payment: payment.seat)
    points, imp = [0, 0, 0, 0], [0, 0, 0, 0]
    for payment in payments:
        points[payment.seat] += payment.amount
    for false in false_hus:
        imp[false.seat] += false.imp
    return Settlement(
        points=_four(points), payments=tuple(payments), false_hu_imp=_four(imp), wins=paid,
        passed_over=tuple(win for win in declared if win not in paid), discarder=source, robbed_kong=robbed_kong,
        false_hus=false_hus, duplicate=duplicate, multiple_winners=multiple_winners, variant=variant, minimum=least,
    )  # fmt: skip


def _four(numbers: list[int]) -> Four:
    east, south, west, north = numbers
    return east, south, west, north
