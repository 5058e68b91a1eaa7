"""Lists of fans as PyMahjongGB writes them: its names, its order, in short or with counts and English names."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..kernels import layout
from ..rulebook.fans import Fan
from ..rulebook.rules import Rules

Fans = tuple[tuple[Any, ...], ...]  # (points, name), or verbose (points, count, name, English name)

RULES = Rules.preset("mil").replace(rob_on_last_tile="both")

_OTHER_NAMES = {
    Fan.EDGE_WAIT: "独听・边张",
    Fan.CLOSED_WAIT: "独听・嵌张",
    Fan.SINGLE_WAIT: "独听・单钓",
}
_OTHER_ENGLISH = {
    Fan.ALL_FIVES: "All Five",
    Fan.ROBBING_THE_KONG: "Robbing The Kong",
    Fan.TWO_DRAGON_PUNGS: "Two Dragons Pungs",
    Fan.CONCEALED_AND_MELDED_KONG: "Concealed Kong and Melded Kong",
}


class _Entry(NamedTuple):
    """How a fan is listed: `place` is that of its count in the repeats word, -1 for fans that count once."""

    rank: float
    points: int
    name: str
    english: str
    place: int


def _entry(fan: Fan) -> _Entry:
    return _Entry(
        rank=Fan.MELDED_HAND + 0.5 if fan == Fan.TWO_CONCEALED_KONGS else int(fan),
        points=int(RULES.compiled.points[fan]),
        name=_OTHER_NAMES.get(fan, fan.chinese),
        english=_OTHER_ENGLISH.get(fan, fan.english),
        place=layout.REPEATABLE.index(fan) if fan in layout.REPEATABLE else -1,
    )


_ENTRIES = {1 << (fan - 1): _entry(fan) for fan in Fan}
_TILE_HOG = 1 << (Fan.TILE_HOG - 1)


def _entries(flags: int, repeats: int, verbose: bool) -> Fans:
    """List fans: by number, but Two Concealed Kongs with the fans of 6 points."""
    found = []
    while flags:
        found.append(_ENTRIES[flags & -flags])
        flags &= flags - 1
    result: list[tuple[Any, ...]] = []
    for _, points, name, english, place in sorted(found):
        count = 1 if place < 0 else repeats >> 4 * place & 15
        result.append((points, count, name, english) if verbose else (points * count, name))
    return tuple(result)


def first_half(word0: int, verbose: bool = False) -> Fans:
    """List fans 1 to 63 of the first flag word."""
    return _entries(word0 & ~_TILE_HOG, 0, verbose)


def second_half(words: int, verbose: bool = False) -> Fans:
    """List the fans from 64, Tile Hog, on, of the second flag word and below it a repeats word of 32 bits."""
    flags = words >> 32 << 64 | (_TILE_HOG if words & 15 else 0)
    return _entries(flags, words & 0xFFFFFFFF, verbose)
