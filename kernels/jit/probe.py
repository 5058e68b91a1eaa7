"""Which way kernels are compiled in this process: the best that works with the numba that is installed.

The private parts of numba that `link` and `cache` touch may be others in its next release. So the first kernel is the
one below, which is compiled or loaded, and run, as all others will be. If that fails, the next way is tried: the
answers stay the same, and a line says why the first call takes longer.
"""

import contextlib
import gc
import importlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import config as _config
from numba import types

from . import plain
from .bits import ones
from .hooks import HookError
from .say import say_once
from .types import OUT_WORDS, Int, Words

config: Any = _config  # its attributes are made when numba starts


class Way(NamedTuple):
    """The modules that make kernels (`link` or `plain`) and keep them (`cache`, or none)."""

    maker: Any
    keeper: Any

    def helper(self, function: Callable[..., Any], *, inline: bool = False) -> Any:
        """Return a function that kernels call."""
        return self.maker.helper(function, inline=inline)

    def kernel(self, function: Callable[..., Any], signature: Any, *, announced: bool = True) -> Any:
        """Return an entry point, compiled or loaded."""
        made = self.maker.kernel(function)
        if self.keeper is not None:
            self.keeper.keep(made, signature, self.maker.MAKERS, announced=announced)
        with _uncollected():
            made.compile(signature)
        made.disable_compile()
        self.maker.finish(made)
        return made


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


def _best() -> tuple[Way, list[str]]:
    """Return the first way that works, and what is wrong with those before it; the last one needs no trial."""
    if config.DISABLE_JIT:
        return Way(plain, None), []
    faults: dict[tuple[str, str | None], Exception] = {}
    for names in (("link", "cache"), ("link", None), ("plain", "cache")):
        try:
            way = Way(*(name and importlib.import_module(f".{name}", __package__) for name in names))
            _try(way)
        except Exception as error:  # whatever it is: what comes next does without
            faults[names] = error
        else:
            return way, _words(names, faults)
    return Way(plain, None), _words(("plain", None), faults)


def _words(chosen: tuple[str, str | None], faults: dict[tuple[str, str | None], Exception]) -> list[str]:
    maker, keeper = chosen
    words = []
    if maker == "plain":
        words.append(f"helpers are compiled on their own ({_fault(faults['link', None])})")
    if keeper is None:
        words.append(f"compiled kernels are not kept ({_fault(faults[maker, 'cache'])})")
    return words


def _fault(error: Exception) -> str:
    """Say in one line what went wrong."""
    first = (str(error).strip().splitlines() or [""])[0]
    return first if isinstance(error, HookError) else f"{type(error).__name__}: {first}"


def _try(way: Way) -> None:
    """Make the kernel below and run it.

    Raises
    ------
    Exception
        Of any kind, if that does not work.
    """
    made = _made(way)
    words = np.array([0, 1, 2**63 + 2, 7], np.uint64)
    if made(words) != 3 or words.tolist() != [3, 1, 2**63 + 2, 7]:
        raise HookError("a kernel gives a wrong answer")
    if way.keeper is not None:
        way.keeper.check(made, lambda: _made(way))


def _made(way: Way) -> Any:
    """Return a kernel with helpers in helpers, an operation of our own, and arrays that pass through."""

    def ones_at(words: Words, place: Int) -> Int:
        return ones(words[place])

    inner = way.helper(ones_at, inline=True)

    def ones_around(words: Words, place: Int) -> Int:
        return inner(words, place) + inner(words, place + 1)  # type: ignore[no-any-return]

    outer = way.helper(ones_around)

    def probe(words: Words) -> Int:
        words[0] = np.uint64(outer(words, 1))
        return np.int64(words[0])

    probe.__qualname__ = "probe"  # it names the file
    return way.kernel(probe, types.int64(OUT_WORDS), announced=False)


WAY, FAULTS = _best()
if FAULTS:
    say_once("numba {}: {}; answers stay the same, first calls take longer", numba.__version__, " and ".join(FAULTS))
