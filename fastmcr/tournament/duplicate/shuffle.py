"""The shuffle: a seed and the number of a board give its 136 tiles, the same for ever on any machine."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterator
from hashlib import sha256
from itertools import count

from ...errors import DealError, InputError, shown
from ...rulebook.tiles import ALL_TILES, COPIES, KINDS, as_index
from .boards import MAX_BOARD

SHUFFLE = "fastmcr-deal-1"

SPECIFICATION = """\
How a seed becomes tiles (fastmcr-deal-1)

1. Tiles. Kinds are numbered in this order: 1m..9m characters = 0..8, 1p..9p dots = 9..17, 1s..9s bamboos = 18..26,
   E S W N winds = 27..30, C F P red, green, white dragon = 31, 32, 33. The list T has 136 tiles, T[0] to T[135],
   in this order, each kind four times: T[i] is kind i // 4. There are no flowers.
2. Bytes. The message M(c) is the text fastmcr-deal-1/SEED/BOARD/c as UTF-8, with no line end: the seed as it is
   written, the number of the board and the counter c as decimal numbers without leading zeros. The stream of bytes
   is SHA-256(M(0)), then SHA-256(M(1)), SHA-256(M(2)) and so on, each giving its 32 bytes from the first to the
   last.
3. Numbers. A number below n (2 <= n <= 136) is drawn so: take the next byte b of the stream; while
   b >= 256 - (256 mod n), throw it away and take the next one; the number is b mod n. Every number is equally
   likely.
4. Shuffle (Fisher-Yates, from the end). For i = 135, 134, ..., 1 draw a number j below i + 1 and exchange T[i] and
   T[j] (nothing changes where i = j).
5. Walls. T[0] to T[33] are the wall of the seat East, T[34] to T[67] of South, T[68] to T[101] of West, T[102] to
   T[135] of North. A wall is in the order in which it is used: the first 13 tiles are the hand dealt, the other
   21 are drawn in this order, replacements for kongs among them.

A seed has 1 to 200 printable characters in Unicode normal form C, with no blank at either end. A board is 1 to 9999.
Every board has a stream of its own, so a board depends on nothing but the seed and its number.

Example: seed "spring", board 1. printf 'fastmcr-deal-1/spring/1/0' | sha256sum gives 53 41 c9 87 82 2a 63 c1 ...
For i = 135 (n = 136, limit 136) 53 = 83 gives j = 83: exchange T[135] and T[83]. For i = 134 (n = 135, limit 135)
41 = 65 gives j = 65. For i = 133 (n = 134, limit 134) c9 = 201 and 87 = 135 are thrown away, 82 = 130 gives j = 130.
For i = 132 (n = 133, limit 133) 2a = 42 gives j = 42. In the end the wall of East begins
8m 7m 4m 3s 1m 6s 2m 8s 3m 4p N 8m 9m and that of North ends 5p 8p 7s 2p F 8p 3s.
"""

MAX_SEED = 200  # characters
_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # 32; i, l, o and u are left out, as they are misread
_GROUPS, _GROUP = 5, 5  # 25 letters of 5 bits: 125 bits
_SHORT, _FEW = 20, 10  # characters, and different characters, that a seed needs to pass as not guessable


def new_seed() -> str:
    """Return a seed that nobody can guess: 25 letters and digits, 125 bits from the operating system.

    Returns
    -------
    str
        Five groups of five, apart by hyphens, which belong to the seed.

    Examples
    --------
    >>> len(new_seed()), new_seed() == new_seed()
    (29, False)
    """
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS))


def is_guessable(seed: str) -> bool:
    """Say whether a seed is so short or so plain that someone could find it by trying.

    Parameters
    ----------
    seed : str
        A seed.

    Returns
    -------
    bool
        True with fewer than 20 characters or fewer than 10 different ones. False is no proof: the title of a song
        passes.

    Examples
    --------
    >>> is_guessable("spring"), is_guessable(new_seed())
    (True, False)
    """
    return len(seed) < _SHORT or len(set(seed)) < _FEW


def check_seed(seed: object) -> str:
    """Return a seed that can be used.

    Parameters
    ----------
    seed : object
        What was given.

    Returns
    -------
    str
        The same text.

    Raises
    ------
    InputError
        If it is no text.
    DealError
        If two people who write it down could mean different bytes, or if it is empty or too long. The seed does not
        stand in the error: it is secret, and errors are passed on.

    Examples
    --------
    >>> check_seed("spring")
    'spring'
    """
    if not isinstance(seed, str):
        raise InputError(f"a seed is text, not {type(seed).__name__}")
    if not 1 <= len(seed) <= MAX_SEED:
        raise DealError(f"a seed has 1 to {MAX_SEED} characters, not {len(seed)}")
    if not seed.isprintable():
        raise DealError(f"the seed has a character that cannot be printed, at place {_unprintable(seed)}")
    if seed != seed.strip():
        raise DealError("the seed has a blank at an end, which nobody would see")
    if not unicodedata.is_normalized("NFC", seed):
        raise DealError("the seed has letters and accents apart; write it in Unicode normal form C")
    return seed


def _unprintable(seed: str) -> int:
    return next(place for place, char in enumerate(seed, 1) if not char.isprintable())


def check_board(number: object) -> int:
    """Return the number of a board, 1..9999.

    Parameters
    ----------
    number : object
        What was given.

    Returns
    -------
    int
        The number.

    Raises
    ------
    DealError
        If it is no whole number or out of range.

    Examples
    --------
    >>> check_board(16)
    16
    """
    index = as_index(number)
    if index is None or not 1 <= index <= MAX_BOARD:
        raise DealError(f"a board is a whole number 1..{MAX_BOARD}, not {shown(number)}")
    return index


def shuffled(seed: str, board: int) -> bytes:
    """Return the tiles of a board in the order of the walls.

    Parameters
    ----------
    seed : str
        1 to 200 printable characters.
    board : int
        1..9999.

    Returns
    -------
    bytes
        136 tile indices 0..33: the wall of East, of South, of West, of North, 34 each, in the order of use.

    Raises
    ------
    InputError, DealError
        If the seed or the number cannot be used.

    Notes
    -----
    `SPECIFICATION` says all that is needed to write this again; ``fastmcr duplicate deal --how`` prints it. Drawing
    single bytes rather than wide words costs nothing and makes rejections frequent (one byte in seven), so
    that a copy which gets them wrong is found out by its first deal.

    Examples
    --------
    >>> from fastmcr.rulebook.tiles import TILES
    >>> " ".join(str(TILES[tile]) for tile in shuffled("spring", 1)[:13])
    '8m 7m 4m 3s 1m 6s 2m 8s 3m 4p N 8m 9m'
    """
    stream = _stream(check_seed(seed), check_board(board))
    tiles = [tile for tile in range(KINDS) for _ in range(COPIES)]
    for last in range(ALL_TILES - 1, 0, -1):
        other = _below(last + 1, stream)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return bytes(tiles)


def _stream(seed: str, board: int) -> Iterator[int]:
    for counter in count():
        yield from sha256(f"{SHUFFLE}/{seed}/{board}/{counter}".encode()).digest()


def _below(bound: int, stream: Iterator[int]) -> int:
    limit = 256 - 256 % bound
    byte = next(stream)
    while byte >= limit:
        byte = next(stream)
    return byte % bound
