"""Individual events: each result against those at the same wind of the same board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from ...rulebook.tiles import WINDS
from .compare import Compared, compared
from .missing import natural, of_group
from .model import FalseHu, Player, TableResult
from .outcome import EventWarning, SeatLine
from .scale import Scale
from .settings import EventRules

ZERO = Fraction(0)


def seat_lines(
    tables: Iterable[TableResult], rules: EventRules, scale: Scale, players: dict[str, Player]
) -> tuple[list[SeatLine], list[EventWarning]]:
    """Return the line of every player on every board, compared wind by wind, and what could not be compared.

    Parameters
    ----------
    tables : iterable of TableResult
        Those that played, with scores.
    rules : EventRules
        The settings.
    scale : Scale
        The IMP scale.
    players : dict
        The players by name, for their teams.

    Returns
    -------
    lines : list of SeatLine
        By board, group, wind and from the best score.
    warnings : list of EventWarning
        Boards with one result, and boards where the trimmed datum has no result left.
    """
    lines: list[SeatLine] = []
    warnings: list[EventWarning] = []
    for cell in boards_of(tables):
        for wind in WINDS:
            scores = [score_at(result, wind) for result in cell]
            lines += wind_lines(cell, wind, compared(scores, rules, scale), rules, players)
        warnings += cell_warnings(cell, rules, lines[-1])
    return lines, warnings


def boards_of(tables: Iterable[TableResult]) -> Iterator[list[TableResult]]:
    """Yield the tables that are compared with each other, by board and group."""
    cells: dict[tuple[int, str], list[TableResult]] = {}
    for result in tables:
        cells.setdefault((result.board, result.group), []).append(result)
    for key in sorted(cells):
        yield cells[key]


def score_at(result: TableResult, wind: int) -> int:
    """Return the score at a wind of a table that played."""
    assert result.scores is not None  # the settlement has filled it
    return result.scores[wind]


def wind_lines(
    cell: list[TableResult],
    wind: int,
    found: dict[int, Compared] | None,
    rules: EventRules,
    players: dict[str, Player],
) -> list[SeatLine]:
    """Return the lines of one wind of a board, from the best score; without IMP where `found` is None."""
    seat, count = WINDS[wind], len(cell)
    lines = []
    for result in cell:
        score = score_at(result, wind)
        one = found[score] if found is not None else None
        name = result.players[wind]
        plain = not result.false_hu and not result.penalties
        lines.append(
            SeatLine(
                result.board, result.group, result.table, seat, name, result.substitutes[wind], players[name].team,
                score, count,
                one and one.datum, one and one.deviation, one.imp if one is not None else None,
                *((), ZERO, ZERO) if plain else _taken(result, wind, rules),
            )
        )  # fmt: skip
    lines.sort(key=lambda line: (-line.score, natural(line.table)))
    return lines


def _taken(result: TableResult, wind: int, rules: EventRules) -> tuple[tuple[bool, ...], Fraction, Fraction]:
    """Return the false hu of a seat, their IMP, and the IMP of its other penalties."""
    false_hu = tuple(sorted((false.structure for false in result.false_hu if false.wind == wind), reverse=True))
    penalties = [penalty.imp for penalty in result.penalties if penalty.wind == wind]
    return (
        false_hu,
        sum((false_hu_cost(FalseHu(WINDS[wind], whole), rules) for whole in false_hu), ZERO),
        sum(penalties, ZERO),
    )


def false_hu_cost(false: FalseHu, rules: EventRules) -> Fraction:
    """Return the IMP that a false hu costs."""
    return rules.false_hu_imp[0 if false.structure else 1]


def cell_warnings(cell: list[TableResult], rules: EventRules, line: SeatLine) -> Iterator[EventWarning]:
    """Yield what to say where the results of a board could not be compared."""
    board, group = line.board, line.group
    place = f"board {board}{of_group(group)}"
    if len(cell) == 1:
        text = f"{place} has one result at each wind (table {line.table}): nothing to compare it with, 0 IMP"
        yield EventWarning("one-result", text, board, group)
    elif line.datum is None:
        left = f"and trim={rules.trim} leaves none of them for the datum"
        text = f"{place} has {len(cell)} results at each wind, {left}: 0 IMP"
        yield EventWarning("no-datum", text, board, group)
