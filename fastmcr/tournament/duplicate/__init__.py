"""Duplicate Mahjong: boards, IMP, individual and team events, their files and result books.

Every name is loaded on first use.
"""

from typing import TYPE_CHECKING

from ...base.lazy import lazily

if TYPE_CHECKING:
    from .boards import Board
    from .book import book_html
    from .checking import check_event
    from .deal_files import read_deals, write_deals
    from .deals import Deal, Deals
    from .deals_in_event import with_deals
    from .events import score_event
    from .files import load_results
    from .model import Event, FalseHu, Match, Penalty, Player, SeatPenalty, TableResult, Team, Win
    from .outcome import EventResult, EventWarning, MatchLine, SeatLine, Standing, TeamLine
    from .scale import Scale
    from .settings import SETTINGS, TIE_BREAKS, EventRules
    from .trays import trays_html

_HOMES = {
    "boards": ("Board",),
    "book": ("book_html",),
    "checking": ("check_event",),
    "deal_files": ("read_deals", "write_deals"),
    "deals": ("Deal", "Deals"),
    "deals_in_event": ("with_deals",),
    "events": ("score_event",),
    "files": ("load_results",),
    "model": ("Event", "FalseHu", "Match", "Penalty", "Player", "SeatPenalty", "TableResult", "Team", "Win"),
    "outcome": ("EventResult", "EventWarning", "MatchLine", "SeatLine", "Standing", "TeamLine"),
    "scale": ("Scale",),
    "settings": ("SETTINGS", "TIE_BREAKS", "EventRules"),
    "trays": ("trays_html",),
}

__all__ = [
    "SETTINGS",
    "TIE_BREAKS",
    "Board",
    "Deal",
    "Deals",
    "Event",
    "EventResult",
    "EventRules",
    "EventWarning",
    "FalseHu",
    "Match",
    "MatchLine",
    "Penalty",
    "Player",
    "Scale",
    "SeatLine",
    "SeatPenalty",
    "Standing",
    "TableResult",
    "Team",
    "TeamLine",
    "Win",
    "book_html",
    "check_event",
    "load_results",
    "read_deals",
    "score_event",
    "trays_html",
    "with_deals",
    "write_deals",
]

__getattr__, __dir__ = lazily(__name__, _HOMES)
