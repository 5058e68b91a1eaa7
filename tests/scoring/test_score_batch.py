"""Scoring many hands: what a ScoreBatch holds, bad rows, threads, progress."""

from __future__ import annotations

import re
import threading
from collections import Counter
from typing import Any

import numpy as np
import pytest
from populations import random_wins
from support import COMPILED, as_batch, random_rows, scaled, themed_wins

from fastmcr import Fan, Hand, HandBatch, InputError, McrError, RowsError, Rules, RulesError, score, score_batch
from fastmcr.hands import batch as arrays

WINS = as_batch(random_wins(scaled(2_000), seed=31))
DEAR_WINS = as_batch(themed_wins(scaled(1_000), seed=32))
RESULTS = ("status", "points", "flags", "repeats", "reading")


def refuses(kind: type[McrError], text: str) -> Any:
    """Return the context that wants this error with exactly this text."""
    return pytest.raises(kind, match=f"^{re.escape(text)}$")


# What it holds


def test_dtypes_and_shapes() -> None:
    result = score_batch(WINS, keep_found=True)
    n = len(WINS)
    shapes = {name: (getattr(result, name).dtype.name, getattr(result, name).shape) for name in (*RESULTS, "found")}
    assert shapes == {
        "status": ("uint8", (n,)),
        "points": ("int16", (n,)),
        "flags": ("uint64", (n, 2)),
        "repeats": ("uint64", (n,)),
        "reading": ("uint8", (n, 7)),
        "found": ("uint64", (n, 2)),
    }
    assert (result.total.dtype.name, result.flowers.dtype.name, result.legal.dtype.name) == ("int16", "int16", "bool")
    assert (result.counts().dtype.name, result.counts().shape) == ("uint8", (n, 82))
    assert len(result) == n
    assert score_batch(WINS).found is None
    assert result.rules == Rules()
    assert repr(result).startswith(f"<ScoreBatch of {n:,} hands>\n  row 0: ")


@pytest.mark.parametrize("batch", [WINS, DEAR_WINS], ids=["random", "dear"])
@pytest.mark.parametrize("preset", ["default", "mil"])
def test_points_are_those_of_the_fans(batch: HandBatch, preset: str) -> None:
    result = score_batch(batch, preset, keep_found=True)
    values = np.array([Rules.preset(preset).points_of(fan) if fan != Fan.FLOWER_TILES else 0 for fan in Fan])
    counts = result.counts()
    np.testing.assert_array_equal(counts @ values, result.points)
    np.testing.assert_array_equal(counts[:, Fan.FLOWER_TILES - 1], batch.flowers)
    np.testing.assert_array_equal(result.flowers, batch.flowers)
    np.testing.assert_array_equal(result.total, result.points + batch.flowers)
    np.testing.assert_array_equal(result.legal, result.points >= 8)
    assert result.found is not None
    assert not (result.flags & ~result.found).any()
    for row in range(0, len(batch), 17):
        fans = result.fans(row)
        assert [int(fan) - 1 for fan in fans] == np.flatnonzero(counts[row]).tolist()
        assert list(fans.values()) == counts[row][counts[row] > 0].tolist()
        words = [fan.english if count == 1 else f"{fan.english} x{count}" for fan, count in fans.items()]
        assert result.names(row) == words
        assert len(result.names(row, "zh")) == len(fans)


def test_only_repeatable_fans_count_more_than_once() -> None:
    many = {int(fan) + 1 for fan in np.flatnonzero((score_batch(DEAR_WINS).counts() > 1).any(axis=0))}
    assert many <= {64, 65, 69, 70, 71, 72, 73, 81}
    if COMPILED:
        assert many >= {64, 65, 69, 73, 81}


def test_names() -> None:
    result = score_batch(HandBatch.from_strings(["[123m,1]123m556677s9p9p|EE0000|2"]))
    assert result.names(0) == ["All Chows", "Pure Double Chow x2", "Single Wait", "Flower Tiles x2"]
    assert result.names(0, "zh") == ["平和", "一般高 x2", "单钓将", "花牌 x2"]
    with refuses(InputError, "lang must be 'en' or 'zh', not 'de'"):
        result.names(0, "de")


def test_minimum_of_the_rules() -> None:
    for minimum in (0, 1, 8, 24, 1000):
        result = score_batch(WINS, Rules(minimum=minimum))
        np.testing.assert_array_equal(result.legal, result.points >= minimum)
    bad = HandBatch.from_strings(["123456789m1155p6p"])
    assert not score_batch(bad, Rules(minimum=0), on_error="mark").legal.any()


# Bad rows

BAD = {
    1: "tile 1m appears 5 times; a hand holds at most 4",
    2: "no meld has code 171; a code is 1 + 34 * kind + tile, 1..170",
    3: "tile 9s appears 5 times; a hand holds at most 4",
    4: "12 concealed tiles and the winning tile with no melds; a hand of no melds has 13, or 14 with the winning tile",
    5: "prevalent wind must be E, S, W or N (or 0..3), not 4",
    6: "flowers must be 0..8, not 9",
    7: "a replacement tile is drawn by the winner: it needs self-drawn",
    8: "123456789m1155p6p|EE0000|0 is not a complete hand",
}


def spoiled() -> HandBatch:
    """Return ten rows: row k has status k, rows 0 and 9 are good."""
    row = Hand("123456789m1155p", win="5p").row
    rows = np.tile(row, (10, 1)).astype(np.int64)
    rows[1, 0] = 5
    rows[2, 34] = 171
    rows[3, 26], rows[3, 34] = 1, 1 + 68 + 26
    rows[4, 0] = 0
    rows[5, 40] = 4
    rows[6, 42] = 9
    rows[7, 39] = 8
    rows[8, 38], rows[8, 13], rows[8, 14] = 14, 2, 1
    return HandBatch(
        concealed=rows[:, :34], melds=rows[:, 34:38], win=rows[:, 38], conditions=rows[:, 39], prevalent=rows[:, 40],
        seat=rows[:, 41], flowers=rows[:, 42],
    )  # fmt: skip


def test_marked_rows() -> None:
    result = score_batch(spoiled(), on_error="mark", keep_found=True)
    assert result.status.tolist() == [*range(9), 0]
    assert result.points.tolist() == [20, *[0] * 8, 20]
    for name in ("flags", "repeats", "reading", "found"):
        assert not getattr(result, name)[1:9].any()
        assert name == "repeats" or getattr(result, name)[0].any()
    assert not result.counts()[1:9].any()
    assert result.legal.tolist() == [True, *[False] * 8, True]
    assert result.fans(4) == {}
    assert repr(result).startswith("<ScoreBatch of 10 hands, 8 of them bad>\n  row 0: 20 points: Pure Straight, ")
    assert dict(result.iter_bad()) == {status: arrays.STATUS_WORDS[status] for status in range(1, 9)}


def test_first_bad_rows_are_named() -> None:
    with pytest.raises(RowsError) as raised:
        score_batch(spoiled())
    error = raised.value
    assert (error.rows, error.total_bad) == ([1, 2, 3, 4, 5], 8)
    assert str(error).startswith("8 rows cannot be used:\n  row 1: ")
    assert str(error).endswith("\n  and 3 more")
    for row, reason in zip(error.rows, error.reasons, strict=True):
        assert reason.startswith(BAD[row]), reason
    for row in range(6, 9):
        with pytest.raises(RowsError) as raised:
            score_batch(spoiled()[row : row + 1])
        assert raised.value.rows == [0]
        assert raised.value.reasons[0].startswith(BAD[row])


def test_every_bad_row_has_its_reason() -> None:
    batch = as_batch(random_rows(scaled(1_000), seed=77))
    status = score_batch(batch, on_error="mark").status
    for row in np.flatnonzero(status)[:300]:
        with pytest.raises(RowsError) as raised:
            score_batch(batch[row : row + 1])
        assert len(raised.value.reasons[0]) < 300
        assert raised.value.total_bad == 1


def test_rows_without_a_winning_tile() -> None:
    batch = HandBatch.from_hands([Hand("123456789m1155p"), Hand("123456789m1155p", win="5p")])
    assert score_batch(batch, on_error="mark").status.tolist() == [1, 0]
    with pytest.raises(RowsError, match=r"row 0: "):
        score_batch(batch)


def test_bad_rows_in_any_chunk() -> None:
    n = 3 * arrays.CHUNK + 5 if COMPILED else 2_003
    one = WINS[np.zeros(n, np.intp)]
    win = np.array(one.win)
    bad = [0, 1_999, n - 1]
    win[bad] = 99
    batch = HandBatch(concealed=one.concealed, melds=one.melds, win=win, conditions=one.conditions,
                      prevalent=one.prevalent, seat=one.seat, flowers=one.flowers)  # fmt: skip
    for threads in (1, 2, None):
        with pytest.raises(RowsError) as raised:
            score_batch(batch, threads=threads)
        assert (raised.value.rows, raised.value.total_bad) == (bad, 3)
        result = score_batch(batch, threads=threads, on_error="mark")
        assert np.flatnonzero(result.status).tolist() == bad


@pytest.mark.parametrize("on_error", ["ignore", None, True, 0])
def test_no_way_to_treat_errors(on_error: Any) -> None:
    with refuses(InputError, f"on_error must be 'raise' or 'mark', not {on_error!r}"):
        score_batch(WINS, on_error=on_error)


def test_no_rules() -> None:
    with pytest.raises(RulesError):
        score_batch(WINS, "milk")
    with pytest.raises(RulesError):
        score_batch(WINS, {"minimum": 8})  # type: ignore[arg-type]


# Threads and progress


def many() -> HandBatch:
    """Return a few chunks of rows."""
    n = 5 * arrays.CHUNK + 123 if COMPILED else 200
    return WINS[np.arange(n) % len(WINS)]


def test_any_number_of_threads_gives_the_same() -> None:
    batch = many()
    one = score_batch(batch, threads=1, keep_found=True)
    for threads in (2, 3, 8, 1024, None):
        result = score_batch(batch, threads=threads, keep_found=True)
        for name in (*RESULTS, "found"):
            np.testing.assert_array_equal(getattr(result, name), getattr(one, name))


def test_no_thread_outlives_the_call() -> None:
    before = threading.active_count()
    score_batch(many(), threads=4)
    assert threading.active_count() == before


@pytest.mark.parametrize("threads", [1, 3])
def test_progress(threads: int) -> None:
    batch, calls = many(), []
    score_batch(batch, threads=threads, progress=lambda done, rows: calls.append((done, rows)))
    assert calls[-1] == (len(batch), len(batch))
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)
    assert {rows for _, rows in calls} == {len(batch)}
    assert len(calls) == -(-len(batch) // arrays.CHUNK)


@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_of_the_caller_ends_the_work(threads: int) -> None:
    class EnoughError(Exception):
        pass

    def stop(done: int, rows: int) -> None:
        raise EnoughError

    before = threading.active_count()
    with pytest.raises(EnoughError):
        score_batch(many(), threads=threads, progress=stop)
    assert threading.active_count() == before


def test_progress_bar(capsys: pytest.CaptureFixture[str]) -> None:
    score_batch(WINS, progress=True)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("progress", ["yes", 5, [1]])
def test_no_progress(progress: Any) -> None:
    with refuses(InputError, f"progress must be True, a callable or None, not {progress!r}"):
        score_batch(WINS, progress=progress)


def test_one_and_many() -> None:
    result = score_batch(WINS)
    for row in range(0, len(WINS), 37):
        one = score(WINS.hand(row))
        assert (one.points, one.total, one.fans) == (result.points[row], result.total[row], result.fans(row))
        assert Counter(one.fans.values()).total() > 0
