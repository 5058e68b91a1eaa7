"""Decisions as rows of training data, and what a player sees as planes of 34.

A decision is an observation of `layout.play`, then the legal actions as bits: action a is bit a % 8 of byte a // 8.
"""

import numpy as np
import numpy.typing as npt
from numba import types

from .. import layout
from ..jit import OUT_ROWS, ROWS, Bytes, Int, Word, eight, helper, inlined, kernel, ones
from ..layout import play as lay
from .observe import SIGNED, observe

SHORTS = types.Array(types.int16, 1, "C", readonly=True)
OUT_SHORTS = types.int16[::1]
OUT_LONGS = types.int32[::1]
OUT_PLANES = types.uint8[:, :, ::1]

LEGAL = lay.OBSERVATION_BYTES  # first column of the bits
_EIGHTS = lay.ACTIONS // 8

# Planes, each for the 34 kinds. Those of four are by seat, the player himself first.
HAND, SEEN = 0, 1  # copies concealed; copies that he can see
MELDS = 2  # 4: copies in melds
DISCARDS = 6  # 4: copies discarded
LATEST = 10  # 4: number from 1, among all discards, of the latest of this kind; 0 none
DRAWN, OFFER, PREVALENT, SEAT = 14, 15, 16, 17  # 1 at the tile
# The same in all 34 places:
TURN = 18  # 4: 1 for the seat in turn
LEFT = 22  # 4: tiles left in the wall it draws from
CONCEALED = 26  # 4: number of concealed tiles
FLOWERS = 30  # 4: number of flowers
HIDDEN = 34  # 4: number of concealed kongs whose tile is not known
DEAD = 38  # 4: 1 for a dead hand
ROBBING, AFTER_KONG, LAST, PERSONAL = 42, 43, 44, 45  # 1 if so
PLANES = 46


@inlined
def gathered(word: Word) -> Word:
    """Return the lowest bits of eight bytes as one byte, that of the lowest byte first; the other bits are 0."""
    word = (word | word >> np.uint64(7)) & np.uint64(0x0003000300030003)
    word = (word | word >> np.uint64(14)) & np.uint64(0x0000000F0000000F)
    return (word | word >> np.uint64(28)) & np.uint64(0xFF)


@kernel(types.int64(ROWS, SIGNED, ROWS, SHORTS, types.int64, OUT_ROWS, OUT_LONGS, OUT_SHORTS))
def decision_rows(
    state: Bytes, actor: npt.NDArray[np.int8], mask: Bytes, actions: npt.NDArray[np.int16], first: int, rows: Bytes,
    deal: npt.NDArray[np.int32], action: npt.NDArray[np.int16],
) -> int:  # fmt: skip
    """Write down the decisions that are about to be taken: legal actions of seats that have a choice.

    Parameters
    ----------
    state : (n, 768) uint8
        The deals, before the actions.
    actor : (n,) int8
    mask : (n, 235) uint8
        As `step_rows` leaves them.
    actions : (n,) int16
        -1..234; what is not legal is passed over.
    first : int
        Row to begin with; n rows must be there from it on.
    rows : (m, 414) uint8
        Written: observation, then the bits of the legal actions.
    deal : (m,) int32
        Written: the deal.
    action : (m,) int16
        Written: the action taken.

    Returns
    -------
    int
        Row behind the last one written.
    """
    at = first
    for i in range(state.shape[0]):
        chosen = np.int64(actions[i])
        me = np.int64(actor[i])
        if not (0 <= chosen < lay.ACTIONS and 0 <= me < lay.SEATS) or mask[i, chosen] == 0:
            continue
        legal = np.int64(0)
        for part in range(_EIGHTS):
            word = eight(mask, i, 8 * part)
            legal += ones(word)
            rows[at, LEGAL + part] = gathered(word)
        rest = np.int64(0)
        for place in range(8 * _EIGHTS, lay.ACTIONS):
            rest |= np.int64(mask[i, place]) << (place - 8 * _EIGHTS)
        legal += ones(np.uint64(rest))
        rows[at, LEGAL + _EIGHTS] = rest
        if legal < 2:
            continue
        d = np.int64(i)
        observe(state, d, me, rows, at)
        deal[at] = i
        action[at] = chosen
        at += 1
    return at


@inlined
def fill(planes: npt.NDArray[np.uint8], i: Int, plane: Int, value: Int) -> None:
    """Write the same number into all places of a plane."""
    for tile in range(layout.KINDS):
        planes[i, plane, tile] = value


@inlined
def add_meld(planes: npt.NDArray[np.uint8], i: Int, plane: Int, code: Int) -> None:
    """Add the tiles of a meld to a plane."""
    kind = (code - 1) // layout.KINDS
    tile = (code - 1) % layout.KINDS
    if kind == layout.CHOW:
        for step in range(3):
            planes[i, plane, tile + step] += 1
    else:
        planes[i, plane, tile] += 3 if kind == layout.PUNG else 4


@helper
def draw_planes(seen: Bytes, i: Int, planes: npt.NDArray[np.uint8]) -> None:
    """Write the planes of one observation."""
    for plane in range(PLANES):
        fill(planes, i, plane, 0)
    for tile in range(layout.KINDS):
        planes[i, HAND, tile] = seen[i, lay.OBS_HAND + tile]
        planes[i, SEEN, tile] = seen[i, lay.OBS_SEEN + tile]
    for seat in range(lay.SEATS):
        hidden = np.int64(0)
        for place in range(4):
            code = np.int64(seen[i, lay.OBS_MELDS + 4 * seat + place])
            if code == lay.HIDDEN_KONG:
                hidden += 1
            elif code > 0:
                add_meld(planes, i, MELDS + seat, code)
        fill(planes, i, HIDDEN + seat, hidden)
        fill(planes, i, LEFT + seat, np.int64(seen[i, lay.OBS_LEFT + seat]))
        fill(planes, i, CONCEALED + seat, np.int64(seen[i, lay.OBS_CONCEALED + seat]))
        fill(planes, i, FLOWERS + seat, np.int64(seen[i, lay.OBS_FLOWERS + seat]))
        fill(planes, i, DEAD + seat, np.int64(seen[i, lay.OBS_DEAD + seat]))
    for place in range(np.int64(seen[i, lay.OBS_DISCARD_COUNT])):
        entry = np.int64(seen[i, lay.OBS_DISCARDS + place])
        planes[i, DISCARDS + (entry >> 6), entry & 63] += 1
        planes[i, LATEST + (entry >> 6), entry & 63] = place + 1
    drawn = np.int64(seen[i, lay.OBS_DRAWN])
    offer = np.int64(seen[i, lay.OBS_OFFER])
    if drawn != lay.NONE:
        planes[i, DRAWN, drawn] = 1
    if offer != lay.NONE:
        planes[i, OFFER, offer] = 1
    planes[i, PREVALENT, layout.HONORS + np.int64(seen[i, lay.OBS_PREVALENT])] = 1
    planes[i, SEAT, layout.HONORS + np.int64(seen[i, lay.OBS_SEAT])] = 1
    fill(planes, i, TURN + np.int64(seen[i, lay.OBS_TURN]), 1)
    fill(planes, i, ROBBING, 1 if seen[i, lay.OBS_PHASE] == lay.ROBBING else 0)
    fill(planes, i, AFTER_KONG, np.int64(seen[i, lay.OBS_AFTER_KONG]))
    fill(planes, i, LAST, np.int64(seen[i, lay.OBS_LAST]))
    fill(planes, i, PERSONAL, 1 if seen[i, lay.OBS_KIND] == lay.PERSONAL_WALLS else 0)


@kernel(types.int64(ROWS, OUT_PLANES))
def plane_rows(seen: Bytes, planes: npt.NDArray[np.uint8]) -> int:
    """Write observations as planes of 34 numbers.

    Parameters
    ----------
    seen : (n, 384 or more) uint8
        As `observe_rows` or `decision_rows` write them; a row of no observer, whose phase is 0, becomes zeros.
    planes : (n, 46, 34) uint8
        Written.

    Returns
    -------
    int
        Number of observations that are not empty.
    """
    number = 0
    for i in range(seen.shape[0]):
        if seen[i, lay.OBS_PHASE] == lay.NOT_STARTED:
            for plane in range(PLANES):
                fill(planes, np.int64(i), plane, 0)
            continue
        draw_planes(seen, np.int64(i), planes)
        number += 1
    return number
