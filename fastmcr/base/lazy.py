"""Names of a package that are loaded on first use, so that importing it costs little and loads no compiler."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

__all__ = ["lazily"]


def lazily(
    package: str, homes: Mapping[str, Iterable[str]], packages: Iterable[str] = ()
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package.

    Parameters
    ----------
    package : str
        Its ``__name__``; its ``__all__`` is what ``dir`` lists, with `packages`.
    homes : mapping of str to iterable of str
        Module within the package -> the names that are there.
    packages : iterable of str
        Packages within it that are reached as attributes too.

    Examples
    --------
    >>> __getattr__, __dir__ = lazily("fastmcr", {"errors": ["McrError"]})
    >>> __getattr__("McrError")
    <class 'fastmcr.errors.McrError'>
    """
    home_of = {name: home for home, names in homes.items() for name in names}
    inside = tuple(packages)

    def get(name: str) -> Any:
        if name in inside:
            return importlib.import_module(f".{name}", package)
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(f".{home_of[name]}", package), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*sys.modules[package].__all__, *inside})

    return get, names
