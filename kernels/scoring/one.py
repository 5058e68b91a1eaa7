"""Score one prepared hand: a module of its own, so that a first score compiles nothing for batches."""

import numpy as np
import numpy.typing as npt
from numba import types

from .. import layout
from ..jit import (  # fmt: skip
    BYTES,
    HALVES,
    INT_ROWS,
    INTS,
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
from .score import score_row


@kernel(
    types.int64(
        ROWS, HALVES, HALVES, WORD_ROWS, INT_ROWS, BYTES, BYTES, WORD_ROWS, WORD_ROWS, WORD_ROWS, INTS, INTS, OUT_WORDS
    )
)
def score_one(
    row: Bytes, first: Halves, waits: Halves, readings: Words, ranks: npt.NDArray[np.int32], chow_codes: Bytes,
    pung_codes: Bytes, outcomes: Words, melds: Words, bars: Words, points: Ints, switches: Ints, work: Words,
) -> Int:  # fmt: skip
    """Score one packed hand row; results stay in the work vector.

    Parameters
    ----------
    row : (1, 44) uint8
        As drawn in `layout`.
    first, waits, readings, ranks, chow_codes, pung_codes, outcomes, melds
        The fields of `Tables`: taking a named tuple apart costs more than scoring a hand.
    bars, points, switches
        As in `score_rows`.
    work : (40,) uint64
        Written; see `check`.

    Returns
    -------
    int
        Status code.
    """
    return score_row(
        row, row, np.int64(layout.ROW_MELDS), np.int64(0), np.int64(row[0, layout.ROW_WIN]),
        np.int64(row[0, layout.ROW_CONDITIONS]),
        np.int64(row[0, layout.ROW_PREVALENT]), np.int64(row[0, layout.ROW_SEAT]), np.int64(row[0, layout.ROW_FLOWERS]),
        Tables(first, waits, readings, ranks, chow_codes, pung_codes, outcomes, melds), bars, points, switches, work,
    )  # fmt: skip
