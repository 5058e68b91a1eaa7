"""Drop-in for the package MahjongGB (PyMahjongGB 1.4.0): a bot changes one import line.

``from MahjongGB import ...`` becomes ``from fastmcr.compat.mahjonggb import ...``.

DOC
"""

# ruff: noqa: N802, N803  # the names are those of the original

from __future__ import annotations

import functools
import operator
import struct
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np

from ..fans import Fan
from ..kernels import layout
from ..rules import CompiledRules, Rules
from ..scoring import _prepared

if TYPE_CHECKING:
    from ..kernels import Tables

__all__ = [
    "HonorsAndKnittedTilesShanten",
    "KnittedStraightShanten",
    "MahjongFanCalculator",
    "MahjongShanten",
    "RegularShanten",
    "SevenPairsShanten",
    "ThirteenOrphansShanten",
]

DeclaredSet = tuple[str, str, int]
Pack = tuple[DeclaredSet, ...]
Hand = tuple[str, ...]
Fans = tuple[tuple[Any, ...], ...]  # (points, name), or verbose (points, count, name, English name)
Useful = tuple[int, tuple[str, ...]]

_RULES = Rules.preset("mil").replace(rob_on_last_tile="both")
_NAMES = (*(f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)), "F1", "F2", "F3", "F4", "J1", "J2", "J3")
_TILES = {name: tile for tile, name in enumerate(_NAMES)}
_WORDS = {"CHI": layout.CHOW, "PENG": layout.PUNG, "GANG": layout.CLAIMED_KONG}
_CHOWS = [tile for tile in range(layout.HONORS) if tile % 9 < 7]
_HELD = {name: 1 << 8 * tile for name, tile in _TILES.items()}  # the counts of a hand as one number, a byte a tile


def _code(kind: int, tile: int) -> int:
    return 1 + layout.KINDS * kind + tile


# Meld codes of declared sets, as analysis takes them.
_MELDS: dict[DeclaredSet, int] = {
    (word, _NAMES[tile + (kind == layout.CHOW)], offer): _code(kind, tile)
    for word, kind in _WORDS.items()
    for tile in (_CHOWS if kind == layout.CHOW else range(layout.KINDS))
    for offer in range(4)
}
_MELDS |= {("GANG", name, 0): _code(layout.CONCEALED_KONG, tile) for name, tile in _TILES.items()}
# As scoring takes them: a chow that nobody offered is concealed. So is a pung, but `_with_hidden_pungs` sees to those.
_HIDDEN_CHOWS = {("CHI", _NAMES[tile + 1], 0): _code(layout.CONCEALED_CHOW, tile) for tile in _CHOWS}
_HIDDEN_PUNGS = {("PENG", name, 0): _code(layout.CONCEALED_PUNG, tile) for name, tile in _TILES.items()}
_SCORED = {meld: code for meld, code in (_MELDS | _HIDDEN_CHOWS).items() if meld not in _HIDDEN_PUNGS}


# --- what a list of fans looks like ---------------------------------------------------------------------------------


class _Entry(NamedTuple):
    """How a fan is listed; `place` is where the repeats word counts it, -1 if it counts once."""

    points: int
    name: str
    english: str
    place: int


_OTHER_NAMES = {
    Fan.EDGE_WAIT: "独听・边张",
    Fan.CLOSED_WAIT: "独听・嵌张",
    Fan.SINGLE_WAIT: "独听・单钓",
}
_OTHER_ENGLISH = {
    Fan.ALL_FIVES: "All Five",
    Fan.ROBBING_THE_KONG: "Robbing The Kong",
    Fan.TWO_DRAGON_PUNGS: "Two Dragons Pungs",
    Fan.CONCEALED_AND_MELDED_KONG: "Concealed Kong and Melded Kong",
}
_ENTRIES = {
    int(fan): _Entry(
        points=int(_RULES.compiled.points[fan]),
        name=_OTHER_NAMES.get(fan, fan.chinese),
        english=_OTHER_ENGLISH.get(fan, fan.english),
        place=layout.REPEATABLE.index(fan) if fan in layout.REPEATABLE else -1,
    )
    for fan in Fan
}
# Fans are listed by number, but Two Concealed Kongs after the other fans of its 6 points up to Melded Hand.
_LATE = int(Fan.TWO_CONCEALED_KONGS)
_RANKS = {fan: float(fan) for fan in _ENTRIES} | {_LATE: Fan.MELDED_HAND + 0.5}


@functools.lru_cache(maxsize=16384)  # most wins share their list of fans with others
def _listed(word0: int, word1: int, repeats: int, verbose: bool) -> Fans:
    """Return what `MahjongFanCalculator` returns, from flag words and repeats word."""
    fans = []
    left = word0 | word1 << 64
    while left:
        fans.append((left & -left).bit_length())
        left &= left - 1
    if _LATE in fans:
        fans.sort(key=_RANKS.__getitem__)
    result: list[tuple[Any, ...]] = []
    for fan in fans:
        points, name, english, place = _ENTRIES[fan]
        count = 1 if place < 0 else repeats >> 4 * place & 15
        result.append((points, count, name, english) if verbose else (points * count, name))
    return tuple(result)


# --- scoring --------------------------------------------------------------------------------------------------------


class _ScoringDesk(NamedTuple):
    """Memory and prepared call for one scoring at a time: a call takes a desk from the pile and puts it back."""

    row: memoryview
    work: memoryview
    score: Callable[[], int]


_scoring_desks: list[_ScoringDesk] = []
_FANS = struct.Struct("=3Q")  # flag words and repeats word ...
_FANS_AT = 8 * 23  # ... in the work vector, whose slots kernels/check.py names


@functools.cache
def _scoring_tables() -> Tables:
    """Return the tables of scoring with rows for sets that nobody offered.

    A concealed chow is a chow that is not exposed, a concealed pung a concealed kong of three tiles.
    """
    tables = _prepared(_RULES).tables
    melds = tables.melds.copy()
    for code in _HIDDEN_CHOWS.values():
        melds[code] = melds[code - layout.KINDS * layout.CONCEALED_CHOW]
        melds[code, 2] &= ~np.uint64(0xFFFF << 40)  # exposed, claimed whole
    for code in _HIDDEN_PUNGS.values():
        melds[code] = melds[code - layout.KINDS * (layout.CONCEALED_PUNG - layout.CONCEALED_KONG)]
        melds[code, 0] = melds[code - layout.KINDS * (layout.CONCEALED_PUNG - layout.PUNG), 0]
    return tables._replace(melds=melds)


def _scoring_desk(rules: CompiledRules) -> _ScoringDesk:
    row = np.zeros((1, layout.ROW_LENGTH), np.uint8)
    work = np.zeros(layout.SLOTS, np.uint64)
    score = functools.partial(_prepared(_RULES).score_one, row, *_scoring_tables(), *rules, work)
    return _ScoringDesk(row.reshape(layout.ROW_LENGTH).data, work.data, score)


def MahjongFanCalculator(
    pack: Pack, hand: Hand, winTile: str, flowerCount: int, isSelfDrawn: bool, is4thTile: bool, isAboutKong: bool,
    isWallLast: bool, seatWind: int, prevalentWind: int, verbose: bool = False,
) -> Fans:  # fmt: skip
    """List the fans of a win.

    Parameters
    ----------
    pack : tuple of (str, str, int)
        Declared sets: "CHI", "PENG" or "GANG"; the tile, of a CHI the middle one; the offer 0..3, 0 for a concealed set.
    hand : tuple of str
        The tiles that are not declared, without the winning tile.
    winTile : str
    flowerCount : int
        0..8.
    isSelfDrawn, is4thTile, isAboutKong, isWallLast : bool
        `isAboutKong` means a replacement tile if self-drawn, else a robbed kong.
    seatWind, prevalentWind : int
        0..3, east to north.
    verbose : bool

    Returns
    -------
    tuple of tuples
        For each fan (points, name), points times count; verbose (points, count, name, English name).

    Raises
    ------
    TypeError
        If no player can have these tiles, winds or flowers, or the tiles are no win ("ERROR_NOT_WIN").

    Examples
    --------
    >>> hand = ("W1", "W2", "W3", "B4", "B5", "B6", "T7", "T8", "T9", "F1")
    >>> fans = MahjongFanCalculator((("PENG", "J1", 1),), hand, "F1", 0, False, False, False, False, 0, 0)
    >>> fans
    ((8, '花龙'), (6, '五门齐'), (2, '箭刻'), (1, '独听・单钓'))
    >>> sum(points for points, name in fans)
    17
    """
    if not isinstance(pack, tuple) or not isinstance(hand, tuple) or len(hand) + 3 * len(pack) != 13:
        _refuse_win(pack, hand, winTile, flowerCount, seatWind, prevalentWind)
    try:
        packed = sum(map(_HELD.__getitem__, hand))
        shift = 8 * layout.ROW_MELDS
        for meld in pack:
            packed |= _SCORED[meld] << shift
            shift += 8
        win = _TILES[winTile]
        conditions = 1 if isSelfDrawn else 0
        if isWallLast:
            conditions |= layout.WALL_LAST
        if is4thTile and winTile not in hand:
            conditions |= layout.LAST_OF_KIND
        if isAboutKong:
            conditions |= _about_kong(pack, hand, winTile, isSelfDrawn)
        row, work, score = desk = _scoring_desks.pop() if _scoring_desks else _scoring_desk(_RULES.compiled)
        row[: layout.ROW_WIN] = packed.to_bytes(layout.ROW_WIN, "little")
        row[38] = win
        row[39] = conditions
        row[40] = prevalentWind
        row[41] = seatWind
        row[42] = flowerCount
    except (KeyError, TypeError, ValueError):
        pass
    status = score()
    fans = _FANS.unpack_from(work, _FANS_AT)
    _scoring_desks.append(desk)
    if status:
        raise TypeError("ERROR_NOT_WIN")
    return _listed(*fans, bool(verbose))
