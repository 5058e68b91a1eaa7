"""Records: reading, replaying and writing, deals a second on one core.

The deals are played here by the engine, each player discarding what brings the hand nearer to a complete one, so that
more than half of them end in a win; they are of the length of recorded deals.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from recorded import played
from settings import QUICK, SEED, note, sized

from fastmcr.records import Record, RecordedFan, read_records, replay, replay_many, to_json
from fastmcr.records import events as ev
from fastmcr.records.formats.registry import FORMATS
from fastmcr.records.formats.tile_names import BOTZONE_NAMES
from fastmcr.rulebook.fans import Fan

DEALS = sized(1_000, 100)
COPIES = sized(8, 1)  # the same deals again: reading and replaying keep nothing of a deal but its words
ROUNDS = sized(5, 1)
_VERBS = {
    ev.DRAW: "Draw", ev.DISCARD: "Play", ev.CHOW: "Chi", ev.PUNG: "Peng", ev.CLAIMED_KONG: "Gang",
    ev.CONCEALED_KONG: "AnGang", ev.PROMOTED_KONG: "BuGang", ev.HU: "Hu",
}  # fmt: skip


@cache
def records(game: str) -> list[Record]:
    """Return deals with their wins, fans and scores as recorded."""
    found = []
    rules = FORMATS["competition-text"].rules if game == "botzone" else "default"
    for record in played(DEALS, game, SEED, claiming=0.1, aiming=True, rules=rules):
        if game == "botzone":
            record = replace(record, format="competition-text", game="", rules="")
        replayed = replay(record)
        fans = {
            win.seat: tuple(RecordedFan(fan.chinese, times, None, fan) for fan, times in win.fans.items())
            for win in replayed.wins
        }
        wins = tuple(win._replace(fans=fans[win.seat]) for win in record.result.wins)
        found.append(replace(record, result=record.result._replace(wins=wins)))
    return found


@cache
def text() -> bytes:
    """Return the deals of personal walls as competition text."""
    parts = []
    for number, record in enumerate(records("botzone")):
        lines = [f"Match {number:024x}", f"Wind {record.prevalent}"]
        lines += [
            f"Player {seat} Deal {' '.join(BOTZONE_NAMES[tile] for tile in hand)}"
            for seat, hand in enumerate(record.hands)
        ]
        source = record.win_source
        passed = ""
        for kind, seat, tile, detail in ev.as_array(record.events).tolist():
            shown = BOTZONE_NAMES.get(source.tile if kind == ev.HU and source else tile)
            if kind == ev.PASSED_CLAIM:
                passed += f" Ignore Player {seat} {_VERBS[detail]} {BOTZONE_NAMES.get(tile, '')}"
            elif kind != ev.NO_WINNER:
                lines.append(f"Player {seat} {_VERBS[kind]} {shown}{passed}")
                passed = ""
        wins = record.result.wins
        fans = "+".join(f"{Fan(fan.fan).chinese}*{fan.times}" for fan in wins[0].fans or () if fan.fan) if wins else ""
        lines.append(f"Fan {wins[0].total} {fans}" if wins else "Huang")
        lines.append("Score " + " ".join(map(str, record.result.scores or (0, 0, 0, 0))))
        parts.append("\n".join(lines) + "\n\n")
    return "".join(parts).encode()


@cache
def own_lines() -> bytes:
    return "".join(to_json(record) + "\n" for record in records("botzone")).encode()


def drained(work: Callable[[], Any]) -> int:
    return sum(1 for _ in work())


@pytest.mark.parametrize("game", ["botzone", "ordinary"])
def test_replay(benchmark: Any, game: str) -> None:
    many = records(game) * COPIES
    assert all(one.agrees for one in replay_many(many[:100]))  # type: ignore[union-attr]
    done = benchmark.pedantic(drained, (lambda: replay_many(many),), rounds=ROUNDS, warmup_rounds=1)
    assert done == len(many)
    walls = "personal walls" if game == "botzone" else "one wall, flowers"
    note(benchmark, f"replay of records, {walls}, one thread", "fastmcr", "µs a deal", per=len(many))


@pytest.mark.parametrize("form", ["competition text", "own JSON Lines"])
def test_read(benchmark: Any, form: str) -> None:
    raw = (text() if form == "competition text" else own_lines()) * COPIES
    done = benchmark.pedantic(drained, (lambda: read_records(raw),), rounds=ROUNDS, warmup_rounds=1)
    assert done == DEALS * COPIES
    note(benchmark, f"reading records, {form}", "fastmcr", "µs a deal", per=done)


def test_read_and_replay(benchmark: Any) -> None:
    raw = text() * COPIES
    if QUICK:
        assert all(one.agrees for one in replay_many(read_records(raw)))  # type: ignore[union-attr]
    done = benchmark.pedantic(drained, (lambda: replay_many(read_records(raw)),), rounds=ROUNDS, warmup_rounds=1)
    assert done == DEALS * COPIES
    note(benchmark, "reading and replaying competition text, one thread", "fastmcr", "µs a deal", per=done)


def test_write(benchmark: Any) -> None:
    from fastmcr.records import write_records

    many = records("botzone") * COPIES
    done = benchmark.pedantic(lambda: write_records(many, io.StringIO(), "fastmcr"), rounds=ROUNDS, warmup_rounds=1)
    assert done == len(many)
    note(benchmark, "writing own JSON Lines", "fastmcr", "µs a deal", per=done)
