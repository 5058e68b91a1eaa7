"""IMP scales: the numbers of the two shipped, the rule of bands, files of others, every refusal."""

# ruff: noqa: E501 - messages stand whole in one line

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import oracle_duplicate as oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastmcr.errors import InputError, ScaleError
from fastmcr.tournament.duplicate import Scale
from fastmcr.tournament.duplicate.scale import SHIPPED

GOOD = {"id": "club", "label": "Club table", "official": True, "source": "the club", "unit": "points"}


@pytest.mark.parametrize(("name", "bands"), [("wbf-bridge", oracle.BRIDGE), ("wbf-bridge-div10", oracle.TENTH)])
def test_shipped_scales(name: str, bands: list[tuple[int, int]]) -> None:
    scale = Scale.shipped(name)
    assert [(int(bound), int(imp)) for bound, imp in scale.bands] == bands
    assert scale.official is False
    assert scale.notice.endswith("UNOFFICIAL: no official table of duplicate MCR.")
    assert (scale.id, scale.unit) == (name, "points")
    assert Scale.find(name) == scale
    assert len({scale, Scale.shipped(name)}) == 1


def test_both_scales_are_shipped() -> None:
    assert SHIPPED == ("wbf-bridge-div10", "wbf-bridge")


def test_ranges_of_bridge() -> None:
    """Duplicate.md 1.2 gives ranges: their ends must fall into them."""
    scale = Scale.shipped("wbf-bridge")
    ranges = [(0, 10, 0), (20, 40, 1), (50, 80, 2), (90, 120, 3), (130, 160, 4), (500, 590, 11), (3500, 3990, 23)]
    for low, high, imp in ranges:
        assert (scale.imp(low), scale.imp(high)) == (imp, imp)
        assert (scale.imp(-low), scale.imp(-high)) == (-imp, -imp)
    assert scale.imp(10**9) == 24


@given(st.fractions(-500, 500, max_denominator=60), st.sampled_from(SHIPPED))
def test_agrees_with_the_oracle(difference: Fraction, name: str) -> None:
    bands = oracle.TENTH if name == "wbf-bridge-div10" else oracle.BRIDGE
    scale = Scale.shipped(name)
    assert scale.imp(difference) == oracle.imp(difference, bands)
    assert scale.imp(-difference) == -scale.imp(difference)


def test_fractional_bounds_are_exact() -> None:
    scale = Scale(**GOOD, bands=[(0, 0), ("1/3", "0.5"), ("0.7", 1)])
    assert scale.imp(Fraction(1, 3)) == Fraction(1, 2)
    assert scale.imp(Fraction(333333333, 10**9)) == 0
    assert scale.imp("0.7") == 1
    assert scale.imp(Fraction(-699, 1000)) == Fraction(-1, 2)
    assert scale.imp(0) == 0
    assert scale.notice == "IMP scale: club (Club table). Official. Source: the club."
    assert Scale.from_dict(json.loads(json.dumps(scale.to_dict()))) == scale


def test_floats_are_refused() -> None:
    with pytest.raises(InputError, match=r"^a difference must be a whole number, a decimal such as '0.5' or a "
                                         r"fraction such as '2/3', not 0.1$"):  # fmt: skip
        Scale.shipped("wbf-bridge").imp(0.1)


@pytest.mark.parametrize(
    ("bands", "words"),
    [
        ([], "bands of scale club must be a list of [lower_bound, imp], not []"),
        ("0,0", "bands of scale club must be a list of [lower_bound, imp], not '0,0'"),
        ([[0, 0, 1]], "band 1 of scale club must be [lower_bound, imp], not [0, 0, 1]"),
        ([[1, 0]], "band 1 of scale club is [1, 0]; the first band must be [0, 0]"),
        ([[0, 1]], "band 1 of scale club is [0, 1]; the first band must be [0, 0]"),
        ([[0, 0], [5, 1], [5, 2]], "band 3 of scale club begins at 5, but the one before at 5; bounds must grow"),
        ([[0, 0], [5, 2], [6, 1]], "band 3 of scale club gives 1 IMP, but the one before 2; IMP must not fall"),
        ([[0, 0], ["x", 1]], "band 2 of scale club: the lower bound must be a whole number, a decimal such as '0.5' or "
                             "a fraction such as '2/3', not 'x'"),
        ([[0, 0], [3, None]], "band 2 of scale club: the IMP must be a whole number, a decimal such as '0.5' or a "
                              "fraction such as '2/3', not None"),
        ([[0, 0], ["1/0", 1]], "band 2 of scale club: the lower bound must be a whole number, a decimal such as '0.5' "
                               "or a fraction such as '2/3', not '1/0'"),
    ],
)  # fmt: skip
def test_bad_bands(bands: object, words: str) -> None:
    with pytest.raises(ScaleError) as caught:
        Scale.from_dict({**GOOD, "bands": bands})
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "a scale is an object with id, label, official, source, unit, bands, not []"),
        (GOOD, "a scale needs bands; it has id, label, official, source, unit"),
        (
            {**GOOD, "bands": [[0, 0]], "name": 1},
            "a scale has no 'name'; it has id, label, official, source, unit, bands",
        ),
        ({**GOOD, "bands": [[0, 0]], "official": "yes"}, "official of scale club must be true or false, not 'yes'"),
        ({**GOOD, "bands": [[0, 0]], "label": " "}, "label of a scale must be printable text, not ' '"),
    ],
)
def test_bad_fields(data: object, words: str) -> None:
    with pytest.raises(ScaleError) as caught:
        Scale.from_dict(data)
    assert str(caught.value) == words


CSV = "# id: club\n# label: Club table\n# official: true\n# source: the club\n# unit: points\nlower_bound,imp\n0,0\n2.5,1\n"


def test_files(tmp_path: Path) -> None:
    scale = Scale(**GOOD, bands=[(0, 0), ("2.5", 1)])
    (tmp_path / "club.csv").write_text(CSV, encoding="utf-8")
    (tmp_path / "club.json").write_text(json.dumps({**GOOD, "bands": [[0, 0], [2.5, 1]]}), encoding="utf-8-sig")
    assert Scale.load(tmp_path / "club.csv") == Scale.load(str(tmp_path / "club.json")) == scale
    assert Scale.find(tmp_path / "club.json").imp(Fraction(5, 2)) == 1


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.json", b"{", "line 1: not JSON: Expecting property name enclosed in double quotes, character 2"),
        ("a.json", b'{"id": 1, "id": 2}', "'id' stands twice in one object"),
        ("a.json", b'{"id": NaN}', "NaN is no number"),
        ("a.json", b"[" * 100000, "not JSON of ours: it is nested more than 64 brackets deep"),
        ("a.json", b"9" * 5000, "holds a number that is too long"),
        ("a.json", b"", "is empty"),
        (
            "a.csv",
            b"0,0\n2,1\n",
            "the columns of a scale in CSV are lower_bound,imp, after lines such as # id: my-scale",
        ),
        ("a.csv", b"lower_bound,imp\n0,0\n", "a scale needs id; it has bands"),
        ("a.csv", b"# label: \xe9", "line 1: byte 0xe9 is not UTF-8; save the file as CSV (UTF-8)"),
    ],
)
def test_bad_files(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ScaleError) as caught:
        Scale.find(path)
    assert str(caught.value) == f"{path}: {words}"


def test_no_such_scale(tmp_path: Path) -> None:
    with pytest.raises(ScaleError) as caught:
        Scale.find("mcr-official")
    words = "no scale is called 'mcr-official'; there are wbf-bridge-div10, wbf-bridge, or the path of a file"
    assert str(caught.value) == words
    with pytest.raises(ScaleError, match=r"gone\.json: cannot be read: No such file or directory$"):
        Scale.find(tmp_path / "gone.json")
