"""The slow twin of `distance` against hands worked out by hand, plain lists of targets, and what must hold of all."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import oracle
import pytest
from cases_analysis import Deal, counts, deals
from oracle_analysis import shanten, with_one, without
from oracle_distance import UNREACHABLE, distance, fan_distances, forms_of, points
from oracle_forms import Listed, Parted
from oracle_rules import NAMES, PRESETS, exclude
from oracle_sets import ORPHANS
from oracle_targets import PIECES, Context, Worth, counts_of, joined

FANS = {name: fan for fan, name in NAMES.items()}
SETS = [piece for piece in PIECES if piece[0] != "pair"]


def melds(text: str) -> list[int]:
    """Read melds as codes: "123m", "EEE", "1111m" claimed, "1111m^" promoted, "<1111m>" concealed kong."""
    codes = []
    for meld in text.split():
        held = counts(meld.strip("<>^"))
        tile = held.index(max(held))
        kong = "concealed_kong" if "<" in meld else "promoted_kong" if "^" in meld else "claimed_kong"
        codes.append(oracle.code_of({1: "chow", 3: "pung", 4: kong}[max(held)], tile))
    return codes


# Hands worked out by hand: concealed tiles, melds, prevalent and seat wind, points, (open, concealed)


WORKED = [
    # Ready for Mixed Straight on 9s, 8 points; another tile gives nothing.
    ("123m456p78s555mEE", "", "NN", 8, (0, 0)),
    # For 9: a pung of E (Pung of Terminals or Honors) and 55m as the pair; or 4 more if concealed. For 12: NNN, 2 + 2.
    ("123m456p78s555mEE", "", "NN", 9, (1, 0)),
    ("123m456p78s555mEE", "", "NN", 12, (3, 0)),
    # On 7p All Chows 2, All Simples 2, three of the two-chow fans (a cycle of four) and One Voided Suit: 8.
    ("234m567m234p56p55p", "", "EE", 8, (0, 0)),
    # The same with an idle tile in place of 6p; plain shanten is 1.
    ("234m567m234p5p9s55p", "", "EE", 8, (1, 1)),
    # All suits: 7 points and no more on 7p, 11 concealed.
    ("234m567m234p56p55s", "", "EE", 7, (0, 0)),
    ("234m567m234p56p55s", "", "EE", 11, (2, 0)),
    # All Pungs and Pung of Terminals or Honors on E, 7; concealed Four Concealed Pungs.
    ("222m333m555p77sEE", "", "SW", 7, (0, 0)),
    ("222m333m555p77sEE", "", "SW", 8, (1, 0)),
    # With E prevalent and seat wind 6 + 2 + 2.
    ("222m333m555p77sEE", "", "EE", 10, (0, 0)),
    # A pung shown: Three Concealed Pungs 16 + All Pungs 6 + Self-Drawn 1, and 1 more on E. Open: 444m.
    ("333m555p77sEE", "222m", "SW", 24, (2, 0)),
    # Ready for Nine Gates, which is never open: Full Flush 24 is what counts there.
    ("1112345678999m", "", "EE", 24, (0, 0)),
    # Seven Pairs 24 + Half Flush 6; Fully Concealed Hand 4. Open: a Tile Hog, 32, takes two tiles, two of them four.
    ("1133557799mEES", "", "EE", 30, (0, 0)),
    ("1133557799mEES", "", "EE", 32, (1, 0)),
    ("1133557799mEES", "", "EE", 34, (3, 0)),
    # Four alike are two pairs, and a Tile Hog: 24 + 6 + 2.
    ("1111557799mEES", "", "EE", 32, (0, 0)),
    # Knitted Straight 12, concealed 16.
    ("147m258p36s456mEE", "", "EE", 12, (0, 0)),
    ("147m258p36s456mEE", "", "EE", 16, (2, 0)),
    # With its set shown: Knitted Straight; two melds bar it.
    ("147m258p36sEE", "456m", "EE", 12, (0, 0)),
    # Lesser Honors and Knitted Tiles with all nine tiles 12 + 12; seven honors 24.
    ("147m258p369sESWN", "", "EE", 24, (0, 0)),
    ("14m25p369sESWNCF", "", "EE", 24, (0, 0)),
    ("19m19p19sESWNCFP", "", "EE", 88, (0, 0)),
    # Two Concealed Kongs 8, two terminal pungs, No Honors: 11; Fully Concealed Hand 4.
    ("234m88s56p", "<1111m> <9999p>", "EE", 11, (0, 0)),
    ("234m88s56p", "<1111m> <9999p>", "EE", 15, (3, 0)),
    # One of them claimed: 4 + 2 + 2 + 1; then Self-Drawn 1.
    ("234m88s56p", "1111m <9999p>", "EE", 9, (0, 0)),
    ("234m88s56p", "1111m^ <9999p>", "EE", 10, (2, 0)),
    # Concealed kongs are concealed pungs in both readings: Three Kongs 32 + Three Concealed Pungs 16 + All Simples 2.
    ("23m88s", "<2222p> <4444p> <8888p>", "EE", 50, (0, 0)),
    # All Chows 2 and nothing more, whatever the pair; with an honor as the pair, nothing.
    ("5p", "123m 456p 234s 678s", "EE", 8, (UNREACHABLE, UNREACHABLE)),
    ("5p", "123m 456p 234s 678s", "EE", 2, (0, 0)),
    ("5p", "123m 456p 234s 678s", "EE", 3, (UNREACHABLE, 0)),
    ("E", "123m 456p 234s 678s", "EE", 1, (1, 0)),
    ("E", "123m 456p 234s 678s", "EE", 0, (0, 0)),
    # The last 5p is in a meld: the pair is another tile.
    ("5p", "555p 123m 234s 678s", "EE", 0, (1, 1)),
    # Complete hands: worth enough, or not.
    ("123m456p789s555mEE", "", "NN", 8, (-1, -1)),
    ("123m456p789s555mEE", "", "NN", 9, (0, -1)),
    ("55p", "123m 456p 234s 678s", "EE", 2, (-1, -1)),
    ("55p", "123m 456p 234s 678s", "EE", 3, (UNREACHABLE, -1)),
    # 123 123 123 m is Pure Triple Chow, 111 222 333 m Pure Shifted Pungs: separate targets.
    ("111222333m45p88s", "", "EE", 24, (0, 0)),
]


def ask(hand: str, shown: str, winds: str, min_points: int, preset: str = "default") -> tuple[int, int]:
    """Ask the oracle."""
    prevalent, seat = map("ESWN".index, winds)
    return distance(counts(hand), melds(shown), prevalent, seat, min_points, preset)


@pytest.mark.parametrize(("hand", "shown", "winds", "min_points", "expected"), WORKED)
def test_worked_hands(hand: str, shown: str, winds: str, min_points: int, expected: tuple[int, int]) -> None:
    assert ask(hand, shown, winds, min_points) == expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("1112345678999m", 0),
        # 9m and one more tile are missing, and that tile comes last.
        ("111234567899m1p", 1),
        # Only 9m is missing to 11123345678999m, which is no Nine Gates as 3m is there already.
        ("1112334567899m", 1),
        # Complete with 14 tiles: any of them may have come last.
        ("11123345678999m", -1),
        # The same with another 3m: it goes, and two tiles come.
        ("11123334567899m", 1),
    ],
)
def test_nine_gates(hand: str, expected: int) -> None:
    found = ask(hand, "", "EE", 88)
    assert found[1] == expected
    assert found[0] > found[1]


def test_presets() -> None:
    pairs, kongs = ("1133557799mEES", "", "EE"), ("234m88s56p", "1111m <9999p>", "EE")
    # Seven Pairs 24 + Half Flush 6 + Fully Concealed Hand 4, or Self-Drawn 1 where the form bars that.
    for preset, most in (("default", 34), ("wmo2014", 34), ("mil", 31), ("r98", 31)):
        assert ask(*pairs, most, preset)[1] == 0
        assert ask(*pairs, most + 1, preset)[1] > 0
    # One claimed and one concealed kong 6, 5 or 3, two pungs of terminals, No Honors; Self-Drawn 1 if concealed.
    for preset, most in (("default", 9), ("wmo2014", 9), ("mil", 8), ("r98", 6)):
        assert ask(*kongs, most, preset) == (0, 0)
        assert ask(*kongs, most + 1, preset) == (ask(*kongs, most + 1, preset)[0], 0)
        assert ask(*kongs, most + 1, preset)[0] > 0
    no_fours = {"seven_pairs_four_alike": False}
    assert distance(counts("1111557799mEES"), min_points=32, preset=no_fours)[0] > 0


@pytest.mark.parametrize(
    ("sets", "pair", "shown", "expected"),
    [
        ("", None, "", None),
        ("123m 456p 789s 555m", "EE", "", (8, 12)),
        # All Pungs 6; Four Concealed Pungs 64 bars it, Fully Concealed Hand 4.
        ("222m 333m 555p 777s", "EE", "", (6, 68)),
        # A claimed pung: Three Concealed Pungs 16 + All Pungs 6 + Self-Drawn 1.
        ("333m 555p 777s", "EE", "222m", (6, 23)),
        # No fan at all: the concealed reading has Self-Drawn, and there is no Chicken Hand.
        ("234p 567s 888p", "EE", "123m", (0, 1)),
        # The first pung of the hand: nothing, two: Two Concealed Pungs.
        ("888p 333s 567s", "EE", "123m", (0, 3)),
    ],
)
def test_points(sets: str, pair: str | None, shown: str, expected: tuple[int, int] | None) -> None:
    if expected is None:
        assert points([], None, tiles=counts("1122334455667m7m"), shape=oracle.SHAPE_SEVEN_PAIRS) == (88, 92)
        return
    own = [("chow" if max(counts(one)) == 1 else "pung", counts(one).index(max(counts(one)))) for one in sets.split()]
    assert points(own, counts(str(pair)).index(2), melds(shown), 3, 3) == expected


# Fans


def test_fans_of_a_hand() -> None:
    found = fan_distances(counts("78m55m"), melds("123m 456m EEE"))
    expected = {"Pure Straight": 0, "Half Flush": 0, "Prevalent Wind": 0, "Seat Wind": 0, "Dragon Pung": 2}
    assert {name: found[FANS[name]] for name in expected} == expected
    never = ("Full Flush", "All Chows", "All Pungs", "Seven Pairs", "Knitted Straight", "Nine Gates", "No Honors")
    assert {found[FANS[name]] for name in never} == {UNREACHABLE}
    # E as Prevalent and Seat Wind is no Pung of Terminals or Honors; 999m is: three tiles missing, and 55m is the pair.
    assert found[FANS["Pung of Terminals or Honors"]] == 2
    assert found[FANS["One Voided Suit"]] == 2
    assert found[0] == UNREACHABLE
    assert len(found) == 83


def test_fans_that_no_target_decides() -> None:
    never = {4, 12, 33, 43, 44, 45, 46, 47, 53, 56, 58, 62, 66, 77, 78, 79, 80, 81, 82}
    for preset in ("default", "mil"):
        found = fan_distances(counts("2345m55s6p"), melds("<1111m> 999p"), 1, 2, preset)
        assert {found[fan] for fan in never} == {UNREACHABLE}
        assert found[FANS["Concealed Kong"]] == min(fan for fan in found)
    found = fan_distances(counts("2345m55s6p"), melds("<1111m> 9999p"), 1, 2, "mil")
    assert found[82] == shanten(counts("2345m55s6p"), 2, counts("1111m9999p"))[5]
    assert found[FANS["Concealed Kong"]] == UNREACHABLE


# Targets listed plainly


def context_of(deal: Deal, prevalent: int = 1, seat: int = 2, preset: str = "default") -> Context:
    return Context(deal.melds, prevalent, seat, preset)


def with_kongs(deal: Deal, rng: random.Random) -> Deal:
    """Make the claimed kongs of a deal any kongs."""
    return deal._replace(melds=tuple(code + 34 * rng.randrange(3) if code > 68 else code for code in deal.melds))


def plain_targets(context: Context, n_sets: int) -> Iterator[tuple[tuple[tuple[str, int], ...], np.ndarray]]:
    """Yield all sets and a pair one by one."""
    for own in combinations_with_replacement(SETS, n_sets):
        for tile in range(34):
            pieces = (*own, ("pair", tile))
            tiles = np.array(counts_of(pieces))
            if (tiles + context.eaten).max() <= 4:
                yield pieces, tiles


@cache
def few_melds(number: int, n_melds: int) -> tuple[Deal, ...]:
    rng = random.Random(number)
    return tuple(with_kongs(deal, rng) for deal in deals(100 + n_melds, number, n_melds))


@pytest.mark.parametrize(("number", "n_melds"), [(1, 2), (8, 3), (8, 4)])
def test_no_target_is_left_out(number: int, n_melds: int) -> None:
    for deal in few_melds(number, n_melds):
        context = context_of(deal)
        held = np.array(deal.concealed)
        best: dict[int, list[int]] = {}  # points in both readings by tiles missing
        fans = [UNREACHABLE] * 83
        for pieces, tiles in plain_targets(context, 4 - n_melds):
            missing = int(np.maximum(tiles - held, 0).sum())
            worth = context.worth(pieces, oracle.SHAPE_SETS, bytes((tiles + context.eaten).tolist()))
            known = best.setdefault(missing, [-1, -1])
            best[missing] = [max(known[0], worth.open), max(known[1], worth.concealed)]
            for fan in range(83):
                if worth.fans >> fan & 1:
                    fans[fan] = min(fans[fan], missing - 1)
        for min_points in (0, 1, 4, 8, 12, 24, 48, 89):
            wanted = tuple(
                min((missing - 1 for missing, most in best.items() if most[reading] >= min_points), default=UNREACHABLE)
                for reading in (0, 1)
            )
            assert distance(deal.concealed, deal.melds, 1, 2, min_points) == wanted, (deal, min_points)
        assert fan_distances(deal.concealed, deal.melds, 1, 2) == fans


def test_number_of_targets() -> None:
    sizes = {}
    for form in forms_of(counts("1112345678999m"), (), 0, 0, "default"):
        if isinstance(form, Parted):
            sizes[form.shape] = sum(len(parts) for parts in joined(form.options([0] * 34), form.goal, None))
        else:
            sizes[form.shape] = len(form.targets)
    # All readings of sets and a pair; pairs: 34 choose 7, and with one, two, three fours.
    assert sizes[oracle.SHAPE_SETS] == 11_580_567
    assert sizes[oracle.SHAPE_SEVEN_PAIRS] == 5_379_616 + 34 * 237_336 + 561 * 4_960 + 5_984 * 31
    assert sizes[oracle.SHAPE_ORPHANS] == 13
    assert sizes[oracle.SHAPE_HONORS_KNITTED] == 6 * (36 + 7 * 9 + 21)


@pytest.mark.parametrize("n_melds", [1, 2])
def test_every_target_has_one_number_of_missing_tiles(n_melds: int) -> None:
    deal = few_melds(2, n_melds)[1]
    form = forms_of_deal(deal, 0, 0)[0]
    options, listed = form.options(deal.concealed), []
    for missing in range(15):
        for parts in joined(options, form.goal, missing):
            tiles = np.concatenate([table.tiles[parts[:, suit]] for suit, table in enumerate(form.tables)], axis=1)
            lacked = np.maximum(tiles.astype(np.int64) - np.array(deal.concealed), 0).sum(axis=1)
            assert (lacked == missing).all()
            listed.append(parts)
    by_number = np.unique(np.concatenate(listed), axis=0)
    everything = np.concatenate(list(joined(options, form.goal, None)))
    assert len(by_number) == sum(map(len, listed)) == len(everything)
    assert (by_number == np.unique(everything, axis=0)).all()


def forms_of_deal(deal: Deal, prevalent: int, seat: int) -> list[Parted]:
    asked = forms_of(deal.concealed, deal.melds, prevalent, seat, "default")
    return [form for form in asked if isinstance(form, Parted)]


@pytest.mark.parametrize("n_melds", [0, 1, 2])
def test_targets_with_one_key_are_worth_the_same(n_melds: int) -> None:
    checked = 0
    for place, deal in enumerate(few_melds(6, n_melds)):
        for form in forms_of_deal(deal, place % 4, place // 2 % 4):
            options, held = form.options(deal.concealed), deal.concealed
            least = next(missing for missing in range(15) if any(True for _ in joined(options, form.goal, missing)))
            parts = np.concatenate(list(joined(options, form.goal, least + (form.shape == oracle.SHAPE_SETS))))
            parts = parts[~form.special(parts)]
            _, back, number = np.unique(form.keys(parts), return_inverse=True, return_counts=True)
            parts = parts[number[back] > 1][:400]
            worths: dict[int, Worth] = {}
            for key, worth in zip(form.keys(parts).tolist(), form.score(parts), strict=True):
                assert worths.setdefault(key, worth) == worth
            remembered = {worth.open for some in form.lacking(held, least) for worth in some}
            first = np.concatenate(list(joined(options, form.goal, least)))[:100]
            assert {worth.open for worth in form.score(first)} <= remembered
            checked += len(parts) - len(worths)
    assert checked > 100


# The points of a target against the scorer


def any_target(rng: random.Random, deal: Deal) -> tuple[list[tuple[str, int]], int] | None:
    """Return random sets beside the melds and a pair, of few kinds, so that dear fans come up."""
    some = (range(34), range(9), range(27, 34), ORPHANS, rng.sample(range(34), 8))
    kinds = rng.choice(some)
    pool = [piece for piece in SETS if piece[1] in kinds] or SETS
    own, pair = [rng.choice(pool) for _ in range(4 - len(deal.melds))], rng.choice(list(kinds))
    return None if (np.array(counts_of([*own, ("pair", pair)])) + deal.eaten).max() > 4 else (own, pair)


WAITS_AND_LUCK = {53, 58, 77, 78, 79}


@pytest.mark.parametrize("preset", PRESETS)
def test_points_are_those_of_the_scorer(preset: str) -> None:
    rng = random.Random(7)
    switches = PRESETS[preset]
    checked = 0
    for plain in deals(8, 1_500):
        deal = with_kongs(plain, rng)
        if (made := any_target(rng, deal)) is None:
            continue
        own, pair = made
        prevalent, seat = rng.randrange(4), rng.randrange(4)
        tiles = counts_of([*own, ("pair", pair)])
        context = Context(deal.melds, prevalent, seat, preset)
        total = bytes((np.array(tiles) + context.eaten).tolist())
        last = rng.choice([tile for tile in range(34) if tiles[tile]])
        rest = tuple(without(tiles, last))
        drawn, claimed = (
            oracle.Win(rest, context.melds, last, self_drawn, *[False] * 4, prevalent, seat, 0, switches)
            for self_drawn in (True, False)
        )
        gates = oracle.is_nine_gates(drawn)
        in_open, in_concealed = context.found([*own, ("pair", pair)], oracle.SHAPE_SETS, total, gates)
        kept = [(f"concealed_{kind}", tile) for kind, tile in own]
        for hand, sets, found, dropped in (
            (drawn, kept, in_concealed, WAITS_AND_LUCK),
            (claimed, own, in_open, WAITS_AND_LUCK | {4, 62}),
        ):
            reading = oracle.Reading((*context.melds, *sets), pair, oracle.IN_PAIR, oracle.SHAPE_SETS)
            said = oracle.result_of(hand, reading).found
            wanted = {fan: number for fan, number in said.items() if fan not in dropped | {43}}
            assert found == wanted, (deal, own, pair)
        both = context.worth([*own, ("pair", pair)], oracle.SHAPE_SETS, total, gates)
        values = oracle.POINTS | {48: switches["two_concealed_kongs"]}
        counted = [exclude(found, switches) for found in (in_open, in_concealed)]
        assert both[:2] == tuple(sum(values[fan] * number for fan, number in some.items()) for some in counted)
        assert {fan for fan in range(83) if both.fans >> fan & 1} == set(counted[0])
        checked += 1
    assert checked > 400


SEVEN_PAIRS = ("1122334455667m7m", "1199m1199pEEEEPP", "22334466s88sFF22s", "1122m5566p7799sCC", "8899m7788p7799s77s")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("hand", SEVEN_PAIRS)
def test_seven_pairs_are_scored_as_by_the_scorer(hand: str, preset: str) -> None:
    tiles = counts(hand)
    found = points([], None, preset=preset, tiles=tiles, shape=oracle.SHAPE_SEVEN_PAIRS)
    assert found[1] == best_special(tiles, preset)


@pytest.mark.parametrize("preset", PRESETS)
def test_orphans_and_knitted_tiles_are_scored_as_by_the_scorer(preset: str) -> None:
    for form in forms_of(counts("1112345678999m"), (), 0, 0, preset)[:2]:
        assert isinstance(form, Listed)
        for place in range(0, len(form.targets), 7):
            assert form.worth(place).concealed == best_special(form.targets[place][1], preset)


def best_special(tiles: Sequence[int], preset: str) -> int:
    """Return the most points of a self-drawn win of a form without sets."""
    last = max(tile for tile in range(34) if tiles[tile])
    result = oracle.score(without(tiles, last), (), last, self_drawn=True, switches=PRESETS[preset])
    assert result is not None
    return result.points


# What holds of all hands


def some_deals(seed: int, number: int) -> list[Deal]:
    rng = random.Random(seed)
    return [with_kongs(deal, rng) for deal in deals(seed, number) if len(deal.melds) < 4]


def test_without_minimum_it_is_shanten() -> None:
    for place, deal in enumerate(some_deals(31, 60)):
        concealed: Sequence[int] = deal.concealed
        if place % 2:
            drawn = next(tile for tile in range(34) if concealed[tile] + deal.eaten[tile] < 4)
            concealed = with_one(concealed, drawn)
        plain = shanten(concealed, len(deal.melds), deal.eaten)[5]
        assert distance(concealed, deal.melds, min_points=0) == (plain, plain)


def test_rises_with_the_minimum_and_is_no_less_than_shanten() -> None:
    for deal in some_deals(32, 24):
        found = [distance(deal.concealed, deal.melds, 1, 1, least) for least in (0, 1, 6, 8, 10, 16)]
        assert found == sorted(found, key=lambda two: two[0])
        assert found == sorted(found, key=lambda two: two[1])
        assert all(concealed <= in_open for in_open, concealed in found)
        assert found[0][1] == shanten(deal.concealed, len(deal.melds), deal.eaten)[5]


def test_some_draw_gains_a_step_and_none_loses_one() -> None:
    for deal in some_deals(33, 6):
        before = distance(deal.concealed, deal.melds)
        draws = [tile for tile in range(34) if deal.concealed[tile] + deal.eaten[tile] < 4]
        after = [distance(with_one(deal.concealed, tile), deal.melds) for tile in draws]
        for reading in (0, 1):
            steps = {before[reading] - two[reading] for two in after}
            assert steps in ({0, 1}, {1}) if before[reading] < UNREACHABLE else steps == {0}


def renamed(deal: Deal, rng: random.Random) -> Deal:
    """Exchange suits, dragons, and the winds from W on."""
    suits = rng.sample(range(3), 3)
    names = [9 * suits[tile // 9] + tile % 9 for tile in range(27)]
    names += [27, 28, *rng.sample((29, 30), 2), *rng.sample((31, 32, 33), 3)]
    codes = tuple(1 + (code - 1) // 34 * 34 + names[(code - 1) % 34] for code in deal.melds)
    concealed, eaten = [0] * 34, [0] * 34
    for tile, name in enumerate(names):
        concealed[name], eaten[name] = deal.concealed[tile], deal.eaten[tile]
    return Deal(tuple(concealed), codes, tuple(eaten))


def test_names_of_suits_and_honors_do_not_matter() -> None:
    rng = random.Random(34)
    checked = 0
    for deal in some_deals(34, 140):
        # A meld with a 7, W or N is neither green nor, under any name of its suit, reversible.
        if any(count and (tile in (29, 30) or (tile < 27 and tile % 9 == 6)) for tile, count in enumerate(deal.eaten)):
            other = renamed(deal, rng)
            found = [distance(some.concealed, some.melds, 0, 1, 9) for some in (deal, other)]
            assert found[0] == found[1], (deal, other)
            checked += 1
    assert checked > 15


def test_colours_matter() -> None:
    # All Green, and Reversible Tiles: 8 + All Chows + a two-chow fan or two.
    assert distance(counts("223344666888sF"), min_points=88)[0] == 0
    assert distance(counts("223344666888pF"), min_points=88)[0] > 0
    assert (
        distance(counts("234p456s55s88p"), melds("123p"), min_points=8)[0]
        < distance(counts("234m456s55s88m"), melds("123m"), min_points=8)[0]
    )


def test_fifth_copies_and_wrong_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="a fifth copy"):
        distance(counts("5p"), melds("5555p 123m 234s 678s"))
    with pytest.raises(ValueError, match="12 concealed tiles with 0 melds"):
        distance(counts("111222333444m"))
    with pytest.raises(ValueError, match="means nothing"):
        distance(counts("1112223334m"), [1 + 8])
