"""Decisions as Parquet: the same rows as the arrays, whatever stops the work in between; and `fastmcr records`."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from filelock import FileLock
from processes import wait_for
from recorded import played

from fastmcr.cli import cli
from fastmcr.errors import FileError, InputError, McrError, ResumeError
from fastmcr.records import Record, read_records, to_json, write_records
from fastmcr.records.decisions.features import FeatureBatch, features
from fastmcr.rulebook.tiles import ORDERS

pa = pytest.importorskip("pyarrow", reason="the extra `bulk` is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra `bulk` is not installed")

from fastmcr.records.decisions.columns import feature_schema, from_arrow, to_arrow  # noqa: E402 - needs pyarrow
from fastmcr.records.decisions.files import COMPRESSIONS, read_features, write_features  # noqa: E402 - needs pyarrow

BROKEN = '{"format":"fastmcr-record","version":2}'


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return [record for game in ("ordinary", "duplicate") for record in played(20, game, 31, aiming=True)]


@pytest.fixture(scope="module")
def folder(records: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two files of records; a line of the second one is broken, and a deal of it cannot be followed."""
    made = tmp_path_factory.mktemp("given")
    write_records(records[:25], made / "a.jsonl")
    wrong = dataclasses.replace(records[25], events=records[25].events[4:])
    lines = [to_json(record) for record in (wrong, *records[26:])]
    (made / "b.jsonl").write_text("\n".join([*lines[:5], BROKEN, *lines[5:]]), encoding="utf-8")
    (made / "notes.md").write_text("no records")
    return made


@pytest.fixture(scope="module")
def wanted(folder: Path) -> FeatureBatch:
    """What the arrays have of the same files."""
    found = [record for name in ("a.jsonl", "b.jsonl") for record in read_records(folder / name)]
    return features(found, shanten=True, useful=True)


SMALL: dict[str, Any] = {"shanten": True, "useful": True, "part_deals": 4}


def read(path: Path, rows: int = 1 << 16) -> FeatureBatch:
    return FeatureBatch.join(read_features(path, rows=rows))


def assert_same(found: FeatureBatch, other: FeatureBatch) -> None:
    """Compare all columns but the number of the deal, and the names of the deals."""
    assert found._columns().keys() == other._columns().keys()
    for name, column in other._columns().items():
        if name != "deal":
            mine = getattr(found, name)
            assert mine.dtype == column.dtype, name
            assert np.array_equal(mine, column), name
    assert [found.deals[deal] for deal in found.deal] == [other.deals[deal] for deal in other.deal]
    assert found.order == other.order


# --- the same rows ----------------------------------------------------------------------------------------------------


def test_file_and_arrays_are_the_same(folder: Path, wanted: FeatureBatch, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    summary = write_features(folder, out, **SMALL)
    assert_same(read(out), wanted)
    assert (summary.rows, summary.deals, summary.skipped) == (len(wanted), 39, 2)
    assert [str(one) for one in summary.told] == [str(one) for one in wanted.skipped]
    assert summary.rows_now == summary.rows
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.parquet"]


def test_pieces_of_any_size_are_the_same(folder: Path, wanted: FeatureBatch, tmp_path: Path) -> None:
    out = tmp_path / "out.pq"
    write_features([folder / "a.jsonl", str(folder / "b.jsonl")], out, shanten=True, useful=True)
    assert_same(read(out, 97), wanted)


@pytest.mark.parametrize("order", ORDERS)
def test_orders(folder: Path, wanted: FeatureBatch, order: str, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    write_features(folder, out, order=order, **SMALL)
    assert_same(read(out), wanted.in_order(order))


@pytest.mark.parametrize("compression", COMPRESSIONS)
def test_compressions(folder: Path, compression: str, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    write_features(folder / "a.jsonl", out, compression=compression)
    written = pq.ParquetFile(out).metadata.row_group(0).column(0).compression
    assert written == {"none": "UNCOMPRESSED"}.get(compression, compression.upper())
    assert len(read(out)) == len(features(read_records(folder / "a.jsonl")))


def test_columns_can_be_read_without_this_package(folder: Path, wanted: FeatureBatch, tmp_path: Path) -> None:
    """As the metadata of the columns describes them."""
    out = tmp_path / "out.parquet"
    write_features(folder, out, **SMALL)
    table = pq.read_table(out)
    assert table.schema.names == feature_schema(shanten=True, useful=True).names
    assert all(field.metadata[b"description"] for field in table.schema)
    for row in range(0, len(wanted), 211):
        cells = {name: table.column(name)[row].as_py() for name in table.schema.names}
        seen = wanted[row : row + 1].seen
        assert cells["hand"] == seen.hand[0].tolist()
        assert cells["seen"] == seen.seen[0].tolist()
        assert cells["melds"] == seen.melds[0].reshape(-1).tolist()
        number = int((seen.discards[0] != 255).sum())
        assert cells["discards"] == seen.discards[0, :number].tolist()
        assert cells["marks"] == seen.marks[0, :number].tolist()
        legal = [a for a in range(235) if cells["legal"][a // 8] >> a % 8 & 1]
        assert legal == np.flatnonzero(wanted.mask[row]).tolist()
        assert cells["action"] in legal
        assert cells["points"] == wanted.points[row].tolist()
        deal = wanted.deals[wanted.deal[row]]
        assert (cells["file"], cells["deal"], cells["id"]) == tuple(deal)


def test_a_row_of_the_file_has_at_most_a_kilobyte() -> None:
    def width(kind: Any) -> int:
        if pa.types.is_fixed_size_list(kind):
            return kind.list_size * width(kind.value_type)
        if pa.types.is_list(kind):
            return 4 + 108 * width(kind.value_type)  # no deal has more discards
        return 4 if pa.types.is_dictionary(kind) else max(1, kind.bit_width // 8)

    assert sum(width(field.type) for field in feature_schema(shanten=True, useful=True)) <= 1024


def test_arrow_goes_back_and_forth_in_slices(wanted: FeatureBatch) -> None:
    whole = to_arrow(wanted)
    assert_same(from_arrow(whole), wanted)
    assert_same(from_arrow(whole.slice(13, 100)), wanted[13:113])
    assert_same(from_arrow(pa.Table.from_batches([whole.slice(0, 5), whole.slice(5, 50)])), wanted[:55])
    assert len(from_arrow(whole.slice(0, 0))) == 0


def test_what_is_no_file_of_decisions_is_refused(wanted: FeatureBatch, tmp_path: Path) -> None:
    other = tmp_path / "other.parquet"
    pq.write_table(pa.table({"x": [1]}), other)
    with pytest.raises(InputError) as caught:
        read(other)
    assert str(caught.value) == (
        f"{other}: these are no decisions written by this package: the metadata lacks fastmcr.features"
    )
    with pytest.raises(InputError) as caught:
        from_arrow(to_arrow(wanted).drop_columns(["hand", "legal"]))
    assert str(caught.value) == "the columns legal, hand of decisions are missing"
    other.write_bytes(b"nothing")
    with pytest.raises(FileError, match=r"other\.parquet cannot be read: "):
        read(other)
    with pytest.raises(InputError, match=r"^rows must be 1 or more, not 0$"):
        read(other, 0)


def test_nothing_readable_gives_a_file_without_rows(tmp_path: Path) -> None:
    given = tmp_path / "x.txt"
    given.write_text("hello\n")
    summary = write_features(given, tmp_path / "out.parquet")
    assert (summary.rows, summary.deals, summary.skipped) == (0, 0, 1)
    assert str(summary.told[0]).startswith(
        f"{given}: this is no game record that is known here, it begins with b'hello"
    )
    assert list(read_features(tmp_path / "out.parquet")) == []


# --- stops ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What an undisturbed run writes."""
    out = tmp_path_factory.mktemp("whole") / "out.parquet"
    write_features(folder, out, **SMALL)
    return out.read_bytes()


def start(folder: Path, out: Path, *options: str) -> subprocess.Popen[str]:
    options = ("--shanten", "--useful", "--part-deals", "4", *options)
    return subprocess.Popen(
        [sys.executable, "-m", "fastmcr", "records", "features", str(folder), str(out), *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is no signal of Windows")
@pytest.mark.parametrize("moments", [(0, 1, 3), (6,)])
def test_killed_runs_end_in_the_same_bytes(
    folder: Path, whole: bytes, moments: tuple[int, ...], tmp_path: Path
) -> None:
    out = tmp_path / "out.parquet"
    parts = Path(f"{out}.parts")
    killed = 0
    for moment in moments:
        process = start(folder, out)
        there = len(list(parts.glob("[0-9]*.json")))
        if wait_for(
            lambda goal=there + moment: parts.is_dir() and len(list(parts.glob("[0-9]*.json"))) >= goal, process
        ):
            process.send_signal(signal.SIGKILL)
            killed += 1
        process.communicate()
        assert not out.exists() or not parts.exists()
    assert killed or out.exists()
    if not out.exists():
        before = {
            path.name: path.stat().st_mtime_ns
            for path in parts.glob("[0-9]*.arrows")
            if path.with_suffix(".json").exists()
        }
        summary = write_features(folder, out, **SMALL)
        assert summary.rows_now < summary.rows or not before
        assert summary.skipped == 2
    assert out.read_bytes() == whole
    assert not parts.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is not sent alike on Windows")
@pytest.mark.parametrize(("number", "code"), [(2, 130), (15, 143)], ids=["INT", "TERM"])
def test_a_stopped_run_says_how_far_it_came(folder: Path, whole: bytes, tmp_path: Path, number: int, code: int) -> None:
    out = tmp_path / "out.parquet"
    process = start(folder, out)
    if wait_for(lambda: os.path.exists(f"{out}.parts/000001.json"), process):
        process.send_signal(number)
    _, told = process.communicate()
    if process.returncode == code:
        assert told.startswith("stopped; ")
        assert told.endswith("done; the same command goes on from there\n")
        write_features(folder, out, **SMALL)
    assert out.read_bytes() == whole


class StopError(McrError):
    pass


def stopped(folder: Path, out: Path, after: int, **options: Any) -> McrError:
    """Let a run stop after some parts."""
    parts = 0

    def progress(rows: int, deals: int) -> None:
        nonlocal parts
        parts += 1
        if parts == after:
            raise StopError("enough")

    with pytest.raises(StopError) as caught:
        write_features(folder, out, progress=progress, **{**SMALL, **options})
    return caught.value


def test_every_moment_of_a_stop_is_taken_up(folder: Path, whole: bytes, tmp_path: Path) -> None:
    for after in range(1, 11):
        out = tmp_path / f"{after}.parquet"
        error = stopped(folder, out, after)
        assert error.__notes__ == [f"{after} part{'s' if after > 1 else ''} done; the same command goes on from there"]
        told: list[tuple[int, int]] = []
        summary = write_features(
            folder, out, progress=lambda rows, deals, told=told: told.append((rows, deals)), **SMALL
        )
        assert out.read_bytes() == whole
        assert told[-1:] in ([(summary.rows, summary.deals)], [])
        assert sorted(told) == told


def test_torn_files_are_made_again(folder: Path, whole: bytes, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    stopped(folder, out, 4)
    parts = Path(f"{out}.parts")
    (parts / "000002.arrows").write_bytes(b"PAR1")
    (parts / "000004.parquet.123-abc.tmp").write_bytes(b"x")
    write_features(folder, out, **SMALL)
    assert out.read_bytes() == whole


def test_a_run_that_died_at_its_very_end_is_known_to_be_done(folder: Path, whole: bytes, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    kept: dict[str, bytes] = {}

    def keep(rows: int, deals: int) -> None:
        kept.update({path.name: path.read_bytes() for path in Path(f"{out}.parts").iterdir()})

    import fastmcr.files.resumable as work

    real = work.remove_parts
    try:
        work.remove_parts = lambda folder: keep(0, 0)  # type: ignore[assignment]
        write_features(folder, out, **SMALL)
    finally:
        work.remove_parts = real
    assert "finished.json" in kept
    summary = write_features(folder, out, **SMALL)
    assert (summary.rows_now, summary.skipped) == (0, 2)
    assert out.read_bytes() == whole
    assert not Path(f"{out}.parts").exists()


def test_unfinished_work_of_another_kind_stands_in_the_way(folder: Path, whole: bytes, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    stopped(folder, out, 2)
    parts = f"{out}.parts"
    cases: list[tuple[dict[str, Any], str]] = [
        ({"order": "botzone_wtb"}, "its order is mcr, not botzone_wtb"),
        ({"useful": False}, "its further columns are shanten and useful, not shanten"),
        ({"shanten": False, "useful": False}, "its further columns are shanten and useful, not none"),
        ({"compression": "none"}, "its compression is zstd, not none"),
        ({"format": "fastmcr"}, "its records are read as their content tells, not fastmcr"),
        ({"part_deals": 5}, "its parts have deals 4, not 5"),
        ({"inputs": folder / "a.jsonl"}, "it reads other files"),
    ]
    for options, words in cases:
        given = {**SMALL, **options}
        with pytest.raises(ResumeError) as caught:
            write_features(given.pop("inputs", folder), out, **given)
        assert str(caught.value) == (
            f"{parts} holds unfinished work that is not this: {words}. Finish it, or throw it away with --restart "
            "(restart=True)"
        )
    write_features(folder, out, restart=True, **{**SMALL, "order": "botzone_wtb"})
    assert read(out).order == "botzone_wtb"
    write_features(folder, out, overwrite=True, **SMALL)
    assert out.read_bytes() == whole


def test_an_input_that_changes_is_told(folder: Path, tmp_path: Path) -> None:
    given, out = tmp_path / "a.jsonl", tmp_path / "out.parquet"
    given.write_bytes((folder / "a.jsonl").read_bytes())
    stopped(given, out, 2)
    with given.open("ab") as file:
        file.write(b"\n")
    with pytest.raises(
        ResumeError, match=r"holds unfinished work that is not this: .*a\.jsonl has changed since\. Finish it"
    ):
        write_features(given, out, **SMALL)


def test_an_input_that_changes_while_it_is_read_is_told(folder: Path, tmp_path: Path) -> None:
    given, out = tmp_path / "a.jsonl", tmp_path / "out.parquet"
    given.write_bytes((folder / "a.jsonl").read_bytes())

    def progress(rows: int, deals: int) -> None:
        os.utime(given, ns=(1, 1))

    with pytest.raises(ResumeError) as caught:
        write_features(given, out, progress=progress, **SMALL)
    assert str(caught.value) == f"{given} has changed since the work began; begin anew with --restart (restart=True)"
    assert not out.exists()


def test_who_comes_second_is_told(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    stopped(folder, out, 1)
    with FileLock(f"{out}.parts/lock"), pytest.raises(ResumeError) as caught:
        write_features(folder, out, **SMALL)
    assert str(caught.value) == f"another process is writing {out}; wait for it, or name another output"
    assert write_features(folder, out, **SMALL).rows
    assert not Path(f"{out}.parts").exists()


def test_wrong_input_is_told(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    there = tmp_path / "there.parquet"
    there.write_bytes(b"x")
    busy = tmp_path / "busy.parquet"
    Path(f"{busy}.parts").mkdir()
    Path(f"{busy}.parts/notes").write_text("x")
    empty = tmp_path / "empty"
    empty.mkdir()
    endings = ".json, .jsonl, .log, .ndjson, .pmn, .txt"
    formats = "botzone-json, competition-text, pmn, botzone-env, salasasa, tziakcha, fastmcr"
    missing = tmp_path / "no" / "x.parquet"
    wrong: Any = 3
    cases: list[tuple[Callable[[], object], type[McrError], str]] = [
        (lambda: write_features(tmp_path / "no.txt", out), FileError, f"there is no file {tmp_path}/no.txt"),
        (lambda: write_features(empty, out), FileError, f"the folder {empty} has no file that ends in {endings}"),
        (lambda: write_features([], out), InputError, "no file was given"),
        (lambda: write_features(wrong, out), InputError, "files are named by paths, not by 3"),
        (lambda: write_features([wrong], out), InputError, "a file is named by its path, not by 3"),
        (
            lambda: write_features(folder, "x.csv"), InputError,
            "decisions are written as Parquet; x.csv must end in .parquet or .pq",
        ),
        (
            lambda: write_features(folder, there), FileError,
            f"{there} is there already; replace it with --overwrite (overwrite=True)",
        ),
        (
            lambda: write_features(folder, out, order="x"), InputError,
            f"no tile order 'x'; the orders are {', '.join(ORDERS)}",
        ),
        (lambda: write_features(folder, out, format="x"), InputError, f"no format is called 'x'; there are {formats}"),
        (
            lambda: write_features(folder, out, compression="x"), InputError,
            "Parquet has no compression 'x'; there are zstd, snappy, lz4, gzip, brotli, none",
        ),
        (
            lambda: write_features(folder, out, part_deals=0), InputError,
            "part_deals must be 1 or more deals, not 0",
        ),
        (
            lambda: write_features(folder, out, progress=wrong), InputError,
            "progress must be True, a callable or None, not 3",
        ),
        (
            lambda: write_features(folder, busy), FileError,
            f"folder {busy}.parts is needed for unfinished work and holds notes; move it away",
        ),
        (
            lambda: write_features(there, there, overwrite=True), InputError,
            f"{there} is both read and written; name another output",
        ),
        (
            lambda: write_features(folder, missing), FileError,
            f"cannot write {missing}: {missing}.parts: No such file or directory",
        ),
    ]  # fmt: skip
    for call, kind, words in cases:
        with pytest.raises(McrError) as caught:
            call()
        assert (type(caught.value), str(caught.value)) == (kind, words)
    assert there.read_bytes() == b"x"
    folder_out = tmp_path / "f.parquet"
    folder_out.mkdir()
    with pytest.raises(InputError, match=r"f\.parquet is a folder; name a file$"):
        write_features(folder, folder_out)


# --- the commands -----------------------------------------------------------------------------------------------------


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["records", *map(str, arguments)])


def test_features_command(folder: Path, wanted: FeatureBatch, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    result = run("features", folder, out, "--shanten", "--useful")
    assert result.exit_code == 1, "records were skipped"
    lines = result.output.splitlines()
    assert lines[0].startswith(f"skipped: {folder}/b.jsonl, deal 1, line 1: move ")
    assert (
        lines[1]
        == f"skipped: {folder}/b.jsonl, deal 6, line 6, version: 2 is not read here; this package knows version 1"
    )
    assert lines[2].startswith(f"{out}: {len(wanted):,} decisions of 39 deals in ")
    assert lines[2].endswith(", 2 records skipped")
    assert_same(read(out), wanted)
    again = run("features", folder, out)
    assert (again.exit_code, again.stderr) == (
        1,
        f"error: {out} is there already; replace it with --overwrite (overwrite=True)\n",
    )


def test_features_command_says_all_is_well(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    result = run("features", folder / "a.jsonl", out, "--order", "botzone_wtb", "--json")
    assert result.exit_code == 0
    data = json.loads(result.output)
    assert (data["deals"], data["skipped"], data["reasons"], data["output"]) == (25, 0, [], str(out))
    assert read(out).order == "botzone_wtb"
    assert run("features", folder / "a.jsonl", out, "--overwrite", "--quiet").output == ""
    assert run("features", folder / "a.jsonl", out, "--order", "x").exit_code == 2
    few = run("features", folder, out, "--overwrite", "--show", "1")
    assert few.output.splitlines()[1] == "skipped: 1 more; --show N names more"
    none = run("features", folder, out, "--overwrite", "--show", "0")
    assert none.output.splitlines()[0] == "skipped: 2 records; --show N names them"


def test_convert_command(folder: Path, records: list[Record], tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    result = run("convert", folder / "a.jsonl", out)
    assert (result.exit_code, result.output) == (0, f"{out}: 25 records, no record skipped\n")
    assert [record for record in read_records(out) if isinstance(record, Record)] == records[:25]
    result = run("convert", folder / "b.jsonl", out, "--overwrite")
    assert result.exit_code == 1
    assert result.output.splitlines()[0].startswith(
        f"skipped: {folder}/b.jsonl, deal 6, line 6, version: 2 is not read"
    )
    assert result.output.splitlines()[1] == f"{out}: 15 records, 1 record skipped"
    pmn = tmp_path / "out.pmn"
    result = run("convert", folder / "b.jsonl", pmn)
    kept = [record for record in read_records(pmn) if isinstance(record, Record)]
    assert len(kept) == 15 or "PMN cannot hold" in result.output
    assert run("convert", folder / "a.jsonl", tmp_path / "x.txt").stderr == (
        f"error: {tmp_path}/x.txt must end in .jsonl, .ndjson, .pmn, which say the format\n"
    )
    assert (
        run("convert", folder / "a.jsonl", out).stderr
        == f"error: {out} is there already; replace it with --overwrite\n"
    )
    assert (
        run("convert", out, out, "--overwrite").stderr
        == f"error: {out} is both read and written; name another output\n"
    )
    assert run("convert", "missing.pmn", out).stderr == "error: there is no file missing.pmn\n"


def test_help_is_there_for_both() -> None:
    assert run("--help").exit_code == 0
    for name in ("features", "convert"):
        assert run(name, "--help").exit_code == 0
        assert f"fastmcr records {name}" in run("--help").output
    assert run("nothing").exit_code == 2
