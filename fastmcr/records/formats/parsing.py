"""What the readers share: values out of JSON with their place, tiles by name, and blame."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from ...errors import RecordError, shown
from ...files.json_depth import TOO_DEEP, is_too_deep

__all__ = ["Node", "decoded", "parsed_json", "plural"]

T = TypeVar("T")
_WORDS = {dict: "an object", list: "a list", str: "text", int: "a whole number"}


class Node:
    """A value in JSON that knows where it stands, so that errors can say it."""

    __slots__ = ("place", "value")

    def __init__(self, value: Any, place: str = "") -> None:
        self.value = value
        self.place = place

    def broken(self, reason: str) -> RecordError:
        """Return the error about this value."""
        return RecordError(reason, place=self.place)

    def _typed(self, kind: type[T]) -> T:
        value = self.value
        if type(value) is not kind:
            raise self.broken(f"{_WORDS[kind]} is needed here, not {shown(value)}")
        return value

    def has(self, key: str) -> bool:
        """Say whether an object has a key with a value other than null."""
        return isinstance(self.value, dict) and self.value.get(key) is not None

    def key(self, key: str) -> Node:
        """Return the value of a key that has to be there."""
        found = self._typed(dict)
        place = f"{self.place}.{key}" if self.place else key
        if key not in found:
            raise self.broken(f"{key} is missing" if self.place else f"the record has no {key}")
        return Node(found[key], place)

    def items(self, length: int | None = None) -> list[Node]:
        """Return the elements of a list, of so many."""
        found = self._typed(list)
        if length is not None and len(found) != length:
            raise self.broken(f"{length} elements are needed here, not {len(found)}")
        return [Node(value, f"{self.place}[{place}]") for place, value in enumerate(found)]

    def text(self) -> str:
        """Return text."""
        return self._typed(str)

    def whole(self, low: int, high: int) -> int:
        """Return a whole number of a range."""
        value = self._typed(int)
        if not low <= value <= high:
            raise self.broken(f"{shown(value)} is out of range; {low} to {high} is allowed")
        return value

    def four(self, low: int = -1_000_000, high: int = 1_000_000) -> tuple[int, int, int, int]:
        """Return four whole numbers."""
        a, b, c, d = (node.whole(low, high) for node in self.items(4))
        return a, b, c, d

    def tile(self, codes: dict[str, int], hint: str) -> int:
        """Return the code of a tile by its name."""
        name = self.text()
        if name not in codes:
            raise self.broken(f"no tile {shown(name)}; {hint}")
        return codes[name]


def decoded(raw: bytes) -> str:
    """Return bytes as text, or say why they are none."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise RecordError("this is UTF-16; records are UTF-8 (iconv -f UTF-16 -t UTF-8 converts them)")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(
            f"byte {error.start + 1} is no UTF-8; if this is an old Chinese encoding, "
            "iconv -f GB18030 -t UTF-8 converts it"
        ) from None


def parsed_json(text: str) -> Any:
    """Return what JSON text stands for, or say where it is none."""
    if is_too_deep(text):
        raise RecordError(f"this is no JSON of a record: it {TOO_DEEP}")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
        what = "the JSON ends in the middle" if cut else f"no JSON: {error.msg}"
        place = f"line {error.lineno}, character {error.colno}" if "\n" in text.strip() else f"character {error.colno}"
        raise RecordError(what, place=place) from None
    except ValueError:
        raise RecordError("no JSON of a record: a number with too many digits") from None


def plural(count: int, word: str) -> str:
    """Return a number with its noun."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
