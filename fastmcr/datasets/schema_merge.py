"""One schema for all files that are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import FileError
from ..files.optional import need
from .files import Input
from .sources import Schema
from .sources_csv import wider

pa = need("pyarrow", extra="bulk")

__all__ = ["joint_schema"]


def joint_schema(inputs: Sequence[Input], schemas: Sequence[Schema]) -> Schema:
    """Return the schema in which the rows of all files fit.

    Parameters
    ----------
    inputs : sequence of Input
        At least one.
    schemas : sequence of pyarrow.Schema
        What was found in each.

    Returns
    -------
    pyarrow.Schema
        With the order of columns and the metadata of the first file. A column may be null if it may in one of them.

    Raises
    ------
    FileError
        If a file lacks a column, has one more, or one of another type; it names file and column.

    Notes
    -----
    Formats that store types must agree in them. In JSON Lines a file may lack a key, and in JSON Lines and CSV the
    wider of two types is taken, as the values are read again as such.
    """
    formats = {source.format for source in inputs}
    for source, schema in zip(inputs, schemas, strict=True):
        _check_names(source.path, schema)
    joint = schemas[0]
    for source, schema in zip(inputs[1:], schemas[1:], strict=True):
        if formats == {"jsonl"}:
            joint = _unified(source.path, joint, schema)
        else:
            _check_columns(inputs[0].path, joint, source.path, schema)
            joint = _merged(inputs[0].path, joint, source.path, schema, formats == {"csv"})
    return _settled(joint) if "csv" in formats else joint


def _check_names(path: str, schema: Schema) -> None:
    for name in schema.names:
        if schema.names.count(name) > 1:
            raise FileError(f"{path} has {schema.names.count(name)} columns {name}; rename or drop one", path=path)


def _check_columns(first: str, joint: Schema, path: str, schema: Schema) -> None:
    for name in joint.names:
        if name not in schema.names:
            raise FileError(f"{path} has no column {name}, which {first} has", path=path)
    for name in schema.names:
        if name not in joint.names:
            raise FileError(f"{path} has a column {name}, which {first} has not", path=path)


def _merged(first: str, joint: Schema, path: str, schema: Schema, widen: bool) -> Schema:
    fields = []
    for field in joint:
        other = schema.field(field.name)
        kind = wider(field.type, other.type) if widen else field.type
        if not widen and other.type != field.type:
            raise FileError(
                f"{path}: column {field.name} is {other.type}, and in {first} it is {field.type}", path=path
            )
        fields.append(field.with_type(kind).with_nullable(field.nullable or other.nullable))
    return pa.schema(fields, metadata=joint.metadata)


def _unified(path: str, joint: Schema, schema: Schema) -> Schema:
    try:
        return pa.unify_schemas([joint, schema], promote_options="permissive")
    except pa.ArrowException as error:
        raise FileError(f"{path}: a key has another type than in the files before it: {error}", path=path) from None


def _settled(schema: Schema) -> Schema:
    """Return text for columns of a CSV that are empty throughout, and 64 bits for all integers."""
    settled: dict[Any, Any] = {pa.null(): pa.string(), pa.int32(): pa.int64()}
    return pa.schema([field.with_type(settled.get(field.type, field.type)) for field in schema])
