"""CSV that people hand in and take home: separators, rows with their lines, and names that no spreadsheet computes."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..errors import McrError, Problem, shown

__all__ = [
    "SEPARATORS",
    "CellError",
    "Columns",
    "TableRow",
    "csv_rows",
    "csv_text",
    "guarded",
    "separator_of",
    "table_rows",
    "unguarded",
]

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
"""Separator -> its name."""

GUARD = "'"
# What a spreadsheet takes for the beginning of a formula, the wide forms of East Asian keyboards too.
_FORMULA = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"
_GUARDED = (*_FORMULA, *(GUARD + char for char in _FORMULA + GUARD))


class CellError(McrError):
    """A cell that cannot be read; the words say what is allowed."""

    def __init__(self, column: str, value: object, message: str) -> None:
        self.column, self.value, self.message = column, value, message
        super().__init__(message)


# --- names that look like formulas ------------------------------------------------------------------------------------


def guarded(name: str) -> str:
    """Return a name as it stands in a cell: with an apostrophe before it where it would be taken for a formula.

    Parameters
    ----------
    name : str
        Text that someone handed in: of a player, a team, a table, an event. Numbers are not guarded.

    Returns
    -------
    str
        The text; an apostrophe before ``=``, ``+``, ``-``, ``@``, a tab or line end, and before an apostrophe that
        would be taken for such a guard. `unguarded` gives the name back, whatever it is.

    Examples
    --------
    >>> guarded("=1+1"), guarded("Ann"), guarded("'t Hart"), guarded("'=1"), guarded("''")
    ("'=1+1", 'Ann', "'t Hart", "''=1", "'''")
    """
    return GUARD + name if name.startswith(_GUARDED) else name


def unguarded(cell: str) -> str:
    """Return the name that stands in a cell.

    Examples
    --------
    >>> [unguarded(guarded(name)) for name in ("=1+1", "Ann", "'t Hart", "'=1", "''")]
    ['=1+1', 'Ann', "'t Hart", "'=1", "''"]
    """
    return cell[1:] if cell.startswith(GUARD) and cell[1:].startswith((*_FORMULA, GUARD)) else cell


# --- reading ----------------------------------------------------------------------------------------------------------


class CsvRow(NamedTuple):
    """A row of a file: the physical line it began on, and its cells without blanks at their ends."""

    line: int
    cells: list[str]


class Columns(NamedTuple):
    """The columns that a file may have."""

    needed: tuple[str, ...]
    optional: tuple[str, ...]
    names: Collection[str] = ()
    """Those that hold what someone is called, and other text that is not computed."""

    @property
    def known(self) -> tuple[str, ...]:
        """All of them."""
        return self.needed + self.optional


class TableRow(NamedTuple):
    """A row below a header: the physical line it began on, and its cells by column."""

    line: int
    cells: dict[str, str]


def separator_of(text: str, columns: Collection[str], lines: int = 1) -> str:
    """Return the separator that makes most known columns of one of the first lines.

    Examples
    --------
    >>> separator_of("board;table;east", ("board", "table"))
    ';'
    """
    told = [line for line in text.splitlines() if line.strip()][:lines]

    def known(separator: str) -> int:
        found = (sum(cell.strip(' "').lower() in columns for cell in line.split(separator)) for line in told)
        return max(found, default=0)

    return max(SEPARATORS, key=known)


def csv_rows(text: str, separator: str, file: str, problems: list[Problem]) -> Iterator[CsvRow]:
    r"""Yield the rows that are not empty; where the text ceases to be CSV that is added to the problems.

    Examples
    --------
    >>> [row.cells for row in csv_rows("a, b\n\n c,d", ",", "x.csv", [])]
    [['a', 'b'], ['c', 'd']]
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    try:
        for row in reader:
            begun, line = line, reader.line_num + 1
            cells = [cell.strip() for cell in row]
            if any(cells):
                yield CsvRow(begun, cells)
    except csv.Error as error:
        problems.append(Problem(f"not CSV: {error}", file, f"line {line}"))


def table_rows(text: str, columns: Columns, file: str, problems: list[Problem]) -> Iterator[TableRow]:
    """Yield the rows of a CSV text with a header; the separator is the one that gives most known columns.

    Columns may stand in any order, their names in any case. Empty lines are passed over.
    """
    titles: list[str] | None = None
    for line, cells in csv_rows(text, separator_of(text, columns.known), file, problems):
        if titles is None:
            titles = [title.lower() for title in cells]
            if not _header_is_good(titles, columns, file, line, problems):
                return
        elif len(cells) != len(titles):
            message = f"{len(cells)} cells, but the first line has {len(titles)} columns"
            problems.append(Problem(message, file, f"line {line}", value=str(len(cells))))
        else:
            told = zip(titles, cells, strict=True)
            yield TableRow(line, {title: unguarded(cell) if title in columns.names else cell for title, cell in told})


def _header_is_good(titles: Sequence[str], columns: Columns, file: str, line: int, problems: list[Problem]) -> bool:
    where, before = f"line {line}", len(problems)
    for title in dict.fromkeys(titles):
        if title not in columns.known:
            message = f"no column is called {shown(title)}; there are {', '.join(columns.known)}"
            problems.append(Problem(message, file, where, value=title))
        elif titles.count(title) > 1:
            message = f"the column {title} stands {titles.count(title)} times"
            problems.append(Problem(message, file, where, value=title))
    lacking = [title for title in columns.needed if title not in titles]
    if lacking:
        message = f"the first line lacks the column{'s' if len(lacking) > 1 else ''} {', '.join(lacking)}"
        problems.append(Problem(message, file, where))
    return len(problems) == before


# --- writing ----------------------------------------------------------------------------------------------------------


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    r"""Return CSV with the line ends of Unix; names among the cells have been `guarded`.

    Examples
    --------
    >>> csv_text([("name", "imp"), (guarded("-Ann"), -46)])
    "name,imp\n'-Ann,-46\n"
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
