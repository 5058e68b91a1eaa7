"""Automata that read a suit for distances to single fans: the tables behind `fan_distance`, found once.

As in `distances` a suit is read rank by rank, and what matters of the ranks read so far is a profile of fewest
tiles missing. These automata have a sixth symbol, a rank that no target may use, and every set and pair may use a kind
up to four times; ``any`` reads sets of both sorts, ``chows`` chows alone. States that no further ranks tell apart are
made one, and the steps of both automata lie in one table, so that reading a suit is nine look-ups.

A vector is kept as a word of ten lanes of six bits, as `fan_distance.words` draws it.
"""

import itertools

import numpy as np
import numpy.typing as npt

SETS = 4
RANKS = 9
SYMBOLS = 6  # 0..4 tiles held, 5 a rank that may not be used
FAR = 15  # more than any hand can miss

Array = npt.NDArray[np.generic]
Place = tuple[int, int, int, int]


def fan_distance_tables() -> dict[str, Array]:
    """Build the steps of both automata and the words of their classes.

    Returns
    -------
    dict of str to array
        ``fan_steps`` (n, 8) uint16: by state and symbol the next state, after nine steps the class; row 0 is where
        ``any`` begins, row 1 where ``chows`` does. ``fan_vectors`` (k,) uint64: the word of each class.
    """
    automata = [_reduced(*_profiles(pungs)) for pungs in (True, False)]
    words: dict[int, int] = {}
    rows = [np.zeros((2, 8), np.uint16)]
    start = 2
    for number, (layers, vectors) in enumerate(automata):
        classes = np.array([words.setdefault(_word(vector), len(words)) for vector in vectors.tolist()])
        table = layers[0]
        for rank in range(RANKS):
            # The one state of the first rank is row 0 or 1; those of a later one follow what is there.
            after = classes if rank == RANKS - 1 else start + np.arange(len(layers[rank + 1]))
            filled = np.zeros((len(table), 8), np.uint16)
            filled[:, :SYMBOLS] = after[table]
            if rank == 0:
                rows[0][number] = filled[0]
            else:
                rows.append(filled)
            if rank < RANKS - 1:
                start += len(layers[rank + 1])
                table = layers[rank + 1]
    return {"fan_steps": np.concatenate(rows), "fan_vectors": np.array(list(words), np.uint64)}


def _word(vector: list[int]) -> int:
    return sum(cost << 6 * lane for lane, cost in enumerate(vector))


def _places() -> dict[Place, int]:
    """Return a number for all that may be open between two ranks: sets begun, pairs, chows two and one ranks short."""
    found: dict[Place, int] = {}
    for begun, pair, one_left, two_left in itertools.product(
        range(SETS + 1), range(2), range(SETS + 1), range(SETS + 1)
    ):
        if one_left + two_left <= begun:
            found[begun, pair, two_left, one_left] = len(found)
    return found


def _moves(places: dict[Place, int], chows: int, pungs: bool) -> npt.NDArray[np.intp]:
    """List (to, from, tiles of this rank in the target) of every choice at one rank."""
    moves = []
    for (begun, pair, two_left, one_left), number in places.items():
        for chow, pung, more in itertools.product(range(chows + 1), range(1 + pungs), range(2 - pair)):
            tiles = two_left + one_left + chow + 3 * pung + 2 * more
            to = places.get((begun + chow + pung, pair + more, chow, two_left))
            if tiles <= 4 and to is not None:
                moves.append((to, number, tiles))
    return np.array(sorted(moves))


def _profiles(pungs: bool) -> tuple[list[npt.NDArray[np.intp]], npt.NDArray[np.uint8]]:
    """Return for each rank the next profile by profile and symbol, and the vectors of the last profiles."""
    places = _places()
    profiles = np.full((1, len(places)), FAR, np.uint8)
    profiles[0, places[0, 0, 0, 0]] = 0
    layers = []
    for rank in range(RANKS):
        to, source, tiles = _moves(places, SETS if rank <= RANKS - 3 else 0, pungs).T
        cuts = np.flatnonzero(np.diff(to, prepend=-1))
        after = np.full((len(profiles), SYMBOLS, len(places)), FAR, np.uint8)
        for symbol in range(SYMBOLS):
            missing = np.where(tiles > 0, FAR, 0) if symbol == 5 else np.maximum(tiles - symbol, 0)
            costs = np.minimum(profiles[:, source] + missing.astype(np.uint8), FAR)
            after[:, symbol, to[cuts]] = np.minimum.reduceat(costs, cuts, axis=1)
        flat = after.reshape(-1, len(places))
        _, first, number = np.unique(
            flat.view(np.dtype((np.void, len(places)))).ravel(), return_index=True, return_inverse=True
        )
        profiles = flat[first]
        layers.append(number.reshape(-1, SYMBOLS))
    ends = [places[sets, pair, 0, 0] for sets in range(SETS + 1) for pair in range(2)]
    return layers, profiles[:, ends]


def _reduced(
    layers: list[npt.NDArray[np.intp]], vectors: npt.NDArray[np.uint8]
) -> tuple[list[npt.NDArray[np.intp]], npt.NDArray[np.uint8]]:
    """Join the states of every rank that lead to the same, beginning with the last."""
    classes, number = np.unique(vectors, axis=0, return_inverse=True)
    kept = []
    for table in reversed(layers):
        rows, number = np.unique(number.ravel()[table], axis=0, return_inverse=True)
        kept.append(rows)
    return kept[::-1], classes
