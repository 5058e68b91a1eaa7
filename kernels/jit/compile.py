"""The decorators of kernels and of what they call."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from numba import config as _config

from . import folder

config: Any = _config  # its attributes are made when numba starts
F = TypeVar("F", bound=Callable[..., Any])


def kernel(signature: Any) -> Callable[[F], F]:
    """Compile an entry point for one signature, or load it from the cache.

    Entry points are what the face calls. What they call is marked `helper` and is compiled into them.
    """

    def decorate(function: F) -> F:
        return function if config.DISABLE_JIT else _way().kernel(function, signature)

    return decorate


def helper(function: F) -> F:
    """Mark a function that kernels call; it is compiled as part of them, and on its own only if called directly."""
    return function if config.DISABLE_JIT else _way().helper(function)


def inlined(function: F) -> F:
    """Mark a helper that must become part of its caller: passing a dozen arrays to a call costs more than its work."""
    return function if config.DISABLE_JIT else _way().helper(function, inline=True)


def _way() -> Any:
    from .probe import WAY  # compiles its own kernel, which who asks for types and constants alone does not need

    return WAY


def kept(function: Any) -> Path | None:
    """Return the file that holds an entry point; None if there is none."""
    path: Path | None = getattr(getattr(function, "_cache", None), "path", None)
    return path if path is not None and path.is_file() else None


def objection() -> str | None:
    """Say why kernels are neither loaded nor kept; None if they are."""
    from .probe import FAULTS, WAY

    return FAULTS[-1] if WAY.keeper is None else folder.objection()


def direct(function: F) -> F:
    """Return an entry point without the look at the types of its arguments, which costs more than scoring a hand.

    Only for callers whose arguments always have the types of its one signature. Without the JIT it is the function.
    """
    compiled = next(iter(getattr(function, "overloads", {}).values()), None)
    return getattr(compiled, "entry_point", function)
