"""Compare hand analysis with the slow twin on many hands: ``python tests/verify/verify_analysis.py --hands 200000``.

Hands are random, of many like tiles, and near to a form, with 0-4 melds; every other one has a tile drawn. Of all hands
the shanten of each form is compared, of `--useful` of them also useful tiles, waits and discards, which take the twin
longer.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

import numpy as np

sys.path.extend(str(Path(__file__).resolve().parents[1] / name) for name in ("oracles", "support"))

import oracle_analysis as oracle
from cases_analysis import Deal, deals

from fastmcr import Meld, discards_batch, shanten_batch, useful_tiles_batch, waits_batch
from fastmcr.analysis.one_hand import FORMS
from fastmcr.hands.batch import usable_cpus
from fastmcr.rulebook.tiles import join_tiles

BLOCK = 500


def drawn_deals(seed: int, number: int) -> Iterator[Deal]:
    """Yield deals, every other one with a tile more."""
    rng = random.Random(seed)
    for place, deal in enumerate(deals(seed, number)):
        left = [tile for tile in range(34) for _ in range(4 - deal.concealed[tile] - deal.eaten[tile])]
        drawn = rng.choice(left) if place % 2 else -1
        yield deal._replace(concealed=tuple(count + (tile == drawn) for tile, count in enumerate(deal.concealed)))


def as_rows(given: list[Deal]) -> tuple[np.ndarray, np.ndarray]:
    """Return deals as concealed counts and melds."""
    melds = [deal.melds + (0,) * (4 - len(deal.melds)) for deal in given]
    return np.array([deal.concealed for deal in given], np.uint8), np.array(melds, np.uint8)


def text(deal: Deal) -> str:
    """Return a deal as it is given to the command line."""
    melds = "".join(str(Meld.from_code(code)) for code in deal.melds)
    return melds + join_tiles(tile for tile, count in enumerate(deal.concealed) for _ in range(count))


def compare(seed: int, useful: int) -> list[str]:
    """Return what differs in one block of hands."""
    given = list(drawn_deals(seed, BLOCK))
    found = shanten_batch(*as_rows(given)).values
    wrong = []
    for deal, values in zip(given, found.tolist(), strict=True):
        wanted = oracle.shanten(deal.concealed, len(deal.melds), deal.eaten)
        if tuple(values) != wanted:
            wrong.append(f"{text(deal)}: shanten {values}, the oracle says {wanted}")
    for deal in given[:useful]:
        wrong += [f"{text(deal)}: {words}" for words in differences(deal)]
    return wrong


def differences(deal: Deal) -> Iterator[str]:
    """Say in what useful tiles, waits or discards of a hand differ."""
    rows, asked = as_rows([deal]), (deal.concealed, len(deal.melds), deal.eaten)
    useful = useful_tiles_batch(*rows, per_form=True)[0]
    for tiles, form in [(useful.tiles, None), *((useful.per_form[form], form) for form in FORMS)]:
        wanted = oracle.useful_tiles(*asked, form)
        if set(tiles) != wanted:
            words = f"{join_tiles(tiles)}, the oracle says {join_tiles(sorted(wanted))}"
            yield f"useful ({form or 'best'}) {words}"
    if sum(deal.concealed) % 3 == 1:
        waiting = waits_batch(*rows)[0]
        for tiles, wanted in (
            (waiting.formal, oracle.formal_waits(*asked[:2])), (waiting.live, oracle.live_waits(*asked)),
        ):  # fmt: skip
            if set(tiles) != wanted:
                yield f"waits {join_tiles(tiles)}, the oracle says {join_tiles(sorted(wanted))}"
        return
    left = discards_batch(*rows)[0]
    for tile, (values, wanted) in oracle.discards(*asked).items():
        if left.shanten[tile] != values[-1] or set(left.useful[tile]) != wanted:
            yield f"discard {join_tiles([tile])}: {left.shanten[tile]}, the oracle says {values[-1]}"


def main() -> int:
    """Run the comparison; 0 if nothing differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200_000, help="hands whose shanten is compared")
    parser.add_argument("--useful", type=int, default=10_000, help="of these, hands that are compared in everything")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=usable_cpus(), help="processes")
    given = parser.parse_args()
    blocks = -(-given.hands // BLOCK)
    each = min(BLOCK, -(-given.useful // blocks))
    compare(0, 1)  # compiled before the pool starts
    started = time.perf_counter()
    seeds = [1_000_000 * given.seed + block for block in range(blocks)]
    with ProcessPoolExecutor(given.jobs) as pool:
        found = [words for some in pool.map(compare, seeds, repeat(each)) for words in some]
    seconds = time.perf_counter() - started
    print(
        f"{blocks * BLOCK:,} hands (seed {given.seed}), {blocks * each:,} of them in everything: "
        f"{len(found)} differ from the oracle, {seconds:.0f} s"
    )
    print("".join(f"  {words}\n" for words in found[:20]), end="")
    return int(len(found) > 0)


if __name__ == "__main__":
    raise SystemExit(main())
