"""How files are written: whole or not at all, where links point, with the mode they had; or to standard output."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from recorded import scripted

from fastmcr.cli import cli
from fastmcr.errors import FileError
from fastmcr.files.atomic import PRIVATE, file_behind, put_in_place, written_whole
from fastmcr.files.output import write_text, written_out
from fastmcr.records import read_records, write_records


def write(path: Path, text: str = "new", **more: object) -> None:
    with written_whole(path, **more) as unfinished:  # type: ignore[arg-type]
        Path(unfinished).write_text(text)


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


# --- what is no file --------------------------------------------------------------------------------------------------


def _device(path: Path) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("only root makes devices")


def _socket(path: Path) -> None:
    before = os.getcwd()
    os.chdir(path.parent)  # the name of a socket is short
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    finally:
        os.chdir(before)


NO_FILES: dict[str, Callable[[Path], None]] = {
    "device": _device, "pipe": os.mkfifo, "socket": _socket, "folder": Path.mkdir
}  # fmt: skip


@pytest.mark.parametrize("kind", NO_FILES)
@pytest.mark.parametrize("linked", [False, True])
def test_what_is_no_file_is_refused(tmp_path: Path, kind: str, linked: bool) -> None:
    there = tmp_path / "there"
    NO_FILES[kind](there)
    path = tmp_path / "link" if linked else there
    if linked:
        path.symlink_to("there")
    before = os.lstat(there)
    entered = False
    for overwrite in (True, False):
        with (
            pytest.raises(FileError, match=f"^{re.escape(str(path))} is a {kind}; what is written must be a file$"),
            written_whole(path, overwrite=overwrite),
        ):
            entered = True
    assert not entered
    assert os.lstat(there) == before
    assert {one.name for one in tmp_path.iterdir()} == ({"there", "link"} if linked else {"there"})


RUNS = {
    "make": ("make", "hands", "{out}", "--rows", "3", "--to", "text", "--overwrite"),
    "bulk": ("bulk", "score", "{hands}", "{out}", "--overwrite"),
    "convert": ("records", "convert", "{records}", "{out}", "--to", "pmn", "--overwrite"),
    "features": ("records", "features", "{records}", "{out}", "--overwrite"),
    "report": ("report", "{scored}", "-o", "{out}"),
    "book": ("duplicate", "report", "{event}", "-o", "{out}"),
    "deal": ("duplicate", "deal", "--boards", "1", "-o", "{out}", "--force"),
    "trays": ("duplicate", "deal", "--boards", "1", "--seed", "spring", "--trays", "{out}"),
}


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("given")
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    (folder / "hands.txt").write_text("123456789m1155p5p\n")
    pq.write_table(pa.table({"shanten": [0, 1, 1]}), folder / "scored.parquet")
    write_records([scripted("two winners")], folder / "some.jsonl")
    (folder / "event.json").write_text(CliRunner().invoke(cli, ["duplicate", "template"]).stdout, "utf-8")
    names = {"hands": "hands.txt", "scored": "scored.parquet", "records": "some.jsonl", "event": "event.json"}
    return {name: str(folder / file) for name, file in names.items()}


def run(name: str, given: dict[str, str], out: object) -> Result:
    if name == "report":
        pytest.importorskip("plotly")
    return CliRunner().invoke(cli, [part.format(out=out, **given) for part in RUNS[name]])


@pytest.mark.parametrize("name", RUNS)
def test_commands_leave_what_is_no_file_alone(tmp_path: Path, given: dict[str, str], name: str) -> None:
    out = tmp_path / "out.parquet"
    os.mkfifo(out)
    result = run(name, given, out)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [f"error: {out} is a pipe; what is written must be a file"]
    assert stat.S_ISFIFO(os.lstat(out).st_mode)
    assert os.listdir(tmp_path) == ["out.parquet"]


# --- links ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("there", [False, True])
def test_what_a_link_points_to_is_written(tmp_path: Path, there: bool) -> None:
    folder = tmp_path / "far"
    folder.mkdir()
    target = folder / "file"
    if there:
        target.write_text("old")
    (tmp_path / "one").symlink_to("far/file")
    (tmp_path / "two").symlink_to("one")
    write(tmp_path / "two", overwrite=there)
    assert target.read_text() == "new"
    assert os.readlink(tmp_path / "two") == "one"
    assert os.readlink(tmp_path / "one") == "far/file"
    assert [one.name for one in folder.iterdir()] == ["file"]


@pytest.mark.parametrize("name", RUNS)
def test_commands_keep_links(tmp_path: Path, given: dict[str, str], name: str) -> None:
    (tmp_path / "far").mkdir()
    target, out = tmp_path / "far" / "real.parquet", tmp_path / "out.parquet"
    target.write_text("old")
    out.symlink_to("far/real.parquet")
    result = run(name, given, out)
    assert (result.exit_code, result.stderr.replace("note: ", "")[:8]) in ((0, ""), (0, "the seed"))
    assert os.readlink(out) == "far/real.parquet"
    assert target.read_bytes() != b"old"
    assert os.listdir(tmp_path / "far") == ["real.parquet"]
    assert sorted(os.listdir(tmp_path)) == ["far", "out.parquet"]


def test_links_that_lead_nowhere(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.symlink_to("two")
    two.symlink_to("one")
    words = os.strerror(errno.ELOOP)
    with pytest.raises(FileError, match=f"^cannot write {re.escape(str(one))}: {words}$"):
        write(one)
    lost = tmp_path / "lost"
    lost.symlink_to("none/file")
    with pytest.raises(FileError, match=f"^cannot write {re.escape(str(lost))}: No such file or directory$"):
        write(lost)
    with pytest.raises(FileError, match=r"^cannot write 'a\\x00b': no name of a file$"):
        file_behind("a\0b")


def test_a_file_without_a_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "gone"
    with path.open("w") as file:
        path.unlink()
        name = f"/proc/self/fd/{file.fileno()}"
        if not os.path.exists(name):
            pytest.skip("this system shows no open files")
        with pytest.raises(FileError, match=r"leads to a file that has no name; name a file$"):
            write(Path(name))
    assert os.listdir(tmp_path) == []


# --- mode and owner ---------------------------------------------------------------------------------------------------


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("umask")
def test_a_new_file_has_the_mode_of_the_system_and_an_old_one_its_own(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write(path)
    assert mode_of(path) == 0o640
    for mode in (0o600, 0o664, 0o755):
        path.chmod(mode)
        write(path)
        assert mode_of(path) == mode
        with written_whole(tmp_path / "whole") as unfinished:
            Path(unfinished).write_text("joined")
        put_in_place(str(tmp_path / "whole"), str(path))
        assert (mode_of(path), path.read_text()) == (mode, "joined")


def test_nobody_reads_what_replaces_a_private_file_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o600)
    with written_whole(path) as unfinished:
        assert mode_of(Path(unfinished)) == 0o600
    with written_whole(path, mode=PRIVATE) as unfinished:
        assert mode_of(Path(unfinished)) == 0o600
    path.chmod(0o666)
    write(path, mode=PRIVATE)
    assert mode_of(path) == 0o600


def test_the_owner_stays_where_that_is_permitted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o664)
    try:
        os.chown(path, 12345, 54321)
    except PermissionError:
        pytest.skip("only root gives files away")
    write(path)
    assert (path.stat().st_uid, path.stat().st_gid, mode_of(path)) == (12345, 54321, 0o664)

    def refused(*_: object) -> None:
        raise PermissionError(errno.EPERM, "no")

    with monkeypatch.context() as patch:
        patch.setattr(os, "chown", refused)
        write(path, "theirs")
    assert (path.stat().st_uid, mode_of(path)) == (os.getuid(), 0o644), "another group may not write what this one did"
    os.chown(path, 12345, 54321)
    write(path, "secret", mode=PRIVATE)
    assert (path.stat().st_uid, mode_of(path)) == (os.getuid(), 0o600)


def test_a_file_that_is_protected_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)  # root may write what is protected
    with pytest.raises(FileError, match=f"^cannot write {re.escape(str(path))}: Permission denied$"):
        write(path)
    assert path.read_text() == "old"


# --- whole or not at all ----------------------------------------------------------------------------------------------


class Killed(BaseException):
    """What a signal may raise."""


Writer = Callable[..., AbstractContextManager[str]]


def fail(writing: AbstractContextManager[str], error: type[BaseException]) -> None:
    with writing as unfinished:
        Path(unfinished).write_text("half")
        raise error


@pytest.mark.parametrize("error", [Killed, KeyboardInterrupt, SystemExit, GeneratorExit, ValueError, MemoryError])
@pytest.mark.parametrize("writer", [written_whole, written_out])
def test_nothing_is_left_behind(tmp_path: Path, error: type[BaseException], writer: Writer) -> None:
    path = tmp_path / "file"
    for before in (None, "old"):
        if before is not None:
            path.write_text(before)
        with pytest.raises(error):
            fail(writer(path), error)
        assert [one.read_text() for one in tmp_path.iterdir()] == ([] if before is None else [before])


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with (
        pytest.raises(FileError, match=f"^the disk is full: cannot write {re.escape(str(path))}$"),
        written_whole(path),
    ):
        raise OSError(errno.ENOSPC, "full")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_comes_in_between_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, "this disk has no hard links")

    if not links:
        monkeypatch.setattr(os, "link", no_links)
    path = tmp_path / "file"
    words = f"^{re.escape(str(path))} is there already; replace it with --force$"

    def overtaken() -> None:
        with written_whole(path, overwrite=False, switch="--force") as unfinished:
            Path(unfinished).write_text("new")
            path.write_text("another's")

    with pytest.raises(FileError, match=words):
        overtaken()
    assert path.read_text() == "another's"
    assert os.listdir(tmp_path) == ["file"]
    path.unlink()
    write(path, overwrite=False)
    assert path.read_text() == "new"
    assert os.listdir(tmp_path) == ["file"]


def test_text_is_written_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_text(path, "李\r\nx\n")
    assert path.read_bytes() == "李\r\nx\n".encode()
    with pytest.raises(FileError, match=r"'\\ud800' is half a character$"):
        write_text(path, "x\ud800")
    assert os.listdir(tmp_path) == ["file"]


# --- standard output --------------------------------------------------------------------------------------------------


def piped(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a folder of its own, its standard output a pipe."""
    return subprocess.run([sys.executable, "-m", "fastmcr", *arguments], capture_output=True, cwd=cwd, check=False)


@pytest.mark.parametrize("out", ["-", "/dev/stdout"])
@pytest.mark.parametrize("to", ["text", "csv", "jsonl", "npy", "arrow", "parquet"])
def test_hands_to_standard_output(tmp_path: Path, out: str, to: str) -> None:
    arguments = ("make", "hands", "--rows", "20", "--population", "random13", "--to", to)
    result = piped(*arguments, out, cwd=tmp_path)
    assert result.returncode == 0
    assert result.stderr.decode().startswith(f"20 hands of population random13, seed 1: {out} (")
    assert os.listdir(tmp_path) == []
    piped(*arguments, "file", cwd=tmp_path)
    assert result.stdout == (tmp_path / "file").read_bytes()


def test_standard_output_has_no_ending(tmp_path: Path, given: dict[str, str]) -> None:
    made = CliRunner().invoke(cli, ["make", "hands", "-"])
    assert (made.exit_code, made.stdout) == (1, "")
    assert made.stderr == (
        "error: standard output has no ending; say the format: --to (to=) parquet, arrow, npy, jsonl, csv, text\n"
    )
    written = CliRunner().invoke(cli, ["records", "convert", given["records"], "-"])
    assert (written.exit_code, written.stdout) == (1, "")
    assert written.stderr == "error: standard output has no ending; say the format: --to fastmcr, pmn\n"


@pytest.mark.parametrize("out", ["-", "/dev/stdout"])
def test_records_to_standard_output(tmp_path: Path, given: dict[str, str], out: str) -> None:
    result = piped("records", "convert", given["records"], out, "--to", "fastmcr", cwd=tmp_path)
    assert (result.returncode, result.stderr.decode()) == (0, f"{out}: 1 record, no record skipped\n")
    assert list(read_records(io.BytesIO(result.stdout))) != []
    assert result.stdout == Path(given["records"]).read_bytes()
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["report", "book", "trays"])
@pytest.mark.parametrize("out", ["-", "/dev/stdout"])
def test_pages_to_standard_output(tmp_path: Path, given: dict[str, str], name: str, out: str) -> None:
    page = tmp_path / "page.html"
    assert run(name, given, page).exit_code == 0
    result = piped(*(part.format(out=out, **given) for part in RUNS[name]), cwd=tmp_path)
    assert result.returncode == 0
    lines, wanted = (raw.decode().splitlines() for raw in (result.stdout, page.read_bytes()))
    assert (lines[0], lines[-1], len(lines)) == (wanted[0], wanted[-1], len(wanted))
    assert os.listdir(tmp_path) == ["page.html"]


@pytest.mark.parametrize("out", ["-", "/dev/stdout"])
@pytest.mark.parametrize("name", ["bulk", "features"])
def test_what_resumes_goes_to_no_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: dict[str, str], name: str, out: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(name, given, out)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "error: standard output cannot be the output: a run that was stopped goes on from what is kept beside OUT; "
        "name a file\n"
    )
    assert os.listdir(tmp_path) == []


def test_several_files_go_to_no_stream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: dict[str, str]) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, ["duplicate", "score", given["event"], "--csv", "-"])
    assert result.exit_code == 2
    assert "several CSV files are written; name a folder" in " ".join(result.stderr.split())
    shown = piped("duplicate", "template", "/dev/stdout", cwd=tmp_path)
    assert json.loads(shown.stdout)["results"]
    assert os.listdir(tmp_path) == []


def test_a_file_may_be_called_like_standard_output(tmp_path: Path) -> None:
    result = piped("make", "hands", "./-", "--rows", "2", "--to", "text", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, b"")
    assert os.listdir(tmp_path) == ["-"]


def test_nothing_of_what_failed_goes_to_standard_output(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    with pytest.raises(Killed):
        fail(written_out("-"), Killed)
    assert capsysbinary.readouterr().out == b""
    print("before")
    write_text("-", "李\n")
    assert capsysbinary.readouterr().out == "before\n李\n".encode()


# --- nobody writes otherwise ------------------------------------------------------------------------------------------


def test_only_the_writer_replaces_files() -> None:
    import fastmcr

    folder = Path(fastmcr.__file__).parent
    code = {path: path.read_text("utf-8") for path in folder.rglob("*.py") if path.name != "atomic.py"}
    assert [path.name for path, text in code.items() if re.search(r"os\.(replace|rename)\(", text)] == []
