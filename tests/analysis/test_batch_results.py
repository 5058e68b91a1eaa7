"""Functions over many hands: the same input for all, and one result that is looked at, cut and printed alike."""

from __future__ import annotations

import inspect
import pickle
import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

import fastmcr
from fastmcr import Fan, HandBatch, InputError, McrError, RowsError, Shanten, Tile
from fastmcr.hands.batch_result import BadRow, BatchResult

READY = ["[EEE]123m456p78s55s|SW0000", "1112345678999m", "147m258p369sESWN"]
READY_BATCH = HandBatch.from_strings(READY)
DRAWN = np.array([[1] * 14 + [0] * 20, [3, 3, 3, 3, 2] + [0] * 29], np.uint8)
WINS = ["123456789m1155p5p", "[EEE]123m456p789s5s5s|ES1000|2"]

ANALYSES: dict[str, Callable[..., BatchResult[Any]]] = {
    "shanten": fastmcr.shanten_batch,
    "useful_tiles": fastmcr.useful_tiles_batch,
    "waits": fastmcr.waits_batch,
    "wait_points": fastmcr.wait_points_batch,
    "distance": fastmcr.distance_batch,
    "fan_distance": fastmcr.fan_distance_batch,
}
ALL = ANALYSES | {"discards": fastmcr.discards_batch, "score": fastmcr.score_batch}
RESULTS: dict[str, Callable[[], BatchResult[Any]]] = {
    name: lambda function=function: function(READY) for name, function in ANALYSES.items()
} | {
    "useful_tiles per form": lambda: fastmcr.useful_tiles_batch(READY, per_form=True),
    "discards": lambda: fastmcr.discards_batch(DRAWN),
    "score": lambda: fastmcr.score_batch(WINS, keep_found=True),
}  # fmt: skip


def refuses(kind: type[McrError], text: str) -> Any:
    """Return the context that wants this error with exactly this text."""
    return pytest.raises(kind, match=f"^{re.escape(text)}$")


def arrays(result: BatchResult[Any]) -> dict[str, Any]:
    given = {field.name: getattr(result, field.name) for field in fields(result)}  # type: ignore[arg-type]
    return {name: value for name, value in given.items() if isinstance(value, np.ndarray)}


def same(one: BatchResult[Any], other: BatchResult[Any]) -> bool:
    first, second = arrays(one), arrays(other)
    return first.keys() == second.keys() and all((first[name] == second[name]).all() for name in first)


# --- what they take ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ANALYSES)
def test_strings_a_batch_and_counts_give_the_same(name: str) -> None:
    function = ANALYSES[name]
    columns: dict[str, Any] = {"melds": READY_BATCH.melds}
    if name in ("wait_points", "distance", "fan_distance"):
        columns |= {"prevalent": READY_BATCH.prevalent, "seat": READY_BATCH.seat}
    wanted = function(READY_BATCH)
    for given in (READY, tuple(READY), np.array(READY), np.array(READY, object)):
        assert same(function(given), wanted)
    for counts in (READY_BATCH.concealed, READY_BATCH.concealed.tolist(), np.asfortranarray(READY_BATCH.concealed)):
        assert same(function(counts, **columns), wanted)


def test_scores_of_counts_beside_columns() -> None:
    batch = HandBatch.from_strings(WINS)
    names = ("win", "melds", "conditions", "prevalent", "seat", "flowers")
    columns = {name: getattr(batch, name) for name in names}
    assert same(fastmcr.score_batch(batch.concealed, **columns), fastmcr.score_batch(WINS))
    with refuses(InputError, "win= must be given beside counts: which of its tiles each hand wins with"):
        fastmcr.score_batch(batch.concealed, melds=batch.melds)


def test_the_winds_of_a_batch_count() -> None:
    seat_wind = Fan.SEAT_WIND - 1
    texts = ["[EEE]123m456p78s55s|SE0000", "[EEE]123m456p78s55s|SW0000"]
    east, west = fastmcr.fan_distance_batch(texts).values[:, seat_wind].tolist()
    assert east == 0 < west


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    ("given", "why"), [(READY_BATCH, "a HandBatch has its own"), (READY, "hand strings have their own")]
)
def test_columns_beside_hands_that_have_them(name: str, given: Any, why: str) -> None:
    with refuses(InputError, f"melds= stands beside counts; {why}"):
        ALL[name](given, melds=READY_BATCH.melds)


@pytest.mark.parametrize("name", ["wait_points", "distance", "fan_distance", "score"])
def test_winds_beside_hands_that_have_them(name: str) -> None:
    with refuses(InputError, "seat= stands beside counts; hand strings have their own"):
        ALL[name](WINS, seat=1)


@pytest.mark.parametrize("name", ALL)
def test_one_string_is_not_many(name: str) -> None:
    words = "hands must be a HandBatch, counts of shape (n, 34), or a list of hand strings, not one str; write [text]"
    with refuses(InputError, words):
        ALL[name](READY[0])
    with refuses(InputError, "item 1 is 5, not a str"):
        ALL[name]([READY[0], 5])


@pytest.mark.parametrize("name", ANALYSES)
def test_text_that_cannot_be_read_is_named_or_marked(name: str) -> None:
    given = [READY[0], "12x", READY[1], "1m"]
    with pytest.raises(RowsError) as caught:
        ANALYSES[name](given)
    assert caught.value.rows == [1, 3]
    assert caught.value.reasons[0] == "'12x': 'x' (U+0078) is no part of a hand string (character 3)"
    assert caught.value.reasons[1].startswith("'1m': 1 concealed tile with no melds; ")
    marked = ANALYSES[name](given, on_error="mark")
    assert marked.status.tolist() == [0, 10, 0, 4]
    assert same(marked[[0, 2]], ANALYSES[name]([READY[0], READY[1]]))


@pytest.mark.parametrize("name", ANALYSES)
def test_rows_known_to_be_bad_keep_their_status_and_have_no_numbers(name: str) -> None:
    """The tiles of these rows are good."""
    batch = HandBatch(concealed=READY_BATCH.concealed, melds=READY_BATCH.melds, win=READY_BATCH.win, status=[0, 9, 7])
    found = ANALYSES[name](batch, on_error="mark")
    assert found.status.tolist() == [0, 9, 7]
    blank = {"int8": -128}
    for array in arrays(found).values():
        if array is not found.status:
            assert (array[1:] == blank.get(array.dtype.name, 0)).all()
    with pytest.raises(RowsError) as caught:
        ANALYSES[name](batch)
    assert caught.value.reasons == ["missing", "conditions that contradict each other or the hand"]


# --- what they return -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RESULTS)
def test_rows_slices_masks_and_positions(name: str) -> None:
    result = RESULTS[name]()
    number = len(result)
    assert len(list(result)) == number == len(result.status)
    assert str(result[0]) == str(next(iter(result)))
    assert str(result[-1]) == str(result[number - 1]) == str(result[np.int64(number - 1)])
    for rows in (slice(1, None), [number - 1, 0], np.arange(number) > 0, slice(None, None, -1), []):
        some = result[rows]
        assert type(some) is type(result)
        for field, array in arrays(some).items():
            np.testing.assert_array_equal(
                array, arrays(result)[field][rows or slice(0) if isinstance(rows, list) else rows]
            )
    for row in (number, -number - 1):
        with refuses(InputError, f"there is no row {row}; there are {number}"):
            result[row]
    for rows in ((0, 5), True, "0", 0.5, None):
        with pytest.raises(InputError, match=r"^rows "):
            result[rows]  # type: ignore[call-overload]
    assert same(pickle.loads(pickle.dumps(result)), result)


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_prints_its_first_rows(name: str) -> None:
    result = RESULTS[name]()
    assert str(result).splitlines() == [
        f"<{type(result).__name__} of {len(result)} hands>",
        *(f"  row {row}: {value}" for row, value in enumerate(result)),
    ]
    many = result[np.zeros(12_345, int)]
    assert len(repr(many).splitlines()) == 7
    assert repr(many).endswith("\n  and 12,340 more")
    assert repr(result[:1]).startswith(f"<{type(result).__name__} of 1 hand>\n")
    assert repr(result[:0]) == f"<{type(result).__name__} of 0 hands>"


def test_one_row_reads_well() -> None:
    assert fastmcr.shanten_batch(READY)[0] == fastmcr.shanten(READY[0]) == Shanten(0, 127, 127, 127, 5, 0)
    useful = fastmcr.useful_tiles_batch(READY, per_form=True)[0]
    assert useful.tiles == useful.per_form["regular"] == (Tile.S6, Tile.S9)
    assert str(useful) == f"{useful.shanten}; useful: 69s"
    assert str(fastmcr.waits_batch(["234m345s333pEEEE"])[0]) == "waits: E (none left: E)"
    assert str(fastmcr.waits_batch(["123m456p789s1357m"])[0]) == "waits: none"
    assert str(fastmcr.wait_points_batch(READY)[0]) == "points: 6s 1, 2 self-drawn; 9s 9, 10 self-drawn"
    assert fastmcr.distance_batch(READY)[0] == fastmcr.distance(READY[0])
    far = fastmcr.fan_distance_batch(READY)[0]
    assert list(far.distances.values()) == sorted(far.distances.values())
    left = fastmcr.discards_batch(DRAWN)[1]
    assert left.shanten == {one.tile: one.shanten for one in fastmcr.discards("111222333444m55m")}
    score = fastmcr.score_batch(WINS)[1]
    assert (score.points, score.flowers, score.total, score.legal) == (12, 2, 14, True)
    assert score.fans == fastmcr.score(WINS[1]).fans


def test_a_bad_row_says_why() -> None:
    found = fastmcr.shanten_batch([READY[0], "1m"], on_error="mark")
    assert found[1] == BadRow(1, 4)
    assert str(found[1]) == found[1].reason == "the wrong number of concealed tiles"  # type: ignore[union-attr]
    assert repr(found).startswith("<ShantenBatch of 2 hands, 1 of them bad>\n")
    assert dict(found.iter_bad()) == {1: "the wrong number of concealed tiles"}


# --- their documentation ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_help_describes_every_parameter(name: str) -> None:
    """Whatever is written once only is there in each."""
    text = inspect.getdoc(ALL[name]) or ""
    described = text.partition("Parameters\n----------\n")[2].partition("\n\nReturns\n")[0]
    heads = [line for line in described.splitlines() if not line.startswith(" ")]
    assert all(" : " in head for head in heads), heads
    names = [each for head in heads for each in head.partition(" : ")[0].split(", ")]
    assert sorted(names) == sorted(inspect.signature(ALL[name]).parameters)
