"""Options that commands on game records share."""

from __future__ import annotations

import click

from ..records.formats.registry import FORMATS

__all__ = ["records_option", "skipped_option"]

records_option = click.option(
    "--from", "source_format", type=click.Choice(list(FORMATS)), help="Format of all IN; else their content tells it."
)
skipped_option = click.option(
    "--show", type=click.IntRange(0), default=20, show_default=True, metavar="N",
    help="Name at most N records that were skipped.",
)  # fmt: skip
