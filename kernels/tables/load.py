"""Load the tables of ``data/``: checked against the manifest, read-only, in one named tuple."""

import functools
import hashlib
import io
import json
from importlib import resources
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import layout
from . import data


class TableFileError(RuntimeError):
    """A table file is missing or is not the one this version was made with."""


class Tables(NamedTuple):
    """What the scoring kernels look up; all arrays are read-only.

    Attributes
    ----------
    first : (2031250,) uint16
        By base-5 index of a suit, or `SUIT_STATES` + that of the honors: 1 + the first row of `readings` of this state,
        0 = not complete.
    waits : (2031250,) uint16
        By the same index: bits 0-8 the ranks that complete the suit (with a pair where its tiles leave 1 when divided
        by three, without where they leave 2), bits 9-10 that remainder. 0 for states neither complete nor waiting.
    readings : (r, 3) uint64
        Readings of a suit, drawn in `tables.build`.
    ranks : (8, 40) int32
        Summands of a combination index.
    chow_codes, pung_codes : uint8
        By combination index: row of `outcomes`.
    outcomes : (k, 4) uint64
        Fans of a combination of sets.
    melds : (256, 3) uint64
        By meld code: what the meld adds and what it is.
    """

    first: npt.NDArray[np.uint16]
    waits: npt.NDArray[np.uint16]
    readings: npt.NDArray[np.uint64]
    ranks: npt.NDArray[np.int32]
    chow_codes: npt.NDArray[np.uint8]
    pung_codes: npt.NDArray[np.uint8]
    outcomes: npt.NDArray[np.uint64]
    melds: npt.NDArray[np.uint64]


class AnalysisTables(NamedTuple):
    """What the kernels of hand analysis look up; all arrays are read-only.

    Attributes
    ----------
    regular : (1953125,) uint8
        By base-5 index of a suit: its class of distances to sets and a pair.
    suits : (1953125,) uint32
        By the same index: byte 0 that class, bytes 1-3 those with the tiles 147, 258, 369 of a knitted body on top.
    honors : (78125,) uint8
        By base-5 index of the honors: their class.
    parts : (2441405,) uint16
        By base-5 index of a stretch of 1..9 ranks, the lengths one after another (`PART_START`): row of `vectors`.
    bare : (279936,) uint16
        By base-6 index of the honors, 5 for a kind that may not be used: row of `vectors`.
    vectors : (362, 10) uint8
        Entry 2 * k + p: tiles missing to k sets and p pairs. Rows: suit classes, honor classes, parts, bare honors.
    halves, others, whole
        Join two suits, a suit and the honors, and both: (180, 165, 5) tiles missing to k sets and a pair.
    knitted_halves, knitted_others, knitted_whole
        The same for suits with a knitted body: (89, 50) tiles missing to the body, one set and a pair.
    rests : (3, 180, 165) uint8
        The number of what is left of a hand without one part: of ``[0, suit, other]`` without the first or the second
        suit, ``[1, half, honors]`` without the third, ``[2, half, suit]`` without the honors.
    drawn : (10, r, 128) uint8
        Tiles missing to k sets and a pair by such a rest and the class of the part that it lacks: ``[k]`` with a suit,
        ``[5 + k]`` with the honors.
    knitted_rests, knitted_drawn
        The same with a knitted body: (3, 89, 55) and (2, r, 64).
    first, waits
        As in `Tables`.
    melds : (256, 3) uint64
        As in `Tables`, and a row for `UNKNOWN_SET`.
    """

    regular: npt.NDArray[np.uint8]
    suits: npt.NDArray[np.uint32]
    honors: npt.NDArray[np.uint8]
    parts: npt.NDArray[np.uint16]
    bare: npt.NDArray[np.uint16]
    vectors: npt.NDArray[np.uint8]
    halves: npt.NDArray[np.uint8]
    others: npt.NDArray[np.uint8]
    whole: npt.NDArray[np.uint8]
    knitted_halves: npt.NDArray[np.uint8]
    knitted_others: npt.NDArray[np.uint8]
    knitted_whole: npt.NDArray[np.uint8]
    rests: npt.NDArray[np.uint8]
    drawn: npt.NDArray[np.uint8]
    knitted_rests: npt.NDArray[np.uint8]
    knitted_drawn: npt.NDArray[np.uint8]
    first: npt.NDArray[np.uint16]
    waits: npt.NDArray[np.uint16]
    melds: npt.NDArray[np.uint64]


class PartTables(NamedTuple):
    """The fields of `AnalysisTables` that hands beside melds need: few, as every helper call copies them."""

    regular: npt.NDArray[np.uint8]
    honors: npt.NDArray[np.uint8]
    parts: npt.NDArray[np.uint16]
    bare: npt.NDArray[np.uint16]
    vectors: npt.NDArray[np.uint8]


def load_file(name: str) -> npt.NDArray[Any]:
    """Load one table file and hold it against the manifest."""
    manifest = _manifest()
    try:
        content = _content(f"{name}.npy")
    except OSError as error:
        raise TableFileError(f"table {name}.npy cannot be read: {error}; reinstall fastmcr") from error
    if hashlib.sha256(content).hexdigest() != manifest.get(name, {}).get("sha256"):
        raise TableFileError(f"table {name}.npy does not belong to this version; reinstall fastmcr")
    table: npt.NDArray[Any] = np.load(io.BytesIO(content), allow_pickle=False)
    table.setflags(write=False)
    return table


def _content(name: str) -> bytes:
    """Read a file of the package, be it in a folder or an archive; opened anew, as a fork would share what is open."""
    return (resources.files(data) / name).read_bytes()


@functools.cache
def _manifest() -> dict[str, dict[str, Any]]:
    try:
        loaded: dict[str, dict[str, Any]] = json.loads(_content("MANIFEST.json"))
    except (OSError, ValueError) as error:
        raise TableFileError(f"MANIFEST.json of the tables cannot be read: {error}; reinstall fastmcr") from error
    return loaded


@functools.cache
def load_tables() -> Tables:
    """Return the tables that scoring kernels need; loaded once a process.

    Returns
    -------
    Tables
        Read-only arrays, to be passed to `score_row` and its kin.

    Raises
    ------
    TableFileError
        If a file is missing or was changed.
    """
    states, waiting = load_file("suit_states"), load_file("wait_states")
    size = layout.SUIT_STATES + 5**7
    first = np.zeros(size, np.uint16)
    first[states] = load_file("suit_readings") + np.uint16(1)
    waits = np.zeros(size, np.uint16)
    waits[states] = _remainder(states) << 9
    waits[waiting] = load_file("wait_masks") | (_remainder(waiting) << 9)
    first.setflags(write=False)
    waits.setflags(write=False)
    rest = [load_file(name) for name in ("readings", "ranks", "chow_codes", "pung_codes", "outcomes", "melds")]
    return Tables(first, waits, *rest)


def _remainder(states: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint16]:
    """Return the number of tiles of each state, modulo 3."""
    left = np.where(states < layout.SUIT_STATES, states, states - layout.SUIT_STATES)
    tiles = sum(left // 5**rank % 5 for rank in range(9))
    return np.asarray(tiles % 3, np.uint16)


def _followed() -> dict[str, npt.NDArray[np.uint16]]:
    """Follow every automaton for every state: the class of each base index, the lowest rank counting least."""
    steps, sizes = load_file("automaton_steps"), load_file("automaton_sizes")
    classes: dict[str, npt.NDArray[np.uint16]] = {}
    row = 0
    for (name, ranks), lengths in zip(layout.AUTOMATA, sizes, strict=True):
        symbols = 6 if name == "bare" else 5
        state = np.zeros(1, np.uint16)
        for length in lengths[:ranks].tolist():
            state = np.ascontiguousarray(steps[row : row + length, :symbols][state].T).reshape(-1)
            row += length
        classes[name] = state
    return classes


@functools.cache
def load_analysis_tables() -> AnalysisTables:
    """Return the tables that the kernels of hand analysis need; made once a process.

    Returns
    -------
    AnalysisTables
        Read-only arrays.

    Raises
    ------
    TableFileError
        If a file is missing or was changed.
    """
    classes = _followed()
    suits = classes["suit"].astype(np.uint32)
    for body in range(3):
        suits |= classes[f"body{body}"].astype(np.uint32) << np.uint32(8 * body + 8)
    kinds = [load_file(f"{name}_vectors") for name in ("suit", "honor", "part", "bare")]
    starts = np.cumsum([0] + [len(kind) for kind in kinds])
    scoring = load_tables()
    melds = scoring.melds.copy()
    melds[layout.UNKNOWN_SET] = (0, melds[0, 1], 1)
    made = AnalysisTables(
        regular=classes["suit"].astype(np.uint8),
        suits=suits,
        honors=classes["honor"].astype(np.uint8),
        parts=np.concatenate([classes[f"part{ranks}"] for ranks in range(1, 10)]) + np.uint16(starts[2]),
        bare=classes["bare"] + np.uint16(starts[3]),
        vectors=np.concatenate(kinds),
        halves=load_file("plain_halves"),
        others=load_file("plain_others"),
        whole=load_file("plain_whole"),
        knitted_halves=load_file("knitted_halves"),
        knitted_others=load_file("knitted_others"),
        knitted_whole=load_file("knitted_whole").reshape(89, 50),
        rests=load_file("plain_rests"),
        drawn=load_file("plain_drawn"),
        knitted_rests=load_file("knitted_rests"),
        knitted_drawn=load_file("knitted_drawn"),
        first=scoring.first,
        waits=scoring.waits,
        melds=melds,
    )
    for array in made:
        array.setflags(write=False)
    return made
