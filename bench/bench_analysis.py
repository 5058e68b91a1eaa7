"""Hand analysis: shanten, useful tiles, waits and discards of many hands, beside xiangting and PyMahjongGB."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from peers import TILES, peer_version
from populations import random_hands, random_wins
from settings import SEED, note, sized

from fastmcr import Hand, discards_batch, shanten_batch, useful_tiles_batch, waits, waits_batch

MANY = sized(1_000_000, 5_000)
SOME = sized(200_000, 2_000)
FEW = sized(5_000, 300)
ROUNDS = sized(9, 1)

REGULAR_ROW = "shanten, regular form, random 14 tiles"
FORMS_ROW = "shanten, five forms, random 14 tiles"
WAITS_ROW = "waits(hand) with scores, one hand"


@cache
def hands(n: int, tiles: int, melds: int) -> tuple[Any, Any]:
    return random_hands(n, SEED, tiles, melds)


def texts(counts: Any) -> tuple[str, ...]:
    return tuple(TILES[tile] for tile in range(34) for _ in range(counts[tile]))


def test_regular(benchmark: Any) -> None:
    concealed, _ = hands(MANY, 14, 0)
    benchmark.pedantic(
        shanten_batch, (concealed,), {"forms": ["regular"], "threads": 1}, rounds=ROUNDS, warmup_rounds=1
    )
    note(benchmark, REGULAR_ROW, "fastmcr", "ns a hand", per=MANY)


@pytest.mark.skipif(peer_version("xiangting") is None, reason="xiangting is not installed")
def test_regular_of_xiangting(benchmark: Any) -> None:
    xiangting = import_module("xiangting")
    given = [row.tolist() for row in hands(MANY, 14, 0)[0][:FEW]]
    count, four = xiangting.calculate_replacement_number, xiangting.PlayerCount.FOUR

    def run() -> int:
        return sum(count(hand, four) for hand in given)

    assert benchmark.pedantic(run, rounds=ROUNDS) > 0  # it looks at seven pairs and orphans too
    note(benchmark, REGULAR_ROW, "xiangting", "ns a hand", per=FEW)


def test_five_forms(benchmark: Any) -> None:
    concealed, _ = hands(MANY, 14, 0)
    benchmark.pedantic(shanten_batch, (concealed,), {"threads": 1}, rounds=ROUNDS, warmup_rounds=1)
    note(benchmark, FORMS_ROW, "fastmcr", "ns a hand", per=MANY)


@pytest.mark.skipif(peer_version("PyMahjongGB") is None, reason="PyMahjongGB is not installed")
def test_five_forms_of_pymahjonggb(benchmark: Any) -> None:
    count = import_module("MahjongGB").MahjongShanten
    given = [texts(row) for row in hands(MANY, 14, 0)[0][:FEW]]
    given13 = [hand[:13] for hand in given]  # it takes 13 tiles; the work is the same

    def run() -> int:
        return sum(count((), hand) for hand in given13)

    benchmark.pedantic(run, rounds=ROUNDS)
    note(benchmark, FORMS_ROW, "PyMahjongGB", "ns a hand", per=FEW)


def test_bare_pass(benchmark: Any) -> None:
    concealed, _ = hands(SOME, 13, 0)
    benchmark.pedantic(concealed.sum, (), {"axis": 1}, rounds=ROUNDS, warmup_rounds=1)
    note(benchmark, "summing the same rows with numpy, for scale", "fastmcr", "ns a hand", per=SOME)


@pytest.mark.parametrize("melds", [0, 1, 2, 3])
def test_forms_beside_melds(benchmark: Any, melds: int) -> None:
    given = hands(SOME, 13, melds)
    benchmark.pedantic(shanten_batch, given, {"threads": 1}, rounds=ROUNDS, warmup_rounds=1)
    note(benchmark, f"shanten, {melds} melds, 13 tiles", "fastmcr", "ns a hand", per=SOME)


@pytest.mark.parametrize("melds", [0, 1, 2, 3])
def test_useful(benchmark: Any, melds: int) -> None:
    given = hands(SOME, 13, melds)
    benchmark.pedantic(useful_tiles_batch, given, {"threads": 1}, rounds=ROUNDS, warmup_rounds=1)
    note(benchmark, f"shanten and useful tiles, {melds} melds, 13 tiles", "fastmcr", "ns a hand", per=SOME)


def test_waits(benchmark: Any) -> None:
    wins = random_wins(SOME, SEED)
    benchmark.pedantic(waits_batch, (wins.beside_win(), wins.melds), {"threads": 1}, rounds=ROUNDS, warmup_rounds=1)
    note(benchmark, "formal and live waits of random wins", "fastmcr", "ns a hand", per=SOME)


def test_discards(benchmark: Any) -> None:
    concealed, _ = hands(FEW * 4, 14, 0)
    benchmark.pedantic(discards_batch, (concealed,), {"threads": 1}, rounds=ROUNDS, warmup_rounds=1)
    note(benchmark, "all discards with useful tiles, 14 tiles", "fastmcr", "ns a hand", per=FEW * 4)


@cache
def ready() -> list[Hand]:
    """Return hands that wait, for one call each."""
    wins = random_wins(sized(400, 40), SEED)
    melds = (wins.melds > 0).any(axis=1)
    counts = wins.beside_win()[~melds]
    return [Hand([tile for tile in range(34) for _ in range(row[tile])]) for row in counts]


def test_waits_of_one(benchmark: Any) -> None:
    given = ready()

    def run() -> int:
        return sum(len(waits(hand)) for hand in given)

    assert benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1) > 0
    note(benchmark, WAITS_ROW, "fastmcr", "µs a hand", per=len(given))


@pytest.mark.skipif(peer_version("PyMahjongGB") is None, reason="PyMahjongGB is not installed")
def test_waits_of_one_by_trying_with_pymahjonggb(benchmark: Any) -> None:
    calculator = import_module("MahjongGB").MahjongFanCalculator
    given = [(texts(hand.counts), hand.counts) for hand in ready()]

    def run() -> int:
        found = 0
        for hand, counts in given:
            for tile in range(34):
                if counts[tile] < 4:
                    try:
                        calculator((), hand, TILES[tile], 0, False, False, False, False, 0, 0)
                        found += 1
                    except TypeError:
                        pass
        return found

    assert benchmark.pedantic(run, rounds=ROUNDS) > 0
    note(benchmark, WAITS_ROW, "PyMahjongGB", "µs a hand", per=len(given))


def test_populations_are_possible() -> None:
    for melds in range(4):
        concealed, codes = random_hands(1_000, 7, 13, melds)
        assert (concealed.sum(axis=1) == 13 - 3 * melds).all()
        assert np.count_nonzero(codes) == 1_000 * melds
        assert not shanten_batch(concealed, codes, on_error="mark").status.any()
