"""From winners to scores by the settlement, and from scores back to the winners that alone can have given them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ...errors import SettlementError
from ...rulebook.tiles import WINDS, Wind
from ..settlement import BASE, Variant, settle
from .model import TableResult, Win
from .settings import EventRules

CACHED = 1 << 16  # different ends of a deal kept; events have a few thousand


class Refused(NamedTuple):
    """Why a result cannot be, and the field that says so."""

    field: str
    message: str


class Settled(NamedTuple):
    """A deal with its winners and its scores."""

    wins: tuple[Win, ...] | None
    """None where scores are taken as they are and no deal gives them."""
    source: Wind | None
    scores: tuple[int, ...]


@lru_cache(maxsize=CACHED)
def scores_of(wins: tuple[Win, ...], source: Wind | None, variant: Variant, minimum: int) -> tuple[int, ...]:
    """Return the scores of a deal; SettlementError if the rules allow no such deal."""
    settlement = settle(
        dict(wins),
        discarder=source,
        self_drawn=bool(wins) and source is None,
        duplicate=True,
        variant=variant,
        minimum=minimum,
    )
    return settlement.points


@lru_cache(maxsize=CACHED)
def wins_of(scores: tuple[int, ...], variant: Variant, minimum: int) -> tuple[tuple[Win, ...], Wind | None] | None:
    """Return the winners and the discarder that give these scores, or None; there is at most one way.

    Winners are above 0 and everybody else below. A self-drawn win leaves three equal losses of at least 11, a discard
    or robbed kong exactly one loss that is greater than the others.
    """
    if not any(scores):
        return (), None
    winners = [seat for seat in WINDS if scores[seat] > 0]
    losers = [seat for seat in WINDS if scores[seat] < 0]
    if not winners or len(winners) + len(losers) != 4:
        return None
    source = min(losers, key=lambda seat: scores[seat])
    share = BASE * (len(winners) - 1) if variant == "cross-pay" else 0
    wins = tuple(Win(seat, scores[seat] - 3 * BASE + share) for seat in winners)
    for discarder in (source, None):
        try:
            if scores_of(wins, discarder, variant, minimum) == scores:
                return wins, discarder
        except SettlementError:
            continue
    return None


def settled(result: TableResult, rules: EventRules) -> Settled | Refused:
    """Return the winners and scores of a table that played, or why they cannot be."""
    variant: Variant = "no-cross-pay" if rules.multi_hu == "no-cross-pay" else "cross-pay"
    found = _from_wins(result, variant, rules) if result.wins is not None else _from_scores(result, variant, rules)
    if isinstance(found, Settled) and found.wins:
        for win in found.wins:
            if any(win.wind is false.wind for false in result.false_hu):
                return Refused("false_hu", f"{win.wind.english} cannot win after a false hu: the hand is dead")
    return found


def _from_wins(result: TableResult, variant: Variant, rules: EventRules) -> Settled | Refused:
    wins = result.wins or ()
    winds = [win.wind for win in wins]
    for wind in winds:
        if winds.count(wind) > 1:
            return Refused("wins", f"{wind.english} wins twice; each seat wins once")
    try:
        scores = scores_of(wins, result.source, variant, rules.minimum)
    except SettlementError as error:
        low = any(win.points < rules.minimum for win in wins)
        return Refused("points" if low else "source" if result.source in (None, *winds) else "wins", str(error))
    if result.scores is None or result.scores == scores:
        return Settled(wins, result.source, scores)
    if not rules.check_scores:
        return Settled(wins, result.source, result.scores)
    given = four(result.scores)
    return Refused("scores", f"scores {given} do not fit the win; by the settlement they are {four(scores)}")


def _from_scores(result: TableResult, variant: Variant, rules: EventRules) -> Settled | Refused:
    scores = result.scores or (0, 0, 0, 0)
    found = wins_of(scores, variant, rules.minimum)
    if found is not None:
        return Settled(*found, scores)
    if not rules.check_scores:
        return Settled(None, None, scores)
    return Refused("scores", _why_no_deal(scores, variant, rules.minimum))


def _why_no_deal(scores: tuple[int, ...], variant: Variant, minimum: int) -> str:
    """Say what is wrong with scores that no deal gives, as near to the slip as can be told."""
    text = f"scores {four(scores)} (sum {sum(scores):+}) come from no deal"
    winners = [seat for seat in WINDS if scores[seat] > 0]
    if len(winners) == 1:
        wind, points = winners[0], scores[winners[0]] - 3 * BASE
        if points < minimum:
            name = wind.english
            return f"{text}: {scores[wind]:+} for {name} is a win of {points} points, below the minimum of {minimum}"
        win = (Win(wind, points),)
        drawn = four(scores_of(win, None, variant, minimum))
        loser = min(WINDS, key=lambda seat: scores[seat])
        claimed = four(scores_of(win, loser, variant, minimum))
        return (
            f"{text}: {wind.english} winning {points} points gives {drawn} self-drawn, {claimed} from {loser.english}"
        )
    if not winners:
        return f"{text}: there is no winner, and a draw is 0 0 0 0"
    return f"{text} with {len(winners)} winners on one tile ({variant})"


def four(scores: tuple[int, ...]) -> str:
    """Return four scores as people write them."""
    return " ".join(f"{score:+}" if score else "0" for score in scores)
