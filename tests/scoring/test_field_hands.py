"""Hands from public reports, tests and forums: points, shanten and waits that people asked about."""

from __future__ import annotations

from typing import Any

import pytest
from shared_files import case_rows

from fastmcr import Hand, HandBatch, score, score_batch, shanten, useful_tiles, waits

FILE = "field_hands.jsonl"


def rows_with(field: str) -> list[Any]:
    """Return the rows that expect something; the skipped parameter where the file is not there."""
    return [row for row in case_rows(FILE) if row.values[0] is None or field in row.values[0]]


@pytest.mark.parametrize("row", rows_with("expect_points"))
def test_points(row: dict[str, Any]) -> None:
    result = score(row["hand"], row["rules"])
    assert (result.points, result.legal) == (row["expect_points"], row["expect_legal"])
    assert (result.flowers, result.total) == (row["flowers"], row["expect_points"] + row["flowers"])
    flags = str(Hand.parse(row["hand"])).split("|")[1]
    assert flags == row["flags"]
    batch = score_batch(HandBatch.from_strings([row["hand"]]), row["rules"])
    assert (batch.points.item(), batch.legal.item()) == (row["expect_points"], row["expect_legal"])


@pytest.mark.parametrize("row", rows_with("expect_shanten"))
def test_shanten(row: dict[str, Any]) -> None:
    melds = {} if row["melds"] is None else {"melds": row["melds"]}
    assert getattr(shanten(row["hand"], **melds), row["form"]) == row["expect_shanten"]
    if row["expect_useful"] is not None:
        found = useful_tiles(row["hand"], form=row["form"], **melds)
        assert {str(tile): left for tile, left in found.items()} == row["expect_useful"]


@pytest.mark.parametrize("row", rows_with("expect_waits"))
def test_waits(row: dict[str, Any]) -> None:
    found = waits(row["hand"], rules=row["rules"])
    assert sorted(map(str, found)) == sorted(row["expect_waits"])
    assert sorted(map(str, found.live)) == sorted(row["expect_live"])
