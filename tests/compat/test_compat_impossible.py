"""The drop-in for MahjongGB about tiles that nobody can have: bots that forget their own sets ask about them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import pytest
from mahjonggb_calls import FORMS, HAND, SIZES, WIN, deals, outcome, tiles_of
from oracle_sets import ORPHANS
from peers import TILES, peer_version
from support import scaled

from fastmcr.compat import _any_copies
from fastmcr.compat import mahjonggb as ours
from fastmcr.compat._refusals import counts_of

pytestmark = pytest.mark.skipif(peer_version("PyMahjongGB") is None, reason="PyMahjongGB is not installed")

NOT_WIN = (TypeError, "ERROR_NOT_WIN")
PUNGS = [("PENG", tile, 1) for tile in ("J1", "F4", "W9", "B9", "T1", "W7")]
STRAIGHT = [TILES[tile] for tile in (0, 3, 6, 10, 13, 16, 20, 23, 26)]


@pytest.fixture(scope="module")
def original() -> Any:
    return import_module("MahjongGB")


def impossible_hands(n: int, sizes: Sequence[int], seed: int) -> Iterator[tuple[str, ...]]:
    """Yield hands with five to thirteen copies of a tile, of few kinds or beside any others."""
    rng = random.Random(seed)
    found = 0
    while found < n:
        size = rng.choice([size for size in sizes if size > 4])
        pool = rng.choice([rng.sample(TILES, rng.randint(1, 8)), TILES[:9], TILES[9:14], TILES[27:], STRAIGHT, TILES])
        many = [rng.choice(pool)] * rng.choice((0, 5, 6, 7, 9))
        hand = [*many, *(rng.choice(pool) for _ in range(size))][:size]
        rng.shuffle(hand)
        if max(Counter(hand).values()) > 4:
            found += 1
            yield tuple(hand)


@pytest.mark.parametrize("name", FORMS)
def test_a_fifth_copy_in_a_hand(original: Any, name: str) -> None:
    theirs, function = getattr(original, name), getattr(ours, name)
    for hand in impossible_hands(scaled(600), SIZES.get(name, (13,)), seed=61):
        assert function(hand) == theirs(hand), hand


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("tile", ["W1", "B5", "T9", "F1", "J3"])
def test_one_tile_alone(original: Any, name: str, tile: str) -> None:
    for size in set(SIZES.get(name, (13,))) - {4}:  # four alike can be, and need a fifth
        assert getattr(ours, name)((tile,) * size) == getattr(original, name)((tile,) * size)


def test_best_shanten_with_a_fifth_copy(original: Any) -> None:
    for hand in impossible_hands(scaled(800), (7, 10, 13), seed=62):
        assert ours.MahjongShanten((), hand) == original.MahjongShanten((), hand), hand


def test_a_fifth_copy_in_hand_and_sets(original: Any) -> None:
    """The sets are not looked at, so that the shanten is that of the hand by itself."""
    rng = random.Random(63)
    met = 0
    for hand in deals(scaled(2_000), (1, 4, 7, 10), seed=63):
        pack = tuple(("PENG", rng.choice(hand), rng.randrange(4)) for _ in range((13 - len(hand)) // 3))
        if max(Counter([*hand, *(tile for meld in pack for tile in tiles_of(meld))]).values()) > 4:
            met += 1
            assert ours.MahjongShanten(pack, hand) == original.MahjongShanten(pack, hand), (pack, hand)
    assert met > scaled(2_000) / 10


@pytest.mark.parametrize("size", range(1, 15))
@pytest.mark.parametrize("sets", range(7))
def test_more_sets_than_the_hand_leaves_room_for(original: Any, sets: int, size: int) -> None:
    hand = (*HAND, "F2", "F3", "J2", "J3")[:size]
    found = outcome(ours.MahjongShanten, tuple(PUNGS[:sets]), hand)
    assert found == outcome(original.MahjongShanten, tuple(PUNGS[:sets]), hand)


@pytest.mark.parametrize("tile", [TILES[tile] for tile in ORPHANS])
def test_a_chow_of_other_tiles(original: Any, tile: str) -> None:
    """Beside a hand it is not looked at. A win with it is refused where the original lists fans."""
    pack = (("CHI", tile, 1),)
    assert ours.MahjongShanten(pack, HAND) == original.MahjongShanten(pack, HAND)
    for win in ("F1", "F2"):
        found = outcome(ours.MahjongFanCalculator, **WIN | {"pack": pack, "winTile": win})
        theirs = outcome(original.MahjongFanCalculator, **WIN | {"pack": pack, "winTile": win})
        if theirs == NOT_WIN:
            assert found == NOT_WIN
        else:
            assert found == (TypeError, f"a CHI is named by its middle tile, 2 to 8 of a suit, not {tile}")


def test_the_search_agrees_on_hands_that_can_be(original: Any) -> None:
    """So it is the method of the original, and not one that was fitted to hands with five copies."""
    for hand in deals(scaled(600), (1, 4, 7, 10, 13), seed=64):
        for form, name in enumerate(FORMS):
            if len(hand) in SIZES.get(name, (13,)):
                shanten, tiles = _any_copies.useful_tiles(counts_of(hand), form)
                theirs = getattr(original, name)(hand)
                assert (shanten, {TILES[tile] for tile in tiles}) == (theirs[0], set(theirs[1])), (name, hand)


# Wins


def impossible_wins(n: int, seed: int) -> Iterator[tuple[tuple[Any, ...], tuple[str, ...], str]]:
    """Yield sets, hands and winning tiles, five copies among them, most of which would win."""
    rng = random.Random(seed)
    found = 0
    while found < n:
        pool = rng.sample(range(27), rng.randint(1, 3))
        sets = rng.randint(0, 4)
        pack = tuple((rng.choice(("PENG", "GANG")), TILES[rng.choice(pool)], rng.randrange(1, 4)) for _ in range(sets))
        hand = [tile for _ in range(4 - sets) for tile in concealed_set(rng, rng.choice(pool))]
        hand += [TILES[rng.choice(pool)]] * 2
        if not sets and rng.random() < 0.3:
            hand = [tile for _ in range(7) for tile in [TILES[rng.choice(pool)]] * 2]
        rng.shuffle(hand)
        if rng.random() < 0.2:
            hand[0] = rng.choice(hand)
        if max(Counter([*hand, *(tile for meld in pack for tile in tiles_of(meld))]).values()) > 4:
            found += 1
            yield pack, tuple(hand[1:]), hand[0]


def concealed_set(rng: random.Random, tile: int) -> list[str]:
    is_chow = tile % 9 < 7 and rng.random() < 0.5
    return TILES[tile : tile + 3] if is_chow else [TILES[tile]] * 3


def test_wins_with_a_fifth_copy(original: Any) -> None:
    """No win as in the original, else refused: it counts fans of tiles that nobody has."""
    answers = Counter[str]()
    for pack, hand, win in impossible_wins(scaled(1_500), seed=65):
        changed = {"pack": pack, "hand": hand, "winTile": win}
        theirs, found = (outcome(one.MahjongFanCalculator, **WIN | changed) for one in (original, ours))
        assert found[0] is TypeError
        assert (found == NOT_WIN) == (theirs == NOT_WIN), changed
        assert found == NOT_WIN or "a hand holds at most 4" in found[1]
        answers[found[1][:4]] += 1
    assert min(answers["ERRO"], answers["tile"]) > 20


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"pack": (("GANG", "W1", 1),)}, "tile W1 appears 5 times; a hand holds at most 4"),
        ({"pack": (("PENG", "F1", 0),)}, "tile F1 appears 5 times; a hand holds at most 4"),
        ({"flowerCount": 9}, "flowerCount is 0 to 8, not 9"),
        ({"flowerCount": -1}, "flowerCount is 0 to 8, not -1"),
        ({"flowerCount": 256}, "flowerCount is 0 to 8, not 256"),
    ],
)
def test_words_of_its_own(original: Any, changed: dict[str, Any], text: str) -> None:
    assert outcome(ours.MahjongFanCalculator, **WIN | changed) == (TypeError, text)
    assert isinstance(original.MahjongFanCalculator(**WIN | changed), tuple)
    not_won = WIN | changed | {"winTile": "F2"}
    assert outcome(ours.MahjongFanCalculator, **not_won) == outcome(original.MahjongFanCalculator, **not_won) == NOT_WIN


@pytest.mark.parametrize("wind", [4, 5, 255, 256, 2**31 - 1, -1, -4, -(2**31)])
@pytest.mark.parametrize("name", ["seatWind", "prevalentWind"])
@pytest.mark.parametrize(
    "tiles",
    [
        {},
        {"pack": (("PENG", "F2", 1),)},
        {"pack": (("PENG", "F2", 0),)},
        {"pack": (("PENG", "F2", 1), ("GANG", "F1", 0), ("PENG", "F3", 1)), "hand": ("W1", "W2", "W3", "F4")},
        {"pack": tuple(("PENG", f"F{wind}", 1) for wind in range(1, 5)), "hand": ("W3",), "winTile": "W3"},
        {"pack": tuple(("PENG", f"F{wind}", 0) for wind in range(1, 5)), "hand": ("W3",), "winTile": "W3"},
    ],
)
def test_a_wind_that_is_none(original: Any, tiles: dict[str, Any], name: str, wind: int) -> None:
    for verbose in (False, True):
        given = WIN | tiles | {name: wind, "verbose": verbose}
        assert outcome(ours.MahjongFanCalculator, **given) == outcome(original.MahjongFanCalculator, **given)


BEYOND = (2**31, 2**40, 2**70, -(2**31) - 1, -(2**70))


@pytest.mark.parametrize("number", BEYOND)
@pytest.mark.parametrize("name", ["flowerCount", "seatWind", "prevalentWind", "offer"])
def test_numbers_beyond_those_of_c(original: Any, name: str, number: int) -> None:
    changed = {"pack": (("PENG", "J1", number),)} if name == "offer" else {name: number}
    found = outcome(ours.MahjongFanCalculator, **WIN | changed)
    assert found == outcome(original.MahjongFanCalculator, **WIN | changed)
    assert found[0] is OverflowError


@pytest.mark.parametrize("text", ["W1\0", "\ud800"])
@pytest.mark.parametrize("place", ["winTile", "word", "tile"])
def test_text_that_c_cannot_take(original: Any, place: str, text: str) -> None:
    pack = ((text, "J1", 1),) if place == "word" else (("PENG", text, 1),)
    changed = {"winTile": text} if place == "winTile" else {"pack": pack}
    found = outcome(ours.MahjongFanCalculator, **WIN | changed)
    assert found == outcome(original.MahjongFanCalculator, **WIN | changed)
    assert issubclass(found[0], ValueError)


@pytest.mark.parametrize("name", [*FORMS, "MahjongFanCalculator"])
@pytest.mark.parametrize("text", ["W1\0", "\ud800"])
def test_text_that_ends_the_original(name: str, text: str) -> None:
    """In `hand` it reads up to the zero, or ends the whole process."""
    hand = (*HAND[:9], text, "F2", "F3", "J2")
    given = WIN | {"hand": hand[:10]} if name == "MahjongFanCalculator" else {"hand": hand}
    assert outcome(getattr(ours, name), **given) == (TypeError, "ERROE_WRONG_TILE_CODE")
