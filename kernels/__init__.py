"""Arrays in, arrays out: the compiled core of fastmcr.

Everything the Python face calls is listed, with types, in ``fastmcr/kernels.pyi``. Names are loaded on first use, so
that a program which only scores never compiles what only analysis needs.
"""

import importlib
from typing import Any

_HOMES = {
    "Tables": ".tables",
    "load_tables": ".tables",
    "score_rows": ".rows_score",
    "score_one": ".rows_score",
    "score_row": ".choose",
    "text_rows": ".rows_text",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
