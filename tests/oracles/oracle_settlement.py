"""Who pays whom, read off the rule text sentence by sentence; slow, and nothing of the package is used.

Seats are 0..3 for E S W N. Every rule moves single payments from seat to seat, or between a seat and the bank where
the rule does not say who pays whom.
"""

from __future__ import annotations

BASE = 8


class Books:
    """Accounts of the four seats."""

    def __init__(self) -> None:
        self.seats = [0, 0, 0, 0]

    def pay(self, payer: int, payee: int, amount: int) -> None:
        self.seats[payer] -= amount
        self.seats[payee] += amount

    def to_bank(self, payer: int, amount: int) -> None:
        self.seats[payer] -= amount

    def from_bank(self, payee: int, amount: int) -> None:
        self.seats[payee] += amount


def third_rounded_up(value: int) -> int:
    """Take three away as often as anything is left."""
    times = 0
    while value > 0:
        value -= 3
        times += 1
    return times


def nearest(winners: list[int], discarder: int) -> int:
    """Walk on from the discarder in the order of play until a winner sits there."""
    seat = discarder
    while True:
        seat = {0: 1, 1: 2, 2: 3, 3: 0}[seat]
        if seat in winners:
            return seat


def settle(  # noqa: C901 - one rule after the other, as they stand
    values: list[int],
    source: int,
    duplicate: bool,
    every_winner: bool,
    cross_pay: bool = True,
    false_hu: tuple[int, ...] = (0, 0, 0, 0),
) -> list[int]:
    """Return what each seat wins or loses.

    `values` has 0 for who does not win; `source` is the discarder, or the player of the robbed kong, or -1;
    `false_hu` holds what each seat pays to each opponent (ordinary rules; in duplicate it costs no points).
    """
    books = Books()
    if not duplicate:
        for offender in range(4):
            for opponent in range(4):
                if opponent != offender:
                    books.pay(offender, opponent, false_hu[offender])
    winners = [seat for seat in range(4) if values[seat] > 0]
    if not winners:
        return books.seats
    if source == -1:
        (winner,) = winners
        for loser in range(4):
            if loser == winner:
                continue
            if duplicate:  # "each opponent loses 8 + x/3 rounded up"
                books.to_bank(loser, BASE)
                books.to_bank(loser, third_rounded_up(values[winner]))
            else:  # "each opponent pays 8 + x"
                books.pay(loser, winner, BASE)
                books.pay(loser, winner, values[winner])
        if duplicate:  # "winner x + 24"
            books.from_bank(winner, values[winner])
            books.from_bank(winner, 24)
        return books.seats
    if not every_winner:
        winners = [nearest(winners, source)]
    if cross_pay or len(winners) == 1:
        for winner in winners:
            books.pay(source, winner, BASE + values[winner])  # "the discarder pays 8 + x to each"
            for other in range(4):  # "every other player (winners included) pays 8 to each other winner"
                if other not in (winner, source):
                    books.pay(other, winner, BASE)
        return books.seats
    # "winners get h+24 and pay nobody; discarder -(sum h + 8); others -8 once"
    for seat in range(4):
        if seat in winners:
            books.from_bank(seat, values[seat])
            books.from_bank(seat, 24)
        else:
            books.to_bank(seat, BASE)
    for winner in winners:
        books.to_bank(source, values[winner])
    return books.seats
