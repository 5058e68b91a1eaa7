"""The type of the tables that scoring entry points share; importing it compiles nothing."""

from numba import types

from ..jit import BYTES, HALVES, INT_ROWS, WORD_ROWS
from ..tables.load import Tables

TABLES = types.NamedTuple(  # type: ignore[no-untyped-call]
    [HALVES, HALVES, WORD_ROWS, INT_ROWS, BYTES, BYTES, WORD_ROWS, WORD_ROWS], Tables
)
