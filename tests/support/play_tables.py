"""Deals made by hand for the tests of play: walls that give what is wanted, and players that follow a script."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import numpy.typing as npt

from fastmcr.play import Deal, personal_walls, shared_wall
from fastmcr.rulebook.tiles import TILES, Tile, Wind, as_tiles, join_tiles

STRAIGHT_M = "123456789m1155p"  # waits for 1p and 5p, Pure Straight


def hands(reserve: str = "", **given: str) -> list[str]:
    """Return four hands, those not given of tiles that are neither given nor in reserve."""
    left = Counter(TILES * 4)
    left.subtract(as_tiles("".join(given.values()) + "".join(letter for letter in reserve if letter not in "abcdefgh")))
    assert min(left.values()) >= 0, "+".join(str(tile) for tile, count in left.items() if count < 0)
    rest = [tile for tile in TILES for _ in range(left[tile])]
    random.Random(5).shuffle(rest)
    dealt = []
    for seat in "ESWN":
        dealt.append(given.get(seat) or join_tiles(rest[:13]))
        rest = rest if seat in given else rest[13:]
    return dealt


def personal(draws: dict[str, str] | None = None, **given: str) -> npt.NDArray[np.uint8]:
    """Return personal walls with these hands and first draws."""
    draws = draws or {}
    return personal_walls(hands("".join(draws.values()), **given), [draws.get(seat, "") for seat in "ESWN"])


def shared(draws: str = "", replacements: str = "", flowers: bool = True, **given: str) -> npt.NDArray[np.uint8]:
    """Return a shared wall with these hands, draws and replacements; East's fourteenth tile is the first draw."""
    plain = {seat: "".join(letter for letter in hand if letter not in "abcdefgh") for seat, hand in given.items()}
    dealt = hands(draws + replacements, **plain)
    return shared_wall(
        [given.get(seat, dealt[place]) for place, seat in enumerate("ESWN")], draws, replacements, flowers=flowers
    )


def at(places: dict[tuple[str, int], str], **given: str) -> npt.NDArray[np.uint8]:
    """Return personal walls with these hands, in which draws named by seat and number from 1 are given tiles."""
    walls = personal_walls(hands("".join(places.values()), **given), ["", "", "", ""])
    fixed = {("ESWN".index(seat), 12 + number): int(Tile(tile)) for (seat, number), tile in places.items()}
    for (seat, place), tile in fixed.items():
        if walls[seat, place] != tile:
            free = [
                (row, column)
                for row in range(4)
                for column in range(13, 34)
                if walls[row, column] == tile and fixed.get((row, column)) != tile
            ]
            walls[free[0]], walls[seat, place] = walls[seat, place], tile
    assert all(walls[place] == tile for place, tile in fixed.items())
    return walls


def script(deal: Deal, *moves: str) -> Deal:
    """Take moves such as ``S pung 5m``; seats asked before that pass. ``S discard`` discards what was drawn."""
    for move in moves:
        seat, _, words = move.partition(" ")
        while deal.actor != Wind(seat) and deal.offer is not None:
            deal.step("pass")
        assert deal.actor == Wind(seat), f"{move}: {deal.actor} is asked\n{deal}"
        deal.step(f"discard {deal.drawn}" if words == "discard" else words)
    return deal


def all_pass(deal: Deal) -> Deal:
    """Let everybody who is asked pass."""
    while deal.offer is not None:
        deal.step("pass")
    return deal


def draw_and_discard(deal: Deal, turns: int) -> Deal:
    """Let the players discard what they draw, claiming nothing, until so many more discards lie and all have passed."""
    wanted = len(deal.discards) + turns
    while not deal.ended:
        if deal.offer is not None:
            deal.step("pass")
        elif len(deal.discards) == wanted:
            break
        else:
            deal.step(f"discard {deal.drawn}")
    return deal


def fans(deal: Deal, seat: str) -> set[str]:
    """Return the names of the fans of a winner."""
    result = deal.result
    assert result is not None
    return next({str(fan) for fan in win.score.fans} for win in result.wins if win.seat == Wind(seat))
