"""Writing records: what is read back is what was written, as far as the format can hold it."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from deal_scripts import SCRIPTS
from record_samples import PMN, SAMPLES, botzone, changed, needs_logs, one, read, tziakcha
from recorded import scripted

from fastmcr.errors import FileError, InputError, RecordError
from fastmcr.records import Record, RecordedFan, RecordedResult, from_json, to_json, to_pmn, write_records
from fastmcr.records import events as ev
from fastmcr.records.formats.own_lines import _packed


def for_pmn(record: Record) -> Record:
    """Return what PMN can hold of a record."""
    hands: Any = tuple(bytes(sorted(hand[:13])) for hand in record.hands)
    parts = [ev.pack(ev.DRAW, 0, record.hands[0][13])] if len(record.hands[0]) > 13 else []
    drawn = {0: record.hands[0][13]} if parts else {}
    for kind, seat, tile, _ in ev.as_array(record.events).tolist():
        if kind == ev.PASSED_CLAIM:
            continue
        detail = 0
        if kind == ev.DISCARD:
            detail = ev.JUST_DRAWN if tile == drawn.get(seat) else ev.FROM_HAND
        parts.append(ev.pack(kind, seat, 255 if kind == ev.HU else tile, detail))
        drawn[seat] = tile if kind == ev.DRAW else 255
    wins = tuple(
        win._replace(
            total=sum(fan.times * fan_points(fan) for fan in win.fans or ()),
            fans=tuple(
                RecordedFan(str(int(fan.fan)), fan.times, fan_points(fan), fan.fan) for fan in win.fans or () if fan.fan
            ),
        )
        for win in record.result.wins
    )
    result = RecordedResult(record.result.ending, wins, record.result.scores)
    scoring = "Duplicate" if record.kind == "personal" else "MCR"
    return replace(
        record,
        format="pmn",
        hands=hands,
        events=b"".join(parts),
        result=result,
        game="",
        rules="",
        tags=(("Scoring", scoring),),
    )


def fan_points(fan: RecordedFan) -> int:
    assert fan.fan is not None
    return {48: 6, 82: 5}.get(int(fan.fan), fan.fan.points) if fan.points is None else fan.points


@needs_logs
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_own_lines_lose_nothing(path: Path) -> None:
    records = read(path)
    written = io.StringIO()
    assert write_records(records, written, "fastmcr") == len(records)
    assert read(written.getvalue().encode()) == records


@pytest.mark.parametrize("document", [botzone(), tziakcha()], ids=["botzone", "tziakcha"])
def test_own_lines_lose_nothing_of_the_invented_deals(document: dict[str, Any]) -> None:
    record = one(document)
    assert from_json(to_json(record)) == record
    fault = {"action": "TLE", "player": 1, "score": [10, -30, 10, 10]}
    if "logs" in document:
        record = one(changed(document, ("logs", len(document["logs"]) - 1, "output"), {"display": fault}))
        assert from_json(to_json(record)) == record


@pytest.mark.parametrize("name", SCRIPTS)
def test_own_lines_lose_nothing_of_a_scripted_deal(name: str) -> None:
    record = scripted(name)
    assert from_json(to_json(record)) == record


def test_every_event_has_words_of_its_own() -> None:
    table = _packed()
    assert len(set(table.values())) == len(table)
    for packed in table.values():
        ev.check_events(packed)
    count = 4 * (42 * 5 + 8 + 34 * 5 + 2 * (21 + 34 * 2) + 3 - 34) + 1
    assert len(table) == count


@needs_logs
@pytest.mark.parametrize("path", PMN, ids=lambda path: path.name)
def test_pmn_is_written_as_it_was_read(path: Path) -> None:
    [record] = read(path)
    assert to_pmn(record) == path.read_text()


@pytest.mark.parametrize("name", [name for name in SCRIPTS if "false" not in name and "minimum" not in name])
def test_pmn_holds_a_scripted_deal(name: str) -> None:
    record = scripted(name)
    [back] = read(to_pmn(record).encode())
    assert back == for_pmn(record)


def test_pmn_quotes_what_would_break_a_tag() -> None:
    record = replace(scripted("draw of the deal"), players=('a "b"', "c\\d", "", "e"), id="7")
    [back] = read(to_pmn(record).encode())
    assert (back.players, back.id) == (record.players, "7")


def test_pmn_refuses_what_it_cannot_hold() -> None:
    record = scripted("draw of the deal")
    lost = RecordedResult("win", (scripted("two winners").result.wins[0]._replace(fans=(RecordedFan("???", 1),)),))
    cases = [
        (scripted("false hu with structure"), "PMN cannot hold a false hu"),
        (
            replace(record, result=RecordedResult("fault", fault="TLE", fault_seat=0)),
            "PMN cannot hold a fault of a program",
        ),
        (replace(scripted("two winners"), result=lost), "PMN cannot hold the fan '???', whose number is not known"),
        (replace(record, tags=(("two words", "x"),)), "PMN cannot hold the tag 'two words': a tag is a word"),
        (replace(record, players=("a\nb", "", "", "")), "PMN cannot hold 'a\\nb': a value stands on one line"),
    ]
    for bad, message in cases:
        with pytest.raises(RecordError) as caught:
            to_pmn(bad)
        assert str(caught.value) == message


# Files


def test_files_are_written_by_their_ending(tmp_path: Path) -> None:
    records = [scripted("two winners"), scripted("draw of the deal")]
    for name in ("x.jsonl", "x.ndjson", "x.pmn"):
        assert write_records(iter(records), tmp_path / name) == 2
        assert len(read(tmp_path / name)) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.jsonl", "x.ndjson", "x.pmn"]


def test_a_file_that_cannot_be_written_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.pmn"
    path.write_text("before")
    with pytest.raises(RecordError, match=r"^PMN cannot hold a false hu$"):
        write_records([scripted("two winners"), scripted("false hu with structure")], path)
    assert path.read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == ["x.pmn"]
    with pytest.raises(FileError) as caught:
        write_records([], tmp_path / "none" / "x.pmn")
    assert str(caught.value) == f"cannot write {tmp_path / 'none' / 'x.pmn'}: No such file or directory"
    with pytest.raises(InputError) as wrong:
        write_records([], tmp_path / "x.txt")
    assert str(wrong.value) == "records are written as fastmcr or pmn; the ending .jsonl or .pmn tells it too"
    with pytest.raises(InputError) as unknown:
        write_records([], tmp_path / "x.pmn", "tziakcha")
    assert (
        str(unknown.value)
        == "records are written as fastmcr or pmn, not 'tziakcha'; the ending .jsonl or .pmn tells it too"
    )
    with pytest.raises(InputError, match=r"^record 1 is 7, not a Record$"):
        write_records([7], tmp_path / "x.pmn")  # type: ignore[list-item]


# Our own lines


def test_the_schema_describes_every_line() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    schema = json.loads((Path(ev.__file__).parents[1] / "record.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    records = [scripted(name) for name in SCRIPTS] + [one(botzone()), one(tziakcha())]
    records += [record for path in SAMPLES if path.exists() for record in read(path)]
    for record in records:
        validator.validate(json.loads(to_json(record)))
    with pytest.raises(jsonschema.ValidationError):
        validator.validate(json.loads(to_json(records[0])) | {"version": 2})


LINE = {
    "format": "fastmcr-record",
    "version": 1,
    "from": "pmn",
    "walls": "personal",
    "prevalent": "E",
    "hands": [" ".join(["1m"] * 13)] * 4,
    "events": ["E draw 1m", "no winner"],
    "result": {
        "ending": "win",
        "wins": [{"seat": "E", "total": 8, "fans": [{"name": "39", "count": 1, "points": 8, "fan": 39}]}],
        "scores": [1, 2, 3, 4],
        "false_hus": [{"seat": "S", "changes": [1, 2, 3, 4]}],
    },
    "players": ["a", "b", "c", "d"],
    "seats": [1, 2, 3, 0],
    "wall": ["1m"],
    "back_pairs": True,
    "minimum": 9,
    "base": 4,
    "game": "duplicate",
    "rules": "mil",
    "tags": [["a", "b"]],
    "notes": ["n"],
    "id": "x",
    "conflicts": [{"move": 1, "kind": "wall", "text": "t"}],
}


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("version",), 2, "version: 2 is not read here; this package knows version 1"),
        (("version",), True, "version: True is not read here; this package knows version 1"),
        (("version",), ..., "the record has no version"),
        (("more",), 1, "no key is called 'more' in version 1"),
        (
            ("from",),
            "tenhou",
            "from: 'tenhou' is not allowed; there are botzone-json, competition-text, pmn, botzone-env, salasasa, "
            "tziakcha, fastmcr",
        ),
        (("walls",), "both", "walls: 'both' is not allowed; there are personal, shared"),
        (("prevalent",), "X", "prevalent: 'X' is not allowed; there are E, S, W, N"),
        (("hands", 0), "1m", "hands[0]: 1 tiles; a hand is dealt 13"),
        (
            ("hands", 0),
            "0m " * 13,
            "hands[0]: no tile '0m'; tiles are 1m..9m, 1p..9p, 1s..9s, E S W N C F P, and a..h for flowers",
        ),
        (("events",), "E draw 1m", "events: a list of at most 4000 events is needed here, not 'E draw 1m'"),
        (("events", 1), "E draws 1m", "events[1]: no event is called 'E draws 1m'"),
        (("events", 1), 5, "events[1]: no event is called 5"),
        (("events", 1), ["x"], "events[1]: no event is called ['x']"),
        (("players",), ["a"], "players: 4 elements are needed here, not 1"),
        (("seats",), [0, 0, 1, 2], "seats: [0, 0, 1, 2] are not the numbers 0 to 3 in some order"),
        (("back_pairs",), 1, "back_pairs: true or false is needed here, not 1"),
        (("minimum",), -1, "minimum: -1 is out of range; 0 to 10000 is allowed"),
        (("tags", 0), ["a"], "tags[0]: 2 elements are needed here, not 1"),
        (("result", "ending"), "over", "result.ending: 'over' is not allowed; there are win, draw, fault, unknown"),
        (("result", "wins", 0, "seat"), 0, "result.wins[0].seat: text is needed here, not 0"),
        (
            ("result", "wins", 0, "fans", 0, "fan"),
            83,
            "result.wins[0].fans[0].fan: 83 is out of range; 1 to 82 is allowed",
        ),
        (("result", "scores"), [1], "result.scores: 4 elements are needed here, not 1"),
        (("conflicts", 0, "text"), ..., "conflicts[0]: text is missing"),
    ],
)
def test_a_wrong_line_is_named(path: tuple[Any, ...], value: Any, message: str) -> None:
    assert from_json(json.dumps(LINE)) == from_json(to_json(from_json(json.dumps(LINE))))
    with pytest.raises(RecordError) as caught:
        from_json(json.dumps(changed(LINE, path, value)))
    assert str(caught.value) == message


@pytest.mark.parametrize("text", ["5", "{}", "[]", '{"format":"x"}'])
def test_other_json_is_no_line_of_ours(text: str) -> None:
    with pytest.raises(RecordError, match=r"^this is no object whose format is fastmcr-record$"):
        from_json(text)


def test_an_event_that_does_not_exist_is_not_written() -> None:
    record = replace(scripted("draw of the deal"), events=bytes([3, 0, 0, 0]))
    with pytest.raises(RecordError, match=r"^no event is \(3, 0, 0, 0\)$"):
        to_json(record)
    with pytest.raises(RecordError, match=r"^a record is a line of JSON, not 5$"):
        from_json(5)  # type: ignore[arg-type]
