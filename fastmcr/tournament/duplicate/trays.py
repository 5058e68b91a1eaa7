"""Tray sheets: what lies on the four trays of each board, to print and to fill the trays by, and as plain text."""

from __future__ import annotations

from collections.abc import Sequence

from ...rulebook.tiles import WINDS, Tile, Wind
from ...show.blocks import Block, Row, Table
from .deals import HAND, ROWS, Deal, Deals
from .page import escaped, joined, page, tile_html

VARIANT = "Duplicate MCR: 136 tiles without flowers, a personal wall of 34 for each seat"
_ROW_NAMES = ("Hand", "Wall", "Wall")
_HOW = (
    "Cut the four trays of a board apart, or keep them together in the box of the board.",
    "The first row is the hand of 13 tiles, sorted; their order does not matter.",
    "The second and third rows are the wall of 21 tiles. The number below a tile says when it is drawn: 14 is the "
    "first draw, 34 the last tile of this wall. Replacement tiles after a kong are drawn in the same order.",
    "Lay the wall so that the player begins at the end where tile 14 lies.",
    "East, the dealer, has 13 tiles too and opens by drawing tile 14.",
)

_STYLE = """\
:root { --tile: min(10.2mm, 6.1vw); }
.cover { break-after: page; margin-bottom: 2.5rem; }
.cover table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
.cover th, .cover td { text-align: left; padding: .2rem 1.4rem .2rem 0; border-bottom: 1px solid var(--line); }
.cover td:first-child, .cover th:first-child { text-align: right; }
.board { break-after: page; break-inside: avoid; margin-bottom: 2.5rem; }
.board:last-child { break-after: auto; }
.tray { break-inside: avoid; border: 1px dashed #8b929a; border-radius: 3mm; padding: 1.8mm 3mm 2mm;
  margin-bottom: 3mm; }
.tray header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1.2em; margin-bottom: 1mm; }
.tray h2 { margin: 0; font-size: 1.25rem; }
.tray .seat { color: var(--accent); }
.dealer { font-weight: bold; border: 1.5px solid var(--accent); color: var(--accent); border-radius: 1mm;
  padding: 0 .4em; }
.row { display: flex; align-items: flex-start; gap: .7mm; margin-top: 1mm; }
.row .name { flex: 0 0 min(15mm, 9vw); font-size: .8em; color: var(--soft); padding-top: 1mm; }
.row figure { margin: 0; text-align: center; font-size: 2.5mm; line-height: 1.25; color: var(--soft);
  font-variant-numeric: tabular-nums; }
.foot { font-size: .75em; color: var(--soft); }
@media print { .board { margin: 0; } .cover { margin: 0; } :root { --tile: 10.2mm; } .row .name { flex-basis: 15mm; } }
@media (max-width: 600px) { .row .name { writing-mode: vertical-rl; flex-basis: 4vw; } .row { gap: .3vw; }
  .tray { padding: 1.5mm; } }
"""


def trays_html(deals: Deals, title: str = "Tray sheets") -> str:
    """Return tray sheets as one HTML file to print: a cover, then a page of A4 for each board.

    Parameters
    ----------
    deals : Deals
        Deals.
    title : str, optional
        What stands on top, for example the name of the event.

    Returns
    -------
    str
        HTML that needs nothing else. The seed does not stand in it, as it would tell other boards too.

    Examples
    --------
    >>> text = trays_html(Deals.from_seed("spring", [1]))
    >>> text.count('class="tray"'), text.count("<use")
    (4, 136)
    """
    boards = [_board_html(deal, deals.commitment) for deal in deals.boards]
    return page(title, joined([_cover_html(deals, title), *boards]), _STYLE, tiles=True)


def _cover_html(deals: Deals, title: str) -> str:
    first, last = deals.boards[0].board, deals.boards[-1].board
    boards = f"Board {first}" if first == last else f"Boards {first} to {last}"
    rows = "".join(
        f"<tr><td>{deal.board}</td><td>{deal.prevalent.english}</td><td>{deal.dealer.english}</td></tr>"
        for deal in deals.boards
    )
    how = "".join(f"<li>{escaped(line)}</li>" for line in _HOW)
    return f"""<section class="cover">
<h1>{escaped(title)}</h1>
<p>{boards}. {VARIANT}.</p>
<p>Keep these sheets from everyone who plays.</p>
<ul>{how}</ul>
<p>Commitment (SHA-256) to publish before the event:<br><code>{deals.commitment}</code></p>
<table><thead><tr><th>Board</th><th>Prevalent wind</th><th>Dealer is at place</th></tr></thead>
<tbody>{rows}</tbody></table>
<p class="soft">The places of a table are called East, South, West and North in the order of play, from the place that
deals where the dealer is East. They keep their names; the seat wind of each changes with the dealer.</p>
</section>"""


def _board_html(deal: Deal, commitment: str) -> str:
    trays = "\n".join(_tray_html(deal, seat) for seat in WINDS)
    foot = f"Board {deal.board}. {VARIANT}. Commitment {commitment[:16]}…"
    return f'<section class="board" id="board{deal.board}">\n{trays}\n<p class="foot">{foot}</p>\n</section>'


def _tray_html(deal: Deal, seat: Wind) -> str:
    dealer = '<span class="dealer">Dealer</span>' if seat is Wind.E else ""
    head = (
        f'<h2>Board {deal.board} · <span class="seat">{seat.english}</span></h2>{dealer}'
        f"<span>prevalent wind <b>{deal.prevalent.english}</b></span>"
        f'<span class="soft">place {place_of(deal, seat).english} of the table</span>'
    )
    rows = "".join(tiles_row_html(name, tiles, first) for name, tiles, first in rows_of(deal, seat))
    return f'<article class="tray"><header>{head}</header>{rows}</article>'


def tiles_row_html(name: str, tiles: Sequence[Tile], first: int | None) -> str:
    """Return a row of a tray as HTML.

    Parameters
    ----------
    name : str
        What stands before it.
    tiles : sequence of Tile
        From left to right.
    first : int, optional
        The number below the first tile; None for no numbers.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> "<figcaption>14</figcaption>" in tiles_row_html("Wall", [Tile.E], 14)
    True
    """
    figures = "".join(
        f"<figure>{tile_html(tile)}{'' if first is None else f'<figcaption>{first + place}</figcaption>'}</figure>"
        for place, tile in enumerate(tiles)
    )
    names = " ".join(map(str, tiles))
    return f'<div class="row" title="{names}"><span class="name">{name}</span>{figures}</div>'


def place_of(deal: Deal, seat: Wind) -> Wind:
    """Return the place at the table that has a seat wind on this board: the inverse of `Deal.seat_of`.

    Parameters
    ----------
    deal : Deal
        A deal.
    seat : Wind
        A seat wind.

    Returns
    -------
    Wind
        The place.

    Examples
    --------
    >>> place_of(Deal.from_seed("spring", 2), Wind.E)
    Wind.S
    """
    return WINDS[(seat + deal.dealer) % 4]


def rows_of(deal: Deal, seat: Wind) -> list[tuple[str, tuple[Tile, ...], int | None]]:
    """Return the rows of a tray: name, tiles, and the number of its first draw, from 1 for the first tile dealt.

    Parameters
    ----------
    deal : Deal
        A deal.
    seat : Wind
        A seat wind.

    Returns
    -------
    list of tuple
        13, 11 and 10 tiles; the hand has no numbers.

    Examples
    --------
    >>> [(name, len(tiles), first) for name, tiles, first in rows_of(Deal.from_seed("spring", 1), Wind.E)]
    [('Hand', 13, None), ('Wall', 11, 14), ('Wall', 10, 25)]
    """
    firsts = (None, HAND + 1, HAND + ROWS[1] + 1)
    return list(zip(_ROW_NAMES, deal.rows(seat), firsts, strict=True))


def tray_block(deal: Deal) -> Block:
    r"""Return the trays of a board to be drawn as text.

    Parameters
    ----------
    deal : Deal
        A deal.

    Returns
    -------
    Block
        A line for each row of each tray.

    Examples
    --------
    >>> from fastmcr.show.score import drawn_text
    >>> print("\n".join(drawn_text(tray_block(Deal.from_seed("spring", 2))).splitlines()[:6]))
    Board 2
    Prevalent wind: East
    Dealer:         place South of the table, whose seat wind is East
    Seat wind  Place  Tiles
    ---------  -----  ----------  --------------------------------------
    East       South  Hand        4m 4m 6m 8m 3p 6p 7p 1s 5s 7s 8s N  C
    """
    facts = [
        ("Prevalent wind", deal.prevalent.english),
        ("Dealer", f"place {deal.dealer.english} of the table, whose seat wind is East"),
    ]
    rows: list[Row] = []
    for seat in WINDS:
        for number, (name, tiles, first) in enumerate(rows_of(deal, seat)):
            heads = (seat.english, place_of(deal, seat).english) if number == 0 else ("", "")
            draws = name if first is None else f"{name} {first}-{first + len(tiles) - 1}"
            rows.append((*heads, draws, " ".join(f"{tile!s:2}" for tile in tiles)))
    return Block(f"Board {deal.board}", facts, [Table(("Seat wind", "Place", "Tiles", ""), rows)])
