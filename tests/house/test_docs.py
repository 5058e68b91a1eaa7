"""What the documents name is there: paths, modules, markers, and the files of the quick set."""

from __future__ import annotations

import importlib
import importlib.util
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from quick import QUICK
from support import ROOT

from fastmcr import __version__

DOCUMENTS = sorted([*(ROOT / "docs").glob("*.md"), ROOT / "CONTRIBUTING.md", ROOT / "README.md"])
BLOCK = re.compile(r"```.*?```", re.DOTALL)
IN_TREE = re.compile(r"(?:\.ci|bench|docs|fastmcr|kernels|tests)/[\w./*-]*|[\w.-]+\.(?:md|toml)")
MODULE = re.compile(r"fastmcr(?:\.\w+)+")
# What a recipe leaves to the reader; what its blocks make is found there.
MADE = {"tests/records/test_records_moves_json.py"}


@cache
def named(document: Path) -> tuple[str, ...]:
    """Return what stands between backquotes outside blocks, and links."""
    text = document.read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!http)([^)#]+)\)", text)
    return (*re.findall(r"`([^`]+)`", BLOCK.sub("", text)), *links)


def commands(document: Path) -> Iterator[str]:
    """Yield the lines of blocks of shell."""
    for block in re.findall(r"```sh\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL):
        yield from block.splitlines()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_paths_are_there(document: Path) -> None:
    made = MADE | set(re.findall(r"Write\s+`([^`]+)`", document.read_text(encoding="utf-8")))
    words = [word for line in (*named(document), *commands(document)) for word in line.split()]
    paths = {word.partition("::")[0] for word in words if IN_TREE.fullmatch(word.partition("::")[0])} - made
    wrong = [path for path in sorted(paths) if not _is_there(path, document.parent)]
    assert wrong == []


def _is_there(path: str, beside: Path) -> bool:
    return any(any(folder.glob(path)) if "*" in path else (folder / path).exists() for folder in (ROOT, beside))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_modules_are_there(document: Path) -> None:
    wrong = [name for word in named(document) for name in MODULE.findall(word) if not _is_a_name(name)]
    assert wrong == []


def _is_a_name(name: str) -> bool:
    """Return whether there is such a module, or such a name in one."""
    path = ROOT.joinpath(*name.replace("fastmcr.kernels", "kernels").split("."))
    if path.is_dir() or path.with_suffix(".py").is_file() or (ROOT / name.replace(".", "/", 1)).is_file():
        return True
    module, _, attribute = name.rpartition(".")
    if importlib.util.find_spec(module) is None:
        return False
    return hasattr(importlib.import_module(module), attribute)


def test_every_room_stands_in_the_architecture() -> None:
    rooms = {path.parent for path in (ROOT / "fastmcr").glob("*/__init__.py")}
    rooms |= {path.parent for path in (ROOT / "kernels").glob("*/__init__.py")}
    words = {word.removesuffix("/") for word in named(ROOT / "docs" / "architecture.md")}
    missing = {path.relative_to(ROOT).as_posix() for path in rooms if "__pyinstaller" not in path.name} - words
    assert missing == set()


def test_every_marker_is_explained() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    markers = [re.split("[:(]", line)[0] for line in settings["tool"]["pytest"]["markers"]]
    text = " ".join((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split())
    assert [marker for marker in markers if f"-m {marker}" not in text] == []


def test_quick_files_are_there() -> None:
    assert {path.stem for path in (ROOT / "tests").rglob("test_*.py")} >= QUICK


def test_the_changelog_names_this_version() -> None:
    headings = re.findall(r"^## \[?([^\]\n]+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert headings[1].startswith(__version__)
