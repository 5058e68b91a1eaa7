"""Random hands: the same for ever, of the kinds that were promised, in every format."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from support import COMPILED, scaled

from fastmcr import Fan, Hand, HandBatch, InputError, score_batch, shanten_batch
from fastmcr.cli import cli
from fastmcr.datasets import draws
from fastmcr.datasets.draws import Draws, key_of, mix, streams
from fastmcr.datasets.draws import scaled as scaled_words
from fastmcr.datasets.make import FORMATS, hand_texts, write_hands
from fastmcr.datasets.populations import BLOCK, POPULATIONS, make_blocks, make_hands
from fastmcr.errors import FileError

# SHA-256 over the columns in order, of the first 3,000 rows with seed 1, and of 100 rows from row 10**9 with seed 7.
# These numbers may never change: a file that somebody made must be made again by anybody.
GOLDEN = {
    "wins": ("c661666694d24f67", "16aa807d301327d2"),
    "rare_wins": ("309b45fb3b8070cd", "d0da2d13b8f2dfae"),
    "random13": ("3d5c7b5b82a4ef87", "618851a33052a145"),
    "random14": ("b4e69ac6f4e909cf", "d3cdc0b16d2a09ee"),
    "melded13": ("d53f6ba4f9e3ce52", "f011ca59f48cab75"),
    "near13": ("0405564ba59f01f7", "618a414e755793fc"),
}


def digest(columns: dict[str, Any]) -> str:
    found = hashlib.sha256()
    for name, column in columns.items():
        found.update(name.encode() + str(column.dtype.newbyteorder("<")).encode())
        found.update(column.astype(column.dtype.newbyteorder("<")).tobytes())
    return found.hexdigest()[:16]


def all_tiles(columns: dict[str, Any]) -> np.ndarray[Any, Any]:
    """Return (n, 34) counts of every tile of the hands, written apart from the recipes."""
    counts = columns["concealed"].astype(int)
    for row, codes in enumerate(columns["melds"].tolist()):
        for kind, tile in (divmod(code - 1, 34) for code in codes if code):
            if kind == 0:
                counts[row, tile : tile + 3] += 1
            else:
                counts[row, tile] += 3 if kind == 1 else 4
    return counts


# --- the generator ---------------------------------------------------------------------------------------------------


def test_words_are_those_of_splitmix64() -> None:
    # The first outputs for seed 0 of Vigna's reference program.
    places = np.arange(1, 4, dtype=np.uint64) * np.uint64(draws.GOLDEN)
    assert [hex(word) for word in mix(places).tolist()] == [
        "0xe220a8397b1dcdaf", "0x6e789e6aa1b965f4", "0x6c45d188009454f",
    ]  # fmt: skip


def test_draws_in_plain_integers() -> None:
    """The formulas of the docstring, done by Python's own integers."""
    wrap = 2**64 - 1

    def mixed(z: int) -> int:
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & wrap
        z = (z ^ z >> 27) * 0x94D049BB133111EB & wrap
        return z ^ z >> 31

    key = 0xCBF29CE484222325
    for byte in b"wins|12":
        key = (key ^ byte) * 0x100000001B3 & wrap
    key = mixed(key)
    assert key_of("wins", 12) == key
    row = mixed(key + 1_000_001 * 0x9E3779B97F4A7C15 & wrap)
    stream = mixed(row + 3 * 0xD1342543DE82EF95 & wrap)
    words = [mixed(stream + place * 0x9E3779B97F4A7C15 & wrap) for place in (1, 2)]
    drawn = Draws(streams(key, 1_000_000, 1_000_001), 3)
    assert drawn.words().tolist() == [words[0]]
    assert drawn.below(34).tolist() == [(words[1] >> 32) * 34 >> 32]


def test_words_that_come_up_too_often_are_drawn_again() -> None:
    # 2**32 mod 34 is 18: of the 2**32 upper halves those with a lower product below 18 are refused.
    uppers = np.array([0, 2**32 // 34 + 1, 1, 5 * (2**32 // 34) + 3], np.uint64)
    words = (uppers << np.uint64(32)) + np.uint64(9)
    refused = (uppers * np.uint64(34)) % np.uint64(2**32) < 18
    assert refused.tolist() == [True, True, False, True]
    plain = (uppers * np.uint64(34)) >> np.uint64(32)
    again = (mix(words + np.uint64(draws.STRIDE)) >> np.uint64(32)) * np.uint64(34) >> np.uint64(32)
    assert scaled_words(words, np.uint64(34)).tolist() == np.where(refused, again, plain).tolist()


@pytest.mark.parametrize("bound", [2, 7, 34, 136])
def test_numbers_are_uniform(bound: int) -> None:
    numbers = Draws(streams(key_of("uniform", bound), 0, 100_000)).below(bound)
    found = np.bincount(numbers, minlength=bound)
    square = float(((found - 100_000 / bound) ** 2 / (100_000 / bound)).sum())
    assert abs(square - (bound - 1)) < 4 * (2 * (bound - 1)) ** 0.5 + 1


# --- the populations -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("population", POPULATIONS)
def test_the_same_rows_for_ever(population: str) -> None:
    found = digest(make_hands(population, 3000)), digest(make_hands(population, 100, seed=7, first=10**9))
    assert found == GOLDEN[population]


@pytest.mark.parametrize("population", POPULATIONS)
def test_parts_make_the_whole(population: str) -> None:
    rows = BLOCK + 1000
    whole = make_hands(population, rows)
    assert [len(block["concealed"]) for block in make_blocks(population, rows)] == [BLOCK, 1000]
    for first, stop in ((0, 1), (BLOCK - 3, BLOCK + 5), (777, 2777)):
        part = make_hands(population, stop - first, first=first)
        assert {name: column.tolist() for name, column in part.items()} == {
            name: column[first:stop].tolist() for name, column in whole.items()
        }


@pytest.mark.parametrize("population", POPULATIONS)
def test_hands_that_a_player_can_hold(population: str) -> None:
    columns = make_hands(population, 4000)
    kind = POPULATIONS[population]
    types = {name: (column.dtype.name, column.shape[1:]) for name, column in columns.items()}
    assert types == {
        "concealed": ("uint8", (34,)), "melds": ("uint8", (4,)), **({"win": ("uint8", ())} if kind.has_win else {}),
        "conditions": ("uint16", ()), "prevalent": ("uint8", ()), "seat": ("uint8", ()), "flowers": ("uint8", ()),
    }  # fmt: skip
    assert all_tiles(columns).max() <= 4
    melds = (columns["melds"] > 0).sum(axis=1)
    assert (columns["concealed"].sum(axis=1) == 13 + kind.has_win - 3 * melds).all()
    if kind.has_win:
        assert columns["concealed"][np.arange(4000), columns["win"]].all()
    assert bool(melds.any()) == kind.has_melds
    assert set(np.unique(columns["prevalent"])) == set(np.unique(columns["seat"])) == {0, 1, 2, 3}
    assert abs(columns["flowers"].mean() - 1) < 0.06
    assert columns["flowers"].max() <= 8
    assert population.endswith("wins") == bool(columns["conditions"].any())


@pytest.mark.parametrize("population", ["wins", "rare_wins"])
def test_every_win_can_be_scored(population: str) -> None:
    result = score_batch(HandBatch(**make_hands(population, scaled(50_000), seed=3)), on_error="mark")
    assert not result.status.any()


@pytest.mark.skipif(not COMPILED, reason="takes 60,000 hands: too slow without the compiler")
def test_every_fan_occurs() -> None:
    result = score_batch(HandBatch(**make_hands("rare_wins", 60_000)))
    often = (result.counts() > 0).sum(axis=0)
    # One concealed and one melded kong are a fan of their own only where the rules give it 5 points.
    assert {str(Fan(place + 1)) for place in np.flatnonzero(often < 5)} == {str(Fan(82))}


def test_every_shape_and_condition_occurs() -> None:
    columns = make_hands("wins", scaled(20_000))
    result = score_batch(HandBatch(**columns))
    assert set(result.reading[:, 6]) == set(range(10))
    assert np.bitwise_or.reduce(columns["conditions"]) == 31
    assert abs((columns["conditions"] & 1).mean() - 0.5) < 0.03
    assert abs((result.reading[:, 6] == 3).mean() - 0.03) < 0.01


def test_random_deals_are_hypergeometric() -> None:
    counts = make_hands("random13", 100_000)["concealed"]
    assert np.abs(counts.mean(axis=0) - 13 / 34).max() < 0.01
    # All four copies of one kind among 13 of 136 tiles: C(132, 9) / C(136, 13).
    wanted = 13 * 12 * 11 * 10 / (136 * 135 * 134 * 133)
    assert abs((counts == 4).mean() / wanted - 1) < 0.05


def test_the_fourteenth_tile_is_as_random() -> None:
    columns = make_hands("random14", 100_000)
    assert np.abs(np.bincount(columns["win"], minlength=34) / 100_000 - 1 / 34).max() < 0.003


def test_melded_hands_have_one_to_three_melds_of_each_kind() -> None:
    melds = make_hands("melded13", 5000)["melds"]
    assert set((melds > 0).sum(axis=1)) == {1, 2, 3}
    assert {(code - 1) // 34 for code in np.unique(melds).tolist() if code} == {0, 1, 2, 3, 4}


def test_near_hands_are_near() -> None:
    columns = make_hands("near13", scaled(20_000))
    best = shanten_batch(columns["concealed"], columns["melds"]).best
    assert set(best) == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("win", 5, 1),
            "there is no population 'win'; there are wins, rare_wins, random13, random14, melded13, near13",
        ),
        (("wins", -1, 1), "rows must be a whole number from 0 to 1,099,511,627,776, not -1"),
        (("wins", 1.5, 1), "rows must be a whole number from 0 to 1,099,511,627,776, not 1.5"),
        (("wins", True, 1), "rows must be a whole number from 0 to 1,099,511,627,776, not True"),
        (("wins", 5, None), "seed must be a whole number from 0 to 1,099,511,627,776, not None"),
    ],
)
def test_refused(arguments: tuple[Any, Any, Any], message: str) -> None:
    population, rows, seed = arguments
    with pytest.raises(InputError) as caught:
        make_hands(population, rows, seed=seed)
    assert str(caught.value) == message


def test_no_rows() -> None:
    assert {name: column.shape for name, column in make_hands("wins", 0).items()}["concealed"] == (0, 34)


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("population", POPULATIONS)
def test_texts_are_hand_strings(population: str) -> None:
    columns = make_hands(population, 500)
    texts = hand_texts(columns)
    assert [str(Hand.parse(text)) for text in texts] == texts
    hands = [Hand.parse(text) for text in texts]
    batch = HandBatch.from_hands(hands)
    for name, column in columns.items():
        assert getattr(batch, name).tolist() == column.tolist()


@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
@pytest.mark.parametrize("population", ["wins", "random13"])
def test_arrow_files(tmp_path: Path, suffix: str, population: str) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    import pyarrow.ipc
    import pyarrow.parquet

    from fastmcr.datasets.schemas import hand_schema

    rows = BLOCK + 50
    path = tmp_path / f"hands{suffix}"
    done: list[tuple[int, int]] = []
    size = write_hands(path, population, rows, progress=lambda *told: done.append(told))
    assert size == path.stat().st_size
    assert done == [(BLOCK, rows), (rows, rows)]
    read = pyarrow.parquet.read_table if suffix == ".parquet" else lambda path: pyarrow.ipc.open_file(path).read_all()
    table = read(path)
    assert table.schema.equals(hand_schema())
    assert json.loads(table.schema.metadata[b"fastmcr.made"]) == {"population": population, "seed": 1, "rows": rows}
    columns = make_hands(population, rows)
    for name in table.column_names:
        column = table.column(name).combine_chunks()
        if name not in columns:
            assert column.null_count == rows
        else:
            flat = column.flatten() if columns[name].ndim == 2 else column
            assert (flat.to_numpy() == columns[name].reshape(-1)).all()
    assert os.listdir(tmp_path) == [path.name]


def test_npy_file(tmp_path: Path) -> None:
    path = tmp_path / "hands.npy"
    write_hands(path, "random14", BLOCK + 9)
    assert (np.load(path) == all_tiles(make_hands("random14", BLOCK + 9))).all()


def test_text_files(tmp_path: Path) -> None:
    texts = hand_texts(make_hands("wins", 300, seed=5))
    for suffix in (".txt", ".csv", ".jsonl"):
        write_hands(tmp_path / f"hands{suffix}", "wins", 300, seed=5)
    assert (tmp_path / "hands.txt").read_text().splitlines() == texts
    with open(tmp_path / "hands.csv", newline="") as file:
        assert [row["hand"] for row in csv.DictReader(file)] == texts
    lines = (tmp_path / "hands.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [{"hand": text} for text in texts]


def test_a_failed_file_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "hands.txt"
    path.write_text("mine")
    monkeypatch.setattr("fastmcr.datasets.make.hand_texts", lambda columns: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(FileError) as caught:
        write_hands(path, rows=10, overwrite=True)
    assert str(caught.value) == f"the disk is full: cannot write {path}"
    assert os.listdir(tmp_path) == ["hands.txt"]
    assert path.read_text() == "mine"


# --- the command -----------------------------------------------------------------------------------------------------


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, ["make", "hands", *arguments])


def test_command(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    result = run(str(path), "--rows", "1200", "--seed", "4", "--population", "near13")
    assert result.exit_code == 0
    size = path.stat().st_size / 1e6
    assert result.stdout == f"1,200 hands of population near13, seed 4: {path} ({size:.1f} MB)\n"
    assert result.stderr == ""
    assert path.read_text().splitlines() == hand_texts(make_hands("near13", 1200, seed=4))
    again = run(str(path), "--rows", "1", "--population", "near13")
    assert (again.exit_code, again.stdout) == (1, "")
    assert again.stderr == f"error: {path} is there already; replace it with --overwrite (overwrite=True)\n"
    assert run(str(path), "--rows", "1", "--overwrite").exit_code == 0
    assert len(path.read_text().splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "more", "message"),
    [
        (
            "hands.xls",
            (),
            f"{{}} ends in none of {', '.join(FORMATS)}, which say the format",
        ),
        ("hands.npy", (), ".npy has no place for melds, and wins has some; write .parquet or .arrow"),
        ("no/hands.txt", (), "there is no folder {.parent}"),
        ("a.txt", ("--rows", "9" * 20), "rows must be a whole number from 0 to 1,099,511,627,776, not " + "9" * 20),
    ],
)
def test_command_refuses(tmp_path: Path, name: str, more: tuple[str, ...], message: str) -> None:
    path = tmp_path / name
    result = run(str(path), *more)
    assert (result.exit_code, result.stderr) == (1, f"error: {message.format(path)}\n")
    assert os.listdir(tmp_path) == []


def test_wrong_usage() -> None:
    assert run("x.txt", "--population", "win").exit_code == 2
    assert run("x.txt", "--rows", "-1").exit_code == 2


def test_help_names_populations_and_formats_and_loads_nothing_heavy() -> None:
    text = " ".join(run("--help").stdout.split())
    for name, population in POPULATIONS.items():
        assert f"{name} {population.meaning}" in text
    assert all(suffix in text for suffix in FORMATS if suffix not in (".pq", ".feather", ".ipc", ".ndjson"))
    code = "import sys; from fastmcr.cli import make; print({'numpy', 'numba', 'pyarrow', 'rich'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
