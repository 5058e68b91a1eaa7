"""Load the tables of ``data/``: checked against the manifest, read-only, in one named tuple."""

import functools
import hashlib
import io
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import layout

DATA = Path(__file__).parent / "data"


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
        Readings of a suit, drawn in `build_tables`.
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


def load_file(name: str) -> npt.NDArray[Any]:
    """Load one table file and hold it against the manifest."""
    manifest = _manifest()
    path = DATA / f"{name}.npy"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise TableFileError(f"table {path.name} cannot be read: {error}; reinstall fastmcr") from error
    if hashlib.sha256(content).hexdigest() != manifest[name]["sha256"]:
        raise TableFileError(f"table {path.name} does not belong to this version; reinstall fastmcr")
    table: npt.NDArray[Any] = np.load(io.BytesIO(content), allow_pickle=False)
    table.setflags(write=False)
    return table


@functools.cache
def _manifest() -> dict[str, dict[str, Any]]:
    loaded: dict[str, dict[str, Any]] = json.loads((DATA / "MANIFEST.json").read_text(encoding="utf-8"))
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
