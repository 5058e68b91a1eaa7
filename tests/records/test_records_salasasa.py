"""salasasa: ticks without seats, generations, false hu, flowers that are discarded."""

from __future__ import annotations

from typing import Any

import pytest
from record_samples import SALASASA, changed, error, errors, moves, needs_logs, one, read, salasasa

from fastmcr.records import Conflict, RecordedFalseHu
from fastmcr.rulebook.fans import Fan

pytestmark = needs_logs

HAND = ("game_round", "round_index_3")
TICKS = (*HAND, "action_ticks")


def ticks(*more: list[Any], hand: int = 3, keep: int = 9) -> dict[str, Any]:
    """Return a match whose hand has the first ticks of the sample and then these."""
    document = salasasa(hand)
    one_hand = document["game_round"][f"round_index_{hand}"]
    one_hand["action_ticks"] = [*one_hand["action_ticks"][:keep], *more]
    return document


def test_the_third_hand_reads_as_its_notes_say() -> None:
    record = one(salasasa())
    assert (record.kind, record.prevalent, record.minimum, len(record.hands[0])) == ("shared", 0, 8, 14)
    assert record.seats == (2, 3, 0, 1)
    assert record.players == ("P2", "P3", "P0", "P1")
    assert moves(record)[:12] == [
        "E flower a",
        "E draw 4p (replacement)",
        "S flower e",
        "S draw 3p (replacement)",
        "N flower h",
        "N draw 2s (replacement)",
        "E discard 1m",
        "S draw 2s",
        "S discard N",
        "E pung N",
        "E discard W",
        "S draw 5p",
    ]
    assert "E chow 234p" in moves(record)
    [win] = record.result.wins
    assert win.fans is not None
    assert [(fan.fan, fan.times) for fan in win.fans] == [
        (Fan.ALL_TYPES, 1),
        (Fan.CLOSED_WAIT, 1),
        (Fan.PUNG_OF_TERMINALS_OR_HONORS, 2),
        (Fan.FLOWER_TILES, 1),
    ]
    assert (win.seat, win.total) == (0, 10)


def test_older_files_have_the_changes_by_player() -> None:
    """[-18, -8, 34, -8] by player: player 2 sits East, player 0 West."""
    assert one(salasasa()).result.scores == (34, -8, -18, -8)


def test_newer_files_have_the_changes_by_seat() -> None:
    document = changed(salasasa(), (*HAND, "seats"), [2, 3, 0, 1])
    assert one(document).result.scores == (-18, -8, 34, -8)
    assert one(document).seats == (2, 3, 0, 1)


def test_seats_that_contradict_the_rotation_are_noted() -> None:
    record = one(changed(salasasa(), (*HAND, "seats"), [0, 1, 2, 3]))
    text = "seats puts players 0, 1, 2, 3 at E, S, W, N; hand 3 has 2, 3, 0, 1"
    assert record.conflicts == (Conflict(0, "winds", text),)


def test_white_comes_before_green() -> None:
    record = one(
        ticks(["d", 45], ["c", 45, "T"], ["d", 46], ["c", 46, "T"], ["d", 47], ["c", 47, "T"], ["liuju"], ["end"])
    )
    assert [move.split()[2] for move in moves(record)[-7:-1]] == ["C", "C", "P", "P", "F", "F"]


def test_a_flower_may_be_discarded() -> None:
    record = one(salasasa(1))
    shown = moves(record)
    at = shown.index("S discard flower b (just drawn)")
    assert shown[at - 2 : at] == ["S flower e", "S draw flower b (replacement)"]


def test_each_claim_is_read_in_old_and_new_ticks() -> None:
    old = [
        ["cl", 13, 1],
        ["c", 11, "F"],
        ["cm", 13, 2],
        ["c", 11, "F"],
        ["cr", 13, 3],
        ["c", 11, "F"],
        ["p", 14, 0],
        ["c", 14, "F"],
        ["g", 14, 1],
        ["gd", 15],
        ["ag", 41],
        ["gd", 42],
        ["jg", 14],
        ["gd", 43],
        ["liuju"],
        ["end"],
    ]
    new = [
        ["cl", 13, 1, 11, 12],
        ["c", 11, "F"],
        ["cm", 13, 2, 12, 14],
        ["c", 11, "F"],
        ["cr", 13, 3, 14, 15],
        ["c", 11, "F"],
        ["p", 14, 0, 14, 14],
        ["c", 14, "F"],
        ["g", 14, 1, 14, 14, 14],
        ["gd", 15],
        ["ag", 41, "T", 41, 41, 41, 41],
        ["gd", 42],
        ["jg", 14, "F"],
        ["gd", 43],
        ["ca", 2, "p", 14],
        ["liuju"],
        ["end"],
    ]
    records = [one(ticks(*made)) for made in (old, new)]
    assert records[0].events == records[1].events
    assert [move for move in moves(records[0])[9:] if "discard" not in move] == [
        "S chow 123m",
        "W chow 234m",
        "N chow 345m",
        "E pung 4m",
        "S claimed kong 4m",
        "S draw 5m (replacement)",
        "S concealed kong E",
        "S draw S (replacement)",
        "S promoted kong 4m",
        "S draw W (replacement)",
        "no winner",
    ]


def test_who_gave_the_tile_is_compared() -> None:
    document = ticks(["hu_first", 0, 10, ["五门齐"], [1, 2, 3, 4]], ["end"])
    assert one(document).conflicts == (
        Conflict(10, "turn", "hu_first means that seat 3 gave the tile, but seat 1 did"),
    )
    assert one(ticks(["hu_third", 0, 10, ["五门齐"], [1, 2, 3, 4]], ["end"])).conflicts == ()


def test_a_hu_may_name_its_tile_or_stand_in_the_oldest_form() -> None:
    record = one(ticks(["hu_third", 0, 10, ["五门齐"], [1, 2, 3, 4], 44], ["end"]))
    assert moves(record)[-1] == "E hu N"
    old = one(ticks(["hu_third", 3, 10, ["五门齐", "幺九刻*2"], 0], ["end"]))
    assert (moves(old)[-1], old.result.scores, old.result.wins[0].total) == ("E hu", None, 10)


def test_a_false_hu_does_not_end_the_hand() -> None:
    record = one(ticks(["hu_third", 0, 0, ["错和"], [10, 10, -30, 10]], ["d", 25], ["c", 25, "T"], ["liuju"], ["end"]))
    assert moves(record)[9:] == ["E false hu", "W draw 5p", "W discard 5p (just drawn)", "no winner"]
    assert record.result.false_hus == (RecordedFalseHu(0, (-30, 10, 10, 10)),)
    assert record.result.ending == "draw"


def test_the_minimum_is_that_of_the_match() -> None:
    assert one(changed(salasasa(), ("game_title", "hepai_limit"), 24)).minimum == 24


def test_hands_without_end_are_noted() -> None:
    assert one(ticks()).notes == ("the ticks end before the hand does",)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (
            ("game_title", "rule"),
            "riichi",
            "deal 1, game_title: rule 'riichi', sub_rule None: only guobiao and guobiao/standard are MCR as read here",
        ),
        (
            ("game_title", "sub_rule"),
            "guobiao/xiaolin",
            "deal 1, game_title: rule 'guobiao', sub_rule 'guobiao/xiaolin': only "
            "guobiao and guobiao/standard are MCR as read here",
        ),
        (("game_round",), [], "deal 1, game_round: an object is needed here"),
        (("game_round",), {}, "deal 1, game_round: there is no round_index_1"),
        (
            (*HAND, "current_round"),
            17,
            "deal 1, game_round.round_index_3.current_round: 17 is out of range; 1 to 16 is allowed",
        ),
        ((*HAND, "p0_tiles"), [11], "deal 1, game_round.round_index_3.p0_tiles: 14 elements are needed here, not 1"),
        (
            (*HAND, "p0_tiles", 0),
            105,
            "deal 1, game_round.round_index_3.p0_tiles[0]: no tile 105; tiles are 11..19, 21..29, "
            "31..39, 41..47 and 51..58; red fives belong to another game",
        ),
        ((*HAND, "seats"), [0, 0, 1, 2], "deal 1, game_round.round_index_3.seats: [0, 0, 1, 2] are not the four seats"),
        ((*TICKS, 0), [], "deal 1, game_round.round_index_3.action_ticks[0]: the tick is empty"),
        (
            (*TICKS, 0),
            ["xx"],
            "deal 1, game_round.round_index_3.action_ticks[0]: no tick is called 'xx'; there are bh, bd, d, gd, "
            "c, cl, cm, cr, p, g, ag, jg, ca, liuju, hu_self, hu_first, hu_second, hu_third, end",
        ),
        ((*TICKS, 0), ["bh", 51], "deal 1, game_round.round_index_3.action_ticks[0]: bh has 2 fields; it needs 3"),
        (
            (*TICKS, 0),
            ["bh", 11, 0],
            "deal 1, game_round.round_index_3.action_ticks[0][1]: only a flower can be laid aside",
        ),
        (
            (*TICKS, 0),
            ["bd", 11],
            "deal 1, game_round.round_index_3.action_ticks[0]: bd draws for a flower, but none was laid "
            "aside before it",
        ),
        (
            (*TICKS, 0),
            ["c", 11, "X"],
            "deal 1, game_round.round_index_3.action_ticks[0][2]: T or F should stand here, not 'X'",
        ),
        (
            (*TICKS, 0),
            ["cl", 11, 1],
            "deal 1, game_round.round_index_3.action_ticks[0][1]: 11 cannot be claimed by cl: there is no such chow",
        ),
        (
            (*TICKS, 0),
            ["hu_self", 0],
            "deal 1, game_round.round_index_3.action_ticks[0]: hu_self has 2 fields; it needs 5",
        ),
        (
            (*TICKS, 0),
            ["end"],
            "deal 1, game_round.round_index_3.action_ticks[0]: end, but nobody has won and it is no draw",
        ),
        ((*TICKS, 0), ["liuju"], "deal 1, game_round.round_index_3.action_ticks[1]: bd after the end of the hand"),
    ],
)
def test_what_cannot_be_read_is_reported_with_its_place(path: tuple[Any, ...], value: Any, message: str) -> None:
    assert error(changed(salasasa(), path, value)) == message


def test_a_broken_hand_leaves_the_others() -> None:
    import json

    document = json.loads(SALASASA.read_text())
    document["game_round"]["round_index_2"]["action_ticks"][0] = ["xx"]
    raw = json.dumps(document).encode()
    [message] = errors(raw)
    assert message.startswith("deal 2, game_round.round_index_2.action_ticks[0]: no tick is called 'xx'")
    from fastmcr.records import Record, read_records

    assert [one.number for one in read_records(raw) if isinstance(one, Record)] == [1, 3, 4]
    assert [record.number for record in read(SALASASA)] == [1, 2, 3, 4]
