"""``fastmcr settle`` and ``fastmcr score --pay``: words, JSON, wrong input, and what is loaded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from fastmcr import score, settle
from fastmcr.cli import cli
from fastmcr.tournament.settlement import Value

HAND = "123456789m1155p5p"
SETTLEMENT, SCORE = (
    jsonschema.Draft202012Validator(json.loads((files("fastmcr") / f"{name}.schema.json").read_text("utf-8")))
    for name in ("settlement", "score")
)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


def data_of(*arguments: str) -> Any:
    result = run("settle", *arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    data = json.loads(result.stdout)
    SETTLEMENT.validate(data)
    return data


# --- settle -----------------------------------------------------------------------------------------------------------


def test_the_examples_of_the_issue() -> None:
    drawn = data_of("--duplicate", "--self-drawn", "E=9")
    assert drawn == settle({"E": 9}, self_drawn=True, duplicate=True).to_dict()
    assert list(drawn["points"].values()) == [33, -11, -11, -11]
    arguments = ("--duplicate", "--from", "E", "--win", "S=20", "--win", "W=10", "--false-hu", "N=4")
    two = settle({"S": 20, "W": 10}, discarder="E", duplicate=True, false_hu={"N": 4})
    assert data_of(*arguments) == two.to_dict()
    assert run("settle", *arguments).stdout == f"{two}\n"
    assert "loses 4 IMP after conversion, no points" in run("settle", *arguments).stdout


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["--from", "E", "--win", "S=20"], settle({"S": 20}, discarder="E")),
        (["--from", "East", "--win", "South=20"], settle({"S": 20}, discarder="E")),
        (["--self-drawn", "W=10+2"], settle({"W": Value(10, 2)}, self_drawn=True)),
        (["--from", "N", "--win", "E=14", "--robbed"], settle({"E": 14}, discarder="N", robbed_kong=True)),
        (["--from", "W", "--win", "E=40", "--win", "N=8"], settle({"E": 40, "N": 8}, discarder="W")),
        (
            ["--from", "W", "--win", "E=40", "--win", "N=8", "--multiple-winners", "all"],
            settle({"E": 40, "N": 8}, discarder="W", multiple_winners="all"),
        ),
        (
            ["--duplicate", "--variant", "no-cross-pay", "--from", "E", "--win", "S=12", "--win", "W=12"],
            settle({"S": 12, "W": 12}, discarder="E", duplicate=True, variant="no-cross-pay"),
        ),
        (["--draw"], settle()),
        (["--draw", "--duplicate"], settle(duplicate=True)),
        (["--false-hu", "N=below-minimum"], settle(false_hu={"N": "below-minimum"})),
        (["--false-hu", "N=20", "--false-hu", "E=10"], settle(false_hu={"N": 20, "E": 10})),
        (["--from", "E", "--win", "S=6", "--set", "minimum=6"], settle({"S": 6}, discarder="E", minimum=6)),
    ],
)
def test_hands_in_points(arguments: list[str], wanted: Any) -> None:
    assert data_of(*arguments) == wanted.to_dict()
    result = run("settle", *arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{wanted}\n", "")
    assert wanted.rules_text in result.stdout


def test_a_hand_string_is_scored_and_shown() -> None:
    result = run("settle", "--from", "E", "--win", f"S={HAND}")
    scored = score(f"{HAND}|ES0000")
    assert result.stdout == f"{scored}\n\n{settle({'S': scored}, discarder='E')}\n"
    data = data_of("--from", "E", "--win", f"S={HAND}")
    SCORE.validate(data["wins"][0]["score"])
    assert data["wins"][0]["score"]["total"] == data["wins"][0]["value"] == 20


def test_hands_take_seat_draw_and_kong_from_the_options() -> None:
    drawn = data_of("--self-drawn", f"W={HAND}")
    assert drawn["wins"][0]["hand"] == f"{HAND}|EW1000|0"
    assert drawn["wins"][0]["value"] == score(f"{HAND}|EW1000").total
    robbed = data_of("--from", "E", "--robbed", "--win", "N=[123m][456m]99p789p79s8s")
    assert robbed["wins"][0]["value"] == score("[123m][456m]99p789p79s8s|EN0001").total
    round_south = data_of("--self-drawn", "E=[EEE]123m456p789s5s5s", "--prevalent", "S")
    assert round_south["wins"][0]["hand"].endswith("|SE1000|0")
    tail = data_of("--self-drawn", "E=[EEE]123m456p789s5s5s|SE1000|2", "--rules", "mil")
    assert tail["wins"][0]["flowers"] == 2
    assert tail["wins"][0]["score"]["rules"]["preset"] == "mil"


def test_two_hands_on_one_tile() -> None:
    hands = ["--win", f"S={HAND}", "--win", "N=123456789s11m55p5p"]
    shown = run("settle", "--duplicate", "--from", "E", *hands).stdout
    south, north = score(f"{HAND}|ES0000"), score("123456789s11m55p5p|EN0000")
    settled = settle({"S": south, "N": north}, discarder="E", duplicate=True)
    assert shown == f"{south}\n\n{north}\n\n{settled}\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--from", "E", "--win", "S=7"], "South's win of 7 points is below the minimum of 8"),
        (["--from", "E", "--win", "S=-20"], "South's win must be worth 1 point or more, not -20"),
        (["--from", "E", "--win", "E=20"], "East discarded the tile and cannot win with it"),
        (["--self-drawn", "E=20", "--self-drawn", "S=9"], "a self-drawn win has one winner, not East and South"),
        (
            ["--duplicate", "--from", "E", "--win", "S=10+1"],
            "South's win counts 1 flower; duplicate MCR is played without",
        ),
        (
            ["--from", "E", "--win", "S=8", "--false-hu", "S=10"],
            "South cannot win after a false hu: the hand is dead",
        ),
        (
            ["--duplicate", "--false-hu", "S=10"],
            "South's false hu cannot be 10; in duplicate MCR it is one of structure, no-structure, or 4 (structure), "
            "8 (no-structure)",
        ),
        (
            ["--duplicate", "--multiple-winners", "nearest", "--draw"],
            "duplicate MCR pays every winner; multiple_winners='nearest' belongs to ordinary MCR",
        ),
        (
            ["--from", "E", "--win", "S=12m3"],
            "digit 3 has no suit letter m, p or s after it (character 4)\n  12m3\n     ^",
        ),
        (["--from", "E", "--win", "S=123456789m1155p6s"], "123456789m1155p6s|ES0000|0 is not a complete hand"),
        (
            ["--from", "E", "--win", f"S={HAND}|EW0000"],
            f"South's hand {HAND}|EW0000|0 was scored for the seat West",
        ),
        (
            ["--from", "E", "--win", f"S={HAND}|ES1000"],
            f"South's hand {HAND}|ES1000|0 was scored as self-drawn, but it is settled as not self-drawn",
        ),
        (
            ["--from", "E", "--win", f"S={HAND}|ES0000", "--prevalent", "S"],
            "--prevalent and the tail |ES0000 both give the winds; give one",
        ),
        (
            ["--self-drawn", "E=[EEE]123m456p789s5s5s"],
            "East's hand [EEE]123m456p5789s5s|EE1000|0 has a set of E, but its winds were not given, and they may "
            "change its points",
        ),
    ],
)
def test_what_the_rules_do_not_allow(arguments: list[str], words: str) -> None:
    result = run("settle", *arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"error: {words}\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--duplicate"], "Say how the hand ended"),
        (["--win", "S=20"], "--win needs --from"),
        (["--from", "E"], "Say how the hand ended"),
        (["--from", "E", "--from", "S", "--win", "N=8"], "--from names one player"),
        (["--from", "E", "--draw"], "--from belongs to --win"),
        (["--robbed", "--self-drawn", "E=9"], "--robbed belongs to --win"),
        (["--draw", "--self-drawn", "E=9"], "--self-drawn and --draw exclude each other"),
        (["--from", "E", "--win", "S=8", "--self-drawn", "E=9"], "--self-drawn and --win exclude each other"),
        (["--from", "E", "--win", "S"], "'S' is not SEAT=WORTH"),
        (["--from", "E", "--win", "S="], "'S=' is not SEAT=WORTH"),
        (["--false-hu", "S"], "'S' is not SEAT=KIND"),
        (["--from", "X", "--win", "S=8"], "no seat 'X'; it is E, S, W or N"),
        (["--from", "E", "--win", "Z=8"], "no seat 'Z'; it is E, S, W or N"),
        (["--from", "E", "--win", "S=8", "--win", "S=9"], "two wins for S; each seat wins once"),
        (["--draw", "--variant", "x"], "'x' is not one of"),
        (["--draw", "--set", "minimum=x"], "minimum cannot be 'x'"),
    ],
)
def test_wrong_usage(arguments: list[str], words: str) -> None:
    result = run("settle", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in " ".join(result.stderr.split())


def test_no_arguments_show_the_help() -> None:
    for command in ("settle", "match"):
        result = run(command)
        assert result.exit_code == 2
        assert "Usage: " in result.stderr + result.stdout


@pytest.mark.parametrize(
    ("arguments", "loaded"),
    [
        (["settle", "--help"], "[]"),
        (["match", "--help"], "[]"),
        (["settle", "--duplicate", "--self-drawn", "E=9"], "['numpy']"),
        (["match", "--template"], "['numpy']"),
    ],
)
def test_what_is_loaded(arguments: list[str], loaded: str) -> None:
    program = (
        "import sys; from fastmcr.cli import cli; cli(sys.argv[1:], standalone_mode=False); "
        "print([name for name in ('numba', 'numpy', 'rich', 'pyarrow') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True, text=True, encoding="utf-8", check=True, env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert done.stdout.endswith(f"{loaded}\n")


# --- score --pay ------------------------------------------------------------------------------------------------------


def test_score_says_what_each_seat_pays() -> None:
    result = run("score", f"{HAND}|ES0000|2", "--pay", "--from", "E")
    settled = settle({"S": score(f"{HAND}|ES0000|2")}, discarder="E")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert "Paid by: ordinary MCR, nearest winner only, minimum 8" in lines
    table = str(settled).splitlines()
    assert lines[-len(table) + 2 :] == table[2:]
    assert "" not in lines  # an answer holds no blank line: programs read up to the next one


def test_pay_as_json() -> None:
    hands = [f"{HAND}|ES1000", f"{HAND}|EW1000"]
    result = run("score", *hands, "--pay", "--duplicate", "--json")
    for line, hand, seat in zip(result.stdout.splitlines(), hands, "SW", strict=True):
        data = json.loads(line)
        SCORE.validate(data)
        SETTLEMENT.validate(data["settlement"])
        found = settle({seat: score(hand)}, duplicate=True)
        assert data["settlement"]["points"] == found.to_dict()["points"]
        assert {**data, "settlement": None} == {**score(hand).to_dict(), "settlement": None}
    explained = json.loads(run("score", hands[0], "--pay", "--explain", "--json").stdout)
    SCORE.validate(explained)
    assert explained["settlement"]["rules"]["text"] == "ordinary MCR, nearest winner only, minimum 8"


def test_pay_with_a_robbed_kong_and_other_rules() -> None:
    result = run("score", "[123m][456m]99p789p79s8s", "--kong", "--seat", "S", "--pay", "--from", "N", "--json")
    data = json.loads(result.stdout)["settlement"]
    assert data["robbed_kong"]
    assert data["points"]["N"] == -8 - data["wins"][0]["value"]
    low = run("score", "[123m]456m789p345s2s2s|EN0000", "--pay", "--from", "E", "--set", "minimum=1")
    assert "minimum 1" in low.stdout


NO_SEAT = "--pay needs the seat of the winner: --seat, or the winds in the hand string"
CHEAP = "[123m]456m789p345s2s2s|EN0000"


@pytest.mark.parametrize(
    ("hand", "options", "words"),
    [
        (
            f"{HAND}|ES0000",
            [],
            f"{HAND}|ES0000: --pay needs --from for a hand that is not self-drawn: who discarded the tile",
        ),
        (HAND, ["--from", "E"], f"{HAND}: {NO_SEAT}"),
        (HAND, ["--from", "E", "--prevalent", "S"], f"{HAND}: {NO_SEAT}"),
        (
            f"{HAND}|ES0000",
            ["--from", "S"],
            f"{HAND}|ES0000: South discarded the tile and cannot win with it",
        ),
        (
            f"{HAND}|ES1000",
            ["--from", "E"],
            f"South's hand {HAND}|ES1000|0 was scored as self-drawn, but it is settled as not self-drawn",
        ),
        (
            CHEAP,
            ["--from", "E"],
            f"{CHEAP}: North's win of {score(CHEAP).points} points is below the minimum of 8",
        ),
        (
            f"{HAND}|ES0000|1",
            ["--from", "E", "--duplicate"],
            f"{HAND}|ES0000|1: South's win counts 1 flower; duplicate MCR is played without",
        ),
    ],
)
def test_pay_that_cannot_be(hand: str, options: list[str], words: str) -> None:
    result = run("score", hand, "--pay", *options)
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"error: {words}\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--from", "E"], "--from belongs to --pay"),
        (["--duplicate"], "--duplicate belongs to --pay"),
        (["--pay", "--lang", "zh"], "--pay speaks English only"),
        (["--pay", "--from", "X"], "'X' is not one of"),
    ],
)
def test_wrong_usage_of_pay(arguments: list[str], words: str) -> None:
    result = run("score", HAND, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


def test_nothing_changes_without_pay() -> None:
    assert run("score", f"{HAND}|ES0000").stdout == f"{score(f'{HAND}|ES0000')}\n"
