"""The one place that talks to numba: how kernels are compiled, and where the result is kept.

A compiled kernel is kept in ``<cache folder>/<version>-<digest>/<module>.<name>.kernel``. The digest covers every
kernel source, every table, the numba and numpy versions, the processor and the compiler settings, so a stale file is
never found. A file that cannot be read, written or trusted (it carries the SHA-256 of its content) counts as absent.
"""

import contextlib
import functools
import gc
import hashlib
import os
import pickle
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import llvmlite.binding
import numba
import numpy as np
import numpy.typing as npt
from numba import njit, types
from numba.core import compiler
from numba.core import config as _config
from numba.core.caching import _Cache
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.typeinfer import register_dispatcher
from numba.extending import intrinsic, overload

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
_FOLDER = Path(__file__).parent


def cache_folder() -> Path:
    """Return the folder for compiled kernels; ``FASTMCR_CACHE_DIR`` overrides the user's cache folder."""
    given = os.environ.get("FASTMCR_CACHE_DIR")
    if given:
        return Path(given)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "fastmcr"


@functools.cache
def stamp() -> str:
    """Return the digest that names everything a compiled kernel depends on."""
    digest = hashlib.sha256()
    for path in sorted(_FOLDER.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    manifest = _FOLDER / "data" / "MANIFEST.json"
    digest.update(manifest.read_bytes() if manifest.is_file() else b"")  # `tables` says what is wrong with it
    machine = (
        sys.version_info[:3], platform.machine(), sys.byteorder, numba.__version__, llvmlite.__version__,
        np.__version__,
        config.CPU_NAME or llvmlite.binding.get_host_cpu_name(),
        config.CPU_FEATURES or llvmlite.binding.get_host_cpu_features().flatten(),
        config.BOUNDSCHECK, str(config.OPT), config.LOOP_VECTORIZE, config.SLP_VECTORIZE,
    )  # fmt: skip
    digest.update(repr(machine).encode())
    return digest.hexdigest()[:16]


class _KernelCache(_Cache):
    """One file a kernel; every kernel has exactly one signature, so processes that race write the same bytes."""

    def __init__(self, function: Callable[..., Any]) -> None:
        name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}.kernel"
        self._path = cache_folder() / f"{numba.__version__}-{stamp()}" / name

    @property
    def cache_path(self) -> str:
        return str(self._path.parent)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        try:
            raw = self._path.read_bytes()
            if hashlib.sha256(raw[32:]).digest() == raw[:32]:
                kept, payload = pickle.loads(raw[32:])
                if kept == str(sig):
                    return compiler.CompileResult._rebuild(target_context, *payload)  # type: ignore[no-untyped-call]
        except Exception:  # whatever is wrong with a cache file, the cure is to compile again
            pass
        _announce()
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            body = dumps((str(sig), data._reduce()))  # type: ignore[no-untyped-call]
            self._path.parent.mkdir(parents=True, exist_ok=True)
            _replace(self._path, hashlib.sha256(body).digest() + body)
        except OSError:  # a folder that cannot be written, a full disk: the next process compiles again
            pass

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None:
        self._path.unlink(missing_ok=True)


def _replace(path: Path, content: bytes) -> None:
    """Write a file beside its place and move it there when it is whole."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.replace(file.name, path)
        except OSError:
            os.unlink(file.name)
            raise


@functools.cache
def _announce() -> None:
    """Say once why the first call takes its time."""
    if not os.environ.get("FASTMCR_QUIET"):
        print("fastmcr: compiling for this machine; this happens once and takes 5 to 40 seconds ...", file=sys.stderr)


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
        jitted._cache = _KernelCache(function)
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


def direct(function: F) -> F:
    """Return an entry point without the look at the types of its arguments, which costs more than scoring a hand.

    Only for callers whose arguments always have the types of its one signature. Without the JIT it is the function.
    """
    compiled = next(iter(getattr(function, "overloads", {}).values()), None)
    return getattr(compiled, "entry_point", function)


@intrinsic
def _count_ones(context: Any, word: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


@intrinsic
def _first_one(context: Any, word: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], llvmlite.ir.Constant(llvmlite.ir.IntType(1), 0))

    return types.uint64(types.uint64), build


@intrinsic
def _load_eight(context: Any, rows: Any, row: Any, column: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        strides = builder.extract_value(array.strides, 0)
        offset = builder.add(builder.mul(arguments[1], strides), arguments[2])
        byte = llvmlite.ir.IntType(8)
        word = llvmlite.ir.IntType(64)
        start = builder.gep(builder.bitcast(array.data, byte.as_pointer()), [offset], source_etype=byte)
        loaded = builder.load(builder.bitcast(start, word.as_pointer()), align=1, typ=word)
        return loaded if sys.byteorder == "little" else builder.bswap(loaded)

    return types.uint64(rows, types.int64, types.int64), build


def eight(rows: Bytes, row: Int, column: Int) -> np.uint64:
    """Return the eight bytes of a row from a column on as one word, the first byte lowest; they must be there."""
    return np.uint64(int.from_bytes(rows[row, column : column + 8].tobytes(), "little"))


@overload(eight)
def _eight(rows, row, column):  # type: ignore[no-untyped-def]  # numba compares the parameters with those of the lambda
    return lambda rows, row, column: _load_eight(rows, np.int64(row), np.int64(column))  # type: ignore[call-arg]


def ones(word: np.uint64) -> int:
    """Count the one bits of a word."""
    return int(word).bit_count()


def lowest(word: np.uint64) -> int:
    """Return the position of the lowest one bit of a word that is not zero."""
    return (int(word) & -int(word)).bit_length() - 1


@overload(ones)
def _ones(word):  # type: ignore[no-untyped-def]
    return lambda word: np.int64(_count_ones(np.uint64(word)))  # type: ignore[call-arg]


@overload(lowest)
def _lowest(word):  # type: ignore[no-untyped-def]
    return lambda word: np.int64(_first_one(np.uint64(word)))  # type: ignore[call-arg]
