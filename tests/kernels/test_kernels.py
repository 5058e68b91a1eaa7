"""The compiled core against the slow twin: status, points, fans and reading of random rows; and its parts."""

from __future__ import annotations

import importlib
import random
from typing import Any

import numpy as np
import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from populations import Rows, meld_counts, random_wins
from support import (
    COMPILED,
    PRESETS,
    as_batch,
    difference,
    oracle_score,
    oracle_status,
    random_rows,
    scaled,
    themed_wins,
)

from fastmcr import Hand, HandBatch, Rules, score, score_batch
from fastmcr.hands import batch as arrays
from fastmcr.hands import notation
from fastmcr.kernels import jit, layout, load_tables, nibbles, score_one, score_row, score_rows
from fastmcr.kernels.scoring import fans_sets, fans_tiles
from fastmcr.kernels.scoring import pack as check
from fastmcr.rulebook import fans, rules

WINS = random_wins(scaled(10_000), seed=20240601)
DEAR_WINS = themed_wins(scaled(4_000), seed=20240602)


# Random wins


@pytest.mark.parametrize("preset", PRESETS)
def test_random_wins(preset: str) -> None:
    result = score_batch(as_batch(WINS), preset, keep_found=True)
    for i in range(len(WINS.win)):
        assert difference(result, i, oracle_score(WINS, i, preset)) is None, (str(as_batch(WINS).hand(i)), i)


def other_switches(seed: int) -> dict[str, Any]:
    """Draw a value for every switch that the oracle knows."""
    rng = random.Random(seed)
    return {name: rng.choice(values) for name, values in oracle.SWITCHES.items()}


@pytest.mark.parametrize("seed", range(12))
def test_random_wins_under_random_switches(seed: int) -> None:
    switches = other_switches(seed)
    wins = random_wins(scaled(500), seed=100 + seed)
    result = score_batch(as_batch(wins), Rules(**switches), on_error="mark", keep_found=True)
    for i in range(len(wins.win)):
        wanted = oracle_score(wins, i, switches)
        assert difference(result, i, wanted) is None, (str(as_batch(wins).hand(i)), switches)


@pytest.mark.parametrize("preset", PRESETS)
def test_wins_of_dear_fans(preset: str) -> None:
    result = score_batch(as_batch(DEAR_WINS), preset, keep_found=True)
    for i in range(len(DEAR_WINS.win)):
        wanted = oracle_score(DEAR_WINS, i, preset)
        assert difference(result, i, wanted) is None, (str(as_batch(DEAR_WINS).hand(i)), i)


def test_every_fan_and_every_kind_of_reading_is_among_them() -> None:
    if not COMPILED:
        pytest.skip("too few wins as plain Python")
    batches = [(WINS, "default"), (DEAR_WINS, "default"), (DEAR_WINS, "mil")]
    results = [score_batch(as_batch(rows), preset) for rows, preset in batches]
    assert set(np.concatenate([result.reading[:, 6] for result in results]).tolist()) == set(range(10))
    assert set(np.concatenate([result.reading[:, 5] for result in results]).tolist()) == set(range(7))
    seen = {int(fan) for result in results for fan in 1 + np.flatnonzero(result.counts().any(axis=0))}
    assert set(range(1, 83)) - seen == set()


def test_random_wins_of_one_suit() -> None:
    """Full flushes have the most readings; with all tiles in one suit every wait and combination table is met."""
    rng = np.random.default_rng(5)
    n = scaled(4_000)
    tiles = np.argsort(rng.random((n, 36)), axis=1)[:, :14] // 4
    concealed = np.zeros((n, 34), np.uint8)
    for place in range(14):
        concealed[np.arange(n), tiles[:, place]] += 1
    none = np.zeros(n, np.uint8)
    melds, win = np.zeros((n, 4), np.uint8), tiles[:, 13].astype(np.uint8)
    rows = Rows(concealed, melds, win, rng.integers(0, 2, n).astype(np.uint16), none, none, none)
    result = score_batch(as_batch(rows), on_error="mark", keep_found=True)
    assert np.count_nonzero(result.status == layout.OK) > n // 50
    for i in range(n):
        assert difference(result, i, oracle_score(rows, i)) is None, str(as_batch(rows).hand(i))


@pytest.mark.parametrize("preset", ["default", "mil"])
def test_status_of_random_rows(preset: str) -> None:
    rows = random_rows(scaled(20_000), seed=3)
    result = score_batch(as_batch(rows), preset, on_error="mark", keep_found=True)
    wanted = [
        oracle_status(
            rows.concealed[i].tolist(), rows.melds[i].tolist(), *(int(column[i]) for column in rows[2:]),
            switches=oracle.PRESETS[preset],
        )
        for i in range(len(rows.win))
    ]  # fmt: skip
    assert result.status.tolist() == wanted
    if COMPILED:
        assert set(wanted) == set(range(9))
    bad = result.status != 0
    for column in (result.points, result.flags, result.repeats, result.reading, result.found, result.total):
        assert column is not None
        assert not column[bad].any()


# A row changed in one place is judged like the oracle judges it


@given(st.integers(0, len(WINS.win) - 1), st.integers(0, 43), st.integers(0, 255))
def test_status_of_a_win_with_one_changed_byte(i: int, place: int, value: int) -> None:
    row = np.concatenate([WINS.concealed[i], WINS.melds[i], [int(column[i]) for column in WINS[2:]]]).astype(np.int64)
    row[min(place, 42)] = value
    batch = HandBatch(
        concealed=row[None, :34],
        melds=row[None, 34:38],
        **{name: row[None, 38 + k] for k, name in enumerate(Rows._fields[2:])},
    )
    result = score_batch(batch, on_error="mark")
    wanted = oracle_status(row[:34].tolist(), row[34:38].tolist(), *row[38:].tolist())
    assert result.status.tolist() == [wanted]


# One row from other people's code


@njit  # type: ignore[untyped-decorator]
def mean_points(concealed, melds, wins, tables, bars, points, switches):  # type: ignore[no-untyped-def]
    """Return the mean of a hand's points over several winning tiles by discard, 0 where it does not win."""
    work = np.empty(layout.SLOTS, np.uint64)
    first, conditions, prevalent, seat, flowers = 0, 0, 0, 0, 0
    total = 0
    for row, win in enumerate(wins):
        status = score_row(
            concealed, melds, first, np.int64(row), np.int64(win), conditions, prevalent, seat, flowers,
            tables, bars, points, switches, work,
        )  # fmt: skip
        if status == 0:
            total += np.int64(work[22])
    return total / len(wins)


def test_other_peoples_jitted_code_scores_rows() -> None:
    hand = Hand("1112345678999m")
    row = np.array(hand.row).reshape(1, 44)
    wins = np.arange(18)
    concealed, melds = np.repeat(row[:, :34], 18, axis=0), np.repeat(row[:, 34:38], 18, axis=0)
    concealed[wins, wins] += 1
    compiled = Rules().compiled
    for array in (concealed, melds):
        array.setflags(write=False)
    mean = mean_points(concealed, melds, wins, load_tables(), *compiled)
    points = [score(Hand("1112345678999m", win=tile)).points for tile in range(9)]
    assert mean == sum(points) / 18
    assert check.POINTS == 22


def test_one_row_and_many_rows_agree() -> None:
    rows = random_rows(scaled(2_000), seed=8)
    result = score_batch(as_batch(rows), on_error="mark", keep_found=True)
    compiled, work = Rules().compiled, np.empty(layout.SLOTS, np.uint64)
    for i in np.flatnonzero(rows.conditions < 256):
        one = np.zeros((1, 44), np.uint8)
        one[0, :34], one[0, 34:38] = rows.concealed[i], rows.melds[i]
        one[0, 38:43] = [int(column[i]) for column in rows[2:]]
        status = score_one(one, *load_tables(), *compiled, work)
        assert status == result.status[i]
        if status == layout.OK:
            assert work[check.POINTS] == result.points[i]
            assert work[check.FLAGS0 : check.COUNTED + 1].tolist() == [*result.flags[i].tolist(), result.repeats[i]]
            assert result.found is not None
            assert work[check.FOUND0 : check.READING].tolist() == result.found[i].tolist()
            assert int(work[check.READING]).to_bytes(8, "little")[:7] == result.reading[i].tobytes()


def test_a_row_does_not_depend_on_the_row_before() -> None:
    rows = random_rows(scaled(2_000), seed=9)
    wins = WINS.take(slice(0, len(rows.win)))
    mixed = Rows(*(np.concatenate(pair)[np.arange(2 * len(rows.win)).reshape(2, -1).T.ravel()]
                   for pair in zip(wins, rows, strict=True)))  # fmt: skip
    result = score_batch(as_batch(mixed), on_error="mark")
    apart = score_batch(as_batch(wins)), score_batch(as_batch(rows), on_error="mark")
    for name in ("status", "points", "flags", "repeats", "reading"):
        np.testing.assert_array_equal(getattr(result, name)[::2], getattr(apart[0], name))
        np.testing.assert_array_equal(getattr(result, name)[1::2], getattr(apart[1], name))


def test_entry_points_take_exact_types_only() -> None:
    if not COMPILED:
        pytest.skip("plain Python takes anything")
    with pytest.raises(TypeError):
        score_one([0] * 44, *load_tables(), *Rules().compiled, np.empty(layout.SLOTS, np.uint64))
    with pytest.raises(TypeError):
        score_rows(np.zeros((1, 34)))


# What rows are packed into


@given(st.lists(st.integers(0, 4), min_size=34, max_size=34))
def test_pack_row(counts: list[int]) -> None:
    work = np.zeros(layout.SLOTS, np.uint64)
    assert pack(np.array([counts], np.uint8), work) == sum(counts)
    for suit in range(4):
        held = counts[9 * suit : 9 * suit + 9]
        index = sum(count * 5**rank for rank, count in enumerate(held)) + (layout.SUIT_STATES if suit == 3 else 0)
        assert work[check.INDEX + suit] == index
        assert work[check.HELD + suit] == work[check.TOTAL + suit]
        assert [int(work[check.HELD + suit]) >> 4 * rank & 15 for rank in range(len(held))] == held


@given(st.lists(st.integers(0, 255), min_size=34, max_size=34))
def test_pack_row_refuses_any_count_over_four(counts: list[int]) -> None:
    packed = pack(np.array([counts], np.uint8), np.zeros(layout.SLOTS, np.uint64))
    assert (packed == -1) == (max(counts) > 4)


@pytest.mark.parametrize("tile", range(34))
def test_pack_row_sees_every_count_over_four(tile: int) -> None:
    for count in (*range(5, 20), 127, 128, 129, 132, 133, 250, 255):
        counts = np.zeros((1, 34), np.uint8)
        counts[0, tile] = count
        assert pack(counts, np.zeros(layout.SLOTS, np.uint64)) == -1


@njit  # type: ignore[untyped-decorator]
def pack(counts, work):  # type: ignore[no-untyped-def]
    return check.pack_row(counts, 0, work)


@njit  # type: ignore[untyped-decorator]
def bits_of(word):  # type: ignore[no-untyped-def]
    return jit.ones(word), jit.lowest(word)


@njit  # type: ignore[untyped-decorator]
def eight_bytes(rows, row, column):  # type: ignore[no-untyped-def]
    return jit.eight(rows, row, column)


@given(st.integers(1, 2**64 - 1))
def test_bits_of_a_word(word: int) -> None:
    assert bits_of(np.uint64(word)) == (word.bit_count(), (word & -word).bit_length() - 1)
    assert (jit.ones(np.uint64(word)), jit.lowest(np.uint64(word))) == bits_of(np.uint64(word))


@pytest.mark.parametrize(("row", "column"), [(0, 0), (0, 26), (1, 9), (2, 26)])
def test_eight_bytes_of_a_row(row: int, column: int) -> None:
    rows = np.random.default_rng(1).integers(0, 256, (3, 34)).astype(np.uint8)
    wanted = int.from_bytes(rows[row, column : column + 8].tobytes(), "little")
    assert eight_bytes(rows, row, column) == wanted == jit.eight(rows, row, column)


@given(st.lists(st.integers(0, 4), min_size=34, max_size=34))
def test_fours(counts: list[int]) -> None:
    words = [as_word(counts[first : first + 9]) for first in (0, 9, 18, 27)]
    assert fans_tiles.fours(*words) == counts.count(4)


COUNTS = st.lists(st.integers(0, 4), min_size=9, max_size=9)


def as_word(counts: list[int]) -> np.uint64:
    """Return counts as nibbles."""
    return np.uint64(sum(count << 4 * rank for rank, count in enumerate(counts)))


def as_counts(word: Any) -> list[int]:
    return [int(word) >> 4 * rank & 15 for rank in range(9)]


@given(COUNTS, COUNTS)
def test_nibbles(one: list[int], other: list[int]) -> None:
    word, more = as_word(one), as_word(other)
    assert [int(nibbles.copies(word, np.uint64(4 * rank))) for rank in range(9)] == one
    assert as_counts(nibbles.presence(word)) == [int(count >= 1) for count in one]
    assert as_counts(nibbles.two_or_more(word)) == [int(count >= 2) for count in one]
    assert as_counts(nibbles.three_or_more(word)) == [int(count >= 3) for count in one]
    assert as_counts(nibbles.less(word, more)) == [max(0, a - b) for a, b in zip(one, other, strict=True)]
    assert nibbles.fits(word, more) == all(a <= b for a, b in zip(one, other, strict=True))
    low = as_counts(nibbles.chows_within(nibbles.presence(word)))[:7]
    assert low == [int(min(one[rank : rank + 3]) > 0) for rank in range(7)]
    few = [min(count, 1) for count in one]
    assert nibbles.missing_of(as_word(few), more) == sum(max(0, a - b) for a, b in zip(few, other, strict=True))


@given(st.lists(st.integers(1, 21), max_size=4))
def test_index_of_sets_in_any_order(sets: list[int]) -> None:
    from fastmcr.kernels.tables.build.scoring import combination_index

    ranks = load_tables().ranks
    packed = np.uint64(sum(number << 8 * place for place, number in enumerate(sets)))
    assert fans_sets.sorted_index(packed, ranks, np.int64(0)) == combination_index(ranks, sets, 0)


def test_random_wins_are_wins_of_possible_tiles() -> None:
    total = WINS.concealed.astype(int) + meld_counts(WINS.melds)
    assert total.max() == 4
    assert (score_batch(as_batch(WINS)).status == 0).all()


# Numbers that both sides know


def test_the_face_and_the_kernels_use_the_same_numbers() -> None:
    assert fans.REPEATABLE == layout.REPEATABLE
    bits = (notation.SELF_DRAWN, notation.LAST_TILE, notation.WALL_LAST, notation.REPLACEMENT, notation.ROBBED_KONG)
    assert bits == (layout.SELF_DRAWN, layout.LAST_OF_KIND, layout.WALL_LAST, layout.REPLACEMENT, layout.ROBBED_KONG)
    assert len(arrays.STATUS_WORDS) == layout.BAD_NOTATION + 1
    places = {
        "mixed_kong_pair": layout.SW_MIXED_KONG_PAIR,
        "last_tile_auto": layout.SW_LAST_TILE_AUTO,
        "rob_on_last_tile": layout.SW_ROB_ON_LAST_TILE,
        "melded_hand_promoted_kong": layout.SW_MELDED_HAND_PROMOTED,
        "seven_pairs_range_fans": layout.SW_PAIRS_RANGE_FANS,
        "seven_pairs_four_alike": layout.SW_PAIRS_FOUR_ALIKE,
        "tile_hog_honors": layout.SW_TILE_HOG_HONORS,
        "nine_gates_pth": layout.SW_NINE_GATES_PUNGS,
        "exhausted_waits": layout.SW_EXHAUSTED_WAITS,
        "knitted_body_wait": layout.SW_KNITTED_BODY_WAIT,
    }
    assert {name: place for place, name in enumerate(layout.SWITCH_NAMES)} == places
    for switch in rules.SWITCHES[:-1]:
        for place, value in enumerate(switch.values):
            vector = rules.Rules(**{switch.name: value}).compiled.switches  # type: ignore[arg-type]
            assert switch.name not in places or vector[places[switch.name]] == place
    assert layout.MELD_CODES == 1 + layout.KINDS * 5


def test_fan_names_of_the_kernels_are_the_bits_of_the_fans() -> None:
    names = importlib.import_module("fastmcr.kernels.layout.fans")
    for fan in fans.Fan:
        word = getattr(names, fan.name, None)
        if word is not None:
            assert word == np.uint64(1 << (fan - 1) % 64), fan
