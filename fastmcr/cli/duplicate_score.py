"""``fastmcr duplicate score``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..files.output import is_standard_output
from ..show.blocks import Table
from .common import as_json, draw
from .duplicate_options import end_with, event_options, scale_option, scored_event, write_files


def _show_settings(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    """Print what ``--set`` takes, and end."""
    if value and not ctx.resilient_parsing:
        from ..tournament.duplicate import SETTINGS, TIE_BREAKS, EventRules
        from ..tournament.duplicate.settings import word_of

        usual = EventRules()
        rows = [(one.name, word_of(getattr(usual, one.name)), f"{one.meaning} Allowed: {one.allowed}.")
                for one in SETTINGS.values()]  # fmt: skip
        draw(Table(("Setting", "Default", "Meaning"), list(rows)))
        print()
        draw(Table(("Tie-break", "What decides"), list(TIE_BREAKS.items())))
        ctx.exit()


@click.command(name="score", short_help="Standings, and every board with datum and IMP.")
@event_options
@scale_option
@click.option("--settings", "show", is_flag=True, is_eager=True, expose_value=False, callback=_show_settings,
              help="List the settings that --set takes, and end.")  # fmt: skip
@click.option("--board", type=click.IntRange(1), metavar="N", help="Show this board only.")
@click.option("--standings", "only_standings", is_flag=True, help="Show the standings only.")
@click.option("--json", "json_out", is_flag=True, help="Everything as one JSON object, fractions exact.")
@click.option("--csv", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Write CSV files into DIR.")
@click.option("--force", is_flag=True, help="Let --csv overwrite files.")
def command(
    board: int | None, only_standings: bool, json_out: bool, folder: Path | None, force: bool, **given: Any
) -> None:
    """Score a duplicate event: individual, teams, or head to head.

    RESULTS is a CSV with a line for each table and board, the JSON of a whole event, or a folder with results.csv
    and perhaps players.csv and event.json: see `fastmcr duplicate template`. The winners are settled by duplicate
    MCR, every result is compared with those at the same wind of the board, and the difference is converted to IMP.

    The official IMP table is not known to this program. The default scale is that of bridge divided by 10; every
    output says so. Give the real one with --scale FILE.

    Exit status: 0; 1 if the event is wrong; 2 for wrong usage.
    """
    if sum((board is not None, only_standings, json_out, folder is not None)) > 1:
        raise click.UsageError("--board, --standings, --json and --csv exclude each other")
    if is_standard_output(folder):
        raise click.BadParameter("several CSV files are written; name a folder", param_hint="'--csv'")
    result = scored_event(**given)
    if json_out:
        print(as_json(result.to_dict()))
    elif folder is not None:
        files = result.to_csv()
        write_files(folder, files, force)
        for notice in result.notices:
            print(notice)
        print(f"{', '.join(files)} written to {folder}")
    else:
        _show(result, board, only_standings)


def _show(result: Any, board: int | None, only_standings: bool) -> None:
    from ..errors import InputError
    from ..tournament.duplicate.text import board_blocks, event_block, warnings_block

    boards = [] if only_standings else list(board_blocks(result, board))
    if board is not None and not boards:
        numbers = sorted({table.board for table in result.tables})
        end_with(InputError(f"no table has a result on board {board}; there are boards {_ranges(numbers)}"))
    for place, block in enumerate([event_block(result), *boards, *warnings_block(result)]):
        if place:
            print()
        draw(block)


def _ranges(numbers: list[int]) -> str:
    """Return numbers with runs drawn together: 1-8, 10."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][-1:] = [number] if len(runs[-1]) > 1 else [runs[-1][0], number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)
