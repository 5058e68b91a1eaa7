"""Slow, obvious referee of one deal, written from the rules alone.

It shares no code with the library; `oracle.score` decides whether a hand is complete and what it is worth. A tile is
its number 0..33, a flower 34..41; a seat is 0..3 for East, South, West, North of the deal. "5.1 (6)" is a step of the
state machine in section 5.1 of the notes on duplicate play, "A46" a ruling, "R98" the rules of 1998.

Readings where the rules are silent:

* After a chow or pung the tile just claimed may be discarded at once: no text forbids it. Nothing else may be done
  (5.1 (3)): neither a kong nor a hu.
* Passing a win has no consequence (A43).
* A promoted kong may be made on any own turn with a drawn tile, with a tile held for long as well (5.1 (5)).
* With the wall of 144 "the last tile" means that the wall is empty (A46): the player who drew it may only win or
  discard, and his discard may only be won on. A kong needs a tile to replace it (A44).
* East's dealt hand is won on the tile he received last: his fourteenth, or the last replacement of his flowers.
* A dead hand draws and discards and does nothing else: it makes no kong of its own tiles either. A further hu by it is
  a further false hu.
* A hu declared after a chow or pung has no tile to win on, hence no structure.
* A robbed kong stays a pung; the tile a player wins on by another's discard stays in that player's river.
* Several winners under ordinary settlement: each is paid as if alone, winners paying each other as well.
* Penalties of a false hu are listed and are never part of the scores (duplicate play: IMP, subtracted later).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import oracle

PASS, HU, DISCARD, CHOW, PUNG, CLAIMED_KONG, CONCEALED_KONG, PROMOTED_KONG = 0, 1, 2, 36, 99, 133, 167, 201
AFTER_DRAW, MUST_DISCARD, ON_DISCARD, ON_KONG, ENDED = "after draw", "must discard", "on discard", "on kong", "ended"
SHARED, PERSONAL = "shared", "personal"


class Referee:
    """One deal from its walls: whose turn it is, what he may do, and how it ends."""

    def __init__(
        self,
        kind: str,
        walls: Sequence[Any],
        prevalent: int,
        minimum: int = 8,
        multiple_winners: str = "all",
        preset: str = "default",
    ) -> None:
        check(kind, walls, prevalent, multiple_winners)
        self.kind, self.prevalent, self.minimum = kind, prevalent, minimum
        self.multiple_winners, self.switches = multiple_winners, oracle.PRESETS[preset]
        self.walls: list[list[int]] = [list(walls)] if kind == SHARED else [list(wall) for wall in walls]
        self.hands: list[list[int]] = [[], [], [], []]
        self.melds: list[list[tuple[str, int]]] = [[], [], [], []]
        self.rivers: list[list[int]] = [[], [], [], []]
        self.flowers: list[list[int]] = [[], [], [], []]
        self.dead = [False] * 4
        self.false_hus: list[tuple[int, bool, int | None]] = []  # seat, structure, IMP in duplicate play
        self.result: dict[str, Any] | None = None
        self.phase = AFTER_DRAW
        self.turn = 0  # who draws and discards; still the discarder while others are asked
        self.drawn: int | None = None  # tile to win on after a draw
        self.from_kong = False
        self.tile: int | None = None  # discard, or tile added to a pung, that others are asked about
        self.asked: list[int] = []  # those who have still to answer, in order
        self.answers: dict[int, int] = {}
        if kind == SHARED:
            self.deal_shared()
        else:
            self.deal_personal()

    # What anyone may read

    @property
    def ended(self) -> bool:
        """Whether the deal is over."""
        return self.phase == ENDED

    @property
    def walls_left(self) -> list[int]:
        """Tiles left in the shared wall, or in each personal one."""
        return [len(wall) for wall in self.walls]

    @property
    def last_tile(self) -> bool:
        """Whether this turn is the last: empty shared wall (A46), or the next player's is empty (5.1 (1)).

        No draw and no kong of the player touches the next player's wall, so it may be asked all through his turn.
        """
        return not self.wall_of((self.turn + 1) % 4)

    def actor(self) -> int | None:
        """Seat that has to act or answer, None when the deal is over."""
        if self.phase in (ON_DISCARD, ON_KONG):
            return self.asked[0]
        return None if self.ended else self.turn

    def legal(self) -> list[int]:
        """Actions that the actor may choose, by number."""
        if self.ended:
            return []
        if self.phase in (ON_DISCARD, ON_KONG):
            return [PASS, *sorted(self.claims_of(self.asked[0]))]
        found = [DISCARD + tile for tile in set(self.hands[self.turn])]
        if self.phase == AFTER_DRAW and not self.dead[self.turn]:
            if self.wins(self.turn):
                found.append(HU)
            found += self.own_kongs()
        return sorted(found)

    # What the actor may do

    def step(self, action: int) -> None:
        """Carry out a legal action of the actor."""
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal for seat {self.actor()}: {self.legal()}")
        if self.phase in (ON_DISCARD, ON_KONG):
            self.answer(action)
        elif action == HU:
            self.end_win([self.turn], "self-drawn")
        elif action < CHOW:
            self.discard(action - DISCARD)
        elif action < PROMOTED_KONG:
            self.concealed_kong(action - CONCEALED_KONG)
        else:
            self.promoted_kong(action - PROMOTED_KONG)

    def declare_hu(self) -> None:
        """Let the actor declare a hu: a win if it is legal, else a false hu, after which his hand is dead."""
        seat = self.actor()
        if seat is None:
            raise ValueError("the deal is over")
        if HU in self.legal():
            self.step(HU)
            return
        worth = None if self.phase == MUST_DISCARD else self.worth(seat)
        structure = worth is not None and worth.points < self.minimum  # section 7, decision 4
        imp = (4 if structure else 8) if self.kind == PERSONAL else None
        self.false_hus.append((seat, structure, imp))
        self.dead[seat] = True
        if self.phase in (ON_DISCARD, ON_KONG):
            self.answer(PASS)

    # Dealing and drawing

    def deal_shared(self) -> None:
        """Three times four tiles each, one each, East's fourteenth; then the flowers, from the back, East first."""
        wall = self.walls[0]
        for number in (4, 4, 4, 1):
            for seat in range(4):
                self.hands[seat] += [wall.pop(0) for _ in range(number)]
        self.hands[0].append(wall.pop(0))
        self.drawn = self.hands[0][-1]
        for seat in range(4):
            while any(tile >= 34 for tile in self.hands[seat]):
                flower = next(tile for tile in self.hands[seat] if tile >= 34)
                self.hands[seat].remove(flower)
                self.flowers[seat].append(flower)
                self.hands[seat].append(wall.pop())
                if seat == 0:
                    self.drawn = self.hands[0][-1]
            self.hands[seat].sort()

    def deal_personal(self) -> None:
        """Thirteen tiles each from the own wall; East opens by drawing (5.1)."""
        for seat in range(4):
            self.hands[seat] = sorted(self.walls[seat].pop(0) for _ in range(13))
        self.succeed(0)

    def wall_of(self, seat: int) -> list[int]:
        """Wall that a player draws from."""
        return self.walls[0] if self.kind == SHARED else self.walls[seat]

    def succeed(self, seat: int) -> None:
        """Give the turn by succession: draw, or end the deal without a tile to draw (5.1 (2))."""
        self.turn = seat
        if not self.wall_of(seat):
            self.end_draw()
        else:
            self.draw(from_kong=False)

    def draw(self, from_kong: bool) -> None:
        """Draw for the turn; flowers are laid aside and replaced.

        A personal wall has one end for all draws; replacements leave a shared wall at the back. A tile that replaces a
        flower is not a replacement for a kong (A4g), and a flower as the last tile ends the deal (A46).
        """
        wall = self.wall_of(self.turn)
        from_back = from_kong and self.kind == SHARED
        tile = wall.pop() if from_back else wall.pop(0)
        self.from_kong = from_kong
        while tile >= 34:
            self.flowers[self.turn].append(tile)
            if not wall:
                self.end_draw()
                return
            tile = wall.pop()
            self.from_kong = False
        self.hands[self.turn] = sorted([*self.hands[self.turn], tile])
        self.drawn = tile
        self.phase = AFTER_DRAW

    # Turns

    def own_kongs(self) -> list[int]:
        """Concealed and promoted kongs: not on the last turn, and only with a tile to replace it (5.1 (5), A44)."""
        hand = self.hands[self.turn]
        if self.last_tile or not self.wall_of(self.turn):
            return []
        concealed = [CONCEALED_KONG + tile for tile in set(hand) if hand.count(tile) == 4]
        pungs = [tile for kind, tile in self.melds[self.turn] if kind == "pung"]
        return concealed + [PROMOTED_KONG + tile for tile in pungs if tile in hand]

    def concealed_kong(self, tile: int) -> None:
        """Lay four aside; nobody may rob them (A4h)."""
        self.take(self.turn, [tile] * 4)
        self.melds[self.turn].append(("concealed_kong", tile))
        self.draw(from_kong=True)

    def promoted_kong(self, tile: int) -> None:
        """Add the fourth tile to a pung once nobody robs it (5.1 (5))."""
        self.take(self.turn, [tile])
        self.ask(tile, ON_KONG)

    def discard(self, tile: int) -> None:
        """Lay a tile in the river and ask the others."""
        self.take(self.turn, [tile])
        self.rivers[self.turn].append(tile)
        self.ask(tile, ON_DISCARD)

    def take(self, seat: int, tiles: Sequence[int]) -> None:
        """Take tiles out of a hand; without a new draw there is nothing to win on."""
        for tile in tiles:
            self.hands[seat].remove(tile)
        self.drawn = None

    # Claims

    def ask(self, tile: int, phase: str) -> None:
        """Ask in turn order those who can do anything but pass."""
        self.tile, self.phase, self.answers = tile, phase, {}
        self.asked = [seat for seat in self.others() if self.claims_of(seat)]
        if not self.asked:
            self.resolve()

    def others(self) -> list[int]:
        """Other seats in turn order."""
        return [(self.turn + step) % 4 for step in (1, 2, 3)]

    def claims_of(self, seat: int) -> list[int]:
        """Claims open to a player: hu; and pung, kong and chow of a discard before the last turn (5.1 (6), A46)."""
        tile = self.tile
        assert tile is not None
        if self.dead[seat]:
            return []
        found = [HU] if self.wins(seat) else []
        if self.phase == ON_KONG or self.last_tile:
            return found
        held = self.hands[seat].count(tile)
        if held >= 2:
            found.append(PUNG + tile)
        if held >= 3 and self.wall_of(seat):
            found.append(CLAIMED_KONG + tile)
        return found + (self.chows(seat) if seat == (self.turn + 1) % 4 else [])

    def chows(self, seat: int) -> list[int]:
        """Chows of the discard with two tiles of the hand: the claimed one low, middle or high."""
        assert self.tile is not None
        suit, rank = divmod(self.tile, 9)
        found = []
        for place in range(3):
            middle = rank + 1 - place
            chow = [9 * suit + middle + step for step in (-1, 0, 1)]
            needed = [tile for tile in chow if tile != self.tile]
            if suit < 3 and 1 <= middle <= 7 and all(tile in self.hands[seat] for tile in needed):
                found.append(CHOW + 21 * suit + 3 * (middle - 1) + place)
        return found

    def answer(self, action: int) -> None:
        """Note an answer; nothing happens before the last one."""
        self.answers[self.asked.pop(0)] = action
        if not self.asked:
            self.resolve()

    def resolve(self) -> None:
        """Carry out the best claim: every hu, or one; else pung or kong; else chow; else the deal goes on."""
        order = [seat for seat in self.others() if self.answers.get(seat, PASS) != PASS]
        winners = [seat for seat in order if self.answers[seat] == HU]
        if winners:
            by_discard = self.phase == ON_DISCARD
            kept = winners if self.multiple_winners == "all" else winners[:1]  # A40
            self.end_win(kept, "discard" if by_discard else "robbed kong")
        elif self.phase == ON_KONG:
            self.complete_promoted_kong()
        elif order:
            best = max(order, key=lambda seat: self.answers[seat] >= PUNG)  # the first of equals
            self.claim(best, self.answers[best])
        elif self.last_tile:
            self.end_draw()
        else:
            self.succeed((self.turn + 1) % 4)

    def complete_promoted_kong(self) -> None:
        """Make the kong that nobody robbed and draw its replacement."""
        assert self.tile is not None
        pungs = self.melds[self.turn]
        pungs[pungs.index(("pung", self.tile))] = ("promoted_kong", self.tile)
        self.draw(from_kong=True)

    def claim(self, seat: int, action: int) -> None:
        """Take the discard for a meld and get the turn (5.1 (3), (4))."""
        tile = self.rivers[self.turn].pop()
        self.turn = seat
        if action >= PUNG:
            kong = action >= CLAIMED_KONG
            self.take(seat, [tile] * (3 if kong else 2))
            self.melds[seat].append(("claimed_kong" if kong else "pung", tile))
            if kong:
                self.draw(from_kong=True)
                return
        else:
            suit, rest = divmod(action - CHOW, 21)
            lowest = 9 * suit + rest // 3
            self.take(seat, [each for each in range(lowest, lowest + 3) if each != tile])
            self.melds[seat].append(("chow", lowest))
        self.phase = MUST_DISCARD

    # Wins

    def wins(self, seat: int) -> bool:
        """Whether a hu by the player, on his draw or on the tile asked about, is worth the minimum (A41)."""
        worth = None if self.dead[seat] else self.worth(seat)
        return worth is not None and worth.points >= self.minimum

    def worth(self, seat: int) -> oracle.Result | None:
        """Score the player's hand under the circumstances of the moment; None if it is not complete."""
        self_drawn = self.phase == AFTER_DRAW
        robbed = self.phase == ON_KONG
        win = self.drawn if self_drawn else self.tile
        assert win is not None
        concealed = [self.hands[seat].count(tile) for tile in range(34)]
        concealed[win] -= self_drawn
        return oracle.score(
            concealed,
            self.melds[seat],
            win,
            self_drawn=self_drawn,
            last_of_kind=not robbed and self.lying_open(win) == 3,
            wall_last=self.last_tile and not robbed,
            replacement=self_drawn and self.from_kong,
            robbed=robbed,
            prevalent=self.prevalent,
            seat=seat,
            flowers=len(self.flowers[seat]),
            switches=self.switches,
        )

    def lying_open(self, tile: int) -> int:
        """Count the copies in rivers and open melds, the one to be won on aside (A4a)."""
        tiles = [each for river in self.rivers for each in river]
        for melds in self.melds:
            tiles += [each for meld in melds if meld[0] != "concealed_kong" for each in oracle.tiles_of(*meld)]
        return tiles.count(tile) - (self.phase == ON_DISCARD)

    # The end

    def end_draw(self) -> None:
        """End without a winner: nobody pays."""
        self.phase = ENDED
        self.result = {
            "kind": "draw",
            "winners": [],
            "discarder": None,
            "tile": None,
            "scores": [0, 0, 0, 0],
            "false_hus": self.false_hus,
        }

    def end_win(self, seats: Sequence[int], kind: str) -> None:
        """End with winners, in turn order after the player who pays most."""
        winners = []
        for seat in seats:
            worth = self.worth(seat)
            assert worth is not None
            winners.append((seat, worth.points, worth.points + len(self.flowers[seat]), worth.counts))
        discarder = None if kind == "self-drawn" else self.turn
        totals = {seat: total for seat, _, total, _ in winners}
        self.result = {
            "kind": kind,
            "winners": winners,
            "discarder": discarder,
            "tile": self.drawn if discarder is None else self.tile,
            "scores": settle(totals, discarder, duplicate=self.kind == PERSONAL),
            "false_hus": self.false_hus,
        }
        self.phase = ENDED


def settle(totals: dict[int, int], discarder: int | None, duplicate: bool) -> list[int]:
    """Return what each seat wins or loses: duplicate notes 3 and 4, rules section 5; a robbed player is a discarder."""
    scores = [0, 0, 0, 0]
    for winner, total in totals.items():
        for loser in range(4):
            if loser == winner:
                continue
            if discarder is not None:
                paid = got = 8 + total if loser == discarder else 8
            elif duplicate:
                paid, got = 8 - (-total // 3), 0  # a third of the value, rounded up
            else:
                paid = got = 8 + total
            scores[loser] -= paid
            scores[winner] += got
        if discarder is None and duplicate:
            scores[winner] += total + 24
    return scores


def check(kind: str, walls: Sequence[Any], prevalent: int, multiple_winners: str) -> None:
    """Refuse what is not a deal."""
    if kind not in (SHARED, PERSONAL) or multiple_winners not in ("all", "nearest") or prevalent not in range(4):
        raise ValueError(f"no such deal: {kind!r}, prevalent {prevalent!r}, {multiple_winners!r}")
    wanted = Counter(dict.fromkeys(range(34), 4))
    if kind == SHARED:
        wanted += Counter(range(34, 42))
        tiles = Counter(walls)
    else:
        tiles = Counter(tile for wall in walls for tile in wall)
        if [len(wall) for wall in walls] != [34] * 4:
            raise ValueError("personal walls are four of 34 tiles")
    if tiles != wanted:
        too_many, too_few = ((tiles - wanted).elements(), (wanted - tiles).elements())
        raise ValueError(f"too many {sorted(too_many)}, too few {sorted(too_few)}")
