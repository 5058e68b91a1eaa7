"""Ways to a hand that is worth enough: the best target hands, grouped by their main fan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

from ..base.views import Shown, ShownAsData, data_of
from ..errors import InputError, shown
from ..hands.as_held import HandLike, Held, MeldsLike, VisibleLike, as_held
from ..hands.hand import Hand
from ..kernels import layout
from ..rulebook.fans import Fan
from ..rulebook.rules import Rules
from ..rulebook.tiles import KINDS, TILES, Tile, as_index
from ..scoring.reading import SHAPES
from ..scoring.result import FAN_OF_NUMBER, unpack_fans
from .distance import Distance
from .min_points import Reading, Worth, as_reading, as_worth, known, targets_of
from .one_hand import with_copies

__all__ = ["Route", "Routes", "Target", "routes"]

MOST_MISSING = 14
MOST_TARGETS = 1000  # of a main fan
Group = tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """A hand that is worth enough, and what lacks to it.

    Attributes
    ----------
    shape : str
        "sets", "seven_pairs", "thirteen_orphans", "honors_and_knitted" or "knitted_straight".
    groups : tuple of tuple of Tile
        Its concealed tiles as they are read: sets and the pair last; seven pairs; suit by suit for what is knitted and
        for orphans. The melds of the hand are not among them.
    distance : int
        -1 complete, 0 ready.
    missing : dict
        Tile -> how many of it are missing, in tile order.
    left : dict
        Tile -> copies left, of the missing tiles.
    ways : int
        In how many ways the missing tiles can be taken from the copies left: what targets of the same distance are
        ordered by.
    spare : tuple of Tile
        Concealed tiles of the hand that the target has no use for.
    fans : dict
        Fan -> how often it counts, in fan order.
    points : int

    Examples
    --------
    >>> from fastmcr import routes
    >>> target = routes("[EEE]123m456p79s55sW|ES0000")[0].best
    >>> [str(tile) for tile in target.missing], target.points, [str(tile) for tile in target.spare]
    (['8s'], 10, ['W'])
    """

    shape: str
    groups: tuple[Group, ...]
    distance: int
    missing: dict[Tile, int]
    left: dict[Tile, int]
    ways: int
    spare: tuple[Tile, ...]
    fans: dict[Fan, int]
    points: int

    @property
    def copies_left(self) -> int:
        """Copies left of the missing tiles together."""
        return sum(self.left.values())


@dataclass(frozen=True, slots=True)
class Route(Shown):
    """The target hands that have the same main fan.

    Attributes
    ----------
    fan : Fan or None
        The dearest fan of its targets, the first in fan order among equals; Fully Concealed Hand and Self-Drawn, which
        only say how the hand is won, where there is no other. None for hands without a fan, which only
        ``min_points=0`` brings.
    distance : int
        Of the nearest target.
    useful : dict
        Tile -> copies left, of the tiles that bring a nearest target nearer.
    number : int
        Number of targets within the slack, each reading of the same tiles counted.
    targets : tuple of Target
        The best of them: by distance, then `Target.ways`, then points.

    Examples
    --------
    >>> from fastmcr import routes
    >>> print(routes("[EEE]123m456p79s55sW|ES0000")[0])
    Mixed Straight, ready, 10 points: 123m 456p 789s 55s; missing 8s (4 left)
    """

    fan: Fan | None
    distance: int
    useful: dict[Tile, int]
    number: int
    targets: tuple[Target, ...]

    @property
    def best(self) -> Target:
        """The first of the targets."""
        return self.targets[0]

    @property
    def points(self) -> int:
        """Points of the best target."""
        return self.best.points

    @property
    def copies_left(self) -> int:
        """Copies left of all useful tiles together."""
        return sum(self.useful.values())


class Routes(ShownAsData, Sequence[Route]):
    """The routes of a hand, the best first. Printing it shows a table.

    Attributes
    ----------
    hand : Hand
    min_points : int
    reading : {"open", "concealed"}
    slack : int
    rules : Rules
        What was asked.
    distance : Distance
        Of the hand in both readings, whatever is left.
    nearest : int
        Distance of the nearest target whose tiles are left; `UNREACHABLE` if there is none.
    """

    __slots__ = ("_routes", "distance", "hand", "min_points", "nearest", "reading", "rules", "slack")

    hand: Hand
    min_points: int
    reading: Reading
    slack: int
    rules: Rules
    distance: Distance
    nearest: int

    def __init__(
        self,
        routes: Sequence[Route],
        hand: Hand,
        worth: Worth,
        reading: Reading,
        slack: int,
        distance: Distance,
        nearest: int,
    ) -> None:
        self._routes = tuple(routes)
        self.hand = hand
        self.min_points = worth.points
        self.rules = worth.rules
        self.reading = reading
        self.slack = slack
        self.distance = distance
        self.nearest = nearest

    @overload
    def __getitem__(self, place: int) -> Route: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Route]: ...
    def __getitem__(self, place: int | slice) -> Route | Sequence[Route]:
        return self._routes[place]

    def __len__(self) -> int:
        return len(self._routes)

    def __iter__(self) -> Iterator[Route]:
        return iter(self._routes)

    def to_dict(self) -> dict[str, Any]:
        """Return the routes as plain data; ``fastmcr/routes.schema.json`` describes it."""
        return data_of(self)

    def __repr__(self) -> str:
        names = ", ".join("no fan" if route.fan is None else route.fan.english for route in self)
        return f"<Routes of {self.hand}: {names or 'none'}>"


def routes(
    hand: HandLike,
    min_points: int = 8,
    slack: int = 1,
    *,
    reading: Reading = "open",
    visible: VisibleLike = None,
    melds: MeldsLike = None,
    rules: Rules | str = "default",
    limit: int = 10,
) -> Routes:
    """Return the ways to a hand of so many points: the best target hands, grouped by their main fan.

    Parameters
    ----------
    hand : Hand, str, tiles or 34 counts
        3n+1 or 3n+2 tiles. The winds of the hand count; by default both are East.
    min_points : int
        Points without flowers, 0 or more.
    slack : int
        How much further than the nearest target others may be.
    reading : {"open", "concealed"}
        Which points count, as `fastmcr.analysis.distance` explains: those that hold however the hand is completed, or
        those of a hand that stays concealed and wins by self-draw.
    visible : str, tiles, mapping of Tile to int, or 34 counts, optional
        What the player sees outside his own tiles.
    melds : iterable of Meld or str, optional
        Melds of tiles given without them.
    rules : Rules or str
        Rules, or the name of a preset.
    limit : int
        How many targets to give for each main fan, 1..1000.

    Returns
    -------
    Routes
        A sequence of `Route`, ordered by distance, then by the ways to take the missing tiles from the copies left,
        then by points, always of the best target. Empty if no hand has the points or too few of its tiles are left.

    Raises
    ------
    NotationError
        If the text is no hand string.
    HandError
        If no player can hold the tiles, or more than four copies of a tile are own or visible.
    InputError
        If an argument is of another type, or sets of the hand are unknown: points need known melds.
    RulesError
        If there are no such rules.

    Notes
    -----
    All targets within the slack are looked at: milliseconds for a usual hand, seconds for a slack of 3 or more. Targets
    that need more copies of a tile than are left are left out, and the slack counts from the nearest of the others.

    Examples
    --------
    >>> from fastmcr import routes
    >>> for route in routes("[123m,1]45s557p789sEES")[:2]:
    ...     print(route)
    Mixed Straight, 2 away, 11 points: 789p 456s 789s 55p; missing 89p6s (64 ways)
    Pure Straight, 3 away, 19 points: 123s 456s 789s 55p; missing 1236s (256 ways)
    """
    worth = as_worth(min_points, rules)
    as_reading(reading)
    held = known(as_held(hand, melds))
    left = held.left(visible)
    distances = tuple(targets_of(held, worth, one).nearest for one in ("open", "concealed"))
    distance = Distance(*distances)
    start = distances[reading == "concealed"]
    allowed = _whole("slack", slack, 0, None)
    found = targets_of(
        held, worth, reading, left=left, start=start, slack=min(allowed, MOST_MISSING),
        limit=_whole("limit", limit, 1, MOST_TARGETS),
    )  # fmt: skip
    there = [_route(held, fan, found, left) for fan in range(layout.FANS) if found.groups[fan, layout.GROUP_NUMBER]]
    there.sort(key=lambda one: (one.distance, -one.best.ways, -one.points, one.fan or 0))
    assert held.hand is not None
    return Routes(there, held.hand, worth, reading, allowed, distance, found.nearest)


def _whole(name: str, given: object, least: int, most: int | None) -> int:
    value = as_index(given)
    if value is None or value < least or (most is not None and value > most):
        allowed = f"{least}..{most}" if most is not None else f"a whole number from {least} on"
        raise InputError(f"{name} must be {allowed}, not {shown(given)}")
    return value


def _route(held: Held, fan: int, found: Any, left: list[int]) -> Route:
    number, missing, mask, kept = found.groups[fan].tolist()
    targets = tuple(_target(held, row, left) for row in found.targets[fan, :kept].tolist())
    return Route(FAN_OF_NUMBER[fan], missing - 1, with_copies(mask, left), number, targets)


def _target(held: Held, row: list[int], left: list[int]) -> Target:
    counts = [row[layout.TARGET_M + tile // 9] >> 4 * (tile % 9) & 15 for tile in range(KINDS)]
    own: list[int] = held.concealed[0].tolist()
    missing = {TILES[tile]: counts[tile] - own[tile] for tile in range(KINDS) if counts[tile] > own[tile]}
    spare = tuple(TILES[tile] for tile in range(KINDS) for _ in range(own[tile] - counts[tile]))
    return Target(
        shape=SHAPES[min(row[layout.TARGET_SHAPE], layout.SHAPE_STRAIGHT)],
        groups=_groups(held, row, counts),
        distance=row[layout.TARGET_MISSING] - 1,
        missing=missing,
        left={tile: left[tile] for tile in missing},
        ways=row[layout.TARGET_WAYS],
        spare=spare,
        fans=unpack_fans(row[layout.TARGET_FLAGS0] | row[layout.TARGET_FLAGS1] << 64, row[layout.TARGET_REPEATS]),
        points=row[layout.TARGET_POINTS],
    )


def _groups(held: Held, row: list[int], counts: list[int]) -> tuple[Group, ...]:
    """Return the concealed tiles of a target as they are read."""
    shape = row[layout.TARGET_SHAPE]
    if shape == layout.SHAPE_PAIRS:
        return tuple((TILES[tile],) * 2 for tile in range(KINDS) for _ in range(counts[tile] // 2))
    if shape in (layout.SHAPE_ORPHANS, layout.SHAPE_KNITTED):
        return _by_suit(counts)
    sets = _own_sets(held, row[layout.TARGET_SETS])
    pair = (TILES[row[layout.TARGET_PAIR] - 1],) * 2
    if shape < layout.SHAPE_STRAIGHT:
        return (*sets, pair)
    body = [0] * KINDS
    for rank, suit in enumerate(layout.STRAIGHTS[shape - layout.SHAPE_STRAIGHT]):
        for step in (0, 3, 6):
            body[9 * suit + rank + step] = 1
    return (*_by_suit(body), *sets, pair)


def _by_suit(counts: list[int]) -> tuple[Group, ...]:
    suits = (range(9), range(9, 18), range(18, 27), range(27, KINDS))
    groups = (tuple(TILES[tile] for tile in suit for _ in range(counts[tile])) for suit in suits)
    return tuple(group for group in groups if group)


def _own_sets(held: Held, packed: int) -> list[Group]:
    """Return the sets of a target that are not melds, in tile order; those of the melds come first in each kind."""
    assert held.hand is not None
    laid_chows = sum(meld.kind == layout.CHOW for meld in held.hand.melds)
    laid_pungs = len(held.hand.melds) - laid_chows
    numbers = packed.to_bytes(8, "little")
    chows = [9 * ((number - 1) // 7) + (number - 1) % 7 for number in numbers[laid_chows:4] if number]
    pungs = [number - 1 for number in numbers[4 + laid_pungs :] if number]
    sets = [tuple(TILES[tile + step] for step in range(3)) for tile in chows]
    return sorted([*sets, *((TILES[tile],) * 3 for tile in pungs)])
