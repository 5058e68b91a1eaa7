"""Files of any size in, the same rows with scores and analysis out: in pieces, by several threads, after a stop again.

The inputs are cut into parts of a hundred thousand rows or so (`job.plan`). Each part is read, annotated and
written to a file of its own by one thread (`parts.run_part`), in a folder beside the output; meanwhile those that are
there are joined to the output, in their order (`parts.finish`). What was done when a process
died is found in that folder by the next one that is asked for the same (`work.started`).
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from ..errors import InputError, McrError, shown
from ..files.progress import Progress, Report, reporting
from ..files.resumable import parts_kept
from ..hands.batch import thread_count, usable_cpus
from ..rulebook.rules import Rules
from .cursors import close_cursors
from .files import find_inputs
from .job import Job, wish_for
from .parts import Done, finish, missing_parts, run_part, warm
from .work import Work, started

__all__ = ["Summary", "bulk", "reporting"]

Path = str | os.PathLike[str]

RATED = 20_000  # rows below which a rate would tell of the start alone
WAKE = 0.5  # seconds after which a waiting process looks up, for systems whose waits no key interrupts


@dataclass(frozen=True)
class Summary:
    """What came of a run of `bulk`.

    Examples
    --------
    >>> print(Summary("out.parquet", 1_000_000, {"missing": 2}, 4.0, 1_000_000))
    out.parquet: 1,000,000 rows in 4.0 s (250,000 a second), 2 bad rows: 2 missing
    """

    output: str
    """The file that was written."""
    rows: int
    """Its rows."""
    bad: dict[str, int]
    """Bad rows by reason, in words."""
    seconds: float
    """Time that this run took."""
    rows_now: int
    """Rows that were done in this run; the others were there before."""
    redone: int = 0
    """Parts that the disk had damaged and that were done again."""

    @property
    def total_bad(self) -> int:
        """Bad rows in all."""
        return sum(self.bad.values())

    @property
    def rate(self) -> float:
        """Rows a second of this run."""
        return self.rows_now / self.seconds if self.seconds else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        return {
            "output": self.output,
            "rows": self.rows,
            "bad_rows": self.total_bad,
            "bad": dict(self.bad),
            "seconds": round(self.seconds, 3),
            "rows_now": self.rows_now,
            "rows_a_second": round(self.rate),
            "parts_redone": self.redone,
        }

    def __str__(self) -> str:
        words = f"{self.output}: {_rows(self.rows)} in {self.seconds:.1f} s"
        if self.rows_now >= RATED:
            words += f" ({self.rate:,.0f} a second)"
        if self.rows_now < self.rows:
            words += f", {self.rows - self.rows_now:,} of them done before"
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in self.bad.items())
        return f"{words}, {_rows(self.total_bad, 'bad ')}: {reasons}" if self.bad else f"{words}, none bad"


def _rows(number: int, kind: str = "") -> str:
    return f"{number:,} {kind}row{'s' if number != 1 else ''}"


def bulk(
    inputs: Path | Iterable[Path],
    output: Path,
    what: str | Iterable[str] = "score",
    *,
    rules: Rules | str = "default",
    threads: int | None = None,
    source_format: str | None = None,
    to: str | None = None,
    row_group_size: int | None = None,
    compression: str | None = None,
    restart: bool = False,
    overwrite: bool = False,
    progress: Progress = None,
    part_rows: int | None = None,
) -> Summary:
    r"""Score or analyse all hands of some files, and write them with the results to one file.

    Memory stays bounded whatever the size of the files. A run that was stopped, in whatever way, goes on where it was
    when the same call is made again, and ends in the same rows.

    Parameters
    ----------
    inputs : path or iterable of paths
        Files, globs and folders: Parquet, Arrow IPC (files and streams), ``.npy`` of shape (n, 34), JSON Lines, CSV,
        text with a hand string a line. `fastmcr.datasets.arrow` describes the columns; others are kept as they are.
        All files must have the same columns. Compressed text is not read.
    output : path
        Ends in .parquet, .arrow (.feather, .ipc) or .jsonl (.ndjson). Appears when it is whole.
    what : str or iterable of str
        Results, as the table of `fastmcr.datasets.arrow` has them; also as one str, joined by commas.
    rules : Rules or str
        Rules, or the name of a preset.
    threads : int, optional
        Parts in work at a time; by default the processors this process may use.
    source_format : {"parquet", "arrow", "npy", "jsonl", "csv", "text"}, optional
        Format of all inputs; by default their endings say it.
    to : {"parquet", "arrow", "jsonl"}, optional
        Format of the output; by default its ending says it.
    row_group_size : int, optional
        Rows of a row group, or record batch, of the output; 131,072 by default. One ends earlier where rows are so wide
        that it would take more than 100 MB of memory.
    compression : str, optional
        Parquet: zstd (default), snappy, lz4, gzip, brotli, none. Arrow: none (default), zstd, lz4.
    restart : bool
        Throw away what an unfinished run has left.
    overwrite : bool
        Replace the output if it is there.
    progress : callable or True, optional
        Called with (rows done, rows); True draws a bar on standard error.
    part_rows : int, optional
        Rows after which a stopped run can go on; 131,072 by default.

    Returns
    -------
    Summary

    Raises
    ------
    InputError
        If an argument is wrong, no hands are among the columns, or a column has the name of a result.
    FileError
        If a file cannot be read or written; finished parts are kept.
    ResumeError
        If another process writes this output, an input changed in between, or what an unfinished run has left is not
        what this call asks for.
    MissingPackageError
        If pyarrow is absent.

    Notes
    -----
    A line or cell that cannot be read is a row of nulls, with its reason, and the rows around it are done all the same.
    So are lines and cells of more than 1,048,576 bytes (the longest hand string has under 200 characters, a row with
    all results some thousand bytes); JSON nested more than 64 brackets deep (readers of JSON die of thousands), with
    a key twice, with a key after 1,000 different ones, or after a byte order mark; lines of CSV with a quote that is
    not closed on them, or with more or fewer values than the header. Values of CSV cannot hold line ends. Text is
    UTF-8; UTF-16 is refused.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> hands, scored = os.path.join(folder.name, "hands.txt"), os.path.join(folder.name, "scored.parquet")
    >>> with open(hands, "w") as file:
    ...     _ = file.write("123456789m1155p5p\n123456789m1155p5s\n")
    >>> summary = bulk(hands, scored, "score,shanten")
    >>> summary.rows, summary.bad
    (2, {'not a complete hand': 1})
    >>> folder.cleanup()
    """
    begun = time.perf_counter()
    number = usable_cpus() if threads is None else thread_count(threads, 0)
    wish = wish_for(
        find_inputs(as_paths(inputs), source_format), os.fspath(output), what,
        rules=rules, to=to, row_group_size=row_group_size, compression=compression, part_rows=part_rows,
    )  # fmt: skip
    with started(wish, restart=restart, overwrite=overwrite) as work:
        rows_now = sum(work.job.rows_of(part) for part in work.missing) if work.job else 0
        done = work.done or _all_done(work, number, progress)
    return Summary(os.fspath(output), done.rows, done.bad, time.perf_counter() - begun, rows_now, done.redone)


def as_paths(inputs: Path | Iterable[Path]) -> list[str]:
    if isinstance(inputs, str | os.PathLike):
        return [os.fspath(inputs)]
    if not isinstance(inputs, Iterable):
        raise InputError(f"inputs must be paths, not {shown(inputs)}")
    paths = list(inputs)
    for path in paths:
        if not isinstance(path, str | os.PathLike):
            raise InputError(f"inputs must be paths, not {shown(path)}")
    return [os.fspath(path) for path in paths]


def _all_done(work: Work, threads: int, progress: Progress) -> Done:
    """Do the missing parts and join them; say how far it came if that fails."""
    job = work.job
    assert job is not None, "not finished before"
    there = job.rows - sum(map(job.rows_of, work.missing))
    try:
        with (
            reporting(progress, there, rows=job.rows) as report,
            closing(_parts_in_order(job, work.missing, threads, report)) as parts,
        ):
            done = finish(job, parts)
        return replace(done, redone=done.redone + len(work.damaged))
    except KeyboardInterrupt as error:  # or what else asks to stop: its class says how the process is to end
        error.args = (f"stopped; {kept_words(job)}",)
        raise
    except McrError as error:
        error.add_note(kept_words(job))
        raise
    finally:
        close_cursors(job)


def kept_words(job: Job) -> str:
    number = len(job.parts)
    return parts_kept(number - len(missing_parts(job)), number)


def _parts_in_order(job: Job, missing: Sequence[int], threads: int, report: Report) -> Generator[int]:
    """Yield all parts in order, each when it is done; those that are missing are done by so many threads."""
    stop = threading.Event()
    todo = iter(missing)
    running: dict[int, Future[Done]] = {}
    if missing:
        warm(job)
    with ThreadPoolExecutor(threads) as pool:
        try:
            for part in range(len(job.parts)):
                for ahead in islice(todo, 2 * threads - len(running)):
                    running[ahead] = pool.submit(run_part, job, ahead, stop.is_set)
                if part in running:
                    while not running[part].done():
                        wait([running[part]], WAKE)
                    report(running.pop(part).result().rows)
                yield part
        finally:
            stop.set()
            for future in running.values():
                future.cancel()
