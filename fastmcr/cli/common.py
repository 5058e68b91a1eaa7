"""What the commands share: options, and drawing for a terminal or for a pipe."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Sequence
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import McrError, RulesError
from ..rulebook.lang import LANGUAGES
from ..rulebook.rules import Rules
from ..rulebook.switches import PRESETS
from ..show import blocks as _tables
from .ending import tell

if TYPE_CHECKING:
    from rich.console import Console

    from ..rulebook.tiles import Tile

F = TypeVar("F", bound=Callable[..., Any])

lang_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of the tables."
)


def in_help(**words: str) -> Callable[[F], F]:
    """Put words in the places of ``{name}`` in the help of a command, which is the docstring of its function."""

    def filled(function: F) -> F:
        text = cleandoc(function.__doc__ or "")
        for name, word in words.items():
            text = text.replace(f"{{{name}}}", word)
        function.__doc__ = text
        return function

    return filled


def rules_options(function: F) -> F:
    """Add ``--rules`` and ``--set``."""
    preset = click.option(
        "--rules", "preset", type=click.Choice(list(PRESETS)), default="default", show_default=True,
        help="Rules to start from; `fastmcr rules` shows how they differ.",
    )  # fmt: skip
    switch = click.option(
        "--set", "switches", multiple=True, metavar="SWITCH=VALUE",
        help="Set one switch of the rules; may be repeated.",
    )  # fmt: skip
    return preset(switch(function))


def analysis_options(function: F) -> F:
    """Add ``--visible``, ``--melds``, ``--lang`` and ``--json``."""
    visible = click.option(
        "--visible", metavar="TILES", help="Tiles seen outside the own hand, as in 11m5pE: discards and others' melds."
    )
    melds = click.option(
        "--melds", type=click.IntRange(0, 4), metavar="0..4",
        help="So many sets of unknown tiles lie beside the tiles of each HAND.",
    )  # fmt: skip
    json_lines = click.option("--json", "json_lines", is_flag=True, help="One JSON object a line for each hand.")
    return visible(melds(lang_option(json_lines(function))))


def reading_option(function: F) -> F:
    """Add ``--reading``."""
    return click.option(
        "--reading", type=click.Choice(["open", "concealed"]), default="open", show_default=True,
        help="open: points that hold however the hand is completed; concealed: it stays concealed and is self-drawn.",
    )(function)  # fmt: skip


def visible_tiles(text: str | None) -> list[Tile] | None:
    """Return the tiles of ``--visible``, or end with a usage error."""
    from ..rulebook.tiles import parse_tiles

    try:
        return None if text is None else parse_tiles(text)
    except McrError as error:
        raise click.BadParameter(str(error), param_hint="'--visible'") from None


def rules_of(preset: str, switches: Sequence[str]) -> Rules:
    """Return the rules that the options name, or end with a usage error."""
    options = {}
    for given in switches:
        name, equals, value = given.partition("=")
        if not equals:
            raise click.BadParameter(f"{given!r} is not SWITCH=VALUE", param_hint="'--set'")
        options[name] = value
    try:
        return Rules.from_options(preset, options)
    except RulesError as error:
        raise click.BadParameter(str(error), param_hint="'--set'") from None


def tell_redone(parts: int) -> None:
    """Say on standard error that a disk had damaged parts of unfinished work."""
    if parts == 1:
        tell("1 part was damaged on the disk and has been done again")
    elif parts:
        tell(f"{parts:,} parts were damaged on the disk and have been done again")


@functools.lru_cache(maxsize=1)
def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def draw(shown: _tables.Block | _tables.Table) -> None:
    """Print for a terminal with colours and to its width, and for anything else as plain text."""
    if sys.stdout.isatty():
        _console().print(_tables.drawn_rich(shown), soft_wrap=True)
    else:
        print(_tables.drawn_text(shown))


def as_json(data: object, indent: int | None = None) -> str:
    """Return JSON on one line, or indented; escaped where standard output cannot take Chinese."""
    text = _encoder(sys.stdout.encoding, indent).encode(data)
    try:
        text.encode()
    except UnicodeEncodeError:  # bytes of a name that are no UTF-8
        return _encoder(None, indent).encode(data)
    return text


@functools.lru_cache(maxsize=4)
def _encoder(encoding: str | None, indent: int | None) -> json.JSONEncoder:
    plain = (encoding or "").lower().replace("-", "") != "utf8"
    return json.JSONEncoder(ensure_ascii=plain, indent=indent, separators=(",", ":") if indent is None else None)
