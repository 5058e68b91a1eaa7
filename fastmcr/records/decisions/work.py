"""Work on a file of decisions: what is asked for, what is there already, and what stands in the way."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from ...base.version import __version__
from ...datasets.sinks import PART_SUFFIXES, join_parts
from ...errors import FileError, InputError, ResumeError
from ...files.atomic import file_behind
from ...files.resumable import (
    AWAY,
    PARTS,
    NewPart,
    Parts,
    held,
    job_path,
    parts_kept,
    refuse_changed,
    refuse_undecodable,
)
from ...files.state import as_plain, digest_of, read_state, write_state
from .batch import DealName, Skipped

__all__ = ["GROUP_ROWS", "Done", "FeatureWish", "FeatureWork", "Place", "feature_work"]

GROUP_ROWS = 1 << 16  # rows of a row group: 30 MB


class SourceFile(NamedTuple):
    """A file that is read, and what it was like when the work began."""

    path: str
    size: int
    """Bytes."""
    modified: int
    """Nanoseconds since 1970."""


class Place(NamedTuple):
    """How far the records were read."""

    file: int
    """Place in the inputs."""
    records: int
    """Records of it that are done."""


@dataclass(frozen=True)
class Done:
    """What came of a part."""

    rows: int
    deals: int
    skipped: tuple[Skipped, ...]
    place: Place
    """Behind its last record."""
    last: bool
    """Whether nothing comes after it."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        return asdict(self) | {"skipped": [[*one.deal, one.place, one.reason] for one in self.skipped]}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Done:
        """Return what `to_dict` made."""
        skipped = tuple(Skipped(DealName(*one[:3]), *one[3:]) for one in data["skipped"])
        return cls(data["rows"], data["deals"], skipped, Place(*data["place"]), data["last"])


@dataclass(frozen=True)
class FeatureWish:
    """What the caller asks for; two calls that ask for the same go on with the same work."""

    inputs: tuple[SourceFile, ...]
    output: str
    """Absolute path."""
    format: str
    """Of all inputs, empty if their content tells it."""
    order: str
    extras: tuple[str, ...]
    compression: str
    part_deals: int
    version: str = __version__

    @classmethod
    def of(
        cls, files: Sequence[str], output: str, format: str, order: str, extras: tuple[str, ...], compression: str,
        part_deals: int,
    ) -> FeatureWish:  # fmt: skip
        """Look at the files and return the wish.

        Raises
        ------
        InputError
            If the output is an input, or a folder.
        FileError
            If an input is gone, or the output is no file.
        """
        if os.path.isdir(output):
            raise InputError(f"the output {output} is a folder; name a file")
        output = file_behind(output)
        refuse_undecodable(output)
        inputs = []
        for name in files:
            if os.path.realpath(name) == os.path.realpath(output):
                raise InputError(f"{name} is both read and written; name another output")
            inputs.append(SourceFile(name, *_look(name)))
        return cls(tuple(inputs), output, format, order, extras, compression, part_deals)

    @property
    def folder(self) -> str:
        """Where parts are kept until the output is whole."""
        return self.output + PARTS

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON holds it."""
        data: dict[str, Any] = as_plain(asdict(self))
        return data


def _look(path: str) -> tuple[int, int]:
    """Return size and time of a file."""
    try:
        state = os.stat(path)
    except OSError as error:
        raise FileError(f"{path}: {(error.strerror or str(error)).lower()}", path=path) from None
    return state.st_size, state.st_mtime_ns


@dataclass
class FeatureWork:
    """Work on one output, while nobody else can be at it.

    Attributes
    ----------
    wish : FeatureWish
    parts : dict of int to Done
        What is there, by the number of the part.
    damaged : int
        Parts that were done before, and that the disk has damaged.
    finished : list of Done or None
        If nothing is left to do: what the output holds.
    """

    wish: FeatureWish
    parts: dict[int, Done] = field(default_factory=dict)
    damaged: int = 0
    finished: list[Done] | None = None

    @cached_property
    def files(self) -> Parts:
        """The files of the parts."""
        return Parts(self.wish.output, PART_SUFFIXES["parquet"], digest_of(self.wish.to_dict()))

    @contextmanager
    def writing(self, number: int) -> Iterator[NewPart]:
        """Lend a file to write a part to, which is kept if `Done.to_dict` is told of it."""
        with self.files.writing(number) as new:
            yield new
        self.parts[number] = Done.from_dict(new.told)

    def kept(self) -> str:
        """Say how far it came."""
        return parts_kept(len(self.parts))

    def read_parts(self) -> None:
        """Find the parts that are there."""
        names = sorted(os.listdir(self.wish.folder))
        for number in (int(name[:-5]) for name in names if name[:-5].isdigit() and name.endswith(".json")):
            told = self.files.told(number)
            if told is None:
                self.damaged += 1
            else:
                self.parts[number] = Done.from_dict(told)

    def finish(self, redo: Callable[[], object]) -> None:
        """Join all parts to the output, and remove them.

        Parameters
        ----------
        redo : callable
            Does the parts that are no longer among `parts`: those of which the disk has not kept every byte.

        Raises
        ------
        ResumeError
            If an input has changed.
        FileError
            If the output cannot be written, or a part is damaged again and again; the parts are kept.
        """
        refuse_changed(self.wish.inputs)

        def redo_part(number: int) -> None:
            del self.parts[number]
            self.damaged += 1
            redo()

        def join(path: str) -> list[dict[str, Any]]:
            paths = self.files.whole(range(len(self.parts)), redo_part)
            rows = join_parts("parquet", paths, path, group_rows=GROUP_ROWS, compression=self.wish.compression)
            refuse_changed(self.wish.inputs)
            done = [self.parts[number] for number in range(len(self.parts))]
            wanted = sum(part.rows for part in done)
            if rows != wanted:
                raise FileError(f"the parts hold {rows:,} of {wanted:,} decisions; {AWAY}", path=path)
            return [part.to_dict() for part in done]

        self.files.finish(self.wish.to_dict(), join)


@contextmanager
def feature_work(wish: FeatureWish, *, restart: bool = False, overwrite: bool = False) -> Iterator[FeatureWork]:
    """Begin work on a wish, or go on with it; nobody else can until the block is left.

    Parameters
    ----------
    wish : FeatureWish
    restart : bool
        Throw unfinished work away.
    overwrite : bool
        Replace an output that is there, when the new one is whole.

    Yields
    ------
    FeatureWork

    Raises
    ------
    FileError
        If the output is there already, or the folder of the work cannot be used.
    ResumeError
        If another process is at this output, or unfinished work there is of another kind.
    """
    with held(wish.output, wish.to_dict(), restart=restart, overwrite=overwrite) as finished:
        if finished is not None:
            yield FeatureWork(wish, finished=[Done.from_dict(part) for part in finished])
            return
        job = job_path(wish.folder)
        work = FeatureWork(wish)
        if os.path.lexists(job):
            _refuse_other(job, wish)
            work.read_parts()
        else:
            write_state(job, wish.to_dict())
        yield work


def _refuse_other(job: str, wish: FeatureWish) -> None:
    """Raise an error if unfinished work is not that of the wish."""
    try:
        there = read_state(job)
    except (OSError, ResumeError) as error:
        raise ResumeError(f"{wish.folder} holds unfinished work that cannot be read ({error}); {AWAY}") from None
    here = wish.to_dict()
    if there == here:
        return
    found = []
    if isinstance(there, dict) and {"inputs", *_TOLD} <= set(there):
        old, new = ([source[0] for source in data["inputs"]] for data in (there, here))
        if old != new:
            found.append("it reads other files")
        elif there["inputs"] != here["inputs"]:
            changed = next(b[0] for a, b in zip(there["inputs"], here["inputs"], strict=True) if a != b)
            found.append(f"{changed} has changed since")
        for name, words in _TOLD.items():
            if there[name] != here[name]:
                found.append(f"{words} {_word(there[name])}, not {_word(here[name])}")
    what = "; ".join(found) or "it is of another kind"
    raise ResumeError(f"{wish.folder} holds unfinished work that is not this: {what}. Finish it, or {AWAY}")


_TOLD = {
    "format": "its records are read as",
    "order": "its order is",
    "extras": "its further columns are",
    "compression": "its compression is",
    "part_deals": "its parts have deals",
    "version": "it was begun by version",
}


def _word(value: Any) -> str:
    if isinstance(value, list):
        return " and ".join(value) or "none"
    return str(value) or "their content tells"
