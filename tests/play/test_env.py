"""The environments: PettingZoo's own tests, the engine as twin, the vectorised form against single deals."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from support import python, scaled

from fastmcr.errors import ActionError, InputError, McrError, RowsError, RulesError
from fastmcr.play import PLANES, Action, Deal, DealBatch, VectorEnv, baseline_actions, batch_seed, observation_planes

pytest.importorskip("pettingzoo", reason="the extra `rl` is not installed")

from pettingzoo.test import api_test, render_test, seed_test

from fastmcr.play import env

GAMES = ("ordinary", "duplicate", "botzone")


# --- PettingZoo -------------------------------------------------------------------------------------------------------


@pytest.fixture
def only_dicts_are_unusual() -> Any:
    """Let pass what PettingZoo warns of in every environment with an action mask that it does not know by name."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        yield


@pytest.mark.parametrize("form", ["planes", "row"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("only_dicts_are_unusual")
def test_api(game: str, form: Any) -> None:
    api_test(env.env(game, observation=form), num_cycles=scaled(400))
    api_test(env.raw_env(game, observation=form), num_cycles=50)


def test_seeds() -> None:
    seed_test(lambda: env.env("duplicate"), num_cycles=scaled(100))


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    def checks(result: object) -> bool:
        return result is None or isinstance(result, str)

    render_test(lambda render_mode=None: env.env(render_mode=render_mode), {"ansi": checks, "human": checks})
    capsys.readouterr()
    table = env.env(render_mode="human")
    table.reset(seed=7)
    assert capsys.readouterr().out == f"{Deal.from_seed(7)}\n\n"
    table = env.env(render_mode="ansi")
    table.reset(seed=7)
    assert table.render() == str(Deal.from_seed(7))


# --- the engine as twin -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_that_of_the_engine(game: str) -> None:
    rng = np.random.default_rng(2)
    table = env.env(game, reward_scale=0.5)
    ended = 0
    for seed in range(scaled(12)):
        table.reset(seed=seed)
        deal = Deal.from_seed(seed, game)
        while not deal.ended:
            assert deal.actor is not None
            assert table.agent_selection == env.AGENTS[deal.actor]
            assert table.agents == list(env.AGENTS)
            for seat, agent in enumerate(env.AGENTS):
                seen = table.observe(agent)
                rows = deal.observe(seat).rows
                assert np.array_equal(seen["observation"], observation_planes(rows)[0])
                assert np.array_equal(seen["action_mask"], deal.mask if seat == deal.actor else np.zeros(235))
                assert table.observation_space(agent).contains(seen)
            assert np.array_equal(table.state(), deal.state)
            assert not any(table.rewards.values())
            action = int(rng.choice(np.flatnonzero(deal.mask)))
            deal.step(action)
            table.step(action)
        result = deal.result
        assert result is not None
        ended += bool(result.wins)
        assert [table.rewards[agent] for agent in env.AGENTS] == [points / 2 for points in result.scores]
        assert all(table.terminations.values())
        assert not any(table.truncations.values())
        for _ in range(4):
            _, reward, over, _, _ = table.last()
            assert reward == result.scores[env.AGENTS.index(table.agent_selection)] / 2
            assert over
            table.step(None)
        assert table.agents == []


def test_wins_are_paid() -> None:
    """Four baselines, so that there are wins at all."""
    table = env.env("ordinary")
    won = 0
    for seed in range(scaled(6)):
        table.reset(seed=seed)
        totals = dict.fromkeys(env.AGENTS, 0.0)
        for agent in table.agent_iter():
            _, reward, over, cut, _ = table.last()
            totals[agent] += reward
            deal = table.unwrapped.deal
            action = None if over or cut else int(baseline_actions(deal.observe(), deal.mask[None])[0])
            table.step(action)
        assert deal.result is not None
        assert tuple(totals.values()) == deal.result.scores
        won += bool(deal.result.wins)
    assert won > 0


def test_seeds_tell_the_deals() -> None:
    table = env.raw_env("duplicate")
    table.reset(seed=5)
    assert table.deal == Deal.from_seed(5, "duplicate")
    table.reset()
    second = table.deal.copy()
    assert second == Deal.from_seed(batch_seed(5, 0, 1), "duplicate")
    table.reset(seed=5)
    table.reset()
    assert table.deal == second
    table.reset(seed=5, options={"prevalent": "W"})
    assert table.deal == Deal.from_seed(5, "duplicate", prevalent="W")
    one, other = env.raw_env(), env.raw_env()
    one.reset()
    other.reset()
    assert one.deal != other.deal, "without a seed chance says"


def test_what_is_wrong_is_told() -> None:
    table = env.env()
    table.reset(seed=7)
    cases: list[tuple[Any, type[McrError], str]] = [
        (lambda: table.step(1), ActionError, "E cannot declare hu: the hand is not complete with 5s"),
        (lambda: table.step(235), ActionError, "no action has number 235; an action is 0..234"),
        (lambda: table.step(None), ActionError, "an action is a number 0..234, not None"),
        (lambda: table.step(1.5), ActionError, "an action is a number 0..234, not 1.5"),
        (lambda: table.reset(seed=-1), InputError, "a seed is a whole number 0..2**64 - 1, not -1"),
        (lambda: env.env("x"), RulesError, "no game is called 'x'; there are ordinary, duplicate, botzone"),
        (lambda: env.env(observation="x"), InputError, "observation is planes or row, not 'x'"),  # type: ignore[arg-type]
        (lambda: env.env(reward_scale="x"), InputError, "reward_scale is a number, not 'x'"),  # type: ignore[arg-type]
        (lambda: env.env(reward_scale=float("nan")), InputError, "reward_scale is a number, not nan"),
        (lambda: env.env(render_mode="x"), InputError, "render_mode is human, ansi or None, not 'x'"),  # type: ignore[arg-type]
        (
            lambda: table.unwrapped.render(), InputError,
            "there is nothing to render: make the environment with render_mode='ansi' or 'human'",
        ),
    ]  # fmt: skip
    before = table.state()
    for call, kind, words in cases:
        with pytest.raises(McrError) as caught:
            call()
        assert isinstance(caught.value, kind)
        assert str(caught.value) == words
    assert np.array_equal(table.state(), before)


def test_it_says_which_package_is_missing() -> None:
    code = """
import sys
sys.modules["pettingzoo"] = None
try:
    import fastmcr.play.env
except ImportError as error:
    print(error)
"""
    assert python(code).stdout == "this needs the package pettingzoo: pip install 'fastmcr[rl]'\n"


# --- many deals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["planes", "row"])
def test_the_vectorised_form_is_many_single_deals(form: Any) -> None:
    n, scale = 5, 0.25
    table = VectorEnv(n, "duplicate", seed=9, observation=form, reward_scale=scale)
    now = table.reset(seed=9)
    deals = [Deal.from_seed(batch_seed(9, row, 0), "duplicate") for row in range(n)]
    numbers = [0] * n
    ended = 0
    while ended < 3 * n:
        assert now.observation.shape == (n, *table.observation_shape)
        for row, deal in enumerate(deals):
            rows = deal.observe().rows
            assert now.actor[row] == deal.actor
            assert np.array_equal(now.mask[row], deal.mask)
            assert np.array_equal(now.observation[row], observation_planes(rows)[0] if form == "planes" else rows[0])
        actions = baseline_actions(table.seen(), now.mask)
        now = table.step(actions)
        for row, deal in enumerate(deals):
            deal.step(Action(int(actions[row])))
            assert now.done[row] == deal.ended
            scores = deal.result.scores if deal.result else (0, 0, 0, 0)
            assert now.rewards[row].tolist() == [points * scale for points in scores]
            if deal.ended:
                ended += 1
                numbers[row] += 1
                deals[row] = Deal.from_seed(batch_seed(9, row, numbers[row]), "duplicate")


def test_steps_belong_to_the_caller() -> None:
    table = VectorEnv(3, seed=1)
    first = table.reset()
    kept = [np.copy(part) for part in first]
    table.step(first.mask.argmax(axis=1))
    for part, before in zip(first, kept, strict=True):
        assert np.array_equal(part, before)


def test_resets() -> None:
    table = VectorEnv(3, seed=1, observation="row")
    first = VectorEnv(3, seed=1, observation="row").observe()
    second = table.reset().observation
    assert not np.array_equal(first, second)
    assert np.array_equal(table.reset(seed=1).observation, first)
    assert np.array_equal(table.observe([0, 0, 0]), first)
    now = table.step([-1, -1, -1])
    assert np.array_equal(now.observation, first)
    assert not now.done.any()
    assert (len(table), table.actions, repr(table)) == (3, 235, "<VectorEnv of 3 ordinary deals>")
    assert isinstance(table.batch, DealBatch)
    assert table.seen().hand.sum(axis=1).tolist() == [14, 14, 14]


def test_what_is_wrong_with_many_is_told() -> None:
    table = VectorEnv(2, seed=1)
    cases: list[tuple[Any, type[McrError], str]] = [
        (lambda: VectorEnv(0), InputError, "n is the number of deals, 1 or more, not 0"),
        (lambda: VectorEnv(1, "x"), RulesError, "no game is called 'x'; there are ordinary, duplicate, botzone"),
        (lambda: VectorEnv(1, observation="x"), InputError, "observation is planes or row, not 'x'"),  # type: ignore[arg-type]
        (lambda: VectorEnv(1, reward_scale=None), InputError, "reward_scale is a number, not None"),  # type: ignore[arg-type]
        (lambda: table.step([1]), InputError, "actions are 2 whole numbers, one a deal, not int64 of shape (1,)"),
        (
            lambda: table.step([table.batch.mask[0].argmax(), 300]), RowsError,
            "1 row cannot be used:\n  row 1: no action has number 235; an action is 0..234, or -1 to leave the deal",
        ),
    ]  # fmt: skip
    for call, kind, words in cases:
        with pytest.raises(McrError) as caught:
            call()
        assert isinstance(caught.value, kind)
        assert str(caught.value).startswith(words)


def test_planes_have_the_shape_that_is_told() -> None:
    assert env.env().observation_space("player_0")["observation"].shape == (len(PLANES), 34)
