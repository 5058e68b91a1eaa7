"""One bad record is one error with its place: the records around it are read, in bounded memory."""

from __future__ import annotations

import io
import json

import pytest
from record_samples import read, tziakcha

from fastmcr.errors import RecordError
from fastmcr.records import read_records, to_json
from fastmcr.records.model import Record

BAD_LINES = {
    "deep": b'{"logs":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "open": b'{"logs":' * 20_000,
    "no JSON": b'{"logs":',
    "byte order mark in its middle": b'\xef\xbb\xbf {"logs":\xef\xbb\xbf[]}',
    "no UTF-8": b'{"id":"\xff"}',
    "NUL": b'{"id":"\x00"}',
    "long number": b'{"id":' + b"1" * 5000 + b"}",
    "too long": b'{"id":"' + b"1" * (5 << 20) + b'"}',
    "list": b"[[[[1]]]]",
}


@pytest.fixture(scope="module")
def good() -> bytes:
    """Return a record as a line."""
    (record,) = read(json.dumps(tziakcha()).encode())
    return to_json(record).encode()


@pytest.mark.parametrize("kind", list(BAD_LINES))
def test_a_bad_line_is_one_error(good: bytes, kind: str) -> None:
    bad = BAD_LINES[kind]
    for lines, wrong in (([good, bad, good, good], 1), ([bad, good, good], 0), ([good, bad], 1), ([bad, bad, good], 0)):
        found = list(read_records(b"\n".join(lines)))
        assert [isinstance(one, Record) for one in found] == [line is good for line in lines]
        assert isinstance(found[wrong], RecordError)
        assert found[wrong].place.startswith(f"line {wrong + 1}")


def test_marks_of_files_put_together_are_passed_over(good: bytes) -> None:
    found = list(read_records(b"\n".join([good, b"\xef\xbb\xbf" + good, good])))
    assert [isinstance(one, Record) for one in found] == [True] * 3


def test_a_document_that_is_cut_off_is_one_error(good: bytes) -> None:
    pretty = json.dumps([json.loads(good)] * 3, indent=1).encode()
    assert len(list(read_records(pretty))) == 3
    assert [type(one) for one in read_records(pretty[:-40])] == [RecordError]


def test_a_document_that_is_too_long_is_one_error(monkeypatch: pytest.MonkeyPatch, good: bytes) -> None:
    monkeypatch.setattr("fastmcr.records.reading._MOST", 3 * len(good))
    monkeypatch.setattr("fastmcr.records.reading._LONGEST", 2 * len(good))
    (error,) = read_records(b"[" + b",".join([good] * 5) + b"]")
    assert isinstance(error, RecordError)
    assert error.reason == "JSON of more than 0 MB; write one object a line"
    pretty = json.dumps([json.loads(good)] * 5, indent=1).encode()
    assert [type(one) for one in read_records(pretty)] == [RecordError]
    lines = b"\n".join([good, b"[" + b",".join([good] * 5) + b"]", good])
    assert [type(one) for one in read_records(lines)] == [Record, RecordError, Record]


class Endless(io.RawIOBase):
    """A file of one byte again and again, and something at the end."""

    def __init__(self, start: bytes, byte: bytes, size: int, end: bytes) -> None:
        self.parts = [start, *[byte * (1 << 20)] * (size >> 20), end]

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while self.parts and not self.parts[0]:
            self.parts.pop(0)
        if not self.parts:
            return 0
        some = self.parts[0][: len(buffer)]
        self.parts[0] = self.parts[0][len(some) :]
        buffer[: len(some)] = some
        return len(some)


@pytest.mark.parametrize("line_end", [b"x", b"x\n"])
def test_a_deal_of_competition_text_that_has_no_end(line_end: bytes) -> None:
    text = competition_text()
    stream = io.BufferedReader(Endless(text + b"Match long\n", line_end, 40 << 20, b"\n" + text))
    found = list(read_records(stream))
    assert [type(one) for one in found] == [Record, RecordError, Record]
    assert isinstance(found[1], RecordError)
    assert found[1].reason == "the deal is too long; a deal has at most 1,048,576 characters"
    lines = text.count(b"\n")
    assert found[1].place == f"line {lines + 1}"
    more = (40 << 20) * line_end.count(b"\n")
    assert isinstance(found[2], Record)
    assert found[2].place == f"line {lines + 3 + more}"


def competition_text() -> bytes:
    """Return one deal."""
    hands = "\n".join(f"Player {seat} Deal W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 B4" for seat in range(4))
    return f"Match a\nWind 0\n{hands}\nPlayer 0 Draw T1\nPlayer 0 Play T1\nHuang\nScore 0 0 0 0\n".encode()


def test_a_line_of_pmn_that_has_no_end() -> None:
    hand = "c19d19b19w1234r123f"
    deal = f'[PWind "E"]\n[Deal "{" ".join([hand] * 4)}"]\n[Play "T0c1D0z1"]\n'.encode()
    found = list(read_records(io.BufferedReader(Endless(deal + b'[PWind "', b"x", 40 << 20, b'"]\n' + deal * 2))))
    assert [type(one) for one in found][-1] == Record
    assert any(isinstance(one, RecordError) and "the line is too long" in one.reason for one in found)
    tags = b"".join(b'[Tag%d "x"]\n' % number for number in range(3000))
    found = list(read_records(deal + tags + deal))
    assert [type(one) for one in found] == [RecordError, Record]


def test_readers_remember_no_long_names() -> None:
    from fastmcr.records.formats.fan_numbers import _found, named_fan

    before = _found.cache_info().currsize
    assert named_fan("平" * 1000) is None
    assert _found.cache_info().currsize == before
