"""``fastmcr records``: a group whose commands are loaded when they are called."""

from __future__ import annotations

import click

from ..records.formats.registry import formats_in_words
from .common import in_help
from .groups import LazyGroup

_COMMANDS = ("features", "convert")


@click.group(
    name="records",
    cls=LazyGroup,
    names=_COMMANDS,
    prefix="records_",
    short_help="Game records: training data, other formats.",
)
@in_help(formats=formats_in_words())
def command() -> None:
    """Turn game records into training data, or into another format; `fastmcr replay` checks them.

    Records are {formats}.

    \b
    fastmcr records features data.txt decisions.parquet
    fastmcr records convert data.txt data.jsonl
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
