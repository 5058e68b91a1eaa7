"""A deal as an environment of PettingZoo: ``fastmcr.play.env.env()``; needs ``pip install 'fastmcr[rl]'``.

The interface is AEC: agents act one after another, each when the deal asks it. ``player_0`` to ``player_3`` are East,
South, West and North. After a discard only those are asked that may do something with it, so turns do not go round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from ..errors import ActionError, InputError, shown
from ..files.optional import need
from ..kernels.layout import play as lay
from ..rulebook.rules import Rules
from ..rulebook.tiles import KINDS, WINDS, as_index
from .actions import Action
from .deal import Deal
from .game import Game
from .planes import PLANES, observation_planes
from .vector_env import check_form, check_scale
from .walls import as_seed, batch_seed

if TYPE_CHECKING:
    from .vector_env import Form

AECEnv: Any = need("pettingzoo", extra="rl").AECEnv
spaces = need("gymnasium.spaces", extra="rl")
seeding = need("gymnasium.utils.seeding", extra="rl")
wrappers = need("pettingzoo.utils.wrappers", extra="rl")

__all__ = ["AGENTS", "MahjongEnv", "env", "raw_env"]

AGENTS = ("player_0", "player_1", "player_2", "player_3")
"""East, South, West and North."""
RenderMode = Literal["human", "ansi"]


def env(
    game: Game | str = "ordinary",
    rules: Rules | str = "default",
    *,
    observation: Form = "planes",
    reward_scale: float = 1.0,
    render_mode: RenderMode | None = None,
) -> Any:
    """Return the environment, wrapped so that wrong order of calls is told.

    Parameters
    ----------
    game : Game or str
        ``ordinary``, ``duplicate``, ``botzone`` or a `Game`.
    rules : Rules or str
        Scoring rules, or the name of a preset.
    observation : {"planes", "row"}
        ``planes``: (46, 34) uint8, as ``fastmcr.play.PLANES`` says. ``row``: the 384 bytes of `Observations.rows`.
    reward_scale : float
        What the points are multiplied by.
    render_mode : {"human", "ansi"}, optional
        Print the table after each action, or have `render` return it as text; all hands are shown.

    Returns
    -------
    pettingzoo.AECEnv

    Raises
    ------
    InputError
        If an argument has a value that is not allowed.
    RulesError
        If there is no such game, or no such rules.
    MissingPackageError
        If pettingzoo or gymnasium is absent.

    Notes
    -----
    ``observe(agent)`` is a dict of ``observation`` and ``action_mask``, (235,) int8, zeros for whoever is not asked.
    Rewards are 0 until the deal ends; then each agent gets its points of the settlement, times `reward_scale`. An
    illegal action raises an ActionError that says why; ``pettingzoo.utils.wrappers.TerminateIllegalWrapper`` makes it
    end the deal instead. ``reset(seed=s)`` starts the deal of seed s, the same as ``Deal.from_seed(s)`` and ``fastmcr
    play --seed s``; resets without a seed go on to other deals that follow from it. ``unwrapped.deal`` is the `Deal`.

    Examples
    --------
    >>> table = env("duplicate")
    >>> table.reset(seed=7)
    >>> table.agent_selection
    'player_0'
    >>> table.step(int(np.flatnonzero(table.observe("player_0")["action_mask"])[0]))
    >>> len(table.unwrapped.deal.discards)
    1
    >>> table.close()
    """
    made = raw_env(game, rules, observation=observation, reward_scale=reward_scale, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(made)


def raw_env(
    game: Game | str = "ordinary",
    rules: Rules | str = "default",
    *,
    observation: Form = "planes",
    reward_scale: float = 1.0,
    render_mode: RenderMode | None = None,
) -> MahjongEnv:
    """Return the environment without wrappers; arguments as for `env`.

    Examples
    --------
    >>> raw_env().possible_agents
    ['player_0', 'player_1', 'player_2', 'player_3']
    """
    return MahjongEnv(game, rules, observation=observation, reward_scale=reward_scale, render_mode=render_mode)


class MahjongEnv(AECEnv):  # type: ignore[misc]  # PettingZoo is there when this module is
    """One deal after another as an AEC environment.

    Parameters
    ----------
    game, rules, observation, reward_scale, render_mode
        As for `env`.

    Attributes
    ----------
    deal : Deal
        The deal as it stands.
    state_space : gymnasium.spaces.Box
        Of `state`.

    Examples
    --------
    >>> table = MahjongEnv("duplicate", observation="row")
    >>> table.reset(seed=7)
    >>> table.observe("player_0")["observation"].shape, table.state().shape
    ((384,), (768,))
    """

    metadata = {"name": "fastmcr_v1", "render_modes": ["human", "ansi"], "is_parallelizable": False, "render_fps": 2}  # noqa: RUF012 - as PettingZoo declares it

    deal: Deal

    def __init__(
        self,
        game: Game | str = "ordinary",
        rules: Rules | str = "default",
        *,
        observation: Form = "planes",
        reward_scale: float = 1.0,
        render_mode: RenderMode | None = None,
    ) -> None:
        super().__init__()
        self.game, self.rules = Game.coerce(game), Rules.coerce(rules)
        self.form = check_form(observation)
        self.reward_scale = check_scale(reward_scale)
        if render_mode not in (None, "human", "ansi"):
            raise InputError(f"render_mode is human, ansi or None, not {shown(render_mode)}")
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        shape = (len(PLANES), KINDS) if self.form == "planes" else (lay.OBSERVATION_BYTES,)
        self.state_space = spaces.Box(0, 255, (lay.STATE_BYTES,), np.uint8)
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, shape, np.uint8),
                    "action_mask": spaces.Box(0, 1, (lay.ACTIONS,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self._action_spaces = {agent: spaces.Discrete(lay.ACTIONS) for agent in AGENTS}
        self._seed = 0
        self._number = -1  # deals since the seed; -1 before there is one

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent observes."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of 235 actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a deal.

        Parameters
        ----------
        seed : int, optional
            0..2**64 - 1: that of the deal. Without one the next deal follows from the seed before, or from chance.
        options : dict, optional
            ``{"prevalent": wind}`` sets the prevalent wind, which else follows from the seed. PettingZoo asks that
            other keys be passed over.

        Raises
        ------
        InputError
            If the seed is no such number.
        HandError
            If there is no such wind.
        """
        if seed is not None:
            self._seed, self._number = as_seed(seed), 0
        elif self._number < 0:
            self._seed, self._number = int(seeding.np_random()[1]) & (1 << 64) - 1, 0
        else:
            self._number += 1
        chosen = batch_seed(self._seed, 0, self._number) if self._number else self._seed
        self.deal = Deal.from_seed(chosen, self.game, self.rules, prevalent=(options or {}).get("prevalent"))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self._asked()
        self._show()

    def _asked(self) -> str:
        actor = self.deal.actor
        return self.agents[0] if actor is None else AGENTS[actor]

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Return what an agent sees, and what it may do now.

        Parameters
        ----------
        agent : str
            ``player_0`` to ``player_3``.

        Returns
        -------
        dict
            ``observation`` and ``action_mask``, as the spaces say.
        """
        rows = self.deal.observe(WINDS[AGENTS.index(agent)]).rows
        seen = observation_planes(rows)[0] if self.form == "planes" else rows[0]
        asked = self.deal.actor is not None and AGENTS[self.deal.actor] == agent
        mask = self.deal.mask.astype(np.int8) if asked else np.zeros(lay.ACTIONS, np.int8)
        return {"observation": seen, "action_mask": mask}

    def state(self) -> npt.NDArray[np.uint8]:
        """Return the whole deal, also what is hidden, (768,) uint8 as ``kernels/layout/play.py`` draws it."""
        return self.deal.state

    def step(self, action: int | None) -> None:
        """Let the agent that is asked act; when the deal has ended, take each agent out with None.

        Raises
        ------
        ActionError
            If the action is not legal; the text says why, and the deal is as it was.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = as_index(action)
        if number is None:
            raise ActionError(f"an action is a number 0..234, not {shown(action)}")
        self.deal.step(Action(number))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.deal.ended:
            self.rewards = self._points()
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._asked()
        self._accumulate_rewards()
        self._show()

    def _points(self) -> dict[str, float]:
        """Return what each agent gets at the end."""
        result = self.deal.result
        assert result is not None  # the deal has ended
        return {agent: self.reward_scale * points for agent, points in zip(AGENTS, result.scores, strict=True)}

    def render(self) -> str | None:
        """Return the table as text, or print it.

        Raises
        ------
        InputError
            If the environment was made without a render mode.
        """
        if self.render_mode is None:
            raise InputError("there is nothing to render: make the environment with render_mode='ansi' or 'human'")
        text = str(self.deal)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
