"""Walls: from a seed, or from what a record shows of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from ..base.given import as_array, as_list
from ..errors import DealError, InputError, shown
from ..kernels.layout import play as lay
from ..rulebook.tiles import NAMES, TilesLike, as_index, as_tiles
from .game import Game

__all__ = ["as_seed", "as_walls", "batch_seed", "personal_walls", "shared_wall", "wall_from_seed"]

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
FLOWER_LETTERS = "abcdefgh"

Bytes = npt.NDArray[np.uint8]


def _scrambled(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _MASK
    return word ^ word >> 31


def as_seed(seed: object) -> int:
    """Return a seed as a whole number 0..2**64 - 1."""
    number = as_index(seed)
    if number is None or not 0 <= number <= _MASK:
        raise InputError(f"a seed is a whole number 0..2**64 - 1, not {shown(seed)}")
    return number


def batch_seed(seed: int, row: int, number: int = 0) -> int:
    """Return the seed of one deal of a batch.

    Parameters
    ----------
    seed : int
        Seed of the batch.
    row : int
        Row of the deal in the batch.
    number : int, default 0
        How many deals were started in this row before.

    Returns
    -------
    int
        ``Deal.from_seed`` makes the same deal of it.

    Notes
    -----
    With s(x) the output function of SplitMix64 and g = 0x9E3779B97F4A7C15, all modulo 2**64:
    ``s(s(seed + g * (row + 1)) + g * (number + 1))``.

    Examples
    --------
    >>> batch_seed(2024, row=0)
    10408667759918069152
    """
    word = _scrambled(as_seed(seed) + _GOLDEN * (_whole("row", row) + 1) & _MASK)
    return _scrambled(word + _GOLDEN * (_whole("number", number) + 1) & _MASK)


def _whole(name: str, given: object) -> int:
    number = as_index(given)
    if number is None or number < 0:
        raise InputError(f"{name} must be a whole number from 0 on, not {shown(given)}")
    return number


def wall_from_seed(seed: int, game: Game | str = "ordinary") -> tuple[Bytes, int]:
    """Return the wall of a seed and the prevalent wind that goes with it.

    Parameters
    ----------
    seed : int
        0..2**64 - 1.
    game : Game or str
        Says how many tiles there are.

    Returns
    -------
    wall : (144,), (136,) or (4, 34) uint8
        Tile codes, flowers as 34..41, in the order of drawing. Replacements come from the end of a shared wall.
    prevalent : int
        0..3.

    Raises
    ------
    InputError
        If the seed is no such number.
    RulesError
        If there is no such game.

    Notes
    -----
    The same seed gives the same wall in every version. SplitMix64: a state starts at the seed; each draw adds
    0x9E3779B97F4A7C15 and returns s(state). The first draw gives the wind, its top two bits. A whole number below b is
    ``(top 32 bits) * b // 2**32``, drawn again while the low half of that product is below ``2**32 % b``. The tiles lie
    sorted, four copies side by side, flowers last; for place from the last down to 1, the tile there changes places
    with that at a random place 0..place. Personal wall s is the places 34 s to 34 s + 33. This is the slow form of
    ``kernels/play_random.py``.

    Examples
    --------
    >>> wall, prevalent = wall_from_seed(7)
    >>> wall.shape, wall[:4].tolist(), prevalent
    ((144,), [2, 33, 17, 19], 1)
    """
    state = as_seed(seed)
    chosen = Game.coerce(game)

    def word() -> int:
        nonlocal state
        state = state + _GOLDEN & _MASK
        return _scrambled(state)

    def below(bound: int) -> int:
        while True:
            product = (word() >> 32) * bound
            if product & 0xFFFFFFFF >= (1 << 32) % bound:
                return product >> 32

    prevalent = word() >> 62
    wall = [place // 4 if place < lay.TILES else place - 102 for place in range(chosen.tiles)]
    for place in range(len(wall) - 1, 0, -1):
        other = below(place + 1)
        wall[place], wall[other] = wall[other], wall[place]
    made = np.array(wall, np.uint8)
    return made.reshape(4, lay.PERSONAL) if chosen.personal else made, prevalent


def as_walls(walls: npt.ArrayLike, game: Game, many: bool) -> Bytes:
    """Return walls as rows of 136 or 144 bytes, or say what is wrong with them.

    Parameters
    ----------
    walls : array
        (144,), (136,) or (4, 34) tile codes; with `many` an axis for the deals before.
    game : Game
        Says which of the shapes is right.
    many : bool
        Whether there are many.

    Returns
    -------
    (n, 136) or (n, 144) uint8
    """
    given = as_array("walls", walls)
    shape = (4, lay.PERSONAL) if game.personal else (game.tiles,)
    axes = 1 if many else 0
    if given.dtype.kind not in "iu" or given.shape[axes:] != shape or given.ndim != axes + len(shape):
        wanted = f"{'(n, ' if many else '('}{', '.join(map(str, shape))}{',' if not many and len(shape) == 1 else ''})"
        raise InputError(
            f"walls of game {game} are whole numbers of shape {wanted}, not {given.dtype} of shape {given.shape}"
        )
    rows = given.reshape(-1, game.tiles)
    wanted_tiles = np.sort(np.array([place // 4 if place < lay.TILES else place - 102 for place in range(game.tiles)]))
    wrong = np.flatnonzero((np.sort(rows, axis=1) != wanted_tiles).any(axis=1))
    if len(wrong):
        which = f"wall {wrong[0]}: " if many else ""
        raise DealError(which + _wrong_tiles(rows[wrong[0]].tolist(), game))
    return np.ascontiguousarray(rows, np.uint8)


def _wrong_tiles(wall: list[int], game: Game) -> str:
    """Say what is wrong with the tiles of a wall."""
    count = Counter(wall)
    codes = lay.FIRST_FLOWER + (lay.FLOWER_KINDS if game.flowers else 0)
    unknown = [code for code in count if not 0 <= code < codes]
    if unknown:
        return f"{unknown[0]} is no tile of this wall; tiles are 0..33" + (", flowers 34..41" if game.flowers else "")
    wanted = {code: 4 if code < lay.FIRST_FLOWER else 1 for code in range(codes)}
    wrong = max(wanted, key=lambda code: count[code] / wanted[code])  # one that is there too often
    return f"{_name(wrong)} lies in the wall {count[wrong]} times instead of {wanted[wrong]}"


def _name(code: int) -> str:
    return NAMES[code] if code < lay.FIRST_FLOWER else f"flower {FLOWER_LETTERS[code - lay.FIRST_FLOWER]}"


def _codes(given: TilesLike) -> list[int]:
    """Return tiles as codes; the letters a..h are flowers."""
    if not isinstance(given, str):
        codes = [as_index(code) for code in given] if isinstance(given, np.ndarray | list | tuple) else None
        if codes is not None and all(code is not None and 0 <= code < 42 for code in codes):
            return [code for code in codes if code is not None]
        return [int(tile) for tile in as_tiles(given)]
    codes_found: list[int] = []
    plain = ""
    for char in given:
        if char in FLOWER_LETTERS:
            codes_found += [int(tile) for tile in as_tiles(plain)] if plain.strip() else []
            plain = ""
            codes_found.append(lay.FIRST_FLOWER + FLOWER_LETTERS.index(char))
        else:
            plain += char
    return codes_found + ([int(tile) for tile in as_tiles(plain)] if plain.strip() else [])


def _rest(used: Iterable[int], flowers: bool) -> list[int]:
    """Return the tiles that are not used, in order."""
    left = Counter(dict.fromkeys(range(lay.FIRST_FLOWER), 4))
    left.update({lay.FIRST_FLOWER + k: 1 for k in range(lay.FLOWER_KINDS)} if flowers else {})
    for code in used:
        left[code] -= 1
        if left[code] < 0:
            raise DealError(f"{_name(code)} is used more often than it is there")
    return [code for code in sorted(left) for _ in range(left[code])]


def shared_wall(
    hands: Sequence[TilesLike], draws: TilesLike = "", replacements: TilesLike = "", *, flowers: bool = True
) -> Bytes:
    """Return a shared wall that deals these hands and then gives these tiles.

    Parameters
    ----------
    hands : sequence of four
        13 tiles each, East 14 or 13 (then his drawn tile is the first of `draws`), as text or codes; the letters a..h
        and the codes 34..41 are flowers.
    draws : tiles
        What is drawn from the front after that, in order.
    replacements : tiles
        What is drawn from the back, in order: for flowers first, then for kongs and later flowers.
    flowers : bool
        Whether the wall has 144 tiles or 136.

    Returns
    -------
    (144,) or (136,) uint8
        The tiles nobody asked for lie between, suits first and flowers last.

    Raises
    ------
    DealError
        If a hand has a wrong number of tiles, or a tile is used too often.

    Examples
    --------
    >>> from fastmcr.play import Deal
    >>> hands = ["123456789m1234p", "a23456789p1234s", "123456789s1234m", "EEESSSWWWNNNC"]
    >>> deal = Deal.from_walls(shared_wall(hands, draws="CF", replacements="b5s"))
    >>> deal.drawn, deal.flowers("S")
    (Tile.C, 'ab')
    """
    dealt = _hands(hands)
    front = _codes(draws)
    fourteenth = dealt[0].pop() if len(dealt[0]) == lay.HAND + 1 else None
    if fourteenth is not None:
        front.insert(0, fourteenth)
    back = _codes(replacements)
    head = [dealt[seat][4 * round_ + k] for round_ in range(3) for seat in range(4) for k in range(4)]
    head += [dealt[seat][12] for seat in range(4)]
    rest = _rest([*head, *front, *back], flowers)
    return np.array([*head, *front, *rest, *reversed(back)], np.uint8)


def personal_walls(hands: Sequence[TilesLike], draws: Sequence[TilesLike]) -> Bytes:
    """Return personal walls that deal these hands and then give each seat these tiles.

    Parameters
    ----------
    hands : sequence of four
        13 tiles each; East may have 14.
    draws : sequence of four
        What each seat draws after that, replacements included, in order; at most 21 tiles (East 20 with 14 dealt).

    Returns
    -------
    (4, 34) uint8
        Each wall is filled up with tiles nobody asked for.

    Raises
    ------
    DealError
        If there are too many tiles in a wall or of a kind.

    Examples
    --------
    >>> hands = ["123456789m1234p", "123456789p1234s", "123456789s1234m", "EEESSSWWWNNNC"]
    >>> personal_walls(hands, ["CF", "", "P", ""])[:, 13].tolist()[:3:2]
    [31, 33]
    >>> personal_walls(hands, ["C"] * 4)
    Traceback (most recent call last):
        ...
    fastmcr.errors.DealError: C is used more often than it is there
    """
    dealt = _hands(hands)
    if len(draws) != 4:
        raise InputError(f"draws are those of four seats, not {len(draws)}")
    walls = [dealt[seat] + _codes(draws[seat]) for seat in range(4)]
    for seat, wall in enumerate(walls):
        if len(wall) > lay.PERSONAL:
            raise DealError(f"the wall of {'ESWN'[seat]} has {len(wall)} tiles; a personal wall has {lay.PERSONAL}")
    rest = iter(_rest([code for wall in walls for code in wall], flowers=False))
    made = [wall + [next(rest) for _ in range(lay.PERSONAL - len(wall))] for wall in walls]
    return np.array(made, np.uint8)


def _hands(hands: Sequence[TilesLike]) -> list[list[int]]:
    given = as_list("hands", hands, "those of four seats")
    if len(given) != 4:
        raise InputError(f"hands are those of four seats, not {len(given)}")
    dealt = [_codes(hand) for hand in given]
    for seat, hand in enumerate(dealt):
        if len(hand) != lay.HAND and not (seat == 0 and len(hand) == lay.HAND + 1):
            raise DealError(f"the hand of {'ESWN'[seat]} has {len(hand)} tiles; 13 are dealt, to East 13 or 14")
    return dealt
