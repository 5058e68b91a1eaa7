"""The engine against the slow referee, move by move: scripted deals, and random ones of both kinds of wall."""

from __future__ import annotations

import os
import random
from typing import Any

import numpy as np
import pytest
from deal_scripts import SCRIPTS
from deals import FALSE_HU, follow
from oracle_play import ENDED, MUST_DISCARD, ON_DISCARD, ON_KONG, PERSONAL, Referee
from support import COMPILED, scaled

from fastmcr import Rules
from fastmcr.hands.hand import MeldKind
from fastmcr.play import Action, Deal, Game

DEALS = int(os.environ.get("FASTMCR_ORACLE_DEALS", scaled(80) if COMPILED else 3))
HU, PASS = 1, 0
PHASES = {MUST_DISCARD: "must discard", ON_DISCARD: "claims on a discard", ON_KONG: "robbing a kong", ENDED: "ended"}
KINDS = {kind.name.lower(): kind for kind in MeldKind}
ENDINGS = {
    "drawn deal": "draw",
    "drawn deal: the last tile of the wall was a flower": "draw",
    "self-drawn win": "self-drawn",
    "win by discard": "discard",
    "win by robbing a kong": "robbed kong",
}


def game_of(referee: Referee) -> Game:
    if referee.kind == PERSONAL:
        return Game(wall="personal", multiple_winners=referee.multiple_winners, payments="duplicate")  # type: ignore[arg-type]
    return Game(multiple_winners=referee.multiple_winners)  # type: ignore[arg-type]


def engine_of(kind: str, walls: Any, prevalent: int, minimum: int, multiple_winners: str, preset: str) -> Deal:
    referee = Referee(kind, walls, prevalent, minimum, multiple_winners, preset)
    rules = Rules.preset(preset).replace(minimum=minimum)
    return Deal.from_walls(np.array(walls), game_of(referee), rules, prevalent=prevalent)


def compare(referee: Referee, deal: Deal) -> None:
    """Hold every fact that both know against each other."""
    actor = deal.actor
    assert referee.actor() == (None if actor is None else int(actor))
    assert referee.legal() == [int(action) for action in deal.legal_actions]
    assert deal.phase == PHASES.get(referee.phase, "after a draw")
    assert deal.tiles_left == (tuple(referee.walls_left) if referee.kind == PERSONAL else referee.walls_left[0])
    for seat in range(4):
        melds = [(KINDS[kind], tile) for kind, tile in referee.melds[seat]]
        assert [(meld.kind, int(meld.tile)) for meld in deal.melds(seat)] == melds
        assert [int(tile) for tile in deal.river(seat)] == referee.rivers[seat]
        assert sorted(34 + "abcdefgh".index(letter) for letter in deal.flowers(seat)) == sorted(referee.flowers[seat])
        assert deal.is_dead(seat) == referee.dead[seat]
        hand = [int(tile) for tile in deal.hand(seat)]
        if referee.phase == ON_KONG and seat == referee.turn:
            hand.remove(int(deal.offer))  # type: ignore[arg-type]  # the referee has laid it on the table
        if not referee.ended:
            assert hand == sorted(referee.hands[seat])
    if not referee.ended:
        assert int(deal.turn) == referee.turn
        assert deal.last_of_wall == referee.last_tile
        if deal.phase == "after a draw":
            assert deal.drawn is not None
            assert int(deal.drawn) == referee.drawn
    else:
        compare_results(referee, deal)


def compare_results(referee: Referee, deal: Deal) -> None:
    wanted, result = referee.result, deal.result
    assert wanted is not None
    assert result is not None
    assert ENDINGS[result.ending] == wanted["kind"]
    assert (None if result.payer is None else int(result.payer)) == wanted["discarder"]
    assert (None if result.win_tile is None else int(result.win_tile)) == wanted["tile"]
    made = [
        (int(win.seat), win.score.points, win.score.total, {int(fan): count for fan, count in win.score.fans.items()})
        for win in result.wins
    ]
    assert made == [(seat, points, total, dict(fans)) for seat, points, total, fans in wanted["winners"]]
    assert list(result.scores) == wanted["scores"]
    structured = [sum(seat == at and good for at, good, _ in wanted["false_hus"]) for seat in range(4)]
    others = [sum(seat == at and not good for at, good, _ in wanted["false_hus"]) for seat in range(4)]
    for seat in range(4):
        own = [one for one in result.false_hus if one.seat == seat]
        assert sum(one.times for one in own if one.structure) == structured[seat]
        assert sum(one.times for one in own if not one.structure) == others[seat]
    if referee.kind == PERSONAL:
        imps = [-sum(imp for at, _, imp in wanted["false_hus"] if at == seat and imp) for seat in range(4)]
        assert list(result.imps) == imps


class Both:
    """The referee and the engine in step; a script drives both."""

    def __init__(self, referee: Referee, deal: Deal) -> None:
        self.referee, self.deal = referee, deal
        compare(referee, deal)

    @property
    def drawn(self) -> int | None:
        return self.referee.drawn

    def actor(self) -> int | None:
        return self.referee.actor()

    def legal(self) -> list[int]:
        return self.referee.legal()

    def step(self, action: int) -> None:
        self.referee.step(action)
        self.deal.step(action)
        compare(self.referee, self.deal)

    def declare_hu(self) -> None:
        if HU in self.referee.legal():
            self.step(HU)
            return
        self.referee.declare_hu()
        self.deal.declare_hu()
        compare(self.referee, self.deal)


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripted_deals(name: str) -> None:
    script = SCRIPTS[name]
    referee = Referee(script.kind, script.walls, 0, multiple_winners=script.multiple_winners)
    deal = engine_of(script.kind, script.walls, 0, 8, script.multiple_winners, "default")
    follow(Both(referee, deal), script.moves)
    result = deal.result
    assert result is not None
    assert ENDINGS[result.ending] == script.ends
    assert tuple((int(win.seat), win.score.points, win.score.total) for win in result.wins) == script.winners
    assert result.scores == script.scores


def near_wins(rng: random.Random, kind: str) -> list[int]:
    """Return 136 tiles of which the hands dealt are nearly complete, and what they lack comes soon or late."""
    left = [4] * 34
    hands: list[list[int]] = []
    for _ in range(4):
        while True:
            hand: list[int] = []
            style = rng.random()
            while len(hand) < 12:
                tile = rng.randrange(34)
                chow = tile < 27 and tile % 9 < 7 and rng.random() < (0.3 if style < 0.4 else 0.8)
                hand += [tile, tile + 1, tile + 2] if chow else [tile] * 3
            hand += [rng.randrange(34)] * 2
            if all(hand.count(tile) <= left[tile] for tile in hand):
                break
        for tile in hand:
            left[tile] -= 1
        rng.shuffle(hand)
        hands.append(hand)
    rest = [tile for tile in range(34) for _ in range(left[tile])]
    missing = [[hand.pop() for _ in range(rng.choice((1, 1, 2, 3)))] for hand in hands]
    rng.shuffle(rest)
    dealt = [hand + [rest.pop() for _ in range(13 - len(hand))] for hand in hands]
    wanted = [tile for lacking in missing for tile in lacking]
    rng.shuffle(wanted)
    if kind == PERSONAL:
        walls = []
        for hand in dealt:
            wall = [rest.pop() for _ in range(21 - len(wanted) // 4 - 1)] if len(rest) > 20 else []
            walls.append(hand + wall)
        loose = rest + wanted
        rng.shuffle(loose)
        for wall in walls:
            while len(wall) < 34:
                wall.insert(rng.randrange(13, len(wall) + 1), loose.pop())
        return [tile for wall in walls for tile in wall]
    order = [dealt[seat][4 * turn + k] for turn in range(3) for seat in range(4) for k in range(4)]
    order += [dealt[seat][12] for seat in range(4)]
    body = rest + wanted + list(range(34, 42))
    rng.shuffle(body)
    return order + body


def random_walls(rng: random.Random, kind: str) -> Any:
    if rng.random() < 0.7:
        wall = near_wins(rng, kind)
    else:
        wall = [tile for tile in range(34) for _ in range(4)] + (list(range(34, 42)) if kind != PERSONAL else [])
        rng.shuffle(wall)
    return [wall[34 * seat : 34 * seat + 34] for seat in range(4)] if kind == PERSONAL else wall


def is_rare(referee: Referee) -> bool:
    """Say whether a win now would be a rare one: the last tile, a kong robbed or replaced, or several winners."""
    several = sum(HU in referee.claims_of(seat) for seat in referee.asked) > 1 if referee.phase == ON_DISCARD else False
    return (
        referee.last_tile or referee.phase == ON_KONG or referee.from_kong or several or HU in referee.answers.values()
    )


def choose_patiently(rng: random.Random, both: Both) -> int:
    """Let wins go until a rare one comes, and keep the hand once it may win."""
    legal = both.legal()
    if HU in legal and rng.random() < (0.9 if is_rare(both.referee) else 0.01):
        return HU
    kongs = [action for action in legal if action >= 133]
    if kongs:
        return rng.choice(kongs)
    pungs = [action for action in legal if action >= 99]
    if pungs and rng.random() < 0.5:
        return rng.choice(pungs)
    if PASS in legal:
        return PASS
    if both.drawn is not None and 2 + both.drawn in legal and rng.random() < 0.9:
        return 2 + both.drawn
    return rng.choice([action for action in legal if action != HU])


def choose(rng: random.Random, both: Both, style: float) -> int:
    """Choose an action: hu and kongs gladly, other claims now and then, mostly discard what was drawn."""
    legal = both.legal()
    if rng.random() < 0.002:
        return FALSE_HU
    if HU in legal and rng.random() < 0.8:
        return HU
    kongs = [action for action in legal if action >= 133]
    if kongs and rng.random() < 0.8:
        return rng.choice(kongs)
    if PASS in legal and rng.random() < style:
        return PASS
    if both.drawn is not None and 2 + both.drawn in legal and rng.random() < 0.6:
        return 2 + both.drawn
    return rng.choice([action for action in legal if action != HU] or legal)


@pytest.mark.parametrize("kind", ["shared", "personal"])
def test_random_deals(kind: str) -> None:
    seen: set[str] = set()
    for seed in range(DEALS):
        rng = random.Random(seed * 2 + (kind == PERSONAL))
        walls = random_walls(rng, kind)
        minimum = rng.choice((0, 1, 2, 4, 8, 8))
        winners = rng.choice(("all", "nearest"))
        preset = rng.choice(("default", "default", "mil", "r98", "wmo2014"))
        referee = Referee(kind, walls, seed % 4, minimum, winners, preset)
        both = Both(referee, engine_of(kind, walls, seed % 4, minimum, winners, preset))
        style = rng.random()
        try:
            while both.actor() is not None:
                action = choose_patiently(rng, both) if seed % 3 == 0 else choose(rng, both, style)
                if action == FALSE_HU:
                    both.declare_hu()
                else:
                    both.step(action)
                    seen.add(Action(action).kind)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}\n{both.deal}\n{error}") from error
        result = both.deal.result
        assert result is not None
        seen.add(result.ending)
        seen.add(f"{len(result.wins)} winners")
        seen.update(str(fan) for win in result.wins for fan in win.score.fans)
        seen.update(one.sort for one in result.false_hus)
    print(sorted(map(str, seen)))
    if DEALS < 50:
        return
    assert {"chow", "pung", "claimed kong", "concealed kong", "drawn deal", "self-drawn win", "win by discard"} <= seen
