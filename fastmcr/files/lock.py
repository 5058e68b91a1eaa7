"""One process at a time: a lock that the system takes back when its holder dies."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from ..errors import FileError

__all__ = ["Lock"]


class Lock:
    """A file that one process holds.

    Parameters
    ----------
    path : str
        The file; it is made if need be.

    Raises
    ------
    BlockingIOError
        If another process, or another `Lock` of this one, holds it.
    FileNotFoundError
        If the folder is not there.
    FileError
        If it cannot be opened.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        while True:
            self.number = _opened(path)
            try:
                _take(self.number)
            except OSError:
                os.close(self.number)
                raise BlockingIOError from None
            if self._is_named():
                return
            os.close(self.number)  # the holder before has removed the file that we were waiting for

    def _is_named(self) -> bool:
        try:
            return os.path.samestat(os.stat(self.path), os.fstat(self.number))
        except FileNotFoundError:
            return False

    def release(self, *, remove: bool = False) -> None:
        """Let go of the file, and perhaps remove it."""
        if sys.platform != "win32" and remove:  # while it is held: nobody can take it in between
            with suppress(OSError):
                os.unlink(self.path)
        os.close(self.number)
        if sys.platform == "win32" and remove:
            with suppress(OSError):
                os.unlink(self.path)


def _opened(path: str) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror}", path=path) from None


def _take(number: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
