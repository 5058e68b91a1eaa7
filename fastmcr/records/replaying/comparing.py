"""Wins, fans, totals and payments of a replay against those of its record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...hands.batch import HandBatch
from ...kernels import layout
from ...kernels.layout import play as lay
from ...rulebook.fans import Fan
from ...rulebook.rules import Rules
from ...scoring.batch import ScoreBatch, score_batch
from ..formats.registry import FORMATS
from ..model import Four, Record, RecordedWin, settlement_of
from ..payments import paid
from .findings import Disagreement, ReplayedWin
from .profiles import Profile

if TYPE_CHECKING:
    from ...play.engine import Deals

__all__ = ["compare_result", "winning_rows", "wins_of"]

_SEATS = "ESWN"
_SETTLEMENT_WORDS = {
    "ordinary": "each loser pays 8 + the total of a self-drawn win",
    "duplicate": "a self-drawn win costs each loser 8 + a third of the total",
    "cross-pay": "everybody pays every winner",
    "no-cross-pay": "winners pay nobody, and whoever gave the tile pays the sum of the totals and his 8 once",
}


def winning_rows(deals: Deals, rows: Sequence[int], seats: Sequence[int]) -> HandBatch:
    """Return the winning hands of ended deals.

    Parameters
    ----------
    deals : Deals
    rows, seats : sequences of int
        Row and winner of each hand.

    Returns
    -------
    HandBatch
    """
    at, who = np.asarray(rows, np.intp), np.asarray(seats, np.intp)
    state = deals.state
    blocks = state[:, : lay.SEEN].reshape(-1, 4, lay.BLOCK_BYTES)[at, who]
    concealed = blocks[:, : layout.KINDS].copy()
    tiles = state[at, lay.WIN_TILE]
    claimed = state[at, lay.ENDING] != lay.SELF_DRAWN_WIN
    concealed[claimed, tiles[claimed]] += 1
    return HandBatch(
        concealed=concealed,
        win=tiles,
        melds=blocks[:, lay.MELDS : lay.MELDS + 4],
        conditions=state[at, lay.WIN_CONDITIONS].astype(np.uint16),
        prevalent=state[at, lay.PREVALENT],
        seat=who.astype(np.uint8),
        flowers=np.bitwise_count(blocks[:, lay.FLOWERS]),
    )


def wins_of(record: Record, deals: Deals, row: int) -> tuple[ReplayedWin, ...]:
    """Return the wins of an ended deal, in the order of the record."""
    mask = int(deals.state[row, lay.WINNERS])
    order = [seat for seat in dict.fromkeys(record.winners) if mask >> seat & 1]
    order += [seat for seat in range(4) if mask >> seat & 1 and seat not in order]
    if not order:
        return ()
    batch = winning_rows(deals, [row] * len(order), order)
    return scored_wins(batch, order, deals.rules)


def scored_wins(batch: HandBatch, seats: Sequence[int], rules: Rules) -> tuple[ReplayedWin, ...]:
    """Return hands, scored."""
    result = score_batch(batch, rules, threads=1)
    return tuple(replayed_wins(result, seats))


def replayed_wins(result: ScoreBatch, seats: Sequence[int]) -> Iterator[ReplayedWin]:
    """Yield the rows of scored hands as wins."""
    rows = zip(
        seats,
        result.points.tolist(),
        result.total.tolist(),
        result.flags.tolist(),
        result.repeats.tolist(),
        strict=True,
    )
    for seat, points, total, (low, high), repeats in rows:
        yield ReplayedWin(seat, points, total, _fans(low | high << 64, repeats))


def _fans(flags: int, repeats: int) -> dict[Fan, int]:
    """Return the fans of flag words; a leaner form of `ScoreBatch.fans`."""
    found = {}
    while flags:
        bit = flags & -flags
        flags ^= bit
        fan = _FANS[bit.bit_length()]
        place = _PLACES.get(fan)
        found[fan] = 1 if place is None else repeats >> 4 * place & 15
    return found


_FANS: tuple[Fan, ...] = (Fan(1), *Fan)  # by number; there is no fan 0
_PLACES = {Fan(number): place for place, number in enumerate(layout.REPEATABLE)}


def compare_result(
    record: Record, profile: Profile, wins: tuple[ReplayedWin, ...], scores: Four | None
) -> tuple[list[Disagreement], int]:
    """Compare how a deal ended.

    Parameters
    ----------
    record : Record
    profile : Profile
    wins, scores
        As the engine has them; scores are None if the deal did not end.

    Returns
    -------
    list of Disagreement
    int
        Wins that were compared.
    """
    found: list[Disagreement] = []
    result = record.result
    if result.ending == "fault":
        if settlement_of(record) != "fault":
            head = f"{_SEATS[result.fault_seat or 0]} fails ({result.fault}) and pays 30, 10 to each"
            text = f"{head}, but {result.scores} is recorded"
            found.append(Disagreement(0, "payments", text))
        return found, 0
    if scores is None:
        return found, 0
    by_seat = {win.seat: win for win in wins}
    compared = 0
    for recorded in result.wins:
        own = by_seat.get(recorded.seat)
        if own is None:
            found.append(Disagreement(0, "end", f"{_SEATS[recorded.seat]} wins in the result, but not in the play"))
        elif recorded.total is not None or recorded.fans is not None:
            compared += 1
            found += _compare_win(record, profile, recorded, own)
    if result.ending == "win" and set(by_seat) - {win.seat for win in result.wins}:
        found.append(Disagreement(0, "end", "more players win in the play than in the result"))
    return found + _compare_scores(record, profile, wins, scores), compared


# --- fans -------------------------------------------------------------------------------------------------------------


def _compare_win(record: Record, profile: Profile, recorded: RecordedWin, own: ReplayedWin) -> list[Disagreement]:
    found = []
    if recorded.total is not None and recorded.total != own.total:
        text = f"{_SEATS[own.seat]} has {own.total} points ({fan_words(own.fans)}), but {recorded.total} is recorded"
        found.append(Disagreement(0, "total", text))
    difference = _fan_difference(recorded, own.fans)
    if difference:
        found.append(Disagreement(0, "fans", f"{_SEATS[own.seat]}: {difference}"))
    return found


def fan_words(fans: dict[Fan, int]) -> str:
    """Return fans and counts in words."""
    return ", ".join(f"{fan} x{count}" if count > 1 else str(fan) for fan, count in fans.items())


def _fan_difference(recorded: RecordedWin, own: dict[Fan, int]) -> str:
    """Return in what a list of fans differs, nothing if it does not."""
    if recorded.fans is None:
        return ""
    theirs: Counter[Fan] = Counter()
    for fan in recorded.fans:
        if fan.fan is not None:
            theirs[fan.fan] += fan.times
    if theirs == own and len(theirs) == len(recorded.fans):
        return ""
    if any(fan.is_masked for fan in recorded.fans):
        masks = sorted((len(fan.name), fan.times) for fan in recorded.fans)
        if masks == sorted((len(fan.chinese), count) for fan, count in own.items()):
            return ""
        return f"the lengths and counts of the lost names do not fit {fan_words(own)}"
    if any(fan.fan is None for fan in recorded.fans):
        return ""  # the reader has said so
    missing, extra = theirs - Counter(own), Counter(own) - theirs
    parts = [f"{fan_words(dict(missing))} recorded, but not found"] if missing else []
    parts += [f"{fan_words(dict(extra))} found, but not recorded"] if extra else []
    return "; ".join(parts)


# --- payments ---------------------------------------------------------------------------------------------------------


def _compare_scores(
    record: Record, profile: Profile, wins: tuple[ReplayedWin, ...], scores: Four
) -> list[Disagreement]:
    """Compare the recorded scores with those of the recorded totals, so that a wrong total is reported once."""
    recorded = record.result.scores
    if recorded is None:
        return []
    totals = {win.seat: win.total for win in record.result.wins if win.total is not None}
    if len(totals) != len(record.result.wins) or set(totals) != {win.seat for win in wins}:
        totals = {win.seat: win.total for win in wins}
    source = record.win_source
    giver = None if source is None else source.seat
    if totals == {win.seat: win.total for win in wins} and record.base == 8:
        wanted = scores
    else:
        wanted = paid(totals, giver, profile.game.sharing if giver is not None else profile.game.payments, record.base)
    if recorded == wanted or _with_penalties(record, wanted):
        return []
    name = settlement_of(record)
    text = f"{_joined(recorded)} is recorded; by the rules it is {_joined(wanted)}"
    if name in _SETTLEMENT_WORDS:
        words = f"{text}. The record follows another settlement, {name}: {_SETTLEMENT_WORDS[name]}"
        return [Disagreement(0, "payments", words, explained=not record.game)]
    return [Disagreement(0, "payments", text)]


def _with_penalties(record: Record, wanted: Four) -> bool:
    """Say whether scores include the penalties of false hus, as one format may have it."""
    if not record.result.false_hus or record.result.scores is None or not FORMATS[record.format].false_hu_in_scores:
        return False
    alone = record.tag.get("false_hu") == "-40"
    due = list(wanted)
    for false in record.result.false_hus:
        for seat in range(4):
            due[seat] += (-40 if alone else -30) if seat == false.seat else (0 if alone else 10)
    return tuple(due) == record.result.scores


def _joined(scores: Four) -> str:
    return " ".join(f"{score:+d}" if score else "0" for score in scores)
