"""Decisions of records as arrays: against a slow twin that plays each deal with the readable face, and for leaks."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from recorded import played
from shared_files import LOGS, needs
from support import COMPILED

from fastmcr import Rules
from fastmcr.analysis.one_hand import shanten, useful_tiles
from fastmcr.errors import InputError, RecordError
from fastmcr.hands.hand import Meld, MeldKind
from fastmcr.kernels.layout import play as lay
from fastmcr.play import PLANES, Action, Deal, DealBatch, Game, actions_from, actions_to, observation_planes
from fastmcr.play.actions import ActionKind
from fastmcr.records import (
    DealName,
    FeatureBatch,
    Record,
    RecordedResult,
    Skipped,
    feature_batches,
    features,
    read_records,
    replay,
)
from fastmcr.records import events as ev
from fastmcr.records.decisions.taking import Taken, take_one
from fastmcr.records.replaying.profiles import profile_of
from fastmcr.records.replaying.walls import draws_of, engine_wall
from fastmcr.rulebook.tiles import ORDERS, TILES, WINDS, Tile, Wind, join_tiles, reorder

GAMES = ("ordinary", "duplicate", "botzone")


def few(n: int) -> int:
    """Return how many deals to play: all when compiled, hardly any as plain Python."""
    return n if COMPILED else max(2, n // 20)


OWN_KONGS = (ev.CONCEALED_KONG, ev.PROMOTED_KONG)


@cache
def many(game: str) -> list[Record]:
    """Deals in which players aim at complete hands and claim now and then, and deals at random with kongs."""
    kongs = played(few(150), game, 12)
    kongs.sort(key=lambda record: -len({event.kind for event in record.moves if event.kind in OWN_KONGS}))
    found = [record for pair in zip(kongs, played(few(40), game, 11, aiming=True), strict=False) for record in pair]
    return [
        dataclasses.replace(record, id=f"deal {place}", source="played", number=place + 1)
        for place, record in enumerate(found)
    ]


@pytest.fixture(scope="module", params=GAMES)
def records(request: pytest.FixtureRequest) -> list[Record]:
    return many(request.param)[: few(12)]


@pytest.fixture(scope="module")
def batch(records: list[Record]) -> FeatureBatch:
    return features(records, shanten=True, useful=True)


# --- the slow twin ----------------------------------------------------------------------------------------------------


def deal_of(record: Record) -> Deal:
    """Return the deal of a record at its beginning."""
    profile = profile_of(record)
    wall = engine_wall(record, draws_of(record), profile.game.flowers)
    assert isinstance(wall, list)
    shaped: Any = np.array(wall).reshape(4, 34) if profile.game.personal else wall
    return Deal.from_walls(shaped, profile.game, profile.rules, prevalent=WINDS[record.prevalent])


def planes_of(deal: Deal, me: Wind) -> list[list[int]]:
    """Return the planes of what a seat sees, made from the readable face of a deal."""
    others = [Wind((me + step) % 4) for step in range(4)]
    discards = deal.discards
    melds = {seat: [0] * 34 for seat in others}
    hidden = dict.fromkeys(others, 0)
    for seat in others:
        for meld in deal.melds(seat):
            if meld.kind is MeldKind.CONCEALED_KONG and seat != me:
                hidden[seat] += 1
            else:
                for tile in meld.tiles:
                    melds[seat][tile] += 1
    hand = [deal.hand(me).count(tile) for tile in TILES]
    lying = [sum(one.tile == tile and one.claimed_by is None for one in discards) for tile in TILES]
    seen = [hand[tile] + lying[tile] + sum(melds[seat][tile] for seat in others) for tile in range(34)]
    latest = {seat: [0] * 34 for seat in others}
    for number, one in enumerate(discards, 1):
        latest[one.seat][one.tile] = number
    left = deal.tiles_left
    offer = deal.offer
    robbing = deal.phase == "robbing a kong"
    drawn = deal.drawn if deal.turn == me else None

    def at(tile: Tile | None) -> list[int]:
        return [int(tile == one) for one in TILES]

    def everywhere(*values: int) -> list[list[int]]:
        return [[value] * 34 for value in values]

    return [
        hand,
        seen,
        *(melds[seat] for seat in others),
        *([sum(one.seat == seat and one.tile == tile for one in discards) for tile in TILES] for seat in others),
        *(latest[seat] for seat in others),
        at(drawn),
        at(offer),
        at(deal.prevalent.tile),
        at(me.tile),
        *everywhere(*(int(deal.turn == seat) for seat in others)),
        *everywhere(*(left[seat] if isinstance(left, tuple) else left for seat in others)),
        *everywhere(*(len(deal.hand(seat)) for seat in others)),
        *everywhere(*(len(deal.flowers(seat)) for seat in others)),
        *everywhere(*(hidden[seat] for seat in others)),
        *everywhere(*(int(deal.is_dead(seat)) for seat in others)),
        *everywhere(int(robbing)),
        *everywhere(int(bool(deal._slot(lay.AFTER_KONG)))),
        *everywhere(int(deal.last_of_wall)),
        *everywhere(int(deal.game.personal)),
    ]


def decisions(record: Record, actions: Iterator[int]) -> Iterator[tuple[list[list[int]], list[Action], Wind, Deal]]:
    """Play a record: at each choice its next action, else the only one there is."""
    deal = deal_of(record)
    while not deal.ended:
        legal, actor = list(deal.legal_actions), deal.actor
        assert actor is not None
        if len(legal) == 1:
            deal.step(legal[0])
            continue
        action = next(actions)
        yield planes_of(deal, actor), legal, actor, deal
        deal.step(action)


def test_every_row_is_what_the_slow_twin_sees(records: list[Record], batch: FeatureBatch) -> None:
    planes, mask = batch.planes(), batch.mask
    assert batch.skipped == ()
    assert [deal.id for deal in batch.deals] == [record.id for record in records]
    rows = iter(range(len(batch)))
    for place, record in enumerate(records):
        deal = None
        mine = np.flatnonzero(batch.deal == place)
        for wanted, legal, actor, deal in decisions(record, iter(batch.action[mine].tolist())):  # noqa: B007 - the last one is used
            row = next(rows)
            assert batch.deal[row] == place
            assert np.array_equal(planes[row], wanted), [
                PLANES[k] for k in range(46) if planes[row, k].tolist() != wanted[k]
            ]
            assert np.flatnonzero(mask[row]).tolist() == legal
            assert batch.seat[row] == actor
        assert deal is not None
        check_result(batch, mine, deal)
        check_record(record, deal)
    assert next(rows, None) is None


def check_result(batch: FeatureBatch, rows: Any, deal: Deal) -> None:
    """Compare the result columns of a deal, seat by seat from each player."""
    result = deal.result
    assert result is not None
    for row in rows:
        seats = [Wind((batch.seat[row] + step) % 4) for step in range(4)]
        wins = {win.seat: win.score.total for win in result.wins}
        assert batch.points[row].tolist() == [result.scores[seat] for seat in seats]
        assert batch.winners[row].tolist() == [seat in wins for seat in seats]
        assert batch.totals[row].tolist() == [wins.get(seat, 0) for seat in seats]
        assert batch.payer[row] == (-1 if result.payer is None else seats.index(result.payer))
        assert batch.ending[row] == deal._slot(lay.ENDING)


def check_record(record: Record, deal: Deal) -> None:
    """Compare what was played with the record: the actions of the rows are those recorded."""
    discards = [(event.seat, event.tile) for event in record.moves if event.kind is ev.EventKind.DISCARD]
    assert [(one.seat, one.tile) for one in deal.discards] == discards
    assert deal.result is not None
    assert sorted(deal.result.winners) == sorted(record.winners)
    kongs = sum(event.kind.name.endswith("KONG") for event in record.moves)
    assert sum(meld.kind >= MeldKind.CLAIMED_KONG for seat in WINDS for meld in deal.melds(seat)) == kongs - robbed(
        record
    )


def robbed(record: Record) -> int:
    source = record.win_source
    return int(source is not None and source.robbed)


def test_records_have_all_there_is() -> None:
    """What the twin is to see does occur: claims, kongs, wins, deals of all kinds."""
    found = features([record for game in GAMES for record in many(game)[: few(12)]])
    kinds = {Action(int(action)).kind for action in np.unique(found.action)}
    assert {ActionKind.PASS, ActionKind.DISCARD} <= kinds
    if not COMPILED:
        return
    assert kinds == set(ActionKind)
    assert set(np.unique(found.ending)) >= {1, 2, 3}
    assert (found.planes()[:, 34:38] > 0).any(), "a hidden kong"


def test_shanten_and_useful_tiles_are_those_of_single_hands(batch: FeatureBatch) -> None:
    assert batch.shanten is not None
    assert batch.useful is not None
    for row in range(0, len(batch), max(1, len(batch) // 60)):
        tiles = [tile for tile in TILES for _ in range(int(batch.seen.hand[row, tile]))]
        melds = "".join(str(Meld.from_code(int(code))) for code in batch.seen.melds[row, 0] if code)
        hand = melds + join_tiles(tiles)
        found = shanten(hand)
        assert batch.shanten[row].tolist() == [*found[:5], min(found[:5])]
        useful = {tile for tile in TILES if int(batch.useful[row]) >> tile & 1}
        assert useful == set(useful_tiles(hand))


def test_a_row_takes_less_than_a_kilobyte(records: list[Record], batch: FeatureBatch) -> None:
    assert batch.row_bytes == sum(column[0].nbytes for column in batch._columns().values()) == 465
    assert features(records[:2]).row_bytes == 451


# --- nothing hidden ---------------------------------------------------------------------------------------------------


def with_other_tile(record: Record, rng: np.random.Generator) -> tuple[Record, int] | None:
    """Return a record in which a loser was dealt another tile in place of one that he never showed, and his seat."""
    deal = deal_of(record)
    actions = iter(features([record]).action.tolist())
    while not deal.ended:
        legal = deal.legal_actions
        deal.step(legal[0] if len(legal) == 1 else next(actions))
    used = np.bincount(
        [tile for hand in record.hands for tile in hand]
        + [e.tile for e in record.moves if e.kind == ev.DRAW and e.tile is not None],
        minlength=42,
    )
    unused = [tile for tile in range(34) if used[tile] < 4]
    losers = [seat for seat in range(4) if seat not in record.winners]
    for seat in rng.permutation(losers).tolist():
        kept = set(map(int, deal.hand(WINDS[seat]))) & set(record.hands[seat])
        kept -= {event.tile for event in record.moves if event.seat == seat and event.tile is not None}
        for tile in rng.permutation(sorted(kept)).tolist():
            others = [other for other in unused if other != tile]
            if others:
                hand = bytearray(record.hands[seat])
                hand[hand.index(tile)] = int(rng.choice(others))
                hands: Any = tuple(bytes(hand) if k == seat else record.hands[k] for k in range(4))
                return dataclasses.replace(record, hands=hands), int(seat)
    return None


def test_a_tile_that_was_never_shown_changes_no_row_of_others(records: list[Record]) -> None:
    """The tile could help its holder to claims: he may be asked more often, but the rows of others stay the same."""
    rng = np.random.default_rng(5)
    compared = 0
    for record in records:
        changed = with_other_tile(record, rng)
        if changed is None:
            continue
        before, after = features([record]), features([changed[0]])
        if after.skipped:  # the holder lacks the tile for a claim he made
            continue
        others = [rows[rows.seat != changed[1]] for rows in (before, after)]
        assert np.array_equal(others[0].rows, others[1].rows)
        assert np.array_equal(others[0].action, others[1].action)
        compared += len(others[0])
    assert compared > 10 * len(records) or not COMPILED


@pytest.mark.parametrize("game_name", GAMES)
def test_hidden_tiles_dealt_anew_change_no_row(game_name: str) -> None:
    """Walls, hands and concealed kongs of others: rows, masks and planes are the same bytes."""
    from hidden_tiles import shuffled_hidden

    from fastmcr import kernels

    game = Game.preset(game_name)
    rng = np.random.default_rng(3)
    deals = DealBatch(few(60), seed=8, game=game)
    step = compared = 0
    while not deals.ended.all():
        live = np.flatnonzero(~deals.ended)
        if step % 20 == 0:
            states = np.array([shuffled_hidden(deals.state[row], int(deals.actor[row]), rng, game) for row in live])
            assert (states != deals.state[live]).any()
            other = DealBatch.from_states(states, game)
            found = []
            for one in (DealBatch.from_states(deals.state[live], game), other):
                action = one.mask.argmax(axis=1).astype(np.int16)
                rows = np.zeros((len(live), 414), np.uint8)
                number = kernels.decision_rows(
                    one.state, one.actor, one.mask.view(np.uint8), action, 0, rows, np.zeros(len(live), np.int32),
                    np.zeros(len(live), np.int16),
                )  # fmt: skip
                found.append((number, rows, observation_planes(rows[:number])))
            assert found[0][0] == found[1][0]
            assert np.array_equal(found[0][1], found[1][1])
            assert np.array_equal(found[0][2], found[1][2])
            compared += found[0][0]
        deals.step(deals.random_actions())
        step += 1
    assert compared > len(deals)


# --- what is not sure -------------------------------------------------------------------------------------------------


def without_lost_claims(record: Record) -> Record:
    kept = [
        record.events[at : at + 4] for at in range(0, len(record.events), 4) if record.events[at] != ev.PASSED_CLAIM
    ]
    return dataclasses.replace(record, events=b"".join(kept))


def test_a_pass_is_certain_only_where_a_claim_would_be_known() -> None:
    """Records are stripped of the claims that lost: whatever then differs must be marked, and not all passes are."""
    whole = [record for game in ("duplicate", "ordinary") for record in played(few(60), game, 21, claiming=0.9)]
    told, stripped = features(whole), features([without_lost_claims(record) for record in whole])
    assert np.array_equal(told.rows, stripped.rows)
    wrong = told.action != stripped.action
    assert wrong.any() or not COMPILED
    assert not stripped.certain[wrong].any()
    assert (stripped.action[~stripped.certain] == lay.PASS).all()
    passes = stripped.action == lay.PASS
    assert stripped.certain[passes].mean() > 0.5


def test_where_the_format_keeps_all_claims_every_row_is_certain() -> None:
    whole = [
        dataclasses.replace(one, format="competition-text") for one in played(few(30), "botzone", 21, claiming=0.9)
    ]
    assert features(whole).certain.all()


# --- one by one, and what cannot be followed --------------------------------------------------------------------------


def test_one_by_one_gives_the_same_rows(records: list[Record], batch: FeatureBatch) -> None:
    for place, record in enumerate(records):
        taken = take_one(record, profile_of(record))
        assert isinstance(taken, Taken)
        mine = batch[batch.deal == place]
        assert np.array_equal(taken.rows, mine.rows)
        assert np.array_equal(taken.action, mine.action)
        assert np.array_equal(taken.certain, mine.certain)


def test_a_record_that_cannot_be_followed_is_skipped_and_named(records: list[Record]) -> None:
    first, third = records[:2]
    second = dataclasses.replace(first, number=9)
    wrong = dataclasses.replace(second, events=ev.pack(ev.DISCARD, 3, 0) + second.events)
    broken = RecordError("no tile 'W0'", source="data.txt", number=7, place="line 57")
    found = features([first, wrong, broken, third])
    assert [deal.number for deal in found.deals] == [first.number, third.number]
    assert set(found.deal) == {0, 1}
    assert [str(one) for one in found.skipped] == [
        "played, deal 9: move 1 (N discard 1m), turn: it is the turn of E, not of N",
        "data.txt, deal 7, line 57: no tile 'W0'",
    ]
    assert len(found) == len(features([first, third]))


def test_a_record_that_stops_has_rows_and_no_result(records: list[Record]) -> None:
    record = max(records, key=lambda one: (bool(one.winners), len(one.events)))
    cut = dataclasses.replace(
        record, events=record.events[:160], result=RecordedResult("fault", fault="TLE", fault_seat=0)
    )
    found = features([cut, record])
    assert found.skipped == ()
    stopped, whole = found[found.deal == 0], found[found.deal == 1]
    assert 0 < len(stopped) < len(whole)
    assert np.array_equal(stopped.rows, whole.rows[: len(stopped)])
    assert not stopped.ending.any()
    assert not stopped.points.any()
    assert not stopped.winners.any()
    assert (stopped.payer == -1).all()
    assert whole.winners.any() or not COMPILED


def test_a_dead_hand_is_seen_and_only_discards(records: list[Record]) -> None:
    """A false hu of East before his first discard."""
    record = records[0]
    first = next(at for at in range(0, len(record.events), 4) if record.events[at] == ev.DISCARD)
    events = record.events[:first] + ev.pack(ev.FALSE_HU, 0) + record.events[first:]
    found = features([dataclasses.replace(record, events=events)])
    if found.skipped:  # East claims later, which a dead hand may not
        assert "dead" in str(found.skipped[0])
        return
    dead = found.planes()[:, PLANES.index("everywhere 1 for a dead hand, own"), 0] == 1
    assert dead.any()
    assert (found.seat[dead] == 0).all()
    assert not found.mask[dead, lay.HU].any()


def test_a_flower_is_not_seen_before_it_is_drawn() -> None:
    """Records of personal walls may have flowers; the engine has none there, so they are added as they come."""
    record = many("duplicate")[1]
    draws = [at for at in range(0, len(record.events), 4) if record.events[at] == ev.DRAW]
    at = draws[len(draws) // 2]
    seat = record.events[at + 1]
    flower = ev.pack(ev.DRAW, seat, 36) + ev.pack(ev.FLOWER, seat, 36)
    events = record.events[:at] + flower + record.events[at:]
    plain, found = features([record]), features([dataclasses.replace(record, events=events)])
    assert found.skipped == ()
    assert np.array_equal(found.action, plain.action)
    numbers = found.seen.flowers[np.arange(len(found)), (seat - found.seat) & 3]
    before = sum(kind == ev.DISCARD for kind in record.events[:at:4])
    # The discard before the draw is answered without the flower.
    assert (numbers[found.rows[:, lay.OBS_DISCARD_COUNT] < before] == 0).all()
    assert (numbers[found.rows[:, lay.OBS_DISCARD_COUNT] > before] == 1).all()
    assert found.seen.flowers.sum(axis=1).max() == 1


def test_nothing_gives_nothing() -> None:
    assert list(feature_batches([])) == []
    empty = features([], shanten=True, useful=True)
    assert len(empty) == 0
    assert empty.planes().shape == (0, 46, 34)
    assert repr(features([])) == "<FeatureBatch of 0 decisions in 0 deals, 0 skipped>"


# --- other orders -----------------------------------------------------------------------------------------------------


def test_other_orders_number_tiles_as_they_name_them(batch: FeatureBatch) -> None:
    wtb = batch.in_order("botzone_wtb")
    names = [f"W{k}" for k in range(1, 10)] + [f"T{k}" for k in range(1, 10)] + [f"B{k}" for k in range(1, 10)]
    names += ["F1", "F2", "F3", "F4", "J1", "J2", "J3"]
    ours = {"m": "W", "s": "T", "p": "B"}
    place = [
        names.index(f"{ours[t.suit]}{t.rank}" if t < 27 else f"{'F' if t < 31 else 'J'}{t - 26 if t < 31 else t - 30}")
        for t in TILES
    ]
    assert (wtb.seen.hand[:, place] == batch.seen.hand).all()
    assert (wtb.seen.seen[:, place] == batch.seen.seen).all()
    row = int(np.flatnonzero((batch.seen.discards[:, 3] != 255) & (batch.seen.melds[:, 0, 0] > 0))[0])
    for column in range(4):
        entry, other = int(batch.seen.discards[row, column]), int(wtb.seen.discards[row, column])
        assert (other >> 6, other & 63) == (entry >> 6, place[entry & 63])
    code = int(batch.seen.melds[row, 0, 0])
    assert int(wtb.seen.melds[row, 0, 0]) == code - (code - 1) % 34 + place[(code - 1) % 34]
    assert (wtb.planes()[:, :, place] == batch.planes()).all()
    assert (actions_to("botzone_wtb")[batch.action] == wtb.action).all()
    assert (wtb.mask == batch.mask[:, actions_from("botzone_wtb")]).all()
    assert wtb.mask[np.arange(len(wtb)), wtb.action].all()
    assert wtb.useful is not None
    assert batch.useful is not None
    for tile in range(34):
        assert (
            (wtb.useful >> np.uint64(place[tile]) & np.uint64(1)) == (batch.useful >> np.uint64(tile) & np.uint64(1))
        ).all()


@pytest.mark.parametrize("order", ORDERS)
def test_orders_go_back_and_forth(batch: FeatureBatch, order: str) -> None:
    there = batch.in_order(order)
    assert there.order == order
    back = there.in_order("mcr")
    for name, column in batch._columns().items():
        assert np.array_equal(getattr(back, name), column), name
    assert np.array_equal(there.planes(), reorder(batch.planes(), "mcr", order))
    assert np.array_equal(there.in_order("botzone_wtb").rows, batch.in_order("botzone_wtb").rows)


def test_features_can_be_asked_for_in_an_order(records: list[Record], batch: FeatureBatch) -> None:
    found = features(records, order="botzone_wtb")
    assert np.array_equal(found.rows, batch.in_order("botzone_wtb").rows)


# --- samples ----------------------------------------------------------------------------------------------------------

SAMPLES = {
    "botzone_env/processed_data_sample.jsonl": (3, 199),
    "botzone_text/sample_fan_names_lost.txt": (16, 1030),
    "pmn/example_1.pmn": (1, 35),
    "pmn/example_2.pmn": (1, 60),
    "pmn/example_3.pmn": (1, 69),
    "salasasa/guobiao_4_hands.json": (4, 306),
}


@needs("sample_logs")
@pytest.mark.parametrize("name", SAMPLES)
def test_sample_logs(name: str) -> None:
    records = [record for record in read_records(LOGS / name) if isinstance(record, Record)]
    found = features(records)
    assert found.skipped == ()
    assert (len(found.deals), len(found)) == SAMPLES[name]
    assert found.mask[np.arange(len(found)), found.action].all()
    assert (found.mask.sum(axis=1) > 1).all()
    for place, record in enumerate(records):
        scores = replay(record).scores
        mine = found[found.deal == place]
        for row in range(len(mine)):
            absolute = np.roll(mine.points[row], mine.seat[row]).tolist()
            assert absolute == list(scores or (0, 0, 0, 0))


# --- the batch as an object -------------------------------------------------------------------------------------------


def test_rows_can_be_chosen_and_joined(batch: FeatureBatch) -> None:
    half = len(batch) // 2
    joined = FeatureBatch.join([batch[:half], batch[half:]])
    assert np.array_equal(joined.rows, batch.rows)
    assert len(joined.deals) == 2 * len(batch.deals)
    names = [batch.deals[deal] for deal in batch.deal]
    assert [joined.deals[deal] for deal in joined.deal] == names
    own = batch[batch.action == lay.PASS]
    assert (own.action == 0).all()


def test_streams_in_pieces_are_the_whole(
    records: list[Record], batch: FeatureBatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fastmcr.records.decisions.features.DEALS_AT_ONCE", 7)
    pieces = list(feature_batches(iter(records), shanten=True, useful=True))
    assert len(pieces) == -(-len(records) // 7)
    joined = FeatureBatch.join(pieces)
    assert joined.deals == batch.deals
    for name, column in batch._columns().items():
        assert np.array_equal(getattr(joined, name), column), name


def test_game_and_rules_of_the_record_are_kept() -> None:
    [record] = played(1, "duplicate", 4)
    assert features([dataclasses.replace(record, game="", rules="")]).skipped == ()
    found = features([dataclasses.replace(record, rules="nothing")])
    assert [one.reason.partition(";")[0] for one in found.skipped] == ["no preset is called 'nothing'"]
    assert len(found) == 0
    assert isinstance(profile_of(record).rules, Rules)


def test_errors_name_what_was_given(batch: FeatureBatch) -> None:
    cases: list[tuple[Any, str]] = [
        (lambda: features(["x"]), "item 0 is 'x', not a Record"),  # type: ignore[list-item]
        (lambda: features([], order="x"), "no tile order 'x'; the orders are mcr, tenhou, botzone_wbt, botzone_wtb"),
        (lambda: batch.in_order("x"), "no tile order 'x'; the orders are mcr, tenhou, botzone_wbt, botzone_wtb"),
        (lambda: batch[3], "rows are chosen by a slice or an array, not by 3"),
        (
            lambda: FeatureBatch.join([batch, features([])]),
            "batches to be joined have the same order and the same extra columns; these have not",
        ),
        (
            lambda: observation_planes(np.zeros((2, 3), np.uint8)),
            "observations are uint8 of shape (n, 384), not uint8 of shape (2, 3)",
        ),
        (
            lambda: observation_planes(batch.rows[:2], out=np.zeros((2, 3), np.uint8)),
            "out is uint8 of shape (2, 46, 34), not uint8 of shape (2, 3)",
        ),
        (
            lambda: observation_planes(batch.rows[:2], "x"),
            "no tile order 'x'; the orders are mcr, tenhou, botzone_wbt, botzone_wtb",
        ),
    ]
    for call, words in cases:
        with pytest.raises(InputError) as caught:
            call()
        assert str(caught.value) == words
    assert str(Skipped(DealName("a.txt", 0, ""), "", "empty")) == "a.txt: empty"


def test_planes_of_nobody_are_zeros_and_every_plane_has_words() -> None:
    assert not observation_planes(np.zeros((3, 384), np.uint8)).any()
    assert len(PLANES) == len(set(PLANES)) == 46
