"""Cells and lines of many megabytes are refused without being copied again and again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402
from pyarrow import ipc  # noqa: E402

GOOD = "123456789m1155p5p"
SIZE = 60 << 20
SPARE = 48 << 20  # what a run needs more than another, whatever it reads

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system tells no peak of memory")

PEAK = """
import json, sys
def peak():  # not that of resource, which begins with the peak of the process that started this one
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))
"""


def grown(code: str, *arguments: str) -> tuple[int, Any]:
    """Return by how many bytes a process grew during the second half of some code, and what it found."""
    done = subprocess.run([sys.executable, "-c", PEAK + code, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    size, found = json.loads(done.stdout)
    return size, found


BULK = """
import pyarrow.parquet as pq
from fastmcr.datasets import bulk
small, large, out = {small!r}, {large!r}, {out!r}
bulk(small, out, threads=1, overwrite=True)
before = peak()
bulk(large, out, threads=1, overwrite=True)
after = peak()
found = pq.read_table(out, columns=["points", "status", "reason"]).to_pylist()
print(json.dumps([after - before, [list(row.values()) for row in found]]))
"""

RIGHT = [20, 0, None]


def bulk_grown(tmp_path: Path, small: str, large: str) -> tuple[int, Any]:
    """Return how much more memory a large file takes than a small one, and the rows of it."""
    names = {"small": str(tmp_path / small), "large": str(tmp_path / large), "out": str(tmp_path / "out.parquet")}
    return grown(BULK.format(**names))


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "txt"])
def test_a_line_of_a_text_file(tmp_path: Path, suffix: str) -> None:
    head = "hand\n" if suffix == "csv" else ""
    start, end = ('{"hand":"', '"}') if suffix == "jsonl" else ("", "")
    good = f"{start}{GOOD}{end}\n"
    (tmp_path / f"small.{suffix}").write_text(head + good * 3)
    (tmp_path / f"large.{suffix}").write_text(head + good + start + "1" * SIZE + end + "\n" + good)
    size, found = bulk_grown(tmp_path, f"small.{suffix}", f"large.{suffix}")
    line = 3 if suffix == "csv" else 2
    assert found == [RIGHT, [None, 10, f"line {line} has more than 1,048,576 bytes"], RIGHT]
    assert size < SPARE


@pytest.mark.parametrize("newline", ["", "\n"])
def test_standard_input(newline: str) -> None:
    code = """
import io
from fastmcr.cli import cli
class Zeros(io.RawIOBase):
    left = {size}
    def readable(self):
        return True
    def readinto(self, buffer):
        some = min(len(buffer), self.left)
        buffer[:some] = b"1" * some
        self.left -= some
        if not some and self.tail:
            buffer[: len(self.tail)] = self.tail
            some, self.tail = len(self.tail), b""
        return some
    tail = {tail!r}
def run(stream):
    sys.stdin = io.TextIOWrapper(io.BufferedReader(stream))
    sys.stdout = io.StringIO()
    try:
        cli(["score", "-", "--json"], standalone_mode=False)
    finally:
        told, sys.stdout = sys.stdout.getvalue(), sys.__stdout__
    return told
run(io.BytesIO(b"{good}\\n"))
before = peak()
told = run(Zeros())
print(json.dumps([peak() - before, [json.loads(line) for line in told.splitlines()]]))
"""
    tail = f"{newline}{GOOD}\n".encode()
    size, found = grown(code.format(size=SIZE, tail=tail, good=GOOD))
    assert found[0]["error"]["message"].startswith("the line has more than 4,096 bytes")
    assert found[0]["hand"] == "1" * 200
    assert [answer["points"] for answer in found[1:]] == ([20] if newline else [])
    assert size < SPARE


CALLS = {
    "from_strings": "HandBatch.from_strings([{good!r}, text, {good!r}], on_error='mark').status.tolist()",
    "from_strings that raises": "refusal(lambda: HandBatch.from_strings([{good!r}, text]))",
    "score": "refusal(lambda: fastmcr.score(text))",
    "shanten_batch": "refusal(lambda: fastmcr.shanten_batch([{good!r}, text] * 50))",
    "annotate": "annotate(pa.table({{'hand': [{good!r}, text]}}), 'score')['status'].to_pylist()",
    "annotate of a dictionary": "annotate(coded(), 'score')['status'].to_pylist()[-2:]",
}


@pytest.mark.parametrize("name", list(CALLS))
def test_library_calls(name: str) -> None:
    code = f"""
import fastmcr, pyarrow as pa
from fastmcr import HandBatch
from fastmcr.datasets import annotate
def refusal(call):
    try:
        call()
    except fastmcr.McrError as error:
        return str(error)[:70]
def run(size):
    text = "1" * size
    def coded():
        return pa.table({{"hand": pa.DictionaryArray.from_arrays([0] * 300 + [1], [text, {GOOD!r}])}})
    return {CALLS[name].format(good=GOOD)}
run(300)
before = peak()
told = run({SIZE})
print(json.dumps([peak() - before, told]))
"""
    size, found = grown(code)
    if isinstance(found, str):
        assert found.startswith(
            ("a hand string has at most 200 characters", "1 row cannot be used", "50 rows cannot be used")
        )
    else:
        assert found in ([0, 10, 0], [0, 10], [10, 0])
    # The text itself, and one copy; for Arrow Python keeps the text a second time.
    assert size < (3 if "annotate" in name else 2) * SIZE + SPARE


def columns_file(path: Path, kind: str, text: str) -> None:
    """Write a file with a long cell among good ones."""
    table = pa.table({"id": [1, 2, 3], "hand": [GOOD, text, GOOD]})
    if kind == "coded":
        table = table.set_column(1, "hand", table["hand"].combine_chunks().dictionary_encode())
    if path.suffix == ".parquet":
        pq.write_table(table, path, compression="zstd", use_dictionary=kind != "plain")
        return
    options = ipc.IpcWriteOptions(compression="zstd" if kind == "zstd" else None)
    with ipc.new_file(path, table.schema, options=options) as file:
        file.write_table(table)


@pytest.mark.parametrize(
    ("name", "kind", "copies"),
    [
        ("parquet", "dictionary", 3), ("parquet", "plain", 3), ("arrow", "zstd", 2), ("arrow", "none", 2),
        ("arrow", "coded", 3),
    ],
)  # fmt: skip
def test_a_cell_of_a_file_of_columns(tmp_path: Path, name: str, kind: str, copies: int) -> None:
    columns_file(tmp_path / f"small.{name}", kind, "1" * 300)
    columns_file(tmp_path / f"large.{name}", kind, "1" * SIZE)
    size, found = bulk_grown(tmp_path, f"small.{name}", f"large.{name}")
    reason = f"hand has {SIZE:,} bytes; a cell has at most 1,048,576"
    assert found == [RIGHT, [None, 10, reason], RIGHT]
    print("COPIES", name, kind, size / SIZE)
    assert size < copies * SIZE + SPARE


@pytest.mark.parametrize("to", ["parquet", "jsonl"])
def test_a_value_of_a_dictionary_in_many_rows(tmp_path: Path, to: str) -> None:
    for name, length in (("small", 300), ("large", 1_000_000)):
        texts = pa.DictionaryArray.from_arrays(pa.array([0] * 400 + [1], pa.int32()), ["1" * length, GOOD])
        pq.write_table(pa.table({"hand": texts.dictionary_decode()}), tmp_path / f"{name}.parquet")
    size, found = bulk_grown(tmp_path, "small.parquet", "large.parquet") if to == "parquet" else lines_grown(tmp_path)
    assert len(found) == 401
    assert found[-1] == RIGHT
    print("COPIES", to, size / 1e6)
    assert size < 300 << 20


def lines_grown(tmp_path: Path) -> tuple[int, Any]:
    """Return the same with JSON Lines as output."""
    code = BULK.replace('pq.read_table(out, columns=["points", "status", "reason"]).to_pylist()', "None")
    code = code.replace("[list(row.values()) for row in found]", "sum(1 for _ in open(out))")
    names = {"small": str(tmp_path / "small.parquet"), "large": str(tmp_path / "large.parquet")}
    size, rows = grown(code.format(**names, out=str(tmp_path / "out.jsonl")))
    return size, [RIGHT] * rows


@pytest.mark.parametrize(
    "column",
    [
        pa.array([[1], [2] * 200_000, None, [3]], pa.list_(pa.int64())),
        pa.array([["a"], ["b" * 900_000, "c" * 900_000], None, []], pa.large_list(pa.string())),
        pa.array(
            [{"x": "a", "y": 1}, {"x": "b" * 1_500_000, "y": 2}, None, {}], pa.struct({"x": "string", "y": "int8"})
        ),
        pa.array(["a", "b" * 1_500_000, None, ""], pa.string_view()),
        pa.array([b"a", b"b" * 1_500_000, None, b""], pa.binary()),
        pa.array([[["a"]], [["b" * 800_000], ["c" * 800_000]], None, []], pa.list_(pa.list_(pa.string()))),
        pa.array(["a", "b" * 1_500_000, None, "b"]).dictionary_encode(),
        pa.array([[("k", "a")], [("k", "b" * 1_500_000)], None, []], pa.map_(pa.string(), pa.string())),
    ],
    ids=lambda column: str(column.type),
)
def test_long_cells_of_all_types(column: Any) -> None:
    from fastmcr.datasets.broken import BROKEN
    from fastmcr.datasets.cells import bounded

    batch = pa.record_batch({"hand": pa.array([GOOD] * 4), "more": column})
    for given, long in ((batch, 1), (batch.slice(1), 0)):
        (found,) = bounded(given)
        marked = [row for row, words in enumerate(found[BROKEN].to_pylist()) if words]
        assert marked == [long]
        assert found["hand"].to_pylist()[long] is None
        rest = given.slice(long + 1)
        assert found.slice(long + 1).drop_columns([BROKEN]).to_pylist() == rest.to_pylist()
    (found,) = bounded(batch.slice(2))
    assert found.equals(batch.slice(2))
