"""Score one reading of four sets and a pair, or of the sets beside a knitted body: what each rule asks, in turn."""

import numpy as np

from .. import layout
from ..jit import Int, Ints, Word, Words, inlined, ones
from ..layout import numbers as fan_no
from ..layout.fans import (  # fmt: skip
    ALL_CHOWS,
    ALL_EVEN_PUNGS,
    ALL_FIVES,
    ALL_PUNGS,
    BIG_THREE_WINDS,
    CLOSED_WAIT,
    EDGE_WAIT,
    LITTLE_FOUR_WINDS,
    LITTLE_THREE_DRAGONS,
    NINE_GATES,
    OUTSIDE_HAND,
    PREVALENT_WIND,
    PUNG_OF_ENDS,
    SEAT_WIND,
    SINGLE_WAIT_FAN,
)
from ..tables.load import Tables
from ..tables.words import (  # fmt: skip
    ALL_EVEN,
    ALL_FIVE,
    ALL_OUTSIDE,
    AS_BODY,
    AS_CLOSED,
    AS_EDGE,
    AS_PAIR,
    AS_PUNG,
    all_parts_of,
    all_parts_of_melds,
    chow_bytes,
    chows_in,
    chows_of,
    concealed_kongs_in,
    end_pungs_in,
    end_pungs_of,
    fan_of_pair,
    honor_pungs_of,
    melds_in,
    pair_of,
    places_of,
    pung_bytes,
    pungs_of,
)
from .choose import keep_best
from .fans_sets import sorted_index, spread_bytes
from .fans_win import SINGLE_WAIT, concealed_pung_fans, wait_is_single
from .pack import CHOWS, CODES, COUNTS, HONORS, PUNGS, REPEATS, SHARED, WAITS, WORD0, WORD1
from .readings import reading_row

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_EIGHT = np.uint64(8)
_WINDS = np.uint64(15)
_ENDS_SHIFT = np.uint64(4 * layout.REPEATABLE.index(fan_no.PUNG_OF_TERMINALS_OR_HONORS))


@inlined
def score_sets(
    r0: Int, r1: Int, r2: Int, r3: Int, win: Int, conditions: Int, prevalent: Int, seat: Int, shape: Int,
    base: Word, body: Int, tables: Tables, bars: Words, points: Ints, switches: Ints, work: Words,
) -> None:  # fmt: skip
    """Find the fans of one reading of sets and a pair and keep it if it is the best.

    Parameters
    ----------
    r0, r1, r2, r3 : int
        Rows of `Tables.readings` for m, p, s and the honors.
    shape : int
        `SHAPE_SETS`, or `SHAPE_STRAIGHT` + arrangement when the sets stand beside a knitted body.
    base : uint64
        As in `wait_is_single`.
    body : int
        Knitted straight only: 0 the winning tile is not of the body, 1 it completes the body, 2 a second copy of it.
    """
    readings = tables.readings
    b0, b1, b2, b3 = readings[r0, 1], readings[r1, 1], readings[r2, 1], readings[r3, 1]
    chows, numbers, pungs = concealed_sets(r0, r1, r2, r3, readings)
    hidden_chows = np.int64(chows_of(b0) + chows_of(b1) + chows_of(b2))
    hidden_pungs = np.int64(pungs_of(b0) + pungs_of(b1) + pungs_of(b2) + pungs_of(b3))
    pair_suit, pair = pair_tile(pair_of(b0), pair_of(b1), pair_of(b2), pair_of(b3))
    counts = work[COUNTS]
    chow_count = hidden_chows + chows_in(counts)

    four_chows = numbers | (work[CHOWS] << np.uint64(8 * hidden_chows))
    four_pungs = pungs | (work[PUNGS] << np.uint64(8 * hidden_pungs))
    word0, word1, repeats = combined_fans(four_chows, four_pungs, pair, tables)
    word0 |= work[WORD0]
    word1 |= work[WORD1]
    repeats |= work[REPEATS]
    honors = honor_pungs_of(b3) | work[HONORS]
    fans, scoring = honor_fans(honors, prevalent, seat, pair, word0)
    word0 |= fans
    ends = np.int64(end_pungs_of(b0) + end_pungs_of(b1) + end_pungs_of(b2))
    ends += end_pungs_in(counts) + ones(honors & _WINDS & ~scoring)
    if shape == layout.SHAPE_SETS:
        if word0 & NINE_GATES != _ZERO and switches[layout.SW_NINE_GATES_PUNGS] == 1:
            ends -= 1
        word0 |= all_parts_fans(all_parts_of(b0 & b1 & b2 & b3) & all_parts_of_melds(work[SHARED]), chow_count == 0)
        if chow_count == 4 and pair < layout.HONORS:
            word0 |= ALL_CHOWS
    elif chow_count == 1 and pair < layout.HONORS:
        word0 |= ALL_CHOWS
    if ends > 0:
        word1 |= PUNG_OF_ENDS
        repeats |= np.uint64(ends) << _ENDS_SHIFT

    # Where the winning tile stands: a place outside a pung keeps that pung concealed and may be a wait of its own.
    suit = win // 9
    rank = win - 9 * suit
    column = readings[r0 if suit == 0 else r1 if suit == 1 else r2 if suit == 2 else r3, 2]
    places: Int = places_of(column, rank)
    if body == 1:
        places = AS_BODY
    elif body == 2:
        places |= AS_BODY
    concealed = hidden_pungs + concealed_kongs_in(counts)
    wanted: Int = waited_for(places, shape, body, win, pair_suit, base, tables, switches, work)
    if wanted == 0:
        wanted = places
    else:
        word1 |= EDGE_WAIT if wanted == AS_EDGE else CLOSED_WAIT if wanted == AS_CLOSED else SINGLE_WAIT_FAN
    melded_pung = False
    if not conditions & layout.SELF_DRAWN and places & AS_PUNG:
        if places == AS_PUNG:
            melded_pung = True
        elif wanted == places:
            # Elsewhere is better if the pung then makes a concealed-pung fan; otherwise the smaller row decides.
            melded_pung = concealed == 1
            wanted = places & ~AS_PUNG
    if melded_pung:
        concealed -= 1
    fans, more = concealed_pung_fans(concealed)
    word0 |= fans
    word1 |= more
    row = reading_row(
        work[CODES], melds_in(counts), chows, pungs, hidden_chows, hidden_pungs, win, rank, wanted, melded_pung
    )
    row |= (np.uint64(pair + 1) << np.uint64(32)) | (np.uint64(shape) << np.uint64(48))
    keep_best(word0, word1, repeats, row, bars, points, work)


@inlined
def concealed_sets(r0: Int, r1: Int, r2: Int, r3: Int, readings: Words) -> tuple[Word, Word, Word]:
    """Return the concealed sets of a reading, a byte each, ascending.

    Returns
    -------
    chows : uint64
        1 + lowest tile.
    numbers : uint64
        The same chows by number, 1 to 21, seven to a suit: the lowest tile is two more for each suit passed.
    pungs : uint64
        1 + tile.
    """
    a0, a1, a2, a3 = readings[r0, 0], readings[r1, 0], readings[r2, 0], readings[r3, 0]
    b0, b1, b2, b3 = readings[r0, 1], readings[r1, 1], readings[r2, 1], readings[r3, 1]
    n0, n1, n2 = chows_of(b0), chows_of(b1), chows_of(b2)
    k0, k1, k2, k3 = pungs_of(b0), pungs_of(b1), pungs_of(b2), pungs_of(b3)
    chows = chow_bytes(a0)
    chows |= (chow_bytes(a1) + spread_bytes(n1) * np.uint64(9)) << (_EIGHT * n0)
    chows |= (chow_bytes(a2) + spread_bytes(n2) * np.uint64(18)) << (_EIGHT * (n0 + n1))
    numbers = chows - ((spread_bytes(n1) * np.uint64(2)) << (_EIGHT * n0))
    numbers -= (spread_bytes(n2) * np.uint64(4)) << (_EIGHT * (n0 + n1))
    pungs = pung_bytes(a0)
    pungs |= (pung_bytes(a1) + spread_bytes(k1) * np.uint64(9)) << (_EIGHT * k0)
    pungs |= (pung_bytes(a2) + spread_bytes(k2) * np.uint64(18)) << (_EIGHT * (k0 + k1))
    pungs |= (pung_bytes(a3) + spread_bytes(k3) * np.uint64(27)) << (_EIGHT * (k0 + k1 + k2))
    return chows, numbers, pungs


@inlined
def pair_tile(p0: Word, p1: Word, p2: Word, p3: Word) -> tuple[Int, Int]:
    """Return the suit and the tile of the pair, of `pair_of` of each suit: all but one are 0."""
    suit = np.int64(p1 != _ZERO) + 2 * np.int64(p2 != _ZERO) + 3 * np.int64(p3 != _ZERO)
    return suit, 9 * suit + np.int64(p0 | p1 | p2 | p3) - 1


@inlined
def combined_fans(four_chows: Word, four_pungs: Word, pair: Int, tables: Tables) -> tuple[Word, Word, Word]:
    """Return the fans that combinations of chows, by number, and of pungs make, and their repeats."""
    outcomes = tables.outcomes
    chows = np.int64(tables.chow_codes[sorted_index(four_chows, tables.ranks, np.int64(0))])
    pungs = np.int64(tables.pung_codes[sorted_index(four_pungs, tables.ranks, np.int64(4))])
    word0 = outcomes[chows, 0] | outcomes[pungs, 0]
    if outcomes[chows, 3] != _ZERO:
        fan = fan_of_pair(outcomes[chows, 3], pair)
        if fan != 0:
            word0 |= _ONE << np.uint64(fan - 1)
    return word0, outcomes[chows, 1] | outcomes[pungs, 1], outcomes[chows, 2] | outcomes[pungs, 2]


@inlined
def honor_fans(honors: Word, prevalent: Int, seat: Int, pair: Int, word0: Word) -> tuple[Word, Word]:
    """Return the fans of honors beside those of their combinations.

    Parameters
    ----------
    honors : uint64
        Mask of all pungs of honors.
    prevalent, seat, pair : int
        Winds 0..3, tile of the pair.
    word0 : uint64
        With the fans of combinations.

    Returns
    -------
    fans : uint64
    scoring : uint64
        Mask of the winds whose pungs are no Pung of Terminals or Honors.
    """
    fans = _ZERO
    scoring = _ZERO
    if honors != _ZERO:
        own_prevalent = _ONE << np.uint64(prevalent)
        own_seat = _ONE << np.uint64(seat)
        if honors & own_prevalent != _ZERO:
            fans |= PREVALENT_WIND
        if honors & own_seat != _ZERO:
            fans |= SEAT_WIND
        scoring = own_prevalent | own_seat
        if pair >= layout.DRAGONS and ones(honors >> np.uint64(4)) == 2:
            fans |= LITTLE_THREE_DRAGONS
        if word0 & BIG_THREE_WINDS != _ZERO:
            scoring = _WINDS
            if layout.HONORS <= pair < layout.DRAGONS:
                fans |= LITTLE_FOUR_WINDS
    return fans, scoring


@inlined
def all_parts_fans(parts: Word, no_chow: bool) -> Word:
    """Return the fans of what every set and the pair have; `parts` as of `all_parts_of`."""
    fans = ALL_PUNGS if no_chow else _ZERO
    if parts & ALL_OUTSIDE != _ZERO:
        fans |= OUTSIDE_HAND
    if parts & ALL_FIVE != _ZERO:
        fans |= ALL_FIVES
    if no_chow and parts & ALL_EVEN != _ZERO:
        fans |= ALL_EVEN_PUNGS
    return fans


@inlined
def waited_for(
    places: Int, shape: Int, body: Int, win: Int, pair_suit: Int, base: Word, tables: Tables, switches: Ints,
    work: Words,
) -> Int:  # fmt: skip
    """Return the place of the winning tile that makes a wait fan, `AS_EDGE`, `AS_CLOSED` or `AS_PAIR`, or 0."""
    waited = places & (AS_PAIR | AS_CLOSED | AS_EDGE)
    if shape >= layout.SHAPE_STRAIGHT:
        if switches[layout.SW_KNITTED_BODY_WAIT] == 2:
            waited &= AS_PAIR
        elif body == 2 and switches[layout.SW_KNITTED_BODY_WAIT] == 1:
            waited = 0
    if not waited:
        return 0
    if work[WAITS] == _ZERO:
        single = wait_is_single(
            work, win, pair_suit, base, tables,
            switches[layout.SW_PAIRS_FOUR_ALIKE] == 0, switches[layout.SW_EXHAUSTED_WAITS] == 1,
        )  # fmt: skip
        work[WAITS] = np.uint64(single)
    if work[WAITS] != np.uint64(SINGLE_WAIT):
        return 0
    return AS_EDGE if waited & AS_EDGE else AS_CLOSED if waited & AS_CLOSED else AS_PAIR
