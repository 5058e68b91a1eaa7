"""Decisions of records as arrays and as Parquet, planes, and the players: baseline and environments."""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from recorded import played
from settings import SEED, note, sized

from fastmcr.play import DealBatch, VectorEnv, play_baseline
from fastmcr.records import Record, write_records
from fastmcr.records.decisions.features import FeatureBatch, features

DEALS = sized(2000, 40)
GAMES = {"botzone": "personal walls", "ordinary": "one wall, flowers"}


@cache
def given(game: str) -> list[Record]:
    """Return records of deals whose players aim at complete hands and claim now and then; some hundred, repeated."""
    found = played(min(DEALS, 200), game, SEED, aiming=True)
    return list(itertools.islice(itertools.cycle(found), DEALS))


@cache
def decisions(game: str) -> FeatureBatch:
    return features(given(game))


@pytest.mark.parametrize("game", GAMES)
def test_features_as_arrays(benchmark: Any, game: str) -> None:
    rows = len(decisions(game))
    found = benchmark.pedantic(features, (given(game),), rounds=sized(5, 1), warmup_rounds=1)
    assert (len(found), found.skipped) == (rows, ())
    note(benchmark, f"decisions of records as arrays, {GAMES[game]}", "fastmcr", "decisions/s", per=rows)


@pytest.mark.parametrize("extra", ["shanten", "useful"])
def test_features_with_more_columns(benchmark: Any, extra: str) -> None:
    rows = len(decisions("botzone"))
    asked = {extra: True}
    benchmark.pedantic(features, (given("botzone"),), asked, rounds=sized(5, 1), warmup_rounds=1)
    note(benchmark, f"decisions of records as arrays, with {extra}", "fastmcr", "decisions/s", per=rows)


@pytest.mark.parametrize("game", GAMES)
def test_features_into_parquet(benchmark: Any, game: str, tmp_path: Path) -> None:
    """From records as JSON Lines to the finished file, reading included."""
    pytest.importorskip("pyarrow", reason="the extra `bulk` is not installed")
    from fastmcr.records import write_features

    source, out = tmp_path / "given.jsonl", tmp_path / "out.parquet"
    write_records(given(game), source)
    rows = len(decisions(game))
    summary = benchmark.pedantic(
        write_features, (source, out), {"overwrite": True}, rounds=sized(3, 1), warmup_rounds=1
    )
    assert (summary.rows, summary.skipped) == (rows, 0)
    note(benchmark, f"decisions from JSON Lines into Parquet, {GAMES[game]}", "fastmcr", "decisions/s", per=rows)


def test_planes(benchmark: Any) -> None:
    batch = decisions("botzone")[: sized(100_000, 1000)]
    benchmark.pedantic(batch.planes, rounds=sized(5, 1), warmup_rounds=1)
    note(benchmark, "observations as 46 planes of 34", "fastmcr", "decisions/s", per=len(batch))


def test_other_order(benchmark: Any) -> None:
    batch = decisions("botzone")[: sized(100_000, 1000)]
    benchmark.pedantic(batch.in_order, ("botzone_wtb",), rounds=sized(5, 1), warmup_rounds=1)
    note(benchmark, "decisions renumbered to W T B order", "fastmcr", "decisions/s", per=len(batch))


def test_baseline(benchmark: Any) -> None:
    """Four baselines play deals to their ends."""

    def play() -> int:
        batch, steps = DealBatch(sized(1000, 20), seed=SEED, threads=1), 0
        while not batch.ended.all():
            steps += int(np.count_nonzero(~batch.ended))
            play_baseline(batch)
        return steps

    steps = benchmark.pedantic(play, rounds=sized(3, 1), warmup_rounds=1)
    note(benchmark, "deals of four baselines", "fastmcr", "actions/s", per=steps)


@pytest.mark.parametrize("form", ["planes", "row"])
def test_vector_env(benchmark: Any, form: Any) -> None:
    """Random legal actions; observations, masks and rewards are made at every step."""
    table = VectorEnv(sized(4096, 64), "duplicate", seed=SEED, observation=form, threads=1)
    steps = sized(100, 5)

    def play() -> None:
        for _ in range(steps):
            table.step(table.batch.random_actions())

    benchmark.pedantic(play, rounds=sized(5, 1), warmup_rounds=1)
    note(benchmark, f"vectorised environment, {form}", "fastmcr", "actions/s", per=steps * len(table))


def test_single_env(benchmark: Any) -> None:
    """The environment of PettingZoo, a deal of legal actions by chance."""
    pytest.importorskip("pettingzoo", reason="the extra `rl` is not installed")
    from fastmcr.play import env

    table = env.env("duplicate")
    rng = np.random.default_rng(SEED)

    def play() -> int:
        table.reset(seed=SEED)
        steps = 0
        for _ in table.agent_iter():
            seen, _, over, _, _ = table.last()
            table.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            steps += 1
        return steps

    steps = benchmark.pedantic(play, rounds=sized(5, 1), warmup_rounds=1)
    note(benchmark, "environment of PettingZoo", "fastmcr", "actions/s", per=steps)
