"""Match sheets as JSON, in and out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import Problem, SheetError, shown
from ...files.text import Unreadable, parse_json
from ...rulebook.tiles import WINDS
from .hands import Match
from .sheet import FORMAT, RULES, VERSION, Line, Sheet
from .words import rules_data

_KEYS = ("format", "version", "rules", "players", "hands")
_HAND_KEYS = ("hand", "prevalent", "seats", "wins", "from", "robbed", "false_hu", "penalties", "scores", "remarks")
_WIN_KEYS = ("player", "value", "flowers")


class _Json:
    """Looks things up in JSON and collects what is wrong with them."""

    def __init__(self, file: str, problems: list[Problem]) -> None:
        self.file, self.problems = file, problems

    def fault(self, message: str, where: str = "", value: object = "") -> None:
        self.problems.append(Problem(message, self.file, where, value=str(value)))

    def keys(self, given: object, known: Sequence[str], where: str) -> Mapping[str, Any]:
        """Return an object that has no other keys than these."""
        if not isinstance(given, dict):
            self.fault(f"must be an object, not {shown(given)}", where)
            return {}
        for key in given:
            if key not in known:
                self.fault(f"no key is called {shown(key)}; there are {', '.join(known)}", where, key)
        return given

    def list(self, given: object, where: str) -> Sequence[Any]:
        if isinstance(given, list):
            return given
        if given is not None:
            self.fault(f"must be a list, not {shown(given)}", where)
        return ()


def from_json(text: str, file: str, problems: list[Problem]) -> Sheet:
    """Return what a sheet in JSON says; what cannot be read is added to the problems."""
    try:
        data = parse_json(text)
    except Unreadable as error:
        raise SheetError([Problem(error.message, file, error.where)]) from None
    look = _Json(file, problems)
    if data.get("format") != FORMAT:
        look.fault(f"format must be {FORMAT!r}, not {shown(data.get('format'))}", "format")
        return Sheet((), {}, [])
    if data.get("version") != VERSION or isinstance(data.get("version"), bool):
        look.fault(
            f"version {shown(data.get('version'))} of the format is not known; this program reads {VERSION}", "version"
        )
        return Sheet((), {}, [])
    look.keys(data, _KEYS, "")
    rules = dict(look.keys(data.get("rules", {}), RULES, "rules"))
    players = look.list(data.get("players"), "players")
    if "players" not in data:
        look.fault("the players are missing: four names in the order of the first hand", "players")
    hands = look.list(data.get("hands"), "hands")
    lines = [_json_line(look, hand, f"hands[{place}]") for place, hand in enumerate(hands)]
    return Sheet(players, rules, lines)


def _json_line(look: _Json, given: object, where: str) -> Line:
    told = look.keys(given, _HAND_KEYS, where)
    wins = [
        look.keys(win, _WIN_KEYS, f"{where}.wins[{place}]")
        for place, win in enumerate(look.list(told.get("wins"), f"{where}.wins"))
    ]
    seats = look.keys(told.get("seats") or {}, [str(seat) for seat in WINDS], f"{where}.seats")
    false_hus = [
        look.keys(false, ("player", "kind"), f"{where}.false_hu[{place}]")
        for place, false in enumerate(look.list(told.get("false_hu"), f"{where}.false_hu"))
    ]
    penalties, scores = told.get("penalties") or {}, told.get("scores") or {}
    for key, pairs in (("penalties", penalties), ("scores", scores)):
        if not isinstance(pairs, dict):
            look.fault(f"must be an object, not {shown(pairs)}", f"{where}.{key}")
    return Line(
        where,
        told.get("hand"),
        told.get("prevalent"),
        {seat.english.lower(): seats.get(str(seat)) for seat in WINDS},
        [win.get("player") for win in wins],
        [win.get("value") for win in wins],
        [win.get("flowers", 0) for win in wins],
        told.get("from"),
        told.get("robbed"),
        [(false.get("player"), false.get("kind")) for false in false_hus],
        list(penalties.items()) if isinstance(penalties, dict) else [],
        scores if isinstance(scores, dict) else {},
    )


def match_sheet_json(match: Match, *, indent: int | None = 1) -> str:
    """Return a match as a JSON sheet, with the scores of each hand.

    Parameters
    ----------
    match : Match
    indent : int, optional
        As for `json.dumps`.

    Returns
    -------
    str
        `parse_match` gives the same match again.

    Examples
    --------
    >>> from fastmcr.tournament.match import parse_match
    >>> match = Match(["Anna", "Bela", "Chen", "Dora"]).record({"Bela": 12}, discarder="Chen")
    >>> parse_match(match_sheet_json(match), unfinished=True) == match
    True
    """
    data = {
        "format": FORMAT,
        "version": VERSION,
        "rules": rules_data(match),
        "players": list(match.players),
        "hands": hands_data(match),
    }
    return json.dumps(data, ensure_ascii=False, indent=indent)


def hands_data(match: Match) -> list[dict[str, Any]]:
    """Return the hands as a JSON sheet has them."""
    hands = []
    for hand in match.hands:
        found, names = hand.settlement, hand.players
        claims = sorted((*found.wins, *found.passed_over), key=lambda win: win.seat)
        source = "wall" if found.self_drawn else None if found.discarder is None else names[found.discarder]
        hands.append(
            {
                "hand": hand.number,
                "prevalent": str(hand.prevalent),
                "seats": {str(seat): name for seat, name in zip(WINDS, names, strict=True)},
                "wins": [
                    {"player": names[win.seat], "value": win.total, "flowers": win.value.flowers} for win in claims
                ],
                "from": source,
                "robbed": found.robbed_kong,
                "false_hu": [{"player": names[false.seat], "kind": false.kind} for false in found.false_hus],
                "penalties": {
                    name: points for name, points in zip(match.players, hand.penalties, strict=True) if points
                },
                "scores": dict(zip(match.players, hand.points, strict=True)),
            }
        )
    return hands
