"""The kind of game: which walls, who wins, who pays; apart from the rules of scoring."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Literal, get_args

from ..errors import RulesError, shown
from ..kernels.layout import play as lay

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["GAMES", "Game"]

Wall = Literal["shared", "personal"]
MultipleWinners = Literal["nearest", "all"]
Payments = Literal["ordinary", "duplicate"]
Sharing = Literal["cross-pay", "no-cross-pay"]


@dataclass(frozen=True, kw_only=True)
class Game:
    """How a deal is played and paid.

    Parameters
    ----------
    wall : {"shared", "personal"}
        One wall for all, replacements from its back; or a wall of 34 tiles for each seat, all draws from one end.
    multiple_winners : {"nearest", "all"}
        Who wins when several declare hu on one tile: the nearest after the player who gave it, or all (ruling A40).
    payments : {"ordinary", "duplicate"}
        A self-drawn win costs each loser 8 and the points, or 8 and a third of the points, rounded up.
    sharing : {"cross-pay", "no-cross-pay"}
        Whether several winners of one tile pay each other 8 (the specification), or pay nobody.
    flowers : bool
        Whether a shared wall holds the eight flowers; personal walls never do.

    Raises
    ------
    RulesError
        If a value is not allowed.

    Notes
    -----
    Flowers are laid aside and replaced at once. Discarding one, which the rules allow, is not modelled.

    Examples
    --------
    >>> Game.preset("duplicate")
    Game(wall='personal', multiple_winners='all', payments='duplicate', sharing='cross-pay', flowers=False)
    >>> Game(wall="private")
    Traceback (most recent call last):
        ...
    fastmcr.errors.RulesError: wall cannot be 'private'; allowed: shared, personal
    """

    wall: Wall = "shared"
    multiple_winners: MultipleWinners = "nearest"
    payments: Payments = "ordinary"
    sharing: Sharing = "cross-pay"
    flowers: bool = True

    def __post_init__(self) -> None:
        for name, values in _VALUES.items():
            value = getattr(self, name)
            if not isinstance(value, str) or value not in values:
                raise RulesError(f"{name} cannot be {shown(value)}; allowed: {', '.join(values)}")
        if not isinstance(self.flowers, bool):
            raise RulesError(f"flowers cannot be {shown(self.flowers)}; allowed: True, False")
        if self.wall == "personal":
            object.__setattr__(self, "flowers", False)

    @classmethod
    def preset(cls, name: str) -> Game:
        """Return a game by its name.

        Parameters
        ----------
        name : str
            ``ordinary``: shared wall with flowers, one winner. ``duplicate``: personal walls, all winners, duplicate
            payments. ``botzone``: personal walls, one winner, ordinary payments.

        Returns
        -------
        Game

        Raises
        ------
        RulesError
            If there is no such game; all are listed.

        Examples
        --------
        >>> Game.preset("botzone").payments
        'ordinary'
        """
        game = GAMES.get(name) if isinstance(name, str) else None
        if game is None:
            raise RulesError(f"no game is called {shown(name)}; there are {', '.join(GAMES)}")
        return game

    @classmethod
    def coerce(cls, game: Game | str) -> Game:
        """Return a game given either as such or by its name.

        Examples
        --------
        >>> Game.coerce("ordinary") == Game()
        True
        """
        return game if isinstance(game, Game) else cls.preset(game)

    @property
    def personal(self) -> bool:
        """Whether each seat has its own wall."""
        return self.wall == "personal"

    @property
    def tiles(self) -> int:
        """Number of tiles: 136, or 144 with flowers."""
        return int(lay.TILES_WITH_FLOWERS if self.flowers else lay.TILES)

    def options(self, minimum: int, *, wins: bool = True, auto_reset: bool = False) -> npt.NDArray[np.int64]:
        """Return the option vector that the kernels get, (9,) int64, as drawn in ``kernels/layout/play.py``."""
        import numpy as np

        options = np.zeros(lay.OPTIONS_LENGTH, np.int64)
        options[lay.OPT_KIND] = lay.PERSONAL_WALLS if self.personal else lay.SHARED_WALL
        options[lay.OPT_ALL_WIN] = self.multiple_winners == "all"
        options[lay.OPT_MINIMUM] = minimum
        options[lay.OPT_PAYMENTS] = lay.DUPLICATE if self.payments == "duplicate" else lay.ORDINARY
        options[lay.OPT_SHARING] = lay.NO_CROSS_PAY if self.sharing == "no-cross-pay" else lay.CROSS_PAY
        options[lay.OPT_WINS] = wins
        options[lay.OPT_AUTO_RESET] = auto_reset
        options[lay.OPT_LENGTH] = self.tiles
        return options

    def __str__(self) -> str:
        """Return the name of the preset, or the values that make this game."""
        for name, game in GAMES.items():
            if game == self:
                return name
        return ", ".join(f"{field.name}={getattr(self, field.name)}" for field in fields(self))


_VALUES = {
    "wall": get_args(Wall),
    "multiple_winners": get_args(MultipleWinners),
    "payments": get_args(Payments),
    "sharing": get_args(Sharing),
}

GAMES = {
    "ordinary": Game(),
    "duplicate": Game(wall="personal", multiple_winners="all", payments="duplicate", flowers=False),
    "botzone": Game(wall="personal", flowers=False),
}
"""The named games."""
