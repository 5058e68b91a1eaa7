"""Waits of many hands."""

import numpy as np
from numba import types

from .. import layout
from ..jit import OUT_BYTES, OUT_WORDS, ROWS, Bytes, Words, inlined, kernel
from ..nibbles import copies, tiles_in
from ..scoring.pack import COUNTS, HELD, TOTAL
from ..tables.load import AnalysisTables
from ..tables.words import melds_in
from .shanten import check_hand
from .types import ANALYSIS
from .useful import as_tiles, free
from .waits import formal_waits


@inlined
def is_drawn(work: Words) -> bool:
    """Say whether a packed row has 3n+2 tiles."""
    tiles = tiles_in(work[HELD]) + tiles_in(work[HELD + 1]) + tiles_in(work[HELD + 2]) + tiles_in(work[HELD + 3])
    return bool(tiles == 14 - 3 * melds_in(work[COUNTS]))


@kernel(types.int64(ROWS, ROWS, ROWS, types.boolean, ANALYSIS, OUT_WORDS, OUT_BYTES, OUT_WORDS, OUT_WORDS))
def waits_rows(
    concealed: Bytes, melds: Bytes, visible: Bytes, four_alike: bool, tables: AnalysisTables, work: Words,
    status: Bytes, formal: Words, live: Words,
) -> int:  # fmt: skip
    """Write the waits of rows of 3n+1 tiles.

    Parameters
    ----------
    concealed, melds, tables, work, status
        As in `shanten_rows`.
    visible : (n, 34) or (0, 34) uint8
        Copies that the player sees outside his own tiles; none if it has no rows.
    four_alike : bool
        Whether four alike may serve as two pairs.
    formal, live : (n,) uint64
        Tiles that complete the hand, and those of them of which a copy is left; bit = tile; written.

    Returns
    -------
    int
        Number of rows that are not `OK`.
    """
    bad = 0
    seen = visible.shape[0] > 0
    for i in range(concealed.shape[0]):
        code = check_hand(concealed, melds, np.int64(i), tables.melds, work)
        if code == layout.OK and is_drawn(work):
            code = layout.TILE_COUNT
        formal[i] = 0
        live[i] = 0
        if code == layout.OK:
            mask = formal_waits(four_alike, tables.first, tables.waits, work)
            m, p, s, h = free(work[TOTAL]), free(work[TOTAL + 1]), free(work[TOTAL + 2]), free(work[TOTAL + 3])
            left = as_tiles(m, p, s, h)
            if seen:
                for tile in range(layout.KINDS):
                    suit = tile // 9
                    own = copies(work[TOTAL + suit], np.uint64(4 * (tile - 9 * suit))) + np.int64(visible[i, tile])
                    if own > 4:
                        code = layout.FIFTH_COPY
                    if own >= 4:
                        left &= ~(np.uint64(1) << np.uint64(tile))
            if code == layout.OK:
                formal[i] = mask
                live[i] = mask & left
        status[i] = code
        bad += code != layout.OK
    return bad
