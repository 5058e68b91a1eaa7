"""The one place that talks to numba: how kernels are compiled and linked. `cache` keeps the result."""

import contextlib
import functools
import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from numba import njit, types
from numba.core import compiler
from numba.core import config as _config
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import CPUDispatcher
from numba.core.typeinfer import register_dispatcher

from .bits import eight as eight
from .bits import lowest as lowest
from .bits import ones as ones
from .cache import KernelCache

config: Any = _config  # its attributes are made when numba starts
F = TypeVar("F", bound=Callable[..., Any])

# What annotations in kernels mean; the compiled code sees int64, uint64 and arrays of these.
Int = int | np.int64
Word = np.uint64
Bytes = npt.NDArray[np.uint8]
Halves = npt.NDArray[np.uint16]
Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

BYTES = types.Array(types.uint8, 1, "C", readonly=True)
ROWS = types.Array(types.uint8, 2, "C", readonly=True)
HALVES = types.Array(types.uint16, 1, "C", readonly=True)
INTS = types.Array(types.int64, 1, "C", readonly=True)
INT_ROWS = types.Array(types.int32, 2, "C", readonly=True)
WORDS = types.Array(types.uint64, 1, "C", readonly=True)
WORD_ROWS = types.Array(types.uint64, 2, "C", readonly=True)
OUT_BYTES = types.uint8[::1]
OUT_ROWS = types.uint8[:, ::1]
OUT_POINTS = types.int16[::1]
OUT_WORDS = types.uint64[::1]
OUT_WORD_ROWS = types.uint64[:, ::1]

# Kernels allocate nothing, so they need no reference counts; counting every array that passes through a helper would
# cost more than the scoring.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}


class _PartLibrary(JITCodeLibrary):
    """The code of a helper: linked into kernels, and made machine code as part of them alone.

    Numba would optimise and assemble every helper with all that it calls, though nothing but kernels is ever run.
    """

    def _optimize_final_module(self) -> None: ...

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True


class _PartCompiler(compiler.Compiler):
    """Compiles helpers into such libraries, which halves the time to the first call of a kernel."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        target = self.state.targetctx  # a copy for this compilation
        target.get_executable = lambda library, descriptor, environment: [].copy  # one builtin each, never called
        self.state.library = _PartLibrary(target.codegen(), func.__qualname__)  # type: ignore[no-untyped-call]
        return super().compile_extra(func)  # type: ignore[no-untyped-call]


class _Part(CPUDispatcher):
    """A helper. Called from Python, as tests do, it is compiled again as a function of its own."""

    def __call__(self, *arguments: Any) -> Any:
        return self._alone(*arguments)

    @functools.cached_property
    def _alone(self) -> Any:
        return njit(**_OPTIONS)(self.py_func)


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the garbage collector away: numba's millions of small objects live on, and it would visit them all."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def kernel(signature: Any) -> Callable[[F], F]:
    """Compile an entry point for one signature, or load it from the cache.

    Entry points are what the face calls. What they call is marked `helper` and is compiled into them.
    """

    def decorate(function: F) -> F:
        if config.DISABLE_JIT:
            return function
        jitted: Any = njit(**_OPTIONS)(function)
        jitted._cache = KernelCache(jitted, signature, _PartCompiler)
        with register_dispatcher(jitted), _uncollected():
            jitted.compile(signature)
            jitted.disable_compile()
        for result in jitted.overloads.values():
            for environment in result._find_referenced_environments():  # those of its helpers too
                result.library.codegen.set_env(environment.env_name, environment)
        return jitted  # type: ignore[no-any-return]

    return decorate


_HELPER_OPTIONS: dict[str, Any] = _OPTIONS | {
    "no_cfunc_wrapper": True, "no_cpython_wrapper": True, "pipeline_class": _PartCompiler
}  # fmt: skip


def helper(function: F) -> F:
    """Mark a function that kernels call; it is compiled as part of them, and on its own only if called directly."""
    return _part(function)


def inlined(function: F) -> F:
    """Mark a helper that must become part of its caller: passing a dozen arrays to a call costs more than its work."""
    return _part(function, forceinline=True)


def _part(function: F, **options: Any) -> F:
    if config.DISABLE_JIT:
        return function
    jitted: Any = njit(**_HELPER_OPTIONS, **options)(function)
    jitted.__class__ = _Part
    return jitted  # type: ignore[no-any-return]


def kept(function: Any) -> Path | None:
    """Return the file that holds an entry point; None if there is none."""
    path: Path | None = function._cache.path
    return path if path is not None and path.is_file() else None


def direct(function: F) -> F:
    """Return an entry point without the look at the types of its arguments, which costs more than scoring a hand.

    Only for callers whose arguments always have the types of its one signature. Without the JIT it is the function.
    """
    compiled = next(iter(getattr(function, "overloads", {}).values()), None)
    return getattr(compiled, "entry_point", function)
