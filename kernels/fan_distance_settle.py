"""Fans that others may bar in the nearest hands: hands as near in which they do count, looked for before a search."""

import numpy as np
import numpy.typing as npt

from .fan_distance_beside import HONORS_TOO, SUITS_ONLY, beside, choose_tiles
from .fan_distance_honors import missing_pung
from .fan_distance_parts import (
    CHOSEN,
    CHOWS,
    DRAGONS,
    FREE,
    HONORS,
    MELDS,
    OWN,
    PLAIN,
    PUNGS,
    SETTLED,
    SUIT,
    SUITS,
    WIND_RANKS,
    lane_of,
    melded_kinds,
    part_or_melded,
    whole_of_three,
)
from .fan_distance_tables import BOTH_TERMINAL, ONCE_TERMINAL, TWICE_TERMINAL
from .fan_distance_tiles import NOT_SIMPLE, REVERSIBLE_P, REVERSIBLE_S, restricted, with_part
from .fan_distance_words import FAR, NEVER, NOTHING, join, pungs_word, suit_beside, suit_word, whole_of
from .jit import Int, Ints, Word, Words, helper, inlined, ones
from .nibbles import fits, less, missing_of, presence

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_SEVEN = np.uint64(7)
_ENDS = np.uint64(0x100000001)
_CHOW = np.uint64(0x111)
# Parts of simples without a five, a four to six, or an even pung: 234, 678, pungs and pairs of 3 and of 7.
_SIMPLE_PARTS = tuple(np.uint64(tiles) for tiles in (0x1110, 0x11100000, 0x300, 0x3000000, 0x200, 0x2000000))


@inlined
def inner_part(number: Int) -> Word:
    """Return the tiles 0..20 of a part of a suit that is not of terminals alone: chows, then pungs, then pairs."""
    if number < 7:
        return _CHOW << np.uint64(4 * number)
    return _THREE << np.uint64(4 * (number - 6)) if number < 14 else _TWO << np.uint64(4 * (number - 13))


@helper
def choose_two(one: Word, suit: Int, more: Word, other: Int, w: Words) -> None:
    """Write the tiles that two parts of suits use."""
    choose_tiles(_ZERO, _ZERO, _ZERO, w)
    w[CHOSEN + suit] = one
    w[CHOSEN + other] += more


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
    if found >= best or found < near[22] or suits & (suits - 1) != 0:
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
    if found >= best or inner or found < near[8]:
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
        (with_pung or all_sets < near[63]) and (with_end or all_sets < near[68])
        and (inner or all_sets < near[8]) and (kinds & (kinds - 1) != 0 or all_sets < near[22])
    ):  # fmt: skip
        near[76] = all_sets
        return
    left = sets if with_pung else sets - 1
    for number in range(27 if not with_pung else 1):
        home, rank = np.int64(number // 9), number % 9
        pung = _ZERO if with_pung else _THREE << np.uint64(4 * rank)
        if left < 0 or not fits(pung, w[FREE + home]):
            continue
        if missing_of(pung, w[OWN + home]) + lane_of(w[SUITS], left, 1) >= near[76]:
            continue
        within = inner or (not with_pung and 0 < rank < 8)
        if with_end or (not with_pung and not 0 < rank < 8):
            near[76] = not_outer(
                near[76], pung, home, _ZERO, np.int64(0), left, np.int64(1), within, steps, vectors, near, w
            )
            continue
        for end in range(18):
            other, sort = np.int64(end // 6), end % 6  # 0, 1 chows | 2, 3 pungs | 4, 5 pairs
            part = _CHOW << np.uint64(24 * sort) if sort < 2 else _THREE << np.uint64(32 * (sort - 2))
            part = _TWO << np.uint64(32 * (sort - 4)) if sort > 3 else part
            bare = np.int64(1 if sort < 4 else 0)
            near[76] = not_outer(
                near[76], pung, home, part, other, left - bare, bare, within or sort < 2, steps, vectors, near, w
            )


@helper
def settle_no_honors(
    sets: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words
) -> None:
    """Note that No Honors counts in a nearest hand if one has a low pung and a nine, or a high one and a one.

    Such a hand is neither upper nor lower tiles; All Terminals and Full Flush are kept out otherwise.
    """
    best = near[76]
    if best >= FAR or best < min(near[36], near[37], near[25], near[27]):
        return
    apart = best >= min(near[8], near[22])  # then the two are of two suits, and the pung is not of terminals
    for number in range(27):
        suit, rank = number // 9, number % 9
        pung = _THREE << np.uint64(4 * rank)
        if (
            not fits(pung, w[FREE + suit])
            or missing_of(pung, w[OWN + suit]) + lane_of(w[SUITS], max(sets - 1, 0), 0) > best
        ):
            continue
        for end in range(18):
            other, sort = end // 6, end % 6  # 0, 1 chows | 2, 3 pungs | 4, 5 pairs
            if (rank < 4 and sort % 2 == 0) or (apart and (other == suit or rank % 8 == 0)):
                continue
            if rank > 4 and sort % 2 == 1:
                continue
            part = _CHOW << np.uint64(24 * sort) if sort < 2 else _THREE << np.uint64(32 * (sort - 2))
            part = _TWO << np.uint64(32 * (sort - 4)) if sort > 3 else part
            choose_tiles(
                (pung if suit == 0 else _ZERO) + (part if other == 0 else _ZERO),
                (pung if suit == 1 else _ZERO) + (part if other == 1 else _ZERO),
                (pung if suit == 2 else _ZERO) + (part if other == 2 else _ZERO), w,
            )  # fmt: skip
            bare = np.int64(1 if sort < 4 else 0)
            if beside(best + 1, sets - 1 - bare, bare, SUITS_ONLY, steps, vectors, w) == best:
                w[SETTLED + 1] |= _ONE << np.uint64(76 - 65)
                return


@helper
def settle_terminal_chows(near: Ints, w: Words) -> None:
    """Settle the fans of two chows that two more chows and a pair of fives may bar."""
    for fan, place in ((69, TWICE_TERMINAL), (70, BOTH_TERMINAL)):
        if near[place] < near[fan]:
            near[fan] = near[place]
        else:
            w[SETTLED + 1] |= _ONE << np.uint64(fan - 65)
    if near[ONCE_TERMINAL] == near[72]:
        w[SETTLED + 1] |= _ONE << np.uint64(72 - 65)


@helper
def settle_pung_of_ends(
    sets: Int, prevalent: Int, seat: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints,
    w: Words,
) -> None:  # fmt: skip
    """Settle Pung of Terminals or Honors: a part that is neither keeps away the hands of terminals, honors and winds.

    Big and Little Four Winds leave no room for such a part beside a pung of terminals; of winds there are two pungs at
    most (`find_winds`).
    """
    if near[73] >= FAR or near[73] < min(near[1], near[8], near[9], near[11], near[18]):
        return
    w[SETTLED + 1] |= _ONE << np.uint64(73 - 65)
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
    near[73] = best


@helper
def with_wind(wind: Int, beside: Word, left: Int, pair: Int, w: Words) -> Int:
    """Return the tiles missing to a pung of a wind, another one at most, and the rest."""
    cost = missing_pung(wind, w)
    own = np.int64((w[PUNGS + 3] >> np.uint64(4 * wind)) & _ONE)
    others = WIND_RANKS & ~(_ONE << np.uint64(4 * wind))
    allowed = 1 - ones(others & w[PUNGS + 3])
    if cost >= FAR or left - 1 + own < 0 or allowed < 0:
        return np.int64(FAR)
    winds = pungs_word(NOTHING, w[OWN + 3], w[FREE + 3], others)
    winds |= ~((_ONE << np.uint64(12 * allowed + 12)) - _ONE) & NEVER
    return cost + whole_of(beside, winds, left - 1 + own, pair)


@helper
def settle_chows(
    sets: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words
) -> None:
    """Note that All Chows counts in a nearest hand if one beside no melds has no ones, no fives or no nines."""
    if near[63] >= FAR or near[63] < min(near[13], near[29]) or w[MELDS] & _SEVEN != _ZERO:
        return
    for place in range(3):
        barred = _ONE << np.uint64(16 * place)
        m = suit_word(w[OWN], w[FREE], barred, sets, np.int64(1), steps, vectors)
        p = suit_word(w[OWN + 1], w[FREE + 1], barred, sets, np.int64(1), steps, vectors)
        s = suit_word(w[OWN + 2], w[FREE + 2], barred, sets, np.int64(1), steps, vectors)
        if whole_of_three(m, p, s, sets, np.int64(1)) == near[63]:
            w[SETTLED] |= _ONE << np.uint64(63 - 1)
            return


@helper
def settle_simples(
    sets: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words
) -> None:
    """Note that All Simples counts in a nearest hand if one has a part that the fans which bar it cannot have."""
    if near[68] >= FAR or near[68] < min(near[21], near[26], near[31]):
        return
    barred = NOT_SIMPLE
    m, p, s = restricted(barred, barred, barred, sets, steps, vectors, w)
    for tiles in _SIMPLE_PARTS:
        if with_part(near[68] + 1, tiles, barred, m, p, s, sets, steps, vectors, w) == near[68]:
            w[SETTLED + 1] |= _ONE << np.uint64(68 - 65)
            return


@helper
def settle_voided(
    sets: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words
) -> None:
    """Note that One Voided Suit counts in a nearest hand if one has no characters and a tile that is not reversible.

    Hands without dots or without bamboos are never reversible: if one is nearest, that settles it too.
    """
    kinds = melded_kinds(w)
    if near[75] >= FAR or near[75] < near[40] or kinds & 1 != 0:
        return
    if near[75] >= min(near[2], near[10], near[14], near[15], near[16], near[38]):  # some rules bar these too
        return
    for suit in range(1, 3):
        first = part_or_melded(w[SUIT], False)
        second = part_or_melded(w[SUIT + suit], kinds >> suit & 1 != 0)
        if kinds >> (3 - suit) & 1 == 0 and whole_of_three(first, second, w[HONORS], sets, np.int64(1)) == near[75]:
            w[SETTLED + 1] |= _ONE << np.uint64(75 - 65)
            return
    for suit in range(1, 3):
        other = join(part_or_melded(w[SUIT + 3 - suit], kinds >> (3 - suit) & 1 != 0), w[HONORS], sets)
        barred = REVERSIBLE_P if suit == 1 else REVERSIBLE_S
        for part in range(25):
            rank = part % 9
            tiles = (_TWO if part < 9 else _THREE if part < 18 else np.uint64(0x111)) << np.uint64(4 * rank)
            left = sets if part < 9 else sets - 1
            if presence(tiles) & barred == _ZERO or left < 0 or not fits(tiles, w[FREE + suit]):
                continue
            held, free = less(w[OWN + suit], tiles), w[FREE + suit] - tiles
            pair, limit = np.int64(0 if part < 9 else 1), near[75] + 1 - missing_of(tiles, w[OWN + suit])
            if suit_beside(held, free, _ZERO, other, left, pair, limit, steps, vectors) < limit:
                w[SETTLED + 1] |= _ONE << np.uint64(75 - 65)
                return


@helper
def settle_flush(
    sets: Int, steps: npt.NDArray[np.uint16], vectors: npt.NDArray[np.uint64], near: Ints, w: Words
) -> None:
    """Note that Full Flush counts in a nearest hand if one has a part that Pure Terminal Chows cannot have."""
    if near[22] >= FAR or near[22] < near[13]:
        return
    for suit in range(3):
        if melded_kinds(w) & ~(1 << suit) != 0 or lane_of(w[SUIT + suit], sets, 1) != near[22]:
            continue
        for part in range(25):
            rank = np.uint64(4 * (part % 9))
            if part < 9:
                tiles = _TWO << rank
            elif part < 18:
                tiles = _THREE << rank
            else:
                tiles = np.uint64(0x111) << rank
            if tiles == np.uint64(0x20000) or tiles == np.uint64(0x111) or tiles == np.uint64(0x111000000):
                continue
            left = sets if part < 9 else sets - 1
            if left < 0 or not fits(tiles, w[FREE + suit]):
                continue
            held, free = less(w[OWN + suit], tiles), w[FREE + suit] - tiles
            word = suit_word(held, free, _ZERO, left, np.int64(0), steps, vectors)
            missing = missing_of(tiles, w[OWN + suit]) + lane_of(word, left, 0 if part < 9 else 1)
            if missing == near[22]:
                w[SETTLED] |= _ONE << np.uint64(22 - 1)
                return
