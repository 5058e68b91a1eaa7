"""The catalogues of languages: complete, with the same values to fill in, and no phrase that nobody prints."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from fastmcr.rulebook.lang import LANGUAGES, en, phrase, zh

CATALOGUES = {"en": en, "zh": zh}
SOURCE = Path(__file__).parents[2] / "fastmcr"


def fields(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def test_every_language_is_looked_at() -> None:
    assert tuple(CATALOGUES) == LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("part", ["PHRASES", "REASONS", "PRINCIPLES"])
def test_catalogues_have_the_same_ids(lang: str, part: str) -> None:
    assert list(getattr(CATALOGUES[lang], part)) == list(getattr(en, part))


@pytest.mark.parametrize("which", en.PHRASES)
def test_what_is_filled_in_is_the_same(which: str) -> None:
    wanted = set(fields(en.PHRASES[which]))
    assert set(fields(zh.PHRASES[which])) <= wanted
    for lang in LANGUAGES:
        assert "{" not in phrase(which, lang, **dict.fromkeys(wanted, "x"))


def test_every_phrase_is_printed_by_somebody() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py") if "lang" not in path.parts)
    made = ("-form", "-read", "-reading", "-without-flowers", "chow", "pung", "kong")  # ids put together from two parts
    there = set(re.findall(r'"([a-z-]+)"', text))
    left = {
        which
        for which in en.PHRASES
        if which not in there and not which.removesuffix("s").endswith(made) and not which.endswith(made)
    }
    assert left == set()


def test_words_that_a_language_lacks_are_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zh, "PHRASES", {})
    assert phrase("ready", "zh") == "ready"
