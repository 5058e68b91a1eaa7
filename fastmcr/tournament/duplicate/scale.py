"""IMP scales: files that say how many IMP a difference of points is worth.

The official table of duplicate MCR is not known to this package. The scales that come with it are those of bridge;
they say of themselves that they are unofficial, and so does every result made with them.
"""

from __future__ import annotations

import csv
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from math import lcm
from pathlib import Path
from typing import Any

from ...errors import InputError, ScaleError, shown
from ...files.text import Unreadable, parse_json, read_text
from .numbers import exact

__all__ = ["DEFAULT_SCALE", "SHIPPED", "Scale"]

SHIPPED = ("wbf-bridge-div10", "wbf-bridge")
DEFAULT_SCALE = "wbf-bridge-div10"  # of the command line only; a library call names its scale
_FIELDS = ("id", "label", "official", "source", "unit", "bands")
_TEXTS = ("id", "label", "source", "unit")
MAX_BYTES = 10**6  # of a scale file


class Scale:
    """An IMP scale.

    The IMP of a difference d is that of the greatest lower bound that is at most abs(d), with the sign of d.

    Parameters
    ----------
    id : str
        Short name, shown in every result.
    label : str
        Name in words.
    official : bool
        Whether a governing body of mahjong made it for duplicate MCR.
    source : str
        Where the numbers are from.
    unit : str
        What the differences are in.
    bands : sequence of (lower_bound, imp)
        Exact numbers. The first is 0 with 0 IMP; bounds grow, IMP never fall.

    Raises
    ------
    ScaleError
        If the bands break a rule, or a text is missing.

    Examples
    --------
    >>> scale = Scale("demo", "Three bands", False, "an example", "points", [(0, 0), (2, 1), ("4.5", 2)])
    >>> [int(scale.imp(difference)) for difference in (-5, -2, 1, 2, 4, "9/2")]
    [-2, -1, 0, 1, 1, 2]
    >>> Scale.shipped("wbf-bridge-div10").notice
    'IMP scale: wbf-bridge-div10 (Bridge scale (WBF), bounds divided by 10). UNOFFICIAL: no official table of duplicate MCR.'
    """  # noqa: E501 - what it prints is one line

    __slots__ = ("_bounds", "_imps", "_unit_bound", "bands", "id", "label", "official", "source", "unit")

    def __init__(
        self, id: str, label: str, official: bool, source: str, unit: str, bands: Sequence[tuple[Any, Any]]
    ) -> None:
        for name, text in zip(_TEXTS, (id, label, source, unit), strict=True):
            if not isinstance(text, str) or not text.strip() or not text.isprintable():
                raise ScaleError(f"{name} of a scale must be printable text, not {shown(text)}")
        if not isinstance(official, bool):
            raise ScaleError(f"official of scale {id} must be true or false, not {shown(official)}")
        self.id, self.label, self.official, self.source, self.unit = id, label, official, source, unit
        self.bands: tuple[tuple[Fraction, Fraction], ...] = _bands(id, bands)
        self._unit_bound = lcm(*(bound.denominator for bound, _ in self.bands))
        self._bounds = [int(bound * self._unit_bound) for bound, _ in self.bands]
        self._imps = [(imp, -imp) for _, imp in self.bands]

    @classmethod
    def shipped(cls, name: str) -> Scale:
        """Return a scale that comes with the package.

        Parameters
        ----------
        name : {"wbf-bridge-div10", "wbf-bridge"}
            Its id.

        Returns
        -------
        Scale
            The scale.

        Raises
        ------
        ScaleError
            If there is none of that name.

        Examples
        --------
        >>> int(Scale.shipped("wbf-bridge").imp(-45)), int(Scale.shipped("wbf-bridge-div10").imp(-45))
        (-1, -10)
        """
        if name not in SHIPPED:
            raise ScaleError(f"no scale is called {shown(name)}; there are {', '.join(SHIPPED)}, or the path of a file")
        return _shipped(name)

    @classmethod
    def load(cls, path: str | Path) -> Scale:
        """Read a scale from a file.

        Parameters
        ----------
        path : str or Path
            JSON: an object with id, label, official, source, unit and bands, a list of [lower_bound, imp]. CSV: lines
            ``# id: ...`` and so on, then the columns lower_bound and imp.

        Returns
        -------
        Scale
            The scale.

        Raises
        ------
        ScaleError
            If the file cannot be read or is no scale; it names the file.

        Examples
        --------
        >>> from importlib.resources import files
        >>> Scale.load(files("fastmcr.tournament.duplicate") / "scales" / "wbf-bridge.json").id
        'wbf-bridge'
        """
        path = Path(path)
        try:
            text = read_text(path, MAX_BYTES)
            return cls.from_dict(_of_csv(text) if path.suffix.lower() == ".csv" else parse_json(text))
        except (ScaleError, Unreadable) as error:
            raise ScaleError(f"{path}: {error}") from None

    @classmethod
    def find(cls, name: str | Path) -> Scale:
        """Return the shipped scale of that name, else the one in the file of that name.

        Parameters
        ----------
        name : str or Path
            An id of a shipped scale, or a path with an ending ``.json`` or ``.csv``.

        Returns
        -------
        Scale
            The scale.

        Raises
        ------
        ScaleError
            If there is neither.

        Examples
        --------
        >>> Scale.find("wbf-bridge").official
        False
        """
        if name in SHIPPED:
            return cls.shipped(str(name))
        if Path(name).suffix.lower() in (".json", ".csv"):
            return cls.load(name)
        return cls.shipped(str(name))

    @classmethod
    def from_dict(cls, data: object) -> Scale:
        """Return a scale from plain data, as a JSON file has it.

        Parameters
        ----------
        data : mapping
            Has exactly id, label, official, source, unit and bands.

        Returns
        -------
        Scale
            The scale.

        Raises
        ------
        ScaleError
            If something is missing, unknown or wrong.

        Examples
        --------
        >>> scale = Scale.shipped("wbf-bridge")
        >>> Scale.from_dict(scale.to_dict()) == scale
        True
        """
        if not isinstance(data, Mapping):
            raise ScaleError(f"a scale is an object with {', '.join(_FIELDS)}, not {shown(data)}")
        for name in _FIELDS:
            if name not in data:
                raise ScaleError(f"a scale needs {name}; it has {', '.join(map(str, data)) or 'nothing'}")
        for name in data:
            if name not in _FIELDS:
                raise ScaleError(f"a scale has no {shown(name)}; it has {', '.join(_FIELDS)}")
        return cls(**data)

    def to_dict(self) -> dict[str, Any]:
        """Return the scale as plain data for JSON.

        Returns
        -------
        dict
            Whole numbers as int, others as text.

        Examples
        --------
        >>> Scale.shipped("wbf-bridge").to_dict()["bands"][:3]
        [[0, 0], [20, 1], [50, 2]]
        """
        bands = [[_plain(bound), _plain(imp)] for bound, imp in self.bands]
        return {"id": self.id, "label": self.label, "official": self.official, "source": self.source,
                "unit": self.unit, "bands": bands}  # fmt: skip

    @property
    def notice(self) -> str:
        """The scale in words, and whether it is official."""
        unofficial = "UNOFFICIAL: no official table of duplicate MCR."
        words = f"Official. Source: {self.source}." if self.official else unofficial
        return f"IMP scale: {self.id} ({self.label}). {words}"

    def imp(self, difference: object) -> Fraction:
        """Return the IMP of a difference.

        Parameters
        ----------
        difference : exact number
            An int, Fraction, Decimal or text, in points.

        Returns
        -------
        Fraction
            IMP with the sign of the difference.

        Raises
        ------
        InputError
            If it is no exact number.

        Examples
        --------
        >>> Scale.shipped("wbf-bridge-div10").imp("30.75")
        Fraction(7, 1)
        """
        given = exact(difference, "a difference")
        return self.imp_of_ratio(given.numerator, given.denominator)

    def imp_of_ratio(self, numerator: int, denominator: int) -> Fraction:
        """Return the IMP of numerator / denominator, without making a fraction of it; the denominator is above 0.

        Examples
        --------
        >>> Scale.shipped("wbf-bridge-div10").imp_of_ratio(-41, 3)
        Fraction(-4, 1)
        """
        size = abs(numerator) * self._unit_bound // denominator
        return self._imps[bisect_right(self._bounds, size) - 1][numerator < 0]

    def __eq__(self, other: object) -> bool:
        """Return whether all fields are equal."""
        return isinstance(other, Scale) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.id, self.bands))

    def __repr__(self) -> str:
        return f"<Scale {self.id}: {len(self.bands)} bands, {'official' if self.official else 'unofficial'}>"


def _bands(name: str, given: object) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the bands as fractions, or say which breaks a rule."""
    if isinstance(given, str) or not isinstance(given, Sequence) or not given:
        raise ScaleError(f"bands of scale {name} must be a list of [lower_bound, imp], not {shown(given)}")
    bands: list[tuple[Fraction, Fraction]] = []
    for place, band in enumerate(given, start=1):
        where = f"band {place} of scale {name}"
        if isinstance(band, str) or not isinstance(band, Sequence) or len(band) != 2:
            raise ScaleError(f"{where} must be [lower_bound, imp], not {shown(band)}")
        try:
            bound, imp = exact(band[0], f"{where}: the lower bound"), exact(band[1], f"{where}: the IMP")
        except InputError as error:
            raise ScaleError(str(error)) from None
        if not bands and (bound or imp):
            raise ScaleError(f"{where} is [{bound}, {imp}]; the first band must be [0, 0]")
        if bands and bound <= bands[-1][0]:
            raise ScaleError(f"{where} begins at {bound}, but the one before at {bands[-1][0]}; bounds must grow")
        if bands and imp < bands[-1][1]:
            raise ScaleError(f"{where} gives {imp} IMP, but the one before {bands[-1][1]}; IMP must not fall")
        bands.append((bound, imp))
    return tuple(bands)


def _plain(number: Fraction) -> int | str:
    return number.numerator if number.denominator == 1 else str(number)


@lru_cache(maxsize=len(SHIPPED))
def _shipped(name: str) -> Scale:
    text = (files("fastmcr.tournament.duplicate") / "scales" / f"{name}.json").read_text("utf-8")
    return Scale.from_dict(parse_json(text))


def _of_csv(text: str) -> dict[str, Any]:
    lines = [line.strip() for line in text.splitlines()]
    facts = [line[1:].partition(":") for line in lines if line.startswith("#")]
    data: dict[str, Any] = {name.strip(): value.strip() for name, colon, value in facts if colon}
    if "official" in data:
        data["official"] = {"true": True, "false": False}.get(data["official"], data["official"])
    rows = list(csv.reader(line for line in lines if line and not line.startswith("#")))
    if not rows or _trimmed(rows[0]) != ["lower_bound", "imp"]:
        raise ScaleError("the columns of a scale in CSV are lower_bound,imp, after lines such as # id: my-scale")
    return {**data, "bands": [_trimmed(row) for row in rows[1:]]}


def _trimmed(cells: Iterable[str]) -> list[str]:
    return [cell.strip() for cell in cells]
