"""Replays: samples, deals made by hand, random play, and what cannot be followed, with its reason."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from deal_scripts import SCRIPTS
from deals import follow, personal_walls
from oracle_play import HU, PASS, Referee
from record_samples import (
    ENV,
    PMN,
    SALASASA,
    TEXT,
    botzone,
    changed,
    display,
    env,
    needs_logs,
    one,
    read,
    salasasa,
    tziakcha,
)
from recorded import Recorder, played
from support import scaled

from fastmcr.errors import InputError, RecordError
from fastmcr.records import (
    Conflict,
    Disagreement,
    Record,
    RecordedResult,
    Replayed,
    profile_of,
    read_records,
    replay,
    replay_many,
    to_json,
    to_pmn,
)
from fastmcr.records import events as ev
from fastmcr.records.model import settlement_of
from fastmcr.records.payments import paid
from fastmcr.records.replaying.following import claim_action
from fastmcr.rulebook.fans import Fan
from fastmcr.tournament.settlement import settle


def found(record: Record) -> list[str]:
    """Return the disagreements as text; the same one by one and in bulk."""
    alone = replay(record)
    assert list(replay_many([record, record])) == [alone, alone]
    return [str(one) for one in alone.disagreements]


def recorded(name: str) -> Record:
    script = SCRIPTS[name]
    game = Recorder(script.kind, script.walls, multiple_winners=script.multiple_winners)
    follow(game, script.moves)
    if script.kind == "shared":
        return game.record("ordinary")
    return game.record("duplicate" if script.multiple_winners == "all" else "botzone")


# What agrees


@needs_logs
@pytest.mark.parametrize(
    ("path", "moves", "totals"),
    [
        (PMN[0], [56], [[9]]),
        (PMN[1], [92], [[12, 12]]),
        (PMN[2], [121], [[21]]),
        (ENV, [67, 137, 99], [[11], [9], [11]]),
        (TEXT, None, [[9], [9], [14], [10], [10], [17], [11], [10], [13], [12], [9], [16], [10], [], [11], []]),
        (SALASASA, [189, 189, 64, 114], [[], [], [10], [12]]),
    ],
    ids=lambda value: value.name if isinstance(value, Path) else None,
)
def test_samples_replay(path: Path, moves: list[int] | None, totals: list[list[int]]) -> None:
    replays = [one for one in replay_many(read_records(path)) if isinstance(one, Replayed)]
    assert all(one.agrees for one in replays)
    assert all(one.moves == one.record.move_count for one in replays)
    assert moves is None or [one.moves for one in replays] == moves
    assert [[win.total for win in one.wins] for one in replays] == totals
    assert [replay(one.record) for one in replays] == replays
    compared = sum(len(totals_of_deal) for totals_of_deal in totals)
    assert sum(one.compared for one in replays) == (0 if path == ENV else compared)


@needs_logs
def test_the_record_with_two_winners_is_explained() -> None:
    [record] = read(PMN[1])
    assert found(record) == [
        "result, payments (explained): -32 +36 -8 +36 is recorded; by the rules it is -40 +28 -16 +28. The "
        "record follows "
        "another settlement, no-cross-pay: winners pay nobody, and whoever gave the tile pays the sum of the "
        "totals and his "
        "8 once"
    ]
    assert replay(record).scores == (-40, 28, -16, 28)


@pytest.mark.parametrize(
    "document", [botzone(), botzone()["logs"], tziakcha()], ids=["botzone", "bare logs", "tziakcha"]
)
def test_the_invented_deals_replay(document: Any) -> None:
    replayed = replay(one(document))
    assert found(one(document)) == []
    [win] = replayed.wins
    assert win.fans == {
        Fan.ROBBING_THE_KONG: 1,
        Fan.CONCEALED_HAND: 1,
        Fan.CONCEALED_KONG: 1,
        Fan.SHORT_STRAIGHT: 1,
        Fan.PUNG_OF_TERMINALS_OR_HONORS: 1,
    }
    assert (replayed.scores, replayed.compared) == ((38, -8, -8, -22), 1)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_deal_of_the_slow_referee_replays(name: str) -> None:
    """Winners, points, fans and scores are those that the referee worked out."""
    script, record = SCRIPTS[name], recorded(name)
    assert found(record) == []
    replayed = replay(record)
    assert {(win.seat, win.points, win.total) for win in replayed.wins} == set(script.winners)
    assert replayed.scores == tuple(script.scores)


@pytest.mark.parametrize("game", ["duplicate", "botzone", "ordinary"])
def test_random_play_replays(game: str) -> None:
    records = played(scaled(300), game, seed=11, claiming=0.1, aiming=True)
    replays = list(replay_many(records))
    assert all(isinstance(one, Replayed) and not one.disagreements for one in replays)
    assert sum(bool(one.wins) for one in replays if isinstance(one, Replayed)) > len(records) // 4
    assert [replay(record) for record in records[::10]] == replays[::10]
    assert [from_line for record in records for from_line in read(to_json(record).encode())] == records


def test_random_play_goes_through_pmn() -> None:
    for game in ("duplicate", "ordinary"):
        for record in played(scaled(40), game, seed=5, claiming=0.3):
            [back] = read(to_pmn(record).encode())
            assert found(back) == []


# One by one and in bulk


def damaged(events: bytes, rng: random.Random) -> bytes:
    """Return events with something wrong, or merely different, in one or two places."""
    parts = [events[at : at + 4] for at in range(0, len(events), 4)]
    for _ in range(rng.choice((1, 1, 1, 2))):
        at, change = rng.randrange(len(parts)), rng.randrange(7)
        kind, seat, tile, detail = parts[at]
        if change == 0 and len(parts) > 1:
            del parts[at]
        elif change == 1:
            parts.insert(at, parts[rng.randrange(len(parts))])
        elif change == 2:
            other = rng.randrange(len(parts))
            parts[at], parts[other] = parts[other], parts[at]
        elif change == 3 and kind != ev.NO_WINNER:
            parts[at] = bytes((kind, rng.randrange(4), tile, detail))
        elif change == 4 and tile < 34 and kind not in (ev.CHOW, ev.PASSED_CLAIM):
            parts[at] = bytes((kind, seat, rng.randrange(34), detail))
        elif change == 5:
            parts = parts[:at] or parts
        elif change == 6:
            kind = rng.choice(
                (ev.DISCARD, ev.PUNG, ev.CLAIMED_KONG, ev.CONCEALED_KONG, ev.PROMOTED_KONG, ev.HU, ev.FALSE_HU)
            )
            named = kind not in (ev.HU, ev.FALSE_HU)
            parts.insert(at, ev.pack(kind, rng.randrange(4), rng.randrange(34) if named else ev.NO_TILE))
    return b"".join(parts)


@pytest.mark.parametrize("game", ["duplicate", "botzone", "ordinary"])
def test_damaged_records_are_judged_the_same_in_bulk(game: str) -> None:
    rng = random.Random(game)
    records = played(scaled(100), game, seed=3, claiming=0.15, aiming=True)
    changes = [replace(record, events=damaged(record.events, rng)) for record in records for _ in range(3)]
    together = list(replay_many(changes))
    assert together == [replay(record) for record in changes]
    disagreeing = [one for one in together if isinstance(one, Replayed) and not one.agrees]
    assert len(disagreeing) > len(changes) // 2
    kinds = {one.kind for replayed in disagreeing for one in replayed.disagreements}
    assert kinds >= {"turn", "wall", "end", "tile not held", "illegal action"}


@pytest.mark.parametrize("game", ["duplicate", "ordinary"])
def test_what_agrees_is_what_the_slow_referee_allows(game: str) -> None:
    """A damaged record that agrees is one that the referee, made from the rules, can follow to the same scores."""
    rng = random.Random(game)
    kind = "personal" if game == "duplicate" else "shared"
    agreeing = 0
    for record in played(scaled(40), game, seed=9, claiming=0.2, aiming=True):
        for _ in range(4):
            made = replace(record, events=damaged(record.events, rng))
            if b"\x09" in made.events[::4] or not replay(made).agrees:
                continue
            assert referee_scores(made, kind) == replay(made).scores
            agreeing += 1
    assert agreeing > 5


def referee_scores(record: Record, kind: str) -> tuple[int, ...]:
    """Follow a record in the slow referee; raise if it allows a move not."""
    from fastmcr.records.replaying.walls import draws_of, engine_wall

    wall: Any = engine_wall(record, draws_of(record), kind == "shared")
    walls = wall if kind == "shared" else [wall[34 * seat : 34 * seat + 34] for seat in range(4)]
    game = Referee(kind, walls, record.prevalent, multiple_winners="all" if kind == "personal" else "nearest")
    pending: dict[int, int] = {}
    for kind_of, seat, tile, detail in ev.as_array(record.events).tolist():
        if kind_of == ev.PASSED_CLAIM:
            pending[seat] = claim_action(detail, tile, game.tile or 0)
        elif kind_of in (ev.CHOW, ev.PUNG, ev.CLAIMED_KONG) or (kind_of == ev.HU and game.actor() != game.turn):
            pending[seat] = claim_action(kind_of, tile, game.tile or 0)
            continue
        elif kind_of in (ev.DISCARD, ev.CONCEALED_KONG, ev.PROMOTED_KONG, ev.HU):
            answer(game, pending)
            first = {ev.DISCARD: 2, ev.CONCEALED_KONG: 167, ev.PROMOTED_KONG: 201}
            if not game.ended:
                game.step(HU if kind_of == ev.HU else first[kind_of] + tile)
    answer(game, pending)
    assert game.result is not None
    return tuple(game.result["scores"])


def answer(game: Referee, pending: dict[int, int]) -> None:
    while (seat := game.actor()) is not None and PASS in game.legal():
        game.step(pending.get(seat, PASS))
    pending.clear()


# What disagrees


def change_event(record: Record, at: int, *new: int) -> Record:
    events = record.events
    return replace(record, events=events[: 4 * at] + bytes(new) + events[4 * at + 4 :])


def place_of(record: Record, words: str) -> int:
    return [str(event) for event in record.moves].index(words)


def invented(words: str, *new: int) -> Record:
    """Return the invented deal without its wall and claims in vain, one event changed."""
    record = one(botzone()["logs"])
    return change_event(record, place_of(record, words), *new)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (
            lambda: invented("E discard W", ev.DISCARD, 0, 8, 0),
            "move 2 (E discard 9m), tile not held: E cannot discard 9m: no 9m is in the hand",
        ),
        (
            lambda: invented("E discard W", ev.DISCARD, 1, 1, 0),
            "move 2 (S discard 2m), turn: it is the turn of E, not of S",
        ),
        (
            lambda: invented("N pung 9s", ev.PUNG, 2, 26, 0),
            "move 5 (W pung 9s), tile not held: W cannot make a pung of 9s: 0 9s in the hand, 2 are needed",
        ),
        (
            lambda: invented("N pung 9s", ev.PUNG, 3, 25, 0),
            "move 5 (N pung 8s), illegal action: N cannot make a pung of 8s: the last discard is 9s",
        ),
        (
            lambda: invented("N pung 9s", ev.CHOW, 3, 25, 0),
            "move 5 (N chow 789s), illegal action: N cannot chow 789s: only the player after S may chow",
        ),
        (
            lambda: invented("S chow 123p", ev.CHOW, 1, 11, 0),
            "move 18 (S chow 234p), illegal action: S cannot chow 234p: the last discard, 1p, is no tile of it",
        ),
        (
            lambda: invented("W claimed kong P", ev.CLAIMED_KONG, 3, 33, 0),
            "move 9 (N claimed kong P), tile not held: N cannot make a claimed kong of P: 0 P in the hand, 3 "
            "are needed",
        ),
        (
            lambda: invented("E concealed kong 9p", ev.CONCEALED_KONG, 0, 0, 0),
            "move 15 (E concealed kong 1m), illegal action: E cannot make a concealed kong of 1m: 1 of four 1m "
            "are concealed",
        ),
        (
            lambda: invented("N promoted kong 9s", ev.PROMOTED_KONG, 3, 10, 0),
            "move 23 (N promoted kong 2p), illegal action: N cannot make a promoted kong of 2p: no pung of 2p "
            "lies open",
        ),
        (
            lambda: invented("E hu", ev.HU, 1, 255, 0),
            "move 24 (S hu), illegal action: S cannot win on 9s: the hand is not complete with it",
        ),
        (
            lambda: invented("E hu", ev.HU, 0, 0, 0),
            "move 24 (E hu 1m), illegal action: the winning tile recorded is 1m, but 9s is the one to win on",
        ),
        (
            lambda: invented("E hu", ev.NO_WINNER, 0, 255, 0),
            "move 24 (no winner), end: the record ends as a draw, but it is the turn of N and the wall of E has "
            "17 tiles left",
        ),
        (lambda: invented("S draw 9s", ev.DRAW, 2, 26, 0), "move 3 (W draw 9s), turn: it is the turn of S, not of W"),
        (
            lambda: invented("S draw 9s", ev.DRAW, 1, 17, 0),
            "move 14 (E draw 9p), wall: 9p is drawn once more than there are in the game",
        ),
        (
            lambda: invented("S draw 9s", ev.PUNG, 1, 29, 0),
            "move 3 (S pung W), tile not held: S cannot make a pung of W: 0 W in the hand, 2 are needed",
        ),
        (
            lambda: invented("E discard W", ev.DISCARD, 0, 17, 1),
            "move 2 (E discard 9p (just drawn)), tile not held: the discard is "
            "recorded as the tile just drawn, but W was drawn",
        ),
        (
            lambda: invented("S discard N", ev.NO_WINNER, 0, 255, 0),
            "move 19 (no winner), end: the record ends as a draw, but it is "
            "the turn of S and the wall of W has 20 tiles left",
        ),
        (
            lambda: replace(one(botzone()["logs"]), events=one(botzone()["logs"]).events + ev.pack(ev.DRAW, 0, 1)),
            "move 25 (E draw 2m), end: the deal has ended with a win, but the record goes on",
        ),
        (
            lambda: replace(one(botzone()["logs"]), events=one(botzone()["logs"]).events[:-4]),
            "result, end: the record ends before the deal does: it is the turn of N",
        ),
        (
            lambda: replace(recorded("draw of the deal"), events=recorded("draw of the deal").events[-4:] * 2),
            "move 1 (no winner), end: the record ends as a draw, but it is the turn of E and the wall of S has "
            "21 tiles left",
        ),
    ],
)
def test_what_cannot_be_followed_is_named(record: Callable[[], Record], message: str) -> None:
    assert message in found(record())


def test_a_hu_below_the_minimum_is_named() -> None:
    walls = personal_walls(["", "", "123m 678m 46p 345s 22s"], ["E", "5p"])
    game = Recorder("personal", walls)
    follow(game, [], lambda game: game.ended)
    record = game.record("duplicate")
    at = place_of(record, "S discard 5p") + 1
    events = record.events[: 4 * at] + ev.pack(ev.HU, 2)
    assert found(replace(record, events=events)) == [
        f"move {at + 1} (W hu), illegal action: W cannot win on 5p: the hand is worth 5 points, 8 are needed"
    ]


def test_a_passed_claim_that_is_not_legal_is_named_and_play_goes_on() -> None:
    record = one(botzone()["logs"])
    at = place_of(record, "N pung 9s")
    events = record.events[: 4 * at] + ev.pack(ev.PASSED_CLAIM, 0, 26, ev.PUNG) + record.events[4 * at :]
    replayed = replay(replace(record, events=events))
    assert [str(one) for one in replayed.disagreements] == [
        "move 5 (N pung 9s), illegal action: the pung of E that was passed over is not legal: E cannot make a "
        "pung of 9s: 0 9s in "
        "the hand, 2 are needed"
    ]
    assert replayed.scores == (38, -8, -8, -22)


def test_a_passed_claim_that_is_legal_is_answered() -> None:
    match = botzone()
    match["logs"][11]["2"]["response"] = "CHI T8 W8"  # West is next after South and holds no 7 8 of bamboos
    assert found(one(match)) == [
        "move 5 (N pung 9s), illegal action: the chow of W that was passed over is not legal: W cannot chow "
        "789s: no 7s and no 8s "
        "in the hand"
    ]


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (
            ("fanCnt",),
            15,
            "result, total: E has 14 points (Robbing the Kong, Concealed Hand, Concealed Kong, Short Straight, Pung of "
            "Terminals or Honors), but 15 is recorded",
        ),
        (
            ("fan", 3),
            {"name": "老少副", "cnt": 1, "value": 1},
            "result, fans: E: Two Terminal Chows recorded, but not found; Short Straight found, but not recorded",
        ),
        (("fan", 4, "cnt"), 2, "result, fans: E: Pung of Terminals or Honors recorded, but not found"),
        (
            ("score",),
            [38, -8, -22, -8],
            "result, payments: +38 -8 -22 -8 is recorded; by the rules it is +38 -8 -8 -22",
        ),
        (
            ("score",),
            [66, -22, -22, -22],
            "result, payments: +66 -22 -22 -22 is recorded; by the rules it is +38 -8 -8 -22",
        ),
    ],
)
def test_results_are_compared(path: tuple[Any, ...], value: Any, message: str) -> None:
    match = botzone()
    last = changed(display(match, -1), path, value)
    match["logs"][-1]["output"] = {"display": last}
    assert message in found(one(match))


def test_a_wrong_total_is_not_reported_as_a_wrong_payment_too() -> None:
    match = botzone()
    display(match, -1).update({"fanCnt": 15, "score": [39, -8, -8, -23]})
    match["logs"][-1]["output"]["content"] = {}
    assert {one.kind for one in replay(one(match)).disagreements} == {"total"}


@needs_logs
def test_lost_names_are_compared_by_length_and_count() -> None:
    record = read(TEXT)[0]
    [win] = record.result.wins
    assert win.fans is not None
    longer = win._replace(fans=(win.fans[0]._replace(name="????"), *win.fans[1:]))
    assert found(replace(record, result=record.result._replace(wins=(longer,)))) == [
        "result, fans: S: the lengths and counts of the lost names do not fit Half Flush, Dragon Pung, Two "
        "Terminal Chows"
    ]


def test_recorded_walls_are_compared() -> None:
    match = botzone()
    data = json.loads(match["initdata"])
    names = data["walltiles"].split()
    names[16], names[11] = names[11], names[16]  # East draws four tiles, 20 to 17; these two stay in the wall
    match["initdata"] = data | {"walltiles": " ".join(names)}
    assert found(one(match)) == []
    names[18], names[17] = names[17], names[18]
    match["initdata"] = data | {"walltiles": " ".join(names)}
    assert found(one(match)) == ["move 14, wall: E draws 9p, but the wall recorded gives 1p"]
    names[33], names[20] = names[20], names[33]
    match["initdata"] = data | {"walltiles": " ".join(names)}
    assert found(one(match)) == ["deal, wall: the hand dealt to E is not the first 13 tiles of the wall of E"]


@needs_logs
def test_a_shared_wall_is_compared() -> None:
    document = salasasa(2)
    wall = document["game_round"]["round_index_2"]["tiles_list"]
    wall[3], wall[4] = wall[4], wall[3]
    assert found(one(document)) == ["move 8, wall: 9p is drawn, but the wall recorded gives 7s"]


def test_conflicts_are_reported() -> None:
    record = replace(recorded("two winners"), conflicts=(Conflict(3, "wall", "words"),))
    assert found(record) == ["move 3, wall: words"]
    assert not replay(record).agrees


# Formats that differ from the rules


def test_other_settlements_are_explained() -> None:
    record = replace(recorded("last tile drawn"), game="")
    scores = paid({3: 15}, None, "ordinary")
    assert found(replace(record, format="pmn", result=record.result._replace(scores=scores))) == [
        "result, payments (explained): -23 -23 -23 +69 is recorded; by the rules it is -13 -13 -13 +39. The "
        "record follows "
        "another settlement, ordinary: each loser pays 8 + the total of a self-drawn win"
    ]
    own = replace(record, game="duplicate", result=record.result._replace(scores=scores))
    assert not replay(own).agrees  # it says itself how it is paid


def test_the_base_of_a_record_is_paid() -> None:
    record = recorded("shared: discard")
    scores = paid({1: 13}, 2, "cross-pay", 4)
    assert scores == (-4, 25, -17, -4)
    assert found(replace(record, base=4, result=record.result._replace(scores=scores))) == []


def test_botzone_allows_a_kong_with_an_empty_wall() -> None:
    """The claimer's wall is empty: the judge lets him, and the deal ends as a draw."""
    record = recorded("no kong with an empty wall")
    record = replace(
        record, format="competition-text", game="", rules="", result=RecordedResult("draw", (), (0, 0, 0, 0))
    )
    at = place_of(record, "S pung 1s")
    events = record.events[: 4 * at] + ev.pack(ev.CLAIMED_KONG, 1, 18) + ev.pack(ev.NO_WINNER, 0)
    [text] = found(replace(record, events=events))
    assert text.endswith(
        "(S claimed kong 1s), illegal action (explained): S cannot make a claimed kong of 1s: no tile is left "
        "in the wall to "
        "replace it: the judge of Botzone allows it, and the deal then ends as a draw"
    )
    assert replay(replace(record, events=events)).agrees


def test_a_fault_pays_thirty() -> None:
    match = botzone()
    fault = {"action": "TLE", "player": 1, "score": [10, -30, 10, 10]}
    match["logs"] = [*match["logs"][:20], {"output": {"display": fault}}]
    assert found(one(match)) == []
    fault["score"] = [0, 0, 0, 0]
    assert found(one(match)) == [
        "result, payments: S fails (TLE) and pays 30, 10 to each, but (0, 0, 0, 0) is recorded"
    ]


def test_a_log_without_an_end_is_reported() -> None:
    match = botzone()
    match["logs"] = match["logs"][:21]
    assert found(one(match)) == ["result, end: the record ends before the deal does: it is the turn of W"]


@needs_logs
def test_a_seat_wind_taken_by_number_is_explained() -> None:
    """The player has a pung of the wind of his number, and nothing else that makes up the eight points."""
    tiles = {
        0: "W7 W8 W9 B7 B8 B9 T7 T8 T9 F4 F4 J1 J2",
        1: "W1 W4 W7 B1 B4 B7 T1 T4 T7 F1 F1 J1 J2 T5",
        2: "F3 F3 F3 W1 W2 W3 B1 B2 B3 T4 T6 W5 W5",
        3: "W1 W4 W7 B1 B4 B7 T1 T4 T7 F4 F4 J1 J2",
    }
    document = env()
    document |= {"round_wind": 2, "first_player": 1}
    document["tiles"] = [tiles[player].split() + [""] * 20 for player in range(4)]
    document["actions"] = [[[0], [0]], [[2, "T5"], [0]], [[0], [7]], [[0], [0]]]
    assert found(one(document)) == [
        "move 3 (S hu), winds (explained): S cannot win on 5s: the hand is worth 6 points, 8 are needed; it is "
        "worth 8 if the "
        "seat wind is W, the number of the player, as in the environment it comes from"
    ]
    assert replay(one(document)).agrees


@needs_logs
def test_a_discarded_flower_is_followed() -> None:
    record = one(salasasa(1))
    assert any(event.flower and str(event).split()[1] == "discard" for event in record.moves)
    assert found(record) == []


@needs_logs
def test_a_flower_that_is_kept_is_not_modelled() -> None:
    record = one(salasasa(1))
    at = next(at for at, event in enumerate(record.moves) if " discard flower" in str(event))
    seat = record.events[4 * at + 1]
    held = bytes(record.hands[seat])[0]
    [text] = found(change_event(record, at, ev.DISCARD, seat, held, 2))[:1]
    assert "not modelled: a flower is kept in the hand; the engine lays flowers aside at once" in text


@needs_logs
def test_a_false_hu_of_a_valid_hand_is_refused() -> None:
    record = one(salasasa(3))
    at = place_of(record, [str(event) for event in record.moves][-1])
    [text] = found(change_event(record, at, ev.FALSE_HU, 0, 255, 0))[:1]
    assert (
        text == f"move {at + 1} (E false hu), illegal action: no false hu: the hu of E is valid: it is an action, "
        f"taken when E is asked"
    )


# Payments and profiles


def test_payments_are_those_of_settle() -> None:
    rng = random.Random(2)
    for _ in range(300):
        seats = rng.sample(range(4), rng.choice((1, 1, 2, 3)))
        totals = {seat: rng.randrange(8, 100) for seat in seats}
        giver = rng.choice([seat for seat in range(4) if seat not in totals])
        for variant in ("cross-pay", "no-cross-pay"):
            wanted = settle(totals, discarder=giver, duplicate=True, variant=variant)  # type: ignore[arg-type]
            assert paid(totals, giver, variant) == wanted.points
        alone = {seats[0]: totals[seats[0]]}
        for duplicate, name in ((True, "duplicate"), (False, "ordinary")):
            assert paid(alone, None, name) == settle(alone, self_drawn=True, duplicate=duplicate).points


def test_settlements_are_named() -> None:
    names = {
        name: settlement_of(recorded(name))
        for name in ("last tile drawn", "two winners", "shared: self-drawn", "draw of the deal")
    }
    assert names == {
        "last tile drawn": "duplicate",
        "two winners": "cross-pay",
        "shared: self-drawn": "ordinary",
        "draw of the deal": "draw",
    }
    record = recorded("two winners")
    assert settlement_of(replace(record, result=record.result._replace(scores=(1, 2, 3, 4)))) is None
    assert settlement_of(replace(record, result=record.result._replace(scores=None))) is None


def test_rules_follow_the_format() -> None:
    kong = recorded("draw of the deal")
    rules = {
        name: profile_of(replace(kong, format=name, game="", rules="")).rules.two_concealed_kongs  # type: ignore[arg-type]
        for name in ("botzone-json", "competition-text", "pmn", "salasasa", "tziakcha", "fastmcr")
    }
    assert rules == {"botzone-json": 6, "competition-text": 6, "pmn": 8, "salasasa": 6, "tziakcha": 6, "fastmcr": 8}
    assert profile_of(replace(kong, minimum=5)).rules.minimum == 5


def test_two_concealed_kongs_are_worth_what_a_tziakcha_record_says() -> None:
    script = tziakcha()
    script["y"][0]["t"]["55"] = 8
    assert profile_of(one(script)).rules.two_concealed_kongs == 8


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"game": "poker"}, "no game is called 'poker'; there are ordinary, duplicate, botzone"),
        ({"rules": "poker"}, None),
    ],
)
def test_games_and_rules_that_do_not_exist_are_refused(names: dict[str, str], message: str | None) -> None:
    record = replace(recorded("draw of the deal"), source="x.jsonl", number=4, **names)
    with pytest.raises(RecordError) as caught:
        replay(record)
    assert message is None or str(caught.value) == f"x.jsonl, deal 4: {message}"
    [error] = replay_many([record])
    assert str(error) == str(caught.value)


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(InputError, match=r"^a Record is replayed, not 7$"):
        replay(7)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^item 0 is 7, not a Record$"):
        list(replay_many([7]))  # type: ignore[list-item]
    with pytest.raises(InputError, match=r"^event 1 is \(99, 0, 0, 0\); no such kind, seat, tile or detail$"):
        replay(replace(recorded("draw of the deal"), events=bytes([99, 0, 0, 0])))
    with pytest.raises(InputError, match=r"^the prevalent wind of a record is 0\.\.3, not 7$"):
        replay(replace(recorded("draw of the deal"), prevalent=7))


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        ((bytes(12), bytes(13), bytes(13), bytes(13)), "deal, wall: 12 tiles are dealt to E; it should be 13"),
        ((bytes(13), bytes(13), bytes(13), bytes(13)), "deal, wall: 1m is dealt once more than there are in the game"),
        ((bytes([99] * 13), bytes(13), bytes(13), bytes(13)), "deal, wall: E is dealt a tile that does not exist"),
    ],
)
def test_hands_that_cannot_be_are_reported(hands: tuple[bytes, bytes, bytes, bytes], message: str) -> None:
    assert found(replace(recorded("draw of the deal"), hands=hands)) == [message]


def test_a_draw_too_many_is_reported() -> None:
    record = recorded("draw of the deal")
    extra = ev.pack(ev.DRAW, 1, 0)
    texts = found(replace(record, events=record.events[:-4] + extra + record.events[-4:]))
    assert texts == ["move 169 (S draw 1m), wall: 1m is drawn once more than there are in the game"]


# What it looks like


def test_replays_print_and_become_data() -> None:
    record = replace(recorded("two winners"), source="a.jsonl", id="7")
    replayed = replay(record)
    assert str(replayed) == "a.jsonl, deal 1, 7: agrees"
    data = replayed.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert (data["file"], data["agrees"], data["settlement"], [win["total"] for win in data["wins"]]) == (
        "a.jsonl",
        True,
        "cross-pay",
        [24, 12],
    )
    assert str(Disagreement(0, "wall", "words")) == "deal, wall: words"


def test_a_record_prints_as_a_summary() -> None:
    text = str(replace(recorded("two winners"), players=("Ann", "", "", ""), notes=("a note",)))
    assert text.splitlines()[0].startswith("deal 1: fastmcr record, personal walls, prevalent East, ")
    assert "  E Ann: 11337m2288p77sSS" in text or "  E Ann: " in text
    assert text.splitlines()[-2:] == [
        "  E wins with 24 and W wins with 12, from N, scores 40 -16 28 -52",
        "  note: a note",
    ]
