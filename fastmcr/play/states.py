"""Whether a state that comes from outside is one that a deal can be in."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..base.given import as_array
from ..errors import DealError, InputError
from ..kernels import layout
from ..kernels.layout import play as lay
from ..rulebook.tiles import NAMES
from .game import Game
from .walls import as_walls

__all__ = ["check_states", "owned_tiles"]

Bytes = npt.NDArray[np.uint8]

_MELD_TILES = np.zeros((256, 34), np.uint8)
for _code in range(1, layout.MELD_CODES):
    _kind, _tile = divmod(_code - 1, layout.KINDS)
    if _kind == layout.CHOW:
        if _tile < layout.HONORS and _tile % 9 <= 6:
            _MELD_TILES[_code, _tile : _tile + 3] = 1
    else:
        _MELD_TILES[_code, _tile] = 3 if _kind == layout.PUNG else 4


def owned_tiles(states: Bytes) -> npt.NDArray[np.int64]:
    """Return the copies of each kind in hands, melds, unclaimed discards and what is left of the walls.

    Parameters
    ----------
    states : (n, 768) uint8

    Returns
    -------
    (n, 42) int64
        34 kinds and eight flowers; of a whole set 4 and 1 each.
    """
    n = len(states)
    seats = states[:, : lay.SEEN].reshape(n, 4, lay.BLOCK_BYTES)
    owned = np.zeros((n, 42), np.int64)
    owned[:, :34] = seats[:, :, :34].sum(axis=1)
    owned[:, :34] += _MELD_TILES[seats[:, :, lay.MELDS : lay.MELDS + 4]].sum(axis=(1, 2), dtype=np.int64)
    flowers = seats[:, :, lay.FLOWERS]
    owned[:, 34:] = (flowers[:, :, None] >> np.arange(8) & 1).sum(axis=1)
    rows = np.arange(n)
    for place in range(lay.MAX_DISCARDS):
        entry = states[:, lay.DISCARDS + place] & 63
        lies = (place < states[:, lay.DISCARD_COUNT]) & (states[:, lay.MARKS + place] >> 1 & 7 == 0)
        owned[rows, np.where(entry < 42, entry, 0)] += lies
    for place in range(lay.TILES_WITH_FLOWERS):
        shared = (place >= states[:, lay.FRONT]) & (place < states[:, lay.BACK])
        seat, own = divmod(place, lay.PERSONAL)
        left = own >= states[:, lay.TAKEN + seat] if seat < 4 else np.zeros(n, np.bool_)
        lies = np.where(states[:, lay.KIND] == lay.PERSONAL_WALLS, left, shared)
        tile = states[:, lay.WALL + place]
        owned[rows, np.where(tile < 42, tile, 0)] += lies
    return owned


def check_states(states: npt.ArrayLike, game: Game) -> Bytes:
    """Return states as (n, 768) uint8, or say why one of them cannot be.

    Parameters
    ----------
    states : (n, 768) uint8
        As in ``kernels/layout/play.py``.
    game : Game
        The game they are played under.

    Returns
    -------
    (n, 768) uint8

    Raises
    ------
    InputError
        If it is no such array.
    DealError
        If a state is not one of this game, or tiles are missing or there too often.

    Examples
    --------
    >>> check_states(np.zeros((1, 768), np.uint8), Game())
    Traceback (most recent call last):
        ...
    fastmcr.errors.DealError: state 0: the deal was not started
    """
    given = as_array("states", states)
    if given.dtype != np.uint8 or given.ndim != 2 or given.shape[1] != lay.STATE_BYTES:
        raise InputError(f"states are uint8 of shape (n, {lay.STATE_BYTES}), not {given.dtype} of shape {given.shape}")
    rows = np.ascontiguousarray(given)
    kind = lay.PERSONAL_WALLS if game.personal else lay.SHARED_WALL
    length = 0 if game.personal else game.tiles
    seats = rows[:, : lay.SEEN].reshape(-1, 4, lay.BLOCK_BYTES)
    phase = rows[:, lay.PHASE]
    _refuse(phase == lay.NOT_STARTED, "the deal was not started")
    _refuse((rows[:, lay.KIND] != kind) | (rows[:, lay.LENGTH] != length), f"it was not played as {game}")
    _refuse(phase > lay.ENDED, "no such phase")
    for column, most, name in (
        (lay.TURN, 3, "seat in turn"), (lay.PREVALENT, 3, "prevalent wind"), (lay.LAST, 1, "last-of-the-wall flag"),
        (lay.AFTER_KONG, 1, "replacement flag"), (lay.TO_ASK, 15, "seats to be asked"),
        (lay.WINNERS, 15, "set of winners"), (lay.ENDING, lay.FLOWER_DRAW, "ending"),
        (lay.DISCARD_COUNT, lay.MAX_DISCARDS, "number of discards"), (lay.BACK, game.tiles, "end of the wall"),
    ):  # fmt: skip
        _refuse(rows[:, column] > most, f"no such {name}")
    actor = rows[:, lay.ACTOR]
    _refuse((phase == lay.ENDED) != (actor == lay.NONE), "the seat that is asked does not fit the phase")
    _refuse((actor > 3) & (actor != lay.NONE), "no such seat is asked")
    own = (phase == lay.AFTER_DRAW) | (phase == lay.MUST_DISCARD)
    asked = (phase == lay.CLAIMS) | (phase == lay.ROBBING)
    to_ask = rows[:, lay.TO_ASK].astype(np.int64)
    _refuse(own & (actor != rows[:, lay.TURN]), "the seat that is asked is not the one in turn")
    _refuse(
        asked & ((to_ask >> (actor & 3) & 1 == 0) | (to_ask >> rows[:, lay.TURN] & 1 == 1)), "nobody is to be asked"
    )
    for column, name in ((lay.DRAWN, "drawn tile"), (lay.OFFER, "tile on offer")):
        _refuse((rows[:, column] > 33) & (rows[:, column] != lay.NONE), f"no such {name}")
    _refuse(asked & (rows[:, lay.OFFER] == lay.NONE), "no tile is on offer")
    _refuse((phase == lay.AFTER_DRAW) & (rows[:, lay.DRAWN] == lay.NONE), "no tile was drawn")
    places = np.arange(4)
    melds = seats[:, :, lay.MELDS : lay.MELDS + 4]
    number = seats[:, :, lay.MELD_COUNT]
    _refuse((number > 4).any(axis=1), "a seat has more than four melds")
    real = _MELD_TILES[melds].sum(axis=3) > 0
    there = places < number[:, :, None]
    _refuse(((real != there) | ((melds != 0) != there)).any(axis=(1, 2)), "a meld code that means nothing")
    _refuse((seats[:, :, lay.DEAD] > 1).any(axis=1), "a hand is neither alive nor dead")
    as_walls(
        rows[:, lay.WALL : lay.WALL + game.tiles].reshape((-1, 4, 34) if game.personal else (-1, game.tiles)),
        game,
        True,
    )
    holder = own[:, None] & (places == rows[:, lay.TURN, None])
    robbed = (phase == lay.ROBBING) | (rows[:, lay.ENDING] == lay.ROBBED_WIN)
    self_drawn = rows[:, lay.ENDING] == lay.SELF_DRAWN_WIN
    holder |= (robbed | self_drawn)[:, None] & (places == rows[:, lay.TURN, None])
    held = seats[:, :, :34].sum(axis=2, dtype=np.int64)
    _refuse((held != 13 - 3 * number.astype(np.int64) + holder).any(axis=1), "a hand has a wrong number of tiles")
    drawn = np.where(rows[:, lay.DRAWN] == lay.NONE, 0, rows[:, lay.DRAWN])
    has = seats[np.arange(len(rows)), rows[:, lay.TURN] & 3, drawn] > 0
    _refuse((phase == lay.AFTER_DRAW) & ~has, "the drawn tile is not in the hand")
    owned = owned_tiles(rows)
    wanted = np.array([4] * 34 + [1 if game.flowers else 0] * 8)
    wrong = np.argwhere(owned != wanted)
    if len(wrong):
        row, tile = wrong[0]
        name = NAMES[tile] if tile < 34 else f"flower {'abcdefgh'[tile - 34]}"
        raise DealError(f"state {row}: {name} is there {owned[row, tile]} times instead of {wanted[tile]}")
    return rows


def _refuse(is_wrong: npt.ArrayLike, reason: str) -> None:
    """Raise an error for the first state in which something is wrong."""
    wrong = np.asarray(is_wrong)
    if wrong.any():
        raise DealError(f"state {int(np.flatnonzero(wrong)[0])}: {reason}")
