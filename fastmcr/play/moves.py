"""A deal told move by move, for people who look on: what is drawn, what is done, and the hand after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..rulebook.tiles import WINDS, Tile, Wind, join_tiles
from .actions import Action, ActionKind

if TYPE_CHECKING:
    from .deal import Deal

__all__ = ["Move", "hand_text", "moves_of_deal"]


class Move(NamedTuple):
    """What one player did. Passes are no moves.

    Examples
    --------
    >>> Move(3, Wind.S, "", Tile.P5, Action("discard 5p"), "discards 5p", "123m").seat
    Wind.S
    """

    number: int
    seat: Wind
    flowers: str
    """Letters of the flowers laid aside before it."""
    drawn: Tile | None
    """The tile drawn before it."""
    action: Action
    words: str
    hand: str
    """Melds and concealed tiles after it."""


def hand_text(deal: Deal, seat: Wind, without: Tile | None = None) -> str:
    """Return melds and concealed tiles of a seat as text, perhaps without a tile.

    Examples
    --------
    >>> from fastmcr.play import Deal
    >>> hand_text(Deal.from_seed(7), Wind.S)
    '47m56p1236799sNC'
    """
    melds = "".join(map(str, deal.melds(seat)))
    tiles = list(deal.hand(seat))
    if without is not None:
        tiles.remove(without)
    return f"{melds}{' ' if melds and tiles else ''}{join_tiles(tiles)}"


def moves_of_deal(deal: Deal, choose: Callable[[Deal], Action]) -> Iterator[Move]:
    """Play a deal to its end and yield what is done.

    Parameters
    ----------
    deal : Deal
        Stepped; at each move it stands as it is after it.
    choose : callable
        Says what the seat that is asked does, for example `baseline_action`.

    Yields
    ------
    Move
        A claim that loses against another is told before that one.

    Examples
    --------
    >>> from fastmcr.play import Deal
    >>> from fastmcr.play.baseline import baseline_action
    >>> for move in moves_of_deal(Deal.from_seed(7), baseline_action):
    ...     print(move.number, move.seat, move.drawn, move.words)
    ...     break
    1 E 5s discards P
    """
    number = 0
    known = {seat: deal.flowers(seat) for seat in WINDS}
    while not deal.ended:
        giver, drawn, flowers = deal.turn, deal.drawn, deal.flowers(deal.turn)
        if deal.offer is None:
            action = choose(deal)
            deal.step(action)
            number += 1
            new = "".join(letter for letter in flowers if letter not in known[giver])
            known[giver] = flowers
            yield Move(number, giver, new, drawn, action, _own_words(action), _hand_after(deal, giver))
            continue
        claims: list[tuple[Wind, Action]] = []
        while deal.offer is not None and deal.actor is not None:
            seat, action = deal.actor, choose(deal)
            deal.step(action)
            if action.kind is not ActionKind.PASS:
                claims.append((seat, action))
        for seat, action in sorted(claims, key=lambda claim: _made(deal, *claim)):
            number += 1
            yield Move(number, seat, "", None, action, _claim_words(deal, seat, action, giver), _hand_after(deal, seat))


def _made(deal: Deal, seat: Wind, action: Action) -> bool:
    """Return whether a claim was carried out, now that all have spoken."""
    if deal.ended:
        assert deal.result is not None
        return action.kind is ActionKind.HU and seat in deal.result.winners
    return action.kind is not ActionKind.HU and deal.turn == seat


def _claim_words(deal: Deal, seat: Wind, action: Action, giver: Wind) -> str:
    if not _made(deal, seat, action):
        return f"wants {action}, but another claim comes first"
    if action.kind is not ActionKind.HU:
        return f"{action} of {giver.english}"
    assert deal.result is not None
    return f"hu on {deal.result.win_tile} of {giver.english}"


def _own_words(action: Action) -> str:
    if action.kind is ActionKind.HU:
        return "hu, self-drawn"
    return f"discards {action.tile}" if action.kind is ActionKind.DISCARD else str(action)


def _hand_after(deal: Deal, seat: Wind) -> str:
    """Return the hand after an action, without the tile that replaced a kong: that belongs to the next move."""
    if deal.ended or deal.turn != seat or deal.drawn is None:
        return hand_text(deal, seat)
    return hand_text(deal, seat, deal.drawn)
