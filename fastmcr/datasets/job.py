"""What is to be done, cut into parts: a plan that is written down, and that any process can work at."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ..base.version import __version__
from ..errors import InputError, ResumeError, shown
from ..files.atomic import file_behind
from ..files.optional import need
from ..files.output import refuse_standard_output
from ..files.resumable import PARTS, Parts, refuse_undecodable
from ..files.state import digest_of
from ..rulebook.rules import Rules
from .files import WRITE_SUFFIXES, Input
from .results import results_wanted
from .schema_merge import joint_schema
from .schemas import result_schema
from .sinks import PART_SUFFIXES
from .sources import COLUMN_READERS, Reader, Scan, Schema, bits_of
from .sources_csv import READER as CSV_READER
from .sources_text import TEXT_READERS

pa = need("pyarrow", extra="bulk")

__all__ = ["COMPRESSIONS", "READERS", "Job", "Piece", "Wish", "differences", "plan", "wish_for"]

READERS: dict[str, Reader] = {**COLUMN_READERS, **TEXT_READERS, "csv": CSV_READER}
"""Format -> its reader."""

PART_ROWS = 1 << 17  # rows of a part: a fraction of a second of work
ROW_GROUP_ROWS = 1 << 17
PART_BYTES = 1 << 27  # of what is read and added; wide rows make smaller parts
BATCH_ROWS = 1 << 16  # rows in work at a time
BATCH_BYTES = 1 << 24
COMPRESSIONS = {
    "parquet": ("zstd", "snappy", "lz4", "gzip", "brotli", "none"),
    "arrow": ("none", "zstd", "lz4"),
    "jsonl": ("none",),
}
"""Format of the output -> what it can be compressed with, the default first."""


@dataclass(frozen=True)
class Wish:
    """What the caller asks for; two calls that ask for the same go on with the same work."""

    inputs: tuple[Input, ...]
    output: str
    """Absolute path."""
    to: str
    """Format of the output."""
    what: tuple[str, ...]
    rules: dict[str, Any]
    """Switches of the rules that differ from the default."""
    row_group_size: int
    """Rows of a row group or record batch."""
    compression: str | None
    """None: the first of `COMPRESSIONS`."""
    part_rows: int
    version: str = __version__

    @property
    def codec(self) -> str:
        """Compression of the output."""
        return self.compression or COMPRESSIONS[self.to][0]

    @property
    def folder(self) -> str:
        """Where parts are kept until the output is whole."""
        return self.output + PARTS


class Piece(NamedTuple):
    """Rows of one file: whole units, or some rows of one."""

    source: int
    """Place in `Wish.inputs`."""
    first: int
    """The first unit."""
    last: int
    """The last one."""
    skip: int
    """Rows of the unit before these."""
    rows: int
    of: int
    """Rows of the units in all."""

    @property
    def whole(self) -> bool:
        """Whether these are all rows of the units."""
        return self.rows == self.of


@dataclass(frozen=True)
class Job:
    """A wish, and the parts that fulfil it. Small, made of plain values, and the same in every process.

    `save` and `load` keep it in the folder of the work: a task on another machine needs only the name of that folder.
    """

    wish: Wish
    parts: tuple[tuple[Piece, ...], ...]
    """The rows of the output in order. At least one part, which may be empty."""
    schema_bytes: str
    """The schema of all inputs, serialized, in base 64."""
    details: tuple[Any, ...]
    """What the reader of each input wants to find again."""
    batch_rows: int
    """Rows that are in work at a time."""
    input_rows: tuple[int, ...]
    """Of each input."""

    @cached_property
    def schema(self) -> Schema:
        """The schema of all inputs."""
        return pa.ipc.read_schema(pa.py_buffer(base64.b64decode(self.schema_bytes)))

    @cached_property
    def rules(self) -> Rules:
        """The rules of the wish."""
        return Rules(**self.wish.rules)

    @property
    def rows(self) -> int:
        """Rows of all parts."""
        return sum(map(self.rows_of, range(len(self.parts))))

    def rows_of(self, part: int) -> int:
        """Return the number of rows of a part."""
        return sum(piece.rows for piece in self.parts[part])

    @cached_property
    def files(self) -> Parts:
        """The files of the parts."""
        return Parts(self.wish.output, PART_SUFFIXES[self.wish.to], digest_of(self.to_dict()))

    def to_dict(self) -> dict[str, Any]:
        """Return the job as JSON can hold it."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Job:
        """Return the job that `to_dict` gave.

        Raises
        ------
        ResumeError
            If it is none of this version, or its parts are not the rows of its inputs.
        """
        try:
            wish = data["wish"] | {"inputs": tuple(Input(*source) for source in data["wish"]["inputs"])}
            wish["what"] = tuple(wish["what"])
            parts = tuple(tuple(Piece(*piece) for piece in part) for part in data["parts"])
            job = cls(
                Wish(**wish),
                parts,
                data["schema_bytes"],
                tuple(data["details"]),
                data["batch_rows"],
                tuple(data["input_rows"]),
            )
            _check_parts(job)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ResumeError(f"no job of fastmcr {__version__}: {error}") from None
        return job


def _check_parts(job: Job) -> None:
    """Raise ValueError if the parts do not hold each row of the inputs once and in order."""
    pieces = [piece for part in job.parts for piece in part]
    places = [(piece.source, piece.first, piece.skip) for piece in pieces]
    if not job.parts or places != sorted(set(places)):
        raise ValueError("its parts are not in order")
    for source, rows in enumerate(job.input_rows):
        found = sum(piece.rows for piece in pieces if piece.source == source)
        if found != rows:
            raise ValueError(f"its parts hold {found:,} of the {rows:,} rows of {job.wish.inputs[source].path}")


def differences(there: Wish, here: Wish) -> list[str]:
    """Say in what a wish differs from the one of unfinished work."""
    found = []
    if [source.path for source in there.inputs] != [source.path for source in here.inputs]:
        found.append(f"it reads {_paths(there)}, not {_paths(here)}")
    else:
        for old, new in zip(there.inputs, here.inputs, strict=True):
            if old[2:] != new[2:]:
                found.append(f"{new.path} has changed since")
            elif old != new:
                found.append(f"{new.path} is read as {old.format}, not {new.format}")
    for name, words in _TOLD.items():
        old, new = getattr(there, name), getattr(here, name)
        if old != new:
            found.append(f"{words} {_word(old)}, not {_word(new)}")
    return found


_TOLD = {
    "what": "it computes",
    "to": "its format is",
    "rules": "its rules are",
    "row_group_size": "its row group size is",
    "compression": "its compression is",
    "part_rows": "its parts have rows",
    "version": "it was begun by version",
}


def _paths(wish: Wish) -> str:
    first = wish.inputs[0].path
    return first if len(wish.inputs) == 1 else f"{first} and {len(wish.inputs) - 1} more"


def _word(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={switch}" for name, switch in value.items()) or "the default"
    return ",".join(value) if isinstance(value, tuple) else "the default" if value is None else str(value)


# --- wishes ----------------------------------------------------------------------------------------------------------


def wish_for(
    inputs: Sequence[Input],
    output: str,
    what: str | Iterable[str],
    *,
    rules: Rules | str = "default",
    to: str | None = None,
    row_group_size: int | None = None,
    compression: str | None = None,
    part_rows: int | None = None,
) -> Wish:
    """Return what a call asks for, or say what in it cannot be.

    Raises
    ------
    InputError
        If the output is an input, or an option has a value that it cannot have.
    FileError
        If something else than a file is where the output is to be.
    """
    refuse_standard_output(output, "a run that was stopped goes on from what is kept beside OUT; name a file")
    kind = to or _format_of(output)
    if kind not in COMPRESSIONS:
        raise InputError(f"there is no format {shown(kind)} to write; there are {', '.join(COMPRESSIONS)}")
    path = os.path.abspath(output)
    if os.path.isdir(path):
        raise InputError(f"the output {output} is a folder; name a file")
    path = file_behind(path)
    for name in (path, *(os.path.abspath(source.path) for source in inputs)):
        refuse_undecodable(name)
    for source in inputs:
        if os.path.realpath(source.path) == os.path.realpath(path):
            raise InputError(f"{output} is both read and written; name another output")
    if compression is not None and compression not in COMPRESSIONS[kind]:
        raise InputError(f"{kind} has no compression {shown(compression)}; there are {', '.join(COMPRESSIONS[kind])}")
    rows = PART_ROWS if part_rows is None else part_rows
    group = ROW_GROUP_ROWS if row_group_size is None else row_group_size
    for name, value in (("row_group_size", group), ("part_rows", rows)):
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value < 1 << 31:
            raise InputError(f"{name} must be 1 or more rows, not {shown(value)}")
    switches = {name: here for name, (here, _) in Rules.coerce(rules).differences("default").items()}
    read = tuple(source._replace(path=os.path.abspath(source.path)) for source in inputs)
    asked = results_wanted(what)
    return Wish(read, path, kind, asked, switches, group, compression, rows)


def _format_of(output: str) -> str:
    suffix = os.path.splitext(output)[1].lower()
    if suffix in (".csv", ".txt", ".npy", ".json", ".arrows", ".gz", ".zst"):
        raise InputError(f"{output}: {suffix} cannot be written; the output ends in {', '.join(WRITE_SUFFIXES)}")
    return WRITE_SUFFIXES.get(suffix, "parquet")


# --- plans -----------------------------------------------------------------------------------------------------------


def plan(wish: Wish) -> Job:
    """Look through the inputs and cut the work into parts.

    Parameters
    ----------
    wish : Wish
        What is asked for.

    Returns
    -------
    Job

    Raises
    ------
    FileError
        If an input cannot be read, or the columns of the inputs are not the same.
    InputError
        If there are no hands among the columns, or one has the name of a result.

    Notes
    -----
    A part is at most `Wish.part_rows` rows: several small units, also of several files, or a piece of a large one.
    """
    scans = [READERS[source.format].scan(source.path) for source in wish.inputs]
    schema = joint_schema(wish.inputs, [scan.schema for scan in scans])
    rows = sum(unit[0] for scan in scans for unit in scan.units)
    width = sum(unit[1] for scan in scans for unit in scan.units) // max(rows, 1) + _added_bytes(wish)
    return Job(
        wish,
        _parts(scans, max(1, min(wish.part_rows, PART_BYTES // width))),
        base64.b64encode(schema.serialize().to_pybytes()).decode(),
        tuple(scan.details for scan in scans),
        max(1, min(BATCH_ROWS, BATCH_BYTES // width)),
        tuple(sum(rows for rows, _ in scan.units) for scan in scans),
    )


def _added_bytes(wish: Wish) -> int:
    """Return roughly how many bytes the results of a row take."""
    return sum(bits_of(field.type) for field in result_schema(wish.what)) // 8 + 1


def _parts(scans: Sequence[Scan], most: int) -> tuple[tuple[Piece, ...], ...]:
    """Return parts of at most so many rows."""
    parts: list[list[Piece]] = [[]]
    room = most
    for source, scan in enumerate(scans):
        for unit, (rows, _) in enumerate(scan.units):
            for skip in range(0, rows, most):
                taken = min(most, rows - skip)
                if parts[-1] and (skip or rows > room):
                    parts.append([])
                    room = most
                _add(parts[-1], Piece(source, unit, unit, skip, taken, rows))
                room -= taken
    return tuple(map(tuple, parts))


def _add(part: list[Piece], piece: Piece) -> None:
    """Add a piece, as one with the piece before it where they are neighbours and whole."""
    last = part[-1] if part else None
    if last and last.whole and piece.whole and last.source == piece.source and last.last + 1 == piece.first:
        part[-1] = last._replace(last=piece.last, rows=last.rows + piece.rows, of=last.of + piece.of)
    else:
        part.append(piece)
