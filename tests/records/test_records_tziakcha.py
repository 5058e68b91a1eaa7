"""tziakcha scripts, with the invented hand: ids, dice, packed claims, own fan numbers."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import pytest
from record_samples import changed, error, moves, one, packed, tziakcha

from fastmcr.errors import RulesError
from fastmcr.records import Conflict
from fastmcr.records.formats.fan_numbers import NUMBERINGS, fan_of, named_fan, number_in
from fastmcr.records.formats.tziakcha import dealt_wall
from fastmcr.rulebook.fans import Fan


def test_the_invented_hand_is_read() -> None:
    record = one(tziakcha())
    assert (record.kind, record.prevalent, record.players, record.minimum, record.base) == (
        "shared",
        1,
        ("P1", "P0", "P3", "P2"),
        8,
        8,
    )
    assert record.seats == (1, 0, 3, 2)  # hand 5 of the match
    assert moves(record) == [
        "S flower e",
        "S draw 5m (replacement)",
        "E discard W",
        "S draw 9s",
        "S discard 9s (just drawn)",
        "N pung 9s",
        "N discard C",
        "E draw S",
        "E discard P",
        "W claimed kong P",
        "W draw 9m (replacement)",
        "W discard 9m (just drawn)",
        "N draw 2p",
        "N discard 4p",
        "E draw 9p",
        "E concealed kong 9p",
        "E draw 1p (replacement)",
        "E discard 1p (just drawn)",
        "S chow 123p",
        "S discard N",
        "W draw 9m",
        "W discard 9m (just drawn)",
        "N draw 9s",
        "N promoted kong 9s",
        "E hu 9s",
    ]
    [win] = record.result.wins
    assert win.fans is not None
    assert [(fan.name, fan.fan, fan.points, fan.times) for fan in win.fans] == [
        ("49", Fan.ROBBING_THE_KONG, 8, 1),
        ("64", Fan.CONCEALED_HAND, 2, 1),
        ("69", Fan.CONCEALED_KONG, 2, 1),
        ("73", Fan.SHORT_STRAIGHT, 1, 1),
        ("75", Fan.PUNG_OF_TERMINALS_OR_HONORS, 1, 1),
    ]
    assert (win.total, record.result.scores, record.conflicts) == (14, (38, -8, -8, -22), ())


def test_packed_and_listed_forms_are_the_same() -> None:
    script = tziakcha()
    wanted = one(script)
    site = one(packed(script))
    assert (site.events, site.id) == (wanted.events, "r1")
    listed = script | {
        "w": list(bytes.fromhex(script["w"])),
        "d": [3, 4, 2, 5],
        "a": [{"p": word >> 4, "a": word & 15, "d": data, "t": time} for word, data, time in script["a"]],
    }
    assert one(listed) == wanted
    assert one({"script": "<Decoded>", "step": script}) == wanted


def test_the_dice_say_where_the_wall_begins() -> None:
    assert dealt_wall(list(range(144)), (3, 4, 2, 5))[0] == 100
    assert dealt_wall(list(range(144)), (1, 1, 1, 1))[0] == 36 * 3 + 8
    assert dealt_wall(list(range(144)), (6, 6, 6, 6))[0] == (36 * 1 + 48) % 144


def test_passes_and_void_claims_mean_nothing() -> None:
    script = tziakcha()
    script["a"] = [*script["a"][:6], [16 + 8, 1, 0], [32 + 9, 0, 0], [48 + 3, 0, 0], [48 + 4, 0, 0], *script["a"][6:]]
    assert one(script).events == one(tziakcha()).events


def test_several_winners_are_read() -> None:
    script = tziakcha()
    script["a"].append([16 + 6, 20, 0])
    script["b"] = 0b10000011
    script["y"][1] = {"f": 10, "t": {"41": 8, "78": 1, "82": 1}}
    record = one(script)
    assert record.winners == (0, 1)
    assert [win.total for win in record.result.wins] == [14, 10]


def test_a_total_of_nothing_is_a_false_hu() -> None:
    script = tziakcha()
    script["a"].insert(8, [32 + 6, 0, 0])
    script["b"] = 129 | 1 << 10
    record = one(script)
    assert "W false hu" in moves(record)
    assert [false.seat for false in record.result.false_hus] == [2]
    assert record.conflicts == ()


def test_no_winner_is_a_draw() -> None:
    script = tziakcha()
    script["a"], script["b"], script["s"] = script["a"][:-1], 0, [0, 0, 0, 0]
    record = one(script)
    assert (record.result.ending, moves(record)[-1]) == ("draw", "no winner")


@pytest.mark.parametrize(
    ("path", "value", "conflict"),
    [
        (("a", 6, 1), 373, Conflict(3, "tile not held", "E discards id 117, which he does not hold")),
        (("a", 7, 1), 71, Conflict(4, "wall", "id 71 is drawn, but the wall gives id 70 at the front")),
        (("a", 14, 1), 35 + 256, Conflict(11, "wall", "id 35 is drawn, but the wall gives id 34 at the back")),
        (("a", 8, 1), 16, Conflict(5, "tile not held", "id 16 is marked as just drawn, but it was not")),
        (("a", 9, 1), 3473 + 1, Conflict(6, "illegal action", "kind 18 is claimed, but the last discard is id 70")),
        (("b",), 1 << 4 | 1, Conflict(0, "turn", "b names seats [0] as giver of the tile, the actions [3]")),
        (("b",), 130, Conflict(0, "end", "b names the winners [1], the actions [0]")),
        (("b",), 129 | 1 << 8, Conflict(0, "end", "b names other false hus than the actions, []")),
        (("y", 0, "f"), 15, Conflict(0, "total", "the hu says 14, the result 15")),
        (("y", 0, "t", "49"), 9, Conflict(0, "total", "the fans add up to 15, but the total recorded is 14")),
        (("y", 0, "t", "86"), 0, Conflict(0, "fans", "no fan of MCR has id 86")),
        (
            ("y", 0, "h", "s", 0),
            1,
            Conflict(
                0,
                "tile not held",
                "the standing tiles [1, 4, 8, 48, 52, 56, 60, 64, 112, 113] are "
                "not those held, [0, 4, 8, 48, 52, 56, 60, 64, 112, 113]",
            ),
        ),
    ],
)
def test_every_single_tile_is_followed(path: tuple[Any, ...], value: Any, conflict: Conflict) -> None:
    assert conflict in one(changed(tziakcha(), path, value)).conflicts


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("i",), 16, "deal 1, i: 16 is out of range; 0 to 15 is allowed"),
        (("w",), "zz", "deal 1, w: this is not made of hexadecimal digits"),
        (
            ("w",),
            "00" * 144,
            "deal 1, w: the wall should have each of the ids 0 to 143 once; it has 144, 1 of them different",
        ),
        (("d",), 0, "deal 1, d: dice show 1 to 6, not 0, 0, 0, 0"),
        (("d",), [1, 2, 3], "deal 1, d: 4 elements are needed here, not 3"),
        (("a", 0), [8], "deal 1, a[0]: an action is seat and type, data, and time"),
        (("a", 0), [64, 0, 0], "deal 1, a[0][0]: 64 is out of range; 0 to 63 is allowed"),
        (("a", 0), [15, 0, 0], "deal 1, a[0]: no action has type 15"),
        (("a", 6, 1), 150, "deal 1, a[6]: no tile has id 150; ids are 0 to 143"),
        (("a", 9, 1), 34, "deal 1, a[9]: no set has kind 34"),
        (("a", 18), [19, 64 + 17, 0], "deal 1, a[18]: no chow has the middle kind 17"),
        (("b",), -1, "deal 1, b: -1 is out of range; 0 to 4095 is allowed"),
        (("y",), [1], "deal 1, y: 4 elements are needed here, not 1"),
        (("y", 0, "t"), [], "deal 1, y[0].t: an object is needed here"),
        (("y", 0, "t"), {"x": 1}, "deal 1, y[0].t: 'x' is no id of a fan"),
        (("p",), [], "deal 1, p: 4 elements are needed here, not 0"),
        (("g", "z"), 2, "deal 1, g.z: 2 is out of range; 0 to 1 is allowed"),
    ],
)
def test_what_cannot_be_read_is_reported_with_its_place(path: tuple[Any, ...], value: Any, message: str) -> None:
    assert error(changed(tziakcha(), path, value)) == message


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("%%%", "deal 1, script: this is no base64"),
        (base64.b64encode(b"abc").decode(), "deal 1, script: the base64 holds no zlib data"),
        (base64.b64encode(zlib.compress(b"{}" * 50)[:-6]).decode(), "deal 1, script: the zlib data are cut off"),
        (
            base64.b64encode(zlib.compress(b" " * (1 << 23))).decode(),
            "deal 1, script: the zlib data are more than 4 MB",
        ),
        (base64.b64encode(zlib.compress(b"{")).decode(), "deal 1, script, character 2: the JSON ends in the middle"),
        (
            base64.b64encode(zlib.compress(b"\xff")).decode(),
            "deal 1, script: byte 1 is no UTF-8; if this is an old Chinese "
            "encoding, iconv -f GB18030 -t UTF-8 converts it",
        ),
        (7, "deal 1, script: text is needed here, not 7"),
    ],
)
def test_a_packed_script_that_cannot_be_opened_is_reported(script: Any, message: str) -> None:
    assert error({"id": "x", "script": script}) == message


def test_moves_after_a_hu_are_refused() -> None:
    script = tziakcha()
    script["a"].append([2, 0, 0])
    assert error(script) == f"deal 1, a[{len(script['a']) - 1}]: the hand goes on after a hu"


# Numberings


def test_the_three_numberings_agree_with_the_notes() -> None:
    assert {
        number: int(NUMBERINGS["tziakcha"][number]) for number in (16, 17, 18, 31, 32, 33, 49, 50, 54, 55, 56, 83, 84)
    } == {
        16: 16,
        17: 16,
        18: 17,
        31: 30,
        32: 30,
        33: 31,
        49: 47,
        50: 49,
        54: 53,
        55: 48,
        56: 54,
        83: 81,
        84: 82,
    }
    assert {number: NUMBERINGS["1998"][number].chinese for number in (47, 48, 49, 50, 51, 52, 53, 54, 55)} == {
        47: "抢杠和",
        48: "碰碰和",
        49: "混一色",
        50: "三色三步高",
        51: "五门齐",
        52: "全求人",
        53: "双暗杠",
        54: "双箭刻",
        55: "全带幺",
    }
    assert set(NUMBERINGS["tziakcha"].values()) == set(Fan)
    assert set(NUMBERINGS["1998"].values()) == set(Fan) - {Fan.CONCEALED_AND_MELDED_KONG}
    assert number_in(Fan.FOUR_PURE_SHIFTED_CHOWS, "tziakcha") == 16


@pytest.mark.parametrize(
    ("number", "numbering", "message"),
    [
        (86, "tziakcha", "number 86 in the numbering tziakcha is a house fan for the dealt hand, none of MCR"),
        (0, "wmo", "no fan has number 0 in the numbering wmo; it has 1 to 82"),
        (1, "ema", "no numbering is called 'ema'; there are wmo, 1998, tziakcha"),
    ],
)
def test_numbers_that_do_not_exist_are_refused(number: int, numbering: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        fan_of(number, numbering)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("names", "fan"),
    [
        ("坎张 嵌张 独听・嵌张", Fan.CLOSED_WAIT),
        ("边张 独听・边张", Fan.EDGE_WAIT),
        ("单钓将 单钓 单调将 独听・单钓", Fan.SINGLE_WAIT),
        ("明暗杠 一明一暗杠", Fan.CONCEALED_AND_MELDED_KONG),
    ],
)
def test_synonyms_are_known(names: str, fan: Fan) -> None:
    assert {named_fan(name) for name in names.split()} == {fan}


def test_every_chinese_name_is_known_and_others_are_not() -> None:
    assert all(named_fan(fan.chinese) is fan for fan in Fan)
    assert named_fan("错和") is None
    assert named_fan("39") is None
