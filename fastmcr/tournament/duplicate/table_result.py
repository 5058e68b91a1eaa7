"""What happened on a board at one table, and what was taken from its players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ...errors import InputError, shown
from ...rulebook.tiles import Wind, WindLike, as_index, as_wind
from .boards import as_board_number
from .numbers import Exact
from .values import as_name, as_penalty, as_text

__all__ = ["MAX_SCORE", "FalseHu", "SeatPenalty", "TableResult", "Win"]

_NOBODY = ("", "", "", "")
MAX_SCORE = 10**6  # points; far more than any deal gives, and it keeps a slip of the pen out of the sums


class Win(NamedTuple):
    """A winner of a deal: the seat wind and the points of the hand."""

    wind: Wind
    points: int


class FalseHu(NamedTuple):
    """A false hu: who called it, and whether the hand had the structure of a win."""

    wind: Wind
    structure: bool


class SeatPenalty(NamedTuple):
    """IMP that the referee took from a player at a table."""

    wind: Wind
    imp: Fraction
    reason: str = ""


WinsLike: TypeAlias = Mapping[Any, int] | Sequence[tuple[WindLike, int]]


@dataclass(frozen=True, slots=True)
class TableResult:
    """What happened on a board at one table.

    Parameters
    ----------
    board : int, 1..9999
        Number of the board.
    table : str
        Name of the table, unique in its group.
    players : four str
        The players entered as East, South, West and North of this deal.
    wins : sequence of (wind, points), mapping of wind to points, or None
        The winners; empty for a draw; None where only the scores are told.
    source : Wind, str, int or None
        The discarder, or the player whose kong was robbed; None for a self-drawn win or a draw.
    scores : four int or None
        Points of East, South, West and North; None where only the winners are told.
    group : str
        Results are compared within a group only.
    false_hu : sequence of (wind, structure)
        One for each false hu.
    penalties : sequence of (wind, imp[, reason])
        Personal, in IMP above 0; subtracted after conversion.
    substitutes : mapping of wind to str, or four str
        Who sat there instead of the player entered; empty text for nobody.
    remarks : str
        Anything.
    played : bool
        False where the table did not play the board; then there are no wins, scores and penalties.

    Raises
    ------
    InputError, HandError
        If a value cannot be.

    Examples
    --------
    >>> result = TableResult(1, "A", ("Ann", "Bo", "Cy", "Di"), wins={"S": 20, "W": 10}, source="E")
    >>> result.wins, result.scores is None
    ((Win(wind=Wind.S, points=20), Win(wind=Wind.W, points=10)), True)
    """

    board: int
    table: str
    players: tuple[str, ...]
    wins: tuple[Win, ...] | None = None
    source: Wind | None = None
    scores: tuple[int, ...] | None = None
    group: str = ""
    false_hu: tuple[FalseHu, ...] = ()
    penalties: tuple[SeatPenalty, ...] = ()
    substitutes: tuple[str, ...] = _NOBODY
    remarks: str = ""
    played: bool = True

    if TYPE_CHECKING:  # what may be given; the fields say what is kept

        def __init__(
            self,
            board: int,
            table: str,
            players: Sequence[str],
            wins: WinsLike | None = None,
            source: WindLike | None = None,
            scores: Sequence[int] | None = None,
            group: str = "",
            false_hu: Sequence[tuple[WindLike, bool]] = (),
            penalties: Sequence[tuple[WindLike, Exact] | tuple[WindLike, Exact, str]] = (),
            substitutes: Mapping[Any, str] | Sequence[str] = (),
            remarks: str = "",
            played: bool = True,
        ) -> None: ...

    def __post_init__(self) -> None:
        """Bring every value to its type, and refuse what cannot be."""
        put = object.__setattr__
        put(self, "board", as_board_number(self.board))
        put(self, "table", as_name(self.table, "a table"))
        put(self, "players", _four_names(self.players))
        if self.wins is not None:
            put(self, "wins", _wins(self.wins))
        if self.source is not None:
            put(self, "source", as_wind(self.source, "discarder's"))
        if self.scores is not None:
            put(self, "scores", _four_scores(self.scores))
        put(self, "group", as_name(self.group, "a group") if self.group else "")
        put(self, "false_hu", tuple(_false_hu(*row) for row in _rows(self.false_hu, (2,), "a false hu")))
        put(self, "penalties", tuple(_penalty(*row) for row in _rows(self.penalties, (2, 3), "a penalty")))
        put(self, "substitutes", _substitutes(self.substitutes))
        put(self, "remarks", as_text(self.remarks, "remarks"))
        if not isinstance(self.played, bool):
            raise InputError(f"played must be True or False, not {shown(self.played)}")
        told = (self.wins, self.scores, self.source)
        if not self.played and (told != (None, None, None) or self.false_hu or self.penalties):
            raise InputError(f"board {self.board} at table {self.table} was not played: no wins, scores or penalties")
        if self.played and self.wins is None and self.scores is None:
            raise InputError(
                f"board {self.board} at table {self.table} needs the winners or the scores, or played=False"
            )

    @property
    def self_drawn(self) -> bool:
        """Whether the winner drew the winning tile."""
        return bool(self.wins) and self.source is None

    @property
    def sitting(self) -> tuple[str, ...]:
        """Who really sat there: the substitutes, else the players entered."""
        return tuple(stood or entered for stood, entered in zip(self.substitutes, self.players, strict=True))


def _four_names(given: Sequence[str]) -> tuple[str, ...]:
    names = () if isinstance(given, str) else tuple(given)
    if len(names) != 4:
        raise InputError(f"a table has four players, East, South, West and North, not {shown(given)}")
    return tuple(as_name(name, "a player") for name in names)


def _four_scores(given: Sequence[int]) -> tuple[int, ...]:
    scores = tuple(map(as_index, given)) if isinstance(given, Sequence) else ()
    good = tuple(score for score in scores if score is not None and abs(score) <= MAX_SCORE)
    if len(good) != 4 or len(scores) != 4:
        raise InputError(f"scores are four whole numbers from -{MAX_SCORE} to {MAX_SCORE}, for E, S, W and N, "
                         f"not {shown(given)}")  # fmt: skip
    return good


def _rows(given: object, sizes: tuple[int, ...], what: str) -> Iterator[tuple[Any, ...]]:
    """Yield tuples of one of the sizes, from a mapping or a sequence of them."""
    rows = given.items() if isinstance(given, Mapping) else given
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise InputError(f"{what} is one of a sequence or mapping, not {shown(given)}")
    for row in rows:
        if isinstance(row, str) or not isinstance(row, Sequence) or len(row) not in sizes:
            words = " or ".join(map(str, sizes))
            raise InputError(f"{what} is given by {words} values, the wind first, not {shown(row)}")
        yield tuple(row)


def _wins(given: WinsLike) -> tuple[Win, ...]:
    wins = []
    for wind, points in _rows(given, (2,), "a win"):
        number = as_index(points)
        if number is None or not 0 <= number <= MAX_SCORE:
            raise InputError(f"the points of a win are a whole number from 0 to {MAX_SCORE}, not {shown(points)}")
        wins.append(Win(as_wind(wind, "winner's"), number))
    return tuple(sorted(wins))


def _false_hu(wind: WindLike, structure: object) -> FalseHu:
    if not isinstance(structure, bool):
        raise InputError(f"a false hu is True with hand structure, False without, not {shown(structure)}")
    return FalseHu(as_wind(wind, "seat"), structure)


def _penalty(wind: WindLike, imp: object, reason: object = "") -> SeatPenalty:
    return SeatPenalty(as_wind(wind, "seat"), as_penalty(imp), as_text(reason, "the reason of a penalty"))


def _substitutes(given: Mapping[Any, str] | Sequence[str]) -> tuple[str, ...]:
    if not given or given == _NOBODY:
        return _NOBODY
    if isinstance(given, Mapping):
        names = ["", "", "", ""]
        for wind, name in given.items():
            names[as_wind(wind, "seat")] = name
        given = names
    if isinstance(given, str) or not isinstance(given, Sequence) or len(given) != 4:
        raise InputError(f"substitutes are four names, empty for nobody, not {shown(given)}")
    return tuple(as_name(name, "a substitute") if name else "" for name in given)
