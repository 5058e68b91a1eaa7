"""``fastmcr records``: a group whose commands are loaded when they are called."""

from __future__ import annotations

import importlib

import click

_COMMANDS = ("features", "convert")


class _Commands(click.Group):
    """A group that imports a command when it is wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = importlib.import_module(f".records_{cmd_name}", __package__).command
        return command


@click.group(name="records", cls=_Commands, short_help="Game records: training data, other formats.")
def command() -> None:
    """Turn game records into training data, or into another format; `fastmcr replay` checks them.

    Records are Botzone match JSON, competition text, PMN, botzone_env, salasasa, tziakcha, and our own JSON Lines.

    \b
    fastmcr records features data.txt decisions.parquet
    fastmcr records convert data.txt data.jsonl
    """  # noqa: D301 - click wants the character itself before a paragraph that it is not to fill
