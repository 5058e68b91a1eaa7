"""How processes of the command line end: streams closed or full, names that are no text, signals. No traceback ever."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="streams are closed by a POSIX shell")

GOOD = "[EEE]123m456p789s5s5s|ES1000|2"
NAME = b"\xff\xfe"  # no UTF-8
COMMANDS = {
    "help": ["--help"],
    "help of one": ["score", "--help"],
    "version": ["--version"],
    "score": ["score", GOOD],
    "score json": ["score", "--json", GOOD],
    "shanten": ["shanten", "123m456p789s5s5s78s"],
    "waits": ["waits", "123m456p789s55s78s"],
    "discards": ["discards", "123m456p789s55s78s1z"[:-2] + "E"],
    "fans": ["fans", "--lang", "zh"],
    "rules": ["rules", "--json"],
    "settle": ["settle", "--help"],
    "match": ["match", "--template"],
    "duplicate": ["duplicate", "template"],
    "deal": ["duplicate", "deal", "--help"],
}
FEW = ("help", "score", "fans", "rules")


def run(
    arguments: list[str] | list[bytes], redirection: str = "", stdin: bytes | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command with streams as a shell sets them."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "fastmcr", *arguments],
        input=stdin, capture_output=True, check=False, timeout=300,
        env=os.environ | {"FASTMCR_QUIET": "1"} | environment,
    )  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_closed_standard_output(name: str) -> None:
    done = run(COMMANDS[name], ">&-")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"error: cannot write to standard output: it is closed\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("name", COMMANDS)
def test_full_standard_output(name: str) -> None:
    done = run(COMMANDS[name], ">/dev/full")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"error: cannot write to standard output: No space left on device\n"


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("size", [0, 10])
@pytest.mark.parametrize("name", FEW)
def test_a_file_that_may_not_grow(name: str, tmp_path: Path, size: int, unbuffered: str) -> None:
    import resource

    with open(tmp_path / "out", "wb") as out:
        done = subprocess.run(
            [sys.executable, "-m", "fastmcr", *COMMANDS[name]], stdout=out, stderr=subprocess.PIPE, check=False,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered, "FASTMCR_QUIET": "1"},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, b"error: cannot write to standard output: File too large\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_pipe_that_nobody_reads(name: str) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "fastmcr", *COMMANDS[name]], stdout=write, stderr=subprocess.PIPE, check=False
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize("arguments", [["score", "-"], ["waits", "-", "--json"], ["replay", "-"]])
def test_closed_standard_input(arguments: list[str]) -> None:
    done = run(arguments, "<&-")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"error: standard input cannot be read: it is closed\n"


def test_closed_standard_input_that_nobody_reads() -> None:
    done = run(COMMANDS["score"], "<&-")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == run(COMMANDS["score"]).stdout


@pytest.mark.parametrize("to", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize(("arguments", "code"), [(["score", "123x"], 1), (["nothing"], 2), (["score", "a.b"], 2)])
def test_standard_error_that_cannot_be_written(arguments: list[str], code: int, to: str) -> None:
    if "full" in to and not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    done = run(arguments, to)
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")


def test_all_streams_closed() -> None:
    assert run(COMMANDS["score"], "<&- >&- 2>&-").returncode == 1
    assert run(["nothing"], "<&- >&- 2>&-").returncode == 2


def test_a_file_never_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    made = [
        run(["make", "hands", f"{tmp_path}/{name}.txt", "--rows", "50"], to) for name, to in (("a", ""), ("b", ">&-"))
    ]
    assert [done.returncode for done in made] == [0, 1]
    assert (tmp_path / "a.txt").read_bytes() == (tmp_path / "b.txt").read_bytes()


# --- text -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        [b"score", NAME], [b"score", NAME + b".txt"], [b"score", b"--json", NAME], [b"waits", NAME],
        [b"bulk", b"score", NAME + b".txt", b"out.parquet"], [b"bulk", NAME, b"in.txt", b"out.parquet"],
        [b"bulk", b"score", b"in.txt", NAME + b".parquet"], [b"bulk", b"score", b"in.txt", NAME + b".jsonl"],
        [b"records", b"features", NAME + b".txt", b"out.parquet"],
        [b"records", b"features", b"in.txt", NAME + b".parquet"],
        [b"records", b"convert", NAME + b".txt", b"out.jsonl"], [b"replay", NAME + b".txt"],
        [b"report", NAME + b".parquet"], [b"make", b"hands", NAME + b".parquet", b"--rows", b"9"],
        [b"make", b"hands", NAME + b".x"], [b"match", NAME + b".csv"], [b"duplicate", b"score", NAME],
        [b"duplicate", b"check", NAME + b".csv"], [b"duplicate", b"report", NAME], [b"settle", NAME], [NAME],
        [b"score", b"--rules", NAME, GOOD.encode()], [b"score", b"--set", NAME, GOOD.encode()],
        [b"rules", NAME],
    ],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_arguments_that_are_no_text(
    arguments: list[bytes], encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text("123456789m1155p5p\n")
    done = run(arguments, PYTHONIOENCODING=encoding)
    assert done.returncode in (1, 2)
    assert b"Traceback" not in done.stderr
    assert done.stderr or b"--json" in arguments
    assert os.listdir(tmp_path) == ["in.txt"]


@pytest.mark.parametrize("environment", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}])
@pytest.mark.parametrize(
    "arguments", [["score", "--lang", "zh", GOOD], ["fans", "--lang", "zh"], ["score", "--json", GOOD]]
)
def test_chinese_where_there_is_none(arguments: list[str], environment: dict[str, str]) -> None:
    done = run(arguments, **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


# --- signals ----------------------------------------------------------------------------------------------------------


def start(*arguments: str, **more: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "fastmcr", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env=os.environ | {"FASTMCR_QUIET": "1"}, **more,
    )  # type: ignore[call-overload,no-any-return]  # fmt: skip


@pytest.mark.parametrize("ending", ["txt", "jsonl", "npy", "parquet", "arrow"])
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)], ids=["TERM", "HUP", "INT"]
)
def test_make_leaves_nothing_behind(tmp_path: Path, ending: str, number: signal.Signals, code: int) -> None:
    if ending in ("parquet", "arrow"):
        pytest.importorskip("pyarrow", reason="the extra `bulk` is not installed")
    population = "random13" if ending == "npy" else "wins"
    out = tmp_path / f"out.{ending}"
    with start("make", "hands", str(out), "--rows", "1000000000", "--population", population) as running:
        end = time.monotonic() + 240
        while not os.listdir(tmp_path):
            assert running.poll() is None
            assert time.monotonic() < end, "the process hangs"
            time.sleep(0.01)
        running.send_signal(number)
        told, errors = running.communicate()
    assert (running.returncode, told, errors) == (code, b"", b"")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=["TERM", "HUP"])
def test_a_signal_while_lines_are_read(number: signal.Signals, code: int) -> None:
    with start("score", "-") as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(b"123456789m1155p5p\n")
        running.stdin.flush()
        running.stdout.readline()
        running.send_signal(number)
        assert running.wait(60) == code
        assert running.stderr is not None
        assert running.stderr.read() == b""


def test_a_signal_that_is_ignored_stays_so() -> None:
    """As under nohup."""
    with start("score", "-", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(b"123456789m1155p5p\n")
        running.stdin.flush()
        running.stdout.readline()
        running.send_signal(signal.SIGHUP)
        running.communicate(b"123456789m1155p5p\n")
    assert running.returncode == 0
