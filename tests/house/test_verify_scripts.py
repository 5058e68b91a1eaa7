"""The scripts that compare as many hands as one likes run as their docstrings say."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support import ROOT

SCRIPTS = {
    "verify_oracle.py": ("--hands", "200", "--preset", "mil", "--jobs", "1"),
    "verify_pymahjonggb.py": ("--hands", "200"),
    "verify_analysis.py": ("--hands", "40", "--useful", "4", "--jobs", "1"),
    "verify_distance.py": ("--hands", "4", "--jobs", "1"),
    "verify_fan_distance.py": ("--hands", "2", "--shares", "0", "0", "0", "1", "--jobs", "1"),
}


def test_all_are_tried() -> None:
    assert {path.name for path in (ROOT / "tests" / "verify").glob("*.py")} == set(SCRIPTS)


@pytest.mark.parametrize("name", SCRIPTS)
def test_nothing_differs(name: str) -> None:
    if name == "verify_pymahjonggb.py":
        pytest.importorskip("MahjongGB", reason="the peer is not installed")
    script = ROOT / "tests" / "verify" / name
    done = subprocess.run(
        [sys.executable, str(script), "--seed", "7", *SCRIPTS[name]], capture_output=True, encoding="utf-8",
        check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 " in done.stdout or "none" in done.stdout
