"""The written contract between the face and the compiled core: the face calls nothing that is not listed here.

A test holds this file to the running module.
"""

from types import ModuleType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]

layout: ModuleType

class Tables(NamedTuple):
    first: npt.NDArray[np.uint16]
    waits: npt.NDArray[np.uint16]
    readings: Words
    ranks: npt.NDArray[np.int32]
    chow_codes: Bytes
    pung_codes: Bytes
    outcomes: Words
    melds: Words

def load_tables() -> Tables: ...
def score_rows(
    concealed: Bytes,
    melds: Bytes,
    win: Bytes,
    conditions: npt.NDArray[np.uint16],
    prevalent: Bytes,
    seat: Bytes,
    flowers: Bytes,
    given: Bytes,
    tables: Tables,
    bars: Words,
    points: npt.NDArray[np.int64],
    switches: npt.NDArray[np.int64],
    work: Words,
    status: Bytes,
    total: npt.NDArray[np.int16],
    flags: Words,
    repeats: Words,
    reading: Bytes,
    found: Words,
) -> int: ...
def score_one(
    row: Bytes,
    tables: Tables,
    bars: Words,
    points: npt.NDArray[np.int64],
    switches: npt.NDArray[np.int64],
    work: Words,
) -> int: ...
def score_row(
    concealed: Bytes,
    melds: Bytes,
    first: int,
    i: int,
    win: int,
    conditions: int,
    prevalent: int,
    seat: int,
    flowers: int,
    tables: Tables,
    bars: Words,
    points: npt.NDArray[np.int64],
    switches: npt.NDArray[np.int64],
    work: Words,
) -> int: ...
def text_rows(
    text: Bytes,
    ends: npt.NDArray[np.int64],
    concealed: Bytes,
    melds: Bytes,
    win: Bytes,
    conditions: npt.NDArray[np.uint16],
    prevalent: Bytes,
    seat: Bytes,
    flowers: Bytes,
    winds_given: Bytes,
    status: Bytes,
) -> int: ...
