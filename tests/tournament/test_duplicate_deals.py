"""Deals: golden tiles, an independent copy of the shuffle, files with every fault, commitment, trays, command line."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import oracle_deals
import pytest
from browser import open_page
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from fastmcr.cli.duplicate_deal import command
from fastmcr.errors import DealError, HandError, InputError, McrError
from fastmcr.rulebook.tiles import TILES, WINDS, Tile, Wind
from fastmcr.tournament.duplicate.boards import Board
from fastmcr.tournament.duplicate.deal_files import boards_of, deals_json, parse_deals, read_deals, write_deals
from fastmcr.tournament.duplicate.deals import Deal, Deals, default_dealer, default_prevalent
from fastmcr.tournament.duplicate.shuffle import SPECIFICATION, is_guessable, new_seed, shuffled
from fastmcr.tournament.duplicate.trays import tray_block, trays_html

# These tiles stand for ever: a change here means that no published deal can be remade.
GOLDEN = {
    ("spring", 1): (
        "8m 7m 4m 3s 1m 6s 2m 8s 3m 4p N 8m 9m 8m 6m 4p 5m 9p N 6p 2p W 2s 5s 4p F S 2m 7s 1m F E 9m 4s",
        "2m 5p N 9p 1s C 4m C 8s P 3p 3p 5s 8p 3s 6p 2p 9s 8s 6m 5m 2p 6s C 9m 5s 1m 5p 5p 3p 4s 8s 1p 7p",
        "3m E 4s 9s 5m 6s P F 7s 7p 9m 4s 8p 7s 2s 3m 7m E 3m 4m C 4m S P 8m 6p E 9p S 7m 9s 3s 6m 6s",
        "6p 3p W 1s 1s 1p N 5m 7p 6m 2m 1p 2s 1s 1m 4p W 7m S 7p P 9s W 1p 5s 2s 9p 5p 8p 7s 2p F 8p 3s",
    ),
    ("spring", 16): (
        "2m 6s 4m 9s 9s E W 5m 9m 4s 1m 8p 3p 4s C 3s F 3m P 7m 1s F 7p N E 3m 8s 9s N S 5p 7p 6p 9p",
        "8s 6m 5s N 1p 1m 2s 3m 8s 3m 1p 7p 9s 2p W 2p 2p 6m N 6m C 9m 1m 7p 2s C 1s 3s 5p 4m 4p 8s 9p 8m",
        "4m S 7m 7s 4p 7s W 9p 4s 4p 8m 2m 7m 6s 5m P E 6p 3p 3p 8m P 5m 3s 5p 4s 5s 6p W 6m 7m 8p 5m 5p",
        "8p 1m 9p 1s 3p 6s 2p 2s 4p 1p 8m 6s C S 5s 7s F 3s 2m 1s 6p 9m 2s 7s 1p 2m P 4m E F 9m 5s 8p S",
    ),
    ("Турнир 2025/1", 9999): (
        "5s 4m 9p 5m 8p 1m 4p 4p P 2p 3p 1s 9s 1p 8m 6p 7p P 3s C 2p 9m 7m S 2s 8m 1s 3m 2m 3s S 2p 5s 8m",
        "4m N N 9s 7m 7s 9m 3m 7m 4m 4p 8p 8p C F 5m 9m 7p 2p 3m W 6p 3s 5s 4m 8p 6s F S 2m 8s 9s 3m 7s",
        "7m 6p 3p C 3s 1m 6m 4p 6m W 7p 7s 8m E N W 1m E E 8s 8s 5p 4s 4s 9p W F 1m C 5p 5s E 1p 7s",
        "6s 2s 5p 9m 6m 1p F 5p 6s 3p 6p 4s 1s 9p P 8s 3p 9s 9p 2s 1s 1p 4s 5m P S 6m 2s 5m N 2m 6s 7p 2m",
    ),
}
COMMITMENT = "98f7ab7419af3158038a930e7e2c432a13c9732561c6efe7876c64e67af93cc1"  # of "spring", boards 1 to 16


def spring(boards: int = 16) -> Deals:
    return Deals.from_seed("spring", range(1, boards + 1))


# --- the shuffle ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "board"), GOLDEN)
def test_golden_deals(seed: str, board: int) -> None:
    deal = Deal.from_seed(seed, board)
    assert tuple(deal.wall_text(seat) for seat in WINDS) == GOLDEN[seed, board]


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=200), st.integers(1, 9999))
def test_the_shuffle_is_what_the_specification_says(seed: str, board: int) -> None:
    tiles = shuffled(seed, board)
    assert list(tiles) == oracle_deals.tiles(seed, board)
    assert Counter(tiles) == dict.fromkeys(range(34), 4)


def test_rejections_happen_in_every_deal() -> None:
    for board in range(1, 21):
        stream = oracle_deals.Stream("spring", board)
        for bound in range(136, 1, -1):
            stream.below(bound)
        assert 8 <= stream.thrown_away <= 50  # about 23 of 158 bytes


def test_the_example_of_the_specification_is_right() -> None:
    digest = hashlib.sha256(b"fastmcr-deal-1/spring/1/0").digest()
    assert digest[:8].hex(" ") in SPECIFICATION
    stream = oracle_deals.Stream("spring", 1)
    assert [stream.below(bound) for bound in (136, 135, 134, 133)] == [83, 65, 130, 42]
    for number in ("j = 83", "j = 65", "j = 130", "j = 42"):
        assert number in SPECIFICATION
    text = " ".join(SPECIFICATION.split())
    assert f"the wall of East begins {' '.join(GOLDEN['spring', 1][0].split()[:13])}" in text
    assert f"that of North ends {' '.join(GOLDEN['spring', 1][3].split()[-7:])}." in text


@pytest.mark.parametrize("seed", ["a", "b"])
def test_every_tile_comes_to_every_place_alike(seed: str) -> None:
    boards = 3400
    rows = np.array([list(shuffled(seed, board)) for board in range(1, boards + 1)])
    counts = np.array([np.bincount(rows[:, place], minlength=34) for place in range(136)])
    expected = boards / 34
    by_place = ((counts - expected) ** 2 / expected).sum(axis=1)  # 33 degrees of freedom: mean 33, deviation 8
    assert 30 < by_place.mean() < 36
    assert by_place.min() > 10
    assert by_place.max() < 75


def test_boards_and_seeds_are_apart() -> None:
    seen = {shuffled(seed, board) for seed in ("a", "a/1", "A", "a ".strip() + "1") for board in (1, 2, 11, 12, 111)}
    assert len(seen) == 20


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        ("", "a seed has 1 to 200 characters, not 0"),
        ("x" * 201, "a seed has 1 to 200 characters, not 201"),
        ("a\nb", "the seed has a character that cannot be printed, at place 2"),
        ("a\u00a0b", "the seed has a character that cannot be printed, at place 2"),
        ("\ud800", "the seed has a character that cannot be printed, at place 1"),
        (" a", "the seed has a blank at an end, which nobody would see"),
        ("e\u0301", "the seed has letters and accents apart; write it in Unicode normal form C"),
    ],
)
def test_seeds_that_cannot_be_used(seed: str, words: str) -> None:
    with pytest.raises(DealError, match=f"^{re.escape(words)}$"):
        shuffled(seed, 1)


@pytest.mark.parametrize("board", [0, -1, 10000, 1.0, True, "1", None])
def test_boards_that_cannot_be(board: Any) -> None:
    with pytest.raises(DealError, match=f"^a board is a whole number 1..9999, not {re.escape(repr(board))}$"):
        shuffled("spring", board)


def test_a_seed_is_text() -> None:
    with pytest.raises(InputError, match=r"^a seed is text, not int$"):
        shuffled(5, 1)  # type: ignore[arg-type]


def test_new_seeds_are_new_and_not_guessable() -> None:
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(re.fullmatch(r"([0-9a-hjkmnp-tv-z]{5}-){4}[0-9a-hjkmnp-tv-z]{5}", seed) for seed in seeds)
    assert not any(map(is_guessable, seeds))
    assert is_guessable("spring open 2025")
    assert is_guessable("1" * 40)


# --- deals ------------------------------------------------------------------------------------------------------------


def test_walls_are_arrays_for_the_engine() -> None:
    deals = spring(3)
    assert deals.walls.shape == (3, 4, 34)
    assert deals.walls.dtype == np.uint8
    for place, deal in enumerate(deals):
        assert np.array_equal(deal.walls, deals.walls[place])
        assert [int(tile) for tile in deal.wall("W")] == deal.walls[2].tolist()
    for array in (deals.walls, deals.boards[0].walls):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_winds_by_default_and_given() -> None:
    assert "".join(str(default_prevalent(board)) for board in range(1, 19)) == "EEEESSSSWWWWNNNNEE"
    assert "".join(str(default_dealer(board)) for board in range(1, 7)) == "ESWNES"
    deals = Deals.from_seed("spring", [5, 6], prevalent="NE", dealer=["W", Wind.N])
    assert [(deal.prevalent, deal.dealer) for deal in deals] == [(Wind.N, Wind.W), (Wind.E, Wind.N)]
    assert deals.boards[0].tiles == shuffled("spring", 5)
    with pytest.raises(DealError, match=r"^1 prevalent winds for 2 boards; give one for each$"):
        Deals.from_seed("spring", [5, 6], prevalent="N")
    with pytest.raises(DealError, match=r"^board 5: dealer must be E, S, W or N, not 'X'$"):
        Deal.from_seed("spring", 5, dealer="X")


def test_seats_go_round_with_the_dealer() -> None:
    for board in range(1, 5):
        deal = Deal.from_seed("spring", board)
        assert deal.seat_of(deal.dealer) is Wind.E
        assert sorted(deal.seat_of(place) for place in WINDS) == list(WINDS)
        after = WINDS[(deal.dealer + 1) % 4]
        assert deal.seat_of(after) is Wind.S


def test_rows_of_a_tray() -> None:
    deal = Deal.from_seed("spring", 1)
    for seat in WINDS:
        hand, first, second = deal.rows(seat)
        wall = deal.wall(seat)
        assert (len(hand), len(first), len(second)) == (13, 11, 10)
        assert list(hand) == sorted(wall[:13])
        assert first + second == wall[13:]


def test_values_are_values() -> None:
    deal = Deal.from_seed("spring", 1)
    again = Deal.from_walls(1, {seat.name: deal.wall(seat) for seat in WINDS})
    assert deal == again == Deal.from_walls(1, deal.walls.tolist()) == Deal.from_walls(1, deal.walls)
    assert hash(deal) == hash(again)
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert eval(repr(deal), {"Deal": Deal, "Wind": Wind}) == deal
    assert Deal.from_seed("spring", 1, dealer="N") != deal


def test_boards_of_an_event() -> None:
    deal = Deal.from_seed("spring", 7)
    board = deal.to_board("spring")
    assert (board.number, board.prevalent, board.dealer, board.seed) == (7, Wind.S, Wind.W, "spring")
    assert Deal.from_board(board) == deal
    with pytest.raises(DealError, match=r"^board 7: its tiles are not told$"):
        Deal.from_board(Board(7))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda walls: walls["S"].pop(), "board 3, seat S: 33 tiles; a wall has 34"),
        (lambda walls: walls["N"].append("E"), "board 3, seat N: 35 tiles; a wall has 34"),
        (lambda walls: walls.pop("W"), "board 3, seat W: its wall is missing"),
        (lambda walls: walls.update(X=[]), "board 3: a wall is of seat E, S, W or N, not of 'X'"),
        (lambda walls: walls["W"].__setitem__(4, "0m"), "board 3, seat W: place 5: no tile '0m'; a tile is 1m..9m, "
         "1p..9p, 1s..9s, E, S, W, N, C, F or P, or its index 0..33"),
        (lambda walls: walls.update(E=[*walls["E"][:33], "2m" if walls["E"][33] == "1m" else "1m"]), None),
        (lambda walls: walls.update(E="1m" * 34), "board 3, seat E: a wall is a list of 34 tiles, not str"),
    ],
)  # fmt: skip
def test_walls_that_cannot_be(change: Any, words: str | None) -> None:
    walls = oracle_deals.walls("spring", 3)
    change(walls)
    pattern = r"board 3, seat [ESWN]: place \d+ is a fifth [12]m; a deal has 4 of each tile"
    with pytest.raises(DealError, match=f"^{pattern if words is None else re.escape(words)}$") as caught:
        Deal.from_walls(3, walls)
    assert caught.value.board == 3


def test_a_fifth_copy_is_named() -> None:
    tiles = bytearray(tile for tile in range(34) for _ in range(4))
    tiles[50] = 0
    with pytest.raises(
        DealError, match=r"^board 1, seat S: place 17 is a fifth 1m; a deal has 4 of each tile$"
    ) as caught:
        Deal(1, bytes(tiles))
    assert (caught.value.seat, caught.value.tile) == ("S", "1m")
    with pytest.raises(DealError, match=r"^board 1: 135 tiles; a deal has 136$"):
        Deal(1, bytes(tiles[:135]))
    with pytest.raises(DealError, match=r"^board 1, seat E: no tile 34; tiles are 0..33$"):
        Deal(1, bytes([34, *tiles[1:]]))
    with pytest.raises(InputError, match=r"^tiles must be 136 bytes, not list$"):
        Deal(1, list(tiles))  # type: ignore[arg-type]
    with pytest.raises(DealError, match=r"^board 1: walls must be four, of E, S, W and N$"):
        Deal.from_walls(1, [[0] * 34])
    with pytest.raises(HandError, match=r"^seat wind must be E, S, W or N \(or 0..3\), not 'X'$"):
        Deal.from_seed("spring", 1).wall("X")


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([], "there are no boards"),
        ([1, 2, 4], "board 3: it is missing; boards run from 1 to 4"),
        ([1, 2, 2], "board 2: it is there twice"),
        ([2, 1], "board 1: it stands after board 2; boards ascend"),
    ],
)
def test_boards_without_a_gap(numbers: list[int], words: str) -> None:
    with pytest.raises(DealError, match=f"^{re.escape(words)}$"):
        Deals(tuple(Deal.from_seed("spring", number) for number in numbers))


def test_boards_of_a_text() -> None:
    assert list(boards_of("3")) == [1, 2, 3]
    assert list(boards_of("17-19")) == [17, 18, 19]
    for text in ("", "0", "-3", "5-2", "x", "1-", "1-2-3", "10000", "٣", "1.5", " 4"):
        with pytest.raises(DealError, match=r"^boards are a number such as 16, or two such as 17-32, up to 9999; not "):
            boards_of(text)


# --- commitment -------------------------------------------------------------------------------------------------------


def test_golden_commitment() -> None:
    assert spring().commitment == COMMITMENT
    winds = [(board, "ESWN"[(board - 1) // 4], "ESWN"[(board - 1) % 4]) for board in range(1, 17)]
    assert oracle_deals.commitment("spring", winds) == COMMITMENT


def test_any_change_changes_the_commitment() -> None:
    deals = spring(2)
    walls = [list(wall) for wall in deals.boards[1].walls.tolist()]
    place = next(place for place in range(33) if walls[3][place] != walls[3][place + 1])
    walls[3][place : place + 2] = walls[3][place + 1], walls[3][place]
    changed = [
        Deals(deals.boards),  # no seed
        Deals(deals.boards, "autumn"),
        Deals(deals.boards[:1], "spring"),
        Deals((deals.boards[0], Deal.from_walls(2, walls)), "spring"),
        Deals.from_seed("spring", [1, 2], prevalent="ES"),
        Deals.from_seed("spring", [1, 2], dealer="EE"),
    ]
    hashes = {deals.commitment, *(each.commitment for each in changed)}
    assert len(hashes) == 1 + len(changed)
    assert changed[3].contradictions("spring") == [
        f"board 2, seat N, place {place + 1} is {TILES[walls[3][place]]}; "
        f"the seed gives {deals.boards[1].wall('N')[place]}"
    ]


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deals", [spring(4), Deals(spring(2).boards), Deals.from_seed("Größe – 風", [9998, 9999])])
def test_written_then_read(tmp_path: Path, deals: Deals) -> None:
    path = tmp_path / "deals.json"
    write_deals(deals, path)
    assert read_deals(path) == deals
    assert path.read_bytes() == deals_json(deals).encode()
    with pytest.raises(DealError, match=r"deals\.json: the file is there, and its deals would be lost; --force"):
        write_deals(deals, path)
    write_deals(spring(1), path, overwrite=True)
    assert read_deals(path) == spring(1)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert read_deals(path) == spring(1)


def test_the_least_that_a_file_needs() -> None:
    boards = [{"board": 4, "walls": {seat: " ".join(wall) for seat, wall in oracle_deals.walls("x", 4).items()}}]
    deals = parse_deals(json.dumps({"format": "fastmcr deals", "version": 1, "boards": boards}))
    assert deals.seed is None
    assert deals.boards[0] == Deal.from_seed("x", 4)


def _set(*path: Any, value: Any) -> Any:
    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return change


_CASES: list[tuple[Any, str]] = [
    (_set("format", value="deals"), 'no deals file: its "format" is not "fastmcr deals"'),
    (_set("version", value=2), "version 2; this program reads version 1"),
    (_set("version", value=True), "version True; this program reads version 1"),
    (lambda data: data.pop("version"), "version None; this program reads version 1"),
    (_set("shuffle", value="other"), "shuffle 'other'; this program knows 'fastmcr-deal-1'"),
    (_set("seed", value=5), "seed must be text or null, not int"),
    (_set("seed", value=" x"), "the seed has a blank at an end, which nobody would see"),
    (_set("sead", value="x"), "unknown key 'sead'; known are format, version, shuffle, seed, commitment, boards"),
    (_set("boards", value={}), "boards must be a list, not {}"),
    (_set("boards", value=[]), "there are no boards"),
    (_set("boards", 1, value=7), 'entry 2 of boards has no "board"'),
    (_set("boards", 1, "board", value="2"), "entry 2 of boards: a board is a whole number 1..9999, not '2'"),
    (_set("boards", 1, "board", value=3), "board 2: it is missing; boards run from 1 to 3"),
    (_set("boards", 1, "wals", value=1), "board 2: unknown key 'wals'; known are board, prevalent, dealer, walls"),
    (_set("boards", 1, "prevalent", value="Q"), "board 2: prevalent wind must be E, S, W or N, not 'Q'"),
    (_set("boards", 1, "walls", value=[]), "board 2: walls must be an object with E, S, W and N, not []"),
    (_set("boards", 1, "walls", "S", value=[]), "board 2, seat S: a wall is text with 34 names of tiles, not []"),
    (_set("boards", 1, "walls", "S", value="5m E"), "board 2, seat S: 2 tiles; a wall has 34"),
    (_set("boards", 1, "walls", "S", value="5m 5x"), "board 2, seat S: place 2: no tile '5x'; a tile is 1m..9m, "
     "1p..9p, 1s..9s, E, S, W, N, C, F or P, or its index 0..33"),
    (lambda data: data["boards"][1]["walls"].pop("N"), "board 2, seat N: its wall is missing"),
    (_set("boards", 1, "walls", "E", value=" ".join(["5m"] * 34)), "board 2, seat E: place 5 is a fifth 5m; a deal has "
     "4 of each tile"),
    (_set("commitment", value="0" * 64), f"its commitment is '{'0' * 57}..., but its boards give "
     f"{spring(2).commitment}"),
    (_set("seed", value="autumn"), f"its commitment is '{spring(2).commitment[:56]}..., but its boards give "
     f"{Deals(spring(2).boards, 'autumn').commitment}"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "words"), _CASES, ids=[words[:50] for _, words in _CASES])
def test_files_with_a_fault(tmp_path: Path, change: Any, words: str) -> None:
    data = json.loads(deals_json(spring(2)))
    change(data)
    path = tmp_path / "deals.json"
    path.write_text(json.dumps(data), "utf-8")
    with pytest.raises(DealError) as caught:
        read_deals(path)
    message = str(caught.value).removeprefix(f"{path}: ")
    assert re.sub(r"'[0-9a-f]{56,57}\.\.\.", "HASH", message) == re.sub(r"'[0-9a-f]{56,57}\.\.\.", "HASH", words)
    assert caught.value.source == str(path)


def test_a_seed_that_does_not_give_the_tiles() -> None:
    data = json.loads(deals_json(spring(2)))
    data |= {"seed": "autumn", "commitment": None}
    words = "its seed does not give its tiles: board 1, seat E, place 1 is 8m; the seed gives 4p"
    with pytest.raises(DealError, match=f"^d.json: {words}$"):
        parse_deals(json.dumps(data), source="d.json")
    assert parse_deals(json.dumps(data), verify=False).seed == "autumn"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"{", "line 1, column 2: no JSON: Expecting property name enclosed in double quotes"),
        (b'{"a": 1, "a": 2}', "key 'a' stands there twice"),
        (b"[]", 'no deals file: its "format" is not "fastmcr deals"'),
        (b"[" * 100_000, "no deals file: its JSON is nested more than 64 brackets deep"),
        (b'{"a": "\xff"}', "is not UTF-8: byte 8 cannot stand there"),
    ],
)
def test_files_that_are_no_deals(tmp_path: Path, raw: bytes, words: str) -> None:
    path = tmp_path / "deals.json"
    path.write_bytes(raw)
    with pytest.raises(DealError, match=f"^{re.escape(f'{path}: {words}')}$"):
        read_deals(path)


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(DealError, match=r"none\.json: cannot be read: No such file or directory$"):
        read_deals(tmp_path / "none.json")
    with pytest.raises(DealError, match=r"cannot write .*deals\.json: No such file or directory$"):
        write_deals(spring(1), tmp_path / "none" / "deals.json")


# --- trays ------------------------------------------------------------------------------------------------------------


def test_trays_as_text() -> None:
    block = tray_block(Deal.from_seed("spring", 2))
    rows = block.tables[0].rows
    assert len(rows) == 12
    assert [str(row[0]) for row in rows[::3]] == ["East", "South", "West", "North"]
    assert [str(row[1]) for row in rows[::3]] == ["South", "West", "North", "East"]
    words = [str(row[3]).split() for row in rows]
    assert sorted(word for row in words for word in row) == sorted(str(tile) for tile in TILES for _ in range(4))
    for place, seat in enumerate(WINDS):
        assert words[3 * place + 1] + words[3 * place + 2] == Deal.from_seed("spring", 2).wall_text(seat).split()[13:]


def test_tray_sheets_show_every_tile_once() -> None:
    deals = spring(4)
    text = trays_html(deals, "<script>alert(1)</script> & Co")
    assert "<script" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co" in text
    assert deals.commitment in text
    assert "spring" not in text
    boards = re.findall(r'<section class="board" id="board(\d+)">(.*?)</section>', text, re.DOTALL)
    assert [int(number) for number, _ in boards] == [1, 2, 3, 4]
    for deal, (_, board) in zip(deals, boards, strict=True):
        shown = [Tile(name) for name in re.findall(r'<use href="#t(\w+)"/>', board)]
        assert shown == [tile for seat in WINDS for row in deal.rows(seat) for tile in row]
        assert board.count('<span class="dealer">Dealer</span>') == 1
    assert re.findall(r'<symbol id="t(\w+)"', text) == [str(tile) for tile in Tile]


@pytest.mark.parametrize(("width", "media"), [(1000, "screen"), (390, "screen"), (695, "print")])
def test_tray_sheets_in_a_browser(tmp_path: Path, width: int, media: str) -> None:
    path = tmp_path / "trays.html"
    path.write_text(trays_html(spring(2), "Spring Open"), "utf-8")
    page = open_page(path, width=width, media=media)
    assert page.errors == []
    assert page.requests == []
    assert page.width <= width
    for words in (
        "Spring Open",
        "Board 1 · East",
        "Board 2 · North",
        "prevalent wind East",
        "place South of the table",
    ):
        assert words in page.text


# --- command line -----------------------------------------------------------------------------------------------------


def run(*arguments: object) -> Result:
    return CliRunner().invoke(command, list(map(str, arguments)), prog_name="fastmcr duplicate deal")


def test_trays_are_shown_where_nothing_is_written() -> None:
    result = run("--seed", "spring", "--boards", "2-3")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Board 2"
    assert "Board 3" in lines
    assert "East       South  Hand        4m 4m 6m 8m 3p 6p 7p 1s 5s 7s 8s N  C" in lines
    assert lines[-3:] == [
        "2 boards, 2 to 3",
        "Rules:      Duplicate MCR: 136 tiles without flowers, a personal wall of 34 for each seat",
        f"Commitment: {Deals.from_seed('spring', [2, 3]).commitment}",
    ]
    assert result.stderr.startswith("note: the seed is short enough to be guessed")


def test_files_are_written_and_checked(tmp_path: Path) -> None:
    path, trays = tmp_path / "deals.json", tmp_path / "trays.html"
    result = run("--boards", 4, "-o", path, "--trays", trays)
    assert (result.exit_code, result.stderr) == (0, "")
    deals = read_deals(path)
    assert deals.seed is not None
    assert deals.seed not in result.stdout + trays.read_text("utf-8")
    assert "Hand" not in result.stdout
    assert trays.read_text("utf-8").count('class="tray"') == 16
    good = run("--check", path, "--commitment", deals.commitment.upper())
    assert good.exit_code == 0
    assert "matches: the seed gives all 4 boards" in good.stdout
    assert "matches: seed, winds and all tiles are those that were committed to" in good.stdout
    again = run("--boards", 4, "-o", path)
    assert again.exit_code == 1
    assert again.stderr == f"error: {path}: the file is there, and its deals would be lost; " \
        "--force (overwrite=True) takes that\n"  # fmt: skip
    assert read_deals(path) == deals
    assert run("--boards", 4, "-o", path, "--force").exit_code == 0
    assert read_deals(path) != deals


@pytest.mark.parametrize(
    "more",
    [
        ("-o", "deals.json", "--commit"),
        ("-o", "deals.json", "--commit", "--json"),
        ("-o", "deals.json", "--json"),
        ("-o", "deals.json", "--trays", "trays.html"),
        ("-o", "deals.json", "--trays", "-"),
        ("--json",),
        (),
        ("--seed", "a seed of mine that is long", "--commit", "--json"),
        ("--seed", "a seed of mine that is long", "--commit"),
        ("--seed", "a seed of mine that is long", "--json"),
        ("--seed", "a seed of mine that is long"),
        ("--seed", "a seed of mine that is long", "--commitment", "0" * 64),
        ("--seed", "a seed of mine that is long", "--trays", "-"),
    ],
)
def test_no_output_tells_the_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("fastmcr.tournament.duplicate.shuffle.new_seed", lambda: "a seed of mine that is long")
    result = run("--boards", 2, *more)
    assert result.exit_code in (0, 1)
    assert "seed of mine" not in result.output
    deals = Deals.from_seed("a seed of mine that is long", [1, 2])
    for path in tmp_path.iterdir():
        assert path.stat().st_mode & 0o777 == 0o600
        if path.name == "deals.json":
            assert read_deals(path) == deals
            for check in (("--check", path), ("--check", path, "--json"), ("--check", path, "--seed", "an other one")):
                assert "seed of mine" not in run(*check).output
        else:
            assert "seed of mine" not in path.read_text("utf-8")


def test_what_a_commitment_says_is_only_what_may_be_published(tmp_path: Path) -> None:
    path = tmp_path / "deals.json"
    data = json.loads(run("--boards", 2, "-o", path, "--commit", "--json").stdout)
    assert data == {"boards": [1, 2], "commitment": read_deals(path).commitment, "deals": str(path)}
    proof = run("--check", path, "--commitment", data["commitment"], "--json")
    assert proof.exit_code == 0
    found = json.loads(proof.stdout)
    assert (found["commitment_matches"], found["seed_checked"], found["good"]) == (True, True, True)
    assert "seed" not in found


def test_a_commitment_is_not_told_to_a_seed_that_nobody_keeps(tmp_path: Path) -> None:
    for more in (("--commit",), ("--trays", tmp_path / "trays.html")):
        result = run("--boards", 1, *more)
        assert (result.exit_code, list(tmp_path.iterdir())) == (2, [])
        assert "can only be proved with the seed; keep it with -o FILE" in " ".join(result.stderr.split())
    shown = run("--boards", 1)
    assert (shown.exit_code, "Commitment" in shown.stdout) == (0, False)
    assert "the seed is kept nowhere, and these deals cannot be made again" in " ".join(shown.stdout.split())


def test_a_deals_file_can_only_be_read_by_its_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deals.json"
    modes = []
    replaced = os.replace

    def seen(source: str, target: str) -> None:
        modes.append(os.stat(source).st_mode & 0o777)
        replaced(source, target)

    monkeypatch.setattr(os, "replace", seen)
    before = os.umask(0)
    try:
        write_deals(spring(1), path)
        assert path.stat().st_mode & 0o777 == 0o600
        path.chmod(0o666)
        write_deals(spring(2), path, overwrite=True)
    finally:
        os.umask(before)
    assert (modes, path.stat().st_mode & 0o777) == ([0o600], 0o600)
    assert [one.name for one in tmp_path.iterdir()] == ["deals.json"]


def test_seed_and_tiles_go_to_no_stream() -> None:
    for output in ("-", "/dev/stdout"):
        result = run("--boards", 1, "-o", output)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "which only you can read, and to no stream" in " ".join(result.stderr.split())
        with pytest.raises(DealError, match=r"^standard output cannot be the output: a deals file holds the seed"):
            write_deals(spring(1), output)


def test_tray_sheets_never_take_the_place_of_the_deals(tmp_path: Path) -> None:
    path = tmp_path / "deals.json"
    write_deals(spring(1), path)
    for more in (("--check", path), ("--boards", 1, "-o", path, "--force")):
        result = run(*more, "--trays", tmp_path / "." / "deals.json")
        assert (result.exit_code, read_deals(path)) == (2, spring(1))
        assert "names the file of the deals" in result.stderr


def test_what_does_not_match(tmp_path: Path) -> None:
    path, trays = tmp_path / "deals.json", tmp_path / "trays.html"
    write_deals(spring(2), path)
    other = run("--check", path, "--commitment", "0" * 64, "--trays", trays)
    assert other.exit_code == 1
    assert f"does not match {'0' * 64}" in other.stdout
    assert not trays.exists()
    seed = run("--check", path, "--seed", "autumn")
    assert seed.exit_code == 1
    assert "does not match: another seed stands in the file than was given" in seed.stdout
    assert "- board 1, seat E, place 1 is 8m; the seed gives 4p" in seed.stdout
    data = json.loads(path.read_text("utf-8"))
    data["boards"][0]["dealer"] = "N"
    path.write_text(json.dumps(data), "utf-8")
    edited = run("--check", path)
    assert edited.exit_code == 1
    assert f"does not match {spring(2).commitment}" in edited.stdout
    assert run("--seed", "spring", "--boards", 2, "--commitment", spring(2).commitment).exit_code == 0
    assert run("--seed", "spring", "--boards", 3, "--commitment", spring(2).commitment).exit_code == 1


def test_deals_without_a_seed_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "deals.json"
    write_deals(Deals(spring(2).boards), path)
    result = run("--check", path)
    assert result.exit_code == 0
    assert "none in the file: whether a seed made these tiles cannot be checked; --seed gives one" in result.stdout
    for commitment in (Deals(spring(2).boards).commitment, spring(2).commitment):
        seeded = run("--check", path, "--seed", "spring", "--commitment", commitment)
        assert seeded.exit_code == 0
        assert "matches: the seed gives all 2 boards" in seeded.stdout
        assert "matches: seed, winds and all tiles are those" in seeded.stdout
    wrong = run("--check", path, "--seed", "autumn")
    assert wrong.exit_code == 1
    assert "does not match: 2 of 2 boards are not of the seed" in wrong.stdout


def test_json_is_a_deals_file_without_the_seed(tmp_path: Path) -> None:
    result = run("--seed", "spring", "--boards", 2, "--json")
    assert parse_deals(result.stdout) == Deals(spring(2).boards)
    assert json.loads(result.stdout)["commitment"] is None
    data = json.loads(run("--seed", "spring", "--boards", 2, "--json", "--commit").stdout)
    assert data == {"boards": [1, 2], "commitment": spring(2).commitment}
    path = tmp_path / "deals.json"
    write_deals(spring(2), path)
    found = json.loads(run("--check", path, "--commitment", "1" * 64, "--json").stdout)
    assert (found["good"], found["commitment_matches"], found["not_of_seed"]) == (False, False, [])


def test_winds_of_the_command_line() -> None:
    result = run("--seed", "spring", "--boards", 2, "--prevalent", "N", "--dealer", "S,W", "--json")
    assert [(deal.prevalent, deal.dealer) for deal in parse_deals(result.stdout)] == [(3, 1), (3, 2)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--boards", "x"], "Invalid value for '--boards': boards are a number such as 16"),
        (["--boards", "2", "--prevalent", "ESW"], "Invalid value for '--prevalent': one letter of E, S, W, N, or one"),
        (["--boards", "2", "--dealer", "X"], "Invalid value for '--dealer': one letter of E, S, W, N, or one for each"),
        (["--commitment", "12"], "a commitment has 64 hexadecimal digits, not '12'"),
        (["--check", "x", "--boards", "2"], "--boards makes deals; with --check they are read"),
        (["--force"], "--force is for the file of -o"),
    ],
)
def test_wrong_usage(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())


def test_errors_in_words() -> None:
    result = run("--check", "none.json")
    assert (result.exit_code, result.stderr) == (1, "error: none.json: cannot be read: No such file or directory\n")
    result = run("--seed", " x")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: the seed has a blank at an end, which nobody would see\n"


def test_how() -> None:
    assert run("--how").stdout == SPECIFICATION


def test_own_error_class() -> None:
    error = DealError("33 tiles; a wall has 34", source="d.json", board=3, seat="S", tile="5m")
    assert isinstance(error, McrError)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.board, copy.seat, copy.tile) == (
        "d.json: board 3, seat S: 33 tiles; a wall has 34",
        3,
        "S",
        "5m",
    )
