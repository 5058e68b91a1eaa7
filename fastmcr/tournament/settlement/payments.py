"""Who pays whom: the payments of wins and of false hu, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ...kernels.rules.payments import BASE, from_discard, self_drawn, to_winners
from ...rulebook.tiles import WINDS, Wind
from .parts import FalseHu, Payment, Variant, Win


def win_payments(
    wins: tuple[Win, ...], source: Wind | None, robbed: bool, duplicate: bool, variant: Variant
) -> Iterator[Payment]:
    """Yield the payments of all wins, not yet in seat order."""
    if source is None:
        for win in wins:
            yield from _self_drawn_in_duplicate(win) if duplicate else _self_drawn(win)
        return
    place = f"on {source.english}'s {'robbed kong' if robbed else 'discard'}"
    if variant == "no-cross-pay" and len(wins) > 1:
        yield from _not_crossed(wins, source, place)
        return
    for win in wins:
        name = f"{win.seat.english}'s win of {_worth(win)} {place}"
        for payer in WINDS:
            if payer is source:
                yield from _transfer(payer, win.seat, to_winners(win.total, 1, True), f"{name}: {win.total} + {BASE}")
            elif payer is not win.seat:
                yield from _transfer(payer, win.seat, to_winners(0, 1, True), f"{name}: {BASE} from each other player")


def _self_drawn(win: Win) -> Iterator[Payment]:
    name = f"{win.seat.english}'s self-drawn win of {_worth(win)}"
    for payer in WINDS:
        if payer is not win.seat:
            yield from _transfer(payer, win.seat, self_drawn(win.total, False)[1], f"{name}: {win.total} + {BASE}")


def _self_drawn_in_duplicate(win: Win) -> Iterator[Payment]:
    """Yield what the rule gives and takes; it names no payee, and the sum may be below nothing."""
    name = f"{win.seat.english}'s self-drawn win of {win.total}"
    won, paid = self_drawn(win.total, True)
    for seat in WINDS:
        if seat is win.seat:
            yield Payment(seat, None, won, "win", f"{name}: {win.total} + {3 * BASE}")
        else:
            rounding = "" if win.total % 3 == 0 else " rounded up"
            reason = f"{name}: {win.total}/3{rounding} + {BASE} = {paid - BASE} + {BASE}"
            yield Payment(seat, None, -paid, "win", reason)


def _not_crossed(wins: tuple[Win, ...], source: Wind, place: str) -> Iterator[Payment]:
    """Several winners who pay nobody: the discarder pays every value and one 8, the others one 8."""
    names = " and ".join(win.seat.english for win in wins)
    winners = {win.seat: win for win in wins}
    for seat in WINDS:
        if seat in winners:
            total = winners[seat].total
            reason = f"{seat.english}'s win of {_worth(winners[seat])} {place}: {total} + {3 * BASE}, paying nobody"
            yield Payment(seat, None, from_discard(total, len(wins) - 1, False), "win", reason)
        elif seat is source:
            values = [win.total for win in wins]
            words = " + ".join(map(str, [*values, BASE]))
            yield Payment(
                seat, None, -to_winners(sum(values), len(wins), False), "win", f"wins of {names} {place}: {words}"
            )
        else:
            yield Payment(seat, None, -to_winners(0, len(wins), False), "win", f"wins of {names} {place}: {BASE} once")


def false_hu_payments(false_hus: tuple[FalseHu, ...]) -> Iterator[Payment]:
    """Yield the penalties of false hu, seat by seat."""
    for false in false_hus:
        if false.points_each:
            reason = f"{false.seat.english}'s false hu: {false.points_each} to each opponent"
            for opponent in WINDS:
                if opponent is not false.seat:
                    yield from _transfer(false.seat, opponent, false.points_each, reason, "false hu")


def _transfer(
    payer: Wind, payee: Wind, amount: int, reason: str, cause: Literal["win", "false hu"] = "win"
) -> Iterator[Payment]:
    yield Payment(payer, payee, -amount, cause, reason)
    yield Payment(payee, payer, amount, cause, reason)


def _worth(win: Win) -> str:
    flowers = win.value.flowers
    if not flowers:
        return str(win.total)
    return f"{win.total} ({win.value.points} + {flowers} flower{'s' if flowers > 1 else ''})"
