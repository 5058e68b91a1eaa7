"""Arrays, lists and words as callers give them: taken, or refused in an error of the package."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import InputError, shown

__all__ = ["as_array", "as_list", "is_one_of"]


def as_array(name: str, given: object) -> npt.NDArray[Any]:
    """Return what was given as an array of any dtype and shape, an array as it is.

    Parameters
    ----------
    name : str
        The argument, for the text of the error.
    given : object
        An array, or anything that NumPy makes one of.

    Returns
    -------
    ndarray

    Raises
    ------
    InputError
        If NumPy cannot make an array of it, or a mask would be lost: to NumPy the masked values are values.

    Examples
    --------
    >>> as_array("win", [1, 2]).shape
    (2,)
    """
    if _is_masked(given):
        raise InputError(f"{name} is a masked array: what is masked would count; leave these rows out, or fill them")
    try:
        return np.asarray(given)
    except (ValueError, TypeError, OverflowError) as error:
        raise InputError(f"{name} cannot be read as an array: {error}") from None


def _is_masked(given: object) -> bool:
    parts = given if isinstance(given, list | tuple) else ()
    return isinstance(given, np.ma.MaskedArray) or any(isinstance(part, np.ma.MaskedArray) for part in parts)


def as_list(name: str, given: object, what: str) -> list[Any]:
    """Return the items of what was given.

    Parameters
    ----------
    name : str
        The argument, for the text of the error.
    given : object
        Any iterable but text and mappings.
    what : str
        What it should be.

    Returns
    -------
    list

    Raises
    ------
    InputError
        If it has no items.

    Examples
    --------
    >>> as_list("hands", (1, 2), "several Hand")
    [1, 2]
    """
    if isinstance(given, Iterable) and not isinstance(given, str | bytes | Mapping | np.ma.MaskedArray):
        if not isinstance(given, np.ndarray):
            return list(given)
        if given.ndim:
            return list(given.tolist())
    raise InputError(f"{name} must be {what}, not {shown(given)}")


def is_one_of(given: object, words: Collection[str]) -> bool:
    """Say whether it is one of these words; an array is none, whatever it holds.

    Examples
    --------
    >>> is_one_of("en", ("en", "zh")), is_one_of(np.array([]), ("en", "zh"))
    (True, False)
    """
    return isinstance(given, str) and given in words
