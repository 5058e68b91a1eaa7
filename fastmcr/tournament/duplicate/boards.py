"""A board: a deal that several tables play, with its number, winds, and perhaps its tiles or seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...errors import InputError, shown
from ...rulebook.tiles import COPIES, Tile, TilesLike, Wind, WindLike, as_index, as_wind, parse_tiles

__all__ = ["MAX_BOARD", "WALL", "Board"]

MAX_BOARD = 9999
WALL = 34  # tiles of a personal wall: 13 dealt, 21 drawn


@dataclass(frozen=True, slots=True)
class Board:
    """A deal of a duplicate event.

    Parameters
    ----------
    number : int, 1..9999
        Number of the deal, as on its tray.
    prevalent : Wind, str, int or None
        Prevalent wind of the deal; None where nobody told.
    dealer : Wind, str or int
        The place at the table whose player is East in this deal, by the winds of the first deal.
    seed : str
        The seed it was dealt from, where it may be known.
    walls : sequence of four texts or lists of tiles
        The 34 tiles of East, South, West and North in the order in which they are dealt and drawn; empty where
        they are not told.

    Raises
    ------
    InputError
        If the number, a wind or the tiles cannot be.

    Examples
    --------
    >>> Board(3, "S", "W")
    Board(number=3, prevalent=Wind.S, dealer=Wind.W, seed='', walls=())
    """

    number: int
    prevalent: Wind | None = None
    dealer: Wind = Wind.E
    seed: str = ""
    walls: tuple[tuple[Tile, ...], ...] = ()

    if TYPE_CHECKING:  # what may be given; the fields say what is kept

        def __init__(
            self,
            number: int,
            prevalent: WindLike | None = None,
            dealer: WindLike = Wind.E,
            seed: str = "",
            walls: Sequence[TilesLike] = (),
        ) -> None: ...

    def __post_init__(self) -> None:
        """Bring the values to their types, and refuse what cannot be."""
        object.__setattr__(self, "number", as_board_number(self.number))
        if self.prevalent is not None:
            object.__setattr__(self, "prevalent", as_wind(self.prevalent, "prevalent"))
        object.__setattr__(self, "dealer", as_wind(self.dealer, "dealer's"))
        if not isinstance(self.seed, str):
            raise InputError(f"the seed of board {self.number} must be text, not {type(self.seed).__name__}")
        object.__setattr__(self, "walls", self._checked_walls())

    def _checked_walls(self) -> tuple[tuple[Tile, ...], ...]:
        walls = tuple(tuple(parse_tiles(wall) if isinstance(wall, str) else map(Tile, wall)) for wall in self.walls)
        if not walls:
            return ()
        if [len(wall) for wall in walls] != [WALL] * 4:
            sizes = ", ".join(str(len(wall)) for wall in walls)
            raise InputError(f"board {self.number} has walls of {sizes} tiles; there are four of {WALL}")
        tiles = [tile for wall in walls for tile in wall]
        for tile in Tile:
            if tiles.count(tile) != COPIES:
                raise InputError(f"board {self.number} has {tiles.count(tile)} tiles {tile}; there are {COPIES}")
        return walls

    def to_dict(self) -> dict[str, Any]:
        """Return the board as plain data for JSON; only what is told.

        Returns
        -------
        dict
            ``Board(**data)`` gives the same board.

        Examples
        --------
        >>> Board(3, "S").to_dict(), Board(**Board(3, "S").to_dict()) == Board(3, "S")
        ({'number': 3, 'prevalent': 'S', 'dealer': 'E'}, True)
        """
        data: dict[str, Any] = {"number": self.number}
        if self.prevalent is not None:
            data["prevalent"] = str(self.prevalent)
        data["dealer"] = str(self.dealer)
        if self.seed:
            data["seed"] = self.seed
        if self.walls:
            data["walls"] = ["".join(map(str, wall)) for wall in self.walls]
        return data


def as_board_number(value: object) -> int:
    """Return the number of a board as an int.

    Parameters
    ----------
    value : int
        1..9999.

    Returns
    -------
    int
        The number.

    Raises
    ------
    InputError
        If it is no such number.

    Examples
    --------
    >>> as_board_number(12)
    12
    """
    number = as_index(value)
    if number is None or not 1 <= number <= MAX_BOARD:
        raise InputError(f"the number of a board is 1 to {MAX_BOARD}, not {shown(value)}")
    return number
