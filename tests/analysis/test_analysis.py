"""Shanten, useful tiles, waits and discards of one hand: known answers, words, arguments and errors."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from importlib.resources import files
from itertools import islice
from typing import Any

import jsonschema
import numpy as np
import oracle_analysis as oracle
import pytest
from cases_analysis import EXCEPTIONS, FILES, REFUSED, Case, Deal, cases, counts, deals, kept_discards
from shared_files import needs
from support import scaled

from fastmcr import (
    UNREACHABLE,
    Discard,
    Fan,
    Hand,
    HandError,
    InputError,
    McrError,
    Meld,
    NotationError,
    NotAWinError,
    Rules,
    RulesError,
    Tile,
    discards,
    score,
    shanten,
    useful_tiles,
    waits,
)
from fastmcr.analysis.one_hand import FORMS, useful_by_form
from fastmcr.rulebook.tiles import TILES, format_tiles, parse_tiles
from fastmcr.scoring.formal_waits import formal_waits
from fastmcr.show.analysis import discards_block, waits_block
from fastmcr.show.blocks import drawn_text

VALIDATOR = jsonschema.Draft202012Validator(json.loads((files("fastmcr") / "analysis.schema.json").read_text("utf-8")))


def names(tiles: Any) -> str:
    """Return tiles as short text."""
    return format_tiles(list(tiles))


def as_hand(deal: Deal, **more: Any) -> Hand:
    tiles = [tile for tile, count in enumerate(deal.concealed) for _ in range(count)]
    return Hand(tiles, [Meld.from_code(code) for code in deal.melds], **more)


# --- known answers ----------------------------------------------------------------------------------------------------


def answer(case: Case) -> Any:
    melds: Any = [Meld.parse(f"[{tiles}]") for tiles in case.melds] if case.melds else case.n_melds
    columns = [FORMS.index(form) for form in case.forms]
    if case.question == "shanten":
        try:
            found = shanten(case.concealed, melds)
        except HandError:
            return REFUSED
        return min(found[column] for column in columns)
    if case.question == "useful":
        return set(useful_tiles(case.concealed, melds=melds, form=case.forms[0]))
    if case.question == "kept":
        return kept_discards(case, lambda held: shanten(held, melds)[columns[0]])
    if case.question == "waits":
        return set(waits(case.concealed, melds=melds).live)
    return shanten(case.concealed, melds).best == -1


@needs("cases")
@pytest.mark.parametrize("file", FILES)
def test_known_answers(file: str) -> None:
    """Every row, or its exception; the twin's test holds that each exception is needed."""
    wrong = {case.id: (case.expected, found) for case in cases(file) if (found := answer(case)) != case.expected}
    assert not wrong
    assert all(reason for _, reason in EXCEPTIONS.values())


@pytest.mark.parametrize(
    ("hand", "form", "expected"),
    [
        ("123456789m1111p", "regular", 1),  # no fifth 1p
        ("[123m][456m][789m][EEE]E", "regular", 1),  # the fourth E is the one in hand
        ("[123m][456m][789m][SSS]E", "regular", 0),
        ("[1111m][4444m][EEE]23m11p", "regular", 1),  # both waits lie in own kongs
        ("[1111m][444m][EEE]23m11p", "regular", 0),
        ("1111m2222m3333m44m", "seven_pairs", -1),
        ("1112223334445m", "seven_pairs", 2),
        ("19m19p19sESWNCFP", "thirteen_orphans", 0),
        ("147m258p369sESWN", "honors_and_knitted", 0),
        ("147m258p369sEESS", "knitted_straight", 0),
        ("[222p]147m258p369s1p", "knitted_straight", 0),
        ("[2222p]147m58p369s11p", "knitted_straight", 5),  # the kong has all 2p: another body
        ("[222p][333p]147m258p1s", "knitted_straight", UNREACHABLE),
        ("[222p]147m258p369s1p", "seven_pairs", UNREACHABLE),
        ("123456789m11pEEE", "regular", -1),
    ],
)
def test_shanten_of_known_hands(hand: str, form: str, expected: int) -> None:
    found = shanten(hand)
    assert getattr(found, form) == expected
    assert found.best == min(found[:5])
    assert found == shanten(Hand.parse(hand))


def test_ways_to_give_a_hand() -> None:
    text = "[EEE,1]123m456p79s55s"
    hand = Hand.parse(text)
    tiles = parse_tiles("123m456p79s55s")
    for given in ("123m456p79s55s", tiles, [int(tile) for tile in tiles], [str(tile) for tile in tiles],
                  iter(tiles), counts("123m456p79s55s"), np.array(counts("123m456p79s55s"), np.int8)):  # fmt: skip
        for melds in ("[EEE]", [Meld.pung("EEE")], hand.melds):
            given = list(given) if not isinstance(given, str | np.ndarray) else given
            assert shanten(given, melds) == shanten(text) == shanten(hand)
    assert shanten(tiles, 1)[0] == shanten("123m456p79s55s", melds=np.int64(1))[0] == 0
    assert shanten("123456789m1155p", 0) == shanten("123456789m1155p", []) == shanten("123456789m1155p")
    assert useful_tiles(tiles, {"8s": 3}, "[EEE]") == {Tile.S8: 1}


def test_unknown_sets_eat_nothing() -> None:
    assert shanten("E", melds=4).regular == 0
    assert shanten("E", "[EEE][123m][456m][789m]").regular == 1
    assert names(useful_tiles("23m11p", melds=3)) == "14m"


# --- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (
            "123456789m1155p5p",
            "complete (regular); seven pairs 4, thirteen orphans 9, honors and knitted 9, knitted straight 5",
        ),
        ("[EEE]123m456p78s55s", "ready (regular); knitted straight 5, others barred by melds"),
        ("[EEE][123m][456p]78s5s1p", "1-shanten (regular); others barred by melds"),
        (
            "19m19p19sESWNCF5m",
            "1-shanten (thirteen orphans); regular 8, seven pairs 6, honors and knitted 4, knitted straight 8",
        ),
    ],
)
def test_shanten_in_words(hand: str, words: str) -> None:
    assert str(shanten(hand)) == words


def test_forms_that_are_nearest() -> None:
    assert shanten("223344m556677p8s").forms == ("regular", "seven_pairs")
    assert shanten("[EEE]123m456p78s55s").forms == ("regular",)
    assert repr(shanten("[EEE]123m456p78s55s")) == (
        "Shanten(regular=0, seven_pairs=127, thirteen_orphans=127, honors_and_knitted=127, knitted_straight=5, best=0)"
    )


# --- useful tiles -----------------------------------------------------------------------------------------------------


def test_useful_tiles_and_what_is_left() -> None:
    hand = "[EEE]123m456p78s55s"
    assert useful_tiles(hand) == {Tile.S6: 4, Tile.S9: 4}
    assert useful_tiles(hand, "6666s9sW") == {Tile.S6: 0, Tile.S9: 3}
    assert useful_tiles("[SSS]123456789mS")[Tile.M1] == 3
    assert Tile.S not in useful_tiles("[SSS]123456789mS")
    assert useful_tiles("123456789m1155p5p") == {}
    assert useful_tiles(hand, form="seven_pairs") == {}
    assert names(useful_tiles(hand, form="knitted_straight")) == names(useful_by_form(hand)["knitted_straight"][1])
    assert list(useful_by_form(hand)) == list(FORMS)
    assert useful_by_form(hand)["seven_pairs"] == (UNREACHABLE, {})


def test_useful_tiles_of_a_drawn_hand() -> None:
    """After some discard; copies count from all the tiles held."""
    assert useful_tiles("[EEE]123m456p78s55s9p") == {Tile.S6: 4, Tile.S9: 4}
    assert useful_tiles("[EEE]123m456p78s55sE") == {Tile.S6: 4, Tile.S9: 4}
    assert useful_tiles("[EEE]123m456p779s55s") == {Tile.S5: 2, Tile.S7: 2, Tile.S8: 4}


def test_what_is_visible_may_be_given_in_several_ways() -> None:
    hand = "[EEE]123m456p78s55s"
    row = np.zeros(34, np.uint8)
    row[[Tile.S9, Tile.W]] = 3, 1
    wanted = {Tile.S6: 4, Tile.S9: 1}
    for visible in (
        "999sW", "9s W 99s", parse_tiles("999sW"), ["9s", 26, Tile.S9, "W"], iter(parse_tiles("999sW")), row,
        row.tolist(), {Tile.S9: 3, Tile.W: 1}, {"9s": 3}, {26: np.int64(3)},
    ):  # fmt: skip
        assert useful_tiles(hand, visible) == wanted
    for nothing in (None, "", [], {}, [0] * 34):
        assert useful_tiles(hand, nothing) == {Tile.S6: 4, Tile.S9: 4}


# --- waits ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "visible", "formal", "live"),
    [
        ("445566m2277779s", "", "89s", "89s"),  # 8s by sets, 9s by pairs
        ("234m345s333pEEEE", "", "E", ""),  # a fifth copy waits, but is never drawn
        ("[123p][123s][EEE]3555m", "", "34m", "34m"),
        ("[333m][123s][EEE]3555m", "4mC", "34m", "4m"),
        ("[333m][123s][EEE]3555m", "4444m", "34m", ""),
        ("147m258p369s123m5s", "", "5s", "5s"),
        ("147m258p369sESWN", "", "CFP", "CFP"),
        ("19m19p19sESWNCFP", "1m", "19m19p19sESWNCFP", "19m19p19sESWNCFP"),
        ("[1111m][4444m][EEE]23m11p", "", "14m", ""),
        ("13579m13579p135s", "", "", ""),
    ],
)
def test_formal_and_live_waits(hand: str, visible: str, formal: str, live: str) -> None:
    found = waits(hand, visible=visible)
    assert names(found) == formal
    assert names(found.live) == live
    assert found.copies_left == sum(wait.copies_left for wait in found.values())
    for tile, wait in found.items():
        assert wait.tile is tile
        assert (wait.by_discard is None) == (wait.self_drawn is None) == (tile not in found.live)


def test_waits_are_scored() -> None:
    found = waits("[EEE]123m456p78s55s|ES0000|2")
    wait = found["9s"]
    assert wait.by_discard == score("[EEE]123m456p78s55s9s|ES0000|2")
    assert wait.self_drawn == score("[EEE]123m456p78s55s9s|ES1000|2")
    assert (wait.by_discard.points, wait.by_discard.total) == (10, 12)
    assert found[Tile.S6].by_discard is not None
    assert not found[Tile.S6].by_discard.legal
    assert found[23].by_discard.shortfall == 6  # type: ignore[union-attr]
    assert waits("[EEE]123m456p78s55s|ES0000", Rules(minimum=2))["6s"].by_discard.legal  # type: ignore[union-attr]
    assert waits("[EEE]123m456p78s55s|EE0000", "mil").rules == Rules.preset("mil")


def test_waits_agree_with_score() -> None:
    """A live wait scores, a tile that is no wait does not win."""
    for deal in deals(40, scaled(240)):
        hand = as_hand(deal, prevalent="S", seat="N")
        found = waits(hand)
        assert {int(tile) for tile in found} == oracle.formal_waits(deal.concealed, len(deal.melds))
        for tile in TILES:
            if deal.concealed[tile] + deal.eaten[tile] == 4:
                continue
            tried = [as_hand(deal, prevalent="S", seat="N", win=tile, self_drawn=drawn) for drawn in (False, True)]
            if tile in found.live:
                for ours, one in zip((found[tile].by_discard, found[tile].self_drawn), map(score, tried), strict=True):
                    assert ours is not None
                    assert (ours.points, ours.fans, ours.reading) == (one.points, one.fans, one.reading)
            else:
                with pytest.raises(NotAWinError):
                    score(tried[0])


def test_last_of_its_kind() -> None:
    hand = "[EEE]123m456p78s55s|ES0000"
    for visible, last in (("999s", True), ("99s", False), ("9999s", False), ("666s", False)):
        wait = waits(hand, visible=visible)["9s"]
        assert wait.last_tile is last
        assert wait.by_discard is None or (Fan.LAST_TILE in wait.by_discard.fans) is last
    held = "[EEE]123m456p55s77s|ES0000"  # a copy in the hand is not seen by others
    assert not any(wait.last_tile for wait in waits(held, visible="57s").values())
    assert not waits(held, visible="57s")["5s"].last_tile
    own = "[666p]123m57p999s11s|EE0000"
    assert waits(own)["6p"].last_tile
    assert not waits(own, Rules(last_tile_auto=False))["6p"].last_tile
    assert waits(own, Rules(last_tile_auto=False), visible="")["6p"].last_tile
    assert waits("[456p]123m57p999s11s|EE0000", visible="66p")["6p"].last_tile
    assert waits("[456p]123m57p999s11s|EE0100")["6p"].last_tile
    assert not waits("[EEE]123m456p55s77s|ES0100")["5s"].last_tile
    assert "6p was scored as the last of its kind: the other three lie open" in waits(own).note


@pytest.mark.parametrize(
    ("tail", "by_discard", "self_drawn"),
    [
        ("EE0000", "EE0000", "EE1000"),
        ("EE1000", "EE0000", "EE1000"),
        ("EE0010", "EE0010", "EE1010"),
        ("EE1011", "EE0010", "EE1011"),
        ("EE0001", "EE0001", "EE1000"),
        ("EE0011", "EE0010", "EE1010"),  # no kong may be made on the last tile
        ("SW0100", "SW0100", "SW1100"),
    ],
)
def test_conditions_count_as_far_as_they_can(tail: str, by_discard: str, self_drawn: str) -> None:
    body = "[EEEE]123m456p78s55s"
    wait = waits(f"{body}|{tail}")["9s"]
    assert wait.by_discard == score(f"{body}9s|{by_discard}")
    assert wait.self_drawn == score(f"{body}9s|{self_drawn}")


def test_conditions_that_cannot_be() -> None:
    no_kong = waits("[EEE]123m456p78s55s|EE1001")["9s"]
    assert no_kong.self_drawn == score("[EEE]123m456p78s55s9s|EE1000")
    held = waits("[EEE]123m456p77s55s|EE0001")["7s"]  # a robbed tile is in no other hand
    assert held.by_discard == score("[EEE]123m456p77s55s7s|EE0000")
    both = waits("[EEEE]123m456p78s55s|EE0011", Rules(rob_on_last_tile="both"))["9s"]
    assert both.by_discard == score("[EEEE]123m456p78s55s9s|EE0011", Rules(rob_on_last_tile="both"))


def test_waits_of_a_drawn_hand_are_those_before_the_last_tile() -> None:
    found = waits("[EEE]123m456p78s55s9s|ES1000")
    assert found.left_out is Tile.S9
    assert str(found.of_hand) == "[EEE]123m456p5578s|ES1000|0"
    assert found == waits("[EEE]123m456p78s55s|ES0000")
    assert found.note == "the last tile, 9s, was left out"
    assert waits(Hand.parse("[EEE]123m456p78s55s9s")).left_out is Tile.S9
    assert waits(parse_tiles("123456789m1155p5p")).left_out is Tile.P5
    assert names(waits("23m55p1s", melds=3)) == "14m"
    assert waits("[EEE]123m456p78s55s").left_out is None
    assert waits("[EEE]123m456p78s55s").note == ""
    with pytest.raises(HandError, match=r"^14 tiles as counts do not say which came last; leave it out, or give text"):
        waits(counts("123456789m11555p"))


def test_waits_beside_unknown_sets_are_not_scored() -> None:
    found = waits("23m55p", melds=3, visible="1111m")
    assert {str(tile): wait.copies_left for tile, wait in found.items()} == {"1m": 0, "4m": 4}
    assert all(wait.by_discard is wait.self_drawn is None for wait in found.values())
    assert found.of_hand is None
    assert found.note == "sets are unknown: nothing was scored; no copy is left of 1m; it still is a wait"
    assert str(found).splitlines()[:3] == ["23m55p + 3 unknown sets", "Waiting for: 14m, 4 tiles left", "Tile  Left"]


def test_waits_are_a_mapping() -> None:
    found = waits("[EEE]123m456p78s55s")
    assert list(found) == [Tile.S6, Tile.S9]
    assert len(found) == 2
    assert found["6s"] is found[Tile.S6] is found[23]
    assert "6s" in found
    assert "7s" not in found
    assert "10s" not in found
    assert found.get("7s") is None
    with pytest.raises(KeyError):
        found["7s"]
    with pytest.raises(KeyError, match="no tile '10s'"):
        found["10s"]
    assert dict(found) == found
    assert not waits("13579m13579p135s")
    assert repr(found) == "<Waits of [EEE]123m456p5578s|EE0000|0: 6s 9s>"
    assert repr(waits("13579m13579p135s")) == "<Waits of 13579m13579p135s|EE0000|0: none>"
    for again in (copy.copy(found), copy.deepcopy(found), pickle.loads(pickle.dumps(found))):
        assert again == found
        assert str(again) == str(found)
    assert str(found["6s"]) == "6s: 4 left, 4 points by discard, 5 self-drawn"
    assert str(waits("234m345s333pEEEE")["E"]) == "E: 0 left"


def test_waits_as_a_table() -> None:
    assert str(waits("[EEE]123m456p78s55s|ES0000|2", "mil", visible="9s9s9s")) == (
        "[EEE]123m456p5578s|ES0000|2\n"
        "Waiting for: 69s, 5 tiles left\n"
        "Flowers:     2, not in the points below\n"
        "Rules:       mil\n"
        "Tile  Left   By discard   Self-drawn  Fans\n"
        "----  ----  -----------  -----------  ------------------------------------------------------------\n"
        "6s       4  2 (6 short)  3 (5 short)  Prevalent Wind; drawn: Self-Drawn\n"
        "9s       1           14           15  Mixed Straight, Last Tile, Prevalent Wind; drawn: Self-Drawn\n"
        "Notes\n"
        "- 9s was scored as the last of its kind: the other three lie open"
    )
    assert str(waits("13579m13579p135s")).splitlines()[1] == "Waiting for: nothing, the hand is not ready"
    assert "Winds:       not both given; taken as prevalent East, seat East" in str(waits("[EEE]123m456p78s55s"))
    assert "drawn: Fully Concealed Hand, not Concealed Hand" in str(waits("123m456p78s55s789m"))
    chinese = drawn_text(waits_block(waits("[EEE]123m456p78s55s9s", visible="999s"), "zh"))
    for words in ("听：  69条，余5张", "和绝张", "以最后一张9条之前的手牌计", "4（差4）", "；自摸：自摸", "风圈："):
        assert words in chinese
    assert "没有听牌" in drawn_text(waits_block(waits("13579m13579p135s"), "zh"))
    assert "已绝，仍算听牌" in drawn_text(waits_block(waits("234m345s333pEEEE"), "zh"))
    with pytest.raises(InputError, match=r"^lang must be 'en' or 'zh', not 'fr'$"):
        waits_block(waits("[EEE]123m456p78s55s"), "fr")


def test_waits_as_data() -> None:
    found = waits("[EEE]123m456p78s55s9s|ES0000|1", visible="9999s")
    data = json.loads(found.to_json())
    VALIDATOR.validate(data)
    assert data == found.to_dict()
    assert (data["hand"], data["left_out"], data["copies_left"]) == ("[EEE]123m456p5578s|ES0000|1", "9s", 4)
    assert data["waits"][0]["by_discard"]["points"] == 2
    assert data["waits"][0]["by_discard"]["total"] == 3
    assert data["waits"][1] == {
        "tile": "9s", "copies_left": 0, "last_tile": False, "by_discard": None, "self_drawn": None,
    }  # fmt: skip
    VALIDATOR.validate(waits("23m55p", melds=3).to_dict())
    VALIDATOR.validate(waits("13579m13579p135s").to_dict())


def test_waits_as_explanations_see_them() -> None:
    """Explanations find the waits of hands with sets the plain way, so that they need no tables of analysis."""
    compared = 0
    for deal in islice(deals(41, scaled(600)), scaled(600)):
        hand = as_hand(deal)
        found = waits(hand, Rules(seven_pairs_four_alike=False))
        if found and all(wait.by_discard is None or wait.by_discard.reading.shape == "sets" for wait in found.values()):
            assert formal_waits(hand, Rules(seven_pairs_four_alike=False)) == tuple(found)
            compared += 1
    assert compared > scaled(600) // 20


# --- discards ---------------------------------------------------------------------------------------------------------


def test_discards_are_ordered() -> None:
    for deal in deals(42, scaled(60)):
        drawn = next(tile for tile in TILES if deal.concealed[tile] + deal.eaten[tile] < 4)
        hand = as_hand(deal, win=drawn)
        found = discards(hand)
        assert sorted(one.tile for one in found) == sorted({*hand.concealed, drawn})
        order = [(one.shanten, -one.copies_left, -len(one.useful), one.tile) for one in found]
        assert order == sorted(order)
        own = [held + eaten for held, eaten in zip(deal.concealed, deal.eaten, strict=True)]
        own[drawn] += 1
        assert max(found[0].shanten, 0) == max(shanten(hand).best, 0)
        for one in found:
            assert one.useful == {tile: 4 - own[tile] for tile in one.useful}
            assert one.copies_left == sum(one.useful.values())


def test_a_discarded_tile_is_not_drawn_again() -> None:
    found = {str(one.tile): one for one in discards("[123m]1113p456s789sE", visible="2p")}
    assert found["E"].useful == {Tile.P2: 3, Tile.P3: 3}
    assert found["1p"].shanten == 1
    assert found["1p"].useful[Tile.P1] == 1
    four = {str(one.tile): one for one in discards("123m456m789mEEEE3p")}
    assert four["E"].useful == {Tile.P3: 3}
    assert four["3p"].useful.get(Tile.E, 0) == 0


def test_discards_after_a_claim() -> None:
    found = discards("[123m,1]45s557p789sEES", visible={"3s": 4})
    assert str(found[0]) == "discard S: 1-shanten, 12 tiles: 56p 6s E (none left: 3s)"
    assert found[0] == Discard(Tile.S, 1, {Tile.P5: 2, Tile.P6: 4, Tile.S3: 0, Tile.S6: 4, Tile.E: 2}, 12)
    assert [len(discards(hand)) for hand in ("[111p][222p][333p][444p]EW", "[111p][222p][333p]EEE5s5s")] == [2, 2]
    assert discards("EW", melds=4)[0].useful == {Tile.W: 3}


def test_discards_as_a_table() -> None:
    text = "[111p][222p][333p]EEE5s5s"
    found = discards(text, visible="55s")
    assert drawn_text(discards_block(text, found)) == (
        "[111p][222p][333p]EEE5s5s\n"
        "Discard  Shanten  Tiles  Useful tiles\n"
        "-------  -------  -----  -----------------\n"
        "E        ready        1  E (none left: 5s)\n"
        "5s       ready        0  (none left: 5s)"
    )
    assert drawn_text(discards_block(text, found, "zh")) == (
        "[111p][222p][333p]EEE5s5s\n"
        "打   向听  张数  有效进张\n"
        "---  ----  ----  ---------------\n"
        "东   听牌     1  东（已绝：5条）\n"
        "5条  听牌     0  （已绝：5条）"
    )
    assert found[0].to_dict() == {"tile": "E", "shanten": 0, "copies_left": 1, "useful": {"E": 1, "5s": 0}}


# --- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", [shanten, useful_tiles, waits])
@pytest.mark.parametrize(
    ("given", "kind", "words"),
    [
        ("123m45p", HandError, "5 concealed tiles with no melds; a hand of no melds has 13, or 14 with the winning "
                               "tile; melds=3 stands for 3 sets of unknown tiles beside them"),
        ("1m", HandError, "melds=4 stands for 4 sets of unknown tiles"),
        ("123456789m1p", HandError, "melds=1 stands for 1 set of unknown tiles beside them"),
        ("123m", HandError, "3 concealed tiles with no melds; a hand of no melds has 13, or 14 with the winning tile$"),
        ("123456789m111p", HandError, "12 concealed tiles with no melds"),
        ("123456789m111222p", HandError, "15 concealed tiles with no melds"),
        ("", HandError, "0 concealed tiles"),
        ("[EEE]123m45p", HandError, "5 concealed tiles with 1 meld; a hand of 1 meld has 10, or 11"),
        ("11111m23456789p", HandError, "tile 1m appears 5 times; a hand holds at most 4"),
        ("[111m]11m23456789p", HandError, "tile 1m appears 5 times; a hand holds at most 4"),
        ([5] + [0] * 33, HandError, "tile 1m appears 5 times"),
        ([-1] + [0] * 33, HandError, "tile 1m appears -1 times"),
        ("123x", NotationError, "'x'"),
        ("1234567891234z", NotationError, "z digits mean different tiles"),
        (["1m", "10m"], HandError, "no tile '10m'"),
        ([0, 34], HandError, "no tile 34"),
        ([1.5] * 34, InputError, "the count of tile 1m must be an integer 0..4, not 1.5"),
        (None, InputError, "tiles must be text, tiles or 34 counts, not NoneType"),
        (13, InputError, "tiles must be text, tiles or 34 counts, not int"),
        ({Tile.M1: 3}, InputError, "tiles must be text, tiles or 34 counts, not dict"),
        (np.zeros((1, 34), int), InputError, r"tiles must be text, tiles or 34 counts, not int64 of shape \(1, 34\)"),
        (np.zeros(34), InputError, "must be an integer 0..4, not 0.0|not float64"),
        (b"123m", HandError, "no tile|concealed tiles"),
    ],
)  # fmt: skip
def test_bad_hands(call: Callable[[Any], object], given: Any, kind: type[McrError], words: str) -> None:
    with pytest.raises(kind, match=words):
        call(given)


@pytest.mark.parametrize(
    ("given", "melds", "kind", "words"),
    [
        ("123m45p", 5, HandError, "melds=5; a hand has 0..4 sets beside its concealed tiles"),
        ("123m45p", -1, HandError, "melds=-1; a hand has 0..4 sets"),
        ("123m45p", 10**100, HandError, "melds=an int of 333 bits"),
        ("123m45p", 2, HandError, "5 concealed tiles with 2 melds; a hand of 2 melds has 7, or 8"),
        ("123m45p", 0, HandError, "5 concealed tiles with no melds; a hand of no melds has 13, or 14 with the winning "
                                  "tile$"),
        ("123m45p", True, InputError, "melds must be melds, or a number 0..4 of sets of unknown tiles, not True"),
        ("123m45p", 3.0, InputError, "melds must be melds, or a number"),
        ("123m45p", np.array([1, 0, 0, 0]), InputError, "melds must be melds, or a number"),
        ("123m45p", [1, 2], InputError, "melds must be Meld"),
        ("123m45p", "123m", NotationError, "stands outside the brackets"),
        ("[123m]45p", 3, InputError, "melds=3 is for tiles given without melds; the hand string has its own"),
        ("[123m]45p", "[123m]", InputError, "melds= is for tiles given without them; the hand string has its own"),
        (Hand.parse("123456789m1155p"), 1, InputError, "melds= is for tiles given without them; a Hand has its own"),
        ("11111m", 3, HandError, "tile 1m appears 5 times"),
        ("[EEE]", None, HandError, "0 concealed tiles with 1 meld"),
    ],
)  # fmt: skip
def test_bad_melds(given: Any, melds: Any, kind: type[McrError], words: str) -> None:
    with pytest.raises(kind, match=words):
        shanten(given, melds)


@pytest.mark.parametrize(
    ("visible", "kind", "words"),
    [
        ("EE", HandError, "tile E: 3 in the hand and 2 visible; there are 4"),
        ("11111p", HandError, "tile 1p: 5 visible; there are 4"),
        ({"E": 2}, HandError, "tile E: 3 in the hand and 2 visible"),
        ({"1p": -1}, HandError, "tile 1p is visible -1 times; a count is 0..4"),
        ({"1p": 10**100}, HandError, "an int of 333 bits visible"),
        ({"1p": True}, InputError, "visible: the count of tile 1p must be an integer 0..4, not True"),
        ({"1p": 1.0}, InputError, "visible: the count of tile 1p must be an integer"),
        ({"1x": 1}, HandError, "no tile '1x'"),
        ([0] * 33 + [5], HandError, "tile P: 5 visible"),
        ([0] * 33 + [-1], HandError, "tile P is visible -1 times"),
        ([0.5] * 34, InputError, "the count of tile 1m must be an integer"),
        (np.zeros((1, 34), int), InputError, "shape"),
        ("1x", NotationError, "'x'"),
        ("[EEE]", NotationError, "a meld cannot stand here"),
        (7, InputError, "not int"),
    ],
)
@pytest.mark.parametrize("call", [useful_tiles, lambda hand, visible: waits(hand, visible=visible)])
def test_bad_visible_tiles(call: Callable[[str, Any], object], visible: Any, kind: type[McrError], words: str) -> None:
    with pytest.raises(kind, match=words):
        call("[EEE]123m456p78s55s", visible)


def test_errors_name_the_tile() -> None:
    with pytest.raises(HandError) as raised:
        useful_tiles("[EEE]123m456p78s55s", "EE")
    assert (raised.value.tile, raised.value.count) == ("E", 5)


def test_other_errors() -> None:
    with pytest.raises(HandError, match=r"^10 concealed tiles; a discard is chosen from 11, the last tile among them$"):
        discards("[EEE]123m456p78s55s")
    with pytest.raises(InputError, match=r"^no form 'pairs'; the forms are regular, seven_pairs, thirteen_orphans, "):
        useful_tiles("[EEE]123m456p78s55s", form="pairs")
    with pytest.raises(RulesError):
        waits("[EEE]123m456p78s55s", "ema")


def test_endless_input_is_refused() -> None:
    def forever() -> Any:
        while True:
            yield 0

    for call in (lambda: shanten(forever()), lambda: useful_tiles("[EEE]123m456p78s55s", forever())):
        with pytest.raises(HandError, match="137 or more tiles"):
            call()


def test_discards_print_as_a_table() -> None:
    found = discards("[123m,1]45s557p789sEES")
    lines = str(found).splitlines()
    assert lines[0] == found.name == "[123m,1]557p45789sEES|EE0000|0"
    assert lines[1].split() == ["Discard", "Shanten", "Tiles", "Useful", "tiles"]
    assert len(lines) == 3 + len(found)
    assert str(discards("[123m,1]45s557p789sEES", min_points=8)).splitlines()[1].split()[1] == "Away"
    assert repr(found[:2]) == f"<Discards of {found.name}: S 7p>"
    assert found == discards("[123m,1]45s557p789sEES") != found[:2]
    assert found.to_dict() == {"hand": found.name, "discards": [one.to_dict() for one in found]}
    assert json.loads(found.to_json()) == found.to_dict()
    assert str(discards("1m5p", melds=4)).startswith("1m5p + 4 unknown sets\n")
