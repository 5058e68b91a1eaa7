"""Score one hand under any rules."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

import numpy as np

from ..errors import ConditionError, HandError, McrError, NotAWinError
from ..hands.as_hand import as_hand
from ..hands.batch import (
    STATUS_WORDS,
    loaded,
)
from ..hands.hand import Hand
from ..hands.shared_parameters import with_shared_parameters
from ..kernels import layout
from ..rulebook.rules import Rules
from ..rulebook.tiles import TileLike, WindLike
from .reading import Reading, ReadingSet
from .result import Score

if TYPE_CHECKING:
    from ..kernels import Tables

__all__ = ["Reading", "ReadingSet", "Score", "score"]


class PreparedRules(NamedTuple):
    """All that a call of the one-hand kernel needs for one set of rules."""

    score_one: Any
    arguments: tuple[Any, ...]
    tables: Tables
    rules: Rules


@functools.lru_cache(maxsize=64)
def _prepared(rules: Rules | str) -> PreparedRules:
    from ..kernels import direct, load_tables, score_one

    found = Rules.coerce(rules)
    tables = loaded(load_tables)
    return PreparedRules(direct(score_one), (*tables, *found.compiled), tables, found)


def prepared_rules(rules: Rules | str) -> PreparedRules:
    """Return what the kernel needs for rules or the name of a preset, made once for each."""
    try:
        return _prepared(rules)
    except TypeError:  # not even hashable
        return _prepared(Rules.coerce(rules))


@with_shared_parameters
def score(
    hand: Hand | str,
    rules: Rules | str = "default",
    *,
    win: TileLike | None = None,
    prevalent: WindLike | None = None,
    seat: WindLike | None = None,
    self_drawn: bool | None = None,
    last_tile: bool | None = None,
    wall_last: bool | None = None,
    replacement: bool | None = None,
    robbed_kong: bool | None = None,
    flowers: SupportsIndex | None = None,
) -> Score:
    """Score a winning hand.

    Parameters
    ----------
    hand : Hand or str
        The hand with its winning tile, or a hand string.
    rules : Rules or str
        Rules, or the name of a preset: "default", "wmo2014", "mil", "r98".
    win : Tile, str or int, optional
        The winning tile: one of 3n+2 concealed tiles, in the place of the last, or one more beside 3n+1.
    one_hand_winds
    self_drawn : bool, optional
        The winning tile was drawn by the player.
    conditions_of_a_win
    one_hand_flowers

    Returns
    -------
    Score
        Points, fans, the reading; printing it shows a table.

    Raises
    ------
    NotationError
        If the text is no hand string.
    HandError
        If no player can hold the tiles, or the winning tile is missing.
    ConditionError
        If the conditions contradict each other or the hand.
    InputError
        If a keyword is of another type, or says other than the tails of the hand string.
    NotAWinError
        If the hand is not complete.
    RulesError
        If there are no such rules.

    Notes
    -----
    The best of all readings is taken; among equals the larger list of fans in fan order, then the smaller reading row.
    Keywords say what a hand string leaves open. Where it has a tail, ``|EW1000``, that says all of the situation, and a
    keyword may repeat it but not contradict it. Of a `Hand` they replace what it says.

    Examples
    --------
    >>> from fastmcr import score
    >>> score("123456789m1155p5p").total
    20
    >>> score("123456789m1155p5p", self_drawn=True, flowers=2).total
    24
    """
    # Most calls say nothing besides; a mapping of nothing would cost half of what they cost.
    if (
        win is None and prevalent is None and seat is None and self_drawn is None and last_tile is None
        and wall_last is None and replacement is None and robbed_kong is None and flowers is None
    ):  # fmt: skip
        if type(hand) is not Hand:
            hand = as_hand(hand, {})
    else:
        keywords = {
            "win": win, "prevalent": prevalent, "seat": seat, "self_drawn": self_drawn, "last_tile": last_tile,
            "wall_last": wall_last, "replacement": replacement, "robbed_kong": robbed_kong, "flowers": flowers,
        }  # fmt: skip
        hand = as_hand(hand, keywords)
    prepared = prepared_rules(rules)
    work = np.empty(layout.SLOTS, np.uint64)
    status = prepared.score_one(hand.row.reshape(1, 44), *prepared.arguments, work)
    if status:
        raise refusal(hand, status, prepared.rules)
    return Score(hand, prepared.rules, work.tolist())


def refusal(hand: Hand, status: int, rules: Rules) -> McrError:
    """Return the error that says why a hand cannot be scored."""
    if hand.win is None:
        return HandError(
            f"{hand} has no winning tile; write it last ({14 - 3 * len(hand.melds)} concealed tiles), or give win="
        )
    if status == layout.BAD_CONDITIONS:
        return ConditionError(contradiction(hand, rules))
    if status == layout.NOT_A_WIN:
        return NotAWinError(f"{hand} is not a complete hand")
    return McrError(f"{hand}: {STATUS_WORDS[status]}")  # pragma: no cover - a Hand has been checked


def contradiction(hand: Hand, rules: Rules) -> str:
    """Say which conditions of a hand cannot be true together (rulings A4b, A4e, A4f)."""
    win = hand.win
    kongs = any(meld.is_kong for meld in hand.melds)
    held = win is not None and win in hand.beside_win
    melded = win is not None and any(win in meld.tiles for meld in hand.melds)
    if hand.replacement and not hand.self_drawn:
        return "a replacement tile is drawn by the winner: it needs self-drawn"
    if hand.replacement and not kongs:
        return "a replacement tile needs a kong, and the hand has none"
    if hand.robbed_kong and hand.self_drawn:
        return "a robbed kong is another player's tile: it cannot be self-drawn"
    if hand.robbed_kong and (held or melded):
        return f"robbing the kong: the other three {win} lie in the robbed pung, but the hand holds one"
    if hand.robbed_kong and hand.wall_last and rules.rob_on_last_tile == "reject":
        return "robbing the kong and the last tile of the wall exclude each other: no kong may be made then"
    if hand.last_tile and held:
        return f"last of its kind: the other three {win} lie open, but one is among the concealed tiles"
    return "the conditions contradict each other"  # pragma: no cover - the cases above are all
