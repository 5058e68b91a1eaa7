"""Who pays whom: the examples and tables of the rules, every combination against the slow twin, wrong input."""

from __future__ import annotations

import itertools
import json
import pickle
import re
from fractions import Fraction
from typing import Any

import numpy as np
import oracle_settlement as oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared_files import LOGS, needs
from support import python

from fastmcr import InputError, RowsError, Tile, Wind, score, settle, settle_batch
from fastmcr.errors import SettlementError
from fastmcr.tournament.settlement import FALSE_HU_DUPLICATE, FALSE_HU_ORDINARY, Settlement, Value

SEATS = "ESWN"


def dup(wins: dict[str, int], discarder: str | None = None, **more: Any) -> Settlement:
    return settle(wins, discarder=discarder, self_drawn=discarder is None, duplicate=True, **more)


# --- the examples of the rules ----------------------------------------------------------------------------------------


def test_self_drawn_examples_of_the_specification() -> None:
    assert dup({"E": 9}).points == (33, -11, -11, -11)
    assert dup({"E": 10}).points == (34, -12, -12, -12)


SELF_DRAWN = """
8 32 -11 -1 | 17 41 -14 -1 | 26 50 -17 -1
9 33 -11 0 | 18 42 -14 0 | 27 51 -17 0
10 34 -12 -2 | 19 43 -15 -2 | 28 52 -18 -2
11 35 -12 -1 | 20 44 -15 -1 | 32 56 -19 -1
12 36 -12 0 | 21 45 -15 0 | 48 72 -24 0
13 37 -13 -2 | 22 46 -16 -2 | 64 88 -30 -2
14 38 -13 -1 | 23 47 -16 -1 | 88 112 -38 -2
15 39 -13 0 | 24 48 -16 0 | 120 144 -48 0
16 40 -14 -2 | 25 49 -17 -2 | 176 200 -67 -1
"""
TABLE = [tuple(map(int, cell.split())) for line in SELF_DRAWN.strip().splitlines() for cell in line.split("|")]


@pytest.mark.parametrize(("value", "win", "lose", "total"), TABLE)
@pytest.mark.parametrize("seat", range(4))
def test_table_of_self_drawn_wins_in_duplicate(value: int, win: int, lose: int, total: int, seat: int) -> None:
    found = dup({SEATS[seat]: value})
    assert found.points == tuple(win if one == seat else lose for one in range(4))
    assert found.sum == total
    row = [value if one == seat else 0 for one in range(4)]
    assert settle_batch([row], -1, duplicate=True).points.tolist() == [list(found.points)]


def test_the_table_is_whole() -> None:
    assert len(TABLE) == 27
    assert [row[0] for row in sorted(TABLE)] == [*range(8, 29), 32, 48, 64, 88, 120, 176]


@pytest.mark.parametrize(
    ("wins", "points"),
    [
        ({"S": 20}, (-28, 44, -8, -8)),
        ({"S": 20, "W": 10}, (-46, 36, 26, -16)),  # the specification's example
        ({"S": 20, "W": 10, "N": 8}, (-62, 28, 18, 16)),
        ({"S": 8, "N": 20}, (-44, 24, -16, 36)),  # a real deal, 6a20884b...
        ({"S": 14, "W": 12}, (-42, 30, 28, -16)),  # a real deal, 6a2089e1...
        ({"S": 12, "W": 12}, (-40, 28, 28, -16)),  # the record of 2022-06-25 by the specification's rule
    ],
)
def test_several_winners_in_duplicate(wins: dict[str, int], points: tuple[int, ...]) -> None:
    assert dup(wins, "E").points == points
    assert dup(wins, "E").sum == 0
    assert dup(wins, "E", robbed_kong=True).points == points  # the robbed player pays as a discarder does
    assert settle(wins, discarder="E", multiple_winners="all").points == points


@pytest.mark.parametrize(
    ("wins", "points"),
    [
        ({"S": 12, "W": 12}, (-32, 36, 36, -8)),  # the record of 2022-06-25
        ({"S": 20, "W": 10}, (-38, 44, 34, -8)),
        ({"S": 20, "W": 10, "N": 8}, (-46, 44, 34, 32)),
        ({"S": 20}, (-28, 44, -8, -8)),
    ],
)
def test_winners_who_pay_nobody(wins: dict[str, int], points: tuple[int, ...]) -> None:
    found = dup(wins, "E", variant="no-cross-pay")
    assert found.points == points
    assert found.sum == 32 * (len(wins) - 1)


@pytest.mark.parametrize("h", list(itertools.product((8, 9, 25), repeat=3)))
def test_three_winners_in_general(h: tuple[int, int, int]) -> None:
    assert dup(dict(zip("SWN", h, strict=True)), "E").points == (-(sum(h) + 24), h[0] + 8, h[1] + 8, h[2] + 8)


@pytest.mark.parametrize(
    ("worth", "drawn", "discarded"),
    [
        (8, (48, -16, -16, -16), (32, -8, -16, -8)),
        (Value(10, 2), (60, -20, -20, -20), (36, -8, -20, -8)),
        (12, (60, -20, -20, -20), (36, -8, -20, -8)),
        (25, (99, -33, -33, -33), (49, -8, -33, -8)),
    ],
)
def test_ordinary_examples(worth: int | Value, drawn: tuple[int, ...], discarded: tuple[int, ...]) -> None:
    assert settle({"E": worth}, self_drawn=True).points == drawn
    assert settle({"E": worth}, discarder="W").points == discarded
    assert settle({"E": worth}, discarder="W", robbed_kong=True).points == discarded


def test_only_the_nearest_wins_in_ordinary() -> None:
    found = settle({"E": 40, "S": 8, "N": 30}, discarder="W")
    assert found.points == (-8, -8, -38, 54)
    assert [str(win.seat) for win in found.wins] == ["N"]
    assert [str(win.seat) for win in found.passed_over] == ["E", "S"]
    assert settle({"E": 40, "S": 8}, discarder="W").points == (64, -8, -48, -8)
    assert "Passed over: East with 40: North is nearer after the discarder" in str(found)


def test_robbed_kong_of_the_invented_deal() -> None:
    """East robs North's kong with 14: +38, -8, -8, -22 in the record."""
    found = settle({"E": 14}, discarder="N", robbed_kong=True)
    assert found.points == (38, -8, -8, -22)
    assert {payment.reason for payment in found.of("N")} == {"East's win of 14 on North's robbed kong: 14 + 8"}


def test_draw() -> None:
    for found in (settle(), settle({}), settle({}, duplicate=True)):
        assert found.points == (0, 0, 0, 0)
        assert found.is_draw
        assert not found.self_drawn
        assert found.payments == ()
        assert "draw, nobody won" in str(found)


# --- recorded deals ---------------------------------------------------------------------------------------------------


@needs("sample_logs")
@pytest.mark.parametrize(("name", "variant"), [("1", "cross-pay"), ("2", "no-cross-pay"), ("3", "cross-pay")])
def test_recorded_deals_of_duplicate_play(name: str, variant: Any) -> None:
    """Deals of an online event of 2022; of two winners it paid both in full, which is the variant."""
    text = (LOGS / "pmn" / f"example_{name}.pmn").read_text("utf-8")
    tags = dict(re.findall(r'\[(\w+) "([^"]*)"\]', text))
    wins = {}
    for seat, fans in zip(SEATS, tags["Fan"].split(), strict=True):
        if fans != "None":
            wins[seat] = sum(int(fan.split("/")[1]) * int(fan.split("/")[2]) for fan in fans.split("."))
    discarder = int(re.findall(r"D(\d)\w\d(?:H\d)+$", tags["Play"])[0])
    assert len(wins) == (2 if name == "2" else 1)
    found = settle(wins, discarder=discarder, duplicate=True, variant=variant)
    assert list(found.points) == [int(points) for points in tags["Result"].split()]


@needs("sample_logs")
def test_recorded_deals_of_a_contest() -> None:
    """14 wins and 2 draws: one winner, ordinary payments."""
    text = (LOGS / "botzone_text" / "sample_fan_names_lost.txt").read_text("utf-8").replace("\r", "")
    ends = []
    for deal in re.split(r"\n(?=Match )", text):
        lines = [line.split() for line in deal.strip().splitlines()]
        points = [int(word) for word in lines[-1][1:]]
        assert lines[-1][0] == "Score"
        if lines[-2] == ["Huang"]:
            found = settle()
        else:
            winner, last = int(lines[-3][1]), lines[-4]
            assert (lines[-3][2], lines[-2][0]) == ("Hu", "Fan")
            drawn = int(last[1]) == winner
            assert last[2] == ("Draw" if drawn else "Play")
            value = int(lines[-2][1])
            found = settle({winner: value}, discarder=None if drawn else int(last[1]), self_drawn=drawn)
        assert list(found.points) == points
        ends.append((found.is_draw, found.self_drawn))
    assert len(ends) == 16
    assert ends.count((True, False)) == 2
    assert 0 < ends.count((False, True)) < 14


@needs("sample_logs")
def test_recorded_hands_with_flowers() -> None:
    rounds = json.loads((LOGS / "salasasa" / "guobiao_4_hands.json").read_text("utf-8"))["game_round"]
    wins = [tick for one in rounds.values() for tick in one["action_ticks"] if tick[0].startswith("hu_")]
    assert len(wins) == 2
    for _, _, total, fans, points in wins:
        assert "花牌*1" in fans
        winner, discarder = points.index(max(points)), points.index(min(points))
        assert list(settle({winner: Value(total - 1, 1)}, discarder=discarder).points) == points


# --- false hu ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "each"), [("below-minimum", 10), ("wrong-tile", 10), ("ready", 10), ("one-short", 20), ("two-short", 0)]
)
def test_false_hu_in_ordinary(kind: str, each: int) -> None:
    """Rules of 1998, Art. 14.6; a later winner is paid normally."""
    found = settle({"E": 8}, discarder="N", false_hu={"S": kind})
    assert found.points == (32 + each, -8 - 3 * each, -8 + each, -16 + each)
    assert found.sum == 0
    assert found.false_hu_imp == (0, 0, 0, 0)
    assert found.disqualified == ((Wind.S,) if kind == "two-short" else ())
    assert settle(false_hu={"S": kind}).points == (each, -3 * each, each, each)
    assert FALSE_HU_ORDINARY[kind].cost == each


@pytest.mark.parametrize(("kind", "imp"), [("structure", 4), ("no-structure", 8), (4, 4), (8, 8)])
def test_false_hu_in_duplicate_costs_no_points(kind: str | int, imp: int) -> None:
    found = dup({"S": 20, "W": 10}, "E", false_hu={"N": kind})
    assert found.points == (-46, 36, 26, -16)
    assert found.false_hu_imp == (0, 0, 0, imp)
    assert f"loses {imp} IMP after conversion, no points" in str(found)
    assert FALSE_HU_DUPLICATE[found.false_hus[0].kind].cost == imp


def test_each_false_hu_counts() -> None:
    assert settle(false_hu=[("N", 10), ("E", "one-short"), ("N", 20)]).points == (-60 + 30, 50, 50, -90 + 20)
    assert settle(duplicate=True, false_hu=[("N", 4), ("E", 8), ("N", 8)]).false_hu_imp == (8, 0, 0, 12)


def test_the_offender_may_discard_to_a_later_winner() -> None:
    assert settle({"E": 8}, discarder="S", false_hu={"S": 10}).points == (42, -46, 2, 2)


# --- reasons ----------------------------------------------------------------------------------------------------------


def explained(found: Settlement) -> None:
    """Payments explain every point, and those between seats stand in both lists."""
    for seat in Wind:
        assert sum(payment.amount for payment in found.of(seat)) == found.points[seat]
    assert [payment.seat for payment in found.payments] == sorted(payment.seat for payment in found.payments)
    ends = [(p.seat, p.other, p.amount, p.cause, p.reason) for p in found.payments if p.other is not None]
    assert sorted(ends) == sorted((other, seat, -amount, *rest) for seat, other, amount, *rest in ends)
    assert all(payment.amount and payment.reason for payment in found.payments)
    assert sum(found.points) == sum(payment.amount for payment in found.payments)


def test_reasons_of_a_discard_win() -> None:
    found = settle({"S": Value(10, 1)}, discarder="E")
    assert [(str(p.seat), str(p.other), p.amount, p.reason) for p in found.payments] == [
        ("E", "S", -19, "South's win of 11 (10 + 1 flower) on East's discard: 11 + 8"),
        ("S", "E", 19, "South's win of 11 (10 + 1 flower) on East's discard: 11 + 8"),
        ("S", "W", 8, "South's win of 11 (10 + 1 flower) on East's discard: 8 from each other player"),
        ("S", "N", 8, "South's win of 11 (10 + 1 flower) on East's discard: 8 from each other player"),
        ("W", "S", -8, "South's win of 11 (10 + 1 flower) on East's discard: 8 from each other player"),
        ("N", "S", -8, "South's win of 11 (10 + 1 flower) on East's discard: 8 from each other player"),
    ]


def test_nobody_is_named_where_the_rule_names_nobody() -> None:
    found = dup({"W": 10})
    assert [(str(p.seat), p.other, p.amount, p.reason) for p in found.payments] == [
        ("E", None, -12, "West's self-drawn win of 10: 10/3 rounded up + 8 = 4 + 8"),
        ("S", None, -12, "West's self-drawn win of 10: 10/3 rounded up + 8 = 4 + 8"),
        ("W", None, 34, "West's self-drawn win of 10: 10 + 24"),
        ("N", None, -12, "West's self-drawn win of 10: 10/3 rounded up + 8 = 4 + 8"),
    ]
    assert "Sum        -2" in str(found)
    assert dup({"W": 9}).payments[0].reason == "West's self-drawn win of 9: 9/3 + 8 = 3 + 8"


TEXT = """\
Settlement: duplicate MCR, all winners, cross-pay, minimum 8
Result:   South with 20 and West with 10, on East's discard
False hu: North, a complete hand below the minimum: loses 4 IMP after conversion, no points
Seat   Points  Payment  With   Reason
-----  ------  -------  -----  -------------------------------------------------------------
East      -46      -28  South  South's win of 20 on East's discard: 20 + 8
                   -18  West   West's win of 10 on East's discard: 10 + 8
South     +36      +28  East   South's win of 20 on East's discard: 20 + 8
                    +8  West   South's win of 20 on East's discard: 8 from each other player
                    +8  North  South's win of 20 on East's discard: 8 from each other player
                    -8  West   West's win of 10 on East's discard: 8 from each other player
West      +26       -8  South  South's win of 20 on East's discard: 8 from each other player
                   +18  East   West's win of 10 on East's discard: 10 + 8
                    +8  South  West's win of 10 on East's discard: 8 from each other player
                    +8  North  West's win of 10 on East's discard: 8 from each other player
North     -16       -8  South  South's win of 20 on East's discard: 8 from each other player
                    -8  West   West's win of 10 on East's discard: 8 from each other player
-----  ------  -------  -----  -------------------------------------------------------------
Sum         0"""


def test_text_and_json() -> None:
    found = dup({"S": 20, "W": 10}, "E", false_hu={"N": 4})
    assert str(found) == TEXT
    data = json.loads(found.to_json())
    assert data == found.to_dict()
    assert data["points"] == {"E": -46, "S": 36, "W": 26, "N": -16}
    assert data["false_hu_imp"] == {"E": 0, "S": 0, "W": 0, "N": 4}
    assert (data["format"], data["version"]) == ("fastmcr settlement", 1)
    assert data["rules"]["text"] == found.rules_text == "duplicate MCR, all winners, cross-pay, minimum 8"
    assert sum(one["amount"] for one in data["payments"]) == data["sum"] == 0
    assert (data["from"], data["self_drawn"], data["draw"], data["robbed_kong"]) == ("E", False, False, False)
    assert data["wins"][0] == {"seat": "S", "value": 20, "points": 20, "flowers": 0, "hand": None, "score": None}
    assert pickle.loads(pickle.dumps(found)) == found


def test_the_variant_is_always_named() -> None:
    assert settle().rules_text == "ordinary MCR, nearest winner only, minimum 8"
    assert settle(multiple_winners="all", minimum=6).rules_text == "ordinary MCR, all winners, cross-pay, minimum 6"
    assert settle(duplicate=True, variant="no-cross-pay").rules_text == (
        "duplicate MCR, all winners, no-cross-pay, minimum 8"
    )


# --- against the slow twin --------------------------------------------------------------------------------------------

VALUES = (8, 9, 10, 11, 64, 333)
MODES = [
    (duplicate, winners, variant)
    for duplicate in (False, True)
    for winners in ("nearest", "all")
    for variant in ("cross-pay", "no-cross-pay")
    if not (duplicate and winners == "nearest")
]


def every_end() -> list[tuple[list[int], int]]:
    """Return every way a hand can end: nobody, one self-drawn, one to three winners on each seat's tile."""
    ends: list[tuple[list[int], int]] = [([0, 0, 0, 0], -1)]
    for row in itertools.product((0, *VALUES), repeat=4):
        winners = [seat for seat in range(4) if row[seat]]
        if len(winners) == 1:
            ends.append((list(row), -1))
        ends += [(list(row), seat) for seat in range(4) if winners and seat not in winners]
    return ends


ENDS = every_end()


@pytest.mark.parametrize(("duplicate", "winners", "variant"), MODES)
def test_every_end_of_a_hand(duplicate: bool, winners: Any, variant: Any) -> None:
    assert len(ENDS) == 1 + 4 * 6 + 4 * (7**3 - 1)
    wanted = [
        oracle.settle(values, source, duplicate, winners == "all", variant == "cross-pay") for values, source in ENDS
    ]
    for (values, source), points in zip(ENDS, wanted, strict=True):
        found = settle(
            {seat: value for seat, value in enumerate(values) if value},
            discarder=None if source < 0 else source,
            self_drawn=source < 0 and any(values),
            duplicate=duplicate,
            multiple_winners=winners,
            variant=variant,
        )
        assert list(found.points) == points
        explained(found)
    rows, sources = np.array([end[0] for end in ENDS]), np.array([end[1] for end in ENDS])
    batch = settle_batch(rows, sources, duplicate=duplicate, multiple_winners=winners, variant=variant)
    assert batch.points.dtype == np.int32
    assert batch.points.tolist() == wanted
    assert not batch.status.any()
    assert not batch.false_hu_imp.any()


@pytest.mark.parametrize("duplicate", [False, True])
def test_every_value_of_a_self_drawn_win(duplicate: bool) -> None:
    values = np.zeros((1000, 4), np.int64)
    values[:, 2] = np.arange(1, 1001)
    found = settle_batch(values, -1, duplicate=duplicate, minimum=0).points
    assert found.tolist() == [oracle.settle(row.tolist(), -1, duplicate, True) for row in values]
    for row, points in zip(values[::37], found[::37], strict=True):
        one = settle({"W": int(row[2])}, self_drawn=True, duplicate=duplicate, minimum=0)
        assert list(one.points) == points.tolist()
        explained(one)


worth = st.integers(8, 400)
offences = st.lists(st.tuples(st.integers(0, 3), st.sampled_from((10, 20))), max_size=4)


@given(st.dictionaries(st.integers(0, 3), worth, max_size=3), st.integers(0, 3), offences, st.permutations(range(4)))
def test_sums_and_changed_seats(
    wins: dict[int, int], discarder: int, false_hu: list[tuple[int, int]], order: list[int]
) -> None:
    """Ordinary hands and discards in duplicate add up to 0; who sits where changes nothing but names."""
    offenders = {seat for seat, _ in false_hu}
    wins = {seat: value for seat, value in wins.items() if seat != discarder and seat not in offenders}
    source = discarder if wins else None
    ordinary = settle(wins, discarder=source, multiple_winners="all", false_hu=false_hu)
    assert ordinary.sum == 0
    explained(ordinary)
    duplicate = settle(wins, discarder=source, duplicate=True)
    assert duplicate.sum == 0
    uncrossed = settle(wins, discarder=source, duplicate=True, variant="no-cross-pay")
    assert uncrossed.sum == 32 * max(0, len(wins) - 1)
    costs = [sum(cost for seat, cost in false_hu if seat == one) for one in range(4)]
    row = [wins.get(seat, 0) for seat in range(4)]
    batch = settle_batch([row], -1 if source is None else source, multiple_winners="all", false_hu=[costs])
    assert batch.points[0].tolist() == list(ordinary.points)
    assert oracle.settle(row, -1 if source is None else source, False, True, True, tuple(costs)) == [*ordinary.points]
    moved = settle(
        {order[seat]: value for seat, value in wins.items()},
        discarder=None if source is None else order[source],
        multiple_winners="all",
        false_hu=[(order[seat], cost) for seat, cost in false_hu],
    )
    assert [moved.points[order[seat]] for seat in range(4)] == list(ordinary.points)
    turned = settle(  # the nearest winner is the same as long as the order of play is
        {(seat + 1) % 4: value for seat, value in wins.items()}, discarder=None if source is None else (source + 1) % 4
    )
    plain = settle(wins, discarder=source)
    assert [turned.points[(seat + 1) % 4] for seat in range(4)] == list(plain.points)
    assert plain.sum == turned.sum == 0


@given(worth, st.integers(0, 3))
def test_a_self_drawn_win_in_duplicate_is_off_by_the_rounding_alone(value: int, seat: int) -> None:
    found = dup({SEATS[seat]: value})
    loss = -found.points[(seat + 1) % 4] - 8
    assert loss - 1 < Fraction(value, 3) <= loss
    assert found.points[seat] == value + 24
    assert found.sum == {0: 0, 1: -2, 2: -1}[value % 3]
    assert settle({SEATS[seat]: value}, self_drawn=True).sum == 0


def test_numbers_have_no_limit() -> None:
    big = 10**30
    assert settle({"E": big}, self_drawn=True, duplicate=True).points[0] == big + 24
    assert settle({"E": big}, self_drawn=True).points[1] == -big - 8


# --- scored hands -----------------------------------------------------------------------------------------------------

SOUTH = "123456789m1155p5p|ES0000|2"  # 20 points and 2 flowers
NORTH = "123456789p1155m5p|EN0000"


def test_a_score_is_paid_with_its_flowers() -> None:
    found = settle({"S": score(SOUTH)}, discarder="E")
    assert found.points == (-30, 46, -8, -8)
    assert found.wins[0].value == Value(20, 2)
    assert found.to_dict()["wins"][0] == {
        "seat": "S", "value": 22, "points": 20, "flowers": 2, "hand": str(score(SOUTH).hand),
        "score": score(SOUTH).to_dict(),
    }  # fmt: skip


def test_a_self_drawn_score_needs_no_more_words() -> None:
    drawn = score("123456789m1155p5p|ES1000|0")
    found = settle({"S": drawn})
    assert found.self_drawn
    assert found.points == settle({"S": drawn.total}, self_drawn=True).points


def test_flowers_do_not_help_to_the_minimum() -> None:
    chicken = score("[123m]456m789p345s2s2s|EN0000|8")
    assert chicken.points < 8 < chicken.total
    with pytest.raises(SettlementError) as caught:
        settle({"N": chicken}, discarder="E")
    assert str(caught.value) == (f"North's win of {chicken.points} points without flowers is below the minimum of 8")
    assert caught.value.seat == "N"


def test_the_minimum_is_that_of_the_rules_of_the_score() -> None:
    from fastmcr import Rules

    low = score("[123m]456m789p345s2s2s|EN0000", Rules(minimum=1))
    found = settle({"N": low}, discarder="E")
    assert (found.minimum, found.points[3]) == (1, 24 + low.total)
    with pytest.raises(SettlementError, match="below the minimum of 8"):
        settle({"N": low}, discarder="E", minimum=8)
    with pytest.raises(InputError, match=r"^the hands were scored under different minimums, 1 and 8; give minimum=$"):
        settle({"N": low, "S": score(SOUTH)}, discarder="E", multiple_winners="all")


# --- wrong input ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"wins": {"S": 7}, "discarder": "E"}, "South's win of 7 points is below the minimum of 8"),
        ({"wins": {"S": 1}, "discarder": "E"}, "South's win of 1 point is below the minimum of 8"),
        (
            {"wins": {"S": Value(7, 2)}, "discarder": "E"},
            "South's win of 7 points without flowers is below the minimum of 8",
        ),
        ({"wins": {"S": 0}, "discarder": "E"}, "South's win must be worth 1 point or more, not 0"),
        ({"wins": {"S": -8}, "discarder": "E"}, "South's win must be worth 1 point or more, not -8"),
        ({"wins": {"S": Value(8, 9)}, "discarder": "E"}, "South's win cannot have 9 flowers; there are 0 to 8"),
        ({"wins": {"S": Value(8, -1)}, "discarder": "E"}, "South's win cannot have -1 flowers; there are 0 to 8"),
        (
            {"wins": {"S": Value(8, 1)}, "discarder": "E", "duplicate": True},
            "South's win counts 1 flower; duplicate MCR is played without",
        ),
        ({"wins": {"E": 8}, "discarder": "E"}, "East discarded the tile and cannot win with it"),
        (
            {"wins": {"E": 8}, "discarder": "E", "robbed_kong": True},
            "East made the robbed kong and cannot win with it",
        ),
        ({"wins": {"E": 8, "N": 9}, "self_drawn": True}, "a self-drawn win has one winner, not East and North"),
        (
            {"wins": {"E": 8}, "discarder": "S", "self_drawn": True},
            "a self-drawn win has no discarder, but South is given",
        ),
        (
            {"wins": {"E": 8}, "self_drawn": True, "robbed_kong": True},
            "a robbed kong is another player's tile: it cannot be self-drawn",
        ),
        ({"wins": {"E": 8}}, "a win needs the discarder (or whose kong was robbed), or self_drawn=True"),
        (
            {"wins": {"E": 8}, "robbed_kong": True},
            "a win needs the discarder (or whose kong was robbed), or self_drawn=True",
        ),
        ({"discarder": "E"}, "a discarder is given, but no winner; a draw has neither"),
        ({"self_drawn": True}, "self_drawn is given, but no winner; a draw has neither"),
        ({"robbed_kong": True}, "robbed_kong is given, but no winner; a draw has neither"),
        ({"wins": {"X": 8}, "discarder": "E"}, "no seat 'X'; a seat is E, S, W or N (or 0..3)"),
        ({"wins": {4: 8}, "discarder": "E"}, "no seat 4; a seat is E, S, W or N (or 0..3)"),
        ({"wins": {"E": 8}, "discarder": Tile.C}, "no seat C; a seat is E, S, W or N (or 0..3)"),
        ({"wins": {"E": 8, 0: 9}, "self_drawn": True}, "two wins are given for East; each seat wins once"),
        (
            {"wins": {"E": 8}, "discarder": "S", "false_hu": {"E": 10}},
            "East cannot win after a false hu: the hand is dead",
        ),
        (
            {"false_hu": {"E": 4}},
            "East's false hu cannot be 4; in ordinary MCR it is one of below-minimum, wrong-tile, ready, one-short, "
            "two-short, or 10 (ready), 20 (one-short)",
        ),
        (
            {"false_hu": {"E": "wrong-tile"}, "duplicate": True},
            "East's false hu cannot be 'wrong-tile'; in duplicate MCR it is one of structure, no-structure, or "
            "4 (structure), 8 (no-structure)",
        ),
        ({"false_hu": {"Z": 10}}, "no seat 'Z'; a seat is E, S, W or N (or 0..3)"),
    ],
)
def test_what_the_rules_do_not_allow(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(SettlementError) as caught:
        settle(**arguments)
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"wins": [("E", 8)]}, "wins must be a mapping of seats to values, as in {'E': 12}, not [('E', 8)]"),
        (
            {"wins": {"E": 8.0}, "self_drawn": True},
            "East's win must be a whole number of points, a Value or a Score, not 8.0",
        ),
        (
            {"wins": {"E": True}, "self_drawn": True},
            "East's win must be a whole number of points, a Value or a Score, not True",
        ),
        (
            {"wins": {"E": "12"}, "self_drawn": True},
            "East's win must be a whole number of points, a Value or a Score, not '12'",
        ),
        ({"wins": {"E": 8}, "self_drawn": 1}, "self_drawn must be True or False, not 1"),
        ({"duplicate": "yes"}, "duplicate must be True or False, not 'yes'"),
        ({"robbed_kong": None}, "robbed_kong must be True or False, not None"),
        ({"variant": "cross"}, "variant must be 'cross-pay' or 'no-cross-pay', not 'cross'"),
        ({"multiple_winners": 2}, "multiple_winners must be 'nearest' or 'all', not 2"),
        (
            {"multiple_winners": "nearest", "duplicate": True},
            "duplicate MCR pays every winner; multiple_winners='nearest' belongs to ordinary MCR",
        ),
        ({"minimum": -1}, "minimum must be a whole number from 0 on, not -1"),
        ({"minimum": 8.0}, "minimum must be a whole number from 0 on, not 8.0"),
        ({"false_hu": "E"}, "false_hu must be a mapping or pairs of seat and kind, not 'E'"),
        ({"false_hu": 4}, "false_hu must be a mapping or pairs of seat and kind, not 4"),
        ({"false_hu": ["E"]}, "false_hu must hold pairs of seat and kind, not 'E'"),
    ],
)
def test_arguments_of_another_type(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError) as caught:
        settle(**arguments)
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("wins", "how", "words"),
    [
        ({"W": SOUTH}, {"discarder": "E"}, "West's hand {W} was scored for the seat South"),
        (
            {"S": SOUTH},
            {"self_drawn": True},
            "South's hand {S} was scored as not self-drawn, but it is settled as self-drawn",
        ),
        (
            {"S": SOUTH},
            {"discarder": "E", "robbed_kong": True},
            "South's hand {S} was scored as not robbing a kong, but it is settled as robbing a kong",
        ),
        (
            {"S": "123456789m1155p5p|ES1000|0"},
            {"discarder": "E"},
            "South's hand {S} was scored as self-drawn, but it is settled as not self-drawn",
        ),
        (
            {"S": SOUTH, "N": "123456789p1155m5m|EN0000"},
            {"discarder": "E"},
            "South wins with 5p, North with 5m; it must be the same tile",
        ),
        (
            {"S": SOUTH, "N": "123456789s1155p5p|SN0000"},
            {"discarder": "E"},
            "South's hand has the prevalent wind E, North's S; a deal has one",
        ),
        (
            {"S": "[SSS]123m456p789s5s5s"},
            {"discarder": "E"},
            "South's hand {S} has a set of S, but its winds were not given, and they may change its points",
        ),
    ],
)
def test_hands_that_do_not_fit(wins: dict[str, str], how: dict[str, Any], words: str) -> None:
    scores = {seat: score(hand) for seat, hand in wins.items()}
    with pytest.raises(SettlementError) as caught:
        settle(scores, multiple_winners="all", **how)
    assert str(caught.value) == words.format(**{seat: found.hand for seat, found in scores.items()})


def test_a_wind_set_with_its_winds_is_settled() -> None:
    hand = score("[SSS]123m456p789s5s5s|SS0000")
    assert settle({"S": hand}, discarder="E").points == (-8 - hand.total, 24 + hand.total, -8, -8)


def test_nothing_is_changed() -> None:
    wins, false_hu = {"S": 20}, [("N", 10)]
    settle(wins, discarder="E", false_hu=false_hu)
    assert (wins, false_hu) == ({"S": 20}, [("N", 10)])


# --- batch ------------------------------------------------------------------------------------------------------------

BAD = [
    ([-8, 0, 0, 0], -1, [0] * 4, [0] * 4, 1),
    ([100_000_001, 0, 0, 0], -1, [0] * 4, [0] * 4, 1),
    ([7, 0, 0, 0], -1, [0] * 4, [0] * 4, 2),
    ([10, 0, 0, 0], 1, [3, 0, 0, 0], [0] * 4, 2),
    ([8, 0, 0, 0], 4, [0] * 4, [0] * 4, 3),
    ([8, 0, 0, 0], -2, [0] * 4, [0] * 4, 3),
    ([8, 0, 0, 0], 0, [0] * 4, [0] * 4, 4),
    ([8, 8, 0, 0], -1, [0] * 4, [0] * 4, 5),
    ([0, 0, 0, 0], 2, [0] * 4, [0] * 4, 6),
    ([20, 0, 0, 0], 1, [9, 0, 0, 0], [0] * 4, 7),
    ([20, 0, 0, 0], 1, [-1, 0, 0, 0], [0] * 4, 7),
    ([20, 0, 0, 0], 1, [0, 1, 0, 0], [0] * 4, 7),
    ([8, 0, 0, 0], 1, [8, 0, 0, 0], [0] * 4, 7),
    ([20, 0, 0, 0], 1, [0] * 4, [0, 5, 0, 0], 8),
    ([20, 0, 0, 0], 1, [0] * 4, [0, -10, 0, 0], 8),
    ([20, 0, 0, 0], 1, [0] * 4, [10, 0, 0, 0], 9),
]


@pytest.mark.parametrize("dtype", [np.int16, np.int64])
def test_bad_rows_are_marked_and_the_others_settled(dtype: type) -> None:
    fits = [row for row in BAD if max(row[0]) <= np.iinfo(dtype).max]
    good = ([20, 0, 0, 0], 1, [2, 0, 0, 0], [0, 10, 0, 0], 0)
    rows = [one for bad in fits for one in (bad, good)]
    columns = [np.array([row[place] for row in rows], dtype) for place in range(4)]
    found = settle_batch(columns[0], columns[1], flowers=columns[2], false_hu=columns[3], on_error="mark")
    assert found.status.tolist() == [row[4] for row in rows]
    assert not found.points[::2].any()
    wanted = settle({"E": Value(18, 2)}, discarder="S", false_hu={"S": 10}).points
    assert found.points[1::2].tolist() == [list(wanted)] * len(fits)
    assert repr(found).startswith(f"<SettlementBatch of {len(rows)} hands, ordinary MCR, nearest winner only, ")
    assert len(found) == len(rows)


def test_bad_rows_are_named() -> None:
    with pytest.raises(RowsError) as caught:
        settle_batch([[8, 0, 0, 0], [7, 0, 0, 0], [8, 8, 0, 0]], -1)
    assert str(caught.value) == (
        "2 rows cannot be used:\n  row 1: a win below the minimum\n  row 2: several winners of a self-drawn tile"
    )


def test_unsigned_and_huge_numbers_are_judged_before_they_are_narrowed() -> None:
    values = np.array([[2**63, 0, 0, 0], [2**64 - 8, 0, 0, 0], [2**32 + 8, 0, 0, 0]], np.uint64)
    assert settle_batch(values, -1, on_error="mark").status.tolist() == [1, 1, 1]
    odd = np.array([[0, 2**63, 0, 0]], np.uint64)
    assert settle_batch([[8, 0, 0, 0]], 1, flowers=odd, on_error="mark").status.tolist() == [7]
    assert settle_batch([[8, 0, 0, 0]], 1, false_hu=odd, on_error="mark").status.tolist() == [8]
    assert settle_batch([[8, 0, 0, 0]], np.uint64(2**64 - 1), on_error="mark").status.tolist() == [3]
    most = settle_batch([[0, 10**8, 10**8, 10**8]], 0, duplicate=True).points.tolist()
    assert most == [[-3 * 10**8 - 24, 10**8 + 8, 10**8 + 8, 10**8 + 8]]


def test_duplicate_batch_has_no_flowers_and_keeps_imp_apart() -> None:
    found = settle_batch([[10, 0, 0, 0]], -1, duplicate=True, false_hu=[[0, 4, 8, 12]])
    assert found.points.tolist() == [[34, -12, -12, -12]]
    assert found.false_hu_imp.tolist() == [[0, 4, 8, 12]]
    kw: dict[str, Any] = {"duplicate": True, "on_error": "mark"}
    assert settle_batch([[10, 0, 0, 0]], -1, flowers=[[1, 0, 0, 0]], **kw).status.tolist() == [7]
    assert settle_batch([[10, 0, 0, 0]], -1, false_hu=[[0, 10, 0, 0]], **kw).status.tolist() == [8]


def test_arrays_of_any_kind_and_none_are_changed() -> None:
    values = np.zeros((6, 8), np.int16)[::2, ::2]
    values[:, 1] = 20
    values.flags.writeable = False
    found = settle_batch(values, np.array([0, 2, 3], np.uint8))
    assert found.points.tolist() == [[-28, 44, -8, -8], [-8, 44, -28, -8], [-8, 44, -8, -28]]
    assert settle_batch(np.zeros((0, 4), np.int8), np.zeros(0, np.int8)).points.shape == (0, 4)
    assert settle_batch([], []).points.shape == (0, 4)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([[8.0, 0, 0, 0]], -1), "values must be integers, not float64"),
        (([[8, 0, 0]], -1), "values must have shape (n, 4), not (1, 3)"),
        (([[8, 0, 0, 0]], [-1, -1]), "source must have shape (1,), not (2,)"),
    ],
)
def test_arrays_of_a_wrong_kind(arguments: tuple[Any, ...], words: str) -> None:
    with pytest.raises(InputError) as caught:
        settle_batch(*arguments)
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"duplicate": 1}, "duplicate must be True or False, not 1"),
        ({"minimum": None}, "minimum must be a whole number from 0 on, not None"),
        ({"on_error": "skip"}, "on_error must be 'raise' or 'mark', not 'skip'"),
        ({"variant": np.zeros(3)}, "variant must be 'cross-pay' or 'no-cross-pay', not array([0., 0., 0.])"),
        ({"flowers": [[1, 0, 0]]}, "flowers must have shape (1, 4), not (1, 3)"),
    ],
)
def test_batch_options(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError) as caught:
        settle_batch([[8, 0, 0, 0]], -1, **options)
    assert str(caught.value) == words


def test_settling_numbers_compiles_nothing() -> None:
    code = "import sys; from fastmcr import settle, settle_batch; settle({'E': 9}, self_drawn=True)"
    code += "; settle_batch([[9, 0, 0, 0]], -1); print('numba' in sys.modules)"
    assert python(code).stdout == "False\n"
