"""What a caller gives to a settlement, checked once and brought to one form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex, get_args

from ...errors import InputError, SettlementError, shown
from ...rulebook.tiles import WINDS, Tile, Wind, as_index, as_wind
from .parts import (
    FALSE_HU_DUPLICATE,
    FALSE_HU_ORDINARY,
    KIND_OF_COST,
    MINIMUM,
    FalseHu,
    FalseHuLike,
    MultipleWinners,
    Value,
    Variant,
    Win,
    WinLike,
)

if TYPE_CHECKING:
    from ...hands.hand import Hand


def as_seat(value: object) -> Wind:
    """Return a seat, its name or its number as a Wind.

    Parameters
    ----------
    value : Wind, Tile, str or int
        ``E``, ``East``, ``东`` and 0 are the same.

    Returns
    -------
    Wind

    Raises
    ------
    SettlementError
        If there is no such seat.

    Examples
    --------
    >>> as_seat("North")
    Wind.N
    """
    try:
        return as_wind(value, "seat")
    except ValueError:
        given = str(value) if isinstance(value, Tile) else shown(value)
        raise SettlementError(f"no seat {given}; a seat is E, S, W or N (or 0..3)") from None


def checked_options(
    duplicate: bool, multiple_winners: MultipleWinners | None, variant: Variant
) -> tuple[MultipleWinners, Variant]:
    """Return the options with the default filled in, or say what is wrong with them."""
    if multiple_winners is not None and not _among(multiple_winners, MultipleWinners):
        raise InputError(f"multiple_winners must be 'nearest' or 'all', not {shown(multiple_winners)}")
    if not _among(variant, Variant):
        raise InputError(f"variant must be 'cross-pay' or 'no-cross-pay', not {shown(variant)}")
    if duplicate and multiple_winners == "nearest":
        raise InputError("duplicate MCR pays every winner; multiple_winners='nearest' belongs to ordinary MCR")
    return multiple_winners or ("all" if duplicate else "nearest"), variant


def _among(value: object, words: object) -> bool:
    return isinstance(value, str) and value in get_args(words)


def checked_minimum(minimum: SupportsIndex) -> int:
    """Return a minimum as int, or say what is wrong with it."""
    least = as_index(minimum)
    if least is None or least < 0:
        raise InputError(f"minimum must be a whole number from 0 on, not {shown(minimum)}")
    return least


def checked_wins(
    wins: Mapping[Any, WinLike] | None, duplicate: bool, minimum: int | None
) -> tuple[tuple[Win, ...], int]:
    """Return the wins in seat order, and the minimum that they were held against."""
    if wins is not None and not isinstance(wins, Mapping):
        raise InputError(f"wins must be a mapping of seats to values, as in {{'E': 12}}, not {shown(wins)}")
    found: dict[Wind, Win] = {}
    for given, worth in (wins or {}).items():
        seat = as_seat(given)
        if seat in found:
            raise SettlementError(f"two wins are given for {seat.english}; each seat wins once", seat=str(seat))
        found[seat] = _as_win(seat, worth)
    declared = tuple(found[seat] for seat in WINDS if seat in found)
    least = _least(declared, minimum)
    for win in declared:
        _check_value(win, duplicate, least)
    return declared, least


def _as_win(seat: Wind, worth: object) -> Win:
    from ...scoring.score import Score

    if isinstance(worth, Score):
        _check_winds(seat, worth.hand)
        return Win(seat, Value(worth.points, worth.flowers), worth)
    points, flowers = worth if isinstance(worth, Value) else (worth, 0)
    number, extra = as_index(points), as_index(flowers)
    if number is None or extra is None:
        raise InputError(
            f"{seat.english}'s win must be a whole number of points, a Value or a Score, not {shown(worth)}"
        )
    return Win(seat, Value(number, extra))


def _check_winds(seat: Wind, hand: Hand) -> None:
    """Refuse a hand scored for another seat, or with assumed winds that may have changed its points."""
    if hand.winds_given:
        if hand.seat is not seat:
            raise SettlementError(
                f"{seat.english}'s hand {hand} was scored for the seat {hand.seat.english}", seat=str(seat)
            )
        return
    tiles = Counter(hand.concealed)
    tiles.update(tile for meld in hand.melds for tile in meld.tiles)
    for tile, count in tiles.items():
        if tile.is_wind and count >= 3:
            raise SettlementError(
                f"{seat.english}'s hand {hand} has a set of {tile}, but its winds were not given, and they may change"
                " its points",
                seat=str(seat),
            )


def _least(wins: tuple[Win, ...], minimum: int | None) -> int:
    if minimum is not None:
        return checked_minimum(minimum)
    minimums = sorted({win.score.rules.minimum for win in wins if win.score is not None})
    if len(minimums) > 1:
        words = " and ".join(map(str, minimums))
        raise InputError(f"the hands were scored under different minimums, {words}; give minimum=")
    return minimums[0] if minimums else MINIMUM


def _check_value(win: Win, duplicate: bool, least: int) -> None:
    name, value = f"{win.seat.english}'s win", win.value
    if value.points < 1:
        given = shown(value.points)
        raise SettlementError(f"{name} must be worth 1 point or more, not {given}", seat=str(win.seat))
    if not 0 <= value.flowers <= 8:
        given = shown(value.flowers)
        raise SettlementError(f"{name} cannot have {given} flowers; there are 0 to 8", seat=str(win.seat))
    if duplicate and value.flowers:
        raise SettlementError(
            f"{name} counts {value.flowers} flower{'s' * (value.flowers > 1)}; duplicate MCR is played without",
            seat=str(win.seat),
        )
    if value.points < least:
        apart = " without flowers" if value.flowers else ""
        raise SettlementError(
            f"{name} of {value.points} point{'s' if value.points != 1 else ''}{apart} is below the minimum of {least}",
            seat=str(win.seat),
        )


def checked_source(wins: tuple[Win, ...], source: Wind | None, self_drawn: bool, robbed_kong: bool) -> Wind | None:
    """Return the discarder, or None for a self-drawn win or a draw."""
    if not wins:
        if source is not None or self_drawn or robbed_kong:
            given = "a discarder" if source is not None else "self_drawn" if self_drawn else "robbed_kong"
            raise SettlementError(f"{given} is given, but no winner; a draw has neither")
        return None
    drawn_hands = [win.score.hand.self_drawn for win in wins if win.score is not None]
    self_drawn = self_drawn or (source is None and any(drawn_hands))
    if self_drawn and source is not None:
        raise SettlementError(f"a self-drawn win has no discarder, but {source.english} is given", seat=str(source))
    if self_drawn and robbed_kong:
        raise SettlementError("a robbed kong is another player's tile: it cannot be self-drawn")
    if self_drawn and len(wins) > 1:
        names = " and ".join(win.seat.english for win in wins)
        raise SettlementError(f"a self-drawn win has one winner, not {names}")
    if not self_drawn and source is None:
        raise SettlementError("a win needs the discarder (or whose kong was robbed), or self_drawn=True")
    for win in wins:
        if win.seat is source:
            did = "made the robbed kong" if robbed_kong else "discarded the tile"
            raise SettlementError(f"{source.english} {did} and cannot win with it", seat=str(source))
    _check_hands(wins, self_drawn, robbed_kong)
    return source


def _check_hands(wins: tuple[Win, ...], self_drawn: bool, robbed_kong: bool) -> None:
    """Hold scored hands against the way the tile came, and against each other."""
    scored = [(win.seat, win.score.hand) for win in wins if win.score is not None]
    for seat, hand in scored:
        _check_condition(seat, hand, "self-drawn", hand.self_drawn, self_drawn)
        _check_condition(seat, hand, "robbing a kong", hand.robbed_kong, robbed_kong)
    for seat, hand in scored[1:]:
        first, other = scored[0]
        if hand.win != other.win:
            raise SettlementError(
                f"{first.english} wins with {other.win}, {seat.english} with {hand.win}; it must be the same tile",
                seat=str(seat),
            )
        if hand.winds_given and other.winds_given and hand.prevalent is not other.prevalent:
            raise SettlementError(
                f"{first.english}'s hand has the prevalent wind {other.prevalent}, {seat.english}'s {hand.prevalent};"
                " a deal has one",
                seat=str(seat),
            )


def _check_condition(seat: Wind, hand: Hand, name: str, scored: bool, settled: bool) -> None:
    if scored != settled:
        here, there = ("", "not ") if scored else ("not ", "")
        raise SettlementError(
            f"{seat.english}'s hand {hand} was scored as {here}{name}, but it is settled as {there}{name}",
            seat=str(seat),
        )


def checked_false_hus(
    given: Mapping[Any, FalseHuLike] | Iterable[tuple[Any, FalseHuLike]], duplicate: bool, wins: tuple[Win, ...]
) -> tuple[FalseHu, ...]:
    """Return the false hus in seat order."""
    pairs = given.items() if isinstance(given, Mapping) else given
    if isinstance(pairs, str) or not isinstance(pairs, Iterable):
        raise InputError(f"false_hu must be a mapping or pairs of seat and kind, not {shown(given)}")
    found = []
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise InputError(f"false_hu must hold pairs of seat and kind, not {shown(pair)}")
        found.append(_as_false_hu(as_seat(pair[0]), pair[1], duplicate))
    found.sort(key=lambda false: false.seat)
    offenders = {false.seat for false in found}
    for win in wins:
        if win.seat in offenders:
            raise SettlementError(
                f"{win.seat.english} cannot win after a false hu: the hand is dead", seat=str(win.seat)
            )
    return tuple(found)


def _as_false_hu(seat: Wind, given: object, duplicate: bool) -> FalseHu:
    kinds = FALSE_HU_DUPLICATE if duplicate else FALSE_HU_ORDINARY
    number = as_index(given)
    kind = given if number is None else KIND_OF_COST.get(number)
    if not isinstance(kind, str) or kind not in kinds:
        rules = "duplicate" if duplicate else "ordinary"
        costs = ", ".join(f"{cost} ({word})" for cost, word in KIND_OF_COST.items() if word in kinds)
        raise SettlementError(
            f"{seat.english}'s false hu cannot be {shown(given)}; in {rules} MCR it is one of {', '.join(kinds)},"
            f" or {costs}",
            seat=str(seat),
        )
    cost = kinds[kind].cost
    return FalseHu(
        seat,
        kind,  # type: ignore[arg-type]  # it is a key of the table
        points_each=0 if duplicate else cost,
        imp=cost if duplicate else 0,
        disqualified=not cost,
    )
