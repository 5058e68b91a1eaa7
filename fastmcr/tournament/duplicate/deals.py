"""Deals of duplicate boards: personal walls of 34 tiles, made from a seed or given, and what is published of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ...errors import DealError, HandError, InputError, shown
from ...rulebook.tiles import ALL_TILES, COPIES, NAMES, TILES, WINDS, Tile, TileLike, Wind, WindLike, as_tile, as_wind
from .boards import WALL, Board
from .shuffle import check_board, check_seed, shuffled

HAND = 13
ROWS = (13, 11, 10)  # tiles in the rows of a tray (duplicate.md 2.4)
CANONICAL = "fastmcr deals 1"  # first line of the text that a commitment is a hash of

WallsLike: TypeAlias = Mapping[str, Sequence[TileLike]] | Sequence[Sequence[TileLike]]


def default_prevalent(board: int) -> Wind:
    """Return the prevalent wind of a board where the organisers set none: four boards a round, E S W N.

    Parameters
    ----------
    board : int
        1..9999.

    Returns
    -------
    Wind
        The wind.

    Examples
    --------
    >>> [str(default_prevalent(board)) for board in (1, 4, 5, 16, 17)]
    ['E', 'E', 'S', 'N', 'E']
    """
    return WINDS[(check_board(board) - 1) // 4 % 4]


def default_dealer(board: int) -> Wind:
    """Return the place at the table that deals a board where the organisers set none: E S W N in turn.

    Parameters
    ----------
    board : int
        1..9999.

    Returns
    -------
    Wind
        The place, named by the seat wind it has where it deals at board 1: see `Deal.seat_of`.

    Examples
    --------
    >>> [str(default_dealer(board)) for board in (1, 2, 3, 4, 5)]
    ['E', 'S', 'W', 'N', 'E']
    """
    return WINDS[(check_board(board) - 1) % 4]


@dataclass(frozen=True, init=False)
class Deal:
    """The 136 tiles of a board, in four personal walls.

    Parameters
    ----------
    board : int
        1..9999.
    tiles : bytes
        136 tile indices: the walls of the seat winds E, S, W, N, 34 each, in the order in which they are used.
    prevalent : Wind, optional
        By default four boards a round.
    dealer : Wind, optional
        The place at the table that has the seat wind East on this board: the places are called E, S, W, N in the
        order of play. It turns the trays round the table, and is no part of scoring. By default the places in turn.

    Raises
    ------
    DealError
        If these are not four of each tile.

    Examples
    --------
    >>> deal = Deal.from_seed("spring", 6)
    >>> deal.prevalent, deal.dealer, deal.seat_of("W"), deal.walls.shape
    (Wind.S, Wind.S, Wind.S, (4, 34))
    """

    board: int
    tiles: bytes
    prevalent: Wind
    dealer: Wind

    def __init__(
        self, board: int, tiles: bytes, prevalent: WindLike | None = None, dealer: WindLike | None = None
    ) -> None:
        board = check_board(board)
        _check_tiles(board, tiles)
        set_field = object.__setattr__  # the dataclass is frozen
        set_field(self, "board", board)
        set_field(self, "tiles", bytes(tiles))
        set_field(self, "prevalent", _wind(board, prevalent, "prevalent wind", default_prevalent(board)))
        set_field(self, "dealer", _wind(board, dealer, "dealer", default_dealer(board)))

    @classmethod
    def from_seed(
        cls, seed: str, board: int, prevalent: WindLike | None = None, dealer: WindLike | None = None
    ) -> Deal:
        """Return the deal that a seed gives for a board.

        Parameters
        ----------
        seed : str
            1 to 200 printable characters.
        board : int
            1..9999.
        prevalent, dealer : Wind, optional
            As for the class; the tiles do not depend on them.

        Returns
        -------
        Deal
            The same for ever: `fastmcr.tournament.duplicate.shuffle.SPECIFICATION` says how it is made.

        Raises
        ------
        InputError, DealError
            If the seed, the board or a wind cannot be used.

        Examples
        --------
        >>> print(Deal.from_seed("spring", 1).wall_text("E"))
        8m 7m 4m 3s 1m 6s 2m 8s 3m 4p N 8m 9m 8m 6m 4p 5m 9p N 6p 2p W 2s 5s 4p F S 2m 7s 1m F E 9m 4s
        """
        return cls(board, shuffled(seed, board), prevalent, dealer)

    @classmethod
    def from_walls(
        cls, board: int, walls: WallsLike, prevalent: WindLike | None = None, dealer: WindLike | None = None
    ) -> Deal:
        """Return a deal whose walls are known, for example of trays filled by hand.

        Parameters
        ----------
        board : int
            1..9999.
        walls : mapping from E, S, W, N, or sequence of four
            34 tiles each in the order in which they are used: Tile, name or index.
        prevalent, dealer : Wind, optional
            As for the class.

        Returns
        -------
        Deal
            The deal.

        Raises
        ------
        DealError
            If a wall is missing or has not 34 tiles, a tile does not exist or a tile has not 4 copies.

        Examples
        --------
        >>> walls = [[tile for tile in range(34)] for seat in "ESWN"]
        >>> Deal.from_walls(1, walls).wall("S")[0]
        Tile.M1
        """
        board = check_board(board)
        by_seat = _by_seat(board, walls)
        return cls(board, b"".join(_as_wall(board, seat, by_seat[seat]) for seat in WINDS), prevalent, dealer)

    @classmethod
    def from_board(cls, board: Board) -> Deal:
        """Return the deal of a board of an event.

        Parameters
        ----------
        board : Board
            With walls.

        Returns
        -------
        Deal
            The deal.

        Raises
        ------
        DealError
            If its walls are not told.

        Examples
        --------
        >>> deal = Deal.from_seed("spring", 3)
        >>> Deal.from_board(deal.to_board()) == deal
        True
        """
        if not board.walls:
            raise DealError("its tiles are not told", board=board.number)
        return cls.from_walls(board.number, board.walls, board.prevalent, board.dealer)

    def to_board(self, seed: str = "") -> Board:
        """Return the deal as a board of an event.

        Parameters
        ----------
        seed : str, optional
            The seed it was made from, where it may be known.

        Returns
        -------
        Board
            With number, winds and walls.

        Examples
        --------
        >>> Deal.from_seed("spring", 3).to_board("spring").seed
        'spring'
        """
        return Board(self.board, self.prevalent, self.dealer, seed, tuple(self.wall(seat) for seat in WINDS))

    @property
    def walls(self) -> npt.NDArray[np.uint8]:
        """The walls as a read-only (4, 34) uint8 array of tile indices: seat wind, place in the order of use."""
        return np.frombuffer(self.tiles, np.uint8).reshape(4, WALL)

    def wall(self, seat: WindLike) -> tuple[Tile, ...]:
        """Return the 34 tiles of a seat wind in the order in which they are used."""
        start = WALL * as_wind(seat, "seat")
        return tuple(TILES[tile] for tile in self.tiles[start : start + WALL])

    def wall_text(self, seat: WindLike) -> str:
        """Return the names of the 34 tiles of a seat wind, apart by blanks."""
        return " ".join(NAMES[tile] for tile in self.wall(seat))

    def rows(self, seat: WindLike) -> tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]:
        """Return the rows of a tray: the hand of 13, and the wall of 11 and 10 in the order of drawing.

        Parameters
        ----------
        seat : Wind
            Seat wind.

        Returns
        -------
        tuple of tuple of Tile
            13, 11 and 10 tiles. The hand is sorted: its order is of no account, and it is checked more easily so.

        Examples
        --------
        >>> hand, first, second = Deal.from_seed("spring", 1).rows("E")
        >>> " ".join(map(str, hand)), " ".join(map(str, second))
        ('1m 2m 3m 4m 7m 8m 8m 9m 4p 3s 6s 8s N', '4p F S 2m 7s 1m F E 9m 4s')
        """
        wall = self.wall(seat)
        return tuple(sorted(wall[:HAND])), wall[HAND : HAND + ROWS[1]], wall[HAND + ROWS[1] :]

    def seat_of(self, place: WindLike) -> Wind:
        """Return the seat wind that a place at the table has on this board.

        Parameters
        ----------
        place : Wind
            A place, named as `dealer` is.

        Returns
        -------
        Wind
            East for the dealer, South for the next place in the order of play, and so on.

        Examples
        --------
        >>> [str(Deal.from_seed("spring", 2).seat_of(place)) for place in "ESWN"]
        ['N', 'E', 'S', 'W']
        """
        return WINDS[(as_wind(place, "seat") - self.dealer) % 4]


def _wind(board: int, given: WindLike | None, what: str, default: Wind) -> Wind:
    if given is None:
        return default
    try:
        return as_wind(given, "seat")
    except HandError:
        raise DealError(f"{what} must be E, S, W or N, not {shown(given)}", board=board) from None


def _by_seat(board: int, walls: object) -> dict[Wind, object]:
    if isinstance(walls, Mapping):
        for key in walls:
            if key not in ("E", "S", "W", "N"):
                raise DealError(f"a wall is of seat E, S, W or N, not of {shown(key)}", board=board)
        for seat in WINDS:
            if seat.name not in walls:
                raise DealError("its wall is missing", board=board, seat=seat.name)
        return {seat: walls[seat.name] for seat in WINDS}
    if isinstance(walls, str) or not isinstance(walls, (Sequence, np.ndarray)) or len(walls) != 4:
        raise DealError("walls must be four, of E, S, W and N", board=board)
    return dict(zip(WINDS, walls, strict=True))


def _as_wall(board: int, seat: Wind, given: object) -> bytes:
    """Return 34 tiles as indices, or say which is none."""
    if isinstance(given, str) or not isinstance(given, (Sequence, np.ndarray)):
        message = f"a wall is a list of 34 tiles, not {type(given).__name__}"
        raise DealError(message, board=board, seat=seat.name)
    tiles = []
    for place, value in enumerate(given, 1):
        try:
            tiles.append(as_tile(value))
        except HandError as error:
            raise DealError(f"place {place}: {error}", board=board, seat=seat.name, tile=str(value)) from None
    if len(tiles) != WALL:
        raise DealError(f"{len(tiles)} tiles; a wall has {WALL}", board=board, seat=seat.name)
    return bytes(tiles)


def _check_tiles(board: int, tiles: object) -> None:
    if not isinstance(tiles, (bytes, bytearray)):
        raise InputError(f"tiles must be 136 bytes, not {type(tiles).__name__}")
    if len(tiles) != ALL_TILES:
        raise DealError(f"{len(tiles)} tiles; a deal has {ALL_TILES}", board=board)
    seen: Counter[int] = Counter()
    for place, tile in enumerate(tiles):
        seat = WINDS[place // WALL].name
        if tile >= len(NAMES):
            raise DealError(f"no tile {tile}; tiles are 0..33", board=board, seat=seat, tile=str(tile))
        seen[tile] += 1
        if seen[tile] > COPIES:
            message = f"place {place % WALL + 1} is a fifth {NAMES[tile]}; a deal has 4 of each tile"
            raise DealError(message, board=board, seat=seat, tile=NAMES[tile])


@dataclass(frozen=True)
class Deals:
    """The deals of an event, or of a session of it: boards without a gap.

    Parameters
    ----------
    boards : sequence of Deal
        In ascending order, none left out.
    seed : str, optional
        The seed they are said to be made from. Nothing is checked here: see `contradictions`.

    Raises
    ------
    DealError
        If there is no board, or one is missing or there twice.

    Examples
    --------
    >>> deals = Deals.from_seed("spring", range(1, 17))
    >>> len(deals.boards), deals.walls.shape, deals.commitment[:16]
    (16, (16, 4, 34), '98f7ab7419af3158')
    """

    boards: tuple[Deal, ...]
    seed: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "boards", tuple(self.boards))
        if not self.boards:
            raise DealError("there are no boards")
        if self.seed is not None:
            check_seed(self.seed)
        for before, after in zip(self.boards, self.boards[1:], strict=False):
            if after.board == before.board:
                raise DealError("it is there twice", board=after.board)
            if after.board < before.board:
                raise DealError(f"it stands after board {before.board}; boards ascend", board=after.board)
            if after.board != before.board + 1:
                message = f"it is missing; boards run from {self.boards[0].board} to {self.boards[-1].board}"
                raise DealError(message, board=before.board + 1)

    @classmethod
    def from_seed(
        cls,
        seed: str,
        boards: Sequence[int],
        prevalent: Sequence[WindLike] | None = None,
        dealer: Sequence[WindLike] | None = None,
    ) -> Deals:
        """Return the deals that a seed gives for some boards.

        Parameters
        ----------
        seed : str
            1 to 200 printable characters.
        boards : sequence of int
            Numbers, ascending without a gap; ``range(1, 17)`` for the first 16.
        prevalent, dealer : sequence of Wind, optional
            One for each board.

        Returns
        -------
        Deals
            The deals.

        Raises
        ------
        InputError, DealError
            If something cannot be used, or the number of winds is not that of the boards.

        Examples
        --------
        >>> [str(deal.prevalent) for deal in Deals.from_seed("spring", [7, 8], prevalent="WN").boards]
        ['W', 'N']
        """
        winds = []
        for given, what in ((prevalent, "prevalent winds"), (dealer, "dealers")):
            if given is not None and len(given) != len(boards):
                raise DealError(f"{len(given)} {what} for {len(boards)} boards; give one for each")
            winds.append([None] * len(boards) if given is None else given)
        return cls(tuple(Deal.from_seed(seed, *each) for each in zip(boards, *winds, strict=True)), seed)

    @property
    def walls(self) -> npt.NDArray[np.uint8]:
        """All walls as a read-only (boards, 4, 34) uint8 array."""
        return np.frombuffer(b"".join(deal.tiles for deal in self.boards), np.uint8).reshape(-1, 4, WALL)

    def __iter__(self) -> Iterator[Deal]:
        """Go through the boards."""
        return iter(self.boards)

    def __len__(self) -> int:
        """Return the number of boards."""
        return len(self.boards)

    @property
    def canonical_text(self) -> str:
        """The text that the commitment is a hash of; every line, the last one too, ends with a line feed.

        First ``fastmcr deals 1``; then ``seed`` and the seed, or ``no seed``; then five lines a board: its number,
        prevalent wind and dealer, and a line for each seat wind with the names of its 34 tiles.

        Examples
        --------
        >>> for line in Deals.from_seed("spring", [1]).canonical_text.splitlines():
        ...     print(line[:37].rstrip())
        fastmcr deals 1
        seed spring
        board 1 prevalent E dealer E
        E 8m 7m 4m 3s 1m 6s 2m 8s 3m 4p N 8m
        S 2m 5p N 9p 1s C 4m C 8s P 3p 3p 5s
        W 3m E 4s 9s 5m 6s P F 7s 7p 9m 4s 8p
        N 6p 3p W 1s 1s 1p N 5m 7p 6m 2m 1p 2
        """
        lines = [CANONICAL, "no seed" if self.seed is None else f"seed {self.seed}"]
        for deal in self.boards:
            lines.append(f"board {deal.board} prevalent {deal.prevalent} dealer {deal.dealer}")
            lines += [f"{seat} {deal.wall_text(seat)}" for seat in WINDS]
        return "".join(f"{line}\n" for line in lines)

    @property
    def commitment(self) -> str:
        """SHA-256 of the canonical text as UTF-8, 64 hexadecimal digits.

        Published before the event it gives nothing away (where the seed cannot be guessed), and afterwards it
        proves that seed, winds and tiles are those of then: any change changes it.
        """
        return sha256(self.canonical_text.encode()).hexdigest()

    def contradictions(self, seed: str) -> list[str]:
        """Say in which boards the tiles are not those of a seed.

        Parameters
        ----------
        seed : str
            A seed.

        Returns
        -------
        list of str
            One line for each board that differs, naming its first different tile; empty if all are of the seed.

        Raises
        ------
        InputError, DealError
            If the seed cannot be used.

        Examples
        --------
        >>> Deals.from_seed("spring", [1, 2]).contradictions("spring")
        []
        >>> Deals.from_seed("spring", [1, 2]).contradictions("autumn")[0]
        'board 1, seat E, place 1 is 8m; the seed gives 4p'
        """
        check_seed(seed)
        return [line for deal in self.boards if (line := _difference(deal, shuffled(seed, deal.board)))]


def _difference(deal: Deal, tiles: bytes) -> str:
    for place, (given, wanted) in enumerate(zip(deal.tiles, tiles, strict=True)):
        if given != wanted:
            seat, place = WINDS[place // WALL], place % WALL + 1
            there = f"board {deal.board}, seat {seat}, place {place}"
            return f"{there} is {NAMES[given]}; the seed gives {NAMES[wanted]}"
    return ""
