"""Random hands that anyone can make again: the same rows for the same seed, in any order and in any parts.

Every population is a recipe over the draws of `fastmcr.datasets.draws`, in whole numbers alone. Row i depends on the
population, the seed and i, and on nothing else. `POPULATIONS` describes each; in all of them no tile occurs a fifth
time, prevalent and seat wind are uniform, and each of the eight flowers is held with probability 1/8.

How the wins are drawn:

- shape, per cent: ``wins`` four sets and a pair 86, seven pairs 5, seven shifted pairs 1, thirteen orphans 2, honors
  and knitted tiles 3, knitted straight 3; ``rare_wins`` 72, 8, 4, 3, 5, 5, and the tiles of nine gates 3
- tiles: ``wins`` any tiles 4/6, one suit and honors 1/6, one suit 1/6; ``rare_wins`` one of 20 stocks of tiles,
  each meant for a few dear fans
- sets: a chow with probability 6/10 (in a stock with both kinds 1/2), else a pung; a pung is a kong with probability
  2/10 (``rare_wins``: 0, 2/10 or 1, drawn for the hand)
- melds: the hand draws how open it is, 0, 3/10, 6/10 or 1, and exposes each set with that probability; a kong is
  claimed or promoted if exposed, else concealed
- the tiles are drawn again, within the same shape, stock and openness, until no kind has five copies
- the winning tile is any of the concealed tiles; half of the wins are self-drawn
- last of its kind, last of the wall, replacement tile and robbed kong have probability 1/10 each (``rare_wins`` 3/10)
  and are dropped where they contradict the hand

So these are hands of every kind, not the hands of people at play: dear wins are far too many among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from ..errors import InputError, shown
from ..kernels import layout
from .complete_hands import CHOWS, Bytes, Columns, Places, Tiles, columns_of, complete, in_melds, one_of, plan_of, wins
from .draws import Draws, Words, key_of, streams
from .population_words import MEANINGS

__all__ = ["BLOCK", "POPULATIONS", "Population", "make_blocks", "make_hands"]

BLOCK = 65_536  # rows made together; what it takes stays below 100 MB
MAX_ROWS = 2**40


class Population(NamedTuple):
    """One kind of random hands.

    Attributes
    ----------
    meaning : str
        What they are, for people.
    make : callable
        Takes the streams of rows and returns their columns.
    has_win : bool
        Whether one of the concealed tiles is the winning one.
    has_melds : bool
        Whether some have melds.
    """

    meaning: str
    make: Callable[[Words], Columns]
    has_win: bool
    has_melds: bool


def make_hands(population: str, rows: int, *, seed: int = 1, first: int = 0) -> Columns:
    """Return random hands as columns.

    Parameters
    ----------
    population : str
        A key of `POPULATIONS`.
    rows : int
        How many.
    seed : int
        Another seed gives other hands.
    first : int
        Number of the first row, so that parts can be made apart.

    Returns
    -------
    dict of str to array
        ``concealed`` (n, 34) uint8, all concealed tiles, ``melds`` (n, 4) uint8, ``win`` (n,) uint8 unless the hands
        have 13 tiles, ``conditions`` (n,) uint16, ``prevalent``, ``seat`` and ``flowers`` (n,) uint8: what `HandBatch`
        takes.

    Raises
    ------
    InputError
        If there is no such population, or a number is out of range.

    Examples
    --------
    >>> from fastmcr import HandBatch
    >>> batch = HandBatch(**make_hands("wins", 1000))
    >>> print(batch.hand(0))
    [678s][444s][333s]1888s1s|EE1000|1
    >>> part = make_hands("wins", 10, first=990)
    >>> (part["win"] == batch.win[990:]).all().item()
    True
    """
    blocks = list(make_blocks(population, rows, seed=seed, first=first))
    return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}


def make_blocks(population: str, rows: int, *, seed: int = 1, first: int = 0) -> Iterator[Columns]:
    """Yield the hands of `make_hands` in blocks of at most 65,536 rows; at least one, which may be empty.

    Parameters
    ----------
    population, rows, seed, first
        As in `make_hands`.

    Yields
    ------
    dict of str to array

    Raises
    ------
    InputError
        If there is no such population, or a number is out of range.

    Examples
    --------
    >>> [len(block["concealed"]) for block in make_blocks("random13", 100_000)]
    [65536, 34464]
    """
    if population not in POPULATIONS:
        raise InputError(f"there is no population {shown(population)}; there are {', '.join(POPULATIONS)}")
    for name, number, least in (("rows", rows, 0), ("first", first, 0), ("seed", seed, 0)):
        if type(number) is not int or not least <= number <= MAX_ROWS:
            raise InputError(f"{name} must be a whole number from {least} to {MAX_ROWS:,}, not {shown(number)}")
    return _blocks(POPULATIONS[population], key_of(population, seed), first, first + rows)


def _blocks(population: Population, key: int, first: int, stop: int) -> Iterator[Columns]:
    for start in range(first, max(stop, first + 1), BLOCK):
        yield population.make(streams(key, start, min(start + BLOCK, stop)))


# --- hands that are dealt --------------------------------------------------------------------------------------------


def _dealt(draws: Draws, taken: Bytes | None, tiles: Places | int, most: int) -> tuple[Bytes, Places]:
    """Deal so many tiles from the 136 less those taken; return (n, 34) counts and the tile dealt last.

    `most` tiles are turned up, which is enough whatever of them is taken.
    """
    rows = np.arange(len(draws))
    counts = np.zeros((len(draws), 34), np.uint8)
    last = np.zeros(len(draws), np.intp)
    wall = np.tile(np.arange(136, dtype=np.uint8), (len(draws), 1))
    held = np.zeros(len(draws), np.intp)
    for place in range(most):
        other = place + draws.below(136 - place)
        turned = wall[rows, other]
        wall[rows, other] = wall[:, place]
        tile, copy = np.divmod(turned, 4)
        wanted = held < tiles
        if taken is not None:
            wanted &= copy >= taken[rows, tile]
        counts[rows, tile] += wanted
        last[wanted] = tile[wanted]
        held += wanted
    return counts, last


def _random(rows: Words, tiles: int) -> Columns:
    draws = Draws(rows)
    concealed, last = _dealt(draws, None, tiles, tiles)
    melds = np.zeros((len(rows), 4), np.uint8)
    return columns_of(draws, Tiles(concealed, melds), None if tiles == 13 else last, None)


def _melded(rows: Words) -> Columns:
    """Lay out one to three random melds and deal the rest."""
    draws = Draws(rows)
    number = 1 + draws.below(3)
    melds = np.zeros((len(rows), 4), np.uint8)
    left, attempt = np.arange(len(rows)), 0
    while len(left):
        attempt += 1
        melds[left] = _some_melds(Draws(rows[left], attempt), number[left])
        left = left[(in_melds(melds[left]) > 4).any(axis=1)]
    # Three melds take at most 12 tiles: of 16 turned up, four are left.
    concealed, _ = _dealt(draws, in_melds(melds), 13 - 3 * number, 16)
    return columns_of(draws, Tiles(concealed, melds), None, None)


def _some_melds(draws: Draws, number: Places) -> Bytes:
    melds = np.zeros((len(draws), 4), np.uint8)
    for place in range(3):
        chow = draws.chance(6, 10)
        kong = draws.chance(2, 10)
        kind = np.where(chow, layout.CHOW, np.where(kong, layout.CLAIMED_KONG + draws.below(3), layout.PUNG))
        tile = np.where(chow, draws.pick(np.array(CHOWS)), draws.below(34))
        melds[:, place] = np.where(place < number, 1 + 34 * kind + tile, 0)
    return melds


def _near(rows: Words) -> Columns:
    """Take the winning tile from a win, and exchange 0 to 3 of the concealed tiles for others."""
    draws = Draws(rows)
    plan, stocks = plan_of(draws, rare=False)
    concealed, melds = complete(rows, plan, stocks)
    every = np.arange(len(rows))
    concealed[every, one_of(draws, concealed)] -= 1
    exchanged = draws.below(4)
    melded = in_melds(melds)
    for step in range(3):
        given, change = one_of(draws, concealed), step < exchanged
        concealed[every, given] -= change
        got = one_of(draws, 4 - concealed - melded)
        concealed[every, got] += change
    return columns_of(draws, Tiles(concealed, melds), None, None)


_RECIPES: dict[str, tuple[Callable[[Words], Columns], bool, bool]] = {
    "wins": (lambda rows: wins(rows, rare=False), True, True),
    "rare_wins": (lambda rows: wins(rows, rare=True), True, True),
    "random13": (lambda rows: _random(rows, 13), False, False),
    "random14": (lambda rows: _random(rows, 14), True, False),
    "melded13": (_melded, False, True),
    "near13": (_near, False, True),
}
POPULATIONS = {name: Population(words, *_RECIPES[name]) for name, words in MEANINGS.items()}
