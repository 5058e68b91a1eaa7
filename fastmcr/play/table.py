"""A deal as text: the table with all its hands, for people who look on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rulebook.tiles import WINDS, join_tiles

if TYPE_CHECKING:
    from .deal import Deal

__all__ = ["table_text"]


def table_text(deal: Deal) -> str:
    """Return the table in words, one line a seat; every hand is shown.

    Examples
    --------
    >>> from fastmcr.play import Deal
    >>> print(table_text(Deal.from_seed(7)).splitlines()[0])
    South round, ordinary game, 89 tiles left in the wall
    """
    left = deal.tiles_left
    wall = f"{left} tiles left in the wall" if isinstance(left, int) else f"tiles left: {_each(left)}"
    lines = [f"{deal.prevalent.english} round, {_named(deal)}, {wall}"]
    if deal.last_of_wall and not deal.ended:
        lines[0] += "; last of the wall: only hu may be declared"
    for seat in WINDS:
        concealed = list(deal.hand(seat))
        apart = ""
        if seat == deal.turn and deal.drawn in concealed:
            concealed.remove(deal.drawn)
            apart = f" {deal.drawn}"
        melds = "".join(map(str, deal.melds(seat)))
        words = [f"{seat.english:<6}{melds}{' ' if melds else ''}{join_tiles(concealed)}{apart}"]
        if deal.flowers(seat):
            words.append(f"flowers {deal.flowers(seat)}")
        if deal.is_dead(seat):
            words.append("dead hand")
        words.append(f"discards {join_tiles(deal.river(seat)) or 'none'}")
        lines.append("  ".join(words))
    lines.append(str(deal.result) if deal.ended else _asked(deal))
    return "\n".join(lines)


def _named(deal: Deal) -> str:
    name = str(deal.game)
    return f"{name} game" if "=" not in name else f"game with {name}"


def _each(left: tuple[int, ...]) -> str:
    return ", ".join(f"{wind} {number}" for wind, number in zip(WINDS, left, strict=True))


def _asked(deal: Deal) -> str:
    actor = deal.actor
    assert actor is not None  # the deal goes on
    if deal.offer is None:
        return f"{actor.english} is in turn"
    return f"{actor.english} is asked: {deal.offer} of {deal.turn.english} is on offer"
