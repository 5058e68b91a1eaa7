"""Records of deals that are played here: by the slow referee, and by the engine at random."""

from __future__ import annotations

import random
from typing import Any, Literal

import numpy as np
from deal_scripts import SCRIPTS
from deals import follow
from oracle_play import CHOW, CLAIMED_KONG, HU, ON_DISCARD, ON_KONG, PASS, PERSONAL, PUNG, Referee

from fastmcr.kernels.layout import play as lay
from fastmcr.records import Record, RecordedFalseHu, RecordedFan, RecordedResult, RecordedWin
from fastmcr.records import events as ev
from fastmcr.rulebook.fans import Fan


def claim_event(seat: int, action: int, tile: int) -> tuple[int, int, int]:
    """Return kind, seat and tile of a claim."""
    if action == HU:
        return ev.HU, seat, ev.NO_TILE
    if action >= CLAIMED_KONG:
        return ev.CLAIMED_KONG, seat, tile
    if action >= PUNG:
        return ev.PUNG, seat, tile
    suit, rest = divmod(action - CHOW, 21)
    return ev.CHOW, seat, 9 * suit + rest // 3 + 1


class Recorder(Referee):
    """The slow referee, writing down what happens."""

    def __init__(self, kind: str, walls: Any, prevalent: int = 0, **options: Any) -> None:
        self.parts: list[bytes] = []
        self.dealt: tuple[bytes, ...] = ()
        super().__init__(kind, walls, prevalent, **options)

    def write(self, kind: int, seat: int, tile: int = ev.NO_TILE, detail: int = 0) -> None:
        self.parts.append(ev.pack(kind, seat, tile, detail))

    def deal_shared(self) -> None:
        wall = self.walls[0]
        hands = [[wall[16 * turn + 4 * seat + place] for turn in range(3) for place in range(4)] for seat in range(4)]
        hands = [[*hand, wall[48 + seat]] for seat, hand in enumerate(hands)]
        hands[0].append(wall[52])
        self.dealt = tuple(map(bytes, hands))
        back = wall[::-1]
        super().deal_shared()
        at = 0
        for seat in range(4):
            for flower in self.flowers[seat]:
                self.write(ev.FLOWER, seat, flower)
                self.write(ev.DRAW, seat, back[at])
                at += 1

    def deal_personal(self) -> None:
        self.dealt = tuple(bytes(wall[:13]) for wall in self.walls)
        super().deal_personal()

    def draw(self, from_kong: bool) -> None:
        seat, known = self.turn, len(self.flowers[self.turn])
        super().draw(from_kong)
        for flower in self.flowers[seat][known:]:
            self.write(ev.DRAW, seat, flower)
            self.write(ev.FLOWER, seat, flower)
        if not self.ended:
            assert self.drawn is not None
            self.write(ev.DRAW, seat, self.drawn)

    def discard(self, tile: int) -> None:
        self.write(ev.DISCARD, self.turn, tile)
        super().discard(tile)

    def concealed_kong(self, tile: int) -> None:
        self.write(ev.CONCEALED_KONG, self.turn, tile)
        super().concealed_kong(tile)

    def promoted_kong(self, tile: int) -> None:
        self.write(ev.PROMOTED_KONG, self.turn, tile)
        super().promoted_kong(tile)

    def resolve(self) -> None:
        """Write the claims down, those that are passed over first."""
        assert self.tile is not None
        claims = [(seat, self.answers[seat]) for seat in self.others() if self.answers.get(seat, PASS) != PASS]
        wins = [seat for seat, action in claims if action == HU]
        if wins:
            made = wins if self.multiple_winners == "all" else wins[:1]
        else:
            made = [max(claims, key=lambda claim: claim[1] >= PUNG)[0]] if claims else []
        for seat, action in sorted(claims, key=lambda claim: claim[0] in made):
            kind, _, tile = claim_event(seat, action, self.tile)
            if seat in made:
                self.write(kind, seat, tile)
            else:
                self.write(ev.PASSED_CLAIM, seat, tile, kind)
        super().resolve()

    def step(self, action: int) -> None:
        if action == HU and self.phase not in (ON_DISCARD, ON_KONG):
            self.write(ev.HU, self.turn)
        super().step(action)

    def declare_hu(self) -> None:
        if HU not in self.legal():
            seat = self.actor()
            assert seat is not None
            self.write(ev.FALSE_HU, seat)
        super().declare_hu()

    def record(self, game: str) -> Record:
        """Return the deal as a record."""
        assert self.result is not None
        wins = tuple(
            RecordedWin(seat, total, tuple(RecordedFan(str(fan), count, None, Fan(fan)) for fan, count in fans.items()))
            for seat, _, total, fans in self.result["winners"]
        )
        if not wins:
            self.write(ev.NO_WINNER, 0)
        east, south, west, north = self.result["scores"]
        false_hus = tuple(RecordedFalseHu(seat) for seat, _, _ in self.false_hus)
        result = RecordedResult("win" if wins else "draw", wins, (east, south, west, north), false_hus)
        kind: Literal["personal", "shared"] = "personal" if self.kind == PERSONAL else "shared"
        hands: Any = self.dealt
        return Record("fastmcr", kind, self.prevalent, hands, b"".join(self.parts), result, game=game, rules="default")


def scripted(name: str) -> Record:
    """Return a deal made by hand as a record."""
    script = SCRIPTS[name]
    game = Recorder(script.kind, script.walls, multiple_winners=script.multiple_winners)
    follow(game, script.moves)
    return game.record("ordinary" if script.kind == "shared" else "duplicate")


def played(
    n: int, game: str, seed: int, claiming: float = 0.3, aiming: bool = False, rules: Any = "default"
) -> list[Record]:
    """Play n deals in the engine, claiming now and then and winning where that is allowed.

    Discards are random, or `aiming` to bring the hand nearer to a complete one.
    """
    from fastmcr.play import DealBatch

    batch = DealBatch(n, seed=seed, game=game, rules=rules)
    rng = random.Random(seed)
    notes = [_Notes(batch, row) for row in range(n)]
    while not batch.ended.all():
        actions = np.full(n, -1, np.int16)
        best = best_discards(batch) if aiming else None
        for row in np.flatnonzero(batch.actor >= 0).tolist():
            legal = np.flatnonzero(batch.mask[row]).tolist()
            if HU in legal and rng.random() < 0.9:
                actions[row] = HU
            elif legal[0] == PASS and rng.random() > claiming:
                actions[row] = PASS
            elif best is not None and legal[0] != PASS:
                actions[row] = best[row]
            else:
                actions[row] = rng.choice(legal)
            notes[row].before(int(actions[row]))
        batch.step(actions)
        for row in np.flatnonzero(actions >= 0).tolist():
            notes[row].after(int(actions[row]))
    results = batch.results()
    return [note.record(game, batch.scores[row].tolist(), results) for row, note in enumerate(notes)]


def best_discards(batch: Any) -> list[int]:
    """Return for each deal the discard of the player in turn after which his hand needs the fewest tiles."""
    from fastmcr import discards_batch

    rows = np.arange(len(batch))
    blocks = batch.state[:, : lay.SEEN].reshape(-1, 4, lay.BLOCK_BYTES)[rows, batch.state[:, lay.TURN]]
    whole = blocks[:, :34].sum(axis=1) % 3 == 2
    shanten = np.full((len(batch), 34), 127, np.int8)
    melds = np.where(blocks[whole, lay.MELDS : lay.MELDS + 4] > 0, 255, 0).astype(np.uint8)
    shanten[whole] = discards_batch(blocks[whole, :34], melds).shanten
    return (2 + shanten.argmin(axis=1)).tolist()


class _Notes:
    """What happens in one deal of a batch."""

    def __init__(self, batch: Any, row: int) -> None:
        self.batch, self.row = batch, row
        self.state = batch.state[row]
        self.personal = batch.game.personal
        self.parts: list[bytes] = []
        self.answers: dict[int, int] = {}
        self.wall = bytes(self.state[lay.WALL : lay.WALL + 144])
        self.front, self.back = 53, 144
        self.taken = [13] * 4
        self.hands = self.deal()
        self.draws(opening=True)

    def write(self, kind: int, seat: int, tile: int = ev.NO_TILE, detail: int = 0) -> None:
        self.parts.append(ev.pack(kind, seat, tile, detail))

    def deal(self) -> tuple[bytes, ...]:
        if self.personal:
            return tuple(self.wall[34 * seat : 34 * seat + 13] for seat in range(4))
        at = [[16 * turn + 4 * seat + place for turn in range(3) for place in range(4)] for seat in range(4)]
        at = [[*places, 48 + seat] for seat, places in enumerate(at)]
        at[0].append(52)
        return tuple(bytes(self.wall[place] for place in places) for places in at)

    def draws(self, opening: bool = False) -> None:
        """Write down the tiles that have left the wall."""
        if self.personal:
            for seat in range(4):
                while self.taken[seat] < self.state[lay.TAKEN + seat]:
                    self.write(ev.DRAW, seat, self.wall[34 * seat + self.taken[seat]])
                    self.taken[seat] += 1
            return
        if opening:
            for seat in range(4):
                flowers = [tile for tile in self.hands[seat] if tile >= 34]
                while flowers:
                    self.write(ev.FLOWER, seat, flowers.pop(0))
                    tile = self.from_back(seat)
                    flowers += [tile] if tile >= 34 else []
            return
        turn = int(self.state[lay.TURN])
        while self.front < self.state[lay.FRONT]:
            self.drawn(turn, self.wall[self.front])
            self.front += 1
        while self.back > self.state[lay.BACK]:
            tile = self.from_back(turn)
            if tile >= 34:
                self.write(ev.FLOWER, turn, tile)

    def drawn(self, seat: int, tile: int) -> None:
        self.write(ev.DRAW, seat, tile)
        if tile >= 34:
            self.write(ev.FLOWER, seat, tile)

    def from_back(self, seat: int) -> int:
        self.back -= 1
        self.write(ev.DRAW, seat, self.wall[self.back], ev.REPLACEMENT)
        return self.wall[self.back]

    def before(self, action: int) -> None:
        self.actor, self.turn = int(self.state[lay.ACTOR]), int(self.state[lay.TURN])
        self.asked = self.state[lay.PHASE] in (lay.CLAIMS, lay.ROBBING)
        self.offer = int(self.state[lay.OFFER])
        self.over = self.asked and int(self.state[lay.TO_ASK]) == 1 << self.actor
        if self.asked:
            self.answers[self.actor] = action
        elif action == HU:
            self.write(ev.HU, self.actor)
        elif action < CHOW:
            self.write(ev.DISCARD, self.actor, action - 2)
        elif action < 201:
            self.write(ev.CONCEALED_KONG, self.actor, action - 167)
        else:
            self.write(ev.PROMOTED_KONG, self.actor, action - 201)

    def after(self, action: int) -> None:
        if self.over:
            self.claims()
        self.draws()
        if self.state[lay.PHASE] == lay.ENDED and not self.state[lay.WINNERS]:
            self.write(ev.NO_WINNER, 0)

    def claims(self) -> None:
        claims = {seat: action for seat, action in self.answers.items() if action != PASS}
        winners = int(self.state[lay.WINNERS])
        made = [seat for seat in claims if winners >> seat & 1]
        if not winners and claims and int(self.state[lay.TURN]) in claims:
            made = [int(self.state[lay.TURN])]
        for seat, action in sorted(claims.items(), key=lambda claim: claim[0] in made):
            kind, _, tile = claim_event(seat, action, self.offer)
            if seat in made:
                self.write(kind, seat, tile)
            else:
                self.write(ev.PASSED_CLAIM, seat, tile, kind)
        self.answers.clear()

    def record(self, game: str, scores: list[int], results: Any) -> Record:
        seats = [seat for seat in range(4) if results.winners[self.row, seat]]
        wins = tuple(
            RecordedWin(seat, int(results.points[self.row, seat]) + int(results.flowers[self.row, seat]))
            for seat in seats
        )
        east, south, west, north = scores if wins else (0, 0, 0, 0)
        kind: Literal["personal", "shared"] = "personal" if self.personal else "shared"
        hands: Any = self.hands
        return Record(
            "fastmcr", kind, int(self.state[lay.PREVALENT]), hands, b"".join(self.parts),
            RecordedResult("win" if wins else "draw", wins, (east, south, west, north)), game=game, rules="default",
        )  # fmt: skip
