"""Hypothesis strategies for melds, hands and hand strings."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from fastmcr.errors import McrError
from fastmcr.hands.hand import Hand, Meld
from fastmcr.hands.notation import MeldKind

KONGS_WITH_SOURCE = (MeldKind.CLAIMED_KONG, MeldKind.PROMOTED_KONG)
ALPHABET = "123456789mpsESWNCFP[],|01 abcdefgh"


def refusal(call: Callable[[], object]) -> McrError | None:
    """Return the error of the package that the call ends with, if any; other errors go through."""
    try:
        call()
    except McrError as error:
        return error
    return None


@st.composite
def melds(draw: st.DrawFn) -> Meld:
    """Return any meld, with any source it can have."""
    kind = draw(st.sampled_from(MeldKind))
    tile = draw(st.integers(0, 33))
    if kind == MeldKind.CHOW:
        tile = tile % 27 // 9 * 9 + tile % 7
    lowest, highest = (0, 0) if kind == MeldKind.CONCEALED_KONG else (kind in KONGS_WITH_SOURCE, 3)
    return Meld(kind, tile, draw(st.integers(int(lowest), highest)))


@st.composite
def hands(draw: st.DrawFn, expressible: bool = True) -> Hand:
    """Return any hand: 0..4 melds, with or without a winning tile, mostly far from complete.

    `expressible` leaves out the conditions that a hand string has no form for.
    """
    left = [4] * 34
    laid_down = [meld for meld in draw(st.lists(melds(), max_size=4)) if _take_meld(left, meld)]
    size = 13 - 3 * len(laid_down)
    few_kinds = draw(st.sampled_from((33, 33, 8, 13)))  # some hands of few kinds, for their many copies
    wanted = draw(st.lists(st.integers(0, few_kinds), min_size=size + 1, max_size=size + 1))
    *concealed, win = [_take_near(left, tile) for tile in wanted]
    self_drawn, last_tile, wall_last, kong, robbed = draw(st.tuples(*[st.booleans()] * 5))
    return Hand(
        concealed,
        laid_down,
        win if draw(st.booleans()) else None,
        prevalent=draw(st.sampled_from("ESWN")),
        seat=draw(st.sampled_from("ESWN")),
        self_drawn=self_drawn,
        last_tile=last_tile,
        wall_last=wall_last,
        replacement=kong and (self_drawn or not expressible),
        robbed_kong=robbed and not (self_drawn and expressible),
        flowers=draw(st.integers(0, 8)),
    )


@st.composite
def hand_texts(draw: st.DrawFn) -> tuple[str, Hand]:
    """Return a hand string as people write it, not canonical, and the hand it means."""
    hand = draw(hands())
    win = [] if hand.win is None else [hand.win]
    pieces = [str(tile) for tile in draw(st.permutations(hand.beside_win))] + [str(tile) for tile in win]
    if draw(st.booleans()):
        pieces = _joined(pieces)
    places = sorted(draw(st.lists(st.integers(0, len(pieces)), min_size=len(hand.melds), max_size=len(hand.melds))))
    for place, meld in reversed(list(zip(places, hand.melds, strict=True))):
        pieces.insert(place, str(meld).replace(",", draw(st.sampled_from((",", "")))))
    tails = str(hand).split("|")[1:]
    if draw(st.booleans()):
        tails[1] = "".join(draw(st.permutations("abcdefgh"))[: hand.flowers])
    while draw(st.booleans()) and tails and tails[-1] in ("0", "", "EE0000"):
        tails.pop()
    text = "|".join(["".join(pieces), *tails])
    for place in draw(st.lists(st.integers(0, len(text)), max_size=5)):
        text = f"{text[:place]} {text[place:]}"
    return text, hand


@st.composite
def near_texts(draw: st.DrawFn) -> str:
    """Return a hand string with a few characters changed, put in or left out: now and then still a hand string."""
    text = draw(hand_texts())[0]
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(text)))
        skipped = draw(st.integers(0, 1))
        text = text[:place] + draw(st.sampled_from(["", *ALPHABET, "z", "\t", "１"])) + text[place + skipped :]
    return text


def _joined(names: list[str]) -> list[str]:
    """Join neighbours of one suit: 1m 2m becomes 12m."""
    joined: list[str] = []
    for name in names:
        if joined and len(name) == 2 and joined[-1][-1] == name[-1]:
            joined[-1] = joined[-1][:-1] + name
        else:
            joined.append(name)
    return joined


def _take_meld(left: list[int], meld: Meld) -> bool:
    """Take the tiles of a meld where there are enough."""
    if any(left[tile] < meld.tiles.count(tile) for tile in meld.tiles):
        return False
    for tile in meld.tiles:
        left[tile] -= 1
    return True


def _take_near(left: list[int], tile: int) -> int:
    """Take this tile, or the next kind that is left."""
    while not left[tile]:
        tile = (tile + 1) % 34
    left[tile] -= 1
    return tile
