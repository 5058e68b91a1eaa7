"""The fans and what each of them does not count beside itself.

`Fan` names the 81 fans of Mahjong Competition Rules by their WMO number, and one fan outside the list that a
single reading of the rules needs. `EXCLUSIONS` says which fans bar which, with the reason. Both are data: the
kernels see them only as the masks that `fastmcr.rulebook.rules.Rules` compiles.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..errors import RulesError
from .fan_table import ROWS, TRADITIONAL
from .lang import reason_text
from .lookup import Lookup
from .switches import SWITCHES

__all__ = ["EXCLUSIONS", "REPEATABLE", "Exclusion", "Fan", "barred_by"]

# The 1998 list has Two Concealed Kongs among the sixes, which moves its neighbours; the key is the WMO number.
_NUMBERS_1998 = {48: 53, 49: 48, 50: 49, 51: 50, 52: 51, 53: 52, 54: 54}
_LAST_OF_THE_LIST = 81
_SHOWN = 60  # characters of a wrong name that an error repeats


class Fan(IntEnum, metaclass=Lookup):
    """A fan of Mahjong Competition Rules; the value is its WMO number.

    Calling the class looks a fan up by number or by any of its names, as `Fan.find` does. The value 82 is the
    fan for one concealed and one melded kong, which is outside the list and counts only under
    ``mixed_kong_pair=5``.

    Examples
    --------
    >>> from fastmcr.rulebook.fans import Fan
    >>> Fan("mixed straight")
    Fan.MIXED_STRAIGHT
    >>> print(Fan(39), Fan(39).chinese, Fan(39).pinyin, Fan(39).points)
    Mixed Straight 花龙 huā lóng 8
    """

    BIG_FOUR_WINDS = 1
    BIG_THREE_DRAGONS = 2
    ALL_GREEN = 3
    NINE_GATES = 4
    FOUR_KONGS = 5
    SEVEN_SHIFTED_PAIRS = 6
    THIRTEEN_ORPHANS = 7
    ALL_TERMINALS = 8
    LITTLE_FOUR_WINDS = 9
    LITTLE_THREE_DRAGONS = 10
    ALL_HONORS = 11
    FOUR_CONCEALED_PUNGS = 12
    PURE_TERMINAL_CHOWS = 13
    QUADRUPLE_CHOW = 14
    FOUR_PURE_SHIFTED_PUNGS = 15
    FOUR_PURE_SHIFTED_CHOWS = 16
    THREE_KONGS = 17
    ALL_TERMINALS_AND_HONORS = 18
    SEVEN_PAIRS = 19
    GREATER_HONORS_AND_KNITTED_TILES = 20
    ALL_EVEN_PUNGS = 21
    FULL_FLUSH = 22
    PURE_TRIPLE_CHOW = 23
    PURE_SHIFTED_PUNGS = 24
    UPPER_TILES = 25
    MIDDLE_TILES = 26
    LOWER_TILES = 27
    PURE_STRAIGHT = 28
    THREE_SUITED_TERMINAL_CHOWS = 29
    PURE_SHIFTED_CHOWS = 30
    ALL_FIVES = 31
    TRIPLE_PUNG = 32
    THREE_CONCEALED_PUNGS = 33
    LESSER_HONORS_AND_KNITTED_TILES = 34
    KNITTED_STRAIGHT = 35
    UPPER_FOUR = 36
    LOWER_FOUR = 37
    BIG_THREE_WINDS = 38
    MIXED_STRAIGHT = 39
    REVERSIBLE_TILES = 40
    MIXED_TRIPLE_CHOW = 41
    MIXED_SHIFTED_PUNGS = 42
    CHICKEN_HAND = 43
    LAST_TILE_DRAW = 44
    LAST_TILE_CLAIM = 45
    OUT_WITH_REPLACEMENT_TILE = 46
    ROBBING_THE_KONG = 47
    TWO_CONCEALED_KONGS = 48
    ALL_PUNGS = 49
    HALF_FLUSH = 50
    MIXED_SHIFTED_CHOWS = 51
    ALL_TYPES = 52
    MELDED_HAND = 53
    TWO_DRAGON_PUNGS = 54
    OUTSIDE_HAND = 55
    FULLY_CONCEALED_HAND = 56
    TWO_MELDED_KONGS = 57
    LAST_TILE = 58
    DRAGON_PUNG = 59
    PREVALENT_WIND = 60
    SEAT_WIND = 61
    CONCEALED_HAND = 62
    ALL_CHOWS = 63
    TILE_HOG = 64
    DOUBLE_PUNG = 65
    TWO_CONCEALED_PUNGS = 66
    CONCEALED_KONG = 67
    ALL_SIMPLES = 68
    PURE_DOUBLE_CHOW = 69
    MIXED_DOUBLE_CHOW = 70
    SHORT_STRAIGHT = 71
    TWO_TERMINAL_CHOWS = 72
    PUNG_OF_TERMINALS_OR_HONORS = 73
    MELDED_KONG = 74
    ONE_VOIDED_SUIT = 75
    NO_HONORS = 76
    EDGE_WAIT = 77
    CLOSED_WAIT = 78
    SINGLE_WAIT = 79
    SELF_DRAWN = 80
    FLOWER_TILES = 81
    CONCEALED_AND_MELDED_KONG = 82

    if TYPE_CHECKING:  # a call takes names too, by way of _missing_

        def __new__(cls, value: str | int) -> Fan: ...  # noqa: D102

    @property
    def points(self) -> int:
        """Points under the default rules; `Rules.points_of` gives them under other rules."""
        return ROWS[self - 1].points

    @property
    def english(self) -> str:
        """English name of the WMO list."""
        return ROWS[self - 1].english

    @property
    def chinese(self) -> str:
        """Chinese name in simplified characters."""
        return ROWS[self - 1].chinese

    @property
    def pinyin(self) -> str:
        """Chinese name in pinyin with tones, a space between syllables."""
        return ROWS[self - 1].pinyin

    @property
    def number_wmo(self) -> int | None:
        """Number in the WMO list, None for the fan outside it."""
        return int(self) if self <= _LAST_OF_THE_LIST else None

    @property
    def number_1998(self) -> int | None:
        """Number in the list of 1998, None for the fan outside it.

        Examples
        --------
        >>> Fan.TWO_CONCEALED_KONGS.number_1998, Fan.ALL_PUNGS.number_1998
        (53, 48)
        """
        return _NUMBERS_1998.get(int(self), self.number_wmo)

    @property
    def definition(self) -> str:
        """What the fan asks for, one line of English."""
        return ROWS[self - 1].definition

    @property
    def definition_zh(self) -> str:
        """What the fan asks for, one line of Chinese."""
        return ROWS[self - 1].definition_zh

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names that `Fan.find` knows, beside the English, Chinese and pinyin ones."""
        return ROWS[self - 1].aliases

    @property
    def rulings(self) -> tuple[str, ...]:
        """Rulings of this project that touch the fan, by id."""
        return ROWS[self - 1].rulings

    @property
    def source(self) -> str:
        """Where the fan is defined: its place in the rules and the rulings that touch it.

        Examples
        --------
        >>> Fan.ALL_GREEN.source
        'MCR fan 3; ruling A16'
        """
        places = [f"MCR fan {int(self)}"] if self.number_wmo else []
        if self.rulings:
            places.append(f"ruling{'s' if len(self.rulings) > 1 else ''} {', '.join(self.rulings)}")
        return "; ".join(places)

    @property
    def bars(self) -> tuple[Fan, ...]:
        """Fans that this one bars under the default rules, in fan order.

        `Rules.bars_of` gives them under other rules. Fans inside a combination, such as the two-chow fans
        inside a straight, are not among them: they are never formed.

        Examples
        --------
        >>> Fan.LAST_TILE_DRAW.bars
        (Fan.SELF_DRAWN,)
        """
        default = {switch.name: switch.default for switch in SWITCHES}
        return barred_by(self, (row for row in EXCLUSIONS if row.when is None or default[row.when[0]] == row.when[1]))

    @classmethod
    def find(cls, name: str | int) -> Fan:
        """Return the fan that a name or number means.

        Parameters
        ----------
        name : str or int
            English, Chinese (simplified or traditional) or pinyin name, one of the aliases, the name of the
            member, or the WMO number, also as text. Case, spaces, hyphens, apostrophes and tones do not matter.

        Returns
        -------
        Fan

        Raises
        ------
        RulesError
            If no fan is meant; close names are offered.

        Examples
        --------
        >>> Fan.find("花龙"), Fan.find("hua long"), Fan.find("39")
        (Fan.MIXED_STRAIGHT, Fan.MIXED_STRAIGHT, Fan.MIXED_STRAIGHT)
        >>> Fan.find("Mixed Strait")
        Traceback (most recent call last):
            ...
        fastmcr.errors.RulesError: no fan is called 'Mixed Strait'; did you mean Mixed Straight?
        """
        if isinstance(name, cls):
            return name
        if isinstance(name, bool) or not isinstance(name, (str, int)):
            raise RulesError(f"a fan is given by its name or number, not by {type(name).__name__}")
        if isinstance(name, int):
            return _by_number(int(name))
        if re.fullmatch("[0-9]{1,3}", name.strip()):
            return _by_number(int(name))
        key = _key(name)
        names = _names()
        found = names.get(key) or names.get(re.sub("(?<=[a-z])[1-5](?=[a-z]|$)", "", key))
        if found is None:
            raise RulesError(f"no fan is called {_shown(name)}{_suggestion(key)}")
        return found

    @classmethod
    def _missing_(cls, value: object) -> Fan:
        return cls.find(value)  # type: ignore[arg-type]  # find refuses the other types in its own words

    def __str__(self) -> str:
        return self.english

    def __repr__(self) -> str:
        return f"Fan.{self.name}"

    def __format__(self, spec: str) -> str:
        """Format the number for ``d`` and the name for everything else: a column of fans is one of names."""
        return format(int(self), spec) if spec.endswith("d") else format(self.english, spec)


REPEATABLE: tuple[Fan, ...] = (
    Fan.TILE_HOG,
    Fan.DOUBLE_PUNG,
    Fan.PURE_DOUBLE_CHOW,
    Fan.MIXED_DOUBLE_CHOW,
    Fan.SHORT_STRAIGHT,
    Fan.TWO_TERMINAL_CHOWS,
    Fan.PUNG_OF_TERMINALS_OR_HONORS,
    Fan.FLOWER_TILES,
)
"""The fans that can count more than once in a hand, in the order of the repeat counts of a batch.

Dragon Pung is not among them: two dragon pungs are another fan.
"""


def _key(name: str) -> str:
    """Return what names are compared by: lower case, no tones, no blanks, no signs, simplified characters."""
    plain = unicodedata.normalize("NFKD", name.replace("&", " and ")).casefold()
    return "".join(TRADITIONAL.get(char, char) for char in plain if char.isalnum()).replace("honour", "honor")


@lru_cache(maxsize=1)
def _names() -> dict[str, Fan]:
    """Return every name of every fan; built on the first look-up."""
    return {_key(name): fan for fan in Fan for name in (fan.name, fan.english, fan.chinese, fan.pinyin, *fan.aliases)}


def _by_number(number: int) -> Fan:
    if not 1 <= number <= len(Fan):
        raise RulesError(f"there is no fan of that number; fans are numbered 1 to {len(Fan)}")
    return Fan(number)


def _shown(name: str) -> str:
    return repr(name) if len(name) <= _SHOWN else f"{name[:_SHOWN]!r}... ({len(name)} characters)"


def _suggestion(key: str) -> str:
    """Return the end of an error that offers the fans with the closest names."""
    from difflib import get_close_matches  # only errors need it

    names = _names()
    close = get_close_matches(key[:_SHOWN], names, n=6, cutoff=0.75)
    if not close and len(key.encode()) > 2:  # one Chinese character says much, two letters say little
        close = [other for other in names if key in other]
    fans = list(dict.fromkeys(str(names[other]) for other in close))[:3]
    return f"; did you mean {' or '.join(fans)}?" if fans else "; `Fan` lists them all"


class Exclusion(NamedTuple):
    """One statement of the table "does not also count".

    Examples
    --------
    >>> from fastmcr.rulebook.fans import EXCLUSIONS
    >>> row = next(row for row in EXCLUSIONS if row.fan is Fan.ROBBING_THE_KONG)
    >>> row.barred, row.principle, row.source
    ((Fan.LAST_TILE,), 'non-repeat', 'MCR fan 47, ruling A4c')
    """

    fan: Fan
    """The fan that bars."""
    barred: tuple[Fan, ...]
    """The fans that do not also count."""
    why: str
    """Why, by the id under which every language says it; `reason` says it in English."""
    source: str
    """The fan of the rules and the ruling that says so."""
    principle: str | None = "non-repeat"
    """The scoring principle it follows from; None when only a ruling says so."""
    when: tuple[str, str | int | bool] | None = None
    """Switch and value of `Rules` under which it holds; None when it always holds."""
    kind: str = "whole"
    """``"whole"``: every count of the barred fan goes. ``"inside"``: only those made of the same sets, which
    the choice of combinations never forms, so that nothing is left to remove."""

    @property
    def reason(self) -> str:
        """Why, in a few words."""
        return reason_text(self.why, "en")


def barred_by(fan: Fan, rows: Iterable[Exclusion]) -> tuple[Fan, ...]:
    """Return the fans that a fan bars by some rows of the table, in fan order."""
    barred = (row.barred for row in rows if row.fan is fan and row.kind == "whole")
    return tuple(sorted({one for fans in barred for one in fans}))


_TABLE: tuple[Exclusion, ...] = (
    # 88 points
    Exclusion(
        Fan.BIG_FOUR_WINDS,
        (Fan.BIG_THREE_WINDS, Fan.ALL_PUNGS, Fan.PREVALENT_WIND, Fan.SEAT_WIND, Fan.PUNG_OF_TERMINALS_OR_HONORS),
        "four-wind-sets", "MCR fan 1, ruling A14",
    ),
    Exclusion(
        Fan.BIG_THREE_DRAGONS, (Fan.TWO_DRAGON_PUNGS, Fan.DRAGON_PUNG),
        "dragons-counted-whole", "MCR fan 2",
    ),
    Exclusion(
        Fan.BIG_THREE_DRAGONS, (Fan.ONE_VOIDED_SUIT,),
        "at-most-two-suits", "ruling A22",
        when=("one_voided_suit_strict", True),
    ),
    Exclusion(
        Fan.ALL_GREEN, (Fan.HALF_FLUSH,),
        "green-is-one-suit-and-honors", "MCR fan 3, ruling A16",
        when=("all_green_half_flush", False),
    ),
    Exclusion(
        Fan.NINE_GATES, (Fan.FULL_FLUSH, Fan.NO_HONORS, Fan.CONCEALED_HAND),
        "concealed-one-suit", "MCR fan 4",
    ),
    Exclusion(
        Fan.NINE_GATES, (Fan.PUNG_OF_TERMINALS_OR_HONORS,),
        "holds-both-triplets-of-ends", "MCR fan 4, ruling A18",
        when=("nine_gates_pth", "none"),
    ),
    Exclusion(
        Fan.NINE_GATES, (Fan.PUNG_OF_TERMINALS_OR_HONORS,),
        "one-pung-of-ends-is-its-shape", "ruling A18",
        principle=None, when=("nine_gates_pth", "minus_one"), kind="inside",
    ),
    Exclusion(
        Fan.FOUR_KONGS,
        (Fan.THREE_KONGS, Fan.TWO_MELDED_KONGS, Fan.MELDED_KONG, Fan.ALL_PUNGS, Fan.SINGLE_WAIT),
        "four-kongs-counted-whole", "MCR fan 5",
    ),
    Exclusion(
        Fan.FOUR_KONGS, (Fan.TWO_CONCEALED_KONGS, Fan.CONCEALED_KONG),
        "kongs-concealed-or-not", "MCR fan 5, ruling A2c",
        when=("kongs_add_concealed", False),
    ),
    Exclusion(
        Fan.SEVEN_SHIFTED_PAIRS,
        (Fan.SEVEN_PAIRS, Fan.FULL_FLUSH, Fan.NO_HONORS, Fan.CONCEALED_HAND, Fan.SINGLE_WAIT),
        "seven-pairs-of-one-suit", "MCR fan 6",
    ),
    Exclusion(
        Fan.THIRTEEN_ORPHANS,
        (Fan.ALL_TYPES, Fan.CONCEALED_HAND, Fan.SINGLE_WAIT, Fan.ALL_TERMINALS_AND_HONORS),
        "thirteen-kinds", "MCR fan 7, ruling A35",
    ),
    # 64 points
    Exclusion(
        Fan.ALL_TERMINALS,
        (
            Fan.ALL_PUNGS, Fan.NO_HONORS, Fan.PUNG_OF_TERMINALS_OR_HONORS, Fan.OUTSIDE_HAND,
            Fan.ALL_TERMINALS_AND_HONORS,
        ),
        "only-ones-and-nines", "MCR fan 8",
    ),
    Exclusion(
        Fan.ALL_TERMINALS, (Fan.DOUBLE_PUNG,),
        "four-pungs-of-two-ranks", "ruling A17",
        when=("all_terminals_double_pung", False),
    ),
    Exclusion(
        Fan.ALL_TERMINALS, (Fan.TILE_HOG,),
        "six-kinds-in-seven-pairs", "ruling A11",
        when=("tile_hog_all_terminals", "barred"),
    ),
    # With three wind pungs and a wind pair a fourth pung of 1s or 9s makes All Terminals and Honors, which bars
    # it, and a dragon pung makes All Honors: no pung is left that this row could bar wrongly.
    Exclusion(
        Fan.LITTLE_FOUR_WINDS, (Fan.BIG_THREE_WINDS, Fan.PUNG_OF_TERMINALS_OR_HONORS),
        "three-wind-pungs", "MCR fan 9, ruling A14",
    ),
    Exclusion(
        Fan.LITTLE_THREE_DRAGONS, (Fan.TWO_DRAGON_PUNGS, Fan.DRAGON_PUNG),
        "two-dragon-pungs", "MCR fan 10",
    ),
    Exclusion(
        Fan.LITTLE_THREE_DRAGONS, (Fan.ONE_VOIDED_SUIT,),
        "at-most-two-suits", "ruling A22",
        when=("one_voided_suit_strict", True),
    ),
    Exclusion(
        Fan.ALL_HONORS,
        (Fan.ALL_PUNGS, Fan.PUNG_OF_TERMINALS_OR_HONORS, Fan.OUTSIDE_HAND, Fan.ALL_TERMINALS_AND_HONORS),
        "honors-only-sets", "MCR fan 11",
    ),
    Exclusion(
        Fan.FOUR_CONCEALED_PUNGS,
        (Fan.ALL_PUNGS, Fan.THREE_CONCEALED_PUNGS, Fan.TWO_CONCEALED_PUNGS, Fan.CONCEALED_HAND),
        "concealed-pungs-are-the-hand", "MCR fan 12",
    ),
    Exclusion(
        Fan.PURE_TERMINAL_CHOWS,
        (Fan.FULL_FLUSH, Fan.ALL_CHOWS, Fan.NO_HONORS, Fan.SEVEN_PAIRS),
        "pairs-of-four-chows", "MCR fan 13, ruling A27",
    ),
    Exclusion(
        Fan.PURE_TERMINAL_CHOWS, (Fan.PURE_DOUBLE_CHOW, Fan.TWO_TERMINAL_CHOWS),
        "four-chows-used-up", "MCR fan 13",
        principle="non-separation",
    ),
    # 48 points
    Exclusion(
        Fan.QUADRUPLE_CHOW, (Fan.TILE_HOG, Fan.PURE_TRIPLE_CHOW),
        "chow-four-times", "MCR fan 14, ruling A10",
    ),
    Exclusion(
        Fan.QUADRUPLE_CHOW, (Fan.PURE_DOUBLE_CHOW, Fan.PURE_SHIFTED_PUNGS),
        "four-chows-not-pungs", "MCR fan 14",
        principle="non-separation",
    ),
    Exclusion(
        Fan.QUADRUPLE_CHOW, (Fan.ONE_VOIDED_SUIT,),
        "at-most-two-suits", "ruling A22",
        when=("one_voided_suit_strict", True),
    ),
    Exclusion(
        Fan.FOUR_PURE_SHIFTED_PUNGS, (Fan.ALL_PUNGS, Fan.PURE_SHIFTED_PUNGS),
        "four-shifted-pungs", "MCR fan 15",
    ),
    Exclusion(
        Fan.FOUR_PURE_SHIFTED_PUNGS, (Fan.PURE_TRIPLE_CHOW,),
        "pungs-not-chows", "MCR fan 15",
        principle="non-separation",
    ),
    Exclusion(
        Fan.FOUR_PURE_SHIFTED_PUNGS, (Fan.ONE_VOIDED_SUIT,),
        "at-most-two-suits", "ruling A22",
        when=("one_voided_suit_strict", True),
    ),
    # 32 points
    Exclusion(
        Fan.FOUR_PURE_SHIFTED_CHOWS, (Fan.PURE_SHIFTED_CHOWS,),
        "three-shifted-chows", "MCR fan 16",
    ),
    Exclusion(
        Fan.FOUR_PURE_SHIFTED_CHOWS, (Fan.SHORT_STRAIGHT, Fan.TWO_TERMINAL_CHOWS),
        "four-chows-used-up", "MCR fan 16",
        principle="non-separation",
    ),
    Exclusion(
        Fan.FOUR_PURE_SHIFTED_CHOWS, (Fan.ONE_VOIDED_SUIT,),
        "at-most-two-suits", "ruling A22",
        when=("one_voided_suit_strict", True),
    ),
    Exclusion(
        Fan.THREE_KONGS, (Fan.TWO_MELDED_KONGS, Fan.MELDED_KONG),
        "three-kongs-counted-whole", "MCR fan 17",
    ),
    Exclusion(
        Fan.THREE_KONGS, (Fan.TWO_CONCEALED_KONGS, Fan.CONCEALED_KONG),
        "kongs-concealed-or-not", "MCR fan 17, ruling A2c",
        when=("kongs_add_concealed", False),
    ),
    Exclusion(
        Fan.ALL_TERMINALS_AND_HONORS, (Fan.ALL_PUNGS, Fan.PUNG_OF_TERMINALS_OR_HONORS, Fan.OUTSIDE_HAND),
        "ends-and-honors-only-sets", "MCR fan 18, ruling A26",
    ),
    # 24 points
    Exclusion(
        Fan.SEVEN_PAIRS, (Fan.CONCEALED_HAND, Fan.SINGLE_WAIT),
        "concealed-and-waits-on-a-pair", "MCR fan 19, ruling A32",
    ),
    Exclusion(
        Fan.GREATER_HONORS_AND_KNITTED_TILES,
        (Fan.LESSER_HONORS_AND_KNITTED_TILES, Fan.ALL_TYPES, Fan.CONCEALED_HAND, Fan.SINGLE_WAIT),
        "its-tiles", "MCR fan 20, ruling A35",
    ),
    Exclusion(
        Fan.ALL_EVEN_PUNGS, (Fan.ALL_PUNGS, Fan.ALL_SIMPLES, Fan.NO_HONORS),
        "pungs-of-even-ranks", "MCR fan 21",
    ),
    Exclusion(Fan.FULL_FLUSH, (Fan.NO_HONORS,), "one-suit-no-honors", "MCR fan 22, ruling A23"),
    Exclusion(
        Fan.PURE_TRIPLE_CHOW, (Fan.PURE_DOUBLE_CHOW,),
        "two-chows-not-apart", "MCR fan 23",
        principle="non-separation", kind="inside",
    ),
    Exclusion(
        Fan.PURE_TRIPLE_CHOW, (Fan.PURE_SHIFTED_PUNGS,),
        "chows-not-pungs", "MCR fan 23, ruling A29",
        principle="non-separation",
    ),
    Exclusion(
        Fan.PURE_SHIFTED_PUNGS, (Fan.PURE_TRIPLE_CHOW,),
        "pungs-not-chows", "MCR fan 24, ruling A29",
        principle="non-separation",
    ),
    Exclusion(Fan.UPPER_TILES, (Fan.UPPER_FOUR, Fan.NO_HONORS), "above-five", "MCR fan 25"),
    Exclusion(Fan.MIDDLE_TILES, (Fan.ALL_SIMPLES, Fan.NO_HONORS), "four-to-six-are-simples", "MCR fan 26"),
    Exclusion(Fan.LOWER_TILES, (Fan.LOWER_FOUR, Fan.NO_HONORS), "below-five", "MCR fan 27"),
    # 16 points
    Exclusion(
        Fan.PURE_STRAIGHT, (Fan.SHORT_STRAIGHT, Fan.TWO_TERMINAL_CHOWS),
        "two-chows-not-apart", "MCR fan 28",
        principle="non-separation", kind="inside",
    ),
    Exclusion(
        Fan.THREE_SUITED_TERMINAL_CHOWS, (Fan.ALL_CHOWS, Fan.NO_HONORS),
        "chows-and-suit-pair", "MCR fan 29",
    ),
    Exclusion(
        Fan.THREE_SUITED_TERMINAL_CHOWS, (Fan.MIXED_DOUBLE_CHOW, Fan.TWO_TERMINAL_CHOWS),
        "four-chows-used-up", "MCR fan 29",
        principle="non-separation",
    ),
    Exclusion(Fan.ALL_FIVES, (Fan.ALL_SIMPLES, Fan.NO_HONORS), "fives-are-simples", "MCR fan 31"),
    Exclusion(
        Fan.TRIPLE_PUNG, (Fan.DOUBLE_PUNG,),
        "two-pungs-not-apart", "MCR fan 32, ruling A17",
        principle="non-separation", kind="inside",
    ),
    Exclusion(
        Fan.THREE_CONCEALED_PUNGS, (Fan.TWO_CONCEALED_PUNGS,), "three-hold-two", "MCR fan 33",
    ),
    # 12 points
    Exclusion(
        Fan.LESSER_HONORS_AND_KNITTED_TILES, (Fan.ALL_TYPES, Fan.CONCEALED_HAND, Fan.SINGLE_WAIT),
        "its-tiles", "MCR fan 34, ruling A35",
    ),
    Exclusion(Fan.UPPER_FOUR, (Fan.NO_HONORS,), "ranks-no-honors", "MCR fan 36, ruling A23"),
    Exclusion(Fan.LOWER_FOUR, (Fan.NO_HONORS,), "ranks-no-honors", "MCR fan 37, ruling A23"),
    Exclusion(
        Fan.BIG_THREE_WINDS, (Fan.PUNG_OF_TERMINALS_OR_HONORS,),
        "winds-counted-whole", "MCR fan 38, ruling A12",
        kind="inside",
    ),
    Exclusion(
        Fan.BIG_THREE_WINDS, (Fan.ONE_VOIDED_SUIT,),
        "at-most-two-suits", "ruling A22",
        when=("one_voided_suit_strict", True),
    ),
    # 8 points
    Exclusion(
        Fan.REVERSIBLE_TILES, (Fan.ONE_VOIDED_SUIT,),
        "no-reversible-characters", "MCR fan 40",
    ),
    Exclusion(
        Fan.MIXED_TRIPLE_CHOW, (Fan.MIXED_DOUBLE_CHOW,),
        "fourth-chow-joins-once", "MCR fan 41",
        principle="non-separation", kind="inside",
    ),
    Exclusion(Fan.LAST_TILE_DRAW, (Fan.SELF_DRAWN,), "win-on-a-draw", "MCR fan 44, ruling A4d"),
    Exclusion(
        Fan.OUT_WITH_REPLACEMENT_TILE, (Fan.SELF_DRAWN,), "win-on-a-draw", "MCR fan 46, ruling A4d",
    ),
    Exclusion(
        Fan.ROBBING_THE_KONG, (Fan.LAST_TILE,),
        "robbed-pung-has-the-others", "MCR fan 47, ruling A4c",
    ),
    Exclusion(
        Fan.TWO_CONCEALED_KONGS, (Fan.TWO_CONCEALED_PUNGS, Fan.CONCEALED_KONG),
        "concealed-kongs-are-pungs", "MCR fan 48, ruling A2d",
    ),
    # 6 points
    Exclusion(Fan.MELDED_HAND, (Fan.SINGLE_WAIT,), "four-exposed-sets", "MCR fan 53"),
    Exclusion(Fan.TWO_DRAGON_PUNGS, (Fan.DRAGON_PUNG,), "both-dragons-counted-whole", "MCR fan 54"),
    # 4 points
    Exclusion(Fan.FULLY_CONCEALED_HAND, (Fan.SELF_DRAWN,), "win-on-a-draw", "MCR fan 56, ruling A1"),
    Exclusion(Fan.TWO_MELDED_KONGS, (Fan.MELDED_KONG,), "two-hold-one", "MCR fan 57, ruling A36"),
    # 2 points
    *(
        Exclusion(
            fan, (Fan.PUNG_OF_TERMINALS_OR_HONORS,), "set-counted-once", f"MCR fan {fan:d}, ruling A12",
            kind="inside",
        )
        for fan in (Fan.DRAGON_PUNG, Fan.PREVALENT_WIND, Fan.SEAT_WIND)
    ),
    Exclusion(Fan.ALL_CHOWS, (Fan.NO_HONORS,), "all-chows-no-honors", "MCR fan 63, ruling A24"),
    Exclusion(Fan.ALL_SIMPLES, (Fan.NO_HONORS,), "simples-no-honors", "MCR fan 68, ruling A23"),
    Exclusion(
        Fan.CONCEALED_AND_MELDED_KONG, (Fan.TWO_MELDED_KONGS, Fan.CONCEALED_KONG, Fan.MELDED_KONG),
        "both-kongs-counted", "ruling A2a",
        when=("mixed_kong_pair", 5),
    ),
    # Self-drawn wins with hands that are concealed by definition
    *(
        Exclusion(
            fan, (Fan.FULLY_CONCEALED_HAND,), "concealed-by-definition", "ruling A1",
            when=("concealed_special_selfdraw", "self_drawn"),
        )
        for fan in (
            Fan.NINE_GATES, Fan.SEVEN_SHIFTED_PAIRS, Fan.THIRTEEN_ORPHANS, Fan.FOUR_CONCEALED_PUNGS, Fan.SEVEN_PAIRS,
            Fan.GREATER_HONORS_AND_KNITTED_TILES, Fan.LESSER_HONORS_AND_KNITTED_TILES,
        )
    ),
    *(
        Exclusion(
            fan, (Fan.FULLY_CONCEALED_HAND,), "barred-by-the-list-of-1998", "ruling A1",
            principle=None, when=("concealed_special_selfdraw", "r98"),
        )
        for fan in (
            Fan.SEVEN_SHIFTED_PAIRS, Fan.THIRTEEN_ORPHANS, Fan.SEVEN_PAIRS, Fan.GREATER_HONORS_AND_KNITTED_TILES,
            Fan.LESSER_HONORS_AND_KNITTED_TILES,
        )
    ),
)  # fmt: skip

EXCLUSIONS: tuple[Exclusion, ...] = tuple(sorted(_TABLE, key=lambda row: row.fan))
"""The closed table "does not also count", in fan order.

It is applied once to the fans of a reading after all are found, in fan order; a fan that is itself barred bars
nothing. `fastmcr.rulebook.rules.Rules` turns the rows of kind ``"whole"`` that hold under its switches into bit masks.
"""
