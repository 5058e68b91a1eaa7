"""Many deals as one environment with NumPy in and out; needs no further package."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import InputError, shown
from ..kernels.layout import play as lay
from ..rulebook.rules import Rules
from ..rulebook.tiles import KINDS, as_index
from .batch import DealBatch
from .game import Game
from .observations import Observations
from .planes import PLANES, observation_planes

__all__ = ["Step", "VectorEnv"]

Form = Literal["planes", "row"]


def check_form(observation: object) -> Form:
    """Return a form of observation, or say which there are."""
    if observation == "planes":
        return "planes"
    if observation == "row":
        return "row"
    raise InputError(f"observation is planes or row, not {shown(observation)}")


def check_scale(reward_scale: object) -> float:
    """Return the factor of rewards, or say what it can be."""
    if isinstance(reward_scale, bool) or not isinstance(reward_scale, int | float) or not np.isfinite(reward_scale):
        raise InputError(f"reward_scale is a number, not {shown(reward_scale)}")
    return float(reward_scale)


class Step(NamedTuple):
    """What a step of `VectorEnv` gives; arrays belong to the caller."""

    observation: npt.NDArray[np.uint8]
    """(n, 46, 34), or (n, 384): what the seat that is asked now sees."""
    mask: npt.NDArray[np.bool_]
    """(n, 235): what it may do."""
    actor: npt.NDArray[np.int8]
    """(n,): the seat that is asked, 0..3 for E S W N."""
    rewards: npt.NDArray[np.float32]
    """(n, 4): points of E S W N of the deal that ended by this step, times the scale; else 0."""
    done: npt.NDArray[np.bool_]
    """(n,): whether a deal ended by this step; the observation is then that of the next deal."""


class VectorEnv:
    """Many deals played in step; whenever one ends, the next one starts in its row.

    Parameters
    ----------
    n : int
        Number of deals.
    game : Game or str
        ``ordinary``, ``duplicate``, ``botzone`` or a `Game`.
    rules : Rules or str
        Scoring rules, or the name of a preset.
    seed : int
        0..2**64 - 1; every deal follows from it, `fastmcr.play.batch_seed` tells how.
    observation : {"planes", "row"}
        ``planes``: as ``fastmcr.play.PLANES`` says. ``row``: the 384 bytes of `Observations.rows`.
    reward_scale : float
        What the points are multiplied by.
    threads : int, optional
        As for `DealBatch`.

    Attributes
    ----------
    batch : DealBatch
        The deals; not to be stepped by others.
    observation_shape : tuple of int
        Of one row.
    actions : int
        235.

    Raises
    ------
    InputError
        If an argument has a value that is not allowed.
    RulesError
        If there is no such game, or no such rules.

    Notes
    -----
    Observation, mask and rewards are those of `fastmcr.play.env`, there one deal at a time. A seat can end its deal by
    an action of another: its reward stands in the row of the step in which the deal ended.

    Examples
    --------
    >>> table = VectorEnv(2, "duplicate", seed=1)
    >>> now = table.reset()
    >>> now.observation.shape, now.mask.shape, now.actor.tolist()
    ((2, 46, 34), (2, 235), [0, 0])
    >>> now = table.step(now.mask.argmax(axis=1))
    >>> now.rewards.tolist(), now.done.tolist()
    ([[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]], [False, False])
    """

    def __init__(
        self,
        n: int,
        game: Game | str = "ordinary",
        rules: Rules | str = "default",
        *,
        seed: int = 0,
        observation: Form = "planes",
        reward_scale: float = 1.0,
        threads: int | None = None,
    ) -> None:
        number = as_index(n)
        if number is None or number < 1:
            raise InputError(f"n is the number of deals, 1 or more, not {shown(n)}")
        self.form = check_form(observation)
        self.reward_scale = check_scale(reward_scale)
        self.actions = int(lay.ACTIONS)
        self.observation_shape = (len(PLANES), KINDS) if self.form == "planes" else (lay.OBSERVATION_BYTES,)
        self._asked: dict[str, Any] = {"game": Game.coerce(game), "rules": Rules.coerce(rules), "threads": threads}
        self.batch = DealBatch(number, seed, auto_reset=True, **self._asked)

    def __len__(self) -> int:
        return len(self.batch)

    def __repr__(self) -> str:
        return f"<VectorEnv of {len(self):,} {self.batch.game} deals>"

    def reset(self, seed: int | None = None) -> Step:
        """Start a new deal in every row.

        Parameters
        ----------
        seed : int, optional
            Begin anew with this seed; without one the deals go on to the next of each row.

        Returns
        -------
        Step
            Nothing has ended, and rewards are 0.

        Raises
        ------
        InputError
            If the seed is no such number.

        Examples
        --------
        >>> table = VectorEnv(2, seed=1)
        >>> first = table.reset(seed=5)
        >>> bool((first.observation == table.reset(seed=5).observation).all())
        True
        """
        if seed is not None:
            self.batch = DealBatch(len(self), seed, auto_reset=True, **self._asked)
        else:
            self.batch.reset()
        return self._now(np.zeros((len(self), 4), np.float32), np.zeros(len(self), np.bool_))

    def step(self, actions: npt.ArrayLike) -> Step:
        """Let the seat that is asked act in every deal.

        Parameters
        ----------
        actions : (n,) array of whole numbers
            0..234; -1 leaves a deal as it is.

        Returns
        -------
        Step

        Raises
        ------
        RowsError
            If an action is not legal; it says why, and no deal is stepped.
        InputError
            If `actions` has a wrong type or shape.

        Examples
        --------
        >>> table = VectorEnv(1, seed=1)
        >>> table.step([1])
        Traceback (most recent call last):
            ...
        fastmcr.errors.RowsError: 1 row cannot be used:
          row 0: E cannot declare hu: the hand is not complete with 7p
        """
        done = self.batch.step(actions).copy()
        rewards = np.where(done[:, None], self.batch.scores, 0).astype(np.float32) * np.float32(self.reward_scale)
        return self._now(rewards, done)

    def _now(self, rewards: npt.NDArray[np.float32], done: npt.NDArray[np.bool_]) -> Step:
        return Step(self.observe(), self.batch.mask.copy(), self.batch.actor.copy(), rewards, done)

    def observe(self, seats: npt.ArrayLike | None = None) -> npt.NDArray[np.uint8]:
        """Return what one seat of each deal sees.

        Parameters
        ----------
        seats : (n,) array of whole numbers, optional
            0..3; by default those that are asked.

        Returns
        -------
        (n, 46, 34) or (n, 384) uint8

        Raises
        ------
        InputError
            If `seats` has a wrong type or shape.

        Examples
        --------
        >>> VectorEnv(2, seed=1, observation="row").observe([3, 3]).shape
        (2, 384)
        """
        rows = self.batch.observe(seats).rows
        return observation_planes(rows) if self.form == "planes" else rows

    def seen(self) -> Observations:
        """Return the observations of the seats that are asked with named parts, for players such as the baseline.

        Examples
        --------
        >>> int(VectorEnv(1, seed=1).seen().hand.sum())
        14
        """
        return self.batch.observe()
