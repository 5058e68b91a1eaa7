"""Hands with known answers through the scorer, one by one and as a batch."""

from __future__ import annotations

from typing import Any

import pytest
from cases import EXCEPTIONS, KNITTED_BODY, MELD_KINDS, check_foreign, numbered
from shared_files import case_rows, needs, rows_of
from strategies import refusal

from fastmcr import ConditionError, Hand, HandBatch, Meld, RowsError, Rules, Score, score, score_batch

WORKED = "worked_hands.jsonl"
FOREIGN = ("mcr_fan_gbmahjong.jsonl", "mcr_hands_mahjong_algorithm.jsonl")
BOOK_PRESETS = ("default", "mil", "wmo2014")


def hand_of(row: dict[str, Any]) -> Hand:
    """Return the hand that the fields of a row tell."""
    melds = []
    for meld in row["melds"]:
        kind, tiles = MELD_KINDS.get(meld["kind"], meld["kind"]), meld["tiles"]
        if kind.endswith("kong"):
            melds.append(Meld.kong(tiles, kind=kind.removesuffix("_kong")))
        else:
            melds.append(Meld.chow(tiles) if kind == "chow" else Meld.pung(tiles))
    return Hand(
        row["concealed"],
        melds,
        row["win"],
        prevalent=row["prevalent"],
        seat=row["seat"],
        self_drawn=row["self_drawn"],
        last_tile=row["last_of_kind"],
        wall_last=row["wall_last"],
        replacement=row["about_kong"] and row["self_drawn"],
        robbed_kong=row["about_kong"] and not row["self_drawn"],
        flowers=row["flowers"],
    )


def counts_of(result: Score) -> dict[int, int]:
    return {int(fan): count for fan, count in result.fans.items()}


@pytest.mark.parametrize("row", case_rows(WORKED))
def test_worked_hand(row: dict[str, Any]) -> None:
    hand = hand_of(row)
    if "hand" in row:
        assert Hand.parse(row["hand"]) == hand
    if "error" in row:
        for preset in BOOK_PRESETS:
            with pytest.raises(ConditionError):
                score(hand, preset)
        return
    for preset in BOOK_PRESETS:
        assert score(hand, preset).total == row["totals_by_preset"].get(preset, row["total"]), preset
    result = score(hand)
    assert result.points == row["total"] - row["flowers"]
    if not row["equal_alternatives"]:
        assert counts_of(result) == numbered(row["fans"])


@needs(f"cases/{WORKED}")
@pytest.mark.parametrize("preset", BOOK_PRESETS)
def test_worked_hands_as_a_batch(preset: str) -> None:
    rows = rows_of(WORKED)
    hands = [hand_of(row) for row in rows]
    result = score_batch(HandBatch.from_hands(hands), preset, on_error="mark")
    assert len(result) == 350
    for i, row in enumerate(rows):
        if "error" in row:
            assert result.status[i] == 7
            continue
        assert result.total[i] == row["totals_by_preset"].get(preset, row["total"]), row["id"]
        one = score(hands[i], preset)
        assert (result.fans(i), tuple(result.reading[i].tolist())) == (one.fans, one.reading.row)


@needs(f"cases/{WORKED}")
def test_worked_hands_as_text() -> None:
    rows = [row for row in rows_of(WORKED) if "hand" in row and "error" not in row]
    totals = score_batch(HandBatch.from_strings([row["hand"] for row in rows])).total
    assert totals.tolist() == [row["total"] for row in rows]


@pytest.mark.parametrize("row", case_rows(*FOREIGN))
def test_foreign_hand(row: dict[str, Any]) -> None:
    hand = hand_of(row)
    batch = HandBatch.from_hands([hand])
    error = refusal(lambda: score(hand, "mil"))
    if error is not None:
        assert type(error) is ConditionError
        check_foreign(row, None, {})
        with pytest.raises(RowsError) as raised:
            score_batch(batch, "mil")
        assert raised.value.reasons == [str(error)]
        return
    result = score(hand, "mil")
    check_foreign(row, result.total, counts_of(result))
    rows = score_batch(batch, "mil")
    assert (int(rows.total[0]), rows.fans(0)) == (result.total, result.fans)


@needs(*(f"cases/{name}" for name in FOREIGN))
def test_every_exception_has_its_row() -> None:
    ids = {row["id"] for name in FOREIGN for row in rows_of(name)}
    assert set(EXCEPTIONS) <= ids


@needs(*(f"cases/{name}" for name in FOREIGN))
def test_the_other_reading_of_a_knitted_wait() -> None:
    """Where only the wait of a knitted body parts us from a source, the switch gives the source's answer."""
    rows = [row for name in FOREIGN for row in rows_of(name) if EXCEPTIONS.get(row["id"], ("",))[0] == KNITTED_BODY]
    rules = Rules.preset("mil").replace(knitted_body_wait="ignore")
    for row in rows:
        wanted = {row.get("expected_total_incl_flowers"), *row.get("computed_totals", {}).values()}
        assert score(hand_of(row), rules).total in wanted
