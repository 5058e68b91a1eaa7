"""``fastmcr report``."""

from __future__ import annotations

import click

from ..errors import McrError
from ..files.output import is_standard_output


@click.command(name="report", short_help="Report on scored or analysed files as a web page.", no_args_is_help=True)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, allow_dash=True), metavar="PAGE",
    help="The page, - for standard output; by default beside the first file, with the ending .html.",
)  # fmt: skip
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], out: str | None) -> None:
    """Write a report on annotated files: one HTML page that needs no network.

    FILE is a Parquet or Arrow file with columns that `fastmcr bulk` makes, also a glob in quotes or a folder. The page
    shows whatever is there: the distribution of points and the share of illegal wins (points, legal), the fans by
    frequency (fans), the shanten (shanten and the forms), and the bad rows by reason (status, reason).

    An existing PAGE is replaced.
    """
    try:
        from ..datasets.report import write_report

        page = write_report(files, out)
    except McrError as error:
        click.echo(f"error: {error}", err=True)
        ctx.exit(1)
    if not is_standard_output(page):
        click.echo(page)
