"""Tiles, winds, orders, and lists of tiles."""

import itertools
import re
import unicodedata
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import refusal

from fastmcr.errors import HandError, InputError, NotationError
from fastmcr.rulebook.tiles import (
    GLOSSARY,
    NAMES,
    ORDERS,
    TILES,
    Tile,
    Wind,
    as_index,
    as_tile,
    as_tiles,
    as_wind,
    format_tiles,
    parse_tiles,
    reorder,
)

NO_TILE = "a tile is 1m..9m, 1p..9p, 1s..9s, E, S, W, N, C, F or P, or its index 0..33"
ORDER_TEXT = "1m2m3m4m5m6m7m8m9m1p2p3p4p5p6p7p8p9p1s2s3s4s5s6s7s8s9sESWNCFP"


def counts_of(**tiles: int) -> list[int]:
    """Return 34 counts from names such as M5=2."""
    return [tiles.get(tile.name, 0) for tile in TILES]


def test_the_order_of_the_tiles_and_their_names() -> None:
    assert "".join(map(str, TILES)) == ORDER_TEXT
    assert [int(tile) for tile in TILES] == list(range(34))
    assert tuple(map(str, TILES)) == NAMES


@pytest.mark.parametrize("tile", TILES)
def test_every_name_of_a_tile_leads_back(tile: Tile) -> None:
    assert Tile(str(tile)) is tile
    assert Tile(int(tile)) is tile
    assert eval(repr(tile)) is tile
    assert Tile[tile.name] is tile
    assert f"{tile}" == str(tile)
    assert f"{tile:>4}" == str(tile).rjust(4)


@pytest.mark.parametrize("tile", TILES)
def test_properties_follow_from_the_name(tile: Tile) -> None:
    name = str(tile)
    suited = len(name) == 2
    assert tile.suit == (name[1] if suited else "z")
    assert tile.rank == (int(name[0]) if suited else 0)
    assert tile.is_honor == (not suited)
    assert tile.is_wind == (name in "ESWN")
    assert tile.is_dragon == (name in "CFP")
    assert tile.is_terminal == (name[0] in "19")
    assert tile.is_simple == (name[0] in "2345678")


@pytest.mark.parametrize("tile", TILES)
def test_the_glyph_is_the_tile_of_that_name(tile: Tile) -> None:
    suits = {"m": "CHARACTERS", "p": "CIRCLES", "s": "BAMBOOS"}
    if tile.is_honor:
        words = tile.english.upper()
    else:
        rank = ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"][tile.rank - 1]
        words = f"{rank} OF {suits[tile.suit]}"
    assert unicodedata.name(tile.glyph) == f"MAHJONG TILE {words}"


def test_tiles_have_different_names_in_each_language() -> None:
    for names in ({tile.english for tile in TILES}, {tile.chinese for tile in TILES}, {tile.glyph for tile in TILES}):
        assert len(names) == 34
    assert [Tile(name).chinese for name in ("1m", "5p", "9s", "E", "C", "F", "P")] == [
        "一万", "五饼", "九条", "东风", "红中", "发财", "白板",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("5x", "'5x'"),
        ("0m", "'0m'"),
        ("5M", "'5M'"),
        ("５m", "'５m'"),
        ("1z", "'1z'"),
        ("e", "'e'"),
        ("", "''"),
        ("m5", "'m5'"),
        ("5m ", "'5m '"),
        ("\x00", r"'\x00'"),
        (34, "34"),
        (-1, "-1"),
        (2**31, "2147483648"),
        (None, "None"),
        (1.5, "1.5"),
        (b"5m", "b'5m'"),
        ("5" * 70, "'" + "5" * 56 + "..."),
    ],
)
def test_what_is_no_tile_is_named(value: Any, shown: str) -> None:
    for look_up in (Tile, as_tile):
        with pytest.raises(HandError, match=f"^{re.escape(f'no tile {shown}; {NO_TILE}')}$"):
            look_up(value)


def test_an_integer_too_long_to_print_is_no_tile() -> None:
    with pytest.raises(HandError, match=f"^{re.escape(f'no tile an int of 16610 bits; {NO_TILE}')}$"):
        as_tile(10**5000)


@pytest.mark.parametrize(
    "value", [True, False, 1.0, np.True_, np.float64(1), np.nan, Wind.E, [1], np.array([1, 2])], ids=repr
)
def test_what_python_takes_for_an_integer_is_still_no_tile(value: object) -> None:
    with pytest.raises(HandError, match=r"^no tile "):
        as_tile(value)


@pytest.mark.parametrize("value", [4, np.int8(4), np.uint64(4), np.array(4), "5m", np.str_("5m"), Tile.M5], ids=repr)
def test_what_is_a_tile(value: object) -> None:
    assert as_tile(value) is Tile.M5


def test_plain_integers_only() -> None:
    assert [as_index(value) for value in (-3, 2**40, np.int16(7), np.array(2))] == [-3, 2**40, 7, 2]
    for value in (True, np.True_, 1.0, "1", None, Tile.M1, np.array([1]), np.array([1, 2]), 1j):
        assert as_index(value) is None


@pytest.mark.parametrize(
    ("wind", "values"),
    [
        (Wind.E, ["E", "East", "东", "東", 0, np.int64(0), Tile.E, Wind.E]),
        (Wind.S, ["S", "South", "南", 1, Tile.S]),
        (Wind.W, ["W", "West", "西", 2, Tile.W]),
        (Wind.N, ["N", "North", "北", 3, Tile.N]),
    ],
)
def test_winds_have_many_names(wind: Wind, values: list[Any]) -> None:
    for value in values:
        assert as_wind(value, "seat") is wind
    for value in values[:3]:
        assert Wind(value) is wind
    assert (str(wind), wind.english, wind.chinese) == tuple(values[:3])
    assert f"{wind:>2}" == f" {values[0]}"
    assert wind.tile is Tile(values[0])
    assert eval(repr(wind)) is wind


@pytest.mark.parametrize(
    ("value", "shown"),
    [(9, "9"), (4, "4"), (-1, "-1"), (2**31, "2147483648"), (True, "True"), (1.0, "1.0"), ("X", "'X'"), ("", "''"),
     ("ES", "'ES'"), (None, "None"), (Tile.M1, "Tile.M1"), (Tile.C, "Tile.C"), (np.False_, "np.False_")],
)  # fmt: skip
def test_what_is_no_wind_is_named(value: object, shown: str) -> None:
    text = f"prevalent wind must be E, S, W or N (or 0..3), not {shown}"
    with pytest.raises(HandError, match=f"^{re.escape(text)}$"):
        as_wind(value, "prevalent")


def test_a_wind_by_a_wrong_number() -> None:
    with pytest.raises(HandError, match=r"^a wind must be E, S, W or N \(or 0\.\.3\), not 9$"):
        Wind(9)


def test_lists_of_tiles() -> None:
    assert parse_tiles("12m3sE1m") == [Tile.M1, Tile.M2, Tile.S3, Tile.E, Tile.M1]
    assert parse_tiles(" 1 2 m E ") == [Tile.M1, Tile.M2, Tile.E]
    assert parse_tiles("") == []
    assert parse_tiles(ORDER_TEXT) == list(TILES)


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("12", 0, "digit 1 has no suit letter m, p or s after it"),
        ("1mE2E", 3, "digit 2 has no suit letter m, p or s after it"),
        ("m1", 0, "suit letter m has no digits before it"),
        ("10m", 1, "0 is no tile; ranks are 1..9"),
        (
            "12m1z",
            4,
            "z digits mean different tiles in different programs; write honors as E S W N, C red, F green, P white",
        ),
        ("1M", 1, "suit letters are small: m, p or s"),
        ("1m\t2m", 2, "only plain spaces may stand between tiles"),
        ("1m\n", 2, "only plain spaces may stand between tiles"),
        ("1m\u3000", 2, "only plain spaces may stand between tiles"),
        ("w", 0, "honors are capital letters: E S W N, C red, F green, P white"),
        (
            "1mc",
            2,
            "a letter a..h is a flower and stands after the second |; "
            "honors are capital letters: E S W N, C red, F green, P white",
        ),
        ("[123m]", 0, "a meld cannot stand here"),
        ("1m]", 2, "] closes no meld"),
        ("1m,2m", 2, ", stands only inside a meld, before its number"),
        ("1m|EE0000", 2, "winds and flowers belong to a hand string only, after the tiles"),
        ("１m", 0, "'１' (U+FF11) is no part of a hand string"),
        ("\x00", 0, r"'\x00' (U+0000) is no part of a hand string"),
        ("\ud800", 0, r"'\ud800' (U+D800) is no part of a hand string"),
        ("²m", 0, "'²' (U+00B2) is no part of a hand string"),
        ("🀇", 0, "'🀇' (U+1F007) is no part of a hand string"),
        ("1" * 501, 500, "a list of tiles has at most 500 characters, not 501"),
    ],
)
def test_what_is_no_list_of_tiles_is_pointed_at(text: str, position: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert (caught.value.text, caught.value.position, caught.value.message) == (text, position, message)


@pytest.mark.parametrize("value", [None, 5, b"123m", ["1m"]])
def test_a_list_of_tiles_in_text_is_a_str(value: object) -> None:
    with pytest.raises(InputError, match=f"^a list of tiles must be a str, not {type(value).__name__}$"):
        parse_tiles(value)  # type: ignore[arg-type]


def test_no_more_tiles_than_there_are() -> None:
    whole = [tile for tile in TILES for _ in range(4)]
    assert as_tiles(whole) == as_tiles(np.array(whole)) == parse_tiles(format_tiles(whole)) == whole
    with pytest.raises(HandError, match=r"^137 tiles; the game has 136 without flowers$"):
        parse_tiles("1" * 137 + "m")
    with pytest.raises(HandError, match=r"^137 tiles; the game has 136 without flowers$"):
        as_tiles(np.zeros(137, np.uint8))
    with pytest.raises(HandError, match=r"^137 or more tiles; the game has 136 without flowers$"):
        as_tiles(itertools.repeat(0))


def test_tiles_from_any_iterable() -> None:
    expected = [Tile.M1, Tile.E, Tile.P9, Tile.M1]
    assert as_tiles("1mE9p1m") == expected
    assert as_tiles(["1m", 27, Tile.P9, np.uint8(0)]) == expected
    assert as_tiles(tile for tile in expected) == expected
    assert as_tiles(np.array([0, 27, 17, 0], np.int16)) == expected
    assert as_tiles([]) == []


def test_thirty_four_integers_are_counts() -> None:
    counts = counts_of(M1=2, P9=1, E=1)
    assert as_tiles(counts) == [Tile.M1, Tile.M1, Tile.P9, Tile.E]
    assert as_tiles(tuple(counts)) == as_tiles(bytes(counts)) == as_tiles(counts)
    assert as_tiles(list(TILES)) == list(TILES)  # 34 tiles are tiles
    assert as_tiles(list(NAMES)) == list(TILES)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint32, np.int64, np.uint64, ">i4"])
def test_counts_of_any_integer_dtype(dtype: Any) -> None:
    counts = np.array(counts_of(S5=4), dtype)
    before = counts.copy()
    counts.flags.writeable = False
    assert as_tiles(counts) == [Tile.S5] * 4
    assert as_tiles(np.stack([counts, counts], axis=1)[:, 0]) == [Tile.S5] * 4
    assert np.array_equal(counts, before)
    assert counts.dtype == before.dtype


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.zeros(34), "tiles must be text, tiles or 34 counts, not float64 of shape (34,)"),
        (np.full(34, np.nan), "tiles must be text, tiles or 34 counts, not float64 of shape (34,)"),
        (np.zeros(34, bool), "tiles must be text, tiles or 34 counts, not bool of shape (34,)"),
        (np.zeros(34, object), "tiles must be text, tiles or 34 counts, not object of shape (34,)"),
        (np.zeros((34, 1), int), "tiles must be text, tiles or 34 counts, not int64 of shape (34, 1)"),
        (np.array(3), "tiles must be text, tiles or 34 counts, not int64 of shape ()"),
        ({"1m": 2}, "tiles must be text, tiles or 34 counts, not dict"),
        (5, "tiles must be text, tiles or 34 counts, not int"),
        (Tile.M1, "tiles must be text, tiles or 34 counts, not Tile"),
        (None, "tiles must be text, tiles or 34 counts, not NoneType"),
        ([0.0] * 34, "the count of tile 1m must be an integer 0..4, not 0.0"),
        ([0] * 33 + [True], "the count of tile P must be an integer 0..4, not True"),
        ([0] * 33 + [float("nan")], "the count of tile P must be an integer 0..4, not nan"),
    ],
)
def test_other_types_are_refused(value: Any, text: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(text)}$"):
        as_tiles(value)


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (-1, "tile 5m appears -1 times; a count is 0..4"),
        (5, "tile 5m appears 5 times; a hand holds at most 4"),
        (255, "tile 5m appears 255 times; a hand holds at most 4"),
        (2**70, "tile 5m appears 1180591620717411303424 times; a hand holds at most 4"),
        pytest.param(10**5000, "tile 5m appears an int of 16610 bits times; a hand holds at most 4", id="huge"),
    ],
)
def test_a_count_out_of_range_is_named(count: int, text: str) -> None:
    with pytest.raises(HandError, match=f"^{re.escape(text)}$") as caught:
        as_tiles(counts_of(M5=count))
    assert (caught.value.tile, caught.value.count) == ("5m", count)


def test_tiles_out_of_range_in_a_list() -> None:
    values: list[Any] = [[0, 34], [-1], ["1m", "z"], np.array([200]), [None]]
    for value in values:
        with pytest.raises(HandError, match=r"^no tile "):
            as_tiles(value)
    assert as_tiles([0] * 33) == [Tile.M1] * 33  # counting copies is for hands


@given(st.lists(st.sampled_from(TILES), max_size=136))
def test_printed_tiles_parse_to_the_same_tiles(tiles: list[Tile]) -> None:
    text = format_tiles(tiles)
    assert parse_tiles(text) == sorted(tiles)
    assert len(re.findall("[mps]", text)) == len({tile.suit for tile in tiles} - {"z"})


@given(st.lists(st.integers(0, 4), min_size=34, max_size=34))
def test_counts_and_tiles_print_alike(counts: list[int]) -> None:
    tiles = as_tiles(counts)
    assert Counter(tiles) == Counter({tile: count for tile, count in zip(TILES, counts, strict=True) if count})
    assert format_tiles(counts) == format_tiles(np.array(counts)) == format_tiles(format_tiles(tiles))


@given(st.one_of(st.text(max_size=20), st.text("123456789mpsESWNCFP z0", max_size=20)))
def test_any_text_is_a_list_of_tiles_or_an_mcr_error(text: str) -> None:
    error = refusal(lambda: parse_tiles(text))
    if error is None:
        spelled = "".join(map(str, parse_tiles(text)))
        assert re.sub("[ mps]", "", text) == re.sub("[mps]", "", spelled)
    else:
        assert isinstance(error, NotationError)
        assert 0 <= error.position < len(text)


def test_named_orders() -> None:
    spelled = {name: format_order(order) for name, order in ORDERS.items()}
    assert spelled == {
        "mcr": "m1 p1 s1 E S W N C F P",
        "tenhou": "m1 p1 s1 E S W N P F C",
        "botzone_wbt": "m1 p1 s1 E S W N C F P",
        "botzone_wtb": "m1 s1 p1 E S W N C F P",
    }
    for order in ORDERS.values():
        assert sorted(order) == list(TILES)


def format_order(order: tuple[Tile, ...]) -> str:
    """Return the first tile of each suit and the honors, in order; the suits must ascend."""
    for start in (0, 9, 18):
        assert [tile.rank for tile in order[start : start + 9]] == list(range(1, 10))
        assert len({tile.suit for tile in order[start : start + 9]}) == 1
    return " ".join([f"{order[start].suit}1" for start in (0, 9, 18)] + [str(tile) for tile in order[27:]])


def test_reorder_moves_what_stands_at_a_tile() -> None:
    ours = np.arange(34)
    theirs = reorder(ours, "mcr", "botzone_wtb")
    assert list(theirs[9:18]) == list(range(18, 27))
    assert list(theirs[18:27]) == list(range(9, 18))
    assert list(reorder(ours, "mcr", "tenhou")[31:]) == [33, 32, 31]
    assert list(ours) == list(range(34))


@given(st.sampled_from(sorted(ORDERS)), st.sampled_from(sorted(ORDERS)), st.sampled_from([0, 1, 2, -1, -3]))
def test_reorder_back_gives_the_same(source: str, target: str, axis: int) -> None:
    shape = [2, 2, 2]
    shape[axis] = 34
    array = np.arange(34 * 4, dtype=np.int16).reshape(shape)
    moved = reorder(array, source, target, axis)
    assert moved.dtype == array.dtype
    assert moved.shape == array.shape
    assert not np.shares_memory(moved, array)
    assert np.array_equal(reorder(moved, target, source, axis), array)


@pytest.mark.parametrize("dtype", [bool, np.uint8, np.float32, np.complex128, "U3", object])
def test_reorder_keeps_any_dtype(dtype: Any) -> None:
    array = np.zeros((3, 34), dtype)
    array.flags.writeable = False
    moved = reorder(array, "mcr", "mcr")
    assert moved.dtype == array.dtype
    assert moved.flags.writeable


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (
            ("botzone", "mcr"),
            "order 'botzone' may mean two: botzone_wbt (dots second) or botzone_wtb (bamboos second)",
        ),
        (("mcr", "mjai"), "no tile order 'mjai'; the orders are mcr, tenhou, botzone_wbt, botzone_wtb"),
        ((None, "mcr"), "no tile order None; the orders are mcr, tenhou, botzone_wbt, botzone_wtb"),
        (("mcr", "mcr", 0), "axis 0 of an array of shape (2, 34) is not an axis of 34 tiles"),
        (("mcr", "mcr", 2), "axis 2 of an array of shape (2, 34) is not an axis of 34 tiles"),
        (("mcr", "mcr", -3), "axis -3 of an array of shape (2, 34) is not an axis of 34 tiles"),
        (("mcr", "mcr", True), "axis True of an array of shape (2, 34) is not an axis of 34 tiles"),
        (("mcr", "mcr", 1.0), "axis 1.0 of an array of shape (2, 34) is not an axis of 34 tiles"),
    ],
)
def test_reorder_names_what_is_wrong(arguments: tuple[Any, ...], text: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(text)}$"):
        reorder(np.zeros((2, 34)), *arguments)


def test_reorder_needs_an_axis() -> None:
    with pytest.raises(InputError, match=r"^axis -1 of an array of shape \(\) is not an axis of 34 tiles$"):
        reorder(np.array(3), "mcr", "tenhou")


def test_the_glossary_has_words_in_both_languages() -> None:
    for word, (chinese, meaning) in GLOSSARY.items():
        assert word == word.lower()
        assert all("\u4e00" <= char <= "\u9fff" for char in chinese)
        assert meaning
        assert not meaning.endswith(".")
    assert GLOSSARY["chow"].chinese == "顺子"
