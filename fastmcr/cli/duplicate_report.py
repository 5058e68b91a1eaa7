"""``fastmcr duplicate report``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import McrError
from ..files.output import is_standard_output, write_text
from .common import as_json, draw
from .duplicate_options import end_with, event_of, event_options, scale_of, scale_option

if TYPE_CHECKING:
    from ..tournament.duplicate import Event, EventResult

_PARTS = ("boards", "teams", "players")


@click.command(name="report", short_help="Results book: one HTML file to print and to read.")
@event_options
@scale_option
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, allow_dash=True), metavar="HTML",
              help="Write the book to this file; - for standard output.")  # fmt: skip
@click.option("--deals", type=click.Path(path_type=Path), metavar="JSON",
              help="Show the tiles of this file of `fastmcr duplicate deal`.")  # fmt: skip
@click.option("--title", help="What stands on top; by default the name of the event.")
@click.option("--without", type=click.Choice(_PARTS), multiple=True, help="Leave these pages out; may be repeated.")
@click.option("--json", "json_out", is_flag=True, help="Say what was written as a JSON object.")
def command(
    output: Path, deals: Path | None, title: str | None, without: tuple[str, ...], json_out: bool, **given: Any
) -> None:
    """Make the results book of a duplicate event.

    The book is one HTML file that needs neither network nor scripts: standings, a page for each board with every
    table's result, datum, deviation and IMP, a sheet for each team and player, the settings and the scale. Print it
    from a browser (A4), or put it on the web as it is.

    RESULTS, --event, --players, --set and --scale are those of `fastmcr duplicate score`.

    \b
    fastmcr duplicate report results.csv -o book.html
    fastmcr duplicate report my-event -o book.html --deals deals.json --scale official.csv

    Exit status: 0; 1 if the event or a file is wrong; 2 for wrong usage.
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
    from ..tournament.duplicate.book import book_html

    for name in (given["results"], given["settings"], given["players"], deals):
        if name is not None and os.path.realpath(name) == os.path.realpath(output):
            raise click.BadParameter(f"{output} is both read and written; name another file", param_hint="'-o'")
    result = _scored(given, deals)
    text = book_html(result, title, [part for part in _PARTS if part not in without])
    try:
        write_text(output, text)
    except McrError as error:
        end_with(error)
    if is_standard_output(output):
        return
    if json_out:
        print(as_json(_said(result, output, text)))
    else:
        _draw_said(result, output, text)


def _scored(given: dict[str, Any], deals: Path | None) -> EventResult:
    from ..tournament.duplicate import score_event

    scale = scale_of(given.pop("scale_name"))
    event = event_of(**given)
    try:
        return score_event(_with_deals(event, deals) if deals else event, scale)
    except McrError as error:
        end_with(error)


def _with_deals(event: Event, path: Path) -> Event:
    from ..tournament.duplicate.deal_files import read_deals
    from ..tournament.duplicate.deals_in_event import with_deals

    return with_deals(event, read_deals(path))


def _said(result: EventResult, output: Path, text: str) -> dict[str, Any]:
    return {
        "file": str(output),
        "bytes": len(text.encode()),
        "rules": result.rules.variant,
        "scale": {"id": result.scale.id, "official": result.scale.official},
        "boards": len(result.event.all_boards),
        "players": len(result.event.all_players),
        "warnings": [warning.text for warning in result.warnings],
    }


def _draw_said(result: EventResult, output: Path, text: str) -> None:
    from ..show.blocks import Block

    said = _said(result, output, text)
    facts = [(label, words.rstrip(".")) for label, _, words in (line.partition(": ") for line in result.notices)]
    facts += [("Players", str(said["players"])), ("Boards", str(said["boards"]))]
    facts.append(("Size", f"{max(1, said['bytes'] // 1024)} KB, one file to print (A4) or to put on the web"))
    draw(Block(f"{output} written", facts, [], "Remarks in the book", said["warnings"][:20]))
