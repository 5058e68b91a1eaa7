"""How the record formats number and name the fans: the WMO list, the list of 1998, and tziakcha's own."""

from __future__ import annotations

from functools import lru_cache

from ...errors import RulesError
from ...rulebook.fans import Fan

__all__ = ["NOT_A_FAN", "NUMBERINGS", "TZIAKCHA_HOUSE_FANS", "fan_of", "named_fan", "number_in"]

NOT_A_FAN = "错和"
"""Stands in fan lists where fans stand, and marks a false hu."""

TZIAKCHA_HOUSE_FANS = range(85, 89)
"""Ids of wins on the dealt hand, which are no fans of MCR."""

_LONGEST = 100  # characters of a name of a fan


def _tziakcha() -> dict[int, Fan]:
    """Return the fan of each tziakcha id; the two shifted-chow fans are split by step there."""
    found = {number: Fan(number) for number in range(1, 17)}
    found[17] = Fan.FOUR_PURE_SHIFTED_CHOWS
    found |= {number: Fan(number - 1) for number in range(18, 32)}
    found[32] = Fan.PURE_SHIFTED_CHOWS
    found |= {number: Fan(number - 2) for number in range(33, 50)}
    found |= {number: Fan(number - 1) for number in range(50, 55)}
    found[55] = Fan.TWO_CONCEALED_KONGS
    found |= {number: Fan(number - 2) for number in range(56, 84)}
    found[84] = Fan.CONCEALED_AND_MELDED_KONG
    return found


NUMBERINGS: dict[str, dict[int, Fan]] = {
    "wmo": {int(fan): fan for fan in Fan},
    "1998": {fan.number_1998: fan for fan in Fan if fan.number_1998 is not None},
    "tziakcha": _tziakcha(),
}
"""Fan of each number: ``wmo`` (82 is the fan outside the list), ``1998``, ``tziakcha``."""


def fan_of(number: int, numbering: str) -> Fan:
    """Return the fan that has a number in a numbering.

    Parameters
    ----------
    number : int
        The number.
    numbering : {"wmo", "1998", "tziakcha"}

    Returns
    -------
    Fan

    Raises
    ------
    RulesError
        If there is no fan of that number, or no such numbering.

    Examples
    --------
    >>> fan_of(48, "wmo"), fan_of(48, "1998"), fan_of(48, "tziakcha")
    (Fan.TWO_CONCEALED_KONGS, Fan.ALL_PUNGS, Fan.OUT_WITH_REPLACEMENT_TILE)
    >>> fan_of(99, "wmo")
    Traceback (most recent call last):
        ...
    fastmcr.errors.RulesError: no fan has number 99 in the numbering wmo; it has 1 to 82
    """
    table = NUMBERINGS.get(numbering)
    if table is None:
        raise RulesError(f"no numbering is called {numbering!r}; there are {', '.join(NUMBERINGS)}")
    if number not in table:
        if numbering == "tziakcha" and number in TZIAKCHA_HOUSE_FANS:
            raise RulesError(
                f"number {number} in the numbering tziakcha is a house fan for the dealt hand, none of MCR"
            )
        raise RulesError(
            f"no fan has number {number} in the numbering {numbering}; it has {min(table)} to {max(table)}"
        )
    return table[number]


def number_in(fan: Fan, numbering: str) -> int | None:
    """Return the number of a fan in a numbering, the first if it has several, None if it has none.

    Parameters
    ----------
    fan : Fan
    numbering : {"wmo", "1998", "tziakcha"}

    Returns
    -------
    int or None

    Examples
    --------
    >>> number_in(Fan.PURE_SHIFTED_CHOWS, "tziakcha"), number_in(Fan.CONCEALED_AND_MELDED_KONG, "1998")
    (31, None)
    """
    return next((number for number, other in NUMBERINGS[numbering].items() if other is fan), None)


def named_fan(name: str) -> Fan | None:
    """Return the fan of a name as formats print it, None if it is unknown.

    Parameters
    ----------
    name : str
        Chinese, with the synonyms that are in use.

    Returns
    -------
    Fan or None

    Examples
    --------
    >>> named_fan("嵌张"), named_fan("独听・边张"), named_fan("???")
    (Fan.CLOSED_WAIT, Fan.EDGE_WAIT, None)
    """
    return _found(name) if len(name) <= _LONGEST else None


@lru_cache(maxsize=1024)
def _found(name: str) -> Fan | None:
    try:
        return None if name.strip().isdecimal() else Fan.find(name)
    except RulesError:
        return None
