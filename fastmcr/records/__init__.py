"""Game records of six formats: read, replayed, checked, written, and turned into training data.

Every name is loaded on first use.
"""

from typing import TYPE_CHECKING

from ..base.lazy import lazily

if TYPE_CHECKING:
    from .decisions.batch import DealName, FeatureBatch, Skipped
    from .decisions.columns import feature_schema
    from .decisions.features import feature_batches, features
    from .decisions.files import FeatureSummary, read_features, write_features
    from .events import Event, EventKind
    from .formats.own_lines import from_json, to_json
    from .formats.pmn_writing import to_pmn
    from .formats.registry import FORMATS
    from .model import Conflict, Record, RecordedFalseHu, RecordedFan, RecordedResult, RecordedWin, Source
    from .reading import read_records
    from .replaying.findings import Disagreement, Replayed
    from .replaying.profiles import Profile, profile_of
    from .replaying.replay import replay, replay_many
    from .writing import write_records

_HOMES = {
    "events": ("Event", "EventKind"),
    "decisions.columns": ("feature_schema",),
    "decisions.batch": ("DealName", "FeatureBatch", "Skipped"),
    "decisions.features": ("feature_batches", "features"),
    "decisions.files": ("FeatureSummary", "read_features", "write_features"),
    "model": ("Conflict", "Record", "RecordedFalseHu", "RecordedFan", "RecordedResult", "RecordedWin", "Source"),
    "formats.own_lines": ("from_json", "to_json"),
    "formats.pmn_writing": ("to_pmn",),
    "replaying.profiles": ("Profile", "profile_of"),
    "formats.registry": ("FORMATS",),
    "reading": ("read_records",),
    "replaying.findings": ("Disagreement", "Replayed"),
    "replaying.replay": ("replay", "replay_many"),
    "writing": ("write_records",),
}

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
    "features",
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

__getattr__, __dir__ = lazily(__name__, _HOMES)
