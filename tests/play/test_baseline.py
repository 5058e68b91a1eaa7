"""The baseline player: legal, deterministic, better than chance, and its estimates against a slow twin."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, permutations
from typing import Any

import numpy as np
import pytest
from support import COMPILED, scaled

from fastmcr.errors import InputError
from fastmcr.kernels.layout import play as lay
from fastmcr.play import Action, Deal, DealBatch, baseline_action, baseline_actions, play_baseline
from fastmcr.play.baseline import _LOWEST, CHOWS, FAR, PAIRS, PUNGS, _after, distances

GAMES = ("ordinary", "duplicate", "botzone")


def finished(n: int, game: str, seed: int) -> DealBatch:
    batch = DealBatch(n, seed=seed, game=game)
    while not batch.ended.all():
        play_baseline(batch)
    return batch


@pytest.mark.parametrize("game", GAMES)
def test_deals_end_with_wins_in_a_sane_share(game: str) -> None:
    """Nobody defends, so most deals are won, by self-draw in a fourth of them or so; random play wins none."""
    n = scaled(200)
    results = finished(n, game, 1).results()
    share = results.winners.any(axis=1).mean()
    assert 0.8 < share <= 1
    assert 0.1 < (results.ending == lay.SELF_DRAWN_WIN).mean() < 0.5
    assert (results.points[results.winners] >= 8).all()
    by_seat = results.winners.mean(axis=0)
    assert (by_seat > share / 10).all()


def test_it_beats_players_who_do_as_chance_says() -> None:
    """One baseline at each seat in turn against three of them."""
    n = scaled(100)
    points = 0
    for seat in range(4):
        batch = DealBatch(n, seed=10 + seat)
        while not batch.ended.all():
            play_baseline(batch, [seat])
            others = batch.random_actions()
            batch.step(np.where(batch.actor == seat, lay.NO_ACTION, others).astype(np.int16))
        won = batch.results().winners
        points += int(np.where(won.any(axis=1)[:, None], batch.scores, 0)[:, seat].sum())
        assert won[:, seat].sum() > 2 * np.delete(won, seat, axis=1).sum()
    assert points > 0


@pytest.mark.parametrize("game", GAMES)
def test_same_seed_same_deal_and_one_is_as_many(game: str) -> None:
    one, other = finished(6, game, 3), finished(6, game, 3)
    assert np.array_equal(one.state, other.state)
    for row in range(6):
        deal = DealBatch(6, seed=3, game=game).deal(row)
        while not deal.ended:
            deal.step(baseline_action(deal))
        assert np.array_equal(deal.state, one.state[row])


def test_hu_is_taken_and_every_action_is_legal() -> None:
    batch = DealBatch(scaled(40), seed=2)
    hus = 0
    while not batch.ended.all():
        actions = baseline_actions(batch.observe(), batch.mask)
        live = np.flatnonzero(~batch.ended)
        assert batch.mask[live, actions[live]].all()
        assert (actions[batch.ended] == -1).all()
        may = batch.mask[:, lay.HU]
        assert (actions[may] == lay.HU).all()
        hus += int(may.sum())
        batch.step(actions)
    assert hus


def test_it_looks_at_nothing_hidden() -> None:
    """It is given the observation alone, so a deal with the same view gets the same action."""
    deal = Deal.from_seed(11)
    seen = deal.observe()
    assert int(baseline_actions(seen, deal.mask[None])[0]) == baseline_action(deal)


def test_only_its_seats_act() -> None:
    batch = DealBatch(4, seed=1)
    before = batch.state.copy()
    play_baseline(batch, [1, 2, 3])
    assert np.array_equal(batch.state, before)
    play_baseline(batch, [0])
    assert (batch.state[:, lay.DISCARD_COUNT] == 1).all()


def test_wrong_input() -> None:
    batch = DealBatch(2, seed=1)
    with pytest.raises(InputError) as caught:
        baseline_actions(batch.observe(), batch.mask[:1])
    assert str(caught.value) == "mask is bool of shape (2, 235), not bool of shape (1, 235)"
    with pytest.raises(InputError) as caught:
        baseline_action(finished(1, "ordinary", 1).deal(0))
    assert str(caught.value) == "the deal has ended; nobody is asked"


# --- estimates --------------------------------------------------------------------------------------------------------

CHOW = [(low, low + 1, low + 2) for low in range(27) if low % 9 < 7]
SETS = CHOW + [(tile,) * 3 for tile in range(34)]


def three_chows() -> list[tuple[tuple[int, int, int], ...]]:
    """Three chows worth 8 points or more, by their names."""
    suits = (0, 9, 18)
    found = [
        tuple((s + k, s + k + 1, s + k + 2) for s, k in zip(p, (0, 3, 6), strict=True)) for p in permutations(suits)
    ]
    found += [tuple((s + k, s + k + 1, s + k + 2) for k in (0, 3, 6)) for s in suits]
    found += [tuple((s + k, s + k + 1, s + k + 2) for s in suits) for k in range(7)]
    for step in (1, 2):
        for s in suits:
            found += [
                tuple((s + j, s + j + 1, s + j + 2) for j in (k, k + step, k + 2 * step)) for k in range(7 - 2 * step)
            ]
    return found  # type: ignore[return-value]


def missing(hand: Counter[int], wanted: Counter[int]) -> int:
    return sum((wanted - hand).values())


def test_estimates_for_three_chows() -> None:
    """The slow twin tries every set and pair beside the chows; sharing tiles, it may find 1 more."""
    rng = np.random.default_rng(1)
    targets = three_chows()
    assert len(targets) == CHOWS
    rests = [Counter(one) + Counter({pair: 2}) for one in SETS for pair in range(34)]
    exact = compared = 0
    for _ in range(4 if COMPILED else 1):
        tiles = rng.permutation(np.repeat(np.arange(34), 4))[:14]
        hand = np.bincount(tiles, minlength=34).astype(np.uint8)[None]
        found = distances(hand, np.zeros((1, 4), np.uint8))[0, :CHOWS]
        held = Counter(tiles.tolist())
        slow = []
        for chows in targets[::3]:
            body = Counter(tile for chow in chows for tile in chow)
            left = held - body
            slow.append(missing(held, body) + min(missing(left, rest) for rest in rests))
        off = np.sort(slow) - np.sort(found[_places(targets)[::3]])
        assert ((off >= 0) & (off <= 1)).all()
        exact += int((off == 0).sum())
        compared += len(off)
    assert exact > 0.8 * compared


def _places(targets: list[tuple[tuple[int, int, int], ...]]) -> list[int]:
    """Return where each target stands in ours."""
    ours = [sorted(lowest) for lowest in _LOWEST.tolist()]
    return [ours.index(sorted(chow[0] for chow in chows)) for chows in targets]


def test_estimates_for_pairs_and_pungs_are_the_truth() -> None:
    rng = np.random.default_rng(2)
    for _ in range(scaled(60)):
        tiles = rng.permutation(np.repeat(np.arange(34), 4))[:14] if rng.random() < 0.5 else rng.choice(8, 14)
        hand = np.minimum(np.bincount(tiles, minlength=34), 4).astype(np.uint8)
        while hand.sum() < 14:
            hand[rng.choice(np.flatnonzero(hand < 4))] += 1
        found = distances(hand[None], np.zeros((1, 4), np.uint8))[0]
        assert found[PAIRS] == 7 - int((hand // 2).sum())
        kinds = sorted(range(34), key=lambda tile: -int(hand[tile]))[:9]
        best = min(
            sum(max(0, 3 - int(hand[tile])) for tile in four) + max(0, 2 - int(hand[pair]))
            for four in combinations_with_replacement(kinds, 4)
            if len(set(four)) == 4
            for pair in kinds
            if pair not in four
        )
        assert found[PUNGS] == best + 0.5


def test_melds_bar_what_they_bar() -> None:
    hand = np.zeros((3, 34), np.uint8)
    hand[:, :11] = 1
    melds = np.zeros((3, 4), np.uint8)
    melds[0, 0] = 1 + 34 + 27  # a pung of E: no Seven Pairs, everything else goes on
    melds[1, 0] = 1 + 18  # the chow 123s
    melds[2, :2] = 1 + 34 + 27, 1 + 34 + 28  # two pungs bar three chows
    found = distances(hand, melds)
    assert (found[:, PAIRS] == FAR).all()
    assert found[0, PUNGS] < FAR
    assert found[1, PUNGS] == FAR
    assert (found[2, :CHOWS] == FAR).all()
    assert (found[:, CHOWS : CHOWS + 3] == FAR).tolist() == [[False] * 3, [True, True, False], [False] * 3]


def test_what_actions_leave_of_a_hand() -> None:
    """Against the engine: every claim and kong of some deals."""
    batch = DealBatch(scaled(60), seed=6)
    compared: Counter[Any] = Counter()
    while not batch.ended.all():
        actions = batch.random_actions()
        for row, beyond in np.argwhere(batch.mask[:, lay.CHOW :])[:20]:
            action = beyond + lay.CHOW
            seat = int(batch.actor[row])
            block = batch.state[row, 64 * seat : 64 * seat + 64]
            hand, melds = _after(block[None, :34].copy(), block[None, 34:38].copy(), np.array([action]))
            deal = batch.deal(int(row))
            deal.step(int(action))
            while deal.phase.startswith(("claims", "robbing")):
                deal.step("pass")
            after = deal.state[64 * seat : 64 * seat + 64]
            if deal.turn != seat:
                continue
            if deal.drawn is not None:
                after[int(deal.drawn)] -= 1
            assert after[34:38].tolist() == melds[0].tolist()
            assert after[:34].tolist() == hand[0].tolist()
            compared[Action(int(action)).kind] += 1
        batch.step(actions)
    assert len(compared) == 5 or not COMPILED
