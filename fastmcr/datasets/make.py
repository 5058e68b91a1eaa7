"""Files of random hands, written block by block."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..errors import FileError, InputError, shown
from ..files.optional import need
from ..files.output import is_standard_output, written_out
from ..hands.hand import Meld
from ..kernels import layout
from ..rulebook.tiles import join_tiles
from .complete_hands import Columns
from .populations import BLOCK, POPULATIONS, make_blocks

__all__ = ["FORMATS", "hand_texts", "write_hands"]

MADE = b"fastmcr.made"  # key of the metadata that says how a file was made


def write_hands(
    path: str | os.PathLike[str],
    population: str = "wins",
    rows: int = 1_000_000,
    *,
    seed: int = 1,
    to: str | None = None,
    overwrite: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> int:
    """Write random hands to a file; it appears under its name when it is whole.

    Parameters
    ----------
    path : str or path
        The file, or ``-`` for standard output; its ending says the format, one of `FORMATS`. Parquet and Arrow hold the
        columns of `hand_schema` with ``win`` null in hands of 13 tiles; ``.npy`` holds (n, 34) uint8 counts, for
        populations without melds; ``.jsonl``, ``.csv`` and ``.txt`` hold hand strings.
    population : str
        A key of `POPULATIONS`.
    rows : int
        How many.
    seed : int
        Another seed gives other hands.
    to : str, optional
        The format, whatever the ending says: ``parquet``, ``arrow``, ``npy``, ``jsonl``, ``csv`` or ``text``.
    overwrite : bool
        Replace the file if it is there.
    progress : callable, optional
        Called with (rows done, rows).

    Returns
    -------
    int
        Size of the file in bytes.

    Raises
    ------
    InputError
        If the ending, the population or a number is none that is allowed.
    FileError
        If the file is there already, or cannot be written.
    MissingPackageError
        If pyarrow is wanted and absent.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     size = write_hands(f"{folder}/hands.txt", rows=2)
    ...     print(Path(folder, "hands.txt").read_text(), end="")
    [678s][444s][333s]1888s1s|EE1000|1
    [777m][567m][FFFF,1]3666m3m|NW1000|2
    """
    name = os.fspath(path)
    blocks = make_blocks(population, rows, seed=seed)
    made = {"population": population, "seed": seed, "rows": rows}
    writer = _writer_for(name, to, population)
    folder = Path(name).parent
    if not folder.is_dir():
        raise FileError(f"there is no folder {folder}", path=str(folder))
    with written_out(name, overwrite=overwrite) as unfinished:
        with writer(Path(unfinished), made) as write:
            done = 0
            for block in blocks:
                write(block)
                done += len(block["concealed"])
                if progress is not None:
                    progress(done, rows)
        return os.path.getsize(unfinished)


def _writer_for(name: str, to: str | None, population: str) -> _Writer:
    if to is not None and to not in ENDINGS:
        raise InputError(f"there is no format {shown(to)}; there are {', '.join(ENDINGS)}")
    ending = Path(name).suffix.lower() if to is None else ENDINGS[to]
    if to is None and is_standard_output(name):
        raise InputError(f"standard output has no ending; say the format: --to (to=) {', '.join(ENDINGS)}")
    writer = FORMATS.get(ending)
    if writer is None:
        raise InputError(f"{name} ends in none of {', '.join(FORMATS)}, which say the format")
    if writer is _npy and POPULATIONS[population].has_melds:
        raise InputError(f".npy has no place for melds, and {population} has some; write .parquet or .arrow")
    return writer


# --- formats ---------------------------------------------------------------------------------------------------------

_Write = Callable[[Columns], object]


class _Writer(Protocol):
    """Opens a file and lends a function that adds a block to it."""

    def __call__(self, path: Path, made: dict[str, Any], /) -> Any: ...


def _schema(made: dict[str, Any]) -> Any:
    from .schemas import hand_schema

    return hand_schema().with_metadata({MADE: json.dumps(made).encode()})


def _record_batch(columns: Columns, schema: Any) -> Any:
    from .columns import array_of

    pa = need("pyarrow", extra="bulk")
    rows = len(columns["concealed"])
    arrays = [
        array_of(field.type, columns[field.name], None) if field.name in columns else pa.nulls(rows, field.type)
        for field in schema
    ]
    return pa.record_batch(arrays, schema=schema)


@contextmanager
def _parquet(path: Path, made: dict[str, Any]) -> Iterator[_Write]:
    pq = need("pyarrow.parquet", extra="bulk")
    schema = _schema(made)
    with pq.ParquetWriter(path, schema) as writer:
        yield lambda columns: writer.write_batch(_record_batch(columns, schema), row_group_size=BLOCK)


@contextmanager
def _arrow(path: Path, made: dict[str, Any]) -> Iterator[_Write]:
    ipc = need("pyarrow.ipc", extra="bulk")
    schema = _schema(made)
    with ipc.new_file(str(path), schema) as writer:
        yield lambda columns: writer.write_batch(_record_batch(columns, schema))


@contextmanager
def _npy(path: Path, made: dict[str, Any]) -> Iterator[_Write]:
    with open(path, "wb") as file:
        header = {"descr": "|u1", "fortran_order": False, "shape": (made["rows"], layout.KINDS)}
        np.lib.format.write_array_header_1_0(file, header)
        yield lambda columns: file.write(columns["concealed"].tobytes())


def _lines(before: str, after: str, title: str = "") -> _Writer:
    @contextmanager
    def opened(path: Path, made: dict[str, Any], /) -> Iterator[_Write]:
        with open(path, "w", encoding="ascii", newline="") as file:
            file.write(title)
            yield lambda columns: file.write("".join([f"{before}{text}{after}\n" for text in hand_texts(columns)]))

    return opened


FORMATS: dict[str, _Writer] = {
    ".parquet": _parquet,
    ".pq": _parquet,
    ".arrow": _arrow,
    ".feather": _arrow,
    ".ipc": _arrow,
    ".npy": _npy,
    ".jsonl": _lines('{"hand":"', '"}'),
    ".ndjson": _lines('{"hand":"', '"}'),
    ".csv": _lines('"', '"', title="hand\n"),  # melds may hold a comma
    ".txt": _lines("", ""),
}
"""Ending -> what writes the format."""

ENDINGS = {"parquet": ".parquet", "arrow": ".arrow", "npy": ".npy", "jsonl": ".jsonl", "csv": ".csv", "text": ".txt"}
"""Format -> its first ending."""


# --- hand strings ----------------------------------------------------------------------------------------------------


def hand_texts(columns: Columns) -> list[str]:
    """Return rows as hand strings, each as `str(Hand)` would print it.

    Parameters
    ----------
    columns : dict of str to array
        As from `make_hands`; trusted.

    Returns
    -------
    list of str

    Examples
    --------
    >>> from fastmcr.datasets.populations import make_hands
    >>> hand_texts(make_hands("random13", 1))
    ['68m268p2446789sF|WW0000|2']
    """
    rows = len(columns["concealed"])
    beside_win = columns["concealed"].astype(np.int64)
    if "win" in columns:
        beside_win[np.arange(rows), columns["win"]] -= 1
    powers = 5 ** np.arange(9)
    parts = [_texts(column, _meld_text) for column in columns["melds"].T]
    for suit in range(4):
        counts = beside_win[:, 9 * suit : 9 * suit + 9]
        parts.append(_texts(counts @ powers[: counts.shape[1]], functools.partial(_suit_text, suit)))
    parts.append(_texts(columns["win"], lambda tile: join_tiles([tile])) if "win" in columns else [""] * rows)
    tail = columns["conditions"].astype(np.int64)
    for name, base in (("prevalent", 4), ("seat", 4), ("flowers", 16)):
        tail = tail * base + columns[name]
    parts.append(_texts(tail, _tail_text))
    return list(map("".join, zip(*parts, strict=True)))


def _texts(values: npt.NDArray[Any], text_of: Callable[[int], str]) -> list[str]:
    """Return the text of each value; each value that occurs is put in words once."""
    found, places = np.unique(values, return_inverse=True)
    texts: list[str] = np.array([text_of(int(value)) for value in found], object)[places].tolist()
    return texts


def _meld_text(code: int) -> str:
    return str(Meld.from_code(code)) if code else ""


def _suit_text(suit: int, index: int) -> str:
    counts = [index // 5**rank % 5 for rank in range(9)]
    return join_tiles([9 * suit + rank for rank, count in enumerate(counts) for _ in range(count)])


def _tail_text(packed: int) -> str:
    packed, flowers = divmod(packed, 16)
    packed, seat = divmod(packed, 4)
    conditions, prevalent = divmod(packed, 4)
    about_kong = layout.REPLACEMENT | layout.ROBBED_KONG
    digits = (layout.SELF_DRAWN, layout.LAST_OF_KIND, layout.WALL_LAST, about_kong)
    return f"|{'ESWN'[prevalent]}{'ESWN'[seat]}{''.join(str(int(conditions & bit > 0)) for bit in digits)}|{flowers}"
