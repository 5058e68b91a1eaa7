"""What is written of a value above it: its text, its table, its plain data; no value knows who writes them.

A value asks for a view by name. One table, `fastmcr.show.VIEWS`, says which function gives it; its module is loaded on
first use. So modules that compute import nothing of those that print, and importing them loads no printer.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

__all__ = ["Shown", "ShownAsData", "data_of", "function_of", "html_of", "register", "text_of", "view"]

_VIEWS: dict[str, Mapping[str, str]] = {}


def register(views: Mapping[str, Mapping[str, str]]) -> None:
    """Say which functions give the views of types.

    Parameters
    ----------
    views : mapping of str to mapping of str to str
        ``module.Type`` -> name of the view -> ``module:function``; modules as they stand below ``fastmcr``.
    """
    _VIEWS.update(views)
    _found.cache_clear()


def view(value: object, name: str, *given: Any) -> Any:
    """Return a view of a value.

    Parameters
    ----------
    value : object
        Of a type that is registered, or derived from one.
    name : str
        Name of the view.
    *given
        What its function takes besides the value.

    Raises
    ------
    NotImplementedError
        If there is no such view of it.

    Examples
    --------
    >>> from fastmcr import distance
    >>> view(distance("[EEE]123m456p78s55s|ES0000"), "text", "zh")
    '听牌'
    """
    return function_of(type(value), name)(value, *given)


def function_of(kind: type, name: str) -> Callable[..., Any]:
    """Return the function of a view; one that makes values of a type is asked for in this way."""
    return _found(kind.__mro__, name)


@cache
def _found(kinds: tuple[Any, ...], name: str) -> Callable[..., Any]:
    for kind in kinds:
        place = _VIEWS.get(f"{kind.__module__}.{kind.__qualname__}".removeprefix("fastmcr."), {}).get(name)
        if place is not None:
            module, _, function = place.partition(":")
            found: Callable[..., Any] = getattr(importlib.import_module(f"fastmcr.{module}"), function)
            return found
    raise NotImplementedError(f"{kinds[0].__qualname__} has no view {name!r}")


def text_of(value: object) -> str:
    """Return a value in words, as `print` shows it."""
    return str(view(value, "text"))


def html_of(value: object) -> str:
    """Return a value as HTML, as a notebook shows it."""
    return str(view(value, "html"))


def data_of(value: object) -> dict[str, Any]:
    """Return a value as plain data."""
    data: dict[str, Any] = view(value, "data")
    return data


class Shown:
    """A value that prints in words; a tuple with names cannot be derived from it and calls `text_of` itself."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return it in words."""
        return text_of(self)


class ShownAsData(Shown):
    """A value that prints in words and can be written as plain data."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return data_of(self)

    def to_json(self, *, indent: int | None = None) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)
