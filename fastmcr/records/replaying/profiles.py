"""How the deals of each format are replayed: the game and the rules of scoring, also in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from ...errors import RecordError, RulesError
from ...rulebook.fans import Fan
from ...rulebook.rules import Rules
from ..formats.registry import FORMATS, GameSettings
from ..model import Record

if TYPE_CHECKING:
    from ...play import Game

__all__ = ["Profile", "profile_of"]


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
    `FORMATS` has them in words. Game and rules that the record names come before those of its format.
    """
    kongs = _kong_points(record) if FORMATS[record.format].kongs_told else 0
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
    one = FORMATS[format]
    chosen = _game(game or (one.personal if kind == "personal" else one.shared))
    if several and chosen.multiple_winners == "nearest":
        chosen = replace(chosen, multiple_winners="all")
    scoring = Rules.preset(rules) if rules else one.rules
    if kongs in (6, 8):
        scoring = scoring.replace(two_concealed_kongs=kongs)
    return Profile(chosen, scoring.replace(minimum=minimum), bool(rules) or one.fixed)


def _game(settings: GameSettings) -> Game:
    from ...play import Game

    return Game.preset(settings) if isinstance(settings, str) else Game(**settings)
