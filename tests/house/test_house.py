"""The house: kernels below all, words above values, imports downwards only, no circles; lazy and typing ones count."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import fastmcr
from fastmcr.base.views import Shown, ShownAsData, function_of
from fastmcr.rulebook.lang import LANGUAGES
from fastmcr.show import VIEWS

ROOT = Path(__file__).parents[2]

# From the ground up. A module imports from its own floor only within its own room, and else from lower floors.
FLOORS = (
    ("kernels",),
    ("errors",),
    ("base", "files"),
    ("rulebook",),
    ("hands",),
    ("scoring",),
    ("analysis",),
    ("show",),
    ("tournament", "play", "datasets"),
    ("records", "compat"),
    ("fastmcr",),
    ("cli", "__pyinstaller"),
    ("__main__",),
)
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

Arrows = Mapping[str, set[str]]


def sources() -> dict[str, Path]:
    """Return the modules of the package and the kernels, by the names under which they are imported."""
    found = {}
    for base, prefix in ((ROOT / "fastmcr", "fastmcr"), (ROOT / "kernels", "fastmcr.kernels")):
        for path in base.rglob("*.py"):
            parts = path.relative_to(base).with_suffix("").parts
            found[".".join((prefix, *parts)).removesuffix(".__init__")] = path
    return found


def imported(name: str, path: Path) -> Iterator[tuple[str, str]]:
    """Yield module and name of every import, wherever in the module it stands."""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((one.name, "") for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *(node.module.split(".") if node.module else [])])
            yield from ((module, one.name) for one in node.names)


@pytest.fixture(scope="module")
def arrows() -> Arrows:
    modules = sources()
    found: dict[str, set[str]] = {}
    for name, path in modules.items():
        targets = {
            f"{module}.{one}" if f"{module}.{one}" in modules else module for module, one in imported(name, path)
        }
        found[name] = {target for target in targets if target in modules} - {name}
    return found


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else module


def circles(arrows: Arrows) -> list[list[str]]:
    """Take away what imports nothing that is left, until nothing can be taken; what stays lies on circles or above."""
    left = {name: set(targets) for name, targets in arrows.items()}
    while bottom := [name for name, targets in left.items() if not targets & left.keys()]:
        for name in bottom:
            del left[name]
    while top := [name for name in left if not any(name in targets for targets in left.values())]:
        for name in top:
            del left[name]
    return [sorted([name, *(targets & left.keys())]) for name, targets in sorted(left.items())]


def test_no_circle_among_modules(arrows: Arrows) -> None:
    assert circles(arrows) == []


def test_the_search_finds_circles() -> None:
    arrows = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}
    assert circles(arrows) == [["b", "c"], ["b", "c"]]


def test_every_room_has_a_floor(arrows: Arrows) -> None:
    assert {room(module) for module in arrows} == set(FLOOR_OF)


def test_rooms_import_downwards_only(arrows: Arrows) -> None:
    wrong = [
        f"{module} -> {target}"
        for module, targets in arrows.items()
        for target in targets
        if room(module) != room(target) and FLOOR_OF[room(target)] >= FLOOR_OF[room(module)]
    ]
    assert sorted(wrong) == []


def test_kernels_import_nothing_of_the_face() -> None:
    for name, path in sources().items():
        if room(name) == "kernels":
            outside = [module for module, _ in imported(name, path) if module.startswith("fastmcr")]
            assert all(room(module) == "kernels" for module in outside), name
            absolute = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Import)]
            assert not any(one.name.startswith("fastmcr") for node in absolute for one in node.names), name


# --- views ------------------------------------------------------------------------------------------------------------


def kinds() -> dict[str, type]:
    """Return the types of the table, by their names there."""
    found = {}
    for name in VIEWS:
        module, _, kind = name.rpartition(".")
        found[name] = getattr(importlib.import_module(f"fastmcr.{module}"), kind)
    return found


def test_every_view_is_there() -> None:
    for name, kind in kinds().items():
        assert f"{kind.__module__}.{kind.__qualname__}" == f"fastmcr.{name}"
        for view in VIEWS[name]:
            function = function_of(kind, view)
            assert inspect.isfunction(inspect.unwrap(function)), (name, view)


def test_every_value_that_prints_has_its_views() -> None:
    for module in pkgutil.walk_packages(fastmcr.__path__, "fastmcr."):
        if room(module.name) in ("scoring", "analysis", "tournament", "play", "records"):
            importlib.import_module(module.name)
    shown = {*below(Shown)} - {ShownAsData}
    assert len(shown) >= 12
    for kind in shown:
        assert function_of(kind, "text")
        if issubclass(kind, ShownAsData):
            assert function_of(kind, "data")


def below(kind: type) -> Iterator[type]:
    for one in kind.__subclasses__():
        yield one
        yield from below(one)


def test_a_derived_type_has_the_views_of_its_base() -> None:
    class Mine(fastmcr.Distance):
        pass

    assert str(Mine(0, 0)) == str(fastmcr.Distance(0, 0)) == "ready"


def test_a_view_that_is_not_there_is_named() -> None:
    with pytest.raises(NotImplementedError, match=r"^Distance has no view 'song'$"):
        function_of(fastmcr.Distance, "song")


# --- one list of languages --------------------------------------------------------------------------------------------


def test_no_module_lists_the_languages_again() -> None:
    listed = [
        name
        for name, path in sources().items()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Tuple | ast.List | ast.Set)
        and [one.value for one in node.elts if isinstance(one, ast.Constant)] == list(LANGUAGES)
    ]
    assert listed == []  # the catalogues are the list


def _deepest(node: ast.AST, depth: int = 0) -> int:
    """Return how many statements with a body stand in each other at most; ``elif`` is no deeper than ``if``."""
    inner = (ast.For, ast.While, ast.If, ast.With, ast.Try, ast.FunctionDef, ast.Match)
    found = depth
    for child in ast.iter_child_nodes(node):
        chained = isinstance(node, ast.If) and node.orelse == [child] and isinstance(child, ast.If)
        found = max(found, _deepest(child, depth + (isinstance(child, inner) and not chained)))
    return found


def test_functions_are_short_and_flat() -> None:
    for path in sorted([*(ROOT / "fastmcr").rglob("*.py"), *(ROOT / "kernels").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                where = f"{path.relative_to(ROOT)}: {node.name}"
                assert (node.end_lineno or 0) - node.lineno < 100, where
                assert _deepest(node) <= 7, where
