"""Records played in the engine, and every decision written down on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ...errors import InputError
from ...kernels.layout import play as lay
from ...play.engine import Deals
from .. import events as ev
from ..events import check_events
from ..formats.registry import FORMATS
from ..model import Record
from ..replaying.bulk_events import table_of
from ..replaying.bulk_following import played_out
from ..replaying.bulk_scripts import scripts_of
from ..replaying.bulk_walls import personal_walls, shared_walls
from ..replaying.findings import Disagreement
from ..replaying.following import Follower
from ..replaying.profiles import Profile
from ..replaying.walls import Mismatch, draws_of, engine_wall

__all__ = ["LEGAL", "ROW_BYTES", "Taken", "take_group", "take_one"]

Bytes: TypeAlias = npt.NDArray[np.uint8]
Bools: TypeAlias = npt.NDArray[np.bool_]

LEGAL = lay.OBSERVATION_BYTES
"""First column of the bits of the legal actions."""
ROW_BYTES = LEGAL + (lay.ACTIONS + 7) // 8


def _action_bits(first: int, last: int) -> Bytes:
    """Return some actions as the bits of a row."""
    mask = np.zeros(lay.ACTIONS, np.bool_)
    mask[first:last] = True
    return np.packbits(mask, bitorder="little")


_CHOWS = _action_bits(lay.CHOW, lay.PUNG)
_CLAIMS = _action_bits(lay.CHOW, lay.CONCEALED_KONG)
_HU = _action_bits(lay.HU, lay.HU + 1)


class Taken(NamedTuple):
    """Decisions with the results of their deals; seats as E S W N."""

    rows: Bytes
    action: npt.NDArray[np.int16]
    certain: Bools
    deal: npt.NDArray[np.int32]
    points: npt.NDArray[np.int32]
    winners: Bools
    totals: npt.NDArray[np.int16]
    payer: npt.NDArray[np.int8]
    ending: Bytes

    @classmethod
    def none(cls) -> Taken:
        """Return no decisions."""
        return cls(
            np.zeros((0, ROW_BYTES), np.uint8), np.zeros(0, np.int16), np.zeros(0, np.bool_),
            np.zeros(0, np.int32), np.zeros((0, 4), np.int32), np.zeros((0, 4), np.bool_), np.zeros((0, 4), np.int16),
            np.zeros(0, np.int8), np.zeros(0, np.uint8),
        )  # fmt: skip

    def renamed(self, numbers: npt.NDArray[np.int32]) -> Taken:
        """Give deal k the number that stands at place k."""
        return self._replace(deal=numbers[self.deal])

    @classmethod
    def joined(cls, parts: Sequence[Taken]) -> Taken:
        """Return several as one, in the order of their deals."""
        full = [part for part in parts if len(part.deal)]
        if len(full) < 2:
            return full[0] if full else cls.none()
        columns: list[Any] = [np.concatenate(same) for same in zip(*full, strict=True)]
        order = np.argsort(np.concatenate([part.deal for part in full]), kind="stable")
        return cls(*(column[order] for column in columns))


class _Notes:
    """Decisions as they are taken in some deals, step by step."""

    def __init__(self, deals: int) -> None:
        self.deals = deals
        self.number = 0
        self._grow(128 * deals)

    def _grow(self, room: int) -> None:
        """Make room; what is not yet written costs no memory."""
        old = getattr(self, "columns", None)
        self.columns: tuple[Any, ...] = (
            np.empty((room, ROW_BYTES), np.uint8), np.empty(room, np.int32), np.empty(room, np.int16),
        )  # fmt: skip
        if old is not None:
            for column, before in zip(self.columns, old, strict=True):
                column[: self.number] = before[: self.number]

    def add(self, deals: Deals, actions: npt.NDArray[np.int16]) -> None:
        """Write down the decisions that are about to be taken."""
        from ...kernels import decision_rows

        if self.number + self.deals > len(self.columns[0]):
            self._grow(2 * len(self.columns[0]) + self.deals)
        self.number = decision_rows(deals.state, deals.actor, deals.mask, actions, self.number, *self.columns)

    def taken(self, deals: Deals, good: Bools, told: Bools) -> Taken:
        """Return the decisions of good deals, now that they are over."""
        of = self.columns[1][: self.number]
        order = np.argsort(of, kind="stable")
        order = order[good[of[order]]]
        rows, deal, action = (column[order] for column in self.columns)
        state = deals.state
        seats = state[:, : lay.SEEN].reshape(-1, 4, lay.BLOCK_BYTES)
        winners: Bools = np.asarray(state[:, lay.WINNERS, None] >> np.arange(4) & 1, np.bool_)
        points = seats[:, :, lay.POINTS_LOW] + seats[:, :, lay.POINTS_HIGH].astype(np.int16) * np.int16(256)
        totals = np.where(winners, points + np.bitwise_count(seats[:, :, lay.FLOWERS]), 0).astype(np.int16)
        payer = np.where(state[:, lay.PAYER] == lay.NONE, -1, state[:, lay.PAYER].astype(np.int16)).astype(np.int8)
        scores = np.where(winners.any(axis=1, keepdims=True), deals.scores, 0)
        certain = told[deal]
        doubtful = np.flatnonzero(~certain & (action == lay.PASS))
        certain[:] = True
        certain[doubtful] = _certain(rows[doubtful], state[deal[doubtful]], deals.options[lay.OPT_ALL_WIN] != 0)
        return Taken(
            rows, action, certain, deal, scores[deal], winners[deal], totals[deal], payer[deal],
            state[deal, lay.ENDING],
        )  # fmt: skip


def _certain(rows: Bytes, final: Bytes, all_win: bool) -> Bools:
    """Say of passes whether a claim would be known: not if somebody else took the tile and would have come first."""
    each = np.arange(len(rows))
    legal = rows[:, LEGAL:]
    discard = rows[:, lay.OBS_PHASE] == lay.CLAIMS
    last = np.maximum(rows[:, lay.OBS_DISCARD_COUNT].astype(np.intp) - 1, 0)
    marks = final[each, lay.MARKS + last]
    claimant = marks >> 1 & 7
    # Who can chow is next in turn: another who took the tile made a pung or kong, which comes first.
    unseen = discard & (claimant > 0) & (claimant != rows[:, lay.OBS_SEAT] + 1) & (legal & _CHOWS).any(axis=1)
    robbed = (final[:, lay.ENDING] == lay.ROBBED_WIN) & (final[:, lay.WIN_TILE] == rows[:, lay.OBS_OFFER])
    won = np.where(discard, marks & lay.MARK_WON != 0, robbed)
    loses = (legal & (_CLAIMS if all_win else _CLAIMS | _HU)).any(axis=1)
    certain: Bools = ~(unseen | (won & loses))
    return certain


class _WatchedDeals(Deals):
    """Deals whose decisions are written down."""

    notes: _Notes

    def step(self, actions: npt.NDArray[np.int16], *, strict: bool, threads: int | None = 1) -> int:
        self.notes.add(self, actions)
        return super().step(actions, strict=strict, threads=threads)


def take_group(records: list[Record], profile: Profile) -> tuple[Taken, list[int]]:
    """Return the decisions of records of one game and kind of wall, followed together.

    Parameters
    ----------
    records : list of Record
    profile : Profile
        Of all of them.

    Returns
    -------
    Taken
        `deal` is the place in `records`.
    list of int
        Places of records that have to be followed one by one.
    """
    table = table_of([_whole(record) for record in records])
    scripts = scripts_of(table)
    plain = scripts.plain & np.array([_is_plain(record) for record in records], np.bool_)
    if records[0].kind == "personal":
        walls = personal_walls(records, table, plain)
    else:
        walls = shared_walls(records, table, plain, profile.game.flowers)
    if not plain.any():
        return Taken.none(), list(range(len(records)))
    deals = _WatchedDeals(len(records), profile.game, profile.rules)
    deals.notes = _Notes(len(records))
    deals.state[:, lay.WALL : lay.WALL + walls.shape[1]] = walls
    deals.prevalent[:] = [record.prevalent & 3 for record in records]
    deals.run(lay.START_FROM_WALL)
    good = plain & played_out(deals, scripts, plain.copy())
    told = np.array([FORMATS[record.format].all_claims for record in records], np.bool_)
    return deals.notes.taken(deals, good, told), np.flatnonzero(~good).tolist()


def _is_plain(record: Record) -> bool:
    """Say whether a record may be followed with others; what is left out is rare."""
    return record.result.ending != "fault" and record.prevalent in range(4) and not len(record.events) % ev.WIDTH


def _whole(record: Record) -> Record:
    """Return a record whose events can be read as rows of four; what is left out is not followed here."""
    return record if not len(record.events) % ev.WIDTH else Record(record.format, record.kind, 0, record.hands, b"")


# --- one by one -------------------------------------------------------------------------------------------------------


class _Watcher(Follower):
    """A record on its way through the engine, whose decisions are written down."""

    def __init__(self, record: Record, profile: Profile, wall: list[int]) -> None:
        self.notes = _Notes(1)
        self.refused = False
        super().__init__(record, profile, wall, [])

    def add_flowers(self) -> None:
        """Give nobody a flower before it is there: the players would see what is still to come."""

    def on_flower(self, seat: int, tile: int) -> None:
        super().on_flower(seat, tile)
        if self.record.kind == "personal":
            self.state[lay.BLOCK_BYTES * seat + lay.FLOWERS] |= np.uint8(1 << (tile - ev.FIRST_FLOWER))

    def step(self, action: int) -> bool:
        if not self.refused:  # the pass in place of a claim that was not legal is no decision
            self.notes.add(self.deals, np.array([action], np.int16))
        done = super().step(action)
        self.refused = not done
        return done


def take_one(record: Record, profile: Profile) -> Taken | Disagreement:
    """Return the decisions of one record, or why it cannot be followed to its end.

    Parameters
    ----------
    record : Record
    profile : Profile
        Of the record.

    Returns
    -------
    Taken or Disagreement
    """
    try:
        check_events(record.events)
    except InputError as error:
        return Disagreement(0, "not modelled", str(error))
    if record.prevalent not in range(4):
        return Disagreement(0, "not modelled", f"the prevalent wind of a record is 0..3, not {record.prevalent}")
    wall = engine_wall(record, draws_of(record), profile.game.flowers)
    if isinstance(wall, Mismatch):
        return Disagreement(wall.move, wall.kind, wall.text)
    watcher = _Watcher(record, profile, wall)
    replayed = watcher.replayed()
    if watcher.stopped:
        return replayed.disagreements[-1]
    told = np.array([FORMATS[record.format].all_claims])
    return watcher.notes.taken(watcher.deals, np.ones(1, np.bool_), told)
