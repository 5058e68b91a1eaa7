"""Distances to hands worth so many points, of many hands."""

import numpy as np
import numpy.typing as npt
from numba import types

from .. import layout
from ..analysis.types import ANALYSIS, SCRATCH_INTS, SIGNED_ROWS
from ..jit import BYTES, OUT_BYTES, OUT_WORDS, ROWS, WORD_ROWS, Bytes, Ints, Words, kernel
from ..scoring.types import TABLES
from ..tables.load import AnalysisTables, Tables
from .points import Rulings
from .search import check_worth, missing_for_points
from .targets import Entries
from .types import ENTRIES, RULINGS


@kernel(
    types.int64(
        ROWS, ROWS, BYTES, BYTES, types.int64, ANALYSIS, TABLES, WORD_ROWS, RULINGS, OUT_WORDS, SCRATCH_INTS,
        ENTRIES, OUT_BYTES, SIGNED_ROWS,
    )
)  # fmt: skip
def distance_rows(
    concealed: Bytes, melds: Bytes, prevalent: Bytes, seat: Bytes, points: int, forms: AnalysisTables, tables: Tables,
    table: npt.NDArray[np.uint64], rulings: Rulings, work: Words, bounds: Ints, entries: Entries,
    status: Bytes, distances: npt.NDArray[np.int8],
) -> int:  # fmt: skip
    """Write how far hands are from being worth so many points.

    Parameters
    ----------
    concealed : (n, 34) uint8
        All concealed tiles.
    melds : (n, 4) uint8
        Meld codes.
    prevalent, seat : (n,) uint8
    points : int
        Fewest points.
    forms : AnalysisTables
    tables : Tables
    table : (128, 3) uint64
        `target_words`.
    rulings : Rulings
    work : (40,) uint64
    bounds : (190,) int64
    entries : Entries
        Scratch.
    status : (n,) uint8
        Status codes, written.
    distances : (n, 2) int8
        Tiles missing less one in the open and in the concealed reading, written; `UNREACHABLE` where no hand has the
        points, `BAD_ROW` where the status is not `OK`.

    Returns
    -------
    int
        Number of rows that are not `OK`.
    """
    bad = 0
    for i in range(concealed.shape[0]):
        prevalent_wind, seat_wind = np.int64(prevalent[i]), np.int64(seat[i])
        code = check_worth(concealed, melds, np.int64(i), prevalent_wind, seat_wind, tables.melds, work)
        status[i] = code
        if code != layout.OK:
            bad += 1
            distances[i, 0] = layout.BAD_ROW
            distances[i, 1] = layout.BAD_ROW
            continue
        in_open, in_concealed = missing_for_points(
            np.int64(points), prevalent_wind + 4 * seat_wind, forms, tables, table, rulings, work, bounds,
            entries,
        )  # fmt: skip
        distances[i, 0] = in_open - 1
        distances[i, 1] = in_concealed - 1
    return bad
