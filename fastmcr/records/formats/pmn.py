"""Reader of PMN, Portable Majiang Notation: tag pairs, and the play without separators."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Literal

from ...errors import RecordError, shown
from ...files.lines import bounded_lines
from .. import events as ev
from ..model import Conflict, Four, Record, RecordedFan, RecordedResult, RecordedWin
from .fan_numbers import NUMBERINGS
from .parsing import decoded
from .tile_names import PMN, PMN_HINT

__all__ = ["POINTS", "SEAT_KEYS", "read"]

SEAT_KEYS = ("East", "South", "West", "North")
SCORINGS: dict[str, Literal["personal", "shared"]] = {
    "Duplicate": "personal", "Duplicate MCR": "personal", "MCR": "shared",
}  # fmt: skip
CODES = {
    "T": ev.DRAW, "D": ev.DISCARD, "C": ev.CHOW, "P": ev.PUNG, "Z": ev.CLAIMED_KONG, "A": ev.CONCEALED_KONG,
    "B": ev.PROMOTED_KONG, "R": ev.FLOWER, "H": ev.HU, "N": ev.NO_WINNER,
}  # fmt: skip
POINTS = {number: 5 if number == 82 else fan.points for number, fan in NUMBERINGS["wmo"].items()}
"""Points of each number in the table of the format: the WMO list, and 5 for 82."""
_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
_HAND = re.compile(r"c([1-9]*)d([1-9]*)b([1-9]*)w([1-4]*)r([1-3]*)f([1-8]*)")
_NEEDED = ("PWind", "Deal", "Play")
_OWN_PLACE = {*SEAT_KEYS, "PWind", "Deal", "Result", "Play", "Fan"}
_LONGEST = 1 << 20  # bytes of one deal; the samples have a thousand
_MOST_TAGS = 1000


def read(stream: BinaryIO, source: str) -> Iterator[Record | RecordError]:
    """Yield the deals of a PMN file; a tag that is already there begins the next deal.

    Parameters
    ----------
    stream : binary file
    source : str
        Name of the file.

    Yields
    ------
    Record or RecordError
    """
    number, first = 1, 1
    tags: dict[str, tuple[str, int]] = {}
    bad: RecordError | None = None
    for line, (raw, _) in enumerate(bounded_lines(stream, _LONGEST), 1):
        if not raw.strip() or raw.strip() == b"\xef\xbb\xbf":
            continue
        try:
            key, value = _tag(raw)
        except RecordError as error:
            bad = bad or RecordError(error.reason, source=source, number=number, place=f"line {line}")
            continue
        if key in tags:
            yield bad or _finished(tags, source, number, first)
            number, first, tags, bad = number + 1, line, {}, None
        if len(tags) == _MOST_TAGS:
            bad = bad or RecordError(f"a record has at most {_MOST_TAGS} tags", source=source, number=number)
            continue
        tags[key] = (value, line)
    if tags or bad:
        yield bad or _finished(tags, source, number, first)


def _tag(raw: bytes) -> tuple[str, str]:
    if len(raw) > _LONGEST:
        raise RecordError(f"the line is too long; a record has at most {_LONGEST:,} bytes a line")
    text = decoded(raw.strip())
    found = _TAG.fullmatch(text)
    if found is None:
        raise RecordError(f'[Key "value"] should stand here, not {shown(text)}')
    return found[1], re.sub(r"\\(.)", r"\1", found[2])


def _finished(tags: dict[str, tuple[str, int]], source: str, number: int, first: int) -> Record | RecordError:
    try:
        return _Deal(tags).record(source, number, first)
    except RecordError as error:
        return RecordError(error.reason, source=source, number=number, place=error.place or f"line {first}")


class _Deal:
    """The tags of one deal on the way to a record."""

    def __init__(self, tags: dict[str, tuple[str, int]]) -> None:
        self.tags = tags
        self.conflicts: list[Conflict] = []

    def broken(self, key: str, reason: str) -> RecordError:
        return RecordError(f"{key}: {reason}", place=f"line {self.tags[key][1]}")

    def value(self, key: str) -> str:
        return self.tags[key][0] if key in self.tags else ""

    def record(self, source: str, number: int, first: int) -> Record:
        for key in _NEEDED:
            if key not in self.tags:
                raise RecordError(f"the tag {key} is missing")
        wind = self.value("PWind")
        if wind not in ("E", "S", "W", "N"):
            raise self.broken("PWind", f"it is E, S, W or N, not {shown(wind)}")
        scoring = self.value("Scoring") or "Duplicate"
        if scoring not in SCORINGS:
            raise self.broken("Scoring", f"{shown(scoring)} is not known; there are {', '.join(SCORINGS)}")
        packed = self.play()
        east, south, west, north = (self.value(key) for key in SEAT_KEYS)
        return Record(
            "pmn",
            SCORINGS[scoring],
            "ESWN".index(wind),
            self.hands(),
            packed,
            self.result(packed),
            self.value("Board"),
            (east, south, west, north),
            tags=tuple((key, value) for key, (value, _) in self.tags.items() if key not in _OWN_PLACE),
            conflicts=tuple(self.conflicts),
            source=source,
            place=f"line {first}",
            number=number,
        )

    def hands(self) -> tuple[bytes, bytes, bytes, bytes]:
        words = self.value("Deal").split()
        if len(words) != 4:
            raise self.broken("Deal", f"there are {len(words)} hands; it should be 4")
        east, south, west, north = (self.hand(word, key) for word, key in zip(words, SEAT_KEYS, strict=True))
        return east, south, west, north

    def hand(self, word: str, seat: str) -> bytes:
        found = _HAND.fullmatch(word)
        if found is None:
            raise self.broken("Deal", f"the hand of {seat} should look like c258d147b369w12r3f, not {shown(word)}")
        tiles = bytes(
            PMN[letter + rank] for letter, ranks in zip("cdbwrf", found.groups(), strict=True) for rank in ranks
        )
        if len(tiles) != 13:
            raise self.broken("Deal", f"{len(tiles)} tiles are dealt to {seat}; it should be 13")
        return tiles

    def play(self) -> bytes:
        text = self.value("Play")
        parts: list[bytes] = []
        drawn: dict[int, int] = {}
        at = 0
        while at < len(text):
            kind, seat = CODES.get(text[at]), "0123".find(text[at + 1 : at + 2])
            if kind is None or seat < 0 or at + 1 >= len(text):
                raise self.stray(at, f"{shown(text[at : at + 2])} is no letter of T D C P Z A B R H N and a seat 0..3")
            if (parts and parts[-1][0] == ev.NO_WINNER) or (parts and parts[-1][0] == ev.HU and kind != ev.HU):
                raise self.stray(at, f"the play goes on after its end with {shown(text[at : at + 4])}")
            if kind in (ev.HU, ev.NO_WINNER):
                parts.append(ev.pack(kind, seat if kind == ev.HU else 0))
                at += 2
                continue
            parts.append(self.move(kind, seat, text[at + 2 : at + 4], at, drawn))
            at += 4
        if not parts or parts[-1][0] not in (ev.HU, ev.NO_WINNER):
            parts.append(ev.pack(ev.NO_WINNER, 0))
        return b"".join(parts)

    def move(self, kind: int, seat: int, operand: str, at: int, drawn: dict[int, int]) -> bytes:
        """Return the event of a letter with a tile; `drawn` is the tile that each seat has just drawn."""
        if kind == ev.DISCARD and operand == "z1":
            if seat not in drawn:
                raise self.stray(at, "z1 is the tile just drawn, but the player has drawn none")
            return ev.pack(kind, seat, drawn.pop(seat), ev.JUST_DRAWN)
        tile = PMN.get(operand)
        if tile is None:
            raise self.stray(at, f"no tile {shown(operand)}; {PMN_HINT}, and z1 in a discard")
        if (kind == ev.FLOWER) != (tile >= ev.FIRST_FLOWER) and kind not in (ev.DRAW, ev.DISCARD):
            raise self.stray(at, f"{shown(operand)} cannot follow {self.value('Play')[at]}")
        if kind == ev.CHOW and not ev.is_chow(tile):
            raise self.stray(at, f"no chow has {operand} in the middle")
        drawn.pop(seat, None)
        if kind == ev.DRAW:
            drawn[seat] = tile
        return ev.pack(kind, seat, tile, ev.FROM_HAND if kind == ev.DISCARD else 0)

    def stray(self, at: int, reason: str) -> RecordError:
        return self.broken("Play", f"character {at + 1}: {reason}")

    def result(self, packed: bytes) -> RecordedResult:
        winners = [packed[at + 1] for at in range(0, len(packed), ev.WIDTH) if packed[at] == ev.HU]
        scores = self.scores("Result") if "Result" in self.tags else None
        fans = self.fans()
        for seat, found in enumerate(fans):
            if found is not None and seat not in winners:
                self.conflicts.append(Conflict(0, "fans", f"{SEAT_KEYS[seat]} has fans, but does not win"))
        if not winners:
            return RecordedResult("draw", (), scores)
        if len(set(winners)) != len(winners):
            raise self.broken("Play", "a player wins twice")
        wins = []
        for seat in winners:
            own = fans[seat]
            if own is None and "Fan" in self.tags:
                self.conflicts.append(Conflict(0, "fans", f"{SEAT_KEYS[seat]} wins, but has no fans"))
            total = None if own is None else sum((fan.points or 0) * fan.times for fan in own)
            wins.append(RecordedWin(seat, total, own))
        return RecordedResult("win", tuple(wins), scores)

    def scores(self, key: str) -> Four:
        words = self.value(key).split()
        try:
            east, south, west, north = (int(word) for word in words if len(word) < 7)
        except ValueError:
            raise self.broken(key, f"four whole numbers should stand here, not {shown(self.value(key))}") from None
        return east, south, west, north

    def fans(self) -> list[tuple[RecordedFan, ...] | None]:
        words = self.value("Fan").split()
        if not words:
            return [None] * 4
        if len(words) != 4:
            raise self.broken("Fan", f"there are {len(words)} entries; it should be 4")
        return [None if word == "None" else tuple(self.fan(item) for item in word.split(".")) for word in words]

    def fan(self, item: str) -> RecordedFan:
        found = re.fullmatch("([0-9]{1,3})/([0-9]{1,3})/([0-9]{1,2})", item)
        if found is None or int(found[3]) == 0:
            raise self.broken("Fan", f"{shown(item)} should be number/points/count")
        number, points, count = map(int, found.groups())
        fan = NUMBERINGS["wmo"].get(number)
        if fan is None:
            self.conflicts.append(Conflict(0, "fans", f"no fan has number {number} in the WMO list"))
        elif POINTS[number] != points:
            text = f"fan {number} is {fan}, which is worth {POINTS[number]} here, but {points} is recorded"
            self.conflicts.append(Conflict(0, "fans", text))
        return RecordedFan(str(number), count, points, fan)
