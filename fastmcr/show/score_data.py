"""Scores and explanations as plain data, as ``fastmcr/score.schema.json`` describes them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..rulebook.rules import Rules
from ..rulebook.switches import PRESETS, SWITCHES
from ..scoring.components import counted_fans, knitted_parts, win_tile
from .score_words import notation

if TYPE_CHECKING:
    from ..rulebook.fans import Fan
    from ..scoring.result import Barred, CountedFan, Explanation, Score

__all__ = ["explanation_data", "fan_data", "rules_data", "score_data"]


def score_data(score: Score) -> dict[str, Any]:
    """Return a score as plain data.

    Parameters
    ----------
    score : Score
        A score.

    Returns
    -------
    dict
        As ``fastmcr/score.schema.json`` describes it.

    Examples
    --------
    >>> from fastmcr import score
    >>> data = score_data(score("123456789m1155p5p"))
    >>> data["total"], data["fans"][0]["name"], data["fans"][0]["sets"]
    (20, 'Pure Straight', [['123m', '456m', '789m']])
    """
    return {
        "hand": str(score.hand),
        "winds_given": score.hand.winds_given,
        "rules": rules_data(score.rules),
        "points": score.points,
        "flowers": score.flowers,
        "total": score.total,
        "legal": score.legal,
        "minimum": score.rules.minimum,
        "shortfall": score.shortfall,
        "fans": [_counted_data(row) for row in counted_fans(score)],
        "reading": _reading_data(score),
    }


@lru_cache(maxsize=64)
def rules_data(rules: Rules) -> dict[str, Any]:
    """Return the name of the preset, if it is one, and every switch."""
    preset = next((name for name in PRESETS if rules == Rules.preset(name)), None)
    return {"preset": preset, "switches": {switch.name: getattr(rules, switch.name) for switch in SWITCHES}}


def fan_data(fan: Fan) -> dict[str, Any]:
    """Return the number and the names of a fan."""
    return {"number": int(fan), "name": fan.english, "chinese": fan.chinese}


def _counted_data(row: CountedFan) -> dict[str, Any]:
    return {
        "number": int(row.fan),
        "name": row.fan.english,
        "chinese": row.fan.chinese,
        "points": row.points,
        "count": row.count,
        "total": row.total,
        "sets": [[notation(part) for part in group] for group in row.sets],
    }


def _reading_data(score: Score) -> dict[str, Any]:
    reading = score.reading
    completed = reading.completed
    words = [notation(one.tiles) for one in reading.sets]
    return {
        "shape": reading.shape,
        "sets": [
            {"kind": one.kind, "tiles": word, "concealed": one.concealed, "meld": one.meld}
            for one, word in zip(reading.sets, words, strict=True)
        ],
        "pair": None if reading.pair is None else notation((reading.pair,) * 2),
        "knitted": [notation(part) for part in knitted_parts(reading.knitted)],
        "winning_tile": str(win_tile(score)),
        "completed": completed if isinstance(completed, str) else notation(completed.tiles),
    }


def _barred_data(row: Barred) -> dict[str, Any]:
    return fan_data(row.fan) | {
        "sets": [notation(part) for part in row.sets],
        "by": [fan_data(fan) for fan in row.by],
        "principle": row.principle,
        "reason": row.reason,
        "reason_zh": row.reason_zh,
        "source": row.source,
    }


def explanation_data(why: Explanation) -> dict[str, Any]:
    """Return the score as plain data with ``barred`` and ``notes``."""
    barred = [_barred_data(row) for row in why.barred]
    return score_data(why.score) | {"barred": barred, "notes": [note._asdict() for note in why.notes]}
