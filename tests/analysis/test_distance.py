"""Distances to hands worth enough: hands in words, what must hold of all, many hands as arrays, and what is refused."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from distance_hands import some_hands
from populations import random_hands, random_wins
from support import COMPILED, PRESETS

import fastmcr
from fastmcr import (
    UNREACHABLE,
    Distance,
    Hand,
    HandBatch,
    InputError,
    Meld,
    NotationError,
    RowsError,
    Rules,
    RulesError,
    distance_batch,
    kernels,
    score_batch,
    shanten,
    shanten_batch,
)
from fastmcr.analysis.min_points import Worth, as_worth, distances_of

Bytes = npt.NDArray[np.uint8]
Distances = npt.NDArray[np.int8]

LEAST = (0, 1, 6, 8, 12, 24) if COMPILED else (0, 8)


def few(n: int) -> int:
    """Return how many of n hands to try: as plain Python they take a thousand times as long."""
    return n if COMPILED else max(2, n // 20)


MELDS_AND_TILES = [(melds, tiles) for melds in range(4) for tiles in (13, 14)]

# --- hands in words ---------------------------------------------------------------------------------------------------

# Hand, points, open and concealed distance.
HANDS = [
    # Complete: Mixed Straight 8, Pure Straight 16.
    ("123m456p789s555mEE", 8, (-1, -1)),
    ("123456789m1155p5p", 16, (-1, -1)),
    # Complete and worth Mixed Double Chow 1, a win but not one of 8; for Mixed Straight 9s takes the place of 6s.
    ("[123m][456p]456s78sEE6s", 8, (0, 0)),
    # Ready on 1s and 4s for Mixed Double Chow and All Chows at most: a chow must be made anew.
    ("[456m][678p]23s88p789s", 8, (2, 2)),
    # Ready on 9s for Mixed Straight, on 6s for next to nothing: the best wait counts.
    ("[EEE]123m456p78s55s|ES0000", 8, (0, 0)),
    # All Pungs 6, Pung of Terminals or Honors 1; Four Concealed Pungs 64, with one shown Three 16, Self-Drawn 1.
    ("222m333m555p77sEE|SW0000", 7, (0, 0)),
    ("222m333m555p77sEE|SW0000", 8, (1, 0)),
    ("222m333m555p77sEE|SW0000", 64, (7, 0)),
    ("[222m]333m555p77sEE|SW0000", 24, (2, 0)),
    # Concealed kongs are concealed pungs however the hand is won: Two Concealed Kongs 8, All Pungs 6, Pung of Terminals
    # or Honors 1; the pungs in hand are so only if they stay concealed.
    ("[2222m][3333m]55p77sEEE|NN0000", 15, (0, 0)),
    ("[2222m][3333m]55p77sEEE|NN0000", 64, (7, 0)),
    # All Chows 2, All Simples 2, Mixed Double Chow 1; Fully Concealed Hand 4, or with a set shown Self-Drawn 1.
    ("234m678m456p678s5p", 5, (0, 0)),
    ("234m678m456p678s5p", 9, (1, 0)),
    ("[234m]678m456p678s5p", 6, (1, 0)),
    # Seven Pairs 24, Half Flush 6; Fully Concealed Hand 4.
    ("1133557799mEES", 30, (0, 0)),
    ("1133557799mEES", 34, (3, 0)),
    # Nine Gates is not open: there Seven Shifted Pairs are the nearest 88.
    ("1112345678999m", 88, (5, 0)),
    # It lacks 8m and has 5m over already, which then is not drawn last: another tile is to be over.
    ("1112345567999m", 88, (4, 1)),
    # Complete, any of its tiles may have been the last.
    ("11123455678999m", 88, (4, -1)),
    # Thirteen orphans and the knitted forms count in both readings.
    ("19m19p19sESWNCFP", 88, (0, 0)),
    ("147m258p369sESWN", 12, (0, 0)),
    ("[456m]147m258p36sEW", 12, (1, 1)),
    # No hand beside these melds is worth so much.
    ("[111m][234p][678s]1555s", 88, (UNREACHABLE, UNREACHABLE)),
    # All of 1m are in use: it is no pair, and 1m with 23m is a way of two tiles.
    ("[111m][999m][EEE]1m99p5s", 0, (1, 1)),
]


DEAR = 24  # to look for hands of more points takes minutes as plain Python


@pytest.mark.parametrize(("text", "points", "wanted"), HANDS)
def test_hands_in_words(text: str, points: int, wanted: tuple[int, int]) -> None:
    if points >= DEAR and not COMPILED:
        pytest.skip("takes minutes as plain Python")
    assert fastmcr.distance(text, points) == Distance(*wanted)


def test_winds_of_the_hand_count() -> None:
    # EEE is worth 1, 2 or 4; with Half Flush 6.
    hand = "[EEE]123m567m23m99m"
    values = [fastmcr.distance(f"{hand}|{winds}0000", 10).open for winds in ("SS", "ES", "EE")]
    assert values == [1, 1, 0]
    assert fastmcr.distance(Hand.parse(f"{hand}|EE0000"), 10) == fastmcr.distance(f"{hand}|EE0000", 10)


@pytest.mark.skipif(not COMPILED, reason="takes minutes as plain Python")
def test_rules_count() -> None:
    four = "1111557799mEES"
    assert fastmcr.distance(four, 24) == Distance(0, 0)
    assert fastmcr.distance(four, 24, rules=Rules(seven_pairs_four_alike=False)) == Distance(2, 2)
    kongs = "[2222m][3333m]456p78sEE"
    assert fastmcr.distance(kongs, 8).open == 0
    assert fastmcr.distance(kongs, 8, rules=Rules(two_concealed_kongs=6)).open > 0


def test_in_words() -> None:
    texts = {(-1, -1): "complete", (0, 0): "ready", (3, 3): "3 away", (2, 0): "ready if self-drawn, else 2 away",
             (UNREACHABLE, -1): "complete if self-drawn, else out of reach", (127, 127): "out of reach"}  # fmt: skip
    for values, words in texts.items():
        assert str(Distance(*values)) == words
    assert fastmcr.UNREACHABLE == 127


def test_melds_apart() -> None:
    assert fastmcr.distance("123m456p78s55s", melds=[Meld.pung("EEE")]) == fastmcr.distance("[EEE]123m456p78s55s")


# --- what must hold of all hands --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("melds", "tiles"), MELDS_AND_TILES)
def test_beside_shanten_and_as_points_grow(melds: int, tiles: int) -> None:
    concealed, codes = some_hands(few(60), 11 * melds + tiles, tiles, melds)
    plain = shanten_batch(concealed, codes).best
    before = None
    for least in LEAST:
        found = distance_batch(concealed, codes, least).values
        assert (found[:, 1] <= found[:, 0]).all()
        if before is None:
            assert (found == plain[:, None]).all()
        else:
            assert (found >= before).all()
        before = found


def with_each(concealed: Bytes, own: npt.NDArray[np.int64], step: int) -> tuple[Bytes, npt.NDArray[np.bool_]]:
    """Return (n, 34, 34) hands with one tile more or less of each kind, and which of them can be."""
    made = concealed[:, None, :].astype(int) + step * np.eye(34, dtype=int)[None]
    possible = own < 4 if step > 0 else concealed > 0
    return made.clip(0, 4).astype(np.uint8), possible


def own_tiles(concealed: Bytes, codes: Bytes) -> npt.NDArray[np.int64]:
    from populations import meld_counts

    return concealed.astype(int) + meld_counts(codes)


@pytest.mark.parametrize("melds", range(4) if COMPILED else range(2))
def test_a_useful_tile_brings_it_nearer_by_one(melds: int) -> None:
    concealed, codes = some_hands(few(40), 5 + melds, 13, melds)
    made, possible = with_each(concealed, own_tiles(concealed, codes), 1)
    now = distance_batch(concealed, codes).values
    after = distance_batch(made[possible], np.repeat(codes, possible.sum(axis=1), axis=0)).values
    for reading in range(2):
        table = np.full(possible.shape, 99)
        table[possible] = after[:, reading]
        drop = now[:, reading, None].astype(int) - table
        reached = now[:, reading] != UNREACHABLE
        assert set(np.unique(drop[reached[:, None] & possible])) <= {0, 1}
        assert (drop.max(axis=1)[reached] == 1).all()
        assert (table[~reached[:, None] & possible] == UNREACHABLE).all()


@pytest.mark.parametrize("melds", range(4))
def test_of_14_tiles_the_best_discard_counts(melds: int) -> None:
    concealed, codes = some_hands(few(60), 50 + melds, 14, melds)
    made, possible = with_each(concealed, own_tiles(concealed, codes), -1)
    now = distance_batch(concealed, codes).values
    after = distance_batch(made[possible], np.repeat(codes, possible.sum(axis=1), axis=0)).values
    for reading in range(2):
        table = np.full(possible.shape, UNREACHABLE)
        table[possible] = after[:, reading]
        assert (table.min(axis=1) == np.maximum(now[:, reading], 0)).all()


@pytest.mark.parametrize("melds", range(4))
def test_no_distance_is_longer_than_a_hand(melds: int) -> None:
    """A knitted straight that needs a fifth copy once counted as 29 tiles away where nothing else was dear enough."""
    concealed, codes = some_hands(few(200), 177, 13, melds)
    for least in (24, 64, 130, 400):
        found = distance_batch(concealed, codes, least).values
        assert ((found <= 13) | (found == 127)).all()
    assert (found == 127).all()


def unbound(least: int) -> Worth:
    """Return what is asked without the fans that are bound to suits: All Green and Reversible Tiles."""
    worth = as_worth(least, "default")
    bars, points, switches = (array.copy() for array in Rules().compiled)
    for fan in (3, 40):
        bars[fan] = 0
        bars[0, 0] &= ~(np.uint64(1) << np.uint64(fan - 1))
        points[fan] = 0
    for array in (bars, points, switches):
        array.setflags(write=False)
    rulings = kernels.rulings_of(bars, points, switches, worth.prepared.tables)
    return worth._replace(prepared=worth.prepared._replace(rulings=rulings))


def distances_with(worth: Worth, concealed: Bytes, codes: Bytes) -> Distances:
    found, status = np.empty((len(concealed), 2), np.int8), np.empty(len(concealed), np.uint8)
    winds = np.zeros(len(concealed), np.uint8)
    assert distances_of((concealed, codes, winds, winds), worth, status, found) == 0
    return found


@pytest.mark.parametrize("least", [8, 24] if COMPILED else [8])
def test_suits_are_alike_apart_from_the_fans_bound_to_them(least: int) -> None:
    worth = unbound(least)
    for melds in range(4):
        concealed, codes = some_hands(few(100), 70 + melds, 13, melds)
        batch = HandBatch(concealed=concealed, melds=codes, win=np.zeros(len(codes), np.uint8))
        wanted = distances_with(worth, concealed, codes)
        bound = distance_batch(concealed, codes, least).values
        assert (wanted >= bound).all()
        for order in ("psm", "msp"):
            turned = batch.permute_suits(order)
            found = distances_with(
                worth, np.ascontiguousarray(turned.concealed, np.uint8), np.asarray(turned.melds, np.uint8)
            )
            assert (found == wanted).all()


@pytest.mark.skipif(not COMPILED, reason="takes minutes as plain Python")
def test_fans_bound_to_suits() -> None:
    green, reversible = "222333444s666s8s", "[123p]444s5589s88pPP"
    assert fastmcr.distance(green, 88).open == 0
    assert fastmcr.distance(green.replace("s", "m"), 88).open > 0
    assert fastmcr.distance(reversible, 8).open < fastmcr.distance(reversible.replace("s", "m"), 8).open


# --- the words that the search adds up --------------------------------------------------------------------------------


def test_words_of_sets_and_pairs() -> None:
    words = kernels.target_words().tolist()
    seen = 0
    for suit, q in itertools.product(range(4), range(25)):
        sets, tiles, info = words[32 * suit + q]
        if not info:
            assert sets == tiles == 0
            assert suit == 3
            continue
        seen += 1
        rank = q if q < 7 else q - 7 if q < 16 else q - 16
        kind = "chow" if q < 7 else "pung" if q < 16 else "pair"
        tile = 9 * suit + rank
        assert tiles == {"chow": 0x111, "pung": 3, "pair": 2}[kind] << 4 * rank
        assert sets == {"chow": 7 * suit + rank + 1, "pung": (tile + 1) << 32, "pair": 0}[kind]
        assert (info & 7, info >> 3 & 7) == (kind == "chow", kind == "pung")
        assert (info >> 8 & 63) == (tile + 1 if kind == "pair" else 0)
        assert (info >> 16 & 31) == (kind == "pung" and (suit == 3 or rank in (0, 8)) and tile < 31)
        assert (info >> 24 & 127) == (1 << rank if kind == "pung" and suit == 3 else 0)
        assert (info >> 32 & 31) == (1 << suit if suit < 3 else 8 if rank < 4 else 16)
    assert seen == 3 * 25 + 14
    assert not any(any(words[32 * suit + q]) for suit in range(4) for q in range(25, 32))


# --- complete hands against their scores ------------------------------------------------------------------------------

NOT_OURS = {58: 4, 77: 1, 78: 1, 79: 1}  # Last Tile, which own melds can bring, and the waits


def worth_without(batch: HandBatch, rules: str, fans: dict[int, int]) -> npt.NDArray[np.int64]:
    """Return scores without the points of some fans."""
    counts = (result := score_batch(batch, rules)).counts().astype(int)
    return result.points - sum(counts[:, fan - 1] * points for fan, points in fans.items())


def wins(n: int, seed: int, conditions: int) -> tuple[Any, npt.NDArray[np.int64], HandBatch]:
    """Return random wins, and all ways to win each: the row of each way, and the ways as a batch."""
    rows = random_wins(n, seed)
    at, tile = np.nonzero(rows.concealed)
    ways = HandBatch(
        concealed=rows.concealed[at], melds=rows.melds[at], win=tile, conditions=np.full(len(at), conditions),
        prevalent=rows.prevalent[at], seat=rows.seat[at],
    )  # fmt: skip
    return rows, at, ways


def complete_with(rows: Any, least: npt.NDArray[np.int64], rules: str) -> npt.NDArray[np.bool_]:
    """Return which hands are complete with so many points each, in both readings."""
    complete = np.empty((len(least), 2), bool)
    for value in np.unique(least):
        chosen = least == value
        found = distance_batch(
            rows.concealed[chosen], rows.melds[chosen], int(value), prevalent=rows.prevalent[chosen],
            seat=rows.seat[chosen], rules=rules,
        )  # fmt: skip
        complete[chosen] = found.values == -1
    return complete


@pytest.mark.parametrize("rules", PRESETS)
def test_concealed_points_are_those_of_a_self_drawn_win(rules: str) -> None:
    n = few(100)
    rows, at, ways = wins(n, 21, 1)
    least, most = np.zeros(n, int), np.zeros(n, int)
    np.maximum.at(least, at, worth_without(ways, rules, NOT_OURS))
    np.maximum.at(most, at, score_batch(ways, rules).points)
    assert complete_with(rows, least, rules)[:, 1].all()
    cheap = np.flatnonzero(most <= (40 if COMPILED else 10))  # to look for hands of more points takes long
    assert not complete_with(rows.take(cheap), most[cheap] + 1, rules)[:, 1].any()


def test_open_points_hold_for_every_discard() -> None:
    n = few(100)
    rows, at, ways = wins(n, 22, 0)
    most = np.full(n, 999)
    np.minimum.at(most, at, score_batch(ways).points)
    cheap = np.flatnonzero(most <= (40 if COMPILED else 10))
    assert not complete_with(rows.take(cheap), most[cheap] + 1, "default")[:, 0].any()


@pytest.mark.parametrize("rules", PRESETS)
def test_open_points_of_four_melds_are_known(rules: str) -> None:
    rows = random_wins(few(4_000), 23)
    rows = rows.take(np.flatnonzero((rows.melds > 0).all(axis=1)))
    given = HandBatch(**rows._replace(conditions=rows.conditions * 0)._asdict())
    least = worth_without(given, rules, {53: 6, 58: 4, 62: 2, 79: 1})
    assert complete_with(rows, least, rules)[:, 0].all()
    assert not complete_with(rows, least + 1, rules)[:, 0].any()


# --- many hands -------------------------------------------------------------------------------------------------------

TEXTS = ["[EEE]123m456p78s55s|ES0000", "[456m][678p]23s88p789s", "1112345678999m|SW0000", "147m258p369sESWNC"]


def test_a_batch_is_its_hands() -> None:
    hands = [Hand.parse(text) for text in TEXTS]
    batch = HandBatch.from_strings(TEXTS)
    concealed = np.array([hand.counts for hand in hands])
    for least, rules in itertools.product((8, 24) if COMPILED else (8,), ("default", "mil")):
        found = distance_batch(
            concealed, batch.melds, least, prevalent=batch.prevalent, seat=batch.seat, rules=rules
        )  # fmt: skip
        assert found.values.dtype == np.int8
        singles = [fastmcr.distance(hand, least, rules=rules) for hand in hands]
        assert found.values.tolist() == [[one.open, one.concealed] for one in singles]
        assert fastmcr.distance(hands[0].counts, least, melds=hands[0].melds, rules=rules).open <= singles[0].open


def test_dtypes_orders_and_winds() -> None:
    concealed, codes = some_hands(few(200), 3, 13, 1)
    seat = np.arange(len(codes)) % 4
    wanted = distance_batch(concealed, codes, seat=seat, prevalent=2).values
    wide = np.asfortranarray(concealed.astype(np.int64))
    listed = distance_batch(wide, codes.tolist(), seat=seat.tolist(), prevalent=np.full(len(codes), 2))
    assert (listed.values == wanted).all()
    read_only = concealed.copy()
    read_only.setflags(write=False)
    assert (distance_batch(read_only[::-1], codes[::-1], seat=seat[::-1], prevalent=2).values == wanted[::-1]).all()
    assert (read_only == concealed).all()
    for wind in range(4):
        rows = seat == wind
        assert (distance_batch(concealed[rows], codes[rows], seat=wind, prevalent=2).values == wanted[rows]).all()
    assert distance_batch(np.zeros((0, 34), int)).values.shape == (0, 2)


def test_threads_and_progress() -> None:
    n = few(20_000) if COMPILED else 20
    concealed, _ = random_hands(n, 9, 13)
    seen: list[tuple[int, int]] = []
    one = distance_batch(concealed, threads=1, progress=lambda done, rows: seen.append((done, rows))).values
    assert (distance_batch(concealed, threads=3).values == one).all()
    assert (distance_batch(concealed, 0).values == one).all()
    assert seen[-1] == (n, n)


BAD = np.zeros((7, 34), int)
BAD[:, :13] = 1
BAD[0, 0] = 5
BAD[3, 0] = 4
BAD[3, 12] = 0
BAD_MELDS = np.zeros((7, 4), int)
BAD_MELDS[1, 0] = 7 + 1
BAD_MELDS[4, 2] = 255
BAD_MELDS[6, 0] = 1 + 34 + 33
BAD[2, 12] = 0


def test_bad_rows_are_named_or_marked() -> None:
    seat = [0, 0, 0, 0, 0, 4, 0]
    with pytest.raises(RowsError) as caught:
        distance_batch(BAD, BAD_MELDS, seat=seat)
    assert str(caught.value) == (
        "7 rows cannot be used:\n"
        "  row 0: tile 1m appears 5 times; a hand holds at most 4\n"
        "  row 1: no chow begins with 8m; its lowest tile is 1..7 of a suit\n"
        "  row 2: 12 concealed tiles with no melds; a hand of no melds has 13, or 14 with the winning tile\n"
        "  row 3: 15 concealed tiles with no melds; a hand of no melds has 13, or 14 with the winning tile\n"
        "  row 4: a set of unknown tiles cannot be scored\n"
        "  and 2 more"
    )
    found = distance_batch(BAD, BAD_MELDS, seat=seat, on_error="mark")
    assert found.status.tolist() == [1, 2, 4, 4, 2, 5, 4]
    assert (found.values == -128).all()


def test_one_bad_row_leaves_the_others() -> None:
    concealed, codes = some_hands(few(300), 4, 13, 0)
    wanted = distance_batch(concealed, codes).values
    broken = concealed.copy()
    broken[5, 7] = 9
    found = distance_batch(broken, codes, on_error="mark")
    assert np.flatnonzero(found.status).tolist() == [5]
    assert (np.delete(found.values, 5, axis=0) == np.delete(wanted, 5, axis=0)).all()


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"min_points": -1}, InputError, "min_points must be a whole number from 0 on, not -1"),
        ({"min_points": 8.0}, InputError, "min_points must be a whole number from 0 on, not 8.0"),
        ({"min_points": True}, InputError, "min_points must be a whole number from 0 on, not True"),
        ({"min_points": "8"}, InputError, "min_points must be a whole number from 0 on, not '8'"),
        ({"rules": "ema"}, RulesError, "no preset is called 'ema'; there are default, wmo2014, mil, r98"),
        ({"on_error": "skip"}, InputError, "on_error must be 'raise' or 'mark', not 'skip'"),
        ({"melds": 2}, InputError, "points need known melds: melds must be meld codes, not 2"),
        ({"seat": [0, 1]}, InputError, "seat must have shape (1,), not (2,)"),
        ({"prevalent": 0.5}, InputError, "prevalent must be integers, not float64"),
        ({"threads": 0}, InputError, "threads must be 1..1024 or None, not 0"),
        ({"progress": 3}, InputError, "progress must be True, a callable or None, not 3"),
    ],
)
def test_what_a_batch_refuses(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        distance_batch([[1] * 13 + [0] * 21], **arguments)
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("hand", "arguments", "error", "words"),
    [
        ("23m55p", {"melds": 3}, InputError, "points need known melds, not 3 sets of unknown tiles"),
        ("2x", {}, NotationError, "'x' (U+0078) is no part of a hand string (character 2)\n  2x\n   ^"),
        ("19m19p19sESWNCFP", {"min_points": None}, InputError, "min_points must be a whole number from 0 on, not None"),
        (13, {}, InputError, None),
    ],
)  # fmt: skip
def test_what_one_hand_refuses(hand: Any, arguments: dict[str, Any], error: type[Exception], words: str | None) -> None:
    with pytest.raises(error) as caught:
        fastmcr.distance(hand, **arguments)
    assert words is None or words in (str(caught.value), str(caught.value)[: len(words)])


@pytest.mark.skipif(not COMPILED, reason="takes minutes as plain Python")
def test_dear_hands() -> None:
    concealed, codes = some_hands(few(20), 8, 13, 1)
    before = distance_batch(concealed, codes, 24).values
    for least in (48, 88):
        found = distance_batch(concealed, codes, least).values
        assert (found >= before).all()
        assert (found[:, 1] <= found[:, 0]).all()
        before = found


@pytest.mark.skipif(not COMPILED, reason="takes minutes as plain Python")
def test_huge_minimums_are_out_of_reach() -> None:
    assert fastmcr.distance("[123m][456p]789s5579p", 10**30) == Distance(UNREACHABLE, UNREACHABLE)


def test_nothing_but_distances_is_exact_at_the_plain_hand() -> None:
    assert fastmcr.distance("[456m][678p]23s88p789s", 0).open == shanten("[456m][678p]23s88p789s").best == 0
