"""One deal, readable: what lies where, who may do what, and why not something else."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..base.given import as_array
from ..base.views import Shown, view
from ..errors import ActionError, DealError
from ..hands.hand import Hand, Meld, MeldKind
from ..hands.notation import LAST_TILE, REPLACEMENT, ROBBED_KONG, SELF_DRAWN, WALL_LAST
from ..kernels import layout
from ..kernels.layout import play as lay
from ..rulebook.rules import Rules
from ..rulebook.tiles import TILES, WINDS, Tile, Wind, as_wind
from .actions import Action
from .engine import Deals
from .game import Game
from .observations import Observations
from .result import ENDINGS, SORTS, DealResult, Discarded, FalseHu, Win
from .walls import as_seed, as_walls

if TYPE_CHECKING:
    from ..rulebook.tiles import WindLike

__all__ = ["Deal"]

PHASES = ("not started", "after a draw", "must discard", "claims on a discard", "robbing a kong", "ended")


class Deal(Shown):
    """One deal. Make it with `from_seed`, `from_walls` or `from_state`; printing it shows the table.

    Attributes
    ----------
    game : Game
        The kind of game.
    rules : Rules
        The scoring rules.
    seed : int or None
        The seed it was made from.
    history : tuple of (Wind, Action)
        What was done with this object so far, in order; a false hu is not an action.

    Examples
    --------
    >>> deal = Deal.from_seed(7)
    >>> deal.actor, deal.phase, len(deal.hand("E"))
    (Wind.E, 'after a draw', 14)
    >>> deal.legal_actions[:2]
    (Action('discard 2m'), Action('discard 3m'))
    >>> deal.step("discard 3m")
    >>> deal.discards[0].tile
    Tile.M3
    """

    game: Game
    rules: Rules
    seed: int | None

    def __init__(self) -> None:
        raise DealError("a deal is made by Deal.from_seed, Deal.from_walls or Deal.from_state")

    @classmethod
    def _of(cls, deals: Deals, seed: int | None = None) -> Deal:
        deal = cls.__new__(cls)
        deal._deals = deals
        deal.game = deals.game
        deal.rules = deals.rules
        deal.seed = seed
        deal._history = []
        return deal

    _deals: Deals
    _history: list[tuple[Wind, Action]]

    @classmethod
    def of_row(cls, source: Deals, row: int) -> Deal:
        """Return a copy of one deal of many."""
        deals = Deals(1, source.game, source.rules, wins=bool(source.options[lay.OPT_WINS]))
        for name in ("state", "seeds", "numbers", "prevalent", "status", "actor", "mask", "finished", "scores"):
            getattr(deals, name)[0] = getattr(source, name)[row]
        return cls._of(deals, int(source.seeds[row]) or None)

    @classmethod
    def from_seed(
        cls, seed: int, game: Game | str = "ordinary", rules: Rules | str = "default", *,
        prevalent: WindLike | None = None,
    ) -> Deal:  # fmt: skip
        """Return the deal of a seed; the same seed gives the same deal for ever.

        Parameters
        ----------
        seed : int
            0..2**64 - 1.
        game : Game or str
            ``ordinary``, ``duplicate``, ``botzone``, or a `Game`.
        rules : Rules or str
            Scoring rules, or the name of a preset.
        prevalent : Wind, optional
            By default the seed says.

        Returns
        -------
        Deal
            East is to act.

        Raises
        ------
        InputError
            If the seed is no such number.
        HandError
            If the wind does not exist.
        RulesError
            If there is no such game, or no such rules.

        Examples
        --------
        >>> Deal.from_seed(7, "duplicate", prevalent="S").tiles_left
        (20, 21, 21, 21)
        """
        deals = Deals(1, Game.coerce(game), Rules.coerce(rules))
        deals.seeds[0] = as_seed(seed)
        if prevalent is not None:
            deals.prevalent[0] = as_wind(prevalent, "prevalent")
        deals.run(lay.START_FROM_SEED)
        return cls._of(deals, int(deals.seeds[0]))

    @classmethod
    def from_walls(
        cls, walls: npt.ArrayLike, game: Game | str = "ordinary", rules: Rules | str = "default", *,
        prevalent: WindLike = "E",
    ) -> Deal:  # fmt: skip
        """Return the deal of a wall.

        Parameters
        ----------
        walls : (144,), (136,) or (4, 34) array of tile codes
            A shared wall from its front, flowers as 34..41, replacements taken from its end; or the four personal
            walls, each in the order in which the seat draws. `shared_wall` and `personal_walls` make them.
        game, rules
            As for `from_seed`.
        prevalent : Wind
            The prevalent wind.

        Returns
        -------
        Deal

        Raises
        ------
        InputError
            If the shape or dtype is wrong.
        DealError
            If the tiles are not those of a set.

        Examples
        --------
        >>> from fastmcr.play import wall_from_seed
        >>> wall, prevalent = wall_from_seed(7)
        >>> Deal.from_walls(wall, prevalent=prevalent) == Deal.from_seed(7)
        True
        """
        deals = Deals(1, Game.coerce(game), Rules.coerce(rules))
        wall = as_walls(walls, deals.game, many=False)[0]
        deals.state[0, lay.WALL : lay.WALL + len(wall)] = wall
        deals.prevalent[0] = as_wind(prevalent, "prevalent")
        deals.run(lay.START_FROM_WALL)
        return cls._of(deals)

    @classmethod
    def from_state(cls, state: npt.ArrayLike, game: Game | str = "ordinary", rules: Rules | str = "default") -> Deal:
        """Return a deal that goes on from a saved state.

        Parameters
        ----------
        state : (768,) uint8
            `Deal.state`, or a row of `DealBatch.state`, played under the same game and rules.
        game, rules
            As for `from_seed`.

        Returns
        -------
        Deal

        Raises
        ------
        InputError
            If it is no such array.
        DealError
            If no deal can be in this state.

        Examples
        --------
        >>> deal = Deal.from_seed(7)
        >>> Deal.from_state(deal.state) == deal
        True
        """
        from .states import check_states

        deals = Deals(1, Game.coerce(game), Rules.coerce(rules))
        deals.state[:] = check_states(as_array("state", state)[None], deals.game)
        deals.run(lay.REFRESH)
        return cls._of(deals)

    def copy(self) -> Deal:
        """Return an independent copy, its history included.

        Examples
        --------
        >>> deal = Deal.from_seed(7)
        >>> deal.copy() == deal
        True
        """
        copied = Deal._of(copy.copy(self._deals), self.seed)
        copied._history = list(self._history)
        return copied

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Deal:
        return self.copy()

    # What lies where

    def _slot(self, column: int) -> int:
        return int(self._deals.state[0, column])

    def _seat_slot(self, seat: int, column: int) -> int:
        return int(self._deals.state[0, lay.BLOCK_BYTES * seat + column])

    def _tile_slot(self, column: int) -> Tile | None:
        value = self._slot(column)
        return None if value == lay.NONE else TILES[value]

    @property
    def state(self) -> npt.NDArray[np.uint8]:
        """The state, (768,) uint8, a copy; ``kernels/layout/play.py`` draws it slot by slot."""
        state: npt.NDArray[np.uint8] = self._deals.state[0].copy()
        return state

    @property
    def history(self) -> tuple[tuple[Wind, Action], ...]:
        """The actions taken with this object."""
        return tuple(self._history)

    @property
    def prevalent(self) -> Wind:
        """The prevalent wind."""
        return WINDS[self._slot(lay.PREVALENT)]

    @property
    def has_wins(self) -> bool:
        """Whether wins are scored and offered."""
        return bool(self._deals.options[lay.OPT_WINS])

    @property
    def phase(self) -> str:
        """``after a draw``, ``must discard``, ``claims on a discard``, ``robbing a kong`` or ``ended``."""
        return PHASES[self._slot(lay.PHASE)]

    @property
    def ended(self) -> bool:
        """Whether the deal has ended."""
        return bool(self._slot(lay.PHASE) == lay.ENDED)

    @property
    def turn(self) -> Wind:
        """Whose turn it is: who drew, discarded or made a kong last."""
        return WINDS[self._slot(lay.TURN)]

    @property
    def actor(self) -> Wind | None:
        """Who is asked now; None when the deal has ended."""
        seat = self._slot(lay.ACTOR)
        return None if seat == lay.NONE else WINDS[seat]

    @property
    def drawn(self) -> Tile | None:
        """The tile that the player in turn has just drawn."""
        return self._tile_slot(lay.DRAWN)

    @property
    def offer(self) -> Tile | None:
        """The discard, or tile of a promoted kong, that the others are asked about."""
        return self._tile_slot(lay.OFFER) if self._slot(lay.PHASE) in (lay.CLAIMS, lay.ROBBING) else None

    @property
    def last_of_wall(self) -> bool:
        """Whether a win now counts Last Tile Draw or Last Tile Claim, and only hu may be declared."""
        return bool(self._slot(lay.LAST))

    @property
    def tiles_left(self) -> int | tuple[int, int, int, int]:
        """Tiles left in the shared wall, or in each personal wall."""
        if self.game.personal:
            east, south, west, north = (lay.PERSONAL - self._slot(lay.TAKEN + seat) for seat in range(4))
            return east, south, west, north
        return self._slot(lay.BACK) - self._slot(lay.FRONT)

    def hand(self, seat: WindLike) -> tuple[Tile, ...]:
        """Return the concealed tiles of a seat, ascending, the drawn one included.

        Examples
        --------
        >>> len(Deal.from_seed(7).hand("South"))
        13
        """
        place = int(as_wind(seat, "seat"))
        counts = self._deals.state[0, lay.BLOCK_BYTES * place : lay.BLOCK_BYTES * place + layout.KINDS]
        return tuple(tile for tile in TILES for _ in range(int(counts[tile])))

    def melds(self, seat: WindLike) -> tuple[Meld, ...]:
        """Return the melds of a seat in the order in which they were laid down, with their sources.

        Examples
        --------
        >>> Deal.from_seed(7).melds("S")
        ()
        """
        place = int(as_wind(seat, "seat"))
        melds = []
        for k in range(self._seat_slot(place, lay.MELD_COUNT)):
            kind, tile = divmod(self._seat_slot(place, lay.MELDS + k) - 1, layout.KINDS)
            melds.append(Meld(MeldKind(kind), tile, self._seat_slot(place, lay.SOURCES + k)))
        return tuple(melds)

    def flowers(self, seat: WindLike) -> str:
        """Return the flowers of a seat as letters a..h.

        Examples
        --------
        >>> Deal.from_seed(7).flowers("E")
        ''
        """
        mask = self._seat_slot(int(as_wind(seat, "seat")), lay.FLOWERS)
        return "".join(letter for k, letter in enumerate("abcdefgh") if mask >> k & 1)

    def is_dead(self, seat: WindLike) -> bool:
        """Return whether the hand of a seat is dead after a false hu: it draws and discards, and nothing else.

        Examples
        --------
        >>> Deal.from_seed(7).is_dead("E")
        False
        """
        return bool(self._seat_slot(int(as_wind(seat, "seat")), lay.DEAD))

    @property
    def discards(self) -> tuple[Discarded, ...]:
        """All discards in order, those claimed included."""
        return tuple(self._discarded(place) for place in range(self._slot(lay.DISCARD_COUNT)))

    def _discarded(self, place: int) -> Discarded:
        entry, marks = self._slot(lay.DISCARDS + place), self._slot(lay.MARKS + place)
        claimed = marks >> 1 & 7
        return Discarded(
            WINDS[entry >> 6],
            TILES[entry & 63],
            bool(marks & lay.MARK_DRAWN),
            WINDS[claimed - 1] if claimed else None,
            bool(marks & lay.MARK_WON),
        )

    def river(self, seat: WindLike) -> tuple[Tile, ...]:
        """Return the discards of a seat in order, without those that were claimed for melds.

        Examples
        --------
        >>> deal = Deal.from_seed(7)
        >>> deal.step(deal.legal_actions[0])
        >>> deal.river("E")
        (Tile.M2,)
        """
        wind = as_wind(seat, "seat")
        return tuple(one.tile for one in self.discards if one.seat == wind and one.claimed_by is None)

    def observe(self, seat: WindLike | None = None) -> Observations:
        """Return what one seat sees as arrays with one row, as `DealBatch.observe`.

        Parameters
        ----------
        seat : Wind, optional
            By default who is asked; when the deal has ended, a row of zeros.

        Examples
        --------
        >>> int(Deal.from_seed(7).observe("S").hand.sum())
        13
        """
        from ..kernels import observe_rows

        observer = -1 if seat is None and self.actor is None else as_wind(self.actor if seat is None else seat, "seat")
        rows = np.empty((1, lay.OBSERVATION_BYTES), np.uint8)
        observe_rows(self._deals.state, np.array([observer], np.int8), rows)
        return Observations.of(rows)

    # Who may do what

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """What the seat that is asked may do, (235,) bool, a copy; all False when the deal has ended."""
        mask: npt.NDArray[np.bool_] = self._deals.mask[0].astype(np.bool_)
        return mask

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """What the seat that is asked may do."""
        return tuple(Action(int(number)) for number in np.flatnonzero(self._deals.mask[0]))

    def step(self, action: Action | int | str) -> None:
        """Let the seat that is asked do something.

        Parameters
        ----------
        action : Action, int or str
            A number 0..234, or words such as ``discard 5m``, ``chow 456m with 5m``, ``pung E``, ``pass``, ``hu``.

        Raises
        ------
        ActionError
            If it is not legal now; the text says why, and the deal is as it was.

        Examples
        --------
        >>> Deal.from_seed(7).step("hu")
        Traceback (most recent call last):
            ...
        fastmcr.errors.ActionError: E cannot declare hu: the hand is not complete with 5s
        """
        wanted = Action(action)
        actor = self.actor
        if actor is None or self._deals.step(np.array([wanted], np.int16), strict=True):
            raise ActionError(self.explain(wanted) or f"{wanted} is not legal")
        self._history.append((actor, wanted))

    def declare_hu(self, seat: WindLike | None = None) -> None:
        """Declare a hu that is not valid; the hand is dead from now on and play goes on.

        It may be on the tile just drawn, on the tile on offer, or on the last discard as long as nothing followed but
        the next player's draw or the end of the wall.

        Parameters
        ----------
        seat : Wind, optional
            Who declares; by default who is asked.

        Raises
        ------
        ActionError
            If the seat cannot declare hu now, or its hu is valid: then it is an action.

        Examples
        --------
        >>> deal = Deal.from_seed(7)
        >>> deal.declare_hu("E")
        >>> deal.is_dead("E"), deal.false_hus[0].imps
        (True, 8)
        """
        wind = self._seat_of(seat)
        if wind is None or self._deals.run(lay.DECLARE_HU, np.array([wind], np.int16)):
            raise ActionError(self.why_no_false_hu(wind))

    def _seat_of(self, seat: WindLike | None) -> Wind | None:
        return self.actor if seat is None else as_wind(seat, "seat")

    def why_no_false_hu(self, seat: int | None) -> str:
        """Say why a seat cannot declare a false hu now.

        Parameters
        ----------
        seat : int or None
            0..3; any other value is explained too.

        Examples
        --------
        >>> Deal.from_seed(7).why_no_false_hu(1)
        'S cannot declare hu: no tile of another is on offer'
        """
        if seat is None or not 0 <= seat <= 3:
            return "the deal has ended" if seat is None else f"no seat has number {seat}; a seat is 0..3"
        wind = WINDS[seat]
        may = self._seat_slot(seat, lay.OPTIONS)
        offered = self.offer is not None and seat != self.turn
        if offered and may and not self._slot(lay.TO_ASK) >> seat & 1:
            return f"{wind} has answered already"
        if may & lay.MAY_HU and (offered or seat == self.turn) and not self.ended:
            return f"the hu of {wind} is valid: it is an action, taken when {wind} is asked"
        offer = self._tile_slot(lay.OFFER)
        if offer is not None and (self.ended or seat != self.turn):
            if self._slot(lay.DISCARDS + self._slot(lay.DISCARD_COUNT) - 1) >> 6 == seat:
                return f"{wind} cannot declare hu on the own discard"
            return f"{wind} could have won on {offer} and let it go: that is no false hu"
        return f"{wind} cannot declare hu: no tile of another is on offer" if not self.ended else "the deal has ended"

    def explain(self, action: Action | int | str, seat: WindLike | None = None) -> str | None:
        """Say why an action is not legal now.

        Parameters
        ----------
        action : Action, int or str
            As for `step`.
        seat : Wind, optional
            Who would act; by default who is asked.

        Returns
        -------
        str or None
            None if it is legal.

        Raises
        ------
        ActionError
            If there is no such action.

        Examples
        --------
        >>> deal = Deal.from_seed(7)
        >>> deal.explain("pung E"), deal.explain("discard 3m", seat="S")
        ('E cannot claim: no discard is on offer', 'E is asked, not S')
        """
        reason: str | None = view(self, "objection", Action(action), None if seat is None else as_wind(seat, "seat"))
        return reason

    def conditions(self, seat: WindLike) -> int:
        """Return the condition bits that a win of a seat would have now, as in `HandBatch`.

        Parameters
        ----------
        seat : Wind
            The player in turn wins on the drawn tile, another on the tile on offer.

        Examples
        --------
        >>> Deal.from_seed(7).conditions("E")
        1
        """
        robbing = self._slot(lay.PHASE) == lay.ROBBING
        bits = WALL_LAST if self.last_of_wall else 0
        tile = self._slot(lay.OFFER)
        open_copies = 3 if robbing else 4  # a discard on offer lies open itself
        if as_wind(seat, "seat") == self.turn:
            bits |= SELF_DRAWN | (REPLACEMENT if self._slot(lay.AFTER_KONG) else 0)
            tile, open_copies = self._slot(lay.DRAWN), 3
        elif robbing:
            bits |= ROBBED_KONG
        if tile != lay.NONE and self._slot(lay.SEEN + tile) == open_copies:
            bits |= LAST_TILE
        return bits

    # How it ended

    @property
    def false_hus(self) -> tuple[FalseHu, ...]:
        """The false hus so far, by seat."""
        found = []
        for seat in range(4):
            for k, sort in enumerate(SORTS):
                times = self._seat_slot(seat, lay.FALSE_COMPLETE + k)
                if times:
                    found.append(FalseHu(WINDS[seat], sort, times))
        return tuple(found)

    def winning_hand(self, seat: WindLike, win: Tile, conditions: int) -> Hand:
        """Return the hand of a seat with a tile that is not among its concealed ones.

        Parameters
        ----------
        seat : Wind
        win : Tile
        conditions : int
            Bits of `HandBatch`: 1 self-drawn, 2 last of its kind, 4 of the wall, 8 replacement, 16 robbed kong.
        """
        wind = as_wind(seat, "seat")
        concealed = list(self.hand(wind))
        if conditions & SELF_DRAWN:
            concealed.remove(win)
        return Hand(
            concealed,
            self.melds(wind),
            win,
            prevalent=self.prevalent,
            seat=wind,
            self_drawn=bool(conditions & SELF_DRAWN),
            last_tile=bool(conditions & LAST_TILE),
            wall_last=bool(conditions & WALL_LAST),
            replacement=bool(conditions & REPLACEMENT),
            robbed_kong=bool(conditions & ROBBED_KONG),
            flowers=len(self.flowers(wind)),
        )

    @property
    def result(self) -> DealResult | None:
        """How the deal ended, None while it goes on."""
        if not self.ended:
            return None
        from ..scoring.score import score

        payer = self._slot(lay.PAYER)
        start = self.turn
        winners = self._slot(lay.WINNERS)
        tile = self._tile_slot(lay.WIN_TILE)
        wins = []
        for step in range(1, 5):
            seat = WINDS[(start + step) % 4]
            if winners >> seat & 1 and tile is not None:
                hand = self.winning_hand(seat, tile, self._slot(lay.WIN_CONDITIONS))
                wins.append(Win(seat, hand, score(hand, self.rules)))
        false = self.false_hus
        penalties, imps = [0, 0, 0, 0], [0, 0, 0, 0]
        for one in false:
            if self.game.payments == "duplicate":
                imps[one.seat] -= one.imps
            else:
                for seat in WINDS:
                    penalties[seat] += one.points_each * (-3 if seat == one.seat else 1)
        return DealResult(
            ENDINGS[self._slot(lay.ENDING)],
            tuple(wins),
            None if payer == lay.NONE else WINDS[payer],
            tile,
            _four(self._deals.scores[0].tolist()),
            false,
            _four(penalties),
            _four(imps),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        same = self.game == other.game and self.rules == other.rules
        return same and bool((self._deals.state == other._deals.state).all())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        origin = "" if self.seed is None else f" {self.seed}"
        return f"<Deal{origin} ({self.game}), {self.phase}, {len(self.discards)} discards>"


def _four(values: list[int]) -> tuple[int, int, int, int]:
    east, south, west, north = values
    return east, south, west, north
