"""Decisions as arrays: what each row holds, other orders of tiles, and batches joined."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ...errors import InputError, RecordError, shown
from ...kernels import layout
from ...kernels.layout import play as lay
from ...play.actions import actions_from, actions_to
from ...play.observations import Observations
from ...play.planes import observation_planes
from ...rulebook.tiles import KINDS, reorder
from .taking import LEGAL, ROW_BYTES, Taken

__all__ = ["COLUMNS", "DealName", "FeatureBatch", "Skipped", "from_taken"]

Bytes: TypeAlias = npt.NDArray[np.uint8]
Rows: TypeAlias = slice | npt.NDArray[np.bool_] | npt.NDArray[np.integer]


class DealName(NamedTuple):
    """Where a deal comes from.

    Examples
    --------
    >>> DealName("data.txt", 3, "61602cb4").number
    3
    """

    source: str
    """File, empty if the record was not read from one."""
    number: int
    """Number of the deal in the file, from 1; 0 if the file could not be read."""
    id: str
    """As recorded."""


class Skipped(NamedTuple):
    """A record that gave no rows, and why.

    Examples
    --------
    >>> print(Skipped(DealName("data.txt", 3, ""), "line 57", "no tile 'W0'"))
    data.txt, deal 3, line 57: no tile 'W0'
    """

    deal: DealName
    place: str
    """Place in the file, as the record or the error names it."""
    reason: str

    def __str__(self) -> str:
        """Return it as one line."""
        return str(RecordError(self.reason, source=self.deal.source, number=self.deal.number or None, place=self.place))


@dataclass(frozen=True, eq=False, repr=False)
class FeatureBatch:
    """Decisions as arrays, one row each, in the order of the deals and within a deal in the order of time.

    Attributes
    ----------
    rows : (n, 414) uint8
        The observation, 384 columns as ``OBS_*`` in ``kernels/layout/play.py``; then the legal actions as bits. `seen`
        and `mask` are the readable forms.
    action : (n,) int16
        The action taken, 0..234.
    certain : (n,) bool
        Whether the record shows the action. False for a pass on a tile that somebody else took, where the format keeps
        only the claim that was carried out: the player may have claimed too.
    deal : (n,) int32
        Place in `deals`.
    points : (n, 4) int32
        Points of the deal by seat, penalties for false hus aside; zeros if the record stops before the end.
    winners : (n, 4) bool
        Who wins.
    totals : (n, 4) int16
        Points of the hand of each winner, with flowers; 0 for others.
    payer : (n,) int8
        Seat that gave the winning tile; -1 if nobody won, or self-drawn.
    ending : (n,) uint8
        0 the record stops before the end, 1 drawn, 2 self-drawn win, 3 win by discard, 4 robbed kong, 5 drawn because
        the last tile was a flower.
    deals : tuple of DealName
        The deals that gave rows or could have.
    skipped : tuple of Skipped
        Records that could not be read, or not followed to their end: they give no rows.
    shanten : (n, 6) int8, or None
        On request: as from `fastmcr.shanten_batch`, of the concealed tiles and melds.
    useful : (n,) uint64, or None
        On request: bit t is set if tile t lowers the best shanten; with 3n+2 tiles, after some discard.
    order : str
        Order of tiles and actions: ``mcr``, our own, or what `in_order` was asked for.

    Notes
    -----
    Points, winners and totals are those of the engine under the game and rules of the record (`profile_of`), not those
    recorded; `fastmcr replay` tells where both differ. Seat axes are counted from the player of the row.

    Examples
    --------
    >>> FeatureBatch.join([]).rows.shape
    (0, 414)
    """

    rows: Bytes
    action: npt.NDArray[np.int16]
    certain: npt.NDArray[np.bool_]
    deal: npt.NDArray[np.int32]
    points: npt.NDArray[np.int32]
    winners: npt.NDArray[np.bool_]
    totals: npt.NDArray[np.int16]
    payer: npt.NDArray[np.int8]
    ending: Bytes
    deals: tuple[DealName, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    shanten: npt.NDArray[np.int8] | None = None
    useful: npt.NDArray[np.uint64] | None = None
    order: str = "mcr"

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<FeatureBatch of {len(self):,} decisions in {len(self.deals):,} deals, {len(self.skipped)} skipped>"

    def __getitem__(self, rows: Rows) -> FeatureBatch:
        """Return some of the rows; `deals` and `skipped` stay as they are."""
        if not isinstance(rows, slice | np.ndarray):
            raise InputError(f"rows are chosen by a slice or an array, not by {shown(rows)}")
        return replace(self, **{name: value[rows] for name, value in self._columns().items()})

    def _columns(self) -> dict[str, Any]:
        """Return the arrays with one row a decision, by name."""
        found = {name: getattr(self, name) for name in (*COLUMNS, "shanten", "useful")}
        return {name: value for name, value in found.items() if value is not None}

    @property
    def seen(self) -> Observations:
        """The observations with named parts, views of `rows`."""
        return Observations.of(self.rows[:, : lay.OBSERVATION_BYTES])

    @property
    def seat(self) -> Bytes:
        """Seat wind of the player, (n,) uint8, 0..3 for E S W N."""
        return self.rows[:, lay.OBS_SEAT]

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """The legal actions, (n, 235) bool; a new array."""
        bits = np.unpackbits(self.rows[:, LEGAL:], axis=1, count=lay.ACTIONS, bitorder="little")
        return bits.view(np.bool_)

    @property
    def row_bytes(self) -> int:
        """Bytes that a row takes."""
        return sum(value.itemsize * int(np.prod(value.shape[1:])) for value in self._columns().values())

    def planes(self) -> Bytes:
        """Return the observations as planes of 34, in the order of the batch.

        Returns
        -------
        (n, 46, 34) uint8
            As `fastmcr.play.observation_planes`; ``fastmcr.play.PLANES`` says what each holds.
        """
        return observation_planes(self.in_order("mcr").rows, self.order)

    def in_order(self, order: str) -> FeatureBatch:
        """Return the decisions with tiles and actions numbered as another project does.

        Parameters
        ----------
        order : str
            A tile order of `rulebook.tiles`: ``botzone_wtb`` (characters, bamboos, dots) for most training code of this
            game, which has the same layout of 235 actions; ``mcr`` is our own.

        Returns
        -------
        FeatureBatch
            Counts, tiles, melds, discards, legal actions, action and useful tiles are renumbered; winds are not tiles.

        Raises
        ------
        InputError
            If there is no such order.
        """
        if order == self.order:
            return self
        if self.order != "mcr" and order != "mcr":
            return self.in_order("mcr").in_order(order)
        back = order == "mcr"
        other = self.order if back else order
        action = (actions_from(other) if back else actions_to(other))[self.action]
        legal = self.mask[:, actions_to(other) if back else actions_from(other)]
        rows = self.rows.copy()
        rows[:, LEGAL:] = np.packbits(legal, axis=1, bitorder="little")
        _renumber(rows, self.order, order)
        useful = None
        if self.useful is not None:
            bits = np.unpackbits(_bytes_of(self.useful), axis=1, count=KINDS, bitorder="little")
            useful = _words_of(np.packbits(reorder(bits, self.order, order), axis=1, bitorder="little"))
        return replace(self, rows=rows, action=action, useful=useful, order=order)

    @classmethod
    def join(cls, batches: Iterable[FeatureBatch]) -> FeatureBatch:
        """Return several batches as one.

        Parameters
        ----------
        batches : iterable of FeatureBatch
            All with the same extra columns and order.

        Returns
        -------
        FeatureBatch

        Raises
        ------
        InputError
            If they differ in these.
        """
        given = list(batches) or [_nothing()]
        kinds = {(batch.order, batch.shanten is None, batch.useful is None) for batch in given}
        if len(kinds) > 1:
            raise InputError("batches to be joined have the same order and the same extra columns; these have not")
        if len(given) == 1:
            return given[0]
        starts = np.cumsum([0, *(len(batch.deals) for batch in given)])
        joined: dict[str, Any] = {
            name: np.concatenate([getattr(batch, name) for batch in given])
            for name in given[0]._columns()
            if name != "deal"
        }
        joined["deal"] = np.concatenate(
            [batch.deal + np.int32(start) for batch, start in zip(given, starts, strict=False)]
        )
        deals = tuple(deal for batch in given for deal in batch.deals)
        skipped = tuple(one for batch in given for one in batch.skipped)
        return replace(given[0], **joined, deals=deals, skipped=skipped)


COLUMNS = ("rows", "action", "certain", "deal", "points", "winners", "totals", "payer", "ending")


def _nothing() -> FeatureBatch:
    """Return a batch without rows."""
    return from_taken(Taken.none(), (), ())


def _bytes_of(words: npt.NDArray[np.uint64]) -> Bytes:
    return np.ascontiguousarray(words.astype("<u8")).view(np.uint8).reshape(-1, 8)


def _words_of(packed: Bytes) -> npt.NDArray[np.uint64]:
    padded = np.zeros((len(packed), 8), np.uint8)
    padded[:, : packed.shape[1]] = packed
    return padded.view("<u8").reshape(-1).astype(np.uint64)


def from_taken(taken: Taken, deals: tuple[DealName, ...], skipped: tuple[Skipped, ...]) -> FeatureBatch:
    """Return what was taken as a batch, with seats counted from each player."""
    seats: npt.NDArray[np.int8] = (taken.rows[:, lay.OBS_SEAT, None] + np.arange(4, dtype=np.uint8)).astype(np.int8) & 3
    own = np.arange(len(seats))[:, None]
    payer = np.where(taken.payer < 0, np.int8(-1), (taken.payer - seats[:, 0]) & 3).astype(np.int8)
    return FeatureBatch(
        taken.rows, taken.action, taken.certain, taken.deal, taken.points[own, seats],
        taken.winners[own, seats], taken.totals[own, seats], payer, taken.ending, deals, skipped,
    )  # fmt: skip


# --- other orders -----------------------------------------------------------------------------------------------------


def _renumber(rows: Bytes, source: str, target: str) -> None:
    """Give the tiles of observations the numbers of another order, in place."""
    place = np.empty(KINDS, np.uint8)  # where a tile of the source stands in the target
    place[reorder(np.arange(KINDS), source, target)] = np.arange(KINDS)
    for start in (lay.OBS_HAND, lay.OBS_SEEN):
        rows[:, start : start + KINDS] = reorder(rows[:, start : start + KINDS], source, target)
    tiles = np.arange(256, dtype=np.uint8)  # tiles and discards: seat * 64 + tile; 255 none
    codes = tiles.copy()
    for seat in range(4):
        tiles[64 * seat : 64 * seat + KINDS] = 64 * seat + place
    for kind in range(layout.CONCEALED_KONG + 1):
        codes[1 + KINDS * kind : 1 + KINDS * (kind + 1)] = 1 + KINDS * kind + place
    for column in (lay.OBS_DRAWN, lay.OBS_OFFER):
        rows[:, column] = tiles[rows[:, column]]
    rows[:, lay.OBS_DISCARDS : lay.OBS_MARKS] = tiles[rows[:, lay.OBS_DISCARDS : lay.OBS_MARKS]]
    rows[:, lay.OBS_MELDS : lay.OBS_SOURCES] = codes[rows[:, lay.OBS_MELDS : lay.OBS_SOURCES]]


assert ROW_BYTES == 414  # as the docstrings say
