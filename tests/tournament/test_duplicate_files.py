"""Files of duplicate events: what is read and written again, and the message of everything that can be wrong."""

# ruff: noqa: E501 - messages stand whole in one line

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from duplicate_cases import SCALE, as_results, deals, individual_event, team_event
from hypothesis import given
from hypothesis import strategies as st

from fastmcr import Tile
from fastmcr.errors import EventFileError, McrError, Problem, RulesError
from fastmcr.tournament.duplicate import (
    Board,
    Event,
    EventRules,
    Match,
    Penalty,
    Player,
    TableResult,
    Team,
    load_results,
    score_event,
)
from fastmcr.tournament.duplicate.files_csv import (
    PLAYER_COLUMNS,
    RESULT_COLUMNS,
    players_csv,
    read_players,
    read_results,
    results_csv,
)
from fastmcr.tournament.duplicate.files_json import event_data, event_json, read_event
from fastmcr.tournament.duplicate.settings import SETTINGS, TIE_BREAKS
from fastmcr.tournament.duplicate.template import example_event, example_files

HEAD = "board,table,east,south,west,north,winner,points,from"
LINES = ["1,A,Ann,Bo,Cy,Di,S,20,E", "1,B,Ed,Flo,Gus,Hal,E,9,wall"]
FULL = f"{HEAD},score_east,score_south,score_west,score_north,false_hu,penalty,substitute,remarks"


@pytest.fixture
def saved(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a results file and returns its path."""

    def save(*lines: str, head: str = HEAD, name: str = "results.csv", encoding: str = "utf-8") -> Path:
        path = tmp_path / name
        path.write_text("\n".join([head, *lines]) + "\n", encoding=encoding)
        return path

    return save


def refused(path: Path, **more: Any) -> list[str]:
    """Return the problems of a file, without its folder."""
    with pytest.raises(EventFileError) as caught:
        load_results(path, **more)
    return str(caught.value).replace(f"{path.parent}/", "").splitlines()


# --- good files -------------------------------------------------------------------------------------------------------


def test_a_plain_file(saved: Callable[..., Path]) -> None:
    event = load_results(saved(*LINES))
    assert event.results == (
        TableResult(1, "A", ("Ann", "Bo", "Cy", "Di"), wins={"S": 20}, source="E"),
        TableResult(1, "B", ("Ed", "Flo", "Gus", "Hal"), wins={"E": 9}),
    )
    assert event.rules == EventRules()
    assert score_event(event, SCALE).standings[0].name == "Bo"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_separators_marks_and_line_ends(tmp_path: Path, separator: str, encoding: str, end: str) -> None:
    path = tmp_path / "results.csv"
    text = end.join([HEAD.upper(), "", *LINES, ",,,,,,,,", ""]).replace(",", separator)
    path.write_bytes(text.encode(encoding))
    assert [one.players[0] for one in load_results(path).results] == ["Ann", "Ed"]


def test_every_cell(saved: Callable[..., Path]) -> None:
    path = saved(
        '1,A,Ann,Bo,Cy,Di,South + w,20+10,East,-46,+36,26,\u221216,N=8 N=structure,N=2 S=1/2,N=Zoe Lee | E=Max,"one, two"',
        "1,B,Ed,Flo,Gus,Hal,Draw,,,0,0,0,0,,,,",
        "2,A,Ann,Bo,Cy,Di,,,,33,-11,-11,-11,,,,",
        "2,B,Ed,Flo,Gus,Hal,not  Played,,,,,,,,,,rain",
        head=FULL,
    )
    results = load_results(path).results
    assert results[0] == TableResult(
        1, "A", ("Ann", "Bo", "Cy", "Di"), {"S": 20, "W": 10}, "E", (-46, 36, 26, -16),
        false_hu=[("N", False), ("N", True)], penalties=[("N", 2), ("S", "1/2")],
        substitutes={"N": "Zoe Lee", "E": "Max"}, remarks="one, two",
    )  # fmt: skip
    assert (results[1].wins, results[1].scores) == ((), (0, 0, 0, 0))
    assert (results[2].wins, results[2].scores) == (None, (33, -11, -11, -11))
    assert (results[3].played, results[3].remarks) == (False, "rain")


def test_columns_are_described() -> None:
    assert list(RESULT_COLUMNS) == ["group", *FULL.split(",")]
    assert list(PLAYER_COLUMNS) == ["name", "team", "carry_over", "previous_rank"]
    assert all(RESULT_COLUMNS.values())


@pytest.mark.parametrize(
    "event", [individual_event(), team_event(head_to_head=True), example_event(), example_event(True)]
)
def test_json_gives_the_event_back(event: Event, tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_text(event_json(event), encoding="utf-8")
    assert load_results(path) == event


def everything() -> Event:
    """Return an event with all that a file can tell."""
    kinds = [str(tile) for tile in Tile]
    walls = ["".join(kinds)] * 4
    results = [
        TableResult(1, "1", ["A a", "B", "C", "D"], {"E": 9}, None, (33, -11, -11, -11), "g", [("S", True)],
                    [("W", "1/3", "late")], {"N": "Z"}, "x,y"),
        TableResult(2, "1", ["A a", "B", "C", "D"], played=False, group="g"),
    ]  # fmt: skip
    return Event(
        results, EventRules(datum="others", trim=2, carry_over_weight="2/3", tie_breaks=(), check_scores=False),
        "N", "D", "P", [Board(2, "S", "W", "seed", walls), Board(1)],
        [Player("A a", "T", "21/2", 4), Player("B"), Player("C"), Player("D")], penalties=[Penalty("B", "0.5", "r")],
    )  # fmt: skip


def test_json_tells_everything(tmp_path: Path) -> None:
    event = everything()
    path = tmp_path / "event.json"
    path.write_text(json.dumps(event_data(event)), encoding="utf-8-sig")
    assert load_results(path) == event
    teams = replace(
        team_event(head_to_head=True), teams=(Team("T0", "1/2", 3),), matches=(Match(("T0", "T1"), (1, 2)),)
    )
    path.write_text(event_json(teams), encoding="utf-8")
    assert load_results(path) == teams


@given(st.lists(deals(), min_size=1, max_size=5), st.text("ab ,;\"'=|\u00e9\u6771", max_size=8))
def test_csv_gives_the_results_back(made: list[dict[str, Any]], words: str) -> None:
    rows = [
        {
            "board": place + 1,
            "table": f"t{words.strip()}",
            "group": "",
            "players": ["A,b", 'C"d', "E;f", "G h"],
            **deal,
        }
        for place, deal in enumerate(made)
    ]
    results = [replace(one, remarks=words.strip()) for one in as_results(rows)]
    problems: list[Problem] = []
    found, lines = read_results(results_csv(Event(results)), "", problems)
    assert problems == []
    assert found == results
    assert lines == list(range(2, len(results) + 2))


@given(st.lists(st.builds(Player, st.text("ab,\"", min_size=1, max_size=5), st.sampled_from(["", "x,y"]),
                          st.fractions(-9, 9, max_denominator=9), st.sampled_from([None, 1, 12])), min_size=1))  # fmt: skip
def test_csv_gives_the_players_back(players: list[Player]) -> None:
    problems: list[Problem] = []
    assert read_players(players_csv(players), "", problems) == (players, list(range(2, len(players) + 2)))
    assert problems == []


@pytest.mark.parametrize("teams", [False, True])
def test_the_example_in_all_its_forms(tmp_path: Path, teams: bool) -> None:
    event = example_event(teams)
    for name, text in example_files(teams).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    from_folder = load_results(tmp_path)
    assert from_folder == event
    from_files = load_results(
        tmp_path / "results.csv", settings=tmp_path / "event.json", players=tmp_path / "players.csv"
    )
    assert from_files == event
    result = score_event(event, SCALE)
    assert result.warnings == ()
    assert {line.boards for line in result.standings} == {8}
    if not teams:
        assert load_results(tmp_path / "results.csv").results == event.results
        held = [(line.player, str(line.wind)) for line in result.lines]
        assert {held.count(pair) for pair in held} == {2}  # everybody has each wind twice


def test_a_folder_with_a_whole_event(tmp_path: Path) -> None:
    (tmp_path / "event.json").write_text(event_json(individual_event()), encoding="utf-8")
    assert load_results(tmp_path) == individual_event()


def test_settings_from_outside(saved: Callable[..., Path], tmp_path: Path) -> None:
    path = saved(*LINES)
    assert load_results(path, rules={"datum": "others"}).rules.datum == "others"
    (tmp_path / "event.json").write_text(event_json(team_event()), encoding="utf-8")
    assert load_results(tmp_path / "event.json", rules={"team-base": "mean"}).rules.team_base == "mean"
    with pytest.raises(RulesError, match=r"^trim cannot be 'x'; allowed: a whole number from 0 to 99$"):
        load_results(path, rules={"trim": "x"})


# --- wrong lines: each with its message -------------------------------------------------------------------------------

WRONG_CELLS = [
    # line, the message after "results.csv, line 2, "
    (",A,Ann,Bo,Cy,Di,draw,,", "column board: no board ''; the number of a board is 1..9999"),
    ("0,A,Ann,Bo,Cy,Di,draw,,", "column board: no board '0'; the number of a board is 1..9999"),
    ("one,A,Ann,Bo,Cy,Di,draw,,", "column board: no board 'one'; the number of a board is 1..9999"),
    ("1,,Ann,Bo,Cy,Di,draw,,", "column table: is empty; it names the table"),
    ("1,A,Ann,,Cy,Di,draw,,", "column south: is empty; it names the player"),
    ("1,A,Ann,B\u200bo,Cy,Di,draw,,", "column south: the name of a player is printable text without blanks at its ends, not "
                                      "'B\\u200bo'"),
    ("1,A,Ann,Bo,Cy,Di,X,20,E", "column winner: no wind 'X'; winners are E, S, W, N, several as S+W, or draw, or not played"),
    ("1,A,Ann,Bo,Cy,Di,S+,20,E", "column winner: no wind ''; winners are E, S, W, N, several as S+W, or draw, or not played"),
    ("1,A,Ann,Bo,Cy,Di,S,20,X", "column from: no wind 'X'; it is E, S, W or N, or wall for a self-drawn win"),
    ("1,A,Ann,Bo,Cy,Di,S,7,E", "column points: South's win of 7 points is below the minimum of 8"),
    ("1,A,Ann,Bo,Cy,Di,S+W,20+7,E", "column points: West's win of 7 points is below the minimum of 8"),
    ("1,A,Ann,Bo,Cy,Di,S,0,E", "column points: South's win must be worth 1 point or more, not 0"),
    ("1,A,Ann,Bo,Cy,Di,S,-8,E", "column points: no points '-8'; points are a whole number, several as 20+10"),
    ("1,A,Ann,Bo,Cy,Di,S,8.5,E", "column points: no points '8.5'; points are a whole number, several as 20+10"),
    ("1,A,Ann,Bo,Cy,Di,S,,E", "column points: numbers of points: 0, winners: 1; give one number for each winner"),
    ("1,A,Ann,Bo,Cy,Di,S+W,20,E", "column points: numbers of points: 1, winners: 2; give one number for each winner"),
    ("1,A,Ann,Bo,Cy,Di,S,20,", "column from: is empty; write who discarded (E, S, W, N), or wall for a self-drawn win"),
    ("1,A,Ann,Bo,Cy,Di,S,20,S", "column from: South discarded the tile and cannot win with it"),
    ("1,A,Ann,Bo,Cy,Di,S+W,20+10,wall", "column from: a self-drawn win has one winner, not South and West"),
    ("1,A,Ann,Bo,Cy,Di,S+S,20+10,E", "column winner: South wins twice; each seat wins once"),
    ("1,A,Ann,Bo,Cy,Di,draw,20,", "column points: '20' does not go with draw; leave it empty"),
    ("1,A,Ann,Bo,Cy,Di,draw,,E", "column from: 'E' does not go with draw; leave it empty"),
    ("1,A,Ann,Bo,Cy,Di,not played,,E", "column from: 'E' does not go with not played; leave it empty"),
    ("1,A,Ann,Bo,Cy,Di,,,", "column winner: neither a winner nor scores; write the winner, draw, or not played"),
    ("1,A,Ann,Bo,Ann,Di,draw,,", "column east: 'Ann' sits at table A twice"),
    ("1,A,Ann,Bo,Cy,Di,draw,", "8 cells, but the first line has 9 columns"),
    ("1,A,Ann,Bo,Cy,Di,draw,,,x", "10 cells, but the first line has 9 columns"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "words"), WRONG_CELLS)
def test_a_wrong_line(saved: Callable[..., Path], line: str, words: str) -> None:
    between = ", " if words.startswith("column") else ": "
    assert refused(saved(line)) == [f"results.csv, line 2{between}{words}"]


WRONG_MORE = [
    # score_east.., false_hu, penalty, substitute, remarks after a draw
    ("0,0,,0,,,,", "column score_west: is empty; give all four scores or none", "draw"),
    ("0,0,x,0,,,,", "column score_west: no score 'x'; a score is a whole number such as -16", "draw"),
    ("0,0,1.5,0,,,,", "column score_west: no score '1.5'; a score is a whole number such as -16", "draw"),
    ("0,0,99999999,0,,,,", "column score_west: no score '99999999'; a score is a whole number such as -16", "draw"),
    ("1,0,0,-1,,,,", "column score_east..score_north: scores +1 0 0 -1 do not fit the win; by the settlement they are "
                     "0 0 0 0", "draw"),
    (",,,,X=4,,,", "column false_hu: no wind 'X'; write it as N=4 or N=8", "draw"),
    (",,,,N4,,,", "column false_hu: 'N4' is not as N=4 or N=8; several stand apart by blanks", "draw"),
    (",,,,N=5,,,", "column false_hu: no false hu '5'; it is 4 or structure, 8 or no-structure", "draw"),
    (",,,,,N=-2,,", "column penalty: a penalty is above 0 IMP and is subtracted, not '-2'", "draw"),
    (",,,,,N=x,,", "column penalty: IMP must be a whole number, a decimal such as '0.5' or a fraction such as '2/3', "
                   "not 'x'", "draw"),
    (",,,,,,Zoe,", "column substitute: 'Zoe' is not as E=Zoe Lee; several stand apart by |", "draw"),
    (",,,,,,E=Zoe|E=Max,", "column substitute: two substitutes for East", "draw"),
    (",,,,,,E=Ann,", "column substitute: 'Ann' is entered there and is no substitute", "draw"),
    (",,,,,,E=Bo,", "column substitute: the substitute 'Bo' sits at table A twice", "draw"),
    ("0,0,0,0,,,,", "column score_east: scores of a board that was not played; leave them empty", "not played"),
    (",,,,N=4,,,", "board 1 at table A was not played: no wins, scores or penalties", "not played"),
]  # fmt: skip


@pytest.mark.parametrize(("cells", "words", "winner"), WRONG_MORE)
def test_a_wrong_cell_of_the_others(saved: Callable[..., Path], cells: str, words: str, winner: str) -> None:
    place = ", " if words.startswith("column") else ": "
    path = saved(f"1,A,Ann,Bo,Cy,Di,{winner},,,{cells}", head=FULL)
    assert refused(path) == [f"results.csv, line 2{place}{words}"]


SCORES_HEAD = "board,table,east,south,west,north,score_east,score_south,score_west,score_north"


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ("34,-12,-12,-10", "scores +34 -12 -12 -10 (sum +0) come from no deal: East winning 10 points gives "
                           "+34 -12 -12 -12 self-drawn, +34 -18 -8 -8 from South"),
        ("34,-12,-12,-12", None),
        ("33,-11,-11,-12", "scores +33 -11 -11 -12 (sum -1) come from no deal: East winning 9 points gives "
                           "+33 -11 -11 -11 self-drawn, +33 -8 -8 -17 from North"),
        ("31,-15,-8,-8", "scores +31 -15 -8 -8 (sum +0) come from no deal: +31 for East is a win of 7 points, below the "
                         "minimum of 8"),
        ("-8,-8,-8,-8", "scores -8 -8 -8 -8 (sum -32) come from no deal: there is no winner, and a draw is 0 0 0 0"),
        ("36,36,-32,-8", "scores +36 +36 -32 -8 (sum +32) come from no deal with 2 winners on one tile (cross-pay)"),
        ("5,5,5,-15", "scores +5 +5 +5 -15 (sum +0) come from no deal with 3 winners on one tile (cross-pay)"),
        ("8,8,8,-24", "scores +8 +8 +8 -24 (sum +0) come from no deal with 3 winners on one tile (cross-pay)"),
        ("16,16,16,-48", None),
    ],
)  # fmt: skip
def test_sums_that_are_off(saved: Callable[..., Path], scores: str, words: str | None) -> None:
    path = saved(f"1,A,Ann,Bo,Cy,Di,{scores}", head=SCORES_HEAD)
    if words is None:
        assert load_results(path).results[0].scores is not None
    else:
        assert refused(path) == [f"results.csv, line 2, column score_east..score_north: {words}"]
    assert load_results(path, rules={"check_scores": "no"}).results[0].scores is not None


def test_the_same_scores_under_the_other_variant(saved: Callable[..., Path]) -> None:
    """The record of duplicate.md 4: two winners of 12 from the discarder, who pays 32; the other pays 8."""
    path = saved("1,A,Ann,Bo,Cy,Di,36,36,-32,-8", head=SCORES_HEAD)
    event = load_results(path, rules={"multi_hu": "no-cross-pay"})
    table = score_event(event, SCALE).tables[0]
    assert [(str(win.wind), win.points) for win in table.wins or ()] == [("E", 12), ("S", 12)]
    assert str(table.source) == "W"


def test_winner_after_a_false_hu(saved: Callable[..., Path]) -> None:
    words = "results.csv, line 2, column false_hu: South cannot win after a false hu: the hand is dead"
    assert refused(saved("1,A,Ann,Bo,Cy,Di,S,20,E,,,,,S=8,,,", head=FULL)) == [words]
    assert refused(saved("1,A,Ann,Bo,Cy,Di,,,,-28,44,-8,-8,S=4,,,", head=FULL)) == [words]


def test_scores_against_the_winner(saved: Callable[..., Path]) -> None:
    assert refused(saved("1,A,Ann,Bo,Cy,Di,S,20,E,-28,44,-8,8,,,,", head=FULL)) == [
        "results.csv, line 2, column score_east..score_north: scores -28 +44 -8 +8 do not fit the win; by the settlement they "
        "are -28 +44 -8 -8"
    ]


# --- wrong events -----------------------------------------------------------------------------------------------------


def test_lines_that_repeat_each_other(saved: Callable[..., Path]) -> None:
    assert refused(saved(*LINES, LINES[0])) == ["results.csv, line 4: the same line as line 2 (board 1, table A)"]
    assert refused(saved(*LINES, "1,A,Ann,Bo,Cy,Di,S,21,E")) == [
        "results.csv, line 4, column board: two results for board 1, table A: here and at line 2"
    ]


def test_a_player_twice_at_a_board(saved: Callable[..., Path]) -> None:
    assert refused(saved(LINES[0], "1,B,Ed,Flo,Cy,Hal,E,9,wall")) == [
        "results.csv, line 3, column west: 'Cy' plays board 1 twice: here and at line 2"
    ]
    tail = ",,,,,,,{},"
    path = saved(LINES[0] + tail.format(""), LINES[1] + tail.format("N=Cy"), head=FULL)
    assert refused(path) == ["results.csv, line 3, column substitute: 'Cy' plays board 1 twice: here and at line 2"]
    path = saved(LINES[0] + tail.format("W=Zoe"), LINES[1] + tail.format("N=Zoe"), head=FULL)
    assert refused(path) == ["results.csv, line 3, column substitute: 'Zoe' plays board 1 twice: here and at line 2"]
    # Who is replaced may sit elsewhere.
    assert load_results(saved(LINES[0] + tail.format("W=Zoe"), LINES[1] + tail.format("N=Cy"), head=FULL))


def test_an_unknown_player_and_an_unknown_board(saved: Callable[..., Path], tmp_path: Path) -> None:
    players = tmp_path / "players.csv"
    players.write_text("name\n" + "\n".join(["Anna", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]), encoding="utf-8")
    assert refused(saved(*LINES), players=players) == [
        "results.csv, line 2, column east: 'Ann' is not entered in this event; did you mean 'Anna'?"
    ]
    settings = tmp_path / "event.json"
    settings.write_text(
        '{"format": "fastmcr-duplicate-event", "version": 1, "boards": [{"number": 2}]}', encoding="utf-8"
    )
    assert refused(saved(*LINES), settings=settings)[0] == (
        "results.csv, line 2, column board: there is no board 1 in this event"
    )


def test_a_missing_board_is_a_warning_or_an_error(saved: Callable[..., Path]) -> None:
    path = saved(*LINES, "2,A,Ann,Bo,Cy,Di,draw,,")
    texts = [warning.text for warning in score_event(load_results(path), SCALE).warnings]
    assert texts[0] == "board 2 has no result of table B"
    assert refused(path, rules={"missing": "refuse"}) == [
        "results.csv: board 2 has no result of table B (missing=refuse)"
    ]


def test_all_problems_are_told_up_to_a_number(saved: Callable[..., Path]) -> None:
    path = saved("x,A,Ann,,Cy,Di,Q,20,E", "1,A,Ann,Bo,Cy,Di,S,20,", *LINES)
    assert refused(path) == [
        "results.csv, line 2, column board: no board 'x'; the number of a board is 1..9999",
        "results.csv, line 2, column south: is empty; it names the player",
        "results.csv, line 2, column winner: no wind 'Q'; winners are E, S, W, N, several as S+W, or draw, or not played",
        "results.csv, line 3, column from: is empty; write who discarded (E, S, W, N), or wall for a self-drawn win",
    ]
    with pytest.raises(EventFileError) as caught:
        load_results(path)
    assert caught.value.problems[2][1:] == (str(path), "line 2", "winner", "Q")
    many = refused(saved(*[f"1,{table},Ann,Bo,Cy,Di,S,7,E" for table in range(60)]))
    assert len(many) == 51
    assert many[-1].startswith("and ")
    assert many[-1].endswith(" more problems")


# --- wrong files ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ": is empty"),
        (b"\xef\xbb\xbf\n \n", ": is empty"),
        (HEAD.encode(), ": there are no lines of results below the names of the columns"),
        (f"{HEAD}\n1,A,\xe9,Bo,Cy,Di,S,20,E\n".encode("latin-1"), ", line 2: byte 0xe9 is not UTF-8; save the file as CSV (UTF-8)"),
        (HEAD.encode("utf-16"), ": is UTF-16 text; save it as CSV (UTF-8)"),
        (b"PK\x03\x04rest", ": is a spreadsheet or zip file; save it as CSV (UTF-8)"),
        (b"\xd0\xcf\x11\xe0rest", ": is an old spreadsheet; save it as CSV (UTF-8)"),
        (b"%PDF-1.7", ": is a PDF; it must be CSV or JSON"),
        (f"{HEAD}\n1,A\0,".encode(), ", line 2: holds a NUL character, so it is no text"),
        (f'{HEAD}\n1,"A,Ann\n'.encode(), ", line 2: not CSV: unexpected end of data"),
        (b"1,A,Ann,Bo,Cy,Di,S,20,E\n", ", line 1: no column is called '1'; there are board, table, east, south, west, north, "
                                       "group, winner, points, from, score_east, score_south, score_west, score_north, "
                                       "false_hu, penalty, substitute, remarks"),
        (b"board,table,east,south,west,winner,points,from\n1,A,a,b,c,draw,,\n", ", line 1: the first line lacks the column north"),
        (b"board,board,table,east,south,west,north,winner,points,from\n", ", line 1: the column board stands 2 times"),
        (b"board,table,east,south,west,north\n1,A,a,b,c,d\n", ", line 1: the first line needs the columns winner, points, from, or "
                                                             "score_east, score_south, score_west, score_north, or all of "
                                                             "them"),
        (b"board,table,east,south,west,north,winner\n1,A,a,b,c,d,draw\n", ", line 1: the first line lacks points, from; winner, points, from "
                                                                         "belong together"),
    ],
)  # fmt: skip
def test_wrong_files(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "results.csv"
    path.write_bytes(content)
    assert refused(path)[0] == f"results.csv{words}"


def test_files_that_are_not_there(tmp_path: Path) -> None:
    assert refused(tmp_path / "results.csv") == ["results.csv: cannot be read: No such file or directory"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(EventFileError, match=r"empty/results\.csv: cannot be read: No such file or directory$"):
        load_results(tmp_path / "empty")


def test_files_that_do_not_go_together(saved: Callable[..., Path], tmp_path: Path) -> None:
    results = saved(*LINES)
    whole = tmp_path / "event.json"
    whole.write_text(event_json(individual_event()), encoding="utf-8")
    with pytest.raises(EventFileError) as caught:
        load_results(results, settings=whole)
    assert str(caught.value) == f"{whole}: holds results, and {results} too; one of them must go"
    with pytest.raises(EventFileError) as caught:
        load_results(whole, settings=whole)
    assert str(caught.value) == f"{whole}: is a whole event; its settings stand in it, not in another file"
    with pytest.raises(EventFileError) as caught:
        load_results(tmp_path, players=results)
    assert str(caught.value) == (
        f"{tmp_path}: is a folder: event.json and players.csv are looked for in it, not named besides"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name\n", "players.csv: there are no players below the names of the columns"),
        ("player\nAnn\n", "players.csv, line 1: no column is called 'player'; there are name, team, carry_over, previous_rank"),
        ("name\nAnn\nAnn\n", "players.csv, line 3, column name: 'Ann' stands here and at line 2; each is entered once"),
        ("name,carry_over\nAnn,ten\n", "players.csv, line 2, column carry_over: IMP carried over must be a whole number, a "
                                       "decimal such as '0.5' or a fraction such as '2/3', not 'ten'"),
        ("name,previous_rank\nAnn,0\n", "players.csv, line 2, column previous_rank: no rank '0'; it is a whole number from 1"),
        ("name,team\n,Reds\n", "players.csv, line 2, column name: is empty; it names the player"),
    ],
)  # fmt: skip
def test_wrong_players(saved: Callable[..., Path], tmp_path: Path, text: str, words: str) -> None:
    players = tmp_path / "players.csv"
    players.write_text(text, encoding="utf-8")
    assert refused(saved(*LINES), players=players)[0] == words


GOOD = {"board": 1, "table": "A", "players": ["Ann", "Bo", "Cy", "Di"], "wins": {"S": 20}, "from": "E"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"board": "1"}, "results[0]: the number of a board is 1 to 9999, not '1'"),
        ({"board": None}, "results[0]: the number of a board is 1 to 9999, not None"),
        ({"tabel": 1}, "results[0]: nothing is called 'tabel' here; there are board, table, players, group, wins, from, scores, "
                       "false_hu, penalties, substitutes, remarks, played"),
        ({"players": ["Ann"]}, "results[0]: a table has four players, East, South, West and North, not ['Ann']"),
        ({"players": "ABCD"}, "results[0]: players are a list of four names: East, South, West, North, not 'ABCD'"),
        ({"wins": {"X": 20}}, "results[0]: winner's wind must be E, S, W or N (or 0..3), not 'X'"),
        ({"wins": {"S": 20.5}}, "results[0]: the points of a win are a whole number from 0 to 1000000, not '20.5'"),
        ({"wins": {"S": 7}}, "results[0], column points: South's win of 7 points is below the minimum of 8"),
        ({"wins": [20]}, 'results[0]: wins are an object such as {"S": 20}; {} for a draw, not [20]'),
        ({"from": None}, "results[0]: from is missing: E, S, W or N for who discarded, or wall for a self-drawn win"),
        ({"from": "sea"}, "results[0]: discarder's wind must be E, S, W or N (or 0..3), not 'sea'"),
        ({"from": "S"}, "results[0], column source: South discarded the tile and cannot win with it"),
        ({"scores": [1, 2, 3]}, "results[0]: scores are four whole numbers from -1000000 to 1000000, for E, S, W and N, not "
                                "[1, 2, 3]"),
        ({"scores": [1, 2, 3, 4]}, "results[0], column scores: scores +1 +2 +3 +4 do not fit the win; by the settlement they "
                                   "are -28 +44 -8 -8"),
        ({"false_hu": [{"wind": "N"}]}, 'results[0]: a false hu is an object such as {"wind": "N", "structure": true}, not '
                                        "{'wind': 'N'}"),
        ({"penalties": [{"wind": "N", "imp": 0}]}, "results[0]: a penalty is above 0 IMP and is subtracted, not '0'"),
        ({"penalties": 3}, "results[0]: penalties are a list, not 3"),
        ({"substitutes": {"E": 5}}, "results[0]: the name of a substitute is printable text without blanks at its ends, not 5"),
        ({"played": "no"}, "results[0]: played is true or false, not 'no'"),
        ({"remarks": 7}, "results[0]: remarks are text, not 7"),
    ],
)  # fmt: skip
def test_wrong_results_in_json(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    path = tmp_path / "event.json"
    data = {"format": "fastmcr-duplicate-event", "version": 1, "results": [{**GOOD, **change}]}
    path.write_text(json.dumps(data), encoding="utf-8")
    assert refused(path) == [f"event.json, {words}"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"format": 1', "event.json, line 1: not JSON: Expecting ',' delimiter, character 13"),
        ("[]", "event.json: an event is an object of names and values, not []"),
        ("{}", "event.json, format: format is None; a file of an event has 'fastmcr-duplicate-event'"),
        ('{"version": 2}', "event.json, version: version 2 of the format is not known; this program reads 1"),
        ('{"results": {}}', "event.json, results: results are a list, not {}"),
        ('{"results": [7]}', "event.json, results[0]: an entry is an object of names and values, not 7"),
        ('{"results": [{}]}', "event.json, results[0]: board, table, players are missing"),
        ('{"boards": [{"number": 1, "prevalent": "X"}]}', "event.json, boards[0]: prevalent wind must be E, S, W or N (or 0..3), "
                                                          "not 'X'"),
        ('{"boards": [{"number": 1, "walls": ["1m"]}]}', "event.json, boards[0]: board 1 has walls of 1 tiles; there are four of "
                                                         "34"),
        ('{"players": [{"name": " Ann"}]}', "event.json, players[0]: the name of a player is printable text without blanks at its "
                                            "ends, not ' Ann'"),
        ('{"players": [{"name": "Ann", "previous_rank": 0}]}', "event.json, players[0]: the previous rank of Ann is a whole "
                                                               "number from 1, not 0"),
        ('{"penalties": [{"who": "Ann", "imp": -1}]}', "event.json, penalties[0]: a penalty is above 0 IMP and is subtracted, not "
                                                       "'-1'"),
        ('{"matches": [{"teams": ["A", "A"]}]}', "event.json, matches[0]: a match is between two teams, not ['A', 'A']"),
        ('{"rules": {"datum": "median"}}', "event.json, rules: datum cannot be 'median'; allowed: all, others"),
        ('{"rules": []}', "event.json, rules: the rules are an object of settings, not []"),
        ('{"name": 3}', "event.json, name: 3 is no text"),
        ('{"results": []}', "event.json: there are no results; an event has one for each table and board"),
    ],
)  # fmt: skip
def test_wrong_json(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "event.json"
    if text.startswith('{"') and '"format"' not in text:
        start = '{"format": "fastmcr-duplicate-event", ' + ("" if "version" in text else '"version": 1, ')
        text = start + text[1:]
    path.write_text(text, encoding="utf-8")
    assert refused(path)[0] == words


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.floats(),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
                        st.sampled_from(["board", "table", "players", "wins", "from", "results", "rules", "boards", "number",
                                         "walls", "teams", "name", "imp", "false_hu", "penalties", "substitutes", "scores"]),
                        inner, max_size=4), max_leaves=12))  # fmt: skip
def test_any_json_gives_problems_and_no_other_error(data: Any) -> None:
    problems: list[Problem] = []
    event = read_event(
        {"format": "fastmcr-duplicate-event", "version": 1, **(data if isinstance(data, dict) else {})}, "f", problems
    )
    assert isinstance(event, Event)
    entry = {"board": 1, "table": "A", "players": ["a", "b", "c", "d"], "wins": {}}
    for name in [*entry, "from", "scores", "false_hu", "penalties", "substitutes", "remarks", "played", "group"]:
        changed = {"format": "fastmcr-duplicate-event", "version": 1, "results": [{**entry, name: data}]}
        read_event(changed, "f", problems)


@given(st.text('board,table;east\t\n"12ESWN+=draw ', max_size=200))
def test_any_text_gives_problems_and_no_other_error(text: str) -> None:
    problems: list[Problem] = []
    read_results(f"{HEAD}\n{text}", "f", problems)
    read_results(text, "f", problems)
    read_players(text, "f", problems)


# --- schemas ---------------------------------------------------------------------------------------------------------


def schema(name: str) -> jsonschema.Draft202012Validator:
    data = json.loads((files("fastmcr.tournament.duplicate") / f"{name}.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(data)
    return jsonschema.Draft202012Validator(data)


def test_the_schema_of_events_fits() -> None:
    validator = schema("event")
    for event in (everything(), example_event(), example_event(True), individual_event(tie_breaks=())):
        validator.validate(event_data(event))
    teams = replace(team_event(head_to_head=True), teams=(Team("T0", "1/2", 3),), matches=(Match(("T0", "T1"), (1,)),))
    validator.validate(event_data(teams))
    settings = validator.schema["properties"]["rules"]["properties"]
    assert set(settings) == set(SETTINGS)
    for name, setting in SETTINGS.items():
        assert settings[name].get("enum", []) == list(setting.values) or settings[name] == {"type": "boolean"}
    assert settings["tie_breaks"]["items"]["enum"] == list(TIE_BREAKS)
    entry = {"board": 1, "table": "A", "players": ["a", "b", "c", "d"]}
    for wrong in ({"wins": {"X": 8}}, {"from": "sea"}, {"scores": [1]}, {"board": 0}, {"tabel": 1}):
        changed = {"format": "fastmcr-duplicate-event", "version": 1, "results": [{**entry, **wrong}]}
        assert not validator.is_valid(changed)


def test_the_schema_of_results_fits() -> None:
    validator = schema("result")
    events = [everything(), example_event(), individual_event(datum="others"), team_event(),
              team_event(head_to_head=True), team_event(team_order="convert-then-sum", team_base="mean")]  # fmt: skip
    for event in events:
        validator.validate(json.loads(score_event(event, SCALE).to_json()))


# --- output -----------------------------------------------------------------------------------------------------------


def test_csv_of_results() -> None:
    result = score_event(individual_event(datum="others"), SCALE)
    tables = {name: list(csv.DictReader(io.StringIO(text))) for name, text in result.to_csv().items()}
    assert list(tables) == ["standings.csv", "boards.csv", "settings.csv"]
    for name in ("standings.csv", "boards.csv"):
        assert {row["scale"] for row in tables[name]} == {"wbf-bridge-div10 (unofficial)"}
        assert {row["rules"] for row in tables[name]} == {result.rules.variant}
    row = next(row for row in tables["boards.csv"] if (row["board"], row["wind"], row["table"]) == ("1", "E", "2"))
    assert (row["player"], row["score"], row["results"]) == ("E", "-8", "4")
    assert (row["datum"], row["datum_exact"]) == ("5.666667", "5 2/3")
    assert (row["deviation"], row["deviation_exact"], row["imp"]) == ("-13.666667", "-13 2/3", "-4")
    assert len(tables["boards.csv"]) == 64
    facts = {row["what"]: row["value"] for row in tables["settings.csv"]}
    assert facts["datum"] == "others"
    assert facts["scale_notice"] == result.scale.notice
    assert [row["name"] for row in tables["standings.csv"]] == [line.name for line in result.standings]
    teams = score_event(team_event(head_to_head=True), SCALE).to_csv()
    assert list(teams) == ["standings.csv", "boards.csv", "teams.csv", "matches.csv", "settings.csv"]
    assert teams["matches.csv"].splitlines()[1].startswith("1,,T0,T1,95,-77,172,17,-17,duplicate MCR; team event;")


def test_json_of_results() -> None:
    result = score_event(individual_event(datum="others"), SCALE)
    data = json.loads(result.to_json())
    assert data == result.to_dict()
    assert (data["format"], data["version"]) == ("fastmcr-duplicate-result", 1)
    assert EventRules.from_options(data["rules"]["settings"]) == result.rules
    assert data["scale"]["notice"] == result.scale.notice
    assert data["scale"]["bands"][1] == [2, 1]
    assert [entry["name"] for entry in data["standings"]] == [line.name for line in result.standings]
    seats = {(board["board"], seat["wind"], seat["table"]): seat for board in data["boards"] for seat in board["seats"]}
    assert len(seats) == 64
    assert seats[1, "E", "2"]["deviation"] == {"exact": "-41/3", "decimal": "-13.666667"}
    for line in result.lines:
        seat = seats[line.board, str(line.wind), line.table]
        assert Fraction(seat["deviation"]["exact"]) == line.deviation
        assert (seat["player"], seat["score"], Fraction(seat["imp"]["exact"])) == (line.player, line.score, line.imp)
    assert data["boards"][0]["tables"][2]["text"] == "S 20 and W 10 from N"


def test_text_of_results() -> None:
    text = str(score_event(individual_event(datum="others"), SCALE))
    assert "UNOFFICIAL" in text
    assert "datum: mean of others" in text
    lines = text.splitlines()
    assert "East   2      E          -8    ~5.67    ~-13.67   -4" in lines
    assert "3      -16  +36  +26  -46  S 20 and W 10 from N" in lines


def test_numbers_say_when_they_are_rounded() -> None:
    from fastmcr.tournament.duplicate.numbers import number_data, shown_number

    shown = {"41/3": "~13.67", "-41/3": "~-13.67", "1/4": "0.25", "5/2": "2.5", "-7": "-7", "1/1000": "~0.00",
             "-1/1000": "~0.00", "1/8": "~0.13", "-1/8": "~-0.13", "0": "0"}  # fmt: skip
    assert {text: shown_number(Fraction(text)) for text in shown} == shown
    assert shown_number(Fraction(-1, 10**9)) == "~0.00"
    assert number_data(Fraction(-1, 10**9)) == {"exact": "-1/1000000000", "decimal": "0.000000".rstrip("0").rstrip(".")}


def test_every_refusal_is_ours(saved: Callable[..., Path]) -> None:
    with pytest.raises(McrError):
        load_results(saved("x"))
