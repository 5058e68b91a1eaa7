"""Scoring one hand: what a Score says, and why a hand is refused."""

from __future__ import annotations

import copy
import pickle
import re
from typing import Any

import pytest
from hypothesis import given
from populations import random_wins
from strategies import hands, near_texts, refusal
from support import as_batch, oracle_score, scaled

import fastmcr
from fastmcr import (
    ConditionError,
    Fan,
    Hand,
    HandBatch,
    HandError,
    InputError,
    McrError,
    Meld,
    NotationError,
    NotAWinError,
    Rules,
    RulesError,
    Tile,
    score,
    score_batch,
)

WINS = as_batch(random_wins(200, seed=4))


def refuses(kind: type[McrError], text: str) -> Any:
    """Return the context that wants this error with exactly this text."""
    return pytest.raises(kind, match=f"^{re.escape(text)}$")


# What a score says


def test_points_flowers_total() -> None:
    result = score("[EEE]123m456p789s5s5s|ES1000|2")
    assert (result.points, result.flowers, result.total) == (12, 2, 14)
    assert (result.legal, result.shortfall) == (True, 0)
    assert result.fans == {
        Fan.MIXED_STRAIGHT: 1,
        Fan.PREVALENT_WIND: 1,
        Fan.SINGLE_WAIT: 1,
        Fan.SELF_DRAWN: 1,
        Fan.FLOWER_TILES: 2,
    }
    assert list(result.fans) == sorted(result.fans)
    assert result.hand == Hand.parse("[EEE]123m456p789s5s5s|ES1000|2")
    assert result.rules == Rules()


def test_flowers_do_not_help_to_the_minimum() -> None:
    result = score("[EEE]123m456p777s5s5s|SW0000|8")
    assert (result.points, result.total) == (1, 9)
    assert (result.legal, result.shortfall) == (False, 7)
    assert score(result.hand, Rules(minimum=1)).legal


def test_fans_that_count_twice() -> None:
    result = score("[123m,1]123m556677s9p9p")
    assert result.fans[Fan.PURE_DOUBLE_CHOW] == 2
    assert score("[111m,1][111p,1]123s999s5m5m|NN0000").fans[Fan.PUNG_OF_TERMINALS_OR_HONORS] == 3


def test_found_holds_what_was_barred() -> None:
    result = score("[2222m][8888m][4444s,1]67pEE8p|NN1010")
    assert set(result.fans) <= set(result.found)
    barred = {Fan.SELF_DRAWN, Fan.TWO_CONCEALED_KONGS}
    assert barred <= set(result.found)
    assert not barred & set(result.fans)


def test_reading_of_sets() -> None:
    reading = score("[EEE,1]11223m99p456s3m").reading
    assert reading.shape == "sets"
    assert [str(one) for one in reading.sets] == ["EEE", "123m", "123m", "456s"]
    assert [(one.kind, one.concealed, one.meld) for one in reading.sets] == [
        ("pung", False, True),
        ("chow", True, False),
        ("chow", True, False),
        ("chow", True, False),
    ]
    assert reading.pair == Tile("9p")
    assert reading.completed == reading.sets[1]
    assert reading.knitted == ()
    assert reading.row == (62, 171, 171, 192, 18, 1, 0)


def test_reading_of_kongs() -> None:
    sets = score("[1111m,1][2222m,5][3333m][444m]5m5m").reading.sets
    assert [one.kind for one in sets] == ["claimed kong", "promoted kong", "concealed kong", "pung"]
    assert [one.concealed for one in sets] == [False, False, True, False]
    assert [len(one.tiles) for one in sets] == [4, 4, 4, 3]


def test_a_pung_completed_by_a_discard_is_not_concealed() -> None:
    by_discard, drawn = score("222m555p888s77mEE7m"), score("222m555p888s77mEE7m|EE1000")
    assert [one.concealed for one in by_discard.reading.sets].count(False) == 1
    assert by_discard.reading.completed == by_discard.reading.sets[0]
    assert not by_discard.reading.sets[0].meld
    assert all(one.concealed for one in drawn.reading.sets)
    assert Fan.FOUR_CONCEALED_PUNGS in drawn.fans
    assert Fan.THREE_CONCEALED_PUNGS in by_discard.fans


@pytest.mark.parametrize(
    ("text", "shape", "completed"),
    [
        ("22m55p88sEEWWCCFF", "seven_pairs", "hand"),
        ("19m19p19sESWNNCFP", "thirteen_orphans", "hand"),
        ("147m258p36sESWNCF", "honors_and_knitted", "hand"),
        ("[FFF]147m258p36sCC9s", "knitted_straight", "body"),
        ("[FFF]147m258p369sCC", "knitted_straight", "pair"),
    ],
)
def test_reading_of_other_shapes(text: str, shape: str, completed: str) -> None:
    reading = score(text).reading
    assert (reading.shape, reading.completed) == (shape, completed)
    assert " ".join(map(str, reading.knitted)) == ("1m 4m 7m 2p 5p 8p 3s 6s 9s" if "straight" in shape else "")


def test_repr_and_equality() -> None:
    result = score("123456789m1155p5p")
    assert repr(result) == "score('123456789m1155p5p|EE0000|0')"
    assert eval(repr(result), {"score": score}) == result
    other = score("123456789m1155p5p", "mil")
    assert other != result
    assert eval(repr(other), {"score": score, "Rules": Rules}) == other
    assert len({result, score("123456789m1155p5p"), other}) == 2
    assert result != "123456789m1155p5p"
    assert pickle.loads(pickle.dumps(other)) == other
    assert copy.deepcopy(result) == result
    assert pickle.loads(pickle.dumps(other)).fans == other.fans


def test_rules_by_name_or_as_such() -> None:
    text = "[2222m][5555p]888s34sEE5s"
    points = [score(text, rules).points for rules in ("default", "mil", Rules(two_concealed_kongs=6))]
    assert points == [points[0], points[0] - 2, points[0] - 2]


# One hand is judged like the oracle and like a batch


@given(hands(expressible=False))
def test_any_hand_is_scored_or_refused(hand: Hand) -> None:
    batch = HandBatch.from_hands([hand])
    error = refusal(lambda: score(hand))
    status = int(score_batch(batch, on_error="mark").status[0])
    assert {0: type(None), 1: HandError, 7: ConditionError, 8: NotAWinError}[status] is type(error)
    if error is None:
        rows = score_batch(batch)
        assert (int(rows.total[0]), rows.fans(0)) == (score(hand).total, score(hand).fans)
    else:
        assert "the conditions contradict each other" not in str(error)


@given(near_texts())
def test_any_text_is_scored_or_refused(text: str) -> None:
    error = refusal(lambda: score(text))
    if error is None:
        assert score(text).total >= 1
    else:
        assert len(str(error)) < 500


def test_hands_of_random_wins() -> None:
    rows = random_wins(scaled(1_000), seed=21)
    batch = as_batch(rows)
    marked = score_batch(batch, keep_found=True)
    for i in range(len(batch)):
        hand = batch.hand(i)
        result = score(hand)
        wanted = oracle_score(rows, i)
        assert wanted is not None
        assert (result.points, result.reading.row) == (wanted.points, wanted.reading), str(hand)
        assert {int(fan): count for fan, count in result.fans.items()} == wanted.counts
        assert result.fans == marked.fans(i)
        assert result.total == marked.total[i]
        assert marked.found is not None
        assert sum(1 << fan - 1 for fan in result.found) == int(marked.found[i, 0]) | int(marked.found[i, 1]) << 64
        assert score(str(hand)) == result


# Refusals


def test_no_hand_at_all() -> None:
    with refuses(InputError, "a hand is a Hand or a hand string, not 5"):
        score(5)  # type: ignore[arg-type]
    with refuses(InputError, "a hand is a Hand or a hand string, not None"):
        score(None)  # type: ignore[arg-type]
    with pytest.raises(InputError):
        score(float("nan"))  # type: ignore[arg-type]
    with pytest.raises(InputError):
        score(b"123456789m1155p5p")  # type: ignore[arg-type]


def test_no_rules() -> None:
    with refuses(RulesError, "no preset is called 'wmo'; there are default, wmo2014, mil, r98"):
        score("123456789m1155p5p", "wmo")
    with refuses(RulesError, "rules are a Rules or one of default, wmo2014, mil, r98, not list"):
        score("123456789m1155p5p", [])  # type: ignore[arg-type]
    with pytest.raises(RulesError):
        score("123456789m1155p5p", None)  # type: ignore[arg-type]


def test_no_winning_tile() -> None:
    for hand in (Hand("123456789m1155p"), "123456789m1155p"):
        with refuses(
            HandError,
            "123456789m1155p|EE0000|0 has no winning tile; write it last (14 concealed tiles), or give win=",
        ):
            score(hand)


def test_not_a_win() -> None:
    with refuses(NotAWinError, "123456789m1155p6p|EE0000|0 is not a complete hand"):
        score("123456789m1155p6p")


def test_four_alike_under_the_switch() -> None:
    text = "33336688m22557s7s"
    assert score(text).fans[Fan.SEVEN_PAIRS] == 1
    with pytest.raises(NotAWinError):
        score(text, Rules(seven_pairs_four_alike=False))


# (hand without conditions, conditions, text): what cannot be true together
WITH_KONG = "[EEEE][222p,3]45s55p789m6s"
PLAIN = "[222p,3]345m45s55p789m6s"
CONTRADICTIONS = [
    (PLAIN, {"replacement": True}, "a replacement tile is drawn by the winner: it needs self-drawn"),
    (PLAIN, {"replacement": True, "self_drawn": True}, "a replacement tile needs a kong, and the hand has none"),
    (WITH_KONG, {"replacement": True}, "a replacement tile is drawn by the winner: it needs self-drawn"),
    (
        PLAIN,
        {"robbed_kong": True, "self_drawn": True},
        "a robbed kong is another player's tile: it cannot be self-drawn",
    ),
    (
        "[456s,1]345m45s55p789m6s",
        {"robbed_kong": True},
        "robbing the kong: the other three 6s lie in the robbed pung, but the hand holds one",
    ),
    (
        "[222p,3]345m66s789m55p6s",
        {"robbed_kong": True},
        "robbing the kong: the other three 6s lie in the robbed pung, but the hand holds one",
    ),
    (
        PLAIN,
        {"robbed_kong": True, "wall_last": True},
        "robbing the kong and the last tile of the wall exclude each other: no kong may be made then",
    ),
    (
        "[222p,3]345m66s789m55p6s",
        {"last_tile": True},
        "last of its kind: the other three 6s lie open, but one is among the concealed tiles",
    ),
]


@pytest.mark.parametrize("preset", ["default", "wmo2014", "mil", "r98"])
@pytest.mark.parametrize(("text", "conditions", "message"), CONTRADICTIONS)
def test_contradictions(text: str, conditions: dict[str, bool], message: str, preset: str) -> None:
    plain = Hand.parse(text)
    score(plain, preset)
    with refuses(ConditionError, message):
        score(Hand(plain.concealed, plain.melds, plain.win, **conditions), preset)


def test_robbing_on_the_last_tile_under_the_switch() -> None:
    hand = Hand("345m45s55p789m", "[222p,3]", "6s", robbed_kong=True, wall_last=True)
    fans = score(hand, Rules(rob_on_last_tile="both")).fans
    assert {Fan.ROBBING_THE_KONG, Fan.LAST_TILE_CLAIM} <= set(fans)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("11111m", HandError),
        ("[1111m]1m23456789p11s", HandError),
        ("[111m,1]1m123m456p789s", HandError),
        ("123456789m1234p1", NotationError),
        ("123456789m123p", HandError),
        ("[123m][123m][123p][123p][123s]11s", HandError),
        ("[19m1p]123456789s11m", NotationError),
        ("[12m3p]123456789s11m", NotationError),
        ("[89m1p]123456789s11m", NotationError),
        ("[ESW]123456789s11m", NotationError),
        ("[EEE,4]123456789s11m", NotationError),
        ("[EEEE,8]123456789s11m", NotationError),
        ("123456789m1155p5p|XE0000", NotationError),
        ("123456789m1155p5p|EE0000|9", NotationError),
        ("123456789m1155p5p|EE0000|-1", NotationError),
        ("1" * 100_000, NotationError),
        ("", HandError),
    ],
)
def test_bad_text(text: str, kind: type[McrError]) -> None:
    with pytest.raises(kind) as raised:
        score(text)
    assert len(str(raised.value)) < 400


def test_a_refusal_names_both_numbers_of_tiles() -> None:
    with refuses(HandError, "12 concealed tiles with no melds; a hand of no melds has 13, or 14 with the winning tile"):
        score("123456789m123p")


def test_a_fifth_copy_is_refused_however_it_is_split() -> None:
    fifth = "tile E appears 5 times; a hand holds at most 4"
    for text in ("123456789mEEEEE", "[EEE,1]123456mEEE5m", "[EEEE]123456789mEE"):
        with pytest.raises(HandError, match=r"tile E appears [5-7] times; a hand holds at most 4"):
            score(text)
    with refuses(HandError, fifth):
        Hand("123456789mEEEE", win="E")
    with refuses(HandError, fifth):
        Hand("123456789mE", melds=[Meld.kong("EEEE", kind="concealed")])


@pytest.mark.parametrize("value", [-1, 9, 256, 2**31, True, 1.0, float("nan"), "one"])
def test_flowers_out_of_range(value: Any) -> None:
    with pytest.raises(McrError, match=r"^flowers must be 0\.\.8, not "):
        Hand("123456789m1155p", win="5p", flowers=value)


@pytest.mark.parametrize("value", [-1, 4, 9, 256, 2**31, 1.0, float("nan"), "X"])
@pytest.mark.parametrize("wind", ["prevalent", "seat"])
def test_winds_out_of_range(wind: str, value: Any) -> None:
    with pytest.raises(McrError):
        Hand("123456789m1155p", win="5p", **{wind: value})


def test_errors_are_of_one_family() -> None:
    for name in fastmcr.__all__:
        value = getattr(fastmcr, name)
        if isinstance(value, type) and issubclass(value, Exception):
            assert issubclass(value, McrError)
            assert issubclass(value, ValueError)
