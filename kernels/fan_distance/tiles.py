"""Distances to the fans of four sets and a pair that a restricted choice of tiles, or of sets, decides."""

import numpy as np
import numpy.typing as npt

from ..jit import Int, Ints, Word, Words, helper, ones
from ..layout import numbers as fan_no
from ..nibbles import copies, fits, less, missing_of
from .parts import (
    DRAGONS,
    FREE,
    HONORS,
    MELDS,
    OWN,
    SUIT,
    WINDS,
    lane_of,
    melded_kinds,
    part_or_melded,
    shared,
    whole_of_three,
)
from .words import FAR, NEVER, NOTHING, join, lacking, lower, pungs_word, suit_beside, suit_word, whole_of, with_lane

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_SEVEN = np.uint64(7)


def _but(*ranks: int) -> np.uint64:
    """Return the bits of all ranks of a suit except some, counted from 1."""
    return np.uint64(sum(1 << 4 * rank for rank in range(9) if rank + 1 not in ranks))


# Place in SHARED_FANS and ranks that may not be used, of fans that allow the same ranks in every suit.
NOT_SIMPLE = _but(2, 3, 4, 5, 6, 7, 8)
_RANGES = (
    (4, 68, NOT_SIMPLE), (5, 25, _but(7, 8, 9)), (6, 26, _but(4, 5, 6)), (7, 27, _but(1, 2, 3)),
)  # fmt: skip
# The same of fans that a narrower one bars; that one, and the rank and the chow that it does not have.
_WIDER_RANGES = (
    (8, 36, _but(6, 7, 8, 9), 25, np.uint64(1 << 20), np.uint64(0x111 << 20)),
    (9, 37, _but(1, 2, 3, 4), 27, np.uint64(1 << 12), np.uint64(0x111 << 4)),
)
_GREEN, REVERSIBLE_P, REVERSIBLE_S = _but(2, 3, 4, 6, 8), _but(1, 2, 3, 4, 5, 8, 9), _but(2, 4, 5, 6, 8, 9)
_GREEN_HONOR, _REVERSIBLE_HONOR = np.uint64(1 << 20), np.uint64(1 << 24)
# Where the automata of `build_fan_distances` begin.
ALL_SETS, CHOWS_ONLY = np.int64(0), np.int64(1)
_OUTSIDE, _FIVES, _TURNED, _GREENS = 0, 1, 10, 11  # places in SHARED_FANS


@helper
def find_ranges(
    sets: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words
) -> None:
    """Write the distances to the fans that allow some ranks only, All Green and Reversible Tiles."""
    for place, fan, barred in _RANGES:
        if shared(w, np.int64(place)):
            m, p, s = restricted(barred, sets, ALL_SETS, steps, vectors, w)
            near[fan] = whole_of_three(m, p, s, sets, np.int64(1))
    for place, fan, barred, by, rank, chow in _WIDER_RANGES:
        if shared(w, np.int64(place)):
            m, p, s = restricted(barred, sets, ALL_SETS, steps, vectors, w)
            near[fan] = whole_of_three(m, p, s, sets, np.int64(1))
            if near[by] == near[fan]:
                near[fan] = FAR
                for tiles in (chow, rank * _THREE, rank * _TWO):
                    near[fan] = with_part(near[fan], tiles, barred, m, p, s, sets, steps, vectors, w)
    if shared(w, np.int64(_GREENS)):
        s = suit_word(w[OWN + 2], w[FREE + 2], _GREEN, sets, np.int64(0), steps, vectors)
        honor = pungs_word(NOTHING, w[OWN + 3], w[FREE + 3], _GREEN_HONOR)
        near[fan_no.ALL_GREEN] = whole_of(s, honor, sets, np.int64(1))
        if melded_kinds(w) & 4 == 0:  # three sets of four green dragons cannot be, a pair of a suit is always there
            near[fan_no.ALL_GREEN] = whole_of(part_or_melded(s, False), honor, sets, np.int64(1))
    if shared(w, np.int64(_TURNED)):
        p = suit_word(w[OWN + 1], w[FREE + 1], REVERSIBLE_P, sets, np.int64(0), steps, vectors)
        s = suit_word(w[OWN + 2], w[FREE + 2], REVERSIBLE_S, sets, np.int64(0), steps, vectors)
        honor = pungs_word(NOTHING, w[OWN + 3], w[FREE + 3], _REVERSIBLE_HONOR)
        near[fan_no.REVERSIBLE_TILES] = whole_of_three(p, s, honor, sets, np.int64(1))


@helper
def restricted(
    barred: Word, sets: Int, start: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], w: Words
) -> tuple[Word, Word, Word]:  # fmt: skip
    """Return the words of the three suits without some ranks; `start` is `ALL_SETS` or `CHOWS_ONLY`."""
    m = suit_word(w[OWN], w[FREE], barred, sets, start, steps, vectors)
    p = suit_word(w[OWN + 1], w[FREE + 1], barred, sets, start, steps, vectors)
    return m, p, suit_word(w[OWN + 2], w[FREE + 2], barred, sets, start, steps, vectors)


@helper
def with_part(
    best: Int, tiles: Word, barred: Word, m: Word, p: Word, s: Word, sets: Int, steps: npt.NDArray[np.uint16],
    vectors: npt.NDArray[np.uint64], w: Words,
) -> Int:  # fmt: skip
    """Return the tiles missing to hands with a set or pair in one of the suits, or `best` if that is lower.

    Parameters
    ----------
    tiles : uint64
        Those of the set or pair.
    barred : uint64
        Ranks that nothing may use.
    m, p, s : uint64
        Words of the suits without these.
    """
    is_pair = tiles & (tiles - _ONE) == _ZERO  # one bit: two of a rank
    left = sets if is_pair else sets - 1
    if left < 0:
        return best
    for suit in range(3):
        if fits(tiles, w[FREE + suit]):
            held, free = less(w[OWN + suit], tiles), w[FREE + suit] - tiles
            other = join(p, s, left) if suit == 0 else join(m, s, left) if suit == 1 else join(m, p, left)
            cost, pair = missing_of(tiles, w[OWN + suit]), np.int64(0 if is_pair else 1)
            best = cost + suit_beside(held, free, barred, other, left, pair, best - cost, steps, vectors)
    return best


@helper
def find_flushes(sets: Int, near: Ints, w: Words) -> None:
    """Write the distances to Full and Half Flush, One Voided Suit and All Types."""
    kinds = melded_kinds(w)
    for suit in range(3):
        own = bool(kinds >> suit & 1 != 0)
        if kinds & 7 & ~(1 << suit) == 0:
            near[fan_no.FULL_FLUSH] = (
                min(near[fan_no.FULL_FLUSH], lane_of(w[SUIT + suit], sets, 1)) if kinds < 8 else near[fan_no.FULL_FLUSH]
            )
            suited, honor = part_or_melded(w[SUIT + suit], own), part_or_melded(w[HONORS], bool(kinds >= 8))
            near[fan_no.HALF_FLUSH] = min(near[fan_no.HALF_FLUSH], whole_of(suited, honor, sets, np.int64(1)))
        if not own:
            one, other = (1 if suit == 0 else 0), (1 if suit == 2 else 2)
            first = part_or_melded(w[SUIT + one], bool(kinds >> one & 1 != 0))
            second = part_or_melded(w[SUIT + other], bool(kinds >> other & 1 != 0))
            near[fan_no.ONE_VOIDED_SUIT] = min(
                near[fan_no.ONE_VOIDED_SUIT], whole_of_three(first, second, w[HONORS], sets, np.int64(1))
            )
    # All Types: five parts of five types, each of its own.
    if ones(np.uint64(kinds)) != 4 - sets:
        return
    cost = np.int64(0)
    gain: Int = np.int64(-2 * FAR)
    for number in range(5):
        if kinds >> number & 1 == 0:
            word = w[SUIT + number] if number < 3 else w[WINDS] if number == 3 else w[DRAGONS]
            as_set, as_pair = min(lane_of(word, 1, 0), FAR), lane_of(word, 0, 1)
            cost += as_set
            gain = max(gain, as_set - as_pair)
    near[fan_no.ALL_TYPES] = cost - gain


@helper
def end_words(held: Word, free: Word, turned: bool) -> tuple[Word, Word]:
    """Return the words of the sets and pair at one end of a suit, 1 to 3 or 9 to 7: all, and those with a chow."""
    end, step = (32, -4) if turned else (0, 4)
    second, third = np.uint64(end + step), np.uint64(end + 2 * step)
    h0, f0 = copies(held, np.uint64(end)), copies(free, np.uint64(end))
    h1, f1 = copies(held, second), copies(free, second)
    h2, f2 = copies(held, third), copies(free, third)
    word = NOTHING
    chowed = NEVER
    for chows in range(min(f0, f1, f2) + 1):
        beside = lacking(chows, h1) + lacking(chows, h2)
        for pung in range(2):
            for pair in range(2):
                used = chows + 3 * pung + 2 * pair
                if used > f0:
                    continue
                place = 2 * (chows + pung) + pair
                cost = lacking(used, h0) + beside
                word = with_lane(word, place, cost)
                if chows > 0:
                    chowed = with_lane(chowed, place, cost)
    return word, chowed


@helper
def find_outside(sets: Int, near: Ints, w: Words) -> None:
    """Write the distance to Outside Hand: every part with a terminal or honor, a chow among them."""
    if not shared(w, np.int64(_OUTSIDE)):
        return
    word = w[HONORS]
    chowed = word if w[MELDS] & _SEVEN != _ZERO else NEVER
    for suit in range(3):
        for turned in range(2):
            more, with_chow = end_words(w[OWN + suit], w[FREE + suit], turned == 1)
            chowed = lower(join(word, with_chow, sets), join(chowed, more, sets))
            word = join(word, more, sets)
    near[fan_no.OUTSIDE_HAND] = lane_of(chowed, sets, 1)


@helper
def fives_word(held: Word, free: Word) -> Word:
    """Return the word of the sets and pair of a suit that hold a five."""
    word = NOTHING
    h3, h4, h5, h6, h7 = (
        copies(held, np.uint64(8)), copies(held, np.uint64(12)),
        copies(held, np.uint64(16)), copies(held, np.uint64(20)),
        copies(held, np.uint64(24)),
    )  # fmt: skip
    f3, f4, f5, f6, f7 = (
        copies(free, np.uint64(8)), copies(free, np.uint64(12)),
        copies(free, np.uint64(16)), copies(free, np.uint64(20)),
        copies(free, np.uint64(24)),
    )  # fmt: skip
    for low in range(min(f3, f4, f5) + 1):
        for high in range(min(f7, f6, f5 - low) + 1):
            for middle in range(min(f4 - low, f6 - high, f5 - low - high) + 1):
                chows = low + middle + high
                cost = lacking(low, h3) + lacking(low + middle, h4) + lacking(middle + high, h6) + lacking(high, h7)
                for pung in range(2):
                    for pair in range(2):
                        used = chows + 3 * pung + 2 * pair
                        if used <= f5:
                            word = with_lane(word, 2 * (chows + pung) + pair, cost + lacking(used, h5))
    return word


@helper
def find_fives(sets: Int, near: Ints, w: Words) -> None:
    """Write the distance to All Fives."""
    if not shared(w, np.int64(_FIVES)):
        return
    m, p, s = fives_word(w[OWN], w[FREE]), fives_word(w[OWN + 1], w[FREE + 1]), fives_word(w[OWN + 2], w[FREE + 2])
    near[fan_no.ALL_FIVES] = whole_of_three(m, p, s, sets, np.int64(1))


@helper
def find_chows(sets: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words) -> None:
    """Write the distance to All Chows."""
    if (w[MELDS] >> _THREE) & _SEVEN != _ZERO:
        return
    m, p, s = restricted(_ZERO, sets, CHOWS_ONLY, steps, vectors, w)
    near[fan_no.ALL_CHOWS] = whole_of_three(m, p, s, sets, np.int64(1))
