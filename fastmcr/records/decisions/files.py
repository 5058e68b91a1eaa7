"""Files of records in, one Parquet file of decisions out: in parts, and after a stop of any kind again.

Records are read in order and written in parts of some thousand deals, each a file in a folder beside the output. The
small file beside a part says how far the records had been read; whoever comes after a stop goes on from the last one.
When all records are read, the parts are joined to the output.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from ...datasets.sinks import part_sink
from ...errors import FileError, InputError, McrError, RecordError, shown
from ...files.optional import need
from ...files.output import refuse_standard_output
from ...files.progress import Progress, reporting
from ..model import Record
from ..record_files import find_record_files, records_in
from .columns import feature_schema, from_arrow, to_arrow
from .features import DEALS_AT_ONCE, FeatureBatch, Skipped, feature_batches
from .work import GROUP_ROWS, Done, FeatureWish, FeatureWork, Place, feature_work

__all__ = ["FeatureSummary", "read_features", "write_features"]

PathLike = str | os.PathLike[str]

PART_DEALS = 2 * DEALS_AT_ONCE  # two or three seconds of work
COMPRESSIONS = ("zstd", "snappy", "lz4", "gzip", "brotli", "none")
MOST_TOLD = 1000  # records that gave no rows and are kept in the summary


@dataclass(frozen=True)
class FeatureSummary:
    """What came of a run of `write_features`.

    Examples
    --------
    >>> print(FeatureSummary("out.parquet", 75_000, 1000, 0, (), 1.0, 75_000))
    out.parquet: 75,000 decisions of 1,000 deals in 1.0 s (75,000 a second), no record skipped
    """

    output: str
    """The file that was written."""
    rows: int
    """Its rows."""
    deals: int
    """Deals that were followed."""
    skipped: int
    """Records that could not be read or not followed to their end."""
    told: tuple[Skipped, ...]
    """The first of these, at most a thousand."""
    seconds: float
    """Time that this run took."""
    rows_now: int
    """Rows that were done in this run; the others were there before."""
    redone: int = 0
    """Parts that the disk had damaged and that were done again."""

    @property
    def rate(self) -> float:
        """Rows a second of this run."""
        return self.rows_now / self.seconds if self.seconds else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        return {
            "output": self.output,
            "rows": self.rows,
            "deals": self.deals,
            "skipped": self.skipped,
            "reasons": [str(one) for one in self.told],
            "seconds": round(self.seconds, 3),
            "rows_now": self.rows_now,
            "rows_a_second": round(self.rate),
            "parts_redone": self.redone,
        }

    def __str__(self) -> str:
        words = f"{self.output}: {self.rows:,} decisions of {_counted(self.deals, 'deal')} in {self.seconds:.1f} s"
        if self.rows_now >= 20_000:  # below, a rate would tell of the start alone
            words += f" ({self.rate:,.0f} a second)"
        if self.rows_now < self.rows:
            words += f", {self.rows - self.rows_now:,} of them done before"
        return f"{words}, {_counted(self.skipped, 'record') if self.skipped else 'no record'} skipped"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' if number != 1 else ''}"


def write_features(
    inputs: PathLike | Iterable[PathLike],
    output: PathLike,
    *,
    format: str | None = None,
    order: str = "mcr",
    shanten: bool = False,
    useful: bool = False,
    compression: str = "zstd",
    restart: bool = False,
    overwrite: bool = False,
    progress: Progress = None,
    part_deals: int = PART_DEALS,
) -> FeatureSummary:
    """Write the decisions of all records of some files to one Parquet file.

    Memory stays bounded whatever the size of the files, but for a JSON document, which is read whole. A run that was
    stopped, in whatever way, goes on where it was when the same call is made again, and ends in the same rows.

    Parameters
    ----------
    inputs : path or iterable of paths
        Files, folders and globs of records of any format that `read_records` knows.
    output : path
        Ends in .parquet or .pq. Appears when it is whole. A symbolic link to it stays.
    format : str, optional
        Format of all inputs; by default their content tells it.
    order : str
        Order of tiles and actions: ``mcr``, or ``botzone_wtb`` for most training code of this game.
    shanten, useful : bool
        Add these columns.
    compression : str
        zstd, snappy, lz4, gzip, brotli or none.
    restart : bool
        Throw away what an unfinished run has left.
    overwrite : bool
        Replace the output if it is there.
    progress : callable or True, optional
        Called with (decisions done, deals done); True shows them on standard error.
    part_deals : int
        Deals after which a stopped run can go on.

    Returns
    -------
    FeatureSummary

    Raises
    ------
    InputError
        If an argument is wrong.
    FileError
        If a file is not there, or the output cannot be written; finished parts are kept.
    ResumeError
        If another process writes this output, an input has changed, or an unfinished run was asked for something else.
    MissingPackageError
        If pyarrow is absent.

    Notes
    -----
    Columns are those of `feature_schema`; each says in its metadata what it holds. Records that cannot be read or
    followed are reported and skipped.

    Examples
    --------
    >>> write_features("missing.txt", "out.parquet")
    Traceback (most recent call last):
    fastmcr.errors.FileError: there is no file missing.txt
    """
    begun = time.perf_counter()
    wish = _wish(inputs, output, format, order, shanten, useful, compression, part_deals)
    with feature_work(wish, restart=restart, overwrite=overwrite) as work:
        before = sum(done.rows for done in work.parts.values())
        if work.finished is None:
            try:
                deals = sum(done.deals for done in work.parts.values())
                with reporting(progress, before, deals, words="{:,} decisions of {:,} deals") as report:
                    _do_parts(work, report)
                work.finish(lambda: _do_parts(work, lambda rows, deals: None))
            except KeyboardInterrupt as error:  # or what else asks to stop: its class says how the process is to end
                error.args = (f"stopped; {work.kept()}",)
                raise
            except McrError as error:
                error.add_note(work.kept())
                raise
        parts = [work.parts[number] for number in sorted(work.parts)] if work.finished is None else work.finished
        before = before if work.finished is None else sum(done.rows for done in parts)
    told = tuple(one for done in parts for one in done.skipped)
    rows = sum(done.rows for done in parts)
    deals = sum(done.deals for done in parts)
    seconds = time.perf_counter() - begun
    return FeatureSummary(
        os.fspath(output), rows, deals, len(told), told[:MOST_TOLD], seconds, rows - before, work.damaged
    )


def _wish(
    inputs: PathLike | Iterable[PathLike], output: PathLike, format: str | None, order: str, shanten: bool,
    useful: bool, compression: str, part_deals: int,
) -> FeatureWish:  # fmt: skip
    """Return what a call asks for, or say what in it cannot be."""
    from ...play.actions import actions_to
    from ..formats.registry import check_format

    actions_to(order)
    if format is not None:
        check_format(format)
    if compression not in COMPRESSIONS:
        raise InputError(f"Parquet has no compression {shown(compression)}; there are {', '.join(COMPRESSIONS)}")
    if isinstance(part_deals, bool) or not isinstance(part_deals, int) or not 1 <= part_deals < 1 << 31:
        raise InputError(f"part_deals must be 1 or more deals, not {shown(part_deals)}")
    refuse_standard_output(output, "a run that was stopped goes on from what is kept beside OUT; name a file")
    path = os.path.abspath(output)
    if os.path.splitext(path)[1].lower() not in (".parquet", ".pq"):
        raise InputError(f"decisions are written as Parquet; {os.fspath(output)} must end in .parquet or .pq")
    files = find_record_files(inputs)
    extras = tuple(name for name, wanted in (("shanten", shanten), ("useful", useful)) if wanted)
    return FeatureWish.of(files, path, format or "", order, extras, compression, part_deals)


# --- parts ------------------------------------------------------------------------------------------------------------


def _do_parts(work: FeatureWork, report: Callable[[int, int], object]) -> None:
    """Write the parts that are not there, until all records are read."""
    wish = work.wish
    place, source = Place(0, 0), None
    for number in count():
        done = work.parts.get(number)
        if done is None:
            source = source or _placed_records(wish, place)
            part = list(islice(source, wish.part_deals))
            place = part[-1][0] if part else place
            done = _write_part(work, number, [record for _, record in part], place, len(part) < wish.part_deals)
            report(done.rows, done.deals)
        else:
            place, source = done.place, None
        if done.last:
            return


def _placed_records(wish: FeatureWish, start: Place) -> Iterator[tuple[Place, Record | RecordError]]:
    """Yield the records from a place on, each with the place behind it."""
    for number in range(start.file, len(wish.inputs)):
        there = start.records if number == start.file else 0
        records = records_in(wish.inputs[number].path, wish.format or None)
        for read, record in enumerate(islice(records, there, None), there + 1):
            yield Place(number, read), record


def _write_part(work: FeatureWork, number: int, records: list[Record | RecordError], place: Place, last: bool) -> Done:
    wish = work.wish
    asked = {name: name in wish.extras for name in ("shanten", "useful")}
    schema = feature_schema(order=wish.order, **asked)
    rows = deals = 0
    skipped: list[Skipped] = []
    with work.writing(number) as new:
        sink = part_sink("parquet", new.path, schema)
        try:
            for batch in feature_batches(records, order=wish.order, **asked):
                sink.write(to_arrow(batch))
                rows += len(batch)
                deals += len(batch.deals)
                skipped += batch.skipped
            sink.close()
        except BaseException:
            sink.abandon()
            raise
        new.told |= Done(rows, deals, tuple(skipped), place, last).to_dict()
    return work.parts[number]


# --- reading ----------------------------------------------------------------------------------------------------------


def read_features(path: PathLike, *, rows: int = GROUP_ROWS) -> Iterator[FeatureBatch]:
    """Read the decisions of a file that `write_features` wrote, piece by piece.

    Parameters
    ----------
    path : path
    rows : int
        Most rows of a piece.

    Yields
    ------
    FeatureBatch
        As `features` returned them, but `deals` are those that have rows in the piece.

    Raises
    ------
    FileError
        If the file cannot be read.
    InputError
        If it does not hold decisions, or `rows` is no such number.
    MissingPackageError
        If pyarrow is absent.

    Examples
    --------
    >>> next(read_features("missing.parquet"))
    Traceback (most recent call last):
    fastmcr.errors.FileError: missing.parquet cannot be read: No such file or directory
    """
    pa, pq = need("pyarrow", extra="bulk"), need("pyarrow.parquet", extra="bulk")
    if isinstance(rows, bool) or not isinstance(rows, int) or rows < 1:
        raise InputError(f"rows must be 1 or more, not {shown(rows)}")
    name = os.fspath(path)
    try:
        with open(name, "rb") as stream:
            file = pq.ParquetFile(stream)
            for batch in file.iter_batches(rows):
                yield from_arrow(batch.replace_schema_metadata(file.schema_arrow.metadata))
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    except OSError as error:
        raise FileError(f"{name} cannot be read: {error.strerror or error}", path=name) from None
    except pa.ArrowException as error:
        raise FileError(f"{name} cannot be read: {' '.join(str(error).split())}", path=name) from None
