"""What a row holds comes through every conversion as it was, or is refused: nothing is dropped on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from populations import random_wins
from support import scaled

from fastmcr import (
    ConditionError,
    Hand,
    HandBatch,
    HandError,
    InputError,
    McrError,
    score,
    score_batch,
    settle_batch,
    shanten_batch,
)
from fastmcr.hands.batch import STATUS_WORDS
from fastmcr.hands.hand import NO_TILE
from fastmcr.play import DealBatch
from fastmcr.rulebook.tiles import as_tiles, reorder

TEXT = "[EEE]123m456p789s5s5s"
WINS = random_wins(scaled(300), seed=41)
# Values that a column may not hold, in 64 bits and in those of the column.
ODD = {
    "concealed": (-1, 5, 255, 256, 2**40),
    "melds": (-1, 171, 254, 255, 256, 2**40),
    "win": (-1, 34, 254, 256, 2**40),
    "conditions": (-1, 32, 64, 255, 256, 257, 2**16, 2**16 + 1, 2**40),
    "prevalent": (-1, 4, 255, 256, 2**40),
    "seat": (-1, 4, 255, 256, 2**40),
    "flowers": (-1, 9, 255, 256, 2**40),
}


def spoiled() -> Iterator[Any]:
    """Yield columns and batches of a good row with one odd value."""
    good = HandBatch.from_strings([TEXT])
    for name, values in ODD.items():
        for value in values:
            columns = {column: getattr(good, column).astype(np.int64) for column in ODD}
            columns[name].reshape(-1)[0] = value
            yield pytest.param(HandBatch(**columns), id=f"{name}={value}")


@pytest.mark.parametrize("batch", [*spoiled()])
def test_an_odd_value_is_refused_everywhere(batch: HandBatch) -> None:
    status = score_batch(batch, on_error="mark").status
    assert status[0] > 0
    with pytest.raises(McrError):
        batch.hand(0)
    back = HandBatch.from_arrow(batch.to_arrow())
    assert score_batch(back, on_error="mark").status[0] > 0
    with pytest.raises(McrError):
        back.hand(0)
    moved = batch.permute_suits("psm")
    assert score_batch(moved, on_error="mark").status[0] == status[0]


def test_unknown_conditions_are_named() -> None:
    batch = HandBatch(**{name: getattr(HandBatch.from_strings([TEXT]), name) for name in ODD} | {"conditions": [33]})
    with pytest.raises(ConditionError, match=r"^conditions must be a sum of 1 self-drawn, .* not 33$"):
        batch.hand(0)


@pytest.mark.parametrize("status", range(1, len(STATUS_WORDS)))
def test_a_row_that_is_known_to_be_bad_is_no_hand(status: int) -> None:
    columns = {name: getattr(HandBatch.from_strings([TEXT]), name) for name in ODD}
    with pytest.raises(HandError, match=re.escape(f"row 0: {STATUS_WORDS[status]}")):
        HandBatch(**columns, status=[status]).hand(0)


@pytest.mark.parametrize("name", [name for name in ODD if name != "concealed"])
def test_a_null_is_no_zero(name: str) -> None:
    table = HandBatch.from_strings([TEXT, TEXT]).to_arrow()
    place = table.schema.get_field_index(name)
    column = pa.array([None, table.column(place)[1].as_py()], table.schema.field(place).type)
    batch = HandBatch.from_arrow(pa.RecordBatch.from_arrays(
        [column if i == place else one for i, one in enumerate(table.columns)], names=table.schema.names
    ))  # fmt: skip
    assert score_batch(batch, on_error="mark").status.tolist() == [9, 0]
    with pytest.raises(HandError, match="row 0: missing"):
        batch.hand(0)
    assert score_batch(HandBatch.from_arrow(batch.to_arrow()), on_error="mark").status.tolist() == [9, 0]
    assert score(batch.hand(1)) == score(TEXT)


def test_rows_and_hands_and_back() -> None:
    batch = HandBatch(**WINS._asdict())
    back = HandBatch.from_hands([batch.hand(row) for row in range(len(batch))])
    for name in set(ODD) - {"melds"}:
        np.testing.assert_array_equal(getattr(back, name), getattr(batch, name))
    assert [[code for code in row if code] for row in back.melds] == [
        [code for code in row if code]
        for row in batch.melds  # places that are left empty mean nothing
    ]


def test_a_hand_without_its_winning_tile_comes_back() -> None:
    hand = Hand.parse(TEXT[:-2])
    batch = HandBatch.from_hands([hand])
    assert batch.win.tolist() == [NO_TILE]
    assert batch.hand(0) == hand
    assert HandBatch.from_arrow(batch.to_arrow()).hand(0) == hand
    with pytest.raises(HandError, match="has no winning tile"):
        score(batch.hand(0))


@pytest.mark.parametrize("row", [2, -3, 2**70, 1.0, None, "0", True, [0]])
def test_rows_that_are_not_there(row: Any) -> None:
    batch = HandBatch.from_strings([TEXT, TEXT])
    for function in (batch.hand, score_batch(batch).fans, score_batch(batch).names):
        with pytest.raises(InputError, match=r"^there is no row .*; there are 2$"):
            function(row)
    assert score_batch(batch).fans(-1) == score_batch(batch).fans(1)


# Masked arrays


def masked(values: Any) -> Any:
    return np.ma.masked_array(values, np.ones(np.shape(values), bool))


COUNTS = np.asarray(WINS.concealed[:3])


MASKED: dict[str, Callable[[], object]] = {
    "status": lambda: HandBatch(**WINS._asdict(), status=masked(np.zeros(len(WINS.win), np.uint8))),
    "rows": lambda: HandBatch(**WINS._asdict())[masked([0, 1])],
    "from_tiles": lambda: HandBatch.from_tiles(masked(np.zeros((1, 14), int))),
    "from_strings": lambda: HandBatch.from_strings(masked([TEXT])),
    "shanten_batch": lambda: shanten_batch(masked(COUNTS)),
    "list of rows": lambda: shanten_batch([masked(row) for row in COUNTS]),
    "melds": lambda: shanten_batch(COUNTS, masked(np.zeros((3, 4), int))),
    "settle_batch": lambda: settle_batch(masked([[8, 0, 0, 0]]), [1]),
    "reorder": lambda: reorder(masked(COUNTS), "mcr", "tenhou"),
    "as_tiles": lambda: as_tiles(masked(COUNTS[0])),
    "step": lambda: DealBatch(2).step(masked([0, 0])),
    "from_seeds": lambda: DealBatch.from_seeds(masked([1, 2])),
}


@pytest.mark.parametrize("name", [*MASKED])
def test_a_mask_is_not_ignored(name: str) -> None:
    with pytest.raises(InputError):
        MASKED[name]()


@pytest.mark.parametrize("name", [*ODD])
def test_a_masked_column_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=f"^{name} is a masked array: "):
        HandBatch(**WINS._asdict() | {name: masked(getattr(WINS, name))})


def test_a_masked_array_is_called_one() -> None:
    with pytest.raises(InputError, match=r"^hands is a masked array: what is masked would count; "):
        shanten_batch(masked(COUNTS))
