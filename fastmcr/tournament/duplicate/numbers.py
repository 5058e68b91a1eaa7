"""Exact numbers: how they are given, rounded and shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from ...errors import InputError, shown
from ...rulebook.tiles import as_index

Exact: TypeAlias = int | Fraction | Decimal | str  # what callers may give for an exact number

_EXACT = re.compile(r"[+\-\u2212]?[0-9]{1,12}(?:\.[0-9]{1,12}|/[0-9]{1,12})?")
PLACES = 2  # decimals that a rounded number shows


def exact(value: object, what: str) -> Fraction:
    """Return an integer, fraction, decimal or its text as a fraction.

    Parameters
    ----------
    value : int, Fraction, Decimal or str
        Text is ``12``, ``-3``, ``0.5`` or ``2/3``.
    what : str
        What it is, for the text of the error.

    Returns
    -------
    Fraction
        The same number.

    Raises
    ------
    InputError
        If it is no such number; floats are refused because 0.1 is not a tenth.

    Examples
    --------
    >>> exact("2/3", "the weight"), exact("-0.5", "a penalty"), exact(7, "a score")
    (Fraction(2, 3), Fraction(-1, 2), Fraction(7, 1))
    """
    if isinstance(value, Fraction):
        return value
    number = as_index(value)
    if number is not None:
        return Fraction(number)
    if isinstance(value, Decimal) and value.is_finite():
        return Fraction(value)
    if isinstance(value, str) and _EXACT.fullmatch(value.strip()) and not re.search(r"/0+$", value.strip()):
        return Fraction(value.strip().replace("\u2212", "-"))
    raise InputError(f"{what} must be a whole number, a decimal such as '0.5' or a fraction such as '2/3', "
                     f"not {shown(value)}")  # fmt: skip


def _nearest(value: Fraction) -> int:
    whole = (2 * abs(value) + 1) // 2
    return int(whole if value >= 0 else -whole)


# Way of rounding -> the rounded number. "nearest" takes a half away from zero, so that a sign changes nothing else.
ROUNDINGS: dict[str, Callable[[Fraction], Fraction]] = {
    "none": lambda value: value,
    "nearest": lambda value: Fraction(_nearest(value)),
    "floor": lambda value: Fraction(value.numerator // value.denominator),
    "half-even": lambda value: Fraction(round(value)),
    "up": lambda value: Fraction(-(-value.numerator // value.denominator)),
}


def shown_number(value: Fraction | int | None, signed: bool = False) -> str:
    """Return a number as people read it; ``~`` stands before one that was rounded for it.

    Parameters
    ----------
    value : Fraction, int or None
        The exact number; None is shown as ``-``.
    signed : bool, default False
        Put + before a number above 0.

    Returns
    -------
    str
        A whole number, a decimal of at most 2 places that is exact, or ``~`` and a decimal of 2 places.

    Examples
    --------
    >>> shown_number(Fraction(123, 4), signed=True), shown_number(Fraction(-41, 3)), shown_number(Fraction(9, 2))
    ('+30.75', '~-13.67', '4.5')
    >>> shown_number(None), shown_number(Fraction(1, 1000)), shown_number(-8)
    ('-', '~0.00', '-8')
    """
    if value is None:
        return "-"
    value = Fraction(value)
    sign = "-" if value < 0 else "+" if signed and value > 0 else ""
    if value.denominator == 1:
        return f"{sign}{abs(value.numerator)}"
    size = _nearest(abs(value) * 10**PLACES)
    whole, part = divmod(size, 10**PLACES)
    if Fraction(size, 10**PLACES) == abs(value):
        return f"{sign}{whole}.{part:0{PLACES}}".rstrip("0")
    return f"~{sign if size else ''}{whole}.{part:0{PLACES}}"


def number_data(value: Fraction | int | None) -> dict[str, str] | None:
    """Return a number for JSON: exact as text, and as a decimal of 6 places.

    Parameters
    ----------
    value : Fraction, int or None
        The exact number.

    Returns
    -------
    dict or None
        ``exact`` and ``decimal``, both text; None for None.

    Examples
    --------
    >>> number_data(Fraction(-41, 3)), number_data(7)
    ({'exact': '-41/3', 'decimal': '-13.666667'}, {'exact': '7', 'decimal': '7'})
    """
    if value is None:
        return None
    text = str(value)
    return {"exact": text, "decimal": text if value.denominator == 1 else _decimal(value)}


@lru_cache(maxsize=1 << 16)
def _decimal(value: Fraction) -> str:
    size = _nearest(abs(value) * 10**6)
    sign = "-" if value < 0 and size else ""
    return f"{sign}{size // 10**6}.{size % 10**6:06}".rstrip("0").rstrip(".")
