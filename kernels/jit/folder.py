"""Where compiled kernels are kept: one file each, which is found only where it would be made the same.

The file is ``<cache folder>/<numba version>-<machine>/<module>.<name>-<stamp>.kernel``, with the digests of `stamp`, so
that a stale one is never found and versions of fastmcr that share the folder do not disturb each other. A file that
cannot be read or written counts as absent, and so does one that was cut short: it starts with the SHA-256 of the rest.
That guards against accidents only. Whoever can write the file can make what it does his own, so files that others could
have written are left alone; `trust` says which. What nobody has used for a month is removed when something is saved.
"""

import contextlib
import functools
import hashlib
import os
import re
import time
import uuid
from pathlib import Path

import numba

from .stamp import machine_stamp
from .trust import DistrustError, check_folder, read_file

_DAY = 86_400  # seconds
_UNUSED = 30 * _DAY
_UNFINISHED = _DAY // 24
_MACHINE = re.compile(r"\d[\w.+]*-[0-9a-f]{16}")
_KERNEL = re.compile(r"[\w.]+(-[0-9a-f]{16})?\.kernel")
_TEMPORARY = re.compile(r"[\w.]+(-[0-9a-f]{16})?\.kernel[\w.-]+")


def cache_folder() -> Path | None:
    """Return the folder for compiled kernels: FASTMCR_CACHE_DIR or the user's cache folder; None without a home."""
    given = os.environ.get("FASTMCR_CACHE_DIR")
    if given:
        return Path(given)
    import platformdirs  # only here, as it takes its time

    try:
        return platformdirs.user_cache_path("fastmcr", appauthor=False)
    except RuntimeError:  # the user has no home
        return None


def objection() -> str | None:
    """Say why what lies in the cache folder is not used; None if it is."""
    root = _root()
    if root is None:
        return "there is no home folder to keep kernels in"
    try:
        check_folder(root, _machine())
    except DistrustError as error:
        return str(error)
    except OSError:
        pass  # nothing there yet
    return None


def _root() -> Path | None:
    folder = cache_folder()
    return None if folder is None else Path(os.path.realpath(folder))


@functools.cache
def _machine() -> str:
    return f"{numba.__version__}-{machine_stamp()}"


def kernel_file(name: str) -> Path | None:
    """Return where the kernel of a name is kept on this machine; None without a home."""
    root = _root()
    return root and root / _machine() / f"{name}.kernel"


def read_kernel(path: Path | None) -> bytes:
    """Return what was written to the file of a kernel.

    Raises
    ------
    DistrustError
        If somebody else could have written it.
    OSError, ValueError
        If it is not there, or damaged.
    """
    if path is None:
        raise FileNotFoundError
    check_folder(path.parents[1], path.parent.name)
    content = read_file(path)
    if hashlib.sha256(content[32:]).digest() != content[:32]:
        raise ValueError(f"{path} is damaged")
    _touch(path)
    return content[32:]


def write_kernel(path: Path, body: bytes) -> bool:
    """Keep a compiled kernel, and say whether that could be done: not in a folder of others or on a full disk."""
    folder, root = path.parent, path.parents[1]
    try:
        with contextlib.suppress(FileNotFoundError):
            check_folder(root, folder.name)  # what is there; nothing is made below what is not ours
        _make_folder(folder)
        check_folder(root, folder.name)
        _replace(path, hashlib.sha256(body).digest() + body)
        _tidy(root)
    except (DistrustError, OSError):
        return False
    return True


def _touch(path: Path) -> None:
    """Note that a file is in use, once a day."""
    with contextlib.suppress(OSError):  # it may be root's
        if time.time() - path.stat().st_mtime > _DAY:
            os.utime(path)


def _make_folder(folder: Path) -> None:
    """Make a folder and those above it, which the group may not write to whatever the umask says."""
    if not folder.is_dir():
        _make_folder(folder.parent)
        with contextlib.suppress(FileExistsError):  # another process was faster
            folder.mkdir(mode=0o755)


def _replace(path: Path, content: bytes) -> None:
    """Write a file beside its place and move it there when it is whole.

    As the umask says, others may read it: a cache that root fills serves the user who runs the program. The group may
    not write to it.
    """
    unfinished = path.with_name(f"{path.name}.{os.getpid()}-{uuid.uuid4().hex[:8]}.tmp")
    number = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o644)
    try:
        with open(number, "wb") as file:
            file.write(content)
        os.replace(unfinished, path)
    except OSError:
        os.unlink(unfinished)
        raise


@functools.cache
def _tidy(root: Path) -> None:
    """Remove, once a process, the files that nobody has used for long, and folders that are empty then."""
    for folder in root.iterdir():
        if _MACHINE.fullmatch(folder.name):
            with contextlib.suppress(DistrustError, OSError):  # another's, or used again just now
                check_folder(root, folder.name)
                for path in folder.iterdir():
                    if _is_old(path):
                        path.unlink(missing_ok=True)
                folder.rmdir()


def _is_old(path: Path) -> bool:
    age = time.time() - path.lstat().st_mtime
    if _KERNEL.fullmatch(path.name):
        return age > _UNUSED
    return bool(_TEMPORARY.fullmatch(path.name)) and age > _UNFINISHED
