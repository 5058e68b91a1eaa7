"""Every error of the package: one class by cause, with fields, all under McrError."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

# Longest piece of the caller's own data that an error repeats, in characters.
MAX_SHOWN = 60


class McrError(ValueError):
    """Anything this package refuses.

    Examples
    --------
    >>> from fastmcr.tiles import Tile
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


class RulesError(McrError):
    """A switch, a value of a switch, or a fan that does not exist."""


class TableError(McrError):
    """A data table of the package that is missing, damaged or of another version."""


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
    words = " ".join(repr(value).split())
    return words if len(words) <= MAX_SHOWN else f"{words[: MAX_SHOWN - 3]}..."


def _visible(char: str) -> str:
    """Return the character, or a placeholder where it would not take a column of its own."""
    return char if char.isprintable() and not combining(char) else "\N{REPLACEMENT CHARACTER}"


def _blank(char: str) -> str:
    """Return a blank as wide as the character."""
    return "\N{IDEOGRAPHIC SPACE}" if east_asian_width(char) in "WF" else " "
