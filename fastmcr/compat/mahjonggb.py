"""Drop-in for the package MahjongGB (PyMahjongGB 1.4.0): a bot changes one import line.

``from MahjongGB import ...`` becomes ``from fastmcr.compat.mahjonggb import ...``.

**Equal.** For tiles that can lie on a table every function takes the same arguments, by place or by name, and returns
the same value, element by element: the names of fans and tiles and their spelling, the order of fans and of tiles, both
forms of ``verbose``, the shanten and useful tiles of short hands (1, 4, 7 or 10 tiles, whatever sets are declared). The
rules are ``Rules.preset("mil").replace(rob_on_last_tile="both")``. Flags are read as there, and those that cannot be
true are left out as there: ``is4thTile`` while another copy is in `hand`; ``isAboutKong`` on a self-drawn win
without a kong, and on another player's tile of which a copy is in `hand` or `pack`. A PENG or CHI offered by nobody
(offer 0) is a concealed set. The errors raised there are raised here, with the same text.

**Ties.** Where two readings of a hand are worth the same, the other one may be listed; the total is equal. Seen in two
kinds of hands: TIES

**Corrected.** There are four copies of a tile. Shanten and useful tiles never count on a fifth: MahjongGB waits for
a tile of which the hand holds all four copies, and `MahjongShanten` does not look at the tiles in `pack`.

**Refused.** Tiles, winds or flowers that no player can have raise TypeError, where MahjongGB often returns something:
five copies of a tile, a CHI across the ends of a suit or of honors, winds outside 0..3, flowers outside 0..8, more sets
than leave room for the hand.
"""

# ruff: noqa: N802, N803  # the names are those of the original

from __future__ import annotations

import functools
import struct
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

import numpy as np

from ..fans import Fan
from ..kernels import layout
from ..rules import Rules
from ..tiles import TILES

__all__ = [
    "HonorsAndKnittedTilesShanten",
    "KnittedStraightShanten",
    "MahjongFanCalculator",
    "MahjongShanten",
    "RegularShanten",
    "SevenPairsShanten",
    "ThirteenOrphansShanten",
]

Pack = tuple[tuple[str, str, int], ...]
Hand = tuple[str, ...]
Fans = tuple[tuple[Any, ...], ...]  # (points, name), or verbose (points, count, name, English name)
Useful = tuple[int, tuple[str, ...]]

_RULES = Rules.preset("mil").replace(rob_on_last_tile="both")
_NAMES = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J1", "J2", "J3"]
