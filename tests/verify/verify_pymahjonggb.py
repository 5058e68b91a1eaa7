"""Compare the totals of many wins with PyMahjongGB's: ``python tests/verify/verify_pymahjonggb.py --hands 200000``.

The preset is mil; all conditions are drawn that both programs accept. A tenth more hands are drawn for the dear fans.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[2] / name) for name in ("bench", "tests/oracles", "tests/support"))

from mahjonggb_totals import differing
from peers import mahjonggb_calculator, peer_version
from populations import random_wins
from support import themed_wins


def main() -> int:
    """Run the comparison; 0 if no total differs."""
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
    wrong = [hand for rows in populations for hand in differing(rows, calculator)]
    hands = sum(len(rows.win) for rows in populations)
    print(f"PyMahjongGB {found}, preset mil: {hands:,} wins (seed {given.seed}), {len(wrong)} totals differ")
    print("".join(f"  {hand}\n" for hand in wrong[:20]), end="")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
