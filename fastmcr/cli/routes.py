"""``fastmcr routes``."""

from __future__ import annotations

from typing import Literal

import click

from .common import lang_option, reading_option, rules_of, rules_options, visible_tiles
from .hands import WIND, Answer, Won, answer_all


@click.command(
    name="routes", no_args_is_help=True, short_help="Which hands of 8 points are near, and how to get there."
)
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
@click.option(
    "--min-points",
    type=click.IntRange(0),
    default=8,
    show_default=True,
    metavar="N",
    help="Points without flowers that a hand must be worth.",
)
@click.option(
    "--slack",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    metavar="N",
    help="Show routes that are up to N tiles further than the nearest.",
)
@reading_option
@click.option("--all", "every", is_flag=True, help="Show every target hand, up to --limit, not the best of each route.")
@click.option(
    "--limit",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    metavar="N",
    help="Target hands of a route at most, for --all and --json.",
)
@click.option("--prevalent", type=WIND, metavar="E|S|W|N", help="Prevalent wind.")
@click.option("--seat", type=WIND, metavar="E|S|W|N", help="Seat wind.")
@click.option(
    "--visible", metavar="TILES", help="Tiles seen outside the own hand, as in 11m5pE: discards and others' melds."
)
@rules_options
@lang_option
@click.option("--json", "json_lines", is_flag=True, help="One JSON object a line for each hand.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    hands: tuple[str, ...],
    min_points: int,
    slack: int,
    reading: Literal["open", "concealed"],
    every: bool,
    limit: int,
    prevalent: str | None,
    seat: str | None,
    visible: str | None,
    preset: str,
    switches: tuple[str, ...],
    lang: str,
    json_lines: bool,
) -> None:
    """Show how far hands are from one that is worth 8 points, and by which routes.

    HAND is a hand string as for `fastmcr score`, of 3n+1 or 3n+2 tiles; also a file, or - for standard input, with a
    hand on each line. A route is the main fan of the hands it leads to. For each the best of these is shown: how far
    away it is (counted like shanten: ready, then 1, 2 ... tiles to exchange), its points, its sets and pair beside the
    melds, the tiles missing with the copies left of each, the tiles it has no use for, and the fans that count with the
    main one. Nearest first; among equals the hand whose missing tiles can be taken from the copies left in most ways.
    Hands for which too few copies are left are not shown.

    Two readings of the points: open, those that hold however the hand is completed; concealed, those of a hand of which
    nothing more is claimed and that wins by self-draw.

    Bad hands are answered as by `fastmcr score`; --json gives objects as routes.schema.json of the package describes
    them. Exit status: 0; 1 if a hand was bad, the others are answered all the same; 2 for wrong usage.
    """
    rules, seen = rules_of(preset, switches), visible_tiles(visible)
    added = Won(prevalent, seat, self_drawn=False, last_tile=False, wall_last=False, kong=False, flowers=None)

    def ask(text: str) -> Answer:
        from ..analysis.routes import routes
        from ..show.distance import routes_block

        found = routes(
            added.hand(text), min_points, slack, reading=reading, visible=seen, rules=rules, limit=limit
        )  # fmt: skip
        return Answer(found.to_dict, lambda: routes_block(found, lang, every))

    answer_all(ctx, hands, ask, json_lines)
