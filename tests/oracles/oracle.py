"""Slow, obvious twin of the scorer, written from the rules alone.

It shares no code and no table with the library: each fan is tested by its definition on tiles, sets and
conditions, every reading is tried, and the best is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from oracle_rules import BARS, DEFAULT, NAMES, POINTS, PRESETS, SWITCHES, Switches, exclude
from oracle_sets import (
    DRAGONS,
    KNITTED,
    WINDS,
    best_chow_fans,
    best_pung_fans,
    chow_fans,
    completing_tiles,
    is_honors_and_knitted,
    is_orphans,
    is_seven_pairs,
    knitted_readings,
    pung_fans,
    set_readings,
    shapes,
)

__all__ = [
    "BARS",
    "KINDS",
    "NAMES",
    "POINTS",
    "PRESETS",
    "SWITCHES",
    "Result",
    "best_chow_fans",
    "best_pung_fans",
    "code_of",
    "formal_waits",
    "score",
    "shapes",
    "status",
]

Melds = Sequence[tuple[str, int]]

# Kinds of set in the order of their codes, 1 + 34 * kind + tile; the last two are concealed sets.
KINDS = ("chow", "pung", "claimed_kong", "promoted_kong", "concealed_kong", "concealed_chow", "concealed_pung")

GREEN = {19, 20, 21, 23, 25, 32}
REVERSIBLE = {9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 33}


@dataclass(frozen=True)
class Result:
    """What a win is worth: points without flowers, fans after and before exclusion, and the reading as a row."""

    points: int
    counts: dict[int, int]
    found: dict[int, int]
    reading: tuple[int, ...]


@dataclass(frozen=True)
class Win:
    """A winning hand and how it was won; `concealed` leaves the winning tile out."""

    concealed: tuple[int, ...]
    melds: tuple[tuple[str, int], ...]
    win: int
    self_drawn: bool
    last_of_kind: bool
    wall_last: bool
    replacement: bool
    robbed: bool
    prevalent: int
    seat: int
    flowers: int
    switches: Switches

    @property
    def completed(self) -> list[int]:
        """Concealed tiles with the winning tile."""
        return [count + (tile == self.win) for tile, count in enumerate(self.concealed)]

    @property
    def tiles(self) -> list[int]:
        """All tiles of the hand, melds included."""
        counts = self.completed
        for meld in self.melds:
            for tile in tiles_of(*meld):
                counts[tile] += 1
        return counts


@dataclass(frozen=True)
class Reading:
    """Sets with melds first, the tile of the pair, what the winning tile completed, and the shape, as in the row."""

    sets: tuple[tuple[str, int], ...]
    pair: int | None
    completed: int
    shape: int

    @property
    def row(self) -> tuple[int, ...]:
        codes = [code_of(*one_set) for one_set in self.sets]
        return (*codes, *[0] * (4 - len(codes)), 0 if self.pair is None else 1 + self.pair, self.completed, self.shape)


IN_PAIR, IN_BODY, WHOLE_HAND = 4, 5, 6
SHAPE_SETS, SHAPE_SEVEN_PAIRS, SHAPE_ORPHANS, SHAPE_HONORS_KNITTED, SHAPE_KNITTED = range(5)


def code_of(kind: str, tile: int) -> int:
    """Code of a set in a row."""
    return 1 + 34 * KINDS.index(kind) + tile


def tiles_of(kind: str, tile: int) -> list[int]:
    """Tiles of a set."""
    if kind.endswith("chow"):
        return [tile, tile + 1, tile + 2]
    return [tile] * (4 if kind.endswith("kong") else 3)


def is_terminal(tile: int) -> bool:
    """Whether the tile is a 1 or 9 of a suit."""
    return tile < 27 and tile % 9 in (0, 8)


# Readings with the place of the winning tile


def placed(win: Win, sets: Sequence[tuple[str, int]], pair: int, shape: int) -> Iterator[Reading]:
    """Yield the reading once for each place where the winning tile may sit."""
    concealed = [("concealed_" + kind, tile) for kind, tile in sets]
    if pair == win.win:
        yield Reading(win.melds + in_order(concealed), pair, IN_PAIR, shape)
    if shape >= SHAPE_KNITTED and win.win in KNITTED[shape - SHAPE_KNITTED]:
        yield Reading(win.melds + in_order(concealed), pair, IN_BODY, shape)
    for kind, tile in set(concealed):
        if win.win in tiles_of(kind, tile):
            # A pung completed by another player's tile is not concealed (A7).
            final = "pung" if kind == "concealed_pung" and not win.self_drawn else kind
            others = list(concealed)
            others.remove((kind, tile))
            ordered = in_order([*others, (final, tile)])
            yield Reading(win.melds + ordered, pair, len(win.melds) + ordered.index((final, tile)), shape)


def in_order(sets: Sequence[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Sort sets by their codes."""
    return tuple(sorted(sets, key=lambda one_set: code_of(*one_set)))


def readings(win: Win) -> Iterator[Reading]:
    """Yield every reading of the hand in every legal shape."""
    counts = win.completed
    n_melds = len(win.melds)
    if sum(counts) != 14 - 3 * n_melds:
        return
    for sets, pair in set_readings(counts):
        yield from placed(win, sets, pair, SHAPE_SETS)
    for arrangement, sets, pair in knitted_readings(counts, n_melds):
        yield from placed(win, sets, pair, SHAPE_KNITTED + arrangement)
    if n_melds == 0:
        if is_seven_pairs(counts, bool(win.switches["seven_pairs_four_alike"])):
            yield Reading((), None, WHOLE_HAND, SHAPE_SEVEN_PAIRS)
        if is_orphans(counts):
            yield Reading((), None, WHOLE_HAND, SHAPE_ORPHANS)
        if is_honors_and_knitted(counts):
            yield Reading((), None, WHOLE_HAND, SHAPE_HONORS_KNITTED)


# Fans by the tiles alone


def tile_fans(tiles: Sequence[int], seven_pairs: bool, switches: Switches) -> set[int]:
    """Fans that need only to know which kinds are present."""
    kinds = {tile for tile, count in enumerate(tiles) if count}
    suits = {tile // 9 for tile in kinds if tile < 27}
    ranks = {tile % 9 + 1 for tile in kinds if tile < 27}
    winds, dragons = kinds & set(WINDS), kinds & set(DRAGONS)
    honors = winds | dragons
    tests = {
        3: kinds <= GREEN,
        8: not honors and ranks <= {1, 9},
        11: not suits,
        18: honors and suits and ranks <= {1, 9},
        22: len(suits) == 1 and not honors,
        25: not honors and ranks <= {7, 8, 9},
        26: not honors and ranks <= {4, 5, 6},
        27: not honors and ranks <= {1, 2, 3},
        36: not honors and ranks <= {6, 7, 8, 9},
        37: not honors and ranks <= {1, 2, 3, 4},
        40: kinds <= REVERSIBLE,
        50: len(suits) == 1 and honors,
        52: len(suits) == 3 and winds and dragons,
        68: not honors and not ranks & {1, 9},
        75: len(suits) == 2,
        76: not honors,
    }
    found = {fan for fan, holds in tests.items() if holds}
    if seven_pairs and not switches["seven_pairs_range_fans"]:
        found -= {25, 26, 27, 36, 37}
    return found


def tile_hogs(win: Win) -> int:
    """Count the kinds with four copies that are not a kong."""
    kongs = {tile for kind, tile in win.melds if kind.endswith("kong")}
    hogs = {tile for tile, count in enumerate(win.tiles) if count == 4} - kongs
    return sum(tile < 27 or bool(win.switches["tile_hog_honors"]) for tile in hogs)


def is_nine_gates(win: Win) -> bool:
    """Whether the tiles before the winning tile are 1112345678999 of its suit."""
    first = win.win - win.win % 9
    return win.win < 27 and not win.melds and win.concealed[first : first + 9] == (3, 1, 1, 1, 1, 1, 1, 1, 3)


def special_shape_fans(win: Win, shape: int) -> set[int]:
    """Fans of the hands without sets."""
    kinds = [tile for tile, count in enumerate(win.tiles) if count]
    if shape == SHAPE_ORPHANS:
        return {7}
    if shape == SHAPE_SEVEN_PAIRS:
        shifted = len(kinds) == 7 and kinds[-1] < 27 and kinds[0] // 9 == kinds[-1] // 9 and kinds[-1] - kinds[0] == 6
        return {19, 6} if shifted else {19}
    honors = sum(tile >= 27 for tile in kinds)
    return {20} if honors == 7 else {34, 35} if honors == 5 else {34}


# Fans by the sets of one reading


def set_fans(win: Win, reading: Reading) -> dict[int, int]:
    """Fans that need the sets and the pair of one reading."""
    sets, pair = reading.sets, reading.pair
    assert pair is not None
    chows = [tile for kind, tile in sets if kind.endswith("chow")]
    pungs = [tile for kind, tile in sets if not kind.endswith("chow")]
    parts = [*(tiles_of(*one_set) for one_set in sets), [pair]]
    fans = chow_fans(tuple(7 * (tile // 9) + tile % 9 for tile in chows), pair) | pung_fans(tuple(pungs), pair)
    knitted = reading.shape >= SHAPE_KNITTED
    tests = {
        21: len(pungs) == 4 and all(tile < 27 and tile % 9 in (1, 3, 5, 7) for tile in (*pungs, pair)),
        31: not knitted and all(any(tile < 27 and tile % 9 == 4 for tile in part) for part in parts),
        35: knitted,
        49: len(pungs) == 4,
        55: not knitted and all(any(tile >= 27 or is_terminal(tile) for tile in part) for part in parts),
        60: 27 + win.prevalent in pungs,
        61: 27 + win.seat in pungs,
        63: not pungs and pair < 27,
    }
    fans |= {fan: 1 for fan, holds in tests.items() if holds}
    fans |= pung_count_fans(win, pungs)
    return fans | kong_and_concealed_pung_fans(win, sets) | wait_fans(win, reading)


def pung_count_fans(win: Win, pungs: Sequence[int]) -> dict[int, int]:
    """Pung of Terminals or Honors: no dragons, no winds that score otherwise (A12)."""
    winds = [tile for tile in pungs if tile in WINDS]
    plain_winds = [tile for tile in winds if tile - 27 not in (win.prevalent, win.seat)]
    number = sum(is_terminal(tile) for tile in pungs) + (len(plain_winds) if len(winds) < 3 else 0)
    return {73: number} if number else {}


def kong_and_concealed_pung_fans(win: Win, sets: Sequence[tuple[str, int]]) -> dict[int, int]:
    """Kongs by number and kind, concealed pungs by number."""
    kinds = [kind for kind, _ in sets]
    concealed_kongs = kinds.count("concealed_kong")
    melded_kongs = kinds.count("claimed_kong") + kinds.count("promoted_kong")
    concealed_pungs = kinds.count("concealed_pung") + concealed_kongs
    if concealed_kongs == melded_kongs == 1:
        fans = {6: [57, 67], 5: [82], 4: [57], 3: [74, 67]}[int(win.switches["mixed_kong_pair"])]
    else:
        fans = {1: [67], 2: [48]}.get(concealed_kongs, []) + {1: [74], 2: [57]}.get(melded_kongs, [])
        fans += {3: [17], 4: [5]}.get(concealed_kongs + melded_kongs, [])
    fans += {2: [66], 3: [33], 4: [12]}.get(concealed_pungs, [])
    return dict.fromkeys(fans, 1)


def formal_waits(
    concealed: Sequence[int], n_melds: int, melds: Melds = (), switches: Switches | None = None
) -> set[int]:
    """Kinds that complete the hand, whatever is left of them; `melds` matter only under exhausted_waits=own_hand."""
    rules = DEFAULT | dict(switches or {})
    waits = set(completing_tiles(tuple(concealed), n_melds, bool(rules["seven_pairs_four_alike"])))
    if rules["exhausted_waits"] == "own_hand":
        held = [tile for meld in melds for tile in tiles_of(*meld)]
        waits = {tile for tile in waits if concealed[tile] + held.count(tile) < 4}
    return waits


def wait_fans(win: Win, reading: Reading) -> dict[int, int]:
    """Edge, Closed or Single Wait: one formal wait, and the place where the winning tile sits."""
    if len(formal_waits(win.concealed, len(win.melds), win.melds, win.switches)) != 1:
        return {}
    knitted = reading.shape >= SHAPE_KNITTED
    if knitted and win.switches["knitted_body_wait"] == "ignore" and win.win in KNITTED[reading.shape - SHAPE_KNITTED]:
        return {}
    if reading.completed == IN_PAIR:
        return {79: 1}
    if reading.completed == IN_BODY or not reading.sets[reading.completed][0].endswith("chow"):
        return {}
    if knitted and win.switches["knitted_body_wait"] == "no_edge_or_closed":
        return {}
    lowest = reading.sets[reading.completed][1]
    if win.win == lowest + 1:
        return {78: 1}
    edge = (lowest % 9 == 0 and win.win == lowest + 2) or (lowest % 9 == 6 and win.win == lowest)
    return {77: 1} if edge else {}


# Fans by the way of winning


def winning_fans(win: Win) -> set[int]:
    """Fans that need the melds and the conditions."""
    kinds = [kind for kind, _ in win.melds]
    exposed = [kind for kind in kinds if kind != "concealed_kong"]
    from_others = {"chow", "pung", "claimed_kong"}
    if win.switches["melded_hand_promoted_kong"]:
        from_others.add("promoted_kong")
    shown = [tile for kind, lowest in win.melds if kind in ("chow", "pung") for tile in tiles_of(kind, lowest)]
    last_by_itself = bool(win.switches["last_tile_auto"]) and shown.count(win.win) == 3 and not win.robbed
    tests = {
        44: win.wall_last and win.self_drawn,
        45: win.wall_last and not win.self_drawn,
        46: win.replacement and win.self_drawn,
        47: win.robbed,
        53: len(kinds) == 4 and set(kinds) <= from_others and not win.self_drawn,
        56: not exposed and win.self_drawn,
        58: win.last_of_kind or last_by_itself,
        62: not exposed and not win.self_drawn,
        80: win.self_drawn,
    }
    return {fan for fan, holds in tests.items() if holds}


# The best reading


def result_of(win: Win, reading: Reading) -> Result:
    """Score one reading."""
    seven_pairs = reading.shape == SHAPE_SEVEN_PAIRS
    found = dict.fromkeys(tile_fans(win.tiles, seven_pairs, win.switches) | winning_fans(win), 1)
    if reading.completed == WHOLE_HAND:
        found |= dict.fromkeys(special_shape_fans(win, reading.shape), 1)
    else:
        found |= set_fans(win, reading)
    if is_nine_gates(win):
        found[4] = 1
    if tile_hogs(win):
        found[64] = tile_hogs(win)
    counts = exclude(found, win.switches)
    if not counts:
        found[43] = counts[43] = 1
    values = POINTS | {48: int(win.switches["two_concealed_kongs"])}
    points = sum(values[fan] * number for fan, number in counts.items())
    if win.flowers:
        found[81] = counts[81] = win.flowers
    return Result(points, dict(sorted(counts.items())), dict(sorted(found.items())), reading.row)


def preference(result: Result) -> tuple[int, list[int], list[int]]:
    """Higher total, then the larger vector of counts in fan order, then the smaller row."""
    return result.points, [result.counts.get(fan, 0) for fan in NAMES], [-cell for cell in result.reading]


def score(
    concealed: Sequence[int],
    melds: Melds,
    win: int,
    self_drawn: bool = False,
    last_of_kind: bool = False,
    wall_last: bool = False,
    replacement: bool = False,
    robbed: bool = False,
    prevalent: int = 0,
    seat: int = 0,
    flowers: int = 0,
    switches: Switches | None = None,
) -> Result | None:
    """Score a hand that holds together and whose conditions do not contradict; None if it is not a win.

    `concealed` has 34 counts without the winning tile; a meld is its kind, one of the first five of KINDS, and its
    lowest tile. Switches left out have their default.
    """
    hand = Win(
        tuple(concealed),
        tuple(melds),
        win,
        self_drawn,
        last_of_kind,
        wall_last,
        replacement,
        robbed,
        prevalent,
        seat,
        flowers,
        DEFAULT | dict(switches or {}),
    )
    return max((result_of(hand, reading) for reading in readings(hand)), key=preference, default=None)


# Status of a row

OK, TILE, MELD, FIFTH_COPY, TILE_COUNT, WIND, FLOWERS, CONDITIONS, NOT_A_WIN = range(9)


def meld_of(code: int) -> tuple[str, int] | None:
    """Meld of a code 1..170, None where the code means nothing."""
    if not 1 <= code <= 170:
        return None
    kind, tile = KINDS[(code - 1) // 34], (code - 1) % 34
    return None if kind == "chow" and (tile >= 27 or tile % 9 > 6) else (kind, tile)


def contradictory(concealed: Sequence[int], melds: Melds, win: int, conditions: int, switches: Switches) -> bool:
    """Whether the conditions, as bits, cannot be true together or of this hand (A4a to A4f)."""
    self_drawn, last_of_kind, wall_last, replacement, robbed = (bool(conditions >> bit & 1) for bit in range(5))
    in_melds = sum(tiles_of(*meld).count(win) for meld in melds)
    return (
        conditions > 31
        or (replacement and not (self_drawn and any(kind.endswith("kong") for kind, _ in melds)))
        or (robbed and (self_drawn or concealed[win] + in_melds > 0))
        or (robbed and wall_last and switches["rob_on_last_tile"] == "reject")
        or (last_of_kind and concealed[win] > 0)
    )


def status(
    concealed: Sequence[int],
    meld_codes: Sequence[int],
    win: int,
    conditions: int = 0,
    prevalent: int = 0,
    seat: int = 0,
    flowers: int = 0,
    switches: Switches | None = None,
) -> int:
    """Return the status of a row of integers: the first thing that is wrong with it, 0 if it can be scored."""
    rules = DEFAULT | dict(switches or {})
    if any(not 0 <= count <= 4 for count in concealed) or not 0 <= win <= 33:
        return TILE
    decoded = [meld_of(code) for code in meld_codes if code]
    melds = [meld for meld in decoded if meld is not None]
    if len(melds) < len(decoded):
        return MELD
    held = [tile for meld in melds for tile in tiles_of(*meld)]
    if any(concealed[tile] + held.count(tile) + (tile == win) > 4 for tile in range(34)):
        return FIFTH_COPY
    if sum(concealed) != 13 - 3 * len(melds):
        return TILE_COUNT
    if not 0 <= prevalent <= 3 or not 0 <= seat <= 3:
        return WIND
    if not 0 <= flowers <= 8:
        return FLOWERS
    if contradictory(concealed, melds, win, conditions, rules):
        return CONDITIONS
    completed = [count + (tile == win) for tile, count in enumerate(concealed)]
    return OK if shapes(completed, len(melds), bool(rules["seven_pairs_four_alike"])) else NOT_A_WIN
