"""A record in words."""

from __future__ import annotations

from ..rulebook.tiles import WINDS, join_tiles
from .events import FIRST_FLOWER, TILE_NAMES
from .model import Record

__all__ = ["record_text", "tiles_text"]


def tiles_text(codes: bytes) -> str:
    """Return tiles as text, ascending, flowers as letters at the end.

    Parameters
    ----------
    codes : bytes
        0..41.

    Returns
    -------
    str

    Examples
    --------
    >>> tiles_text(bytes([35, 1, 0, 27]))
    '12mE b'
    """
    plain = join_tiles(sorted(code for code in codes if code < FIRST_FLOWER))
    flowers = "".join(TILE_NAMES[code] for code in sorted(codes) if code >= FIRST_FLOWER)
    return " ".join(part for part in (plain, flowers) if part)


def record_text(record: Record) -> str:
    """Return a record in words: where it is from, the hands dealt, and how it ended.

    Parameters
    ----------
    record : Record

    Returns
    -------
    str
        Several lines.
    """
    walls = "personal walls" if record.kind == "personal" else "one wall"
    head = f"{record.format} record, {walls}, prevalent {WINDS[record.prevalent].english}, {record.move_count} moves"
    lines = [f"{record.where}: {head}"]
    for seat, hand in enumerate(record.hands):
        name = f" {record.players[seat]}" if record.players[seat] else ""
        lines.append(f"  {'ESWN'[seat]}{name}: {tiles_text(hand)}")
    return "\n".join([*lines, f"  {_result_text(record)}", *(f"  note: {note}" for note in record.notes)])


def _result_text(record: Record) -> str:
    result = record.result
    if result.ending == "fault":
        return f"{'ESWN'[result.fault_seat or 0]} failed: {result.fault}"
    if result.ending == "draw":
        return "nobody won"
    if not record.winners:
        return "no result recorded"
    source = record.win_source
    by = (
        "self-drawn"
        if source and source.self_drawn
        else f"from {'ESWN'[source.seat]}"
        if source and source.seat is not None
        else ""
    )
    totals = {win.seat: win.total for win in result.wins}
    wins = [
        f"{'ESWN'[seat]} wins{f' with {totals[seat]}' if totals.get(seat) is not None else ''}"
        for seat in record.winners
    ]
    scores = "" if result.scores is None else f", scores {' '.join(map(str, result.scores))}"
    return f"{' and '.join(wins)}{', ' + by if by else ''}{scores}"
