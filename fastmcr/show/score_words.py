"""The words of scores and explanations, in English and Chinese."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from ..rulebook.fans import Fan
from ..rulebook.lang import name_in, phrase, tile_words
from ..rulebook.tiles import Tile, join_tiles
from ..scoring.components import WAIT_FANS, knitted_parts, win_tile

if TYPE_CHECKING:
    from ..hands.hand import Hand
    from ..scoring.reading import ReadingSet
    from ..scoring.result import CountedFan, Parts, Score

notation = lru_cache(maxsize=4096)(join_tiles)  # sets repeat from hand to hand


def tiles_text(tiles: Iterable[Tile], lang: str) -> str:
    """Return tiles in words as short as the notation: ``456m``, or 456万."""
    named = tile_words(lang)
    if named is None:
        return notation(tuple(tiles))
    words = []
    for suit, group in groupby(tiles, lambda tile: tile.suit):
        if suit == "z":
            words += [named[str(tile)] for tile in group]
        else:
            words += [*(str(tile.rank) for tile in group), named[suit]]
    return "".join(words)


def parts_text(groups: Iterable[Parts], lang: str) -> str:
    """Return what makes a fan: groups apart by commas, sets by blanks."""
    return phrase("comma", lang).join(" ".join(tiles_text(part, lang) for part in group) for group in groups)


def made_of(row: CountedFan, lang: str) -> str:
    """Return what makes a fan, for a table."""
    if row.fan in WAIT_FANS:
        return "+".join(tiles_text(part, lang) for part in row.sets[0])
    if row.fan is Fan.FLOWER_TILES:
        return ""
    if not row.sets:
        return phrase("whole-hand", lang)
    return parts_text(row.sets, lang)


def fan_names(fans: Iterable[Fan], lang: str) -> str:
    """Return names of fans as one list."""
    return phrase("comma", lang).join(name_in(fan, lang) for fan in fans)


def set_word(one: ReadingSet) -> str:
    """Return how a set came to be."""
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
        label = phrase(word.replace(" ", "-") + "s" * (len(sets) > 1), lang)
        words.append(f"{label} {' '.join(sets)}")
    if reading.pair is not None:
        words.append(f"{phrase('pair', lang)} {tiles_text((reading.pair,) * 2, lang)}")
    return phrase("semicolon", lang).join(words)


def _shape(shape: str, lang: str) -> str:
    return phrase(f"{shape.replace('_', '-')}-read", lang) + " "


def win_text(score: Score, lang: str) -> str:
    """Say how the winning tile came, and what it completed."""
    hand, completed = score.hand, score.reading.completed
    how = "robbing-a-kong" if hand.robbed_kong else "self-drawn" if hand.self_drawn else "discarded"
    words = [how]
    if hand.replacement:
        words.append("replacement-tile")
    if hand.wall_last:
        words.append("last-tile-of-the-wall" if hand.self_drawn else "after-the-last-tile")
    if hand.last_tile:
        words.append("last-of-its-kind")
    if completed == "pair":
        words.append("completing-the-pair")
    elif completed == "body":
        words.append("completing-the-knitted-straight")
    texts = [tiles_text((win_tile(score),), lang), *(phrase(word, lang) for word in words)]
    if not isinstance(completed, str):
        texts.append(phrase("completing", lang, tiles=tiles_text(completed.tiles, lang)))
    return phrase("clause", lang).join(texts)


def winds_text(score: Score, lang: str) -> str:
    """Say that winds were assumed, where a pung of winds could make them matter; else nothing."""
    hand = score.hand
    pungs = any(one.kind != "chow" and one.tile.is_wind for one in score.reading.sets)
    if hand.winds_given or not pungs or Fan.BIG_FOUR_WINDS in score.fans:
        return ""
    return winds_taken(hand, lang)


def winds_taken(hand: Hand, lang: str) -> str:
    """Say as which winds those of a hand were taken that were not given."""
    return phrase("winds-taken", lang, prevalent=name_in(hand.prevalent, lang), seat=name_in(hand.seat, lang))


def total_text(score: Score, lang: str) -> str:
    """Say whether the points suffice."""
    which = ("legal" if score.legal else "not-legal") + ("-without-flowers" if score.flowers else "")
    return phrase(which, lang, least=score.rules.minimum, points=score.points, short=score.shortfall)
