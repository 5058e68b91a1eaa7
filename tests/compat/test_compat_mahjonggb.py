"""The drop-in for MahjongGB against the original, call by call."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

import numpy as np
import oracle_analysis
import pytest
from mahjonggb_calls import FORMS, HAND, KEYWORDS, POOLS, SIZES, WIN, deals, near, outcome, tiles_of
from peers import TILES, mahjonggb_call, peer_version
from populations import Rows, random_wins
from support import python, scaled, themed_wins

from fastmcr.compat import mahjonggb as ours

pytestmark = pytest.mark.skipif(peer_version("PyMahjongGB") is None, reason="PyMahjongGB is not installed")

Call = tuple[Any, ...]
Useful = tuple[int, tuple[str, ...]]
# What readings of equal worth differ in: some of the first, or Seven Pairs and All Fives and some of the second.
LIKE_FANS = {"幺九刻", "一般高", "喜相逢", "连六", "老少副", "双暗刻", "独听・边张", "独听・嵌张"}
FIVES = {"七对", "全带五", "自摸", "不求人", "门前清", "平和"}
# A hand that wins on F1 and 2 points more with each tile of the pack.


@pytest.fixture(scope="module")
def original() -> Any:
    return import_module("MahjongGB")


def differing(original: Any, calls: Sequence[Call]) -> list[tuple[Call, Any, Any]]:
    """Return the calls of the fan calculator whose results differ, in either form."""
    found = []
    for call in calls:
        for verbose in (False, True):
            theirs = outcome(original.MahjongFanCalculator, *call, verbose)
            got = outcome(ours.MahjongFanCalculator, *call, verbose)
            if theirs != got:
                found.append(((*call, verbose), theirs, got))
    return found


def is_listed_tie(call: Call, theirs: Any, got: Any) -> bool:
    """Say whether two lists of fans are of equal worth and differ only in what the docs name."""
    if not all(isinstance(fans[0], tuple) for fans in (theirs, got)):
        return False
    verbose = call[-1]
    totals = [sum(fan[0] * (fan[1] if verbose else 1) for fan in fans) for fans in (theirs, got)]
    names = [
        {fan[2 if verbose else 1] for fan in set(fans) - set(other)} for fans, other in ((theirs, got), (got, theirs))
    ]
    both = names[0] | names[1]
    return totals[0] == totals[1] and (both <= LIKE_FANS or {"七对", "全带五"} <= both <= LIKE_FANS | FIVES)


def check(original: Any, calls: Sequence[Call]) -> None:
    """Fail if results differ otherwise than in ties as rare as the docs say."""
    found = differing(original, calls)
    assert [case for case in found if not is_listed_tie(*case)] == []
    assert len(found) <= 2 + 0.002 * len(calls)


def calls_of(rows: Rows) -> list[Call]:
    return [mahjonggb_call(rows, i) for i in range(len(rows.win))]


# Wins


def test_random_wins(original: Any) -> None:
    check(original, calls_of(random_wins(scaled(4_000), seed=71)))


def test_wins_of_dear_fans(original: Any) -> None:
    check(original, calls_of(themed_wins(scaled(2_000), seed=72)))


def test_any_flags(original: Any) -> None:
    """Flags that contradict the hand or each other are ignored as the original ignores them."""
    rng = random.Random(73)
    calls = calls_of(random_wins(scaled(3_000), seed=73)) + calls_of(themed_wins(scaled(1_000), seed=73))
    check(original, [(*call[:4], *(rng.random() < 0.5 for _ in range(4)), *call[8:]) for call in calls])


@pytest.mark.parametrize(
    ("changed", "fan"),
    [
        ({"is4thTile": True}, None),  # another copy in the hand
        ({"is4thTile": True, "hand": (*HAND[:2], *HAND[3:], "F1"), "winTile": "W3"}, "和绝张"),
        ({"isAboutKong": True}, None),
        ({"isAboutKong": True, "isSelfDrawn": True}, None),  # no kong
        ({"isAboutKong": True, "isSelfDrawn": True, "pack": (("GANG", "J1", 1),)}, "杠上开花"),
        ({"isAboutKong": True, "hand": (*HAND[:2], *HAND[3:], "F1"), "winTile": "W3"}, "抢杠和"),
        (
            {"isAboutKong": True, "hand": (*HAND[:2], *HAND[3:], "F1"), "winTile": "W3", "pack": (("CHI", "W2", 1),)},
            None,
        ),
    ],
)
def test_flags(original: Any, changed: dict[str, Any], fan: str | None) -> None:
    fans = ours.MahjongFanCalculator(**WIN | changed)
    assert fans == original.MahjongFanCalculator(**WIN | changed)
    rare = {"和绝张", "杠上开花", "抢杠和"}
    assert {name for _, name in fans} & rare == ({fan} if fan else set())


def test_both_eights_of_a_robbed_last_tile(original: Any) -> None:
    call = WIN | {"hand": (*HAND[:2], *HAND[3:], "F1"), "winTile": "W3", "isAboutKong": True, "isWallLast": True}
    fans = ours.MahjongFanCalculator(**call)
    assert fans == original.MahjongFanCalculator(**call)
    assert {(8, "海底捞月"), (8, "抢杠和")} <= set(fans)


def test_any_offer(original: Any) -> None:
    """Offer 0 makes a concealed set; with a claimed tile that lies in a CHI of offer 0 the original goes astray."""
    rng = random.Random(74)
    calls = []
    for pack, hand, win, *rest in calls_of(random_wins(scaled(6_000), seed=74)) + calls_of(
        themed_wins(scaled(2_000), 74)
    ):
        offered = tuple((word, tile, rng.randrange(4)) for word, tile, _ in pack)
        in_chow = any(word == "CHI" and not offer and win in near(tile) for word, tile, offer in offered)
        if pack and not (in_chow and not rest[1]):
            calls.append((offered, hand, win, *rest))
    check(original, calls)


def test_keywords(original: Any) -> None:
    for call in calls_of(random_wins(scaled(300), seed=75)):
        named = dict(zip(KEYWORDS, call, strict=True))
        assert ours.MahjongFanCalculator(**named) == ours.MahjongFanCalculator(*call)
        shuffled = dict(reversed(named.items()))
        theirs = original.MahjongFanCalculator(verbose=True, **shuffled)
        assert is_equal_or_tie(call, theirs, ours.MahjongFanCalculator(verbose=True, **shuffled))


def is_equal_or_tie(call: Call, theirs: Any, got: Any) -> bool:
    return bool(theirs == got) or is_listed_tie((*call, True), theirs, got)


def test_every_fan_has_its_name(original: Any) -> None:
    """All 82 names are met among these wins, so every spelling is compared."""
    calls = [
        call
        for seed in (76, 77)
        for call in calls_of(themed_wins(scaled(6_000), seed)) + calls_of(random_wins(scaled(9_000), seed))
    ]
    met: dict[str, Call] = {}
    for call in calls:
        for fan in ours.MahjongFanCalculator(*call):
            met.setdefault(fan[1], call)
    assert len(met) == 82 or len(calls) < 30_000
    check(original, list(met.values()))


def test_hands_that_do_not_win(original: Any) -> None:
    rng = random.Random(78)
    calls = []
    for pack, hand, _, *rest in calls_of(random_wins(scaled(1_000), seed=78)):
        held = Counter([*hand, *(tile for meld in pack for tile in tiles_of(meld))])
        calls.append((pack, hand, rng.choice([tile for tile in TILES if held[tile] < 4]), *rest))
    results = [outcome(ours.MahjongFanCalculator, *call) for call in calls]
    assert results.count((TypeError, "ERROR_NOT_WIN")) > 0.8 * len(calls)
    check(original, calls)


# Shanten


def counts_of(tiles: Sequence[str]) -> list[int]:
    return [tiles.count(tile) for tile in TILES]


def by_oracle(hand: Sequence[str], form: str) -> Useful:
    """Return what the slow twin says of a form, in the order in which the original lists tiles."""
    sets = (13 - len(hand)) // 3
    held, nothing = counts_of(hand), [0] * 34
    shanten = oracle_analysis.shanten(held, sets, nothing)[oracle_analysis.FORMS.index(form)]
    tiles = oracle_analysis.useful_tiles(held, sets, nothing, form)
    return shanten, tuple(sorted((TILES[tile] for tile in tiles), key=lambda tile: ("WTBFJ".index(tile[0]), tile)))


@pytest.mark.parametrize("name", FORMS)
def test_shanten_and_useful_tiles(original: Any, name: str) -> None:
    """All that differ hold four alike, and are as the slow twin says."""
    theirs, function = getattr(original, name), getattr(ours, name)
    for hand in deals(scaled(3_000), SIZES.get(name, (13,)), seed=81):
        found = function(hand)
        if max(Counter(hand).values()) < 4:
            assert found == theirs(hand)
        elif found != theirs(hand):
            assert found == by_oracle(hand, FORMS[name])


@pytest.mark.parametrize("name", FORMS)
def test_four_alike(original: Any, name: str) -> None:
    """Hands with several fours: the slow twin says what is right where the original counts on a fifth copy."""
    rng = random.Random(82)
    corrected = 0
    for _ in range(scaled(120)):
        size = rng.choice(SIZES.get(name, (13,)))
        kinds = rng.sample(rng.choice(POOLS[:4]), 6)
        hand = tuple([tile for tile in kinds[: (size + 2) // 4] for _ in range(4)][: size - 1] + kinds[-1:])
        found = getattr(ours, name)(hand)
        assert found == by_oracle(hand, FORMS[name])
        corrected += found != getattr(original, name)(hand)
    assert corrected > 0 or name != "RegularShanten"


def test_best_shanten(original: Any) -> None:
    for hand in deals(scaled(3_000), (1, 4, 7, 10, 13), seed=83):
        found = ours.MahjongShanten((), hand)
        if max(Counter(hand).values()) < 4:
            assert found == original.MahjongShanten((), hand)
        elif found != original.MahjongShanten((), hand):
            sets = (13 - len(hand)) // 3
            assert found == oracle_analysis.shanten(counts_of(hand), sets, [0] * 34)[5]


def test_best_shanten_beside_sets(original: Any) -> None:
    """The original does not look at the sets: where they hold a tile that the hand needs, ours is the exact answer."""
    rng = random.Random(84)
    corrected = 0
    for pack, hand, *_ in calls_of(random_wins(scaled(1_500), seed=84)):
        changed = list(hand)
        for _ in range(rng.randrange(4)):
            changed[rng.randrange(len(hand))] = rng.choice(TILES)
        held, eaten = counts_of(changed), counts_of([tile for meld in pack for tile in tiles_of(meld)])
        if max(np.add(held, eaten)) > 4:
            continue
        found = ours.MahjongShanten(pack, tuple(changed))
        if found != original.MahjongShanten(pack, tuple(changed)):
            corrected += 1
            assert found == oracle_analysis.shanten(held, len(pack), eaten)[5]
    assert corrected < 2 + scaled(1_500) / 20


def test_short_hands_beside_fewer_sets(original: Any) -> None:
    """Sets that are not declared are unknown."""
    assert (
        ours.MahjongShanten((("PENG", "J1", 1),), HAND[:4])
        == original.MahjongShanten((("PENG", "J1", 1),), HAND[:4])
        == 0
    )
    assert ours.MahjongShanten((("PENG", "J1", 1),), ("J1",)) == 1  # the other three are in the set
    assert ours.RegularShanten(("W1",)) == original.RegularShanten(("W1",)) == (0, ("W1",))


@pytest.mark.parametrize("name", [*FORMS, "MahjongShanten"])
def test_shanten_by_keyword(original: Any, name: str) -> None:
    named: dict[str, Any] = {"hand": (*HAND, "F2", "F3", "J2")}
    if name == "MahjongShanten":
        named["pack"] = ()
    assert getattr(ours, name)(**named) == getattr(original, name)(**named)


# Errors

WRONG: list[dict[str, Any]] = [
    *({"winTile": tile} for tile in ("W0", "X1", "", "H1", "W10", None, 1, "F2")),
    *({"hand": hand} for hand in (list(HAND), None, "W1", HAND[:9], (*HAND, "W1"), (), (*HAND[:9], "Q1"))),
    *({"hand": (*HAND[:9], odd)} for odd in (1, None, ["W1"])),
    *({"pack": pack} for pack in ([], None, (), ("PENG", "J1", 1), (["PENG", "J1", 1],))),
    *(
        {"pack": (meld,)}
        for meld in (
            ("PENG", "J1"), ("PENG", "J1", 1, 1), ("pong", "J1", 1), (1, "J1", 1), ("PENG", 1, 1), ("PENG", None, 1),
            ("PENG", "J9", 1), ("PENG", "J1", 4), ("PENG", "J1", -1), ("PENG", "J1", 1.5), ("PENG", "J1", "1"),
        )
    ),
    *({name: odd} for name in ("flowerCount", "seatWind", "prevalentWind") for odd in (1.0, 1.5, "1", None)),
]  # fmt: skip


@pytest.mark.parametrize("changed", WRONG, ids=repr)
def test_wrong_arguments(original: Any, changed: dict[str, Any]) -> None:
    found = outcome(ours.MahjongFanCalculator, **WIN | changed)
    assert found == outcome(original.MahjongFanCalculator, **WIN | changed)
    assert found[0] is TypeError


@pytest.mark.parametrize("name", [*FORMS, "MahjongShanten"])
def test_wrong_hands(original: Any, name: str) -> None:
    tiles = (*HAND, "F2", "F3", "F4", "J1", "J2")
    sizes = [tiles[:size] for size in range(16)]
    odd = [list(HAND), None, "W1", (*HAND[:9], 1), (*HAND[:9], "Q1"), (*HAND[:9], [])]
    for hand in (*sizes, *odd):
        given = ((), hand) if name == "MahjongShanten" else (hand,)
        assert outcome(getattr(ours, name), *given) == outcome(getattr(original, name), *given)


def test_wrong_sets_beside_a_hand(original: Any) -> None:
    for changed in WRONG:
        if "pack" in changed and changed["pack"] != ():
            found = outcome(ours.MahjongShanten, changed["pack"], HAND)
            assert found == outcome(original.MahjongShanten, changed["pack"], HAND)


@pytest.mark.parametrize("odd", [1, 0, "x", "", None, [], 2.5])
@pytest.mark.parametrize("flag", [*KEYWORDS[4:8], "verbose"])
def test_flags_are_true_or_false(original: Any, flag: str, odd: Any) -> None:
    assert ours.MahjongFanCalculator(**WIN | {flag: odd}) == original.MahjongFanCalculator(**WIN | {flag: odd})


def test_numbers_of_other_types(original: Any) -> None:
    changed = {"flowerCount": np.int64(3), "seatWind": np.uint8(1), "prevalentWind": True}
    assert ours.MahjongFanCalculator(**WIN | changed) == original.MahjongFanCalculator(**WIN | changed)


# The module


def test_it_offers_what_the_original_offers(original: Any) -> None:
    assert sorted(ours.__all__) == sorted(name for name in dir(original) if not name.startswith("_"))


def test_threads_do_not_disturb_each_other() -> None:
    calls = calls_of(random_wins(scaled(2_000), seed=91))
    hands = list(deals(len(calls), (13,), seed=91))

    def both(i: int) -> tuple[Any, Any]:
        return ours.MahjongFanCalculator(*calls[i]), ours.RegularShanten(hands[i])

    expected = [both(i) for i in range(len(calls))]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(both, range(len(calls)))) == expected


def test_importing_loads_no_compiler() -> None:
    code = "import sys, fastmcr.compat.mahjonggb; print('numba' in sys.modules)"
    assert python(code).stdout.strip() == "False"
