"""``fastmcr discards``."""

from __future__ import annotations

from typing import Literal

import click

from .common import analysis_options, reading_option, rules_of, rules_options, visible_tiles
from .hands import Answer, answer_all


@click.command(name="discards", no_args_is_help=True, short_help="What each discard leaves, the best first.")
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
@click.option(
    "--min-points",
    type=click.IntRange(0),
    metavar="N",
    help="Order by the distance to a hand worth N points instead of shanten.",
)
@reading_option
@rules_options
@analysis_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    hands: tuple[str, ...],
    min_points: int | None,
    reading: Literal["open", "concealed"],
    preset: str,
    switches: tuple[str, ...],
    visible: str | None,
    melds: int | None,
    lang: str,
    json_lines: bool,
) -> None:
    """Show for each tile of a hand what discarding it leaves, the best discard first.

    HAND is a hand string as for `fastmcr score`, of 14 tiles or three fewer for each meld: after a draw, or after a
    claimed chow or pung. It may also be a file, or - for standard input, with a hand on each line. The tiles column
    counts the copies of useful tiles that are neither in the hand nor in --visible.

    With --min-points the discards are those that lead to a hand worth so much: by the tiles still to exchange for one,
    under --rules, with the points of --reading (see `fastmcr routes`).

    Bad hands are answered as by `fastmcr score`; --json gives objects as analysis.schema.json of the package describes
    them. Exit status: 0; 1 if a hand was bad, the others are answered all the same; 2 for wrong usage.
    """
    rules, seen = rules_of(preset, switches), visible_tiles(visible)

    def ask(text: str) -> Answer:
        from ..analysis.one_hand import discards
        from ..show.analysis import discards_block

        found = discards(text, seen, melds, min_points=min_points, reading=reading, rules=rules)
        return Answer(found.to_dict, lambda: discards_block(found.name, found, lang))

    answer_all(ctx, hands, ask, json_lines)
