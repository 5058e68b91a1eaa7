"""The languages that are spoken here, and the words of the rulebook in each: one catalogue a language, by ids.

The one list of languages is `LANGUAGES`. It loads no numpy, for the help of the command line.
"""

from __future__ import annotations

from ...errors import InputError, shown
from . import en, zh

__all__ = ["LANGUAGES", "check_language", "principle_text", "reason_text", "source_text"]

_CATALOGUES = {"en": en, "zh": zh}
LANGUAGES = tuple(_CATALOGUES)


def check_language(lang: object) -> str:
    """Return the language if it is one of those spoken here.

    Examples
    --------
    >>> check_language("zh")
    'zh'
    """
    if not (isinstance(lang, str) and lang in LANGUAGES):
        raise InputError(f"lang must be {' or '.join(map(repr, LANGUAGES))}, not {shown(lang)}")
    return lang


def reason_text(why: str, lang: str) -> str:
    """Return why a fan does not count beside another.

    Examples
    --------
    >>> reason_text("win-on-a-draw", "en"), reason_text("win-on-a-draw", "zh")
    ('it is a win on a draw', '必为自摸')
    """
    text: str = _CATALOGUES[lang].REASONS[why]
    return text


def principle_text(principle: str, lang: str) -> str:
    """Return the name of a principle of scoring."""
    text: str = _CATALOGUES[lang].PRINCIPLES[principle]
    return text


def source_text(source: str, lang: str) -> str:
    """Return the source of a fan, a ruling or a principle.

    Examples
    --------
    >>> source_text("MCR fan 47, ruling A4c", "zh")
    '番种47，裁定A4c'
    """
    for word, there in _CATALOGUES[lang].SOURCE_WORDS.items():
        source = source.replace(word, there)
    return source
