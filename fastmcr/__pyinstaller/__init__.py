"""What PyInstaller must know of fastmcr; it finds this by the entry point ``pyinstaller40``."""

import os
import pkgutil
from collections.abc import Iterator

import fastmcr
import fastmcr.kernels

__all__ = ["get_hook_dirs", "modules"]


def get_hook_dirs() -> list[str]:
    """Return the folder of the hook."""
    return [os.path.dirname(__file__)]


def modules() -> list[str]:
    """Return the names of all modules: most are imported by name, on first use, where nobody reads it off the code."""
    kernels = _below(list(fastmcr.kernels.__path__), "fastmcr.kernels.")  # not below fastmcr where it is edited
    found = {"fastmcr", "fastmcr.kernels", *_below(list(fastmcr.__path__), "fastmcr."), *kernels}
    return sorted(name for name in found if not name.endswith(".__main__"))


def _below(paths: list[str], prefix: str) -> Iterator[str]:
    for found in pkgutil.iter_modules(paths, prefix):
        name = found.name.rpartition(".")[2]
        if name != "__pyinstaller":
            yield found.name
            if found.ispkg:
                yield from _below([os.path.join(path, name) for path in paths], f"{found.name}.")
