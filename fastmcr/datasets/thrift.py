"""Thrift's compact protocol, as far as Parquet's footers use it: bytes to a tree and back.

A struct is a dict from field number to `Field`, in the order of the bytes; a list is a `Listed`. What the tree does not
name is kept as it came, so that a footer of a later version of Parquet survives.

Notes
-----
The protocol: https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
"""

from __future__ import annotations

import struct
from typing import Any, NamedTuple

__all__ = ["Field", "Listed", "Struct", "read_struct", "written"]

TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)


class Field(NamedTuple):
    """A value and the type it has in the bytes."""

    type: int
    value: Any


class Listed(NamedTuple):
    """A list or set, and the type of its items."""

    type: int
    items: list[Any]


class _Mapped(NamedTuple):
    """A map; no field of Parquet is one."""

    key_type: int
    value_type: int
    items: list[tuple[Any, Any]]


Struct = dict[int, Field]


def read_struct(data: bytes, start: int = 0) -> Struct:
    """Return the struct that begins at a place in some bytes.

    Parameters
    ----------
    data : bytes
        Bytes of the compact protocol; what follows the struct is not looked at.
    start : int
        Where it begins.

    Returns
    -------
    dict of int to Field

    Raises
    ------
    ValueError
        If the bytes end too early or a type does not exist.

    Examples
    --------
    >>> read_struct(bytes([0x15, 0x02, 0x00]))
    {1: Field(type=5, value=1)}
    """
    try:
        return _Reader(data, start).struct()
    except IndexError:
        raise ValueError("the bytes end in the middle of a struct") from None


def written(tree: Struct) -> bytes:
    """Return the bytes of a struct.

    Examples
    --------
    >>> written({1: Field(I32, 1)}).hex(), read_struct(written({4: Field(BINARY, b"a")}))
    ('150200', {4: Field(type=8, value=b'a')})
    """
    out = bytearray()
    _write_struct(out, tree)
    return bytes(out)


class _Reader:
    """A place in some bytes that moves on with what is read."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at

    def byte(self) -> int:
        value = self.data[self.at]
        self.at += 1
        return value

    def varint(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def zigzag(self) -> int:
        value = self.varint()
        return value >> 1 ^ -(value & 1)

    def raw(self, length: int) -> bytes:
        if self.at + length > len(self.data):
            raise IndexError
        self.at += length
        return self.data[self.at - length : self.at]

    def struct(self) -> Struct:
        tree: Struct = {}
        number = 0
        while head := self.byte():
            number = number + (head >> 4) if head >> 4 else self.zigzag()
            kind = head & 15
            # A boolean field has its value in its type and no bytes of its own.
            tree[number] = Field(kind, kind == TRUE if kind in (TRUE, FALSE) else self.value(kind))
        return tree

    def value(self, kind: int) -> Any:
        if kind in (I16, I32, I64):
            return self.zigzag()
        if kind == BINARY:
            return self.raw(self.varint())
        if kind == STRUCT:
            return self.struct()
        if kind in (LIST, SET):
            head = self.byte()
            size = self.varint() if head >> 4 == 15 else head >> 4
            return Listed(head & 15, [self.value(head & 15) for _ in range(size)])
        if kind in (TRUE, FALSE, BYTE):
            return self.byte()
        if kind == DOUBLE:
            return struct.unpack("<d", self.raw(8))[0]
        if kind == MAP:
            return self.map()
        raise ValueError(f"there is no type {kind} in Thrift's compact protocol")

    def map(self) -> _Mapped:
        size = self.varint()
        kinds = self.byte() if size else 0
        items = [(self.value(kinds >> 4), self.value(kinds & 15)) for _ in range(size)]
        return _Mapped(kinds >> 4, kinds & 15, items)


def _write_varint(out: bytearray, value: int) -> None:
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)


def _write_zigzag(out: bytearray, value: int) -> None:
    _write_varint(out, value << 1 if value >= 0 else (-value << 1) - 1)


def _write_struct(out: bytearray, tree: Struct) -> None:
    last = 0
    for number, (kind, value) in tree.items():
        if 0 < number - last < 16:
            out.append((number - last) << 4 | kind)
        else:
            out.append(kind)
            _write_zigzag(out, number)
        last = number
        if kind not in (TRUE, FALSE):
            _write_value(out, kind, value)
    out.append(0)


def _write_value(out: bytearray, kind: int, value: Any) -> None:
    if kind in (I16, I32, I64):
        _write_zigzag(out, value)
    elif kind == BINARY:
        _write_varint(out, len(value))
        out += value
    elif kind == STRUCT:
        _write_struct(out, value)
    elif kind in (LIST, SET):
        _write_list(out, value)
    elif kind in (TRUE, FALSE, BYTE):
        out.append(value)
    elif kind == DOUBLE:
        out += struct.pack("<d", value)
    else:
        _write_map(out, value)


def _write_list(out: bytearray, listed: Listed) -> None:
    if len(listed.items) < 15:
        out.append(len(listed.items) << 4 | listed.type)
    else:
        out.append(0xF0 | listed.type)
        _write_varint(out, len(listed.items))
    for item in listed.items:
        _write_value(out, listed.type, item)


def _write_map(out: bytearray, mapped: _Mapped) -> None:
    _write_varint(out, len(mapped.items))
    if mapped.items:
        out.append(mapped.key_type << 4 | mapped.value_type)
    for key, value in mapped.items:
        _write_value(out, mapped.key_type, key)
        _write_value(out, mapped.value_type, value)
