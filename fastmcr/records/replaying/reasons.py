"""Why a claim that a record shows is not legal, judged before the tile was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...hands.batch import HandBatch
from ...kernels import layout
from ...kernels.layout import play as lay
from ...kernels.rules.conditions import others_lie_open
from ...scoring.batch import score_batch
from .. import events as ev

if TYPE_CHECKING:
    from ...rulebook.rules import Rules
    from .position import Position

__all__ = ["other_seat_wind", "why_no_claim"]

_SEATS = "ESWN"
_NEEDED = {ev.PUNG: 2, ev.CLAIMED_KONG: 3}
State = npt.NDArray[np.uint8]


def why_no_claim(position: Position, seat: int, kind: int, tile: int) -> str | None:
    """Return what stands against a claim of the last tile given, None if nothing does.

    Parameters
    ----------
    position : Position
        Where the record stands; its state before the last discard is what counts.
    seat, kind, tile : int
        As in the event.

    Returns
    -------
    str or None
    """
    offered, giver, before = position.offered, position.giver, position.before
    head = f"{_SEATS[seat]} cannot {_words(kind, tile, offered)}"
    if offered == ev.NO_TILE:
        return f"{head}: there is no discard to claim"
    if seat == giver:
        return f"{head}: he gave the tile himself"
    robbing = position.slot(lay.PHASE) == lay.ROBBING or bool(_added(before, giver, offered, position))
    if kind == ev.HU:
        return _no_win(head, before, seat, offered, robbing, position.profile.rules)
    name = ev.TILE_NAMES[offered]
    if before[lay.BLOCK_BYTES * seat + lay.DEAD]:
        return f"{head}: the hand is dead after a false hu"
    if robbing:
        return f"{head}: the tile of a promoted kong can be robbed for hu only"
    if before[lay.LAST]:
        return f"{head}: {name} is the last discard, only hu may be declared"
    if kind == ev.CHOW:
        return _no_chow(head, before, seat, giver, tile, offered)
    if tile != offered:
        return f"{head}: the last discard is {name}"
    held = int(before[lay.BLOCK_BYTES * seat + tile])
    if held < _NEEDED[kind]:
        return f"{head}: {held} {name} in the hand, {_NEEDED[kind]} are needed"
    if kind == ev.CLAIMED_KONG and _left(before, seat, position.profile.game.personal) == 0:
        return f"{head}: no tile is left in the wall to replace it"
    return None


def _added(before: State, giver: int, offered: int, position: Position) -> bool:
    """Say whether the last tile was given by a promoted kong, which the state after it may show as done."""
    column = slice(lay.BLOCK_BYTES * giver + lay.MELDS, lay.BLOCK_BYTES * giver + lay.MELDS + 4)
    code = 1 + layout.KINDS * layout.PROMOTED_KONG + offered
    return bool((position.state[column] == code).any() and not (before[column] == code).any())


def _words(kind: int, tile: int, offered: int) -> str:
    if kind == ev.HU:
        return "win" if offered == ev.NO_TILE else f"win on {ev.TILE_NAMES[offered]}"
    if kind != ev.CHOW:
        return f"make a {ev.EventKind(kind)} of {ev.TILE_NAMES[tile]}"
    if tile >= 27 or not 1 <= tile % 9 <= 7:
        return f"make a chow around {ev.TILE_NAMES[tile]}"
    rank = tile % 9
    return f"chow {rank}{rank + 1}{rank + 2}{'mps'[tile // 9]}"


def _no_chow(head: str, before: State, seat: int, giver: int, middle: int, offered: int) -> str | None:
    if middle >= 27 or not 1 <= middle % 9 <= 7 or not -1 <= offered - middle <= 1:
        return f"{head}: the last discard, {ev.TILE_NAMES[offered]}, is no tile of it"
    if (seat - giver) % 4 != 1:
        return f"{head}: only the player after {_SEATS[giver]} may chow"
    needed = [tile for tile in (middle - 1, middle, middle + 1) if tile != offered]
    missing = [ev.TILE_NAMES[tile] for tile in needed if not before[lay.BLOCK_BYTES * seat + tile]]
    return f"{head}: no {' and no '.join(missing)} in the hand" if missing else None


def _left(state: State, seat: int, personal: bool) -> int:
    if personal:
        return int(lay.PERSONAL) - int(state[lay.TAKEN + seat])
    return int(state[lay.BACK]) - int(state[lay.FRONT])


def _no_win(head: str, state: State, seat: int, tile: int, robbing: bool, rules: Rules) -> str | None:
    """Return why the hand of a seat does not win on the tile of another."""
    block = lay.BLOCK_BYTES * seat
    if state[block + lay.DEAD]:
        return f"{head}: the hand is dead after a false hu"
    conditions = (layout.WALL_LAST if state[lay.LAST] else 0) | (layout.ROBBED_KONG if robbing else 0)
    if others_lie_open(state[lay.SEEN + tile]):
        conditions |= layout.LAST_OF_KIND
    points = hand_points(state, seat, tile, conditions, seat, rules)
    if points is None:
        return f"{head}: the hand is not complete with it"
    if points < rules.minimum:
        return f"{head}: the hand is worth {points} points, {rules.minimum} are needed"
    return None


def hand_points(state: State, seat: int, tile: int, conditions: int, seat_wind: int, rules: Rules) -> int | None:
    """Return what a seat's 3n+1 tiles and one more are worth without flowers; None if they do not win."""
    block = lay.BLOCK_BYTES * seat
    concealed = state[None, block : block + layout.KINDS].copy()
    concealed[0, tile] += 1
    batch = HandBatch(
        concealed=concealed,
        win=[tile],
        melds=state[None, block + lay.MELDS : block + lay.MELDS + 4],
        conditions=[conditions],
        prevalent=[int(state[lay.PREVALENT])],
        seat=[seat_wind],
    )
    result = score_batch(batch, rules, on_error="mark", threads=1)
    return int(result.points[0]) if result.status[0] == 0 else None


def other_seat_wind(position: Position, seat: int) -> str:
    """Return words if a hu is worth the minimum with the number of the player as seat wind, nothing if it is not."""
    player = position.record.seats[seat]
    state = position.state
    self_drawn = position.slot(lay.TURN) == seat and position.slot(lay.DRAWN) != lay.NONE
    tile = position.slot(lay.DRAWN) if self_drawn else position.offered
    held = state.copy() if self_drawn else position.before.copy()
    conditions = layout.SELF_DRAWN if self_drawn else 0
    if self_drawn:
        held[lay.BLOCK_BYTES * seat + tile] -= 1
        conditions |= layout.REPLACEMENT if position.slot(lay.AFTER_KONG) else 0
    conditions |= layout.LAST_OF_KIND if others_lie_open(held[lay.SEEN + tile]) else 0
    points = hand_points(held, seat, tile, conditions, player, position.profile.rules)
    if points is None or points < position.profile.rules.minimum:
        return ""
    wind = f"{_SEATS[player]}, the number of the player"
    return f"it is worth {points} if the seat wind is {wind}, as in the environment it comes from"
