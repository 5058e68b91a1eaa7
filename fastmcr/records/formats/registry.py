"""The formats of game records: of each how it is told, who reads it, what its deals are replayed as, and its quirks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...errors import InputError, shown
from ...rulebook.rules import Rules

__all__ = ["FORMATS", "WRITTEN", "Format", "check_format", "format_of", "formats_in_words"]

GameSettings = str | Mapping[str, Any]  # the name of a preset, or keywords of `fastmcr.play.Game`


class Format(NamedTuple):
    """A format of game records."""

    words: str
    """What people call it."""
    module: str
    """The reader, in this folder: ``read(stream, source)``, or ``records_of(document, source, place, number)`` for an
    object of JSON."""
    replayed: str
    """What its deals are replayed as, in words."""
    begins: bytes = b""
    """A pattern of the beginning of a text; empty for JSON."""
    keys: tuple[tuple[str, ...], ...] = ()
    """Objects of JSON have all keys of one of these."""
    marked: tuple[str, str] = ("", "")
    """Or this key with this value."""
    personal: GameSettings = "duplicate"
    """The game of a record that names none, with personal walls."""
    shared: GameSettings = "ordinary"
    """The same with one wall."""
    rules: Rules = Rules.preset("mil")
    """The rules of a record that names none."""
    fixed: bool = True
    """Whether these rules are known for sure; if not, fans that other rules give are an explained difference."""
    all_claims: bool = False
    """Whether records hold every claim, also those that lost."""
    late_kongs: bool = False
    """Whether the judge allows a claimed kong when no tile is left to replace it, and then ends the deal as a draw."""
    open_end: bool = False
    """Whether records do not say how the deal ended, and the seat wind that was counted may be another."""
    kongs_told: bool = False
    """Whether a recorded win tells what Two Concealed Kongs are worth."""
    false_hu_in_scores: bool = False
    """Whether recorded scores may have the penalties of false hus in them."""
    walls_checked: bool = False
    """Whether the reader itself compares recorded walls with what is drawn."""
    id_words: str = ""
    """What stands before the id of a deal."""
    writer: str = ""
    """The module of this folder and the function that writes a record; empty if none does."""
    endings: tuple[str, ...] = ()
    """Endings of files that are written in it."""
    gap: bool = False
    """Whether an empty line stands after each record."""


# How the calculator of the contests scores; the same rules as those of `fastmcr.compat.mahjonggb`.
_CALCULATOR = Rules.preset("mil").replace(rob_on_last_tile="both")
_OF_CONTESTS = (
    "personal walls; one winner, the nearest after the discarder; payments of ordinary MCR (a self-drawn win is paid 8 "
    "+ total by each, not by the third of duplicate MCR); fans as the calculator of the contests counts them (Two "
    "Concealed Kongs 6)"
)
_ONE_WALL_OF_136 = {"wall": "shared", "flowers": False}

FORMATS: dict[str, Format] = {
    "botzone-json": Format(
        "Botzone match JSON", "botzone_json", _OF_CONTESTS, keys=(("logs",),),
        personal="botzone", rules=_CALCULATOR, all_claims=True, late_kongs=True,
    ),
    "competition-text": Format(
        "competition text", "competition_text", _OF_CONTESTS, begins=rb"(?i:match[ \t])",
        personal="botzone", rules=_CALCULATOR, all_claims=True, late_kongs=True,
    ),
    "pmn": Format(
        "PMN",
        "pmn",
        "personal walls, every claimant wins, payments of duplicate MCR, for Scoring Duplicate; one wall and ordinary "
        "payments for MCR; fans of the WMO list (Two Concealed Kongs 8; one melded and one concealed kong 5)",
        begins=rb"\[\s*\w+\s+\"", rules=Rules(mixed_kong_pair=5), fixed=False, id_words="board ",
        writer="pmn_writing:to_pmn", endings=(".pmn",), gap=True,
    ),
    "botzone-env": Format(
        "botzone_env",
        "botzone_env",
        "one wall of 136 tiles, from which the lists of the players were made; seat winds counted from the dealer; "
        "nothing to compare a win with, but it has to be worth the minimum; last-tile fans cannot be told",
        keys=(("round_wind",), ("actions", "tiles")), personal=_ONE_WALL_OF_136, shared=_ONE_WALL_OF_136,
        rules=_CALCULATOR, all_claims=True, late_kongs=True, open_end=True,
    ),
    "salasasa": Format(
        "salasasa",
        "salasasa",
        "one wall of 144; one winner; ordinary payments; fans of the Chinese programs (Two Concealed Kongs 6)",
        keys=(("game_round",), ("game_title",)), fixed=False,
    ),
    "tziakcha": Format(
        "tziakcha",
        "tziakcha",
        "one wall of 144; ordinary payments with the base of the record; fans of the Chinese programs",
        keys=(("script",), ("step",), ("w", "a")),
        fixed=False, kongs_told=True, false_hu_in_scores=True, walls_checked=True,
    ),
    "fastmcr": Format(
        "our own JSON Lines",
        "own_lines",
        "game and rules as the record names them; else duplicate MCR for personal walls, ordinary MCR for one wall",
        marked=("format", "fastmcr-record"), rules=Rules(), writer="own_lines:to_json", endings=(".jsonl", ".ndjson"),
    ),
}  # fmt: skip
"""The formats by name."""

WRITTEN = {ending: name for name, one in reversed(FORMATS.items()) for ending in one.endings}
"""Ending of a file to the name of the format that is written there."""


def check_format(name: object) -> str:
    """Return the name of a format if there is one.

    Raises
    ------
    InputError
        If there is not.

    Examples
    --------
    >>> check_format("pmn")
    'pmn'
    """
    if not (isinstance(name, str) and name in FORMATS):
        raise InputError(f"no format is called {shown(name)}; there are {', '.join(FORMATS)}")
    return name


def format_of(document: object) -> str:
    """Return the name of the format of a JSON document, or nothing.

    Parameters
    ----------
    document : object
        An object of JSON, or a list of Botzone's logs.

    Examples
    --------
    >>> format_of({"game_round": 1}), format_of({"format": "fastmcr-record"}), format_of({"a": 1}), format_of([])
    ('salasasa', 'fastmcr', '', 'botzone-json')
    """
    if isinstance(document, list):
        return "botzone-json"
    if not isinstance(document, dict):
        return ""
    for name, one in reversed(FORMATS.items()):  # what is marked is looked at first
        key, value = one.marked
        if (key and document.get(key) == value) or any(all(key in document for key in keys) for keys in one.keys):
            return name
    return ""


def formats_in_words() -> str:
    """Return what people call the formats.

    Examples
    --------
    >>> formats_in_words()
    'Botzone match JSON, competition text, PMN, botzone_env, salasasa, tziakcha, or our own JSON Lines'
    """
    *most, last = (one.words for one in FORMATS.values())
    return f"{', '.join(most)}, or {last}"
