"""CSV that people open with a spreadsheet: names that look like formulas, and what is read back."""

from __future__ import annotations

import csv
import io
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from fastmcr.cli import cli
from fastmcr.errors import Problem
from fastmcr.files.csv import csv_rows, guarded, separator_of, unguarded
from fastmcr.tournament.duplicate import Event, EventRules, Player, Scale, TableResult, load_results, score_event
from fastmcr.tournament.duplicate.files_csv import players_csv, read_players, read_results, results_csv
from fastmcr.tournament.match import Match
from fastmcr.tournament.match.files import match_csv, parse_match

DANGEROUS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"
NAMES = ("=HYPERLINK(1)", "+Bo", "-Cy", "@Di", "'=Ed", "''Flo", "'t Hart", "＝李")


def cells(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


# --- the guard --------------------------------------------------------------------------------------------------------


def test_every_short_name_comes_back_and_no_two_look_alike() -> None:
    names = ["".join(chars) for length in range(5) for chars in product("'=-x", repeat=length)]
    written = [guarded(name) for name in names]
    assert len(set(written)) == len(names)
    assert [unguarded(cell) for cell in written] == names


@given(st.text(st.sampled_from("'" + DANGEROUS + "a 1,"), max_size=6) | st.text(max_size=4))
def test_no_cell_begins_like_a_formula(name: str) -> None:
    cell = guarded(name)
    assert unguarded(cell) == name
    assert not cell.startswith(tuple(DANGEROUS))
    assert cell in (name, "'" + name)


# --- duplicate events -------------------------------------------------------------------------------------------------


def event(kind: str = "individual") -> Event:
    rows = [(1, "=A", NAMES[:4]), (1, "-B", NAMES[4:]), (2, "=A", NAMES[:4]), (2, "-B", NAMES[4:])]
    results = [
        TableResult(board, table, players, wins={"S": 20}, source="E", group="@group", remarks="=remark")
        for board, table, players in rows
    ]
    players = [Player(name, ("=Reds", "'Blues")[place // 4]) for place, name in enumerate(NAMES)]
    rules = EventRules(kind=kind, head_to_head=kind == "team")
    return Event(results, rules, name="=event", date="-date", place="+place", players=players)


def test_names_that_look_like_formulas_come_back() -> None:
    problems: list[Problem] = []
    text = results_csv(event())
    assert not [cell for row in cells(text)[1:] for cell in row if cell.startswith(tuple(DANGEROUS))]
    assert read_results(text, "results.csv", problems)[0] == list(event().results)
    told = players_csv(event().players)
    assert not [cell for row in cells(told) for cell in row if cell.startswith(tuple(DANGEROUS))]
    assert read_players(told, "players.csv", problems)[0] == list(event().players)
    assert problems == []


@pytest.mark.parametrize("kind", ["individual", "team"])
def test_results_hold_no_formula_and_numbers_stay_numbers(kind: str) -> None:
    scale = Scale.from_dict({**Scale.find("wbf-bridge-div10").to_dict(), "id": "=scale", "source": "@source"})
    files = score_event(event(kind), scale).to_csv()
    numbers = 0
    for text in files.values():
        for row in cells(text):
            for cell in row:
                if cell.startswith(tuple(DANGEROUS)):
                    float(cell.partition(" ")[0])  # -13 2/3
                    numbers += 1
    assert numbers > 0
    players = [row[cells(files["boards.csv"])[0].index("player")] for row in cells(files["boards.csv"])[1:]]
    assert {unguarded(name) for name in players} == set(NAMES)
    assert "'=event" in files["settings.csv"]


def test_a_file_is_scored_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / "results.csv").write_text(results_csv(event()), "utf-8")
    (tmp_path / "players.csv").write_text(players_csv(event().players), "utf-8")
    loaded = load_results(tmp_path)
    assert {player.name for player in loaded.all_players} == set(NAMES)
    shown = CliRunner().invoke(cli, ["duplicate", "score", str(tmp_path), "--standings"])
    assert shown.exit_code == 0
    assert "=HYPERLINK(1)" in shown.stdout


# --- match sheets -----------------------------------------------------------------------------------------------------


def test_a_sheet_gives_the_same_players_again() -> None:
    match = Match(("-Anna", "@Bela", "'-Chen", "''Dora"), multiple_winners="all")
    match = match.record({"-Anna": 12}, discarder="@Bela", false_hu={"@Bela": "one-short"}, penalties={"-Anna": 5})
    match = match.record({"''Dora": 8, "-Anna": 9}, discarder="'-Chen")
    text = match_csv(match)
    begins = [cell for row in cells(text) for cell in row if cell.startswith(tuple(DANGEROUS))]
    assert [str(int(cell)) for cell in begins] == begins != []
    assert parse_match(text, unfinished=True) == match
    header = next(row for row in cells(text) if row[0] == "hand")
    assert header[7:11] == ["'-Anna", "'@Bela", "''-Chen", "'''Dora"]


def test_players_told_by_the_seats_are_names_too() -> None:
    sheet = "hand,east,south,west,north,winner,value,from\n1,'-Ann,'@Bo,Cy,Di,'@Bo,12,'-Ann\n"
    match = parse_match(sheet, unfinished=True)
    assert match.players == ("-Ann", "@Bo", "Cy", "Di")
    assert match.totals == (-20, 36, -8, -8)


# --- rows and separators ----------------------------------------------------------------------------------------------


def test_rows_have_the_line_they_began_on() -> None:
    problems: list[Problem] = []
    rows = list(csv_rows('a;b\n\n"x\ny"; z \n;\nq"', ";", "some.csv", problems))
    assert [(row.line, row.cells) for row in rows] == [(1, ["a", "b"]), (3, ["x\ny", "z"]), (6, ['q"'])]
    assert problems == []
    assert list(csv_rows('"a"b', ",", "some.csv", problems)) == []
    assert str(problems[0]) == "some.csv, line 1: not CSV: ',' expected after '\"'"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_separator_is_the_one_that_makes_columns(separator: str) -> None:
    head = separator.join(("Board", '"table"', "points, or what; was"))
    assert separator_of(f"\n{head}\n1,2,3", ("board", "table")) == separator
    assert separator_of(f"fastmcr match,1\n{head}", ("board", "table"), 2) == separator
