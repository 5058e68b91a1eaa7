"""The helper that opens pages sees what a page does wrong."""

from __future__ import annotations

from pathlib import Path

from browser import open_page

GOOD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>t</title>
<meta name="viewport" content="width=device-width"><p id="p">before</p>
<script>document.getElementById("p").textContent = "after 牌"</script>
<svg width="90" height="20"><text y="15">drawn</text></svg>"""
BAD = """<!doctype html><meta charset="utf-8"><div style="width:3000px">wide</div>
<img src="https://example.org/a.png"><img src="missing.png">
<script>console.error("said so"); undefinedThing()</script>"""


def test_a_good_page(tmp_path: Path) -> None:
    path = tmp_path / "good page.html"
    path.write_text(GOOD, encoding="utf-8")
    page = open_page(path, width=500, ask=("1 + 1", "Promise.resolve([2])"))
    assert "after 牌" in page.text
    assert "drawn" in page.text
    assert "before" not in page.text
    assert "after 牌" in page.html
    assert page.errors == []
    assert page.requests == []
    assert page.answers == [2, [2]]
    assert page.width == 500
    assert page.screenshot.parent == tmp_path
    assert page.screenshot.read_bytes().startswith(b"\x89PNG")


def test_a_bad_page(tmp_path: Path) -> None:
    path = tmp_path / "bad.html"
    path.write_text(BAD, encoding="utf-8")
    page = open_page(path)
    assert any("said so" in error for error in page.errors)
    assert any("undefinedThing is not defined" in error for error in page.errors)
    assert page.requests == ["https://example.org/a.png", (tmp_path / "missing.png").as_uri()]
    assert page.width >= 3000
