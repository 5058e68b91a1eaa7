"""Enums that are called with anything: a member comes back, or an error of the package."""

from __future__ import annotations

from enum import EnumMeta
from typing import Any

from ..errors import McrError

__all__ = ["Lookup"]


class Lookup(EnumMeta):
    """A kind of enum that looks up whatever it is called with by ``_missing_``, where `enum` itself would fail."""

    def __call__(cls, value: Any, *more: Any, **named: Any) -> Any:
        """Return the member of a value or name."""
        try:
            return super().__call__(value, *more, **named)
        except McrError:
            raise
        except (TypeError, ValueError):
            if more or named:
                raise
        return cls._missing_(value)  # type: ignore[attr-defined]
