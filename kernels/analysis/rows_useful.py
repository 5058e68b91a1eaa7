"""Useful tiles of many hands."""

import numpy as np
from numba import types

from .. import layout
from ..jit import OUT_BYTES, OUT_WORD_ROWS, OUT_WORDS, ROWS, Bytes, Ints, Words, kernel
from ..tables.load import AnalysisTables
from .shanten import MISSING, check_hand, missing_forms
from .types import ANALYSIS, SCRATCH_INTS, SIGNED_ROWS
from .useful import USEFUL, useful_forms


@kernel(
    types.int64(
        ROWS, ROWS, types.int64, ANALYSIS, OUT_WORDS, SCRATCH_INTS, OUT_BYTES, SIGNED_ROWS, OUT_WORDS,
        OUT_WORD_ROWS,
    )
)  # fmt: skip
def useful_rows(
    concealed: Bytes, melds: Bytes, wanted: int, tables: AnalysisTables, work: Words, scratch: Ints,
    status: Bytes, shanten: Bytes, masks: Words, forms: Words,
) -> int:  # fmt: skip
    """Write the shanten of each form and the useful tiles.

    Parameters
    ----------
    concealed, melds, wanted, tables, work, scratch, status, shanten
        As in `shanten_rows`.
    masks : (n,) uint64
        Tiles that lower the best shanten, bit = tile; written.
    forms : (n, 5) or (0, 5) uint64
        Tiles that lower the shanten of each form; written if it has rows.

    Returns
    -------
    int
        Number of rows that are not `OK`.
    """
    bad = 0
    every = forms.shape[0] > 0
    for i in range(concealed.shape[0]):
        code = check_hand(concealed, melds, np.int64(i), tables.melds, work)
        status[i] = code
        masks[i] = 0
        if code != layout.OK:
            bad += 1
            for form in range(6):
                shanten[i, form] = layout.BAD_ROW
            if every:
                for form in range(5):
                    forms[i, form] = 0
            continue
        missing_forms(np.int64(wanted), tables, work, scratch)
        masks[i] = useful_forms(np.int64(every), tables, work, scratch)
        for form in range(6):
            shanten[i, form] = np.int64(work[MISSING + form]) - 1
        if every:
            for form in range(5):
                forms[i, form] = work[USEFUL + form]
    return bad
