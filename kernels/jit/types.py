"""What annotations in kernels mean, and the array types of their signatures."""

import numpy as np
import numpy.typing as npt
from numba import types

# Compiled code sees int64, uint64 and arrays of these.
Int = int | np.int64
Word = np.uint64
Bytes = npt.NDArray[np.uint8]
Halves = npt.NDArray[np.uint16]
Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

BYTES = types.Array(types.uint8, 1, "C", readonly=True)
ROWS = types.Array(types.uint8, 2, "C", readonly=True)
HALVES = types.Array(types.uint16, 1, "C", readonly=True)
INTS = types.Array(types.int64, 1, "C", readonly=True)
INT_ROWS = types.Array(types.int32, 2, "C", readonly=True)
WORDS = types.Array(types.uint64, 1, "C", readonly=True)
WORD_ROWS = types.Array(types.uint64, 2, "C", readonly=True)
OUT_BYTES = types.uint8[::1]
OUT_ROWS = types.uint8[:, ::1]
OUT_POINTS = types.int16[::1]
OUT_WORDS = types.uint64[::1]
OUT_WORD_ROWS = types.uint64[:, ::1]
