"""Hands in Arrow scored and analysed: as the functions on arrays do, with bad rows, and what comes back."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from arrow_hands import NEAR, NONSENSE, READY, TEXTS, WIN, WINS, analysed, refusal
from hypothesis import given
from hypothesis import strategies as st
from populations import random_hands, random_wins
from support import as_batch, python

import fastmcr.datasets
from fastmcr import (
    Fan,
    HandBatch,
    McrError,
    RowsError,
    Rules,
    RulesError,
    discards_batch,
    distance_batch,
    fan_distance_batch,
    score_batch,
    shanten_batch,
    useful_tiles_batch,
    wait_points_batch,
    waits_batch,
)
from fastmcr.errors import MissingPackageError

pa = pytest.importorskip("pyarrow", reason="the extra bulk is not installed")

from fastmcr.datasets import annotate, hand_schema, hand_string_schema, result_schema  # noqa: E402
from fastmcr.datasets.results import FORM_COLUMNS, RESULTS  # noqa: E402
from fastmcr.datasets.schemas import COLUMNS, FAULT_WORDS, WIN_ALONE, WIN_NOT_HELD  # noqa: E402


def listed(column: Any) -> Any:
    """Return a column as a list; nulls become None."""
    return column.to_pylist()


def with_column(batch: Any, name: str, array: Any) -> Any:
    """Return the batch with one column in another form."""
    place = batch.schema.get_field_index(name)
    columns = list(batch.columns)
    columns[place] = array
    names = batch.schema.names
    return type(batch).from_arrays(columns, names=names)


# --- the same numbers as the functions on arrays ---------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["default", "mil", Rules(minimum=6)])
@pytest.mark.parametrize("batch", [WINS, NONSENSE], ids=["wins", "nonsense"])
def test_score_is_that_of_score_batch(batch: HandBatch, rules: Rules | str) -> None:
    result = annotate(batch.to_arrow(), "score,fans", rules=rules)
    wanted = score_batch(batch, rules, on_error="mark")
    none = np.asarray(batch.win == 255)
    status = np.where(none, 9, wanted.status)
    assert listed(result["status"]) == status.tolist()
    for row, good in enumerate(status == 0):
        points = int(wanted.points[row]) if good else None
        total = int(wanted.total[row]) if good else None
        legal = bool(wanted.legal[row]) if good else None
        fans = [int(fan) for fan, times in wanted.fans(row).items() for _ in range(times)] if good else None
        got = [result[name][row].as_py() for name in ("points", "total", "legal", "fans")]
        assert got == [points, total, legal, fans]
        assert (result["reason"][row].as_py() is None) == good


def test_fans_sum_to_the_total() -> None:
    result = annotate(WINS.to_arrow(), "score,fans")
    for total, fans in zip(listed(result["total"]), listed(result["fans"]), strict=True):
        assert sum(Fan(number).points for number in fans) == total


@pytest.mark.parametrize("batch", [WINS, NONSENSE], ids=["wins", "nonsense"])
def test_shanten_and_useful_tiles_are_those_of_all_tiles(batch: HandBatch) -> None:
    result = annotate(batch.to_arrow(), "useful,shanten")
    found = useful_tiles_batch(batch.concealed, batch.melds, on_error="mark")
    shanten, masks, status = found.shanten, found.masks, analysed(batch, found.status)
    assert listed(result["status"]) == status.tolist()
    good = status == 0
    assert good.sum() > 1000
    for place, name in enumerate(FORM_COLUMNS):
        assert listed(result[name]) == [int(n) if ok else None for n, ok in zip(shanten[:, place], good, strict=True)]
    assert listed(result["useful"]) == [int(mask) if ok else None for mask, ok in zip(masks, good, strict=True)]


def test_shanten_alone_is_that_of_shanten_batch() -> None:
    counts, melds = random_hands(2_000, 3, tiles=14)
    table = pa.table({"concealed": pa.FixedSizeListArray.from_arrays(pa.array(counts.reshape(-1)), 34)})
    result = annotate(table, "shanten", on_error="raise")
    for place, name in enumerate(FORM_COLUMNS):
        assert result[name].to_numpy().tolist() == shanten_batch(counts, melds).values[:, place].tolist()


def test_waits_are_those_of_the_hand_without_its_last_tile() -> None:
    seen = np.zeros((len(WINS), 34), np.int64)
    seen[:, 5] = 1
    batch = WINS.to_arrow().append_column("visible", pa.array(seen.tolist(), pa.list_(pa.int32(), 34)))
    result = annotate(batch, "waits,wait_points")
    before = WINS.before_win()
    found = waits_batch(before.concealed, before.melds, seen, on_error="mark")
    formal, live, status = found.formal, found.live, found.status
    good = status == 0
    assert listed(result["status"]) == status.tolist()
    assert 0 < np.count_nonzero(good) < len(WINS)
    assert listed(result["waits"]) == [int(mask) if ok else None for mask, ok in zip(formal, good, strict=True)]
    assert listed(result["live_waits"]) == [int(mask) if ok else None for mask, ok in zip(live, good, strict=True)]
    points = wait_points_batch(WINS, "default", seen, on_error="mark").points
    for column, name in enumerate(("wait_points_by_discard", "wait_points_self_drawn")):
        rows = points[..., column].tolist()
        assert listed(result[name]) == [row if ok else None for row, ok in zip(rows, good, strict=True)]
    assert points.any()


def test_distances_are_those_of_all_tiles_and_the_winds_and_rules() -> None:
    batch = NONSENSE[:400]
    rules = Rules.preset("mil").replace(minimum=6)
    result = annotate(batch.to_arrow(), "distance,fan_distances", rules=rules)
    winds = {"prevalent": batch.prevalent, "seat": batch.seat}
    found = distance_batch(batch.concealed, batch.melds, min_points=6, rules=rules, on_error="mark", **winds)
    far, status = found.values, analysed(batch, found.status)
    fans = fan_distance_batch(batch.concealed, batch.melds, rules=rules, on_error="mark", **winds).values
    good = status == 0
    assert 0 < np.count_nonzero(good) < len(batch)
    assert listed(result["status"]) == status.tolist()
    for place, name in enumerate(("distance_open", "distance_concealed")):
        assert listed(result[name]) == [row[place] if ok else None for row, ok in zip(far.tolist(), good, strict=True)]
    assert listed(result["fan_distances"]) == [row if ok else None for row, ok in zip(fans.tolist(), good, strict=True)]


def test_discards_are_those_of_all_tiles() -> None:
    batch = NONSENSE[:1_000]
    result = annotate(batch.to_arrow(), "discards")
    found = discards_batch(batch.concealed, batch.melds, on_error="mark")
    shanten, masks, status = found.shanten, found.masks, analysed(batch, found.status)
    assert listed(result["status"]) == status.tolist()
    for name, rows in (("discard_shanten", shanten.tolist()), ("discard_useful", masks.tolist())):
        wanted = [row if code == 0 else None for row, code in zip(rows, status, strict=True)]
        assert listed(result[name]) == wanted


def test_hand_strings_give_the_numbers_of_their_columns() -> None:
    texts = [str(WINS.hand(row)) for row in range(300)]
    asked = ",".join(RESULTS)
    by_text = annotate(pa.record_batch({"hand": texts}), asked)
    by_columns = annotate(HandBatch.from_strings(texts).to_arrow(), asked)
    for name in result_schema(asked).names:
        assert by_text[name].equals(by_columns[name])


@pytest.mark.parametrize("threads", [1, 2, 5, None])
def test_many_rows_in_pieces_and_threads(threads: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastmcr.datasets.arrow.BLOCK", 300)
    monkeypatch.setattr("fastmcr.hands.batch.THREADED_ROWS", 1_000)
    rows = random_wins(1_577, 5)
    result = annotate(as_batch(rows).to_arrow(), ("score", "fans", "shanten"), threads=threads)
    wanted = score_batch(as_batch(rows))
    assert np.array_equal(result["points"].to_numpy(), wanted.points)
    counts = wanted.counts()
    lists = [np.repeat(np.arange(1, 83), row).tolist() for row in counts]
    assert listed(result["fans"]) == lists
    assert np.array_equal(result["shanten"].to_numpy(), shanten_batch(rows.concealed, rows.melds).best)


# --- bad rows --------------------------------------------------------------------------------------------------------


def one(what: str, **columns: Any) -> dict[str, Any]:
    """Annotate one row: the winning hand with other columns."""
    row = HandBatch.from_strings([WIN]).to_arrow().to_pylist()[0]
    columns = {name: pa.array([value], COLUMNS[name].type) for name, value in row.items()} | columns
    result: dict[str, Any] = annotate(pa.record_batch(columns), what).to_pylist()[0]
    return result


@pytest.mark.parametrize("name", list(COLUMNS))
def test_a_null_is_missing_where_it_is_looked_at(name: str) -> None:
    null = pa.nulls(1, COLUMNS[name].type)
    for what in RESULTS:
        result = one(what, **{name: null})
        if name == "win" and what not in ("score", "fans"):
            assert "null" not in str(result["reason"])
        elif name in RESULTS[what].needs:
            assert (result["status"], result["reason"]) == (9, f"{name} is null")
            assert all(result[column] is None for column in result_schema(what).names[2:])
        else:
            assert result["status"] == 0


def test_a_null_in_visible_is_missing() -> None:
    for null in (pa.nulls(1, pa.list_(pa.uint8(), 34)), pa.nulls(1, pa.null())):
        result = one("waits,shanten", visible=null)
        assert (result["status"], result["reason"], result["waits"], result["shanten"]) == (
            9, "visible is null", None, -1,
        )  # fmt: skip


def test_columns_of_nulls_have_no_type() -> None:
    for name in COLUMNS:
        result = one("score", **{name: pa.nulls(1)})
        assert (result["status"], result["reason"]) == (9, f"{name} is null")
    assert annotate(pa.table({"hand": pa.nulls(2)}), "score")["reason"].to_pylist() == ["hand is null"] * 2


@pytest.mark.parametrize("kind", [pa.list_(pa.int8(), 34), pa.list_(pa.int8()), pa.large_list(pa.int8())])
def test_a_null_inside_the_tiles(kind: Any) -> None:
    tiles: list[int | None] = HandBatch.from_strings([WIN]).concealed[0].tolist()
    tiles[20] = None
    result = one("score,shanten", concealed=pa.array([tiles], kind))
    assert (result["status"], result["reason"]) == (9, "a null inside concealed")
    assert result["points"] is result["shanten"] is None


@pytest.mark.parametrize("codes", [[None, 0, 0, 0], [0, 0, 0, None]])
def test_a_null_inside_the_melds(codes: list[int | None]) -> None:
    for kind in (pa.list_(pa.uint8(), 4), pa.list_(pa.uint8())):
        assert one("score", melds=pa.array([codes], kind))["reason"] == "a null inside melds"
    assert one("score", melds=pa.array([[None] * 4], pa.list_(pa.null(), 4)))["reason"] == "a null inside melds"


def test_lists_of_wrong_lengths() -> None:
    for length in (0, 33, 35):
        result = one("score,shanten", concealed=pa.array([[0] * length], pa.list_(pa.uint8())))
        assert (result["status"], result["reason"]) == (1, "concealed has not 34 counts")
    result = one("score", melds=pa.array([[0] * 5], pa.list_(pa.uint8())))
    assert (result["status"], result["reason"]) == (2, "melds has more than 4 codes")
    result = one("waits", visible=pa.array([[0] * 33], pa.list_(pa.uint8())))
    assert (result["status"], result["reason"]) == (1, "visible has not 34 counts")


def test_melds_of_any_number() -> None:
    texts = ["[EEE][123m]456p789s5s5s", WIN, "[EEE]123m456p789s5s5s"]
    batch = HandBatch.from_strings(texts)
    melds = pa.array([[code for code in codes if code] for codes in batch.melds.tolist()], pa.list_(pa.int64()))
    result = annotate(with_column(batch.to_arrow(), "melds", melds), "score", on_error="raise")
    assert listed(result["points"]) == score_batch(batch).points.tolist()


@pytest.mark.parametrize(
    "none", [pa.array([255], pa.uint8()), pa.array([None], pa.uint8()), pa.array([None], pa.int8())]
)
def test_without_a_winning_tile_analysis_goes_on(none: Any) -> None:
    result = one("score,shanten,discards,waits", win=none)
    assert result["status"] == 9
    assert result["reason"] in ("no winning tile", "win is null")
    assert (result["points"], result["shanten"], result["waits"]) == (None, -1, None)
    assert result["discard_shanten"][13] == 0
    ready = pa.array(HandBatch.from_strings([READY]).concealed.tolist(), pa.list_(pa.uint8(), 34))
    result = one("score,shanten,waits,discards", win=none, concealed=ready)
    assert (result["points"], result["shanten"], result["waits"]) == (None, 0, 1 << 9 | 1 << 13)
    assert result["discard_shanten"] is None


@pytest.mark.parametrize("what", RESULTS)
def test_a_winning_tile_that_is_not_held(what: str) -> None:
    for win in (8, 33):
        concealed = pa.array([HandBatch.from_strings([READY]).concealed[0].tolist()], pa.list_(pa.uint8(), 34))
        result = one(what, concealed=concealed, win=pa.array([win], pa.uint8()))
        assert (result["status"], result["reason"]) == ((4, WIN_ALONE) if win == 8 else (1, WIN_NOT_HELD))
        assert all(result[column] is None for column in result_schema(what).names[2:])


def test_without_a_column_of_winning_tiles() -> None:
    batch = HandBatch.from_strings([READY, WIN]).to_arrow()
    counts = batch.select(["concealed"])
    result = annotate(counts, "score,shanten")
    assert listed(result["reason"]) == ["no winning tile"] * 2
    assert listed(result["shanten"]) == [0, -1]
    whole = pa.array(HandBatch.from_strings([WIN]).concealed.tolist())
    result = annotate(pa.record_batch({"concealed": whole}), "shanten,discards,waits")
    wrong = "the wrong number of concealed tiles for waits: 13, or 14 with win, 3 fewer for each meld"
    assert result.to_pylist()[0]["reason"] == wrong
    assert result.to_pylist()[0]["shanten"] == -1
    assert result.to_pylist()[0]["discard_shanten"][13] == 0


@pytest.mark.parametrize("win", [34, 254, 256, 300, -1])
def test_a_winning_tile_that_is_none(win: int) -> None:
    result = one("shanten,useful,waits", win=pa.array([win], pa.int16()))
    assert (result["status"], result["shanten"], result["useful"], result["waits"]) == (1, None, None, None)
    assert result["reason"] == WIN_NOT_HELD
    assert one("score", win=pa.array([win], pa.int16()))["status"] == 1


def test_a_count_of_255_does_not_turn_into_none() -> None:
    counts = [0] * 34
    counts[0], counts[1], counts[2] = 255, 4, 4
    counts[3:7] = [4, 1, 1, 0]
    for value in (255, 256, 511, -1):
        counts[0] = value
        result = one("shanten,discards", concealed=pa.array([counts], pa.list_(pa.int16(), 34)), win=pa.array([0]))
        assert (result["status"], result["shanten"]) == (1, None)


def test_a_hand_that_is_no_win_has_a_shanten() -> None:
    result = annotate(pa.table({"hand": [WIN, NEAR]}), ["shanten", "score"]).to_pylist()
    assert [row["status"] for row in result] == [0, 8]
    assert [row["reason"] for row in result] == [None, "not a complete hand"]
    assert [row["shanten"] for row in result] == [-1, 0]
    assert [row["points"] for row in result] == [20, None]
    assert annotate(pa.table({"hand": [NEAR]}), "shanten")["status"].to_pylist() == [0]


@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        ("nonsense", 10, "text that is no hand string"),
        ("", 4, "the wrong number of concealed tiles"),
        (f"{WIN}\n{WIN}", 10, "text that is no hand string"),
        ("\n", 10, "text that is no hand string"),
        ("東" * 5, 10, "text that is no hand string"),
        ("11111m23456789p1s", 3, "more than four copies of a tile"),
        ("123m", 4, "the wrong number of concealed tiles"),
        (None, 9, "hand is null"),
    ],
)
def test_bad_text(text: str | None, status: int, reason: str) -> None:
    for what in RESULTS:
        table = pa.table({"hand": pa.array([WIN, text, READY], pa.string())})
        row = annotate(table, what).to_pylist()[1]
        assert (row["status"], row["reason"]) == (status, reason)
        assert all(row[name] is None for name in result_schema(what).names[2:])


def test_all_rows_bad() -> None:
    result = annotate(pa.table({"hand": pa.nulls(5, pa.string())}), ",".join(RESULTS))
    assert result["status"].to_pylist() == [9] * 5
    result.validate(full=True)


def test_status_is_that_of_the_first_result_of_the_table_whatever_the_order() -> None:
    table = pa.table({"hand": [READY]})
    for what in ("score,discards", "discards,score"):
        assert annotate(table, what)["reason"].to_pylist() == ["no winning tile"]


def test_raise_names_the_first_rows() -> None:
    table = pa.table({"hand": [WIN, "12x", NEAR, None, READY, "11111m23456789p1s"]})
    with pytest.raises(RowsError) as caught:
        annotate(table, "score", on_error="raise")
    assert str(caught.value) == (
        "5 rows cannot be used:\n"
        "  row 1: '12x': 'x' (U+0078) is no part of a hand string (character 3)\n"
        "  row 2: 123456789m1155p5s|EE0000|0 is not a complete hand\n"
        "  row 3: hand is null\n"
        "  row 4: no winning tile\n"
        "  row 5: '11111m23456789p1s': tile 1m appears 5 times; a hand holds at most 4"
    )


def test_raise_counts_rows_over_chunks() -> None:
    table = pa.concat_tables([pa.table({"hand": [WIN] * 3}), pa.table({"hand": [WIN, NEAR]})])
    with pytest.raises(RowsError, match="row 4: 123456789m1155p5s"):
        annotate(table, "score", on_error="raise")
    counts = np.zeros((3, 34), int)
    counts[:, :13] = 1
    counts[1, 0] = 2
    table = pa.table({"concealed": counts.tolist()})
    with pytest.raises(RowsError) as caught:
        annotate(table, "waits", on_error="raise")
    assert caught.value.rows == [1]
    assert caught.value.reasons == [FAULT_WORDS[FAULT_WORDS.index("no winning tile") + 1]]
    counts[1, 0] = 5
    with pytest.raises(RowsError, match="row 1: tile 1m appears 5 times; a hand holds at most 4"):
        annotate(pa.table({"concealed": counts.tolist()}), "shanten", on_error="raise")


# --- what comes back -------------------------------------------------------------------------------------------------


def test_schema_of_the_result() -> None:
    given = pa.schema([pa.field("id", pa.int32(), metadata={"a": "b"}), *hand_string_schema()], metadata={"c": "d"})
    table = pa.table({"id": pa.array([1], pa.int32()), "hand": [WIN]}, schema=given)
    result = annotate(table, RESULTS)
    assert result.schema.equals(pa.schema([*given, *result_schema(RESULTS)], metadata={"c": "d"}), check_metadata=True)
    result.validate(full=True)
    for schema in (hand_schema(), hand_string_schema(), result_schema(RESULTS)):
        assert all(field.metadata[b"description"] for field in schema)
    assert [(field.name, str(field.type)) for field in result_schema(RESULTS)] == [
        ("status", "uint8"),
        ("reason", "string"),
        ("points", "int16"),
        ("total", "int16"),
        ("legal", "bool"),
        ("fans", "list<item: uint8>"),
        ("shanten", "int8"),
        ("shanten_regular", "int8"),
        ("shanten_seven_pairs", "int8"),
        ("shanten_thirteen_orphans", "int8"),
        ("shanten_honors_and_knitted", "int8"),
        ("shanten_knitted_straight", "int8"),
        ("useful", "uint64"),
        ("waits", "uint64"),
        ("live_waits", "uint64"),
        ("wait_points_by_discard", "list<item: int16>"),
        ("wait_points_self_drawn", "list<item: int16>"),
        ("discard_shanten", "list<item: int8>"),
        ("discard_useful", "list<item: uint64>"),
        ("distance_open", "int8"),
        ("distance_concealed", "int8"),
        ("fan_distances", "list<item: int8>"),
    ]
    assert not result.schema.field("status").nullable


def test_each_result_alone_and_in_any_order_is_the_same() -> None:
    batch = pa.record_batch({"hand": [WIN, NEAR, READY, "[EEE,1]123m456p789s5s5s|ES1000|2"]})
    whole = annotate(batch, RESULTS)
    for asked in (*RESULTS, tuple(reversed(RESULTS)), ["useful", "fans"], "fans , shanten"):
        result = annotate(batch, asked)
        for name in result_schema(asked).names[2:]:
            assert result[name].equals(whole[name])
        assert result.schema.names == ["hand", *result_schema(asked).names]


OTHERS = {
    "text": st.text(max_size=3) | st.none(),
    "number": st.floats(allow_nan=False) | st.none(),
    "nested": st.lists(st.integers(0, 9), max_size=3) | st.none(),
    "winner": st.booleans() | st.none(),
}


@given(st.data())
def test_other_columns_stay_as_they_are(data: st.DataObject) -> None:
    rows = data.draw(st.integers(0, 6))
    columns: dict[str, Any] = {
        "hand": pa.array(data.draw(st.lists(st.sampled_from(TEXTS), min_size=rows, max_size=rows)), pa.string())
    }
    for name in data.draw(st.permutations(list(OTHERS)))[: data.draw(st.integers(0, 4))]:
        columns[name] = pa.array(data.draw(st.lists(OTHERS[name], min_size=rows, max_size=rows)))
    names = data.draw(st.permutations(list(columns)))
    table = pa.table({name: columns[name] for name in names})
    start = data.draw(st.integers(0, rows))
    for given_rows in (table.slice(start), *table.slice(start).to_batches()):
        result = annotate(given_rows, "shanten")
        assert result.select(names).equals(given_rows)
        assert result.num_rows == given_rows.num_rows
        assert result.schema.names == [*names, *result_schema("shanten").names]


def test_nothing_given_is_copied_or_changed() -> None:
    counts = WINS.concealed[:200].copy()
    before = counts.copy()
    batch = HandBatch(concealed=counts, win=WINS.win[:200], melds=WINS.melds[:200])
    arrow = batch.to_arrow()
    assert arrow["concealed"].values.buffers()[1].address == counts.ctypes.data
    back = HandBatch.from_arrow(arrow.slice(3))
    assert np.shares_memory(back.concealed, counts)
    assert np.array_equal(back.concealed, counts[3:])
    result = annotate(arrow, RESULTS)
    assert result["concealed"].values.buffers()[1].address == counts.ctypes.data
    assert np.array_equal(counts, before)


def test_same_type_comes_back() -> None:
    batch = pa.record_batch({"hand": [WIN]})
    assert isinstance(annotate(batch), pa.RecordBatch)
    assert isinstance(annotate(pa.table(batch)), pa.Table)

    class Frame:
        def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
            return batch.__arrow_c_array__(requested_schema)

    assert annotate(Frame()).equals(annotate(batch))


def test_a_reader_works_as_it_is_read() -> None:
    seen = []

    def parts() -> Any:
        for place in range(3):
            seen.append(place)
            yield pa.record_batch({"hand": [WIN, NEAR][: place + 1]})

    reader = pa.RecordBatchReader.from_batches(pa.schema([("hand", pa.string())]), parts())
    result = annotate(reader, "shanten")
    assert isinstance(result, pa.RecordBatchReader)
    assert seen == []
    assert result.read_next_batch()["shanten"].to_pylist() == [-1]
    assert seen == [0]
    assert result.read_all()["shanten"].to_pylist() == [-1, 0, -1, 0]
    reader = pa.RecordBatchReader.from_batches(pa.schema([("id", pa.int8())]), iter(()))
    assert "no column hand" in refusal(lambda: annotate(reader))
    reader = pa.RecordBatchReader.from_batches(pa.schema([("hand", pa.string())]), parts())
    assert len(HandBatch.from_arrow(reader)) == 5


def test_it_goes_to_other_processes() -> None:
    work = pickle.loads(pickle.dumps(partial(annotate, what="score", rules=Rules(minimum=21))))
    assert work(pa.record_batch({"hand": [WIN]}))["legal"].to_pylist() == [False]


def test_several_threads_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastmcr.datasets.arrow.BLOCK", 50)
    batch = WINS[:300].to_arrow()
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: annotate(batch, "score,fans,shanten", threads=2), range(8)))
    assert all(result.equals(results[0]) for result in results)


# --- what is refused -------------------------------------------------------------------------------------------------


def test_wrong_columns() -> None:
    columns = HandBatch.from_strings([WIN]).to_arrow()

    def said(what: str = "score", **changed: Any) -> str:
        kept = {name: columns[name] for name in columns.schema.names} | changed
        return refusal(lambda: annotate(pa.record_batch({k: v for k, v in kept.items() if v is not None}), what))

    names = "'melds, win, conditions, prevalent, seat, flowers'"
    assert said(concealed=None) == (
        f"no column hand (hand strings) or concealed (34 counts of tiles); the columns are {names}"
    )
    assert said(concealed=pa.array([WIN])) == (
        "column concealed is string; it must be lists of 34 integers, best fixed_size_list<uint8>[34]"
    )
    assert said(concealed=pa.array([[0.0] * 34])) == (
        "column concealed is list<item: double>; it must be lists of 34 integers, best fixed_size_list<uint8>[34]"
    )
    assert said(concealed=pa.array([[0] * 33], pa.list_(pa.int8(), 33))) == (
        "column concealed is fixed_size_list<item: int8>[33]; it must be lists of 34 integers, "
        "best fixed_size_list<uint8>[34]"
    )
    assert said(melds=pa.array([1])) == (
        "column melds is int64; it must be lists of 4 integers, best fixed_size_list<uint8>[4]"
    )
    assert said(win=pa.array([1.0])) == "column win is double; it must be integers, best uint8"
    assert said(seat=pa.array(["E"])) == "column seat is string; it must be integers, best uint8"
    assert said(conditions=pa.array([True])) == "column conditions is bool; it must be integers, best uint16"
    assert said(hand=pa.array([WIN])) == "columns hand and concealed both tell of the hand; rename or drop one of them"
    assert said("waits", visible=pa.array([4])) == (
        "column visible is int64; it must be lists of 34 integers, best fixed_size_list<uint8>[34]"
    )
    assert refusal(lambda: annotate(pa.table({"hand": pa.array([WIN.encode()])}))) == (
        "column hand is binary; it must be strings"
    )
    assert refusal(lambda: annotate(pa.table({"hand": [WIN], "seat": [1]}))) == (
        "columns hand and seat both tell of the hand; rename or drop one of them"
    )
    twice = pa.Table.from_arrays([pa.array([WIN])] * 2, names=["hand", "hand"])
    assert refusal(lambda: annotate(twice)) == "there are 2 columns hand; rename or drop all but one"
    assert refusal(lambda: annotate(pa.table({}))) == (
        "no column hand (hand strings) or concealed (34 counts of tiles); the columns are none"
    )
    for call in (HandBatch.from_arrow, annotate):
        assert refusal(partial(call, pa.table({"hand": [4]}))) == "column hand is int64; it must be strings"


def test_columns_that_no_result_looks_at_may_be_anything() -> None:
    table = pa.table({"concealed": WINS[:2].concealed.tolist(), "melds": WINS[:2].melds.tolist(), "seat": ["A", "B"]})
    assert annotate(table, "shanten")["shanten"].to_pylist() == [-1, -1]
    assert "column seat" in refusal(lambda: annotate(table, "score"))
    table = pa.table({"hand": [WIN], "visible": [False]})
    assert annotate(table, "score")["visible"].to_pylist() == [False]


def test_names_of_results_that_are_taken() -> None:
    for name in ("points", "status", "reason"):
        table = pa.table({"hand": [WIN], name: [1]})
        assert refusal(lambda table=table: annotate(table)) == (
            f"there is a column {name} already; rename or drop it, as the result brings its own"
        )
    assert annotate(pa.table({"hand": [WIN], "points": [1]}), "shanten")["points"].to_pylist() == [1]
    once = annotate(pa.table({"hand": [WIN]}), "score")
    assert "column status already" in refusal(lambda: annotate(once, "shanten"))


def test_wrong_arguments() -> None:
    table = pa.table({"hand": [WIN]})
    every = "score, fans, shanten, useful, waits, wait_points, discards, distance, fan_distances"
    assert refusal(lambda: annotate(table, "points")) == f"no result 'points'; there are {every}"
    assert refusal(lambda: annotate(table, "score,")) == f"no result ''; there are {every}"
    assert refusal(lambda: annotate(table, ["score", 4])) == f"no result 4; there are {every}"  # type: ignore[list-item]
    assert refusal(lambda: annotate(table, [["score"]])) == f"no result ['score']; there are {every}"  # type: ignore[list-item]
    assert refusal(lambda: annotate(table, [])) == f"what must name at least one of {every}"
    assert refusal(lambda: annotate(table, "score,fans,score")) == "score is asked for twice"
    assert refusal(lambda: annotate(table, 4)) == (  # type: ignore[arg-type]
        "what must name results, as 'score' or ['score', 'shanten'], not 4"
    )
    assert refusal(lambda: annotate(table, on_error="no")) == (  # type: ignore[arg-type]
        "on_error must be 'raise' or 'mark', not 'no'"
    )
    assert refusal(lambda: annotate(table, threads=0)) == "threads must be 1..1024 or None, not 0"
    with pytest.raises(RulesError):
        annotate(table, rules="nobody")
    for given_batch in ({"hand": [WIN]}, [WIN], WIN, None, 3, pa.Table):
        assert refusal(lambda given_batch=given_batch: annotate(given_batch)) == (
            "a batch is a pyarrow RecordBatch or Table, or a data frame that hands out Arrow, "
            f"not {type(given_batch).__name__}"
        )
    assert refusal(lambda: annotate(pa.array([1]))).startswith("this Int64Array cannot be read as Arrow columns: ")


def test_without_pyarrow() -> None:
    block = "import sys; sys.modules['pyarrow'] = None\n"
    for call in (
        "from fastmcr.datasets import annotate",
        "import fastmcr; fastmcr.HandBatch.from_arrow(None)",
        "import fastmcr; fastmcr.HandBatch.from_strings(['123456789m1155p5p']).to_arrow()",
    ):
        code = (
            f"{block}try:\n    {call}\nexcept ImportError as error:\n    print(type(error).__name__, error, sep=': ')"
        )
        said = python(code).stdout
        assert said == "MissingPackageError: this needs the package pyarrow: pip install 'fastmcr[bulk]'\n"
    npy = "import io, numpy; from fastmcr import HandBatch; f = io.BytesIO(); numpy.save(f, numpy.zeros((1, 34), int))"
    assert python(f"{block}{npy}; f.seek(0); print(HandBatch.from_npy(f))").stdout == "<HandBatch of 1 hands>\n"


def test_a_package_that_cannot_be_loaded(tmp_path: Path) -> None:
    (tmp_path / "brokenpackage.py").write_text("raise ImportError('libnothing.so is not there')")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nfrom fastmcr.files.optional import need\n"
    code += "try:\n    need('brokenpackage', extra='bulk')\nexcept ImportError as error:\n    print(error)"
    assert python(code).stdout == "the package brokenpackage cannot be loaded: libnothing.so is not there\n"
    error = MissingPackageError("pyarrow", "bulk")
    assert isinstance(error, McrError)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_importing_the_room_loads_no_arrow() -> None:
    code = "import sys, fastmcr.datasets as room; print('pyarrow' in sys.modules, 'numpy' in sys.modules)"
    assert python(code).stdout == "False False\n"
    assert set(fastmcr.datasets.__all__) <= set(dir(fastmcr.datasets))
    for name in fastmcr.datasets.__all__:
        assert getattr(fastmcr.datasets, name).__doc__
    with pytest.raises(AttributeError, match=r"^module 'fastmcr.datasets' has no attribute 'annotated'$"):
        fastmcr.datasets.annotated  # noqa: B018
