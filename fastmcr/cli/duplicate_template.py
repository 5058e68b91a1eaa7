"""``fastmcr duplicate template``."""

from __future__ import annotations

from pathlib import Path

import click

from ..files.output import is_standard_output
from .duplicate_options import write_files


def _show_columns(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    """Print what stands in the columns of the CSV files, and end."""
    if value and not ctx.resilient_parsing:
        from ..show.blocks import Table
        from ..tournament.duplicate.files_csv import PLAYER_COLUMNS, RESULT_COLUMNS
        from .common import draw

        draw(Table(("results.csv", "What stands in it"), list(RESULT_COLUMNS.items())))
        print()
        draw(Table(("players.csv", "What stands in it"), list(PLAYER_COLUMNS.items())))
        ctx.exit()


@click.command(name="template", short_help="Write an example event of 8 players and 8 boards.")
@click.argument("folder", type=click.Path(path_type=Path, allow_dash=True), default="-", metavar="[DIR|-]")
@click.option("--teams", is_flag=True, help="Two teams of four instead of an individual event.")
@click.option("--force", is_flag=True, help="Overwrite files.")
@click.option("--columns", is_flag=True, is_eager=True, expose_value=False, callback=_show_columns,
              help="Say what stands in the columns of the CSV files, and end.")  # fmt: skip
def command(folder: Path, teams: bool, force: bool) -> None:
    """Write an example event, filled in, to start your own from.

    Into DIR: results.csv (a line for each table and board), players.csv, and event.json with name, settings and
    boards. Without DIR, or with -, the same event as one JSON goes to standard output. Both pass `check` and can be
    scored.

    \b
    fastmcr duplicate template my-event && fastmcr duplicate score my-event
    fastmcr duplicate template > event.json && fastmcr duplicate score event.json

    CSV may be edited with a spreadsheet; save it as CSV (UTF-8). Commas, semicolons and tabs are understood. A name
    that begins like a formula, with = + - or @, has an apostrophe before it, which does not belong to the name.
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
    from ..tournament.duplicate.template import example_event, example_files

    if is_standard_output(folder):
        from ..tournament.duplicate.files_json import event_json

        print(event_json(example_event(teams)), end="")
        return
    files = example_files(teams)
    write_files(folder, files, force)
    print(f"{', '.join(files)} written to {folder}; score them: fastmcr duplicate score {folder}")
