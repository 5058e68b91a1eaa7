"""The formal waits of a hand with its winning tile out, found the plain way; only explanations ask for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..kernels import layout
from ..rulebook.tiles import COPIES, TILES, Tile

if TYPE_CHECKING:
    from ..hands.hand import Hand
    from ..rulebook.rules import Rules


def formal_waits(hand: Hand, rules: Rules) -> tuple[Tile, ...]:
    """Return the kinds that complete sets and a pair, seven pairs or a knitted straight, whether or not any is left.

    The other shapes are no wait of a hand that can be complete with sets.
    """
    held = [int(count) for count in hand.counts]
    if hand.win is not None:
        held[hand.win] -= 1
    sets = 4 - len(hand.melds)
    found = []
    for tile in TILES:
        if rules.exhausted_waits == "own_hand" and _copies(hand, tile) == COPIES:
            continue
        held[tile] += 1
        if _complete(held, sets, rules.seven_pairs_four_alike):
            found.append(tile)
        held[tile] -= 1
    return tuple(found)


def _copies(hand: Hand, tile: Tile) -> int:
    return hand.beside_win.count(tile) + sum(meld.tiles.count(tile) for meld in hand.melds)


def _complete(held: list[int], sets: int, four_alike: bool) -> bool:
    if _sets_and_pair(held, sets):
        return True
    pairs = (0, 2, 4) if four_alike else (0, 2)
    if sets == 4 and all(count in pairs for count in held):
        return True
    return sets >= 3 and any(_sets_and_pair(rest, sets - 3) for rest in _without_bodies(held))


def _without_bodies(held: list[int]) -> Iterator[list[int]]:
    """Yield the tiles left beside each knitted straight that they hold."""
    for suits in layout.STRAIGHTS:
        rest = held.copy()
        for first, suit in enumerate(suits):
            for rank in (first, first + 3, first + 6):
                rest[9 * suit + rank] -= 1
        if min(rest) >= 0:
            yield rest


def _sets_and_pair(held: list[int], sets: int) -> bool:
    for pair, count in enumerate(held):
        if count >= 2 and sum(held) == 3 * sets + 2:
            rest = held.copy()
            rest[pair] -= 2
            if _only_sets(rest):
                return True
    return False


def _only_sets(rest: list[int]) -> bool:
    """Take the lowest tile away with the set it must be part of, until none is left."""
    for tile in range(layout.KINDS):
        rest[tile] %= 3
        count = rest[tile]
        if not count:
            continue
        if tile >= layout.HONORS or tile % 9 > 6 or rest[tile + 1] < count or rest[tile + 2] < count:
            return False
        rest[tile + 1] -= count
        rest[tile + 2] -= count
    return True
