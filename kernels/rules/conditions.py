"""Which conditions of a win can be true, and when its tile is the last of its kind.

The functions are plain arithmetic: kernels compile them into themselves, faces call them with numbers or with arrays.
"""

from typing import Any

from .. import layout

COPIES = 4

Number = Any  # int, or an integer array; what is given decides what comes out


def possible_conditions(conditions: Number, held: Number, in_melds: Number, kongs: Number, both_last: bool) -> Number:
    """Return conditions of a win without those that cannot be true with the others (rulings A4b, A4e, A4f).

    Parameters
    ----------
    conditions : int
        Condition bits.
    held, in_melds : int
        Copies of the winning tile among the other concealed tiles, and in the melds.
    kongs : int
        Kongs of any kind.
    both_last : bool
        Whether a kong may be robbed on the last tile of the wall.

    Notes
    -----
    A replacement tile is drawn, after a kong. A kong is robbed of a tile that another player drew, so no other copy is
    one's own. A tile of which a copy is held is not the last one that the table sees.
    """
    drawn = conditions & layout.SELF_DRAWN != 0
    last_of_all = conditions & layout.WALL_LAST != 0
    no_replacement = (conditions & layout.SELF_DRAWN == 0) | (kongs == 0)
    no_robbing = drawn | (held + in_melds > 0) | (last_of_all & (not both_last))
    impossible = no_replacement * layout.REPLACEMENT + no_robbing * layout.ROBBED_KONG
    return conditions & ~(impossible + (held > 0) * layout.LAST_OF_KIND)


def others_lie_open(lying_open: Number) -> Number:
    """Return whether a tile is the last of its kind (A4a), by the other copies that lie open for all to see."""
    return lying_open == COPIES - 1


def win_conditions(
    given: Number, held: Number, in_melds: Number, kongs: Number, lying_open: Number, both_last: bool
) -> tuple[Number, Number]:
    """Return the conditions of a win by discard and of one self-drawn, of those given; what cannot be true is dropped.

    Parameters
    ----------
    given, held, in_melds, kongs, both_last
        As in `possible_conditions`.
    lying_open : int
        Other copies of the tile that lie open: if these are all, the tile is the last of its kind, whatever is given.
    """
    told = given & ~layout.SELF_DRAWN | others_lie_open(lying_open) * layout.LAST_OF_KIND
    by_discard = possible_conditions(told, held, in_melds, kongs, both_last)
    return by_discard, possible_conditions(told | layout.SELF_DRAWN, held, in_melds, kongs, both_last)
