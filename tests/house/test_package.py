"""What the package shows to its users, and what importing it loads."""

from __future__ import annotations

import json

import pytest
from support import python

import fastmcr

PUBLIC = [
    "UNREACHABLE",
    "ConditionError",
    "Discard",
    "Discards",
    "DiscardsBatch",
    "Distance",
    "DistanceBatch",
    "Fan",
    "FanDistanceBatch",
    "Hand",
    "HandBatch",
    "HandError",
    "InputError",
    "McrError",
    "Meld",
    "NotAWinError",
    "NotationError",
    "Route",
    "Routes",
    "RowsError",
    "Rules",
    "RulesError",
    "Score",
    "ScoreBatch",
    "Settlement",
    "Shanten",
    "ShantenBatch",
    "TableError",
    "Target",
    "Tile",
    "UsefulTilesBatch",
    "Wait",
    "WaitPointsBatch",
    "Waits",
    "WaitsBatch",
    "Wind",
    "__version__",
    "discards",
    "discards_batch",
    "distance",
    "distance_batch",
    "fan_distance_batch",
    "reorder",
    "routes",
    "score",
    "score_batch",
    "settle",
    "settle_batch",
    "shanten",
    "shanten_batch",
    "useful_tiles",
    "useful_tiles_batch",
    "wait_points_batch",
    "waits",
    "waits_batch",
]
HEAVY = ("numba", "llvmlite", "numpy", "rich", "click")


def loaded_by(code: str) -> list[str]:
    """Return which of the heavy modules a piece of code loads in a fresh process."""
    ask = f"import sys, json; print(json.dumps([name for name in {HEAVY!r} if name in sys.modules]))"
    result: list[str] = json.loads(python(f"{code}\n{ask}").stdout)
    return result


PACKAGES = ["analysis", "compat", "datasets", "hands", "play", "records", "rulebook", "scoring", "tournament"]


def test_packages_are_attributes() -> None:
    code = "import fastmcr; print(fastmcr.play.Deal.__name__, fastmcr.tournament.duplicate.Event.__name__)"
    assert python(code).stdout == "Deal Event\n"
    for name in PACKAGES:
        assert getattr(fastmcr, name).__doc__


def test_public_names() -> None:
    assert fastmcr.__all__ == PUBLIC
    assert dir(fastmcr) == sorted([*PUBLIC, *PACKAGES])
    for name in PUBLIC:
        assert getattr(fastmcr, name) is not None
    assert fastmcr.__version__.count(".") == 2


def test_public_names_say_what_they_are() -> None:
    for name in PUBLIC:
        value = getattr(fastmcr, name)
        assert name in ("UNREACHABLE", "__version__") or value.__doc__


def test_no_other_names() -> None:
    with pytest.raises(AttributeError, match=r"^module 'fastmcr' has no attribute 'scores'$"):
        fastmcr.scores  # noqa: B018


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import fastmcr", []),
        ("import fastmcr; fastmcr.__all__; dir(fastmcr)", []),
        ("from fastmcr import Fan, McrError, Rules; Fan.find('Mixed Straight'); Rules.preset('mil')", []),
        ("from fastmcr import Hand; Hand.parse('123456789m1155p5p')", ["numpy"]),
        ("from fastmcr import Hand, HandBatch; HandBatch.from_hands([Hand.parse('123456789m1155p5p')])", ["numpy"]),
        ("from fastmcr import Score, score, score_batch", ["numpy"]),
        ("from fastmcr import shanten, waits_batch", ["numpy"]),
        ("from fastmcr import settle, settle_batch; settle({'E': 9}, self_drawn=True)", ["numpy"]),
        ("from fastmcr import distance, distance_batch, routes", ["numpy"]),
    ],
)
def test_what_is_loaded(code: str, heavy: list[str]) -> None:
    assert loaded_by(code) == heavy


def test_no_global_module_is_called_kernels() -> None:
    code = "import sys, fastmcr; fastmcr.score('123456789m1155p5p'); print('kernels' in sys.modules)"
    assert python(code).stdout == "False\n"


def test_importing_star() -> None:
    assert python("from fastmcr import *; print(score('123456789m1155p5p').total)").stdout == "20\n"
