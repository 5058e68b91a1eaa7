"""What makes each fan, what does not count and why, and the plain data that the schema describes."""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from importlib.resources import files
from types import ModuleType
from typing import Any

import jsonschema
import pytest
from shared_files import case_rows, rows_of
from support import PRESETS

from fastmcr import Fan, Hand, InputError, McrError, Rules, Score, score
from fastmcr.rulebook.fans import EXCLUSIONS
from fastmcr.rulebook.lang import en, zh
from fastmcr.scoring.components import Link, conflict, links, shape_of
from fastmcr.scoring.formal_waits import formal_waits
from fastmcr.scoring.result import Barred, Explanation
from fastmcr.show.explain import explain
from fastmcr.show.score_data import score_data
from fastmcr.show.score_words import notation

SCHEMA = json.loads((files("fastmcr") / "score.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


@lru_cache(maxsize=1)
def known_scores() -> list[Score]:
    """Return the scores of all worked hands, and of some of them under every preset."""
    found = []
    for number, row in enumerate(rows_of("worked_hands.jsonl")):
        for preset in PRESETS if number % 7 == 0 else PRESETS[:1]:
            try:
                found.append(score(row["hand"], preset))
            except McrError:
                continue
    return found or [score("123456789m1155p5p"), score("[EEE]123m456p789s5s5s|ES1000|2")]


def made(text: str, fan: Fan, rules: Rules | str = "default") -> list[list[str]]:
    """Return what makes a fan, in notation."""
    row = next(row for row in score(text, rules).explain().fans if row.fan is fan)
    return [[notation(part) for part in group] for group in row.sets]


def barred(text: str, rules: Rules | str = "default") -> list[tuple[str, str, str, str | None]]:
    """Return fan, sets, fans in the way and principle of what does not count."""
    rows = score(text, rules).explain().barred
    return [
        (str(row.fan), " ".join(map(notation, row.sets)), ", ".join(map(str, row.by)), row.principle) for row in rows
    ]


def notes(text: str, rules: Rules | str = "default") -> list[str]:
    return [note.text for note in score(text, rules).explain().notes]


# --- what makes each fan ----------------------------------------------------------------------------------------------

FOUR_WINDS = "EEESSSWWWNNN5m5m"


@pytest.mark.parametrize(
    ("text", "fan", "groups"),
    [
        (FOUR_WINDS, Fan.BIG_FOUR_WINDS, [["EEE", "SSS", "WWW", "NNN"]]),
        (FOUR_WINDS, Fan.FOUR_CONCEALED_PUNGS, [["EEE", "SSS", "WWW", "NNN"]]),
        ("[EEE][SSS][WWW]123mN N", Fan.LITTLE_FOUR_WINDS, [["EEE", "SSS", "WWW", "NN"]]),
        ("[EEE][SSS][WWW]123m5p5p", Fan.BIG_THREE_WINDS, [["EEE", "SSS", "WWW"]]),
        ("[CCC][FFF][PPP]123m5p5p", Fan.BIG_THREE_DRAGONS, [["CCC", "FFF", "PPP"]]),
        ("[CCC][FFF]123m456mP P", Fan.LITTLE_THREE_DRAGONS, [["CCC", "FFF", "PP"]]),
        ("[CCC][FFF]123m456m9p9p", Fan.TWO_DRAGON_PUNGS, [["CCC", "FFF"]]),
        ("[CCC]123m456m789p9p9p", Fan.DRAGON_PUNG, [["CCC"]]),
        ("[SSS]123m456p789s5s5s|ES0000", Fan.SEAT_WIND, [["SSS"]]),
        ("112233m778899m5m5m", Fan.PURE_TERMINAL_CHOWS, [["123m", "123m", "789m", "789m", "55m"]]),
        ("123789m123789p5s5s", Fan.THREE_SUITED_TERMINAL_CHOWS, [["123m", "789m", "123p", "789p", "55s"]]),
        ("[1111m,1][2222p][3333s,5]567m9m9m", Fan.THREE_KONGS, [["1111m", "2222p", "3333s"]]),
        ("[1111m,1][2222p]123s567m9m9m", Fan.TWO_MELDED_KONGS, [["1111m", "2222p"]]),
        ("[1111m,1][2222p]123s567m9m9m", Fan.CONCEALED_KONG, [["2222p"]]),
        ("[1111m,1]456p123s567m9m9m", Fan.MELDED_KONG, [["1111m"]]),
        ("[1111m][2222p]123s567m9m9m", Fan.TWO_CONCEALED_KONGS, [["1111m", "2222p"]]),
        ("[1111m]222p123s567m9m9m", Fan.TWO_CONCEALED_PUNGS, [["1111m", "222p"]]),
        ("147m258p369s456m1s1s", Fan.KNITTED_STRAIGHT, [["147m", "258p", "369s"]]),
        ("147m258p369sESWNC", Fan.KNITTED_STRAIGHT, [["147m", "258p", "369s"]]),
        ("[111m][123m]456s789s5p5p", Fan.TILE_HOG, [["1111m"]]),
        ("1111m2222p33s44sE E", Fan.TILE_HOG, [["1111m"], ["2222p"]]),
        ("[111m][999p][SSS]456s5p5p|EW0000", Fan.PUNG_OF_TERMINALS_OR_HONORS, [["111m"], ["999p"], ["SSS"]]),
        ("[123m][456m]99p789p89s7s", Fan.EDGE_WAIT, [["89s", "7s"]]),
        ("[123m][456m]99p789p79s8s", Fan.CLOSED_WAIT, [["79s", "8s"]]),
        ("[123m][456m]789p789s5s5s", Fan.SINGLE_WAIT, [["5s", "5s"]]),
        ("[123m][456m]789p789s5s5s|EE1000", Fan.SELF_DRAWN, [["5s"]]),
        ("[123m][456m]789p789s5s5s|EE1010", Fan.LAST_TILE_DRAW, [["5s"]]),
        ("[123m][456m]99p789p79s8s|EE0100", Fan.LAST_TILE, [["8s"]]),
        ("[123m][456m]789p789s5s5s", Fan.ALL_CHOWS, []),
        ("[123m][456m]789p789s5s5s|EE0000|3", Fan.FLOWER_TILES, []),
        ("[123m][123m]456m456m9p9p", Fan.PURE_DOUBLE_CHOW, [["123m", "123m"], ["456m", "456m"]]),
        ("234m345m456m567m9p9p", Fan.FOUR_PURE_SHIFTED_CHOWS, [["234m", "345m", "456m", "567m"]]),
        ("[222m][333p][444s]66s77p7p", Fan.MIXED_SHIFTED_PUNGS, [["222m", "333p", "444s"]]),
        ("[222m][222p][555s]33m55p5p", Fan.DOUBLE_PUNG, [["222m", "222p"], ["555s", "555p"]]),
    ],
)
def test_what_makes_a_fan(text: str, fan: Fan, groups: list[list[str]]) -> None:
    assert made(text, fan) == groups


def test_each_count_has_its_sets_and_no_set_is_named_twice_in_one_fan() -> None:
    for result in known_scores():
        why = result.explain()
        assert {row.fan: row.count for row in why.fans} == result.fans
        assert sum(row.total for row in why.fans) == result.total
        held = Counter(one.tiles for one in result.reading.sets)
        for row in why.fans:
            assert len(row.sets) in (0, row.count)
            assert all(row.sets)
            if 65 <= row.fan <= 73:
                named = Counter(part for group in row.sets for part in group)
                assert named <= held, f"{result!r}: {row}"


def test_chosen_links_never_close_a_circle() -> None:
    for result in known_scores():
        sets = result.reading.sets
        names = [one.tiles for one in sets]
        for row in result.explain().barred:
            assert Counter(row.sets) <= Counter(names)
            if row.source.startswith("principle"):
                assert row.principle in zh.PRINCIPLES


# --- what does not count ----------------------------------------------------------------------------------------------


def test_barred_by_the_table() -> None:
    assert barred("[EEE]123m456p789s5s5s|ES1010") == [
        ("Pung of Terminals or Honors", "EEE", "Prevalent Wind", "non-repeat"),
        ("Self-Drawn", "", "Last Tile Draw", "non-repeat"),
    ]


def test_all_that_bar_are_named() -> None:
    rows = {row[0]: row for row in barred(FOUR_WINDS.replace("5m5m", "CC"))}
    assert rows["All Pungs"][2] == "Big Four Winds, All Honors, Four Concealed Pungs"
    assert rows["Pung of Terminals or Honors"][1] == ""


def test_left_out_by_the_principles() -> None:
    assert ("Short Straight", "123m 456m", "Pure Straight", "non-separation") in barred("123456789m11p55p5p")
    assert ("Mixed Double Chow", "123m 123p", "Mixed Double Chow", "non-identical") in barred("112233m123789pE E")
    assert ("Two Terminal Chows", "123m 789m", "Mixed Double Chow, Mixed Straight", "account once") in barred(
        "123m456p789s7899m9m"
    )


def test_a_wind_that_is_both() -> None:
    assert barred("[EEE]123m456p789s5s5s|EE0000") == [
        ("Pung of Terminals or Honors", "EEE", "Prevalent Wind, Seat Wind", "non-repeat")
    ]


def test_three_winds_keep_their_pungs_and_a_fourth_pung_counts() -> None:
    text = "[EEE][SSS][WWW]99m55p9m|NN0000"
    assert made(text, Fan.PUNG_OF_TERMINALS_OR_HONORS) == [["999m"]]
    winds = [row for row in barred(text) if row[0] == "Pung of Terminals or Honors"]
    assert [row[1:3] for row in winds] == [(f"{wind * 3}", "Big Three Winds") for wind in "ESW"]


def test_switches_decide_what_is_barred() -> None:
    text = "1111m2222p33s44sE E|EE1000"
    assert "Fully Concealed Hand" not in [row[0] for row in barred(text)]
    assert ("Fully Concealed Hand", "", "Seven Pairs", "non-repeat") in barred(text, "mil")
    assert ("Fully Concealed Hand", "", "Seven Pairs", None) in barred(text, "r98")


def test_everything_found_is_counted_or_barred() -> None:
    for result in known_scores():
        why = result.explain()
        counted = set(result.fans)
        by_table = {row.fan for row in why.barred if not row.source.startswith("principle")}
        assert set(result.found) <= counted | by_table
        for row in why.barred:
            assert row.by
            assert set(row.by) <= counted
        numbers = [row.fan for row in why.barred]
        assert numbers == sorted(numbers)


def test_every_link_is_counted_barred_or_told() -> None:
    for result in known_scores():
        sets = result.reading.sets
        offered = Counter(link.fan for link in links(shape_of(sets)))
        told = Counter(row.fan for row in result.explain().barred if row.source.startswith("principle"))
        gone = set(result.found) - set(result.fans)
        for fan, number in offered.items():
            if fan not in gone:
                repeated = told[fan] + result.fans.get(fan, 0)
                assert repeated <= number
                assert told[fan] or repeated == number


def test_conflicts() -> None:
    pairs = [Link(Fan.PURE_DOUBLE_CHOW, (0, 1)), Link(Fan.SHORT_STRAIGHT, (1, 2))]
    assert conflict(Link(Fan.MIXED_DOUBLE_CHOW, (0, 2)), pairs) == (
        "account once", (Fan.PURE_DOUBLE_CHOW, Fan.SHORT_STRAIGHT)
    )  # fmt: skip
    assert conflict(Link(Fan.SHORT_STRAIGHT, (2, 3)), pairs) == ("non-identical", (Fan.SHORT_STRAIGHT,))
    assert conflict(Link(Fan.TWO_TERMINAL_CHOWS, (2, 3)), pairs) is None
    assert conflict(Link(Fan.SHORT_STRAIGHT, (0, 1)), [Link(Fan.PURE_STRAIGHT, (0, 1, 2))]) == (
        "non-separation", (Fan.PURE_STRAIGHT,)
    )  # fmt: skip


# --- notes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rules", "note"),
    [
        ("[EEE]123m456p789s5s5s", "default", "winds not both given; taken as prevalent East, seat East"),
        ("[EEEE]123m456p789s5s5s|EE0000", "default", "[EEEE] is a concealed kong; a claimed one is written [EEEE,1]"),
        ("[1111m,1][2222p]123s567m9m9m", "default", "one melded and one concealed kong make 6 points"),
        ("[1111m,1][2222p]123s567m9m9m", "mil", "one melded and one concealed kong make 5 points"),
        ("[1111m,5][234p][345s][567m]9m9m", "default", "a promoted kong is no claimed set: no Melded Hand"),
        ("123456789m1155p5p", "default", "555p was completed by another player's tile and is no concealed pung"),
        ("123456789m1155p5p|EE0000|2", "default", "flowers do not help to reach the minimum"),
        ("345m345p345s678m5p5p", "default", "no wait fan: the hand waited for 25p"),
        ("258m234p36p147s88s9p", "default", "no wait fan: the tile belongs to the knitted straight"),
    ],
)  # fmt: skip
def test_notes(text: str, rules: str, note: str) -> None:
    assert note in notes(text, rules)


def test_last_tile_that_counts_by_itself() -> None:
    text = "[666p][123m]57p999s11s6p"
    expected = "Last Tile counts by itself: the exposed sets of the hand hold the other three 6p"
    assert expected in notes(text)
    assert expected not in notes(text + "|EE0100")
    assert expected not in notes(text, Rules(last_tile_auto=False))


def test_chicken_hand_is_told() -> None:
    found = next((one for one in known_scores() if Fan.CHICKEN_HAND in one.fans), None)
    assert found is None or "no other fan counts, flowers aside: Chicken Hand" in notes(str(found.hand))


def test_exhausted_waits_under_the_switch() -> None:
    hand = Hand.parse("[2222m,1]13m456p789s55p")
    assert [str(tile) for tile in formal_waits(hand, Rules())] == ["2m"]
    assert formal_waits(hand, Rules(exhausted_waits="own_hand")) == ()


def test_formal_waits_agree_with_the_wait_fans() -> None:
    """One formal wait and a place of a wait make a wait fan, more than one never do."""
    for result in known_scores():
        if result.reading.shape != "sets":
            continue
        waits = formal_waits(result.hand, result.rules)
        assert result.hand.win in waits
        if len(waits) > 1:
            assert not {Fan.EDGE_WAIT, Fan.CLOSED_WAIT, Fan.SINGLE_WAIT} & set(result.found)
        elif result.reading.completed == "pair":
            assert Fan.SINGLE_WAIT in result.found


@pytest.mark.parametrize("row", case_rows("mcr_waits_gbmahjong.jsonl"))
def test_formal_waits_of_known_hands(row: dict[str, Any]) -> None:
    hand = Hand.parse(row["src_input"].strip())
    shown = {str(tile) for tile in formal_waits(hand, Rules(exhausted_waits="own_hand"))}
    assert shown <= set(row["expected_waits"])
    if len(row["expected_waits"]) < 3:  # the other hands may wait for shapes that have no sets
        assert shown in (set(row["expected_waits"]), set())


# --- languages, data, schema ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("catalogue", [en, zh])
def test_every_reason_is_there_in_every_language(catalogue: ModuleType) -> None:
    assert {row.why for row in EXCLUSIONS} == set(catalogue.REASONS)
    assert {row.principle for row in EXCLUSIONS} - {None} <= set(catalogue.PRINCIPLES) == set(en.PRINCIPLES)
    assert len(set(catalogue.REASONS.values())) == len(en.REASONS)


def test_unknown_language() -> None:
    with pytest.raises(InputError, match=r"^lang must be 'en' or 'zh', not 'fr'$"):
        score("123456789m1155p5p").explain("fr")


def test_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_data_fit_the_schema() -> None:
    for result in known_scores():
        VALIDATOR.validate(json.loads(result.to_json()))
        VALIDATOR.validate(json.loads(result.explain().to_json()))


def test_schema_refuses_what_it_does_not_describe() -> None:
    data = score("123456789m1155p5p").to_dict()
    for wrong in (data | {"points": "20"}, data | {"extra": 1}, {key: data[key] for key in list(data)[1:]}, {}):
        assert not VALIDATOR.is_valid(wrong)


def test_data_in_full() -> None:
    data = score_data(score("[EEE]123m456p789s5s5s|ES1000|2"))
    assert data.pop("rules") == {
        "preset": "default",
        "switches": {switch: getattr(Rules(), switch) for switch in Rules.__dataclass_fields__},
    }
    names = [(row["number"], row["name"], row["chinese"], row["total"], row["sets"]) for row in data.pop("fans")]
    assert names == [
        (39, "Mixed Straight", "花龙", 8, [["123m", "456p", "789s"]]),
        (60, "Prevalent Wind", "圈风刻", 2, [["EEE"]]),
        (79, "Single Wait", "单钓将", 1, [["5s", "5s"]]),
        (80, "Self-Drawn", "自摸", 1, [["5s"]]),
        (81, "Flower Tiles", "花牌", 2, []),
    ]
    assert data == {
        "hand": "[EEE]123m456p5789s5s|ES1000|2",
        "winds_given": True,
        "points": 12,
        "flowers": 2,
        "total": 14,
        "legal": True,
        "minimum": 8,
        "shortfall": 0,
        "reading": {
            "shape": "sets",
            "sets": [
                {"kind": "pung", "tiles": "EEE", "concealed": False, "meld": True},
                {"kind": "chow", "tiles": "123m", "concealed": True, "meld": False},
                {"kind": "chow", "tiles": "456p", "concealed": True, "meld": False},
                {"kind": "chow", "tiles": "789s", "concealed": True, "meld": False},
            ],
            "pair": "55s",
            "knitted": [],
            "winning_tile": "5s",
            "completed": "pair",
        },
    }


def test_preset_and_winds_in_data() -> None:
    text = "[EEE]123m456p789s5s5s"
    assert score_data(score(text, "mil"))["rules"]["preset"] == "mil"
    assert score_data(score(text, Rules(minimum=6)))["rules"]["preset"] is None
    assert score_data(score(text))["winds_given"] is False
    assert score_data(score(text + "|EE0000"))["winds_given"] is True


def test_explanation_is_a_value() -> None:
    why = explain(score("123456789m1155p5p"))
    assert isinstance(why, Explanation)
    assert isinstance(why.barred[0], Barred)
    assert why == explain(score("123456789m1155p5p"))
    assert why.to_dict()["barred"][0]["by"][0]["name"] == "Pure Straight"
    assert json.loads(why.to_json(indent=1)) == why.to_dict()
    assert why.fans[0].text == "123m 456m 789m"
