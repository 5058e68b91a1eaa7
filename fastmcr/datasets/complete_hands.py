"""Complete hands, drawn from stocks of tiles: what the populations ``wins``, ``rare_wins`` and ``near13`` are made of.

The docstring of `fastmcr.datasets.populations` tells how they are distributed. A change of the order in which anything
is drawn would change every row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..kernels import layout
from .draws import Draws, Words

__all__ = [
    "CHOWS",
    "Bytes",
    "Columns",
    "Places",
    "Tiles",
    "columns_of",
    "complete",
    "in_melds",
    "one_of",
    "plan_of",
    "wins",
]

Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.intp]
Columns = dict[str, npt.NDArray[Any]]


class Tiles(NamedTuple):
    """Concealed tiles, (n, 34) uint8, and meld codes, (n, 4) uint8."""

    concealed: Bytes
    melds: Bytes


# --- tiles and sets --------------------------------------------------------------------------------------------------

CHOWS = tuple(9 * suit + rank for suit in range(3) for rank in range(7))
_HONORS, _ENDS = tuple(range(27, 34)), (0, 8, 9, 17, 18, 26)
_ORPHANS = np.array((*_ENDS, *_HONORS))
# The nine tiles of each knitted body, in the order of layout.STRAIGHTS.
_BODIES = np.array([[9 * suits[k] + k + 3 * step for k in range(3) for step in range(3)] for suits in layout.STRAIGHTS])


def _set_tiles() -> Bytes:
    """Return (171, 34) counts of the tiles of every meld code."""
    counts = np.zeros((layout.MELD_CODES, 34), np.uint8)
    for code in range(1, layout.MELD_CODES):
        kind, tile = divmod(code - 1, 34)
        if kind != layout.CHOW:
            counts[code, tile] = 3 if kind == layout.PUNG else 4
        elif tile in CHOWS:
            counts[code, tile : tile + 3] = 1
    return counts


_SET_TILES = _set_tiles()


def in_melds(melds: Bytes) -> Bytes:
    """Return (n, 34) counts of the tiles in melds."""
    counts = _SET_TILES[melds[:, 0]]
    for place in range(1, 4):
        counts += _SET_TILES[melds[:, place]]
    return counts


def one_of(draws: Draws, weights: npt.NDArray[Any]) -> Places:
    """Return a tile for each row, drawn with weights (n, 34) of which each row has some."""
    upto = np.cumsum(weights, axis=1, dtype=np.uint8)
    drawn = draws.below(upto[:, -1]).astype(np.uint8)
    return np.asarray((upto <= drawn[:, None]).sum(axis=1, dtype=np.intp))


# --- stocks of tiles -------------------------------------------------------------------------------------------------


class _Stocks(NamedTuple):
    """From which tiles hands are made, a row a stock; each list padded, with its length beside it."""

    chows: Places
    pungs: Places
    pairs: Places
    seven: Places  # for seven pairs
    lengths: Places  # (n, 4)
    chow_tenths: Places

    @classmethod
    def of(cls, stocks: Sequence[tuple[Sequence[int], Sequence[int], Sequence[int]]], chow_tenths: int) -> _Stocks:
        lists = [[*map(list, stock), _seven_pairs_from(stock)] for stock in stocks]
        widest = [max(len(row[column]) for row in lists) for column in range(4)]
        chows, pungs, pairs, seven = (
            np.array([row[column] + [0] * (widest[column] - len(row[column])) for row in lists]) for column in range(4)
        )
        lengths = np.array([[len(tiles) for tiles in row] for row in lists])
        shares = np.where(lengths[:, 0] == 0, 0, np.where(lengths[:, 1] == 0, 10, chow_tenths))
        return cls(chows, pungs, pairs, seven, lengths, shares)


def _seven_pairs_from(stock: tuple[Sequence[int], Sequence[int], Sequence[int]]) -> list[int]:
    """Return the kinds for seven pairs: those of the stock, or all where it has hardly enough."""
    kinds = sorted({*stock[1], *stock[2]})
    return kinds if len(kinds) >= 5 else list(range(34))


_SUITS = [tuple(range(9 * suit, 9 * suit + 9)) for suit in range(3)]
_SUIT_CHOWS = [suit[:7] for suit in _SUITS]
_ALL = tuple(range(34))
_WIDE = _Stocks.of(
    [(CHOWS, _ALL, _ALL)]
    + [(chows, (*suit, *_HONORS), (*suit, *_HONORS)) for chows, suit in zip(_SUIT_CHOWS, _SUITS, strict=True)]
    + [(chows, suit, suit) for chows, suit in zip(_SUIT_CHOWS, _SUITS, strict=True)],
    chow_tenths=6,
)
_WIDE_SHARES = np.array([0] * 12 + [1, 2, 3, 4, 5, 6])

# Lowest tiles of chows, tiles of pungs, tiles of pairs; each stock brings dear fans that chance seldom does.
_NARROW = _Stocks.of(
    (
        ((0, 15), range(27, 31), (27, 28, 29, 30, 33, 4)),
        ((3,), (31, 32, 33, 0, 9), (31, 32, 33, 4)),
        ((), _HONORS, _HONORS),
        ((), (*_ENDS, *_HONORS), (*_ENDS, *_HONORS)),
        ((), _ENDS, _ENDS),
        ((0, 6, 9, 15), (*_ENDS, *_HONORS), (*_ENDS, *_HONORS)),
        ((19,), (19, 20, 21, 23, 25, 32), (19, 23, 25, 32)),
        ((), (1, 3, 5, 7, 10, 12, 14, 16, 19, 21, 23, 25), (1, 3, 5, 7, 12, 23)),
        ((2, 3, 4, 11, 12, 13, 20, 21, 22), (4, 13, 22), (4, 13, 22)),
        ((6, 15, 24), (*range(5, 9), *range(14, 18), *range(23, 27)), (5, 6, 7, 8, 15, 25)),
        ((3, 12, 21), (3, 4, 5, 12, 13, 14, 21, 22, 23), (3, 4, 5, 13, 22)),
        ((0, 9, 18), (0, 1, 2, 3, 9, 10, 11, 12, 18, 19, 20, 21), (0, 1, 2, 3, 10, 21)),
        ((9, 10, 11, 21), (*range(9, 14), 16, 17, 19, 21, 22, 23, 25, 26, 33), (9, 12, 22, 33)),
        ((), range(9), range(9)),
        (range(7), (0, 4, 8, 31), (*range(9), 30)),
        ((0, 1, 9, 10, 18, 19), (27,), range(9)),
        ((0, 6, 9, 15, 0, 6, 9, 15), (), (4, 13, 22)),
        ((0, 2, 4, 6), (31,), (0, 4, 13, 31)),
        ((0, 12, 24, 3, 15, 18), (28,), (1, 13, 32)),
        (CHOWS, (3, 5, 12, 14, 21, 23), range(27, 31)),
    ),
    chow_tenths=5,
)
_NARROW_SHARES = np.arange(len(_NARROW.chows))


# --- complete hands --------------------------------------------------------------------------------------------------


class _Plan(NamedTuple):
    """What is drawn once for a win, before its tiles; one item a row."""

    shape: Places
    stock: Places
    open_tenths: Places
    kong_tenths: Places

    def of(self, rows: Places) -> _Plan:
        return _Plan(*(column[rows] for column in self))


def _sets(draws: Draws, plan: _Plan, stocks: _Stocks, number: int) -> tuple[Bytes, Bytes]:
    """Return the tiles of so many concealed sets, (n, 34), and the codes of melds, (n, 4)."""
    concealed = np.zeros((len(draws), 34), np.uint8)
    melds = np.zeros((len(draws), 4), np.uint8)
    lengths = stocks.lengths[plan.stock]
    for place in range(number):
        chow = draws.chance(stocks.chow_tenths[plan.stock], 10)
        which = draws.below(np.where(chow, lengths[:, 0], lengths[:, 1]))
        low = stocks.chows[plan.stock, np.where(chow, which, 0)]
        tile = np.where(chow, low, stocks.pungs[plan.stock, np.where(chow, 0, which)])
        exposed = draws.chance(plan.open_tenths, 10)
        kong = draws.chance(plan.kong_tenths, 10) & ~chow
        kong_kind = np.where(exposed, layout.CLAIMED_KONG + draws.below(2), layout.CONCEALED_KONG)
        kind = np.where(chow, layout.CHOW, np.where(kong, kong_kind, layout.PUNG))
        code = (1 + 34 * kind + tile).astype(np.uint8)
        melded = exposed | kong
        melds[:, place] = np.where(melded, code, 0)
        concealed += _SET_TILES[np.where(melded, 0, code)]
    return concealed, melds


def _add(counts: Bytes, tiles: npt.NDArray[Any], copies: int = 1) -> None:
    """Add a tile to each row, or several different ones, (n, k)."""
    rows = np.arange(len(counts))
    counts[rows if tiles.ndim == 1 else rows[:, None], tiles] += np.uint8(copies)


def _sets_and_pair(draws: Draws, plan: _Plan, stocks: _Stocks) -> Tiles:
    concealed, melds = _sets(draws, plan, stocks, 4)
    _add(concealed, stocks.pairs[plan.stock, draws.below(stocks.lengths[plan.stock, 2])], 2)
    return Tiles(concealed, melds)


def _bare(draws: Draws) -> Tiles:
    return Tiles(np.zeros((len(draws), 34), np.uint8), np.zeros((len(draws), 4), np.uint8))


def _seven_pairs(draws: Draws, plan: _Plan, stocks: _Stocks) -> Tiles:
    tiles = _bare(draws)
    for _ in range(7):
        _add(tiles.concealed, stocks.seven[plan.stock, draws.below(stocks.lengths[plan.stock, 3])], 2)
    return tiles


def _shifted_pairs(draws: Draws, plan: _Plan, stocks: _Stocks) -> Tiles:
    tiles = _bare(draws)
    lowest = 9 * draws.below(3) + draws.below(3)
    _add(tiles.concealed, lowest[:, None] + np.arange(7), 2)
    return tiles


def _orphans(draws: Draws, plan: _Plan, stocks: _Stocks) -> Tiles:
    tiles = _bare(draws)
    tiles.concealed[:, _ORPHANS] = 1
    _add(tiles.concealed, draws.pick(_ORPHANS))
    return tiles


def _knitted(draws: Draws, plan: _Plan, stocks: _Stocks) -> Tiles:
    """Make honors and knitted tiles: two of the sixteen are left out."""
    tiles = _bare(draws)
    body = draws.pick(_BODIES)
    every = np.concatenate([body, np.broadcast_to(_HONORS, (len(body), 7))], axis=1)
    _add(tiles.concealed, every)
    rows = np.arange(len(body))
    first, second = draws.below(16), draws.below(15)
    for out in (first, second + (second >= first)):
        tiles.concealed[rows, every[rows, out]] = 0
    return tiles


def _knitted_straight(draws: Draws, plan: _Plan, stocks: _Stocks) -> Tiles:
    """Make a knitted body, a set and a pair; the set and the pair may be of any tiles."""
    anything = plan._replace(stock=np.zeros_like(plan.stock))
    concealed, melds = _sets(draws, anything, _WIDE, 1)
    _add(concealed, draws.pick(_BODIES))
    _add(concealed, draws.below(34), 2)
    return Tiles(concealed, melds)


def _gates(draws: Draws, plan: _Plan, stocks: _Stocks) -> Tiles:
    """Make 1112345678999 of a suit and one tile more of it."""
    tiles = _bare(draws)
    lowest = 9 * draws.below(3)
    _add(tiles.concealed, lowest[:, None] + np.arange(9))
    _add(tiles.concealed, lowest, 2)
    _add(tiles.concealed, lowest + 8, 2)
    _add(tiles.concealed, lowest + draws.below(9))
    return tiles


_SHAPES = (_sets_and_pair, _seven_pairs, _shifted_pairs, _orphans, _knitted, _knitted_straight, _gates)
_SHAPE_SHARES = np.repeat(np.arange(7), (86, 5, 1, 2, 3, 3, 0))
_RARE_SHAPE_SHARES = np.repeat(np.arange(7), (72, 8, 4, 3, 5, 5, 3))


def complete(rows: Words, plan: _Plan, stocks: _Stocks) -> Tiles:
    """Return complete hands of 14 tiles by plan; those with a fifth copy are drawn again."""
    made = Tiles(np.zeros((len(rows), 34), np.uint8), np.zeros((len(rows), 4), np.uint8))
    left, attempt = np.arange(len(rows)), 0
    while len(left):
        attempt += 1
        impossible = []
        for shape, make in enumerate(_SHAPES):
            chosen = left[plan.shape[left] == shape]
            if len(chosen):
                tiles = make(Draws(rows[chosen], attempt), plan.of(chosen), stocks)
                made.concealed[chosen], made.melds[chosen] = tiles
                total = tiles.concealed + in_melds(tiles.melds)
                impossible.append(chosen[(total > 4).any(axis=1)])
        left = np.sort(np.concatenate(impossible))
    return made


def wins(rows: Words, rare: bool) -> Columns:
    """Return wins with how they were won; rare ones from the narrow stocks."""
    draws = Draws(rows)
    plan, stocks = plan_of(draws, rare)
    concealed, melds = complete(rows, plan, stocks)
    win = one_of(draws, concealed)
    conditions = _conditions(draws, concealed, melds, win, 3 if rare else 1)
    return columns_of(draws, Tiles(concealed, melds), win, conditions)


def plan_of(draws: Draws, rare: bool) -> tuple[_Plan, _Stocks]:
    """Draw what does not depend on the tiles, and return the stocks that the tiles will come from."""
    shape = draws.pick(_RARE_SHAPE_SHARES if rare else _SHAPE_SHARES)
    stock = draws.pick(_NARROW_SHARES if rare else _WIDE_SHARES)
    open_tenths = draws.pick(np.array([0, 3, 6, 10]))
    kong_tenths = draws.pick(np.array([0, 2, 10] if rare else [2]))
    return _Plan(shape, stock, open_tenths, kong_tenths), _NARROW if rare else _WIDE


def _conditions(draws: Draws, concealed: Bytes, melds: Bytes, win: Places, tenths: int) -> npt.NDArray[np.uint16]:
    """Draw how the hand was won; what contradicts it, or the rest, is dropped (rulings A4b, A4e, A4f)."""
    rows = np.arange(len(win))
    alone = concealed[rows, win] == 1
    unmelded = in_melds(melds)[rows, win] == 0
    kongs = (melds > 34 * layout.CLAIMED_KONG).any(axis=1)
    drawn = draws.chance(1, 2)
    last, wall, replacement, robbed = (draws.chance(tenths, 10) for _ in range(4))
    robbed &= ~drawn & alone & unmelded
    bits = (
        (layout.SELF_DRAWN, drawn),
        (layout.LAST_OF_KIND, last & alone),
        (layout.WALL_LAST, wall & ~robbed),
        (layout.REPLACEMENT, replacement & drawn & kongs),
        (layout.ROBBED_KONG, robbed),
    )
    found = np.zeros(len(win), np.uint16)
    for bit, true in bits:
        found |= true * np.uint16(bit)
    return found


def columns_of(draws: Draws, tiles: Tiles, win: Places | None, conditions: npt.NDArray[np.uint16] | None) -> Columns:
    """Return all columns; winds and flowers are drawn here."""
    melds_first = np.argsort(tiles.melds == 0, axis=1, kind="stable")
    columns: Columns = {
        "concealed": tiles.concealed,
        "melds": np.take_along_axis(tiles.melds, melds_first, axis=1),
    }
    if win is not None:
        columns["win"] = win.astype(np.uint8)
    columns["conditions"] = np.zeros(len(draws), np.uint16) if conditions is None else conditions
    columns["prevalent"] = draws.below(4).astype(np.uint8)
    columns["seat"] = draws.below(4).astype(np.uint8)
    columns["flowers"] = np.sum([draws.chance(1, 8) for _ in range(8)], axis=0).astype(np.uint8)
    return columns
