"""Distance to No Honors: hands without honors that none of the fans that bar it has."""

import numpy as np
import numpy.typing as npt

from ..jit import Int, Ints, Word, Words, helper
from ..layout import numbers as fan_no
from ..nibbles import fits, missing_of, presence
from .beside import SUITS_ONLY, beside, choose_two, end_part, inner_part
from .parts import (
    CHOSEN,
    CHOWS,
    FREE,
    MELDS,
    OWN,
    PLAIN,
    PUNGS,
    SETTLED,
    SUIT,
    SUITS,
    lane_of,
    melded_kinds,
    part_or_melded,
)
from .words import FAR, whole_of

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_THREE = np.uint64(3)
_SEVEN = np.uint64(7)
_ENDS = np.uint64(0x100000001)


@helper
def not_flush(
    best: Int,
    left: Int,
    pair: Int,
    steps: npt.NDArray[np.uint16],
    vectors: npt.NDArray[np.uint64],
    near: Ints,
    w: Words,
) -> Int:
    """Return what `beside` does for hands without honors of two suits at least."""
    found = beside(best, left, pair, SUITS_ONLY, steps, vectors, w)
    suits = melded_kinds(w) & 7
    for suit in range(3):
        suits |= np.int64(w[CHOSEN + suit] != _ZERO) << suit
    if found >= best or found < near[fan_no.FULL_FLUSH] or suits & (suits - 1) != 0:
        return found
    only = suits >> 1
    others = w[PLAIN + only]
    w[PLAIN + only] = part_or_melded(others, False)
    if w[CHOSEN + only] == _ZERO:
        found = min(best, whole_of(w[SUIT + only], w[PLAIN + only], left, pair))
    else:
        found = beside(best, left, pair, SUITS_ONLY, steps, vectors, w)
    w[PLAIN + only] = others
    return found


@helper
def not_outer(
    best: Int, pung: Word, suit: Int, part: Word, other: Int, left: Int, pair: Int, inner: bool,
    steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words,
) -> Int:  # fmt: skip
    """Return what `not_flush` does for hands with a pung and a part that are not all of terminals.

    Parameters
    ----------
    pung, part : uint64
        Their tiles, 0 for one that is melded.
    suit, other : int
        Their suits.
    inner : bool
        Whether the pung or a meld is not of terminals.
    """
    choose_two(pung, suit, part, other, w)
    found = not_flush(best, left, pair, steps, vectors, near, w)
    if found >= best or inner or found < near[fan_no.ALL_TERMINALS]:
        return found
    for number in range(63):
        more = inner_part(np.int64(number % 21))
        bare = np.int64(0 if number % 21 < 14 else 1)
        if pair < bare:
            continue
        choose_two(pung, suit, part, other, w)
        w[CHOSEN + number // 21] += more
        best = not_flush(best, left - (1 - bare), pair - bare, steps, vectors, near, w)
    return best


@helper
def find_no_honors(
    sets: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words
) -> None:
    """Write the distance to hands without honors that are not all chows, all simples, all terminals or one suit.

    Parameters
    ----------
    near : (83,) int64
        The distances to those (63, 68, 8, 22) are read.
    """
    melds = w[MELDS]
    if melds >> np.uint64(35) & _THREE != _ZERO:
        return
    with_pung = bool((melds >> _THREE) & _SEVEN != _ZERO)
    inner = bool(melds & _SEVEN != _ZERO)
    with_end = False
    for suit in range(3):
        ends = (presence(w[CHOWS + suit]) & np.uint64(0x1000001)) | (w[PUNGS + suit] & _ENDS)
        with_end = with_end or bool(ends != _ZERO)
        inner = inner or bool(w[PUNGS + suit] & ~_ENDS != _ZERO)
    kinds = melded_kinds(w) & 7
    all_sets = lane_of(w[SUITS], sets, 1)
    if (
        (with_pung or all_sets < near[fan_no.ALL_CHOWS]) and (with_end or all_sets < near[fan_no.ALL_SIMPLES])
        and (inner or all_sets < near[fan_no.ALL_TERMINALS])
        and (kinds & (kinds - 1) != 0 or all_sets < near[fan_no.FULL_FLUSH])
    ):  # fmt: skip
        near[fan_no.NO_HONORS] = all_sets
        return
    left = sets if with_pung else sets - 1
    for number in range(27 if not with_pung else 1):
        home, rank = np.int64(number // 9), number % 9
        pung = _ZERO if with_pung else _THREE << np.uint64(4 * rank)
        if left < 0 or not fits(pung, w[FREE + home]):
            continue
        if missing_of(pung, w[OWN + home]) + lane_of(w[SUITS], left, 1) >= near[fan_no.NO_HONORS]:
            continue
        within = inner or (not with_pung and 0 < rank < 8)
        if with_end or (not with_pung and not 0 < rank < 8):
            near[fan_no.NO_HONORS] = not_outer(
                near[fan_no.NO_HONORS],
                pung,
                home,
                _ZERO,
                np.int64(0),
                left,
                np.int64(1),
                within,
                steps,
                vectors,
                near,
                w,
            )
            continue
        for end in range(18):
            other, sort = np.int64(end // 6), end % 6
            part = end_part(np.int64(sort))
            bare = np.int64(1 if sort < 4 else 0)
            near[fan_no.NO_HONORS] = not_outer(
                near[fan_no.NO_HONORS],
                pung,
                home,
                part,
                other,
                left - bare,
                bare,
                within or sort < 2,
                steps,
                vectors,
                near,
                w,
            )


@helper
def settle_no_honors(
    sets: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words
) -> None:
    """Note that No Honors counts in a nearest hand if one has a low pung and a nine, or a high one and a one.

    Such a hand is neither upper nor lower tiles; All Terminals and Full Flush are kept out otherwise.
    """
    best = near[fan_no.NO_HONORS]
    if best >= FAR or best < min(
        near[fan_no.UPPER_FOUR], near[fan_no.LOWER_FOUR], near[fan_no.UPPER_TILES], near[fan_no.LOWER_TILES]
    ):
        return
    apart = best >= min(
        near[fan_no.ALL_TERMINALS], near[fan_no.FULL_FLUSH]
    )  # then the two are of two suits, and the pung is not of terminals
    for number in range(27):
        suit, rank = np.int64(number // 9), number % 9
        pung = _THREE << np.uint64(4 * rank)
        if (
            not fits(pung, w[FREE + suit])
            or missing_of(pung, w[OWN + suit]) + lane_of(w[SUITS], max(sets - 1, 0), 0) > best
        ):
            continue
        for end in range(18):
            other, sort = np.int64(end // 6), end % 6
            if (rank < 4 and sort % 2 == 0) or (apart and (other == suit or rank % 8 == 0)):
                continue
            if rank > 4 and sort % 2 == 1:
                continue
            part = end_part(np.int64(sort))
            choose_two(pung, suit, part, other, w)
            bare = np.int64(1 if sort < 4 else 0)
            if beside(best + 1, sets - 1 - bare, bare, SUITS_ONLY, steps, vectors, w) == best:
                w[SETTLED + 1] |= _ONE << np.uint64(fan_no.NO_HONORS - 65)
                return
