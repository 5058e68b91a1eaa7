"""Scripts of many records: what each player does in turn, and what is answered to each tile on offer."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...kernels.layout import play as lay
from .. import events as ev
from .bulk_events import Bools, Ints, Table, loose_draws, wrong_ends

__all__ = ["ANY_TILE", "Scripts", "scripts_of"]

ANY_TILE = 254
"""Stands for a drawn tile that is not compared: East's dealt hand."""
_UNKNOWN = -1

_FIRST = np.full(12, -1, np.int64)
for _kind, _action in (
    (ev.DISCARD, lay.DISCARD), (ev.PUNG, lay.PUNG), (ev.CLAIMED_KONG, lay.CLAIMED_KONG),
    (ev.CONCEALED_KONG, lay.CONCEALED_KONG), (ev.PROMOTED_KONG, lay.PROMOTED_KONG),
):  # fmt: skip
    _FIRST[_kind] = _action


class Scripts(NamedTuple):
    """What is done in many deals; places in the first three groups are those of one long list for all deals."""

    own_seat: Ints
    """(a,) who acts in turn."""
    own_action: Ints
    """(a,) what he does."""
    own_drawn: Ints
    """(a,) tile that he has just drawn; 255 none, `ANY_TILE` not compared."""
    own_offers: Ints
    """(a,) 1 if the action puts a tile on offer."""
    own_end: Ints
    """(n + 1,) where the actions of each deal begin, and the last end."""
    answers: npt.NDArray[np.int16]
    """(o + 1, 4) action of each seat about each tile on offer, 0 pass; the last row stands for none."""
    offer_start: Ints
    """(n,) first offer of each deal."""
    answered: Ints
    """(n,) answers of each deal that are not pass."""
    winners: Ints
    """(n,) seats that win, bit = seat."""
    plain: Bools
    """(n,) whether the deal can be followed this way; those that cannot are followed one by one."""


def scripts_of(table: Table) -> Scripts:
    """Return the scripts of the events of records.

    Parameters
    ----------
    table : Table

    Returns
    -------
    Scripts
    """
    broken = table.broken | loose_draws(table) | wrong_ends(table)
    own = np.flatnonzero(table.own)
    drawn = _drawn(table, own)
    kind, tile = table.kind[own], table.tile[own]
    told = (table.detail[own] == ev.JUST_DRAWN) & (kind == ev.DISCARD)
    hu = kind == ev.HU
    wrong = (drawn == _UNKNOWN) | (told & (drawn != tile) & (drawn != ANY_TILE))
    wrong |= hu & (tile != ev.NO_TILE) & (tile != drawn)
    broken[own[wrong]] = True
    offers = (table.kind == ev.DISCARD) | (table.kind == ev.PROMOTED_KONG)
    answers, answered = _answers(table, offers, broken)
    plain = np.ones(table.deals, np.bool_)
    plain[table.deal[broken]] = False
    plain[np.bincount(table.deal, minlength=table.deals) == 0] = False
    wins = table.kind == ev.HU
    weights = np.left_shift(1, table.seat[wins])
    return Scripts(
        table.seat[own],
        np.where(hu, lay.HU, _FIRST[kind] + tile),
        drawn,
        offers[own].astype(np.int64),
        _starts(table.deal[own], table.deals),
        answers,
        _starts(table.deal[offers], table.deals)[:-1],
        answered,
        np.bincount(table.deal[wins], weights=weights, minlength=table.deals).astype(np.int64),
        plain,
    )


def _starts(deal: Ints, deals: int) -> Ints:
    """Return where the entries of each deal begin, and the last end."""
    return np.append(0, np.cumsum(np.bincount(deal, minlength=deals)))


def _drawn(table: Table, own: Ints) -> Ints:
    """Return the tile that the player has just drawn before each action in turn."""
    before = table.before[own]
    melded = table.after(ev.CHOW)[own] | table.after(ev.PUNG)[own]
    drawn = np.where(table.drew[own], table.tile[before], np.where(melded, ev.NO_TILE, _UNKNOWN))
    first = np.append(True, table.deal[own][1:] != table.deal[own][:-1])[: len(own)]
    return np.where(first & (drawn == _UNKNOWN), ANY_TILE, drawn)


def _answers(table: Table, offers: Bools, broken: Bools) -> tuple[npt.NDArray[np.int16], Ints]:
    """Return the answers to each tile on offer, and how many of each deal are not pass; mark claims that cannot be."""
    kind, tile, seat, deal = table.kind, table.tile, table.seat, table.deal
    answers = np.zeros((int(offers.sum()) + 1, 4), np.int16)
    claimed = (kind >= ev.CHOW) & (kind <= ev.CLAIMED_KONG)
    claims = np.flatnonzero(claimed | ((kind == ev.HU) & ~table.own) | (kind == ev.PASSED_CLAIM))
    answered = np.bincount(deal[claims], minlength=table.deals)
    given_at = np.flatnonzero(offers)
    if not len(claims) or not len(given_at):
        broken[claims] = True
        return answers, answered
    number = (np.cumsum(offers) - 1)[claims]
    offer = np.maximum(number, 0)
    given = given_at[offer]
    claim = np.where(kind[claims] == ev.PASSED_CLAIM, table.detail[claims], kind[claims])
    wanted, offered = tile[claims], tile[given]
    which, middle = offered - wanted + 1, wanted % 9
    no_chow = (which < 0) | (which > 2) | (wanted >= 27) | (middle < 1) | (middle > 7)
    chow = lay.CHOW + 21 * (wanted // 9) + 3 * (middle - 1) + which
    made = np.where(claim == ev.HU, lay.HU, np.where(claim == ev.CHOW, chow, _FIRST[np.minimum(claim, 11)] + wanted))
    last = kind[np.maximum(claims - 1, 0)]
    loose = (last != ev.DISCARD) & (last != ev.PROMOTED_KONG) & (last != ev.PASSED_CLAIM) & (last != ev.HU)
    bad = loose | (number < 0) | (deal[given] != deal[claims]) | (seat[given] == seat[claims])
    bad |= (claim == ev.CHOW) & no_chow
    bad |= (claim == ev.HU) & (wanted != ev.NO_TILE) & (wanted != offered)
    bad |= ~np.isin(claim, ev.CLAIMS)
    answers[offer[~bad], seat[claims[~bad]]] = made[~bad]
    broken[claims[bad]] = True
    return answers, answered
