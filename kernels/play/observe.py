"""What one seat of a deal sees: nothing of the wall, of other hands, or of what lies in others' concealed kongs."""

import numpy as np
import numpy.typing as npt
from numba import types

from .. import layout
from ..jit import OUT_ROWS, ROWS, Bytes, Int, helper, inlined, kernel, ones
from ..layout import play as lay
from .deal import get, tiles_left

SIGNED = types.Array(types.int8, 1, "C", readonly=True)


@inlined
def observe_seat(state: Bytes, d: Int, me: Int, seat: Int, seen: Bytes, i: Int) -> None:
    """Write the public facts of one seat into row i of the observations of another."""
    to = (seat - me) & 3
    block = lay.BLOCK_BYTES * seat
    melds = get(state, d, block + lay.MELD_COUNT)
    tiles = np.int64(0)
    for tile in range(layout.KINDS):
        tiles += get(state, d, block + tile)
    for place in range(4):
        code = get(state, d, block + lay.MELDS + place)
        hidden = seat != me and code > layout.KINDS * layout.CONCEALED_KONG
        seen[i, lay.OBS_MELDS + 4 * to + place] = lay.HIDDEN_KONG if hidden else code
        seen[i, lay.OBS_SOURCES + 4 * to + place] = state[d, block + lay.SOURCES + place] if place < melds else 0
        if seat == me and code > layout.KINDS * layout.CONCEALED_KONG:
            seen[i, lay.OBS_SEEN + code - 1 - layout.KINDS * layout.CONCEALED_KONG] += 4
    seen[i, lay.OBS_FLOWERS + to] = ones(np.uint64(state[d, block + lay.FLOWERS]))
    seen[i, lay.OBS_CONCEALED + to] = tiles
    seen[i, lay.OBS_DEAD + to] = state[d, block + lay.DEAD]
    seen[i, lay.OBS_LEFT + to] = tiles_left(state, d, seat)


@helper
def observe(state: Bytes, d: Int, me: Int, seen: Bytes, i: Int) -> None:
    """Write what a seat sees into row i of the observations.

    Parameters
    ----------
    state : (n, 768) uint8
    d, me : int
        The deal and the seat 0..3.
    seen : (m, 384) uint8
        Row i is written, columns as in `layout.play`.
    i : int
        The row.
    """
    hand = lay.BLOCK_BYTES * me
    for column in range(lay.OBS_DISCARDS):
        seen[i, column] = 0
    for tile in range(layout.KINDS):
        seen[i, lay.OBS_HAND + tile] = state[d, hand + tile]
        seen[i, lay.OBS_SEEN + tile] = state[d, hand + tile] + state[d, lay.SEEN + tile]
    for seat in range(lay.SEATS):
        observe_seat(state, d, me, np.int64(seat), seen, i)
    phase = get(state, d, lay.PHASE)
    turn = get(state, d, lay.TURN)
    offered = phase == lay.CLAIMS or phase == lay.ROBBING
    seen[i, lay.OBS_PHASE] = phase
    seen[i, lay.OBS_TURN] = (turn - me) & 3
    seen[i, lay.OBS_DRAWN] = state[d, lay.DRAWN] if turn == me else lay.NONE
    seen[i, lay.OBS_OFFER] = state[d, lay.OFFER] if offered else lay.NONE
    seen[i, lay.OBS_AFTER_KONG] = state[d, lay.AFTER_KONG]
    seen[i, lay.OBS_LAST] = state[d, lay.LAST]
    seen[i, lay.OBS_PREVALENT] = state[d, lay.PREVALENT]
    seen[i, lay.OBS_SEAT] = me
    seen[i, lay.OBS_KIND] = state[d, lay.KIND]
    number = get(state, d, lay.DISCARD_COUNT)
    seen[i, lay.OBS_DISCARD_COUNT] = number
    for place in range(number):
        entry = get(state, d, lay.DISCARDS + place)
        marks = get(state, d, lay.MARKS + place)
        claimed = (marks >> 1) & 7
        if claimed > 0:
            marks += lay.MARK_CLAIMED * (1 + ((claimed - 1 - me) & 3) - claimed)
        seen[i, lay.OBS_DISCARDS + place] = (entry - 64 * me) & 255  # the seat is the two highest bits
        seen[i, lay.OBS_MARKS + place] = marks
    for place in range(number, lay.MAX_DISCARDS):
        seen[i, lay.OBS_DISCARDS + place] = lay.NONE
    for place in range(number, lay.MAX_DISCARDS):
        seen[i, lay.OBS_MARKS + place] = 0


@kernel(types.int64(ROWS, SIGNED, OUT_ROWS))
def observe_rows(state: Bytes, seats: npt.NDArray[np.int8], seen: Bytes) -> int:
    """Write what one seat of each deal sees.

    Parameters
    ----------
    state : (n, 768) uint8
    seats : (n,) int8
        0..3; a row of any other value becomes zeros.
    seen : (n, 384) uint8
        Written; columns as in `layout.play`.

    Returns
    -------
    int
        Number of rows observed.
    """
    number = 0
    for i in range(state.shape[0]):
        me = np.int64(seats[i])
        if 0 <= me < lay.SEATS:
            observe(state, np.int64(i), me, seen, np.int64(i))
            number += 1
        else:
            for column in range(lay.OBSERVATION_BYTES):
                seen[i, column] = 0
    return number
