"""Tiles and declared sets as PyMahjongGB names them, and their codes here."""

from __future__ import annotations

from ..kernels import layout

DeclaredSet = tuple[str, str, int]
Pack = tuple[DeclaredSet, ...]
Hand = tuple[str, ...]

NAMES = (*(f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)), "F1", "F2", "F3", "F4", "J1", "J2", "J3")
TILES = {name: tile for tile, name in enumerate(NAMES)}
WORDS = {"CHI": layout.CHOW, "PENG": layout.PUNG, "GANG": layout.CLAIMED_KONG}
_CHOWS = [tile for tile in range(layout.HONORS) if tile % 9 < 7]
OFFERS = range(4)


def _code(kind: int, tile: int) -> int:
    code: int = 1 + layout.KINDS * kind + tile
    return code


# Meld codes of declared sets, as analysis takes them.
MELDS: dict[DeclaredSet, int] = {
    (word, NAMES[tile + (kind == layout.CHOW)], offer): _code(kind, tile)
    for word, kind in WORDS.items()
    for tile in (_CHOWS if kind == layout.CHOW else range(layout.KINDS))
    for offer in OFFERS
}
MELDS |= {("GANG", name, 0): _code(layout.CONCEALED_KONG, tile) for name, tile in TILES.items()}
# As scoring takes them: a chow that nobody offered is concealed. So is a pung, but `_beside_hidden_pungs` sees to it.
HIDDEN_CHOWS = {("CHI", NAMES[tile + 1], 0): _code(layout.CONCEALED_CHOW, tile) for tile in _CHOWS}
HIDDEN_PUNGS = {("PENG", name, 0): _code(layout.CONCEALED_PUNG, tile) for name, tile in TILES.items()}
SCORED = {meld: code for meld, code in (MELDS | HIDDEN_CHOWS).items() if meld not in HIDDEN_PUNGS}


def tiles_of(meld: DeclaredSet) -> Hand:
    """Return the tiles of a declared set."""
    word, tile, _ = meld
    if word == "CHI":
        middle = TILES[tile]
        return NAMES[middle - 1 : middle + 2]
    return (tile,) * (4 if word == "GANG" else 3)
