"""Pages and pieces of HTML: templates with one frame and one style for all, and the values that they lay out.

Whatever a template is given is text and is escaped; what is HTML stands in the templates alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from jinja2 import Environment

    from ...rulebook.tiles import Tile

__all__ = ["Column", "Grid", "Piece", "Pieces", "glyphs", "grid", "render"]

_T = TypeVar("_T")
_Line = TypeVar("_Line", contravariant=True)


class Piece(NamedTuple):
    """Text with what it looks like, a class of the style sheets, and the id of what it leads to on the page."""

    text: Pieces
    kind: str = ""
    href: str = ""


Pieces: TypeAlias = "str | Piece | Sequence[str | Piece]"  # alone, or in a row


class Column(NamedTuple, Generic[_Line]):
    """A column of a table: its title, what stands in it, and whether these are numbers, which are set flush right."""

    title: str
    cell: Callable[[_Line], Pieces]
    number: bool = False


class Grid(NamedTuple):
    """A table before it is laid out: titles, columns of numbers, rows, the class of the table, its caption."""

    titles: Sequence[str]
    numbers: Sequence[bool]
    rows: Sequence[Sequence[Pieces]]
    kind: str = ""
    caption: str = ""


def grid(columns: Iterable[Column[_T]], lines: Iterable[_T], kind: str = "", caption: str = "") -> Grid:
    """Return the table of some lines.

    Parameters
    ----------
    columns : iterable of Column
        From left to right.
    lines : iterable
        What the columns are asked for, from top to bottom.
    kind, caption : str, optional
        Class of the table, and what stands above it.

    Returns
    -------
    Grid
        For the macro ``table`` of the templates.

    Examples
    --------
    >>> grid([Column("Letter", str), Column("Code", lambda letter: str(ord(letter)), number=True)], "AB").rows
    [['A', '65'], ['B', '66']]
    """
    columns = list(columns)
    rows = [[column.cell(line) for column in columns] for line in lines]
    return Grid([column.title for column in columns], [column.number for column in columns], rows, kind, caption)


def render(template: str, **values: object) -> str:
    """Return what a template makes of values.

    Parameters
    ----------
    template : str
        A file of this folder.
    **values
        What it asks for; text is escaped.

    Returns
    -------
    str
        HTML. A whole page declares UTF-8, and its content security policy lets nothing be loaded from anywhere.

    Examples
    --------
    >>> print(render("frame.html.j2", title="O'Hara & Li").splitlines()[8])
    <title>O&#39;Hara &amp; Li</title>
    """
    return _templates().get_template(template).render(values)


@cache
def _templates() -> Environment:
    # Jinja2 is loaded when the first page is written, not with the package.
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    from ...rulebook.tiles import TILES

    found = Environment(
        loader=FunctionLoader(_source), autoescape=True, finalize=_readable, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    found.globals["tiles"] = TILES
    found.filters["glyphs"] = glyphs
    found.tests["part"] = lambda value: isinstance(value, Piece)
    return found


def _source(name: str) -> str:
    return (resources.files(__package__) / name).read_text("utf-8")


def _readable(value: object) -> object:
    """Return text without what may not stand in HTML: control characters, and halves of a character."""
    if type(value) is not str or value.isprintable():  # what is marked as HTML already is of another type
        return value
    shown = "".join(char if char >= " " or char in "\t\n" else "\N{REPLACEMENT CHARACTER}" for char in value)
    return shown.encode("utf-8", errors="replace").decode("utf-8")


def glyphs(tiles: Iterable[Tile]) -> str:
    """Return the Unicode characters of tiles; of the red dragon the plain one, as some fonts have it coloured."""
    return "".join(tile.glyph + ("\ufe0e" if str(tile) == "C" else "") for tile in tiles)
