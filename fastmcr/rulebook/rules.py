"""A full set of rules, and what the kernels get of it.

`Rules.compiled` turns the switches, the points and the exclusion table into arrays.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ..errors import RulesError, shown
from .fans import EXCLUSIONS, Exclusion, Fan, barred_by
from .switches import PRESETS, SWITCHES, Switch, Value

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["CompiledRules", "Rules"]

_BY_NAME = {switch.name: switch for switch in SWITCHES}


class CompiledRules(NamedTuple):
    """What the kernels get of the rules; the arrays are read-only."""

    bars: npt.NDArray[np.uint64]
    """(83, 2) uint64. Row f: the fans that fan f bars; fan g is bit (g - 1) % 64 of word (g - 1) // 64.
    Row 0: the fans that bar any."""
    points: npt.NDArray[np.int64]
    """(83,) int64. Points of fan f at place f; place 0 is unused."""
    switches: npt.NDArray[np.int64]
    """(10,) int64. Place in `Switch.values` of each switch of `layout.SWITCH_NAMES`: those that kernels look at."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Rules:
    """A full set of switches; immutable, equal by value, usable as a key.

    Parameters
    ----------
    concealed_special_selfdraw, mixed_kong_pair, ..., minimum
        One keyword for each switch, described in `SWITCHES`. What is not given has the default value.

    Raises
    ------
    RulesError
        If there is no such switch, or the switch has no such value.

    Examples
    --------
    >>> from fastmcr.rulebook.rules import Rules
    >>> Rules(two_concealed_kongs=6, minimum=8)
    Rules(two_concealed_kongs=6)
    >>> Rules.preset("mil").replace(minimum=6).minimum
    6
    >>> Rules(two_concealed_kongs=7)
    Traceback (most recent call last):
        ...
    fastmcr.errors.RulesError: two_concealed_kongs cannot be 7; allowed: 8, 6
    """

    concealed_special_selfdraw: Literal["fully_concealed", "self_drawn", "r98"] = "fully_concealed"
    mixed_kong_pair: Literal[6, 5, 4, 3] = 6
    two_concealed_kongs: Literal[8, 6] = 8
    kongs_add_concealed: bool = False
    last_tile_auto: bool = True
    rob_on_last_tile: Literal["reject", "both"] = "reject"
    melded_hand_promoted_kong: bool = False
    seven_pairs_range_fans: bool = True
    seven_pairs_four_alike: bool = True
    tile_hog_honors: bool = True
    all_green_half_flush: bool = True
    all_terminals_double_pung: bool = True
    nine_gates_pth: Literal["none", "minus_one"] = "none"
    one_voided_suit_strict: bool = False
    exhausted_waits: Literal["formal", "own_hand"] = "formal"
    knitted_body_wait: Literal["count", "ignore", "no_edge_or_closed"] = "count"
    tile_hog_all_terminals: Literal["counted", "barred"] = "counted"
    minimum: int = 8

    def __new__(cls, *values: object, **switches: object) -> Rules:
        """Refuse what the generated ``__init__`` would refuse in words that do not help."""
        if values:
            raise RulesError(
                "switches are given by name, as in Rules(two_concealed_kongs=6); Rules.preset('mil') gives a preset"
            )
        for name in switches:
            _switch(name)
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for switch in SWITCHES:
            switch.check(getattr(self, switch.name))

    def __repr__(self) -> str:
        given = (f"{name}={value!r}" for name, (value, _) in self.differences("default").items())
        return f"Rules({', '.join(given)})"

    def __getstate__(self) -> dict[str, Value]:
        """Leave the compiled arrays behind: they are made again where the rules arrive."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def preset(cls, name: str) -> Rules:
        """Return the rules of a preset.

        Parameters
        ----------
        name : str
            ``"default"``, ``"wmo2014"``, ``"mil"`` or ``"r98"``.

        Returns
        -------
        Rules

        Raises
        ------
        RulesError
            If there is no such preset; all are listed.

        Examples
        --------
        >>> Rules.preset("wmo2014")
        Rules(kongs_add_concealed=True)
        """
        rules = _PRESET_RULES.get(name) if isinstance(name, str) else None
        if rules is None:
            raise RulesError(f"no preset is called {shown(name)}; there are {', '.join(PRESETS)}")
        return rules

    @classmethod
    def coerce(cls, rules: Rules | str) -> Rules:
        """Return rules given either as such or by the name of a preset.

        Parameters
        ----------
        rules : Rules or str

        Returns
        -------
        Rules

        Raises
        ------
        RulesError
            If it is neither.

        Examples
        --------
        >>> Rules.coerce("default") == Rules.coerce(Rules())
        True
        """
        if isinstance(rules, Rules):
            return rules
        if isinstance(rules, str):
            return cls.preset(rules)
        raise RulesError(f"rules are a Rules or one of {', '.join(PRESETS)}, not {type(rules).__name__}")

    @classmethod
    def from_options(cls, preset: str = "default", options: Mapping[str, str] = MappingProxyType({})) -> Rules:
        """Return a preset with some switches set by text, as on a command line.

        Parameters
        ----------
        preset : str
            Name of the preset to start from.
        options : mapping of str to str
            Switch to value, both as text; hyphens may stand for the underscores of a switch.

        Returns
        -------
        Rules

        Raises
        ------
        RulesError
            If a preset, switch or value does not exist.

        Examples
        --------
        >>> Rules.from_options("default", {"two-concealed-kongs": "6", "all_green_half_flush": "false"})
        Rules(two_concealed_kongs=6, all_green_half_flush=False)
        """
        if not isinstance(options, Mapping):
            raise RulesError(f"options must be a mapping of switches to values, not {shown(options)}")
        found = [(_switch(str(name).strip().replace("-", "_")), value) for name, value in options.items()]
        given = {switch.name: switch.parse(value) if isinstance(value, str) else value for switch, value in found}
        return cls.preset(preset).replace(**given)

    def replace(self, **switches: Value) -> Rules:
        """Return the same rules with some switches set anew.

        Raises
        ------
        RulesError
            If a switch or value does not exist.

        Examples
        --------
        >>> Rules().replace(tile_hog_honors=False)
        Rules(tile_hog_honors=False)
        """
        changes: dict[str, Any] = dict(switches)  # __init__ checks them one by one
        return replace(self, **changes)

    def differences(self, other: Rules | str) -> dict[str, tuple[Value, Value]]:
        """Return the switches in which these rules and others differ, with both values.

        Parameters
        ----------
        other : Rules or str
            Rules, or the name of a preset.

        Returns
        -------
        dict of str to tuple
            In the order of `SWITCHES`: value here, value there.

        Examples
        --------
        >>> Rules(minimum=6).differences("default")
        {'minimum': (6, 8)}
        """
        there = Rules.coerce(other)
        pairs = {switch.name: (getattr(self, switch.name), getattr(there, switch.name)) for switch in SWITCHES}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}

    def points_of(self, fan: Fan | str | int) -> int:
        """Return the points of a fan, counted once.

        Examples
        --------
        >>> Rules().points_of("Two Concealed Kongs"), Rules.preset("mil").points_of("Two Concealed Kongs")
        (8, 6)
        """
        found = Fan.find(fan)
        return self.two_concealed_kongs if found is Fan.TWO_CONCEALED_KONGS else found.points

    @property
    def exclusions(self) -> tuple[Exclusion, ...]:
        """The rows of the exclusion table that hold under these rules, in fan order."""
        return tuple(row for row in EXCLUSIONS if row.when is None or getattr(self, row.when[0]) == row.when[1])

    def bars_of(self, fan: Fan | str | int) -> tuple[Fan, ...]:
        """Return the fans that a fan bars, in fan order; those inside combinations are never formed and not here.

        Examples
        --------
        >>> Rules().bars_of("Three Kongs")
        (Fan.TWO_CONCEALED_KONGS, Fan.TWO_MELDED_KONGS, Fan.CONCEALED_KONG, Fan.MELDED_KONG)
        >>> Rules.preset("wmo2014").bars_of("Three Kongs")
        (Fan.TWO_MELDED_KONGS, Fan.MELDED_KONG)
        """
        return barred_by(Fan.find(fan), self.exclusions)

    def why_barred(self, barred: Fan | str | int, by: Fan | str | int) -> Exclusion | None:
        """Return the row of the table by which one fan bars another, None if it does not.

        Parameters
        ----------
        barred, by : Fan, str or int
            The fan that does not count, and the fan that it does not count with.

        Returns
        -------
        Exclusion or None

        Examples
        --------
        >>> Rules().why_barred("Self-Drawn", by="Last Tile Draw").reason
        'it is a win on a draw'
        """
        fan, other = Fan.find(barred), Fan.find(by)
        return next((row for row in self.exclusions if row.fan is other and fan in row.barred), None)

    @cached_property
    def compiled(self) -> CompiledRules:
        """Points, exclusion masks and switches as read-only arrays; equal rules share them.

        Examples
        --------
        >>> Rules().compiled.bars.shape, int(Rules().compiled.points[48])
        ((83, 2), 8)
        """
        return _compile(self)


def _switch(name: str) -> Switch:
    switch = _BY_NAME.get(name)
    if switch is None:
        raise RulesError(f"there is no switch {shown(name)}; there are {', '.join(_BY_NAME)}")
    return switch


@lru_cache(maxsize=64)  # far more rule sets than anybody compares at a time
def _compile(rules: Rules) -> CompiledRules:
    """Return the arrays of a set of rules."""
    import numpy as np  # here: names and rules are of use without it

    from ..kernels import layout

    bars = np.zeros((len(Fan) + 1, 2), dtype=np.uint64)
    points = np.zeros(len(Fan) + 1, dtype=np.int64)
    for fan in Fan:
        mask = sum(1 << (barred - 1) for barred in rules.bars_of(fan))
        bars[fan] = mask % 2**64, mask >> 64
        points[fan] = rules.points_of(fan)
        if mask:
            bars[0, (fan - 1) // 64] |= np.uint64(1 << (fan - 1) % 64)
    places = [_switch(name).values.index(getattr(rules, name)) for name in layout.SWITCH_NAMES]
    switches = np.array(places, dtype=np.int64)
    for array in (bars, points, switches):
        array.setflags(write=False)
    return CompiledRules(bars, points, switches)


# help() and editors shall show the switches, not the catch-all of __new__.
_of_init = inspect.signature(Rules.__init__)
Rules.__signature__ = _of_init.replace(parameters=list(_of_init.parameters.values())[1:])  # type: ignore[attr-defined]

_PRESET_RULES = {name: Rules(**dict[str, Any](switches)) for name, switches in PRESETS.items()}
