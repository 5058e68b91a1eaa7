"""The parser of many hand strings: the same strings, rows and refusals as the parser of one."""

import json
import random
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared_files import CASES, needs
from strategies import ALPHABET, hand_texts, near_texts

from fastmcr.errors import HandError, NotationError
from fastmcr.hands.hand import NO_TILE, Hand, Meld
from fastmcr.hands.notation import MAX_TEXT, parse_hand
from fastmcr.kernels import layout, text_rows
from fastmcr.kernels.scoring import text as rows_text
from fastmcr.rulebook.tiles import NAMES

SAMPLES = (
    "[123m,1][EEEE][222p,3]45s55p6s|EW1000|2",
    "[5555p,6][CCC1] 19m [7 8 9 s , 2] N 9m|SN0111|hca",
    "147m258p369sESWNC|WE1001|",
    "1112345678999m5m",
    "[123m][456m][789m][1111p,3]2s 2s | N N 0 0 1 1 | 8",
)
GARBAGE = 99  # what the columns hold before: no row may keep it
NOTHING = [0] * 44


class Columns(NamedTuple):
    """The columns that the kernel writes, in its order."""

    concealed: npt.NDArray[np.uint8]
    melds: npt.NDArray[np.uint8]
    win: npt.NDArray[np.uint8]
    conditions: npt.NDArray[np.uint16]
    prevalent: npt.NDArray[np.uint8]
    seat: npt.NDArray[np.uint8]
    flowers: npt.NDArray[np.uint8]
    winds_given: npt.NDArray[np.uint8]
    status: npt.NDArray[np.uint8]


def empty_columns(n: int) -> Columns:
    """Return columns full of what no kernel writes."""
    return Columns(
        np.full((n, 34), GARBAGE, np.uint8),
        np.full((n, 4), GARBAGE, np.uint8),
        np.full(n, GARBAGE, np.uint8),
        np.full(n, GARBAGE, np.uint16),
        *(np.full(n, GARBAGE, np.uint8) for _ in range(5)),
    )


def read(texts: list[str]) -> list[list[int]]:
    """Return what the kernel makes of the texts: of each the row, whether winds were given, the status."""
    encoded = [text.encode(errors="surrogatepass") for text in texts]
    text = np.frombuffer(b"".join(row + b"\n" for row in encoded), np.uint8)
    ends = np.cumsum([len(row) + 1 for row in encoded], dtype=np.int64) - 1
    columns = empty_columns(len(texts))
    bad = text_rows(text, ends, *columns)
    assert bad == np.count_nonzero(columns.status)
    return [[int(value) for column in columns for value in np.atleast_1d(column[i])] for i in range(len(texts))]


def wanted(text: str) -> list[int]:
    """Return the same from the parser of one string."""
    try:
        hand = Hand.parse(text)
    except NotationError:
        return [*NOTHING, layout.BAD_NOTATION]
    except HandError as error:
        return [*raw_row(text), reason(error)]
    return [*hand.row.tolist()[:43], int(hand.winds_given), layout.OK]


def raw_row(text: str) -> list[int]:
    """Return what a string says, without asking who can hold it; at most four melds."""
    said = parse_hand(text)
    melds = [Meld(*meld).code for meld in said.melds[:4]]
    return [
        *(said.beside_win.count(tile) + (tile == said.win) for tile in range(34)),
        *melds,
        *[0] * (4 - len(melds)),
        NO_TILE if said.win is None else said.win,
        said.conditions,
        said.prevalent,
        said.seat,
        said.flowers,
        int(said.winds_given),
    ]


def reason(error: HandError) -> int:
    """Return the status that stands for an error about tiles."""
    if error.tile is not None:
        return layout.FIFTH_COPY
    return layout.BAD_MELD if str(error).endswith("melds; a hand has at most 4") else layout.TILE_COUNT


def agree(texts: list[str]) -> list[int]:
    """Compare the two parsers on every text; return the statuses."""
    rows = read(texts)
    for text, row in zip(texts, rows, strict=True):
        assert row == wanted(text), text
    return [row[-1] for row in rows]


def strings_in(value: object) -> list[str]:
    """Return all strings in a JSON value."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in strings_in(part)]


def test_limits_are_those_of_the_other_parser() -> None:
    assert (rows_text.MAX_TEXT, rows_text.NO_TILE) == (MAX_TEXT, NO_TILE)


def test_row_of_a_hand_with_everything() -> None:
    (row,) = read(["[123m,1][EEEE][2222p,6]45s55p6s|NW1011|hb"])
    assert {tile: count for tile, count in enumerate(row[:34]) if count} == {13: 2, 21: 1, 22: 1, 23: 1}
    assert row[34:38] == [1, 1 + 34 * 4 + 27, 1 + 34 * 3 + 10, 0]
    assert row[38:] == [23, layout.SELF_DRAWN | layout.WALL_LAST | layout.REPLACEMENT, 3, 2, 2, 1, layout.OK]


@given(hand_texts())
def test_hand_strings_give_the_row_of_the_hand(drawn: tuple[str, Hand]) -> None:
    text, hand = drawn
    (row,) = read([text])
    assert row == wanted(text)
    assert row[:43] == hand.row.tolist()[:43]


@given(st.lists(near_texts(), max_size=8))
def test_near_strings_are_accepted_or_refused_alike(texts: list[str]) -> None:
    agree(texts)


@given(st.lists(st.one_of(st.text(ALPHABET, max_size=20), st.text(max_size=8)), max_size=8))
def test_any_text_is_accepted_or_refused_alike(texts: list[str]) -> None:
    agree(texts)


@needs("cases")
def test_all_strings_of_the_shared_cases() -> None:
    lines = [line for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text().splitlines()]
    texts = sorted({text for line in lines if line for text in strings_in(json.loads(line))})
    assert agree(texts).count(layout.OK) > 1000


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_byte_put_in_and_in_place_of_every_other(sample: str) -> None:
    changed = [
        sample[:place] + chr(code) + sample[place + skipped :]
        for place, code, skipped in product(range(len(sample) + 1), range(0x84), (0, 1))
    ]
    assert layout.OK in agree(changed)


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_beginning_and_every_end(sample: str) -> None:
    agree([sample[:stop] for stop in range(len(sample) + 1)] + [sample[start:] for start in range(len(sample) + 1)])


def test_thousands_of_changes() -> None:
    rng = random.Random(20240607)
    texts = []
    for _ in range(5000):
        text = rng.choice(SAMPLES)
        for _ in range(rng.randint(1, 3)):
            place, length = rng.randint(0, len(text)), rng.choice((0, 0, 1, 1, 2, 5))
            piece = rng.choice(("", rng.choice(ALPHABET), rng.choice(ALPHABET), rng.choice(SAMPLES)[place : place + 6]))
            text = text[:place] + piece + text[place + length :]
        texts.append(text)
    statuses = agree(texts)
    for status in (layout.OK, layout.BAD_MELD, layout.FIFTH_COPY, layout.TILE_COUNT, layout.BAD_NOTATION):
        assert status in statuses


def test_every_meld() -> None:
    threes = ["".join(names) for names in product(NAMES, repeat=3)]
    joined = [f"{a}{b}{c}{suit}" for suit in "mps" for a, b, c in product("123456789", repeat=3)]
    fours = [name * 3 + other for name, other in product(NAMES, NAMES)]
    numbers = [f"{tiles}{comma}{n}" for tiles in ("123m", "EEE", "7777s") for comma in ("", ",") for n in range(100)]
    agree([f"[{meld}]1234567899p" for meld in (*joined, *fours, *threes[::7], *numbers, *NAMES, "")])


def test_every_situation() -> None:
    winds = [f"{prevalent}{seat}0000" for prevalent, seat in product("ESWNCFP", repeat=2)]
    digits = [f"NW{''.join(digits)}" for digits in product("012", repeat=4)]
    agree([f"147m258p369sESWN|{situation}{tail}" for situation in winds + digits for tail in ("", "|3")])


def test_every_pair_of_flowers() -> None:
    agree([f"147m258p369sESWN|EE0000|{a}{b}" for a, b in product("0123456789abcdefghi |", repeat=2)])


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", layout.TILE_COUNT),
        ("123m", layout.TILE_COUNT),
        ("147m258p369sESWNC1m1m", layout.TILE_COUNT),
        ("[123m][123m][123m][123m]", layout.TILE_COUNT),
        ("[123m][123m][123m][123m]1m", layout.FIFTH_COPY),
        ("[EEEE]123456789pE", layout.FIFTH_COPY),
        ("11111m", layout.FIFTH_COPY),
        ("[EEE][SSS][WWW][NNN][CCC]1m", layout.BAD_MELD),
        ("[EEE]" * 40, layout.BAD_MELD),
        ("1" * 199 + "m", layout.FIFTH_COPY),
        ("1" * 197 + "mE", layout.FIFTH_COPY),
        ("1" * 200 + "m", layout.BAD_NOTATION),
        ("E" * 200, layout.FIFTH_COPY),
        (" " * 187 + "147m258p369sE", layout.TILE_COUNT),
        ("147m258p369sESWN".rjust(200), layout.OK),
        ("147m258p369sESWN".rjust(201), layout.BAD_NOTATION),
        ("147m258p369sESWN é", layout.BAD_NOTATION),
        ("147m\n258p369sESWN", layout.BAD_NOTATION),
        ("147m258p369sESWN\n", layout.BAD_NOTATION),
        ("\ud800", layout.BAD_NOTATION),
    ],
)
def test_refusals(text: str, status: int) -> None:
    assert agree([SAMPLES[0], text, SAMPLES[1]]) == [layout.OK, status, layout.OK]


def test_no_strings() -> None:
    columns = empty_columns(0)
    assert text_rows(np.zeros(0, np.uint8), np.zeros(0, np.int64), *columns) == 0
