"""The command line. Each command is loaded when it is called, and numba only by those that score."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from .. import __version__
from .groups import LazyGroup

__all__ = ["cli", "main"]

_COMMANDS = (
    "score", "shanten", "waits", "discards", "routes", "fans", "rules",
    "settle", "match", "duplicate",
    "play", "replay", "records",
    "make", "bulk", "report",
    "warmup",
)  # fmt: skip

# What a shell reports for a program that SIGINT or SIGPIPE ended.
INTERRUPTED = 130
PIPE_CLOSED = 141


class _Commands(LazyGroup):
    """The commands of fastmcr, which end quietly when they are interrupted."""

    def invoke(self, ctx: click.Context) -> Any:
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a character shows ? for it
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            _drop_stdout()
            raise click.exceptions.Exit(PIPE_CLOSED) from None
        except KeyboardInterrupt:
            raise click.exceptions.Exit(INTERRUPTED) from None


def _drop_stdout() -> None:
    """Let what is still buffered for a closed pipe vanish, so that Python does not complain when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=_Commands, names=_COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="fastmcr", message="%(prog)s %(version)s")
def cli() -> None:
    """Mahjong Competition Rules (MCR, Guobiao): score and analyse hands, look up fans and rules."""


def main() -> None:
    """Run the command line; the process ends here."""
    cli(prog_name="fastmcr")
