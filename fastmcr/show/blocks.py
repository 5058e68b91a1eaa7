"""Tables and blocks of text, laid out once for plain text and for rich; they know no tiles and load no numpy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from unicodedata import combining, east_asian_width

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.text import Text

    from ..rulebook.tiles import Tile

WIDTH = 100  # columns of plain text; only the last column of a table and notes are broken to fit
_LEAST = 12  # columns that the last column of a table keeps in a narrow terminal


class Cell(NamedTuple):
    """A cell that shows tiles: in words for text, as glyphs for HTML."""

    text: str
    groups: tuple[tuple[tuple[Tile, ...], ...], ...] = ()

    def __str__(self) -> str:
        return self.text


Row: TypeAlias = tuple[Cell | str, ...]


class Table(NamedTuple):
    """A table before it is drawn."""

    titles: tuple[str, ...]
    rows: list[Row]
    right: tuple[int, ...] = ()
    """Columns that are set flush right."""
    footer: Row = ()


class Block(NamedTuple):
    """A score or explanation before it is drawn."""

    title: str
    facts: list[tuple[str, str]]
    """Label and text of the lines above the tables."""
    tables: list[Table]
    notes_label: str = ""
    notes: Sequence[str] = ()


# --- layout -----------------------------------------------------------------------------------------------------------

_Line: TypeAlias = list[tuple[str, str]]  # pieces of text, each with its style
_RULE = "dim"


def _lines(shown: Block | Table, width: int) -> Iterator[_Line]:
    """Yield the lines of either; only words that are too long exceed the width."""
    if isinstance(shown, Table):
        yield from _table_lines(shown, width)
        return
    yield [(shown.title, "bold")]
    yield from _fact_lines(shown.facts, width)
    for table in shown.tables:
        yield from _table_lines(table, width)
    if shown.notes:
        yield [(shown.notes_label, "bold")]
        for note in shown.notes:
            first, *rest = wrapped(note, width - 2)
            yield [(f"- {first}", "")]
            yield from ([(f"  {line}", "")] for line in rest)


def _fact_lines(facts: Sequence[tuple[str, str]], width: int) -> Iterator[_Line]:
    chinese = any(ord(label[0]) >= 0x4E00 for label, _ in facts)
    wide = max((columns(label) for label, _ in facts), default=0) + 2
    for label, text in facts:
        first, *rest = wrapped(text, width - wide)
        yield [(padded(label + ("：" if chinese else ":"), wide), "cyan"), (first, "")]
        yield from ([(" " * wide + line, "")] for line in rest)


def _table_lines(table: Table, width: int) -> Iterator[_Line]:
    rows = [tuple(str(cell) for cell in row) for row in table.rows]
    footer = tuple(str(cell) for cell in table.footer)
    every = (table.titles, *rows, *([footer] if footer else []))
    widths = [max(map(columns, column)) for column in zip(*every, strict=True)]
    widths[-1] = min(widths[-1], max(_LEAST, width - sum(widths[:-1]) - 2 * (len(widths) - 1)))
    rule: _Line = [(_joined(["-" * wide for wide in widths], widths, ()), _RULE)]
    yield [(_joined(table.titles, widths, table.right), "bold")]
    yield rule
    for row in rows:
        yield from ([(line, "")] for line in _row_lines(row, widths, table.right))
    if footer:
        yield rule
        yield from ([(line, "bold")] for line in _row_lines(footer, widths, table.right))


def _row_lines(row: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> Iterator[str]:
    first, *rest = wrapped(row[-1], widths[-1])
    yield _joined([*row[:-1], first], widths, right)
    yield from (_joined([*[""] * (len(row) - 1), more], widths, ()) for more in rest)


def _joined(cells: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> str:
    places = zip(cells, widths, strict=True)
    return "  ".join(padded(cell, wide, place in right) for place, (cell, wide) in enumerate(places)).rstrip()


def columns(text: str) -> int:
    """Return the columns that a text takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def padded(text: str, wide: int, right: bool = False) -> str:
    """Fill a text with blanks to a number of columns."""
    blanks = " " * max(0, wide - columns(text))
    return blanks + text if right else text + blanks


def wrapped(text: str, wide: int) -> list[str]:
    """Break a text into lines of at most so many columns, at blanks and between Chinese characters; at least one."""
    if columns(text) <= wide:
        return [text]
    lines, line = [], ""
    for word in re.findall(r" *(?:[\u2e80-\u9fff\uff00-\uffef][，。；：、）]*|[^ \u2e80-\u9fff\uff00-\uffef]+)", text):
        if line and columns(line + word) > wide:
            lines.append(line)
            line = word.lstrip(" ")
        else:
            line += word
    return [*lines, line]


# --- drawing ----------------------------------------------------------------------------------------------------------


def drawn_text(shown: Block | Table, width: int = WIDTH) -> str:
    """Draw a block or table as plain text.

    Parameters
    ----------
    shown : Block or Table
        What to draw.
    width : int, default 100
        Columns to break long texts for.

    Returns
    -------
    str
        Lines without colours and without a final line end.

    Examples
    --------
    >>> print(drawn_text(Table(("Fan", "Points"), [("All Pungs", "6"), ("花龙", "8")], right=(1,))))
    Fan        Points
    ---------  ------
    All Pungs       6
    花龙            8
    """
    return "\n".join("".join(text for text, _ in line) for line in _lines(shown, width))


def drawn_rich(shown: Block | Table) -> RenderableType:
    """Draw a block or table for a terminal, with colours and to its width.

    Parameters
    ----------
    shown : Block or Table
        What to draw.

    Returns
    -------
    rich renderable
        For `rich.console.Console.print`.

    Examples
    --------
    >>> from rich.console import Console
    >>> Console(width=40).print(drawn_rich(Block("title", [("Reading", "pair EE")], [])))
    title
    Reading: pair EE
    """
    return _Drawn(shown)


class _Drawn:
    """What rich asks for lines once it knows the width."""

    def __init__(self, shown: Block | Table) -> None:
        self._shown = shown

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        from rich.text import Text

        for line in _lines(self._shown, options.max_width):
            drawn = Text(no_wrap=True, overflow="ignore")
            for text, style in line:
                drawn.append(text.replace("-", "─") if style == _RULE and not options.ascii_only else text, style)
            yield drawn
