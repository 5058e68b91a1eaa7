"""What a score holds: its points and fans, what makes each fan, and what does not count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..base.views import ShownAsData, data_of, html_of, view
from ..hands.hand import Hand
from ..kernels import layout
from ..rulebook.fans import Fan
from ..rulebook.rules import Rules
from ..rulebook.tiles import Tile, join_tiles
from .reading import Reading, unpacked_reading

__all__ = ["Barred", "CountedFan", "Explanation", "Note", "Parts", "Score", "Tiles"]

Tiles: TypeAlias = tuple[Tile, ...]
Parts: TypeAlias = tuple[Tiles, ...]
"""What makes a fan once: sets, a pair, or single tiles."""


class Score(ShownAsData):
    """What a win is worth, and why. Printing it shows a table.

    Attributes
    ----------
    hand : Hand
        The hand that was scored.
    rules : Rules
        The rules it was scored under.
    points : int
        Points without flowers: what the minimum looks at.

    Examples
    --------
    >>> from fastmcr import score
    >>> result = score("[EEE]123m456p789s5s5s|ES1000|2")
    >>> result.points, result.flowers, result.total, result.legal
    (12, 2, 14, True)
    >>> {str(fan): count for fan, count in result.fans.items()}
    {'Mixed Straight': 1, 'Prevalent Wind': 1, 'Single Wait': 1, 'Self-Drawn': 1, 'Flower Tiles': 2}
    """

    __slots__ = ("_flags", "_found", "_reading", "_repeats", "hand", "points", "rules")

    hand: Hand
    rules: Rules
    points: int

    def __init__(self, hand: Hand, rules: Rules, work: list[int]) -> None:
        self.hand = hand
        self.rules = rules
        # Slots of the work vector, named in kernels/scoring/pack.py.
        self.points = work[layout.SLOT_POINTS]
        self._flags = work[layout.SLOT_FLAGS0] | work[layout.SLOT_FLAGS1] << 64
        self._repeats = work[layout.SLOT_REPEATS]
        self._found = work[layout.SLOT_FOUND0] | work[layout.SLOT_FOUND1] << 64
        self._reading = work[layout.SLOT_READING]

    @property
    def flowers(self) -> int:
        """Points for flowers, outside the minimum."""
        return self.hand.flowers

    @property
    def total(self) -> int:
        """Points with flowers: what is paid for."""
        return self.points + self.hand.flowers

    @property
    def legal(self) -> bool:
        """Whether the hand reaches the minimum of the rules and may win."""
        return self.points >= self.rules.minimum

    @property
    def shortfall(self) -> int:
        """Points missing to the minimum; 0 for a legal win."""
        return max(0, self.rules.minimum - self.points)

    @property
    def fans(self) -> dict[Fan, int]:
        """The fans counted and how often, in fan order; Flower Tiles last."""
        return unpack_fans(self._flags, self._repeats)

    @property
    def found(self) -> tuple[Fan, ...]:
        """The fans of the reading before exclusion, in fan order."""
        return tuple(fan for fan in Fan if self._found >> (fan - 1) & 1)

    @property
    def reading(self) -> Reading:
        """The reading that was scored."""
        return unpacked_reading(self._reading, len(self.hand.melds))

    def explain(self, lang: str = "en") -> Explanation:
        """Say which sets make each fan, and what was barred by which fan or principle.

        Parameters
        ----------
        lang : {"en", "zh"}
            Language of the printed form.

        Returns
        -------
        Explanation
            Print it, or use its fields.

        Examples
        --------
        >>> from fastmcr import score
        >>> "Last Tile Draw" in str(score("[EEE]123m456p789s5s5s|ES1010").explain())
        True
        """
        explanation: Explanation = view(self, "explanation", lang)
        return explanation

    def to_dict(self) -> dict[str, Any]:
        """Return the score as plain data; ``fastmcr/score.schema.json`` describes it."""
        return data_of(self)

    def _repr_html_(self) -> str:
        return html_of(self)

    def __repr__(self) -> str:
        rules = "" if self.rules == Rules() else f", {self.rules!r}"
        return f"score('{self.hand}'{rules})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self.hand == other.hand and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self.hand, self.rules))


def unpack_fans(flags: int, repeats: int) -> dict[Fan, int]:
    """Return fans and counts of packed flags and repeats."""
    fans: dict[Fan, int] = {}
    left = flags
    while left:
        fan = (left & -left).bit_length()
        left &= left - 1
        place = _REPEAT_PLACE.get(fan)
        fans[FAN_OF_NUMBER[fan]] = 1 if place is None else repeats >> 4 * place & 15
    return fans


_REPEAT_PLACE = {fan: place for place, fan in enumerate(layout.REPEATABLE)}
FAN_OF_NUMBER = (None, *Fan) if not TYPE_CHECKING else tuple(Fan)


# --- explanations -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CountedFan:
    """A fan that counts, and what makes it.

    Examples
    --------
    >>> from fastmcr import score
    >>> row = score("[EEE]123m456p789s5s5s|ES1000|2").explain().fans[0]
    >>> str(row.fan), row.points, row.count, row.total, row.text
    ('Mixed Straight', 8, 1, 8, '123m 456p 789s')
    """

    fan: Fan
    points: int
    """Points for one."""
    count: int
    sets: tuple[Parts, ...]
    """For each count the sets, pair or tiles that make it; empty where the whole hand does."""

    @property
    def total(self) -> int:
        """Points for all."""
        return self.points * self.count

    @property
    def text(self) -> str:
        """The sets in the notation of hand strings."""
        return ", ".join(" ".join(map(join_tiles, group)) for group in self.sets)


class Barred(NamedTuple):
    """A fan that the hand shows and that does not count.

    Examples
    --------
    >>> from fastmcr import score
    >>> row = score("[123m][456m][789m]456p5s5s|EE0000").explain().barred[0]
    >>> str(row.fan), [str(fan) for fan in row.by], row.principle
    ('Short Straight', ['Pure Straight'], 'non-separation')
    """

    fan: Fan
    sets: Parts
    """The sets that would have made it, where it is about sets."""
    by: tuple[Fan, ...]
    """The fans that it does not count beside."""
    principle: str | None
    """"non-repeat", "non-separation", "non-identical", "account once"; None where a ruling alone says so."""
    reason: str
    reason_zh: str
    source: str
    """The fan of the rules and the ruling."""


class Note(NamedTuple):
    """A remark on the score: a ruling that was applied, or something assumed.

    Examples
    --------
    >>> from fastmcr import score
    >>> [note.text for note in score("[EEEE]123m456p789s5s5s|ES1000").explain().notes]
    ['[EEEE] is a concealed kong; a claimed one is written [EEEE,1]']
    """

    ruling: str | None
    """The ruling, by id."""
    text: str
    text_zh: str


@dataclass(frozen=True, slots=True)
class Explanation(ShownAsData):
    """A score with what does not count. Print it, or use its fields.

    Attributes
    ----------
    score : Score
        What is explained.
    lang : str
        Language of the printed form, "en" or "zh".
    fans : tuple of CountedFan
        The fans that count, with the sets that make each.
    barred : tuple of Barred
        The fans that do not, by which fan or principle.
    notes : tuple of Note
        Rulings that decided something, and what was assumed.

    Examples
    --------
    >>> from fastmcr import score
    >>> why = score("[EEE]123m456p789s5s5s|ES1010").explain()
    >>> [(str(row.fan), row.reason) for row in why.barred]
    [('Pung of Terminals or Honors', 'the same set is counted once'), ('Self-Drawn', 'it is a win on a draw')]
    """

    score: Score
    lang: str
    fans: tuple[CountedFan, ...]
    barred: tuple[Barred, ...]
    notes: tuple[Note, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the score as plain data with ``barred`` and ``notes``; ``fastmcr/score.schema.json`` describes it."""
        return data_of(self)

    def __repr__(self) -> str:
        """Return the score and the language."""
        return f"explain({self.score!r}, {self.lang!r})"

    def _repr_html_(self) -> str:
        return html_of(self)
