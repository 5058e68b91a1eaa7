"""Keywords that say how a hand was won, beside a hand string that may say it too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from ..errors import HandError, InputError, shown
from ..rulebook.tiles import NAMES, as_index, as_tile, as_wind
from .notation import LAST_TILE, REPLACEMENT, ROBBED_KONG, SELF_DRAWN, WALL_LAST, HandText

__all__ = ["CONDITION_BITS", "NO_TAILS", "Tails", "tails_of", "with_keywords"]

MAX_FLOWERS = 8

CONDITION_BITS = {
    "self_drawn": SELF_DRAWN,
    "last_tile": LAST_TILE,
    "wall_last": WALL_LAST,
    "replacement": REPLACEMENT,
    "robbed_kong": ROBBED_KONG,
}


class Tails(NamedTuple):
    """What a hand string says behind its tiles, empty where it leaves it open."""

    situation: str
    flowers: str


NO_TAILS = Tails("", "")


def tails_of(text: str) -> Tails:
    """Return the tails of a hand string.

    Examples
    --------
    >>> tails_of("123456789m1155p5p|EW1000")
    Tails(situation='EW1000', flowers='')
    """
    _, _, behind = text.partition("|")
    situation, _, flowers = behind.partition("|")
    return Tails(situation.strip(), flowers.strip())


def with_keywords(text: HandText, tails: Tails, keywords: Mapping[str, Any]) -> HandText:
    """Return a hand as the keywords that are not None say; what its text says stands, and must not differ.

    Parameters
    ----------
    text : HandText
        The hand.
    tails : Tails
        What its hand string says.
    keywords : mapping
        Any of ``win``, ``prevalent``, ``seat``, ``flowers`` and `CONDITION_BITS`.

    Returns
    -------
    HandText

    Raises
    ------
    InputError
        If a keyword says other than the text, or is of another type.
    HandError
        If there is no such wind or number of flowers, or the winning tile is none of 3n+2 tiles.
    """
    given = {name: value for name, value in keywords.items() if value is not None}
    if "win" in given:
        text = _with_win(text, int(as_tile(given["win"])))
    fields: dict[str, int] = {"conditions": text.conditions}
    for name in ("prevalent", "seat"):
        if name in given:
            fields[name] = int(as_wind(given[name], name))
            _agree(name, given[name], fields[name] == getattr(text, name), tails.situation)
    for name, bit in CONDITION_BITS.items():
        if name in given:
            value = as_bool(name, given[name])
            _agree(name, value, value == (text.conditions & bit != 0), tails.situation)
            fields["conditions"] = fields["conditions"] & ~bit | bit * value
    if "flowers" in given:
        fields["flowers"] = as_flowers(given["flowers"])
        _agree("flowers", fields["flowers"], fields["flowers"] == text.flowers, tails.flowers)
    winds_given = text.winds_given or {"prevalent", "seat"} <= given.keys()
    return text._replace(**fields, winds_given=winds_given)  # type: ignore[arg-type]


def _agree(name: str, value: object, agrees: bool, tail: str) -> None:
    """Refuse a keyword that contradicts the text."""
    if tail and not agrees:
        words = value if isinstance(value, bool | int) else shown(value)
        raise InputError(f"{name}={words}, but the hand string says |{tail}; change one of them, or leave one out")


def _with_win(text: HandText, win: int) -> HandText:
    """Return the hand with a winning tile: one more beside 3n+1 tiles, and one of 3n+2."""
    if text.win is None:
        return text._replace(win=win)
    tiles = [*text.beside_win, text.win]
    if win not in tiles:
        name = str(NAMES[win])
        raise HandError(f"win={name}, but there is no {name} among the {len(tiles)} concealed tiles", tile=name)
    tiles.remove(win)
    return text._replace(beside_win=tiles, win=win)


def as_bool(name: str, value: object) -> bool:
    """Return True or False, of a NumPy type too."""
    if value is True or value is False:
        return value
    if not isinstance(value, np.bool_):
        raise InputError(f"{name} must be True or False, not {shown(value)}")
    return bool(value)


def as_flowers(value: object) -> int:
    """Return a number of flowers."""
    number = as_index(value)
    if number is None or not 0 <= number <= MAX_FLOWERS:
        raise HandError(f"flowers must be 0..8, not {shown(value)}")
    return number
