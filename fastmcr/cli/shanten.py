"""``fastmcr shanten``."""

from __future__ import annotations

import click

from .common import analysis_options, visible_tiles
from .hands import Answer, answer_all


@click.command(name="shanten", no_args_is_help=True, short_help="How far hands are from a win.")
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
@analysis_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    hands: tuple[str, ...],
    visible: str | None,
    melds: int | None,
    lang: str,
    json_lines: bool,
) -> None:
    """Show how far hands are from each form of a win, and which tiles bring them nearer.

    HAND is a hand string as for `fastmcr score`, of 3n+1 or 3n+2 tiles; also a file, or - for standard input, with a
    hand on each line. The tiles column counts the copies that are neither in the hand nor in --visible.

    Bad hands are answered as by `fastmcr score`; --json gives objects as analysis.schema.json of the package describes
    them. Exit status: 0; 1 if a hand was bad, the others are answered all the same; 2 for wrong usage.
    """
    seen = visible_tiles(visible)

    def ask(text: str) -> Answer:
        from ..analysis.one_hand import shanten, useful_by_form
        from ..hands.as_held import as_held
        from ..show.analysis import shanten_block, shanten_data

        name, found = as_held(text, melds).name, shanten(text, melds)
        by_form = useful_by_form(text, seen, melds)
        return Answer(lambda: shanten_data(name, found, by_form), lambda: shanten_block(name, found, by_form, lang))

    answer_all(ctx, hands, ask, json_lines)
