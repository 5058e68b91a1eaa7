"""Text and JSON of files that people hand in: what cannot be read is told in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..errors import InputError, Problem, shown
from .json_depth import TOO_DEEP, is_too_deep

MAX_BYTES = 1 << 28  # 256 MiB, of one file; an event of a million lines has less
_FOREIGN = (
    (b"PK\x03\x04", "is a spreadsheet or zip file; save it as CSV (UTF-8)"),
    (b"\xd0\xcf\x11\xe0", "is an old spreadsheet; save it as CSV (UTF-8)"),
    (b"%PDF", "is a PDF; it must be CSV or JSON"),
    (b"\xff\xfe", "is UTF-16 text; save it as CSV (UTF-8)"),
    (b"\xfe\xff", "is UTF-16 text; save it as CSV (UTF-8)"),
)


class Unreadable(InputError):  # noqa: N818 - it is caught and told as an error of the file
    """What is wrong with a file, and the line, without the name of the file."""

    def __init__(self, message: str, where: str = "") -> None:
        self.message = message
        self.where = where
        super().__init__(Problem(message, where=where))

    def __str__(self) -> str:
        return str(Problem(self.message, where=self.where))


def read_text(path: Path, most: int = MAX_BYTES) -> str:
    """Return the text of a file in UTF-8, without a byte order mark; Unreadable says what is wrong."""
    try:
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except OSError as error:
        raise Unreadable(f"cannot be read: {error.strerror or error}") from None
    except ValueError:  # a NUL in the name
        raise Unreadable("cannot be read: no name of a file") from None
    if len(raw) > most:
        raise Unreadable(f"has more than {most} bytes")
    for start, words in _FOREIGN:
        if raw.startswith(start):
            raise Unreadable(words)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        byte = f"0x{raw[error.start]:02x}"
        raise Unreadable(f"byte {byte} is not UTF-8; save the file as CSV (UTF-8)", f"line {line}") from None
    if not text.strip():
        raise Unreadable("is empty")
    if "\0" in text:
        raise Unreadable(
            "holds a NUL character, so it is no text", f"line {text.count(chr(10), 0, text.index(chr(0))) + 1}"
        )
    return text


def parse_json(text: str) -> Any:
    """Return the data of JSON with decimals as text, so that 0.1 stays a tenth; no name may stand twice."""
    if is_too_deep(text):
        raise Unreadable(f"not JSON of ours: it {TOO_DEEP}")
    try:
        return json.loads(text, parse_float=str, parse_constant=_no_number, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise Unreadable(f"not JSON: {error.msg}, character {error.colno}", f"line {error.lineno}") from None
    except Unreadable:
        raise
    except ValueError:  # Python takes no number of more than 4300 digits
        raise Unreadable("holds a number that is too long") from None


def _no_number(word: str) -> Any:
    raise Unreadable(f"{word} is no number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise Unreadable(f"{shown(name)} stands twice in one object")
        found[name] = value
    return found
