"""What every fan's distance is made from: what a hand can still use, and the words of its suits and honors."""

import numpy as np
import numpy.typing as npt

from .. import layout
from ..distance.targets import Entries, add_info, empty_entries
from ..jit import Int, Word, Words, helper, inlined
from ..scoring.pack import CODES, COUNTS, HELD, eaten_in
from ..tables.words import melds_in
from .words import NOTHING, join, lane, pungs_word, suit_word, whole_of

# Slots of the words vector.
OWN = 0  # 0-3 nibbles of the tiles held: m, p, s, honors
FREE = 4  # 4-7 nibbles of the copies that sets and pair may use
SUIT = 8  # 8-10 words of the suits, 11 of the honors
HONORS = 11
WINDS = 12
DRAGONS = 13
SUITS = 14  # three suits
ALL = 15  # suits and honors
BESIDE = 16  # 16-18 the other two suits and the honors
LAST = 20  # 20-22 one suit and the honors
PLAIN = 24  # 24-26 the other two suits
CHOWS = 28  # 28-30 melded chows by lowest rank, as nibbles
PUNGS = 32  # 32-35 melded pungs and kongs by rank, as nibbles 0 or 1
MELDS = 36  # column 2 of all melds, as drawn in `targets`
KONGS = 37  # 37-39 kinds of melded kongs of the suits, as nibbles 0 or 1
HELD_BESIDE = 40  # 40-42 tiles of the suits beside a knitted body
FREE_BESIDE = 43  # 43-45 copies that are free then
BODY = 46  # 46-48 the body
CHOSEN = 49  # 49-51 tiles of the suits that a combination uses
BARRED = 52  # 52-54 sets that may not stand beside it: chows bit low, pungs bit 16 + rank
BARRED_RANKS = 55  # 55-57 the ranks of these
SETTLED = 58  # 58-59 fans of which it is known that they count in a nearest hand
SLOTS = 60

Scratch = tuple[
    npt.NDArray[np.uint64], npt.NDArray[np.uint64], npt.NDArray[np.uint64], npt.NDArray[np.int64],
    npt.NDArray[np.int64], npt.NDArray[np.int64], Entries,
]  # fmt: skip

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_BYTE = np.uint64(255)
_COPIES = np.uint64(0x444444444)
WIND_RANKS, DRAGON_RANKS = np.uint64(0x1111), np.uint64(0x1110000)


def fan_scratch(groups: int, combinations: int) -> Scratch:
    """Return scratch for `fan_distance_rows`, not shared between threads.

    Parameters
    ----------
    groups, combinations : int
        Rows of these `FanTables`.
    """
    return (
        np.empty(layout.SLOTS, np.uint64), np.empty(SLOTS, np.uint64), np.empty(groups, np.uint64),
        np.empty(groups + combinations + layout.FANS, np.int64), np.empty((3, layout.FANS), np.int64),
        np.empty(layout.BOUNDS, np.int64), empty_entries(),
    )  # fmt: skip


@inlined
def shared(w: Words, place: Int) -> bool:
    """Say whether all melds may stand in a hand of `SHARED_FANS[place]`."""
    return bool((w[MELDS] >> np.uint64(40 + place)) & _ONE != _ZERO)


@inlined
def melded_kinds(w: Words) -> Int:
    """Return what the melds bring: bits for m, p, s, winds, dragons."""
    return np.int64((w[MELDS] >> np.uint64(32)) & np.uint64(31))


@helper
def lay_out_melds(table: npt.NDArray[np.uint64], work: Words, w: Words) -> None:
    """Write tiles, free copies and melds of a packed row.

    Parameters
    ----------
    table : (128, 3) uint64
        `target_words`.
    work : (40,) uint64
        The packed row.
    w : (SLOTS,) uint64
        Written.
    """
    for suit in range(4):
        w[OWN + suit] = work[HELD + suit]
        w[FREE + suit] = _COPIES - eaten_in(suit, work)
        w[CHOWS + suit] = w[PUNGS + suit] = _ZERO
    w[FREE + 3] &= np.uint64(0xFFFFFFF)
    w[KONGS] = w[KONGS + 1] = w[KONGS + 2] = _ZERO
    info = np.uint64(0xFFF << 40)
    for place in range(melds_in(work[COUNTS])):
        code = np.int64((work[CODES] >> np.uint64(8 * place)) & _BYTE) - 1
        kind, tile = code // 34, code % 34
        own = tile // 9
        rank = tile - 9 * own
        if kind == 0:
            w[CHOWS + own] += _ONE << np.uint64(4 * rank)
        else:
            w[PUNGS + own] |= _ONE << np.uint64(4 * rank)
            if kind >= layout.CLAIMED_KONG and own < 3:
                w[KONGS + own] |= _ONE << np.uint64(4 * rank)
        info = add_info(info, table[32 * own + (rank if kind == 0 else 7 + rank), 2])
    w[MELDS] = info


@helper
def find_words(
    sets: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], w: Words
) -> None:  # fmt: skip
    """Write the words of suits, honors and what they make together, up to a number of sets."""
    for suit in range(3):
        w[SUIT + suit] = suit_word(w[OWN + suit], w[FREE + suit], _ZERO, sets, np.int64(0), steps, vectors)
    w[WINDS] = pungs_word(NOTHING, w[OWN + 3], w[FREE + 3], WIND_RANKS)
    w[DRAGONS] = pungs_word(NOTHING, w[OWN + 3], w[FREE + 3], DRAGON_RANKS)
    w[HONORS] = join(w[WINDS], w[DRAGONS], sets)
    for suit in range(3):
        w[LAST + suit] = join(w[SUIT + suit], w[HONORS], sets)
        one, other = (1 if suit == 0 else 0), (1 if suit == 2 else 2)
        w[PLAIN + suit] = join(w[SUIT + one], w[SUIT + other], sets)
        w[BESIDE + suit] = join(w[PLAIN + suit], w[HONORS], sets)
    w[SUITS] = join(w[PLAIN], w[SUIT], sets)
    w[ALL] = join(w[SUITS], w[HONORS], sets)


@helper
def whole_of_three(one: Word, other: Word, third: Word, sets: Int, pair: Int) -> Int:
    """Return the tiles missing to exactly some sets and maybe a pair of three parts together."""
    return whole_of(join(one, other, sets), third, sets, pair)


@inlined
def part_or_melded(word: Word, melded: bool) -> Word:
    """Return a word from which something must be taken, unless melds bring it."""
    return word if melded else word | np.uint64(15)


@inlined
def lane_of(word: Word, sets: Int, pair: Int) -> Int:
    """Return the tiles missing to some sets and maybe a pair."""
    return lane(word, 2 * sets + pair)
