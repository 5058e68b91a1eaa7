"""Runs of `fastmcr bulk` that end in the middle: killed, interrupted, out of room; the next one makes the same file."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from populations import random_wins
from processes import wait_for

from fastmcr.errors import FileError

pa = pytest.importorskip("pyarrow", reason="the extra `bulk` is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra `bulk` is not installed")

from fastmcr.datasets import bulk  # noqa: E402 - needs pyarrow

ROWS = 20_000
SMALL = {"part_rows": 200, "row_group_size": 100}
OPTIONS = ("--part-rows", "200", "--row-group-size", "100", "--threads", "2")


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of which one row group is cut into a hundred parts."""
    rows = random_wins(ROWS, 5)
    concealed = pa.FixedSizeListArray.from_arrays(pa.array(rows.concealed.reshape(-1)), 34)
    melds = pa.FixedSizeListArray.from_arrays(pa.array(rows.melds.reshape(-1)), 4)
    columns = {"id": np.arange(ROWS)} | rows._asdict() | {"concealed": concealed, "melds": melds}
    path = tmp_path_factory.mktemp("given") / "in.parquet"
    pq.write_table(pa.table(columns), path)
    return path


@pytest.fixture(scope="module")
def whole(given: Path) -> dict[str, bytes]:
    """What an undisturbed run writes, by format."""
    found = {}
    for suffix in ("parquet", "arrow", "jsonl"):
        out = given.with_name(f"whole.{suffix}")
        bulk(given, out, "score,shanten", threads=1, **SMALL)
        found[suffix] = out.read_bytes()
    return found


def start(given: Path, out: Path, *options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "fastmcr", "bulk", "score,shanten", str(given), str(out), *OPTIONS, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"FASTMCR_QUIET": "1"},
    )


def parts_done(out: Path) -> int:
    return len(list(Path(f"{out}.parts").glob("[0-9]*.json")))


@pytest.mark.parametrize(("suffix", "moments"), [("parquet", (0, 1, 30, 70)), ("arrow", (40,)), ("jsonl", (40,))])
def test_kill_at_several_moments(
    tmp_path: Path, given: Path, whole: dict[str, bytes], suffix: str, moments: tuple[int, ...]
) -> None:
    out = tmp_path / f"out.{suffix}"
    for moment in moments:
        process = start(given, out)
        assert wait_for(lambda moment=moment: Path(f"{out}.parts").exists() and parts_done(out) >= moment, process)  # type: ignore[misc]
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        assert not out.exists()
    assert parts_done(out) >= moments[-1]
    process = start(given, out)
    told, errors = process.communicate()
    assert (process.returncode, errors) == (0, "")
    assert "of them done before" in told
    assert out.read_bytes() == whole[suffix]
    assert [entry.name for entry in tmp_path.iterdir()] == [out.name]


def test_kill_while_parts_are_joined(tmp_path: Path, given: Path, whole: dict[str, bytes]) -> None:
    out = tmp_path / "out.parquet"
    process = start(given, out)
    joining = wait_for(lambda: bool(list(tmp_path.glob("out.parquet.parts/joined*"))), process)
    process.kill()
    process.communicate()
    again = start(given, out, *([] if joining and not out.exists() else ["--overwrite"]))
    again.communicate()
    assert again.returncode == 0
    assert out.read_bytes() == whole["parquet"]
    assert [entry.name for entry in tmp_path.iterdir()] == [out.name]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for another process")
@pytest.mark.parametrize(("number", "code"), [(2, 130), (15, 143), (1, 129)], ids=["INT", "TERM", "HUP"])
def test_a_signal_is_quiet_and_says_how_to_go_on(
    tmp_path: Path, given: Path, whole: dict[str, bytes], number: int, code: int
) -> None:
    out = tmp_path / "out.parquet"
    process = start(given, out)
    assert wait_for(lambda: parts_done(out) >= 3, process)
    process.send_signal(number)
    told, errors = process.communicate()
    assert (process.returncode, told) == (code, "")
    assert errors.startswith("stopped; ")
    assert errors.endswith(" of 100 parts done; the same command goes on from there\n")
    assert not list(tmp_path.glob("**/*.tmp"))
    process = start(given, out)
    process.communicate()
    assert out.read_bytes() == whole["parquet"]


def test_two_processes_at_one_output(tmp_path: Path, given: Path, whole: dict[str, bytes]) -> None:
    out = tmp_path / "out.parquet"
    first = start(given, out)
    assert wait_for(lambda: parts_done(out) >= 1, first)
    if hasattr(signal, "SIGSTOP"):
        first.send_signal(signal.SIGSTOP)  # so that it does not end before the second one asks
    second = start(given, out)
    told, errors = second.communicate()
    if hasattr(signal, "SIGSTOP"):
        first.send_signal(signal.SIGCONT)
    first.communicate()
    assert (second.returncode, told) == (1, "")
    assert errors == f"error: another process is writing {out}; wait for it, or name another output\n"
    assert first.returncode == 0
    assert out.read_bytes() == whole["parquet"]


# --- every step at which a process can die ---------------------------------------------------------------------------


class _Death(BaseException):
    """Stands for kill -9: what is on the disk at this moment is all that is left."""


@pytest.fixture
def dying(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int, Path, Path], None]]:
    """Make the n-th step that changes names in a folder the last; the folder as it is then is copied away."""
    real = {name: getattr(os, name) for name in ("replace", "unlink", "rmdir", "mkdir")}

    def arm(step: int, folder: Path, copy: Path) -> None:
        left = [step]

        def counted(name: str) -> Callable[..., Any]:
            def call(*arguments: Any, **more: Any) -> Any:
                if str(arguments[0]).startswith(str(folder)):
                    left[0] -= 1
                    if left[0] == 0:
                        shutil.copytree(folder, copy)
                        raise _Death
                return real[name](*arguments, **more)

            return call

        for name in real:
            monkeypatch.setattr(os, name, counted(name))

    yield arm
    monkeypatch.undo()


@pytest.mark.parametrize(("old", "group"), [(False, 600), (False, 250), (True, 600)], ids=["new", "small", "overwrite"])
def test_death_at_every_step(
    tmp_path: Path, given: Path, dying: Callable[..., None], monkeypatch: pytest.MonkeyPatch, old: bool, group: int
) -> None:
    small = {"part_rows": 250, "row_group_size": 250, "threads": 1, "overwrite": old}
    few = tmp_path / "few.parquet"
    pq.write_table(pq.read_table(given).slice(0, 600), few, row_group_size=group)
    bulk(few, tmp_path / "whole.parquet", **small)
    whole = (tmp_path / "whole.parquet").read_bytes()
    step = 0
    while True:
        step += 1
        folder, copy = tmp_path / f"{step}", tmp_path / f"{step}.copy"
        folder.mkdir()
        if old:
            (folder / "out.parquet").write_text("the old one")
        dying(step, folder, copy)
        try:
            bulk(few, folder / "out.parquet", **small)
        except _Death:
            pass
        else:
            break
        finally:
            monkeypatch.undo()
        shutil.rmtree(folder)
        copy.rename(folder)
        found = (folder / "out.parquet").read_bytes() if (folder / "out.parquet").exists() else None
        assert found in (whole, b"the old one" if old else None), step
        if found == whole and not list(folder.glob("*.parts/finished.json")):
            # All is done but for a last removal, and nothing says by whom: the file is safe.
            with pytest.raises(FileError, match="is there already") if not old else pytest.MonkeyPatch.context():
                bulk(few, folder / "out.parquet", **small)
        else:
            assert bulk(few, folder / "out.parquet", **small).rows == 600, step
            assert [entry.name for entry in folder.iterdir()] == ["out.parquet"], step
        assert (folder / "out.parquet").read_bytes() == whole, step
        shutil.rmtree(folder)
    assert step > 15
    assert (tmp_path / f"{step}" / "out.parquet").read_bytes() == whole


# --- no room ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a megabyte."""
    where = tmp_path / "disk"
    where.mkdir()
    mount = shutil.which("mount")
    command = [mount or "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(where)]
    if mount is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small disk")
    yield where
    subprocess.run(["umount", "-l", str(where)], check=True)


def test_full_disk(small_disk: Path, given: Path, whole: dict[str, bytes]) -> None:
    out = small_disk / "out.parquet"
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(700_000))
    process = start(given, out)
    told, errors = process.communicate()
    assert (process.returncode, told) == (1, "")
    lines = errors.splitlines()
    assert lines[0].startswith(f"error: the disk is full: cannot write {out}.parts/")
    assert lines[1].endswith(" of 100 parts done; the same command goes on from there")
    assert len(lines) == 2
    assert not list(small_disk.glob("**/*.tmp"))
    done = parts_done(out)
    assert 0 < done < 100
    ballast.unlink()
    subprocess.run(["mount", "-o", "remount,size=20m", str(small_disk)], check=True)
    process = start(given, out)
    told, _ = process.communicate()
    assert process.returncode == 0
    assert f"{200 * done:,} of them done before" in told
    assert out.read_bytes() == whole["parquet"]
