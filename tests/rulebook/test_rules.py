"""Switches, presets, and what the kernels get of them."""

import copy
import inspect
import pickle
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from shared_files import SHARED, needs

from fastmcr.errors import McrError, RulesError
from fastmcr.kernels import layout
from fastmcr.rulebook.fans import Fan
from fastmcr.rulebook.rules import Rules
from fastmcr.rulebook.switches import PRESETS, SWITCHES, Switch

# Switches with their values in the order of the kernels, and what the presets wmo2014, mil and r98 set ("=": default).
TABLE = {
    "concealed_special_selfdraw": (("fully_concealed", "self_drawn", "r98"), "=", "self_drawn", "r98"),
    "mixed_kong_pair": ((6, 5, 4, 3), "=", 5, 3),
    "two_concealed_kongs": ((8, 6), "=", 6, 6),
    "kongs_add_concealed": ((False, True), True, "=", "="),
    "last_tile_auto": ((True, False), "=", "=", "="),
    "rob_on_last_tile": (("reject", "both"), "=", "=", "="),
    "melded_hand_promoted_kong": ((False, True), "=", True, "="),
    "seven_pairs_range_fans": ((True, False), "=", "=", "="),
    "seven_pairs_four_alike": ((True, False), "=", "=", "="),
    "tile_hog_honors": ((True, False), "=", "=", "="),
    "all_green_half_flush": ((True, False), "=", False, False),
    "all_terminals_double_pung": ((True, False), "=", False, False),
    "nine_gates_pth": (("none", "minus_one"), "=", "minus_one", "="),
    "one_voided_suit_strict": ((False, True), "=", "=", "="),
    "exhausted_waits": (("formal", "own_hand"), "=", "=", "="),
    "knitted_body_wait": (("count", "ignore", "no_edge_or_closed"), "=", "count", "="),
    "tile_hog_all_terminals": (("counted", "barred"), "=", "=", "="),
    "minimum": ((8,), "=", "=", "="),
}

LOOSE: Any = Rules  # for calls that no type checker lets through

SPECIAL = [4, 6, 7, 12, 19, 20, 34]  # hands that are concealed by definition (ruling A1)


def left(rules: Rules, found: set[int]) -> set[int]:
    """Apply the compiled masks as the kernels do: in fan order, a barred fan bars nothing."""
    fans = set(found)
    for fan in range(1, 83):
        if fan in fans:
            low, high = (int(word) for word in rules.compiled.bars[fan])
            fans -= {barred for barred in fans if ((high << 64 | low) >> (barred - 1)) & 1}
    return fans


def test_switches_and_defaults() -> None:
    assert [(switch.name, switch.values) for switch in SWITCHES] == [(name, row[0]) for name, row in TABLE.items()]
    for switch in SWITCHES:
        assert getattr(Rules(), switch.name) == switch.default
        assert switch.meaning
        assert switch.meaning_zh
        assert "\n" not in switch.meaning + switch.meaning_zh


@pytest.mark.parametrize(("place", "preset"), [(1, "wmo2014"), (2, "mil"), (3, "r98")])
def test_presets(place: int, preset: str) -> None:
    rules = Rules.preset(preset)
    for name, row in TABLE.items():
        wanted = row[0][0] if row[place] == "=" else row[place]
        assert (name, getattr(rules, name)) == (name, wanted)
    assert Rules.preset("default") == Rules()
    assert list(PRESETS) == ["default", "wmo2014", "mil", "r98"]


@needs("rules.md")
def test_presets_are_those_of_the_rules_notes() -> None:
    notes = (SHARED / "rules.md").read_text(encoding="utf-8")
    text = notes.split("### Switches and presets")[1].split("`multiple_winners`")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")][2:]
    assert [row[0].split()[0] for row in rows] == [switch.name for switch in SWITCHES]
    for row, switch in zip(rows, SWITCHES, strict=True):
        ruling = row[0].split(" ", 1)[1].strip("()")
        assert switch.ruling == ("waits" if ruling == "section 3" else ruling)
        if switch.least is None:
            plain = re.sub(r"\(.*?\)", "", row[1])
            assert [switch.parse(word) for word in plain.split(",")] == list(switch.values)
        for preset, cell in zip(["wmo2014", "mil", "r98"], row[2:], strict=True):
            wanted = switch.default if cell == "=" else switch.parse(cell)
            assert (preset, switch.name, getattr(Rules.preset(preset), switch.name)) == (preset, switch.name, wanted)


@pytest.mark.parametrize("preset", PRESETS)
def test_repr_is_python(preset: str) -> None:
    rules = Rules.preset(preset)
    assert eval(repr(rules)) == rules
    assert eval(repr(rules)).compiled is rules.compiled
    assert repr(Rules()) == "Rules()"
    assert repr(Rules(rob_on_last_tile="both", minimum=0)) == "Rules(rob_on_last_tile='both', minimum=0)"


def test_copies_are_equal_and_keep_read_only_arrays() -> None:
    rules = Rules(minimum=6)
    assert rules.compiled.bars.flags.writeable is False
    for other in (pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)):
        assert other == rules
        assert hash(other) == hash(rules)
        assert other.compiled is rules.compiled


def test_rules_do_not_change() -> None:
    with pytest.raises(AttributeError):
        LOOSE().minimum = 6
    presets: Any = PRESETS
    with pytest.raises(TypeError):
        presets["mil"]["minimum"] = 6


def test_replace_and_differences() -> None:
    rules = Rules.preset("mil").replace(minimum=6)
    assert rules.minimum == 6
    assert rules.differences("mil") == {"minimum": (6, 8)}
    assert Rules.preset("r98").differences(Rules.preset("mil")) == {
        "concealed_special_selfdraw": ("r98", "self_drawn"),
        "mixed_kong_pair": (3, 5),
        "melded_hand_promoted_kong": (False, True),
        "nine_gates_pth": ("none", "minus_one"),
    }
    assert Rules.preset("mil").minimum == 8


def test_coerce() -> None:
    rules = Rules(minimum=6)
    assert Rules.coerce(rules) is rules
    assert Rules.coerce("mil") is Rules.preset("mil")


def test_from_options() -> None:
    options = {"two_concealed_kongs": "6", "all-green-half-flush": "False", "minimum": "10", "nine_gates_pth": "none"}
    assert Rules.from_options("mil", options) == Rules.preset("mil").replace(minimum=10, nine_gates_pth="none")
    assert Rules.from_options() == Rules()
    for switch in SWITCHES:
        for value in switch.values:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            assert getattr(Rules.from_options("default", {switch.name: text}), switch.name) == value


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
@pytest.mark.parametrize(
    "value", [None, 1, 0, 8.0, 6.0, True, "true", "", [8], {}, np.int64(8), np.bool_(True), -1, 10**40, np.arange(3)]
)
def test_only_allowed_values_of_the_right_type(switch: Switch, value: Any) -> None:
    name, values, least = switch.name, switch.values, switch.least
    right_type = type(value) is type(values[0])
    if right_type and (value in values or (least is not None and value >= least)):
        assert getattr(LOOSE(**{name: value}), name) == value
        return
    with pytest.raises(RulesError) as caught:
        LOOSE(**{name: value})
    assert str(caught.value).startswith(f"{name} cannot be ")
    assert str(caught.value).endswith(f"; allowed: {switch.allowed}")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: LOOSE(tile_hog_honors=1), "tile_hog_honors cannot be 1 (int); allowed: true, false"),
        (lambda: LOOSE(two_concealed_kongs=8.0), "two_concealed_kongs cannot be 8.0 (float); allowed: 8, 6"),
        (lambda: LOOSE(mixed_kong_pair=7), "mixed_kong_pair cannot be 7; allowed: 6, 5, 4, 3"),
        (lambda: LOOSE(rob_on_last_tile="no"), "rob_on_last_tile cannot be 'no'; allowed: reject, both"),
        (lambda: LOOSE(minimum=-1), "minimum cannot be -1; allowed: a whole number from 0 on"),
        (lambda: LOOSE(minimum=True), "minimum cannot be True (bool); allowed: a whole number from 0 on"),
        (
            lambda: LOOSE.from_options("default", {"minimum": "8.5"}),
            "minimum cannot be '8.5'; allowed: a whole number from 0 on",
        ),
        (
            lambda: LOOSE.from_options("default", {"tile_hog_honors": "yes"}),
            "tile_hog_honors cannot be 'yes'; allowed: true, false",
        ),
        (lambda: LOOSE.preset("MIL"), "no preset is called 'MIL'; there are default, wmo2014, mil, r98"),
        (lambda: LOOSE.preset(["mil"]), "no preset is called ['mil']; there are default, wmo2014, mil, r98"),
        (lambda: LOOSE.coerce(None), "rules are a Rules or one of default, wmo2014, mil, r98, not NoneType"),
        (
            lambda: LOOSE("mil"),
            "switches are given by name, as in Rules(two_concealed_kongs=6); Rules.preset('mil') gives a preset",
        ),
    ],
    ids=str,
)
def test_errors_say_what_is_allowed(call: Callable[[], object], message: str) -> None:
    with pytest.raises(McrError) as caught:
        call()
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "call",
    [
        lambda: LOOSE(two_concealed_kong=6),
        lambda: LOOSE().replace(two_concealed_kong=6),
        lambda: LOOSE.from_options("mil", {"two_concealed_kong": "6"}),
    ],
    ids=["Rules", "replace", "from_options"],
)
def test_unknown_switch_lists_the_switches(call: Callable[[], object]) -> None:
    with pytest.raises(RulesError) as caught:
        call()
    assert str(caught.value) == f"there is no switch 'two_concealed_kong'; there are {', '.join(TABLE)}"


# What the kernels get.


@pytest.mark.parametrize("preset", PRESETS)
def test_arrays(preset: str) -> None:
    bars, points, switches = Rules.preset(preset).compiled
    assert [array.shape for array in (bars, points, switches)] == [(83, 2), (83,), (len(layout.SWITCH_NAMES),)]
    assert [str(array.dtype) for array in (bars, points, switches)] == ["uint64", "int64", "int64"]
    assert all(array.flags.c_contiguous and not array.flags.writeable for array in (bars, points, switches))
    barring = [fan for fan in range(1, 83) if int(bars[0, (fan - 1) // 64]) >> (fan - 1) % 64 & 1]
    assert barring == [fan for fan in range(1, 83) if bars[fan].any()]
    assert points[0] == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_switch_numbers(preset: str) -> None:
    place = list(PRESETS).index(preset)
    given = {name: row[0][0] if place == 0 or row[place] == "=" else row[place] for name, row in TABLE.items()}
    numbers = [TABLE[name][0].index(given[name]) for name in layout.SWITCH_NAMES]
    assert Rules.preset(preset).compiled.switches.tolist() == numbers


@pytest.mark.parametrize("preset", PRESETS)
def test_masks_hold_the_table(preset: str) -> None:
    rules = Rules.preset(preset)
    for fan in Fan:
        low, high = (int(word) for word in rules.compiled.bars[fan])
        assert {Fan(bit + 1) for bit in range(128) if (high << 64 | low) >> bit & 1} == set(rules.bars_of(fan))
        assert rules.compiled.points[fan] == rules.points_of(fan)


def test_points() -> None:
    assert [Rules.preset(preset).points_of(Fan.TWO_CONCEALED_KONGS) for preset in PRESETS] == [8, 8, 6, 6]
    changed = {fan for fan in Fan if Rules.preset("mil").points_of(fan) != fan.points}
    assert changed == {Fan.TWO_CONCEALED_KONGS}
    assert Rules().points_of("82") == 5


@pytest.mark.parametrize(
    ("preset", "added", "lost"),
    [
        ("wmo2014", set(), {(5, 48), (5, 67), (17, 48), (17, 67)}),
        (
            "mil",
            {(3, 50), (8, 65), (82, 57), (82, 67), (82, 74)} | {(fan, 56) for fan in SPECIAL},
            {(4, 73)},
        ),
        ("r98", {(3, 50), (8, 65)} | {(fan, 56) for fan in SPECIAL if fan not in (4, 12)}, set()),
    ],
)
def test_what_a_preset_changes_in_the_table(
    preset: str, added: set[tuple[int, int]], lost: set[tuple[int, int]]
) -> None:
    here = {(int(fan), int(barred)) for fan in Fan for barred in Rules.preset(preset).bars_of(fan)}
    default = {(int(fan), int(barred)) for fan in Fan for barred in fan.bars}
    assert here - default == added
    assert default - here == lost


def test_one_voided_suit_strict() -> None:
    strict = Rules(one_voided_suit_strict=True)
    assert {int(fan) for fan in Fan if Fan.ONE_VOIDED_SUIT in strict.bars_of(fan)} == {2, 10, 14, 15, 16, 38, 40}
    assert {int(fan) for fan in Fan if Fan.ONE_VOIDED_SUIT in fan.bars} == {40}


# Found fans and what is left of them, by ruling or fan.
@pytest.mark.parametrize(
    ("found", "by_preset"),
    [
        pytest.param({13, 22, 63, 62, 76}, {"default": {13, 62}}, id="fan 13: one suit, chows, no honors go"),
        pytest.param({39, 63, 62, 70, 76}, {"default": {39, 62, 63, 70}}, id="fan 39 bars nothing, 63 bars 76"),
        pytest.param({44, 46, 56, 80}, {"default": {44, 46, 56}, "mil": {44, 46, 56}}, id="A4d"),
        pytest.param({47, 58, 62, 77}, {"default": {47, 62, 77}}, id="A4c: robbing bars Last Tile"),
        pytest.param({45, 58, 62, 78}, {"default": {45, 58, 62, 78}}, id="A4c: claim does not"),
        pytest.param(
            {19, 68, 76, 79, 56, 80},
            {"default": {19, 56, 68}, "wmo2014": {19, 56, 68}, "mil": {19, 68, 80}, "r98": {19, 68, 80}},
            id="A1 seven pairs",
        ),
        pytest.param({19, 44, 56, 79, 80}, {"default": {19, 44, 56}, "mil": {19, 44}}, id="A1 with Last Tile Draw"),
        pytest.param({7, 18, 52, 56, 79, 80}, {"default": {7, 56}, "mil": {7, 80}, "r98": {7, 80}}, id="A1 orphans"),
        pytest.param({12, 49, 56, 80}, {"default": {12, 56}, "mil": {12, 80}, "r98": {12, 56}}, id="A1 four concealed"),
        pytest.param(
            {4, 22, 28, 56, 64, 73, 76, 80},
            {"default": {4, 28, 56, 64}, "mil": {4, 28, 64, 73, 80}, "r98": {4, 28, 56, 64}},
            id="A1 and A18 nine gates",
        ),
        pytest.param({6, 19, 22, 62, 68, 76, 79}, {"default": {6, 68}}, id="fan 6, with 19 and 22 barred"),
        pytest.param(
            {5, 48, 49, 57, 66, 79}, {"default": {5, 66}, "wmo2014": {5, 48}}, id="A2d: four kongs, two concealed"
        ),
        pytest.param(
            {17, 48, 66, 74}, {"default": {17, 66}, "wmo2014": {17, 48}}, id="A2d: three kongs, two concealed"
        ),
        pytest.param({17, 48, 33, 74}, {"default": {17, 33}, "wmo2014": {17, 33, 48}}, id="A2d: three, and a pung"),
        pytest.param({17, 57, 67}, {"default": {17}, "wmo2014": {17, 67}}, id="A2c: three kongs, one concealed"),
        pytest.param({48, 66}, {"default": {48}}, id="A2d: two concealed kongs"),
        pytest.param({48, 33}, {"default": {33, 48}}, id="A2d: two concealed kongs and a pung"),
        pytest.param({57, 67}, {"default": {57, 67}}, id="A2a: 6 points"),
        pytest.param({12, 33, 49, 62, 66, 79}, {"default": {12, 79}}, id="A37"),
        pytest.param({33, 66, 49}, {"default": {33, 49}}, id="fan 33"),
        pytest.param({3, 50, 49}, {"default": {3, 49, 50}, "mil": {3, 49}, "r98": {3, 49}}, id="A16 with the dragon"),
        pytest.param({3, 22, 68, 76}, {"default": {3, 22, 68}, "mil": {3, 22, 68}}, id="A16 without it"),
        pytest.param({8, 49, 55, 65, 73, 75, 76}, {"default": {8, 65, 75}, "mil": {8, 75}, "r98": {8, 75}}, id="A17"),
        pytest.param({1, 11, 38, 49, 55, 60, 61, 73}, {"default": {1, 11}}, id="A14"),
        pytest.param({1, 18, 38, 49, 50, 55, 60, 73}, {"default": {1, 18, 50}}, id="A15"),
        pytest.param({9, 38, 50, 60, 73}, {"default": {9, 50, 60}}, id="A14: Little Four Winds keeps the winds"),
        pytest.param({38, 49, 50, 61, 73}, {"default": {38, 49, 50, 61, 73}}, id="A12: the fourth pung counts"),
        pytest.param({2, 54, 59, 75, 73}, {"default": {2, 73, 75}}, id="fan 2"),
        pytest.param({53, 79, 49}, {"default": {49, 53}}, id="fan 53"),
        pytest.param({79, 80}, {"default": {79, 80}}, id="A5b"),
        pytest.param({34, 35, 52, 62, 79}, {"default": {34, 35}}, id="A21"),
        pytest.param({25, 36, 55, 63, 76}, {"default": {25, 55, 63}}, id="A25"),
        pytest.param({18, 49, 52, 55, 73, 59}, {"default": {18, 52, 59}}, id="A26"),
        pytest.param({14, 23, 64, 69, 63, 76}, {"default": {14, 63}}, id="fan 14"),
        pytest.param({40, 75, 76}, {"default": {40, 76}}, id="fan 40"),
        pytest.param({81, 43}, {"default": {43, 81}}, id="A38: flowers are barred by nothing"),
    ],
)
def test_what_is_left(found: set[int], by_preset: dict[str, set[int]]) -> None:
    for preset, wanted in by_preset.items():
        assert (preset, left(Rules.preset(preset), found)) == (preset, wanted)


def test_why_barred() -> None:
    plain, inside = Rules().why_barred("No Honors", "All Chows"), Rules().why_barred("Mixed Double Chow", by=41)
    assert plain is not None
    assert plain.source == "MCR fan 63, ruling A24"
    assert inside is not None
    assert inside.kind == "inside"
    assert Rules().why_barred("Half Flush", by="All Green") is None
    assert Rules.preset("mil").why_barred("Half Flush", by="All Green") is not None


def test_signature_names_the_switches() -> None:
    assert list(inspect.signature(Rules).parameters) == list(TABLE)
