"""Rows given to a statement of PostgreSQL's as one text.

An array a column takes its driver longer than the database needs for all the rest, and the database
then plans anew each time, since it counts what the arrays hold. Rows in a text it takes for a
hundred, whatever there is, so it plans once; a statement that is for `FEW` says so, since for a
hundred it would sooner read a whole table than look each up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import TableValuedAlias, Text, bindparam, cast, column, func, literal_column, select
from sqlalchemy.dialects.postgresql import JSON
from sqlalchemy.sql.expression import CTE
from sqlalchemy.types import TypeEngine

Types = Mapping[str, TypeEngine[Any]]
FEW = 8


def rows_of(parameter: str, types: Types, name: str = "") -> TableValuedAlias:
    """The rows of a parameter, as a table that is called like it unless it has another name."""
    columns = [column(name, kind) for name, kind in types.items()]
    text = cast(bindparam(parameter, type_=Text()), JSON())
    rows = func.json_to_recordset(text).table_valued(*columns)
    return rows.render_derived(name=name or parameter, with_types=True)


def looked_up(parameter: str, types: Types, few: bool) -> CTE:
    """The rows of a parameter, by which rows of a large table are found."""
    rows = rows_of(parameter, types, f"{parameter}_rows")
    query = select(*rows.c)
    return (query.limit(literal_column(str(FEW))) if few else query).cte(parameter)


def as_text(types: Types, rows: Iterable[Sequence[Any]]) -> str:
    """Rows as a parameter takes them."""
    return orjson.dumps([dict(zip(types, row, strict=True)) for row in rows]).decode()
