"""What a compiled kernel depends on, as digests that name its file.

Numba compiles byte code. So a kernel is named by the byte code of its function and of all that it calls, by the values
of the globals these name, and by its signature and options: by what numba is about to read, wherever it came from, be
it sources, byte code alone, an archive or a frozen program. Comments, docstrings and the generators of tables are no
part of it; nor are the tables, which are arguments.
"""

import functools
import hashlib
import inspect
import platform
import sys
import types
from collections.abc import Iterator
from typing import Any

import llvmlite
import llvmlite.binding
import numba
import numpy as np
from numba import config as _config

config: Any = _config  # its attributes are made when numba starts
_PACKAGE = __name__.rpartition(".jit.")[0]
_CONSTANTS = frozenset((type(None), bool, int, float, complex, str, bytes, slice, type(...)))
_PLAIN = (np.dtype, np.ufunc, numba.types.Type, types.UnionType, types.GenericAlias, types.BuiltinFunctionType)


class UnstampedError(TypeError):
    """A kernel names something whose value cannot be told from another process's."""


def machine_stamp() -> str:
    """Return the digest of all that machine code depends on besides the kernel."""
    told = (
        sys.implementation.cache_tag, sys.version_info[:3], getattr(sys, "abiflags", ""), sys.platform,
        platform.machine(), sys.byteorder, numba.__version__, llvmlite.__version__, np.__version__,
        config.CPU_NAME or llvmlite.binding.get_host_cpu_name(),
        config.CPU_FEATURES or llvmlite.binding.get_host_cpu_features().flatten(),
        config.BOUNDSCHECK, str(config.OPT), config.LOOP_VECTORIZE, config.SLP_VECTORIZE,
    )  # fmt: skip
    return _short(repr(told))


def kernel_stamp(kernel: Any, signature: Any, *makers: type) -> str:
    """Return the digest of a kernel.

    Parameters
    ----------
    kernel : numba dispatcher
        The entry point, not compiled yet.
    signature : numba signature
        The one it is compiled for.
    *makers : type
        Classes of ours that take part in compiling.

    Raises
    ------
    UnstampedError
        If it names a global of a kind that is not known here.
    """
    version = getattr(sys.modules[_PACKAGE.partition(".")[0]], "__version__", "")
    called: list[Any] = [kernel]
    told = [version, *(_tell(value, called) for value in (*signature.args, signature.return_type, *makers))]
    read: dict[str, str] = {}
    while called:
        function = called.pop()
        name = _name(function)
        if name not in read:
            read[name], more = _read(function)
            called += more
    return _short("\n".join([*told, *(f"{name} {read[name]}" for name in sorted(read))]))


def _short(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def _name(value: Any) -> str:
    return f"{value.__module__}.{value.__qualname__}"


@functools.cache
def _read(function: Any) -> tuple[str, list[Any]]:
    """Tell what one function is made of, and which functions of ours it names."""
    plain = _plain(function)
    called: list[Any] = []
    cells = [cell.cell_contents for cell in plain.__closure__ or ()]
    parts = [getattr(function, "targetoptions", {}), _undocumented(plain), plain.__defaults__, *cells]
    told = [_tell(part, called) for part in parts]
    told += [f"{name}={_tell(value, called)}" for name, value in _globals(plain)]
    if function is plain and plain.__name__ == plain.__qualname__:  # a method stands for nothing
        called += _implementations(plain)
    return _short("\n".join(told)), called


def _plain(function: Any) -> Any:
    """Return the Python function of one that numba or a decorator wraps."""
    return inspect.unwrap(getattr(function, "py_func", function))


def _undocumented(function: Any) -> types.CodeType:
    code: types.CodeType = function.__code__
    if function.__doc__ is not None and code.co_consts[:1] == (function.__doc__,):
        return code.replace(co_consts=(None, *code.co_consts[1:]))
    return code


def _globals(function: Any) -> Iterator[tuple[str, Any]]:
    """Yield the globals a function names, and instead of our modules what it may take from them."""
    names = sorted(set(_names(function.__code__)))
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, types.ModuleType) and _is_ours(value.__name__):
            yield from ((f"{name}.{inner}", vars(value)[inner]) for inner in names if inner in vars(value))
        elif name in function.__globals__:
            yield name, value


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _implementations(function: Any) -> Iterator[Any]:
    """Yield what may stand for a plain function in compiled code: the overloads and intrinsics beside it."""
    for value in function.__globals__.values():
        beside = callable(value) and getattr(value, "__module__", "") == function.__module__
        if beside and not hasattr(value, "py_func") and isinstance(_plain(value), types.FunctionType):
            yield value


def _is_ours(module: str) -> bool:
    return f"{module}.".startswith(f"{_PACKAGE}.")


def _tell(value: Any, called: list[Any]) -> str:
    """Put a value into words that every process finds for it; functions of ours are named and added to `called`."""
    if type(value) in _CONSTANTS:
        return repr(value)
    if isinstance(value, types.CodeType):
        return _tell_code(value, called)
    if isinstance(value, tuple | list):
        return f"({', '.join(_tell(part, called) for part in value)})"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(_tell(part, called) for part in value))}}}"
    if isinstance(value, dict):
        return _tell(sorted(value.items()), called)
    if isinstance(value, np.ndarray | np.generic):  # whose `repr` is at the user's pleasure
        return f"{value.dtype.str} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, type):
        return _tell_class(value, called)
    if isinstance(value, _PLAIN):
        fields = getattr(value, "fields", "")  # of named tuples; their types do not say
        return f"{type(value).__name__} {value!r} {fields}"
    if isinstance(value, types.ModuleType):
        return value.__name__
    if isinstance(_plain(value), types.FunctionType):
        called += [value] if _is_ours(value.__module__) else []
        return _name(value)
    raise UnstampedError(f"{value!r} has no stamp")


def _tell_code(code: types.CodeType, called: list[Any]) -> str:
    shape = (
        code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags, code.co_names,
        code.co_varnames, code.co_freevars, code.co_cellvars, code.co_exceptiontable, code.co_code,
    )  # fmt: skip
    return f"{shape} {_tell(code.co_consts, called)}"


def _tell_class(value: type, called: list[Any]) -> str:
    fields = getattr(value, "_fields", None)
    if fields is None and _is_ours(value.__module__):
        called += [part for part in vars(value).values() if isinstance(part, types.FunctionType)]
    return f"{_name(value)} {fields}"
