"""Distances to every fan, of many hands."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from populations import random_hands
from settings import SEED, note, sized

from fastmcr import fan_distance_batch

HANDS = sized(20_000, 300)
ROUNDS = sized(5, 1)


@cache
def hands(melds: int) -> tuple[Any, Any]:
    return random_hands(HANDS, SEED, 13, melds)


@pytest.mark.parametrize("melds", [0, 1, 2, 3])
def test_fan_distances(benchmark: Any, melds: int) -> None:
    given = hands(melds)
    benchmark.pedantic(fan_distance_batch, given, {"threads": 1}, rounds=ROUNDS, warmup_rounds=1)
    note(benchmark, f"distance to every fan, {melds} melds, 13 tiles", "fastmcr", "µs a hand", per=HANDS)
