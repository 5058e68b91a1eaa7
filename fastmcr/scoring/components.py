"""Which sets make each fan of a score: the choice behind the list of fans, found again from its reading."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..kernels.tables.build.scoring import chow_edges, pung_edges
from ..rulebook.fans import Fan
from ..rulebook.tiles import COPIES, TILES, Tile
from .result import CountedFan, Parts

if TYPE_CHECKING:
    from .reading import ReadingSet
    from .result import Score

WAIT_FANS = (Fan.EDGE_WAIT, Fan.CLOSED_WAIT, Fan.SINGLE_WAIT)


class Link(NamedTuple):
    """A fan that some sets of a reading make together."""

    fan: Fan
    places: tuple[int, ...]
    """Places in `Reading.sets`."""


_Shape: TypeAlias = tuple[tuple[bool, int], ...]  # chow or not, and tile, of each set


def shape_of(sets: Iterable[ReadingSet]) -> _Shape:
    """Return what the links of the sets depend on."""
    return tuple((one.kind == "chow", int(one.tile)) for one in sets)


@lru_cache(maxsize=4096)
def links(shape: _Shape) -> tuple[Link, ...]:
    """Return every fan of two to four sets that the sets offer, counted or not."""
    chows = [place for place, (is_chow, _) in enumerate(shape) if is_chow]
    pungs = [place for place, (is_chow, tile) in enumerate(shape) if not is_chow and tile < Tile.E]
    found = [(fan, chows, at) for fan, at in chow_edges([divmod(shape[place][1], 9) for place in chows])]
    found += [(fan, pungs, at) for fan, at in pung_edges([shape[place][1] for place in pungs])]
    return tuple(Link(Fan(fan), tuple(places[index] for index in at)) for fan, places, at in found)


@lru_cache(maxsize=4096)
def chosen_links(shape: _Shape, wanted: tuple[tuple[Fan, int], ...]) -> tuple[Link, ...]:
    """Return links that make exactly the wanted fans under the principles of combination."""
    counts = dict(wanted)
    offered = [link for link in links(shape) if link.fan in counts]
    for choice in itertools.combinations(offered, sum(counts.values())):
        if Counter(link.fan for link in choice) == counts and all(
            conflict(link, choice[:place]) is None for place, link in enumerate(choice)
        ):
            return choice
    raise AssertionError(f"no choice of sets makes {wanted}")  # pragma: no cover - the kernel made one


def conflict(link: Link, chosen: Iterable[Link]) -> tuple[str, tuple[Fan, ...]] | None:
    """Return the principle that keeps a link from joining those chosen, and the fans in its way; None if it may."""
    chosen = tuple(chosen)
    places = set(link.places)
    bigger = [other.fan for other in chosen if places < set(other.places)]
    if bigger:
        return "non-separation", tuple(bigger)
    if any(other.fan == link.fan and places & set(other.places) for other in chosen):
        return "non-identical", (link.fan,)
    groups = _groups(chosen)
    joined = [fans for sets, fans in groups if len(sets & places) > 1]
    return ("account once", tuple(dict.fromkeys(fan for fans in joined for fan in fans))) if joined else None


def _groups(chosen: Iterable[Link]) -> list[tuple[set[int], list[Fan]]]:
    """Return the sets that are joined to each other, directly or through others, and by which fans."""
    groups: list[tuple[set[int], list[Fan]]] = []
    for link in chosen:
        touching = [group for group in groups if group[0] & set(link.places)]
        groups = [group for group in groups if group not in touching]
        sets = set(link.places).union(*(group[0] for group in touching))
        groups.append((sets, [fan for group in touching for fan in group[1]] + [link.fan]))
    return groups


_LINK_FANS = frozenset(map(Fan, (14, 15, 16, 23, 24, 28, 30, 32, 39, 41, 42, 51, 65, 69, 70, 71, 72)))


def combined(score: Score, fans: Mapping[Fan, int]) -> tuple[Link, ...]:
    """Return the links that the counted fans of a score stand for."""
    wanted = tuple((fan, count) for fan, count in fans.items() if fan in _LINK_FANS)
    return chosen_links(shape_of(score.reading.sets), wanted) if wanted else ()


def counted_fans(score: Score) -> tuple[CountedFan, ...]:
    """Return the fans of a score in fan order, each with what makes it."""
    fans = score.fans
    win = _Win(score, score.reading.sets, fans)
    made: dict[Fan, list[Parts]] = {}
    for link in combined(score, fans):
        made.setdefault(link.fan, []).append(tuple(win.sets[place].tiles for place in link.places))
    for fan in fans:
        maker = _MAKERS.get(fan)
        if maker is not None:
            made[fan] = list(maker(win))
    points_of = score.rules.points_of
    return tuple(CountedFan(fan, points_of(fan), count, tuple(made.get(fan, ()))) for fan, count in fans.items())


# --- fans of single sets, of the pair, and of the winning tile --------------------------------------------------------


class _Win(NamedTuple):
    """What the makers below look at."""

    score: Score
    sets: tuple[ReadingSet, ...]
    fans: Mapping[Fan, int]


_Maker: TypeAlias = Callable[[_Win], Iterable[Parts]]


def _together(wanted: Callable[[ReadingSet], bool], pair: bool = False) -> _Maker:
    """Return a maker of one group: the sets wanted, and perhaps the pair."""

    def make(win: _Win) -> Iterable[Parts]:
        parts = tuple(one.tiles for one in win.sets if wanted(one))
        held = win.score.reading.pair
        yield (*parts, (held, held)) if pair and held is not None else parts

    return make


def is_kong(one: ReadingSet) -> bool:
    """Return whether a set is a kong of any kind."""
    return one.kind.endswith("kong")


def is_pung(one: ReadingSet) -> bool:
    """Return whether a set is a pung or a kong."""
    return one.kind != "chow"


def scoring_winds(score: Score) -> frozenset[Tile]:
    """Return the winds of which a pung is no Pung of Terminals or Honors (ruling A12)."""
    if Fan.BIG_THREE_WINDS in score.found:
        return frozenset(TILES[Tile.E : Tile.C])
    return frozenset({score.hand.prevalent.tile, score.hand.seat.tile})


def is_pung_of_ends(one: ReadingSet, winds: frozenset[Tile]) -> bool:
    """Return whether a set makes a Pung of Terminals or Honors."""
    return is_pung(one) and (one.tile.is_terminal or (one.tile.is_wind and one.tile not in winds))


def _pungs_of_ends(win: _Win) -> Iterable[Parts]:
    winds = scoring_winds(win.score)
    pungs = [(one.tiles,) for one in win.sets if is_pung_of_ends(one, winds)]
    return pungs[-win.fans[Fan.PUNG_OF_TERMINALS_OR_HONORS] :]  # Nine Gates may keep one for itself


def _hogs(win: _Win) -> Iterable[Parts]:
    hand = win.score.hand
    held = Counter(hand.concealed)
    for meld in hand.melds:
        held.update(() if meld.is_kong else meld.tiles)
    for tile in sorted(held):
        if held[tile] == COPIES and not (tile.is_honor and not win.score.rules.tile_hog_honors):
            yield ((tile,) * COPIES,)


def win_tile(score: Score) -> Tile:
    """Return the winning tile; a hand that was scored has one."""
    assert score.hand.win is not None
    return score.hand.win


def knitted_parts(tiles: Iterable[Tile]) -> Parts:
    """Return the suit tiles of a knitted pattern, suit by suit."""
    return tuple(tuple(group) for suit, group in itertools.groupby(tiles, lambda tile: tile.suit) if suit != "z")


def _knitted(win: _Win) -> Iterable[Parts]:
    yield knitted_parts(win.score.reading.knitted or win.score.hand.concealed)


def _waited_for(win: _Win) -> Iterable[Parts]:
    """Return the two parts that met: what was held, and the winning tile."""
    tile, completed = win_tile(win.score), win.score.reading.completed
    if isinstance(completed, str):
        yield ((tile,), (tile,))
    else:
        yield (tuple(one for one in completed.tiles if one != tile), (tile,))


def _winning_tile(win: _Win) -> Iterable[Parts]:
    yield ((win_tile(win.score),),)


def _wind_pung(role: str) -> _Maker:
    def make(win: _Win) -> Iterable[Parts]:
        wind: Tile = getattr(win.score.hand, role).tile
        return [(one.tiles,) for one in win.sets if is_pung(one) and one.tile == wind]

    return make


_winds = _together(lambda one: is_pung(one) and one.tile.is_wind)
_dragons = _together(lambda one: one.tile.is_dragon)
_kongs = _together(is_kong)
_concealed_kongs = _together(lambda one: one.kind == "concealed kong")
_concealed_pungs = _together(lambda one: is_pung(one) and one.concealed)

_MAKERS: dict[Fan, _Maker] = {
    Fan.BIG_FOUR_WINDS: _winds,
    Fan.LITTLE_FOUR_WINDS: _together(lambda one: one.tile.is_wind, pair=True),
    Fan.BIG_THREE_WINDS: _winds,
    Fan.BIG_THREE_DRAGONS: _dragons,
    Fan.LITTLE_THREE_DRAGONS: _together(lambda one: one.tile.is_dragon, pair=True),
    Fan.TWO_DRAGON_PUNGS: _dragons,
    Fan.DRAGON_PUNG: _dragons,
    Fan.PREVALENT_WIND: _wind_pung("prevalent"),
    Fan.SEAT_WIND: _wind_pung("seat"),
    Fan.PURE_TERMINAL_CHOWS: _together(lambda one: True, pair=True),
    Fan.THREE_SUITED_TERMINAL_CHOWS: _together(lambda one: True, pair=True),
    Fan.FOUR_KONGS: _kongs,
    Fan.THREE_KONGS: _kongs,
    Fan.TWO_MELDED_KONGS: _kongs,  # with one melded and one concealed kong both (ruling A2a)
    Fan.CONCEALED_AND_MELDED_KONG: _kongs,
    Fan.MELDED_KONG: _together(lambda one: is_kong(one) and not one.concealed),
    Fan.TWO_CONCEALED_KONGS: _concealed_kongs,
    Fan.CONCEALED_KONG: _concealed_kongs,
    Fan.FOUR_CONCEALED_PUNGS: _concealed_pungs,
    Fan.THREE_CONCEALED_PUNGS: _concealed_pungs,
    Fan.TWO_CONCEALED_PUNGS: _concealed_pungs,
    Fan.KNITTED_STRAIGHT: _knitted,
    Fan.TILE_HOG: _hogs,
    Fan.PUNG_OF_TERMINALS_OR_HONORS: _pungs_of_ends,
    **dict.fromkeys(WAIT_FANS, _waited_for),
    **dict.fromkeys(
        (
            Fan.LAST_TILE_DRAW, Fan.LAST_TILE_CLAIM, Fan.OUT_WITH_REPLACEMENT_TILE, Fan.ROBBING_THE_KONG, Fan.LAST_TILE,
            Fan.SELF_DRAWN,
        ),
        _winning_tile,
    ),
}  # fmt: skip
