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

**Corrected.** There are four copies of a tile, so for tiles that can be, shanten and useful tiles never count on a
fifth. In `RegularShanten`, `KnittedStraightShanten` and `MahjongShanten` PyMahjongGB does, and does not look at the
tiles in `pack`.

**Tiles that cannot be.** A bot that forgot its own sets asks about five copies of a tile, or more sets than the hand
leaves room for. The answers are those of PyMahjongGB, fifth copies and all; they are searched for, which takes a
millisecond or so. Winds other than 0 to 3 are no wind, as there.

**Refused.** `MahjongFanCalculator` raises a TypeError in words of its own for a win with five copies of a tile, with a
CHI of honors or around a 1 or 9, or with flowers other than 0 to 8. PyMahjongGB lists fans, though not those of any
rules: 510 points of 四归一, 255 of flowers. What is no win either is "ERROR_NOT_WIN" in both.

**Different.** If the winning tile is claimed, completes a pung and is also in a CHI of offer 0, PyMahjongGB calls the
pung concealed, as if the claimed tile could have gone to that CHI. Here it is melded.
"""

# ruff: noqa: N802, N803  # the names are those of the original

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from ..kernels import layout
from ..kernels.rules.conditions import possible_conditions
from ..rulebook.fans import Fan
from ..rulebook.rules import CompiledRules
from ..scoring.score import prepared_rules
from ._any_copies import best_shanten, useful_tiles
from ._fan_lists import RULES, Fans, first_half, second_half
from ._names import HIDDEN_CHOWS, HIDDEN_PUNGS, MELDS, NAMES, SCORED, TILES, Hand, Pack, tiles_of
from ._refusals import NOT_WIN, check_hand, check_pack, check_win, counts_of

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

Useful = tuple[int, tuple[str, ...]]

_HELD = {name: 1 << 8 * tile for name, tile in TILES.items()}  # the counts of a hand as one number, a byte a tile
_held = _HELD.__getitem__

K = TypeVar("K")
V = TypeVar("V")


class _Kept(dict[K, V]):
    """What a function makes of its argument, kept: quicker than `functools.lru_cache`, and emptied when it is full."""

    def __init__(self, make: Callable[[K], V]) -> None:
        self.make = make

    def __missing__(self, key: K) -> V:
        if len(self) >= 1 << 14:
            self.clear()
        value = self[key] = self.make(key)
        return value


# --- scoring --------------------------------------------------------------------------------------------------------


class _ScoringDesk(NamedTuple):
    """Memory and prepared call for one scoring at a time: a call takes a desk from the pile and puts it back."""

    row: memoryview
    work: memoryview
    score: Callable[[], int]


_MELD, _WIN, _CONDITIONS = layout.ROW_MELDS, layout.ROW_WIN, layout.ROW_CONDITIONS
_PREVALENT, _SEAT, _FLOWERS = layout.ROW_PREVALENT, layout.ROW_SEAT, layout.ROW_FLOWERS
_WORD0, _WORD1, _REPEATS = layout.SLOT_FLAGS0, layout.SLOT_FLAGS1, layout.SLOT_REPEATS
_scoring_desks: list[_ScoringDesk] = []
_UNREAD = -1  # status of arguments that have no meld codes or are wrong


@functools.cache
def _scoring_tables() -> Tables:
    """Return the tables of scoring with rows for sets that nobody offered.

    A concealed chow is a chow that is not exposed, a concealed pung a concealed kong of three tiles.
    """
    tables = prepared_rules(RULES).tables
    melds = tables.melds.copy()
    for code in HIDDEN_CHOWS.values():
        melds[code] = melds[code - layout.KINDS * layout.CONCEALED_CHOW]
        melds[code, 2] &= ~np.uint64(0xFFFF << 40)  # exposed, claimed whole
    for code in HIDDEN_PUNGS.values():
        melds[code] = melds[code - layout.KINDS * (layout.CONCEALED_PUNG - layout.CONCEALED_KONG)]
        melds[code, 0] = melds[code - layout.KINDS * (layout.CONCEALED_PUNG - layout.PUNG), 0]
    return tables._replace(melds=melds)


def _scoring_desk(rules: CompiledRules) -> _ScoringDesk:
    row = np.zeros((1, layout.ROW_LENGTH), np.uint8)
    work = np.zeros(layout.SLOTS, np.uint64)
    score = functools.partial(prepared_rules(RULES).score_one, row, *_scoring_tables(), *rules, work)
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
        0..3, east to north; another number is no wind.
    verbose : bool

    Returns
    -------
    tuple of tuples
        For each fan (points, name), points times count; verbose (points, count, name, English name).

    Raises
    ------
    TypeError
        If the tiles are no win ("ERROR_NOT_WIN"), or no player can have these tiles or flowers.

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
        desk = _scoring_desk(RULES.compiled)
    row, work, score = desk
    try:
        size, codes = _packs[pack]
        if len(hand) != size or not isinstance(hand, tuple):
            raise ValueError
        row[:_WIN] = sum(map(_held, hand), codes + _held(winTile)).to_bytes(_WIN, "little")
        row[_WIN] = TILES[winTile]
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
    if status == layout.NOT_A_WIN:
        raise TypeError(NOT_WIN)
    if status:
        check_win(pack, hand, winTile, flowerCount, seatWind, prevalentWind)
        seat, prevalent = (_like_in_fans(wind, (*hand, winTile), pack) for wind in (seatWind, prevalentWind))
        if (seat, prevalent) != (seatWind, prevalentWind):
            return MahjongFanCalculator(
                pack, hand, winTile, flowerCount, isSelfDrawn, is4thTile, isAboutKong, isWallLast, seat, prevalent,
                verbose,
            )  # fmt: skip
        conditions = _conditions(pack, hand, winTile, isSelfDrawn, is4thTile, isAboutKong, isWallLast)
        rest = bytes((TILES[winTile], conditions, prevalent, seat, flowerCount))
        word0, word1, repeats = _beside_hidden_pungs(pack, (*hand, winTile), rest)
    if verbose:
        return _first_verbose[word0] + _second_verbose[word1 << 32 | repeats]
    return _first[word0] + _second[word1 << 32 | repeats]


def _pack_codes(pack: Pack) -> tuple[int, int]:
    """Return how many tiles are left beside a pack, and its meld codes where a row has them, as one number."""
    if not isinstance(pack, tuple):
        raise TypeError
    codes = 0
    for meld in reversed(pack):
        codes = codes << 8 | SCORED[meld]
    return 13 - 3 * len(pack), codes << 8 * _MELD


# A bot asks of the same pack again and again, and most wins share each half of their list with others.
_packs = _Kept(_pack_codes)
_first, _second = _Kept(first_half), _Kept(second_half)
_first_verbose = _Kept(functools.partial(first_half, verbose=True))
_second_verbose = _Kept(functools.partial(second_half, verbose=True))


def _like_in_fans(wind: int, tiles: Hand, pack: Pack) -> int:
    """Return a wind that brings the same fans: in place of what is no wind, one of which there is no pung.

    Beside pungs of all four winds, neither the prevalent nor the seat wind counts.
    """
    if 0 <= wind <= 3:
        return wind
    copies = Counter([*tiles, *(tile for meld in pack for tile in tiles_of(meld))])
    return next((other for other in range(4) if copies[f"F{other + 1}"] < 3), 0)


def _conditions(
    pack: Pack, hand: Hand, win: str, drawn: bool, fourth: bool, about_kong: bool, wall_last: bool
) -> int:  # fmt: skip
    """Return the condition bits, without flags that cannot be true: they are ignored."""
    conditions = layout.SELF_DRAWN if drawn else 0
    if wall_last:
        conditions |= layout.WALL_LAST
    if not (fourth or about_kong):  # most hands: nothing can contradict
        return conditions
    if fourth:
        conditions |= layout.LAST_OF_KIND
    if about_kong:
        conditions |= layout.REPLACEMENT if drawn else layout.ROBBED_KONG
    kongs = sum(meld[0] == "GANG" for meld in pack)
    in_melds = sum(win in tiles_of(meld) for meld in pack)
    return int(possible_conditions(conditions, hand.count(win), in_melds, kongs, True))


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
    hidden = sum(meld in HIDDEN_PUNGS for meld in pack)
    kongs = [meld[2] > 0 for meld in pack if meld[0] == "GANG"]
    melded, concealed = sum(kongs), len(kongs) - sum(kongs)
    counted = _KONG_FANS.get((melded, concealed))
    bars = RULES.compiled.bars.copy()
    bars[list(_KONG_FANS.values())] = 0
    bars[_KONG_FANS[melded, concealed + hidden]] = RULES.compiled.bars[counted] if counted else 0
    row, work, score = _scoring_desk(RULES.compiled._replace(bars=bars))
    for tile in tiles:
        row[TILES[tile]] += 1
    codes = bytes(HIDDEN_PUNGS.get(meld) or SCORED[meld] for meld in pack)
    row[_MELD : _MELD + len(codes)] = codes
    row[_WIN : _WIN + len(rest)] = rest
    if score():
        raise TypeError("ERROR_NOT_WIN")
    flags, repeats = work[_WORD0] | work[_WORD1] << 64, work[_REPEATS]
    for fan in _KONG_FANS.values():
        flags &= ~(1 << (fan - 1))
    flags |= 1 << (counted - 1) if counted else 0
    copies = Counter([*tiles, *(tile for meld in pack for tile in tiles_of(meld))])
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
    from ..kernels import direct, load_analysis_tables, shanten_rows, useful_rows

    concealed, melds = np.zeros((1, layout.KINDS), np.uint8), np.zeros((1, 4), np.uint8)
    tables = load_analysis_tables()
    work, scratch = np.zeros(layout.SLOTS, np.uint64), np.zeros(384, np.int64)
    status, shanten = np.zeros(1, np.uint8), np.zeros((1, 6), np.int8)
    best, useful = np.zeros(1, np.uint64), np.zeros((1, 5), np.uint64)
    return _AnalysisDesk(
        concealed.reshape(layout.KINDS).data,
        melds.reshape(4).data,
        shanten.reshape(6).data,
        useful.reshape(5).data,
        functools.partial(
            direct(shanten_rows), concealed, melds, 31, tables, work, scratch, status, shanten
        ),
        [
            functools.partial(
                direct(useful_rows), concealed, melds, 1 << form, tables, work, scratch, status,
                shanten, best, useful,
            )
            for form in range(5)
        ],
    )  # fmt: skip


def _choices(first: int, kinds: int) -> list[Hand]:
    """Name the tiles of every mask of a suit or of the honors."""
    names = NAMES[first : first + kinds]
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
        check_hand(hand)
        if len(hand) not in melds:
            raise TypeError("ERROR_INVALID_HAND")
        shanten, tiles = useful_tiles(counts_of(hand), form)
        mask = sum(1 << tile for tile in tiles)
    characters, dots = _CHARACTERS[mask & 511], _DOTS[mask >> 9 & 511]
    bamboos, honors = _BAMBOOS[mask >> 18 & 511], _HONORS[mask >> 27]
    return shanten, characters + bamboos + dots + honors


def MahjongShanten(pack: Pack, hand: Hand) -> int:
    """Return the shanten of a hand: how many tiles it is from being ready, by the nearest of the five forms.

    Parameters
    ----------
    pack : tuple of (str, str, int)
        Declared sets, as in `MahjongFanCalculator`. If they are fewer than `hand` lacks, the others are unknown.
        If they are more, or cannot be beside this hand, they are not looked at.
    hand : tuple of str
        The other tiles: 13, 10, 7, 4 or 1.

    Returns
    -------
    int
        0 for a hand that is ready.

    Raises
    ------
    TypeError
        If these are no tiles, or of a wrong number.

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
        desk.melds[:] = (bytes([MELDS[meld] for meld in pack]) + unknown)[:4] if pack else unknown[:4]
        desk.concealed[:] = sum(map(_held, hand)).to_bytes(layout.KINDS, "little")
    except (KeyError, TypeError, ValueError):
        bad = True
    else:
        bad = desk.measure() > 0
    shanten: int = desk.shanten[layout.BEST]
    _analysis_desks.append(desk)
    if bad:
        check_pack(pack)
        check_hand(hand)
        if len(hand) not in _SHORT_HANDS:
            raise TypeError("ERROR_INVALID_HAND_OR_PACK")
        return best_shanten(counts_of(hand))
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
        If these are no tiles, or of a wrong number.

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
        If these are no tiles, or of a wrong number.

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
        If these are no tiles, or of a wrong number.

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
        If these are no tiles, or of a wrong number.

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
        If these are no tiles, or of a wrong number.

    Examples
    --------
    >>> KnittedStraightShanten(("W1", "W4", "W7", "T2", "T5", "T8", "B3", "B6", "F1", "F1"))
    (0, ('B9',))
    """
    return _useful(hand, layout.STRAIGHT, _STRAIGHT_HANDS)
