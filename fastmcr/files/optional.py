"""Packages that only some features need: loaded when such a feature is used, or an error that says how to get them."""

from __future__ import annotations

import importlib
from typing import Any

from ..errors import MissingPackageError

__all__ = ["need"]


def need(module: str, *, extra: str) -> Any:
    """Return a module of an optional package.

    Parameters
    ----------
    module : str
        Its full name, for example ``pyarrow.parquet``.
    extra : str
        The extra of this package that brings it.

    Returns
    -------
    module
        Typed as Any: not all of these packages have types.

    Raises
    ------
    MissingPackageError
        If the package is absent, or is there and cannot be loaded.

    Examples
    --------
    >>> need("pyarow", extra="bulk")
    Traceback (most recent call last):
    fastmcr.errors.MissingPackageError: this needs the package pyarow: pip install 'fastmcr[bulk]'
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        absent = isinstance(error, ModuleNotFoundError) and error.name == package
        raise MissingPackageError(package, extra, "" if absent else str(error)) from None
