"""Training data: one row a decision, with what the player saw, what he could do, what he did, and how the deal ended.

A row is a decision of a seat that had a choice: own turns, and tiles on offer that it could claim, a pass included.
What is forced is no row. Seats are counted from the player: 0 is he himself, 1 the next player, and so on. Nothing
that he could not see is in the columns of the observation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

import numpy as np

from ...errors import InputError, RecordError, shown
from ...play.actions import actions_to
from ..model import Record
from ..replaying.findings import Disagreement
from ..replaying.profiles import profile_of
from .batch import DealName, FeatureBatch, Skipped, from_taken
from .taking import Taken, take_group, take_one

__all__ = ["DealName", "FeatureBatch", "Skipped", "feature_batches", "features"]

DEALS_AT_ONCE = 1024  # about 40 MB of rows


def features(
    records: Iterable[Record | RecordError], *, shanten: bool = False, useful: bool = False, order: str = "mcr"
) -> FeatureBatch:
    """Return the decisions of records as arrays.

    Parameters
    ----------
    records : iterable of Record or RecordError
        As `read_records` yields them.
    shanten, useful : bool
        Add these columns.
    order : str
        Order of tiles and actions, as for `FeatureBatch.in_order`.

    Returns
    -------
    FeatureBatch
        A record that could not be read, or not followed to its end, is among `skipped` and gives no rows.

    Raises
    ------
    InputError
        If something else is among the records, or there is no such order.

    Notes
    -----
    A million decisions take about 450 MB; `feature_batches` gives them piece by piece.

    Examples
    --------
    >>> from fastmcr.records import features, read_records
    >>> batch = features(read_records("../shared/sample_logs/botzone_text/sample.txt"))  # doctest: +SKIP
    >>> batch.planes().shape, batch.mask.shape, batch.action.shape  # doctest: +SKIP
    ((1487, 46, 34), (1487, 235), (1487,))
    """
    return FeatureBatch.join(feature_batches(records, shanten=shanten, useful=useful, order=order))


def feature_batches(
    records: Iterable[Record | RecordError], *, shanten: bool = False, useful: bool = False, order: str = "mcr"
) -> Iterator[FeatureBatch]:
    """Yield the decisions of records in batches of about a thousand deals.

    Parameters
    ----------
    records, shanten, useful, order
        As for `features`.

    Yields
    ------
    FeatureBatch

    Raises
    ------
    InputError
        As `features`.

    Examples
    --------
    >>> list(feature_batches([]))
    []
    """
    actions_to(order)  # says whether there is such an order
    source = iter(records)
    number = 0
    while part := list(islice(source, DEALS_AT_ONCE)):
        for place, one in enumerate(part, number):
            if not isinstance(one, Record | RecordError):
                raise InputError(f"item {place} is {shown(one)}, not a Record")
        number += len(part)
        batch = _with_extras(_of_records(part), shanten, useful)
        yield batch.in_order(order)


def _of_records(records: list[Record | RecordError]) -> FeatureBatch:
    names: list[DealName] = []
    skipped: dict[int, Skipped] = {}
    groups = defaultdict(list)
    found: list[Taken] = []
    places: dict[int, int] = {}  # of a record among the deals
    for place, record in enumerate(records):
        if isinstance(record, RecordError):
            skipped[place] = _skipped(record)
            continue
        try:
            groups[profile_of(record), record.kind].append(place)
        except RecordError as error:
            skipped[place] = _skipped(error)
    for (profile, _), members in groups.items():
        chosen = [record for place in members if isinstance(record := records[place], Record)]
        taken, left = take_group(chosen, profile)
        found.append(taken.renamed(np.array(members, np.int32)))
        for row in left:
            one = take_one(chosen[row], profile)
            if isinstance(one, Taken):
                found.append(one.renamed(np.array([members[row]], np.int32)))
            else:
                skipped[members[row]] = _not_followed(chosen[row], one)
    for place, record in enumerate(records):
        if place not in skipped and isinstance(record, Record):
            places[place] = len(names)
            names.append(DealName(record.source, record.number, record.id))
    numbers = np.array([places.get(place, -1) for place in range(len(records))], np.int32)
    taken = Taken.joined(found).renamed(numbers)
    return from_taken(taken, tuple(names), tuple(skipped[place] for place in sorted(skipped)))


def _skipped(error: RecordError) -> Skipped:
    return Skipped(DealName(error.source, error.number or 0, ""), error.place, error.reason)


def _not_followed(record: Record, reason: Disagreement) -> Skipped:
    return Skipped(DealName(record.source, record.number, record.id), record.place, str(reason))


def _with_extras(batch: FeatureBatch, shanten: bool, useful: bool) -> FeatureBatch:
    if not (shanten or useful):
        return batch
    from ...analysis.batch import shanten_batch, useful_tiles_batch

    seen = batch.seen
    if useful:
        found = useful_tiles_batch(seen.hand, seen.melds[:, 0], threads=1)
        return replace(batch, shanten=found.shanten if shanten else None, useful=found.masks)
    return replace(batch, shanten=shanten_batch(seen.hand, seen.melds[:, 0], threads=1).values)
