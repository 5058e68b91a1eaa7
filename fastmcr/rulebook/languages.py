"""The languages that are spoken here: the one list of them. It loads no numpy, for the help of the command line."""

from __future__ import annotations

from typing import Any

from ..errors import InputError, shown

__all__ = ["LANGUAGES", "check_language"]

LANGUAGES = ("en", "zh")


def check_language(lang: Any) -> str:
    """Return the language if it is one of those spoken here.

    Examples
    --------
    >>> check_language("zh")
    'zh'
    """
    if not (isinstance(lang, str) and lang in LANGUAGES):
        raise InputError(f"lang must be {' or '.join(map(repr, LANGUAGES))}, not {shown(lang)}")
    return lang
