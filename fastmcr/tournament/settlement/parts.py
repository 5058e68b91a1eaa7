"""What a settlement is made of: the numbers of the rules, values, wins, false hu and payments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ...rulebook.tiles import Wind

if TYPE_CHECKING:
    from ...scoring.score import Score

MINIMUM = 8  # points without flowers that a win needs, where nothing else is said (ruling A41)

MultipleWinners: TypeAlias = Literal["nearest", "all"]
Variant: TypeAlias = Literal["cross-pay", "no-cross-pay"]
OrdinaryFalseHu: TypeAlias = Literal["below-minimum", "wrong-tile", "ready", "one-short", "two-short"]
DuplicateFalseHu: TypeAlias = Literal["structure", "no-structure"]
FalseHuKind: TypeAlias = OrdinaryFalseHu | DuplicateFalseHu
Four: TypeAlias = tuple[int, int, int, int]


class FalseHuRule(NamedTuple):
    """What one kind of false hu costs."""

    cost: int
    """Points to each opponent, or IMP in duplicate; 0 for a disqualification."""
    meaning: str


FALSE_HU_ORDINARY: Mapping[str, FalseHuRule] = {
    "below-minimum": FalseHuRule(10, "a complete hand below the minimum"),  # R98 Art. 14.6 (1)
    "wrong-tile": FalseHuRule(10, "a ready hand, called on a wrong tile"),  # (3)
    "ready": FalseHuRule(10, "a ready hand: below the minimum, or on a wrong tile"),  # (1) or (3)
    "one-short": FalseHuRule(20, "one tile short of ready"),  # (2)
    "two-short": FalseHuRule(0, "two or more tiles short of ready: disqualification"),  # (4)
}
"""False hu in ordinary MCR (rules of 1998, Art. 14.6): points paid to each opponent."""
FALSE_HU_DUPLICATE: Mapping[str, FalseHuRule] = {
    "structure": FalseHuRule(4, "a complete hand below the minimum"),
    "no-structure": FalseHuRule(8, "no complete hand"),
}
"""False hu in duplicate MCR (duplicate rules, Rule 6): IMP that the player loses after conversion."""

KIND_OF_COST: Mapping[int, FalseHuKind] = {10: "ready", 20: "one-short", 4: "structure", 8: "no-structure"}


class Value(NamedTuple):
    """What a hand is worth.

    Examples
    --------
    >>> Value(10, flowers=2).total
    12
    """

    points: int
    """Points without flowers: what the minimum looks at."""
    flowers: int = 0

    @property
    def total(self) -> int:
        """Points with flowers: what is paid for."""
        return self.points + self.flowers


WinLike: TypeAlias = "int | Value | Score"
FalseHuLike: TypeAlias = FalseHuKind | int


class Win(NamedTuple):
    """A win that was declared rightly."""

    seat: Wind
    value: Value
    score: Score | None = None
    """The score it was given as, if it was."""

    @property
    def total(self) -> int:
        """Points with flowers."""
        return self.value.total


class FalseHu(NamedTuple):
    """A win that was declared wrongly."""

    seat: Wind
    kind: FalseHuKind
    points_each: int
    """Points paid to each opponent; 0 in duplicate and for a disqualification."""
    imp: int
    """IMP lost after conversion; 0 in ordinary MCR."""
    disqualified: bool

    @property
    def meaning(self) -> str:
        """The kind in words."""
        return (FALSE_HU_DUPLICATE if self.imp else FALSE_HU_ORDINARY)[self.kind].meaning


class Payment(NamedTuple):
    """One end of a payment, as its seat sees it: between two seats it stands in the list of both."""

    seat: Wind
    other: Wind | None
    """The seat at the other end; None where the rules name none, as in a self-drawn win of duplicate MCR."""
    amount: int
    """Points, negative for what the seat pays."""
    cause: Literal["win", "false hu"]
    reason: str


def variant_text(duplicate: bool, multiple_winners: str, variant: str, minimum: int) -> str:
    """Return the rule variant in words: ``duplicate MCR, all winners, cross-pay, minimum 8``."""
    words = ["duplicate MCR" if duplicate else "ordinary MCR"]
    words += ["all winners", variant] if multiple_winners == "all" else ["nearest winner only"]
    return ", ".join([*words, f"minimum {minimum}"])
