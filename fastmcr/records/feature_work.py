"""The folder of unfinished decisions: who may work at it, what is there already, and what becomes of it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from .. import __version__
from ..datasets.files import PARTS
from ..datasets.lock import Lock
from ..datasets.parts import is_ours, remove_parts
from ..datasets.sinks import join_parts
from ..errors import FileError, InputError, ResumeError
from ..files.atomic import written_whole
from ..files.json_depth import read_json
from .feature_batch import DealName, Skipped

__all__ = ["Done", "FeatureWish", "FeatureWork", "Place", "feature_work"]

LOCK = "lock"
AWAY = "throw it away with --restart (restart=True)"


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
            If an input is gone.
        """
        if os.path.isdir(output):
            raise InputError(f"the output {output} is a folder; name a file")
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
        data: dict[str, Any] = json.loads(json.dumps(asdict(self)))
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
    parts : list of Done
        What is there, in order.
    finished : list of Done or None
        If nothing is left to do: what the output holds.
    """

    wish: FeatureWish
    parts: list[Done] = field(default_factory=list)
    finished: list[Done] | None = None

    @property
    def complete(self) -> bool:
        """Whether all records are read."""
        return bool(self.parts) and self.parts[-1].last

    def part_path(self, number: int) -> str:
        """Return the name of the file of a part."""
        return os.path.join(self.wish.folder, f"{number:06d}.parquet")

    def keep(self, number: int, done: Done) -> None:
        """Write down that a part is whole."""
        kept = done.to_dict() | {"bytes": os.path.getsize(self.part_path(number))}
        _write_json(os.path.join(self.wish.folder, f"{number:06d}.json"), kept)

    def kept(self) -> str:
        """Say how far it came."""
        number = len(self.parts)
        return f"{number} part{'s' if number != 1 else ''} done; the same command goes on from there"

    def read_parts(self) -> None:
        """Find the parts that are there and whole, from the first on."""
        while True:
            number = len(self.parts)
            try:
                with open(os.path.join(self.wish.folder, f"{number:06d}.json"), encoding="utf-8") as file:
                    data = read_json(file.read())
                if data["bytes"] != os.path.getsize(self.part_path(number)):
                    return
                self.parts.append(Done.from_dict(data))
            except (OSError, ValueError, KeyError, TypeError):
                return

    def finish(self) -> None:
        """Join all parts to the output, and remove them.

        Raises
        ------
        ResumeError
            If an input has changed.
        FileError
            If the output cannot be written; the parts are kept.

        Notes
        -----
        A process that dies between the new name of the output and the last removal leaves ``finished.json`` behind, by
        which the next one sees that nothing is to be done.
        """
        self.check_inputs()
        folder, output = self.wish.folder, self.wish.output
        joined = os.path.join(folder, "joined.parquet")
        with written_whole(joined) as path:
            join_parts("parquet", [self.part_path(k) for k in range(len(self.parts))], path, self.wish.compression)
        told = {"wish": self.wish.to_dict(), "look": _look(joined), "parts": [done.to_dict() for done in self.parts]}
        _write_json(os.path.join(folder, "finished.json"), told)
        try:
            os.replace(joined, output)
        except OSError as error:
            raise FileError(f"cannot write {output}: {error.strerror}", path=output) from None
        remove_parts(folder)

    def check_inputs(self) -> None:
        """Raise an error if an input is not what it was when the work began."""
        for source in self.wish.inputs:
            if _look(source.path) != (source.size, source.modified):
                raise ResumeError(
                    f"{source.path} has changed since the work began; begin anew with --restart (restart=True)"
                )


def _write_json(path: str, data: dict[str, Any]) -> None:
    with written_whole(path) as unfinished, open(unfinished, "w", encoding="utf-8") as file:
        json.dump(data, file)


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
    folder = wish.folder
    if not os.path.isdir(folder):
        _refuse_existing(wish, overwrite)
    lock = _locked(wish)
    try:
        yield _begun(wish, restart, overwrite)
    finally:
        unfinished = os.path.exists(os.path.join(folder, "job.json"))
        lock.release(remove=not unfinished)
        if not unfinished:
            with suppress(OSError):  # not empty: someone else has put something there
                os.rmdir(folder)


def _begun(wish: FeatureWish, restart: bool, overwrite: bool) -> FeatureWork:
    folder = wish.folder
    foreign = [name for name in os.listdir(folder) if name != LOCK and not is_ours(name)]
    if foreign:
        raise FileError(
            f"folder {folder} is needed for unfinished work and holds {foreign[0]}; move it away", path=folder
        )
    if restart:
        remove_parts(folder)
    _remove_torn(folder)
    work = FeatureWork(wish, finished=_finished_before(wish))
    if work.finished is not None:
        remove_parts(folder)
        return work
    _refuse_existing(wish, overwrite)
    job = os.path.join(folder, "job.json")
    if os.path.exists(job):
        _refuse_other(job, wish)
        work.read_parts()
    else:
        remove_parts(folder)
        _write_json(job, wish.to_dict())
    return work


def _finished_before(wish: FeatureWish) -> list[Done] | None:
    """Return what the output holds if this very wish made it, and the folder of the work is still there."""
    try:
        with open(os.path.join(wish.folder, "finished.json"), encoding="utf-8") as file:
            data = read_json(file.read())
        if data["wish"] == wish.to_dict() and list(_look(wish.output)) == data["look"]:
            return [Done.from_dict(part) for part in data["parts"]]
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return None


def _refuse_other(job: str, wish: FeatureWish) -> None:
    """Raise an error if unfinished work is not that of the wish."""
    try:
        with open(job, encoding="utf-8") as file:
            there = read_json(file.read())
    except (OSError, ValueError) as error:
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


def _locked(wish: FeatureWish) -> Lock:
    folder = wish.folder
    while True:
        try:
            with suppress(FileExistsError):
                os.mkdir(folder)
        except OSError as error:
            raise FileError(f"cannot write {wish.output}: {folder}: {error.strerror}", path=wish.output) from None
        try:
            return Lock(os.path.join(folder, LOCK))
        except BlockingIOError:
            raise ResumeError(
                f"another process is writing {wish.output}; wait for it, or name another output"
            ) from None
        except FileNotFoundError:
            continue  # another process has just finished and removed the folder


def _refuse_existing(wish: FeatureWish, overwrite: bool) -> None:
    if os.path.exists(wish.output) and not overwrite:
        raise FileError(
            f"{wish.output} is there already; replace it with --overwrite (overwrite=True)", path=wish.output
        )


def _remove_torn(folder: str) -> None:
    """Remove what processes that died have left half written."""
    for name in os.listdir(folder):
        if name.endswith(".tmp") and is_ours(name):
            with suppress(FileNotFoundError):
                os.unlink(os.path.join(folder, name))
