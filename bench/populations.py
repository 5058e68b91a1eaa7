"""Seeded populations of hands, made with numpy alone: the same rows for the same seed.

The recipe of `random_wins`, which the speed table and the comparison with the oracle share:

- shapes: 86 % four sets and a pair, 6 % seven pairs, 2 % thirteen orphans, 3 % honors and knitted tiles,
  3 % knitted straight
- sets: a chow with probability 0.6, else a pung; a third of the hands take their sets from one suit and the honors, or
  from one suit alone, so that the dear fans occur
- melds: each hand draws how open it is (0, 0.3, 0.6 or 1); each set is exposed with that probability; a pung is a kong
  with probability 0.2 (claimed, promoted or, if not exposed, concealed)
- the winning tile is any concealed tile; winds and 0-3 flowers at random; half are self-drawn; the rare conditions are
  drawn with probability 0.1 each and dropped where they contradict the hand
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]

SHAPES = ("sets", "pairs", "orphans", "knitted", "straight")
SHARES = (0.86, 0.06, 0.02, 0.03, 0.03)
ORPHANS = np.array([0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33])
CHOW_TILES = np.array([9 * suit + start for suit in range(3) for start in range(7)])
PERMUTATIONS = np.array([(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])


class Rows(NamedTuple):
    """Columns of hands in the row format of the library: all concealed tiles, the winning one among them."""

    concealed: Bytes
    melds: Bytes
    win: Bytes
    conditions: npt.NDArray[np.uint16]
    prevalent: Bytes
    seat: Bytes
    flowers: Bytes

    def beside_win(self) -> Bytes:
        """Return the counts of the concealed tiles less the winning one."""
        counts = self.concealed.copy()
        counts[np.arange(len(counts)), self.win] -= 1
        return counts

    def take(self, chosen: npt.NDArray[np.intp] | slice) -> "Rows":
        """Return some of the rows."""
        return Rows(*(np.ascontiguousarray(column[chosen]) for column in self))


def _set_counts(kind: npt.NDArray[np.intp], tile: npt.NDArray[np.intp]) -> npt.NDArray[np.int8]:
    """Return (n, 34) counts of sets of kind 0 chow, 1 pung, 2-4 kong."""
    counts = np.zeros((len(kind), 34), np.int8)
    rows = np.arange(len(kind))
    for step in range(3):
        counts[rows, np.where(kind == 0, tile + step, tile)] += 1
    counts[rows, tile] += kind >= 2
    return counts


def _sets(rng: np.random.Generator, n: int) -> tuple[npt.NDArray[np.int8], Bytes]:
    """Return counts of all concealed tiles (winning tile included) and meld codes; impossible hands among them."""
    flush = rng.random(n) < 1 / 3
    suit = rng.integers(0, 3, n)
    with_honors = rng.random(n) < 0.5
    openness = rng.choice([0.0, 0.3, 0.6, 1.0], n)
    counts = np.zeros((n, 34), np.int8)
    melds = np.zeros((n, 4), np.uint8)
    for place in range(4):
        chow = rng.random(n) < 0.6
        low = CHOW_TILES[rng.integers(0, 21, n)]
        low = np.where(flush, 9 * suit + low % 9, low)
        high = rng.integers(0, 34, n)
        narrow = rng.integers(0, 16, n)
        narrow = np.where(narrow < 9, 9 * suit + narrow, np.where(with_honors, 27 + narrow - 9, 9 * suit + narrow % 9))
        tile = np.where(chow, low, np.where(flush, narrow, high))
        exposed = rng.random(n) < openness
        kong = ~chow & (rng.random(n) < 0.2)
        kind = np.where(chow, 0, np.where(kong, np.where(exposed, rng.integers(2, 4, n), 4), 1))
        melded = exposed | kong
        melds[:, place] = np.where(melded, 1 + 34 * kind + tile, 0)
        counts += np.where(melded[:, None], 0, _set_counts(kind, tile))
    pair = np.where(flush & ~with_honors, 9 * suit + rng.integers(0, 9, n), rng.integers(0, 34, n))
    counts[np.arange(n), pair] += 2
    return counts, melds


def _pairs(rng: np.random.Generator, n: int) -> npt.NDArray[np.int8]:
    width = rng.choice([9, 18, 34], n)
    counts = np.zeros((n, 34), np.int8)
    for _ in range(7):
        counts[np.arange(n), (rng.random(n) * width).astype(np.intp)] += 2
    shifted = rng.random(n) < 0.05
    start = rng.integers(0, 3, n) + 9 * rng.integers(0, 3, n)
    ranks = np.arange(34)[None, :]
    run = (ranks >= start[:, None]) & (ranks < start[:, None] + 7)
    return np.where(shifted[:, None], 2 * run, counts).astype(np.int8)


def _orphans(rng: np.random.Generator, n: int) -> npt.NDArray[np.int8]:
    counts = np.zeros((n, 34), np.int8)
    counts[:, ORPHANS] = 1
    counts[np.arange(n), ORPHANS[rng.integers(0, 13, n)]] += 1
    return counts


def _body(rng: np.random.Generator, n: int) -> npt.NDArray[np.intp]:
    """Return (n, 9) tiles of random knitted bodies."""
    suits = PERMUTATIONS[rng.integers(0, 6, n)]
    return np.concatenate([9 * suits[:, [k]] + np.array([k, k + 3, k + 6]) for k in range(3)], axis=1)


def _knitted(rng: np.random.Generator, n: int) -> npt.NDArray[np.int8]:
    counts = np.zeros((n, 34), np.int8)
    tiles = np.concatenate([_body(rng, n), np.tile(np.arange(27, 34), (n, 1))], axis=1)
    dropped = np.argsort(rng.random((n, 16)), axis=1)[:, :2]
    counts[np.arange(n)[:, None], tiles] = 1
    counts[np.arange(n)[:, None], np.take_along_axis(tiles, dropped, axis=1)] = 0
    return counts


def _straight(rng: np.random.Generator, n: int) -> tuple[npt.NDArray[np.int8], Bytes]:
    counts = np.zeros((n, 34), np.int8)
    melds = np.zeros((n, 4), np.uint8)
    rows = np.arange(n)
    counts[rows[:, None], _body(rng, n)] = 1
    chow = rng.random(n) < 0.6
    tile = np.where(chow, CHOW_TILES[rng.integers(0, 21, n)], rng.integers(0, 34, n))
    melded = rng.random(n) < 0.4
    kind = np.where(chow, 0, np.where(melded, rng.integers(1, 5, n), 1))
    melds[rows, rng.integers(0, 4, n)] = np.where(melded, 1 + 34 * kind + tile, 0)
    counts += np.where(melded[:, None], 0, _set_counts(kind, tile))
    counts[rows, rng.integers(0, 34, n)] += 2
    return counts, melds


def meld_counts(melds: Bytes) -> npt.NDArray[np.int8]:
    """Return (n, 34) counts of the tiles in melds."""
    counts = np.zeros((len(melds), 34), np.int8)
    for column in melds.T:
        kind, tile = np.divmod(column.astype(np.intp) - 1, 34)
        counts += np.where((column > 0)[:, None], _set_counts(kind, np.where(column > 0, tile, 0)), 0)
    return counts


def _conditions(
    rng: np.random.Generator, held: npt.NDArray[np.int8], in_melds: npt.NDArray[np.int8], melds: Bytes
) -> npt.NDArray[np.uint16]:
    """Draw conditions and drop those that contradict the hand."""
    n = len(melds)
    drawn = rng.random(n) < 0.5
    rare = rng.random((4, n)) < 0.1
    kongs = (melds > 68).any(axis=1)
    last = rare[0] & (held == 0)
    replacement = rare[2] & drawn & kongs
    robbed = rare[3] & ~drawn & (held == 0) & (in_melds == 0)
    wall = rare[1] & ~robbed
    return (1 * drawn + 2 * last + 4 * wall + 8 * replacement + 16 * robbed).astype(np.uint16)


def _chunk(rng: np.random.Generator, n: int) -> Rows:
    shape = rng.choice(5, n, p=SHARES)
    counts, melds = _sets(rng, n)
    straight, straight_melds = _straight(rng, n)
    for number, tiles in ((1, _pairs(rng, n)), (2, _orphans(rng, n)), (3, _knitted(rng, n)), (4, straight)):
        counts[shape == number] = tiles[shape == number]
    melds[(shape > 0) & (shape < 4)] = 0
    melds[shape == 4] = straight_melds[shape == 4]
    weights = rng.random((n, 34)) * counts
    win = weights.argmax(axis=1)
    rows = np.arange(n)
    in_melds = meld_counts(melds)
    conditions = _conditions(rng, counts[rows, win] - 1, in_melds[rows, win], melds)
    prevalent, seat = rng.integers(0, 4, (2, n)).astype(np.uint8)
    flowers = rng.integers(0, 4, n).astype(np.uint8)
    total = counts + in_melds
    good = np.flatnonzero((total <= 4).all(axis=1))
    return Rows(counts.astype(np.uint8), melds, win.astype(np.uint8), conditions, prevalent, seat, flowers).take(good)


def random_wins(n: int, seed: int) -> Rows:
    """Return n random wins of all shapes; the module docstring tells the recipe."""
    rng = np.random.default_rng(seed)
    chunks: list[Rows] = []
    while sum(len(chunk.win) for chunk in chunks) < n:
        chunks.append(_chunk(rng, 20_000))
    return Rows(*(np.concatenate(columns) for columns in zip(*chunks, strict=True))).take(slice(0, n))


def random_hands(n: int, seed: int, tiles: int = 13, melds: int = 0) -> tuple[Bytes, Bytes]:
    """Return n random hands: (n, 34) counts of ``tiles - 3 * melds`` concealed tiles, and (n, 4) meld codes.

    Melds are chows with probability 0.6, else pungs, one in eight of these a claimed kong; the concealed tiles are
    dealt from what is left.
    """
    rng = np.random.default_rng(seed)
    hands: list[Bytes] = []
    codes: list[Bytes] = []
    while sum(map(len, hands)) < n:
        size = 20_000
        laid = np.zeros((size, 4), np.uint8)
        for place in range(melds):
            chow = rng.random(size) < 0.6
            kind = np.where(chow, 0, np.where(rng.random(size) < 1 / 8, 2, 1))
            tile = np.where(chow, CHOW_TILES[rng.integers(0, 21, size)], rng.integers(0, 34, size))
            laid[:, place] = 1 + 34 * kind + tile
        eaten = meld_counts(laid)
        possible = np.flatnonzero((eaten <= 4).all(axis=1))
        laid, eaten = laid[possible], eaten[possible]
        # Every copy draws a number, copies in melds the highest: the hand is the lowest ones.
        copy = np.tile(np.arange(4), 34)
        draw = rng.random((len(laid), 136)) + (copy[None, :] < np.repeat(eaten, 4, axis=1))
        chosen = np.argpartition(draw, tiles - 3 * melds, axis=1)[:, : tiles - 3 * melds] // 4
        counts = np.zeros((len(laid), 34), np.uint8)
        np.add.at(counts, (np.arange(len(laid))[:, None], chosen), 1)
        hands.append(counts)
        codes.append(laid)
    return np.concatenate(hands)[:n], np.concatenate(codes)[:n]
