"""The types that the entry points of hand analysis share."""

from numba import types

from ..jit import BYTES, HALVES, ROWS, WORD_ROWS
from ..tables.load import AnalysisTables

UINT32S = types.Array(types.uint32, 1, "C", readonly=True)
CUBE = types.Array(types.uint8, 3, "C", readonly=True)
SIGNED_ROWS = types.int8[:, ::1]
SCRATCH_INTS = types.int64[::1]
ANALYSIS = types.NamedTuple(  # type: ignore[no-untyped-call]
    [BYTES, UINT32S, BYTES, HALVES, HALVES, *[ROWS] * 3, CUBE, *[ROWS] * 3, *[CUBE] * 4, HALVES, HALVES, WORD_ROWS],
    AnalysisTables,
)
