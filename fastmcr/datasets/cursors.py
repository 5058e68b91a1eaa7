"""Pieces of a large unit, read one after the other by whoever comes: the reader of the unit stays open between them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from ..errors import FileError
from .job import READERS, Job, Piece
from .sources import Batches

__all__ = ["close_cursors", "read_piece"]

KEPT = 16  # open readers, of as many units in work at once; one that is dropped is opened again where it is needed


class _Cursor:
    """A unit that is being read, and how far."""

    def __init__(self, job: Job, piece: Piece) -> None:
        self.job = job
        self.piece = piece
        self.lock = threading.Lock()
        self._restart()

    def _restart(self) -> None:
        self.at = 0
        self.left: Any = None
        self.batches = _stream(self.job, self.piece)

    def take(self, skip: int, rows: int) -> list[Any]:
        """Return rows from a place on; a place before the current one means to begin again."""
        with self.lock:
            if skip < self.at:
                self._restart()
            try:
                self._advance(skip - self.at, None)
                taken: list[Any] = []
                self._advance(rows, taken)
            except BaseException:
                self._restart()
                raise
            return taken

    def _advance(self, rows: int, taken: list[Any] | None) -> None:
        while rows:
            batch = self.left if self.left is not None else next(self.batches, None)
            if batch is None:
                return
            used = min(rows, batch.num_rows)
            if taken is not None and used:
                taken.append(batch.slice(0, used))
            self.left = batch.slice(used) if used < batch.num_rows else None
            self.at += used
            rows -= used


_cursors: OrderedDict[tuple[str, str, int], _Cursor] = OrderedDict()
_lock = threading.Lock()


def _stream(job: Job, piece: Piece) -> Batches:
    source = job.wish.inputs[piece.source]
    units = range(piece.first, piece.last + 1)
    return READERS[source.format].stream(source.path, units, job.details[piece.source], job.schema, job.batch_rows)


def read_piece(job: Job, piece: Piece) -> Batches:
    """Yield the rows of a piece of a job as record batches, as they stand in its file.

    Raises
    ------
    FileError
        If the file cannot be read, or has not the rows that were planned.

    Notes
    -----
    Parquet can be read from the beginning of a row group only. So that the pieces of a row group cost no more than the
    whole, each piece goes on where the one before it ended, if the same process reads both.
    """
    batches = _stream(job, piece) if piece.whole else _taken(job, piece)
    rows = 0
    for batch in batches:
        rows += batch.num_rows
        yield batch
    if rows != piece.rows:
        path = job.wish.inputs[piece.source].path
        raise FileError(f"{path} has {rows} rows where {piece.rows} were found before", path=path)


def _taken(job: Job, piece: Piece) -> Batches:
    key = (job.wish.output, job.wish.inputs[piece.source].path, piece.first)
    with _lock:
        cursor = _cursors.get(key)
        # A job of the same name may be another one: then the reader is of no use.
        if cursor is None or cursor.job != job:
            cursor = _cursors[key] = _Cursor(job, piece)
        _cursors.move_to_end(key)
        while len(_cursors) > KEPT:
            _cursors.popitem(last=False)
    taken = cursor.take(piece.skip, piece.rows)
    if piece.skip + piece.rows == piece.of:
        with _lock:
            _cursors.pop(key, None)
    taken.reverse()  # so that each can be let go when it has been used
    while taken:
        yield taken.pop()


def close_cursors(job: Job) -> None:
    """Close the readers that a job has left open."""
    with _lock:
        for key in [key for key in _cursors if key[0] == job.wish.output]:
            del _cursors[key]
