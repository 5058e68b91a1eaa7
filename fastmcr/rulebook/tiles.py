"""The 34 kinds of tiles, the four winds, other projects' orders, and the words of the game."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, IntEnum
from itertools import groupby, islice
from typing import TYPE_CHECKING, NamedTuple, SupportsIndex, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from ..base.given import as_array, is_one_of
from ..errors import HandError, InputError, NotationError, shown
from .lookup import Lookup

KINDS = 34
COPIES = 4
ALL_TILES = KINDS * COPIES  # flowers apart
MAX_LIST_TEXT = 500  # characters; all 136 tiles spelled one by one take 244

NAMES: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *"ESWNCFP",
)
_SUIT_WORDS = ("Characters", "Dots", "Bamboos")
_HONOR_WORDS = ("East Wind", "South Wind", "West Wind", "North Wind", "Red Dragon", "Green Dragon", "White Dragon")
_HONOR_CHINESE = ("东风", "南风", "西风", "北风", "红中", "发财", "白板")
# Unicode has winds, dragons, characters, bamboos, dots in this order.
_FIRST_GLYPHS = (0x1F007, 0x1F019, 0x1F010, 0x1F000)
_NUMERALS = "一二三四五六七八九"


class Tile(IntEnum, metaclass=Lookup):
    """One of the 34 kinds; the value is its place in the order of the package.

    Characters are ``M1`` to ``M9``, dots ``P1`` to ``P9``, bamboos ``S1`` to ``S9``; the winds are ``E S W N``,
    the dragons ``C`` (red), ``F`` (green) and ``P`` (white). ``Tile("5m")`` looks up the name used in text.

    Examples
    --------
    >>> Tile("5m"), int(Tile.M5), str(Tile.M5)
    (Tile.M5, 4, '5m')
    >>> Tile.S.english, Tile.S5.english, Tile.P.english
    ('South Wind', '5 Bamboos', 'White Dragon')
    """

    M1 = 0
    M2 = 1
    M3 = 2
    M4 = 3
    M5 = 4
    M6 = 5
    M7 = 6
    M8 = 7
    M9 = 8
    P1 = 9
    P2 = 10
    P3 = 11
    P4 = 12
    P5 = 13
    P6 = 14
    P7 = 15
    P8 = 16
    P9 = 17
    S1 = 18
    S2 = 19
    S3 = 20
    S4 = 21
    S5 = 22
    S6 = 23
    S7 = 24
    S8 = 25
    S9 = 26
    E = 27
    S = 28
    W = 29
    N = 30
    C = 31
    F = 32
    P = 33

    if TYPE_CHECKING:  # the stub of IntEnum knows nothing of _missing_

        def __new__(cls, value: TileLike) -> Tile:
            """Look up a member by value or name."""

    @classmethod
    def _missing_(cls, value: object) -> Tile:
        return as_tile(value)

    def __str__(self) -> str:
        """Return the name used in text: ``5m``, ``E``."""
        return NAMES[self]

    def __format__(self, spec: str) -> str:
        """Format the name used in text."""
        return format(NAMES[self], spec)

    def __repr__(self) -> str:
        """Return the name as Python."""
        return f"Tile.{self.name}"

    @property
    def suit(self) -> str:
        """``m``, ``p`` or ``s``; ``z`` for the honors."""
        return "mpsz"[self // 9]

    @property
    def rank(self) -> int:
        """1..9; 0 for an honor, which has no rank."""
        return 0 if self.is_honor else self % 9 + 1

    @property
    def is_honor(self) -> bool:
        """Whether it is a wind or a dragon."""
        return self >= Tile.E

    @property
    def is_wind(self) -> bool:
        """Whether it is E, S, W or N."""
        return Tile.E <= self <= Tile.N

    @property
    def is_dragon(self) -> bool:
        """Whether it is C, F or P."""
        return self >= Tile.C

    @property
    def is_terminal(self) -> bool:
        """Whether it is a 1 or 9 of a suit."""
        return self.rank in (1, 9)

    @property
    def is_simple(self) -> bool:
        """Whether it is 2..8 of a suit."""
        return 2 <= self.rank <= 8

    @property
    def english(self) -> str:
        """The name in English, e.g. ``5 Characters`` or ``Red Dragon``."""
        return _HONOR_WORDS[self - Tile.E] if self.is_honor else f"{self.rank} {_SUIT_WORDS[self // 9]}"

    @property
    def chinese(self) -> str:
        """The name in Chinese, e.g. ``五万`` or ``红中``."""
        return _HONOR_CHINESE[self - Tile.E] if self.is_honor else _NUMERALS[self % 9] + "万饼条"[self // 9]

    @property
    def glyph(self) -> str:
        """The Unicode character of the tile."""
        return chr(_FIRST_GLYPHS[self // 9] + self % 9)


TILES: tuple[Tile, ...] = tuple(Tile)
_BY_NAME = dict(zip(NAMES, TILES, strict=True))


class Wind(IntEnum, metaclass=Lookup):
    """A prevalent or seat wind, 0..3.

    ``Wind("S")``, ``Wind("South")`` and ``Wind("南")`` are the same.

    Examples
    --------
    >>> Wind("South"), int(Wind.S), str(Wind.S), Wind.S.tile
    (Wind.S, 1, 'S', Tile.S)
    """

    E = 0
    S = 1
    W = 2
    N = 3

    if TYPE_CHECKING:

        def __new__(cls, value: WindLike) -> Wind:
            """Look up a member by value or name."""

    @classmethod
    def _missing_(cls, value: object) -> Wind:
        return as_wind(value, "a")

    def __str__(self) -> str:
        """Return the letter."""
        return self.name

    def __format__(self, spec: str) -> str:
        """Format the letter."""
        return format(self.name, spec)

    def __repr__(self) -> str:
        """Return the name as Python."""
        return f"Wind.{self.name}"

    @property
    def tile(self) -> Tile:
        """The tile of this wind."""
        return TILES[Tile.E + self]

    @property
    def english(self) -> str:
        """``East``, ``South``, ``West`` or ``North``."""
        return _WIND_WORDS[self]

    @property
    def chinese(self) -> str:
        """``东``, ``南``, ``西`` or ``北``."""
        return "东南西北"[self]


WINDS: tuple[Wind, ...] = tuple(Wind)
_WIND_WORDS = ("East", "South", "West", "North")
_WIND_NAMES = {
    **{wind.name: wind for wind in WINDS},
    **dict(zip(_WIND_WORDS, WINDS, strict=True)),
    **dict(zip("东南西北", WINDS, strict=True)),
    "東": Wind.E,
}

# What the functions below take for a tile, a wind, and several tiles.
TileLike: TypeAlias = Tile | str | SupportsIndex
WindLike: TypeAlias = Wind | Tile | str | SupportsIndex
TilesLike: TypeAlias = str | Iterable[TileLike]


def as_index(value: object) -> int | None:
    """Return a plain integer as int, and None for anything else.

    Parameters
    ----------
    value : object
        Integers of Python and numpy are plain; bools, floats, text and members of an enum are not.

    Returns
    -------
    int or None
        The integer.

    Examples
    --------
    >>> as_index(3), as_index(True), as_index(3.0), as_index(Tile.M1)
    (3, None, None, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, (bool, Enum)) or not isinstance(value, SupportsIndex):
        return None
    try:
        return operator.index(value)
    except TypeError:  # numpy arrays and bools have __index__ and refuse to use it
        return None


def as_tile(value: object) -> Tile:
    """Return a tile, its name or its index as a Tile.

    Stricter than ``Tile(value)``, for which ``True`` is 1 as everywhere in Python.

    Parameters
    ----------
    value : Tile, str or int
        For example ``Tile.M5``, ``"5m"`` or ``4``.

    Returns
    -------
    Tile
        The tile.

    Raises
    ------
    HandError
        If there is no such tile.

    Examples
    --------
    >>> as_tile("5m"), as_tile(33)
    (Tile.M5, Tile.P)
    """
    if isinstance(value, Tile):
        return value
    if isinstance(value, str):
        if value in _BY_NAME:
            return _BY_NAME[value]
    else:
        index = as_index(value)
        if index is not None and 0 <= index < KINDS:
            return TILES[index]
    names = "1m..9m, 1p..9p, 1s..9s, E, S, W, N, C, F or P"
    raise HandError(f"no tile {shown(value)}; a tile is {names}, or its index 0..33")


def as_wind(value: object, role: str) -> Wind:
    """Return a wind, its name or its number as a Wind.

    Parameters
    ----------
    value : Wind, Tile, str or int
        ``E``, ``East``, ``东``, ``Tile.E`` and 0 are the same.
    role : str
        ``prevalent`` or ``seat``, for the text of the error.

    Returns
    -------
    Wind
        The wind.

    Raises
    ------
    HandError
        If there is no such wind.

    Examples
    --------
    >>> as_wind("South", "seat"), as_wind(3, "seat")
    (Wind.S, Wind.N)
    """
    if isinstance(value, Wind):
        return value
    if isinstance(value, Tile):
        if value.is_wind:
            return WINDS[value - Tile.E]
    elif isinstance(value, str):
        if value in _WIND_NAMES:
            return _WIND_NAMES[value]
    else:
        number = as_index(value)
        if number is not None and 0 <= number < 4:
            return WINDS[number]
    raise HandError(f"{role} wind must be E, S, W or N (or 0..3), not {shown(value)}")


_SUIT_STARTS = {"m": 0, "p": 9, "s": 18}
_HONOR_TILES = {name: int(_BY_NAME[name]) for name in "ESWNCFP"}
_CAPITALS = "honors are capital letters: E S W N, C red, F green, P white"
_FLOWER = f"a letter a..h is a flower and stands after the second |; {_CAPITALS}"
_BLANK = "only plain spaces may stand between tiles"
_STRAY = {
    "0": "0 is no tile; ranks are 1..9",
    "z": "z digits mean different tiles in different programs; write honors as E S W N, C red, F green, P white",
    "M": "suit letters are small: m, p or s",
    "[": "a meld cannot stand here",
    "]": "] closes no meld",
    ",": ", stands only inside a meld, before its number",
    "|": "winds and flowers belong to a hand string only, after the tiles",
    **dict.fromkeys("abcdefgh", _FLOWER),
    **dict.fromkeys("wn", _CAPITALS),
    **dict.fromkeys("\t\r\n\f\v\u00a0\u3000", _BLANK),
}


def scan_tiles(text: str, start: int, stop: int) -> tuple[list[int], list[int], list[int]]:
    """Read the tiles in text[start:stop], in text order.

    Parameters
    ----------
    text : str
        The text, whole, so that errors can show it.
    start, stop : int
        The part to read.

    Returns
    -------
    tiles : list of int
        Tile indices.
    places : list of int
        Where each tile stands in `text`.
    unsuited : list of int
        Where the digits stand at the end that have no suit letter after them.

    Raises
    ------
    NotationError
        At the first character that cannot stand there.

    Examples
    --------
    >>> scan_tiles("12mE3", 0, 5)
    ([0, 1, 27], [0, 1, 3], [4])
    """
    tiles: list[int] = []
    places: list[int] = []
    digits: list[int] = []
    for place in range(start, stop):
        char = text[place]
        if char in "123456789":
            digits.append(place)
        elif char in _SUIT_STARTS:
            if not digits:
                raise NotationError(text, place, f"suit letter {char} has no digits before it")
            base = _SUIT_STARTS[char] - 1
            tiles += [base + int(text[digit]) for digit in digits]
            places += digits
            digits = []
        elif char in _HONOR_TILES:
            if digits:
                raise unsuited_digit(text, digits[0])
            tiles.append(_HONOR_TILES[char])
            places.append(place)
        elif char != " ":
            message = _STRAY.get(char, f"{shown(char)} (U+{ord(char):04X}) is no part of a hand string")
            raise NotationError(text, place, message)
    return tiles, places, digits


def unsuited_digit(text: str, place: int) -> NotationError:
    """Return the error for a digit that no suit letter follows.

    Parameters
    ----------
    text : str
        The text.
    place : int
        Where the digit stands.

    Returns
    -------
    NotationError
        To be raised.

    Examples
    --------
    >>> unsuited_digit("12m3", 3).message
    'digit 3 has no suit letter m, p or s after it'
    """
    return NotationError(text, place, f"digit {text[place]} has no suit letter m, p or s after it")


def check_text(text: object, longest: int, what: str) -> str:
    """Return text that is a str of at most `longest` characters.

    Parameters
    ----------
    text : object
        What was given.
    longest : int
        Most characters allowed.
    what : str
        What it is to be, for the text of the error.

    Returns
    -------
    str
        The text.

    Raises
    ------
    InputError
        If it is no str.
    NotationError
        If it is too long.

    Examples
    --------
    >>> check_text("123m", 200, "a hand string")
    '123m'
    """
    if not isinstance(text, str):
        raise InputError(f"{what} must be a str, not {type(text).__name__}")
    if len(text) > longest:
        raise NotationError(text, longest, f"{what} has at most {longest} characters, not {len(text)}")
    return text


def parse_tiles(text: str) -> list[Tile]:
    """Read a list of tiles such as ``123m45pEE``; spaces are ignored.

    Parameters
    ----------
    text : str
        Digits followed by a suit letter ``m p s``, and honor letters ``E S W N C F P``.

    Returns
    -------
    list of Tile
        The tiles in text order; any number up to a whole set of 136.

    Raises
    ------
    NotationError
        If the text is no list of tiles; it points at the character.

    Examples
    --------
    >>> parse_tiles("12m3sE")
    [Tile.M1, Tile.M2, Tile.S3, Tile.E]
    """
    check_text(text, MAX_LIST_TEXT, "a list of tiles")
    tiles, _, unsuited = scan_tiles(text, 0, len(text))
    if unsuited:
        raise unsuited_digit(text, unsuited[0])
    if len(tiles) > ALL_TILES:
        raise _too_many_tiles(len(tiles))
    return [TILES[tile] for tile in tiles]


def as_tiles(given: TilesLike) -> list[Tile]:
    """Return text, tiles or counts as a list of tiles.

    Parameters
    ----------
    given : str, iterable of Tile, str or int, or 34 integers 0..4
        Text as for `parse_tiles`. Tiles and their names may be mixed with indices. Exactly 34 plain integers
        are counts in tile order.

    Returns
    -------
    list of Tile
        In the order given; counts give ascending tiles.

    Raises
    ------
    HandError
        If a tile does not exist or a count is not 0..4.
    NotationError
        If text is no list of tiles.
    InputError
        If it is of another type, dtype or shape.

    Examples
    --------
    >>> as_tiles([0, "E", Tile.P9])
    [Tile.M1, Tile.E, Tile.P9]
    >>> as_tiles([2] + [0] * 33)
    [Tile.M1, Tile.M1]
    """
    if isinstance(given, str):
        return parse_tiles(given)
    items = _items(given)
    if len(items) == KINDS and not any(isinstance(item, (Tile, str)) for item in items):
        return [tile for tile, item in zip(TILES, items, strict=True) for _ in range(_copies(tile, item))]
    return [as_tile(item) for item in items]


def _items(given: object) -> Sequence[object]:
    """Return the elements of an iterable of at most 136."""
    if isinstance(given, np.ma.MaskedArray):
        raise InputError("tiles are a masked array: what is masked would count; leave these tiles out")
    if isinstance(given, np.ndarray) and (given.ndim != 1 or given.dtype.kind not in "iu"):
        raise InputError(f"tiles must be text, tiles or 34 counts, not {given.dtype} of shape {given.shape}")
    if isinstance(given, Mapping) or not isinstance(given, Iterable):
        raise InputError(f"tiles must be text, tiles or 34 counts, not {type(given).__name__}")
    items: list[object] = given.tolist() if isinstance(given, np.ndarray) else list(islice(given, ALL_TILES + 1))
    if len(items) > ALL_TILES:
        raise _too_many_tiles(len(given) if isinstance(given, np.ndarray) else None)
    return items


def _too_many_tiles(count: int | None) -> HandError:
    number = f"{ALL_TILES + 1} or more" if count is None else count
    return HandError(f"{number} tiles; the game has {ALL_TILES} without flowers", count=count)


def _copies(tile: Tile, value: object) -> int:
    """Return the count of one tile, 0..4."""
    count = as_index(value)
    if count is None:
        raise InputError(f"the count of tile {tile} must be an integer 0..4, not {shown(value)}")
    if count < 0:
        raise HandError(f"tile {tile} appears {shown(count)} times; a count is 0..4", tile=str(tile), count=count)
    if count > COPIES:
        raise fifth_copy(tile, count)
    return count


def fifth_copy(tile: int, count: int) -> HandError:
    """Return the error for a tile held more than four times.

    Parameters
    ----------
    tile : int
        0..33.
    count : int
        Copies held.

    Returns
    -------
    HandError
        To be raised.

    Examples
    --------
    >>> print(fifth_copy(4, 5))
    tile 5m appears 5 times; a hand holds at most 4
    """
    name = NAMES[tile]
    return HandError(f"tile {name} appears {shown(count)} times; a hand holds at most 4", tile=name, count=count)


def format_tiles(given: TilesLike) -> str:
    """Return tiles as text, ascending and with the suits joined.

    Parameters
    ----------
    given : str, iterable of Tile, str or int, or 34 integers 0..4
        As for `as_tiles`.

    Returns
    -------
    str
        For example ``123m45pEE``.

    Examples
    --------
    >>> format_tiles([Tile.E, Tile.M2, Tile.M1, Tile.P5])
    '12m5pE'
    >>> format_tiles("9m1p1m")
    '19m1p'
    """
    return join_tiles(sorted(as_tiles(given)))


def join_tiles(tiles: Iterable[int]) -> str:
    """Return tile indices as text in the order given, neighbours of one suit joined.

    Parameters
    ----------
    tiles : iterable of int
        0..33. Trusted.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> join_tiles([0, 1, 27, 0])
    '12mE1m'
    """
    parts = []
    for suit, group in groupby(tiles, _suit_number):
        names = [NAMES[tile] for tile in group]
        parts.append("".join(names) if suit == 3 else "".join(name[0] for name in names) + "mps"[suit])
    return "".join(parts)


def _suit_number(tile: int) -> int:
    return tile // 9


def _order(suits: str, honors: str) -> tuple[Tile, ...]:
    """Return the tiles in the order of these suits, then these honors."""
    return tuple(_BY_NAME[f"{rank}{suit}"] for suit in suits for rank in range(1, 10)) + tuple(
        _BY_NAME[honor] for honor in honors
    )


# How other projects number the 34 kinds: the tile that stands at each place.
ORDERS: Mapping[str, tuple[Tile, ...]] = {
    "mcr": TILES,
    "tenhou": _order("mps", "ESWNPFC"),
    "botzone_wbt": _order("mps", "ESWNCFP"),
    "botzone_wtb": _order("msp", "ESWNCFP"),
}

_Scalar = TypeVar("_Scalar", bound=np.generic)


def reorder(array: npt.NDArray[_Scalar], source: str, target: str, axis: int = -1) -> npt.NDArray[_Scalar]:
    """Permute an axis of 34 tiles from one project's order to another's.

    Parameters
    ----------
    array : ndarray
        Any dtype; 34 long along `axis`.
    source, target : str
        ``mcr`` (this package), ``tenhou`` (white before green before red), ``botzone_wbt`` (characters, dots,
        bamboos) or ``botzone_wtb`` (characters, bamboos, dots; the numbering of most training code).
    axis : int, default -1
        The axis that holds the tiles.

    Returns
    -------
    ndarray
        A new array of the same shape and dtype.

    Raises
    ------
    InputError
        If an order is unknown or the axis is not 34 long.

    Examples
    --------
    >>> import numpy as np
    >>> counts = np.zeros(34, np.uint8)
    >>> counts[Tile.C] = 3
    >>> reorder(counts, "mcr", "tenhou")[-3:]
    array([0, 0, 3], dtype=uint8)
    """
    given = as_array("array", array)
    start, goal = _order_named(source), _order_named(target)
    number = as_index(axis)
    if number is None or not -given.ndim <= number < given.ndim or given.shape[number] != KINDS:
        raise InputError(f"axis {shown(axis)} of an array of shape {given.shape} is not an axis of 34 tiles")
    place = {tile: index for index, tile in enumerate(start)}
    return np.take(given, [place[tile] for tile in goal], axis=number)


def _order_named(name: object) -> tuple[Tile, ...]:
    """Return an order by its name."""
    if isinstance(name, str) and name in ORDERS:
        return ORDERS[name]
    if is_one_of(name, ("botzone",)):
        raise InputError("order 'botzone' may mean two: botzone_wbt (dots second) or botzone_wtb (bamboos second)")
    raise InputError(f"no tile order {shown(name)}; the orders are {', '.join(ORDERS)}")


class Term(NamedTuple):
    """A word of the game: in Chinese, and what it means here."""

    chinese: str
    meaning: str


GLOSSARY: Mapping[str, Term] = {
    "characters": Term("万", "the suit m"),
    "dots": Term("饼", "the suit p"),
    "bamboos": Term("条", "the suit s"),
    "honor": Term("字牌", "a wind or a dragon"),
    "wind": Term("风牌", "E, S, W or N"),
    "dragon": Term("箭牌", "C (red), F (green) or P (white)"),
    "terminal": Term("老头牌", "a 1 or a 9 of a suit"),
    "simple": Term("中张", "a 2..8 of a suit"),
    "flower": Term("花牌", "one of eight bonus tiles, set aside and replaced; 1 point each, outside the minimum"),
    "kind": Term("种", "all copies of one tile; there are 34 kinds of 4 tiles"),
    "chow": Term("顺子", "three consecutive tiles of one suit; to claim one: 吃"),
    "pung": Term("刻子", "three tiles of a kind; to claim one: 碰"),
    "kong": Term("杠", "four tiles of a kind declared as a set; a replacement tile is drawn"),
    "claimed kong": Term("明杠", "a kong made from three concealed tiles and another player's discard"),
    "promoted kong": Term("加杠", "a kong made by adding the fourth tile to one's own claimed pung"),
    "concealed kong": Term("暗杠", "a kong of four concealed tiles; the hand stays concealed"),
    "melded kong": Term("明杠", "a claimed or a promoted kong"),
    "set": Term("面子", "a chow, a pung or a kong"),
    "pair": Term("将", "the two tiles of a kind beside four sets"),
    "meld": Term("副露", "a set laid down: claimed, or a kong of any kind"),
    "claim": Term("吃碰杠", "take another player's discard for a chow, pung or kong"),
    "concealed": Term("暗", "not completed with another player's tile and not laid down, concealed kongs aside"),
    "reading": Term("拆分", "one way to divide a complete hand into sets and a pair"),
    "knitted": Term("组合龙", "tiles of 1-4-7, 2-5-8 and 3-6-9, each of these in another suit"),
    "win": Term("和", "declare a complete hand; also hu"),
    "winning tile": Term("和牌张", "the tile that completes the hand"),
    "self-drawn": Term("自摸", "completed with a tile of one's own draw"),
    "replacement tile": Term("补牌", "the tile drawn after a kong or a flower"),
    "robbing the kong": Term("抢杠", "winning with the tile that another player adds to a pung"),
    "last of its kind": Term("绝张", "the winning tile when its other three copies lie open for all to see"),
    "last of the wall": Term("海底", "the last tile that can be drawn, or its discard"),
    "wall": Term("牌墙", "the tiles not drawn yet"),
    "wait": Term("听", "a tile that would complete the hand; a hand with a wait is ready"),
    "shanten": Term("向听数", "tiles still to be exchanged before the hand is ready; ready is 0, complete -1"),
    "useful tile": Term("有效进张", "a tile whose draw lowers the shanten"),
    "fan": Term("番种", "a scoring element of a complete hand"),
    "points": Term("分", "what a fan or a hand is worth"),
    "minimum": Term("起和", "the points without flowers that a hand needs to win, 8 unless the rules say otherwise"),
    "prevalent wind": Term("圈风", "the wind of the round"),
    "seat wind": Term("门风", "the wind of the player's seat in this deal; East begins"),
    "false hu": Term("错和", "declaring a win without a complete hand or the minimum"),
}
