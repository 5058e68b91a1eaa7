"""Hands as arrays: the only place that converts and checks what a caller gives in bulk.

Nothing is copied when a batch is made. Rows are brought to the dtype and order of the kernels chunk by chunk, so that a
million int64 rows cost no more memory than a million bytes; a value that does not fit becomes one that no row may hold
and gets a status like any other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, BinaryIO, Literal, TypeVar

import numpy as np
import numpy.typing as npt

from ..base.given import as_array, as_list, is_one_of
from ..base.views import function_of, view
from ..errors import ConditionError, HandError, InputError, McrError, NotationError, RowsError, TableError, shown
from ..files.progress import Progress, reporting
from ..kernels import layout
from ..rulebook.tiles import as_index
from .hand import NO_TILE, Hand, Meld
from .notation import MAX_TEXT

__all__ = ["HandBatch", "OnError", "Progress"]

Column = npt.NDArray[np.integer[Any]]
Status = npt.NDArray[np.uint8]
OnError = Literal["raise", "mark"]

T = TypeVar("T")

CHUNK = 8_192  # rows; their columns and results fit the second-level cache
_PIECE = 256  # rows of a call of a slow kernel
THREADED_ROWS = 20_000  # below this a second thread costs more than it saves
LISTED_ROWS = 5  # bad rows that an error names
UNKNOWN_SET = 255  # meld code of a set of unknown tiles, for analysis
_IMPOSSIBLE = 254  # a byte that no column may hold

_SHAPES = {"concealed": (34,), "melds": (4,), "win": (), "conditions": (), "prevalent": (), "seat": (), "flowers": ()}

STATUS_WORDS = (
    "OK",
    "a count above 4, a tile outside 0..33, or a winning tile that is not held",
    "a meld code that means nothing",
    "more than four copies of a tile",
    "the wrong number of concealed tiles",
    "a wind outside 0..3",
    "flowers outside 0..8",
    "conditions that contradict each other or the hand",
    "not a complete hand",
    "missing",
    "text that is no hand string",
)


class HandBatch:
    """Many hands as columns, one row a hand.

    Parameters
    ----------
    concealed : (n, 34) integers
        Counts of all concealed tiles, the winning tile among them: 3n+2 with a winning tile, 3n+1 without.
    melds : (n, 4) integers, optional
        Meld codes, 0 for none: ``1 + 34 * kind + tile`` with kinds 0 chow (its lowest tile), 1 pung, 2 claimed,
        3 promoted, 4 concealed kong.
    win : (n,) integers
        Which of the concealed tiles is the winning one, 0..33; 255 if there is none: such a hand is analysed, not
        scored.
    conditions : (n,) integers, optional
        Sum of 1 self-drawn, 2 last of its kind, 4 last of the wall, 8 replacement tile, 16 robbed kong.
    prevalent, seat : (n,) integers or one integer, optional
        Winds, 0..3 for E S W N.
    flowers : (n,) integers, optional
        0..8.
    status : (n,) uint8, optional
        Rows known to be bad beforehand, by status code; 0 for the others.

    Raises
    ------
    InputError
        If an array has a wrong dtype or shape. Values are judged row by row when the batch is used.

    Notes
    -----
    Any integer dtype, any memory order, read-only arrays too. The arrays are kept as they are, not copied, and never
    written to.

    Examples
    --------
    >>> batch = HandBatch.from_strings(["123456789m1155p 5p", "[EEE]123m456p789s5s5s|EE1000|2"])
    >>> len(batch), batch.concealed.sum(axis=1).tolist(), batch.win.tolist(), batch.melds[1].tolist()
    (2, [14, 11], [13, 22], [62, 0, 0, 0])
    """

    __slots__ = ("concealed", "conditions", "flowers", "melds", "prevalent", "seat", "status", "win")

    concealed: Column
    melds: Column
    win: Column
    conditions: Column
    prevalent: Column
    seat: Column
    flowers: Column
    status: Status | None

    def __init__(
        self,
        *,
        concealed: npt.ArrayLike,
        win: npt.ArrayLike,
        melds: npt.ArrayLike | None = None,
        conditions: npt.ArrayLike | None = None,
        prevalent: npt.ArrayLike | None = None,
        seat: npt.ArrayLike | None = None,
        flowers: npt.ArrayLike | None = None,
        status: npt.ArrayLike | None = None,
    ) -> None:
        if win is None:
            raise InputError("win must be given, not None")
        self.concealed = as_column("concealed", concealed, None, (34,))
        rows = len(self.concealed)
        self.win = as_column("win", win, rows, ())
        self.melds = as_column("melds", melds, rows, (4,))
        self.conditions = as_column("conditions", conditions, rows, ())
        self.prevalent = as_column("prevalent", prevalent, rows, ())
        self.seat = as_column("seat", seat, rows, ())
        self.flowers = as_column("flowers", flowers, rows, ())
        self.status = None if status is None else _as_status(status, rows)

    def __len__(self) -> int:
        return len(self.concealed)

    def __repr__(self) -> str:
        return f"<HandBatch of {len(self):,} hands>"

    def __getitem__(self, rows: slice | npt.NDArray[Any]) -> HandBatch:
        """Return some of the rows, by slice, positions or mask."""
        if isinstance(rows, bool | int | np.integer):
            raise InputError(f"rows of a batch are a slice, positions or a mask; hand({shown(rows)}) is one hand")
        if not isinstance(rows, slice):
            rows = as_positions(rows, len(self))
        columns = {name: getattr(self, name)[rows] for name in _SHAPES}
        return HandBatch(**columns, status=None if self.status is None else self.status[rows])

    def hand(self, row: int) -> Hand:
        """Return one row as a `Hand`.

        Parameters
        ----------
        row : int
            Position, from 0; negative from the end.

        Returns
        -------
        Hand
            Rows do not tell who a meld was claimed from. Without a winning tile, if that of the row is 255.

        Raises
        ------
        HandError
            If no player can hold this row, or it is known to be bad by its status.
        ConditionError
            If its conditions have a bit that means nothing.
        InputError
            If there is no such row.

        Examples
        --------
        >>> print(HandBatch.from_strings(["[EEE,3]123m456p789s5s5s|ES1000|2"]).hand(0))
        [EEE]123m456p5789s5s|ES1000|2
        """
        row = as_row(row, len(self))
        if self.status is not None and self.status[row]:
            raise HandError(f"row {row}: {STATUS_WORDS[self.status[row]]}")
        counts = [int(count) for count in self.concealed[row]]
        for tile, count in enumerate(counts):
            if not 0 <= count <= 4:
                name = str(_tile_name(tile))
                raise HandError(f"tile {name} appears {count} times; a hand holds at most 4", tile=name, count=count)
        conditions, win = int(self.conditions[row]), int(self.win[row])
        if win != NO_TILE and 0 <= win < layout.KINDS:
            counts[win] -= 1
            if counts[win] < 0:
                name = str(_tile_name(win))
                raise HandError(f"the winning tile {name} is not among the concealed tiles", tile=name, count=0)
        if not 0 <= conditions <= layout.ALL_CONDITIONS:
            bits = "1 self-drawn, 2 last of its kind, 4 last of the wall, 8 replacement tile, 16 robbed kong"
            raise ConditionError(f"conditions must be a sum of {bits}, not {conditions}")
        return Hand(
            [tile for tile, count in enumerate(counts) for _ in range(count)],
            melds=[Meld.from_code(int(code)) for code in self.melds[row] if code],
            win=None if win == NO_TILE else win,
            prevalent=int(self.prevalent[row]),
            seat=int(self.seat[row]),
            self_drawn=bool(conditions & layout.SELF_DRAWN),
            last_tile=bool(conditions & layout.LAST_OF_KIND),
            wall_last=bool(conditions & layout.WALL_LAST),
            replacement=bool(conditions & layout.REPLACEMENT),
            robbed_kong=bool(conditions & layout.ROBBED_KONG),
            flowers=int(self.flowers[row]),
        )

    def has_wins(self) -> bool:
        """Return whether any row names a winning tile; one value for all rows is looked at once.

        Examples
        --------
        >>> HandBatch.from_strings(["123456789m1155p"]).has_wins()
        False
        """
        win = self.win[:1] if self.win.strides == (0,) else self.win
        return bool((win != NO_TILE).any())

    def before_win(self) -> HandBatch:
        """Return the same hands without their winning tiles: 3n+1 tiles, which wait for it.

        Returns
        -------
        HandBatch
            ``win`` is 255. A row whose winning tile is not among its concealed tiles has the status 1, tile.

        Examples
        --------
        >>> batch = HandBatch.from_strings(["123456789m1155p5p"]).before_win()
        >>> batch.concealed.sum().item(), batch.win.tolist()
        (13, [255])
        """
        if not self.has_wins():
            return self
        concealed, win = self.concealed, narrowed(self.win, 0, len(self))
        missing = _not_held(concealed, win)
        status = missing * np.uint8(layout.BAD_TILE)
        there = np.flatnonzero((win != NO_TILE) & ~missing)
        if len(there):
            concealed = concealed.copy()
            concealed[there, win[there]] -= 1
        if self.status is not None:
            status = np.where(self.status, self.status, status)
        columns = {name: getattr(self, name) for name in _SHAPES}
        columns |= {"concealed": concealed, "win": NO_TILE}
        return HandBatch(**columns, status=status if status.any() else None)

    @classmethod
    def from_hands(cls, hands: Iterable[Hand]) -> HandBatch:
        """Return a batch of `Hand` objects.

        Parameters
        ----------
        hands : iterable of Hand
            Each with its winning tile; one without gets a row that no function scores.

        Returns
        -------
        HandBatch

        Raises
        ------
        InputError
            If something else is among them.

        Examples
        --------
        >>> HandBatch.from_hands([Hand("123456789m1155p", win="5p")]).win.tolist()
        [13]
        """
        given = as_list("hands", hands, "several Hand")
        for place, hand in enumerate(given):
            if not isinstance(hand, Hand):
                raise InputError(f"item {place} is {shown(hand)}, not a Hand")
        rows = np.array([hand.row for hand in given], np.uint8).reshape(-1, layout.ROW_LENGTH)
        return cls(
            concealed=rows[:, : layout.KINDS],
            melds=rows[:, layout.ROW_MELDS : layout.ROW_WIN],
            win=rows[:, layout.ROW_WIN],
            conditions=rows[:, layout.ROW_CONDITIONS],
            prevalent=rows[:, layout.ROW_PREVALENT],
            seat=rows[:, layout.ROW_SEAT],
            flowers=rows[:, layout.ROW_FLOWERS],
        )

    @classmethod
    def from_strings(cls, texts: Sequence[str], *, on_error: OnError = "raise") -> HandBatch:
        """Read many hand strings.

        Parameters
        ----------
        texts : sequence of str
            Hand strings, as `Hand.parse` reads them; list, tuple, or NumPy array of str.
        on_error : {"raise", "mark"}
            What to do with text that cannot be read: an error that names the first such rows, or a status for
            each (10 text that is no hand string, 1..6 tiles, melds, winds or flowers that no hand can have).

        Returns
        -------
        HandBatch
            One row a text, in order.

        Raises
        ------
        RowsError
            With ``on_error="raise"``, if a text cannot be read.
        InputError
            If `texts` is not a sequence of str.

        Examples
        --------
        >>> HandBatch.from_strings(["123456789m1155p5p", "123x"], on_error="mark").status.tolist()
        [0, 10]
        """
        check_on_error(on_error)
        if isinstance(texts, str):
            raise InputError("texts must be a sequence of hand strings, not one str; write [text]")
        given = as_list("texts", texts, "a sequence of hand strings")
        raw, ends, foreign = _joined(given)
        batch, status = cls._from_lines(raw, ends)
        if foreign:
            status[foreign] = layout.BAD_NOTATION
        bad = status.any()
        if bad and on_error == "raise":
            raise rows_error(status, lambda row: reason_no_hand(given[row]))
        batch.status = status if bad else None
        return batch

    @classmethod
    def _from_lines(cls, raw: npt.NDArray[np.uint8], ends: npt.NDArray[np.int64]) -> tuple[HandBatch, Status]:
        """Read hand strings, a newline after each; return them and the status of each."""
        rows = len(ends)
        concealed, melds = np.empty((rows, 34), np.uint8), np.empty((rows, 4), np.uint8)
        conditions = np.empty(rows, np.uint16)
        win, prevalent, seat, flowers, winds_given, status = (np.empty(rows, np.uint8) for _ in range(6))
        from ..kernels import text_rows

        text_rows(raw, ends, concealed, melds, win, conditions, prevalent, seat, flowers, winds_given, status)
        batch = cls(
            concealed=concealed,
            melds=melds,
            win=win,
            conditions=conditions,
            prevalent=prevalent,
            seat=seat,
            flowers=flowers,
        )
        return batch, status

    @classmethod
    def from_tiles(cls, tiles: npt.ArrayLike, **columns: npt.ArrayLike) -> HandBatch:
        """Make a batch from tile numbers.

        Parameters
        ----------
        tiles : (n, 14) integers
            Tile numbers 0..33 of the concealed tiles, padded with -1. As in a hand string the number of tiles decides:
            with 3n+2 the last tile of a row is the winning one, with 3n+1 there is none.
        **columns
            ``melds``, ``conditions``, ``prevalent``, ``seat``, ``flowers`` as in the constructor.

        Returns
        -------
        HandBatch

        Raises
        ------
        InputError
            If the array has a wrong dtype or shape, or a column is unknown.

        Examples
        --------
        >>> row = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 13, 13, 13]
        >>> batch = HandBatch.from_tiles([row])
        >>> batch.win.tolist(), batch.concealed[0].sum().item()
        ([13], 14)
        """
        for name in columns:
            if name not in _SHAPES or name in ("concealed", "win"):
                raise InputError(f"no column {shown(name)}; there are melds, conditions, prevalent, seat, flowers")
        given = as_column("tiles", tiles, None, (14,))
        rows = len(given)
        counts = np.zeros((rows, 34), np.uint8)
        win = np.full(rows, NO_TILE, np.uint8)
        status = np.zeros(rows, np.uint8)
        all_rows = np.arange(rows)
        for place in range(14):
            column = given[:, place]
            there = (column >= 0) & (column < layout.KINDS)
            status[(column < -1) | (column >= layout.KINDS)] = layout.BAD_TILE
            counts[all_rows[there], column[there].astype(np.intp)] += 1
            win[there] = column[there]
        win[counts.sum(axis=1) % 3 != 2] = NO_TILE
        return cls(concealed=counts, win=win, status=status if status.any() else None, **columns)

    @classmethod
    def from_arrow(cls, batch: Any) -> HandBatch:
        """Take hands from Arrow, without copying where the types are those of `to_arrow`.

        Parameters
        ----------
        batch : pyarrow.RecordBatch, pyarrow.Table, or a data frame that hands out Arrow (Polars, DuckDB, pandas)
            A column ``hand`` of hand strings, or ``concealed`` (lists of 34 integers, all concealed tiles) and any of
            ``melds`` (lists of at most 4 meld codes), ``win`` (which of the concealed tiles is the winning one),
            ``conditions``, ``prevalent``, ``seat``, ``flowers``; other columns are not looked at.
            `fastmcr.datasets.hand_schema` has the types.

        Returns
        -------
        HandBatch
            Rows with a null in any of these columns get the status 9, missing. Without a column ``win`` the hands
            have no winning tile.

        Raises
        ------
        InputError
            If a column is missing or of a wrong type.
        MissingPackageError
            If pyarrow is not installed.

        Examples
        --------
        >>> import pyarrow as pa
        >>> table = pa.table({"hand": ["123456789m1155p5p", None]})
        >>> batch = HandBatch.from_arrow(table)
        >>> batch.win.tolist(), batch.status.tolist()
        ([13, 255], [0, 9])
        """
        made: HandBatch = function_of(cls, "from arrow")(batch)
        return made

    def to_arrow(self) -> Any:
        """Return the hands as an Arrow record batch, without copying columns of the types of the schema.

        Returns
        -------
        pyarrow.RecordBatch
            With the schema `fastmcr.datasets.hand_schema`. A row with a status is null in ``concealed``.

        Raises
        ------
        MissingPackageError
            If pyarrow is not installed.

        Examples
        --------
        >>> HandBatch.from_strings(["123456789m1155p5p"]).to_arrow().column("win").to_pylist()
        [13]
        """
        return view(self, "arrow")

    @classmethod
    def from_npy(cls, source: str | os.PathLike[str] | BinaryIO, **columns: npt.ArrayLike) -> HandBatch:
        """Take concealed tiles from a ``.npy`` file.

        Parameters
        ----------
        source : path or binary file
            An (n, 34) array of integers. A path is mapped into memory: rows are read when they are used.
        **columns
            ``melds``, ``win``, ``conditions``, ``prevalent``, ``seat``, ``flowers`` as in the constructor. Without
            ``win`` the hands have no winning tile.

        Returns
        -------
        HandBatch

        Raises
        ------
        InputError
            If the file cannot be read, is no such array, or a column is unknown or of a wrong shape.

        Examples
        --------
        >>> import io
        >>> file = io.BytesIO()
        >>> np.save(file, np.zeros((2, 34), int))
        >>> file.seek(0)
        0
        >>> HandBatch.from_npy(file)
        <HandBatch of 2 hands>
        """
        from ..files.npy import read_npy

        for name in columns:
            if name not in _SHAPES or name == "concealed":
                raise InputError(f"no column {shown(name)}; there are melds, win, conditions, prevalent, seat, flowers")
        concealed = read_npy(source)
        columns.setdefault("win", NO_TILE)
        return cls(concealed=concealed, **columns)

    def permute_suits(self, order: Sequence[int] | str) -> HandBatch:
        """Return the same hands with the suits exchanged, for data augmentation.

        Parameters
        ----------
        order : str or sequence of 3 int
            Where the new characters, dots and bamboos come from: ``"psm"`` takes the dots as characters, the
            bamboos as dots, the characters as bamboos; numbers 0, 1, 2 stand for m, p, s.

        Returns
        -------
        HandBatch
            New arrays; only fans bound to a suit (All Green, Reversible Tiles) can change.

        Raises
        ------
        InputError
            If `order` does not name each suit once.

        Examples
        --------
        >>> batch = HandBatch.from_strings(["[111p]123456789m5p5p"])
        >>> print(batch.permute_suits("spm").hand(0))
        [111p]5p123456789s5p|EE0000|0
        """
        suits = _suit_order(order)
        source = np.concatenate([np.arange(9) + 9 * suit for suit in suits] + [np.arange(27, 34)])
        target = np.argsort(source)  # where each tile goes
        codes = np.arange(256)
        kinds, tiles = np.divmod(codes - 1, 34)
        moved = np.where((codes >= 1) & (codes <= 170), 1 + 34 * kinds + target[tiles % 34], codes)
        return HandBatch(
            concealed=np.ascontiguousarray(self.concealed[:, source]),
            melds=_mapped(self.melds, moved),
            win=_mapped(self.win, target),
            conditions=self.conditions,
            prevalent=self.prevalent,
            seat=self.seat,
            flowers=self.flowers,
            status=self.status,
        )


def win_status(concealed: npt.NDArray[np.uint8], win: npt.NDArray[np.uint8]) -> Status:
    """Return what is wrong with the winning tiles of rows: `BAD_TILE` if not held, `TILE_COUNT` beside 3n+1 tiles.

    Parameters
    ----------
    concealed : (n, 34) uint8
    win : (n,) uint8
        255 for none, which is never wrong.

    Returns
    -------
    (n,) uint8

    Examples
    --------
    >>> batch = HandBatch.from_strings(["123456789m1155p5p", "123456789m1155p", "1m1m"], on_error="mark")
    >>> win_status(batch.concealed, np.array([13, 13, 1], np.uint8)).tolist()
    [0, 4, 1]
    """
    # Sums wrap, but not those of counts up to 4: where a count is higher, that is what is wrong.
    wrong = (win != NO_TILE) & (np.einsum("ij->i", concealed) % 3 != 2)
    status: Status = wrong * np.uint8(layout.TILE_COUNT)
    status[_not_held(concealed, win)] = layout.BAD_TILE
    return status


def _not_held(concealed: Column, win: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Return of which rows the winning tile is not among the concealed ones."""
    copies = concealed[np.arange(len(win)), np.minimum(win, layout.KINDS - 1)]
    wrong: npt.NDArray[np.bool_] = (win != NO_TILE) & ((win >= layout.KINDS) | (copies <= 0))
    return wrong


# --- columns ---------------------------------------------------------------------------------------------------------


def as_column(name: str, given: npt.ArrayLike | None, rows: int | None, shape: tuple[int, ...]) -> Column:
    """Return a column as an integer array of the right shape, without copying an array."""
    if given is None:
        if rows is None:
            raise InputError(f"{name} must be given, not None")
        return np.broadcast_to(np.zeros(shape, np.uint8), (rows, *shape))
    if isinstance(given, list | tuple) and any(isinstance(item, str | bytes) for item in given):
        raise InputError(f"{name} must be integers, not text")  # NumPy makes all texts as long as the longest
    array = as_array(name, given)
    if array.size == 0 and array.dtype.kind == "f" and not isinstance(given, np.ndarray):
        array = array.astype(np.uint8)  # an empty list has no dtype of its own
        if array.ndim == 1 and shape:
            array = array.reshape((0, *shape))
    if array.dtype.kind not in "iu":
        raise InputError(f"{name} must be integers, not {array.dtype}")
    if array.ndim == 0 and shape == () and rows is not None:
        array = np.broadcast_to(array, (rows,))
    if array.ndim != 1 + len(shape) or array.shape[1:] != shape or (rows is not None and len(array) != rows):
        wanted = ", ".join([str(rows) if rows is not None else "n", *map(str, shape)])
        raise InputError(f"{name} must have shape ({wanted}{'' if shape else ','}), not {array.shape}")
    return array


def as_row(row: object, rows: int) -> int:
    """Return the position of one row, from 0; a negative one counts from the end."""
    number = as_index(row)
    if number is None or not -rows <= number < rows:
        raise InputError(f"there is no row {shown(row)}; there are {rows}")
    return number % rows


def as_positions(given: npt.ArrayLike, rows: int) -> npt.NDArray[Any]:
    """Return positions of rows, or a mask of them."""
    array = as_array("rows", given)
    if not array.size and array.dtype.kind == "f" and array.ndim == 1:
        array = array.astype(np.intp)  # an empty list has no dtype of its own
    is_mask = array.dtype.kind == "b" and array.shape == (rows,)
    if not is_mask and (array.dtype.kind not in "iu" or array.ndim != 1):
        raise InputError(f"rows must be a slice, positions, or a mask of {rows}, not {array.dtype} of {array.shape}")
    if not is_mask and array.size and not -rows <= int(array.min()) <= int(array.max()) < rows:
        raise InputError(f"rows must be positions in {rows} rows, not {int(array.min())}..{int(array.max())}")
    return array


def _as_status(given: npt.ArrayLike, rows: int) -> Status:
    """Return status codes as bytes."""
    status = as_column("status", given, rows, ())
    if status.size and not 0 <= int(status.min()) <= int(status.max()) < len(STATUS_WORDS):
        raise InputError(f"status must be codes 0..{len(STATUS_WORDS) - 1}")
    return status.astype(np.uint8, copy=False)


def narrowed(column: Column, start: int, stop: int, dtype: type[np.unsignedinteger[Any]] = np.uint8) -> Any:
    """Return rows of a column as the kernels want them; what does not fit becomes an impossible value."""
    part = column[start:stop]
    if part.size and part.strides[0] == 0 and not part[0].any():
        return np.zeros(part.shape, dtype)  # a column that was not given; copying it would take longer than its work
    if part.dtype == dtype:
        return np.ascontiguousarray(part)
    most, impossible = np.iinfo(dtype).max, _IMPOSSIBLE if dtype is np.uint8 else np.iinfo(dtype).max
    wide = part if part.dtype.itemsize > dtype().itemsize else part.astype(np.int32)
    fits = (wide >= 0) & (wide <= most)
    return np.ascontiguousarray(np.where(fits, wide, wide.dtype.type(impossible)).astype(dtype))


def _mapped(column: Column, table: npt.NDArray[np.intp]) -> Column:
    """Map the values that a table of bytes has a place for and keep the others."""
    inside = (column >= 0) & (column < len(table))
    return np.where(inside, table.astype(np.uint8)[np.where(inside, column, 0).astype(np.intp)], column)


def _suit_order(order: Sequence[int] | str) -> list[int]:
    words = "a word of m, p and s, or three numbers"
    given = ["mps".find(word) for word in order] if isinstance(order, str) else as_list("order", order, words)
    suits = [number for suit in given if (number := as_index(suit)) is not None]
    if len(given) != 3 or sorted(suits) != [0, 1, 2]:
        raise InputError(f"order must name each of m, p and s once, as 'psm' or (1, 2, 0), not {shown(order)}")
    return suits


def _tile_name(tile: int) -> str:
    from ..rulebook.tiles import NAMES

    return NAMES[tile]


# --- text ------------------------------------------------------------------------------------------------------------


def _joined(texts: list[Any]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], list[int]]:
    """Return the texts as bytes, a newline after each, where each ends, and the rows that cannot stand in one line."""
    foreign: list[int] = []
    try:
        if sum(map(len, texts)) > MAX_TEXT * len(texts):  # what is too long is not copied: its beginning is refused too
            texts = [text if len(text) <= MAX_TEXT else text[: MAX_TEXT + 1] for text in texts]
        whole = "\n".join(texts)
    except TypeError:
        place = next(place for place, text in enumerate(texts) if not isinstance(text, str))
        raise InputError(f"item {place} is {shown(texts[place])}, not a str") from None
    raw = whole.encode("utf-8", "replace") + b"\n" if texts else b""
    ends = np.flatnonzero(np.frombuffer(raw, np.uint8) == 10)
    if len(ends) != len(texts):
        foreign = [place for place, text in enumerate(texts) if "\n" in text]
        kept = [text.replace("\n", "?") for text in texts]
        raw = "\n".join(kept).encode("utf-8", "replace") + b"\n"
        ends = np.flatnonzero(np.frombuffer(raw, np.uint8) == 10)
    return np.frombuffer(raw, np.uint8), ends.astype(np.int64), foreign


def reason_no_hand(text: str) -> str:
    """Return in one line why a text is no hand."""
    try:
        Hand.parse(text)
    except NotationError as error:
        return f"{shown(text)}: {error.message} (character {error.position + 1})"
    except McrError as error:
        return f"{shown(text)}: {error}"
    return f"{shown(text)}: cannot be read"  # pragma: no cover - both parsers accept the same texts


# --- rows in chunks, threads, errors ---------------------------------------------------------------------------------


def check_on_error(on_error: object) -> None:
    """Refuse what says nothing about bad rows."""
    if not is_one_of(on_error, ("raise", "mark")):
        raise InputError(f"on_error must be 'raise' or 'mark', not {shown(on_error)}")


def rows_error(status: Status, reason: Callable[[int], str]) -> RowsError:
    """Return the error that names the first bad rows."""
    bad = np.flatnonzero(status)
    rows = [int(row) for row in bad[:LISTED_ROWS]]
    return RowsError(rows, [reason(row) for row in rows], len(bad))


def loaded(load: Callable[[], T]) -> T:
    """Return the tables of the kernels, or say in our own class what is wrong with their files."""
    try:
        return load()
    except RuntimeError as error:
        raise TableError(str(error)) from error


def usable_cpus() -> int:
    """Return the number of processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS and Windows
        return os.cpu_count() or 1


def thread_count(threads: int | None, rows: int) -> int:
    """Return how many threads to use for a number of rows."""
    if threads is None:
        return usable_cpus() if rows >= THREADED_ROWS else 1
    number = as_index(threads)
    if number is None or not 1 <= number <= 1024:
        raise InputError(f"threads must be 1..1024 or None, not {shown(threads)}")
    return number


def in_chunks(work: Callable[[int, int], int], rows: int, threads: int | None, progress: Progress = None) -> int:
    """Call ``work(start, stop)`` for every chunk of rows and return the sum of what it returns.

    The pool is made for the call: nothing survives it that a fork or an interrupt could break.
    """
    number = thread_count(threads, rows)
    bounds = [(start, min(start + CHUNK, rows)) for start in range(0, rows, CHUNK)]
    found = 0
    with reporting(progress, 0, rows=rows) as report:
        if number == 1 or len(bounds) < 2:
            for start, stop in bounds:
                found += work(start, stop)
                report(stop - start)
            return found
        pool = ThreadPoolExecutor(min(number, len(bounds)))
        try:
            for (start, stop), result in zip(bounds, pool.map(lambda bound: work(*bound), bounds), strict=True):
                found += result
                report(stop - start)
            return found
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def by_pieces(
    kernel: Callable[..., int],
    columns: Sequence[npt.NDArray[Any]],
    given: Sequence[Any],
    out: Sequence[npt.NDArray[Any]],
) -> int:
    """Call a slow kernel with few rows at a time, so that it can be interrupted; return the sum of what it returns.

    Each call gets the same rows of the columns, what is given, and of the arrays to be written.
    """
    parts = (slice(first, first + _PIECE) for first in range(0, len(columns[0]), _PIECE))
    return sum(kernel(*(each[part] for each in columns), *given, *(each[part] for each in out)) for part in parts)
