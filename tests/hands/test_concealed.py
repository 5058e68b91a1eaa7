"""Concealed tiles are all concealed tiles, the winning one among them, wherever hands stand as numbers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from populations import random_wins
from support import as_batch, scaled, themed_wins

from fastmcr import (
    Hand,
    HandBatch,
    HandError,
    RowsError,
    score,
    score_batch,
    shanten,
    shanten_batch,
    wait_points_batch,
    waits_batch,
)
from fastmcr.datasets.populations import make_hands
from fastmcr.hands.batch import win_status

MADE: dict[str, Callable[[], HandBatch]] = {
    "random": lambda: as_batch(random_wins(scaled(3_000), 51)),
    "dear": lambda: as_batch(themed_wins(scaled(2_000), 52)),
    "wins": lambda: HandBatch(**make_hands("wins", scaled(3_000), seed=53)),
    "rare wins": lambda: HandBatch(**make_hands("rare_wins", scaled(3_000), seed=54)),
}


@pytest.fixture(params=MADE)
def wins(request: pytest.FixtureRequest) -> HandBatch:
    return MADE[request.param]()


def as_before(batch: HandBatch) -> HandBatch:
    """Return the hands with the winning tile beside the concealed ones, as they may not be given."""
    concealed = batch.concealed.copy()
    concealed[np.arange(len(batch)), batch.win] -= 1
    columns = ("melds", "win", "conditions", "prevalent", "seat", "flowers")
    return HandBatch(concealed=concealed, **{name: getattr(batch, name) for name in columns})


def test_one_hand_is_the_same_as_text_row_and_counts() -> None:
    text = "123456789m1155p5p"
    batch = HandBatch.from_strings([text])
    assert shanten_batch(batch.concealed, batch.melds).best[0] == shanten(text).best == -1
    hand = Hand.parse(text)
    for counts in (batch.concealed[0], hand.counts, hand.row[:34], HandBatch.from_hands([hand]).concealed[0]):
        assert counts.sum() == len(hand.concealed) == 14
        assert counts[hand.win] == hand.concealed.count(hand.win) == 3


def test_wins_are_complete(wins: HandBatch) -> None:
    assert (wins.concealed.sum(axis=1) == 14 - 3 * (wins.melds > 0).sum(axis=1)).all()
    assert (shanten_batch(wins.concealed, wins.melds).best == -1).all()
    assert not win_status(wins.concealed, wins.win).any()


def test_rows_text_and_hands_say_the_same(wins: HandBatch) -> None:
    totals = score_batch(wins).total
    hands = [wins.hand(row) for row in range(len(wins))]
    texts = [str(hand) for hand in hands]
    for again in (HandBatch.from_strings(texts), HandBatch.from_hands(hands)):
        np.testing.assert_array_equal(again.concealed, wins.concealed)
        np.testing.assert_array_equal(score_batch(again).total, totals)
    for row in range(0, len(wins), 7):
        assert score(texts[row]).total == totals[row]
        assert hands[row].counts.tolist() == wins.concealed[row].tolist()


@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_a_winning_tile_beside_the_concealed_ones_is_refused(wins: HandBatch, dtype: type) -> None:
    before = as_before(wins)
    before.concealed = before.concealed.astype(dtype)
    result = score_batch(before, on_error="mark")
    held = before.concealed[np.arange(len(before)), before.win] > 0
    np.testing.assert_array_equal(result.status, np.where(held, 4, 1))
    np.testing.assert_array_equal(win_status(before.concealed.astype(np.uint8), before.win), result.status)
    assert held.any()
    assert not held.all()
    for array in (result.total, result.flags, result.reading):
        assert not array.any()
    status = wait_points_batch(before, on_error="mark").status
    np.testing.assert_array_equal(status, result.status)


def test_the_error_says_what_concealed_holds() -> None:
    before = as_before(HandBatch.from_strings(["123456789m1155p5p", "123456789m1115p9p"]))
    for call in (score_batch, wait_points_batch):
        with pytest.raises(RowsError, match=r"row 1: the winning tile (9p )?is not among the concealed tiles"):
            call(before)
    with pytest.raises(RowsError, match="row 0: 12 concealed tiles and the winning tile with no melds"):
        score_batch(before)
    with pytest.raises(HandError, match=r"^the winning tile 9p is not among the concealed tiles$"):
        before.hand(1)


def test_a_hand_without_a_winning_tile_is_analysed_and_not_scored(wins: HandBatch) -> None:
    before = wins.before_win()
    assert before.status is None
    assert set(before.win.tolist()) == {255}
    np.testing.assert_array_equal(before.concealed, as_before(wins).concealed)
    assert (shanten_batch(before.concealed, before.melds).best == 0).all()
    assert (score_batch(before, on_error="mark").status == 1).all()
    waits = waits_batch(before.concealed, before.melds).formal
    assert ((waits >> wins.win.astype(np.uint64)) & np.uint64(1)).all()
    np.testing.assert_array_equal(wait_points_batch(before).points, wait_points_batch(wins).points)
    np.testing.assert_array_equal(waits_batch(wins).formal, waits)
    assert (shanten_batch(wins).best == -1).all()


def test_before_the_win_nothing_given_is_changed(wins: HandBatch) -> None:
    given = wins.concealed.copy()
    wins.before_win()
    np.testing.assert_array_equal(wins.concealed, given)
    without = wins.before_win()
    assert without.before_win().concealed is without.concealed


def test_wait_points_hold_the_points_of_the_win() -> None:
    wins = as_batch(random_wins(scaled(1_000), 55)._replace(conditions=np.zeros(scaled(1_000), np.uint16)))
    points = wait_points_batch(wins).points[np.arange(len(wins)), wins.win, 0]
    scored = score_batch(wins, "default").points
    last = (points == scored + 4) | (points == scored)  # Last Tile where the own melds show the other three
    assert last.all()


def test_tile_numbers_of_3n_and_1_have_no_winning_tile() -> None:
    thirteen = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 13, 13]
    batch = HandBatch.from_tiles([[*thirteen, -1], [*thirteen, 13]])
    assert batch.win.tolist() == [255, 13]
    assert batch.concealed.sum(axis=1).tolist() == [13, 14]
    assert shanten_batch(batch.concealed).best.tolist() == [0, -1]
    assert score_batch(batch, on_error="mark").status.tolist() == [1, 0]


def test_the_winning_tile_of_one_hand_may_be_given_among_or_beside_the_others() -> None:
    beside, among = Hand("123456789m1155p", win="5p"), Hand("123456789m11555p", win="5p")
    assert beside == among == Hand(among.concealed, win=among.win)
    assert beside.row.tolist() == among.row.tolist()
    assert eval(repr(among)) == among
    with pytest.raises(HandError, match=r"the winning tile is not among them$"):
        Hand("123456789m11555p", win="6p")
