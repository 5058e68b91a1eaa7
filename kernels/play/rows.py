"""The loop over deals: start, step, declare; and who pays whom at the end."""

import numpy as np
import numpy.typing as npt
from numba import types

from ..jit import (  # fmt: skip
    BYTES,
    INTS,
    OUT_BYTES,
    OUT_ROWS,
    OUT_WORDS,
    WORD_ROWS,
    Bytes,
    Int,
    Ints,
    Word,
    Words,
    helper,
    inlined,
    kernel,
    ones,
)
from ..layout import play as lay
from ..rules.payments import from_discard, self_drawn, to_winners
from ..scoring.types import TABLES
from ..tables.load import Tables
from .deal import (
    NOTHING,
    OFFERED,
    REFRESH,
    REPLACEMENT,
    RESOLVE,
    SUCCESSION,
    apply_action,
    ask_next,
    draw_tile,
    get,
    is_legal,
    open_deal,
    resolve,
    write_mask,
)
from .hands import false_hu, offer_tile, own_options, refresh_all, refresh_waits
from .splitmix import deal_seed, draw_word, shuffle_wall

_REFUSED = -1  # no stage of `go_on`
_STREAM = 39  # slot of the scratch vector that scoring leaves alone
_PARTS = 7
SHORTS = types.Array(types.int16, 1, "C", readonly=True)
OUT_SIGNED = types.int8[::1]
OUT_INTS = types.int64[::1]
OUT_SCORES = types.int32[:, ::1]


drawn, taken, given = inlined(self_drawn), inlined(from_discard), inlined(to_winners)


@inlined
def worth_of(state: Bytes, d: Int, seat: Int) -> Int:
    """Return the value of the hand with which a seat has won, flowers included."""
    block = lay.BLOCK_BYTES * seat
    points = get(state, d, block + lay.POINTS_LOW) + 256 * get(state, d, block + lay.POINTS_HIGH)
    return np.int64(points + ones(np.uint64(state[d, block + lay.FLOWERS])))


@helper
def settle(state: Bytes, d: Int, payments: Int, sharing: Int, scores: npt.NDArray[np.int32], i: Int) -> None:
    """Write what each seat wins or pays; penalties for a false hu are apart.

    Parameters
    ----------
    state : (n, 768) uint8
    d : int
        The deal.
    payments : int
        `ORDINARY` or `DUPLICATE`.
    sharing : int
        Several winners: `CROSS_PAY` or `NO_CROSS_PAY`.
    scores : (m, 4) int32
        Row i is written, points by seat.
    i : int
        The row.
    """
    winners = get(state, d, lay.WINNERS)
    payer = get(state, d, lay.PAYER)
    number, values = np.int64(0), np.int64(0)
    for seat in range(lay.SEATS):
        if (winners >> seat) & 1:
            number += 1
            values += worth_of(state, d, seat)
    crossed = sharing == lay.CROSS_PAY
    for seat in range(lay.SEATS):
        wins = (winners >> seat) & 1
        if payer == lay.NONE:
            won, paid = drawn(values, payments == lay.DUPLICATE)
            scores[i, seat] = 0 if number == 0 else won if wins else -paid
        elif wins:
            scores[i, seat] = taken(worth_of(state, d, seat), number - 1, crossed)
        else:
            scores[i, seat] = -given(values if seat == payer else np.int64(0), number, crossed)


@inlined
def go_on(
    state: Bytes, rows: Bytes, d: Int, stage: Int, options: Ints, tables: Tables, bars: Words, points: Ints,
    switches: Ints, work: Words,
) -> None:  # fmt: skip
    """Do what follows an action until somebody is to act or the deal has ended."""
    look = options[lay.OPT_WINS] != 0
    if stage & _PARTS == OFFERED:
        if look and stage & REFRESH:
            refresh_waits(state, rows, d, get(state, d, lay.TURN), tables.first, tables.waits, work)
        offer_tile(state, rows, d, True, options, tables, bars, points, switches, work)
        stage = ask_next(state, d)
    if stage & _PARTS == RESOLVE:
        stage = resolve(state, d, options[lay.OPT_ALL_WIN])
    part = stage & _PARTS
    if SUCCESSION <= part <= REPLACEMENT:
        if look and stage & REFRESH:
            refresh_waits(state, rows, d, get(state, d, lay.TURN), tables.first, tables.waits, work)
        if draw_tile(state, d, part == REPLACEMENT):
            own_options(state, rows, d, options, tables, bars, points, switches, work)


@helper
def start(
    state: Bytes, rows: Bytes, d: Int, prevalent: Int, options: Ints, tables: Tables, bars: Words, points: Ints,
    switches: Ints, work: Words,
) -> None:  # fmt: skip
    """Deal from the wall of a state and let East act."""
    open_deal(state, d, options[lay.OPT_KIND], options[lay.OPT_LENGTH], prevalent)
    if options[lay.OPT_WINS] != 0:
        refresh_all(state, rows, d, tables.first, tables.waits, work)
    own_options(state, rows, d, options, tables, bars, points, switches, work)


@helper
def shuffle(state: Bytes, d: Int, seed: Word, given: Int, options: Ints, work: Words) -> Int:
    """Write the wall of a seed into a state and return the prevalent wind: the given one, or that of the seed."""
    work[_STREAM] = seed
    wind = np.int64(draw_word(work, np.int64(_STREAM)) >> np.uint64(62))
    length = np.int64(lay.TILES) if options[lay.OPT_KIND] == lay.PERSONAL_WALLS else options[lay.OPT_LENGTH]
    shuffle_wall(state, d, length, work, np.int64(_STREAM))
    return wind if given > 3 else given


@inlined
def check_actions(state: Bytes, actions: npt.NDArray[np.int16], status: Bytes) -> Int:
    """Write for each deal whether its action is legal; return the number of those that are not."""
    bad = np.int64(0)
    for i in range(state.shape[0]):
        action = np.int64(actions[i])
        right = action == lay.NO_ACTION or is_legal(state, np.int64(i), action)
        status[i] = lay.DONE if right else lay.ILLEGAL
        bad += np.int64(not right)
    return bad


@inlined
def declare_hu(
    state: Bytes, rows: Bytes, d: Int, seat: Int, options: Ints, tables: Tables, bars: Words, points: Ints,
    switches: Ints, work: Words,
) -> Int:  # fmt: skip
    """Lay down a false hu; return the stage of `go_on`, or `_REFUSED` if it is none."""
    known = 0 <= seat < lay.SEATS and state[d, lay.PHASE] != lay.NOT_STARTED
    if not known or not false_hu(state, rows, d, seat, options, tables, bars, points, switches, work):
        return np.int64(_REFUSED)
    if (get(state, d, lay.TO_ASK) >> seat) & 1:
        state[d, lay.TO_ASK] &= np.uint8(255 ^ (1 << seat))
        return ask_next(state, d)
    return np.int64(NOTHING)


@inlined
def refresh(
    state: Bytes, rows: Bytes, d: Int, options: Ints, tables: Tables, bars: Words, points: Ints, switches: Ints,
    work: Words, scores: npt.NDArray[np.int32],
) -> None:  # fmt: skip
    """Work out anew what follows from a state that was written by others."""
    phase = state[d, lay.PHASE]
    if options[lay.OPT_WINS] != 0:
        refresh_all(state, rows, d, tables.first, tables.waits, work)
    if phase == lay.ENDED:
        settle(state, d, options[lay.OPT_PAYMENTS], options[lay.OPT_SHARING], scores, d)
    elif phase == lay.AFTER_DRAW:
        own_options(state, rows, d, options, tables, bars, points, switches, work)
    elif phase == lay.CLAIMS or phase == lay.ROBBING:
        offer_tile(state, rows, d, False, options, tables, bars, points, switches, work)


@inlined
def begin_deal(
    state: Bytes, d: Int, anew: bool, seeds: Words, base: Word, first: Int, numbers: Ints, prevalent: Bytes,
    options: Ints, work: Words,
) -> Int:  # fmt: skip
    """Shuffle a deal, the next one of its row if it is to be `anew`; return its prevalent wind."""
    if anew:
        numbers[d] += 1
        seeds[d] = deal_seed(base, first + d, numbers[d])
    return shuffle(state, d, seeds[d], np.int64(prevalent[d]), options, work)


@kernel(
    types.int64(
        OUT_ROWS, OUT_ROWS, types.int64, SHORTS, OUT_WORDS, types.uint64, types.int64, OUT_INTS, BYTES, INTS,
        TABLES, WORD_ROWS, INTS, INTS, OUT_WORDS, OUT_BYTES, OUT_SIGNED, OUT_ROWS, OUT_BYTES, OUT_SCORES,
    )
)  # fmt: skip
def step_rows(
    state: Bytes, rows: Bytes, command: Int, actions: npt.NDArray[np.int16], seeds: Words, base: Word, first: Int,
    numbers: Ints, prevalent: Bytes, options: Ints, tables: Tables, bars: Words, points: Ints, switches: Ints,
    work: Words, status: Bytes, actor: npt.NDArray[np.int8], mask: Bytes, finished: Bytes,
    scores: npt.NDArray[np.int32],
) -> int:  # fmt: skip
    """Carry out a command on many deals.

    Parameters
    ----------
    state : (n, 768) uint8
        The deals, drawn in `layout.play`; written.
    rows : (12 * n, 64) uint8
        The same memory.
    command : int
        `STEP`, `CHECK`, `START_FROM_SEED`, `START_FROM_WALL`, `START_NEXT`, `DECLARE_HU` or `REFRESH`.
    actions : (n,) int16
        Action of the seat that is asked, or the seat that declares; `NO_ACTION` leaves a deal alone. Any value.
    seeds : (n,) uint64
        Seed of each deal; written when a next deal starts.
    base : uint64
    first : int
        Seed of the batch, and the number of row 0 in it.
    numbers : (n,) int64
        Number of the deal in its row, from 0; written when a next deal starts.
    prevalent : (n,) uint8
        Prevalent wind 0..3 of deals to be started, 255 = the seed says.
    options : (9,) int64
        As in `layout.play`.
    tables, bars, points, switches
        As in `score_rows`.
    work : (40,) uint64
        Scratch.
    status : (n,) uint8
        `DONE`, or `ILLEGAL` for a deal that is as it was; written.
    actor : (n,) int8
        Seat that is asked, -1 if the deal has ended; written.
    mask : (n, 235) uint8
        What it may do; written.
    finished : (n,) uint8
        1 if the deal ended by this command; written.
    scores : (n, 4) int32
        Points by seat of deals that ended by this command; written for them.

    Returns
    -------
    int
        Number of deals that are not `DONE`.
    """
    bad: Int = np.int64(0)
    if command == lay.STEP or command == lay.CHECK:
        bad = check_actions(state, actions, status)
        if command == lay.CHECK or (bad > 0 and options[lay.OPT_STRICT] != 0):
            return int(bad)
    for i in range(state.shape[0]):
        d = np.int64(i)
        action = np.int64(actions[i])
        finished[i] = 0
        if action == lay.NO_ACTION:
            status[i] = lay.DONE
            continue
        was_ended = state[d, lay.PHASE] == lay.ENDED
        stage: Int = np.int64(NOTHING)
        begin: Int = np.int64(-1)
        if command == lay.STEP:
            if status[i] != lay.DONE:
                continue
            stage = apply_action(state, d, action)
        elif command == lay.DECLARE_HU:
            stage = declare_hu(state, rows, d, action, options, tables, bars, points, switches, work)
            status[i] = lay.DONE if stage != _REFUSED else lay.ILLEGAL
            if stage == _REFUSED:
                bad += 1
                continue
        elif command == lay.REFRESH:
            status[i] = lay.DONE
            refresh(state, rows, d, options, tables, bars, points, switches, work, scores)
        else:
            status[i] = lay.DONE
            was_ended = False
            if command == lay.START_FROM_WALL:
                begin = np.int64(prevalent[i])
            else:
                anew = command == lay.START_NEXT
                begin = begin_deal(state, d, anew, seeds, base, first, numbers, prevalent, options, work)
        go_on(state, rows, d, stage, options, tables, bars, points, switches, work)
        if state[d, lay.PHASE] == lay.ENDED and not was_ended and begin < 0:
            finished[i] = 1
            settle(state, d, options[lay.OPT_PAYMENTS], options[lay.OPT_SHARING], scores, d)
            if options[lay.OPT_AUTO_RESET] != 0:
                begin = begin_deal(state, d, True, seeds, base, first, numbers, prevalent, options, work)
        if begin >= 0:
            start(state, rows, d, begin, options, tables, bars, points, switches, work)
        actor[i] = -1 if state[d, lay.ACTOR] == lay.NONE else np.int64(state[d, lay.ACTOR])
        write_mask(state, d, mask, d)
    return int(bad)
