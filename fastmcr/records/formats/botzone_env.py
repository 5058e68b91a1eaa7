"""Reader of botzone_env: an object a deal, with the tiles that each player got and a row of answers a decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...errors import RecordError, shown
from .. import events as ev
from ..model import IDENTITY, Record
from .parsing import Node
from .tile_names import BOTZONE, BOTZONE_HINT, BOTZONE_NAMES

__all__ = ["NOTE_LAST_TILE", "NOTE_SEATS", "records_of"]

NOTE_SEATS = (
    "the format leaves the seat winds open: taken as counted from the dealer; the environment it comes from takes the "
    "number of the player"
)
NOTE_LAST_TILE = "the true wall is lost: whether a tile was the last of the wall cannot be told"
_PASS, _DRAW, _DISCARD, _CHOW, _PUNG, _KONG, _PROMOTED, _HU = range(8)
_OPERANDS = {_PASS: 0, _DISCARD: 1, _CHOW: 2, _PUNG: 1, _HU: 0}
_RANK = {_HU: 3, _KONG: 2, _PUNG: 2, _CHOW: 1}
_KINDS = {_HU: ev.HU, _KONG: ev.CLAIMED_KONG, _PUNG: ev.PUNG, _CHOW: ev.CHOW}

Entry = tuple[int, list[int]]


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
        Its seats are counted from the dealer; `Record.seats` has the players' own numbers.
    """
    yield _Deal(document).record(source, place, number + 1)


class _Deal:
    """An object on the way to a record; players have the numbers of the file."""

    def __init__(self, document: Node) -> None:
        self.prevalent = document.key("round_wind").whole(0, 3)
        self.dealer = document.key("first_player").whole(0, 3)
        self.tiles = [self.given(node) for node in document.key("tiles").items(4)]
        self.actions = [node.items() for node in document.key("actions").items(4)]
        lengths = {len(column) for column in self.actions}
        if len(lengths) != 1:
            raise RecordError(
                f"the four lists have {sorted(lengths)} entries; they should have equally many", place="actions"
            )
        self.rows = lengths.pop()
        self.taken = [13, 13, 13, 13]
        self.hands = [Counter(tiles[:13]) for tiles in self.tiles]
        self.pungs: list[list[int]] = [[], [], [], []]
        self.parts: list[bytes] = []
        self.notes = [NOTE_SEATS, NOTE_LAST_TILE]
        self.row = 0
        self.ended = False

    def given(self, node: Node) -> list[int]:
        names = [item.text() for item in node.items()]
        while names and not names[-1]:
            names.pop()  # filled up
        found = [Node(name, f"{node.place}[{at}]").tile(BOTZONE, BOTZONE_HINT) for at, name in enumerate(names)]
        if len(found) < 13:
            raise node.broken(f"{len(found)} tiles; a player is dealt 13")
        if any(tile >= ev.FIRST_FLOWER for tile in found):
            raise node.broken("a flower; they are removed in this format")
        return found

    def record(self, source: str, place: str, number: int) -> Record:
        self.play()
        seats = (IDENTITY * 2)[self.dealer : self.dealer + 4]
        hands = tuple(bytes(self.tiles[player][:13]) for player in seats)
        return Record(
            "botzone-env", "shared", self.prevalent, hands, b"".join(self.parts), seats=seats,  # type: ignore[arg-type]
            notes=tuple(self.notes), source=source, place=place, number=number,
        )  # fmt: skip

    # Rows

    def broken(self, player: int, reason: str, row: int | None = None) -> RecordError:
        return RecordError(reason, place=f"actions[{player}][{self.row if row is None else row}]")

    def entry(self, player: int) -> Entry:
        """Return the number and the tiles of an entry."""
        node = self.actions[player][self.row]
        items = node.items()
        if not 1 <= len(items) <= 2:
            raise node.broken(f"an entry is a number, or a number and tiles, not {shown(node.value)}")
        word = items[0].whole(0, 7)
        names = items[1].text().split() if len(items) == 2 else []
        tiles = [Node(name, items[1].place).tile(BOTZONE, BOTZONE_HINT) for name in names]
        if any(tile >= ev.FIRST_FLOWER for tile in tiles):
            raise node.broken("a flower; they are removed in this format")
        if word == _CHOW and tiles and not ev.is_chow(tiles[0]):
            raise node.broken(f"no chow has {names[0]} in the middle")
        needed = _OPERANDS.get(word)
        if word == _DRAW or (needed is not None and len(tiles) != needed) or len(tiles) > 2:
            raise node.broken(f"there is no entry {shown(node.value)}")
        return word, tiles

    def entries(self) -> dict[int, Entry]:
        """Return the entries of the row that are no passes, by player."""
        found = {player: self.entry(player) for player in range(4)}
        return {player: entry for player, entry in found.items() if entry[0] != _PASS}

    def add(self, kind: int, player: int, tile: int = ev.NO_TILE, detail: int = 0) -> None:
        self.parts.append(ev.pack(kind, (player - self.dealer) % 4, tile, detail))

    def take(self, player: int, tile: int, copies: int = 1) -> None:
        self.hands[player][tile] -= copies  # below zero if he holds none: the replay says so

    def draw(self, player: int, detail: int = 0) -> bool:
        """Give a player his next tile; say whether there was one."""
        if self.taken[player] >= len(self.tiles[player]):
            return False
        tile = self.tiles[player][self.taken[player]]
        self.taken[player] += 1
        self.hands[player][tile] += 1
        self.add(ev.DRAW, player, tile, detail)
        return True

    def play(self) -> None:
        player = self.dealer
        self.needed_draw(player)
        while self.row < self.rows and not self.ended:
            player = self.turn(player)
        if self.row < self.rows:
            raise RecordError("the rows go on after a hu", place=f"actions[0][{self.row}]")
        if not self.ended:
            self.add(ev.NO_WINNER, self.dealer)

    def needed_draw(self, player: int, detail: int = 0) -> None:
        if self.row < self.rows and not self.draw(player, detail):
            raise RecordError(f"player {player} has no tile left to draw in row {self.row}", place=f"tiles[{player}]")

    def turn(self, player: int) -> int:
        """Read the row in which a player acts after a draw, and what follows; return the next player."""
        entries = self.entries()
        word, tiles = entries.pop(player, (_PASS, []))
        if entries:
            raise self.broken(min(entries), f"it is the turn of player {player}")
        if word == _DISCARD:
            self.discard(player, tiles[0])
            return self.claims(player, tiles[0])
        if word == _HU:
            return self.won(player)
        if word == _KONG and len(tiles) == 1:
            self.add(ev.CONCEALED_KONG, player, tiles[0])
            self.take(player, tiles[0], 4)
            return self.after_kong(player, None)
        if word == _PROMOTED and len(tiles) <= 1:
            tile = tiles[0] if tiles else self.promoted(player)
            self.add(ev.PROMOTED_KONG, player, tile)
            self.take(player, tile)
            return self.after_kong(player, tile)
        raise self.broken(player, f"a player who has drawn discards, makes a kong or wins; he does not do {word}")

    def promoted(self, player: int) -> int:
        """Return the tile of an added kong, which is not written: the one in hand that matches a pung."""
        fitting = [tile for tile in self.pungs[player] if self.hands[player][tile] > 0]
        if not fitting:
            raise self.broken(player, "an added kong, but no tile in the hand matches a pung")
        if len(fitting) > 1:
            names = " and ".join(BOTZONE_NAMES[tile] for tile in fitting)
            self.notes.append(f"row {self.row}: the added kong may be of {names}; taken as {BOTZONE_NAMES[fitting[0]]}")
        return fitting[0]

    def discard(self, player: int, tile: int) -> None:
        self.add(ev.DISCARD, player, tile)
        self.take(player, tile)
        self.row += 1

    def won(self, player: int) -> int:
        self.add(ev.HU, player)
        self.row += 1
        self.ended = True
        return player

    def after_kong(self, player: int, robbed: int | None) -> int:
        """Read the row after a kong, in which only an added one may be robbed; the maker draws."""
        self.row += 1
        if self.row >= self.rows:
            return player
        entries = self.entries()
        for other, (word, _) in entries.items():
            if word != _HU or robbed is None or other == player:
                raise self.broken(other, "after a kong the others pass; only an added kong may be robbed")
        if entries:
            return self.won(min(entries, key=lambda other: (other - player) % 4))
        self.row += 1
        self.needed_draw(player, ev.REPLACEMENT)
        return player

    def claims(self, discarder: int, tile: int) -> int:
        """Read the answers to a discard, and those to the discard of whoever claims it; return who acts next."""
        while self.row < self.rows:
            entries = self.entries()
            if discarder in entries:
                raise self.broken(discarder, "a player cannot claim his own discard")
            wrong = next((other for other, (word, _) in entries.items() if word not in _RANK), None)
            if wrong is not None:
                raise self.broken(wrong, "a discard can be claimed for chow, pung, kong or hu")
            if not entries:
                self.row += 1
                following = (discarder + 1) % 4
                self.needed_draw(following)
                return following
            best = max(entries, key=lambda other: (_RANK[entries[other][0]], -((other - discarder) % 4)))
            for other, (word, tiles) in entries.items():
                if other != best:
                    self.add(ev.PASSED_CLAIM, other, tiles[0] if word == _CHOW else tile, _KINDS[word])
            word, tiles = entries[best]
            if word == _HU:
                return self.won(best)
            if word == _KONG:
                self.add(ev.CLAIMED_KONG, best, tile)
                self.take(best, tile, 3)
                return self.after_kong(best, None)
            self.add(_KINDS[word], best, tiles[0] if word == _CHOW else tile)
            if word == _CHOW:
                for other_tile in {tiles[0] - 1, tiles[0], tiles[0] + 1} - {tile}:
                    self.take(best, other_tile)
            else:
                self.take(best, tile, 2)
                self.pungs[best].append(tile)
            discarder, tile = best, tiles[-1]
            self.discard(discarder, tile)
        return discarder
