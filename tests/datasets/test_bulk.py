"""Files in, files out: every format and odd input, results beside `score_batch`, what is refused and how."""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from populations import random_wins
from support import as_batch, random_rows

from fastmcr import HandBatch, InputError, Rules, score_batch, shanten_batch
from fastmcr.cli import cli
from fastmcr.errors import FileError, ResumeError

pa = pytest.importorskip("pyarrow", reason="the extra `bulk` is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra `bulk` is not installed")

from fastmcr.datasets import Summary, bulk  # noqa: E402 - needs pyarrow
from fastmcr.datasets import parts as parts_module  # noqa: E402
from fastmcr.datasets.files import find_inputs  # noqa: E402
from fastmcr.datasets.job import Job, plan, wish_for  # noqa: E402

GOOD = "123456789m1155p5p"
PUNG = "[EEE]123m456p789s5s5s"
HELD = [1] * 9 + [2, 0, 0, 0, 3] + [0] * 20  # of GOOD, all concealed tiles


def lists(values: Any, width: int) -> Any:
    return pa.FixedSizeListArray.from_arrays(pa.array(np.ascontiguousarray(values).reshape(-1)), width)


def table_of(rows: Any) -> Any:
    """Return hands as a table, with a column of their numbers."""
    columns = {"id": np.arange(len(rows.win))} | rows._asdict()
    columns |= {"concealed": lists(rows.concealed, 34), "melds": lists(rows.melds, 4)}
    return pa.table(columns)


@pytest.fixture(scope="module")
def wins() -> Any:
    return table_of(random_wins(5_000, 7))


def read(path: Path) -> Any:
    if path.suffix == ".arrow":
        with pa.ipc.open_file(path) as reader:
            return reader.read_all()
    if path.suffix == ".jsonl":
        return pa.Table.from_pylist([json.loads(line) for line in path.read_text("utf-8").splitlines()])
    return pq.read_table(path)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["bulk", *map(str, arguments)])


# --- the results -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["parquet", "arrow", "jsonl"])
@pytest.mark.parametrize("threads", [1, 3])
def test_rows_keep_their_order_and_results_are_those_of_the_batch_functions(
    tmp_path: Path, suffix: str, threads: int
) -> None:
    rows = random_rows(5_000, 11)
    given = table_of(rows)
    pq.write_table(given, tmp_path / "in.parquet", row_group_size=700)
    out = tmp_path / f"out.{suffix}"
    summary = bulk(tmp_path / "in.parquet", out, "score,shanten", threads=threads, part_rows=1_000)
    found = read(out)
    expected = score_batch(as_batch(rows), on_error="mark")
    good = expected.status == 0
    assert good.sum() > 20
    assert found["id"].to_pylist() == list(range(5_000))
    assert found["points"].to_pylist() == [int(p) if g else None for p, g in zip(expected.points, good, strict=True)]
    assert found["status"].to_numpy().astype(int).tolist() == expected.status.tolist()
    assert found.column_names[: len(given.column_names)] == given.column_names
    if suffix != "jsonl":
        assert found.select(given.column_names).equals(given)
    assert summary.rows == 5_000
    assert summary.total_bad == (~good).sum()
    assert not (tmp_path / f"out.{suffix}.parts").exists()


def test_rules_are_used(tmp_path: Path, wins: Any) -> None:
    pq.write_table(wins, tmp_path / "in.parquet")
    bulk(tmp_path / "in.parquet", tmp_path / "out.parquet", "score", rules=Rules.preset("mil"), part_rows=2_000)
    expected = score_batch(as_batch(random_wins(5_000, 7)), Rules.preset("mil")).points
    plain = score_batch(as_batch(random_wins(5_000, 7))).points
    assert (expected != plain).any()
    assert read(tmp_path / "out.parquet")["points"].to_numpy().tolist() == expected.tolist()


def test_every_result_can_be_asked_for(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{GOOD}\n")
    for suffix in ("parquet", "arrow", "jsonl"):
        what = "score,fans,shanten,useful,waits,wait_points,discards,distance,fan_distances"
        bulk(tmp_path / "in.txt", tmp_path / f"out.{suffix}", what)
        found = read(tmp_path / f"out.{suffix}")
        assert found["points"].to_pylist() == [20]
        assert len(found["discard_useful"].to_pylist()[0]) == 34
        assert found["distance_open"].to_pylist() == [-1]
        assert len(found["fan_distances"].to_pylist()[0]) == 82


def test_other_readers_read_the_joined_file(tmp_path: Path, wins: Any) -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    words = pa.array([None if i % 7 == 0 else f"w{i % 5}" for i in range(5_000)]).dictionary_encode()
    pq.write_table(wins.append_column("word", words), tmp_path / "in.parquet", row_group_size=900)
    out = tmp_path / "out.parquet"
    bulk(tmp_path / "in.parquet", out, "score", part_rows=1_000, row_group_size=300)
    expected = pq.read_table(out)
    assert pq.ParquetFile(out).num_row_groups > 16
    frame = polars.read_parquet(out)
    assert frame["points"].to_list() == expected["points"].to_pylist()
    assert frame["word"].to_list() == expected["word"].to_pylist()
    few = duckdb.sql(f"select id, points, word from '{out}' where id in (3, 4321) order by id").fetchall()
    picked = expected.take([3, 4321]).select(["id", "points", "word"])
    assert few == [tuple(row.values()) for row in picked.to_pylist()]


@pytest.mark.parametrize(("size", "most"), [(100, 100), (1_000, 1_000), (1_500, 1_500)])
def test_row_groups_have_the_size_that_was_asked_for(tmp_path: Path, wins: Any, size: int, most: int) -> None:
    pq.write_table(wins, tmp_path / "in.parquet", row_group_size=10_000)
    bulk(tmp_path / "in.parquet", tmp_path / "out.parquet", row_group_size=size, compression="snappy", part_rows=1_000)
    metadata = pq.read_metadata(tmp_path / "out.parquet")
    sizes = [metadata.row_group(place).num_rows for place in range(metadata.num_row_groups)]
    assert sizes[:-1] == [most] * (len(sizes) - 1)
    assert metadata.row_group(0).column(0).compression == "SNAPPY"


def test_several_files_a_folder_and_a_glob(tmp_path: Path, wins: Any) -> None:
    folder = tmp_path / "data"
    (folder / "b").mkdir(parents=True)
    pq.write_table(wins.slice(0, 100), folder / "a.parquet")
    pq.write_table(wins.slice(100, 0), folder / "aa.parquet")
    pq.write_table(wins.slice(100, 150).select(wins.column_names[::-1]), folder / "b" / "c.parquet")
    (folder / "_SUCCESS").write_text("")
    (folder / "notes.md").write_text("")
    for inputs in (folder, folder / "**" / "*.parquet", [folder / "a.parquet", folder / "b"]):
        bulk(inputs, tmp_path / "out.parquet", overwrite=True)
        assert read(tmp_path / "out.parquet")["id"].to_pylist() == list(range(250))


def test_small_files_share_a_part_and_large_row_groups_are_cut(tmp_path: Path, wins: Any) -> None:
    pq.write_table(wins.slice(0, 100), tmp_path / "a.parquet", row_group_size=30)
    pq.write_table(wins.slice(0, 20), tmp_path / "b.parquet")
    pq.write_table(wins.slice(0, 2_500), tmp_path / "c.parquet")
    inputs = find_inputs([str(tmp_path / name) for name in ("a.parquet", "b.parquet", "c.parquet")])
    job = plan(wish_for(inputs, str(tmp_path / "out.parquet"), "score", part_rows=1_000, row_group_size=1_000))
    assert [[piece[:5] for piece in part] for part in job.parts] == [
        [(0, 0, 3, 0, 100), (1, 0, 0, 0, 20)],
        [(2, 0, 0, 0, 1_000)],
        [(2, 0, 0, 1_000, 1_000)],
        [(2, 0, 0, 2_000, 500)],
    ]
    assert Job.from_dict(json.loads(json.dumps(job.to_dict()))) == job


# --- row groups ------------------------------------------------------------------------------------------------------


def by_pyarrow(table: Any, path: Path) -> None:
    pq.write_table(table, path, row_group_size=900, write_page_index=True, compression="gzip")


def by_polars(table: Any, path: Path) -> None:
    pytest.importorskip("polars", reason="polars is not installed").from_arrow(table).write_parquet(path)


def by_duckdb(table: Any, path: Path) -> None:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    duckdb.from_arrow(table).write_parquet(str(path), row_group_size=2_048)


@pytest.mark.parametrize("write", [by_pyarrow, by_polars, by_duckdb], ids=["pyarrow", "Polars", "DuckDB"])
def test_row_groups_have_the_size_that_was_asked_for_whoever_wrote_the_input(
    tmp_path: Path, wins: Any, write: Callable[[Any, Path], None]
) -> None:
    words = pa.array([None if i % 7 == 0 else f"w{i % 5}" for i in range(5_000)])
    given = wins.append_column("word", words.dictionary_encode()).append_column("text", words)
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    write(given, path)
    bulk(path, out, "score,shanten,fans", row_group_size=1_100, part_rows=2_000, threads=2)
    metadata = pq.read_metadata(out)
    groups = [metadata.row_group(place) for place in range(metadata.num_row_groups)]
    assert [group.num_rows for group in groups] == [1_100, 1_100, 1_100, 1_100, 600]
    assert {group.column(place).compression for group in groups for place in range(group.num_columns)} == {"ZSTD"}
    expected = score_batch(as_batch(random_wins(5_000, 7))).points
    assert read(out)["points"].to_numpy().tolist() == expected.tolist()
    assert read(out)["id"].to_pylist() == list(range(5_000))
    for name in ("concealed", "melds", "win", "word", "text"):
        assert read(out)[name].to_pylist() == given[name].to_pylist()
    if write is by_pyarrow:
        assert read(out).select(given.column_names).equals(given)
    polars = pytest.importorskip("polars", reason="polars is not installed")
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    frame = polars.scan_parquet(out).filter(polars.col("id") == 4_321).collect()
    assert frame["points"].to_list() == expected[4_321:4_322].tolist()
    asked = duckdb.sql(f"select id, points, word from '{out}' where id in (3, 4321) order by id").fetchall()
    wanted = read(out).take([3, 4_321]).select(["id", "points", "word"]).to_pylist()
    assert asked == [tuple(row.values()) for row in wanted]


# --- formats and odd inputs ------------------------------------------------------------------------------------------


def hands_out(tmp_path: Path, path: Path, **more: Any) -> list[Any]:
    """Return (hand, status, points) of each row."""
    bulk(path, tmp_path / "out.parquet", "score", overwrite=True, **more)
    found = read(tmp_path / "out.parquet")
    return list(zip(*(found[name].to_pylist() for name in ("hand", "status", "points")), strict=True))


def test_text_with_a_mark_blank_lines_remarks_and_both_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_bytes(b"\xef\xbb\xbf" + f"{GOOD}\r\n\r\n# remark\r\n{PUNG}\n123x\n   \n{GOOD}".encode())
    assert hands_out(tmp_path, path) == [(GOOD, 0, 20), (PUNG, 0, 13), ("123x", 10, None), (GOOD, 0, 20)]


def test_text_that_is_no_utf8_is_a_bad_row(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(b"\xff\xfe\n" + GOOD.encode() + b"\n")
    assert hands_out(tmp_path, tmp_path / "in.txt") == [("\ufffd\ufffd", 10, None), (GOOD, 0, 20)]


def test_text_of_many_stretches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastmcr.files.lines.STRETCH", 50)
    (tmp_path / "in.txt").write_text("\n".join([GOOD, PUNG, "", "1m"] * 40))
    assert hands_out(tmp_path, tmp_path / "in.txt", part_rows=7) == [(GOOD, 0, 20), (PUNG, 0, 13), ("1m", 4, None)] * 40


def test_json_lines_keep_other_keys_and_mark_broken_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        json.dumps({"hand": GOOD, "id": 1, "when": "2020-01-01T00:00:00", "more": {"x": [1]}}),
        "",
        '{"hand": "123m',
        json.dumps({"hand": PUNG, "id": 2, "extra": 1.5}),
        "[1]",
        '{"hand": 5}',
        '{"id": 3}',
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    for stretch in (1 << 20, 60):
        monkeypatch.setattr("fastmcr.files.lines.STRETCH", stretch)
        summary = bulk(tmp_path / "in.jsonl", tmp_path / "out.parquet", overwrite=True)
        found = read(tmp_path / "out.parquet")
        assert found["hand"].to_pylist() == [GOOD, None, PUNG, None, None, None]
        assert found["when"].to_pylist() == ["2020-01-01T00:00:00", *[None] * 5]
        assert found["more"].to_pylist()[0] == {"x": [1]}
        assert found["extra"].to_pylist() == [None, None, 1.5, None, None, None]
        assert found["points"].to_pylist() == [20, None, 13, None, None, None]
        assert found["reason"].to_pylist() == [
            None, "line 3 is no JSON: Unterminated string starting at", None, "line 5 is no object but [1]",
            "line 6 has 5 as hand", "hand is null",
        ]  # fmt: skip
        assert summary.bad == {"missing": 1, "text that is no hand string": 3}


def test_json_lines_whose_key_changes_its_type_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text(f'{{"hand":"{GOOD}","id":1}}\n\n{{"hand":"{GOOD}","id":"x"}}\n')
    with pytest.raises(FileError) as caught:
        bulk(path, tmp_path / "out.parquet")
    assert str(caught.value) == f"{path}: line 3: JSON parse error: Column(/id) changed from number to string"
    assert [entry.name for entry in tmp_path.iterdir()] == ["in.jsonl"]


def test_json_lines_of_counts(tmp_path: Path) -> None:
    won = {"concealed": HELD, "win": 13, "melds": []}
    rows = [won, won | {"concealed": HELD[:33]}, won | {"concealed": [9, *HELD[1:]]}, won | {"win": -1}]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)))
    bulk(tmp_path / "in.jsonl", tmp_path / "out.jsonl")
    found = read(tmp_path / "out.jsonl")
    assert found["status"].to_pylist() == [0, 1, 1, 1]
    assert found["points"].to_pylist() == [20, None, None, None]


def test_csv_with_hand_strings(tmp_path: Path) -> None:
    text = f'id,hand,note,zip,share\n1,{GOOD},"a,""b",007,1\n2,123x,,008,2.5\n12345678901234567,,x,1,\n'
    (tmp_path / "in.csv").write_text(text)
    assert [row[1:] for row in hands_out(tmp_path, tmp_path / "in.csv")] == [(0, 20), (10, None), (4, None)]
    found = read(tmp_path / "out.parquet").select(["id", "note", "zip", "share"]).to_pydict()
    assert found == {
        "id": [1, 2, 12345678901234567],
        "note": ['a,"b', "", "x"],
        "zip": ["007", "008", "1"],
        "share": [1.0, 2.5, None],
    }


def test_csv_with_counts(tmp_path: Path) -> None:
    from fastmcr.rulebook.tiles import NAMES

    rows = [[1, *HELD, 13], [2, *HELD[:-1], "x", 13], [3, *HELD, ""], [4, *HELD[:-1], "", 13]]
    header = ",".join(["id", *map(str, NAMES), "win"])
    (tmp_path / "in.csv").write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]))
    bulk(tmp_path / "in.csv", tmp_path / "out.parquet")
    found = read(tmp_path / "out.parquet")
    assert found["status"].to_pylist() == [0, 1, 9, 9]
    assert found["points"].to_pylist() == [20, None, None, None]
    assert found["id"].to_pylist() == [1, 2, 3, 4]


def test_csv_files_take_the_wider_type(tmp_path: Path) -> None:
    for name, values in (("a", ["1", "2"]), ("b", ["", ""]), ("c", ["1.5", "2"])):
        (tmp_path / f"{name}.csv").write_text("hand,x\n" + "".join(f"{GOOD},{value}\n" for value in values))
    bulk(tmp_path / "*.csv", tmp_path / "out.parquet")
    assert read(tmp_path / "out.parquet")["x"].to_pylist() == [1.0, 2.0, None, None, 1.5, 2.0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "{} is empty; a CSV file begins with a line of column names"),
        (f"id,hands\n1,{GOOD}\n", "{} has no column hand and not the columns 1m ... P of counts"),
        (f"1m,2m\n1,{GOOD}\n", "{} has no column hand, and of the 34 columns of counts it lacks 3m, 4m, "),
        (f"hand,hand\n1,{GOOD}\n", "{} has 2 columns hand"),
    ],
)
def test_csv_that_cannot_be_read(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "in.csv"
    path.write_text(text)
    with pytest.raises(FileError) as caught:
        bulk(path, tmp_path / "out.parquet")
    assert str(caught.value).startswith(words.replace("{} :", "{}:").format(path))


@pytest.mark.parametrize("dtype", ["uint8", "int64", ">i2"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_npy(tmp_path: Path, dtype: str, order: str) -> None:
    rows = random_wins(300, 3).concealed.astype(dtype)
    np.save(tmp_path / "in.npy", np.asarray(rows, order=order))
    bulk(tmp_path / "in.npy", tmp_path / "out.parquet", "shanten", part_rows=64, row_group_size=50)
    found = read(tmp_path / "out.parquet")
    expected = shanten_batch(rows, on_error="mark")
    good = [int(best) if not bad else None for best, bad in zip(expected.best, expected.status, strict=True)]
    assert found["shanten"].to_pylist() == good
    assert found["concealed"].to_pylist() == rows.tolist()


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (np.zeros((2, 33), np.uint8), "holds uint8 of shape (2, 33); it must hold integers of shape (n, 34)"),
        (np.zeros((2, 34)), "holds float64 of shape (2, 34); it must hold integers of shape (n, 34)"),
    ],
)
def test_npy_of_something_else(tmp_path: Path, array: Any, words: str) -> None:
    np.save(tmp_path / "in.npy", array)
    with pytest.raises(InputError) as caught:
        bulk(tmp_path / "in.npy", tmp_path / "out.parquet", "shanten")
    assert str(caught.value) == f"{tmp_path / 'in.npy'} {words}"


@pytest.mark.parametrize("kind", ["file", "lz4", "stream", "zstd stream"])
def test_arrow_ipc_in_chunks_and_slices(tmp_path: Path, wins: Any, kind: str) -> None:
    chunked = pa.concat_tables([wins.slice(10, 990), wins.slice(2_000, 5), wins.slice(1_000, 1_000)])
    path = tmp_path / ("in.arrows" if "stream" in kind else "in.arrow")
    options = pa.ipc.IpcWriteOptions(compression={"lz4": "lz4", "zstd stream": "zstd"}.get(kind))
    make = pa.ipc.new_stream if "stream" in kind else pa.ipc.new_file
    with make(path, chunked.schema, options=options) as writer:
        writer.write_table(chunked)
    bulk(path, tmp_path / "out.parquet", "score", part_rows=300, threads=2)
    found = read(tmp_path / "out.parquet")
    assert found.select(chunked.column_names).equals(chunked)
    expected = score_batch(as_batch(random_wins(5_000, 7))).points[chunked["id"].to_numpy()]
    assert found["points"].to_numpy().tolist() == expected.tolist()


@pytest.mark.parametrize("to", ["parquet", "arrow", "jsonl"])
def test_dictionaries_large_lists_and_nulls(tmp_path: Path, to: str) -> None:
    hands = [GOOD, None, PUNG, GOOD] * 25
    table = pa.table(
        {
            "hand": pa.array(hands).dictionary_encode(),
            "word": pa.array(["a", "b", None, "c"] * 25).dictionary_encode(),
            "list": pa.array([[1], [], None, [None, 3]] * 25, pa.large_list(pa.int8())),
            "float": pa.array([1.5, float("nan"), None, float("inf")] * 25),
            "time": pa.array([0, 1, None, 2] * 25, pa.timestamp("us")),
            "bytes": pa.array([b"\xff", b"", None, b"x"] * 25),
        }
    )
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=9)
    bulk(tmp_path / "in.parquet", tmp_path / f"out.{to}", part_rows=10)
    found = read(tmp_path / f"out.{to}")
    assert found["hand"].to_pylist() == hands
    assert found["word"].to_pylist() == ["a", "b", None, "c"] * 25
    assert found["list"].to_pylist() == [[1], [], None, [None, 3]] * 25
    assert found["status"].to_pylist() == [0, 9, 0, 0] * 25
    assert found["points"].to_pylist() == [20, None, 13, 20] * 25
    if to == "jsonl":
        assert found["float"].to_pylist() == [1.5, None, None, None] * 25
        assert found["bytes"].to_pylist() == ["/w==", "", None, "eA=="] * 25
        assert found["time"].to_pylist()[:2] == ["1970-01-01T00:00:00", "1970-01-01T00:00:00.000001"]


@pytest.mark.parametrize("kind", ["large_list", "list", "wide"])
def test_concealed_in_other_lists(tmp_path: Path, kind: str) -> None:
    rows = random_wins(200, 5)
    types = {"large_list": pa.large_list(pa.int16()), "list": pa.list_(pa.uint8()), "wide": pa.list_(pa.int64(), 34)}
    values = pa.array(rows.concealed.tolist(), types[kind])
    table = table_of(rows).set_column(1, "concealed", values)
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=60)
    bulk(tmp_path / "in.parquet", tmp_path / "out.parquet", part_rows=50)
    found = read(tmp_path / "out.parquet")
    assert found["points"].to_numpy().tolist() == score_batch(as_batch(rows)).points.tolist()
    assert found["concealed"].to_pylist() == rows.concealed.tolist()


@pytest.mark.parametrize("to", ["parquet", "arrow", "jsonl"])
@pytest.mark.parametrize("kind", ["no rows", "no row groups", "empty text"])
def test_inputs_without_rows(tmp_path: Path, wins: Any, kind: str, to: str) -> None:
    path = tmp_path / ("in.txt" if kind == "empty text" else "in.parquet")
    if kind == "no rows":
        pq.write_table(wins.slice(0, 0), path)
    elif kind == "no row groups":
        pq.ParquetWriter(path, wins.schema).close()
    else:
        path.touch()
    out = tmp_path / f"out.{to}"
    assert bulk(path, out).rows == 0
    if to == "jsonl":
        assert out.read_bytes() == b""
    else:
        assert (read(out).num_rows, "points" in read(out).column_names) == (0, True)


def test_files_that_are_no_parquet_or_cut_off_are_named(tmp_path: Path, wins: Any) -> None:
    good, cut, other, empty = (tmp_path / f"{name}.parquet" for name in ("good", "cut", "other", "empty"))
    pq.write_table(wins, good)
    cut.write_bytes(good.read_bytes()[:-100])
    other.write_text("no parquet " * 10)
    empty.touch()
    for path in (cut, other, empty):
        with pytest.raises(FileError, match=f"^{path} cannot be read: ") as caught:
            bulk([good, path], tmp_path / "out.parquet")
        assert caught.value.path == str(path)
        assert not (tmp_path / "out.parquet").exists()
        assert not (tmp_path / "out.parquet.parts").exists()


def test_a_damaged_page_is_an_error_and_what_was_done_is_kept(tmp_path: Path, wins: Any) -> None:
    good, bad, out = (tmp_path / f"{name}.parquet" for name in ("good", "bad", "out"))
    pq.write_table(wins, good)
    pq.write_table(wins, bad, row_group_size=1_000)
    data = bytearray(bad.read_bytes())
    chunk = pq.read_metadata(bad).row_group(3).column(1)
    start = chunk.dictionary_page_offset
    data[start : start + chunk.total_compressed_size] = b"\xff" * chunk.total_compressed_size
    bad.write_bytes(data)
    with pytest.raises(FileError, match=f"^{bad} cannot be read: ") as caught:
        bulk([good, bad], out, threads=1, part_rows=1_000, row_group_size=1_000)
    (note,) = caught.value.__notes__  # the part after the bad one may have been in work
    assert re.fullmatch("[89] of 10 parts done; the same command goes on from there", note)
    assert not out.exists()
    assert len(list((tmp_path / "out.parquet.parts").glob("*.arrows"))) == int(note[0])


# --- what is refused -------------------------------------------------------------------------------------------------


def refusal(kind: type[Exception], *arguments: Any, **more: Any) -> str:
    with pytest.raises(kind) as caught:
        bulk(*arguments, **more)
    return str(caught.value)


def test_schemas_that_differ_are_told_by_file_and_column(tmp_path: Path, wins: Any) -> None:
    first, second, out = tmp_path / "a.parquet", tmp_path / "b.parquet", tmp_path / "out.parquet"
    pq.write_table(wins, first)
    pq.write_table(wins.set_column(3, "win", wins["win"].cast(pa.int64())), second)
    assert refusal(FileError, [first, second], out) == f"{second}: column win is int64, and in {first} it is uint8"
    pq.write_table(wins.drop_columns("seat"), second)
    assert refusal(FileError, [first, second], out) == f"{second} has no column seat, which {first} has"
    pq.write_table(wins.append_column("more", wins["win"]), second)
    assert refusal(FileError, [first, second], out) == f"{second} has a column more, which {first} has not"


def test_columns_without_hands_or_with_the_name_of_a_result(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"x": [1]}), path)
    assert refusal(InputError, path, tmp_path / "out.parquet") == (
        f"{path}: no column hand (hand strings) or concealed (34 counts of tiles); the columns are 'x'"
    )
    pq.write_table(pa.table({"hand": [GOOD], "points": [1]}), path)
    words = refusal(InputError, path, tmp_path / "out.parquet")
    assert words.startswith(f"{path}: there is a column points already")
    assert [entry.name for entry in tmp_path.iterdir()] == ["in.parquet"]


def test_outputs_that_cannot_be(tmp_path: Path) -> None:
    path, out = tmp_path / "in.txt", tmp_path / "out.parquet"
    path.write_text(GOOD)
    assert refusal(InputError, path, tmp_path / "out.csv") == (
        f"{tmp_path / 'out.csv'}: .csv cannot be written; the output ends in "
        ".parquet, .pq, .arrow, .feather, .ipc, .jsonl, .ndjson"
    )
    assert refusal(InputError, path, tmp_path) == f"the output {tmp_path} is a folder; name a file"
    assert refusal(InputError, path, path, to="jsonl") == f"{path} is both read and written; name another output"
    assert refusal(FileError, path, tmp_path / "no" / "out.parquet") == (
        f"cannot write {tmp_path / 'no' / 'out.parquet'}: {tmp_path / 'no' / 'out.parquet.parts'}: "
        "No such file or directory"
    )
    assert refusal(InputError, path, out, compression="lzo") == (
        "parquet has no compression 'lzo'; there are zstd, snappy, lz4, gzip, brotli, none"
    )
    assert (
        refusal(InputError, path, out, to="xml") == "there is no format 'xml' to write; there are parquet, arrow, jsonl"
    )
    assert refusal(InputError, path, out, row_group_size=0) == "row_group_size must be 1 or more rows, not 0"
    assert refusal(InputError, path, out, threads=0) == "threads must be 1..1024 or None, not 0"
    assert refusal(InputError, path, out, "points").startswith("no result 'points'; there are score, ")
    out.write_text("mine")
    assert refusal(FileError, path, out) == f"{out} is there already; replace it with --overwrite (overwrite=True)"
    assert out.read_text() == "mine"
    bulk(path, out, overwrite=True)
    assert read(out)["points"].to_pylist() == [20]


def test_inputs_that_cannot_be(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    (tmp_path / "data").mkdir()
    missing = tmp_path / "missing.parquet"
    assert refusal(FileError, missing, out) == f"there is no file or folder {missing}"
    assert refusal(FileError, tmp_path / "*.foo", out) == f"no file matches {tmp_path / '*.foo'}"
    assert refusal(FileError, tmp_path / "data", out).startswith(
        f"folder {tmp_path / 'data'} holds no file that ends in"
    )
    (tmp_path / "data" / "a.txt").write_text(GOOD)
    (tmp_path / "data" / "b.csv").write_text(f"hand\n{GOOD}")
    assert refusal(InputError, tmp_path / "data", out) == (
        f"folder {tmp_path / 'data'} holds files of several formats: csv ({tmp_path / 'data' / 'b.csv'}), "
        f"text ({tmp_path / 'data' / 'a.txt'}); use a glob, or name one: --from (source_format=)"
    )
    assert bulk(tmp_path / "data", out, source_format="csv").rows == 1
    (tmp_path / "hands").write_text(GOOD)
    assert refusal(InputError, tmp_path / "hands", out).startswith(f"{tmp_path / 'hands'} ends in none of .parquet, ")
    assert bulk(tmp_path / "hands", out, source_format="text", overwrite=True).rows == 1
    assert refusal(InputError, [], out) == "no input was given"
    assert refusal(InputError, [5], out) == "inputs must be paths, not 5"
    assert refusal(InputError, 5, out) == "inputs must be paths, not 5"


def test_a_folder_of_the_same_name_is_left_alone(tmp_path: Path) -> None:
    path, mine = tmp_path / "in.txt", tmp_path / "out.parquet.parts"
    path.write_text(GOOD)
    mine.mkdir()
    (mine / "thesis.tex").write_text("mine")
    assert refusal(FileError, path, tmp_path / "out.parquet", restart=True) == (
        f"folder {mine} is needed for unfinished work and holds thesis.tex; move it away"
    )
    assert [entry.name for entry in mine.iterdir()] == ["thesis.tex"]


def test_a_column_that_the_format_cannot_hold(tmp_path: Path) -> None:
    union = pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array([1]), pa.array(["a"])])
    table = pa.table({"hand": [GOOD], "odd": union})
    with pa.ipc.new_file(tmp_path / "in.arrow", table.schema) as writer:
        writer.write_table(table)
    words = refusal(InputError, tmp_path / "in.arrow", tmp_path / "out.parquet")
    assert words.startswith("column odd (sparse_union<")
    assert "cannot be written as Parquet: " in words


# --- full disks, other runs, changes in between ----------------------------------------------------------------------


def test_a_full_disk_is_told_and_the_work_goes_on(tmp_path: Path, wins: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(wins, path)
    real, written = parts_module.part_sink, []

    class Full:
        def __init__(self, *given: Any) -> None:
            self.sink = real(*given)
            self.close, self.abandon = self.sink.close, self.sink.abandon

        def write(self, batch: Any) -> None:
            if len(written) == 3:
                raise OSError(errno.ENOSPC, "No space left on device")
            written.append(batch.num_rows)
            self.sink.write(batch)

    monkeypatch.setattr(parts_module, "part_sink", Full)
    with pytest.raises(FileError) as caught:
        bulk(path, out, threads=1, part_rows=1_000, row_group_size=1_000)
    part = tmp_path / "out.parquet.parts" / "000003.arrows"
    assert str(caught.value) == f"the disk is full: cannot write {part}"
    assert caught.value.__notes__ == ["3 of 5 parts done; the same command goes on from there"]
    assert not list(tmp_path.glob("**/*.tmp"))
    monkeypatch.undo()
    summary = bulk(path, out, threads=1, part_rows=1_000, row_group_size=1_000)
    assert (summary.rows, summary.rows_now) == (5_000, 2_000)
    assert read(out)["id"].to_pylist() == list(range(5_000))


def stopped_work(tmp_path: Path, wins: Any) -> tuple[Path, Path]:
    """Leave work behind of which two to four of five parts are done: work goes on ahead of what is told."""
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(wins, path)
    seen: list[int] = []

    def stop(done: int, rows: int) -> None:
        seen.append(done)
        if len(seen) == 2:
            raise KeyboardInterrupt

    with pytest.raises(
        KeyboardInterrupt, match=r"^stopped; [2-4] of 5 parts done; the same command goes on from there$"
    ):
        bulk(path, out, threads=1, part_rows=1_000, row_group_size=1_000, progress=stop)
    assert seen == [1_000, 2_000]
    return path, out


def test_progress_counts_what_was_done_before(tmp_path: Path, wins: Any) -> None:
    path, out = stopped_work(tmp_path, wins)
    seen: list[tuple[int, int]] = []
    summary = bulk(
        path,
        out,
        threads=1,
        part_rows=1_000,
        row_group_size=1_000,
        progress=lambda done, rows: seen.append((done, rows)),
    )
    # One more part may have been done while the interrupt came.
    assert seen[-1] == (5_000, 5_000)
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})
    assert summary.rows_now == 5_000 - (seen[0][0] - 1_000)


def test_other_work_of_the_same_name_is_refused_until_it_is_thrown_away(tmp_path: Path, wins: Any) -> None:
    path, out = stopped_work(tmp_path, wins)
    folder = f"{out}.parts"
    more = {"part_rows": 1_000, "row_group_size": 1_000}
    words = refusal(ResumeError, path, out, "shanten,score", rules="mil", compression="none", **more)
    assert words == (
        f"{folder} holds unfinished work that is not this: it computes score, not shanten,score; its rules are "
        f"the default, not {', '.join(f'{k}={v[0]}' for k, v in Rules.preset('mil').differences('default').items())}; "
        "its compression is the default, not none. Finish it, or throw it away with --restart (restart=True)"
    )
    other = tmp_path / "other.parquet"
    pq.write_table(wins.slice(0, 10), other)
    assert f"it reads {path}, not {other}" in refusal(ResumeError, other, out, **more)
    assert bulk(other, out, restart=True).rows == 10


def test_inputs_that_changed_in_between_are_refused(tmp_path: Path, wins: Any) -> None:
    path, out = stopped_work(tmp_path, wins)
    pq.write_table(wins, path, compression="none")
    words = refusal(ResumeError, path, out, part_rows=1_000, row_group_size=1_000)
    assert f"holds unfinished work that is not this: {path} has changed since. " in words


def test_inputs_that_change_while_they_are_read_are_refused(tmp_path: Path, wins: Any) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(wins, path)

    def change(done: int, rows: int) -> None:
        path.touch()

    words = refusal(ResumeError, path, out, progress=change)
    assert words == f"{path} has changed since the work began; begin anew with --restart (restart=True)"
    assert not out.exists()


def test_a_part_that_was_damaged_is_done_again(tmp_path: Path, wins: Any) -> None:
    path, out = stopped_work(tmp_path, wins)
    folder = tmp_path / "out.parquet.parts"
    (folder / "000000.arrows").write_bytes((folder / "000000.arrows").read_bytes()[:-1])
    (folder / "000001.json").write_text("{")
    (folder / "000004.arrows.12-ab.tmp").write_text("torn")
    assert bulk(path, out, part_rows=1_000, row_group_size=1_000).rows_now >= 4_000
    assert read(out)["id"].to_pylist() == list(range(5_000))


def test_two_runs_into_one_output(tmp_path: Path, wins: Any) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(wins, path)
    words: list[str] = []

    def second(done: int, rows: int) -> None:
        words.append(refusal(ResumeError, path, out))

    bulk(path, out, progress=second)
    assert words == [f"another process is writing {out}; wait for it, or name another output"]
    assert read(out).num_rows == 5_000


# --- the command -----------------------------------------------------------------------------------------------------


def test_command_tells_rows_bad_rows_and_time(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{GOOD}\n123x\n{PUNG}\n1m\n123y\n")
    result = run("score,shanten", tmp_path / "in.txt", tmp_path / "out.parquet")
    assert result.exit_code == 1
    assert result.stderr == ""
    start, _, end = result.stdout.partition(" in ")
    assert start == f"{tmp_path / 'out.parquet'}: 5 rows"
    assert end.partition(" s")[2] == (
        ", 3 bad rows: 1 the wrong number of concealed tiles, 2 text that is no hand string\n"
    )


def test_command_is_quiet_and_writes_json(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{GOOD}\n")
    result = run("score", tmp_path / "in.txt", tmp_path / "out.jsonl", "--quiet")
    assert (result.exit_code, result.output) == (0, "")
    assert json.loads((tmp_path / "out.jsonl").read_text())["points"] == 20
    result = run(
        "score",
        tmp_path / "in.txt",
        tmp_path / "out.jsonl",
        "--overwrite",
        "--json",
        "--rules",
        "r98",
        "--set",
        "minimum=30",
    )
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told.pop("seconds") >= 0
    assert told.pop("rows_a_second") >= 0
    assert told == {
        "output": str(tmp_path / "out.jsonl"),
        "rows": 1,
        "bad_rows": 0,
        "bad": {},
        "rows_now": 1,
        "parts_redone": 0,
    }
    assert json.loads((tmp_path / "out.jsonl").read_text())["legal"] is False


def test_command_refuses_in_words(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(GOOD)
    missing = tmp_path / "no.parquet"
    result = run("score", missing, tmp_path / "out.parquet")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"error: there is no file or folder {missing}\n")
    result = run("points", tmp_path / "in.txt", tmp_path / "out.parquet")
    assert result.exit_code == 2
    assert "Invalid value for 'WHAT': no result 'points'" in result.stderr
    assert run("score", tmp_path / "in.txt").exit_code == 2
    assert run("score", tmp_path / "in.txt", tmp_path / "out.parquet", "--set", "x").exit_code == 2


def test_bar_is_drawn_for_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in.txt").write_text(GOOD)
    monkeypatch.setenv("FORCE_COLOR", "1")
    bulk(tmp_path / "in.txt", tmp_path / "out.parquet", progress=True)
    assert "1 of 1 rows" in capsys.readouterr().err


def test_summary_in_words() -> None:
    assert str(Summary("o", 1, {}, 0.25, 1)) == "o: 1 row in 0.2 s, none bad"
    assert str(Summary("o", 50_000, {}, 2.0, 40_000)) == (
        "o: 50,000 rows in 2.0 s (20,000 a second), 10,000 of them done before, none bad"
    )


def test_conditions_of_a_batch_are_those_of_a_hand_batch(tmp_path: Path) -> None:
    """A hand string and its columns give the same row."""
    texts = [f"{PUNG}|ES1000|2", "[EEEE][222p]45s55p6s66m6m|SW0000|0"]
    batch = HandBatch.from_strings(texts)
    columns = {name: getattr(batch, name) for name in ("win", "conditions", "prevalent", "seat", "flowers")}
    columns |= {"concealed": lists(batch.concealed, 34), "melds": lists(batch.melds, 4)}
    pq.write_table(pa.table(columns), tmp_path / "a.parquet")
    pq.write_table(pa.table({"hand": texts}), tmp_path / "b.parquet")
    outs = []
    for name in ("a", "b"):
        bulk(tmp_path / f"{name}.parquet", tmp_path / f"out_{name}.parquet", "score,fans,shanten")
        outs.append(read(tmp_path / f"out_{name}.parquet"))
    names = [name for name in outs[0].column_names if name not in columns]
    assert outs[0].select(names).equals(outs[1].select(names))
