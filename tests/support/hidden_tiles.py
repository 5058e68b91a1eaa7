"""States of deals in which what a seat cannot see is another."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fastmcr.kernels.layout import play as lay
from fastmcr.play import Game

Bytes = npt.NDArray[np.uint8]


def shuffled_hidden(state: Bytes, seat: int, rng: np.random.Generator, game: Game) -> Bytes:
    """Return a state in which what a seat cannot see is dealt anew: other hands, the wall, others' concealed kongs."""
    made = state.copy()
    hands = made[:256].reshape(4, 64)
    others = [other for other in range(4) if other != seat]
    if game.personal:
        places = [lay.WALL + 34 * wall + place for wall in range(4) for place in range(int(made[lay.TAKEN + wall]), 34)]
    else:
        places = [lay.WALL + place for place in range(int(made[lay.FRONT]), int(made[lay.BACK]))]
    hidden = made[places].tolist()
    for other in others:
        hidden += np.repeat(np.arange(34), hands[other, :34]).tolist()
    # The tile that is on offer for robbing lies open.
    robbing = made[lay.PHASE] == lay.ROBBING
    if robbing:
        hidden.remove(int(made[lay.OFFER]))
    exchanged = {}
    for other in others:
        for place in range(34, 38):
            code = int(hands[other, place])
            if code > 34 * 4:
                kinds = [tile for tile in range(34) if hidden.count(tile) == 4]
                if kinds:
                    tile = int(rng.choice(kinds))
                    hidden = [one for one in hidden if one != tile] + [code - 1 - 34 * 4] * 4
                    hands[other, place] = 1 + 34 * 4 + tile
                    exchanged[other] = tile
    hidden = rng.permutation(hidden).tolist()
    flowers = [tile for tile in hidden if tile >= 34]
    plain = [tile for tile in hidden if tile < 34]
    for other in others:
        number = int(hands[other, :34].sum())
        keep = [int(made[lay.OFFER])] if robbing and other == made[lay.TURN] else []
        dealt = keep + [plain.pop() for _ in range(number - len(keep))]
        hands[other, :34] = np.bincount(dealt, minlength=34)
        if other == made[lay.TURN] and made[lay.DRAWN] != lay.NONE and not robbing:
            made[lay.DRAWN] = dealt[-1]
    made[places] = rng.permutation(plain + flowers)
    # The part of the wall that is gone holds the rest of the set, so that the state stays one that can be.
    whole = [tile for tile in range(34) for _ in range(4)] + ([*range(34, 42)] if game.flowers else [])
    for tile in made[places].tolist():
        whole.remove(tile)
    gone = [place for place in range(lay.WALL, lay.WALL + game.tiles) if place not in set(places)]
    made[gone] = whole
    return made
