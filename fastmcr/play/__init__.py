"""The deal as a game: who may do what, step by step, for one deal or thousands at once.

Every name is loaded on first use; nothing is compiled before a deal is started.
"""

from typing import TYPE_CHECKING

from ..base.lazy import lazily

if TYPE_CHECKING:
    from .actions import Action, ActionKind, actions_from, actions_to
    from .baseline import baseline_action, baseline_actions, play_baseline
    from .batch import DealBatch, Results
    from .deal import Deal
    from .game import Game
    from .observations import Observations
    from .planes import PLANES, observation_planes
    from .result import DealResult, Discarded, FalseHu, Win
    from .vector_env import Step, VectorEnv
    from .walls import batch_seed, personal_walls, shared_wall, wall_from_seed

_HOMES = {
    "actions": ("Action", "ActionKind", "actions_from", "actions_to"),
    "baseline": ("baseline_action", "baseline_actions", "play_baseline"),
    "batch": ("DealBatch", "Results"),
    "deal": ("Deal",),
    "game": ("Game",),
    "observations": ("Observations",),
    "planes": ("PLANES", "observation_planes"),
    "result": ("DealResult", "Discarded", "FalseHu", "Win"),
    "vector_env": ("Step", "VectorEnv"),
    "walls": ("batch_seed", "personal_walls", "shared_wall", "wall_from_seed"),
}

__all__ = [
    "PLANES",
    "Action",
    "ActionKind",
    "Deal",
    "DealBatch",
    "DealResult",
    "Discarded",
    "FalseHu",
    "Game",
    "Observations",
    "Results",
    "Step",
    "VectorEnv",
    "Win",
    "actions_from",
    "actions_to",
    "baseline_action",
    "baseline_actions",
    "batch_seed",
    "observation_planes",
    "personal_walls",
    "play_baseline",
    "shared_wall",
    "wall_from_seed",
]

__getattr__, __dir__ = lazily(__name__, _HOMES)
