"""Hands for the tests of distances and routes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from populations import random_hands

Bytes = npt.NDArray[np.uint8]


def some_hands(n: int, seed: int, tiles: int, melds: int) -> tuple[Bytes, Bytes]:
    """Return random hands whose claimed kongs are of all sorts."""
    concealed, codes = random_hands(n, seed, tiles, melds)
    kongs = codes > 68
    codes = codes + (34 * np.random.default_rng(seed).integers(0, 3, codes.shape) * kongs).astype(np.uint8)
    return concealed, codes
