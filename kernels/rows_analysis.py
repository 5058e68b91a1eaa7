"""The loops over rows of hand analysis."""

import numpy as np
from numba import types

from . import layout
from .check import COUNTS, HELD, INDEX, TOTAL
from .jit import (
    BYTES,
    HALVES,
    OUT_BYTES,
    OUT_WORD_ROWS,
    OUT_WORDS,
    ROWS,
    WORD_ROWS,
    Bytes,
    Ints,
    Words,
    inlined,
    kernel,
)
from .shanten import MISSING, check_hand, missing_forms
from .tables import AnalysisTables
from .useful import USEFUL, useful_forms
from .waits import formal_waits

UINT32S = types.Array(types.uint32, 1, "C", readonly=True)
CUBE = types.Array(types.uint8, 3, "C", readonly=True)
SIGNED_ROWS = types.int8[:, ::1]
SCRATCH_INTS = types.int64[::1]
ANALYSIS = types.NamedTuple(  # type: ignore[no-untyped-call]
    [BYTES, UINT32S, BYTES, HALVES, HALVES, ROWS, ROWS, ROWS, CUBE, ROWS, ROWS, ROWS, HALVES, HALVES, WORD_ROWS],
    AnalysisTables,
)


@inlined
def is_drawn(work: Words) -> bool:
    """Say whether a packed row has 3n+2 tiles."""
    tiles = np.int64(0)
    for suit in range(4):
        for rank in range(9):
            tiles += np.int64((work[HELD + suit] >> np.uint64(4 * rank)) & np.uint64(15))
    return bool(tiles == 14 - 3 * np.int64(work[COUNTS] & np.uint64(255)))


@kernel(
    types.int64(
        ROWS, ROWS, types.int64, ANALYSIS, OUT_WORDS, SCRATCH_INTS, OUT_BYTES, SIGNED_ROWS,
    )
)  # fmt: skip
def shanten_rows(
    concealed: Bytes, melds: Bytes, wanted: int, tables: AnalysisTables, work: Words, scratch: Ints,
    status: Bytes, shanten: Bytes,
) -> int:  # fmt: skip
    """Write the shanten of each form and of the best one.

    Parameters
    ----------
    concealed : (n, 34) uint8
        All concealed tiles.
    melds : (n, 4) uint8
        Meld codes or `UNKNOWN_SET`.
    wanted : int
        Mask of forms, bit 0 regular to bit 4 knitted straight; the others are `UNREACHABLE`.
    tables : AnalysisTables
    work : (40,) uint64
    scratch : (384,) int64
        Scratch.
    status : (n,) uint8
    shanten : (n, 6) int8
        Written; `BAD_ROW` in rows that are not `OK`.

    Returns
    -------
    int
        Number of rows that are not `OK`.
    """
    bad = 0
    for i in range(concealed.shape[0]):
        code = check_hand(concealed, melds, np.int64(i), tables.melds, work)
        status[i] = code
        if code != layout.OK:
            bad += 1
            for form in range(6):
                shanten[i, form] = layout.BAD_ROW
            continue
        missing_forms(wanted, tables, work, scratch)
        for form in range(6):
            shanten[i, form] = np.int64(work[MISSING + form]) - 1
    return bad


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
        missing_forms(wanted, tables, work, scratch)
        masks[i] = useful_forms(every, tables, work, scratch)
        for form in range(6):
            shanten[i, form] = np.int64(work[MISSING + form]) - 1
        if every:
            for form in range(5):
                forms[i, form] = work[USEFUL + form]
    return bad


@kernel(types.int64(ROWS, ROWS, ROWS, types.boolean, ANALYSIS, OUT_WORDS, OUT_BYTES, OUT_WORDS, OUT_WORDS))
def waits_rows(
    concealed: Bytes, melds: Bytes, visible: Bytes, four_alike: bool, tables: AnalysisTables, work: Words,
    status: Bytes, formal: Words, live: Words,
) -> int:  # fmt: skip
    """Write the waits of rows of 3n+1 tiles.

    Parameters
    ----------
    concealed, melds, tables, work, status
        As in `shanten_rows`.
    visible : (n, 34) or (0, 34) uint8
        Copies that the player sees outside his own tiles; none if it has no rows.
    four_alike : bool
        Whether four alike may serve as two pairs.
    formal, live : (n,) uint64
        Tiles that complete the hand, and those of them of which a copy is left; bit = tile; written.

    Returns
    -------
    int
        Number of rows that are not `OK`.
    """
    bad = 0
    seen = visible.shape[0] > 0
    for i in range(concealed.shape[0]):
        code = check_hand(concealed, melds, np.int64(i), tables.melds, work)
        if code == layout.OK and is_drawn(work):
            code = layout.TILE_COUNT
        formal[i] = 0
        live[i] = 0
        if code == layout.OK:
            mask = formal_waits(four_alike, tables.first, tables.waits, work)
            left = np.uint64(0)
            for suit in range(4):
                for rank in range(7 if suit == 3 else 9):
                    own = np.int64((work[TOTAL + suit] >> np.uint64(4 * rank)) & np.uint64(15))
                    if seen:
                        own += np.int64(visible[i, 9 * suit + rank])
                        if own > 4:
                            code = layout.FIFTH_COPY
                    if own < 4:
                        left |= np.uint64(1) << np.uint64(9 * suit + rank)
            if code == layout.OK:
                formal[i] = mask
                live[i] = mask & left
        status[i] = code
        bad += code != layout.OK
    return bad


@kernel(types.int64(ROWS, ROWS, ANALYSIS, OUT_WORDS, SCRATCH_INTS, OUT_BYTES, SIGNED_ROWS, OUT_WORD_ROWS))
def discards_rows(
    concealed: Bytes, melds: Bytes, tables: AnalysisTables, work: Words, scratch: Ints,
    status: Bytes, shanten: Bytes, masks: Words,
) -> int:  # fmt: skip
    """Write for rows of 3n+2 tiles the best shanten after each discard and the tiles useful then.

    Parameters
    ----------
    concealed, melds, tables, work, scratch, status
        As in `shanten_rows`.
    shanten : (n, 34) int8
        `UNREACHABLE` for tiles not held, `BAD_ROW` in rows that are not `OK`; written.
    masks : (n, 34) uint64
        Useful tiles, bit = tile; written.

    Returns
    -------
    int
        Number of rows that are not `OK`.
    """
    bad = 0
    for i in range(concealed.shape[0]):
        code = check_hand(concealed, melds, np.int64(i), tables.melds, work)
        if code == layout.OK and not is_drawn(work):
            code = layout.TILE_COUNT
        status[i] = code
        bad += code != layout.OK
        for tile in range(layout.KINDS):
            masks[i, tile] = 0
            shanten[i, tile] = layout.BAD_ROW if code != layout.OK else layout.UNREACHABLE
            if code != layout.OK or concealed[i, tile] == 0:
                continue
            suit = tile // 9
            power = np.uint64(5 ** (tile - 9 * suit))
            bit = np.uint64(1) << np.uint64(4 * (tile - 9 * suit))
            work[INDEX + suit] -= power
            work[HELD + suit] -= bit
            work[TOTAL + suit] -= bit
            missing_forms(31, tables, work, scratch)
            masks[i, tile] = useful_forms(False, tables, work, scratch)
            shanten[i, tile] = np.int64(work[MISSING + 5]) - 1
            work[INDEX + suit] += power
            work[HELD + suit] += bit
            work[TOTAL + suit] += bit
    return bad
