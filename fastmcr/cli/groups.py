"""Groups of commands that are loaded when they are called."""

from __future__ import annotations

import importlib
from typing import Any

import click


class LazyGroup(click.Group):
    """A group that imports a command when it is wanted: module ``<prefix><name>`` of this package.

    Parameters
    ----------
    names : tuple of str
        The commands, in the order in which they are listed.
    prefix : str
        How the names of their modules begin.
    """

    def __init__(self, *args: Any, names: tuple[str, ...], prefix: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._names = names
        self._prefix = prefix

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self._names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if there is none of this name."""
        if cmd_name not in self._names:
            return None
        command: click.Command = importlib.import_module(f".{self._prefix}{cmd_name}", __package__).command
        return command
