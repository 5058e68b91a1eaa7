"""The slow twin of hand analysis against hands with known answers, a list of all hands, and play itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from cases_analysis import EXCEPTIONS, FILES, REFUSED, Case, cases, counts, deals, kept_discards, tiles
from oracle_analysis import (
    FORMS,
    UNREACHABLE,
    discards,
    distance_knitted_straight,
    distance_regular,
    distance_seven_pairs,
    formal_waits,
    live_waits,
    shanten,
    useful_tiles,
    with_one,
    without,
)
from oracle_sets import KNITTED, shapes
from shared_files import needs

NOTHING = (0,) * 34
SHAPES = dict(zip(("sets", "seven pairs", "orphans", "honors and knitted", "knitted straight"), range(5), strict=True))


# Known answers


def answer(case: Case) -> Any:
    """Answer a case with the oracle."""
    hand = (case.concealed, case.n_melds, case.eaten)
    columns = [FORMS.index(form) for form in case.forms]
    if case.question == "shanten":
        try:
            found = shanten(*hand)
        except ValueError:
            return REFUSED
        return min(found[column] for column in columns)
    if case.question == "useful":
        return useful_tiles(*hand, case.forms[0])
    if case.question == "kept":
        return kept_discards(case, lambda held: shanten(held, case.n_melds, case.eaten)[columns[0]])
    if case.question == "waits":
        return live_waits(*hand)
    return shanten(*hand)[5] == -1


@needs("cases")
@pytest.mark.parametrize("file", FILES)
def test_known_answers(file: str) -> None:
    wrong = {case.id: (case.expected, found) for case in cases(file) if (found := answer(case)) != case.expected}
    assert not wrong


@needs("cases")
def test_exceptions_are_needed() -> None:
    asked = {case.id: case for file in FILES for case in cases(file) if case.id in EXCEPTIONS}
    assert asked.keys() == EXCEPTIONS.keys()
    assert [name for name, case in asked.items() if case.expected == case.source_says] == []


@needs("cases")
def test_every_row_is_read() -> None:
    rows = {file: len({case.id.split()[0] for case in cases(file)}) for file in FILES}
    assert list(rows.values()) == [210, 13, 126, 52, 20, 24]


@pytest.mark.parametrize(
    ("concealed", "melds", "form", "expected"),
    [
        ("123456789m1111p", "", "regular", 1),  # no fifth 1p
        ("E", "123m 456m 789m EEE", "regular", 1),  # the fourth E is the one in hand
        ("E", "123m 456m 789m SSS", "regular", 0),
        ("23m11p", "1111m 4444m EEE", "regular", 1),  # both waits lie in own kongs
        ("23m11p", "1111m 444m EEE", "regular", 0),
        ("1111m2222m3333m44m", "", "seven_pairs", -1),
        ("1112223334445m", "", "seven_pairs", 2),
        ("19m19p19sESWNCFP", "", "thirteen_orphans", 0),
        ("147m258p369sESWN", "", "honors_and_knitted", 0),
        ("147m258p369sESWNE", "", "honors_and_knitted", 0),
        ("147m258p369sEESS", "", "knitted_straight", 0),
        ("147m258p369s1p", "222p", "knitted_straight", 0),
        ("147m58p369s11p", "2222p", "knitted_straight", 5),  # the kong has all 2p: another body
    ],
)
def test_own_examples(concealed: str, melds: str, form: str, expected: int) -> None:
    found = shanten(counts(concealed), len(melds.split()), counts(melds.replace(" ", "")))
    assert found[FORMS.index(form)] == expected


def test_melds_bar_forms() -> None:
    for n_melds in range(5):
        found = shanten(counts("1234567891234m"[: 13 - 3 * n_melds] + "m"), n_melds, NOTHING)
        open_forms = [form for form, value in zip(FORMS, found[:5], strict=True) if value != UNREACHABLE]
        assert open_forms == [list(FORMS), [FORMS[0], FORMS[4]], [FORMS[0]], [FORMS[0]], [FORMS[0]]][n_melds]


@pytest.mark.parametrize(("concealed", "n_melds"), [("", 0), ("123m", 3), ("1234m", 0), ("1234567m", 3), ("1m", 5)])
def test_no_hand_is_refused(concealed: str, n_melds: int) -> None:
    with pytest.raises(ValueError, match=f"^{len(tiles(concealed))} concealed tiles with {n_melds} melds$"):
        shanten(counts(concealed), n_melds, NOTHING)


@pytest.mark.parametrize(
    ("concealed", "melds", "visible", "formal", "live"),
    [
        ("445566m2277779s", "", "", "8s9s", "8s9s"),  # 8s by sets, 9s by pairs
        ("234m345s333pEEEE", "", "", "E", ""),  # a fifth copy waits, but is never drawn
        ("3555m", "123p 123s EEE", "", "34m", "34m"),
        ("3555m", "333m 123s EEE", "4mC", "34m", "4m"),  # own melds and tiles seen elsewhere
        ("147m258p369s123m5s", "", "5s5s5s", "5s", ""),
        ("147m258p369sESWN", "", "", "CFP", "CFP"),
    ],
)
def test_formal_and_live_waits(concealed: str, melds: str, visible: str, formal: str, live: str) -> None:
    hand = (counts(concealed), len(melds.split()))
    assert formal_waits(*hand) == set(tiles(formal))
    assert live_waits(*hand, counts(melds.replace(" ", "")), counts(visible)) == set(tiles(live))


def test_discards_of_a_hand() -> None:
    found = discards(counts("1124mE"), 3, NOTHING)
    assert {tile: (values[5], useful) for tile, (values, useful) in found.items()} == {
        0: (1, set(tiles("134mE"))),
        1: (1, set(tiles("123456mE"))),
        3: (1, set(tiles("1234mE"))),
        27: (0, set(tiles("3m"))),
    }
    assert useful_tiles(counts("1124mE"), 3, NOTHING) == set(tiles("3m"))


# A list of all hands


@cache
def all_sets(n_sets: int) -> npt.NDArray[np.int8]:
    """List all tiles that are so many sets, as columns; four sets make 424,270 choices."""
    pungs = [[3 * (kind == tile) for kind in range(34)] for tile in range(34)]
    chows = [[int(first <= kind < first + 3) for kind in range(34)] for first in range(27) if first % 9 < 7]
    pieces = np.array(pungs + chows, np.int8)
    chosen = np.array(list(combinations_with_replacement(range(len(pieces)), n_sets)))
    held = np.zeros((34, len(chosen)), np.int8)
    for column in chosen.T:
        held += pieces[column].T
    return np.ascontiguousarray(held[:, held.max(axis=0) <= 4])


def listed_shanten(concealed: Sequence[int], n_sets: int, eaten: Sequence[int], body: Sequence[int] = ()) -> int:
    """Look for the nearest of all hands of so many sets, a pair and the body: every one of them, suits not parted."""
    held, left = np.array(concealed, np.int8)[:, None], 4 - np.array(eaten, np.int8)[:, None]
    targets = all_sets(n_sets) + np.array([[tile in body] for tile in range(34)], np.int8)
    targets = targets[:, (targets <= left).all(axis=0)]
    lacking = np.maximum(targets - held, 0)
    total = lacking.sum(axis=0, dtype=np.int8)
    nearest = []
    for pair in range(34):
        paired = targets[pair] + 2
        more = total - lacking[pair] + np.maximum(paired - held[pair], 0)
        nearest.append(int(more.min(where=paired <= left[pair], initial=99)))
    return min(nearest) - 1


def check_regular(seed: int, number: int, n_melds: int) -> None:
    for concealed, _, eaten in deals(seed, number, n_melds):
        assert distance_regular(concealed, n_melds, eaten) == listed_shanten(concealed, 4 - n_melds, eaten), concealed


@pytest.mark.parametrize(("n_melds", "number"), [(0, 9), (1, 60), (2, 300), (3, 300)])
def test_regular_agrees_with_the_list_of_all_hands(n_melds: int, number: int) -> None:
    check_regular(n_melds, number, n_melds)


@pytest.mark.slow
@pytest.mark.parametrize("n_melds", range(4))
def test_regular_agrees_with_the_list_of_all_hands_on_many(n_melds: int) -> None:
    check_regular(100 + n_melds, 1000, n_melds)


@pytest.mark.parametrize("n_melds", [0, 1])
def test_knitted_straight_agrees_with_the_list_of_all_hands(n_melds: int) -> None:
    for concealed, _, eaten in deals(5 + n_melds, 300, n_melds):
        listed = min(listed_shanten(concealed, 1 - n_melds, eaten, body) for body in KNITTED)
        assert distance_knitted_straight(concealed, n_melds, eaten) == listed, concealed


def test_seven_pairs_counts_pairs() -> None:
    for concealed, _, eaten in deals(7, 300, 0):
        assert distance_seven_pairs(concealed, 0, eaten) == 6 - sum(count // 2 for count in concealed)


# Play itself


def draws(concealed: Sequence[int], eaten: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the hand after every draw that can happen."""
    return [tuple(with_one(concealed, tile)) for tile in range(34) if concealed[tile] + eaten[tile] < 4]


def completed(hands: set[tuple[int, ...]], n_melds: int) -> set[str]:
    """Name the shapes that are complete among the hands."""
    return {shape for hand in hands for shape in shapes(hand, n_melds)}


def played_shanten(concealed: Sequence[int], n_melds: int, eaten: Sequence[int], limit: int) -> list[int]:
    """Draw and discard in every way; count the exchanges before a draw can complete each form, `limit` at most."""
    found = [limit] * 5
    hands = {tuple(concealed)}
    for exchanges in range(limit):
        drawn = {drawn for hand in hands for drawn in draws(hand, eaten)}
        for shape in completed(drawn, n_melds):
            found[SHAPES[shape]] = min(found[SHAPES[shape]], exchanges)
        hands = {tuple(without(hand, tile)) for hand in drawn for tile in range(34) if hand[tile]}
    return found


@pytest.mark.parametrize(("n_melds", "limit", "number"), [(0, 2, 4), (1, 2, 6), (2, 2, 10), (3, 3, 2), (4, 2, 12)])
def test_shanten_is_what_play_needs(n_melds: int, limit: int, number: int) -> None:
    for concealed, _, eaten in deals(20 + n_melds, number, n_melds):
        ours = [min(value, limit) for value in shanten(concealed, n_melds, eaten)[:5]]
        assert ours == played_shanten(concealed, n_melds, eaten, limit), concealed


# Properties


def test_a_draw_gains_one_step_or_nothing() -> None:
    for concealed, melds, eaten in deals(30, 60):
        before = shanten(concealed, len(melds), eaten)
        after = [shanten(drawn, len(melds), eaten) for drawn in draws(concealed, eaten)]
        for form, values in enumerate(zip(*after, strict=True)):
            best = UNREACHABLE if before[form] == UNREACHABLE else before[form] - 1
            assert min(values) == best
            assert max(values) <= before[form]


def test_value_of_14_tiles_is_the_least_after_a_discard() -> None:
    for concealed, melds, eaten in deals(31, 100):
        for drawn in draws(concealed, eaten)[::9]:
            after = [shanten(without(drawn, tile), len(melds), eaten) for tile in range(34) if drawn[tile]]
            least = [min(values) for values in zip(*after, strict=True)]
            # A complete hand, at -1, is ready after its best discard.
            assert least == [max(value, 0) for value in shanten(drawn, len(melds), eaten)]


def test_useful_tiles_lower_the_shanten() -> None:
    for concealed, melds, eaten in deals(32, 60):
        hand = (len(melds), eaten)
        before = shanten(concealed, *hand)
        for column, form in enumerate((*FORMS, None)):
            useful = useful_tiles(concealed, *hand, form)
            falls = {
                tile
                for tile in range(34)
                if concealed[tile] + eaten[tile] < 4
                and shanten(with_one(concealed, tile), *hand)[column] == before[column] - 1
            }
            assert useful == falls
            assert bool(useful) == (before[column] != UNREACHABLE)


def test_useful_tiles_of_a_ready_hand_are_its_waits() -> None:
    ready = 0
    for concealed, melds, eaten in deals(33, 150):
        is_ready = shanten(concealed, len(melds), eaten)[5] == 0
        waits = live_waits(concealed, len(melds), eaten)
        ready += is_ready
        assert bool(waits) == is_ready
        assert not is_ready or waits == useful_tiles(concealed, len(melds), eaten)
    assert ready > 20


def test_suits_and_honors_are_alike() -> None:
    moved = [*range(18, 27), *range(9), *range(9, 18), *range(33, 26, -1)]
    for concealed, melds, eaten in deals(34, 100):
        twin = [concealed[tile] for tile in moved], len(melds), [eaten[tile] for tile in moved]
        assert shanten(*twin) == shanten(concealed, len(melds), eaten)


def test_deals_are_as_told() -> None:
    for concealed, melds, eaten in deals(35, 300):
        assert sum(concealed) == 13 - 3 * len(melds)
        assert sum(eaten) == sum(3 + (code > 68) for code in melds)
        assert max(map(sum, zip(concealed, eaten, strict=True))) <= 4
