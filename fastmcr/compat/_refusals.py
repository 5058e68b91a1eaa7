"""What is wrong with the arguments of a function, in the words of PyMahjongGB where it has any: bots compare them."""

from __future__ import annotations

from array import array
from collections import Counter

from ._any_copies import best_shanten
from ._names import MELDS, NAMES, OFFERS, TILES, WORDS, Hand, Pack, tiles_of

__all__ = ["check_hand", "check_pack", "check_win", "counts_of"]

NOT_WIN = "ERROR_NOT_WIN"


def check_win(pack: Pack, hand: Hand, win: str, flowers: int, seat: int, prevalent: int) -> None:
    """Raise the error that says what is wrong with the arguments of `MahjongFanCalculator`, if anything is.

    Winds outside 0..3 are not wrong. Of tiles or flowers that nobody can have, no win is said first, as the original
    says it; else there are words of our own, as it goes on to count fans of them.
    """
    _check_text(3, win)
    for number in (flowers, seat, prevalent):
        _check_int(number)
    check_pack(pack)
    check_hand(hand)
    if win not in TILES:
        raise TypeError("ERROE_WRONG_TILE_CODE")
    if len(hand) + 3 * len(pack) != 13:
        raise TypeError("ERROR_WRONG_TILES_COUNT")
    impossible = _odd_chow(pack) or _fifth_copy(pack, (*hand, win)) or _odd_flowers(flowers)
    if impossible:
        is_win = best_shanten(counts_of((*hand, win))) < 0 and all(meld[:2] != ("CHI", NAMES[-1]) for meld in pack)
        raise TypeError(impossible if is_win else NOT_WIN)


def check_pack(pack: object) -> None:
    """Raise an error if these are no declared sets. A CHI may be of any tile."""
    if not isinstance(pack, tuple):
        raise TypeError("Param `pack` must be a tuple!")
    for meld in pack:
        if not isinstance(meld, tuple):
            raise TypeError("Param `pack` must be a tuple of tuples!")
        if len(meld) != 3:
            raise TypeError(f"function takes exactly 3 arguments ({len(meld)} given)")
        word, tile, offer = meld
        _check_text(1, word)
        _check_text(2, tile)
        _check_int(offer)
        if word not in WORDS:
            raise TypeError("ERROE_WRONG_PACK_CODE")
        if tile not in TILES:
            raise TypeError("ERROE_WRONG_TILE_CODE")
        if offer not in OFFERS:
            raise TypeError("ERROE_WRONG_OFFER_CODE")


def check_hand(hand: object) -> None:
    """Raise an error if these are no tiles."""
    if not isinstance(hand, tuple):
        raise TypeError("Param `hand` must be a tuple!")
    if not all(isinstance(tile, str) for tile in hand):
        raise TypeError("Param `hand` must be a tuple of strs!")
    if not all(tile in TILES for tile in hand):
        raise TypeError("ERROE_WRONG_TILE_CODE")


def counts_of(tiles: Hand) -> tuple[int, ...]:
    """Return how many there are of each tile."""
    copies = Counter(tiles)
    return tuple(copies[name] for name in NAMES)


def _check_text(place: int, text: object) -> None:
    if not isinstance(text, str):
        raise TypeError(f"argument {place} must be str, not {'None' if text is None else type(text).__name__}")
    text.encode()  # raises if it cannot be
    if "\0" in text:
        raise ValueError("embedded null character")


def _check_int(number: int) -> None:
    array("i", [number])  # raises in the words of Python for an int of C


def _odd_chow(pack: Pack) -> str | None:
    odd = (tile for word, tile, offer in pack if (word, tile, offer) not in MELDS)
    return next((f"a CHI is named by its middle tile, 2 to 8 of a suit, not {tile}" for tile in odd), None)


def _fifth_copy(pack: Pack, tiles: Hand) -> str | None:
    copies = Counter([*tiles, *(tile for meld in pack for tile in tiles_of(meld))])
    over = ((tile, count) for tile, count in copies.items() if count > 4)
    return next((f"tile {tile} appears {count} times; a hand holds at most 4" for tile, count in over), None)


def _odd_flowers(flowers: int) -> str | None:
    return None if 0 <= flowers <= 8 else f"flowerCount is 0 to 8, not {flowers}"
