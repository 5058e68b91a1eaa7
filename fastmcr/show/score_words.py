"""The words of scores and explanations, in English and Chinese."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from ..rulebook.fans import Fan
from ..rulebook.tiles import Tile, join_tiles
from ..scoring.components import WAIT_FANS, knitted_parts, win_tile

if TYPE_CHECKING:
    from ..scoring.reading import ReadingSet
    from ..scoring.result import CountedFan, Parts, Score

_SUITS_ZH = {"m": "万", "p": "饼", "s": "条"}
_HONORS_ZH = "东南西北中发白"

# How a set came to be: singular, plural, Chinese.
_SET_WORDS = {
    "claimed chow": ("claimed chow", "claimed chows", "吃"),
    "chow": ("chow", "chows", "顺子"),
    "claimed pung": ("claimed pung", "claimed pungs", "碰"),
    "concealed pung": ("concealed pung", "concealed pungs", "暗刻"),
    "melded pung": ("melded pung", "melded pungs", "明刻"),
    "claimed kong": ("claimed kong", "claimed kongs", "明杠"),
    "promoted kong": ("promoted kong", "promoted kongs", "加杠"),
    "concealed kong": ("concealed kong", "concealed kongs", "暗杠"),
}
_SHAPES_ZH = {
    "seven_pairs": "七对",
    "thirteen_orphans": "十三幺",
    "honors_and_knitted": "不靠",
    "knitted_straight": "组合龙",
}


notation = lru_cache(maxsize=4096)(join_tiles)  # sets repeat from hand to hand


def tiles_text(tiles: Iterable[Tile], lang: str) -> str:
    """Return tiles in words as short as the notation: ``456m``, or 456万."""
    if lang == "en":
        return notation(tuple(tiles))
    words = []
    for suit, group in groupby(tiles, lambda tile: tile.suit):
        if suit == "z":
            words += [_HONORS_ZH[tile - Tile.E] for tile in group]
        else:
            words += [*(str(tile.rank) for tile in group), _SUITS_ZH[suit]]
    return "".join(words)


def parts_text(groups: Iterable[Parts], lang: str) -> str:
    """Return what makes a fan: groups apart by commas, sets by blanks."""
    comma = ", " if lang == "en" else "、"
    return comma.join(" ".join(tiles_text(part, lang) for part in group) for group in groups)


def made_of(row: CountedFan, lang: str) -> str:
    """Return what makes a fan, for a table."""
    if row.fan in WAIT_FANS:
        return "+".join(tiles_text(part, lang) for part in row.sets[0])
    if row.fan is Fan.FLOWER_TILES:
        return ""
    if not row.sets:
        return "whole hand" if lang == "en" else "整手牌"
    return parts_text(row.sets, lang)


def fan_name(fan: Fan, lang: str) -> str:
    """Return the name of a fan."""
    return fan.chinese if lang == "zh" else fan.english


def fan_names(fans: Iterable[Fan], lang: str) -> str:
    """Return names of fans as one list."""
    return ("、" if lang == "zh" else ", ").join(fan_name(fan, lang) for fan in fans)


def set_word(one: ReadingSet) -> str:
    """Return how a set came to be: the key of `_SET_WORDS`."""
    if one.kind == "chow":
        return "claimed chow" if one.meld else "chow"
    if one.kind == "pung":
        return "claimed pung" if one.meld else "concealed pung" if one.concealed else "melded pung"
    return one.kind


def reading_text(score: Score, lang: str) -> str:
    """Say how the tiles were read."""
    reading = score.reading
    words: list[str] = []
    if reading.shape == "seven_pairs":
        tiles = list(score.hand.concealed)
        pairs = [tiles[place : place + 2] for place in range(0, len(tiles), 2)]
        words.append(_shape(reading.shape, lang) + " ".join(tiles_text(pair, lang) for pair in pairs))
    elif reading.shape in ("thirteen_orphans", "honors_and_knitted"):
        words.append(_shape(reading.shape, lang) + tiles_text(score.hand.concealed, lang))
    elif reading.knitted:
        body = " ".join(tiles_text(part, lang) for part in knitted_parts(reading.knitted))
        words.append(_shape(reading.shape, lang) + body)
    by_word: dict[str, list[str]] = {}
    for one in reading.sets:
        by_word.setdefault(set_word(one), []).append(tiles_text(one.tiles, lang))
    for word, sets in by_word.items():
        singular, plural, chinese = _SET_WORDS[word]
        label = chinese if lang == "zh" else singular if len(sets) == 1 else plural
        words.append(f"{label} {' '.join(sets)}")
    if reading.pair is not None:
        words.append(("pair " if lang == "en" else "将 ") + tiles_text((reading.pair,) * 2, lang))
    return ("; " if lang == "en" else "；").join(words)


def _shape(shape: str, lang: str) -> str:
    tiles = " tiles" if shape == "honors_and_knitted" else ""
    return (_SHAPES_ZH[shape] if lang == "zh" else shape.replace("_", " ") + tiles) + " "


def win_text(score: Score, lang: str) -> str:
    """Say how the winning tile came, and what it completed."""
    hand, completed = score.hand, score.reading.completed
    english = lang == "en"
    words = [tiles_text((win_tile(score),), lang)]
    if hand.robbed_kong:
        words.append("robbing a kong" if english else "抢杠")
    elif hand.self_drawn:
        words.append("self-drawn" if english else "自摸")
    else:
        words.append("discarded" if english else "点和")
    if hand.replacement:
        words.append("replacement tile of a kong" if english else "杠后补牌")
    if hand.wall_last:
        english_words = "last tile of the wall" if hand.self_drawn else "after the last tile of the wall"
        words.append(english_words if english else "海底牌")
    if hand.last_tile:
        words.append("last of its kind" if english else "绝张")
    if completed == "pair":
        words.append("completing the pair" if english else "成将")
    elif completed == "body":
        words.append("completing the knitted straight" if english else "成组合龙")
    elif not isinstance(completed, str):
        tiles = tiles_text(completed.tiles, lang)
        words.append(f"completing {tiles}" if english else f"成{tiles}")
    return (", " if english else "，").join(words)


def winds_text(score: Score, lang: str) -> str:
    """Say that winds were assumed, where a pung of winds could make them matter; else nothing."""
    hand = score.hand
    pungs = any(one.kind != "chow" and one.tile.is_wind for one in score.reading.sets)
    if hand.winds_given or not pungs or Fan.BIG_FOUR_WINDS in score.fans:
        return ""
    if lang == "zh":
        return f"未给定，按圈风{hand.prevalent.chinese}、门风{hand.seat.chinese}计"
    return f"not both given; taken as prevalent {hand.prevalent.english}, seat {hand.seat.english}"


def total_text(score: Score, lang: str) -> str:
    """Say whether the points suffice."""
    least, points, short = score.rules.minimum, score.points, score.shortfall
    without = f"{points} without flowers" if score.flowers else f"{points} points"
    if lang == "zh":
        flowers = f"不计花牌{points}分，" if score.flowers else ""
        return f"可和：{flowers}{least}分起和" if score.legal else f"不够起和：{flowers}差{short}分到{least}分"
    if score.legal:
        return f"legal: {without}, {least} needed" if score.flowers else f"legal, {least} needed"
    return f"not legal: {without}, {short} short of {least}"
