"""The loop over rows of text: many hand strings into the columns of rows.

The grammar is that of `parse_hand`. A string is read once from left to right; only the digits before a suit letter are
read a second time, when the letter has told which suit it is.
"""

from typing import Final

import numpy as np
from numba import types

from .. import layout
from ..jit import BYTES, INTS, OUT_BYTES, OUT_ROWS, Bytes, Halves, Int, Ints, eight, helper, kernel

MAX_TEXT: Final = 200  # bytes; equal to characters, as only ASCII is accepted
NO_TILE: Final = 255

_BLANK: Final = ord(" ")
_COMMA: Final = ord(",")
_ZERO: Final = ord("0")
_ONE: Final = ord("1")
_OPEN: Final = ord("[")
_CLOSE: Final = ord("]")
_BAR: Final = ord("|")
_FLOWER: Final = ord("a")

# Three bits a letter from C (lowest) to W: 1 + the place of the honor in E S W N C F P, 0 for no honor. 63 bits.
_FIRST_HONOR: Final = ord("C")
_LAST_HONOR: Final = ord("W")
_HONORS: Final = sum(place << 3 * (ord(letter) - _FIRST_HONOR) for place, letter in enumerate("ESWNCFP", start=1))

# The suit letters m p s are three apart, their first tiles nine.
_FIRST_SUIT: Final = ord("m")
_SUITS: Final = 1 << ord("m") - _FIRST_SUIT | 1 << ord("p") - _FIRST_SUIT | 1 << ord("s") - _FIRST_SUIT

# Packed tiles of a meld: one byte a tile, the last tile lowest.
_THREE: Final = 0x010101
_FOUR: Final = 0x01010101
_ASCENDING: Final = 0x000102

_LOW_BITS: Final = np.uint64(0x7F7F7F7F7F7F7F7F)
_TOP_BITS: Final = np.uint64(0x8080808080808080)
_FOUR_TO_TOP: Final = np.uint64(0x7B7B7B7B7B7B7B7B)  # lifts a count above 4 to the top bit

OUT_HALVES = types.uint16[::1]


@helper
def honor_place(char: Int) -> Int:
    """Return 1..7 for a letter of E S W N C F P, and 0 for any other byte."""
    if char < _FIRST_HONOR or char > _LAST_HONOR:
        return 0
    return (_HONORS >> (3 * (char - _FIRST_HONOR))) & 7


@helper
def suit_start(char: Int) -> Int:
    """Return the first tile of the suit of a letter m, p or s, and -1 for any other byte."""
    step = char - _FIRST_SUIT
    if step < 0 or step > 6 or (_SUITS >> step) & 1 == 0:
        return -1
    return 3 * step


@helper
def after_blanks(text: Bytes, place: Int) -> Int:
    """Return the first place from here on that holds no blank."""
    while text[place] == _BLANK:
        place += 1
    return place


@helper
def meld_code(tiles: Int, size: Int, number: Int) -> Int:
    """Return the code of a meld, or 0 if there is no such meld.

    Parameters
    ----------
    tiles : int
        One byte a tile, the last one lowest.
    size : int
        Number of tiles, at most 4.
    number : int
        The digit 1..9 after the tiles, or 0 for none.
    """
    if size == 3 and number <= 3:
        tile = tiles >> 16
        if tiles == tile * _THREE:
            return 1 + layout.KINDS * layout.PUNG + tile
        if tiles == tile * _THREE + _ASCENDING and tile < layout.HONORS and tile % 9 < 7:
            return 1 + layout.KINDS * layout.CHOW + tile
    elif size == 4 and number <= 7 and number != 4:
        tile = tiles >> 24
        if tiles == tile * _FOUR:
            if number == 0:
                return 1 + layout.KINDS * layout.CONCEALED_KONG + tile
            return 1 + layout.KINDS * (layout.CLAIMED_KONG if number < 4 else layout.PROMOTED_KONG) + tile
    return 0


@helper
def read_meld(text: Bytes, place: Int) -> tuple[Int, Int]:
    """Read a meld; return the place after its closing bracket and its code, 0 if it is none.

    Parameters
    ----------
    text : (m,) uint8
    place : int
        After the opening bracket.
    """
    tiles = np.int64(0)
    size = np.int64(0)
    digits = np.int64(0)
    pending = np.int64(0)
    while True:
        char = np.int64(text[place])
        place += 1
        if _ONE <= char < _ONE + 9:
            pending += 1
            if pending > 4:
                return place, np.int64(0)
            digits = digits << 8 | (char - _ONE)
        elif char in (_COMMA, _CLOSE):
            break
        elif char != _BLANK:
            honor = honor_place(char)
            if honor > 0:
                if pending > 0 or size == 4:
                    return place, np.int64(0)
                tiles = tiles << 8 | (layout.HONORS - 1 + honor)
                size += 1
                continue
            start = suit_start(char)
            if start < 0 or pending == 0 or size + pending > 4:
                return place, np.int64(0)
            tiles = tiles << (8 * pending) | (digits + start * (_FOUR & ((1 << (8 * pending)) - 1)))
            size += pending
            digits = np.int64(0)
            pending = np.int64(0)
    number = digits + pending  # of a single digit: its rank
    if char == _CLOSE:
        return place, np.int64(meld_code(tiles, size, number) if pending <= 1 else 0)
    place = after_blanks(text, place)
    number = np.int64(text[place]) - _ZERO
    if pending > 0 or number < 1 or number > 9:
        return place, np.int64(0)
    place = after_blanks(text, place + 1)
    if text[place] != _CLOSE:
        return place, np.int64(0)
    return place + 1, np.int64(meld_code(tiles, size, number))


@helper
def add_meld(counts: Bytes, i: Int, code: Int, times: Int) -> None:
    """Add the tiles of a meld to a row of counts, or take them away with -1 times."""
    kind = (code - 1) // layout.KINDS
    tile = code - 1 - layout.KINDS * kind
    if kind == layout.CHOW:
        for step in range(3):
            counts[i, tile + step] = np.int64(counts[i, tile + step]) + times
    else:
        counts[i, tile] = np.int64(counts[i, tile]) + times * (3 if kind == layout.PUNG else 4)


@helper
def read_body(text: Bytes, place: Int, i: Int, concealed: Bytes, melds: Bytes) -> tuple[Int, Int, Int, Int]:
    """Read tiles and melds; return the place after them, or -1, the tiles outside melds, the last of them, the melds.

    Parameters
    ----------
    text : (m,) uint8
    place : int
        Where the string starts.
    i : int
        The row.
    concealed : (n, 34) uint8
        All zero in this row; the tiles of the first four melds are counted too.
    melds : (n, 4) uint8
        All zero in this row; melds after the fourth are only counted.
    """
    tiles = np.int64(0)
    last = np.int64(NO_TILE)
    laid_down = np.int64(0)
    while True:
        char = np.int64(text[place])
        if _ONE <= char < _ONE + 9:
            first = place
            while char == _BLANK or _ONE <= char < _ONE + 9:
                place += 1
                char = np.int64(text[place])
            start = suit_start(char)
            if start < 0:
                return np.int64(-1), tiles, last, laid_down
            for digit in range(first, place):
                char = np.int64(text[digit])
                if char != _BLANK:
                    last = start + char - _ONE
                    concealed[i, last] += 1
                    tiles += 1
            place += 1
            continue
        honor = honor_place(char)
        if honor > 0:
            last = np.int64(layout.HONORS - 1 + honor)
            concealed[i, last] += 1
            tiles += 1
            place += 1
        elif char == _OPEN:
            place, code = read_meld(text, place + 1)
            if code == 0:
                return np.int64(-1), tiles, last, laid_down
            if laid_down < 4:
                melds[i, laid_down] = code
                add_meld(concealed, i, code, 1)
            laid_down += 1
        elif char == _BLANK:
            place += 1
        else:
            return place, tiles, last, laid_down


@helper
def read_situation(text: Bytes, place: Int) -> tuple[Int, Int, Int, Int]:
    """Read winds and conditions; return the place after them, or -1, prevalent wind, seat wind, condition bits.

    Parameters
    ----------
    text : (m,) uint8
    place : int
        After the bar.
    """
    winds = np.int64(0)
    for _ in range(2):
        place = after_blanks(text, place)
        wind = np.int64(honor_place(np.int64(text[place]))) - 1
        if wind < 0 or wind > 3:
            return np.int64(-1), np.int64(0), np.int64(0), np.int64(0)
        winds = winds << 2 | wind
        place += 1
    digits = np.int64(0)
    for _ in range(4):
        place = after_blanks(text, place)
        digit = np.int64(text[place]) - _ZERO
        if digit < 0 or digit > 1:
            return np.int64(-1), np.int64(0), np.int64(0), np.int64(0)
        digits = digits << 1 | digit
        place += 1
    drawn = digits >> 3
    conditions = drawn * layout.SELF_DRAWN
    conditions |= (digits >> 2 & 1) * layout.LAST_OF_KIND | (digits >> 1 & 1) * layout.WALL_LAST
    conditions |= (digits & 1) * (drawn * layout.REPLACEMENT | (1 - drawn) * layout.ROBBED_KONG)
    return after_blanks(text, place), winds >> 2, winds & 3, conditions


@helper
def read_flowers(text: Bytes, place: Int) -> tuple[Int, Int]:
    """Read the number of flowers; return the place after it, or -1, and the number.

    Parameters
    ----------
    text : (m,) uint8
    place : int
        After the second bar.
    """
    place = after_blanks(text, place)
    number = np.int64(text[place]) - _ZERO
    if 0 <= number <= 8:
        return after_blanks(text, place + 1), number
    seen = np.int64(0)
    number = np.int64(0)
    while True:
        flower = np.int64(text[place]) - _FLOWER
        if flower < 0 or flower > 7:
            return place, number
        if (seen >> flower) & 1:
            return np.int64(-1), np.int64(0)
        seen |= 1 << flower
        number += 1
        place = after_blanks(text, place + 1)


@helper
def over_four(counts: Bytes, i: Int) -> bool:
    """Say whether any of the 34 counts of a row is above 4."""
    over = eight(counts, i, 0)
    top = over | ((over & _LOW_BITS) + _FOUR_TO_TOP)
    for column in (8, 16, 24, 26):  # the last two overlap
        over = eight(counts, i, column)
        top |= over | ((over & _LOW_BITS) + _FOUR_TO_TOP)
    return bool(top & _TOP_BITS != np.uint64(0))


@helper
def clear_tiles(concealed: Bytes, melds: Bytes, i: Int) -> None:
    """Set a row of counts and melds to zero."""
    for tile in range(layout.KINDS):
        concealed[i, tile] = 0
    for place in range(4):
        melds[i, place] = 0


@kernel(
    types.int64(
        BYTES, INTS, OUT_ROWS, OUT_ROWS, OUT_BYTES, OUT_HALVES, OUT_BYTES, OUT_BYTES, OUT_BYTES, OUT_BYTES, OUT_BYTES,
    )
)  # fmt: skip
def text_rows(
    text: Bytes, ends: Ints, concealed: Bytes, melds: Bytes, win: Bytes, conditions: Halves, prevalent: Bytes,
    seat: Bytes, flowers: Bytes, winds_given: Bytes, status: Bytes,
) -> int:  # fmt: skip
    """Read hand strings into rows; a string that is none gets zeros.

    Parameters
    ----------
    text : (m,) uint8
        The strings, a newline after each.
    ends : (n,) int64
        Where these newlines stand, ascending. Trusted; other newlines are refused as part of their string.
    concealed : (n, 34) uint8
    melds : (n, 4) uint8
    win, prevalent, seat, flowers : (n,) uint8
    conditions : (n,) uint16
        The row formats, written: all concealed tiles; `win` is 255 where none of them is the winning one.
    winds_given : (n,) uint8
        Written: 1 if the string has winds, else 0.
    status : (n,) uint8
        Written: `OK`, `BAD_NOTATION`, or for tiles that nobody can hold `BAD_MELD` (over four melds; the others are
        left out), `FIFTH_COPY` or `TILE_COUNT`. What a string of such tiles says is written all the same.

    Returns
    -------
    int
        Number of strings that are not `OK`.
    """
    bad = 0
    start = np.int64(0)
    for i in range(ends.shape[0]):
        end = np.int64(ends[i])
        clear_tiles(concealed, melds, i)
        place: Int = np.int64(-1)
        tiles: Int = np.int64(0)
        last: Int = np.int64(NO_TILE)
        laid_down: Int = np.int64(0)
        held_conditions: Int = np.int64(0)
        held_prevalent: Int = np.int64(0)
        held_seat: Int = np.int64(0)
        held_flowers: Int = np.int64(0)
        given = np.int64(0)
        if end - start <= MAX_TEXT:
            place, tiles, last, laid_down = read_body(text, start, i, concealed, melds)
            if place >= 0 and text[place] == _BAR:
                given = np.int64(1)
                place, held_prevalent, held_seat, held_conditions = read_situation(text, place + 1)
                if place >= 0 and text[place] == _BAR:
                    place, held_flowers = read_flowers(text, place + 1)
        start = end + 1
        code = layout.OK
        if place != end:
            code = layout.BAD_NOTATION
            clear_tiles(concealed, melds, i)
            last = np.int64(0)
            held_conditions = held_prevalent = held_seat = held_flowers = given = np.int64(0)
        else:
            if laid_down > 4:
                code = layout.BAD_MELD
            elif over_four(concealed, i):
                code = layout.FIFTH_COPY
            elif not 13 <= tiles + 3 * laid_down <= 14:
                code = layout.TILE_COUNT
            for column in range(4):
                if melds[i, column] > 0:
                    add_meld(concealed, i, np.int64(melds[i, column]), -1)
            if tiles % 3 != 2:
                last = np.int64(NO_TILE)
        win[i] = last
        conditions[i] = held_conditions
        prevalent[i] = held_prevalent
        seat[i] = held_seat
        flowers[i] = held_flowers
        winds_given[i] = given
        status[i] = code
        if code != layout.OK:
            bad += 1
    return bad
