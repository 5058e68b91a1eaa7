"""Random legal actions for many deals: what random play and tests need at the speed of the engine."""

import numpy as np
import numpy.typing as npt
from numba import types

from ..jit import OUT_WORDS, ROWS, Bytes, Words, eight, kernel, lowest, ones
from ..layout import play as lay
from .splitmix import draw_below

OUT_SHORTS = types.int16[::1]
_EIGHTS = lay.ACTIONS // 8  # whole words of a mask row; the bytes after them are looked at one by one


@kernel(types.int64(ROWS, OUT_WORDS, OUT_SHORTS))
def choose_rows(mask: Bytes, streams: Words, actions: npt.NDArray[np.int16]) -> int:
    """Choose for each row one of its legal actions, all equally likely.

    Parameters
    ----------
    mask : (n, 235) uint8
        0 or 1.
    streams : (n,) uint64
        Random streams, as in `play_random`; moved on.
    actions : (n,) int16
        Written; `NO_ACTION` where nothing is legal.

    Returns
    -------
    int
        Number of rows with a legal action.
    """
    chosen = 0
    for i in range(mask.shape[0]):
        legal = np.int64(0)
        for part in range(_EIGHTS):
            legal += ones(eight(mask, i, 8 * part))
        for action in range(8 * _EIGHTS, lay.ACTIONS):
            legal += np.int64(mask[i, action])
        actions[i] = lay.NO_ACTION
        if legal == 0:
            continue
        chosen += 1
        skip = draw_below(streams, np.int64(i), legal)
        for part in range(_EIGHTS):
            word = eight(mask, i, 8 * part)
            here = ones(word)
            if skip < here:
                for _ in range(skip):
                    word &= word - np.uint64(1)
                actions[i] = 8 * part + (lowest(word) >> 3)
                skip = np.int64(-1)
                break
            skip -= here
        if skip >= 0:
            for action in range(8 * _EIGHTS, lay.ACTIONS):
                if mask[i, action] != 0:
                    if skip == 0:
                        actions[i] = action
                    skip -= 1
    return chosen
