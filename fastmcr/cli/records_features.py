"""``fastmcr records features``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from .common import as_json, tell_redone
from .records_options import records_option, skipped_option

if TYPE_CHECKING:
    from ..records.decisions.files import FeatureSummary

ORDERS = ("mcr", "tenhou", "botzone_wbt", "botzone_wtb")


@click.command(name="features", no_args_is_help=True, short_help="One row a decision, as Parquet.")
@click.argument("inputs", nargs=-1, required=True, metavar="IN...")
@click.argument("output", metavar="OUT.parquet")
@records_option
@click.option(
    "--order", type=click.Choice(ORDERS), default="mcr", show_default=True,
    help="Order of tiles and actions: botzone_wtb is that of most training code of this game.",
)  # fmt: skip
@click.option("--shanten", is_flag=True, help="Add the shanten of the hand: in each form, and the least.")
@click.option("--useful", is_flag=True, help="Add the useful tiles, as bits.")
@click.option(
    "--compression", type=click.Choice(["zstd", "snappy", "lz4", "gzip", "brotli", "none"]), default="zstd",
    show_default=True, help="Compression of OUT.",
)  # fmt: skip
@skipped_option
@click.option("--restart", is_flag=True, help="Throw away what an unfinished run has left.")
@click.option("--overwrite", is_flag=True, help="Replace OUT if it is there.")
@click.option("--quiet", is_flag=True, help="No progress, and no summary unless records were skipped.")
@click.option("--json", "json_out", is_flag=True, help="The summary as JSON.")
@click.option("--part-deals", type=click.IntRange(1), hidden=True)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    inputs: tuple[str, ...],
    output: str,
    source_format: str | None,
    order: str,
    shanten: bool,
    useful: bool,
    compression: str,
    show: int,
    restart: bool,
    overwrite: bool,
    quiet: bool,
    json_out: bool,
    part_deals: int | None,
) -> None:
    """Write every decision of game records as a row: what the player saw, could do and did, and how the deal ended.

    IN are files, folders and globs in quotes, of any format of records. OUT gets one row for each decision of a player
    who had a choice, passes included; nothing the player could not see is in it but the result. Each column says in its
    metadata what it holds; seats are counted from the player.

    \b
    fastmcr records features data.txt decisions.parquet
    fastmcr records features logs decisions.parquet --order botzone_wtb --useful

    What is finished is kept in the folder OUT.parts until OUT is whole: after a stop of any kind the same command goes
    on from there and ends in the same rows. A record that cannot be read, or not followed in the engine to its end, is
    named and skipped.

    Exit status: 0; 1 if records were skipped or it could not be done; 2 for wrong usage; 130 if interrupted, 143 if
    terminated.
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
    more = {} if part_deals is None else {"part_deals": part_deals}
    from ..records.decisions.files import write_features

    summary = write_features(
        inputs, output, format=source_format, order=order, shanten=shanten, useful=useful, compression=compression,
        restart=restart, overwrite=overwrite, progress=True if sys.stderr.isatty() and not quiet else None, **more,
    )  # fmt: skip
    tell_redone(summary.redone)
    if json_out:
        print(as_json(summary.to_dict()))
    elif summary.skipped or not quiet:
        _tell(summary, show)
    ctx.exit(1 if summary.skipped else 0)


def _tell(summary: FeatureSummary, show: int) -> None:
    for one in summary.told[:show]:
        print(f"skipped: {one}")
    left = summary.skipped - min(show, len(summary.told))
    if left:
        print(
            f"skipped: {left:,} more; --show N names more"
            if show
            else f"skipped: {left:,} records; --show N names them"
        )
    print(summary)
