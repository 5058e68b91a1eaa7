"""The languages that are spoken here, and the words of the rulebook in each: one catalogue a language, by ids.

The one list of languages is `LANGUAGES`. It loads no numpy, for the help of the command line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import InputError, shown
from . import en, zh

__all__ = [
    "LANGUAGES",
    "check_language",
    "name_in",
    "phrase",
    "principle_text",
    "reason_text",
    "source_text",
    "text_in",
    "tile_words",
]

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


def phrase(which: str, lang: str, **values: object) -> str:
    """Return what is printed around hands and fans, by its id; in English where a language has no words for it.

    Examples
    --------
    >>> phrase("shanten-of", "en", value=2), phrase("shanten-of", "zh", value=2)
    ('2-shanten', '2向听')
    """
    text: str = _CATALOGUES[lang].PHRASES.get(which) or en.PHRASES[which]
    return text.format(**values) if values else text


def name_in(named: Any, lang: str) -> str:
    """Return the name of a fan or a wind.

    Examples
    --------
    >>> from fastmcr import Fan
    >>> name_in(Fan.ALL_PUNGS, "en"), name_in(Fan.ALL_PUNGS, "zh")
    ('All Pungs', '碰碰和')
    """
    catalogue = _CATALOGUES[lang]
    names: Mapping[str, str] = getattr(catalogue, "NAMES", {})
    return names.get(named.name) or str(getattr(named, catalogue.NAME))


def text_in(named: Any, field: str, lang: str) -> str:
    """Return a text of a fan, a switch or a note; in English where there is none in the language.

    Examples
    --------
    >>> from fastmcr import Fan
    >>> text_in(Fan.ALL_CHOWS, "definition", "zh")
    '四副顺子，序数牌作将。'
    """
    ending: str = getattr(_CATALOGUES[lang], "FIELDS", "")
    text: str = getattr(named, field + ending, "") or getattr(named, field)
    return text


def tile_words(lang: str) -> Mapping[str, str] | None:
    """Return the words for suits and honors by their letters; None where tiles are written as in the notation."""
    words: Mapping[str, str] | None = getattr(_CATALOGUES[lang], "TILES", None)
    return words
