"""``fastmcr duplicate``: a group whose commands are loaded when they are called."""

from __future__ import annotations

import click

from .groups import LazyGroup

_COMMANDS = ("template", "check", "score", "report", "deal")


@click.group(
    name="duplicate",
    cls=LazyGroup,
    names=_COMMANDS,
    prefix="duplicate_",
    short_help="Duplicate tournaments: deals, scoring, result books.",
)
def command() -> None:
    """Duplicate MCR: deal boards, check and score results, make the result book.

    \b
    fastmcr duplicate template my-event     an example event to start from
    fastmcr duplicate check my-event        says all that is wrong in its files
    fastmcr duplicate score my-event        standings, and every board with datum and IMP
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
