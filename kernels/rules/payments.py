"""Who wins and pays how much, by the value of the hands (rules, section 5; duplicate rules 3 and 4).

The functions are plain arithmetic: the deal engine compiles them into itself, settlements call them with numbers or
with arrays. Penalties for a false hu are apart.
"""

from typing import Any

BASE = 8
"""Points that every player pays to a winner, whatever the hand is worth."""

Number = Any  # int, or an integer array; what is given decides what comes out


def self_drawn(value: Number, duplicate: bool) -> tuple[Number, Number]:
    """Return what a self-drawn win brings, and what it costs each of the others.

    Parameters
    ----------
    value : int
        Of the hand, flowers included.
    duplicate : bool
        Whether each of the others pays a third, rounded up, and 8, and the winner gets the value and 24; else each pays
        the value and 8.
    """
    if duplicate:
        return value + 3 * BASE, (value + 2) // 3 + BASE
    return 3 * (value + BASE), value + BASE


def from_discard(value: Number, others: Number, crossed: bool) -> Number:
    """Return what a win on a discard or robbed kong brings beside other winners.

    Parameters
    ----------
    value : int
        Of the hand, flowers included.
    others : int
        Number of other winners.
    crossed : bool
        Whether winners pay each other as everybody else does.
    """
    return value + 3 * BASE - (BASE * others if crossed else 0 * others)


def to_winners(values: Number, winners: Number, crossed: bool) -> Number:
    """Return what somebody pays who does not win.

    Parameters
    ----------
    values : int
        Sum of the values of all winners for whoever discarded, 0 for the others.
    winners : int
        Number of winners, 0 of them in a draw.
    crossed : bool
        Whether each winner gets 8; else all together get one 8 of each player.
    """
    return values + BASE * (winners if crossed else 1 * (winners > 0))
