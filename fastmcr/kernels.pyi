"""The written contract between the face and the compiled core: the face calls nothing that is not listed here.

A test holds this file to the running module.

`concealed`, here and in the packed row of `score_one`, counts all concealed tiles; `win` says which of them is the
winning one. A row whose winning tile is not among them is refused as `BAD_TILE`.
"""

from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
Halves = npt.NDArray[np.uint16]

P = ParamSpec("P")
R = TypeVar("R")

layout: ModuleType
play_layout: ModuleType

class Tables(NamedTuple):
    first: npt.NDArray[np.uint16]
    waits: npt.NDArray[np.uint16]
    readings: Words
    ranks: npt.NDArray[np.int32]
    chow_codes: Bytes
    pung_codes: Bytes
    outcomes: Words
    melds: Words

class AnalysisTables(NamedTuple):
    regular: Bytes
    suits: npt.NDArray[np.uint32]
    honors: Bytes
    parts: npt.NDArray[np.uint16]
    bare: npt.NDArray[np.uint16]
    vectors: Bytes
    halves: Bytes
    others: Bytes
    whole: Bytes
    knitted_halves: Bytes
    knitted_others: Bytes
    knitted_whole: Bytes
    rests: Bytes
    drawn: Bytes
    knitted_rests: Bytes
    knitted_drawn: Bytes
    first: npt.NDArray[np.uint16]
    waits: npt.NDArray[np.uint16]
    melds: Words

class Entries(NamedTuple):
    words: Words
    first: Ints
    found: Words
    limits: Ints
    stack: Words
    deepest: Ints
    own: Ints

class Rulings(NamedTuple):
    bars: Words
    points: Ints
    switches: Ints
    shared: Ints
    present: Ints
    present_left: Ints
    codes: Ints
    chows_left: npt.NDArray[np.int16]
    pungs_left: npt.NDArray[np.int16]

class FanTables(NamedTuple):
    steps: Halves
    vectors: Words
    groups: Words
    heads: Words
    combinations: Ints
    ranks: Words

def direct(function: Callable[P, R]) -> Callable[P, R]: ...
def load_tables() -> Tables: ...
def load_analysis_tables() -> AnalysisTables: ...
def shanten_rows(
    concealed: Bytes,
    melds: Bytes,
    wanted: int,
    tables: AnalysisTables,
    work: Words,
    scratch: npt.NDArray[np.int64],
    status: Bytes,
    shanten: npt.NDArray[np.int8],
) -> int: ...
def useful_rows(
    concealed: Bytes,
    melds: Bytes,
    wanted: int,
    tables: AnalysisTables,
    work: Words,
    scratch: npt.NDArray[np.int64],
    status: Bytes,
    shanten: npt.NDArray[np.int8],
    masks: Words,
    forms: Words,
) -> int: ...
def waits_rows(
    concealed: Bytes,
    melds: Bytes,
    visible: Bytes,
    four_alike: bool,
    tables: AnalysisTables,
    work: Words,
    status: Bytes,
    formal: Words,
    live: Words,
) -> int: ...
def discards_rows(
    concealed: Bytes,
    melds: Bytes,
    tables: AnalysisTables,
    work: Words,
    scratch: npt.NDArray[np.int64],
    status: Bytes,
    shanten: npt.NDArray[np.int8],
    masks: Words,
) -> int: ...
def target_words() -> Words: ...
def empty_entries() -> Entries: ...
def rulings_of(bars: Words, points: Ints, switches: Ints, tables: Tables, dear: bool = True) -> Rulings: ...
def distance_rows(
    concealed: Bytes,
    melds: Bytes,
    prevalent: Bytes,
    seat: Bytes,
    points: int,
    forms: AnalysisTables,
    tables: Tables,
    table: Words,
    rulings: Rulings,
    work: Words,
    bounds: Ints,
    entries: Entries,
    status: Bytes,
    distances: npt.NDArray[np.int8],
) -> int: ...
def load_fan_tables() -> FanTables: ...
def spoilers_of(bars: Words) -> tuple[Ints, Ints]: ...
def fan_scratch(groups: int, combinations: int) -> tuple[Words, Words, Words, Ints, Ints, Ints, Entries]: ...
def fan_distance_rows(
    concealed: Bytes,
    melds: Bytes,
    prevalent: Bytes,
    seat: Bytes,
    forms: AnalysisTables,
    tables: Tables,
    table: Words,
    steps: Halves,
    vectors: Words,
    groups: Words,
    heads: Words,
    combinations: Ints,
    ranks: Words,
    bars: Words,
    switches: Ints,
    spoilers: Ints,
    spoilers_in_pairs: Ints,
    work: Words,
    w: Words,
    tiles: Words,
    members: Ints,
    costs: Ints,
    bounds: Ints,
    entries: Entries,
    status: Bytes,
    distances: npt.NDArray[np.int8],
) -> int: ...
def routes_one(
    concealed: Bytes,
    melds: Bytes,
    left: Bytes,
    prevalent: int,
    seat: int,
    points: int,
    concealed_reading: bool,
    start: int,
    slack: int,
    forms: AnalysisTables,
    tables: Tables,
    table: Words,
    rulings: Rulings,
    work: Words,
    bounds: Ints,
    entries: Entries,
    groups: Words,
    targets: Words,
) -> int: ...
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
    first: npt.NDArray[np.uint16],
    waits: npt.NDArray[np.uint16],
    readings: Words,
    ranks: npt.NDArray[np.int32],
    chow_codes: Bytes,
    pung_codes: Bytes,
    outcomes: Words,
    melds: Words,
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
def step_rows(
    state: Bytes,
    rows: Bytes,
    command: int,
    actions: npt.NDArray[np.int16],
    seeds: Words,
    base: np.uint64,
    first: int,
    numbers: npt.NDArray[np.int64],
    prevalent: Bytes,
    options: npt.NDArray[np.int64],
    tables: Tables,
    bars: Words,
    points: npt.NDArray[np.int64],
    switches: npt.NDArray[np.int64],
    work: Words,
    status: Bytes,
    actor: npt.NDArray[np.int8],
    mask: Bytes,
    finished: Bytes,
    scores: npt.NDArray[np.int32],
) -> int: ...
def choose_rows(mask: Bytes, streams: Words, actions: npt.NDArray[np.int16]) -> int: ...
def observe_rows(state: Bytes, seats: npt.NDArray[np.int8], seen: Bytes) -> int: ...
def decision_rows(
    state: Bytes,
    actor: npt.NDArray[np.int8],
    mask: Bytes,
    actions: npt.NDArray[np.int16],
    first: int,
    rows: Bytes,
    deal: npt.NDArray[np.int32],
    action: npt.NDArray[np.int16],
) -> int: ...
def plane_rows(seen: Bytes, planes: Bytes) -> int: ...
