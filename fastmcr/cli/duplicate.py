"""``fastmcr duplicate``: a group whose commands are loaded when they are called."""

from __future__ import annotations

import importlib

import click

_COMMANDS = ("template", "check", "score", "report", "deal")


class _Commands(click.Group):
    """A group that imports a command when it is wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = importlib.import_module(f".duplicate_{cmd_name}", __package__).command
        return command


@click.group(name="duplicate", cls=_Commands, short_help="Duplicate tournaments: deals, scoring, result books.")
def command() -> None:
    """Duplicate MCR: deal boards, check and score results, make the result book.

    \b
    fastmcr duplicate template my-event     an example event to start from
    fastmcr duplicate check my-event        says all that is wrong in its files
    fastmcr duplicate score my-event        standings, and every board with datum and IMP
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
