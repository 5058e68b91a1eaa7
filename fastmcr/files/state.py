"""Small files of our own that say how far some work has come: JSON with a digest of its own bytes.

What a crash, a full disk or a power loss has left under their names is told from what was written before any of it is
parsed: a file that is cut short, empty, full of zeros or of another program counts as damaged, never as an answer.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from typing import Any

from ..errors import ResumeError
from .atomic import written_whole
from .json_depth import read_json

__all__ = ["as_plain", "digest_of", "digest_of_file", "read_state", "write_state"]

MOST_BYTES = 1 << 28  # of a state: a job of ten thousand million rows has a hundredth of it
_SEALED = re.compile(rb'\{"sha256": "([0-9a-f]{64})", "state": (.*)\}\n', re.DOTALL)


def as_plain(data: Any) -> Any:
    """Return data as it comes back from JSON: tuples as lists."""
    return json.loads(json.dumps(data))


def digest_of(data: Any) -> str:
    """Return what tells data that JSON can hold from any other."""
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()


def digest_of_file(path: str) -> str:
    """Return the SHA-256 of a file, at 1.5 GB a second; other threads go on meanwhile."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_state(path: str, data: Any) -> None:
    """Write data that JSON can hold to a file of its own; it appears when it is whole and on the disk.

    Raises
    ------
    FileError
        If it cannot be written.
    """
    body = json.dumps(data).encode()
    assert len(body) < MOST_BYTES, "a state is small"
    with written_whole(path) as unfinished, open(unfinished, "wb") as file:
        file.write(b'{"sha256": "%s", "state": %s}\n' % (hashlib.sha256(body).hexdigest().encode(), body))


def read_state(path: str) -> Any:
    """Return the data that `write_state` wrote.

    Raises
    ------
    OSError
        If the file is not there, or cannot be opened.
    ResumeError
        If it is not as it was written.
    """
    sealed = _SEALED.fullmatch(_content(path))
    if sealed is None or hashlib.sha256(sealed[2]).hexdigest().encode() != sealed[1]:
        raise ResumeError(f"{path} is damaged: it is not as it was written")
    try:
        return read_json(sealed[2])
    except ValueError:
        raise ResumeError(f"{path} is damaged: it holds no JSON of ours") from None


def _content(path: str) -> bytes:
    """Return the bytes of a plain file of bounded size; never wait for a pipe that has its name."""
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise ResumeError(f"{path} is damaged: it is no plain file")
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ResumeError(f"{path} is damaged: it has more than {MOST_BYTES} bytes")
    return content
