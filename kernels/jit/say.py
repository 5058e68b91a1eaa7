"""Lines on the standard error, about what makes a user wait."""

import os
import sys

_SAID: set[str] = set()


def say_once(form: str, *words: str) -> None:
    """Print a line once a process, whatever words fill it; FASTMCR_QUIET silences it."""
    if form not in _SAID:
        _SAID.add(form)
        if not os.environ.get("FASTMCR_QUIET"):
            print("fastmcr:", form.format(*words), file=sys.stderr)
