"""Shanten of many hands."""

import numpy as np
from numba import types

from .. import layout
from ..jit import OUT_BYTES, OUT_WORDS, ROWS, Bytes, Int, Ints, Words, kernel
from ..tables.load import AnalysisTables
from .shanten import MISSING, check_hand, missing_forms, missing_regular_only
from .types import ANALYSIS, SCRATCH_INTS, SIGNED_ROWS


@kernel(
    types.int64(
        ROWS, ROWS, types.int64, ANALYSIS, OUT_WORDS, SCRATCH_INTS, OUT_BYTES, SIGNED_ROWS,
    )
)  # fmt: skip
def shanten_rows(
    concealed: Bytes, melds: Bytes, wanted: int, tables: AnalysisTables, work: Words, scratch: Ints,
    status: Bytes, shanten: Bytes,
) -> int:  # fmt: skip
    """Write the shanten of each form and of the best one.

    Parameters
    ----------
    concealed : (n, 34) uint8
        All concealed tiles.
    melds : (n, 4) uint8
        Meld codes or `UNKNOWN_SET`.
    wanted : int
        Mask of forms, bit 0 regular to bit 4 knitted straight; the others are `UNREACHABLE`.
    tables : AnalysisTables
    work : (40,) uint64
    scratch : (384,) int64
        Scratch.
    status : (n,) uint8
    shanten : (n, 6) int8
        Written; `BAD_ROW` in rows that are not `OK`.

    Returns
    -------
    int
        Number of rows that are not `OK`.
    """
    bad = 0
    for i in range(concealed.shape[0]):
        missing: Int = np.int64(-1)
        if wanted == 1 and melds[i, 0] | melds[i, 1] | melds[i, 2] | melds[i, 3] == 0:
            missing = missing_regular_only(concealed, np.int64(i), tables)
        if missing >= 0:
            status[i] = layout.OK
            for form in range(6):
                shanten[i, form] = missing - 1 if form == layout.REGULAR or form == layout.BEST else layout.UNREACHABLE
            continue
        code = check_hand(concealed, melds, np.int64(i), tables.melds, work)
        status[i] = code
        if code != layout.OK:
            bad += 1
            for form in range(6):
                shanten[i, form] = layout.BAD_ROW
            continue
        missing_forms(np.int64(wanted), tables, work, scratch)
        for form in range(6):
            shanten[i, form] = np.int64(work[MISSING + form]) - 1
    return bad
