"""PMN: each code, each trap, each wrong tag."""

from __future__ import annotations

import pytest
from record_samples import PMN, errors, moves, needs_logs, read

from fastmcr.records import Conflict, Record, read_records
from fastmcr.rulebook.fans import Fan

HANDS = "c1234d123b123w12r1f c5678d456b456w12r1f c1299d789b789w34r2f c35d159b159w334r23f"


def pmn(play: str = "T0c9D0z1", **tags: str) -> bytes:
    pairs = {"PWind": "E", "Deal": HANDS, "Play": play} | tags
    return "".join(f'[{key} "{value}"]\n' for key, value in pairs.items()).encode()


def test_each_code_is_read() -> None:
    [record] = read(pmn("T0c9D0z1C1c8D1w1P2w1Z2w1A3b5B3b5R0f3H1H2"))
    assert moves(record) == [
        "E draw 9m", "E discard 9m (just drawn)", "S chow 789m", "S discard E", "W pung E", "W claimed kong E",
        "N concealed kong 5s", "N promoted kong 5s", "E flower c", "S hu", "W hu",
    ]  # fmt: skip
    assert record.winners == (1, 2)


def test_tiles_are_those_of_the_format() -> None:
    """b is bamboos; r1 r2 r3 are red, green, white."""
    [record] = read(pmn())
    assert record.hands[0] == bytes([0, 1, 2, 3, 9, 10, 11, 18, 19, 20, 27, 28, 31])
    assert record.hands[3] == bytes([2, 4, 9, 13, 17, 18, 22, 26, 29, 29, 30, 32, 33])


def test_z1_is_the_tile_just_drawn() -> None:
    [record] = read(pmn("T0b7D0z1T1c9D1c9"))
    assert moves(record)[1] == "E discard 7s (just drawn)"
    assert moves(record)[3] == "S discard 9m"


def test_copies_repeat_and_suits_may_be_empty() -> None:
    [record] = read(pmn(Deal="c1111d2222b3333wr1f cd111b1112222w11r2f c222d333b444w222r3f c333d444b555w333r3f"))
    assert record.hands[0] == bytes([0, 0, 0, 0, 10, 10, 10, 10, 20, 20, 20, 20, 31])


def test_a_play_without_hu_is_a_draw() -> None:
    for play in ("T0c9D0z1", "T0c9D0z1N0"):
        [record] = read(pmn(play))
        assert (moves(record)[-1], record.result.ending) == ("no winner", "draw")


def test_scoring_says_which_walls() -> None:
    assert [read(pmn(Scoring=word))[0].kind for word in ("Duplicate", "Duplicate MCR", "MCR")] == ["personal"] * 2 + [
        "shared"
    ]


def test_fans_and_scores_are_read_as_written() -> None:
    [record] = read(pmn("T0c9D0z1H1", Fan="None 39/8/1.73/1/2 None None", Result="-18 34 -8 -7"))
    [win] = record.result.wins
    assert win.fans is not None
    assert [(fan.fan, fan.points, fan.times) for fan in win.fans] == [
        (Fan.MIXED_STRAIGHT, 8, 1), (Fan.PUNG_OF_TERMINALS_OR_HONORS, 1, 2),
    ]  # fmt: skip
    assert (win.total, record.result.scores) == (10, (-18, 34, -8, -7))
    assert record.settlement is None


@pytest.mark.parametrize(
    ("fans", "conflict"),
    [
        ("None 48/6/1 None None", "fan 48 is Two Concealed Kongs, which is worth 8 here, but 6 is recorded"),
        ("None 82/6/1 None None", "fan 82 is Concealed and Melded Kong, which is worth 5 here, but 6 is recorded"),
        ("None 99/8/1 None None", "no fan has number 99 in the WMO list"),
        ("39/8/1 39/8/1 None None", "East has fans, but does not win"),
        ("None None None None", "South wins, but has no fans"),
    ],
)
def test_a_fan_that_contradicts_its_number_is_noted(fans: str, conflict: str) -> None:
    [record] = read(pmn("T0c9D0z1H1", Fan=fans))
    assert Conflict(0, "fans", conflict) in record.conflicts


@needs_logs
def test_two_winners_keep_their_scores() -> None:
    [record] = read(PMN[1])
    assert record.winners == (1, 3)
    assert [win.total for win in record.result.wins] == [12, 12]
    assert (record.result.scores, record.settlement) == ((-32, 36, -8, 36), "no-cross-pay")
    assert (record.id, record.tag["Site"][:23], record.tag["Penalty"]) == ("1", "https://mahjongsoft.com", "0 0 0 0")


@needs_logs
def test_the_first_sample_reads_as_its_notes_say() -> None:
    [record] = read(PMN[0])
    assert moves(record)[:4] == ["E draw P", "E discard P (just drawn)", "S draw 3p", "S discard 6p"]
    assert moves(record)[-3:] == ["S draw 2s", "S discard 2s (just drawn)", "W hu"]
    assert record.settlement == "discard"


def test_several_deals_may_follow_in_one_file() -> None:
    raw = pmn(Board="1") + b"\n" + pmn(PWind="X", Board="2") + b"\n" + pmn(Board="3")
    found = list(read_records(raw))
    assert [one.id if isinstance(one, Record) else str(one) for one in found] == [
        "1", "deal 2, line 6: PWind: it is E, S, W or N, not 'X'", "3",
    ]  # fmt: skip
    assert [one.number for one in found] == [1, 2, 3]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (pmn().replace(b'[PWind "E"]\n', b""), "deal 1, line 1: the tag PWind is missing"),
        (pmn(PWind="X"), "deal 1, line 1: PWind: it is E, S, W or N, not 'X'"),
        (
            pmn(Scoring="Riichi"),
            "deal 1, line 4: Scoring: 'Riichi' is not known; there are Duplicate, Duplicate MCR, MCR",
        ),
        (pmn(Deal="c1 c2"), "deal 1, line 2: Deal: there are 2 hands; it should be 4"),
        (
            pmn(Deal=HANDS.replace("c1234d", "c1235d", 1).replace("w12r1f", "w15r1f", 1)),
            "deal 1, line 2: Deal: the hand of East should look like c258d147b369w12r3f, not 'c1235d123b123w15r1f'",
        ),
        (
            pmn(Deal=HANDS.replace("c1234", "c123", 1)),
            "deal 1, line 2: Deal: 12 tiles are dealt to East; it should be 13",
        ),
        (
            pmn("T0c9X0z1"),
            "deal 1, line 3: Play: character 5: 'X0' is no letter of T D C P Z A B R H N and a seat 0..3",
        ),
        (
            pmn("T0c9D4z1"),
            "deal 1, line 3: Play: character 5: 'D4' is no letter of T D C P Z A B R H N and a seat 0..3",
        ),
        (pmn("T0c9D"), "deal 1, line 3: Play: character 5: 'D' is no letter of T D C P Z A B R H N and a seat 0..3"),
        (
            pmn("T0c0"),
            "deal 1, line 3: Play: character 1: no tile 'c0'; tiles are c1..c9, d1..d9, b1..b9, w1..w4, r1..r3 "
            "and f1..f8, and z1 in a discard",
        ),
        (
            pmn("T0c9D1z1"),
            "deal 1, line 3: Play: character 5: z1 is the tile just drawn, but the player has drawn none",
        ),
        (pmn("T0c9H0T1c1"), "deal 1, line 3: Play: character 7: the play goes on after its end with 'T1c1'"),
        (pmn("T0c9H0H0"), "deal 1, line 3: Play: a player wins twice"),
        (pmn("P0f1"), "deal 1, line 3: Play: character 1: 'f1' cannot follow P"),
        (pmn("R0c1"), "deal 1, line 3: Play: character 1: 'c1' cannot follow R"),
        (pmn("C0c1"), "deal 1, line 3: Play: character 1: no chow has c1 in the middle"),
        (pmn(Result="1 2 3"), "deal 1, line 4: Result: four whole numbers should stand here, not '1 2 3'"),
        (pmn(Fan="None None"), "deal 1, line 4: Fan: there are 2 entries; it should be 4"),
        (pmn(Fan="39-8-1 None None None"), "deal 1, line 4: Fan: '39-8-1' should be number/points/count"),
        (pmn() + b"[Broken\n", "deal 1, line 4: [Key \"value\"] should stand here, not '[Broken'"),
        (
            pmn() + b'[Event "\xff"]\n',
            "deal 1, line 4: byte 9 is no UTF-8; if this is an old Chinese encoding, iconv -f "
            "GB18030 -t UTF-8 converts it",
        ),
    ],
)
def test_what_is_wrong_is_named(raw: bytes, message: str) -> None:
    assert errors(raw, "pmn") == [message]
