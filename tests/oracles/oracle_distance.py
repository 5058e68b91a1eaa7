"""Slow, obvious twin of `distance`: the fewest tiles to a hand worth enough, by looking at every complete hand.

It shares no code and no table with the library. The tiles missing from a hand to a target are those of the target,
beside the melds, that the hand does not hold; the distance is one less, as in shanten: -1 is complete. A target is
worth its points in one of two readings.

- *open*: what holds however the rest is completed: the fans that the sets, the pair and the present melds give.
  Nothing is counted for the way of winning, for the wait, or for keeping pungs concealed; concealed kongs that are
  declared stay concealed.
- *concealed*: the same with every set that is still missing or in hand kept concealed, won by self-draw: Nine Gates,
  Two to Four Concealed Pungs, Fully Concealed Hand and Self-Drawn are found too.

A fan that counts in a reading bars there what the table of exclusions says; a fan not found there bars nothing. There
is no Chicken Hand: a target without any fan is worth nothing.

The search is a plain one: all targets that lack 0 tiles, then all that lack 1, and so on, until one is worth enough.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from oracle import SHAPE_SETS
from oracle_forms import Counts, Listed, Parted, forms
from oracle_rules import Switches
from oracle_targets import FIRSTS, WIDTHS, Context, Ints, Piece, counts_of, joined, switches_of

UNREACHABLE = 127


@lru_cache(maxsize=16)
def _forms(
    melds: tuple[int, ...], prevalent: int, seat: int, rules: tuple[tuple[str, str | int], ...]
) -> list[Listed | Parted]:
    return list(forms(Context(melds, prevalent, seat, dict(rules))))


def forms_of(
    held: Counts, melds: Sequence[int], prevalent: int, seat: int, preset: str | Switches
) -> list[Listed | Parted]:
    """Return the forms of a hand."""
    codes = tuple(sorted(int(code) for code in melds if code))
    if sum(held) not in (13 - 3 * len(codes), 14 - 3 * len(codes)):
        raise ValueError(f"{sum(held)} concealed tiles with {len(codes)} melds")
    found = _forms(codes, prevalent, seat, tuple(sorted(switches_of(preset).items())))
    if (np.array(held) + found[-1].context.eaten).max() > 4:
        raise ValueError("a fifth copy")
    return found


def distance(
    counts34: Counts,
    melds: Sequence[int] = (),
    prevalent: int = 0,
    seat: int = 0,
    min_points: int = 8,
    preset: str | Switches = "default",
) -> tuple[int, int]:
    """Return the distance to a hand worth `min_points` in the open and in the concealed reading.

    `melds` are codes, 1 + 34 * kind + tile, 0 none; `preset` is the name of one, or switches.
    """
    held = [int(count) for count in counts34]
    asked = forms_of(held, melds, prevalent, seat, preset)
    best = [UNREACHABLE, UNREACHABLE]
    for missing in range(15):
        for form in asked:
            for worths in form.lacking(held, missing):
                for reading in (0, 1):
                    if best[reading] == UNREACHABLE and any(worth[reading] >= min_points for worth in worths):
                        best[reading] = missing - 1
                if UNREACHABLE not in best:
                    return best[0], best[1]
    return best[0], best[1]


# Fans


def every_target(form: Parted) -> Iterator[tuple[Ints, list[int]]]:
    """Yield all targets, as (n, 4) places of parts, with the fans of each; those alike are scored once."""
    for parts in joined(form.options([0] * 34), form.goal, None):
        special = form.special(parts)
        fans = np.zeros(len(parts), object)
        fans[special] = [worth.fans for worth in form.score(parts[special])]
        keys, places, back = np.unique(form.keys(parts[~special]), return_index=True, return_inverse=True)
        unknown = [place for place, key in enumerate(keys.tolist()) if key not in form.memory]
        worths = form.score(parts[~special][places[unknown]])
        form.memory |= zip(keys[unknown].tolist(), worths, strict=True)
        fans[~special] = np.array([form.memory[key].fans for key in keys.tolist()], object)[back]
        yield parts, fans.tolist()


def numbered(form: Parted) -> tuple[Ints, Ints, list[int]]:
    """Return all targets, for each a place in a list of sets of fans, and that list."""
    number: dict[int, int] = {}
    targets, places = [], []
    for parts, fans in every_target(form):
        targets.append(parts.astype(np.uint16))
        places.append(np.array([number.setdefault(mask, len(number)) for mask in fans], np.uint16))
    return np.concatenate(targets), np.concatenate(places), list(number)


def cache_file(form: Parted) -> Path:
    """Name the file for all targets of a form; other winds, rules or sources have another one."""
    sources = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("oracle*.py")))
    context = form.context
    asked = repr((context.win.prevalent, context.win.seat, context.rules, form.shape)).encode()
    digest = hashlib.sha256(sources + asked).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / "fastmcr-oracle-distance" / f"{digest}.npz"


@lru_cache(maxsize=4)
def all_targets(form: Parted) -> tuple[Ints, Ints, list[int]]:
    """Return `numbered`; without melds, where it takes minutes, from a file in the temporary folder."""
    if form.context.melds:
        return numbered(form)
    path = cache_file(form)
    if not path.exists():
        targets, places, masks = numbered(form)
        fans = np.array([[mask >> fan & 1 for fan in range(83)] for mask in masks], bool)
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}.npz")
        np.savez(unfinished, targets=targets, places=places, fans=fans)
        unfinished.replace(path)
    with np.load(path) as saved:
        masks = [sum(1 << int(fan) for fan in np.flatnonzero(row)) for row in saved["fans"]]
        return saved["targets"], saved["places"], masks


def nearest(form: Listed | Parted, held: Counts) -> Iterator[tuple[int, int]]:
    """Yield sets of fans that a target of the form counts, with the fewest tiles missing to one."""
    if isinstance(form, Listed):
        yield from ((form.worth(place).fans, missing) for place, missing in enumerate(form.missing(held).tolist()))
        return
    targets, places, masks = all_targets(form)
    costs = []
    for table, first, width in zip(form.tables, FIRSTS, WIDTHS, strict=True):
        lacked = np.maximum(table.tiles.astype(np.int8) - np.array(held[first : first + width], np.int8), 0)
        costs.append(lacked.sum(axis=1, dtype=np.int8))
    missing = sum((costs[suit][targets[:, suit]] for suit in range(4)), start=np.int8(0))
    seen = np.zeros((len(masks), 15), bool)
    seen[places, missing] = True
    yield from zip(masks, seen.argmax(axis=1).tolist(), strict=True)


def fan_distances(
    counts34: Counts,
    melds: Sequence[int] = (),
    prevalent: int = 0,
    seat: int = 0,
    preset: str | Switches = "default",
) -> list[int]:
    """Return for each fan 0..82 the distance to a target in whose open reading it is counted; fan 0 is none."""
    held = [int(count) for count in counts34]
    found = [UNREACHABLE] * 83
    for form in forms_of(held, melds, prevalent, seat, preset):
        for fans, missing in nearest(form, held):
            for fan in range(1, 83):
                if fans >> fan & 1:
                    found[fan] = min(found[fan], missing - 1)
    return found


def points(
    sets: Sequence[Piece],
    pair: int | None,
    melds: Sequence[int] = (),
    prevalent: int = 0,
    seat: int = 0,
    preset: str | Switches = "default",
    tiles: Counts | None = None,
    shape: int = SHAPE_SETS,
    gates: bool = False,
) -> tuple[int, int]:
    """Return the points of one target in the open and in the concealed reading.

    `sets` are those beside the melds; `tiles` all concealed tiles, needed where sets and pair do not say them;
    `gates` that the hand can be won as Nine Gates.
    """
    context = Context(tuple(melds), prevalent, seat, preset)
    own = [*sets, *([] if pair is None else [("pair", pair)])]
    total = np.array(counts_of(own) if tiles is None else tiles) + context.eaten
    return context.worth(own, shape, bytes(total.tolist()), gates)[:2]
