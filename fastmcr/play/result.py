"""How a deal ended: who won what, who pays whom; and the discards and false hus on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..hands.hand import Hand
from ..kernels.layout import play as lay
from ..rulebook.tiles import Tile, Wind

if TYPE_CHECKING:
    from ..scoring.score import Score

__all__ = ["DealResult", "Discarded", "FalseHu", "Win"]

ENDINGS = {
    lay.DRAW: "drawn deal",
    lay.SELF_DRAWN_WIN: "self-drawn win",
    lay.DISCARD_WIN: "win by discard",
    lay.ROBBED_WIN: "win by robbing a kong",
    lay.FLOWER_DRAW: "drawn deal: the last tile of the wall was a flower",
}
SORTS = ("complete", "ready", "other")
_FALSE_WORDS = {
    "complete": "a complete hand below the minimum",
    "ready": "a ready hand, on a tile that does not win",
    "other": "a hand that was not ready",
}


@dataclass(frozen=True, slots=True)
class Discarded:
    """One discard.

    Attributes
    ----------
    seat : Wind
        Who discarded it.
    tile : Tile
        The tile.
    drawn : bool
        Whether a tile of this kind had just been drawn.
    claimed_by : Wind or None
        Who claimed it for a meld.
    won : bool
        Whether somebody won on it.
    """

    seat: Wind
    tile: Tile
    drawn: bool
    claimed_by: Wind | None
    won: bool


@dataclass(frozen=True, slots=True)
class FalseHu:
    """Hus of one seat that were not valid, of one sort.

    Attributes
    ----------
    seat : Wind
        Who declared.
    sort : str
        ``complete``: a complete shape below the minimum; ``ready``: another ready hand; ``other``.
    times : int
        How often.
    """

    seat: Wind
    sort: str
    times: int

    @property
    def structure(self) -> bool:
        """Whether the hand was a complete shape (4 IMP instead of 8 in duplicate)."""
        return self.sort == "complete"

    @property
    def imps(self) -> int:
        """IMP lost in duplicate play."""
        return self.times * int(lay.FALSE_HU_IMP[SORTS.index(self.sort)])

    @property
    def points_each(self) -> int:
        """Points paid to each opponent in ordinary play (R98 14.6); of two tiles short or more a judge decides."""
        return self.times * int(lay.FALSE_HU_EACH[SORTS.index(self.sort)])

    def __str__(self) -> str:
        """Return one line."""
        times = "" if self.times == 1 else f" ({self.times} times)"
        return f"false hu of {self.seat.english}{times}: {_FALSE_WORDS[self.sort]}"


@dataclass(frozen=True, slots=True)
class Win:
    """One winner.

    Attributes
    ----------
    seat : Wind
        Who won.
    hand : Hand
        The hand with its winning tile, melds with sources, conditions and flowers.
    score : Score
        Its fans and points.
    """

    seat: Wind
    hand: Hand
    score: Score

    def __str__(self) -> str:
        """Return one line."""
        fans = ", ".join(f"{fan}{f' x{count}' if count > 1 else ''}" for fan, count in self.score.fans.items())
        return f"{self.seat.english} wins {self.score.total} points with {self.hand}: {fans}"


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended.

    Attributes
    ----------
    ending : str
        In words: ``drawn deal``, ``self-drawn win``, ``win by discard``, ``win by robbing a kong``, or ``drawn deal:
        the last tile of the wall was a flower``.
    wins : tuple of Win
        The winners in turn order after the player who gave the tile.
    payer : Wind or None
        Who discarded the tile or made the kong.
    win_tile : Tile or None
        The winning tile.
    scores : tuple of four int
        Points by seat, without penalties. Their sum is 0, but for a self-drawn win under duplicate payments.
    false_hus : tuple of FalseHu
        False hus, by seat.
    penalties : tuple of four int
        Ordinary payments: points that false hus cost and bring, by seat. Duplicate payments: zeros.
    imps : tuple of four int
        Duplicate payments: IMP lost for false hus, by seat, to be taken off after conversion. Ordinary: zeros.
    """

    ending: str
    wins: tuple[Win, ...]
    payer: Wind | None
    win_tile: Tile | None
    scores: tuple[int, int, int, int]
    false_hus: tuple[FalseHu, ...]
    penalties: tuple[int, int, int, int]
    imps: tuple[int, int, int, int]

    @property
    def winners(self) -> tuple[Wind, ...]:
        """Who won."""
        return tuple(win.seat for win in self.wins)

    @property
    def drawn(self) -> bool:
        """Whether nobody won."""
        return not self.wins

    def __str__(self) -> str:
        """Return the result in words, several lines."""
        head = self.ending if self.payer is None else f"{self.ending} of {self.payer.english}"
        lines = [head, *map(str, self.wins)]
        if self.wins:
            lines.append("points: " + _by_seat(self.scores))
        lines += map(str, self.false_hus)
        if any(self.penalties):
            lines.append("penalties: " + _by_seat(self.penalties))
        if any(self.imps):
            lines.append("penalties in IMP: " + _by_seat(self.imps))
        return "\n".join(lines)


def _by_seat(values: tuple[int, ...]) -> str:
    return ", ".join(f"{wind} {value:+d}" if value else f"{wind} 0" for wind, value in zip("ESWN", values, strict=True))
