"""Who sits where in a match of 16 hands."""

from __future__ import annotations

from ..model import Four

__all__ = ["PLAYER_AT", "seat_of"]

PLAYER_AT: tuple[Four, ...] = (
    (0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2),
    (1, 0, 3, 2), (0, 3, 2, 1), (3, 2, 1, 0), (2, 1, 0, 3),
    (2, 3, 1, 0), (3, 1, 0, 2), (1, 0, 2, 3), (0, 2, 3, 1),
    (3, 2, 0, 1), (2, 0, 1, 3), (0, 1, 3, 2), (1, 3, 2, 0),
)  # fmt: skip
"""``PLAYER_AT[hand][seat]`` is the player, numbered by his seat in the first hand, who sits there in hand 0..15."""


def seat_of(hand: int, player: int) -> int:
    """Return where a player sits in a hand.

    Parameters
    ----------
    hand : int
        0..15.
    player : int
        0..3, his seat in the first hand.

    Returns
    -------
    int

    Examples
    --------
    >>> seat_of(2, 0)
    2
    """
    return PLAYER_AT[hand].index(player)
