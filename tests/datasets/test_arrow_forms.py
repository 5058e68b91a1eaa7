"""Hands in Arrow in every encoding, in chunks and slices, with holes, to and from arrays, in frames of others."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from arrow_hands import NEAR, NONSENSE, READY, TEXTS, WIN, WINS
from populations import Rows, random_wins
from support import as_batch, random_rows

from fastmcr import HandBatch, score, score_batch, wait_points_batch

pa = pytest.importorskip("pyarrow", reason="the extra bulk is not installed")

from fastmcr.datasets import annotate, hand_schema, hand_string_schema, result_schema  # noqa: E402
from fastmcr.datasets.results import RESULTS  # noqa: E402
from fastmcr.datasets.schemas import COLUMNS  # noqa: E402


def listed(column: Any) -> Any:
    """Return a column as a list; nulls become None."""
    return column.to_pylist()


# --- encodings -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "encode",
    [
        lambda array: array.cast(pa.large_string()),
        lambda array: array.cast(pa.string_view()),
        lambda array: array.dictionary_encode(),
        lambda array: array.cast(pa.large_string()).dictionary_encode(),
        lambda array: pa.DictionaryArray.from_arrays(
            pa.array([0, 1, 2, 3, 4, 5, 0], pa.int64()), array[:6]
        ),  # a null in the dictionary itself
        lambda array: pa.compute.run_end_encode(array),
        lambda array: pa.concat_arrays([pa.array(["skipped", None]), array, pa.array(["more"])]).slice(2, len(array)),
    ],
    ids=["large", "view", "dictionary", "large dictionary", "null in dictionary", "run ends", "slice"],
)
def test_encodings_of_text(encode: Callable[[Any], Any]) -> None:
    plain = pa.array(TEXTS)
    wanted = annotate(pa.record_batch({"hand": plain}), "score,shanten")
    result = annotate(pa.record_batch({"hand": encode(plain)}), "score,shanten")
    for name in result_schema("score,shanten").names:
        assert result[name].equals(wanted[name])
    assert HandBatch.from_arrow(pa.record_batch({"hand": encode(plain)})).status.tolist() == [0, 9, 0, 10, 0, 0, 0]


def sliced(array: Any) -> Any:
    """Return the same values as a slice of a longer array."""
    return pa.concat_arrays([array[-3:], array, array[:2]]).slice(3, len(array))


ENCODINGS: dict[str, Callable[[Any], Any]] = {
    "as it is": lambda array: array,
    "slice": sliced,
    "int64": lambda array: array.cast(_of_item(array.type, pa.int64())),
    "uint32": lambda array: array.cast(_of_item(array.type, pa.uint32())),
    "list": lambda array: _listed(array, pa.list_),
    "large list": lambda array: _listed(array, pa.large_list),
    "slice of list": lambda array: sliced(_listed(array, pa.list_)),
    "list view": lambda array: _listed(array, pa.list_view),
    "large list view": lambda array: sliced(_listed(array, pa.large_list_view)),
    "dictionary inside": lambda array: _dictionary_inside(array),
    "dictionary": lambda array: _dictionary(array),
    "run ends": lambda array: array if _wide(array) else pa.compute.run_end_encode(array),
    "tensor": lambda array: _tensor(array),
}


def _wide(array: Any) -> bool:
    return bool(pa.types.is_fixed_size_list(array.type))


def _of_item(kind: Any, item: Any) -> Any:
    return pa.list_(item, kind.list_size) if pa.types.is_fixed_size_list(kind) else item


def _listed(array: Any, kind: Callable[[Any], Any]) -> Any:
    return pa.array(array.to_pylist(), kind(pa.int16())) if _wide(array) else array


def _dictionary_inside(array: Any) -> Any:
    if not _wide(array):
        return array.dictionary_encode()
    items, width = array.values.dictionary_encode(), array.type.list_size
    return pa.FixedSizeListArray.from_arrays(items, width, mask=array.is_null())


def _dictionary(array: Any) -> Any:
    order = np.random.default_rng(1).permutation(len(array))
    return pa.DictionaryArray.from_arrays(pa.array(np.argsort(order)), array.take(pa.array(order)))


def _tensor(array: Any) -> Any:
    if not _wide(array):
        return array
    return pa.ExtensionArray.from_storage(pa.fixed_shape_tensor(pa.uint8(), [array.type.list_size]), array)


@pytest.mark.parametrize("name", list(ENCODINGS))
def test_encodings_of_numbers(name: str) -> None:
    batch = WINS[:200].to_arrow()
    asked = "score,fans,shanten"
    encoded = pa.RecordBatch.from_arrays(
        [ENCODINGS[name](column) for column in batch.columns], names=batch.schema.names
    )
    wanted, result = annotate(batch, asked), annotate(encoded, asked)
    for column in result_schema(asked).names:
        assert result[column].equals(wanted[column])
    back = HandBatch.from_arrow(encoded)
    for column in COLUMNS:
        assert np.array_equal(getattr(back, column), getattr(WINS[:200], column))


@pytest.mark.parametrize("name", list(ENCODINGS))
def test_encodings_with_nulls(name: str) -> None:
    batch = WINS[:50].to_arrow()
    rng = np.random.default_rng(7)
    holes = rng.random((len(batch.columns), 50)) < 0.1
    columns = [
        pa.array([None if hole else value for hole, value in zip(row, column.to_pylist(), strict=True)], column.type)
        for row, column in zip(holes, batch.columns, strict=True)
    ]
    encoded = pa.RecordBatch.from_arrays([ENCODINGS[name](column) for column in columns], names=batch.schema.names)
    result = annotate(encoded, "score,shanten")
    bad = holes.any(axis=0)
    assert 5 < bad.sum() < 45
    points = score_batch(WINS[:50]).points
    assert listed(result["points"]) == [None if hole else int(n) for hole, n in zip(bad, points, strict=True)]
    assert listed(result["status"]) == np.where(bad, 9, 0).tolist()
    first = [next((n for n, hole in zip(COLUMNS, row, strict=True) if hole), None) for row in holes.T]
    assert listed(result["reason"]) == [None if name is None else f"{name} is null" for name in first]
    assert listed(result["shanten"]) == [None if hole else -1 for hole in holes[0] | holes[1]]
    assert HandBatch.from_arrow(encoded).status.tolist() == np.where(bad, 9, 0).tolist()


def test_every_slice_of_a_batch() -> None:
    batch = NONSENSE[:60].to_arrow()
    whole = annotate(batch, "score,fans,waits")
    for start, length in ((0, 60), (1, 7), (8, 8), (13, 47), (59, 1), (60, 0)):
        part = annotate(batch.slice(start, length), "score,fans,waits")
        assert part.equals(whole.slice(start, length))


def test_uneven_chunks_of_a_table() -> None:
    batch = WINS[:1_000].to_arrow()
    columns = []
    for place, column in enumerate(batch.columns):
        cuts = [0, *sorted(np.random.default_rng(place).integers(0, 1_000, 9).tolist()), 1_000]
        columns.append(pa.chunked_array([column.slice(a, b - a) for a, b in itertools.pairwise(cuts)]))
    table = pa.Table.from_arrays(columns, schema=batch.schema)
    result = annotate(table, "score,fans,shanten")
    wanted = annotate(batch, "score,fans,shanten")
    assert isinstance(result, pa.Table)
    assert result.combine_chunks().to_batches()[0].equals(wanted)
    for given_column, kept in zip(table.columns, result.columns, strict=False):
        assert [len(chunk) for chunk in given_column.chunks] == [len(chunk) for chunk in kept.chunks]
    back = HandBatch.from_arrow(table)
    assert np.array_equal(back.concealed, WINS[:1_000].concealed)
    assert np.array_equal(back.conditions, WINS[:1_000].conditions)


def test_chunks_with_dictionaries_of_their_own() -> None:
    chunks = [pa.array([WIN, NEAR]).dictionary_encode(), pa.array([NEAR, None, WIN]).dictionary_encode()]
    table = pa.table({"hand": pa.chunked_array(chunks)})
    assert annotate(table, "shanten")["shanten"].to_pylist() == [-1, 0, 0, None, -1]
    assert HandBatch.from_arrow(table).status.tolist() == [0, 0, 0, 9, 0]


@pytest.mark.parametrize(
    "empty",
    [
        HandBatch.from_strings([]).to_arrow(),
        pa.Table.from_batches([], schema=hand_schema()),
        pa.Table.from_batches([], schema=hand_string_schema()),
        pa.record_batch({"hand": pa.array([], pa.string())}),
        pa.table({"hand": pa.chunked_array([], pa.string())}),
        pa.table({"concealed": pa.array([], pa.list_(pa.int64())), "melds": pa.array([], pa.list_view(pa.int64()))}),
    ],
    ids=["batch", "no chunk", "no chunk of text", "text", "text without chunks", "lists"],
)
def test_no_rows(empty: Any) -> None:
    result = annotate(empty, RESULTS)
    assert type(result) is type(empty)
    assert result.num_rows == 0
    assert result.schema.names == [*empty.schema.names, *result_schema(RESULTS).names]
    result.validate(full=True)
    assert len(HandBatch.from_arrow(empty)) == 0


# --- HandBatch -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("batch", [WINS, NONSENSE], ids=["wins", "nonsense"])
def test_round_trip(batch: HandBatch) -> None:
    arrow = batch.to_arrow()
    assert arrow.schema.equals(hand_schema(), check_metadata=True)
    arrow.validate(full=True)
    back = HandBatch.from_arrow(arrow)
    for name in COLUMNS:
        assert np.array_equal(getattr(back, name), getattr(batch, name))
    assert back.status is None
    assert back.to_arrow().equals(arrow)


def test_round_trip_of_other_dtypes_and_orders() -> None:
    rows = random_wins(500, 2)
    wide = HandBatch(
        **{name: np.asfortranarray(column.astype(np.int64)) for name, column in rows._asdict().items()},
    )
    assert wide.to_arrow().equals(as_batch(rows).to_arrow())
    assert HandBatch(concealed=rows.concealed, win=3).to_arrow()["win"].to_pylist() == [3] * 500
    odd = HandBatch(concealed=np.full((1, 34), 300), win=[-1], conditions=[70_000]).to_arrow()
    assert score_batch(HandBatch.from_arrow(odd), on_error="mark").status.tolist() == [1]


def test_rows_with_a_status_are_null() -> None:
    batch = HandBatch.from_strings([WIN, "x"], on_error="mark")
    arrow = batch.to_arrow()
    assert arrow["concealed"].is_null().to_pylist() == [False, True]
    assert HandBatch.from_arrow(arrow).status.tolist() == [0, 9]
    assert annotate(arrow, "shanten,score").to_pydict()["reason"] == [None, "concealed is null"]


def test_every_null_column_gives_missing() -> None:
    batch = HandBatch.from_strings([WIN] * 7).to_arrow()
    columns = []
    for place, column in enumerate(batch.columns):
        values = column.to_pylist()
        values[place] = None
        columns.append(pa.array(values, column.type))
    marked = HandBatch.from_arrow(pa.RecordBatch.from_arrays(columns, names=batch.schema.names))
    assert marked.status.tolist() == [9] * 7
    assert score_batch(marked, on_error="mark").status.tolist() == [9] * 7
    columns = [column.slice(6) for column in columns[:-1]]
    kept = HandBatch.from_arrow(pa.RecordBatch.from_arrays(columns, names=batch.schema.names[:-1]))
    assert (kept.status, kept.flowers.tolist()) == (None, [0])


def test_columns_left_out_have_defaults() -> None:
    batch = HandBatch.from_arrow(pa.table({"concealed": WINS[:5].concealed.tolist(), "other": ["a"] * 5}))
    assert (batch.win.tolist(), batch.seat.tolist(), batch.status) == ([255] * 5, [0] * 5, None)
    ready = HandBatch.from_arrow(HandBatch.from_strings([READY]).to_arrow().select(["concealed"]))
    assert wait_points_batch(ready).points[0, 13].tolist() == wait_points_batch([READY]).points[0, 13].tolist()


# --- other people's frames -------------------------------------------------------------------------------------------


def test_polars() -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    frame = polars.DataFrame({"id": range(4), "hand": [WIN, None, NEAR, "x"]})
    result = polars.DataFrame(annotate(frame, "score,shanten,fans,discards"))
    assert result["id"].to_list() == [0, 1, 2, 3]
    assert result["points"].to_list() == [20, None, None, None]
    assert result["shanten"].to_list() == [-1, None, 0, None]
    assert result["fans"].to_list()[0] == [int(fan) for fan in score(WIN).fans]
    assert result["reason"].to_list() == [None, "hand is null", "not a complete hand", "text that is no hand string"]
    assert result["discard_shanten"].dtype == polars.List(polars.Int8)
    categories = frame.with_columns(polars.col("hand").cast(polars.Categorical))
    assert annotate(categories, "shanten")["shanten"].to_pylist() == [-1, None, 0, None]


@pytest.mark.parametrize("as_array", [True, False], ids=["array", "list"])
def test_polars_numbers(as_array: bool) -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    frame = polars.from_arrow(WINS.to_arrow())
    if not as_array:
        frame = frame.with_columns(polars.col("concealed", "melds").arr.to_list())
    shuffled = polars.concat([frame[2_000:], frame[:2_000]], rechunk=False)
    points = score_batch(WINS).points
    assert annotate(shuffled, "score")["points"].to_pylist() == [*points[2_000:].tolist(), *points[:2_000].tolist()]
    back = HandBatch.from_arrow(frame)
    assert np.array_equal(score_batch(back).points, points)


def test_polars_lazy_in_batches() -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    schema = {**dict.fromkeys(["hand"], polars.String), "status": polars.UInt8, "reason": polars.String}
    schema |= {"points": polars.Int16, "total": polars.Int16, "legal": polars.Boolean}
    lazy = polars.LazyFrame({"hand": [WIN, NEAR]}).map_batches(
        lambda frame: polars.DataFrame(annotate(frame, "score")), schema=schema
    )
    assert lazy.filter(polars.col("points") >= 8).collect()["hand"].to_list() == [WIN]


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    with duckdb.connect() as connection:
        connection.execute("create table hands (id integer, hand varchar)")
        connection.execute("insert into hands values (1, ?), (2, ?), (3, null)", [WIN, NEAR])
        connection.register("scored", annotate(connection.sql("from hands order by id"), "score,fans,useful"))
        query = "select id, points, len(fans), bit_count(useful), reason from scored order by id"
        assert connection.sql(query).fetchall() == [
            (1, 20, 4, 0, None),
            (2, None, None, 2, "not a complete hand"),
            (3, None, None, None, "hand is null"),
        ]
        numbers = WINS.to_arrow()
        connection.register("numbers", numbers)
        table = connection.sql("select concealed, melds, win, conditions, prevalent, seat, flowers from numbers")
        assert annotate(table, "score")["points"].to_pylist() == score_batch(WINS).points.tolist()
        reader = annotate(table.to_arrow_reader(1_024), "shanten")
        with duckdb.connect() as other:
            other.register("parts", reader)
            assert other.sql("select max(shanten), count(*) from parts").fetchall() == [(-1, 3_000)]


def test_parquet_there_and_back(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow has no Parquet")
    texts = [WIN, None, NEAR, READY, "x", *[WIN] * 20]
    table = annotate(pa.table({"hand": texts}), RESULTS)
    parquet.write_table(table, tmp_path / "x.parquet", row_group_size=7)
    back = parquet.read_table(tmp_path / "x.parquet")
    assert back.equals(table)
    assert back.schema.equals(table.schema)
    hands = WINS.to_arrow()
    parquet.write_table(pa.table(hands), tmp_path / "y.parquet", row_group_size=500)
    again = HandBatch.from_arrow(parquet.read_table(tmp_path / "y.parquet"))
    assert np.array_equal(again.concealed, WINS.concealed)


def test_random_rows_of_any_width() -> None:
    """Every integer type holds the same hands, and values out of its range become a status, never another tile."""
    rows: Rows = random_rows(400, 3)
    wanted = annotate(as_batch(rows).to_arrow(), "score,shanten")
    for kind in (pa.int16(), pa.int32(), pa.int64(), pa.uint16(), pa.uint32(), pa.uint64()):
        columns = {
            name: pa.array(column.tolist(), pa.list_(kind) if column.ndim == 2 else kind)
            for name, column in rows._asdict().items()
            if name != "conditions"
        }
        columns["conditions"] = pa.array(rows.conditions)
        result = annotate(pa.record_batch(columns), "score,shanten")
        for name in result_schema("score,shanten").names:
            assert result[name].equals(wanted[name])
