"""A settlement in words, as a table and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...rulebook.tiles import WINDS
from ...show.blocks import Block, Row, Table, drawn_text

if TYPE_CHECKING:
    from .hand import Payment, Settlement, Win

FORMAT = "fastmcr settlement"
VERSION = 1
SEATS = tuple(seat.english for seat in WINDS)


def settlement_text(settlement: Settlement) -> str:
    """Return a settlement as plain text without a final line end."""
    return drawn_text(settlement_block(settlement))


def settlement_block(settlement: Settlement) -> Block:
    """Return what is shown of a settlement: who won how, and each payment by seat."""
    facts = [("Result", result_text(settlement))]
    facts += [("Passed over", claim_text(settlement, win)) for win in settlement.passed_over]
    facts += [("False hu", false_hu_text(settlement, place)) for place in range(len(settlement.false_hus))]
    rows: list[Row] = []
    for seat in WINDS:
        payments = settlement.of(seat)
        total = signed(settlement.points[seat])
        if not payments:
            rows.append((seat.english, total, "", "", ""))
        for place, payment in enumerate(payments):
            head = ("", "") if place else (seat.english, total)
            rows.append((*head, signed(payment.amount), _other(payment), payment.reason))
    table = Table(
        ("Seat", "Points", "Payment", "With", "Reason"),
        rows,
        right=(1, 2),
        footer=("Sum", signed(settlement.sum), "", "", sum_text(settlement)),
    )
    return Block(f"Settlement: {settlement.rules_text}", facts, [table])


def result_text(settlement: Settlement, names: Sequence[str] = SEATS) -> str:
    """Say who won with how much, and from whom; names stand for East, South, West and North."""
    if settlement.is_draw:
        return "draw, nobody won"
    wins = " and ".join(f"{names[win.seat]} with {_value_text(win)}" for win in settlement.wins)
    if settlement.discarder is None:
        return f"{wins}, self-drawn"
    return f"{wins}, on {names[settlement.discarder]}'s {'robbed kong' if settlement.robbed_kong else 'discard'}"


def _value_text(win: Win) -> str:
    if not win.value.flowers:
        return str(win.total)
    return f"{win.total} ({win.value.points} and {win.value.flowers} for flowers)"


def claim_text(settlement: Settlement, win: Win) -> str:
    """Say why a claim is not paid."""
    nearest = settlement.wins[0].seat.english
    return f"{win.seat.english} with {_value_text(win)}: {nearest} is nearer after the discarder"


def false_hu_text(settlement: Settlement, place: int) -> str:
    """Say what a false hu costs."""
    false = settlement.false_hus[place]
    if false.disqualified:
        return f"{false.seat.english}, {false.meaning}"
    if false.imp:
        return f"{false.seat.english}, {false.meaning}: loses {false.imp} IMP after conversion, no points"
    return f"{false.seat.english}, {false.meaning}: {false.points_each} points to each opponent"


def sum_text(settlement: Settlement) -> str:
    """Explain a sum that is not nothing."""
    if not settlement.sum:
        return ""
    if settlement.self_drawn:
        return "by the rule: each opponent's third is rounded up"
    return "by the variant: winners pay nobody"


def signed(number: int) -> str:
    """Return a number with its sign; nothing has none."""
    return f"{number:+d}" if number else "0"


def _other(payment: Payment) -> str:
    return "-" if payment.other is None else payment.other.english


def settlement_data(settlement: Settlement) -> dict[str, Any]:
    """Return a settlement as plain data."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": {
            "text": settlement.rules_text,
            "duplicate": settlement.duplicate,
            "multiple_winners": settlement.multiple_winners,
            "variant": settlement.variant,
            "minimum": settlement.minimum,
        },
        "draw": settlement.is_draw,
        "wins": [_win_data(win) for win in settlement.wins],
        "passed_over": [_win_data(win) for win in settlement.passed_over],
        "self_drawn": settlement.self_drawn,
        "from": None if settlement.discarder is None else str(settlement.discarder),
        "robbed_kong": settlement.robbed_kong,
        "points": by_seat(settlement.points),
        "sum": settlement.sum,
        "payments": [
            {
                "seat": str(payment.seat),
                "with": None if payment.other is None else str(payment.other),
                "amount": payment.amount,
                "cause": payment.cause,
                "reason": payment.reason,
            }
            for payment in settlement.payments
        ],
        "false_hu": [
            {
                "seat": str(false.seat),
                "kind": false.kind,
                "points_each": false.points_each,
                "imp": false.imp,
                "disqualified": false.disqualified,
            }
            for false in settlement.false_hus
        ],
        "false_hu_imp": by_seat(settlement.false_hu_imp),
    }


def by_seat(numbers: tuple[int, ...]) -> dict[str, int]:
    """Return four numbers under the letters of their seats."""
    return {str(seat): number for seat, number in zip(WINDS, numbers, strict=True)}


def _win_data(win: Win) -> dict[str, Any]:
    return {
        "seat": str(win.seat),
        "value": win.total,
        "points": win.value.points,
        "flowers": win.value.flowers,
        "hand": None if win.score is None else str(win.score.hand),
        "score": None if win.score is None else win.score.to_dict(),
    }
