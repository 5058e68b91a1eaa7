"""Who pays whom after a hand: ordinary and duplicate MCR, one hand or many. Every name is loaded on first use."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .batch import (
        SettlementBatch,
        settle_batch,
    )
    from .hand import (
        BASE,
        FALSE_HU_DUPLICATE,
        FALSE_HU_ORDINARY,
        MINIMUM,
        FalseHu,
        FalseHuKind,
        FalseHuLike,
        FalseHuRule,
        MultipleWinners,
        Payment,
        Settlement,
        Value,
        Variant,
        Win,
        WinLike,
        as_seat,
        settle,
    )

_HOMES = {
    "hand": (
        "BASE",
        "FALSE_HU_DUPLICATE",
        "FALSE_HU_ORDINARY",
        "MINIMUM",
        "FalseHu",
        "FalseHuKind",
        "FalseHuLike",
        "FalseHuRule",
        "MultipleWinners",
        "Payment",
        "Settlement",
        "Value",
        "Variant",
        "Win",
        "WinLike",
        "as_seat",
        "settle",
    ),
    "batch": (
        "SettlementBatch",
        "settle_batch",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "BASE",
    "FALSE_HU_DUPLICATE",
    "FALSE_HU_ORDINARY",
    "MINIMUM",
    "FalseHu",
    "FalseHuKind",
    "FalseHuLike",
    "FalseHuRule",
    "MultipleWinners",
    "Payment",
    "Settlement",
    "SettlementBatch",
    "Value",
    "Variant",
    "Win",
    "WinLike",
    "as_seat",
    "settle",
    "settle_batch",
]


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
