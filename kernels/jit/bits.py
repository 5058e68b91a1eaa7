"""Operations on words that have one machine instruction, which numba would not find."""

import sys
from typing import Any

import llvmlite.ir
import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import intrinsic, overload


@intrinsic
def _count_ones(context: Any, word: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


@intrinsic
def _first_one(context: Any, word: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], llvmlite.ir.Constant(llvmlite.ir.IntType(1), 0))

    return types.uint64(types.uint64), build


@intrinsic
def _load_eight(context: Any, rows: Any, row: Any, column: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        strides = builder.extract_value(array.strides, 0)
        offset = builder.add(builder.mul(arguments[1], strides), arguments[2])
        byte = llvmlite.ir.IntType(8)
        word = llvmlite.ir.IntType(64)
        start = builder.gep(builder.bitcast(array.data, byte.as_pointer()), [offset], source_etype=byte)
        loaded = builder.load(builder.bitcast(start, word.as_pointer()), align=1, typ=word)
        return loaded if sys.byteorder == "little" else builder.bswap(loaded)

    return types.uint64(rows, types.int64, types.int64), build


def eight(rows: npt.NDArray[np.uint8], row: int | np.int64, column: int | np.int64) -> np.uint64:
    """Return the eight bytes of a row from a column on as one word, the first byte lowest; they must be there."""
    return np.uint64(int.from_bytes(rows[row, column : column + 8].tobytes(), "little"))


@overload(eight)
def _eight(rows, row, column):  # type: ignore[no-untyped-def]  # numba compares the parameters with those of the lambda
    return lambda rows, row, column: _load_eight(rows, np.int64(row), np.int64(column))  # type: ignore[call-arg]


def ones(word: np.uint64) -> int:
    """Count the one bits of a word."""
    return int(word).bit_count()


def lowest(word: np.uint64) -> int:
    """Return the position of the lowest one bit of a word that is not zero."""
    return (int(word) & -int(word)).bit_length() - 1


@overload(ones)
def _ones(word):  # type: ignore[no-untyped-def]
    return lambda word: np.int64(_count_ones(np.uint64(word)))  # type: ignore[call-arg]


@overload(lowest)
def _lowest(word):  # type: ignore[no-untyped-def]
    return lambda word: np.int64(_first_one(np.uint64(word)))  # type: ignore[call-arg]
