"""Other programs, called the way their own documentation shows, on the rows of a population."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from populations import Rows

Call = tuple[Any, ...]
TILES = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J1", "J2", "J3"]


def peer_version(package: str) -> str | None:
    """Return the version of an installed package, None if it is not there."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def mahjonggb_calculator() -> Callable[..., tuple[tuple[int, str], ...]]:
    """Return PyMahjongGB's function that scores a hand."""
    calculator: Callable[..., tuple[tuple[int, str], ...]] = import_module("MahjongGB").MahjongFanCalculator
    return calculator


def mahjonggb_call(rows: Rows, i: int) -> Call:
    """Return the arguments of PyMahjongGB for one row: melds, hand, winning tile, flowers, conditions, winds.

    It tells a concealed kong by offer 0, names a chow by its middle tile, and knows a replacement tile and a robbed
    kong as one flag beside self-drawn.
    """
    melds = tuple(_meld(int(code)) for code in rows.melds[i] if code)
    held = rows.take(slice(i, i + 1)).beside_win()[0]
    hand = tuple(TILES[tile] for tile in range(34) for _ in range(held[tile]))
    conditions = int(rows.conditions[i])
    drawn, last, wall, kong = (bool(conditions & bits) for bits in (1, 2, 4, 8 | 16))
    winds = int(rows.seat[i]), int(rows.prevalent[i])
    return (melds, hand, TILES[rows.win[i]], int(rows.flowers[i]), drawn, last, kong, wall, *winds)


def _meld(code: int) -> tuple[str, str, int]:
    kind, tile = divmod(code - 1, 34)
    if kind == 0:
        return "CHI", TILES[tile + 1], 1
    return ("PENG", TILES[tile], 1) if kind == 1 else ("GANG", TILES[tile], 0 if kind == 4 else 1)
