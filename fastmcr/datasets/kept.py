"""Row groups of Parquet to which columns are added, while those that are there are taken over as they are.

A row group is its columns, one after the other, each compressed for itself. So a row group with more columns is the
bytes of the old ones and those of the new ones: columns that nobody asks about are not even decoded, and none is
encoded again, which is most of the work of writing hands. This needs an input that was written as this package writes;
of any other (see `keeps`) the rows are read and written anew.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from typing import IO, Any

from ..files.optional import need
from .join import (
    CHUNK_METADATA,
    COLUMNS,
    GROUP_OFFSET,
    MAGIC,
    ROW_GROUPS,
    SCHEMA,
    copy_bytes,
    moved_chunk,
    read_footer,
    write_footer,
)
from .sources import Schema, reading
from .thrift import I64, Field, Listed, Struct

pa = need("pyarrow", extra="bulk")
pq = need("pyarrow.parquet", extra="bulk")

__all__ = ["GROUP_ROWS", "keeps", "put_together"]

GROUP_ROWS = 1 << 20  # most rows of a row group that is kept where the caller names no size

# RowGroup
TOTAL_BYTES, TOTAL_COMPRESSED = 2, 6
# ColumnChunk: a file of its own, and keys of encryption
ELSEWHERE = {1, 8, 9}
# ColumnMetaData: bytes in the file, pages of data, page of the dictionary
CHUNK_BYTES, DATA_PAGES, DICTIONARY_PAGE = 7, 9, 11


def keeps(path: str, schema: Schema, codec: str | None, most: int, least: int) -> bool:
    """Return whether the row groups of a Parquet file can be kept.

    Parameters
    ----------
    path : str
        The file.
    schema : pyarrow.Schema
        Of the result; the columns of the file come first.
    codec : str or None
        The compression that was asked for, if any.
    most : int
        Rows that a row group may have.
    least : int
        Rows that they should have on average.

    Returns
    -------
    bool
        False if the file was written in another way than the result is: by another library, as other physical types,
        with another compression, encrypted, or in row groups of other sizes.
    """
    with reading(path):
        metadata = pq.read_metadata(path)
        groups = [metadata.row_group(place) for place in range(metadata.num_row_groups)]
        if not groups or metadata.num_rows < least * len(groups) or max(group.num_rows for group in groups) > most:
            return False
        codecs = {group.column(place).compression for group in groups for place in range(group.num_columns)}
    if not (metadata.created_by or "").startswith("parquet-cpp-arrow"):
        return False
    if codec is not None and codecs != {"UNCOMPRESSED" if codec == "none" else codec.upper()}:
        return False
    footer = _footer_of(path, os.path.getsize(path), os.stat(path).st_mtime_ns)
    fields, wanted = footer[SCHEMA].value.items, _template(schema)[SCHEMA].value.items
    chunks = [chunk for group in footer[ROW_GROUPS].value.items for chunk in group[COLUMNS].value.items]
    # The first field is the root, which counts its children.
    return fields[1:] == wanted[1 : len(fields)] and not any(ELSEWHERE & chunk.keys() for chunk in chunks)


@lru_cache(maxsize=16)
def _footer_of(path: str, size: int, modified: int) -> Struct:
    """Return the footer of an input; not to be changed."""
    with open(path, "rb") as file:
        return read_footer(file, path)[0]


def _template(schema: Schema) -> Struct:
    """Return the footer of a file without rows."""
    out = pa.BufferOutputStream()
    pq.ParquetWriter(out, schema).close()
    return read_footer(pa.BufferReader(out.getvalue()), "the result")[0]


def put_together(kept: Sequence[tuple[str, int]], added: Any, schema: Schema, out: IO[bytes]) -> None:
    """Write row groups of some files, each with more columns.

    Parameters
    ----------
    kept : sequence of (str, int)
        Files that `keeps` says yes to, and their row groups.
    added : pyarrow.Buffer
        A Parquet file of the new columns, with a row group of as many rows for each of `kept`.
    schema : pyarrow.Schema
        Of the result: the columns of the files, and the new ones.
    out : binary file
        Empty, open for writing.

    Notes
    -----
    Pages, dictionaries and statistics are copied as they are; page indexes and Bloom filters are left out.
    """
    source = pa.BufferReader(added)
    groups = read_footer(source, "the new columns")[0][ROW_GROUPS].value.items
    out.write(MAGIC)
    done: list[Struct] = []
    for (path, place), group in zip(kept, groups, strict=True):
        footer = _footer_of(path, os.path.getsize(path), os.stat(path).st_mtime_ns)
        start = out.tell()
        old = footer[ROW_GROUPS].value.items[place]
        with open(path, "rb") as file:
            chunks = [_copied(chunk, file, out) for chunk in old[COLUMNS].value.items]
        chunks += [_copied(chunk, source, out) for chunk in group[COLUMNS].value.items]
        done.append(_group(old, group, chunks, start))
    write_footer(_template(schema), done, out)


def _copied(chunk: Struct, file: IO[bytes], out: IO[bytes]) -> Struct:
    """Copy the pages of a column of a row group, and return what the footer says about it at its new place."""
    metadata = chunk[CHUNK_METADATA].value
    start = metadata[DATA_PAGES].value
    if DICTIONARY_PAGE in metadata and metadata[DICTIONARY_PAGE].value:
        start = min(start, metadata[DICTIONARY_PAGE].value)
    moved = moved_chunk(chunk, out.tell() - start)
    copy_bytes(file, start, start + metadata[CHUNK_BYTES].value, out)
    return moved


def _group(old: Struct, added: Struct, chunks: list[Struct], start: int) -> Struct:
    """Return what the footer says about a row group of the columns of two."""
    group = old | {COLUMNS: old[COLUMNS]._replace(value=Listed(old[COLUMNS].value.type, chunks))}
    for place in (TOTAL_BYTES, TOTAL_COMPRESSED):
        if place in old and place in added:
            group[place] = old[place]._replace(value=old[place].value + added[place].value)
    group[GROUP_OFFSET] = Field(I64, start)
    return dict(sorted(group.items()))
