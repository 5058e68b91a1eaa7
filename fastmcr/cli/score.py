"""``fastmcr score``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from .common import lang_option, rules_of, rules_options
from .hands import WIND, Answer, Won, answer_all

if TYPE_CHECKING:
    from ..scoring.score import Score
    from ..show.blocks import Block
    from ..tournament.settlement import Settlement


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
@click.option("--pay", is_flag=True, help="Also say what each seat pays; a hand not self-drawn needs --from.")
@click.option("--from", "discarder", type=WIND, metavar="E|S|W|N", help="With --pay: who discarded the tile.")
@click.option("--duplicate", is_flag=True, help="With --pay: by the rules of duplicate MCR.")
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
    pay: bool,
    discarder: str | None,
    duplicate: bool,
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
    if pay and lang != "en":
        raise click.UsageError("--pay speaks English only.")
    if not pay and (discarder or duplicate):
        raise click.UsageError(f"{'--from' if discarder else '--duplicate'} belongs to --pay.")

    def ask(text: str) -> Answer:
        from ..scoring.score import score

        found = score(added.hand(text), rules)
        paid = _settlement(found, added.knows_seat(text), discarder, duplicate) if pay else None
        return Answer(lambda: _data(found, explain, paid), lambda: _block(found, explain, lang, paid))

    answer_all(ctx, hands, ask, json_lines)


def _settlement(found: Score, seat_known: bool, discarder: str | None, duplicate: bool) -> Settlement:
    """Return who pays for a hand, or say what is missing."""
    from ..tournament.settlement import settle

    if not seat_known:
        raise InputError("--pay needs the seat of the winner: --seat, or the winds in the hand string")
    if not found.hand.self_drawn and discarder is None:
        robbed = "made the robbed kong" if found.hand.robbed_kong else "discarded the tile"
        raise InputError(f"--pay needs --from for a hand that is not self-drawn: who {robbed}")
    return settle(
        {found.hand.seat: found}, discarder=discarder, robbed_kong=found.hand.robbed_kong, duplicate=duplicate
    )


def _data(found: Score, explain: bool, paid: Settlement | None) -> dict[str, Any]:
    data = (found.explain() if explain else found).to_dict()
    if paid is not None:
        settlement = paid.to_dict()
        for win in settlement["wins"]:
            win["score"] = None  # it stands around the settlement
        data["settlement"] = settlement
    return data


def _block(found: Score, explain: bool, lang: str, paid: Settlement | None) -> Block:
    from ..show.score import explanation_block, score_block

    block = explanation_block(found.explain(lang)) if explain else score_block(found, lang)
    if paid is None:
        return block
    from ..tournament.settlement.words import settlement_block

    settled = settlement_block(paid)
    facts = [("Paid by", paid.rules_text), *settled.facts]
    return block._replace(facts=[*block.facts, *facts], tables=[*block.tables, *settled.tables])
