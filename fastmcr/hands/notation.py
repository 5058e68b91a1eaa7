"""The hand string: parse and print.

The form, blanks (U+0020) allowed everywhere and nothing else between the parts::

    hand      = { meld | suited | honor } [ "|" situation [ "|" flowers ] ]
    meld      = "[" tiles [ "," ] [ number ] "]"
    tiles     = three or four of { suited | honor }: a chow in ascending order, a pung, or a kong
    suited    = digits 1..9, then m, p or s
    honor     = E | S | W | N | C | F | P
    number    = 1 | 2 | 3 | 5 | 6 | 7; required after a comma; 5..7 on a kong only
    situation = prevalent wind, seat wind (E S W N), four digits 0 or 1
    flowers   = nothing | a digit 0..8 | distinct letters a..h

The string as a whole has at most 200 characters. Whether a player can hold the tiles is for `hands.hand` to ask.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from ..errors import NotationError, shown
from ..rulebook.tiles import NAMES, check_text, join_tiles, scan_tiles, unsuited_digit

MAX_TEXT = 200  # characters; the longest hand without blanks has about 70

# Bits of the conditions of a win.
SELF_DRAWN = 1
LAST_TILE = 2
WALL_LAST = 4
REPLACEMENT = 8
ROBBED_KONG = 16


class MeldKind(IntEnum):
    """The kinds of melds; the value is the one used in rows.

    Examples
    --------
    >>> MeldKind("claimed kong"), int(MeldKind.PUNG), str(MeldKind.PROMOTED_KONG)
    (MeldKind.CLAIMED_KONG, 1, 'promoted kong')
    """

    CHOW = 0
    PUNG = 1
    CLAIMED_KONG = 2
    PROMOTED_KONG = 3
    CONCEALED_KONG = 4

    if TYPE_CHECKING:  # the stub of IntEnum knows nothing of _missing_

        def __new__(cls, value: int | str) -> MeldKind:
            """Look up a member by value or name."""

    @classmethod
    def _missing_(cls, value: object) -> MeldKind | None:
        return _KIND_NAMES.get(value.replace("_", " ")) if isinstance(value, str) else None

    def __str__(self) -> str:
        """Return the name in words: ``claimed kong``."""
        return self.name.lower().replace("_", " ")

    def __format__(self, spec: str) -> str:
        """Format the name in words."""
        return format(str(self), spec)

    def __repr__(self) -> str:
        """Return the name as Python."""
        return f"MeldKind.{self.name}"


_KIND_NAMES = {str(kind): kind for kind in MeldKind}


class MeldText(NamedTuple):
    """A meld as plain integers.

    ``tile`` is the lowest tile of a chow. ``source`` is 0 for unknown or none; for a chow the place 1..3 of the
    claimed tile, else the player 1..3 it came from (left, opposite, right).
    """

    kind: int
    tile: int
    source: int


class HandText(NamedTuple):
    """What a hand string says, as plain integers; not checked against the number of tiles there are."""

    beside_win: list[int]
    melds: list[MeldText]
    win: int | None
    prevalent: int
    seat: int
    conditions: int
    flowers: int
    winds_given: bool


def parse_hand(text: str) -> HandText:
    """Read a hand string.

    Parameters
    ----------
    text : str
        At most 200 characters in the form that the module describes.

    Returns
    -------
    HandText
        The tiles in text order. With 3n+2 tiles outside brackets the last of them is the winning tile, and `beside_win`
        holds the others.

    Raises
    ------
    NotationError
        If the text is no hand string; it points at the character.
    InputError
        If it is no str.

    Examples
    --------
    >>> hand = parse_hand("[123m,1]55p66s|SW1001|2")
    >>> hand.beside_win, hand.win, hand.melds
    ([13, 13, 23, 23], None, [MeldText(kind=0, tile=0, source=1)])
    >>> hand.prevalent, hand.seat, hand.conditions == SELF_DRAWN | REPLACEMENT, hand.flowers
    (1, 2, True, 2)
    """
    check_text(text, MAX_TEXT, "a hand string")
    first = text.find("|")
    body_end = len(text) if first < 0 else first
    tiles, _, melds = _body(text, body_end)
    prevalent, seat, conditions, flowers = 0, 0, 0, 0
    if first >= 0:
        second = text.find("|", first + 1)
        prevalent, seat, conditions = _situation(text, first + 1, len(text) if second < 0 else second)
        if second >= 0:
            flowers = _flowers(text, second + 1)
    win = tiles.pop() if len(tiles) % 3 == 2 else None
    return HandText(tiles, melds, win, prevalent, seat, conditions, flowers, winds_given=first >= 0)


def parse_meld_texts(text: str) -> list[MeldText]:
    """Read melds such as ``[123m,1][EEEE]``.

    Parameters
    ----------
    text : str
        Melds in brackets and nothing else.

    Returns
    -------
    list of MeldText
        The melds in text order.

    Raises
    ------
    NotationError
        If the text is anything else; it points at the character.
    InputError
        If it is no str.

    Examples
    --------
    >>> parse_meld_texts("[EEE,2]")
    [MeldText(kind=1, tile=27, source=2)]
    """
    check_text(text, MAX_TEXT, "a list of melds")
    tiles, places, melds = _body(text, len(text))
    if tiles:
        raise NotationError(text, places[0], f"tile {NAMES[tiles[0]]} stands outside the brackets of a meld")
    return melds


def format_hand(hand: HandText) -> str:
    """Return the canonical hand string.

    Parameters
    ----------
    hand : HandText
        The tiles in any order.

    Returns
    -------
    str
        Melds, concealed tiles sorted, winning tile, both tails.

    Examples
    --------
    >>> format_hand(parse_hand("66s55p [123m1] EE E 6s"))
    '[123m,1]55p66sEEE6s|EE0000|0'
    """
    melds = "".join(map(format_meld, hand.melds))
    win = "" if hand.win is None else NAMES[hand.win]
    winds = "ESWN"[hand.prevalent] + "ESWN"[hand.seat]
    kong = REPLACEMENT | ROBBED_KONG
    digits = "".join("1" if hand.conditions & bit else "0" for bit in (SELF_DRAWN, LAST_TILE, WALL_LAST, kong))
    return f"{melds}{join_tiles(sorted(hand.beside_win))}{win}|{winds}{digits}|{hand.flowers}"


def format_meld(meld: MeldText) -> str:
    """Return a meld in brackets.

    Parameters
    ----------
    meld : MeldText
        Trusted: a claimed or promoted kong has a source.

    Returns
    -------
    str
        For example ``[123m,1]``.

    Examples
    --------
    >>> format_meld(MeldText(MeldKind.PROMOTED_KONG, 27, 2))
    '[EEEE,6]'
    """
    number = meld.source + 4 if meld.kind == MeldKind.PROMOTED_KONG else meld.source
    return f"[{join_tiles(meld_tiles(meld.kind, meld.tile))}{f',{number}' if number else ''}]"


def meld_tiles(kind: int, tile: int) -> list[int]:
    """Return the tiles of a meld.

    Parameters
    ----------
    kind : int
        As in `MeldKind`.
    tile : int
        The lowest tile.

    Returns
    -------
    list of int
        Three or four tiles.

    Examples
    --------
    >>> meld_tiles(MeldKind.CHOW, 0), meld_tiles(MeldKind.CONCEALED_KONG, 27)
    ([0, 1, 2], [27, 27, 27, 27])
    """
    if kind == MeldKind.CHOW:
        return [tile, tile + 1, tile + 2]
    return [tile] * (3 if kind == MeldKind.PUNG else 4)


def _body(text: str, stop: int) -> tuple[list[int], list[int], list[MeldText]]:
    """Read text[:stop]: the tiles outside brackets, their places, the melds."""
    tiles: list[int] = []
    places: list[int] = []
    melds: list[MeldText] = []
    start = 0
    while True:
        opened = text.find("[", start, stop)
        more, spots, unsuited = scan_tiles(text, start, stop if opened < 0 else opened)
        if unsuited:
            raise unsuited_digit(text, unsuited[0])
        tiles += more
        places += spots
        if opened < 0:
            return tiles, places, melds
        closed = text.find("]", opened, stop)
        if closed < 0:
            raise NotationError(text, opened, "this [ has no ] after it")
        melds.append(_meld(text, opened, closed))
        start = closed + 1


def _meld(text: str, opened: int, closed: int) -> MeldText:
    """Read the meld between the brackets at these places."""
    comma = text.find(",", opened, closed)
    tiles, places, left = scan_tiles(text, opened + 1, closed if comma < 0 else comma)
    if len(left) > (comma < 0):
        raise unsuited_digit(text, left[0])
    if comma >= 0:
        left = [place for place in range(comma + 1, closed) if text[place] != " "]
        if len(left) != 1:
            raise NotationError(text, left[1] if left else closed, "one number stands after the comma in a meld")
    chow = _check_tiles(text, opened, tiles, places)
    number = _number(text, left[0], chow, len(tiles)) if left else 0
    if chow:
        return MeldText(0, tiles[0], number)
    if len(tiles) == 3:
        return MeldText(1, tiles[0], number)
    if number == 0:
        return MeldText(4, tiles[0], 0)
    return MeldText(2, tiles[0], number) if number < 4 else MeldText(3, tiles[0], number - 4)


def _check_tiles(text: str, opened: int, tiles: list[int], places: list[int]) -> bool:
    """Return whether the tiles are a chow; raise unless they are a chow, pung or kong."""
    if len(tiles) not in (3, 4):
        raise NotationError(text, opened, f"a meld has 3 or 4 tiles, not {len(tiles)}")
    if tiles.count(tiles[0]) == len(tiles):
        return False
    fault = meld_fault(tiles)
    if fault is None:
        return True
    raise NotationError(text, places[fault[0]], fault[1])


def meld_fault(tiles: list[int]) -> tuple[int, str] | None:
    """Return what keeps tiles that are not all alike from being a chow.

    Parameters
    ----------
    tiles : list of int
        Three or four tiles.

    Returns
    -------
    tuple of int and str, or None
        The first tile that does not fit, and why; None for a chow.

    Examples
    --------
    >>> meld_fault([0, 1, 3])
    (2, '1m 2m 4m is neither a chow nor a pung')
    >>> meld_fault([0, 1, 2])
    """
    lowest = min(tiles)
    ascending = [lowest, lowest + 1, lowest + 2]
    if tiles == ascending and lowest < 27 and lowest % 9 < 7:
        return None
    names = " ".join(NAMES[tile] for tile in tiles)
    odd = next(place for place, tile in enumerate(tiles) if tile != tiles[0])
    if len(tiles) == 4:
        return odd, f"{names} is no kong; the four tiles of a kong are alike"
    if max(tiles) >= 27:
        return odd, f"{names} is no meld; honors make only pungs and kongs"
    wrong = next((place for place, tile in enumerate(tiles) if tile // 9 != tiles[0] // 9), None)
    if wrong is not None:
        return wrong, f"{names} is no chow; a chow stays in one suit"
    if sorted(tiles) == ascending:
        wrong = next(place for place in range(3) if tiles[place] != ascending[place])
        return wrong, f"{names} is a chow out of order; write it as {join_tiles(ascending)}"
    wrong = next(place for place in range(1, 3) if tiles[place] != tiles[0] + place)
    return wrong, f"{names} is neither a chow nor a pung"


def _number(text: str, place: int, chow: bool, size: int) -> int:
    """Return the number of a meld."""
    digit = text[place]
    if digit in ("1", "2", "3") or (size == 4 and digit in ("5", "6", "7")):
        return int(digit)
    if size == 4:
        allowed = "a kong takes 1, 2 or 3 (claimed from left, opposite, right), 5, 6 or 7 (promoted), or no number"
    elif chow:
        allowed = "a chow takes 1, 2 or 3 (which of its tiles was claimed), or no number"
    else:
        allowed = "a pung takes 1, 2 or 3 (claimed from left, opposite, right), or no number"
    raise NotationError(text, place, f"{allowed}, not {shown(digit)}")


_FIELDS = ("prevalent wind", "seat wind", "self-drawn", "last of its kind", "last of the wall", "kong")


def _situation(text: str, start: int, stop: int) -> tuple[int, int, int]:
    """Read winds and conditions: prevalent, seat, condition bits."""
    places = [place for place in range(start, stop) if text[place] != " "]
    values = []
    for field, place in enumerate(places[:6]):
        value = ("ESWN" if field < 2 else "01").find(text[place])
        if value < 0:
            allowed = "E, S, W or N" if field < 2 else "0 or 1"
            raise NotationError(text, place, f"{_FIELDS[field]} must be {allowed}, not {shown(text[place])}")
        values.append(value)
    if len(places) != 6:
        message = f"after | stand two winds and four digits ({', '.join(_FIELDS[2:])}), as in |ES1000"
        raise NotationError(text, places[6] if len(places) > 6 else stop, message)
    prevalent, seat, drawn, last, wall, kong = values
    about_kong = (REPLACEMENT if drawn else ROBBED_KONG) * kong
    return prevalent, seat, SELF_DRAWN * drawn | LAST_TILE * last | WALL_LAST * wall | about_kong


def _flowers(text: str, start: int) -> int:
    """Read the number of flowers from text[start:]."""
    places = [place for place in range(start, len(text)) if text[place] != " "]
    if len(places) == 1 and text[places[0]] in "012345678":
        return int(text[places[0]])
    seen: set[str] = set()
    for place in places:
        letter = text[place]
        if letter in seen:
            raise NotationError(text, place, f"flower {letter} appears twice; there is one of each")
        if letter not in "abcdefgh":
            message = f"flowers must be one digit 0..8 or distinct letters a..h, not {shown(text[start:].strip(' '))}"
            raise NotationError(text, place, message)
        seen.add(letter)
    return len(places)
