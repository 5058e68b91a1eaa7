"""How a duplicate event is scored: every setting with its values, its meaning and where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import InputError, RulesError, shown
from ...rulebook.tiles import as_index
from .numbers import ROUNDINGS, Exact, exact

__all__ = ["SETTINGS", "TIE_BREAKS", "EventRules", "Setting"]

# Name -> what decides between equal totals. All but previous_rank: the higher number is the better.
TIE_BREAKS: dict[str, str] = {
    "same_wind_imp": "IMP on boards at winds that another of the tied also held on the same board",
    "previous_rank": "the standing before this event, where the entry gives it",
    "points": "sum of the game points",
    "positive_boards": "number of boards with IMP above 0",
    "best_board": "IMP of the best board",
    "fewest_penalties": "the smaller sum of penalty IMP",
    "carry_over": "the IMP carried over",
    "matches_won": "head-to-head matches won (teams)",
}


class Setting(NamedTuple):
    """One setting of an event.

    Examples
    --------
    >>> from fastmcr.tournament.duplicate.settings import SETTINGS
    >>> SETTINGS["datum"].values, SETTINGS["datum"].allowed
    (('all', 'others'), 'all, others')
    """

    name: str
    values: tuple[str, ...]
    """The values in words, where there are only a few."""
    allowed: str
    """What is allowed, for errors and help texts."""
    meaning: str
    kind: str = ""
    """``individual`` or ``team`` where it has a meaning for one kind of event only."""


def _choice(name: str, values: tuple[str, ...], meaning: str, kind: str = "") -> Setting:
    return Setting(name, values, ", ".join(values), meaning, kind)


SETTINGS: dict[str, Setting] = {
    setting.name: setting
    for setting in (
        _choice("kind", ("individual", "team"), "Who is ranked: players, or teams of four, one member at each wind."),
        _choice("datum", ("all", "others"), "What a result is compared with: the mean of all results at that wind of "
                "the board, or of the other ones."),
        Setting("trim", (), "a whole number from 0 to 99", "So many of the best and of the worst results are left out "
                "of the datum."),
        _choice("datum_rounding", ("none", "nearest", "floor", "half-even"), "Rounding of the datum; nearest takes a "
                "half away from 0."),
        _choice("team_order", ("sum-then-convert", "convert-then-sum"), "Convert the sum of the four members' results, "
                "or each of the four and add.", "team"),
        _choice("team_base", ("sum", "mean"), "Convert the team's result itself, or its difference from the datum of "
                "the teams' results.", "team"),
        _choice("head_to_head", ("no", "yes"), "Teams meet in matches: the difference of the two results is "
                "converted.", "team"),
        Setting("false_hu_imp", (), "two numbers from 0 on, as in '4,8'", "IMP that a false hu costs with and without "
                "hand structure, personal, after conversion."),
        _choice("multi_hu", ("cross-pay", "no-cross-pay"), "Several winners: whether winners also pay 8 to each other "
                "winner."),
        Setting("minimum", (), "a whole number from 1 on", "Fewest points that a win needs."),
        Setting("carry_over_weight", (), "a number from 0 to 1, as in '2/3'", "Part of earlier IMP that counts here."),
        _choice("carry_over_rounding", tuple(ROUNDINGS), "Rounding of the weighted earlier IMP; up is towards the "
                "greater number."),
        Setting("tie_breaks", (), f"a list of {', '.join(TIE_BREAKS)}, or none", "What decides between equal totals, "
                "one after the other; who is still equal shares the rank."),
        _choice("missing", ("warn", "refuse"), "What a table that did not play a board of its group is: a warning, or "
                "an error."),
        _choice("check_scores", ("yes", "no"), "Whether scores must be what the settlement of a deal gives."),
    )
}  # fmt: skip
_FLAGS = ("head_to_head", "check_scores")
MAX_TRIM = 99


@dataclass(frozen=True, slots=True)
class EventRules:
    """The settings of a duplicate event; the defaults are those of the English rules.

    Every field may also be given as the text that a file or an option has. `fastmcr duplicate score --help` and
    ``fastmcr.tournament.duplicate.SETTINGS`` say what each means.

    Parameters
    ----------
    kind : {"individual", "team"}
        Players, or teams of four with one member at each wind of each board.
    datum : {"all", "others"}
        Mean of all results at the wind of the board (English, Russian), or of the other ones (French).
    trim : int, 0..99
        Best and worst results left out of the datum, each so many.
    datum_rounding : {"none", "nearest", "floor", "half-even"}
        Rounding of the datum; none keeps the exact fraction.
    team_order : {"sum-then-convert", "convert-then-sum"}
        English and Russian, or French.
    team_base : {"sum", "mean"}
        Convert the result itself, or its difference from the datum over the teams.
    head_to_head : bool
        Convert the difference of two teams' results instead.
    false_hu_imp : tuple of two numbers
        IMP with and without hand structure; subtracted after conversion.
    multi_hu : {"cross-pay", "no-cross-pay"}
        Settlement of several winners.
    minimum : int
        Fewest points of a win.
    carry_over_weight : Fraction
        Part of the earlier IMP that counts.
    carry_over_rounding : {"none", "nearest", "floor", "half-even", "up"}
        Rounding of the weighted earlier IMP.
    tie_breaks : tuple of str
        Names from `TIE_BREAKS`.
    missing : {"warn", "refuse"}
        A table that did not play a board.
    check_scores : bool
        Whether scores must agree with a settlement.

    Raises
    ------
    RulesError
        If a value is not allowed, or a setting of teams is given for an individual event.

    Examples
    --------
    >>> EventRules(datum="others", carry_over_weight="2/3", carry_over_rounding="up").carry_over_weight
    Fraction(2, 3)
    >>> EventRules(datum="other")
    Traceback (most recent call last):
        ...
    fastmcr.errors.RulesError: datum cannot be 'other'; allowed: all, others
    """

    kind: str = "individual"
    datum: str = "all"
    trim: int = 0
    datum_rounding: str = "none"
    team_order: str = "sum-then-convert"
    team_base: str = "sum"
    head_to_head: bool = False
    false_hu_imp: tuple[Fraction, Fraction] = (Fraction(4), Fraction(8))
    multi_hu: str = "cross-pay"
    minimum: int = 8
    carry_over_weight: Fraction = Fraction(1)
    carry_over_rounding: str = "none"
    tie_breaks: tuple[str, ...] = ("same_wind_imp", "previous_rank", "points")
    missing: str = "warn"
    check_scores: bool = True

    if TYPE_CHECKING:  # what may be given; the fields say what is kept

        def __init__(
            self,
            kind: str = "individual",
            datum: str = "all",
            trim: int | str = 0,
            datum_rounding: str = "none",
            team_order: str = "sum-then-convert",
            team_base: str = "sum",
            head_to_head: bool | str = False,
            false_hu_imp: Sequence[Exact] | str = ...,
            multi_hu: str = "cross-pay",
            minimum: int | str = 8,
            carry_over_weight: Exact = 1,
            carry_over_rounding: str = "none",
            tie_breaks: Sequence[str] | str = ...,
            missing: str = "warn",
            check_scores: bool | str = True,
        ) -> None: ...

    def __post_init__(self) -> None:
        """Bring every value to its type, and refuse what is not allowed."""
        for name in SETTINGS:
            object.__setattr__(self, name, _parsed(name, getattr(self, name)))
        if self.kind == "individual":
            self._refuse_idle([name for name, setting in SETTINGS.items() if setting.kind == "team"], "an individual")
            if "matches_won" in self.tie_breaks:
                raise RulesError("tie_breaks cannot have matches_won in an individual event; it is for teams")
        elif self.head_to_head:
            self._refuse_idle(["datum", "trim", "datum_rounding", "team_base"], "a head-to-head")
        elif self.team_base == "sum":
            self._refuse_idle(["datum", "trim", "datum_rounding"], "a team (team_base=sum)")

    def _refuse_idle(self, names: list[str], event: str) -> None:
        """Refuse settings that would change nothing, lest somebody thinks that they do."""
        for name in names:
            value = getattr(self, name)
            if value != _DEFAULTS[name]:
                raise RulesError(f"{name}={word_of(value)} has no meaning in {event} event; leave it out")

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> EventRules:
        """Return rules from names and values, as files and options give them.

        Parameters
        ----------
        options : mapping of str to value
            A hyphen in a name stands for an underscore.

        Returns
        -------
        EventRules
            The rules.

        Raises
        ------
        RulesError
            If there is no such setting, or a value is not allowed.

        Examples
        --------
        >>> EventRules.from_options({"kind": "team", "team-base": "mean"}).team_base
        'mean'
        """
        values = {}
        for given, value in options.items():
            name = str(given).replace("-", "_")
            if name not in SETTINGS:
                raise RulesError(f"there is no setting {shown(given)}; there are {', '.join(SETTINGS)}")
            values[name] = value
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        """Return every setting as plain data for JSON; `from_options` reads it.

        Returns
        -------
        dict
            Name to text, number or list.

        Examples
        --------
        >>> EventRules().to_dict()["false_hu_imp"], EventRules.from_options(EventRules().to_dict()) == EventRules()
        (['4', '8'], True)
        """
        return {name: _plain(getattr(self, name)) for name in SETTINGS}

    @property
    def variant(self) -> str:
        """The rule variant in words, for every output.

        Examples
        --------
        >>> EventRules().variant
        'duplicate MCR; individual event; several winners: cross-pay; datum: mean of all'
        """
        words = ["duplicate MCR", f"{self.kind} event", f"several winners: {self.multi_hu}"]
        if self.kind == "team":
            words.append(self.team_order.replace("-", " "))
        if self.head_to_head:
            words.append("head-to-head matches")
        elif self.kind == "team" and self.team_base == "sum":
            words.append("the team's own result")
        else:
            words.append(f"datum: mean of {self.datum}")
        changed = [name for name in SETTINGS if getattr(self, name) != _DEFAULTS[name] and name not in _IN_VARIANT]
        return "; ".join(words + [f"{name}={word_of(getattr(self, name))}" for name in changed])


_IN_VARIANT = ("kind", "multi_hu", "team_order", "head_to_head", "team_base", "datum")
_DEFAULTS: dict[str, Any] = {field.name: field.default for field in fields(EventRules)}


def word_of(value: object) -> str:
    """Return the value of a setting as an option or file has it.

    Parameters
    ----------
    value : object
        A value of `EventRules`.

    Returns
    -------
    str
        Text that `EventRules` takes for the same value.

    Examples
    --------
    >>> word_of(True), word_of((Fraction(4), Fraction(8))), word_of(())
    ('yes', '4,8', 'none')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "none"
    return str(value)


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [str(part) for part in value]
    return str(value) if isinstance(value, Fraction) else value


def _parsed(name: str, value: object) -> object:
    """Return a value of a setting in its type."""
    special = _PARSERS.get(name)
    found: object
    if special is not None:
        found = special(value)
    elif name in _FLAGS:
        words: dict[object, bool] = {"yes": True, "no": False, "true": True, "false": False}
        found = value if isinstance(value, bool) else words.get(value) if isinstance(value, str) else None
    else:
        found = value if isinstance(value, str) and value in SETTINGS[name].values else None
    if found is None:
        raise RulesError(f"{name} cannot be {shown(value)}; allowed: {SETTINGS[name].allowed}")
    return found


def _whole(value: object, most: int) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        value = int(value)
    number = as_index(value)
    return number if number is not None and 0 <= number <= most else None


def _fraction(value: object) -> Fraction | None:
    try:
        return exact(value, "")
    except InputError:
        return None


def _weight(value: object) -> Fraction | None:
    number = _fraction(value)
    return number if number is not None and 0 <= number <= 1 else None


def _two_numbers(value: object) -> tuple[Fraction, ...] | None:
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or len(parts) != 2:
        return None
    numbers = [_fraction(part) for part in parts]
    good = [number for number in numbers if number is not None and number >= 0]
    return tuple(good) if len(good) == 2 else None


def _names(value: object) -> tuple[str, ...] | None:
    if isinstance(value, str):
        value = [] if value == "none" else [part.strip() for part in value.split(",")]
    if not isinstance(value, list | tuple):
        return None
    names = [name for name in value if isinstance(name, str) and name in TIE_BREAKS]
    return tuple(names) if len(names) == len(value) == len(set(names)) else None


_PARSERS: dict[str, Callable[[Any], object]] = {
    "trim": lambda value: _whole(value, MAX_TRIM),
    "minimum": lambda value: _whole(value, 10**6) or None,
    "false_hu_imp": _two_numbers,
    "carry_over_weight": _weight,
    "tie_breaks": _names,
}
