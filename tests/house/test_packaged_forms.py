"""The package as byte code alone, in an archive, and in a frozen program."""

from __future__ import annotations

import compileall
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType

import pytest
from support import ROOT, python

import fastmcr
from fastmcr.__pyinstaller import get_hook_dirs, modules

TEXT = "[123m,1][EEEE]55p45678s6s|EW1000|2"
SCORE = f"""
import fastmcr
print(fastmcr.__file__)
print(fastmcr.score({TEXT!r}).total)
"""
CHOOSE = """
import numpy as np
from fastmcr import kernels
print(kernels.choose_rows(np.ones((2, 235), np.uint8), np.zeros(2, np.uint64), np.zeros(2, np.int16)))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a folder with a copy of the package as it is installed."""
    unwanted = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "fastmcr", tmp_path / "fastmcr", ignore=unwanted)
    shutil.copytree(ROOT / "kernels", tmp_path / "fastmcr" / "kernels", ignore=unwanted)
    return tmp_path


def byte_code_alone(folder: Path) -> None:
    """Put byte code in the place of the sources."""
    assert compileall.compile_dir(folder, quiet=1, legacy=True)
    for path in folder.rglob("*.py"):
        path.unlink()


def test_a_kernel_changed_in_byte_code_alone(copy: Path) -> None:
    """An upgrade of such an install does not go on with what the last one compiled."""
    source = copy / "fastmcr" / "kernels" / "play" / "random_actions.py"
    text = source.read_text(encoding="utf-8")
    assert text.count("    return chosen\n") == 1
    answers = []
    for change in ("", " + 40"):
        source.write_text(text.replace("    return chosen\n", f"    return chosen{change}\n"), encoding="utf-8")
        byte_code_alone(copy / "fastmcr" / "kernels")
        answers.append(python(CHOOSE, PYTHONPATH=str(copy), FASTMCR_CACHE_DIR=str(copy / "cache")).stdout)
    assert answers == ["2\n", "42\n"]


def test_byte_code_alone_finds_what_sources_compiled(copy: Path) -> None:
    byte_code_alone(copy / "fastmcr")
    fastmcr.score(TEXT)  # compiled by now
    done = python(SCORE, PYTHONPATH=str(copy), FASTMCR_QUIET="")
    assert done.stdout == f"{copy / 'fastmcr' / '__init__.pyc'}\n{fastmcr.score(TEXT).total}\n"
    assert done.stderr == ""


@pytest.mark.parametrize("sources", [True, False])
def test_an_archive(copy: Path, sources: bool) -> None:
    """As Spark's --py-files wants it."""
    if not sources:
        byte_code_alone(copy / "fastmcr")
    archive = copy / "fastmcr.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in sorted((copy / "fastmcr").rglob("*")):
            file.write(path, path.relative_to(copy))
    shutil.rmtree(copy / "fastmcr")
    fastmcr.score(TEXT)
    done = python(SCORE, PYTHONPATH=str(archive), FASTMCR_QUIET="")
    name = archive / "fastmcr" / ("__init__.py" if sources else "__init__.pyc")
    assert done.stdout == f"{name}\n{fastmcr.score(TEXT).total}\n"
    assert done.stderr == ""
    scale = "from fastmcr.tournament.duplicate import Scale; print(Scale.shipped('wbf-bridge').id)"
    assert python(scale, PYTHONPATH=str(archive)).stdout == "wbf-bridge\n"
    page = "from fastmcr.show.html import render; print(render('frame.html.j2', title='Ann & Bo'))"
    assert "<title>Ann &amp; Bo</title>" in python(page, PYTHONPATH=str(archive)).stdout


# Frozen programs


def test_the_hook_lists_every_module(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = set()
    for root, package in ((ROOT / "fastmcr", "fastmcr"), (ROOT / "kernels", "fastmcr.kernels")):
        for path in root.rglob("*.py"):
            parts = [package, *path.relative_to(root).with_suffix("").parts]
            wanted.add(".".join(part for part in parts if part != "__init__"))
    wanted -= {"fastmcr.__pyinstaller", "fastmcr.__pyinstaller.hook-fastmcr"}
    wanted = {name for name in wanted if not name.endswith(".__main__")}
    assert len(modules()) == len(set(modules()))
    assert set(modules()) == wanted
    assert run_hook(monkeypatch).hiddenimports == modules()


def run_hook(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Run the hook as PyInstaller does, with a stand-in for what it takes from there."""
    stand_in = ModuleType("PyInstaller.utils.hooks")
    stand_in.collect_data_files = lambda package: [package]  # type: ignore[attr-defined]
    for name in ("PyInstaller", "PyInstaller.utils"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, stand_in.__name__, stand_in)
    (folder,) = get_hook_dirs()
    spec = importlib.util.spec_from_file_location("hook", Path(folder) / "hook-fastmcr.py")
    assert spec is not None
    assert spec.loader is not None
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)
    return hook


def test_what_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["entry-points"]["pyinstaller40"] == {"hook-dirs": "fastmcr.__pyinstaller:get_hook_dirs"}
    packages = {name for name in modules() if hasattr(importlib.import_module(name), "__path__")}
    assert set(project["tool"]["setuptools"]["packages"]) == packages | {"fastmcr.__pyinstaller"}


@pytest.mark.skipif(importlib.util.find_spec("PyInstaller") is None, reason="PyInstaller is not installed")
@pytest.mark.slow
def test_a_frozen_program(copy: Path) -> None:
    (copy / "program.py").write_text(SCORE, encoding="utf-8")
    hooks = ["--additional-hooks-dir", str(copy / "fastmcr" / "__pyinstaller")]  # in case an editable install hides it
    command = [sys.executable, "-m", "PyInstaller", "--onedir", "--noconfirm", *hooks, "program.py"]
    subprocess.run(command, cwd=copy, env=os.environ | {"PYTHONPATH": str(copy)}, check=True, capture_output=True)
    shutil.rmtree(copy / "fastmcr")
    fastmcr.score(TEXT)
    program = copy / "dist" / "program" / "program"
    done = subprocess.run([program], env=os.environ | {"FASTMCR_QUIET": ""}, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == str(fastmcr.score(TEXT).total)
    assert done.stderr == ""
