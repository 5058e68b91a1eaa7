"""The loop over rows of scoring: many rows into result columns."""

import numpy as np
import numpy.typing as npt
from numba import types

from .. import layout
from ..jit import (  # fmt: skip
    BYTES,
    HALVES,
    INTS,
    OUT_BYTES,
    OUT_POINTS,
    OUT_ROWS,
    OUT_WORD_ROWS,
    OUT_WORDS,
    ROWS,
    WORD_ROWS,
    Bytes,
    Halves,
    Int,
    Ints,
    Words,
    kernel,
)
from ..tables.load import Tables
from .pack import COUNTED, FLAGS0, FLAGS1, FOUND0, FOUND1, POINTS, READING, check_row
from .score import look_ahead, look_further, score_checked
from .types import TABLES


@kernel(
    types.int64(
        ROWS, ROWS, BYTES, HALVES, BYTES, BYTES, BYTES, BYTES, TABLES, WORD_ROWS, INTS, INTS,
        OUT_WORDS, OUT_BYTES, OUT_POINTS, OUT_WORD_ROWS, OUT_WORDS, OUT_ROWS, OUT_WORD_ROWS,
    )
)  # fmt: skip
def score_rows(
    concealed: Bytes, melds: Bytes, win: Bytes, conditions: Halves, prevalent: Bytes, seat: Bytes, flowers: Bytes,
    given: Bytes, tables: Tables, bars: Words, points: Ints, switches: Ints, work: Words, status: Bytes,
    total: npt.NDArray[np.int16], flags: Words, repeats: Words, reading: Bytes, found: Words,
) -> int:  # fmt: skip
    """Score rows into result columns; a row that is not `OK` gets zeros.

    Parameters
    ----------
    concealed : (n, 34) uint8
        All concealed tiles, the winning one among them.
    melds : (n, 4) uint8
    win, prevalent, seat, flowers : (n,) uint8
    conditions : (n,) uint16
        The row formats; any value is answered with a status.
    given : (n,) or (0,) uint8
        Status of rows known to be bad before, 0 for the others.
    tables : Tables
    bars : (83, 2) uint64
    points : (83,) int64
    switches : (10,) int64
        Compiled rules.
    work : (2560,) uint64
        Scratch for a block of rows.
    status : (n,) uint8
    total : (n,) int16
    flags : (n, 2) uint64
    repeats : (n,) uint64
    reading : (n, 7) uint8
        Written.
    found : (n, 2) or (0, 2) uint64
        Written if it has rows.

    Returns
    -------
    int
        Number of rows that are not `OK`.
    """
    bad = 0
    rows = win.shape[0]
    keep_found = found.shape[0] > 0
    known = given.shape[0] > 0
    for start in range(0, rows, layout.BLOCK):
        stop = min(start + layout.BLOCK, rows)
        for i in range(start, stop):
            mine = work[layout.SLOTS * (i - start) : layout.SLOTS * (i - start + 1)]
            code: Int = np.int64(given[i]) if known else np.int64(layout.OK)
            if code == layout.OK:
                code = check_row(
                    concealed, melds, np.int64(0), np.int64(i), np.int64(win[i]), np.int64(conditions[i]),
                    np.int64(prevalent[i]), np.int64(seat[i]), np.int64(flowers[i]),
                    switches[layout.SW_ROB_ON_LAST_TILE], tables.melds, mine,
                )  # fmt: skip
            status[i] = code
        for i in range(start, stop):
            if status[i] == layout.OK:
                look_ahead(np.int64(win[i]), tables, work[layout.SLOTS * (i - start) : layout.SLOTS * (i - start + 1)])
        for i in range(start, stop):
            if status[i] == layout.OK:
                look_further(tables, work[layout.SLOTS * (i - start) : layout.SLOTS * (i - start + 1)])
        for i in range(start, stop):
            mine = work[layout.SLOTS * (i - start) : layout.SLOTS * (i - start + 1)]
            if status[i] == layout.OK:
                status[i] = score_checked(
                    np.int64(win[i]), np.int64(conditions[i]), np.int64(prevalent[i]), np.int64(seat[i]),
                    np.int64(flowers[i]), tables, bars, points, switches, mine,
                )  # fmt: skip
            if status[i] != layout.OK:
                bad += 1
                total[i] = 0
                flags[i, 0] = 0
                flags[i, 1] = 0
                repeats[i] = 0
                for column in range(7):
                    reading[i, column] = 0
                if keep_found:
                    found[i, 0] = 0
                    found[i, 1] = 0
                continue
            total[i] = np.int16(mine[POINTS])
            flags[i, 0] = mine[FLAGS0]
            flags[i, 1] = mine[FLAGS1]
            repeats[i] = mine[COUNTED]
            row = mine[READING]
            for column in range(7):
                reading[i, column] = np.uint8((row >> np.uint64(8 * column)) & np.uint64(255))
            if keep_found:
                found[i, 0] = mine[FOUND0]
                found[i, 1] = mine[FOUND1]
    return bad
