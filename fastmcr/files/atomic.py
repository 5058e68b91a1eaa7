"""How a file is written whole or not at all."""

from __future__ import annotations

import errno
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ..errors import FileError

__all__ = ["sync_folder", "written_whole"]


@contextmanager
def written_whole(path: str) -> Iterator[str]:
    """Lend a name beside a file; what is written there gets its name when it is on the disk.

    Raises
    ------
    FileError
        If it cannot be written, above all because the disk is full. Nothing is left behind.
    """
    unfinished = f"{path}.{os.getpid()}-{uuid.uuid4().hex[:8]}.tmp"
    try:
        yield unfinished
        _sync(unfinished)
        os.replace(unfinished, path)
        sync_folder(os.path.dirname(path))
    except OSError as error:
        raise _refusal(path, error) from error
    finally:
        with suppress(OSError):
            os.unlink(unfinished)


def _refusal(path: str, error: OSError) -> FileError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return FileError(f"the disk is full: cannot write {path}", path=path)
    return FileError(f"cannot write {path}: {os.strerror(error.errno) if error.errno else error}", path=path)


def _sync(path: str) -> None:
    """Have the disk take what the system still holds of a file."""
    number = os.open(path, os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def sync_folder(folder: str) -> None:
    """Have the disk take the names of a folder; not every system can."""
    with suppress(OSError):
        number = os.open(folder or ".", os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
