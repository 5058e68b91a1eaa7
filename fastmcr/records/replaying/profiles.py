"""How the deals of each format are replayed: the game and the rules of scoring, also in words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ...errors import RecordError, RulesError
from ...rulebook.fans import Fan
from ...rulebook.rules import Rules
from ..formats.competition_text import CALCULATOR
from ..model import Record

if TYPE_CHECKING:
    from ...play import Game

__all__ = ["PROFILE_WORDS", "Profile", "profile_of"]

PROFILE_WORDS = {
    "botzone-json": (
        "personal walls; one winner, the nearest after the discarder; payments of ordinary MCR (a self-drawn "
        "win is paid "
        "8 + total by each, not by the third of duplicate MCR); fans as the calculator of the contests counts "
        "them (Two "
        "Concealed Kongs 6)"
    ),
    "competition-text": (
        "personal walls; one winner, the nearest after the discarder; payments of ordinary MCR (a self-drawn "
        "win is paid "
        "8 + total by each, not by the third of duplicate MCR); fans as the calculator of the contests counts "
        "them (Two "
        "Concealed Kongs 6)"
    ),
    "pmn": (
        "personal walls, every claimant wins, payments of duplicate MCR, for Scoring Duplicate; one wall and ordinary "
        "payments for MCR; fans of the WMO list (Two Concealed Kongs 8; one melded and one concealed kong 5)"
    ),
    "botzone-env": (
        "one wall of 136 tiles, from which the lists of the players were made; seat winds counted from the dealer; "
        "nothing to compare a win with, but it has to be worth the minimum; last-tile fans cannot be told"
    ),
    "salasasa": "one wall of 144; one winner; ordinary payments; fans of the Chinese programs (Two Concealed Kongs 6)",
    "tziakcha": "one wall of 144; ordinary payments with the base of the record; fans of the Chinese programs",
    "fastmcr": "game and rules as the record names them; else duplicate MCR for personal walls, ordinary MCR "
    "for one wall",
}
"""What each format is replayed as, in words."""

_PMN_RULES = Rules(mixed_kong_pair=5)
_CHINESE = Rules.preset("mil")


@dataclass(frozen=True, slots=True)
class Profile:
    """Game and rules that a record is replayed under.

    Attributes
    ----------
    game : Game
        Walls, number of winners, payments.
    rules : Rules
        How hands are scored, with the minimum.
    fixed : bool
        Whether the rules are known for sure; if not, a list of fans that other rules give is an explained difference.

    Examples
    --------
    >>> Profile.__slots__
    ('game', 'rules', 'fixed')
    """

    game: Game
    rules: Rules
    fixed: bool


def profile_of(record: Record) -> Profile:
    """Return the game and rules that a record is replayed under.

    Parameters
    ----------
    record : Record

    Returns
    -------
    Profile

    Raises
    ------
    RecordError
        If the record names a game or rules that do not exist.

    Notes
    -----
    `PROFILE_WORDS` has them in words. Game and rules that the record names come before those of its format.
    """
    kongs = _kong_points(record) if record.format == "tziakcha" else 0
    several = len(record.result.wins) > 1
    try:
        return _profile(record.format, record.kind, record.game, record.rules, record.minimum, kongs, several)
    except RulesError as error:
        raise RecordError(str(error), source=record.source, number=record.number, place=record.place) from None


def _kong_points(record: Record) -> int:
    """Return the points that a record gives Two Concealed Kongs, 0 if it does not say."""
    fans = (fan for win in record.result.wins for fan in win.fans or ())
    return next((fan.points or 0 for fan in fans if fan.fan is Fan.TWO_CONCEALED_KONGS), 0)


@lru_cache(maxsize=256)
def _profile(format: str, kind: str, game: str, rules: str, minimum: int, kongs: int, several: bool) -> Profile:
    from ...play import Game

    chosen = Game.preset(game) if game else _game(format, kind)
    if several and chosen.multiple_winners == "nearest":
        chosen = Game(
            wall=chosen.wall, multiple_winners="all", payments=chosen.payments, sharing=chosen.sharing,
            flowers=chosen.flowers,
        )  # fmt: skip
    if rules:
        scoring = Rules.preset(rules)
    elif format in ("botzone-json", "competition-text", "botzone-env"):
        scoring = CALCULATOR
    elif format == "pmn":
        scoring = _PMN_RULES
    else:
        scoring = Rules.preset("default") if format == "fastmcr" else _CHINESE
    if kongs in (6, 8):
        scoring = scoring.replace(two_concealed_kongs=kongs)
    fixed = bool(rules) or format not in ("pmn", "salasasa", "tziakcha")
    return Profile(chosen, scoring.replace(minimum=minimum), fixed)


def _game(format: str, kind: str) -> Game:
    from ...play import Game

    if format == "botzone-env":
        return Game(wall="shared", flowers=False)
    if kind == "shared":
        return Game.preset("ordinary")
    return Game.preset("botzone" if format in ("botzone-json", "competition-text") else "duplicate")
