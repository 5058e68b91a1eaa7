"""Work on one output that goes on after a stop of any kind: parts that are kept beside it until all are there.

Beside the output lies a folder with

- ``job.json``: what the work is;
- ``000000.arrows``, ``000001.arrows``, ... (or ``.jsonl``): the parts that are done;
- ``000000.json``, ...: of each, what is told of it, its size, a digest of its bytes, and which job it belongs to;
- ``lock``: who may work there;
- ``finished.json``, for the moment between the new name of the output and the last removal.

A part counts when the small file beside it says so and what it says is true. That file is written last, and both appear
under their names when they are whole and on the disk. So a process may die anywhere, two may do the same part, and what
a disk has damaged is done again, not joined.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import FileError, InputError, ResumeError, shown
from .atomic import put_in_place, written_whole
from .optional import need
from .state import as_plain, digest_of_file, read_state, write_state

if TYPE_CHECKING:
    from filelock import BaseFileLock

__all__ = [
    "AWAY",
    "PARTS",
    "RESTART",
    "NewPart",
    "Parts",
    "held",
    "is_ours",
    "job_path",
    "parts_kept",
    "refuse_changed",
    "refuse_undecodable",
    "remove_parts",
]

PARTS = ".parts"  # what the folder has after the name of the output
RESTART = "--restart (restart=True)"
AWAY = f"throw it away with {RESTART}"
_LOCK = "lock"
_FINISHED = "finished.json"
_JOB = "job.json"
_OURS = re.compile(r"(\d{6,}|joined|job|finished)\.(parquet|arrows?|jsonl|json)(\..*\.tmp)?")


def job_path(folder: str) -> str:
    """Return the name of the file that says what the work in a folder is."""
    return os.path.join(folder, _JOB)


def parts_kept(done: int, of: int | None = None) -> str:
    """Say how far some work has come, and how it goes on."""
    number = done if of is None else of
    words = f"{done} part" if of is None else f"{done} of {of} part"
    return f"{words}{'s' if number != 1 else ''} done; the same command goes on from there"


def refuse_changed(inputs: Iterable[tuple[str, int, int]]) -> None:
    """Raise an error if an input is not what it was when the work began.

    Parameters
    ----------
    inputs : iterable of (str, int, int)
        Path, bytes, and nanoseconds since 1970, of each.

    Raises
    ------
    FileError
        If it is gone.
    ResumeError
        If it has another size or time.
    """
    for path, size, modified in inputs:
        try:
            look = _look(path)
        except OSError as error:
            raise FileError(f"{path}: {error.strerror or error}", path=path) from None
        if look != [size, modified]:
            raise ResumeError(f"{path} has changed since the work began; begin anew with {RESTART}")


def refuse_undecodable(path: str) -> None:
    """Raise InputError if the name of a file is no text, which the libraries that write columns want."""
    try:
        path.encode()
    except UnicodeEncodeError:
        raise InputError(f"the name {shown(path)} is not UTF-8; give the file, and its folder, another one") from None


# --- parts -----------------------------------------------------------------------------------------------------------


@dataclass
class NewPart:
    """A part that is being written."""

    path: str
    """Where to write it."""
    told: dict[str, Any] = field(default_factory=dict)
    """What is to be told of it, as JSON can hold it."""


@dataclass(frozen=True)
class Parts:
    """The parts of one job.

    Parameters
    ----------
    output : str
        Absolute path.
    ending : str
        Of the files of parts, without the dot.
    job : str
        What tells this job from others (`state.digest_of`): a part of another one does not count.
    """

    output: str
    ending: str
    job: str

    def path(self, part: int) -> str:
        """Return the name of the file of a part."""
        return os.path.join(self.output + PARTS, f"{part:06d}.{self.ending}")

    def told_path(self, part: int) -> str:
        """Return the name of the file that says that a part is done, and what is in it."""
        return os.path.join(self.output + PARTS, f"{part:06d}.json")

    @contextmanager
    def writing(self, part: int) -> Iterator[NewPart]:
        """Lend a file to write a part to; it counts when the block has been left, and not at all if by an error.

        Raises
        ------
        FileError
            If it cannot be written; nothing is left behind.
        """
        with written_whole(self.path(part)) as path:
            new = NewPart(path)
            yield new
            # Before it has its name: whoever replaces it from then on is found out.
            seal = {"job": self.job, "bytes": os.path.getsize(path), "sha256": digest_of_file(path)}
        write_state(self.told_path(part), {"told": new.told, **seal})

    def told(self, part: int) -> dict[str, Any] | None:
        """Return what is told of a part; None if it is not done, or can be seen at a glance to be damaged."""
        sealed = self._sealed(part)
        return None if sealed is None else sealed["told"]

    def is_damaged(self, part: int) -> bool:
        """Return whether a part was done, and at a glance is no longer what it was."""
        return os.path.lexists(self.told_path(part)) and self._sealed(part) is None

    def _sealed(self, part: int) -> dict[str, Any] | None:
        try:
            sealed: dict[str, Any] = read_state(self.told_path(part))
            if sealed["job"] == self.job and sealed["bytes"] == os.stat(self.path(part)).st_size:
                return sealed
        except (OSError, ResumeError, KeyError, TypeError):
            pass
        return None

    def is_whole(self, part: int) -> bool:
        """Return whether every byte of a part is what was written."""
        sealed = self._sealed(part)
        try:
            return sealed is not None and digest_of_file(self.path(part)) == sealed["sha256"]
        except (OSError, KeyError):
            return False

    def whole(self, parts: Iterable[int], redo: Callable[[int], object]) -> Iterator[str]:
        """Yield the files of parts; what is not what was written is done again before.

        Parameters
        ----------
        parts : iterable of int
            Numbers of parts that are done.
        redo : callable
            Does a part.

        Raises
        ------
        FileError
            If one is damaged again.
        """
        for part in parts:
            if not self.is_whole(part):
                redo(part)
                if not self.is_whole(part):
                    words = "is not what was written there, twice; is the disk failing?"
                    raise FileError(f"{self.path(part)} {words}", path=self.path(part))
            yield self.path(part)

    def finish(self, wish: Any, join: Callable[[str], Any]) -> Any:
        """Join all parts to the output, and remove them.

        Parameters
        ----------
        wish : JSON
            What was asked for; the same call finds by it that nothing is left to do.
        join : callable
            Writes the parts to a file of some name, and returns what that same call is told, as JSON can hold it;
            raises an error if they do not fit.

        Returns
        -------
        JSON
            What `join` returned.

        Raises
        ------
        FileError
            If the output cannot be written; the parts are kept.
        """
        folder = self.output + PARTS
        joined = os.path.join(folder, f"joined.{self.ending}")
        with written_whole(joined) as path:
            told = join(path)
        write_state(os.path.join(folder, _FINISHED), {"wish": wish, "told": told, "look": _look(joined)})
        put_in_place(joined, self.output)  # the output has its name for good before the parts go
        remove_parts(folder)
        return told


def _look(path: str) -> list[int]:
    """Return what a file keeps when it gets another name."""
    state = os.stat(path)
    return [state.st_size, state.st_mtime_ns]


# --- the folder ------------------------------------------------------------------------------------------------------


@contextmanager
def held(output: str, wish: Any, *, restart: bool = False, overwrite: bool = False) -> Iterator[Any]:
    """Hold the folder of the parts of an output; nobody else can until the block is left.

    Parameters
    ----------
    output : str
        Absolute path.
    wish : JSON
        What is asked for.
    restart : bool
        Throw unfinished work away.
    overwrite : bool
        Replace an output that is there, when the new one is whole.

    Yields
    ------
    JSON or None
        If this very wish was finished by a process that died then: what `Parts.finish` was to tell. Its rest is gone.

    Raises
    ------
    FileError
        If the output is there already, or the folder cannot be used.
    ResumeError
        If another process is at this output.
    """
    folder = output + PARTS
    if not os.path.isdir(folder):
        _refuse_existing(output, overwrite)
    lock = _locked(output)
    try:
        yield _begun(output, wish, restart, overwrite)
    finally:
        unfinished = os.path.lexists(job_path(folder))
        _released(lock, remove=not unfinished)
        if not unfinished:
            with suppress(OSError):  # not empty: someone else has put something there
                os.rmdir(folder)


def _begun(output: str, wish: Any, restart: bool, overwrite: bool) -> Any:
    """Make the folder ready; return what an end that is already reached tells."""
    folder = output + PARTS
    _refuse_foreign(folder)
    if restart:
        remove_parts(folder)
    _remove(folder, [name for name in os.listdir(folder) if name.endswith(".tmp")])  # what died half written
    told = _finished_before(output, wish)
    if told is not None:
        remove_parts(folder)
        return told
    _refuse_existing(output, overwrite)
    if not os.path.lexists(job_path(folder)):
        remove_parts(folder)  # nothing says what they are
    return None


def _finished_before(output: str, wish: Any) -> Any:
    try:
        data = read_state(os.path.join(output + PARTS, _FINISHED))
        if data["wish"] == as_plain(wish) and _look(output) == data["look"]:
            return data["told"]
    except (OSError, ResumeError, KeyError, TypeError):
        pass
    return None


def _locked(output: str) -> BaseFileLock:
    filelock = need("filelock", extra="bulk")
    folder = output + PARTS
    path = os.path.join(folder, _LOCK)
    # A moment's patience: the holder before may just be removing the file that we wait for.
    lock: BaseFileLock = filelock.FileLock(path, timeout=0.1, thread_local=False)
    while True:
        try:
            with suppress(FileExistsError):
                os.mkdir(folder)
        except OSError as error:
            raise FileError(f"cannot write {output}: {folder}: {error.strerror}", path=output) from None
        try:
            lock.acquire()
        except filelock.Timeout:
            raise ResumeError(f"another process is writing {output}; wait for it, or name another output") from None
        except FileNotFoundError:
            continue  # another process has just finished and removed the folder
        except OSError as error:
            raise FileError(f"cannot write {path}: {error.strerror}", path=path) from None
        return lock


def _released(lock: BaseFileLock, remove: bool) -> None:
    """Let go of a lock; where its file is to go it goes first, so that nobody can take it in between."""
    if remove:
        with suppress(OSError):  # Windows keeps it while it is held, and removes it on release
            os.unlink(lock.lock_file)
    lock.release()


def _refuse_existing(output: str, overwrite: bool) -> None:
    if os.path.exists(output) and not overwrite:
        raise FileError(f"{output} is there already; replace it with --overwrite (overwrite=True)", path=output)


def _refuse_foreign(folder: str) -> None:
    foreign = [name for name in os.listdir(folder) if name != _LOCK and not is_ours(name)]
    if foreign:
        raise FileError(
            f"folder {folder} is needed for unfinished work and holds {foreign[0]}; move it away", path=folder
        )


def is_ours(name: str) -> bool:
    """Return whether a file in the folder of some work was put there by it."""
    return _OURS.fullmatch(name) is not None


def remove_parts(folder: str) -> None:
    """Remove all files of some work; that which says that it is finished last, so that it can be told till then."""
    names = filter(is_ours, os.listdir(folder))
    _remove(folder, sorted(names, key=lambda name: (name == _FINISHED, name == _JOB)))


def _remove(folder: str, names: Iterable[str]) -> None:
    for name in names:
        path = os.path.join(folder, name)
        try:
            os.unlink(path)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise FileError(f"cannot remove {path}: {error.strerror}; move it away", path=path) from None
