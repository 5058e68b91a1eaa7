"""What a disk can do to unfinished work: no damaged part is joined, and no damaged state is believed."""

from __future__ import annotations

import dataclasses
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from populations import random_wins
from recorded import played

from fastmcr.cli import cli
from fastmcr.errors import FileError, ResumeError
from fastmcr.files.resumable import Parts
from fastmcr.files.state import read_state, write_state
from fastmcr.records import to_json

pa = pytest.importorskip("pyarrow", reason="the extra `bulk` is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra `bulk` is not installed")

from fastmcr.datasets import bulk  # noqa: E402 - needs pyarrow
from fastmcr.datasets.job import Job  # noqa: E402
from fastmcr.records.decisions.files import write_features  # noqa: E402


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of inputs, for either kind of work."""
    folder = tmp_path_factory.mktemp("given")
    rows = random_wins(1_000, 3)
    columns: dict[str, Any] = {"id": np.arange(1_000)} | rows._asdict()
    columns["concealed"] = pa.FixedSizeListArray.from_arrays(pa.array(rows.concealed.reshape(-1)), 34)
    columns["melds"] = pa.FixedSizeListArray.from_arrays(pa.array(rows.melds.reshape(-1)), 4)
    pq.write_table(pa.table(columns), folder / "bulk.parquet")
    (folder / "features.jsonl").write_text("".join(f"{to_json(record)}\n" for record in played(10, "ordinary", 31)))
    return folder


def by_bulk(given: Path, out: Path, **more: Any) -> Any:
    return bulk(given / "bulk.parquet", out, part_rows=200, row_group_size=100, threads=1, **more)


def by_features(given: Path, out: Path, **more: Any) -> Any:
    return write_features(given / "features.jsonl", out, part_deals=2, **more)


@pytest.fixture(params=[by_bulk, by_features], scope="module")
def write(request: pytest.FixtureRequest) -> Callable[..., Any]:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def stopped(given: Path, tmp_path: Path, write: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work that stopped when all parts were done, and joined to a file that was lost; return its output."""
    out = tmp_path / "out.parquet"

    def refuse(self: Parts, wish: Any, join: Callable[[str], Any]) -> None:
        join(str(tmp_path / "joined"))
        raise FileError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Parts, "finish", refuse)
        with pytest.raises(FileError, match="the disk is full"):
            write(given, out)
    assert len(list(Path(f"{out}.parts").glob("[0-9]*.arrows"))) >= 5
    return out


@pytest.fixture(scope="module")
def whole(given: Path, write: Callable[..., Any]) -> bytes:
    path = given / "whole.parquet"
    write(given, path, overwrite=True)
    return path.read_bytes()


def flipped(place: float) -> Callable[[Path], None]:
    def flip(path: Path) -> None:
        content = bytearray(path.read_bytes())
        content[int(place * (len(content) - 1))] ^= 1
        path.write_bytes(content)

    return flip


def removed(path: Path) -> None:
    path.unlink()


def swapped(path: Path) -> None:
    other = path.with_name(path.name.replace("1", "2"))
    mine = path.read_bytes()
    path.write_bytes(other.read_bytes())
    other.write_bytes(mine)


DAMAGES: dict[str, Callable[[Path], None]] = {
    **{f"flip{place}": flipped(place) for place in (0.0, 0.3, 0.6, 0.999, 1.0)},
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)) and None,  # type: ignore[func-returns-value]
    "empty": lambda path: path.write_bytes(b"") and None,  # type: ignore[func-returns-value]
    "torn": lambda path: os.truncate(path, path.stat().st_size // 2),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b"\0") and None,  # type: ignore[func-returns-value]
    "removed": removed,
    "swapped": swapped,
}
CONTENTS = {
    "binary": bytes(range(256)),
    "deep": b"[" * 1_000_000,
    "deep in the middle": b'{"bytes": ' * 100_000,
    "list": b"[]",
    "number": b"3",
    "null": b"null",
    "long number": b"1" * 10_000,
    "text": b'"x"',
    "object": b"{}",
    "another": b'{"rows": 200, "bytes": 1000, "bad": {}}',
    "wrong digest": b'{"sha256": "' + b"0" * 64 + b'", "state": {}}\n',
}


def replaced(content: bytes) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(content) and None  # type: ignore[func-returns-value]


STATE_DAMAGES = DAMAGES | {name: replaced(content) for name, content in CONTENTS.items()}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_part_is_redone(
    given: Path, write: Callable[..., Any], stopped: Path, whole: bytes, damage: str
) -> None:
    DAMAGES[damage](Path(f"{stopped}.parts/000001.arrows"))
    summary = write(given, stopped)
    assert stopped.read_bytes() == whole
    assert summary.redone == (2 if damage == "swapped" else 1)
    assert not Path(f"{stopped}.parts").exists()


@pytest.mark.parametrize("damage", STATE_DAMAGES)
def test_a_part_whose_state_is_damaged_is_redone(
    given: Path, write: Callable[..., Any], stopped: Path, whole: bytes, damage: str
) -> None:
    STATE_DAMAGES[damage](Path(f"{stopped}.parts/000001.json"))
    summary = write(given, stopped)
    assert stopped.read_bytes() == whole
    assert summary.redone == {"swapped": 2, "removed": 0}.get(damage, 1)


@pytest.mark.parametrize("damage", sorted(set(STATE_DAMAGES) - {"removed", "swapped"}))
def test_a_damaged_job_is_refused_until_it_is_thrown_away(
    given: Path, write: Callable[..., Any], stopped: Path, whole: bytes, damage: str
) -> None:
    parts = Path(f"{stopped}.parts")
    STATE_DAMAGES[damage](parts / "job.json")
    with pytest.raises(ResumeError) as caught:
        write(given, stopped)
    assert str(caught.value) == (
        f"{parts} holds unfinished work that cannot be read ({parts}/job.json is damaged: it is not as it was written)"
        "; throw it away with --restart (restart=True)"
    )
    write(given, stopped, restart=True)
    assert stopped.read_bytes() == whole


def test_without_its_job_no_part_counts(given: Path, write: Callable[..., Any], stopped: Path, whole: bytes) -> None:
    Path(f"{stopped}.parts/job.json").unlink()
    assert write(given, stopped).rows_now > 0
    assert stopped.read_bytes() == whole


@pytest.mark.parametrize("damage", sorted(set(STATE_DAMAGES) - {"removed", "swapped"}))
def test_a_damaged_end_is_not_believed(
    given: Path, write: Callable[..., Any], stopped: Path, whole: bytes, damage: str
) -> None:
    end = Path(f"{stopped}.parts/finished.json")
    write_state(str(end), {"wish": {}, "told": {}, "look": [1, 2]})
    STATE_DAMAGES[damage](end)
    write(given, stopped)
    assert stopped.read_bytes() == whole


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("name", ["job.json", "000001.json", "000001.arrows", "finished.json"])
def test_a_pipe_in_the_place_of_a_file_does_not_hang(
    given: Path, write: Callable[..., Any], stopped: Path, whole: bytes, name: str
) -> None:
    path = Path(f"{stopped}.parts", name)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    words = "is damaged: it is no plain file" if name == "job.json" else "is a pipe; what is written must be a file"
    with pytest.raises((FileError, ResumeError), match=words):
        write(given, stopped)
    write(given, stopped, restart=True)
    assert stopped.read_bytes() == whole


def test_a_folder_in_the_place_of_a_file(given: Path, write: Callable[..., Any], stopped: Path) -> None:
    path = Path(f"{stopped}.parts/job.json")
    path.unlink()
    path.mkdir()
    with pytest.raises(ResumeError, match="holds unfinished work that cannot be read"):
        write(given, stopped)
    with pytest.raises(FileError, match=rf"^cannot remove {path}: .*; move it away$"):
        write(given, stopped, restart=True)


def test_parts_of_another_job_do_not_count(
    given: Path, write: Callable[..., Any], stopped: Path, tmp_path: Path, whole: bytes
) -> None:
    """What a worker that was given up writes late."""
    other = tmp_path / "other"
    other.mkdir()
    parts = Path(f"{stopped}.parts")
    late = {name: (parts / name).read_bytes() for name in ("000001.json", "000001.arrows")}
    sealed = read_state(str(parts / "000001.json"))
    write_state(str(parts / "000001.json"), sealed | {"job": "0" * 64})
    assert write(given, stopped).redone == 1
    assert stopped.read_bytes() == whole
    assert late["000001.arrows"]


def test_a_disk_that_does_not_keep_what_is_written(
    given: Path, write: Callable[..., Any], stopped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Parts, "is_whole", lambda self, part: part != 1)
    path = f"{stopped}.parts/000001.arrows"
    with pytest.raises(FileError) as caught:
        write(given, stopped)
    assert str(caught.value) == f"{path} is not what was written there, twice; is the disk failing?"
    assert not stopped.exists()


@pytest.mark.parametrize("change", ["one part less", "order", "rows", "twice", "none"])
def test_a_job_that_is_not_its_inputs_is_refused(given: Path, tmp_path: Path, change: str) -> None:
    out = tmp_path / "out.parquet"

    def stop(done: int, rows: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        by_bulk(given, out, progress=stop)
    path = f"{out}.parts/job.json"
    job = Job.from_dict(read_state(path))
    first, second, *rest = job.parts
    few = (first[0]._replace(rows=100),)
    parts = {
        "one part less": (first, *rest), "order": (second, first, *rest), "rows": (few, second, *rest),
        "twice": (first, first, second, *rest), "none": (),
    }  # fmt: skip
    write_state(path, dataclasses.replace(job, parts=parts[change]).to_dict())
    with pytest.raises(ResumeError) as caught:
        by_bulk(given, out)
    words = {"one part less": "its parts hold 800 of the 1,000 rows of ", "rows": "its parts hold 900 of the 1,000 "}
    assert words.get(change, "its parts are not in order") in str(caught.value)
    assert str(caught.value).endswith("; throw it away with --restart (restart=True)")


def test_the_commands_tell_of_damaged_parts(given: Path, tmp_path: Path, stopped: Path, write: Any) -> None:
    flipped(0.5)(Path(f"{stopped}.parts/000001.arrows"))
    if write is by_bulk:
        arguments = [
            "bulk",
            "score",
            f"{given}/bulk.parquet",
            str(stopped),
            "--part-rows",
            "200",
            "--row-group-size",
            "100",
        ]
    else:
        arguments = ["records", "features", f"{given}/features.jsonl", str(stopped), "--part-deals", "2"]
    result = CliRunner().invoke(cli, [*arguments, "--quiet"])
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "1 part was damaged on the disk and has been done again\n"


def test_a_state_comes_back_as_plain_data(tmp_path: Path) -> None:
    path = str(tmp_path / "state.json")
    data = {"a": [1, 2.5, None, True, "\udcff 万"], "b": {}}
    write_state(path, data)
    assert read_state(path) == data
    assert json.loads(Path(path).read_text("ascii"))["state"] == data
    assert re.fullmatch(r"[0-9a-f]{64}", json.loads(Path(path).read_text("ascii"))["sha256"])
