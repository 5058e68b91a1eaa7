"""Drop-in for the package MahjongGB (PyMahjongGB 1.4.0): a bot changes one import line.

``from MahjongGB import ...`` becomes ``from fastmcr.compat.mahjonggb import ...``.

Notes
-----
**Equal.** For tiles that can lie on a table every function takes the same arguments, by place or by name, and returns
the same value, element by element: names of fans and tiles in their spelling, the order of fans and tiles, both forms
of `verbose`, hands of 1, 4, 7 or 10 tiles whatever is declared beside them. The rules are
``Rules.preset("mil").replace(rob_on_last_tile="both")``: a robbed kong that is also the last tile counts both eights.
Flags that cannot be true are ignored as there: `is4thTile` with another copy in `hand`; `isAboutKong` if self-drawn
without a kong, or if not self-drawn with another copy in `hand` or `pack`. A CHI or PENG offered by nobody (offer 0) is
a concealed set. Errors are the same TypeError with the same text, as "ERROR_NOT_WIN".

**Ties.** The total is always equal. If two readings of a hand are worth the same, the other one may be listed, as it is
for 3 of 10,000 random wins. Then the lists differ in

- small fans: some of 幺九刻, 一般高, 喜相逢, 连六, 老少副, 独听・边张, 独听・嵌张 for as many others of them, or two
  of them for 双暗刻,
- or 七对 in one list, and 全带五 and the fans of chows in the other.

**Corrected.** There are four copies of a tile, so shanten and useful tiles never count on a fifth. In `RegularShanten`,
`KnittedStraightShanten` and `MahjongShanten` PyMahjongGB does, and does not look at the tiles in `pack`.

**Refused.** Tiles, winds and flowers that nobody can have are a TypeError, where PyMahjongGB often goes on: five copies
of a tile, a CHI of honors or around a 1 or 9, more sets in `pack` than `hand` leaves room for, winds other than 0 to 3,
flowers other than 0 to 8.

**Different.** If the winning tile is claimed, completes a pung and is also in a CHI of offer 0, PyMahjongGB calls the
pung concealed, as if the claimed tile could have gone to that CHI. Here it is melded.
"""

# ruff: noqa: N802, N803  # the names are those of the original

from __future__ import annotations

import functools
import operator
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..fans import Fan
from ..kernels import layout
from ..rules import CompiledRules, Rules
from ..scoring import _prepared

if TYPE_CHECKING:
    from ..kernels import Tables

__all__ = [
    "HonorsAndKnittedTilesShanten",
    "KnittedStraightShanten",
    "MahjongFanCalculator",
    "MahjongShanten",
    "RegularShanten",
    "SevenPairsShanten",
    "ThirteenOrphansShanten",
]

DeclaredSet = tuple[str, str, int]
Pack = tuple[DeclaredSet, ...]
Hand = tuple[str, ...]
Fans = tuple[tuple[Any, ...], ...]  # (points, name), or verbose (points, count, name, English name)
Useful = tuple[int, tuple[str, ...]]

_RULES = Rules.preset("mil").replace(rob_on_last_tile="both")
_NAMES = (*(f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)), "F1", "F2", "F3", "F4", "J1", "J2", "J3")
_TILES = {name: tile for tile, name in enumerate(_NAMES)}
_HELD = {name: 1 << 8 * tile for name, tile in _TILES.items()}  # the counts of a hand as one number, a byte a tile
_held = _HELD.__getitem__
_WORDS = {"CHI": layout.CHOW, "PENG": layout.PUNG, "GANG": layout.CLAIMED_KONG}
_CHOWS = [tile for tile in range(layout.HONORS) if tile % 9 < 7]
_OFFERS = range(4)


def _code(kind: int, tile: int) -> int:
    code: int = 1 + layout.KINDS * kind + tile
    return code


# Meld codes of declared sets, as analysis takes them.
_MELDS: dict[DeclaredSet, int] = {
    (word, _NAMES[tile + (kind == layout.CHOW)], offer): _code(kind, tile)
    for word, kind in _WORDS.items()
    for tile in (_CHOWS if kind == layout.CHOW else range(layout.KINDS))
    for offer in _OFFERS
}
_MELDS |= {("GANG", name, 0): _code(layout.CONCEALED_KONG, tile) for name, tile in _TILES.items()}
# As scoring takes them: a chow that nobody offered is concealed. So is a pung, but `_beside_hidden_pungs` sees to it.
_HIDDEN_CHOWS = {("CHI", _NAMES[tile + 1], 0): _code(layout.CONCEALED_CHOW, tile) for tile in _CHOWS}
_HIDDEN_PUNGS = {("PENG", name, 0): _code(layout.CONCEALED_PUNG, tile) for name, tile in _TILES.items()}
_SCORED = {meld: code for meld, code in (_MELDS | _HIDDEN_CHOWS).items() if meld not in _HIDDEN_PUNGS}


# --- what a list of fans looks like ---------------------------------------------------------------------------------

_OTHER_NAMES = {
    Fan.EDGE_WAIT: "独听・边张",
    Fan.CLOSED_WAIT: "独听・嵌张",
    Fan.SINGLE_WAIT: "独听・单钓",
}
_OTHER_ENGLISH = {
    Fan.ALL_FIVES: "All Five",
    Fan.ROBBING_THE_KONG: "Robbing The Kong",
    Fan.TWO_DRAGON_PUNGS: "Two Dragons Pungs",
    Fan.CONCEALED_AND_MELDED_KONG: "Concealed Kong and Melded Kong",
}


class _Entry(NamedTuple):
    """How a fan is listed: `place` is that of its count in the repeats word, -1 for fans that count once."""

    rank: float
    points: int
    name: str
    english: str
    place: int


def _entry(fan: Fan) -> _Entry:
    return _Entry(
        rank=Fan.MELDED_HAND + 0.5 if fan == Fan.TWO_CONCEALED_KONGS else int(fan),
        points=int(_RULES.compiled.points[fan]),
        name=_OTHER_NAMES.get(fan, fan.chinese),
        english=_OTHER_ENGLISH.get(fan, fan.english),
        place=layout.REPEATABLE.index(fan) if fan in layout.REPEATABLE else -1,
    )


_ENTRIES = {1 << (fan - 1): _entry(fan) for fan in Fan}
_TILE_HOG = 1 << (Fan.TILE_HOG - 1)


def _entries(flags: int, repeats: int, verbose: bool) -> Fans:
    """List fans: by number, but Two Concealed Kongs with the fans of 6 points."""
    found = []
    while flags:
        found.append(_ENTRIES[flags & -flags])
        flags &= flags - 1
    result: list[tuple[Any, ...]] = []
    for _, points, name, english, place in sorted(found):
        count = 1 if place < 0 else repeats >> 4 * place & 15
        result.append((points, count, name, english) if verbose else (points * count, name))
    return tuple(result)


def _first_half(word0: int, verbose: bool = False) -> Fans:
    """List fans 1 to 63 of the first flag word."""
    return _entries(word0 & ~_TILE_HOG, 0, verbose)


def _second_half(words: int, verbose: bool = False) -> Fans:
    """List the fans from 64, Tile Hog, on, of the second flag word and below it a repeats word of 32 bits."""
    flags = words >> 32 << 64 | (_TILE_HOG if words & 15 else 0)
    return _entries(flags, words & 0xFFFFFFFF, verbose)


# Most wins share each half of their list with others. A single argument is looked up fastest.
_first = functools.lru_cache(4096)(_first_half)
_second = functools.lru_cache(16384)(_second_half)
_first_verbose = functools.lru_cache(4096)(functools.partial(_first_half, verbose=True))
_second_verbose = functools.lru_cache(16384)(functools.partial(_second_half, verbose=True))


# --- scoring --------------------------------------------------------------------------------------------------------


class _ScoringDesk(NamedTuple):
    """Memory and prepared call for one scoring at a time: a call takes a desk from the pile and puts it back."""

    row: memoryview
    work: memoryview
    score: Callable[[], int]


_MELD, _WIN, _CONDITIONS = layout.ROW_MELDS, layout.ROW_WIN, layout.ROW_CONDITIONS
_PREVALENT, _SEAT, _FLOWERS = layout.ROW_PREVALENT, layout.ROW_SEAT, layout.ROW_FLOWERS
_WORD0, _WORD1, _REPEATS = 23, 24, 25  # slots of the work vector, as kernels/check.py has them
_scoring_desks: list[_ScoringDesk] = []
_UNREAD = -1  # status of arguments that have no meld codes or are wrong


@functools.cache
def _scoring_tables() -> Tables:
    """Return the tables of scoring with rows for sets that nobody offered.

    A concealed chow is a chow that is not exposed, a concealed pung a concealed kong of three tiles.
    """
    tables = _prepared(_RULES).tables
    melds = tables.melds.copy()
    for code in _HIDDEN_CHOWS.values():
        melds[code] = melds[code - layout.KINDS * layout.CONCEALED_CHOW]
        melds[code, 2] &= ~np.uint64(0xFFFF << 40)  # exposed, claimed whole
    for code in _HIDDEN_PUNGS.values():
        melds[code] = melds[code - layout.KINDS * (layout.CONCEALED_PUNG - layout.CONCEALED_KONG)]
        melds[code, 0] = melds[code - layout.KINDS * (layout.CONCEALED_PUNG - layout.PUNG), 0]
    return tables._replace(melds=melds)


def _scoring_desk(rules: CompiledRules) -> _ScoringDesk:
    row = np.zeros((1, layout.ROW_LENGTH), np.uint8)
    work = np.zeros(layout.SLOTS, np.uint64)
    score = functools.partial(_prepared(_RULES).score_one, row, *_scoring_tables(), *rules, work)
    return _ScoringDesk(row.reshape(layout.ROW_LENGTH).data, work.data, score)


def MahjongFanCalculator(
    pack: Pack, hand: Hand, winTile: str, flowerCount: int, isSelfDrawn: bool, is4thTile: bool, isAboutKong: bool,
    isWallLast: bool, seatWind: int, prevalentWind: int, verbose: bool = False,
) -> Fans:  # fmt: skip
    """List the fans of a win.

    Parameters
    ----------
    pack : tuple of (str, str, int)
        Declared sets: "CHI", "PENG" or "GANG"; the tile, of a CHI the middle one; the offer 0..3, 0 if concealed.
    hand : tuple of str
        The tiles that are not declared, without the winning tile.
    winTile : str
    flowerCount : int
        0..8.
    isSelfDrawn, is4thTile, isAboutKong, isWallLast : bool
        `isAboutKong` means a replacement tile if self-drawn, else a robbed kong.
    seatWind, prevalentWind : int
        0..3, east to north.
    verbose : bool

    Returns
    -------
    tuple of tuples
        For each fan (points, name), points times count; verbose (points, count, name, English name).

    Raises
    ------
    TypeError
        If no player can have these tiles, winds or flowers, or the tiles are no win ("ERROR_NOT_WIN").

    Examples
    --------
    >>> hand = ("W1", "W2", "W3", "B4", "B5", "B6", "T7", "T8", "T9", "F1")
    >>> fans = MahjongFanCalculator((("PENG", "J1", 1),), hand, "F1", 0, False, False, False, False, 0, 0)
    >>> fans
    ((8, '花龙'), (6, '五门齐'), (2, '箭刻'), (1, '独听・单钓'))
    >>> sum(points for points, name in fans)
    17
    """
    try:
        desk = _scoring_desks.pop()
    except IndexError:
        desk = _scoring_desk(_RULES.compiled)
    row, work, score = desk
    try:
        if not isinstance(pack, tuple) or not isinstance(hand, tuple) or len(hand) + 3 * len(pack) != 13:
            raise ValueError
        row[:_WIN] = sum(map(_held, hand)).to_bytes(_WIN, "little")
        for place, meld in enumerate(pack, _MELD):
            row[place] = _SCORED[meld]
        row[_WIN] = _TILES[winTile]
        conditions = 1 if isSelfDrawn else 0
        if is4thTile or isAboutKong or isWallLast:
            conditions = _conditions(pack, hand, winTile, isSelfDrawn, is4thTile, isAboutKong, isWallLast)
        row[_CONDITIONS] = conditions
        row[_PREVALENT] = prevalentWind
        row[_SEAT] = seatWind
        row[_FLOWERS] = flowerCount
    except (KeyError, TypeError, ValueError):
        status = _UNREAD
    else:
        status = score()
    word0, word1, repeats = work[_WORD0], work[_WORD1], work[_REPEATS]
    _scoring_desks.append(desk)
    if status:
        if status != layout.NOT_A_WIN:
            _check_win(pack, hand, winTile, flowerCount, seatWind, prevalentWind)
        if status != _UNREAD:
            raise TypeError("ERROR_NOT_WIN")
        conditions = _conditions(pack, hand, winTile, isSelfDrawn, is4thTile, isAboutKong, isWallLast)
        rest = bytes((_TILES[winTile], conditions, prevalentWind, seatWind, flowerCount))
        word0, word1, repeats = _beside_hidden_pungs(pack, (*hand, winTile), rest)
    if verbose:
        return _first_verbose(word0) + _second_verbose(word1 << 32 | repeats)
    return _first(word0) + _second(word1 << 32 | repeats)


def _conditions(
    pack: Pack, hand: Hand, win: str, drawn: bool, fourth: bool, about_kong: bool, wall_last: bool
) -> int:  # fmt: skip
    """Return the condition bits, without flags that cannot be true: they are ignored."""
    conditions = layout.SELF_DRAWN if drawn else 0
    if fourth and win not in hand:
        conditions |= layout.LAST_OF_KIND
    if wall_last:
        conditions |= layout.WALL_LAST
    if about_kong and drawn:
        conditions |= layout.REPLACEMENT if any(meld[0] == "GANG" for meld in pack) else 0
    elif about_kong and win not in hand and not any(win in _tiles(meld) for meld in pack):
        conditions |= layout.ROBBED_KONG
    return conditions


def _tiles(meld: DeclaredSet) -> Hand:
    """Return the tiles of a declared set."""
    word, tile, _ = meld
    if word == "CHI":
        middle = _TILES[tile]
        return _NAMES[middle - 1 : middle + 2]
    return (tile,) * (4 if word == "GANG" else 3)


# The fan of so many melded and concealed kongs under these rules.
_KONG_FANS = {
    (0, 1): Fan.CONCEALED_KONG,
    (0, 2): Fan.TWO_CONCEALED_KONGS,
    (1, 0): Fan.MELDED_KONG,
    (1, 1): Fan.CONCEALED_AND_MELDED_KONG,
    (2, 0): Fan.TWO_MELDED_KONGS,
    **{(melded, 3 - melded): Fan.THREE_KONGS for melded in range(4)},
    **{(melded, 4 - melded): Fan.FOUR_KONGS for melded in range(5)},
}


def _beside_hidden_pungs(pack: Pack, tiles: Hand, rest: bytes) -> tuple[int, int, int]:
    """Return flag words and repeats word of a win with pungs that nobody offered, a way as rare as slow.

    To the kernel they are concealed kongs of three tiles. So it is right in all but the kong fan, Tile Hog and Chicken
    Hand, which are the same in every reading: they are set right here.
    """
    hidden = sum(meld in _HIDDEN_PUNGS for meld in pack)
    kongs = [meld[2] > 0 for meld in pack if meld[0] == "GANG"]
    melded, concealed = sum(kongs), len(kongs) - sum(kongs)
    counted = _KONG_FANS.get((melded, concealed))
    bars = _RULES.compiled.bars.copy()
    bars[list(_KONG_FANS.values())] = 0
    bars[_KONG_FANS[melded, concealed + hidden]] = _RULES.compiled.bars[counted] if counted else 0
    row, work, score = _scoring_desk(_RULES.compiled._replace(bars=bars))
    for tile in tiles[:-1]:
        row[_TILES[tile]] += 1
    codes = bytes(_HIDDEN_PUNGS.get(meld) or _SCORED[meld] for meld in pack)
    row[_MELD : _MELD + len(codes)] = codes
    row[_WIN : _WIN + len(rest)] = rest
    if score():
        raise TypeError("ERROR_NOT_WIN")
    flags, repeats = work[_WORD0] | work[_WORD1] << 64, work[_REPEATS]
    for fan in _KONG_FANS.values():
        flags &= ~(1 << (fan - 1))
    flags |= 1 << (counted - 1) if counted else 0
    copies = Counter([*tiles, *(tile for meld in pack for tile in _tiles(meld))])
    hogs = sum(count == 4 for count in copies.values()) - len(kongs)
    if not hogs and not flags & ~(1 << (Fan.FLOWER_TILES - 1)):
        flags |= 1 << (Fan.CHICKEN_HAND - 1)
    return flags & (1 << 64) - 1, flags >> 64, repeats & ~15 | hogs


# --- analysis -------------------------------------------------------------------------------------------------------


class _AnalysisDesk(NamedTuple):
    """Memory and prepared calls for one analysis at a time, as `_ScoringDesk`."""

    concealed: memoryview
    melds: memoryview
    shanten: memoryview
    useful: memoryview
    measure: Callable[[], int]
    looks: list[Callable[[], int]]


_analysis_desks: list[_AnalysisDesk] = []
# Meld codes beside a hand of so many tiles of which nothing is known; four and more, of which the first four are meant.
_UNKNOWN = {13 - 3 * sets: bytes([layout.UNKNOWN_SET] * sets + [0] * 4) for sets in range(5)}
_SHORT_HANDS = {tiles: codes[:4] for tiles, codes in _UNKNOWN.items()}
_LONG_HANDS = {13: _SHORT_HANDS[13]}
_STRAIGHT_HANDS = {tiles: _SHORT_HANDS[tiles] for tiles in (13, 10)}


def _analysis_desk() -> _AnalysisDesk:
    from .. import kernels

    concealed, melds = np.zeros((1, layout.KINDS), np.uint8), np.zeros((1, 4), np.uint8)
    tables = kernels.load_analysis_tables()
    work, scratch = np.zeros(layout.SLOTS, np.uint64), np.zeros(384, np.int64)
    status, shanten = np.zeros(1, np.uint8), np.zeros((1, 6), np.int8)
    best, useful = np.zeros(1, np.uint64), np.zeros((1, 5), np.uint64)
    return _AnalysisDesk(
        concealed.reshape(layout.KINDS).data,
        melds.reshape(4).data,
        shanten.reshape(6).data,
        useful.reshape(5).data,
        functools.partial(
            kernels.direct(kernels.shanten_rows), concealed, melds, 31, tables, work, scratch, status, shanten
        ),
        [
            functools.partial(
                kernels.direct(kernels.useful_rows), concealed, melds, 1 << form, tables, work, scratch, status,
                shanten, best, useful,
            )
            for form in range(5)
        ],
    )  # fmt: skip


def _choices(first: int, kinds: int) -> list[Hand]:
    """Name the tiles of every mask of a suit or of the honors."""
    names = _NAMES[first : first + kinds]
    return [tuple(name for rank, name in enumerate(names) if mask >> rank & 1) for mask in range(1 << kinds)]


_CHARACTERS, _DOTS, _BAMBOOS, _HONORS = _choices(0, 9), _choices(9, 9), _choices(18, 9), _choices(27, 7)


def _useful(hand: Hand, form: int, melds: dict[int, bytes]) -> Useful:
    """Return the shanten of a form and the tiles that lower it."""
    try:
        desk = _analysis_desks.pop()
    except IndexError:
        desk = _analysis_desk()
    try:
        if not isinstance(hand, tuple):
            raise ValueError
        desk.melds[:] = melds[len(hand)]
        desk.concealed[:] = sum(map(_held, hand)).to_bytes(layout.KINDS, "little")
    except (KeyError, TypeError, ValueError):
        bad = True
    else:
        bad = desk.looks[form]() > 0
    shanten, mask = desk.shanten[form], desk.useful[form]
    _analysis_desks.append(desk)
    if bad:
        _check_hand(hand)
        if len(hand) in melds:
            _check_copies((), hand)
        raise TypeError("ERROR_INVALID_HAND")
    characters, dots = _CHARACTERS[mask & 511], _DOTS[mask >> 9 & 511]
    bamboos, honors = _BAMBOOS[mask >> 18 & 511], _HONORS[mask >> 27]
    return shanten, characters + bamboos + dots + honors


def MahjongShanten(pack: Pack, hand: Hand) -> int:
    """Return the shanten of a hand: how many tiles it is from being ready, by the nearest of the five forms.

    Parameters
    ----------
    pack : tuple of (str, str, int)
        Declared sets, as in `MahjongFanCalculator`. If they are fewer than `hand` lacks, the others are unknown.
    hand : tuple of str
        The other tiles: 13, 10, 7, 4 or 1.

    Returns
    -------
    int
        0 for a hand that is ready.

    Raises
    ------
    TypeError
        If no player can have these tiles.

    Examples
    --------
    >>> MahjongShanten((("PENG", "J1", 1),), ("W1", "W2", "W3", "B4", "B5", "B6", "T7", "T7", "F1", "F2"))
    1
    """
    try:
        desk = _analysis_desks.pop()
    except IndexError:
        desk = _analysis_desk()
    try:
        if not isinstance(hand, tuple) or not isinstance(pack, tuple):
            raise ValueError
        unknown = _UNKNOWN[len(hand) + 3 * len(pack)]
        desk.melds[:] = (bytes([_MELDS[meld] for meld in pack]) + unknown)[:4] if pack else unknown[:4]
        desk.concealed[:] = sum(map(_held, hand)).to_bytes(layout.KINDS, "little")
    except (KeyError, TypeError, ValueError):
        bad = True
    else:
        bad = desk.measure() > 0
    shanten: int = desk.shanten[layout.BEST]
    _analysis_desks.append(desk)
    if bad:
        _check_pack(pack)
        _check_hand(hand)
        if len(hand) + 3 * len(pack) in _UNKNOWN:
            _check_copies(pack, hand)
        raise TypeError("ERROR_INVALID_HAND_OR_PACK")
    return shanten


def RegularShanten(hand: Hand) -> Useful:
    """Return the shanten of four sets and a pair, and the useful tiles.

    Parameters
    ----------
    hand : tuple of str
        13, 10, 7, 4 or 1 tiles.

    Returns
    -------
    tuple of (int, tuple of str)
        The shanten, and the tiles that lower it.

    Raises
    ------
    TypeError
        If no player can have these tiles.

    Examples
    --------
    >>> RegularShanten(("W1", "W2", "T5", "T5"))
    (0, ('W3',))
    >>> RegularShanten(("W1", "W1", "W1", "W1"))[0]  # not ready: there is no fifth W1
    1
    """
    return _useful(hand, layout.REGULAR, _SHORT_HANDS)


def SevenPairsShanten(hand: Hand) -> Useful:
    """Return the shanten of seven pairs, four alike being two, and the useful tiles.

    Parameters
    ----------
    hand : tuple of str
        13 tiles.

    Returns
    -------
    tuple of (int, tuple of str)
        The shanten, and the tiles that lower it.

    Raises
    ------
    TypeError
        If no player can have these tiles.

    Examples
    --------
    >>> SevenPairsShanten(("W1", "W1", "W1", "W1", "T2", "T2", "B3", "B3", "F1", "F1", "F2", "F2", "J1"))
    (0, ('J1',))
    """
    return _useful(hand, layout.PAIRS, _LONG_HANDS)


def ThirteenOrphansShanten(hand: Hand) -> Useful:
    """Return the shanten of thirteen orphans, and the useful tiles.

    Parameters
    ----------
    hand : tuple of str
        13 tiles.

    Returns
    -------
    tuple of (int, tuple of str)
        The shanten, and the tiles that lower it.

    Raises
    ------
    TypeError
        If no player can have these tiles.

    Examples
    --------
    >>> ThirteenOrphansShanten(("W1", "W9", "T1", "T9", "B1", "B9", "F1", "F2", "F3", "F4", "J1", "J1", "J3"))
    (0, ('J2',))
    """
    return _useful(hand, layout.ORPHANS, _LONG_HANDS)


def HonorsAndKnittedTilesShanten(hand: Hand) -> Useful:
    """Return the shanten of honors and knitted tiles, greater or lesser, and the useful tiles.

    Parameters
    ----------
    hand : tuple of str
        13 tiles.

    Returns
    -------
    tuple of (int, tuple of str)
        The shanten, and the tiles that lower it.

    Raises
    ------
    TypeError
        If no player can have these tiles.

    Examples
    --------
    >>> HonorsAndKnittedTilesShanten(("W1", "W4", "T2", "T5", "B3", "B9", "F1", "F2", "F3", "F4", "J1", "J2", "J3"))
    (0, ('W7', 'T8', 'B6'))
    """
    return _useful(hand, layout.KNITTED, _LONG_HANDS)


def KnittedStraightShanten(hand: Hand) -> Useful:
    """Return the shanten of a knitted straight with a set and a pair, and the useful tiles.

    Parameters
    ----------
    hand : tuple of str
        13 tiles, or 10 beside a declared set.

    Returns
    -------
    tuple of (int, tuple of str)
        The shanten, and the tiles that lower it.

    Raises
    ------
    TypeError
        If no player can have these tiles.

    Examples
    --------
    >>> KnittedStraightShanten(("W1", "W4", "W7", "T2", "T5", "T8", "B3", "B6", "F1", "F1"))
    (0, ('B9',))
    """
    return _useful(hand, layout.STRAIGHT, _STRAIGHT_HANDS)


# --- what is wrong --------------------------------------------------------------------------------------------------
# The texts are those of the original where it has one: bots compare them.


def _type_name(value: object) -> str:
    return "None" if value is None else type(value).__name__


def _check_win(pack: Pack, hand: Hand, win: str, flowers: int, seat: int, prevalent: int) -> None:
    """Raise the error that says what is wrong with the arguments of `MahjongFanCalculator`, if anything is."""
    if not isinstance(win, str):
        raise TypeError(f"argument 3 must be str, not {_type_name(win)}")
    for number in (flowers, seat, prevalent):
        operator.index(number)
    _check_pack(pack)
    _check_hand(hand)
    if win not in _TILES:
        raise TypeError("ERROE_WRONG_TILE_CODE")
    if len(hand) + 3 * len(pack) != 13:
        raise TypeError("ERROR_WRONG_TILES_COUNT")
    _check_copies(pack, (*hand, win))
    for name, wind in (("seatWind", seat), ("prevalentWind", prevalent)):
        if not 0 <= wind <= 3:
            raise TypeError(f"{name} is 0 to 3 for east to north, not {wind}")
    if not 0 <= flowers <= 8:
        raise TypeError(f"flowerCount is 0 to 8, not {flowers}")


def _check_pack(pack: object) -> None:
    """Raise an error if these are no declared sets."""
    if not isinstance(pack, tuple):
        raise TypeError("Param `pack` must be a tuple!")
    for meld in pack:
        if not isinstance(meld, tuple):
            raise TypeError("Param `pack` must be a tuple of tuples!")
        if len(meld) != 3:
            raise TypeError(f"function takes exactly 3 arguments ({len(meld)} given)")
        word, tile, offer = meld
        for place, text in enumerate((word, tile), 1):
            if not isinstance(text, str):
                raise TypeError(f"argument {place} must be str, not {_type_name(text)}")
        operator.index(offer)
        if word not in _WORDS:
            raise TypeError("ERROE_WRONG_PACK_CODE")
        if tile not in _TILES:
            raise TypeError("ERROE_WRONG_TILE_CODE")
        if offer not in _OFFERS:
            raise TypeError("ERROE_WRONG_OFFER_CODE")
        if meld not in _MELDS:
            raise TypeError(f"a CHI is named by its middle tile, 2 to 8 of a suit, not {tile}")


def _check_hand(hand: object) -> None:
    """Raise an error if these are no tiles."""
    if not isinstance(hand, tuple):
        raise TypeError("Param `hand` must be a tuple!")
    if not all(isinstance(tile, str) for tile in hand):
        raise TypeError("Param `hand` must be a tuple of strs!")
    if not all(tile in _TILES for tile in hand):
        raise TypeError("ERROE_WRONG_TILE_CODE")


def _check_copies(pack: Pack, tiles: Hand) -> None:
    """Raise an error if a tile is there more than four times."""
    copies = Counter([*tiles, *(tile for meld in pack for tile in _tiles(meld))])
    for tile, count in copies.items():
        if count > 4:
            raise TypeError(f"tile {tile} appears {count} times; a hand holds at most 4")
