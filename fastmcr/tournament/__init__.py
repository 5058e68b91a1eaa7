"""People's games: who pays whom, the match of 16 hands, duplicate events."""

from ..base.lazy import lazily

__all__: list[str] = []

__getattr__, __dir__ = lazily(__name__, {}, packages=("duplicate", "match", "settlement"))
