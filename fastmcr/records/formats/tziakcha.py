"""Reader of the tziakcha script: one hand of ordinary MCR, every tile by its own id."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator
from typing import Any

from ...errors import RecordError, shown
from .. import events as ev
from ..model import Conflict, Four, Record, RecordedFalseHu, RecordedFan, RecordedResult, RecordedWin
from ..replaying.walls import next_tile
from .fan_numbers import NUMBERINGS
from .parsing import Node, decoded, parsed_json
from .rotation import PLAYER_AT
from .tile_names import tziakcha_code

__all__ = ["dealt_wall", "records_of"]

_LARGEST = 1 << 22  # bytes of a decoded script; one has a few thousand
_FLOWER, _DISCARD, _CHOW, _PUNG, _KONG, _HU, _DRAW = 1, 2, 3, 4, 5, 6, 7
_NOTHING = (0, 8, 9)  # the play starts; passes
_SUITS = (0, 9, 18)


def records_of(document: Node, source: str, place: str, number: int) -> Iterator[Record]:
    """Yield the hand of a script, packed or decoded.

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
    yield _Hand(_script(document), document).record(source, place, number + 1)


def _script(document: Node) -> Node:
    """Return the object in a record of the site: under ``step``, or ``script`` as base64 of zlib of JSON, or itself."""
    if document.has("step"):
        return document.key("step")
    if not document.has("script"):
        return document
    node = document.key("script")
    if isinstance(node.value, dict):
        return node
    text = node.text()
    try:
        packed = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise node.broken("this is no base64") from None
    try:
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(packed, _LARGEST)
    except zlib.error:
        raise node.broken("the base64 holds no zlib data") from None
    if not unpacker.eof:
        reason = f"more than {_LARGEST >> 20} MB" if len(raw) >= _LARGEST else "cut off"
        raise node.broken(f"the zlib data are {reason}")
    try:
        return Node(parsed_json(decoded(raw)), "script")
    except RecordError as error:
        raise RecordError(error.reason, place=", ".join(part for part in ("script", error.place) if part)) from None


def dealt_wall(wall: list[int], dice: tuple[int, ...]) -> list[int]:
    """Return the ids of a wall in the order of drawing.

    Parameters
    ----------
    wall : list of 144 ids
    dice : four numbers 1..6

    Returns
    -------
    list of 144 ids

    Examples
    --------
    >>> dealt_wall(list(range(144)), (3, 4, 2, 5))[0]
    100
    """
    side = -(dice[0] + dice[1] - 1) % 4
    start = (36 * side + 2 * sum(dice)) % 144
    return wall[start:] + wall[:start]


def _code(kind: int) -> int:
    """Return the code of a kind 0..33: characters, bamboos, dots, honors."""
    return tziakcha_code(4 * kind)


class _Hand:
    """A hand on the way to a record; tiles are ids until they are written down."""

    def __init__(self, script: Node, document: Node) -> None:
        self.script = script
        self.document = document
        self.hand = script.key("i").whole(0, 15)
        self.conflicts: list[Conflict] = []
        self.parts: list[bytes] = []
        self.moves = 0
        self.wall = dealt_wall(self.wall_ids(), self.dice())
        self.left, self.behind = self.wall[53:], 0
        self.held: list[set[int]] = [set(), set(), set(), set()]
        self.dealt = self.deal()
        self.melded: dict[int, list[int]] = {}  # kind of a pung: its ids
        self.offered: int | None = None
        self.drawn: int | None = None
        self.totals: dict[int, int] = {}
        self.false_hus: list[int] = []
        self.over = False

    # Wall and deal

    def wall_ids(self) -> list[int]:
        node = self.script.key("w")
        if isinstance(node.value, str):
            try:
                ids = list(bytes.fromhex(node.value))
            except ValueError:
                raise node.broken("this is not made of hexadecimal digits") from None
        else:
            ids = [item.whole(0, 143) for item in node.items()]
        if sorted(ids) != list(range(144)):
            raise node.broken(
                f"the wall should have each of the ids 0 to 143 once; it has {len(ids)}, {len(set(ids))} of "
                f"them different"
            )
        return ids

    def dice(self) -> Four:
        node = self.script.key("d")
        if isinstance(node.value, int):
            number = node.whole(0, 0xFFFF)
            a, b, c, d = (number >> 4 * place & 15 for place in range(4))
        else:
            a, b, c, d = node.four(1, 6)
        if not all(1 <= die <= 6 for die in (a, b, c, d)):
            raise node.broken(f"dice show 1 to 6, not {a}, {b}, {c}, {d}")
        return a, b, c, d

    def deal(self) -> tuple[bytes, bytes, bytes, bytes]:
        order: list[list[int]] = [[], [], [], []]
        at = 0
        for size in (4, 4, 4, 1):
            for seat in range(4):
                order[seat] += self.wall[at : at + size]
                at += size
        order[0].append(self.wall[at])
        for seat in range(4):
            self.held[seat] |= set(order[seat])
        east, south, west, north = (bytes(map(tziakcha_code, ids)) for ids in order)
        return east, south, west, north

    def next_id(self, from_back: bool) -> int | None:
        """Return the next id of the wall: of the front, or of the back stack by stack."""
        found = next_tile(self.left, self.behind, from_back)
        self.behind += from_back
        return found

    # The record

    def record(self, source: str, place: str, number: int) -> Record:
        for node in self.script.key("a").items():
            self.action(*self.unpacked(node), node)
        settings = self.script.key("g") if self.script.has("g") else Node({}, "g")
        minimum = settings.key("l").whole(0, 1000) if settings.has("l") else 8
        base = settings.key("b").whole(0, 1000) if settings.has("b") else 8
        result = self.result()
        wall = bytes(map(tziakcha_code, self.wall[53:]))
        house = [fan.name for win in result.wins for fan in win.fans or () if fan.fan is None]
        for name in house:
            self.conflict("fans", f"no fan of MCR has id {name}", 0)
        names = self.names()
        return Record(
            "tziakcha", "shared", self.hand // 4, self.dealt, b"".join(self.parts), result, self.id(), names,
            PLAYER_AT[self.hand], (wall,), True, minimum, base, tags=self.tags(settings),
            conflicts=tuple(self.conflicts), source=source, place=place, number=number,
        )  # fmt: skip

    def id(self) -> str:
        value = self.document.value.get("id") if isinstance(self.document.value, dict) else None
        return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""

    def tags(self, settings: Node) -> tuple[tuple[str, str], ...]:
        pairs = [("hand", str(self.hand + 1))]
        if settings.has("z"):
            pairs.append(("false_hu", "-40" if settings.key("z").whole(0, 1) == 0 else "-30 +10"))
        return tuple(pairs)

    def names(self) -> tuple[str, str, str, str]:
        if not self.script.has("p"):
            return "", "", "", ""
        found = []
        for node in self.script.key("p").items(4):
            name = node.value.get("n") if isinstance(node.value, dict) else None
            found.append(name if isinstance(name, str) else "")
        east, south, west, north = found
        return east, south, west, north

    def conflict(self, kind: str, text: str, move: int | None = None) -> None:
        self.conflicts.append(Conflict(self.moves if move is None else move, kind, text))

    def add(self, kind: int, seat: int, tile_id: int | None = None, detail: int = 0) -> None:
        tile = ev.NO_TILE if tile_id is None else tziakcha_code(tile_id)
        self.parts.append(ev.pack(kind, seat, tile, detail))
        self.moves += kind != ev.NO_WINNER

    # Actions

    def unpacked(self, node: Node) -> tuple[int, int, int]:
        """Return seat, type and data of an action, packed or as an object."""
        if isinstance(node.value, dict):
            seat, word = node.key("p").whole(0, 3), node.key("a").whole(0, 15)
            return seat, word, node.key("d").whole(0, 0xFFFFFF)
        items = node.items()
        if len(items) < 2:
            raise node.broken("an action is seat and type, data, and time")
        packed = items[0].whole(0, 63)
        return packed >> 4, packed & 15, items[1].whole(0, 0xFFFFFF)

    def action(self, seat: int, word: int, data: int, node: Node) -> None:
        if word in _NOTHING:
            return
        if self.over and word != _HU:
            raise node.broken("the hand goes on after a hu")
        if word == _FLOWER:
            self.flower(seat, data, node)
        elif word == _DRAW:
            self.draw(seat, self.tile_id(data & 255, node), bool(data >> 8 & 1))
        elif word == _DISCARD:
            self.discard(seat, self.tile_id(data & 255, node), bool(data >> 8 & 1))
        elif word == _HU:
            self.hu(seat, data >> 1)
        elif word in (_CHOW, _PUNG, _KONG):
            if data:  # a claim without data is void
                self.claim(seat, word, data, node)
        else:
            raise node.broken(f"no action has type {word}")

    def tile_id(self, number: int, node: Node) -> int:
        if number > 143:
            raise node.broken(f"no tile has id {number}; ids are 0 to 143")
        return number

    def flower(self, seat: int, data: int, node: Node) -> None:
        flower = 136 + (data >> 8 & 15)
        self.tile_id(flower, node)
        self.give_up(seat, [flower], "lays aside")
        self.add(ev.FLOWER, seat, flower)
        self.draw(seat, self.tile_id(data & 255, node), True)

    def draw(self, seat: int, tile_id: int, from_back: bool) -> None:
        wanted = self.next_id(from_back)
        self.drawn = tile_id
        self.held[seat].add(tile_id)
        self.add(ev.DRAW, seat, tile_id, ev.REPLACEMENT if from_back else 0)
        if wanted != tile_id:
            end = "back" if from_back else "front"
            what = "has no tile left" if wanted is None else f"gives id {wanted} at the {end}"
            self.conflict("wall", f"id {tile_id} is drawn, but the wall {what}")

    def discard(self, seat: int, tile_id: int, from_hand: bool) -> None:
        self.give_up(seat, [tile_id], "discards")
        if not from_hand and tile_id != self.drawn:
            self.conflict("tile not held", f"id {tile_id} is marked as just drawn, but it was not", self.moves + 1)
        self.offered, self.drawn = tile_id, None
        self.add(ev.DISCARD, seat, tile_id, ev.FROM_HAND if from_hand else ev.JUST_DRAWN)

    def give_up(self, seat: int, ids: list[int], what: str) -> None:
        for tile_id in ids:
            if tile_id not in self.held[seat]:
                self.conflict(
                    "tile not held", f"{'ESWN'[seat]} {what} id {tile_id}, which he does not hold", self.moves + 1
                )
            self.held[seat].discard(tile_id)

    def claim(self, seat: int, word: int, data: int, node: Node) -> None:
        kind = data & 63
        if kind > 33 or (word == _CHOW and (kind > 26 or not 1 <= kind % 9 <= 7)):
            raise node.broken(
                f"no {'chow' if word == _CHOW else 'set'} has {'the middle ' if word == _CHOW else ''}kind {kind}"
            )
        code = _code(kind)
        copies = [data >> shift & 3 for shift in (10, 12, 14)]
        if word == _CHOW:
            ids = [4 * (kind - 1 + place) + copies[place] for place in range(3)]
            which = (data >> 6 & 3) - 1
            if which >= 0 and self.offered != ids[which]:
                self.conflict(
                    "illegal action",
                    f"id {ids[which]} is claimed, but the last discard is {self.last()}",
                    self.moves + 1,
                )
            self.give_up(seat, [tile_id for tile_id in ids if tile_id != self.offered], "uses")
            self.write(ev.CHOW, seat, code)
        elif word == _PUNG:
            ids = [4 * kind + copy for copy in range(4) if copy != copies[0]]
            self.take(seat, kind, ids, ev.PUNG, code)
            self.melded[kind] = ids
        elif data >> 8 & 3 == 3:
            rest = [4 * kind + copy for copy in range(4) if 4 * kind + copy not in self.melded.get(kind, ())]
            if len(rest) == 1:
                self.give_up(seat, rest, "adds")
                self.offered = rest[0]
            self.write(ev.PROMOTED_KONG, seat, code)
        elif data >> 6 & 3:
            self.take(seat, kind, [4 * kind + copy for copy in range(4)], ev.CLAIMED_KONG, code)
        else:
            self.give_up(seat, [4 * kind + copy for copy in range(4)], "uses")
            self.write(ev.CONCEALED_KONG, seat, code)

    def take(self, seat: int, kind: int, ids: list[int], event: int, code: int) -> None:
        """Write a pung or kong of the last discard; the bits that say whose it was are not needed."""
        if self.offered not in ids:
            self.conflict(
                "illegal action", f"kind {kind} is claimed, but the last discard is {self.last()}", self.moves + 1
            )
        self.give_up(seat, [tile_id for tile_id in ids if tile_id != self.offered], "uses")
        self.write(event, seat, code)

    def last(self) -> str:
        return "none" if self.offered is None else f"id {self.offered}"

    def write(self, event: int, seat: int, code: int) -> None:
        self.parts.append(ev.pack(event, seat, code))
        self.moves += 1
        self.drawn = None

    def hu(self, seat: int, total: int) -> None:
        if total == 0:
            self.false_hus.append(seat)
            self.add(ev.FALSE_HU, seat)
            return
        self.totals[seat] = total
        self.over = True
        self.add(ev.HU, seat, self.winning_id(seat))

    def winning_id(self, seat: int) -> int | None:
        """Return the id of the winning tile: the last of the standing tiles of the winner."""
        entry = self.entry(seat)
        if entry is None or not entry.has("h") or not entry.key("h").has("s"):
            return None
        ids = entry.key("h").key("s").items()
        return ids[-1].whole(0, 143) if ids else None

    # The result

    def entry(self, seat: int) -> Node | None:
        """Return what ``y`` says of a seat."""
        if not self.script.has("y"):
            return None
        node = self.script.key("y").items(4)[seat]
        return node if isinstance(node.value, dict) and node.value else None

    def result(self) -> RecordedResult:
        bits = self.script.key("b").whole(0, 0xFFF)
        scores = self.script.key("s").four() if self.script.has("s") else None
        winners = [seat for seat in range(4) if bits >> seat & 1]
        false_hus = tuple(RecordedFalseHu(seat) for seat in self.false_hus)
        if set(winners) != set(self.totals):
            self.conflict("end", f"b names the winners {winners}, the actions {sorted(self.totals)}", 0)
        if {seat for seat in range(4) if bits >> 8 + seat & 1} != set(self.false_hus):
            self.conflict("end", f"b names other false hus than the actions, {sorted(self.false_hus)}", 0)
        if not self.totals:
            self.add(ev.NO_WINNER, 0)
            return RecordedResult("draw", (), scores, false_hus)
        self.check_giver(bits >> 4 & 15)
        wins = tuple(self.win(seat, total) for seat, total in self.totals.items())
        return RecordedResult("win", wins, scores, false_hus)

    def check_giver(self, bits: int) -> None:
        from ..model import win_source

        source = win_source(b"".join(self.parts))
        named = [seat for seat in range(4) if bits >> seat & 1]
        if source is None or (source.seat is None and not source.self_drawn):
            return
        expected = list(self.totals)[:1] if source.self_drawn else [source.seat]
        if named != expected:
            self.conflict("turn", f"b names seats {named} as giver of the tile, the actions {expected}", 0)

    def win(self, seat: int, total: int) -> RecordedWin:
        entry = self.entry(seat)
        if entry is None:
            return RecordedWin(seat, total)
        recorded = entry.key("f").whole(0, 5000) if entry.has("f") else total
        if recorded != total:
            self.conflict("total", f"the hu says {total}, the result {recorded}", 0)
        fans = self.fans(entry.key("t")) if entry.has("t") else None
        if fans is not None and (added := sum((fan.points or 0) * fan.times for fan in fans)) != recorded:
            self.conflict("total", f"the fans add up to {added}, but the total recorded is {recorded}", 0)
        self.check_standing(seat, entry)
        return RecordedWin(seat, recorded, fans)

    def fans(self, node: Node) -> tuple[RecordedFan, ...]:
        if not isinstance(node.value, dict):
            raise node.broken("an object is needed here")
        found = []
        for name in node.value:
            word = node.key(name).whole(0, 0xFFFF)
            if not str(name).isdecimal():
                raise node.broken(f"{shown(name)} is no id of a fan")
            fan = NUMBERINGS["tziakcha"].get(int(name))
            found.append(RecordedFan(str(name), (word >> 8) + 1, word & 255, fan))
        return tuple(found)

    def check_standing(self, seat: int, entry: Node) -> None:
        """Compare the standing tiles with those that the seat must still hold."""
        if not entry.has("h") or not entry.key("h").has("s"):
            return
        ids = [item.whole(0, 143) for item in entry.key("h").key("s").items()]
        if not ids:
            return
        held: set[Any] = set(self.held[seat]) - {ids[-1]}
        if held != set(ids[:-1]) or len(set(ids)) != len(ids):
            self.conflict(
                "tile not held", f"the standing tiles {sorted(ids[:-1])} are not those held, {sorted(held)}", 0
            )
