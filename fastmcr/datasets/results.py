"""The results that `annotate` and `bulk` can add to hands: of each its name, what it looks at, and its columns.

Schemas, the words for bad rows, the help of the command line and the documentation are made of this table. How a result
is filled is told by the function of its name in `fastmcr.datasets.filling`, with ``fill_`` before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from ..errors import InputError, shown

__all__ = [
    "FORM_COLUMNS",
    "RESULTS",
    "Result",
    "ResultColumn",
    "columns_of_results",
    "results_wanted",
    "table_of_results",
]

_TILES = 34
_FANS = 82

_SHAPE = ("concealed", "melds", "win")
_WINDS = ("prevalent", "seat")
_HOW = ("conditions", *_WINDS, "flowers")
_SEEN = "visible"


class ResultColumn(NamedTuple):
    """A column that a result adds: its Arrow type, what it holds, and how many items each list has (0: any number)."""

    name: str
    type: str
    words: str
    items: int = 0

    @property
    def is_list(self) -> bool:
        """Whether a row has many values."""
        return self.type.startswith("list<")


class Result(NamedTuple):
    """One result."""

    needs: tuple[str, ...]
    """The columns of hands that it looks at."""
    columns: tuple[ResultColumn, ...]
    wins: bool = False
    """Whether it is told of wins alone; a null in ``win`` is a fault then."""
    tiles: str = ""
    """How many concealed tiles it takes, where that is told in words of its own."""


FORM_COLUMNS = (
    "shanten_regular",
    "shanten_seven_pairs",
    "shanten_thirteen_orphans",
    "shanten_honors_and_knitted",
    "shanten_knitted_straight",
    "shanten",
)
_FORM_WORDS = "-1 complete, 0 ready, 127 barred by the melds"
_BEFORE_WIN = "13, or 14 with win, 3 fewer for each meld"

# Lists of 34 are not of fixed size here: a Parquet file with nulls among such lists can be written and read by the
# latest versions of pyarrow alone.
RESULTS = {
    "score": Result(
        (*_SHAPE, *_HOW),
        (
            ResultColumn("points", "int16", "points without flowers"),
            ResultColumn("total", "int16", "points with flowers"),
            ResultColumn("legal", "bool", "whether points reach the minimum of the rules"),
        ),
        wins=True,
    ),
    "fans": Result(
        (*_SHAPE, *_HOW),
        (
            ResultColumn(
                "fans", "list<uint8>", "fan numbers 1..82, ascending, each as often as it counts; 81 once a flower"
            ),
        ),
        wins=True,
    ),
    "shanten": Result(
        _SHAPE,
        (
            ResultColumn("shanten", "int8", "tiles away from ready, the least of all forms: -1 complete, 0 ready"),
            *(
                ResultColumn(name, "int8", f"the same in the form of {name[8:].replace('_', ' ')}: {_FORM_WORDS}")
                for name in FORM_COLUMNS[:5]
            ),
        ),
    ),
    "useful": Result(
        _SHAPE,
        (
            ResultColumn(
                "useful", "uint64", "bit t is set if tile t lowers shanten; with a last tile, after some discard"
            ),
        ),
    ),
    "waits": Result(
        (*_SHAPE, _SEEN),
        (
            ResultColumn(
                "waits", "uint64", "bit t is set if tile t completes the hand before its win, copies left or not"
            ),
            ResultColumn("live_waits", "uint64", "those of which a copy is neither in the own hand nor visible"),
        ),
        tiles=_BEFORE_WIN,
    ),
    "wait_points": Result(
        (*_SHAPE, *_HOW, _SEEN),
        (
            ResultColumn(
                "wait_points_by_discard",
                "list<int16>",
                "34 numbers: points without flowers of a win with each tile by discard; 0 no wait, or no copy left",
                _TILES,
            ),
            ResultColumn("wait_points_self_drawn", "list<int16>", "the same, self-drawn", _TILES),
        ),
        tiles=_BEFORE_WIN,
    ),
    "discards": Result(
        _SHAPE,
        (
            ResultColumn(
                "discard_shanten",
                "list<int8>",
                "34 numbers: shanten after the discard of each tile; 127 for tiles not held",
                _TILES,
            ),
            ResultColumn(
                "discard_useful",
                "list<uint64>",
                "34 numbers: tiles useful then, as bits; 0 for tiles not held",
                _TILES,
            ),
        ),
        tiles="14, 3 fewer for each meld",
    ),
    "distance": Result(
        (*_SHAPE, *_WINDS),
        (
            ResultColumn(
                "distance_open",
                "int8",
                "exchanges to a hand with the minimum of the rules however it is completed: -1 it is, 127 out of reach",
            ),
            ResultColumn("distance_concealed", "int8", "the same, staying concealed and winning by self-draw"),
        ),
    ),
    "fan_distances": Result(
        (*_SHAPE, *_WINDS),
        (
            ResultColumn(
                "fan_distances",
                "list<int8>",
                "82 numbers: exchanges to a hand in which each fan is counted: -1 it is, 127 out of reach",
                _FANS,
            ),
        ),
    ),
}


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
        if not isinstance(name, str) or name not in RESULTS:
            raise InputError(f"no result {shown(name)}; there are {', '.join(RESULTS)}")
        if name in names[:place]:
            raise InputError(f"{name} is asked for twice")
    if not names:
        raise InputError(f"what must name at least one of {', '.join(RESULTS)}")
    return tuple(names)


def columns_of_results(width: int = 76) -> str:
    """Return all results with the columns that they add, a result a line or more.

    Parameters
    ----------
    width : int, default 76
        Columns of the text.

    Examples
    --------
    >>> print(columns_of_results().splitlines()[0])
    score          points, total, legal
    """
    lines = []
    for name, result in RESULTS.items():
        words = ", ".join(column.name for column in result.columns)
        lines += wrap(words, width, initial_indent=f"{name:15}", subsequent_indent=" " * 15)
    return "\n".join(lines)


def table_of_results(width: int = 110) -> str:
    """Return all results, what each looks at and the columns that it adds, as a table of reStructuredText.

    Parameters
    ----------
    width : int, default 110
        Columns of the text.

    Examples
    --------
    >>> print(table_of_results().splitlines()[4])
                                            | ``total`` int16: points with flowers
    """
    rule = " ".join(("=" * 14, "=" * 24, "=" * (width - 40)))
    lines = [rule, f"{'result':14} {'looks at':24} adds the columns", rule, *_rows(width - 40), rule]
    return "\n".join(line.rstrip() for line in lines)


def _rows(width: int) -> Iterator[str]:
    for name, result in RESULTS.items():
        looks = wrap(_looked_at(result), 24)
        adds = [
            line
            for column in result.columns
            for line in wrap(f"| ``{column.name}`` {column.type}: {column.words}", width, subsequent_indent="  ")
        ]
        for place in range(max(len(looks), len(adds))):
            left, right = (part[place] if place < len(part) else "" for part in (looks, adds))
            yield f"{name if place == 0 else '':14} {left:24} {right}"


def _looked_at(result: Result) -> str:
    every = (*_SHAPE, *_HOW)
    if set(every) <= set(result.needs):
        return "all" if _SEEN in result.needs else f"all but {_SEEN}"
    return ", ".join(result.needs)
