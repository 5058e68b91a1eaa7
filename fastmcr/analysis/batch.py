"""Shanten, useful tiles, waits and discards of many hands, one row a hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..base.given import as_list, is_one_of
from ..errors import InputError, shown
from ..files.progress import Progress
from ..hands.as_batch import BatchMelds, HandsLike
from ..hands.batch import HandBatch, OnError, Status, narrowed
from ..hands.shared_parameters import with_shared_parameters
from ..kernels import layout
from ..kernels.rules.conditions import win_conditions
from ..rulebook.rules import Rules
from ..rulebook.tiles import COPIES, KINDS, as_index
from ..scoring.batch import score_batch
from .forms import ALL_FORMS, FORMS, form_tables
from .one_hand import SCRATCH
from .results import DiscardsBatch, ShantenBatch, UsefulTilesBatch, WaitPointsBatch, WaitsBatch
from .rows import Rows

__all__ = ["discards_batch", "shanten_batch", "useful_tiles_batch", "wait_points_batch", "waits_batch"]

Masks: TypeAlias = npt.NDArray[np.uint64]
Points: TypeAlias = npt.NDArray[np.int16]

_BEST = 1 << len(FORMS)


@with_shared_parameters
def shanten_batch(
    hands: HandsLike,
    melds: BatchMelds = None,
    forms: Iterable[str | int] | str | int | None = None,
    *,
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Progress = None,
) -> ShantenBatch:
    """Return the shanten of many hands in each form.

    Parameters
    ----------
    hands
    melds
    forms : iterable of str or int, optional
        The forms wanted, by name or place in `fastmcr.analysis.one_hand.FORMS`; by default all. The others are
        `UNREACHABLE`.
    threads
    on_error
    progress

    Returns
    -------
    ShantenBatch
        Its `values` are (n, 6) int8: regular, seven pairs, thirteen orphans, honors and knitted tiles, knitted
        straight, and the best of them: -1 complete, 0 ready, `UNREACHABLE` (127) where the melds bar a form.

    Raises
    ------
    RowsError
        With ``on_error="raise"``, if a row is no hand of 3n+1 or 3n+2 tiles.
    InputError
        If an argument has a wrong type, dtype or shape.

    Examples
    --------
    >>> from fastmcr import shanten_batch
    >>> found = shanten_batch(["123456789m1111p", "147m258p369sESWN"])
    >>> found.values.tolist(), found.best.tolist()
    ([[1, 4, 9, 9, 5, 1], [8, 6, 7, 0, 2, 0]], [1, 0])
    >>> print(found[1])
    ready (honors and knitted); regular 8, seven pairs 6, thirteen orphans 7, knitted straight 2
    """
    wanted = _wanted(forms)
    rows = Rows(hands, on_error, melds=melds)
    values = np.empty((len(rows), 6), np.int8)
    from ..kernels import shanten_rows

    def chunk(start: int, stop: int) -> int:
        return shanten_rows(
            *rows.part(start, stop), wanted, form_tables(), *_scratch(), rows.status[start:stop], values[start:stop]
        )

    rows.run(chunk, threads, progress)
    return ShantenBatch(values, rows.status)


@with_shared_parameters
def useful_tiles_batch(
    hands: HandsLike,
    melds: BatchMelds = None,
    *,
    per_form: bool = False,
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Progress = None,
) -> UsefulTilesBatch:
    """Return the shanten of many hands and the tiles that lower the best.

    Parameters
    ----------
    hands
    melds
    per_form : bool
        Also return the tiles that lower the shanten of each form.
    threads
    on_error
    progress

    Returns
    -------
    UsefulTilesBatch
        Its `masks` are (n,) uint64: bit t is set if tile t lowers the best shanten and a copy of it is not in the own
        hand; of 3n+2 tiles, with some discard. `fastmcr.analysis.one_hand.tiles_of` names the tiles of a mask.

    Raises
    ------
    RowsError
        With ``on_error="raise"``, if a row is no hand of 3n+1 or 3n+2 tiles.
    InputError
        If an argument has a wrong type, dtype or shape.

    Examples
    --------
    >>> from fastmcr import useful_tiles_batch
    >>> from fastmcr.analysis.one_hand import tiles_of
    >>> found = useful_tiles_batch(["[EEE]123m456p79s55s"])
    >>> found.shanten[0, 5].item(), tiles_of(found.masks[0]), found[0].tiles
    (0, (Tile.S8,), (Tile.S8,))
    """
    rows = Rows(hands, on_error, melds=melds)
    shanten, masks = np.empty((len(rows), 6), np.int8), np.empty(len(rows), np.uint64)
    by_form = np.empty((len(rows) if per_form else 0, 5), np.uint64)
    from ..kernels import useful_rows

    def chunk(start: int, stop: int) -> int:
        return useful_rows(
            *rows.part(start, stop), ALL_FORMS, form_tables(), *_scratch(), rows.status[start:stop],
            shanten[start:stop], masks[start:stop], by_form[start:stop],
        )  # fmt: skip

    rows.run(chunk, threads, progress)
    return UsefulTilesBatch(shanten, masks, by_form if per_form else None, rows.status)


@with_shared_parameters
def waits_batch(
    hands: HandsLike,
    melds: BatchMelds = None,
    visible: npt.ArrayLike | None = None,
    rules: Rules | str = "default",
    *,
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Progress = None,
) -> WaitsBatch:
    """Return the tiles that many hands of 3n+1 tiles wait for, or waited for before their winning tile.

    Parameters
    ----------
    hands
    melds
    visible
    rules
        Whether four alike may serve as two pairs depends on them.
    threads
    on_error
    progress

    Returns
    -------
    WaitsBatch
        Its `formal` is (n,) uint64: bit t is set if tile t completes the hand, whether or not a copy is left, which is
        what the wait fans look at; `live` those of which a copy is neither own nor visible.

    Raises
    ------
    RowsError
        With ``on_error="raise"``, if a row is no hand of 3n+1 tiles, or more than four copies are own or visible.
    InputError
        If an argument has a wrong type, dtype or shape.
    RulesError
        If there are no such rules.

    Examples
    --------
    >>> from fastmcr import waits_batch
    >>> found = waits_batch(["234m345s333pEEEE", "[EEE]123m456p78s55s"])
    >>> [(one.formal, one.live) for one in found]
    [((Tile.E,), ()), ((Tile.S6, Tile.S9), (Tile.S6, Tile.S9))]
    """
    four_alike = Rules.coerce(rules).seven_pairs_four_alike
    rows = Rows(hands, on_error, visible, before_win=True, melds=melds)
    formal, live = np.empty(len(rows), np.uint64), np.empty(len(rows), np.uint64)

    def chunk(start: int, stop: int) -> int:
        return rows.waits(start, stop, four_alike, formal[start:stop], live[start:stop])

    rows.run(chunk, threads, progress, _not_waiting)
    return WaitsBatch(formal, live, rows.status)


@with_shared_parameters
def discards_batch(
    hands: HandsLike,
    melds: BatchMelds = None,
    *,
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Progress = None,
) -> DiscardsBatch:
    """Return what every discard leaves of many hands of 3n+2 tiles.

    Parameters
    ----------
    hands
    melds
    threads
    on_error
    progress

    Returns
    -------
    DiscardsBatch
        Its `shanten` is (n, 34) int8, the best shanten after the discard of each tile, `UNREACHABLE` (127) for tiles
        not held; `masks` (n, 34) uint64, where bit t is set if tile t is useful then, 0 for tiles not held.

    Raises
    ------
    RowsError
        With ``on_error="raise"``, if a row is no hand of 3n+2 tiles.
    InputError
        If an argument has a wrong type, dtype or shape.

    Examples
    --------
    >>> from fastmcr import Tile, discards_batch
    >>> counts = [[0] * 34]
    >>> for tile in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 13, 27):
    ...     counts[0][tile] += 1
    >>> found = discards_batch(counts)
    >>> found.shanten[0, [Tile.E, Tile.M1, Tile.W]].tolist()
    [0, 1, 127]
    >>> found[0].useful[Tile.E]
    (Tile.P3,)
    """
    rows = Rows(hands, on_error, melds=melds)
    shanten, masks = np.empty((len(rows), KINDS), np.int8), np.empty((len(rows), KINDS), np.uint64)
    from ..kernels import discards_rows

    def chunk(start: int, stop: int) -> int:
        return discards_rows(
            *rows.part(start, stop), form_tables(), *_scratch(), rows.status[start:stop], shanten[start:stop],
            masks[start:stop],
        )  # fmt: skip

    rows.run(chunk, threads, progress, _nothing_to_discard)
    return DiscardsBatch(shanten, masks, rows.status)


@with_shared_parameters
def wait_points_batch(
    hands: HandsLike,
    rules: Rules | str = "default",
    visible: npt.ArrayLike | None = None,
    *,
    melds: BatchMelds = None,
    conditions: npt.ArrayLike | None = None,
    prevalent: npt.ArrayLike | None = None,
    seat: npt.ArrayLike | None = None,
    threads: int | None = None,
    on_error: OnError = "raise",
    progress: Progress = None,
) -> WaitPointsBatch:
    """Return what each wait of many hands of 3n+1 tiles is worth.

    Winning tiles are not looked at. Winds and conditions count as far as they can be true of the win: self-drawn is set
    for one column and taken from the other, and what contradicts that or the hand is dropped.

    Parameters
    ----------
    hands
    rules
    visible
        A tile of which the other three lie there and in the own exposed melds is scored as the last of its kind.
    known_melds
    conditions : (n,) integers, optional
        Beside counts: sum of 2 last of its kind, 4 last of the wall, 8 replacement tile, 16 robbed kong.
    winds
    threads
    on_error
    progress

    Returns
    -------
    WaitPointsBatch
        Its `points` are (n, 34, 2) int16: points without flowers of a win with each tile, by discard and self-drawn;
        0 where the tile is no wait or no copy of it is left.

    Raises
    ------
    RowsError
        With ``on_error="raise"``, if a row cannot be used.
    InputError
        If an argument has a wrong type, dtype or shape.
    RulesError
        If there are no such rules.

    Examples
    --------
    >>> from fastmcr import Tile, wait_points_batch
    >>> found = wait_points_batch(["[EEE]123m456p78s55s|ES0000"])
    >>> found.points[0, [Tile.S6, Tile.S9]].tolist()
    [[2, 3], [10, 11]]
    >>> found[0].points[Tile.S9]
    (10, 11)
    """
    applied = Rules.coerce(rules)
    rows = Rows(
        hands, on_error, visible, before_win=True, melds=melds, conditions=conditions, prevalent=prevalent, seat=seat
    )
    points = np.zeros((len(rows), KINDS, 2), np.int16)

    def chunk(start: int, stop: int) -> int:
        formal, live = np.empty(stop - start, np.uint64), np.empty(stop - start, np.uint64)
        rows.waits(start, stop, applied.seven_pairs_four_alike, formal, live)
        status = rows.status[start:stop]
        _check_columns(rows.batch, start, stop, status)
        live[status != layout.OK] = 0
        _score_waits(rows, start, stop, live, applied, points[start:stop])
        return int(np.count_nonzero(status))

    rows.run(chunk, threads, progress, _not_waiting)
    return WaitPointsBatch(points, rows.status)


# --- points of waits --------------------------------------------------------------------------------------------------


def _check_columns(batch: HandBatch, start: int, stop: int, status: Status) -> None:
    """Mark rows that are hands and cannot be scored all the same."""

    def mark(code: int, bad: npt.NDArray[np.bool_]) -> None:
        status[bad & (status == layout.OK)] = code

    prevalent, seat = narrowed(batch.prevalent, start, stop), narrowed(batch.seat, start, stop)
    mark(layout.BAD_MELD, (narrowed(batch.melds, start, stop) == layout.UNKNOWN_SET).any(axis=1))
    mark(layout.BAD_WIND, (prevalent > 3) | (seat > 3))
    mark(layout.BAD_FLOWERS, narrowed(batch.flowers, start, stop) > 8)
    mark(layout.BAD_CONDITIONS, narrowed(batch.conditions, start, stop, np.uint16) > layout.ALL_CONDITIONS)


def _score_waits(rows: Rows, start: int, stop: int, live: Masks, rules: Rules, points: Points) -> None:
    """Score every wait of some rows by discard and self-drawn."""
    batch = rows.batch
    at, tiles = np.nonzero(np.unpackbits(live.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little"))
    if not len(at):
        return
    concealed, melds = (part[at] for part in rows.part(start, stop))
    given = narrowed(batch.conditions, start, stop, np.uint16)[at]
    seen = rows.seen(start, stop)
    others = seen[at, tiles].astype(np.int64) if len(seen) else np.zeros(len(at), np.int64)
    told = len(seen) > 0 or rules.last_tile_auto
    held = concealed[np.arange(len(at)), tiles].astype(np.int64)
    concealed[np.arange(len(at)), tiles] += 1
    for column, conditions in enumerate(_win_conditions(given, held, melds, tiles, others, told, rules)):
        wins = HandBatch(
            concealed=concealed,
            melds=melds,
            win=tiles,
            conditions=conditions,
            prevalent=batch.prevalent[start:stop][at],
            seat=batch.seat[start:stop][at],
        )
        points[at, tiles, column] = score_batch(wins, rules, threads=1).points


def _win_conditions(
    given: npt.NDArray[np.uint16],
    held: npt.NDArray[np.int64],
    melds: npt.NDArray[np.uint8],
    tiles: npt.NDArray[np.int64],
    others: npt.NDArray[np.int64],
    told: bool,
    rules: Rules,
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint16]]:
    """Return the conditions of wins by discard and self-drawn."""
    kinds, first = np.divmod(melds.astype(np.int64) - 1, KINDS)
    step = tiles[:, None] - first
    in_chow = (kinds == layout.CHOW) & (step >= 0) & (step < 3)
    in_others = (kinds > layout.CHOW) & (step == 0)
    exposed = (in_chow + np.where(in_others, np.where(kinds == layout.PUNG, 3, COPIES), 0)).sum(axis=1)
    kongs = (kinds >= layout.CLAIMED_KONG).sum(axis=1)
    lying_open = exposed + others if told else 0 * held
    both_last = rules.rob_on_last_tile != "reject"
    conditions = win_conditions(given.astype(np.int64), held, exposed, kongs, lying_open, both_last)
    by_discard, drawn = (np.asarray(column, np.uint16) for column in conditions)
    return by_discard, drawn


# --- arguments and reasons --------------------------------------------------------------------------------------------


def _not_waiting(number: int, words: str) -> str:
    return f"{words}; a hand waits with {number - 1}: leave the last tile out"


def _nothing_to_discard(number: int, words: str) -> str:
    return f"{words}; a discard is chosen from {number + 1}"


def _wanted(forms: object) -> int:
    """Return the mask of the forms asked for."""
    if forms is None:
        return _BEST - 1
    alone = isinstance(forms, str) or not isinstance(forms, Iterable)
    asked = [forms] if alone else as_list("forms", forms, "names or places of forms")
    mask = 0
    for form in asked:
        place = FORMS.index(form) if is_one_of(form, FORMS) else as_index(form)
        if place is None or not 0 <= place < len(FORMS):
            words = ", ".join(f"{name} ({number})" for number, name in enumerate(FORMS))
            raise InputError(f"no form {shown(form)}; the forms are {words}")
        mask |= 1 << place
    return mask


def _work() -> Any:
    return np.empty(layout.SLOTS, np.uint64)


def _scratch() -> tuple[Any, Any]:
    return _work(), np.empty(SCRATCH, np.int64)
