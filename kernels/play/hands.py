"""Which tiles complete the hands of a deal, and what a win would be worth: the part of play that needs scoring."""

import numpy as np

from .. import layout
from ..analysis.waits import formal_waits
from ..jit import Bytes, Halves, Int, Ints, Word, Words, eight, helper, inlined
from ..layout import play as lay
from ..scoring.pack import COUNTS, POINTS, pack_row
from ..scoring.score import score_row
from ..tables.load import Tables
from .deal import claim_options, draw_conditions, get, offer_conditions
from .eight_bytes import put_eight


@inlined
def waiting(state: Bytes, d: Int, seat: Int) -> Word:
    """Return the kinds that complete the hand of a seat, bit = tile."""
    return eight(state, d, lay.BLOCK_BYTES * seat + lay.WAITING)


@inlined
def may_win(state: Bytes, d: Int, seat: Int, tile: Int, options: Ints) -> bool:
    """Say whether a tile completes the hand of a seat that may win at all; its points are another matter."""
    if (waiting(state, d, seat) >> np.uint64(tile)) & np.uint64(1) == np.uint64(0):
        return False
    return bool(options[lay.OPT_WINS] != 0 and state[d, lay.BLOCK_BYTES * seat + lay.DEAD] == 0)


@helper
def refresh_waits(state: Bytes, rows: Bytes, d: Int, seat: Int, first: Halves, waits: Halves, work: Words) -> None:
    """Work out which kinds complete the 3n+1 concealed tiles of a seat.

    Parameters
    ----------
    state : (n, 768) uint8
    rows : (12 * n, 64) uint8
        The same memory.
    d, seat : int
    first, waits : uint16 arrays
        Of `Tables`.
    work : (40,) uint64
        Scratch.
    """
    pack_row(rows, lay.DEAL_BLOCKS * d + seat, work)
    work[COUNTS] = np.uint64(state[d, lay.BLOCK_BYTES * seat + lay.MELD_COUNT])
    put_eight(state, d, lay.BLOCK_BYTES * seat + lay.WAITING, formal_waits(True, first, waits, work))


@helper
def hu_points(
    state: Bytes, rows: Bytes, d: Int, seat: Int, tile: Int, conditions: Int, tables: Tables, bars: Words, points: Ints,
    switches: Ints, work: Words,
) -> Int:  # fmt: skip
    """Return what the 3n+2 concealed tiles of a seat are worth without flowers, -1 if no win.

    Parameters
    ----------
    state, rows, d, seat
        As in `refresh_waits`.
    tile : int
        The winning tile, among the concealed ones.
    conditions : int
        Bits of `layout`.
    tables, bars, points, switches, work
        As in `score_row`.
    """
    status = score_row(
        rows, rows, np.int64(layout.ROW_MELDS), lay.DEAL_BLOCKS * d + seat, tile, conditions,
        get(state, d, lay.PREVALENT), seat, np.int64(0), tables, bars, points, switches, work,
    )  # fmt: skip
    return np.int64(work[POINTS]) if status == layout.OK else np.int64(-1)


@helper
def offered_points(
    state: Bytes, rows: Bytes, d: Int, seat: Int, tile: Int, conditions: Int, tables: Tables, bars: Words, points: Ints,
    switches: Ints, work: Words,
) -> Int:  # fmt: skip
    """Return what the 3n+1 concealed tiles of a seat and the one on offer are worth; otherwise as `hu_points`."""
    state[d, lay.BLOCK_BYTES * seat + tile] += 1
    value = hu_points(state, rows, d, seat, tile, conditions, tables, bars, points, switches, work)
    state[d, lay.BLOCK_BYTES * seat + tile] -= 1
    return value


@inlined
def keep_points(state: Bytes, d: Int, seat: Int, value: Int) -> None:
    """Note what the win that a seat may declare is worth."""
    state[d, lay.BLOCK_BYTES * seat + lay.POINTS_LOW] = value & 255
    state[d, lay.BLOCK_BYTES * seat + lay.POINTS_HIGH] = value >> 8


@helper
def offer_tile(
    state: Bytes, rows: Bytes, d: Int, fresh: bool, options: Ints, tables: Tables, bars: Words, points: Ints,
    switches: Ints, work: Words,
) -> None:  # fmt: skip
    """Write for each of the other seats what it may do with the tile on offer, and which seats are to be asked.

    Parameters
    ----------
    state, rows, d, tables, bars, points, switches, work
        As in `hu_points`.
    fresh : bool
        Nobody has answered yet; otherwise the answers and who is still to be asked stay.
    options : (9,) int64
        As in `layout.play`.
    """
    turn = get(state, d, lay.TURN)
    tile = get(state, d, lay.OFFER)
    robbing = state[d, lay.PHASE] == lay.ROBBING
    asked = np.int64(0)
    for step in range(4):
        seat = (turn + step) & 3
        if fresh:
            state[d, lay.BLOCK_BYTES * seat + lay.ANSWER] = 0
        if step == 0:
            continue
        may = np.int64(0) if robbing else claim_options(state, d, seat, tile)
        if may_win(state, d, seat, tile, options):
            value = offered_points(
                state, rows, d, seat, tile, offer_conditions(state, d, robbing), tables, bars, points, switches, work
            )  # fmt: skip
            if value >= options[lay.OPT_MINIMUM]:
                keep_points(state, d, seat, value)
                may |= lay.MAY_HU
        state[d, lay.BLOCK_BYTES * seat + lay.OPTIONS] = may
        if may != 0:
            asked |= 1 << seat
    if fresh:
        state[d, lay.TO_ASK] = asked


@helper
def own_options(
    state: Bytes, rows: Bytes, d: Int, options: Ints, tables: Tables, bars: Words, points: Ints, switches: Ints,
    work: Words,
) -> None:  # fmt: skip
    """Write whether the player in turn may declare hu on the tile just drawn; arguments as in `offer_tile`."""
    turn = get(state, d, lay.TURN)
    tile = get(state, d, lay.DRAWN)
    hand = lay.BLOCK_BYTES * turn
    may = np.int64(0)
    if may_win(state, d, turn, tile, options):
        value = hu_points(state, rows, d, turn, tile, draw_conditions(state, d), tables, bars, points, switches, work)
        if value >= options[lay.OPT_MINIMUM]:
            keep_points(state, d, turn, value)
            may = np.int64(lay.MAY_HU)
    state[d, hand + lay.OPTIONS] = may


@helper
def refresh_all(state: Bytes, rows: Bytes, d: Int, first: Halves, waits: Halves, work: Words) -> None:
    """Work out the waits of all seats, the drawn tile left out; arguments as in `refresh_waits`."""
    turn = get(state, d, lay.TURN)
    phase = get(state, d, lay.PHASE)
    for seat in range(lay.SEATS):
        if seat == turn and phase == lay.MUST_DISCARD:
            continue  # 3n+2 tiles of which none was drawn: nothing can complete them
        out = get(state, d, lay.DRAWN) if seat == turn else np.int64(lay.NONE)
        if out != lay.NONE:
            state[d, lay.BLOCK_BYTES * seat + out] -= 1
        refresh_waits(state, rows, d, np.int64(seat), first, waits, work)
        if out != lay.NONE:
            state[d, lay.BLOCK_BYTES * seat + out] += 1


@helper
def late_offer(state: Bytes, d: Int, seat: Int) -> bool:
    """Say whether the last discard, that nobody took, is not yet covered by a move: a false hu may still name it."""
    if state[d, lay.OFFER] == lay.NONE:
        return False
    phase = get(state, d, lay.PHASE)
    if phase == lay.ENDED:
        if state[d, lay.ENDING] != lay.DRAW:
            return False
    elif phase != lay.AFTER_DRAW or seat == get(state, d, lay.TURN):
        return False
    last = get(state, d, lay.DISCARDS + get(state, d, lay.DISCARD_COUNT) - 1)
    return seat != last >> 6


@helper
def false_hu(
    state: Bytes, rows: Bytes, d: Int, seat: Int, options: Ints, tables: Tables, bars: Words, points: Ints,
    switches: Ints, work: Words,
) -> bool:  # fmt: skip
    """Record a hu that is not valid: the hand is dead from now on. Return False if the seat cannot declare one now.

    Notes
    -----
    A valid hu is refused too: it is an action. On the tile just drawn, the tile on offer, or the last discard while
    nothing has followed but the next player's draw. With a *structure* the hand with that tile is a complete shape
    below the minimum (DUP 7, decision 4). After a chow or pung there is no such tile, hence no structure.
    """
    phase = get(state, d, lay.PHASE)
    hand = lay.BLOCK_BYTES * seat
    turn = get(state, d, lay.TURN)
    own = seat == turn and (phase == lay.AFTER_DRAW or phase == lay.MUST_DISCARD)
    offered = seat != turn and (phase == lay.CLAIMS or phase == lay.ROBBING)
    if offered:  # who has answered has let the tile go
        asked = get(state, d, hand + lay.OPTIONS) != 0
        if asked and not (get(state, d, lay.TO_ASK) >> seat) & 1:
            return False
    elif not own and not late_offer(state, d, seat):
        return False
    if get(state, d, hand + lay.OPTIONS) & lay.MAY_HU and phase != lay.ENDED:
        return False
    ready = waiting(state, d, seat) != np.uint64(0)
    structure = False
    if own and phase == lay.MUST_DISCARD:
        ready = False
    elif own:
        tile = get(state, d, lay.DRAWN)
        value = hu_points(
            state, rows, d, seat, tile, draw_conditions(state, d), tables, bars, points, switches, work
        )  # fmt: skip
        structure = 0 <= value < options[lay.OPT_MINIMUM]
    else:
        tile = get(state, d, lay.OFFER)
        conditions = offer_conditions(state, d, phase == lay.ROBBING)
        value = offered_points(state, rows, d, seat, tile, conditions, tables, bars, points, switches, work)
        structure = 0 <= value < options[lay.OPT_MINIMUM]
        if value >= options[lay.OPT_MINIMUM] and state[d, hand + lay.DEAD] == 0:
            return False  # it was a win, and it was let go
    column = lay.FALSE_COMPLETE if structure else lay.FALSE_READY if ready else lay.FALSE_OTHER
    if state[d, hand + column] < 255:
        state[d, hand + column] += 1
    state[d, hand + lay.DEAD] = 1
    state[d, hand + lay.OPTIONS] = 0
    return True
