"""A match as tables and as plain data."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...rulebook.tiles import WINDS
from ...show.blocks import Block, Row, Table, drawn_text
from ..settlement.words import result_text, settlement_data, signed
from .tables import HANDS, SCALE, as_scale, seating

if TYPE_CHECKING:
    from .hands import Match, PlayedHand, Standing

RESULT_FORMAT = "fastmcr match result"
VERSION = 1


def match_text(match: Match) -> str:
    """Return hands and standings as plain text."""
    return drawn_text(match_block(match))


def match_block(match: Match, scale: object = SCALE, count_penalties: bool = False) -> Block:
    """Return what is shown of a match: each hand with points and running totals, and the standings."""
    played = f"{len(match.hands)} of {HANDS} hands" if not match.is_complete else f"{HANDS} hands"
    ranked = "net score, penalties taken off" if count_penalties else "score; penalties stand apart"
    facts = [
        ("Players", ", ".join(f"{name} ({seat.english})" for name, seat in zip(match.players, WINDS, strict=True))),
        ("Table points", f"{scale_text(scale)} by {ranked}; who ties shares them"),
    ]
    facts += [("Note", note) for note in (*match.notes, *_remarks(match))]
    tables = [_hands_table(match), _standings_table(match, match.standings(scale, count_penalties=count_penalties))]
    return Block(f"Match, {played}: {match.rules_text}", facts, tables)


def _remarks(match: Match) -> list[str]:
    """Say what a referee has to decide, and why a sum may differ from 0."""
    notes = []
    for row in match.standings():
        if row.disqualified:
            notes.append(f"{row.player} is disqualified for a false hu; the referee decides about the standings")
    if sum(match.totals):
        why = "self-drawn wins in duplicate MCR" if match.variant == "cross-pay" else "the settlement of this variant"
        notes.append(f"the scores add up to {signed(sum(match.totals))}: {why} need not add up to 0")
    return notes


def _hands_table(match: Match) -> Table:
    titles = ("Hand", "Wind", "Dealer", *match.players, "Result")
    rows: list[Row] = []
    for hand in match.hands:
        cells = (f"{signed(now)} ({total})" for now, total in zip(hand.points, hand.totals, strict=True))
        rows.append((str(hand.number), str(hand.prevalent), hand.dealer, *cells, hand_text(hand)))
    footer = ("", "", "Total", *(signed(total) for total in match.totals), "points of the hand (running total)")
    return Table(titles, rows, right=(0, 3, 4, 5, 6), footer=footer)


def hand_text(hand: PlayedHand) -> str:
    """Say how a hand ended, with the names of the players."""
    found, names = hand.settlement, hand.players
    words = [result_text(found, names)]
    words += [f"{names[win.seat]}'s claim passed over" for win in found.passed_over]
    for false in found.false_hus:
        cost = f"{false.imp} IMP" if false.imp else f"{false.points_each} to each"
        words.append(f"false hu of {names[false.seat]} ({'disqualified' if false.disqualified else cost})")
    for player, name in zip(seating(hand.number), names, strict=True):
        if hand.penalties[player]:
            words.append(f"penalty of {name}: {hand.penalties[player]}")
    return "; ".join(words)


def _standings_table(match: Match, standings: tuple[Standing, ...]) -> Table:
    imp = any(row.false_hu_imp for row in standings)
    titles = ["Rank", "Player", "Table points", "Score", "Penalty", "Net"]
    titles += ["IMP penalty"] if imp else []
    titles += ["Wins", "Self-drawn", "Dealt in"]
    rows: list[Row] = []
    for row in standings:
        shared = sum(other.rank == row.rank for other in standings) > 1
        cells = [f"{row.rank}{'=' if shared else ''}", row.player, fraction_text(row.table_points), signed(row.score)]
        cells += [str(-row.penalty) if row.penalty else "0", signed(row.net)]
        cells += [str(-row.false_hu_imp) if row.false_hu_imp else "0"] if imp else []
        rows.append((*cells, str(row.wins), str(row.self_drawn), str(row.dealt_in)))
    return Table(tuple(titles), rows, right=(0, *range(2, len(titles))))


def fraction_text(number: Fraction) -> str:
    """Return an exact number as people read it: ``3``, ``1 1/2``, ``-2 1/3``."""
    whole, rest = divmod(abs(number), 1)
    sign = "-" if number < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def scale_text(scale: object) -> str:
    """Return a scale of table points as on a command line."""
    return "-".join(map(str, as_scale(scale)))


def match_data(match: Match, scale: object = SCALE, count_penalties: bool = False) -> dict[str, Any]:
    """Return hands and standings as plain data."""
    names = match.players

    def by_name(numbers: tuple[int, ...]) -> dict[str, int]:
        return dict(zip(names, numbers, strict=True))

    return {
        "format": RESULT_FORMAT,
        "version": VERSION,
        "rules": rules_data(match) | {"text": match.rules_text},
        "players": list(names),
        "complete": match.is_complete,
        "hands": [
            {
                "hand": hand.number,
                "prevalent": str(hand.prevalent),
                "seats": {str(seat): name for seat, name in zip(WINDS, hand.players, strict=True)},
                "result": hand_text(hand),
                "points": by_name(hand.points),
                "penalties": by_name(hand.penalties),
                "totals": by_name(hand.totals),
                "settlement": settlement_data(hand.settlement),
            }
            for hand in match.hands
        ],
        "scale": [str(points) for points in as_scale(scale)],
        "ranked_by": "net" if count_penalties else "score",
        "standings": [
            row._asdict() | {"table_points": str(row.table_points)}
            for row in match.standings(scale, count_penalties=count_penalties)
        ],
        "notes": [*match.notes, *_remarks(match)],
    }


def rules_data(match: Match) -> dict[str, Any]:
    """Return the rules of a match as a sheet holds them."""
    return {
        "duplicate": match.duplicate,
        "multiple_winners": match.multiple_winners,
        "variant": match.variant,
        "minimum": match.minimum,
    }
