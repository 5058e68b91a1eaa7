"""Standings: totals of players or teams, penalties and carry-over, and what decides between equals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from .individual import ZERO
from .model import Event, Player, Team
from .numbers import ROUNDINGS
from .outcome import MatchLine, SeatLine, Standing, TeamLine

Value = Fraction | None


@dataclass(slots=True)
class _Account:
    """The sums of one player or team."""

    name: str
    team: str
    carried: Fraction
    previous_rank: int | None
    boards: list[SeatLine | TeamLine] = field(default_factory=list)
    """The lines that were compared."""
    imps: list[Fraction] = field(default_factory=list)
    """The IMP of each."""
    imp: Fraction = ZERO
    """Their sum."""
    false_hu: int = 0
    false_hu_imp: Fraction = ZERO
    penalty_imp: Fraction = ZERO
    points: int = 0
    matches_won: Fraction = ZERO

    @property
    def total(self) -> Fraction:
        return self.imp - self.false_hu_imp - self.penalty_imp + self.carried


def standings(
    event: Event,
    players: Mapping[str, Player],
    seats: Iterable[SeatLine],
    teams: Iterable[TeamLine],
    matches: Iterable[MatchLine],
) -> tuple[Standing, ...]:
    """Return the standings of the players, or of the teams in a team event.

    Parameters
    ----------
    event : Event
        The event.
    players : mapping of str to Player
        Those of the event by name.
    seats, teams, matches : iterables of lines
        As the scoring gives them.

    Returns
    -------
    tuple of Standing
        From the first; equals by name.
    """
    accounts = {account.name: account for account in _accounts(event, players.values())}
    is_team = event.rules.kind == "team"
    owner = {name: player.team if is_team else name for name, player in players.items()}
    for line in seats:
        account = accounts[owner[line.player]]
        account.points += line.score
        if line.false_hu or line.penalty_imp:
            account.false_hu += len(line.false_hu)
            account.false_hu_imp += line.false_hu_imp
            account.penalty_imp += line.penalty_imp
        if not is_team and line.imp is not None:
            account.boards.append(line)
            account.imps.append(line.imp)
    for team_line in teams:
        accounts[team_line.team].boards.append(team_line)
        accounts[team_line.team].imps.append(team_line.imp)
    for account in accounts.values():
        account.imp = _sum(account.imps)
    for penalty in event.penalties:
        accounts[owner.get(penalty.who, penalty.who)].penalty_imp += penalty.imp
    for name, won in _matches_won(matches).items():
        accounts[name].matches_won = won
    return tuple(_ranked(list(accounts.values()), event.rules.tie_breaks))


def _accounts(event: Event, players: Iterable[Player]) -> Iterator[_Account]:
    entries: Iterable[Player | Team] = players
    if event.rules.kind == "team":
        told = {team.name: team for team in event.teams}
        entries = (told.get(name) or Team(name) for name in sorted({player.team for player in event.players}))
    rounding = ROUNDINGS[event.rules.carry_over_rounding]
    for entry in entries:
        carried = rounding(entry.carry_over * event.rules.carry_over_weight)
        yield _Account(entry.name, entry.team if isinstance(entry, Player) else "", carried, entry.previous_rank)


def _matches_won(lines: Iterable[MatchLine]) -> dict[str, Fraction]:
    """Return the matches won by each team, all boards of two teams being one match; a tie is half a win for both."""
    met: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for line in lines:
        first, second = sorted(line.teams)
        met[first, second] += line.imp if line.teams[0] == first else -line.imp
    won: dict[str, Fraction] = defaultdict(Fraction)
    for (first, second), imp in met.items():
        won[first] += Fraction((imp > 0) + (imp >= 0), 2)
        won[second] += Fraction((imp < 0) + (imp <= 0), 2)
    return won


def _ranked(accounts: Sequence[_Account], tie_breaks: Sequence[str]) -> Iterator[Standing]:
    rank = 1
    for equals in _by_value(accounts, lambda account: account.total):
        told: dict[str, dict[str, Value]] = {account.name: {} for account in equals}
        for group in _split(equals, tie_breaks, told):
            for account in sorted(group, key=lambda account: account.name):
                yield _standing(account, rank, len(group) > 1, told[account.name])
            rank += len(group)


def _standing(account: _Account, rank: int, shared: bool, told: Mapping[str, Value]) -> Standing:
    return Standing(
        rank, shared, account.name, account.team, len(account.boards), account.imp, account.false_hu,
        account.false_hu_imp, account.penalty_imp, account.carried, account.total, account.points, told,
    )  # fmt: skip


def _split(
    equals: list[_Account], tie_breaks: Sequence[str], told: dict[str, dict[str, Value]]
) -> Iterator[list[_Account]]:
    """Yield the groups that the tie-breaks leave equal, from the first; note the values that were asked."""
    if len(equals) == 1 or not tie_breaks:
        yield equals
        return
    name, *rest = tie_breaks
    values = _TIE_BREAKS[name](equals)
    for account, value in zip(equals, values, strict=True):
        told[account.name][name] = value
    sign = -1 if name in _LOWER_IS_BETTER else 1
    by_name = {account.name: value for account, value in zip(equals, values, strict=True)}
    for group in _by_value(equals, lambda account: _key(by_name[account.name], sign)):
        yield from _split(group, rest, told)


def _key(value: Value, sign: int) -> tuple[bool, Fraction]:
    """Return what to sort by, the highest first; nothing comes after every number."""
    return (False, ZERO) if value is None else (True, sign * value)


def _by_value(accounts: Sequence[_Account], key: Callable[[_Account], object]) -> Iterator[list[_Account]]:
    """Yield groups of equal value, from the highest."""
    groups: dict[object, list[_Account]] = {}
    for account in accounts:
        groups.setdefault(key(account), []).append(account)
    for value in sorted(groups, reverse=True):  # type: ignore[type-var]  # values of one kind
        yield groups[value]


# --- tie-breaks: one value for each of the equals -----------------------------------------------------------------


def _same_wind_imp(equals: Sequence[_Account]) -> list[Value]:
    """IMP on what another of the equals was compared on as well."""
    shared = Counter(_cell(line) for account in equals for line in account.boards)
    return [
        _sum(imp for line, imp in zip(account.boards, account.imps, strict=True) if shared[_cell(line)] > 1)
        for account in equals
    ]


def _cell(line: SeatLine | TeamLine) -> tuple[int, str, int]:
    """Return what is the same for lines that were compared with each other."""
    return line.board, line.group, line.wind if isinstance(line, SeatLine) else -1


def _sum(numbers: Iterable[Fraction]) -> Fraction:
    """Add up; whole numbers without the work of fractions."""
    whole, rest = 0, ZERO
    for number in numbers:
        if number.denominator == 1:
            whole += number.numerator
        else:
            rest += number
    return rest + whole


_TIE_BREAKS: dict[str, Callable[[Sequence[_Account]], list[Value]]] = {
    "same_wind_imp": _same_wind_imp,
    "previous_rank": lambda equals: [
        None if account.previous_rank is None else Fraction(account.previous_rank) for account in equals
    ],
    "points": lambda equals: [Fraction(account.points) for account in equals],
    "positive_boards": lambda equals: [Fraction(sum(imp > 0 for imp in account.imps)) for account in equals],
    "best_board": lambda equals: [max(account.imps, default=None) for account in equals],
    "fewest_penalties": lambda equals: [account.false_hu_imp + account.penalty_imp for account in equals],
    "carry_over": lambda equals: [account.carried for account in equals],
    "matches_won": lambda equals: [account.matches_won for account in equals],
}
_LOWER_IS_BETTER = ("previous_rank", "fewest_penalties")
