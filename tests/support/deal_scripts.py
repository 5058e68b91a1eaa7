"""Deals made by hand for what records seldom show, each with its outcome worked out from the rules.

Duplicate play has personal walls, ordinary play the wall of 144. The outcome names winners with points (flowers aside)
and total, fans that must and must not be among theirs, scores and walls; "5.1" is the state machine of duplicate play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from deals import personal_walls, shared_wall

LAST_TILE_DRAW, LAST_TILE_CLAIM, REPLACEMENT, ROBBING, FULLY_CONCEALED, LAST_TILE = 44, 45, 46, 47, 56, 58
CONCEALED_HAND, CONCEALED_KONG, MELDED_KONG, CLOSED_WAIT, SELF_DRAWN, FLOWER_TILES = 62, 67, 74, 78, 80, 81


@dataclass(frozen=True)
class Script:
    """A deal, the moves that matter, and how it must end."""

    kind: str  # "personal" or "shared"
    walls: Sequence[Any]
    moves: tuple[str, ...]
    ends: str = "draw"
    winners: tuple[tuple[int, int, int], ...] = ()  # seat, points, total
    discarder: int | None = None
    scores: tuple[int, ...] = (0, 0, 0, 0)
    has: tuple[int, ...] = ()
    lacks: tuple[int, ...] = ()
    left: tuple[int, ...] | None = None  # tiles in the walls at the end
    false_hus: tuple[tuple[int, bool, int | None], ...] = ()  # seat, structure, IMP
    multiple_winners: str = "all"


def duplicate(
    moves: Sequence[str],
    hands: Sequence[str] = (),
    draws: Sequence[str] = (),
    last: Sequence[str] = (),
    **outcome: Any,
) -> Script:
    """Script with personal walls."""
    return Script("personal", personal_walls(hands, draws, last), tuple(moves), **outcome)


def ordinary(moves: Sequence[str], hands: Sequence[str], wall: dict[str, Any], **outcome: Any) -> Script:
    """Script with the wall of 144."""
    return Script("shared", shared_wall(hands, **wall), tuple(moves), **outcome)


# Waits for 5p alone: All Chows 2, Single Wait 1 and, on a discard, Concealed Hand 2; on a draw Fully Concealed Hand 4.
POOR = "123m 678m 789p 345s 5p"
# The same by Closed Wait.
CLOSED = "123m 678m 46p 345s 22s"
# Closed Wait 1, Concealed Hand 2.
HONORS = "123s 678s 46p 345m EE"
# Seven Pairs 24.
PAIRS = "11m33m77s22p88pSS 5p"
# Mixed Straight 8, All Chows 2, Closed Wait 1, Concealed Hand 2; on a draw Fully Concealed Hand 4.
STRAIGHT = "123m 46p 789s 22m 678m"
# Mixed Straight 8, Closed Wait 1, Concealed Hand 2, Pung of Terminals or Honors 1, for any seat but North.
STRAIGHT_NORTH = "123s 46p 789m 44s NNN"
# With the kong and 5p: Single Wait 1, No Honors 1, Pung of Terminals or Honors 1; concealed, on a draw, Concealed Kong
# 2 and Fully Concealed Hand 4; claimed Melded Kong 1.
KONG = "111m 678m 789p 345s 5p"
# Of no use to anyone; the second for East with 14 tiles.
DULL = "148m 288p 9s ESWNCF"
DULL_14 = "148m 288p 9s SWNCFPE"

LAST = {
    # 84 draws, the last one North's.
    "draw of the deal": duplicate([], left=(0, 0, 0, 0)),
    # 7 points; for North's first 5p that is all they are.
    "last tile drawn": duplicate(
        ["N hu"], ["", "", "", POOR], ["", "", "", "5p"], ["", "", "", "5p"],
        ends="self-drawn", winners=((3, 15, 15),), scores=(-13, -13, -13, 39), left=(0, 0, 0, 0),
        has=(LAST_TILE_DRAW, FULLY_CONCEALED), lacks=(SELF_DRAWN, LAST_TILE_CLAIM),
    ),
    # 5 points and 8; South may not pung the tile.
    "last tile claimed": duplicate(
        ["W hu"], ["", "55p 147m 28s ESWNCF", POOR], [], ["", "", "", "5p"],
        ends="discard", winners=((2, 13, 13),), discarder=3, scores=(-8, -8, 37, -21), left=(0, 0, 0, 0),
        has=(LAST_TILE_CLAIM, CONCEALED_HAND), lacks=(LAST_TILE_DRAW,),
    ),
    "last tile claimed by three": duplicate(
        ["E hu", "S hu", "W hu"], [CLOSED, HONORS, "789m 345m 46p 678s 99s", "5p" + DULL[:-1]], [], ["", "", "", "5p"],
        ends="discard", winners=((0, 13, 13), (1, 11, 11), (2, 13, 13)), discarder=3, scores=(21, 19, 21, -61),
        has=(LAST_TILE_CLAIM,), left=(0, 0, 0, 0),
    ),
    # North pungs East's last tile: East's wall is empty, so North's discard is the last.
    "last tile by pung, claimed": duplicate(
        ["N pung C", "N discard 5p", "W hu"], ["C", "", POOR, "5p CC 147m 28s ESNNF"], [], ["C"],
        ends="discard", winners=((2, 13, 13),), discarder=3, scores=(-8, -8, 37, -21),
        has=(LAST_TILE_CLAIM,), left=(0, 1, 1, 1),
    ),
    # The same; South holds a pair of the discard and may not pung it, East may not chow it.
    "last tile by pung, draw": duplicate(
        ["N pung C", "N discard 5p"], ["46p", "55p 147m 28s ESWNCF", "", "5p CC 147m 28s ESNNF"], [], ["C"],
        left=(0, 1, 1, 1),
    ),
    # North chows West's last tile, again with East's wall empty.
    "last tile by chow, claimed": duplicate(
        ["N chow 678p 6p", "N discard 5p", "W hu"],
        ["666p", "", POOR, "5p 78p 147m 9s ESNNCF"], [], ["", "", "6p"],
        ends="discard", winners=((2, 13, 13),), discarder=3, scores=(-8, -8, 37, -21),
        has=(LAST_TILE_CLAIM,), left=(0, 0, 0, 1),
    ),
    # North kongs East's last tile and wins on the replacement: 4 points, 8 and 8.
    "last tile by kong, drawn": duplicate(
        ["N kong 1m", "N hu"], ["", "", "", KONG], [], ["1m", "", "", "5p"],
        ends="self-drawn", winners=((3, 20, 20),), scores=(-15, -15, -15, 44), left=(0, 1, 1, 0),
        has=(LAST_TILE_DRAW, REPLACEMENT, MELDED_KONG), lacks=(SELF_DRAWN,),
    ),
    # East's kong emptied his wall a turn early: on his twentieth turn North may not kong, with a tile of his own left.
    "no kong on the last turn": duplicate(
        ["E concealed 1m"], ["1111m", "", "", "999p 258m 28s ESWNC"], [], ["", "", "", "9p E"], left=(0, 1, 1, 1),
    ),
    # South's kong emptied his wall early: he may kong neither his four 9m nor West's 1s, but he may pung it.
    "no kong with an empty wall": duplicate(
        ["S concealed 1m", "S pung 1s"], ["", "1111m 999m 111s 345p"], [], ["", "9m", "1s E"], left=(0, 0, 0, 1),
    ),
}  # fmt: skip

PUNG_OF_5P = ("E pung 5p", "E discard 9m", "E promote 5p")
KONG_MAKER = "55p 9m 14s 28m SWNCFP"
KONGS = {
    "robbed kong": duplicate(
        [*PUNG_OF_5P, "W hu"], [KONG_MAKER, "", CLOSED], ["E5p", "", "", "5p"],
        ends="robbed kong", winners=((2, 13, 13),), discarder=0, scores=(-21, -8, 37, -8),
        has=(ROBBING,), lacks=(LAST_TILE, SELF_DRAWN), left=(19, 19, 19, 19),
    ),
    "robbed kong, two winners": duplicate(
        [*PUNG_OF_5P, "S hu", "W hu"], [KONG_MAKER, HONORS, CLOSED], ["W5p", "", "", "5p"],
        ends="robbed kong", winners=((1, 11, 11), (2, 13, 13)), discarder=0, scores=(-40, 27, 29, -16), has=(ROBBING,),
    ),
    "robbed kong, the nearest of two": duplicate(
        [*PUNG_OF_5P, "S hu", "W hu"], [KONG_MAKER, HONORS, CLOSED], ["W5p", "", "", "5p"],
        ends="robbed kong", winners=((1, 11, 11),), discarder=0, scores=(-19, 35, -8, -8), multiple_winners="nearest",
    ),
    # West passes. Replacement 8, Melded Kong, Single Wait and One Voided Suit 1 each.
    "promoted kong, win on the replacement": duplicate(
        [*PUNG_OF_5P, "E hu"], ["55p 9m 123m 678m 789p N", "", CLOSED], ["E5pN", "", "", "5p"],
        ends="self-drawn", winners=((0, 11, 11),), scores=(35, -12, -12, -12),
        has=(REPLACEMENT, MELDED_KONG), lacks=(SELF_DRAWN,), left=(18, 19, 19, 19),
    ),
    "concealed kong, win on the replacement": duplicate(
        ["E concealed 1m", "E hu"], [KONG], ["1m5p"],
        ends="self-drawn", winners=((0, 17, 17),), scores=(41, -14, -14, -14),
        has=(REPLACEMENT, CONCEALED_KONG, FULLY_CONCEALED), lacks=(SELF_DRAWN,), left=(19, 21, 21, 21),
    ),
}  # fmt: skip

CLAIMS = {
    "three winners": duplicate(
        ["E hu", "S hu", "W hu"], [PAIRS, STRAIGHT, STRAIGHT_NORTH], ["E", "F", "P", "5p"],
        ends="discard", winners=((0, 24, 24), (1, 13, 13), (2, 12, 12)), discarder=3, scores=(32, 21, 20, -73),
    ),
    "two winners": duplicate(
        ["E hu", "S pass", "W hu"], [PAIRS, STRAIGHT, STRAIGHT_NORTH], ["E", "F", "P", "5p"],
        ends="discard", winners=((0, 24, 24), (2, 12, 12)), discarder=3, scores=(40, -16, 28, -52),
    ),
    "the nearest of two": duplicate(
        ["E pass", "S hu", "W hu"], [PAIRS, STRAIGHT, STRAIGHT_NORTH], ["E", "F", "P", "5p"],
        ends="discard", winners=((1, 13, 13),), discarder=3, scores=(-8, 37, -8, -21), multiple_winners="nearest",
    ),
    # After South come West, North, then East.
    "the nearest sits past North": duplicate(
        ["N hu", "E hu"], [PAIRS, "", "", STRAIGHT], ["E", "5p"],
        ends="discard", winners=((3, 13, 13),), discarder=1, scores=(-8, -21, -8, 37), multiple_winners="nearest",
    ),
    # A43: no restriction after a passed win.
    "a win passed and made later": duplicate(
        ["S pass", "S hu"], ["", STRAIGHT], ["E", "F", "5p", "5p"],
        ends="discard", winners=((1, 13, 13),), discarder=3, scores=(-8, 37, -8, -21),
    ),
    "hu before pung before chow": duplicate(
        ["S chow 567p 5p", "W hu", "N pung 5p"], ["", "67p 147m 28s ESWNCF", STRAIGHT, "55p 147m 28s ESWNCF"], ["5p"],
        ends="discard", winners=((2, 13, 13),), discarder=0, scores=(-21, -8, 37, -8), left=(20, 21, 21, 21),
    ),
    # South's chow gives way; East, who discarded the 5p, wins on North's discard.
    "pung before chow": duplicate(
        ["S chow 567p 5p", "N pung 5p", "N discard 2m", "E hu"],
        ["123m 456p 789s 2m 678m", "67p 147m 28s ESWNCF", "", "55p 2m 17m 28s ESWNCF"], ["5p"],
        ends="discard", winners=((0, 13, 13),), discarder=3, scores=(37, -8, -8, -21), left=(20, 21, 21, 21),
    ),
    # Three 5p lie open and were worth 5 points each; the last is worth 4 more.
    "last of its kind": duplicate(
        ["W hu"], ["", "", CLOSED], ["E", "F", "P", "5p5p5p5p"],
        ends="discard", winners=((2, 9, 9),), discarder=3, scores=(-8, -8, 33, -17), has=(LAST_TILE, CLOSED_WAIT),
    ),
}  # fmt: skip

FALSE = {
    # No structure. East's hand is dead; he pays South like anyone.
    "false hu without structure": duplicate(
        ["E false hu", "S hu"], [DULL, STRAIGHT], ["E", "5p"],
        ends="self-drawn", winners=((1, 15, 15),), scores=(-13, 39, -13, -13), false_hus=((0, False, 8),),
    ),
    # 7 points. On the last tile it would be 15, but the hand is dead.
    "false hu with structure": duplicate(
        ["N false hu"], ["", "", "", POOR], ["E", "F", "P", "5p"], ["", "", "", "5p"],
        false_hus=((3, True, 4),), left=(0, 0, 0, 0),
    ),
    # West may chow South's 5p, but says hu on 5 points, and again on a draw that completes nothing.
    "false hu twice, first on a discard": duplicate(
        ["W false hu", "W false hu"], ["", "", CLOSED], ["E", "5p", "9p"],
        false_hus=((2, True, 4), (2, False, 8)), left=(0, 0, 0, 0),
    ),
    # The tiles are complete, but there is none to win on.
    "false hu after a pung": duplicate(
        ["N pung C", "N false hu", "N discard 5p"], ["C", "", "", "CC 123m 678m 234p 55p"], ["C"],
        false_hus=((3, False, 8),),
    ),
}  # fmt: skip

# 144 tiles, 53 dealt; flowers that no script names are dealt to North, or to another, and replaced. 83 draws are left
# when all flowers are out, South's first and North's last.
SHARED = {
    "shared: draw of the deal": ordinary([], [], {}, left=(0,)),
    "shared: self-drawn": ordinary(
        ["S hu"], [DULL_14, STRAIGHT], {"draws": "5p"},
        ends="self-drawn", winners=((1, 15, 15),), scores=(-23, 69, -23, -23), left=(82,),
    ),
    "shared: discard": ordinary(
        ["S hu"], [DULL_14, STRAIGHT], {"draws": "E5p"},
        ends="discard", winners=((1, 13, 13),), discarder=2, scores=(-8, 37, -21, -8), left=(81,),
    ),
    # Each is paid as if alone.
    "shared: three winners": ordinary(
        ["E hu", "S hu", "W hu"], [PAIRS + "F", STRAIGHT, STRAIGHT_NORTH], {"draws": "EP5p"},
        ends="discard", winners=((0, 24, 24), (1, 13, 13), (2, 12, 12)), discarder=3, scores=(32, 21, 20, -73),
    ),
    "shared: the nearest of three": ordinary(
        ["E hu", "S hu", "W hu"], [PAIRS + "F", STRAIGHT, STRAIGHT_NORTH], {"draws": "EP5p"},
        ends="discard", winners=((0, 24, 24),), discarder=3, scores=(48, -8, -8, -32), multiple_winners="nearest",
    ),
    "shared: robbed kong": ordinary(
        [*PUNG_OF_5P, "W hu"], [KONG_MAKER + "E", "", CLOSED], {"draws": "SP5p FPN 5p"},
        ends="robbed kong", winners=((2, 13, 13),), discarder=0, scores=(-21, -8, 37, -8), has=(ROBBING,), left=(76,),
    ),
    # East's three flowers, the last for another; West's one; North's four. East wins on the tile he got last.
    "opening flowers": ordinary(
        ["E hu"], ["1f 123m 46p 789s 22m 6m 2f 7m", "", "4f", ""], {"opening": ("8m3f5p", "", "P", "")},
        ends="self-drawn", winners=((0, 15, 18),), scores=(78, -26, -26, -26), left=(83,),
        has=(CLOSED_WAIT, FLOWER_TILES),
    ),
    # A flower, for it another, for that the winning tile: no Replacement.
    "flower chain": ordinary(
        ["S hu"], [DULL_14, STRAIGHT], {"draws": "1f", "replacements": "2f5p"},
        ends="self-drawn", winners=((1, 15, 17),), scores=(-25, 75, -25, -25), left=(82,),
        has=(FULLY_CONCEALED, FLOWER_TILES), lacks=(REPLACEMENT,),
    ),
    # 7 points and two flowers do not make 8.
    "flowers and the minimum": ordinary(
        ["S false hu"], [DULL_14, POOR], {"draws": "1f", "replacements": "2f5p"},
        false_hus=((1, True, None),), left=(0,),
    ),
    "shared: win on the replacement": ordinary(
        ["E concealed 1m", "E hu"], [KONG + "1m"], {"replacements": "5p"},
        ends="self-drawn", winners=((0, 17, 17),), scores=(75, -25, -25, -25), left=(82,),
        has=(REPLACEMENT,), lacks=(SELF_DRAWN,),
    ),
    # A4g: the kong was replaced by a flower, the flower by the winning tile.
    "flower for a kong": ordinary(
        ["E concealed 1m", "E hu"], [KONG + "1m"], {"replacements": "1f5p"},
        ends="self-drawn", winners=((0, 9, 10),), scores=(54, -18, -18, -18), left=(82,),
        has=(FULLY_CONCEALED, FLOWER_TILES), lacks=(REPLACEMENT,),
    ),
    "shared: last tile drawn": ordinary(
        ["N hu"], ["", "", "", POOR], {"last": "5p", "parked": 0},
        ends="self-drawn", winners=((3, 15, 15),), scores=(-23, -23, -23, 69), left=(0,),
        has=(LAST_TILE_DRAW,), lacks=(SELF_DRAWN, REPLACEMENT),
    ),
    # East may neither pung nor chow the last tile.
    "shared: last tile claimed": ordinary(
        ["S hu"], ["55p 467p 28s ESWNCFP", POOR], {"last": "5p"},
        ends="discard", winners=((1, 13, 13),), discarder=3, scores=(-8, 37, -8, -21), left=(0,),
        has=(LAST_TILE_CLAIM,),
    ),
    # West's kong with one tile left: the replacement is the last tile.
    "shared: last tile by concealed kong": ordinary(
        ["W concealed 1m", "W hu"], ["", "", KONG], {"last": "1m5p"},
        ends="self-drawn", winners=((2, 25, 25),), scores=(-33, -33, 99, -33), left=(0,),
        has=(LAST_TILE_DRAW, REPLACEMENT),
    ),
    "shared: last tile by claimed kong": ordinary(
        ["N kong 1m", "N hu"], ["", "", "", KONG], {"last": "1m5p", "parked": 0},
        ends="self-drawn", winners=((3, 20, 20),), scores=(-28, -28, -28, 84), left=(0,),
        has=(LAST_TILE_DRAW, REPLACEMENT),
    ),
    # North's four 9p on the last tile (A44), and nobody claims his discard.
    "shared: no kong with an empty wall": ordinary([], ["", "", "", "999p"], {"last": "9p"}, left=(0,)),
    # A46. One flower is still to come: 84 tiles, and East draws the last.
    "flower as the last tile": ordinary([], [], {"last": "1f"}, left=(0,)),
    "flower before the last tile": ordinary(
        ["N hu"], ["", "", "", POOR], {"last": "1f5p", "parked": 0},
        ends="self-drawn", winners=((3, 15, 16),), scores=(-24, -24, -24, 72), left=(0,),
        has=(LAST_TILE_DRAW, FLOWER_TILES), lacks=(REPLACEMENT,),
    ),
}  # fmt: skip

SCRIPTS: dict[str, Script] = {**LAST, **KONGS, **CLAIMS, **FALSE, **SHARED}
