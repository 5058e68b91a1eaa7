"""Deals put into an event, so that its results show the tiles."""

from __future__ import annotations

from dataclasses import replace

from ...errors import DealError
from ...rulebook.tiles import Wind
from .boards import Board
from .deals import Deal, Deals
from .model import Event

__all__ = ["published_boards", "with_deals"]


def with_deals(event: Event, deals: Deals) -> Event:
    """Return an event whose boards have the winds and tiles of deals.

    Parameters
    ----------
    event : Event
        An event.
    deals : Deals
        Deals of at least all its boards.

    Returns
    -------
    Event
        The same results; boards with prevalent wind, dealer and walls. The seed is left out, as it would tell boards
        that may still be played.

    Raises
    ------
    DealError
        If a board of the event is not among the deals, or event and deals contradict each other.

    Examples
    --------
    >>> from fastmcr.tournament.duplicate import TableResult
    >>> event = Event([TableResult(2, "A", ("Ann", "Bo", "Cy", "Di"), wins={"E": 9})])
    >>> board = with_deals(event, Deals.from_seed("spring", [1, 2])).boards[0]
    >>> board.number, board.prevalent, board.dealer, len(board.walls)
    (2, Wind.E, Wind.S, 4)
    """
    by_number = {deal.board: deal for deal in deals}
    return replace(event, boards=tuple(_joined(board, by_number.get(board.number)) for board in event.all_boards))


def _joined(board: Board, deal: Deal | None) -> Board:
    if deal is None:
        raise DealError("the event has it, the deals have not", board=board.number)
    made = deal.to_board(board.seed)
    told = [
        ("prevalent wind", board.prevalent, made.prevalent, None),
        ("dealer", board.dealer, made.dealer, Wind.E),  # East is also what a file means that tells none
        ("tiles", board.walls, made.walls, ()),
    ]
    for what, mine, other, untold in told:
        if mine not in (untold, other):
            words = f", {mine}, is not that of the deals, {other}" if isinstance(mine, Wind) else " are not the deals'"
            raise DealError(f"the event's {what}{words}", board=board.number)
    return made


def published_boards(event: Event) -> tuple[Board, ...]:
    """Return the boards of an event as they stand in what is published of it.

    Parameters
    ----------
    event : Event
        An event.

    Returns
    -------
    tuple of Board
        All boards, without seeds, which would tell boards that may still be played; the tiles of those that no table
        has played are left out. The seed is published with the deals, by the deals file.

    Examples
    --------
    >>> from fastmcr.tournament.duplicate import TableResult
    >>> deals = Deals.from_seed("spring", [1, 2])
    >>> event = Event([TableResult(2, "A", ("Ann", "Bo", "Cy", "Di"), wins={"E": 9})],
    ...               boards=[deal.to_board("spring") for deal in deals])
    >>> [(board.number, board.seed, len(board.walls)) for board in published_boards(event)]
    [(1, '', 0), (2, '', 4)]
    """
    played = {result.board for result in event.results if result.played}
    return tuple(
        replace(board, seed="", walls=board.walls if board.number in played else ()) for board in event.all_boards
    )
