"""botzone_env: rows of answers, lost tiles, seats counted from the dealer."""

from __future__ import annotations

from typing import Any

import pytest
from record_samples import ENV, changed, env, error, moves, needs_logs, one, read

from fastmcr.records.formats.botzone_env import NOTE_LAST_TILE, NOTE_SEATS

SUITS = ["W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8", "W9"]


def deal(tiles: dict[int, str], rows: list[dict[int, Any]], first: int = 0, wind: int = 0) -> dict[str, Any]:
    """Return a deal: tiles of players (others get dull hands), and the entries of each row that are no passes."""
    dull = ["F1", "F2", "F3", "F4", "J1", "J2", "J3", "B1", "B4", "B7", "T1", "T4", "T7"]
    lists = [tiles[player].split() if player in tiles else [*dull, "T9", "T9"] for player in range(4)]
    actions = [[row.get(player, [0]) for row in rows] for player in range(4)]
    return {
        "round_wind": wind,
        "first_player": first,
        "tiles": [part + [""] * (34 - len(part)) for part in lists],
        "actions": actions,
    }


PUNG_HAND = "W1 W1 W2 W3 W4 W5 W6 W7 W8 W9 B2 B2 B3"


@needs_logs
def test_the_first_sample_reads_as_its_notes_say() -> None:
    record = read(ENV)[0]
    assert (record.kind, record.prevalent, record.seats) == ("shared", 0, (2, 3, 0, 1))
    assert moves(record)[:6] == ["E draw N", "E discard S", "S draw 3m", "S discard C", "W draw 3s", "W discard N"]
    assert "S pung F" in moves(record)  # player 3 sits South of the dealer, player 2
    assert moves(record)[-2:] == ["S discard 2s", "W hu"]
    assert (record.result.ending, record.result.wins, record.result.scores) == ("unknown", (), None)
    assert record.notes == (NOTE_SEATS, NOTE_LAST_TILE)


def test_rows_are_read_in_turn() -> None:
    rows: list[dict[int, Any]] = [{0: [2, "W1"]}, {1: [4, "W2"]}, {}, {2: [2, "T9"]}, {}, {3: [2, "T9"]}]
    record = one(deal({0: PUNG_HAND + " T2", 1: PUNG_HAND}, rows))
    assert moves(record) == [
        "E draw 2s",
        "E discard 1m",
        "S pung 1m",
        "S discard 2m",
        "W draw 9s",
        "W discard 9s",
        "N draw 9s",
        "N discard 9s",
        "no winner",
    ]


def test_a_chow_names_its_middle_and_the_discard_after_it() -> None:
    record = one(deal({0: PUNG_HAND + " T2", 1: PUNG_HAND}, [{0: [2, "W3"]}, {1: [3, "W4 W9"]}]))
    assert moves(record) == ["E draw 2s", "E discard 3m", "S chow 345m", "S discard 9m", "no winner"]


def test_kongs_are_followed_by_a_row_of_passes_and_a_draw() -> None:
    hand = "W1 W1 W1 W1 W2 W2 W2 B3 B3 B3 T1 T2 T3"
    rows: list[dict[int, Any]] = [
        {0: [5, "W1"]},
        {},
        {0: [2, "T1"]},
        {},
        {1: [2, "W2"]},
        {0: [5]},
        {},
        {0: [2, "T2"]},
        {},
        {1: [2, "B3"]},
        {0: [4, "T3"]},
    ]
    record = one(deal({0: hand + " B9 B8 B7", 1: PUNG_HAND + " W2 B3"}, rows))
    assert moves(record)[:4] == ["E draw 9p", "E concealed kong 1m", "E draw 8p (replacement)", "E discard 1s"]
    assert moves(record)[4:9] == [
        "S draw 2m",
        "S discard 2m",
        "E claimed kong 2m",
        "E draw 7p (replacement)",
        "E discard 2s",
    ]
    assert moves(record)[-4:-1] == ["S discard 3p", "E pung 3p", "E discard 3s"]


PROMOTE: list[dict[int, Any]] = [
    {0: [2, "W1"]},
    {1: [4, "W2"]},
    {},
    {2: [2, "T9"]},
    {},
    {3: [2, "T9"]},
    {},
    {0: [2, "T2"]},
    {},
]


def test_the_lost_tile_of_an_added_kong_is_found() -> None:
    rows = [*PROMOTE, {1: [6]}, {}, {1: [2, "B3"]}]
    record = one(deal({0: PUNG_HAND + " T2 T3", 1: PUNG_HAND + " W1 T8"}, rows))
    assert moves(record)[-5:-1] == ["S draw 1m", "S promoted kong 1m", "S draw 8s (replacement)", "S discard 3p"]
    assert len(record.notes) == 2
    assert (
        one(deal({0: PUNG_HAND + " T2 T3", 1: PUNG_HAND + " W1 T8"}, [*PROMOTE, {1: [6, "W1"]}])).events[:40]
        == record.events[:40]
    )


def test_two_tiles_that_may_be_added_are_noted() -> None:
    hand = "W1 W1 W1 B2 B2 B2 W4 W5 W6 W7 W8 W9 T1"
    rows: list[dict[int, Any]] = [
        {0: [2, "W1"]},
        {1: [4, "T1"]},
        {},
        {2: [2, "B2"]},
        {1: [4, "W9"]},
        {},
        {2: [2, "T9"]},
        {},
        {3: [2, "T9"]},
        {},
        {0: [2, "T3"]},
        {},
        {1: [6]},
    ]
    tiles = {
        0: "W1 W2 W3 F1 F2 F3 F4 J1 J2 J3 T1 T4 T7 T2 T3",
        1: hand + " T8",
        2: "B2 B4 B5 F1 F2 F3 F4 J1 J2 J3 T1 T4 T7 T9 T9",
    }
    record = one(deal(tiles, rows))
    assert record.notes[2] == "row 12: the added kong may be of W1 and B2; taken as W1"
    assert "S promoted kong 1m" in moves(record)


def test_an_added_kong_may_be_robbed() -> None:
    rows = [*PROMOTE, {1: [6]}, {0: [7]}]
    record = one(deal({0: PUNG_HAND + " T2 T3", 1: PUNG_HAND + " W1 T8"}, rows))
    assert moves(record)[-2:] == ["S promoted kong 1m", "E hu"]
    source = record.win_source
    assert source is not None
    assert (source.robbed, source.seat) == (True, 1)


def test_claims_that_lose_are_passed_claims() -> None:
    rows: list[dict[int, Any]] = [{0: [2, "W3"]}, {1: [3, "W4 W9"], 2: [4, "F1"]}]
    tiles = {0: PUNG_HAND + " T2", 1: PUNG_HAND, 2: "W3 W3 F1 F2 F3 F4 J1 J2 J3 T1 T4 T7 B1"}
    assert moves(one(deal(tiles, rows)))[2:5] == ["S passed claim chow 345m", "W pung 3m", "W discard E"]


def test_lists_longer_than_34_are_read() -> None:
    document = deal({0: PUNG_HAND + " T2"}, [{0: [2, "W1"]}])
    document["tiles"][1] = document["tiles"][1][:13] + ["T9"] * 22
    assert moves(one(document))[:2] == ["E draw 2s", "E discard 1m"]


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("round_wind",), 4, "deal 1, round_wind: 4 is out of range; 0 to 3 is allowed"),
        (("first_player",), ..., "deal 1: the record has no first_player"),
        (("tiles",), [[]] * 3, "deal 1, tiles: 4 elements are needed here, not 3"),
        (("tiles", 0), ["W1"], "deal 1, tiles[0]: 1 tiles; a player is dealt 13"),
        (
            ("tiles", 0, 0),
            "X1",
            "deal 1, tiles[0][0]: no tile 'X1'; tiles are W1..W9, B1..B9, T1..T9, F1..F4, J1..J3 and H1..H8",
        ),
        (("tiles", 0, 0), "H1", "deal 1, tiles[0]: a flower; they are removed in this format"),
        (("actions", 0), [[0]], "deal 1, actions: the four lists have [1, 2] entries; they should have equally many"),
        (("actions", 0, 0), 2, "deal 1, actions[0][0]: a list is needed here, not 2"),
        (("actions", 0, 0), [], "deal 1, actions[0][0]: an entry is a number, or a number and tiles, not []"),
        (("actions", 0, 0), [1], "deal 1, actions[0][0]: there is no entry [1]"),
        (("actions", 0, 0), [2], "deal 1, actions[0][0]: there is no entry [2]"),
        (("actions", 0, 0), [8, "W1"], "deal 1, actions[0][0][0]: 8 is out of range; 0 to 7 is allowed"),
        (
            ("actions", 0, 0),
            [0],
            "deal 1, actions[0][0]: a player who has drawn discards, makes a kong or wins; he does not do 0",
        ),
        (("actions", 0, 0), [6], "deal 1, actions[0][0]: an added kong, but no tile in the hand matches a pung"),
        (("actions", 1, 0), [2, "W1"], "deal 1, actions[1][0]: it is the turn of player 0"),
        (("actions", 0, 1), [4, "W1"], "deal 1, actions[0][1]: a player cannot claim his own discard"),
        (("actions", 1, 1), [2, "W1"], "deal 1, actions[1][1]: a discard can be claimed for chow, pung, kong or hu"),
        (("actions", 1, 1), [3, "W1 W1"], "deal 1, actions[1][1]: no chow has W1 in the middle"),
        (("actions", 0, 0), [7], "deal 1, actions[0][1]: the rows go on after a hu"),
    ],
)
def test_what_cannot_be_read_is_reported_with_its_place(path: tuple[Any, ...], value: Any, message: str) -> None:
    document = deal({0: PUNG_HAND + " T2", 1: PUNG_HAND}, [{0: [2, "W1"]}, {}])
    assert error(changed(document, path, value)) == message


def test_a_draw_too_many_is_reported() -> None:
    document = deal({0: PUNG_HAND + " T2", 1: PUNG_HAND}, [{0: [2, "W1"]}, {}, {1: [2, "W1"]}])
    assert error(document) == "deal 1, tiles[1]: player 1 has no tile left to draw in row 2"


@needs_logs
def test_after_a_kong_nobody_else_acts() -> None:
    document = deal({0: "W1 W1 W1 W1 W2 W2 W2 B3 B3 B3 T1 T2 T3 B9 B8"}, [{0: [5, "W1"]}, {1: [7]}])
    assert error(document) == "deal 1, actions[1][1]: after a kong the others pass; only an added kong may be robbed"
    assert env()["first_player"] == 2
