"""Distances and routes in words, as tables and as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..analysis.forms import UNREACHABLE
from ..rulebook.lang import check_language, name_in, phrase
from ..rulebook.phrases import rules_text
from .analysis import away
from .blocks import Block, Row, Table, drawn_text
from .score_data import fan_data, rules_data
from .score_words import tiles_text, winds_taken

if TYPE_CHECKING:
    from ..analysis.distance import Distance
    from ..analysis.routes import Group, Route, Routes, Target
    from ..rulebook.fans import Fan
    from ..rulebook.tiles import Tile


def distance_text(distance: Distance, lang: str = "en") -> str:
    """Return a distance in both readings in one line."""
    if distance.open == distance.concealed:
        return away(distance.open, lang)
    concealed, opened = away(distance.concealed, lang), away(distance.open, lang)
    return phrase("away-if-self-drawn", lang, concealed=concealed, open=opened)


def groups_text(groups: Iterable[Group], lang: str = "en") -> str:
    """Return sets and the pair, or other groups, as one text."""
    return " ".join(tiles_text(group, lang) for group in groups)


def _missing_text(target: Target, lang: str) -> str:
    """Return the missing tiles, each with its copies left: ``3m(4) 55p(2)``."""
    return " ".join(
        f"{tiles_text((tile,) * count, lang)}({target.left[tile]})" for tile, count in target.missing.items()
    )


def _name(fan: Fan | None, lang: str) -> str:
    return phrase("no-fan", lang) if fan is None else name_in(fan, lang)


def route_text(route: Route) -> str:
    """Return a route in one line."""
    best = route.best
    head = f"{_name(route.fan, 'en')}, {away(route.distance)}, {best.points} point{'s' * (best.points != 1)}"
    tiles = tiles_text([tile for tile, count in best.missing.items() for _ in range(count)], "en")
    if not tiles:
        return f"{head}: {groups_text(best.groups)}"
    left = f"{best.ways} left" if sum(best.missing.values()) == 1 else f"{best.ways} way{'s' * (best.ways != 1)}"
    return f"{head}: {groups_text(best.groups)}; missing {tiles} ({left})"


def routes_text(found: Routes) -> str:
    """Return routes as plain text."""
    return drawn_text(routes_block(found))


def routes_block(found: Routes, lang: str = "en", every: bool = False) -> Block:
    """Return what is shown of routes: the best target of each, or every target that was kept."""
    check_language(lang)
    rows: list[Row] = []
    for route in found:
        for place, target in enumerate(route.targets if every else (route.best,)):
            rows.append(_target_row(_name(route.fan, lang) if place == 0 else "", route.fan, target, lang))
    titles = ("route", "away", "points", "target", "missing", "spare", "with")
    facts = [
        ("distance", _distance_fact(found, lang)),
        ("counted-as", phrase(f"{found.reading}-reading", lang)),
        ("winds", _winds(found, lang)),
        ("rules", rules_text(found.rules)),
    ]
    tables = [Table(tuple(phrase(title, lang) for title in titles), rows, right=(2,))] if rows else []
    shown = [(phrase(name, lang), text) for name, text in facts if text]
    return Block(str(found.hand), shown, tables, phrase("notes", lang), _notes(found, lang))


def _target_row(name: str, main: Fan | None, target: Target, lang: str) -> Row:
    comma = phrase("comma", lang)
    with_main = [(fan, n - (fan is main)) for fan, n in target.fans.items()]
    fans = comma.join(name_in(fan, lang) + (f" x{n}" if n > 1 else "") for fan, n in with_main if n)
    return (
        name,
        str(target.distance) if target.distance > 0 else away(target.distance, lang),
        str(target.points),
        groups_text(target.groups, lang),
        _missing_text(target, lang),
        tiles_text(target.spare, lang),
        fans,
    )


def _distance_fact(found: Routes, lang: str) -> str:
    return phrase("for-points", lang, text=distance_text(found.distance, lang), points=found.min_points)


def _winds(found: Routes, lang: str) -> str:
    """Say that winds were assumed, where a pung of winds could make them matter."""
    hand = found.hand
    groups = [meld.tiles for meld in hand.melds] + [
        group for route in found for one in route.targets for group in one.groups
    ]
    if hand.winds_given or not any(len(group) > 2 and group[0].is_wind and group[0] == group[-1] for group in groups):
        return ""
    return winds_taken(hand, lang)


def _notes(found: Routes, lang: str) -> list[str]:
    wanted = found.distance.concealed if found.reading == "concealed" else found.distance.open
    if wanted == UNREACHABLE:
        return [phrase("no-hand-of-points", lang, points=found.min_points)]
    if found.nearest == UNREACHABLE:
        return [phrase("too-few-left", lang)]
    if found.nearest > wanted:
        return [phrase("more-copies-needed", lang, away=away(wanted, lang))]
    return []


# --- plain data -------------------------------------------------------------------------------------------------------


def routes_data(found: Routes) -> dict[str, Any]:
    """Return routes as plain data."""
    return {
        "hand": str(found.hand),
        "winds_given": found.hand.winds_given,
        "rules": rules_data(found.rules),
        "min_points": found.min_points,
        "reading": found.reading,
        "slack": found.slack,
        "distance": {"open": _reached(found.distance.open), "concealed": _reached(found.distance.concealed)},
        "nearest": _reached(found.nearest),
        "routes": [_route_data(route) for route in found],
    }


def _reached(value: int) -> int | None:
    return None if value == UNREACHABLE else value


def _route_data(route: Route) -> dict[str, Any]:
    return {
        "fan": None if route.fan is None else fan_data(route.fan),
        "distance": route.distance,
        "points": route.points,
        "useful": _by_name(route.useful),
        "number": route.number,
        "targets": [_target_data(target) for target in route.targets],
    }


def _by_name(tiles: dict[Tile, int]) -> dict[str, int]:
    return {str(tile): number for tile, number in tiles.items()}


def _target_data(target: Target) -> dict[str, Any]:
    return {
        "shape": target.shape,
        "groups": [tiles_text(group, "en") for group in target.groups],
        "distance": target.distance,
        "missing": _by_name(target.missing),
        "left": _by_name(target.left),
        "ways": target.ways,
        "spare": [str(tile) for tile in target.spare],
        "points": target.points,
        "fans": [{**fan_data(fan), "count": count} for fan, count in target.fans.items()],
    }
