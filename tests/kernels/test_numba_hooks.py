"""Whatever private part of numba changes, kernels give the same answers; a line says why they take longer."""

from __future__ import annotations

import os
from pathlib import Path

import numba
import pytest
from numba.core import codegen
from support import BOUNDS_CHECKED, COMPILED, python

import fastmcr

pytestmark = pytest.mark.skipif(not COMPILED or BOUNDS_CHECKED, reason="the usual mode only")

# How a release of numba might differ: `rename` does it everywhere in a class, so that numba goes on working.
TOOLS = """
from numba.core import codegen, compiler, cpu, dispatcher, registry, serialize
from numba.core.codegen import CPUCodeLibrary, CodeLibrary, JITCodeLibrary, JITCPUCodegen, CPUCodegen
from numba.core.compiler import CompileResult, Compiler, CompilerBase
from numba.core.cpu import CPUContext
from numba.core.dispatcher import Dispatcher
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import BaseNativeLowering, NativeLowering

def rename(old, *holders):
    for holder in holders:
        for function in list(vars(holder).values()):
            function = getattr(function, "__func__", getattr(function, "fget", function))
            code = getattr(function, "__code__", None)
            if code is not None and old in code.co_names:
                names = tuple(f"new_{old}" if name == old else name for name in code.co_names)
                function.__code__ = code.replace(co_names=names)
        if old in vars(holder):
            setattr(holder, f"new_{old}", vars(holder)[old])
            delattr(holder, old)

def fail(*arguments, **options):
    raise RuntimeError("not as it was")

def without(option):
    njit = numba.njit
    return lambda *arguments, **options: fail() if option in options else njit(*arguments, **options)

"""
LINKING = {
    "no library": "codegen.NewLibrary = codegen.JITCodeLibrary; del codegen.JITCodeLibrary",
    "another optimising": "rename('_optimize_final_module', CPUCodeLibrary, JITCodeLibrary)",
    "another finalizing": "rename('_finalize_final_module', CPUCodeLibrary, JITCodeLibrary)",
    "other globals": "rename('_finalize_dynamic_globals', CPUCodeLibrary, JITCodeLibrary)",
    "finalizing of more": """
finalize = CPUCodeLibrary._finalize_final_module
CPUCodeLibrary._finalize_final_module = lambda self, module=None: finalize(self)""",
    "a library that refuses parts": "JITCodeLibrary.__init_subclass__ = classmethod(fail)",
    "another compiler": """
compile_extra = CompilerBase.compile_extra
CompilerBase.compile_extra = lambda self, function: compile_extra(self, function)""",
    "other executables": "rename('get_executable', CPUContext, CompileResult, BaseNativeLowering, NativeLowering)",
    "other environments": "rename('_find_referenced_environments', CompileResult)",
    "environments elsewhere": "rename('set_env', CPUCodegen, JITCPUCodegen, CPUContext, CompileResult)",
    "no dispatcher": "registry.NewDispatcher = registry.CPUDispatcher; del registry.CPUDispatcher",
    "a dispatcher that stays what it is": """
def unchanged(self, name, value):
    fail() if name == '__class__' else object.__setattr__(self, name, value)
Dispatcher.__setattr__ = unchanged""",
    "no such option": "numba.njit = without('_nrt')",
    "no pipelines": "numba.njit = without('pipeline_class')",
}
KEEPING = {
    "nothing is put together": "CompileResult._rebuild = classmethod(fail)",
    "another putting together": "rename('_rebuild', CompileResult)",
    "another taking apart": "rename('_reduce', CompileResult)",
    "nothing is taken apart": "CompileResult._reduce = lambda self: fail()",
    "another pickler": """
dumps = serialize.dumps
serialize.dumps = lambda value: fail() if isinstance(value, tuple) and len(value) == 2 else dumps(value)""",
    "another place": "rename('_cache', Dispatcher, CPUDispatcher)",
    "a cache that is not asked": "Dispatcher._cache = property(lambda self: dispatcher.NullCache(), lambda *_: None)",
    "a cache that is asked for more": """
class More:
    def __get__(self, instance, owner=None):
        return instance.new_cache
    def __set__(self, instance, cache):
        load = cache.load_overload
        if type(cache).__name__ == 'KernelCache':
            cache.load_overload = lambda sig, context: load(sig, context, 'more')
        instance.new_cache = cache
Dispatcher._cache = More()""",
}
# A helper in a helper, one that must be inlined, arrays read and written.
TINY = """
import numpy as np
from numba import types
from fastmcr.kernels import jit
from fastmcr.kernels.jit import probe

@jit.inlined
def of_three(counts, tile):
    return counts[tile] == 3

@jit.helper
def pungs(counts, found):
    number = 0
    for tile in range(len(counts)):
        if of_three(counts, tile):
            found[number] = jit.ones(np.uint64(tile))
            number += 1
    return number

@jit.kernel(types.int64(jit.BYTES, jit.OUT_BYTES))
def count_pungs(counts, found):
    return pungs(counts, found)

found = np.zeros(34, np.uint8)
counts = np.array([3, 0, 1, 3, 3, 2, 0, 3], np.uint8)
print(count_pungs(counts, found), found[:4].tolist(), pungs(counts, found))
print(probe.WAY.maker.__name__.rpartition(".")[2], probe.WAY.keeper and "cache")
print(jit.kept(count_pungs) is not None, jit.objection())
"""


def ran(change: str, folder: Path, code: str = TINY) -> tuple[list[str], str]:
    """Run code with a changed numba; return the lines it printed and what it said beside."""
    done = python(f"import numba\n{TOOLS}{change}\n{code}", FASTMCR_CACHE_DIR=str(folder), FASTMCR_QUIET="")
    return done.stdout.splitlines(), done.stderr


def said(stderr: str) -> list[str]:
    """Return what was said of numba."""
    lines = [line for line in stderr.splitlines() if "compiling for this machine" not in line]
    start = f"fastmcr: numba {numba.__version__}: "
    assert all(line.startswith(start) for line in lines), stderr
    return [line.removeprefix(start) for line in lines]


def test_numba_as_it_is(tmp_path: Path) -> None:
    for first in (True, False):
        answer, stderr = ran("", tmp_path)
        assert answer == ["4 [0, 2, 1, 3] 4", "link cache", "True None"]
        assert said(stderr) == []
        assert ("compiling for this machine" in stderr) == first


@pytest.mark.parametrize("change", LINKING.values(), ids=LINKING)
def test_without_linking(change: str, tmp_path: Path) -> None:
    answer, stderr = ran(change, tmp_path)
    assert answer == ["4 [0, 2, 1, 3] 4", "plain cache", "True None"]
    (line,) = said(stderr)
    assert line.startswith("helpers are compiled on their own (")
    assert line.endswith("); answers stay the same, first calls take longer")


@pytest.mark.parametrize("change", KEEPING.values(), ids=KEEPING)
def test_without_keeping(change: str, tmp_path: Path) -> None:
    answer, stderr = ran(change, tmp_path)
    assert answer[:2] == ["4 [0, 2, 1, 3] 4", "link None"]
    assert answer[2].startswith("False compiled kernels are not kept (")
    (line,) = said(stderr)
    assert line.startswith("compiled kernels are not kept (")
    assert "compiling for this machine" not in stderr


HAND = "[123m,1][EEEE]55p45678s6s|EW1000|2"
SCORED = f"import fastmcr; print(fastmcr.score({HAND!r}).total)"
NO_LIBRARY, NO_REBUILDING = LINKING["no library"], KEEPING["nothing is put together"]


def test_a_hand_without_linking() -> None:
    """In the cache of all tests, so that the next run finds what this one compiles."""
    answer, stderr = ran(NO_LIBRARY, Path(os.environ["FASTMCR_CACHE_DIR"]), SCORED)
    assert answer == [str(fastmcr.score(HAND).total)]
    assert len(said(stderr)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("change", [NO_REBUILDING, f"{NO_LIBRARY}\n{NO_REBUILDING}"])
def test_a_hand_without_keeping(change: str, tmp_path: Path) -> None:
    answer, stderr = ran(change, tmp_path, SCORED)
    assert answer == [str(fastmcr.score(HAND).total)]
    assert len(said(stderr)) == 1


def test_without_both(tmp_path: Path) -> None:
    answer, stderr = ran(f"{NO_LIBRARY}\n{NO_REBUILDING}", tmp_path)
    assert answer[:2] == ["4 [0, 2, 1, 3] 4", "plain None"]
    (line,) = said(stderr)
    assert line == (
        "helpers are compiled on their own (ImportError: cannot import name 'JITCodeLibrary' from "
        f"'numba.core.codegen' ({codegen.__file__})) and compiled kernels are not kept (a kept kernel cannot be put "
        "together again: RuntimeError('not as it was')); answers stay the same, first calls take longer"
    )


def test_it_is_not_said_to_who_wants_quiet(tmp_path: Path) -> None:
    done = python(f"import numba\n{TOOLS}{NO_LIBRARY}\n{TINY}", FASTMCR_CACHE_DIR=str(tmp_path), FASTMCR_QUIET="1")
    assert done.stdout.splitlines()[0] == "4 [0, 2, 1, 3] 4"
    assert done.stderr == ""
