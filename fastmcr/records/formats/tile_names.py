"""Tiles of the formats, as codes of the package: 0..33, flowers 34..41 by their number in the format."""

from __future__ import annotations

from ..events import FIRST_FLOWER, TILE_NAMES

__all__ = ["BOTZONE", "BOTZONE_NAMES", "OWN", "PMN", "PMN_NAMES", "SALASASA", "tziakcha_code"]

_WINDS, _RED, _GREEN, _WHITE = 27, 31, 32, 33


def _named(suits: str, winds: str, dragons: str, flowers: str) -> dict[str, int]:
    """Return codes by names that are a letter and a digit; letters of suits in the order characters, dots, bamboos."""
    found = {f"{letter}{rank + 1}": 9 * suit + rank for suit, letter in enumerate(suits) for rank in range(9)}
    found |= {f"{winds}{wind + 1}": _WINDS + wind for wind in range(4)}
    found |= {f"{dragons}{place + 1}": code for place, code in enumerate((_RED, _GREEN, _WHITE))}
    return found | {f"{flowers}{flower + 1}": FIRST_FLOWER + flower for flower in range(8)}


BOTZONE = _named("WBT", "F", "J", "H")  # B is dots
PMN = _named("cdb", "w", "r", "f")  # b is bamboos
BOTZONE_NAMES = {code: name for name, code in BOTZONE.items()}
PMN_NAMES = {code: name for name, code in PMN.items()}
BOTZONE_HINT = "tiles are W1..W9, B1..B9, T1..T9, F1..F4, J1..J3 and H1..H8"
PMN_HINT = "tiles are c1..c9, d1..d9, b1..b9, w1..w4, r1..r3 and f1..f8"

SALASASA = {10 * (suit + 1) + rank + 1: 9 * suit + rank for suit in range(3) for rank in range(9)}
SALASASA |= {41 + wind: _WINDS + wind for wind in range(4)}
SALASASA |= {45: _RED, 46: _WHITE, 47: _GREEN}  # white before green
SALASASA |= {51 + flower: FIRST_FLOWER + flower for flower in range(8)}

OWN = {name: code for code, name in enumerate(TILE_NAMES)}
OWN_HINT = "tiles are 1m..9m, 1p..9p, 1s..9s, E S W N C F P, and a..h for flowers"

_TZIAKCHA_SUITS = (0, 18, 9)  # characters, bamboos, dots


def tziakcha_code(tile_id: int) -> int:
    """Return the code of a tziakcha id 0..143."""
    kind = tile_id // 4
    if tile_id >= 136:
        return FIRST_FLOWER + tile_id - 136
    return _TZIAKCHA_SUITS[kind // 9] + kind % 9 if kind < 27 else kind
