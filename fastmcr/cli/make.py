"""``fastmcr make``."""

from __future__ import annotations

import sys

import click

from ..datasets.population_words import MEANINGS
from ..errors import McrError


@click.group(name="make", short_help="Make files of random hands.", no_args_is_help=True)
def command() -> None:
    """Make files of random hands to try things on."""


@command.command(
    no_args_is_help=True,
    epilog="\b\nPopulations:\n" + "\n".join(f"  {name:<11}{words}" for name, words in MEANINGS.items()),
)
@click.argument("out", type=click.Path(dir_okay=False, allow_dash=True), metavar="OUT|-")
@click.option(
    "--rows", type=click.IntRange(0), default=1_000_000, show_default=True, metavar="N", help="Number of hands."
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, metavar="N", help="Another seed, other hands."
)
@click.option(
    "--population", type=click.Choice(list(MEANINGS)), default="wins", show_default=True,
    help="Which hands; see below.", metavar="NAME",
)  # fmt: skip
@click.option(
    "--to", type=click.Choice(["parquet", "arrow", "npy", "jsonl", "csv", "text"]),
    help="Format of OUT; else its ending says it.",
)  # fmt: skip
@click.option("--overwrite", is_flag=True, help="Replace OUT if it is there.")
@click.pass_context
def hands(ctx: click.Context, out: str, rows: int, seed: int, population: str, to: str | None, overwrite: bool) -> None:
    """Write random hands to the file OUT, or with - to standard output.

    The ending of OUT says the format: .parquet and .arrow (columns concealed, melds, win, conditions, prevalent, seat,
    flowers), .npy (counts of 34 tiles, for populations without melds), .jsonl, .csv and .txt (hand strings).

    The same population and seed give the same rows for ever, on every machine, and the first rows of a longer file are
    those of a shorter one. No tile occurs more than four times; winds are uniform, each of the eight flowers is held
    with probability 1/8. The page of `fastmcr.datasets.populations` (`help` in Python) has the recipes in full.
    """
    from ..datasets.make import write_hands
    from ..files.output import is_standard_output

    try:
        with click.progressbar(
            length=rows, label="hands", file=sys.stderr, hidden=not sys.stderr.isatty(), show_pos=True
        ) as bar:

            def told(done: int, rows: int) -> None:
                bar.update(done - bar.pos)

            size = write_hands(out, population, rows, seed=seed, to=to, overwrite=overwrite, progress=told)
    except McrError as error:
        click.echo(f"error: {error}", err=True)
        ctx.exit(1)
    words = f"{rows:,} hands of population {population}, seed {seed}: {out} ({size / 1e6:.1f} MB)"
    click.echo(words, err=is_standard_output(out))
