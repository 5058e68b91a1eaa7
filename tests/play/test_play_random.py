"""What must hold in every deal, over many random ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import oracle
import pytest
from hidden_tiles import shuffled_hidden
from support import COMPILED, scaled

from fastmcr.kernels.layout import play as lay
from fastmcr.play import Action, Deal, DealBatch, Game, batch_seed, wall_from_seed
from fastmcr.play.states import check_states

DEALS = scaled(10_000) if COMPILED else 30  # of each kind of wall
FEW = scaled(200) if COMPILED else 3
GAMES = ("ordinary", "duplicate")

Bytes = npt.NDArray[np.uint8]


def meld_tiles(code: int) -> list[int]:
    meld = oracle.meld_of(code)
    return [] if meld is None else list(oracle.tiles_of(*meld))


MELD_COUNTS = np.array([np.bincount(meld_tiles(code), minlength=34) for code in range(256)])


def seats_of(state: Bytes) -> Bytes:
    return state[:, :256].reshape(-1, 4, 64)


def counted(tiles: Bytes, lies: npt.NDArray[np.bool_], kinds: int) -> npt.NDArray[np.int64]:
    """Count, row by row, the tiles that lie there."""
    places = np.arange(len(tiles))[:, None] * kinds + tiles
    return np.bincount(places[lies], minlength=len(tiles) * kinds).reshape(-1, kinds)


def lying(state: Bytes, kinds: int) -> npt.NDArray[np.int64]:
    """Count the discards that nobody claimed."""
    marks = state[:, lay.MARKS : lay.MARKS + 128]
    lies = (np.arange(128) < state[:, lay.DISCARD_COUNT, None]) & (marks >> 1 & 7 == 0)
    return counted(state[:, lay.DISCARDS : lay.DISCARDS + 128] & 63, lies, kinds)


def owned(state: Bytes) -> npt.NDArray[np.int64]:
    """Count the tiles of each kind in hands, melds, rivers and walls, (n, 42)."""
    n = len(state)
    seats = seats_of(state)
    found = np.zeros((n, 42), np.int64)
    found[:, :34] = seats[:, :, :34].sum(axis=1) + MELD_COUNTS[seats[:, :, 34:38]].sum(axis=(1, 2))
    found[:, 34:] = np.unpackbits(seats[:, :, 42], axis=1, bitorder="little").reshape(n, 4, 8).sum(axis=1)
    found += lying(state, 42)
    place = np.arange(144)
    wall = state[:, lay.WALL : lay.WALL + 144]
    if state[0, lay.KIND] == lay.PERSONAL_WALLS:
        taken = np.repeat(state[:, lay.TAKEN : lay.TAKEN + 4], 34, axis=1)
        lies = np.zeros((n, 144), np.bool_)
        lies[:, :136] = place[:136] % 34 >= taken
    else:
        lies = (place >= state[:, lay.FRONT, None]) & (place < state[:, lay.BACK, None])
    return found + counted(wall, lies, 42)


def check_invariants(batch: DealBatch) -> None:
    """Hold the states of a batch to what is true in every deal."""
    state = batch.state
    flowers = 1 if batch.game.flowers else 0
    assert (owned(state) == [4] * 34 + [flowers] * 8).all()
    phase, actor, turn = (state[:, column].astype(np.int64) for column in (lay.PHASE, lay.ACTOR, lay.TURN))
    assert ((phase == lay.ENDED) == (batch.actor < 0)).all()
    asked = (phase == lay.CLAIMS) | (phase == lay.ROBBING)
    own = (phase == lay.AFTER_DRAW) | (phase == lay.MUST_DISCARD)
    # One player in turn, or claimants of whom the nearest is asked.
    assert (actor[own] == turn[own]).all()
    assert (state[own, lay.TO_ASK] == 0).all()
    to_ask = state[:, lay.TO_ASK].astype(np.int64)
    assert (to_ask[asked] > 0).all()
    assert (to_ask[asked] >> turn[asked] & 1 == 0).all()
    steps = (np.arange(1, 4) + turn[:, None]) % 4
    waiting = to_ask[:, None] >> steps & 1
    assert (steps[np.arange(len(steps)), waiting.argmax(axis=1)][asked] == actor[asked]).all()
    # Hands of 13 tiles less 3 a meld, 14 for who is to discard or made the kong that is robbed.
    seats = seats_of(state)
    tiles = seats[:, :, :34].sum(axis=2) + 3 * seats[:, :, lay.MELD_COUNT]
    more = own | (phase == lay.ROBBING) | np.isin(state[:, lay.ENDING], (lay.SELF_DRAWN_WIN, lay.ROBBED_WIN))
    in_turn = np.arange(4) == turn[:, None]
    flower_end = state[:, lay.ENDING] == lay.FLOWER_DRAW
    assert (tiles == 13 + (more[:, None] & in_turn))[~flower_end].all()
    # What all see: the discards that were not claimed, and all melds but concealed kongs.
    codes = np.where(seats[:, :, 34:38] > 1 + 34 * 4 - 1, 0, seats[:, :, 34:38])
    seen = MELD_COUNTS[codes].sum(axis=(1, 2)) + lying(state, 34)
    assert (seen == state[:, lay.SEEN : lay.SEEN + 34]).all()
    # The last tile: the next wall is empty, or the shared one.
    if batch.game.personal:
        left = 34 - state[:, lay.TAKEN : lay.TAKEN + 4].astype(np.int64)
        empty = left[np.arange(len(left)), (turn + 1) % 4] == 0
    else:
        empty = state[:, lay.BACK] == state[:, lay.FRONT]
    assert (empty == (state[:, lay.LAST] == 1))[phase != lay.ENDED].all()
    mask = batch.mask
    assert (mask.any(axis=1) == (batch.actor >= 0)).all()
    assert not mask[(state[:, lay.LAST] == 1)][:, lay.CHOW :].any()


def random_steps(batch: DealBatch) -> Iterator[npt.NDArray[np.int16]]:
    """Step a batch to its end and yield after each step the actions taken."""
    while not batch.ended.all():
        actions = batch.random_actions().copy()
        batch.step(actions)
        yield actions


@pytest.mark.parametrize("game", GAMES)
def test_invariants(game: str) -> None:
    batch = DealBatch(DEALS, seed=11, game=game)
    check_invariants(batch)
    # Much stays the same from step to step: each deal is looked at at every seventh of its about hundred steps.
    for number, _ in enumerate(random_steps(batch)):
        if number % 7 == 0 or batch.ended.all():
            check_invariants(batch)
    endings = np.bincount(batch.results().ending, minlength=6)
    assert endings[lay.DRAW] > 0
    assert not COMPILED or endings[lay.SELF_DRAWN_WIN] * endings[lay.DISCARD_WIN] > 0
    assert endings[lay.NOT_ENDED] == 0
    total = batch.scores.sum(axis=1)
    assert (total == 0).all() if game == "ordinary" else np.isin(total, (0, -1, -2)).all()


@pytest.mark.parametrize("game", GAMES)
def test_mask_agrees_with_step(game: str) -> None:
    """Every action of the mask is accepted and every other refused, and a refused one changes nothing."""
    batch = DealBatch(FEW, seed=12, game=game)
    kinds = set()
    for number, _ in enumerate(random_steps(batch)):
        if number % 40 and number < 230:
            continue
        rows = np.repeat(np.arange(FEW), 235)[:: 1 if number % 120 == 0 else 7]
        actions = np.tile(np.arange(235), FEW)[:: 1 if number % 120 == 0 else 7].astype(np.int16)
        every = DealBatch.from_states(batch.state[rows], game)
        assert (every.mask == batch.mask[rows]).all()
        before = every.state.copy()
        every.step(actions, on_error="mark")
        assert ((every.status == 0) == batch.mask[rows, actions]).all()
        refused = every.status != 0
        assert (every.state[refused] == before[refused]).all()
        assert (every.state[~refused] != before[~refused]).any(axis=1).all()
        kinds.update(Action(action).kind for action in np.unique(actions[~refused]))
    assert ({"pass", "discard", "chow", "pung"} if COMPILED else {"pass", "discard"}) <= kinds


@pytest.mark.parametrize("game", GAMES)
def test_batch_equals_single(game: str) -> None:
    n = scaled(60) if COMPILED else 5
    batch = DealBatch(n, seed=13, game=game)
    singles = [Deal.from_seed(batch_seed(13, row), game) for row in range(n)]
    for number, actions in enumerate(random_steps(batch)):
        for row, deal in enumerate(singles):
            if actions[row] >= 0:
                deal.step(int(actions[row]))
            if number % 10 == 0 or batch.ended[row]:
                assert (deal.state == batch.state[row]).all()
                assert (deal.mask == batch.mask[row]).all()
                assert deal == batch.deal(row)
                assert (None if batch.actor[row] < 0 else batch.actor[row]) == deal.actor
    for row, deal in enumerate(singles):
        assert deal.result is not None
        assert deal.result.scores == tuple(batch.scores[row])


@pytest.mark.parametrize("game", GAMES)
def test_stored_points_are_those_of_the_score(game: str) -> None:
    """Winners are found by playing hu whenever it is allowed, under a minimum that lets many win."""
    batch = DealBatch(scaled(3000) if COMPILED else 60, seed=14, game=game, rules=low_minimum())
    play_for_wins(batch)
    results = batch.results()
    won = np.flatnonzero(results.winners.any(axis=1))
    assert len(won) > len(batch) // 50
    for row in won[:150]:
        result = batch.deal(int(row)).result
        assert result is not None
        for win in result.wins:
            assert win.score.points == results.points[row, win.seat]
            assert win.hand.conditions == results.conditions[row]
        assert result.scores == tuple(batch.scores[row])


def low_minimum() -> object:
    from fastmcr import Rules

    return Rules(minimum=1)


def play_for_wins(batch: DealBatch) -> None:
    while not batch.ended.all():
        actions = batch.random_actions()
        actions[batch.mask[:, lay.HU]] = lay.HU
        batch.step(actions)


@pytest.mark.parametrize("game", GAMES)
def test_same_seed_same_deal(game: str) -> None:
    one, other = (DealBatch(50, seed=15, game=game, threads=threads) for threads in (1, 2))
    for _ in range(60):
        actions = one.random_actions()
        assert (actions == other.random_actions()).all()
        one.step(actions)
        other.step(actions)
        assert (one.state == other.state).all()
    assert not (one.state == DealBatch(50, seed=16, game=game).state).all(axis=1).any()


@pytest.mark.parametrize("game", ["ordinary", "duplicate", "botzone"])
def test_walls_of_seeds_are_those_of_the_slow_generator(game: str) -> None:
    batch = DealBatch(40, seed=17, game=game)
    for row in range(40):
        wall, prevalent = wall_from_seed(batch_seed(17, row), game)
        assert (batch.state[row, lay.WALL : lay.WALL + wall.size] == wall.reshape(-1)).all()
        assert batch.state[row, lay.PREVALENT] == prevalent
        assert batch.seeds[row] == batch_seed(17, row)


def test_the_deal_of_a_seed_is_the_same_for_ever() -> None:
    wall, prevalent = wall_from_seed(2024)
    assert hashlib.sha256(wall.tobytes()).hexdigest()[:16] == "b138e7cb5529d399"
    assert prevalent == 2
    walls, _ = wall_from_seed(2024, "duplicate")
    assert hashlib.sha256(walls.tobytes()).hexdigest()[:16] == "b567ab65dc42cc62"
    assert batch_seed(2024, 3, 1) == 11050932641505605219


def test_next_deals_of_a_row() -> None:
    batch = DealBatch(30, seed=18, auto_reset=True)
    finished = np.zeros(30, np.int64)
    for _ in range(600):
        finished += batch.step(batch.random_actions())
        assert (batch.numbers == finished).all()
        assert (batch.actor >= 0).all()
    assert finished.min() > 0
    for row in range(30):
        assert batch.seeds[row] == batch_seed(18, row, int(finished[row]))


# Nothing hidden is seen


@pytest.mark.parametrize("game_name", GAMES)
def test_no_observation_shows_what_is_hidden(game_name: str) -> None:
    game = Game.preset(game_name)
    rng = np.random.default_rng(19)
    batch = DealBatch(scaled(150) if COMPILED else 4, seed=19, game=game)
    compared = moved = 0
    for number, _ in enumerate(random_steps(batch)):
        if number % 25:
            continue
        live = np.flatnonzero(~batch.ended)
        for seat in range(4):
            states = np.array([shuffled_hidden(batch.state[row], seat, rng, game) for row in live])
            check_states(states, game)
            other = DealBatch.from_states(states, game)
            seats = np.full(len(live), seat)
            assert (other.observe(seats).rows == batch.observe(np.full(len(batch), seat)).rows[live]).all()
            acting = batch.actor[live] == seat
            assert (other.mask[acting] == batch.mask[live][acting]).all()
            compared += len(live)
            moved += int((states != batch.state[live]).any(axis=1).sum())
    assert compared > len(batch)
    assert moved > compared * 0.95


def test_observation_says_what_the_state_says() -> None:
    batch = DealBatch(scaled(200) if COMPILED else 4, seed=20)
    for number, _ in enumerate(random_steps(batch)):
        if number % 30:
            continue
        for seat in range(4):
            seen = batch.observe(np.full(len(batch), seat))
            seats = seats_of(batch.state)
            order = (seat + np.arange(4)) % 4
            assert (seen.hand == seats[:, seat, :34]).all()
            assert (seen.flowers == np.bitwise_count(seats[:, order, 42])).all()
            assert (seen.concealed == seats[:, order, :34].sum(axis=2)).all()
            own = seats[:, seat, 34:38]
            kongs = MELD_COUNTS[np.where(own > 34 * 4, own, 0)].sum(axis=1)
            assert (seen.seen == seats[:, seat, :34] + batch.state[:, lay.SEEN : lay.SEEN + 34] + kongs).all()
            hidden = seats[:, order, 34:38] > 34 * 4
            hidden[:, 0] = False
            assert (seen.melds == np.where(hidden, 255, seats[:, order, 34:38])).all()
            assert (seen.left[:, 0] == batch.state[:, lay.BACK] - batch.state[:, lay.FRONT]).all()
            count = batch.state[:, lay.DISCARD_COUNT]
            lies = np.arange(128) < count[:, None]
            entries = batch.state[:, lay.DISCARDS : lay.DISCARDS + 128]
            assert (seen.discards[lies] & 63 == entries[lies] & 63).all()
            assert ((seen.discards[lies] >> 6) == ((entries[lies] >> 6) - seat) % 4).all()
            assert (seen.discards[~lies] == 255).all()
            claimed = batch.state[:, lay.MARKS : lay.MARKS + 128] >> 1 & 7
            assert ((seen.marks >> 1 & 7) == np.where(claimed, 1 + (claimed.astype(int) - 1 - seat) % 4, 0))[lies].all()


def test_a_seat_of_nobody_is_zeros() -> None:
    batch = DealBatch(2, seed=21)
    assert not batch.observe([-1, 0]).rows[0].any()
    assert batch.observe([-1, 0]).rows[1].any()
