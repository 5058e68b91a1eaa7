"""Competition text: each word, each trap, each wrong line."""

from __future__ import annotations

import pytest
from record_samples import TEXT, errors, moves, needs_logs, read

from fastmcr.records import Conflict, Record, read_records
from fastmcr.rulebook.fans import Fan

HANDS = """Player 0 Deal W1 W2 W3 B1 B2 B3 T1 T2 T3 F1 F1 J1 J2
Player 1 Deal W4 W5 W6 B4 B5 B6 T4 T5 T6 F2 F2 J1 J2
Player 2 Deal W7 W8 W9 B7 B8 B9 T7 T8 T9 F3 F3 J1 J2
Player 3 Deal W1 W4 W7 B1 B4 B7 T1 T4 T7 F4 F4 J1 J2"""


def deal(play: str = "", end: str = "Huang", score: str = "0 0 0 0", head: str = "Match m1\nWind 2") -> bytes:
    lines = [head, HANDS, *([play] if play else []), end, f"Score {score}"]
    return ("\n".join(lines) + "\n").encode()


def test_each_word_is_read() -> None:
    play = """Player 0 Draw W5
Player 0 Play W5
Player 1 Chi W5
Player 1 Play F2
Player 2 Peng F2
Player 2 Gang F2
Player 2 AnGang F3
Player 2 BuGang F2
Player 3 Hu F2"""
    [record] = read(deal(play, "Fan 16 抢杠和*1+混一色*1+边张*2", "-8 -8 -24 40"))
    assert (record.id, record.prevalent, record.kind) == ("m1", 2, "personal")
    assert moves(record) == [
        "E draw 5m", "E discard 5m", "S chow 456m", "S discard S", "W pung S", "W claimed kong S", "W concealed kong W",
        "W promoted kong S", "N hu S",
    ]  # fmt: skip
    [win] = record.result.wins
    assert (win.seat, win.total, record.result.scores) == (3, 16, (-8, -8, -24, 40))
    assert win.fans is not None
    assert [(fan.name, fan.times, fan.fan) for fan in win.fans] == [
        ("抢杠和", 1, Fan.ROBBING_THE_KONG), ("混一色", 1, Fan.HALF_FLUSH), ("边张", 2, Fan.EDGE_WAIT),
    ]  # fmt: skip
    assert not record.conflicts


def test_ignored_claims_stand_before_the_claim() -> None:
    play = "Player 1 Peng W9 Ignore Player 3 Chi W8 Ignore Player 2 Hu W9"
    [record] = read(deal(play))
    assert moves(record)[:3] == ["N passed claim chow 789m", "W passed claim hu 9m", "S pung 9m"]


@pytest.mark.parametrize("ignore", ["IGNORE PLAYER 3 CHI w8", "ignore player 3 chi W8", "Ignore Player 3 Chi W8"])
def test_letters_of_any_case_are_read(ignore: str) -> None:
    [record] = read(deal(f"PLAYER 1 PENG W9 {ignore}"))
    assert moves(record)[:2] == ["N passed claim chow 789m", "S pung 9m"]


def test_a_whole_deal_of_capitals_is_read() -> None:
    raw = deal("Player 0 Draw W5\nPlayer 0 Play W5")
    assert read(raw.upper()) == [record_with_id(read(raw)[0], "M1")]


def record_with_id(record: Record, name: str) -> Record:
    from dataclasses import replace

    return replace(record, id=name)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_line_ends_and_blank_lines_mean_nothing(line_end: str) -> None:
    raw = (deal() + b"\n\n" + deal()).decode().replace("\n", line_end).encode()
    assert [record.place for record in read(raw)] == ["line 1", "line 11"]


def test_a_drawn_deal_ends_without_winner() -> None:
    [record] = read(deal("Player 0 Draw W5"))
    assert (moves(record)[-1], record.result.ending, record.result.scores) == ("no winner", "draw", (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("end", "score", "conflict"),
    [
        ("Huang", "1 -1 0 0", Conflict(0, "payments", "nobody won, but Score is 1 -1 0 0")),
        ("Fan 9 花龙*1", "0 0 0 0", Conflict(0, "total", "the fans add up to 8, but the total recorded is 9")),
    ],
)
def test_contradictions_are_noted(end: str, score: str, conflict: Conflict) -> None:
    [record] = read(deal("Player 0 Hu W1" if "Fan" in end else "", end, score))
    assert record.conflicts == (conflict,)


def test_two_concealed_kongs_are_worth_six_points() -> None:
    [record] = read(deal("Player 0 Hu W1", "Fan 8 双暗杠*1+门前清*1", "0 0 0 0"))
    assert record.conflicts == ()


def test_lost_names_keep_their_length() -> None:
    [record] = read(deal("Player 0 Hu W1", "Fan 9 ???*1+??*2", "0 0 0 0"))
    fans = record.result.wins[0].fans
    assert fans is not None
    assert [(fan.is_masked, len(fan.name), fan.times, fan.fan) for fan in fans] == [
        (True, 3, 1, None),
        (True, 2, 2, None),
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("Wind 2", "Wind 4"), "deal 1, line 2: Wind is 0, 1, 2 or 3, not '4'"),
        (
            ("Wind 2\n", ""),
            "deal 1, line 2: Wind and 0, 1, 2 or 3 should stand here, not "
            "'Player 0 Deal W1 W2 W3 B1 B2 B3 T1 T2 T3 F1 F1 J1 J2'",
        ),
        (("Player 1 Deal W4 ", "Player 1 Deal "), "deal 1, line 4: 12 tiles are dealt to player 1; it should be 13"),
        (
            ("Player 1 Deal W4", "Player 1 Deal W0"),
            "deal 1, line 4: no tile 'W0'; tiles are W1..W9, B1..B9, T1..T9, F1..F4, J1..J3 and H1..H8",
        ),
        (
            ("Player 1 Deal", "Player 2 Deal"),
            "deal 1, line 4: Player 1 Deal and 13 tiles should stand here, not "
            "'Player 2 Deal W4 W5 W6 B4 B5 B6 T4 T5 T6 F2 F2 J1 J2'",
        ),
        (
            ("Draw W5", "Take W5"),
            "deal 1, line 7: a player can Draw, Play, Chi, Peng, Gang, AnGang, BuGang or Hu, not 'Take'",
        ),
        (
            ("Draw W5", "Draw"),
            "deal 1, line 7: Player, a number, a word and a tile should stand here, not 'Player 0 Draw'",
        ),
        (("Player 0 Draw", "Player 5 Draw"), "deal 1, line 7: players are 0, 1, 2 and 3, not '5'"),
        (
            ("Draw W5", "Peng H1"),
            "deal 1, line 7: no tile 'H1'; tiles are W1..W9, B1..B9, T1..T9, F1..F4, J1..J3 and H1..H8",
        ),
        (("Draw W5", "Chi W1"), "deal 1, line 7: no chow has W1 in the middle"),
        (("Draw W5", "Draw W5 W6"), "deal 1, line 7: Ignore, or nothing, should follow the tile, not 'W6'"),
        (
            ("Draw W5", "Peng W5 Ignore Player 1 Play W5"),
            "deal 1, line 7: only Chi, Peng, Gang and Hu can be ignored, not Play",
        ),
        (("Huang\nScore 0 0 0 0\n", ""), "deal 1, line 8: the deal ends without Fan and Score, or Huang and Score"),
        (
            ("Score 0 0 0 0\n", ""),
            "deal 1, line 9: the deal should end in Fan and Score, or Huang and Score, one line each",
        ),
        (
            ("Score 0 0 0 0", "Score 0 0 0"),
            "deal 1, line 10: Score and four whole numbers should stand here, not 'Score 0 0 0'",
        ),
        (
            ("Score 0 0 0 0", "Score 0 0 0 x"),
            "deal 1, line 10: Score and four whole numbers should stand here, not 'Score 0 0 0 x'",
        ),
        (("Huang", "Fan 8 花龙*1"), "deal 1, line 9: Fan belongs to one Hu; the deal has 0"),
        (("Player 0 Play W5", "Player 0 Hu W5"), "deal 1, line 9: Huang says that nobody won, but there is a Hu"),
    ],
)
def test_a_wrong_line_is_named(change: tuple[str, str], message: str) -> None:
    raw = deal("Player 0 Draw W5\nPlayer 0 Play W5").decode()
    assert change[0] in raw
    assert errors(raw.replace(*change, 1).encode()) == [message]


@pytest.mark.parametrize(
    ("end", "message"),
    [
        ("Fan x 花龙*1", "deal 1, line 9: Fan, the total and the fans should stand here, not 'Fan x 花龙*1'"),
        ("Fan 8 花龙", "deal 1, line 9: '花龙' is no fan and count, such as 平和*1"),
        ("Fan 8 花龙*0", "deal 1, line 9: '花龙*0' is no fan and count, such as 平和*1"),
    ],
)
def test_a_wrong_list_of_fans_is_named(end: str, message: str) -> None:
    assert errors(deal("Player 0 Draw W5\nPlayer 0 Hu W5", end)) == [message]


def test_moves_after_a_hu_are_refused() -> None:
    raw = deal("Player 0 Hu W5\nPlayer 0 Play W5", "Fan 8 花龙*1")
    assert errors(raw) == ["deal 1, line 8: the deal goes on after a Hu"]


def test_a_broken_deal_is_reported_and_the_rest_go_on() -> None:
    raw = deal() + b"\n" + deal().replace(b"Wind 2", b"Wind 9") + b"\n" + deal()
    found = list(read_records(raw))
    assert [one.number for one in found] == [1, 2, 3]
    assert [str(one) for one in found if not isinstance(one, Record)] == [
        "deal 2, line 11: Wind is 0, 1, 2 or 3, not '9'"
    ]


def test_text_before_the_first_deal_is_reported() -> None:
    found = list(read_records(b"x\n" + deal(), "competition-text"))
    assert str(found[0]) == "deal 1, line 1: Match and the name of the deal should stand here, not 'x'"
    assert isinstance(found[1], Record)
    assert (found[1].number, found[1].place) == (2, "line 2")


def test_another_encoding_is_named_for_its_deal_only() -> None:
    good = deal("Player 0 Hu W5", "Fan 8 花龙*1")
    bad = good.decode().encode("gb18030")
    found = list(read_records(good + b"\n" + bad + b"\n" + good))
    assert [isinstance(one, Record) for one in found] == [True, False, True]
    assert str(found[1]).startswith("deal 2, line 11: in the text of the deal byte ")
    assert str(found[1]).endswith("if this is an old Chinese encoding, iconv -f GB18030 -t UTF-8 converts it")


def test_files_longer_than_a_stretch_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastmcr.records.formats.competition_text.STRETCH", 300)
    raw = b"\n".join(deal(f"Player {seat} Draw W5", head=f"Match m{seat}\nWind {seat}") for seat in range(4))
    records = read(raw)
    assert [(record.id, record.prevalent, record.place) for record in records] == [
        ("m0", 0, "line 1"), ("m1", 1, "line 11"), ("m2", 2, "line 21"), ("m3", 3, "line 31"),
    ]  # fmt: skip


@needs_logs
def test_the_sample_reads_as_its_notes_say() -> None:
    records = read(TEXT)
    first = records[0]
    assert (first.id, first.prevalent) == ("61602cb45ddc087351c04358", 1)
    assert [move for move in moves(first) if "pung" in move or "passed" in move][:3] == [
        "N passed claim chow 789m", "E pung 9m", "S pung C",
    ]  # fmt: skip
    assert (first.result.wins[0].total, first.result.scores) == (9, (-8, 33, -17, -8))
    assert [record.id[-4:] for record in records if record.result.ending == "draw"] == ["4399", "43a3"]
    assert {record.settlement for record in records} == {"discard", "ordinary", "draw"}
