"""The switches of the rules and the named presets, as data.

Where books and programs disagree, a switch says which way a hand is scored. The first value of a switch is the
one of the default rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from ..errors import RulesError, shown

__all__ = ["PRESETS", "SWITCHES", "Switch", "Value"]

Value = str | int | bool


class Switch(NamedTuple):
    """One switch of the rules.

    Examples
    --------
    >>> from fastmcr.rulebook.switches import SWITCHES
    >>> SWITCHES[2].name, SWITCHES[2].values, SWITCHES[2].ruling
    ('two_concealed_kongs', (8, 6), 'A2b')
    """

    name: str
    values: tuple[Value, ...]
    """Allowed values, the default first; their place is the number that the kernels get."""
    meaning: str
    meaning_zh: str
    ruling: str
    """The ruling of this project that explains the switch, by id."""
    least: int | None = None
    """Where set, any whole number from here on is allowed too."""

    @property
    def default(self) -> Value:
        """Value of the default rules."""
        return self.values[0]

    @property
    def allowed(self) -> str:
        """Allowed values in words, for errors and help texts.

        Examples
        --------
        >>> SWITCHES[0].allowed
        'fully_concealed, self_drawn, r98'
        """
        if self.least is not None:
            return f"a whole number from {self.least} on"
        return ", ".join(_word(value) for value in self.values)

    def allows(self, value: object) -> bool:
        """Return whether the value is allowed; the type counts too, so that 1 is not true and 8.0 is not 8.

        Examples
        --------
        >>> SWITCHES[2].allows(6), SWITCHES[2].allows(6.0)
        (True, False)
        """
        if type(value) is not type(self.default):
            return False
        return value in self.values if self.least is None else isinstance(value, int) and value >= self.least

    def parse(self, text: str) -> Value:
        """Return the value that a text stands for.

        Raises
        ------
        RulesError
            If the text stands for none; the allowed values are listed.

        Examples
        --------
        >>> SWITCHES[3].parse("true"), SWITCHES[2].parse("6")
        (True, 6)
        """
        word = text.strip().lower()
        for value in self.values:
            if _word(value) == word:
                return value
        if self.least is not None and re.fullmatch("[0-9]{1,9}", word) and int(word) >= self.least:
            return int(word)
        raise self._refusal(shown(text))

    def check(self, value: object) -> None:
        """Raise an error if the value is not allowed.

        Raises
        ------
        RulesError
            Names the switch, the value and the allowed values.

        Examples
        --------
        >>> SWITCHES[2].check(7)
        Traceback (most recent call last):
            ...
        fastmcr.errors.RulesError: two_concealed_kongs cannot be 7; allowed: 8, 6
        """
        if not self.allows(value):
            kind = "" if type(value) is type(self.default) else f" ({type(value).__name__})"
            raise self._refusal(shown(value) + kind)

    def _refusal(self, given: str) -> RulesError:
        return RulesError(f"{self.name} cannot be {given}; allowed: {self.allowed}")


def _word(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


SWITCHES: tuple[Switch, ...] = (
    Switch(
        "concealed_special_selfdraw", ("fully_concealed", "self_drawn", "r98"),
        "What a self-drawn win adds to a hand that is concealed by definition (fans 4, 6, 7, 12, 19, 20, 34): Fully "
        "Concealed Hand, Self-Drawn alone, or as the list of 1998 has it (Fully Concealed Hand with 4 and 12 only).",
        "必然门前清的牌型（4、6、7、12、19、20、34）自摸时加计：不求人；只计自摸；或按1998年规则（仅4和12计不求人）。",
        "A1",
    ),
    Switch(
        "mixed_kong_pair", (6, 5, 4, 3),
        "Points for one melded and one concealed kong: 6 (Two Melded Kongs and Concealed Kong), 5 (a fan of its own), "
        "4 (Two Melded Kongs), 3 (Melded Kong and Concealed Kong).",
        "一明杠一暗杠的分值：6（双明杠加暗杠）、5（明暗杠）、4（双明杠）、3（明杠加暗杠）。",
        "A2a",
    ),
    Switch(
        "two_concealed_kongs", (8, 6),
        "Points of Two Concealed Kongs.",
        "双暗杠的分值。",
        "A2b",
    ),
    Switch(
        "kongs_add_concealed", (False, True),
        "Whether Concealed Kong or Two Concealed Kongs is added to Three Kongs and Four Kongs.",
        "三杠、四杠是否另计暗杠或双暗杠。",
        "A2c",
    ),
    Switch(
        "last_tile_auto", (True, False),
        "Whether Last Tile counts by itself when the winner's own exposed chows and pungs hold the other three copies.",
        "其余三张都在自己亮明的顺子、刻子中时，是否自动计和绝张。",
        "A4a",
    ),
    Switch(
        "rob_on_last_tile", ("reject", "both"),
        "Robbing the Kong together with the last tile of the wall: refused as contradictory, or both fans count.",
        "抢杠和与牌墙最后一张同时出现：视为矛盾而拒绝，或两番都计。",
        "A4e",
    ),
    Switch(
        "melded_hand_promoted_kong", (False, True),
        "Whether Melded Hand allows promoted and concealed kongs among its four sets.",
        "全求人是否允许加杠和暗杠。",
        "A5a",
    ),
    Switch(
        "seven_pairs_range_fans", (True, False),
        "Whether Seven Pairs takes Upper, Middle and Lower Tiles, Upper Four and Lower Four.",
        "七对是否可计全大、全中、全小、大于五、小于五。",
        "A8",
    ),
    Switch(
        "seven_pairs_four_alike", (True, False),
        "Whether four identical tiles may stand for two of the seven pairs.",
        "七对中四张相同的牌是否可以算两对。",
        "A9",
    ),
    Switch(
        "tile_hog_honors", (True, False),
        "Whether four identical honors count as a Tile Hog.",
        "四张相同的字牌是否计四归一。",
        "A10",
    ),
    Switch(
        "all_green_half_flush", (True, False),
        "Whether Half Flush is added to All Green; Full Flush always is.",
        "绿一色是否另计混一色（清一色总可计）。",
        "A16",
    ),
    Switch(
        "all_terminals_double_pung", (True, False),
        "Whether Double Pung is added to All Terminals.",
        "清幺九是否另计双同刻。",
        "A17",
    ),
    Switch(
        "nine_gates_pth", ("none", "minus_one"),
        "Pungs of Terminals or Honors beside Nine Gates: none counts, or all but one.",
        "九莲宝灯中的幺九刻：都不计，或少计一个。",
        "A18",
    ),
    Switch(
        "one_voided_suit_strict", (False, True),
        "Whether One Voided Suit is barred under fans 2, 10, 14, 15, 16 and 38, which leave room for two suits only.",
        "至多容纳两种花色的番种（2、10、14、15、16、38）是否不计缺一门。",
        "A22",
    ),
    Switch(
        "exhausted_waits", ("formal", "own_hand"),
        "Waits on tiles that cannot come: they count as waits, or not where the own hand holds all four copies.",
        "已不可能摸到的听牌：照样算听；或自己已持全部四张时不算听。",
        "waits",
    ),
    Switch(
        "knitted_body_wait", ("count", "ignore", "no_edge_or_closed"),
        "A wait fan when the winning tile could also complete the body of a Knitted Straight: counts, or not; or a "
        "Knitted Straight takes no Edge Wait and no Closed Wait at all.",
        "和牌张也可看作组合龙中的牌时，是否计听牌番（边张、坎张、单钓将）；或组合龙一律不计边张、坎张。",
        "waits",
    ),
    Switch(
        "tile_hog_all_terminals", ("counted", "barred"),
        "Tile Hog beside All Terminals, which as Seven Pairs cannot be without: counted, or barred.",
        "清幺九（七对）必有四归一：是否另计四归一。",
        "A11",
    ),
    Switch(
        "minimum", (8,),
        "Points, flowers aside, that a hand needs to win.",
        "起和分（不含花牌）。",
        "A41",
        least=0,
    ),
)  # fmt: skip
"""The switches in the order in which the kernels get them; ``minimum``, the last one, stays in the face."""

PRESETS: Mapping[str, Mapping[str, Value]] = MappingProxyType(
    {
        "default": MappingProxyType({}),
        "wmo2014": MappingProxyType({"kongs_add_concealed": True}),
        "mil": MappingProxyType(
            {
                "concealed_special_selfdraw": "self_drawn",
                "mixed_kong_pair": 5,
                "two_concealed_kongs": 6,
                "melded_hand_promoted_kong": True,
                "all_green_half_flush": False,
                "all_terminals_double_pung": False,
                "nine_gates_pth": "minus_one",
                "knitted_body_wait": "count",
            }
        ),
        "r98": MappingProxyType(
            {
                "concealed_special_selfdraw": "r98",
                "mixed_kong_pair": 3,
                "two_concealed_kongs": 6,
                "all_green_half_flush": False,
                "all_terminals_double_pung": False,
            }
        ),
    }
)
"""The switches that each preset sets: this project's default, the WMO book of 2014, the Chinese online and
tournament reading (Mahjong International League), and the rules of 1998."""
