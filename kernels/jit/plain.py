"""Kernels and helpers by what numba documents, where `link` does not work: the same answers, later.

Numba optimises and assembles every helper with all that it calls, though nothing but kernels is ever run.
"""

from collections.abc import Callable
from typing import Any

from numba import njit

MAKERS: tuple[type, ...] = ()
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


def helper(function: Callable[..., Any], *, inline: bool) -> Any:
    """Return a helper; what becomes part of its caller is the compiler's choice."""
    return njit(**_OPTIONS)(function)


def kernel(function: Callable[..., Any]) -> Any:
    """Return an entry point that is not compiled yet."""
    return njit(**_OPTIONS)(function)


def finish(compiled: Any) -> None:
    """Do nothing: numba has made it ready."""
