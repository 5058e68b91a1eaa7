"""The golden hands: their answers from library and oracle, and that every fan, switch, principle and ruling has one."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import oracle
import pytest
from support import meld_pairs

import fastmcr
from fastmcr import Fan, Hand, HandBatch, Rules, score_batch
from fastmcr.rulebook.switches import SWITCHES

GOLDEN = Path(__file__).parents[1] / "golden"
ERRORS = {7: "ConditionError", 8: "NotAWinError"}  # by the status of a row
Preset = str | dict[str, Any]

# Rulings on what one hand is worth. The others are about settlement, the course of play, or what a hand cannot be.
SCORING_RULINGS = {
    "A1", "A2a", "A2b", "A2c", "A2d", "A3", "A4a", "A4b", "A4c", "A4d", "A4e", "A4f", "A4g", "A5a", "A5b",
    *(f"A{n}" for n in range(6, 40)), "A41", "A42", "A45", "A46",
}  # fmt: skip
PRINCIPLES = {
    "1 non-repeat", "2 non-separation", "3 non-identical", "4 highest", "5 account once", "waits", "tie", "per set",
}  # fmt: skip

# What `differs` may say, and the field of the hand that is then the only one to differ.
DIFFERS = {
    "it is not the last tile of the wall": "wall_last",
    "it is not a replacement tile": "replacement",
    "the tile is a discard, not a robbed kong": "robbed_kong",
    "it is not the last of its kind": "last_tile",
    "self-drawn instead of a discard": "self_drawn",
    "won by a discard": "self_drawn",
    "no flower": "flowers",
}


class Answer(NamedTuple):
    """A hand with what the files say of it: total and fans by name, or the name of an error."""

    where: str
    hand: str
    rules: Preset
    wanted: tuple[int, dict[str, int]] | str


def rows_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (GOLDEN / name).read_text(encoding="utf-8").splitlines()]


FANS, SWITCH_ROWS = rows_of("fans.jsonl"), rows_of("switches.jsonl")
PRINCIPLE_ROWS, RULING_ROWS = rows_of("principles.jsonl"), rows_of("rulings.jsonl")


def wanted(row: dict[str, Any], prefix: str = "") -> tuple[int, dict[str, int]] | str:
    error: str | None = row.get(f"{prefix}error")
    return error or (row[f"{prefix}total"], row[f"{prefix}fans"])


def all_answers() -> list[Answer]:
    """Return everything the four files claim of single hands."""
    answers = []
    for row in FANS:
        for where, one in ((f"fan-{row['fan']}", row), (f"fan-{row['fan']}-without", row["without"])):
            answers.append(Answer(where, one["hand"], row["rules"], wanted(one)))
    for i, row in enumerate(SWITCH_ROWS):
        where = f"switch-{i}-{row['switch']}"
        answers.append(Answer(f"{where}-default", row["hand"], "default", wanted(row, "default_")))
        answers.append(Answer(f"{where}-{row['value']}", row["hand"], {row["switch"]: row["value"]}, wanted(row)))
    for name, rows in (("principle", PRINCIPLE_ROWS), ("ruling", RULING_ROWS)):
        for i, row in enumerate(rows):
            where = f"{name}-{i}-{row[name].replace(' ', '-')}"
            answers.append(Answer(where, row["hand"], row["rules"], wanted(row)))
    return answers


ANSWERS = all_answers()


def rules_of(rules: Preset) -> Rules:
    return Rules.preset(rules) if isinstance(rules, str) else Rules(**rules)


def library_says(hand: str, rules: Rules) -> tuple[int, dict[str, int]] | str:
    try:
        result = fastmcr.score(hand, rules)
    except (fastmcr.ConditionError, fastmcr.NotAWinError) as error:
        return type(error).__name__
    return result.total, {str(fan): count for fan, count in result.fans.items()}


def oracle_says(text: str, rules: Preset) -> tuple[int, dict[str, int]] | str:
    hand = Hand.parse(text)
    concealed = [hand.beside_win.count(tile) for tile in fastmcr.Tile]
    codes, (win, conditions) = hand.row[34:38].tolist(), hand.row[38:40].tolist()
    prevalent, seat, flowers = hand.row[40:43].tolist()
    given = oracle.PRESETS[rules] if isinstance(rules, str) else rules
    switches = {name: value for name, value in given.items() if name != "minimum"}
    status = oracle.status(concealed, codes, win, conditions, prevalent, seat, flowers, switches)
    if status:
        return ERRORS[status]
    flags = [bool(conditions >> bit & 1) for bit in range(5)]
    result = oracle.score(concealed, meld_pairs(codes), win, *flags, prevalent, seat, flowers, switches)
    assert result is not None
    counts = {oracle.NAMES[fan]: count for fan, count in result.counts.items()}
    return result.points + flowers, counts


# Answers


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.where)
def test_library_and_oracle_say_what_is_written(answer: Answer) -> None:
    assert str(Hand.parse(answer.hand)) == answer.hand
    assert library_says(answer.hand, rules_of(answer.rules)) == answer.wanted
    assert oracle_says(answer.hand, answer.rules) == answer.wanted


def test_all_together_as_batches() -> None:
    by_rules: dict[Rules, list[Answer]] = {}
    for answer in ANSWERS:
        by_rules.setdefault(rules_of(answer.rules), []).append(answer)
    for rules, answers in by_rules.items():
        batch = HandBatch.from_strings([answer.hand for answer in answers])
        result = score_batch(batch, rules, on_error="mark")
        for i, answer in enumerate(answers):
            got: tuple[int, dict[str, int]] | str
            if result.status[i]:
                got = ERRORS[int(result.status[i])]
            else:
                got = int(result.total[i]), {str(fan): count for fan, count in result.fans(i).items()}
            assert got == answer.wanted, answer.where


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.where)
def test_total_is_the_sum_of_the_fans_written(answer: Answer) -> None:
    if isinstance(answer.wanted, str):
        pytest.skip("an error has no total")
    total, fans = answer.wanted
    values = {str(fan): fan.points for fan in Fan}
    if rules_of(answer.rules).two_concealed_kongs == 6:
        values[str(Fan(48))] = 6
    assert total == sum(values[name] * count for name, count in fans.items())
    assert list(fans) == [str(fan) for fan in Fan if str(fan) in fans]


# Fans


def test_every_fan_has_its_row() -> None:
    assert [row["fan"] for row in FANS] == [int(fan) for fan in Fan]
    assert [row["name"] for row in FANS] == [str(fan) for fan in Fan]
    assert all(f"fan {row['fan']}" in row["why"] for row in FANS)


def tiles_of(hand: Hand) -> Counter[int]:
    """Return all tiles of a hand."""
    assert hand.win is not None
    return Counter(int(tile) for tile in (*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)))


def circumstances(hand: Hand) -> dict[str, object]:
    """Return what a hand has beside its tiles."""
    names = ("prevalent", "seat", "self_drawn", "last_tile", "wall_last", "replacement", "robbed_kong", "flowers")
    return {name: getattr(hand, name) for name in names}


def differing(one: Hand, other: Hand) -> list[str]:
    """Return the circumstances that differ."""
    there = circumstances(other)
    return [name for name, value in circumstances(one).items() if value != there[name]]


@pytest.mark.parametrize("row", FANS, ids=lambda row: row["name"])
def test_hand_has_the_fan_and_its_neighbour_lacks_it(row: dict[str, Any]) -> None:
    assert row["name"] in row["fans"]
    assert row["name"] not in row["without"].get("fans", {})
    one, other = Hand.parse(row["hand"]), Hand.parse(row["without"]["hand"])
    differs = row.get("differs")
    if differs is None:
        assert differing(one, other) == []
        assert len(one.melds) == len(other.melds)
        assert (tiles_of(one) - tiles_of(other)).total() == (tiles_of(other) - tiles_of(one)).total() == 1
    elif differs in DIFFERS:
        assert differing(one, other) == [DIFFERS[differs]]
        assert (one.melds, one.concealed, one.win) == (other.melds, other.concealed, other.win)
    else:
        assert differs.startswith(("the kong ", "the chow "))
        assert differing(one, other) == []
        check_one_set(one, other)


def check_one_set(one: Hand, other: Hand) -> None:
    """Check that one set alone is exposed, or of another kind, in the other hand."""
    gone = set(one.melds) - set(other.melds)
    come = set(other.melds) - set(one.melds)
    assert len(come) == 1
    if gone:  # a kong of another kind, or a pung
        (before,), (after,) = gone, come
        assert before.is_kong
        assert before.tile == after.tile
        assert one.concealed == other.concealed
    else:
        assert tiles_of(one) == tiles_of(other)
    assert one.win == other.win


# Switches


def test_every_switch_and_value_has_a_row() -> None:
    there = {(row["switch"], row["value"]) for row in SWITCH_ROWS}
    needed = {(name, value) for name, values in oracle.SWITCHES.items() for value in values[1:]}
    assert needed <= there
    assert "minimum" in {row["switch"] for row in SWITCH_ROWS}
    assert {row["switch"] for row in SWITCH_ROWS} <= {switch.name for switch in SWITCHES}


@pytest.mark.parametrize("row", SWITCH_ROWS, ids=lambda row: f"{row['switch']}-{row['value']}-{row['hand']}")
def test_hand_moves_by_its_switch_and_only_by_it(row: dict[str, Any]) -> None:
    before = total_of(row["hand"], Rules())
    movers = {
        name
        for name, values in oracle.SWITCHES.items()
        for value in values[1:]
        if total_of(row["hand"], Rules(**{name: value})) != before
    }
    own = set() if row["switch"] == "minimum" else {row["switch"]}
    assert movers == own | set(row.get("also", ()))


def total_of(hand: str, rules: Rules) -> int | str:
    said = library_says(hand, rules)
    return said if isinstance(said, str) else said[0]


MINIMUM_ROWS = [row for row in SWITCH_ROWS if row["switch"] == "minimum"]


@pytest.mark.parametrize("row", MINIMUM_ROWS, ids=lambda row: f"minimum-{row['value']}")
def test_minimum_moves_whether_a_hand_is_legal(row: dict[str, Any]) -> None:
    assert row["legal"] != row["default_legal"]
    assert fastmcr.score(row["hand"]).legal is row["default_legal"]
    assert fastmcr.score(row["hand"], Rules(minimum=row["value"])).legal is row["legal"]


# Principles and rulings


def test_every_principle_has_worked_hands() -> None:
    assert {row["principle"] for row in PRINCIPLE_ROWS} == PRINCIPLES
    assert len(PRINCIPLE_ROWS) >= 40
    assert all(row["why"] for row in PRINCIPLE_ROWS)


def test_every_ruling_on_one_hand_has_worked_hands() -> None:
    assert {row["ruling"] for row in RULING_ROWS} == SCORING_RULINGS
    assert all(row["why"] for row in RULING_ROWS)


@pytest.mark.parametrize("row", [row for row in RULING_ROWS if "legal" in row], ids=lambda row: row["hand"])
def test_legal_looks_at_points_without_flowers(row: dict[str, Any]) -> None:
    assert fastmcr.score(row["hand"], rules_of(row["rules"])).legal is row["legal"]
