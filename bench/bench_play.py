"""Play: random legal actions in many deals at once, with and without the scoring of claims; observations; one deal."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from settings import SEED, note, sized

from fastmcr.kernels.layout import play as lay
from fastmcr.play import Deal, DealBatch

DEALS = sized(2_000, 200)
STEPS = sized(200, 20)
ROUNDS = sized(9, 1)

RANDOM_ROW = "random legal play, {game} deals, {wins}"
OBSERVE_ROW = "observation of the seat that is asked"
WALLS_ROW = "shuffle, deal and expose the flowers of a deal"
SINGLE_ROW = "one action in one Deal, legal_actions included"


@cache
def played(game: str, wins: bool) -> DealBatch:
    """Return deals in full play, each at another point of it."""
    batch = DealBatch(DEALS, seed=SEED, game=game, wins=wins, auto_reset=True, threads=1)
    for _ in range(sized(300, 30)):
        batch.step(batch.random_actions())
    return batch


@pytest.mark.parametrize("game", ["ordinary", "duplicate"])
@pytest.mark.parametrize("wins", [True, False])
def test_random_play(benchmark: Any, game: str, wins: bool) -> None:
    batch = played(game, wins)

    def run() -> None:
        for _ in range(STEPS):
            batch.step(batch.random_actions())

    benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1)
    row = RANDOM_ROW.format(game=game, wins="claims scored" if wins else "without wins")
    note(benchmark, row, "fastmcr", "ns an action", per=DEALS * STEPS)
    assert (batch.status == lay.DONE).all()


@pytest.mark.parametrize("game", ["ordinary", "duplicate"])
def test_play_with_every_win_taken(benchmark: Any, game: str) -> None:
    batch = played(game, True).copy()

    def run() -> None:
        for _ in range(STEPS):
            actions = batch.random_actions()
            actions[batch.mask[:, lay.HU]] = lay.HU
            batch.step(actions)

    benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1)
    note(
        benchmark, f"the same, every win taken, {game} deals", "fastmcr", "ns an action", per=DEALS * STEPS
    )  # fmt: skip


def test_observe(benchmark: Any) -> None:
    batch = played("ordinary", True)
    out = np.empty((DEALS, lay.OBSERVATION_BYTES), np.uint8)
    benchmark.pedantic(batch.observe, kwargs={"out": out}, rounds=ROUNDS, warmup_rounds=1)
    note(benchmark, OBSERVE_ROW, "fastmcr", "ns a row", per=DEALS)


def test_walls(benchmark: Any) -> None:
    batch = played("ordinary", True).copy()
    benchmark.pedantic(batch.reset, rounds=ROUNDS, warmup_rounds=1)
    note(benchmark, WALLS_ROW, "fastmcr", "ns a deal", per=DEALS)


def test_one_deal(benchmark: Any) -> None:
    deals = sized(20, 2)
    done = 0

    def run() -> None:
        nonlocal done
        done = 0
        for seed in range(deals):
            deal = Deal.from_seed(seed)
            while not deal.ended:
                legal = deal.legal_actions
                deal.step(legal[done % len(legal)])
                done += 1

    benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1)
    note(benchmark, SINGLE_ROW, "fastmcr", "µs an action", per=done)
