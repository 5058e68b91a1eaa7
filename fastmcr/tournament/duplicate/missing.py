"""What an event lacks: tables without a line for a board, boards nobody played, names that look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from .model import Event
from .outcome import EventWarning


def missing(event: Event) -> list[EventWarning]:
    """Return warnings for boards without results and tables without a line for a board of their group."""
    return [*_boards(event), *_tables(event)]


def _boards(event: Event) -> Iterator[EventWarning]:
    played = {result.board for result in event.results}
    for board in event.all_boards:
        if board.number not in played:
            text = f"board {board.number} is entered, but no table has a result on it"
            yield EventWarning("missing-board", text, board.number)


def _tables(event: Event) -> Iterator[EventWarning]:
    for result in sorted(event.results, key=lambda result: (result.board, result.group, natural(result.table))):
        if not result.played:
            text = f"board {result.board} was not played at table {result.table}{of_group(result.group)}"
            yield EventWarning("not-played", text, result.board, result.group)
    lines: dict[str, set[tuple[int, str]]] = {}
    for result in event.results:
        lines.setdefault(result.group, set()).add((result.board, result.table))
    for group in sorted(lines):
        for number, table in sorted(_absent(lines[group]), key=lambda pair: (pair[0], natural(pair[1]))):
            text = f"board {number} has no result of table {table}{of_group(group)}"
            yield EventWarning("missing-table", text, number, group)


def _absent(lines: set[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the boards that tables lack, of those that are played by the tables they share boards with.

    Tables that share no boards, even by way of others, belong to different sessions and owe each other nothing.
    """
    boards_at: dict[str, set[int]] = {}
    tables_on: dict[int, set[str]] = {}
    for board, table in lines:
        boards_at.setdefault(table, set()).add(board)
        tables_on.setdefault(board, set()).add(table)
    left = set(boards_at)
    while left:
        tables: set[str] = set()
        boards: set[int] = set()
        fresh = {left.pop()}
        while fresh:
            tables |= fresh
            boards |= {board for table in fresh for board in boards_at[table]}
            fresh = {table for board in boards for table in tables_on[board]} - tables
        left -= tables
        yield from ((board, table) for table in tables for board in boards - boards_at[table])


def similar_names(players: Iterable[str]) -> Iterator[EventWarning]:
    """Yield names of players that differ in case, blanks or the form of characters only."""
    seen: dict[str, str] = {}
    for name in sorted(players):
        key = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
        first = seen.setdefault(key, name)
        if first != name:
            text = f"players {first!r} and {name!r} have names that look alike; they are taken for two"
            yield EventWarning("similar-names", text, player=name)


def of_group(group: str) -> str:
    """Return the words that name a group."""
    return f" of group {group}" if group else ""


@lru_cache(maxsize=1 << 14)
def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts table 2 before table 10."""
    parts, digits = [], ""
    for char in f"{name}\0":
        if char.isascii() and char.isdigit():
            digits += char
            continue
        if digits:
            parts.append((0, int(digits[:4000]), digits))
            digits = ""
        parts.append((1, 0, char))
    return tuple(parts)
