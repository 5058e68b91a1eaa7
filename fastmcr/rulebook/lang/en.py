"""The rulebook in English."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["PRINCIPLES", "REASONS", "SOURCE_WORDS"]

REASONS: Mapping[str, str] = {
    "four-wind-sets": "its four sets are the four winds",
    "dragons-counted-whole": "its three dragon sets are counted whole",
    "at-most-two-suits": "at most two suits fit in, one is always lacking",
    "green-is-one-suit-and-honors": "green tiles are of one suit and honors by themselves",
    "concealed-one-suit": "it is concealed and of one suit by definition",
    "holds-both-triplets-of-ends": "its shape holds 111 and 999",
    "one-pung-of-ends-is-its-shape": "one pung of terminals is part of its shape, the other one counts",
    "concealed-by-definition": "it is concealed by definition; a draw adds Self-Drawn only",
    "four-kongs-counted-whole": "four kongs are pungs, are counted whole and leave a single tile to wait on",
    "kongs-concealed-or-not": "the kongs are counted whole, concealed or not",
    "seven-pairs-of-one-suit": "it is seven pairs of one suit",
    "barred-by-the-list-of-1998": "the list of 1998 bars it by name",
    "thirteen-kinds": "its thirteen kinds are all of these",
    "only-ones-and-nines": "1s and 9s alone are all of these",
    "four-pungs-of-two-ranks": "of four pungs of two ranks two always share one",
    "six-kinds-in-seven-pairs": "seven pairs of six kinds of tiles always hold four alike",
    "three-wind-pungs": "three of its winds are pungs",
    "two-dragon-pungs": "two of its dragons are pungs",
    "honors-only-sets": "honors make no chows, and every set is one of honors",
    "concealed-pungs-are-the-hand": "four concealed pungs are the whole hand",
    "pairs-of-four-chows": "it is four chows and a pair of one suit, made of pairs",
    "four-chows-used-up": "its four chows are used up",
    "chow-four-times": "four identical chows hold each of their tiles four times",
    "four-chows-not-pungs": "its four chows are used up and are not read as pungs",
    "four-shifted-pungs": "its four sets are shifted pungs",
    "pungs-not-chows": "its pungs are not read as chows",
    "three-shifted-chows": "three of its chows are shifted",
    "three-kongs-counted-whole": "three kongs are counted whole",
    "ends-and-honors-only-sets": "terminals and honors alone make no chows, and every set is one of them",
    "concealed-and-waits-on-a-pair": "it is concealed and waits on a pair by definition",
    "its-tiles": "its tiles are all of these",
    "pungs-of-even-ranks": "pungs of even ranks are all of these",
    "one-suit-no-honors": "one suit has no honors",
    "two-chows-not-apart": "two of its chows are not taken apart",
    "chows-not-pungs": "its chows are not read as pungs",
    "above-five": "7-8-9 lie within 6-7-8-9",
    "four-to-six-are-simples": "4-5-6 are simples",
    "below-five": "1-2-3 lie within 1-2-3-4",
    "chows-and-suit-pair": "it is four chows and a suit pair",
    "fives-are-simples": "a set with a 5 is of simples",
    "two-pungs-not-apart": "two of its pungs are not taken apart",
    "three-hold-two": "three are more than two",
    "ranks-no-honors": "ranks have no honors",
    "winds-counted-whole": "its three wind sets are counted whole; a pung of terminals beside them counts",
    "no-reversible-characters": "no character tile is reversible",
    "fourth-chow-joins-once": "two of its chows are not taken apart; the fourth chow may join once",
    "win-on-a-draw": "it is a win on a draw",
    "robbed-pung-has-the-others": "the other three tiles lie in the robbed pung",
    "concealed-kongs-are-pungs": "both kongs are concealed pungs, and two are more than one",
    "four-exposed-sets": "four exposed sets leave one tile to wait on",
    "both-dragons-counted-whole": "both dragon sets are counted whole",
    "two-hold-one": "two are more than one",
    "set-counted-once": "the same set is counted once",
    "all-chows-no-honors": "chows and a suit pair have no honors",
    "simples-no-honors": "simples have no honors",
    "both-kongs-counted": "it counts both kongs",
}
"""Why a fan does not count beside another; by the ids of `fastmcr.rulebook.fans.Exclusion.why`."""

PRINCIPLES: Mapping[str, str] = {
    "non-repeat": "non-repeat",
    "non-separation": "non-separation",
    "non-identical": "non-identical",
    "account once": "account once",
}

SOURCE_WORDS: Mapping[str, str] = {}
"""What stands in the source of a fan, a ruling or a principle."""
