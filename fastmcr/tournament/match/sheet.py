"""A match sheet, whatever its format, from the lines as they are written to a checked match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from ...errors import McrError, Problem, SettlementError, SheetError, shown
from ...files.csv import CellError
from ...rulebook.tiles import WINDS, Wind, as_index, as_wind
from ..settlement.parts import FALSE_HU_DUPLICATE, FALSE_HU_ORDINARY, Value
from ..settlement.words import signed
from .hands import Match
from .tables import HANDS, as_penalty, prevalent_of

T = TypeVar("T")

FORMAT = "fastmcr match"
VERSION = 1
RULES = ("duplicate", "multiple_winners", "variant", "minimum")  # keywords of a match that a sheet may set
SELF_DRAWN = ("wall", "self")  # what `from` says of a self-drawn win
LISTED = 50  # problems that an error lists
_YES = {"yes": True, "y": True, "1": True, "x": True, "true": True, "no": False, "n": False, "0": False, "false": False}
_DIGITS = 9  # of a whole number in a sheet


@dataclass
class Line:
    """A hand as it is written. Text comes from CSV, numbers and lists from JSON."""

    where: str
    """Line or path, for problems."""
    hand: object
    prevalent: object = None
    seats: dict[str, object] = field(default_factory=dict)
    """What the sheet says of who sat where, by ``east`` to ``north``."""
    winners: list[object] = field(default_factory=list)
    """Empty for a draw."""
    values: list[object] = field(default_factory=list)
    flowers: list[object] = field(default_factory=list)
    source: object = None
    robbed: object = None
    false_hu: list[tuple[object, object]] = field(default_factory=list)
    penalties: list[tuple[object, object]] = field(default_factory=list)
    scores: dict[str, object] = field(default_factory=dict)
    """Points that the sheet holds, by player."""


class Sheet(NamedTuple):
    """A sheet before anything in its lines is checked."""

    players: Sequence[object]
    rules: dict[str, Any]
    lines: list[Line]
    notes: tuple[str, ...] = ()


def checked_match(
    match: Match, lines: Sequence[Line], file: str, problems: list[Problem], *, unfinished: bool
) -> Match:
    """Return the match with all lines recorded, or raise one error with all that is wrong with them.

    Parameters
    ----------
    match : Match
        Players and rules, without hands.
    lines : sequence of Line
        In any order.
    file : str
        Its name, for problems.
    problems : list of Problem
        What was wrong before.
    unfinished : bool
        Whether the last hands may be missing.

    Returns
    -------
    Match

    Raises
    ------
    SheetError
        With a problem for each wrong cell.
    """
    found = _numbered(lines, file, problems)
    _find_missing(found, file, problems, unfinished)
    settled: dict[int, Mapping[str, Any]] = {}
    for number, line in sorted(found.items()):
        try:
            settled[number] = _settled(match, number, line)
        except CellError as wrong:
            problems.append(Problem(str(wrong), file, line.where, wrong.column, _text(wrong.value)))
    raise_problems(problems)
    for number in sorted(settled):
        match = match.record(**settled[number])
    return match


def raise_problems(problems: Sequence[Problem]) -> None:
    """Raise what is wrong, if anything."""
    if problems:
        raise SheetError(problems[:LISTED], len(problems))


def _numbered(lines: Sequence[Line], file: str, problems: list[Problem]) -> dict[int, Line]:
    """Return the lines by the number of their hand."""
    found: dict[int, Line] = {}
    for line in lines:
        number = whole(line.hand)
        if number is None or not 1 <= number <= HANDS:
            message = f"no hand {_shown(line.hand)}; a match has the hands 1..{HANDS}"
            problems.append(Problem(message, file, line.where, "hand", _text(line.hand)))
        elif number in found:
            message = f"hand {number} stands twice; the first is {found[number].where}"
            problems.append(Problem(message, file, line.where, "hand", str(number)))
        else:
            found[number] = line
    return found


def _find_missing(found: Mapping[int, Line], file: str, problems: list[Problem], unfinished: bool) -> None:
    if not found:
        if not problems:
            problems.append(Problem("no hands", file))
        return
    last = max(found)
    for number in range(1, last):
        if number not in found:
            problems.append(Problem(f"hand {number} is missing", file, column="hand"))
    if last < HANDS and not unfinished:
        missing = f"hands {last + 1} to {HANDS} are" if last < HANDS - 1 else f"hand {HANDS} is"
        message = f"{missing} missing; a match that was stopped is read as unfinished"
        problems.append(Problem(message, file, column="hand"))


def _settled(match: Match, number: int, line: Line) -> Mapping[str, Any]:
    """Return what `Match.record` takes for a line, once everything that the line says has been checked."""
    _check_winds_and_seats(match, number, line)
    wins = _wins(match, number, line)
    source, self_drawn = _source(match, number, line, wins)
    told: dict[str, Any] = {
        "wins": wins,
        "discarder": source,
        "self_drawn": self_drawn,
        "robbed_kong": _robbed(line),
        "false_hu": _false_hus(match, number, line, wins),
        "penalties": _penalties(match, number, line),
    }
    alone = _at_hand(match, number)
    column = "robbed" if told["robbed_kong"] and source is None else "value"
    hand = _cell(column, getattr(line, "robbed" if column == "robbed" else "values"), lambda: alone(told))
    _check_scores(match, line, hand.points, hand.settlement.sum)
    return told


def _at_hand(match: Match, number: int) -> Callable[[Mapping[str, Any]], Any]:
    """Return a function that plays one hand of a match on its own."""
    before = match
    for _ in range(number - 1):
        before = before.record()
    return lambda told: before.record(**told).hands[-1]


def _check_winds_and_seats(match: Match, number: int, line: Line) -> None:
    if not _empty(line.prevalent):
        wind = _wind("prevalent", line.prevalent)
        if wind is not prevalent_of(number):
            raise CellError(
                "prevalent", line.prevalent, f"hand {number} has the prevalent wind {prevalent_of(number)}, not {wind}"
            )
    for seat, player in zip(WINDS, match.seated(number), strict=True):
        column = seat.english.lower()
        given = line.seats.get(column)
        if not _empty(given) and _text(given) != player:
            if _text(given) not in match.players:
                names = ", ".join(match.players)
                raise CellError(column, given, f"no player {_shown(given)}; there are {names}")
            raise CellError(column, given, f"{seat.english} of hand {number} is {player}, not {_text(given)}")


def _wins(match: Match, number: int, line: Line) -> dict[Wind, Value]:
    """Return the winners and what their hands are worth."""
    seats = [_seat(match, number, "winner", winner) for winner in line.winners]
    for seat, winner in zip(seats, line.winners, strict=True):
        if seats.count(seat) > 1:
            raise CellError("winner", winner, f"{match.seated(number)[seat]} wins twice; each player wins once")
    if len(line.values) != len(seats):
        given = _plus(line.values)
        if not seats:
            raise CellError("value", given, f"value {_shown(given)} is given, but nobody won")
        raise CellError(
            "value", given, f"{len(seats)} winner{'s' if len(seats) > 1 else ''}, but {len(line.values)} values"
        )
    flowers = line.flowers or [0] * len(seats)
    if len(flowers) != len(seats):
        given = _plus(flowers)
        raise CellError(
            "flowers", given, f"{len(seats)} winners, but {len(flowers)} numbers of flowers: {_shown(given)}"
        )
    found = {}
    for seat, value, extra in zip(seats, line.values, flowers, strict=True):
        total, of_flowers = _number("value", value), _number("flowers", extra)
        if not 0 <= of_flowers <= 8:
            raise CellError("flowers", extra, f"{of_flowers} flowers; there are 0 to 8")
        if match.duplicate and of_flowers:
            raise CellError("flowers", extra, "duplicate MCR is played without flowers")
        name = match.seated(number)[seat]
        if total - of_flowers < max(match.minimum, 1):
            apart = f" without {of_flowers} flower{'s' * (of_flowers > 1)}" if of_flowers else ""
            raise CellError(
                "value", value, f"{name}'s win of {total - of_flowers}{apart} is below the minimum of {match.minimum}"
            )
        found[seat] = Value(total - of_flowers, of_flowers)
    return found


def _source(match: Match, number: int, line: Line, wins: Mapping[Wind, Value]) -> tuple[Wind | None, bool]:
    """Return the discarder, and whether the win was self-drawn."""
    if _empty(line.source):
        if wins:
            raise CellError("from", "", "a win needs who discarded the tile, or wall for a self-drawn win")
        return None, False
    if not wins:
        raise CellError("from", line.source, f"{_shown(line.source)} is given, but nobody won")
    if _text(line.source).lower() in SELF_DRAWN:
        if len(wins) > 1:
            raise CellError("from", line.source, f"a self-drawn win has one winner, not {len(wins)}")
        return None, True
    seat = _seat(match, number, "from", line.source)
    if seat in wins:
        raise CellError("from", line.source, f"{match.seated(number)[seat]} cannot win with the own discard")
    return seat, False


def _robbed(line: Line) -> bool:
    if _empty(line.robbed):
        return False
    found = line.robbed if isinstance(line.robbed, bool) else _YES.get(_text(line.robbed).lower())
    if found is None:
        raise CellError("robbed", line.robbed, f"{_shown(line.robbed)} is neither yes nor no")
    return found


def _false_hus(match: Match, number: int, line: Line, wins: Mapping[Wind, Value]) -> list[tuple[Wind, Any]]:
    kinds = FALSE_HU_DUPLICATE if match.duplicate else FALSE_HU_ORDINARY
    found = []
    for who, kind in line.false_hu:
        seat = _seat(match, number, "false_hu", who)
        cost = whole(kind)
        told = _text(kind).lower() if cost is None else cost
        if told not in kinds and told not in {rule.cost for rule in kinds.values() if rule.cost}:
            costs = sorted({rule.cost for rule in kinds.values() if rule.cost})
            words = ", ".join([*kinds, *map(str, costs)])
            raise CellError("false_hu", kind, f"no false hu {_shown(kind)}; it is one of {words}")
        if seat in wins:
            raise CellError(
                "false_hu", who, f"{match.seated(number)[seat]} cannot win after a false hu: the hand is dead"
            )
        found.append((seat, told))
    return found


def _penalties(match: Match, number: int, line: Line) -> dict[Wind, int]:
    found: dict[Wind, int] = {}
    for who, points in line.penalties:
        seat = _seat(match, number, "penalty", who)
        taken = _cell("penalty", points, lambda points=points: as_penalty(_number("penalty", points)))  # type: ignore[misc]
        found[seat] = found.get(seat, 0) + taken
    return found


def _check_scores(match: Match, line: Line, points: Sequence[int], due: int) -> None:
    """Hold the scores of the sheet against those of the rules: first their sum, then each."""
    for name in line.scores:
        if name not in match.players:
            raise CellError("scores", name, f"no player {_shown(name)}; there are {', '.join(match.players)}")
    given = {name: score for name, score in line.scores.items() if not _empty(score)}
    if not given:
        return
    for name in match.players:
        if name not in given:
            raise CellError(name, "", "a hand has the scores of all four players, or of none")
    scores = [_number(name, given[name]) for name in match.players]
    rule = " ".join(signed(number) for number in points)
    if sum(scores) != due:
        raise CellError(
            " ".join(match.players), _plus(scores),
            f"the scores add up to {signed(sum(scores))}, not to {signed(due)}; by the rules they are {rule}",
        )  # fmt: skip
    for name, score, wanted in zip(match.players, scores, points, strict=True):
        if score != wanted:
            raise CellError(
                name, score, f"score {signed(score)}; by the rules {name} has {signed(wanted)} (all: {rule})"
            )


# --- cells ------------------------------------------------------------------------------------------------------------


def _cell(column: str, value: object, read: Callable[[], T]) -> T:
    """Return what is read from a cell, and let its error name the column."""
    try:
        return read()
    except CellError:
        raise
    except SettlementError as error:
        raise CellError(column, value, str(error)) from None
    except McrError as error:
        raise CellError(column, value, str(error)) from None


def _seat(match: Match, number: int, column: str, given: object) -> Wind:
    return _cell(column, given, lambda: match.seat_of(number, _wind_word(given)))


def _wind_word(given: object) -> object:
    """Return E for e, East and east, and anything else as it is."""
    if isinstance(given, str):
        word = given.strip()
        for wind in WINDS:
            if word.lower() in (str(wind).lower(), wind.english.lower()):
                return wind
        return word
    return given if isinstance(given, bool) else _text(given)


def _wind(column: str, given: object) -> Wind:
    try:
        return as_wind(_wind_word(given), "prevalent")
    except McrError:
        raise CellError(column, given, f"no wind {_shown(given)}; a wind is E, S, W or N") from None


def _number(column: str, given: object) -> int:
    number = whole(given)
    if number is None:
        raise CellError(column, given, f"{_shown(given)} is no whole number")
    return number


def whole(given: object) -> int | None:
    """Return a whole number given as such or as text; minus signs of typesetting are taken too."""
    if isinstance(given, str):
        text = given.strip().replace("\u2212", "-")
        digits = text.removeprefix("-").removeprefix("+") if text[:2] not in ("-+", "+-") else ""
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS else None
    number = as_index(given)
    return number if number is not None and abs(number) < 10**_DIGITS else None


def _empty(given: object) -> bool:
    return given is None or (isinstance(given, str) and not given.strip())


def _text(given: object) -> str:
    return given.strip() if isinstance(given, str) else "" if given is None else str(given)


def _shown(given: object) -> str:
    return shown(_text(given) if isinstance(given, str) else given)


def _plus(given: Sequence[object]) -> str:
    return "+".join(_text(value) for value in given)
