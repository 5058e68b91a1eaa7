"""The loops over rows of scoring: many rows into result columns, or one prepared hand."""

import numpy as np
from numba import types

from . import layout
from .check import COUNTED, FLAGS0, FLAGS1, FOUND0, FOUND1, POINTS, READING
from .choose import score_row
from .jit import (
    BYTES, HALVES, INT_ROWS, INTS, OUT_BYTES, OUT_POINTS, OUT_ROWS, OUT_WORD_ROWS, OUT_WORDS, ROWS, WORD_ROWS, kernel,
)  # fmt: skip
from .tables import Tables

TABLES = types.NamedTuple(
    [HALVES, HALVES, WORD_ROWS, INT_ROWS, BYTES, BYTES, WORD_ROWS, WORD_ROWS],
    Tables,
)


@kernel(
    types.int64(
        ROWS, ROWS, BYTES, HALVES, BYTES, BYTES, BYTES, TABLES, WORD_ROWS, INTS, INTS,
        OUT_WORDS, OUT_BYTES, OUT_POINTS, OUT_WORD_ROWS, OUT_WORDS, OUT_ROWS, OUT_WORD_ROWS,
    )
)  # fmt: skip
def score_rows(
    concealed, melds, win, conditions, prevalent, seat, flowers, tables, bars, points, switches, work,
    status, total, flags, repeats, reading, found,
):  # fmt: skip  # type: ignore[no-untyped-def]
    """Score rows into result columns; a row that is not `OK` gets zeros.

    Parameters
    ----------
    concealed : (n, 34) uint8
    melds : (n, 4) uint8
    win, prevalent, seat, flowers : (n,) uint8
    conditions : (n,) uint16
        The row formats; any value is answered with a status.
    tables : Tables
    bars : (83, 2) uint64
    points : (83,) int64
    switches : (16,) int64
        Compiled rules.
    work : (32,) uint64
        Scratch.
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
    keep_found = found.shape[0] > 0
    for i in range(win.shape[0]):
        code = score_row(
            concealed, melds, np.int64(0), np.int64(i), np.int64(win[i]), np.int64(conditions[i]), np.int64(prevalent[i]), np.int64(seat[i]),
            np.int64(flowers[i]), tables, bars, points, switches, work,
        )  # fmt: skip
        status[i] = code
        if code != layout.OK:
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
        total[i] = np.int16(work[POINTS])
        flags[i, 0] = work[FLAGS0]
        flags[i, 1] = work[FLAGS1]
        repeats[i] = work[COUNTED]
        row = work[READING]
        for column in range(7):
            reading[i, column] = np.uint8((row >> np.uint64(8 * column)) & np.uint64(255))
        if keep_found:
            found[i, 0] = work[FOUND0]
            found[i, 1] = work[FOUND1]
    return bad


@kernel(types.int64(ROWS, TABLES, WORD_ROWS, INTS, INTS, OUT_WORDS))
def score_one(row, tables, bars, points, switches, work):  # type: ignore[no-untyped-def]
    """Score one packed hand row; results stay in the work vector.

    Parameters
    ----------
    row : (1, 44) uint8
        As drawn in `layout`.
    tables, bars, points, switches
        As in `score_rows`.
    work : (32,) uint64
        Written; see `check`.

    Returns
    -------
    int
        Status code.
    """
    return score_row(
        row, row, np.int64(layout.ROW_MELDS), np.int64(0), np.int64(row[0, layout.ROW_WIN]), np.int64(row[0, layout.ROW_CONDITIONS]),
        np.int64(row[0, layout.ROW_PREVALENT]), np.int64(row[0, layout.ROW_SEAT]), np.int64(row[0, layout.ROW_FLOWERS]),
        tables, bars, points, switches, work,
    )  # fmt: skip
