"""A printable page: one HTML file that needs no script, no network and no font of its own; and tiles drawn in it."""

from __future__ import annotations

import html
from collections.abc import Iterable

from ...rulebook.tiles import TILES, Tile

_SUIT_COLOURS = {"m": "#a3231b", "p": "#1d4e89", "s": "#1e6b34"}
_DRAGON_COLOURS = {"C": "#a3231b", "F": "#1e6b34", "P": "#3b3f45"}
# The signs of the suits as strokes, so that no font decides what a tile looks like: wan, a dot, a stick of bamboo.
_SUIT_SIGNS = {
    "m": '<path d="M8 26h14M14 26q0 7-6 11M13.5 30h7q0 7-2.5 7.2l-2-.5" fill="none" stroke-width="1.5"/>',
    "p": '<circle cx="15" cy="31.5" r="5" fill="none" stroke-width="1.7"/><circle cx="15" cy="31.5" r="1.6"/>',
    "s": '<path d="M15 25.5v5M15 32.5v5" fill="none" stroke-width="3.2" stroke-linecap="round"/>'
    '<path d="M12 31.5h6" fill="none" stroke-width="1.3"/>',
}
_FACE = '<rect x="1" y="1" width="28" height="38" rx="4" fill="#fff" stroke="#3b3f45" stroke-width="1.2"/>'

BASE_STYLE = """\
:root { --ink: #1b1f24; --soft: #5b636d; --line: #d5d9de; --band: #f4f6f5; --accent: #14532d; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0 auto; padding: 1.5rem; max-width: 62rem; color: var(--ink); background: #fff;
  font: 15px/1.45 "Segoe UI", "Helvetica Neue", "Liberation Sans", Arial, "Noto Sans", sans-serif; }
h1, h2, h3 { line-height: 1.2; margin: 0 0 .4rem; text-wrap: balance; }
h1 { font-size: 1.9rem; } h2 { font-size: 1.35rem; } h3 { font-size: 1.05rem; }
p { margin: .4rem 0; }
.soft { color: var(--soft); }
.nowrap { white-space: nowrap; }
code { font-family: Consolas, "Liberation Mono", Menlo, monospace; font-size: .92em; overflow-wrap: anywhere; }
svg.t { width: var(--tile, 2.1rem); height: calc(var(--tile, 2.1rem) * 4 / 3); display: block; }
.symbols { position: absolute; width: 0; height: 0; }
@page { size: A4; margin: 13mm; }
@media (max-width: 600px) { body { padding: .8rem; } h1 { font-size: 1.5rem; } }
@media print {
  body { padding: 0; max-width: none; font-size: 10pt; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  a { color: inherit; text-decoration: none; }
}
"""


def escaped(text: object) -> str:
    """Return text that may stand in HTML and in the value of an attribute.

    Parameters
    ----------
    text : object
        Anything; names come from files and may be of any kind.

    Returns
    -------
    str
        Without ``< > & " '``, and without characters that may not stand in HTML.

    Examples
    --------
    >>> escaped("<b>O'Hara & Li</b>")
    '&lt;b&gt;O&#x27;Hara &amp; Li&lt;/b&gt;'
    """
    shown = "".join(char if char >= " " or char in "\t\n" else "\N{REPLACEMENT CHARACTER}" for char in str(text))
    shown = shown.encode("utf-8", errors="replace").decode("utf-8")  # a lone surrogate is no character
    return html.escape(shown)


def page(title: str, body: str, style: str = "", tiles: bool = False) -> str:
    """Return a whole HTML document.

    Parameters
    ----------
    title : str
        Plain text.
    body : str
        HTML.
    style : str, optional
        Style rules after those all pages share.
    tiles : bool, default False
        Whether `body` has tiles of `tile_html`.

    Returns
    -------
    str
        UTF-8 is declared; nothing is loaded from anywhere, which a content security policy makes sure of.

    Examples
    --------
    >>> page("Trays", "<h1>Trays</h1>").splitlines()[0]
    '<!DOCTYPE html>'
    """
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    symbols = _symbols() if tiles else ""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="fastmcr">
<title>{escaped(title)}</title>
<link rel="icon" href="data:,">
<style>
{BASE_STYLE}{style}</style>
</head>
<body>
{symbols}{body}
</body>
</html>
"""


def tile_html(tile: Tile) -> str:
    """Return a tile as a small drawing; the page must have been made with ``tiles=True``.

    Parameters
    ----------
    tile : Tile
        A tile.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> tile_html(Tile.M5)
    '<svg class="t" viewBox="0 0 30 40"><use href="#t5m"/></svg>'
    """
    return f'<svg class="t" viewBox="0 0 30 40"><use href="#t{tile}"/></svg>'


def _symbols() -> str:
    # On the symbol itself: style rules do not reach into what <use> shows.
    look = 'viewBox="0 0 30 40" text-anchor="middle" font-family="Arial, Liberation Sans, Helvetica, sans-serif"'
    faces = "".join(f'<symbol id="t{tile}" {look}>{_face(tile)}</symbol>' for tile in TILES)
    return f'<svg class="symbols" aria-hidden="true">{faces}</svg>\n'


def _face(tile: Tile) -> str:
    if not tile.is_honor:
        colour = _SUIT_COLOURS[tile.suit]
        rank = f'<text x="15" y="20.5" font-size="21" font-weight="bold" fill="{colour}">{tile.rank}</text>'
        return f'{_FACE}{rank}<g fill="{colour}" stroke="{colour}">{_SUIT_SIGNS[tile.suit]}</g>'
    colour = _DRAGON_COLOURS.get(str(tile), "#1b1f24")
    frame = '<rect x="4" y="4" width="22" height="32" rx="2" fill="none" stroke="#1d4e89" stroke-width="1.2"/>'
    letter = f'<text x="15" y="23" font-size="20" font-weight="bold" fill="{colour}">{tile}</text>'
    word = f'<text x="15" y="33" font-size="7.5" fill="{colour}">{tile.english.split()[0]}</text>'
    return f"{_FACE}{frame if tile is Tile.P else ''}{letter}{word}"


def joined(parts: Iterable[str]) -> str:
    r"""Return pieces of HTML one to a line.

    Parameters
    ----------
    parts : iterable of str
        HTML.

    Returns
    -------
    str
        Empty pieces are left out.

    Examples
    --------
    >>> joined(["<p>one</p>", "", "<p>two</p>"])
    '<p>one</p>\n<p>two</p>'
    """
    return "\n".join(part for part in parts if part)
