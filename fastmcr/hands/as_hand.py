"""A hand as functions of one winning hand take it: a `Hand` or a hand string, and keywords that say how it was won."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import InputError, shown
from .hand import Hand, _to_text, hand_of_text
from .how_won import NO_TAILS, tails_of, with_keywords
from .notation import parse_hand

__all__ = ["as_hand", "reworded"]


def as_hand(given: object, keywords: Mapping[str, object]) -> Hand:
    """Return a hand with what the keywords add to it.

    Parameters
    ----------
    given : Hand or str
        The hand.
    keywords : mapping
        As for `with_keywords`, None where not given.

    Returns
    -------
    Hand

    Raises
    ------
    McrError
        As `Hand.parse` and `with_keywords` do.

    Examples
    --------
    >>> print(as_hand("123456789m1155p5p", {"self_drawn": True, "flowers": 2}))
    123456789m1155p5p|EE1000|2
    """
    if isinstance(given, str):
        if all(value is None for value in keywords.values()):
            return Hand.parse(given)
        return hand_of_text(with_keywords(parse_hand(given), tails_of(given), keywords))
    if isinstance(given, Hand):
        return reworded(given, None, keywords)
    raise InputError(f"a hand is a Hand or a hand string, not {shown(given)}")


def reworded(hand: Hand, text: object, keywords: Mapping[str, object]) -> Hand:
    """Return a hand as keywords say; what its hand string says, if it was one, must not differ."""
    if all(value is None for value in keywords.values()):
        return hand
    tails = tails_of(text) if isinstance(text, str) else NO_TAILS
    return hand_of_text(with_keywords(_to_text(hand), tails, keywords))
