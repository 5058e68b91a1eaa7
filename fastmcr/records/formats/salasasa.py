"""Reader of salasasa JSON: a match of ordinary MCR, with flowers and one wall, as ticks that seldom name a seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...errors import RecordError, shown
from .. import events as ev
from ..model import IDENTITY, Conflict, Four, Record, RecordedFalseHu, RecordedFan, RecordedResult, RecordedWin
from .competition_text import recorded_fan
from .fan_numbers import NOT_A_FAN
from .parsing import Node
from .rotation import PLAYER_AT
from .tile_names import SALASASA

__all__ = ["records_of"]

_HINT = "tiles are 11..19, 21..29, 31..39, 41..47 and 51..58"
_CHOWS = {"cl": -1, "cm": 0, "cr": 1}
"""From the claimed tile to the middle one: l and r tell where the two tiles from the hand lie."""
_DISTANCES = {"hu_self": 0, "hu_first": 3, "hu_second": 2, "hu_third": 1}
"""From the winner to who gave the tile."""


def records_of(document: Node, source: str, place: str, number: int) -> Iterator[Record | RecordError]:
    """Yield the hands of a match.

    Parameters
    ----------
    document : Node
    source, place : str
        File, and place in it.
    number : int
        Deals before this match.

    Yields
    ------
    Record or RecordError
        An error for a hand that cannot be read.
    """
    title = document.key("game_title") if document.has("game_title") else Node({}, "game_title")
    if not isinstance(title.value, dict):
        raise title.broken("an object is needed here")
    minimum, players = _title(title)
    rounds = document.key("game_round")
    if not isinstance(rounds.value, dict):
        raise rounds.broken("an object is needed here")
    keys = [key for key in rounds.value if re.fullmatch("round_index_[0-9]{1,3}", str(key))]
    if not keys:
        raise rounds.broken("there is no round_index_1")
    for key in sorted(keys, key=lambda key: int(key.rsplit("_", 1)[1])):
        number += 1
        node = rounds.key(key)
        where = ", ".join(part for part in (place, key) if part)
        try:
            yield _Hand(node, players).record(source, where, number, minimum)
        except RecordError as error:
            yield RecordError(error.reason, source=source, number=number, place=error.place or where)


def _title(title: Node) -> tuple[int, tuple[str, ...]]:
    """Return the minimum and the names of the players; refuse other games."""
    rule = title.value.get("rule", "guobiao")
    sub_rule = title.value.get("sub_rule")
    if rule != "guobiao" or sub_rule not in (None, "", "guobiao/standard"):
        raise title.broken(
            f"rule {shown(rule)}, sub_rule {shown(sub_rule)}: only guobiao and guobiao/standard are MCR as read here"
        )
    minimum = title.key("hepai_limit").whole(0, 1000) if title.has("hepai_limit") else 8
    names = [title.value.get(f"p{player}_name") for player in range(4)]
    return minimum, tuple(name if isinstance(name, str) else "" for name in names)


class _Hand:
    """One hand of a match on the way to a record."""

    def __init__(self, node: Node, players: tuple[str, ...]) -> None:
        self.node = node
        self.players = players
        self.hand = node.key("current_round").whole(1, 16) - 1
        self.by_seat = node.has("seats")  # generations B and C: score changes by seat of the hand
        self.conflicts: list[Conflict] = []
        self.parts: list[bytes] = []
        self.moves = 0
        self.cur = 0
        self.offered = ev.NO_TILE
        self.giver: int | None = None
        self.drawn = ev.NO_TILE
        self.result = RecordedResult()
        self.false_hus: list[RecordedFalseHu] = []
        self.closed = False
        self.seats = self.player_at()

    def player_at(self) -> Four:
        """Return the player at each seat."""
        by_rule = PLAYER_AT[self.hand]
        if not self.by_seat:
            return by_rule
        given = self.node.key("seats").four(0, 3)
        if sorted(given) != list(IDENTITY):
            raise self.node.key("seats").broken(f"{list(given)} are not the four seats")
        east, south, west, north = (given.index(seat) for seat in range(4))
        if (east, south, west, north) != by_rule:
            self.conflict("winds", f"seats puts players {east}, {south}, {west}, {north} at E, S, W, N; hand "
                          f"{self.hand + 1} has {', '.join(map(str, by_rule))}", 0)  # fmt: skip
        return east, south, west, north

    def record(self, source: str, place: str, number: int, minimum: int) -> Record:
        hands = tuple(self.tiles(self.node.key(f"p{seat}_tiles"), 14 if seat == 0 else 13) for seat in range(4))
        wall = self.tiles(self.node.key("tiles_list"), None) if self.node.has("tiles_list") else b""
        ticks = self.node.key("action_ticks")
        for tick in ticks.items():
            self.tick(tick)
        notes = ("the ticks end before the hand does",) if self.result.ending == "unknown" else ()
        if self.false_hus:
            self.result = self.result._replace(false_hus=tuple(self.false_hus))
        east, south, west, north = (self.players[player] for player in self.seats)
        return Record(
            "salasasa", "shared", self.hand // 4, hands, b"".join(self.parts), self.result,  # type: ignore[arg-type]
            str(self.node.value.get("round_random_seed") or ""), (east, south, west, north), self.seats,
            (wall,) if wall else (), True, minimum,
            tags=(("current_round", str(self.hand + 1)),), notes=notes, conflicts=tuple(self.conflicts),
            source=source, place=place, number=number,
        )  # fmt: skip

    def tiles(self, node: Node, length: int | None) -> bytes:
        return bytes(self.tile(item) for item in node.items(length))

    def tile(self, node: Node) -> int:
        number = node.whole(-1_000_000, 1_000_000)
        if number not in SALASASA:
            more = "; red fives belong to another game" if number in (105, 205, 305) else ""
            raise node.broken(f"no tile {number}; {_HINT}{more}")
        return SALASASA[number]

    def conflict(self, kind: str, text: str, move: int | None = None) -> None:
        self.conflicts.append(Conflict(self.moves if move is None else move, kind, text))

    def add(self, kind: int, seat: int, tile: int = ev.NO_TILE, detail: int = 0) -> None:
        self.parts.append(ev.pack(kind, seat, tile, detail))
        self.moves += kind not in (ev.PASSED_CLAIM, ev.NO_WINNER)

    # Ticks

    def tick(self, node: Node) -> None:
        items = node.items()
        if not items:
            raise node.broken("the tick is empty")
        word = items[0].text()
        ended = self.result.ending != "unknown"
        if word == "end":
            if not ended:
                raise node.broken("end, but nobody has won and it is no draw")
            self.closed = True
            return
        if ended:
            raise node.broken(f"{word} after the end of the hand")
        if word in _DISTANCES:
            self.hu(node, word, items)
            return
        known = _TICKS.get(word)
        if known is None:
            raise node.broken(f"no tick is called {shown(word)}; there are {', '.join([*_TICKS, *_DISTANCES, 'end'])}")
        needed = _LEAST.get(word, 2)
        if len(items) < needed:
            raise node.broken(f"{word} has {len(items)} fields; it needs {needed}")
        known(self, node, items)

    def suited(self, node: Node) -> int:
        tile = self.tile(node)
        if tile >= ev.FIRST_FLOWER:
            raise node.broken("a flower cannot stand here")
        return tile

    def on_flower(self, node: Node, items: list[Node]) -> None:
        tile = self.tile(items[1])
        if tile < ev.FIRST_FLOWER:
            raise items[1].broken("only a flower can be laid aside")
        self.add(ev.FLOWER, items[2].whole(0, 3), tile)

    def on_flower_draw(self, node: Node, items: list[Node]) -> None:
        if not self.parts or self.parts[-1][0] != ev.FLOWER:
            raise node.broken("bd draws for a flower, but none was laid aside before it")
        seat = self.parts[-1][1]
        if len(items) > 2 and items[2].whole(0, 3) != seat:
            self.conflict("turn", f"bd names seat {items[2].value}, but seat {seat} laid the flower aside")
        self.drawn = self.tile(items[1])
        self.add(ev.DRAW, seat, self.drawn, ev.REPLACEMENT)

    def on_draw(self, node: Node, items: list[Node]) -> None:
        self.cur = (self.cur + 1) % 4
        self.drawn = self.tile(items[1])
        self.add(ev.DRAW, self.cur, self.drawn)

    def on_kong_draw(self, node: Node, items: list[Node]) -> None:
        self.drawn = self.tile(items[1])
        self.add(ev.DRAW, self.cur, self.drawn, ev.REPLACEMENT)

    def on_discard(self, node: Node, items: list[Node]) -> None:
        self.offered, self.giver = self.tile(items[1]), self.cur
        word = items[2].value if len(items) > 2 else None
        if word not in ("T", "F", None):
            raise items[2].broken(f"T or F should stand here, not {shown(word)}")
        detail = {"T": ev.JUST_DRAWN, "F": ev.FROM_HAND, None: ev.TOLD_NOTHING}[word]
        if detail == ev.JUST_DRAWN and self.offered != self.drawn:
            self.conflict(
                "tile not held", "the discard is marked as just drawn, but another tile was drawn", self.moves + 1
            )
        self.drawn = ev.NO_TILE
        self.add(ev.DISCARD, self.cur, self.offered, detail)

    def on_claim(self, node: Node, items: list[Node]) -> None:
        word, tile, seat = items[0].value, self.suited(items[1]), items[2].whole(0, 3)
        if tile != self.offered:
            self.conflict("illegal action", "the tile claimed is not the last discard", self.moves + 1)
        kind = {"p": ev.PUNG, "g": ev.CLAIMED_KONG}.get(word, ev.CHOW)
        if kind == ev.CHOW:
            middle = tile + _CHOWS[word]
            if tile >= 27 or middle // 9 != tile // 9 or not 1 <= middle % 9 <= 7:
                raise items[1].broken(f"{items[1].value} cannot be claimed by {word}: there is no such chow")
            tile = middle
        self.cur = seat
        self.drawn = ev.NO_TILE
        self.add(kind, seat, tile)

    def on_concealed(self, node: Node, items: list[Node]) -> None:
        self.add(ev.CONCEALED_KONG, self.cur, self.suited(items[1]))

    def on_promoted(self, node: Node, items: list[Node]) -> None:
        self.offered, self.giver = self.suited(items[1]), self.cur
        self.add(ev.PROMOTED_KONG, self.cur, self.offered)

    def on_passed(self, node: Node, items: list[Node]) -> None:
        """Pass over an announced claim: the format does not say enough of it."""

    def on_nobody(self, node: Node, items: list[Node]) -> None:
        self.add(ev.NO_WINNER, 0)
        self.result = RecordedResult("draw", (), (0, 0, 0, 0))

    # Wins

    def hu(self, node: Node, word: str, items: list[Node]) -> None:
        if len(items) < 5:
            raise node.broken(f"{word} has {len(items)} fields; it needs 5")
        old = isinstance(items[4].value, int)  # class, total, fans, winner, and no score changes
        seat = (items[4] if old else items[1]).whole(0, 3)
        total = items[2].whole(0, 2000)
        names = [name.text() for name in items[3].items()]
        changes = None if old else self.changes(items[4])
        if NOT_A_FAN in names:
            self.add(ev.FALSE_HU, seat)
            self.false_hus.append(RecordedFalseHu(seat, changes))
            return
        tile = self.suited(items[5]) if not old and len(items) > 5 else ev.NO_TILE
        self.add(ev.HU, seat, tile)
        giver = (seat + _DISTANCES[word]) % 4
        if word != "hu_self" and giver != self.giver:
            last = "nobody" if self.giver is None else f"seat {self.giver}"
            self.conflict("turn", f"{word} means that seat {giver} gave the tile, but {last} did")
        fans = tuple(self.fan(name) for name in names)
        for fan in fans:
            if fan.fan is None:
                self.conflict("fans", f"no fan is called {shown(fan.name)}", 0)
        self.result = RecordedResult("win", (RecordedWin(seat, total, fans),), changes)

    def changes(self, node: Node) -> Four:
        """Return the score changes by seat; older files have them by player."""
        given = node.four()
        if self.by_seat:
            return given
        east, south, west, north = (given[player] for player in self.seats)
        return east, south, west, north

    def fan(self, text: str) -> RecordedFan:
        name, star, count = text.rpartition("*")
        if star and count.isdecimal() and 0 < len(count) < 3:
            return recorded_fan(name, int(count))
        return recorded_fan(text, 1)


_TICKS: dict[str, Any] = {
    "bh": _Hand.on_flower, "bd": _Hand.on_flower_draw, "d": _Hand.on_draw, "gd": _Hand.on_kong_draw,
    "c": _Hand.on_discard, "cl": _Hand.on_claim, "cm": _Hand.on_claim, "cr": _Hand.on_claim, "p": _Hand.on_claim,
    "g": _Hand.on_claim, "ag": _Hand.on_concealed, "jg": _Hand.on_promoted, "ca": _Hand.on_passed,
    "liuju": _Hand.on_nobody,
}  # fmt: skip
_LEAST = {"bh": 3, "cl": 3, "cm": 3, "cr": 3, "p": 3, "g": 3, "ca": 1, "liuju": 1}
"""Fields of a tick in the oldest files, the word included; 2 for the others."""
