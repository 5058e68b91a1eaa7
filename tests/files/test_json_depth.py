"""How deep JSON is nested is told exactly, and before any reader sees it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fastmcr.errors import InputError
from fastmcr.files.json_depth import MAX_DEPTH, deep_lines, is_too_deep, read_json

SOURCE = Path(__file__).parents[2] / "fastmcr"


def depth_of(text: str) -> int:
    """Return the most brackets that are open at a time, character by character."""
    depth = most = 0
    inside = False
    characters = iter(text)
    for character in characters:
        if inside and character == "\\":
            next(characters)
        elif character == '"':
            inside = not inside
        elif not inside and character in "[{":
            depth += 1
            most = max(most, depth)
        elif not inside and character in "]}":
            depth -= 1
    return most


def drawn_value(rng: random.Random, levels: int) -> Any:
    """Return data with brackets, quotes and backslashes in its strings."""
    if levels == 0 or rng.random() < 0.2:
        return rng.choice(['x"[[[', "\\", '\\"]]]', "[\\\\", "123m]", 5, None, "ü発"])
    if rng.random() < 0.6:
        return [drawn_value(rng, levels - 1) for _ in range(rng.randint(0, 3))]
    return {rng.choice(["a[", 'b"', "c\\"]): drawn_value(rng, levels - 1) for _ in range(2)}


def drawn_texts(number: int) -> list[str]:
    """Return lines of JSON about as deep as the limit."""
    rng = random.Random(11)
    texts = []
    for _ in range(number):
        value = drawn_value(rng, rng.randint(0, 5))
        for _ in range(rng.randint(MAX_DEPTH - 7, MAX_DEPTH + 1)):
            value = [value] if rng.random() < 0.5 else {'k"[': value}
        texts.append(json.dumps(value, ensure_ascii=rng.random() < 0.5))
    return texts


def test_depth_is_that_of_reading_character_by_character() -> None:
    texts = drawn_texts(400)
    deep = [depth_of(text) > MAX_DEPTH for text in texts]
    assert 100 < sum(deep) < 300
    assert [is_too_deep(text) for text in texts] == deep
    assert [is_too_deep(text.encode()) for text in texts] == deep
    for end in ("", "\n", "\r\n"):
        found = deep_lines(("\n".join(texts) + end).encode())
        assert found is not None
        assert found.tolist() == deep


def test_documents_of_several_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastmcr.files.json_depth._PIECE", 7)
    texts = drawn_texts(100)
    assert [is_too_deep(text) for text in texts] == [depth_of(text) > MAX_DEPTH for text in texts]


def test_a_line_begins_anew_whatever_the_line_before_leaves_open() -> None:
    lines = ['{"a":"', "[" * 60, '["' + "[" * 70 + '"]', "]" * 70 + "[" * 65, "", "[" * 65, '"\\"' + "[" * 99]
    found = deep_lines("\n".join(lines).encode())
    assert found is not None
    assert [place for place, deep in enumerate(found) if deep] == [5]
    assert deep_lines(("[1]\n" * 1000).encode()) is None


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 500, 20_000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_what_is_too_deep_is_our_own_error(depth: int, opening: str, closing: str) -> None:
    text = opening * depth + "1" + closing * depth
    for given in (text, text.encode(), opening * depth):
        with pytest.raises(InputError, match=r"^the JSON is nested more than 64 brackets deep$"):
            read_json(given)


def test_the_limit_itself_is_read() -> None:
    text = "[" * MAX_DEPTH + '"' + "[" * 1000 + '"' + "]" * MAX_DEPTH
    assert read_json(text) == json.loads(text)


def test_no_json_is_read_but_after_a_look_at_its_depth() -> None:
    """Every file that calls a reader of JSON looks at the depth, but for what this very call has written."""
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text("utf-8").replace("json.loads(json.dumps(", "")
        if any(call in text for call in ("json.load(", "json.loads(", "reader.read_json(")):
            assert "is_too_deep(" in text, path


DEEP = '{"a":' * 100_000 + "1" + "}" * 100_000


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["replay", "PATH"], "game.json"),
        (["replay", "PATH"], "games.jsonl"),
        (["records", "features", "PATH", "OUT"], "game.json"),
        (["records", "convert", "PATH", "LINES"], "games.jsonl"),
        (["match", "PATH"], "sheet.json"),
        (["duplicate", "check", "PATH"], "event.json"),
        (["duplicate", "deal", "--check", "PATH"], "deals.json"),
        (["bulk", "score", "PATH", "OUT"], "hands.jsonl"),
    ],
)
def test_commands_survive_any_depth(tmp_path: Path, arguments: list[str], name: str) -> None:
    path = tmp_path / name
    path.write_text(DEEP)
    words = {"PATH": str(path), "OUT": str(tmp_path / "out.parquet"), "LINES": str(tmp_path / "out.jsonl")}
    command = [sys.executable, "-m", "fastmcr", *(words.get(word, word) for word in arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode in (0, 1, 2), done.stderr
    assert "Traceback" not in done.stderr
    assert "deep" in done.stdout + done.stderr
