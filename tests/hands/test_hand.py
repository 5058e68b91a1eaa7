"""Melds and hands: construction, checks, rows, text and repr."""

import copy
import dataclasses
import pickle
import re
import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import hands, melds, near_texts, refusal

from fastmcr.errors import HandError, InputError, McrError, NotationError
from fastmcr.hands.hand import Hand, Meld, MeldKind, parse_melds
from fastmcr.rulebook.tiles import Tile, Wind

THIRTEEN = "123456789m1234p"


def refuses(kind: type[McrError], text: str) -> Any:
    """Return the context that wants this error with exactly this text."""
    return pytest.raises(kind, match=f"^{re.escape(text)}$")


# Melds


@pytest.mark.parametrize(
    ("meld", "text", "code", "tiles"),
    [
        (Meld.chow("123m"), "[123m]", 1, "1m 2m 3m"),
        (Meld.chow("789s", claimed=3), "[789s,3]", 1 + 24, "7s 8s 9s"),
        (Meld.pung("EEE"), "[EEE]", 1 + 34 + 27, "E E E"),
        (Meld.pung([Tile.P5] * 3, source=1), "[555p,1]", 1 + 34 + 13, "5p 5p 5p"),
        (Meld.kong("EEEE", kind="claimed", source=2), "[EEEE,2]", 1 + 68 + 27, "E E E E"),
        (Meld.kong("EEEE", kind="claimed"), "[EEEE,1]", 1 + 68 + 27, "E E E E"),
        (Meld.kong("EEEE", kind="promoted", source=3), "[EEEE,7]", 1 + 102 + 27, "E E E E"),
        (Meld.kong("EEEE", kind="promoted"), "[EEEE,5]", 1 + 102 + 27, "E E E E"),
        (Meld.kong("PPPP", kind="concealed"), "[PPPP]", 170, "P P P P"),
    ],
)
def test_kinds_of_melds(meld: Meld, text: str, code: int, tiles: str) -> None:
    assert str(meld) == text
    assert meld.code == code
    assert " ".join(map(str, meld.tiles)) == tiles
    assert Meld.parse(text) == meld
    assert eval(repr(meld)) == meld
    assert Meld.from_code(code).code == code
    assert meld.is_kong == (len(meld.tiles) == 4)
    assert meld.is_concealed == (meld.kind == MeldKind.CONCEALED_KONG)


def test_kinds_by_name() -> None:
    names = ["chow", "pung", "claimed kong", "promoted kong", "concealed kong"]
    assert [str(kind) for kind in MeldKind] == names
    assert [MeldKind(name) for name in names] == list(MeldKind)
    assert [MeldKind(name.replace(" ", "_")) for name in names] == list(MeldKind)
    assert f"{MeldKind.PUNG:>6}" == "  pung"
    assert [eval(repr(kind)) for kind in MeldKind] == list(MeldKind)
    assert Meld("claimed_kong", "E", 1) == Meld(MeldKind.CLAIMED_KONG, Tile.E, 1) == Meld(2, 27, 1)


@given(melds())
def test_melds_print_and_parse(meld: Meld) -> None:
    assert Meld.parse(str(meld)) == meld
    assert eval(repr(meld)) == meld
    assert pickle.loads(pickle.dumps(meld)) == meld
    assert copy.deepcopy(meld) == meld
    assert hash(Meld(meld.kind, meld.tile, meld.source)) == hash(meld)
    again = Meld.from_code(meld.code)
    assert (again.kind, again.tile, again.tiles) == (meld.kind, meld.tile, meld.tiles)


def test_the_source_belongs_to_the_meld() -> None:
    assert Meld.pung("EEE", source=1) != Meld.pung("EEE", source=2)


def test_every_code_is_a_meld_or_refused() -> None:
    for code in range(256):
        chow_too_high = 1 <= code <= 34 and (code > 27 or (code - 1) % 9 > 6)
        if 1 <= code <= 170 and not chow_too_high:
            assert Meld.from_code(code).code == code
        else:
            with pytest.raises(HandError):
                Meld.from_code(code)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: Meld.from_code(0), "no meld has code 0; a code is 1 + 34 * kind + tile, 1..170"),
        (lambda: Meld.from_code(255), "no meld has code 255; a code is 1 + 34 * kind + tile, 1..170"),
        (lambda: Meld.from_code(True), "no meld has code True; a code is 1 + 34 * kind + tile, 1..170"),
        (lambda: Meld.from_code(8), "no chow begins with 8m; its lowest tile is 1..7 of a suit"),
        (lambda: Meld("chow", "E"), "no chow begins with E; its lowest tile is 1..7 of a suit"),
        (
            lambda: Meld("kan", "E"),
            "no meld kind 'kan'; the kinds are chow, pung, claimed kong, promoted kong, concealed kong",
        ),
        (
            lambda: Meld(True, "E"),
            "no meld kind True; the kinds are chow, pung, claimed kong, promoted kong, concealed kong",
        ),
        (
            lambda: Meld(5, "E"),
            "no meld kind 5; the kinds are chow, pung, claimed kong, promoted kong, concealed kong",
        ),
        (
            lambda: Meld("pung", "X"),
            "no tile 'X'; a tile is 1m..9m, 1p..9p, 1s..9s, E, S, W, N, C, F or P, or its index 0..33",
        ),
        (
            lambda: Meld.chow("123m", claimed=4),
            "source of a chow must be 0 (unknown) or 1..3 (which of its tiles was claimed), not 4",
        ),
        (
            lambda: Meld.pung("EEE", source=-1),
            "source of a pung must be 0 (unknown), 1 (left), 2 (opposite) or 3 (right), not -1",
        ),
        (
            lambda: Meld.pung("EEE", source=True),
            "source of a pung must be 0 (unknown), 1 (left), 2 (opposite) or 3 (right), not True",
        ),
        (
            lambda: Meld("claimed kong", "E"),
            "source of a claimed kong must be 1 (left), 2 (opposite) or 3 (right), not 0",
        ),
        (
            lambda: Meld.kong("EEEE", kind="promoted", source=5),
            "source of a promoted kong must be 1 (left), 2 (opposite) or 3 (right), not 5",
        ),
        (
            lambda: Meld.kong("EEEE", kind="concealed", source=1),
            "source of a concealed kong must be 0, as it was not claimed, not 1",
        ),
        (
            lambda: Meld.kong("EEEE", kind="melded"),  # type: ignore[arg-type]
            "the kind of a kong must be claimed, promoted or concealed, not 'melded'",
        ),
        (
            lambda: Meld.kong("EEEE", kind=2),  # type: ignore[arg-type]
            "the kind of a kong must be claimed, promoted or concealed, not 2",
        ),
        (lambda: Meld.chow("12m"), "a chow has 3 tiles, not 2"),
        (lambda: Meld.chow("111m"), "1m 1m 1m is a pung, not a chow"),
        (lambda: Meld.chow("12m3p"), "1m 2m 3p is no chow; a chow stays in one suit"),
        (lambda: Meld.chow("132m"), "1m 3m 2m is a chow out of order; write it as 123m"),
        (lambda: Meld.pung("EEEE"), "a pung has 3 tiles, not 4"),
        (lambda: Meld.pung("EES"), "E E S is no pung; its tiles are alike"),
        (lambda: Meld.kong("EEE", kind="concealed"), "a kong has 4 tiles, not 3"),
        (lambda: Meld.kong("EEES", kind="concealed"), "E E E S is no kong; its tiles are alike"),
    ],
)
def test_what_is_no_meld_is_named(make: Any, text: str) -> None:
    with refuses(HandError, text):
        make()


def test_one_meld_and_several() -> None:
    assert parse_melds("[123m,1] [EEEE]") == [Meld.chow("123m", 1), Meld.kong("EEEE", kind="concealed")]
    for text in ("", "[EEE][SSS]"):
        with pytest.raises(NotationError) as caught:
            Meld.parse(text)
        assert caught.value.message == f"one meld in brackets is wanted, not {text.count('[')}"


# Hands: what they hold


def test_a_hand_and_its_parts() -> None:
    hand = Hand(
        "6s5p44s6s5p5s",
        [Meld.chow("123m"), Meld.kong("EEEE", kind="concealed")],
        "6s",
        prevalent="E",
        seat="South",
        self_drawn=True,
        last_tile=True,
        flowers=2,
    )
    assert hand.concealed == tuple(map(Tile, ["5p", "5p", "4s", "4s", "5s", "6s", "6s", "6s"]))
    assert hand.beside_win == hand.concealed[:-1]
    assert hand.melds == (Meld.chow("123m"), Meld.kong("EEEE", kind="concealed"))
    assert hand.win is Tile.S6
    assert (hand.prevalent, hand.seat) == (Wind.E, Wind.S)
    assert (hand.self_drawn, hand.last_tile, hand.wall_last) == (True, True, False)
    assert (hand.replacement, hand.robbed_kong) == (False, False)
    assert hand.conditions == 3
    assert hand.flowers == 2
    assert hand.winds_given
    assert str(hand) == "[123m][EEEE]55p44566s6s|ES1100|2"
    assert repr(hand) == (
        "Hand('55p44566s', melds=[Meld.parse('[123m]'), Meld.parse('[EEEE]')], win='6s', "
        "prevalent='E', seat='S', self_drawn=True, last_tile=True, flowers=2)"
    )


def test_the_row_of_a_hand() -> None:
    hand = Hand.parse("[123m,1][EEEE,6]55p44566s6s|NW1001|2")
    assert hand.row.dtype == np.uint8
    assert hand.row.shape == (44,)
    counts = Counter({13: 2, 21: 2, 22: 1, 23: 3})
    assert list(hand.row[:34]) == [counts[tile] for tile in range(34)]
    assert list(hand.row[34:]) == [1, 1 + 3 * 34 + 27, 0, 0, 23, 1 + 8, 3, 2, 2, 0]
    assert Hand(THIRTEEN).row[38] == 255


@given(hands(expressible=False))
def test_the_row_says_what_the_fields_say(hand: Hand) -> None:
    assert Counter(hand.concealed) == {tile: count for tile, count in zip(Tile, hand.row[:34], strict=True) if count}
    assert [code for code in hand.row[34:38] if code] == [meld.code for meld in hand.melds]
    assert hand.row[38] == (255 if hand.win is None else hand.win)
    bits = [hand.self_drawn, hand.last_tile, hand.wall_last, hand.replacement, hand.robbed_kong]
    assert hand.row[39] == hand.conditions == sum(1 << bit for bit, value in enumerate(bits) if value)
    assert tuple(hand.row[40:]) == (hand.prevalent, hand.seat, hand.flowers, 0)
    assert np.array_equal(hand.counts, hand.row[:34])
    assert sorted([*hand.beside_win, *([] if hand.win is None else [hand.win])]) == list(hand.concealed)
    assert len(hand.beside_win) == 13 - 3 * len(hand.melds)
    assert Hand(hand.concealed, hand.melds, hand.win) == Hand(hand.beside_win, hand.melds, hand.win)
    assert dataclasses.replace(hand) == hand


def test_arrays_of_a_hand_are_read_only() -> None:
    hand = Hand.parse("1112345678999m5m")
    for again in (hand, copy.copy(hand), copy.deepcopy(hand), pickle.loads(pickle.dumps(hand))):
        for array in (again.row, again.counts):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1
            assert array.dtype == np.uint8
            assert array.flags.c_contiguous
    with pytest.raises(dataclasses.FrozenInstanceError):
        hand.flowers = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    "concealed",
    [
        "1112345678999m",
        [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8],
        ["1m", 0, Tile.M1, *range(1, 8), *[np.int64(8)] * 3],
        np.array([8, 8, 8, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7], np.int8),
        [3, 1, 1, 1, 1, 1, 1, 1, 3] + [0] * 25,
        np.array([3, 1, 1, 1, 1, 1, 1, 1, 3] + [0] * 25, np.uint64),
        (Tile(rank - 1) for rank in (9, 9, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1)),
    ],
)
def test_concealed_tiles_in_any_form(concealed: Any) -> None:
    hand = Hand(concealed, win="5m")
    assert hand == Hand.parse("1112345678999m5m")
    assert hash(hand) == hash(Hand.parse("1112345678999m5m"))


def test_what_is_given_is_never_changed() -> None:
    counts = np.array([3, 1, 1, 1, 1, 1, 1, 1, 3] + [0] * 25)
    tiles = [8, 0, 4, *[Tile.E] * 4]
    laid_down = [Meld.pung("SSS"), Meld.pung("WWW")]
    Hand(counts, win=4)
    Hand(tiles, laid_down)
    assert list(counts) == [3, 1, 1, 1, 1, 1, 1, 1, 3] + [0] * 25
    assert tiles == [8, 0, 4, *[Tile.E] * 4]
    assert laid_down == [Meld.pung("SSS"), Meld.pung("WWW")]


def test_melds_as_text() -> None:
    assert Hand("1m", "[EEE][SSS,2][WWW][NNNN]") == Hand.parse("[EEE][SSS,2][WWW][NNNN]1m")


@pytest.mark.parametrize(
    ("text", "given"),
    [("1112345678999m", False), ("1112345678999m|EE0000", True), ("1112345678999m|EE0000|0", True)],
)
def test_whether_the_winds_were_given(text: str, given: bool) -> None:
    hand = Hand.parse(text)
    assert hand.winds_given == given
    assert pickle.loads(pickle.dumps(hand)).winds_given == given
    assert eval(repr(hand)).winds_given == given
    assert hand == Hand.parse("1112345678999m")
    assert hash(hand) == hash(Hand.parse("1112345678999m"))


def test_both_winds_must_be_given() -> None:
    assert Hand(THIRTEEN, prevalent="E", seat="E").winds_given
    for hand in (Hand(THIRTEEN), Hand(THIRTEEN, prevalent="S"), Hand(THIRTEEN, seat="S")):
        assert not hand.winds_given
        assert not eval(repr(hand)).winds_given


def test_equality_looks_at_everything_else() -> None:
    hand = Hand.parse("[111m,1]3456789m123p|ES0000|0")
    others = [
        "[111m]3456789m123p|ES0000|0",
        "[1111m,1]3456789m123p|ES0000|0",
        "[111m,1]3456789m122p|ES0000|0",
        "[111m,1]3456789m123p3p|ES0000|0",
        "[111m,1]3456789m123p|SS0000|0",
        "[111m,1]3456789m123p|EE0000|0",
        "[111m,1]3456789m123p|ES1000|0",
        "[111m,1]3456789m123p|ES0100|0",
        "[111m,1]3456789m123p|ES0010|0",
        "[111m,1]3456789m123p|ES0001|0",
        "[111m,1]3456789m123p|ES0000|1",
    ]
    assert len({hand, *map(Hand.parse, others)}) == 12


# Hands: text and repr


@given(hands())
def test_a_printed_hand_parses_to_the_same_hand(hand: Hand) -> None:
    again = Hand.parse(str(hand))
    assert again == hand
    assert np.array_equal(again.row, hand.row)
    assert str(again) == str(hand)


@given(hands(expressible=False))
def test_the_repr_of_a_hand_is_the_hand(hand: Hand) -> None:
    again = eval(repr(hand), {"Hand": Hand, "Meld": Meld, "Tile": Tile})
    assert again == hand
    assert repr(again) == repr(hand)
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert dataclasses.replace(hand, flowers=hand.flowers) == hand


def test_two_pairs_of_conditions_have_no_text_of_their_own() -> None:
    replaced = Hand(THIRTEEN, win="5p", replacement=True)
    robbed = Hand(THIRTEEN, win="5p", self_drawn=True, robbed_kong=True)
    assert str(replaced) == "123456789m1234p5p|EE0001|0"
    assert str(robbed) == "123456789m1234p5p|EE1001|0"
    assert Hand.parse(str(replaced)) == Hand(THIRTEEN, win="5p", robbed_kong=True)
    assert Hand.parse(str(robbed)) == Hand(THIRTEEN, win="5p", self_drawn=True, replacement=True)


def test_the_winning_tile_is_printed_last() -> None:
    assert str(Hand("2233445566778m", win="2m")) == "2233445566778m2m|EE0000|0"
    assert str(Hand("E", "[SSS][WWW][NNN][CCC]", "E")) == "[SSS][WWW][NNN][CCC]EE|EE0000|0"


# Hands: what is refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "0 concealed tiles with no melds; a hand of no melds has 13, or 14 with the winning tile"),
        ("1m", "1 concealed tile with no melds; a hand of no melds has 13, or 14 with the winning tile"),
        ("123456789m123p", "12 concealed tiles with no melds; a hand of no melds has 13, or 14 with the winning tile"),
        (
            "1112345678999m12p",
            "15 concealed tiles with no melds; a hand of no melds has 13, or 14 with the winning tile",
        ),
        (
            "[EEE]123456789m123p",
            "12 concealed tiles with 1 meld; a hand of 1 meld has 10, or 11 with the winning tile",
        ),
        (
            "[EEE][SSSS]12345m",
            "5 concealed tiles with 2 melds; a hand of 2 melds has 7, or 8 with the winning tile",
        ),
        (
            "[EEE][SSSS][WWW][NNN]",
            "0 concealed tiles with 4 melds; a hand of 4 melds has 1, or 2 with the winning tile",
        ),
        ("[EEE][SSS][WWW][NNN][CCC]1m", "5 melds; a hand has at most 4"),
        ("11111m12345678p", "tile 1m appears 5 times; a hand holds at most 4"),
        ("[EEEE]E123456789m1p", "tile E appears 5 times; a hand holds at most 4"),
        ("[123m][123m][123m][123m]1m", "tile 1m appears 5 times; a hand holds at most 4"),
        ("[5555p]1m[345p]123456s5s", "tile 5p appears 5 times; a hand holds at most 4"),
        ("1112345678999m" + "9m" * 80, "tile 9m appears 83 times; a hand holds at most 4"),
    ],
)
def test_tiles_that_nobody_can_hold_in_text(text: str, message: str) -> None:
    with refuses(HandError, message):
        Hand.parse(text)


def test_the_fields_of_the_errors() -> None:
    with pytest.raises(HandError) as caught:
        Hand.parse("11111m12345678p")
    assert (caught.value.tile, caught.value.count) == ("1m", 5)
    with pytest.raises(HandError) as caught:
        Hand.parse("[EEE]123456789m123p")
    assert (caught.value.tile, caught.value.count) == (None, 12)


@pytest.mark.parametrize(
    ("concealed", "arguments", "message"),
    [
        (
            [3, 1, 1, 1, 2, 1, 1, 1, 3] + [0] * 25,
            {},
            "14 concealed tiles with no melds; a hand of no melds has 13, or 14 with the winning tile; "
            "give the winning tile as win=",
        ),
        (
            "1112345678999m5m",
            {"win": "5p"},
            "14 concealed tiles and the winning tile with no melds; "
            "a hand of no melds has 13, or 14 with the winning tile; the winning tile is not among them",
        ),
        (
            "123456789m123p",
            {"win": "3p"},
            "12 concealed tiles and the winning tile with no melds; "
            "a hand of no melds has 13, or 14 with the winning tile",
        ),
        (
            [1, 1] + [0] * 32,
            {"melds": "[EEE][SSS][WWW][NNN]"},
            "2 concealed tiles with 4 melds; a hand of 4 melds has 1, or 2 with the winning tile; "
            "give the winning tile as win=",
        ),
        ("", {}, "0 concealed tiles with no melds; a hand of no melds has 13, or 14 with the winning tile"),
        (
            [0] * 34,
            {},
            "0 concealed tiles with no melds; a hand of no melds has 13, or 14 with the winning tile",
        ),
        ([0] * 13, {}, "tile 1m appears 13 times; a hand holds at most 4"),
        ([5] + [1] * 8 + [0] * 25, {}, "tile 1m appears 5 times; a hand holds at most 4"),
        ([-1] + [1] * 14 + [0] * 19, {}, "tile 1m appears -1 times; a count is 0..4"),
        (
            "1112345678999m55p",
            {"win": "5p"},
            "15 concealed tiles and the winning tile with no melds; "
            "a hand of no melds has 13, or 14 with the winning tile",
        ),
        ("1112345678999m", {"win": "1m", "melds": "[123m]"}, "tile 1m appears 5 times; a hand holds at most 4"),
        ("1112345678999m", {"melds": [Meld.pung("EEE")] * 5}, "5 melds; a hand has at most 4"),
        ("1112345678999m", {"melds": [Meld.pung("EEE")] * 500}, "500 melds; a hand has at most 4"),
        (THIRTEEN, {"flowers": 9}, "flowers must be 0..8, not 9"),
        (THIRTEEN, {"flowers": -1}, "flowers must be 0..8, not -1"),
        (THIRTEEN, {"flowers": True}, "flowers must be 0..8, not True"),
        (THIRTEEN, {"flowers": 2.0}, "flowers must be 0..8, not 2.0"),
        (THIRTEEN, {"flowers": 2**31}, "flowers must be 0..8, not 2147483648"),
        (THIRTEEN, {"flowers": "abc"}, "flowers must be 0..8, not 'abc'"),
        (THIRTEEN, {"prevalent": 9}, "prevalent wind must be E, S, W or N (or 0..3), not 9"),
        (THIRTEEN, {"prevalent": True}, "prevalent wind must be E, S, W or N (or 0..3), not True"),
        (THIRTEEN, {"seat": 1.0}, "seat wind must be E, S, W or N (or 0..3), not 1.0"),
        (THIRTEEN, {"seat": 2**31}, "seat wind must be E, S, W or N (or 0..3), not 2147483648"),
        (THIRTEEN, {"seat": "C"}, "seat wind must be E, S, W or N (or 0..3), not 'C'"),
        (THIRTEEN, {"seat": Tile.C}, "seat wind must be E, S, W or N (or 0..3), not Tile.C"),
        (
            THIRTEEN,
            {"win": True},
            "no tile True; a tile is 1m..9m, 1p..9p, 1s..9s, E, S, W, N, C, F or P, or its index 0..33",
        ),
        (
            THIRTEEN,
            {"win": 34},
            "no tile 34; a tile is 1m..9m, 1p..9p, 1s..9s, E, S, W, N, C, F or P, or its index 0..33",
        ),
        (
            [*range(12), 34],
            {},
            "no tile 34; a tile is 1m..9m, 1p..9p, 1s..9s, E, S, W, N, C, F or P, or its index 0..33",
        ),
        (
            [*range(12), 1.0],
            {},
            "no tile 1.0; a tile is 1m..9m, 1p..9p, 1s..9s, E, S, W, N, C, F or P, or its index 0..33",
        ),
    ],
)
def test_what_nobody_can_hold(concealed: Any, arguments: dict[str, Any], message: str) -> None:
    with refuses(HandError, message):
        Hand(concealed, **arguments)


@pytest.mark.parametrize(
    ("concealed", "arguments", "message"),
    [
        (np.zeros(34), {}, "tiles must be text, tiles or 34 counts, not float64 of shape (34,)"),
        (np.full(34, np.nan), {}, "tiles must be text, tiles or 34 counts, not float64 of shape (34,)"),
        (np.zeros((4, 34), int), {}, "tiles must be text, tiles or 34 counts, not int64 of shape (4, 34)"),
        (None, {}, "tiles must be text, tiles or 34 counts, not NoneType"),
        (THIRTEEN, {"melds": None}, "melds must be several Meld or text, not NoneType"),
        (THIRTEEN, {"melds": Meld.pung("EEE")}, "melds must be several Meld or text, not Meld"),
        (THIRTEEN, {"melds": np.array([62])}, "melds must be several Meld or text, not ndarray"),
        (THIRTEEN, {"melds": ["[EEE]"]}, "melds must be Meld, as Meld.parse('[123m]') gives, not '[EEE]'"),
        (THIRTEEN, {"melds": [62]}, "melds must be Meld, as Meld.parse('[123m]') gives, not 62"),
        (THIRTEEN, {"self_drawn": 1}, "self_drawn must be True or False, not 1"),
        (THIRTEEN, {"last_tile": "yes"}, "last_tile must be True or False, not 'yes'"),
        (THIRTEEN, {"replacement": 1.0}, "replacement must be True or False, not 1.0"),
        (THIRTEEN, {"robbed_kong": np.ones(1, bool)}, "robbed_kong must be True or False, not array([ True])"),
    ],
)
def test_arguments_of_other_types(concealed: Any, arguments: dict[str, Any], message: str) -> None:
    with refuses(InputError, message):
        Hand(concealed, **arguments)


def test_melds_do_not_go_among_a_list_of_tiles() -> None:
    with pytest.raises(HandError, match=r"^no tile '\[123m\]'; "):
        Hand(["[123m]", *"45p"])  # type: ignore[list-item]


def test_numbers_of_numpy_are_numbers() -> None:
    hand = Hand(THIRTEEN, win=np.uint8(13), prevalent=np.int64(1), seat=2, self_drawn=np.True_, flowers=np.int16(3))
    assert str(hand) == "123456789m1234p5p|SW1000|3"
    assert hand.self_drawn is True
    assert type(hand.flowers) is int


def test_contradictory_conditions_are_not_judged_here() -> None:
    hand = Hand(THIRTEEN, win="5p", wall_last=True, replacement=True, robbed_kong=True, last_tile=True)
    assert hand.conditions == 30


# Whatever comes: a hand, or an error of this package


@given(st.one_of(near_texts(), st.text(max_size=250), st.text("123456789mpsESWNCFP[],|01", max_size=250)))
def test_any_text_is_a_hand_or_an_mcr_error(text: str) -> None:
    try:
        hand = Hand.parse(text)
    except McrError:
        return
    assert Hand.parse(str(hand)) == hand


ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.binary(max_size=5),
    st.sampled_from([*Tile, *Wind, *MeldKind]), st.lists(st.integers(-1, 35), max_size=40),
    st.lists(st.one_of(st.integers(-1, 5), st.floats(), st.booleans()), min_size=34, max_size=34),
    st.just(np.array(3)), st.just(np.zeros(34)), st.just(np.zeros((2, 2), np.uint8)),
)  # fmt: skip


@given(
    st.one_of(ANYTHING, st.just(THIRTEEN)),
    st.dictionaries(
        st.sampled_from(["melds", "win", "prevalent", "seat", "self_drawn", "last_tile", "flowers"]), ANYTHING
    ),
)
def test_any_arguments_are_a_hand_or_an_mcr_error(concealed: Any, arguments: dict[str, Any]) -> None:
    error = refusal(lambda: Hand(concealed, **arguments))
    assert error is None or len(str(error)) < 400


def test_words_load_no_numba() -> None:
    check = "import fastmcr.hands.hand, sys; assert 'numba' not in sys.modules; assert 'llvmlite' not in sys.modules"
    subprocess.run([sys.executable, "-c", check], check=True)
