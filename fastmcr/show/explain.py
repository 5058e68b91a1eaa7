"""Why a hand scores what it does: what makes each fan, what does not count and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..rulebook.fans import Fan
from ..rulebook.lang import check_language, phrase, principle_text, reason_text, source_text
from ..scoring.components import (
    WAIT_FANS,
    combined,
    conflict,
    counted_fans,
    is_kong,
    is_pung,
    is_pung_of_ends,
    links,
    scoring_winds,
    shape_of,
    win_tile,
)
from ..scoring.formal_waits import formal_waits
from ..scoring.result import Barred, Explanation, Note
from .score_words import fan_names, notation, tiles_text, winds_text

if TYPE_CHECKING:
    from ..rulebook.rules import Rules
    from ..rulebook.tiles import Tile
    from ..scoring.reading import Reading, ReadingSet
    from ..scoring.result import Score

__all__ = ["explain", "principle_word"]


def explain(score: Score, lang: str = "en") -> Explanation:
    """Say what makes each fan of a score, and what does not count and why.

    Parameters
    ----------
    score : Score
        A score.
    lang : {"en", "zh"}
        Language of the printed form.

    Returns
    -------
    Explanation
        Print it, or use its fields.

    Raises
    ------
    InputError
        If there is no such language.

    Examples
    --------
    >>> from fastmcr import score
    >>> explain(score("123456789m1155p5p"), "zh").barred[0].reason_zh
    '已包含在清龙之内'
    """
    language = check_language(lang)
    barred = sorted(_barred(score), key=lambda row: row.fan)
    return Explanation(score, language, counted_fans(score), tuple(barred), tuple(_notes(score)))


# --- what does not count ----------------------------------------------------------------------------------------------


def _barred(score: Score) -> Iterator[Barred]:
    fans = score.fans
    gone = [fan for fan in score.found if fan not in fans]
    for fan in gone:
        yield _by_table(score.rules, fan, [other for other in fans if fan in score.rules.bars_of(other)])
    yield from dict.fromkeys(_left_out(score, gone))
    if Fan.PUNG_OF_TERMINALS_OR_HONORS not in gone:
        yield from _ends_left_out(score)


def _by_table(rules: Rules, fan: Fan, by: list[Fan]) -> Barred:
    """Return a fan that others bar, with the reason of the first of them."""
    row = rules.why_barred(fan, by[0])
    assert row is not None
    english, chinese = reason_text(row.why, "en"), reason_text(row.why, "zh")
    return Barred(fan, (), tuple(by), row.principle, english, chinese, row.source)


_REASONS = {
    "non-separation": ("the sets lie inside {fans}", "已包含在{fans}之内"),
    "account once": ("the sets are already joined by {fans}", "这些牌已由{fans}组合在一起"),
    "non-identical": ("one of the sets already makes a {fans}", "其中一副已用于{fans}"),
}
_PRINCIPLE_NUMBERS = {"non-separation": 2, "non-identical": 3, "account once": 5}


def _left_out(score: Score, gone: list[Fan]) -> Iterator[Barred]:
    """Return what some sets would make together, but for the principles of combination."""
    sets = score.reading.sets
    chosen = combined(score, score.fans)
    for link in links(shape_of(sets)):
        against = None if link in chosen or link.fan in gone else conflict(link, chosen)
        if against is None:
            continue
        principle, by = against
        english, chinese = _REASONS[principle]
        yield Barred(
            fan=link.fan,
            sets=tuple(sets[place].tiles for place in link.places),
            by=by,
            principle=principle,
            reason=english.format(fans=fan_names(by, "en")),
            reason_zh=chinese.format(fans=fan_names(by, "zh")),
            source=f"principle {_PRINCIPLE_NUMBERS[principle]}",
        )


_PUNG_FANS = (
    Fan.BIG_FOUR_WINDS, Fan.LITTLE_FOUR_WINDS, Fan.BIG_THREE_WINDS, Fan.PREVALENT_WIND, Fan.SEAT_WIND,
    Fan.BIG_THREE_DRAGONS, Fan.LITTLE_THREE_DRAGONS, Fan.TWO_DRAGON_PUNGS, Fan.DRAGON_PUNG,
)  # fmt: skip


def _ends_left_out(score: Score) -> Iterator[Barred]:
    """Return the pungs of honors that make another fan and so no Pung of Terminals or Honors (ruling A12)."""
    winds = scoring_winds(score)
    makers = [row for row in counted_fans(score) if row.fan in _PUNG_FANS]
    for one in score.reading.sets:
        if not is_pung(one) or not one.tile.is_honor or is_pung_of_ends(one, winds):
            continue
        by = tuple(row.fan for row in makers if any(one.tiles in group for group in row.sets))
        english, chinese = reason_text("set-counted-once", "en"), reason_text("set-counted-once", "zh")
        yield Barred(Fan.PUNG_OF_TERMINALS_OR_HONORS, (one.tiles,), by, "non-repeat", english, chinese, "ruling A12")


# --- notes ------------------------------------------------------------------------------------------------------------


def _notes(score: Score) -> Iterator[Note]:
    """Yield what else a player may ask about, in the order of the table."""
    assumed = winds_text(score, "en")
    if assumed:
        yield Note(None, f"winds {assumed}", f"圈风门风{winds_text(score, 'zh')}")
    yield from _kong_notes(score)
    yield from _pung_notes(score)
    yield from _wait_notes(score)
    yield from _tile_notes(score)
    if Fan.CHICKEN_HAND in score.fans:
        yield Note("A3", "no other fan counts, flowers aside: Chicken Hand", "除花牌外没有任何番种，计无番和")
    if score.flowers:
        yield Note("A38", "flowers do not help to reach the minimum", "花牌不计入起和分")


def _kong_notes(score: Score) -> Iterator[Note]:
    for meld in score.hand.melds:
        if meld.is_concealed:
            name = notation(meld.tiles)
            yield Note(
                None,
                f"[{name}] is a concealed kong; a claimed one is written [{name},1]",
                f"[{name}]为暗杠；明杠写作[{name},1]",
            )
    kongs = [one.concealed for one in score.reading.sets if is_kong(one)]
    if len(kongs) == 2 and len(set(kongs)) == 2:
        points = score.rules.mixed_kong_pair
        yield Note("A2a", f"one melded and one concealed kong make {points} points", f"一明杠一暗杠共计{points}分")
    exposed = [meld for meld in score.hand.melds if not meld.is_concealed]
    promoted = [one for one in score.reading.sets if one.kind == "promoted kong"]
    if len(exposed) == 4 and promoted and not score.hand.self_drawn and Fan.MELDED_HAND not in score.found:
        yield Note("A5a", "a promoted kong is no claimed set: no Melded Hand", "加杠不算由他人打出的牌组成：不计全求人")


def _pung_notes(score: Score) -> Iterator[Note]:
    completed = score.reading.completed
    if not isinstance(completed, str) and is_pung(completed) and not completed.concealed:
        name, chinese = tiles_text(completed.tiles, "en"), tiles_text(completed.tiles, "zh")
        yield Note(
            "A7",
            f"{name} was completed by another player's tile and is no concealed pung",
            f"{chinese}由他人的牌组成，不算暗刻",
        )


def _tile_notes(score: Score) -> Iterator[Note]:
    if Fan.LAST_TILE in score.found and not score.hand.last_tile:
        tile, chinese = tiles_text((win_tile(score),), "en"), tiles_text((win_tile(score),), "zh")
        yield Note(
            "A4a",
            f"Last Tile counts by itself: the exposed sets of the hand hold the other three {tile}",
            f"其余三张{chinese}都在自己亮明的牌中，自动计和绝张",
        )


_NO_WAIT_FAN = "不计边张、坎张、单钓将"


def _wait_notes(score: Score) -> Iterator[Note]:
    """Say why a tile in the place of a wait makes no wait fan (rules, waits)."""
    reading = score.reading
    if any(fan in score.found for fan in WAIT_FANS) or reading.shape not in ("sets", "knitted_straight"):
        return
    waits = formal_waits(score.hand, score.rules)
    if len(waits) > 1:
        if _in_place_of_a_wait(reading, win_tile(score)):
            english, chinese = tiles_text(waits, "en"), tiles_text(waits, "zh")
            yield Note(None, f"no wait fan: the hand waited for {english}", f"听{chinese}，不止一种，{_NO_WAIT_FAN}")
    elif reading.knitted:
        yield Note(None, "no wait fan: the tile belongs to the knitted straight", f"和牌张属于组合龙，{_NO_WAIT_FAN}")


def _in_place_of_a_wait(reading: Reading, tile: Tile) -> bool:
    places = (_is_edge_or_closed(one, tile) for one in reading.sets if not one.meld)
    return reading.pair == tile or any(places)


def _is_edge_or_closed(one: ReadingSet, tile: Tile) -> bool:
    if one.kind != "chow" or tile not in one.tiles:
        return False
    step = tile - one.tile
    return step == 1 or (step == 2 and tile.rank == 3) or (step == 0 and tile.rank == 7)


def principle_word(row: Barred, lang: str) -> str:
    """Return the principle and the source of a barred fan, for a table."""
    words = [principle_text(row.principle, lang)] if row.principle else []
    return phrase("semicolon", lang).join([*words, source_text(row.source, lang)])
