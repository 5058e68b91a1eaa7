"""Parquet files joined byte by byte, and the reader and writer of their footers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fastmcr.errors import FileError

pa = pytest.importorskip("pyarrow", reason="the extra `bulk` is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra `bulk` is not installed")

from fastmcr.datasets.join import join_parquet, read_footer  # noqa: E402 - needs pyarrow
from fastmcr.datasets.thrift import BINARY, I32, I64, Field, Listed, read_struct, written  # noqa: E402


def table(rows: int) -> Any:
    rng = np.random.default_rng(3)
    return pa.table(
        {
            "id": np.arange(rows),
            "word": pa.array(rng.choice(["a", "bb", "ccc"], rows)).dictionary_encode(),
            "text": pa.array([None if row % 7 == 0 else str(row) for row in range(rows)]),
            "list": pa.array([[row, None][: row % 3] for row in range(rows)], pa.list_(pa.int64())),
        }
    )


@pytest.mark.parametrize("index", [False, True])
def test_joined_parts_are_read_by_all(tmp_path: Path, index: bool) -> None:
    given = table(9_000)
    parts = [str(tmp_path / f"{place}.parquet") for place in range(3)]
    for place, path in enumerate(parts):
        pq.write_table(
            given.slice(3_000 * place, 3_000), path, row_group_size=800, write_page_index=index, data_page_size=512
        )
    out = tmp_path / "joined.parquet"
    with open(out, "wb") as joined:
        join_parquet(parts, joined)
    assert pq.read_table(out).equals(given)
    metadata = pq.read_metadata(out)
    assert (metadata.num_rows, metadata.num_row_groups) == (9_000, 12)
    assert metadata.row_group(11).column(0).has_offset_index == index
    statistics = metadata.row_group(11).column(0).statistics
    assert (statistics.min, statistics.max) == (8_400, 8_999)
    polars = pytest.importorskip("polars", reason="polars is not installed")
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    frame = polars.scan_parquet(out).filter(polars.col("id").is_in([5, 8_765])).collect()
    assert frame["text"].to_list() == ["5", "8765"]
    asked = duckdb.sql(f"select text, word from '{out}' where id in (5, 8765) order by id").fetchall()
    assert asked == [(given["text"][row].as_py(), given["word"][row].as_py()) for row in (5, 8_765)]


def test_offset_indexes_point_to_their_pages(tmp_path: Path) -> None:
    """Every place that the joined file names holds what it does in its part."""
    parts = [str(tmp_path / f"{place}.parquet") for place in range(2)]
    for path in parts:
        pq.write_table(table(2_000), path, write_page_index=True, data_page_size=512)
    out = tmp_path / "joined.parquet"
    with open(out, "wb") as joined:
        join_parquet(parts, joined)

    def pages(path: str) -> list[bytes]:
        data = Path(path).read_bytes()
        with open(path, "rb") as file:
            groups = read_footer(file, path)[0][4].value.items
        found = []
        for group in groups:
            for chunk in group[1].value.items:
                for location in read_struct(data, chunk[4].value)[1].value.items:
                    found.append(data[location[1].value : location[1].value + location[2].value])
        return found

    assert len(pages(parts[0])) > 4  # more pages than columns
    assert pages(str(out)) == pages(parts[0]) + pages(parts[1])


def test_parts_that_do_not_fit_are_named(tmp_path: Path) -> None:
    first, second = tmp_path / "a.parquet", tmp_path / "b.parquet"
    pq.write_table(table(10), first)
    pq.write_table(table(10).drop_columns("text"), second)
    out = tmp_path / "joined.parquet"
    with open(out, "wb") as joined, pytest.raises(FileError, match=f"^{second} has another schema than {first}$"):
        join_parquet([str(first), str(second)], joined)
    second.write_bytes(first.read_bytes()[:-1])
    with open(out, "wb") as joined, pytest.raises(FileError, match=f"^{second} is no whole Parquet file$"):
        join_parquet([str(first), str(second)], joined)


def test_a_footer_is_written_as_it_was(tmp_path: Path) -> None:
    pq.write_table(table(100), tmp_path / "a.parquet", write_page_index=True)
    data = (tmp_path / "a.parquet").read_bytes()
    length = int.from_bytes(data[-8:-4], "little")
    footer = data[-8 - length : -8]
    assert written(read_struct(footer)) == footer


def test_structs_of_every_kind_come_back() -> None:
    inner = {1: Field(I32, -1), 20: Field(I64, 1 << 62), 3: Field(I32, 0)}
    tree = {
        1: Field(1, True),
        2: Field(2, False),
        3: Field(3, 200),
        4: Field(7, 1.5),
        5: Field(BINARY, b"x" * 300),
        6: Field(9, Listed(12, [inner] * 20)),
        7: Field(10, Listed(1, [1, 2])),
        900: Field(4, -300),
    }
    assert read_struct(written(tree)) == tree


def test_a_struct_that_ends_too_early_is_refused() -> None:
    data = written({1: Field(BINARY, b"hello"), 2: Field(I64, 1 << 40)})
    for end in range(len(data)):
        with pytest.raises(ValueError, match=r"^the bytes end in the middle of a struct$"):
            read_struct(data[:end])
    with pytest.raises(ValueError, match=r"^there is no type 13 in Thrift's compact protocol$"):
        read_struct(bytes([0x1D]))
