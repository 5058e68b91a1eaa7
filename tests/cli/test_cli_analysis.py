"""The commands of hand analysis: every option, tables, JSON, lines, exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from fastmcr import Rules, discards, shanten, waits
from fastmcr.analysis.one_hand import useful_by_form
from fastmcr.cli import cli
from fastmcr.show.analysis import discards_block, shanten_block, waits_block
from fastmcr.show.blocks import drawn_text

READY = "[EEE]123m456p78s55s"
TAIL = f"{READY}|ES0000|2"
DRAWN = "[123m,1]45s557p789sEES"
NAME = "[123m,1]557p45789sEES|EE0000|0"


def schema(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads((files("fastmcr") / name).read_text("utf-8")))


ANSWERS, REFUSALS = schema("analysis.schema.json"), schema("score.schema.json")


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, list(arguments), input=stdin)


def answers(*arguments: str, stdin: str | None = None) -> list[dict[str, Any]]:
    """Return the JSON lines of a call, each held against its schema."""
    found = [json.loads(line) for line in run(*arguments, "--json", stdin=stdin).stdout.splitlines()]
    for one in found:
        (REFUSALS if "error" in one else ANSWERS).validate(one)
    return found


# --- tables -----------------------------------------------------------------------------------------------------------


def test_shanten() -> None:
    assert run("shanten", READY, "--visible", "66s9999s").stdout == (
        "[EEE]123m456p5578s|EE0000|0\n"
        "Best: ready (regular)\n"
        "Form                Shanten          Tiles  Useful tiles\n"
        "------------------  ---------------  -----  ----------------------------\n"
        "regular             ready                2  6s (none left: 9s)\n"
        "seven pairs         barred by melds\n"
        "thirteen orphans    barred by melds\n"
        "honors and knitted  barred by melds\n"
        "knitted straight    5-shanten           83  123456789m 123456789p 12457s\n"
    )
    chinese = drawn_text(
        shanten_block(f"{READY[:5]}123m456p5578s|EE0000|0", shanten(READY), useful_by_form(READY), "zh")
    )
    assert run("shanten", READY, "--lang", "zh").stdout == f"{chinese}\n"
    assert "最近：听牌（基本和型）" in chinese


def test_waits() -> None:
    assert run("waits", TAIL).stdout == f"{waits(TAIL)}\n"
    assert run("waits", READY, "--prevalent", "E", "--seat", "S", "--flowers", "2").stdout == f"{waits(TAIL)}\n"
    last = waits(f"{READY}|ES0010")
    assert run("waits", READY, "--prevalent", "E", "--seat", "S", "--wall-last").stdout == f"{last}\n"
    assert run("waits", TAIL, "--visible", "999s").stdout == f"{waits(TAIL, visible='999s')}\n"
    rules = Rules.preset("mil").replace(minimum=2)
    assert run("waits", TAIL, "--rules", "mil", "--set", "minimum=2").stdout == f"{waits(TAIL, rules)}\n"
    chinese = drawn_text(waits_block(waits(TAIL), "zh"))
    assert run("waits", TAIL, "--lang", "zh").stdout == f"{chinese}\n"
    assert run("waits", "23m55p", "--melds", "3").stdout == f"{waits('23m55p', melds=3)}\n"
    assert run("waits", "123456789m1155p", "--melds", "0").stdout == f"{waits('123456789m1155p')}\n"
    assert "the last tile, 9s, was left out" in run("waits", f"{READY}9s").stdout


def test_discards() -> None:
    assert run("discards", DRAWN).stdout == f"{drawn_text(discards_block(NAME, discards(DRAWN)))}\n"
    seen = discards(DRAWN, visible="3333s")
    assert run("discards", DRAWN, "--visible", "3333s").stdout == f"{drawn_text(discards_block(NAME, seen))}\n"
    chinese = drawn_text(discards_block(NAME, discards(DRAWN), "zh"))
    assert run("discards", DRAWN, "--lang", "zh").stdout == f"{chinese}\n"
    beside = run("discards", "EW", "--melds", "4").stdout
    assert beside.splitlines()[0] == "EW + 4 unknown sets"
    assert beside.splitlines()[3].split() == ["E", "ready", "3", "W"]


def test_several_hands_are_apart_by_a_blank_line() -> None:
    assert run("waits", TAIL, f"{READY}|EE0000").stdout == f"{waits(TAIL)}\n\n{waits(f'{READY}|EE0000')}\n"


# --- JSON -------------------------------------------------------------------------------------------------------------


def test_shanten_as_json() -> None:
    (data,) = answers("shanten", READY)
    assert (data["hand"], data["shanten"], data["best_forms"]) == ("[EEE]123m456p5578s|EE0000|0", 0, ["regular"])
    assert data["forms"]["regular"] == {"shanten": 0, "useful": {"6s": 4, "9s": 4}, "copies_left": 8}
    assert data["forms"]["seven_pairs"] is None
    (data,) = answers("shanten", "1123m", "--melds", "3", "--visible", "4m")
    assert data["hand"] == "1123m + 3 unknown sets"
    assert data["forms"]["regular"]["useful"] == {"1m": 2, "4m": 3}


def test_waits_as_json() -> None:
    (data,) = answers("waits", TAIL, "--visible", "999s")
    assert data == waits(TAIL, visible="999s").to_dict()


def test_discards_as_json() -> None:
    (data,) = answers("discards", DRAWN)
    assert data == {"hand": NAME, "discards": [one.to_dict() for one in discards(DRAWN)]}


# --- lines, errors, usage ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("command", "good"), [("shanten", READY), ("waits", READY), ("discards", DRAWN)])
def test_lines_and_bad_hands(command: str, good: str, tmp_path: Path) -> None:
    lines = f"# hands\n{good}\n\n123x\n123m\n{good}\n"
    path = tmp_path / "hands.txt"
    path.write_text(lines, encoding="utf-8")
    table = run(command, good).stdout
    for result in (run(command, "-", stdin=lines), run(command, str(path))):
        assert result.exit_code == 1
        assert result.stderr == ""
        parts = result.stdout.split("\n\n")
        assert (parts[0] + "\n", parts[3] + "\n") == (table, table)
        assert parts[1].startswith("error: 'x' (U+0078) is no part of a hand string (character 4)\n  123x\n")
        assert parts[2].startswith("error: 123m: 3 concealed tiles with no melds;")
    result = run(command, good, "123m")
    assert (result.exit_code, result.stdout) == (1, table)
    assert result.stderr.startswith("error: 123m: 3 concealed tiles")
    found = answers(command, "-", stdin=lines)
    assert [one.get("error", {}).get("type") for one in found] == [None, "NotationError", "HandError", None]
    assert run(command, good).exit_code == 0


def test_discards_want_a_drawn_hand() -> None:
    result = run("discards", READY)
    assert result.exit_code == 1
    assert result.stderr == (
        f"error: {READY}: 10 concealed tiles; a discard is chosen from 11, the last tile among them\n"
    )


def test_visible_tiles_are_held_against_each_hand() -> None:
    result = run("waits", READY, TAIL, "--visible", "EE")
    assert result.exit_code == 1
    assert result.stderr.count("tile E: 3 in the hand and 2 visible; there are 4") == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("waits", READY, "--visible", "1x"), "'--visible': 'x' (U+0078) is no part"),
        (("waits", READY, "--rules", "ema"), "'ema' is not one of"),
        (("waits", READY, "--set", "nimimum=8"), "there is no switch 'nimimum'"),
        (("waits", READY, "--seat", "X"), "'X' is not one of"),
        (("waits", READY, "--flowers", "9"), "9 is not in the range"),
        (("shanten", READY, "--melds", "5"), "5 is not in the range"),
        (("shanten", DRAWN, "--rules", "mil"), "No such option"),
        (("discards", DRAWN, "--min-points", "-1"), "-1 is not in the range"),
        (("discards", DRAWN, "--reading", "closed"), "'closed' is not one of"),
        (("shanten", "nofile.txt"), "there is no file 'nofile.txt'"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stdout == ""


def test_options_against_the_tail_are_named() -> None:
    result = run("waits", TAIL, "--seat", "S", "--wall-last")
    assert result.exit_code == 1
    assert "--seat, --wall-last and the tail |ES0000|2 both say how the hand was won; give one" in result.stderr


@pytest.mark.parametrize("command", ["shanten", "waits", "discards"])
def test_help_loads_neither_numba_nor_numpy(command: str) -> None:
    program = (
        "import sys; from fastmcr.cli import cli; cli(sys.argv[1:], standalone_mode=False); "
        "print({'numba', 'numpy', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, command, "--help"],
        capture_output=True, text=True, encoding="utf-8", check=True, env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert done.stdout.endswith("set()\n")
    assert "HAND" in done.stdout
    assert run(command).exit_code == 2
