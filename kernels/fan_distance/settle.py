"""Fans that others may bar in the nearest hands: hands as near in which they do count, looked for before a search."""

import numpy as np
import numpy.typing as npt

from ..jit import Int, Ints, Words, helper
from ..layout import numbers as fan_no
from ..nibbles import fits, less, missing_of, presence
from .beside import HONORS_TOO, beside, choose_two, inner_part, part_of
from .honors import with_wind
from .parts import (
    DRAGONS,
    FREE,
    HONORS,
    MELDS,
    OWN,
    PLAIN,
    PUNGS,
    SETTLED,
    SUIT,
    lane_of,
    melded_kinds,
    part_or_melded,
    whole_of_three,
)
from .tables import BOTH_TERMINAL, ONCE_TERMINAL, TWICE_TERMINAL
from .tiles import ALL_SETS, CHOWS_ONLY, NOT_SIMPLE, REVERSIBLE_P, REVERSIBLE_S, restricted, with_part
from .words import FAR, join, suit_beside, suit_word

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_THREE = np.uint64(3)
_SEVEN = np.uint64(7)
_ENDS = np.uint64(0x100000001)
# Parts of simples without a five, a four to six, or an even pung: 234, 678, pungs and pairs of 3 and of 7.
_SIMPLE_PARTS = tuple(np.uint64(tiles) for tiles in (0x1110, 0x11100000, 0x300, 0x3000000, 0x200, 0x2000000))


@helper
def settle_terminal_chows(near: Ints, w: Words) -> None:
    """Settle the fans of two chows that two more chows and a pair of fives may bar."""
    for fan, place in ((fan_no.PURE_DOUBLE_CHOW, TWICE_TERMINAL), (fan_no.MIXED_DOUBLE_CHOW, BOTH_TERMINAL)):
        if near[place] < near[fan]:
            near[fan] = near[place]
        else:
            w[SETTLED + 1] |= _ONE << np.uint64(fan - 65)
    if near[ONCE_TERMINAL] == near[fan_no.TWO_TERMINAL_CHOWS]:
        w[SETTLED + 1] |= _ONE << np.uint64(fan_no.TWO_TERMINAL_CHOWS - 65)


@helper
def settle_pung_of_ends(
    sets: Int, prevalent: Int, seat: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints,
    w: Words,
) -> None:  # fmt: skip
    """Settle Pung of Terminals or Honors: a part that is neither keeps away the hands of terminals, honors and winds.

    Big and Little Four Winds leave no room for such a part beside a pung of terminals; of winds there are two pungs at
    most (`find_winds`).
    """
    if near[fan_no.PUNG_OF_TERMINALS_OR_HONORS] >= FAR or near[fan_no.PUNG_OF_TERMINALS_OR_HONORS] < min(
        near[fan_no.BIG_FOUR_WINDS],
        near[fan_no.ALL_TERMINALS],
        near[fan_no.LITTLE_FOUR_WINDS],
        near[fan_no.ALL_HONORS],
        near[fan_no.ALL_TERMINALS_AND_HONORS],
    ):
        return
    w[SETTLED + 1] |= _ONE << np.uint64(fan_no.PUNG_OF_TERMINALS_OR_HONORS - 65)
    pungs = w[PUNGS] | w[PUNGS + 1] | w[PUNGS + 2]
    if w[MELDS] & _SEVEN != _ZERO or pungs & ~_ENDS != _ZERO:
        return
    best: Int = np.int64(FAR)
    for number in range(63):
        part, suit = inner_part(np.int64(number % 21)), np.int64(number // 21)
        bare = np.int64(1 if number % 21 < 14 else 0)
        left = sets - bare
        if left < 0 or not fits(part, w[FREE + suit]):
            continue
        for end in range(6):
            other, rank = np.int64(end >> 1), np.uint64(32 * (end & 1))
            melded = bool((w[PUNGS + other] >> rank) & _ONE != _ZERO)
            choose_two(part, suit, _ZERO if melded else _THREE << rank, other, w)
            best = beside(best, left if melded else left - 1, bare, HONORS_TOO, steps, vectors, w)
        cost = missing_of(part, w[OWN + suit])
        if cost >= best:
            continue
        held, free = less(w[OWN + suit], part), w[FREE + suit] - part
        word = join(suit_word(held, free, _ZERO, left, np.int64(0), steps, vectors), w[PLAIN + suit], left)
        word = join(word, w[DRAGONS], left)
        for wind in range(4):
            if wind != prevalent and wind != seat:
                best = min(best, cost + with_wind(np.int64(wind), word, left, bare, w))
    near[fan_no.PUNG_OF_TERMINALS_OR_HONORS] = best


@helper
def settle_chows(
    sets: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words
) -> None:
    """Note that All Chows counts in a nearest hand if one beside no melds has no ones, no fives or no nines."""
    if (
        near[fan_no.ALL_CHOWS] >= FAR
        or near[fan_no.ALL_CHOWS] < min(near[fan_no.PURE_TERMINAL_CHOWS], near[fan_no.THREE_SUITED_TERMINAL_CHOWS])
        or w[MELDS] & _SEVEN != _ZERO
    ):
        return
    for place in range(3):
        barred = _ONE << np.uint64(16 * place)
        m, p, s = restricted(barred, sets, CHOWS_ONLY, steps, vectors, w)
        if whole_of_three(m, p, s, sets, np.int64(1)) == near[fan_no.ALL_CHOWS]:
            w[SETTLED] |= _ONE << np.uint64(fan_no.ALL_CHOWS - 1)
            return


@helper
def settle_simples(
    sets: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words
) -> None:
    """Note that All Simples counts in a nearest hand if one has a part that the fans which bar it cannot have."""
    if near[fan_no.ALL_SIMPLES] >= FAR or near[fan_no.ALL_SIMPLES] < min(
        near[fan_no.ALL_EVEN_PUNGS], near[fan_no.MIDDLE_TILES], near[fan_no.ALL_FIVES]
    ):
        return
    barred = NOT_SIMPLE
    m, p, s = restricted(barred, sets, ALL_SETS, steps, vectors, w)
    for tiles in _SIMPLE_PARTS:
        if (
            with_part(near[fan_no.ALL_SIMPLES] + 1, tiles, barred, m, p, s, sets, steps, vectors, w)
            == near[fan_no.ALL_SIMPLES]
        ):
            w[SETTLED + 1] |= _ONE << np.uint64(fan_no.ALL_SIMPLES - 65)
            return


@helper
def settle_voided(
    sets: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words
) -> None:
    """Note that One Voided Suit counts in a nearest hand if one has no characters and a tile that is not reversible.

    Hands without dots or without bamboos are never reversible: if one is nearest, that settles it too.
    """
    kinds = melded_kinds(w)
    if (
        near[fan_no.ONE_VOIDED_SUIT] >= FAR
        or near[fan_no.ONE_VOIDED_SUIT] < near[fan_no.REVERSIBLE_TILES]
        or kinds & 1 != 0
    ):
        return
    if near[fan_no.ONE_VOIDED_SUIT] >= min(
        near[fan_no.BIG_THREE_DRAGONS],
        near[fan_no.LITTLE_THREE_DRAGONS],
        near[fan_no.QUADRUPLE_CHOW],
        near[fan_no.FOUR_PURE_SHIFTED_PUNGS],
        near[fan_no.FOUR_PURE_SHIFTED_CHOWS],
        near[fan_no.BIG_THREE_WINDS],
    ):  # some rules bar these too
        return
    for suit in range(1, 3):
        first = part_or_melded(w[SUIT], False)
        second = part_or_melded(w[SUIT + suit], kinds >> suit & 1 != 0)
        if (
            kinds >> (3 - suit) & 1 == 0
            and whole_of_three(first, second, w[HONORS], sets, np.int64(1)) == near[fan_no.ONE_VOIDED_SUIT]
        ):
            w[SETTLED + 1] |= _ONE << np.uint64(fan_no.ONE_VOIDED_SUIT - 65)
            return
    for suit in range(1, 3):
        other = join(part_or_melded(w[SUIT + 3 - suit], kinds >> (3 - suit) & 1 != 0), w[HONORS], sets)
        barred = REVERSIBLE_P if suit == 1 else REVERSIBLE_S
        for part in range(25):
            tiles = part_of(np.int64(part))
            left = sets if part < 9 else sets - 1
            if presence(tiles) & barred == _ZERO or left < 0 or not fits(tiles, w[FREE + suit]):
                continue
            held, free = less(w[OWN + suit], tiles), w[FREE + suit] - tiles
            pair, limit = (
                np.int64(0 if part < 9 else 1),
                near[fan_no.ONE_VOIDED_SUIT] + 1 - missing_of(tiles, w[OWN + suit]),
            )
            if suit_beside(held, free, _ZERO, other, left, pair, limit, steps, vectors) < limit:
                w[SETTLED + 1] |= _ONE << np.uint64(fan_no.ONE_VOIDED_SUIT - 65)
                return


@helper
def settle_flush(
    sets: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words
) -> None:
    """Note that Full Flush counts in a nearest hand if one has a part that Pure Terminal Chows cannot have."""
    if near[fan_no.FULL_FLUSH] >= FAR or near[fan_no.FULL_FLUSH] < near[fan_no.PURE_TERMINAL_CHOWS]:
        return
    for suit in range(3):
        if melded_kinds(w) & ~(1 << suit) != 0 or lane_of(w[SUIT + suit], sets, 1) != near[fan_no.FULL_FLUSH]:
            continue
        for part in range(25):
            tiles = part_of(np.int64(part))
            if tiles == np.uint64(0x20000) or tiles == np.uint64(0x111) or tiles == np.uint64(0x111000000):
                continue
            left = sets if part < 9 else sets - 1
            if left < 0 or not fits(tiles, w[FREE + suit]):
                continue
            held, free = less(w[OWN + suit], tiles), w[FREE + suit] - tiles
            word = suit_word(held, free, _ZERO, left, np.int64(0), steps, vectors)
            missing = missing_of(tiles, w[OWN + suit]) + lane_of(word, left, 0 if part < 9 else 1)
            if missing == near[fan_no.FULL_FLUSH]:
                w[SETTLED] |= _ONE << np.uint64(fan_no.FULL_FLUSH - 1)
                return
