"""Reports on annotated files: the counts are right, and the page shows them in a real browser."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from browser import open_page
from click.testing import CliRunner
from support import scaled

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("plotly", reason="plotly is not installed")

import pyarrow.ipc  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

from fastmcr import Fan, InputError  # noqa: E402
from fastmcr.cli import cli  # noqa: E402
from fastmcr.datasets import annotate, make_hands, write_report  # noqa: E402
from fastmcr.datasets.make import hand_texts  # noqa: E402
from fastmcr.datasets.report import report_html  # noqa: E402
from fastmcr.datasets.summary import Summary, summarise  # noqa: E402
from fastmcr.errors import FileError  # noqa: E402


@pytest.fixture(scope="module")
def table() -> Any:
    """Return wins and other hands, scored and analysed."""
    texts = hand_texts(make_hands("wins", scaled(1500))) + hand_texts(make_hands("random14", scaled(500)))
    given = pa.table({"id": range(len(texts) + 2), "hand": [*texts, "no hand", None]})
    return annotate(given, "score,fans,shanten")


@pytest.fixture
def file(table: Any, tmp_path: Path) -> Path:
    path = tmp_path / "scored.parquet"
    pq.write_table(table, path, row_group_size=300)
    return path


# --- the counts ------------------------------------------------------------------------------------------------------


def test_counts_are_those_of_plain_python(table: Any, file: Path) -> None:
    rows = table.to_pylist()
    found = summarise(file)
    assert found.rows == len(rows)
    assert found.files[0][1:] == ("parquet", file.stat().st_size, len(rows), -(-len(rows) // 300))
    assert found.status == Counter(row["status"] for row in rows)
    assert found.reasons == Counter(row["reason"] for row in rows if row["reason"] is not None)
    assert found.bad == sum(row["status"] != 0 for row in rows) > 10
    assert found.points == Counter((row["points"], row["legal"]) for row in rows if row["points"] is not None)
    assert found.scored == sum(row["points"] is not None for row in rows)
    assert found.illegal == sum(row["legal"] is False for row in rows) > 10
    assert found.scored_fans == sum(row["fans"] is not None for row in rows)
    times = Counter(fan for row in rows for fan in row["fans"] or [])
    hands = Counter(fan for row in rows for fan in set(row["fans"] or []))
    assert {fan: int(found.fan_times[fan]) for fan in range(83) if found.fan_times[fan]} == times
    assert {fan: int(found.fans[fan]) for fan in range(83) if found.fans[fan]} == hands
    assert times[81] > hands[81]
    for name in ("shanten", "shanten_seven_pairs", "shanten_knitted_straight"):
        assert found.shanten[name] == Counter(row[name] for row in rows if row[name] is not None)


def test_every_format_counts_alike(table: Any, file: Path, tmp_path: Path) -> None:
    wanted = summarise(file)
    with pyarrow.ipc.new_file(str(tmp_path / "a.arrow"), table.schema) as writer:
        writer.write_table(table, max_chunksize=170)
    with pyarrow.ipc.new_stream(str(tmp_path / "b.arrows"), table.schema) as writer:
        writer.write_table(table, max_chunksize=170)
    large = table.schema.get_field_index("fans")
    wide = table.set_column(large, "fans", table.column("fans").cast(pa.large_list(pa.int64())))
    wide = wide.set_column(table.schema.get_field_index("reason"), "reason", table.column("reason").dictionary_encode())
    pq.write_table(wide, tmp_path / "c.parquet")
    for name in ("a.arrow", "b.arrows", "c.parquet"):
        found = summarise(tmp_path / name)
        assert (found.status, found.reasons, found.points) == (wanted.status, wanted.reasons, wanted.points)
        assert found.fans.tolist() == wanted.fans.tolist()
        assert found.shanten == wanted.shanten


def test_several_files_are_added_up(file: Path, tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "again.parquet").write_bytes(file.read_bytes())
    once, twice = summarise(file), summarise([file, str(tmp_path / "more")])
    assert (twice.rows, twice.illegal, len(twice.files)) == (2 * once.rows, 2 * once.illegal, 2)
    assert "<h1>Report on 2 files</h1>" in report_html(twice)


def test_reasons_without_the_column_are_those_of_the_status(table: Any, tmp_path: Path) -> None:
    pq.write_table(table.select(["status"]), tmp_path / "status.parquet")
    found = summarise(tmp_path / "status.parquet")
    assert found.reasons["not a complete hand"] == found.status[8]
    assert found.reasons["missing"] == 1


# --- what is refused -------------------------------------------------------------------------------------------------


def test_a_file_with_nothing_to_report(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    pq.write_table(pa.table({"hand": ["123m"]}), path)
    with pytest.raises(InputError) as caught:
        write_report(path)
    assert str(caught.value) == (
        f"{path} has no column status, points, fans or shanten to report on; make them with "
        f"`fastmcr bulk score,fans,shanten {path} OUT.parquet` and report on OUT.parquet"
    )
    assert os.listdir(tmp_path) == ["hands.parquet"]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"points": ["8"]}, "column points is string; it must be integers"),
        ({"points": [8], "legal": [1]}, "column legal is int64; it must be bool"),
        ({"fans": [1]}, "column fans is int64; it must be lists of fan numbers"),
        ({"fans": [[1], [0, 5]]}, "column fans holds 0; fans have numbers 1 to 82"),
        ({"fans": [[83]]}, "column fans holds 83; fans have numbers 1 to 82"),
        ({"fans": [[1, None]]}, "column fans holds a null; fans have numbers 1 to 82"),
        ({"status": [1], "reason": [5]}, "column reason is int64; it must be strings"),
        ({"shanten": [1.5]}, "column shanten is double; it must be integers"),
    ],
)
def test_columns_of_wrong_types(tmp_path: Path, columns: dict[str, list[Any]], message: str) -> None:
    pq.write_table(pa.table(columns), tmp_path / "odd.parquet")
    with pytest.raises(InputError) as caught:
        summarise(tmp_path / "odd.parquet")
    assert str(caught.value) == message


def test_files_that_are_none(file: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(FileError, match=rf"^{cut} cannot be read: "):
        summarise(cut)
    with pytest.raises(FileError) as caught:
        summarise(tmp_path / "none.parquet")
    assert str(caught.value) == f"there is no file or folder {tmp_path}/none.parquet"
    (tmp_path / "text.jsonl").write_text("{}\n")
    with pytest.raises(InputError) as refused:
        summarise(tmp_path / "text.jsonl")
    assert str(refused.value) == f"{tmp_path}/text.jsonl is jsonl; a report is made from Parquet and Arrow files"
    with pytest.raises(InputError, match=r"is one of the files that are reported on; name another page$"):
        write_report(file, file)


# --- the page --------------------------------------------------------------------------------------------------------


def test_page_in_a_browser(file: Path) -> None:
    found = summarise(file)
    page = open_page(write_report(file), ask=("document.querySelectorAll('.js-plotly-plot .trace.bars').length",))
    assert page.errors == []
    assert page.requests == []
    assert page.answers == [4]  # points on either side of the minimum, fans, shanten
    assert page.width == 1200
    lines = page.text.splitlines()
    assert "Report on scored.parquet" in lines
    for word in ("Points", "Fans", "Shanten", "Bad rows", "Files", "reaches the minimum", "below the minimum"):
        assert word in page.text
    assert f"({found.illegal:,}) are illegal: they do not reach the minimum." in page.text
    words = " ".join(page.text.split())
    common = max(Fan, key=lambda fan: int(found.fans[fan]))
    share = 100 * found.fans[common] / found.scored_fans
    assert f"{common.english} {common.chinese} {common.points} {found.fans[common]:,} {share:.1f} %" in words
    for reason, count in found.reasons.items():
        assert f"{reason} {count:,}" in words
    assert f"complete {found.shanten['shanten'][-1]:,}" in words


@pytest.mark.parametrize(("width", "media"), [(360, "screen"), (700, "print")])
def test_nothing_sticks_out_of_a_phone_or_of_paper(file: Path, width: int, media: str) -> None:
    page = open_page(write_report(file), width=width, media=media)
    assert page.errors == []
    assert page.width == width


def test_drawings_fit_the_paper_while_it_is_printed(file: Path) -> None:
    widths = "Array.from(document.querySelectorAll('.main-svg'), drawing => drawing.getBoundingClientRect().width)"
    ask = (
        widths,
        f"(async () => {{ dispatchEvent(new Event('beforeprint')); return {widths}; }})()",
        f"(async () => {{ dispatchEvent(new Event('afterprint')); return {widths}; }})()",
    )
    before, printing, after = open_page(write_report(file), ask=ask).answers
    assert max(before) > 900
    assert set(printing) == {660}
    assert after == before


@pytest.mark.parametrize(
    ("columns", "there", "missing"),
    [
        ({"shanten": [0, 1, 127]}, ["Shanten", "barred by melds"], ["Points", "Fans", "Bad rows"]),
        ({"points": [8, 7]}, ["Points"], ["Illegal", "illegal", "Fans", "Shanten"]),
        ({"fans": [[], None]}, ["No fan in 1 wins."], ["Points", "Shanten"]),
        ({"status": [0, 0]}, ["None: all that was asked is there in every row."], ["Points", "Fans", "Shanten"]),
        ({"status": pa.array([], pa.uint8()), "points": pa.array([], pa.int16())}, ["Rows"], ["Points", "Fans"]),
        ({"points": pa.nulls(3, pa.int16()), "legal": pa.nulls(3, pa.bool_())}, ["Rows"], ["Points", "Illegal"]),
    ],
)
def test_whatever_is_there(tmp_path: Path, columns: dict[str, Any], there: list[str], missing: list[str]) -> None:
    pq.write_table(pa.table(columns), tmp_path / "some.parquet")
    page = open_page(write_report(tmp_path / "some.parquet", tmp_path / "page.html"))
    assert page.errors == []
    headings = page.text.split("Files")[0]
    for word in there:
        assert word in headings
    for word in missing:
        assert word not in headings


def test_foreign_text_stays_text(tmp_path: Path) -> None:
    path = tmp_path / "<b>x&y.parquet"
    pq.write_table(pa.table({"status": [9], "reason": ["<script>alert(1)</script>"]}), path)
    page = open_page(write_report(path, tmp_path / "page.html"))
    assert "Report on <b>x&y.parquet" in page.text
    assert "<script>alert(1)</script>" in page.text
    assert page.errors == []


def test_rules_of_the_metadata_are_named() -> None:
    summary = Summary(rows=1, points=Counter({(8, True): 1}), scored_fans=1)
    summary.fans[47] = summary.fan_times[47] = 1
    summary.files = summarise_nothing()
    assert "default but for" not in report_html(summary)
    summary.metadata = {"fastmcr.bulk": {"rules": {"two_concealed_kongs": 6}, "version": "0.1.0"}}
    html = report_html(summary)
    assert "default but for two_concealed_kongs = 6" in html
    assert "fastmcr 0.1.0" in html


def summarise_nothing() -> list[Any]:
    from fastmcr.datasets.summary import FileFacts

    return [FileFacts("x.parquet", "parquet", 1, 1, 1)]


# --- the command -----------------------------------------------------------------------------------------------------


def test_command(file: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["report", str(file)])
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{tmp_path}/scored.html\n", "")
    named = CliRunner().invoke(cli, ["report", str(file), "-o", str(tmp_path / "page.html")])
    assert named.exit_code == 0
    assert (tmp_path / "page.html").read_text("utf-8") == (tmp_path / "scored.html").read_text("utf-8")


def test_without_plotly(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "plotly", None)
    result = CliRunner().invoke(cli, ["report", str(file)])
    assert result.exit_code == 1
    assert result.stderr == "error: this needs the package plotly: pip install 'fastmcr[report]'\n"
    assert os.listdir(tmp_path) == ["scored.parquet"]


def test_command_refuses(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["report", str(tmp_path / "none.parquet")])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"error: there is no file or folder {tmp_path}/none.parquet\n"
    assert CliRunner().invoke(cli, ["report"]).exit_code == 2
