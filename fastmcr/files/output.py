"""Where a command writes: a file that is written whole, or standard output."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ..errors import FileError, InputError, shown
from .atomic import written_whole

__all__ = ["is_standard_output", "refuse_standard_output", "write_text", "written_out"]

STANDARD_OUTPUT = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def is_standard_output(path: str | os.PathLike[str] | None) -> bool:
    """Return whether a path means standard output.

    Examples
    --------
    >>> is_standard_output("-"), is_standard_output("/dev/stdout"), is_standard_output("./-")
    (True, True, False)
    """
    return path is not None and os.fspath(path) in STANDARD_OUTPUT


def refuse_standard_output(path: str | os.PathLike[str], why: str) -> None:
    """Say why something is not written to standard output.

    Parameters
    ----------
    path : path
        Where it is to go.
    why : str
        Follows "standard output cannot be the output:".

    Raises
    ------
    InputError
        If the path means standard output.
    """
    if is_standard_output(path):
        raise InputError(f"standard output cannot be the output: {why}")


@contextmanager
def written_out(
    path: str | os.PathLike[str],
    *,
    mode: int | None = None,
    overwrite: bool = True,
    switch: str = "--overwrite (overwrite=True)",
) -> Iterator[str]:
    """Lend a name to write to; what is written goes to a file, or to standard output, when it is whole.

    Parameters
    ----------
    path : path
        ``-`` and ``/dev/stdout`` are standard output.
    mode, overwrite, switch
        As for `written_whole`.

    Yields
    ------
    str
        Name of an empty file.

    Raises
    ------
    FileError
        If it cannot be written; nothing is left behind, and nothing has gone to standard output.
    """
    if not is_standard_output(path):
        with written_whole(path, mode=mode, overwrite=overwrite, switch=switch) as unfinished:
            yield unfinished
        return
    try:
        made = tempfile.TemporaryDirectory()
    except OSError as error:
        raise FileError(f"there is no room for what goes to standard output: {error.strerror or error}") from None
    with made as folder:
        name = os.path.join(folder, "output")
        with written_whole(name) as unfinished:
            yield unfinished
        with open(name, "rb") as file:
            shutil.copyfileobj(file, _standard_output())
        _standard_output().flush()


def write_text(
    path: str | os.PathLike[str],
    text: str,
    *,
    mode: int | None = None,
    overwrite: bool = True,
    switch: str = "--overwrite (overwrite=True)",
) -> None:
    """Write a text as UTF-8, its line ends as they are, to a file or to standard output.

    Parameters
    ----------
    path : path
        ``-`` and ``/dev/stdout`` are standard output.
    text : str
        All of it.
    mode, overwrite, switch
        As for `written_whole`.

    Raises
    ------
    FileError
        If it cannot be written.
    """
    try:
        raw = text.encode()
    except UnicodeEncodeError as error:
        what = f"{shown(text[error.start])} is half a character"
        raise FileError(f"cannot write {os.fspath(path)}: {what}", path=os.fspath(path)) from None
    if is_standard_output(path):
        _standard_output().write(raw)
        _standard_output().flush()
        return
    with written_whole(path, mode=mode, overwrite=overwrite, switch=switch) as unfinished:
        Path(unfinished).write_bytes(raw)


def _standard_output() -> IO[bytes]:
    """Return standard output as a stream of bytes, behind what has been printed to it."""
    stream: IO[bytes] | None = getattr(sys.stdout, "buffer", None)
    if stream is None:
        raise FileError("standard output takes no bytes here; name a file", path="-")
    sys.stdout.flush()
    return stream
