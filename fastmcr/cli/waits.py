"""``fastmcr waits``."""

from __future__ import annotations

import click

from .common import analysis_options, rules_of, rules_options, visible_tiles
from .hands import WIND, Answer, Won, answer_all


@click.command(name="waits", no_args_is_help=True, short_help="What hands wait for, and what it is worth.")
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
@click.option("--prevalent", type=WIND, metavar="E|S|W|N", help="Prevalent wind.")
@click.option("--seat", type=WIND, metavar="E|S|W|N", help="Seat wind.")
@click.option("--wall-last", is_flag=True, help="It is the last tile of the wall, or the discard after it.")
@click.option("--flowers", type=click.IntRange(0, 8), help="Number of flowers.")
@rules_options
@analysis_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    hands: tuple[str, ...],
    preset: str,
    switches: tuple[str, ...],
    visible: str | None,
    melds: int | None,
    lang: str,
    json_lines: bool,
    prevalent: str | None,
    seat: str | None,
    wall_last: bool,
    flowers: int | None,
) -> None:
    """Show the tiles that hands wait for, how many are left, and the points by discard and self-drawn.

    HAND is a hand string as for `fastmcr score`, of 13 tiles or three fewer for each meld; with one tile more the last
    one is left out. It may also be a file, or - for standard input, with a hand on each line. Points are without
    flowers, which do not help to reach the minimum. A tile of which the other three are in --visible and in the own
    exposed melds is scored as the last of its kind.

    Bad hands are answered as by `fastmcr score`; --json gives objects as analysis.schema.json of the package describes
    them. Exit status: 0; 1 if a hand was bad, the others are answered all the same; 2 for wrong usage.
    """
    rules, seen = rules_of(preset, switches), visible_tiles(visible)
    added = Won(prevalent, seat, self_drawn=False, last_tile=False, wall_last=wall_last, kong=False, flowers=flowers)

    def ask(text: str) -> Answer:
        from ..analysis.one_hand import waits
        from ..show.analysis import waits_block

        found = waits(text if melds else added.hand(text), rules, seen, melds or None)
        return Answer(found.to_dict, lambda: waits_block(found, lang))

    answer_all(ctx, hands, ask, json_lines)
