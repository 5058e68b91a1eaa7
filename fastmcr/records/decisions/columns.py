"""Decisions as columns of Arrow, and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...analysis.one_hand import FORMS
from ...errors import InputError
from ...files.json_depth import read_json
from ...files.optional import need
from ...kernels.layout import play as lay
from ...rulebook.tiles import KINDS
from .batch import DealName, FeatureBatch
from .taking import LEGAL, ROW_BYTES

pa = need("pyarrow", extra="bulk")

__all__ = ["feature_schema", "from_arrow", "to_arrow"]

META = b"fastmcr.features"  # key of the metadata that says how the columns are numbered
VERSION = 1

_RELATIVE = "; seats from the player: own, next, opposite, previous"
_MELDS = (
    "meld codes by seat, 4 each, 0 none: 1 + 34 * kind + tile; kind 0 chow (its lowest tile), 1 pung, 2 claimed, "
    "3 promoted, 4 concealed kong; 255 a concealed kong of another, whose tile is hidden"
)


class _Part(NamedTuple):
    """A column that is a part of the observation: where it begins, how many numbers, what they are."""

    start: int
    width: int
    words: str


_OBSERVED = {
    "hand": _Part(lay.OBS_HAND, KINDS, "copies of each kind among the concealed tiles, the drawn one included"),
    "seen": _Part(lay.OBS_SEEN, KINDS, "copies of each kind that the player sees: all discards, melds, his own tiles"),
    "melds": _Part(lay.OBS_MELDS, 16, _MELDS + _RELATIVE),
    "sources": _Part(
        lay.OBS_SOURCES, 16, "of each meld: pung and melded kong 1 left, 2 opposite, 3 right of its owner; chow 1..3 "
        "which tile was claimed",
    ),
    "flowers": _Part(lay.OBS_FLOWERS, 4, "numbers of flowers" + _RELATIVE),
    "concealed": _Part(lay.OBS_CONCEALED, 4, "numbers of concealed tiles" + _RELATIVE),
    "dead": _Part(lay.OBS_DEAD, 4, "1 for a hand that is dead after a false hu" + _RELATIVE),
    "left": _Part(lay.OBS_LEFT, 4, "tiles left in the wall that each seat draws from" + _RELATIVE),
    "phase": _Part(lay.OBS_PHASE, 1, "1 after a draw, 2 must discard, 3 a discard is on offer, 4 a kong can be robbed"),
    "turn": _Part(lay.OBS_TURN, 1, "seat in turn" + _RELATIVE),
    "drawn": _Part(lay.OBS_DRAWN, 1, "tile just drawn, 255 none"),
    "offer": _Part(lay.OBS_OFFER, 1, "tile on offer, 255 none"),
    "after_kong": _Part(lay.OBS_AFTER_KONG, 1, "1 if the tile just drawn replaced a kong"),
    "last_of_wall": _Part(lay.OBS_LAST, 1, "1 if a win now counts Last Tile Draw or Last Tile Claim"),
    "prevalent": _Part(lay.OBS_PREVALENT, 1, "prevalent wind, 0..3 for E S W N"),
    "seat": _Part(lay.OBS_SEAT, 1, "seat wind of the player, 0..3 for E S W N"),
    "wall": _Part(lay.OBS_KIND, 1, "0 one wall for all, 1 a wall for each seat"),
}  # fmt: skip

_DISCARDS = {
    "discards": "all discards in order: tile + 64 * seat" + _RELATIVE,
    "marks": "of each discard: bit 0 it had just been drawn, bits 1-3 it was claimed by seat (bits 1-3) - 1",
}

_TAKEN = {
    "action": (pa.int16(), "the action taken, 0..234"),
    "certain": (
        pa.bool_(), "false for a pass on a tile that another took, where the format does not keep claims that lost"
    ),
    "legal": (pa.binary(ROW_BYTES - LEGAL), "the legal actions: action a is bit a % 8 of byte a // 8"),
}  # fmt: skip
_RESULT = {
    "points": (pa.list_(pa.int32(), 4), "points of the deal, zeros if the record stops before the end" + _RELATIVE),
    "winners": (pa.list_(pa.bool_(), 4), "who wins" + _RELATIVE),
    "totals": (pa.list_(pa.int16(), 4), "points of the hand of each winner with flowers, else 0" + _RELATIVE),
    "payer": (pa.int8(), "seat that gave the winning tile, -1 none" + _RELATIVE),
    "ending": (
        pa.uint8(), "0 the record stops before the end, 1 drawn, 2 self-drawn win, 3 win by discard, 4 robbed kong, "
        "5 drawn, the last tile was a flower",
    ),
}  # fmt: skip
SHANTEN = tuple(f"shanten_{form.replace(' ', '_')}" for form in FORMS)


def feature_schema(*, shanten: bool = False, useful: bool = False, order: str = "mcr") -> Any:
    """Return the schema of decisions.

    Parameters
    ----------
    shanten, useful : bool
        With these columns.
    order : str
        Order of tiles and actions, kept in the metadata.

    Returns
    -------
    pyarrow.Schema
        The metadata of each field says what it holds.

    Examples
    --------
    >>> feature_schema().names[:6]
    ['file', 'deal', 'id', 'action', 'certain', 'legal']
    """
    words = pa.dictionary(pa.int32(), pa.string())
    fields = [
        _field("file", words, "file of the record, empty if it came from none"),
        _field("deal", pa.int32(), "number of the deal in the file, from 1"),
        _field("id", words, "id of the deal as recorded"),
        *(_field(name, kind, told) for name, (kind, told) in _TAKEN.items()),
    ]
    for name, part in _OBSERVED.items():
        fields.append(_field(name, pa.uint8() if part.width == 1 else pa.list_(pa.uint8(), part.width), part.words))
    fields += [_field(name, pa.list_(pa.uint8()), told) for name, told in _DISCARDS.items()]
    fields += [_field(name, kind, told) for name, (kind, told) in _RESULT.items()]
    if shanten:
        told = "shanten of the hand in one form: -1 complete, 0 ready, 127 barred by the melds"
        fields += [_field(name, pa.int8(), told) for name in SHANTEN]
        fields.append(_field("shanten", pa.int8(), "the least shanten of all forms"))
    if useful:
        fields.append(
            _field("useful", pa.uint64(), "bit t is set if tile t lowers shanten; of 3n+2 tiles, after some discard")
        )
    return pa.schema(fields, {META: json.dumps({"version": VERSION, "order": order}).encode()})


def _field(name: str, kind: Any, words: str) -> Any:
    return pa.field(name, kind, nullable=False, metadata={"description": words})


def _lists(kind: Any, values: npt.NDArray[Any]) -> Any:
    """Return rows as a list of fixed size."""
    flat = np.ascontiguousarray(values).reshape(-1)
    return pa.FixedSizeListArray.from_arrays(pa.array(flat, kind.value_type), type=kind)


def to_arrow(batch: FeatureBatch) -> Any:
    """Return decisions as a record batch.

    Parameters
    ----------
    batch : FeatureBatch

    Returns
    -------
    pyarrow.RecordBatch
        Of `feature_schema`.

    Examples
    --------
    >>> to_arrow(FeatureBatch.join([])).num_rows
    0
    """
    schema = feature_schema(shanten=batch.shanten is not None, useful=batch.useful is not None, order=batch.order)
    rows, n = batch.rows, len(batch)
    made: dict[str, Any] = {
        "file": _named(batch, lambda deal: deal.source),
        "deal": np.array([deal.number for deal in batch.deals], np.int32)[batch.deal],
        "id": _named(batch, lambda deal: deal.id),
        "legal": pa.FixedSizeBinaryArray.from_buffers(
            schema.field("legal").type, n, [None, pa.py_buffer(np.ascontiguousarray(rows[:, LEGAL:]))]
        ),
    }
    for name, part in _OBSERVED.items():
        made[name] = rows[:, part.start] if part.width == 1 else rows[:, part.start : part.start + part.width]
    count = rows[:, lay.OBS_DISCARD_COUNT].astype(np.int32)
    there = np.arange(lay.MAX_DISCARDS) < count[:, None]
    offsets = pa.array(np.concatenate([[0], np.cumsum(count)]).astype(np.int32))
    for name, start in (("discards", lay.OBS_DISCARDS), ("marks", lay.OBS_MARKS)):
        made[name] = pa.ListArray.from_arrays(
            offsets, pa.array(rows[:, start : start + lay.MAX_DISCARDS][there]), type=schema.field(name).type
        )
    if batch.shanten is not None:
        made |= {name: batch.shanten[:, place] for place, name in enumerate((*SHANTEN, "shanten"))}
    return pa.record_batch([_array(field, made, batch) for field in schema], schema=schema)


def _array(field: Any, made: dict[str, Any], batch: FeatureBatch) -> Any:
    value = made[field.name] if field.name in made else getattr(batch, field.name)
    if not isinstance(value, np.ndarray):
        return value
    return _lists(field.type, value) if value.ndim == 2 else pa.array(value, field.type)


def _named(batch: FeatureBatch, of: Callable[[DealName], str]) -> Any:
    """Return a text of the deal of each row."""
    texts = [of(deal) for deal in batch.deals]
    known = {text: place for place, text in enumerate(dict.fromkeys(texts))}
    places = np.array([known[text] for text in texts], np.int32)[batch.deal]
    return pa.DictionaryArray.from_arrays(pa.array(places, pa.int32()), pa.array(list(known), pa.string()))


def from_arrow(batch: Any) -> FeatureBatch:
    """Return the decisions of a record batch or table that `to_arrow` made, or that was read from its file.

    Parameters
    ----------
    batch : pyarrow.RecordBatch or Table

    Returns
    -------
    FeatureBatch
        Its `deals` are those that have rows; nothing is skipped.

    Raises
    ------
    InputError
        If columns are missing, or the metadata is not that of decisions.

    Examples
    --------
    >>> from_arrow(to_arrow(FeatureBatch.join([])))
    <FeatureBatch of 0 decisions in 0 deals, 0 skipped>
    """
    told = _metadata(batch.schema)
    missing = [name for name in feature_schema().names if name not in batch.schema.names]
    if missing:
        raise InputError(f"the columns {', '.join(missing)} of decisions are missing")
    column = {name: _flat(batch.column(name)) for name in batch.schema.names}
    n = batch.num_rows
    rows = np.zeros((n, ROW_BYTES), np.uint8)
    for name, part in _OBSERVED.items():
        rows[:, part.start : part.start + part.width] = _numbers(column[name], n, part.width)
    lengths = np.diff(column["discards"].offsets.to_numpy())
    there = np.arange(lay.MAX_DISCARDS) < lengths[:, None]
    rows[:, lay.OBS_DISCARD_COUNT] = lengths
    rows[:, lay.OBS_DISCARDS : lay.OBS_MARKS] = lay.NONE
    rows[:, lay.OBS_DISCARDS : lay.OBS_MARKS][there] = column["discards"].flatten().to_numpy()
    rows[:, lay.OBS_MARKS : LEGAL][there] = column["marks"].flatten().to_numpy()
    rows[:, LEGAL:] = _binary(column["legal"], n)
    plain: dict[str, Any] = {
        name: column[name].to_numpy(zero_copy_only=False) for name in ("action", "certain", "payer", "ending")
    }
    wide: dict[str, Any] = {name: _numbers(column[name], n, 4) for name in ("points", "winners", "totals")}
    deal, deals = _deals(column, n)
    extras: dict[str, Any] = {}
    if "shanten" in column:
        extras["shanten"] = np.stack([column[name].to_numpy() for name in (*SHANTEN, "shanten")], axis=1)
    if "useful" in column:
        extras["useful"] = column["useful"].to_numpy()
    return FeatureBatch(rows=rows, deal=deal, deals=deals, order=told["order"], **plain, **wide, **extras)


def _metadata(schema: Any) -> dict[str, Any]:
    try:
        told: dict[str, Any] = dict(read_json((schema.metadata or {})[META]))
    except (KeyError, TypeError, ValueError):
        raise InputError(
            "these are no decisions written by this package: the metadata lacks fastmcr.features"
        ) from None
    if told.get("version") != VERSION:
        raise InputError(f"decisions of version {told.get('version')} are not read here; this package knows {VERSION}")
    return told


def _flat(column: Any) -> Any:
    """Return a column in one piece that begins at its first value."""
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if isinstance(whole, pa.ChunkedArray):  # no chunk at all
        whole = pa.array([], whole.type)
    return pa.concat_arrays([whole]) if whole.offset == 0 else pa.array(whole).take(pa.array(np.arange(len(whole))))


def _numbers(column: Any, rows: int, width: int) -> npt.NDArray[Any]:
    if width == 1:
        single: npt.NDArray[Any] = column.to_numpy(zero_copy_only=False)[:, None]
        return single
    values: npt.NDArray[Any] = column.flatten().to_numpy(zero_copy_only=False)
    return values.reshape(rows, width)


def _binary(column: Any, rows: int) -> npt.NDArray[np.uint8]:
    width = ROW_BYTES - LEGAL
    if not rows:
        return np.zeros((0, width), np.uint8)
    return np.frombuffer(column.buffers()[1], np.uint8, rows * width).reshape(rows, width)


def _deals(column: dict[str, Any], rows: int) -> tuple[npt.NDArray[np.int32], tuple[DealName, ...]]:
    """Return the number of the deal of each row, and the deals."""
    if not rows:
        return np.zeros(0, np.int32), ()
    texts = {name: column[name].cast(pa.string()).dictionary_encode() for name in ("file", "id")}
    keys = np.stack([texts["file"].indices.to_numpy(), column["deal"].to_numpy(), texts["id"].indices.to_numpy()])
    first = np.concatenate([[True], (keys[:, 1:] != keys[:, :-1]).any(axis=0)])
    files, ids = (texts[name].dictionary.to_pylist() for name in ("file", "id"))
    deals = tuple(DealName(files[file], number, ids[name]) for file, number, name in keys[:, first].T.tolist())
    return (np.cumsum(first) - 1).astype(np.int32), deals
