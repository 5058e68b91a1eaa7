"""The call of the play kernel with everything it needs; what one deal and many deals share."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import InputError, shown
from ..hands.batch import in_chunks, loaded
from ..kernels import Tables, layout
from ..kernels.layout import play as lay
from ..rulebook.rules import CompiledRules, Rules
from .game import Game

__all__ = ["Deals"]

_NO_SEED = np.uint64(0)
_ARRAYS = ("state", "seeds", "numbers", "prevalent", "status", "actor", "mask", "finished", "scores", "options")


class _Needs(NamedTuple):
    tables: Tables
    rules: CompiledRules


@functools.lru_cache(maxsize=64)
def _needs(rules: Rules) -> _Needs:
    from ..kernels import load_tables

    return _Needs(loaded(load_tables), rules.compiled)


class Deals:
    """The arrays of many deals, and the commands of the kernel on them.

    Parameters
    ----------
    n : int
        Number of deals.
    game, rules
        Checked.
    wins, auto_reset : bool
        As in `DealBatch`.
    """

    def __init__(self, n: int, game: Game, rules: Rules, *, wins: bool = True, auto_reset: bool = False) -> None:
        self.game = game
        self.rules = rules
        # Blocks of 64 bytes on their own cache lines.
        try:
            room = np.zeros(n * lay.STATE_BYTES + lay.BLOCK_BYTES, np.uint8)
        except (MemoryError, ValueError) as error:
            raise InputError(f"{shown(n)} deals do not fit into memory: {error}") from None
        start = -room.ctypes.data % lay.BLOCK_BYTES
        self.state = room[start : start + n * lay.STATE_BYTES].reshape(n, lay.STATE_BYTES)
        self.rows = self.state.reshape(-1, lay.BLOCK_BYTES)
        self.seeds = np.zeros(n, np.uint64)
        self.numbers = np.full(n, -1, np.int64)
        self.prevalent = np.full(n, lay.NONE, np.uint8)
        self.status = np.zeros(n, np.uint8)
        self.actor = np.full(n, -1, np.int8)
        self.mask = np.zeros((n, lay.ACTIONS), np.uint8)
        self.finished = np.zeros(n, np.uint8)
        self.scores = np.zeros((n, 4), np.int32)
        self.options = game.options(rules.minimum, wins=wins, auto_reset=auto_reset)
        self.base = _NO_SEED
        self._all = np.zeros(n, np.int16)
        self._work = np.zeros(layout.SLOTS, np.uint64)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is a view of something else: a copy has memory of its own."""
        kept = {name: getattr(self, name).copy() for name in _ARRAYS}
        return kept | {"game": self.game, "rules": self.rules, "base": int(self.base)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(len(kept["state"]), kept["game"], kept["rules"])  # type: ignore[misc]
        self.base = np.uint64(kept["base"])
        self.restore(kept)

    def restore(self, kept: dict[str, Any]) -> None:
        """Put the arrays back to what they were when `__getstate__` returned them."""
        for name in _ARRAYS:
            getattr(self, name)[:] = kept[name]

    def __len__(self) -> int:
        return len(self.state)

    def run(self, command: int, actions: npt.NDArray[np.int16] | None = None, threads: int | None = 1) -> int:
        """Carry out a command; return the number of deals that refused it."""
        from ..kernels import step_rows

        given = self._all if actions is None else actions
        needs = _needs(self.rules)

        def run_rows(start: int, stop: int) -> int:
            whole = stop - start == len(self.state)
            part = slice(start, stop)
            blocks = slice(lay.DEAL_BLOCKS * start, lay.DEAL_BLOCKS * stop)
            return step_rows(
                self.state[part],
                self.rows[blocks],
                command,
                given[part],
                self.seeds[part],
                self.base,
                start,
                self.numbers[part],
                self.prevalent[part],
                self.options,
                needs.tables,
                *needs.rules,
                self._work if whole else np.zeros(layout.SLOTS, np.uint64),
                self.status[part],
                self.actor[part],
                self.mask[part],
                self.finished[part],
                self.scores[part],
            )

        return in_chunks(run_rows, len(self.state), threads)

    def step(self, actions: npt.NDArray[np.int16], *, strict: bool, threads: int | None = 1) -> int:
        """Take one action in every deal, in none if `strict` and one is illegal; return the number of illegal ones."""
        if strict:
            from ..hands.batch import CHUNK

            if len(self.state) > CHUNK:  # each chunk knows of its own deals only
                bad = self.run(lay.CHECK, actions, threads)
                if bad:
                    return bad
        self.options[lay.OPT_STRICT] = strict
        return self.run(lay.STEP, actions, threads)
