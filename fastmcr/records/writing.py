"""Writing records to files, as PMN or as our own JSON Lines."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO, cast

from ..errors import InputError, shown
from ..files.output import written_out
from .formats.own_lines import to_json
from .formats.pmn_writing import to_pmn
from .model import Record

__all__ = ["write_records"]

WRITERS = {"fastmcr": to_json, "pmn": to_pmn}
_ENDINGS = {".jsonl": "fastmcr", ".ndjson": "fastmcr", ".pmn": "pmn"}


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
    chosen = format or (_ENDINGS.get(path.suffix.lower()) if path is not None else None)
    if chosen not in WRITERS:
        said = "" if format is None else f", not {shown(format)}"
        raise InputError(f"records are written as {' or '.join(WRITERS)}{said}; the ending .jsonl or .pmn tells it too")
    if path is None:
        return _write(records, cast("IO[str]", target), chosen)
    with (
        written_out(path, overwrite=overwrite) as unfinished,
        open(unfinished, "w", encoding="utf-8", newline="\n") as file,
    ):
        return _write(records, file, chosen)


def _write(records: Iterable[Record], file: IO[str], format: str) -> int:
    number = 0
    for number, record in enumerate(records, 1):
        if not isinstance(record, Record):
            raise InputError(f"record {number} is {shown(record)}, not a Record")
        text = WRITERS[format](record)
        file.write(text if text.endswith("\n") else text + "\n")
        if format == "pmn":
            file.write("\n")
    return number
