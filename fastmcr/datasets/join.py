"""Parts of a result, each a whole file, joined to one without being decoded.

A Parquet file is its row groups, one after the other, and a footer that says where each piece of each lies. So the row
groups of all parts are copied as they are, and one footer is written with the places moved on. Data is read and
compressed once, in its part.

Notes
-----
Field numbers are those of https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import IO, Any

from ..errors import FileError
from ..files.optional import need
from .thrift import I64, Field, Listed, Struct, read_struct, written

__all__ = ["copy_bytes", "join_ipc", "join_lines", "join_parquet", "moved_chunk", "read_footer", "write_footer"]

MAGIC = b"PAR1"
TAIL = 8  # length of the footer, and the magic word
COPIED = 1 << 22  # bytes copied at a time
MOST_ORDINALS = 1 << 15  # an ordinal is 16 bits with sign

# FileMetaData
SCHEMA, ROWS, ROW_GROUPS = 2, 3, 4
# RowGroup
COLUMNS, GROUP_OFFSET, ORDINAL = 1, 5, 7
# ColumnChunk
CHUNK_OFFSET, CHUNK_METADATA, OFFSET_INDEX, OFFSET_INDEX_LENGTH, COLUMN_INDEX = 2, 3, 4, 5, 6
# ColumnMetaData: the pages of data, of an index, of the dictionary, and the Bloom filter
PAGES = (9, 10, 11, 14)
BLOOM = (14, 15)
INDEXES = (4, 5, 6, 7)  # of a ColumnChunk
# OffsetIndex, PageLocation
LOCATIONS, PAGE_OFFSET = 1, 1


def join_parquet(parts: Sequence[str], joined: IO[bytes]) -> int:
    """Write the row groups of several Parquet files as one file.

    Parameters
    ----------
    parts : sequence of str
        Paths, at least one; all of the same schema. Key-value metadata is taken from the first.
    joined : binary file
        Empty, open for writing.

    Returns
    -------
    int
        Its rows.

    Raises
    ------
    FileError
        If a part is no Parquet file or has another schema than the first.

    Notes
    -----
    Pages, dictionaries, statistics, column indexes and Bloom filters are copied as they are. An offset index holds
    places in the file itself: it is written anew, after all row groups.
    """
    joined.write(MAGIC)
    footer: Struct | None = None
    groups: list[Struct] = []
    indexes: list[tuple[Struct, bytes]] = []
    for path in parts:
        with open(path, "rb") as file:
            tree, end = read_footer(file, path)
            if footer is None:
                footer = tree
            elif tree[SCHEMA] != footer[SCHEMA]:
                raise FileError(f"{path} has another schema than {parts[0]}", path=path)
            shift = joined.tell() - len(MAGIC)
            for group in tree[ROW_GROUPS].value.items:
                indexes += _moved_indexes(file, group, shift)
                _move_group(group, shift)
                groups.append(group)
            copy_bytes(file, len(MAGIC), end, joined)
    assert footer is not None, "at least one part"
    for chunk, index in indexes:
        chunk[OFFSET_INDEX] = Field(I64, joined.tell())
        chunk[OFFSET_INDEX_LENGTH] = chunk[OFFSET_INDEX_LENGTH]._replace(value=len(index))
        joined.write(index)
    return write_footer(footer, groups, joined)


def read_footer(file: IO[bytes], path: str) -> tuple[Struct, int]:
    """Return the footer of a Parquet file as a tree, and where it begins."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - TAIL))
    tail = file.read(TAIL)
    length = int.from_bytes(tail[:4], "little")
    if tail[4:] != MAGIC or length > size - TAIL - len(MAGIC):
        raise FileError(f"{path} is no whole Parquet file", path=path)
    file.seek(size - TAIL - length)
    try:
        return read_struct(file.read(length)), size - TAIL - length
    except ValueError as error:
        raise FileError(f"{path}: the footer cannot be read: {error}", path=path) from None


def _move_group(group: Struct, shift: int) -> None:
    """Move the places of a row group on."""
    _move(group, GROUP_OFFSET, shift)
    for chunk in group[COLUMNS].value.items:
        _move(chunk, CHUNK_OFFSET, shift)
        _move(chunk, COLUMN_INDEX, shift)
        for place in PAGES:
            _move(chunk[CHUNK_METADATA].value, place, shift)


def moved_chunk(chunk: Struct, shift: int) -> Struct:
    """Return a column of a row group at another place, without its page indexes and its Bloom filter."""
    moved = {place: field for place, field in chunk.items() if place not in INDEXES}
    metadata = {place: field for place, field in chunk[CHUNK_METADATA].value.items() if place not in BLOOM}
    for place in PAGES:
        _move(metadata, place, shift)
    moved[CHUNK_METADATA] = chunk[CHUNK_METADATA]._replace(value=metadata)
    _move(moved, CHUNK_OFFSET, shift)
    return moved


def _move(tree: Struct, place: int, shift: int) -> None:
    """Add to an offset, where it is given; 0 stands for none."""
    if place in tree and tree[place].value:
        tree[place] = tree[place]._replace(value=tree[place].value + shift)


def _moved_indexes(file: IO[bytes], group: Struct, shift: int) -> Iterator[tuple[Struct, bytes]]:
    """Yield the offset indexes of a row group with their places moved on, and the chunks they belong to."""
    for chunk in group[COLUMNS].value.items:
        if OFFSET_INDEX in chunk:
            file.seek(chunk[OFFSET_INDEX].value)
            index = read_struct(file.read(chunk[OFFSET_INDEX_LENGTH].value))
            for location in index[LOCATIONS].value.items:
                _move(location, PAGE_OFFSET, shift)
            yield chunk, written(index)


def write_footer(footer: Struct, groups: list[Struct], joined: IO[bytes]) -> int:
    """Write the end of a file: a footer with other row groups; return the rows of these."""
    for place, group in enumerate(groups):
        if ORDINAL in group:
            group[ORDINAL] = group[ORDINAL]._replace(value=place)
        if len(groups) > MOST_ORDINALS:
            group.pop(ORDINAL, None)
    kind = footer[ROW_GROUPS].value.type
    rows: int = sum(group[3].value for group in groups)
    footer[ROWS] = footer[ROWS]._replace(value=rows)
    footer[ROW_GROUPS] = footer[ROW_GROUPS]._replace(value=Listed(kind, groups))
    data = written(footer)
    joined.write(data + len(data).to_bytes(4, "little") + MAGIC)
    return rows


def copy_bytes(file: IO[bytes], start: int, end: int, joined: IO[bytes]) -> int:
    """Copy some bytes of a file to the end of another; return how many ends of lines are among them.

    Raises
    ------
    FileError
        If the file ends before.
    """
    lines = 0
    file.seek(start)
    while start < end:
        data = file.read(min(COPIED, end - start))
        if not data:
            raise FileError(f"{getattr(file, 'name', 'a file')} has become shorter")
        start += len(data)
        joined.write(data)
        lines += data.count(b"\n")
    return lines


def join_ipc(parts: Sequence[str], joined: IO[bytes], compression: str | None) -> int:
    """Write the record batches of several Arrow IPC files as one file.

    Parameters
    ----------
    parts : sequence of str
        Paths, at least one; all of the same schema, without dictionaries.
    joined : binary file
        Empty, open for writing.
    compression : {"zstd", "lz4"} or None
        Compression of the buffers.

    Returns
    -------
    int
        Rows of the file.
    """
    rows = 0
    ipc, pa = need("pyarrow.ipc", extra="bulk"), need("pyarrow", extra="bulk")
    writer: Any = None
    for path in parts:
        with pa.memory_map(path) as mapped, ipc.open_file(mapped) as reader:
            if writer is None:
                options = ipc.IpcWriteOptions(compression=compression)
                writer = ipc.new_file(joined, reader.schema, options=options)
            for place in range(reader.num_record_batches):
                batch = reader.get_batch(place)
                rows += batch.num_rows
                writer.write_batch(batch)
    writer.close()
    return rows


def join_lines(parts: Sequence[str], joined: IO[bytes]) -> int:
    """Write several text files one after the other; return their lines."""
    lines = 0
    for path in parts:
        with open(path, "rb") as file:
            lines += copy_bytes(file, 0, os.path.getsize(path), joined)
    return lines
