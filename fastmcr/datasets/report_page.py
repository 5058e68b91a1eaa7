"""The page of a report: its frame, its style, and the pieces of HTML that it is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["card", "figure", "page", "section", "table"]

_STYLE = """
:root { --ink: #1c2733; --soft: #5b6875; --line: #dde3e8; --paper: #ffffff; --wash: #f5f7f9; --blue: #2f6f9f; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 62rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Noto Sans CJK SC",
  "PingFang SC", "Microsoft YaHei", sans-serif; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); }
p { margin: .25rem 0 .75rem; max-width: 44rem; }
.soft { color: var(--soft); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: .75rem; margin: 1.25rem 0; }
.card { background: var(--wash); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .8rem; }
.card dt { color: var(--soft); font-size: .85rem; }
.card dd { margin: 0; font-size: 1.35rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.card small { display: block; color: var(--soft); font-size: .8rem; font-weight: 400; }
dl.cards { padding: 0; }
figure { margin: 0 0 1rem; }
figcaption { color: var(--soft); font-size: .9rem; max-width: 44rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; margin: .5rem 0; }
caption { text-align: left; color: var(--soft); font-size: .9rem; padding-bottom: .25rem; }
th, td { padding: .22rem .9rem .22rem 0; text-align: left; vertical-align: baseline; }
th { font-weight: 600; border-bottom: 1px solid var(--line); }
tbody tr + tr > * { border-top: 1px solid #eef1f4; }
td.number, th.number { text-align: right; white-space: nowrap; }
tbody th { border-bottom: 0; font-weight: 400; }
td.path { overflow-wrap: anywhere; }
tbody th { min-width: 5rem; }
@media (max-width: 40rem) {
  body { padding: 1.25rem 1rem 3rem; font-size: 15px; }
  th, td { padding-right: .55rem; }
  table { font-size: .85rem; }
}
@media print {
  @page { margin: 1.5cm; }
  body { max-width: none; padding: 0; font-size: 11pt; }
  .modebar { display: none !important; }
  figure, .card, tr { break-inside: avoid; }
  h2, caption { break-after: avoid; }
  .card { background: none; }
  .scroll { overflow: visible; }
  table { font-size: 9pt; }
  th, td { padding-right: .6rem; }
}
"""

# A drawing has the width it was last drawn for: paper is narrower than most windows.
_PRINTING = """
for (const [event, width] of [["beforeprint", 660], ["afterprint", null]]) {
  window.addEventListener(event, () => {
    for (const drawing of document.querySelectorAll(".js-plotly-plot")) {
      if (width) { Plotly.relayout(drawing, {width: width, autosize: false}); }
      else { Plotly.relayout(drawing, {width: null, autosize: true}); Plotly.Plots.resize(drawing); }
    }
  });
}
"""


def page(title: str, body: Iterable[str], script: str) -> str:
    """Return a whole document that needs nothing else.

    Parameters
    ----------
    title : str
        Plain text.
    body : iterable of str
        HTML.
    script : str
        JavaScript that the body's own scripts need; empty for none.

    Returns
    -------
    str

    Examples
    --------
    >>> print(page("A & B", ["<p>Text.</p>"], "")[:15])
    <!DOCTYPE html>
    """
    drawing = [f"<script>{script}</script>", f"<script>{_PRINTING}</script>"] if script else []
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>{_STYLE}</style>",
            *drawing,
            "</head>",
            "<body>",
            *body,
            "</body>",
            "</html>",
            "",
        )
    )


def section(title: str, *pieces: str) -> str:
    """Return pieces of HTML under a heading.

    Examples
    --------
    >>> print(section("Points & more", "<p>Text.</p>"))
    <section>
    <h2>Points &amp; more</h2>
    <p>Text.</p>
    </section>
    """
    return "\n".join(("<section>", f"<h2>{escape(title)}</h2>", *pieces, "</section>"))


def card(label: str, value: str, note: str = "") -> str:
    """Return one number with what it is.

    Examples
    --------
    >>> card("Rows", "1,000")
    '<div class="card"><dt>Rows</dt><dd>1,000</dd></div>'
    """
    small = f"<small>{escape(note)}</small>" if note else ""
    return f'<div class="card"><dt>{escape(label)}</dt><dd>{escape(value)}{small}</dd></div>'


def figure(drawing: str, caption: str) -> str:
    """Return a drawing with what it shows in words, for those who do not see it too.

    Examples
    --------
    >>> print(figure("<svg></svg>", "Two bars."))
    <figure>
    <div role="img" aria-label="Two bars."><svg></svg></div>
    <figcaption>Two bars.</figcaption>
    </figure>
    """
    words = escape(caption)
    image = f'<div role="img" aria-label="{words}">{drawing}</div>'
    return f"<figure>\n{image}\n<figcaption>{words}</figcaption>\n</figure>"


def table(caption: str, titles: Sequence[str], rows: Iterable[Sequence[str]], numbers: Iterable[int] = ()) -> str:
    """Return a table; columns at the places of `numbers` are set flush right, the first is a heading of its row.

    Examples
    --------
    >>> print(table("Rows", ["File", "Rows"], [["a", "5"]], numbers=[1]))
    <div class="scroll"><table>
    <caption>Rows</caption>
    <thead><tr><th scope="col">File</th><th scope="col" class="number">Rows</th></tr></thead>
    <tbody>
    <tr><th scope="row">a</th><td class="number">5</td></tr>
    </tbody>
    </table></div>
    """
    right = set(numbers)
    kinds = [' class="number"' if place in right else "" for place in range(len(titles))]
    head = "".join(f'<th scope="col"{kind}>{escape(title)}</th>' for title, kind in zip(titles, kinds, strict=True))
    lines = []
    for row in rows:
        cells = [f"<td{kind}>{escape(cell)}</td>" for cell, kind in zip(row[1:], kinds[1:], strict=True)]
        lines.append(f'<tr><th scope="row"{kinds[0]}>{escape(row[0])}</th>{"".join(cells)}</tr>')
    return "\n".join(
        (
            f'<div class="scroll"><table>\n<caption>{escape(caption)}</caption>',
            f"<thead><tr>{head}</tr></thead>\n<tbody>",
            *lines,
            "</tbody>\n</table></div>",
        )
    )
