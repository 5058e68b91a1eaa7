"""Replaying records in the engine, and reporting where record and engine disagree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from ...errors import InputError, RecordError, shown
from ..model import Record

if TYPE_CHECKING:
    from .findings import Replayed

__all__ = ["replay", "replay_many"]

AT_ONCE = 4096  # deals that are replayed together


def replay(record: Record) -> Replayed:
    r"""Replay a record in the engine and say where they disagree.

    Parameters
    ----------
    record : Record
        As `read_records` yields it.

    Returns
    -------
    Replayed

    Raises
    ------
    RecordError
        If the record names a game or rules that do not exist.
    InputError
        If it is no Record, or holds events that do not exist.

    Notes
    -----
    Game and rules are those of its format (`profile_of`). Tiles that were not drawn are filled up. A deal is followed
    to the first move that cannot be; disagreements about claims that lost, walls and the result do not stop it.

    Examples
    --------
    >>> from fastmcr.records import read_records
    >>> hands = "c1234d123b123w12r1f c5678d456b456w12r1f c1299d789b789w34r2f c35d159b159w334r23f"
    >>> text = f'[PWind "E"]\n[Deal "{hands}"]\n[Play "T0c9D0c8"]'
    >>> [record] = read_records(text.encode())
    >>> print(replay(record))
    deal 1, line 1: 1 disagreement
      move 2 (E discard 8m), tile not held: E cannot discard 8m: no 8m is in the hand
    """
    if not isinstance(record, Record):
        raise InputError(f"a Record is replayed, not {shown(record)}")
    from .following import follow

    return follow(record)


def replay_many(records: Iterable[Record | RecordError]) -> Iterator[Replayed | RecordError]:
    """Replay many records, thousands at once.

    Parameters
    ----------
    records : iterable of Record or RecordError
        As `read_records` yields them.

    Yields
    ------
    Replayed or RecordError
        In the order given; errors as they come. Each as `replay` returns it.

    Raises
    ------
    InputError
        If something else is among them.

    Examples
    --------
    >>> list(replay_many([]))
    []
    """
    from .bulk_following import follow_many

    source = iter(records)
    while part := list(islice(source, AT_ONCE)):
        for place, one in enumerate(part):
            if not isinstance(one, Record | RecordError):
                raise InputError(f"item {place} is {shown(one)}, not a Record")
        yield from follow_many(part)
