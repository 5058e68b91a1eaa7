"""The fixed tables of a match: who sits where, the prevalent wind, table points; names and penalties checked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ...base.given import as_list
from ...errors import InputError, MatchError, shown
from ...rulebook.tiles import WINDS, Wind, as_index, as_wind
from ..settlement.parts import Four

HANDS = 16
PER_ROUND = 4
# Who takes E, S, W, N in the first hand of each round, by the seats of the first hand (Green Book; the specification).
ROUND_SEATS = ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 1, 0), (3, 2, 0, 1))
SCALE = (4, 2, 1, 0)  # table points by place
_MAX_PENALTY = 10**6  # points; a slip of the pen stays out of the sums
_RESERVED = ("wall", "self", "draw", "hand")  # words that a sheet uses for something else
_FORBIDDEN = '+=/;|"\n\r\t'


def as_hand_number(hand: object) -> int:
    """Return the number of a hand, 1..16.

    Parameters
    ----------
    hand : int

    Returns
    -------
    int

    Raises
    ------
    MatchError
        If there is no such hand.

    Examples
    --------
    >>> as_hand_number(16)
    16
    """
    number = as_index(hand)
    if number is None or not 1 <= number <= HANDS:
        raise MatchError(f"no hand {shown(hand)}; a match has the hands 1..{HANDS}")
    return number


def prevalent_of(hand: int) -> Wind:
    """Return the prevalent wind of a hand.

    Parameters
    ----------
    hand : int, 1..16

    Returns
    -------
    Wind

    Raises
    ------
    MatchError
        If there is no such hand.

    Examples
    --------
    >>> prevalent_of(5)
    Wind.S
    """
    return WINDS[(as_hand_number(hand) - 1) // PER_ROUND]


def seating(hand: int) -> Four:
    """Return who sits East, South, West and North in a hand; East deals.

    Parameters
    ----------
    hand : int, 1..16

    Returns
    -------
    tuple of 4 int
        Players 0..3, numbered by their seats in the first hand: 0 is the one who was East.

    Raises
    ------
    MatchError
        If there is no such hand.

    Notes
    -----
    After the East round E and S change places, W and N too; after South E goes to W, S to N, W to S, N to E; after
    West E and S, W and N again.

    Examples
    --------
    >>> seating(1), seating(5), seating(9), seating(14)
    ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 1, 0), (2, 0, 1, 3))
    """
    wind, deals = divmod(as_hand_number(hand) - 1, PER_ROUND)
    first = ROUND_SEATS[wind]
    return first[deals], first[(deals + 1) % 4], first[(deals + 2) % 4], first[(deals + 3) % 4]


def as_scale(scale: object) -> tuple[Fraction, ...]:
    """Return table points by place as fractions.

    Parameters
    ----------
    scale : sequence of 4 int or Fraction, or str
        Points of the first, second, third and fourth place, never rising; as text ``4-2-1-0``.

    Returns
    -------
    tuple of 4 Fraction

    Raises
    ------
    InputError
        If it is no such scale.

    Examples
    --------
    >>> as_scale("4-2-1-0") == as_scale((4, 2, 1, 0))
    True
    """
    given: Any = scale
    if isinstance(scale, str):
        numbers = re.fullmatch(r"([0-9]{1,6})-([0-9]{1,6})-([0-9]{1,6})-([0-9]{1,6})", scale.strip())
        given = tuple(map(int, numbers.groups())) if numbers else None
    if isinstance(given, Sequence) and len(given) == 4 and all(_is_exact(points) for points in given):
        found = tuple(Fraction(points) for points in given)
        if list(found) == sorted(found, reverse=True):
            return found
    raise InputError(
        "a scale of table points is four whole numbers or fractions that do not rise, as in 4-2-1-0, not "
        f"{shown(scale)}"
    )


def _is_exact(points: object) -> bool:
    return isinstance(points, Fraction) or as_index(points) is not None


def table_points(scores: Sequence[int], scale: object = SCALE) -> tuple[Fraction, ...]:
    """Turn four scores into table points; who ties shares the points of the places.

    Parameters
    ----------
    scores : sequence of 4 int
        Scores of the players, in any order.
    scale : sequence of 4 int or Fraction, or str
        Points by place, default 4-2-1-0.

    Returns
    -------
    tuple of 4 Fraction
        Exact, in the order of `scores`; their sum is always that of the scale.

    Raises
    ------
    InputError
        If there are not four whole numbers, or the scale is none.

    Examples
    --------
    >>> [str(points) for points in table_points((120, -30, -30, -60))]
    ['4', '3/2', '3/2', '0']
    """
    if not isinstance(scores, Sequence) or len(scores) != 4 or any(as_index(score) is None for score in scores):
        raise InputError(f"scores must be four whole numbers, not {shown(scores)}")
    by_place = as_scale(scale)
    shared = []
    for score in scores:
        better = sum(other > score for other in scores)
        equal = sum(other == score for other in scores)
        shared.append(sum(by_place[better : better + equal], Fraction(0)) / equal)
    return tuple(shared)


def as_players(given: object) -> tuple[str, str, str, str]:
    """Return four names without blanks at their ends, or say which cannot be a name."""
    try:
        names = as_list("players", given, "four names")
    except InputError as error:
        raise MatchError(str(error)) from None
    if len(names) != 4:
        raise MatchError(f"a match has 4 players, not {len(names)}")
    for place, name in enumerate(names):
        if not isinstance(name, str) or not name.strip() or len(name) > 200 or set(name) & set(_FORBIDDEN):
            raise MatchError(f"a player cannot be called {shown(name)}: a name is text without {' '.join('+=/;|')}"
                             ' and "')  # fmt: skip
        names[place] = name.strip()
        if names[place].lower() in _RESERVED or _is_seat(names[place]):
            raise MatchError(f"a player cannot be called {shown(name)}: the word means something else in a sheet")
    for name in names:
        if names.count(name) > 1:
            raise MatchError(f"two players are called {shown(name)}; names must differ")
    east, south, west, north = names
    return east, south, west, north


def _is_seat(name: str) -> bool:
    try:
        as_wind(name, "seat")
    except ValueError:
        return name.upper() in ("E", "S", "W", "N") or name.capitalize() in ("East", "South", "West", "North")
    return True


def as_penalty(given: object) -> int:
    """Return a penalty in points, or say what one is."""
    penalty = as_index(given)
    if penalty is None or not 1 <= penalty <= _MAX_PENALTY:
        raise InputError(f"a penalty is a whole number from 1 on, the points taken away, not {shown(given)}")
    return penalty
