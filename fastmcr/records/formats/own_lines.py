"""Our own JSON Lines: one object a deal, with the version of the schema, which loses nothing of a `Record`.

The schema is ``fastmcr/record.schema.json``. Tiles are written as in hand strings (``5m``, ``E``; flowers ``a`` to
``h``), seats as ``E S W N``, events as words: ``E draw 5m``, ``E draw 5m replacement``, ``S discard 9p``,
``S discard 9p drawn``, ``S discard 9p hand``, ``W flower a``, ``W chow 234s``, ``N pung C``, ``E claimed kong C``,
``E concealed kong 1m``, ``E promoted kong C``, ``S hu 5m``, ``S hu``, ``S false hu``, ``W passed chow 234s``,
``W passed hu 5m``, ``no winner``. What is as usual is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, get_args

from ...errors import RecordError, shown
from ...rulebook.fans import Fan
from .. import events as ev
from ..model import (
    IDENTITY,
    Conflict,
    Ending,
    Four,
    Record,
    RecordedFalseHu,
    RecordedFan,
    RecordedResult,
    RecordedWin,
)
from .parsing import Node, parsed_json
from .registry import FORMATS
from .tile_names import OWN, OWN_HINT

__all__ = ["FORMAT", "VERSION", "from_json", "records_of", "to_json"]

FORMAT = "fastmcr-record"
VERSION = 1
_SEATS = "ESWN"
_ENDINGS = get_args(Ending)
_KEYS = {
    "format", "version", "from", "id", "walls", "prevalent", "players", "seats", "hands", "wall", "back_pairs",
    "events", "result", "minimum", "base", "game", "rules", "tags", "notes", "conflicts",
}  # fmt: skip
_MOST_EVENTS = 4000
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


# --- events as words --------------------------------------------------------------------------------------------------


def _claim_words() -> Iterator[tuple[str, int, int]]:
    """Yield words, kind and tile of every chow, pung, claimed kong."""
    for suit in range(3):
        for middle in range(1, 8):
            yield f"chow {middle}{middle + 1}{middle + 2}{'mps'[suit]}", ev.CHOW, 9 * suit + middle
    for word, kind in (("pung", ev.PUNG), ("claimed kong", ev.CLAIMED_KONG)):
        for tile in range(ev.FIRST_FLOWER):
            yield f"{word} {ev.TILE_NAMES[tile]}", kind, tile


def _seat_words() -> Iterator[tuple[str, int, int, int]]:
    """Yield words, kind, tile and detail of every event of a seat."""
    for tile, name in enumerate(ev.TILE_NAMES):
        yield f"draw {name}", ev.DRAW, tile, 0
        yield f"draw {name} replacement", ev.DRAW, tile, ev.REPLACEMENT
        for detail, word in ((ev.TOLD_NOTHING, ""), (ev.JUST_DRAWN, " drawn"), (ev.FROM_HAND, " hand")):
            yield f"discard {name}{word}", ev.DISCARD, tile, detail
        if tile >= ev.FIRST_FLOWER:
            yield f"flower {name}", ev.FLOWER, tile, 0
            continue
        yield f"concealed kong {name}", ev.CONCEALED_KONG, tile, 0
        yield f"promoted kong {name}", ev.PROMOTED_KONG, tile, 0
        yield f"hu {name}", ev.HU, tile, 0
        yield f"passed hu {name}", ev.PASSED_CLAIM, tile, ev.HU
    for words, kind, tile in _claim_words():
        yield words, kind, tile, 0
        yield f"passed {words}", ev.PASSED_CLAIM, tile, kind
    yield "hu", ev.HU, ev.NO_TILE, 0
    yield "passed hu", ev.PASSED_CLAIM, ev.NO_TILE, ev.HU
    yield "false hu", ev.FALSE_HU, ev.NO_TILE, 0


@lru_cache(maxsize=1)
def _packed() -> dict[str, bytes]:
    """Return the four bytes of each event in words."""
    found = {
        f"{letter} {words}": ev.pack(kind, seat, tile, detail)
        for words, kind, tile, detail in _seat_words()
        for seat, letter in enumerate(_SEATS)
    }
    return found | {"no winner": ev.pack(ev.NO_WINNER, 0)}


@lru_cache(maxsize=1)
def _words() -> dict[bytes, str]:
    return {packed: words for words, packed in _packed().items()}


# --- writing ----------------------------------------------------------------------------------------------------------


def to_json(record: Record) -> str:
    r"""Return a record as one line of JSON.

    Parameters
    ----------
    record : Record

    Returns
    -------
    str
        Without a line end.

    Raises
    ------
    RecordError
        If the record holds an event that does not exist.

    Examples
    --------
    >>> from fastmcr.records import read_records
    >>> hand = "c19d19b19w1234r123f"
    >>> [record] = read_records(f'[PWind "E"]\n[Deal "{" ".join([hand] * 4)}"]\n[Play "T0c1D0z1"]'.encode())
    >>> to_json(record)[:66]
    '{"format":"fastmcr-record","version":1,"from":"pmn","walls":"perso'
    >>> from_json(to_json(record)) == record
    True
    """
    words = _words()
    packed = record.events
    try:
        events = [words[packed[at : at + ev.WIDTH]] for at in range(0, len(packed), ev.WIDTH)]
    except KeyError as error:
        raise RecordError(f"no event is {tuple(error.args[0])}") from None
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "from": record.format}
    data |= {"id": record.id} if record.id else {}
    data |= {"walls": record.kind, "prevalent": _SEATS[record.prevalent]}
    data |= {"players": list(record.players)} if any(record.players) else {}
    data |= {"seats": list(record.seats)} if record.seats != IDENTITY else {}
    data["hands"] = [_tiles(hand) for hand in record.hands]
    data |= {"wall": [_tiles(wall) for wall in record.walls]} if record.walls else {}
    data |= {"back_pairs": True} if record.back_pairs else {}
    data |= {"events": events, "result": _result(record.result)}
    data |= {name: value for name, value in (("minimum", record.minimum), ("base", record.base)) if value != 8}
    data |= {name: value for name, value in (("game", record.game), ("rules", record.rules)) if value}
    data |= {"tags": [list(pair) for pair in record.tags]} if record.tags else {}
    data |= {"notes": list(record.notes)} if record.notes else {}
    data |= {"conflicts": [conflict._asdict() for conflict in record.conflicts]} if record.conflicts else {}
    return _ENCODER.encode(data)


def _tiles(codes: bytes) -> str:
    return " ".join([ev.TILE_NAMES[code] for code in codes])


def _result(result: RecordedResult) -> dict[str, Any]:
    data: dict[str, Any] = {"ending": result.ending}
    if result.wins:
        data["wins"] = [_win(win) for win in result.wins]
    if result.scores is not None:
        data["scores"] = list(result.scores)
    if result.false_hus:
        data["false_hus"] = [
            {"seat": _SEATS[false.seat]} | ({"changes": list(false.changes)} if false.changes is not None else {})
            for false in result.false_hus
        ]
    if result.fault:
        data["fault"] = result.fault
    if result.fault_seat is not None:
        data["fault_seat"] = _SEATS[result.fault_seat]
    return data


def _win(win: RecordedWin) -> dict[str, Any]:
    data: dict[str, Any] = {"seat": _SEATS[win.seat]}
    data |= {"total": win.total} if win.total is not None else {}
    if win.fans is not None:
        data["fans"] = [_fan(fan) for fan in win.fans]
    return data


def _fan(fan: RecordedFan) -> dict[str, Any]:
    data: dict[str, Any] = {"name": fan.name, "count": fan.times}
    data |= {"points": fan.points} if fan.points is not None else {}
    data |= {"fan": int(fan.fan)} if fan.fan is not None else {}
    return data


# --- reading ----------------------------------------------------------------------------------------------------------


def from_json(text: str) -> Record:
    """Return the record that a line of JSON stands for.

    Parameters
    ----------
    text : str
        As `to_json` returns it.

    Returns
    -------
    Record

    Raises
    ------
    RecordError
        If it is no such line; it names the place.

    Examples
    --------
    >>> from_json('{"format":"fastmcr-record","version":2}')
    Traceback (most recent call last):
        ...
    fastmcr.errors.RecordError: version: 2 is not read here; this package knows version 1
    """
    if not isinstance(text, str):
        raise RecordError(f"a record is a line of JSON, not {shown(text)}")
    node = Node(parsed_json(text))
    if not isinstance(node.value, dict) or node.value.get("format") != FORMAT:
        raise RecordError(f"this is no object whose format is {FORMAT}")
    return _record(node, "", "", 1)


def records_of(document: Node, source: str, place: str, number: int) -> Iterator[Record]:
    """Yield the deal of an object.

    Parameters
    ----------
    document : Node
    source, place : str
        File, and place in it.
    number : int
        Deals before this one.

    Yields
    ------
    Record
    """
    if not isinstance(document.value, dict) or document.value.get("format") != FORMAT:
        raise document.broken(f"this is no object whose format is {FORMAT}")
    yield _record(document, source, place, number + 1)


def _record(node: Node, source: str, place: str, number: int) -> Record:
    given = node.value
    version = node.key("version")
    if version.value != VERSION or type(version.value) is not int:
        raise version.broken(f"{shown(version.value)} is not read here; this package knows version {VERSION}")
    unknown = next((key for key in given if key not in _KEYS), None)
    if unknown is not None:
        raise node.broken(f"no key is called {shown(unknown)} in version {VERSION}")
    kind = _word(node.key("walls"), ("personal", "shared"))
    hands = node.key("hands").items(4)
    length = [13, 14] if kind == "shared" else [13]
    return Record(
        _word(node.key("from"), tuple(FORMATS)),
        kind,  # type: ignore[arg-type]
        _seat(node.key("prevalent")),
        tuple(_codes(hand, length if seat == 0 else [13]) for seat, hand in enumerate(hands)),  # type: ignore[arg-type]
        _events(node.key("events")),
        _read_result(node.key("result")),
        _text(node, "id"),
        _players(node),
        _seats(node),
        tuple(_codes(wall) for wall in node.key("wall").items()) if "wall" in given else (),
        _flag(node, "back_pairs"),
        node.key("minimum").whole(0, 10_000) if "minimum" in given else 8,
        node.key("base").whole(0, 10_000) if "base" in given else 8,
        _text(node, "game"),
        _text(node, "rules"),
        tuple(_pair(pair) for pair in node.key("tags").items()) if "tags" in given else (),
        tuple(note.text() for note in node.key("notes").items()) if "notes" in given else (),
        tuple(_conflict(one) for one in node.key("conflicts").items()) if "conflicts" in given else (),
        source,
        place,
        number,
    )


def _word(node: Node, allowed: tuple[str, ...]) -> str:
    word = node.text()
    if word not in allowed:
        raise node.broken(f"{shown(word)} is not allowed; there are {', '.join(allowed)}")
    return word


def _seat(node: Node) -> int:
    return _SEATS.index(_word(node, tuple(_SEATS)))


def _text(node: Node, key: str) -> str:
    return node.key(key).text() if key in node.value else ""


def _flag(node: Node, key: str) -> bool:
    if key not in node.value:
        return False
    found = node.key(key)
    if not isinstance(found.value, bool):
        raise found.broken(f"true or false is needed here, not {shown(found.value)}")
    return found.value


def _codes(node: Node, lengths: list[int] | None = None) -> bytes:
    names = node.text().split()
    try:
        codes = bytes([OWN[name] for name in names])
    except KeyError as error:
        raise node.broken(f"no tile {shown(error.args[0])}; {OWN_HINT}") from None
    if lengths is not None and len(codes) not in lengths:
        raise node.broken(f"{len(codes)} tiles; a hand is dealt {' or '.join(map(str, lengths))}")
    return codes


def _events(node: Node) -> bytes:
    given = node.value
    if not isinstance(given, list) or len(given) > _MOST_EVENTS:
        raise node.broken(f"a list of at most {_MOST_EVENTS} events is needed here, not {shown(given)}")
    try:
        return b"".join(map(_packed().__getitem__, given))
    except (KeyError, TypeError):
        table = _packed()
        at = next(at for at, words in enumerate(given) if not isinstance(words, str) or words not in table)
        raise Node(given, f"{node.place}[{at}]").broken(f"no event is called {shown(given[at])}") from None


def _players(node: Node) -> tuple[str, str, str, str]:
    if "players" not in node.value:
        return "", "", "", ""
    east, south, west, north = (name.text() for name in node.key("players").items(4))
    return east, south, west, north


def _seats(node: Node) -> Four:
    if "seats" not in node.value:
        return IDENTITY
    found = node.key("seats")
    given = found.four(0, 3)
    if sorted(given) != [0, 1, 2, 3]:
        raise found.broken(f"{list(given)} are not the numbers 0 to 3 in some order")
    return given


def _pair(node: Node) -> tuple[str, str]:
    key, value = (item.text() for item in node.items(2))
    return key, value


def _conflict(node: Node) -> Conflict:
    return Conflict(node.key("move").whole(0, _MOST_EVENTS), node.key("kind").text(), node.key("text").text())


def _read_result(node: Node) -> RecordedResult:
    given = node.value
    ending = _word(node.key("ending"), _ENDINGS)
    return RecordedResult(
        ending,  # type: ignore[arg-type]
        tuple(_read_win(win) for win in node.key("wins").items()) if "wins" in given else (),
        node.key("scores").four() if "scores" in given else None,
        tuple(_false_hu(one) for one in node.key("false_hus").items()) if "false_hus" in given else (),
        _text(node, "fault"),
        _seat(node.key("fault_seat")) if "fault_seat" in given else None,
    )


def _false_hu(node: Node) -> RecordedFalseHu:
    seat = _seat(node.key("seat"))
    return RecordedFalseHu(seat, node.key("changes").four() if "changes" in node.value else None)


def _read_win(node: Node) -> RecordedWin:
    seat = _seat(node.key("seat"))
    total = node.key("total").whole(0, 100_000) if "total" in node.value else None
    fans = tuple(_read_fan(fan) for fan in node.key("fans").items()) if "fans" in node.value else None
    return RecordedWin(seat, total, fans)


def _read_fan(node: Node) -> RecordedFan:
    number = node.key("fan").whole(1, len(Fan)) if isinstance(node.value, dict) and "fan" in node.value else None
    return RecordedFan(
        node.key("name").text(),
        node.key("count").whole(1, 999),
        node.key("points").whole(0, 9999) if "points" in node.value else None,
        None if number is None else Fan(number),
    )
