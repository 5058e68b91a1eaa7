"""Reader of text with a hand string a line."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..files.lines import LONGEST_LINE, TOO_LONG, read_stretch, stretches
from ..files.optional import need
from .broken import BROKEN
from .sources import Batches, Reader, Scan, Schema, reading
from .sources_json import JsonLinesReader

pa = need("pyarrow", extra="bulk")
pc = need("pyarrow.compute", extra="bulk")

__all__ = ["BROKEN", "TEXT_READERS"]


class _Text:
    """A hand string a line. Blank lines and lines that begin with # are passed over, as by ``fastmcr score FILE``.

    A line that is too long is a row all the same, of null, and marked in a column `BROKEN`.
    """

    def scan(self, path: str) -> Scan:
        units, places, line = [], [], 1
        with reading(path):
            for start, end, data in stretches(path):
                units.append((_hands(data, line).num_rows, 2 * len(data)))
                places.append([start, end, line])
                line += data.count(b"\n")
        return Scan(pa.schema([("hand", pa.string())]), units, places)

    def stream(self, path: str, units: range, details: Any, schema: Schema, rows: int) -> Batches:
        with reading(path):
            for unit in units:
                start, end, line = details[unit]
                hands = _hands(read_stretch(path, start, end), line)
                yield from hands.combine_chunks().to_batches(max_chunksize=rows)


def _hands(data: bytes, line: int) -> Any:
    """Return the lines that are hands; what is no UTF-8 becomes a character that no hand string has."""
    try:
        data.decode()
    except UnicodeDecodeError:
        data = data.decode(errors="replace").encode()
    if not data.endswith(b"\n"):
        data += b"\n"
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == 10).astype(np.int32) + 1
    offsets = np.concatenate([np.zeros(1, np.int32), ends])
    lines = pa.StringArray.from_buffers(len(ends), pa.py_buffer(offsets), pa.py_buffer(data))
    lines = pc.utf8_rtrim(lines, "\r\n")
    blank = pc.equal(pc.utf8_trim_whitespace(lines), "")
    chosen = pc.invert(pc.or_(blank, pc.starts_with(lines, "#")))
    long = np.diff(offsets) > LONGEST_LINE + 1
    if not long.any():
        return pa.table({"hand": lines.filter(chosen)})
    words = pa.array([f"line {line + place} {TOO_LONG}" if bad else None for place, bad in enumerate(long)])
    lines = pc.if_else(pa.array(long), pa.scalar(None, pa.string()), lines)
    return pa.table({"hand": lines, BROKEN: words}).filter(chosen)


TEXT_READERS: dict[str, Reader] = {"text": _Text(), "jsonl": JsonLinesReader()}
