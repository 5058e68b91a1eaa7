"""How values are shown: in words, as tables, as HTML and as plain data. It looks at values; none of them knows it."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["VIEWS"]

VIEWS: Mapping[str, Mapping[str, str]] = {
    "hands.batch.HandBatch": {"arrow": "datasets.hands:record_batch_of", "from arrow": "datasets.hands:batch_of"},
    "scoring.result.Score": {
        "text": "show.score:score_text",
        "html": "show.score:score_html",
        "data": "show.score_data:score_data",
        "explanation": "show.explain:explain",
    },
    "scoring.result.Explanation": {
        "text": "show.score:explanation_text",
        "html": "show.score:explanation_html",
        "data": "show.score_data:explanation_data",
    },
    "analysis.one_hand.Shanten": {"text": "show.analysis:shanten_text"},
    "analysis.one_hand.Discard": {"text": "show.analysis:discard_text"},
    "analysis.one_hand.Discards": {"text": "show.analysis:discards_text", "data": "show.analysis:discards_data"},
    "analysis.one_hand.Wait": {"text": "show.analysis:wait_text"},
    "analysis.one_hand.Waits": {
        "text": "show.analysis:waits_text",
        "data": "show.analysis:waits_data",
        "note": "show.analysis:waits_note",
    },
    "analysis.distance.Distance": {"text": "show.distance:distance_text"},
    "analysis.routes.Route": {"text": "show.distance:route_text"},
    "analysis.routes.Routes": {"text": "show.distance:routes_text", "data": "show.distance:routes_data"},
    "tournament.settlement.hand.Settlement": {
        "text": "tournament.settlement.words:settlement_text",
        "data": "tournament.settlement.words:settlement_data",
    },
    "tournament.match.hands.Match": {
        "text": "tournament.match.words:match_text",
        "data": "tournament.match.words:match_data",
    },
    "tournament.duplicate.outcome.EventResult": {
        "text": "tournament.duplicate.text:result_text",
        "data": "tournament.duplicate.output:result_data",
        "csv": "tournament.duplicate.output:result_csv",
    },
    "play.deal.Deal": {"text": "play.table:table_text", "objection": "play.why:why_not"},
    "records.model.Record": {"text": "records.words:record_text"},
}
"""``module.Type`` -> name of the view -> ``module:function``, as `fastmcr.base.views` looks them up."""
