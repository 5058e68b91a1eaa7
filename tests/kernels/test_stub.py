"""The written contract ``fastmcr/kernels.pyi`` holds for the running module."""

import ast
import inspect
from pathlib import Path
from typing import Any

import pytest

from fastmcr import kernels

STUB = ast.parse((Path(__file__).parents[2] / "fastmcr" / "kernels.pyi").read_text(encoding="utf-8"))
FUNCTIONS = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}


def plain(function: Any) -> Any:
    """Return the Python function of a compiled one."""
    return getattr(function, "py_func", function)


def test_the_same_names() -> None:
    assert sorted([*FUNCTIONS, *CLASSES]) == sorted(kernels.__all__)


def test_no_name_is_that_of_a_module() -> None:
    folder = Path(kernels.__file__).parent
    assert not set(kernels.__all__) & {
        path.stem for path in folder.glob("*.py")
    }  # importing it would hide the function


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_the_same_arguments(name: str) -> None:
    wanted = [argument.arg for argument in FUNCTIONS[name].args.args]
    assert list(inspect.signature(plain(getattr(kernels, name))).parameters) == wanted


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_the_same_fields(name: str) -> None:
    fields = [line.target.id for line in CLASSES[name].body if isinstance(line, ast.AnnAssign)]  # type: ignore[union-attr]
    assert list(getattr(kernels, name)._fields) == fields
