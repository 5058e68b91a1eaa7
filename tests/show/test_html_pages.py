"""Pages and pieces of HTML: what is given is text, tables are laid out, colours follow the reader and the paper."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import jinja2
import pytest
from browser import open_page

from fastmcr.show.html import Column, Grid, Piece, _templates, grid, render
from fastmcr.tournament.duplicate.deals import Deals
from fastmcr.tournament.duplicate.trays import trays_html

COLOURS = "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"


def laid_out(table: Grid) -> str:
    source = '{% from "pieces.html.j2" import table %}{{ table(grid) }}'
    return _templates().from_string(source).render(grid=table)


class Cells(HTMLParser):
    """The cells of a table: tag, class, text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.cells: list[list[str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("th", "td", "caption"):
            self.cells.append([tag, dict(attrs).get("class") or "", ""])

    def handle_data(self, data: str) -> None:
        if self.cells:
            self.cells[-1][2] += data.replace("\n", "")


def test_a_table() -> None:
    columns = [
        Column[tuple[str, int]]("Na<me", lambda line: Piece(line[0], "name", "ann")),
        Column[tuple[str, int]]("IMP", lambda line: Piece(str(line[1]), "up" if line[1] else ""), number=True),
        Column[tuple[str, int]]("", lambda line: ["a", Piece((Piece("b", "soft"), " & c"), "words"), Piece("d")]),
    ]
    table = grid(columns, [("Ann & Bo", 7), ("Cy", 0)], kind="standings", caption="All <of> them")
    text = laid_out(table)
    assert Cells(text).cells == [
        ["caption", "", "All <of> them"],
        ["th", "", "Na<me"], ["th", "n", "IMP"], ["th", "", ""],
        ["td", "name", "Ann & Bo"], ["td", "up n", "7"], ["td", "", "ab & cd"],
        ["td", "name", "Cy"], ["td", "n", "0"], ["td", "", "ab & cd"],
    ]  # fmt: skip
    assert '<table class="standings">' in text
    assert '<a href="#ann">Ann &amp; Bo</a>' in text
    assert '<td>a<span class="words"><span class="soft">b</span> &amp; c</span>d</td>' in text


def test_a_table_without_lines() -> None:
    assert Cells(laid_out(grid([Column("A", str)], []))).cells == [["th", "", "A"]]


def test_what_is_given_is_text() -> None:
    page = render("frame.html.j2", title="<script>\x00\ud800</script>\t\"'&")
    assert "<title>&lt;script&gt;\ufffd?&lt;/script&gt;\t&#34;&#39;&amp;</title>" in page


def test_what_a_template_asks_for_must_be_given() -> None:
    with pytest.raises(jinja2.UndefinedError, match="title"):
        render("frame.html.j2")


@pytest.fixture
def trays(tmp_path: Path) -> Path:
    path = tmp_path / "trays.html"
    path.write_text(trays_html(Deals.from_seed("spring", [1])), "utf-8")
    return path


def test_colours_follow_the_reader(trays: Path) -> None:
    light, dark = (open_page(trays, dark=dark, ask=(COLOURS,)).answers[0] for dark in (False, True))
    assert light == ["rgb(27, 31, 36)", "rgb(255, 255, 255)"]
    assert dark == ["rgb(228, 231, 234)", "rgb(21, 25, 29)"]


def test_paper_is_white(trays: Path) -> None:
    page = open_page(trays, media="print", dark=True, ask=(COLOURS,))
    assert page.answers[0] == ["rgb(27, 31, 36)", "rgb(255, 255, 255)"]


def test_every_page_has_the_frame(trays: Path) -> None:
    """Nothing may be loaded from anywhere, and all have one style sheet."""
    for page in (trays.read_text("utf-8"), render("frame.html.j2", title="")):
        assert "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\"" in page
        assert "prefers-color-scheme: dark" in page
        assert "@media print" in page
