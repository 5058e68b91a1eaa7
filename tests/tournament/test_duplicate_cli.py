"""``fastmcr duplicate`` template, check and score as an organiser uses them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from duplicate_cases import SCALE, individual_event, team_event
from support import python

import fastmcr.tournament.duplicate
from fastmcr.cli import cli
from fastmcr.tournament.duplicate import EventRules, Scale, load_results, score_event
from fastmcr.tournament.duplicate.files_json import event_json
from fastmcr.tournament.duplicate.settings import SETTINGS, TIE_BREAKS
from fastmcr.tournament.duplicate.template import example_event, example_files


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["duplicate", *map(str, arguments)])


@pytest.fixture
def event_file(tmp_path: Path) -> Path:
    path = tmp_path / "event.json"
    path.write_text(event_json(individual_event()), encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the example as the command writes it."""
    path = tmp_path / "my event"
    result = run("template", path)
    assert result.exit_code == 0
    assert result.stdout == (
        f"results.csv, players.csv, event.json written to {path}; score them: fastmcr duplicate score {path}\n"
    )
    return path


def test_template_into_a_folder(folder: Path) -> None:
    assert {path.name: path.read_text("utf-8") for path in folder.iterdir()} == example_files()
    assert load_results(folder) == example_event()
    again = run("template", folder)
    assert again.exit_code == 1
    assert again.stderr == (
        f"error: {folder} has results.csv, players.csv, event.json already; nothing was written (--force overwrites)\n"
    )
    assert run("template", folder, "--teams", "--force").exit_code == 0
    assert load_results(folder) == example_event(True)


@pytest.mark.parametrize("teams", [False, True])
def test_template_to_standard_output(tmp_path: Path, teams: bool) -> None:
    more = ["--teams"] if teams else []
    assert run("template", *more).stdout == run("template", "-", *more).stdout == event_json(example_event(teams))


def test_template_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = run("template", tmp_path / "file" / "below")
    assert result.exit_code == 1
    assert result.stderr == f"error: {tmp_path}/file/below: cannot be written: Not a directory\n"


def test_columns_and_settings_are_listed() -> None:
    columns = run("template", "--columns").stdout
    for name in ("score_north", "substitute", "previous_rank"):
        assert name in columns
    shown = run("score", "--settings").stdout
    for name in (*SETTINGS, *TIE_BREAKS):
        assert name in shown


def test_check(folder: Path) -> None:
    result = run("check", folder)
    assert result.exit_code == 0
    assert result.stdout == (
        f"{folder}: no errors; 16 results of 8 boards at 2 tables, 8 players\n"
        "Rules: duplicate MCR; individual event; several winners: cross-pay; datum: mean of all\n"
    )
    data = json.loads(run("check", folder, "--json").stdout)
    assert (data["players"], data["boards"], data["tables"], data["results"], data["warnings"]) == (8, 8, 2, 16, [])


def test_check_tells_all_errors_and_warnings(folder: Path) -> None:
    path = folder / "results.csv"
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    result = run("check", folder)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[2] == "warning: board 8 has no result of table 2"
    path.write_text("\n".join([*lines, lines[1], "9,1,Anna,Boris,Chen,Zed,X,5,wall,,,,"]) + "\n", encoding="utf-8")
    result = run("check", folder)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == (
        f"error: {path}, line 19, column winner: no wind 'X'; winners are E, S, W, N, several as S+W, or draw, or not "
        "played\n"
    )
    path.write_text("\n".join([*lines, lines[1], "9,1,Anna,Boris,Chen,Zed,E,7,wall,,,,"]) + "\n", encoding="utf-8")
    result = run("check", folder)
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        f"error: {path}, line 18: the same line as line 2 (board 1, table 1)",
        f"error: {path}, line 19, column board: there is no board 9 in this event",
        f"error: {path}, line 19, column north: 'Zed' is not entered in this event; 8 are entered",
        f"error: {path}, line 19, column points: East's win of 7 points is below the minimum of 8",
    ]


def test_score(event_file: Path) -> None:
    result = run("score", event_file)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout == f"{score_event(individual_event(), SCALE)}\n"
    assert "UNOFFICIAL" in result.stdout


def test_score_with_settings_and_scale(event_file: Path, tmp_path: Path) -> None:
    wanted = score_event(individual_event(datum="others", trim=1), "wbf-bridge")
    options = ("--datum", "others", "--set", "trim=1", "--scale", "wbf-bridge")
    assert run("score", event_file, *options).stdout == f"{wanted}\n"
    club = tmp_path / "club.json"
    data = {**Scale.shipped("wbf-bridge").to_dict(), "id": "real", "label": "The table", "official": True}
    club.write_text(json.dumps(data), encoding="utf-8")
    shown = run("score", event_file, "--scale", club).stdout
    assert "IMP scale: real (The table). Official. Source: " in shown
    assert "UNOFFICIAL" not in shown


def test_parts_of_the_output(event_file: Path) -> None:
    whole = run("score", event_file).stdout
    standings = run("score", event_file, "--standings").stdout
    assert whole.startswith(standings)
    assert "Board 1" not in standings
    board = run("score", event_file, "--board", "3").stdout
    assert board.count("Board ") == 1
    assert "Board 3" in board
    result = run("score", event_file, "--board", "12")
    assert result.exit_code == 1
    assert result.stderr == "error: no table has a result on board 12; there are boards 1-4\n"


def test_json(event_file: Path) -> None:
    data = json.loads(run("score", event_file, "--json").stdout)
    assert data == score_event(individual_event(), SCALE).to_dict()
    assert data["scale"]["notice"].endswith("UNOFFICIAL: no official table of duplicate MCR.")


def test_csv(event_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = run("score", event_file, "--csv", out)
    assert result.exit_code == 0
    assert "UNOFFICIAL" in result.stdout
    assert result.stdout.endswith(f"standings.csv, boards.csv, settings.csv written to {out}\n")
    wanted = score_event(individual_event(), SCALE).to_csv()
    assert {path.name: path.read_text("utf-8") for path in out.iterdir()} == wanted
    assert run("score", event_file, "--csv", out).exit_code == 1
    assert run("score", event_file, "--csv", out, "--force", "--scale", "wbf-bridge").exit_code == 0
    rows = list(csv.DictReader(io.StringIO((out / "standings.csv").read_text("utf-8"))))
    assert rows[0]["scale"] == "wbf-bridge (unofficial)"


def test_teams(tmp_path: Path) -> None:
    path = tmp_path / "teams.json"
    path.write_text(event_json(team_event()), encoding="utf-8")
    given: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        ((), {}),
        (("--set", "head-to-head=yes"), {"head_to_head": True}),
        (("--set", "team_base=mean", "--datum", "others"), {"team_base": "mean", "datum": "others"}),
    ]
    for options, rules in given:
        assert run("score", path, *options).stdout == f"{score_event(team_event(**rules), SCALE)}\n"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--set", "trim"), "'trim' is not SETTING=VALUE"),
        (("--set", "trimm=1"), "there is no setting 'trimm'; there are kind, datum, trim,"),
        (("--datum", "others", "--set", "datum=all"), "datum is given twice, as others and all"),
        (("--datum", "median"), "'median' is not one of"),
        (("--scale", "mcr"), "no scale is called 'mcr'; there are wbf-bridge-div10, wbf-bridge"),
        (("--scale", "no.json"), "no.json: cannot be read: No such file or directory"),
        (("--json", "--standings"), "--board, --standings, --json and --csv exclude each other"),
    ],
)
def test_wrong_usage(event_file: Path, options: tuple[str, ...], words: str) -> None:
    result = run("score", event_file, *options)
    assert result.exit_code == 2
    assert " ".join(words.split()) in " ".join(result.stderr.replace("│", " ").split())
    assert result.stdout == ""


def test_wrong_settings_of_results_without_a_file(folder: Path) -> None:
    result = run("score", folder / "results.csv", "--set", "trim=x")
    assert result.exit_code == 2
    assert "trim cannot be 'x'; allowed: a whole number from 0 to 99" in " ".join(result.stderr.split())


def test_wrong_files_are_told_in_words(tmp_path: Path) -> None:
    result = run("score", tmp_path / "none.csv")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"error: {tmp_path}/none.csv: cannot be read: No such file or directory\n"
    (tmp_path / "empty.csv").write_bytes(b"")
    assert run("check", tmp_path / "empty.csv").stderr == f"error: {tmp_path}/empty.csv: is empty\n"


def test_warnings_are_shown_and_cut(tmp_path: Path) -> None:
    event = individual_event()
    few = tmp_path / "few.json"
    lines = [line for line in event_json(event).splitlines() if '"table": "4"' not in line or '"board": 1,' in line]
    text = "\n".join(lines).replace("},\n  ]", "}\n  ]")
    few.write_text(text, encoding="utf-8")
    shown = run("score", few, "--standings").stdout
    assert "7 warnings" in shown
    assert "- board 2 has no result of table 4" in shown


def test_help_is_light_and_lists_the_commands() -> None:
    result = run("--help")
    for name in ("template", "check", "score", "report", "deal"):
        assert f"  {name} " in result.stdout
    code = "import sys, fastmcr.tournament.duplicate, fastmcr.cli.duplicate;"
    code += "print('numpy' in sys.modules, 'rich' in sys.modules)"
    assert python(code).stdout == "False False\n"


def test_public_names() -> None:
    assert sorted(fastmcr.tournament.duplicate.__all__) == sorted(dir(fastmcr.tournament.duplicate))
    for name in fastmcr.tournament.duplicate.__all__:
        assert getattr(fastmcr.tournament.duplicate, name) is not None
    with pytest.raises(AttributeError, match=r"^module 'fastmcr.tournament.duplicate' has no attribute 'score'$"):
        fastmcr.tournament.duplicate.score  # noqa: B018
    assert EventRules().variant.startswith("duplicate MCR")
