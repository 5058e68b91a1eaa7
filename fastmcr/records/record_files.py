"""Which files of records are meant, and what is in them one after the other."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..errors import FileError, InputError, RecordError, shown
from .model import Record
from .reading import read_records

__all__ = ["ENDINGS", "find_record_files", "records_in"]

ENDINGS = (".json", ".jsonl", ".log", ".ndjson", ".pmn", ".txt")
"""Endings of the files that are taken from folders."""


def find_record_files(given: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """Return the files that paths, globs and folders stand for.

    Parameters
    ----------
    given : path or iterable of paths
        Files are taken in this order, those of a glob or folder by name; of a folder and the folders in it only files
        of `ENDINGS`.

    Returns
    -------
    list of str
        Each file once.

    Raises
    ------
    FileError
        If there is no such file, or a folder holds none.
    InputError
        If something else than a path is given, or nothing.

    Examples
    --------
    >>> find_record_files("missing.pmn")
    Traceback (most recent call last):
    fastmcr.errors.FileError: there is no file missing.pmn
    """
    names = [given] if isinstance(given, str | os.PathLike) else given
    if not isinstance(names, Iterable):
        raise InputError(f"files are named by paths, not by {shown(given)}")
    found: list[str] = []
    for name in names:
        if not isinstance(name, str | os.PathLike):
            raise InputError(f"a file is named by its path, not by {shown(name)}")
        found += _of(os.fspath(name))
    if not found:
        raise InputError("no file was given")
    return list(dict.fromkeys(found))


def _of(name: str) -> list[str]:
    if os.path.isfile(name):
        return [name]
    if os.path.isdir(name):
        inside = [
            str(path) for path in sorted(Path(name).rglob("*")) if path.suffix.lower() in ENDINGS and path.is_file()
        ]
        if not inside:
            raise FileError(f"the folder {name} has no file that ends in {', '.join(ENDINGS)}", path=name)
        return inside
    matching = sorted(path for path in glob.glob(name, recursive=True) if os.path.isfile(path))
    if not matching:
        raise FileError(f"there is no file {name}", path=name)
    return matching


def records_in(path: str, format: str | None = None) -> Iterator[Record | RecordError]:
    """Yield the records of a file; one that cannot be opened, or holds none, gives an error in their place.

    Parameters
    ----------
    path : str
    format : str, optional
        As for `read_records`.

    Yields
    ------
    Record or RecordError

    Examples
    --------
    >>> [str(error) for error in records_in("missing.pmn")]
    ['missing.pmn: cannot be read: no such file or directory']
    """
    try:
        yield from read_records(path, format)
    except RecordError as error:
        yield error
    except FileError as error:
        yield RecordError(str(error).removeprefix(f"{path} "), source=path)
