"""Deals as JSON: written with a format version, read with every doubt told."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

from ...errors import DealError, McrError, shown
from ...files.atomic import PRIVATE, file_behind
from ...files.json_depth import TOO_DEEP, is_too_deep
from ...files.output import refuse_standard_output, write_text
from ...rulebook.tiles import WINDS
from .boards import MAX_BOARD
from .deals import Deal, Deals
from .shuffle import SHUFFLE

FORMAT = "fastmcr deals"
VERSION = 1
MAX_FILE = 64 << 20  # bytes; 9999 boards take 6 MB
_KEYS = ("format", "version", "shuffle", "seed", "commitment", "boards")
_BOARD_KEYS = ("board", "prevalent", "dealer", "walls")

Names: TypeAlias = Sequence[str]


def deals_json(deals: Deals) -> str:
    """Return deals as the JSON of a deals file.

    Parameters
    ----------
    deals : Deals
        Deals.

    Returns
    -------
    str
        An object with ``format``, ``version``, ``shuffle`` and ``seed`` (null where there is none), ``commitment``,
        and ``boards``: for each its number, ``prevalent``, ``dealer``, and ``walls`` from E, S, W, N to the names of
        34 tiles in the order of use, apart by blanks.

    Examples
    --------
    >>> text = deals_json(Deals.from_seed("spring", [1]))
    >>> print(text[:77])
    {
      "format": "fastmcr deals",
      "version": 1,
      "shuffle": "fastmcr-deal-1",
    >>> parse_deals(text) == Deals.from_seed("spring", [1])
    True
    """
    return _json_of(deals, deals.seed, deals.commitment)


def tiles_json(deals: Deals) -> str:
    """Return the tiles of deals as JSON, without the seed, which would tell the tiles of other boards too.

    Parameters
    ----------
    deals : Deals
        Deals.

    Returns
    -------
    str
        A deals file as of `deals_json` whose ``seed``, ``shuffle`` and ``commitment`` are null: the commitment is one
        to seed and tiles.

    Examples
    --------
    >>> deals = Deals.from_seed("spring", [1])
    >>> parse_deals(tiles_json(deals)) == Deals(deals.boards)
    True
    """
    return _json_of(deals, None, None)


def _json_of(deals: Deals, seed: str | None, commitment: str | None) -> str:
    data = {
        "format": FORMAT,
        "version": VERSION,
        "shuffle": None if seed is None else SHUFFLE,
        "seed": seed,
        "commitment": commitment,
        "boards": [
            {
                "board": deal.board,
                "prevalent": deal.prevalent.name,
                "dealer": deal.dealer.name,
                "walls": {seat.name: deal.wall_text(seat) for seat in WINDS},
            }
            for deal in deals.boards
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def write_deals(deals: Deals, path: str | Path, *, overwrite: bool = False) -> None:
    """Write a deals file, which only its owner can read: it holds what is secret until the event is over.

    Parameters
    ----------
    deals : Deals
        Deals.
    path : str or Path
        Where to: a file, and never standard output, whose readers nobody knows. The file has mode 0600 from its first
        byte on, also in the place of one that others could read.
    overwrite : bool, default False
        Whether a file that is there may be lost: with it a seed that nobody knows may go.

    Raises
    ------
    DealError
        If the file is there, or cannot be written.
    """
    name = str(path)
    try:
        refuse_standard_output(name, "a deals file holds the seed; name a file, which only you can read")
        if not overwrite and os.path.exists(file_behind(name)):
            raise DealError(_THERE, source=name)
        write_text(name, deals_json(deals), mode=PRIVATE, overwrite=overwrite, switch="--force (overwrite=True)")
    except DealError:
        raise
    except McrError as error:
        raise DealError(str(error)) from None


_THERE = "the file is there, and its deals would be lost; --force (overwrite=True) takes that"


def read_deals(path: str | Path, *, verify: bool = True) -> Deals:
    """Read a deals file.

    Parameters
    ----------
    path : str or Path
        A JSON file as `deals_json` describes it. The keys ``shuffle``, ``seed``, ``commitment``, ``prevalent`` and
        ``dealer`` may be left out.
    verify : bool, default True
        Whether the commitment and the seed in the file must agree with its tiles.

    Returns
    -------
    Deals
        The deals.

    Raises
    ------
    DealError
        If the file cannot be read, is no deals file or of another version; if a board is missing, a wall has not 34
        tiles, a tile does not exist or has not four copies. The error names file, board, seat and tile.
    """
    return parse_deals(_text_of(path), source=str(path), verify=verify)


def stated_commitment(path: str | Path) -> tuple[Deals, str | None]:
    """Read a deals file without comparing its tiles with its seed and commitment.

    Parameters
    ----------
    path : str or Path
        As for `read_deals`.

    Returns
    -------
    deals : Deals
        The deals.
    commitment : str or None
        What the file states in small letters; None where it states none.

    Raises
    ------
    DealError
        As for `read_deals`, but for the comparison.
    """
    return _parsed(_text_of(path), str(path))


def _text_of(path: str | Path) -> str:
    try:
        with open(path, "rb") as file:
            raw = file.read(MAX_FILE + 1)
    except OSError as error:
        raise DealError(f"cannot be read: {error.strerror}", source=str(path)) from None
    if len(raw) > MAX_FILE:
        raise DealError(f"is larger than {MAX_FILE >> 20} MB; that is no deals file", source=str(path))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DealError(f"is not UTF-8: byte {error.start + 1} cannot stand there", source=str(path)) from None


def parse_deals(text: str, *, source: str | None = None, verify: bool = True) -> Deals:
    """Return the deals of the text of a deals file.

    Parameters
    ----------
    text : str
        JSON.
    source : str, optional
        The name of the file, for the text of errors.
    verify : bool, default True
        As for `read_deals`.

    Returns
    -------
    Deals
        The deals.

    Raises
    ------
    DealError
        As for `read_deals`.

    Examples
    --------
    >>> parse_deals('{"format": "fastmcr deals", "version": 1, "boards": []}', source="deals.json")
    Traceback (most recent call last):
    fastmcr.errors.DealError: deals.json: there are no boards
    """
    deals, commitment = _parsed(text, source)
    if verify and commitment not in (None, deals.commitment):
        message = f"its commitment is {shown(commitment)}, but its boards give {deals.commitment}"
        raise DealError(message, source=source)
    if verify and deals.seed is not None and (found := deals.contradictions(deals.seed)):
        raise DealError(f"its seed does not give its tiles: {found[0]}", source=source)
    return deals


def _parsed(text: str, source: str | None) -> tuple[Deals, str | None]:
    try:
        data = _loaded(text)
        _check_keys(data)
        deals = Deals(tuple(_deal(entry, place) for place, entry in enumerate(data["boards"], 1)), data.get("seed"))
    except DealError as error:
        error.source = source
        raise
    commitment = data.get("commitment")
    return deals, commitment.lower() if commitment else None


def _loaded(text: str) -> dict[str, Any]:
    """Return the JSON object of a text."""
    if not text.strip():
        raise DealError("is empty")
    if is_too_deep(text):
        raise DealError(f"no deals file: its JSON {TOO_DEEP}")
    try:
        data = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise DealError(f"line {error.lineno}, column {error.colno}: no JSON: {error.msg}") from None
    except DealError:
        raise
    except ValueError:  # Python takes no number of more than 4300 digits
        raise DealError("no deals file: it holds a number that is too long") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise DealError(f'no deals file: its "format" is not "{FORMAT}"')
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        raise DealError(f"key {shown(next(name for name in names if names.count(name) > 1))} stands there twice")
    return data


def _check_keys(data: dict[str, Any]) -> None:
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise DealError(f"version {shown(version)}; this program reads version {VERSION}")
    _check_known(data, _KEYS)
    if data.get("shuffle") not in (None, SHUFFLE):
        raise DealError(f"shuffle {shown(data['shuffle'])}; this program knows {SHUFFLE!r}")
    for key in ("seed", "commitment"):
        if data.get(key) is not None and not isinstance(data[key], str):
            raise DealError(f"{key} must be text or null, not {type(data[key]).__name__}")  # it may be the seed
    if not isinstance(data.get("boards"), list):
        raise DealError(f"boards must be a list, not {shown(data.get('boards'))}")


def _check_known(data: dict[str, Any], known: Names, board: int | None = None) -> None:
    for key in data:
        if key not in known:
            raise DealError(f"unknown key {shown(key)}; known are {', '.join(known)}", board=board)


def _deal(entry: object, place: int) -> Deal:
    if not isinstance(entry, dict) or "board" not in entry:
        raise DealError(f'entry {place} of boards has no "board"')
    try:
        number = entry["board"]
        board = number if type(number) is int else None
        _check_known(entry, _BOARD_KEYS, board)
        walls = entry.get("walls")
        if not isinstance(walls, dict):
            raise DealError(f"walls must be an object with E, S, W and N, not {shown(walls)}", board=board)
        split = {seat: _names(wall, board, seat) for seat, wall in walls.items()}
        return Deal.from_walls(number, split, entry.get("prevalent"), entry.get("dealer"))
    except DealError as error:
        if error.board is None:
            error.message = f"entry {place} of boards: {error.message}"
        raise


def _names(wall: object, board: int | None, seat: str) -> list[str]:
    if not isinstance(wall, str):
        raise DealError(f"a wall is text with 34 names of tiles, not {shown(wall)}", board=board, seat=seat)
    return wall.split()


def boards_of(text: str) -> range:
    """Return the boards that a text means: ``16`` is the first 16, ``17-32`` those two and all between.

    Parameters
    ----------
    text : str
        One or two whole numbers.

    Returns
    -------
    range
        At least one board.

    Raises
    ------
    DealError
        If it is nothing of the kind.

    Examples
    --------
    >>> boards_of("16"), boards_of("17-32")
    (range(1, 17), range(17, 33))
    """
    first, dash, last = text.partition("-")
    if not dash:
        first, last = "1", first
    good = all(part.isascii() and part.isdigit() and len(part) <= len(str(MAX_BOARD)) for part in (first, last))
    if not good or not 1 <= int(first) <= int(last) <= MAX_BOARD:
        raise DealError(f"boards are a number such as 16, or two such as 17-32, up to {MAX_BOARD}; not {shown(text)}")
    return range(int(first), int(last) + 1)
