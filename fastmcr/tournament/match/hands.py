"""A match of 16 hands: prevalent winds, dealer, seats, running totals, penalties, standings with table points.

Seats change at the start of each round by a fixed table, and the deal passes after every hand whatever happened.
Penalties of the referee stay apart from the points of the hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from ...base.views import Shown, view
from ...errors import InputError, MatchError, shown
from ...rulebook.tiles import WINDS, Wind, as_wind
from ..settlement import Settlement, settle
from ..settlement.checks import checked_minimum, checked_options
from ..settlement.parts import MINIMUM, FalseHuLike, Four, MultipleWinners, Variant, WinLike, variant_text
from .tables import HANDS, SCALE, as_hand_number, as_penalty, as_players, as_scale, prevalent_of, seating, table_points

__all__ = [
    "HANDS",
    "SCALE",
    "Match",
    "PlayedHand",
    "Standing",
    "as_hand_number",
    "as_scale",
    "prevalent_of",
    "seating",
    "table_points",
]


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand of a match.

    Attributes
    ----------
    number : int
        1..16.
    players : tuple of 4 str
        Who sat East, South, West and North.
    settlement : Settlement
        Who paid whom, by seats.
    points : tuple of 4 int
        Points of the players, in the order of the match.
    penalties : tuple of 4 int
        Points that the referee took from them, 0 or more; not in `points`.
    totals : tuple of 4 int
        Sums of the points up to this hand.
    """

    number: int
    players: tuple[str, str, str, str]
    settlement: Settlement
    points: Four
    penalties: Four
    totals: Four

    @property
    def prevalent(self) -> Wind:
        """Prevalent wind."""
        return prevalent_of(self.number)

    @property
    def dealer(self) -> str:
        """Who sat East."""
        return self.players[0]


class Standing(NamedTuple):
    """What a player has reached."""

    rank: int
    """From 1; equal for who ties."""
    player: str
    table_points: Fraction
    score: int
    """Points of the hands."""
    penalty: int
    """Points that the referee took, 0 or more."""
    net: int
    """Score without the penalty."""
    false_hu_imp: int
    """IMP lost for false hu (duplicate), 0 or more."""
    wins: int
    self_drawn: int
    """Wins by self-draw."""
    dealt_in: int
    """Wins of others on the own tile."""
    disqualified: bool


@dataclass(frozen=True)
class Match(Shown):
    """A match of four players: hands are recorded one after another. Printing it shows hands and standings.

    Parameters
    ----------
    players : sequence of 4 str
        Names in the order of the first hand: East, South, West, North.
    duplicate, multiple_winners, variant
        As in `settle`, for all hands.
    minimum : int, default 8
        Points without flowers that a win needs.

    Attributes
    ----------
    hands : tuple of PlayedHand
        The hands played so far.
    notes : tuple of str
        What the reader of a file noticed.

    Raises
    ------
    MatchError
        If the names cannot be told apart, or are words that a sheet needs.
    InputError
        If an option does not exist.

    Examples
    --------
    >>> match = Match(["Anna", "Bela", "Chen", "Dora"])
    >>> match = match.record({"Bela": 12}, discarder="Chen").record({"Anna": 8}, self_drawn=True)
    >>> match.totals
    (40, 20, -36, -24)
    >>> [(row.rank, row.player, str(row.table_points)) for row in match.standings()]
    [(1, 'Anna', '4'), (2, 'Bela', '2'), (3, 'Dora', '1'), (4, 'Chen', '0')]
    """

    players: tuple[str, str, str, str]
    duplicate: bool = field(default=False, kw_only=True)
    multiple_winners: MultipleWinners | None = field(default=None, kw_only=True)
    variant: Variant = field(default="cross-pay", kw_only=True)
    minimum: int = field(default=MINIMUM, kw_only=True)
    hands: tuple[PlayedHand, ...] = field(default=(), init=False)
    notes: tuple[str, ...] = field(default=(), init=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.duplicate, bool):
            raise InputError(f"duplicate must be True or False, not {shown(self.duplicate)}")
        winners, variant = checked_options(self.duplicate, self.multiple_winners, self.variant)
        for name, value in (
            ("players", as_players(self.players)), ("multiple_winners", winners), ("variant", variant),
            ("minimum", checked_minimum(self.minimum)),
        ):  # fmt: skip
            object.__setattr__(self, name, value)

    @property
    def totals(self) -> Four:
        """Sums of the points of the hands, in the order of the players."""
        return self.hands[-1].totals if self.hands else (0, 0, 0, 0)

    @property
    def penalties(self) -> Four:
        """Points that the referee took, in the order of the players."""
        return _four(sum(hand.penalties[player] for hand in self.hands) for player in range(4))

    @property
    def is_complete(self) -> bool:
        """Whether all 16 hands are played."""
        return len(self.hands) == HANDS

    @property
    def rules_text(self) -> str:
        """The rule variant in words."""
        return variant_text(self.duplicate, str(self.multiple_winners), self.variant, self.minimum)

    def record(
        self,
        wins: Mapping[Any, WinLike] | None = None,
        *,
        discarder: object = None,
        self_drawn: bool = False,
        robbed_kong: bool = False,
        false_hu: Mapping[Any, FalseHuLike] | Iterable[tuple[Any, FalseHuLike]] = (),
        penalties: Mapping[Any, int] | None = None,
    ) -> Match:
        """Return the match with one hand more; this one stays as it is.

        Parameters
        ----------
        wins, discarder, self_drawn, robbed_kong, false_hu
            As in `settle`. Players are given by name, or by their seat in this hand.
        penalties : mapping of player to int, optional
            Points that the referee took, above 0. They never enter the points of the hand.

        Returns
        -------
        Match

        Raises
        ------
        MatchError
            If the match is over, or there is no such player.
        SettlementError
            If the rules allow no such hand.
        InputError
            If an argument is of another type.

        Examples
        --------
        >>> match = Match(["Anna", "Bela", "Chen", "Dora"]).record(penalties={"Dora": 5})
        >>> match.totals, match.penalties
        ((0, 0, 0, 0), (0, 0, 0, 5))
        """
        if self.is_complete:
            raise MatchError(f"the match is over: it has {HANDS} hands")
        number = len(self.hands) + 1
        order = seating(number)
        found = settle(
            self._by_seat(number, wins, "wins"),
            discarder=None if discarder is None else self.seat_of(number, discarder),
            self_drawn=self_drawn,
            robbed_kong=robbed_kong,
            duplicate=self.duplicate,
            multiple_winners=self.multiple_winners,
            variant=self.variant,
            false_hu=self._pairs_by_seat(number, false_hu),
            minimum=self.minimum,
        )
        points = _four(found.points[order.index(player)] for player in range(4))
        taken = [0, 0, 0, 0]
        for seat, penalty in (self._by_seat(number, penalties, "penalties") or {}).items():
            taken[order[seat]] = as_penalty(penalty)
        hand = PlayedHand(
            number=number,
            players=self.seated(number),
            settlement=found,
            points=points,
            penalties=_four(taken),
            totals=_four(before + now for before, now in zip(self.totals, points, strict=True)),
        )
        return self._with(hands=(*self.hands, hand))

    def _with(self, **changed: object) -> Match:
        new = Match(
            self.players,
            duplicate=self.duplicate,
            multiple_winners=self.multiple_winners,
            variant=self.variant,
            minimum=self.minimum,
        )
        for name, value in {"hands": self.hands, "notes": self.notes, **changed}.items():
            object.__setattr__(new, name, value)
        return new

    def seated(self, hand: int) -> tuple[str, str, str, str]:
        """Return who sits East, South, West and North in a hand.

        Parameters
        ----------
        hand : int, 1..16

        Returns
        -------
        tuple of 4 str

        Raises
        ------
        MatchError
            If there is no such hand.

        Examples
        --------
        >>> Match(["Anna", "Bela", "Chen", "Dora"]).seated(16)
        ('Bela', 'Dora', 'Chen', 'Anna')
        """
        east, south, west, north = (self.players[player] for player in seating(hand))
        return east, south, west, north

    def seat_of(self, hand: int, player: object) -> Wind:
        """Return the seat of a player in a hand.

        Parameters
        ----------
        hand : int, 1..16
        player : str, Wind or int
            A name, or a seat of this hand as such.

        Returns
        -------
        Wind

        Raises
        ------
        MatchError
            If there is no such hand or player.

        Examples
        --------
        >>> match = Match(["Anna", "Bela", "Chen", "Dora"])
        >>> match.seat_of(2, "Anna"), match.seat_of(2, "E")
        (Wind.N, Wind.E)
        """
        seated = self.seated(hand)
        if isinstance(player, str) and player.strip() in seated:
            return WINDS[seated.index(player.strip())]
        try:
            return as_wind(player.strip() if isinstance(player, str) else player, "seat")
        except ValueError:
            names = ", ".join(self.players)
            raise MatchError(f"no player {shown(player)}; there are {names}, or the seats E, S, W, N") from None

    def _by_seat(self, number: int, given: Mapping[Any, Any] | None, what: str) -> dict[Wind, Any] | None:
        if given is None:
            return None
        if not isinstance(given, Mapping):
            raise InputError(f"{what} must be a mapping of players, as in {{'E': 12}}, not {shown(given)}")
        found: dict[Wind, Any] = {}
        for player, value in given.items():
            seat = self.seat_of(number, player)
            if seat in found:
                raise MatchError(f"{what}: {self.seated(number)[seat]} is given twice")
            found[seat] = value
        return found

    def _pairs_by_seat(self, number: int, given: Any) -> Any:
        """Return false hu by seat; what is of another form is left for the settlement to refuse."""
        pairs = given.items() if isinstance(given, Mapping) else given
        if isinstance(pairs, str) or not isinstance(pairs, Iterable):
            return given
        return [
            (self.seat_of(number, pair[0]), pair[1]) if isinstance(pair, tuple | list) and len(pair) == 2 else pair
            for pair in pairs
        ]

    def standings(self, scale: object = SCALE, *, count_penalties: bool = False) -> tuple[Standing, ...]:
        """Return the players by rank.

        Parameters
        ----------
        scale : sequence of 4 int or Fraction, or str
            Table points by place; who ties shares them.
        count_penalties : bool, default False
            Rank by the net score, penalties taken off, instead of the score.

        Returns
        -------
        tuple of 4 Standing
            Best first; who ties in the order of the first hand.

        Raises
        ------
        InputError
            If the scale is none.

        Notes
        -----
        Table points 4-2-1-0 are those of European tournaments; other scales are four numbers.

        Examples
        --------
        >>> match = Match(["Anna", "Bela", "Chen", "Dora"]).record({"E": 8}, self_drawn=True)
        >>> [str(row.table_points) for row in match.standings("7-5-2-0")]
        ['7', '7/3', '7/3', '7/3']
        """
        penalties = self.penalties
        nets = [score - penalty for score, penalty in zip(self.totals, penalties, strict=True)]
        ranked = nets if count_penalties else list(self.totals)
        shares = table_points(ranked, scale)
        rows = []
        for player, name in enumerate(self.players):
            seats = [(hand.settlement, WINDS[seating(hand.number).index(player)]) for hand in self.hands]
            won = [found for found, seat in seats if any(win.seat is seat for win in found.wins)]
            rows.append(
                Standing(
                    rank=1 + sum(other > ranked[player] for other in ranked),
                    player=name,
                    table_points=shares[player],
                    score=self.totals[player],
                    penalty=penalties[player],
                    net=nets[player],
                    false_hu_imp=sum(found.false_hu_imp[seat] for found, seat in seats),
                    wins=len(won),
                    self_drawn=sum(found.self_drawn for found in won),
                    dealt_in=sum(len(found.wins) for found, seat in seats if found.discarder is seat),
                    disqualified=any(seat in found.disqualified for found, seat in seats),
                )
            )
        return tuple(sorted(rows, key=lambda row: row.rank))

    def to_dict(self, scale: object = SCALE, *, count_penalties: bool = False) -> dict[str, Any]:
        """Return hands, settlements and standings as plain data; the arguments are those of `standings`."""
        data: dict[str, Any] = view(self, "data", scale, count_penalties)
        return data

    def to_json(self, scale: object = SCALE, *, count_penalties: bool = False, indent: int | None = None) -> str:
        """Return hands, settlements and standings as JSON; the arguments are those of `standings`."""
        import json

        return json.dumps(self.to_dict(scale, count_penalties=count_penalties), ensure_ascii=False, indent=indent)


def _four(numbers: Iterable[int]) -> Four:
    first, second, third, fourth = numbers
    return first, second, third, fourth
