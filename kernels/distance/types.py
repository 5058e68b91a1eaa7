"""The types that the entry points of target hands share; importing them compiles nothing."""

from numba import types

from ..analysis.types import SCRATCH_INTS
from ..jit import INTS, OUT_WORD_ROWS, WORD_ROWS
from .points import Rulings
from .targets import Entries

ENTRIES = types.NamedTuple(  # type: ignore[no-untyped-call]
    [OUT_WORD_ROWS, SCRATCH_INTS, OUT_WORD_ROWS, SCRATCH_INTS, OUT_WORD_ROWS, *[SCRATCH_INTS] * 2], Entries
)
_LEFT = types.Array(types.int16, 2, "C", readonly=True)
RULINGS = types.NamedTuple([WORD_ROWS, INTS, INTS, INTS, INTS, INTS, INTS, _LEFT, _LEFT], Rulings)  # type: ignore[no-untyped-call]
