"""Compare distances to a hand worth enough with the slow twin: ``python tests/verify/verify_distance.py --hands 5000``.

Hands are in turn dealt (some draws into a deal, each discard keeping the shanten), random, of many like tiles, and near
to a form, with 0-3 melds of any kind; every other four of them have a tile drawn. They are asked for 8 points, or for
those of `--points`, by the default rules and winds or by those of `--preset` and, with `--winds`, any winds.

``--fans N`` compares as many hands fan by fan too. Without melds that takes lists of all targets, made once in some
minutes and kept in the temporary folder; ``--build`` only makes them.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np

sys.path.extend(str(Path(__file__).resolve().parents[1] / name) for name in ("oracles", "support"))

import oracle_distance as oracle
from cases_analysis import Deal, crowded_deal, near_deal, random_deal
from oracle_rules import NAMES, PRESETS
from verify_analysis import as_rows, text

import fastmcr
from fastmcr import discards_batch, shanten_batch
from fastmcr.hands.batch import usable_cpus

BLOCK = 50


def with_any_kongs(deal: Deal, rng: random.Random) -> Deal:
    """Make the claimed kongs of a deal claimed, promoted or concealed ones."""
    return deal._replace(melds=tuple(code + 34 * rng.randrange(3) if code > 68 else code for code in deal.melds))


def dealt(rng: random.Random, n_melds: int) -> Deal:
    """Deal, draw up to twelve tiles, and discard each time one that keeps the shanten."""
    deal = random_deal(rng, n_melds)
    counts = np.array(deal.concealed)
    left = [tile for tile in range(34) for _ in range(4 - deal.concealed[tile] - deal.eaten[tile])]
    for tile in rng.sample(left, rng.randrange(13)):
        counts[tile] += 1
        shanten = discards_batch(*as_rows([deal._replace(concealed=tuple(counts.tolist()))])).shanten
        allowed = np.flatnonzero(counts)
        best = [kind for kind in allowed if shanten[0, kind] == shanten[0, allowed].min()]
        counts[rng.choice(best)] -= 1
    return deal._replace(concealed=tuple(counts.tolist()))


def any_deals(seed: int, number: int) -> Iterator[Deal]:
    """Yield hands of the four kinds in turn, every other one with a tile more."""
    rng = random.Random(seed)
    for place in range(number):
        n_melds = rng.choice((0, 0, 1, 2, 3))
        made = (dealt, random_deal, crowded_deal, near_deal)[place % 4](rng, n_melds)
        made = with_any_kongs(made, rng)
        left = [tile for tile in range(34) for _ in range(4 - made.concealed[tile] - made.eaten[tile])]
        drawn = rng.choice(left) if place // 4 % 2 else -1
        yield made._replace(concealed=tuple(count + (tile == drawn) for tile, count in enumerate(made.concealed)))


def compare(seed: int, least: tuple[int, ...], preset: str, winds: bool, fans: int) -> tuple[list[str], Counter[int]]:
    """Return what differs in one block of hands, and how often the open distance is how much over shanten."""
    rng = random.Random(seed)
    given = list(any_deals(seed, BLOCK))
    prevalent, seat = (rng.randrange(4), rng.randrange(4)) if winds else (0, 0)
    min_points = least[seed % len(least)]
    asked = {"prevalent": prevalent, "seat": seat, "rules": preset}
    found = fastmcr.distance_batch(*as_rows(given), min_points, **asked).values.tolist()
    plain = shanten_batch(*as_rows(given)).best.tolist()
    wrong, over = [], Counter()
    for deal, values, shanten in zip(given, found, plain, strict=True):
        wanted = oracle.distance(deal.concealed, deal.melds, prevalent, seat, min_points, preset)
        over[wanted[0] - shanten if wanted[0] < oracle.UNREACHABLE else oracle.UNREACHABLE] += 1
        if tuple(values) != wanted:
            wrong.append(f"{text(deal)} for {min_points} points ({asked}): {values}, the oracle says {wanted}")
    by_fan = fastmcr.fan_distance_batch(*as_rows(given[:fans]), **asked).values.tolist() if fans else []
    for deal, values in zip(given, by_fan, strict=False):
        wanted_fans = oracle.fan_distances(deal.concealed, deal.melds, prevalent, seat, preset)[1:]
        wrong += [
            f"{text(deal)} to {NAMES[fan]} ({asked}): {value}, the oracle says {said}"
            for fan, (value, said) in enumerate(zip(values, wanted_fans, strict=True), 1)
            if value != said
        ]
    return wrong, over


def build(preset: str) -> None:
    """List all targets of a hand without melds."""
    started = time.perf_counter()
    oracle.fan_distances([1] * 13 + [0] * 21, preset=preset)
    print(f"all targets by the rules {preset}: {time.perf_counter() - started:.0f} s", flush=True)


def main() -> int:
    """Run the comparison; 0 if nothing differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=5_000, help="hands whose distances are compared")
    parser.add_argument("--fans", type=int, default=0, help="of these, hands that are compared fan by fan")
    parser.add_argument("--points", type=int, nargs="+", default=[8], help="fewest points, in turn by blocks of hands")
    parser.add_argument("--preset", choices=list(PRESETS), default="default")
    parser.add_argument("--winds", action="store_true", help="any prevalent and seat winds, else both E")
    parser.add_argument("--build", action="store_true", help="only list all targets, for --fans")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=usable_cpus(), help="processes")
    given = parser.parse_args()
    if given.build or given.fans:
        build(given.preset)
    if given.build:
        return 0
    blocks = -(-given.hands // BLOCK)
    each = min(BLOCK, -(-given.fans // blocks))
    asked = {"least": tuple(given.points), "preset": given.preset, "winds": given.winds}
    started = time.perf_counter()
    seeds = [1_000_000 * given.seed + block for block in range(blocks)]
    wrong: list[str] = []
    over: Counter[int] = Counter()
    with ProcessPoolExecutor(given.jobs) as pool:
        for words, counted in pool.map(partial(compare, fans=each, **asked), seeds):
            wrong += words
            over += counted
    seconds = time.perf_counter() - started
    print(
        f"{blocks * BLOCK:,} hands (seed {given.seed}, {given.points} points, {given.preset}), "
        f"{blocks * each:,} of them fan by fan: {len(wrong)} differ from the oracle, {seconds:.0f} s"
    )
    print("".join(f"  {words}\n" for words in wrong[:20]), end="")
    shares = ", ".join(f"{more:+d} {number}" for more, number in sorted(over.items()))
    print(f"open distance over shanten (127: unreachable): {shares}")
    return int(len(wrong) > 0)


if __name__ == "__main__":
    raise SystemExit(main())
