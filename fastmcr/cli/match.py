"""``fastmcr match``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..errors import McrError, SheetError
from .common import as_json, draw

if TYPE_CHECKING:
    from ..tournament.match import Match


@click.command(name="match", no_args_is_help=True, short_help="Check the sheet of a 16-hand match; standings.")
@click.argument("sheet", required=False, type=click.Path(), metavar="[SHEET]")
@click.option("--unfinished", is_flag=True, help="The last hands may be missing: the match was stopped.")
@click.option("--scale", metavar="A-B-C-D", default="4-2-1-0", show_default=True,
              help="Table points by place; who ties shares them.")  # fmt: skip
@click.option("--count-penalties", is_flag=True, help="Rank by the net scores, penalties taken off.")
@click.option("--duplicate", is_flag=True, help="Rules of duplicate MCR, where the sheet names none.")
@click.option("--multiple-winners", type=click.Choice(["nearest", "all"]),
              help="Who wins if several claim a tile, where the sheet does not say it.")  # fmt: skip
@click.option("--variant", type=click.Choice(["cross-pay", "no-cross-pay"]),
              help="How several winners are paid, where the sheet does not say it.")  # fmt: skip
@click.option("--minimum", type=click.IntRange(0), help="Points that a win needs, where the sheet does not say it.")
@click.option("--template", is_flag=True, help="Print a filled-in example sheet instead; with --json as JSON.")
@click.option("--json", "json_out", is_flag=True, help="As match.schema.json of the package describes it.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    sheet: str | None,
    unfinished: bool,
    scale: str,
    count_penalties: bool,
    duplicate: bool,
    multiple_winners: str | None,
    variant: str | None,
    minimum: int | None,
    template: bool,
    json_out: bool,
) -> None:
    """Check the sheet of a match of 16 hands, and show points, running totals and standings.

    SHEET is a CSV or JSON file with a line for each hand: who won how much and from whom, and perhaps the points that
    were written down, which are held against the rules. `fastmcr match --template` prints an example.

    \b
    fastmcr match --template > sheet.csv
    fastmcr match sheet.csv
    fastmcr match sheet.csv --scale 7-5-2-0 --json

    \b
    Columns of a CSV sheet (any order; hand, winner, value and from must be there):
      hand        1..16
      prevalent   wind of the round, checked
      east .. north  who sat there, checked against the change of seats
      winner      name, or seat in this hand (E, S, W, N); Bela+Dora for two; draw
      value       worth of the hand with its flowers; 20+10 for two winners
      flowers     points of the value that are flowers
      from        who discarded the tile, or made the robbed kong; wall if self-drawn
      robbed      yes if a kong was robbed
      false_hu    Dora=below-minimum, wrong-tile, one-short, two-short; in duplicate
                  Dora=structure, no-structure; or the cost; several apart by |
      penalty     Dora=10, points that the referee took; several apart by |
      remarks     anything
      four more   headed by the players in the order of the first hand: their points

    Above the header there may be lines such as "rules,duplicate", "minimum,8" and the version of the format. What a
    false hu pays to the opponents in ordinary MCR is part of the points of its hand. Penalties stand apart from the
    scores, and change no table points unless --count-penalties is given. A name that begins with + - or @ has an
    apostrophe before it in CSV, which does not belong to the name: spreadsheets would take it for a formula.

    Exit status: 0; 1 if anything in the sheet is wrong, all of it is listed; 2 for wrong usage.
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
    if template:
        if sheet is not None:
            raise click.UsageError("--template takes no SHEET.")
        _print_template(json_out)
        return
    if sheet is None:
        raise click.UsageError("Missing argument 'SHEET': a CSV or JSON file; --template prints an example.")
    from ..tournament.match import as_scale
    from ..tournament.match.files import read_match

    try:
        as_scale(scale)
    except McrError as error:
        raise click.BadParameter(str(error), param_hint="'--scale'") from None
    rules: dict[str, Any] = {"multiple_winners": multiple_winners, "variant": variant, "minimum": minimum}
    try:
        match = read_match(sheet, unfinished=unfinished, duplicate=duplicate or None, **rules)
    except SheetError as error:
        left = error.total - len(error.problems)
        more = [f"and {left} more problem{'s' if left != 1 else ''}"] if left else []
        for line in [f"error: {problem}" for problem in error.problems] + more:
            click.echo(line, err=True)
        ctx.exit(1)
    if json_out:
        print(as_json(match.to_dict(scale, count_penalties=count_penalties)))
    else:
        from ..tournament.match.words import match_block

        draw(match_block(match, scale, count_penalties))


def _print_template(json_out: bool) -> None:
    from ..tournament.match.files import match_csv, match_sheet_json

    print((match_sheet_json if json_out else match_csv)(example()).removesuffix("\n"))


def example() -> Match:
    """Return a match with an example of everything that a sheet can say."""
    from ..tournament.match import Match
    from ..tournament.settlement import Value

    hands: list[dict[str, Any]] = [
        {"wins": {"Bela": 12}, "discarder": "Chen"},
        {"wins": {"Anna": Value(9, 2)}, "self_drawn": True},
        {},
        {"wins": {"Dora": 33}, "discarder": "Anna"},
        {"wins": {"Chen": 14}, "discarder": "Bela", "robbed_kong": True},
        {"wins": {"Bela": 8, "Dora": 24}, "discarder": "Chen"},
        {"wins": {"Anna": 16}, "self_drawn": True, "false_hu": {"Chen": "below-minimum"}},
        {"wins": {"Dora": Value(10, 1)}, "discarder": "Bela"},
        {"wins": {"Chen": 27}, "self_drawn": True},
        {"penalties": {"Dora": 5}},
        {"wins": {"Bela": 10}, "discarder": "Dora"},
        {"wins": {"Anna": 48}, "discarder": "Chen"},
        {"wins": {"Chen": 9}, "discarder": "Anna"},
        {"wins": {"Bela": 18}, "self_drawn": True},
        {"wins": {"Dora": 8}, "discarder": "Bela", "false_hu": {"Anna": "one-short"}},
        {"wins": {"Chen": 11}, "discarder": "Dora"},
    ]
    match = Match(("Anna", "Bela", "Chen", "Dora"))
    for hand in hands:
        match = match.record(**hand)
    return match
