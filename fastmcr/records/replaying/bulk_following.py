"""Thousands of records followed at once; whatever does not agree is followed again, one by one, for the reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...errors import RecordError
from ...kernels.layout import play as lay
from ...scoring.batch import score_batch
from ..formats.registry import FORMATS
from ..model import Record
from .bulk_events import table_of
from .bulk_scripts import ANY_TILE, Scripts, scripts_of
from .bulk_walls import personal_walls, shared_walls
from .comparing import compare_result, replayed_wins, winning_rows
from .findings import Replayed, ReplayedWin
from .following import follow
from .profiles import Profile, profile_of
from .walls import draws_of, wall_mismatches

if TYPE_CHECKING:
    from ...play.engine import Deals

__all__ = ["follow_many", "played_out"]

Bools = npt.NDArray[np.bool_]


def follow_many(records: Sequence[Record | RecordError]) -> Iterator[Replayed | RecordError]:
    """Yield the replay of each record, in order; errors as they come.

    Parameters
    ----------
    records : sequence of Record or RecordError

    Yields
    ------
    Replayed or RecordError
        A record that names a game or rules that do not exist gives an error.
    """
    found: dict[int, Replayed] = {}
    groups: dict[tuple[Profile, str], list[int]] = defaultdict(list)
    refused: dict[int, RecordError] = {}
    for place, record in enumerate(records):
        if isinstance(record, Record):
            try:
                if _is_plain(record):
                    groups[profile_of(record), record.kind].append(place)
            except RecordError as error:
                refused[place] = error
    for (profile, _), places in groups.items():
        chosen = [record for place in places if isinstance(record := records[place], Record)]
        for place, replayed in zip(places, _follow_group(chosen, profile), strict=True):
            if replayed is not None:
                found[place] = replayed
    for place, record in enumerate(records):
        if isinstance(record, RecordError):
            yield record
        elif place in found:
            yield found[place]
        elif place in refused:
            yield refused[place]
        else:
            try:
                yield follow(record)
            except RecordError as error:
                yield error


def _is_plain(record: Record) -> bool:
    """Say whether a record may be followed with others; what is left out is rare."""
    if record.conflicts or record.result.ending == "fault" or record.prevalent not in range(4):
        return False
    if (record.result.ending == "unknown" and not FORMATS[record.format].open_end) or len(record.events) % 4:
        return False
    return not record.walls or not wall_mismatches(record, draws_of(record))


def _follow_group(records: list[Record], profile: Profile) -> list[Replayed | None]:
    """Return the replays of records of one game; None for those that have to be followed one by one."""
    from ...play.engine import Deals

    table = table_of(records)
    scripts = scripts_of(table)
    plain = scripts.plain
    if records[0].kind == "personal":
        walls = personal_walls(records, table, plain)
    else:
        walls = shared_walls(records, table, plain, profile.game.flowers)
    if not plain.any():
        return [None] * len(records)
    deals = Deals(len(records), profile.game, profile.rules)
    deals.state[:, lay.WALL : lay.WALL + walls.shape[1]] = walls
    deals.prevalent[:] = [record.prevalent for record in records]
    deals.run(lay.START_FROM_WALL)
    good = plain & played_out(deals, scripts, plain.copy())
    return _compared(records, profile, deals, good)


def played_out(deals: Deals, scripts: Scripts, alive: Bools) -> Bools:
    """Play the scripts; return which deals went to their end as written."""
    n = len(deals)
    if not len(scripts.own_seat):
        return np.zeros(n, np.bool_)
    phase, drawn = deals.state[:, lay.PHASE], deals.state[:, lay.DRAWN]
    place = scripts.own_end[:-1].copy()
    end = scripts.own_end[1:]
    offer = scripts.offer_start - 1
    used = np.zeros(n, np.int64)
    actions = np.full(n, lay.NO_ACTION, np.int16)
    active = np.flatnonzero(alive & (deals.actor >= 0))
    answers, last = scripts.answers, len(scripts.own_seat) - 1
    while len(active):
        seat = deals.actor[active].astype(np.intp)
        asked = phase[active] >= lay.CLAIMS
        chosen = answers[offer[active], seat]
        used[active] += asked & (chosen != 0)
        mine = active[~asked]
        at = np.minimum(place[mine], last)
        wanted = scripts.own_drawn[at]
        right = (place[mine] < end[mine]) & (scripts.own_seat[at] == seat[~asked])
        right &= (wanted == drawn[mine]) | (wanted == ANY_TILE)
        chosen[~asked] = np.where(right, scripts.own_action[at], lay.NO_ACTION)
        place[mine] += 1
        offer[mine] += scripts.own_offers[at]
        alive[mine[~right]] = False
        actions[active] = chosen
        deals.step(actions, strict=False)
        alive[active[deals.status[active] != lay.DONE]] = False
        actions[active] = lay.NO_ACTION
        active = active[alive[active] & (deals.actor[active] >= 0)]
    done = alive & (deals.actor < 0) & (place == end) & (used == scripts.answered)
    return np.asarray(done & (deals.state[:, lay.WINNERS] == scripts.winners), np.bool_)


def _compared(records: list[Record], profile: Profile, deals: Deals, good: Bools) -> list[Replayed | None]:
    """Compare the results of deals that were played to their end."""
    wins = _wins(records, deals, good)
    scores = deals.scores.tolist()
    flags = good.tolist()
    found: list[Replayed | None] = []
    for row, record in enumerate(records):
        if not flags[row]:
            found.append(None)
            continue
        own = wins.get(row, ())
        east, south, west, north = scores[row]
        points = (east, south, west, north)
        differences, compared = compare_result(record, profile, own, points)
        found.append(Replayed(record, tuple(differences), record.move_count, own, points, compared))
    return found


def _wins(records: list[Record], deals: Deals, good: Bools) -> dict[int, tuple[ReplayedWin, ...]]:
    rows, seats = [], []
    for row in np.flatnonzero(good & (deals.state[:, lay.WINNERS] != 0)).tolist():
        for seat in records[row].winners:
            rows.append(row)
            seats.append(seat)
    if not rows:
        return {}
    result = score_batch(winning_rows(deals, rows, seats), deals.rules, threads=1)
    found: dict[int, tuple[ReplayedWin, ...]] = {}
    for row, win in zip(rows, replayed_wins(result, seats), strict=True):
        found[row] = (*found.get(row, ()), win)
    return found
