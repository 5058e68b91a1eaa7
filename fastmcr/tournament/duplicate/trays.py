"""Tray sheets: what lies on the four trays of each board, to print and to fill the trays by, and as plain text."""

from __future__ import annotations

from typing import NamedTuple

from ...rulebook.tiles import WINDS, Tile, Wind
from ...show.blocks import Block, Row, Table
from ...show.html import render
from .deals import HAND, ROWS, Deal, Deals

VARIANT = "Duplicate MCR: 136 tiles without flowers, a personal wall of 34 for each seat"
_ROW_NAMES = ("Hand", "Wall", "Wall")


class Tray(NamedTuple):
    """A tray: the seat wind that it is for, the place of the table that has it, and its rows as of `rows_of`."""

    seat: Wind
    place: Wind
    rows: list[tuple[str, tuple[Tile, ...], int | None]]


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
    first, last = deals.boards[0].board, deals.boards[-1].board
    return render(
        "trays.html.j2",
        title=title,
        span=f"Board {first}" if first == last else f"Boards {first} to {last}",
        variant=VARIANT,
        deals=deals,
        boards=[
            (deal, [Tray(seat, place_of(deal, seat), rows_of(deal, seat)) for seat in WINDS]) for deal in deals.boards
        ],
    )


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
