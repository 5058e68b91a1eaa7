"""Hands changed in one respect: only the fans that this respect concerns may move."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt
import pytest
from populations import Rows, random_wins
from support import PRESETS, as_batch, scaled, themed_wins

from fastmcr import Fan, HandBatch, Rules, ScoreBatch, score_batch

RANDOM = random_wins(scaled(3_000), seed=41)
DEAR = themed_wins(scaled(2_000), seed=42)
WINS = Rows(*(np.concatenate(pair) for pair in zip(RANDOM, DEAR, strict=True)))
BATCH = as_batch(WINS)
BESIDE_WIN = WINS.beside_win()
SUIT_BOUND = {Fan.ALL_GREEN, Fan.REVERSIBLE_TILES}
KONG_FANS = {
    Fan.FOUR_KONGS, Fan.THREE_KONGS, Fan.TWO_CONCEALED_KONGS, Fan.TWO_MELDED_KONGS, Fan.CONCEALED_KONG,
    Fan.MELDED_KONG, Fan.CONCEALED_AND_MELDED_KONG,
}  # fmt: skip
CONCEALED_PUNG_FANS = {Fan.FOUR_CONCEALED_PUNGS, Fan.THREE_CONCEALED_PUNGS, Fan.TWO_CONCEALED_PUNGS}
WAIT_FANS = {Fan.EDGE_WAIT, Fan.CLOSED_WAIT, Fan.SINGLE_WAIT}

MELDS, KINDS = WINS.melds.astype(int), np.where(WINS.melds > 0, (WINS.melds.astype(int) - 1) // 34, -1)
DRAWN = WINS.conditions & 1 > 0
ROBBED, REPLACED = WINS.conditions & 16 > 0, WINS.conditions & 8 > 0


def changed(**columns: npt.NDArray[np.integer]) -> HandBatch:
    """Return the wins with other columns."""
    return HandBatch(**WINS._asdict() | columns)


def barred_by(fans: set[Fan], rules: Rules) -> set[Fan]:
    """Return fans and what they bar, and what bars them and what those bar in turn: all that can move with them."""
    around = fans | {by for by in Fan if fans & set(rules.bars_of(by))}
    return around | {barred for fan in around for barred in rules.bars_of(fan)}


def moved(before: ScoreBatch, after: ScoreBatch, rows: npt.NDArray[np.intp]) -> set[Fan]:
    """Return the fans whose count differs in some of the rows."""
    columns = (before.counts()[rows] != after.counts()[rows]).any(axis=0)
    return {Fan(int(column) + 1) for column in np.flatnonzero(columns)}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("order", ["".join(order) for order in itertools.permutations("mps")][1:])
def test_permuting_suits(order: str, preset: str) -> None:
    before, after = score_batch(BATCH, preset, keep_found=True), score_batch(BATCH.permute_suits(order), preset)
    bound = before.counts()[:, [fan - 1 for fan in SUIT_BOUND]].any(axis=1)
    bound |= after.counts()[:, [fan - 1 for fan in SUIT_BOUND]].any(axis=1)
    rows = np.flatnonzero(~bound)
    assert len(rows) > len(bound) / 2
    assert moved(before, after, rows) == set()
    np.testing.assert_array_equal(before.points[rows], after.points[rows])
    may_move = barred_by(SUIT_BOUND, Rules.preset(preset)) | {Fan.CHICKEN_HAND}
    assert moved(before, after, np.flatnonzero(bound)) <= may_move


@pytest.mark.parametrize("order", list(itertools.permutations(range(4)))[1:])
def test_order_of_melds(order: tuple[int, ...]) -> None:
    before, after = score_batch(BATCH), score_batch(changed(melds=WINS.melds[:, order]))
    for name in ("status", "points", "flags", "repeats"):
        np.testing.assert_array_equal(getattr(before, name), getattr(after, name))
    np.testing.assert_array_equal(np.sort(before.reading[:, :4]), np.sort(after.reading[:, :4]))
    np.testing.assert_array_equal(before.reading[:, [4, 6]], after.reading[:, [4, 6]])


def test_order_of_tiles() -> None:
    rng = np.random.default_rng(1)
    rows = np.arange(0, len(WINS.win), 5)
    tiles = np.full((len(rows), 14), -1)
    for place, i in enumerate(rows):
        held = rng.permutation(np.repeat(np.arange(34), BESIDE_WIN[i]))
        tiles[place, : len(held)] = held
        tiles[place, len(held)] = WINS.win[i]
    part = BATCH[rows]
    names = ("melds", "conditions", "prevalent", "seat", "flowers")
    batch = HandBatch.from_tiles(tiles, **{name: getattr(part, name) for name in names})
    np.testing.assert_array_equal(score_batch(batch).flags, score_batch(part).flags)


@pytest.mark.parametrize("preset", PRESETS)
def test_flowers(preset: str) -> None:
    without = score_batch(changed(flowers=np.zeros(len(WINS.win), np.uint8)), preset)
    for flowers in range(9):
        after = score_batch(changed(flowers=np.full(len(WINS.win), flowers)), preset)
        np.testing.assert_array_equal(after.points, without.points)
        np.testing.assert_array_equal(after.reading, without.reading)
        np.testing.assert_array_equal(after.total, without.points + flowers)
        assert moved(without, after, np.arange(len(WINS.win))) <= {Fan.FLOWER_TILES}


@pytest.mark.parametrize("preset", PRESETS)
def test_winds_concern_their_pungs_only(preset: str) -> None:
    rules = Rules.preset(preset)
    concerned = {Fan.PREVALENT_WIND, Fan.SEAT_WIND, Fan.PUNG_OF_TERMINALS_OR_HONORS, Fan.CHICKEN_HAND}
    before = score_batch(BATCH, rules)
    for wind in range(4):
        after = score_batch(changed(prevalent=np.full(len(WINS.win), wind), seat=(WINS.seat + wind) % 4), rules)
        assert moved(before, after, np.arange(len(WINS.win))) <= concerned
        without = np.flatnonzero(as_totals()[:, 27:31].max(axis=1) < 3)
        assert moved(before, after, without) == set()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_promoted_kong_is_a_claimed_one_but_for_melded_hand(preset: str) -> None:
    rules = Rules.preset(preset)
    promoted = np.where(KINDS == 2, MELDS + 34, MELDS)
    before, after = score_batch(BATCH, rules), score_batch(changed(melds=promoted), rules)
    concerned = {Fan.MELDED_HAND, Fan.SINGLE_WAIT, Fan.CHICKEN_HAND}
    if rules.melded_hand_promoted_kong:
        concerned = set()
    assert moved(before, after, np.arange(len(WINS.win))) <= concerned
    # A concealed kong laid down from a discard: the hand is less concealed, nothing else about it changes.
    claimed = np.where(KINDS == 4, MELDS - 68, MELDS)
    after = score_batch(changed(melds=claimed), rules)
    concerned = barred_by(KONG_FANS | CONCEALED_PUNG_FANS | {Fan.FULLY_CONCEALED_HAND, Fan.CONCEALED_HAND}, rules)
    concerned |= {Fan.MELDED_HAND, Fan.CHICKEN_HAND} | WAIT_FANS
    assert moved(before, after, np.arange(len(WINS.win))) <= concerned


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("kind", [2, 3])
def test_a_pung_made_a_kong(kind: int, preset: str) -> None:
    """The fourth tile joins a melded pung: kong fans come, nothing else of the tiles changes."""
    rules = Rules.preset(preset)
    totals = as_totals()
    fits = (KINDS == 1) & (totals[np.arange(len(MELDS))[:, None], (MELDS - 1) % 34] == 3)
    first = np.argmax(fits, axis=1)
    rows = np.flatnonzero(fits.any(axis=1) & ~REPLACED & ~ROBBED)
    melds = MELDS.copy()
    melds[rows, first[rows]] += 34 * (kind - 1)
    before, after = score_batch(BATCH, rules), score_batch(changed(melds=melds), rules, on_error="mark")
    assert len(rows) > len(WINS.win) // 20
    assert not after.status[rows].any()
    concerned = barred_by(KONG_FANS, rules) | {Fan.MELDED_HAND, Fan.SINGLE_WAIT, Fan.CHICKEN_HAND}
    if rules.exhausted_waits != "formal":
        concerned |= WAIT_FANS
    assert moved(before, after, rows) <= concerned
    points = after.points[rows].astype(int) - before.points[rows]
    chicken = before.counts()[rows, Fan.CHICKEN_HAND - 1] > 0
    melded = before.counts()[rows, Fan.MELDED_HAND - 1] > 0
    assert (points[~chicken & ~melded] > 0).all()


def as_totals() -> npt.NDArray[np.int_]:
    """Return the tiles of each win by kind, melds and winning tile included."""
    totals = WINS.concealed.astype(int)
    rows = np.arange(len(WINS.win))
    for column in range(4):
        tile = (MELDS[:, column] - 1) % 34
        there = MELDS[:, column] > 0
        chow = there & (KINDS[:, column] == 0)
        for step in range(3):
            np.add.at(totals, (rows[chow], tile[chow] + step), 1)
        same = there & ~chow
        np.add.at(totals, (rows[same], tile[same]), np.where(KINDS[same, column] > 1, 4, 3))
    return totals


@pytest.mark.parametrize("preset", PRESETS)
def test_a_set_laid_down(preset: str) -> None:
    """A concealed set of the scored reading, not the one just completed, becomes a meld: fans of the tiles stay."""
    rules = Rules.preset(preset)
    before = score_batch(BATCH, rules)
    reading = before.reading.astype(int)
    hidden = reading[:, :4] > 170
    hidden[np.arange(len(hidden)), np.where(reading[:, 5] < 4, reading[:, 5], 0)] &= reading[:, 5] >= 4
    chosen = np.argmax(hidden, axis=1)
    code = reading[np.arange(len(hidden)), chosen] - 170
    # Laid down, the copies of the winning tile lie open: the automatic Last Tile is another matter.
    tile = (code - 1) % 34
    low_high = np.where(code <= 34, 2, 0)
    far = (WINS.win < tile) | (WINS.win > tile + low_high)
    rows = np.flatnonzero(hidden.any(axis=1) & ~ROBBED & far & (reading[:, 6] == 0))
    melds, concealed = MELDS.copy(), WINS.concealed.astype(int)
    free = np.argmin(melds > 0, axis=1)
    melds[rows, free[rows]] = code[rows]
    for step in range(3):
        concealed[rows, tile[rows] + np.where(code[rows] <= 34, step, 0)] -= 1
    after = score_batch(HandBatch(**WINS._asdict() | {"melds": melds, "concealed": concealed})[rows], rules)
    concerned = barred_by(
        CONCEALED_PUNG_FANS | {Fan.FULLY_CONCEALED_HAND, Fan.CONCEALED_HAND, Fan.NINE_GATES, Fan.SELF_DRAWN}, rules
    )
    concerned |= WAIT_FANS | {Fan.MELDED_HAND, Fan.CHICKEN_HAND, Fan.PUNG_OF_TERMINALS_OR_HONORS}
    # A reading with other sets may now be better; what its sets make moves with it.
    same = (np.sort(set_tiles(before.reading[rows])) == np.sort(set_tiles(after.reading))).all(axis=1)
    assert same.mean() > 0.98
    columns = (before.counts()[rows][same] != after.counts()[same]).any(axis=0)
    assert {Fan(int(column) + 1) for column in np.flatnonzero(columns)} <= concerned


def set_tiles(reading: npt.NDArray[np.uint8]) -> npt.NDArray[np.int_]:
    """Return the sets of reading rows as chow or pung of a tile, however they came, and the pair."""
    codes = reading[:, :5].astype(int)
    kinds = np.where(codes > 0, (codes - 1) // 34, 0)
    chows = np.isin(kinds, (0, 5))
    sets = np.where(codes > 0, np.where(chows, 0, 34) + (codes - 1) % 34 + 1, 0)
    sets[:, 4] = 100 + codes[:, 4]
    return sets


def test_self_drawn_or_not() -> None:
    """Drawing the same tile: the fans of drawing and of concealment move, those of the tiles do not."""
    rules = Rules()
    rows = np.flatnonzero(~ROBBED & ~REPLACED)
    before = score_batch(BATCH[rows], rules)
    after = score_batch(changed(conditions=WINS.conditions ^ 1)[rows], rules)
    same_sets = (set_tiles(before.reading) == set_tiles(after.reading)).all(axis=1)
    drawing = {Fan.SELF_DRAWN, Fan.FULLY_CONCEALED_HAND, Fan.CONCEALED_HAND, Fan.LAST_TILE_DRAW, Fan.LAST_TILE_CLAIM,
               Fan.MELDED_HAND}  # fmt: skip
    concerned = barred_by(CONCEALED_PUNG_FANS | drawing, rules) | WAIT_FANS | {Fan.CHICKEN_HAND}
    assert moved(before, after, np.flatnonzero(same_sets)) <= concerned
    assert set(moved(before, after, np.flatnonzero(same_sets))) >= {Fan.SELF_DRAWN, Fan.CONCEALED_HAND}
