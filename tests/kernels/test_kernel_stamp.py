"""What names a compiled kernel."""

from __future__ import annotations

import sys
from typing import Any

import numba
import pytest
from numba import types
from numba.core import config
from support import COMPILED

from fastmcr.kernels.jit import bits, link, stamp

compiled = pytest.mark.skipif(not COMPILED, reason="helpers are plain functions without a compiler")


def twice(number: int) -> int:
    return 2 * number


SOURCE = '''
import numpy as np
from numba import types
from fastmcr.kernels import layout
from fastmcr.kernels.jit import Int, helper, inlined, kernel, ones

LIMIT = np.uint64(7)

@helper
def below(number: Int) -> Int:
    """Say something."""
    return number * 2 + layout.SUIT_STATES  # and a reason

@inlined
def beside(number: Int) -> Int:
    return ones(np.uint64(number) & LIMIT)

def first(number: Int) -> Int:
    return below(number) + 1

def second(number: Int) -> Int:
    return beside(number) + 1

def both(number: Int) -> Int:
    return below(number) + beside(number)
'''


def stamps(old: str = "", new: str = "", signature: Any = None) -> list[str]:
    """Return the stamps of the three kernels, something in their source exchanged."""
    signature = signature or types.int64(types.int64)
    assert old in SOURCE
    names: dict[str, Any] = {"__name__": "fastmcr.kernels.made_up"}
    exec(SOURCE.replace(old, new) if old else SOURCE, names)
    return [stamp.kernel_stamp(numba.njit(names[name]), signature) for name in ("first", "second", "both")]


def changed(*change: str) -> list[bool]:
    return [one != other for one, other in zip(stamps(), stamps(*change), strict=True)]


@compiled
@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("", "", [False, False, False]),
        ("# and a reason", "# and another", [False, False, False]),
        ('"""Say something."""', '"""Say something else.\n\n    More of it.\n    """', [False, False, False]),
        ("LIMIT = np.uint64(7)", "\n\nLIMIT = np.uint64(7)", [False, False, False]),
        ("* 2", "* 3", [True, False, True]),
        ("& LIMIT", "| LIMIT", [False, True, True]),
        ("np.uint64(7)", "np.uint64(8)", [False, True, True]),
        ("np.uint64(7)", "np.int64(7)", [False, True, True]),
        ("@inlined", "@helper", [False, True, True]),
        ("SUIT_STATES", "UNKNOWN_SET", [True, False, True]),
        ("below(number) + 1", "below(number) + 1.0", [True, False, False]),
    ],
    ids=range(11),
)
def test_a_change_renames_what_it_bears_on(old: str, new: str, wanted: list[bool]) -> None:
    assert changed(old, new) == wanted


@compiled
def test_a_layout_constant_renames_what_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before = stamps()
    monkeypatch.setattr("fastmcr.kernels.layout.SUIT_STATES", 5)
    assert [one != other for one, other in zip(before, stamps(), strict=True)] == [True, False, True]


@compiled
def test_an_operation_of_our_own_renames_what_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What compiled code makes of `ones` stands in overloads and intrinsics that no kernel names."""

    def count_more(context: Any, word: Any) -> Any:
        return None

    before = stamps()
    for name in ("_ones", "_count_ones"):
        with monkeypatch.context() as patch:
            stamp._read.cache_clear()
            kept = getattr(bits, name)
            function = getattr(kept, "__wrapped__", kept)
            patch.setattr(function, "__code__", count_more.__code__.replace(co_name=name))
            assert [one != other for one, other in zip(before, stamps(), strict=True)] == [False, True, True], name
    stamp._read.cache_clear()
    assert stamps() == before


@compiled
def test_the_signature_options_and_version_name_a_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = [stamps()[0], stamps(signature=types.int64(types.int32))[0]]
    seen.append(stamp.kernel_stamp(numba.njit(twice), types.int64(types.int64)))
    seen.append(stamp.kernel_stamp(numba.njit(nogil=True)(twice), types.int64(types.int64)))
    seen.append(stamp.kernel_stamp(numba.njit(twice), types.int64(types.int64), link.PartCompiler))
    monkeypatch.setattr("fastmcr.__version__", "99.0.0")
    seen.append(stamps()[0])
    assert len(set(seen)) == len(seen)


def test_the_machine_has_a_stamp(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = [stamp.machine_stamp()]
    assert stamp.machine_stamp() == seen[0]
    for holder, name, value in (
        (config, "BOUNDSCHECK", 0 if config.BOUNDSCHECK else 1),
        (config, "CPU_NAME", "generic" if config.CPU_NAME != "generic" else "other"),
        (numba, "__version__", "0.0.1"),
        (sys, "platform", "plan9"),
        (sys, "abiflags", "t"),
    ):
        monkeypatch.setattr(holder, name, value, raising=False)
        seen.append(stamp.machine_stamp())
    assert len(set(seen)) == len(seen)


def test_a_value_of_an_unknown_kind_has_no_stamp() -> None:
    secret = object()

    def secretive(number: int) -> int:
        return 2 * number if secret is secret else 0

    with pytest.raises(stamp.UnstampedError, match=r"^<object object at .*> has no stamp$"):
        stamp.kernel_stamp(numba.njit(secretive), types.int64(types.int64))
