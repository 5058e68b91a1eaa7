"""Batches of hands: any array in, exact rows out; what cannot be a column is refused, nothing given is ever written."""

from __future__ import annotations

import copy
import itertools
import pickle
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from populations import Rows, random_wins
from strategies import hands
from support import as_batch

from fastmcr import Hand, HandBatch, HandError, InputError, McrError, RowsError, score_batch
from fastmcr.hands import batch as arrays
from fastmcr.hands.batch import as_column, narrowed, thread_count, usable_cpus

WINS = random_wins(300, seed=6)
COLUMNS = Rows._fields


def refuses(kind: type[McrError], text: str) -> Any:
    """Return the context that wants this error with exactly this text."""
    return pytest.raises(kind, match=f"^{re.escape(text)}$")


def columns(**changed: Any) -> dict[str, Any]:
    """Return the columns of the wins, some changed."""
    return WINS._asdict() | changed


def same_scores(batch: HandBatch) -> None:
    """Compare the scores of a batch with those of the plain columns."""
    result, wanted = score_batch(batch), score_batch(as_batch(WINS))
    for name in ("status", "points", "flags", "repeats", "reading"):
        np.testing.assert_array_equal(getattr(result, name), getattr(wanted, name))


# Any memory order and dtype


def strided(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    wide = np.zeros((3 * len(column), *column.shape[1:]), column.dtype)
    wide[::3] = column
    return wide[::3]


def backwards(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return column[::-1].copy()[::-1]


def of_wider_rows(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    wide = np.zeros((len(column), 50), column.dtype)
    if column.ndim == 1:
        wide[:, 7] = column
        return wide[:, 7]
    wide[:, 1 : 1 + column.shape[1]] = column
    return wide[:, 1 : 1 + column.shape[1]]


def read_only(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    kept = column.copy()
    kept.setflags(write=False)
    return kept


def unaligned(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    wide = column.astype(np.int32)
    raw = np.frombuffer(b"x" + wide.tobytes(), np.uint8)[1:]
    return raw.view(np.int32).reshape(column.shape)


FORMS: list[Callable[[npt.NDArray[Any]], Any]] = [
    strided, backwards, of_wider_rows, read_only, unaligned, np.asfortranarray, np.ndarray.tolist,
    *[lambda column, dtype=dtype: column.astype(dtype) for dtype in
      (np.uint16, np.int16, np.int32, np.uint32, np.int64, np.uint64, ">i4", ">u2")],
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS, ids=range(len(FORMS)))
def test_any_form_of_columns(form: Callable[[npt.NDArray[Any]], Any]) -> None:
    given_columns = {name: form(column) for name, column in columns().items()}
    before = copy.deepcopy(given_columns)
    same_scores(HandBatch(**given_columns))
    for name in COLUMNS:
        np.testing.assert_array_equal(given_columns[name], before[name])


def test_columns_are_not_copied() -> None:
    batch = as_batch(WINS)
    for name in COLUMNS:
        assert getattr(batch, name) is getattr(WINS, name)


def test_columns_that_were_left_out() -> None:
    batch = HandBatch(concealed=WINS.concealed, win=WINS.win)
    assert len(batch) == 300
    for name, shape in (("melds", (300, 4)), ("conditions", (300,)), ("seat", (300,)), ("flowers", (300,))):
        assert getattr(batch, name).shape == shape
        assert not getattr(batch, name).any()
    zeros = np.zeros(300, np.uint8)
    full = HandBatch(concealed=WINS.concealed, win=WINS.win, melds=np.zeros((300, 4), int), flowers=zeros)
    marked = score_batch(batch, on_error="mark")
    np.testing.assert_array_equal(marked.points, score_batch(full, on_error="mark").points)


def test_one_wind_for_all_rows() -> None:
    one, all_rows = np.zeros(300, np.uint8) + 2, 2
    result = [score_batch(HandBatch(**columns(prevalent=wind, seat=wind))).points for wind in (one, all_rows)]
    np.testing.assert_array_equal(*result)


@pytest.mark.parametrize("rows", [0, 1])
def test_empty_and_one_row_batches(rows: int) -> None:
    part = WINS.take(slice(0, rows))
    as_lists = HandBatch(**{name: column.tolist() for name, column in part._asdict().items()})
    for batch in (as_batch(part), as_batch(WINS)[:rows], as_lists):
        result = score_batch(batch, keep_found=True)
        assert len(batch) == len(result) == rows
        assert result.counts().shape == (rows, 82)
        assert (result.reading.shape, result.flags.shape) == ((rows, 7), (rows, 2))
        assert result.total.tolist() == score_batch(as_batch(WINS)).total[:rows].tolist()
    assert len(HandBatch.from_strings([])) == len(HandBatch.from_hands([])) == 0
    assert len(score_batch(HandBatch.from_strings([]))) == 0


# What can be no column


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"concealed": np.zeros((300, 33), np.uint8)}, "concealed must have shape (n, 34), not (300, 33)"),
        ({"concealed": np.zeros(34, np.uint8)}, "concealed must have shape (n, 34), not (34,)"),
        ({"concealed": np.zeros((300, 34))}, "concealed must be integers, not float64"),
        ({"concealed": np.full((300, 34), np.nan)}, "concealed must be integers, not float64"),
        ({"concealed": np.zeros((300, 34), bool)}, "concealed must be integers, not bool"),
        ({"concealed": np.zeros((300, 34), complex)}, "concealed must be integers, not complex128"),
        ({"concealed": np.zeros((300, 34), object)}, "concealed must be integers, not object"),
        ({"concealed": None}, "concealed must be given, not None"),
        ({"win": None}, "win must be given, not None"),
        ({"concealed": "123m"}, "concealed must be integers, not <U4"),
        ({"melds": np.zeros((300, 5), np.uint8)}, "melds must have shape (300, 4), not (300, 5)"),
        ({"melds": np.zeros((299, 4), np.uint8)}, "melds must have shape (300, 4), not (299, 4)"),
        ({"melds": np.zeros((300, 4, 1), np.uint8)}, "melds must have shape (300, 4), not (300, 4, 1)"),
        ({"win": np.zeros((300, 1), np.uint8)}, "win must have shape (300,), not (300, 1)"),
        ({"win": np.zeros(301, np.uint8)}, "win must have shape (300,), not (301,)"),
        ({"win": np.zeros(300, np.float32)}, "win must be integers, not float32"),
        ({"conditions": np.zeros(300, "M8[s]")}, "conditions must be integers, not datetime64[s]"),
        ({"seat": np.zeros(1, np.uint8)}, "seat must have shape (300,), not (1,)"),
        ({"flowers": ["one"] * 300}, "flowers must be integers, not text"),
        ({"flowers": [None] * 300}, "flowers must be integers, not object"),
        ({"flowers": [2**80] * 300}, "flowers must be integers, not object"),
        ({"flowers": float("nan")}, "flowers must be integers, not float64"),
        ({"status": np.zeros(299, np.uint8)}, "status must have shape (300,), not (299,)"),
    ],
)
def test_wrong_dtype_or_shape(changed: dict[str, Any], text: str) -> None:
    with refuses(InputError, text):
        HandBatch(**columns(**changed))


def test_ragged_columns() -> None:
    with pytest.raises(InputError, match=r"^melds cannot be read as an array: "):
        HandBatch(**columns(melds=[[1], [2, 3]]))


def test_no_batch() -> None:
    with refuses(InputError, "hands must have shape (n, 34), not (2,)"):
        score_batch([1, 2])
    with pytest.raises(InputError, match=r"^hands cannot be read as an array: "):
        score_batch(WINS)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        HandBatch(WINS.concealed)  # type: ignore[call-arg, misc]


# Values that do not fit become ones that no row may hold


@given(
    st.sampled_from(["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]),
    st.sampled_from([np.uint8, np.uint16]),
    st.lists(st.integers(-(2**63), 2**64 - 1) | st.integers(-300, 300), max_size=8),
)
def test_narrowed_keeps_what_fits_and_nothing_else(kind: str, dtype: type, values: list[int]) -> None:
    bounds = np.iinfo(kind)
    column = np.array([value for value in values if bounds.min <= value <= bounds.max], kind)
    most = np.iinfo(dtype).max
    result = narrowed(column, 0, len(column), dtype)
    assert result.dtype == dtype
    for value, kept in zip(column.tolist(), result.tolist(), strict=True):
        assert kept == value if 0 <= value <= min(most, 250) else kept > 249, (value, kept)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint16, np.uint32, np.uint64])
@pytest.mark.parametrize(
    ("name", "status"),
    [("concealed", 1), ("melds", 2), ("win", 1), ("conditions", 7), ("prevalent", 5), ("seat", 5), ("flowers", 6)],
)
def test_values_out_of_range(name: str, status: int, dtype: type) -> None:
    values = [-1, -128, -256, -(2**31), 256, 257, 65535, 65536, 2**31, 2**32, 2**63 - 1, 2**64 - 1]
    bounds = np.iinfo(dtype)
    for value in (value for value in values if bounds.min <= value <= bounds.max):
        column = getattr(WINS, name)[:3].astype(dtype)
        if column.ndim == 2:
            column[1, 2] = value
        else:
            column[1] = value
        batch = HandBatch(**WINS.take(slice(0, 3))._asdict() | {name: column})
        assert score_batch(batch, on_error="mark").status.tolist() == [0, status, 0], value
        with pytest.raises(RowsError) as raised:
            score_batch(batch)
        assert raised.value.rows == [1]
        assert raised.value.total_bad == 1
        assert raised.value.reasons[0]


# Hands in and out


@given(st.lists(hands(expressible=False), max_size=5))
def test_hands_there_and_back(given_hands: list[Hand]) -> None:
    batch = HandBatch.from_hands(given_hands)
    assert len(batch) == len(given_hands)
    for i, hand in enumerate(given_hands):
        if hand.win is not None:
            back = batch.hand(i)
            assert [meld.code for meld in back.melds] == [meld.code for meld in hand.melds]
            assert back.row.tolist() == hand.row.tolist()


def test_something_else_among_the_hands() -> None:
    with refuses(InputError, "item 1 is '123m', not a Hand"):
        HandBatch.from_hands([Hand("123456789m1155p"), "123m"])  # type: ignore[list-item]
    with refuses(InputError, "hands must be several Hand, not 5"):
        HandBatch.from_hands(5)  # type: ignore[arg-type]


def test_hand_of_a_row_that_nobody_can_hold() -> None:
    concealed = np.zeros((1, 34), np.uint8)
    concealed[0, 4] = 5
    with refuses(HandError, "tile 5m appears 5 times; a hand holds at most 4"):
        HandBatch(concealed=concealed, win=[3]).hand(0)
    with pytest.raises(HandError, match=r"^no meld has code 171"):
        HandBatch(concealed=concealed * 0, win=[255], melds=[[171, 0, 0, 0]]).hand(0)
    with refuses(HandError, "the winning tile 4m is not among the concealed tiles"):
        HandBatch(concealed=concealed * 0, win=[3]).hand(0)


def test_rows_of_a_batch() -> None:
    batch = as_batch(WINS)
    totals = score_batch(batch).total
    chosen = np.array([5, 5, 299, 0])
    assert score_batch(batch[chosen]).total.tolist() == totals[chosen].tolist()
    assert score_batch(batch[totals > 30]).total.tolist() == totals[totals > 30].tolist()
    assert str(batch[10:20].hand(-1)) == str(batch.hand(19))
    assert repr(batch) == "<HandBatch of 300 hands>"


def test_status_given_beforehand_is_kept() -> None:
    status = np.zeros(300, np.uint8)
    status[[3, 7]] = 9
    batch = HandBatch(**columns(status=status))
    result = score_batch(batch, on_error="mark")
    assert result.status.tolist() == status.tolist()
    assert not result.points[[3, 7]].any()
    assert score_batch(batch[:5], on_error="mark").status.tolist() == [0, 0, 0, 9, 0]
    with pytest.raises(RowsError, match=r"^2 rows cannot be used:\n  row 3: missing\n  row 7: missing$"):
        score_batch(batch)


@pytest.mark.parametrize("value", [-1, 11, 255, 256, 2**40])
def test_no_status(value: int) -> None:
    with refuses(InputError, "status must be codes 0..10"):
        HandBatch(**columns(status=[value] * 300))


def test_pickle() -> None:
    same_scores(pickle.loads(pickle.dumps(as_batch(WINS))))


# Text


def test_strings_there_and_back() -> None:
    batch = as_batch(WINS)
    texts = [str(batch.hand(i)) for i in range(len(batch))]
    for form in (texts, tuple(texts), np.array(texts)):
        same_scores(HandBatch.from_strings(form))


def test_bad_strings() -> None:
    texts = ["123456789m1155p5p", "123x", "11111m", "123456789m\n1155p5p", "[12m3p]", "EEE" * 70, "é", ""]
    batch = HandBatch.from_strings(texts, on_error="mark")
    assert batch.status is not None
    assert batch.status.tolist() == [0, 10, 3, 10, 10, 10, 10, 4]
    assert score_batch(batch, on_error="mark").status.tolist() == batch.status.tolist()
    with pytest.raises(RowsError) as raised:
        HandBatch.from_strings(texts)
    assert raised.value.rows == [1, 2, 3, 4, 5]
    assert raised.value.total_bad == 7
    assert str(raised.value).startswith("7 rows cannot be used:\n  row 1: '123x': ")
    assert str(raised.value).endswith("\n  and 2 more")
    assert len(str(raised.value)) < 1500


@pytest.mark.parametrize("texts", ["123m", 5, None, [1], [None], ["123m", b"123m"], np.array([1.5])])
def test_strings_that_are_none(texts: Any) -> None:
    with pytest.raises(InputError):
        HandBatch.from_strings(texts)


# Tile numbers


def tiles_of(batch: HandBatch) -> npt.NDArray[np.int64]:
    rows = np.full((len(batch), 14), -1)
    for i in range(len(batch)):
        tiles = np.repeat(np.arange(34), batch.concealed[i]).tolist()
        tiles.remove(batch.win[i])
        tiles.append(int(batch.win[i]))
        rows[i, : len(tiles)] = tiles
    return rows


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int64, np.int32])
def test_tiles(dtype: type) -> None:
    batch = as_batch(WINS)
    given_columns = {name: column for name, column in columns().items() if name not in ("concealed", "win")}
    tiles = tiles_of(batch).astype(dtype)
    before = tiles.copy()
    same_scores(HandBatch.from_tiles(tiles, **given_columns))
    np.testing.assert_array_equal(tiles, before)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.uint32, np.uint64])
def test_tiles_without_padding(dtype: type) -> None:
    chosen = np.flatnonzero(WINS.melds.sum(axis=1) == 0)
    part = as_batch(WINS)[chosen]
    batch = HandBatch.from_tiles(
        tiles_of(part).astype(dtype),
        conditions=part.conditions,
        prevalent=part.prevalent,
        seat=part.seat,
        flowers=part.flowers,
    )
    np.testing.assert_array_equal(score_batch(batch).total, score_batch(part).total)


@pytest.mark.parametrize("value", [-2, 34, 127, 255, 2**31])
def test_tiles_out_of_range(value: int) -> None:
    tiles = tiles_of(as_batch(WINS)[:3])
    tiles[1, 0] = value
    batch = HandBatch.from_tiles(tiles, melds=WINS.melds[:3])
    assert batch.status is not None
    assert batch.status.tolist() == [0, 1, 0]


def test_more_of_a_tile_than_a_byte_can_count() -> None:
    batch = HandBatch.from_tiles(np.zeros((1, 14), int))
    assert score_batch(batch, on_error="mark").status.tolist() == [1]


@pytest.mark.parametrize(
    ("tiles", "named", "text"),
    [
        (np.zeros((2, 13), int), {}, "tiles must have shape (n, 14), not (2, 13)"),
        (np.zeros((2, 14)), {}, "tiles must be integers, not float64"),
        (None, {}, "tiles must be given, not None"),
        (
            np.zeros((2, 14), int),
            {"winds": 1},
            "no column 'winds'; there are melds, conditions, prevalent, seat, flowers",
        ),
        (
            np.zeros((2, 14), int),
            {"win": [1, 1]},
            "no column 'win'; there are melds, conditions, prevalent, seat, flowers",
        ),
    ],
)
def test_tiles_that_are_none(tiles: Any, named: dict[str, Any], text: str) -> None:
    with refuses(InputError, text):
        HandBatch.from_tiles(tiles, **named)


# Suits exchanged


@pytest.mark.parametrize("order", ["".join(order) for order in itertools.permutations("mps")])
def test_permuted_suits(order: str) -> None:
    batch = as_batch(WINS)
    moved = batch.permute_suits(order)
    assert moved.permute_suits(["mps".index("mps"[order.index(suit)]) for suit in "mps"]) is not batch
    for i in range(0, len(batch), 10):
        before, after = batch.hand(i), moved.hand(i)
        swapped = dict(zip("mps", order, strict=True))
        back = [str(tile)[0] + swapped[tile.suit] if not tile.is_honor else str(tile) for tile in after.concealed]
        assert sorted(back) == sorted(map(str, before.concealed))
    np.testing.assert_array_equal(batch.concealed, WINS.concealed)
    again = moved.permute_suits([order.index(suit) for suit in "mps"])
    for name in COLUMNS:
        np.testing.assert_array_equal(getattr(again, name), getattr(batch, name))


@pytest.mark.parametrize("order", ["mp", "mmp", "mpsm", "xyz", (0, 1, 1), (1, 2, 3), [0]])
def test_no_order_of_suits(order: Any) -> None:
    with pytest.raises(InputError, match=r"^order must name each of m, p and s once, as 'psm' or \(1, 2, 0\), not "):
        as_batch(WINS).permute_suits(order)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.int16, np.int64, np.uint64])
def test_permuted_suits_of_any_dtype(dtype: type) -> None:
    batch = HandBatch(**{name: column.astype(dtype) for name, column in columns().items()})
    wanted = score_batch(as_batch(WINS).permute_suits("spm")).total
    np.testing.assert_array_equal(score_batch(batch.permute_suits("spm")).total, wanted)


def test_permuting_keeps_values_that_mean_nothing() -> None:
    batch = HandBatch(concealed=np.zeros((1, 34), int) - 1, win=[-5], melds=[[171, 255, 300, -1]])
    moved = batch.permute_suits("psm")
    assert (moved.win.tolist(), moved.melds.tolist()) == ([-5], [[171, 255, 300, -1]])
    assert moved.concealed.tolist() == [[-1] * 34]


# Threads


@pytest.mark.parametrize("threads", [0, -1, 1025, True, 1.0, "2"])
def test_no_number_of_threads(threads: Any) -> None:
    with pytest.raises(InputError, match=r"^threads must be 1\.\.1024 or None, not "):
        score_batch(as_batch(WINS), threads=threads)


def test_threads_by_default() -> None:
    assert thread_count(None, arrays.THREADED_ROWS - 1) == 1
    assert thread_count(None, arrays.THREADED_ROWS) == usable_cpus() >= 1
    assert thread_count(np.int64(3), 1) == 3  # type: ignore[arg-type]


def test_columns_one_by_one() -> None:
    column = np.arange(5)
    assert as_column("win", column, 5, ()) is column
    assert as_column("win", 3, 5, ()).tolist() == [3] * 5
