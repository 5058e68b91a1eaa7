"""The 235 actions of a player: numbers, words, and other projects' orders."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..errors import ActionError, InputError, shown
from ..kernels.layout import play as lay
from ..rulebook.tiles import KINDS, NAMES, TILES, Tile, as_index, reorder

__all__ = ["Action", "ActionKind", "actions_from", "actions_to"]


class ActionKind(StrEnum):
    """What a player does."""

    PASS = "pass"
    HU = "hu"
    DISCARD = "discard"
    CHOW = "chow"
    PUNG = "pung"
    CLAIMED_KONG = "claimed kong"
    CONCEALED_KONG = "concealed kong"
    PROMOTED_KONG = "promoted kong"


_KINDS = tuple(ActionKind)
_STARTS: tuple[int, ...] = (
    lay.PASS, lay.HU, lay.DISCARD, lay.CHOW, lay.PUNG, lay.CLAIMED_KONG, lay.CONCEALED_KONG, lay.PROMOTED_KONG,
    lay.ACTIONS,
)  # fmt: skip
_WORDS = re.compile(r"([a-z ]+?)(?: ([1-9][mps]|[ESWNCFP]))?")
_CHOW_WORDS = re.compile(r"chow ([1-9])([1-9])([1-9])([mps]) with ([1-9])([mps])?")


class Action(int):
    """One of the 235 actions; it is the number that masks and batches use.

    Parameters
    ----------
    action : Action, int or str
        A number 0..234, or words: ``pass``, ``hu``, ``discard 5m``, ``chow 456m with 5m`` (the claimed tile last),
        ``pung E``, ``claimed kong E``, ``concealed kong E``, ``promoted kong E``.

    Raises
    ------
    ActionError
        If there is no such action.

    Notes
    -----
    pass 0, hu 1, discard 2-35, chow 36-98 (suit, middle tile 2..8, which of the three was claimed), pung 99-132,
    claimed kong 133-166, concealed kong 167-200, promoted kong 201-234; tiles in the order of the package.

    Examples
    --------
    >>> Action("discard 5m"), int(Action("discard 5m")), str(Action(36))
    (Action('discard 5m'), 6, 'chow 123m with 1m')
    >>> Action("pung E").kind, Action("pung E").tile
    (<ActionKind.PUNG: 'pung'>, Tile.E)
    """

    __slots__ = ()

    def __new__(cls, action: Action | int | str) -> Action:
        """Return the action of a number or of words."""
        if isinstance(action, Action):
            return action
        if isinstance(action, str):
            return super().__new__(cls, _parsed(action))
        number = as_index(action)
        if number is None:
            raise InputError(f"an action is a number 0..234 or words, not {shown(action)}")
        if not 0 <= number < lay.ACTIONS:
            raise ActionError(f"no action has number {shown(action)}; an action is 0..234")
        return super().__new__(cls, number)

    @classmethod
    def chow(cls, tile: Tile, which: int) -> Action:
        """Return the chow that claims a tile as its lowest, middle or highest (0, 1, 2).

        Examples
        --------
        >>> Action.chow(Tile.M5, 0)
        Action('chow 567m with 5m')
        """
        suit, rank = divmod(int(tile), 9)
        if suit > 2 or not 0 <= which <= 2 or not 0 <= rank - which <= 6:
            place = ("lowest", "middle", "highest")[which] if which in (0, 1, 2) else shown(which)
            raise ActionError(f"no chow has {tile} as its {place} tile")
        return cls(lay.CHOW + 21 * suit + 3 * (rank - which) + which)

    @property
    def kind(self) -> ActionKind:
        """What is done."""
        return _KINDS[_kind_place(int(self))]

    @property
    def tile(self) -> Tile | None:
        """The tile discarded or claimed, or of the kong; None for pass and hu."""
        place = _kind_place(int(self))
        if place < 2:
            return None
        if place == 3:
            return self.chow_tiles[self.claimed - 1]
        return TILES[int(self) - _STARTS[place]]

    @property
    def chow_tiles(self) -> tuple[Tile, ...]:
        """The three tiles of a chow, ascending; none for other actions."""
        if self.kind is not ActionKind.CHOW:
            return ()
        suit, rest = divmod(int(self) - lay.CHOW, 21)
        lowest = 9 * suit + rest // 3
        return TILES[lowest : lowest + 3]

    @property
    def claimed(self) -> int:
        """Which tile of a chow was claimed, 1..3, as `Meld.source`; 0 for other actions."""
        return (int(self) - lay.CHOW) % 3 + 1 if self.kind is ActionKind.CHOW else 0

    def __str__(self) -> str:
        """Return the action in words."""
        if self.kind is ActionKind.CHOW:
            tiles = self.chow_tiles
            return f"chow {''.join(str(tile)[0] for tile in tiles)}{tiles[0].suit} with {self.tile}"
        return str(self.kind) if self.tile is None else f"{self.kind} {self.tile}"

    def __repr__(self) -> str:
        """Return the action as Python."""
        return f"Action('{self}')"

    def __format__(self, spec: str) -> str:
        """Format the words."""
        return format(str(self), spec)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the number."""
        return Action, (int(self),)


def _kind_place(action: int) -> int:
    place = len(_KINDS) - 1
    while action < _STARTS[place]:
        place -= 1
    return place


def _parsed(text: str) -> int:
    """Return the number of an action in words."""
    chow = _CHOW_WORDS.fullmatch(text.strip())
    if chow:
        low, middle, high, suit, claimed, of = chow.groups()
        ranks = [int(low), int(middle), int(high)]
        if ranks == list(range(ranks[0], ranks[0] + 3)) and int(claimed) in ranks and of in (None, suit):
            return int(Action.chow(TILES[NAMES.index(claimed + suit)], ranks.index(int(claimed))))
    words = _WORDS.fullmatch(text.strip())
    if words:
        kind, tile = words.groups()
        if kind in _KINDS and kind != "chow":
            place = _KINDS.index(ActionKind(kind))
            if (tile is not None) == (place >= 2):
                return _STARTS[place] + (NAMES.index(tile) if tile else 0)
    raise ActionError(
        f"no action {shown(text)}; an action is pass, hu, discard 5m, chow 456m with 5m, pung E, claimed kong E, "
        "concealed kong E or promoted kong E"
    )


@cache
def _theirs(order: str) -> npt.NDArray[np.int16]:
    """Return, for each of another project's actions, ours."""
    tiles = reorder(np.arange(KINDS), "mcr", order)
    suits = tiles[[0, 9, 18]] // 9
    chows = [lay.CHOW + 21 * suit + np.arange(21) for suit in suits]
    starts = (lay.PUNG, lay.CLAIMED_KONG, lay.CONCEALED_KONG, lay.PROMOTED_KONG)
    parts = [np.arange(2), lay.DISCARD + tiles, *chows, *(start + tiles for start in starts)]
    made = np.concatenate(parts).astype(np.int16)
    made.setflags(write=False)
    return made


@cache
def _ours(order: str) -> npt.NDArray[np.int16]:
    made = np.argsort(_theirs(order)).astype(np.int16)
    made.setflags(write=False)
    return made


def actions_to(order: str) -> npt.NDArray[np.int16]:
    """Return the number that another project gives to each of our actions.

    Parameters
    ----------
    order : str
        A tile order of `rulebook.tiles`: ``botzone_wtb`` for most training code of this game, which has the same
        layout of 235 actions.

    Returns
    -------
    (235,) int16, read-only
        ``actions_to(order)[ours]`` is theirs; ``mask[:, actions_from(order)]`` is a mask in their order.

    Raises
    ------
    InputError
        If the order is unknown.

    Examples
    --------
    >>> int(actions_to("botzone_wtb")[Action("discard 1s")]), int(actions_to("botzone_wtb")[Action("discard 1p")])
    (11, 20)
    """
    return _ours(_known(order))


def actions_from(order: str) -> npt.NDArray[np.int16]:
    """Return our number for each of the actions of another project.

    Parameters
    ----------
    order : str
        As for `actions_to`.

    Returns
    -------
    (235,) int16, read-only
        ``actions_from(order)[theirs]`` is ours.

    Raises
    ------
    InputError
        If the order is unknown.

    Examples
    --------
    >>> Action(actions_from("botzone_wtb")[11])
    Action('discard 1s')
    """
    return _theirs(_known(order))


def _known(order: object) -> str:
    if not isinstance(order, str):
        raise InputError(f"a tile order is given by its name, not {shown(order)}")
    return order


if TYPE_CHECKING:
    ActionLike = Action | int | str
