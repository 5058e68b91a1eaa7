"""What tests of other processes share."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable


def wait_for(condition: Callable[[], bool], process: subprocess.Popen[str]) -> bool:
    """Wait until something is so, or the process has ended; return which."""
    end = time.monotonic() + 240
    while not condition():
        if process.poll() is not None:
            return False
        assert time.monotonic() < end, "the process hangs"
        time.sleep(0.001)
    return True
