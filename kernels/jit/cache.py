"""Kernels that are loaded instead of compiled, where numba lets us; `folder` has the files.

Importing this raises an exception where numba is not as it was. These private parts of it are touched here:

- ``Dispatcher._cache`` and what it is asked: ``load_overload``, ``save_overload``, ``cache_path`` and ``flush``;
- ``CompileResult._reduce`` and ``_rebuild``, which take a compiled kernel apart and put it together again;
- ``numba.core.serialize.dumps``, which pickles what Python's own cannot;
- ``refresh`` of a target context, so that it knows what was registered since.

That they do what they did is found out by `check`, on the kernel of `probe`.
"""

import contextlib
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from .folder import kernel_file, objection, read_kernel, write_kernel
from .hooks import HookError, require
from .say import say_once
from .stamp import kernel_stamp
from .trust import DistrustError

require(CompileResult, "_reduce", "self")


class KernelCache:
    """The file of one kernel; it has exactly one signature, so processes that race write the same bytes."""

    def __init__(self, kernel: Any, signature: Any, *makers: type, announced: bool = True) -> None:
        self.path: Path | None = None
        self.asked = self.saved = False
        self.fault: Exception | None = None  # why what was found could not be put together
        self._announced = announced
        with contextlib.suppress(Exception):  # a kernel that cannot be told from another is not kept
            name = f"{kernel.__module__.partition('.kernels.')[2] or kernel.__module__}.{kernel.__qualname__}"
            self.path = kernel_file(f"{name}-{kernel_stamp(kernel, signature, *makers)}")

    @property
    def cache_path(self) -> str:
        """The folder, which numba shows in `inspect_*` and statistics."""
        return str(self.path and self.path.parent)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled kernel; None, and a word why it takes its time, where there is none."""
        self.asked = True
        target_context.refresh()
        try:
            body = read_kernel(self.path)
            return self._rebuilt(body, sig, target_context)
        except DistrustError as error:
            _warn(str(error))
        except Exception:  # whatever is wrong with a cache file, the cure is to compile again
            pass
        if self._announced:
            _announce()
        return None

    def _rebuilt(self, body: bytes, sig: Any, target_context: Any) -> Any:
        try:
            kept, payload = pickle.loads(body)
            if kept != str(sig):
                raise ValueError(f"{self.path} is for {kept}")
            return CompileResult._rebuild(target_context, *payload)  # type: ignore[no-untyped-call]
        except Exception as error:
            self.fault = error
            raise

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel, if that can be done."""
        if self.path is not None:
            body = dumps((str(sig), data._reduce()))  # type: ignore[no-untyped-call]
            self.saved = write_kernel(self.path, body)

    def flush(self) -> None:
        """Remove the file."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def keep(kernel: Any, signature: Any, makers: tuple[type, ...], *, announced: bool) -> None:
    """Let a kernel that is not compiled yet be loaded from its file, or written there."""
    if not hasattr(kernel, "_cache"):
        raise HookError("there is no Dispatcher._cache")
    kernel._cache = KernelCache(kernel, signature, *makers, announced=announced)


def check(kernel: Any, again: Callable[[], Any]) -> None:
    """See to it that the next process can load a kernel; `again` makes it once more.

    Raises
    ------
    HookError
        If not: numba has changed.
    """
    if not kernel._cache.asked:
        raise HookError("numba does not ask Dispatcher._cache")
    if kernel._cache.saved:  # just now, so nobody has loaded it yet
        fault = again()._cache.fault
        if fault is not None:
            raise HookError(f"a kept kernel cannot be put together again: {fault!r}")


def _announce() -> None:
    """Say why the first call takes its time."""
    reason = objection()
    if reason is None:
        say_once("compiling for this machine; this happens once and takes 5 to 40 seconds ...")
    else:
        _warn(reason)


def _warn(reason: str) -> None:
    """Say why what is kept is not used."""
    say_once("{}: compiling again, 5 to 40 seconds; FASTMCR_CACHE_DIR can name a folder of your own ...", reason)
