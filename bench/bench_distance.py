"""Distances to hands of 8 points: random hands, hands from the middle of deals, routes.

``python bench/bench_distance.py --hands 100000`` prints how much more the distance is than shanten on dealt hands.
"""

from __future__ import annotations

import argparse
import time
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from populations import Bytes, random_hands
from settings import SEED, note, sized

from fastmcr import UNREACHABLE, Hand, discards_batch, distance, distance_batch, routes, shanten_batch

SOME = sized(20_000, 300)
FEW = sized(500, 20)
ROUNDS = sized(5, 1)
DRAWS = 8  # of each player until the middle of a deal


@cache
def hands(n: int, melds: int) -> tuple[Bytes, Bytes]:
    return random_hands(n, SEED, 13, melds)


def counts_of(tiles: npt.NDArray[np.uint8]) -> Bytes:
    """Return (n, 34) counts of (n, k) tiles."""
    counts = np.zeros((len(tiles), 34), np.uint8)
    np.add.at(counts, (np.arange(len(tiles))[:, None], tiles), 1)
    return counts


@cache
def dealt_hands(n: int, seed: int = SEED, draws: int = 0) -> Bytes:
    """Return the 13 tiles of each player of simulated deals, after so many draws of each.

    After each draw the discard that leaves the lowest shanten, and then the most useful kinds, is made; nobody claims.
    """
    deals = -(-n // 4)
    walls = np.tile(np.repeat(np.arange(34, dtype=np.uint8), 4), (deals, 1))
    walls = np.random.default_rng(seed).permuted(walls, axis=1)
    players = []
    for player in range(4):
        counts = counts_of(walls[:, 13 * player : 13 * player + 13])
        for draw in range(draws):
            counts[np.arange(deals), walls[:, 52 + 4 * draw + player]] += 1
            found = discards_batch(counts)
            kinds = np.unpackbits(found.masks.view(np.uint8).reshape(deals, 34, 8), axis=2).sum(axis=2, dtype=np.int64)
            counts[np.arange(deals), (kinds - 40 * found.shanten.astype(np.int64)).argmax(axis=1)] -= 1
        players.append(counts)
    return np.stack(players, axis=1).reshape(-1, 34)[:n]


@pytest.mark.parametrize("melds", [0, 1, 2, 3])
def test_random_hands(benchmark: Any, melds: int) -> None:
    given = hands(SOME, melds)
    benchmark.pedantic(distance_batch, given, {"threads": 1}, rounds=ROUNDS, warmup_rounds=1)
    note(benchmark, f"distance to 8 points, {melds} melds, 13 tiles", "fastmcr", "µs a hand", per=SOME)


def test_middle_of_deals(benchmark: Any) -> None:
    given = dealt_hands(SOME, draws=DRAWS)
    benchmark.pedantic(distance_batch, (given,), {"threads": 1}, rounds=ROUNDS, warmup_rounds=1)
    note(benchmark, "distance to 8 points, middle of deals", "fastmcr", "µs a hand", per=SOME)


@cache
def single_hands() -> list[Hand]:
    return [Hand([tile for tile in range(34) for _ in range(row[tile])]) for row in dealt_hands(FEW, draws=DRAWS)]


def test_one_hand(benchmark: Any) -> None:
    given = single_hands()
    benchmark.pedantic(lambda: [distance(hand) for hand in given], rounds=ROUNDS, warmup_rounds=1)
    note(benchmark, "distance(hand), one hand", "fastmcr", "µs a hand", per=len(given))


def test_routes(benchmark: Any) -> None:
    given = single_hands()
    benchmark.pedantic(lambda: [routes(hand) for hand in given], rounds=ROUNDS, warmup_rounds=1)
    note(benchmark, "routes(hand), middle of deals", "fastmcr", "µs a hand", per=len(given))


def test_dealt_hands_are_deals() -> None:
    counts = dealt_hands(40, draws=3)
    assert (counts.sum(axis=1) == 13).all()
    assert (counts.reshape(10, 4, 34).sum(axis=1) <= 4).all()


def over_shanten(n: int, draws: int) -> str:
    """Return a table of how often the distances to 8 points are how much more than shanten."""
    given = dealt_hands(n, draws=draws)
    plain = shanten_batch(given).best.astype(np.int64)
    started = time.perf_counter()
    found = distance_batch(given, threads=1).values
    seconds = time.perf_counter() - started
    lines = [
        f"{n:,} dealt hands after {draws} draws, {seconds / n * 1e6:.1f} µs a hand",
        "over shanten  open  concealed",
    ]
    more = np.where(found == UNREACHABLE, UNREACHABLE, found - plain[:, None])
    for value in np.unique(more):
        shares = (more == value).mean(axis=0) * 100
        name = "out of reach" if value == UNREACHABLE else f"+{value}"
        lines.append(f"{name:<12}  {shares[0]:6.2f} %  {shares[1]:6.2f} %")
    means = [f"{column[column < UNREACHABLE].mean():.3f}" for column in more.T]
    return "\n".join([*lines, f"{'mean':<12}  {means[0]:>6}    {means[1]:>6}"])


def main() -> int:
    """Print the distributions for dealt hands and for those of the middle of deals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=100_000)
    given = parser.parse_args()
    for draws in (0, DRAWS):
        print(over_shanten(given.hands, draws), end="\n\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
