"""The command line: every option, exit codes, line mode as another program uses it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path

import click
import jsonschema
import pytest
from click.testing import CliRunner, Result
from support import COMPILED

import fastmcr
from fastmcr import Fan, Rules, kernels, score
from fastmcr.cli import cli
from fastmcr.rulebook.switches import PRESETS, SWITCHES

GOOD = "[EEE]123m456p789s5s5s|ES1000|2"
PLAIN = "123456789m1155p5p"
VALIDATOR = jsonschema.Draft202012Validator(json.loads((files("fastmcr") / "score.schema.json").read_text("utf-8")))


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, list(arguments), input=stdin)


def process(*arguments: str, **more: object) -> subprocess.Popen[str]:
    """Start a real process with pipes."""
    return subprocess.Popen(
        [sys.executable, "-m", "fastmcr", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"FASTMCR_QUIET": "1", "PYTHONIOENCODING": "utf-8"},
        **more,  # type: ignore[call-overload]
    )


# --- score: hands and options -----------------------------------------------------------------------------------------


def test_one_hand_is_a_table() -> None:
    result = run("score", GOOD)
    assert result.exit_code == 0
    assert result.stdout == f"{score(GOOD)}\n"
    assert result.stderr == ""


def test_several_hands_are_apart_by_a_blank_line() -> None:
    assert run("score", GOOD, PLAIN).stdout == f"{score(GOOD)}\n\n{score(PLAIN)}\n"


def test_bad_hands_go_to_standard_error_and_the_others_are_scored() -> None:
    result = run("score", "123x", PLAIN, "EE", GOOD)
    assert result.exit_code == 1
    assert result.stdout == f"{score(PLAIN)}\n\n{score(GOOD)}\n"
    assert result.stderr == (
        "error: 'x' (U+0078) is no part of a hand string (character 4)\n  123x\n     ^\n"
        "error: EE: 2 concealed tiles with no melds; a hand of no melds has 13, or 14 with the winning tile\n"
    )


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (("--prevalent", "S", "--seat", "W"), "|SW0000|0"),
        (("--self-drawn",), "|EE1000|0"),
        (("--wall-last",), "|EE0010|0"),
        (("--wall-last", "--self-drawn"), "|EE1010|0"),
        (("--flowers", "2"), "|EE0000|2"),
        (("--seat", "N", "--flowers", "8"), "|EN0000|8"),
    ],
)
def test_options_stand_for_the_tail(options: tuple[str, ...], text: str) -> None:
    result = run("score", PLAIN, *options)
    assert result.exit_code == 0
    assert result.stdout == f"{score(PLAIN + text)}\n"


def test_kong_and_last_tile() -> None:
    melds = "[1111m,1][456m]99p789p79s8s"
    assert run("score", melds, "--self-drawn", "--kong").stdout == f"{score(melds + '|EE1001')}\n"
    assert run("score", "[123m][456m]99p789p79s8s", "--kong").stdout == f"{score('[123m][456m]99p789p79s8s|EE0001')}\n"
    assert run("score", "[123m][456m]99p789p79s8s", "--last-tile").stdout.count("Last Tile") == 1


def test_winds_are_given_only_by_both() -> None:
    hand = "[EEE]123m456p789s5s5s"
    for options, given in (((), False), (("--seat", "E"), False), (("--seat", "E", "--prevalent", "S"), True)):
        assert json.loads(run("score", "--json", hand, *options).stdout)["winds_given"] is given


def test_options_against_the_tail_are_named() -> None:
    result = run("score", GOOD, "--seat", "S", "--self-drawn", "--flowers", "1")
    assert result.exit_code == 1
    assert result.stderr == (
        "error: [EEE]123m456p789s5s5s|ES1000|2: --seat, --self-drawn and the tail |ES1000|2 both say how the hand was "
        "won; give one\n"
    )
    result = run("score", GOOD, "--flowers", "1")
    assert "--flowers and the tail |ES1000|2 both give the flowers; give one" in result.stderr
    assert "Flower Tiles x3" in run("score", GOOD[:-2], "--flowers", "3").stdout
    assert "seat" not in run("score", GOOD, "--rules", "mil").stderr


def test_rules_and_switches() -> None:
    assert run("score", PLAIN, "--rules", "mil").stdout == f"{score(PLAIN, 'mil')}\n"
    rules = Rules.preset("mil").replace(minimum=30, tile_hog_honors=False)
    result = run("score", PLAIN, "--rules", "mil", "--set", "minimum=30", "--set", "tile-hog-honors=false")
    assert result.stdout == f"{score(PLAIN, rules)}\n"
    assert "Rules:   mil, tile_hog_honors=false, minimum=30" in result.stdout


def test_languages_and_explanations() -> None:
    assert run("score", GOOD, "--explain").stdout == f"{score(GOOD).explain()}\n"
    assert run("score", GOOD, "--explain", "--lang", "zh").stdout == f"{score(GOOD).explain('zh')}\n"
    assert "花龙" in run("score", GOOD, "--lang", "zh").stdout


def test_json_lines() -> None:
    result = run("score", "--json", PLAIN, "123x", "EE", GOOD)
    assert result.exit_code == 1
    assert result.stderr == ""
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer.get("total") for answer in answers] == [20, None, None, 14]
    assert answers[1] == {
        "hand": "123x",
        "error": {"type": "NotationError", "message": "'x' (U+0078) is no part of a hand string", "position": 3},
    }
    assert answers[2]["error"]["type"] == "HandError"
    assert answers[2]["error"]["position"] is None
    assert answers[3] == score(GOOD).to_dict()
    for answer in answers:
        VALIDATOR.validate(answer)
    explained = json.loads(run("score", "--json", "--explain", GOOD).stdout)
    assert explained == score(GOOD).explain().to_dict()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("123456789m1155p", "HandError"),
        ("123456789m1155p6s", "NotAWinError"),
        ("123456789m1155p5p|EE1001", "ConditionError"),
        ("5" * 300, "NotationError"),
        ("[123m", "NotationError"),
    ],
)
def test_every_refusal_fits_the_schema(text: str, kind: str) -> None:
    result = run("score", "--json", text)
    answer = json.loads(result.stdout)
    VALIDATOR.validate(answer)
    assert (result.exit_code, answer["error"]["type"]) == (1, kind)
    assert text.startswith(answer["hand"])
    assert len(run("score", text).stderr) < 500


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("score", "--rules", "emaa", PLAIN), "'emaa' is not one of"),
        (("score", "--set", "minimum", PLAIN), "'minimum' is not SWITCH=VALUE"),
        (("score", "--set", "nimimum=8", PLAIN), "there is no switch 'nimimum'"),
        (("score", "--set", "two_concealed_kongs=7", PLAIN), "two_concealed_kongs cannot be '7'; allowed: 8, 6"),
        (("score", "--flowers", "9", PLAIN), "9 is not in the range"),
        (("score", "--seat", "X", PLAIN), "'X' is not one of"),
        (("score", "nofile.txt"), "there is no file 'nofile.txt'"),
        (("score", "no/file"), "there is no file 'no/file'"),
        (("fans", "Mixed", "Strait"), "did you mean Mixed Straight?"),
        (("rules", "ema"), "no preset or switch is called 'ema'"),
        (("shuffle",), "No such command 'shuffle'"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stdout == ""


def test_no_hand_shows_the_help() -> None:
    result = run("score")
    assert result.exit_code == 2
    assert "Usage: " in result.stderr + result.stdout


# --- score: lines -----------------------------------------------------------------------------------------------------

LINES = f"\ufeff# two good hands and a bad one\n\n{PLAIN}\r\n   \n123x\n{GOOD}"


def test_lines_of_a_file_and_of_standard_input(tmp_path: Path) -> None:
    expected = (
        f"{score(PLAIN)}\n\n"
        "error: 'x' (U+0078) is no part of a hand string (character 4)\n  123x\n     ^\n\n"
        f"{score(GOOD)}\n\n"
    )
    path = tmp_path / "hands.txt"
    path.write_bytes(LINES.encode())
    for result in (run("score", str(path)), run("score", "-", stdin=LINES.encode())):
        assert result.stdout == expected
        assert result.stderr == ""
        assert result.exit_code == 1


def test_lines_as_json() -> None:
    result = run("score", "-", "--json", "--prevalent", "S", "--seat", "S", stdin=f"{PLAIN}\n{GOOD}\n")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert answers[0]["hand"] == "123456789m1155p5p|SS0000|0"
    assert answers[1]["error"]["type"] == "InputError"
    for answer in answers:
        VALIDATOR.validate(answer)


def test_lines_that_are_no_text() -> None:
    result = run("score", "-", "--json", stdin=b"\xff\xfe123m\n" + PLAIN.encode() + b"\n")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert answers[0]["error"]["position"] == 0
    assert answers[1]["total"] == 20


def test_no_lines_no_answers() -> None:
    result = run("score", "-", stdin="# nothing\n")
    assert (result.exit_code, result.stdout) == (0, "")


def test_hands_and_lines_together() -> None:
    result = run("score", PLAIN, "-", PLAIN, stdin=GOOD)
    assert result.stdout == f"{score(PLAIN)}\n\n{score(GOOD)}\n\n{score(PLAIN)}\n"


def test_each_line_is_answered_before_the_next_is_written() -> None:
    """Another program keeps one process and asks hand by hand."""
    with process("score", "--json", "-") as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for text in (PLAIN, "123x", GOOD):
            running.stdin.write(text + "\n")
            running.stdin.flush()
            answer = json.loads(running.stdout.readline())
            assert ("error" in answer) == (text == "123x")
        running.stdin.close()
        assert running.wait(60) == 1


def test_a_closed_pipe_ends_quietly() -> None:
    with process("score", "-") as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(f"{PLAIN}\n")
        running.stdin.flush()
        assert running.stdout.readline().startswith("123456789m")
        running.stdout.close()
        try:
            for _ in range(50):
                running.stdin.write(f"{PLAIN}\n" * 20)
                running.stdin.flush()
            running.stdin.close()
        except BrokenPipeError:
            pass
        assert running.wait(60) == 141
        assert running.stderr.read() == ""


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT between processes on Windows")
def test_an_interrupt_ends_quietly() -> None:
    with process("score", "-", start_new_session=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(f"{PLAIN}\n")
        running.stdin.flush()
        running.stdout.readline()
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 130
        assert running.stderr.read() == ""


# --- help, version, start-up ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["", "score", "fans", "rules", "warmup"])
def test_help_loads_neither_numba_nor_numpy(command: str) -> None:
    program = (
        "import sys; from fastmcr.cli import cli; cli(sys.argv[1:], standalone_mode=False); "
        "print({'numba', 'numpy', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *([command] if command else []), "--help"],
        capture_output=True, text=True, encoding="utf-8", check=True, env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert done.stdout.endswith("set()\n")
    assert "Usage: " in done.stdout


def test_help_answers_at_once() -> None:
    def seconds() -> float:
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "fastmcr", "--help"], capture_output=True, check=True)
        return time.perf_counter() - started

    assert min(seconds() for _ in range(3)) < 1  # 0.15 s on an idle machine


def test_help_describes_every_command_and_option() -> None:
    text = run("--help").stdout
    for name, command in ((name, cli.get_command(None, name)) for name in cli.list_commands(None)):  # type: ignore[arg-type]
        assert name in text
        assert command is not None
        assert command.help
        assert all(option.help for option in command.params if isinstance(option, click.Option))


def test_version() -> None:
    assert run("--version").stdout == f"fastmcr {fastmcr.__version__}\n"
    with process("--version") as running:
        assert running.communicate()[0] == f"fastmcr {fastmcr.__version__}\n"


# --- fans -------------------------------------------------------------------------------------------------------------


def test_all_fans() -> None:
    lines = run("fans").stdout.splitlines()
    assert len(lines) == 2 + 81
    assert lines[0] == "No.  Points  Fan                               Chinese     Pinyin"
    assert lines[40] == " 39       8  Mixed Straight                    花龙        huā lóng"
    assert len(run("fans", "--rules", "mil").stdout.splitlines()) == 2 + 82


def test_some_fans() -> None:
    assert run("fans", "straight").stdout == (
        "No.  Points  Fan               Chinese  Pinyin\n"
        "---  ------  ----------------  -------  ----------\n"
        " 28      16  Pure Straight     清龙     qīng lóng\n"
        " 35      12  Knitted Straight  组合龙   zǔ hé lóng\n"
        " 39       8  Mixed Straight    花龙     huā lóng\n"
        " 71       1  Short Straight    连六     lián liù\n"
    )
    assert run("fans", "straight", "pure").stdout.count("Straight") == 1
    assert "Mixed Triple Chow" in run("fans", "san tong").stdout
    assert "一色三同顺" in run("fans", "同顺").stdout


def test_fans_by_points() -> None:
    numbers = [row["number"] for row in json.loads(run("fans", "--points", "8", "--json").stdout)]
    assert numbers == list(range(39, 49))
    numbers = [row["number"] for row in json.loads(run("fans", "--points", "8", "--rules", "mil", "--json").stdout)]
    assert numbers == list(range(39, 48))
    both = json.loads(run("fans", "--points", "4", "--points", "88", "--json").stdout)
    assert {row["points"] for row in both} == {4, 88}


def test_one_fan_in_full() -> None:
    text = run("fans", "Last Tile Draw").stdout
    assert text == run("fans", "44").stdout == run("fans", "Last", "Tile", "Draw").stdout
    assert text.splitlines()[0] == "44  Last Tile Draw  妙手回春  miào shǒu huí chūn"
    assert "Points:     8" in text
    assert f"Definition: {Fan.LAST_TILE_DRAW.definition}" in text
    assert "Bars        Why" in text
    assert "Self-Drawn  it is a win on a draw (MCR fan 44, ruling A4d)" in text
    assert "Barred by" in run("fans", "Self-Drawn").stdout
    assert run("fans", "妙手回春", "--lang", "zh").stdout.splitlines()[1] == "分值：8"
    assert "No. in 1998" in run("fans", "48").stdout
    assert run("fans", "tile draw", "--full").stdout.startswith("44  ")


def test_fans_in_chinese() -> None:
    lines = run("fans", "龙", "--lang", "zh").stdout.splitlines()
    assert lines[0] == "编号  分  番种        拼音                    英文"
    assert "  39   8  花龙        huā lóng                Mixed Straight" in lines


def test_fans_as_json() -> None:
    rows = json.loads(run("fans", "--json").stdout)
    assert [row["number"] for row in rows] == list(range(1, 82))
    assert all(row["definition"] and row["definition_zh"] and row["source"] for row in rows)
    (row,) = json.loads(run("fans", "48", "--json", "--rules", "r98").stdout)
    assert (row["name"], row["points"], row["number_1998"]) == ("Two Concealed Kongs", 6, 53)
    assert {bar["name"] for bar in row["bars"]} == {"Two Concealed Pungs", "Concealed Kong"}


# --- rules ------------------------------------------------------------------------------------------------------------


def test_rules_table() -> None:
    lines = run("rules").stdout.splitlines()
    assert lines[0].split() == ["Switch", *PRESETS, "Ruling"]
    assert len(lines) == 2 + len(SWITCHES)
    assert lines[3].split() == ["mixed_kong_pair", "6", "=", "5", "3", "A2a"]
    assert run("rules", "--lang", "zh").stdout.startswith("开关")


def test_how_a_preset_differs() -> None:
    text = run("rules", "wmo2014").stdout
    assert text.splitlines()[2].split()[:3] == ["kongs_add_concealed", "true", "false"]
    assert len(run("rules", "default").stdout.splitlines()) == 2
    assert "三杠、四杠" in run("rules", "wmo2014", "--lang", "zh").stdout


def test_one_switch() -> None:
    text = run("rules", "mixed-kong-pair").stdout
    assert text.startswith("mixed_kong_pair\nValues:  6, 5, 4, 3\n")
    assert "mil:     5" in text


def test_rules_as_json() -> None:
    data = json.loads(run("rules", "--json").stdout)
    assert list(data["presets"]) == list(PRESETS)
    assert [switch["name"] for switch in data["switches"]] == [switch.name for switch in SWITCHES]
    mil = json.loads(run("rules", "mil", "--json").stdout)
    assert mil["differs_from_default"]["mixed_kong_pair"] == {"here": 5, "default": 6}
    assert Rules(**mil["switches"]) == Rules.preset("mil")
    assert json.loads(run("rules", "minimum", "--json").stdout)["any_from"] == 0


# --- warmup -----------------------------------------------------------------------------------------------------------


def test_warmup() -> None:
    result = run("warmup")
    assert result.exit_code == 0, result.output
    if COMPILED:
        named = [line.split()[0] for line in result.stdout.splitlines()[:-1]]
        # Kernels have one signature for good; helpers may be compiled for further ones.
        assert named == [name for name in dir(kernels) if not getattr(getattr(kernels, name), "_can_compile", True)]
        assert os.environ["FASTMCR_CACHE_DIR"] in result.stdout
    else:
        assert result.stdout == "nothing to compile: NUMBA_DISABLE_JIT is set\n"


@pytest.mark.skipif(not COMPILED, reason="nothing is kept without a compiler")
def test_warmup_says_when_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("fastmcr.kernels.jit.kept", lambda _: None)
    monkeypatch.setenv("FASTMCR_CACHE_DIR", str(tmp_path))
    ending = "every process will compile again; set FASTMCR_CACHE_DIR\n"
    result = run("warmup")
    assert result.exit_code == 1
    assert result.stderr == f"cannot write to {tmp_path}: {ending}"
    monkeypatch.setattr("fastmcr.kernels.jit.objection", lambda: "/shared belongs to another user")
    assert run("warmup").stderr == f"/shared belongs to another user: {ending}"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_hands_in_utf16_are_refused_in_words(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "hands.txt"
    path.write_bytes("123456789m1155p5p\n".encode(encoding))
    found = CliRunner().invoke(cli, ["score", str(path)])
    assert found.exit_code == 1
    assert "hands.txt is UTF-16; it must be UTF-8 (iconv -f UTF-16 -t UTF-8 converts it)" in found.output
    piped = CliRunner().invoke(cli, ["score", "-"], input=path.read_bytes())
    assert (piped.exit_code, "standard input is UTF-16" in piped.output) == (1, True)
