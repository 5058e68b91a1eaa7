"""One bad line or cell of a file is one bad row with its reason: the rows around it are kept in their places."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402

from fastmcr.datasets import bulk  # noqa: E402
from fastmcr.datasets.files import find_inputs  # noqa: E402
from fastmcr.errors import FileError  # noqa: E402
from fastmcr.files.lines import LONGEST_LINE  # noqa: E402

GOOD = "123456789m1155p5p"
LINE = json.dumps({"hand": GOOD, "id": 7}).encode()


def rows_of(path: Path, **more: Any) -> list[tuple[Any, ...]]:
    """Return points, status and reason of every row."""
    out = path.parent / "out.parquet"
    bulk(path, out, overwrite=True, **more)
    table = pq.read_table(out)
    return list(zip(*(table[name].to_pylist() for name in ("points", "status", "reason")), strict=True))


BAD_LINES = {
    "deep": (b'{"hand":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "is nested more than 64 brackets deep"),
    "a little deep": (b'{"x":' + b"[" * 500 + b"]" * 500 + b"}", "is nested more than 64 brackets deep"),
    "deep and open": (b'{"x":' * 20_000, "is nested more than 64 brackets deep"),
    "byte order mark": (b"\xef\xbb\xbf" + LINE, "begins with a byte order mark, as where files were put together"),
    "no UTF-8": (b'{"hand":"\xff"}', "is no JSON: not UTF-8"),
    "NUL": (b'{"hand":"12\x003m"}', "is no JSON: Invalid control character at"),
    "NUL after it": (LINE + b"\x00", "is no JSON: Extra data"),
    "key twice": (b'{"hand":"1m","hand":"2m"}', "has the key 'hand' twice"),
    "key twice inside": (b'{"hand":"1m","more":{"a":1,"a":1}}', "has the key 'a' twice"),
    "half a pair": (b'{"hand":"\\ud800"}', "cannot be read: The surrogate pair in string is invalid."),
    "two objects": (LINE + LINE, "is no JSON: Extra data"),
    "half an object": (b'{"hand":"1m",', "is no JSON: Expecting property name enclosed in double quotes"),
    "long number": (b'{"hand":"1m","win":' + b"1" * 5000 + b"}", "holds a number that is too long"),
    "large number": (b'{"hand":"1m","id":1e999}', "cannot be read: Number too big to be stored in double."),
    "text in counts": (b'{"concealed":["1m"]}', "has ['1m'] as concealed"),
    "decimals in counts": (b'{"concealed":[1.5]}', "has [1.5] as concealed"),
    "a decimal": (b'{"hand":"1m","win":1.5}', "has 1.5 as win"),
    "beyond 64 bits": (b'{"hand":"1m","win":99999999999999999999}', "has 99999999999999999999 as win"),
    "too long": (b'{"hand":"' + b"1" * LONGEST_LINE + b'"}', "has more than 1,048,576 bytes"),
    "much too long": (b'{"hand":"' + b"1" * (20 << 20) + b'"}', "has more than 1,048,576 bytes"),
}


@pytest.mark.parametrize("kind", list(BAD_LINES))
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_json_line_that_cannot_be_read(tmp_path: Path, kind: str, end: bytes) -> None:
    line, words = BAD_LINES[kind]
    path = tmp_path / "in.jsonl"
    path.write_bytes(end.join([LINE, LINE, b"", line, LINE, LINE]))
    good = (20, 0, None)
    assert rows_of(path) == [good, good, (None, 10, f"line 4 {words}"), good, good]
    path.write_bytes(end.join([b"", line, LINE]))  # at the very beginning a mark is no fault
    assert rows_of(path) == [(None, 10, f"line 2 {words}"), good]
    path.write_bytes(end.join([LINE, line, b""]))
    assert rows_of(path) == [good, (None, 10, f"line 2 {words}")]


def test_an_object_over_several_lines_is_a_bad_row_each(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_bytes(b'{"hand":\n"1m"}\n' + LINE + b"\n" + b"[\n" * 50_000 + LINE)
    found = rows_of(path)
    assert len(found) == 50_004
    assert [place for place, row in enumerate(found) if row == (20, 0, None)] == [2, 50_003]


@pytest.mark.parametrize("stretch", [1, 50, 1 << 20])
def test_long_lines_between_stretches(tmp_path: Path, stretch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastmcr.files.lines.STRETCH", stretch)
    monkeypatch.setattr("fastmcr.files.lines.LONGEST_LINE", 100)
    monkeypatch.setattr("fastmcr.datasets.sources_json.LONGEST_LINE", 100)
    monkeypatch.setattr("fastmcr.datasets.sources_text.LONGEST_LINE", 100)
    lengths = [20, 99, 100, 101, 102, 30, 149, 150, 151, 152, 400, 20, 10_000, 101]
    lines = [f'{{"hand":"{GOOD}","x":"'.encode() for _ in lengths]
    lines = [line + b"x" * (length - len(line) - 2) + b'"}' for line, length in zip(lines, lengths, strict=True)]
    long = [len(line) > 100 for line in lines]
    for end in (b"\n", b""):
        (tmp_path / "in.jsonl").write_bytes(b"\n".join(lines) + end)
        found = rows_of(tmp_path / "in.jsonl")
        assert [row[0] is None for row in found] == long
        for place, row in enumerate(found, 1):
            assert row[2] in (None, f"line {place} has more than 1,048,576 bytes")
        (tmp_path / "in.txt").write_bytes(b"\n".join(b"#\n" + GOOD.encode() + b"m" * n for n in lengths) + end)
        found = rows_of(tmp_path / "in.txt")
        wrong = [n + len(GOOD) > 100 for n in lengths]
        assert [(row[2] or "").startswith("line ") for row in found] == wrong
        assert all(
            row[2] == f"line {2 * n} has more than 1,048,576 bytes" for n, row in enumerate(found, 1) if wrong[n - 1]
        )


def test_text_lines(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    good = GOOD.encode()
    for length in (LONGEST_LINE + 1, 20 << 20):
        lines = [good, b"\xff", b"12\x003m", b"1" * 300, b"#" + b"1" * length, b"1" * length, good]
        path.write_bytes(b"\n".join(lines))
        found = rows_of(path)
        assert [row[:2] for row in found] == [(20, 0), *[(None, 10)] * 4, (20, 0)]
        assert found[4][2] == "line 6 has more than 1,048,576 bytes"


@pytest.mark.parametrize("name", ["in.txt", "in.jsonl", "in.csv"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf16_is_refused_in_words(tmp_path: Path, name: str, encoding: str) -> None:
    path = tmp_path / name
    path.write_bytes(f"hand\n{GOOD}\n".encode(encoding))
    with pytest.raises(FileError, match=r"is UTF-16; it must be UTF-8 \(iconv -f UTF-16 -t UTF-8 converts it\)$"):
        rows_of(path)


BAD_CSV = {
    "open quote": (f'2,"{GOOD}'.encode(), "has a quote that is not closed"),
    "open quote at the end": (f'2,{GOOD},"'.encode(), "has a quote that is not closed"),
    "quote doubled": (f'2,"{GOOD}"",'.encode(), "has a quote that is not closed"),
    "too many values": (f"2,{GOOD},x,y".encode(), "has 4 values for 3 columns"),
    "too few values": (b"2", "has 1 value for 3 columns"),
    "too many in quotes": (f'2,"{GOOD}","x,y",""'.encode(), "has 4 values for 3 columns"),
    "no UTF-8": (f"2,{GOOD},\xff".encode("latin-1"), "is not UTF-8"),
    "carriage return": (f"2,{GOOD},\r3,{GOOD},".encode(), "has a carriage return in its middle"),
    "too long": (f"2,{GOOD},".encode() + b"x" * LONGEST_LINE, "has more than 1,048,576 bytes"),
    "much too long": (b'"' * (20 << 20), "has more than 1,048,576 bytes"),
}


@pytest.mark.parametrize("kind", list(BAD_CSV))
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_csv_line_that_cannot_be_read(tmp_path: Path, kind: str, end: bytes) -> None:
    line, words = BAD_CSV[kind]
    path = tmp_path / "in.csv"
    good = f'1,{GOOD},"a, ""b"""'.encode()
    path.write_bytes(end.join([b"id,hand,note", good, good, b"", line, good, good, b""]))
    right = (20, 0, None)
    assert rows_of(path) == [right, right, (None, 10, f"line 5 {words}"), right, right]
    table = pq.read_table(tmp_path / "out.parquet")
    assert table["id"].to_pylist() == [1, 1, None, 1, 1]
    assert table["note"].to_pylist() == ['a, "b"', 'a, "b"', None, 'a, "b"', 'a, "b"']
    path.write_bytes(end.join([b"id,hand,note", line, good]))
    assert rows_of(path) == [(None, 10, f"line 2 {words}"), right]
    path.write_bytes(end.join([b"id,hand,note", good, line]))
    assert rows_of(path) == [right, (None, 10, f"line 3 {words}")]


def test_csv_of_counts_and_of_one_column(tmp_path: Path) -> None:
    from fastmcr.rulebook.tiles import NAMES

    path = tmp_path / "in.csv"
    path.write_bytes(f'hand\n{GOOD}\n"{GOOD}\n"{GOOD}"\n'.encode())
    right = (20, 0, None)
    assert rows_of(path) == [right, (None, 10, "line 3 has a quote that is not closed"), right]
    counts = [1] * 9 + [2, 0, 0, 0, 1] + [0] * 20
    held = ",".join(map(str, counts))
    path.write_text(",".join([*map(str, NAMES), "win"]) + f"\n{held},13\n{held}\n{held},13\n")
    assert [row[1:] for row in rows_of(path)][1] == (10, "line 3 has 34 values for 35 columns")


def test_csv_of_many_stretches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f'{n},"{GOOD}"' if n % 3 else f'{n},"{GOOD}' for n in range(200)]
    (tmp_path / "in.csv").write_text("\n\nid,hand\n" + "\n".join(lines) + "\n")
    whole = rows_of(tmp_path / "in.csv")
    assert [row[2] for row in whole[::3]] == [f"line {n + 4} has a quote that is not closed" for n in range(0, 200, 3)]
    for stretch in (1, 40, 333):
        monkeypatch.setattr("fastmcr.files.lines.STRETCH", stretch)
        assert rows_of(tmp_path / "in.csv", part_rows=7) == whole


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (b'id,"hand', "{}: the header has a quote that is not closed"),
        (b"id,\xffhand", "{}: the header is not UTF-8"),
        (b"hand\rid\r", "{}: the header has a carriage return in its middle"),
        (b"hand," + b"x" * LONGEST_LINE, "{}: the header has more than 1,048,576 bytes"),
        (b"hand," + b",".join(b"%d" % n for n in range(20_000)), "{} has 20,001 columns; at most 10,000 are read"),
        (b"hand,__broken_line__", "{} has a column __broken_line__; rename or drop it"),
        (b"\r\n\n", "{} is empty; a CSV file begins with a line of column names"),
    ],
)
def test_header_that_cannot_be_read(tmp_path: Path, head: bytes, words: str) -> None:
    path = tmp_path / "in.csv"
    path.write_bytes(head + b"\n1m,1")
    if not head.strip():
        path.write_bytes(head)
    with pytest.raises(FileError) as caught:
        rows_of(path)
    assert str(caught.value) == words.format(path)


# --- what a glob reaches ---------------------------------------------------------------------------------------------


def test_globs_pass_over_unfinished_output(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    table = pa.table({"hand": [GOOD] * 10})
    for name in ("a.parquet", "b.parquet"):
        pq.write_table(table, tmp_path / "in" / name)
    parts = tmp_path / "in" / "out.parquet.parts"
    parts.mkdir()
    pq.write_table(table, parts / "000000.parquet")
    torn = tmp_path / "in" / "c.parquet.123-0123abcd.tmp"
    torn.write_bytes(b"PAR1")
    inside = [str(tmp_path / "in" / name) for name in ("a.parquet", "b.parquet")]
    for pattern in ("**/*.parquet", "in/*", "in/**"):
        if pattern == "in/*":
            torn.rename(tmp_path / "in" / "d.parquet.123-0123abcd.tmp")
        assert [found.path for found in find_inputs([str(tmp_path / pattern)])] == inside
    assert len(find_inputs([str(parts / "*.parquet")])) == 1  # named by the caller
    with pytest.raises(FileError) as caught:
        find_inputs([str(tmp_path / "**" / "0*.parquet")])
    assert str(caught.value) == (
        f"no file matches {tmp_path}/**/0*.parquet but unfinished output of this package, such as "
        f"{parts / '000000.parquet'}"
    )


def test_a_run_goes_on_though_a_glob_reaches_its_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = pa.table({"hand": [GOOD] * 10})
    for name in ("a.parquet", "b.parquet"):
        pq.write_table(table, tmp_path / name)
    out = tmp_path / "out.parquet"
    with monkeypatch.context() as patch:
        patch.setattr("fastmcr.datasets.parquet.finish", lambda *_: (_ for _ in ()).throw(FileError("no")))
        with pytest.raises(FileError, match="no"):
            bulk(str(tmp_path / "**" / "*.parquet"), out, part_rows=10, to="jsonl")
    assert list(tmp_path.glob("out.parquet.parts/*.json*"))
    assert bulk(str(tmp_path / "**" / "*.parquet"), out, part_rows=10, to="jsonl").rows == 20


def test_json_lines_of_too_many_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastmcr.datasets.sources_json.MAX_KEYS", 10)
    monkeypatch.setattr("fastmcr.datasets.sources_json.FIRST", 100)
    lines = [json.dumps({"hand": GOOD, f"k{n}": n}) for n in range(30)]
    lines += [json.dumps({"hand": GOOD, "more": {f"k{n}": n}}) for n in range(30)]
    path = tmp_path / "in.jsonl"
    for stretch in (1 << 20, 200):
        monkeypatch.setattr("fastmcr.files.lines.STRETCH", stretch)
        path.write_text("\n".join([*lines, LINE.decode().replace("id", "k3")]))
        found = rows_of(path)
        assert [row[0] for row in found[:9]] == [20] * 9
        assert found[9:30] == [(None, 10, f"line {n} has another key after 10 different ones") for n in range(10, 31)]
        assert [row[0] for row in found[30:60]] == [None] * 30
        assert found[60] == (20, 0, None)


def test_keys_and_types_that_come_late_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastmcr.datasets.sources_json.FIRST", 100)
    rows: list[dict[str, Any]] = [{"hand": GOOD, "a": 1, "t": "2020-01-01T00:00:00", "n": None} for _ in range(50)]
    rows += [{"hand": GOOD, "a": 1.5, "t": "x", "n": [1], "new": {"x": 1}}, {"hand": GOOD, "new": {"y": "z"}}]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)))
    for stretch in (1 << 20, 300):
        monkeypatch.setattr("fastmcr.files.lines.STRETCH", stretch)
        assert rows_of(tmp_path / "in.jsonl") == [(20, 0, None)] * 52
        table = pq.read_table(tmp_path / "out.parquet").select(["a", "t", "n", "new"]).to_pylist()
        assert table[0] == {"a": 1.0, "t": "2020-01-01T00:00:00", "n": None, "new": None}
        assert table[50] == {"a": 1.5, "t": "x", "n": [1], "new": {"x": 1, "y": None}}
        assert table[51] == {"a": None, "t": None, "n": None, "new": {"x": None, "y": "z"}}
