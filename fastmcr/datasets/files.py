"""Which files are read, and what format each has."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable
from typing import NamedTuple

from ..errors import FileError, InputError, shown
from ..files.resumable import PARTS

__all__ = ["READ_SUFFIXES", "WRITE_SUFFIXES", "Input", "find_inputs"]

READ_SUFFIXES = {
    ".parquet": "parquet", ".pq": "parquet",
    ".arrow": "arrow", ".feather": "arrow", ".ipc": "arrow", ".arrows": "arrow",
    ".npy": "npy",
    ".jsonl": "jsonl", ".ndjson": "jsonl",
    ".csv": "csv",
    ".txt": "text",
}  # fmt: skip
"""Ending of a file that is read -> its format."""

WRITE_SUFFIXES = {
    ".parquet": "parquet", ".pq": "parquet",
    ".arrow": "arrow", ".feather": "arrow", ".ipc": "arrow",
    ".jsonl": "jsonl", ".ndjson": "jsonl",
}  # fmt: skip
"""Ending of a file that is written -> its format."""

TORN = ".tmp"  # what a file that is being written ends in


class Input(NamedTuple):
    """A file that is read, and what it was like when the work was planned."""

    path: str
    format: str
    size: int
    """Bytes."""
    modified: int
    """Nanoseconds since 1970."""


def find_inputs(given: Iterable[str], source_format: str | None = None) -> list[Input]:
    """Return the files that paths, globs and folders stand for.

    Parameters
    ----------
    given : iterable of str
        Files are taken in this order; those of a glob or a folder, with the folders in it, by name. Of a folder only
        files of a known ending are taken, and none whose name, or whose folder's name, begins with a dot or an
        underscore.
    source_format : str, optional
        The format of all of them; else their endings say it.

    Returns
    -------
    list of Input

    Raises
    ------
    InputError
        If there is no such file, a format cannot be told, or a folder holds several formats.

    Examples
    --------
    >>> find_inputs(["missing.parquet"])
    Traceback (most recent call last):
    fastmcr.errors.FileError: there is no file or folder missing.parquet
    """
    inputs: list[Input] = []
    for name in given:
        if os.path.isdir(name):
            inputs += _of_folder(name, source_format)
        else:
            inputs += [_input(path, source_format) for path in _matches(name)]
    if not inputs:
        raise InputError("no input was given")
    return inputs


def _matches(name: str) -> list[str]:
    """Return the one file, or those that a glob matches."""
    if os.path.exists(name):
        return [name]
    if not glob.has_magic(name):
        raise FileError(f"there is no file or folder {name}", path=name)
    found = sorted(path for path in glob.glob(name, recursive=True) if os.path.isfile(path))
    finished = [path for path in found if not _is_unfinished(path, name)]
    if not finished:
        alone = f" but unfinished output of this package, such as {found[0]}" if found else ""
        raise FileError(f"no file matches {name}{alone}", path=name)
    return finished


def _is_unfinished(path: str, pattern: str) -> bool:
    """Return whether a file lies in a folder of unfinished work, or is half written; a pattern may name such a folder.

    The parts of the path that the pattern spells out are what the caller wants.
    """
    fixed = {part for part in pattern.split(os.sep) if not glob.has_magic(part)}
    folders = os.path.dirname(path).split(os.sep)
    return path.endswith(TORN) or any(part.endswith(PARTS) and part not in fixed for part in folders)


def _of_folder(folder: str, source_format: str | None) -> list[Input]:
    paths = []
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name[0] not in "._" and not name.endswith(PARTS))
        for name in sorted(names):
            kind = READ_SUFFIXES.get(_suffix(name))
            if kind and name[0] not in "._" and source_format in (None, kind):
                paths.append(os.path.join(where, name))
    by_format = {READ_SUFFIXES[_suffix(path)]: path for path in reversed(paths)}
    if not paths:
        wanted = f"of the format {source_format}" if source_format else f"that ends in {', '.join(READ_SUFFIXES)}"
        raise FileError(f"folder {folder} holds no file {wanted}", path=folder)
    if len(by_format) > 1:
        kinds = ", ".join(f"{kind} ({path})" for kind, path in sorted(by_format.items()))
        raise InputError(
            f"folder {folder} holds files of several formats: {kinds}; use a glob, or name one: --from (source_format=)"
        )
    return [_input(path, source_format) for path in paths]


def _suffix(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def _input(path: str, source_format: str | None) -> Input:
    kind = source_format or READ_SUFFIXES.get(_suffix(path))
    if kind is None:
        raise InputError(f"{path} ends in none of {', '.join(READ_SUFFIXES)}; name its format: --from (source_format=)")
    if kind not in READ_SUFFIXES.values():
        raise InputError(
            f"there is no format {shown(kind)}; there are {', '.join(dict.fromkeys(READ_SUFFIXES.values()))}"
        )
    try:
        state = os.stat(path)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}", path=path) from None
    if not os.path.isfile(path):
        raise FileError(f"{path} is no file that can be read twice", path=path)
    return Input(path, kind, state.st_size, state.st_mtime_ns)
