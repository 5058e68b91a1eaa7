"""Keywords that say how a hand was won, beside hand strings that may say it too, and whole hand strings as `Hand`."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fastmcr import Fan, Hand, HandError, InputError, McrError, Meld, Tile, Wind, discards, score, waits

PURE = "123456789m1155p5p"
MIXED = "[EEE]123m456p789s5s5s"


def refuses(kind: type[McrError], text: str) -> Any:
    """Return the context that wants this error with exactly this text."""
    return pytest.raises(kind, match=f"^{re.escape(text)}$")


@pytest.mark.parametrize(
    ("text", "keywords", "same"),
    [
        (MIXED, {"prevalent": "E", "seat": "S", "self_drawn": True, "flowers": 2}, MIXED + "|ES1000|2"),
        (MIXED, {"prevalent": Wind.W, "seat": Tile.S, "wall_last": True}, MIXED + "|WS0010"),
        ("[9999m]" + MIXED[5:], {"self_drawn": True, "replacement": True}, "[9999m]" + MIXED[5:] + "|EE1001"),
        (PURE, {"robbed_kong": False, "flowers": 0}, PURE),
        (MIXED + "|ES1000", {"flowers": 3}, MIXED + "|ES1000|3"),
        (MIXED + "|ES1000|3", {"flowers": 3, "seat": "S", "self_drawn": True, "last_tile": False}, MIXED + "|ES1000|3"),
        (MIXED + "| |3", {}, None),
        ("123456789m1155p", {"win": "5p"}, PURE),
        ("5123456789m1155p"[1:] + "5p", {"win": Tile.P5}, PURE),
        ("5p123456789m115p5p", {"win": 0}, "23456789m11555p1m"),
    ],
)
def test_keywords_say_what_the_text_leaves_open(text: str, keywords: dict[str, Any], same: str | None) -> None:
    if same is None:
        with pytest.raises(McrError):
            score(text, **keywords)
        return
    found, wanted = score(text, **keywords), score(same)
    assert found.hand == wanted.hand
    assert (found.points, found.fans) == (wanted.points, wanted.fans)
    assert score(Hand.parse(text), **keywords) == found


def test_winds_given_by_keywords_are_given() -> None:
    assert not score(MIXED).hand.winds_given
    assert not score(MIXED, seat="S").hand.winds_given
    assert score(MIXED, seat="S", prevalent="E").hand.winds_given
    assert score(MIXED, seat="S").fans.get(Fan.SEAT_WIND) is None


ADVICE = "change one of them, or leave one out"
CONTRADICTIONS = [
    ("|EW1000", {"seat": "S"}, f"seat='S', but the hand string says |EW1000; {ADVICE}"),
    (
        "|EW1000",
        {"prevalent": 2},
        f"prevalent=2, but the hand string says |EW1000; {ADVICE}",
    ),
    (
        "|EE0000",
        {"self_drawn": True},
        f"self_drawn=True, but the hand string says |EE0000; {ADVICE}",
    ),
    (
        "|EW1010",
        {"wall_last": False},
        f"wall_last=False, but the hand string says |EW1010; {ADVICE}",
    ),
    ("|EW1000|2", {"flowers": 0}, f"flowers=0, but the hand string says |2; {ADVICE}"),
    ("|EW1000|abc", {"flowers": 2}, f"flowers=2, but the hand string says |abc; {ADVICE}"),
]


@pytest.mark.parametrize(("tail", "keywords", "words"), CONTRADICTIONS)
def test_a_keyword_may_not_contradict_the_text(tail: str, keywords: dict[str, Any], words: str) -> None:
    for function in (score, Hand):
        with refuses(InputError, words):
            function(MIXED + tail, **keywords)
    if "self_drawn" not in keywords:
        with refuses(InputError, words):
            waits("[EEE]123m456p78s55s" + tail, **keywords)


def test_keywords_of_a_hand_replace_what_it_says() -> None:
    hand = Hand.parse(MIXED + "|EW1000|2")
    assert score(hand, self_drawn=False, seat="S", flowers=0) == score(MIXED + "|ES0000|0")
    assert score(hand).hand is hand


@pytest.mark.parametrize(
    ("keywords", "kind", "words"),
    [
        ({"win": "9m"}, None, None),
        ({"win": "C"}, HandError, "win=C, but there is no C among the 14 concealed tiles"),
        ({"self_drawn": 1}, InputError, "self_drawn must be True or False, not 1"),
        ({"flowers": 9}, HandError, "flowers must be 0..8, not 9"),
        ({"seat": "X"}, McrError, None),
    ],
)
def test_wrong_keywords(keywords: dict[str, Any], kind: type[McrError] | None, words: str | None) -> None:
    if kind is None:
        assert score(PURE, **keywords).hand.win == Tile.M9
    elif words is None:
        with pytest.raises(kind):
            score(PURE, **keywords)
    else:
        with refuses(kind, words):
            score(PURE, **keywords)


def test_waits_and_discards_under_keywords() -> None:
    ready = "[EEE]123m456p78s55s"
    found, wanted = waits(ready, seat="S", prevalent="E", wall_last=True, flowers=1), waits(ready + "|ES0010|1")
    assert found.of_hand == wanted.of_hand
    assert [wait.by_discard for wait in found.values()] == [wait.by_discard for wait in wanted.values()]
    assert waits([27, 27, 27, 0, 1, 2, 12, 13, 14, 24, 25, 22, 22], seat="W").of_hand
    drawn = "123m567p78s55sEEC9s"
    assert discards(drawn, seat="W", prevalent="S", min_points=8) == discards(drawn + "|SW0000", min_points=8)
    for call in (
        lambda: waits("23m55p", melds=3, seat="S"),
        lambda: discards("23m55p1p", melds=3, seat="S"),
    ):
        with refuses(InputError, "seat= counts for points, and beside sets of unknown tiles nothing is scored"):
            call()


def test_fourteen_tiles_are_a_hand_whose_last_one_wins() -> None:
    tiles = [*range(9), 9, 9, 13, 13, 13]
    wanted = Hand.parse(PURE)
    assert Hand(PURE) == Hand(PURE + "|EE0000|0") == Hand("123456789m1155p", win="5p") == wanted
    assert Hand(tiles) == Hand(Tile(tile) for tile in tiles) == wanted
    assert Hand([13, *tiles[:-1]]) == wanted
    assert Hand([*tiles[1:], 0]).win == Tile.M1


def test_a_whole_hand_string_is_a_hand() -> None:
    text = "[EEE,3]123m456p789s5s5s|ES1000|2"
    assert Hand(text) == Hand.parse(text)
    assert Hand(text).melds[0].source == 3
    assert Hand("[EEE,3]123m456p789s5s5s", seat="S", prevalent="E", self_drawn=True, flowers=2) == Hand.parse(text)
    assert Hand("123m456p789s5s5s|ES1000", [Meld.pung("EEE", source=3)], flowers=2) == Hand.parse(text)
    assert Hand("[EEE]123m456p789s5s", win="5s").win == Tile.S5
    assert Hand("[EEE]123m456p789s5s5s", win="1m").win == Tile.M1
    with refuses(InputError, "melds= is for tiles given without them; the hand string has its own"):
        Hand(text, [Meld.pung("NNN")])


def test_counts_do_not_say_which_tile_wins() -> None:
    counts = [1] * 9 + [2] + [0] * 3 + [3] + [0] * 20
    with pytest.raises(HandError, match="give the winning tile as win="):
        Hand(counts)
