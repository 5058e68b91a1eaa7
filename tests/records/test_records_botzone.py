"""Botzone match JSON, with the invented deal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from record_samples import botzone, changed, display, error, moves, one

from fastmcr.records import Conflict
from fastmcr.rulebook.fans import Fan

DISPLAYS = len(botzone()["logs"][::2])
CHI = next(at for at in range(DISPLAYS) if display(botzone(), at)["action"] == "CHI")
PLAY = [
    "E draw W",
    "E discard W",
    "S draw 9s",
    "S discard 9s",
    "N pung 9s",
    "N discard C",
    "E draw S",
    "E discard P",
    "W claimed kong P",
    "W draw 9m",
    "W discard 9m",
    "N draw 2p",
    "N discard 4p",
    "E draw 9p",
    "E concealed kong 9p",
    "E draw 1p",
    "E discard 1p",
    "S chow 123p",
    "S discard N",
    "W draw 9m",
    "W discard 9m",
    "N draw 9s",
    "N promoted kong 9s",
    "E hu",
]


def path_of(number: int, *rest: Any) -> tuple[Any, ...]:
    """Return the path of a display, numbered from 0, or from the end."""
    return ("logs", 2 * (number % DISPLAYS), "output", "display", *rest)


def test_the_invented_deal_is_read() -> None:
    record = one(botzone())
    assert (record.kind, record.prevalent, record.players) == ("personal", 1, ("P0", "P1", "P2", "P3"))
    assert moves(record) == PLAY
    assert record.hands[0] == bytes([17, 17, 17, 0, 1, 2, 21, 22, 23, 24, 25, 28, 33])
    assert [len(wall) for wall in record.walls] == [34] * 4
    assert all(wall[:13] == hand for wall, hand in zip(record.walls, record.hands, strict=True))
    [win] = record.result.wins
    assert (record.result.ending, win.seat, win.total, record.result.scores) == ("win", 0, 14, (38, -8, -8, -22))
    assert win.fans is not None
    assert [(fan.fan, fan.times, fan.points) for fan in win.fans] == [
        (Fan.ROBBING_THE_KONG, 1, 8),
        (Fan.CONCEALED_HAND, 1, 2),
        (Fan.CONCEALED_KONG, 1, 2),
        (Fan.SHORT_STRAIGHT, 1, 1),
        (Fan.PUNG_OF_TERMINALS_OR_HONORS, 1, 1),
    ]
    source = record.win_source
    assert source is not None
    assert (source.self_drawn, source.seat, source.robbed, source.tile) == (False, 3, True, 26)
    assert record.settlement == "discard"


def test_initdata_may_be_an_object_and_logs_may_be_bare() -> None:
    match = botzone()
    wanted = one(match)
    assert one(changed(match, ("initdata",), json.loads(match["initdata"]))) == wanted
    bare = one(match["logs"])
    assert bare.walls == ()
    assert bare.events == wanted.events


def test_the_wall_is_taken_from_its_end() -> None:
    wall = one(botzone()).walls[0]
    assert list(wall[13:17]) == [29, 28, 17, 9]  # F3 F2 B9 B1 come after the hand


def test_the_tile_of_a_claim_is_the_discard_after_it() -> None:
    """`CHI` and `PENG` show what is thrown afterwards; the claimed tile is the last discard."""
    record = one(botzone())
    assert moves(record)[4:6] == ["N pung 9s", "N discard C"]
    assert moves(record)[17:19] == ["S chow 123p", "S discard N"]


def test_losing_answers_are_passed_claims() -> None:
    match = botzone()
    match["logs"][11]["0"]["response"] = "CHI W8 W1"  # the answers to South's 9 bamboos, which North pungs
    match["logs"][11]["2"]["response"] = "PENG W1"
    assert moves(one(match))[4:7] == ["E passed claim chow 789m", "W passed claim pung 9s", "N pung 9s"]


def test_a_refused_second_hu_is_a_passed_claim() -> None:
    match = botzone()
    match["logs"][-2]["2"]["response"] = "HU"
    record = one(match)
    assert moves(record)[-2:] == ["W passed claim hu 9s", "E hu"]
    assert record.winners == (0,)


def test_answers_to_a_draw_and_passes_are_no_claims() -> None:
    assert not any(move.split()[1] == "passed" for move in moves(one(botzone())))


def test_a_drawn_deal_is_read() -> None:
    match = changed(botzone(), path_of(-1), {"action": "HUANG"})
    match["logs"] = [*match["logs"][:10], match["logs"][-1]]
    record = one(match)
    assert (record.result.ending, record.result.scores, moves(record)[-1]) == ("draw", (0, 0, 0, 0), "no winner")
    display(match, -1)["score"] = [1, -1, 0, 0]
    assert one(match).conflicts == (Conflict(0, "payments", "nobody won, but the scores are 1 -1 0 0"),)


@pytest.mark.parametrize("word", ["WA", "WH", "TLE", "init"])
def test_any_other_word_is_a_fault(word: str) -> None:
    match = changed(botzone(), path_of(-1), {"action": word, "player": 2, "score": [10, 10, -30, 10]})
    match["logs"][-1]["output"]["content"] = {}
    result = one(match).result
    assert (result.ending, result.fault, result.fault_seat, result.scores) == ("fault", word, 2, (10, 10, -30, 10))
    assert one(match).settlement == "fault"


def test_a_flower_is_laid_aside() -> None:
    match = botzone()
    draw = {"output": {"display": {"action": "DRAW", "player": 0, "tile": "H3"}}}
    flower = {"output": {"display": {"action": "BUHUA", "player": 0, "tile": "H3"}}}
    match["logs"][4:4] = [draw, {}, flower, {}]
    assert moves(one(match))[:4] == ["E draw flower c", "E flower c", "E draw W", "E discard W"]
    del match["logs"][4:6]  # the draw was not shown
    assert moves(one(match))[:4] == ["E draw flower c", "E flower c", "E draw W", "E discard W"]


def test_a_log_that_ends_early_is_read_with_a_note() -> None:
    match = botzone()
    match["logs"] = match["logs"][:21]
    record = one(match)
    assert record.result.ending == "unknown"
    assert record.notes == ("the log ends before the deal does",)


@pytest.mark.parametrize(
    ("path", "value", "conflict"),
    [
        (
            path_of(2, "tileCnt"),
            [21, 21, 21, 21],
            Conflict(1, "wall", "tileCnt is [21, 21, 21, 21], but [20, 21, 21, 21] tiles are left"),
        ),
        (path_of(0, "quan"), 2, Conflict(0, "winds", "initdata has prevalent wind 1, INIT has 2")),
        (path_of(-1, "fanCnt"), 15, Conflict(0, "total", "the fans add up to 14, but the total recorded is 15")),
        (path_of(-1, "fan", 0, "name"), "大四七", Conflict(0, "fans", "no fan is called '大四七'")),
        (
            path_of(-1, "fan", 1, "value"),
            3,
            Conflict(0, "total", "the fans add up to 15, but the total recorded is 14"),
        ),
        (
            ("logs", 2 * DISPLAYS - 2, "output", "content", "0"),
            39,
            Conflict(0, "payments", "content repeats the scores as [39, -8, -8, -22], but score is [38, -8, -8, -22]"),
        ),
    ],
)
def test_what_the_log_says_twice_is_compared(path: tuple[Any, ...], value: Any, conflict: Conflict) -> None:
    assert conflict in one(changed(botzone(), path, value)).conflicts


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("initdata",), "{", "deal 1, initdata: the JSON ends in the middle"),
        (
            ("initdata",),
            '{"walltiles":"W1 W2"}',
            "deal 1, initdata.walltiles: 2 tiles; the walls have 136, or 144 with flowers",
        ),
        (
            path_of(2, "tile"),
            "W0",
            "deal 1, logs[4].output.display.tile: no tile 'W0'; tiles are W1..W9, B1..B9, T1..T9, F1..F4, "
            "J1..J3 and H1..H8",
        ),
        (path_of(2, "player"), 4, "deal 1, logs[4].output.display.player: 4 is out of range; 0 to 3 is allowed"),
        (path_of(2, "player"), True, "deal 1, logs[4].output.display.player: a whole number is needed here, not True"),
        (path_of(2, "tile"), ..., "deal 1, logs[4].output.display: tile is missing"),
        (path_of(1), {"action": "HUANG"}, "deal 1, logs[4]: the log goes on after the end of the deal"),
        (path_of(1), {"action": "DRAW", "player": 0, "tile": "W1"}, "deal 1, logs: the log shows no INIT or no DEAL"),
        (path_of(0, "quan"), "E", "deal 1, logs[0].output.display.quan: a whole number is needed here, not 'E'"),
        (path_of(1, "hand", 0), ["W1"], "deal 1, logs[2].output.display.hand[0]: 13 elements are needed here, not 1"),
        (
            path_of(CHI, "tileCHI"),
            "B1",
            f"deal 1, logs[{2 * CHI}].output.display.tileCHI: no chow has B1 in the middle",
        ),
        (path_of(CHI, "tileCHI"), "H1", f"deal 1, logs[{2 * CHI}].output.display.tileCHI: a flower cannot stand here"),
        (path_of(2, "action"), 7, "deal 1, logs[4].output.display.action: text is needed here, not 7"),
        (("logs",), {}, "deal 1, logs: a list is needed here, not {}"),
        (("logs", 0), [], "deal 1, logs[0]: an object is needed here, not []"),
        (("players",), [1], "deal 1, players: 4 elements are needed here, not 1"),
        (
            path_of(-1, "score"),
            [1, 2, 3],
            f"deal 1, logs[{2 * DISPLAYS - 2}].output.display.score: 4 elements are needed here, not 3",
        ),
    ],
)
def test_what_cannot_be_read_is_reported_with_its_place(path: tuple[Any, ...], value: Any, message: str) -> None:
    assert error(changed(botzone(), path, value)) == message
