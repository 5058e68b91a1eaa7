"""Eight bytes of a row written at once, as `jit.eight` reads them."""

import sys
from typing import Any

import llvmlite
import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from ..jit import Bytes, Int, Word


@intrinsic
def _store_eight(context: Any, rows: Any, row: Any, column: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        strides = builder.extract_value(array.strides, 0)
        offset = builder.add(builder.mul(arguments[1], strides), arguments[2])
        byte = llvmlite.ir.IntType(8)
        start = builder.gep(builder.bitcast(array.data, byte.as_pointer()), [offset], source_etype=byte)
        value = arguments[3] if sys.byteorder == "little" else builder.bswap(arguments[3])
        builder.store(value, builder.bitcast(start, llvmlite.ir.IntType(64).as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(rows, types.int64, types.int64, types.uint64), build


def put_eight(rows: Bytes, row: Int, column: Int, word: Word) -> None:
    """Write a word into eight bytes of a row from a column on, its lowest byte first; they must be there."""
    rows[row, column : column + 8] = np.frombuffer(int(word).to_bytes(8, "little"), np.uint8)


@overload(put_eight)
def _put_eight(rows, row, column, word):  # type: ignore[no-untyped-def]
    return lambda rows, row, column, word: _store_eight(rows, np.int64(row), np.int64(column), np.uint64(word))  # type: ignore[call-arg]
