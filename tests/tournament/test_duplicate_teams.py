"""Team duplicate events: four teams by hand under every setting, the oracle, refusals."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import oracle_duplicate as oracle
import pytest
from duplicate_cases import SCALE, as_results, deals, full_rules, settings, team_event
from hypothesis import given
from hypothesis import settings as how_many
from hypothesis import strategies as st

from fastmcr.errors import EventError
from fastmcr.tournament.duplicate import (
    Event,
    EventResult,
    EventRules,
    Match,
    Penalty,
    Player,
    TableResult,
    Team,
    score_event,
)

# Team k has at table t the wind (k + t - 1) mod 4. Sums of the four scores of T0..T3 on boards 1 to 4:
SUMS = {
    1: (95, -77, -35, 17),  # 33+36+26+0; -11-20-46+0; -11-8-16+0; -11-8+36+0
    2: (-30, 64, 10, -46),  # -8-14-8+0; -8+40+32+0; 40-14-16+0; -24-14-8+0
    3: (84, -52, -16, -16),  # 112+0+0-28; -96+0+0+44; -8-8; -8-8
    4: (128, -8, -10, -112),  # 28+52+0+48; 18-18+0-8; 16-18+0-8; -62-18+0-32
}
IMPS: dict[str, dict[int, tuple[int, ...]]] = {
    # The sum itself: 95 is 14, -77 is -13, ...
    "sum-then-convert": {1: (14, -13, -8, 5), 2: (-7, 12, 3, -10), 3: (13, -11, -4, -4), 4: (15, -2, -3, -15)},
    # Each score: 33 8, 36 8, 26 6, 0 are 22; ...
    "convert-then-sum": {1: (22, -18, -9, 3), 2: (-8, 15, 1, -12), 3: (8, -4, -4, -4), 4: (28, -2, -3, -25)},
}
# The pairs 01 02 03 12 13 23 on each board: the difference of the sums, and its IMP.
PAIRS = {
    1: ((172, 17), (130, 16), (78, 13), (-42, -9), (-94, -14), (-52, -11)),
    2: ((-94, -14), (-40, -9), (16, 4), (54, 11), (110, 15), (56, 11)),
    3: ((136, 16), (100, 14), (100, 14), (-36, -8), (-36, -8), (0, 0)),
    4: ((136, 16), (138, 16), (240, 20), (2, 1), (104, 14), (102, 14)),
}


def imps(result: EventResult, board: int) -> tuple[Fraction, ...]:
    lines = {line.team: line.imp for line in result.team_lines if line.board == board}
    return tuple(lines[team] for team in sorted(lines))


@pytest.mark.parametrize(
    ("order", "totals"),
    [
        # 14-7+13+15, -4 for a false hu with structure; -13+12-11-2, -8 without; -8+3-4-3; 5-10-4-15
        ("sum-then-convert", [("T0", 35, 31), ("T2", -12, -12), ("T1", -14, -22), ("T3", -24, -24)]),
        # 22-8+8+28 -4; -9+1-4-3; -18+15-4-2 -8; 3-12-4-25
        ("convert-then-sum", [("T0", 50, 46), ("T2", -15, -15), ("T1", -9, -17), ("T3", -38, -38)]),
    ],
)
def test_four_teams_by_hand(order: str, totals: list[tuple[str, int, int]]) -> None:
    result = score_event(team_event(team_order=order), SCALE)
    for board, sums in SUMS.items():
        lines = sorted((line for line in result.team_lines if line.board == board), key=lambda line: line.team)
        assert tuple(line.total for line in lines) == sums
        assert imps(result, board) == IMPS[order][board]
        deviations = sums if order == "sum-then-convert" else (None,) * 4
        assert tuple(line.deviation for line in lines) == deviations
        assert {line.datum for line in lines} == {None}
    assert [(line.name, line.imp, line.total) for line in result.standings] == totals
    costs = {line.name: (line.false_hu, line.false_hu_imp) for line in result.standings}
    assert costs == {"T0": (1, 4), "T1": (1, 8), "T2": (0, 0), "T3": (0, 0)}
    assert result.warnings == ()
    assert [line.rank for line in result.standings] == [1, 2, 3, 4]
    assert {line.name: line.points for line in result.standings} == {
        f"T{team}": sum(SUMS[board][team] for board in SUMS) for team in range(4)
    }


def test_members_of_a_line_by_hand() -> None:
    result = score_event(team_event(), SCALE)
    line = next(line for line in result.team_lines if (line.board, line.team) == (1, "T0"))
    assert line.scores == (33, 36, 26, 0)
    assert line.players == ("T0-1", "T0-2", "T0-3", "T0-4")


def test_team_base_mean_by_hand() -> None:
    """Board 2 has a self-drawn win of 16: the sums add up to -2, the mean is -0.5. Boards 1 and 3 have mean 0."""
    result = score_event(team_event(team_base="mean"), SCALE)
    lines = {(line.board, line.team): line for line in result.team_lines}
    assert [lines[2, f"T{team}"].datum for team in range(4)] == [Fraction(-1, 2)] * 4
    halves = [Fraction(half, 2) for half in (-59, 129, 21, -91)]
    assert [lines[2, f"T{team}"].deviation for team in range(4)] == halves
    assert imps(result, 2) == (-7, 12, 3, -10)
    assert imps(result, 1) == IMPS["sum-then-convert"][1]
    # The mean of the others: T0 of board 1 is compared with (-77 - 35 + 17) / 3 = -31.67, 126.67 is 15 (110).
    others = score_event(team_event(team_base="mean", datum="others"), SCALE)
    line = next(line for line in others.team_lines if (line.board, line.team) == (1, "T0"))
    assert (line.datum, line.deviation, line.imp) == (Fraction(-95, 3), Fraction(380, 3), 15)


def test_convert_then_sum_against_the_field_by_hand() -> None:
    """Each member against the mean at the wind, as in the individual event of the same deals."""
    result = score_event(team_event(team_order="convert-then-sum", team_base="mean"), SCALE)
    assert imps(result, 1) == (23, -19, -10, 4)  # 7+5+7+4; -6-5-7-1; -3+2-5-4; 2-3+5+0
    assert imps(result, 2) == (-8, 17, 3, -12)  # 0-2-6+0; 0+6+8+3; 6-3-2+2; -6-1+0-5


def test_head_to_head_by_hand() -> None:
    result = score_event(team_event(head_to_head=True, tie_breaks=["matches_won"]), SCALE)
    names = [("T0", "T1"), ("T0", "T2"), ("T0", "T3"), ("T1", "T2"), ("T1", "T3"), ("T2", "T3")]
    for board, pairs in PAIRS.items():
        lines = [line for line in result.match_lines if line.board == board]
        assert [line.teams for line in lines] == names
        assert [(line.differences, line.imp) for line in lines] == [((difference,), imp) for difference, imp in pairs]
    assert [imps(result, board) for board in SUMS] == [
        (46, -40, -18, 12), (-19, 40, 9, -30), (44, -32, -6, -6), (52, -1, -3, -48)
    ]  # fmt: skip
    assert [(line.name, line.total) for line in result.standings] == [
        ("T0", 119), ("T2", -18), ("T1", -41), ("T3", -72)  # 123 - 4; -18; -33 - 8; -72
    ]  # fmt: skip


def test_head_to_head_converting_each_wind() -> None:
    """T0 - T1 on board 1: 33-0, 36+11, 26+20, 0+46 are 33 47 46 46, that is 8 + 10 + 10 + 10."""
    result = score_event(team_event(head_to_head=True, team_order="convert-then-sum"), SCALE)
    line = result.match_lines[0]
    assert (line.teams, line.differences, line.imp) == (("T0", "T1"), (33, 47, 46, 46), 38)
    assert {seat.imp for seat in result.lines} == {None}


def test_seats_have_imp_only_where_they_are_converted_one_by_one() -> None:
    together = score_event(team_event(), SCALE)
    assert {(line.datum, line.deviation, line.imp, line.net_imp) for line in together.lines} == {(None,) * 4}
    alone = score_event(team_event(team_order="convert-then-sum"), SCALE)
    assert {(line.deviation == line.score, line.datum) for line in alone.lines} == {(True, None)}


def test_matches_that_are_entered() -> None:
    event = replace(team_event(head_to_head=True), matches=(Match(("T1", "T0"), (1, 2)), Match(("T2", "T3"))))
    result = score_event(event, SCALE)
    assert [(line.board, line.teams, line.imp) for line in result.match_lines] == [
        (1, ("T1", "T0"), -17), (1, ("T2", "T3"), -11), (2, ("T1", "T0"), 14), (2, ("T2", "T3"), 11),
        (3, ("T2", "T3"), 0), (4, ("T2", "T3"), 14),
    ]  # fmt: skip
    assert {line.name: line.imp for line in result.standings} == {"T0": 3, "T1": -3, "T2": 14, "T3": -14}


def test_matches_without_a_result() -> None:
    event = replace(team_event(head_to_head=True), matches=(Match(("T0", "T1")),))
    groups = tuple(replace(one, group=one.table) if one.board == 3 else one for one in event.results if one.board > 2)
    texts = [one.text for one in score_event(replace(event, results=groups), SCALE).warnings if one.kind == "no-match"]
    assert texts == ["the match T0 - T1 has no result on board 3: no IMP for this board"]


def test_matches_won_break_ties() -> None:
    """All results of board 1 are equal; on board 2 two teams tie with each other and beat the two others."""
    players = [Player(f"{team}{seat}", team) for team in "ABCD" for seat in range(4)]

    def board(number: int, *scores: dict[str, int]) -> list[TableResult]:
        seats = [[f"{'ABCD'[(wind - table) % 4]}{table}" for wind in range(4)] for table in range(4)]
        return [TableResult(number, str(table), seats[table], wins=scores[table]) for table in range(4)]

    results = board(1, {"E": 9}, {"E": 9}, {"E": 9}, {"E": 9}) + board(2, {"W": 9}, {"W": 9}, {}, {})
    event = Event(results, EventRules(kind="team", head_to_head=True, tie_breaks=["matches_won"]), players=players)
    result = score_event(event, SCALE)
    # Board 2: West is C at table 0, B at table 1; sums C 33-11, B 33-11, A -22, D -22: B and C beat A and D.
    assert [(line.rank, line.name, line.shared) for line in result.standings] == [
        (1, "B", True), (1, "C", True), (3, "A", True), (3, "D", True)
    ]  # fmt: skip
    assert {line.name: dict(line.tie_breaks) for line in result.standings} == {
        "B": {"matches_won": Fraction(5, 2)}, "C": {"matches_won": Fraction(5, 2)},
        "A": {"matches_won": Fraction(1, 2)}, "D": {"matches_won": Fraction(1, 2)},
    }  # fmt: skip


def test_an_incomplete_team_gets_nothing_and_is_told() -> None:
    event = team_event()
    fewer = replace(event, results=tuple(one for one in event.results if (one.board, one.table) != (1, "4")))
    result = score_event(fewer, SCALE)
    texts = [warning.text for warning in result.warnings]
    assert texts[0] == "board 1 has no result of table 4"
    assert texts[1] == "team T0 has no result at North on board 1: no IMP for this board"
    assert imps(result, 1) == ()
    assert {line.boards for line in result.standings} == {3}


def test_one_complete_team_has_nothing_to_compare_with() -> None:
    event = team_event(team_base="mean")
    alone = tuple(replace(one, team="T0" if one.team == "T0" else f"of {one.name}") for one in event.players)
    board = tuple(one for one in event.results if one.board == 1)
    result = score_event(replace(event, players=alone, results=board), SCALE)
    assert [(line.team, line.deviation, line.imp) for line in result.team_lines] == [("T0", 0, 0)]
    texts = [warning.text for warning in result.warnings if warning.kind == "one-result"]
    assert texts == ["board 1 has one complete team: nothing to compare it with, 0 IMP"]
    trimmed = score_event(replace(event, rules=replace(event.rules, trim=2), results=board), SCALE)
    assert trimmed.warnings[0].text == "board 1 has 4 complete teams, which leaves no datum: 0 IMP"
    assert imps(trimmed, 1) == (0, 0, 0, 0)


def test_carry_over_penalties_and_ranks_of_teams() -> None:
    event = team_event(carry_over_weight="2/3", carry_over_rounding="up")
    event = replace(event, teams=(Team("T3", carry_over=100), Team("T1", previous_rank=2)),
                    penalties=(Penalty("T2", 5), Penalty("T2-3", 1)))  # fmt: skip
    result = score_event(event, SCALE)
    assert [(line.name, line.carried, line.penalty_imp, line.total) for line in result.standings] == [
        ("T3", 67, 0, 43), ("T0", 0, 0, 31), ("T2", 0, 6, -18), ("T1", 0, 0, -22)
    ]  # fmt: skip


# --- against the oracle -----------------------------------------------------------------------------------------------


@st.composite
def events(draw: st.DrawFn) -> tuple[list[dict[str, Any]], dict[str, str], dict[str, Any]]:
    """Return rows, teams and settings: as many tables as teams, winds by a square, some tables left out."""
    count, boards = draw(st.integers(2, 5)), draw(st.integers(1, 3))
    rows, team_of = [], {}
    for board in range(1, boards + 1):
        turn = draw(st.integers(0, count - 1))
        for table in range(count):
            players = [f"T{(turn + table + wind) % count}.{board}.{table}.{wind}" for wind in range(4)]
            if count < 4:
                players = [f"T{(wind + table + (wind // count)) % count}.{board}.{table}.{wind}" for wind in range(4)]
            team_of |= {name: name.split(".")[0] for name in players}
            rows.append({"board": board, "group": "", "table": str(table), "players": players, **draw(deals())})
    missing = draw(st.lists(st.sampled_from(range(len(rows))), max_size=1)) if len(rows) > 1 else []
    return [row for place, row in enumerate(rows) if place not in missing], team_of, draw(settings("team"))


def held(rows: list[dict[str, Any]], team_of: dict[str, str]) -> bool:
    """Whether no team has two members at a wind of a board."""
    seats = [(row["board"], seat, team_of[name]) for row in rows for seat, name in enumerate(row["players"])]
    return len(seats) == len(set(seats))


@how_many(max_examples=100)
@given(events(), st.randoms(use_true_random=False))
def test_agrees_with_the_oracle(
    case: tuple[list[dict[str, Any]], dict[str, str], dict[str, Any]], rng: random.Random
) -> None:
    rows, team_of, rules = case
    assert held(rows, team_of)
    players = [Player(name, team) for name, team in team_of.items()]
    event = Event(as_results(rows), EventRules(**rules), players=players)
    result = score_event(event, SCALE)
    wanted = oracle.teams(rows, team_of, full_rules(rules), oracle.TENTH)
    assert {(line.board, line.team): line.imp for line in result.team_lines} == wanted
    lost = oracle.taken(rows, rules)
    for line in result.standings:
        own = sum((imp for (_, team), imp in wanted.items() if team == line.name), Fraction(0))
        assert line.total == own - sum(cost for name, cost in lost.items() if team_of[name] == line.name)
    mixed = replace(
        event, results=tuple(as_results(rng.sample(rows, len(rows)))), players=tuple(rng.sample(players, len(players)))
    )
    assert score_event(mixed, SCALE).to_dict() == result.to_dict()


# --- refusals ---------------------------------------------------------------------------------------------------------


def refused(event: Event) -> str:
    with pytest.raises(EventError) as caught:
        score_event(event, SCALE)
    return str(caught.value)


def test_wrong_teams() -> None:
    event = team_event()
    assert refused(replace(event, players=())) == (
        "players: a team event needs its players with their teams, in a file of players or in the event"
    )
    players = (Player("T0-1"), *event.players[1:])
    assert refused(replace(event, players=players)) == (
        "players[0], column team: 'T0-1' has no team; a team event needs one"
    )
    players = (Player("T0-1", "T0", carry_over=3), *event.players[1:])
    assert refused(replace(event, players=players)) == (
        "players[0], column carry_over: carry_over of a player has no meaning in a team event; it is entered for the "
        "team"
    )
    assert refused(replace(event, teams=(Team("T9"),))) == "teams[0], column name: no player is of team 'T9'"
    players = tuple(replace(one, team="T1") if one.name == "T0-1" else one for one in event.players)
    assert refused(replace(event, players=players)).splitlines()[0] == (
        "results[3], column players: team 'T1' has two members at East on board 1: here and at results[0]"
    )
    assert refused(replace(event, penalties=(Penalty("T7", 1),))) == (
        "penalties[0], column who: 'T7' is not entered in this event; 20 are entered"
    )


def test_wrong_matches() -> None:
    event = team_event(head_to_head=True)
    assert refused(replace(event, matches=(Match(("T0", "T8")),))) == (
        "matches[0], column teams: 'T8' is not entered in this event; 4 are entered"
    )
    assert (
        refused(replace(event, matches=(Match(("T0", "T1"), (1, 7)),)))
        == "matches[0], column boards: there is no board 7"
    )
    assert refused(replace(event, matches=(Match(("T0", "T1"), (1,)), Match(("T1", "T0"), (1, 2))))) == (
        "matches[1], column boards: T1 and T0 meet on board 1 in matches[0] already"
    )
    assert (
        refused(replace(team_event(), matches=(Match(("T0", "T1")),)))
        == "matches[0]: matches need the setting head_to_head=yes"
    )
    individual = Event([TableResult(1, "1", [*"ABCD"], wins={})], teams=(Team("X"),), matches=(Match(("X", "Y")),))
    assert refused(individual).splitlines() == [
        "teams[0]: teams belong to a team event; this is an individual one",
        "matches[0]: matches belong to a team event; this is an individual one",
    ]
