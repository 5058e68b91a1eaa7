"""The slow twin of the scorer against hands with known answers, and against examples of the rules."""

from __future__ import annotations

from typing import Any

import pytest
from cases import MELD_KINDS, check_foreign, numbered
from cases_analysis import tiles
from oracle import (
    KINDS,
    NAMES,
    PRESETS,
    SWITCHES,
    Result,
    best_chow_fans,
    best_pung_fans,
    code_of,
    formal_waits,
    score,
    shapes,
    status,
)
from shared_files import case_rows

WAITS = {77, 78, 79}


def counts(text: str) -> list[int]:
    """Count tiles such as 123m45pEE by kind."""
    held = tiles(text)
    return [held.count(tile) for tile in range(34)]


def hand(concealed: str, melds: str, win: str, **conditions: Any) -> dict[str, Any]:
    """Arguments of `score`; melds such as "chow 123m, claimed_kong EEEE", both winds North unless given."""
    pairs = [meld.split() for meld in melds.split(",") if meld]
    return {
        "concealed": counts(concealed),
        "melds": [(kind, min(tiles(text))) for kind, text in pairs],
        "win": tiles(win)[0],
        "prevalent": 3,
        "seat": 3,
    } | conditions


def hand_of_row(row: dict[str, Any]) -> dict[str, Any]:
    """Arguments of `score` for a row of the case files."""
    return {
        "concealed": counts(row["concealed"]),
        "melds": [(MELD_KINDS.get(meld["kind"], meld["kind"]), min(tiles(meld["tiles"]))) for meld in row["melds"]],
        "win": tiles(row["win"])[0],
        "self_drawn": row["self_drawn"],
        "last_of_kind": row["last_of_kind"],
        "wall_last": row["wall_last"],
        "replacement": row["about_kong"] and row["self_drawn"],
        "robbed": row["about_kong"] and not row["self_drawn"],
        "prevalent": "ESWN".index(row["prevalent"]),
        "seat": "ESWN".index(row["seat"]),
        "flowers": row["flowers"],
    }


def status_of(arguments: dict[str, Any], preset: str = "default") -> int:
    """Status of a hand given as arguments of `score`."""
    names = ("self_drawn", "last_of_kind", "wall_last", "replacement", "robbed")
    conditions = sum(int(arguments.get(name, False)) << bit for bit, name in enumerate(names))
    codes = [code_of(*meld) for meld in arguments["melds"]]
    codes += [0] * (4 - len(codes))
    winds_and_flowers = (arguments["prevalent"], arguments["seat"], arguments.get("flowers", 0))
    return status(arguments["concealed"], codes, arguments["win"], conditions, *winds_and_flowers, PRESETS[preset])


def won(arguments: dict[str, Any], switches: dict[str, Any] | None = None) -> Result:
    """Score a hand that is known to be a win."""
    result = score(**arguments, switches=switches)
    assert result is not None
    return result


# Hands with known answers


@pytest.mark.parametrize("row", case_rows("worked_hands.jsonl"))
def test_worked_hand(row: dict[str, Any]) -> None:
    arguments = hand_of_row(row)
    if "error" in row:
        assert status_of(arguments) == 7
        return
    assert status_of(arguments) == 0
    result = won(arguments)
    assert result.points + row["flowers"] == row["total"]
    if not row["equal_alternatives"]:
        assert result.counts == numbered(row["fans"])
    assert set(result.counts.items()) - set(result.found.items()) == set()


@pytest.mark.parametrize("preset", ["mil", "wmo2014"])
@pytest.mark.parametrize("row", case_rows("worked_hands.jsonl"))
def test_worked_hand_under_preset(row: dict[str, Any], preset: str) -> None:
    arguments = hand_of_row(row)
    if "error" in row:
        assert status_of(arguments, preset) == 7
        return
    total = row["totals_by_preset"].get(preset, row["total"])
    assert won(arguments, PRESETS[preset]).points + row["flowers"] == total


@pytest.mark.parametrize("row", case_rows("mcr_fan_gbmahjong.jsonl", "mcr_hands_mahjong_algorithm.jsonl"))
def test_foreign_hand(row: dict[str, Any]) -> None:
    arguments = hand_of_row(row)
    if status_of(arguments, "mil") != 0:
        check_foreign(row, None, {})
        return
    result = won(arguments, PRESETS["mil"])
    check_foreign(row, result.points + row["flowers"], result.counts)


@pytest.mark.parametrize("row", case_rows("mcr_waits_gbmahjong.jsonl"))
def test_live_waits(row: dict[str, Any]) -> None:
    melds = [(MELD_KINDS.get(meld["kind"], meld["kind"]), min(tiles(meld["tiles"]))) for meld in row["melds"]]
    waits = formal_waits(counts(row["concealed"]), len(melds), melds, {"exhausted_waits": "own_hand"})
    assert waits == {tiles(text)[0] for text in row["expected_waits"]}


@pytest.mark.parametrize("row", case_rows("win_check_mahjongpy.jsonl"))
def test_complete_or_not(row: dict[str, Any]) -> None:
    assert bool(shapes(counts(row["concealed_incl_win"]), len(row["melds"]))) == row["complete"]


# Examples of the rules


@pytest.mark.parametrize(
    ("chows", "fans"),
    [
        ("123m 456m 789m 456p", {"Pure Straight": 1, "Mixed Double Chow": 1}),
        ("123m 456p 789s 789m", {"Mixed Straight": 1, "Mixed Double Chow": 1}),
        ("123m 234p 345s 456m", {"Mixed Shifted Chows": 1, "Short Straight": 1}),
        ("345m 345p 345s 678m", {"Mixed Triple Chow": 1, "Short Straight": 1}),
        ("234m 234m 234m 234p", {"Pure Triple Chow": 1, "Mixed Double Chow": 1}),
        ("123m 123m 456m 456m", {"Pure Double Chow": 2, "Short Straight": 1}),
        ("123m 123m 123p 456p", {"Pure Double Chow": 1, "Mixed Double Chow": 1, "Short Straight": 1}),
        ("123m 456m 123p 456p", {"Mixed Double Chow": 2, "Short Straight": 1}),
        ("123m 789m 123p 789p", {"Mixed Double Chow": 2, "Two Terminal Chows": 1}),
        ("123m 123m 123p", {"Pure Double Chow": 1, "Mixed Double Chow": 1}),
        ("123m 789m 456p 456s", {"Mixed Double Chow": 1, "Two Terminal Chows": 1}),
        ("123s 345s 567s 789s", {"Four Pure Shifted Chows": 1}),
        ("345p 345p 456s 456s", {"Pure Double Chow": 2}),
        ("456m", {}),
    ],
)
def test_chows_are_combined_once(chows: str, fans: dict[str, int]) -> None:
    lowest = [min(tiles(chow)) for chow in chows.split()]
    assert best_chow_fans(tuple(7 * (tile // 9) + tile % 9 for tile in lowest)) == numbered(fans)


@pytest.mark.parametrize(
    ("pungs", "fans"),
    [
        ("2m 3p 4s 3m", {"Mixed Shifted Pungs": 1, "Double Pung": 1}),
        ("2m 3m 4m 2p", {"Pure Shifted Pungs": 1, "Double Pung": 1}),
        ("2m 2p 3m 3p", {"Double Pung": 2}),
        ("2m 2p 2s 3m", {"Triple Pung": 1}),
        ("2m 3m 4m 5m", {"Four Pure Shifted Pungs": 1}),
        ("2m 3m 4m 6m", {"Pure Shifted Pungs": 1}),
        ("E S W N", {"Big Four Winds": 1}),
        ("E S W 1m", {"Big Three Winds": 1}),
        ("C F P 1m", {"Big Three Dragons": 1}),
        ("C F 1m 1p", {"Two Dragon Pungs": 1, "Double Pung": 1}),
        ("C", {"Dragon Pung": 1}),
    ],
)
def test_pungs_are_combined_once(pungs: str, fans: dict[str, int]) -> None:
    assert best_pung_fans(tuple(tiles("".join(pungs.split())))) == numbered(fans)


@pytest.mark.parametrize(
    ("concealed", "melds", "win", "wait"),
    [
        ("12345s99p", "chow 456m,pung FFF", "3s", None),
        ("56789s99p", "chow 456m,pung FFF", "7s", None),
        ("45567s99p", "chow 678m,pung FFF", "6s", None),
        ("3555s", "chow 345m,chow 456p,pung FFF", "4s", None),
        ("2333s", "chow 345m,chow 456p,pung FFF", "2s", None),
        ("1233s", "chow 345m,chow 678p,pung FFF", "3s", "Edge Wait"),
        ("7789s", "chow 345m,chow 678p,pung FFF", "7s", "Edge Wait"),
        ("4556s", "chow 345m,chow 678p,pung FFF", "5s", "Closed Wait"),
        ("445566m2277779s", "", "8s", None),
        ("445566m2277779s", "", "9s", None),
        ("258m23469p14788s", "", "3p", "Closed Wait"),
    ],
)
def test_wait(concealed: str, melds: str, win: str, wait: str | None) -> None:
    result = won(hand(concealed, melds, win))
    assert {NAMES[fan] for fan in WAITS & set(result.counts)} == ({wait} if wait else set())


def test_a_fifth_copy_is_a_formal_wait() -> None:
    concealed = counts("123456789m1111p")
    assert formal_waits(concealed, 0) == {tiles("1p")[0]}
    assert formal_waits(concealed, 0, [], {"exhausted_waits": "own_hand"}) == set()


def test_formal_waits_follow_the_switch_on_four_alike() -> None:
    concealed = counts("33336688m22557s")
    assert formal_waits(concealed, 0) == {tiles("7s")[0]}
    assert formal_waits(concealed, 0, [], {"seven_pairs_four_alike": False}) == set()


THREE_KONGS = "claimed_kong 4444s,claimed_kong 7777p"


@pytest.mark.parametrize(
    ("switch", "arguments", "points"),
    [
        (
            "concealed_special_selfdraw",  # A1: Seven Pairs 24, All Types 6
            hand("22m55p88sEEWWCCF", "", "F", self_drawn=True),
            {"fully_concealed": 34, "self_drawn": 31, "r98": 31},
        ),
        (
            "concealed_special_selfdraw",  # A1: Four Concealed Pungs 64
            hand("222m555p888s77mEE", "", "7m", self_drawn=True),
            {"fully_concealed": 68, "self_drawn": 65, "r98": 68},
        ),
        (
            "mixed_kong_pair",  # A2a
            hand("34sEE", "concealed_kong 2222m,claimed_kong 5555p,pung 888s", "5s"),
            {6: 6, 5: 5, 4: 4, 3: 3},
        ),
        (
            "two_concealed_kongs",  # A2b
            hand("34sEE", "concealed_kong 2222m,concealed_kong 5555p,pung 888s", "5s"),
            {8: 8, 6: 6},
        ),
        (
            "kongs_add_concealed",  # A2c: Four Kongs, Concealed Kong
            hand("E", f"concealed_kong 2222m,claimed_kong 8888m,{THREE_KONGS}", "E"),
            {False: 88, True: 90},
        ),
        (
            "kongs_add_concealed",  # A2c: Two Concealed Kongs bar the Two Concealed Pungs
            hand("E", f"concealed_kong 2222m,concealed_kong 8888m,{THREE_KONGS}", "E"),
            {False: 90, True: 96},
        ),
        (
            "last_tile_auto",  # A4a: Pure Shifted Chows, Half Flush, Last Tile, Tile Hog, Pure Double Chow
            hand("56mEE", "chow 234m,chow 345m,chow 456m", "4m"),
            {True: 29, False: 25},
        ),
        (
            "melded_hand_promoted_kong",  # A5a: Mixed Straight, Melded Kong, PTH, Melded Hand or Single Wait
            hand("5p", "chow 123m,chow 456p,chow 789s,promoted_kong EEEE", "5p", prevalent=1, seat=1),
            {False: 11, True: 16},
        ),
        (
            "seven_pairs_range_fans",  # A8: Lower Four or No Honors
            hand("112233m1144p223s", "", "3s"),
            {True: 36, False: 25},
        ),
        ("tile_hog_honors", hand("CCCCEESSWW11m9m", "", "9m"), {True: 64, False: 62}),  # A10
        (
            "all_green_half_flush",  # A16
            hand("88sFF", "chow 234s,chow 234s,pung 666s", "8s"),
            {True: 95, False: 89},
        ),
        (
            "all_terminals_double_pung",  # A17
            hand("11p99s", "pung 111m,pung 111s,pung 999m", "9s"),
            {True: 68, False: 64},
        ),
        ("nine_gates_pth", hand("1112345678999s", "", "2s"), {"none": 91, "minus_one": 92}),  # A18
        (
            "one_voided_suit_strict",  # A22
            hand("55p78s", "chow 123s,chow 345s,chow 567s", "9s"),
            {False: 35, True: 34},
        ),
        (
            "exhausted_waits",  # section 3: 1m and 4m are in own kongs
            hand("2333m", "claimed_kong 1111m,claimed_kong 4444m,chow 678p", "2m"),
            {"formal": 7, "own_hand": 8},
        ),
        (
            "knitted_body_wait",  # section 3
            hand("258m23469p14788s", "", "3p"),
            {"count": 17, "ignore": 16, "no_edge_or_closed": 16},
        ),
        (
            "knitted_body_wait",  # an edge wait away from the body
            hand("147s258m369p12s99m", "", "3s"),
            {"count": 17, "ignore": 17, "no_edge_or_closed": 16},
        ),
        ("tile_hog_all_terminals", hand("1111m1199p11999s", "", "9s"), {"counted": 92, "barred": 88}),  # A11
    ],
)
def test_switch(switch: str, arguments: dict[str, Any], points: dict[Any, int]) -> None:
    assert tuple(points) == SWITCHES[switch]
    assert {value: won(arguments, {switch: value}).points for value in points} == points


def test_four_alike_are_no_two_pairs_under_the_switch() -> None:
    arguments = hand("33336688m22557s", "", "7s")
    assert won(arguments).points == 29
    assert score(**arguments, switches={"seven_pairs_four_alike": False}) is None


def test_robbing_on_the_last_tile() -> None:
    concealed, melds = (
        counts("34pCC"),
        [code_of(*meld) for meld in hand("", "pung 444s,chow 456p,chow 789m", "2p")["melds"]],
    )
    row = (concealed, [*melds, 0], tiles("2p")[0], 4 + 16, 3, 3, 0)
    assert status(*row) == 7
    assert status(*row, {"rob_on_last_tile": "both"}) == 0
    result = won(hand("34pCC", "pung 444s,chow 456p,chow 789m", "2p", robbed=True, wall_last=True))
    assert result.counts == {45: 1, 47: 1}


# Rows


@pytest.mark.parametrize(
    ("arguments", "row"),
    [
        (hand("222m555p888s77mEE", "", "7m"), (41, 206, 218, 230, 28, 0, 0)),
        (hand("222m555p888s77mEE", "", "7m", self_drawn=True), (206, 211, 218, 230, 28, 1, 0)),
        (hand("258m1477s369p", "chow 345m", "7s"), (3, 0, 0, 0, 25, 4, 8)),
        (hand("11223m99p456s", "pung EEE", "3m"), (62, 171, 171, 192, 18, 1, 0)),
        (hand("22m55p88sEEWWCCF", "", "F"), (0, 0, 0, 0, 0, 6, 1)),
        (hand("19m19p19sESWNNCF", "", "P"), (0, 0, 0, 0, 0, 6, 2)),
        (hand("147m258p36sESWNC", "", "F"), (0, 0, 0, 0, 0, 6, 3)),
        (hand("147m258p36sESWCC", "pung FFF", "9s"), None),
        (hand("147m258p36sCC", "pung FFF", "9s"), (67, 0, 0, 0, 32, 5, 4)),
    ],
)
def test_reading_row(arguments: dict[str, Any], row: tuple[int, ...] | None) -> None:
    result = score(**arguments)
    assert (None if result is None else result.reading) == row


def test_equal_totals_prefer_the_lower_fan_number() -> None:
    # A29: 222333444 is Pure Triple Chow here, not Pure Shifted Pungs.
    counted = won(hand("22233344p55s", "chow 678p", "4p")).counts
    assert counted == numbered({"Pure Triple Chow": 1, "All Chows": 1, "All Simples": 1, "One Voided Suit": 1})


def test_found_keeps_the_fans_that_are_barred() -> None:
    melds = "concealed_kong 2222m,concealed_kong 8888m,claimed_kong 4444s"
    result = won(hand("67pEE", melds, "8p", self_drawn=True, wall_last=True))
    assert {17, 44, 48, 66, 74, 80} <= set(result.found)
    assert set(result.counts) == {17, 44, 66}


@pytest.mark.parametrize("flowers", [0, 3])
def test_chicken_hand_leaves_flowers_aside(flowers: int) -> None:
    result = won(hand("78p456sFF", "pung 222p,chow 123m", "6p", flowers=flowers))
    assert result.points == 8
    assert result.counts == ({43: 1, 81: 3} if flowers else {43: 1})


KONG_ROW = (code_of("chow", 9), code_of("claimed_kong", 21), code_of("chow", 6), 0)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({}, 0),
        ({"concealed": [5] + [0] * 33}, 1),
        ({"win": 34}, 1),
        ({"meld_codes": (171, *KONG_ROW[1:])}, 2),
        ({"meld_codes": (1 + 7, *KONG_ROW[1:])}, 2),  # a chow 8-9-10
        ({"meld_codes": (1 + 27, *KONG_ROW[1:])}, 2),  # a chow of winds
        ({"win": 21}, 3),
        ({"concealed": counts("34p4sC")}, 3),
        ({"concealed": counts("34pC")}, 4),
        ({"prevalent": 4}, 5),
        ({"seat": 4}, 5),
        ({"flowers": 9}, 6),
        ({"conditions": 32}, 7),
        ({"conditions": 256}, 7),
        ({"conditions": 8}, 7),  # a replacement tile that was not drawn
        ({"conditions": 1 + 8}, 0),
        ({"conditions": 1 + 8, "meld_codes": (KONG_ROW[0], code_of("pung", 21), *KONG_ROW[2:])}, 7),  # no kong
        ({"conditions": 1 + 16}, 7),  # a robbed kong and a self-draw
        ({"conditions": 16}, 7),  # the robbed 2p lies in the own chow too
        ({"conditions": 16, "win": 13}, 0),
        ({"conditions": 16 + 2, "win": 13}, 0),
        ({"conditions": 16 + 4, "win": 13}, 7),
        ({"conditions": 2}, 0),
        ({"conditions": 2, "concealed": counts("CC2p2p"), "win": 10}, 7),  # another copy is concealed
        ({"win": 14}, 8),
        ({"conditions": 1 + 2 + 4 + 8}, 0),
    ],
)
def test_status(change: dict[str, Any], code: int) -> None:
    row: dict[str, Any] = {
        "concealed": counts("34pCC"),
        "meld_codes": KONG_ROW,
        "win": 10,
        "prevalent": 3,
        "seat": 3,
    } | change
    assert status(**row) == code


def test_codes_of_sets() -> None:
    assert [code_of(kind, 0) for kind in KINDS] == [1, 35, 69, 103, 137, 171, 205]
