"""The entry point for target hands of one hand."""

import numpy as np
import numpy.typing as npt
from numba import types

from .. import layout
from ..analysis.types import ANALYSIS, SCRATCH_INTS
from ..jit import BYTES, OUT_WORD_ROWS, OUT_WORDS, ROWS, WORD_ROWS, Bytes, Ints, Words, kernel
from ..scoring.types import TABLES
from ..tables.load import AnalysisTables, Tables
from .points import Rulings
from .routes import find_routes
from .search import check_worth
from .targets import Entries
from .types import ENTRIES, RULINGS


@kernel(
    types.int64(
        ROWS, ROWS, BYTES, types.int64, types.int64, types.int64, types.boolean, types.int64, types.int64, ANALYSIS,
        TABLES, WORD_ROWS, RULINGS, OUT_WORDS, SCRATCH_INTS, ENTRIES, OUT_WORD_ROWS, types.uint64[:, :, ::1],
    )
)  # fmt: skip
def routes_one(
    concealed: Bytes, melds: Bytes, left: Bytes, prevalent: int, seat: int, points: int, concealed_reading: bool,
    start: int, slack: int, forms: AnalysisTables, tables: Tables, table: npt.NDArray[np.uint64], rulings: Rulings,
    work: Words, bounds: Ints, entries: Entries, groups: npt.NDArray[np.uint64], targets: npt.NDArray[np.uint64],
) -> int:  # fmt: skip
    """Keep the best target hands of each main fan.

    Parameters
    ----------
    concealed : (1, 34) uint8
    melds : (1, 4) uint8
        The hand, checked.
    left : (34,) uint8, 0..4
        Copies of each tile that can still be drawn; targets that need more are left out.
    prevalent, seat : int, 0..3
    points : int
        Fewest points.
    concealed_reading : bool
        Whether the concealed reading counts, else the open one.
    start : int
        Tiles missing from which on to look: no more than the nearest target misses.
    slack : int
        How many tiles more than the nearest a target may miss.
    forms : AnalysisTables
    tables : Tables
    table : (128, 3) uint64
        `target_words`.
    rulings : Rulings
    work : (40,) uint64
    bounds : (190,) int64
    entries : Entries
        Scratch.
    groups : (83, 4) uint64
        By main fan, 0 for a hand without fans: columns ``GROUP_*`` of `layout`. Zeros, written.
    targets : (83, k, 13) uint64
        By main fan, the best k targets: columns ``TARGET_*`` of `layout`, written.

    Returns
    -------
    int
        Tiles missing to the nearest target, or `UNREACHABLE` + 1.
    """
    code = check_worth(concealed, melds, np.int64(0), np.int64(prevalent), np.int64(seat), tables.melds, work)
    if code != layout.OK:  # which the face has ruled out
        return layout.UNREACHABLE + 1
    return int(
        find_routes(
            np.int64(points), np.int64(prevalent) + 4 * np.int64(seat), concealed_reading, np.int64(start),
            np.int64(slack), left, forms, tables, table, rulings, work, bounds, entries, groups, targets,
        )
    )  # fmt: skip
