"""The referee on deals made by hand, whose outcome is worked out from the rules, and on random ones."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import oracle
import pytest
from deal_scripts import CLOSED, DULL, DULL_14, KONG, POOR, SCRIPTS, STRAIGHT, Script
from deals import FALSE_HU, HU, follow, move, personal_walls, shared_wall, tiles
from oracle_play import (
    AFTER_DRAW,
    CHOW,
    CLAIMED_KONG,
    CONCEALED_KONG,
    MUST_DISCARD,
    PROMOTED_KONG,
    PUNG,
    Referee,
    settle,
)


def referee(script: Script) -> Referee:
    return Referee(script.kind, script.walls, 0, multiple_winners=script.multiple_winners)


def stopped(name: str, until: Any) -> Referee:
    """Follow a script until something is true, which has to happen before the end."""
    game = referee(SCRIPTS[name])
    follow(game, SCRIPTS[name].moves, until)
    assert until(game)
    return game


def personal(moves: list[str], hands: list[str], draws: list[str], until: Any) -> Referee:
    """Play with personal walls until something is true."""
    game = Referee("personal", personal_walls(hands, draws), 0)
    follow(game, moves, until)
    return game


# Outcomes


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripted_deal_ends_as_the_rules_say(name: str) -> None:
    script = SCRIPTS[name]
    game = referee(script)
    follow(game, script.moves)
    result = game.result
    assert game.ended
    assert game.actor() is None
    assert game.legal() == []
    assert result is not None
    assert (result["kind"], result["discarder"]) == (script.ends, script.discarder)
    assert tuple(winner[:3] for winner in result["winners"]) == script.winners
    assert tuple(result["scores"]) == script.scores
    assert tuple(result["false_hus"]) == script.false_hus
    assert script.left is None or tuple(game.walls_left) == script.left
    for _, points, _, fans in result["winners"]:
        assert set(script.has) <= set(fans)
        assert not set(script.lacks) & set(fans)
        assert points == sum(oracle.POINTS[fan] * count for fan, count in fans.items() if fan != 81)


@pytest.mark.parametrize(
    ("totals", "discarder", "duplicate", "scores"),
    [
        ({0: 9}, None, True, [33, -11, -11, -11]),  # duplicate notes 3
        ({3: 10}, None, True, [-12, -12, -12, 34]),
        ({1: 88}, None, True, [-38, 112, -38, -38]),
        ({0: 20}, 2, True, [44, -8, -28, -8]),  # notes 4
        ({1: 20, 2: 10}, 0, True, [-46, 36, 26, -16]),
        ({0: 20, 1: 10, 2: 8}, 3, True, [28, 18, 16, -62]),
        ({0: 8, 3: 20}, 1, True, [24, -44, -16, 36]),
        ({2: 14, 3: 12}, 0, True, [-42, -16, 30, 28]),
        ({0: 8}, None, False, [48, -16, -16, -16]),  # rules section 5
        ({0: 8}, 1, False, [32, -16, -8, -8]),
        ({2: 12}, None, False, [-20, -20, 60, -20]),
        ({3: 25}, 0, False, [-33, -8, -8, 49]),
    ],
)
def test_payments(totals: dict[int, int], discarder: int | None, duplicate: bool, scores: list[int]) -> None:
    assert settle(totals, discarder, duplicate) == scores


# Dealing


def test_shared_deal_goes_round_in_fours() -> None:
    wall = [*range(34)] * 4 + [*range(34, 42)]
    game = Referee("shared", wall, 0)
    assert game.hands[0] == sorted([*wall[0:4], *wall[16:20], *wall[32:36], wall[48], wall[52]])
    assert game.hands[2] == sorted([*wall[8:12], *wall[24:28], *wall[40:44], wall[50]])
    assert (game.drawn, game.actor(), game.walls_left) == (wall[52], 0, [91])


def test_opening_flowers_are_replaced_from_the_back_east_first() -> None:
    wall = [*range(34)] * 4
    for place, flower in ((4, 34), (5, 35), (0, 36)):  # two with South, one with East
        wall.insert(place, flower)
    wall += [37, 38, 39, 40, 41]
    game = Referee("shared", wall, 0)
    # East: five flowers from the back after his own, then a tile; South two more tiles.
    assert game.flowers == [[36, 41, 40, 39, 38, 37], [34, 35], [], []]
    assert game.drawn == 33
    assert [len(hand) for hand in game.hands] == [14, 13, 13, 13]
    assert game.walls_left == [144 - 53 - 8]
    assert {32, 31} <= set(game.hands[1])


def test_personal_deal_and_draws_take_one_end() -> None:
    walls = personal_walls(["1111m"], ["E9m"])
    game = Referee("personal", walls, 2)
    assert game.hands == [sorted(walls[0][:14]), *(sorted(wall[:13]) for wall in walls[1:])]
    assert (game.drawn, game.walls_left) == (27, [20, 21, 21, 21])
    game.step(CONCEALED_KONG)
    assert (game.drawn, game.walls_left, game.melds[0]) == (8, [19, 21, 21, 21], [("concealed_kong", 0)])


@pytest.mark.parametrize(
    ("kind", "walls", "message"),
    [
        ("shared", [*range(34)] * 4, r"too many \[\], too few \[34, 35, 36, 37, 38, 39, 40, 41\]"),
        ("personal", [[0] * 34] * 4, "too many"),
        ("personal", [[0] * 35, [0] * 33, [0] * 34, [0] * 34], "four of 34"),
        ("own", [], "no such deal"),
    ],
)
def test_walls_that_are_no_deal_are_refused(kind: str, walls: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Referee(kind, walls, 0)


# Actions by number


@pytest.mark.parametrize(
    ("claimed", "numbers"),
    [
        ("5m", [36 + 3 * 4, 36 + 3 * 3 + 1, 36 + 3 * 2 + 2]),
        ("1p", [36 + 21]),
        ("9s", [36 + 42 + 3 * 6 + 2]),
        ("3s", [36 + 42 + 3 * 2, 36 + 42 + 3 + 1, 36 + 42 + 2]),
        ("E", []),
    ],
)
def test_chows_are_numbered_by_middle_and_place(claimed: str, numbers: list[int]) -> None:
    # South holds all neighbours of the tile.
    neighbours = {"5m": "3467m 19p", "1p": "23p 1199s", "9s": "78s 1199m", "3s": "1245s 19p", "E": "SWN 199m"}
    hand = neighbours[claimed] + "ESWNCFP"
    game = Referee("personal", personal_walls(["", hand], [claimed]), 0)
    game.step(2 + tiles(claimed)[0])
    found = [] if game.actor() != 1 else [number for number in game.legal() if CHOW <= number < PUNG]
    assert found == sorted(numbers)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("S chow 567p 5p", (1, 36 + 21 + 3 * 4)),
        ("S chow 567p 7p", (1, 36 + 21 + 3 * 4 + 2)),
        ("N pung P", (3, 99 + 33)),
        ("E kong 1m", (0, 133)),
        ("W concealed E", (2, 167 + 27)),
        ("W promote 9s", (2, 201 + 26)),
        ("E discard 2m", (0, 3)),
        ("E false hu", (0, FALSE_HU)),
    ],
)
def test_moves_are_read(text: str, expected: tuple[int, int]) -> None:
    assert move(text) == expected


def test_a_kong_holder_may_pung_kong_or_pass() -> None:
    game = Referee("personal", personal_walls(["", "", "CCC"], ["C"]), 0)
    game.step(2 + 31)
    assert (game.actor(), game.legal()) == (2, [0, PUNG + 31, CLAIMED_KONG + 31])
    game.step(CLAIMED_KONG + 31)
    assert (game.melds[2], game.rivers[0], game.actor()) == ([("claimed_kong", 31)], [], 2)
    assert game.walls_left == [20, 21, 20, 21]


def test_an_illegal_action_is_refused() -> None:
    game = Referee("personal", personal_walls([DULL], ["E"]), 0)
    with pytest.raises(ValueError, match="action 1 is not legal for seat 0"):
        game.step(HU)


# Turns


def test_after_a_claim_only_a_discard_even_of_the_same_tile() -> None:
    # South could promote his pung and kong four 1m on a draw; now he may discard, 5p too.
    game = personal(["S pung 5p"], ["", "555p 1111m 789s 22s E"], ["5p"], until=lambda game: game.phase == MUST_DISCARD)
    assert (game.actor(), game.phase, game.drawn) == (1, MUST_DISCARD, None)
    assert game.legal() == [2 + tile for tile in sorted({*tiles("5p1m789s2sE")})]
    game.step(2 + 13)
    assert game.rivers[1] == [13]


def test_a_kong_may_be_promoted_later() -> None:
    game = personal(
        ["S pung 5p", "S discard 9s"], ["", "555p 19s 28m EWNCF"], ["5p"], until=lambda game: game.rivers[1] != []
    )
    assert game.legal() != []
    follow(game, [], lambda game: game.turn == 1 and game.drawn is not None)
    assert game.drawn != 13
    assert PROMOTED_KONG + 13 in game.legal()
    game.step(PROMOTED_KONG + 13)
    assert game.melds[1] == [("promoted_kong", 13)]


def test_no_kong_on_the_last_turn() -> None:
    game = stopped("no kong on the last turn", lambda game: game.last_tile)
    assert (game.actor(), game.walls_left) == (3, [0, 1, 1, 1])
    assert game.hands[3].count(tiles("9p")[0]) == 4
    assert max(game.legal()) < CHOW


def test_no_kong_with_an_empty_wall_but_a_pung() -> None:
    game = stopped("no kong with an empty wall", lambda game: game.walls_left[1] == 0 and game.turn == 1)
    assert not game.last_tile
    assert game.hands[1].count(tiles("9m")[0]) == 4
    assert max(game.legal()) < CHOW
    follow(game, [], lambda game: game.actor() == 1 and game.turn == 2)
    assert game.tile == tiles("1s")[0]
    assert game.legal() == [0, PUNG + game.tile]


def test_no_kong_on_the_last_tile_of_the_shared_wall() -> None:
    game = stopped("shared: no kong with an empty wall", lambda game: game.last_tile)
    assert game.hands[3].count(tiles("9p")[0]) == 4
    assert max(game.legal()) < CHOW


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("last tile claimed", [2]),
        ("last tile by pung, claimed", [2]),
        ("last tile by pung, draw", []),
        ("shared: last tile claimed", [1]),
    ],
)
def test_the_last_discard_is_open_to_hu_alone(name: str, asked: list[int]) -> None:
    script = SCRIPTS[name]
    game = referee(script)
    made = follow(game, script.moves)
    last_discard = max(place for place, (_, action) in enumerate(made) if 2 <= action < CHOW)
    assert [seat for seat, _ in made[last_discard + 1 :]] == asked


def test_a_flower_as_the_last_tile_is_laid_aside() -> None:
    game = stopped("flower as the last tile", lambda game: game.ended)
    assert game.flowers[0] == [34]
    assert [len(hand) for hand in game.hands] == [13] * 4
    assert sum(len(river) for river in game.rivers) == 84


# Claims


def test_nobody_knows_the_answers_of_others() -> None:
    script = SCRIPTS["hu before pung before chow"]
    game = referee(script)
    game.step(2 + 13)
    seen = []
    for action in (CHOW + 21 + 3 * 4, HU, PUNG + 13):
        assert not game.ended
        seen.append((game.actor(), game.legal()))
        game.step(action)
    assert [seat for seat, _ in seen] == [1, 2, 3]
    assert [legal[:2] for _, legal in seen] == [[0, 36 + 21 + 3 * 4], [0, HU], [0, PUNG + 13]]


def test_who_can_only_pass_is_not_asked() -> None:
    game = Referee("personal", personal_walls([DULL, "147p 258s ESWNFFP", "33p 147s 28m ESWNC", ""], ["3p"]), 0)
    game.step(2 + 11)
    assert (game.actor(), game.tile) == (2, 11)


def test_a_chow_is_for_the_next_player() -> None:
    game = Referee("personal", personal_walls([DULL, "147s 28m ESWNCFPP", "46p 7s", "46p 7s"], ["5p"]), 0)
    game.step(2 + 13)
    assert (game.actor(), game.turn, game.phase) == (1, 1, AFTER_DRAW)


def test_a_robbed_kong_may_not_be_punged_or_chowed() -> None:
    game = stopped("robbed kong", lambda game: game.phase == "on kong")
    assert (game.actor(), game.legal()) == (2, [0, HU])
    assert game.melds[0] == [("pung", 13)]


def test_hu_needs_the_minimum() -> None:
    walls = personal_walls(["", POOR], ["E", "5p"])
    for minimum, legal in ((8, False), (7, True)):
        game = Referee("personal", walls, 0, minimum=minimum)
        follow(game, [], lambda game: game.turn == 1)
        assert (HU in game.legal()) is legal


@pytest.mark.parametrize(("prevalent", "fans"), [(0, {61: 1}), (1, {60: 1, 61: 1}), (3, {61: 1})])
def test_winds_of_deal_and_seat(prevalent: int, fans: dict[int, int]) -> None:
    walls = personal_walls(["", "SSS 123m 46p 789s 22s"], ["E", "5p"])
    game = Referee("personal", walls, prevalent)
    follow(game, ["S hu"])
    assert game.result is not None
    won = game.result["winners"][0][3]
    assert {fan: won[fan] for fan in (60, 61) if fan in won} == fans


def test_the_preset_scores() -> None:
    # One melded and one concealed kong: 6 by default, 3 by the rules of 1998 (A2a).
    points = {}
    for preset in ("default", "r98"):
        game = Referee("personal", personal_walls(["", "1111m 777p 4456s 99s"], ["7p", "4s4s"]), 0, preset=preset)
        follow(game, ["S kong 7p", "S concealed 1m", "S hu"])
        assert game.result is not None
        points[preset] = game.result["winners"][0][1]
    assert points["default"] - points["r98"] == 3


# Dead hands


def test_a_dead_hand_draws_and_discards_only() -> None:
    game = personal(["S false hu"], [DULL, "9999m 46p 789s 22m 67m"], ["E", "F"], until=lambda game: bool(game.dead[1]))
    assert game.actor() == 1
    assert CONCEALED_KONG not in game.legal()
    assert max(game.legal()) < CHOW


def test_a_dead_hand_claims_and_wins_nothing() -> None:
    # North discards 5p, which would win, and 2m, of which South holds a pair.
    walls = personal_walls([DULL, STRAIGHT], ["E", "F5p", "", "5p2m"])
    game = Referee("personal", walls, 0)
    follow(game, ["S false hu"], lambda game: bool(game.dead[1]))
    made = follow(game, [], lambda game: game.turn == 1 and game.drawn == 13)
    assert game.rivers[3] == tiles("5p")
    assert HU not in game.legal()
    game.declare_hu()  # worth 15, which is not fewer than the minimum: no structure
    assert game.false_hus == [(1, False, 8), (1, False, 8)]
    made += follow(game, [], lambda game: len(game.rivers[3]) == 2 and game.turn != 3)
    assert game.rivers[3] == tiles("5p2m")
    assert (1, 0) not in made


def test_declaring_a_valid_hu_wins() -> None:
    game = personal([], [DULL, STRAIGHT], ["E", "5p"], until=lambda game: game.turn == 1)
    game.declare_hu()
    assert game.result is not None
    assert game.result["winners"][0][:3] == (1, 15, 15)
    assert game.false_hus == []
    with pytest.raises(ValueError, match="over"):
        game.declare_hu()


def test_a_false_hu_on_a_discard_is_a_pass() -> None:
    game = personal([], [DULL, "147p 258s ESWNFFP", CLOSED], ["E", "5p"], until=lambda game: game.actor() == 2)
    assert game.phase == "on discard"
    game.declare_hu()
    assert (game.turn, game.dead) == (2, [False, False, True, False])
    assert game.rivers[1] == [13]


def test_ordinary_play_has_no_imp() -> None:
    game = Referee("shared", shared_wall([DULL_14, KONG]), 0)
    game.declare_hu()
    assert game.false_hus == [(0, False, None)]


# Random deals


def random_deal(kind: str, seed: int) -> Referee:
    rng = random.Random(seed)
    wall = [tile for tile in range(34) for _ in range(4)]
    rng.shuffle(wall)
    if kind == "personal":
        return Referee(kind, [wall[34 * seat : 34 * seat + 34] for seat in range(4)], seed % 4, minimum=seed % 9)
    wall += range(34, 42)
    rng.shuffle(wall)
    return Referee(kind, wall, seed % 4, minimum=seed % 9, multiple_winners=("all", "nearest")[seed % 2])


def all_tiles(game: Referee) -> Counter[int]:
    """Every tile of the deal; one added to a pung lies nowhere while others may rob it, nor once they have."""
    places = [*game.walls, *game.hands, *game.rivers, *game.flowers]
    places += [oracle.tiles_of(*meld) for melds in game.melds for meld in melds]
    if game.phase == "on kong" or (game.result is not None and game.result["kind"] == "robbed kong"):
        places.append([game.tile or 0])
    return Counter(tile for place in places for tile in place)


@pytest.mark.parametrize("kind", ["shared", "personal"])
def test_random_deals_hold_together(kind: str) -> None:
    ends: Counter[str] = Counter()
    for seed in range(40):
        rng = random.Random(seed)
        game = random_deal(kind, seed)
        every = all_tiles(game)
        while (seat := game.actor()) is not None:
            legal = game.legal()
            assert legal == sorted(set(legal))
            held = len(game.hands[seat]) + 3 * len(game.melds[seat])
            assert held == (13 if 0 in legal else 14)
            if rng.random() < 0.003:
                game.declare_hu()
            else:
                game.step(HU if HU in legal else rng.choice([*legal, *(each for each in legal if each >= CHOW)]))
            assert all_tiles(game) == every
        assert game.result is not None
        scores = sum(game.result["scores"])
        ends[game.result["kind"]] += 1
        assert scores in ((0, -1, -2) if (kind, game.result["kind"]) == ("personal", "self-drawn") else (0,))
    assert ends["draw"]
    assert ends["discard"] + ends["self-drawn"]
