"""Hands for distances to single fans: random ones, and wins of all shapes in which a few tiles were exchanged."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from populations import meld_counts, random_hands, random_wins


class Held(NamedTuple):
    """One hand: concealed counts, meld codes and winds."""

    concealed: tuple[int, ...]
    melds: tuple[int, ...]
    prevalent: int
    seat: int


def hands(seed: int, number: int, melds: int, same_winds: bool = False) -> Iterator[Held]:
    """Yield hands with a number of melds, half of them near a win; every third has a tile drawn.

    Parameters
    ----------
    seed, number, melds : int
    same_winds : bool
        East and East, for which the oracle keeps what it has listed.
    """
    if number == 0:
        return
    rng = random.Random(seed)
    far = [*zip(*random_hands(number, seed, 14, melds), strict=True)]
    wins = random_wins(40_000, seed)
    near = np.flatnonzero(np.count_nonzero(wins.melds, axis=1) == melds)
    for place in range(number):
        if place % 2:
            row = int(near[place % len(near)])
            counts, codes = wins.concealed[row].astype(int), wins.melds[row]
        else:
            counts, codes = far[place][0].astype(int), far[place][1]
        left = 4 - counts - meld_counts(codes[None])[0]
        for _ in range(rng.randrange(5) if place % 2 else 0):
            gone = rng.choice([tile for tile in range(34) for _ in range(counts[tile])])
            come = rng.choice([tile for tile in range(34) for _ in range(left[tile])])
            counts += np.bincount([come], minlength=34) - np.bincount([gone], minlength=34)
            left += np.bincount([gone], minlength=34) - np.bincount([come], minlength=34)
        if place % 3:
            counts[rng.choice([tile for tile in range(34) for _ in range(counts[tile])])] -= 1
        winds = (0, 0) if same_winds else (rng.randrange(4), rng.randrange(4))
        yield Held(tuple(counts.tolist()), tuple(codes.tolist()), *winds)
