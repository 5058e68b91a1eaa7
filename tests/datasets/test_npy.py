"""Concealed tiles from .npy files."""

from __future__ import annotations

import io
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from arrow_hands import WINS, refusal
from populations import random_hands

from fastmcr import HandBatch, score_batch, shanten_batch


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int64, np.dtype(">i4"), np.uint16])
@pytest.mark.parametrize("order", ["C", "F"])
def test_npy(tmp_path: Path, dtype: npt.DTypeLike, order: Any) -> None:
    counts, _ = random_hands(100, 4, tiles=14)
    path = tmp_path / "hands.npy"
    np.save(path, np.asarray(counts, dtype, order=order))
    for source in (path, str(path)):
        batch = HandBatch.from_npy(source)
        assert not batch.concealed.flags.owndata
        assert not batch.concealed.flags.writeable
        assert np.array_equal(shanten_batch(batch).values, shanten_batch(counts).values)
        assert batch.win.tolist() == [255] * 100
    with path.open("rb") as file:
        assert np.array_equal(HandBatch.from_npy(file).concealed, counts)


def test_npy_with_other_columns() -> None:
    file = io.BytesIO()
    np.save(file, WINS.concealed)
    file.seek(0)
    names = ("melds", "win", "conditions", "prevalent", "seat", "flowers")
    batch = HandBatch.from_npy(file, **{name: getattr(WINS, name) for name in names})
    assert np.array_equal(score_batch(batch).points, score_batch(WINS).points)


def test_npy_of_no_rows(tmp_path: Path) -> None:
    np.save(tmp_path / "none.npy", np.zeros((0, 34), np.uint8))
    assert len(HandBatch.from_npy(tmp_path / "none.npy")) == 0


def test_npy_refused(tmp_path: Path) -> None:
    def said(content: Any, **columns: Any) -> str:
        path = tmp_path / "x.npy"
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            np.save(path, content, allow_pickle=True)
        return refusal(lambda: HandBatch.from_npy(path, **columns)).replace(f"{tmp_path}/", "")

    good = io.BytesIO()
    np.save(good, np.zeros((5, 34), np.uint8))
    assert said(np.zeros((3, 33), int)) == "x.npy holds int64 of shape (3, 33); it must hold integers of shape (n, 34)"
    assert said(np.zeros(34, int)) == "x.npy holds int64 of shape (34,); it must hold integers of shape (n, 34)"
    assert said(np.zeros((1, 34))) == "x.npy holds float64 of shape (1, 34); it must hold integers of shape (n, 34)"
    assert said(np.zeros((1, 34), bool)) == "x.npy holds bool of shape (1, 34); it must hold integers of shape (n, 34)"
    assert said(np.array([{}] * 34)).startswith("x.npy is no .npy file of integers: ")
    for content in (b"", b"no", b"x" * 200, good.getvalue()[:-1], good.getvalue()[:50], pickle.dumps([1])):
        assert said(content).startswith("x.npy is no .npy file of integers: ")
        assert refusal(lambda content=content: HandBatch.from_npy(io.BytesIO(content))).startswith(
            "the file is no .npy file of integers: "
        )
    assert refusal(lambda: HandBatch.from_npy(tmp_path / "none.npy")).endswith("none.npy: No such file or directory")
    assert refusal(lambda: HandBatch.from_npy(tmp_path)).endswith(": Is a directory")
    assert refusal(lambda: HandBatch.from_npy(4)) == "source must be a path or a binary file, not 4"  # type: ignore[arg-type]
    assert said(good.getvalue(), found=1) == (
        "no column 'found'; there are melds, win, conditions, prevalent, seat, flowers"
    )
    assert said(good.getvalue(), win=[1]) == "win must have shape (5,), not (1,)"
