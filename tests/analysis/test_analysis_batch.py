"""Analysis of many hands: against the slow twin, against itself, against scoring, and the arrays it takes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

import numpy as np
import numpy.typing as npt
import oracle_analysis as oracle
import pytest
from cases_analysis import Deal, deals
from support import COMPILED, PRESETS, scaled

from fastmcr import (
    UNREACHABLE,
    HandBatch,
    InputError,
    Meld,
    RowsError,
    Rules,
    Tile,
    discards_batch,
    score_batch,
    shanten_batch,
    useful_tiles_batch,
    wait_points_batch,
    waits,
    waits_batch,
)
from fastmcr.analysis.one_hand import FORMS, tiles_of
from fastmcr.hands.hand import Hand
from fastmcr.rulebook.tiles import TILES

Bytes = npt.NDArray[np.uint8]
Masks = npt.NDArray[np.uint64]

ONE = np.uint64(1)
BITS = np.arange(34, dtype=np.uint64)


def mask_of(tiles: Iterable[int]) -> int:
    return sum(1 << int(tile) for tile in tiles)


def masks_of(flags: npt.NDArray[np.bool_]) -> Masks:
    """Pack (n, 34) truth values."""
    return np.bitwise_or.reduce(np.where(flags, ONE << BITS, np.uint64(0)), axis=1)


def flags_of(masks: Masks) -> npt.NDArray[np.bool_]:
    return (masks[..., None] >> BITS & ONE).astype(bool)


class Hands:
    """Deals as arrays, and what the oracle takes for each."""

    def __init__(self, given: Iterable[Deal], draw: int | None = None) -> None:
        self.deals = list(given)
        self.concealed = np.array([deal.concealed for deal in self.deals], np.uint8)
        self.melds = np.array([deal.melds + (0,) * (4 - len(deal.melds)) for deal in self.deals], np.uint8)
        self.eaten = np.array([deal.eaten for deal in self.deals], np.uint8)
        if draw is not None:
            weights = 4 - self.own.astype(int)
            rng = np.random.default_rng(draw)
            drawn = (rng.random((len(weights), 34)) * weights).argmax(axis=1)
            self.concealed[np.arange(len(weights)), drawn] += 1

    def __len__(self) -> int:
        return len(self.deals)

    @property
    def own(self) -> Bytes:
        return np.asarray(self.concealed + self.eaten)

    def asked(self, row: int) -> tuple[list[int], int, list[int]]:
        """Return the arguments of the oracle."""
        return self.concealed[row].tolist(), len(self.deals[row].melds), self.eaten[row].tolist()

    def batch(self, **columns: Any) -> HandBatch:
        win = columns.pop("win", np.full(len(self), 255, np.uint8))
        return HandBatch(concealed=self.concealed, melds=self.melds, win=win, **columns)

    def with_each(self, step: int) -> tuple[npt.NDArray[np.int8], Bytes, npt.NDArray[np.bool_]]:
        """Return (n * 34) rows, each hand with one tile more or less of each kind, and which of them can be."""
        rows = (self.concealed[:, None].astype(np.int8) + step * np.eye(34, dtype=np.int8)).reshape(-1, 34)
        possible = (self.own < 4) if step > 0 else (self.concealed > 0)
        return rows, np.repeat(self.melds, 34, axis=0), possible


READY = Hands(deals(1, scaled(3000)))
DRAWN = Hands(deals(2, scaled(1500)), draw=2)
BOTH = (READY, DRAWN)


# --- the slow twin ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", BOTH, ids=["3n+1", "3n+2"])
def test_shanten_of_every_form_agrees_with_the_oracle(hands: Hands) -> None:
    found = shanten_batch(hands.concealed, hands.melds).values
    for row, values in enumerate(found.tolist()):
        assert tuple(values) == oracle.shanten(*hands.asked(row)), hands.deals[row]


@pytest.mark.parametrize("hands", BOTH, ids=["3n+1", "3n+2"])
def test_useful_tiles_agree_with_the_oracle(hands: Hands) -> None:
    """Those of 3n+2 tiles take the oracle longest."""
    found = useful_tiles_batch(hands.concealed, hands.melds, per_form=True)
    np.testing.assert_array_equal(found.shanten, shanten_batch(hands.concealed, hands.melds).values)
    masks, forms = found.masks, found.per_form
    assert forms is not None
    step = 6 if hands is READY else 40
    for row in range(0, len(hands), step):
        asked = hands.asked(row)
        assert int(masks[row]) == mask_of(oracle.useful_tiles(*asked)), hands.deals[row]
        form = row // step % 5
        assert int(forms[row, form]) == mask_of(oracle.useful_tiles(*asked, FORMS[form])), (hands.deals[row], form)


def test_waits_agree_with_the_oracle() -> None:
    rng = np.random.default_rng(3)
    visible = np.minimum(rng.integers(0, 5, READY.own.shape), 4 - READY.own)
    found = waits_batch(READY.concealed, READY.melds, visible)
    formal, live = found.formal, found.live
    ready = 0
    for row in range(len(READY)):
        asked = READY.asked(row)
        assert int(formal[row]) == mask_of(oracle.formal_waits(*asked[:2])), READY.deals[row]
        assert int(live[row]) == mask_of(oracle.live_waits(*asked, visible[row].tolist()))
        ready += bool(formal[row])
    assert ready > len(READY) // 10


def test_discards_agree_with_the_oracle() -> None:
    found = discards_batch(DRAWN.concealed, DRAWN.melds)
    shanten, masks = found.shanten, found.masks
    for row in range(0, len(DRAWN), 25):
        wanted = oracle.discards(*DRAWN.asked(row))
        for tile in range(34):
            values, useful = wanted.get(tile, ((UNREACHABLE,), set()))
            assert (shanten[row, tile], int(masks[row, tile])) == (values[-1], mask_of(useful)), DRAWN.deals[row]


def test_sets_of_unknown_tiles_eat_nothing() -> None:
    unknown = Hands(deal._replace(melds=(255,) * len(deal.melds), eaten=(0,) * 34) for deal in deals(4, scaled(300)))
    found = useful_tiles_batch(unknown.concealed, unknown.melds)
    masks = found.masks
    for row, values in enumerate(found.shanten.tolist()):
        assert tuple(values) == oracle.shanten(*unknown.asked(row))
    for row in range(0, len(unknown), 10):
        assert int(masks[row]) == mask_of(oracle.useful_tiles(*unknown.asked(row)))


# --- all states of a suit ---------------------------------------------------------------------------------------------


def nearest(targets: npt.NDArray[np.int8], forbidden: bool = False) -> npt.NDArray[np.int8]:
    """Return for every state the tiles missing to the nearest target, from the targets alone, one axis a rank.

    The tiles missing are a sum over the ranks, so the least of them is found rank by rank. With `forbidden` each axis
    has a sixth place, for a rank that no target may use.
    """
    ranks = len(targets)
    cost = np.full((5,) * ranks, 99, np.int8)
    cost[tuple(targets)] = 0
    for axis in range(ranks):
        by_rank = np.moveaxis(cost, axis, 0)
        after = [
            np.min([by_rank[wanted] + np.int8(max(wanted - held, 0)) for wanted in range(5)], axis=0)
            for held in range(5)
        ]
        cost = np.moveaxis(np.array([*after, *([by_rank[0]] if forbidden else [])], np.int8), 0, axis)
    return np.minimum(cost, 30).transpose().reshape(-1)  # the lowest rank counts least in an index


def vectors_of(targets: dict[tuple[int, int], npt.NDArray[np.int8]], **how: bool) -> Bytes:
    """Return for every state the tiles missing to k sets and p pairs, at 2 * k + p."""
    return np.array([nearest(targets[place], **how) for place in sorted(targets)], np.uint8).T


def load() -> Any:
    from fastmcr import kernels

    return kernels.load_analysis_tables()


def test_class_of_every_suit() -> None:
    tables = load()
    found = tables.vectors[tables.regular]
    np.testing.assert_array_equal(found, vectors_of(oracle.targets_of(9, (), 4)))
    np.testing.assert_array_equal(tables.suits & 255, tables.regular)


def test_class_of_all_honors() -> None:
    tables = load()
    found = tables.vectors[126 + tables.honors.astype(int)]
    np.testing.assert_array_equal(found, vectors_of(oracle.targets_of(7, (), 4)))


@pytest.mark.parametrize("body", range(3))
def test_class_of_every_suit_with_a_body(body: int) -> None:
    """One class, one vector; what classes give together is left to the knitted straights of whole hands."""
    classes = load().suits >> np.uint32(8 * body + 8) & np.uint32(255)
    wanted = vectors_of(oracle.targets_of(9, (body, body + 3, body + 6), 1))
    vectors, first = np.unique(classes, return_index=True)
    assert len(vectors) <= 50
    np.testing.assert_array_equal(wanted[first][np.searchsorted(vectors, classes)], wanted)


@pytest.mark.parametrize("ranks", range(1, 10))
def test_class_of_every_part_of_a_suit(ranks: int) -> None:
    """Targets of some ranks alone, with at most three of a kind."""
    tables = load()
    start = sum(5**shorter for shorter in range(1, ranks))
    found = tables.vectors[tables.parts[start : start + 5**ranks]][:, :8]
    wanted = {}
    for place, targets in oracle.targets_of(9, (), 3).items():
        fit = (targets[ranks:].sum(axis=0) == 0) & (targets.max(axis=0) <= 3)
        wanted[place] = targets[:ranks, fit]
    np.testing.assert_array_equal(found, vectors_of(wanted))


def test_class_of_honors_of_which_some_are_gone() -> None:
    tables = load()
    found = tables.vectors[tables.bare][:, :8]
    np.testing.assert_array_equal(found, vectors_of(oracle.targets_of(7, (), 3), forbidden=True))


def states(kinds: int, tiles: int) -> Bytes:
    """List the ways to hold so many tiles of some kinds, four of a kind at most."""
    found = np.zeros((1, 0), np.uint8)
    for _ in range(kinds):
        found = np.concatenate([np.insert(found, found.shape[1], count, axis=1) for count in range(5)])
        found = found[found.sum(axis=1) <= tiles]
    return found[found.sum(axis=1) == tiles]


def pairs_only(held: Bytes) -> npt.NDArray[np.bool_]:
    return (held % 2 == 0).all(axis=1) & (held.max(axis=1) <= 4)


def honors_complete(held: Bytes) -> npt.NDArray[np.bool_]:
    """Say which counts of honors are pungs and a pair, five of a kind being both, or seven pairs."""
    return ((held % 3 == 2).sum(axis=1) == 1) & ((held % 3 == 1).sum(axis=1) == 0) | pairs_only(held)


def suit_complete(held: Bytes) -> npt.NDArray[np.bool_]:
    """Say which counts of a suit are sets and a pair, or seven pairs: the lowest tile needs what it needs."""
    found = pairs_only(held)
    for pair in range(9):
        rest = held.astype(np.int8)
        rest[:, pair] -= 2
        good = rest[:, pair] >= 0
        for rank in range(9):
            chows = rest[:, rank] % 3
            good &= (rest >= 0).all(axis=1)
            if rank > 6:
                good &= chows == 0
            else:
                rest[:, rank + 1] -= chows
                rest[:, rank + 2] -= chows
        found |= good
    return found


def check_waits(held: Bytes, first: int, complete: Callable[[Bytes], npt.NDArray[np.bool_]]) -> None:
    """Compare the formal waits of hands of a few kinds; no other kind can complete them."""
    concealed = np.zeros((len(held), 34), np.uint8)
    concealed[:, first : first + held.shape[1]] = held
    wanted = np.zeros((len(held), 34), np.bool_)
    for place in range(held.shape[1]):
        drawn = held.copy()
        drawn[:, place] += 1
        wanted[:, first + place] = complete(drawn)
    found = waits_batch(concealed)
    np.testing.assert_array_equal(found.formal, masks_of(wanted))
    np.testing.assert_array_equal(found.live, masks_of(wanted & (concealed < 4)))


def test_waits_of_every_hand_of_honors() -> None:
    held = states(7, 13)
    assert len(held) == 7_875
    check_waits(held[:: 1 if COMPILED else 100], 27, honors_complete)


@pytest.mark.parametrize("suit", range(3))
def test_waits_of_every_hand_of_one_suit(suit: int) -> None:
    held = states(9, 13)
    assert len(held) == 93_600
    check_waits(held[:: 1 if COMPILED else 1000], 9 * suit, suit_complete)


# --- itself -----------------------------------------------------------------------------------------------------------


def test_useful_tiles_are_those_that_lower_the_shanten() -> None:
    found = useful_tiles_batch(READY.concealed, READY.melds, per_form=True)
    before, best, forms = found.shanten, found.masks, found.per_form
    assert forms is not None
    concealed, melds, possible = READY.with_each(1)
    drawn = shanten_batch(concealed, melds, on_error="mark")
    after = drawn.values
    np.testing.assert_array_equal(drawn.status.reshape(-1, 34) == 0, possible)
    falls = (after.reshape(-1, 34, 6) < before[:, None]) & possible[:, :, None]
    assert (before[:, None] - after.reshape(-1, 34, 6).astype(int))[falls].max() == 1
    for form in range(5):
        np.testing.assert_array_equal(forms[:, form], masks_of(falls[:, :, form]))
    np.testing.assert_array_equal(best, masks_of(falls[:, :, 5]))


def test_useful_tiles_of_a_drawn_hand_are_those_after_a_discard_that_keeps_the_shanten() -> None:
    before = useful_tiles_batch(DRAWN.concealed, DRAWN.melds)
    after = discards_batch(DRAWN.concealed, DRAWN.melds)
    kept = after.shanten == before.shanten[:, 5:]
    wanted = np.bitwise_or.reduce(np.where(kept, after.masks, np.uint64(0)), axis=1)
    np.testing.assert_array_equal(before.masks, wanted)


def test_a_drawn_hand_is_as_near_as_its_best_discard() -> None:
    before = shanten_batch(DRAWN.concealed, DRAWN.melds).values
    concealed, melds, possible = DRAWN.with_each(-1)
    ready = useful_tiles_batch(concealed, melds, on_error="mark")
    np.testing.assert_array_equal(ready.status.reshape(-1, 34) == 0, possible)
    after = np.where(possible[:, :, None], ready.shanten.reshape(-1, 34, 6), UNREACHABLE)
    np.testing.assert_array_equal(after.min(axis=1), np.maximum(before, 0))
    found = discards_batch(DRAWN.concealed, DRAWN.melds)
    np.testing.assert_array_equal(found.shanten, after[:, :, 5])
    np.testing.assert_array_equal(found.masks, np.where(possible, ready.masks.reshape(-1, 34), np.uint64(0)))


def test_a_hand_is_ready_when_it_has_live_waits() -> None:
    found = useful_tiles_batch(READY.concealed, READY.melds)
    live = waits_batch(READY.concealed, READY.melds).live
    ready = found.shanten[:, 5] == 0
    np.testing.assert_array_equal(ready, live != 0)
    np.testing.assert_array_equal(live, np.where(ready, found.masks, np.uint64(0)))


@pytest.mark.parametrize("suits", list(itertools.permutations(range(3)))[1:])
def test_suits_are_alike_and_honors_too(suits: tuple[int, ...]) -> None:
    honors = np.random.default_rng(suits).permutation(np.arange(27, 34))
    source = np.concatenate([*(np.arange(9) + 9 * suit for suit in suits), honors])
    target = np.argsort(source)
    for hands in BOTH:
        kinds, tiles = np.divmod(hands.melds.astype(int) - 1, 34)
        moved = np.where(hands.melds > 0, 1 + 34 * kinds + target[tiles % 34], 0)
        concealed = hands.concealed[:, source]
        found, wanted = useful_tiles_batch(concealed, moved), useful_tiles_batch(hands.concealed, hands.melds)
        np.testing.assert_array_equal(found.shanten, wanted.shanten)
        np.testing.assert_array_equal(flags_of(found.masks), flags_of(wanted.masks)[:, source])
    before = waits_batch(READY.concealed, READY.melds)
    kinds, tiles = np.divmod(READY.melds.astype(int) - 1, 34)
    moved = np.where(READY.melds > 0, 1 + 34 * kinds + target[tiles % 34], 0)
    again = waits_batch(READY.concealed[:, source], moved)
    np.testing.assert_array_equal(flags_of(again.formal), flags_of(before.formal)[:, source])
    np.testing.assert_array_equal(flags_of(again.live), flags_of(before.live)[:, source])


# --- scoring ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_waits_are_wins_and_nothing_else_is(preset: str) -> None:
    """Every tile is tried, by discard and self-drawn."""
    rng = np.random.default_rng(5)
    prevalent, seat = rng.integers(0, 4, (2, len(READY)))
    points = wait_points_batch(READY.batch(prevalent=prevalent, seat=seat), preset).points
    live = waits_batch(READY.concealed, READY.melds, rules=preset).live
    for drawn in range(2):
        tried = HandBatch(
            concealed=READY.with_each(1)[0],
            melds=np.repeat(READY.melds, 34, axis=0),
            win=np.tile(np.arange(34), len(READY)),
            conditions=np.full(34 * len(READY), drawn),
            prevalent=np.repeat(prevalent, 34),
            seat=np.repeat(seat, 34),
        )
        scores = score_batch(tried, preset, on_error="mark")
        assert set(np.unique(scores.status)) <= {0, 1, 3, 8}
        np.testing.assert_array_equal(points[:, :, drawn].reshape(-1), scores.points)
        np.testing.assert_array_equal(masks_of(scores.status.reshape(-1, 34) == 0), live)
    assert (points[flags_of(live)] > 0).all()


def test_four_alike_are_two_pairs_only_where_the_rules_say_so() -> None:
    rules = Rules(seven_pairs_four_alike=False)
    hand = HandBatch.from_strings(["1111m2255p77sEEC"])
    assert waits_batch(hand)[0] == ((Tile.C,), (Tile.C,))
    assert waits_batch(hand, rules=rules)[0] == ((), ())
    assert wait_points_batch(hand).points[0, Tile.C].min() > 0
    assert not wait_points_batch(hand, rules).points.any()


@pytest.mark.parametrize("auto", [True, False])
@pytest.mark.parametrize("see", [True, False])
def test_points_are_those_of_single_hands(auto: bool, see: bool) -> None:
    """Conditions at random: what contradicts the win is dropped in both alike."""
    chosen = Hands(itertools.islice((deal for deal in deals(6, 9000) if is_ready(deal)), 150 if COMPILED else 30))
    rng = np.random.default_rng(6)
    visible = np.minimum(rng.integers(0, 4, chosen.own.shape), 4 - chosen.own) if see else None
    columns = {
        "conditions": rng.integers(0, 32, len(chosen)),
        "prevalent": rng.integers(0, 4, len(chosen)),
        "seat": rng.integers(0, 4, len(chosen)),
        "flowers": rng.integers(0, 9, len(chosen)),
    }
    rules = Rules(last_tile_auto=auto, rob_on_last_tile="both" if see else "reject")
    points = wait_points_batch(chosen.batch(**columns), rules, visible).points
    for row in range(len(chosen)):
        tiles = [tile for tile, count in enumerate(chosen.concealed[row].tolist()) for _ in range(count)]
        bits = int(columns["conditions"][row])
        hand = Hand(
            tiles,
            [Meld.from_code(code) for code in chosen.deals[row].melds],
            prevalent=int(columns["prevalent"][row]),
            seat=int(columns["seat"][row]),
            self_drawn=bool(bits & 1),
            last_tile=bool(bits & 2),
            wall_last=bool(bits & 4),
            replacement=bool(bits & 8),
            robbed_kong=bool(bits & 16),
            flowers=int(columns["flowers"][row]),
        )
        found = waits(hand, rules, None if visible is None else visible[row])
        wanted = {
            int(tile): [wait.by_discard.points, wait.self_drawn.points]
            for tile, wait in found.items()
            if wait.by_discard is not None and wait.self_drawn is not None
        }
        got = {int(tile): points[row, tile].tolist() for tile in np.flatnonzero(points[row].any(axis=1))}
        assert got == wanted, (hand, rules)


def is_ready(deal: Deal) -> bool:
    return oracle.shanten(deal.concealed, len(deal.melds), deal.eaten)[5] == 0


def test_last_of_its_kind() -> None:
    hands = HandBatch.from_strings(["[EEE]123m456p78s55s|ES0000", "[666p]123m57p999s11s|EE0000"])
    visible = np.zeros((2, 34), np.uint8)
    visible[0, Tile.S9] = 3
    plain, seen = wait_points_batch(hands).points, wait_points_batch(hands, visible=visible).points
    assert (plain[0, Tile.S9, 0], seen[0, Tile.S9, 0]) == (10, 14)
    assert plain[1, Tile.P6, 0] == seen[1, Tile.P6, 0]
    strict = Rules(last_tile_auto=False)
    assert plain[1, Tile.P6, 0] - wait_points_batch(hands, strict).points[1, Tile.P6, 0] == 4
    np.testing.assert_array_equal(wait_points_batch(hands, strict, visible).points[1], plain[1])


# --- arrays and errors ------------------------------------------------------------------------------------------------

CALLS: dict[str, Callable[..., Any]] = {
    "shanten": lambda hands, **more: shanten_batch(hands.concealed, hands.melds, **more),
    "useful": lambda hands, **more: useful_tiles_batch(hands.concealed, hands.melds, per_form=True, **more),
    "waits": lambda hands, **more: waits_batch(hands.concealed, hands.melds, **more),
    "discards": lambda hands, **more: discards_batch(hands.concealed, hands.melds, **more),
    "points": lambda hands, **more: wait_points_batch(
        HandBatch(concealed=hands.concealed, melds=hands.melds, win=255), **more
    ),
}


def small(name: str) -> Hands:
    return Hands(deals(7, 60), draw=7 if name == "discards" else None)


def listed(result: Any) -> list[npt.NDArray[Any]]:
    """Return the arrays of a result but the status."""
    return [getattr(result, field.name) for field in fields(result) if field.name != "status"]


@pytest.mark.parametrize("name", CALLS)
def test_any_integers_in_any_order(name: str) -> None:
    hands = small(name)
    wanted = listed(CALLS[name](hands))
    concealed, melds = hands.concealed, hands.melds
    for dtype in (np.int8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, ">i4"):
        if dtype != np.int8:
            hands.melds = melds.astype(dtype)
        hands.concealed = np.asfortranarray(concealed.astype(dtype))
        for wide in (False, True):
            if wide:
                hands.concealed = np.repeat(concealed, 2, axis=1).astype(dtype)[:, ::2]
            hands.concealed.flags.writeable = False
            for got, value in zip(listed(CALLS[name](hands)), wanted, strict=True):
                np.testing.assert_array_equal(got, value)
                assert got.dtype == value.dtype
    hands.concealed, hands.melds = concealed[::-1], melds[::-1]
    for got, value in zip(listed(CALLS[name](hands)), wanted, strict=True):
        np.testing.assert_array_equal(got, value[::-1])


@pytest.mark.parametrize("name", CALLS)
def test_no_rows(name: str) -> None:
    hands = small(name)
    hands.concealed, hands.melds = hands.concealed[:0], hands.melds[:0]
    shapes = [array.shape for array in listed(CALLS[name](hands))]
    assert (
        shapes
        == {
            "shanten": [(0, 6)],
            "useful": [(0, 6), (0,), (0, 5)],
            "waits": [(0,), (0,)],
            "discards": [(0, 34), (0, 34)],
            "points": [(0, 34, 2)],
        }[name]
    )


@pytest.mark.parametrize("name", CALLS)
def test_threads_and_progress_change_nothing(name: str) -> None:
    hands = small(name)
    wanted = listed(CALLS[name](hands))
    repeats = 300 if COMPILED else 1
    hands.concealed, hands.melds = np.tile(hands.concealed, (repeats, 1)), np.tile(hands.melds, (repeats, 1))
    told: list[tuple[int, int]] = []
    got = listed(CALLS[name](hands, threads=2, progress=lambda done, rows: told.append((done, rows))))
    for array, value in zip(got, wanted, strict=True):
        np.testing.assert_array_equal(array, np.tile(value, (repeats, *[1] * (value.ndim - 1))))
    assert told[-1] == (60 * repeats, 60 * repeats)
    assert len(told) == -(-60 * repeats // 8192)


BLANK = {"shanten": (-128,), "useful": (-128, 0, 0), "waits": (0, 0), "discards": (-128, 0), "points": (0,)}


def spoiled(name: str) -> Hands:
    """Return hands with bad rows: 3 a count, 5 a meld, 7 a fifth copy, 9 a tile too many, 11 one too few."""
    hands = Hands(deals(8, 20, n_melds=1), draw=8 if name == "discards" else None)
    hands.concealed = hands.concealed.astype(np.int16)
    hands.melds = hands.melds.astype(np.int16)
    hands.concealed[3, 4] = -1
    hands.melds[5, 1] = 171
    hands.concealed[7] = 0
    hands.concealed[7, [0, 1, 2, 27]] = 3, 3, 3, 1 + (name == "discards")
    hands.melds[7] = 0, 0, 1 + 34, 0
    hands.concealed[9, hands.own[9].argmin()] += 2
    hands.concealed[11, hands.concealed[11].argmax()] -= 1
    return hands


@pytest.mark.parametrize("name", CALLS)
def test_bad_rows_are_marked(name: str) -> None:
    hands = spoiled(name)
    result = CALLS[name](hands, on_error="mark")
    found, status = listed(result), result.status
    bad = {3: 1, 5: 2, 7: 3, 9: 4, 11: 4}
    assert {row: code for row, code in enumerate(status.tolist()) if code} == bad
    for array, blank in zip(found, BLANK[name], strict=True):
        assert (array[list(bad)] == blank).all()
    good = [row for row in range(20) if row not in bad]
    hands.concealed, hands.melds = hands.concealed[good], hands.melds[good]
    for array, value in zip(found, listed(CALLS[name](hands)), strict=True):
        np.testing.assert_array_equal(array[good], value)


@pytest.mark.parametrize("name", CALLS)
def test_bad_rows_are_named(name: str) -> None:
    hands = spoiled(name)
    number = 10 + (name == "discards")
    with pytest.raises(RowsError) as raised:
        CALLS[name](hands)
    assert raised.value.rows == [3, 5, 7, 9, 11]
    assert raised.value.total_bad == 5
    words = "with 1 meld; a hand of 1 meld has 10, or 11 with the winning tile"
    assert raised.value.reasons == [
        "tile 5m appears -1 times; a hand holds at most 4",
        "no meld has code 171; a code is 1 + 34 * kind + tile, 1..170",
        "tile 1m appears 6 times; a hand holds at most 4",
        f"{number + 2} concealed tiles {words}",
        f"{number - 1} concealed tiles {words}"
        if name != "discards"
        else "10 concealed tiles with 1 meld; a discard is chosen from 11",
    ]


def reason(call: Callable[[], object]) -> str:
    with pytest.raises(RowsError) as raised:
        call()
    return raised.value.reasons[0]


def test_the_wrong_kind_of_hand_is_named() -> None:
    drawn = np.eye(34, dtype=np.uint8)[[0, 0]]
    drawn[:, 1] = 1
    assert reason(lambda: waits_batch(drawn, 4)) == (
        "2 concealed tiles with 4 melds; a hand waits with 1: leave the last tile out"
    )
    assert reason(lambda: discards_batch(drawn[:, :] // [1, *[2] * 33], 4)) == (
        "1 concealed tiles with 4 melds; a discard is chosen from 2"
    )


def test_visible_tiles_are_held_against_the_hand() -> None:
    hands = HandBatch.from_strings(["[EEE]123m456p78s55s"] * 2)
    visible = np.zeros((2, 34), np.int64)
    visible[1, Tile.E] = 2
    for call in (
        lambda: waits_batch(hands.concealed, hands.melds, visible),
        lambda: wait_points_batch(hands, visible=visible),
    ):
        assert reason(call) == "tile E: 3 in the hand and 2 visible; there are 4"
    visible[1, Tile.E] = -1
    assert reason(lambda: waits_batch(hands.concealed, hands.melds, visible)) == (
        "tile E: 3 in the hand and -1 visible; there are 4"
    )
    found = waits_batch(hands.concealed, hands.melds, visible, on_error="mark")
    assert (found.status.tolist(), found.formal[1], found.live[1]) == ([0, 3], 0, 0)
    visible[1, Tile.E] = 1
    visible[0, [Tile.S6, Tile.S9]] = 4, 3
    found = waits_batch(hands.concealed, hands.melds, visible)
    assert [tiles_of(mask) for mask in found.live] == [(Tile.S9,), (Tile.S6, Tile.S9)]


def test_rows_that_cannot_be_scored() -> None:
    count = 7
    hands = HandBatch.from_strings(["[EEE]123m456p78s55s"] * count)
    prevalent, flowers, conditions = np.zeros(count, int), np.zeros(count, int), np.zeros(count, int)
    melds = hands.melds.copy()
    prevalent[1], flowers[2], conditions[3], melds[4, 0] = 4, 9, 32, 255
    given = np.array([0, 0, 0, 0, 0, 9, 0], np.uint8)
    batch = HandBatch(
        concealed=hands.concealed, melds=melds, win=hands.win, prevalent=prevalent, flowers=flowers,
        conditions=conditions, status=given,
    )  # fmt: skip
    found = wait_points_batch(batch, on_error="mark")
    assert found.status.tolist() == [0, 5, 6, 7, 2, 9, 0]
    assert found.points.any(axis=(1, 2)).tolist() == [code == 0 for code in found.status.tolist()]
    with pytest.raises(RowsError) as raised:
        wait_points_batch(batch)
    assert raised.value.reasons == [
        "a wind outside 0..3",
        "flowers outside 0..8",
        "conditions that contradict each other or the hand",
        "a set of unknown tiles cannot be scored",
        "missing",
    ]


def test_forms_asked_for() -> None:
    every = shanten_batch(READY.concealed, READY.melds).values
    for asked in (["seven_pairs", "honors_and_knitted"], [1, 3], np.array([3, 1]), iter(("seven_pairs", 3))):
        some = shanten_batch(READY.concealed, READY.melds, asked).values  # type: ignore[arg-type]
        np.testing.assert_array_equal(some[:, [1, 3]], every[:, [1, 3]])
        assert (some[:, [0, 2, 4]] == UNREACHABLE).all()
        np.testing.assert_array_equal(some[:, 5], every[:, [1, 3]].min(axis=1))
    for one in ("regular", 0):
        np.testing.assert_array_equal(shanten_batch(READY.concealed, READY.melds, one).values[:, 0], every[:, 0])
    assert (shanten_batch(READY.concealed, READY.melds, []).values == UNREACHABLE).all()


HAND = np.array([[1] * 13 + [0] * 21])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: shanten_batch(HAND[0]), r"hands must have shape \(n, 34\), not \(34,\)"),
        (lambda: shanten_batch(HAND.astype(float)), "hands must be integers, not float64"),
        (lambda: shanten_batch(HAND.astype(bool)), "hands must be integers, not bool"),
        (lambda: shanten_batch("123m"), r"hands must be a HandBatch, counts .*, not one str; write \[text\]"),
        (lambda: shanten_batch(None), "hands must be given, not None"),
        (lambda: shanten_batch(HAND, np.zeros((2, 4), int)), r"melds must have shape \(1, 4\), not \(2, 4\)"),
        (lambda: shanten_batch(HAND, 5), r"melds must be codes, or a number 0\.\.4 of unknown sets, not 5"),
        (lambda: shanten_batch(HAND, -1), "not -1"),
        (lambda: shanten_batch(HAND, True), "melds must be integers, not bool"),
        (lambda: shanten_batch(HAND, forms=["pairs"]), r"no form 'pairs'; the forms are regular \(0\), seven_pairs"),
        (lambda: shanten_batch(HAND, forms=[5]), "no form 5"),
        (lambda: shanten_batch(HAND, forms=[True]), "no form True"),
        (lambda: shanten_batch(HAND, forms=1.5), r"no form 1\.5"),
        (lambda: shanten_batch(HAND, on_error="skip"), "on_error must be 'raise' or 'mark', not 'skip'"),
        (lambda: shanten_batch(HAND, threads=0), "threads"),
        (lambda: shanten_batch(HAND, progress=3), "progress must be True, a callable or None, not 3"),
        (lambda: waits_batch(HAND, visible=HAND[0]), r"visible must have shape \(1, 34\), not \(34,\)"),
    ],
)
def test_wrong_arguments(call: Callable[[], object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        call()


def test_unknown_rules() -> None:
    from fastmcr import RulesError

    for call in (lambda: waits_batch(HAND, rules="ema"), lambda: wait_points_batch(READY.batch(), "ema")):
        with pytest.raises(RulesError):
            call()


def test_masks_in_words() -> None:
    assert tiles_of(0) == ()
    assert tiles_of(np.uint64((1 << 34) - 1)) == TILES
