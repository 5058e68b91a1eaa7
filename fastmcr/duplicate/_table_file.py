"""CSV files as rows of cells by column, with the line each began on; whatever is wrong is collected."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..errors import Problem, shown

SEPARATORS = (",", ";", "\t")


class Columns(NamedTuple):
    """The columns that a file may have."""

    needed: tuple[str, ...]
    optional: tuple[str, ...]

    @property
    def known(self) -> tuple[str, ...]:
        """All of them."""
        return self.needed + self.optional


class TableRow(NamedTuple):
    """A row of a file: the physical line it began on, and its cells without blanks at their ends."""

    line: int
    cells: dict[str, str]


def table_rows(text: str, columns: Columns, file: str, problems: list[Problem]) -> Iterator[TableRow]:
    """Yield the rows of a CSV text; the separator is the one that gives most known columns.

    Columns may stand in any order, names in any case. Empty lines are passed over.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text, columns), strict=True)
    names: list[str] | None = None
    line = 1
    try:
        for row in reader:
            start, line = line, reader.line_num + 1
            cells = [cell.strip() for cell in row]
            if not any(cells):
                continue
            if names is None:
                names = [name.lower() for name in cells]
                if not _header_is_good(names, columns, file, start, problems):
                    return
            elif len(cells) != len(names):
                message = f"{len(cells)} cells, but the first line has {len(names)} columns"
                problems.append(Problem(message, file, f"line {start}", value=str(len(cells))))
            else:
                yield TableRow(start, dict(zip(names, cells, strict=True)))
    except csv.Error as error:
        problems.append(Problem(f"not CSV: {error}", file, f"line {line}"))


def _separator(text: str, columns: Columns) -> str:
    first = next((line for line in text.splitlines() if line.strip()), "")

    def known(separator: str) -> int:
        return sum(cell.strip(' "').lower() in columns.known for cell in first.split(separator))

    return max(SEPARATORS, key=known)


def _header_is_good(names: Sequence[str], columns: Columns, file: str, line: int, problems: list[Problem]) -> bool:
    where, before = f"line {line}", len(problems)
    for name in dict.fromkeys(names):
        if name not in columns.known:
            message = f"no column is called {shown(name)}; there are {', '.join(columns.known)}"
            problems.append(Problem(message, file, where, value=name))
        elif names.count(name) > 1:
            problems.append(Problem(f"the column {name} stands {names.count(name)} times", file, where, value=name))
    lacking = [name for name in columns.needed if name not in names]
    if lacking:
        message = f"the first line lacks the column{'s' if len(lacking) > 1 else ''} {', '.join(lacking)}"
        problems.append(Problem(message, file, where))
    return len(problems) == before
