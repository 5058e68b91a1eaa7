"""Totals against PyMahjongGB, the program most people compare with, under the preset that states its rules.

No total of a win differs. What differs is what is refused; two rulings, each with its test here.
"""

from __future__ import annotations

import numpy as np
import pytest
from mahjonggb_totals import Calculator, differing
from peers import mahjonggb_calculator, mahjonggb_call, peer_version
from populations import random_wins
from support import as_batch, scaled, themed_wins

from fastmcr import ConditionError, Rules, score, score_batch

pytestmark = pytest.mark.skipif(peer_version("PyMahjongGB") is None, reason="PyMahjongGB is not installed")


@pytest.fixture(scope="module")
def calculator() -> Calculator:
    return mahjonggb_calculator()


def test_random_wins(calculator: Calculator) -> None:
    assert differing(random_wins(scaled(20_000), seed=51), calculator) == []


def test_wins_of_dear_fans(calculator: Calculator) -> None:
    assert differing(themed_wins(scaled(5_000), seed=52), calculator) == []


def test_robbing_on_the_last_tile(calculator: Calculator) -> None:
    """Ruling A4e: refused, or with the switch both fans, as PyMahjongGB has it."""
    rows = random_wins(20_000, seed=53)
    rows = rows.take(np.flatnonzero(rows.conditions & 16)[: scaled(1_000)])
    rows = rows._replace(conditions=rows.conditions | np.uint16(4))
    assert len(rows.win) > 10
    assert set(score_batch(as_batch(rows), "mil", on_error="mark").status.tolist()) == {7}
    assert differing(rows, calculator, Rules.preset("mil").replace(rob_on_last_tile="both")) == []


def test_last_of_its_kind_with_another_in_the_hand(calculator: Calculator) -> None:
    """Ruling A4b: we refuse what cannot be; PyMahjongGB leaves the condition out."""
    rows = random_wins(scaled(2_000), seed=54)
    held = rows.beside_win()[np.arange(len(rows.win)), rows.win] > 0
    rows = rows.take(np.flatnonzero(held & (rows.conditions & 18 == 0)))
    claimed = rows._replace(conditions=rows.conditions | np.uint16(2))
    assert set(score_batch(as_batch(claimed), "mil", on_error="mark").status.tolist()) == {7}
    with pytest.raises(ConditionError, match=r"^last of its kind: "):
        score(as_batch(claimed).hand(0), "mil")
    totals = score_batch(as_batch(rows), "mil").total
    for i in range(len(rows.win)):
        assert sum(points for points, _ in calculator(*mahjonggb_call(claimed, i))) == totals[i]
