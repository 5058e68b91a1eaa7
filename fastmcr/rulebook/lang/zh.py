"""The rulebook in Chinese."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["PRINCIPLES", "REASONS", "SOURCE_WORDS"]

REASONS: Mapping[str, str] = {
    "four-wind-sets": "四副都是风刻",
    "dragons-counted-whole": "三副箭刻已整体计番",
    "at-most-two-suits": "至多容纳两种花色，必然缺门",
    "green-is-one-suit-and-honors": "绿色牌本来只有一种花色和字牌",
    "concealed-one-suit": "必然门前清且为一种花色",
    "holds-both-triplets-of-ends": "牌型本身含有111和999",
    "one-pung-of-ends-is-its-shape": "牌型本身含一副幺九刻，另一副可计",
    "concealed-by-definition": "必然门前清，自摸时只加计自摸",
    "four-kongs-counted-whole": "四副杠必为碰碰和，已整体计番，且必为单钓",
    "kongs-concealed-or-not": "杠不分明暗，已整体计番",
    "seven-pairs-of-one-suit": "必为同一花色的七对",
    "barred-by-the-list-of-1998": "1998年番种表中明文不计",
    "thirteen-kinds": "十三种牌必然具备",
    "only-ones-and-nines": "全为一、九序数牌，必然具备",
    "four-pungs-of-two-ranks": "四副刻子只有两种序数，必有同刻",
    "six-kinds-in-seven-pairs": "六种牌组成七对，必有四归一",
    "three-wind-pungs": "必有三副风刻",
    "two-dragon-pungs": "必有两副箭刻",
    "honors-only-sets": "字牌不成顺子，且副副为字牌",
    "concealed-pungs-are-the-hand": "四副暗刻即为整手牌",
    "pairs-of-four-chows": "必为同一花色的四副顺子和将，且可分成对子",
    "four-chows-used-up": "四副顺子都已用尽",
    "chow-four-times": "四副相同的顺子，每种牌必有四张",
    "four-chows-not-pungs": "四副顺子都已用尽，不得另拆成刻子",
    "four-shifted-pungs": "四副都是递增的刻子",
    "pungs-not-chows": "刻子不得另拆成顺子",
    "three-shifted-chows": "其中三副顺子必为步高",
    "three-kongs-counted-whole": "三副杠已整体计番",
    "ends-and-honors-only-sets": "幺九牌和字牌不成顺子，且副副带幺",
    "concealed-and-waits-on-a-pair": "必然门前清，且必然单钓",
    "its-tiles": "牌型必然具备",
    "pungs-of-even-ranks": "全为双数刻子，必然具备",
    "one-suit-no-honors": "一种花色必然无字",
    "two-chows-not-apart": "其中的顺子不得拆开另计",
    "chows-not-pungs": "顺子不得另拆成刻子",
    "above-five": "七八九必大于五",
    "four-to-six-are-simples": "四五六必为断幺",
    "below-five": "一二三必小于五",
    "chows-and-suit-pair": "必为四副顺子和序数牌作将",
    "fives-are-simples": "带五必为断幺",
    "two-pungs-not-apart": "其中的刻子不得拆开另计",
    "three-hold-two": "三副包含两副",
    "ranks-no-honors": "限定序数必然无字",
    "winds-counted-whole": "三副风刻已整体计番，另有的幺九刻可计",
    "no-reversible-characters": "推不倒没有万子",
    "fourth-chow-joins-once": "其中的顺子不得拆开另计，第四副可再套算一次",
    "win-on-a-draw": "必为自摸",
    "robbed-pung-has-the-others": "其余三张必在被抢的碰牌中",
    "concealed-kongs-are-pungs": "两副暗杠必为双暗刻，且包含一副暗杠",
    "four-exposed-sets": "四副全亮，必为单钓",
    "both-dragons-counted-whole": "两副箭刻已整体计番",
    "two-hold-one": "两副包含一副",
    "set-counted-once": "同一副牌不再另计",
    "all-chows-no-honors": "四副顺子和序数牌作将，必然无字",
    "simples-no-honors": "断幺必然无字",
    "both-kongs-counted": "两副杠都已计入",
}
"""Why a fan does not count beside another; by the ids of `fastmcr.rulebook.fans.Exclusion.why`."""

PRINCIPLES: Mapping[str, str] = {
    "non-repeat": "不重复原则",
    "non-separation": "不拆移原则",
    "non-identical": "不得相同原则",
    "account once": "套算一次原则",
}

SOURCE_WORDS: Mapping[str, str] = {
    "MCR fan ": "番种",
    "rulings ": "裁定",
    "ruling ": "裁定",
    "principle ": "原则",
    "; ": "；",
    ", ": "，",
}
"""What stands in the source of a fan, a ruling or a principle."""
