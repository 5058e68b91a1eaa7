"""Cells and lines of many megabytes are refused without being copied again and again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")

GOOD = "123456789m1155p5p"
SIZE = 100 << 20
SPARE = 24 << 20  # what a run needs more than another, whatever it reads

PEAK = """
import json, resource, sys
sys.argv[:] = ["fastmcr"]
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
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
    assert found[0]["error"]["message"].startswith("a hand string has at most 200 characters")
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
            ("a hand string has at most 200 characters", "1 row cannot be used", "concealed must be")
        )
    else:
        assert found in ([0, 10, 0], [0, 10], [10, 0])
    # The text itself, and one copy; for Arrow Python keeps the text a second time.
    assert size < (3 if "annotate" in name else 2) * SIZE + SPARE
