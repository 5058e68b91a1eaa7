"""The deal as a game: who may do what, step by step, for one deal or thousands at once.

Every name is loaded on first use; nothing is compiled before a deal is started.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .actions import Action, ActionKind, actions_from, actions_to
    from .baseline import baseline_action, baseline_actions, play_baseline
    from .batch import DealBatch, Observations, Results
    from .deal import Deal
    from .game import Game
    from .planes import PLANES, observation_planes
    from .result import DealResult, Discarded, FalseHu, Win
    from .vector_env import Step, VectorEnv
    from .walls import batch_seed, personal_walls, shared_wall, wall_from_seed

_HOMES = {
    "actions": ("Action", "ActionKind", "actions_from", "actions_to"),
    "baseline": ("baseline_action", "baseline_actions", "play_baseline"),
    "batch": ("DealBatch", "Observations", "Results"),
    "deal": ("Deal",),
    "game": ("Game",),
    "planes": ("PLANES", "observation_planes"),
    "result": ("DealResult", "Discarded", "FalseHu", "Win"),
    "vector_env": ("Step", "VectorEnv"),
    "walls": ("batch_seed", "personal_walls", "shared_wall", "wall_from_seed"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

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


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
