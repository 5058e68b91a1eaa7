"""Reader of the competition text: ``Match``, ``Wind``, four hands, a line a move, ``Fan`` and ``Score``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO, NamedTuple

from ...errors import RecordError, shown
from .. import events as ev
from ..model import Conflict, Four, Record, RecordedFan, RecordedResult, RecordedWin
from .fan_numbers import named_fan
from .parsing import decoded
from .registry import FORMATS
from .tile_names import BOTZONE, BOTZONE_HINT

__all__ = ["read", "recorded_fan"]

STRETCH = 1 << 22  # bytes read at a time
_START = re.compile(r"^(?=match[ \t])", re.IGNORECASE | re.MULTILINE)
_VERBS = {
    "DRAW": ev.DRAW, "PLAY": ev.DISCARD, "CHI": ev.CHOW, "PENG": ev.PUNG, "GANG": ev.CLAIMED_KONG,
    "ANGANG": ev.CONCEALED_KONG, "BUGANG": ev.PROMOTED_KONG, "HU": ev.HU,
}  # fmt: skip
_KEPT = 1 << 16  # different lines that are remembered: 4 players, 8 words, 34 tiles, and what was ignored
_KEPT_LENGTH = 200  # characters of such a line
_LONGEST = 1 << 20  # characters of a deal; one has a few thousand
_SEATS = {"0": 0, "1": 1, "2": 2, "3": 3}


def read(stream: BinaryIO, source: str) -> Iterator[Record | RecordError]:
    """Yield the deals of a competition text.

    Parameters
    ----------
    stream : binary file
        Of any length; some megabytes are read at a time.
    source : str
        Name of the file.

    Yields
    ------
    Record or RecordError
        An error for a deal that cannot be read; the deals after it go on.
    """
    number, line = 0, 1
    for block in _blocks(stream):
        if isinstance(block, _Refused) or block.strip():
            number += 1
            try:
                if isinstance(block, _Refused):
                    raise block.error
                yield _deal(block, source, number, line)
            except RecordError as error:
                place = error.place if error.place.startswith("line") else f"line {line}"
                yield RecordError(error.reason, source=source, number=number, place=place)
        line += block.lines if isinstance(block, _Refused) else block.count("\n")


class _Refused(NamedTuple):
    """A block that is not read: its line ends, and the error about it."""

    lines: int
    error: RecordError


def _blocks(stream: BinaryIO) -> Iterator[str | _Refused]:
    """Yield the text of one deal after the other, and what stands before the first."""
    rest, rest_sound = "", True
    dropped: int | None = None  # line ends of a deal that is too long and goes on
    while raw := stream.read(STRETCH):
        raw += stream.readline(_LONGEST)
        text, sound = _text(raw)
        *whole, rest = _split(rest + text)
        if dropped is not None and whole:
            yield _too_long(dropped + whole.pop(0).count("\n"))
            dropped = None
        yield from whole if sound and rest_sound else map(_checked, whole)
        rest_sound = sound and (rest_sound or bool(whole))
        if len(rest) > _LONGEST:  # what follows belongs to it up to the next deal
            dropped = (dropped or 0) + rest.count("\n", 0, -1)
            rest = "\n" if rest.endswith("\n") else " "  # whether a deal can begin right after it
    yield _checked(rest) if dropped is None else _too_long(dropped + rest.count("\n"))


def _too_long(lines: int) -> _Refused:
    return _Refused(lines, RecordError(f"the deal is too long; a deal has at most {_LONGEST:,} characters"))


def _split(text: str) -> list[str]:
    """Split text before every line that begins a deal; capitals are those of the first."""
    found = _START.search(text)
    if found is None:
        return [text]
    start = found.start()
    word = text[start : start + 6]
    first, *others = text[start:].split(f"\n{word}")
    parts = [first, *(word + other for other in others)]
    parts[:-1] = [part + "\n" for part in parts[:-1]]
    return [text[:start], *parts] if start else parts


def _text(raw: bytes) -> tuple[str, bool]:
    """Return whole lines as text, and whether all is UTF-8; if not, `_checked` finds the deals where it is not."""
    try:
        text, sound = raw.decode(), True
    except UnicodeDecodeError:
        text, sound = raw.decode("utf-8", "surrogateescape"), False
    return text.replace("\r\n", "\n").removeprefix("\ufeff"), sound


def _checked(block: str) -> str | _Refused:
    try:
        block.encode()
    except UnicodeEncodeError:
        try:
            return decoded(block.encode("utf-8", "surrogateescape"))
        except RecordError as error:
            return _Refused(block.count("\n"), RecordError(f"in the text of the deal {error.reason}"))
    return block


def _deal(text: str, source: str, number: int, first: int) -> Record:
    """Read one deal, whose first line has this number in the file."""
    lines = text.rstrip().split("\n")
    name = _after(lines, 0, "match", first)
    wind = _after(lines, 1, "wind", first)
    if wind not in _SEATS:
        raise _broken(first + 1, f"Wind is 0, 1, 2 or 3, not {shown(wind)}")
    hands = tuple(_hand(lines, 2 + seat, seat, first) for seat in range(4))
    end = _end(lines, first)
    packed = _events(lines, end, first)
    result, conflicts = _result(lines, end, packed, first)
    if result.ending == "draw":
        packed += ev.pack(ev.NO_WINNER, 0)
    return Record(
        "competition-text", "personal", int(wind), hands, packed, result, name,  # type: ignore[arg-type]  # four of them
        conflicts=conflicts, source=source, place=f"line {first}", number=number,
    )  # fmt: skip


def _broken(line: int, reason: str) -> RecordError:
    return RecordError(reason, place=f"line {line}")


def _after(lines: list[str], at: int, word: str, first: int) -> str:
    """Return what follows the word that a line has to begin with."""
    line = lines[at] if at < len(lines) else ""
    head, _, rest = line.partition(" ")
    if head.lower() != word:
        wanted = {"match": "Match and the name of the deal", "wind": "Wind and 0, 1, 2 or 3"}[word]
        raise _broken(first + at, f"{wanted} should stand here, not {shown(line)}")
    return rest.strip()


def _hand(lines: list[str], at: int, seat: int, first: int) -> bytes:
    line = lines[at] if at < len(lines) else ""
    words = line.split()
    if len(words) < 3 or words[0].lower() != "player" or words[1] != str(seat) or words[2].lower() != "deal":
        raise _broken(first + at, f"Player {seat} Deal and 13 tiles should stand here, not {shown(line)}")
    if len(words) != 16:
        raise _broken(first + at, f"{len(words) - 3} tiles are dealt to player {seat}; it should be 13")
    try:
        return bytes(map(BOTZONE.__getitem__, words[3:]))
    except KeyError as error:
        raise _broken(first + at, f"no tile {shown(error.args[0])}; {BOTZONE_HINT}") from None


def _end(lines: list[str], first: int) -> int:
    """Return the place of the line Fan or Huang, which only Score follows."""
    at = len(lines) - 2
    if at < 6 or _word(lines[at]) not in ("fan", "huang"):
        for place in range(6, len(lines)):
            if _word(lines[place]) in ("fan", "huang", "score"):
                raise _broken(first + place, "the deal should end in Fan and Score, or Huang and Score, one line each")
        raise _broken(first + len(lines) - 1, "the deal ends without Fan and Score, or Huang and Score")
    return at


def _word(line: str) -> str:
    return line.partition(" ")[0].rstrip().lower()


def _events(lines: list[str], end: int, first: int) -> bytes:
    try:
        return b"".join(map(_KNOWN.__getitem__, lines[6:end]))
    except KeyError:
        parts = []
        for at in range(6, end):
            found = _KNOWN.get(lines[at])
            if found is None:
                found = _line_events(lines[at], first + at)
                if len(_KNOWN) < _KEPT and len(lines[at]) <= _KEPT_LENGTH:
                    _KNOWN[lines[at]] = found
            parts.append(found)
        return b"".join(parts)


def _line_events(line: str, number: int) -> bytes:
    """Read a line of play; claims that were ignored stand before the claim that was carried out."""
    words = line.split()
    if not words:
        return b""
    made, ignored = _clause(words[:4], number), words[4:]
    passed = b""
    while ignored:
        if ignored[0].upper() != "IGNORE":
            raise _broken(number, f"Ignore, or nothing, should follow the tile, not {shown(ignored[0])}")
        kind, seat, tile, _ = _clause(ignored[1:5], number)
        if kind not in ev.CLAIMS:
            raise _broken(number, f"only Chi, Peng, Gang and Hu can be ignored, not {ignored[3]}")
        passed += ev.pack(ev.PASSED_CLAIM, seat, tile, kind)
        ignored = ignored[5:]
    return passed + made


def _clause(words: list[str], number: int) -> bytes:
    """Read ``Player p Verb tile``."""
    if len(words) != 4 or words[0].upper() != "PLAYER":
        raise _broken(number, f"Player, a number, a word and a tile should stand here, not {shown(' '.join(words))}")
    if words[1] not in _SEATS:
        raise _broken(number, f"players are 0, 1, 2 and 3, not {shown(words[1])}")
    kind = _VERBS.get(words[2].upper())
    if kind is None:
        allowed = "Draw, Play, Chi, Peng, Gang, AnGang, BuGang or Hu"
        raise _broken(number, f"a player can {allowed}, not {shown(words[2])}")
    tile = BOTZONE.get(words[3].upper())
    if tile is None or (tile >= ev.FIRST_FLOWER and kind not in (ev.DRAW, ev.DISCARD)):
        raise _broken(number, f"no tile {shown(words[3])}; {BOTZONE_HINT}")
    if kind == ev.CHOW and not ev.is_chow(tile):
        raise _broken(number, f"no chow has {words[3]} in the middle")
    return ev.pack(kind, _SEATS[words[1]], tile)


_KNOWN: dict[str, bytes] = {
    f"Player {seat} {verb} {name}": ev.pack(kind, seat, tile)
    for seat in range(4)
    for verb, kind in (("Draw", ev.DRAW), ("Play", ev.DISCARD))
    for name, tile in BOTZONE.items()
}


def _result(lines: list[str], end: int, packed: bytes, first: int) -> tuple[RecordedResult, tuple[Conflict, ...]]:
    scores = _scores(lines[end + 1], first + end + 1)
    kinds = packed[:: ev.WIDTH]
    line = lines[end]
    if line.strip().lower() == "huang":
        if ev.HU in kinds:
            raise _broken(first + end, "Huang says that nobody won, but there is a Hu")
        conflicts = () if not any(scores) else (Conflict(0, "payments", f"nobody won, but Score is {_joined(scores)}"),)
        return RecordedResult("draw", (), scores), conflicts
    if kinds.count(ev.HU) != 1:
        raise _broken(first + end, f"Fan belongs to one Hu; the deal has {kinds.count(ev.HU)}")
    at = kinds.index(ev.HU)
    if at != len(kinds) - 1:
        raise _broken(first + end - 1, "the deal goes on after a Hu")
    words = line.split(maxsplit=2)
    if len(words) < 2 or not words[1].isdecimal() or len(words[1]) > 4:
        raise _broken(first + end, f"Fan, the total and the fans should stand here, not {shown(line)}")
    total = int(words[1])
    fans = []
    for part in words[2].split("+") if len(words) > 2 else ():
        fan = _fan(part.strip()) if len(part) <= _KEPT_LENGTH else None
        if fan is None:
            raise _broken(first + end, f"{shown(part)} is no fan and count, such as 平和*1")
        fans.append(fan)
    win = RecordedWin(packed[ev.WIDTH * at + 1], total, tuple(fans))
    return RecordedResult("win", (win,), scores), _sum_conflict(total, fans)


def _sum_conflict(total: int, fans: list[RecordedFan]) -> tuple[Conflict, ...]:
    """Compare a total with the fans, if all are known."""
    added = 0
    for fan in fans:
        if fan.fan is None:
            return ()
        added += fan.times * _POINTS[fan.fan]
    if added == total:
        return ()
    return (Conflict(0, "total", f"the fans add up to {added}, but the total recorded is {total}"),)


_POINTS = [0, *(FORMATS["competition-text"].rules.points_of(number) for number in range(1, 83))]


@lru_cache(maxsize=4096)
def _fan(text: str) -> RecordedFan | None:
    """Read ``name*count``."""
    name, star, count = text.rpartition("*")
    if not star or not name or not count.isdecimal() or len(count) > 3 or int(count) == 0:
        return None
    return recorded_fan(name, int(count))


def recorded_fan(name: str, count: int, points: int | None = None) -> RecordedFan:
    """Return a fan that is recorded by its name."""
    return RecordedFan(name, count, points, named_fan(name))


def _scores(line: str, number: int) -> Four:
    words = line.split()
    if len(words) == 5 and words[0].lower() == "score":
        try:
            east, south, west, north = (int(word) for word in words[1:] if len(word) < 7)
            return east, south, west, north
        except ValueError:
            pass
    raise _broken(number, f"Score and four whole numbers should stand here, not {shown(line)}")


def _joined(scores: Four) -> str:
    return " ".join(map(str, scores))
