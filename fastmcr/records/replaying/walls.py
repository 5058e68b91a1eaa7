"""Walls that deal what a record shows: the drawn tiles are known from it, the others are filled up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .. import events as ev
from ..formats.registry import FORMATS
from ..model import Record

__all__ = ["Draws", "Mismatch", "draws_of", "engine_wall", "wall_mismatches"]

HAND, PERSONAL, SEATS = 13, 34, 4
PLACEHOLDER = 0
"""Stands in an engine's wall for a flower that is discarded, which engines do not model."""
_KONGS = (ev.CLAIMED_KONG, ev.CONCEALED_KONG, ev.PROMOTED_KONG)


class Mismatch(NamedTuple):
    """Where a record cannot have come from the walls that it names, or from any."""

    move: int
    kind: str
    text: str


class Draws(NamedTuple):
    """The draws of a record, sorted by where they came from; each a tile with the number of its move."""

    by_seat: tuple[list[tuple[int, int]], ...]
    """All draws of each seat, in order."""
    front: list[tuple[int, int]]
    """From the front of a shared wall, East's fourteenth tile first if he draws it."""
    opening: tuple[list[tuple[int, int]], ...]
    """Replacements of each seat before the first discard."""
    back: list[tuple[int, int]]
    """Replacements after that."""


def moves_of(record: Record) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield number of the move, kind, seat, tile and detail of every event; passed claims have the move after them."""
    move = 0
    packed = record.events
    for at in range(0, len(packed), ev.WIDTH):
        kind, seat, tile, detail = packed[at : at + ev.WIDTH]
        counts = kind not in (ev.PASSED_CLAIM, ev.NO_WINNER)
        move += counts
        yield move + (not counts), kind, seat, tile, detail


def draws_of(record: Record) -> Draws:
    """Return the draws of a record by where they came from.

    Parameters
    ----------
    record : Record

    Returns
    -------
    Draws
        A draw replaces a tile if it follows a flower or a kong of the same seat.
    """
    draws = Draws(([], [], [], []), [], ([], [], [], []), [])
    before, opening = (ev.NO_WINNER, 0), True
    for move, kind, seat, tile, _ in moves_of(record):
        if kind in (ev.PASSED_CLAIM, ev.FALSE_HU):
            continue
        if kind == ev.DRAW:
            replaces = before[1] == seat and (before[0] == ev.FLOWER or before[0] in _KONGS)
            draws.by_seat[seat].append((tile, move))
            end = draws.front if not replaces else draws.opening[seat] if opening else draws.back
            end.append((tile, move))
        elif kind != ev.FLOWER:
            opening = False
        before = (kind, seat)
    return draws


def discarded_flowers(record: Record) -> set[int]:
    """Return the flowers that are discarded instead of laid aside."""
    packed = record.events
    return {
        packed[at + 2]
        for at in range(0, len(packed), ev.WIDTH)
        if packed[at] == ev.DISCARD and packed[at + 2] >= ev.FIRST_FLOWER
    }


def engine_wall(record: Record, draws: Draws, flowers: bool) -> list[int] | Mismatch:
    """Return the wall of an engine that deals and gives what the record shows.

    Parameters
    ----------
    record : Record
    draws : Draws
    flowers : bool
        Whether a shared wall has the eight flowers.

    Returns
    -------
    list of int or Mismatch
        136 or 144 codes in the order of `fastmcr.play`; the first reason why there is no such wall.
    """
    wrong = _wrong_hands(record) or _too_often(record, draws)
    if wrong is not None:
        return wrong
    if record.kind == "personal":
        return _personal(record, draws)
    return _shared(record, draws, flowers)


def _wrong_hands(record: Record) -> Mismatch | None:
    for seat, hand in enumerate(record.hands):
        if len(hand) != HAND and not (seat == 0 and len(hand) == HAND + 1 and record.kind == "shared"):
            return Mismatch(0, "wall", f"{len(hand)} tiles are dealt to {'ESWN'[seat]}; it should be 13")
        if max(hand) >= len(ev.TILE_NAMES):
            return Mismatch(0, "wall", f"{'ESWN'[seat]} is dealt a tile that does not exist")
    return None


def _too_often(record: Record, draws: Draws) -> Mismatch | None:
    """Return the first tile of which there are more than in the game."""
    seen: Counter[int] = Counter()
    dealt = [(tile, 0) for hand in record.hands for tile in hand]
    drawn = sorted((pair for own in draws.by_seat for pair in own), key=lambda pair: pair[1])
    for tile, move in [*dealt, *drawn]:
        seen[tile] += 1
        if seen[tile] > (4 if tile < ev.FIRST_FLOWER else 1):
            name = ev.TILE_NAMES[tile] if tile < ev.FIRST_FLOWER else f"flower {ev.TILE_NAMES[tile]}"
            what = "is dealt" if move == 0 else "is drawn"
            return Mismatch(move, "wall", f"{name} {what} once more than there are in the game")
    return None


def _rest(used: Sequence[int], flowers: bool) -> list[int]:
    count = Counter(used)
    every = range(len(ev.TILE_NAMES) if flowers else ev.FIRST_FLOWER)
    return [tile for tile in every for _ in range((4 if tile < ev.FIRST_FLOWER else 1) - count[tile])]


def _personal(record: Record, draws: Draws) -> list[int] | Mismatch:
    """Return four walls of 34, flowers left out: personal walls have none."""
    walls = []
    for seat in range(SEATS):
        plain = [(tile, move) for tile, move in draws.by_seat[seat] if tile < ev.FIRST_FLOWER]
        dealt = [tile for tile in record.hands[seat] if tile < ev.FIRST_FLOWER]
        if len(dealt) + len(plain) > PERSONAL:
            move = plain[PERSONAL - len(dealt)][1]
            return Mismatch(move, "wall", f"{'ESWN'[seat]} draws a tile more than the 21 of a personal wall")
        if len(dealt) < HAND:
            return Mismatch(0, "not modelled", f"{'ESWN'[seat]} is dealt flowers, which personal walls have not")
        walls.append(dealt + [tile for tile, _ in plain])
    rest = iter(_rest([tile for wall in walls for tile in wall], False))
    return [tile for wall in walls for tile in (*wall, *(next(rest) for _ in range(PERSONAL - len(wall))))]


def _shared(record: Record, draws: Draws, flowers: bool) -> list[int] | Mismatch:
    hands = record.hands
    front = [tile for tile, _ in draws.front]
    if len(hands[0]) > HAND:
        front.insert(0, hands[0][HAND])
    back = [tile for own in (*draws.opening, draws.back) for tile, _ in own]
    head = [hands[seat][4 * turn + place] for turn in range(3) for seat in range(SEATS) for place in range(4)]
    head += [hands[seat][12] for seat in range(SEATS)]
    used = [*head, *front, *back]
    size = 144 if flowers else 136
    if not flowers and max(used) >= ev.FIRST_FLOWER:
        return Mismatch(0, "wall", "there is a flower, but this game has none")
    if len(used) > size:
        moves = sorted(move for own in (draws.front, draws.back) for _, move in own)
        return Mismatch(moves[size - len(used)], "wall", f"more tiles are drawn than the {size} of the wall")
    wall = [*head, *front, *_rest(used, flowers), *back[::-1]]
    thrown = discarded_flowers(record)
    return [PLACEHOLDER if tile in thrown else tile for tile in wall]


# --- recorded walls ---------------------------------------------------------------------------------------------------


def wall_mismatches(record: Record, draws: Draws) -> list[Mismatch]:
    """Compare the deal and the draws with the walls that a record names; return the first difference of each wall.

    Parameters
    ----------
    record : Record
    draws : Draws

    Returns
    -------
    list of Mismatch
        Empty if it names none.
    """
    if not record.walls or FORMATS[record.format].walls_checked:
        return []
    if record.kind == "personal":
        if len(record.walls) != SEATS:
            return [Mismatch(0, "wall", f"{len(record.walls)} personal walls are recorded; it should be 4")]
        found = [_first_difference(record, draws, seat) for seat in range(SEATS)]
        return [one for one in found if one is not None]
    wall = record.walls[0]
    if len(record.hands[0]) == HAND:
        draws = draws._replace(front=draws.front[1:])  # East's fourteenth tile belongs to the deal
    tries = [_shared_differences(wall, draws, record.back_pairs, at_front) for at_front in (True, False)]
    best = min(tries, key=len)
    return best[:1]


def _first_difference(record: Record, draws: Draws, seat: int) -> Mismatch | None:
    wall, letter = record.walls[seat], "ESWN"[seat]
    if bytes(record.hands[seat]) != wall[:HAND]:
        return Mismatch(0, "wall", f"the hand dealt to {letter} is not the first 13 tiles of the wall of {letter}")
    for place, (tile, move) in enumerate(draws.by_seat[seat], HAND):
        if place >= len(wall):
            return Mismatch(move, "wall", f"{letter} draws {ev.TILE_NAMES[tile]}, but the wall recorded is empty")
        if wall[place] != tile:
            return Mismatch(move, "wall", _differs(letter, tile, wall[place]))
    return None


def _differs(letter: str, tile: int, wanted: int) -> str:
    return f"{letter} draws {ev.TILE_NAMES[tile]}, but the wall recorded gives {ev.TILE_NAMES[wanted]}"


def _shared_differences(wall: bytes, draws: Draws, pairs: bool, opening_at_front: bool) -> list[Mismatch]:
    """Compare draws with a shared wall; opening flowers were replaced from its front, or from its back."""
    opening = [pair for own in draws.opening for pair in own]
    front = [(move, tile, False) for tile, move in draws.front]
    front += [(move, tile, not opening_at_front) for tile, move in opening]
    left, taken_behind = list(wall), 0
    found = []
    for move, tile, behind in sorted([*front, *((move, tile, True) for tile, move in draws.back)]):
        wanted = next_tile(left, taken_behind if pairs else 1, behind)
        taken_behind += behind
        if wanted is None:
            found.append(Mismatch(move, "wall", f"{ev.TILE_NAMES[tile]} is drawn, but the wall recorded is empty"))
        elif wanted != tile:
            text = f"{ev.TILE_NAMES[tile]} is drawn, but the wall recorded gives {ev.TILE_NAMES[wanted]}"
            found.append(Mismatch(move, "wall", text))
    return found


def next_tile(left: list[int], taken_behind: int, behind: bool) -> int | None:
    """Take the next tile of what is left of a shared wall, from the front, or from behind stack by stack.

    Parameters
    ----------
    left : list of int
        Shortened by the tile.
    taken_behind : int
        Tiles already taken from behind: of each stack the one before the last comes first, then the last.
    behind : bool

    Returns
    -------
    int or None
        None if the wall is empty.

    Examples
    --------
    >>> left = [1, 2, 3, 4]
    >>> [next_tile(left, number, True) for number in range(3)], left
    ([3, 4, 1], [2])
    """
    if not left:
        return None
    if not behind:
        return left.pop(0)
    return left.pop(-2 if taken_behind % 2 == 0 and len(left) > 1 else -1)
