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
import pickle
import re
import sys
import time
import uuid
from pathlib import Path
from typing import Any

import numba
from numba.core import compiler
from numba.core.caching import _Cache
from numba.core.serialize import dumps

from .stamp import kernel_stamp, machine_stamp
from .trust import DistrustError, check_folder, read_file

_DAY = 86_400  # seconds
_UNUSED = 30 * _DAY
_UNFINISHED = _DAY // 24
_MACHINE = re.compile(r"\d[\w.+]*-[0-9a-f]{16}")
_KERNEL = re.compile(r"[\w.]+(-[0-9a-f]{16})?\.kernel")
_SAID: set[str] = set()
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


class KernelCache(_Cache):
    """The file of one kernel; it has exactly one signature, so processes that race write the same bytes."""

    def __init__(self, kernel: Any, signature: Any, *makers: type) -> None:
        self.path: Path | None = None
        root = _root()
        with contextlib.suppress(Exception):  # a kernel that cannot be told from another is not kept
            name = f"{kernel.__module__.partition('.kernels.')[2] or kernel.__module__}.{kernel.__qualname__}"
            stamp = kernel_stamp(kernel, signature, *makers)
            self.path = root and root / _machine() / f"{name}-{stamp}.kernel"

    @property
    def cache_path(self) -> str:
        """The folder, which numba shows in `inspect_*` and statistics."""
        return str(self.path and self.path.parent)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled kernel; None, and a word why it takes its time, where there is none."""
        target_context.refresh()
        try:
            kept, payload = pickle.loads(self._read())
            if kept == str(sig):
                return compiler.CompileResult._rebuild(target_context, *payload)  # type: ignore[no-untyped-call]
        except DistrustError as error:
            _warn(str(error))
        except Exception:  # whatever is wrong with a cache file, the cure is to compile again
            pass
        _announce()
        return None

    def _read(self) -> bytes:
        """Return what was saved, if it may be used."""
        if self.path is None:
            raise FileNotFoundError
        check_folder(self.path.parents[1], self.path.parent.name)
        content = read_file(self.path)
        if hashlib.sha256(content[32:]).digest() != content[:32]:
            raise ValueError(f"{self.path} is damaged")
        _touch(self.path)
        return content[32:]

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel, if that can be done."""
        if self.path is None:
            return
        folder, root = self.path.parent, self.path.parents[1]
        try:
            body = dumps((str(sig), data._reduce()))  # type: ignore[no-untyped-call]
            with contextlib.suppress(FileNotFoundError):
                check_folder(root, folder.name)  # what is there; nothing is made below what is not ours
            _make_folder(folder)
            check_folder(root, folder.name)
            _replace(self.path, hashlib.sha256(body).digest() + body)
            _tidy(root)
        except (DistrustError, OSError):  # not our folder, a full disk: the next process compiles again
            pass

    def enable(self) -> None:
        """Do nothing: numba asks for it, but nobody calls it."""

    disable = enable

    def flush(self) -> None:
        """Remove the file."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)


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


def _announce() -> None:
    """Say why the first call takes its time."""
    reason = objection()
    if reason is None:
        _say_once("compiling for this machine; this happens once and takes 5 to 40 seconds ...")
    else:
        _warn(reason)


def _warn(reason: str) -> None:
    """Say why what is kept is not used."""
    _say_once("{}: compiling again, 5 to 40 seconds; FASTMCR_CACHE_DIR can name a folder of your own ...", reason)


def _say_once(form: str, *words: str) -> None:
    """Print a line once a process; FASTMCR_QUIET silences it, and what is not trusted stays so."""
    if form not in _SAID:
        _SAID.add(form)
        if not os.environ.get("FASTMCR_QUIET"):
            print("fastmcr:", form.format(*words), file=sys.stderr)
