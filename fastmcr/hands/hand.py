"""One hand: melds, concealed tiles, the winning tile and how it was won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Literal, SupportsIndex

import numpy as np
import numpy.typing as npt

from ..errors import HandError, InputError, NotationError, shown
from ..rulebook.tiles import (
    ALL_TILES,
    COPIES,
    KINDS,
    TILES,
    WINDS,
    Tile,
    TileLike,
    TilesLike,
    Wind,
    WindLike,
    as_index,
    as_tile,
    as_tiles,
    fifth_copy,
    join_tiles,
)
from .how_won import CONDITION_BITS, NO_TAILS, Tails, tails_of, with_keywords
from .notation import (
    LAST_TILE,
    REPLACEMENT,
    ROBBED_KONG,
    SELF_DRAWN,
    WALL_LAST,
    HandText,
    MeldKind,
    MeldText,
    format_hand,
    format_meld,
    meld_fault,
    meld_tiles,
    parse_hand,
    parse_meld_texts,
)

__all__ = ["Hand", "Meld", "MeldKind", "parse_melds"]

MAX_MELDS = 4
NO_TILE = 255  # in `Hand.row`, where there is no winning tile
ROW_LENGTH = 44

KongKind = Literal["claimed", "promoted", "concealed"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Meld:
    """A set laid down.

    Parameters
    ----------
    kind : MeldKind or str
        ``chow``, ``pung``, ``claimed kong``, ``promoted kong`` or ``concealed kong``.
    tile : Tile, str or int
        The tile, of a chow the lowest.
    source : int, default 0
        For a chow which of its tiles was claimed, 1..3; for a pung, claimed kong or promoted kong the player it was
        claimed from: 1 left, 2 opposite, 3 right. 0 is unknown, and none for a concealed kong. A claimed or
        promoted kong needs 1..3: without a number the text of a kong means a concealed one.

    Attributes
    ----------
    tiles : tuple of Tile
        Its three or four tiles.
    code : int
        The meld as one number of a row, 1..170; the source is lost.

    Raises
    ------
    HandError
        If there is no such meld.

    Examples
    --------
    >>> Meld("chow", "1m"), Meld.pung("EEE", source=2).code, str(Meld.kong("5555p", kind="concealed"))
    (Meld.parse('[123m]'), 62, '[5555p]')
    """

    kind: MeldKind
    tile: Tile
    source: int
    tiles: tuple[Tile, ...] = field(init=False, compare=False)
    code: int = field(init=False, compare=False)

    def __init__(self, kind: MeldKind | str | SupportsIndex, tile: TileLike, source: SupportsIndex = 0) -> None:
        object.__setattr__(self, "kind", _as_kind(kind))
        object.__setattr__(self, "tile", as_tile(tile))
        object.__setattr__(self, "source", _as_source(source, self.kind))
        if self.kind == MeldKind.CHOW and not 1 <= self.tile.rank <= 7:
            raise HandError(f"no chow begins with {self.tile}; its lowest tile is 1..7 of a suit", tile=str(self.tile))
        object.__setattr__(self, "tiles", tuple(TILES[one] for one in meld_tiles(self.kind, self.tile)))
        object.__setattr__(self, "code", 1 + KINDS * self.kind + self.tile)

    @classmethod
    def chow(cls, tiles: TilesLike, claimed: SupportsIndex = 0) -> Meld:
        """Return a chow.

        Parameters
        ----------
        tiles : str or iterable of Tile
            Its three tiles in ascending order.
        claimed : int, default 0
            Which of them was claimed, 1..3; 0 is unknown.

        Returns
        -------
        Meld
            The chow.

        Raises
        ------
        HandError
            If the tiles are no chow.

        Examples
        --------
        >>> print(Meld.chow("123m", claimed=1))
        [123m,1]
        """
        held = as_tiles(tiles)
        if len(held) != 3:
            raise HandError(f"a chow has 3 tiles, not {len(held)}", count=len(held))
        if len(set(held)) == 1:
            raise HandError(f"{_named(held)} is a pung, not a chow")
        fault = meld_fault([int(tile) for tile in held])
        if fault is not None:
            raise HandError(fault[1])
        return cls(MeldKind.CHOW, held[0], claimed)

    @classmethod
    def pung(cls, tiles: TilesLike, source: SupportsIndex = 0) -> Meld:
        """Return a pung.

        Parameters
        ----------
        tiles : str or iterable of Tile
            Its three tiles.
        source : int, default 0
            Claimed from 1 left, 2 opposite, 3 right; 0 is unknown.

        Returns
        -------
        Meld
            The pung.

        Raises
        ------
        HandError
            If the tiles are no pung.

        Examples
        --------
        >>> print(Meld.pung("EEE", source=3))
        [EEE,3]
        """
        return cls(MeldKind.PUNG, _alike(tiles, 3, "pung"), source)

    @classmethod
    def kong(cls, tiles: TilesLike, *, kind: KongKind, source: SupportsIndex | None = None) -> Meld:
        """Return a kong.

        Parameters
        ----------
        tiles : str or iterable of Tile
            Its four tiles.
        kind : {"claimed", "promoted", "concealed"}
            Claimed from a discard, promoted from a claimed pung, or concealed.
        source : int, optional
            Claimed (also the pung before) from 1 left, 2 opposite, 3 right. If not given 1, which changes no
            score; a concealed kong has none.

        Returns
        -------
        Meld
            The kong.

        Raises
        ------
        HandError
            If the tiles are no kong.

        Examples
        --------
        >>> print(Meld.kong("EEEE", kind="promoted", source=2), Meld.kong("2222m", kind="concealed"))
        [EEEE,6] [2222m]
        """
        if not isinstance(kind, str) or kind not in ("claimed", "promoted", "concealed"):
            raise HandError(f"the kind of a kong must be claimed, promoted or concealed, not {shown(kind)}")
        tile = _alike(tiles, 4, "kong")
        if source is None:
            source = 0 if kind == "concealed" else 1
        return cls(f"{kind} kong", tile, source)

    @classmethod
    def from_code(cls, code: SupportsIndex) -> Meld:
        """Return the meld that a row holds as one number.

        Parameters
        ----------
        code : int
            ``1 + 34 * kind + tile``, 1..170.

        Returns
        -------
        Meld
            Rows hold no source: it is unknown, and 1 for a claimed or promoted kong.

        Raises
        ------
        HandError
            If no meld has this code.

        Examples
        --------
        >>> Meld.from_code(1), Meld.from_code(62)
        (Meld.parse('[123m]'), Meld.parse('[EEE]'))
        """
        number = as_index(code)
        if number is None or not 1 <= number <= KINDS * len(MeldKind):
            raise HandError(f"no meld has code {shown(code)}; a code is 1 + 34 * kind + tile, 1..170")
        kind, tile = divmod(number - 1, KINDS)
        return cls(kind, tile, 1 if kind in (MeldKind.CLAIMED_KONG, MeldKind.PROMOTED_KONG) else 0)

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Read one meld in brackets.

        Parameters
        ----------
        text : str
            As in a hand string.

        Returns
        -------
        Meld
            The meld.

        Raises
        ------
        NotationError
            If the text is anything else; it points at the character.

        Examples
        --------
        >>> Meld.parse("[EEE,1]").source
        1
        """
        melds = parse_melds(text)
        if len(melds) != 1:
            raise NotationError(text, len(text), f"one meld in brackets is wanted, not {len(melds)}")
        return melds[0]

    @property
    def is_kong(self) -> bool:
        """Whether it is a kong of any kind."""
        return self.kind >= MeldKind.CLAIMED_KONG

    @property
    def is_concealed(self) -> bool:
        """Whether it is a concealed kong."""
        return self.kind == MeldKind.CONCEALED_KONG

    def __str__(self) -> str:
        """Return the meld in brackets, as in a hand string."""
        return format_meld(MeldText(self.kind, self.tile, self.source))

    def __repr__(self) -> str:
        """Return the meld as Python."""
        return f"Meld.parse('{self}')"


# At most 458 melds exist, each immutable: parsing makes each only once.
_meld = lru_cache(maxsize=None)(Meld)


def parse_melds(text: str) -> list[Meld]:
    """Read melds in brackets.

    Parameters
    ----------
    text : str
        For example ``[123m,1][EEEE]``; nothing else than melds.

    Returns
    -------
    list of Meld
        The melds in text order.

    Raises
    ------
    NotationError
        If the text is anything else; it points at the character.

    Examples
    --------
    >>> [meld.kind for meld in parse_melds("[123m,1][EEEE]")]
    [MeldKind.CHOW, MeldKind.CONCEALED_KONG]
    """
    return [_meld(*meld) for meld in parse_meld_texts(text)]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Hand:
    """A hand, complete or not, and how its winning tile came.

    Whether the conditions can be true together, and whether the hand wins, is for scoring to judge.

    Parameters
    ----------
    concealed : str, iterable of Tile, str or int, or 34 counts
        The concealed tiles. The number of tiles decides: 13, and three fewer for each meld, stand beside the winning
        tile, if there is one; with one tile more the winning tile is among them: it is `win`, or, in text or in a list
        and without `win`, the last of them, as `parse` has it. Text may be a whole hand string, with melds and tails:
        keywords add to what it leaves open, and may not say other than its tails.
    melds : iterable of Meld, or str
        At most four.
    win : Tile, str or int, optional
        The winning tile, also when it was self-drawn.
    prevalent, seat : Wind, Tile, str or int, optional
        The winds, ``E`` where not given.
    self_drawn : bool, optional
        The winning tile was drawn by the player. Conditions are False where not given.
    last_tile : bool, optional
        It is the last of its kind, the other three lying open.
    wall_last : bool, optional
        It is the last tile of the wall, or the discard after that.
    replacement : bool, optional
        It was drawn to replace a kong.
    robbed_kong : bool, optional
        It was added to a pung by another player.
    flowers : int, optional
        0..8.

    Attributes
    ----------
    concealed : tuple of Tile
        All concealed tiles in ascending order, the winning tile among them.
    winds_given : bool
        Whether both winds were given, rather than assumed; equality ignores it.
    row : (44,) uint8, read-only
        0..33 counts of all concealed tiles, 34..37 meld codes, 38 which of the concealed tiles is the winning one, or
        255, 39 condition bits, 40 prevalent and 41 seat wind, 42 flowers, 43 zero.

    Raises
    ------
    HandError
        If no player can hold these tiles, or a wind or the number of flowers does not exist.
    InputError
        If an argument is of another type, or contradicts the tails of the text.

    Examples
    --------
    >>> hand = Hand("45s55p789s", [Meld.chow("123m"), Meld.kong("EEEE", kind="concealed")], "6s", seat="W")
    >>> print(hand)
    [123m][EEEE]55p45789s6s|EW0000|0
    >>> Hand.parse(str(hand)) == hand
    True
    >>> hand.win, hand.seat, len(hand.concealed), len(hand.beside_win), int(hand.counts[Tile.S6])
    (Tile.S6, Wind.W, 8, 7, 1)
    >>> Hand("[123m][EEEE]45789s55p6s", seat="W", prevalent="E").win
    Tile.S6
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    win: Tile | None
    prevalent: Wind
    seat: Wind
    self_drawn: bool
    last_tile: bool
    wall_last: bool
    replacement: bool
    robbed_kong: bool
    flowers: int
    winds_given: bool = field(init=False, compare=False)
    row: npt.NDArray[np.uint8] = field(init=False, compare=False)

    def __init__(
        self,
        concealed: TilesLike,
        melds: Iterable[Meld] | str = (),
        win: TileLike | None = None,
        *,
        prevalent: WindLike | None = None,
        seat: WindLike | None = None,
        self_drawn: bool | np.bool_ | None = None,
        last_tile: bool | np.bool_ | None = None,
        wall_last: bool | np.bool_ | None = None,
        replacement: bool | np.bool_ | None = None,
        robbed_kong: bool | np.bool_ | None = None,
        flowers: SupportsIndex | None = None,
    ) -> None:
        text, laid_down, tails = _read(concealed, as_melds(melds), win)
        keywords = {
            "prevalent": prevalent, "seat": seat, "self_drawn": self_drawn, "last_tile": last_tile,
            "wall_last": wall_last, "replacement": replacement, "robbed_kong": robbed_kong, "flowers": flowers,
        }  # fmt: skip
        _fill_from_text(self, with_keywords(text, tails, keywords), laid_down, win_apart=True)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read a hand string.

        Parameters
        ----------
        text : str
            For example ``[123m,1][EEEE]55p44566s6s|EW1000|2``; `fastmcr.hands.notation` describes it.

        Returns
        -------
        Hand
            The hand. With 3n+2 tiles outside brackets the last of them in text order is the winning tile.

        Raises
        ------
        NotationError
            If the text is no hand string; it points at the character.
        HandError
            If no player can hold these tiles.
        InputError
            If it is no str.

        Examples
        --------
        >>> hand = Hand.parse("[EEE]123m456p789s5s 5s|ES1000|2")
        >>> hand.win, hand.self_drawn, hand.flowers
        (Tile.S5, True, 2)
        """
        return hand_of_text(parse_hand(text))

    @property
    def counts(self) -> npt.NDArray[np.uint8]:
        """Counts of all concealed tiles, the winning tile among them, (34,) uint8, read-only."""
        return self.row[:KINDS]

    @property
    def beside_win(self) -> tuple[Tile, ...]:
        """The concealed tiles in ascending order, less the winning tile if there is one."""
        if self.win is None:
            return self.concealed
        place = self.concealed.index(self.win)
        return self.concealed[:place] + self.concealed[place + 1 :]

    @property
    def conditions(self) -> int:
        """The conditions as bits: 1 self-drawn, 2 last of its kind, 4 of the wall, 8 replacement, 16 robbed kong."""
        return int(self.row[39])

    def __str__(self) -> str:
        """Return the canonical hand string.

        One digit of it stands for a replacement tile of a self-drawn win, or for a robbed kong of another: only
        such hands come back from `parse` as they were.
        """
        return format_hand(_to_text(self))

    def __repr__(self) -> str:
        """Return the hand as Python."""
        words = [f"'{join_tiles(self.beside_win)}'"]
        if self.melds:
            words.append(f"melds={list(self.melds)!r}")
        if self.win is not None:
            words.append(f"win='{self.win}'")
        for name in ("prevalent", "seat"):
            wind = getattr(self, name)
            if self.winds_given or wind:
                words.append(f"{name}='{wind}'")
        words += [f"{name}=True" for name in CONDITION_BITS if getattr(self, name)]
        if self.flowers:
            words.append(f"flowers={self.flowers}")
        return f"Hand({', '.join(words)})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle and copy by the fields: numpy would bring the row back writeable."""
        return hand_of_text, (_to_text(self),)


_set = object.__setattr__


def _read(
    concealed: TilesLike, melds: tuple[Meld, ...], win: TileLike | None
) -> tuple[HandText, tuple[Meld, ...], Tails]:
    """Return what the tiles given say, their melds, and the tails of a hand string; the winning tile is not checked."""
    winning = None if win is None else int(as_tile(win))
    if isinstance(concealed, str) and ("[" in concealed or "|" in concealed):
        text, tails = parse_hand(concealed), tails_of(concealed)
        if melds and text.melds:
            raise InputError("melds= is for tiles given without them; the hand string has its own")
        if winning is not None:
            text = with_keywords(text, NO_TAILS, {"win": winning})
        return text, melds or tuple([_meld(*meld) for meld in text.melds]), tails
    if isinstance(concealed, Iterator):
        concealed = list(islice(concealed, ALL_TILES + 1))
    tiles = [int(tile) for tile in as_tiles(concealed)]
    counted = not isinstance(concealed, str) and len(concealed) == KINDS  # type: ignore[arg-type]
    if len(tiles) == 14 - 3 * len(melds):  # the winning tile is among them
        if winning is None and not counted:
            winning = tiles.pop()
        elif winning in tiles:
            tiles.remove(winning)
    return HandText(tiles, [], winning, 0, 0, 0, 0, winds_given=False), melds, NO_TAILS


def _ascending(tiles: list[int]) -> tuple[Tile, ...]:
    return tuple([TILES[tile] for tile in sorted(tiles)])


def _fill(hand: Hand, concealed: tuple[Tile, ...], melds: tuple[Meld, ...], row: bytearray, winds_given: bool) -> None:
    """Set the fields from checked tiles, melds and row."""
    conditions = row[39]
    _set(hand, "concealed", concealed)
    _set(hand, "melds", melds)
    _set(hand, "win", None if row[38] == NO_TILE else TILES[row[38]])
    _set(hand, "prevalent", WINDS[row[40]])
    _set(hand, "seat", WINDS[row[41]])
    _set(hand, "self_drawn", conditions & SELF_DRAWN != 0)
    _set(hand, "last_tile", conditions & LAST_TILE != 0)
    _set(hand, "wall_last", conditions & WALL_LAST != 0)
    _set(hand, "replacement", conditions & REPLACEMENT != 0)
    _set(hand, "robbed_kong", conditions & ROBBED_KONG != 0)
    _set(hand, "flowers", row[42])
    _set(hand, "winds_given", winds_given)
    _set(hand, "row", np.frombuffer(bytes(row), np.uint8))


def hand_of_text(text: HandText) -> Hand:
    """Return the hand of fields that are in range, its tiles still to be checked."""
    hand = Hand.__new__(Hand)
    _fill_from_text(hand, text, tuple([_meld(*meld) for meld in text.melds]))
    return hand


def _fill_from_text(hand: Hand, text: HandText, melds: tuple[Meld, ...], *, win_apart: bool = False) -> None:
    """Check tiles and melds and set the fields; `win_apart` if the winning tile was given beside the tiles."""
    apart = win_apart and text.win is not None
    tiles = text.beside_win if text.win is None else [*text.beside_win, text.win]
    row = _checked_row(tiles, melds, text.win)
    if len(text.beside_win) != 13 - 3 * len(melds):
        raise wrong_number(len(text.beside_win if apart else tiles), len(melds), win_apart=apart)
    row[39:43] = bytes((text.conditions, text.prevalent, text.seat, text.flowers))
    _fill(hand, _ascending(tiles), melds, row, text.winds_given)


def with_win(hand: Hand, win: Tile | None, conditions: int) -> Hand:
    """Return the hand with another winning tile, or none, and other condition bits; both are trusted.

    Parameters
    ----------
    hand : Hand
        With or without a winning tile.
    win : Tile or None
        A tile of which the hand holds at most three without its winning tile.
    conditions : int
        As `Hand.conditions`.

    Returns
    -------
    Hand
        A new hand.

    Examples
    --------
    >>> print(with_win(Hand("123456789m1155p"), Tile.P5, SELF_DRAWN))
    123456789m1155p5p|EE1000|0
    """
    made = Hand.__new__(Hand)
    row = bytearray(hand.row.tobytes())
    tiles: list[int] = list(hand.beside_win)
    if hand.win is not None:
        row[hand.win] -= 1
    if win is not None:
        row[win] += 1
        tiles.append(win)
    row[38] = NO_TILE if win is None else win
    row[39] = conditions
    _fill(made, _ascending(tiles), hand.melds, row, hand.winds_given)
    return made


def _to_text(hand: Hand) -> HandText:
    """Return the fields as plain integers."""
    return HandText(
        [int(tile) for tile in hand.beside_win],
        [MeldText(int(meld.kind), int(meld.tile), meld.source) for meld in hand.melds],
        None if hand.win is None else int(hand.win),
        int(hand.prevalent),
        int(hand.seat),
        hand.conditions,
        hand.flowers,
        hand.winds_given,
    )


def _checked_row(tiles: list[int], melds: tuple[Meld, ...], win: int | None) -> bytearray:
    """Return the row with all its tiles and melds, none of a kind more than four times."""
    if len(melds) > MAX_MELDS:
        raise HandError(f"{len(melds)} melds; a hand has at most 4", count=len(melds))
    row = bytearray(ROW_LENGTH)
    for tile in tiles:
        row[tile] += 1
    owned = row[:KINDS]
    for place, meld in enumerate(melds):
        row[KINDS + place] = meld.code
        for tile in meld.tiles:
            owned[tile] += 1
    row[38] = NO_TILE if win is None else win
    if max(owned) > COPIES:
        tile, count = next((tile, count) for tile, count in enumerate(owned) if count > COPIES)
        raise fifth_copy(tile, count)
    return row


def wrong_number(count: int, melds: int, win_apart: bool = False) -> HandError:
    """Return the error for a number of concealed tiles that does not fit the melds."""
    ready = 13 - 3 * melds
    with_melds = f"{melds or 'no'} meld{'s' if melds != 1 else ''}"
    tiles = f"{count} concealed tile{'s' if count != 1 else ''}{' and the winning tile' if win_apart else ''}"
    advice = ""
    if count == ready + 1:
        advice = "; the winning tile is not among them" if win_apart else "; give the winning tile as win="
    right = f"a hand of {with_melds} has {ready}, or {ready + 1} with the winning tile"
    return HandError(f"{tiles} with {with_melds}; {right}{advice}", count=count)


def _as_kind(kind: object) -> MeldKind:
    """Return a meld kind, its name or its number as a MeldKind."""
    if isinstance(kind, MeldKind):
        return kind
    value = kind if isinstance(kind, str) else as_index(kind)
    try:
        return MeldKind(-1 if value is None else value)
    except ValueError:
        names = ", ".join(map(str, MeldKind))
        raise HandError(f"no meld kind {shown(kind)}; the kinds are {names}") from None


def _as_source(source: object, kind: MeldKind) -> int:
    """Return the source of a meld of this kind as int."""
    if kind == MeldKind.CONCEALED_KONG:
        allowed, least, most = "0, as it was not claimed", 0, 0
    elif kind == MeldKind.CHOW:
        allowed, least, most = "0 (unknown) or 1..3 (which of its tiles was claimed)", 0, 3
    elif kind == MeldKind.PUNG:
        allowed, least, most = "0 (unknown), 1 (left), 2 (opposite) or 3 (right)", 0, 3
    else:
        allowed, least, most = "1 (left), 2 (opposite) or 3 (right)", 1, 3
    number = as_index(source)
    if number is None or not least <= number <= most:
        raise HandError(f"source of a {kind} must be {allowed}, not {shown(source)}")
    return number


def as_melds(melds: Iterable[Meld] | str) -> tuple[Meld, ...]:
    """Return melds as a tuple."""
    if isinstance(melds, str):
        return tuple(parse_melds(melds))
    if not isinstance(melds, Iterable) or isinstance(melds, np.ndarray):
        raise InputError(f"melds must be several Meld or text, not {type(melds).__name__}")
    laid_down = tuple(melds)
    for meld in laid_down:
        if not isinstance(meld, Meld):
            raise InputError(f"melds must be Meld, as Meld.parse('[123m]') gives, not {shown(meld)}")
    return laid_down


def _alike(tiles: TilesLike, size: int, name: str) -> Tile:
    """Return the one tile that a pung or kong consists of."""
    held = as_tiles(tiles)
    if len(held) != size:
        raise HandError(f"a {name} has {size} tiles, not {len(held)}", count=len(held))
    if len(set(held)) != 1:
        raise HandError(f"{_named(held)} is no {name}; its tiles are alike")
    return held[0]


def _named(tiles: list[Tile]) -> str:
    return " ".join(map(str, tiles))
