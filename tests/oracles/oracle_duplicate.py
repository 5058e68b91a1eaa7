"""Duplicate events read off the rule text (duplicate.md 1, 2.1, 2.2, 3, 4); slow, plain, nothing of the package used.

A result is a dict: board, group, table, players (names of E, S, W, N), wins (list of (seat, points)), source (seat of
the discarder, None for self-drawn or a draw), false_hu (list of (seat, structure)), penalties (list of (seat, imp)).
Settings are a dict of the names of duplicate.md 2.2.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

Result = dict[str, Any]

# duplicate.md 1.2: from the first number on, so many IMP.
BRIDGE = [
    (0, 0), (20, 1), (50, 2), (90, 3), (130, 4), (170, 5), (220, 6), (270, 7), (320, 8), (370, 9), (430, 10),
    (500, 11), (600, 12), (750, 13), (900, 14), (1100, 15), (1300, 16), (1500, 17), (1750, 18), (2000, 19),
    (2250, 20), (2500, 21), (3000, 22), (3500, 23), (4000, 24),
]  # fmt: skip
TENTH = [(bound // 10, imp) for bound, imp in BRIDGE]


def imp(difference: Fraction, bands: list[tuple[int, int]]) -> Fraction:
    """Walk up the bands as long as the size of the difference reaches them."""
    found = 0
    for bound, value in bands:
        if abs(difference) >= bound:
            found = value
    return Fraction(-found if difference < 0 else found)


def scores(wins: list[tuple[int, int]], source: int | None, cross_pay: bool) -> list[int]:
    """Rules of settlement, duplicate.md 3 and 4."""
    points = [0, 0, 0, 0]
    if not wins:
        return points
    if source is None:
        [(winner, value)] = wins
        for seat in range(4):
            if seat != winner:
                points[seat] = -(value // 3 + (1 if value % 3 else 0) + 8)
        points[winner] = value + 24
        return points
    winners = [seat for seat, _ in wins]
    for seat in range(4):
        own = dict(wins).get(seat, 0)
        if cross_pay:
            if seat == source:
                points[seat] = -sum(value + 8 for _, value in wins)
            elif seat in winners:
                points[seat] = own + 24 - 8 * (len(wins) - 1)
            else:
                points[seat] = -8 * len(wins)
        elif seat == source:
            points[seat] = -(sum(value for _, value in wins) + 8)
        else:
            points[seat] = own + 24 if seat in winners else -8
    return points


def rounded(number: Fraction, how: str) -> Fraction:
    """Look for the whole number that the words mean, among those near by."""
    if how == "none":
        return number
    near = range(int(number) - 2, int(number) + 3)
    if how == "floor":
        return Fraction(max(whole for whole in near if whole <= number))
    if how == "up":
        return Fraction(min(whole for whole in near if whole >= number))
    least = min(abs(whole - number) for whole in near)
    best = [whole for whole in near if abs(whole - number) == least]
    if len(best) == 2 and how == "nearest":
        return Fraction(max(best, key=abs))
    if len(best) == 2:
        return Fraction(next(whole for whole in best if whole % 2 == 0))
    return Fraction(best[0])


def datum(results: list[Fraction], own: int, rules: dict[str, Any]) -> Fraction | None:
    """Mean of all, or of all but the own; the best and the worst taken away one after the other."""
    left = list(results)
    if rules["datum"] == "others":
        del left[own]
    for _ in range(rules["trim"]):
        for end in (max, min):
            if left:
                left.remove(end(left))
    if not left:
        return None
    return rounded(Fraction(sum(left)) / len(left), rules["datum_rounding"])


def cells(results: list[Result]) -> list[list[Result]]:
    """Results that are compared: those of a board in a group."""
    keys = sorted({(result["board"], result["group"]) for result in results})
    return [[result for result in results if (result["board"], result["group"]) == key] for key in keys]


def individual(results: list[Result], rules: dict[str, Any], bands: list[tuple[int, int]]) -> dict[Any, Any]:
    """(board, player) -> score, datum, deviation, IMP."""
    found = {}
    for cell in cells(results):
        points = [scores(result["wins"], result["source"], rules["multi_hu"] == "cross-pay") for result in cell]
        for seat in range(4):
            column = [Fraction(four[seat]) for four in points]
            for own, result in enumerate(cell):
                mean = datum(column, own, rules)
                deviation = None if mean is None else column[own] - mean
                value = Fraction(0) if deviation is None else imp(deviation, bands)
                found[result["board"], result["players"][seat]] = (int(column[own]), mean, deviation, value)
    return found


def teams(
    results: list[Result], team_of: dict[str, str], rules: dict[str, Any], bands: list[tuple[int, int]]
) -> dict[Any, Fraction]:
    """(board, team) -> IMP, of teams that have a result at each wind."""
    found: dict[Any, Fraction] = {}
    alone = individual(results, rules, bands)
    for cell in cells(results):
        board = cell[0]["board"]
        held: dict[str, dict[int, str]] = {}
        for result in cell:
            for seat, name in enumerate(result["players"]):
                held.setdefault(team_of[name], {})[seat] = name
        full = sorted(team for team, seats in held.items() if len(seats) == 4)
        own = {team: [Fraction(alone[board, held[team][seat]][0]) for seat in range(4)] for team in full}
        for team in full:
            found[board, team] = Fraction(0)
        if rules["head_to_head"]:
            for one, other in combinations(full, 2):
                differences = [a - b for a, b in zip(own[one], own[other], strict=True)]
                if rules["team_order"] == "sum-then-convert":
                    differences = [sum(differences, Fraction(0))]
                for difference in differences:
                    found[board, one] += imp(difference, bands)
                    found[board, other] += imp(-difference, bands)
            continue
        for place, team in enumerate(full):
            if rules["team_order"] == "sum-then-convert":
                sums = [sum(own[one], Fraction(0)) for one in full]
                mean = datum(sums, place, rules) if rules["team_base"] == "mean" else Fraction(0)
                found[board, team] = Fraction(0) if mean is None else imp(sums[place] - mean, bands)
            elif rules["team_base"] == "mean":
                found[board, team] = sum((alone[board, held[team][seat]][3] for seat in range(4)), Fraction(0))
            else:
                found[board, team] = sum((imp(score, bands) for score in own[team]), Fraction(0))
    return found


def taken(results: list[Result], rules: dict[str, Any]) -> dict[str, Fraction]:
    """Player -> IMP of false hu and penalties at tables."""
    lost: dict[str, Fraction] = {}
    for result in results:
        for seat, structure in result["false_hu"]:
            name = result["players"][seat]
            lost[name] = lost.get(name, Fraction(0)) + rules["false_hu_imp"][0 if structure else 1]
        for seat, value in result["penalties"]:
            name = result["players"][seat]
            lost[name] = lost.get(name, Fraction(0)) + value
    return lost
