"""Columns of hands and of results in Arrow: names, types, what each holds, and what is wrong with a row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ..files.optional import need
from ..hands.batch import STATUS_WORDS
from ..kernels import layout
from .results import RESULTS, ResultColumn, results_wanted

pa = need("pyarrow", extra="bulk")

__all__ = ["hand_schema", "hand_string_schema", "result_schema"]

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


def wrong_number(result: str) -> str:
    """Return the words for hands of which a result takes another number of tiles."""
    return f"the wrong number of concealed tiles for {result}: {RESULTS[result].tiles}"


WIN_NOT_HELD = "win is not among the concealed tiles"
WIN_ALONE = "the wrong number of concealed tiles beside a win: 14 with win among them, 3 fewer for each meld"
_MORE_FAULTS = (
    *((layout.MISSING, f"{name} is null") for name in (TEXT, *COLUMNS, VISIBLE)),
    *((layout.MISSING, f"a null inside {name}") for name in (COUNTS, "melds", VISIBLE)),
    (layout.BAD_TILE, "concealed has not 34 counts"),
    (layout.BAD_TILE, "visible has not 34 counts"),
    (layout.BAD_MELD, "melds has more than 4 codes"),
    (layout.MISSING, "no winning tile"),
    *((layout.TILE_COUNT, wrong_number(name)) for name, result in RESULTS.items() if result.tiles),
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
    return [_field(column.name, _arrow_type(column), column.words) for column in RESULTS[result].columns]


def _arrow_type(column: ResultColumn) -> ArrowType:
    if column.is_list:
        return pa.list_(pa.type_for_alias(column.type.removeprefix("list<").removesuffix(">")))
    return pa.type_for_alias(column.type)


def _field(name: str, kind: ArrowType, words: str, nullable: bool = True) -> Any:
    return pa.field(name, kind, nullable=nullable, metadata={"description": words})
