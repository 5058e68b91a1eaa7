"""``fastmcr bulk``."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from ..datasets.results import columns_of_results, results_wanted
from ..errors import InputError
from .common import as_json, in_help, rules_of, rules_options, tell_redone

if TYPE_CHECKING:
    from ..datasets.parquet import Summary


@click.command(name="bulk", no_args_is_help=True, short_help="Score or analyse files of hands of any size.")
@click.argument("what")
@click.argument("inputs", nargs=-1, required=True, metavar="IN...")
@click.argument("output", metavar="OUT")
@rules_options
@click.option("--threads", type=click.IntRange(1, 1024), help="Threads; as many as there are processors if not given.")
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Have the workers of a Dask cluster do it, as tcp://host:8786; they must see the files at the same paths.",
)
@click.option(
    "--workers", type=click.IntRange(1, 1024), metavar="N", help="Start N processes of one thread and have them do it."
)
@click.option(
    "--from", "source_format", type=click.Choice(["parquet", "arrow", "npy", "jsonl", "csv", "text"]),
    help="Format of all IN; else their endings say it.",
)  # fmt: skip
@click.option(
    "--to", type=click.Choice(["parquet", "arrow", "jsonl"]), help="Format of OUT; else its ending says it, or parquet."
)
@click.option("--row-group-size", type=click.IntRange(1), metavar="ROWS", help="Rows of a row group.  [131072]")
@click.option(
    "--compression", metavar="NAME", help="zstd, snappy, lz4, gzip, brotli or none.  [parquet: zstd, else none]"
)
@click.option("--restart", is_flag=True, help="Throw away what an unfinished run has left.")
@click.option("--overwrite", is_flag=True, help="Replace OUT if it is there.")
@click.option("--quiet", is_flag=True, help="No progress bar, and no summary unless there are bad rows.")
@click.option("--json", "json_out", is_flag=True, help="The summary as JSON.")
@click.option("--part-rows", type=click.IntRange(1), hidden=True, help="Rows of a part, to try out resuming.")
@click.pass_context
@in_help(results=columns_of_results())
def command(
    ctx: click.Context,
    /,
    what: str,
    inputs: tuple[str, ...],
    output: str,
    preset: str,
    switches: tuple[str, ...],
    threads: int | None,
    cluster: str | None,
    workers: int | None,
    source_format: str | None,
    to: str | None,
    row_group_size: int | None,
    compression: str | None,
    restart: bool,
    overwrite: bool,
    quiet: bool,
    json_out: bool,
    part_rows: int | None,
) -> None:
    """Score or analyse all hands of some files.

    WHAT is one or more of these results, joined by commas. IN are files, folders and globs in quotes. OUT gets the
    columns of IN, status, reason and those of the results, row by row.

    \b
    {results}

    \b
    IN   Parquet .parquet .pq; Arrow IPC .arrow .feather .ipc .arrows: the columns
           hand, or concealed, melds, win, conditions, prevalent, seat, flowers
         .npy: (n, 34) counts of tiles
         JSON Lines .jsonl .ndjson: objects with such keys
         .csv: a column hand, or 34 columns 1m ... P of counts, meld_1 ... meld_4,
           win, conditions, prevalent, seat, flowers
         counts are of all concealed tiles, win is one of them
         .txt: a hand string a line; blank lines and those that begin with # are
           passed over
    OUT  .parquet .pq, .arrow .feather .ipc, or .jsonl .ndjson

    Memory stays bounded whatever the size of the files. What is finished is kept in the folder OUT.parts until OUT is
    whole: after a stop of any kind the same command goes on from there and ends in the same rows.

    Bad rows stay in place, with a status and a reason, and are counted at the end. Exit status: 0; 1 if rows were bad
    or it could not be done; 2 for wrong usage; 130 if it was interrupted, 143 if terminated.
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
    rules = rules_of(preset, switches)
    _check_what(what)
    summary = _how(threads, cluster, workers)(
        inputs, output, what, rules=rules, source_format=source_format, to=to,
        row_group_size=row_group_size, compression=compression, restart=restart, overwrite=overwrite,
        progress=True if sys.stderr.isatty() and not quiet else None, part_rows=part_rows,
    )  # fmt: skip
    tell_redone(summary.redone)
    if json_out:
        click.echo(as_json(summary.to_dict()))
    elif summary.bad or not quiet:
        click.echo(str(summary))
    ctx.exit(1 if summary.bad else 0)


def _how(threads: int | None, cluster: str | None, workers: int | None) -> Callable[..., Summary]:
    """Return what does the work: threads of this process, or a cluster; end with a usage error if several are named."""
    given = [name for name, value in (("--threads", threads), ("--cluster", cluster), ("--workers", workers)) if value]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} exclude each other")
    if cluster is None and workers is None:
        from ..datasets.parquet import bulk

        return functools.partial(bulk, threads=threads)
    from ..datasets.cluster import bulk as bulk_on_cluster

    return functools.partial(bulk_on_cluster, cluster=cluster, workers=workers)


def _check_what(what: str) -> None:
    """End with a usage error if something is asked for that there is not."""
    try:
        results_wanted(what)
    except InputError as error:
        raise click.BadParameter(str(error), param_hint="'WHAT'") from None
