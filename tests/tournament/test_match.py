"""A match of 16 hands: the seat table of the rules, totals, standings, sheets in both formats, and wrong sheets."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import oracle_settlement as oracle
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from fastmcr import InputError, Wind
from fastmcr.cli import cli
from fastmcr.cli.match import example
from fastmcr.errors import MatchError, SettlementError, SheetError
from fastmcr.tournament.match import Match, as_scale, prevalent_of, seating, table_points
from fastmcr.tournament.match.files import COLUMNS, SETTINGS, match_csv, match_sheet_json, parse_match, read_match
from fastmcr.tournament.settlement import Value

NAMES = ("Anna", "Bela", "Chen", "Dora")
ANYBODY = "there are Anna, Bela, Chen, Dora, or the seats E, S, W, N"
KINDS = "it is one of below-minimum, wrong-tile, ready, one-short, two-short, 10, 20"
PENALTY = "a penalty is a whole number from 1 on, the points taken away, not"
OTHERS = f"; the others are {', '.join(COLUMNS)}"
FOUR = "a sheet has four columns for the players, or none, not"
SUMS = "column Anna Bela Chen Dora: the scores add up to"
RULE = "by the rules they are -8 +36 -20 -8"
VALIDATOR = jsonschema.Draft202012Validator(json.loads((files("fastmcr") / "match.schema.json").read_text("utf-8")))
SETTLEMENT = jsonschema.Draft202012Validator(
    json.loads((files("fastmcr") / "settlement.schema.json").read_text("utf-8"))
)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


# --- seats ------------------------------------------------------------------------------------------------------------

# The table of the rules: hand, prevalent wind, dealer, seat wind of A, B, C, D.
SEAT_TABLE = """
1 E A E S W N
2 E B N E S W
3 E C W N E S
4 E D S W N E
5 S B S E N W
6 S A E N W S
7 S D N W S E
8 S C W S E N
9 W C N W E S
10 W D W S N E
11 W B S E W N
12 W A E N S W
13 N D W N S E
14 N C S W E N
15 N A E S N W
16 N B N E W S
"""
# Who sits at seats 0..3 in hands 1..16, as two programs that keep records have it.
RECORDED = [
    [0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2], [1, 0, 3, 2], [0, 3, 2, 1], [3, 2, 1, 0], [2, 1, 0, 3],
    [2, 3, 1, 0], [3, 1, 0, 2], [1, 0, 2, 3], [0, 2, 3, 1], [3, 2, 0, 1], [2, 0, 1, 3], [0, 1, 3, 2], [1, 3, 2, 0],
]  # fmt: skip


def test_the_seat_table_of_the_rules() -> None:
    match = Match(list("ABCD".replace("A", "a").replace("B", "b").replace("C", "c").replace("D", "d")))
    lines = SEAT_TABLE.strip().splitlines()
    assert len(lines) == 16
    for line in lines:
        hand, prevalent, dealer, *winds = line.split()
        number = int(hand)
        assert str(prevalent_of(number)) == prevalent
        assert match.seated(number)[0] == dealer.lower()
        assert [str(match.seat_of(number, player)) for player in "abcd"] == winds
        assert ["ABCD"[player] for player in seating(number)] == [
            "ABCD"[winds.index(wind)] for wind in ("E", "S", "W", "N")
        ]


def test_the_seats_of_recorded_matches() -> None:
    assert [list(seating(hand)) for hand in range(1, 17)] == RECORDED


def test_what_the_rules_say_of_the_seats() -> None:
    """Every player deals once a round; the first East deals first in no round but his; neighbours change."""
    for player in range(4):
        deals = [hand for hand in range(1, 17) if seating(hand)[0] == player]
        assert sorted((hand - 1) // 4 for hand in deals) == [0, 1, 2, 3]
    lefts = Counter((seating(hand)[seat], seating(hand)[seat - 1]) for hand in range(1, 17, 4) for seat in range(4))
    assert len(lefts) == 12
    assert set(lefts.values()) <= {1, 2}
    for hand in range(2, 17):
        if hand % 4 != 1:
            before = seating(hand - 1)
            assert seating(hand) == (*before[1:], before[0])
    moves = {5: {0: 1, 1: 0, 2: 3, 3: 2}, 9: {0: 2, 1: 3, 2: 1, 3: 0}, 13: {0: 1, 1: 0, 2: 3, 3: 2}}
    for hand, moved in moves.items():  # E<->S and W<->N; E->W, S->N, W->S, N->E; E<->S and W<->N
        first = seating(hand - 4)
        assert all(seating(hand)[to] == first[seat] for seat, to in moved.items())


@pytest.mark.parametrize("hand", [0, 17, -1, 1.0, "1", True, None])
def test_no_such_hand(hand: Any) -> None:
    for ask in (seating, prevalent_of):
        with pytest.raises(MatchError, match=r"^no hand .*; a match has the hands 1\.\.16$"):
            ask(hand)


# --- table points -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((120, 30, -40, -110), ("4", "2", "1", "0")),
        ((-110, -40, 30, 120), ("0", "1", "2", "4")),
        ((50, 50, -20, -80), ("3", "3", "1", "0")),
        ((50, 10, 10, -70), ("4", "3/2", "3/2", "0")),
        ((50, 10, -30, -30), ("4", "2", "1/2", "1/2")),
        ((10, 10, 10, -30), ("7/3", "7/3", "7/3", "0")),
        ((90, -30, -30, -30), ("4", "1", "1", "1")),
        ((20, 20, -20, -20), ("3", "3", "1/2", "1/2")),
        ((0, 0, 0, 0), ("7/4", "7/4", "7/4", "7/4")),
    ],
)
def test_table_points(scores: tuple[int, ...], points: tuple[str, ...]) -> None:
    assert table_points(scores) == tuple(map(Fraction, points))


@given(st.lists(st.integers(-3, 3), min_size=4, max_size=4), st.permutations(range(4)))
def test_table_points_are_all_given_away(scores: list[int], order: list[int]) -> None:
    scale = (7, Fraction(5, 2), 2, 0)
    found = table_points(scores, scale)
    assert sum(found) == sum(map(Fraction, scale))
    assert table_points([scores[place] for place in order], scale) == tuple(found[place] for place in order)
    for one in range(4):
        for other in range(4):
            assert (scores[one] > scores[other]) == (found[one] > found[other])


@pytest.mark.parametrize(
    "scale", ["4-2-1", "4,2,1,0", "0-1-2-4", (4, 2, 1), (1, 2, 3, 4), (4.0, 2, 1, 0), None, {}, "a-b-c-d", "4-2-1--1"]
)
def test_no_scale(scale: Any) -> None:
    with pytest.raises(InputError, match=r"^a scale of table points is four whole numbers or fractions that do not"):
        as_scale(scale)


def test_scores_for_table_points_are_four_whole_numbers() -> None:
    with pytest.raises(InputError, match=r"^scores must be four whole numbers, not \(1, 2, 3\)$"):
        table_points((1, 2, 3))
    with pytest.raises(InputError, match=r"^scores must be four whole numbers, not \(1.5, 2, 3, 4\)$"):
        table_points((1.5, 2, 3, 4))  # type: ignore[arg-type]


# --- a match ----------------------------------------------------------------------------------------------------------


def test_a_match_by_hand() -> None:
    """Hand 2: Bela is East. Hand 5 (South round): Bela East, Anna South, Dora West, Chen North."""
    match = Match(NAMES)
    match = match.record({"Anna": 8}, self_drawn=True)  # +48, -16, -16, -16
    match = match.record({"E": Value(10, 2)}, discarder="N")  # Bela from Anna: +36, -20
    match = match.record()
    match = match.record({"Dora": 25}, discarder="Bela", penalties={"Bela": 10})  # 24 + 25, -33
    match = match.record({"W": 8}, discarder="E", robbed_kong=True)  # Dora from Bela
    assert [hand.points for hand in match.hands] == [
        (48, -16, -16, -16), (-20, 36, -8, -8), (0, 0, 0, 0), (-8, -33, -8, 49), (-8, -16, -8, 32),
    ]  # fmt: skip
    assert [hand.totals for hand in match.hands] == [
        (48, -16, -16, -16), (28, 20, -24, -24), (28, 20, -24, -24), (20, -13, -32, 25), (12, -29, -40, 57),
    ]  # fmt: skip
    assert match.hands[4].players == ("Bela", "Anna", "Dora", "Chen")
    assert (match.hands[4].prevalent, match.hands[4].dealer) == (Wind.S, "Bela")
    assert match.penalties == (0, 10, 0, 0)
    rows = [(row.rank, row.player, row.table_points, row.score, row.penalty, row.net) for row in match.standings()]
    assert rows == [
        (1, "Dora", 4, 57, 0, 57),
        (2, "Anna", 2, 12, 0, 12),
        (3, "Bela", 1, -29, 10, -39),
        (4, "Chen", 0, -40, 0, -40),
    ]
    assert [(row.player, row.wins, row.self_drawn, row.dealt_in) for row in match.standings()] == [
        ("Dora", 2, 0, 0), ("Anna", 1, 1, 1), ("Bela", 1, 0, 2), ("Chen", 0, 0, 0),
    ]  # fmt: skip


def test_penalties_move_ranks_only_where_asked() -> None:
    match = Match(NAMES).record({"Anna": 8}, discarder="Bela", penalties={"Anna": 60})
    assert [row.player for row in match.standings()] == ["Anna", "Chen", "Dora", "Bela"]
    assert [str(row.table_points) for row in match.standings()] == ["4", "3/2", "3/2", "0"]
    net = match.standings(count_penalties=True)
    assert [(row.player, row.net, str(row.table_points)) for row in net] == [
        ("Chen", -8, "3"), ("Dora", -8, "3"), ("Bela", -16, "1"), ("Anna", -28, "0"),
    ]  # fmt: skip
    assert match.totals == (32, -16, -8, -8)


def test_false_hu_in_a_match() -> None:
    match = Match(NAMES).record({"Bela": 8}, discarder="Anna", false_hu={"Anna": "below-minimum"})
    assert match.totals == (-16 - 30, 32 + 10, -8 + 10, -8 + 10)
    doubled = Match(NAMES, duplicate=True).record({"Bela": 10}, self_drawn=True, false_hu={"Anna": 8, "Chen": 4})
    assert doubled.totals == (-12, 34, -12, -12)
    assert {row.player: row.false_hu_imp for row in doubled.standings()} == {"Anna": 8, "Bela": 0, "Chen": 4, "Dora": 0}
    assert "IMP penalty" in str(doubled)
    assert "the scores add up to -2: self-drawn wins in duplicate MCR need not add up to 0" in str(doubled)
    out = Match(NAMES).record(false_hu={"Anna": "two-short"})
    assert [row.disqualified for row in out.standings()] == [True, False, False, False]
    assert "Anna is disqualified for a false hu" in str(out)


def test_a_match_is_over_after_16_hands() -> None:
    match = Match(NAMES)
    for _ in range(16):
        assert not match.is_complete
        match = match.record()
    assert match.is_complete
    with pytest.raises(MatchError, match=r"^the match is over: it has 16 hands$"):
        match.record()


def test_a_match_is_never_changed() -> None:
    match = Match(NAMES)
    match.record({"Anna": 8}, self_drawn=True)
    assert match.hands == ()
    assert match == Match(list(NAMES))
    assert hash(match) == hash(Match(NAMES))


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        ({"wins": {"Ana": 8}}, MatchError, f"no player 'Ana'; {ANYBODY}"),
        ({"wins": {"Anna": 8}, "discarder": 7}, MatchError, f"no player 7; {ANYBODY}"),
        ({"wins": {"Anna": 8, "E": 9}, "self_drawn": True}, MatchError, "wins: Anna is given twice"),
        ({"wins": ["Anna"]}, InputError, "wins must be a mapping of players, as in {'E': 12}, not ['Anna']"),
        ({"penalties": {"Anna": 0}}, InputError, f"{PENALTY} 0"),
        ({"penalties": {"Anna": -5}}, InputError, f"{PENALTY} -5"),
        (
            {"wins": {"Anna": 7}, "self_drawn": True},
            SettlementError,
            "East's win of 7 points is below the minimum of 8",
        ),
        ({"false_hu": "Anna"}, InputError, "false_hu must be a mapping or pairs of seat and kind, not 'Anna'"),
    ],
)
def test_hands_that_cannot_be(arguments: dict[str, Any], kind: type, words: str) -> None:
    with pytest.raises(kind) as caught:
        Match(NAMES).record(**arguments)
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ("abcd", "players must be four names, not 'abcd'"),
        (["a", "b", "c"], "a match has 4 players, not 3"),
        (["a", "b", "c", " a "], "two players are called 'a'; names must differ"),
        (["a", "b", "c", ""], "a player cannot be called '': a name is text without + = / ; | and \""),
        (["a", "b", "c", 4], 'a player cannot be called 4: a name is text without + = / ; | and "'),
        (["a", "b", "c", "d+e"], "a player cannot be called 'd+e': a name is text without + = / ; | and \""),
        (["a", "b", "c", "east"], "a player cannot be called 'east': the word means something else in a sheet"),
        (["a", "b", "c", "n"], "a player cannot be called 'n': the word means something else in a sheet"),
        (["a", "b", "c", "Wall"], "a player cannot be called 'Wall': the word means something else in a sheet"),
    ],
)
def test_players_that_cannot_be(players: Any, words: str) -> None:
    with pytest.raises(MatchError) as caught:
        Match(players)
    assert str(caught.value) == words


def random_match(seed: int, **rules: Any) -> tuple[Match, list[list[int]]]:
    """Return a match of random hands, and its points by the slow twin and the table above."""
    rng = random.Random(seed)
    match, wanted = Match(NAMES, **rules), []
    every = match.multiple_winners == "all"
    for hand in range(1, 17):
        winds = SEAT_TABLE.strip().splitlines()[hand - 1].split()[3:]
        seats = ["ESWN".index(wind) for wind in winds]  # seat of each player
        values, source = [0] * 4, -1
        way = rng.randrange(4)
        if way == 1:
            values[rng.randrange(4)] = rng.randint(8, 90)
        elif way > 1:
            source = rng.randrange(4)
            for seat in rng.sample([seat for seat in range(4) if seat != source], rng.randint(1, 3)):
                values[seat] = rng.randint(8, 90)
        points = oracle.settle(values, source, match.duplicate, every, match.variant == "cross-pay")
        wanted.append([points[seat] for seat in seats])
        player = {seat: NAMES[seats.index(seat)] for seat in range(4)}
        match = match.record(
            {player[seat]: value for seat, value in enumerate(values) if value},
            discarder=None if source < 0 else player[source],
            self_drawn=way == 1,
            robbed_kong=way == 3,
        )
    return match, wanted


RULES: list[dict[str, Any]] = [
    {}, {"multiple_winners": "all"}, {"duplicate": True}, {"duplicate": True, "variant": "no-cross-pay"},
]  # fmt: skip


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(5))
def test_random_matches(seed: int, rules: dict[str, Any]) -> None:
    match, wanted = random_match(seed, **rules)
    assert [list(hand.points) for hand in match.hands] == wanted
    assert list(match.totals) == [sum(column) for column in zip(*wanted, strict=True)]
    if not match.duplicate:
        assert sum(match.totals) == 0
    for text in (match_csv(match), match_sheet_json(match)):
        assert parse_match(text) == match
    data = match.to_dict()
    VALIDATOR.validate(data)
    for hand in data["hands"]:
        SETTLEMENT.validate(hand["settlement"])
    assert json.loads(match.to_json()) == data


def test_renaming_the_players_changes_nothing_but_names() -> None:
    match, _ = random_match(7)
    others = dict(zip(NAMES, ("Zoe Lee", "Ælfric", "王", "O'Hara, Jr."), strict=True))
    text = match_sheet_json(match)
    for old, new in others.items():
        text = text.replace(f'"{old}"', f'"{new}"')
    renamed = parse_match(text)
    assert renamed.totals == match.totals
    assert [(row.rank, row.player, row.table_points) for row in renamed.standings()] == [
        (row.rank, others[row.player], row.table_points) for row in match.standings()
    ]
    assert parse_match(match_csv(renamed)) == renamed


# --- sheets -----------------------------------------------------------------------------------------------------------

HEADER = "hand,prevalent,winner,value,from,Anna,Bela,Chen,Dora"
SHEET = (
    f"{HEADER}\n1,E,Bela,12,Chen,-8,36,-20,-8\n2,E,N,9,wall,51,-17,-17,-17\n3,E,draw,,,0,0,0,0\n4,E,Dora,8,Anna,,,,\n"
)


def problem(text: str, **options: Any) -> str:
    with pytest.raises(SheetError) as caught:
        parse_match(text, "sheet.csv", **{"unfinished": True, **options})
    return str(caught.value)


def test_a_sheet() -> None:
    match = parse_match(SHEET, unfinished=True)
    assert match.players == NAMES
    assert match.totals == (51 - 8 - 16, 36 - 17 - 8, -20 - 17 - 8, -8 - 17 + 32)
    assert match.notes == ()
    assert match.rules_text == "ordinary MCR, nearest winner only, minimum 8"


def test_lines_and_columns_in_any_order_make_the_same_match() -> None:
    match = parse_match(match_csv(example()))
    settings, header, lines = (
        match_csv(example()).splitlines()[part] for part in (slice(0, 5), slice(5, 6), slice(6, None))
    )
    random.Random(1).shuffle(lines)
    assert parse_match("\n".join([*settings, *header, *lines])) == match
    rows = [line.split(",") for line in [*header, *lines]]
    order = [12, 5, 1, 3, 0, 2, 6, 4, 7, 8, 9, 10, 11]
    mixed = "\n".join(",".join(row[place] for place in order) for row in rows)
    assert parse_match(mixed) == match


def test_players_told_by_the_seats() -> None:
    match, _ = random_match(3)
    lines = ["hand,east,south,west,north,winner,value,from,remarks"]
    for hand in match.hands:
        found = hand.settlement
        winner = "+".join(str(win.seat) for win in found.wins) or "draw"
        value = "+".join(str(win.total) for win in found.wins)
        source = "wall" if found.self_drawn else "" if found.discarder is None else found.discarder.english.lower()
        lines.append(f"{hand.number},{','.join(hand.players)},{winner},{value},{source},windy")
    read = parse_match("\n".join(lines))
    assert read.totals == match.totals
    assert read.players == NAMES
    bad = lines[5].replace(f"{match.hands[4].players[0]},", f"{match.hands[4].players[1]},", 1)
    assert problem("\n".join([*lines[:5], bad, *lines[6:]])) == (
        "sheet.csv, line 6, column east: East of hand 5 is Bela, not Anna"
    )
    assert problem("\n".join([lines[0], *lines[2:]])) == (
        "sheet.csv, column hand: hand 1 is missing, and with it the players: east, south, west, north"
    )


@pytest.mark.parametrize(("separator", "name"), [(";", "semicolons"), ("\t", "tabs")])
def test_other_separators_and_a_byte_order_mark_are_told(separator: str, name: str) -> None:
    match = parse_match("\ufeff" + match_csv(example()).replace(",", separator))
    assert match == example()
    assert match.notes == ("the file begins with a byte order mark", f"the columns are separated by {name}")
    assert f"Note:         the columns are separated by {name}" in str(match)


def test_a_sheet_out_of_a_spreadsheet(tmp_path: Path) -> None:
    """Lines are padded to the longest, ends are CR LF, a byte order mark stands first, cells are quoted."""
    rows = [line.split(",") for line in match_csv(example()).splitlines()]
    padded = "\r\n".join(";".join(f'"{cell}"' for cell in (*row, *[""] * (15 - len(row)))) for row in rows)
    path = tmp_path / "sheet.csv"
    path.write_bytes(b"\xef\xbb\xbf" + padded.encode() + b"\r\n;;;;;;;;;;;;;;\r\n")
    match = read_match(path)
    assert match == example()
    assert match.notes[0] == "the file begins with a byte order mark"


# Each slip: what is replaced in the sheet, by what, and the message.
SLIPS = [
    (
        "3,E,draw,,,",
        "X,E,draw,,,",
        "line 4, column hand: no hand 'X'; a match has the hands 1..16\nsheet.csv, column hand: hand 3 is missing",
    ),
    (
        "3,E,draw,,,",
        "17,E,draw,,,",
        "line 4, column hand: no hand '17'; a match has the hands 1..16\nsheet.csv, column hand: hand 3 is missing",
    ),
    (
        "3,E,draw,,,",
        "2,E,draw,,,",
        "line 4, column hand: hand 2 stands twice; the first is line 3\nsheet.csv, column hand: hand 3 is missing",
    ),
    ("3,E,draw,,,0,0,0,0\n", "", "column hand: hand 3 is missing"),
    ("3,E,draw", "3,Q,draw", "line 4, column prevalent: no wind 'Q'; a wind is E, S, W or N"),
    ("3,E,draw", "3,S,draw", "line 4, column prevalent: hand 3 has the prevalent wind E, not S"),
    ("Bela,12", "Bella,12", f"line 2, column winner: no player 'Bella'; {ANYBODY}"),
    ("Bela,12", "Bela,7", "line 2, column value: Bela's win of 7 is below the minimum of 8"),
    ("Bela,12", "Bela,twelve", "line 2, column value: 'twelve' is no whole number"),
    ("Bela,12", "Bela,12.0", "line 2, column value: '12.0' is no whole number"),
    ("Bela,12", "Bela,-12", "line 2, column value: Bela's win of -12 is below the minimum of 8"),
    ("Bela,12", "Bela,", "line 2, column value: 1 winner, but 0 values"),
    ("Bela,12", "Bela,12+9", "line 2, column value: 1 winner, but 2 values"),
    ("Bela,12", "Bela+S,12+9", "line 2, column winner: Bela wins twice; each player wins once"),
    ("Bela,12", "draw,12", "line 2, column value: value '12' is given, but nobody won"),
    ("Bela,12,Chen", "draw,,Chen", "line 2, column from: 'Chen' is given, but nobody won"),
    ("12,Chen", "12,", "line 2, column from: a win needs who discarded the tile, or wall for a self-drawn win"),
    ("12,Chen", "12,Bela", "line 2, column from: Bela cannot win with the own discard"),
    ("12,Chen", "12,Chin", f"line 2, column from: no player 'Chin'; {ANYBODY}"),
    ("N,9,wall", "N+S,9+9,wall", "line 3, column from: a self-drawn win has one winner, not 2"),
    ("-8,36,-20,-8", "-8,36,-20,8", f"line 2, {SUMS} +16, not to 0; {RULE}"),
    ("-8,36,-20,-8", "-20,36,-8,-8", "line 2, column Anna: score -20; by the rules Anna has -8 (all: -8 +36 -20 -8)"),
    ("-8,36,-20,-8", "-8,36,-20,", "line 2, column Dora: a hand has the scores of all four players, or of none"),
    ("-8,36,-20,-8", "-8,3x6,-20,-8", "line 2, column Bela: '3x6' is no whole number"),
    ("-8,36,-20,-8", "-8,36,-20,-8,9", "line 2: 10 cells, but the header has 9 columns"),
    ("-8,36,-20,-8", "-8,36", "line 2: 7 cells, but the header has 9 columns"),
    ("hand,prevalent", "hand,prevailing", f"line 1: prevailing, Anna, Bela, Chen, Dora: {FOUR} 5{OTHERS}"),
    (
        "winner,value",
        "winner,winner",
        "line 1: the column winner stands 2 times\nsheet.csv, line 1: the header lacks the column value",
    ),
    (
        ",Anna,Bela,Chen,Dora",
        ",,Bela,Chen,Dora",
        f"line 1: a column has no name\nsheet.csv, line 1: Bela, Chen, Dora: {FOUR} 3{OTHERS}",
    ),
    (
        ",Anna,Bela,Chen,Dora",
        "",
        "line 1: the players are not named: four columns are headed by their names, or east, south, west, north tell "
        "them",
    ),
    ("Anna,Bela,Chen,Dora", "Anna,Bela,Chen,East", f"line 1: Anna, Bela, Chen: {FOUR} 3{OTHERS}"),
    (
        "Anna,Bela,Chen,Dora",
        "Anna,Bela,Chen,E",
        "a player cannot be called 'E': the word means something else in a sheet",
    ),
    ("1,E,Bela", '1,E,"Bela', "line 2: not CSV: unexpected end of data"),
]


@pytest.mark.parametrize(("old", "new", "message"), SLIPS)
def test_slips_in_a_sheet(old: str, new: str, message: str) -> None:
    assert SHEET.count(old) >= 1
    start = "sheet.csv, " if message.startswith(("line", "column")) else "sheet.csv: "
    assert problem(SHEET.replace(old, new, 1)) == start + message


EXTRA = "hand,winner,value,from,flowers,robbed,false_hu,penalty,Anna,Bela,Chen,Dora\n1,Bela,12,Chen,{},,,\n"


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ("9,,,,,,", "column flowers: 9 flowers; there are 0 to 8"),
        ("1+1,,,,,,", "column flowers: 1 winners, but 2 numbers of flowers: '1+1'"),
        ("five,,,,,,", "column flowers: 'five' is no whole number"),
        ("5,,,,,,", "column value: Bela's win of 7 without 5 flowers is below the minimum of 8"),
        (",maybe,,,,,", "column robbed: 'maybe' is neither yes nor no"),
        (",,Dora,,,,", "column false_hu: 'Dora' is not PLAYER=KIND"),
        (",,Dora=30,,,,", f"column false_hu: no false hu '30'; {KINDS}"),
        (",,Dora=structure,,,,", f"column false_hu: no false hu 'structure'; {KINDS}"),
        (",,Bela=10,,,,", "column false_hu: Bela cannot win after a false hu: the hand is dead"),
        (",,Dot=10,,,,", f"column false_hu: no player 'Dot'; {ANYBODY}"),
        (",,,Dora,,,", "column penalty: 'Dora' is not PLAYER=POINTS"),
        (",,,Dora=-5,,,", f"column penalty: {PENALTY} -5"),
        (",,,Dora=much,,,", "column penalty: 'much' is no whole number"),
    ],
)
def test_slips_in_the_other_columns(cells: str, message: str) -> None:
    text = EXTRA.replace("{},,,", f"{cells},")
    assert problem(text) == f"sheet.csv, line 2, {message}"


def test_the_other_columns() -> None:
    text = EXTRA.replace("{},,,", "2,yes,Dora=below-minimum|N=20,Anna=5|Dora=3|Anna=4,,,,")
    match = parse_match(text, unfinished=True)
    assert match.totals == (-8 + 30, 36 + 30, -20 + 30, -8 - 90)
    assert match.penalties == (9, 0, 0, 3)
    assert match.hands[0].settlement.robbed_kong
    assert match.hands[0].settlement.wins[0].value == Value(10, 2)
    assert parse_match(match_csv(match), unfinished=True) == match


def test_a_robbed_kong_without_a_winner_is_told() -> None:
    text = "hand,winner,value,from,robbed,Anna,Bela,Chen,Dora\n1,draw,,,yes,,,,"
    assert problem(text) == "sheet.csv, line 2, column robbed: robbed_kong is given, but no winner; a draw has neither"


def test_all_that_is_wrong_is_told_at_once() -> None:
    text = SHEET.replace("Bela,12", "Bela,7").replace("3,E,draw", "3,S,draw").replace("Dora,8", "Nina,8")
    with pytest.raises(SheetError) as caught:
        parse_match(text, "sheet.csv", unfinished=True)
    assert [(one.where, one.column, one.value) for one in caught.value.problems] == [
        ("line 2", "value", "7"), ("line 4", "prevalent", "S"), ("line 5", "winner", "Nina"),
    ]  # fmt: skip
    assert {one.file for one in caught.value.problems} == {"sheet.csv"}


def test_missing_hands() -> None:
    told = "sheet.csv, column hand: hands 5 to 16 are missing; a match that was stopped is read as unfinished"
    assert problem(SHEET, unfinished=False) == told
    almost = "\n".join(match_csv(example()).splitlines()[:-1])
    assert problem(almost, unfinished=False) == told.replace("hands 5 to 16 are", "hand 16 is")
    assert len(parse_match(almost, unfinished=True).hands) == 15
    assert problem(HEADER) == "sheet.csv: no hands"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("fastmcr match,2", "line 1: version '2' of the format is not known; this program reads 1"),
        ("rules,riichi", "line 1: rules must be ordinary or duplicate, not 'riichi'"),
        ("variant,both", "line 1: variant must be cross-pay or no-cross-pay, not 'both'"),
        ("multiple_winners,two", "line 1: multiple_winners must be nearest or all, not 'two'"),
        ("minimum,eight", "line 1: minimum must be a whole number, not 'eight'"),
        ("rules,duplicate\nrules,ordinary", "line 2: rules is set twice"),
        ("ruels,duplicate", "line 1: 'ruels' is no setting; above the header there may be " + ", ".join(SETTINGS)),
        (
            "rules,duplicate,ordinary",
            "line 1: 'rules' is no setting; above the header there may be " + ", ".join(SETTINGS),
        ),
    ],
)
def test_settings_that_cannot_be(settings: str, message: str) -> None:
    assert problem(f"{settings}\n{SHEET}") == f"sheet.csv, {message}"
    assert len(SETTINGS) == 5


def test_settings_and_rules_of_the_caller() -> None:
    text = f"rules,duplicate\nvariant,no-cross-pay\nminimum,9\n{HEADER}\n1,E,S+W,20+10,E,-38,44,34,-8\n"
    match = parse_match(text, unfinished=True)
    assert match.rules_text == "duplicate MCR, all winners, no-cross-pay, minimum 9"
    plain = f"{HEADER}\n1,E,S+W,20+10,E,-46,36,26,-16\n"
    assert parse_match(plain, unfinished=True, duplicate=True).totals == (-46, 36, 26, -16)
    assert parse_match(plain, unfinished=True, multiple_winners="all").totals == (-46, 36, 26, -16)
    assert "by the rules they are" not in problem(plain)
    assert problem(text, duplicate=False) == "sheet.csv: the sheet says duplicate True, and False is asked for"
    assert problem(text, minimum=8) == "sheet.csv: the sheet says minimum 9, and 8 is asked for"
    assert problem(text.replace("variant,no-cross-pay", "multiple_winners,nearest")) == (
        "sheet.csv: duplicate MCR pays every winner; multiple_winners='nearest' belongs to ordinary MCR"
    )
    with pytest.raises(TypeError, match="unexpected keyword argument 'rules'"):
        parse_match(plain, rules="duplicate")


def test_the_sum_of_a_self_drawn_win_in_duplicate_is_not_0() -> None:
    text = "rules,duplicate\n" + HEADER + "\n1,E,Anna,10,wall,34,-12,-12,-12\n"
    assert parse_match(text, unfinished=True).totals == (34, -12, -12, -12)
    assert problem(text.replace("34,", "36,")) == (
        "sheet.csv, line 3, column Anna Bela Chen Dora: the scores add up to 0, not to -2; by the rules they are "
        "+34 -12 -12 -12"
    )


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "sheet.csv: is empty"),
        (b"\xef\xbb\xbf", "sheet.csv: is empty"),
        (b" \n\n", "sheet.csv: is empty"),
        (b"\xff\xfeh\x00", "sheet.csv: is UTF-16 text; save it as CSV (UTF-8)"),
        (b"PK\x03\x04...", "sheet.csv: is a spreadsheet or zip file; save it as CSV (UTF-8)"),
        (b"hand\nJ\xfcrgen", "sheet.csv, line 2: byte 0xfc is not UTF-8; save the file as CSV (UTF-8)"),
        (b"a,b\n1,2\n", "sheet.csv: has no header; one line must name the columns hand, winner, value, from"),
        (b"{", "sheet.csv, line 1: not JSON: Expecting property name enclosed in double quotes, character 2"),
    ],
)
def test_files_that_are_no_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raw: bytes, message: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sheet.csv").write_bytes(raw)
    with pytest.raises(SheetError) as caught:
        read_match("sheet.csv")
    assert str(caught.value) == message
    result = run("match", "sheet.csv")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"error: {message}\n")


def test_no_file() -> None:
    with pytest.raises(SheetError, match=r"^nosheet\.csv: cannot be read: "):
        read_match("nosheet.csv")


# --- JSON -------------------------------------------------------------------------------------------------------------


def changed(**changes: Any) -> str:
    data = json.loads(match_sheet_json(example()))
    for path, value in changes.items():
        place: Any = data
        *steps, last = path.split("__")
        for step in steps:
            place = place[int(step) if step.isdigit() else step]
        if value is None:
            del place[last]
        else:
            place[int(last) if last.isdigit() else last] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "other"}, "format: format must be 'fastmcr match', not 'other'"),
        ({"version": 2}, "version: version 2 of the format is not known; this program reads 1"),
        ({"version": True}, "version: version True of the format is not known; this program reads 1"),
        ({"players": None}, "players: the players are missing: four names in the order of the first hand"),
        ({"players": "Anna"}, "players: must be a list, not 'Anna'"),
        ({"hand": 1}, "no key is called 'hand'; there are format, version, rules, players, hands"),
        ({"rules__min": 8}, "rules: no key is called 'min'; there are duplicate, multiple_winners, variant, minimum"),
        ({"hands__0__wins__0__value": 7}, "hands[0], column value: Bela's win of 7 is below the minimum of 8"),
        ({"hands__0__wins__0__value": 12.5}, "hands[0], column value: '12.5' is no whole number"),
        ({"hands__0__wins__0__value": True}, "hands[0], column value: True is no whole number"),
        ({"hands__0__wins__0__player": None}, f"hands[0], column winner: no player ''; {ANYBODY}"),
        (
            {"hands__0__wins__0__points": 9},
            "hands[0].wins[0]: no key is called 'points'; there are player, value, flowers",
        ),
        ({"hands__0__wins": "Bela"}, "hands[0].wins: must be a list, not 'Bela'"),
        ({"hands__0__robbed": "maybe"}, "hands[0], column robbed: 'maybe' is neither yes nor no"),
        (
            {"hands__3__hand": 3},
            "hands[3], column hand: hand 3 stands twice; the first is hands[2]\n"
            "sheet.json, column hand: hand 4 is missing",
        ),
        ({"hands__4__seats__E": "Anna"}, "hands[4], column east: East of hand 5 is Bela, not Anna"),
        ({"hands__4__seats__E": "Ann"}, "hands[4], column east: no player 'Ann'; there are Anna, Bela, Chen, Dora"),
        ({"hands__4__seats__X": "Anna"}, "hands[4].seats: no key is called 'X'; there are E, S, W, N"),
        ({"hands__0__scores__Anna": -9}, f"hands[0], {SUMS} -1, not to 0; {RULE}"),
        ({"hands__0__scores": [1, 2, 3, 4]}, "hands[0].scores: must be an object, not [1, 2, 3, 4]"),
        ({"hands__0__scores__Emma": 0}, "hands[0], column scores: no player 'Emma'; there are Anna, Bela, Chen, Dora"),
        ({"hands__9__penalties": {"Dora": 0}}, f"hands[9], column penalty: {PENALTY} 0"),
        ({"hands__6__false_hu__0__kind": "big"}, f"hands[6], column false_hu: no false hu 'big'; {KINDS}"),
        ({"hands__5": 5}, "hands[5]: must be an object, not 5"),
    ],
)
def test_slips_in_json(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(SheetError) as caught:
        parse_match(changed(**changes), "sheet.json")
    start = "sheet.json: " if message.startswith("no key") else "sheet.json, "
    assert str(caught.value).split("\nsheet.json, column hand: hand 6")[0] == start + message


def test_json_that_says_a_thing_twice() -> None:
    text = match_sheet_json(example()).replace('"version": 1', '"version": 1, "version": 1')
    assert problem(text) == "sheet.csv: 'version' stands twice in one object"


# --- the command line -------------------------------------------------------------------------------------------------


def test_the_template_is_a_sheet_that_shows_everything(tmp_path: Path) -> None:
    csv_text, json_text = run("match", "--template").stdout, run("match", "--template", "--json").stdout
    assert parse_match(csv_text) == parse_match(json_text) == example()
    for word in ("wall", "draw", "yes", "+", "below-minimum", "one-short", "Dora=5"):
        assert word in csv_text
    path = tmp_path / "sheet.csv"
    path.write_text(csv_text, "utf-8")
    result = run("match", str(path))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{example()}\n"
    data = json.loads(run("match", str(path), "--json", "--scale", "7-5-2-0").stdout)
    VALIDATOR.validate(data)
    assert data["scale"] == ["7", "5", "2", "0"]
    assert [(row["rank"], row["player"], row["table_points"], row["score"]) for row in data["standings"]] == [
        (1, "Bela", "7", 43), (2, "Chen", "5", 8), (3, "Anna", "2", -24), (4, "Dora", "0", -27),
    ]  # fmt: skip


EXPECTED = """\
Match, 4 of 16 hands: ordinary MCR, nearest winner only, minimum 8
Players:      Anna (East), Bela (South), Chen (West), Dora (North)
Table points: 4-2-1-0 by score; penalties stand apart; who ties shares them
Hand  Wind  Dealer      Anna      Bela       Chen       Dora  Result
----  ----  ------  --------  --------  ---------  ---------  ----------------------------------
   1  E     Anna     -8 (-8)  +36 (36)  -20 (-20)    -8 (-8)  Bela with 12, on Chen's discard
   2  E     Bela    +51 (43)  -17 (19)  -17 (-37)  -17 (-25)  Anna with 9, self-drawn
   3  E     Chen      0 (43)    0 (19)    0 (-37)    0 (-25)  draw, nobody won
   4  E     Dora    -16 (27)   -8 (11)   -8 (-45)    +32 (7)  Dora with 8, on Anna's discard
----  ----  ------  --------  --------  ---------  ---------  ----------------------------------
            Total        +27       +11        -45         +7  points of the hand (running total)
Rank  Player  Table points  Score  Penalty  Net  Wins  Self-drawn  Dealt in
----  ------  ------------  -----  -------  ---  ----  ----------  --------
   1  Anna               4    +27        0  +27     1           1         1
   2  Bela               2    +11        0  +11     1           0         0
   3  Dora               1     +7        0   +7     1           0         0
   4  Chen               0    -45        0  -45     0           0         1
"""


def test_what_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text(SHEET, "utf-8")
    assert run("match", str(path), "--unfinished").stdout == EXPECTED
    tied = tmp_path / "tied.csv"
    tied.write_text(f"{HEADER},penalty\n1,E,Anna,8,wall,,,,,Bela=1\n", "utf-8")
    shown = run("match", str(tied), "--unfinished").stdout
    assert "  2=  Bela               1    -16       -1  -17" in shown
    assert (
        "4-2-1-0 by net score, penalties taken off"
        in run("match", str(tied), "--unfinished", "--count-penalties").stdout
    )
    assert (
        "   4  Bela               0    -16       -1  -17"
        in run("match", str(tied), "--unfinished", "--count-penalties").stdout
    )


def test_wrong_sheets_and_wrong_usage(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text(SHEET.replace("Bela,12", "Bela,7").replace("3,E", "3,W"), "utf-8")
    result = run("match", str(path), "--unfinished")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"error: {path}, line 2, column value: Bela's win of 7 is below the minimum of 8\n"
        f"error: {path}, line 4, column prevalent: hand 3 has the prevalent wind E, not W\n"
    )
    for arguments, words in (
        (("match", "--unfinished"), "Missing argument 'SHEET'"),
        (("match", "--template", str(path)), "--template takes no SHEET"),
        (("match", str(path), "--scale", "4-2-1"), "a scale of table points is four whole numbers"),
        (("match", str(path), "--variant", "x"), "'x' is not one of"),
    ):
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert words in result.stderr


def test_rules_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text(f"{HEADER}\n1,E,S+W,20+10,E,-46,36,26,-16\n", "utf-8")
    assert run("match", str(path), "--unfinished").exit_code == 1
    for options in (["--duplicate"], ["--multiple-winners", "all"]):
        words = " ".join(run("match", str(path), "--unfinished", *options).stdout.split())
        assert "-16 (-16) Bela with 20 and Chen with 10, on Anna's" in words
    path.write_text(f"rules,ordinary\n{HEADER}\n1,E,draw,,,,,,\n", "utf-8")
    result = run("match", str(path), "--unfinished", "--duplicate")
    assert result.stderr == f"error: {path}: the sheet says duplicate False, and True is asked for\n"
