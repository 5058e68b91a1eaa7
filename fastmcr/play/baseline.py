"""A small player made of rules, to play against and to measure others by; thousands of decisions at once.

It wins whenever that is legal. Otherwise it aims: of some kinds of hands that are worth the minimum, whichever needs
the fewest tiles. Discards keep what that hand needs; of the others the one goes that leaves the lowest shanten, then
the most useful tiles among those not yet seen. A discard is claimed if the hand then needs a tile less.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..base.given import as_array
from ..errors import InputError
from ..kernels import layout
from ..kernels.layout import play as lay
from ..rulebook.tiles import KINDS
from .actions import Action, ActionKind
from .observations import Observations

if TYPE_CHECKING:
    from .batch import DealBatch
    from .deal import Deal

__all__ = ["baseline_action", "baseline_actions", "play_baseline"]

Bytes: TypeAlias = npt.NDArray[np.uint8]
Numbers: TypeAlias = npt.NDArray[np.int8]
Distances: TypeAlias = npt.NDArray[np.float32]

ROWS_AT_ONCE = 512  # so that the work of a step stays in the cache of the processor
FAR = 99.0
SUITS = range(0, 27, 9)


# --- hands to aim at --------------------------------------------------------------------------------------------------


def _three_chows() -> list[tuple[int, int, int]]:
    """Return the lowest tiles of three chows that are worth 8 points or more together."""
    found = [(a, b + 3, c + 6) for a, b, c in permutations(SUITS)]  # Mixed Straight
    found += [(suit, suit + 3, suit + 6) for suit in SUITS]  # Pure Straight
    found += [(rank, 9 + rank, 18 + rank) for rank in range(7)]  # Mixed Triple Chow
    for step in (1, 2):  # Pure Shifted Chows
        found += [(suit + k, suit + k + step, suit + k + 2 * step) for suit in SUITS for k in range(7 - 2 * step)]
    return found


_LOWEST = np.array(_three_chows())
_CHOW_TILES = np.zeros((KINDS, KINDS), np.int8)
for _tile in range(27):
    if _tile % 9 < 7:
        _CHOW_TILES[_tile, _tile : _tile + 3] = 1
_TARGETS = _CHOW_TILES[_LOWEST]  # (targets, 3 chows, 34)
_SUIT_OR_HONOR = np.array(
    [[tile // 9 in (suit, 3) for tile in range(KINDS)] for suit in range(3)], np.bool_
)  # Half Flush and Full Flush

# What is added to the tiles that a hand needs: these are not always worth the minimum by themselves.
_FLUSH_RISK, _PUNGS_RISK = 2.0, 0.5

CHOWS, FLUSHES = len(_LOWEST), 3
PAIRS, PUNGS = CHOWS + FLUSHES, CHOWS + FLUSHES + 1
AIMS = PUNGS + 1


def distances(hand: Bytes, melds: Bytes) -> Distances:
    """Estimate how many tiles each kind of hand still needs until it is complete.

    Parameters
    ----------
    hand : (n, 34) uint8
        Concealed tiles.
    melds : (n, 4) uint8
        Meld codes, 0 none.

    Returns
    -------
    (n, 45) float32
        Three chows of 8 points and more, a flush in each suit, Seven Pairs, All Pungs; 99 where the melds bar it.
    """
    counts = hand.astype(np.int8)
    kind = np.where(melds > 0, (melds.astype(np.int16) - 1) // KINDS, -1)
    tile = (melds.astype(np.int16) - 1) % KINDS
    number = (melds > 0).sum(axis=1)
    found = np.empty((len(hand), AIMS), np.float32)
    found[:, :CHOWS] = _chow_distances(counts, _melded_chows(kind, tile), number)
    suit = np.where(melds > 0, np.minimum(tile // 9, 3), 3)
    for flush in range(FLUSHES):
        outside = (counts * ~_SUIT_OR_HONOR[flush]).sum(axis=1)
        barred = ((suit != flush) & (suit != 3)).any(axis=1)
        found[:, CHOWS + flush] = np.where(barred, FAR, outside + _FLUSH_RISK)
    pairs = (counts // 2).sum(axis=1)
    found[:, PAIRS] = np.where(number > 0, FAR, 7 - pairs)
    found[:, PUNGS] = np.where((kind == layout.CHOW).any(axis=1), FAR, _pung_distances(counts, number) + _PUNGS_RISK)
    return found


def _melded_chows(kind: npt.NDArray[np.integer], tile: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
    """Return the lowest tiles of chows that lie open, (n, 34)."""
    found = np.zeros((len(kind), KINDS), np.bool_)
    rows, places = np.nonzero(kind == layout.CHOW)
    found[rows, tile[rows, places]] = True
    return found


def _chow_distances(counts: Numbers, melded: npt.NDArray[np.bool_], number: npt.NDArray[np.integer]) -> Distances:
    """Return what is missing of three chows, and of a set and a pair made of the rest."""
    done = melded[:, _LOWEST]  # (n, targets, 3)
    need = np.einsum("ntc,tck->ntk", (~done).astype(np.int8), _TARGETS)
    have = np.minimum(need, counts[:, None, :])
    missing = 3 * (3 - done.sum(axis=2)) - have.sum(axis=2)
    outside = number[:, None] - done.sum(axis=2)
    rest = counts[:, None, :] - have
    pairs = (rest >= 2).sum(axis=2)
    suits = rest[:, :, :27].reshape(*rest.shape[:2], 3, 9) > 0
    near = suits[..., 1:] & suits[..., :-1]
    run = (near[..., 1:] & suits[..., :-2]).any(axis=(2, 3))
    part = near.any(axis=(2, 3)) | (suits[..., 2:] & suits[..., :-2]).any(axis=(2, 3))
    chow = np.where(run, 0, np.where(part, 1, 2)) + (pairs < 1)
    pung = np.where((rest >= 3).any(axis=2), 0, np.where(pairs > 0, 1, 2)) + (pairs < 2)
    left = np.where(outside == 1, pairs < 1, np.minimum(chow, pung))
    found: Distances = np.where(outside > 1, FAR, missing + left).astype(np.float32)
    return found


def _pung_distances(counts: Numbers, number: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
    pungs = (counts >= 3).sum(axis=1) + number
    pairs = (counts == 2).sum(axis=1)
    wanted = np.maximum(4 - pungs, 0)
    used = np.minimum(pairs, wanted)
    distance: npt.NDArray[np.integer] = used + 2 * (wanted - used) + (pairs - used < 1)
    return distance


# --- what actions do to a hand ----------------------------------------------------------------------------------------


class _Effects(NamedTuple):
    """What claims and kongs take from a hand, and the meld they make; one row an action."""

    takes: Numbers
    meld: Bytes


def _effects() -> _Effects:
    takes = np.zeros((lay.ACTIONS, KINDS), np.int8)
    meld = np.zeros(lay.ACTIONS, np.uint8)
    for number in range(lay.CHOW, lay.ACTIONS):
        action = Action(number)
        tile = action.tile
        assert tile is not None
        if action.kind is ActionKind.CHOW:
            takes[number, list(action.chow_tiles)] = 1
            takes[number, tile] = 0
            meld[number] = 1 + action.chow_tiles[0]
            continue
        kind, taken = _KONGS[action.kind]
        takes[number, tile] = taken
        meld[number] = 1 + KINDS * kind + tile
    return _Effects(takes, meld)


_KONGS = {
    ActionKind.PUNG: (layout.PUNG, 2),
    ActionKind.CLAIMED_KONG: (layout.CLAIMED_KONG, 3),
    ActionKind.CONCEALED_KONG: (layout.CONCEALED_KONG, 4),
    ActionKind.PROMOTED_KONG: (layout.PROMOTED_KONG, 1),
}
_EFFECTS = _effects()


def _after(hand: Bytes, melds: Bytes, actions: npt.NDArray[np.integer]) -> tuple[Bytes, Bytes]:
    """Return hands and melds after claims and kongs, one each."""
    left = (hand - _EFFECTS.takes[actions]).astype(np.uint8)
    laid = melds.copy()
    code = _EFFECTS.meld[actions]
    pung = code - np.uint8(KINDS * (layout.PROMOTED_KONG - layout.PUNG))
    promoted = (actions >= lay.PROMOTED_KONG)[:, None] & (laid == pung[:, None])
    place = np.where(promoted.any(axis=1), promoted.argmax(axis=1), (laid == 0).argmax(axis=1))
    laid[np.arange(len(laid)), place] = code
    return left, laid


# --- the player -------------------------------------------------------------------------------------------------------


def baseline_actions(seen: Observations, mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int16]:
    """Choose an action in many deals.

    Parameters
    ----------
    seen : Observations
        Of the seats that are asked: ``batch.observe()``, or `FeatureBatch.seen`.
    mask : (n, 235) bool
        What they may do.

    Returns
    -------
    (n,) int16
        -1 where nothing is legal. Equal hands get equal actions.

    Raises
    ------
    InputError
        If the mask has another shape or dtype.

    Examples
    --------
    >>> from fastmcr.play import DealBatch
    >>> batch = DealBatch(2, seed=1)
    >>> actions = baseline_actions(batch.observe(), batch.mask)
    >>> bool(batch.mask[[0, 1], actions].all())
    True
    """
    given = as_array("mask", mask)
    n = len(seen.rows)
    if given.dtype != np.bool_ or given.shape != (n, lay.ACTIONS):
        raise InputError(f"mask is bool of shape ({n}, {lay.ACTIONS}), not {given.dtype} of shape {given.shape}")
    chosen = np.full(n, lay.NO_ACTION, np.int16)
    for start in range(0, n, ROWS_AT_ONCE):
        part = slice(start, start + ROWS_AT_ONCE)
        chosen[part] = _chosen(Observations.of(seen.rows[part]), given[part])
    return chosen


def _chosen(seen: Observations, mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int16]:
    chosen: npt.NDArray[np.int16] = np.where(mask[:, lay.PASS], lay.PASS, lay.NO_ACTION).astype(np.int16)
    own = mask[:, lay.DISCARD : lay.CHOW].any(axis=1)
    melds = seen.melds[:, 0]
    rows = np.flatnonzero(own & ~mask[:, lay.HU])
    if len(rows):
        chosen[rows] = lay.DISCARD + _discards(seen.hand[rows], melds[rows], seen.seen[rows], mask[rows])
    _claim(chosen, seen.hand, melds, mask)
    chosen[mask[:, lay.HU]] = lay.HU
    return chosen


def _discards(hand: Bytes, melds: Bytes, seen: Bytes, mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
    """Return the tile to discard from each hand."""
    from ..analysis.batch import discards_batch

    found = discards_batch(hand, melds, threads=1)
    unseen = (4 - np.minimum(seen, 4)).astype(np.int64)
    bits = found.masks[:, :, None] >> np.arange(KINDS, dtype=np.uint64) & np.uint64(1)
    copies = (bits.astype(np.int64) * unseen[:, None, :]).sum(axis=2)
    value = 1000 * found.shanten.astype(np.int64) - copies * 4 - _EDGE
    value[_kept(hand, melds)] += 100_000
    value[~mask[:, lay.DISCARD : lay.CHOW]] += 10_000_000
    chosen: npt.NDArray[np.intp] = value.argmin(axis=1)
    return chosen


# Between equals honors go first, then tiles near the ends.
_EDGE = np.array([abs(tile % 9 - 4) // 2 if tile < 27 else 3 for tile in range(KINDS)])


def _kept(hand: Bytes, melds: Bytes) -> npt.NDArray[np.bool_]:
    """Return the tiles that the hand aimed at has no copy to spare of, (n, 34)."""
    aim = distances(hand, melds).argmin(axis=1)
    kept = np.zeros(hand.shape, np.bool_)
    rows = np.flatnonzero(aim < CHOWS)
    kind = (melds[rows].astype(np.int16) - 1) // KINDS
    done = _melded_chows(np.where(melds[rows] > 0, kind, -1), (melds[rows].astype(np.int16) - 1) % KINDS)
    target = aim[rows]
    open_ = ~done[np.arange(len(rows))[:, None], _LOWEST[target]]
    need = (open_[:, :, None] * _TARGETS[target]).sum(axis=1)
    kept[rows] = (need > 0) & (hand[rows] <= need)
    rows = np.flatnonzero((aim >= CHOWS) & (aim < PAIRS))
    kept[rows] = _SUIT_OR_HONOR[aim[rows] - CHOWS]
    rows = np.flatnonzero(aim >= PAIRS)
    kept[rows] = hand[rows] >= 2
    return kept


def _claim(chosen: npt.NDArray[np.int16], hand: Bytes, melds: Bytes, mask: npt.NDArray[np.bool_]) -> None:
    """Replace passes and discards by claims and kongs that bring a hand nearer to the one aimed at."""
    rows, actions = np.nonzero(mask[:, lay.CHOW :])
    actions += lay.CHOW
    useful = (actions < lay.CLAIMED_KONG) | (actions >= lay.CONCEALED_KONG)
    rows, actions = rows[useful], actions[useful]
    if not len(rows):
        return
    before = distances(hand, melds).min(axis=1)[rows]
    after = distances(*_after(hand[rows], melds[rows], actions)).min(axis=1)
    own = actions >= lay.CONCEALED_KONG  # a kong brings a further tile, so it may leave the distance as it is
    good = np.where(own, after <= before, after < before)
    order = np.lexsort((actions, after))[::-1]  # the best of a row is written last
    order = order[good[order]]
    chosen[rows[order]] = actions[order]


def baseline_action(deal: Deal) -> Action:
    """Choose an action for the seat that is asked in a deal.

    Parameters
    ----------
    deal : Deal
        Not ended.

    Returns
    -------
    Action

    Raises
    ------
    InputError
        If the deal has ended.

    Examples
    --------
    >>> from fastmcr.play import Deal
    >>> deal = Deal.from_seed(7)
    >>> deal.step(baseline_action(deal))
    >>> len(deal.discards)
    1
    """
    if deal.ended:
        raise InputError("the deal has ended; nobody is asked")
    return Action(int(baseline_actions(deal.observe(), deal.mask[None])[0]))


def play_baseline(batch: DealBatch, seats: Iterable[int] = range(4)) -> npt.NDArray[np.bool_]:
    """Let the baseline take one action in every deal in which one of its seats is asked.

    Parameters
    ----------
    batch : DealBatch
        Stepped.
    seats : iterable of int
        Its seats, 0..3; deals in which another seat is asked are left as they are.

    Returns
    -------
    (n,) bool
        Which deals ended.

    Examples
    --------
    >>> from fastmcr.play import DealBatch
    >>> batch = DealBatch(4, seed=1)
    >>> while not batch.ended.all():
    ...     ended = play_baseline(batch)
    >>> len(batch.results().ending)
    4
    """
    actions = np.full(len(batch), lay.NO_ACTION, np.int16)
    rows = np.flatnonzero(np.isin(batch.actor, list(seats)))
    if len(rows):
        seen = Observations.of(batch.observe().rows[rows])
        actions[rows] = baseline_actions(seen, batch.mask[rows])
    return batch.step(actions)
