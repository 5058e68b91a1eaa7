"""Seven pairs looked through for fans that may not count in the nearest."""

import numpy as np

from .. import layout
from ..distance.seven_pairs import pairs_fans
from ..jit import Int, Ints, Word, Words, helper
from ..nibbles import copies
from ..scoring.choose import exclude

_ZERO = np.uint64(0)


@helper
def fans_of_pairs(m: Word, p: Word, s: Word, h: Word, bars: Words, switches: Ints) -> tuple[Word, Word]:
    """Return the fans that count in seven pairs, given as nibbles, in the open reading."""
    word0, word1, _ = pairs_fans(m, p, s, h, switches)
    left0, left1, _ = exclude(word0, word1, _ZERO, bars)
    return left0, left1


@helper
def search_pairs(
    budget: Int, asked0: Word, asked1: Word, bars: Words, switches: Ints, own: Words, taken: Ints
) -> tuple[Word, Word]:
    """Look through all seven pairs that miss exactly `budget` tiles; return the fans of `asked` that count in one.

    Parameters
    ----------
    taken : (102,) int64
        Scratch: pairs taken of each kind; then pairs that miss nothing, and those that miss one tile, of the kinds
        from each on.
    """
    most = 2 if switches[layout.SW_PAIRS_FOUR_ALIKE] == 0 else 1
    whole, half = np.int64(0), np.int64(0)
    for last in range(layout.KINDS - 1, -1, -1):
        held = copies(own[last // 9], np.uint64(4 * (last % 9)))
        whole += np.int64(held >= 2) + np.int64(held == 4 and most == 2)
        half += np.int64(held == 1) + np.int64(held == 3 and most == 2)
        taken[layout.KINDS + last], taken[2 * layout.KINDS + last] = whole, half
    found0, found1 = _ZERO, _ZERO
    kind, pairs, cost = np.int64(0), np.int64(0), np.int64(0)
    taken[0] = -1
    m, p, s, h = _ZERO, _ZERO, _ZERO, _ZERO
    while kind >= 0:
        suit = kind // 9
        step = np.uint64(4 * (kind - 9 * suit))
        held = copies(own[suit], step)
        number = taken[kind]
        if number > 0:  # take back what was tried
            pairs -= number
            cost -= max(2 * number - held, 0)
            tiles = np.uint64(2 * number) << step
            m -= tiles if suit == 0 else _ZERO
            p -= tiles if suit == 1 else _ZERO
            s -= tiles if suit == 2 else _ZERO
            h -= tiles if suit == 3 else _ZERO
        number += 1
        if number > most or pairs + number > 7:
            kind -= 1
            continue
        wanted = 7 - pairs - number
        if wanted > 0 and kind < layout.KINDS - 1:
            wanted -= min(wanted, taken[layout.KINDS + kind + 1])
            wanted += max(wanted - taken[2 * layout.KINDS + kind + 1], 0)
        taken[kind] = number
        pairs += number
        cost += max(2 * number - held, 0)
        tiles = np.uint64(2 * number) << step
        m += tiles if suit == 0 else _ZERO
        p += tiles if suit == 1 else _ZERO
        s += tiles if suit == 2 else _ZERO
        h += tiles if suit == 3 else _ZERO
        if cost + wanted > budget:
            continue
        if pairs == 7:
            if cost == budget:
                word0, word1 = fans_of_pairs(m, p, s, h, bars, switches)
                found0 |= word0 & asked0
                found1 |= word1 & asked1
                if found0 == asked0 and found1 == asked1:
                    return found0, found1
        elif kind < layout.KINDS - 1:
            kind += 1
            taken[kind] = -1
    return found0, found1
