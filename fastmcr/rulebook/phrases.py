"""Words about fans and rules that need no tiles, so that a help text loads no numpy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from .rules import Rules
from .switches import PRESETS, Value

PRINCIPLES_ZH: Mapping[str, str] = {
    "non-repeat": "不重复原则",
    "non-separation": "不拆移原则",
    "non-identical": "不得相同原则",
    "account once": "套算一次原则",
}

# The reasons of `fastmcr.rulebook.fans.EXCLUSIONS`.
REASONS_ZH: Mapping[str, str] = {
    "its four sets are the four winds": "四副都是风刻",
    "its three dragon sets are counted whole": "三副箭刻已整体计番",
    "at most two suits fit in, one is always lacking": "至多容纳两种花色，必然缺门",
    "green tiles are of one suit and honors by themselves": "绿色牌本来只有一种花色和字牌",
    "it is concealed and of one suit by definition": "必然门前清且为一种花色",
    "its shape holds 111 and 999": "牌型本身含有111和999",
    "one pung of terminals is part of its shape, the other one counts": "牌型本身含一副幺九刻，另一副可计",
    "it is concealed by definition; a draw adds Self-Drawn only": "必然门前清，自摸时只加计自摸",
    "four kongs are pungs, are counted whole and leave a single tile to wait on":
        "四副杠必为碰碰和，已整体计番，且必为单钓",
    "the kongs are counted whole, concealed or not": "杠不分明暗，已整体计番",
    "it is seven pairs of one suit": "必为同一花色的七对",
    "the list of 1998 bars it by name": "1998年番种表中明文不计",
    "its thirteen kinds are all of these": "十三种牌必然具备",
    "1s and 9s alone are all of these": "全为一、九序数牌，必然具备",
    "of four pungs of two ranks two always share one": "四副刻子只有两种序数，必有同刻",
    "seven pairs of six kinds of tiles always hold four alike": "六种牌组成七对，必有四归一",
    "three of its winds are pungs": "必有三副风刻",
    "two of its dragons are pungs": "必有两副箭刻",
    "honors make no chows, and every set is one of honors": "字牌不成顺子，且副副为字牌",
    "four concealed pungs are the whole hand": "四副暗刻即为整手牌",
    "it is four chows and a pair of one suit, made of pairs": "必为同一花色的四副顺子和将，且可分成对子",
    "its four chows are used up": "四副顺子都已用尽",
    "four identical chows hold each of their tiles four times": "四副相同的顺子，每种牌必有四张",
    "its four chows are used up and are not read as pungs": "四副顺子都已用尽，不得另拆成刻子",
    "its four sets are shifted pungs": "四副都是递增的刻子",
    "its pungs are not read as chows": "刻子不得另拆成顺子",
    "three of its chows are shifted": "其中三副顺子必为步高",
    "three kongs are counted whole": "三副杠已整体计番",
    "terminals and honors alone make no chows, and every set is one of them": "幺九牌和字牌不成顺子，且副副带幺",
    "it is concealed and waits on a pair by definition": "必然门前清，且必然单钓",
    "its tiles are all of these": "牌型必然具备",
    "pungs of even ranks are all of these": "全为双数刻子，必然具备",
    "one suit has no honors": "一种花色必然无字",
    "two of its chows are not taken apart": "其中的顺子不得拆开另计",
    "its chows are not read as pungs": "顺子不得另拆成刻子",
    "7-8-9 lie within 6-7-8-9": "七八九必大于五",
    "4-5-6 are simples": "四五六必为断幺",
    "1-2-3 lie within 1-2-3-4": "一二三必小于五",
    "it is four chows and a suit pair": "必为四副顺子和序数牌作将",
    "a set with a 5 is of simples": "带五必为断幺",
    "two of its pungs are not taken apart": "其中的刻子不得拆开另计",
    "three are more than two": "三副包含两副",
    "ranks have no honors": "限定序数必然无字",
    "its three wind sets are counted whole; a pung of terminals beside them counts":
        "三副风刻已整体计番，另有的幺九刻可计",
    "no character tile is reversible": "推不倒没有万子",
    "two of its chows are not taken apart; the fourth chow may join once": "其中的顺子不得拆开另计，第四副可再套算一次",
    "it is a win on a draw": "必为自摸",
    "the other three tiles lie in the robbed pung": "其余三张必在被抢的碰牌中",
    "both kongs are concealed pungs, and two are more than one": "两副暗杠必为双暗刻，且包含一副暗杠",
    "four exposed sets leave one tile to wait on": "四副全亮，必为单钓",
    "both dragon sets are counted whole": "两副箭刻已整体计番",
    "two are more than one": "两副包含一副",
    "the same set is counted once": "同一副牌不再另计",
    "chows and a suit pair have no honors": "四副顺子和序数牌作将，必然无字",
    "simples have no honors": "断幺必然无字",
    "it counts both kongs": "两副杠都已计入",
}  # fmt: skip


def value_word(value: Value) -> str:
    """Return the value of a switch as it is written on a command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


_SOURCE_WORDS_ZH = {
    "MCR fan ": "番种",
    "rulings ": "裁定",
    "ruling ": "裁定",
    "principle ": "原则",
    "; ": "；",
    ", ": "，",
}


def source_text(source: str, lang: str) -> str:
    """Return the source of a fan, a ruling or a principle in a language."""
    if lang == "zh":
        for english, chinese in _SOURCE_WORDS_ZH.items():
            source = source.replace(english, chinese)
    return source


@lru_cache(maxsize=64)
def rules_text(rules: Rules) -> str:
    """Return the closest preset and what differs from it, ``mil, minimum=6``; nothing for the default rules."""
    if rules == Rules():
        return ""
    presets = [(name, rules.differences(name)) for name in PRESETS]
    name, differences = min(presets, key=lambda item: len(item[1]))
    return ", ".join([name, *(f"{switch}={value_word(here)}" for switch, (here, _) in differences.items())])
