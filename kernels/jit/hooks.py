"""Whether numba still has the private parts that `link` and `cache` touch."""

import inspect
from typing import Any


class HookError(RuntimeError):
    """A private part of numba is not as it was, or does not do what it did."""


def require(owner: Any, name: str, *parameters: str) -> None:
    """See to it that a function takes the parameters that are passed or overridden here.

    Parameters
    ----------
    owner : class or module
        Where it is looked up.
    name : str
        What it is called there.
    *parameters : str
        Their names, ``self`` among them.

    Raises
    ------
    HookError
        It names the function and how it was.
    """
    wanted = f"{owner.__name__.rpartition('.')[2]}.{name}({', '.join(parameters)})"
    try:
        taken = tuple(inspect.signature(getattr(owner, name)).parameters)
    except (AttributeError, TypeError, ValueError):
        raise HookError(f"there is no {wanted}") from None
    if taken != parameters:
        raise HookError(f"{wanted} takes ({', '.join(taken)}) now")
