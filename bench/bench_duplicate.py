"""Duplicate events: 1,000 players and 100 boards (25,000 table results) scored, and read from a file as well."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from settings import SEED, note, sized

from fastmcr.tournament.duplicate import Event, Scale, TableResult, load_results, score_event
from fastmcr.tournament.duplicate.files_csv import results_csv

TABLES = sized(250, 5)
BOARDS = sized(100, 4)


def large_event(tables: int, boards: int, seed: int = SEED) -> Event:
    """Return an event in which a fifth of the deals are draws, a third self-drawn, some with two winners."""
    rng = random.Random(seed)
    names = [f"Player {place + 1}" for place in range(4 * tables)]
    results = []
    for board in range(1, boards + 1):
        rng.shuffle(names)
        for table in range(tables):
            four = tuple(names[4 * table : 4 * table + 4])
            results.append(TableResult(board, str(table + 1), four, **_deal(rng)))
    return Event(tuple(results))


def _deal(rng: random.Random) -> dict[str, Any]:
    kind, points = rng.random(), 8 + min(int(rng.expovariate(0.12)), 80)
    seats = rng.sample("ESWN", 3)
    if kind < 0.2:
        return {"wins": {}}
    if kind < 0.5:
        return {"wins": {seats[0]: points}}
    if kind < 0.97:
        return {"wins": {seats[0]: points}, "source": seats[1]}
    return {"wins": {seats[0]: points, seats[2]: 8 + rng.randrange(30)}, "source": seats[1]}


@pytest.fixture(scope="module")
def event() -> Event:
    return large_event(TABLES, BOARDS)


def test_score_event(benchmark: Any, event: Event) -> None:
    scale = Scale.shipped("wbf-bridge-div10")
    result = benchmark.pedantic(score_event, (event, scale), rounds=sized(5, 1), warmup_rounds=1)
    assert len(result.lines) == 4 * TABLES * BOARDS
    note(benchmark, "duplicate event of 25,000 table results, scored", "fastmcr", "s", per=1)


def test_load_and_score(benchmark: Any, event: Event, tmp_path_factory: pytest.TempPathFactory) -> None:
    path: Path = tmp_path_factory.mktemp("duplicate") / "results.csv"
    path.write_text(results_csv(event), encoding="utf-8")
    scale = Scale.shipped("wbf-bridge-div10")
    result = benchmark.pedantic(lambda: score_event(load_results(path), scale), rounds=sized(5, 1), warmup_rounds=1)
    assert len(result.tables) == TABLES * BOARDS
    note(benchmark, "duplicate event of 25,000 table results, read from CSV and scored", "fastmcr", "s", per=1)
