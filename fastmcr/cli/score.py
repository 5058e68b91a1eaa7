"""``fastmcr score``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .common import lang_option, rules_of, rules_options
from .hands import WIND, Answer, Won, answer_all

if TYPE_CHECKING:
    from .._tables import Block
    from ..scoring import Score


@click.command(name="score", no_args_is_help=True)
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
@click.option("--prevalent", type=WIND, metavar="E|S|W|N", help="Prevalent wind.")
@click.option("--seat", type=WIND, metavar="E|S|W|N", help="Seat wind.")
@click.option("--self-drawn", is_flag=True, help="The winning tile was drawn, not discarded.")
@click.option("--last-tile", is_flag=True, help="It is the last of its kind, the other three lying open.")
@click.option("--wall-last", is_flag=True, help="It is the last tile of the wall, or the discard after it.")
@click.option("--kong", is_flag=True, help="With --self-drawn it replaced a kong, else it robbed one.")
@click.option("--flowers", type=click.IntRange(0, 8), help="Number of flowers.")
@rules_options
@click.option("--explain", is_flag=True, help="Also say what does not count, and why.")
@lang_option
@click.option("--json", "json_lines", is_flag=True, help="One JSON object a line for each hand.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    hands: tuple[str, ...],
    preset: str,
    switches: tuple[str, ...],
    explain: bool,
    lang: str,
    json_lines: bool,
    **won: Any,
) -> None:
    """Score winning hands.

    HAND is a hand string in single quotes, the winning tile last, as in '[EEE]123m456p789s5s5s|ES1000|2': melds in
    brackets ([EEEE] is a concealed kong, [EEEE,1] a claimed, [EEEE,5] a promoted one), concealed tiles, and perhaps
    the winds with four digits (self-drawn, last of its kind, last of the wall, kong) and the flowers, for which
    there are options too.

    HAND may also be a file, or - for standard input, with a hand on each line. Blank lines and lines that begin
    with # are passed over; every other line is answered before the next is read, so that another program can keep
    this one running.

    \b
    Standard output has, for each hand:
      without --json  a table; with - or a file a blank line ends each answer, and a
                      bad hand is answered by lines of which the first begins "error: "
                      (bad hands among the arguments go to standard error instead);
      with --json     an object as score.schema.json of the package describes it, or
                      {"hand": ..., "error": {"type", "message", "position"}}.

    Exit status: 0; 1 if a hand was bad, the others are scored all the same; 2 for wrong usage.
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
    rules, added = rules_of(preset, switches), Won(**won)

    def ask(text: str) -> Answer:
        from ..scoring import score

        found = score(added.hand(text), rules)
        return Answer(lambda: (found.explain() if explain else found).to_dict(), lambda: _block(found, explain, lang))

    answer_all(ctx, hands, ask, json_lines)


def _block(found: Score, explain: bool, lang: str) -> Block:
    from ..display import explanation_block, score_block

    return explanation_block(found.explain(lang)) if explain else score_block(found, lang)
