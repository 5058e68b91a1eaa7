"""Damaged records: an error or a disagreement, and never anything else."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from record_samples import (
    ENV,
    PMN,
    SAMPLES,
    botzone,
    changed,
    env,
    needs_logs,
    packed,
    places,
    read,
    salasasa,
    tziakcha,
)

from fastmcr.errors import McrError, RecordError
from fastmcr.records import Record, Replayed, from_json, read_records, replay_many, to_json

WRONG = (None, True, -1, 7, 10**20, 1.5, "", "W1", "xxx", [], {}, [1], ...)
BYTES = b'0123456789WBTFJcdbwrfzTDHCPZABRNE \n"[]{},:\xff\x00'


def outcome(raw: bytes) -> Counter[str]:
    """Read and replay; return how often what came of it."""
    try:
        found = list(read_records(raw))
    except McrError:
        return Counter(["refused"])
    count: Counter[str] = Counter()
    for one, replayed in zip(found, replay_many(found), strict=True):
        assert str(replayed)
        if isinstance(one, RecordError):
            count["broken"] += 1
            continue
        assert isinstance(one, Record)
        assert str(one)
        assert from_json(to_json(one)) == one
        count["agrees" if isinstance(replayed, Replayed) and replayed.agrees else "disagrees"] += 1
    return count


def documents() -> dict[str, Any]:
    made: dict[str, Any] = {"botzone": botzone(), "tziakcha": tziakcha(), "packed": packed(tziakcha())}
    if ENV.exists():
        made |= {"env": env(), "salasasa": salasasa(), "own": json.loads(to_json(read(PMN[1])[0]))}
    return made


@pytest.mark.parametrize("name", documents())
def test_a_wrong_value_at_any_place_of_json(name: str) -> None:
    document, rng = documents()[name], random.Random(name)
    paths = list(places(document))
    paths = [path for path in paths if len(path) <= 2] + rng.sample(paths, min(100, len(paths)))
    count: Counter[str] = Counter()
    for path in paths:
        for wrong in rng.sample(WRONG, 2):
            count += outcome(json.dumps(changed(document, path, wrong)).encode())
    assert count["broken"] > len(paths) // 4


@needs_logs
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_truncated_files_and_stray_bytes(path: Path) -> None:
    raw, rng = path.read_bytes()[:6000], random.Random(path.name)
    count: Counter[str] = Counter()
    for _ in range(40):
        count += outcome(raw[: rng.randrange(len(raw))])
    for _ in range(80):
        damaged = bytearray(raw)
        for _ in range(rng.choice((1, 2, 5))):
            damaged[rng.randrange(len(raw))] = rng.choice(BYTES)
        count += outcome(bytes(damaged))
    assert count["broken"] > 60


@needs_logs
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_words_left_out_doubled_and_exchanged(path: Path) -> None:
    text, rng = path.read_text().replace("\r", "")[:6000], random.Random(path.name)
    mark = " " if " " in text[:200] else ","
    count: Counter[str] = Counter()
    for _ in range(60):
        words = text.split(mark)
        at, other = rng.randrange(len(words)), rng.randrange(len(words))
        change = rng.randrange(3)
        if change == 0:
            del words[at]
        elif change == 1:
            words.insert(at, words[other])
        else:
            words[at], words[other] = words[other], words[at]
        count += outcome(mark.join(words).encode())
    assert count["broken"] + count["disagrees"] + count["refused"] > 30
