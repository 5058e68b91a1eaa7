"""Who pays whom after a hand: ordinary and duplicate MCR, one hand or many. Every name is loaded on first use."""

from typing import TYPE_CHECKING

from ...base.lazy import lazily

if TYPE_CHECKING:
    from .batch import SettlementBatch, settle_batch
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

__getattr__, __dir__ = lazily(__name__, _HOMES)
