"""Which format a file has, how it is opened, and what the samples hold."""

from __future__ import annotations

import io
import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from record_samples import ENV, PMN, SALASASA, SAMPLES, TEXT, botzone, errors, needs_logs, packed, read, tziakcha

from fastmcr.cli import cli
from fastmcr.errors import FileError, InputError, RecordError
from fastmcr.records import FORMATS, Event, EventKind, Record, read_records
from fastmcr.records import events as ev
from fastmcr.records.formats.rotation import PLAYER_AT, seat_of
from fastmcr.rulebook.tiles import Tile, Wind

HANDS = "c1234d123b123w12r1f c5678d456b456w12r1f c1299d789b789w34r2f c35d159b159w334r23f"
PMN_TEXT = f'[PWind "E"]\n[Deal "{HANDS}"]\n[Play "T0c9D0z1"]\n'


# Samples


@needs_logs
@pytest.mark.parametrize(
    ("path", "format", "deals", "moves", "wins", "draws"),
    [
        (PMN[0], "pmn", 1, [56], 1, 0),
        (PMN[1], "pmn", 1, [92], 2, 0),
        (PMN[2], "pmn", 1, [121], 1, 0),
        (ENV, "botzone-env", 3, [67, 137, 99], 3, 0),
        (TEXT, "competition-text", 16, None, 14, 2),
        (SALASASA, "salasasa", 4, [189, 189, 64, 114], 2, 2),
    ],
    ids=lambda value: value.name if isinstance(value, Path) else None,
)
def test_sample_holds_what_its_notes_say(
    path: Path, format: str, deals: int, moves: list[int] | None, wins: int, draws: int
) -> None:
    records = read(path)
    assert {record.format for record in records} == {format}
    assert len(records) == deals
    found = [record.move_count for record in records]
    assert found == moves if moves else sum(found) == 1601
    assert sum(len(record.winners) for record in records) == wins
    assert sum(not record.winners for record in records) == draws
    assert [record.number for record in records] == list(range(1, deals + 1))
    assert not any(record.conflicts for record in records)


@needs_logs
def test_every_kind_of_move_is_in_some_record() -> None:
    kinds = {event.kind for path in SAMPLES for record in read(path) for event in record.moves}
    kinds |= {event.kind for record in read(json.dumps(botzone()).encode()) for event in record.moves}
    assert set(EventKind) - kinds == {EventKind.FALSE_HU}


# Detection and opening


@pytest.mark.parametrize(
    ("text", "format"),
    [
        (PMN_TEXT, "pmn"),
        ("\ufeff" + PMN_TEXT, "pmn"),
        ("\n\n" + PMN_TEXT, "pmn"),
        (json.dumps(botzone()), "botzone-json"),
        (json.dumps(botzone(), indent=1), "botzone-json"),
        (json.dumps(botzone()["logs"]), "botzone-json"),
        (json.dumps(tziakcha()), "tziakcha"),
        (json.dumps(packed(tziakcha())), "tziakcha"),
        (json.dumps({"script": "<Decoded>", "step": tziakcha()}), "tziakcha"),
        (json.dumps([tziakcha()]), "tziakcha"),
    ],
)
def test_format_is_told_from_the_content(text: str, format: str) -> None:
    [record] = read(text.encode())
    assert record.format == format


def test_objects_of_several_formats_may_follow_line_by_line() -> None:
    lines = [json.dumps(botzone()), "", json.dumps(tziakcha()), json.dumps(packed(tziakcha()))]
    records = read("\n".join(lines).encode())
    assert [record.format for record in records] == ["botzone-json", "tziakcha", "tziakcha"]
    assert [record.place for record in records] == ["line 1", "line 3", "line 4"]
    assert [record.number for record in records] == [1, 2, 3]


def test_a_list_of_records_is_read() -> None:
    records = read(json.dumps([botzone(), tziakcha()]).encode())
    assert [(record.format, record.place) for record in records] == [("botzone-json", "[0]"), ("tziakcha", "[1]")]


def test_paths_and_open_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "one.pmn"
    path.write_text(PMN_TEXT)
    [wanted] = read(PMN_TEXT.encode())
    assert read(path) == read(str(path)) == [wanted]
    with path.open("rb") as binary, path.open() as text:
        assert read(binary) == read(text) == [wanted]
        assert not binary.closed
    assert read(io.StringIO(PMN_TEXT)) == read(io.BytesIO(PMN_TEXT.encode())) == [wanted]
    assert read(path)[0].source == str(path)
    assert read(io.BytesIO(PMN_TEXT.encode()))[0].source == ""


def test_records_are_read_as_they_are_asked_for() -> None:
    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:  # type: ignore[override]
            return PMN_TEXT.encode() * (size // len(PMN_TEXT) + 1)

        def readline(self, size: int | None = -1) -> bytes:
            return b""

    found = read_records(Endless())  # type: ignore[arg-type]
    assert isinstance(next(found), Record)


def test_a_format_can_be_asked_for() -> None:
    assert len(read(PMN_TEXT.encode(), "pmn")) == 1
    assert errors(PMN_TEXT.encode(), "competition-text") == [
        "deal 1, line 1: Match and the name of the deal should stand here, not '[PWind \"E\"]'"
    ]
    with pytest.raises(InputError) as caught:
        read_records(b"", "tenhou")
    assert str(caught.value) == f"no format is called 'tenhou'; there are {', '.join(FORMATS)}"


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "the file is empty"),
        (b" \n\n", "the file is empty"),
        (
            b"hello",
            f"this is no game record that is known here, it begins with b'hello'; known are {', '.join(FORMATS)}",
        ),
        ("Match x".encode("utf-16"), "this is UTF-16; records are UTF-8 (iconv -f UTF-16 -t UTF-8 converts them)"),
    ],
)
def test_a_file_that_is_no_record_is_refused(raw: bytes, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_records(raw)
    assert str(caught.value) == message


def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        read_records(tmp_path / "none.txt")
    assert str(caught.value) == f"{tmp_path / 'none.txt'} cannot be read: no such file or directory"
    with pytest.raises(FileError) as caught:
        read_records(tmp_path)
    assert str(caught.value) == f"{tmp_path} cannot be read: is a directory"
    with pytest.raises(FileError) as caught:
        read_records("a\0b")
    assert str(caught.value) == r"'a\x00b' is no name of a file"
    with pytest.raises(InputError) as wrong:
        read_records(7)  # type: ignore[arg-type]
    assert str(wrong.value) == "records are read from a path, bytes or an open file, not from 7"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "deal 1: this is no game record that is known here: an object with the keys ''"),
        ('{"a": 1}', "deal 1: this is no game record that is known here: an object with the keys 'a'"),
        ("[1]", "deal 1, [0]: this is no game record that is known here: 1"),
        ('{"a": ', "deal 1, character 6: the JSON ends in the middle"),
        ('{"a": "bc', "deal 1, character 7: the JSON ends in the middle"),
        ('{"a": 1,\n "b": }', "deal 1, line 2, character 7: no JSON: Expecting value"),
        ("[" * 100_000, "deal 1: this is no JSON of a record: it is nested more than 64 brackets deep"),
        ('{"a": ' + "1" * 5000 + "}", "deal 1: no JSON of a record: a number with too many digits"),
        ('{"logs": 5}', "deal 1, logs: a list is needed here, not 5"),
    ],
)
def test_json_that_is_no_record_is_reported(text: str, message: str) -> None:
    assert errors(text.encode()) == [message]


def test_a_broken_line_is_reported_and_the_rest_go_on() -> None:
    lines = [json.dumps(tziakcha()), '{"i":', "5", json.dumps(tziakcha())]
    found = list(read_records("\n".join(lines).encode()))
    assert [type(one).__name__ for one in found] == ["Record", "RecordError", "RecordError", "Record"]
    assert [str(one) for one in found[1:3]] == [
        "deal 2, line 2, character 6: the JSON ends in the middle",
        "deal 3, line 3: this is no game record that is known here: 5",
    ]
    assert isinstance(found[3], Record)
    assert (found[3].number, found[3].place) == (4, "line 4")


def test_a_list_with_a_broken_record_goes_on() -> None:
    found = list(read_records(json.dumps([tziakcha(), {"w": 1, "a": 2}, tziakcha()]).encode()))
    assert [str(one) if isinstance(one, RecordError) else one.number for one in found] == [
        1,
        "deal 2, [1]: the record has no i",
        3,
    ]


# Events


def test_events_read_as_words() -> None:
    packed_events = b"".join(
        (
            ev.pack(ev.DRAW, 0, 4, ev.REPLACEMENT),
            ev.pack(ev.FLOWER, 1, 35),
            ev.pack(ev.DISCARD, 2, 33, ev.JUST_DRAWN),
            ev.pack(ev.PASSED_CLAIM, 3, 1, ev.CHOW),
            ev.pack(ev.PUNG, 1, 33),
            ev.pack(ev.HU, 2),
            ev.pack(ev.FALSE_HU, 0),
            ev.pack(ev.NO_WINNER, 0),
        )
    )
    assert [str(event) for event in ev.events_of(packed_events)] == [
        "E draw 5m (replacement)",
        "S flower b",
        "W discard P (just drawn)",
        "N passed claim chow 123m",
        "S pung P",
        "W hu",
        "E false hu",
        "no winner",
    ]
    assert ev.count_moves(packed_events) == 6


def test_chow_names_its_tiles() -> None:
    event = Event(EventKind.CHOW, Wind.S, Tile.P8)
    assert event.chow == (Tile.P7, Tile.P8, Tile.P9)
    assert Event(EventKind.PUNG, Wind.S, Tile.P8).chow is None


@pytest.mark.parametrize(
    "event",
    [
        (12, 0, 0, 0),
        (0, 4, 0, 0),
        (0, 0, 42, 0),
        (0, 0, 255, 0),
        (0, 0, 0, 2),
        (1, 0, 3, 0),
        (2, 0, 0, 3),
        (3, 0, 0, 0),
        (3, 0, 8, 0),
        (3, 0, 27, 0),
        (3, 0, 1, 1),
        (4, 0, 34, 0),
        (8, 0, 34, 0),
        (9, 0, 0, 0),
        (10, 0, 1, 2),
        (10, 0, 0, 3),
        (11, 0, 1, 0),
    ],
)
def test_an_event_that_does_not_exist_is_refused(event: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match=r"^event 2 is \(.*\); no such kind, seat, tile or detail$"):
        ev.check_events(ev.pack(0, 0, 0) + bytes(event))


def test_what_is_no_events_is_refused() -> None:
    bad: list[Any] = [b"abc", "abcd", None]
    for given in bad:
        with pytest.raises(InputError, match=r"^events are bytes, four an event, not "):
            ev.check_events(given)


# Rotation


def test_everybody_sits_everywhere_four_times() -> None:
    for player in range(4):
        seats = [seat_of(hand, player) for hand in range(16)]
        assert [seats.count(seat) for seat in range(4)] == [4, 4, 4, 4]
        for start in range(0, 16, 4):
            assert sorted(seats[start : start + 4]) == [0, 1, 2, 3]
    assert all(sorted(row) == [0, 1, 2, 3] for row in PLAYER_AT)
    assert [PLAYER_AT[hand][0] for hand in range(16)] == [0, 1, 2, 3, 1, 0, 3, 2, 2, 3, 1, 0, 3, 2, 0, 1]


def test_the_command_line_and_the_schema_name_every_format() -> None:
    for command in (("replay",), ("records", "features"), ("records", "convert")):
        shown = CliRunner().invoke(cli, [*command, "--help"], terminal_width=200).output
        assert f"--from [{'|'.join(FORMATS)}]" in shown
    words = CliRunner().invoke(cli, ["replay", "--help"], terminal_width=400).output
    assert all(one.words in words for one in FORMATS.values())
    schema = json.loads((resources.files("fastmcr") / "record.schema.json").read_text("utf-8"))
    assert schema["properties"]["from"]["enum"] == list(FORMATS)


def test_a_record_of_no_format() -> None:
    with pytest.raises(InputError, match=r"^no format is called 'pgn'; there are botzone-json, competition-text, "):
        Record("pgn", "shared", 0, (b"", b"", b"", b""), b"")
