"""How deep JSON is nested, told before anything reads it: readers call themselves for every bracket, and die of many.

Arrow's reader ends the process at some ten thousand brackets, the one of Python raises RecursionError at a thousand or
so, depending on where it is called. So all JSON comes in through `read_json`, or through `deep_lines` for JSON Lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import InputError

__all__ = ["MAX_DEPTH", "TOO_DEEP", "deep_lines", "is_too_deep", "read_json"]

MAX_DEPTH = 64
"""Brackets that may be open at a time. The deepest format that is read here, a match of Botzone, has 9 of them."""
TOO_DEEP = f"is nested more than {MAX_DEPTH} brackets deep"

Flags = npt.NDArray[np.bool_]

_QUOTE, _NEWLINE = 34, 10
_AS_ONE = bytes.maketrans(b"{}", b"[]")
_OPENING = bytes(set(range(256)) - set(b"[{\n"))
_MARKS = bytes(set(range(256)) - set(b'[]{}"'))
_LINE_MARKS = bytes(set(range(256)) - set(b'[]{}"\n'))
_PIECE = 1 << 20  # marks looked at together


def read_json(text: str | bytes, **options: Any) -> Any:
    """Return what JSON stands for, as `json.loads` does.

    Parameters
    ----------
    text : str or bytes
        Bytes are UTF-8.
    **options
        Of `json.loads`.

    Raises
    ------
    InputError
        If it is nested too deep; it is a ValueError, as all that `json.loads` raises.

    Examples
    --------
    >>> read_json('{"a": [1]}')
    {'a': [1]}
    >>> read_json("[" * 100_000)
    Traceback (most recent call last):
    fastmcr.errors.InputError: the JSON is nested more than 64 brackets deep
    """
    if is_too_deep(text):
        raise InputError(f"the JSON {TOO_DEEP}")
    return json.loads(text.decode() if isinstance(text, bytes) else text, **options)


def is_too_deep(text: str | bytes) -> bool:
    r"""Return whether more than `MAX_DEPTH` brackets are open at some place of a JSON document.

    Brackets in strings do not count. What stands behind the first mistake is of no matter, as no reader comes there.

    Examples
    --------
    >>> is_too_deep("[" * 64 + "]" * 64), is_too_deep("[" * 65), is_too_deep('["\\"' + "[" * 65 + '"]')
    (False, True, False)
    """
    if isinstance(text, str):
        if text.count("[") + text.count("{") <= MAX_DEPTH:
            return False
        text = text.encode("utf-8", "surrogatepass")
    elif text.count(b"[") + text.count(b"{") <= MAX_DEPTH:
        return False
    depth, inside = 0, False
    for marks in _pieces(_without_escapes(text).translate(_AS_ONE, _MARKS)):
        quoted = np.logical_xor.accumulate(marks == _QUOTE) ^ inside
        depths = depth + np.cumsum(_steps(marks, quoted), dtype=np.int32)
        if depths.max() > MAX_DEPTH:
            return True
        depth, inside = int(depths[-1]), bool(quoted[-1])
    return False


def deep_lines(data: bytes) -> Flags | None:
    r"""Return which lines of JSON Lines are nested too deep, None where none is.

    Parameters
    ----------
    data : bytes
        Lines, some megabytes of them.

    Returns
    -------
    (n,) bool or None
        n is the number of newlines, and one more if there is no newline at the end.

    Examples
    --------
    >>> deep_lines(b'{"hand":"[123m]"}\n' * 100)
    >>> deep_lines(b"[1]\n" + b"[" * 65 + b"\n{}").tolist()
    [False, True, False]

    Notes
    -----
    Where no line has so many opening brackets at all, which is nearly always, that is seen after one pass over the
    bytes, about a twentieth of the time that Arrow takes to read them.
    """
    if b"[" * (MAX_DEPTH + 1) not in data.translate(_AS_ONE, _OPENING):
        return None
    marks = np.frombuffer(_without_escapes(data).translate(_AS_ONE, _LINE_MARKS), np.uint8)
    ends = np.flatnonzero(marks == _NEWLINE)
    starts = np.concatenate([[0], ends + 1])
    starts = starts[: len(starts) - data.endswith(b"\n")]
    lengths = np.diff(starts, append=len(marks))
    quotes = _counted(marks == _QUOTE, starts, lengths)
    depths = _counted(_steps(marks, quotes % 2 == 1), starts, lengths)
    deep = np.bincount(np.repeat(np.arange(len(starts)), lengths)[depths > MAX_DEPTH], minlength=len(starts)) > 0
    return deep if deep.any() else None


def _counted(steps: npt.NDArray[Any], starts: npt.NDArray[np.intp], lengths: npt.NDArray[np.intp]) -> Any:
    """Return the running sum, which begins anew in each line."""
    sums = np.concatenate([[0], np.cumsum(steps, dtype=np.int32)])
    return sums[1:] - np.repeat(sums[starts], lengths)


def _steps(marks: npt.NDArray[np.uint8], quoted: Flags) -> npt.NDArray[np.int8]:
    """Return 1 for an opening bracket, -1 for a closing one, 0 for others and for all in strings."""
    steps = (marks == ord("[")).astype(np.int8) - (marks == ord("]"))
    return np.where(quoted, np.int8(0), steps)


def _without_escapes(data: bytes) -> bytes:
    return data.replace(rb"\\", b"").replace(rb"\"", b"") if b"\\" in data else data


def _pieces(marks: bytes) -> Iterator[npt.NDArray[np.uint8]]:
    whole = np.frombuffer(marks, np.uint8)
    for start in range(0, len(whole), _PIECE):
        yield whole[start : start + _PIECE]
