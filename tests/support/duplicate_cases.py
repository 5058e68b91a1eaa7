"""Deals worked by hand for the tests of duplicate events, and random events for those against the oracle."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from fastmcr.tournament.duplicate import Event, EventRules, Player, TableResult

SCALE = "wbf-bridge-div10"

# Board -> what happened at tables 1 to 4: winners, discarder (None: self-drawn or a draw), and the scores of E S W N,
# worked by hand from duplicate.md 3 and 4.
DEALS: dict[int, list[tuple[dict[str, int], str | None, tuple[int, int, int, int]]]] = {
    1: [
        ({"E": 9}, None, (33, -11, -11, -11)),  # 9 + 24; 9/3 + 8
        ({"S": 12}, "W", (-8, 36, -20, -8)),
        ({"S": 20, "W": 10}, "N", (-16, 36, 26, -46)),  # 20+24-8, 10+24-8, -(30+16), -16
        ({}, None, (0, 0, 0, 0)),
    ],
    2: [
        ({"W": 16}, "N", (-8, -8, 40, -24)),
        ({"W": 16}, None, (-14, -14, 40, -14)),  # 16/3 up = 6, + 8
        ({"N": 8}, "E", (-16, -8, -8, 32)),
        ({}, None, (0, 0, 0, 0)),
    ],
    3: [
        ({"E": 88}, "S", (112, -96, -8, -8)),
        ({}, None, (0, 0, 0, 0)),
        ({}, None, (0, 0, 0, 0)),
        ({"E": 20}, "N", (44, -8, -8, -28)),
    ],
    4: [
        ({"E": 20, "S": 10, "W": 8}, "N", (28, 18, 16, -62)),  # 20+24-16, 10+24-16, 8+24-16, -(38+24)
        ({"S": 28}, None, (-18, 52, -18, -18)),  # 28/3 up = 10, + 8
        ({}, None, (0, 0, 0, 0)),
        ({"N": 24}, "W", (-8, -8, -32, 48)),
    ],
}
# The false hu of board 4: West at table 3 with structure, East at table 4 without.
FALSE_HU: dict[tuple[int, int], list[tuple[str, bool]]] = {(4, 3): [("W", True)], (4, 4): [("E", False)]}


def individual_event(**rules: Any) -> Event:
    """Return 16 players A..P at four home tables; at each board everybody moves one wind up: E, N, W, S."""
    results = []
    for board, deals in DEALS.items():
        for table, (wins, source, _) in enumerate(deals, start=1):
            home = "ABCDEFGHIJKLMNOP"[4 * (table - 1) : 4 * table]
            players = [home[(wind + board - 1) % 4] for wind in range(4)]
            false_hu = FALSE_HU.get((board, table), [])
            results.append(TableResult(board, str(table), players, wins, source, false_hu=false_hu))
    return Event(results, EventRules(**rules), name="By hand")


def team_event(**rules: Any) -> Event:
    """Return 4 teams of four: team k has the wind (k + table - 1) mod 4, so all winds of each board."""
    results = []
    for board, deals in DEALS.items():
        for table, (wins, source, _) in enumerate(deals, start=1):
            players = [f"T{(wind - table + 1) % 4}-{table}" for wind in range(4)]
            false_hu = FALSE_HU.get((board, table), [])
            results.append(TableResult(board, str(table), players, wins, source, false_hu=false_hu))
    players = [Player(f"T{team}-{member}", f"T{team}") for team in range(4) for member in range(1, 5)]
    return Event(results, EventRules(kind="team", **rules), name="Teams by hand", players=players)


# --- random events ----------------------------------------------------------------------------------------------------


@st.composite
def deals(draw: st.DrawFn) -> dict[str, Any]:
    """Return winners, discarder, false hu and penalties of a deal, in seat numbers."""
    kind = draw(st.sampled_from(("draw", "self", "one", "one", "two", "three")))
    seats = draw(st.permutations(range(4)))
    points = draw(st.lists(st.integers(8, 90), min_size=3, max_size=3))
    count = {"draw": 0, "self": 1, "one": 1, "two": 2, "three": 3}[kind]
    wins = sorted(zip(seats[:count], points, strict=False))
    losers = seats[count:]
    false_hu = draw(st.lists(st.tuples(st.sampled_from(losers), st.booleans()), max_size=2))
    penalties = draw(st.lists(st.tuples(st.sampled_from(range(4)), st.integers(1, 9)), max_size=1))
    source = seats[3] if kind in ("one", "two", "three") else None
    return {"wins": wins, "source": source, "false_hu": false_hu, "penalties": penalties}


@st.composite
def settings(draw: st.DrawFn, kind: str) -> dict[str, Any]:
    """Return settings that go with each other."""
    found: dict[str, Any] = {
        "kind": kind,
        "false_hu_imp": (draw(st.integers(0, 9)), draw(st.integers(0, 9))),
        "multi_hu": draw(st.sampled_from(("cross-pay", "no-cross-pay"))),
    }
    if kind == "team":
        found["team_order"] = draw(st.sampled_from(("sum-then-convert", "convert-then-sum")))
        found["head_to_head"] = draw(st.booleans())
        found["team_base"] = "sum" if found["head_to_head"] else draw(st.sampled_from(("sum", "mean")))
    if kind == "individual" or found["team_base"] == "mean":
        found["datum"] = draw(st.sampled_from(("all", "others")))
        found["trim"] = draw(st.integers(0, 2))
        found["datum_rounding"] = draw(st.sampled_from(("none", "nearest", "floor", "half-even")))
    return found


def as_results(rows: list[dict[str, Any]]) -> list[TableResult]:
    """Return rows of the oracle as results."""
    return [
        TableResult(
            row["board"], row["table"], row["players"], row["wins"], row["source"], group=row["group"],
            false_hu=row["false_hu"], penalties=row["penalties"],
        )
        for row in rows
    ]  # fmt: skip


def full_rules(rules: dict[str, Any]) -> dict[str, Any]:
    """Return settings with the defaults that the oracle wants to see."""
    usual = {"datum": "all", "trim": 0, "datum_rounding": "none", "head_to_head": False, "team_base": "sum",
             "team_order": "sum-then-convert"}  # fmt: skip
    return {**usual, **rules}
