"""The recipes of docs/adding.md, each applied to a copy of the tree as it stands there, and what works then."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from support import ROOT

RECIPES = ROOT / "docs" / "adding.md"
BLOCK = re.compile(r"(.*?)```\w*\n(.*?)```\n", re.DOTALL)
PATH = re.compile(r"^(?:In|Write) `([\w./]+)`(?:, (before|replace|replace everywhere))?$")


class Step(NamedTuple):
    """One thing that a recipe asks for: an edit, or something to run."""

    what: str
    """``write``, ``before``, ``replace``, ``replace everywhere``, or of `RUNS`."""
    path: str
    first: str
    second: str = ""


RUNS = {
    "This then works": Step("works", "", ""),
    "This then works with `NUMBA_DISABLE_JIT=1`": Step("works without the JIT", "", ""),
    "Then these tests pass": Step("tests", "", ""),
}


def recipes() -> dict[str, str]:
    """Return the text of each recipe by its title."""
    _, *sections = RECIPES.read_text(encoding="utf-8").split("\n## ")
    return dict(section.split("\n", 1) for section in sections)


def steps_of(text: str) -> list[Step]:
    """Return the steps of a recipe in order; every block of code is part of one."""
    blocks = [(" ".join(lead.split()).rpartition(". ")[2], block) for lead, block in BLOCK.findall(text)]
    assert [lead for lead, _ in blocks if not lead.endswith(":")] == []
    blocks = [(lead.removesuffix(":"), block) for lead, block in blocks]
    return list(_steps(iter(blocks)))


def _steps(blocks: Iterator[tuple[str, str]]) -> Iterator[Step]:
    for lead, block in blocks:
        found = PATH.search(lead)
        if found is None:
            yield RUNS[lead]._replace(first=block, second=_second(blocks, "and prints") if "works" in lead else "")
        elif found[2] is None:
            yield Step("write", found[1], block)
        else:
            yield Step(found[2], found[1], block, _second(blocks, "put" if found[2] == "before" else "with"))


def _second(blocks: Iterator[tuple[str, str]], wanted: str) -> str:
    lead, block = next(blocks)
    assert lead == wanted
    return block


def copy_of_the_tree(folder: Path) -> None:
    """Copy what the package and its tests are made of."""
    for name in ("fastmcr", "kernels", "tests", "bench"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)


def apply(step: Step, folder: Path) -> None:
    """Make one edit."""
    path = folder / step.path
    if step.what == "write":
        assert not path.exists()
        path.write_text(step.first, encoding="utf-8")
        return
    text, old = path.read_text(encoding="utf-8"), step.first.removesuffix("\n")
    new = step.second + old if step.what == "before" else step.second.removesuffix("\n")
    found = text.count(old)
    assert found == 1 or (found and step.what == "replace everywhere"), f"{step.path} has {found} times: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def run(folder: Path, *arguments: str, jit: bool = True) -> str:
    """Run Python on the copy, whose kernels lie where an installed package has them; return what it prints."""
    if not (folder / "fastmcr" / "kernels").exists():
        (folder / "kernels").rename(folder / "fastmcr" / "kernels")
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8"}
    environment |= {} if jit else {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-P", *arguments], cwd=folder, env=environment, capture_output=True, encoding="utf-8",
        check=False, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("title", list(recipes()))
def test_recipe(title: str, tmp_path: Path) -> None:
    runs = {step.what for step in RUNS.values()}
    steps = steps_of(recipes()[title])
    copy_of_the_tree(tmp_path)
    for step in steps:
        if step.what not in runs:
            apply(step, tmp_path)
    for step in steps:
        if step.what == "tests":
            for line in step.first.splitlines():
                environment, command = line.split("python -m pytest ")
                run(tmp_path, "-m", "pytest", *command.split(), jit=not environment)
        elif step.what in runs:
            where = "import fastmcr, pathlib; assert pathlib.Path(fastmcr.__file__).is_relative_to(pathlib.Path.cwd())"
            assert run(tmp_path, "-c", f"{where}\n{step.first}", jit=step.what == "works") == step.second


def test_each_recipe_is_run() -> None:
    for title, text in recipes().items():
        assert any(step.what.startswith("works") for step in steps_of(text)), title
