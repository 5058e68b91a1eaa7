"""Lines of text of any size, read in memory that does not grow with the longest of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from ..errors import FileError

__all__ = ["LONGEST_LINE", "TOO_LONG", "Line", "Stretch", "bounded_lines", "foreign", "read_stretch", "stretches"]

LONGEST_LINE = 1 << 20
"""Bytes of a line of a file of hands. The longest hand string has under 200 characters, and a row with every result of
this package some thousand; the rest is room for columns that are kept."""
TOO_LONG = f"has more than {LONGEST_LINE:,} bytes"

STRETCH = 1 << 23  # bytes of lines that are read at a time
SKIPPED = 1 << 20  # bytes that are passed over at a time
BOM = b"\xef\xbb\xbf"
_FOREIGN = {
    b"\x1f\x8b": "is compressed; unpack it first",
    b"PK\x03\x04": "is a spreadsheet or zip file; save it as text in UTF-8",
    b"PAR1": "is a Parquet file; its name should end in .parquet",
}


class Stretch(NamedTuple):
    """Some whole lines of a file, and where they begin and end."""

    start: int
    end: int
    data: bytes
    """A line that is too long stands here alone, cut after `LONGEST_LINE` bytes and one."""


class Line(NamedTuple):
    """A line with its end, or the beginning of one that is too long."""

    data: bytes
    whole: bool


def stretches(path: str, size: int | None = None) -> Iterator[Stretch]:
    """Yield the lines of a file, some megabytes at a time; a mark of UTF-8 at its beginning is left out.

    Parameters
    ----------
    path : str
        The file.
    size : int, optional
        Bytes that are read at a time; `read_stretch` finds again what was read without it.

    Raises
    ------
    FileError
        If it is no text of the kind that is read here.
    """
    with open(path, "rb") as file:
        head = file.read(256)
        words = foreign(head)
        if words:
            raise FileError(f"{path} {words}", path=path)
        start = len(BOM) if head.startswith(BOM) else 0
        file.seek(start)
        while data := file.read(size or STRETCH):
            if not data.endswith(b"\n"):
                data += file.readline(LONGEST_LINE)
            end = start + len(data)
            if not data.endswith(b"\n") and file.read(1):
                whole = data.rfind(b"\n") + 1
                if whole:
                    data, end = data[:whole], start + whole
                else:
                    data = _cut(data)
                    file.seek(end)
                    _skip(file)
                    end = file.tell()
                file.seek(end)
            yield Stretch(start, end, data)
            start = end


def read_stretch(path: str, start: int, end: int) -> bytes:
    """Return what `stretches` has found between two places of a file."""
    with open(path, "rb") as file:
        file.seek(start)
        if end - start > STRETCH + LONGEST_LINE:
            return _cut(file.read(LONGEST_LINE + 1))
        return file.read(end - start)


def _cut(line: bytes) -> bytes:
    return line[: LONGEST_LINE + 1] + b"\n"


def bounded_lines(file: BinaryIO, longest: int = LONGEST_LINE) -> Iterator[Line]:
    """Yield the lines of an open file, each as soon as it is there; of one that is too long the beginning."""
    while data := file.readline(longest + 1):
        whole = len(data) <= longest or data.endswith(b"\n")
        if not whole:
            _skip(file)
        yield Line(data, whole)


def _skip(file: BinaryIO) -> None:
    """Go on to the next line."""
    while (passed := file.readline(SKIPPED)) and not passed.endswith(b"\n"):
        pass


def foreign(head: bytes) -> str | None:
    r"""Say what a file is that is no text in UTF-8, as far as its first bytes tell.

    Examples
    --------
    >>> foreign("123m".encode("utf-16"))
    'is UTF-16; it must be UTF-8 (iconv -f UTF-16 -t UTF-8 converts it)'
    >>> foreign(b"\xff\xfe\n123m") is None  # a line that is no UTF-8, and good ones after it
    True
    """
    marked = head[:2] in (b"\xff\xfe", b"\xfe\xff")
    halves = head[:8][::2], head[:8][1::2]
    if len(head) > 3 and ((marked and b"\0" in head) or any(half.strip(b"\0") == b"" for half in halves)):
        return "is UTF-16; it must be UTF-8 (iconv -f UTF-16 -t UTF-8 converts it)"
    return next((words for start, words in _FOREIGN.items() if head.startswith(start)), None)
