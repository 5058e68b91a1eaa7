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


def analysed(batch: HandBatch, status: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the status of the analysis of rows, with what a winning tile adds that contradicts the others."""
    found = status.copy()
    for row, win in enumerate(batch.win.tolist()):
        wrong = 0
        if win != 255:
            wrong = 1 if win >= 34 or not batch.concealed[row, win] else 4 * (int(batch.concealed[row].sum()) % 3 != 2)
        if wrong and (not status[row] or wrong < status[row]):
            found[row] = wrong
    return found


def refusal(call: Callable[[], object]) -> str:
    """Return the text of the error that a call ends with."""
    with pytest.raises(InputError) as caught:
        call()
    return str(caught.value)
