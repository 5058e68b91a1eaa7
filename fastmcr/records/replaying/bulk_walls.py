"""Walls of many records at once; the slow form is `fastmcr.records.replaying.walls`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...kernels.layout import play as lay
from .. import events as ev
from ..model import Record
from .bulk_events import Bools, Bytes, Ints, Table

__all__ = ["personal_walls", "shared_walls"]

HAND, SEATS, PERSONAL = 13, 4, 34
FLOWER = ev.FIRST_FLOWER
# Where the first 52 tiles of a shared wall stand among the four hands of 13: four at a time, then one each.
_DEALT = [HAND * seat + 4 * turn + place for turn in range(3) for seat in range(SEATS) for place in range(4)]
_DEALT += [HAND * seat + 12 for seat in range(SEATS)]


def _standard(size: int) -> Bytes:
    """Return a sorted wall, which stands in for those of deals that are not followed in bulk."""
    places = np.arange(size)
    return np.where(places < lay.TILES, places // 4, places - lay.TILES + FLOWER).astype(np.uint8)


def _hands(records: Sequence[Record], plain: Bools, most: int, longest: int) -> Bytes:
    """Return the first 13 tiles of each hand, (n, 52); deals with other hands lose their mark."""
    parts = []
    for place, record in enumerate(records):
        hands = record.hands
        lengths = [len(hand) for hand in hands]
        if lengths[1:] == [HAND] * 3 and HAND <= lengths[0] <= longest:
            parts.append(b"".join([hands[0][:HAND], *hands[1:]]))
        else:
            parts.append(bytes(SEATS * HAND))
            plain[place] = False
    dealt = np.frombuffer(b"".join(parts), np.uint8).reshape(-1, SEATS * HAND)
    plain[(dealt >= most).any(axis=1)] = False
    return dealt


def _fill(walls: Bytes, plain: Bools, kinds: int) -> None:
    """Fill the places that are not known with the tiles that are left, ascending."""
    n, size = walls.shape
    walls[~plain] = _standard(size)
    known = walls != ev.NO_TILE
    rows = np.repeat(np.arange(n), known.sum(axis=1))
    counts = np.bincount(rows * kinds + walls[known], minlength=n * kinds).reshape(n, kinds)
    copies = np.where(np.arange(kinds) < FLOWER, 4, 1)
    often = (counts > copies).any(axis=1)
    plain[often] = False
    walls[often], known[often], counts[often] = _standard(size), True, copies
    tiles = np.tile(np.arange(kinds, dtype=np.uint8), n)
    walls[~known] = np.repeat(tiles, (copies - counts).reshape(-1))


def _rank(group: Ints) -> Ints:
    """Return how many of the same group stand before each."""
    order = np.argsort(group, kind="stable")
    ordered = group[order]
    first = np.searchsorted(ordered, ordered)
    rank = np.empty(len(group), np.int64)
    rank[order] = np.arange(len(group)) - first
    return rank


def personal_walls(records: Sequence[Record], table: Table, plain: Bools) -> Bytes:
    """Return the personal walls of records; deals that have none lose their mark in `plain`.

    Parameters
    ----------
    records : sequence of Record
    table : Table
        Their events.
    plain : (n,) bool
        Written.

    Returns
    -------
    (n, 136) uint8
    """
    walls = np.full((len(records), SEATS, PERSONAL), ev.NO_TILE, np.uint8)
    walls[:, :, :HAND] = _hands(records, plain, FLOWER, HAND).reshape(-1, SEATS, HAND)
    plain[table.deal[table.kind == ev.FLOWER]] = False
    draws = np.flatnonzero(table.kind == ev.DRAW)
    wall = SEATS * table.deal[draws] + table.seat[draws]
    place = HAND + _rank(wall)
    wrong = (place >= PERSONAL) | (table.tile[draws] >= FLOWER)
    plain[table.deal[draws[wrong]]] = False
    walls.reshape(-1)[(wall * PERSONAL + place)[~wrong]] = table.tile[draws[~wrong]]
    made = walls.reshape(len(records), -1)
    _fill(made, plain, FLOWER)
    return made


def shared_walls(records: Sequence[Record], table: Table, plain: Bools, flowers: bool) -> Bytes:
    """Return the shared walls of records; deals that have none lose their mark in `plain`.

    Parameters
    ----------
    records : sequence of Record
    table : Table
        Their events.
    plain : (n,) bool
        Written.
    flowers : bool
        Whether a wall has the eight flowers.

    Returns
    -------
    (n, 136) or (n, 144) uint8
        Replacements at the end, the first of them last; those of the opening by seat, as engines replace flowers.
    """
    n, kinds = len(records), len(ev.TILE_NAMES) if flowers else FLOWER
    size = lay.TILES_WITH_FLOWERS if flowers else lay.TILES
    walls = np.full((n, size), ev.NO_TILE, np.uint8)
    dealt = _hands(records, plain, kinds, HAND + 1)
    walls[:, :52] = dealt[:, _DEALT]
    fourteen = np.array([len(record.hands[0]) > HAND for record in records])
    fourteenth = np.frombuffer(
        bytes(record.hands[0][HAND] if fourteen[i] else 0 for i, record in enumerate(records)), np.uint8
    )
    walls[fourteen, 52] = fourteenth[fourteen]
    plain[fourteen & (fourteenth >= kinds)] = False

    draws = np.flatnonzero(table.kind == ev.DRAW)
    deal, tile = table.deal[draws], table.tile[draws]
    replaces = np.zeros(len(table.kind), np.bool_)
    for kind in (ev.FLOWER, ev.CLAIMED_KONG, ev.CONCEALED_KONG, ev.PROMOTED_KONG):
        replaces |= table.after(kind)
    behind, opening = replaces[draws], table.opening[draws]
    front = np.flatnonzero(~behind)
    opened = np.flatnonzero(behind & opening)
    opened = opened[np.lexsort((opened, table.seat[draws[opened]], deal[opened]))]
    back = np.concatenate([opened, np.flatnonzero(behind & ~opening)])
    at = np.empty(len(draws), np.int64)
    at[front] = 52 + fourteen[deal[front]] + _rank(deal[front])
    at[back] = size - 1 - _rank(deal[back])
    number = np.bincount(deal, minlength=n)
    plain[52 + fourteen + number > size] = False
    plain[deal[tile >= kinds]] = False
    plain[_flowers_kept(table, dealt, fourteen, fourteenth)] = False
    right = plain[deal]
    walls[deal[right], at[right]] = tile[right]
    _fill(walls, plain, kinds)
    return walls


def _flowers_kept(table: Table, dealt: Bytes, fourteen: Bools, fourteenth: Bytes) -> Bools:
    """Return which deals do not lay every flower aside at once, as engines do."""
    n = table.deals
    laid = np.flatnonzero((table.kind == ev.FLOWER) & ~table.broken)
    drawn = np.flatnonzero((table.kind == ev.DRAW) & (table.tile >= FLOWER) & ~table.broken)
    held = np.zeros((n, SEATS, 8), np.int64)  # flowers to be laid aside before the first discard
    rows, columns = np.nonzero((dealt >= FLOWER) & (dealt < FLOWER + 8))
    held[rows, columns // HAND, dealt[rows, columns] - FLOWER] += 1
    east = np.flatnonzero(fourteen & (fourteenth >= FLOWER) & (fourteenth < FLOWER + 8))
    held[east, 0, fourteenth[east] - FLOWER] += 1

    flower, early = table.tile[laid] - FLOWER, table.opening[laid]
    place = (table.deal[laid], table.seat[laid], flower)
    drawn_at = np.full((n, SEATS, 8), len(table.kind))
    drawn_at[table.deal[drawn], table.seat[drawn], table.tile[drawn] - FLOWER] = drawn
    just_drawn = table.drew[laid] & (table.tile[table.before[laid]] == table.tile[laid])
    right = np.where(early, (held[place] > 0) | (drawn_at[place] < laid), just_drawn)
    kept = np.zeros(n, np.bool_)
    kept[table.deal[laid[~right]]] = True

    first = drawn[table.opening[drawn]]
    np.add.at(held, (table.deal[first], table.seat[first], table.tile[first] - FLOWER), 1)
    np.subtract.at(held, tuple(column[early] for column in place), 1)
    kept[(held != 0).any(axis=(1, 2))] = True
    replaced = np.zeros(len(table.kind), np.bool_)
    replaced[table.before[laid[just_drawn]]] = True
    last = np.append(table.kind[1:], -1)[: len(table.kind)]
    waiting = drawn[~table.opening[drawn] & ~replaced[drawn] & (last[drawn] != ev.NO_WINNER)]
    kept[table.deal[waiting]] = True
    return kept
