"""What the commands for duplicate events share: the files, the settings, the scale."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from ..errors import EventError, InputError, McrError, RulesError, ScaleError
from ..files.atomic import file_behind
from ..files.output import write_text

if TYPE_CHECKING:
    from ..tournament.duplicate import Event, EventResult, Scale

F = TypeVar("F", bound=Callable[..., Any])

_PATH = click.Path(path_type=Path)


def event_options(function: F) -> F:
    """Add RESULTS, ``--event``, ``--players``, ``--datum`` and ``--set``."""
    results = click.argument("results", type=_PATH, metavar="RESULTS")
    settings = click.option("--event", "settings", type=_PATH, metavar="JSON", help="Settings, boards, teams.")
    players = click.option(
        "--players", type=_PATH, metavar="CSV", help="Players: name, team, carry_over, previous_rank."
    )
    datum = click.option("--datum", type=click.Choice(["all", "others"]), help="Short for --set datum=...")
    switch = click.option(
        "--set", "switches", multiple=True, metavar="SETTING=VALUE",
        help="Set one setting of the event; may be repeated. `fastmcr duplicate score --settings` lists them.",
    )  # fmt: skip
    return results(settings(players(datum(switch(function)))))


def scale_option(function: F) -> F:
    """Add ``--scale``."""
    return click.option(
        "--scale", "scale_name", metavar="ID|FILE", default="wbf-bridge-div10", show_default=True,
        help="IMP scale: wbf-bridge-div10 or wbf-bridge (both UNOFFICIAL), or a file of the real one.",
    )(function)  # fmt: skip


def event_of(
    results: Path, settings: Path | None, players: Path | None, datum: str | None, switches: Sequence[str]
) -> Event:
    """Return the event that the options name, or end with what is wrong with it."""
    from ..tournament.duplicate import SETTINGS, load_results

    rules: dict[str, str] = {"datum": datum} if datum else {}
    for given in switches:
        name, equals, value = given.partition("=")
        name = name.replace("-", "_")
        if not equals:
            raise click.BadParameter(f"{given!r} is not SETTING=VALUE", param_hint="'--set'")
        if name not in SETTINGS:
            known = ", ".join(SETTINGS)
            raise click.BadParameter(f"there is no setting {name!r}; there are {known}", param_hint="'--set'")
        if rules.setdefault(name, value) != value:
            raise click.BadParameter(f"{name} is given twice, as {rules[name]} and {value}", param_hint="'--set'")
    try:
        return load_results(results, settings=settings, players=players, rules=rules)
    except RulesError as error:
        raise click.BadParameter(str(error), param_hint="'--set'") from None
    except EventError as error:
        end_with(error)


def scale_of(name: str) -> Scale:
    """Return the scale of ``--scale``, or end with a usage error."""
    from ..tournament.duplicate import Scale

    try:
        return Scale.find(name)
    except ScaleError as error:
        raise click.BadParameter(str(error), param_hint="'--scale'") from None


def scored_event(
    results: Path,
    settings: Path | None,
    players: Path | None,
    datum: str | None,
    switches: Sequence[str],
    scale_name: str,
) -> EventResult:
    """Return the scored event that the options of `event_options` and `scale_option` name."""
    from ..tournament.duplicate import score_event

    scale = scale_of(scale_name)
    event = event_of(results, settings, players, datum, switches)
    try:
        return score_event(event, scale)
    except McrError as error:
        end_with(error)


def write_files(folder: Path, files: dict[str, str], overwrite: bool) -> None:
    """Write texts into a folder, which is made; end with an error where one cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = [name for name in files if (folder / name).exists()]
        if there and not overwrite:
            raise InputError(f"{folder} has {', '.join(there)} already; nothing was written (--force overwrites)")
        for name in files:
            file_behind(folder / name)  # before any is written
        for name, text in files.items():
            write_text(folder / name, text, overwrite=overwrite, switch="--force")
    except OSError as error:
        end_with(InputError(f"{error.filename or folder}: cannot be written: {error.strerror or error}"))
    except McrError as error:
        end_with(error)


def end_with(error: McrError) -> NoReturn:
    """Print what is wrong, one line for each problem, and end with status 1."""
    for line in str(error).splitlines():
        print(f"error: {line}" if not line.startswith("and ") else line, file=sys.stderr)
    raise click.exceptions.Exit(1) from None
