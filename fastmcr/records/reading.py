"""Reading records of any format: which one a file has is told from its content."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import IO, Any, BinaryIO, TypeAlias, cast

from ..errors import FileError, InputError, RecordError, shown
from ..files.lines import Line, bounded_lines
from .formats.parsing import Node, decoded, parsed_json
from .formats.registry import FORMATS, check_format, format_of
from .model import Record

__all__ = ["FORMATS", "RecordSource", "detect", "read_records"]

RecordSource: TypeAlias = str | os.PathLike[str] | bytes | IO[bytes] | IO[str]

_HEAD = 1 << 16  # bytes that are looked at to tell the format
_MOST = 1 << 26  # bytes of one JSON document; Python takes up to 25 times as many for it
_LONGEST = 1 << 22  # bytes of a document that is one line of many; a match has some hundred thousand

Found: TypeAlias = Iterator[Record | RecordError]


def read_records(source: RecordSource, format: str | None = None) -> Found:
    r"""Read the deals of a file, one after the other.

    Parameters
    ----------
    source : path, bytes, or open file
        A file, its content, or a file that is open in binary or text mode.
    format : str, optional
        One of `FORMATS`. By default the content tells it.

    Returns
    -------
    iterator of Record or RecordError
        A deal that cannot be read gives an error with file, deal, place and reason in its place, and the deals after it
        go on. Competition text, PMN and files with one JSON object a line are read as they are asked for; a JSON
        document is read whole.

    Raises
    ------
    FileError
        If the file cannot be opened.
    RecordError
        If it holds no records of a known format.
    InputError
        If `source` is no file, or there is no such format.

    Notes
    -----
    Text is told by how it begins, ``Match`` or ``[Word "``, JSON by the keys of its objects, alone, in a list, or one a
    line; `FORMATS` has what each format is told by. A bare list of logs is Botzone's.

    Examples
    --------
    >>> hand = "c19d19b19w1234r123f"
    >>> text = f'[PWind "E"]\n[Deal "{" ".join([hand] * 4)}"]\n[Play "T0c1D0z1"]'
    >>> for record in read_records(text.encode()):
    ...     print(record.format, [str(event) for event in record.moves])
    pmn ['E draw 1m', 'E discard 1m (just drawn)', 'no winner']
    """
    if format is not None:
        check_format(format)
    name, stream, opened = _opened(source)
    try:
        head = _head(stream, name)
        chosen = format or detect(head, name)
    except BaseException:
        if opened:
            stream.close()
        raise
    return _stream(name, _Joined(head, stream), chosen, opened)


def _stream(name: str, stream: _Joined, chosen: str, opened: bool) -> Found:
    try:
        if chosen in FORMATS and FORMATS[chosen].begins:
            yield from _reader(chosen).read(stream, name)
        else:
            yield from _json_records(stream, name, None if chosen == "json" else chosen)
    except OSError as error:
        yield RecordError(f"the rest cannot be read: {_why(error)}", source=name)
    finally:
        if opened:
            stream.rest.close()


def _reader(format: str) -> Any:
    return import_module(f".formats.{FORMATS[format].module}", __package__)


def detect(head: bytes, name: str = "") -> str:
    """Return the format of a file from how it begins.

    Parameters
    ----------
    head : bytes
        The beginning, some thousand bytes.
    name : str
        Name of the file, for the error.

    Returns
    -------
    str
        ``competition-text``, ``pmn``, or ``json`` for the formats that are told by the keys of their objects.

    Raises
    ------
    RecordError
        If it is none of them.

    Examples
    --------
    >>> detect(b"Match 61602cb4"), detect(b'[Event "x"]'), detect(b'[{"output":')
    ('competition-text', 'pmn', 'json')
    """
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            decoded(head)
        except RecordError as error:
            raise RecordError(error.reason, source=name) from None
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start:
        raise RecordError("the file is empty", source=name)
    for format, one in FORMATS.items():
        if one.begins and re.match(one.begins, start):
            return format
    if start[:1] in (b"{", b"["):
        return "json"
    formats = ", ".join(FORMATS)
    raise RecordError(
        f"this is no game record that is known here, it begins with {shown(start[:20])}; known are {formats}",
        source=name,
    )


# --- files ------------------------------------------------------------------------------------------------------------


class _Joined(io.RawIOBase):
    """A stream whose beginning was already read."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self.head = io.BytesIO(head)
        self.rest = rest

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        found = self.head.read(size)
        if size < 0:
            return found + self.rest.read()
        return found + self.rest.read(size - len(found)) if len(found) < size else found

    def readline(self, size: int | None = -1) -> bytes:
        most = -1 if size is None else size
        found = self.head.readline(most)
        if found.endswith(b"\n") or len(found) == most:
            return found
        return found + self.rest.readline(-1 if most < 0 else most - len(found))

    def __next__(self) -> bytes:
        line = self.readline()
        if not line:
            raise StopIteration
        return line


class _Encoded:
    """A text file read as bytes."""

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream

    def read(self, size: int = -1) -> bytes:
        return self.stream.read(size).encode("utf-8", "surrogateescape")

    def readline(self, size: int = -1) -> bytes:
        return self.stream.readline(size).encode("utf-8", "surrogateescape")

    def close(self) -> None:
        self.stream.close()


def _opened(source: RecordSource) -> tuple[str, BinaryIO, bool]:
    """Return a name, a binary stream, and whether it is ours to close."""
    if isinstance(source, bytes):
        return "", io.BytesIO(source), True
    if isinstance(source, str | os.PathLike):
        path = Path(source)
        try:
            return str(source), path.open("rb"), True
        except OSError as error:
            raise FileError(f"{path} cannot be read: {_why(error)}", path=str(path)) from None
        except ValueError:  # a null character
            raise FileError(f"{shown(str(source))} is no name of a file", path=str(path)) from None
    if not hasattr(source, "read") or not hasattr(source, "readline"):
        raise InputError(f"records are read from a path, bytes or an open file, not from {shown(source)}")
    name = getattr(source, "name", "")
    stream: Any = _Encoded(cast("IO[str]", source)) if isinstance(source, io.TextIOBase) else source
    return name if isinstance(name, str) else "", stream, False


def _head(stream: BinaryIO, name: str) -> bytes:
    try:
        return stream.read(_HEAD)
    except OSError as error:
        raise FileError(f"{name} cannot be read: {_why(error)}", path=name) from None


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


# --- JSON -------------------------------------------------------------------------------------------------------------


def _json_records(stream: _Joined, source: str, chosen: str | None) -> Found:
    """Yield the records of a JSON document, or of one object a line."""
    number = 0
    for document, place in _documents(stream):
        for one, where in _objects(document, place):
            before = number
            for found in _of_object(one, where, source, number, chosen):
                number = found.number or number
                yield found
            number = max(number, before + 1)


def _documents(stream: _Joined) -> Iterator[tuple[Any, str]]:
    """Yield every JSON document with its place; an error in place of one that is none.

    A file is one document, or has one a line. If neither the first line nor the whole is one, it still has one a line
    if any line is a record.
    """
    number, first = next(_numbered(stream, 1, _MOST), (1, Line(b"", True)))
    document = _line(first, _MOST)
    if isinstance(document, RecordError) and first.whole:
        raw = first.data + stream.read(_MOST - len(first.data))
        whole = _line(Line(raw, len(raw) < _MOST), _MOST)
        if not isinstance(whole, RecordError) or not any(map(_is_record, io.BytesIO(raw))):
            yield whole, ""
            return
        stream = _Joined(raw[len(first.data) :], cast(BinaryIO, stream))
    others = _numbered(stream, number + 1, _LONGEST)
    second = next(others, None)
    yield document, f"line {number}" if second or isinstance(document, RecordError) else ""
    while second:
        yield _line(second[1], _LONGEST), f"line {second[0]}"
        second = next(others, None)


def _numbered(stream: _Joined, number: int, longest: int) -> Iterator[tuple[int, Line]]:
    """Yield the lines that are not blank, and their numbers."""
    for line in bounded_lines(cast(BinaryIO, stream), longest):
        if line.data.strip(b" \t\r\n\xef\xbb\xbf") or not line.whole:
            yield number, line
        number += 1


def _line(line: Line, longest: int) -> Any:
    if not line.whole:
        return RecordError(f"JSON of more than {longest >> 20} MB; write one object a line")
    try:
        return parsed_json(decoded(line.data).rstrip())
    except RecordError as error:
        return error


def _is_record(raw: bytes) -> bool:
    if not raw.startswith(b"{") or len(raw) > _LONGEST:
        return False
    found = _line(Line(raw, True), _LONGEST)
    return isinstance(found, dict) and bool(format_of(found))


def _objects(document: Any, place: str) -> Iterator[tuple[Any, str]]:
    """Yield the objects of a document: itself, or the elements of a list of records."""
    bare_logs = isinstance(document, list) and any(isinstance(one, dict) and "output" in one for one in document[:2])
    if not isinstance(document, list) or bare_logs:
        yield document, place
        return
    for index, one in enumerate(document):
        yield one, f"{place}{', ' if place else ''}[{index}]"


def _of_object(one: Any, place: str, source: str, number: int, chosen: str | None) -> Iterable[Record | RecordError]:
    if isinstance(one, RecordError):
        where = ", ".join(part for part in (place, one.place) if part)
        return [RecordError(one.reason, source=source, number=number + 1, place=where)]
    name = chosen or format_of(one)
    if not name:
        keys = f"an object with the keys {shown(', '.join(map(str, one)))}" if isinstance(one, dict) else shown(one)
        return [
            RecordError(
                f"this is no game record that is known here: {keys}", source=source, number=number + 1, place=place
            )
        ]
    return _located(_reader(name).records_of, Node(one), place, source, number)


def _located(
    records_of: Callable[..., Iterable[Record | RecordError]], node: Node, place: str, source: str, number: int
) -> Found:
    """Yield what a reader makes of an object, with the place in the file."""
    try:
        for found in records_of(node, source, place, number):
            number = found.number or number + 1
            yield found
    except RecordError as error:
        where = ", ".join(part for part in (place, error.place) if part)
        yield RecordError(error.reason, source=source, number=number + 1, place=where)
