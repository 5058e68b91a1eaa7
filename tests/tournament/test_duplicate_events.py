"""Individual duplicate events: the worked table of the specification, an event by hand, the oracle."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import oracle_duplicate as oracle
import pytest
from duplicate_cases import DEALS, SCALE, as_results, deals, full_rules, individual_event, settings
from hypothesis import given
from hypothesis import settings as how_many
from hypothesis import strategies as st

from fastmcr.errors import EventError, InputError, RulesError, ScaleError
from fastmcr.tournament.duplicate import (
    Event,
    EventResult,
    EventRules,
    Penalty,
    Player,
    Scale,
    SeatLine,
    Standing,
    TableResult,
    score_event,
)

NOBODY = ("", "", "", "")


def column(result: EventResult, board: int, wind: str) -> dict[str, SeatLine]:
    """Return the lines of a wind of a board by table."""
    return {line.table: line for line in result.lines if line.board == board and str(line.wind) == wind}


def placed(result: EventResult) -> list[tuple[int, str, Fraction]]:
    return [(line.rank, line.name, line.total) for line in result.standings]


# --- the worked table of duplicate.md 2.1 -----------------------------------------------------------------------------

WORKED = {  # datum -> deviation and IMP of the East scores +33, -8, -16, 0
    "all": [("123/4", 7), ("-41/4", -3), ("-73/4", -5), ("-9/4", -1)],
    "others": [("41", 9), ("-41/3", -4), ("-73/3", -6), ("-3", -1)],
}


@pytest.mark.parametrize("datum", WORKED)
def test_worked_table_of_the_specification(datum: str) -> None:
    result = score_event(individual_event(datum=datum), SCALE)
    lines = column(result, 1, "E")
    assert [lines[table].score for table in "1234"] == [33, -8, -16, 0]
    found = [(str(lines[table].deviation), lines[table].imp) for table in "1234"]
    assert found == WORKED[datum]
    if datum == "all":
        assert {line.datum for line in lines.values()} == {Fraction(9, 4)}
    else:
        assert [lines[table].datum for table in "1234"] == [-8, Fraction(17, 3), Fraction(25, 3), 3]


# --- 4 tables x 4 boards by hand --------------------------------------------------------------------------------------

# Board -> wind -> sum of the four scores (datum = sum / 4), IMP at tables 1 to 4. Deviations are in the comments.
BY_HAND = {
    1: {
        "E": (9, (7, -3, -5, -1)),  # 30.75 -10.25 -18.25 -2.25
        "S": (61, (-6, 5, 5, -4)),  # -26.25 20.75 20.75 -15.25
        "W": (-5, (-3, -5, 7, 0)),  # -9.75 -18.75 27.25 1.25
        "N": (-65, (2, 2, -7, 4)),  # 5.25 8.25 -29.75 16.25
    },
    2: {
        "E": (-38, (0, -1, -2, 3)),  # 1.5 -4.5 -6.5 9.5
        "S": (-30, (0, -2, 0, 2)),  # -0.5 -6.5 -0.5 7.5
        "W": (72, (6, 6, -6, -5)),  # 22 22 -26 -18
        "N": (-6, (-6, -3, 8, 0)),  # -22.5 -12.5 33.5 1.5
    },
    3: {
        "E": (156, (12, -9, -9, 2)),  # 73 -39 -39 5
        "S": (-104, (-12, 6, 6, 5)),  # -70 26 26 18
        "W": (-16, (-1, 1, 1, -1)),  # -4 4 4 -4
        "N": (-36, (0, 3, 3, -5)),  # 1 9 9 -19
    },
    4: {
        "E": (2, (7, -5, 0, -2)),  # 27.5 -18.5 -0.5 -8.5
        "S": (62, (1, 8, -4, -6)),  # 2.5 36.5 -15.5 -23.5
        "W": (-34, (6, -3, 2, -6)),  # 24.5 -9.5 8.5 -23.5
        "N": (-32, (-11, -3, 2, 11)),  # -54 -10 8 56
    },
}
OTHERS_BOARD_1 = {  # deviations are 4/3 of those above
    "E": (9, -4, -6, -1),  # 41 -13.67 -24.33 -3
    "S": (-8, 7, 7, -5),  # -35 27.67 27.67 -20.33
    "W": (-4, -6, 8, 0),  # -13 -25 36.33 1.67
    "N": (2, 3, -9, 5),  # 7 11 -39.67 21.67
}
# Rank, name, IMP of the boards, IMP of false hu, total, points.
STANDINGS = [
    (1, "O", 15, 0, 15, 92),
    (2, "H", 9, 0, 9, 14),
    (3, "J", 8, 4, 4, 20),  # equal to F: same-wind IMP 8 against 4
    (4, "F", 4, 0, 4, 4),
    (5, "E", 3, 0, 3, 30),  # equal to D: never at the same wind; points 30 against -39
    (6, "D", 3, 0, 3, -39),
    (7, "A", 1, 0, 1, 19),
    (8, "K", 0, 0, 0, 18),  # equal to I and B: points
    (9, "I", 0, 0, 0, 16),
    (10, "B", 0, 0, 0, -11),
    (11, "C", -2, 0, -2, 31),
    (12, "P", 2, 8, -6, -16),
    (13, "L", -7, 0, -7, -54),
    (14, "M", -8, 0, -8, -16),
    (15, "N", -12, 0, -12, -60),
    (16, "G", -19, 0, -19, -52),
]


def test_every_number_of_the_event_by_hand() -> None:
    result = score_event(individual_event(), SCALE)
    assert [table.scores for table in result.tables] == [scores for deals in DEALS.values() for _, _, scores in deals]
    for board, winds in BY_HAND.items():
        for wind, (total, imps) in winds.items():
            lines = column(result, board, wind)
            seat = "ESWN".index(wind)
            scores = [deal[2][seat] for deal in DEALS[board]]
            assert sum(scores) == total
            assert [lines[table].score for table in "1234"] == scores
            assert [lines[table].datum for table in "1234"] == [Fraction(total, 4)] * 4
            assert [lines[table].deviation for table in "1234"] == [score - Fraction(total, 4) for score in scores]
            assert tuple(lines[table].imp for table in "1234") == imps
    standings = [
        (line.rank, line.name, line.imp, line.false_hu_imp, line.total, line.points) for line in result.standings
    ]
    assert standings == STANDINGS
    assert not any(line.shared for line in result.standings)
    assert {line.boards for line in result.standings} == {4}
    assert result.warnings == ()
    ties = {line.name: line.tie_breaks for line in result.standings}
    assert ties["J"] == {"same_wind_imp": 8}
    assert ties["F"] == {"same_wind_imp": 4}
    assert ties["D"] == {"same_wind_imp": 0, "previous_rank": None, "points": -39}
    assert ties["O"] == {}


def test_datum_of_the_others_by_hand() -> None:
    result = score_event(individual_event(datum="others"), SCALE)
    for wind, imps in OTHERS_BOARD_1.items():
        lines = column(result, 1, wind)
        assert tuple(lines[table].imp for table in "1234") == imps


def test_trim_and_rounding_by_hand() -> None:
    """East of board 1: 33, -8, -16, 0. Without best and worst: mean of -8 and 0 is -4."""
    lines = column(score_event(individual_event(trim=1), SCALE), 1, "E")
    assert [lines[table].datum for table in "1234"] == [-4] * 4
    assert [lines[table].imp for table in "1234"] == [9, -1, -3, 1]  # 37 -4 -12 4
    # Of the others without best and worst: -8; 0 (of 33 -16 0); 0 (of 33 -8 0); -8 (of 33 -8 -16).
    lines = column(score_event(individual_event(trim=1, datum="others"), SCALE), 1, "E")
    assert [lines[table].datum for table in "1234"] == [-8, 0, 0, -8]
    # The mean is 2.25; West of board 2 is 18, South -7.5: nearest -8, floor -8, half-even -8; East -9.5: -10 -10 -10.
    for rounding, east, south in (("nearest", 2, -8), ("floor", 2, -8), ("half-even", 2, -8), ("none", "9/4", "-15/2")):
        result = score_event(individual_event(datum_rounding=rounding), SCALE)
        assert {line.datum for line in column(result, 1, "E").values()} == {Fraction(east)}
        assert {line.datum for line in column(result, 2, "S").values()} == {Fraction(south)}


@pytest.mark.parametrize(
    ("rounding", "whole"),
    [("nearest", (1, -1, 3, -3, 2)), ("floor", (0, -1, 2, -3, 2)), ("half-even", (0, 0, 2, -2, 2)),
     ("up", (1, 0, 3, -2, 2))],
)  # fmt: skip
def test_halves(rounding: str, whole: tuple[int, ...]) -> None:
    from fastmcr.tournament.duplicate.numbers import ROUNDINGS

    halves = (Fraction(1, 2), Fraction(-1, 2), Fraction(5, 2), Fraction(-5, 2), Fraction(2))
    assert tuple(ROUNDINGS[rounding](half) for half in halves) == whole


def test_both_scales_differ_and_are_named() -> None:
    tenth, bridge = (score_event(individual_event(), name) for name in ("wbf-bridge-div10", "wbf-bridge"))
    assert column(tenth, 3, "E")["1"].imp == 12
    assert column(bridge, 3, "E")["1"].imp == 2  # 73 of bridge's 50 to 80
    assert "wbf-bridge-div10" in tenth.notices[1]
    assert "UNOFFICIAL" in tenth.notices[1]
    assert tenth.notices[0] == "Rules: duplicate MCR; individual event; several winners: cross-pay; datum: mean of all."


# --- penalties, carry-over, substitutes, tie-breaks -------------------------------------------------------------------


def by_name(result: EventResult) -> dict[str, Standing]:
    return {line.name: line for line in result.standings}


def test_false_hu_costs_no_points_and_is_in_no_datum() -> None:
    event = individual_event()
    without = replace(event, results=tuple(replace(result, false_hu=()) for result in event.results))
    one, other = score_event(event, SCALE), score_event(without, SCALE)
    assert [(line.score, line.datum, line.imp) for line in one.lines] == [
        (line.score, line.datum, line.imp) for line in other.lines
    ]
    assert by_name(one)["P"].points == by_name(other)["P"].points
    assert by_name(one)["P"].total == by_name(other)["P"].total - 8
    assert by_name(one)["J"].total == by_name(other)["J"].total - 4
    lines = {line.player: line for line in one.lines if line.false_hu}
    assert {name: (line.false_hu, line.net_imp) for name, line in lines.items()} == {
        "J": ((True,), -2),  # 2 - 4
        "P": ((False,), -10),  # -2 - 8
    }


def test_every_false_hu_counts_and_the_price_is_a_setting() -> None:
    results = [
        TableResult(1, "1", [*"ABCD"], wins={}, false_hu=[("E", True), ("E", False), ("S", True)]),
        TableResult(1, "2", [*"EFGH"], wins={}),
    ]
    result = by_name(score_event(Event(results, EventRules(false_hu_imp=("1/2", 3))), SCALE))
    assert (result["A"].false_hu, result["A"].false_hu_imp, result["A"].total) == (2, Fraction(7, 2), Fraction(-7, 2))
    assert (result["B"].false_hu, result["B"].total) == (1, Fraction(-1, 2))


def test_penalties_at_a_table_and_of_the_event() -> None:
    results = [
        TableResult(1, "1", [*"ABCD"], wins={}, penalties=[("E", 2, "late"), ("E", "1/2")]),
        TableResult(1, "2", [*"EFGH"], wins={}),
    ]
    event = Event(results, penalties=[Penalty("A", 3, "phone"), Penalty("H", 1)])
    result = by_name(score_event(event, SCALE))
    assert (result["A"].penalty_imp, result["A"].total) == (Fraction(11, 2), Fraction(-11, 2))
    assert (result["H"].penalty_imp, result["H"].total, result["H"].imp) == (1, -1, 0)


@pytest.mark.parametrize(
    ("weight", "rounding", "carried"),
    [("1", "none", (10, -10)), ("2/3", "none", ("20/3", "-20/3")), ("2/3", "up", (7, -6)), ("2/3", "floor", (6, -7)),
     ("0.5", "none", (5, -5)), (0, "up", (0, 0))],
)  # fmt: skip
def test_carry_over(weight: str, rounding: str, carried: tuple[Any, Any]) -> None:
    players = [Player(name, carry_over={"A": 10, "B": -10}.get(name, 0)) for name in "ABCDEFGH"]
    results = [TableResult(1, "1", [*"ABCD"], wins={}), TableResult(1, "2", [*"EFGH"], wins={})]
    rules = EventRules(carry_over_weight=weight, carry_over_rounding=rounding)
    result = by_name(score_event(Event(results, rules, players=players), SCALE))
    assert (result["A"].carried, result["B"].carried) == tuple(map(Fraction, carried))
    assert result["A"].total == Fraction(carried[0])
    assert result["C"].carried == 0


def test_a_substitute_counts_for_the_player_entered() -> None:
    event = individual_event()
    first = replace(event.results[0], substitutes={"E": "Zoe"})
    with_substitute = score_event(replace(event, results=(first, *event.results[1:])), SCALE)
    plain = score_event(event, SCALE)
    assert placed(with_substitute) == placed(plain)
    line = column(with_substitute, 1, "E")["1"]
    assert (line.player, line.substitute, line.score) == ("A", "Zoe", 33)
    assert "A (played by Zoe)" in str(with_substitute)
    assert "Zoe" not in by_name(with_substitute)


def tied(**rules: Any) -> EventResult:
    """Return an event of one board in which everybody has 0 IMP and 0 points."""
    ranks = {"A": 3, "B": 1}
    players = [Player(name, previous_rank=ranks.get(name)) for name in "ABCDEFGH"]
    results = [TableResult(1, "1", [*"ABCD"], wins={}), TableResult(1, "2", [*"EFGH"], wins={})]
    return score_event(Event(results, EventRules(**rules), players=players), SCALE)


def test_equal_ranks_are_shared_and_the_next_left_out() -> None:
    result = tied()
    assert [(line.rank, line.name, line.shared) for line in result.standings] == [
        (1, "B", False), (2, "A", False), *((3, name, True) for name in "CDEFGH"),
    ]  # fmt: skip
    assert [(line.rank, line.shared) for line in tied(tie_breaks=()).standings] == [(1, True)] * 8
    assert "1=" in str(tied(tie_breaks="none"))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        # J and F have 4 IMP, D and E 3; hand-worked above. IMP of the boards: J 5 -2 3 2, F 5 -1 3 -3.
        ("positive_boards", {"J": 3, "F": 2}),
        ("best_board", {"J": 5, "F": 5}),
        ("fewest_penalties", {"J": 4, "F": 0}),
        ("carry_over", {"J": 0, "F": 0}),
        ("points", {"J": 20, "F": 4}),
        ("same_wind_imp", {"J": 8, "F": 4}),
        ("previous_rank", {"J": None, "F": None}),
    ],
)
def test_each_tie_break_by_hand(name: str, values: dict[str, int | None]) -> None:
    result = by_name(score_event(individual_event(tie_breaks=[name]), SCALE))
    assert {player: result[player].tie_breaks[name] for player in "JF"} == values
    better = {"J": "J", "F": "F"}["F" if name == "fewest_penalties" else "J"]
    decided = values["J"] != values["F"]
    assert (result["J"].rank, result["F"].rank) == ((3, 3) if not decided else (3, 4) if better == "J" else (4, 3))


def test_same_wind_needs_the_same_group() -> None:
    """Two groups play the same board; A and E are both East, but were never compared."""
    results = [
        TableResult(1, "1", [*"ABCD"], wins={"E": 9}, group="x"),
        TableResult(1, "2", [*"IJKL"], wins={}, group="x"),
        TableResult(1, "1", [*"EFGH"], wins={"E": 9}, group="y"),
        TableResult(1, "2", [*"MNOP"], wins={}, group="y"),
    ]
    result = by_name(score_event(Event(results), SCALE))
    assert result["A"].tie_breaks["same_wind_imp"] == result["E"].tie_breaks["same_wind_imp"] == 0
    assert result["A"].imp == result["E"].imp == 4  # 33 against a mean of 16.5 within the group


# --- missing results --------------------------------------------------------------------------------------------------


def texts(result: EventResult) -> list[str]:
    return [warning.text for warning in result.warnings]


def test_one_result_has_nothing_to_compare_with() -> None:
    event = Event([TableResult(7, "1", [*"ABCD"], wins={"E": 9})])
    text = "board 7 has one result at each wind (table 1): nothing to compare it with, 0 IMP"
    result = score_event(event, SCALE)
    assert [(line.deviation, line.imp) for line in result.lines] == [(0, 0)] * 4
    assert texts(result) == [text]
    result = score_event(replace(event, rules=EventRules(datum="others")), SCALE)
    assert [(line.datum, line.deviation, line.imp) for line in result.lines] == [(None, None, 0)] * 4
    assert texts(result) == [text]


def test_trim_that_leaves_nothing() -> None:
    event = Event(
        [TableResult(7, "1", [*"ABCD"], wins={"E": 9}), TableResult(7, "2", [*"EFGH"], wins={})], EventRules(trim=1)
    )
    result = score_event(event, SCALE)
    assert texts(result) == ["board 7 has 2 results at each wind, and trim=1 leaves none of them for the datum: 0 IMP"]
    assert {line.imp for line in result.lines} == {0}


def test_a_missing_table_is_left_out_and_told() -> None:
    event = individual_event()
    fewer = replace(event, results=tuple(one for one in event.results if (one.board, one.table) != (1, "4")))
    result = score_event(fewer, SCALE)
    assert texts(result) == [
        "board 1 has no result of table 4", "M has 3 of 4 boards", "N has 3 of 4 boards", "O has 3 of 4 boards",
        "P has 3 of 4 boards",
    ]  # fmt: skip
    assert {line.datum for line in column(result, 1, "E").values()} == {3}  # (33 - 8 - 16) / 3
    not_played = replace(event, results=tuple(
        TableResult(1, "4", [*"MNOP"], played=False) if (one.board, one.table) == (1, "4") else one
        for one in event.results
    ))  # fmt: skip
    other = score_event(not_played, SCALE)
    assert placed(other) == placed(result)
    assert texts(other)[0] == "board 1 was not played at table 4"
    for lacking, words in ((fewer, texts(result)[0]), (not_played, texts(other)[0])):
        with pytest.raises(EventError) as caught:
            score_event(replace(lacking, rules=EventRules(missing="refuse")), SCALE)
        assert str(caught.value) == f"results: {words} (missing=refuse)"


def test_tables_that_share_no_boards_lack_nothing() -> None:
    """Two sessions with other tables and boards; a swap of boards between halves of the room."""
    sessions = [(board, table) for boards, tables in (((1, 2), "AB"), ((3, 4), "CD")) for board in boards
                for table in tables]  # fmt: skip
    results = [TableResult(board, table, [f"{table}{board}{seat}" for seat in "ESWN"], wins={})
               for board, table in sessions]  # fmt: skip
    assert not [one for one in score_event(Event(results), SCALE).warnings if one.kind == "missing-table"]
    chain = [results[0], results[1], results[2]]
    assert texts(score_event(Event(chain), SCALE))[0] == "board 2 has no result of table B"


def test_other_warnings() -> None:
    from fastmcr.tournament.duplicate import Board

    event = individual_event()
    result = score_event(replace(event, boards=tuple(map(Board, range(1, 6)))), SCALE)
    assert texts(result) == ["board 5 is entered, but no table has a result on it"]
    results = [TableResult(1, "1", ("Ann", "ANN", "Cy", "Di"), wins={}), TableResult(1, "2", [*"EFGH"], wins={})]
    assert texts(score_event(Event(results), SCALE)) == [
        "players 'ANN' and 'Ann' have names that look alike; they are taken for two"
    ]
    odd = [
        TableResult(1, "1", [*"ABCD"], scores=(5, -5, 0, 0)),
        TableResult(1, "2", [*"EFGH"], wins={"E": 9}, scores=(1, 2, 3, 4)),
    ]
    result = score_event(Event(odd, EventRules(check_scores=False)), SCALE)
    assert texts(result) == [
        f"board 1 at table {table} has scores that no settlement gives; they are taken as they are (check_scores=no)"
        for table in "12"
    ]
    assert [table.scores for table in result.tables] == [(5, -5, 0, 0), (1, 2, 3, 4)]


# --- scores alone -----------------------------------------------------------------------------------------------------


def test_winners_are_found_from_the_scores() -> None:
    event = individual_event()
    told = score_event(event, SCALE)
    scores_only = replace(event, results=tuple(
        TableResult(one.board, one.table, one.players, scores=one.scores, false_hu=one.false_hu) for one in told.tables
    ))  # fmt: skip
    found = score_event(scores_only, SCALE)
    assert [(one.wins, one.source, one.scores) for one in found.tables] == [
        (one.wins, one.source, one.scores) for one in told.tables
    ]
    assert found.standings == told.standings


@given(deals(), st.sampled_from(("cross-pay", "no-cross-pay")))
def test_scores_and_winners_tell_the_same(deal: dict[str, Any], variant: str) -> None:
    rules = EventRules(multi_hu=variant)
    told = TableResult(1, "1", [*"ABCD"], wins=deal["wins"], source=deal["source"])
    scores = score_event(Event([told], rules), SCALE).tables[0].scores
    assert list(scores or ()) == oracle.scores(deal["wins"], deal["source"], variant == "cross-pay")
    again = score_event(Event([TableResult(1, "1", [*"ABCD"], scores=scores)], rules), SCALE).tables[0]
    assert (again.wins, again.source) == (told.wins, told.source)


# --- against the oracle, and what must not matter ---------------------------------------------------------------------


@st.composite
def events(draw: st.DrawFn) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return rows and settings of an event of up to 5 tables, 4 boards and 2 groups."""
    groups = draw(st.sampled_from((("",), ("a", "b"))))
    tables, boards = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    rows = []
    for group in groups:
        for board in range(1, boards + 1):
            names = draw(st.permutations([f"{group}{place}" for place in range(4 * tables)]))
            for table in range(tables):
                four = names[4 * table : 4 * table + 4]
                rows.append({"board": board, "group": group, "table": str(table), "players": four, **draw(deals())})
    return rows, draw(settings("individual"))


@how_many(max_examples=100)
@given(events())
def test_agrees_with_the_oracle(event: tuple[list[dict[str, Any]], dict[str, Any]]) -> None:
    rows, rules = event
    result = score_event(Event(as_results(rows), EventRules(**rules)), SCALE)
    wanted = oracle.individual(rows, full_rules(rules), oracle.TENTH)
    got = {(line.board, line.player): (line.score, line.datum, line.deviation, line.imp) for line in result.lines}
    assert got == wanted
    lost = oracle.taken(rows, rules)
    for line in result.standings:
        own = [found for (_, name), found in wanted.items() if name == line.name]
        assert line.points == sum(found[0] for found in own)
        assert line.total == sum(found[3] for found in own) - lost.get(line.name, 0)
    totals = [line.total for line in result.standings]
    assert totals == sorted(totals, reverse=True)


@how_many(max_examples=50)
@given(events(), st.randoms(use_true_random=False))
def test_order_and_names_do_not_matter(event: tuple[list[dict[str, Any]], dict[str, Any]], rng: random.Random) -> None:
    rows, rules = event
    plain = score_event(Event(as_results(rows), EventRules(**rules)), SCALE)
    shuffled = rng.sample(rows, len(rows))
    assert score_event(Event(as_results(shuffled), EventRules(**rules)), SCALE).to_dict() == plain.to_dict()
    names = sorted({name for row in rows for name in row["players"]})
    other = dict(zip(names, rng.sample([f"x{name}" for name in names], len(names)), strict=True))
    tables = {row["table"] for row in rows}
    moved = dict(zip(sorted(tables), rng.sample([f"t{table}" for table in sorted(tables)], len(tables)), strict=True))
    renamed = [
        {**row, "players": [other[name] for name in row["players"]], "table": moved[row["table"]]} for row in rows
    ]
    result = score_event(Event(as_results(renamed), EventRules(**rules)), SCALE)
    assert {(line.rank, line.name, line.total) for line in result.standings} == {
        (line.rank, other[line.name], line.total) for line in plain.standings
    }
    assert {(line.board, line.player, line.imp) for line in result.lines} == {
        (line.board, other[line.player], line.imp) for line in plain.lines
    }


@given(st.lists(st.integers(-200, 200), min_size=2, max_size=9))
def test_deviations_of_all_and_of_others(scores: list[int]) -> None:
    """Duplicate.md 2.1: with n results the deviation from the others is n/(n-1) of that from all, which add up to 0."""
    from fastmcr.tournament.duplicate.compare import compared

    scale = Scale.shipped(SCALE)
    of_all, of_others = (compared(scores, EventRules(datum=datum), scale) for datum in ("all", "others"))
    assert sum(of_all[score].deviation or 0 for score in scores) == 0
    for score in scores:
        one, other = of_all[score].deviation, of_others[score].deviation
        assert one is not None
        assert other == one * Fraction(len(scores), len(scores) - 1)


def test_an_event_is_not_changed() -> None:
    event = individual_event()
    before = repr(event)
    score_event(event, SCALE)
    assert repr(event) == before


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_wrong_arguments() -> None:
    with pytest.raises(InputError) as caught:
        score_event("results.csv", SCALE)  # type: ignore[arg-type]
    assert str(caught.value) == "score_event takes an Event, not 'results.csv'; load_results reads one from a file"
    with pytest.raises(TypeError, match="scale"):
        score_event(individual_event())  # type: ignore[call-arg]
    with pytest.raises(InputError, match=r"^the scale must be a Scale or its id, not None$"):
        score_event(individual_event(), None)  # type: ignore[arg-type]
    with pytest.raises(ScaleError, match=r"^no scale is called 'mcr'; there are wbf-bridge-div10, wbf-bridge, or"):
        score_event(individual_event(), "mcr")


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"datum": "mean"}, "datum cannot be 'mean'; allowed: all, others"),
        ({"trim": -1}, "trim cannot be -1; allowed: a whole number from 0 to 99"),
        ({"trim": 1.0}, "trim cannot be 1.0; allowed: a whole number from 0 to 99"),
        ({"minimum": 0}, "minimum cannot be 0; allowed: a whole number from 1 on"),
        ({"false_hu_imp": (4,)}, "false_hu_imp cannot be (4,); allowed: two numbers from 0 on, as in '4,8'"),
        ({"false_hu_imp": "4,-8"}, "false_hu_imp cannot be '4,-8'; allowed: two numbers from 0 on, as in '4,8'"),
        ({"carry_over_weight": "3/2"}, "carry_over_weight cannot be '3/2'; allowed: a number from 0 to 1, as in '2/3'"),
        ({"carry_over_weight": 0.5}, "carry_over_weight cannot be 0.5; allowed: a number from 0 to 1, as in '2/3'"),
        ({"check_scores": 1}, "check_scores cannot be 1; allowed: yes, no"),
        ({"tie_breaks": "points,luck"}, "tie_breaks cannot be 'points,luck'; allowed: a list of same_wind_imp, "
         "previous_rank, points, positive_boards, best_board, fewest_penalties, carry_over, matches_won, or none"),
        ({"tie_breaks": "matches_won"}, "tie_breaks cannot have matches_won in an individual event; it is for teams"),
        ({"team_base": "mean"}, "team_base=mean has no meaning in an individual event; leave it out"),
        ({"kind": "team", "datum": "others"},
         "datum=others has no meaning in a team (team_base=sum) event; leave it out"),
        ({"kind": "team", "head_to_head": True, "team_base": "mean"},
         "team_base=mean has no meaning in a head-to-head event; leave it out"),
    ],
)  # fmt: skip
def test_wrong_settings(rules: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError) as caught:
        EventRules(**rules)
    assert str(caught.value) == words


def test_unknown_setting() -> None:
    with pytest.raises(RulesError) as caught:
        EventRules.from_options({"trimm": 1})
    assert str(caught.value).startswith("there is no setting 'trimm'; there are kind, datum, trim, datum_rounding,")


@pytest.mark.parametrize(
    ("given_by", "words"),
    [
        ({"players": "ABCD"}, "a table has four players, East, South, West and North, not 'ABCD'"),
        ({"players": ["A", "B", "C", ""]}, "the name of a player is printable text without blanks at its ends, not ''"),
        ({"table": 1}, "the name of a table is printable text without blanks at its ends, not 1"),
        ({"group": 1}, "the name of a group is printable text without blanks at its ends, not 1"),
        ({"wins": "S20"}, "a win is one of a sequence or mapping, not 'S20'"),
        ({"wins": ["S20"]}, "a win is given by 2 values, the wind first, not 'S20'"),
        ({"wins": {"S": 20.0}}, "the points of a win are a whole number from 0 to 1000000, not 20.0"),
        ({"false_hu": [("S", 8)]}, "a false hu is True with hand structure, False without, not 8"),
        ({"false_hu": ["S"]}, "a false hu is given by 2 values, the wind first, not 'S'"),
        ({"penalties": [("S",)]}, "a penalty is given by 2 or 3 values, the wind first, not ('S',)"),
        ({"penalties": [("S", 0.5)]}, "a penalty in IMP must be a whole number, a decimal such as '0.5' or a fraction "
                                      "such as '2/3', not 0.5"),
        ({"penalties": [("S", 1, 2)]}, "the reason of a penalty must be text, not 2"),
        ({"substitutes": ["Zoe"]}, "substitutes are four names, empty for nobody, not ['Zoe']"),
        ({"scores": (1, 2, 3, 4.0)}, "scores are four whole numbers from -1000000 to 1000000, for E, S, W and N, not "
                                     "(1, 2, 3, 4.0)"),
        ({"remarks": None}, "remarks must be text, not None"),
        ({"played": 0}, "played must be True or False, not 0"),
        ({"wins": None}, "board 1 at table 1 needs the winners or the scores, or played=False"),
        ({"board": True}, "the number of a board is 1 to 9999, not True"),
    ],
)  # fmt: skip
def test_wrong_values(given_by: dict[str, Any], words: str) -> None:
    good: dict[str, Any] = {"board": 1, "table": "1", "players": [*"ABCD"], "wins": {}}
    with pytest.raises(InputError) as caught:
        TableResult(**{**good, **given_by})
    assert str(caught.value) == words


def test_wrong_parts_of_an_event() -> None:
    with pytest.raises(InputError, match=r"^the results of an event are of TableResult, not 'x'$"):
        Event(["x"])  # type: ignore[list-item]
    with pytest.raises(InputError, match=r"^the rules of an event are EventRules, not 'default'$"):
        Event([], "default")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^the name of an event must be text, not 5$"):
        Event([], name=5)  # type: ignore[arg-type]


@given(st.one_of(settings("individual"), settings("team")))
def test_settings_survive_json_and_text(rules: dict[str, Any]) -> None:
    from fastmcr.tournament.duplicate.settings import SETTINGS, word_of

    made = EventRules(**rules)
    assert EventRules.from_options(made.to_dict()) == made
    assert EventRules.from_options({name: word_of(getattr(made, name)) for name in SETTINGS}) == made
