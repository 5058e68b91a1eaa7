"""Many deals stepped at once: arrays in, arrays out."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ..base.given import as_array
from ..errors import InputError, RowsError, shown
from ..hands.batch import OnError, check_on_error, rows_error, thread_count
from ..kernels.layout import play as lay
from ..rulebook.rules import Rules
from ..rulebook.tiles import as_index, as_wind
from .deal import Deal
from .engine import Deals
from .game import Game
from .observations import Observations
from .walls import as_seed, as_walls

if TYPE_CHECKING:
    from ..rulebook.tiles import WindLike

    Winds = WindLike | npt.ArrayLike | None

__all__ = ["DealBatch", "Results"]

Bytes = npt.NDArray[np.uint8]


class Results(NamedTuple):
    """How the deals of a batch stand or ended, one row a deal."""

    ending: Bytes
    """(n,): 0 not ended, 1 drawn, 2 self-drawn win, 3 win by discard, 4 robbed kong, 5 drawn: last tile a flower."""
    winners: npt.NDArray[np.bool_]
    """(n, 4)"""
    payer: npt.NDArray[np.int8]
    """(n,): who gave the winning tile, -1 nobody."""
    points: npt.NDArray[np.int16]
    """(n, 4): points of each winner without flowers, 0 for others."""
    win_tile: npt.NDArray[np.int8]
    """(n,): -1 none."""
    conditions: Bytes
    """(n,): condition bits of the win, as in `HandBatch`."""
    flowers: Bytes
    """(n, 4)"""
    false_hus: Bytes
    """(n, 4, 3): false hus of a complete hand below the minimum, of a ready hand, of any other."""


class DealBatch:
    """Many deals, played in step.

    After a discard the seats that may do something with it are asked one after another, in turn order; nobody sees the
    others' answers, and when all have spoken the claims are resolved. A seat that can do nothing is not asked.

    Parameters
    ----------
    n : int
        Number of deals.
    seed : int
        Seed of the batch, 0..2**64 - 1; `batch_seed` tells those of the deals.
    game : Game or str
        ``ordinary``, ``duplicate``, ``botzone`` or a `Game`.
    rules : Rules or str
        Scoring rules, or the name of a preset.
    prevalent : wind, (n,) array of winds, or None
        None lets the seed of each deal choose.
    auto_reset : bool
        Start the next deal of a row as soon as one ends.
    wins : bool
        False: nobody may win and no hand is scored.
    threads : int, optional
        By default the processors this process may use, and one for fewer than 20,000 deals.

    Attributes
    ----------
    state : (n, 768) uint8
        The deals, drawn slot by slot in ``kernels/layout/play.py``.
    actor : (n,) int8
        Seat that is asked, -1 if the deal has ended.
    mask : (n, 235) bool
        What that seat may do.
    seeds : (n,) uint64
        Seed of each deal, 0 where it was not made from one.
    numbers : (n,) int64
        How many deals were started in the row before this one.
    finished : (n,) bool
        Which deals ended by the last step.
    scores : (n, 4) int32
        Points by seat of the deal that ended last in each row; penalties for false hus are not in it.
    status : (n,) uint8
        Of the last step: 0 done, 1 illegal and the deal is as it was.

    Raises
    ------
    InputError
        If an argument has a wrong type or shape.
    RulesError
        If there is no such game, or no such rules.

    Notes
    -----
    All arrays are read-only and are rewritten in place by the next step: copy what you keep.

    Examples
    --------
    >>> batch = DealBatch(3, seed=1, game="duplicate")
    >>> batch.actor.tolist(), batch.mask.sum(axis=1).tolist()
    ([0, 0, 0], [13, 14, 14])
    >>> while not batch.ended.all():
    ...     finished = batch.step(batch.random_actions())
    >>> batch.scores.sum(axis=1).tolist()
    [0, 0, 0]
    """

    def __init__(
        self,
        n: int,
        seed: int = 0,
        game: Game | str = "ordinary",
        rules: Rules | str = "default",
        *,
        prevalent: Winds = None,
        auto_reset: bool = False,
        wins: bool = True,
        threads: int | None = None,
    ) -> None:
        number = as_index(n)
        if number is None or number < 0:
            raise InputError(f"n is the number of deals, not {shown(n)}")
        self._prepare(number, game, rules, prevalent, auto_reset, wins, threads)
        self._deals.base = np.uint64(as_seed(seed))
        self._seed_choices(as_seed(seed))
        self._deals.run(lay.START_NEXT, None, threads)

    def _prepare(
        self, n: int, game: Game | str, rules: Rules | str, prevalent: Winds, auto_reset: bool, wins: bool,
        threads: int | None,
    ) -> None:  # fmt: skip
        for name, value in (("auto_reset", auto_reset), ("wins", wins)):
            if not isinstance(value, bool | np.bool_):
                raise InputError(f"{name} must be True or False, not {shown(value)}")
        thread_count(threads, n)
        deals = Deals(n, Game.coerce(game), Rules.coerce(rules), wins=bool(wins), auto_reset=bool(auto_reset))
        deals.prevalent[:] = _as_winds(prevalent, n)
        self._attach(deals, threads)

    def _attach(self, deals: Deals, threads: int | None) -> None:
        """Name the arrays of the deals as attributes."""
        self._deals = deals
        self._threads = threads
        self._choices = np.empty(len(deals), np.int16)
        self.state = _read_only(deals.state)
        self.actor = _read_only(deals.actor)
        self.mask = _read_only(deals.mask.view(np.bool_))
        self.seeds = _read_only(deals.seeds)
        self.numbers = _read_only(deals.numbers)
        self.finished = _read_only(deals.finished.view(np.bool_))
        self.scores = _read_only(deals.scores)
        self.status = _read_only(deals.status)

    def _seed_choices(self, seed: int) -> None:
        """Give each row a stream of its own for `random_actions`."""
        made = np.random.SeedSequence(seed).generate_state(2 * len(self.state), np.uint32)
        self._streams = made.view(np.uint64)

    @classmethod
    def from_seeds(
        cls,
        seeds: npt.ArrayLike,
        game: Game | str = "ordinary",
        rules: Rules | str = "default",
        *,
        prevalent: Winds = None,
        wins: bool = True,
        threads: int | None = None,
    ) -> DealBatch:
        """Return deals of given seeds, one row a seed.

        Parameters
        ----------
        seeds : (n,) array of whole numbers
            0..2**64 - 1.
        game, rules, prevalent, wins, threads
            As for `DealBatch`.

        Returns
        -------
        DealBatch

        Raises
        ------
        InputError
            If the seeds are no such numbers.

        Examples
        --------
        >>> DealBatch.from_seeds([7, 8]).actor.tolist()
        [0, 0]
        """
        given = as_array("seeds", seeds)
        if given.ndim != 1 or given.dtype.kind not in "iu" or (given.dtype.kind == "i" and (given < 0).any()):
            raise InputError(f"seeds are whole numbers 0..2**64 - 1, one a deal, not {given.dtype} {given.shape}")
        batch = cls.__new__(cls)
        batch._prepare(len(given), game, rules, prevalent, False, wins, threads)
        batch._deals.seeds[:] = given
        batch._seed_choices(0)
        batch._deals.run(lay.START_FROM_SEED, None, threads)
        return batch

    @classmethod
    def from_walls(
        cls,
        walls: npt.ArrayLike,
        game: Game | str = "ordinary",
        rules: Rules | str = "default",
        *,
        prevalent: Winds = "E",
        wins: bool = True,
        threads: int | None = None,
    ) -> DealBatch:
        """Return deals of given walls.

        Parameters
        ----------
        walls : (n, 144), (n, 136) or (n, 4, 34) array of tile codes
            As `wall_from_seed` returns them.
        game, rules, wins, threads
            As for `DealBatch`.
        prevalent : wind or (n,) array of winds

        Returns
        -------
        DealBatch

        Raises
        ------
        InputError
            If the shape or the dtype is wrong.
        DealError
            If the tiles of a wall are not those of a set.

        Examples
        --------
        >>> from fastmcr.play import wall_from_seed
        >>> wall, prevalent = wall_from_seed(7, "duplicate")
        >>> DealBatch.from_walls([wall, wall], "duplicate", prevalent=prevalent).actor.tolist()
        [0, 0]
        """
        chosen = Game.coerce(game)
        rows = as_walls(walls, chosen, many=True)
        batch = cls.__new__(cls)
        batch._prepare(len(rows), chosen, rules, "E" if prevalent is None else prevalent, False, wins, threads)
        batch._deals.state[:, lay.WALL : lay.WALL + rows.shape[1]] = rows
        batch._seed_choices(0)
        batch._deals.run(lay.START_FROM_WALL, None, threads)
        return batch

    @classmethod
    def from_states(
        cls,
        states: npt.ArrayLike,
        game: Game | str = "ordinary",
        rules: Rules | str = "default",
        *,
        wins: bool = True,
        threads: int | None = None,
    ) -> DealBatch:
        """Return deals that go on from saved states.

        Parameters
        ----------
        states : (n, 768) uint8
            Rows of `DealBatch.state` or `Deal.state`, played under the same game and rules.
        game, rules, wins, threads
            As for `DealBatch`.

        Returns
        -------
        DealBatch

        Raises
        ------
        InputError
            If it is no such array.
        DealError
            If a state is not one that a deal can be in.

        Examples
        --------
        >>> batch = DealBatch(2, seed=5)
        >>> bool((DealBatch.from_states(batch.state).mask == batch.mask).all())
        True
        """
        from .states import check_states

        chosen = Game.coerce(game)
        rows = check_states(states, chosen)
        batch = cls.__new__(cls)
        batch._prepare(len(rows), chosen, rules, None, False, wins, threads)
        batch._deals.state[:] = rows
        batch._seed_choices(0)
        batch._deals.run(lay.REFRESH, None, threads)
        return batch

    def copy(self) -> DealBatch:
        """Return an independent copy, as it stands; its random choices go on from the same streams.

        Examples
        --------
        >>> batch = DealBatch(2, seed=1)
        >>> other = batch.copy()
        >>> finished = other.step(other.random_actions())
        >>> bool((batch.state == other.state).all())
        False
        """
        return copy.copy(self)

    def __getstate__(self) -> dict[str, Any]:
        """Keep the deals, not the views of them."""
        return {"deals": self._deals, "threads": self._threads, "streams": self._streams.copy()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._attach(copy.copy(kept["deals"]), kept["threads"])
        self._streams = kept["streams"]

    @property
    def game(self) -> Game:
        """The kind of game."""
        return self._deals.game

    @property
    def rules(self) -> Rules:
        """The scoring rules."""
        return self._deals.rules

    @property
    def ended(self) -> npt.NDArray[np.bool_]:
        """Which deals have ended, (n,) bool."""
        return self.actor < 0

    def __len__(self) -> int:
        return len(self.state)

    def __repr__(self) -> str:
        return f"<DealBatch of {len(self):,} {self.game} deals, {int(self.ended.sum()):,} of them ended>"

    def step(self, actions: npt.ArrayLike, *, on_error: OnError = "raise") -> npt.NDArray[np.bool_]:
        """Take one action in every deal.

        Parameters
        ----------
        actions : (n,) array of whole numbers
            Action 0..234 of the seat that is asked; -1 leaves a deal as it is, as ended deals must be.
        on_error : {"raise", "mark"}
            Illegal actions: an error, and no deal is stepped; or `status` 1 for those deals, and the others are.

        Returns
        -------
        (n,) bool
            `finished`: which deals ended by this step.

        Raises
        ------
        RowsError
            With ``on_error="raise"``, if an action is not legal; it says why.
        InputError
            If `actions` has a wrong type or shape.

        Examples
        --------
        >>> batch = DealBatch(2, seed=1)
        >>> batch.step([1, 1])
        Traceback (most recent call last):
            ...
        fastmcr.errors.RowsError: 2 rows cannot be used:
          row 0: E cannot declare hu: the hand is not complete with 7p
          row 1: E cannot declare hu: the hand is not complete with 3p
        """
        check_on_error(on_error)
        given = self._as_actions(actions)
        if self._deals.step(given, strict=on_error == "raise", threads=self._threads) and on_error == "raise":
            raise self._refusal(given)
        return self.finished

    def _as_actions(self, actions: npt.ArrayLike) -> npt.NDArray[np.int16]:
        given = as_array("actions", actions)
        if given.dtype == np.int16 and given.shape == (len(self),) and given.flags.c_contiguous:
            return given
        if given.dtype.kind not in "iu" or given.shape != (len(self),):
            raise InputError(
                f"actions are {len(self)} whole numbers, one a deal, not {given.dtype} of shape {given.shape}"
            )
        clipped: npt.NDArray[np.int16] = np.clip(given, -2, lay.ACTIONS).astype(np.int16)
        return clipped  # what is out of range stays illegal

    def _refusal(self, actions: npt.NDArray[np.int16]) -> RowsError:
        def reason(row: int) -> str:
            action = int(actions[row])
            if not 0 <= action < lay.ACTIONS:
                return f"no action has number {action}; an action is 0..234, or -1 to leave the deal as it is"
            return str(self.deal(row).explain(action))

        return rows_error(self.status, reason)

    def declare_hu(self, seats: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Declare hu out of the mask: a false hu, after which the hand is dead and play goes on.

        Parameters
        ----------
        seats : (n,) array of whole numbers
            Who declares in each deal; -1 nobody.

        Returns
        -------
        (n,) bool
            `finished`.

        Raises
        ------
        RowsError
            If a seat cannot declare hu now, or its hu is valid and so an action; then no deal is changed.
        InputError
            If `seats` has a wrong type or shape.

        Examples
        --------
        >>> batch = DealBatch(2, seed=1)
        >>> finished = batch.declare_hu([0, -1])
        >>> batch.results().false_hus[0, 0].tolist()
        [0, 0, 1]
        """
        given = as_array("seats", seats)
        if given.dtype.kind not in "iu" or given.shape != (len(self),):
            raise InputError(
                f"seats are {len(self)} whole numbers, one a deal, not {given.dtype} of shape {given.shape}"
            )
        wanted = np.clip(given, -2, 4).astype(np.int16)
        kept = self._deals.__getstate__()
        if self._deals.run(lay.DECLARE_HU, wanted, self._threads):
            kept["status"] = self._deals.status.copy()
            self._deals.restore(kept)
            raise rows_error(self.status, lambda row: self.deal(row).why_no_false_hu(int(wanted[row])))
        return self.finished

    def random_actions(self, out: npt.NDArray[np.int16] | None = None) -> npt.NDArray[np.int16]:
        """Choose in every deal one of the legal actions, all equally likely; -1 in ended deals.

        Parameters
        ----------
        out : (n,) int16, optional
            Written instead of an array that belongs to the batch.

        Returns
        -------
        (n,) int16
            Written again by the next call. The choices depend on the seed of the batch only.

        Examples
        --------
        >>> batch = DealBatch(2, seed=1)
        >>> actions = batch.random_actions()
        >>> bool(batch.mask[[0, 1], actions].all())
        True
        """
        from ..kernels import choose_rows

        chosen = self._choices if out is None else out
        if chosen.dtype != np.int16 or chosen.shape != (len(self),) or not chosen.flags.c_contiguous:
            raise InputError(f"out is int16 of shape ({len(self)},), not {chosen.dtype} of shape {chosen.shape}")
        choose_rows(self._deals.mask, self._streams, chosen)
        return chosen

    def observe(self, seats: npt.ArrayLike | None = None, out: Bytes | None = None) -> Observations:
        """Return what one seat of each deal sees, and nothing else.

        Parameters
        ----------
        seats : (n,) array of whole numbers, optional
            The observers; by default the seats that are asked. -1 gives a row of zeros.
        out : (n, 384) uint8, optional
            Written instead of a new array.

        Returns
        -------
        Observations
            Named views of the rows.

        Raises
        ------
        InputError
            If an argument has a wrong type or shape.

        Examples
        --------
        >>> seen = DealBatch(2, seed=1).observe()
        >>> seen.hand.sum(axis=1).tolist(), seen.concealed[0].tolist()
        ([14, 14], [14, 13, 13, 13])
        """
        from ..kernels import observe_rows

        observers = self.actor if seats is None else as_array("seats", seats)
        if observers.dtype.kind not in "iu" or observers.shape != (len(self),):
            raise InputError(
                f"seats are {len(self)} whole numbers, one a deal, not {observers.dtype} of shape {observers.shape}"
            )
        rows = np.empty((len(self), lay.OBSERVATION_BYTES), np.uint8) if out is None else out
        if rows.dtype != np.uint8 or rows.shape != (len(self), lay.OBSERVATION_BYTES) or not rows.flags.c_contiguous:
            raise InputError(f"out is uint8 of shape ({len(self)}, 384), not {rows.dtype} of shape {rows.shape}")
        observe_rows(self.state, np.clip(observers, -1, 4).astype(np.int8), rows)
        return Observations.of(rows)

    def reset(self, rows: npt.ArrayLike | None = None) -> None:
        """Start the next deal in some rows.

        Parameters
        ----------
        rows : (n,) bool, optional
            By default all.

        Raises
        ------
        InputError
            If `rows` is no such mask.

        Examples
        --------
        >>> batch = DealBatch(2, seed=1)
        >>> batch.reset([True, False])
        >>> batch.numbers.tolist()
        [1, 0]
        """
        if rows is None:
            self._deals.run(lay.START_NEXT, None, self._threads)
            return
        given = as_array("rows", rows)
        if given.dtype != np.bool_ or given.shape != (len(self),):
            raise InputError(f"rows are {len(self)} of True and False, not {given.dtype} of shape {given.shape}")
        self._deals.run(lay.START_NEXT, np.where(given, 0, lay.NO_ACTION).astype(np.int16), self._threads)

    def deal(self, row: int) -> Deal:
        """Return one deal as it stands, readable; stepping it leaves the batch alone.

        Examples
        --------
        >>> DealBatch(2, seed=1).deal(0).turn
        Wind.E
        """
        number = as_index(row)
        if number is None or not -len(self) <= number < len(self):
            raise InputError(f"no deal {shown(row)} in a batch of {len(self)}")
        return Deal.of_row(self._deals, number % len(self))

    def results(self) -> Results:
        """Return how the deals stand or ended.

        Returns
        -------
        Results
            Arrays with one row a deal.

        Examples
        --------
        >>> DealBatch(2, seed=1).results().ending.tolist()
        [0, 0]
        """
        state = self.state
        seats = state[:, : lay.SEEN].reshape(-1, 4, lay.BLOCK_BYTES)
        winners = (state[:, lay.WINNERS, None] >> np.arange(4) & 1).astype(np.bool_)
        points = seats[:, :, lay.POINTS_LOW] + seats[:, :, lay.POINTS_HIGH].astype(np.int16) * np.int16(256)
        return Results(
            state[:, lay.ENDING].copy(),
            winners,
            _or_minus_one(state[:, lay.PAYER]),
            np.where(winners, points, np.int16(0)),
            _or_minus_one(state[:, lay.WIN_TILE]),
            state[:, lay.WIN_CONDITIONS].copy(),
            np.bitwise_count(seats[:, :, lay.FLOWERS]),
            seats[:, :, lay.FALSE_COMPLETE : lay.FALSE_OTHER + 1].copy(),
        )


_Scalar = TypeVar("_Scalar", bound=np.generic)


def _read_only(array: npt.NDArray[_Scalar]) -> npt.NDArray[_Scalar]:
    """Return a view through which nobody can change the deals."""
    view = array.view()
    view.flags.writeable = False
    return view


def _or_minus_one(column: Bytes) -> npt.NDArray[np.int8]:
    return np.where(column == lay.NONE, -1, column.astype(np.int16)).astype(np.int8)


def _as_winds(prevalent: Winds, n: int) -> Bytes | int:
    """Return prevalent winds as bytes, 255 where the seed is to say."""
    if prevalent is None:
        return int(lay.NONE)
    if isinstance(prevalent, np.ndarray | list | tuple):
        given = as_array("prevalent", prevalent)
        if given.dtype.kind not in "iu" or given.shape != (n,) or ((given < 0) | (given > 3)).any():
            raise InputError(f"prevalent winds are a wind, or {n} numbers 0..3, not {shown(prevalent)}")
        return given.astype(np.uint8)
    return int(as_wind(prevalent, "prevalent"))
