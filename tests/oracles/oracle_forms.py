"""The targets of each form of a hand, and those that lack so many tiles, for the slow twin of `distance`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import numpy as np
import numpy.typing as npt
from oracle import GREEN, REVERSIBLE, SHAPE_HONORS_KNITTED, SHAPE_KNITTED, SHAPE_ORPHANS, SHAPE_SETS, SHAPE_SEVEN_PAIRS
from oracle_analysis import honors_and_knitted_hands, orphan_hands
from oracle_sets import DRAGONS, KNITTED
from oracle_targets import (
    FIRSTS,
    PIECES,
    WIDTHS,
    Context,
    Ints,
    Options,
    Piece,
    Size,
    Table,
    Worth,
    counts_of,
    joined,
    options_of,
    pair_tables,
    set_tables,
)

CHUNK = 256  # targets scored before a look whether one is worth enough
ONCE_EACH = (3, 1, 1, 1, 1, 1, 1, 1, 3)

Counts = Sequence[int]
Worths = list[Worth]
Target = tuple[tuple[Piece, ...], Sequence[int]]  # pieces beside the melds, all tiles beside the melds


class Listed:
    """A form with few targets, each written out."""

    def __init__(self, context: Context, shape: int, targets: Sequence[Target]) -> None:
        self.context, self.shape = context, shape
        self.targets = [target for target in targets if (np.array(target[1]) + context.eaten).max() <= 4]
        self.tiles = np.array([tiles for _, tiles in self.targets], np.int64).reshape(-1, 34)
        self.worths: dict[int, Worth] = {}

    def missing(self, held: Counts) -> Ints:
        """Count the tiles missing to each target."""
        return np.maximum(self.tiles - np.array(held), 0).sum(axis=1)

    def worth(self, place: int) -> Worth:
        """Score a target."""
        if place not in self.worths:
            pieces, tiles = self.targets[place]
            total = bytes((np.array(tiles) + self.context.eaten).tolist())
            self.worths[place] = self.context.worth(pieces, self.shape, total)
        return self.worths[place]

    def lacking(self, held: Counts, missing: int) -> Iterator[Worths]:
        """Yield the worths of all targets that lack so many tiles."""
        for place in np.flatnonzero(self.missing(held) == missing):
            yield [self.worth(int(place))]


# What targets without melds were found to be worth, by rules and shape: of those alike one is scored. Classes of honors
# have the same number for any winds, so that these may be remembered for all.
MEMORY: dict[tuple[object, int], dict[int, Worth]] = {}
CLASSES: dict[tuple[object, ...], int] = {}


class Parted:
    """A form whose targets are four parts, one of each suit and one of the honors."""

    def __init__(self, context: Context, shape: int, tables: Sequence[Table], goal: Size) -> None:
        self.context, self.shape, self.tables, self.goal = context, shape, tables, goal
        self.last: tuple[Counts, list[dict[Size, Options]]] | None = None  # of the hand asked for last
        self.memory = {} if context.melds else MEMORY.setdefault((context.rules, shape), {})
        self.fits = [self._within(kinds) for kinds in (GREEN, REVERSIBLE)]
        self.by_gates = shape == SHAPE_SETS and not context.melds
        once_each = [table.tiles.astype(np.int64) - ONCE_EACH for table in tables[:3] if self.by_gates]
        self.gates = [(over.min(axis=1) == 0) & (over.sum(axis=1) == 1) for over in once_each]
        self.classes = np.array([CLASSES.setdefault(self._class_of(part), len(CLASSES)) for part in tables[3].pieces])
        assert len(CLASSES) < 1 << 12
        assert max(len(table.pieces) for table in tables) < 1 << 15
        # Suits with the same melds may be exchanged.
        groups = [
            tuple((kind, tile - first) for kind, tile in context.melds if first <= tile < first + 9 and tile < 27)
            for first in FIRSTS[:3]
        ]
        self.groups = [sorted(set(groups)).index(group) << 15 for group in groups]

    def _within(self, kinds: set[int]) -> list[npt.NDArray[np.bool_]]:
        """Mark the parts of each suit that have no tile outside these kinds; none if a meld has."""
        melds_fit = all(count == 0 or tile in kinds for tile, count in enumerate(self.context.eaten))
        spans = [range(first, first + width) for first, width in zip(FIRSTS, WIDTHS, strict=True)]
        outside = [[tile not in kinds for tile in span] for span in spans]
        return [~table.tiles[:, mask].any(axis=1) & melds_fit for table, mask in zip(self.tables, outside, strict=True)]

    def _class_of(self, part: Sequence[Piece]) -> tuple[object, ...]:
        """Say what a part of the honors is, dragons being alike and winds by their being prevalent or seat wind."""
        win = self.context.win
        of_winds = (win.prevalent, win.seat) if self.shape == SHAPE_SETS else ()  # pairs of winds are alike
        roles = [(27 + tile in DRAGONS, *(tile == wind for wind in of_winds)) for tile in range(7)]
        return tuple(sorted((kind, roles[tile], part.count((kind, tile))) for kind, tile in set(part)))

    def options(self, held: Counts) -> list[dict[Size, Options]]:
        """Count the tiles missing to each part."""
        spans = [slice(first, first + width) for first, width in zip(FIRSTS, WIDTHS, strict=True)]
        if self.last is None or self.last[0] != tuple(held):
            counts, eaten = np.array(held), self.context.eaten
            pairs = zip(self.tables, spans, strict=True)
            self.last = tuple(held), [options_of(table, counts[span], eaten[span]) for table, span in pairs]
        return self.last[1]

    def special(self, parts: Ints) -> npt.NDArray[np.bool_]:
        """Mark the targets that are scored by themselves: All Green, Reversible Tiles, Nine Gates."""
        found = np.zeros(len(parts), bool)
        for fits in self.fits:
            found |= np.logical_and.reduce([fits[suit][parts[:, suit]] for suit in range(4)])
        for suit, gates in enumerate(self.gates):
            found |= gates[parts[:, suit]]
        return found

    def keys(self, parts: Ints) -> Ints:
        """Number the targets so that those alike but for the names of suits, dragons and winds have one key."""
        suits = np.sort(parts[:, :3] + np.array(self.groups), axis=1)
        return ((suits[:, 0] << 17 | suits[:, 1]) << 17 | suits[:, 2]) << 12 | self.classes[parts[:, 3]]

    def pieces(self, parts: Sequence[int]) -> tuple[Piece, ...]:
        """Return the pieces of a target."""
        named = zip(self.tables, FIRSTS, parts, strict=True)
        return tuple((kind, first + tile) for table, first, part in named for kind, tile in table.pieces[part])

    def score(self, parts: Ints, held: Counts | None = None) -> Worths:
        """Score targets one by one."""
        tiles = np.concatenate([table.tiles[parts[:, suit]] for suit, table in enumerate(self.tables)], axis=1)
        totals = (tiles + self.context.eaten).astype(np.uint8)
        gates = [self.is_nine_gates(row, held) for row in tiles.tolist()]
        return [
            self.context.worth(self.pieces(row), self.shape, total.tobytes(), by_gates)
            for row, total, by_gates in zip(parts.tolist(), totals, gates, strict=True)
        ]

    def is_nine_gates(self, tiles: Counts, held: Counts | None) -> bool:
        """Whether the target can be won as Nine Gates: the tile over is among the missing ones, or none is missing."""
        if held is None or not self.by_gates:
            return False
        missing = [max(wanted - has, 0) for wanted, has in zip(tiles, held, strict=True)]
        for first in FIRSTS[:3]:
            over = [count - once for count, once in zip(tiles[first : first + 9], ONCE_EACH, strict=True)]
            if min(over) == 0 and sum(over) == 1:
                return not any(missing) or missing[first + over.index(1)] > 0
        return False

    def lacking(self, held: Counts, missing: int) -> Iterator[Worths]:
        """Yield the worths of all targets that lack so many tiles, those of alike targets once, in chunks."""
        found = list(joined(self.options(held), self.goal, missing))
        if not found:
            return
        parts = np.concatenate(found)
        special = self.special(parts)
        yield self.score(parts[special], held)
        parts = parts[~special]
        keys, places = np.unique(self.keys(parts), return_index=True)
        known = [self.memory.get(key) for key in keys.tolist()]
        yield [worth for worth in known if worth is not None]
        unknown = np.flatnonzero([worth is None for worth in known])
        np.random.default_rng(missing).shuffle(unknown)  # so that a chunk shows soon whether some are worth enough
        for start in range(0, len(unknown), CHUNK):
            chunk = unknown[start : start + CHUNK]
            worths = self.score(parts[places[chunk]])
            self.memory |= zip(keys[chunk].tolist(), worths, strict=True)
            yield worths


# The five forms


def knitted_straights(n_sets: int) -> list[Target]:
    """Write out every knitted straight with so many sets in hand, as pieces beside the body and all tiles in hand."""
    sets = [piece for piece in PIECES if piece[0] != "pair"]
    pairs = [piece for piece in PIECES if piece[0] == "pair"]
    hands = []
    for body, own, pair in product(KNITTED, combinations(sets, n_sets), pairs):
        tiles = [count + (tile in body) for tile, count in enumerate(counts_of((*own, pair)))]
        hands.append(((*own, pair), tiles))
    return hands


def forms(context: Context) -> Iterator[Listed | Parted]:
    """Yield the forms that a hand with these melds can take, those with few targets first."""
    n_melds = len(context.melds)
    if n_melds == 0:
        four_alike = bool(context.switches["seven_pairs_four_alike"])
        yield Listed(context, SHAPE_ORPHANS, [((), hand) for hand in orphan_hands().T.tolist()])
        yield Listed(context, SHAPE_HONORS_KNITTED, [((), hand) for hand in honors_and_knitted_hands().T.tolist()])
        yield Parted(context, SHAPE_SEVEN_PAIRS, pair_tables(four_alike), (0, 7))
    if n_melds <= 1:
        yield Listed(context, SHAPE_KNITTED, knitted_straights(1 - n_melds))
    yield Parted(context, SHAPE_SETS, set_tables(), (4 - n_melds, 1))
