"""Switches, presets and the table of exclusions of the slow twin of the scorer, copied from the rules by hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

Value = str | int
Switches = Mapping[str, Value]

SWITCHES: dict[str, tuple[Value, ...]] = {
    "concealed_special_selfdraw": ("fully_concealed", "self_drawn", "r98"),
    "mixed_kong_pair": (6, 5, 4, 3),
    "two_concealed_kongs": (8, 6),
    "kongs_add_concealed": (False, True),
    "last_tile_auto": (True, False),
    "rob_on_last_tile": ("reject", "both"),
    "melded_hand_promoted_kong": (False, True),
    "seven_pairs_range_fans": (True, False),
    "seven_pairs_four_alike": (True, False),
    "tile_hog_honors": (True, False),
    "all_green_half_flush": (True, False),
    "all_terminals_double_pung": (True, False),
    "nine_gates_pth": ("none", "minus_one"),
    "one_voided_suit_strict": (False, True),
    "exhausted_waits": ("formal", "own_hand"),
    "knitted_body_wait": ("count", "ignore", "no_edge_or_closed"),
    "tile_hog_all_terminals": ("counted", "barred"),
}

DEFAULT: dict[str, Value] = {name: values[0] for name, values in SWITCHES.items()}
PRESETS: dict[str, dict[str, Value]] = {
    "default": DEFAULT,
    "wmo2014": {**DEFAULT, "kongs_add_concealed": True},
    "mil": {
        **DEFAULT,
        "concealed_special_selfdraw": "self_drawn",
        "mixed_kong_pair": 5,
        "two_concealed_kongs": 6,
        "melded_hand_promoted_kong": True,
        "all_green_half_flush": False,
        "all_terminals_double_pung": False,
        "nine_gates_pth": "minus_one",
    },
    "r98": {
        **DEFAULT,
        "concealed_special_selfdraw": "r98",
        "mixed_kong_pair": 3,
        "two_concealed_kongs": 6,
        "all_green_half_flush": False,
        "all_terminals_double_pung": False,
    },
}

# Points, name, fans it bars wholesale. What is barred set by set never comes to be: see the oracle.
TABLE = """
88 Big Four Winds: Big Three Winds, All Pungs, Prevalent Wind, Seat Wind, Pung of Terminals or Honors
88 Big Three Dragons: Two Dragon Pungs, Dragon Pung
88 All Green:
88 Nine Gates: Full Flush, No Honors, Concealed Hand
88 Four Kongs: Three Kongs, Two Melded Kongs, Melded Kong, All Pungs, Single Wait
88 Seven Shifted Pairs: Seven Pairs, Full Flush, No Honors, Concealed Hand, Single Wait
88 Thirteen Orphans: All Types, Concealed Hand, Single Wait, All Terminals and Honors
64 All Terminals: All Pungs, No Honors, Pung of Terminals or Honors, Outside Hand, All Terminals and Honors
64 Little Four Winds: Big Three Winds, Pung of Terminals or Honors
64 Little Three Dragons: Two Dragon Pungs, Dragon Pung
64 All Honors: All Pungs, Pung of Terminals or Honors, Outside Hand, All Terminals and Honors
64 Four Concealed Pungs: All Pungs, Three Concealed Pungs, Two Concealed Pungs, Concealed Hand
64 Pure Terminal Chows: Full Flush, All Chows, No Honors, Seven Pairs, Pure Double Chow, Two Terminal Chows
48 Quadruple Chow: Tile Hog, Pure Triple Chow, Pure Double Chow, Pure Shifted Pungs
48 Four Pure Shifted Pungs: All Pungs, Pure Shifted Pungs, Pure Triple Chow
32 Four Pure Shifted Chows: Pure Shifted Chows, Short Straight, Two Terminal Chows
32 Three Kongs: Two Melded Kongs, Melded Kong
32 All Terminals and Honors: All Pungs, Pung of Terminals or Honors, Outside Hand
24 Seven Pairs: Concealed Hand, Single Wait
24 Greater Honors and Knitted Tiles: Lesser Honors and Knitted Tiles, All Types, Concealed Hand, Single Wait
24 All Even Pungs: All Pungs, All Simples, No Honors
24 Full Flush: No Honors
24 Pure Triple Chow: Pure Shifted Pungs
24 Pure Shifted Pungs: Pure Triple Chow
24 Upper Tiles: Upper Four, No Honors
24 Middle Tiles: All Simples, No Honors
24 Lower Tiles: Lower Four, No Honors
16 Pure Straight:
16 Three-Suited Terminal Chows: All Chows, No Honors, Mixed Double Chow, Two Terminal Chows
16 Pure Shifted Chows:
16 All Fives: All Simples, No Honors
16 Triple Pung:
16 Three Concealed Pungs: Two Concealed Pungs
12 Lesser Honors and Knitted Tiles: All Types, Concealed Hand, Single Wait
12 Knitted Straight:
12 Upper Four: No Honors
12 Lower Four: No Honors
12 Big Three Winds:
8 Mixed Straight:
8 Reversible Tiles: One Voided Suit
8 Mixed Triple Chow:
8 Mixed Shifted Pungs:
8 Chicken Hand:
8 Last Tile Draw: Self-Drawn
8 Last Tile Claim:
8 Out with Replacement Tile: Self-Drawn
8 Robbing the Kong: Last Tile
8 Two Concealed Kongs: Two Concealed Pungs, Concealed Kong
6 All Pungs:
6 Half Flush:
6 Mixed Shifted Chows:
6 All Types:
6 Melded Hand: Single Wait
6 Two Dragon Pungs: Dragon Pung
4 Outside Hand:
4 Fully Concealed Hand: Self-Drawn
4 Two Melded Kongs: Melded Kong
4 Last Tile:
2 Dragon Pung:
2 Prevalent Wind:
2 Seat Wind:
2 Concealed Hand:
2 All Chows: No Honors
2 Tile Hog:
2 Double Pung:
2 Two Concealed Pungs:
2 Concealed Kong:
2 All Simples: No Honors
1 Pure Double Chow:
1 Mixed Double Chow:
1 Short Straight:
1 Two Terminal Chows:
1 Pung of Terminals or Honors:
1 Melded Kong:
1 One Voided Suit:
1 No Honors:
1 Edge Wait:
1 Closed Wait:
1 Single Wait:
1 Self-Drawn:
1 Flower Tiles:
5 Concealed and Melded Kong:
"""

_ROWS = [line.partition(" ")[::2] for line in TABLE.strip().splitlines()]
POINTS: dict[int, int] = {fan: int(points) for fan, (points, _) in enumerate(_ROWS, 1)}
NAMES: dict[int, str] = {fan: text.partition(":")[0] for fan, (_, text) in enumerate(_ROWS, 1)}
_NUMBERS = {name: fan for fan, name in NAMES.items()}
BARS: dict[int, set[int]] = {
    fan: {_NUMBERS[name.strip()] for name in text.partition(":")[2].split(",") if name.strip()}
    for fan, (_, text) in enumerate(_ROWS, 1)
}


@lru_cache(maxsize=1000)
def barring(rules: tuple[Value, ...]) -> dict[int, set[int]]:
    """The table of exclusions under the values of the switches, given in the order of SWITCHES."""
    switches = dict(zip(SWITCHES, rules, strict=True))
    bars = {fan: set(barred) for fan, barred in BARS.items()}
    special = {"fully_concealed": [], "self_drawn": [4, 6, 7, 12, 19, 20, 34], "r98": [6, 7, 19, 20, 34]}
    for fan in special[str(switches["concealed_special_selfdraw"])]:
        bars[fan].add(56)
    if not switches["kongs_add_concealed"]:
        bars[5] |= {48, 67}
        bars[17] |= {48, 67}
    if not switches["all_green_half_flush"]:
        bars[3].add(50)
    if not switches["all_terminals_double_pung"]:
        bars[8].add(65)
    if switches["nine_gates_pth"] == "none":
        bars[4].add(73)
    if switches["tile_hog_all_terminals"] == "barred":
        bars[8].add(64)
    if switches["one_voided_suit_strict"]:
        for fan in (2, 10, 14, 15, 16, 38):
            bars[fan].add(75)
    return bars


def exclude(found: Mapping[int, int], switches: Switches) -> dict[int, int]:
    """Apply the table once, in fan order; a barred fan bars nothing."""
    bars = barring(tuple(switches[name] for name in SWITCHES))
    left = dict(found)
    for fan in sorted(found):
        if fan in left:
            for barred in bars[fan]:
                left.pop(barred, None)
    if 4 in left and 73 in left:  # only under nine_gates_pth=minus_one
        left[73] -= 1
        if not left[73]:
            del left[73]
    return left
