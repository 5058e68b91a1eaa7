"""Distances to single fans: what the slow twin says of many hands, and what must hold of all."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cases_fan_distance import Held, hands
from oracle_distance import fan_distances
from populations import random_hands, random_wins
from support import scaled

from fastmcr import Fan, HandBatch, Rules, fan_distance_batch, score_batch, shanten_batch
from fastmcr.analysis.fan_distance import UNREACHABLE
from fastmcr.errors import InputError, RowsError, RulesError
from fastmcr.kernels import load_tables
from fastmcr.kernels.fan_distance.tables import (
    BOTH_TERMINAL,
    FIRST_TAKER,
    NEXT_TAKER,
    ONCE_TERMINAL,
    TAKEN,
    TWICE_TERMINAL,
    UNTAKEN,
    combinations,
)
from fastmcr.kernels.tables.build.fan_distances import fan_distance_tables
from fastmcr.kernels.tables.build.scoring import combination_index
from fastmcr.kernels.tables.load import load_file

GOLDEN = Path(__file__).parents[1] / "golden" / "fan_distances.jsonl"
NEVER = {4, *range(43, 48), 53, 56, 58, 62, *range(77, 82)}
OF_KONGS = {5, 12, 17, 33, 48, 57, 66, 67, 74, 82}
OF_SUITS = {3, 40, 50, 75}  # bound to suits, or barred by a fan that is


def rows_of(given: list[Held]) -> dict[str, Any]:
    """Return hands as arguments."""
    concealed, melds, prevalent, seat = (np.array(column) for column in zip(*given, strict=True))
    return {"hands": concealed, "melds": melds, "prevalent": prevalent, "seat": seat}


def differing(found: list[int], wanted: list[int]) -> dict[str, tuple[int, int]]:
    """Return what differs, by fan."""
    pairs = enumerate(zip(found, wanted, strict=True), 1)
    return {Fan(fan).english: pair for fan, pair in pairs if pair[0] != pair[1]}


# --- the slow twin ----------------------------------------------------------------------------------------------------


def golden() -> list[dict[str, Any]]:
    return [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("rules", ["default", "wmo2014", "mil", "r98"])
def test_golden(rules: str) -> None:
    rows = [row for row in golden() if row["rules"] == rules]
    given = [Held(row["concealed"], row["melds"], row["prevalent"], row["seat"]) for row in rows]
    found = fan_distance_batch(**rows_of(given), rules=rules).values.tolist()
    wrong = {place: differing(found[place], row["far"]) for place, row in enumerate(rows) if found[place] != row["far"]}
    assert not wrong


def test_golden_is_large_enough() -> None:
    rows = golden()
    melds = Counter(sum(code > 0 for code in row["melds"]) for row in rows)
    assert len(rows) >= 300
    assert melds[0] >= 100
    assert min(melds[1], melds[2], melds[3]) >= 10
    reached = {fan for row in rows for fan, far in enumerate(row["far"], 1) if far < UNREACHABLE}
    assert reached | NEVER | OF_KONGS == set(range(1, 83))
    assert len(reached & OF_KONGS) > 3


@pytest.mark.parametrize(("melds", "rules"), [(3, "default"), (3, "mil"), (2, "default")])
def test_twin(melds: int, rules: str) -> None:
    given = list(hands(70 + melds, scaled(60) // 3 ** (4 - melds), melds))
    found = fan_distance_batch(**rows_of(given), rules=rules).values.tolist()
    for held, far in zip(given, found, strict=True):
        assert differing(far, fan_distances(held.concealed, held.melds, held.prevalent, held.seat, rules)[1:]) == {}


@pytest.mark.parametrize(
    "switches",
    [
        {"one_voided_suit_strict": True},
        {"seven_pairs_range_fans": False, "seven_pairs_four_alike": False, "tile_hog_honors": False},
    ],
)
def test_switches(switches: dict[str, Any]) -> None:
    given = list(hands(81, scaled(60) // 3, 3))
    found = fan_distance_batch(**rows_of(given), rules=Rules(**switches)).values.tolist()
    for held, far in zip(given, found, strict=True):
        assert differing(far, fan_distances(held.concealed, held.melds, held.prevalent, held.seat, switches)[1:]) == {}


def test_tile_hog_barred_by_all_terminals() -> None:
    """The nearest hand of Tile Hog may be All Terminals, and then it does not count."""
    rng = random.Random(82)
    ends = [tile for tile in range(27) if tile % 9 in (0, 8)]
    given = []
    for _ in range(12):
        held = Counter(rng.sample(4 * ends, 11) + rng.sample(range(1, 34), 2))
        if max(held.values()) <= 4:
            given.append(Held([held[tile] for tile in range(34)], [0, 0, 0, 0], 0, 1))
    switches = {"tile_hog_all_terminals": "barred"}
    found = fan_distance_batch(**rows_of(given), rules=Rules(tile_hog_all_terminals="barred")).values.tolist()
    for held, far in zip(given, found, strict=True):
        assert differing(far, fan_distances(held.concealed, held.melds, held.prevalent, held.seat, switches)[1:]) == {}
    assert found != fan_distance_batch(**rows_of(given)).values.tolist()


# --- properties -------------------------------------------------------------------------------------------------------


def test_fans_that_no_target_decides() -> None:
    for melds in range(4):
        far = fan_distance_batch(*random_hands(scaled(500), 3, 13, melds)).values
        assert (far[:, [fan - 1 for fan in NEVER]] == UNREACHABLE).all()
    far = fan_distance_batch(random_hands(200, 4, 14, 0)[0]).values
    assert (far[:, [fan - 1 for fan in OF_KONGS]] == UNREACHABLE).all()


@pytest.mark.parametrize("melds", [0, 1, 2, 3])
def test_never_below_shanten(melds: int) -> None:
    given = random_hands(scaled(3_000), 5, 13, melds)
    far, best = fan_distance_batch(*given).values, shanten_batch(*given).best
    assert (far >= best[:, None]).all()
    assert (far.min(axis=1) <= best + 3).all()


def test_complete_hands_have_their_fans() -> None:
    wins = random_wins(scaled(4_000), 6)
    far = fan_distance_batch(wins.concealed, wins.melds, prevalent=wins.prevalent, seat=wins.seat).values
    scored = score_batch(HandBatch(**wins._asdict()))
    # Concealed pungs are counted in a win by what is concealed, here by declared kongs alone.
    ignored = NEVER | {12, 33, 66}
    for fan in set(range(1, 83)) - ignored:
        word, bit = divmod(fan - 1, 64)
        counted = (scored.flags[:, word] >> np.uint64(bit)) & np.uint64(1) != 0
        assert (far[counted, fan - 1] == -1).all(), Fan(fan).english


def test_a_tile_lowers_by_one_at_most() -> None:
    rng = random.Random(8)
    concealed, melds = random_hands(scaled(400), 8, 13, 1)
    far = fan_distance_batch(concealed, melds).values
    drawn = concealed.copy()
    for row in drawn:
        row[rng.choice([tile for tile in range(34) if row[tile] < 1])] += 1
    found = fan_distance_batch(drawn, melds, on_error="mark")
    good = found.status == 0
    before, after = far[good].astype(int), found.values[good].astype(int)
    assert good.sum() > len(good) // 2
    assert (after <= before).all()
    assert ((before - after <= 1) | (before == UNREACHABLE)).all()
    assert ((before == UNREACHABLE) == (after == UNREACHABLE)).all()


def test_suits_are_alike() -> None:
    concealed, _ = random_hands(scaled(1_000), 9, 14, 0)
    far = fan_distance_batch(concealed, seat=2).values
    kept = [fan - 1 for fan in range(1, 83) if fan not in OF_SUITS]
    for order in itertools.permutations(range(3)):
        tiles = [9 * suit + rank for suit in order for rank in range(9)] + list(range(27, 34))
        assert (fan_distance_batch(concealed[:, tiles], seat=2).values[:, kept] == far[:, kept]).all()


def test_threads_and_rows_alone_give_the_same() -> None:
    given = random_hands(scaled(20_500), 10, 13, 2)
    far = fan_distance_batch(*given, threads=1).values
    assert (fan_distance_batch(*given, threads=2).values == far).all()
    for row in range(0, len(far), len(far) // 7):
        assert (fan_distance_batch(given[0][row : row + 1], given[1][row : row + 1]).values == far[row]).all()


def test_known_hands() -> None:
    far = fan_distance_batch(["123456m78p99sEEE1s", "[EEE]123m456p78s55s", "[1111m][9999p,1]12356s55p"]).values
    assert far[0, Fan.PURE_STRAIGHT - 1] == 2
    assert far[1, Fan.PREVALENT_WIND - 1] == far[1, Fan.SEAT_WIND - 1] == 0
    assert far[1, Fan.FULL_FLUSH - 1] == UNREACHABLE
    assert far[2, 57 - 1] == far[2, 67 - 1] == 0
    assert far[2, 74 - 1] == UNREACHABLE  # barred by Two Melded Kongs


# --- arguments --------------------------------------------------------------------------------------------------------


def test_no_rows() -> None:
    far = fan_distance_batch(np.zeros((0, 34), int))
    assert far.values.shape == (0, 82)
    assert far.values.dtype == np.int8
    assert far.status.shape == (0,)


def test_bad_rows_are_marked() -> None:
    concealed = np.repeat(random_hands(1, 11, 13)[0], 5, axis=0).astype(int)
    melds = np.zeros((5, 4), int)
    concealed[0, 0] = 5
    concealed[1] = 0
    melds[2, 0] = 255
    seat = np.array([0, 0, 0, 4, 3])
    found = fan_distance_batch(concealed, melds, seat=seat, on_error="mark")
    far, status = found.values, found.status
    assert status.tolist()[:1] == [1]
    assert status.tolist()[1:] == [4, 2, 5, 0]
    assert (far[:4] == -128).all()
    assert (far[4] >= 0).any()


def test_bad_rows_raise() -> None:
    concealed = np.zeros((2, 34), int)
    concealed[:, :13] = 1
    concealed[1, 3] = 0
    with pytest.raises(RowsError) as caught:
        fan_distance_batch(concealed)
    words = "row 1: 12 concealed tiles with no melds; a hand of no melds has 13, or 14 with the winning tile"
    assert str(caught.value) == f"1 row cannot be used:\n  {words}"


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"melds": 2}, InputError, "fans need known melds: melds must be meld codes, not 2"),
        ({"seat": [0, 1]}, InputError, "seat must have shape (1,), not (2,)"),
        ({"prevalent": 0.5}, InputError, "prevalent must be integers, not float64"),
        ({"on_error": "skip"}, InputError, "on_error must be 'raise' or 'mark', not 'skip'"),
        ({"rules": "riichi"}, RulesError, None),
        ({"threads": 0}, InputError, "threads must be 1..1024 or None, not 0"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], error: type[Exception], words: str | None) -> None:
    concealed = random_hands(1, 12, 13)[0]
    with pytest.raises(error) as caught:
        fan_distance_batch(concealed, **arguments)
    assert words is None or str(caught.value) == words


def test_arrays_are_left_alone() -> None:
    concealed, melds = random_hands(50, 13, 13, 1)
    far = fan_distance_batch(concealed, melds).values
    wide = np.asfortranarray(concealed.astype(np.int64))
    wide.setflags(write=False)
    assert (fan_distance_batch(wide, melds[:, ::-1]).values == far).all()
    assert (wide == concealed).all()


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    fan_distance_batch(random_hands(20, 14, 13)[0], progress=lambda done, rows: told.append((done, rows)))
    assert told[-1] == (20, 20)


# --- tables -----------------------------------------------------------------------------------------------------------


def test_tables_are_those_that_are_built() -> None:
    for name, table in fan_distance_tables().items():
        assert (load_file(name) == table).all()
        assert load_file(name).dtype == table.dtype


def parsed() -> list[tuple[int, Counter[tuple[str, int, int]], set[tuple[str, int, int]]]]:
    """Return the fan of each combination of sets alone, its sets, and those barred beside them."""
    aside = {FIRST_TAKER, NEXT_TAKER, TWICE_TERMINAL, BOTH_TERMINAL, ONCE_TERMINAL}
    rows = []
    for fan, groups, pair, barred in combinations():
        if pair or fan in aside or UNTAKEN <= fan < TAKEN:
            continue
        sets: Counter[tuple[str, int, int]] = Counter()
        for suit, chows, pungs in groups:
            sets.update({("chow", suit, low): chows >> 4 * low & 15 for low in range(7) if chows >> 4 * low & 15})
            sets.update({("pung", suit, rank): 1 for rank in range(9) if pungs >> 4 * rank & 1})
        out = {("chow", suit, low) for suit, bits in barred.items() for low in range(7) if bits >> low & 1}
        out |= {("pung", suit, rank) for suit, bits in barred.items() for rank in range(9) if bits >> 16 + rank & 1}
        rows.append((fan % 100, sets, out))
    return rows


def test_combinations_say_what_counts() -> None:
    tables, rows = load_tables(), parsed()
    rows = [row for row in rows if row[0] != 73]
    fans = {fan for fan, _, _ in rows}
    # Terminal chows bar these only with a pair of fives: with another pair they have places of their own.
    terminal = [{("chow", suit, 0): 2, ("chow", suit, 6): 2} for suit in range(3)]
    for one, other in itertools.combinations(range(3), 2):
        terminal.append({("chow", suit, low): 1 for suit in (one, other) for low in (0, 6)})
    for kind, number, codes, first_row, width in (
        ("chow", 21, tables.chow_codes, 0, 7),
        ("pung", 27, tables.pung_codes, 4, 9),
    ):
        choose = itertools.combinations_with_replacement if kind == "chow" else itertools.combinations
        for size in range(5):
            for chosen in choose(range(number), size):
                sets = Counter((kind, *divmod(one, width)) for one in chosen)
                outcome = tables.outcomes[
                    codes[combination_index(tables.ranks, [one + 1 for one in chosen], first_row)]
                ]
                flags = int(outcome[0]) | int(outcome[1]) << 64
                wanted = {fan for fan in fans if flags >> fan - 1 & 1}
                found = {fan for fan, own, out in rows if own <= sets and not out & set(sets - own)}
                missing = wanted - found
                assert found <= wanted
                assert not missing or (sets in terminal and missing <= {69, 70})
