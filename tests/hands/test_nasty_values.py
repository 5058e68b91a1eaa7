"""Values that no argument takes: every public function says so in an error of the package, or takes them for good.

Each argument of each function is replaced by each value in turn, the others being right.
"""

from __future__ import annotations

import inspect
import io
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from support import COMPILED

import fastmcr
from fastmcr import Fan, Hand, HandBatch, McrError, Meld, Rules, Tile, Wind, play
from fastmcr.analysis import one_hand as analysis
from fastmcr.tournament import match, settlement

TEXT = "[EEE]123m456p789s5s5s"
READY = "123m567p78s55sEEC"
COUNTS = np.zeros((1, 34), np.uint8)
COUNTS[0, [0, 1, 2, 13, 14, 15, 24, 25, 22, 27, 31]] = 1
COUNTS[0, [22, 27]] = 2
FULL = COUNTS.copy()
FULL[0, 30] = 1
BATCH = HandBatch.from_strings([TEXT, TEXT])
WAITING = HandBatch.from_strings([TEXT[:-2]])
ROWS = np.zeros((1, 4), np.int64)


class Odd:
    """Nothing that anybody expects."""


VALUES: dict[str, Any] = {
    "None": None,
    "True": True,
    "minus": -1,
    "nan": float("nan"),
    "inf": float("inf"),
    "2**31": 2**31,
    "2**70": 2**70,
    "10**5000": 10**5000,
    "complex": 1j,
    "empty text": "",
    "text": "\ud800\0x",
    "long text": "1" * 1000,
    "bytes": b"1m",
    "list of nothing": [],
    "list of None": [None],
    "list of text": ["1m", "q"],
    "list of nan": [float("nan")],
    "list of a huge int": [10**5000],
    "ragged": [[1], [1, 2]],
    "nested": [[1, [2]], 3],
    "dict": {"a": 1},
    "set": {1},
    "object": Odd(),
    "class": Odd,
    "function": len,
    "range": range(3),
    "empty array": np.array([]),
    "0-d": np.array(3),
    "0-d text": np.array("1m"),
    "0-d object": np.array(None, object),
    "objects": np.array([None, "1m", 3], object),
    "bools": np.array([True, False]),
    "texts": np.array(["1m", "x"]),
    "floats": np.array([1.5, np.nan]),
    "complexes": np.array([1j]),
    "wrong shape": np.zeros((2, 3, 4), int),
    "uint64": np.array([2**64 - 1], np.uint64),
    "int64": np.int64(-5),
    "float16": np.float16(1),
    "str_": np.str_("1m"),
    "void": np.void(b"ab"),
    "structured": np.zeros(2, [("a", int), ("b", float)]),
    "dates": np.array(["2020-01-01", "NaT"], "datetime64[D]"),
    "time": np.timedelta64(1, "D"),
    "masked": np.ma.masked_array([1, 2], [0, 1]),
    "masked constant": np.ma.masked,
    "masked rows": np.ma.masked_array(np.zeros((1, 34), int), np.ones((1, 34), bool)),
    "list of masked": [np.ma.masked_array(np.zeros(34, int), np.ones(34, bool))],
    "shared file": io.BytesIO(b"no array"),
}

CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "Tile": (Tile, {"value": "5m"}),
    "Wind": (Wind, {"value": "E"}),
    "Fan": (Fan, {"value": 5}),
    "Fan.find": (Fan.find, {"name": "Pure Straight"}),
    "Meld": (Meld, {"kind": "pung", "tile": "E", "source": 1}),
    "Meld.chow": (Meld.chow, {"tiles": "123m", "claimed": 1}),
    "Meld.pung": (Meld.pung, {"tiles": "EEE", "source": 1}),
    "Meld.kong": (Meld.kong, {"tiles": "EEEE", "kind": "claimed", "source": 1}),
    "Meld.from_code": (Meld.from_code, {"code": 5}),
    "Meld.parse": (Meld.parse, {"text": "[123m]"}),
    "Hand": (
        Hand,
        {
            "concealed": "123456789m1155p", "melds": (), "win": "5p", "prevalent": "E", "seat": "S", "self_drawn": True,
            "last_tile": False, "wall_last": False, "replacement": False, "robbed_kong": False, "flowers": 1,
        },
    ),
    "Hand.parse": (Hand.parse, {"text": TEXT}),
    "Rules.preset": (Rules.preset, {"name": "mil"}),
    "Rules.replace": (Rules().replace, {"minimum": 8}),
    "Rules.coerce": (Rules.coerce, {"rules": "mil"}),
    "Rules.from_options": (Rules.from_options, {"preset": "mil", "options": {"minimum": "6"}}),
    "Rules.differences": (Rules().differences, {"other": "mil"}),
    "Rules.points_of": (Rules().points_of, {"fan": 5}),
    "Rules.bars_of": (Rules().bars_of, {"fan": 5}),
    "Rules.why_barred": (Rules().why_barred, {"barred": 5, "by": 6}),
    "reorder": (fastmcr.reorder, {"array": COUNTS, "source": "mcr", "target": "tenhou", "axis": 1}),
    "score": (
        fastmcr.score,
        {
            "hand": TEXT.partition("|")[0], "rules": "mil", "win": None, "prevalent": "E", "seat": "S",
            "self_drawn": True, "last_tile": False, "wall_last": False, "replacement": False, "robbed_kong": False,
            "flowers": 1,
        },
    ),
    "score_batch": (
        fastmcr.score_batch,
        {"hands": BATCH, "rules": "mil", "threads": 1, "on_error": "mark", "progress": None},
    ),
    "score_batch of counts": (
        fastmcr.score_batch,
        {
            "hands": BATCH.concealed, "win": BATCH.win, "melds": BATCH.melds, "conditions": [0, 0], "prevalent": 0,
            "seat": 0, "flowers": 0, "on_error": "mark",
        },
    ),
    "rows of a result": (fastmcr.score_batch(BATCH).__getitem__, {"rows": 0}),
    "names": (fastmcr.score_batch(BATCH).names, {"row": 0, "lang": "en"}),
    "fans": (fastmcr.score_batch(BATCH).fans, {"row": 0}),
    "explain": (fastmcr.score(TEXT).explain, {"lang": "en"}),
    "shanten": (fastmcr.shanten, {"hand": READY, "melds": None}),
    "useful_tiles": (
        fastmcr.useful_tiles,
        {"hand": READY, "visible": "9m", "melds": None, "form": "regular", "rules": "mil"},
    ),
    "useful_tiles of points": (fastmcr.useful_tiles, {"hand": READY, "min_points": 8, "reading": "open"}),
    "waits": (fastmcr.waits, {"hand": TEXT[:-2], "rules": "mil", "visible": "9m", "melds": None}),
    "discards": (
        fastmcr.discards,
        {"hand": READY + "N", "visible": "9m", "melds": None, "min_points": None, "reading": "open", "rules": "mil"},
    ),
    "distance": (fastmcr.distance, {"hand": READY, "min_points": 8, "melds": None, "rules": "mil"}),
    "routes": (
        fastmcr.routes,
        {
            "hand": "123456789m1155p", "min_points": 8, "slack": 0, "reading": "open", "visible": "9m", "melds": None,
            "rules": "mil", "limit": 1,
        },
    ),
    "tiles_of": (analysis.tiles_of, {"mask": 5}),
    "shanten_batch": (
        fastmcr.shanten_batch,
        {"hands": COUNTS, "melds": None, "forms": None, "threads": 1, "on_error": "mark", "progress": None},
    ),
    "useful_tiles_batch": (fastmcr.useful_tiles_batch, {"hands": COUNTS, "melds": None}),
    "waits_batch": (fastmcr.waits_batch, {"hands": COUNTS, "melds": None, "visible": None, "rules": "mil"}),
    "discards_batch": (fastmcr.discards_batch, {"hands": FULL, "melds": None}),
    "wait_points_batch": (fastmcr.wait_points_batch, {"hands": WAITING, "rules": "mil", "visible": None}),
    "distance_batch": (
        fastmcr.distance_batch,
        {"hands": COUNTS, "melds": None, "min_points": 8, "prevalent": 0, "seat": 0, "rules": "mil"},
    ),
    "fan_distance_batch": (
        fastmcr.fan_distance_batch,
        {"hands": COUNTS, "melds": None, "prevalent": 0, "seat": 0, "rules": "mil"},
    ),
    "HandBatch": (
        HandBatch,
        {
            "concealed": COUNTS, "win": [5], "melds": ROWS, "conditions": [0], "prevalent": 0, "seat": 0, "flowers": 0,
            "status": [0],
        },
    ),
    "HandBatch rows": (BATCH.__getitem__, {"rows": slice(1)}),
    "HandBatch.hand": (BATCH.hand, {"row": 0}),
    "HandBatch.from_hands": (HandBatch.from_hands, {"hands": [Hand.parse(TEXT)]}),
    "HandBatch.from_strings": (HandBatch.from_strings, {"texts": [TEXT], "on_error": "raise"}),
    "HandBatch.from_tiles": (HandBatch.from_tiles, {"tiles": [[*range(10), 0, 0, 4, 4]], "flowers": [0]}),
    "HandBatch.from_arrow": (HandBatch.from_arrow, {"batch": BATCH.to_arrow()}),
    "HandBatch.permute_suits": (BATCH.permute_suits, {"order": "psm"}),
    "settle": (
        fastmcr.settle,
        {
            "wins": {"S": 20}, "discarder": "E", "self_drawn": False, "robbed_kong": False, "duplicate": False,
            "multiple_winners": None, "variant": "cross-pay",
        },
    ),
    "settle_batch": (
        fastmcr.settle_batch,
        {"values": [[8, 0, 0, 0]], "source": [1], "flowers": ROWS, "false_hu": ROWS, "duplicate": False},
    ),
    "as_seat": (settlement.as_seat, {"value": "E"}),
    "prevalent_of": (match.prevalent_of, {"hand": 1}),
    "seating": (match.seating, {"hand": 1}),
    "as_hand_number": (match.as_hand_number, {"hand": 1}),
    "as_scale": (match.as_scale, {"scale": "4-2-1-0"}),
    "table_points": (match.table_points, {"scores": [4, 2, -3, -3], "scale": (4, 2, 1, 0)}),
    "parse_match": (match.parse_match, {"text": "x"}),
    "Match": (match.Match, {"players": ("a", "b", "c", "d"), "duplicate": False, "minimum": 8}),
    "Game": (play.Game, {"wall": "shared", "multiple_winners": "nearest", "flowers": True}),
    "Action": (play.Action, {"action": 0}),
    "Deal.from_seed": (play.Deal.from_seed, {"seed": 1, "game": "ordinary", "rules": "mil"}),
    "DealBatch": (
        play.DealBatch,
        {"n": 2, "seed": 1, "game": "ordinary", "rules": "mil", "prevalent": "E", "threads": 1},
    ),
    "DealBatch.step": (lambda actions: play.DealBatch(2).step(actions), {"actions": [-1, -1]}),
    "DealBatch.observe": (lambda seats: play.DealBatch(2).observe(seats), {"seats": [0, 0]}),
    "actions_from": (play.actions_from, {"order": "mcr"}),
    "actions_to": (play.actions_to, {"order": "mcr"}),
    "batch_seed": (play.batch_seed, {"seed": 1, "row": 0, "number": 0}),
    "observation_planes": (play.observation_planes, {"rows": play.DealBatch(2).observe().rows, "order": "mcr"}),
    "wall_from_seed": (play.wall_from_seed, {"seed": 1, "game": "ordinary"}),
    "personal_walls": (play.personal_walls, {"hands": [[0]], "draws": [[0]]}),
    "shared_wall": (play.shared_wall, {"hands": [[0]], "draws": "", "replacements": "", "flowers": True}),
}  # fmt: skip

# Results, which are made by the package and not by its users, and words.
MADE_HERE = {
    "Discard", "Discards", "DiscardsBatch", "Distance", "DistanceBatch", "FanDistanceBatch", "ShantenBatch",
    "UsefulTilesBatch", "WaitPointsBatch", "WaitsBatch", "Route", "Routes", "Score", "ScoreBatch", "Settlement",
    "Shanten", "Target", "Wait", "Waits", "__version__", "UNREACHABLE",
}  # fmt: skip


def cases() -> Iterator[Any]:
    for name, (_, given) in CALLS.items():
        for argument in given:
            yield pytest.param(name, argument, id=f"{name}-{argument}")


def test_every_function_is_tried() -> None:
    errors = {name for name in fastmcr.__all__ if inspect.isclass(getattr(fastmcr, name)) and name.endswith("Error")}
    assert set(fastmcr.__all__) - errors - MADE_HERE <= {name.partition(".")[0] for name in CALLS}


@pytest.mark.parametrize(("name", "argument"), [*cases()])
def test_only_errors_of_the_package(name: str, argument: str) -> None:
    function, given = CALLS[name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        leaks = [
            f"{label}: {leak!r}"
            for label, value in VALUES.items()
            if label not in TAKEN.get(argument, ()) and (leak := leaked(function, given | {argument: value}))
        ]
    assert leaks == []


# Any function may be told of progress, and what it raises is its own; a search for so many points takes its time.
_MANY = ("2**31", "2**70", "10**5000")
TAKEN = {"progress": ("class", "function"), "min_points": _MANY, "slack": _MANY}


def leaked(function: Callable[..., Any], given: dict[str, Any]) -> BaseException | None:
    """Return the error of another kind that a call raises."""
    try:
        function(**given)
    except McrError as error:
        str(error)
    except Exception as error:
        return error
    return None


@pytest.mark.skipif(not COMPILED, reason="one mode is enough")
@pytest.mark.parametrize("name", [*CALLS])
def test_the_other_arguments_are_right(name: str) -> None:
    """Else they would be refused, and none of the values tried."""
    function, given = CALLS[name]
    if name not in ("parse_match", "personal_walls", "shared_wall"):
        function(**given)
