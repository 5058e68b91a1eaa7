"""Columns of hands and of results in Arrow: names, types, what each holds, and what is wrong with a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ..errors import InputError, shown
from ..files.optional import need
from ..hands.batch import STATUS_WORDS
from ..kernels import layout

pa = need("pyarrow", extra="bulk")

__all__ = ["RESULTS", "hand_schema", "hand_string_schema", "result_schema", "results_wanted"]

Schema: TypeAlias = Any  # pyarrow has no types
ArrowType: TypeAlias = Any

TEXT = "hand"
COUNTS = "concealed"
VISIBLE = "visible"


class Column(NamedTuple):
    """A column of hands: its type, how many integers make a row (0 for one that is no list), what it holds."""

    type: ArrowType
    width: int
    words: str


COLUMNS = {
    COUNTS: Column(
        pa.list_(pa.uint8(), 34),
        34,
        "counts of all concealed tiles, win among them, in tile order: 1-9m 1-9p 1-9s ESWN CFP",
    ),
    "melds": Column(
        pa.list_(pa.uint8(), 4),
        4,
        "meld codes, 0 none: 1 + 34 * kind + tile; kind 0 chow (its lowest tile), 1 pung, 2 claimed, 3 promoted, "
        "4 concealed kong",
    ),
    "win": Column(
        pa.uint8(), 0, "which concealed tile is the winning or last drawn one, 0..33; null or 255 where there is none"
    ),
    "conditions": Column(
        pa.uint16(),
        0,
        "sum of 1 self-drawn, 2 last of its kind, 4 last of the wall, 8 replacement tile, 16 robbed kong",
    ),
    "prevalent": Column(pa.uint8(), 0, "prevalent wind, 0..3 for E S W N"),
    "seat": Column(pa.uint8(), 0, "seat wind, 0..3 for E S W N"),
    "flowers": Column(pa.uint8(), 0, "number of flowers, 0..8"),
}
SEEN = Column(pa.list_(pa.uint8(), 34), 34, "copies of each tile that the player sees outside the own hand")

_SHAPE = (COUNTS, "melds", "win")
_WINDS = ("prevalent", "seat")
_HOW = ("conditions", *_WINDS, "flowers")

# The columns that each result looks at.
NEEDS = {
    "score": (*_SHAPE, *_HOW),
    "fans": (*_SHAPE, *_HOW),
    "shanten": _SHAPE,
    "useful": _SHAPE,
    "waits": (*_SHAPE, VISIBLE),
    "wait_points": (*_SHAPE, *_HOW, VISIBLE),
    "discards": _SHAPE,
    "distance": (*_SHAPE, *_WINDS),
    "fan_distances": (*_SHAPE, *_WINDS),
}
RESULTS = tuple(NEEDS)

FORM_COLUMNS = (
    "shanten_regular",
    "shanten_seven_pairs",
    "shanten_thirteen_orphans",
    "shanten_honors_and_knitted",
    "shanten_knitted_straight",
    "shanten",
)
_FORM_WORDS = "-1 complete, 0 ready, 127 barred by the melds"

# Lists of 34 are not of fixed size here: a Parquet file with nulls among such lists can be written and read by the
# latest versions of pyarrow alone.
_RESULT_COLUMNS = {
    "score": {
        "points": (pa.int16(), "points without flowers"),
        "total": (pa.int16(), "points with flowers"),
        "legal": (pa.bool_(), "whether points reach the minimum of the rules"),
    },
    "fans": {
        "fans": (
            pa.list_(pa.uint8()),
            "fan numbers 1..82, ascending, each as often as it counts; 81 once a flower",
        ),
    },
    "shanten": {
        "shanten": (pa.int8(), "tiles away from ready, the least of all forms: -1 complete, 0 ready"),
        **{
            name: (pa.int8(), f"the same in the form of {name[8:].replace('_', ' ')}: {_FORM_WORDS}")
            for name in FORM_COLUMNS[:5]
        },
    },
    "useful": {"useful": (pa.uint64(), "bit t is set if tile t lowers shanten; with a last tile, after some discard")},
    "waits": {
        "waits": (pa.uint64(), "bit t is set if tile t completes the hand before its win, copies left or not"),
        "live_waits": (pa.uint64(), "those of which a copy is neither in the own hand nor visible"),
    },
    "wait_points": {
        "wait_points_by_discard": (
            pa.list_(pa.int16()),
            "34 numbers: points without flowers of a win with each tile by discard; 0 no wait, or no copy left",
        ),
        "wait_points_self_drawn": (pa.list_(pa.int16()), "the same, self-drawn"),
    },
    "discards": {
        "discard_shanten": (
            pa.list_(pa.int8()),
            "34 numbers: shanten after the discard of each tile; 127 for tiles not held",
        ),
        "discard_useful": (pa.list_(pa.uint64()), "34 numbers: tiles useful then, as bits; 0 for tiles not held"),
    },
    "distance": {
        "distance_open": (
            pa.int8(),
            "exchanges to a hand with the minimum of the rules however it is completed: -1 it is, 127 out of reach",
        ),
        "distance_concealed": (pa.int8(), "the same, staying concealed and winning by self-draw"),
    },
    "fan_distances": {
        "fan_distances": (
            pa.list_(pa.int8()),
            "82 numbers: exchanges to a hand in which each fan is counted: -1 it is, 127 out of reach",
        ),
    },
}

_STATUS_FIELDS = {
    "status": (
        pa.uint8(),
        "0 all that was asked is there; else the first thing wrong: 1 tile, 2 meld, 3 fifth copy, 4 number of tiles, "
        "5 wind, 6 flowers, 7 conditions, 8 not a win, 9 missing, 10 text that is no hand string",
    ),
    "reason": (pa.string(), "the status in words; null where it is 0"),
}


# --- what can be wrong with a row ------------------------------------------------------------------------------------
# Each fault is a place in this list: first the status codes themselves, then what only columns can have.

WIN_NOT_HELD = "win is not among the concealed tiles"
WIN_ALONE = "the wrong number of concealed tiles beside a win: 14 with win among them, 3 fewer for each meld"
_MORE_FAULTS = (
    *((layout.MISSING, f"{name} is null") for name in (TEXT, *COLUMNS, VISIBLE)),
    *((layout.MISSING, f"a null inside {name}") for name in (COUNTS, "melds", VISIBLE)),
    (layout.BAD_TILE, "concealed has not 34 counts"),
    (layout.BAD_TILE, "visible has not 34 counts"),
    (layout.BAD_MELD, "melds has more than 4 codes"),
    (layout.MISSING, "no winning tile"),
    (layout.TILE_COUNT, "the wrong number of concealed tiles for waits: 13, or 14 with win, 3 fewer for each meld"),
    (
        layout.TILE_COUNT,
        "the wrong number of concealed tiles for wait_points: 13, or 14 with win, 3 fewer for each meld",
    ),
    (layout.TILE_COUNT, "the wrong number of concealed tiles for discards: 14, 3 fewer for each meld"),
    (layout.BAD_TILE, WIN_NOT_HELD),
    (layout.TILE_COUNT, WIN_ALONE),
)
FAULT_WORDS = (*STATUS_WORDS, *(words for _, words in _MORE_FAULTS))
FAULT_STATUS = np.array([*range(len(STATUS_WORDS)), *(code for code, _ in _MORE_FAULTS)], np.uint8)


def fault(words: str) -> int:
    """Return the number of a fault."""
    return FAULT_WORDS.index(words)


# --- schemas ---------------------------------------------------------------------------------------------------------


def hand_schema() -> Schema:
    """Return the schema of hands as numbers.

    Returns
    -------
    pyarrow.Schema
        ``concealed``, ``melds``, ``win``, ``conditions``, ``prevalent``, ``seat``, ``flowers``: what
        `HandBatch.to_arrow` writes. The metadata of each field says what it holds.

    Examples
    --------
    >>> hand_schema().field("melds").type
    FixedSizeListType(fixed_size_list<item: uint8>[4])
    """
    return pa.schema([_field(name, column.type, column.words) for name, column in COLUMNS.items()])


def hand_string_schema() -> Schema:
    """Return the schema of hands as text.

    Returns
    -------
    pyarrow.Schema
        One column ``hand``.

    Examples
    --------
    >>> hand_string_schema().names
    ['hand']
    """
    return pa.schema([_field(TEXT, pa.string(), "hand string, for example [EEE,1]123m456p789s5s5s|ES1000|2")])


def result_schema(what: str | Iterable[str]) -> Schema:
    """Return the schema of the columns that `annotate` adds.

    Parameters
    ----------
    what : str or iterable of str
        As for `annotate`.

    Returns
    -------
    pyarrow.Schema
        ``status`` and ``reason``, then the columns of each result in the order asked. The metadata of each field says
        what it holds.

    Raises
    ------
    InputError
        If a result does not exist or is asked for twice.

    Examples
    --------
    >>> result_schema("score,useful").names
    ['status', 'reason', 'points', 'total', 'legal', 'useful']
    """
    fields = [_field(name, kind, words, name != "status") for name, (kind, words) in _STATUS_FIELDS.items()]
    for result in results_wanted(what):
        fields += result_fields(result)
    return pa.schema(fields)


def result_fields(result: str) -> list[Any]:
    """Return the fields of the columns of one result."""
    return [_field(name, kind, words) for name, (kind, words) in _RESULT_COLUMNS[result].items()]


def results_wanted(what: str | Iterable[str]) -> tuple[str, ...]:
    """Return the results asked for, each once.

    Parameters
    ----------
    what : str or iterable of str
        Names, or names joined by commas.

    Returns
    -------
    tuple of str
        At least one of `RESULTS`, in the order given.

    Raises
    ------
    InputError
        If a result does not exist, none is named, or one is named twice.

    Examples
    --------
    >>> results_wanted("score, shanten")
    ('score', 'shanten')
    """
    if not isinstance(what, str) and not isinstance(what, Iterable):
        raise InputError(f"what must name results, as 'score' or ['score', 'shanten'], not {shown(what)}")
    names: Sequence[Any] = [name.strip() for name in what.split(",")] if isinstance(what, str) else list(what)
    for place, name in enumerate(names):
        if not isinstance(name, str) or name not in NEEDS:
            raise InputError(f"no result {shown(name)}; there are {', '.join(RESULTS)}")
        if name in names[:place]:
            raise InputError(f"{name} is asked for twice")
    if not names:
        raise InputError(f"what must name at least one of {', '.join(RESULTS)}")
    return tuple(names)


def _field(name: str, kind: ArrowType, words: str, nullable: bool = True) -> Any:
    return pa.field(name, kind, nullable=nullable, metadata={"description": words})
