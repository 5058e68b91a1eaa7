"""Hands for the tests of hand analysis, shared by those of the oracle and of the fast functions.

Cases are questions with known answers from ../shared/cases; EXCEPTIONS says where our answer is another one, and why.
Deals are made hands: random ones, ones of many like tiles, and ones near to each form, with melds that eat tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from oracle_analysis import FORMS
from oracle_sets import KNITTED, ORPHANS
from shared_files import rows_of

REFUSED = "refused"  # the answer to a number of tiles that is no hand

CLASSIC = FORMS[:3]  # the forms that programs for other rules know

FORM_NAMES = {
    "regular": FORMS[:1],
    "seven_pairs_riichi": FORMS[1:2],
    "seven_pairs_mcr": FORMS[1:2],
    "thirteen_orphans": FORMS[2:3],
    "min(regular,seven_pairs_riichi,thirteen_orphans)": CLASSIC,
    "min over forms open to an 11-tile hand": CLASSIC,
    "reg": FORMS[:1],
    "7p": FORMS[1:2],
    "13": FORMS[2:3],
    "hk": FORMS[3:4],
    "ks": FORMS[4:],
    "min": FORMS,
}


@dataclass(frozen=True)
class Case:
    """A question about a hand, what its source says and what we say.

    Questions: `shanten` the best of some forms, `useful` the useful tiles of one form, `kept` the tiles whose discard
    keeps the shanten of one form, `waits` the live waits, `complete` whether the hand is a win.
    """

    id: str
    question: str
    concealed: tuple[int, ...]
    n_melds: int
    eaten: tuple[int, ...]
    forms: tuple[str, ...]
    source_says: Any
    expected: Any
    melds: tuple[str, ...]


FOUR_ALIKE = "MCR fan 19: four alike may serve as two pairs; the source has riichi's seven pairs"
THREE_N = "a player never holds 3n concealed tiles; the source answers all the same"

EXCEPTIONS: dict[str, tuple[Any, str]] = {
    "gjs-11 shanten thirteen_orphans": (REFUSED, THREE_N),
    "sh-036 shanten seven_pairs_riichi": (0, FOUR_ALIKE),
    "sh-066 shanten regular": (REFUSED, THREE_N),
    "sh-095 shanten min(regular,seven_pairs_riichi,thirteen_orphans)": (0, FOUR_ALIKE),
    "sh-096 shanten min(regular,seven_pairs_riichi,thirteen_orphans)": (1, FOUR_ALIKE),
    "sh-097 shanten min(regular,seven_pairs_riichi,thirteen_orphans)": (0, FOUR_ALIKE),
    "sh-098 shanten min(regular,seven_pairs_riichi,thirteen_orphans)": (0, FOUR_ALIKE),
    "sh-099 shanten min(regular,seven_pairs_riichi,thirteen_orphans)": (-1, FOUR_ALIKE),
    "sh-100 shanten min(regular,seven_pairs_riichi,thirteen_orphans)": (0, FOUR_ALIKE),
    "sh-126 shanten seven_pairs_riichi": (1, FOUR_ALIKE),
}

FILES = (
    "mcr_shanten_five_forms",
    "mcr_shanten_gbmahjongjs",
    "shanten_small_sets",
    "shanten_useful_tiles_xiangting",
    "mcr_waits_gbmahjong",
    "win_check_mahjongpy",
)


def tiles(text: str) -> list[int]:
    """Read tiles such as 123m45pEE."""
    found: list[int] = []
    ranks: list[int] = []
    for letter in text:
        if letter.isdigit():
            ranks.append(int(letter) - 1)
        elif letter in "mps":
            found += [9 * "mps".index(letter) + rank for rank in ranks]
            ranks.clear()
        else:
            found.append(27 + "ESWNCFP".index(letter))
    return found


def counts(text: str) -> tuple[int, ...]:
    """Count tiles such as 123m45pEE by kind."""
    held = tiles(text)
    return tuple(held.count(tile) for tile in range(34))


def kinds(names: list[str]) -> frozenset[int]:
    """Read a list of tiles as a set."""
    return frozenset(tile for name in names for tile in tiles(name))


def answers(row: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield the questions that a row answers, as (question, name of the form, what the source says)."""
    if "useful_tiles" in row:
        yield from (("shanten", form, value) for form, value in row["shanten"].items())
        yield from (("useful", form, kinds(names)) for form, names in row["useful_tiles"].items())
    elif "expected_tiles" in row:
        yield "shanten", "regular", row["regular_shanten"]
        yield {"necessary": "useful", "unnecessary": "kept"}[row["kind"]], "regular", kinds(row["expected_tiles"])
    elif "expected_waits" in row:
        yield "waits", "min", kinds(row["expected_waits"])
    elif "complete" in row:
        yield "complete", "min", row["complete"]
    else:
        yield "shanten", row["form"], REFUSED if row["expected"] == "error" else row["expected"]


def cases(file: str) -> Iterator[Case]:
    """Yield every question of a file of cases."""
    for row in rows_of(f"{file}.jsonl"):
        concealed = counts(row.get("hand", row.get("concealed", row.get("concealed_incl_win"))))
        melds = [meld["tiles"] if isinstance(meld, dict) else meld for meld in row.get("melds", [])]
        for question, form, said in answers(row):
            name = f"{row['id']} {question} {form}"
            ours = EXCEPTIONS[name][0] if name in EXCEPTIONS else said
            # Melds that a file does not show are sets of unknown tiles.
            n_melds = len(melds) or (14 - sum(concealed)) // 3
            eaten, forms = counts("".join(melds)), FORM_NAMES[form]
            yield Case(name, question, concealed, n_melds, eaten, forms, said, ours, tuple(melds))


def kept_discards(case: Case, distance: Callable[[list[int]], int]) -> set[int]:
    """Name the tiles whose discard keeps the shanten; `distance` gives that of a hand to the form of the case.

    Of 3n + 1 tiles the source looks at the 3n left. A tile can be spared there when one exchange of it gains a step.
    """
    held = list(case.concealed)
    rests = {tile: [count - (kind == tile) for kind, count in enumerate(held)] for tile in range(34) if held[tile]}
    before = distance(held)
    if sum(held) % 3 == 2:
        return {tile for tile, rest in rests.items() if distance(rest) == before}
    draws = [tile for tile in range(34) if held[tile] < 4]
    exchanges = {
        tile: [[count + (kind == drawn) for kind, count in enumerate(rest)] for drawn in draws]
        for tile, rest in rests.items()
    }
    return {tile for tile, hands in exchanges.items() if any(distance(hand) < before for hand in hands)}


# Deals


class Deal(NamedTuple):
    """Concealed counts, the codes of the melds (1 + 34 * kind + tile; chow, pung, claimed kong) and their tiles."""

    concealed: tuple[int, ...]
    melds: tuple[int, ...]
    eaten: tuple[int, ...]


def deals(seed: int, number: int, n_melds: int | None = None) -> Iterator[Deal]:
    """Yield hands of 13 - 3 * n_melds tiles, in turn random, of many like tiles, and near to a form."""
    rng = Random(seed)
    for position in range(number):
        melds = rng.choice((0, 0, 1, 2, 3, 4)) if n_melds is None else n_melds
        yield (random_deal, crowded_deal, near_deal)[position % 3](rng, melds)


def random_deal(rng: Random, n_melds: int) -> Deal:
    """Deal out of all kinds."""
    return _deal(rng, n_melds, range(34), [])


def crowded_deal(rng: Random, n_melds: int) -> Deal:
    """Deal out of few kinds, melds too: fours, and melds that eat what the hand wants."""
    first = 9 * rng.randrange(3)
    suit = range(first, first + 9)
    few = rng.sample(range(34), rng.randint(4, 7))
    return _deal(rng, n_melds, rng.choice((suit, [*suit, 27, 31], range(27, 34), few)), [])


def near_deal(rng: Random, n_melds: int) -> Deal:
    """Deal a complete hand of some form less one tile, and exchange up to two tiles; melds may eat what is missing."""
    form = rng.randrange(5) if n_melds == 0 else 4 * (n_melds == 1 and rng.random() < 0.5)
    sets = [_set(rng, range(34))[1][:3] for _ in range(4 - n_melds)]
    pair = 2 * [rng.randrange(34)]
    body = rng.choice(KNITTED)
    complete = {
        0: [*chain(*sets), *pair],
        1: 2 * rng.choices(range(34), k=7),
        2: [*ORPHANS, rng.choice(ORPHANS)],
        3: rng.sample([*body, *range(27, 34)], 14),
        4: [*body, *chain(*sets[: 1 - n_melds]), *pair],
    }[form]
    rng.shuffle(complete)
    cut = rng.randint(1, 3)
    pool = rng.choice((range(34), complete))
    return _deal(rng, n_melds, pool, complete[cut:], rng.choice((pool, complete[:cut])))


def _set(rng: Random, pool: Sequence[int]) -> tuple[int, list[int]]:
    """Return a chow, pung or kong with a tile of the pool, as a code and its tiles."""
    tile = rng.choice(pool)
    kind = rng.choice((0, 0, 1, 2))
    if kind == 0 and tile < 27:
        tile = tile // 9 * 9 + min(tile % 9, 6)
        return 1 + tile, [tile, tile + 1, tile + 2]
    return 1 + 34 * max(kind, 1) + tile, [tile] * (2 + max(kind, 1))


def _deal(
    rng: Random, n_melds: int, pool: Sequence[int], wanted: list[int], meld_pool: Sequence[int] | None = None
) -> Deal:
    """Lay down melds, take the wanted tiles that are left, and fill up from the pool, then from anywhere."""
    left = [4] * 34
    codes: list[int] = []
    eaten = [0] * 34
    while len(codes) < n_melds:
        code, meld = _set(rng, rng.choice((pool, meld_pool or pool, meld_pool or pool, range(34))))
        if all(left[tile] >= meld.count(tile) for tile in meld):
            codes.append(code)
            for tile in meld:
                left[tile] -= 1
                eaten[tile] += 1
    size = 13 - 3 * n_melds
    concealed = [0] * 34
    pooled = rng.sample([tile for tile in pool for _ in range(4)], 4 * len(pool))
    anywhere = rng.sample([tile for tile in range(34) for _ in range(4)], 136)
    for tile in [*wanted, *pooled, *anywhere]:
        if left[tile] and sum(concealed) < size:
            left[tile] -= 1
            concealed[tile] += 1
    return Deal(tuple(concealed), tuple(codes), tuple(eaten))
