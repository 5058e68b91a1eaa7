"""The command line. Each command is loaded when it is called, and numba only by those that score."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..base.version import __version__
from .ending import Terminated, guarded, prepare
from .groups import LazyGroup

__all__ = ["cli", "main"]

_COMMANDS = (
    "score", "shanten", "waits", "discards", "routes", "fans", "rules",
    "settle", "match", "duplicate",
    "play", "replay", "records",
    "make", "bulk", "report",
    "warmup",
)  # fmt: skip


class _Commands(LazyGroup):
    """The commands of fastmcr, each of which ends in order however it is cut off."""

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        with guarded():  # --help and --version are done here
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with guarded():
            return super().invoke(ctx)


@click.group(cls=_Commands, names=_COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="fastmcr", message="%(prog)s %(version)s")
def cli() -> None:
    """Mahjong Competition Rules (MCR, Guobiao): score and analyse hands, look up fans and rules."""


def main() -> None:
    """Run the command line; the process ends here."""
    try:
        prepare()
        cli(prog_name="fastmcr")
    except Terminated as error:  # before or after all that is guarded
        sys.exit(128 + error.number)
