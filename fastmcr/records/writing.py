"""Writing records to files, as PMN or as our own JSON Lines."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import IO, cast

from ..errors import InputError, shown
from ..files.output import written_out
from .formats.registry import FORMATS, WRITTEN
from .model import Record

__all__ = ["write_records"]


def write_records(
    records: Iterable[Record],
    target: str | os.PathLike[str] | IO[str],
    format: str | None = None,
    *,
    overwrite: bool = True,
) -> int:
    """Write records to a file.

    Parameters
    ----------
    records : iterable of Record
        They are written as they come.
    target : path or open text file
        A file that is there is replaced once all is written; ``-`` is standard output.
    format : {"fastmcr", "pmn"}, optional
        By default the ending tells it: ``.jsonl`` and ``.ndjson`` are our own lines, ``.pmn`` is PMN.
    overwrite : bool, default True
        Whether a file that is there may be replaced.

    Returns
    -------
    int
        Number of records written.

    Raises
    ------
    RecordError
        If the format cannot hold a record.
    FileError
        If the file cannot be written.
    InputError
        If the format is not known, or something else than a Record is among the records.

    Examples
    --------
    >>> import io
    >>> write_records([], io.StringIO(), "pmn")
    0
    """
    path = Path(target) if isinstance(target, str | os.PathLike) else None
    chosen = format or (WRITTEN.get(path.suffix.lower()) if path is not None else None)
    names = list(dict.fromkeys(WRITTEN.values()))
    if chosen not in names:
        said = "" if format is None else f", not {shown(format)}"
        raise InputError(f"records are written as {' or '.join(names)}{said}; the ending .jsonl or .pmn tells it too")
    if path is None:
        return _write(records, cast("IO[str]", target), chosen)
    with (
        written_out(path, overwrite=overwrite) as unfinished,
        open(unfinished, "w", encoding="utf-8", newline="\n") as file,
    ):
        return _write(records, file, chosen)


def text_of(record: Record, name: str) -> str:
    """Return a record as text of a format that has a writer, with the line ends that follow it in a file."""
    module, _, function = FORMATS[name].writer.partition(":")
    writer: Callable[[Record], str] = getattr(import_module(f".formats.{module}", __package__), function)
    text = writer(record)
    return text + "\n" * (not text.endswith("\n")) + "\n" * FORMATS[name].gap


def _write(records: Iterable[Record], file: IO[str], format: str) -> int:
    number = 0
    for number, record in enumerate(records, 1):
        if not isinstance(record, Record):
            raise InputError(f"record {number} is {shown(record)}, not a Record")
        file.write(text_of(record, format))
    return number
