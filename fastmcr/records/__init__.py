"""Game records of six formats: read, replayed, checked, written, and turned into training data.

Every name is loaded on first use.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .events import Event, EventKind
    from .feature_batch import DealName, FeatureBatch, Skipped
    from .feature_columns import feature_schema
    from .features import feature_batches
    from .features_files import FeatureSummary, read_features, write_features
    from .model import (
        Conflict,
        Record,
        RecordedFalseHu,
        RecordedFan,
        RecordedResult,
        RecordedWin,
        Source,
    )
    from .own_lines import from_json, to_json
    from .pmn_writing import to_pmn
    from .profiles import Profile, profile_of
    from .reading import FORMATS, read_records
    from .replaying import Disagreement, Replayed, replay, replay_many
    from .writing import write_records

_HOMES = {
    "events": ("Event", "EventKind"),
    "feature_columns": ("feature_schema",),
    "feature_batch": ("DealName", "FeatureBatch", "Skipped"),
    "features": ("feature_batches",),
    "features_files": ("FeatureSummary", "read_features", "write_features"),
    "model": ("Conflict", "Record", "RecordedFalseHu", "RecordedFan", "RecordedResult", "RecordedWin", "Source"),
    "own_lines": ("from_json", "to_json"),
    "pmn_writing": ("to_pmn",),
    "profiles": ("Profile", "profile_of"),
    "reading": ("FORMATS", "read_records"),
    "replaying": ("Disagreement", "Replayed", "replay", "replay_many"),
    "writing": ("write_records",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "FORMATS",
    "Conflict",
    "DealName",
    "Disagreement",
    "Event",
    "EventKind",
    "FeatureBatch",
    "FeatureSummary",
    "Profile",
    "Record",
    "RecordedFalseHu",
    "RecordedFan",
    "RecordedResult",
    "RecordedWin",
    "Replayed",
    "Skipped",
    "Source",
    "feature_batches",
    "feature_schema",
    "from_json",
    "profile_of",
    "read_features",
    "read_records",
    "replay",
    "replay_many",
    "to_json",
    "to_pmn",
    "write_features",
    "write_records",
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
