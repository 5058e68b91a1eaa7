"""The fan table, the look-up by name, and the exclusion table as data."""

import copy
import json
import pickle
import re
import subprocess
import sys
from itertools import pairwise

import pytest
from shared_files import SHARED, needs, rows_of

from fastmcr.errors import McrError, RulesError
from fastmcr.kernels.layout import numbers
from fastmcr.rulebook.fan_table import ROWS, TRADITIONAL
from fastmcr.rulebook.fans import EXCLUSIONS, REPEATABLE, Exclusion, Fan, _key
from fastmcr.rulebook.rules import Rules
from fastmcr.rulebook.switches import SWITCHES

# Points of fans 1 to 82 as runs of equal value, from the headings of the WMO list.
RUNS = [(88, 7), (64, 6), (48, 2), (32, 3), (24, 9), (16, 6), (12, 5)]
RUNS += [(8, 10), (6, 6), (4, 4), (2, 10), (1, 13), (5, 1)]

CHINESE = """大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺
清幺九 小四喜 小三元 字一色 四暗刻 一色双龙会
一色四同顺 一色四节高 一色四步高 三杠 混幺九
七对 七星不靠 全双刻 清一色 一色三同顺 一色三节高 全大 全中 全小
清龙 三色双龙会 一色三步高 全带五 三同刻 三暗刻
全不靠 组合龙 大于五 小于五 三风刻
花龙 推不倒 三色三同顺 三色三节高 无番和 妙手回春 海底捞月 杠上开花 抢杠和 双暗杠
碰碰和 混一色 三色三步高 五门齐 全求人 双箭刻
全带幺 不求人 双明杠 和绝张
箭刻 圈风刻 门风刻 门前清 平和 四归一 双同刻 双暗刻 暗杠 断幺
一般高 喜相逢 连六 老少副 幺九刻 明杠 缺一门 无字 边张 坎张 单钓将 自摸 花牌 明暗杠""".split()  # noqa: SIM905 (a list of 82 literals reads worse)

# The list of 1998 in its order, where it differs: Two Concealed Kongs stands among the sixes.
ORDER_1998_FROM_48 = "碰碰和 混一色 三色三步高 五门齐 全求人 双暗杠 双箭刻 全带幺".split()  # noqa: SIM905


def test_every_number_and_value() -> None:
    points = [value for value, count in RUNS for _ in range(count)]
    assert [int(fan) for fan in Fan] == list(range(1, 83))
    assert [fan.points for fan in Fan] == points
    assert [fan.chinese for fan in Fan] == CHINESE
    assert len(ROWS) == len(Fan)


@pytest.mark.parametrize("fan", Fan, ids=lambda fan: fan.name)
def test_row_is_complete(fan: Fan) -> None:
    assert fan.name == fan.english.upper().replace(" ", "_").replace("-", "_")
    assert len(fan.pinyin.split()) == len(fan.chinese)
    assert fan.definition.endswith(".")
    assert fan.definition_zh.endswith("。")
    assert "\n" not in fan.definition + fan.definition_zh
    assert fan.source == fan.source.strip("; ") != ""
    assert str(fan) == f"{fan}" == fan.english
    assert eval(repr(fan)) is fan


def test_pinyin_reads_a_character_one_way() -> None:
    syllables: dict[str, set[str]] = {}
    for fan in Fan:
        for char, syllable in zip(fan.chinese, fan.pinyin.split(), strict=True):
            syllables.setdefault(char, set()).add(syllable)
    assert {char: sounds for char, sounds in syllables.items() if len(sounds) > 1} == {}


def test_numbers_of_1998() -> None:
    by_1998 = {fan.number_1998: fan for fan in Fan}
    assert [by_1998[number].chinese for number in range(48, 56)] == ORDER_1998_FROM_48
    assert set(by_1998) == {None, *range(1, 82)}
    assert Fan.CONCEALED_AND_MELDED_KONG.number_1998 is None is Fan.CONCEALED_AND_MELDED_KONG.number_wmo
    assert all(fan.number_1998 == fan for fan in Fan if fan < 48 or 54 <= fan <= 81)


def test_repeatable_order() -> None:
    assert [int(fan) for fan in REPEATABLE] == [64, 65, 69, 70, 71, 72, 73, 81]


def test_no_name_means_two_fans() -> None:
    seen: dict[str, Fan] = {}
    for fan in Fan:
        for name in (fan.name, fan.english, fan.chinese, fan.pinyin, *fan.aliases):
            assert seen.setdefault(_key(name), fan) is fan
            assert Fan.find(name) is fan
            assert Fan(name) is fan
        assert Fan.find(str(int(fan))) is Fan.find(int(fan)) is Fan.find(fan) is fan


@pytest.mark.parametrize(
    ("name", "fan"),
    [
        ("mixed straight", Fan.MIXED_STRAIGHT),
        ("  MIXED-STRAIGHT ", Fan.MIXED_STRAIGHT),
        ("MixedStraight", Fan.MIXED_STRAIGHT),
        ("hua long", Fan.MIXED_STRAIGHT),
        ("huālóng", Fan.MIXED_STRAIGHT),
        ("Hua1 Long2", Fan.MIXED_STRAIGHT),
        ("花龍", Fan.MIXED_STRAIGHT),
        ("lü yi se", Fan.ALL_GREEN),
        ("lv yi se", Fan.ALL_GREEN),
        ("綠一色", Fan.ALL_GREEN),
        ("九蓮寶燈", Fan.NINE_GATES),
        ("十三么", Fan.THIRTEEN_ORPHANS),
        ("碰碰胡", Fan.ALL_PUNGS),
        ("對對糊", Fan.ALL_PUNGS),
        ("槓上開花", Fan.OUT_WITH_REPLACEMENT_TILE),
        ("坎张", Fan.CLOSED_WAIT),
        ("嵌张", Fan.CLOSED_WAIT),
        ("独听・嵌张", Fan.CLOSED_WAIT),
        ("独听・边张", Fan.EDGE_WAIT),
        ("单钓", Fan.SINGLE_WAIT),
        ("单调将", Fan.SINGLE_WAIT),
        ("单吊将", Fan.SINGLE_WAIT),
        ("独听・单钓", Fan.SINGLE_WAIT),
        ("明暗杠", Fan.CONCEALED_AND_MELDED_KONG),
        ("一明一暗杠", Fan.CONCEALED_AND_MELDED_KONG),
        ("All Honours", Fan.ALL_HONORS),
        ("Lesser Honours & Knitted Tiles", Fan.LESSER_HONORS_AND_KNITTED_TILES),
        ("Four Shifted Chows", Fan.FOUR_PURE_SHIFTED_CHOWS),
        ("四般高", Fan.QUADRUPLE_CHOW),
        ("All Triplets", Fan.ALL_PUNGS),
        ("TWO_DRAGONS_PUNGS", Fan.TWO_DRAGON_PUNGS),
        ("82", Fan.CONCEALED_AND_MELDED_KONG),
        (" 7 ", Fan.THIRTEEN_ORPHANS),
    ],
)
def test_other_spellings(name: str, fan: Fan) -> None:
    assert Fan.find(name) is fan


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Mixed Strait", "no fan is called 'Mixed Strait'; did you mean Mixed Straight?"),
        ("清", "no fan is called '清'; did you mean All Terminals or Full Flush or Pure Straight?"),
        ("knitted", "no fan is called 'knitted'; did you mean Greater Honors and Knitted Tiles or "
         "Lesser Honors and Knitted Tiles or Knitted Straight?"),
        ("xyzzy", "no fan is called 'xyzzy'; `Fan` lists them all"),
        ("", "no fan is called ''; `Fan` lists them all"),
        ("-5", "no fan is called '-5'; `Fan` lists them all"),
        ("3.9", "no fan is called '3.9'; `Fan` lists them all"),
        ("0", "there is no fan of that number; fans are numbered 1 to 82"),
        (83, "there is no fan of that number; fans are numbered 1 to 82"),
        (-1, "there is no fan of that number; fans are numbered 1 to 82"),
        (10**30, "there is no fan of that number; fans are numbered 1 to 82"),
        (True, "a fan is given by its name or number, not by bool"),
        (8.0, "a fan is given by its name or number, not by float"),
        (None, "a fan is given by its name or number, not by NoneType"),
        (["花龙"], "a fan is given by its name or number, not by list"),
    ],
)  # fmt: skip
def test_unknown_names(name: object, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        Fan.find(name)  # type: ignore[arg-type]
    assert str(caught.value) == message
    if not isinstance(name, (bool, float)):  # an enum finds equal numbers by itself
        with pytest.raises(McrError):
            Fan(name)  # type: ignore[arg-type]


def test_a_long_name_is_not_repeated_whole() -> None:
    with pytest.raises(RulesError) as caught:
        Fan.find("x" * 100_000)
    assert "(100000 characters)" in str(caught.value)
    assert len(str(caught.value)) < 200


def test_format_columns() -> None:
    assert f"{Fan.ALL_GREEN:>10}|{Fan.ALL_GREEN:3d}" == " All Green|  3"


def test_copies_are_the_same_member() -> None:
    assert pickle.loads(pickle.dumps(Fan.LAST_TILE)) is Fan.LAST_TILE is copy.deepcopy(Fan.LAST_TILE)
    assert json.dumps(Fan.LAST_TILE) == "58"


def test_traditional_characters_are_single_and_other() -> None:
    assert all(len(char) == len(plain) == 1 != len(char + plain) for char, plain in TRADITIONAL.items())
    names = "".join(fan.chinese for fan in Fan)
    assert not set(TRADITIONAL) & set(names)


def test_import_is_light() -> None:
    code = "import sys, fastmcr.rulebook.fans, fastmcr.rulebook.rules;"
    code += "print({'numpy', 'numba', 'difflib'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


# The exclusion table.

# Column "does not also count" of the fan table under the default rules, by number: what a reading loses.
BARRED = {
    1: {38, 49, 60, 61, 73}, 2: {54, 59}, 4: {22, 62, 73, 76}, 5: {17, 48, 49, 57, 67, 74, 79}, 6: {19, 22, 62, 76, 79},
    7: {18, 52, 62, 79}, 8: {18, 49, 55, 73, 76}, 9: {38, 73}, 10: {54, 59}, 11: {18, 49, 55, 73},
    12: {33, 49, 62, 66}, 13: {19, 22, 63, 69, 72, 76}, 14: {23, 24, 64, 69}, 15: {23, 24, 49}, 16: {30, 71, 72},
    17: {48, 57, 67, 74}, 18: {49, 55, 73}, 19: {62, 79}, 20: {34, 52, 62, 79}, 21: {49, 68, 76}, 22: {76},
    23: {24}, 24: {23}, 25: {36, 76}, 26: {68, 76}, 27: {37, 76}, 29: {63, 70, 72, 76}, 31: {68, 76}, 33: {66},
    34: {52, 62, 79}, 36: {76}, 37: {76}, 40: {75}, 44: {80}, 46: {80}, 47: {58}, 48: {66, 67}, 53: {79}, 54: {59},
    56: {80}, 57: {74}, 63: {76}, 68: {76},
}  # fmt: skip

# Barred only between the same sets: the choice of combinations sees to it.
INSIDE = {
    23: {69}, 28: {71, 72}, 32: {65}, 38: {73}, 41: {70}, 59: {73}, 60: {73}, 61: {73},
}  # fmt: skip


def test_the_whole_default_table() -> None:
    assert {int(fan): {int(barred) for barred in fan.bars} for fan in Fan if fan.bars} == BARRED


def test_the_rows_inside_combinations() -> None:
    inside: dict[int, set[int]] = {}
    for row in Rules().exclusions:
        if row.kind == "inside":
            inside.setdefault(int(row.fan), set()).update(int(fan) for fan in row.barred)
    assert inside == INSIDE


@pytest.mark.parametrize("row", EXCLUSIONS, ids=lambda row: f"{row.fan:d}-{row.barred[0]:d}-{row.when}")
def test_row_is_sound(row: Exclusion) -> None:
    assert row.fan not in row.barred
    assert len(set(row.barred)) == len(row.barred) > 0
    assert row.kind in ("whole", "inside")
    assert row.principle in (None, "non-repeat", "non-separation", "non-identical", "account once")
    assert row.reason
    assert f"MCR fan {row.fan:d}" in row.source or "ruling A" in row.source
    if row.when is not None:
        switch = next(switch for switch in SWITCHES if switch.name == row.when[0])
        assert switch.allows(row.when[1])
        assert f"ruling {switch.ruling}" in row.source
    elif row.principle is None:
        pytest.fail("a row that follows from no principle hangs on a switch")


def test_rows_stand_in_fan_order_and_say_nothing_twice() -> None:
    assert all(one.fan <= next_one.fan for one, next_one in pairwise(EXCLUSIONS))
    said = [(row.fan, barred, row.when) for row in EXCLUSIONS for barred in row.barred]
    assert len(said) == len(set(said))


# Fans that need suit tiles only (ruling A23), and those that bar Self-Drawn by being a draw (A1, A4d).
def test_no_honors_falls_under_every_fan_of_suit_tiles() -> None:
    only_suits = {4, 6, 8, 13, 21, 22, 25, 26, 27, 29, 31, 36, 37, 63, 68}
    assert {int(fan) for fan in Fan if Fan.NO_HONORS in fan.bars} == only_suits


def test_self_drawn_falls_under_every_fan_of_a_draw() -> None:
    assert {int(fan) for fan in Fan if Fan.SELF_DRAWN in fan.bars} == {44, 46, 56}


# Where A bars B and B bars C, A bars C too, so that it does not matter that a barred fan bars nothing. Except:
OPEN = {
    (5, 48, 66): "concealed pungs count beside kongs (A2d)",
    (17, 48, 66): "concealed pungs count beside kongs (A2d)",
    (7, 18, 49): "orphans are no sets", (7, 18, 55): "orphans are no sets", (7, 18, 73): "orphans are no sets",
    (13, 19, 62): "it is read as chows (A27)", (13, 19, 79): "it is read as chows (A27)",
    (13, 19, 56): "it is read as chows (A27)",
    (1, 38, 75): "a pair beside the winds has one suit", (9, 38, 75): "a set beside the winds has one suit",
    (12, 56, 80): "barring Fully Concealed Hand gives Self-Drawn back (A1)",
}  # fmt: skip


@pytest.mark.parametrize("preset", ["default", "wmo2014", "mil", "r98", "strict"])
def test_the_table_is_closed(preset: str) -> None:
    rules = Rules(one_voided_suit_strict=True) if preset == "strict" else Rules.preset(preset)
    bars = {fan: set(rules.bars_of(fan)) for fan in Fan}
    open_chains = {
        (int(a), int(b), int(c)) for a in Fan for b in bars[a] for c in bars[b] if c not in bars[a] and c != a
    }
    given_back = {chain for chain in open_chains if chain[1:] == (56, 80)}
    assert open_chains - given_back <= set(OPEN)
    assert bool(given_back) == (preset in ("mil", "r98"))


# Cells of the notes that are not a plain list of names.
SPOKEN: dict[int, set[int]] = {3: set(), 28: {71, 72}, 38: {73}}


@needs("rules.md")
def test_table_is_the_one_of_the_rules_notes() -> None:
    text = (
        (SHARED / "rules.md").read_text(encoding="utf-8").split("## 1. The 81 fans")[1].split("Tile lists missing")[0]
    )
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| ")]
    rows = {int(row[0]): row for row in cells if row and row[0].isdigit()}
    assert list(rows) == list(range(1, 82))
    for number, (_, value, english, chinese, pinyin, _, barred, _) in rows.items():
        fan = Fan(number)
        assert (fan.points, fan.english, fan.chinese, fan.pinyin) == (int(value), english, chinese, pinyin)
        plain = re.sub(r"\(.*?\)|^all | all (?=Pung)", " ", barred)
        names = [] if number in SPOKEN else [name for name in plain.split(",") if name.strip()]
        named = SPOKEN.get(number, set()) | {int(Fan.find(name)) for name in names}
        assert (number, BARRED.get(number, set()) | INSIDE.get(number, set())) == (number, named)


def _rows(name: str, key: str) -> list[tuple[str, list[Fan]]]:
    return [(row["id"], sorted(Fan(fan) for fan in row[key])) for row in rows_of(name) if row.get(key)]


@needs("cases/worked_hands.jsonl", "cases/mcr_fan_gbmahjong.jsonl", "cases/mcr_hands_mahjong_algorithm.jsonl")
@pytest.mark.parametrize(
    ("name", "key", "preset"),
    [
        ("worked_hands.jsonl", "fans", "default"),
        ("mcr_fan_gbmahjong.jsonl", "expected_fans", "mil"),
        ("mcr_hands_mahjong_algorithm.jsonl", "agreed_fans", "mil"),
    ],
)
def test_no_worked_hand_counts_a_barred_fan(name: str, key: str, preset: str) -> None:
    rules = Rules.preset(preset)
    wrong = [
        (hand, str(fan), str(barred))
        for hand, fans in _rows(name, key)
        for fan in fans
        for barred in set(rules.bars_of(fan)) & set(fans)
    ]
    assert wrong == []


def test_kernels_have_the_numbers_of_all_fans() -> None:
    assert {name: number for name, number in vars(numbers).items() if name.isupper()} == {
        fan.name: int(fan) for fan in Fan
    }
