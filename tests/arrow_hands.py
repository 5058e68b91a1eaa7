"""Hands that the tests of Arrow share; needs no pyarrow."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from populations import random_wins
from support import as_batch, random_rows

from fastmcr import HandBatch, InputError

WIN = "123456789m1155p5p"
NEAR = "123456789m1155p5s"
READY = "123456789m1155p"
WINS = as_batch(random_wins(3_000, 11))
NONSENSE = as_batch(random_rows(3_000, 12))
TEXTS = [WIN, None, NEAR, "x", READY, "[EEE,1]123m456p789s5s5s|ES1000|2", WIN]


def held_of(batch: HandBatch) -> npt.NDArray[np.uint8]:
    """Return the concealed tiles with the winning one, row by row."""
    held = batch.concealed.astype(np.int64)
    for row, win in enumerate(batch.win.tolist()):
        if win < 34:
            held[row, win] += 1
    return np.minimum(held, 255).astype(np.uint8)


def refusal(call: Callable[[], object]) -> str:
    """Return the text of the error that a call ends with."""
    with pytest.raises(InputError) as caught:
        call()
    return str(caught.value)
