"""Reader of Botzone match JSON: one deal with personal walls, told by what the judge displayed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...errors import RecordError, shown
from .. import events as ev
from ..model import Conflict, Record, RecordedFan, RecordedResult, RecordedWin
from .competition_text import recorded_fan
from .parsing import Node, parsed_json
from .registry import FORMATS
from .tile_names import BOTZONE, BOTZONE_HINT

__all__ = ["records_of"]

_ANSWERS = {"PENG": ev.PUNG, "CHI": ev.CHOW, "GANG": ev.CLAIMED_KONG, "HU": ev.HU}
_CLAIMS = {"PENG", "CHI", "GANG", "HU"}
_DISCARDS = {"PLAY", "CHI", "PENG"}


def records_of(document: Node, source: str, place: str, number: int) -> Iterator[Record]:
    """Yield the deal of a match, or of its bare logs.

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
    yield _Match(document).record(source, place, number + 1)


class _Match:
    """A match on the way to a record."""

    def __init__(self, document: Node) -> None:
        bare = isinstance(document.value, list)
        self.document = document
        self.logs = (document if bare else document.key("logs")).items()
        self.initdata = None if bare else self._initdata()
        self.hands: list[bytes] = []
        self.prevalent: int | None = None
        self.parts: list[bytes] = []
        self.conflicts: list[Conflict] = []
        self.result = RecordedResult()
        self.moves = 0
        self.drawn = [0, 0, 0, 0]  # tiles that each seat has taken from its wall since the deal
        self.offered = ev.NO_TILE  # the last discard, or the tile of the last added kong
        self.last = ""
        self.last_player = -1

    def _initdata(self) -> Node | None:
        if not self.document.has("initdata"):
            return None
        node = self.document.key("initdata")
        if isinstance(node.value, str):  # JSON inside JSON
            if not node.value.strip():
                return None
            try:
                node = Node(parsed_json(node.value), node.place)
            except RecordError as error:
                raise RecordError(error.reason, place="initdata") from None
        return node

    def record(self, source: str, place: str, number: int) -> Record:
        walls = self.walls()
        for index in range(0, len(self.logs), 2):
            if self.result.ending != "unknown":
                raise self.logs[index].broken("the log goes on after the end of the deal")
            output = self.logs[index].key("output")
            display = output.key("display")
            if isinstance(display.value, str) and not display.value:
                continue
            answers = self.logs[index - 1] if index else None
            self.display(display, answers, output)
        if len(self.hands) != 4 or self.prevalent is None:
            raise RecordError("the log shows no INIT or no DEAL", place="logs")
        notes = ("the log ends before the deal does",) if self.result.ending == "unknown" else ()
        east, south, west, north = self.hands
        return Record(
            "botzone-json", "personal", self.prevalent, (east, south, west, north), b"".join(self.parts), self.result,
            self.id(), self.players(), walls=walls, notes=notes, conflicts=tuple(self.conflicts),
            source=source, place=place, number=number,
        )  # fmt: skip

    def id(self) -> str:
        """Return the id of the match; the address of the page holds it too."""
        for key in ("id", "_id", "viewurl"):
            if self.document.has(key) and isinstance(self.document.value[key], str):
                return str(self.document.value[key])
        return ""

    def players(self) -> tuple[str, str, str, str]:
        if not self.document.has("players"):
            return "", "", "", ""
        names = []
        for node in self.document.key("players").items(4):
            name = node.value.get("name", "") if isinstance(node.value, dict) else node.value
            names.append(name if isinstance(name, str) else "")
        east, south, west, north = names
        return east, south, west, north

    def walls(self) -> tuple[bytes, ...]:
        """Return the personal walls in the order in which their seats take them: from the end."""
        if self.initdata is None or not self.initdata.has("walltiles"):
            return ()
        node = self.initdata.key("walltiles")
        names = node.text().split()
        if len(names) not in (136, 144):
            raise node.broken(f"{len(names)} tiles; the walls have 136, or 144 with flowers")
        wrong = next((name for name in names if name not in BOTZONE), None)
        if wrong is not None:
            raise node.broken(f"no tile {shown(wrong)}; {BOTZONE_HINT}")
        codes = bytes(BOTZONE[name] for name in names)
        each = len(codes) // 4
        return tuple(codes[seat * each : (seat + 1) * each][::-1] for seat in range(4))

    # One display after another

    def display(self, node: Node, answers: Node | None, output: Node) -> None:
        action = node.key("action").text()
        known = _ACTIONS.get(action)
        if self.passed_possible() and answers is not None:
            self.passed_claims(answers, action, node)
        if known is None:
            self.on_fault(action, node, output)
        else:
            known(self, node, output)
        if action not in ("INIT", "DEAL") and node.has("tileCnt") and self.result.ending != "fault":
            self.check_counts(node.key("tileCnt"))
        self.last = action
        self.last_player = node.value["player"] if node.has("player") else -1

    def add(self, kind: int, seat: int, tile: int = ev.NO_TILE, detail: int = 0) -> None:
        self.parts.append(ev.pack(kind, seat, tile, detail))
        self.moves += kind not in (ev.PASSED_CLAIM, ev.NO_WINNER)

    def conflict(self, kind: str, text: str, move: int | None = None) -> None:
        self.conflicts.append(Conflict(self.moves if move is None else move, kind, text))

    def player(self, node: Node) -> int:
        return node.key("player").whole(0, 3)

    def tile(self, node: Node, key: str = "tile") -> int:
        return node.key(key).tile(BOTZONE, BOTZONE_HINT)

    def kind_of_tile(self, node: Node, key: str = "tile") -> int:
        tile = self.tile(node, key)
        if tile >= ev.FIRST_FLOWER:
            raise node.key(key).broken("a flower cannot stand here")
        return tile

    def on_init(self, node: Node, output: Node) -> None:
        self.prevalent = node.key("quan").whole(0, 3)
        if self.initdata is not None and self.initdata.has("quan"):
            given = self.initdata.key("quan").whole(0, 3)
            if given != self.prevalent:
                self.conflict("winds", f"initdata has prevalent wind {given}, INIT has {self.prevalent}")

    def on_deal(self, node: Node, output: Node) -> None:
        if self.prevalent is None:
            raise node.broken("DEAL before INIT")
        if self.hands:
            raise node.broken("a second DEAL")
        for hand in node.key("hand").items(4):
            self.hands.append(bytes(tile.tile(BOTZONE, BOTZONE_HINT) for tile in hand.items(13)))

    def on_draw(self, node: Node, output: Node) -> None:
        seat = self.player(node)
        self.drawn[seat] += 1
        self.add(ev.DRAW, seat, self.tile(node))

    def on_buhua(self, node: Node, output: Node) -> None:
        seat, tile = self.player(node), self.tile(node)
        if tile < ev.FIRST_FLOWER:
            raise node.key("tile").broken("only a flower can be laid aside")
        if self.last != "DRAW":  # the flower came up without a display of its draw
            self.drawn[seat] += 1
            self.add(ev.DRAW, seat, tile)
        self.add(ev.FLOWER, seat, tile)

    def on_play(self, node: Node, output: Node) -> None:
        self.offered = self.tile(node)
        self.add(ev.DISCARD, self.player(node), self.offered)

    def on_chi(self, node: Node, output: Node) -> None:
        middle = self.kind_of_tile(node, "tileCHI")
        if not ev.is_chow(middle):
            raise node.key("tileCHI").broken(f"no chow has {node.value['tileCHI']} in the middle")
        self.claim(node, ev.CHOW, middle)

    def on_peng(self, node: Node, output: Node) -> None:
        self.claim(node, ev.PUNG, self.offered)

    def claim(self, node: Node, kind: int, tile: int) -> None:
        """Add a claim of the last discard and the discard that is shown with it."""
        if self.offered >= ev.FIRST_FLOWER:
            raise node.broken("there is no discard to claim")
        seat = self.player(node)
        self.add(kind, seat, tile)
        self.offered = self.tile(node)
        self.add(ev.DISCARD, seat, self.offered)

    def on_gang(self, node: Node, output: Node) -> None:
        seat = self.player(node)
        own = self.last == "DRAW" and self.last_player == seat
        self.add(ev.CONCEALED_KONG if own else ev.CLAIMED_KONG, seat, self.kind_of_tile(node))

    def on_bugang(self, node: Node, output: Node) -> None:
        self.offered = self.kind_of_tile(node)
        self.add(ev.PROMOTED_KONG, self.player(node), self.offered)

    def on_hu(self, node: Node, output: Node) -> None:
        seat, total = self.player(node), node.key("fanCnt").whole(0, 2000)
        self.add(ev.HU, seat)
        fans: list[RecordedFan] = []
        for fan in node.key("fan").items():
            fans.append(
                recorded_fan(fan.key("name").text(), fan.key("cnt").whole(1, 99), fan.key("value").whole(0, 999))
            )
        self.check_fans(fans, total)
        scores = node.key("score").four()
        self.check_content(output, list(scores))
        self.result = RecordedResult("win", (RecordedWin(seat, total, tuple(fans)),), scores)

    def on_huang(self, node: Node, output: Node) -> None:
        self.add(ev.NO_WINNER, 0)
        scores = node.key("score").four() if node.has("score") else (0, 0, 0, 0)
        if any(scores):
            self.conflict("payments", f"nobody won, but the scores are {' '.join(map(str, scores))}", 0)
        self.result = RecordedResult("draw", (), scores)

    def on_fault(self, word: str, node: Node, output: Node) -> None:
        """Note that a program failed or broke a rule; the word says how."""
        scores = node.key("score").four()
        self.check_content(output, list(scores))
        self.result = RecordedResult("fault", (), scores, (), word, self.player(node))

    # What the log says twice

    def check_fans(self, fans: list[RecordedFan], total: int) -> None:
        added = sum(fan.times * (fan.points or 0) for fan in fans)
        if added != total:
            self.conflict("total", f"the fans add up to {added}, but the total recorded is {total}", 0)
        for fan in fans:
            if fan.fan is None:
                self.conflict("fans", f"no fan is called {shown(fan.name)}", 0)
            elif (points := FORMATS["botzone-json"].rules.points_of(fan.fan)) != fan.points:
                self.conflict("fans", f"{fan.name} ({fan.fan}) is worth {points}, but {fan.points} is recorded", 0)

    def check_content(self, output: Node, scores: list[int]) -> None:
        """Compare the scores that the last record repeats by seat."""
        content: Any = output.value.get("content")
        if not isinstance(content, dict) or not content:
            return
        repeated = [content.get(str(seat)) for seat in range(4)]
        if all(type(score) is int for score in repeated) and repeated != scores:
            self.conflict("payments", f"content repeats the scores as {repeated}, but score is {scores}", 0)

    def check_counts(self, node: Node) -> None:
        counts = node.four(0, 36)
        each = 36 if self.has_flowers else 34
        left = [each - 13 - drawn for drawn in self.drawn]
        if list(counts) != left:
            self.conflict("wall", f"tileCnt is {list(counts)}, but {left} tiles are left")

    @property
    def has_flowers(self) -> bool:
        if self.initdata is None or not self.initdata.has("walltiles"):
            return False
        return len(self.initdata.value["walltiles"].split()) == 144

    # Answers

    def passed_possible(self) -> bool:
        return self.last in _DISCARDS or self.last == "BUGANG"

    def passed_claims(self, answers: Node, action: str, node: Node) -> None:
        """Add the claims that were answered to the last discard or added kong and not carried out."""
        if not isinstance(answers.value, dict):
            raise answers.broken("answers should stand here, one for each player")
        made = node.value.get("player") if action in _CLAIMS else None
        if action not in _CLAIMS and action != "DRAW" and action != "HUANG":
            return  # a fault: what was answered was not a claim that lost
        for seat in range(4):
            answer = answers.value.get(str(seat))
            response = answer.get("response") if isinstance(answer, dict) else answer
            words = response.split() if isinstance(response, str) else []
            if not words or seat == made or words[0] not in _ANSWERS or seat == self.last_player:
                continue
            kind = _ANSWERS[words[0]]
            tile = self.offered
            if kind == ev.CHOW:
                tile = BOTZONE.get(words[1], ev.NO_TILE) if len(words) > 1 else ev.NO_TILE
                tile = tile if ev.is_chow(tile) else ev.NO_TILE
            if tile < ev.FIRST_FLOWER and not (self.last == "BUGANG" and kind != ev.HU):
                self.add(ev.PASSED_CLAIM, seat, tile, kind)


_ACTIONS: dict[str, Any] = {
    "INIT": _Match.on_init, "DEAL": _Match.on_deal, "DRAW": _Match.on_draw, "BUHUA": _Match.on_buhua,
    "PLAY": _Match.on_play, "CHI": _Match.on_chi, "PENG": _Match.on_peng, "GANG": _Match.on_gang,
    "BUGANG": _Match.on_bugang, "HU": _Match.on_hu, "HUANG": _Match.on_huang,
}  # fmt: skip
"""What the judge displays while nobody breaks a rule."""
