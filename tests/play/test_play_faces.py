"""The faces of play: actions in words, walls, games, what is refused and how it is said."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
from play_tables import personal, script, shared
from support import scaled

from fastmcr import Tile, Wind
from fastmcr.errors import ActionError, DealError, HandError, InputError, RowsError, RulesError
from fastmcr.kernels.layout import play as lay
from fastmcr.play import (
    Action,
    ActionKind,
    Deal,
    DealBatch,
    Game,
    actions_from,
    actions_to,
    batch_seed,
    personal_walls,
    shared_wall,
    wall_from_seed,
)
from fastmcr.rulebook.tiles import reorder

# Actions


def test_every_action_reads_back() -> None:
    for number in range(235):
        action = Action(number)
        assert int(Action(str(action))) == number
        assert eval(repr(action)) == action
        assert pickle.loads(pickle.dumps(action)) == action
        assert f"{action:>30}" == str(action).rjust(30)


@pytest.mark.parametrize(
    ("number", "words", "kind", "tile"),
    [
        (0, "pass", ActionKind.PASS, None),
        (1, "hu", ActionKind.HU, None),
        (2, "discard 1m", ActionKind.DISCARD, Tile.M1),
        (35, "discard P", ActionKind.DISCARD, Tile.P),
        (36, "chow 123m with 1m", ActionKind.CHOW, Tile.M1),
        (37, "chow 123m with 2m", ActionKind.CHOW, Tile.M2),
        (38, "chow 123m with 3m", ActionKind.CHOW, Tile.M3),
        (57, "chow 123p with 1p", ActionKind.CHOW, Tile.P1),
        (98, "chow 789s with 9s", ActionKind.CHOW, Tile.S9),
        (99, "pung 1m", ActionKind.PUNG, Tile.M1),
        (133, "claimed kong 1m", ActionKind.CLAIMED_KONG, Tile.M1),
        (167, "concealed kong 1m", ActionKind.CONCEALED_KONG, Tile.M1),
        (234, "promoted kong P", ActionKind.PROMOTED_KONG, Tile.P),
    ],
)
def test_numbers_of_actions(number: int, words: str, kind: ActionKind, tile: Tile | None) -> None:
    action = Action(words)
    assert (int(action), str(action), action.kind, action.tile) == (number, words, kind, tile)


@pytest.mark.parametrize(
    "words",
    ["", "kong 5m", "discard", "discard 5z", "pass 5m", "chow 456m", "chow 457m with 5m", "chow 456m with 7m",
     "chow 456m with 5p", "pung 5m E", "Discard 5m", "discard 5m 5m"],
)  # fmt: skip
def test_words_that_are_no_action(words: str) -> None:
    with pytest.raises(ActionError) as caught:
        Action(words)
    assert str(caught.value) == (
        f"no action '{words}'; an action is pass, hu, discard 5m, chow 456m with 5m, pung E, claimed kong E, "
        "concealed kong E or promoted kong E"
    )


def test_numbers_that_are_no_action() -> None:
    for number in (-1, 235, 10**30):
        with pytest.raises(ActionError, match=r"^no action has number .*; an action is 0..234$"):
            Action(number)
    for value in (1.0, None, True, Tile.M1):
        with pytest.raises(InputError, match=r"^an action is a number 0..234 or words, not "):
            Action(value)  # type: ignore[arg-type]


def test_chow_by_its_tile() -> None:
    assert str(Action.chow(Tile.S7, 0)) == "chow 789s with 7s"
    for tile, which, message in (
        (Tile.S8, 0, "no chow has 8s as its lowest tile"),
        (Tile.E, 1, "no chow has E as its middle tile"),
        (Tile.M2, 2, "no chow has 2m as its highest tile"),
    ):
        with pytest.raises(ActionError, match=f"^{message}$"):
            Action.chow(tile, which)


@pytest.mark.parametrize("order", ["botzone_wtb", "botzone_wbt", "tenhou", "mcr"])
def test_orders_of_other_projects(order: str) -> None:
    theirs, ours = actions_to(order), actions_from(order)
    assert (theirs[ours] == np.arange(235)).all()
    assert (ours[theirs] == np.arange(235)).all()
    # A discard, pung or kong goes the way of its tile.
    places = reorder(np.arange(34), "mcr", order)
    for start in (2, 99, 133, 167, 201):
        assert (ours[start : start + 34] == start + places).all()
    with pytest.raises(ValueError, match=r"read-only"):
        theirs[0] = 1


def test_botzone_numbers() -> None:
    """The numbering of training code: suits W T B, middle tile, which one was claimed."""
    theirs = actions_to("botzone_wtb")
    assert theirs[Action("chow 123s with 1s")] == 36 + 21
    assert theirs[Action("chow 789p with 9p")] == 98
    assert theirs[Action("pung 9s")] == 99 + 17
    assert theirs[Action("promoted kong C")] == 201 + 31
    with pytest.raises(InputError, match=r"^order 'botzone' may mean two"):
        actions_to("botzone")
    with pytest.raises(InputError, match=r"^a tile order is given by its name, not 3$"):
        actions_from(3)  # type: ignore[arg-type]


# Games


def test_games() -> None:
    assert str(Game()) == "ordinary"
    assert str(Game.preset("duplicate")) == "duplicate"
    assert str(Game(flowers=False)).endswith("flowers=False")
    assert Game.coerce(Game.preset("botzone")) == Game(wall="personal")
    with pytest.raises(RulesError, match=r"^no game is called 'mahjong'; there are ordinary, duplicate, botzone$"):
        Game.coerce("mahjong")
    with pytest.raises(RulesError, match=r"^sharing cannot be 'none'; allowed: cross-pay, no-cross-pay$"):
        Game(sharing="none")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match=r"^flowers cannot be 1; allowed: True, False$"):
        Game(flowers=1)  # type: ignore[arg-type]


# Walls


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", None, True])
def test_seeds_that_are_none(seed: object) -> None:
    for call in (Deal.from_seed, wall_from_seed, lambda value: batch_seed(value, 0), lambda value: DealBatch(1, value)):
        with pytest.raises(InputError, match=r"^a seed is a whole number 0..2\*\*64 - 1, not "):
            call(seed)


def test_the_greatest_seed() -> None:
    assert Deal.from_seed(2**64 - 1).seed == 2**64 - 1
    assert DealBatch(1, 2**64 - 1).seeds[0] == batch_seed(2**64 - 1, 0)


def test_walls_of_a_wrong_shape() -> None:
    with pytest.raises(InputError, match=r"^walls of game ordinary are whole numbers of shape \(144,\), not "):
        Deal.from_walls(np.zeros(136, np.uint8))
    with pytest.raises(InputError, match=r"^walls of game duplicate are whole numbers of shape \(n, 4, 34\), not "):
        DealBatch.from_walls(np.zeros((4, 34), np.uint8), "duplicate")
    with pytest.raises(InputError, match=r"not float64 of shape"):
        Deal.from_walls(np.zeros(144))


def test_walls_of_wrong_tiles() -> None:
    wall, _ = wall_from_seed(1)
    bad = wall.copy()
    bad[bad == 4] = 5
    with pytest.raises(DealError, match=r"^6m lies in the wall 8 times instead of 4$"):
        Deal.from_walls(bad)
    bad = wall.astype(np.int64)
    bad[0] = 300
    with pytest.raises(DealError, match=r"^wall 1: 300 is no tile of this wall; tiles are 0..33, flowers 34..41$"):
        DealBatch.from_walls([wall, bad])
    bad = wall.copy()
    bad[bad == 40] = 41
    with pytest.raises(DealError, match=r"^flower h lies in the wall 2 times instead of 1$"):
        Deal.from_walls(bad)
    walls, _ = wall_from_seed(1, "duplicate")
    walls[0, 0] = 34
    with pytest.raises(DealError, match=r"^34 is no tile of this wall; tiles are 0..33$"):
        Deal.from_walls(walls, "duplicate")


def test_walls_of_hands() -> None:
    hands = ["123456789m1234p", "123456789p1234s", "123456789s1234m", "EEESSSWWWNNNC"]
    deal = Deal.from_walls(personal_walls(hands, ["FP", "", "1s", ""]), "duplicate", prevalent="N")
    assert deal.prevalent is Wind.N
    assert (deal.drawn, deal.hand("E")[:9]) == (Tile.F, tuple(Tile(number) for number in range(9)))
    with pytest.raises(DealError, match=r"^the hand of W has 2 tiles; 13 are dealt, to East 13 or 14$"):
        shared_wall([*hands[:2], "EE", hands[3]])
    with pytest.raises(DealError, match=r"^5m is used more often than it is there$"):
        shared_wall(hands, draws="5555m")
    with pytest.raises(InputError, match=r"^hands are those of four seats, not 3$"):
        shared_wall(hands[:3])
    with pytest.raises(DealError, match=r"^the wall of N has 35 tiles; a personal wall has 34$"):
        personal_walls(hands, ["", "", "", "CCC" + "1p2p3p4p5p6p7p8p9p" + "1s2s3s4s5s6s7s8s9s" + "F"])
    codes = shared_wall([[tile] * 4 + [tile + 1] * 4 + [tile + 2] * 4 + [33] for tile in (0, 3, 9, 18)], [34, 35], [41])
    assert (codes[52:54].tolist(), int(codes[143])) == ([34, 35], 41)


# States


def test_states_come_back() -> None:
    batch = DealBatch(20, seed=3, game="duplicate")
    for _ in range(70):
        batch.step(batch.random_actions())
        again = DealBatch.from_states(batch.state.copy(), "duplicate")
        assert (again.state == batch.state).all()
        assert (again.mask == batch.mask).all()
        assert (again.actor == batch.actor).all()


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        (lay.PHASE, 9, "no such phase"),
        (lay.PHASE, lay.NOT_STARTED, "the deal was not started"),
        (lay.TURN, 7, "no such seat in turn"),
        (lay.ACTOR, 2, "the seat that is asked is not the one in turn"),
        (lay.ACTOR, lay.NONE, "the seat that is asked does not fit the phase"),
        (lay.DRAWN, 77, "no such drawn tile"),
        (lay.DRAWN, lay.NONE, "no tile was drawn"),
        (lay.KIND, lay.PERSONAL_WALLS, "it was not played as ordinary"),
        (lay.MELD_COUNT, 1, "a meld code that means nothing"),
        (lay.MELD_COUNT, 5, "a seat has more than four melds"),
        (lay.MELDS, 7 + 1, "a meld code that means nothing"),
        (lay.DEAD, 2, "a hand is neither alive nor dead"),
        (lay.FRONT, 60, None),
        (lay.FLOWERS, 255, None),
    ],
)
def test_states_that_cannot_be(column: int, value: int, message: str | None) -> None:
    state = Deal.from_seed(7).state
    state[column] = value
    with pytest.raises(DealError) as caught:
        Deal.from_state(state)
    if message is None:
        assert " times instead of " in str(caught.value)
    else:
        assert str(caught.value) == f"state 0: {message}"


def test_a_state_of_another_form() -> None:
    with pytest.raises(InputError, match=r"^states are uint8 of shape \(n, 768\), not int64 of shape \(1, 768\)$"):
        Deal.from_state(np.zeros(768, np.int64))


# One deal


def test_a_deal_is_made_by_its_makers() -> None:
    with pytest.raises(DealError, match=r"^a deal is made by Deal.from_seed, Deal.from_walls or Deal.from_state$"):
        Deal()


def test_a_deal_as_text() -> None:
    deal = script(Deal.from_walls(personal({"E": "5m"}, S="46m28p19s37sESWNC"), "duplicate"), "E discard 5m")
    lines = str(deal).splitlines()
    assert lines[0] == "East round, duplicate game, tiles left: E 20, S 21, W 21, N 21"
    assert lines[2] == "South 46m28p1379sESWNC  discards none"
    assert lines[-1] == "South is asked: 5m of East is on offer"
    script(deal, "S chow 456m with 5m")
    lines = str(deal).splitlines()
    assert lines[2] == "South [456m,2] 28p1379sESWNC  discards none"
    assert lines[-1] == "South is in turn"
    assert repr(deal) == "<Deal (duplicate), must discard, 1 discards>"
    assert deal.history == ((Wind.E, Action("discard 5m")), (Wind.S, Action("chow 456m with 5m")))


def test_a_copy_goes_its_own_way() -> None:
    deal = Deal.from_seed(7)
    for other in (deal.copy(), copy.copy(deal), copy.deepcopy(deal), pickle.loads(pickle.dumps(deal))):
        assert other == deal
        other.step(other.legal_actions[0])
        assert other != deal
        assert len(deal.history) == 0
        assert len(other.history) == 1
    assert deal.seed == 7
    with pytest.raises(TypeError):
        hash(deal)
    assert deal != 7


def test_an_illegal_action_changes_nothing() -> None:
    deal = Deal.from_seed(7)
    before = deal.state
    for action, message in (
        ("pass", "E cannot pass: E is in turn and must discard"),
        ("discard 9m", "E cannot discard 9m: no 9m is in the hand"),
        ("chow 123m with 1m", "E cannot claim: no discard is on offer"),
        ("pung E", "E cannot claim: no discard is on offer"),
        ("concealed kong 5p", "E cannot make a concealed kong of 5p: 2 of four 5p are concealed"),
        ("promoted kong 5p", "E cannot make a promoted kong of 5p: no pung of 5p lies open"),
        ("hu", "E cannot declare hu: the hand is not complete with 5s"),
    ):
        with pytest.raises(ActionError) as caught:
            deal.step(action)
        assert str(caught.value) == message
        assert deal.explain(action) == message
        assert (deal.state == before).all()
    assert deal.explain("discard 2m") is None


def test_why_a_claim_is_not_legal() -> None:
    walls = personal({"E": "5m"}, S="46m28p19s37sESWNC", W="5m28p19s37sESWNCF", N="5m19p28s37sESWNFP")
    deal = script(Deal.from_walls(walls, "duplicate"), "E discard 5m")
    for action, seat, message in (
        ("chow 456m with 5m", None, None),
        ("chow 567m with 5m", None, "S cannot chow 567m: no 7m is in the hand"),
        ("chow 345m with 5m", None, "S cannot chow 345m: no 3m is in the hand"),
        ("chow 456m with 4m", None, "S cannot chow 456m: 5m is on offer, not 4m"),
        ("pung 5m", None, "S cannot make a pung 5m: 0 5m in the hand, 2 are needed"),
        ("pung E", None, "S cannot make a pung E: 5m is on offer"),
        ("claimed kong 5m", None, "S cannot make a claimed kong 5m: 0 5m in the hand, 3 are needed"),
        ("discard 4m", None, "S cannot discard 4m: 5m of E is on offer and E is in turn"),
        ("concealed kong 4m", None, "S cannot make a concealed kong of 4m: 5m of E is on offer and E is in turn"),
        ("hu", None, "S cannot declare hu: the hand is not complete with 5m"),
        ("pung 5m", "W", "W cannot make a pung 5m: 1 5m in the hand, 2 are needed"),
        ("hu", "N", "N cannot declare hu: the hand is not complete with 5m"),
        ("discard 5m", "E", "S is asked, not E"),
        ("pass", "W", "S is asked, not W"),
    ):
        assert deal.explain(action, seat) == message
    with pytest.raises(HandError, match=r"^seat wind must be E, S, W or N"):
        deal.explain("pass", "X")


def test_why_there_is_no_false_hu() -> None:
    deal = Deal.from_seed(7)
    with pytest.raises(ActionError, match=r"^S cannot declare hu: no tile of another is on offer$"):
        deal.declare_hu("S")
    batch = DealBatch(3, seed=1)
    with pytest.raises(RowsError) as caught:
        batch.declare_hu([1, -1, 9])
    assert str(caught.value) == (
        "2 rows cannot be used:\n  row 0: S cannot declare hu: no tile of another is on offer\n"
        "  row 2: no seat has number 4; a seat is 0..3"
    )
    before = batch.state.copy()
    with pytest.raises(RowsError, match=r"^1 row cannot be used"):
        batch.declare_hu([0, 1, -1])
    assert (batch.state == before).all()
    batch.declare_hu([0, -1, -1])
    assert batch.results().false_hus.sum(axis=(1, 2)).tolist() == [1, 0, 0]


# Many deals


def test_arrays_of_a_batch_cannot_be_written() -> None:
    batch = DealBatch(2)
    for name in ("state", "actor", "mask", "seeds", "numbers", "finished", "scores", "status"):
        with pytest.raises(ValueError, match=r"read-only"):
            getattr(batch, name)[:] = 0


def test_an_illegal_action_stops_all_or_one() -> None:
    batch = DealBatch(4, seed=1)
    before = batch.state.copy()
    actions = batch.random_actions().copy()
    actions[2] = 0
    actions[3] = 999
    with pytest.raises(RowsError) as caught:
        batch.step(actions)
    assert str(caught.value) == (
        "2 rows cannot be used:\n  row 2: E cannot pass: E is in turn and must discard\n"
        "  row 3: no action has number 999; an action is 0..234, or -1 to leave the deal as it is"
    )
    assert (batch.state == before).all()
    batch.step(actions, on_error="mark")
    assert batch.status.tolist() == [0, 0, 1, 1]
    changed = (batch.state != before).any(axis=1)
    assert changed.tolist() == [True, True, False, False]


def test_one_illegal_action_among_very_many_stops_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals that are stepped in several chunks know of one another."""
    monkeypatch.setattr("fastmcr.hands.batch.CHUNK", 3)
    for threads in (1, 2):
        batch = DealBatch(10, seed=1, threads=threads)
        assert (batch.state == DealBatch(10, seed=1).state).all()
        before = batch.state.copy()
        actions = batch.random_actions().copy()
        actions[9] = 0
        with pytest.raises(RowsError, match=r"^1 row cannot be used:\n  row 9: E cannot pass"):
            batch.step(actions)
        assert (batch.state == before).all()
        batch.step(batch.random_actions())
        assert (batch.state != before).any(axis=1).all()


def test_no_action_leaves_a_deal_alone() -> None:
    batch = DealBatch(2, seed=1)
    before = batch.state.copy()
    mask = batch.mask.copy()
    finished = batch.step([-1, int(np.flatnonzero(batch.mask[1])[0])])
    assert (batch.state[0] == before[0]).all()
    assert (batch.mask[0] == mask[0]).all()
    assert (batch.state[1] != before[1]).any()
    assert finished.tolist() == [False, False]


def test_ended_deals_take_no_action() -> None:
    batch = DealBatch(2, seed=1)
    while not batch.ended.all():
        batch.step(batch.random_actions())
    assert batch.random_actions().tolist() == [-1, -1]
    assert not batch.mask.any()
    with pytest.raises(RowsError, match=r"row 0: the deal has ended"):
        batch.step([0, -1])
    assert not batch.step([-1, -1]).any()
    assert repr(batch) == "<DealBatch of 2 ordinary deals, 2 of them ended>"


@pytest.mark.parametrize("actions", [[0.0, 1.0], [0], [[0, 0]], "pass", None])
def test_actions_of_a_wrong_form(actions: object) -> None:
    with pytest.raises(InputError, match=r"^actions are 2 whole numbers, one a deal, not "):
        DealBatch(2).step(actions)  # type: ignore[arg-type]


def test_other_arguments_of_a_wrong_form() -> None:
    with pytest.raises(InputError, match=r"^n is the number of deals, not -1$"):
        DealBatch(-1)
    with pytest.raises(InputError, match=r"^auto_reset must be True or False, not 'yes'$"):
        DealBatch(1, auto_reset="yes")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^prevalent winds are a wind, or 2 numbers 0..3, not "):
        DealBatch(2, prevalent=[0, 4])
    with pytest.raises(InputError, match=r"^rows are 2 of True and False, not int64 of shape \(2,\)$"):
        DealBatch(2).reset([0, 1])
    with pytest.raises(InputError, match=r"^no deal 2 in a batch of 2$"):
        DealBatch(2).deal(2)
    with pytest.raises(InputError, match=r"^seats are 2 whole numbers, one a deal, not float64 of shape \(2,\)$"):
        DealBatch(2).observe([0.0, 1.0])
    with pytest.raises(InputError, match=r"^out is int16 of shape \(2,\), not int64 of shape \(2,\)$"):
        DealBatch(2).random_actions(np.zeros(2, np.int64))  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^out is uint8 of shape \(2, 384\), not uint8 of shape \(2, 383\)$"):
        DealBatch(2).observe(out=np.zeros((2, 383), np.uint8))
    with pytest.raises(InputError, match=r"^seeds are whole numbers "):
        DealBatch.from_seeds([-1])
    assert len(DealBatch(0)) == 0
    assert DealBatch(0).step(np.zeros(0, np.int16)).shape == (0,)


def test_prevalent_winds() -> None:
    assert (DealBatch(3, prevalent="W").state[:, lay.PREVALENT] == 2).all()
    assert DealBatch(4, prevalent=[3, 2, 1, 0]).state[:, lay.PREVALENT].tolist() == [3, 2, 1, 0]
    assert len(set(DealBatch(100, seed=1).state[:, lay.PREVALENT].tolist())) == 4
    one = Deal.from_seed(7, prevalent="N")
    assert (one.prevalent, one.hand("E")) == (Wind.N, Deal.from_seed(7).hand("E"))


def test_without_wins_nobody_wins() -> None:
    from fastmcr import Rules

    batch = DealBatch(scaled(500), seed=2, rules=Rules(minimum=0), wins=False)
    while not batch.ended.all():
        assert not batch.mask[:, lay.HU].any()
        batch.step(batch.random_actions())
    assert not batch.results().winners.any()
    assert Deal.from_seed(1).explain("hu") == DealBatch.from_seeds([1]).deal(0).explain("hu")
    assert DealBatch.from_seeds([1], wins=False).deal(0).explain("hu") == (
        "E cannot declare hu: this deal is played without wins"
    )


def test_deals_of_seeds() -> None:
    batch = DealBatch.from_seeds(np.array([7, 2**64 - 1], np.uint64), "duplicate")
    assert batch.deal(0) == Deal.from_seed(7, "duplicate")
    assert batch.deal(-1) == Deal.from_seed(2**64 - 1, "duplicate")
    batch.reset()
    assert batch.numbers.tolist() == [0, 0]


def test_flowers_of_a_wall_of_136() -> None:
    deal = Deal.from_walls(shared(flowers=False), Game(flowers=False))
    assert deal.tiles_left == 136 - 53


def test_loading_play_compiles_nothing() -> None:
    code = (
        "import sys, fastmcr.play as play; play.Game; play.Action; assert 'numba' not in sys.modules; print(dir(play))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "DealBatch" in done.stdout
    import fastmcr.play

    with pytest.raises(AttributeError, match=r"has no attribute 'Nothing'"):
        fastmcr.play.Nothing  # noqa: B018


def test_copies_of_a_batch() -> None:
    batch = DealBatch(5, seed=4, game="duplicate")
    batch.step(batch.random_actions())
    for other in (batch.copy(), copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        assert (other.state == batch.state).all()
        before = batch.state.copy()
        assert (other.random_actions() == pickle.loads(pickle.dumps(batch)).random_actions()).all()
        other.step(other.random_actions())
        assert (batch.state == before).all()
        assert (other.state != before).any()
        other.reset()
        assert other.seeds.tolist() == [batch_seed(4, row, 1) for row in range(5)]
