"""Every discard of many hands."""

import numpy as np
from numba import types

from .. import layout
from ..jit import OUT_BYTES, OUT_WORD_ROWS, OUT_WORDS, ROWS, Bytes, Ints, Words, kernel
from ..scoring.pack import HELD, INDEX, TOTAL
from ..tables.load import AnalysisTables
from .rows_waits import is_drawn
from .shanten import MISSING, check_hand, missing_forms
from .types import ANALYSIS, SCRATCH_INTS, SIGNED_ROWS
from .useful import useful_forms


@kernel(types.int64(ROWS, ROWS, ANALYSIS, OUT_WORDS, SCRATCH_INTS, OUT_BYTES, SIGNED_ROWS, OUT_WORD_ROWS))
def discards_rows(
    concealed: Bytes, melds: Bytes, tables: AnalysisTables, work: Words, scratch: Ints,
    status: Bytes, shanten: Bytes, masks: Words,
) -> int:  # fmt: skip
    """Write for rows of 3n+2 tiles the best shanten after each discard and the tiles useful then.

    Parameters
    ----------
    concealed, melds, tables, work, scratch, status
        As in `shanten_rows`.
    shanten : (n, 34) int8
        `UNREACHABLE` for tiles not held, `BAD_ROW` in rows that are not `OK`; written.
    masks : (n, 34) uint64
        Useful tiles, bit = tile; written.

    Returns
    -------
    int
        Number of rows that are not `OK`.
    """
    bad = 0
    for i in range(concealed.shape[0]):
        code = check_hand(concealed, melds, np.int64(i), tables.melds, work)
        if code == layout.OK and not is_drawn(work):
            code = layout.TILE_COUNT
        status[i] = code
        bad += code != layout.OK
        for tile in range(layout.KINDS):
            masks[i, tile] = 0
            shanten[i, tile] = layout.BAD_ROW if code != layout.OK else layout.UNREACHABLE
            if code != layout.OK or concealed[i, tile] == 0:
                continue
            suit = tile // 9
            power = np.uint64(5 ** (tile - 9 * suit))
            bit = np.uint64(1) << np.uint64(4 * (tile - 9 * suit))
            work[INDEX + suit] -= power
            work[HELD + suit] -= bit
            work[TOTAL + suit] -= bit
            missing_forms(np.int64(31), tables, work, scratch)
            masks[i, tile] = useful_forms(np.int64(0), tables, work, scratch)
            shanten[i, tile] = np.int64(work[MISSING + 5]) - 1
            work[INDEX + suit] += power
            work[HELD + suit] += bit
            work[TOTAL + suit] += bit
    return bad
