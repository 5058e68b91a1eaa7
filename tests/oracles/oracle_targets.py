"""Every complete hand that holds given melds, and what it is worth: the groundwork of the slow twin of `distance`.

A target is one reading of a complete hand: the melds, more sets and a pair; seven pairs; thirteen orphans; honors and
knitted tiles; or a knitted straight, a set and a pair. Every target is listed: none is left out because it looks dear
or poor. What makes the lists short enough is only this:

- Sets and pairs lie in one suit, or in the honors. So the *parts* of one suit (some sets, maybe the pair) are listed
  once, and a target is four parts, one for each suit and the honors, that have the right number of sets and of pairs
  together. A part is one reading: 123 123 123 and 111 222 333 are two.
- Suits may be exchanged, and so may dragons, and so may winds that are neither prevalent nor seat wind, without any
  change in points, where neither All Green nor Reversible Tiles is in question. Targets that differ in nothing else
  have one key and are scored once, by the functions of the slow twin of the scorer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from oracle import (
    SHAPE_HONORS_KNITTED,
    SHAPE_KNITTED,
    SHAPE_ORPHANS,
    SHAPE_SEVEN_PAIRS,
    Win,
    kong_and_concealed_pung_fans,
    meld_of,
    pung_count_fans,
    special_shape_fans,
    tile_fans,
    tiles_of,
)
from oracle_rules import DEFAULT, POINTS, PRESETS, Switches, exclude
from oracle_sets import ORPHANS, chow_fans, pung_fans

Ints = npt.NDArray[np.int64]
Tiles = npt.NDArray[np.uint8]  # (targets, kinds)
Piece = tuple[str, int]  # "chow" with its lowest tile, "pung" or "pair"
Size = tuple[int, int]  # sets and pairs
Rules = tuple[tuple[str, str | int], ...]  # switches that can be hashed

FIRSTS = (0, 9, 18, 27)
WIDTHS = (9, 9, 9, 7)

NINE_GATES, FULLY_CONCEALED, TILE_HOG, SELF_DRAWN = 4, 56, 64, 80


class Worth(NamedTuple):
    """Points of a target in the two readings, and the fans counted in the open one, fan f as bit f."""

    open: int
    concealed: int
    fans: int


@dataclass(frozen=True)
class Table:
    """All parts of a suit or of the honors: their pieces, tiles, and places by number of sets and pairs."""

    pieces: tuple[tuple[Piece, ...], ...]
    tiles: Tiles
    places: Mapping[Size, Ints]

    @classmethod
    def of(cls, pieces: Sequence[tuple[Piece, ...]], width: int) -> Table:
        """List the parts that need no fifth copy."""
        counts = np.array([counts_of(part)[:width] for part in pieces], np.uint8)
        kept = np.flatnonzero(counts.max(axis=1) <= 4)
        sizes = [size_of(pieces[place]) for place in kept]
        places = {size: np.array([i for i, other in enumerate(sizes) if other == size]) for size in set(sizes)}
        return cls(tuple(pieces[place] for place in kept), counts[kept], places)


def counts_of(pieces: Sequence[Piece]) -> list[int]:
    """Count the tiles of some pieces by kind."""
    counts = [0] * 34
    for kind, tile in pieces:
        for one in (tile, tile) if kind == "pair" else tiles_of(kind, tile):
            counts[one] += 1
    return counts


def size_of(pieces: Sequence[Piece]) -> Size:
    """Count sets and pairs."""
    pairs = sum(kind == "pair" for kind, _ in pieces)
    return len(pieces) - pairs, pairs


@cache
def set_tables() -> tuple[Table, ...]:
    """List the parts of up to four sets and a pair."""
    return tuple(_set_table(width) for width in WIDTHS)


@cache
def _set_table(width: int) -> Table:
    sets = [("chow", tile) for tile in range(7) if width == 9] + [("pung", tile) for tile in range(width)]
    pairs: list[tuple[Piece, ...]] = [(), *((("pair", tile),) for tile in range(width))]
    chosen = [some for number in range(5) for some in combinations_with_replacement(sets, number)]
    return Table.of([(*some, *pair) for some in chosen for pair in pairs], width)


@cache
def pair_tables(four_alike: bool) -> tuple[Table, ...]:
    """List the parts of up to seven pairs; four alike are two pairs."""
    return tuple(_pair_table(width, four_alike) for width in WIDTHS)


@cache
def _pair_table(width: int, four_alike: bool) -> Table:
    choices = [some for some in product(range(3 if four_alike else 2), repeat=width) if sum(some) <= 7]
    parts = [[("pair", tile) for tile, number in enumerate(some) for _ in range(number)] for some in choices]
    return Table.of([tuple(part) for part in parts], width)


@cache
def shares(tables: tuple[Sequence[Size], ...], goal: Size) -> list[tuple[Size, ...]]:
    """Name the ways to share sets and pairs among the suits and the honors."""
    return [some for some in product(*tables) if (sum(size[0] for size in some), sum(size[1] for size in some)) == goal]


class Options(NamedTuple):
    """The parts of one suit that are so many sets and pairs, what they lack, and the least that one of them lacks."""

    places: Ints
    costs: Ints
    low: int


def options_of(table: Table, held: npt.NDArray[np.int64], eaten: npt.NDArray[np.int64]) -> dict[Size, Options]:
    """Count the tiles missing to each part of a table; parts that need a fifth copy beside the melds are none."""
    tiles = table.tiles.astype(np.int64)
    missing = np.maximum(tiles - held, 0).sum(axis=1)
    possible = (tiles + eaten <= 4).all(axis=1)
    found = {}
    for size, listed in table.places.items():
        places = listed[possible[listed]]
        if len(places):
            found[size] = Options(places, missing[places], int(missing[places].min()))
    return found


def joined(options: Sequence[dict[Size, Options]], goal: Size, missing: int | None) -> Iterator[Ints]:
    """Yield the targets that lack so many tiles (None: any number), as (n, 4) places of their parts.

    A part is passed over only where what it lacks and the least that the other suits lack is already too much.
    """
    limit = 99 if missing is None else missing
    for sizes in shares(tuple(tuple(sorted(some)) for some in options), goal):
        chosen = [some[size] for some, size in zip(options, sizes, strict=True)]
        spare = limit - sum(part.low for part in chosen)
        if spare < 0:
            continue
        parts: list[Ints] = []
        over = np.zeros(1, np.int64)  # tiles missing beyond the least
        for suit, part in enumerate(chosen):
            kept = np.flatnonzero(part.costs - part.low <= spare)
            sums = over[:, None] + (part.costs[kept] - part.low)
            fits = sums == spare if suit == 3 and missing is not None else sums <= spare
            before, after = np.nonzero(fits)
            parts = [*(some[before] for some in parts), part.places[kept[after]]]
            over = sums[before, after]
        if len(over):
            yield np.stack(parts, axis=1)


# Worth of a target

PIECES = [
    *(("chow", tile) for tile in range(27) if tile % 9 < 7),
    *((kind, tile) for kind in ("pung", "pair") for tile in range(34)),
]
WITH_FIVE = {piece for piece in PIECES if any(counts_of([piece])[tile] for tile in (4, 13, 22))}
WITH_END = {piece for piece in PIECES if any(counts_of([piece])[tile] for tile in ORPHANS)}
EVEN = {tile for tile in range(27) if tile % 9 in (1, 3, 5, 7)}
PRESENT = bytes(min(count, 1) for count in range(256))


def switches_of(preset: str | Switches) -> Switches:
    """Return the switches of a preset, or given ones with the others at their default."""
    return PRESETS[preset] if isinstance(preset, str) else DEFAULT | dict(preset)


@cache
def kinds_fans(kinds: bytes, seven_pairs: bool, rules: Rules) -> frozenset[int]:
    """Return the fans that need only to know which kinds are present."""
    return frozenset(tile_fans(list(kinds), seven_pairs, dict(rules)))


@cache
def counted(found: frozenset[tuple[int, int]], rules: Rules) -> tuple[int, int]:
    """Return points and fans, fan f as bit f, of what is found; where nothing is, there is no Chicken Hand."""
    counts = exclude(dict(found), dict(rules))
    values = POINTS | {48: int(dict(rules)["two_concealed_kongs"])}
    return sum(values[fan] * number for fan, number in counts.items()), sum(1 << fan for fan in counts)


class Context:
    """What is the same for all targets of a hand: melds, winds and rules."""

    def __init__(self, melds: tuple[int, ...], prevalent: int, seat: int, preset: str | Switches) -> None:
        pairs = [meld_of(code) for code in melds if code]
        if None in pairs:
            raise ValueError(f"a meld of {melds} means nothing")
        self.melds: tuple[Piece, ...] = tuple(pair for pair in pairs if pair is not None)
        self.switches = switches_of(preset)
        self.rules = tuple(sorted(self.switches.items()))
        self.win = Win((0,) * 34, self.melds, 0, True, False, False, False, False, prevalent, seat, 0, self.switches)
        self.eaten = np.array(counts_of(self.melds), np.int64)
        self.kongs = [tile for kind, tile in self.melds if kind.endswith("kong")]
        self.meld_pieces = tuple(("chow" if kind == "chow" else "pung", tile) for kind, tile in self.melds)
        self.exposed = any(kind != "concealed_kong" for kind, _ in self.melds)

    # What is found

    def hogs(self, total: bytes) -> int:
        """Count the kinds with four copies that are not a kong (A10)."""
        hogs = {tile for tile in range(34) if total[tile] == 4} - set(self.kongs) if 4 in total else set()
        return sum(tile < 27 or bool(self.switches["tile_hog_honors"]) for tile in hogs)

    def found_by_sets(self, own: Sequence[Piece], pair: int, knitted: bool) -> dict[int, int]:
        """Return the fans of sets and pair in which it does not matter who is shown what."""
        sets = [*self.meld_pieces, *own]
        chows = tuple(7 * (tile // 9) + tile % 9 for kind, tile in sets if kind == "chow")
        pungs = tuple(tile for kind, tile in sets if kind == "pung")
        found = chow_fans(chows, pair) | pung_fans(pungs, pair) | pung_count_fans(self.win, pungs)
        tests = {
            21: len(pungs) == 4 and EVEN.issuperset((*pungs, pair)),
            31: not knitted and WITH_FIVE.issuperset((*sets, ("pair", pair))),
            35: knitted,
            49: len(pungs) == 4,
            55: not knitted and WITH_END.issuperset((*sets, ("pair", pair))),
            60: 27 + self.win.prevalent in pungs,
            61: 27 + self.win.seat in pungs,
            63: not pungs and pair < 27,
        }
        return found | {fan: 1 for fan, holds in tests.items() if holds}

    def found(
        self, own: Sequence[Piece], shape: int, total: bytes, gates: bool
    ) -> tuple[dict[int, int], dict[int, int]]:
        """Return what is found in the open reading and in the concealed one."""
        both = dict.fromkeys(kinds_fans(total.translate(PRESENT), shape == SHAPE_SEVEN_PAIRS, self.rules), 1)
        if hogs := self.hogs(total):
            both[TILE_HOG] = hogs
        pair = next((tile for kind, tile in own if kind == "pair"), None)
        sets = [piece for piece in own if piece[0] != "pair"]
        in_open, in_concealed = {}, {SELF_DRAWN: 1}
        if shape in (SHAPE_SEVEN_PAIRS, SHAPE_ORPHANS, SHAPE_HONORS_KNITTED):
            # The scorer asks a win for its tiles: here those of the target, the last of them drawn.
            last = max(tile for tile in range(34) if total[tile])
            rest = tuple(count - (tile == last) for tile, count in enumerate(total))
            hand = Win(rest, (), last, True, False, False, False, False, 0, 0, 0, self.switches)
            both |= dict.fromkeys(special_shape_fans(hand, shape), 1)
        else:
            assert pair is not None
            both |= self.found_by_sets(sets, pair, shape == SHAPE_KNITTED)
            in_open |= kong_and_concealed_pung_fans(self.win, [*self.melds, *sets])
            kept = [(f"concealed_{kind}", tile) for kind, tile in sets]
            in_concealed |= kong_and_concealed_pung_fans(self.win, [*self.melds, *kept])
        if not self.exposed:
            in_concealed[FULLY_CONCEALED] = 1
        if gates:
            in_concealed[NINE_GATES] = 1
        return both | in_open, both | in_concealed

    def worth(self, own: Sequence[Piece], shape: int, total: bytes, gates: bool = False) -> Worth:
        """Score a target: its pieces beside the melds, its shape, and all its tiles by kind, melds included."""
        in_open, in_concealed = self.found(own, shape, total, gates)
        points, fans = counted(frozenset(in_open.items()), self.rules)
        return Worth(points, counted(frozenset(in_concealed.items()), self.rules)[0], fans)
