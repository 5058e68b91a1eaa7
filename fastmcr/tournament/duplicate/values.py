"""Names, texts and penalties, checked wherever they stand."""

from __future__ import annotations

from fractions import Fraction

from ...errors import InputError, shown
from .numbers import exact


def as_name(value: object, what: str) -> str:
    """Return a name, or say that it is none.

    Parameters
    ----------
    value : str
        Printable characters without a blank at either end.
    what : str
        What has the name, for the text of the error.

    Returns
    -------
    str
        The name.

    Raises
    ------
    InputError
        If it is empty, not text, or has blanks at its ends or characters that cannot be printed.

    Examples
    --------
    >>> as_name("Ann Lee", "a player")
    'Ann Lee'
    """
    if not isinstance(value, str) or not value or value != value.strip() or not value.isprintable():
        raise InputError(f"the name of {what} is printable text without blanks at its ends, not {shown(value)}")
    return value


def as_text(value: object, what: str) -> str:
    """Return a text that may be empty, or say that it is none."""
    if not isinstance(value, str):
        raise InputError(f"{what} must be text, not {shown(value)}")
    return value


def as_penalty(value: object) -> Fraction:
    """Return the IMP of a penalty, which is above 0."""
    imp = exact(value, "a penalty in IMP")
    if imp <= 0:
        raise InputError(f"a penalty is above 0 IMP and is subtracted, not {shown(str(value))}")
    return imp
