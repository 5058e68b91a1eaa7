"""Calls for the drop-in for MahjongGB: hands, deals, and what comes of a call."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from oracle_sets import KNITTED, ORPHANS
from peers import TILES

KEYWORDS = (
    "pack", "hand", "winTile", "flowerCount", "isSelfDrawn", "is4thTile", "isAboutKong", "isWallLast", "seatWind",
    "prevalentWind",
)  # fmt: skip


FORMS = {
    "RegularShanten": "regular",
    "SevenPairsShanten": "seven_pairs",
    "ThirteenOrphansShanten": "thirteen_orphans",
    "HonorsAndKnittedTilesShanten": "honors_and_knitted",
    "KnittedStraightShanten": "knitted_straight",
}


SIZES = {"RegularShanten": (1, 4, 7, 10, 13), "KnittedStraightShanten": (10, 13)}


HAND = ("W1", "W2", "W3", "B4", "B5", "B6", "T7", "T8", "T9", "F1")


WIN = dict(zip(KEYWORDS, ((("PENG", "J1", 1),), HAND, "F1", 0, False, False, False, False, 0, 0), strict=True))


def outcome(function: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Return the value, or the error as type and text."""
    try:
        return function(*given, **named)
    except Exception as error:
        return type(error), str(error)


def near(middle: str) -> list[str]:
    return [f"{middle[0]}{int(middle[1]) + step}" for step in (-1, 0, 1)]


def tiles_of(meld: tuple[str, str, int]) -> list[str]:
    word, tile, _ = meld
    return near(tile) if word == "CHI" else [tile] * (4 if word == "GANG" else 3)


POOLS: list[Sequence[str]] = [
    TILES, TILES[:9], TILES[9:27], [*TILES[:9], *TILES[27:]], [TILES[tile] for tile in ORPHANS],
    [TILES[tile] for tile in (*KNITTED[0], *range(27, 34))], TILES[2:5] + TILES[20:24],
]  # fmt: skip


def deals(n: int, sizes: Sequence[int], seed: int) -> Iterator[tuple[str, ...]]:
    """Deal hands of some sizes, half of them of few kinds."""
    rng = random.Random(seed)
    for _ in range(n):
        pool = rng.choice(POOLS)
        yield tuple(rng.sample([tile for tile in pool for _ in range(4)], rng.choice(sizes)))
