"""Many values, some at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import ARRAY, Column, ColumnElement, Connection, String, any_, literal

T = TypeVar("T")
AT_ONCE = 1000


def among(connection: Connection, column: Column[Any], ids: Collection[str]) -> ColumnElement[bool]:
    """That a column has one of these; to PostgreSQL it is the same statement however many."""
    if connection.dialect.name == "postgresql":
        return column == any_(literal(list(ids), ARRAY(String)))
    return column.in_(ids)


def batched(values: Iterable[T]) -> Iterator[list[T]]:
    """So many at a time: databases limit how many values a query may name."""
    rest = iter(values)
    while some := list(islice(rest, AT_ONCE)):
        yield some
