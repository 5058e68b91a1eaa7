"""Every error of the package: one class by cause, with fields, all under McrError."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import combining, east_asian_width

# Longest piece of the caller's own data that an error repeats, in characters.
MAX_SHOWN = 60


class McrError(ValueError):
    """Anything this package refuses.

    Examples
    --------
    >>> from fastmcr.rulebook.tiles import Tile
    >>> try:
    ...     Tile("10m")
    ... except McrError as error:
    ...     print(error)
    no tile '10m'; a tile is 1m..9m, 1p..9p, 1s..9s, E, S, W, N, C, F or P, or its index 0..33
    """


class InputError(McrError):
    """An argument of the wrong type, dtype or shape."""


class NotationError(McrError):
    """Text that is no hand string, list of tiles or meld.

    Parameters
    ----------
    text : str
        What was given, whole.
    position : int
        The character that cannot stand there, from 0; ``len(text)`` where something is missing at the end.
    message : str
        What is wrong and what is allowed, one line.

    Examples
    --------
    >>> print(NotationError("12m3", 3, "digit 3 has no suit letter m, p or s after it"))
    digit 3 has no suit letter m, p or s after it (character 4)
      12m3
         ^
    """

    def __init__(self, text: str, position: int, message: str) -> None:
        self.text = text
        self.position = position
        self.message = message
        super().__init__(text, position, message)

    def __str__(self) -> str:
        """Return the message, the text, and a caret below the character."""
        start = max(0, self.position - MAX_SHOWN // 2)
        end = start + MAX_SHOWN
        head = "..." if start else ""
        tail = "..." if end < len(self.text) else ""
        excerpt = "".join(map(_visible, self.text[start:end]))
        gap = "".join(map(_blank, head + excerpt[: self.position - start]))
        return f"{self.message} (character {self.position + 1})\n  {head}{excerpt}{tail}\n  {gap}^"


class HandError(McrError):
    """Tiles, melds, winds or flowers that no player can hold.

    Parameters
    ----------
    message : str
        What is wrong and what is allowed.
    tile : str, optional
        The tile it is about, where it is about one.
    count : int, optional
        The number that was wrong: copies of `tile`, or concealed tiles, or melds.

    Examples
    --------
    >>> error = HandError("tile 5m appears 5 times; a hand holds at most 4", tile="5m", count=5)
    >>> error.tile, error.count
    ('5m', 5)
    """

    def __init__(self, message: str, *, tile: str | None = None, count: int | None = None) -> None:
        self.tile = tile
        self.count = count
        super().__init__(message)


class ConditionError(McrError):
    """Conditions of the win that contradict each other or the hand."""


class NotAWinError(McrError):
    """A hand that was to be scored and is not complete."""


class ActionError(McrError):
    """An action that does not exist, or is not legal in the state of the deal."""


class RulesError(McrError):
    """A switch, a value of a switch, or a fan that does not exist."""


class SettlementError(McrError):
    """A win, discard or false hu that the rules of settlement do not allow.

    Parameters
    ----------
    message : str
        What is wrong and what is allowed.
    seat : str, optional
        The seat it is about, ``E``, ``S``, ``W`` or ``N``, where it is about one.

    Examples
    --------
    >>> SettlementError("E discarded the tile and cannot win with it", seat="E").seat
    'E'
    """

    def __init__(self, message: str, *, seat: str | None = None) -> None:
        self.seat = seat
        super().__init__(message)


class TableError(McrError):
    """A data table of the package that is missing, damaged or of another version."""


class DealError(McrError):
    """A deal that cannot be: a wrong number of tiles, a fifth copy, an unknown tile, a missing board, a bad seed.

    Parameters
    ----------
    message : str
        What is wrong and what is allowed.
    source : str, optional
        The file it was read from.
    board : int, optional
        The board it is about.
    seat : str, optional
        The seat whose wall it is about, ``E``, ``S``, ``W`` or ``N``.
    tile : str, optional
        The tile it is about.

    Examples
    --------
    >>> print(DealError("33 tiles; a wall has 34", source="deals.json", board=3, seat="S"))
    deals.json: board 3, seat S: 33 tiles; a wall has 34
    """

    def __init__(
        self,
        message: str,
        *,
        source: str | None = None,
        board: int | None = None,
        seat: str | None = None,
        tile: str | None = None,
    ) -> None:
        self.message = message
        self.source = source
        self.board = board
        self.seat = seat
        self.tile = tile
        super().__init__(message)

    def __str__(self) -> str:
        """Return the file, the place in it, and the message."""
        place = [f"board {self.board}"] if self.board is not None else []
        place += [f"seat {self.seat}"] if self.seat is not None else []
        return ": ".join(part for part in (self.source or "", ", ".join(place), self.message) if part)


class MissingPackageError(McrError, ImportError):
    """A feature that needs a package which is not installed, or cannot be loaded.

    Parameters
    ----------
    package : str
        The package.
    extra : str
        The extra of fastmcr that brings it.
    fault : str, optional
        Why a package that is installed cannot be loaded.

    Examples
    --------
    >>> print(MissingPackageError("pyarrow", "bulk"))
    this needs the package pyarrow: pip install 'fastmcr[bulk]'
    """

    def __init__(self, package: str, extra: str, fault: str = "") -> None:
        self.package = package
        self.extra = extra
        self.fault = fault
        super().__init__(package, extra, fault)

    def __str__(self) -> str:
        """Return what to install, or why it fails."""
        if self.fault:
            return f"the package {self.package} cannot be loaded: {self.fault}"
        return f"this needs the package {self.package}: pip install 'fastmcr[{self.extra}]'"


class Problem(NamedTuple):
    """One thing that is wrong with an event or with a file of it.

    Examples
    --------
    >>> print(Problem("no wind 'X'; a wind is E, S, W or N", "results.csv", "line 5", "from", "X"))
    results.csv, line 5, column from: no wind 'X'; a wind is E, S, W or N
    """

    message: str
    """What is wrong, with the value that was given, and what is allowed."""
    file: str = ""
    where: str = ""
    """The line of a table (``line 5``) or the path in JSON or in the event (``results[3].winners``)."""
    column: str = ""
    value: str = ""

    def __str__(self) -> str:
        """Return the place and the message."""
        column = f"column {self.column}" if self.column else ""
        place = ", ".join(part for part in (self.file, self.where, column) if part)
        return f"{place}: {self.message}" if place else self.message


class EventError(McrError):
    """A duplicate event, its settings or its scale that cannot be used; all that is wrong is listed.

    Parameters
    ----------
    problems : sequence of Problem
        What is wrong, in the order of the file or event.
    total : int, optional
        Number of problems, also those not listed; as many as `problems` if left out.

    Examples
    --------
    >>> print(EventError([Problem("no lines", "results.csv")], total=3))
    results.csv: no lines
    and 2 more problems
    """

    def __init__(self, problems: Sequence[Problem], total: int | None = None) -> None:
        self.problems = list(problems)
        self.total = len(self.problems) if total is None else total
        super().__init__(self.problems, self.total)

    def __str__(self) -> str:
        """Return one line for each problem listed."""
        lines = [str(problem) for problem in self.problems]
        left = self.total - len(lines)
        if left > 0:
            lines.append(f"and {left} more problem{'s' if left != 1 else ''}")
        return "\n".join(lines)


class EventFileError(EventError):
    """A file of a duplicate event that cannot be read, or that is wrong."""


class SheetError(EventError):
    """A match sheet that cannot be read, or that is wrong; all that is wrong is listed."""


class MatchError(McrError):
    """A match that cannot be: its players, a hand too many, or a player who does not sit there."""


class ScaleError(McrError):
    """An IMP scale that does not exist, cannot be read, or breaks the rules of scales."""


class FileError(McrError):
    """A file that cannot be read, or cannot be written where it should be.

    Parameters
    ----------
    message : str
        What is wrong and what to do; names the file.
    path : str, optional
        The file.

    Examples
    --------
    >>> FileError("wins.parquet is no whole Parquet file", path="wins.parquet").path
    'wins.parquet'
    """

    def __init__(self, message: str, *, path: str | None = None) -> None:
        self.path = path
        super().__init__(message)


class RecordError(McrError):
    """A game record that cannot be read, or that the format asked for cannot hold.

    Parameters
    ----------
    reason : str
        What is wrong, and what is allowed.
    source : str, optional
        The file.
    number : int, optional
        Number of the deal in the file, from 1; None where the whole file is meant.
    place : str, optional
        The line (``line 17``), or the path in JSON (``logs[3].output.display``), or both.

    Examples
    --------
    >>> print(RecordError("no tile 'W0'", source="data.txt", number=3, place="line 57"))
    data.txt, deal 3, line 57: no tile 'W0'
    """

    def __init__(self, reason: str, *, source: str = "", number: int | None = None, place: str = "") -> None:
        self.reason = reason
        self.source = source
        self.number = number
        self.place = place
        super().__init__(reason)

    def __str__(self) -> str:
        """Return the file, the place in it, and the reason."""
        deal = "" if self.number is None else f"deal {self.number}"
        where = ", ".join(part for part in (self.source, deal, self.place) if part)
        return f"{where}: {self.reason}" if where else self.reason


class ResumeError(McrError):
    """Unfinished work that another call, or another state of the files, stands in the way of."""


class ClusterError(McrError):
    """A cluster that does not answer, or whose workers cannot do the work."""


class RowsError(McrError):
    """Rows of a batch that cannot be used.

    Parameters
    ----------
    rows : list of int
        The first bad rows, from 0.
    reasons : list of str
        Why, for each of `rows`.
    total_bad : int
        Number of bad rows in the batch, also those not listed.

    Examples
    --------
    >>> print(RowsError([3, 8], ["more than 4 copies of a tile", "not a complete hand"], 12))
    12 rows cannot be used:
      row 3: more than 4 copies of a tile
      row 8: not a complete hand
      and 10 more
    """

    def __init__(self, rows: list[int], reasons: list[str], total_bad: int) -> None:
        self.rows = rows
        self.reasons = reasons
        self.total_bad = total_bad
        super().__init__(rows, reasons, total_bad)

    def __str__(self) -> str:
        """Return one line for each row listed."""
        lines = [f"{self.total_bad} row{'s' if self.total_bad != 1 else ''} cannot be used:"]
        lines += [f"  row {row}: {reason}" for row, reason in zip(self.rows, self.reasons, strict=True)]
        if self.total_bad > len(self.rows):
            lines.append(f"  and {self.total_bad - len(self.rows)} more")
        return "\n".join(lines)


def shown(value: object) -> str:
    """Return a short one-line form of a value, for the text of an error.

    Parameters
    ----------
    value : object
        Anything a caller may have given.

    Returns
    -------
    str
        Its repr, at most 60 characters.

    Examples
    --------
    >>> shown("5x"), shown(9)
    ("'5x'", '9')
    >>> shown("5" * 1000)
    "'55555555555555555555555555555555555555555555555555555555..."
    >>> shown(10**5000)
    'an int of 16610 bits'
    """
    if isinstance(value, str | bytes | bytearray):
        value = value[: MAX_SHOWN + 1]
    elif isinstance(value, int) and value.bit_length() > 4 * MAX_SHOWN:
        return f"an int of {value.bit_length()} bits"  # Python refuses to print beyond 4300 digits
    try:
        words = " ".join(repr(value).split())
    except Exception:  # of the value's own class, or an int beyond 4300 digits within it
        return f"one {type(value).__name__}"
    return words if len(words) <= MAX_SHOWN else f"{words[: MAX_SHOWN - 3]}..."


def _visible(char: str) -> str:
    """Return the character, or a placeholder where it would not take a column of its own."""
    return char if char.isprintable() and not combining(char) else "\N{REPLACEMENT CHARACTER}"


def _blank(char: str) -> str:
    """Return a blank as wide as the character."""
    return "\N{IDEOGRAPHIC SPACE}" if east_asian_width(char) in "WF" else " "
