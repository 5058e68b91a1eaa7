"""Record batches of hands in, the same with scores and analysis out.

Hands stand in a column ``hand`` of hand strings, or in columns of numbers; `hand_string_schema` and `hand_schema` give
their types. Any integer type will do, in lists of fixed or any size, also as dictionaries.

=============  ==========================  ===========================================================================
column         best type                   meaning
=============  ==========================  ===========================================================================
``hand``       string                      a hand string; with it none of the columns below but ``visible``
``concealed``  fixed_size_list<uint8>[34]  counts of **all** concealed tiles, ``win`` among them; needed
``melds``      fixed_size_list<uint8>[4]   meld codes, 0 none; 255 a set of unknown tiles, not for points. A list of
                                           any size holds at most 4 codes
``win``        uint8                       which concealed tile is the winning or last drawn one; null or 255 if none
``conditions`` uint16                      sum of 1 self-drawn, 2 last of its kind, 4 last of the wall, 8 replacement
                                           tile, 16 robbed kong
``prevalent``  uint8                       0..3 for E S W N
``seat``       uint8                       0..3 for E S W N
``flowers``    uint8                       0..8
``visible``    fixed_size_list<uint8>[34]  what the player sees outside the own hand; for waits and wait_points alone
=============  ==========================  ===========================================================================

A column that is left out has zeros, ``win`` no tile. Each result looks at some of the columns alone, and all have
``status`` uint8 and ``reason`` string before their own:

{results}

**Bad rows** stay in place. A result is null exactly where it cannot be told, and the others may be there all the same:
of a hand that is no win the score is null and the shanten is not. ``status`` is 0 where all that was asked for is
there. Otherwise it is the status, as in `ScoreBatch`, of the first result in the order of this table that is not there,
and ``reason`` says it in words. A null in a column that a result looks at gives status 9, missing; in ``win`` only for
score and fans, while analysis takes it for a hand before its draw. A list of the wrong length gives 1 (concealed,
visible) or 2 (melds). A ``win`` that is not among the concealed tiles gives 1 whatever was asked for, or 4 if it is and
there are 3n+1 of them. 127 in a shanten or a distance is no null: the melds bar the form, the tile is not there to be
discarded, or no hand can be reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from ..errors import InputError, RowsError
from ..files.optional import need
from ..hands.batch import STATUS_WORDS, OnError, check_on_error, reason_no_hand, rows_error, thread_count
from ..rulebook.rules import Rules
from .columns import check_columns
from .filling import Results, Unit
from .hands import arrow_of, read_hands
from .results import RESULTS, results_wanted, table_of_results
from .schemas import FAULT_WORDS, TEXT, result_schema

pa = need("pyarrow", extra="bulk")

__all__ = ["annotate"]

if __doc__:  # there is none with -OO
    __doc__ = __doc__.replace("{results}", table_of_results())

BLOCK = 32_768  # rows that one thread takes at a time: their columns and results stay near the processor


def annotate(
    batch: Any,
    what: str | Iterable[str] = ("score",),
    *,
    rules: Rules | str = "default",
    threads: int | None = None,
    on_error: OnError = "mark",
) -> Any:
    """Return a record batch with columns of scores and analysis added.

    A pure function: it keeps nothing, changes nothing it was given, and can be sent to other processes by name.

    Parameters
    ----------
    batch : pyarrow.RecordBatch, Table or RecordBatchReader, or an object that hands out Arrow
        Hands in the columns that `fastmcr.datasets.arrow` describes. Other columns are kept as they are. Objects that
        hand out Arrow are the data frames of Polars and pandas, relations of DuckDB, and others.
    what : str or iterable of str
        Results, as the table above has them; also as one str, joined by commas.
    rules : Rules or str
        Rules, or the name of a preset.
    threads : int, optional
        By default the processors this process may use, and one for fewer than 20,000 rows.
    on_error : {"mark", "raise"}
        Rows for which something cannot be told: their status and nulls, or an error that names the first of them.

    Returns
    -------
    pyarrow.RecordBatch, Table or RecordBatchReader
        The kind that was given; of other objects a Table. First the columns of the input, then those of
        `result_schema`. A reader works batch by batch, as it is read; errors count the rows of the batch.

    Raises
    ------
    InputError
        If a column is missing, of a wrong type, or has the name of a result; if `what` names no result.
    RowsError
        With ``on_error="raise"``, if a row is bad.
    RulesError
        If there are no such rules.

    Examples
    --------
    >>> import pyarrow as pa
    >>> table = pa.table({"id": [7, 8], "hand": ["123456789m1155p5p", "123456789m1155p5s"]})
    >>> annotate(table, "score,shanten").select(["id", "points", "shanten", "status", "reason"]).to_pylist()
    ... # doctest: +NORMALIZE_WHITESPACE
    [{'id': 7, 'points': 20, 'shanten': -1, 'status': 0, 'reason': None},
     {'id': 8, 'points': None, 'shanten': 0, 'status': 8, 'reason': 'not a complete hand'}]

    With Polars, and with DuckDB, which finds the table by its name:

    >>> import polars
    >>> hands = polars.DataFrame({"hand": ["123456789m1155p5p", "[EEE]123m456p789s5s5s"]})
    >>> polars.DataFrame(annotate(hands, "score"))["points"].to_list()
    [20, 13]
    >>> import duckdb
    >>> scored = annotate(duckdb.sql("select hand from hands"), "score")
    >>> duckdb.sql("select max(points) from scored").fetchall()
    [(20,)]

    Spark: ``frame.mapInArrow(lambda parts: (annotate(part, "shanten") for part in parts), schema)``. Ray:
    ``dataset.map_batches(annotate, batch_format="pyarrow", fn_kwargs={"what": "shanten"})``.
    """
    given = arrow_of(batch)
    job = _Job(results_wanted(what), Rules.coerce(rules), threads, on_error)
    if isinstance(given, pa.RecordBatchReader):
        parts = (job.run(part) for part in given)
        return pa.RecordBatchReader.from_batches(job.schema(given.schema), parts)
    return job.run(given)


@dataclass(frozen=True)
class _Job:
    """What was asked of a call."""

    asked: tuple[str, ...]
    rules: Rules
    threads: int | None
    on_error: OnError

    def __post_init__(self) -> None:
        check_on_error(self.on_error)
        thread_count(self.threads, 0)

    def columns(self, schema: Any) -> list[str]:
        """Return the columns of hands to look at."""
        return check_columns(schema, {name for result in self.asked for name in RESULTS[result].needs})

    def schema(self, given: Any) -> Any:
        """Return the schema of what comes back, of the schema given."""
        self.columns(given)
        added = result_schema(self.asked)
        for name in added.names:
            if name in given.names:
                raise InputError(f"there is a column {name} already; rename or drop it, as the result brings its own")
        return pa.schema([*given, *added], metadata=given.metadata)

    def run(self, given: Any) -> Any:
        """Return a RecordBatch or Table with the results added."""
        schema, columns = self.schema(given.schema), self.columns(given.schema)
        chosen = given.select(columns)
        parts = [chosen] if isinstance(given, pa.RecordBatch) else chosen.to_batches()
        results = Results(self.asked, given.num_rows)

        def work(piece: tuple[int, Any]) -> Any:
            start, rows = piece
            return results.fill(start, Unit(read_hands(rows, columns), self.rules))

        fans = _each(work, _pieces(parts), thread_count(self.threads, given.num_rows))
        if self.on_error == "raise" and results.faults.any():
            raise rows_error(results.faults, lambda row: self.detail(parts, columns, row, int(results.faults[row])))
        return type(given).from_arrays([*given.columns, *results.arrays(fans)], schema=schema)

    def detail(self, parts: Sequence[Any], columns: list[str], row: int, found: int) -> str:
        """Say in one line what is wrong with a row, with its values where they can be told."""
        if found >= len(STATUS_WORDS):
            return FAULT_WORDS[found]
        alone = _row(parts, row)
        hands = read_hands(alone, columns)
        if TEXT in hands.faults:
            return reason_no_hand(alone.column(TEXT)[0].as_py())
        try:
            Results(self.asked, 1).fill(0, Unit(hands, self.rules, "raise"))
        except RowsError as error:
            return error.reasons[0]
        return FAULT_WORDS[found]


def _pieces(parts: Sequence[Any]) -> list[tuple[int, Any]]:
    """Return pieces of at most `BLOCK` rows, and the row where each begins."""
    pieces, start = [], 0
    for part in parts:
        pieces += [(start + place, part.slice(place, BLOCK)) for place in range(0, part.num_rows, BLOCK)]
        start += part.num_rows
    return pieces


def _row(parts: Sequence[Any], row: int) -> Any:
    """Return one row of several batches as a batch."""
    for part in parts:
        if row < part.num_rows:
            break
        row -= part.num_rows
    return part.slice(row, 1)


def _each(work: Callable[[Any], Any], pieces: list[Any], threads: int) -> list[Any]:
    """Return what the work makes of each piece, in order."""
    if threads == 1 or len(pieces) < 2:
        return [work(piece) for piece in pieces]
    pool = ThreadPoolExecutor(min(threads, len(pieces)))
    try:
        return list(pool.map(work, pieces))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
