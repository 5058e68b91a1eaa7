"""Another revision of this repository, installed in an environment of its own with the packages of the present one."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

# What decides how fast a kernel is besides its source: the same versions on both sides, or the sides are not compared.
SAME = ("numba", "llvmlite", "numpy", "pyarrow", "pytest", "pytest-benchmark")


def install(revision: str, root: Path, folder: Path) -> tuple[Path, Path]:
    """Clone a revision of the repository at ``root`` into ``folder`` and install it; return its root and its Python.

    Raises
    ------
    subprocess.CalledProcessError
        If there is no such revision, or it cannot be installed.
    """
    tree, environment = folder / "tree", folder / "environment"
    _run("git", "clone", "-q", "--shared", "--no-checkout", str(root), str(tree))
    _run("git", "-C", str(tree), "checkout", "-q", "--detach", _commit(revision, root))
    _run(sys.executable, "-m", "venv", str(environment))
    same = [f"{name}=={found}" for name in SAME if (found := _installed(name))]
    python = environment / "bin" / "python"
    _run(str(python), "-m", "pip", "install", "-q", "-e", str(tree), *same)
    return tree, python


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=sys.stderr)


def _commit(revision: str, root: Path) -> str:
    command = ("git", "-C", str(root), "rev-parse", "--verify", f"{revision}^{{commit}}")
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
