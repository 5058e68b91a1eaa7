"""Concealed tiles from ``.npy`` files, mapped into memory."""

from __future__ import annotations

import os
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from ..errors import InputError, shown

__all__ = ["read_npy"]


def read_npy(source: str | os.PathLike[str] | BinaryIO) -> npt.NDArray[np.integer[Any]]:
    """Return the (n, 34) array of integers of a ``.npy`` file.

    Parameters
    ----------
    source : path or binary file
        A path is mapped into memory, read-only; an open file is read.

    Returns
    -------
    (n, 34) integers

    Raises
    ------
    InputError
        If it cannot be read or holds something else. Pickled objects are never loaded.

    Examples
    --------
    >>> read_npy("missing.npy")
    Traceback (most recent call last):
    fastmcr.errors.InputError: missing.npy: No such file or directory
    """
    name = os.fspath(source) if isinstance(source, str | os.PathLike) else getattr(source, "name", "the file")
    if not isinstance(source, str | os.PathLike) and not hasattr(source, "read"):
        raise InputError(f"source must be a path or a binary file, not {shown(source)}")
    try:
        if isinstance(source, str | os.PathLike):
            array: npt.NDArray[Any] = np.lib.format.open_memmap(source, mode="r")
        else:
            array = np.lib.format.read_array(source, allow_pickle=False)
    except OSError as error:
        raise InputError(f"{name}: {error.strerror or error}") from None
    except (ValueError, TypeError, EOFError) as error:
        raise InputError(f"{name} is no .npy file of integers: {error}") from None
    if array.dtype.kind not in "iu" or array.ndim != 2 or array.shape[1] != 34:
        raise InputError(f"{name} holds {array.dtype} of shape {array.shape}; it must hold integers of shape (n, 34)")
    return array
