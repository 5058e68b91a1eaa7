"""Why an action is not legal, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import McrError
from ..rulebook.tiles import Tile, Wind, join_tiles
from .actions import Action, ActionKind

if TYPE_CHECKING:
    from .deal import Deal

__all__ = ["why_not"]

_OWN_KONGS = (ActionKind.CONCEALED_KONG, ActionKind.PROMOTED_KONG)


def why_not(deal: Deal, action: Action, seat: Wind | None = None) -> str | None:
    """Return why a seat, by default the one that is asked, cannot take an action; None if it can.

    Parameters
    ----------
    deal : Deal
    action : Action
    seat : Wind, optional

    Returns
    -------
    str or None
        One line.
    """
    actor = deal.actor
    if actor is None:
        return "the deal has ended"
    if seat is None or seat == actor:
        if deal.mask[action]:
            return None
        return _reason(deal, action, actor)
    reason = _reason(deal, action, seat) if deal.offer is not None and seat != deal.turn else None
    return reason or f"{actor} is asked, not {seat}"


def _reason(deal: Deal, action: Action, seat: Wind) -> str | None:
    """Return what stands against an action that may be illegal."""
    kind = action.kind
    if kind is ActionKind.HU:
        return _no_hu(deal, seat)
    if deal.offer is None:
        return _no_own_action(deal, action, seat)
    if kind is ActionKind.PASS:
        return None
    if kind is ActionKind.DISCARD or kind in _OWN_KONGS:
        return f"{seat} cannot {_verb(action)}: {deal.offer} of {deal.turn} is on offer and {deal.turn} is in turn"
    return _no_claim(deal, action, seat, deal.offer)


def _verb(action: Action) -> str:
    if action.kind is ActionKind.DISCARD:
        return f"discard {action.tile}"
    return f"make a {action.kind} of {action.tile}"


def _no_own_action(deal: Deal, action: Action, seat: Wind) -> str | None:
    kind = action.kind
    if kind is ActionKind.PASS:
        return f"{seat} cannot pass: {seat} is in turn and must discard"
    if kind in (ActionKind.CHOW, ActionKind.PUNG, ActionKind.CLAIMED_KONG):
        return f"{seat} cannot claim: no discard is on offer"
    tile = action.tile
    held = sum(one == tile for one in deal.hand(seat))
    if kind is ActionKind.DISCARD:
        return None if held else f"{seat} cannot discard {tile}: no {tile} is in the hand"
    if deal.is_dead(seat):
        return f"{seat} cannot {_verb(action)}: the hand is dead after a false hu and may only draw and discard"
    if deal.phase == "must discard":
        return f"{seat} cannot {_verb(action)}: after a chow or pung comes a discard"
    if deal.last_of_wall:
        return f"{seat} cannot {_verb(action)}: {_last(deal)}, only hu may be declared"
    if _left(deal, seat) == 0:
        return f"{seat} cannot {_verb(action)}: no tile is left in the wall to replace it"
    if kind is ActionKind.CONCEALED_KONG:
        if held < 4:
            return f"{seat} cannot {_verb(action)}: {held} of four {tile} are concealed"
        return None
    if not any(meld.kind == 1 and meld.tile == tile for meld in deal.melds(seat)):
        return f"{seat} cannot {_verb(action)}: no pung of {tile} lies open"
    return None if held else f"{seat} cannot {_verb(action)}: no {tile} is in the hand"


def _no_claim(deal: Deal, action: Action, seat: Wind, offer: Tile) -> str | None:
    what = f"chow {join_tiles(action.chow_tiles)}" if action.kind is ActionKind.CHOW else f"{action.kind} {action.tile}"
    head = f"{seat} cannot {what}" if action.kind is ActionKind.CHOW else f"{seat} cannot make a {what}"
    if action.tile != offer:
        return f"{head}: {offer} is on offer" + (f", not {action.tile}" if action.kind is ActionKind.CHOW else "")
    if deal.phase == "robbing a kong":
        return f"{head}: the tile of a kong may be robbed for hu only"
    if deal.is_dead(seat):
        return f"{head}: the hand is dead after a false hu and claims nothing"
    if deal.last_of_wall:
        return f"{head}: {_last(deal)}, only hu may be declared"
    hand = deal.hand(seat)
    if action.kind is ActionKind.CHOW:
        if (seat - deal.turn) % 4 != 1:
            return f"{head}: only the player after {deal.turn} may chow the discard"
        missing = [tile for tile in action.chow_tiles if tile != offer and tile not in hand]
        return f"{head}: no {' and no '.join(map(str, missing))} is in the hand" if missing else None
    needed = 2 if action.kind is ActionKind.PUNG else 3
    held = sum(tile == offer for tile in hand)
    if held < needed:
        return f"{head}: {held} {offer} in the hand, {needed} are needed"
    if action.kind is ActionKind.CLAIMED_KONG and _left(deal, seat) == 0:
        return f"{head}: no tile is left in the wall to replace it"
    return None


def _no_hu(deal: Deal, seat: Wind) -> str | None:
    """Return why a hu of a seat is not valid."""
    from ..errors import NotAWinError
    from ..scoring.score import score

    head = f"{seat} cannot declare hu"
    if deal.is_dead(seat):
        return f"{head}: the hand is dead after a false hu"
    if not deal.has_wins:
        return f"{head}: this deal is played without wins"
    if deal.phase == "must discard":
        return f"{head}: after a chow or pung comes a discard"
    tile = deal.drawn if seat == deal.turn else deal.offer
    if tile is None:
        return f"{head}: no tile of another is on offer"
    try:
        result = score(deal.winning_hand(seat, tile, deal.conditions(seat)), deal.rules)
    except NotAWinError:
        return f"{head}: the hand is not complete with {tile}"
    except McrError as error:  # pragma: no cover - the engine makes no contradictory conditions
        return f"{head}: {error}"
    if result.legal:
        return None
    return (
        f"{head}: with {tile} the hand is worth {result.points} points, {result.shortfall} short of the minimum of "
        f"{deal.rules.minimum}"
    )


def _last(deal: Deal) -> str:
    if deal.game.personal:
        return f"the wall of {Wind((deal.turn + 1) % 4)}, who is next, is empty"
    return "the last tile of the wall was drawn"


def _left(deal: Deal, seat: Wind) -> int:
    left = deal.tiles_left
    return left[seat] if isinstance(left, tuple) else left
