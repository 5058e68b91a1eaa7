"""``fastmcr duplicate check``."""

from __future__ import annotations

from typing import Any

import click

from .common import as_json
from .duplicate_options import event_of, event_options


@click.command(name="check", short_help="Say all that is wrong in the files of an event.")
@event_options
@click.option("--json", "json_out", is_flag=True, help="What was found as one JSON object.")
def command(json_out: bool, **given: Any) -> None:
    """Check the files of a duplicate event.

    RESULTS is a CSV with a line for each table and board, the JSON of a whole event, or a folder with results.csv
    and perhaps players.csv and event.json. Every problem is told with file, line, column and value; what is missing
    but can be scored without is a warning.

    Exit status: 0; 1 if anything is wrong; 2 for wrong usage.
    """
    from ..tournament.duplicate.missing import missing, similar_names

    event = event_of(**given)
    names = [player.name for player in event.all_players]
    warnings = [*missing(event), *similar_names(names)]
    boards, played = event.all_boards, [result for result in event.results if result.played]
    tables = {(result.group, result.table) for result in event.results}
    if json_out:
        counts = {"players": len(names), "boards": len(boards), "tables": len(tables)}
        data = {"rules": event.rules.variant, **counts, "results": len(played)}
        print(as_json({**data, "warnings": [warning._asdict() for warning in warnings]}, indent=1))
        return
    print(f"{given['results']}: no errors; {len(played)} results of {len(boards)} boards at {len(tables)} tables, "
          f"{len(names)} players")  # fmt: skip
    print(f"Rules: {event.rules.variant}")
    for warning in warnings:
        print(f"warning: {warning.text}")
