"""``fastmcr replay``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from record_samples import LOGS, PMN, botzone, display, needs_logs, tziakcha

from fastmcr.cli import cli


def run(*arguments: object, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(cli, ["replay", *map(str, arguments)], input=stdin)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.json").write_text(json.dumps(botzone()))
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.jsonl").write_text(json.dumps(tziakcha()) + "\n")
    (tmp_path / "notes.md").write_text("no record")
    return tmp_path


@needs_logs
def test_the_samples_agree() -> None:
    result = run(LOGS)
    assert result.exit_code == 0
    assert " 26  2,729    23        20      4         0          1       0\n" in result.output
    assert "payments                  0          1" in result.output
    assert "another settlement, no-cross-pay" in result.output
    assert "Note on 3 deals: the format leaves the seat winds open" in result.output
    assert result.output.endswith("All 26 deals agree, 1 with explained differences.\n")


@needs_logs
def test_explained_differences_count_if_asked() -> None:
    assert run(PMN[1]).exit_code == 0
    assert run(PMN[1], "--strict").exit_code == 1


def test_files_folders_globs_and_standard_input_are_read(folder: Path) -> None:
    for arguments in (
        [folder / "a.json"],
        [folder],
        [folder / "*.json"],
        [folder / "**" / "*.json*"],
        [folder, folder / "a.json"],
    ):
        result = run(*arguments)
        assert result.exit_code == 0, result.output
    assert run(folder).output.endswith("\nAll 2 deals agree.\n")
    result = run("-", stdin=json.dumps(botzone()).encode())
    assert result.exit_code == 0
    assert result.output.endswith("\nThe deal agrees.\n")


def test_a_deal_that_disagrees_is_shown(folder: Path) -> None:
    match = botzone()
    display(match, -1)["fanCnt"] = 15
    (folder / "a.json").write_text(json.dumps(match))
    result = run(folder / "a.json")
    assert result.exit_code == 1
    assert result.output.splitlines()[:4] == [
        f"{folder / 'a.json'}, deal 1: 3 disagreements",
        "  result, total: the fans add up to 14, but the total recorded is 15",
        "  result, total: E has 14 points (Robbing the Kong, Concealed Hand, Concealed Kong, Short Straight, "
        "Pung of Terminals or "
        "Honors), but 15 is recorded",
        "  result, payments: +38 -8 -8 -22 is recorded; by the rules it is +39 -8 -8 -23",
    ]
    assert "total                     2          0" in result.output
    assert result.output.endswith("\n1 deal disagrees.\n")


def test_broken_records_are_reported_and_the_rest_go_on(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join([json.dumps(tziakcha()), "{", json.dumps(tziakcha())]))
    result = run(path)
    assert result.exit_code == 1
    assert f"{path}, deal 2, line 2, character 2: the JSON ends in the middle (passed over)" in result.output
    assert result.output.endswith("\n1 record cannot be read.\n")
    result = run(path, "--show", 0)
    assert result.output.startswith(
        "and 1 more deals that disagree, are explained or cannot be read; --show N shows more\n"
    )


def test_files_that_are_no_records_are_reported(folder: Path) -> None:
    result = run(folder / "notes.md", folder / "a.json")
    assert result.exit_code == 1
    assert result.output.startswith(
        f"{folder / 'notes.md'}: this is no game record that is known here, it begins with b'no record'"
    )


def test_json_has_a_line_for_each_deal_and_a_summary(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join([json.dumps(tziakcha()), "{"]))
    result = run(path, "--json")
    assert result.exit_code == 1
    deal, broken, summary = map(json.loads, result.output.splitlines())
    assert (deal["agrees"], deal["moves"], deal["wins"][0]["total"], deal["scores"]) == (
        True,
        25,
        14,
        [38, -8, -8, -22],
    )
    assert broken == {
        "file": str(path),
        "deal": 2,
        "place": "line 2, character 2",
        "error": "the JSON ends in the middle",
    }
    assert {key: summary["summary"][key] for key in ("files", "deals", "wins", "compared", "draws", "broken")} == {
        "files": 1, "deals": 1, "wins": 1, "compared": 1, "draws": 0, "broken": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none.txt", "error: there is no file {folder}/none.txt\n"),
        ("*.pmn", "error: there is no file {folder}/*.pmn\n"),
        (
            "empty",
            "error: the folder {folder}/empty has no file that ends in .json, .jsonl, .log, .ndjson, .pmn, .txt\n",
        ),
    ],
)
def test_no_files_are_an_error(folder: Path, name: str, message: str) -> None:
    (folder / "empty").mkdir()
    result = run(folder / name)
    assert (result.exit_code, result.output) == (1, message.format(folder=folder))


def test_wrong_usage_ends_with_2(folder: Path) -> None:
    assert run().exit_code == 2
    assert run(folder, "--from", "riichi").exit_code == 2
    assert run(folder, "--show", "-1").exit_code == 2
