"""How helpers are linked into kernels, which halves the time to the first call of one.

Importing this raises an exception where numba is not as it was. These private parts of it are touched here:

- ``Compiler.compile_extra``, ``.state.targetctx`` and ``.state.library``: `PartCompiler` puts in a library of its own;
- ``JITCodeLibrary``, its ``_optimize_final_module``, ``_finalize_final_module``, ``_finalize_dynamic_globals`` and
  ``_finalized``: `PartLibrary` leaves machine code to the kernel;
- ``CPUContext.get_executable``: a helper has none;
- ``CompileResult._find_referenced_environments`` and ``JITCPUCodegen.set_env``: they do what that would have done;
- ``CPUDispatcher``, of which `Part` is made by ``__class__``;
- the options ``_nrt``, ``forceinline``, ``no_cfunc_wrapper``, ``no_cpython_wrapper`` and ``pipeline_class``.
"""

import functools
from collections.abc import Callable
from typing import Any

from numba import njit
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import Compiler, CompileResult
from numba.core.cpu import CPUContext
from numba.core.registry import CPUDispatcher

from .hooks import require

require(Compiler, "compile_extra", "self", "func")
require(JITCodeLibrary, "_optimize_final_module", "self")
require(JITCodeLibrary, "_finalize_final_module", "self")
require(JITCodeLibrary, "_finalize_dynamic_globals", "self")
require(CPUContext, "get_executable", "self", "library", "fndesc", "env")
require(CompileResult, "_find_referenced_environments", "self")
require(JITCPUCodegen, "set_env", "self", "env_name", "env")


class PartLibrary(JITCodeLibrary):
    """The code of a helper: linked into kernels, and made machine code as part of them alone."""

    def _optimize_final_module(self) -> None: ...

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True


class PartCompiler(Compiler):
    """Compiles helpers into such libraries."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile a function; what this does is part of the stamp of every kernel."""
        target = self.state.targetctx  # a copy for this compilation
        target.get_executable = lambda library, fndesc, env: [].copy  # one builtin each, never called
        self.state.library = PartLibrary(target.codegen(), func.__qualname__)  # type: ignore[no-untyped-call]
        return super().compile_extra(func)  # type: ignore[no-untyped-call]


# Kernels allocate nothing, so they need no reference counts; counting every array that passes through a helper would
# cost more than the scoring.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
_HELPER_OPTIONS: dict[str, Any] = _OPTIONS | {
    "no_cfunc_wrapper": True, "no_cpython_wrapper": True, "pipeline_class": PartCompiler
}  # fmt: skip
MAKERS = (PartCompiler,)  # what compiled code depends on besides its sources


class Part(CPUDispatcher):
    """A helper. Called from Python, as tests do, it is compiled again as a function of its own."""

    def __call__(self, *arguments: Any) -> Any:  # noqa: D102
        return self._alone(*arguments)

    @functools.cached_property
    def _alone(self) -> Any:
        return njit(**_OPTIONS)(self.py_func)


def helper(function: Callable[..., Any], *, inline: bool) -> Any:
    """Return a helper, which becomes part of its caller if told so and of its kernel in any case."""
    options = _HELPER_OPTIONS | ({"forceinline": True} if inline else {})
    part: Any = njit(**options)(function)
    part.__class__ = Part
    return part


def kernel(function: Callable[..., Any]) -> Any:
    """Return an entry point that is not compiled yet."""
    return njit(**_OPTIONS)(function)


def finish(compiled: Any) -> None:
    """Give a kernel that was just compiled the environments of its helpers; where it was loaded, it has them."""
    for result in compiled.overloads.values():
        for environment in result._find_referenced_environments():
            result.library.codegen.set_env(environment.env_name, environment)
