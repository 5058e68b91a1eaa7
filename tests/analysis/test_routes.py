"""Routes to hands worth enough, the tiles and discards that lead there, and the commands that show them."""

from __future__ import annotations

import json
from importlib.resources import files
from math import comb, prod
from typing import Any

import jsonschema
import numpy as np
import pytest
from click.testing import CliRunner, Result
from distance_hands import some_hands

from fastmcr import (
    UNREACHABLE,
    Fan,
    Hand,
    InputError,
    Meld,
    Routes,
    Rules,
    Target,
    Tile,
    discards,
    distance,
    distance_batch,
    routes,
    shanten,
    useful_tiles,
)
from fastmcr.cli import cli
from fastmcr.show.blocks import drawn_text
from fastmcr.show.distance import routes_block

READINGS = ("open", "concealed")
VALIDATOR = jsonschema.Draft202012Validator(json.loads((files("fastmcr") / "routes.schema.json").read_text("utf-8")))

HANDS = [
    "[123m,1]45s557p789sEES",
    "[EEE]123m456p79s55sW|ES0000",
    "1357m2468p1357sE|SW0000",
    "1122m3344p5678sE",
    "19m19p19sESWNCF5m",
    "147m25p369sESWNC",
    "147m258p36s456mEW",
    "[2222m][3333m]55p77sEEE|NN0000",
    "1112345567999m",
    "222m333m555p77sEES|SW0000",
]


def random_texts(n: int, seed: int) -> list[str]:
    """Return random hands of 13 tiles with 0..3 melds."""
    texts = []
    for melds in range(4):
        concealed, codes = some_hands(n, seed + melds, 13, melds)
        for row, codes_of in enumerate(codes.tolist()):
            laid = [Meld.from_code(code) for code in codes_of if code]
            tiles = [tile for tile in range(34) for _ in range(concealed[row, tile])]
            texts.append(str(Hand(tiles, laid, prevalent="E", seat="ESWN"[row % 4])))
    return texts


def without_win(hand: Hand) -> list[Tile]:
    return list(hand.concealed)


# --- what must hold of all routes -------------------------------------------------------------------------------------


def tiles_of(target: Target) -> list[Tile]:
    return sorted(tile for group in target.groups for tile in group)


def check_target(found: Routes, target: Target, left: list[int]) -> None:
    """Hold a target against the hand, the copies left and the distance of what it would be."""
    held = without_win(found.hand)
    kept = list(target.spare)
    for tile in tiles_of(target):
        if tile in held:
            held.remove(tile)
        else:
            kept.append(tile)
    assert sorted(held) == sorted(target.spare)
    lacking = kept[len(target.spare) :]
    assert {tile: lacking.count(tile) for tile in sorted(set(lacking))} == target.missing
    assert target.distance == len(lacking) - 1
    assert target.left == {tile: left[tile] for tile in target.missing}
    assert target.ways == prod(comb(left[tile], count) for tile, count in target.missing.items()) > 0
    assert target.points >= found.min_points
    assert target.points == sum(Rules().compiled.points[fan] * count for fan, count in target.fans.items())
    complete = Hand(tiles_of(target)[:-1], found.hand.melds, tiles_of(target)[-1], prevalent=found.hand.prevalent,
                    seat=found.hand.seat)  # fmt: skip
    gates = Fan.NINE_GATES in target.fans  # complete, it counts whatever came last
    assert getattr(distance(complete, target.points), found.reading) == -1 or gates


def check_routes(found: Routes, left: list[int]) -> None:
    """Hold routes against what is written of them."""
    order = [(route.distance, -route.best.ways, -route.points, route.fan or 0) for route in found]
    assert order == sorted(order)
    assert len({route.fan for route in found}) == len(found)
    for route in found:
        assert found.nearest <= route.distance == route.best.distance <= found.nearest + found.slack
        assert 1 <= len(route.targets) <= route.number
        ranks = [(target.distance, -target.ways, -target.points) for target in route.targets]
        assert ranks == sorted(ranks)
        assert len({tuple(tiles_of(target)) for target in route.targets}) == len(route.targets)
        assert route.useful == {tile: left[tile] for tile in route.useful}
        for target in route.targets:
            check_target(found, target, left)
            counted = [fan for fan in target.fans if fan not in (Fan.FULLY_CONCEALED_HAND, Fan.SELF_DRAWN)]
            assert route.fan == min(counted or target.fans, key=lambda fan: (-Rules().compiled.points[fan], fan))
            if target.distance == route.distance:
                assert set(target.missing) <= set(route.useful)
        if route.number <= len(route.targets):
            nearest = [target for target in route.targets if target.distance == route.distance]
            assert set(route.useful) == {tile for target in nearest for tile in target.missing}


def copies_left(hand: Hand, visible: list[Tile]) -> list[int]:
    own = without_win(hand) + [tile for meld in hand.melds for tile in meld.tiles]
    return [4 - own.count(tile) - visible.count(tile) for tile in Tile]


@pytest.mark.parametrize("reading", READINGS)
def test_routes_are_what_is_written_of_them(reading: Any) -> None:
    for text in [*HANDS, *random_texts(4, 31)]:
        found = routes(text, slack=1, reading=reading, limit=40)
        assert found.distance == distance(text)
        assert found.nearest == getattr(found.distance, reading)
        assert (len(found) > 0) == (found.nearest != UNREACHABLE)
        check_routes(found, copies_left(found.hand, []))
        VALIDATOR.validate(found.to_dict())


def test_tiles_that_are_gone() -> None:
    rng = np.random.default_rng(5)
    for text in HANDS:
        left = copies_left(Hand.parse(text), [])
        visible = [Tile(tile) for tile in range(34) for _ in range(int(rng.integers(0, left[tile] + 1)))]
        found = routes(text, visible=visible, limit=100)
        now_left = copies_left(found.hand, visible)
        check_routes(found, now_left)
        assert found.nearest >= found.distance.open
        everything = routes(text, slack=found.nearest - found.distance.open + 1, limit=1000)
        alive = {
            (route.fan, tuple(tiles_of(one)))
            for route in everything
            for one in route.targets
            if all(now_left[tile] >= count for tile, count in one.missing.items())
        }
        if all(route.number <= 1000 for route in everything):
            assert alive == {(route.fan, tuple(tiles_of(one))) for route in routes(
                text, visible=visible, limit=1000) for one in route.targets}  # fmt: skip


def test_the_limit_keeps_the_best() -> None:
    for text in HANDS:
        every = routes(text, limit=1000)
        few = routes(text, limit=2)
        assert [(route.fan, route.distance, route.number, route.useful) for route in few] == [
            (route.fan, route.distance, route.number, route.useful) for route in every
        ]
        for one, whole in zip(few, every, strict=True):
            ranks = [(target.distance, target.ways, target.points) for target in whole.targets]
            assert [(target.distance, target.ways, target.points) for target in one.targets] == ranks[
                : len(one.targets)
            ]
            assert len(one.targets) == min(2, len(whole.targets))


def test_any_hand_has_routes_without_a_minimum() -> None:
    found = routes("[456m][678p]23s88p789s", 0, 0)
    assert found.nearest == shanten("[456m][678p]23s88p789s").best == 0
    nothing = routes("[123m][234m][678p]45s1pE|SS0000", 0, 0)
    assert any(route.fan is None and route.points == 0 for route in nothing)
    assert "no fan, " in "\n".join(str(route) for route in nothing)
    VALIDATOR.validate(nothing.to_dict())


def test_special_forms_are_routes() -> None:
    wanted = {
        "19m19p19sESWNCFP": (Fan.THIRTEEN_ORPHANS, "thirteen_orphans", 13),
        "1133557799mEES": (Fan.SEVEN_PAIRS, "seven_pairs", 1),
        "147m25p369sESWNC": (Fan.LESSER_HONORS_AND_KNITTED_TILES, "honors_and_knitted", None),
        "147m258p36s456mEW": (Fan.KNITTED_STRAIGHT, "knitted_straight", None),
    }
    for text, (fan, shape, number) in wanted.items():
        found = next(route for route in routes(text, slack=0, limit=1000) if route.fan is fan)
        assert {target.shape for target in found.targets} == {shape}
        assert number in (None, found.number)


def test_groups() -> None:
    best = routes("147m258p36s456mEW", 12, 0)[0].best
    assert ["".join(map(str, group)) for group in best.groups][:4] == ["1m4m7m", "2p5p8p", "3s6s9s", "4m5m6m"]
    assert len(best.groups) == 5
    best = routes("[2222m][3333m]55p77sEEE|NN0000", 15, 0)[0].best
    assert {group[0] for group in best.groups} == {Tile.P5, Tile.S7, Tile.E}
    assert best.copies_left == 2


# --- useful tiles and discards ----------------------------------------------------------------------------------------


def brute_useful(hand: Hand, least: int, place: int) -> tuple[int, set[Tile]]:
    """Return the distance of a hand and the tiles that lower it, after any discard of 3n+2 tiles."""
    codes = np.zeros((1, 4), int)
    codes[0, : len(hand.melds)] = [meld.code for meld in hand.melds]
    winds = {"prevalent": int(hand.row[40]), "seat": int(hand.row[41])}

    def ask(rows: list[Any]) -> list[int]:
        found = distance_batch(np.array(rows), np.repeat(codes, len(rows), axis=0), least, **winds).values
        return [int(value) for value in found[:, place]]

    held = np.bincount(without_win(hand), minlength=34)
    now = ask([held])[0]
    left = copies_left(hand, [])
    bases = [held] if held.sum() % 3 == 1 else [held - np.eye(34, dtype=int)[tile] for tile in np.flatnonzero(held)]
    pairs = [(base, tile) for base in bases for tile in range(34) if left[tile] > 0]
    after = ask([base + np.eye(34, dtype=int)[tile] for base, tile in pairs])
    return now, {Tile(tile) for (_, tile), value in zip(pairs, after, strict=True) if value < now}


@pytest.mark.parametrize(("place", "least"), [(0, 8), (1, 8), (1, 24)])
def test_useful_tiles_are_those_that_bring_it_nearer(place: int, least: int) -> None:
    for text in [*HANDS, *random_texts(2, 47)]:
        hand = Hand.parse(text)
        now, wanted = brute_useful(hand, least, place)
        found = useful_tiles(text, min_points=least, reading=READINGS[place])  # type: ignore[arg-type]
        assert set(found) == (wanted if now != UNREACHABLE else set()), text
        assert found == {tile: copies_left(hand, [])[tile] for tile in found}


@pytest.mark.parametrize("text", ["1112345567999m", "111234567999mE", "11123455678999m"])
def test_useful_tiles_on_the_way_to_nine_gates(text: str) -> None:
    now, wanted = brute_useful(Hand.parse(text), 88, 1)
    assert set(useful_tiles(text, min_points=88, reading="concealed")) == wanted
    assert routes(text, 88, 0, reading="concealed").nearest == now


def test_a_complete_hand_needs_nothing() -> None:
    assert useful_tiles("123456789m1155p5p", min_points=8) == {}
    assert useful_tiles("[123m][456p]123s78s99s9s", min_points=88) == {}
    assert useful_tiles("[EEE]123m456p79s55s|ES0000", visible="8s8s", min_points=8) == {Tile.S8: 2}


@pytest.mark.parametrize("reading", READINGS)
def test_discards_by_distance(reading: Any) -> None:
    for text in ("[123m,1]45s557p789sEES", "1357m2468p1357sEE", "11123455678999m"):
        hand = Hand.parse(text)
        found = discards(text, min_points=8, reading=reading)
        plain = {one.tile: one.shanten for one in discards(text)}
        assert {one.tile: one.shanten for one in found} == plain
        order = [(one.distance, -one.copies_left, -len(one.useful), one.tile) for one in found]
        assert order == sorted(order)
        for one in found:
            rest = without_win(hand)
            rest.remove(one.tile)
            after = Hand(rest, hand.melds, prevalent=hand.prevalent, seat=hand.seat)
            assert one.distance == getattr(distance(after), reading)
            useful = useful_tiles(after, min_points=8, reading=reading)
            assert set(one.useful) == set(useful)
            gone = one.useful.get(one.tile, 0)
            assert gone in (0, useful.get(one.tile, 1) - 1)
            assert one.to_dict()["distance"] == one.distance


def test_discards_in_words() -> None:
    best = discards("[123m,1]45s557p789sEES", min_points=8)[0]
    assert str(best) == "discard 5p: 2 away (1-shanten), 24 tiles: 4689p 36s"
    far = discards("[123m][456p]123s78s99s9s", min_points=88)
    assert all(one.distance == UNREACHABLE and not one.useful for one in far)
    assert str(far[0]).endswith("out of reach (ready), 0 tiles: ")
    assert far[0].to_dict()["distance"] is None
    assert "distance" not in discards("[123m][456p]123s78s99s9s")[0].to_dict()


# --- words ------------------------------------------------------------------------------------------------------------

TABLE = """\
[123m,1]557p45789sEES|EE0000|0
Distance: 2 away, for 8 points
Reading:  open: points that hold however the hand is completed
Route                Away  Points  Target              Missing                  Spare   With
-------------------  ----  ------  ------------------  -----------------------  ------  ------------
Mixed Straight       2         11  789p 456s 789s 55p  8p(4) 9p(4) 6s(4)        EES     All Chows,
                                                                                        Mixed Double
                                                                                        Chow
Pure Straight        3         19  123s 456s 789s 55p  1s(4) 2s(4) 3s(1) 6s(4)  7pEES   All Chows,
                                                                                        Mixed Double
                                                                                        Chow
Mixed Shifted Chows  3          8  234p 345s 789s 55p  2p(4) 3p(4) 4p(4) 3s(1)  7pEES   All Chows
Pure Shifted Chows   3         18  345s 567s 789s 55p  3s(1) 5s(3) 6s(4) 7s(3)  7pEES   All Chows
All Types            3          8  567p 789s CCC EE    6p(4) CCC(4)             5p45sS  Dragon Pung"""


def test_the_table() -> None:
    assert str(routes("[123m,1]45s557p789sEES", visible="EE333s")) == TABLE


def test_facts_and_notes() -> None:
    words = str(routes("[123m,1]45s557p789sEES"))
    assert "Winds:    not both given; taken as prevalent East, seat East\n" in words
    assert "Winds" not in str(routes("[123m,1]45s557p789sEES|SS0000"))
    assert str(routes("[123m][456p]66p345s79s", 88)).endswith("Notes\n- no hand of 88 points can be reached")
    gone = routes("[123m][456p]66p345s79s", visible="8888s")
    assert str(gone).endswith("Notes\n- hands that are ready need more copies of a tile than are left")
    assert gone.nearest == 2
    dead = routes("[111m][999m][EEE]1m99p5s", 8, visible="2222m2222s3333s4444s5558s6666s7777s99p", slack=0)
    assert "Rules:    mil\n" in str(routes("[123m][456p]66p345s79s", rules="mil"))
    assert dead.nearest >= dead.distance.open


def test_in_chinese() -> None:
    words = drawn_text(routes_block(routes("1122m3344p5678sE", slack=0, limit=2), "zh", every=True))
    assert words == (
        "1122m3344p5678sE|EE0000|0\n"
        "距离：差2张听牌（8分）\n"
        "计分：明：无论如何成牌都有的分\n"
        "路线  距离  分  目标牌型                            缺牌（余张）          多余   另计\n"
        "----  ----  --  ----------------------------------  --------------------  -----  ----\n"
        "七对  2     25  11万 22万 33饼 44饼 66条 77条 88条  6条(3) 7条(3) 8条(3)  5条东  无字\n"
        "      2     25  11万 22万 33饼 44饼 55条 77条 88条  5条(3) 7条(3) 8条(3)  6条东  无字"
    )


def test_lines() -> None:
    found = routes("[EEE]123m456p79s55sW|ES0000", slack=0)
    assert str(found[0]) == "Mixed Straight, ready, 10 points: 123m 456p 789s 55s; missing 8s (4 left)"
    assert str(routes("123456789m1155p5p", 16, 0)[0]).startswith("Pure Straight, complete, 1")
    assert repr(found) == "<Routes of [EEE]55s123m456p79sW|ES0000|0: Mixed Straight>" or found[0].points == 10
    assert found[0].copies_left == 4
    assert list(found) == [*found[:]]
    assert json.loads(found.to_json()) == found.to_dict()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"slack": -1}, "slack must be a whole number from 0 on, not -1"),
        ({"slack": 1.5}, "slack must be a whole number from 0 on, not 1.5"),
        ({"limit": 0}, "limit must be 1..1000, not 0"),
        ({"limit": 1001}, "limit must be 1..1000, not 1001"),
        ({"reading": "closed"}, "reading must be 'open' or 'concealed', not 'closed'"),
        ({"reading": 1}, "reading must be 'open' or 'concealed', not 1"),
        ({"min_points": "many"}, "min_points must be a whole number from 0 on, not 'many'"),
    ],
)
def test_what_routes_refuse(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError) as caught:
        routes("[EEE]123m456p79s55sW", **arguments)
    assert str(caught.value) == words


def test_unknown_sets_are_refused() -> None:
    for call in (routes, distance, lambda *a, **k: useful_tiles(*a, min_points=8, **k)):
        with pytest.raises(InputError, match=r"^points need known melds, not 1 set of unknown tiles$"):
            call("123m456p79s55s", melds=1)
    with pytest.raises(InputError, match=r"^points need known melds, not 2 sets of unknown tiles$"):
        discards("123m456p79s", melds=2, min_points=8)
    with pytest.raises(InputError, match=r"^form= and min_points= ask for different things; give one of them$"):
        useful_tiles("[EEE]123m456p79s55s", form="regular", min_points=8)


# --- the command ------------------------------------------------------------------------------------------------------


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(cli, list(arguments), input=stdin)


def test_the_command() -> None:
    hand = "[123m,1]45s557p789sEES"
    assert run("routes", hand, "--visible", "EE333s").stdout == f"{TABLE}\n"
    assert run("routes", hand, "--prevalent", "S", "--seat", "W", "--slack", "0").stdout == (
        f"{routes(f'{hand}|SW0000', slack=0)}\n"
    )
    found = routes(hand, 24, 0, reading="concealed", rules=Rules.preset("mil"))
    options = ("--min-points", "24", "--slack", "0", "--reading", "concealed", "--rules", "mil")
    assert run("routes", hand, *options).stdout == f"{found}\n"
    every = drawn_text(routes_block(routes(hand, limit=3), "zh", every=True))
    assert run("routes", hand, "--all", "--limit", "3", "--lang", "zh").stdout == f"{every}\n"


def test_the_command_gives_json_and_reads_lines() -> None:
    result = run("routes", "-", "--json", "--limit", "1", stdin="[123m,1]45s557p789sEES\n123m\n")
    good, bad = (json.loads(line) for line in result.stdout.splitlines())
    assert result.exit_code == 1
    VALIDATOR.validate(good)
    assert good == routes("[123m,1]45s557p789sEES", limit=1).to_dict()
    assert bad["error"]["type"] == "HandError"


def test_the_command_refuses() -> None:
    result = run("routes", "[EEE]1m")
    assert result.exit_code == 1
    assert result.stderr == (
        "error: [EEE]1m: 1 concealed tile with 1 meld; a hand of 1 meld has 10, or 11 with the winning tile\n"
    )
    for options in (("--slack", "-1"), ("--min-points", "-1"), ("--limit", "0"), ("--reading", "x"), ("--melds", "1")):
        result = run("routes", "[EEE]123m456p79s55sW", *options)
        assert result.exit_code == 2
        assert result.stdout == ""


def test_discards_by_points() -> None:
    hand = "[123m,1]45s557p789sEES"
    result = run("discards", hand, "--min-points", "8", "--reading", "concealed").stdout
    assert "Discard  Away    Shanten    Tiles  Useful tiles\n" in result
    assert "5p       2 away  1-shanten     24  4689p 36s\n" in result
    data = json.loads(run("discards", hand, "--min-points", "8", "--json").stdout)
    schema = json.loads((files("fastmcr") / "analysis.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(data)
    assert [one["distance"] for one in data["discards"]] == [one.distance for one in discards(hand, min_points=8)]
    assert "打   距离" in run("discards", hand, "--min-points", "8", "--lang", "zh").stdout
