"""Deals made by hand: walls out of the tiles that matter, the rest filled up, and play out of the moves that matter.

Tiles are written as digits and m, p, s, the letters ESWNCFP, and digits and f for flowers; blanks mean nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

SEATS = "ESWN"
LETTERS = "ESWNCFP"
FALSE_HU = -1
PASS, HU = 0, 1

# First action of each kind that takes one tile, by the verb of a move.
VERBS = {"discard": 2, "pung": 99, "kong": 133, "concealed": 167, "promote": 201}


def tiles(text: str) -> list[int]:
    """Read tiles such as "123m 55p EE 1f" in the order written."""
    found: list[int] = []
    ranks: list[int] = []
    for letter in text.replace(" ", ""):
        if letter.isdigit():
            ranks.append(int(letter) - 1)
        elif letter in "mpsf":
            first = {"m": 0, "p": 9, "s": 18, "f": 34}[letter]
            found += [first + rank for rank in ranks]
            ranks.clear()
        else:
            found.append(27 + LETTERS.index(letter))
    if ranks:
        raise ValueError(f"ranks without a suit at the end of {text!r}")
    return found


# Walls


def of_players(texts: Sequence[str]) -> list[list[int]]:
    """Read what belongs to East, South, West and North; players left out have nothing."""
    if len(texts) > 4:
        raise ValueError(f"{len(texts)} players")
    return [tiles(text) for text in (*texts, *[""] * (4 - len(texts)))]


def rest_of(scripted: Iterable[int], seed: int) -> list[int]:
    """Shuffle the tiles, flowers aside, that are not in the script."""
    used = Counter(tile for tile in scripted if tile < 34)
    every = Counter(dict.fromkeys(range(34), 4))
    if used - every:
        raise ValueError(f"scripted more than four times: {sorted((used - every).elements())}")
    rest = sorted((every - used).elements())
    random.Random(seed).shuffle(rest)
    return rest


def filled(script: Sequence[int], size: int, rest: list[int], end: Sequence[int] = ()) -> list[int]:
    """Fill up a script with tiles from the rest, before its end."""
    missing = size - len(script) - len(end)
    if missing < 0:
        raise ValueError(f"{len(script) + len(end)} tiles scripted, room for {size}")
    return [*script, *(rest.pop() for _ in range(missing)), *end]


def personal_walls(
    hands: Sequence[str] = (), draws: Sequence[str] = (), ends: Sequence[str] = (), seed: int = 0
) -> list[list[int]]:
    """Make four walls of 34 in the order drawn: 13 dealt tiles, first draws, anything, last draws."""
    scripts = list(zip(of_players(hands), of_players(draws), of_players(ends), strict=True))
    rest = rest_of((tile for script in scripts for part in script for tile in part), seed)
    return [filled([*filled(hand, 13, rest), *first], 34, rest, last) for hand, first, last in scripts]


def shared_wall(
    hands: Sequence[str] = (),
    draws: str = "",
    replacements: str = "",
    last: str = "",
    opening: Sequence[str] = (),
    parked: int = 3,
    seed: int = 0,
) -> list[int]:
    """Make a wall of 144.

    `hands` are the tiles dealt (East: up to 14), `opening` the tiles that replace each player's scripted flowers,
    `draws` the first draws from the front, `replacements` those from the back once play has begun, and `last` the
    end of the middle, which is the end of the wall if exactly the scripted replacements are drawn. Flowers that no
    script names are dealt to the player `parked`, who gets the rest of his hand from the back.
    """
    dealt, replaced = of_players(hands), of_players(opening)
    front, back, end = tiles(draws), tiles(replacements), tiles(last)
    scripted = [tile for part in (*dealt, *replaced, front, back, end) for tile in part]
    rest = rest_of(scripted, seed)
    dealt = [filled(hand, 14 if seat == 0 else 13, rest) for seat, hand in enumerate(dealt)]
    if max(dealt[parked]) >= 34:
        raise ValueError("flowers are scripted for the player who gets those that no script names")
    flowers = [flower for flower in range(34, 42) if flower not in scripted]
    hand = dealt[parked]
    kept = len(hand) - len(flowers)
    dealt[parked], held_back = [*flowers, *hand[:kept]], hand[kept:]
    replaced[parked] = replaced[parked] + held_back
    from_back = [tile for part in replaced for tile in part] + back
    order = [tile for turn in range(3) for hand in dealt for tile in hand[4 * turn : 4 * turn + 4]]
    order += [hand[12] for hand in dealt] + [dealt[0][13]]
    return order + filled(front, 144 - len(order) - len(from_back), rest, end) + from_back[::-1]


# Play


class Game(Protocol):
    """What a script needs of a deal."""

    drawn: int | None

    def actor(self) -> int | None: ...
    def legal(self) -> Sequence[int]: ...
    def step(self, action: int) -> None: ...
    def declare_hu(self) -> None: ...


G = TypeVar("G", bound=Game)


def move(text: str) -> tuple[int, int]:
    """Read a move: seat and "hu", "false hu", "pass", "chow 456m 5m" (the tile claimed), or a verb and a tile."""
    letter, _, what = text.partition(" ")
    seat = SEATS.index(letter)
    verb, *rest = what.split()
    if what in ("hu", "pass", "false hu"):
        return seat, {"hu": HU, "pass": PASS, "false hu": FALSE_HU}[what]
    if verb == "chow":
        chow, claimed = tiles(rest[0]), tiles(rest[1])[0]
        suit, middle_rank = divmod(chow[1], 9)
        return seat, 36 + 21 * suit + 3 * (middle_rank - 1) + chow.index(claimed)
    return seat, VERBS[verb] + tiles(rest[0])[0]


def follow(game: G, moves: Sequence[str], until: Callable[[G], bool] = lambda game: False) -> list[tuple[int, int]]:
    """Play a deal by its script and return every (seat, action); a false hu is -1.

    Each move is made as soon as its player can make it; until then everybody passes and discards what he drew.
    Play stops where `until` is true; at the end of the deal it is an error if a move was never possible.
    """
    waiting = [move(text) for text in moves]
    made: list[tuple[int, int]] = []
    while not until(game) and (seat := game.actor()) is not None:
        legal = list(game.legal())
        if waiting and waiting[0][0] == seat and waiting[0][1] in [*legal, FALSE_HU]:
            action = waiting.pop(0)[1]
        elif PASS in legal:
            action = PASS
        else:
            drawn = -1 if game.drawn is None else 2 + game.drawn
            action = drawn if drawn in legal else next(number for number in legal if number != HU)
        made.append((seat, action))
        if action == FALSE_HU:
            game.declare_hu()
        else:
            game.step(action)
    if waiting and game.actor() is None:
        raise AssertionError(f"never possible: {moves[len(moves) - len(waiting) :]}")
    return made
