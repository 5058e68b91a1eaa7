"""Writer of PMN."""

from __future__ import annotations

from collections import Counter

from ...errors import RecordError, shown
from ...rulebook.rules import Rules
from ...rulebook.tiles import WINDS
from .. import events as ev
from ..model import Record, RecordedFan
from .pmn import CODES, SEAT_KEYS
from .tile_names import PMN_NAMES

__all__ = ["to_pmn"]

_LETTERS = {kind: letter for letter, kind in CODES.items()}
_ORDER = {
    key: place
    for place, key in enumerate(
        ("Event", "Site", "Date", "Board", "PWind", *SEAT_KEYS, "Deal", "Scoring", "Starting", "Result", "Penalty",
         "Play", "Fan")
    )
}  # fmt: skip
"""Tags in the order of the files that are known; others come last."""
_SUITS = (("c", 0, 9), ("d", 9, 18), ("b", 18, 27), ("w", 27, 31), ("r", 31, 34), ("f", 34, 42))


def to_pmn(record: Record) -> str:
    r"""Return a record as PMN.

    Parameters
    ----------
    record : Record

    Returns
    -------
    str
        Tag pairs, one a line.

    Raises
    ------
    RecordError
        If the record holds what PMN cannot say: a false hu, a fault, a fan without a name, or a tag that is no word.

    Notes
    -----
    Lost are undrawn tiles, claims that were passed over, what the record notes and its conflicts, the winning tile, the
    number of the player at each seat, the minimum, and fans of a total that are not listed. A discard that equals the
    tile just drawn is written ``z1`` where the record does not say whether it was that one. A flower laid aside is
    written ``R`` with the flower, a reading of our own: no file that has one is known.

    Examples
    --------
    >>> from fastmcr.records import read_records
    >>> hand = "c19d19b19w1234r123f"
    >>> text = f'[PWind "E"]\n[Deal "{" ".join([hand] * 4)}"]\n[Play "T0c1D0z1"]'
    >>> [record] = read_records(text.encode())
    >>> print(to_pmn(record).splitlines()[-1])
    [Play "T0c1D0z1"]
    """
    tags = dict(record.tags)
    own = dict(zip(SEAT_KEYS, record.players, strict=True))
    if record.id:
        tags.setdefault("Board", record.id)
    tags.setdefault("Scoring", "Duplicate" if record.kind == "personal" else "MCR")
    tags |= {key: name for key, name in own.items() if name}
    tags["PWind"] = str(WINDS[record.prevalent])
    tags["Deal"] = " ".join(_hand(hand) for hand in record.hands)
    if record.result.scores is not None:
        tags["Result"] = " ".join(map(str, record.result.scores))
    tags["Play"] = _play(record)
    if record.result.wins and all(win.fans is not None for win in record.result.wins):
        tags["Fan"] = _fans(record)
    pairs = [(key, tags[key]) for key in sorted(tags, key=lambda key: _ORDER.get(key, len(_ORDER)))]
    return "".join(f'[{_key(key)} "{_quoted(value)}"]\n' for key, value in pairs)


def _key(key: str) -> str:
    if not key.isidentifier():
        raise RecordError(f"PMN cannot hold the tag {shown(key)}: a tag is a word")
    return key


def _quoted(value: str) -> str:
    if "\n" in value or "\r" in value:
        raise RecordError(f"PMN cannot hold {shown(value)}: a value stands on one line")
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _hand(hand: bytes) -> str:
    count = Counter(hand[:13])
    return "".join(
        letter + "".join(PMN_NAMES[tile][1] * count[tile] for tile in range(first, stop))
        for letter, first, stop in _SUITS
    )


def _play(record: Record) -> str:
    parts = []
    if len(record.hands[0]) > 13:
        parts.append("T0" + PMN_NAMES[record.hands[0][13]])  # 13 tiles for everybody, East too
    drawn = {0: record.hands[0][13]} if parts else {}
    for kind, seat, tile, detail in ev.as_array(record.events).tolist():
        if kind in (ev.PASSED_CLAIM, ev.NO_WINNER):
            continue
        if kind == ev.FALSE_HU or record.result.ending == "fault":
            raise RecordError(f"PMN cannot hold a {'false hu' if kind == ev.FALSE_HU else 'fault of a program'}")
        if kind == ev.HU:
            parts.append(f"H{seat}")
            continue
        just = kind == ev.DISCARD and (
            detail == ev.JUST_DRAWN or (detail == ev.TOLD_NOTHING and tile == drawn.get(seat))
        )
        parts.append(f"{_LETTERS[kind]}{seat}{'z1' if just else PMN_NAMES[tile]}")
        drawn[seat] = tile if kind == ev.DRAW else ev.NO_TILE
    return "".join(parts)


def _fans(record: Record) -> str:
    entries = ["None"] * 4
    for win in record.result.wins:
        entries[win.seat] = ".".join(_fan(fan) for fan in win.fans or ()) or "None"
    return " ".join(entries)


def _fan(fan: RecordedFan) -> str:
    if fan.fan is None:
        raise RecordError(f"PMN cannot hold the fan {shown(fan.name)}, whose number is not known")
    points = fan.points if fan.points is not None else Rules.preset("mil").points_of(fan.fan)
    return f"{int(fan.fan)}/{points}/{fan.times}"
