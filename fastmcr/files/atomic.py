"""How a file is written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ..errors import FileError

__all__ = ["PRIVATE", "file_behind", "put_in_place", "sync_folder", "written_whole"]

PRIVATE = 0o600
"""Mode of a file that holds a secret."""

_KINDS = {stat.S_IFDIR: "folder", stat.S_IFCHR: "device", stat.S_IFBLK: "device", stat.S_IFIFO: "pipe",
          stat.S_IFSOCK: "socket"}  # fmt: skip


@contextmanager
def written_whole(
    path: str | os.PathLike[str],
    *,
    mode: int | None = None,
    overwrite: bool = True,
    switch: str = "--overwrite (overwrite=True)",
) -> Iterator[str]:
    """Lend a name beside a file; what is written there gets its name when it is on the disk.

    A symbolic link stays, and the file that it points to is written. A file that is replaced keeps its mode, and its
    owner where the system permits; its other hard links keep what was in it.

    Parameters
    ----------
    path : path
        The file. What is there may only be a file: no folder, device, pipe or socket.
    mode : int, optional
        Mode of the file from the first byte on, also where one of a wider mode is replaced: `PRIVATE` for secrets.
        The file is then that of who writes it. By default what the system gives a new file.
    overwrite : bool, default True
        Whether a file that is there is replaced.
    switch : str
        How the user says that it is to be.

    Yields
    ------
    str
        Name of an empty file.

    Raises
    ------
    FileError
        If it cannot be written, above all because the disk is full. Nothing is left behind, whatever ends the block.
    """
    target = file_behind(path)
    if not overwrite and os.path.exists(target):
        raise _there(path, switch)
    unfinished = f"{target}.{os.getpid()}-{uuid.uuid4().hex[:8]}.tmp"
    try:
        first = mode if mode is not None else PRIVATE if os.path.exists(target) else 0o666
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, first))
        yield unfinished
        _sync(unfinished)
        if mode is None:
            _as_before(unfinished, target)
        if not _named(unfinished, target, overwrite):
            raise _there(path, switch)
        sync_folder(os.path.dirname(target))
    except OSError as error:
        raise _refusal(os.fspath(path), error) from error
    finally:
        with suppress(OSError):
            os.unlink(unfinished)


def put_in_place(whole: str, path: str) -> None:
    """Give a whole file, of the same disk, the name of another, which it replaces as `written_whole` does.

    Raises
    ------
    FileError
        If that cannot be; the file keeps its name.
    """
    target = file_behind(path)
    try:
        _as_before(whole, target)
        os.replace(whole, target)
        sync_folder(os.path.dirname(target))
    except OSError as error:
        raise _refusal(path, error) from error


def file_behind(path: str | os.PathLike[str]) -> str:
    """Return the file that a path leads to, past symbolic links; it need not be there.

    Raises
    ------
    FileError
        If something else than a file is there, or a file that may not be written, or links that lead nowhere.
    """
    path = os.fspath(path)
    try:
        there = os.stat(path)  # through the link itself: those of /proc lead to what has no name
    except FileNotFoundError:
        return os.path.realpath(path) if os.path.islink(path) else path
    except OSError as error:
        raise _refusal(path, error) from error
    except ValueError:  # a NUL
        raise FileError(f"cannot write {path!r}: no name of a file", path=path) from None
    kind = _KINDS.get(stat.S_IFMT(there.st_mode))
    if kind is not None:
        raise FileError(f"{path} is a {kind}; what is written must be a file", path=path)
    target = os.path.realpath(path) if os.path.islink(path) else path
    if not os.path.exists(target) or not os.path.samestat(there, os.stat(target)):
        raise FileError(f"{path} leads to a file that has no name; name a file", path=path)
    if not os.access(target, os.W_OK):
        raise _refusal(path, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
    return target


def _there(path: str | os.PathLike[str], switch: str) -> FileError:
    return FileError(f"{os.fspath(path)} is there already; replace it with {switch}", path=os.fspath(path))


def _as_before(unfinished: str, target: str) -> None:
    """Give a file the mode of the one that it will replace, and its owner and group where that is permitted."""
    try:
        before = os.stat(target)
    except FileNotFoundError:
        return
    mode = before.st_mode & 0o777
    if hasattr(os, "chown"):
        now = os.stat(unfinished)
        if before.st_uid != now.st_uid:
            with suppress(OSError):
                os.chown(unfinished, before.st_uid, -1)
        if before.st_gid != now.st_gid:
            try:
                os.chown(unfinished, -1, before.st_gid)
            except OSError:  # another group than before is to see no more than everyone
                mode = mode & ~0o070 | mode & (mode & 0o007) << 3
    os.chmod(unfinished, mode)


def _named(unfinished: str, target: str, overwrite: bool) -> bool:
    """Give a file its name; False if another has got it in the meantime and must not be replaced."""
    if not overwrite:
        try:
            os.link(unfinished, target)
            return True
        except FileExistsError:
            return False
        except OSError:  # a disk without hard links: what is left is a look just before
            if os.path.exists(target):
                return False
    os.replace(unfinished, target)
    return True


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
