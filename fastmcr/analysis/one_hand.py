"""How far a hand is from winning, what it waits for and what that is worth, and what to discard.

Functions that end in ``_batch`` ask the same of millions of hands; they live in `fastmcr.analysis.batch`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, overload

import numpy as np

from ..base.given import is_one_of
from ..base.views import Shown, ShownAsData, data_of, text_of, view
from ..errors import HandError, InputError, shown
from ..hands.as_held import HandLike, Held, MeldsLike, VisibleLike, as_held, before_last, held_with
from ..hands.hand import Hand, with_win
from ..hands.shared_parameters import with_shared_parameters
from ..kernels import layout
from ..kernels.rules.conditions import win_conditions
from ..rulebook.rules import Rules
from ..rulebook.tiles import COPIES, KINDS, TILES, Tile, WindLike, as_index
from ..scoring.result import Score
from ..scoring.score import PreparedRules, prepared_rules, refusal
from .forms import ALL_FORMS, FORMS, UNREACHABLE, form_tables

if TYPE_CHECKING:
    from .min_points import Reading, Worth

__all__ = [
    "FORMS",
    "UNREACHABLE",
    "Discard",
    "Discards",
    "Shanten",
    "Wait",
    "Waits",
    "discards",
    "shanten",
    "tiles_of",
    "useful_by_form",
    "useful_tiles",
    "waits",
]

SCRATCH = 384  # int64 of scratch that the kernels of shanten ask for


class Shanten(NamedTuple):
    """How many tiles a hand must exchange before it is ready, form by form: 0 is ready, -1 complete.

    A form that melds bar is `UNREACHABLE` (127).

    Attributes
    ----------
    regular : int
        Four sets and a pair.
    seven_pairs : int
        Four alike may serve as two pairs.
    thirteen_orphans : int
    honors_and_knitted : int
        Fourteen different tiles out of the honors and a knitted pattern.
    knitted_straight : int
        Nine knitted tiles, one set (it may be a meld) and a pair.
    best : int
        The least of them.

    Examples
    --------
    >>> from fastmcr import shanten
    >>> shanten("147m258p369s112sE").knitted_straight
    1
    >>> print(shanten("[EEE]123m456p79s55s"))
    ready (regular); knitted straight 5, others barred by melds
    """

    regular: int
    seven_pairs: int
    thirteen_orphans: int
    honors_and_knitted: int
    knitted_straight: int
    best: int

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms that are as near as the best, as in `FORMS`."""
        return tuple(form for form, value in zip(FORMS, self, strict=False) if value == self.best)

    def __str__(self) -> str:
        return text_of(self)


def shanten(hand: HandLike, melds: MeldsLike = None) -> Shanten:
    """Return how far a hand is from each of the five forms of a win.

    Parameters
    ----------
    hand : Hand, str, tiles or 34 counts
        3n+1 or 3n+2 tiles: 13 or 14 without melds, three fewer for each meld.
    melds : iterable of Meld, str or int, optional
        Melds of tiles given without them. A number 0..4 stands for so many sets of unknown tiles, which are thought to
        hold none of the tiles that are wanted.

    Returns
    -------
    Shanten
        It prints in words.

    Raises
    ------
    NotationError
        If the text is no hand string.
    HandError
        If no player can hold the tiles, or their number does not fit the melds.
    InputError
        If an argument is of another type.

    Notes
    -----
    Exact: nothing that needs a fifth copy of a tile is thought reachable, and copies in the own melds are gone. Tiles
    that other players show are not looked at.

    Examples
    --------
    >>> from fastmcr import shanten
    >>> shanten("123456789m1111p").regular, shanten("[SSS]123456789mS").regular
    (1, 1)
    >>> shanten("123m45p", melds=3).regular
    0
    """
    return _shanten(as_held(hand, melds))


def useful_tiles(
    hand: HandLike,
    visible: VisibleLike = None,
    melds: MeldsLike = None,
    *,
    form: str | None = None,
    min_points: int | None = None,
    reading: Literal["open", "concealed"] = "open",
    rules: Rules | str = "default",
) -> dict[Tile, int]:
    """Return the tiles that bring a hand nearer to a win, and how many copies of each are left.

    Parameters
    ----------
    hand : Hand, str, tiles or 34 counts
        As for `shanten`. Of 3n+2 tiles: the tiles that help after some discard.
    visible : str, tiles, mapping of Tile to int, or 34 counts, optional
        What the player sees outside his own tiles: discards and the melds of others.
    melds : iterable of Meld, str or int, optional
        As for `shanten`.
    form : str, optional
        Look at one form of `FORMS` alone, rather than at the best.
    min_points : int, optional
        Look for the tiles that bring the hand nearer to one worth so many points, as `distance` counts, rather than to
        any win. The winds of the hand count.
    reading : {"open", "concealed"}
    rules : Rules or str
        With `min_points`: which points count, and the rules they follow.

    Returns
    -------
    dict
        Tile -> 4 - own - visible, in tile order. A tile of which none is left is there with 0. Empty for a complete
        hand, for a form that melds bar, and if no hand has the points.

    Raises
    ------
    NotationError
        If the text is no hand string.
    HandError
        As for `shanten`, or if more than four copies of a tile are own or visible.
    InputError
        If an argument is of another type, or there is no such form; with `min_points` if sets are unknown.
    RulesError
        If there are no such rules.

    Examples
    --------
    >>> from fastmcr import useful_tiles
    >>> {str(tile): left for tile, left in useful_tiles("[EEE]123m456p79s55s", visible="8s8sW").items()}
    {'8s': 2}
    >>> [str(tile) for tile in useful_tiles("[123m][456p]78s3355p7m")]
    ['3p', '5p', '6s', '9s']
    >>> [str(tile) for tile in useful_tiles("[123m][456p]78s3355p7m", min_points=8)]
    ['3p', '5p', '9s']
    >>> [str(tile) for tile in useful_tiles("19m19p19sESWNCF5m", form="thirteen_orphans")]
    ['1m', '9m', '1p', '9p', '1s', '9s', 'E', 'S', 'W', 'N', 'C', 'F', 'P']
    """
    if form is not None and not is_one_of(form, FORMS):
        raise InputError(f"no form {shown(form)}; the forms are {', '.join(FORMS)}")
    held = as_held(hand, melds)
    left = held.left(visible)
    if min_points is not None:
        from .min_points import as_reading, as_worth, distance_and_useful, known

        if form is not None:
            raise InputError("form= and min_points= ask for different things; give one of them")
        _, mask = distance_and_useful(known(held), as_worth(min_points, rules), as_reading(reading))
        return with_copies(mask, left)
    _, best, by_form = _useful(held)
    return with_copies(best if form is None else by_form[FORMS.index(form)], left)


def useful_by_form(
    hand: HandLike, visible: VisibleLike = None, melds: MeldsLike = None
) -> dict[str, tuple[int, dict[Tile, int]]]:
    """Return shanten and useful tiles of every form at once.

    Parameters
    ----------
    hand, visible, melds
        As for `useful_tiles`.

    Returns
    -------
    dict
        Form -> its shanten, and Tile -> copies left.

    Raises
    ------
    McrError
        As for `useful_tiles`.

    Examples
    --------
    >>> far, tiles = useful_by_form("[EEE]123m456p79s55s")["regular"]
    >>> far, {str(tile): left for tile, left in tiles.items()}
    (0, {'8s': 4})
    """
    held = as_held(hand, melds)
    left = held.left(visible)
    values, _, masks = _useful(held)
    return {form: (values[place], with_copies(masks[place], left)) for place, form in enumerate(FORMS)}


def tiles_of(mask: int | np.unsignedinteger[Any]) -> tuple[Tile, ...]:
    """Return the tiles of a mask in which bit t stands for tile t.

    Parameters
    ----------
    mask : int
        As the functions that end in ``_batch`` give them.

    Returns
    -------
    tuple of Tile
        Ascending.

    Examples
    --------
    >>> tiles_of(1 << Tile.M5 | 1 << Tile.E)
    (Tile.M5, Tile.E)
    """
    left = as_index(mask)
    if left is None or not 0 <= left < 1 << KINDS:
        raise InputError(f"a mask is a whole number of {KINDS} bits, not {shown(mask)}")
    found = []
    while left:
        lowest = left & -left
        found.append(TILES[lowest.bit_length() - 1])
        left ^= lowest
    return tuple(found)


# --- discards ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Discard(Shown):
    """What is left of a hand after a discard.

    Attributes
    ----------
    tile : Tile
        The discard.
    shanten : int
        The best shanten after it; 0 is ready.
    useful : dict
        Tile -> copies left, of the tiles that lower it again. Copies count from the hand before the discard: what was
        discarded cannot be drawn.
    copies_left : int
        Their sum.
    distance : int or None
        How far the hand is after it from one worth the `min_points` that were asked for; then `useful` are the tiles
        that lower this. None if none were asked for.

    Examples
    --------
    >>> from fastmcr import discards
    >>> print(discards("[EEE]123m456p79s55sW")[0])
    discard W: ready, 4 tiles: 8s
    """

    tile: Tile
    shanten: int
    useful: Mapping[Tile, int]
    copies_left: int
    distance: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the discard as plain data."""
        data: dict[str, Any] = {
            "tile": str(self.tile),
            "shanten": self.shanten,
            "copies_left": self.copies_left,
            "useful": {str(tile): left for tile, left in self.useful.items()},
        }
        if self.distance is not None:
            data["distance"] = None if self.distance == UNREACHABLE else self.distance
        return data


@with_shared_parameters
def discards(
    hand: HandLike,
    visible: VisibleLike = None,
    melds: MeldsLike = None,
    *,
    prevalent: WindLike | None = None,
    seat: WindLike | None = None,
    min_points: int | None = None,
    reading: Literal["open", "concealed"] = "open",
    rules: Rules | str = "default",
) -> Discards:
    """Return every discard from a hand of 3n+2 tiles, the best first.

    Parameters
    ----------
    hand : Hand, str, tiles or 34 counts
        14 tiles, or fewer beside melds: after a draw, or after a claimed chow or pung.
    visible : str, tiles, mapping of Tile to int, or 34 counts, optional
        What the player sees outside his own tiles.
    melds : iterable of Meld, str or int, optional
        As for `shanten`.
    one_hand_winds
    min_points : int, optional
        Order them by how far the hand is then from one worth so many points, as `distance` counts, rather than by
        shanten. The winds of the hand count.
    reading : {"open", "concealed"}
    rules : Rules or str
        With `min_points`: which points count, and the rules they follow.

    Returns
    -------
    Discards
        A `Discard` for each kind held; printing them shows a table. Lowest shanten (or distance) first; among equals
        most copies left of useful tiles, then most useful tiles, then tile order.

    Raises
    ------
    NotationError
        If the text is no hand string.
    HandError
        If no player can hold the tiles, or there are not 3n+2 of them.
    InputError
        If an argument is of another type; with `min_points` if sets are unknown.
    RulesError
        If there are no such rules.

    Examples
    --------
    >>> from fastmcr import discards
    >>> for discard in discards("[123m,1]45s557p789sEES")[:3]:  # after a chow
    ...     print(discard)
    discard S: 1-shanten, 16 tiles: 56p 36s E
    discard 7p: 1-shanten, 12 tiles: 5p 36s E
    discard 5p: 1-shanten, 12 tiles: 6p 36s
    >>> print(discards("[123m,1]45s557p789sEES", min_points=8)[0])
    discard 5p: 2 away (1-shanten), 24 tiles: 4689p 36s
    >>> print(discards("1m5p", melds=4))
    1m5p + 4 unknown sets
    Discard  Shanten  Tiles  Useful tiles
    -------  -------  -----  ------------
    1m       ready        3  5p
    5p       ready        3  1m
    """
    held = held_with(as_held(hand, melds), hand, {"prevalent": prevalent, "seat": seat})
    if not held.is_drawn:
        raise HandError(
            f"{held.number} concealed tiles; a discard is chosen from {held.number + 1}, the last tile among them",
            count=held.number,
        )
    left = held.left(visible)
    worth = None
    if min_points is not None:
        from .min_points import as_reading, as_worth, known

        worth = known(held), as_worth(min_points, rules), as_reading(reading)
    from ..kernels import discards_rows

    values, masks = np.empty((1, KINDS), np.int8), np.empty((1, KINDS), np.uint64)
    status = np.empty(1, np.uint8)
    discards_rows(held.concealed, held.melds, form_tables(), *_scratch(), status, values, masks)
    found = [
        _discard(tile, value, mask, left)
        for tile, value, mask in zip(TILES, values[0].tolist(), masks[0].tolist(), strict=True)
        if held.concealed[0, tile]
    ]
    if worth is not None:
        return Discards(_by_distance(found, left, *worth), held)
    return Discards(sorted(found, key=lambda one: (one.shanten, -one.copies_left, -len(one.useful), one.tile)), held)


class Discards(ShownAsData, Sequence[Discard]):
    """The discards from a hand, the best first: a sequence of `Discard`. Printing it shows a table.

    Attributes
    ----------
    of_hand : Hand or None
        The hand of 3n+2 tiles; None if sets of it are unknown.

    Examples
    --------
    >>> from fastmcr import discards
    >>> found = discards("[EEE]123m456p79s55sW")
    >>> len(found), str(found[0].tile), found[0].copies_left
    (10, 'W', 4)
    """

    __slots__ = ("_discards", "_held", "of_hand")

    of_hand: Hand | None

    def __init__(self, found: Iterable[Discard], held: Held) -> None:
        self._discards = tuple(found)
        self._held = held
        self.of_hand = held.hand

    @overload
    def __getitem__(self, place: int) -> Discard: ...
    @overload
    def __getitem__(self, place: slice) -> Discards: ...
    def __getitem__(self, place: int | slice) -> Discard | Discards:
        """Return one discard, or some of them."""
        return Discards(self._discards[place], self._held) if isinstance(place, slice) else self._discards[place]

    def __len__(self) -> int:
        return len(self._discards)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Discards):
            return NotImplemented
        return self._discards == other._discards and self.name == other.name

    __hash__ = None  # type: ignore[assignment]  # useful tiles are mappings

    @property
    def name(self) -> str:
        """The hand, as text."""
        return self._held.name

    def __repr__(self) -> str:
        return f"<Discards of {self.name}: {' '.join(str(one.tile) for one in self)}>"


def _by_distance(found: list[Discard], left: list[int], held: Held, worth: Worth, reading: Reading) -> list[Discard]:
    """Return discards with the distances after them, and by these."""
    from .min_points import distance_and_useful

    there = []
    for one in found:
        concealed = held.concealed.copy()
        concealed[0, one.tile] -= 1
        after = replace(held, concealed=concealed, last=None, number=held.number - 1)
        distance, mask = distance_and_useful(after, worth, reading)
        useful = with_copies(mask, left)
        there.append(Discard(one.tile, one.shanten, useful, sum(useful.values()), distance))
    return sorted(there, key=lambda one: (one.distance, -one.copies_left, -len(one.useful), one.tile))


def _discard(tile: Tile, value: int, mask: int, left: list[int]) -> Discard:
    useful = with_copies(mask, left)
    return Discard(tile, value, useful, sum(useful.values()))


# --- waits ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wait(Shown):
    """A tile that completes a hand, and what it is worth.

    Attributes
    ----------
    tile : Tile
    copies_left : int
        4 - own - visible.
    by_discard, self_drawn : Score or None
        The win with this tile from another player, or from the wall. None if no copy is left, or if sets of the hand
        are unknown.
    last_tile : bool
        Whether it was scored as the last of its kind: the other three lie open, in `visible` and in the own melds.

    Examples
    --------
    >>> from fastmcr import waits
    >>> print(waits("[EEE]123m456p789s5s|ES0000")["5s"])
    5s: 3 left, 11 points by discard, 12 self-drawn
    """

    tile: Tile
    copies_left: int
    by_discard: Score | None
    self_drawn: Score | None
    last_tile: bool


class Waits(ShownAsData, Mapping[Tile, Wait]):
    """The waits of a hand, in tile order: a mapping of Tile to `Wait`. Printing it shows a table.

    Look up by Tile, or by its name or number.

    Attributes
    ----------
    of_hand : Hand or None
        The hand of 3n+1 tiles that waits; None if sets of it are unknown.
    left_out : Tile or None
        The last of 3n+2 tiles given, which was left out.
    rules : Rules
        The rules of the scores.

    Examples
    --------
    >>> from fastmcr import waits
    >>> found = waits("[EEE]123m456p78s55s|ES0000")
    >>> [(str(tile), wait.copies_left, wait.by_discard.points) for tile, wait in found.items()]
    [('6s', 4, 2), ('9s', 4, 10)]
    """

    __slots__ = ("_held", "_waits", "left_out", "of_hand", "rules")

    of_hand: Hand | None
    left_out: Tile | None
    rules: Rules

    def __init__(self, waits: dict[Tile, Wait], held: Held, left_out: Tile | None, rules: Rules) -> None:
        self._waits = waits
        self._held = held
        self.of_hand = held.hand
        self.left_out = left_out
        self.rules = rules

    def __getitem__(self, tile: Any) -> Wait:
        try:
            return self._waits[Tile(tile)]
        except HandError as error:
            raise KeyError(str(error)) from None

    def __iter__(self) -> Iterator[Tile]:
        return iter(self._waits)

    def __len__(self) -> int:
        return len(self._waits)

    @property
    def live(self) -> tuple[Tile, ...]:
        """The waits of which a copy is left."""
        return tuple(tile for tile, wait in self._waits.items() if wait.copies_left)

    @property
    def copies_left(self) -> int:
        """Copies left of all waits together."""
        return sum(wait.copies_left for wait in self._waits.values())

    @property
    def name(self) -> str:
        """The hand that waits, as text."""
        return self._held.name

    @property
    def note(self) -> str:
        """What to know about the waits, as the printed table has it; empty if there is nothing."""
        return str(view(self, "note"))

    def to_dict(self) -> dict[str, Any]:
        """Return the waits as plain data; ``fastmcr/analysis.schema.json`` describes it."""
        return data_of(self)

    def __repr__(self) -> str:
        return f"<Waits of {self.name}: {' '.join(map(str, self._waits)) or 'none'}>"


@with_shared_parameters
def waits(
    hand: HandLike,
    rules: Rules | str = "default",
    visible: VisibleLike = None,
    melds: MeldsLike = None,
    *,
    prevalent: WindLike | None = None,
    seat: WindLike | None = None,
    last_tile: bool | None = None,
    wall_last: bool | None = None,
    replacement: bool | None = None,
    robbed_kong: bool | None = None,
    flowers: SupportsIndex | None = None,
) -> Waits:
    """Return the tiles that a hand waits for, how many of each are left, and what a win with them is worth.

    Parameters
    ----------
    hand : Hand, str, tiles or 34 counts
        3n+1 tiles. Of 3n+2 the last one is left out, and the result says so. Winds, flowers and conditions count for
        the scores, as far as they can be true of a win by discard or of one self-drawn.
    rules : Rules or str
        Rules, or the name of a preset.
    visible : str, tiles, mapping of Tile to int, or 34 counts, optional
        What the player sees outside his own tiles.
    melds : iterable of Meld, str or int, optional
        As for `shanten`; beside unknown sets nothing is scored.
    one_hand_winds
    conditions_of_a_win
    one_hand_flowers

    Returns
    -------
    Waits
        A mapping of Tile to `Wait`, empty if the hand is not ready. All formal waits are there, those that the wait
        fans look at; a wait of which no copy is left has no scores.

    Raises
    ------
    NotationError
        If the text is no hand string.
    HandError
        If no player can hold the tiles, or more than four copies of a tile are own or visible.
    InputError
        If an argument is of another type, a keyword says other than the tails of a hand string, or it is about scores
        and sets of the hand are unknown.
    RulesError
        If there are no such rules.

    Notes
    -----
    A tile of which the other three lie in `visible` and in the own exposed melds is scored as the last of its kind.
    Under ``last_tile_auto=False`` the own melds alone do that only when `visible` is given.

    Examples
    --------
    >>> from fastmcr import waits
    >>> print(waits("[EEE]123m456p78s55s|ES0000", visible="9s9s9s"))
    [EEE]123m456p5578s|ES0000|0
    Waiting for: 69s, 5 tiles left
    Tile  Left   By discard   Self-drawn  Fans
    ----  ----  -----------  -----------  ------------------------------------------------------------
    6s       4  2 (6 short)  3 (5 short)  Prevalent Wind; drawn: Self-Drawn
    9s       1           14           15  Mixed Straight, Last Tile, Prevalent Wind; drawn: Self-Drawn
    Notes
    - 9s was scored as the last of its kind: the other three lie open
    """
    prepared = prepared_rules(rules)
    applied = prepared.rules
    keywords = {
        "prevalent": prevalent, "seat": seat, "last_tile": last_tile, "wall_last": wall_last,
        "replacement": replacement, "robbed_kong": robbed_kong, "flowers": flowers,
    }  # fmt: skip
    given = held_with(as_held(hand, melds), hand, keywords)
    held = before_last(given)
    left = held.left(visible)
    from ..kernels import waits_rows

    formal, live = np.empty(1, np.uint64), np.empty(1, np.uint64)
    status = np.empty(1, np.uint8)
    waits_rows(
        held.concealed, held.melds, _NOTHING_SEEN, applied.seven_pairs_four_alike, form_tables(), _work(), status,
        formal, live,
    )  # fmt: skip
    told = visible is not None or applied.last_tile_auto
    found = {tile: _wait(held, tile, left[tile], told, prepared) for tile in tiles_of(formal[0])}
    return Waits(found, held, given.last if given is not held else None, applied)


_NOTHING_SEEN = np.zeros((0, KINDS), np.uint8)


def _wait(held: Held, tile: Tile, left: int, told: bool, prepared: PreparedRules) -> Wait:
    """Return a wait; `told` says that what lies open is known."""
    if not left or held.hand is None:
        return Wait(tile, left, None, None, False)
    by_discard, drawn = _win_conditions(held.hand, tile, left, told, prepared.rules)
    return Wait(
        tile,
        left,
        _scored(with_win(held.hand, tile, by_discard), prepared),
        _scored(with_win(held.hand, tile, drawn), prepared),
        drawn & layout.LAST_OF_KIND != 0,
    )


def _scored(hand: Hand, prepared: PreparedRules) -> Score:
    work = _work()
    status = prepared.score_one(hand.row.reshape(1, layout.ROW_LENGTH), *prepared.arguments, work)
    if status:  # pragma: no cover - what completes a hand wins
        raise refusal(hand, status, prepared.rules)
    return Score(hand, prepared.rules, work.tolist())


def _win_conditions(hand: Hand, tile: Tile, left: int, told: bool, rules: Rules) -> tuple[int, int]:
    """Return the condition bits of a win by discard and of one self-drawn."""
    held, number = hand.beside_win.count(tile), sum(meld.tiles.count(tile) for meld in hand.melds)
    kongs = sum(meld.is_kong for meld in hand.melds)
    lying_open = COPIES - left - held if told else 0
    by_discard, drawn = win_conditions(
        hand.conditions, held, number, kongs, lying_open, rules.rob_on_last_tile != "reject"
    )
    return by_discard, drawn


# --- kernels ----------------------------------------------------------------------------------------------------------


def _work() -> Any:
    return np.empty(layout.SLOTS, np.uint64)


def _scratch() -> tuple[Any, Any]:
    return np.empty(layout.SLOTS, np.uint64), np.empty(SCRATCH, np.int64)


def _shanten(held: Held) -> Shanten:
    from ..kernels import shanten_rows

    values = np.empty((1, 6), np.int8)
    shanten_rows(held.concealed, held.melds, ALL_FORMS, form_tables(), *_scratch(), np.empty(1, np.uint8), values)
    return Shanten(*values[0].tolist())


def _useful(held: Held) -> tuple[Shanten, int, list[int]]:
    """Return shanten, the mask of tiles useful for the best form, and one for each form."""
    from ..kernels import useful_rows

    values, mask, masks = np.empty((1, 6), np.int8), np.empty(1, np.uint64), np.empty((1, 5), np.uint64)
    useful_rows(
        held.concealed,
        held.melds,
        ALL_FORMS,
        form_tables(),
        *_scratch(),
        np.empty(1, np.uint8),
        values,
        mask,
        masks,
    )
    return Shanten(*values[0].tolist()), int(mask[0]), masks[0].tolist()


def with_copies(mask: int, left: list[int]) -> dict[Tile, int]:
    """Return the tiles of a mask, each with its copies left."""
    return {tile: left[tile] for tile in tiles_of(mask)}
