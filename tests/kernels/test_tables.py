"""Every row of the tables against the slow twin, and the files against their generator."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from oracle_sets import best_chow_fans, best_pung_fans, chow_fans, splits
from support import COMPILED

from fastmcr import HandError, Meld
from fastmcr.kernels import layout, load_tables
from fastmcr.kernels.tables import data
from fastmcr.kernels.tables import load as tables
from fastmcr.kernels.tables.build import scoring as build_tables
from fastmcr.kernels.tables.build.scoring import combination_index

DATA = Path(data.__file__).parent
TABLES = load_tables()
STATES = np.flatnonzero(TABLES.first)
WAITING = np.flatnonzero(TABLES.waits & 511)
Reading = tuple[tuple[tuple[str, int], ...], int | None]


def outcome(code: int) -> tuple[dict[int, int], int]:
    """Unpack a row of `outcomes`: fans with counts, and the word for the pair."""
    low, high, repeats, special = (int(word) for word in TABLES.outcomes[code])
    flags = low | high << 64
    counts = {fan: 1 for fan in range(1, 83) if flags >> (fan - 1) & 1}
    for place, fan in enumerate(layout.REPEATABLE):
        count = repeats >> 4 * place & 15
        assert (count > 0) == (fan in counts)
        if count:
            counts[fan] = count
    return counts, special


def test_every_multiset_of_chows() -> None:
    seen = set()
    for size in range(5):
        for chows in itertools.combinations_with_replacement(range(21), size):
            index = combination_index(TABLES.ranks, [chow + 1 for chow in chows], 0)
            fans, special = outcome(int(TABLES.chow_codes[index]))
            assert fans == best_chow_fans(chows), chows
            with_pair = {
                tile: chow_fans(chows, tile) for tile in range(27) if chow_fans(chows, tile) != best_chow_fans(chows)
            } if size == 4 else {}  # fmt: skip
            assert with_pair == ({(special & 255) - 1: {special >> 8: 1}} if special else {}), chows
            seen.add(index)
    assert seen == set(range(12_650))
    assert len(TABLES.chow_codes) == 12_650


def test_every_set_of_pungs() -> None:
    seen = set()
    for size in range(5):
        for pungs in itertools.combinations(range(34), size):
            index = combination_index(TABLES.ranks, [tile + 1 for tile in pungs], 4)
            fans, special = outcome(int(TABLES.pung_codes[index]))
            assert (fans, special) == (best_pung_fans(pungs), 0), pungs
            seen.add(index)
    assert len(seen) == 52_956
    assert max(seen) < len(TABLES.pung_codes)


# One suit


def counts_of(state: int) -> tuple[bool, tuple[int, ...]]:
    """Unpack a state: whether it is of the honors, and its counts."""
    honors = state >= layout.SUIT_STATES
    index = state - layout.SUIT_STATES if honors else state
    return honors, tuple(index // 5**rank % 5 for rank in range(7 if honors else 9))


def readings_of(state: int) -> list[Reading]:
    """Unpack the readings of a state as the oracle gives them."""
    first = int(TABLES.first[state]) - 1
    readings: list[Reading] = []
    number = int(TABLES.readings[first, 1]) >> 23 & 7
    for row in range(first, first + number):
        sets, info, _ = (int(word) for word in TABLES.readings[row])
        assert info >> 23 & 7 == number - (row - first)
        lanes = sets.to_bytes(8, "little")
        found = [("chow", byte - 1) for byte in lanes[:4] if byte] + [("pung", byte - 1) for byte in lanes[4:] if byte]
        readings.append((tuple(sorted(found)), (info & 15) - 1 if info & 15 else None))
    return readings


def test_readings_of_every_complete_state() -> None:
    assert np.count_nonzero(STATES < layout.SUIT_STATES) == 21_743
    for state in STATES.tolist():
        honors, counts = counts_of(state)
        assert sorted(readings_of(state), key=str) == sorted(splits(counts, not honors), key=str), counts
        assert len(readings_of(state)) <= 4


@pytest.mark.parametrize("honors", [False, True])
def test_states_left_out_are_not_complete(honors: bool) -> None:
    rng = np.random.default_rng(11)
    base, size = (layout.SUIT_STATES, 5**7) if honors else (0, layout.SUIT_STATES)
    states = np.arange(size) if honors else random_suits(rng, 60_000)
    for state in states.tolist():
        _, counts = counts_of(base + state)
        if sum(counts) <= 14 and not TABLES.first[base + state]:
            assert not splits(counts, not honors), counts


def random_suits(rng: np.random.Generator, n: int) -> np.ndarray:
    """Return states of one suit of 1..14 tiles drawn from its 36."""
    sizes = rng.integers(1, 15, n)
    order = np.argsort(rng.random((n, 36)), axis=1) // 4
    return np.where(np.arange(36) < sizes[:, None], 5**order, 0).sum(axis=1)


def word_facts(state: int, row: int) -> tuple[int, list[int]]:
    """Return from the sets of a reading what its other words must say."""
    honors, counts = counts_of(state)
    sets, pair = readings_of(state)[row]
    parts = [[low, low + 1, low + 2] if kind == "chow" else [low] for kind, low in sets]
    parts += [] if pair is None else [[pair]]
    chows = [low for kind, low in sets if kind == "chow"]
    pungs = [low for kind, low in sets if kind == "pung"]
    info = (0 if pair is None else pair + 1) | len(chows) << 4 | len(pungs) << 7
    if honors:
        info |= 1 << 13 | sum(1 << 16 + low for low in pungs)
        info |= 0 if parts else 3 << 14
    else:
        info |= sum(low in (0, 8) for low in pungs) << 10
        info |= all(0 in part or 8 in part for part in parts) << 13
        info |= all(4 in part for part in parts) << 14
        info |= all(part in ([1], [3], [5], [7]) for part in parts) << 15
    places = []
    for rank in range(len(counts)):
        place = int(rank == pair) | 2 * (rank - 1 in chows) | 16 * (rank in pungs)
        place |= 4 * ((rank == 2 and 0 in chows) or (rank == 6 and 6 in chows))
        place |= 8 * ((rank in chows and rank != 6) or (rank - 2 in chows and rank != 2))
        places.append(place)
    return info, places


def test_words_of_every_reading() -> None:
    for state in STATES.tolist():
        first = int(TABLES.first[state]) - 1
        for row in range(len(readings_of(state))):
            info, places = word_facts(state, row)
            assert int(TABLES.readings[first + row, 1]) & ~(7 << 23) == info
            packed = int(TABLES.readings[first + row, 2])
            assert [packed >> 5 * rank & 31 for rank in range(len(places))] == places
            assert packed >> 5 * len(places) == 0


def brute_waits(state: int) -> int:
    """Try every tile of the suit, a fifth copy too."""
    honors, counts = counts_of(state)
    mask = 0
    for rank in range(len(counts)):
        more = (*counts[:rank], counts[rank] + 1, *counts[rank + 1 :])
        if any(len(sets) <= 4 for sets, _ in splits(more, not honors)):
            mask |= 1 << rank
    return mask


def test_waits_of_every_listed_state() -> None:
    assert len(WAITING) > 50_000
    for state in (WAITING if COMPILED else WAITING[::20]).tolist():
        assert int(TABLES.waits[state]) & 511 == brute_waits(state), counts_of(state)


def test_waits_of_random_suits_and_all_honors() -> None:
    honors = layout.SUIT_STATES + np.arange(0, 5**7, 1 if COMPILED else 50)
    suits = random_suits(np.random.default_rng(12), 20_000 if COMPILED else 1_000)
    for state in np.concatenate([honors, suits]).tolist():
        _, counts = counts_of(state)
        if sum(counts) <= 13:
            assert int(TABLES.waits[state]) & 511 == brute_waits(state), counts


def test_remainders() -> None:
    for state in np.concatenate([STATES[::7], WAITING[::7]]).tolist():
        _, counts = counts_of(state)
        assert int(TABLES.waits[state]) >> 9 == sum(counts) % 3


# Melds


def test_every_meld_code() -> None:
    for code in range(256):
        tiles, info, flags = (int(word) for word in TABLES.melds[code])
        try:
            meld = Meld.from_code(code)
        except HandError:
            assert info >> 35 == (code == 0), code
            continue
        suit, first = min(meld.tile // 9, 3), 9 * min(meld.tile // 9, 3)
        assert tiles == sum(1 << 4 * (tile - first) for tile in meld.tiles)
        assert info & 3 == suit
        assert info >> 35 == 1
        chow, kong = meld.kind == 0, meld.is_kong
        assert info >> 8 & 31 == (7 * suit + meld.tile - first + 1 if chow else 0)
        assert info >> 16 & 63 == (0 if chow else meld.tile + 1)
        assert info >> 24 & 127 == (1 << meld.tile - 27 if suit == 3 else 0)
        ends = any(tile.is_honor or tile.rank in (1, 9) for tile in meld.tiles)
        fives = any(not tile.is_honor and tile.rank == 5 for tile in meld.tiles)
        even = not chow and not meld.tile.is_honor and meld.tile.rank % 2 == 0
        assert (info >> 32 & 1, info >> 33 & 1, info >> 34 & 1) == (ends, fives, even), code
        claimed = chow or meld.kind in (1, 2)
        terminal_pung = not chow and not meld.tile.is_honor and meld.tile.rank in (1, 9)
        wanted = (1, chow, not chow, kong and not meld.is_concealed, meld.is_concealed, not meld.is_concealed, claimed,
                  terminal_pung)  # fmt: skip
        assert tuple(flags.to_bytes(8, "little")) == tuple(map(int, wanted))


# Files


@pytest.mark.parametrize("name", ["plain", "knitted"])
def test_a_rest_and_the_part_that_it_lacks_are_the_whole_hand(name: str) -> None:
    """All classes of the four parts, each of them once as what is drawn and once as part of the rest."""
    halves, others, whole, rests, drawn = (
        np.load(DATA / f"{name}_{part}.npy") for part in ("halves", "others", "whole", "rests", "drawn")
    )
    suits, honors, places = len(halves), others.shape[1], whole.shape[2]
    for place in range(places):
        of_halves, with_suit, with_honors = whole[:, :, place], drawn[place], drawn[places + place]
        first = with_suit[rests[0, :suits, : whole.shape[1]]][:, :, :suits]  # other suit, suit and honors, suit
        assert (first == of_halves[halves].transpose(1, 2, 0)).all()
        assert (first == of_halves[halves].transpose(0, 2, 1)).all()
        third = with_suit[rests[1, : len(whole), :honors]][:, :, :suits]
        assert (third == of_halves[:, others].transpose(0, 2, 1)).all()
        last = with_honors[rests[2, : len(whole), :suits]][:, :, :honors]
        assert (last == of_halves[:, others]).all()


def test_tables_are_read_only() -> None:
    for table in TABLES:
        assert not table.flags.writeable
        assert table.flags.c_contiguous
    with pytest.raises(ValueError, match="read-only"):
        TABLES.outcomes[0, 0] = 1
    assert load_tables() is TABLES


def test_a_fresh_build_equals_the_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert build_tables.main(["--check"]) == 0
    number = len(list(DATA.glob("*.npy")))
    assert capsys.readouterr().out == f"tables: {number} rebuilt, all equal\n"


def test_manifest_names_every_file() -> None:
    manifest = json.loads((DATA / "MANIFEST.json").read_text(encoding="utf-8"))
    assert sorted(manifest) == sorted(path.stem for path in DATA.glob("*.npy"))
    for name, entry in manifest.items():
        table = np.load(DATA / f"{name}.npy")
        assert (table.dtype.str, list(table.shape)) == (entry["dtype"], entry["shape"])


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def flipped(content: bytes) -> bytes:
    return content[:-1] + bytes([content[-1] ^ 1])


@pytest.mark.parametrize("damage", [cut, flipped, lambda _: b""])
def test_a_damaged_table_is_refused(
    damage: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables._manifest()  # read before the folder changes
    (tmp_path / "melds.npy").write_bytes(damage((DATA / "melds.npy").read_bytes()))
    monkeypatch.setattr("importlib.resources.files", lambda package: tmp_path)
    with pytest.raises(tables.TableFileError, match=r"^table melds\.npy does not belong to this version; reinstall"):
        tables.load_file("melds")
    with pytest.raises(tables.TableFileError, match=r"^table ranks\.npy cannot be read: .*; reinstall fastmcr$"):
        tables.load_file("ranks")


def test_build_refuses_unknown_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert build_tables.main(["--chek"]) == 2
    assert "usage" in capsys.readouterr().err
