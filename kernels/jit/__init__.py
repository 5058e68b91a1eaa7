"""The one place that talks to numba.

Kernels and the face import from here. `compile` has the decorators, `types` what annotations mean, `bits` operations of
our own; `link` and `cache` alone touch private parts of numba, `plain` does without them, and `probe` finds out which
of these work here. `stamp` names what is kept, `trust` says whose files are loaded.
"""

from .bits import eight, lowest, ones
from .compile import direct, helper, inlined, kept, kernel, objection
from .types import (
    BYTES,
    HALVES,
    INT_ROWS,
    INTS,
    OUT_BYTES,
    OUT_POINTS,
    OUT_ROWS,
    OUT_WORD_ROWS,
    OUT_WORDS,
    ROWS,
    WORD_ROWS,
    WORDS,
    Bytes,
    Halves,
    Int,
    Ints,
    Word,
    Words,
)  # fmt: skip

__all__ = [
    "BYTES", "HALVES", "INTS", "INT_ROWS", "OUT_BYTES", "OUT_POINTS", "OUT_ROWS", "OUT_WORDS", "OUT_WORD_ROWS", "ROWS",
    "WORDS", "WORD_ROWS", "Bytes", "Halves", "Int", "Ints", "Word", "Words", "direct", "eight", "helper", "inlined",
    "kept", "kernel", "lowest", "objection", "ones",
]  # fmt: skip
