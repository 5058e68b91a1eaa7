"""Compare many random wins with PyMahjongGB in total, preset mil: ``python tests/verify_pymahjonggb.py --hands 200000``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))

from peers import mahjonggb_calculator, peer_version
from populations import random_wins
from support import themed_wins
from test_pymahjonggb import EXPLAINED, unexplained


def main() -> int:
    """Run the comparison; 0 if every difference is explained by a ruling."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = peer_version("PyMahjongGB")
    if found is None:
        print("PyMahjongGB is not installed: pip install PyMahjongGB", file=sys.stderr)
        return 2
    calculator = mahjonggb_calculator()
    populations = [random_wins(given.hands, given.seed), themed_wins(given.hands // 10, given.seed)]
    differing = [hand for rows in populations for hand in unexplained(rows, calculator)]
    hands = sum(len(rows.win) for rows in populations)
    print(
        f"PyMahjongGB {found}, preset mil: {hands:,} wins (seed {given.seed}), {len(differing)} totals differ "
        f"without a ruling, {len(EXPLAINED)} hands are explained by one"
    )
    print("".join(f"  {hand}\n" for hand in differing[:20]), end="")
    return int(bool(differing))


if __name__ == "__main__":
    raise SystemExit(main())
