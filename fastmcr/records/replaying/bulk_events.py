"""The events of many records as one table, and what each of them follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .. import events as ev
from ..model import Record

__all__ = ["Bools", "Bytes", "Ints", "Table", "loose_draws", "table_of", "wrong_ends"]

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]


class Table(NamedTuple):
    """Events of many deals, one after the other; each column is (m,)."""

    kind: Ints
    seat: Ints
    tile: Ints
    detail: Ints
    deal: Ints
    before: Ints
    """Place of the event before, passed claims left out; -1 for the first of a deal."""
    own: Bools
    """What a player does in his own turn: a discard, a concealed or promoted kong, a self-drawn hu."""
    opening: Bools
    """Nothing of that kind stands before it or is it."""
    broken: Bools
    """No event, or one that is not followed in bulk."""
    deals: int

    @property
    def drew(self) -> Bools:
        """Whether the event before is a draw of the same seat."""
        return self.after(ev.DRAW)

    def after(self, kind: int) -> Bools:
        """Return whether the event before is of a kind, by the same seat."""
        found = (self.before >= 0) & (self.kind[self.before] == kind) & (self.seat[self.before] == self.seat)
        return np.asarray(found, np.bool_)


def table_of(records: Sequence[Record]) -> Table:
    """Return the events of records as a table.

    Parameters
    ----------
    records : sequence of Record
        Each with whole events, four bytes each.

    Returns
    -------
    Table
    """
    events = ev.as_array(b"".join([record.events for record in records]))
    lengths = np.array([len(record.events) // ev.WIDTH for record in records], np.int64)
    deal = np.repeat(np.arange(len(records)), lengths)
    kind, seat, tile, detail = (events[:, column].astype(np.int64) for column in range(ev.WIDTH))
    broken = (kind > ev.NO_WINNER) | (seat > 3) | ((tile >= len(ev.TILE_NAMES)) & (tile != ev.NO_TILE))
    with_flower = (kind == ev.DRAW) | (kind == ev.FLOWER)
    broken |= (kind == ev.FALSE_HU) | (~with_flower & (tile >= ev.FIRST_FLOWER) & (tile != ev.NO_TILE))
    broken |= ((kind < ev.HU) & (tile == ev.NO_TILE)) | ((kind == ev.PASSED_CLAIM) & (detail > ev.NO_WINNER))
    broken |= (kind == ev.FLOWER) & (tile < ev.FIRST_FLOWER)
    kind, seat = np.minimum(kind, ev.NO_WINNER), np.minimum(seat, 3)
    before = _before(kind, deal)
    drew = (before >= 0) & (kind[before] == ev.DRAW) & (seat[before] == seat)
    own = (kind == ev.DISCARD) | (kind == ev.CONCEALED_KONG) | (kind == ev.PROMOTED_KONG)
    own |= (kind == ev.HU) & drew
    opening = _opening(own, deal, len(records))
    return Table(kind, seat, tile, detail, deal, before, own, opening, broken, len(records))


def _before(kind: Ints, deal: Ints) -> Ints:
    if not len(kind):
        return np.zeros(0, np.int64)
    solid = np.maximum.accumulate(np.where(kind != ev.PASSED_CLAIM, np.arange(len(kind)), -1))
    before = np.append(-1, solid[:-1])
    return np.where((before >= 0) & (deal[before] == deal), before, -1)


def _opening(own: Bools, deal: Ints, deals: int) -> Bools:
    """Return which events have nothing before them that a player does in his turn."""
    acted = np.cumsum(own)
    until = np.append(0, np.cumsum(np.bincount(deal[own], minlength=deals)))[:-1]
    return np.asarray(acted == until[deal], np.bool_)


def loose_draws(table: Table) -> Bools:
    """Return which draws are not followed by what the player does with the tile.

    Parameters
    ----------
    table : Table

    Returns
    -------
    (m,) bool
    """
    kind, seat, before = table.kind, table.seat, table.before
    m = len(kind)
    following = np.full(m + 1, m, np.int64)
    linked = np.flatnonzero((before >= 0) & (kind != ev.PASSED_CLAIM))
    following[before[linked]] = linked
    following = following[:m]
    kind_after = np.append(kind, -1)[following]
    own_after = np.append(table.own, False)[following]
    replaces = table.after(ev.FLOWER)
    right = (own_after | (kind_after == ev.FLOWER)) & (np.append(seat, -1)[following] == seat)
    right |= table.opening & (kind_after == ev.FLOWER) & (replaces | ((before < 0) & (seat == 0)))
    right |= table.opening & own_after & replaces
    right |= (kind_after == ev.NO_WINNER) & (table.tile >= ev.FIRST_FLOWER)
    return np.asarray((kind == ev.DRAW) & ~right, np.bool_)


def wrong_ends(table: Table) -> Bools:
    """Return which events end a deal before its end, or do not end it at its end.

    Parameters
    ----------
    table : Table

    Returns
    -------
    (m,) bool
    """
    kind, deal = table.kind, table.deal
    if not len(kind):
        return np.zeros(0, np.bool_)
    ends = np.append(deal[1:] != deal[:-1], True)
    last = (kind == ev.NO_WINNER) | (kind == ev.HU)
    following = np.append(kind[1:], -1)
    early = (kind == ev.NO_WINNER) | ((kind == ev.HU) & (following != ev.HU))
    return np.asarray(np.where(ends, ~last, early), np.bool_)
